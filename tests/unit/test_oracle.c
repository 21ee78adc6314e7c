/* SPDX-License-Identifier: MIT */
/*
 * The library beside a second reading of the specification (tests/oracle): random legal programs, and every shader of
 * the corpus, on random inputs, to the bit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "files.h"
#include "oracle/compare.h"
#include "oracle/coverage.h"

#include <shader9/shader9.h>

#define PROGRAMS 2000
#define LEAST_LANES 10

static void test_random_programs(void **state)
{
    (void)state;
    static oracle_coverage coverage;
    uint32_t differed = 0, compared = 0;
    oracle_watch = &coverage;
    for (uint64_t seed = 0; seed < PROGRAMS && differed < 3; seed++) {
        outcome o = try_seed(seed, false);
        if (o.verdict == DIFFERED) {
            print_error("seed %llu: %s\n", (unsigned long long)seed, o.reason);
            differed++;
        }
        /* Whatever is generated is legal, and can be run. */
        assert_int_not_equal(o.verdict, NOT_COMPARED);
        compared += o.verdict == AGREED;
    }
    oracle_watch = NULL;
    assert_int_equal(differed, 0);
    assert_true(compared > PROGRAMS * 99 / 100);
    /* Every opcode and form of every version has been executed, not only written. */
    assert_int_equal(oracle_print_coverage(&coverage, LEAST_LANES, true), 0);
}

/* Nothing is left out: each opcode of each version comes up. */
static void test_every_opcode(void **state)
{
    (void)state;
    static uint32_t seen[S9_VERSION_COUNT][S9_OP_COUNT + 1], programs[S9_VERSION_COUNT];
    text_program text = {0};
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        s9_program *program = NULL;
        generate_program(seed, &text);
        char *joined = text_join(&text);
        assert_non_null(joined);
        assert_int_equal(s9_assemble(joined, strlen(joined), NULL, NULL, &program, NULL), S9_OK);
        programs[program->version]++;
        for (uint32_t i = 0; i < program->items.count; i++)
            seen[program->version][program->items.items[i].opcode]++;
        s9_program_destroy(program);
        free(joined);
    }
    text_free(&text);
    for (uint32_t v = 0; v < S9_VERSION_COUNT; v++)
        for (uint32_t op = 0; op < S9_OP_COUNT && programs[v] > 0; op++)
            if (s9_isa_available((s9_version)v, (s9_opcode)op) && seen[v][op] == 0)
                fail_msg("no %s of %s", s9_isa_opcode((s9_opcode)op)->text, s9_isa_version((s9_version)v)->text);
}

static void test_corpus(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/bytecode", "");
    uint32_t compared = 0, differed = 0, refused = 0;
    for (size_t i = 0; i < list.count && differed < 3; i++) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        s9_program *program = NULL;
        if (bytes != NULL && s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK) {
            outcome o = try_program(program, i, false);
            compared += o.verdict == AGREED;
            refused += o.verdict == NOT_COMPARED;
            if (o.verdict == DIFFERED) {
                print_error("%s: %s\n", list.paths[i], o.reason);
                differed++;
            }
        }
        s9_program_destroy(program);
        free(bytes);
    }
    print_message("%u shaders of the corpus compared, %u not\n", (unsigned)compared, (unsigned)refused);
    files_free(&list);
    assert_int_equal(differed, 0);
    assert_true(compared > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
        cmocka_unit_test(test_every_opcode),
        cmocka_unit_test(test_corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
