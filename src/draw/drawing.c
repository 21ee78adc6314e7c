/* SPDX-License-Identifier: MIT */
/* s9_draw and s9_draw_filter: the parts put together. */
#include "draw/draw.h"

#include <fenv.h>

static const float ones[4] = {1, 1, 1, 1};

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

const s9_quad_functions *s9_quad_functions_of(uint32_t level)
{
    switch (level) {
#if defined(__GNUC__)
    case 0:
        return &s9_quads_base;
#ifdef S9_DRAW_X86_LEVELS
    case 1:
        return __builtin_cpu_supports("avx2") ? &s9_quads_avx2 : NULL;
    case 2:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")
                   ? &s9_quads_avx512
                   : NULL;
#endif
#endif
    default:
        return NULL;
    }
}

const s9_quad_functions *s9_quad_functions_here(void)
{
    const s9_quad_functions *best = NULL;
    for (uint32_t level = 0; level < S9_QUAD_LEVELS; level++) {
        const s9_quad_functions *here = s9_quad_functions_of(level);
        best = here ? here : best;
    }
    return best;
}

static void count_quads(const s9_draw_args *args, const s9_shader_batch *batches, uint32_t count)
{
    s9_draw_statistics *statistics = args->statistics;
    for (uint32_t i = 0; statistics && batches && i < count; i++) {
        statistics->quads_shaded += batches[i].shaded;
        statistics->quads_rejected += batches[i].rejected;
    }
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
    s9_blocks_init(&drawing.blocks, drawing.screen.top, drawing.screen.bottom);
    /* A probe wants to hear of every primitive, and what stopped it. */
    drawing.early_depth = may_test_early(args->state, &link) && !args->probe;
    drawing.quads = s9_quad_functions_here();
    drawing.plain = is_plain(&drawing) && !args->probe;
    drawing.needs_depth = args->state->depth_test || link.fog || args->probe;
    drawing.probe = args->probe;
    drawing.mesh = args->mesh;
    drawing.depth_bits = s9_compare_bits(args->state->depth_func);
    drawing.alpha_bits = s9_compare_bits(args->state->alpha_func);
    if (args->state->srgb_write) {
        s9_framebuffer_prepare_srgb(args->framebuffer);
    }
    s9_shader_batch *batches = NULL;
    uint32_t workers = s9_pool_size(pool);
    result = s9_batches_open(arena, &drawing, workers, &batches);
    if (result == S9_OK) {
        result = s9_shade_vertices(arena, args, &drawing, pool, &vertices, diagnostics);
    }
    if (result == S9_OK) {
        result = s9_feed_primitives(arena, args, &drawing, &vertices, pool, batches);
    }
    if (result == S9_OK) {
        result = batches_result(batches, workers, diagnostics);
    }
    count_quads(args, batches, workers);
    s9_batches_close(batches, workers);
    return result;
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
    s9_shader_batch *batches = NULL;
    memset(&drawing, 0, sizeof drawing);
    s9_draw_state_init(&drawing.state);
    drawing.framebuffer = args->framebuffer;
    drawing.state.srgb_write = args->srgb_write;
    drawing.state.depth_test = false;
    drawing.pixel_shader = args->pixel_shader;
    drawing.ps = &args->ps;
    drawing.link = &link;
    drawing.filter = true;
    drawing.quads = s9_quad_functions_here();
    if (args->srgb_write) {
        s9_framebuffer_prepare_srgb(args->framebuffer);
    }
    s9_result result = link_filter(arena, args->pixel_shader, &link);
    drawing.plain = result == S9_OK && is_plain(&drawing);
    uint32_t workers = s9_pool_size(pool);
    if (result == S9_OK) {
        result = s9_batches_open(arena, &drawing, workers, &batches);
    }
    if (result == S9_OK) {
        s9_feed_filter_rows(&drawing, pool, batches, 0, (int32_t)args->framebuffer->height);
        result = batches_result(batches, workers, diagnostics);
    }
    s9_batches_close(batches, workers);
    return result;
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
