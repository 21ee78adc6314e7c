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

typedef struct math_function {
    const char *name;
    s9_ir_op op;
    float (*plain)(float x);
    double (*truth)(double x); /* NULL: exact results are checked elsewhere */
    bool ieee;
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

static const math_function math_functions[] = {
    {"rcp", S9_IR_RCP, s9_math_rcp, truth_rcp, true},
    {"rcpz", S9_IR_RCPZ, s9_math_rcpz, truth_rcp, false},
    {"rsq", S9_IR_RSQ, s9_math_rsq, truth_rsq, true},
    {"rsqz", S9_IR_RSQZ, s9_math_rsqz, truth_rsq, false},
    {"exp", S9_IR_EXP, s9_math_exp2, exp2, true},
    {"expz", S9_IR_EXPZ, s9_math_exp2z, exp2, false},
    {"log", S9_IR_LOG, s9_math_log2, truth_log2, true},
    {"logz", S9_IR_LOGZ, s9_math_log2z, truth_log2, false},
    {"sin", S9_IR_SIN, s9_math_sin, sin, true},
    {"cos", S9_IR_COS, s9_math_cos, cos, true},
    {"exponent", S9_IR_EXPONENT, s9_math_exponent, truth_exponent, true},
    {"exponentz", S9_IR_EXPONENTZ, s9_math_exponentz, truth_exponent, false},
    {"mantissa", S9_IR_MANTISSA, s9_math_mantissa, truth_mantissa, true},
};
#define MATH_FUNCTIONS (sizeof math_functions / sizeof math_functions[0])

/* Distance from the true value in units in the last place of a float of that size; huge where they have nothing in
 * common. */
static double math_ulps(float got, double truth, bool ieee)
{
    if (isnan(truth))
        return isnan(got) ? 0 : 1e30;
    /* The middle between FLT_MAX and the next power of two rounds to infinity. */
    if (fabs(truth) >= 0x1.ffffffp127) {
        float limit = (float)(ieee ? INFINITY : FLT_MAX);
        return got == (truth > 0 ? limit : -limit) ? 0 : 1e30;
    }
    if (isnan(got) || isinf(got))
        return 1e30;
    int exponent;
    (void)frexp(truth, &exponent);
    return fabs((double)got - truth) / ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
}

/* Whether a result is right: within `limit` ulp, or one of the values that float mode d3d9 has of its own. */
static bool math_right(const math_function *f, float x, float got, double limit)
{
    double truth = f->truth((double)x);
    if (!f->ieee) {
        if (f->op == S9_IR_RCPZ && x == 0)
            return got == FLT_MAX;
        if ((f->op == S9_IR_LOGZ || f->op == S9_IR_EXPONENTZ) && isinf(x))
            return isinf(got) && got > 0;
    }
    return math_ulps(got, truth, f->ieee) <= limit;
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
 * Checks a function at `count` bit patterns from `first` by `step`. Prints the first few faults; returns how many there
 * were. `worst` receives the largest distance in ulp.
 */
static uint64_t math_check(const math_function *f, uint32_t first, uint32_t step, uint64_t count, double limit,
                           double *worst)
{
    _Alignas(64) math_scratch scratch;
    uint64_t faults = 0;
    for (uint64_t done = 0; done < count; done += S9_VM_LANES) {
        float plain[S9_VM_LANES];
        for (uint32_t i = 0; i < S9_VM_LANES; i++) {
            float x = s9_bits_float(first + (uint32_t)(done + i) * step);
            scratch.slots[MATH_SLOT(0) + i] = x;
            plain[i] = f->plain(x);
            if (!math_right(f, x, plain[i], limit) && faults++ < 8)
                printf("%s(%a) = %a, not %a\n", f->name, (double)x, (double)plain[i], f->truth((double)x));
            double ulps = math_ulps(plain[i], f->truth((double)x), f->ieee);
            if (ulps < 1e6 && ulps > *worst)
                *worst = ulps;
        }
        for (int level = 0; level < S9_VM_LEVEL_COUNT; level++) {
            if (s9_vm_kernels_of((s9_vm_level)level) == NULL)
                continue;
            math_kernel((s9_vm_level)level, f->op, &scratch);
            for (uint32_t i = 0; i < S9_VM_LANES; i++)
                if (!math_same(plain[i], scratch.slots[MATH_SLOT(3) + i]) && faults++ < 8)
                    printf("%s(%a) on level %d = %a, in plain C %a\n", f->name, (double)scratch.slots[MATH_SLOT(0) + i],
                           level, (double)scratch.slots[MATH_SLOT(3) + i], (double)plain[i]);
        }
    }
    return faults;
}

/* What numerics promises: 2 ulp; what the code claims: hardly more than half of one. */
#define MATH_LIMIT 0.501

#endif
