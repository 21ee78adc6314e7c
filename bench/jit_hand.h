/* SPDX-License-Identifier: MIT */
/*
 * Three vertex shaders by hand, in vectors as wide as the compiler's target has, with shader9's rules: every operation
 * rounded by itself, sums from left to right, rsq in double precision, NaN of results canonical; and with
 * HAND_ZERO_WINS a product with a zero is +0. Included once for each float mode; what can be known once a run is found
 * before the loop.
 */
#if !defined(HAND_ONCE)
#define HAND_ONCE

#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX512F__)
#define HW 16
#elif defined(__AVX2__)
#define HW 8
#else
#define HW 4
#endif
typedef float hf __attribute__((vector_size(4 * HW)));
typedef int32_t hi __attribute__((vector_size(4 * HW)));
#if HW == 16
typedef __mmask16 hm; /* not zero */
#else
typedef hi hm;
#endif

/* A constant, and whether it is not zero. */
typedef struct hc {
    float v;
    int32_t keep; /* -1, or 0 for a zero */
} hc;

static inline hf h_splat(float x)
{
#if HW == 16
    return (hf)_mm512_set1_ps(x);
#elif HW == 8
    return (hf)_mm256_set1_ps(x);
#else
    return (hf)_mm_set1_ps(x);
#endif
}
static inline hi h_splati(int32_t x)
{
#if HW == 16
    return (hi)_mm512_set1_epi32(x);
#elif HW == 8
    return (hi)_mm256_set1_epi32(x);
#else
    return (hi)_mm_set1_epi32(x);
#endif
}
static inline hm h_not_zero(hf a)
{
#if HW == 16
    return _mm512_cmp_ps_mask((__m512)a, _mm512_setzero_ps(), _CMP_NEQ_UQ);
#else
    return (hi)(a != h_splat(0.0f));
#endif
}
static inline hf h_masked_mul(hm m, hf a, hf b)
{
#if HW == 16
    return (hf)_mm512_maskz_mul_ps(m, (__m512)a, (__m512)b);
#else
    return (hf)((hi)(a * b) & m);
#endif
}
static inline hf h_select_negative(hi m, hf a, hf b) /* a where m is -1 */
{
#if HW == 16
    return (hf)_mm512_mask_blend_ps(_mm512_movepi32_mask((__m512i)m), (__m512)b, (__m512)a);
#elif HW == 8
    return (hf)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
#else
    return (hf)((m & (hi)a) | (~m & (hi)b));
#endif
}
static inline hf h_max_number(hf a, float b) /* a >= b ? a : b, b where a is NaN */
{
#if HW == 16
    return (hf)_mm512_mask_blend_ps(_mm512_cmp_ps_mask((__m512)a, _mm512_set1_ps(b), _CMP_GE_OQ), _mm512_set1_ps(b),
                                    (__m512)a);
#else
    return h_select_negative((hi)(a >= h_splat(b)), a, h_splat(b));
#endif
}
static inline hf h_min_number(hf a, float b)
{
#if HW == 16
    return (hf)_mm512_min_ps((__m512)a, _mm512_set1_ps(b));
#elif HW == 8
    return (hf)_mm256_min_ps((__m256)a, _mm256_set1_ps(b));
#else
    return (hf)_mm_min_ps((__m128)a, _mm_set1_ps(b));
#endif
}
static inline hf h_rsq_ieee(hf x)
{
#if HW == 16
    __m512 a = _mm512_abs_ps((__m512)x);
    __m512d low = _mm512_cvtps_pd(_mm512_castps512_ps256(a)), one = _mm512_set1_pd(1.0);
    __m512d high = _mm512_cvtps_pd(_mm512_extractf32x8_ps(a, 1));
    low = _mm512_div_pd(one, _mm512_sqrt_pd(low));
    high = _mm512_div_pd(one, _mm512_sqrt_pd(high));
    return (hf)_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high), 1);
#elif HW == 8
    __m256 a = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), (__m256)x);
    __m256d low = _mm256_cvtps_pd(_mm256_castps256_ps128(a)), one = _mm256_set1_pd(1.0);
    __m256d high = _mm256_cvtps_pd(_mm256_extractf128_ps(a, 1));
    low = _mm256_div_pd(one, _mm256_sqrt_pd(low));
    high = _mm256_div_pd(one, _mm256_sqrt_pd(high));
    return (hf)_mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(low)), _mm256_cvtpd_ps(high), 1);
#else
    __m128 a = _mm_andnot_ps(_mm_set1_ps(-0.0f), (__m128)x);
    __m128d low = _mm_cvtps_pd(a), high = _mm_cvtps_pd(_mm_movehl_ps(a, a)), one = _mm_set1_pd(1.0);
    low = _mm_div_pd(one, _mm_sqrt_pd(low));
    high = _mm_div_pd(one, _mm_sqrt_pd(high));
    return (hf)_mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
#endif
}
static inline hf h_canonical(hf x)
{
#if HW == 16
    __mmask16 nan = _mm512_cmp_ps_mask((__m512)x, (__m512)x, _CMP_UNORD_Q);
    return (hf)_mm512_mask_mov_ps((__m512)x, nan, _mm512_castsi512_ps(_mm512_set1_epi32(0x7FC00000)));
#else
    return h_select_negative((hi)(x != x), (hf)h_splati(0x7FC00000), x);
#endif
}

/* HW rows of four floats to four vectors, and back (past the cache). */
static inline void h_load(const char *data, size_t stride, hf out[4])
{
    for (int g = 0; g < HW / 4; g++) {
        __m128 r[4];
        for (int k = 0; k < 4; k++)
            r[k] = _mm_loadu_ps((const float *)(const void *)(data + (size_t)(4 * g + k) * stride));
        _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
        for (int k = 0; k < 4; k++)
            memcpy((char *)&out[k] + 16 * g, &r[k], 16);
    }
}
#if HW == 16
static inline void h_load_wide(const char *data, size_t stride, hf out[4])
{
    __m512 r[4];
    for (int k = 0; k < 4; k++) {
        const char *at = data + (size_t)k * stride;
        r[k] = _mm512_castps128_ps512(_mm_loadu_ps((const float *)(const void *)at));
        r[k] = _mm512_insertf32x4(r[k], _mm_loadu_ps((const float *)(const void *)(at + 4 * stride)), 1);
        r[k] = _mm512_insertf32x4(r[k], _mm_loadu_ps((const float *)(const void *)(at + 8 * stride)), 2);
        r[k] = _mm512_insertf32x4(r[k], _mm_loadu_ps((const float *)(const void *)(at + 12 * stride)), 3);
    }
    __m512 t0 = _mm512_unpacklo_ps(r[0], r[1]), t1 = _mm512_unpacklo_ps(r[2], r[3]);
    __m512 t2 = _mm512_unpackhi_ps(r[0], r[1]), t3 = _mm512_unpackhi_ps(r[2], r[3]);
    out[0] = (hf)_mm512_shuffle_ps(t0, t1, 0x44);
    out[1] = (hf)_mm512_shuffle_ps(t0, t1, 0xEE);
    out[2] = (hf)_mm512_shuffle_ps(t2, t3, 0x44);
    out[3] = (hf)_mm512_shuffle_ps(t2, t3, 0xEE);
}
#define h_load h_load_wide
#endif
static inline void h_store(float (*to)[4], const hf v[4])
{
#if HW == 16
    __m512 x = (__m512)h_canonical(v[0]), y = (__m512)h_canonical(v[1]), z = (__m512)h_canonical(v[2]),
           w = (__m512)h_canonical(v[3]);
    __m512 t0 = _mm512_unpacklo_ps(x, y), t1 = _mm512_unpacklo_ps(z, w);
    __m512 t2 = _mm512_unpackhi_ps(x, y), t3 = _mm512_unpackhi_ps(z, w);
    __m512 r0 = _mm512_shuffle_ps(t0, t1, 0x44), r1 = _mm512_shuffle_ps(t0, t1, 0xEE);
    __m512 r2 = _mm512_shuffle_ps(t2, t3, 0x44), r3 = _mm512_shuffle_ps(t2, t3, 0xEE);
    /* rows 4q + k lie in quarter q of r_k: put the quarters in order */
    __m512 a = _mm512_shuffle_f32x4(r0, r1, 0x44), b = _mm512_shuffle_f32x4(r2, r3, 0x44);
    __m512 c = _mm512_shuffle_f32x4(r0, r1, 0xEE), d = _mm512_shuffle_f32x4(r2, r3, 0xEE);
    _mm512_stream_ps(&to[0][0], _mm512_shuffle_f32x4(a, b, 0x88));
    _mm512_stream_ps(&to[4][0], _mm512_shuffle_f32x4(a, b, 0xDD));
    _mm512_stream_ps(&to[8][0], _mm512_shuffle_f32x4(c, d, 0x88));
    _mm512_stream_ps(&to[12][0], _mm512_shuffle_f32x4(c, d, 0xDD));
#else
    hf c[4] = {h_canonical(v[0]), h_canonical(v[1]), h_canonical(v[2]), h_canonical(v[3])};
    for (int g = 0; g < HW / 4; g++) {
        __m128 r[4];
        for (int k = 0; k < 4; k++)
            memcpy(&r[k], (const char *)&c[k] + 16 * g, 16);
        _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
        for (int k = 0; k < 4; k++)
            _mm_stream_ps(&to[4 * g + k][0], r[k]);
    }
#endif
}

typedef struct hand_args {
    const char *position, *normal, *texture, *colour, *weights, *bones; /* of vertex 0 */
    size_t stride;
    uint32_t count; /* a multiple of HW */
    const float (*c)[4];
    float (*out[4])[4];
} hand_args;

#define HAND_CONSTANTS 160
#endif

/* ---- in one float mode ---- */

#ifdef HAND_ZERO_WINS
#define N(name) name##_d3d9
#else
#define N(name) name##_ieee
#endif

/* A vector with what its products need to know of it. */
typedef struct N(hv) {
    hf v;
    hm m;
} N(hv);

static inline N(hv) N(known)(hf v)
{
    return (N(hv)){v, h_not_zero(v)};
}
static inline hf N(mulc)(N(hv) a, hc c)
{
#ifdef HAND_ZERO_WINS
    return (hf)((hi)h_masked_mul(a.m, a.v, h_splat(c.v)) & h_splati(c.keep));
#else
    return a.v * h_splat(c.v);
#endif
}
static inline hf N(mulv)(N(hv) a, N(hv) b)
{
#ifdef HAND_ZERO_WINS
    return h_masked_mul(a.m & b.m, a.v, b.v);
#else
    return a.v * b.v;
#endif
}
static inline hf N(dot4c)(const N(hv) * a, const hc *c)
{
    return ((N(mulc)(a[0], c[0]) + N(mulc)(a[1], c[1])) + N(mulc)(a[2], c[2])) + N(mulc)(a[3], c[3]);
}
static inline hf N(dot3c)(const N(hv) * a, const hc *c)
{
    return (N(mulc)(a[0], c[0]) + N(mulc)(a[1], c[1])) + N(mulc)(a[2], c[2]);
}
static inline hf N(dot3v)(const N(hv) * a, const N(hv) * b)
{
    return (N(mulv)(a[0], b[0]) + N(mulv)(a[1], b[1])) + N(mulv)(a[2], b[2]);
}
static inline hf N(square3)(const hf *a)
{
    return (a[0] * a[0] + a[1] * a[1]) + a[2] * a[2];
}
static inline hf N(rsq)(hf x)
{
    hf r = h_rsq_ieee(x);
#ifdef HAND_ZERO_WINS
#if HW == 16
    r = (hf)_mm512_mask_mov_ps(_mm512_set1_ps(0x1.fffffep127f), h_not_zero(x), (__m512)r);
#else
    r = h_select_negative(h_not_zero(x), r, h_splat(0x1.fffffep127f));
#endif
#endif
    return r;
}

static inline void N(prepare)(const float (*c)[4], hc (*out)[4])
{
    for (int i = 0; i < HAND_CONSTANTS; i++)
        for (int k = 0; k < 4; k++)
            out[i][k] = (hc){c[i][k], c[i][k] != 0.0f ? -1 : 0};
}

static void N(hand_transform)(const hand_args *a)
{
    static _Thread_local hc c[HAND_CONSTANTS][4];
    N(prepare)(a->c, c);
    for (uint32_t i = 0; i < a->count; i += HW) {
        hf v[4], d[4], t[4], out[4];
        N(hv) p[4], q[4];
        h_load(a->position + i * a->stride, a->stride, v);
        h_load(a->colour + i * a->stride, a->stride, d);
        h_load(a->texture + i * a->stride, a->stride, t);
        for (int k = 0; k < 3; k++)
            p[k] = N(known)(v[k]);
        p[3] = N(known)(h_splat(1.0f));
        for (int k = 0; k < 4; k++)
            q[k] = N(known)(N(dot4c)(p, c[k]));
        for (int k = 0; k < 4; k++)
            out[k] = N(dot4c)(q, c[4 + k]);
        h_store(a->out[0] + i, out);
        for (int k = 0; k < 4; k++)
            out[k] = N(mulc)(N(known)(d[k]), c[8][k]);
        h_store(a->out[1] + i, out);
        out[0] = N(mulc)(N(known)(t[0]), c[9][0]) + h_splat(c[9][2].v);
        out[1] = N(mulc)(N(known)(t[1]), c[9][1]) + h_splat(c[9][3].v);
        out[2] = h_splat(c[10][2].v);
        out[3] = h_splat(c[10][3].v);
        h_store(a->out[2] + i, out);
        out[0] = N(mulc)(q[2], c[11][0]) + h_splat(c[11][1].v);
        out[1] = out[2] = out[3] = h_splat(0.0f);
        h_store(a->out[3] + i, out);
    }
    _mm_sfence();
}

/* Lighting from a position and a normal in the world, as in the 40 instructions; rows from `base` on. */
static inline void N(light)(const N(hv) * r0, hf *r1, const hf *colour, const hf *texture, const hc (*c)[4],
                            float (*const out[4])[4], uint32_t i)
{
    hf o[4], r2[3], r4[3];
    N(hv) n[3], l[3], e[3];
    for (int k = 0; k < 4; k++)
        o[k] = N(dot4c)(r0, c[4 + k]);
    h_store(out[0] + i, o);
    N(hv) length = N(known)(N(rsq)(N(square3)(r1)));
    for (int k = 0; k < 3; k++)
        n[k] = N(known)(N(mulv)(N(known)(r1[k]), length));
    for (int k = 0; k < 3; k++)
        r2[k] = h_splat(c[8][k].v) - r0[k].v;
    length = N(known)(N(rsq)(N(square3)(r2)));
    for (int k = 0; k < 3; k++)
        e[k] = N(known)(N(mulv)(N(known)(r2[k]), length));
    N(hv) diffuse = N(known)(h_max_number(N(dot3c)(n, c[9]), 0.0f));
    for (int k = 0; k < 3; k++)
        r4[k] = e[k].v + h_splat(c[9][k].v);
    length = N(known)(N(rsq)(N(square3)(r4)));
    for (int k = 0; k < 3; k++)
        l[k] = N(known)(N(mulv)(N(known)(r4[k]), length));
    hf specular = h_max_number(N(dot3v)(n, l), 0.0f);
    specular = specular * specular;
    specular = specular * specular;
    specular = specular * specular;
    N(hv) s = N(known)(specular);
    hf r5[3];
    for (int k = 0; k < 3; k++) {
        hf sum = N(mulc)(diffuse, c[11][k]) + h_splat(c[10][k].v);
        r5[k] = N(mulv)(N(known)(sum), N(known)(colour[k]));
        o[k] = N(mulc)(s, c[12][k]) + r5[k];
    }
    o[3] = colour[3];
    h_store(out[1] + i, o);
    o[0] = N(mulc)(N(known)(texture[0]), c[13][0]) + h_splat(c[13][2].v);
    o[1] = N(mulc)(N(known)(texture[1]), c[13][1]) + h_splat(c[13][3].v);
    o[2] = h_splat(0.0f);
    o[3] = h_splat(1.0f);
    h_store(out[2] + i, o);
    hf fog = h_min_number(N(mulc)(r0[2], c[14][0]) + h_splat(c[14][1].v), 1.0f);
    N(hv) f = N(known)(fog);
    for (int k = 0; k < 3; k++)
        o[k] = N(mulv)(f, N(known)(h_splat(c[15][k].v) - r5[k])) + r5[k];
    o[3] = (hf)((hi)(fog < h_splat(0.5f)) & (hi)h_splat(1.0f));
    h_store(out[3] + i, o);
}

static void N(hand_lit)(const hand_args *a)
{
    static _Thread_local hc c[HAND_CONSTANTS][4];
    N(prepare)(a->c, c);
    for (uint32_t i = 0; i < a->count; i += HW) {
        hf v[4], n[4], d[4], t[4], r1[3];
        N(hv) p[4], q[4], m[3];
        h_load(a->position + i * a->stride, a->stride, v);
        h_load(a->normal + i * a->stride, a->stride, n);
        h_load(a->colour + i * a->stride, a->stride, d);
        h_load(a->texture + i * a->stride, a->stride, t);
        for (int k = 0; k < 3; k++) {
            p[k] = N(known)(v[k]);
            m[k] = N(known)(n[k]);
        }
        p[3] = N(known)(h_splat(1.0f));
        for (int k = 0; k < 4; k++)
            q[k] = N(known)(N(dot4c)(p, c[k]));
        for (int k = 0; k < 3; k++)
            r1[k] = N(dot3c)(m, c[k]);
        N(light)(q, r1, d, t, (const hc(*)[4])c, a->out, i);
    }
    _mm_sfence();
}

static void N(hand_skin)(const hand_args *a)
{
    static _Thread_local hc c[HAND_CONSTANTS][4];
    N(prepare)(a->c, c);
    for (uint32_t i = 0; i < a->count; i += HW) {
        hf v[4], n[4], d[4], t[4], w[4], b[4], r1[3] = {0};
        N(hv) p[4], m[3], q[4];
        hf position[3] = {0};
        h_load(a->position + i * a->stride, a->stride, v);
        h_load(a->normal + i * a->stride, a->stride, n);
        h_load(a->colour + i * a->stride, a->stride, d);
        h_load(a->texture + i * a->stride, a->stride, t);
        h_load(a->weights + i * a->stride, a->stride, w);
        h_load(a->bones + i * a->stride, a->stride, b);
        for (int k = 0; k < 3; k++) {
            p[k] = N(known)(v[k]);
            m[k] = N(known)(n[k]);
        }
        p[3] = N(known)(h_splat(1.0f));
        for (int bone = 0; bone < 4; bone++) {
            int32_t index[HW] __attribute__((aligned(64)));
            hf scaled = N(mulc)(N(known)(b[bone]), c[17][0]);
#if HW == 16
            _mm512_store_si512(index, _mm512_cvtps_epi32((__m512)scaled));
#else
            for (int k = 0; k < HW; k++)
                index[k] = (int32_t)lrintf(scaled[k]);
#endif
            N(hv) weight = N(known)(w[bone]);
            for (int row = 0; row < 3; row++) {
                char rows[HW][16] __attribute__((aligned(64)));
                hf x[4];
                for (int k = 0; k < HW; k++)
                    memcpy(rows[k], a->c[18 + row + index[k]], 16);
                h_load(&rows[0][0], 16, x);
                N(hv) r[4];
                for (int k = 0; k < 4; k++)
                    r[k] = N(known)(x[k]);
                hf along = ((N(mulv)(p[0], r[0]) + N(mulv)(p[1], r[1])) + N(mulv)(p[2], r[2])) + N(mulv)(p[3], r[3]);
                hf turned = N(dot3v)(m, r);
                along = N(mulv)(N(known)(along), weight);
                turned = N(mulv)(N(known)(turned), weight);
                position[row] = bone == 0 ? along : along + position[row];
                r1[row] = bone == 0 ? turned : turned + r1[row];
            }
        }
        for (int k = 0; k < 3; k++)
            q[k] = N(known)(position[k]);
        q[3] = N(known)(h_splat(1.0f));
        N(light)(q, r1, d, t, (const hc(*)[4])c, a->out, i);
    }
    _mm_sfence();
}
#undef N
