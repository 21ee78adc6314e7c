/* SPDX-License-Identifier: MIT */
/*
 * Two quads of one primitive at a time, and whole quads stored: what shade.c and merge.c do for most pixels, in
 * vectors, compiled once for each instruction-set level. The same operations in the same order on every number, so the
 * same bits.
 */
#include "draw/draw.h"

#if defined(__GNUC__)

#ifndef S9_DRAW_LEVEL
#define S9_DRAW_LEVEL base
#endif
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

typedef double v_double __attribute__((vector_size(64)));
typedef int64_t v_long __attribute__((vector_size(64)));
typedef float v_float __attribute__((vector_size(32)));
typedef int32_t v_int __attribute__((vector_size(32)));
typedef uint8_t v_byte __attribute__((vector_size(8)));

static inline v_float hold(v_float v, float low, float high)
{
    v_float l = (v_float){0} + low, h = (v_float){0} + high;
    v_int above = v > l;
    v = (v_float)((above & (v_int)v) | (~above & (v_int)l));
    v_int below = v < h;
    return (v_float)((below & (v_int)v) | (~below & (v_int)h));
}

static inline void interpolate(const v_double weights[3], const float *const corner[3], uint32_t at, bool clamped,
                               float *out)
{
    v_double sum =
        weights[0] * (double)corner[0][at] + weights[1] * (double)corner[1][at] + weights[2] * (double)corner[2][at];
    v_float value = __builtin_convertvector(sum, v_float);
    v_int nan = value != value;
    value = (v_float)((nan & 0x7FC00000) | (~nan & (v_int)value));
    if (clamped) {
        value = hold(value, 0.0f, 1.0f);
    }
    memcpy(out, &value, sizeof value);
}

static inline void spread(float *out, float value)
{
    const v_float all = {value, value, value, value, value, value, value, value};
    memcpy(out, &all, sizeof all);
}

static void feed_pair(const s9_drawing *drawing, s9_shader_batch *batch, const s9_quad *quads, uint32_t lane)
{
    const s9_link *link = drawing->link;
    const s9_primitive *primitive = &drawing->chunk->primitives[quads[0].primitive];
    const int64_t x0 = quads[0].x, x1 = quads[1].x, y0 = quads[0].y, y1 = quads[1].y;
    const v_long x = {x0, x0 + 1, x0, x0 + 1, x1, x1 + 1, x1, x1 + 1};
    const v_long y = {y0, y0, y0 + 1, y0 + 1, y1, y1, y1 + 1, y1 + 1};
    v_double plain[3], weights[3], sum = {0};
    for (uint32_t k = 0; k < 3; k++) {
        plain[k] = __builtin_convertvector(x * primitive->a[k] + y * primitive->b[k] + primitive->c[k], v_double);
        weights[k] = plain[k] * primitive->inverse_w[k];
        sum += weights[k];
    }
    if (drawing->state.depth_test || !drawing->plain) {
        v_double z = plain[0] * primitive->z[0] + plain[1] * primitive->z[1] + plain[2] * primitive->z[2];
        z = z * primitive->inverse_area + (double)drawing->state.depth_bias;
        v_float depth = __builtin_convertvector(z, v_float);
        memcpy(batch->depth + lane, &depth, sizeof depth);
    }
    v_double inverse = 1.0 / sum;
    for (uint32_t k = 0; k < 3; k++) {
        weights[k] *= inverse;
    }
    for (uint32_t i = 0; i < link->feed_count; i++) {
        const s9_feed *feed = &link->feeds[i];
        float(*to)[S9_BATCH_LANES] = batch->inputs[i];
        uint32_t at = 4 * feed->varying;
        if (feed->kind == S9_FEED_VARYING && !feed->flat) {
            for (uint32_t k = 0; k < 4; k++) {
                interpolate(weights, primitive->varyings, at + k, feed->clamped, to[k] + lane);
            }
        } else if (feed->kind == S9_FEED_VARYING) {
            for (uint32_t k = 0; k < 4; k++) {
                float value = primitive->flat[at + k];
                value = feed->clamped ? (value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f) : value;
                spread(to[k] + lane, value);
            }
        } else if (feed->kind == S9_FEED_VPOS) {
            v_float column = __builtin_convertvector(x, v_float), row = __builtin_convertvector(y, v_float);
            memcpy(to[0] + lane, &column, sizeof column);
            memcpy(to[1] + lane, &row, sizeof row);
        } else if (feed->kind == S9_FEED_VFACE) {
            spread(to[0] + lane, primitive->front ? 1.0f : -1.0f);
        }
    }
}

static void store_bytes(const float *colors, uint8_t *bytes)
{
    v_float v;
    memcpy(&v, colors, sizeof v);
    v_double wide = __builtin_convertvector(hold(v, 0.0f, 1.0f), v_double) * 255.0 + 0.5;
    v_byte out = __builtin_convertvector(__builtin_convertvector(wide, v_int), v_byte);
    memcpy(bytes, &out, sizeof out);
}

/* A whole quad into a target of bytes; `row` bytes from one row to the next. */
static void store_quad(const float (*colors)[4], uint8_t *bytes, size_t row)
{
    store_bytes(colors[0], bytes);
    store_bytes(colors[2], bytes + row);
}

const s9_quad_functions JOIN(s9_quads_, S9_DRAW_LEVEL) = {feed_pair, store_quad};

#endif
