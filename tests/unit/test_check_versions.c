/* SPDX-License-Identifier: MIT */
/*
 * Each rule in each version that it applies to: a smallest program that breaks it gives its number and nothing else,
 * its twin gives nothing. A rule that has no program in one of its versions fails here, unless the list of exceptions
 * says why there can be none.
 */
#include "check_cases.h"
#include "check_versions.h"
#include "files.h"

#define E S9_ERROR
#define W S9_WARNING

enum { LONGEST = 1 << 20 };
static char breaking[LONGEST], legal[LONGEST], vertex[LONGEST], pixel[LONGEST];

static void expand(const char *template, uint32_t version, char *out)
{
    assert_true(checking_expand(template, version, out, sizeof breaking));
}

static void rules_are_told_in_their_versions(void **state)
{
    (void)state;
    size_t failures = 0, programs = 0;
    for (size_t i = 0; i < sizeof check_version_cases / sizeof *check_version_cases; i++) {
        const check_version_case *row = &check_version_cases[i];
        uint32_t versions = checking_versions(row->versions);
        for (uint32_t v = 0; v < CHECKING_VERSIONS; v++) {
            if ((versions >> v & 1u) == 0)
                continue;
            programs++;
            expand(row->breaking, v, breaking);
            failures += !checking_expect(checking_findings(breaking, row->caps), row->code, row->severity, breaking);
            if (row->legal == NULL)
                continue;
            expand(row->legal, v, legal);
            failures += !checking_expect_nothing(checking_findings(legal, row->caps), row->code, legal);
        }
    }
    print_message("%u programs of %u rows\n", (unsigned)programs,
                  (unsigned)(sizeof check_version_cases / sizeof *check_version_cases));
    assert_int_equal(failures, 0);
}

/* ---- the target ---- */

static uint32_t token_of(uint32_t version)
{
    return (uint32_t)strtoul(checking_version_tokens[version], NULL, 16);
}

/* V358, V359: a target just below each version, and one that has all but the software versions. */
static void versions_that_a_target_lacks(void **state)
{
    (void)state;
    size_t failures = 0;
    for (uint32_t v = 0; v < CHECKING_VERSIONS; v++) {
        s9_caps caps;
        bool software = (token_of(v) & 0xFFu) == 0xFFu;
        assert_int_equal(s9_caps_preset("generous", &caps), S9_OK);
        expand("$H $E", v, legal);
        failures += !checking_expect_nothing(checking_findings_on(legal, &caps), "V358", legal);
        *(checking_is_pixel(v) ? &caps.max_ps : &caps.max_vs) = (token_of(v) & 0xFFFFu) - 1;
        failures += !checking_expect(checking_findings_on(legal, &caps), "V358", E, legal);
        assert_int_equal(s9_caps_preset("generous", &caps), S9_OK);
        caps.software_versions = false;
        if (software)
            failures += !checking_expect(checking_findings_on(legal, &caps), "V359", E, legal);
        else
            failures += !checking_expect_nothing(checking_findings_on(legal, &caps), "V359", legal);
    }
    assert_int_equal(failures, 0);
}

/* ---- pairs ---- */

/* The legal vertex shader goes with the same pixel shader; one that names its version stands as it is. */
static const struct {
    const char *code;
    s9_severity severity;
    const char *vertex_versions, *pixel_versions;
    const char *vertex, *pixel, *legal;
} pairs[] = {
    {"V346", E, "vs_3_0", "ps before 3_0", "$H $E", "$H $E",
     "vs_1_1; mov oPos, c0; mov oT0, c0; mov oT1, c0; mov oD0, c0; mov oD1, c0"},
    {"V346", E, "vs before 3_0", "ps_3_*", "$H $E", "$V $E", "vs_3_0; dcl_position o0; mov o0, c0"},
    {"V347", E, "vs_3_sw", "ps before 3_0", "$H dcl_tangent o1; $E mov o1, c0", "$V $E",
     "$H dcl_texcoord7 o1; $E mov o1, c0"},
    {"V347", E, "vs_3_sw", "ps before 3_0", "$H dcl_color2 o1; $E mov o1, c0", "$V $E",
     "$H dcl_color1 o1; $E mov o1, c0"},
    {"V348", E, "vs_3_*", "ps_3_*", "$H $E", "$V dcl_texcoord2 v1.w; $E", "$H dcl_texcoord2 o7; $E"},
    {"V349", E, "vs_3_*", "ps_3_*", "$H dcl_texcoord2 o7.yz; $E", "$V dcl_texcoord2 v1.w; $E",
     "$H dcl_texcoord2 o7.yzw; $E"},
    {"V350", E, "vs_3_*", "ps_3_*", "$H dcl_texcoord0 o5.x; dcl_texcoord1 o6.yzw; $E",
     "$V dcl_texcoord0 v0.x; dcl_texcoord1 v0.yz; $E", "$H dcl_texcoord0 o5.x; dcl_texcoord1 o5.yzw; $E"},
    {"V351", E, "vs_3_*", "ps_3_*", "$H dcl_texcoord1 o3.yz; dcl_texcoord2 o3.w; $E",
     "$V dcl_texcoord1 v0.yz; dcl_texcoord2 v1.w; $E", "$H dcl_texcoord1 o3.yz; dcl_texcoord2 o4.w; $E"},
    {"V354", W, "vs_3_*", "ps_3_*", "$H dcl_color0 o1.x; dcl_texcoord0 o1.yzw; $E", "$V $E",
     "$H dcl_color0 o1.x; dcl_texcoord0 o2.yzw; $E"},
    {"V356", W, "vs before 3_0", "ps_2_*", "$V mov oPos, c0; mov oT1.xy, c0", "$V dcl t1; mov r0, t1; mov oC0, r0",
     "$V mov oPos, c0; mov oT1, c0"},
    {"V356", W, "vs before 3_0", "ps_1_1..1_3", "$V mov oPos, c0; mov oT0, c0", "$V tex t0; tex t1; mov r0, t1",
     "$V mov oPos, c0; mov oT0, c0; mov oT1, c0"},
    {"V356", W, "vs before 3_0", "ps_1_4", "$V mov oPos, c0", "$V texld r0, t1", "$V mov oPos, c0; mov oT1, c0"},
    {"V356", W, "vs before 3_0", "ps before 3_0", "$V mov oPos, c0; mov oT0, c0; mov oT1, c0; mov oD1, c0",
     "$H add r0, v0, c0; $E", "$V mov oPos, c0; mov oT0, c0; mov oT1, c0; mov oD1, c0; mov oD0, c0"},
};

static size_t judge_pair(size_t i, uint32_t of_vertex, uint32_t of_pixel)
{
    static char both[2 * LONGEST + 2];
    const char *text = pairs[i].legal;
    size_t failures = 0;
    expand(pairs[i].vertex, of_vertex, vertex);
    expand(pairs[i].pixel, of_pixel, pixel);
    snprintf(both, sizeof both, "%s\n%s", vertex, pixel);
    failures += !checking_expect(checking_pair(vertex, pixel), pairs[i].code, pairs[i].severity, both);
    expand(text, of_vertex, vertex);
    snprintf(both, sizeof both, "%s\n%s", vertex, pixel);
    failures += !checking_expect_nothing(checking_pair(vertex, pixel), pairs[i].code, both);
    return failures;
}

static void pairs_are_told_in_their_versions(void **state)
{
    (void)state;
    size_t failures = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        uint32_t of_vertex = checking_versions(pairs[i].vertex_versions);
        uint32_t of_pixel = checking_versions(pairs[i].pixel_versions);
        for (uint32_t v = 0; v < CHECKING_VERSIONS; v++)
            for (uint32_t p = 0; p < CHECKING_VERSIONS; p++)
                if ((of_vertex >> v & 1u) != 0 && (of_pixel >> p & 1u) != 0)
                    failures += judge_pair(i, v, p);
    }
    assert_int_equal(failures, 0);
}

/* ---- what is told of many programs ---- */

/* The codes of the findings, with the letters of the table, parted by blanks. */
static void list_codes(const s9_diagnostics *list, char *out, size_t size)
{
    size_t length = 0;
    snprintf(out, size, "-");
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        if (d->continues || length + 8 >= size)
            continue;
        length += (size_t)snprintf(out + length, size - length, "%s%s%s", length > 0 ? " " : "", d->code,
                                   d->severity == S9_ERROR     ? ""
                                   : d->severity == S9_WARNING ? "w"
                                                               : "n");
    }
}

/* Takes the next field of a row off; fields are parted by " | ". */
static char *next_field(char **row)
{
    char *field = *row, *end = strstr(field, " | ");
    if (end != NULL)
        *end = '\0';
    *row = end != NULL ? end + 3 : field + strlen(field);
    return field;
}

static size_t judge_row(char *row)
{
    char codes[256];
    size_t failures = 0;
    const char *expected = next_field(&row);
    uint32_t versions = checking_versions(next_field(&row));
    const char *preset = next_field(&row);
    for (uint32_t v = 0; v < CHECKING_VERSIONS; v++) {
        if ((versions >> v & 1u) == 0)
            continue;
        expand(row, v, breaking);
        s9_diagnostics *list = checking_findings(breaking, strcmp(preset, "-") != 0 ? preset : NULL);
        list_codes(list, codes, sizeof codes);
        if (strcmp(codes, expected) != 0) {
            failures++;
            print_message("%s is to be told, not %s, of\n%.600s\n", expected, codes, breaking);
            checking_print(list);
        }
        s9_diagnostics_destroy(list);
    }
    return failures;
}

static void programs_have_their_findings(void **state)
{
    (void)state;
    size_t size, failures = 0, rows = 0;
    char *text = files_read(TEST_SOURCE "/tests/golden/check_programs.txt", &size), *next = text;
    assert_non_null(text);
    while (next != NULL && *next != '\0') {
        char *row = next;
        next = strchr(row, '\n');
        if (next != NULL)
            *next++ = '\0';
        if (*row == '#' || *row == '\0')
            continue;
        rows++;
        failures += judge_row(row);
    }
    free(text);
    print_message("%u rows\n", (unsigned)rows);
    assert_true(rows > 900);
    assert_int_equal(failures, 0);
}

/* ---- every rule in every version ---- */

/* Why a rule that applies to a version has no program there that is told by its number. */
static const struct {
    const char *code, *versions, *reason;
} exceptions[] = {
    {"V007", "all", "the assembler has V279 for a + without a pair, and the reader of tokens agrees"},
    {"V008", "vs before 2_x, ps before 2_x", "a predicate bit is V223 where there is no predication"},
    {"V011", "all", "V334 to V343 say which operand may not be relative"},
    {"V014", "ps_2_0", "there is no call: V005"},
    {"V017", "ps_1_x", "there is no register that exists once"},
    {"V032", "ps_1_x", "there is no dcl: V049"},
    {"V065", "ps_1_x", "there is no dcl: V049"},
    {"V079", "ps_2_0", "there is no defi: V077"},
    {"V081", "ps_2_0", "there is no defb: V077"},
    {"V082", "vs_1_1", "there is def alone, and its constants belong to V089"},
    {"V093", "ps_1_4", "V109 says it of texture instructions, V110 of the others"},
    {"V094", "ps_1_x", "there are no outputs: V084"},
    {"V113", "all", "accepted: Windows takes vFace as any source"},
    {"V115", "vs_2_sw, 3_sw", "software versions have no ports to run out of"},
    {"V116", "vs_2_sw, 3_sw", "software versions have no ports to run out of"},
    {"V119", "all", "accepted: Windows takes two reads of one register"},
    {"V139", "all", "a matter of texture stage states"},
    {"V149", "all", "accepted: the next paragraph of the page provides for it"},
    {"V172", "all", "accepted: the instruction pages replicate the result"},
    {"V210", "ps_2_0", "there is none of these registers: V084, V085"},
    {"V214", "all", "V147 and V153 are more special"},
    {"V222", "vs_2_x, 2_sw", "_sat is V211, _pp is V219"},
    {"V258", "all", "a routine without ret is V257"},
    {"V278", "all", "a matter of run time"},
    {"V296", "all", "a matter of the textures that are bound"},
    {"V297", "all", "a matter of the textures that are bound"},
    {"V298", "all", "a matter of run-time data"},
    {"V308", "all", "accepted: compilers write it"},
    {"V316", "all", "a matter of the draw call"},
    {"V334", "ps all", "V336 where nothing is relative, V337 where v# is"},
    {"V346", "vs_3_sw", "it may go with any pixel shader"},
    {"V352", "all", "the same test as V349"},
    {"V353", "all", "V066 says it of the pixel shader alone"},
    {"V355", "all", "a statement about the hardware; no shader can break it"},
    {"V357", "all", "a matter of the call that creates the shader"},
    {"V360", "all", "a constant that the target lacks is V089"},
    {"V361", "all", "a matter of the vertex declaration"},
};

/* The version that a program of check_cases.h is for, as a bit; 0 when it has another. */
static uint32_t version_of(const char *text)
{
    static const char words[] = "words: ";
    bool stream = strncmp(text, words, sizeof words - 1) == 0;
    for (uint32_t v = 0; v < CHECKING_VERSIONS; v++) {
        const char *name = stream ? checking_version_tokens[v] : checking_version_names[v];
        const char *at = stream ? text + sizeof words - 1 : text;
        size_t length = strlen(name);
        if (strncmp(at, name, length) == 0 && (at[length] == '\n' || at[length] == ' '))
            return 1u << v;
    }
    return 0;
}

/* The versions in which a rule has a program. */
static uint32_t covered(const char *code)
{
    uint32_t found = strcmp(code, "V358") == 0 ? checking_versions("all") : 0;
    for (size_t i = 0; i < sizeof check_version_cases / sizeof *check_version_cases; i++)
        if (strcmp(check_version_cases[i].code, code) == 0)
            found |= checking_versions(check_version_cases[i].versions);
    for (size_t i = 0; i < sizeof check_cases / sizeof *check_cases; i++)
        if (strcmp(check_cases[i].code, code) == 0)
            found |= version_of(check_cases[i].breaking);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i].code, code) == 0)
            found |= checking_versions(pairs[i].vertex_versions) | checking_versions(pairs[i].pixel_versions);
    return found;
}

static void print_versions(const char *code, const char *what, uint32_t versions)
{
    print_message("%s %s:", code, what);
    for (uint32_t v = 0; v < CHECKING_VERSIONS; v++)
        if ((versions >> v & 1u) != 0)
            print_message(" %s", checking_version_names[v]);
    print_message("\n");
}

static void every_rule_has_a_program_in_every_version(void **state)
{
    (void)state;
    size_t failures = 0, count = 0;
    for (size_t i = 0; i < s9_check_rule_count(); i++) {
        const s9_rule_info *rule = s9_check_rule(i);
        uint32_t wanted = checking_versions(rule->versions), has = covered(rule->code), excepted = 0;
        for (size_t k = 0; k < sizeof exceptions / sizeof *exceptions; k++)
            if (strcmp(exceptions[k].code, rule->code) == 0)
                excepted |= checking_versions(exceptions[k].versions);
        uint32_t missing = wanted & ~has & ~excepted;
        uint32_t both = has & excepted & wanted;
        if (missing != 0)
            print_versions(rule->code, "has no program for", missing);
        if (both != 0)
            print_versions(rule->code, "is no exception in", both);
        failures += missing != 0 || both != 0;
        for (uint32_t v = 0; v < CHECKING_VERSIONS; v++)
            count += (wanted & has) >> v & 1u;
    }
    print_message("%u pairs of a rule and a version have a program\n", (unsigned)count);
    assert_int_equal(failures, 0);
}

/* Version lists are read as they are meant. */
static void lists_of_versions(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        uint32_t versions;
    } rows[] = {
        {"all", 0x7FFF},
        {"vs all", 0x3F},
        {"ps all", 0x7FC0},
        {"vs_2_0, 2_x", 0x06},
        {"ps_1_1..1_3", 0x1C0},
        {"ps_1_x, vs before 3_0", 0x3CF},
        {"all but ps_1_4", 0x7DFF},
        {"vs_2_0 up, ps_2_x up", 0x783E},
        {"2_x up", 0x783C},
        {"3_*", 0x6030},
        {"SM1, SM2", 0x1FCF},
        {"ps_2_0, ps_2_x without NODEPENDENTREADLIMIT", 0xC00},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(checking_versions(rows[i].list), rows[i].versions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_versions),
        cmocka_unit_test(rules_are_told_in_their_versions),
        cmocka_unit_test(versions_that_a_target_lacks),
        cmocka_unit_test(pairs_are_told_in_their_versions),
        cmocka_unit_test(programs_have_their_findings),
        cmocka_unit_test(every_rule_has_a_program_in_every_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
