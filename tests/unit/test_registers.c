/* SPDX-License-Identifier: MIT */
/* The register reference against the counts that callers are given, and against the tables. */
#include "isa/isa.h"

#include <shader9/registers.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool find(size_t version, const char *prefix, s9_register_reference *out)
{
    for (size_t i = 0; s9_register_get(version, i, out); i++) {
        if (strcmp(out->prefix, prefix) == 0) {
            return true;
        }
    }
    return false;
}

static void test_counts(void **state)
{
    static const char *const prefixes[] = {"c", "i", "b", "s"};
    (void)state;
    for (size_t v = 0; s9_version_name(v) != NULL; v++) {
        uint32_t token = s9_isa_version((s9_version)v)->token;
        for (int set = S9_SET_FLOAT; set <= S9_SET_SAMPLER; set++) {
            s9_register_reference r;
            bool stages = set == S9_SET_SAMPLER && strncmp(s9_version_name(v), "ps_1", 4) == 0;
            uint32_t count = find(v, stages ? "t" : prefixes[set], &r) ? r.count : 0;
            assert_int_equal(count, s9_register_count(token, (s9_register_set)set));
        }
    }
}

static void test_rows(void **state)
{
    s9_register_reference r;
    (void)state;
    for (size_t v = 0; s9_version_name(v) != NULL; v++) {
        bool written = false;
        for (size_t i = 0; s9_register_get(v, i, &r); i++) {
            assert_true(r.prefix[0] != '\0' && r.summary[0] != '\0' && r.count != 0);
            assert_non_null(r.initial);
            assert_non_null(r.base);
            assert_true(r.numbered || r.count == 1);
            assert_true(r.read || r.write || r.index || r.flow);
            written |= r.write;
        }
        assert_true(written);
    }
    assert_false(s9_register_get(1000, 0, &r));
    size_t vs_2_0 = 0, ps_3_0 = 0;
    for (size_t v = 0; s9_version_name(v) != NULL; v++) {
        vs_2_0 = strcmp(s9_version_name(v), "vs_2_0") == 0 ? v : vs_2_0;
        ps_3_0 = strcmp(s9_version_name(v), "ps_3_0") == 0 ? v : ps_3_0;
    }
    assert_true(find(vs_2_0, "r", &r) && r.count == 12 && r.read && r.write && r.ports == 3);
    assert_true(find(vs_2_0, "oPos", &r) && !r.numbered && !r.read);
    assert_true(find(vs_2_0, "c", &r) && strcmp(r.base, "a0 or aL") == 0 && strcmp(r.initial, "0") == 0);
    assert_false(find(vs_2_0, "vPos", &r) || find(vs_2_0, "s", &r));
    assert_true(find(ps_3_0, "vFace", &r) && r.declared && find(ps_3_0, "s", &r) && r.sample && r.count == 16);
    assert_false(find(ps_3_0, "oT", &r) || find(ps_3_0, "a", &r));
}

static void test_usages(void **state)
{
    (void)state;
    assert_string_equal(s9_usage_name(0), "position");
    assert_string_equal(s9_usage_name(13), "sample");
    assert_null(s9_usage_name(14));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts), cmocka_unit_test(test_rows),
                                       cmocka_unit_test(test_usages)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
