/* SPDX-License-Identifier: MIT */
/* Each rule of validation: the smallest program that breaks it gives its number and nothing else, its twin gives
 * nothing. */
#include "check_cases.h"
#include "checking.h"
#include "memory.h"

static void rules_are_told(void **state)
{
    (void)state;
    size_t failures = 0;
    for (size_t i = 0; i < sizeof check_cases / sizeof *check_cases; i++) {
        const check_case *row = &check_cases[i];
        s9_diagnostics *list = checking_findings(row->breaking, row->caps);
        if (!checking_is_alone(list, row->code, row->severity)) {
            failures++;
            print_message("%s is not told alone of\n%.400s\n", row->code, row->breaking);
            checking_print(list);
        }
        s9_diagnostics_destroy(list);
        if (row->legal == NULL)
            continue;
        list = checking_findings(row->legal, row->caps);
        if (s9_diagnostics_count(list) != 0) {
            failures++;
            print_message("%s: findings in the legal twin\n%.400s\n", row->code, row->legal);
            checking_print(list);
        }
        s9_diagnostics_destroy(list);
    }
    assert_int_equal(failures, 0);
}

static void covered_rules_are_told_as_others(void **state)
{
    (void)state;
    size_t failures = 0;
    for (size_t i = 0; i < sizeof check_covered_rules / sizeof *check_covered_rules; i++) {
        const check_covered *row = &check_covered_rules[i];
        if (row->program == NULL)
            continue;
        s9_diagnostics *list = checking_findings(row->program, row->caps);
        if (row->found != NULL ? !checking_is_alone(list, row->found, S9_ERROR) : s9_diagnostics_count(list) != 0) {
            failures++;
            print_message("%s (%s): not as expected of\n%.400s\n", row->code, row->reason, row->program);
            checking_print(list);
        }
        s9_diagnostics_destroy(list);
    }
    assert_int_equal(failures, 0);
}

/* ---- pairs ---- */

#define VS_HEAD "vs_3_0\n dcl_position o0\n"
#define VS_TAIL " mov o0, c0\n"

static const struct {
    const char *code;
    s9_severity severity;
    const char *vertex, *pixel, *legal_vertex; /* of the pixel shader */
} pairs[] = {
    {"V346", S9_ERROR, VS_HEAD VS_TAIL, "ps_2_0\n mov oC0, c0\n", "vs_2_0\n mov oPos, c0\n"},
    {"V346", S9_ERROR, "vs_2_0\n mov oPos, c0\n", "ps_3_0\n", VS_HEAD VS_TAIL},
    {"V347", S9_ERROR, "vs_3_sw\n dcl_position o0\n dcl_tangent o1\n mov o0, c0\n mov o1, c0\n",
     "ps_1_1\n mov r0, c0\n", "vs_3_sw\n dcl_position o0\n dcl_texcoord7 o1\n mov o0, c0\n mov o1, c0\n"},
    {"V348", S9_ERROR, VS_HEAD VS_TAIL, "ps_3_0\n dcl_texcoord2 v1.w\n", VS_HEAD " dcl_texcoord2 o7\n" VS_TAIL},
    {"V349", S9_ERROR, VS_HEAD " dcl_texcoord2 o7.yz\n" VS_TAIL, "ps_3_0\n dcl_texcoord2 v1.w\n",
     VS_HEAD " dcl_texcoord2 o7.yzw\n" VS_TAIL},
    /* V352 is the same test as V349 */
    {"V349", S9_ERROR, VS_HEAD " dcl_texcoord1 o1.x\n" VS_TAIL, "ps_3_0\n dcl_texcoord1 v1.y\n",
     VS_HEAD " dcl_texcoord1 o1.xy\n" VS_TAIL},
    {"V350", S9_ERROR, VS_HEAD " dcl_texcoord0 o5.x\n dcl_texcoord1 o6.yzw\n" VS_TAIL,
     "ps_3_0\n dcl_texcoord0 v0.x\n dcl_texcoord1 v0.yz\n",
     VS_HEAD " dcl_texcoord0 o5.x\n dcl_texcoord1 o5.yzw\n" VS_TAIL},
    {"V351", S9_ERROR, VS_HEAD " dcl_texcoord1 o3.yz\n dcl_texcoord2 o3.w\n" VS_TAIL,
     "ps_3_0\n dcl_texcoord1 v0.yz\n dcl_texcoord2 v1.w\n",
     VS_HEAD " dcl_texcoord1 o3.yz\n dcl_texcoord2 o4.w\n" VS_TAIL},
    {"V354", S9_WARNING, VS_HEAD " dcl_color0 o1.x\n dcl_texcoord0 o1.yzw\n" VS_TAIL, "ps_3_0\n",
     VS_HEAD " dcl_color0 o1.x\n dcl_texcoord0 o2.yzw\n" VS_TAIL},
    {"V356", S9_WARNING, "vs_2_0\n mov oPos, c0\n mov oT1.xy, c0\n", "ps_2_0\n dcl t1\n mov r0, t1\n mov oC0, r0\n",
     "vs_2_0\n mov oPos, c0\n mov oT1, c0\n"},
    {"V356", S9_WARNING, "vs_3_sw\n dcl_position o0\n dcl_texcoord0 o1\n mov o0, c0\n mov o1, c0\n",
     "ps_2_0\n dcl t1\n mov r0, t1\n mov oC0, r0\n",
     "vs_3_sw\n dcl_position o0\n dcl_texcoord1 o1\n mov o0, c0\n mov o1, c0\n"},
    {"V356", S9_WARNING, "vs_2_0\n mov oPos, c0\n", "ps_2_0\n dcl t1\n mov r0, t1\n mov oC0, r0\n",
     "vs_2_0\n mov oPos, c0\n mov oT1, c0\n"},
    {"V356", S9_WARNING, "vs_1_1\n mov oPos, c0\n mov oT0, c0\n", "ps_1_1\n tex t0\n tex t1\n mov r0, t1\n",
     "vs_1_1\n mov oPos, c0\n mov oT0, c0\n mov oT1, c0\n"},
    {"V356", S9_WARNING, "vs_1_1\n mov oPos, c0\n", "ps_1_4\n mov r0, v1\n", "vs_1_1\n mov oPos, c0\n mov oD1, c0\n"},
};

static void pairs_are_told(void **state)
{
    (void)state;
    size_t failures = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        s9_diagnostics *list = checking_pair(pairs[i].vertex, pairs[i].pixel);
        if (!checking_is_alone(list, pairs[i].code, pairs[i].severity)) {
            failures++;
            print_message("%s is not told alone of\n%s%s\n", pairs[i].code, pairs[i].vertex, pairs[i].pixel);
            checking_print(list);
        }
        s9_diagnostics_destroy(list);
        list = checking_pair(pairs[i].legal_vertex, pairs[i].pixel);
        if (s9_diagnostics_count(list) != 0) {
            failures++;
            print_message("%s: findings in the legal twin\n%s\n", pairs[i].code, pairs[i].legal_vertex);
            checking_print(list);
        }
        s9_diagnostics_destroy(list);
    }
    assert_int_equal(failures, 0);
    /* V353: psize is refused in the pixel shader (V066), and not a second time in the pair. */
    s9_diagnostics *list = checking_pair(VS_HEAD VS_TAIL, "ps_3_0\n dcl_psize v0\n");
    assert_int_equal(s9_diagnostics_count(list), 0);
    s9_diagnostics_destroy(list);
    /* V355: fog is no fault of the shaders. */
    list = checking_pair(VS_HEAD " dcl_color0 o1\n dcl_fog o2\n" VS_TAIL, "ps_3_0\n dcl_color0 v0\n dcl_fog v1\n");
    assert_int_equal(s9_diagnostics_count(list), 0);
    s9_diagnostics_destroy(list);
}

/* ---- the table of rules ---- */

static bool has_case(const char *code)
{
    static const char *const of_pairs[] = {"V352", "V353", "V355"};
    for (size_t i = 0; i < sizeof check_cases / sizeof *check_cases; i++)
        if (strcmp(check_cases[i].code, code) == 0)
            return true;
    for (size_t i = 0; i < sizeof check_covered_rules / sizeof *check_covered_rules; i++)
        if (strcmp(check_covered_rules[i].code, code) == 0)
            return true;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i].code, code) == 0)
            return true;
    for (size_t i = 0; i < sizeof of_pairs / sizeof *of_pairs; i++)
        if (strcmp(of_pairs[i], code) == 0)
            return true;
    return false;
}

static void every_rule_has_a_case(void **state)
{
    (void)state;
    size_t missing = 0;
    for (size_t i = 0; i < s9_check_rule_count(); i++)
        if (!has_case(s9_check_rule(i)->code)) {
            missing++;
            print_message("%s has no case: %s\n", s9_check_rule(i)->code, s9_check_rule(i)->summary);
        }
    assert_int_equal(missing, 0);
}

static void rules_stand_in_order(void **state)
{
    (void)state;
    assert_int_equal(s9_check_rule_count(), 361);
    assert_null(s9_check_rule(361));
    for (size_t i = 0; i < s9_check_rule_count(); i++) {
        char code[8];
        const s9_rule_info *rule = s9_check_rule(i);
        snprintf(code, sizeof code, "V%03u", (unsigned)(i + 1));
        assert_string_equal(rule->code, code);
        assert_true(strlen(rule->summary) > 10 && strlen(rule->source) > 3);
        assert_true(rule->family[0] != '\0' && rule->versions[0] != '\0' && rule->kind[0] != '\0');
        assert_in_range(rule->severity + 1, 0, 3);
    }
}

/* ---- the examples of the rules ---- */

/* The shaders of an example: two where a line "--" parts them. */
static void split_pair(const char *text, char *first, size_t size, const char **second)
{
    const char *line = strstr(text, "\n--\n");
    *second = line != NULL ? line + 4 : NULL;
    snprintf(first, size, "%.*s", line != NULL ? (int)(line - text) + 1 : (int)strlen(text), text);
}

static s9_diagnostics *example_findings(const s9_rule_example *example, const char *text)
{
    static char first[32768];
    const char *second;
    split_pair(text, first, sizeof first, &second);
    s9_diagnostics *list = checking_findings(first, example->preset);
    if (second == NULL)
        return list;
    s9_program *vs = checking_read(first, NULL), *ps = checking_read(second, NULL);
    assert_non_null(vs);
    assert_non_null(ps);
    (void)s9_check(ps, NULL, NULL, list);
    (void)s9_check_pair(vs, ps, NULL, NULL, list);
    s9_program_destroy(vs);
    s9_program_destroy(ps);
    return list;
}

static void examples_show_their_rules(void **state)
{
    (void)state;
    size_t failures = 0;
    for (size_t i = 0; i < s9_check_rule_count(); i++) {
        const s9_rule_info *rule = s9_check_rule(i);
        const s9_rule_example *example = s9_check_rule_example(i);
        assert_string_equal(example->code, rule->code);
        assert_true(strlen(example->reason) >= 20);
        assert_non_null(example->mended);
        const char *code = example->found[0] != '\0' ? example->found : rule->code;
        size_t number = (size_t)strtoul(code + 1, NULL, 10);
        s9_diagnostics *list = NULL;
        if (example->breaking != NULL) {
            list = example_findings(example, example->breaking);
            if (!checking_is_alone(list, code, (s9_severity)s9_check_rule(number - 1)->severity)) {
                failures++;
                print_message("%s is not told alone of its example\n%.400s\n", code, example->breaking);
                checking_print(list);
            }
            s9_diagnostics_destroy(list);
        } else {
            assert_int_equal(rule->severity, -1);
        }
        list = example_findings(example, example->mended);
        if (s9_diagnostics_count(list) != 0) {
            failures++;
            print_message("%s: findings in the mended example\n%.400s\n", rule->code, example->mended);
            checking_print(list);
        }
        s9_diagnostics_destroy(list);
    }
    assert_null(s9_check_rule_example(s9_check_rule_count()));
    assert_int_equal(failures, 0);
}

/* ---- the rest of the interface ---- */

static void findings_lead_to_their_place(void **state)
{
    (void)state;
    s9_diagnostics *list = checking_findings("vs_1_1\n dcl_position v0\n mov oPos, v0\n mov r0, r1.y\n", NULL);
    const s9_diagnostic *d = s9_diagnostics_get(list, 0);
    assert_string_equal(d->code, "V122");
    assert_int_equal(d->at.line, 4);
    assert_int_equal(d->at.column, 10);
    assert_string_equal(d->text, " mov r0, r1.y");
    assert_non_null(strstr(d->message, "r1.y"));
    s9_diagnostics_destroy(list);

    list = checking_findings("words: FFFF0200 02000001 800F0000 80550001 02000001 800F0800 80E40000 0000FFFF", NULL);
    d = s9_diagnostics_get(list, 0);
    assert_string_equal(d->code, "V122");
    assert_int_equal(d->at.line, 0);
    assert_int_equal(d->at.offset, 12);
    assert_int_equal(d->at.token, 3);
    assert_int_equal(d->at.instruction, 0);
    assert_string_equal(d->text, "mov r0, r1.y");
    s9_diagnostics_destroy(list);
}

/* Findings come in the order of the program, whatever family found them. */
static void findings_come_in_order(void **state)
{
    (void)state;
    s9_diagnostics *list =
        checking_findings("ps_2_0\n mov r0, r1\n rcp r2, r0\n mov oC0.x, r0\n mov oC1, v0\n ret\n", NULL);
    s9_diagnostics_destroy(list);
    list = checking_findings("ps_2_0\n mov r0, r1\n rcp r2, r0\n mov oC1.x, r0\n mov oC0, v0\n", NULL);
    static const char *const expected[] = {"V122", "V181", "V145", "V050"};
    assert_int_equal(s9_diagnostics_count(list), 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(s9_diagnostics_get(list, i)->code, expected[i]);
    s9_diagnostics_destroy(list);
}

static void direct3d8_reads_what_it_may(void **state)
{
    (void)state;
    static const char *const text = "vs_1_1\n mov oPos, v0\n rcp r0.w, v3\n";
    s9_check_options options = {.struct_size = sizeof options, .dialect = S9_DIALECT_D3D8};
    s9_diagnostics *list = NULL;
    s9_program *program = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, list), S9_OK);
    assert_int_equal(s9_check(program, NULL, &options, list), S9_OK);
    assert_int_equal(s9_diagnostics_count(list), 0);
    assert_int_equal(s9_check(program, NULL, NULL, list), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(list), 3); /* v0, v3, and rcp without a swizzle */
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
}

static void caps_are_read_and_set(void **state)
{
    (void)state;
    s9_caps caps;
    s9_caps_type type;
    size_t fields = 0, presets = 0;
    while (s9_caps_preset_name(presets) != NULL)
        assert_int_equal(s9_caps_preset(s9_caps_preset_name(presets++), &caps), S9_OK);
    assert_int_equal(presets, 6);
    assert_int_equal(s9_caps_preset("nonsense", &caps), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_caps_preset("minimum", &caps), S9_OK);
    assert_int_equal(caps.vs_constants, 256);
    assert_int_equal(caps.vs_constants_1_1, 96);
    while (s9_caps_field(fields, &type) != NULL)
        fields++;
    assert_int_equal(fields, 21);
    assert_int_equal(s9_caps_set(&caps, "vs_constants", 300), S9_OK);
    assert_int_equal(caps.vs_constants_1_1, 300);
    assert_int_equal(s9_caps_set(&caps, "ps_swizzle", 1), S9_OK);
    assert_true(caps.ps_swizzle);
    assert_int_equal(s9_caps_set(&caps, "ps_swizzle", 2), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_caps_set(&caps, "max_vs", 2), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_caps_set(&caps, "colour", 2), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_caps_set_version(&caps, "max_ps", "2_x"), S9_OK);
    assert_int_equal(caps.max_ps, 0x0201);
    assert_int_equal(s9_caps_set_version(&caps, "max_vs", "3_sw"), S9_OK);
    assert_int_equal(caps.max_vs, 0x03FF);
    assert_int_equal(s9_caps_set_version(&caps, "max_vs", "4_0"), S9_ERROR_ARGUMENT);
}

static void arguments_are_looked_at(void **state)
{
    (void)state;
    s9_diagnostics *list = NULL;
    s9_check_options bad = {.struct_size = 1};
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_program *ps = checking_read("ps_3_0\n", list);
    assert_int_equal(s9_check(NULL, NULL, NULL, list), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_check(ps, NULL, NULL, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_check(ps, NULL, &bad, list), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_check_pair(ps, ps, NULL, NULL, list), S9_ERROR_ARGUMENT);
    s9_program_destroy(ps);
    s9_diagnostics_destroy(list);
}

/* ---- memory ---- */

/* Whichever allocation fails: the call says so, and gives everything back. */
static void memory_may_run_out(void **state)
{
    (void)state;
    static const char *const programs[] = {
        VS30 " dcl_texcoord o1.xy\n dcl_2d s0\n defi i0, 300, 0, 0, 0\n mov r0, r1\n rep i0\n if b0\n call l0\n "
             "endif\n endrep\n" POS3 " ret\n label l0\n texldl r0, r2, s0\n mov o1, r0\n ret\n",
        PS14 " texld r0, r1\n +mov r0, c0\n phase\n texld r1, r0\n",
        PS11 " tex t0\n texm3x2pad t1, t0\n +mov r0.a, t1\n",
        PS2X " if b0\n rep i0\n endif\n mov oC0.x, r0\n",
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        s9_diagnostics *list = NULL;
        s9_program *program = NULL;
        assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
        program = checking_read(programs[i], NULL);
        assert_non_null(program);
        for (size_t left = 0;; left++) {
            memory_source m = {.fails_at = left};
            s9_allocator allocator = memory_allocator(&m);
            s9_diagnostics_clear(list);
            s9_result result = s9_check(program, &allocator, NULL, list);
            assert_int_equal(m.out, 0);
            if (result == S9_ERROR_MEMORY) {
                assert_int_equal(s9_diagnostics_count(list), 0);
                continue;
            }
            assert_int_equal(result, S9_ERROR_INVALID);
            assert_true(left > 0);
            break;
        }
        s9_program_destroy(program);
        s9_diagnostics_destroy(list);
    }
}

static void memory_may_run_out_in_pairs(void **state)
{
    (void)state;
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_program *vs = checking_read(VS_HEAD VS_TAIL, list), *ps = checking_read("ps_3_0\n dcl_texcoord v0\n", list);
    for (size_t left = 0;; left++) {
        memory_source m = {.fails_at = left};
        s9_allocator allocator = memory_allocator(&m);
        s9_result result = s9_check_pair(vs, ps, &allocator, NULL, list);
        assert_int_equal(m.out, 0);
        if (result == S9_ERROR_MEMORY)
            continue;
        assert_int_equal(result, S9_ERROR_INVALID);
        break;
    }
    s9_program_destroy(vs);
    s9_program_destroy(ps);
    s9_diagnostics_destroy(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_told),
        cmocka_unit_test(covered_rules_are_told_as_others),
        cmocka_unit_test(pairs_are_told),
        cmocka_unit_test(every_rule_has_a_case),
        cmocka_unit_test(examples_show_their_rules),
        cmocka_unit_test(rules_stand_in_order),
        cmocka_unit_test(findings_lead_to_their_place),
        cmocka_unit_test(findings_come_in_order),
        cmocka_unit_test(direct3d8_reads_what_it_may),
        cmocka_unit_test(caps_are_read_and_set),
        cmocka_unit_test(arguments_are_looked_at),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(memory_may_run_out_in_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
