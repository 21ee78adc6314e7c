/* SPDX-License-Identifier: MIT */
/* Kernels of the functions that exec/math.h defines. */
#include "vm/kernels.h"

UNARY(rcp, ln_store, s9_math_rcp(a))
UNARY(rcpz, ln_store, s9_math_rcpz(a))
UNARY(rsq, ln_store, s9_math_rsq(a))
UNARY(rsqz, ln_store, s9_math_rsqz(a))
UNARY(sqrt, ln_store, s9m_sqrt(a))

/* Long ones: one copy of the code, not unrolled. */
#define LONG_UNARY(name, function)                                                \
    static void name##_v(const s9_vm_inst *inst, char *base, const uint32_t *dst) \
    {                                                                             \
        for (uint32_t k = 0; k < inst->n; k++) {                                  \
            const char *pa = base + inst->src[0][k];                              \
            char *pd = base + dst[k];                                             \
            for (int v = 0; v < VECTORS; v++)                                     \
                ln_store(pd, v, function(ln_load(pa, v)));                        \
        }                                                                         \
    }
#define LONG_BINARY(name, function)                                                                        \
    S9_INLINE void name##_any(const s9_vm_inst *inst, char *base, const uint32_t *dst, bool ua, bool ub)   \
    {                                                                                                      \
        for (uint32_t k = 0; k < inst->n; k++) {                                                           \
            const char *pa = base + inst->src[0][k], *pb = base + inst->src[1][k];                         \
            char *pd = base + dst[k];                                                                      \
            const vf sa = ua ? ln_uniform(pa) : ln_splat(0.0f), sb = ub ? ln_uniform(pb) : ln_splat(0.0f); \
            for (int v = 0; v < VECTORS; v++)                                                              \
                ln_store(pd, v, function(ua ? sa : ln_load(pa, v), ub ? sb : ln_load(pb, v)));             \
        }                                                                                                  \
    }                                                                                                      \
    BINARY_FORMS(name)

LONG_UNARY(exp, s9_math_exp2)
LONG_UNARY(expz, s9_math_exp2z)
LONG_UNARY(log, s9_math_log2)
LONG_UNARY(logz, s9_math_log2z)
LONG_UNARY(sin, s9_math_sin)
LONG_UNARY(cos, s9_math_cos)
LONG_UNARY(exponent, s9_math_exponent)
LONG_UNARY(exponentz, s9_math_exponentz)
LONG_UNARY(mantissa, s9_math_mantissa)
LONG_BINARY(pow, s9_math_pow)
LONG_BINARY(powz, s9_math_powz)

const s9_vm_kernel S9_VM_LEVEL_NAME(s9_vm_math)[S9_IR_OP_COUNT][8] = {
    [S9_IR_RCP] = UNARY_ROW(rcp),
    [S9_IR_RCPZ] = UNARY_ROW(rcpz),
    [S9_IR_RSQ] = UNARY_ROW(rsq),
    [S9_IR_RSQZ] = UNARY_ROW(rsqz),
    [S9_IR_SQRT] = UNARY_ROW(sqrt),
    [S9_IR_EXP] = UNARY_ROW(exp),
    [S9_IR_EXPZ] = UNARY_ROW(expz),
    [S9_IR_LOG] = UNARY_ROW(log),
    [S9_IR_LOGZ] = UNARY_ROW(logz),
    [S9_IR_SIN] = UNARY_ROW(sin),
    [S9_IR_COS] = UNARY_ROW(cos),
    [S9_IR_EXPONENT] = UNARY_ROW(exponent),
    [S9_IR_EXPONENTZ] = UNARY_ROW(exponentz),
    [S9_IR_MANTISSA] = UNARY_ROW(mantissa),
    [S9_IR_POW] = BINARY_ROW(pow),
    [S9_IR_POWZ] = BINARY_ROW(powz),
};
