/* SPDX-License-Identifier: MIT */
/* What happens to a shaded pixel: fog, alpha test, stencil, depth, blending, writing. */
#include "draw/draw.h"

#include "texture/sampling.h"

#include <math.h>

static float held(float v)
{
    return v > 0.0f ? (v < 1.0f ? v : 1.0f) : 0.0f;
}

/* ---- stencil ---- */

static uint32_t stencil_value(s9_stencil_op op, uint32_t stored, uint32_t ref)
{
    switch (op) {
    case S9_STENCIL_ZERO:
        return 0;
    case S9_STENCIL_REPLACE:
        return ref & 255u;
    case S9_STENCIL_INCR_SAT:
        return stored < 255 ? stored + 1 : 255;
    case S9_STENCIL_DECR_SAT:
        return stored > 0 ? stored - 1 : 0;
    case S9_STENCIL_INVERT:
        return ~stored & 255u;
    case S9_STENCIL_INCR:
        return (stored + 1) & 255u;
    case S9_STENCIL_DECR:
        return (stored - 1) & 255u;
    default:
        return stored;
    }
}

static void write_stencil(const s9_draw_state *state, s9_stencil_op op, uint8_t *stored)
{
    uint32_t mask = state->stencil_write_mask & 255u;
    uint32_t value = stencil_value(op, *stored, state->stencil_ref);
    *stored = (uint8_t)((*stored & ~mask) | (value & mask));
}

static bool stencil_passes(const s9_draw_state *state, const s9_stencil_side *side, uint8_t stored)
{
    uint32_t mask = state->stencil_mask & 255u;
    return s9_compare_passes(s9_compare_bits(side->func), (float)(state->stencil_ref & mask), (float)(stored & mask));
}

/* ---- blending ---- */

/* The factor's value for one component. */
static float factor_value(s9_blend_factor factor, uint32_t k, const float source[4], const float dest[4],
                          const float constant[4])
{
    switch (factor) {
    case S9_BLEND_ONE:
        return 1.0f;
    case S9_BLEND_SRC_COLOR:
        return source[k];
    case S9_BLEND_INV_SRC_COLOR:
        return 1.0f - source[k];
    case S9_BLEND_SRC_ALPHA:
        return source[3];
    case S9_BLEND_INV_SRC_ALPHA:
        return 1.0f - source[3];
    case S9_BLEND_DEST_ALPHA:
        return dest[3];
    case S9_BLEND_INV_DEST_ALPHA:
        return 1.0f - dest[3];
    case S9_BLEND_DEST_COLOR:
        return dest[k];
    case S9_BLEND_INV_DEST_COLOR:
        return 1.0f - dest[k];
    case S9_BLEND_SRC_ALPHA_SAT:
        return k == 3 ? 1.0f : source[3] < 1.0f - dest[3] ? source[3] : 1.0f - dest[3];
    case S9_BLEND_BLEND_FACTOR:
        return constant[k];
    case S9_BLEND_INV_BLEND_FACTOR:
        return 1.0f - constant[k];
    default:
        return 0.0f;
    }
}

static float blended(s9_blend_op op, float s, float source, float d, float dest)
{
    float scaled_source, scaled_dest;
    switch (op) {
    case S9_BLEND_OP_MIN:
        return source < dest ? source : dest;
    case S9_BLEND_OP_MAX:
        return source > dest ? source : dest;
    default:
        break;
    }
    scaled_source = s * source;
    scaled_dest = d * dest;
    return op == S9_BLEND_OP_SUBTRACT       ? scaled_source - scaled_dest
           : op == S9_BLEND_OP_REV_SUBTRACT ? scaled_dest - scaled_source
                                            : scaled_source + scaled_dest;
}

static void blend(const s9_draw_state *state, float source[4], const float dest[4])
{
    float result[4];
    for (uint32_t k = 0; k < 4; k++) {
        bool own = k == 3 && state->separate_alpha;
        s9_blend_factor s = own ? state->src_alpha : state->src, d = own ? state->dst_alpha : state->dst;
        result[k] = blended(own ? state->op_alpha : state->op, factor_value(s, k, source, dest, state->blend_factor),
                            source[k], factor_value(d, k, source, dest, state->blend_factor), dest[k]);
    }
    memcpy(source, result, sizeof result);
}

/* ---- writing ---- */

/* The byte that sRGB conversion and rounding give, by the steps of the framebuffer. */
static uint8_t srgb_byte(const s9_framebuffer *framebuffer, float v)
{
    const float *steps = framebuffer->srgb_steps;
    uint32_t byte = 0;
    for (uint32_t bit = 128; bit > 0; bit >>= 1) {
        byte += v >= steps[byte + bit] ? bit : 0;
    }
    return (uint8_t)byte;
}

static void write_bytes(const s9_drawing *drawing, const s9_target *target, size_t pixel, uint32_t mask, bool use_blend,
                        float color[4])
{
    const s9_framebuffer *framebuffer = drawing->framebuffer;
    bool srgb = drawing->state.srgb_write;
    uint8_t *to = target->bytes + pixel * 4;
    if (use_blend) {
        float dest[4];
        for (uint32_t k = 0; k < 4; k++) {
            color[k] = held(color[k]);
            dest[k] = srgb && k < 3 ? framebuffer->byte_linear[to[k]] : framebuffer->byte_values[to[k]];
        }
        blend(&drawing->state, color, dest);
    }
    uint8_t bytes[4];
    s9_unorm8_color(color, bytes);
    for (uint32_t k = 0; k < 3 && srgb; k++) {
        bytes[k] = srgb_byte(framebuffer, color[k]);
    }
    for (uint32_t k = 0; k < 4; k++) {
        to[k] = (mask >> k & 1u) != 0 ? bytes[k] : to[k];
    }
}

static void write_floats(const s9_drawing *drawing, const s9_target *target, size_t pixel, uint32_t mask,
                         bool use_blend, float color[4])
{
    bool srgb = drawing->state.srgb_write;
    float *to = target->floats + pixel * 4;
    if (use_blend) {
        float dest[4];
        for (uint32_t k = 0; k < 4; k++) {
            dest[k] = srgb && k < 3 ? s9_srgb_to_linear(to[k]) : to[k];
        }
        blend(&drawing->state, color, dest);
    }
    for (uint32_t k = 0; k < 4; k++) {
        if ((mask >> k & 1u) != 0) {
            to[k] = srgb && k < 3 ? s9_linear_to_srgb(color[k]) : color[k];
        }
    }
}

static void write_target(const s9_drawing *drawing, uint32_t number, size_t pixel, uint32_t mask, bool use_blend,
                         float color[4])
{
    const s9_target *target = &drawing->framebuffer->targets[number];
    if (target->bytes) {
        write_bytes(drawing, target, pixel, mask, use_blend, color);
    } else {
        write_floats(drawing, target, pixel, mask, use_blend, color);
    }
}

/* What the shader wrote to a target; components that this lane did not write are 0. */
static void lane_color(const s9_lane_results *results, uint32_t target, uint32_t lane, float color[4])
{
    uint32_t written = results->color_written[target][lane];
    for (uint32_t k = 0; k < 4; k++) {
        color[k] = (written >> k & 1u) != 0 ? results->colors[target][k][lane] : 0.0f;
    }
}

float s9_lane_depth(const s9_lane_results *results, uint32_t lane)
{
    bool own = results->depth_out && results->depth_written[lane] != 0;
    return own ? held(results->depth_out[lane]) : results->depth[lane];
}

/* Stencil and depth; S9_PROBE_WRITTEN when both pass. */
static s9_probe_outcome test_pixel(const s9_drawing *drawing, const s9_lane_results *results, size_t pixel,
                                   uint32_t lane, bool front)
{
    const s9_draw_state *state = &drawing->state;
    uint8_t *stencil = &drawing->framebuffer->stencil[pixel];
    const s9_stencil_side *side = state->stencil_two_sided && !front ? &state->stencil_ccw : &state->stencil;
    if (state->stencil_test && !stencil_passes(state, side, *stencil)) {
        write_stencil(state, side->fail, stencil);
        return S9_PROBE_STENCIL;
    }
    if (state->depth_test) {
        float depth = s9_lane_depth(results, lane);
        float *stored = &drawing->framebuffer->depth[pixel];
        if (!s9_compare_passes(drawing->depth_bits, depth, *stored)) {
            if (state->stencil_test) {
                write_stencil(state, side->zfail, stencil);
            }
            return S9_PROBE_DEPTH;
        }
        if (state->depth_write) {
            *stored = depth;
        }
    }
    if (state->stencil_test) {
        write_stencil(state, side->pass, stencil);
    }
    return S9_PROBE_WRITTEN;
}

s9_probe_outcome s9_merge_pixel(const s9_drawing *drawing, const s9_lane_results *results, size_t pixel, uint32_t lane,
                                bool front)
{
    const s9_draw_state *state = &drawing->state;
    float color[4] = {0, 0, 0, 0};
    bool has_first = results->colors[0] && results->color_written[0][lane] != 0;
    if (has_first) {
        lane_color(results, 0, lane, color);
    }
    if (state->alpha_test && !s9_compare_passes(drawing->alpha_bits, color[3], state->alpha_ref / 255.0f)) {
        return S9_PROBE_ALPHA;
    }
    s9_probe_outcome outcome = test_pixel(drawing, results, pixel, lane, front);
    if (outcome != S9_PROBE_WRITTEN) {
        return outcome;
    }
    if (has_first) {
        if (results->fog) {
            float f = results->fog[lane];
            for (uint32_t k = 0; k < 3; k++) {
                color[k] = f * color[k] + (1.0f - f) * state->fog_color[k];
            }
        }
        write_target(drawing, 0, pixel, state->color_write[0], state->blend, color);
    }
    for (uint32_t i = 1; i < drawing->framebuffer->target_count; i++) {
        if (results->colors[i] && results->color_written[i][lane] != 0) {
            lane_color(results, i, lane, color);
            write_target(drawing, i, pixel, state->color_write[i], state->blend, color);
        }
    }
    return S9_PROBE_WRITTEN;
}

/* Without any of the rarer states: all components of one target of bytes. */
static void write_plain(const s9_drawing *drawing, const s9_lane_results *results, size_t pixel, uint32_t lane)
{
    uint8_t *to = drawing->framebuffer->targets[0].bytes + pixel * 4;
    if (results->packed) {
        memcpy(to, results->packed + lane, 4);
    } else if (results->color_written[0][lane] != 0) {
        float color[4];
        lane_color(results, 0, lane, color);
        s9_unorm8_color(color, to);
    }
}

static void merge_plain_quad(const s9_drawing *drawing, const s9_lane_results *results, size_t corner, uint32_t lane,
                             uint32_t mask)
{
    size_t width = drawing->framebuffer->width;
    bool test = drawing->state.depth_test, write = drawing->state.depth_write;
    for (uint32_t i = 0; i < 4; i++) {
        size_t pixel = corner + (i >> 1) * width + (i & 1u);
        if ((mask >> i & 1u) == 0) {
            continue;
        }
        if (test) {
            float *stored = &drawing->framebuffer->depth[pixel], depth = results->depth[lane + i];
            if (!s9_compare_passes(drawing->depth_bits, depth, *stored)) {
                continue;
            }
            *stored = write ? depth : *stored;
        }
        write_plain(drawing, results, pixel, lane + i);
    }
}

void s9_merge_quad(const s9_drawing *drawing, const s9_lane_results *results, const s9_quad *quad, uint32_t mask)
{
    size_t width = drawing->framebuffer->width;
    size_t corner = (size_t)quad->y * width + (size_t)quad->x;
    if (drawing->plain) {
        merge_plain_quad(drawing, results, corner, quad->lane, mask);
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        if ((mask >> i & 1u) != 0) {
            size_t pixel = corner + (i >> 1) * width + (i & 1u);
            (void)s9_merge_pixel(drawing, results, pixel, quad->lane + i, quad->primitive->front);
        }
    }
}

void s9_merge_whole(const s9_drawing *drawing, const s9_lane_results *results, const s9_quad_span *span)
{
    size_t width = drawing->framebuffer->width;
    uint8_t *top = drawing->framebuffer->targets[0].bytes + ((size_t)span->y * width + (size_t)span->x) * 4;
    drawing->quads->store(results->packed + 4u * span->first, span->count, top, top + width * 4);
}

void s9_merge_filter_quad(const s9_drawing *drawing, const s9_lane_results *results, const s9_quad *quad, uint32_t mask)
{
    uint32_t lane = quad->lane;
    size_t width = drawing->framebuffer->width;
    size_t corner = (size_t)quad->y * width + (size_t)quad->x;
    for (uint32_t i = 0; i < 4; i++) {
        if ((quad->mask >> i & 1u) == 0) {
            continue;
        }
        if (results->packed && (mask >> i & 1u) != 0) {
            write_plain(drawing, results, corner + (i >> 1) * width + (i & 1u), lane + i);
            continue;
        }
        for (uint32_t target = 0; target < drawing->framebuffer->target_count; target++) {
            float color[4] = {0, 0, 0, 0};
            bool discarded = (mask >> i & 1u) == 0;
            if (!results->colors[target] || (!discarded && results->color_written[target][lane + i] == 0)) {
                continue;
            }
            if (!discarded) {
                lane_color(results, target, lane + i, color);
            }
            write_target(drawing, target, corner + (i >> 1) * width + (i & 1u), S9_COLOR_WRITE_ALL, false, color);
        }
    }
}
