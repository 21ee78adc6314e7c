/* SPDX-License-Identifier: MIT */
/* Batches of quads: interpolation, the pixel shader, and on to merging in the order of the quads. */
#include "draw/draw.h"

#define S9_MATH_WIDTH 1
#include "exec/math.h"

#include <math.h>

#define ALL 15u

static bool feed_is_array(const s9_feed *feed)
{
    return feed->kind != S9_FEED_CONSTANT;
}

s9_result s9_batch_create(s9_arena *arena, const s9_drawing *drawing, s9_shader_batch *batch)
{
    const s9_link *link = drawing->link;
    uint32_t outputs = s9_shader_output_count(drawing->pixel_shader);
    memset(batch, 0, sizeof *batch);
    batch->quads = s9_arena_array(arena, S9_BATCH_QUADS, sizeof *batch->quads);
    batch->inputs = s9_arena_array(arena, link->feed_count, sizeof *batch->inputs);
    batch->outputs = s9_arena_array(arena, outputs, sizeof *batch->outputs);
    batch->written = s9_arena_array(arena, outputs, sizeof *batch->written);
    batch->discarded = s9_arena_array(arena, S9_BATCH_LANES, 1);
    batch->stopped = s9_arena_array(arena, S9_BATCH_LANES, 1);
    batch->helper = s9_arena_array(arena, S9_BATCH_LANES, 1);
    batch->depth = s9_arena_array(arena, S9_BATCH_LANES, sizeof *batch->depth);
    batch->fog = s9_arena_array(arena, S9_BATCH_LANES, sizeof *batch->fog);
    batch->input_arrays = s9_arena_array(arena, link->feed_count, sizeof *batch->input_arrays);
    batch->output_arrays = s9_arena_array(arena, outputs, sizeof *batch->output_arrays);
    if (arena->failed) {
        return S9_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < link->feed_count; i++) {
        const s9_feed *feed = &link->feeds[i];
        s9_lane_array *array = &batch->input_arrays[i];
        array->components = feed->kind == S9_FEED_VFACE ? 1 : feed->kind == S9_FEED_VPOS ? 2 : 4;
        if (feed_is_array(feed)) {
            array->data = batch->inputs[i];
            array->lane_stride = sizeof(float);
            array->component_stride = sizeof batch->inputs[i][0];
        } else if (feed->constant) {
            array->data = (void *)(uintptr_t)feed->constant;
            array->component_stride = sizeof(float);
        }
    }
    for (uint32_t i = 0; i < outputs; i++) {
        s9_lane_array *array = &batch->output_arrays[i];
        array->data = batch->outputs[i];
        array->lane_stride = sizeof batch->outputs[i][0];
        array->component_stride = sizeof(float);
        array->components = i == link->depth ? 1 : 4;
        array->written = batch->written[i];
    }
    return S9_OK;
}

/* ---- interpolation ---- */

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

/* Depth of the four pixels: linear on the screen. */
static inline void quad_depth(const s9_primitive *primitive, const quad_weights *weights, double bias, float out[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        double sum = weights->plain[0][i] * primitive->z[0] + weights->plain[1][i] * primitive->z[1] +
                     weights->plain[2][i] * primitive->z[2];
        out[i] = (float)(sum * primitive->inverse_area + bias);
    }
}

/* The pixels of the mask that pass the depth test as it stands. */
static uint32_t early_depth(const s9_drawing *drawing, int32_t x, int32_t y, uint32_t mask, const float depth[4])
{
    size_t width = drawing->framebuffer->width;
    const float *stored = drawing->framebuffer->depth + (size_t)y * width + (size_t)x;
    for (uint32_t i = 0; i < 4; i++) {
        if ((mask >> i & 1u) != 0 &&
            !s9_compare_passes(drawing->depth_bits, depth[i], stored[(i >> 1) * width + (i & 1u)])) {
            mask &= ~(1u << i);
        }
    }
    return mask;
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
                         float (*to)[S9_BATCH_LANES])
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
                        float (*to)[S9_BATCH_LANES])
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

static void feed_position(uint32_t lane, const s9_quad *quad, float (*to)[S9_BATCH_LANES])
{
    for (uint32_t i = 0; i < 4; i++) {
        to[0][lane + i] = (float)(quad->x + (int32_t)(i & 1u));
        to[1][lane + i] = (float)(quad->y + (int32_t)(i >> 1));
    }
}

static void feed_quad(const s9_drawing *drawing, s9_shader_batch *batch, const s9_quad *quad, uint32_t lane,
                      quad_weights *weights)
{
    const s9_link *link = drawing->link;
    const s9_primitive *primitive = &drawing->chunk->primitives[quad->primitive];
    perspective_weights(primitive, weights);
    for (uint32_t i = 0; i < link->feed_count; i++) {
        const s9_feed *feed = &link->feeds[i];
        float(*to)[S9_BATCH_LANES] = batch->inputs[i];
        switch (feed->kind) {
        case S9_FEED_VARYING:
            feed_varying(feed, primitive, weights, lane, to);
            break;
        case S9_FEED_SPRITE:
            feed_sprite(feed, primitive, weights, lane, to);
            break;
        case S9_FEED_VPOS:
            feed_position(lane, quad, to);
            break;
        case S9_FEED_VFACE:
            fill(to[0] + lane, primitive->front ? 1.0f : -1.0f);
            break;
        case S9_FEED_CONSTANT:
            break;
        }
    }
    if (link->fog) {
        find_fog(drawing, primitive, weights, batch->depth + lane, batch->fog + lane);
    }
}

/* Inputs of all quads that wait, two at a time where they are parts of one triangle. */
static void feed_batch(const s9_drawing *drawing, s9_shader_batch *batch)
{
    bool pairs = drawing->quads && !drawing->link->fog;
    for (uint32_t i = 0; i < drawing->link->feed_count; i++) {
        pairs = pairs && drawing->link->feeds[i].kind != S9_FEED_SPRITE;
    }
    for (uint32_t number = 0; number < batch->count; number++) {
        const s9_quad *quad = &batch->quads[number];
        const s9_primitive *of = &drawing->chunk->primitives[quad->primitive];
        uint32_t lane = number * 4;
        if (pairs && !of->constant && number + 1 < batch->count && quad[1].primitive == quad->primitive) {
            drawing->quads->feed_pair(drawing, batch, quad, lane);
            number++;
            continue;
        }
        quad_weights weights;
        plain_weights(of, quad->x, quad->y, &weights);
        quad_depth(of, &weights, (double)drawing->state.depth_bias, batch->depth + lane);
        feed_quad(drawing, batch, quad, lane, &weights);
    }
}

/* Filters: every texture coordinate is the place in the picture. */
static void feed_filter_quad(const s9_drawing *drawing, s9_shader_batch *batch, const s9_quad *quad, uint32_t lane)
{
    const s9_link *link = drawing->link;
    for (uint32_t i = 0; i < link->feed_count; i++) {
        float(*to)[S9_BATCH_LANES] = batch->inputs[i];
        switch (link->feeds[i].kind) {
        case S9_FEED_SPRITE:
            for (uint32_t k = 0; k < 4; k++) {
                double x = (double)quad->x + (k & 1u) + 0.5, y = (double)quad->y + (k >> 1) + 0.5;
                to[0][lane + k] = (float)(x / (double)drawing->framebuffer->width);
                to[1][lane + k] = (float)(y / (double)drawing->framebuffer->height);
            }
            fill(to[2] + lane, 0.0f);
            fill(to[3] + lane, 1.0f);
            break;
        case S9_FEED_VPOS:
            feed_position(lane, quad, to);
            break;
        case S9_FEED_VFACE:
            fill(to[0] + lane, 1.0f);
            break;
        default:
            break;
        }
    }
}

/* ---- batches ---- */

static s9_lane_results results_of(const s9_drawing *drawing, s9_shader_batch *batch)
{
    const s9_link *link = drawing->link;
    s9_lane_results results = {.depth = batch->depth, .fog = link->fog ? batch->fog : NULL};
    for (uint32_t i = 0; i < drawing->framebuffer->target_count; i++) {
        if (link->colors[i] != S9_NONE) {
            results.colors[i] = batch->outputs[link->colors[i]];
            results.color_written[i] = batch->written[link->colors[i]];
        }
    }
    if (link->depth != S9_NONE) {
        results.depth_out = batch->outputs[link->depth];
        results.depth_written = batch->written[link->depth];
    }
    return results;
}

static void merge_batch(const s9_drawing *drawing, s9_shader_batch *batch)
{
    s9_lane_results results = results_of(drawing, batch);
    for (uint32_t number = 0; number < batch->count; number++) {
        const s9_quad *quad = &batch->quads[number];
        const uint8_t *discarded = batch->discarded + number * 4;
        uint32_t dead = (discarded[0] != 0 ? 1u : 0u) | (discarded[1] != 0 ? 2u : 0u) | (discarded[2] != 0 ? 4u : 0u) |
                        (discarded[3] != 0 ? 8u : 0u);
        uint8_t live = (uint8_t)(quad->mask & ~dead & ALL);
        if (drawing->filter) {
            s9_merge_filter_quad(drawing, &results, quad, number * 4, live);
        } else if (drawing->probe) {
            s9_probe_quad(drawing, batch, &results, quad, number * 4, live);
        } else if (live != 0) {
            bool front = drawing->chunk->primitives[quad->primitive].front;
            s9_merge_quad(drawing, &results, quad, number * 4, live, front);
        }
    }
}

void s9_batch_flush(const s9_drawing *drawing, s9_shader_batch *batch)
{
    if (batch->count == 0) {
        return;
    }
    /* A picture of which a lane was stopped is refused: the rest would only take time. A probe wants to see all. */
    if (batch->result == S9_OK && (!batch->any_stopped || drawing->probe)) {
        if (!drawing->filter) {
            feed_batch(drawing, batch);
        }
        uint32_t lanes = batch->count * 4;
        s9_run_args run = {.struct_size = sizeof run,
                           .lanes = lanes,
                           .quads = true,
                           .constants = drawing->ps->constants,
                           .samplers = drawing->ps->samplers,
                           .sampler_count = drawing->ps->sampler_count,
                           .stages = drawing->ps->stages,
                           .stage_count = drawing->ps->stage_count,
                           .inputs = batch->input_arrays,
                           .outputs = batch->output_arrays,
                           .discarded = batch->discarded,
                           .stopped = batch->stopped,
                           .helper = batch->helper};
        batch->result = s9_shader_run(drawing->pixel_shader, &run);
        if (batch->result == S9_OK) {
            for (uint32_t i = 0; i < lanes; i++) {
                batch->any_stopped |= batch->stopped[i] != 0 && batch->helper[i] == 0;
            }
            merge_batch(drawing, batch);
        }
    }
    batch->count = 0;
}

void s9_batch_add(const s9_drawing *drawing, s9_shader_batch *batch, int32_t x, int32_t y, uint8_t mask,
                  uint32_t primitive)
{
    s9_quad quad = {x, y, primitive, mask};
    uint32_t lane = batch->count * 4;
    if (drawing->filter) {
        feed_filter_quad(drawing, batch, &quad, lane);
    } else if (drawing->early_depth) {
        quad_weights weights;
        const s9_primitive *of = &drawing->chunk->primitives[primitive];
        plain_weights(of, x, y, &weights);
        quad_depth(of, &weights, (double)drawing->state.depth_bias, batch->depth + lane);
        quad.mask = (uint8_t)early_depth(drawing, x, y, mask, batch->depth + lane);
        if (quad.mask == 0) {
            return;
        }
    }
    for (uint32_t i = 0; i < 4; i++) {
        batch->helper[lane + i] = ((uint32_t)quad.mask >> i & 1u) == 0;
    }
    batch->quads[batch->count++] = quad;
    if (batch->count == S9_BATCH_QUADS) {
        s9_batch_flush(drawing, batch);
    }
}
