/* SPDX-License-Identifier: MIT */
/* Interpolation, quad by quad: the whole of it, of which quads.c does the usual part faster. */
#include "draw/draw.h"

#define S9_MATH_WIDTH 1
#include "exec/math.h"

typedef struct quad_weights {
    double plain[3][4];       /* weights at the four pixels */
    double perspective[3][4]; /* the same over w, with the sum 1 */
    double sum[4];            /* of the weights over w */
} quad_weights;

static inline void plain_weights(const s9_primitive *primitive, int32_t x, int32_t y, quad_weights *out)
{
    for (uint32_t k = 0; k < 3; k++) {
        int64_t corner = primitive->a[k] * x + primitive->b[k] * y + primitive->c[k];
        int64_t right = corner + primitive->a[k], below = corner + primitive->b[k];
        out->plain[k][0] = (double)corner;
        out->plain[k][1] = (double)right;
        out->plain[k][2] = (double)below;
        out->plain[k][3] = (double)(right + primitive->b[k]);
    }
}

static inline void perspective_weights(const s9_primitive *primitive, quad_weights *out)
{
    double inverse[4];
    for (uint32_t i = 0; i < 4; i++) {
        out->sum[i] = 0;
    }
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < 4; i++) {
            out->perspective[k][i] = out->plain[k][i] * primitive->inverse_w[k];
            out->sum[i] += out->perspective[k][i];
        }
    }
    for (uint32_t i = 0; i < 4; i++) {
        inverse[i] = 1 / out->sum[i];
    }
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < 4; i++) {
            out->perspective[k][i] *= inverse[i];
        }
    }
}

/* Linear on the screen. */
static void quad_depth(const s9_primitive *primitive, const quad_weights *weights, double bias, float out[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        double sum = weights->plain[0][i] * primitive->z[0] + weights->plain[1][i] * primitive->z[1] +
                     weights->plain[2][i] * primitive->z[2];
        out[i] = (float)(sum * primitive->inverse_area + bias);
    }
}

/* A NaN has the bits that every machine can agree on, as in the executors. */
static inline void interpolate(const quad_weights *weights, float a0, float a1, float a2, float *out)
{
    const float nan = s9_bits_float(0x7FC00000u);
    for (uint32_t i = 0; i < 4; i++) {
        float value = (float)(weights->perspective[0][i] * (double)a0 + weights->perspective[1][i] * (double)a1 +
                              weights->perspective[2][i] * (double)a2);
        out[i] = value == value ? value : nan;
    }
}

static inline void fill(float *out, float value)
{
    for (uint32_t i = 0; i < 4; i++) {
        out[i] = value;
    }
}

static void feed_varying(const s9_feed *feed, const s9_primitive *primitive, const quad_weights *weights, uint32_t lane,
                         s9_lanes *to)
{
    uint32_t at = 4 * feed->varying;
    if (feed->flat || primitive->constant) {
        const float *from = feed->flat ? primitive->flat : primitive->varyings[0];
        for (uint32_t k = 0; k < 4; k++) {
            fill(to[k] + lane, from[at + k]);
        }
    } else {
        const float *const *corner = primitive->varyings;
        for (uint32_t k = 0; k < 4; k++) {
            interpolate(weights, corner[0][at + k], corner[1][at + k], corner[2][at + k], to[k] + lane);
        }
    }
    for (uint32_t k = 0; k < 4 && feed->clamped; k++) {
        for (uint32_t i = 0; i < 4; i++) {
            float *value = &to[k][lane + i];
            *value = *value > 0.0f ? (*value < 1.0f ? *value : 1.0f) : 0.0f;
        }
    }
}

static void feed_sprite(const s9_feed *feed, const s9_primitive *primitive, const quad_weights *weights, uint32_t lane,
                        s9_lanes *to)
{
    if (!primitive->constant) {
        /* Not a point: an ordinary coordinate, where there is one. */
        if (feed->constant) {
            for (uint32_t k = 0; k < 4; k++) {
                fill(to[k] + lane, feed->constant[k]);
            }
        } else {
            feed_varying(feed, primitive, weights, lane, to);
        }
        return;
    }
    for (uint32_t k = 0; k < 2; k++) {
        interpolate(weights, primitive->sprite[0][k], primitive->sprite[1][k], primitive->sprite[2][k], to[k] + lane);
    }
    fill(to[2] + lane, 0.0f);
    fill(to[3] + lane, 1.0f);
}

/* Factor of the fog in [0, 1]; NaN is 1, no fog. */
static float held_factor(double f)
{
    return f != f ? 1.0f : f > 0.0 ? (f < 1.0 ? (float)f : 1.0f) : 0.0f;
}

/* e^x by the power of two that shaders use: a C library's exp differs from machine to machine. */
static double natural_exponential(double x)
{
    return s9m_exp2(x * 0x1.71547652b82fep+0);
}

static double fog_by_distance(const s9_draw_state *state, double d)
{
    double density = (double)state->fog_density, start = (double)state->fog_start, end = (double)state->fog_end;
    switch (state->fog_mode) {
    case S9_FOG_LINEAR:
        return start == end ? (d < end ? 1.0 : 0.0) : (end - d) / (end - start);
    case S9_FOG_EXP:
        return natural_exponential(-(density * d));
    default:
        return natural_exponential(-(density * d) * (density * d));
    }
}

static void find_fog(const s9_drawing *drawing, const s9_primitive *primitive, const quad_weights *weights,
                     const float depth[4], float out[4])
{
    const s9_link *link = drawing->link;
    const s9_draw_state *state = &drawing->state;
    if (state->fog_mode == S9_FOG_NONE) {
        /* Nothing written counts as oD1 never written: alpha 0 (N31). */
        float factor[4] = {0, 0, 0, 0};
        if (link->fog_varying != S9_NONE) {
            uint32_t at = 4 * link->fog_varying + link->fog_component;
            const float *const *corner = primitive->varyings;
            if (primitive->constant) {
                fill(factor, corner[0][at]);
            } else {
                interpolate(weights, corner[0][at], corner[1][at], corner[2][at], factor);
            }
        }
        for (uint32_t i = 0; i < 4; i++) {
            out[i] = held_factor((double)factor[i]);
        }
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        double d = state->fog_depth == S9_FOG_DEPTH_Z ? (double)depth[i] : (double)primitive->area / weights->sum[i];
        out[i] = held_factor(fog_by_distance(state, d));
    }
}

static void feed_position(const s9_quad *quad, s9_lanes *to)
{
    for (uint32_t i = 0; i < 4; i++) {
        to[0][quad->lane + i] = (float)(quad->x + (int32_t)(i & 1u));
        to[1][quad->lane + i] = (float)(quad->y + (int32_t)(i >> 1));
    }
}

void s9_quad_depth(const s9_primitive *primitive, int32_t x, int32_t y, double bias, float out[4])
{
    quad_weights weights;
    plain_weights(primitive, x, y, &weights);
    quad_depth(primitive, &weights, bias, out);
}

void s9_feed_quad(const s9_drawing *drawing, const s9_shader_batch *batch, const s9_quad *quad)
{
    const s9_link *link = drawing->link;
    const s9_primitive *primitive = quad->primitive;
    uint32_t lane = quad->lane;
    quad_weights weights;
    plain_weights(primitive, quad->x, quad->y, &weights);
    perspective_weights(primitive, &weights);
    for (uint32_t i = 0; i < link->feed_count; i++) {
        const s9_feed *feed = &link->feeds[i];
        s9_lanes *to = batch->inputs[i];
        switch (feed->kind) {
        case S9_FEED_VARYING:
            feed_varying(feed, primitive, &weights, lane, to);
            break;
        case S9_FEED_SPRITE:
            feed_sprite(feed, primitive, &weights, lane, to);
            break;
        case S9_FEED_VPOS:
            feed_position(quad, to);
            break;
        case S9_FEED_VFACE:
            fill(to[0] + lane, primitive->front ? 1.0f : -1.0f);
            break;
        case S9_FEED_CONSTANT:
            break;
        }
    }
    if (link->fog) {
        find_fog(drawing, primitive, &weights, batch->depth + lane, batch->fog + lane);
    }
}

static void fill_span(const s9_quad_span *span, float *lanes, float value)
{
    for (uint32_t i = 4u * span->first; i < 4u * ((uint32_t)span->first + span->count); i++) {
        lanes[i] = value;
    }
}

void s9_feed_others(const s9_drawing *drawing, const s9_shader_batch *batch, const s9_quad_span *span)
{
    const s9_link *link = drawing->link;
    for (uint32_t i = 0; i < link->feed_count; i++) {
        const s9_feed *feed = &link->feeds[i];
        s9_lanes *to = batch->inputs[i];
        if (feed->kind == S9_FEED_VARYING && feed->flat) {
            for (uint32_t k = 0; k < 4; k++) {
                float value = span->primitive->flat[4 * feed->varying + k];
                value = feed->clamped ? (value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f) : value;
                fill_span(span, to[k], value);
            }
        } else if (feed->kind == S9_FEED_VPOS) {
            for (uint32_t j = 0; j < span->count; j++) {
                const s9_quad quad = {span->primitive, span->x + 2 * (int32_t)j, span->y, 4u * (span->first + j), 0};
                feed_position(&quad, to);
            }
        } else if (feed->kind == S9_FEED_VFACE) {
            fill_span(span, to[0], span->primitive->front ? 1.0f : -1.0f);
        }
    }
}

/* Every texture coordinate is the place in the picture. */
void s9_feed_filter(const s9_drawing *drawing, const s9_shader_batch *batch, const s9_quad_span *span)
{
    const s9_link *link = drawing->link;
    double width = (double)drawing->framebuffer->width, height = (double)drawing->framebuffer->height;
    for (uint32_t i = 0; i < link->feed_count; i++) {
        s9_lanes *to = batch->inputs[i];
        s9_feed_kind kind = link->feeds[i].kind;
        for (uint32_t j = 0; j < span->count; j++) {
            const s9_quad quad = {NULL, span->x + 2 * (int32_t)j, span->y, 4u * (span->first + j), 0};
            for (uint32_t k = 0; k < 4 && kind == S9_FEED_SPRITE; k++) {
                to[0][quad.lane + k] = (float)((quad.x + (double)(k & 1u) + 0.5) / width);
                to[1][quad.lane + k] = (float)((quad.y + (double)(k >> 1) + 0.5) / height);
            }
            if (kind == S9_FEED_SPRITE) {
                fill(to[2] + quad.lane, 0.0f);
                fill(to[3] + quad.lane, 1.0f);
            } else if (kind == S9_FEED_VPOS) {
                feed_position(&quad, to);
            } else if (kind == S9_FEED_VFACE) {
                fill(to[0] + quad.lane, 1.0f);
            }
        }
    }
}
