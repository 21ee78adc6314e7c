/* SPDX-License-Identifier: MIT */
/*
 * Translated shaders drawn with Vulkan beside the interpreter: every opcode, random programs, and some of the corpus.
 * The target check-vulkan takes all of them.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "files.h"

#ifdef HAVE_VULKAN_HOST
#include "oracle/generate.h"
#include "vulkan/host.h"
#include "vulkan/same.h"

#define PROGRAMS 200
#define SHADERS 60

static same_host *host;
static char why[VULKAN_REASON];

static void need_host(void)
{
    if (host == NULL) {
        print_message("SKIPPED: no drawing with Vulkan: %s\n", why);
        skip();
    }
}

/* Few results may have bounds that say little. */
static void judge(const same_counts *c)
{
    print_message(
        "%u programs, %u not expressible; %u numbers: %u equal, %u after a flush, %u within bounds (%u wide)\n",
        (unsigned)c->programs, (unsigned)c->refused, (unsigned)c->numbers, (unsigned)c->equal, (unsigned)c->flushed,
        (unsigned)c->bounded, (unsigned)c->loose);
    assert_int_equal(c->differed, 0);
    assert_true(c->refused * 20 <= c->programs);
    assert_true(c->equal * 2 >= c->numbers);
}

static void test_opcodes(void **state)
{
    (void)state;
    same_counts counts = {0};
    need_host();
    assert_true(same_opcodes(host, 1, false, &counts));
    judge(&counts);
}

static void test_random_programs(void **state)
{
    (void)state;
    same_counts counts = {0};
    text_program text = {0};
    need_host();
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        s9_program *program = NULL;
        char about[40];
        generate_program(seed, &text);
        char *joined = text_join(&text);
        assert_non_null(joined);
        (void)snprintf(about, sizeof about, "seed %u", (unsigned)seed);
        assert_int_equal(s9_assemble(joined, strlen(joined), NULL, NULL, &program, NULL), S9_OK);
        (void)same_program(host, program, seed, about, &counts);
        s9_program_destroy(program);
        free(joined);
    }
    text_free(&text);
    judge(&counts);
}

/* A10: zeros that no compiler knows beforehand; what functions of one number make of them is the interpreter's answer.
 */
static void test_zeros(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "ps_2_0\nmov r1, c1\nsub r1, r1, r1\nrcp r0.x, r1.x\nrsq r0.y, r1.y\nlog r0.z, r1.z\nrcp r0.w, -r1.w\n"
        "mov oC0, r0\n",
        "vs_2_0\ndcl_position v0\nmov r1, c1\nsub r1, r1, r1\nrcp r0.x, r1.x\nrsq r0.y, r1.y\nlog r0.z, r1.z\n"
        "rcp r0.w, -r1.w\nmov oT0, r0\nmov oPos, v0\n",
    };
    same_counts counts = {0};
    need_host();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        s9_program *program = NULL;
        assert_int_equal(s9_assemble(texts[i], strlen(texts[i]), NULL, NULL, &program, NULL), S9_OK);
        for (uint64_t seed = 0; seed < 4; seed++) /* both float modes */
            assert_true(same_program(host, program, seed, texts[i], &counts));
        s9_program_destroy(program);
    }
    assert_int_equal(counts.differed, 0);
    assert_true(counts.refused < counts.programs);
}

static void test_corpus(void **state)
{
    (void)state;
    same_counts counts = {0};
    need_host();
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    for (size_t i = 0; i < list.count; i += list.count / SHADERS + 1) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        s9_program *program = NULL;
        if (bytes != NULL && s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK)
            (void)same_program(host, program, i, list.paths[i], &counts);
        s9_program_destroy(program);
        free(bytes);
    }
    files_free(&list);
    judge(&counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_opcodes), cmocka_unit_test(test_random_programs),
                                       cmocka_unit_test(test_zeros), cmocka_unit_test(test_corpus)};
    (void)setenv("LP_NUM_THREADS", "0", 0); /* pictures of 64 pixels */
    host = same_open(why);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (host != NULL)
        same_close(host);
    return failed;
}
#else
static void test_nothing(void **state)
{
    (void)state;
    print_message("SKIPPED: built without Vulkan\n");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
