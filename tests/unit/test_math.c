/* SPDX-License-Identifier: MIT */
/* Accuracy, exact cases, and the same bits on every level, of the functions in exec/math.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "math_reference.h"
#include "math_shaders.h"

/* Every so many bit patterns; a cross build under an emulator sets more. */
#ifndef MATH_STEP
#define MATH_STEP 257
#endif

static void test_sampled(void **state)
{
    (void)state;
    for (size_t i = 0; i < MATH_FUNCTIONS; i++) {
        double worst = 0;
        uint64_t faults =
            math_check(&math_functions[i], 3, MATH_STEP, ((uint64_t)1 << 32) / MATH_STEP / 64 * 64, MATH_LIMIT, &worst);
        printf("%-10s %.6f ulp at most\n", math_functions[i].name, worst);
        assert_int_equal(faults, 0);
    }
}

/* Around zero, one, the bounds of denormals, of the float range, of the fast angle reduction; multiples of pi/2. */
static void test_special_regions(void **state)
{
    (void)state;
    static const uint32_t centres[] = {0x00000000, 0x00800000, 0x3F800000, 0x7F800000, 0x80000000, 0x80800000,
                                       0xBF800000, 0xFF800000, 0x7FC00000, 0x43000000, 0xC2FC0000, 0xC3150000,
                                       0x49800000, 0x3FC90FDB, 0x40490FDB, 0x4096CBE4, 0x40C90FDB, 0x447A0000,
                                       0x3F000000, 0x40000000, 0x3EFFFFFF, 0x4B000000, 0x4B800000, 0x5F000000};
    for (size_t i = 0; i < MATH_FUNCTIONS; i++) {
        double worst = 0;
        for (size_t k = 0; k < S9_COUNT(centres); k++)
            assert_int_equal(math_check(&math_functions[i], centres[k] - 2048u, 1, 4096, MATH_LIMIT, &worst), 0);
    }
}

static void test_exact(void **state)
{
    (void)state;
    for (int e = -149; e <= 127; e++) {
        float power = (float)ldexp(1.0, e);
        assert_true(s9_math_exp2((float)e) == power);
        assert_true(s9_math_exp2z((float)e) == power);
        assert_true(s9_math_log2(power) == (float)e);
        assert_true(s9_math_log2z(-power) == (float)e);
        assert_true(s9_math_exponent(power) == (float)e);
        assert_true(s9_math_mantissa(power) == 1.0f);
        if (e >= -126)
            assert_true(s9_math_rcp(power) == (float)ldexp(1.0, -e) && s9_math_rcpz(-power) == -(float)ldexp(1.0, -e));
        if (e % 2 == 0)
            assert_true(s9_math_rsq(power) == (float)ldexp(1.0, -e / 2));
    }
    assert_true(s9_math_exp2(-150.0f) == 0.0f);
    assert_true(s9_math_exp2(-INFINITY) == 0.0f);
    assert_true(isinf(s9_math_exp2(128.0f)) && s9_math_exp2z(128.0f) == FLT_MAX);
    assert_true(isinf(s9_math_exp2(INFINITY)) && s9_math_exp2z(INFINITY) == FLT_MAX);
    assert_true(s9_math_rcpz(0.0f) == FLT_MAX && s9_math_rcpz(-0.0f) == FLT_MAX);
    assert_true(s9_math_rcpz(s9_bits_float(1)) == FLT_MAX && s9_math_rcpz(s9_bits_float(0x80000001u)) == -FLT_MAX);
    assert_true(s9_math_rcp(-0.0f) == -INFINITY);
    assert_int_equal(s9_float_bits(s9_math_rcpz(-INFINITY)), 0x80000000u);
    assert_int_equal(s9_float_bits(s9_math_rcp(INFINITY)), 0);
    assert_true(s9_math_rsqz(-0.0f) == FLT_MAX && isinf(s9_math_rsq(0.0f)));
    assert_int_equal(s9_float_bits(s9_math_rsqz(-INFINITY)), 0);
    assert_true(s9_math_log2z(-0.0f) == -FLT_MAX && s9_math_log2(0.0f) == -INFINITY);
    assert_true(isinf(s9_math_log2z(-INFINITY)));
    assert_true(s9_math_exponentz(0.0f) == -FLT_MAX && s9_math_mantissa(0.0f) == 1.0f);
    assert_true(isnan(s9_math_sin(INFINITY)) && isnan(s9_math_cos(-INFINITY)) && isnan(s9_math_cos(NAN)));
    assert_int_equal(s9_float_bits(s9_math_sin(-0.0f)), 0x80000000u);
    assert_true(s9_math_cos(0.0f) == 1.0f);
    assert_true(isnan(s9_math_rcpz(NAN)) && isnan(s9_math_rsqz(NAN)) && isnan(s9_math_exp2z(NAN)) &&
                isnan(s9_math_log2z(NAN)));
}

static void test_sine_bounds(void **state)
{
    (void)state;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 514000000 / MATH_STEP; i++, bits += 2147u) {
        float s = s9_math_sin(s9_bits_float(bits)), c = s9_math_cos(s9_bits_float(bits));
        assert_false(s > 1.0f || s < -1.0f || c > 1.0f || c < -1.0f);
    }
}

/* ---- pow ---- */

static void test_pow(void **state)
{
    (void)state;
    static const uint32_t special[] = {
        0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, 0x3F7FFFFF, 0x3F800000, 0x3F800001,
        0xBF800000, 0x3F000000, 0xBF000000, 0x40000000, 0xC0000000, 0x40400000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000,
        0xFF800000, 0x7FC00000, 0xFFC00001, 0x41200000, 0xC1200000, 0x43000000, 0x42FFFFFF, 0x3DCCCCCD, 0x4B000000};
    float x[S9_VM_LANES], y[S9_VM_LANES];
    double worst = 0;
    uint32_t n = 0;
    for (size_t i = 0; i < S9_COUNT(special); i++) {
        for (size_t k = 0; k < S9_COUNT(special); k++) {
            x[n] = s9_bits_float(special[i]);
            y[n++] = s9_bits_float(special[k]);
            if (n == S9_VM_LANES) {
                assert_int_equal(math_check_pow(x, y, MATH_LIMIT, &worst), 0);
                n = 0;
            }
        }
    }
    for (uint64_t number = 0; number < 10280000 / MATH_STEP; number++) {
        math_pow_pairs(number, x, y);
        assert_int_equal(math_check_pow(x, y, MATH_LIMIT, &worst), 0);
    }
    printf("%-10s %.6f ulp at most\n", "pow", worst);
}

/* The opcodes that are made of several operations. */
static void test_shaders(void **state)
{
    (void)state;
    for (size_t i = 0; i < MATH_SHADERS; i++) {
        assert_int_equal(
            math_shader_check(&math_shaders[i], 5, 16 * MATH_STEP - 13, ((uint64_t)1 << 32) / (16 * MATH_STEP - 13)),
            0);
        /* Small integers and halves. */
        for (uint32_t base = 0xC0; base < 0xC2; base++)
            assert_int_equal(math_shader_check(&math_shaders[i], base << 24, 1u << 15, 512), 0);
        for (uint32_t base = 0x3F; base < 0x42; base++)
            assert_int_equal(math_shader_check(&math_shaders[i], base << 24, 1u << 15, 512), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact), cmocka_unit_test(test_special_regions), cmocka_unit_test(test_sine_bounds),
        cmocka_unit_test(test_pow),   cmocka_unit_test(test_sampled),         cmocka_unit_test(test_shaders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
