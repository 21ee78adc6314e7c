/* SPDX-License-Identifier: MIT */
/*
 * The functions of exec/math.h beside true values: the interpreter's kernels of every level that the machine has, the
 * plain C form, and the C library in double precision, whose error (below an ulp of a double) does not matter here.
 */
#ifndef TESTS_MATH_REFERENCE_H
#define TESTS_MATH_REFERENCE_H

#define S9_MATH_WIDTH 1
#include "exec/math.h"
#include "vm/vm.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/*
 * A function of one number. `plain` is the width 1 of exec/math.h, or for operations with one exact result the
 * reference itself, as bits; `truth` is the mathematical value, NULL where `plain` is all there is to know.
 */
typedef struct math_function {
    const char *name;
    s9_ir_op op;
    float (*plain)(float x);
    uint32_t (*exact)(float x);
    double (*truth)(double x);
    bool ieee;
    float (*other)(
        float x); /* d3d9: the form for ieee, which is checked by itself: where both agree nothing is left to do */
} math_function;

static double truth_rcp(double x)
{
    return 1.0 / x;
}
static double truth_rsq(double x)
{
    return 1.0 / sqrt(fabs(x));
}
static double truth_log2(double x)
{
    return log2(fabs(x));
}
static double truth_exponent(double x)
{
    return x == 0 || isinf(x) || isnan(x) ? log2(fabs(x)) : logb(x);
}
static double truth_mantissa(double x)
{
    return x == 0 || isinf(x) ? 1.0 : isnan(x) ? x : fabs(x) / exp2(logb(x));
}

#ifdef _WIN32 /* whose library takes large angles modulo a pi of 66 bits: for these nobody knows better */
static double truth_sin(double x)
{
    return fabs(x) < 100000.0 ? sin(x) : (double)s9_math_sin((float)x);
}
static double truth_cos(double x)
{
    return fabs(x) < 100000.0 ? cos(x) : (double)s9_math_cos((float)x);
}
#else
#define truth_sin sin
#define truth_cos cos
#endif

/* ---- operations with one right result, from their definitions in ir/README.md ---- */

static uint32_t exact_frc(float x)
{
    return s9_float_bits(x - floorf(x));
}
static uint32_t exact_floor(float x)
{
    return s9_float_bits(floorf(x));
}
static uint32_t exact_sat(float x)
{
    return s9_float_bits(x > 0 ? (x < 1 ? x : 1.0f) : 0.0f);
}
static uint32_t exact_int(double whole)
{
    if (whole != whole)
        return 0;
    return (uint32_t)(int32_t)(whole < -2147483648.0 ? -2147483648.0 : whole > 2147483647.0 ? 2147483647.0 : whole);
}
static uint32_t exact_ftoi_floor(float x)
{
    return exact_int(floor((double)x));
}
/* Ties by hand: nothing hangs on the rounding mode. */
static uint32_t exact_ftoi_even(float x)
{
    double below = floor((double)x), rest = (double)x - below;
    return exact_int(rest > 0.5 || (rest == 0.5 && fmod(below, 2.0) != 0) ? below + 1.0 : below);
}
static uint32_t exact_ftoi_away(float x)
{
    double below = floor((double)x), rest = (double)x - below;
    return exact_int(rest > 0.5 || (rest == 0.5 && x > 0) ? below + 1.0 : below);
}
static uint32_t exact_ftoi_up(float x)
{
    double below = floor((double)x);
    return exact_int((double)x - below >= 0.5 ? below + 1.0 : below);
}
static uint32_t exact_sqrt(float x)
{
    return s9_float_bits(sqrtf(x));
}

static const math_function math_functions[] = {
    {"rcp", S9_IR_RCP, s9_math_rcp, NULL, truth_rcp, true, NULL},
    {"rcpz", S9_IR_RCPZ, s9_math_rcpz, NULL, truth_rcp, false, s9_math_rcp},
    {"rsq", S9_IR_RSQ, s9_math_rsq, NULL, truth_rsq, true, NULL},
    {"rsqz", S9_IR_RSQZ, s9_math_rsqz, NULL, truth_rsq, false, s9_math_rsq},
    {"exp", S9_IR_EXP, s9_math_exp2, NULL, exp2, true, NULL},
    {"expz", S9_IR_EXPZ, s9_math_exp2z, NULL, exp2, false, s9_math_exp2},
    {"log", S9_IR_LOG, s9_math_log2, NULL, truth_log2, true, NULL},
    {"logz", S9_IR_LOGZ, s9_math_log2z, NULL, truth_log2, false, s9_math_log2},
    {"sin", S9_IR_SIN, s9_math_sin, NULL, truth_sin, true, NULL},
    {"cos", S9_IR_COS, s9_math_cos, NULL, truth_cos, true, NULL},
    {"exponent", S9_IR_EXPONENT, s9_math_exponent, NULL, truth_exponent, true, NULL},
    {"exponentz", S9_IR_EXPONENTZ, s9_math_exponentz, NULL, truth_exponent, false, s9_math_exponent},
    {"mantissa", S9_IR_MANTISSA, s9_math_mantissa, NULL, truth_mantissa, true, NULL},
    {"sqrt", S9_IR_SQRT, NULL, exact_sqrt, NULL, true, NULL},
    {"frc", S9_IR_FRC, NULL, exact_frc, NULL, true, NULL},
    {"floor", S9_IR_FLOOR, NULL, exact_floor, NULL, true, NULL},
    {"sat", S9_IR_SAT, NULL, exact_sat, NULL, true, NULL},
    {"ftoi_floor", S9_IR_FLOAT_TO_INT_FLOOR, NULL, exact_ftoi_floor, NULL, true, NULL},
    {"ftoi_even", S9_IR_FLOAT_TO_INT_EVEN, NULL, exact_ftoi_even, NULL, true, NULL},
    {"ftoi_away", S9_IR_FLOAT_TO_INT_AWAY, NULL, exact_ftoi_away, NULL, true, NULL},
    {"ftoi_up", S9_IR_FLOAT_TO_INT_UP, NULL, exact_ftoi_up, NULL, true, NULL},
};
#define MATH_FUNCTIONS (sizeof math_functions / sizeof math_functions[0])

/* Distance from the true value in units in the last place of a float of that size; huge where they have nothing in
 * common. */
static double math_ulps(float got, double truth, bool ieee)
{
    if (truth != truth)
        return got != got ? 0 : 1e30;
    /* The middle between FLT_MAX and the next power of two rounds to infinity. */
    if (fabs(truth) >= 0x1.ffffffp127) {
        float limit = (float)(ieee ? INFINITY : FLT_MAX);
        return got == (truth > 0 ? limit : -limit) ? 0 : 1e30;
    }
    double distance = fabs((double)got - truth);
    if (!(distance < INFINITY))
        return 1e30;
    /* 2^-e as a double, where 2^e is an ulp: 2^-149 for all that is smaller than normal. */
    uint64_t bits;
    memcpy(&bits, &truth, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7FFu) - 1023 - 23;
    uint64_t scale_bits = (uint64_t)(1023 - (exponent < -149 ? -149 : exponent)) << 52;
    double scale;
    memcpy(&scale, &scale_bits, sizeof scale);
    return distance * scale;
}

/* Values that float mode d3d9 has of its own, or a distance in ulp. */
static double math_distance(const math_function *f, float x, float got, double truth)
{
    if (!f->ieee) {
        if (f->op == S9_IR_RCPZ && x == 0)
            return got == FLT_MAX ? 0 : 1e30;
        if ((f->op == S9_IR_LOGZ || f->op == S9_IR_EXPONENTZ) && isinf(x))
            return isinf(got) && got > 0 ? 0 : 1e30;
    }
    return math_ulps(got, truth, f->ieee);
}

/* Memory of one kernel call: three source slots, a result slot. */
typedef union math_scratch {
    char bytes[S9_VM_HEAD_BYTES + 4 * S9_VM_SLOT_BYTES];
    float slots[S9_VM_HEAD_BYTES / 4 + 4 * S9_VM_LANES];
} math_scratch;

#define MATH_SLOT(k) (S9_VM_HEAD_BYTES / 4 + (k)*S9_VM_LANES)

/* Runs the kernel of an operation over a slot of each source; the result is in slot 3. */
static void math_kernel(s9_vm_level level, s9_ir_op op, math_scratch *scratch)
{
    const s9_vm_kernels *kernels = s9_vm_kernels_of(level);
    s9_vm_inst inst = {.n = 1};
    for (uint32_t k = 0; k < 3; k++)
        inst.src[k][0] = S9_VM_HEAD_BYTES + k * S9_VM_SLOT_BYTES;
    inst.dst[0] = S9_VM_HEAD_BYTES + 3 * S9_VM_SLOT_BYTES;
    s9_vm_kernel kernel = kernels->math[op][0] != NULL ? kernels->math[op][0] : kernels->arithmetic[op][0];
    kernel(&inst, scratch->bytes, inst.dst);
}

static bool math_same(float a, float b)
{
    return s9_float_bits(a) == s9_float_bits(b) || (a != a && b != b);
}

/*
 * Checks a function at `count` (a multiple of 64) bit patterns from `first` by `step`. Prints the first few faults;
 * returns how many there were. `worst` receives the largest distance in ulp.
 */
static uint64_t math_check(const math_function *f, uint32_t first, uint32_t step, uint64_t count, double limit,
                           double *worst)
{
    _Alignas(64) math_scratch scratch;
    uint64_t faults = 0;
    for (uint64_t done = 0; done < count; done += S9_VM_LANES) {
        float want[S9_VM_LANES], *in = &scratch.slots[MATH_SLOT(0)], *got = &scratch.slots[MATH_SLOT(3)];
        for (uint32_t i = 0; i < S9_VM_LANES; i++)
            in[i] = s9_bits_float(first + (uint32_t)(done + i) * step);
        for (uint32_t i = 0; i < S9_VM_LANES; i++) {
            if (f->exact != NULL) {
                want[i] = s9_bits_float(f->exact(in[i]));
                continue;
            }
            want[i] = f->plain(in[i]);
            if (f->other != NULL && s9_float_bits(f->other(in[i])) == s9_float_bits(want[i]))
                continue;
            double truth = f->truth((double)in[i]), ulps = math_distance(f, in[i], want[i], truth);
            if (ulps > limit && faults++ < 8)
                printf("%s(%a) = %a, not %a\n", f->name, (double)in[i], (double)want[i], truth);
            if (ulps > *worst && ulps < 1e6)
                *worst = ulps;
        }
        for (int level = 0; level < S9_VM_LEVEL_COUNT; level++) {
            if (s9_vm_kernels_of((s9_vm_level)level) == NULL)
                continue;
            math_kernel((s9_vm_level)level, f->op, &scratch);
            for (uint32_t i = 0; i < S9_VM_LANES; i++)
                if (!(f->op >= S9_IR_FLOAT_TO_INT_FLOOR ? s9_float_bits(want[i]) == s9_float_bits(got[i])
                                                        : math_same(want[i], got[i])) &&
                    faults++ < 8)
                    printf("%s(%a) on level %d = %a (%08x), not %a (%08x)\n", f->name, (double)in[i], level,
                           (double)got[i], (unsigned)s9_float_bits(got[i]), (double)want[i],
                           (unsigned)s9_float_bits(want[i]));
        }
    }
    return faults;
}

/* ---- pow ---- */

static double truth_pow(float x, float y, bool ieee)
{
    double a = fabs((double)x);
    if (!ieee && (a == 0 || isinf(a)) && y != 0 && !isnan(y))
        return (a == 0) == (y > 0) ? 0.0 : (double)FLT_MAX;
    return pow(a, (double)y);
}

/* Both forms of pow at 64 pairs, against the true value and on every level; returns the faults, printing the first. */
static uint64_t math_check_pow(const float *x, const float *y, double limit, double *worst)
{
    _Alignas(64) math_scratch scratch;
    uint64_t faults = 0;
    for (int z = 0; z < 2; z++) {
        float plain[S9_VM_LANES];
        for (uint32_t i = 0; i < S9_VM_LANES; i++) {
            plain[i] = z ? s9_math_powz(x[i], y[i]) : s9_math_pow(x[i], y[i]);
            double truth = truth_pow(x[i], y[i], z == 0), ulps = math_ulps(plain[i], truth, z == 0);
            if (ulps > limit && faults++ < 8)
                printf("pow%s(%a, %a) = %a, not %a\n", z ? "z" : "", (double)x[i], (double)y[i], (double)plain[i],
                       truth);
            if (ulps > *worst && ulps < 1e6)
                *worst = ulps;
            scratch.slots[MATH_SLOT(0) + i] = x[i];
            scratch.slots[MATH_SLOT(1) + i] = y[i];
        }
        for (int level = 0; level < S9_VM_LEVEL_COUNT; level++) {
            if (s9_vm_kernels_of((s9_vm_level)level) == NULL)
                continue;
            math_kernel((s9_vm_level)level, z ? S9_IR_POWZ : S9_IR_POW, &scratch);
            for (uint32_t i = 0; i < S9_VM_LANES; i++)
                if (!math_same(plain[i], scratch.slots[MATH_SLOT(3) + i]) && faults++ < 8)
                    printf("pow%s(%a, %a) differs on level %d\n", z ? "z" : "", (double)x[i], (double)y[i], level);
        }
    }
    return faults;
}

/*
 * 64 pairs for a number: any pair of floats, or an exponent of a size that does not overflow at once, or one that takes
 * the result close to the borders of the range.
 */
static void math_pow_pairs(uint64_t number, float *x, float *y)
{
    uint64_t random = number * 0x9E3779B97F4A7C15u + 1u;
    for (uint32_t n = 0; n < S9_VM_LANES; n++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        x[n] = s9_bits_float((uint32_t)(random >> 33));
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint32_t high = (uint32_t)(random >> 32);
        y[n] = number % 2 == 0 ? (float)(high >> 8) / 65536.0f - 128.0f : s9_bits_float(high);
        if (number % 4 == 0 && isfinite(x[n]) && x[n] > 0 && x[n] != 1)
            y[n] /= (float)log2((double)x[n]);
    }
}

/* What numerics promises: 2 ulp; what the code claims: hardly more than half of one. */
#define MATH_LIMIT 0.501

#endif
