/* SPDX-License-Identifier: MIT */
/*
 * The compilers that tests of machine code use, one for each vector width that the machine has. SHADER9_SEED and
 * SHADER9_SEEDS choose the random cases; with SHADER9_ALL_WIDTHS each is compiled for every width, otherwise they take
 * turns.
 */
#ifndef TESTS_JIT_RUN_H
#define TESTS_JIT_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <shader9/jit.h>
#include <shader9/shader9.h>

#ifndef SHADER9_HAVE_JIT

static void test_nothing(void **state)
{
    (void)state;
    print_message("SKIPPED: this build has no just-in-time compiler\n");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

#ifdef JIT_RUN_RANDOM

#define WIDTHS 3

static s9_jit *engines[WIDTHS];
static uint64_t first_seed = 1, seeds;
static bool all_widths;

static int set_up(void **state)
{
    (void)state;
    const char *from = getenv("SHADER9_SEED"), *count = getenv("SHADER9_SEEDS");
    first_seed = from != NULL ? strtoull(from, NULL, 10) : 1;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    seeds = 40; /* each takes many times as long */
#else
    seeds = 400;
#endif
    if (count != NULL)
        seeds = strtoull(count, NULL, 10); /* of modules, and of programs */
    all_widths = getenv("SHADER9_ALL_WIDTHS") != NULL;
    uint32_t some = 0;
    for (uint32_t i = 0; i < WIDTHS; i++) {
        s9_jit_options options = {.struct_size = sizeof options, .lanes = 4u << i, .code_limit = 4u << 20};
        if (s9_jit_create(NULL, &options, &engines[i], NULL) == S9_OK)
            some++;
        else
            print_message("SKIPPED: this machine has no vectors of %u lanes\n", (unsigned)options.lanes);
    }
    return some == 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < WIDTHS; i++)
        s9_jit_destroy(engines[i]);
    return 0;
}

/* The widths to try for a case. */
static bool takes_part(uint32_t width, uint64_t seed)
{
    return engines[width] != NULL && (all_widths || seed % WIDTHS == width);
}

#endif

#endif

#endif
