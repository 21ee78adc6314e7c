/* SPDX-License-Identifier: MIT */
/*
 * lanes - the few vector operations that kernels are written in: floats (vf), integers (vi) and masks (vm). One file of
 * kernels compiled with other target flags becomes the kernels of another instruction-set level; results do not differ.
 *
 * In memory a boolean is an int32 a lane, 0 or -1. In registers it is a vector of those or, with AVX-512, a mask
 * register.
 */
#ifndef S9_VM_LANES_H
#define S9_VM_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(S9_VM_WIDTH) /* for trying out the others */
#define S9_MATH_WIDTH S9_VM_WIDTH
#elif defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define S9_MATH_WIDTH 16
#elif defined(__AVX2__)
#define S9_MATH_WIDTH 8
#elif defined(__GNUC__)
#define S9_MATH_WIDTH 4
#else
#define S9_MATH_WIDTH 1
#endif
#include "exec/math.h"

#define W S9_MATH_WIDTH

#if defined(__GNUC__)
#define S9_INLINE static inline __attribute__((always_inline, unused))
#define S9_MAY_ALIAS __attribute__((may_alias))
#else
#define S9_INLINE static inline
#define S9_MAY_ALIAS
#endif

typedef s9m_f vf;
typedef s9m_i vi;
typedef s9m_f S9_MAY_ALIAS vf_memory;
typedef s9m_i S9_MAY_ALIAS vi_memory;
typedef float S9_MAY_ALIAS float_memory;
typedef int32_t S9_MAY_ALIAS int_memory;

S9_INLINE vf ln_load(const char *p, int v)
{
    return ((const vf_memory *)(const void *)p)[v];
}
S9_INLINE void ln_store(char *p, int v, vf x)
{
    ((vf_memory *)(void *)p)[v] = x;
}
S9_INLINE vi ln_loadi(const char *p, int v)
{
    return ((const vi_memory *)(const void *)p)[v];
}
S9_INLINE void ln_storei(char *p, int v, vi x)
{
    ((vi_memory *)(void *)p)[v] = x;
}
S9_INLINE vf ln_splat(float x)
{
#if W == 16
    return (vf)_mm512_set1_ps(x);
#elif W == 8
    return (vf)_mm256_set1_ps(x);
#elif W == 4
    return (vf){x, x, x, x};
#else
    return x;
#endif
}
S9_INLINE vi ln_splati(int32_t x)
{
#if W == 16
    return (vi)_mm512_set1_epi32(x);
#elif W == 8
    return (vi)_mm256_set1_epi32(x);
#elif W == 4
    return (vi){x, x, x, x};
#else
    return x;
#endif
}
S9_INLINE vf ln_uniform(const char *p)
{
    return ln_splat(*(const float_memory *)(const void *)p);
}
S9_INLINE vi ln_uniformi(const char *p)
{
    return ln_splati(*(const int_memory *)(const void *)p);
}

/* ---- masks ---- */

#if W == 16

typedef __mmask16 vm;
#define LN_COMPARE(name, predicate)                                 \
    S9_INLINE vm name(vf a, vf b)                                   \
    {                                                               \
        return _mm512_cmp_ps_mask((__m512)a, (__m512)b, predicate); \
    }
LN_COMPARE(ln_lt, _CMP_LT_OQ)
LN_COMPARE(ln_le, _CMP_LE_OQ)
LN_COMPARE(ln_eq, _CMP_EQ_OQ)
LN_COMPARE(ln_ne, _CMP_NEQ_UQ)
LN_COMPARE(ln_unordered, _CMP_UNORD_Q)
#undef LN_COMPARE
S9_INLINE vm ln_and(vm a, vm b)
{
    return a & b;
}
S9_INLINE vm ln_or(vm a, vm b)
{
    return a | b;
}
S9_INLINE vm ln_not(vm a)
{
    return (vm)~a;
}
S9_INLINE vf ln_select(vm m, vf a, vf b)
{
    return (vf)_mm512_mask_blend_ps(m, (__m512)b, (__m512)a);
}
S9_INLINE vm ln_mask_of(vi x)
{
    return _mm512_movepi32_mask((__m512i)x);
}
S9_INLINE vi ln_of_mask(vm m)
{
    return (vi)_mm512_movm_epi32(m);
}
S9_INLINE uint32_t ln_mask_bits(vm m)
{
    return m;
}
/* a * b, but +0 where a factor is zero. */
S9_INLINE vf ln_mulz(vf a, vf b)
{
    const __m512 zero = _mm512_setzero_ps();
    __mmask16 m = _mm512_cmp_ps_mask((__m512)a, zero, _CMP_NEQ_UQ);
    m = _mm512_mask_cmp_ps_mask(m, (__m512)b, zero, _CMP_NEQ_UQ);
    return (vf)_mm512_maskz_mul_ps(m, (__m512)a, (__m512)b);
}

#else

typedef vi vm;
#if W == 8
#define LN_COMPARE(name, op, predicate)                            \
    S9_INLINE vm name(vf a, vf b)                                  \
    {                                                              \
        return (vm)_mm256_cmp_ps((__m256)a, (__m256)b, predicate); \
    }
#else
#define LN_COMPARE(name, op, predicate) \
    S9_INLINE vm name(vf a, vf b)       \
    {                                   \
        return S9M_MASK_F(a op b);      \
    }
#endif
LN_COMPARE(ln_lt, <, _CMP_LT_OQ)
LN_COMPARE(ln_le, <=, _CMP_LE_OQ)
LN_COMPARE(ln_eq, ==, _CMP_EQ_OQ)
LN_COMPARE(ln_ne, !=, _CMP_NEQ_UQ)
#undef LN_COMPARE
S9_INLINE vm ln_unordered(vf a, vf b)
{
#if W == 8
    return (vm)_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_UNORD_Q);
#elif W == 4 && defined(__SSE2__)
    return (vm)_mm_cmpunord_ps((__m128)a, (__m128)b);
#else
    return S9M_MASK_F(a != a) | S9M_MASK_F(b != b);
#endif
}
S9_INLINE vm ln_and(vm a, vm b)
{
    return a & b;
}
S9_INLINE vm ln_or(vm a, vm b)
{
    return a | b;
}
S9_INLINE vm ln_not(vm a)
{
    return ~a;
}
S9_INLINE vf ln_select(vm m, vf a, vf b)
{
#if W == 8
    return (vf)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
#else
    return s9m_select(m, a, b);
#endif
}
S9_INLINE vm ln_mask_of(vi x)
{
    return x;
}
S9_INLINE vi ln_of_mask(vm m)
{
    return m;
}
S9_INLINE uint32_t ln_mask_bits(vm m)
{
#if W == 8
    return (uint32_t)_mm256_movemask_ps((__m256)m);
#elif W == 4 && defined(__SSE2__)
    return (uint32_t)_mm_movemask_ps((__m128)m);
#elif W == 4
    return ((uint32_t)m[0] & 1u) | ((uint32_t)m[1] & 2u) | ((uint32_t)m[2] & 4u) | ((uint32_t)m[3] & 8u);
#else
    return (uint32_t)m & 1u;
#endif
}
S9_INLINE vf ln_mulz(vf a, vf b)
{
    vm zero = ln_or(ln_eq(a, ln_splat(0.0f)), ln_eq(b, ln_splat(0.0f)));
    return s9m_float(s9m_bits(a * b) & ~zero);
}

#endif

S9_INLINE vm ln_load_mask(const char *p, int v)
{
    return ln_mask_of(ln_loadi(p, v));
}
S9_INLINE void ln_store_mask(char *p, int v, vm m)
{
    ln_storei(p, v, ln_of_mask(m));
}
S9_INLINE vi ln_selecti(vm m, vi a, vi b)
{
    return s9m_bits(ln_select(m, s9m_float(a), s9m_float(b)));
}

/* ---- rounding, integer conversion ---- */

/* The nearest whole number below or at x; -0, infinities and NaN as they are. */
S9_INLINE vf ln_floor(vf x)
{
#if W == 16
    return (vf)_mm512_roundscale_ps((__m512)x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif W == 8
    return (vf)_mm256_floor_ps((__m256)x);
#else
    /* Adding and subtracting 2^23 rounds to nearest; beyond 2^23 every float is whole. The sign is that of x. */
    vf magnitude = s9m_abs(x);
    vf r = (magnitude + 0x1p23f) - 0x1p23f;
    r = s9m_float(s9m_bits(r) | (s9m_bits(x) & INT32_MIN));
    r = ln_select(ln_lt(x, r), r - 1.0f, r);
    return ln_select(ln_lt(magnitude, ln_splat(0x1p23f)), r, x);
#endif
}
/* The nearest whole number, ties to even. */
S9_INLINE vf ln_round(vf x)
{
#if W == 16
    return (vf)_mm512_roundscale_ps((__m512)x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#elif W == 8
    return (vf)_mm256_round_ps((__m256)x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#else
    vf magnitude = s9m_abs(x);
    vf r = (magnitude + 0x1p23f) - 0x1p23f;
    r = s9m_float(s9m_bits(r) | (s9m_bits(x) & INT32_MIN));
    return ln_select(ln_lt(magnitude, ln_splat(0x1p23f)), r, x);
#endif
}
/* Whole floats to integers, held to the range of int32; NaN gives 0. */
S9_INLINE vi ln_to_int(vf x)
{
    vm high = ln_le(ln_splat(0x1p31f), x), low = ln_lt(x, ln_splat(-0x1p31f));
    vm inside = ln_not(ln_or(ln_or(high, low), ln_unordered(x, x)));
    vf safe = ln_select(inside, x, ln_splat(0.0f));
#if W > 1
    vi r = __builtin_convertvector(safe, vi);
#else
    vi r = (vi)safe;
#endif
    r = ln_selecti(high, ln_splati(INT32_MAX), r);
    return ln_selecti(low, ln_splati(INT32_MIN), r);
}

#endif
