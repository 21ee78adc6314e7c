/* SPDX-License-Identifier: MIT */
/*
 * Legal programs are broken on purpose, one rule each, and the validator names the rule. The target check-mutate does
 * the same with more programs.
 */
#include "files.h"

#include "mutate/pool.h"

#define MUTANTS 10000u
/* So many rules can be broken by changing a program mechanically. */
#define RULES 250u

static void mutants_are_named(void **state)
{
    (void)state;
    pool p;
    const char *corpus = TEST_SHARED "/corpus/bytecode";
    files_list list = files_of(corpus, ".bin");
    if (list.count == 0)
        print_message("SKIPPED in part: %s is not here, so no compiled shader is broken\n", corpus);
    assert_true(pool_open(&p, 300, list.count > 0 ? corpus : NULL));
    mutate_report r = mutate_all(&p, MUTANTS, 20, 10);
    print_message("%u mutants of %u programs, %u rules: %u named, %u of them alone\n", (unsigned)r.mutants,
                  (unsigned)p.count, (unsigned)r.rules, (unsigned)r.named, (unsigned)r.alone);
    assert_int_equal(r.mutants, MUTANTS);
    assert_int_equal(r.without_place, 0);
    assert_true(r.rules >= RULES);
    assert_true(r.named * 100u >= r.mutants * 99u);
    pool_close(&p);
    files_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mutants_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
