/* SPDX-License-Identifier: MIT */
/* Findings of the flow of data lead along the way on which a value is missing, step by step. */
#include "base/base.h"

#include <shader9/check.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define BRANCH "on the way through this branch"
#define ELSE "on the way through this else branch"
#define LOOP "on the way through this loop"

static const struct {
    const char *program;
    const char *code;
    uint32_t line;        /* of the finding */
    const char *notes[5]; /* "LINE text", in order */
} ways[] = {
    {"vs_2_0\n if b0\n mov r0, c0\n endif\n mov oPos, r0\n",
     "V122",
     5,
     {"2 it stays unwritten where this if is not taken"}},
    {"vs_2_0\n if b0\n mov r0, c0\n else\n mov r1, c0\n endif\n mov oPos, r0\n",
     "V122",
     7,
     {"4 this else branch leaves it unwritten"}},
    {"vs_2_0\n if b0\n mov r1, c0\n else\n mov r0, c0\n endif\n mov oPos, r0\n",
     "V122",
     7,
     {"2 this branch leaves it unwritten"}},
    {"vs_2_0\n if b0\n mov r0, c0\n else\n if b1\n mov r0, c0\n endif\n endif\n mov oPos, r0\n",
     "V122",
     9,
     {"4 " ELSE, "5 it stays unwritten where this if is not taken"}},
    /* What encloses the reader, too, is no part of the way. */
    {"vs_2_0\n mov oPos, c0\n if b0\n if b1\n if b2\n mov r0, c0\n endif\n endif\n mov r1, r0\n endif\n",
     "V122",
     9,
     {"4 " BRANCH, "5 it stays unwritten where this if is not taken"}},
    {"vs_2_0\n mov oPos, c0\n if b0\n if b1\n if b2\n mov r0, c0\n endif\n else\n mov r0, c1\n endif\n mov r1, r0\n "
     "endif\n",
     "V122",
     11,
     {"4 " BRANCH, "5 it stays unwritten where this if is not taken"}},
    {"vs_2_0\n rep i0\n mov r0, c0\n endrep\n mov oPos, r0\n",
     "V122",
     5,
     {"2 it stays unwritten where this loop runs zero times"}},
    {"vs_2_0\n mov oPos, c0\n rep i0\n mov r1, r0\n mov r0, c0\n endrep\n",
     "V122",
     4,
     {"3 it is unwritten in the first round of this loop"}},
    {"vs_3_0\n dcl_position o0\n mov o0, c0\n rep i0\n rep i1\n mov r1, r0\n endrep\n mov r0, c0\n endrep\n",
     "V122",
     6,
     {"4 it is unwritten in the first round of this loop"}},
    {"vs_2_x\n mov oPos, c0\n setp_gt p0, c0, c0.x\n (p0) mov r0, c0\n mov r1, r0\n",
     "V122",
     5,
     {"4 it is written here only where the predicate holds"}},
    {"vs_2_x\n mov oPos, c0\n setp_gt p0, c0, c0.x\n rep i0\n if b0\n (p0.x) mov r0, c0\n else\n mov r0, c1\n endif\n "
     "mov r1, r0\n endrep\n",
     "V122",
     10,
     {"5 " BRANCH, "6 it is written here only where the predicate holds"}},
    {"vs_2_0\n mov oPos, c0\n callnz l0, b0\n mov r1, r0\n ret\n label l0\n mov r0, c0\n ret\n",
     "V122",
     4,
     {"3 it stays unwritten where this call is not made"}},
    {"vs_2_0\n mov oPos, c0\n call l0\n mov r1, r0\n ret\n label l0\n if b0\n mov r0, c0\n endif\n ret\n",
     "V122",
     4,
     {"3 the subroutine that is called here does not write it on every path",
      "7 it stays unwritten where this if is not taken"}},
    {"vs_2_x\n mov oPos, c0\n call l0\n mov r1, r0\n ret\n label l0\n if b1\n call l1\n else\n mov r0, c0\n endif\n "
     "ret\n label l1\n rep i0\n mov r0, c0\n endrep\n ret\n",
     "V122",
     4,
     {"3 the subroutine that is called here does not write it on every path", "7 " BRANCH,
      "8 the subroutine that is called here does not write it on every path",
      "14 it stays unwritten where this loop runs zero times"}},
    {"vs_2_x\n call l0\n ret\n label l0\n setp_gt p0, c0, c0.x\n (p0) mov oPos, c0\n ret\n",
     "V134",
     1,
     {"2 the subroutine that is called here does not write it on every path",
      "6 it is written here only where the predicate holds"}},
    {"vs_3_0\n dcl_position o0\n call l0\n ret\n label l0\n rep i0\n if b0\n mov o0, c0\n else\n mov o0, c1\n endif\n "
     "endrep\n ret\n",
     "V046",
     2,
     {"3 the subroutine that is called here does not write it on every path",
      "6 it stays unwritten where this loop runs zero times"}},
    {"vs_2_0\n mov oPos, c0\n call l0\n mov r0, c0\n call l0\n ret\n label l0\n mov r1, r0\n ret\n",
     "V122",
     8,
     {"3 it is unwritten when the subroutine is called from here"}},
    {"vs_2_0\n mov oPos, c0\n if b0\n mov r0, c0\n endif\n call l0\n if b1\n mov r0, c1\n endif\n ret\n label l0\n "
     "mov r1, r0\n ret\n",
     "V122",
     12,
     {"3 it stays unwritten where this if is not taken"}},
    /* Other registers and the outputs at the end. */
    {"vs_2_0\n mov oPos, c0\n if b0\n mova a0.x, c0\n endif\n mov r0, c0[a0.x]\n",
     "V123",
     6,
     {"3 it stays unwritten where this if is not taken"}},
    {"vs_2_x\n mov oPos, c0\n if b0\n setp_gt p0, c0, c0.x\n endif\n if p0.y\n endif\n",
     "V124",
     6,
     {"3 it stays unwritten where this if is not taken"}},
    {"vs_2_0\n if b0\n mov oPos, c0\n endif\n", "V134", 1, {"2 it stays unwritten where this if is not taken"}},
    {"vs_3_0\n dcl_position o0\n dcl_texcoord o1\n mov o0, c0\n if b0\n rep i0\n mov o1, c0\n endrep\n else\n "
     "mov o1, c1\n endif\n",
     "V045",
     3,
     {"5 " BRANCH, "6 it stays unwritten where this loop runs zero times"}},
    {"vs_3_0\n dcl_position o0\n dcl_texcoord o1\n mov o0, c0\n if_gt c0.x, c0.y\n mov o1, c0\n endif\n",
     "V245",
     3,
     {"5 it stays unwritten where this if is not taken"}},
    {"vs_3_0\n dcl_position o0\n rep i0\n if b0\n mov o0, c0\n endif\n endrep\n",
     "V046",
     2,
     {"3 " LOOP, "4 it stays unwritten where this if is not taken"}},
    {"ps_2_x\n if b0\n mov oC0, c0\n endif\n", "V141", 1, {"2 it stays unwritten where this if is not taken"}},
    {"ps_3_0\n if b0\n mov oDepth, c0.x\n endif\n", "V155", 1, {"2 it stays unwritten where this if is not taken"}},
    {"ps_3_0\n dcl_2d s0\n if b0\n mov r0.xy, c0\n endif\n texld oC0, r0, s0\n",
     "V312",
     6,
     {"3 it stays unwritten where this if is not taken"}},
    {"vs_2_0\n dcl_position v0\n mov oPos, c0\n mov r0.xyz, c0\n if b0\n mov r1.xyz, c0\n endif\n m3x2 r2.xy, v0, r0\n",
     "V091",
     8,
     {"5 it stays unwritten where this if is not taken"}},
};

/* Values that an instruction took away: the note shows it. */
static const struct {
    const char *program;
    const char *code;
    uint32_t line;
    const char *note;
} thefts[] = {
    {"ps_1_4\n texcrd r1.rgb, t0\n mov r0, c0\n phase\n mov r0.rgb, r1\n+mov r0.a, r0.a\n", "V126", 6,
     "4 phase keeps red, green and blue only"},
    {"ps_1_4\n texcrd r0.rgb, t0\n mov r1.rgb, r0\n+mov r1.a, r0.a\n mov r0, r1\n", "V128", 4,
     "2 this texcrd leaves it unset"},
    {"ps_1_4\n texcrd r5.rgb, t0\n mov r0, c0\n phase\n texdepth r5\n mov r0, r5\n", "V129", 6, "5 texdepth is here"},
    {"ps_1_3\n tex t0\n texm3x2pad t1, t0\n texm3x2depth t2, t0\n mov r0, t2\n", "V130", 5, "4 texm3x2depth is here"},
    {"ps_2_0\n dcl t0\n mov r1, t0\n sincos r0.x, r1.x, c0, c1\n mov r2, r0.z\n mov oC0, r2\n", "V131", 5,
     "4 sincos is here"},
    {"vs_2_0\n mov oPos, c0\n sgn r0, c0, r1, r2\n mov oD0, r2\n", "V132", 4, "3 sgn is here"},
    {"vs_2_0\n mov oPos, c0\n call l0\n mov oD0, r2\n ret\n label l0\n sgn r0, c0, r1, r2\n ret\n", "V132", 4,
     "7 sgn is here"},
    {"vs_2_x\n mov oPos, c0\n call l0\n ret\n label l0\n mov r0, c[aL]\n ret\n", "V267", 3, "6 aL is used here"},
};

static void thefts_are_shown(void **state)
{
    (void)state;
    size_t failures = 0;
    for (size_t i = 0; i < S9_COUNT(thefts); i++) {
        char text[160] = "";
        s9_program *program = NULL;
        s9_diagnostics *list = NULL;
        assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
        assert_int_equal(s9_assemble(thefts[i].program, strlen(thefts[i].program), NULL, NULL, &program, NULL), S9_OK);
        (void)s9_check(program, NULL, NULL, list);
        bool good = s9_diagnostics_count(list) == 2;
        const s9_diagnostic *d = s9_diagnostics_get(list, 0);
        good = good && strcmp(d->code, thefts[i].code) == 0 && d->at.line == thefts[i].line;
        if (good) {
            d = s9_diagnostics_get(list, 1);
            snprintf(text, sizeof text, "%u %s", (unsigned)d->at.line, d->message);
            good = d->continues && strcmp(text, thefts[i].note) == 0;
        }
        if (!good) {
            failures++;
            print_message("not as expected:\n%s", thefts[i].program);
            for (size_t k = 0; k < s9_diagnostics_count(list); k++) {
                d = s9_diagnostics_get(list, k);
                print_message("    %u [%s] %s\n", (unsigned)d->at.line, d->code, d->message);
            }
        }
        s9_program_destroy(program);
        s9_diagnostics_destroy(list);
    }
    assert_int_equal(failures, 0);
}

static void the_way_is_shown(void **state)
{
    (void)state;
    size_t failures = 0;
    for (size_t i = 0; i < S9_COUNT(ways); i++) {
        s9_program *program = NULL;
        s9_diagnostics *list = NULL;
        assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
        assert_int_equal(s9_assemble(ways[i].program, strlen(ways[i].program), NULL, NULL, &program, NULL), S9_OK);
        (void)s9_check(program, NULL, NULL, list);
        size_t notes = 0;
        while (notes < S9_COUNT(ways[i].notes) && ways[i].notes[notes] != NULL)
            notes++;
        const s9_diagnostic *d = s9_diagnostics_get(list, 0);
        bool good =
            s9_diagnostics_count(list) == notes + 1 && strcmp(d->code, ways[i].code) == 0 && d->at.line == ways[i].line;
        for (size_t k = 0; k < notes && good; k++) {
            char text[160];
            d = s9_diagnostics_get(list, k + 1);
            snprintf(text, sizeof text, "%u %s", (unsigned)d->at.line, d->message);
            good = d->continues && strcmp(text, ways[i].notes[k]) == 0;
        }
        if (!good) {
            failures++;
            print_message("not as expected:\n%s", ways[i].program);
            for (size_t k = 0; k < s9_diagnostics_count(list); k++) {
                d = s9_diagnostics_get(list, k);
                print_message("    %u [%s] %s\n", (unsigned)d->at.line, d->code, d->message);
            }
        }
        s9_program_destroy(program);
        s9_diagnostics_destroy(list);
    }
    assert_int_equal(failures, 0);
}

/* Places in tokens are as good: the offset of the statement. */
static void the_way_is_shown_in_tokens(void **state)
{
    (void)state;
    static const char text[] = "vs_2_0\n if b0\n mov r0, c0\n endif\n mov oPos, r0\n";
    s9_program *program = NULL, *decoded = NULL;
    s9_blob blob = {0};
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_assemble(text, sizeof text - 1, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
    assert_int_equal(s9_decode(blob.data, blob.size, NULL, NULL, &decoded, NULL), S9_OK);
    assert_int_equal(s9_check(decoded, NULL, NULL, list), S9_OK);
    assert_int_equal(s9_diagnostics_count(list), 2);
    const s9_diagnostic *note = s9_diagnostics_get(list, 1);
    assert_int_equal(note->at.line, 0);
    assert_int_equal(note->at.offset, 4);
    assert_int_equal(note->at.instruction, 0);
    s9_blob_free(&blob);
    s9_program_destroy(decoded);
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_is_shown),
        cmocka_unit_test(thefts_are_shown),
        cmocka_unit_test(the_way_is_shown_in_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
