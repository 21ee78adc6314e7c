/* SPDX-License-Identifier: MIT */
/*
 * Plain statements are read straight from the characters, all others by the parser proper; both must give the same
 * program and the same messages. A macro that no text uses sends everything through the parser proper.
 */
#include "asm/keywords.h"
#include "assembling.h"

static uint64_t state = UINT64_C(0x9E3779B97F4A7C15);

static uint32_t next_random(uint32_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % bound;
}

/* ---- comparing ---- */

typedef struct reading {
    s9_result result;
    s9_program *program;
    s9_diagnostics *diagnostics;
} reading;

static reading read_text(const char *text, size_t size, bool plain)
{
    static const s9_define unused = {"A_MACRO_THAT_NO_TEXT_USES", NULL};
    s9_assemble_options options = {.struct_size = sizeof options,
                                   .name = "text",
                                   .defines = &unused,
                                   .define_count = plain ? 0 : 1,
                                   .keep_refused = true};
    reading r = {S9_OK, NULL, NULL};
    assert_int_equal(s9_diagnostics_create(NULL, &r.diagnostics), S9_OK);
    r.result = s9_assemble(text, size, NULL, &options, &r.program, r.diagnostics);
    return r;
}

static bool same_operand(const s9_operand *a, const s9_operand *b)
{
    return a->token == b->token && a->relative == b->relative && a->word == b->word &&
           a->has_relative == b->has_relative;
}

static const char *item_difference(const s9_item *a, const s9_item *b)
{
    if (a->kind != b->kind || a->opcode != b->opcode || a->refused != b->refused)
        return "kind or opcode";
    if (a->word_count != b->word_count || memcmp(a->words, b->words, a->word_count * sizeof *a->words) != 0)
        return "words";
    if (a->word != b->word || a->instruction != b->instruction || a->dcl != b->dcl)
        return "counts";
    if (a->has_destination != b->has_destination || a->has_predicate != b->has_predicate ||
        a->source_count != b->source_count || a->literal_count != b->literal_count ||
        (a->literals == NULL ? b->literals != NULL
                             : b->literals == NULL || a->literals - a->words != b->literals - b->words))
        return "form";
    if (!same_operand(&a->destination, &b->destination) || !same_operand(&a->predicate, &b->predicate))
        return "destination or predicate";
    for (uint32_t i = 0; i < S9_MAX_SOURCES; i++)
        if (!same_operand(&a->sources[i], &b->sources[i]))
            return "sources";
    uint32_t places = 1u + a->has_destination + a->has_predicate + a->source_count;
    return memcmp(a->spans, b->spans, places * sizeof *a->spans) != 0 ? "places" : NULL;
}

static const char *program_difference(const s9_program *a, const s9_program *b)
{
    if (a == NULL || b == NULL)
        return a != b ? "one has a program" : NULL;
    if (a->version_token != b->version_token ||
        memcmp(&a->version_span, &b->version_span, sizeof a->version_span) != 0 || a->end_word != b->end_word ||
        a->instruction_count != b->instruction_count || a->items.count != b->items.count)
        return "version or counts";
    for (uint32_t i = 0; i < a->items.count; i++) {
        const char *what = item_difference(&a->items.items[i], &b->items.items[i]);
        if (what != NULL)
            return what;
    }
    for (uint32_t i = 0; i < a->line_count; i++)
        if (a->line_starts[i] != b->line_starts[i])
            return "lines";
    return NULL;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static const char *message_difference(const s9_diagnostics *a, const s9_diagnostics *b)
{
    if (s9_diagnostics_count(a) != s9_diagnostics_count(b))
        return "the number of messages";
    for (size_t i = 0; i < s9_diagnostics_count(a); i++) {
        const s9_diagnostic *x = s9_diagnostics_get(a, i), *y = s9_diagnostics_get(b, i);
        if (x->severity != y->severity || !same_text(x->code, y->code) || !same_text(x->message, y->message) ||
            !same_text(x->hint, y->hint) || !same_text(x->text, y->text) || x->at.line != y->at.line ||
            x->at.column != y->at.column || x->at.length != y->at.length)
            return "messages";
    }
    return NULL;
}

static uint64_t compared, taken;

static void compare(const char *given, size_t size)
{
    if (memchr(given, '#', size) != NULL)
        return;                               /* it may have directives: there is one way for those only */
    char *text = malloc(size > 0 ? size : 1); /* exactly its size: reading on is seen by a sanitizer */
    assert_non_null(text);
    memcpy(text, given, size);
    reading fast = read_text(text, size, true), slow = read_text(text, size, false);
    const char *what = fast.result != slow.result ? "result" : program_difference(fast.program, slow.program);
    if (what == NULL)
        what = message_difference(fast.diagnostics, slow.diagnostics);
    if (what != NULL) {
        char *a = assembling_messages(fast.diagnostics), *b = assembling_messages(slow.diagnostics);
        print_error("%s differ for\n%.*s\n--- plain\n%s--- proper\n%s", what, (int)size, text, a, b);
        fail();
    }
    compared++;
    taken += fast.result == S9_OK;
    s9_program_destroy(fast.program);
    s9_program_destroy(slow.program);
    s9_diagnostics_destroy(fast.diagnostics);
    s9_diagnostics_destroy(slow.diagnostics);
    free(text);
}

/* ---- texts ---- */

static const char *const pieces[] = {
    "r0",
    "r11",
    "r12",
    "r31",
    "r32",
    "c0",
    "c95",
    "c100",
    "c255",
    "c2047",
    "c2048",
    "v0",
    "v15",
    "v16",
    "t0",
    "t3",
    "t8",
    "s0",
    "s15",
    "s16",
    "a0",
    "a0.x",
    "aL",
    "oPos",
    "oT0",
    "oD1",
    "oC0",
    "oDepth",
    "o0",
    "vPos",
    "vFace",
    "b0",
    "i0",
    "p0",
    "l0",
    "R0",
    "C3",
    ".x",
    ".xyz",
    ".xyzw",
    ".wzyx",
    ".rgba",
    ".yx",
    ".xxyz",
    ".xyzwx",
    ".q",
    ".",
    "[a0.x",
    "[aL+3]",
    "[a0.x+",
    "4]",
    "]",
    "-",
    "- ",
    "1-",
    "!",
    "_abs",
    "_bx2",
    "_x2",
    "_bias",
    "_dz",
    "_sat",
    "_pp",
    "_d2",
    "_centroid",
    "_x4",
    ",",
    ", ",
    " ",
    "\t",
    "\n",
    "\r\n",
    ";",
    "// x\n",
    "/* y */",
    "+",
    "(p0)",
    "0",
    "1",
    "-1",
    "0.5",
    ".25f",
    "1e20",
    "3.4e39",
    "9.99999975e-005",
    "0x3F800000",
    "1.#INF",
    "1e-46",
    "mov ",
    "add ",
    "mad ",
    "dp3 ",
    "rcp ",
    "texld ",
    "tex ",
    "nop\n",
    "texkill ",
    "m4x4 ",
    "sincos ",
    "def ",
    "dcl ",
    "dcl_texcoord3 ",
    "dcl_2d ",
    "dcl_position ",
    "dcl_color16 ",
    "if b0\n",
    "endif\n",
    "frc ",
    "sgn ",
    "//!comment 1\n",
    "\\\n",
    "12: ",
    "vs_3_0\n",
    "setp_gt ",
    "callnz ",
    "MOV ",
    "texldp ",
    "cmp ",
    "lrp ",
};

/* One change of a text: a piece put in, a part taken out or twice, a character changed. */
static size_t mutate(char *text, size_t size, size_t room)
{
    size_t at = size > 0 ? next_random((uint32_t)size) : 0;
    const char *piece = pieces[next_random(S9_COUNT(pieces))];
    size_t length = strlen(piece);
    switch (next_random(4)) {
    case 0:
        if (size + length <= room) {
            memmove(text + at + length, text + at, size - at);
            memcpy(text + at, piece, length);
            return size + length;
        }
        break;
    case 1: {
        size_t count = 1 + next_random(6);
        count = count < size - at ? count : size - at;
        memmove(text + at, text + at + count, size - at - count);
        return size - count;
    }
    case 2:
        for (size_t i = 0; i < length && at + i < size; i++)
            text[at + i] = piece[i];
        break;
    default:
        if (at < size)
            text[at] = (char)(' ' + next_random(95));
        break;
    }
    return size;
}

static void compare_mutated(const char *text, size_t size, uint32_t times)
{
    size_t room = size + 512;
    char *copy = malloc(room);
    assert_non_null(copy);
    for (uint32_t i = 0; i < times; i++) {
        size_t length = size;
        memcpy(copy, text, size);
        for (uint32_t changes = 1 + next_random(4); changes > 0 && length > 0; changes--)
            length = mutate(copy, length, room);
        compare(copy, length);
    }
    free(copy);
}

/* Texts put together of pieces: one statement a line, with registers, letters and mistakes in all places. */
static void test_pieces(void **unused)
{
    static const char *const versions[] = {"vs_1_1", "vs.2.0", "vs_2_x", "vs_3_0", "vs_3_sw", "ps_1_1",
                                           "ps_1_4", "ps_2_0", "ps_2_x", "ps_3_0", "ps_2_sw"};
    static const struct {
        const char *text;
        uint32_t operands;
    } starts[] = {{"mov ", 2},         {"add ", 3},     {"mad ", 4}, {"dp4 ", 3},  {"texld ", 3},
                  {"dcl_texcoord", 1}, {"def c0, ", 4}, {"tex ", 1}, {"rsq ", 2},  {"max_sat ", 3},
                  {"mul_pp ", 3},      {"cmp ", 4},     {"dcl ", 1}, {"m3x3 ", 3}, {"lrp_x2 ", 4}};
    static const char *const letters[] = {"", "", ".x", ".xy", ".xyz", ".xyzw", ".wzyx", ".rgb", ".w", ".yyyy"};
    static const char *const registers[] = {"r", "r", "r", "r", "c", "v", "t", "s", "oT", "o", "oC", "-r", "-c", "- v"};
    char text[4096];
    (void)unused;
    for (uint32_t i = 0; i < 6000; i++) {
        size_t n = (size_t)snprintf(text, sizeof text, "%s\n", versions[next_random(S9_COUNT(versions))]);
        for (uint32_t line = 1 + next_random(6); line > 0; line--) {
            uint32_t start = next_random(2) == 0 ? next_random(4) : next_random(S9_COUNT(starts));
            uint32_t operands = next_random(20) == 0 ? next_random(5) : starts[start].operands;
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", next_random(3) == 0 ? "    " : "",
                                  starts[start].text);
            for (uint32_t k = 0; k < operands; k++) {
                if (next_random(60) == 0)
                    n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", k > 0 ? "," : "",
                                          pieces[next_random(S9_COUNT(pieces))]);
                else
                    n += (size_t)snprintf(text + n, sizeof text - n, "%s%s%u%s", k > 0 ? ", " : "",
                                          registers[next_random(S9_COUNT(registers))], (unsigned)next_random(8),
                                          letters[next_random(S9_COUNT(letters))]);
            }
            n += (size_t)snprintf(text + n, sizeof text - n, "%s",
                                  next_random(10) == 0               ? " ; end\n"
                                  : line == 1 && next_random(2) == 0 ? ""
                                                                     : "\n");
        }
        compare(text, n);
    }
    print_message("%llu texts, %llu of them without a fault\n", (unsigned long long)compared,
                  (unsigned long long)taken);
}

/* The end of the text at every place of a statement. */
static void test_ends(void **unused)
{
    static const char text[] = "vs_2_0\ndcl_texcoord12 v12.xyz\ndef c31, 1.5, -2, .25e-3f, 0\n"
                               "mad_sat r10.xyz, -c[a0.x + 12].xyzx, v12.w, - r11\r\n mov oT7.xy, r0.xyxx // end\n";
    (void)unused;
    for (size_t size = 0; size < sizeof text; size++) {
        compare(text, size);
        char cut[sizeof text + 1];
        memcpy(cut, text, size);
        cut[size] = '\n';
        compare(cut, size + 1);
    }
}

static void test_corpus(void **unused)
{
    (void)unused;
    compared = taken = 0;
    files_list list = files_shared_folder("corpus/asm", ".asm");
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *text = files_read(list.paths[i], &size);
        assert_non_null(text);
        compare(text, size);
        if (size < 20000)
            compare_mutated(text, size, 8);
        free(text);
    }
    print_message("%zu texts, %llu with their mutations, %llu of them without a fault\n", list.count,
                  (unsigned long long)compared, (unsigned long long)taken);
    files_free(&list);
}

/* ---- words ---- */

/* Each mnemonic has a slot of its own in the table that they are looked up in. */
static void test_mnemonics(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < s9_asm_mnemonic_count(); i++) {
        const s9_asm_mnemonic *m = s9_asm_mnemonic_at(i);
        int found = s9_asm_find_mnemonic(m->text, m->length);
        if (found < 0)
            fail_msg("'%s' is not in s9_asm_mnemonic_slots, or another one has its slot", m->text);
        assert_string_equal(s9_asm_mnemonic_at((uint32_t)found)->text, m->text);
        /* if and break have two opcodes; the first has the name. */
        assert_true((uint32_t)found == i || (uint32_t)found < i);
        char upper[S9_ASM_LONGEST_MNEMONIC + 1] = {0};
        for (uint32_t k = 0; k < m->length; k++)
            upper[k] = m->text[k] >= 'a' && m->text[k] <= 'z' ? (char)(m->text[k] - 32) : m->text[k];
        assert_int_equal(s9_asm_find_mnemonic(upper, m->length), found);
    }
    assert_int_equal(s9_asm_find_mnemonic("movx", 4), -1);
    assert_int_equal(s9_asm_find_mnemonic("mo", 2), -1);
    assert_int_equal(s9_asm_find_mnemonic("", 0), -1);
    assert_int_equal(s9_asm_find_mnemonic("texm3x3texm3x3texm3x3", 21), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mnemonics), cmocka_unit_test(test_ends),
                                       cmocka_unit_test(test_pieces), cmocka_unit_test(test_corpus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
