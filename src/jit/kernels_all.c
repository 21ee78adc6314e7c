/* SPDX-License-Identifier: MIT */
/* The functions for one width. */
#include "exec/exec_internal.h"
#include "jit/kernels.h"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define S9_MATH_WIDTH 16
#elif defined(__AVX2__)
#define S9_MATH_WIDTH 8
#elif defined(__GNUC__)
#define S9_MATH_WIDTH 4
#else
#error "the JIT needs a compiler with vector extensions"
#endif
#include "exec/math.h"

#ifndef S9_JIT_LEVEL
#define S9_JIT_LEVEL base
#endif
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

#define W S9_MATH_WIDTH
typedef s9m_f vf_memory __attribute__((may_alias));

#define X(op, name)                                              \
    static void kernel_##name(float *x, const float *y)          \
    {                                                            \
        (void)y;                                                 \
        *(vf_memory *)x = s9_math_##name(*(const vf_memory *)x); \
    }
S9_JIT_MATH_KERNELS(X)
#undef X
#define X(op, name)                                                                     \
    static void kernel_##name(float *x, const float *y)                                 \
    {                                                                                   \
        *(vf_memory *)x = s9_math_##name(*(const vf_memory *)x, *(const vf_memory *)y); \
    }
S9_JIT_MATH_KERNELS_2(X)
#undef X

static void kernel_sample(const s9_prepared_sampler *sampler, uint32_t mode, uint32_t quads, float *buffer)
{
    s9_sample_args args = {.mode = (s9_sample_mode)mode, .lanes = W, .quads = quads != 0};
    for (uint32_t k = 0; k < 3; k++) {
        args.coordinate[k] = buffer + k * W;
        if (mode == S9_SAMPLE_GRADIENTS) {
            args.ddx[k] = buffer + (3 + k) * W;
            args.ddy[k] = buffer + (6 + k) * W;
        }
    }
    if (mode == S9_SAMPLE_BIAS || mode == S9_SAMPLE_LOD)
        args.lod = buffer + 3 * W;
    for (uint32_t k = 0; k < 4; k++)
        args.out[k] = buffer + (S9_JIT_SAMPLE_RESULT + k) * W;
    s9_sample(sampler, &args);
}

/* ---- loads and stores ---- */

static void kernel_load(const s9_native_input *from, int64_t lane, float *to)
{
    const char *row = from->rows + lane * from->stride;
    for (uint32_t i = 0; i < W; i++, row += from->stride) {
        float values[4];
        memcpy(values, row, sizeof values);
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t bits = (s9_float_bits(values[k]) & from->keep[k]) | from->other[k];
            memcpy(&to[k * W + i], &bits, sizeof bits);
        }
    }
}

static inline s9m_f canonical(s9m_f x)
{
#if W == 16
    __mmask16 nan512 = _mm512_cmp_ps_mask((__m512)x, (__m512)x, _CMP_UNORD_Q);
    return (s9m_f)_mm512_mask_mov_ps((__m512)x, nan512, _mm512_castsi512_ps(_mm512_set1_epi32((int)S9_NAN_BITS)));
#else
    s9m_i nan = (s9m_i)(x != x), bits = {0};
    bits += (int32_t)S9_NAN_BITS;
    return s9m_select(nan, s9m_float(bits), x);
#endif
}

static inline void store_row(const s9_native_output *to, char *at, const float *row)
{
    for (uint32_t k = 0; k < to->components; k++)
        memcpy(at + 4 * k, row + k, 4);
}

#if W == 16
static inline void store_rows(const s9_native_output *to, char *at, s9m_f x, s9m_f y, s9m_f z, s9m_f w)
{
    __m512 t0 = _mm512_unpacklo_ps((__m512)x, (__m512)y), t1 = _mm512_unpacklo_ps((__m512)z, (__m512)w);
    __m512 t2 = _mm512_unpackhi_ps((__m512)x, (__m512)y), t3 = _mm512_unpackhi_ps((__m512)z, (__m512)w);
    /* Quarter q of r[k] is lane 4 q + k. */
    const __m512 r[4] = {_mm512_shuffle_ps(t0, t1, 0x44), _mm512_shuffle_ps(t0, t1, 0xEE),
                         _mm512_shuffle_ps(t2, t3, 0x44), _mm512_shuffle_ps(t2, t3, 0xEE)};
    if (to->stride == 16 && to->components == 4) {
        __m512 a = _mm512_shuffle_f32x4(r[0], r[1], 0x44), b = _mm512_shuffle_f32x4(r[2], r[3], 0x44);
        __m512 c = _mm512_shuffle_f32x4(r[0], r[1], 0xEE), d = _mm512_shuffle_f32x4(r[2], r[3], 0xEE);
        __m512 first = _mm512_shuffle_f32x4(a, b, 0x88), second = _mm512_shuffle_f32x4(a, b, 0xDD);
        __m512 third = _mm512_shuffle_f32x4(c, d, 0x88), fourth = _mm512_shuffle_f32x4(c, d, 0xDD);
        float *line = (float *)(void *)at;
        if (to->past_cache) {
            _mm512_stream_ps(line, first);
            _mm512_stream_ps(line + 16, second);
            _mm512_stream_ps(line + 32, third);
            _mm512_stream_ps(line + 48, fourth);
        } else {
            _mm512_storeu_ps(line, first);
            _mm512_storeu_ps(line + 16, second);
            _mm512_storeu_ps(line + 32, third);
            _mm512_storeu_ps(line + 48, fourth);
        }
        return;
    }
    if (to->components == 4) {
        for (int k = 0; k < 4; k++) {
            char *row = at + k * to->stride;
            ptrdiff_t step = 4 * to->stride;
            _mm_storeu_ps((float *)(void *)row, _mm512_castps512_ps128(r[k]));
            _mm_storeu_ps((float *)(void *)(row + step), _mm512_extractf32x4_ps(r[k], 1));
            _mm_storeu_ps((float *)(void *)(row + 2 * step), _mm512_extractf32x4_ps(r[k], 2));
            _mm_storeu_ps((float *)(void *)(row + 3 * step), _mm512_extractf32x4_ps(r[k], 3));
        }
        return;
    }
    for (int k = 0; k < 4; k++) {
        float values[16];
        _mm512_storeu_ps(values, r[k]);
        for (int q = 0; q < 4; q++)
            store_row(to, at + (4 * q + k) * to->stride, values + 4 * q);
    }
}
#elif defined(__SSE2__)
static inline void store_rows(const s9_native_output *to, char *at, s9m_f x, s9m_f y, s9m_f z, s9m_f w)
{
    const s9m_f all[4] = {x, y, z, w};
    for (int g = 0; g < W / 4; g++) {
        __m128 c[4];
        for (int k = 0; k < 4; k++)
            memcpy(&c[k], (const char *)&all[k] + 16 * g, 16);
        _MM_TRANSPOSE4_PS(c[0], c[1], c[2], c[3]);
        for (int k = 0; k < 4; k++) {
            char *row = at + (4 * g + k) * to->stride;
            float values[4];
            _mm_storeu_ps(values, c[k]);
            if (to->past_cache)
                _mm_stream_ps((float *)(void *)row, c[k]);
            else if (to->components == 4)
                _mm_storeu_ps((float *)(void *)row, c[k]);
            else
                store_row(to, row, values);
        }
    }
}
#else
static inline void store_rows(const s9_native_output *to, char *at, s9m_f x, s9m_f y, s9m_f z, s9m_f w)
{
    for (int i = 0; i < W; i++) {
        const float row[4] = {x[i], y[i], z[i], w[i]};
        store_row(to, at + i * to->stride, row);
    }
}
#endif

static void kernel_store(s9m_f x, s9m_f y, s9m_f z, s9m_f w, const s9_native_output *to, int64_t lane)
{
    x = canonical(x);
    y = canonical(y);
    z = canonical(z);
    w = canonical(w);
    if (to->rows != NULL) {
        store_rows(to, to->rows + lane * to->stride, x, y, z, w);
        return;
    }
    const s9m_f all[4] = {x, y, z, w};
    for (int k = 0; k < 4; k++)
        if (to->columns[k] != NULL)
            memcpy(to->columns[k] + lane, &all[k], sizeof all[k]);
}

const s9_jit_kernels JOIN(s9_jit_kernels_, S9_JIT_LEVEL) = {
    .sample = kernel_sample,
    .store = (void (*)(void))kernel_store,
    .load = kernel_load,
    .math =
        {
#define X(op, name) [S9_JIT_KERNEL_##op] = kernel_##name,
            S9_JIT_MATH_KERNELS(X) S9_JIT_MATH_KERNELS_2(X)
#undef X
        },
};
