/* SPDX-License-Identifier: MIT */
/*
 * The rules of drawing that test_draw.c and test_draw_pixels.c leave: the order of the tests, clamped inputs, facing of
 * points and lines, sprites, state of each target, clip planes in clip space, and blending of what is not in 0 to 1.
 */
#include "texture/sampling.h"

#include "draw_scene.h"

#define VS_POSITION "vs_2_0\ndcl_position v0\nmov oPos, v0\n"
#define PS_C0 "ps_2_0\nmov r0, c0\nmov oC0, r0\n"

static void set_constant(scene *s, float r, float g, float b, float a)
{
    const float value[4] = {r, g, b, a};
    memcpy(s->ps_constants[0], value, sizeof value);
}

static void full(scene *s)
{
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
}

/* Alpha, then stencil, then depth: whoever fails first leaves the rest alone. */
static void test_order_of_tests(void **state)
{
    (void)state;
    scene *s = new_scene(1, 1, S9_TARGET_A32B32G32R32F, VS_POSITION, PS_C0);
    static const struct {
        bool alpha, stencil, depth; /* passes */
        uint32_t stencil_after;     /* fail 10, zfail 20, pass 30; 5 before */
        float depth_after, red;
    } cases[] = {
        {false, false, false, 5, 0.75f, 0}, {false, true, true, 5, 0.75f, 0},  {true, false, false, 10, 0.75f, 0},
        {true, false, true, 10, 0.75f, 0},  {true, true, false, 20, 0.75f, 0}, {true, true, true, 30, 0.5f, 1},
    };
    const float black[4] = {0};
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        make_framebuffer(s);
        s->count = 0;
        s9_framebuffer_clear(s->framebuffer, black, 0.75f, 5);
        s->state.alpha_test = true;
        s->state.alpha_func = S9_COMPARE_GREATER;
        s->state.alpha_ref = 128;
        s->state.stencil_test = true;
        s->state.stencil_mask = s->state.stencil_write_mask = 255;
        s->state.stencil.func = cases[i].stencil ? S9_COMPARE_ALWAYS : S9_COMPARE_NEVER;
        s->state.stencil.fail = s->state.stencil.zfail = s->state.stencil.pass = S9_STENCIL_REPLACE;
        s->state.stencil_ref = cases[i].stencil_after;
        s->state.depth_func = cases[i].depth ? S9_COMPARE_LESS : S9_COMPARE_GREATER;
        set_constant(s, 1, 1, 1, cases[i].alpha ? 1 : 0);
        add_full_quad(s, 0.5);
        draw(s);
        assert_int_equal(s9_framebuffer_stencil(s->framebuffer)[0], cases[i].stencil_after);
        assert_true(s9_framebuffer_depth(s->framebuffer)[0] == cases[i].depth_after);
        assert_true(red(s, 0, 0) == cases[i].red);
    }
    /* Each operation of the three is its own. */
    s->state.alpha_test = false;
    s->state.stencil.func = S9_COMPARE_LESS_EQUAL;
    s->state.stencil.fail = S9_STENCIL_INVERT;
    s->state.stencil.zfail = S9_STENCIL_INCR;
    s->state.stencil.pass = S9_STENCIL_ZERO;
    static const struct {
        uint32_t ref;
        s9_compare_func depth;
        uint32_t after;
    } own[] = {{6, S9_COMPARE_ALWAYS, 250}, {5, S9_COMPARE_NEVER, 6}, {5, S9_COMPARE_ALWAYS, 0}};
    for (size_t i = 0; i < S9_COUNT(own); i++) {
        s->count = 0;
        s9_framebuffer_clear(s->framebuffer, black, 1, 5);
        s->state.stencil_ref = own[i].ref;
        s->state.depth_func = own[i].depth;
        add_full_quad(s, 0.5);
        draw(s);
        assert_int_equal(s9_framebuffer_stencil(s->framebuffer)[0], own[i].after);
    }
    end_scene(s);
}

/* A shader that discards stops before all tests; depth that it writes takes the place of the triangle's in each. */
static void test_written_depth(void **state)
{
    (void)state;
    scene *s = new_scene(1, 1, S9_TARGET_A32B32G32R32F, VS_POSITION,
                         "ps_2_0\nmov r0, c0\nmov oC0, r0\nmov r1.x, c0.y\nmov oDepth, r1.x\n");
    set_constant(s, 1, 0.875f, 0, 1);
    s->state.depth_func = S9_COMPARE_LESS;
    full(s);
    assert_true(s9_framebuffer_depth(s->framebuffer)[0] == 0.875f && red(s, 0, 0) == 1);
    const float black[4] = {0};
    s9_framebuffer_clear(s->framebuffer, black, 0.75f, 0);
    draw(s);
    assert_true(s9_framebuffer_depth(s->framebuffer)[0] == 0.75f && red(s, 0, 0) == 0);
    end_scene(s);
}

/* oD0 and oD1 are clamped at the vertex: the picture is that of the clamped colours. Shader model 3 clamps nothing. */
static void test_clamped_colours(void **state)
{
    (void)state;
    /* From -1 at the left to 3 at the right: clamped first, it runs from 0 to 1. */
    static const char *const shaders[][2] = {
        {"vs_1_1\ndcl_position v0\ndcl_color v1\nmov oPos, v0\nmov oD0, v1\n", "ps_1_1\nmov r0, v0\n"},
        {"vs_2_0\ndcl_position v0\ndcl_color v1\nmov oPos, v0\nmov oD0, v1\n",
         "ps_2_0\ndcl v0\nmov r0, v0\nmov oC0, r0\n"},
        {"vs_3_0\ndcl_position v0\ndcl_color v1\ndcl_position o0\ndcl_color o1\nmov o0, v0\nmov o1, v1\n",
         "ps_3_0\ndcl_color v0\nmov oC0, v0\n"},
    };
    for (size_t i = 0; i < S9_COUNT(shaders); i++) {
        scene *s = new_scene(4, 1, S9_TARGET_A32B32G32R32F, shaders[i][0], shaders[i][1]);
        restart(s);
        add_full_quad(s, 0.5);
        for (uint32_t v = 0; v < 6; v++) {
            s->colors[v][0] = s->positions[v][0] < 0 ? -1.0f : 3.0f;
        }
        draw(s);
        for (uint32_t x = 0; x < 4; x++) {
            float expected = i == 2 ? -1.0f + (float)x : 0.25f * (float)x;
            assert_true(fabsf(red(s, x, 0) - expected) < 1e-6f);
        }
        end_scene(s);
    }
}

/* vFace is 1 for points and lines whatever their direction; vPos has whole numbers, z and w 0. */
static void test_face_and_position(void **state)
{
    (void)state;
    scene *s = new_scene(8, 8, S9_TARGET_A32B32G32R32F, VS_POSITION,
                         "ps_3_0\ndcl vFace\ndcl vPos.xy\ndef c1, 1, 0, 0, 0\nmov r0.xy, vPos\nmov r0.z, c1.y\n"
                         "mov r0.w, vFace\nmov oC0, r0\n");
    s->state.cull = S9_CULL_CW;
    for (int kind = 0; kind < 2; kind++) {
        for (int turn = 0; turn < 2; turn++) {
            s->topology = kind == 0 ? S9_TOPOLOGY_POINT_LIST : S9_TOPOLOGY_LINE_LIST;
            restart(s);
            add_vertex(s, turn ? 6 : 2, 3, 0.5, 1);
            add_vertex(s, turn ? 2 : 6, 3, 0.5, 1);
            draw(s);
            assert_pixel(s, 0, 2, 3, 2, 3, 0, 1);
            assert_pixel(s, 0, 6, 3, 6, 3, 0, 1);
            if (kind == 1) {
                assert_pixel(s, 0, 4, 3, 4, 3, 0, 1);
            }
        }
    }
    end_scene(s);
}

/* Sprites replace every texture coordinate, of any index, and nothing else. */
static void test_sprites(void **state)
{
    (void)state;
    static const struct {
        const char *vs, *ps;
    } pairs[] = {
        {"vs_2_0\ndcl_position v0\ndcl_texcoord v1\ndef c0, 9, 9, 9, 9\nmov oPos, v0\nmov oT0, c0\nmov oT5, c0\n"
         "mov oD0, v1\n",
         "ps_2_0\ndcl t0\ndcl t5\ndcl v0\nmov r0.xy, t0\nmov r0.z, t5.x\nmov r0.w, t5.w\nmul r0, r0, v0.x\nmov oC0, "
         "r0\n"},
        {"vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndef c0, 9, 9, 9, 9\ndcl_position o0\ndcl_texcoord o1\n"
         "dcl_texcoord11 o2\ndcl_color o3\nmov o0, v0\nmov o1, c0\nmov o2, c0\nmov o3, v1\n",
         "ps_3_0\ndcl_texcoord v0\ndcl_texcoord11 v1\ndcl_color v2\nmov r0.xy, v0\nmov r0.z, v1.x\nmov r0.w, v1.w\n"
         "mul oC0, r0, v2.x\n"},
        /* inputs that no output of the vertex shader feeds are replaced, too */
        {"vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oD0, v1\n",
         "ps_2_0\ndcl t0\ndcl t5\ndcl v0\nmov r0.xy, t0\nmov r0.z, t5.x\nmov r0.w, t5.w\nmul r0, r0, v0.x\nmov oC0, "
         "r0\n"},
    };
    for (size_t i = 0; i < S9_COUNT(pairs); i++) {
        scene *s = new_scene(8, 8, S9_TARGET_A32B32G32R32F, pairs[i].vs, pairs[i].ps);
        s->topology = S9_TOPOLOGY_POINT_LIST;
        s->state.point_size = 4;
        s->state.point_sprite = true;
        restart(s);
        s->extra[add_vertex(s, 4, 4, 0.5, 1)][0] = 1;
        draw(s);
        assert_pixel(s, 0, 2, 2, 0, 0, 0, 1);
        assert_pixel(s, 0, 5, 3, 0.75f, 0.25f, 0.75f, 1);
        assert_pixel(s, 0, 6, 3, 0, 0, 0, 0);
        s->state.point_sprite = false;
        full(s);
        end_scene(s);
    }
}

/* Points are cut by scissor and viewport; the size is in pixels whatever the viewport. */
static void test_cut_points(void **state)
{
    (void)state;
    scene *s = new_scene(8, 8, S9_TARGET_A8R8G8B8, VS_POSITION, PS_C0);
    set_constant(s, 1, 1, 1, 1);
    s->topology = S9_TOPOLOGY_POINT_LIST;
    s->state.point_size = 4;
    s->state.scissor_test = true;
    const int32_t scissor[4] = {3, 0, 8, 5};
    memcpy(s->state.scissor, scissor, sizeof scissor);
    restart(s);
    add_vertex(s, 4, 4, 0.5, 1);
    draw(s);
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t x = i % 8, y = i / 8;
        assert_true((red(s, x, y) == 1) == (x >= 3 && x < 6 && y >= 2 && y < 5));
    }
    s->state.scissor_test = false;
    const float viewport[6] = {4, 4, 4, 4, 0, 1};
    memcpy(s->state.viewport, viewport, sizeof viewport);
    restart(s);
    add_vertex(s, 0, 0, 0.5, 1); /* at the viewport's corner: (4, 4), a square from 2 to 6 */
    draw(s);
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t x = i % 8, y = i / 8;
        assert_true((red(s, x, y) == 1) == (x >= 4 && x < 6 && y >= 4 && y < 6));
    }
    end_scene(s);
}

/* dot(plane, position) >= 0 in clip space; all six at once; outputs are cut linearly there. */
static void test_clip_planes(void **state)
{
    (void)state;
    scene *s = new_scene(8, 8, S9_TARGET_A32B32G32R32F, VS_POSITION, PS_C0);
    set_constant(s, 1, 1, 1, 1);
    static const struct {
        uint32_t count;
        float planes[6][4];
        uint32_t left, top, right, bottom;
    } cases[] = {
        {1, {{1, 0, 0, 0}}, 4, 0, 8, 8},      /* x >= 0 */
        {1, {{-1, 0, 0, 0}}, 0, 0, 4, 8},     /* x <= 0; the centre at x = 4 is on the right edge */
        {1, {{0, 1, 0, 0}}, 0, 0, 8, 4},      /* y >= 0: the upper half */
        {1, {{0, 0, 1, 0}}, 0, 0, 8, 8},      /* z >= 0 */
        {1, {{0, 0, 1, -0.75f}}, 0, 0, 0, 0}, /* z >= 0.75 w: nothing */
        {2, {{1, 0, 0, 0.5f}, {-1, 0, 0, 0.5f}}, 2, 0, 6, 8},
        {6,
         {{1, 0, 0, 0.5f}, {-1, 0, 0, 0.5f}, {0, 1, 0, 0.5f}, {0, -1, 0, 0.5f}, {0, 0, 1, 0}, {0, 0, -1, 1}},
         2,
         2,
         6,
         6},
        {1, {{0, 0, 0, 0}}, 0, 0, 8, 8}, /* 0 is not below 0 */
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        s->state.clip_plane_count = cases[i].count;
        memcpy(s->state.clip_planes, cases[i].planes, sizeof cases[i].planes);
        full(s);
        for (uint32_t k = 0; k < 64; k++) {
            uint32_t x = k % 8, y = k / 8;
            bool inside = x >= cases[i].left && x < cases[i].right && y >= cases[i].top && y < cases[i].bottom;
            if ((red(s, x, y) == 1) != inside) {
                fail_msg("case %zu, pixel (%u, %u)", i, (unsigned)x, (unsigned)y);
            }
        }
    }
    /* Points and lines, too. */
    s->state.clip_plane_count = 1;
    const float right[4] = {1, 0, 0, 0};
    memcpy(s->state.clip_planes[0], right, sizeof right);
    s->topology = S9_TOPOLOGY_POINT_LIST;
    restart(s);
    add_vertex(s, 1, 1, 0.5, 1);
    add_vertex(s, 6, 1, 0.5, 1);
    draw(s);
    assert_true(red(s, 1, 1) == 0 && red(s, 6, 1) == 1);
    s->topology = S9_TOPOLOGY_LINE_LIST;
    restart(s);
    add_vertex(s, 0, 2, 0.5, 1);
    add_vertex(s, 7, 2, 0.5, 1);
    draw(s);
    for (uint32_t x = 0; x < 8; x++) {
        assert_true((red(s, x, 2) == 1) == (x >= 4));
    }
    end_scene(s);
}

/* Masks of each target; fog on the first alone; alpha tested by the first. */
static void test_targets(void **state)
{
    (void)state;
    scene *s = new_scene(1, 1, S9_TARGET_A32B32G32R32F,
                         "vs_2_0\ndcl_position v0\ndef c7, 0.25, 0, 0, 0\nmov oPos, v0\nmov oFog, c7.x\n",
                         "ps_2_0\nmov r0, c0\nmov oC0, r0\nmov oC1, r0\nmov oC2, r0\nmov oC3, r0\n");
    s->targets = 4;
    static const uint8_t masks[4] = {S9_COLOR_WRITE_ALL, S9_COLOR_WRITE_R, S9_COLOR_WRITE_B | S9_COLOR_WRITE_A, 0};
    for (int i = 0; i < 4; i++) {
        s->state.color_write[i] = masks[i];
    }
    s->state.fog = true;
    set_constant(s, 4, 8, 12, 0.75f);
    full(s);
    assert_pixel(s, 0, 0, 0, 1, 2, 3, 0.75f); /* a quarter of the colour, black fog */
    assert_pixel(s, 1, 0, 0, 4, 0, 0, 0);
    assert_pixel(s, 2, 0, 0, 0, 0, 12, 0.75f);
    assert_pixel(s, 3, 0, 0, 0, 0, 0, 0);
    s->state.alpha_test = true;
    s->state.alpha_func = S9_COMPARE_LESS;
    s->state.alpha_ref = 128;
    full(s);
    assert_pixel(s, 2, 0, 0, 0, 0, 0, 0);
    /* Before clamping: 2 is above 255 / 255. */
    s->state.alpha_func = S9_COMPARE_GREATER;
    s->state.alpha_ref = 255;
    set_constant(s, 4, 8, 12, 2);
    full(s);
    assert_pixel(s, 1, 0, 0, 4, 0, 0, 0);
    end_scene(s);
}

/* Clearing: colour to every target; 8 bits of stencil. Each later primitive sees what the earlier ones left. */
static void test_clear_and_order(void **state)
{
    (void)state;
    scene *s = new_scene(2, 2, S9_TARGET_A8R8G8B8, VS_POSITION, PS_C0);
    s->targets = 2;
    make_framebuffer(s);
    const float color[4] = {2, 0.5f, NAN, -1};
    s9_framebuffer_clear(s->framebuffer, color, 0.25f, 0x1FF);
    for (uint32_t target = 0; target < 2; target++) {
        assert_pixel(s, target, 1, 1, 1, 128 / 255.0f, 0, 0);
    }
    assert_true(s9_framebuffer_depth(s->framebuffer)[3] == 0.25f);
    assert_int_equal(s9_framebuffer_stencil(s->framebuffer)[3], 255);
    /* 200 triangles on one pixel, each adds 1 / 255: with any number of threads all count. */
    for (uint32_t threads = 1; threads <= 4; threads += 3) {
        restart(s);
        s->threads = threads;
        s->state.blend = true;
        s->state.src = s->state.dst = S9_BLEND_ONE;
        set_constant(s, 1 / 255.0f, 0, 0, 0);
        for (int i = 0; i < 200; i++) {
            add_vertex(s, 0, 0, 0.5, 1);
            add_vertex(s, 4, 0, 0.5, 1);
            add_vertex(s, 0, 4, 0.5, 1);
        }
        draw(s);
        assert_pixel(s, 0, 0, 0, 200 / 255.0f, 0, 0, 0);
    }
    end_scene(s);
}

/* Blending floats keeps what is outside of 0 to 1; the saturated factor; constants are not clamped. */
static void test_blend_floats(void **state)
{
    (void)state;
    static const struct {
        s9_blend_factor src, dst;
        s9_blend_op op;
        float expected[4];
    } cases[] = {
        /* source (4, -2, 0.5, 0.75), stored (-1, 3, 0.25, 0.5), constant (2, 2, 2, 2) */
        {S9_BLEND_ONE, S9_BLEND_ONE, S9_BLEND_OP_ADD, {3, 1, 0.75f, 1.25f}},
        {S9_BLEND_ONE, S9_BLEND_ONE, S9_BLEND_OP_SUBTRACT, {5, -5, 0.25f, 0.25f}},
        {S9_BLEND_ONE, S9_BLEND_ONE, S9_BLEND_OP_REV_SUBTRACT, {-5, 5, -0.25f, -0.25f}},
        {S9_BLEND_ZERO, S9_BLEND_ZERO, S9_BLEND_OP_MIN, {-1, -2, 0.25f, 0.5f}},
        {S9_BLEND_ZERO, S9_BLEND_ZERO, S9_BLEND_OP_MAX, {4, 3, 0.5f, 0.75f}},
        {S9_BLEND_SRC_ALPHA_SAT, S9_BLEND_ZERO, S9_BLEND_OP_ADD, {2, -1, 0.25f, 0.75f}},
        {S9_BLEND_BLEND_FACTOR, S9_BLEND_INV_BLEND_FACTOR, S9_BLEND_OP_ADD, {9, -7, 0.75f, 1}},
        {S9_BLEND_DEST_COLOR, S9_BLEND_SRC_COLOR, S9_BLEND_OP_ADD, {-8, -12, 0.25f, 0.75f}},
        {S9_BLEND_INV_DEST_ALPHA, S9_BLEND_INV_SRC_ALPHA, S9_BLEND_OP_ADD, {1.75f, -0.25f, 0.3125f, 0.5f}},
    };
    scene *s = new_scene(1, 1, S9_TARGET_A32B32G32R32F, VS_POSITION, PS_C0);
    const float stored[4] = {-1, 3, 0.25f, 0.5f};
    s->state.blend = true;
    set_constant(s, 4, -2, 0.5f, 0.75f);
    for (int i = 0; i < 4; i++) {
        s->state.blend_factor[i] = 2;
    }
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        restart(s);
        s9_framebuffer_clear(s->framebuffer, stored, 1, 0);
        s->state.src = cases[i].src;
        s->state.dst = cases[i].dst;
        s->state.op = cases[i].op;
        add_full_quad(s, 0.5);
        draw(s);
        const float *e = cases[i].expected;
        assert_pixel(s, 0, 0, 0, e[0], e[1], e[2], e[3]);
    }
    end_scene(s);
}

/* Fog by the depth after the viewport, or by w; per pixel over a triangle that goes away. */
static void test_fog_over_a_slope(void **state)
{
    (void)state;
    scene *s = new_scene(5, 1, S9_TARGET_A32B32G32R32F, VS_POSITION, PS_C0);
    set_constant(s, 1, 1, 1, 1);
    s->state.fog = true;
    s->state.fog_mode = S9_FOG_LINEAR;
    s->state.fog_start = 1;
    s->state.fog_end = 5;
    /* w from 1 at x = 0 to 5 at x = 4: 1 / w is linear on the screen. */
    restart(s);
    add_vertex(s, 0, 0, 0.5, 1);
    add_vertex(s, 4, 0, 0.5, 5);
    s->topology = S9_TOPOLOGY_LINE_LIST;
    draw(s);
    for (uint32_t x = 0; x < 5; x++) {
        double w = 1 / (1 - x / 4.0 * 0.8);
        assert_true(fabs((double)red(s, x, 0) - (5 - w) / 4) < 1e-5);
    }
    s->state.fog_depth = S9_FOG_DEPTH_Z;
    s->state.fog_start = 0;
    s->state.fog_end = 1;
    const float viewport[6] = {0, 0, 5, 1, 0.5f, 0.75f};
    memcpy(s->state.viewport, viewport, sizeof viewport);
    restart(s);
    add_vertex(s, 0, 0, 0, 1);
    add_vertex(s, 4, 0, 1, 1);
    draw(s);
    for (uint32_t x = 0; x < 5; x++) {
        assert_true(fabs((double)red(s, x, 0) - (0.5 - x / 16.0)) < 1e-6);
    }
    end_scene(s);
}

/* Two sides: what vFace says is what the stencil's other side and culling go by. */
static void test_two_sides(void **state)
{
    (void)state;
    scene *s = new_scene(8, 4, S9_TARGET_A32B32G32R32F, VS_POSITION, "ps_3_0\ndcl vFace\nmov oC0, vFace\n");
    s->state.stencil_test = true;
    s->state.stencil_two_sided = true;
    s->state.stencil_mask = s->state.stencil_write_mask = 255;
    s->state.stencil = (s9_stencil_side){S9_COMPARE_ALWAYS, S9_STENCIL_KEEP, S9_STENCIL_KEEP, S9_STENCIL_INCR};
    s->state.stencil_ccw = (s9_stencil_side){S9_COMPARE_ALWAYS, S9_STENCIL_KEEP, S9_STENCIL_KEEP, S9_STENCIL_INVERT};
    static const struct {
        s9_cull cull;
        float face[2]; /* of the clockwise one on the left and the other on the right */
        uint8_t stencil[2];
    } cases[] = {{S9_CULL_NONE, {1, -1}, {1, 255}}, {S9_CULL_CW, {0, -1}, {0, 255}}, {S9_CULL_CCW, {1, 0}, {1, 0}}};
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        s->state.cull = cases[i].cull;
        restart(s);
        add_vertex(s, 0, 0, 0.5, 1);
        add_vertex(s, 4, 0, 0.5, 1);
        add_vertex(s, 0, 4, 0.5, 1);
        add_vertex(s, 4, 0, 0.5, 1);
        add_vertex(s, 4, 4, 0.5, 1);
        add_vertex(s, 8, 0, 0.5, 1);
        draw(s);
        assert_true(red(s, 1, 1) == cases[i].face[0] && red(s, 5, 1) == cases[i].face[1]);
        assert_int_equal(s9_framebuffer_stencil(s->framebuffer)[8 + 1], cases[i].stencil[0]);
        assert_int_equal(s9_framebuffer_stencil(s->framebuffer)[8 + 5], cases[i].stencil[1]);
    }
    end_scene(s);
}

/* sRGB writes: alpha stays, targets of floats too, after blending; masks keep what is stored as it is. */
static void test_srgb_and_masks(void **state)
{
    (void)state;
    scene *s = new_scene(1, 1, S9_TARGET_A8R8G8B8, VS_POSITION, PS_C0);
    const float stored[4] = {100 / 255.0f, 101 / 255.0f, 102 / 255.0f, 103 / 255.0f};
    s->state.srgb_write = true;
    s->state.color_write[0] = S9_COLOR_WRITE_G;
    set_constant(s, 0.5f, 0.5f, 0.5f, 0.5f);
    restart(s);
    s9_framebuffer_clear(s->framebuffer, stored, 1, 0);
    add_full_quad(s, 0.5);
    draw(s);
    assert_pixel(s, 0, 0, 0, stored[0], 188 / 255.0f, stored[2], stored[3]); /* 0.5 is 0.7353 in sRGB */
    end_scene(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_tests),   cmocka_unit_test(test_written_depth),
        cmocka_unit_test(test_clamped_colours),  cmocka_unit_test(test_face_and_position),
        cmocka_unit_test(test_sprites),          cmocka_unit_test(test_cut_points),
        cmocka_unit_test(test_clip_planes),      cmocka_unit_test(test_targets),
        cmocka_unit_test(test_clear_and_order),  cmocka_unit_test(test_blend_floats),
        cmocka_unit_test(test_fog_over_a_slope), cmocka_unit_test(test_two_sides),
        cmocka_unit_test(test_srgb_and_masks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
