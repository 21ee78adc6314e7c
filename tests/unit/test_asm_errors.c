/* SPDX-License-Identifier: MIT */
/* What the assembler refuses: by which rule, how many errors, and the words of the message. */
#include "assembling.h"
#include "isa/isa.h"

/* ---- what the native parser refuses with validation off ---- */

static const char *const refused_by_the_native_parser[][3] = {
    {"ps_3_0", "texldd_x2 r0, v1, s2, v3, v4", "V215"},
    {"vs.1.1", "add r0, r0, r1\n+add r0.a, r0, r2", "V279"},
    {"ps_2_0", "add r0, r0, r1\n+add r0.a, r0, v1", "V279"},
    {"vs_1_1", "(p0) add r0, r0, v0", "V223"},
    {"ps_3_0", "mov r0, v[ a0 + 12 ]", "V337"},
    {"vs_1_1", "mov r0, s0", "V073"},
    {"ps_3_0", "mov r0, v[ aL.x + 12 ]", "V191"},
    {"ps_3_0", "texldd r0, t1, s2, v3, v4", "V084"},
    {"ps_1_3", "mov_x2_x2 r0, r1", "V218"},
    {"vs_1_1", "mov r0, r1, r2", "V018"},
    {"ps_1_4", "texld r5, -r2_dz", "V197"},
    {"ps_2_0", "mov r2, 1 - r0", "V194"},
    {"vs_3_0", "mov r2, 2 - r0", "V194"},
    {"vs_3_0", "mov r2, c[ aL + 3.4 ]", "V342"},
    {"vs_3_0", "mov r2, 1 - r1", "V194"},
    {"vs_1_1", "mov r2, r1_x2", "V193"},
    {"vs_1_1", "mov r2, r1_abs", "V193"},
    {"ps_2_0", "mov r0, r1_x2", "V193"},
    {"vs_2_0", "mov r0, r1.abcd", "V175"},
    {"vs_2_0", "mov r0, r1.xyzwx", "V174"},
    {"vs_2_0", "mov r0, r1.", "V175"},
    {"vs_2_0", "mov r0.xxyz, r1", "V157"},
    {"ps_1_3", "mov r5, r0", "V086"},
    {"ps_3_0", "dcl_positiont o0", "V065"},
    {"vs_3_0", "add_pp r0, r0, r1", "V219"},
    {"ps_3_0", "add_x4 r0, r0, r1", "V215"},
    {"ps_1_3", "add oC0, r0, r1", "V084"},
    {"ps_3_0", "add oC4, r0, r1", "V087"},
    {"vs_3_0", "add r0, r0, v17", "V027"},
    {"vs_3_0", "add o13, r0, r1", "V043"},
    {"vs_3_0", "call l2048", "V266"},
    {"ps_3_0", "texld r0, r1, s20", "V071"},
    {"ps_1_3", "tex t5", "V086"},
    {"vs_3_0", "add r0, r0[ a0.x ], r1", "V334"},
    {"vs_2_0", "add r0, v[ a0.x ], r1", "V335"},
    {"ps_2_0", "add r0, v[ aL ], r1", "V336"},
    {"ps_2_0", "add r0, v[ r0 ], r1", "V336"},
    {"ps_3_0", "add r0, v[ a0.x ], r1", "V337"},
    {"vs_1_1", "mov r0, c0[ a0 ]", "V339"},
    {"ps_3_0", "dcl_texcoord0_sat v0", "V064"},
    {"ps_3_0", "dcl_texcoord0_x2 v0", "V064"},
    {"vs_3_0", "dcl_texcoord0_centroid v0", "V031"},
    {"vs_3_0", "dcl_2d_pp s0", "V075"},
    {"ps_2_0", "texm3x3vspec t3, t0", "V005"},
    {"vs_2_0", "defi i0, -1 - 1, 1, 10, 0", "V080"},
    {"vs.3.0", "add r0, v0[aL - 3 + 5], r2", "V341"},
    {"vs_2_0", "defi i0, 1, 1.1, 10, 0", "V079"},
    {"vs.3.0", "defi c0, -1, 1, 0, 0", "V076"},
    {"vs.3.0", "def c0, -1, --1, 0, 0", "V080"},
};

static void the_native_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < S9_COUNT(refused_by_the_native_parser); i++)
        expect_refused(refused_by_the_native_parser[i][0], refused_by_the_native_parser[i][1],
                       refused_by_the_native_parser[i][2]);
    /* several faults in one statement are several errors */
    assembled a = assemble("vs_2_0\ndefi i0, 1.0, 1.1, 10.2, 0.3\n");
    assert_int_equal(s9_diagnostics_errors(a.diagnostics), 4);
    assembled_free(&a);
    a = assemble("vs.3.0\ndefi c0, -1, --1, 0, 0\n");
    assert_int_equal(s9_diagnostics_errors(a.diagnostics), 2);
    assembled_free(&a);
    a = assemble("vs_3_0\ntexldl oC2, v0\n"); /* a missing register, and an operand too few */
    assert_int_equal(s9_diagnostics_errors(a.diagnostics), 2);
    assembled_free(&a);
}

/* ---- the choice of the rule ---- */

static const char *const rules[][3] = {
    /* opcodes */
    {"vs_1_1", "lrp r0, r1, r2, r3", "V005"},
    {"ps_1_3", "phase", "V024"},
    {"ps_1_4", "defi i0, 1, 0, 0, 0", "V077"},
    {"vs_1_1", "defb b0, true", "V077"},
    {"vs_2_0", "setp_gt p0, r0, r1", "V232"},
    {"ps_2_0", "setp_gt p0, r0, r1", "V223"},
    {"ps_2_0", "if b0", "V231"},
    {"vs_1_1", "rep i0", "V231"},
    {"vs_2_0", "if_lt r0.x, r1.x", "V232"},
    {"vs_2_0", "break", "V232"},
    {"vs_2_0", "if p0.x", "V232"},
    {"vs_2_0", "callnz l0, p0.x", "V232"},
    {"ps_2_x", "loop aL, i0", "V235"},
    {"ps_1_1", "texdp3 t1, t0", "V295"},
    {"ps_1_2", "texm3x2depth t1, t0", "V295"},
    {"ps_1_4", "tex t0", "V299"},
    {"ps_1_4", "texm3x3tex t2, t0", "V299"},
    {"ps_2_x", "texldl r0, t0, s0", "V310"},
    {"vs_3_0", "texld r0, v0, s0", "V311"},
    {"ps_2_0", "texldd r0, t0, s0, r1, r2", "V005"},
    {"ps_1_1", "texld r0, t0, s0", "V005"},
    {"ps_1_1", "dcl t0", "V049"},
    {"vs_2_0", "mvo r0, r1", "V005"},
    /* operand counts */
    {"vs_1_1", "add r0, r1", "V018"},
    {"vs_1_1", "nop r0", "V333"},
    {"vs_2_0", "else r0", "V018"},
    {"vs_2_0", "loop i0", "V240"},
    {"vs_2_0", "rep aL, i0", "V241"},
    {"vs_2_0", "callnz l0", "V269"},
    {"ps_1_4", "texld r0, t0, s0", "V073"},
    {"vs_3_0", "sincos r0.xy, r1.x, c0, c1", "V018"},
    {"vs_2_0", "sincos r0.xy, r1.x", "V018"},
    {"ps_1_1", "tex t0, t1", "V018"},
    {"vs_2_0", "sgn r0, r1", "V018"},
    /* operand kinds */
    {"vs_2_0", "loop i0, i1", "V240"},
    {"vs_2_0", "rep c0", "V241"},
    {"vs_2_0", "if r0.x", "V242"},
    {"vs_2_x", "setp p0, r0, r1", "V243"},
    {"vs_2_x", "if_xx r0, r1", "V243"},
    {"vs_2_x", "add_gt r0, r1, r2", "V243"},
    {"vs_2_0", "callnz l0, r0.x", "V269"},
    {"vs_2_0", "mov r0, l0", "V106"},
    {"vs_2_0", "mov l0, r0", "V106"},
    /* files and numbers */
    {"ps_2_0", "mov a0.x, r0", "V085"},
    {"ps_2_0", "mov r0, aL", "V085"},
    {"vs_3_0", "mov oPos, r0", "V084"},
    {"vs_1_1", "mov oD2, c0", "V017"},
    {"vs_2_0", "mova a1.x, c0", "V017"},
    {"vs_2_x", "(p1) mov r0, c0", "V017"},
    {"vs_2_0", "mov r12, c0", "V086"},
    {"vs_2_x", "mov r32, c0", "V088"},
    {"ps_2_0", "mov r0, v2", "V051"},
    {"ps_3_0", "mov r0, v10", "V055"},
    {"vs_2_0", "mov r0, c8192", "V089"},
    {"vs_2_0", "mov r0, c99999999999999999999", "V089"},
    {"ps_3_0", "mov r0, c224", "V086"},
    {"vs_3_0", "mov r0, v2048[aL]", "V027"},
    {"vs_2_0", "call l2048", "V265"},
    {"vs_2_0", "mov oT8, c0", "V086"},
    {"vs_3_0", "rep i16", "V086"},
    /* masks, swizzles, modifiers */
    {"vs_2_0", "mov r0.yx, r1", "V157"},
    {"vs_2_0", "mov r0.q, r1", "V175"},
    {"vs_2_0", "rep i0.x", "V192"},
    {"vs_2_0", "if b0.x", "V192"},
    {"vs_2_0", "call l0.x", "V192"},
    {"vs_3_0", "mov r0, c[aL.x]", "V191"},
    {"ps_1_1", "mov r0, 1-r1_bias", "V196"},
    {"ps_1_1", "mov r0, 2-r1", "V194"},
    {"vs_2_x", "mov r0, !r1", "V209"},
    {"vs_2_0", "add_sat r0, r1, r2", "V211"},
    {"ps_1_1", "add_pp r0, r1, r0", "V219"},
    {"ps_3_0", "add_centroid r0, r1, r2", "V220"},
    {"vs_3_0", "rep_sat i0", "V221"},
    {"ps_3_0", "if_sat b0", "V221"},
    {"ps_2_x", "nop_pp", "V221"},
    {"ps_1_3", "mov r0, r1_dz", "V193"},
    {"vs_3_0", "mov r0, r1_bx2", "V193"},
    {"vs_3_0", "mov r0, r1_abs_abs", "V193"},
    /* predicates, co-issue */
    {"vs_2_x", "(b0) add r0, r1, r2", "V229"},
    {"ps_2_0", "(p0) mov r0, c0", "V223"},
    {"ps_1_1", "+mov r0.a, c0", "V280"},
    {"ps_1_1", "def c0, 0, 0, 0, 0\n+mov r0.a, c0", "V280"},
    {"ps_1_4", "mov r0.rgb, c0\nphase\n+mov r0.a, c0", "V280"},
    {"ps_1_1", "mov r0.rgb, c0\n+def c0, 0, 0, 0, 0", "V280"},
    {"ps_1_1", "mov r0.rgb, c0\n+", "V280"},
    /* relative addressing */
    {"vs_2_0", "mov oT0[a0.x], r0", "V334"},
    {"vs_2_0", "mov r0, c[r1.x]", "V338"},
    {"vs_2_0", "mov r0, c[a0.x + a0.y]", "V338"},
    {"vs_1_1", "mov r0, c[a0.y]", "V339"},
    {"vs_1_1", "mov r0, c[aL]", "V339"},
    {"ps_3_0", "mov r0, c[aL]", "V337"},
    {"vs_3_0", "mov r0, c[-1]", "V341"},
    {"vs_2_0", "mov oPos[1], r0", "V334"},
    /* declarations */
    {"vs_2_0", "dcl v0", "V028"},
    {"vs_2_0", "dcl_weight v0", "V029"},
    {"vs_2_0", "dcl_texcoord16 v0", "V030"},
    {"vs_2_0", "dcl_position v16", "V027"},
    {"vs_2_0", "dcl_texcoord o0", "V035"},
    {"vs_3_0", "dcl_texcoord o12", "V043"},
    {"ps_2_0", "dcl t8", "V051"},
    {"ps_2_0", "dcl_texcoord0 t0", "V052"},
    {"ps_2_0", "dcl_texcoord0_pp t1", "V052"},
    {"ps_2_0", "dcl_sat t1", "V052"},
    {"ps_2_0", "dcl vPos", "V053"},
    {"vs_2_0", "dcl_position t0", "V053"},
    {"ps_3_0", "dcl_texcoord9_pp v10", "V055"},
    {"ps_3_0", "dcl v0", "V056"},
    {"ps_3_0", "dcl_texcoord t0", "V056"},
    {"ps_3_0", "dcl_pp vFace", "V064"},
    {"ps_3_0", "dcl_color oC0", "V065"},
    {"ps_2_0", "dcl_3d s0", "V070"},
    {"ps_2_0", "dcl_1d s0", "V070"},
    {"ps_2_0", "dcl s0", "V070"},
    {"vs_3_0", "dcl_2d s4", "V071"},
    {"ps_2_0", "dcl_cube t0.rgb", "V072"},
    {"vs_2_0", "dcl_2d s0", "V073"},
    {"ps_2_0", "dcl_2d_centroid s0", "V220"},
    {"ps_2_0", "dcl", "V018"},
    {"ps_2_0", "dcl t0, t1", "V018"},
    /* definitions */
    {"vs_2_0", "def i0, 1, 2, 3, 4", "V076"},
    {"vs_2_0", "def c0.xy, 1, 2, 3, 4", "V076"},
    {"vs_2_0", "def c[a0.x], 1, 2, 3, 4", "V076"},
    {"vs_2_0", "def c0, 1, 2, 3", "V078"},
    {"vs_2_0", "def c0, 1, 2, 3, 4, 5", "V078"},
    {"vs_2_0", "defb b0", "V078"},
    {"vs_2_0", "defb b0, 1", "V081"},
    {"vs_2_0", "def c0, +1, 2, 3, 4", "V080"},
    {"vs_2_0", "def c0, 1 + 1, 2, 3, 4", "V080"},
    {"ps_1_1", "def c8, 1, 1, 1, 1", "V082"},
    {"ps_2_0", "def c32, 1, 1, 1, 1", "V082"},
    {"ps_3_0", "def c224, 1, 1, 1, 1", "V082"},
    {"vs_3_0", "defi i16, 1, 1, 1, 1", "V082"},
    {"vs_3_0", "defb b16, true", "V082"},
    {"vs_3_0", "def c8192, 1, 1, 1, 1", "V089"},
    /* form alone */
    {"vs_2_0", "mov r0 r1", ""},
    {"vs_2_0", "mov, r0, r1", ""},
    {"vs_2_0", "mov r0, r1,", ""},
    {"vs_2_0", "mov r0, r1,\nr2", "V018"},
    {"vs_2_0", "mov r0, --r1", ""},
    {"vs_2_0", "mov r0, +r1", ""},
    {"vs_2_0", "mov r0, 1", ""},
    {"vs_2_0", "mov r0, x1", ""},
    {"vs_2_0", "mov r, r1", ""},
    {"vs_2_0", "mov r0, c[1", ""},
    {"vs_2_0", "mov r0, c[a0.x][2]", ""},
    {"vs_2_0", "def c0, 1.0h, 2, 3, 4", ""},
    {"vs_2_0", "def c0, 0x1234, 2, 3, 4", ""},
    {"vs_2_0", "def c0, 1.#INF, 2, 3, 4", ""},
    {"vs_2_0", "def c0, nan, 2, 3, 4", "V078"},
    {"vs_2_0", "defi i0, 4294967296, 2, 3, 4", ""},
    {"vs_2_0", "def c0, 1 2, 3, 4", ""},
    {"vs_2_0", "mov_foo r0, r1", ""},
    {"vs_2_0", "/* no end", ""},
    {"vs_2_0", "mov r0, r1\n\x81", ""},
    {"vs_2_0", "end", ""},
    {"vs_2_0", "{", ""},
    {"ps_2_x", "(p0 mov r0, r1", ""},
    {"vs_2_0", "//!comment", ""},
    {"vs_2_0", "//!comment 1", ""},
    {"vs_2_0", "//!comment 1\n//! 0x1", ""},
    {"vs_2_0", "//!comment 1\n//! 0x00000001 0x00000002", ""},
    {"vs_2_0", "//!trailing 1\n//! 0g", ""},
    {"vs_2_0", ".raw", ""},
    {"vs_2_0", ".raw 12", ""},
    {"vs_2_0", ".raw 0x02000001, 0x800F0000", ""},
    {"vs_2_0", ".raw 0x0000FFFF", ""},
    {"vs_1_1", ".raw 0x00000051, 0xA00F0000", ""},
    {"vs_1_1", ".raw 0x00000001, 0x00000001", ""},
    {"vs_2_0", "...", ""},
    {"vs_2_0", ".version 0xFFFE0200", "V003"},
    {"vs_2_0", "ps_2_0\nmov oC0, c0\ntexld r0, t0, s0", "V003"},
};

static void each_fault_has_its_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < S9_COUNT(rules); i++)
        expect_refused(rules[i][0], rules[i][1], rules[i][2]);
}

static void the_version_comes_first(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", "V001"},
        {" \n ; only a comment", "V001"},
        {"add r0, r1, r2\nvs_1_1\nmvo r0, r1", "V001"},
        {".raw 0x00000000", "V001"},
        {"ps_2_1\nmvo r0, c0", "V002"},
        {"vs_2_a\nmov r0, c0", "V002"},
        {"PS_2_B", "V002"},
        {"vs_4_0\nret", "V002"},
        {".version 0xFFFE0400", "V002"},
        {"vs.1.4", "V002"},
        {"/* no end", ""},
    };
    for (size_t i = 0; i < S9_COUNT(rows); i++) {
        assembled a = assemble(rows[i][0]);
        assert_int_equal(a.result, S9_ERROR_INVALID);
        assert_int_equal(s9_diagnostics_errors(a.diagnostics), 1);
        assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->code, rows[i][1]);
        assembled_free(&a);
    }
}

/* An error leaves the statements around it alone, whatever stands between. */
static void one_error_a_fault(void **state)
{
    (void)state;
    static const char *const broken[] = {"mvo r0, r1",
                                         "mov r0.yx, r1",
                                         "add r0, r1",
                                         "mov r0, q7",
                                         "mov r0, c[a0.x + ",
                                         "def c0, 1, 2",
                                         "mov_foo r0, r1",
                                         "add r0, r1, r2, r3",
                                         "dcl_foo v0",
                                         "mov r0, r1 r2",
                                         "@",
                                         "texld r0, t0, s0",
                                         "mul r0, r1,",
                                         "if_lt r0.x, c0.x",
                                         "mov r0, c8[1.5]",
                                         ".raw 7",
                                         "mov r0, r99",
                                         "//!comment x",
                                         "(p0) mov r0, r1",
                                         "+mov r0, r1"};
    s9_buffer text;
    s9_buffer_init(&text, NULL);
    s9_buffer_text(&text, "vs_2_0\n");
    for (size_t i = 0; i < S9_COUNT(broken); i++)
        s9_buffer_format(&text, "mov r0, c0\n%s\nmad r1, r0, c1, r2\n", broken[i]);
    assembled a = assemble_with(text.data, text.size, NULL);
    if (s9_diagnostics_errors(a.diagnostics) != S9_COUNT(broken)) {
        char *messages = assembling_messages(a.diagnostics);
        print_error("%s", messages);
        free(messages);
    }
    assert_int_equal(s9_diagnostics_errors(a.diagnostics), S9_COUNT(broken));
    for (size_t i = 0; i < S9_COUNT(broken); i++)
        assert_int_equal(s9_diagnostics_get(a.diagnostics, i)->at.line, 3 * i + 3);
    assembled_free(&a);
    s9_buffer_free(&text);
}

static void errors_have_an_end(void **state)
{
    (void)state;
    s9_buffer text;
    s9_buffer_init(&text, NULL);
    s9_buffer_text(&text, "vs_2_0\n");
    for (int i = 0; i < 200000; i++)
        s9_buffer_text(&text, "@\n");
    assembled a = assemble_with(text.data, text.size, NULL);
    assert_int_equal(a.result, S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(a.diagnostics), 10000);
    assembled_free(&a);
    s9_buffer_free(&text);
}

/* ---- the words ---- */

/* Each NAME.asm of the golden folder gives the messages of NAME.txt. */
static void golden_messages(void **state)
{
    (void)state;
    files_list list = files_of(TEST_SOURCE "/tests/golden/asm_errors", ".asm");
    assert_true(list.count > 0);
    size_t wrong = 0;
    for (size_t i = 0; i < list.count; i++) {
        size_t size, expected_size;
        char *text = files_read(list.paths[i], &size);
        assert_non_null(text);
        const char *name = strrchr(list.paths[i], '/') + 1;
        s9_assemble_options options = {.struct_size = sizeof options, .name = name};
        assembled a = assemble_with(text, size, &options);
        char *messages = assembling_messages(a.diagnostics);
        char path[1024];
        snprintf(path, sizeof path, "%.*s.txt", (int)strlen(list.paths[i]) - 4, list.paths[i]);
        if (getenv("S9_GOLDEN_WRITE") != NULL) {
            FILE *file = fopen(path, "wb");
            assert_non_null(file);
            fputs(messages, file);
            fclose(file);
        }
        char *expected = files_read(path, &expected_size);
        if (expected == NULL || strcmp(expected, messages) != 0) {
            print_error("%s: expected\n%s\ngot\n%s", name, expected != NULL ? expected : "(no file)", messages);
            wrong++;
        }
        free(expected);
        free(messages);
        free(text);
        assembled_free(&a);
    }
    files_free(&list);
    assert_int_equal(wrong, 0);
}

/* ---- the rules' own examples ---- */

typedef struct row {
    char rule[8], kind[8];
    char example[600];
} row;

/* One row "| V012 | text | versions | rule | `a`<br>`b` | source |"; false when the line is none. */
static bool read_row(const char *line, const char *end, row *out)
{
    const char *cells[8];
    size_t count = 0;
    memset(out, 0, sizeof *out);
    if (end - line < 10 || memcmp(line, "| V", 3) != 0)
        return false;
    for (const char *p = line; p < end && count < 8; p++)
        if (*p == '|' && p[-1] != '\\')
            cells[count++] = p + 1;
    if (count < 7)
        return false;
    snprintf(out->rule, sizeof out->rule, "%.4s", cells[0] + 1);
    sscanf(cells[1], " %7s", out->kind);
    size_t n = 0;
    bool code = false;
    for (const char *p = cells[4]; p < cells[5] - 1 && n + 2 < sizeof out->example; p++) {
        if (*p == '`') {
            code = !code;
            if (!code)
                out->example[n++] = '\n';
        } else if (code) {
            out->example[n++] = *p;
        } else if (end - p > 4 && memcmp(p, "or<br>", 6) == 0) {
            break; /* a second example is another program */
        }
    }
    return true;
}

/* Examples that are no text to assemble: prose, words of a stream, lines of two shaders. */
static bool is_prose(const char *example)
{
    size_t word = strcspn(example, " \n");
    bool version = s9_isa_version_of_text(example, word) != S9_VERSION_COUNT;
    return strstr(example, "...") != NULL || strstr(example, ": ") != NULL || strstr(example, " with ") != NULL ||
           strstr(example, " on ") != NULL ||
           (!version && strncmp(example, "add r0", 6) != 0 && strncmp(example, "ps_2_1", 6) != 0);
}

/* Rules that have no breaking program of their own: what is reported instead. */
static const char *reported_as(const char *rule)
{
    return strcmp(rule, "V007") == 0 ? "V279" : strcmp(rule, "V011") == 0 ? "V334" : rule;
}

/*
 * The examples of rules that the assembler knows are refused for that rule and no other; the others are the
 * validator's: the assembler takes them, or what cannot be written at all it refuses for the same rule.
 */
static void examples_of_the_rules(void **state)
{
    (void)state;
    size_t size, refused = 0, taken = 0, skipped = 0, wrong = 0;
    char *page = files_shared("spec/validation.md", &size);
    for (char *line = page; *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end == NULL)
            end = line + strlen(line);
        row r;
        if (read_row(line, end, &r) && strlen(r.kind) <= 5) {
            if (is_prose(r.example)) {
                skipped++;
                line = *end == '\0' ? end : end + 1;
                continue;
            }
            assembled a = assemble(r.example);
            bool good = a.result != S9_OK || strcmp(r.kind, "text") != 0;
            for (size_t i = 0; i < s9_diagnostics_count(a.diagnostics); i++) {
                const s9_diagnostic *d = s9_diagnostics_get(a.diagnostics, i);
                good &= d->severity != S9_ERROR || strcmp(d->code, reported_as(r.rule)) == 0;
            }
            if (!good) {
                char *messages = assembling_messages(a.diagnostics);
                print_error("%s (%s):\n%s%s", r.rule, r.kind, r.example, a.result == S9_OK ? "is taken\n" : messages);
                free(messages);
                wrong++;
            }
            refused += a.result != S9_OK;
            taken += a.result == S9_OK;
            assembled_free(&a);
        }
        line = *end == '\0' ? end : end + 1;
    }
    print_message("%zu refused, %zu left to the validator, %zu without a program\n", refused, taken, skipped);
    free(page);
    assert_true(refused > 0 && taken > 0);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_native_refusals),     cmocka_unit_test(each_fault_has_its_rule),
        cmocka_unit_test(the_version_comes_first), cmocka_unit_test(one_error_a_fault),
        cmocka_unit_test(errors_have_an_end),      cmocka_unit_test(golden_messages),
        cmocka_unit_test(examples_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
