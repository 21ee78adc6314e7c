/* SPDX-License-Identifier: MIT */
/* s9_draw and s9_draw_filter: the parts put together. */
#include "draw/draw.h"

#include <math.h>

#include <fenv.h>

#define CHUNK_PRIMITIVES 4096u
#define CHUNK_POOL 4096u
#define BANDS_PER_WORKER 8

static const float ones[4] = {1, 1, 1, 1};

/* ---- bands ---- */

typedef struct band_job {
    const s9_drawing *drawing;
    s9_shader_batch *batches; /* for each worker */
    int32_t top, bottom, height;
    atomic_int next;
} band_job;

static void draw_bands(void *user, uint32_t worker)
{
    band_job *job = user;
    for (;;) {
        int32_t band = atomic_fetch_add(&job->next, 1);
        int32_t top = job->top + band * job->height;
        if (top >= job->bottom) {
            return;
        }
        int32_t bottom = job->bottom - top < job->height ? job->bottom : top + job->height;
        if (job->drawing->filter) {
            s9_raster_filter(job->drawing, &job->batches[worker], top, bottom);
        } else {
            s9_raster_band(job->drawing, &job->batches[worker], top, bottom);
        }
    }
}

/* Rows top to bottom - 1, in bands of whole quads. */
static void run_bands(s9_pool *pool, const s9_drawing *drawing, s9_shader_batch *batches, int32_t top, int32_t bottom)
{
    band_job job = {.drawing = drawing, .batches = batches, .top = top & ~1, .bottom = bottom};
    int32_t rows = job.bottom - job.top, workers = (int32_t)s9_pool_size(pool);
    if (rows <= 0) {
        return;
    }
    int32_t bands = workers == 1 ? 1 : workers * BANDS_PER_WORKER;
    job.height = ((rows + bands - 1) / bands + 1) & ~1;
    atomic_init(&job.next, 0);
    s9_pool_run(pool, draw_bands, &job);
}

static s9_result batches_result(const s9_shader_batch *batches, uint32_t count, s9_diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < count; i++) {
        if (batches[i].result != S9_OK) {
            return batches[i].result;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (batches[i].any_stopped) {
            s9_report(diagnostics, S9_ERROR, NULL, NULL, "raise max_steps if the shader is meant to run that long",
                      "the pixel shader was stopped by max_steps");
            return S9_ERROR_INVALID;
        }
    }
    return S9_OK;
}

/* ---- primitives ---- */

typedef struct primitive_feeder {
    const s9_draw_args *args;
    const s9_link *link;
    const s9_vertices *vertices;
    s9_pool *pool;
    s9_drawing *drawing;
    s9_shader_batch *batches;
    s9_chunk chunk;
} primitive_feeder;

static void flush_chunk(primitive_feeder *feeder)
{
    if (feeder->chunk.count > 0) {
        int32_t top = INT32_MAX, bottom = INT32_MIN;
        for (uint32_t i = 0; i < feeder->chunk.count; i++) {
            const s9_primitive *primitive = &feeder->chunk.primitives[i];
            top = primitive->top < top ? primitive->top : top;
            bottom = primitive->bottom > bottom ? primitive->bottom : bottom;
        }
        run_bands(feeder->pool, feeder->drawing, feeder->batches, top, bottom);
    }
    feeder->chunk.count = 0;
    feeder->chunk.pool_used = 0;
}

/* False: a coordinate is infinite or NaN. */
static bool load_corner(const primitive_feeder *feeder, uint32_t vertex, s9_corner *corner)
{
    const float *from = feeder->vertices->data + (size_t)vertex * feeder->link->vertex_floats;
    bool finite = true;
    for (uint32_t k = 0; k < 4; k++) {
        finite = finite && isfinite(from[k]);
        corner->position[k] = (double)from[k];
    }
    corner->varyings = from + S9_VERTEX_HEADER;
    return finite;
}

static bool point_is_inside(const s9_draw_state *state, const s9_corner *corner)
{
    const double *p = corner->position;
    bool inside = p[2] >= 0 && p[2] <= p[3];
    for (uint32_t i = 0; i < state->clip_plane_count; i++) {
        const float *plane = state->clip_planes[i];
        double distance =
            (double)plane[0] * p[0] + (double)plane[1] * p[1] + (double)plane[2] * p[2] + (double)plane[3] * p[3];
        inside = inside && distance >= 0;
    }
    return inside;
}

static void add_primitive(primitive_feeder *feeder, s9_topology topology, uint32_t number)
{
    const s9_draw_state *state = &feeder->drawing->state;
    const s9_screen *screen = &feeder->drawing->screen;
    s9_chunk *chunk = &feeder->chunk;
    s9_assembled assembled = s9_assemble_primitive(feeder->args->mesh, number);
    uint32_t count = topology == S9_TOPOLOGY_POINT_LIST                                        ? 1
                     : topology == S9_TOPOLOGY_LINE_LIST || topology == S9_TOPOLOGY_LINE_STRIP ? 2
                                                                                               : 3;
    s9_corner corners[S9_MOST_CORNERS], provoking;
    for (uint32_t k = 0; k < count; k++) {
        if (!load_corner(feeder, assembled.vertex[k], &corners[k])) {
            return;
        }
    }
    (void)load_corner(feeder, assembled.provoking, &provoking);
    if (chunk->count + S9_MOST_PRIMITIVES > chunk->capacity ||
        chunk->pool_used + S9_MOST_NEW_CORNERS > chunk->pool_capacity) {
        flush_chunk(feeder);
    }
    uint32_t first = chunk->count;
    if (count == 1) {
        float size = feeder->vertices->sizes ? feeder->vertices->sizes[assembled.vertex[0]] : state->point_size;
        if (point_is_inside(state, &corners[0])) {
            s9_setup_point(screen, state, &corners[0], size, chunk);
        }
    } else {
        count = s9_clip(screen, state, chunk, corners, count);
        if (count == 2) {
            s9_setup_line(screen, corners, chunk);
        }
        for (uint32_t k = 2; k < count; k++) {
            const s9_corner triangle[3] = {corners[0], corners[k - 1], corners[k]};
            s9_setup_triangle(screen, state->cull, triangle, chunk);
        }
    }
    for (uint32_t i = first; i < chunk->count; i++) {
        chunk->primitives[i].flat = provoking.varyings;
        chunk->primitives[i].number = number;
    }
}

static void draw_all(primitive_feeder *feeder)
{
    const s9_mesh *mesh = feeder->args->mesh;
    s9_topology topology = s9_mesh_topology(mesh);
    uint32_t vertices = s9_mesh_index_count(mesh) > 0 ? s9_mesh_index_count(mesh) : s9_mesh_vertex_count(mesh);
    uint32_t count = s9_primitive_count(topology, vertices);
    for (uint32_t i = 0; i < count; i++) {
        add_primitive(feeder, topology, i);
    }
    flush_chunk(feeder);
}

/* ---- entry ---- */

static bool state_is_valid(const s9_draw_state *state)
{
    return state->struct_size >= sizeof *state && state->clip_plane_count <= S9_MAX_CLIP_PLANES;
}

/*
 * Quads may be tested before they are shaded when failing the depth test is all that can come of them, and the test
 * cannot turn round while a batch waits: depth only ever falls, or only ever rises.
 */
static bool may_test_early(const s9_draw_state *state, const s9_link *link)
{
    bool monotonic = state->depth_func == S9_COMPARE_LESS || state->depth_func == S9_COMPARE_LESS_EQUAL ||
                     state->depth_func == S9_COMPARE_GREATER || state->depth_func == S9_COMPARE_GREATER_EQUAL ||
                     state->depth_func == S9_COMPARE_NEVER;
    return state->depth_test && monotonic && !state->stencil_test && link->depth == S9_NONE;
}

/* One target of bytes and none of the states that merge.c treats apart. */
static bool is_plain(const s9_drawing *drawing)
{
    const s9_draw_state *state = &drawing->state;
    const s9_link *link = drawing->link;
    bool one_target = link->colors[0] != S9_NONE && drawing->framebuffer->targets[0].bytes &&
                      state->color_write[0] == S9_COLOR_WRITE_ALL;
    for (uint32_t i = 1; i < drawing->framebuffer->target_count; i++) {
        one_target = one_target && link->colors[i] == S9_NONE;
    }
    return one_target && link->depth == S9_NONE && !link->fog && !state->alpha_test && !state->stencil_test &&
           !state->blend && !state->srgb_write;
}

#if defined(__GNUC__)
extern const s9_quad_functions s9_quads_base;
#ifdef S9_DRAW_X86_LEVELS
extern const s9_quad_functions s9_quads_avx2, s9_quads_avx512;
#endif
#endif

/* The best that this machine has. */
static const s9_quad_functions *quad_functions(void)
{
#if defined(__GNUC__)
#ifdef S9_DRAW_X86_LEVELS
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw")) {
        return &s9_quads_avx512;
    }
    if (__builtin_cpu_supports("avx2")) {
        return &s9_quads_avx2;
    }
#endif
    return &s9_quads_base;
#else
    return NULL;
#endif
}

static s9_result make_workers(s9_arena *arena, const s9_drawing *drawing, s9_pool *pool, s9_shader_batch **out)
{
    uint32_t workers = s9_pool_size(pool);
    s9_shader_batch *batches = s9_arena_array(arena, workers, sizeof *batches);
    for (uint32_t i = 0; batches && i < workers; i++) {
        if (s9_batch_create(arena, drawing, &batches[i]) != S9_OK) {
            return S9_ERROR_MEMORY;
        }
    }
    *out = batches;
    return batches ? S9_OK : S9_ERROR_MEMORY;
}

static s9_result draw_with(s9_arena *arena, const s9_draw_args *args, s9_pool *pool, s9_diagnostics *diagnostics)
{
    s9_link link;
    s9_vertices vertices;
    s9_drawing drawing;
    memset(&drawing, 0, sizeof drawing);
    drawing.framebuffer = args->framebuffer;
    drawing.state = *args->state;
    drawing.pixel_shader = args->pixel_shader;
    drawing.ps = &args->ps;
    drawing.link = &link;
    s9_result result = s9_link_stages(arena, args->vertex_shader, args->pixel_shader, args->state, &link, diagnostics);
    if (result != S9_OK) {
        return result;
    }
    if (!s9_screen_init(&drawing.screen, args->state, args->framebuffer->width, args->framebuffer->height,
                        diagnostics)) {
        return S9_ERROR_INVALID;
    }
    /* A probe wants to hear of every primitive, and what stopped it. */
    drawing.early_depth = may_test_early(args->state, &link) && !args->probe;
    drawing.quads = quad_functions();
    drawing.plain = is_plain(&drawing) && !args->probe;
    drawing.probe = args->probe;
    drawing.mesh = args->mesh;
    drawing.depth_bits = s9_compare_bits(args->state->depth_func);
    drawing.alpha_bits = s9_compare_bits(args->state->alpha_func);
    if (args->state->srgb_write) {
        s9_framebuffer_prepare_srgb(args->framebuffer);
    }
    primitive_feeder feeder = {.args = args, .link = &link, .vertices = &vertices, .pool = pool, .drawing = &drawing};
    result = make_workers(arena, &drawing, pool, &feeder.batches);
    if (result != S9_OK) {
        return result;
    }
    feeder.chunk.capacity = CHUNK_PRIMITIVES;
    feeder.chunk.primitives = s9_arena_array(arena, CHUNK_PRIMITIVES, sizeof *feeder.chunk.primitives);
    feeder.chunk.pool_capacity = CHUNK_POOL;
    feeder.chunk.varying_floats = 4 * link.varying_count;
    feeder.chunk.pool = s9_arena_array(arena, (size_t)CHUNK_POOL * feeder.chunk.varying_floats, sizeof(float));
    if (arena->failed) {
        return S9_ERROR_MEMORY;
    }
    drawing.chunk = &feeder.chunk;
    result = s9_shade_vertices(arena, args, &link, pool, &vertices, diagnostics);
    if (result != S9_OK) {
        return result;
    }
    draw_all(&feeder);
    return batches_result(feeder.batches, s9_pool_size(pool), diagnostics);
}

s9_result s9_draw(const s9_draw_args *args, s9_diagnostics *diagnostics)
{
    if (!args || args->struct_size < offsetof(s9_draw_args, probe) || !args->framebuffer || !args->mesh ||
        !args->vertex_shader || !args->pixel_shader || s9_shader_stage(args->vertex_shader) != S9_STAGE_VERTEX ||
        s9_shader_stage(args->pixel_shader) != S9_STAGE_PIXEL) {
        return S9_ERROR_ARGUMENT;
    }
    s9_draw_state defaults;
    s9_draw_args complete;
    memset(&complete, 0, sizeof complete);
    memcpy(&complete, args, args->struct_size < sizeof complete ? args->struct_size : sizeof complete);
    if (complete.probe && !complete.probe->report) {
        complete.probe = NULL;
    }
    if (!complete.state) {
        s9_draw_state_init(&defaults);
        complete.state = &defaults;
    }
    if (!state_is_valid(complete.state)) {
        return S9_ERROR_ARGUMENT;
    }
    /* Rounding to nearest and denormals, whatever the caller has; threads take over what they are created with. */
    fenv_t environment;
    (void)feholdexcept(&environment);
    (void)fesetenv(FE_DFL_ENV);
    s9_result result = S9_ERROR_MEMORY;
    s9_pool *pool = s9_pool_create(args->allocator, complete.probe ? 1 : args->threads);
    if (pool) {
        s9_arena arena;
        s9_arena_init(&arena, args->allocator);
        result = draw_with(&arena, &complete, pool, diagnostics);
        s9_arena_free(&arena);
        s9_pool_destroy(pool);
    }
    (void)fesetenv(&environment);
    return result;
}

/* ---- filters ---- */

enum { USAGE_TEXCOORD = 5, USAGE_COLOR = 10 };

static s9_result link_filter(s9_arena *arena, const s9_shader *shader, s9_link *link)
{
    memset(link, 0, sizeof *link);
    link->feed_count = s9_shader_input_count(shader);
    link->feeds = s9_arena_array(arena, link->feed_count, sizeof *link->feeds);
    if (arena->failed) {
        return S9_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < link->feed_count; i++) {
        const s9_shader_slot *slot = s9_shader_input(shader, i);
        s9_feed *feed = &link->feeds[i];
        if (strcmp(slot->name, "vPos") == 0) {
            feed->kind = S9_FEED_VPOS;
        } else if (strcmp(slot->name, "vFace") == 0) {
            feed->kind = S9_FEED_VFACE;
        } else if (slot->usage == USAGE_TEXCOORD || (slot->usage < 0 && slot->name[0] == 't')) {
            feed->kind = S9_FEED_SPRITE;
        } else if (slot->usage == USAGE_COLOR ||
                   (slot->usage < 0 && (s9_shader_version_token(shader) >> 8 & 0xFFu) < 3)) {
            feed->constant = ones;
        }
    }
    s9_link_outputs(shader, link);
    return S9_OK;
}

static s9_result filter_with(s9_arena *arena, const s9_draw_filter_args *args, s9_pool *pool,
                             s9_diagnostics *diagnostics)
{
    s9_link link;
    s9_drawing drawing;
    s9_shader_batch *batches;
    memset(&drawing, 0, sizeof drawing);
    s9_draw_state_init(&drawing.state);
    drawing.framebuffer = args->framebuffer;
    drawing.state.srgb_write = args->srgb_write;
    drawing.pixel_shader = args->pixel_shader;
    drawing.ps = &args->ps;
    drawing.link = &link;
    drawing.filter = true;
    if (args->srgb_write) {
        s9_framebuffer_prepare_srgb(args->framebuffer);
    }
    s9_result result = link_filter(arena, args->pixel_shader, &link);
    if (result == S9_OK) {
        result = make_workers(arena, &drawing, pool, &batches);
    }
    if (result != S9_OK) {
        return result;
    }
    run_bands(pool, &drawing, batches, 0, (int32_t)args->framebuffer->height);
    return batches_result(batches, s9_pool_size(pool), diagnostics);
}

s9_result s9_draw_filter(const s9_draw_filter_args *args, s9_diagnostics *diagnostics)
{
    if (!args || args->struct_size < sizeof *args || !args->framebuffer || !args->pixel_shader ||
        s9_shader_stage(args->pixel_shader) != S9_STAGE_PIXEL) {
        return S9_ERROR_ARGUMENT;
    }
    fenv_t environment;
    (void)feholdexcept(&environment);
    (void)fesetenv(FE_DFL_ENV);
    s9_result result = S9_ERROR_MEMORY;
    s9_pool *pool = s9_pool_create(args->allocator, args->threads);
    if (pool) {
        s9_arena arena;
        s9_arena_init(&arena, args->allocator);
        result = filter_with(&arena, args, pool, diagnostics);
        s9_arena_free(&arena);
        s9_pool_destroy(pool);
    }
    (void)fesetenv(&environment);
    return result;
}
