/* SPDX-License-Identifier: MIT */
/* Small scenes for the tests of drawing: shaders from text, vertices at given places of the screen. */
#ifndef TESTS_DRAW_SCENE_H
#define TESTS_DRAW_SCENE_H

#include <shader9/draw.h>

#include "base/base.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>

#include <cmocka.h>

static inline s9_shader *make_shader(const char *text)
{
    s9_diagnostics *list;
    s9_program *program = NULL;
    s9_shader *shader = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_result result = s9_assemble(text, strlen(text), NULL, NULL, &program, list);
    if (result == S9_OK) {
        result = s9_shader_create(program, NULL, NULL, &shader, list);
    }
    for (size_t i = 0; i < s9_diagnostics_count(list) && result != S9_OK; i++) {
        print_error("%s\n", s9_diagnostics_get(list, i)->message);
    }
    s9_diagnostics_destroy(list);
    s9_program_destroy(program);
    assert_int_equal(result, S9_OK);
    return shader;
}

#define MOST_VERTICES 4096

/* One drawing. Positions are clip space (x, y, z, w); extra is texcoord0, color is color0. */
typedef struct scene {
    uint32_t width, height, targets;
    s9_target_format format;
    s9_draw_state state;
    s9_framebuffer *framebuffer;
    s9_shader *vs, *ps;
    s9_topology topology;
    uint32_t count;
    float positions[MOST_VERTICES][4], extra[MOST_VERTICES][4], colors[MOST_VERTICES][4];
    const uint32_t *indices;
    uint32_t index_count;
    float vs_constants[8][4], ps_constants[8][4];
    s9_sampler_binding sampler;
    uint32_t threads;
    const s9_draw_probe *probe;
} scene;

static scene the_scene;

static inline scene *new_scene(uint32_t width, uint32_t height, s9_target_format format, const char *vs, const char *ps)
{
    scene *s = &the_scene;
    memset(s, 0, sizeof *s);
    s->width = width;
    s->height = height;
    s->targets = 1;
    s->format = format;
    s->topology = S9_TOPOLOGY_TRIANGLE_LIST;
    s->threads = 1;
    s->vs = make_shader(vs);
    s->ps = make_shader(ps);
    s9_draw_state_init(&s->state);
    s->state.cull = S9_CULL_NONE;
    return s;
}

static inline void make_framebuffer(scene *s)
{
    s9_framebuffer_desc desc = {
        .struct_size = sizeof desc, .width = s->width, .height = s->height, .target_count = s->targets};
    for (uint32_t i = 0; i < S9_MAX_TARGETS; i++) {
        desc.formats[i] = s->format;
    }
    if (!s->framebuffer) {
        assert_int_equal(s9_framebuffer_create(NULL, &desc, &s->framebuffer), S9_OK);
    }
}

/* A vertex at pixels (x, y) of the whole target, with depth z and w. */
static inline uint32_t add_vertex(scene *s, double x, double y, double z, double w)
{
    assert_true(s->count < MOST_VERTICES);
    float *p = s->positions[s->count];
    p[0] = (float)((x / s->width * 2 - 1) * w);
    p[1] = (float)((1 - y / s->height * 2) * w);
    p[2] = (float)(z * w);
    p[3] = (float)w;
    for (int k = 0; k < 4; k++) {
        s->colors[s->count][k] = 1.0f;
    }
    return s->count++;
}

static inline void add_full_quad(scene *s, double z)
{
    double w = s->width, h = s->height;
    const double places[6][2] = {{0, 0}, {w, 0}, {0, h}, {0, h}, {w, 0}, {w, h}};
    for (int i = 0; i < 6; i++) {
        uint32_t v = add_vertex(s, places[i][0], places[i][1], z, 1);
        s->extra[v][0] = (float)(places[i][0] / w);
        s->extra[v][1] = (float)(places[i][1] / h);
        s->extra[v][3] = 1.0f;
    }
}

static inline s9_result draw_with_allocator(scene *s, const s9_allocator *allocator, s9_diagnostics *list)
{
    make_framebuffer(s);
    s9_mesh_element elements[3] = {{0, 0, 4, s->positions[0]}, {5, 0, 4, s->extra[0]}, {10, 0, 4, s->colors[0]}};
    s9_mesh_desc desc = {.struct_size = sizeof desc,
                         .topology = s->topology,
                         .vertex_count = s->count,
                         .elements = elements,
                         .element_count = 3,
                         .indices = s->indices,
                         .index_count = s->index_count};
    s9_mesh *mesh;
    assert_int_equal(s9_mesh_create(NULL, &desc, &mesh, NULL), S9_OK);
    s9_draw_args args = {.struct_size = sizeof args,
                         .framebuffer = s->framebuffer,
                         .mesh = mesh,
                         .vertex_shader = s->vs,
                         .pixel_shader = s->ps,
                         .state = &s->state,
                         .threads = s->threads,
                         .allocator = allocator,
                         .probe = s->probe};
    args.vs.constants.f = (const float(*)[4])s->vs_constants;
    args.vs.constants.f_count = 8;
    args.ps.constants.f = (const float(*)[4])s->ps_constants;
    args.ps.constants.f_count = 8;
    args.ps.samplers = &s->sampler;
    args.ps.sampler_count = 1;
    s9_result result = s9_draw(&args, list);
    s9_mesh_destroy(mesh);
    return result;
}

static inline void draw(scene *s)
{
    assert_int_equal(draw_with_allocator(s, NULL, NULL), S9_OK);
}

static inline void pixel(const scene *s, uint32_t target, uint32_t x, uint32_t y, float rgba[4])
{
    s9_framebuffer_pixel(s->framebuffer, target, x, y, rgba);
}

static inline float red(const scene *s, uint32_t x, uint32_t y)
{
    float rgba[4];
    pixel(s, 0, x, y, rgba);
    return rgba[0];
}

static inline void assert_pixel(const scene *s, uint32_t target, uint32_t x, uint32_t y, float r, float g, float b,
                                float a)
{
    float rgba[4];
    pixel(s, target, x, y, rgba);
    const float expected[4] = {r, g, b, a};
    for (int k = 0; k < 4; k++) {
        if (rgba[k] != expected[k] && !(rgba[k] != rgba[k] && expected[k] != expected[k])) {
            fail_msg("target %u pixel (%u, %u): %.9g %.9g %.9g %.9g, expected %.9g %.9g %.9g %.9g", (unsigned)target,
                     (unsigned)x, (unsigned)y, (double)rgba[0], (double)rgba[1], (double)rgba[2], (double)rgba[3],
                     (double)r, (double)g, (double)b, (double)a);
        }
    }
}

/* Clears colour, depth, stencil and forgets the vertices. */
static inline void restart(scene *s)
{
    static const float nothing[4] = {0, 0, 0, 0};
    make_framebuffer(s);
    s9_framebuffer_clear(s->framebuffer, nothing, 1.0f, 0);
    s->count = 0;
}

static inline void replace_shader(s9_shader **shader, const char *text)
{
    s9_shader_destroy(*shader);
    *shader = make_shader(text);
}

static inline void end_scene(scene *s)
{
    s9_shader_destroy(s->vs);
    s9_shader_destroy(s->ps);
    s9_framebuffer_destroy(s->framebuffer);
}

/* position, texcoord0 and color0 handed on */
#define VS_COPY                                                                                                \
    "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_color v2\ndcl_position o0\ndcl_texcoord o1\ndcl_color o2\n" \
    "mov o0, v0\nmov o1, v1\nmov o2, v2\n"
#define VS2_COPY "vs_2_0\ndcl_position v0\ndcl_texcoord v1\ndcl_color v2\nmov oPos, v0\nmov oT0, v1\nmov oD0, v2\n"
#define PS_WHITE "ps_3_0\ndef c0, 1, 1, 1, 1\nmov oC0, c0\n"
#define PS_EXTRA "ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n"
#define PS_COLOR "ps_3_0\ndcl_color v0\nmov oC0, v0\n"
#define PS_CONSTANT "ps_3_0\nmov oC0, c0\n"

#endif
