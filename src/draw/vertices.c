/* SPDX-License-Identifier: MIT */
/*
 * The vertex stage: the mesh's arrays go to the shader as they are; all vertices are shaded once, and those of
 * triangles are put on the screen once, however many triangles share them.
 */
#include "draw/draw.h"

#define PART 2048u /* vertices that one worker takes at a time */

typedef struct vertex_job {
    const s9_draw_args *args;
    const s9_link *link;
    const s9_drawing *drawing;
    s9_vertices *vertices;
    s9_lane_array *inputs; /* of vertex 0 */
    uint32_t input_count, output_count;
    uint8_t **written;      /* of each varying that needs to know, and of the point size; else NULL */
    s9_lane_array *scratch; /* for each worker: arrays moved to its part */
    s9_result *results;     /* for each worker */
    bool *stopped;
    uint8_t (*stop_bytes)[PART];
    atomic_uint next;
} vertex_job;

static const char hint_missing[] = "give the mesh the element, or take the declaration out of the shader";

static void bind_inputs(vertex_job *job, s9_diagnostics *diagnostics)
{
    const s9_shader *shader = job->args->vertex_shader;
    for (uint32_t i = 0; i < job->input_count; i++) {
        const s9_shader_slot *slot = s9_shader_input(shader, i);
        const s9_mesh_element *element =
            slot->usage >= 0 ? s9_mesh_find_element(job->args->mesh, (uint32_t)slot->usage, slot->usage_index) : NULL;
        s9_lane_array *array = &job->inputs[i];
        array->components = 4;
        if (element) {
            array->data = (void *)(uintptr_t)element->data;
            array->lane_stride = (ptrdiff_t)(element->components * sizeof(float));
            array->component_stride = sizeof(float);
            array->components = element->components;
            continue;
        }
        const char *usage = slot->usage >= 0 ? s9_mesh_usage_name((uint32_t)slot->usage) : NULL;
        if (usage) {
            s9_report(diagnostics, S9_WARNING, "V361", NULL, hint_missing,
                      "the mesh has no %s%u for the vertex shader's input %s, which is (0, 0, 0, 1)", usage,
                      (unsigned)slot->usage_index, slot->name);
        } else {
            s9_report(diagnostics, S9_WARNING, "V361", NULL, hint_missing,
                      "nothing is bound to the vertex shader's input %s, which is (0, 0, 0, 1)", slot->name);
        }
    }
}

/* The arrays of a part of the vertices, in the worker's scratch. */
static void fill_outputs(const vertex_job *job, s9_lane_array *outputs, uint32_t first)
{
    const s9_link *link = job->link;
    float *vertex = job->vertices->data + (size_t)first * link->vertex_floats;
    ptrdiff_t stride = (ptrdiff_t)(link->vertex_floats * sizeof(float));
    memset(outputs, 0, job->output_count * sizeof *outputs);
    for (uint32_t i = 0; i < link->varying_count; i++) {
        uint8_t *written = job->written[i] ? job->written[i] + first : NULL;
        float *to = vertex + S9_VERTEX_HEADER + 4 * i;
        outputs[link->varyings[i].output] = (s9_lane_array){to, stride, sizeof(float), 4, written};
    }
    if (link->point_size != S9_NONE) {
        uint8_t *written = job->written[link->varying_count] + first;
        float *to = job->vertices->sizes + first;
        outputs[link->point_size] = (s9_lane_array){to, sizeof(float), sizeof(float), 1, written};
    }
    outputs[link->position] = (s9_lane_array){vertex, stride, sizeof(float), 4, NULL};
}

/*
 * Position and point size as inputs of the pixel shader are against the rules (V057, V353), but have a meaning: what
 * the vertex shader wrote. The executor gives each output once, so they are copied.
 */
static void copy_special(const vertex_job *job, uint32_t first, uint32_t count)
{
    const s9_link *link = job->link;
    for (uint32_t i = 0; i < link->varying_count; i++) {
        float *vertex = job->vertices->data + (size_t)first * link->vertex_floats;
        float *value = vertex + S9_VERTEX_HEADER + 4 * i;
        bool position = link->varyings[i].output == link->position;
        bool size = !position && link->varyings[i].output == link->point_size;
        for (uint32_t k = 0; k < count && (position || size); k++) {
            if (position) {
                memcpy(value, vertex, 4 * sizeof *value);
            } else {
                memset(value, 0, 4 * sizeof *value);
                value[0] = job->vertices->sizes[first + k];
            }
            vertex += link->vertex_floats;
            value += link->vertex_floats;
        }
    }
}

/* Clamping of colours, and what was never written. */
static void finish_vertices(const vertex_job *job, uint32_t first, uint32_t count)
{
    const s9_link *link = job->link;
    for (uint32_t i = 0; i < link->varying_count; i++) {
        const s9_varying *varying = &link->varyings[i];
        float *value = job->vertices->data + (size_t)first * link->vertex_floats + S9_VERTEX_HEADER + 4 * i;
        for (uint32_t k = 0; k < count && (varying->ones || varying->clamped); k++, value += link->vertex_floats) {
            for (uint32_t c = 0; c < 4; c++) {
                if (varying->ones && ((uint32_t)job->written[i][first + k] >> c & 1u) == 0) {
                    value[c] = 1.0f;
                }
                if (varying->clamped) {
                    value[c] = value[c] > 0.0f ? (value[c] < 1.0f ? value[c] : 1.0f) : 0.0f;
                }
            }
        }
        /* A fog factor is clamped where it is used; an infinite one already here, because it cannot be interpolated. */
        if (link->fog_varying == i && link->fog_component == 0) {
            value = job->vertices->data + (size_t)first * link->vertex_floats + S9_VERTEX_HEADER + 4 * i;
            for (uint32_t k = 0; k < count; k++, value += link->vertex_floats) {
                float infinity = s9_bits_float(0x7F800000u);
                value[0] = value[0] == infinity ? 1.0f : value[0] == -infinity ? 0.0f : value[0];
            }
        }
    }
    if (link->point_size != S9_NONE) {
        const uint8_t *written = job->written[link->varying_count];
        for (uint32_t k = first; k < first + count; k++) {
            if ((written[k] & 1u) == 0) {
                job->vertices->sizes[k] = job->args->state->point_size;
            }
        }
    }
}

/* On the screen, and among the blocks of rows: a pixel's row is its centre's. */
static void place_vertices(const vertex_job *job, uint32_t first, uint32_t count)
{
    const float *position = job->vertices->data + (size_t)first * job->link->vertex_floats;
    const s9_blocks *blocks = &job->drawing->blocks;
    s9_vertex_rows *rows = job->vertices->rows ? job->vertices->rows + first : NULL;
    for (uint32_t i = 0; job->vertices->screen && i < count; i++, position += job->link->vertex_floats) {
        s9_screen_vertex placed = s9_screen_vertex_of(&job->drawing->screen, job->args->state, position);
        job->vertices->screen[first + i] = placed;
        if (rows) {
            rows[i] = (s9_vertex_rows){
                (uint8_t)s9_block_from(blocks, ((int64_t)placed.y + S9_SUBPIXELS - 1) >> S9_SUBPIXEL_BITS),
                (uint8_t)s9_block_end(blocks, placed.y >> S9_SUBPIXEL_BITS), (uint8_t)placed.beyond, 0};
        }
    }
}

static void shade_parts(void *user, uint32_t worker)
{
    vertex_job *job = user;
    const s9_draw_args *args = job->args;
    s9_lane_array *inputs = job->scratch + (size_t)worker * (job->input_count + job->output_count);
    s9_lane_array *outputs = inputs + job->input_count;
    uint32_t parts = (job->vertices->count + PART - 1) / PART;
    for (;;) {
        uint32_t part = atomic_fetch_add(&job->next, 1u);
        if (part >= parts || job->results[worker] != S9_OK || job->stopped[worker]) {
            return;
        }
        uint32_t first = part * PART;
        uint32_t count = job->vertices->count - first < PART ? job->vertices->count - first : PART;
        for (uint32_t i = 0; i < job->input_count; i++) {
            inputs[i] = job->inputs[i];
            if (inputs[i].data) {
                inputs[i].data = (char *)inputs[i].data + (ptrdiff_t)first * inputs[i].lane_stride;
            }
        }
        fill_outputs(job, outputs, first);
        s9_run_args run = {.struct_size = sizeof run,
                           .lanes = count,
                           .constants = args->vs.constants,
                           .samplers = args->vs.samplers,
                           .sampler_count = args->vs.sampler_count,
                           .stages = args->vs.stages,
                           .stage_count = args->vs.stage_count,
                           .inputs = inputs,
                           .outputs = outputs,
                           .stopped = job->stop_bytes[worker]};
        job->results[worker] = s9_shader_run(args->vertex_shader, &run);
        if (job->results[worker] != S9_OK) {
            return;
        }
        for (uint32_t i = 0; i < count; i++) {
            job->stopped[worker] |= job->stop_bytes[worker][i] != 0;
        }
        finish_vertices(job, first, count);
        copy_special(job, first, count);
        place_vertices(job, first, count);
    }
}

static bool allocate_job(s9_arena *arena, vertex_job *job, uint32_t workers)
{
    const s9_link *link = job->link;
    s9_vertices *vertices = job->vertices;
    size_t floats;
    if (!s9_mul_size(vertices->count, link->vertex_floats, &floats)) {
        return false;
    }
    s9_topology topology = s9_mesh_topology(job->args->mesh);
    bool placed =
        topology != S9_TOPOLOGY_POINT_LIST && topology != S9_TOPOLOGY_LINE_LIST && topology != S9_TOPOLOGY_LINE_STRIP;
    size_t bytes, places, rows, all;
    if (!s9_mul_size(floats, sizeof(float), &bytes) ||
        !s9_mul_size(placed ? vertices->count : 0, sizeof *vertices->screen, &places) ||
        !s9_mul_size(placed && workers > 1 ? vertices->count : 0, sizeof *vertices->rows, &rows) ||
        !s9_add_size(bytes, places, &all) || !s9_add_size(all, rows, &all) ||
        !s9_add_size(all, 3 * S9_ARENA_ROUND(1u), &all) || !s9_arena_reserve(arena, all)) {
        return false;
    }
    /* One block: memory managers that measure what they keep by the largest block then have it for the next mesh. */
    vertices->data = s9_arena_alloc_raw(arena, bytes);
    if (placed) {
        vertices->screen = s9_arena_alloc_raw(arena, places);
        vertices->rows = workers > 1 ? s9_arena_alloc_raw(arena, rows) : NULL;
    }
    job->inputs = s9_arena_array(arena, job->input_count, sizeof *job->inputs);
    job->scratch =
        s9_arena_array(arena, (size_t)workers * (job->input_count + job->output_count), sizeof *job->scratch);
    job->results = s9_arena_array(arena, workers, sizeof *job->results);
    job->stopped = s9_arena_array(arena, workers, sizeof *job->stopped);
    job->stop_bytes = s9_arena_array(arena, workers, sizeof *job->stop_bytes);
    job->written = s9_arena_array(arena, (size_t)link->varying_count + 1, sizeof *job->written);
    for (uint32_t i = 0; job->written && i < link->varying_count; i++) {
        job->written[i] = link->varyings[i].ones ? s9_arena_array(arena, vertices->count, 1) : NULL;
    }
    if (job->written && link->point_size != S9_NONE) {
        vertices->sizes = s9_arena_array(arena, vertices->count, sizeof(float));
        job->written[link->varying_count] = s9_arena_array(arena, vertices->count, 1);
    }
    return !arena->failed;
}

s9_result s9_shade_vertices(s9_arena *arena, const s9_draw_args *args, const s9_drawing *drawing, s9_pool *pool,
                            s9_vertices *out, s9_diagnostics *diagnostics)
{
    memset(out, 0, sizeof *out);
    out->count = s9_mesh_vertex_count(args->mesh);
    vertex_job job = {.args = args,
                      .link = drawing->link,
                      .drawing = drawing,
                      .vertices = out,
                      .input_count = s9_shader_input_count(args->vertex_shader),
                      .output_count = s9_shader_output_count(args->vertex_shader)};
    uint32_t workers = s9_pool_size(pool);
    if (!allocate_job(arena, &job, workers)) {
        return S9_ERROR_MEMORY;
    }
    atomic_init(&job.next, 0u);
    bind_inputs(&job, diagnostics);
    s9_pool_run(pool, shade_parts, &job);
    for (uint32_t i = 0; i < workers; i++) {
        if (job.results[i] != S9_OK) {
            return job.results[i];
        }
    }
    for (uint32_t i = 0; i < workers; i++) {
        if (job.stopped[i]) {
            s9_report(diagnostics, S9_ERROR, NULL, NULL, "raise max_steps if the shader is meant to run that long",
                      "the vertex shader was stopped by max_steps");
            return S9_ERROR_INVALID;
        }
    }
    return S9_OK;
}
