/* SPDX-License-Identifier: MIT */
#include "disasm/disasm.h"
#include "encodings.h"
#include "files.h"
#include "little.h"

static s9_program *decode_words(uint32_t version, const uint32_t *words, size_t count)
{
    uint8_t bytes[1024];
    size_t n = 0;
    for (size_t i = 0; i < count + 2; i++) {
        uint32_t word = i == 0 ? version : i <= count ? words[i - 1] : 0xFFFFu;
        for (int k = 0; k < 4; k++)
            bytes[n++] = (uint8_t)(word >> (8 * k));
    }
    s9_program *program;
    assert_int_equal(s9_decode(bytes, n, NULL, NULL, &program, NULL), S9_OK);
    return program;
}

static uint32_t version_token(const char *text)
{
    s9_version version = s9_isa_version_of_text(text, strlen(text));
    assert_true(version != S9_VERSION_COUNT);
    return s9_isa_version(version)->token;
}

static char *disassembled(const s9_program *program, const s9_disassemble_options *options)
{
    s9_blob blob = {0};
    assert_int_equal(s9_disassemble(program, NULL, options, &blob), S9_OK);
    assert_int_equal(strlen(blob.data), blob.size);
    return blob.data;
}

static void expect_words(const char *version, const uint32_t *words, size_t count, const char *expected)
{
    s9_program *program = decode_words(version_token(version), words, count);
    char *text = disassembled(program, NULL);
    assert_string_equal(text, expected);
    free(text);
    s9_program_destroy(program);
}
#define EXPECT(version, expected, ...) \
    expect_words(version, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4, expected)

/* Lines without their indentation. */
static void flatten(char *text)
{
    char *to = text;
    for (char *from = text; *from != '\0';) {
        while (*from == ' ')
            from++;
        while (*from != '\0' && *from != '\n')
            *to++ = *from++;
        if (*from == '\n')
            *to++ = *from++;
    }
    *to = '\0';
}

static void worked_encodings(void **state)
{
    (void)state;
    for (size_t i = 0; i < S9_COUNT(s9_encodings); i++) {
        const s9_encoding *e = &s9_encodings[i];
        s9_program *program = decode_words(version_token(e->version), e->words, e->count);
        char *text = disassembled(program, NULL);
        char expected[256];
        snprintf(expected, sizeof expected, "%s\n%s\n", e->version, e->printed != NULL ? e->printed : e->text);
        flatten(text);
        assert_string_equal(text, expected);
        free(text);
        s9_program_destroy(program);
    }
}

/* ---- layout ---- */

static void blocks_are_indented(void **state)
{
    (void)state;
    EXPECT("vs_2_0",
           "    vs_2_0\n"
           "    loop aL, i0\n"
           "      if b0\n"
           "        mov r0, c0[aL]\n"
           "      else\n"
           "        rep i1\n"
           "          nop\n"
           "        endrep\n"
           "      endif\n"
           "    endloop\n"
           "    ret\n",
           0x0200001B, 0xF0E40800, 0xF0E40000, 0x01000028, 0xE0E40800, 0x03000001, 0x800F0000, 0xA0E42000, 0xF0E40800,
           0x2A, 0x01000026, 0xF0E40001, 0, 0x27, 0x2B, 0x1D, 0x1C);
    /* Ends without beginnings do no harm. */
    EXPECT("vs_2_0", "    vs_2_0\n    endif\n    else\n    endloop\n", 0x2B, 0x2A, 0x1D);
}

static void deep_nesting_stays_linear(void **state)
{
    (void)state;
    enum { DEPTH = 20000 };
    uint32_t *words = malloc((DEPTH * 2 + 2) * sizeof *words);
    assert_non_null(words);
    words[0] = 0xFFFE0200;
    for (size_t i = 0; i < DEPTH; i++) {
        words[1 + 2 * i] = 0x01000028;
        words[2 + 2 * i] = 0xE0E40800;
    }
    words[1 + 2 * DEPTH] = 0xFFFF;
    little_words(words, DEPTH * 2 + 2);
    s9_program *program;
    assert_int_equal(s9_decode(words, (DEPTH * 2 + 2) * 4, NULL, NULL, &program, NULL), S9_OK);
    char *text = disassembled(program, NULL);
    assert_true(strlen(text) < (size_t)DEPTH * 100);
    free(text);
    s9_program_destroy(program);
    free(words);
}

static void pairs_have_their_plus_in_front(void **state)
{
    (void)state;
    EXPECT("ps_1_1", "    ps_1_1\n    add r0.xyz, r0, r1\n  + mov r0.w, t0\n", 0x00000002, 0x80070000, 0x80E40000,
           0x80E40001, 0x40000001, 0x80080000, 0xB0E40000);
    /* Nothing to pair with: the text would be refused. */
    EXPECT("ps_1_1", "    ps_1_1\n    .raw 0x40000001, 0x80080000, 0xB0E40000  // + mov r0.w, t0\n", 0x40000001,
           0x80080000, 0xB0E40000);
}

static void comments_and_trailing_bytes(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x00, 0x02, 0xFE, 0xFF, 0xFE, 0xFF, 0x09, 0x00, 1,    0, 0, 0,    2,    0,    0,
                                    0,    3,    0,    0,    0,    4,    0,    0,    0,    5, 0, 0,    0,    6,    0,
                                    0,    0,    7,    0,    0,    0,    8,    0,    0,    0, 9, 0,    0,    0xFF, 0xFE,
                                    0xFF, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0, 0, 0xAB, 0xCD, 0x01};
    s9_program *program;
    assert_int_equal(s9_decode(bytes, sizeof bytes, NULL, NULL, &program, NULL), S9_OK);
    char *text = disassembled(program, NULL);
    assert_string_equal(
        text, "    vs_2_0\n"
              "    //!comment 9\n"
              "    //! 0x00000001 0x00000002 0x00000003 0x00000004 0x00000005 0x00000006 0x00000007 0x00000008\n"
              "    //! 0xFF000009\n"
              "    //!comment 0\n"
              "    nop\n"
              "    //!trailing 3\n"
              "    //! AB CD 01\n");
    free(text);
    s9_disassemble_options options = {.struct_size = sizeof options, .no_comments = true};
    text = disassembled(program, &options);
    assert_string_equal(text, "    vs_2_0\n    nop\n");
    free(text);
    s9_program_destroy(program);
}

static void offsets_and_tokens(void **state)
{
    (void)state;
    const uint32_t words[] = {0x02000001, 0x800F0000, 0xA0E40000, 0x0000001C};
    s9_program *program = decode_words(0xFFFE0200, words, 4);
    s9_disassemble_options options = {.struct_size = sizeof options, .offsets = true};
    char *text = disassembled(program, &options);
    assert_string_equal(text, "    vs_2_0\n"
                              "    mov r0, c0                              // +0x04\n"
                              "    ret                                     // +0x10\n");
    free(text);
    options.tokens = true;
    text = disassembled(program, &options);
    assert_string_equal(text, "    vs_2_0\n"
                              "    mov r0, c0                              // +0x04  02000001 800F0000 A0E40000\n"
                              "    ret                                     // +0x10  0000001C\n");
    free(text);
    s9_program_destroy(program);
}

/* Nine digits by default; the fewest that are needed with `exact`. Bits that no decimal has are themselves. */
static void floats_of_definitions(void **state)
{
    (void)state;
    const uint32_t words[] = {0x05000051, 0xA00F0000, 0x3DCCCCCD, 0x38D1B717, 0xFF800000, 0x80000000};
    s9_program *program = decode_words(0xFFFE0200, words, 6);
    char *text = disassembled(program, NULL);
    assert_string_equal(text, "    vs_2_0\n    def c0, 0.100000001, 9.99999975e-05, 0xFF800000, -0\n");
    free(text);
    s9_disassemble_options options = {.struct_size = sizeof options, .exact = true};
    text = disassembled(program, &options);
    assert_string_equal(text, "    vs_2_0\n    def c0, 0.1, 0.0001, 0xFF800000, -0\n");
    free(text);
    s9_program_destroy(program);
}

/* ---- names ---- */

static size_t light_path(void *user, s9_register_set set, uint32_t number, char *out, size_t room)
{
    (void)user;
    return set == S9_SET_FLOAT && number >= 10 && number < 14
               ? (size_t)snprintf(out, room, "lights[%u].%s", (unsigned)(number - 10) / 2,
                                  number % 2 == 0 ? "color" : "at")
               : 0;
}

static s9_program *assembled(const char *source)
{
    s9_program *program;
    assert_int_equal(s9_assemble(source, strlen(source), NULL, NULL, &program, NULL), S9_OK);
    return program;
}

static void constants_have_names(void **state)
{
    (void)state;
    static const s9_register_name names[] = {
        {S9_SET_SAMPLER, 0, 1, "Scene"},
        {S9_SET_FLOAT, 14, 60, "Bones_with_a_long_name"},
        {S9_SET_FLOAT, 10, 4, "lights"},
        {S9_SET_FLOAT, 4, 1, "Tint"},
        {S9_SET_FLOAT, 0, 4, "World"},
        {S9_SET_FLOAT, 3, 2, "late"}, /* claims c3, which is World's, and c4, which began later */
        {S9_SET_BOOL, 2, 1, "Fog"},
        {S9_SET_INT, 0, 1, "Lights"},
        {S9_SET_FLOAT, 9, 0, "nothing"},
        {S9_SET_FLOAT, 8191, UINT32_MAX, "end"},
        {S9_SET_FLOAT, 90, 1, "two\nlines\\"},
    };
    s9_program *program = assembled("vs_3_0\n"
                                    "dcl_2d s0\n"
                                    "dcl_position v0\n"
                                    "dcl_position o0\n"
                                    "m4x4 o0, v0, c0\n"
                                    "m3x3 r0.xyz, v0, c1\n"
                                    "m4x4 r1, v0, c2\n"
                                    "mova a0, v0\n"
                                    "add r0, c14[a0.x], r0\n"
                                    "mad r0, r0, c17[a0.y], c17[a0.y].x\n"
                                    "mad r0, c11, c12, r0\n"
                                    "add r0, c90, c9\n"
                                    "loop aL, i0\n"
                                    "mov r1, c12[aL]\n"
                                    "endloop\n"
                                    "if b2\n"
                                    "texldl r0, r0, s0\n"
                                    "endif\n");
    s9_disassemble_options options = {.struct_size = sizeof options, .names = names, .name_count = S9_COUNT(names)};
    char *text = disassembled(program, &options);
    assert_string_equal(text, "//\n"
                              "// Registers:\n"
                              "//\n"
                              "//   Name                   Reg   Size\n"
                              "//   ---------------------- ----- ----\n"
                              "//   Fog                    b2       1\n"
                              "//   Lights                 i0       1\n"
                              "//   World                  c0       4\n"
                              "//   late                   c3       2\n"
                              "//   Tint                   c4       1\n"
                              "//   lights                 c10      4\n"
                              "//   Bones_with_a_long_name c14     60\n"
                              "//   two?lines?             c90      1\n"
                              "//   end                    c8191 4294967295\n"
                              "//   Scene                  s0       1\n"
                              "//\n"
                              "\n"
                              "    vs_3_0\n"
                              "    dcl_2d s0  // Scene\n"
                              "    dcl_position v0\n"
                              "    dcl_position o0\n"
                              "    m4x4 o0, v0, c0  // World\n"
                              "    m3x3 r0.xyz, v0, c1  // World[1..3]\n"
                              "    m4x4 r1, v0, c2  // World[2..3], late[1]\n"
                              "    mova a0, v0\n"
                              "    add r0, c14[a0.x], r0  // Bones_with_a_long_name[a0.x]\n"
                              "    mad r0, r0, c17[a0.y], c17[a0.y].x  // Bones_with_a_long_name[a0.y + 3]\n"
                              "    mad r0, c11, c12, r0  // lights[1], lights[2]\n"
                              "    add r0, c90, c9  // two?lines?\n"
                              "    loop aL, i0  // Lights\n"
                              "      mov r1, c12[aL]  // lights[aL + 2]\n"
                              "    endloop\n"
                              "    if b2  // Fog\n"
                              "      texldl r0, r0, s0  // Scene\n"
                              "    endif\n");
    s9_program *again = assembled(text);
    s9_blob one = {0}, two = {0};
    assert_int_equal(s9_encode(program, NULL, &one), S9_OK);
    assert_int_equal(s9_encode(again, NULL, &two), S9_OK);
    assert_int_equal(one.size, two.size);
    assert_memory_equal(one.data, two.data, one.size);
    s9_blob_free(&one);
    s9_blob_free(&two);
    s9_program_destroy(again);
    free(text);

    options.name_of = light_path;
    options.offsets = true;
    text = disassembled(program, &options);
    assert_non_null(strstr(text, "  lights[0].at, lights[1].color\n"));
    assert_non_null(strstr(text, "lights[aL + 2]\n"));
    free(text);
    s9_program_destroy(program);
}

/* Names without end do not make text without end. */
static void long_names_are_cut(void **state)
{
    (void)state;
    enum { LENGTH = 100000 };
    char *name = malloc(LENGTH + 1);
    assert_non_null(name);
    memset(name, 'n', LENGTH);
    name[LENGTH] = '\0';
    const s9_register_name names[] = {{S9_SET_FLOAT, 0, 2, name}, {S9_SET_FLOAT, 2, 1, "short"}};
    s9_program *program = assembled("vs_2_0\nmov r0, c0\nadd r0, r0, c1\n");
    s9_disassemble_options options = {.struct_size = sizeof options, .names = names, .name_count = 2};
    char *text = disassembled(program, &options);
    assert_true(strlen(text) < 2000);
    free(text);
    s9_blob blob;
    options.names = NULL;
    assert_int_equal(s9_disassemble(program, NULL, &options, &blob), S9_ERROR_ARGUMENT);
    s9_program_destroy(program);
    free(name);
}

static void versions_without_a_spelling(void **state)
{
    (void)state;
    static const uint32_t tokens[] = {0xFFFE0207, 0xFFFF0105, 0xFFFF0301};
    for (size_t i = 0; i < S9_COUNT(tokens); i++) {
        s9_program *program = decode_words(tokens[i], NULL, 0);
        char *text = disassembled(program, NULL), expected[40];
        snprintf(expected, sizeof expected, "    .version 0x%08X\n", (unsigned)tokens[i]);
        assert_string_equal(text, expected);
        free(text);
        s9_program_destroy(program);
    }
}

/* ---- what has no text ---- */

/* Each of these differs in one thing from something that has a text; raw words keep the difference. */
static void bits_without_text_are_raw(void **state)
{
    (void)state;
    static const struct {
        const char *version;
        uint32_t count, words[6];
    } table[] = {
        {"vs_2_0", 3, {0x22000001, 0x800F0000, 0xA0E40000}},             /* bit 29 */
        {"vs_2_0", 3, {0x42000001, 0x800F0000, 0xA0E40000}},             /* co-issue in a vertex shader */
        {"vs_2_0", 3, {0x82000001, 0x800F0000, 0xA0E40000}},             /* bit 31 of an instruction token */
        {"vs_2_0", 3, {0x02010001, 0x800F0000, 0xA0E40000}},             /* controls of mov */
        {"ps_2_0", 4, {0x03030042, 0x800F0000, 0xB0E40001, 0xA0E40802}}, /* project and bias */
        {"vs_2_x", 3, {0x02000029, 0x80E40000, 0x80E40001}},             /* comparison 0 */
        {"vs_2_x", 3, {0x02070029, 0x80E40000, 0x80E40001}},             /* comparison 7 */
        {"vs_2_0", 3, {0x02000001, 0x000F0000, 0xA0E40000}},             /* bit 31 of a parameter token */
        {"vs_2_0", 3, {0x02000001, 0x800F4000, 0xA0E40000}},             /* bits 14, 15 */
        {"vs_2_0", 3, {0x02000001, 0x80000000, 0xA0E40000}},             /* empty mask */
        {"ps_3_0", 3, {0x02000001, 0x808F0000, 0xA0E40000}},             /* result modifier 8 */
        {"ps_2_0", 3, {0x02000001, 0x804F0000, 0xA0E40000}},             /* centroid outside a declaration */
        {"ps_3_0", 3, {0x02000001, 0x810F0000, 0xA0E40000}},             /* shift after ps_1_x */
        {"ps_1_1", 3, {0x00000001, 0x840F0000, 0xA0E40000}},             /* shift without a name */
        {"ps_1_1", 3, {0x02000001, 0x800F0000, 0xA0E40000}},             /* length field in SM1 */
        {"vs_3_0", 3, {0x02000001, 0x802F0000, 0xA0E40000}},             /* partial precision in a vertex shader */
        {"vs_2_0", 3, {0x02000001, 0x800F0000, 0xABE40000}},             /* abs before 3_0 */
        {"vs_3_0", 3, {0x02000001, 0x800F0000, 0xAEE40000}},             /* modifier 14 */
        {"vs_3_0", 3, {0x02000001, 0x800F0000, 0x84E40000}},             /* bx2 after ps_1_x */
        {"ps_3_0", 3, {0x02000001, 0x800F0000, 0x80E40028}},             /* r40 */
        {"vs_3_0", 3, {0x02000001, 0x800F0000, 0xC0E41000}},             /* type 20 */
        {"vs_3_0", 3, {0x02000001, 0x800F0000, 0x80E41000}},             /* 16-bit temporary */
        {"ps_3_0", 3, {0x02000001, 0x800F0000, 0xB0E40000}},             /* t0 in ps_3_0 */
        {"vs_2_0", 3, {0x02000001, 0x800F0000, 0x80E40800}},             /* oC0 in a vertex shader */
        {"vs_2_0", 4, {0x03000001, 0x800F0000, 0xA0E42000, 0xB1000000}}, /* modifier on an index */
        {"vs_2_0", 4, {0x03000001, 0x800F0000, 0xA0E42000, 0xF0000800}}, /* aL with a swizzle */
        {"vs_2_0", 4, {0x03000001, 0x800F0000, 0x80E42000, 0xB0000000}}, /* relative r# */
        {"vs_2_0", 2, {0x0100001E, 0xA0001000}},                         /* label with a swizzle */
        {"vs_2_0", 3, {0x0200001B, 0xF0000800, 0xF0E40000}},             /* loop aL with a swizzle */
        {"vs_2_0", 2, {0x01000028, 0xE0000800}},                         /* b0 with a swizzle */
        {"vs_2_0", 3, {0x0200002F, 0xE00F0800, 2}},                      /* a boolean that is neither 0 nor 1 */
        {"vs_3_0", 3, {0x0200001F, 0x8000000E, 0x900F0000}},             /* usage 14 */
        {"vs_3_0", 3, {0x0200001F, 0x80000025, 0x900F0000}},             /* reserved bits of a DCL word */
        {"ps_2_0", 3, {0x0200001F, 0x88000000, 0xA00F0800}},             /* 1D sampler */
        {"ps_2_0", 3, {0x0200001F, 0x80000005, 0xB00F0000}},             /* usage in ps_2_0 */
        {"vs_2_0", 5, {0x14000002, 0x800F0000, 0xB0E41000, 0x80E40000, 0x80E40001}}, /* predicate before 2_x */
        {"vs_2_x", 5, {0x14000002, 0x800F0000, 0xB1E41000, 0x80E40000, 0x80E40001}}, /* negated predicate */
        {"ps_2_0", 1, {0x0000FFFD}},                                                 /* phase outside ps_1_4 */
        {"ps_2_0", 2, {0x0100004B, 0x80E40000}},                                     /* reserved opcode 75 */
        {"ps_2_0", 2, {0x0100FFFF, 0x80E40000}},                                     /* end token with a length */
        {"vs_2_0", 4, {0x03000001, 0x800F0000, 0xA0E40000, 0xA0E40000}},             /* one operand too many */
        {"vs_2_0", 2, {0x01000001, 0x800F0000}},                                     /* one too few */
        {"vs_2_0", 4, {0x03000042, 0x800F0000, 0xB0E40001, 0xA0E40802}},             /* texld in vs_2_0 */
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        s9_program *program = decode_words(version_token(table[i].version), table[i].words, table[i].count);
        char *text = disassembled(program, NULL), raw[128] = "    .raw";
        size_t n = strlen(raw);
        for (uint32_t k = 0; k < table[i].count; k++)
            n += (size_t)snprintf(raw + n, sizeof raw - n, "%s0x%08X", k > 0 ? ", " : " ", (unsigned)table[i].words[k]);
        const char *line = strchr(text, '\n') + 1;
        if (strncmp(line, raw, n) != 0)
            fail_msg("row %zu prints as %s", i, line);
        assert_int_equal(program->items.count, 1);
        free(text);
        s9_program_destroy(program);
    }
}

static void single_items_can_be_read(void **state)
{
    (void)state;
    static const struct {
        const char *version, *text;
        uint32_t count, words[6];
    } table[] = {
        {"vs_3_0",
         "mad_sat o1.xyz, -r0_abs, c0.wzyx, v1.y",
         5,
         {0x04000004, 0xE0170001, 0x8CE40000, 0xA01B0000, 0x90550001}},
        {"ps_3_0", "mov r40, r0", 3, {0x02000001, 0x800F0028, 0x80E40000}}, /* readable where it is not legal */
        {"vs_3_0", "mov r0, ?20:3", 3, {0x02000001, 0x800F0000, 0xC0E41003}},
        {"vs_2_0", "unknown instruction (0x0200004B 0x80E40000 0x80E40001)", 3, {0x0200004B, 0x80E40000, 0x80E40001}},
        {"vs_2_0", "mov (0x01000001 0x800F0000)", 2, {0x01000001, 0x800F0000}},
        {"vs_2_0", "comment of 2 words", 3, {0x0002FFFE, 1, 2}},
        {"vs_2_x", "if_? r0, r1", 3, {0x02000029, 0x80E40000, 0x80E40001}},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        s9_program *program = decode_words(version_token(table[i].version), table[i].words, table[i].count);
        s9_buffer buffer;
        s9_buffer_init(&buffer, NULL);
        s9_print_item(program, &program->items.items[0], &buffer);
        s9_buffer_char(&buffer, '\0');
        assert_string_equal(buffer.data, table[i].text);
        s9_buffer_free(&buffer);
        s9_program_destroy(program);
    }
}

/* ---- a whole shader ---- */

static void golden_disassembly(void **state)
{
    (void)state;
    size_t size, length;
    char *tokens = files_read(TEST_SOURCE "/tests/golden/disassembly.bin", &size);
    char *expected = files_read(TEST_SOURCE "/tests/golden/disassembly.txt", &length);
    assert_non_null(tokens);
    assert_non_null(expected);
    s9_program *program;
    assert_int_equal(s9_decode(tokens, size, NULL, NULL, &program, NULL), S9_OK);
    char *text = disassembled(program, NULL);
    assert_string_equal(text, expected);
    free(text);
    s9_program_destroy(program);
    free(tokens);
    free(expected);
}

/* What compilers and assemblers have written never needs raw words. */
static void shaders_of_others_have_text(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    size_t raw = 0, instructions = 0;
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        s9_program *program;
        assert_int_equal(s9_decode(bytes, size, NULL, NULL, &program, NULL), S9_OK);
        s9_speller speller;
        s9_speller_init(&speller, program);
        for (uint32_t k = 0; k < program->items.count; k++) {
            const s9_item *item = &program->items.items[k];
            if (item->kind == S9_ITEM_COMMENT)
                continue;
            char text[S9_STATEMENT_TEXT];
            assert_true(s9_spell_item(&speller, item, true, text) < text + sizeof text - 16);
            raw += !speller.exact;
            instructions++;
        }
        s9_program_destroy(program);
        free(bytes);
    }
    files_free(&list);
    print_message("%zu instructions, %zu without text\n", instructions, raw);
    assert_int_equal(raw, 0);
}

/* Gives so many allocations, and counts what is not released. */
typedef struct meter {
    long left, alive;
} meter;

static void *metered(void *user, size_t size)
{
    meter *m = user;
    void *memory = m->left > 0 ? malloc(size) : NULL;
    m->left--;
    m->alive += memory != NULL;
    return memory;
}

static void release(void *user, void *pointer)
{
    ((meter *)user)->alive -= pointer != NULL;
    free(pointer);
}

static void missing_memory_is_an_error(void **state)
{
    (void)state;
    static const s9_register_name names[] = {{S9_SET_FLOAT, 0, 8000, "all"}, {S9_SET_SAMPLER, 0, 1, "s"}};
    meter m = {0, 0};
    const s9_allocator allocator = {metered, release, &m};
    s9_disassemble_options options = {.struct_size = sizeof options, .names = names, .name_count = 2, .tokens = true};
    s9_program *program = assembled("vs_2_0\nadd r0, c0, c1\n");
    s9_result result = S9_ERROR_MEMORY;
    long allocations = 0;
    for (; result == S9_ERROR_MEMORY; allocations++) {
        s9_blob blob;
        m.left = allocations;
        result = s9_disassemble(program, &allocator, &options, &blob);
        assert_int_equal(blob.data == NULL, result != S9_OK);
        s9_blob_free(&blob);
        assert_int_equal(m.alive, 0);
    }
    assert_int_equal(result, S9_OK);
    assert_true(allocations > 2);
    s9_blob blob;
    assert_int_equal(s9_disassemble(NULL, NULL, NULL, &blob), S9_ERROR_ARGUMENT);
    assert_null(blob.data);
    s9_program_destroy(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_encodings),
        cmocka_unit_test(blocks_are_indented),
        cmocka_unit_test(deep_nesting_stays_linear),
        cmocka_unit_test(pairs_have_their_plus_in_front),
        cmocka_unit_test(comments_and_trailing_bytes),
        cmocka_unit_test(offsets_and_tokens),
        cmocka_unit_test(floats_of_definitions),
        cmocka_unit_test(constants_have_names),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(versions_without_a_spelling),
        cmocka_unit_test(bits_without_text_are_raw),
        cmocka_unit_test(single_items_can_be_read),
        cmocka_unit_test(golden_disassembly),
        cmocka_unit_test(shaders_of_others_have_text),
        cmocka_unit_test(missing_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
