/* SPDX-License-Identifier: MIT */
/* Batches of quads: early depth, inputs, the pixel shader, and on to merging in the order of the quads. */
#include "draw/draw.h"

#include "exec/exec_internal.h"

#define ALL 15u
#define CACHE_LINE 64u
#define EARLY_QUADS 64u /* whose depth is found at once */

/* ---- memory ---- */

/* Whole cache lines, so that vectors do not lie across two and threads share none. */
static void *aligned_array(s9_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (!s9_mul_size(count, size, &bytes) || !s9_add_size(bytes, 2u * CACHE_LINE, &bytes)) {
        arena->failed = true;
        return NULL;
    }
    char *memory = s9_arena_array(arena, bytes, 1);
    return memory ? memory + (CACHE_LINE - (uintptr_t)memory % CACHE_LINE) : NULL;
}

static bool allocate_batch(s9_arena *arena, const s9_drawing *drawing, s9_shader_batch *batch)
{
    uint32_t feeds = drawing->link->feed_count, outputs = s9_shader_output_count(drawing->pixel_shader);
    batch->spans = aligned_array(arena, S9_BATCH_QUADS, sizeof *batch->spans);
    batch->masks = aligned_array(arena, S9_BATCH_QUADS, 1);
    batch->inputs = aligned_array(arena, feeds, sizeof *batch->inputs);
    batch->outputs = aligned_array(arena, outputs, sizeof *batch->outputs);
    batch->written = aligned_array(arena, outputs, sizeof *batch->written);
    batch->discarded = aligned_array(arena, S9_BATCH_LANES, 1);
    batch->stopped = aligned_array(arena, S9_BATCH_LANES, 1);
    batch->depth = aligned_array(arena, S9_BATCH_ROOM, sizeof *batch->depth);
    batch->fog = aligned_array(arena, S9_BATCH_ROOM, sizeof *batch->fog);
    batch->packed = aligned_array(arena, S9_BATCH_ROOM, sizeof *batch->packed);
    batch->interpolants = aligned_array(arena, (size_t)feeds * 4, sizeof *batch->interpolants);
    batch->input_arrays = aligned_array(arena, feeds, sizeof *batch->input_arrays);
    batch->output_arrays = aligned_array(arena, outputs, sizeof *batch->output_arrays);
    return !arena->failed;
}

/* Only what the shader reads; a probe wants to see all. */
static void find_interpolants(const s9_drawing *drawing, s9_shader_batch *batch)
{
    const s9_link *link = drawing->link;
    for (uint32_t i = 0; i < link->feed_count; i++) {
        const s9_feed *feed = &link->feeds[i];
        bool interpolated = feed->kind == S9_FEED_VARYING && !feed->flat;
        uint32_t read = drawing->probe ? ALL : drawing->pixel_shader->input_reads[i];
        batch->others |= !interpolated && feed->kind != S9_FEED_CONSTANT;
        for (uint32_t k = 0; k < 4 && interpolated; k++) {
            if ((read >> k & 1u) != 0) {
                batch->interpolants[batch->interpolant_count++] =
                    (s9_interpolant){4 * feed->varying + k, feed->clamped, batch->inputs[i][k]};
            }
        }
    }
}

static s9_result open_batch(s9_arena *arena, const s9_drawing *drawing, s9_shader_batch *batch)
{
    const s9_link *link = drawing->link;
    uint32_t outputs = s9_shader_output_count(drawing->pixel_shader);
    if (!allocate_batch(arena, drawing, batch)) {
        return S9_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < link->feed_count; i++) {
        const s9_feed *feed = &link->feeds[i];
        s9_lane_array *array = &batch->input_arrays[i];
        array->components = feed->kind == S9_FEED_VFACE ? 1 : feed->kind == S9_FEED_VPOS ? 2 : 4;
        if (feed->kind != S9_FEED_CONSTANT) {
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
        array->lane_stride = sizeof(float);
        array->component_stride = sizeof batch->outputs[i][0];
        array->components = i == link->depth ? 1 : 4;
        array->written = batch->written[i];
    }
    find_interpolants(drawing, batch);
    const s9_run_args run = {.struct_size = sizeof run,
                             .lanes = S9_BATCH_LANES,
                             .quads = true,
                             .constants = drawing->ps->constants,
                             .samplers = drawing->ps->samplers,
                             .sampler_count = drawing->ps->sampler_count,
                             .stages = drawing->ps->stages,
                             .stage_count = drawing->ps->stage_count,
                             .inputs = batch->input_arrays,
                             .outputs = batch->output_arrays,
                             .discarded = batch->discarded,
                             .stopped = batch->stopped};
    return s9_run_session_open(drawing->pixel_shader, &run, &batch->session);
}

s9_result s9_batches_open(s9_arena *arena, const s9_drawing *drawing, uint32_t count, s9_shader_batch **out)
{
    s9_result result = S9_OK;
    s9_shader_batch *batches = aligned_array(arena, count, sizeof *batches);
    *out = batches;
    for (uint32_t i = 0; batches && i < count && result == S9_OK; i++) {
        result = open_batch(arena, drawing, &batches[i]);
    }
    return batches ? result : S9_ERROR_MEMORY;
}

void s9_batches_close(s9_shader_batch *batches, uint32_t count)
{
    for (uint32_t i = 0; batches && i < count; i++) {
        s9_run_session_close(batches[i].session);
    }
}

/* ---- inputs ---- */

static s9_quad quad_of(const s9_shader_batch *batch, const s9_quad_span *span, uint32_t number)
{
    uint32_t at = span->first + number;
    return (s9_quad){span->primitive, span->x + 2 * (int32_t)number, span->y, 4 * at, batch->masks[at]};
}

/* Points, sprites and fog are fed quad by quad. */
static bool is_usual(const s9_drawing *drawing, const s9_quad_span *span)
{
    return drawing->quads && !drawing->link->fog && !span->primitive->constant;
}

static void feed_span(const s9_drawing *drawing, s9_shader_batch *batch, const s9_quad_span *span)
{
    double bias = (double)drawing->state.depth_bias;
    if (drawing->filter) {
        s9_feed_filter(drawing, batch, span);
        return;
    }
    if (is_usual(drawing, span) && !drawing->state.point_sprite) {
        if (drawing->needs_depth && !drawing->early_depth) {
            drawing->quads->depth(span->primitive, span->x, span->y, span->count, bias, batch->depth + 4 * span->first);
        }
        drawing->quads->feed(span, batch->interpolants, batch->interpolant_count);
        if (batch->others) {
            s9_feed_others(drawing, batch, span);
        }
        return;
    }
    for (uint32_t i = 0; i < span->count; i++) {
        s9_quad quad = quad_of(batch, span, i);
        if (!drawing->early_depth) {
            s9_quad_depth(quad.primitive, quad.x, quad.y, bias, batch->depth + quad.lane);
        }
        s9_feed_quad(drawing, batch, &quad);
    }
}

/* ---- results ---- */

/* Whether all bytes have one value. */
static bool all_are(const uint8_t *bytes, uint8_t value, uint32_t count)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < count; i++) {
        different |= (uint32_t)(bytes[i] ^ value);
    }
    return different == 0;
}

static s9_lane_results results_of(const s9_drawing *drawing, const s9_shader_batch *batch)
{
    const s9_link *link = drawing->link;
    s9_lane_results results = {.depth = batch->depth, .fog = link->fog ? batch->fog : NULL};
    for (uint32_t i = 0; i < drawing->framebuffer->target_count; i++) {
        if (link->colors[i] != S9_NONE) {
            results.colors[i] = (const s9_lanes *)batch->outputs[link->colors[i]];
            results.color_written[i] = batch->written[link->colors[i]];
        }
    }
    if (link->depth != S9_NONE) {
        results.depth_out = batch->outputs[link->depth][0];
        results.depth_written = batch->written[link->depth];
    }
    uint32_t lanes = batch->count * 4;
    if (drawing->plain && drawing->quads && all_are(results.color_written[0], ALL, lanes)) {
        drawing->quads->pack(results.colors[0], lanes, batch->packed);
        results.packed = batch->packed;
    }
    return results;
}

/* Pixels that are covered and were not discarded. */
static uint32_t live_pixels(const s9_shader_batch *batch, const s9_quad *quad)
{
    const uint8_t *discarded = batch->discarded + quad->lane;
    uint32_t dead = (discarded[0] != 0 ? 1u : 0u) | (discarded[1] != 0 ? 2u : 0u) | (discarded[2] != 0 ? 4u : 0u) |
                    (discarded[3] != 0 ? 8u : 0u);
    return quad->mask & ~dead;
}

static void merge_batch(const s9_drawing *drawing, s9_shader_batch *batch)
{
    s9_lane_results results = results_of(drawing, batch);
    bool none_discarded = all_are(batch->discarded, 0, batch->count * 4);
    for (uint32_t number = 0; number < batch->span_count; number++) {
        const s9_quad_span *span = &batch->spans[number];
        if (span->whole && results.packed && none_discarded && !drawing->state.depth_test) {
            s9_merge_whole(drawing, &results, span);
            continue;
        }
        for (uint32_t i = 0; i < span->count; i++) {
            s9_quad quad = quad_of(batch, span, i);
            uint32_t live = none_discarded ? quad.mask : live_pixels(batch, &quad);
            if (drawing->filter) {
                s9_merge_filter_quad(drawing, &results, &quad, live);
            } else if (drawing->probe) {
                s9_probe_quad(drawing, batch, &results, &quad, live);
            } else if (live != 0) {
                s9_merge_quad(drawing, &results, &quad, live);
            }
        }
    }
}

/* Whether max_steps stopped a pixel, not only a helper. */
static void note_stopped(s9_shader_batch *batch)
{
    if (all_are(batch->stopped, 0, batch->count * 4)) {
        return;
    }
    for (uint32_t i = 0; i < batch->count * 4; i++) {
        batch->any_stopped |= batch->stopped[i] != 0 && ((uint32_t)batch->masks[i / 4] >> (i & 3u) & 1u) != 0;
    }
}

void s9_batch_flush(const s9_drawing *drawing, s9_shader_batch *batch)
{
    if (batch->count == 0) {
        return;
    }
    /* A picture of which a lane was stopped is refused: the rest would only take time. A probe wants to see all. */
    if (batch->result == S9_OK && (!batch->any_stopped || drawing->probe)) {
        for (uint32_t i = 0; i < batch->span_count; i++) {
            feed_span(drawing, batch, &batch->spans[i]);
        }
        batch->shaded += batch->count;
        batch->result = s9_run_session_lanes(batch->session, batch->count * 4);
        if (batch->result == S9_OK) {
            note_stopped(batch);
            merge_batch(drawing, batch);
        }
    }
    batch->count = batch->span_count = 0;
}

/* ---- adding ---- */

/* As many quads as the batch has room for; how many that were. */
static uint32_t append(s9_shader_batch *batch, const s9_primitive *primitive, int32_t x, int32_t y, uint32_t count,
                       const uint8_t *masks)
{
    uint32_t room = S9_BATCH_QUADS - batch->count, taken = count < room ? count : room;
    batch->spans[batch->span_count++] =
        (s9_quad_span){primitive, x, y, (uint16_t)batch->count, (uint16_t)taken, masks == NULL};
    if (masks) {
        memcpy(batch->masks + batch->count, masks, taken);
    } else {
        memset(batch->masks + batch->count, (int)ALL, taken);
    }
    batch->count += taken;
    return taken;
}

static void add_quads(const s9_drawing *drawing, s9_shader_batch *batch, const s9_primitive *primitive, int32_t x,
                      int32_t y, uint32_t count, const uint8_t *masks)
{
    while (count > 0) {
        uint32_t taken = append(batch, primitive, x, y, count, masks);
        x += 2 * (int32_t)taken;
        count -= taken;
        masks = masks ? masks + taken : NULL;
        if (batch->count == S9_BATCH_QUADS) {
            s9_batch_flush(drawing, batch);
        }
    }
}

/* The pixels of the mask that pass the depth test as it stands. */
static uint32_t test_quad(const s9_drawing *drawing, int32_t x, int32_t y, uint32_t mask, const float depth[4])
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

/* Quads that fail the depth test are gone; the rest goes on with its depth, neighbours together. */
static void add_tested(const s9_drawing *drawing, s9_shader_batch *batch, const s9_primitive *primitive, int32_t x,
                       int32_t y, uint32_t count, const uint8_t *masks)
{
    float depth[4 * EARLY_QUADS + 16];
    uint8_t passed[EARLY_QUADS];
    double bias = (double)drawing->state.depth_bias;
    if (drawing->quads) {
        drawing->quads->depth(primitive, x, y, count, bias, depth);
    }
    for (uint32_t i = 0; i < count; i++) {
        int32_t at = x + 2 * (int32_t)i;
        if (!drawing->quads) {
            s9_quad_depth(primitive, at, y, bias, depth + 4 * i);
        }
        uint32_t mask = masks ? masks[i] : ALL;
        passed[i] = (uint8_t)test_quad(drawing, at, y, mask, depth + 4 * i);
        batch->rejected += passed[i] == 0 && mask != 0;
    }
    for (uint32_t i = 0; i < count;) {
        uint32_t end = i;
        bool whole = true;
        while (end < count && passed[end] != 0 && end - i < S9_BATCH_QUADS - batch->count) {
            whole = whole && passed[end] == ALL;
            end++;
        }
        if (end == i) {
            i++;
            continue;
        }
        memcpy(batch->depth + 4 * batch->count, depth + 4 * i, (size_t)(end - i) * 4 * sizeof *depth);
        add_quads(drawing, batch, primitive, x + 2 * (int32_t)i, y, end - i, whole ? NULL : passed + i);
        i = end;
    }
}

void s9_batch_add(const s9_drawing *drawing, s9_shader_batch *batch, const s9_primitive *primitive, int32_t x,
                  int32_t y, uint32_t count, const uint8_t *masks)
{
    if (drawing->early_depth) {
        while (count > 0) {
            uint32_t some = count < EARLY_QUADS ? count : EARLY_QUADS;
            add_tested(drawing, batch, primitive, x, y, some, masks);
            x += 2 * (int32_t)some;
            count -= some;
            masks = masks ? masks + some : NULL;
        }
        return;
    }
    if (!masks) {
        add_quads(drawing, batch, primitive, x, y, count, NULL);
        return;
    }
    /* Without the empty ones. */
    for (uint32_t i = 0; i < count;) {
        uint32_t end = i;
        while (end < count && masks[end] != 0) {
            end++;
        }
        if (end > i) {
            add_quads(drawing, batch, primitive, x + 2 * (int32_t)i, y, end - i, masks + i);
        }
        i = end + 1;
    }
}
