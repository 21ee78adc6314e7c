/* SPDX-License-Identifier: MIT */
/* Kernels of arithmetic, comparison, conversion and selection. */
#include "vm/kernels.h"

#define PUT_INT(p, v, x) ln_storei(p, v, x)
#define MASK(x) ln_mask_of(s9m_bits(x))

/* ---- one source ---- */

static void mov_v(const s9_vm_inst *inst, char *base, const uint32_t *dst)
{
    for (uint32_t k = 0; k < inst->n; k++)
        memcpy(base + dst[k], base + inst->src[0][k], S9_VM_SLOT_BYTES);
}

static void mov_u(const s9_vm_inst *inst, char *base, const uint32_t *dst)
{
    for (uint32_t k = 0; k < inst->n; k++) {
        vi a = ln_uniformi(base + inst->src[0][k]);
        char *pd = base + dst[k];
        UNROLLED for (int v = 0; v < VECTORS; v++)
        {
            ln_storei(pd, v, a);
        }
    }
}

S9_INLINE vf saturate(vf x)
{
    vf zero = ln_splat(0.0f), one = ln_splat(1.0f);
    return ln_select(ln_lt(zero, x), ln_select(ln_lt(x, one), x, one), zero);
}

/* Nearest whole number, ties away from zero and upward; the fraction is exact wherever it can be a half. */
S9_INLINE vi to_int_away(vf x)
{
    vf magnitude = s9m_abs(x), whole = ln_floor(magnitude);
    whole = ln_select(ln_le(ln_splat(0.5f), magnitude - whole), whole + 1.0f, whole);
    return ln_to_int(s9m_float(s9m_bits(whole) | (s9m_bits(x) & INT32_MIN)));
}
S9_INLINE vi to_int_up(vf x)
{
    vf whole = ln_floor(x);
    return ln_to_int(ln_select(ln_le(ln_splat(0.5f), x - whole), whole + 1.0f, whole));
}

UNARY(neg, ln_store, s9m_float(s9m_bits(a) ^ INT32_MIN))
UNARY(abs, ln_store, s9m_abs(a))
UNARY(sat, ln_store, saturate(a))
UNARY(floor, ln_store, ln_floor(a))
UNARY(frc, ln_store, a - ln_floor(a))
UNARY(not, PUT_INT, ~s9m_bits(a))
UNARY(btof, PUT_INT, s9m_bits(a) & 0x3F800000)
UNARY(ftoi_floor, PUT_INT, ln_to_int(ln_floor(a)))
UNARY(ftoi_even, PUT_INT, ln_to_int(ln_round(a)))
UNARY(ftoi_away, PUT_INT, to_int_away(a))
UNARY(ftoi_up, PUT_INT, to_int_up(a))

/* ---- two sources ---- */

BINARY(add, ln_store, a + b)
BINARY(sub, ln_store, a - b)
BINARY(mul, ln_store, a *b)
BINARY(mulz, ln_store, ln_mulz(a, b))
BINARY(div, ln_store, a / b)
/* NaN gives the other operand; equal operands, the zeros included, b for min and a for max. */
BINARY(min, ln_store, ln_select(ln_or(ln_lt(a, b), ln_unordered(b, b)), a, b))
BINARY(max, ln_store, ln_select(ln_or(ln_le(b, a), ln_unordered(b, b)), a, b))
BINARY(lt, ln_store_mask, ln_lt(a, b))
BINARY(le, ln_store_mask, ln_le(a, b))
BINARY(gt, ln_store_mask, ln_lt(b, a))
BINARY(ge, ln_store_mask, ln_le(b, a))
BINARY(eq, ln_store_mask, ln_eq(a, b))
BINARY(ne, ln_store_mask, ln_ne(a, b))
BINARY(and, PUT_INT, s9m_bits(a) & s9m_bits(b))
BINARY(or, PUT_INT, s9m_bits(a) | s9m_bits(b))
BINARY(iadd, PUT_INT, (vi)((s9m_u)s9m_bits(a) + (s9m_u)s9m_bits(b)))

/* ---- dot products, left to right ---- */

S9_INLINE void dot_any(const s9_vm_inst *inst, char *base, const uint32_t *dst, int terms, bool zero_wins, bool ua,
                       bool ub)
{
    const char *pa[4], *pb[4];
    vf sa[4], sb[4];
    UNROLLED for (int k = 0; k < terms; k++)
    {
        pa[k] = base + inst->src[0][k];
        pb[k] = base + inst->src[1][k];
        sa[k] = ua ? ln_uniform(pa[k]) : ln_splat(0.0f);
        sb[k] = ub ? ln_uniform(pb[k]) : ln_splat(0.0f);
    }
    char *pd = base + dst[0];
    UNROLLED for (int v = 0; v < VECTORS; v++)
    {
        vf sum = ln_splat(0.0f);
        UNROLLED for (int k = 0; k < terms; k++)
        {
            vf a = ua ? sa[k] : ln_load(pa[k], v), b = ub ? sb[k] : ln_load(pb[k], v);
            vf product = zero_wins ? ln_mulz(a, b) : a * b;
            sum = k == 0 ? product : sum + product;
        }
        ln_store(pd, v, sum);
    }
}

#define DOT(name, terms, zero_wins)                                                                      \
    S9_INLINE void name##_any(const s9_vm_inst *inst, char *base, const uint32_t *dst, bool ua, bool ub) \
    {                                                                                                    \
        dot_any(inst, base, dst, terms, zero_wins, ua, ub);                                              \
    }                                                                                                    \
    BINARY_FORMS(name)

DOT(dot2, 2, false)
DOT(dot2z, 2, true)
DOT(dot3, 3, false)
DOT(dot3z, 3, true)
DOT(dot4, 4, false)
DOT(dot4z, 4, true)

/* ---- three sources ---- */

TERNARY(mad, ln_store, a *b + c)
TERNARY(madz, ln_store, ln_mulz(a, b) + c)
TERNARY(select, ln_store, ln_select(MASK(a), b, c))

/* ---- differences inside a quad: top left, top right, bottom left, bottom right ---- */

S9_INLINE vf quad_ddx(vf x)
{
#if W == 16
    return (vf)_mm512_movehdup_ps((__m512)x) - (vf)_mm512_moveldup_ps((__m512)x);
#elif W == 8
    return (vf)_mm256_movehdup_ps((__m256)x) - (vf)_mm256_moveldup_ps((__m256)x);
#elif W == 4 && defined(__SSE2__)
    return (vf)_mm_shuffle_ps((__m128)x, (__m128)x, 0xF5) - (vf)_mm_shuffle_ps((__m128)x, (__m128)x, 0xA0);
#elif W == 4
    return (vf){x[1], x[1], x[3], x[3]} - (vf){x[0], x[0], x[2], x[2]};
#else
    return x;
#endif
}
S9_INLINE vf quad_ddy(vf x)
{
#if W == 16
    return (vf)_mm512_permute_ps((__m512)x, 0xEE) - (vf)_mm512_permute_ps((__m512)x, 0x44);
#elif W == 8
    return (vf)_mm256_permute_ps((__m256)x, 0xEE) - (vf)_mm256_permute_ps((__m256)x, 0x44);
#elif W == 4 && defined(__SSE2__)
    return (vf)_mm_shuffle_ps((__m128)x, (__m128)x, 0xEE) - (vf)_mm_shuffle_ps((__m128)x, (__m128)x, 0x44);
#elif W == 4
    return (vf){x[2], x[3], x[2], x[3]} - (vf){x[0], x[1], x[0], x[1]};
#else
    return x;
#endif
}

#if W > 1
#define DERIVATIVE(name, expression)                                              \
    static void name##_v(const s9_vm_inst *inst, char *base, const uint32_t *dst) \
    {                                                                             \
        const bool quads = ((const s9_vm_head *)(const void *)base)->quads;       \
        for (uint32_t k = 0; k < inst->n; k++) {                                  \
            const char *pa = base + inst->src[0][k];                              \
            char *pd = base + dst[k];                                             \
            for (int v = 0; v < VECTORS; v++) {                                   \
                vf a = ln_load(pa, v);                                            \
                ln_store(pd, v, quads ? expression : ln_splat(0.0f));             \
            }                                                                     \
        }                                                                         \
    }
DERIVATIVE(ddx, quad_ddx(a))
DERIVATIVE(ddy, quad_ddy(a))
#else
#define DERIVATIVE(name, low0, high0, low1, high1, step)                                      \
    static void name##_v(const s9_vm_inst *inst, char *base, const uint32_t *dst)             \
    {                                                                                         \
        const bool quads = ((const s9_vm_head *)(const void *)base)->quads;                   \
        for (uint32_t k = 0; k < inst->n; k++) {                                              \
            const char *pa = base + inst->src[0][k];                                          \
            char *pd = base + dst[k];                                                         \
            for (int v = 0; v < VECTORS; v += 4) {                                            \
                float first = quads ? ln_load(pa, v + high0) - ln_load(pa, v + low0) : 0.0f;  \
                float second = quads ? ln_load(pa, v + high1) - ln_load(pa, v + low1) : 0.0f; \
                ln_store(pd, v, first);                                                       \
                ln_store(pd, v + step, first);                                                \
                ln_store(pd, v + 3 - step, second);                                           \
                ln_store(pd, v + 3, second);                                                  \
            }                                                                                 \
        }                                                                                     \
    }
DERIVATIVE(ddx, 0, 1, 2, 3, 1)
DERIVATIVE(ddy, 0, 2, 1, 3, 2)
#endif

const s9_vm_kernel S9_VM_LEVEL_NAME(s9_vm_arithmetic)[S9_IR_OP_COUNT][8] = {
    [S9_IR_MOV] = {mov_v, mov_u},
    [S9_IR_NEG] = UNARY_ROW(neg),
    [S9_IR_ABS] = UNARY_ROW(abs),
    [S9_IR_SAT] = UNARY_ROW(sat),
    [S9_IR_FLOOR] = UNARY_ROW(floor),
    [S9_IR_FRC] = UNARY_ROW(frc),
    [S9_IR_NOT] = UNARY_ROW(not ),
    [S9_IR_BOOL_TO_FLOAT] = UNARY_ROW(btof),
    [S9_IR_FLOAT_TO_INT_FLOOR] = UNARY_ROW(ftoi_floor),
    [S9_IR_FLOAT_TO_INT_EVEN] = UNARY_ROW(ftoi_even),
    [S9_IR_FLOAT_TO_INT_AWAY] = UNARY_ROW(ftoi_away),
    [S9_IR_FLOAT_TO_INT_UP] = UNARY_ROW(ftoi_up),
    [S9_IR_DDX] = UNARY_ROW(ddx),
    [S9_IR_DDY] = UNARY_ROW(ddy),
    [S9_IR_ADD] = BINARY_ROW(add),
    [S9_IR_SUB] = BINARY_ROW(sub),
    [S9_IR_MUL] = BINARY_ROW(mul),
    [S9_IR_MULZ] = BINARY_ROW(mulz),
    [S9_IR_DIV] = BINARY_ROW(div),
    [S9_IR_MIN] = BINARY_ROW(min),
    [S9_IR_MAX] = BINARY_ROW(max),
    [S9_IR_LT] = BINARY_ROW(lt),
    [S9_IR_LE] = BINARY_ROW(le),
    [S9_IR_GT] = BINARY_ROW(gt),
    [S9_IR_GE] = BINARY_ROW(ge),
    [S9_IR_EQ] = BINARY_ROW(eq),
    [S9_IR_NE] = BINARY_ROW(ne),
    [S9_IR_AND] = BINARY_ROW(and),
    [S9_IR_OR] = BINARY_ROW(or),
    [S9_IR_IADD] = BINARY_ROW(iadd),
    [S9_IR_DOT2] = BINARY_ROW(dot2),
    [S9_IR_DOT2Z] = BINARY_ROW(dot2z),
    [S9_IR_DOT3] = BINARY_ROW(dot3),
    [S9_IR_DOT3Z] = BINARY_ROW(dot3z),
    [S9_IR_DOT4] = BINARY_ROW(dot4),
    [S9_IR_DOT4Z] = BINARY_ROW(dot4z),
    [S9_IR_MAD] = TERNARY_ROW(mad),
    [S9_IR_MADZ] = TERNARY_ROW(madz),
    [S9_IR_SELECT] = TERNARY_ROW(select),
};
