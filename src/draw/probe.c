/* SPDX-License-Identifier: MIT */
/* Everything that happens to one pixel, primitive by primitive. */
#include "draw/draw.h"

#define MOST_INPUTS 64u

static void fill_inputs(const s9_drawing *drawing, const s9_shader_batch *batch, uint32_t lane,
                        float inputs[MOST_INPUTS][4][4], uint32_t *count)
{
    static const float defaults[4] = {0, 0, 0, 1};
    const s9_link *link = drawing->link;
    *count = link->feed_count < MOST_INPUTS ? link->feed_count : MOST_INPUTS;
    memset(inputs, 0, MOST_INPUTS * sizeof inputs[0]);
    for (uint32_t i = 0; i < *count; i++) {
        const s9_feed *feed = &link->feeds[i];
        uint32_t given = batch->input_arrays[i].components;
        for (uint32_t l = 0; l < 4; l++) {
            for (uint32_t k = 0; k < given; k++) {
                inputs[i][l][k] = feed->kind != S9_FEED_CONSTANT ? batch->inputs[i][k][lane + l]
                                  : feed->constant               ? feed->constant[k]
                                                                 : defaults[k];
            }
        }
    }
}

static void read_targets(const s9_framebuffer *framebuffer, const s9_draw_probe *probe, float out[S9_MAX_TARGETS][4])
{
    for (uint32_t i = 0; i < framebuffer->target_count; i++) {
        s9_framebuffer_pixel(framebuffer, i, probe->x, probe->y, out[i]);
    }
}

static void probe_pixel(const s9_drawing *drawing, const s9_shader_batch *batch, const s9_lane_results *results,
                        const s9_quad *quad, size_t pixel, uint32_t lane, bool live)
{
    const s9_framebuffer *framebuffer = drawing->framebuffer;
    const s9_primitive *primitive = quad->primitive;
    uint32_t at = quad->lane + lane;
    float inputs[MOST_INPUTS][4][4];
    s9_probe_event event;
    memset(&event, 0, sizeof event);
    s9_assembled assembled = s9_assemble_primitive(drawing->mesh, primitive->number);
    s9_topology topology = s9_mesh_topology(drawing->mesh);
    event.primitive = primitive->number;
    event.vertex_count = topology == S9_TOPOLOGY_POINT_LIST                                        ? 1
                         : topology == S9_TOPOLOGY_LINE_LIST || topology == S9_TOPOLOGY_LINE_STRIP ? 2
                                                                                                   : 3;
    memcpy(event.vertices, assembled.vertex, event.vertex_count * sizeof event.vertices[0]);
    event.front = primitive->front;
    event.lane = lane;
    fill_inputs(drawing, batch, quad->lane, inputs, &event.input_count);
    event.inputs = (const float(*)[4][4])inputs;
    for (uint32_t i = 0; i < framebuffer->target_count; i++) {
        if (results->colors[i]) {
            for (uint32_t k = 0; k < 4; k++) {
                event.colors[i][k] = results->colors[i][k][at];
            }
            event.color_written[i] = results->color_written[i][at];
        }
    }
    event.fog = results->fog ? results->fog[at] : 1.0f;
    event.depth = s9_lane_depth(results, at);
    event.stored_depth = framebuffer->depth[pixel];
    event.stencil_before = framebuffer->stencil[pixel];
    read_targets(framebuffer, drawing->probe, event.before);
    event.outcome = live ? s9_merge_pixel(drawing, results, pixel, at, primitive->front) : S9_PROBE_DISCARDED;
    event.stencil_after = framebuffer->stencil[pixel];
    read_targets(framebuffer, drawing->probe, event.after);
    drawing->probe->report(drawing->probe->user, &event);
}

void s9_probe_quad(const s9_drawing *drawing, const s9_shader_batch *batch, const s9_lane_results *results,
                   const s9_quad *quad, uint32_t mask)
{
    size_t width = drawing->framebuffer->width;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t x = (uint32_t)quad->x + (i & 1u), y = (uint32_t)quad->y + (i >> 1);
        size_t pixel = (size_t)y * width + x;
        bool live = (mask >> i & 1u) != 0;
        if ((quad->mask >> i & 1u) != 0 && x == drawing->probe->x && y == drawing->probe->y) {
            probe_pixel(drawing, batch, results, quad, pixel, i, live);
        } else if (live) {
            (void)s9_merge_pixel(drawing, results, pixel, quad->lane + i, quad->primitive->front);
        }
    }
}
