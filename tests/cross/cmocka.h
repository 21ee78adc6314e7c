/* SPDX-License-Identifier: MIT */
/*
 * The part of cmocka's interface that the tests of the core use, for machines for which no cmocka is at hand: cross
 * builds put this folder on the include path. One test program has one translation unit, so that everything is static.
 */
#ifndef TESTS_CROSS_CMOCKA_H
#define TESTS_CROSS_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
    const char *name;
    CMUnitTestFunction test_func;
    CMFixtureFunction setup_func;
    CMFixtureFunction teardown_func;
    void *initial_state;
};

enum { CROSS_PASSED = 0, CROSS_FAILED = 1, CROSS_SKIPPED = 2 };

static jmp_buf cross_return;

static inline void print_message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}
static inline void print_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

static inline _Noreturn void cross_fail(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    longjmp(cross_return, CROSS_FAILED);
}
static inline _Noreturn void cross_skip(void)
{
    longjmp(cross_return, CROSS_SKIPPED);
}

#define CROSS_CHECK(condition, what)              \
    do {                                          \
        if (!(condition))                         \
            cross_fail(__FILE__, __LINE__, what); \
    } while (0)

#define fail_msg(...)                            \
    do {                                         \
        fprintf(stderr, __VA_ARGS__);            \
        cross_fail(__FILE__, __LINE__, "fails"); \
    } while (0)
#define fail() cross_fail(__FILE__, __LINE__, "fails")
#define skip() cross_skip()
#define assert_true(condition) CROSS_CHECK(condition, #condition)
#define assert_false(condition) CROSS_CHECK(!(condition), "not " #condition)
#define assert_null(pointer) CROSS_CHECK((pointer) == NULL, #pointer " is NULL")
#define assert_non_null(pointer) CROSS_CHECK((pointer) != NULL, #pointer " is not NULL")
#define assert_ptr_equal(a, b) CROSS_CHECK((a) == (b), #a " is " #b)
#define assert_int_equal(a, b) CROSS_CHECK((unsigned long long)(a) == (unsigned long long)(b), #a " is " #b)
#define assert_int_not_equal(a, b) CROSS_CHECK((unsigned long long)(a) != (unsigned long long)(b), #a " is not " #b)
#define assert_string_equal(a, b) CROSS_CHECK(strcmp(a, b) == 0, #a " is " #b)
#define assert_memory_equal(a, b, size) CROSS_CHECK(memcmp(a, b, size) == 0, #a " is " #b)

#define assert_ptr_not_equal(a, b) CROSS_CHECK((a) != (b), #a " is not " #b)
#define assert_string_not_equal(a, b) CROSS_CHECK(strcmp(a, b) != 0, #a " is not " #b)
#define assert_in_range(value, low, high)                                      \
    CROSS_CHECK((unsigned long long)(value) >= (unsigned long long)(low) &&    \
                    (unsigned long long)(value) <= (unsigned long long)(high), \
                #value " is from " #low " to " #high)
#define assert_float_equal(a, b, epsilon) \
    CROSS_CHECK((a) - (b) <= (epsilon) && (b) - (a) <= (epsilon), #a " is about " #b)

#define cmocka_unit_test_setup_teardown(function, setup, teardown) \
    {                                                              \
#function, function, setup, teardown, NULL                 \
    }
#define cmocka_unit_test(function)            \
    {                                         \
#function, function, NULL, NULL, NULL \
    }

static inline int cross_run(const struct CMUnitTest *test)
{
    void *state = test->initial_state;
    int result = setjmp(cross_return);
    if (result == CROSS_PASSED) {
        if (test->setup_func != NULL && test->setup_func(&state) != 0)
            return CROSS_FAILED;
        test->test_func(&state);
    }
    if (test->teardown_func != NULL && test->teardown_func(&state) != 0)
        return CROSS_FAILED;
    return result;
}

static inline int _cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                                          CMFixtureFunction setup, CMFixtureFunction teardown)
{
    void *state = NULL;
    int failed = setup != NULL && setup(&state) != 0;
    for (size_t i = 0; i < count && failed == 0; i++) {
        int result = tests[i].test_func == NULL ? CROSS_PASSED : cross_run(&tests[i]);
        printf("%s: %s\n", tests[i].name,
               result == CROSS_PASSED    ? "ok"
               : result == CROSS_SKIPPED ? "skipped"
                                         : "FAILED");
        fflush(stdout);
        failed += result == CROSS_FAILED;
    }
    if (teardown != NULL && teardown(&state) != 0)
        failed++;
    printf("%s: %u tests, %d failed\n", name, (unsigned)count, failed);
    return failed;
}

#define cmocka_run_group_tests(tests, setup, teardown) \
    _cmocka_run_group_tests(#tests, tests, sizeof tests / sizeof *(tests), setup, teardown)

#endif
