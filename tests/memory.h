/* SPDX-License-Identifier: MIT */
/*
 * memory - work that is done again and again, with the first, the second, ... allocation failing until none does: once
 * with all allocations behind it failing too, as when memory has run out, and once with that one alone, as when a large
 * block does not fit. Each time the work says S9_ERROR_MEMORY, gives back every block, and touches none afterwards.
 */
#ifndef TESTS_MEMORY_H
#define TESTS_MEMORY_H

#include <shader9/base.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct memory_source {
    size_t asked, fails_at, out;
    bool once, failed;
} memory_source;

static inline void *memory_allocate(void *user, size_t size)
{
    memory_source *m = user;
    size_t number = m->asked++;
    if (m->once ? number == m->fails_at : number >= m->fails_at) {
        m->failed = true;
        return NULL;
    }
    void *memory = malloc(size);
    m->out += memory != NULL;
    return memory;
}

static inline void memory_release(void *user, void *pointer)
{
    memory_source *m = user;
    m->out -= pointer != NULL;
    free(pointer);
}

/* The allocator of a source: `{.fails_at = n}` gives out n blocks, and no more. */
static inline s9_allocator memory_allocator(memory_source *m)
{
    s9_allocator allocator = {memory_allocate, memory_release, m};
    return allocator;
}

/* What it does with one input; `without` may be set where it also succeeds with less (a cache that stays empty). */
typedef struct memory_subject {
    const char *name;
    s9_result (*work)(const s9_allocator *allocator, const void *input);
    bool without;
} memory_subject;

/* Returns how many allocations the work makes when all succeed. */
static inline size_t memory_try(const memory_subject *subject, const void *input, const char *about)
{
    memory_source all = {.fails_at = SIZE_MAX};
    s9_allocator plenty = memory_allocator(&all);
    s9_result expected = subject->work(&plenty, input);
    size_t wrong = all.out != 0;
    if (all.out != 0)
        print_error("%s, %s: %zu blocks stay when nothing fails\n", subject->name, about, all.out);
    for (int once = 0; once < 2; once++) {
        bool failed = true;
        for (size_t n = 0; failed && wrong < 5; n++) {
            memory_source m = {.fails_at = n, .once = once != 0};
            s9_allocator allocator = memory_allocator(&m);
            s9_result result = subject->work(&allocator, input);
            failed = m.failed;
            bool right =
                failed ? result == S9_ERROR_MEMORY || (subject->without && result == expected) : result == expected;
            if (!right || m.out != 0) {
                print_error("%s, %s: without allocation %zu%s: %s, %zu blocks stay\n", subject->name, about, n,
                            once ? " alone" : "", s9_result_name(result), m.out);
                wrong++;
            }
        }
    }
    assert_int_equal(wrong, 0);
    return all.asked;
}

#endif
