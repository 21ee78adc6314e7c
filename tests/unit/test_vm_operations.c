/* SPDX-License-Identifier: MIT */
/* The batch interpreter's arithmetic: every operation of modules by its definition, on every level. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define S9_MATH_WIDTH 1
#include "exec/math.h"

#include "vm_run.h"

#include <float.h>
#include <math.h>

static vm_job job;

/* ---- every operation, by definition ---- */

typedef struct operation {
    s9_ir_op op;
    uint32_t sources;
    uint32_t (*result)(const float *x);
} operation;

static uint32_t bits_of(float x)
{
    return s9_float_bits(x);
}
static float zero_wins(float a, float b)
{
    return a == 0 || b == 0 ? 0.0f : a * b;
}
static uint32_t truth(bool condition)
{
    return condition ? UINT32_MAX : 0;
}
static uint32_t whole(double x)
{
    if (isnan(x))
        return 0;
    return x >= 2147483647.0 ? 0x7FFFFFFFu : x <= -2147483648.0 ? 0x80000000u : (uint32_t)(int32_t)x;
}

#define DEFINE(name, expression)         \
    static uint32_t name(const float *x) \
    {                                    \
        return expression;               \
    }
DEFINE(r_neg, bits_of(x[0]) ^ 0x80000000u)
DEFINE(r_abs, bits_of(x[0]) & 0x7FFFFFFFu)
DEFINE(r_sat, bits_of(x[0] > 0 ? (x[0] < 1 ? x[0] : 1.0f) : 0.0f))
DEFINE(r_floor, bits_of(floorf(x[0])))
DEFINE(r_frc, bits_of(x[0] - floorf(x[0])))
DEFINE(r_sqrt, bits_of(sqrtf(x[0])))
DEFINE(r_add, bits_of(x[0] + x[1]))
DEFINE(r_sub, bits_of(x[0] - x[1]))
DEFINE(r_mul, bits_of(x[0] * x[1]))
DEFINE(r_mulz, bits_of(zero_wins(x[0], x[1])))
DEFINE(r_mad, bits_of(x[0] * x[1] + x[2]))
DEFINE(r_madz, bits_of(zero_wins(x[0], x[1]) + x[2]))
DEFINE(r_div, bits_of(x[0] / x[1]))
DEFINE(r_min, bits_of(isnan(x[0]) ? x[1] : isnan(x[1]) ? x[0] : x[0] < x[1] ? x[0] : x[1]))
DEFINE(r_max, bits_of(isnan(x[0]) ? x[1] : isnan(x[1]) ? x[0] : x[0] >= x[1] ? x[0] : x[1]))
DEFINE(r_lt, truth(x[0] < x[1]))
DEFINE(r_le, truth(x[0] <= x[1]))
DEFINE(r_gt, truth(x[0] > x[1]))
DEFINE(r_ge, truth(x[0] >= x[1]))
DEFINE(r_eq, truth(x[0] == x[1]))
DEFINE(r_ne, truth(!(x[0] == x[1])))
DEFINE(r_floor_int, whole(floor((double)x[0])))
DEFINE(r_even_int, whole(nearbyint((double)x[0])))
DEFINE(r_away_int, whole(trunc((double)x[0] + copysign(0.5, (double)x[0])))) /* exact; round is not everywhere */
DEFINE(r_up_int, whole(floor((double)x[0] + 0.5)))
DEFINE(r_iadd, bits_of(x[0]) + bits_of(x[1]))
DEFINE(r_rcp, bits_of(s9_math_rcp(x[0])))
DEFINE(r_rcpz, bits_of(s9_math_rcpz(x[0])))
DEFINE(r_rsq, bits_of(s9_math_rsq(x[0])))
DEFINE(r_rsqz, bits_of(s9_math_rsqz(x[0])))
DEFINE(r_exp, bits_of(s9_math_exp2(x[0])))
DEFINE(r_expz, bits_of(s9_math_exp2z(x[0])))
DEFINE(r_log, bits_of(s9_math_log2(x[0])))
DEFINE(r_logz, bits_of(s9_math_log2z(x[0])))
DEFINE(r_sin, bits_of(s9_math_sin(x[0])))
DEFINE(r_cos, bits_of(s9_math_cos(x[0])))
DEFINE(r_exponent, bits_of(s9_math_exponent(x[0])))
DEFINE(r_exponentz, bits_of(s9_math_exponentz(x[0])))
DEFINE(r_mantissa, bits_of(s9_math_mantissa(x[0])))
DEFINE(r_pow, bits_of(s9_math_pow(x[0], x[1])))
DEFINE(r_powz, bits_of(s9_math_powz(x[0], x[1])))

static const operation operations[] = {
    {S9_IR_NEG, 1, r_neg},
    {S9_IR_ABS, 1, r_abs},
    {S9_IR_SAT, 1, r_sat},
    {S9_IR_FLOOR, 1, r_floor},
    {S9_IR_FRC, 1, r_frc},
    {S9_IR_SQRT, 1, r_sqrt},
    {S9_IR_ADD, 2, r_add},
    {S9_IR_SUB, 2, r_sub},
    {S9_IR_MUL, 2, r_mul},
    {S9_IR_MULZ, 2, r_mulz},
    {S9_IR_MAD, 3, r_mad},
    {S9_IR_MADZ, 3, r_madz},
    {S9_IR_DIV, 2, r_div},
    {S9_IR_MIN, 2, r_min},
    {S9_IR_MAX, 2, r_max},
    {S9_IR_LT, 2, r_lt},
    {S9_IR_LE, 2, r_le},
    {S9_IR_GT, 2, r_gt},
    {S9_IR_GE, 2, r_ge},
    {S9_IR_EQ, 2, r_eq},
    {S9_IR_NE, 2, r_ne},
    {S9_IR_FLOAT_TO_INT_FLOOR, 1, r_floor_int},
    {S9_IR_FLOAT_TO_INT_EVEN, 1, r_even_int},
    {S9_IR_FLOAT_TO_INT_AWAY, 1, r_away_int},
    {S9_IR_FLOAT_TO_INT_UP, 1, r_up_int},
    {S9_IR_IADD, 2, r_iadd},
    {S9_IR_RCP, 1, r_rcp},
    {S9_IR_RCPZ, 1, r_rcpz},
    {S9_IR_RSQ, 1, r_rsq},
    {S9_IR_RSQZ, 1, r_rsqz},
    {S9_IR_EXP, 1, r_exp},
    {S9_IR_EXPZ, 1, r_expz},
    {S9_IR_LOG, 1, r_log},
    {S9_IR_LOGZ, 1, r_logz},
    {S9_IR_SIN, 1, r_sin},
    {S9_IR_COS, 1, r_cos},
    {S9_IR_EXPONENT, 1, r_exponent},
    {S9_IR_EXPONENTZ, 1, r_exponentz},
    {S9_IR_MANTISSA, 1, r_mantissa},
    {S9_IR_POW, 2, r_pow},
    {S9_IR_POWZ, 2, r_powz},
};

static const uint32_t specials[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x807FFFFF, 0x00800000, 0x3F800000, 0xBF800000,
    0x3F000000, 0xBF000000, 0x3EFFFFFF, 0xBEFFFFFF, 0x3F000001, 0xBF000001, 0x3FC00000, 0xBFC00000, 0x40200000,
    0xC0200000, 0x3F7FFFFF, 0xBF7FFFFF, 0x4AFFFFFF, 0xCAFFFFFF, 0x4B000001, 0xCB000001, 0x4EFFFFFF, 0x4F000000,
    0xCF000000, 0xCF000001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC12345, 0x7F800001,
    0x41C80000, 0xC2280000, 0x34000000, 0x1E3CE508, 0x9E3CE508, 0x42FE0000, 0xC3150000};
#define SPECIALS (sizeof specials / sizeof specials[0])

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7FFFFFFFu) > 0x7F800000u;
}

/* One kernel in one form: bit j of `uniforms` says that source j is one number for all lanes. */
static void check_kernel(const operation *o, int level, uint32_t uniforms, const float (*x)[S9_VM_LANES])
{
    _Alignas(64) char base[S9_VM_HEAD_BYTES + 5 * S9_VM_SLOT_BYTES];
    const s9_vm_kernels *k = s9_vm_kernels_of((s9_vm_level)level);
    s9_vm_kernel kernel =
        k->arithmetic[o->op][uniforms] != NULL ? k->arithmetic[o->op][uniforms] : k->math[o->op][uniforms];
    s9_vm_inst inst = {.n = 1};
    assert_non_null(kernel);
    memset(base, 0, sizeof base);
    for (uint32_t j = 0; j < o->sources; j++) {
        bool uniform = (uniforms >> j & 1u) != 0;
        inst.src[j][0] = uniform ? 4 * j : S9_VM_HEAD_BYTES + j * S9_VM_SLOT_BYTES;
        memcpy(base + inst.src[j][0], x[j], uniform ? 4 : S9_VM_SLOT_BYTES);
    }
    inst.dst[0] = S9_VM_HEAD_BYTES + 3 * S9_VM_SLOT_BYTES;
    kernel(&inst, base, inst.dst);
    for (uint32_t i = 0; i < S9_VM_LANES; i++) {
        float sources[3] = {0};
        uint32_t got;
        for (uint32_t j = 0; j < o->sources; j++)
            memcpy(&sources[j], &x[j][(uniforms >> j & 1u) != 0 ? 0 : i], 4);
        uint32_t want = o->result(sources);
        memcpy(&got, base + inst.dst[0] + 4 * i, 4);
        if (got != want && !(is_nan(got) && is_nan(want)))
            fail_msg("%s form %u level %d (%08x, %08x, %08x) = %08x, not %08x", s9_ir_op_info_of(o->op)->text, uniforms,
                     level, bits_of(sources[0]), bits_of(sources[1]), bits_of(sources[2]), got, want);
    }
}

/* All combinations of special numbers, 64 at a time, in every form; for three sources a third in turn. */
static void check_operation(const operation *o, int level)
{
    float x[3][S9_VM_LANES];
    uint32_t total = (uint32_t)(o->sources == 1 ? SPECIALS : SPECIALS * SPECIALS);
    for (uint32_t form = 0; form < (1u << o->sources) - 1u; form++) {
        for (uint32_t at = 0; at < total; at += S9_VM_LANES) {
            for (uint32_t i = 0; i < S9_VM_LANES; i++) {
                uint32_t n = (at + i) % total;
                uint32_t pick[3] = {specials[n % SPECIALS], specials[n / SPECIALS], specials[(n * 7 + 3) % SPECIALS]};
                memcpy(&x[0][i], &pick[0], 4);
                memcpy(&x[1][i], &pick[1], 4);
                memcpy(&x[2][i], &pick[2], 4);
            }
            check_kernel(o, level, form, (const float(*)[S9_VM_LANES])x);
        }
    }
}

static void test_kernels(void **state)
{
    (void)state;
    for (int level = 0; level < S9_VM_LEVEL_COUNT; level++)
        for (size_t i = 0; i < S9_COUNT(operations) && vm_has_level(level); i++)
            check_operation(&operations[i], level);
}

/* The same through a whole run, where the caller's environment must not matter and NaN has one form. */
static void test_operations_in_runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < S9_COUNT(operations); i++) {
        const operation *o = &operations[i];
        const s9_ir_op_info *info = s9_ir_op_info_of(o->op);
        if (info->result == S9_IR_TYPE_I32)
            continue;
        char text[1000], call[200];
        static const char *const lists[4] = {"", "in.v0.x", "in.v0.x, in.v1.x", "in.v0.x, in.v1.x, in.v2.x"};
        bool boolean = info->result == S9_IR_TYPE_BOOL;
        snprintf(call, sizeof call,
                 boolean ? "  %%0:b1 = %s %s @0\n  out.o0.x = btof %%0.x @0\n" : "  out.o0.x = %s %s @0\n", info->text,
                 lists[o->sources]);
        snprintf(text, sizeof text, "ir vs_3_0\n%s%s%soutput o0 position 0 .x\nfunction program\n%s",
                 "input v0 position 0 .x\n", o->sources > 1 ? "input v1 position 1 .x\n" : "",
                 o->sources > 2 ? "input v2 position 2 .x\n" : "", call);
        for (int level = 0; level < S9_VM_LEVEL_COUNT; level++) {
            if (!vm_has_level(level))
                continue;
            s9_shader *shader = vm_shader(text, level);
            assert_non_null(shader);
            job.lanes = 250;
            for (uint32_t n = 0; n < SPECIALS * SPECIALS; n += job.lanes) {
                for (uint32_t k = 0; k < job.lanes; k++) {
                    uint32_t m = (n + k) % (uint32_t)(SPECIALS * SPECIALS);
                    uint32_t pick[3] = {specials[m % SPECIALS], specials[m / SPECIALS],
                                        specials[(m * 5 + 1) % SPECIALS]};
                    for (uint32_t j = 0; j < 3; j++)
                        memcpy(&job.in[j][k][0], &pick[j], 4);
                }
                assert_true(vm_run(shader, &job));
                for (uint32_t k = 0; k < job.lanes; k++) {
                    float x[3];
                    for (uint32_t j = 0; j < 3; j++)
                        memcpy(&x[j], &job.in[j][k][0], 4);
                    uint32_t want = o->result(x), got;
                    if (boolean)
                        want &= 0x3F800000u;
                    if (is_nan(want))
                        want = 0x7FC00000u;
                    memcpy(&got, &job.out[0][k][0], 4);
                    if (got != want)
                        fail_msg("%s level %d (%08x, %08x, %08x) = %08x, not %08x", info->text, level, bits_of(x[0]),
                                 bits_of(x[1]), bits_of(x[2]), got, want);
                }
            }
            s9_shader_destroy(shader);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_operations_in_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
