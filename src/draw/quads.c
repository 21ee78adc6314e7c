/* SPDX-License-Identifier: MIT */
/*
 * Spans of quads of a triangle: what they cover, their inputs, their bytes; what shade.c and merge.c do for most
 * pixels, in vectors, compiled once for each instruction-set level. The same operations in the same order on every
 * number as in inputs.c, so the same bits.
 *
 * A vector is two quads of doubles: eight pixels. Weights that are whole numbers below 2^53 are stepped from one vector
 * to the next by sums, which are exact; and where w is the same power of two at all corners, the sum of the weights
 * over w is the area over w in every pixel, so that nothing is divided.
 */
#include "draw/draw.h"

#if defined(__GNUC__)

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#ifndef S9_DRAW_LEVEL
#define S9_DRAW_LEVEL base
#endif
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

typedef double v_double __attribute__((vector_size(64)));
typedef int64_t v_long __attribute__((vector_size(64)));
typedef float v_float __attribute__((vector_size(32)));
typedef int32_t v_int __attribute__((vector_size(32)));
typedef int32_t v_wide __attribute__((vector_size(64)));

#define PIXELS 8  /* of a vector: two quads */
#define BLOCK 16u /* vectors whose weights wait for all interpolants */

static const v_double lane_x = {0, 1, 0, 1, 2, 3, 2, 3}, lane_y = {0, 0, 1, 1, 0, 0, 1, 1};
static const v_long long_x = {0, 1, 0, 1, 2, 3, 2, 3}, long_y = {0, 0, 1, 1, 0, 0, 1, 1};

/* ---- coverage ---- */

/* A bit for each lane that is not negative. */
static inline uint32_t not_negative(v_wide v)
{
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    return (uint32_t)_mm512_movepi32_mask((__m512i)v) ^ 0xFFFFu;
#elif defined(__AVX2__)
    const union {
        v_wide whole;
        __m256 halves[2];
    } parts = {v};
    return ((uint32_t)_mm256_movemask_ps(parts.halves[0]) | (uint32_t)_mm256_movemask_ps(parts.halves[1]) << 8) ^
           0xFFFFu;
#else
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 16; i++) {
        bits |= (uint32_t)(v[i] >= 0) << i;
    }
    return bits;
#endif
}

/* Four quads at a time; rows of masks lie S9_NARROW_QUADS apart. */
static void cover(const s9_primitive *primitive, int32_t x, int32_t y, int32_t top, int32_t bottom, uint32_t count,
                  uint8_t *masks)
{
    const v_wide wide_x = {0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7};
    const v_wide wide_y = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1};
    v_wide row[3];
    for (uint32_t k = 0; k < 3; k++) {
        int64_t corner = primitive->a[k] * x + primitive->b[k] * y + primitive->c[k] - (primitive->include[k] ? 0 : 1);
        row[k] = wide_x * (int32_t)primitive->a[k] + wide_y * (int32_t)primitive->b[k] + (int32_t)corner;
    }
    uint32_t left = (primitive->left & 1) != 0 ? 0xAu : 0xFu, right = (primitive->right & 1) != 0 ? 0x5u : 0xFu;
    for (; y < bottom; y += 2, masks += S9_NARROW_QUADS) {
        uint32_t rows = (y < top ? 0xCCCCu : 0xFFFFu) & (y + 1 < bottom ? 0xFFFFu : 0x3333u);
        v_wide at[3] = {row[0], row[1], row[2]};
        for (uint32_t first = 0; first < count; first += 4) {
            uint32_t inside = not_negative(at[0] | at[1] | at[2]) & rows;
            for (uint32_t i = 0; i < 4; i++) {
                masks[first + i] = (uint8_t)(inside >> 4 * i & 0xFu);
            }
            for (uint32_t k = 0; k < 3 && first + 4 < count; k++) {
                at[k] += (int32_t)primitive->a[k] * 8;
            }
        }
        masks[0] &= (uint8_t)left;
        masks[count - 1] &= (uint8_t)right;
        for (uint32_t k = 0; k < 3; k++) {
            row[k] += (int32_t)primitive->b[k] * 2;
        }
    }
}

/* ---- weights ---- */

/* Of the pixels of a vector; exactly what the whole numbers are where those are larger than a double holds, too. */
static inline void plain_weights(const s9_primitive *primitive, int32_t x, int32_t y, v_double plain[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        int64_t a = primitive->a[k], b = primitive->b[k], corner = a * x + b * y + primitive->c[k];
        if (primitive->exact) {
            plain[k] = (double)a * lane_x + (double)b * lane_y + (double)corner;
        } else {
            plain[k] = __builtin_convertvector(long_x * a + long_y * b + corner, v_double);
        }
    }
}

static inline void step_weights(const s9_primitive *primitive, int32_t x, int32_t y, v_double plain[3])
{
    if (!primitive->exact) {
        plain_weights(primitive, x, y, plain);
        return;
    }
    for (uint32_t k = 0; k < 3; k++) {
        plain[k] += 4.0 * (double)primitive->a[k];
    }
}

static inline void perspective_weights(const s9_primitive *primitive, const v_double plain[3], v_double weights[3])
{
    if (primitive->scale != 0) {
        for (uint32_t k = 0; k < 3; k++) {
            weights[k] = plain[k] * primitive->scale;
        }
        return;
    }
    v_double sum = {0};
    for (uint32_t k = 0; k < 3; k++) {
        weights[k] = plain[k] * primitive->inverse_w[k];
        sum += weights[k];
    }
    v_double inverse = 1.0 / sum;
    for (uint32_t k = 0; k < 3; k++) {
        weights[k] *= inverse;
    }
}

/* ---- inputs ---- */

static inline v_float hold(v_float v, float low, float high)
{
    v_float l = (v_float){0} + low, h = (v_float){0} + high;
    v_int above = v > l;
    v = (v_float)((above & (v_int)v) | (~above & (v_int)l));
    v_int below = v < h;
    return (v_float)((below & (v_int)v) | (~below & (v_int)h));
}

/* A NaN has the bits that every machine can agree on, as in the executors. */
static inline void interpolate(const v_double weights[3], double a0, double a1, double a2, bool clamped, float *out)
{
    v_double sum = weights[0] * a0 + weights[1] * a1 + weights[2] * a2;
    v_float value = __builtin_convertvector(sum, v_float);
    v_int nan = value != value;
    value = (v_float)((nan & 0x7FC00000) | (~nan & (v_int)value));
    if (clamped) {
        value = hold(value, 0.0f, 1.0f);
    }
    memcpy(out, &value, sizeof value);
}

static void feed(const s9_quad_span *span, const s9_interpolant *interpolants, uint32_t count)
{
    const s9_primitive *primitive = span->primitive;
    const float *const *corner = primitive->varyings;
    uint32_t vectors = (span->count + 1u) / 2, lane = 4u * span->first;
    v_double plain[3];
    plain_weights(primitive, span->x, span->y, plain);
    if (vectors == 1) {
        v_double weights[3];
        perspective_weights(primitive, plain, weights);
        for (uint32_t i = 0; i < count; i++) {
            const s9_interpolant *in = &interpolants[i];
            interpolate(weights, (double)corner[0][in->at], (double)corner[1][in->at], (double)corner[2][in->at],
                        in->clamped, in->to + lane);
        }
        return;
    }
    v_double weights[BLOCK][3];
    for (uint32_t done = 0; done < vectors;) {
        uint32_t some = vectors - done < BLOCK ? vectors - done : BLOCK;
        for (uint32_t j = 0; j < some; j++) {
            perspective_weights(primitive, plain, weights[j]);
            step_weights(primitive, span->x + 4 * (int32_t)(done + j + 1), span->y, plain);
        }
        for (uint32_t i = 0; i < count; i++) {
            const s9_interpolant *in = &interpolants[i];
            double a0 = (double)corner[0][in->at], a1 = (double)corner[1][in->at], a2 = (double)corner[2][in->at];
            float *to = in->to + lane + done * PIXELS;
            if (in->clamped) {
                for (uint32_t j = 0; j < some; j++) {
                    interpolate(weights[j], a0, a1, a2, true, to + j * PIXELS);
                }
            } else {
                for (uint32_t j = 0; j < some; j++) {
                    interpolate(weights[j], a0, a1, a2, false, to + j * PIXELS);
                }
            }
        }
        done += some;
    }
}

static void depth(const s9_primitive *primitive, int32_t x, int32_t y, uint32_t count, double bias, float *out)
{
    v_double plain[3];
    plain_weights(primitive, x, y, plain);
    for (uint32_t i = 0; i < count; i += 2, out += PIXELS) {
        v_double z = plain[0] * primitive->z[0] + plain[1] * primitive->z[1] + plain[2] * primitive->z[2];
        z = z * primitive->inverse_area + bias;
        v_float value = __builtin_convertvector(z, v_float);
        memcpy(out, &value, sizeof value);
        x += 4;
        step_weights(primitive, x, y, plain);
    }
}

/* ---- bytes ---- */

#if defined(__AVX512F__)

/* Rounded towards zero, v * 255 + 0.5 in one step keeps its whole part, which is all that is wanted of it. */
static inline __m512i whole_byte(const float *from)
{
    __m512 v = _mm512_loadu_ps(from);
    v = _mm512_min_ps(_mm512_max_ps(v, _mm512_setzero_ps()), _mm512_set1_ps(1.0f)); /* max: NaN is 0 */
    v = _mm512_fmadd_round_ps(v, _mm512_set1_ps(255.0f), _mm512_set1_ps(0.5f), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    return _mm512_cvttps_epi32(v);
}

static void pack(const s9_lanes *color, uint32_t lanes, uint32_t *packed)
{
    for (uint32_t i = 0; i < lanes; i += 16) {
        __m512i r = whole_byte(color[0] + i), g = whole_byte(color[1] + i);
        __m512i b = whole_byte(color[2] + i), a = whole_byte(color[3] + i);
        r = _mm512_or_si512(r, _mm512_slli_epi32(g, 8));
        b = _mm512_or_si512(_mm512_slli_epi32(b, 16), _mm512_slli_epi32(a, 24));
        _mm512_storeu_si512(packed + i, _mm512_or_si512(r, b));
    }
}

static void store(const uint32_t *packed, uint32_t count, uint8_t *top, uint8_t *bottom)
{
    const __m512i rows = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
    for (; count >= 4; count -= 4, packed += 16, top += 32, bottom += 32) {
        __m512i v = _mm512_permutexvar_epi64(rows, _mm512_loadu_si512(packed));
        _mm256_storeu_si256((__m256i *)(void *)top, _mm512_castsi512_si256(v));
        _mm256_storeu_si256((__m256i *)(void *)bottom, _mm512_extracti64x4_epi64(v, 1));
    }
    for (; count > 0; count--, packed += 4, top += 8, bottom += 8) {
        memcpy(top, packed, 8);
        memcpy(bottom, packed + 2, 8);
    }
}

#else

typedef uint8_t v_byte __attribute__((vector_size(8)));

/* v * 255 + 0.5 is exact in double. */
static void pack(const s9_lanes *color, uint32_t lanes, uint32_t *packed)
{
    uint8_t *out = (uint8_t *)packed;
    for (uint32_t i = 0; i < lanes; i += PIXELS, out += 4 * PIXELS) {
        uint8_t bytes[4][PIXELS];
        for (uint32_t k = 0; k < 4; k++) {
            v_float v;
            memcpy(&v, color[k] + i, sizeof v);
            v_double wide = __builtin_convertvector(hold(v, 0.0f, 1.0f), v_double) * 255.0 + 0.5;
            v_byte whole = __builtin_convertvector(__builtin_convertvector(wide, v_int), v_byte);
            memcpy(bytes[k], &whole, sizeof whole);
        }
        for (uint32_t j = 0; j < PIXELS; j++) {
            for (uint32_t k = 0; k < 4; k++) {
                out[4 * j + k] = bytes[k][j];
            }
        }
    }
}

static void store(const uint32_t *packed, uint32_t count, uint8_t *top, uint8_t *bottom)
{
    for (uint32_t i = 0; i < count; i++) {
        memcpy(top + 8 * i, packed + 4 * i, 8);
        memcpy(bottom + 8 * i, packed + 4 * i + 2, 8);
    }
}

#endif

const s9_quad_functions JOIN(s9_quads_, S9_DRAW_LEVEL) = {cover, depth, feed, pack, store};

#endif
