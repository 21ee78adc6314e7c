/* SPDX-License-Identifier: MIT */
/* The reference of opcodes says something of each, and finds them by what texts write. */
#include "files.h"

#include <shader9/isa.h>

static void every_opcode_has_its_row(void **state)
{
    (void)state;
    s9_opcode_reference r;
    for (size_t i = 0; i < s9_opcode_count(); i++) {
        assert_true(s9_opcode_get(i, &r));
        assert_non_null(r.syntax);
        assert_non_null(r.summary);
        assert_non_null(r.formula);
        assert_memory_equal(r.syntax, r.name, strcmp(r.name, "texld") == 0 ? 3 : strlen(r.name));
        assert_int_equal(r.summary[strlen(r.summary) - 1], '.');
        if (strcmp(r.kind, "arithmetic") == 0)
            assert_true(r.formula[0] != '\0');
        assert_non_null(s9_opcode_form(i, 0));
    }
    assert_false(s9_opcode_get(s9_opcode_count(), &r));
    assert_null(s9_opcode_form(s9_opcode_count(), 0));
}

static size_t version(const char *name)
{
    size_t i = 0;
    while (s9_version_name(i) != NULL && strcmp(s9_version_name(i), name) != 0)
        i++;
    assert_non_null(s9_version_name(i));
    return i;
}

static const char *slots(const char *mnemonic, size_t form, const char *in)
{
    size_t opcode = s9_opcode_of_text(mnemonic, strlen(mnemonic));
    return s9_opcode_form_slots(opcode, form, version(in));
}

static void slots_are_those_of_the_tables(void **state)
{
    (void)state;
    assert_string_equal(slots("exp", 0, "vs_1_1"), "10");
    assert_string_equal(slots("cmp", 0, "ps_1_2"), "a2");
    assert_null(slots("cmp", 0, "ps_1_1"));
    assert_null(slots("rcp", 0, "ps_1_4"));
    assert_string_equal(slots("texldl", 0, "vs_3_0"), "2/5c");
    assert_null(s9_opcode_form_slots(0, 0, version("ps_3_sw") + 1));
}

static void mnemonics_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
        uint32_t number;
    } cases[] = {
        {"mad", "mad", 4},          {"MAD_sat_pp", "mad", 4},
        {"if", "if", 40},           {"if_lt", "if", 41},
        {"break", "break", 44},     {"break_ne", "break", 45},
        {"setp_gt", "setp", 94},    {"tex", "texld", 66},
        {"texldp", "texld", 66},    {"texldb_pp", "texld", 66},
        {"texcrd", "texcoord", 64}, {"dcl_2d", "dcl", 31},
        {"dcl", "dcl", 31},         {"mul_x2_sat", "mul", 5},
        {"phase", "phase", 0xFFFD}, {"texm3x3tex", "texm3x3tex", 74},
        {"texldd", "texldd", 93},   {"dcl_texcoord1", "dcl", 31},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        s9_opcode_reference r;
        assert_true(s9_opcode_get(s9_opcode_of_text(cases[i].text, strlen(cases[i].text)), &r));
        assert_string_equal(r.name, cases[i].name);
        assert_int_equal(r.number, cases[i].number);
    }
    static const char *const unknown[] = {"", "ma", "madd", "_sat", "mad.x"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        assert_int_equal(s9_opcode_of_text(unknown[i], strlen(unknown[i])), s9_opcode_count());
    }
    assert_int_equal(s9_opcode_of_text("madness", 3), s9_opcode_of_text("mad", 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_opcode_has_its_row),
        cmocka_unit_test(slots_are_those_of_the_tables),
        cmocka_unit_test(mnemonics_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
