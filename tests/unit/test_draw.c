/* SPDX-License-Identifier: MIT */
/* Which pixels are drawn, and with which inputs: coverage, clipping, interpolation, linking, points, lines, threads. */
#include "draw_scene.h"
#include "memory.h"

static uint32_t random_state = 99;

static double unit(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return (double)(random_state >> 8) / 16777216.0;
}

/* ---- coverage ---- */

static uint32_t covered(const scene *s, const char *rows)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < s->height; y++) {
        for (uint32_t x = 0; x < s->width; x++) {
            bool set = red(s, x, y) > 0;
            count += set;
            if (rows && set != (rows[y * (s->width + 1) + x] == '#')) {
                fail_msg("pixel (%u, %u)", (unsigned)x, (unsigned)y);
            }
        }
    }
    return count;
}

static void test_fill_rule(void **state)
{
    (void)state;
    scene *s = new_scene(8, 8, S9_TARGET_A8R8G8B8, VS_COPY, PS_WHITE);
    restart(s);
    add_vertex(s, 0, 0, 0, 1);
    add_vertex(s, 5, 0, 0, 1);
    add_vertex(s, 5, 5, 0, 1);
    draw(s);
    assert_int_equal(covered(s, "#####... "
                                ".####... "
                                "..###... "
                                "...##... "
                                "....#... "
                                "........ "
                                "........ "
                                "........ "),
                     15);
    restart(s);
    add_vertex(s, 0, 5, 0, 1);
    add_vertex(s, 0, 0, 0, 1);
    add_vertex(s, 5, 5, 0, 1);
    draw(s);
    assert_int_equal(covered(s, "........ "
                                "#....... "
                                "##...... "
                                "###..... "
                                "####.... "
                                "........ "
                                "........ "
                                "........ "),
                     10);
    /* Corners between pixels, either order of corners. */
    for (int turn = 0; turn < 2; turn++) {
        restart(s);
        add_vertex(s, 1.5, 0.5, 0, 1);
        add_vertex(s, turn ? 1.5 : 5.5, turn ? 4.5 : 0.5, 0, 1);
        add_vertex(s, turn ? 5.5 : 1.5, turn ? 0.5 : 4.5, 0, 1);
        draw(s);
        /* x + y < 6 is inside, and the slanted edge is neither left nor top */
        assert_int_equal(covered(s, "........ "
                                    "..###... "
                                    "..##.... "
                                    "..#..... "
                                    "........ "
                                    "........ "
                                    "........ "
                                    "........ "),
                         6);
    }
    /* No area. */
    restart(s);
    add_vertex(s, 0, 0, 0, 1);
    add_vertex(s, 5, 5, 0, 1);
    add_vertex(s, 3, 3, 0, 1);
    draw(s);
    assert_int_equal(covered(s, NULL), 0);
    end_scene(s);
}

static void test_whole_target(void **state)
{
    (void)state;
    scene *s = new_scene(7, 5, S9_TARGET_A32B32G32R32F, VS_COPY, PS_EXTRA);
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    for (uint32_t y = 0; y < 5; y++) {
        for (uint32_t x = 0; x < 7; x++) {
            assert_pixel(s, 0, x, y, (float)(x / 7.0), (float)(y / 5.0), 0, 1);
            assert_true(s9_framebuffer_depth(s->framebuffer)[y * 7 + x] == 0.5f);
        }
    }
    s->state.half_pixel = true;
    s->state.depth_test = false;
    draw(s);
    for (uint32_t x = 0; x < 7; x++) {
        assert_pixel(s, 0, x, 4, (float)((x + 0.5) / 7.0), (float)(4.5 / 5.0), 0, 1);
    }
    end_scene(s);
}

static void test_viewport_and_scissor(void **state)
{
    (void)state;
    scene *s = new_scene(8, 8, S9_TARGET_A32B32G32R32F, VS_COPY, PS_EXTRA);
    restart(s);
    add_full_quad(s, 0.5);
    const float viewport[6] = {2, 1, 4, 6, 0.25f, 0.75f};
    memcpy(s->state.viewport, viewport, sizeof viewport);
    draw(s);
    for (uint32_t y = 0; y < 8; y++) {
        for (uint32_t x = 0; x < 8; x++) {
            bool inside = x >= 2 && x < 6 && y >= 1 && y < 7;
            assert_pixel(s, 0, x, y, inside ? (float)((x - 2) / 4.0) : 0, inside ? (float)((y - 1) / 6.0) : 0, 0,
                         inside);
            assert_true(s9_framebuffer_depth(s->framebuffer)[y * 8 + x] == (inside ? 0.5f : 1.0f));
        }
    }
    restart(s);
    add_full_quad(s, 0.5);
    s->state.viewport[2] = 0;
    s->state.scissor_test = true;
    const int32_t scissor[4] = {3, -5, 5, 2};
    memcpy(s->state.scissor, scissor, sizeof scissor);
    draw(s);
    for (uint32_t i = 0; i < 64; i++) {
        bool inside = i % 8 >= 3 && i % 8 < 5 && i / 8 < 2;
        assert_pixel(s, 0, i % 8, i / 8, inside ? (float)(i % 8 / 8.0) : 0, inside ? (float)(i / 8 / 8.0) : 0, 0,
                     inside);
    }
    /* A viewport that reaches over the edges, and one that is none. */
    restart(s);
    add_full_quad(s, 0.5);
    s->state.scissor_test = false;
    const float wide[6] = {-8, -8, 24, 24, 0, 1};
    memcpy(s->state.viewport, wide, sizeof wide);
    draw(s);
    assert_pixel(s, 0, 0, 7, (float)(8 / 24.0), (float)(15 / 24.0), 0, 1);
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s->state.viewport[3] = -1;
    assert_int_equal(draw_with_allocator(s, NULL, list), S9_ERROR_INVALID);
    s->state.viewport[3] = NAN;
    assert_int_equal(draw_with_allocator(s, NULL, list), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(list), 2);
    s9_diagnostics_destroy(list);
    end_scene(s);
}

/* A net of triangles with jittered corners: every pixel inside belongs to exactly one of them. */
static void test_shared_edges(void **state)
{
    (void)state;
    enum { CELLS = 13, SIZE = 64 };
    static uint32_t indices[CELLS * CELLS * 6];
    for (int round = 0; round < 4; round++) {
        scene *s = new_scene(SIZE, SIZE, S9_TARGET_A32B32G32R32F, VS_COPY, PS_WHITE);
        restart(s);
        for (int i = 0; i < (CELLS + 1) * (CELLS + 1); i++) {
            double step = (double)SIZE / CELLS, x = i % (CELLS + 1), y = i / (CELLS + 1);
            bool edge = x < 1 || y < 1 || x >= CELLS || y >= CELLS;
            double jitter = edge ? 0 : 0.4;
            double w = round < 2 ? 1 : 0.5 + unit() * 4;
            add_vertex(s, (x + (unit() - 0.5) * jitter) * step, (y + (unit() - 0.5) * jitter) * step, 0.5, w);
        }
        uint32_t n = 0;
        for (uint32_t i = 0; i < CELLS * CELLS; i++) {
            uint32_t corner = i / CELLS * (CELLS + 1) + i % CELLS, below = corner + CELLS + 1;
            bool other = unit() < 0.5;
            const uint32_t triangles[6] = {corner,
                                           corner + 1,
                                           other ? below + 1 : below,
                                           other ? corner : below,
                                           other ? below + 1 : corner + 1,
                                           other ? below : below + 1};
            for (int k = 0; k < 6; k++) {
                indices[n++] = triangles[k];
            }
        }
        s->indices = indices;
        s->index_count = n;
        s->state.depth_test = false;
        s->state.blend = true;
        s->state.dst = S9_BLEND_ONE;
        draw(s);
        for (uint32_t i = 0; i < SIZE * SIZE; i++) {
            assert_true(red(s, i % SIZE, i / SIZE) == 1.0f);
        }
        end_scene(s);
    }
}

/* Random triangles against edge functions written out plainly. */
static void test_random_coverage(void **state)
{
    (void)state;
    scene *s = new_scene(32, 32, S9_TARGET_A32B32G32R32F, VS_COPY, PS_EXTRA);
    for (int round = 0; round < 400; round++) {
        restart(s);
        int64_t x[3], y[3];
        double w[3], a[3];
        double scale = round % 4 == 0 ? 2000 : 40;
        for (uint32_t k = 0; k < 3; k++) {
            /* on the subpixel grid, so that snapping changes nothing */
            x[k] = (int64_t)((unit() * scale - scale / 2 + 16) * 8) * 32;
            y[k] = (int64_t)((unit() * scale - scale / 2 + 16) * 8) * 32;
            w[k] = round % 2 ? 1 : (double)(1 << (int)(unit() * 4));
            a[k] = unit();
            uint32_t v = add_vertex(s, (double)x[k] / 256, (double)y[k] / 256, 0.25 * k, w[k]);
            s->extra[v][0] = (float)a[k];
            s->extra[v][3] = 1.0f;
        }
        draw(s);
        int64_t area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
        int64_t sign = area < 0 ? -1 : 1;
        for (int64_t i = 0; i < 32 * 32; i++) {
            int64_t px = i % 32 * 256, py = i / 32 * 256;
            bool inside = area != 0;
            double b[3];
            for (int k = 0; k < 3; k++) {
                int from = (k + 1) % 3, to = (k + 2) % 3;
                int64_t dx = (x[to] - x[from]) * sign, dy = (y[to] - y[from]) * sign;
                int64_t e = dx * (py - y[from]) - dy * (px - x[from]);
                bool top_left = dy < 0 || (dy == 0 && dx > 0);
                inside = inside && (e > 0 || (e == 0 && top_left));
                b[k] = (double)e / (double)(area * sign);
            }
            float rgba[4];
            pixel(s, 0, (uint32_t)(i % 32), (uint32_t)(i / 32), rgba);
            if ((rgba[3] != 0) != inside) {
                fail_msg("round %d pixel (%d, %d)", round, (int)(i % 32), (int)(i / 32));
            }
            if (inside) {
                double up = 0, down = 0, depth = 0;
                for (int k = 0; k < 3; k++) {
                    up += b[k] * (double)(float)a[k] / w[k];
                    down += b[k] / w[k];
                    depth += b[k] * 0.25 * k;
                }
                assert_true(fabs((double)rgba[0] - up / down) < 1e-7);
                assert_true(fabs((double)s9_framebuffer_depth(s->framebuffer)[i] - depth) < 1e-7);
            }
        }
    }
    end_scene(s);
}

/* ---- facing, position ---- */

static void test_facing(void **state)
{
    (void)state;
    scene *s = new_scene(8, 4, S9_TARGET_A32B32G32R32F, VS_COPY,
                         "ps_3_0\ndcl vFace\ndcl vPos.xy\nmov oC0.x, vFace\nmov oC0.yz, vPos.xxyy\nmov oC0.w, vFace\n");
    static const s9_cull culls[3] = {S9_CULL_NONE, S9_CULL_CW, S9_CULL_CCW};
    for (int k = 0; k < 3; k++) {
        restart(s);
        /* left half clockwise, right half counter-clockwise */
        add_vertex(s, 0, 0, 0, 1);
        add_vertex(s, 4, 0, 0, 1);
        add_vertex(s, 0, 4, 0, 1);
        add_vertex(s, 4, 0, 0, 1);
        add_vertex(s, 4, 4, 0, 1);
        add_vertex(s, 8, 0, 0, 1);
        s->state.cull = culls[k];
        draw(s);
        float front = culls[k] == S9_CULL_CW ? 0 : 1, back = culls[k] == S9_CULL_CCW ? 0 : -1;
        assert_pixel(s, 0, 1, 2, front, front * 1, front * 2, front);
        assert_pixel(s, 0, 5, 1, back, back != 0 ? 5 : 0, back != 0 ? 1 : 0, back);
    }
    end_scene(s);
}

static void test_derivatives(void **state)
{
    (void)state;
    /* Lanes outside the triangle go on with extrapolated inputs. */
    scene *s = new_scene(9, 9, S9_TARGET_A32B32G32R32F, VS_COPY,
                         "ps_3_0\ndcl_texcoord v0\ndsx r0.x, v0\ndsy r0.y, v0.y\nmov r0.zw, v0\nmov oC0, r0\n");
    restart(s);
    add_vertex(s, 0.5, 0.25, 0.5, 1);
    add_vertex(s, 8, 3, 0.5, 1);
    add_vertex(s, 3, 8, 0.5, 1);
    for (uint32_t i = 0; i < 3; i++) {
        /* u = x / 4, v = y / 8 all over the plane */
        s->extra[i][0] = (s->positions[i][0] + 1) * 9 / 2 / 4;
        s->extra[i][1] = (1 - s->positions[i][1]) * 9 / 2 / 8;
        s->extra[i][3] = 1.0f;
    }
    draw(s);
    uint32_t count = 0;
    for (uint32_t i = 0; i < 81; i++) {
        float rgba[4];
        pixel(s, 0, i % 9, i / 9, rgba);
        if (rgba[3] != 0) {
            assert_true(fabsf(rgba[0] - 0.25f) < 1e-5f && fabsf(rgba[1] - 0.125f) < 1e-5f);
            count++;
        }
    }
    assert_true(count > 15);
    end_scene(s);
}

/* ---- clipping ---- */

static void test_near_plane(void **state)
{
    (void)state;
    /* A floor that runs from behind the eye to far away: y = -1, z from -5 to 50, seen with w = z, z' = (z - 1). */
    scene *s =
        new_scene(64, 64, S9_TARGET_A32B32G32R32F,
                  "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\n"
                  "def c0, -1, 0.01, 0, 0\nadd r0.z, v0.z, c0.x\nmul r0.z, r0.z, c0.y\nmov o0.xy, v0\nmov o0.z, r0\n"
                  "mov o0.w, v0.z\nmov o1, v0\n",
                  PS_EXTRA);
    restart(s);
    const float floor[4][3] = {{-3, -1, -5}, {-3, -1, 50}, {3, -1, 50}, {3, -1, -5}};
    const int order[6] = {0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 6; i++) {
        memcpy(s->positions[i], floor[order[i]], sizeof floor[0]);
        s->positions[i][3] = 1;
        s->count++;
    }
    draw(s);
    /* Row y shows the floor at z with 1 - 2y/64 = -1/z, where z >= 1. Snapping moves corners by up to 1/512 pixel. */
    for (uint32_t y = 0; y < 64; y++) {
        double v = 1 - 2 * y / 64.0, z = -1 / v;
        for (uint32_t x = 0; x < 64; x++) {
            double at = (2 * x / 64.0 - 1) * z;
            bool visible = v < 0 && z >= 1 && z < 49.9 && fabs(at) < 2.99;
            float rgba[4];
            pixel(s, 0, x, y, rgba);
            if (visible) {
                assert_true(rgba[3] == 1.0f);
                assert_true(fabs((double)rgba[2] - z) < 2e-4 * z * z && fabs((double)rgba[0] - at) < 2e-4 * z * z);
            } else if (v >= 0 || z < 0.99 || fabs(at) > 3.01) {
                assert_true(rgba[3] == 0.0f);
            }
        }
    }
    end_scene(s);
}

static void test_depth_range_and_planes(void **state)
{
    (void)state;
    scene *s = new_scene(16, 16, S9_TARGET_A8R8G8B8, VS_COPY, PS_WHITE);
    /* z from -1 at the left to 2 at the right: kept from one third to two thirds */
    restart(s);
    const double places[6][2] = {{0, 0}, {15, 0}, {0, 15}, {0, 15}, {15, 0}, {15, 15}};
    for (int i = 0; i < 6; i++) {
        add_vertex(s, places[i][0], places[i][1], places[i][0] / 5 - 1, 1);
    }
    s->state.depth_func = S9_COMPARE_ALWAYS;
    draw(s);
    for (uint32_t x = 0; x < 16; x++) {
        assert_true((red(s, x, 7) > 0) == (x >= 5 && x < 10));
    }
    /* clip planes: x <= 0.5 w and y >= 0 */
    restart(s);
    add_full_quad(s, 0.5);
    const float planes[2][4] = {{-1, 0, 0, 0.5f}, {0, 1, 0, 0}};
    memcpy(s->state.clip_planes, planes, sizeof planes);
    s->state.clip_plane_count = 2;
    draw(s);
    for (uint32_t i = 0; i < 256; i++) {
        assert_true((red(s, i % 16, i / 16) > 0) == (i % 16 < 12 && i / 16 < 8));
    }
    s->state.clip_plane_count = 0;
    /* Far outside the guard band, and vertices that are no numbers. */
    restart(s);
    add_vertex(s, -1e9, -1e9, 0.5, 1);
    add_vertex(s, 1e9, -1e9, 0.5, 1);
    add_vertex(s, 0, 1e9, 0.5, 1);
    draw(s);
    assert_int_equal(covered(s, NULL), 256);
    restart(s);
    add_vertex(s, 0, 0, 0.5, 1);
    add_vertex(s, 16, 0, 0.5, 1);
    s->positions[add_vertex(s, 0, 16, 0.5, 1)][1] = INFINITY;
    draw(s);
    s->positions[2][1] = 0;
    s->positions[2][3] = NAN;
    draw(s);
    assert_int_equal(covered(s, NULL), 0);
    /* All of w, and nothing of it, behind the eye; a corner at w = 0. */
    restart(s);
    for (int i = 0; i < 3; i++) {
        add_vertex(s, i == 1 ? 30 : 0, i == 2 ? 30 : 0, 0.5, -1);
    }
    draw(s);
    assert_int_equal(covered(s, NULL), 0);
    memset(s->positions[0], 0, sizeof s->positions[0]);
    draw(s);
    end_scene(s);
}

/* ---- linking ---- */

static void test_links(void **state)
{
    (void)state;
    /* By register: oT1 to t1, oD1 to v1, the latter clamped. */
    scene *s = new_scene(4, 4, S9_TARGET_A32B32G32R32F,
                         "vs_2_0\ndcl_position v0\ndef c0, 3, -2, 0.5, 7\nmov oPos, v0\nmov oT1, c0\nmov oD1, c0\n",
                         "ps_2_0\ndcl t1\nmov r0, t1\nmov oC0, r0\n");
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    assert_pixel(s, 0, 2, 1, 3, -2, 0.5f, 7);
    replace_shader(&s->ps, "ps_2_0\ndcl v1\nmov r0, v1\nmov oC0, r0\n");
    draw(s);
    assert_pixel(s, 0, 2, 1, 1, 0, 0.5f, 1);
    /* Never written: oD0 is 1, the rest 0. */
    replace_shader(&s->ps, "ps_2_0\ndcl v0\ndcl t0\ndcl t7\nadd r0, v0, t0\nadd r0, r0, t7\nmov oC0, r0\n");
    draw(s);
    assert_pixel(s, 0, 2, 1, 1, 1, 1, 1);
    /* Partly written: the rest keeps that default. */
    replace_shader(&s->vs,
                   "vs_2_0\ndcl_position v0\ndef c0, 0.25, 0, 0.5, 7\nmov oPos, v0\nmov oD0.xz, c0\nmov oT0.y, c0.z\n");
    replace_shader(&s->ps, "ps_2_0\ndcl v0\ndcl t0\nmov r0, v0\nmov r0.y, t0.y\nmov oC0, r0\n");
    draw(s);
    assert_pixel(s, 0, 2, 1, 0.25f, 0.5f, 0.5f, 1);
    /* Shader model 3: by usage and index, registers crosswise, no clamping. */
    replace_shader(&s->vs,
                   "vs_3_0\ndcl_position v0\ndcl_normal3 o0\ndcl_color o5\ndcl_position o7\ndcl_texcoord12 o2.yz\n"
                   "def c0, 3, -2, 0.5, 7\nmov o0, c0\nmov o5, c0\nmov o7, v0\nmov o2.yz, c0.xyxw\n");
    replace_shader(&s->ps,
                   "ps_3_0\ndcl_normal3 v4\ndcl_color v1\ndcl_texcoord12 v9.yz\nmov r0.x, v4.x\nmov r0.y, v1.y\n"
                   "mov r0.z, v9.y\nmov r0.w, v9.z\nmov oC0, r0\n");
    draw(s);
    assert_pixel(s, 0, 2, 1, 3, -2, -2, 3);
    /* color0 that nothing writes is 1, all else 0. */
    replace_shader(&s->ps, "ps_3_0\ndcl_color1 v4\ndcl_texcoord3 v2\nadd r0, v4, v2\nmov oC0, r0\n");
    draw(s);
    assert_pixel(s, 0, 2, 1, 0, 0, 0, 0);
    replace_shader(&s->vs, "vs_3_0\ndcl_position v0\ndcl_position o7\nmov o7, v0\n");
    replace_shader(&s->ps, PS_COLOR);
    draw(s);
    assert_pixel(s, 0, 2, 1, 1, 1, 1, 1);
    end_scene(s);
}

/* Position and point size are no inputs by the rules, but they have values. */
static void test_special_links(void **state)
{
    (void)state;
    scene *s = new_scene(4, 4, S9_TARGET_A32B32G32R32F,
                         "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_psize o1.x\ndef c0, 3, 0, 0, 0\nmov o0, v0\n"
                         "mov o1.x, c0\n",
                         "ps_3_0\ndcl_position v0\nmov oC0, v0\n");
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    assert_pixel(s, 0, 1, 3, -0.5f, -0.5f, 0.5f, 1);
    replace_shader(&s->ps, "ps_3_0\ndcl_psize v0.x\nmov oC0, v0.x\n");
    draw(s);
    assert_pixel(s, 0, 1, 3, 3, 3, 3, 3);
    end_scene(s);
}

static void test_stopped(void **state)
{
    (void)state;
    static const char vs_long[] =
        "vs_3_0\ndcl_position v0\ndcl_position o0\ndefi i0, 200, 0, 0, 0\nmov r0, v0\nrep i0\n"
        "add r0.x, r0.x, v0.y\nendrep\nmov o0, v0\nmov o0.z, r0.z\n";
    static const char ps_long[] = "ps_3_0\ndcl_texcoord v0\ndefi i0, 200, 0, 0, 0\nmov r0, v0\nrep i0\n"
                                  "add r0.x, r0.x, v0.y\nendrep\nmov oC0, r0\n";
    scene *s = new_scene(4, 4, S9_TARGET_A32B32G32R32F, VS_COPY, PS_EXTRA);
    s9_shader_options options = {.struct_size = sizeof options, .max_steps = 20};
    for (int stage = 0; stage < 2; stage++) {
        s9_shader **shader = stage == 0 ? &s->vs : &s->ps;
        const char *text = stage == 0 ? vs_long : ps_long;
        s9_shader *short_one = *shader;
        s9_program *program;
        s9_diagnostics *list;
        assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
        assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, list), S9_OK);
        assert_int_equal(s9_shader_create(program, NULL, &options, shader, list), S9_OK);
        s9_program_destroy(program);
        restart(s);
        add_full_quad(s, 0.5);
        assert_int_equal(draw_with_allocator(s, NULL, list), S9_ERROR_INVALID);
        assert_int_equal(s9_diagnostics_errors(list), 1);
        s9_diagnostics_destroy(list);
        s9_shader_destroy(*shader);
        *shader = short_one;
    }
    end_scene(s);
}

/* What comes behind a lane that was stopped is not drawn any more: it could take as long again, many times. */
static void test_stopped_ends(void **state)
{
    (void)state;
    static const char text[] = "ps_3_0\ndcl vPos.xy\ndefi i0, 200, 0, 0, 0\ndef c0, 2, 1, 0, 0\nmov r0, c0.y\n"
                               "if_lt vPos.y, c0.x\nrep i0\nadd r0.x, r0.x, c0.y\nendrep\nendif\nmov oC0, r0\n";
    scene *s = new_scene(64, 64, S9_TARGET_A32B32G32R32F, VS_COPY, PS_EXTRA);
    s9_shader_options options = {.struct_size = sizeof options, .max_steps = 20};
    s9_shader *short_one = s->ps;
    s9_program *program;
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, list), S9_OK);
    assert_int_equal(s9_shader_create(program, NULL, &options, &s->ps, list), S9_OK);
    s9_program_destroy(program);
    restart(s);
    add_full_quad(s, 0.5);
    assert_int_equal(draw_with_allocator(s, NULL, list), S9_ERROR_INVALID);
    assert_pixel(s, 0, 5, 63, 0, 0, 0, 0);
    s9_diagnostics_destroy(list);
    s9_shader_destroy(s->ps);
    s->ps = short_one;
    end_scene(s);
}

static void test_missing_elements(void **state)
{
    (void)state;
    scene *s = new_scene(
        4, 4, S9_TARGET_A32B32G32R32F,
        "vs_3_0\ndcl_position v0\ndcl_normal v1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\nmov o1, v1\n", PS_EXTRA);
    restart(s);
    add_full_quad(s, 0.5);
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(draw_with_allocator(s, NULL, list), S9_OK);
    assert_int_equal(s9_diagnostics_warnings(list), 1);
    assert_string_equal(s9_diagnostics_get(list, 0)->code, "V361");
    assert_pixel(s, 0, 1, 1, 0, 0, 0, 1);
    /* No position output at all. */
    replace_shader(&s->vs, "vs_2_0\ndcl_position v0\nmov oT0, v0\n");
    s9_diagnostics_clear(list);
    assert_int_equal(draw_with_allocator(s, NULL, list), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(list), 1);
    /* Stages the wrong way round. */
    s9_shader *swap = s->vs;
    s->vs = s->ps;
    s->ps = swap;
    assert_int_equal(draw_with_allocator(s, NULL, list), S9_ERROR_ARGUMENT);
    s9_diagnostics_destroy(list);
    end_scene(s);
}

static void test_flat(void **state)
{
    (void)state;
    scene *s = new_scene(16, 8, S9_TARGET_A32B32G32R32F, VS_COPY,
                         "ps_3_0\ndcl_color v0\ndcl_texcoord v1\nmov oC0.xyz, v0\nmov oC0.w, v1.w\n");
    s->state.shade = S9_SHADE_FLAT;
    static const struct {
        s9_topology topology;
        double places[4][2];
        uint32_t x[2], y[2];
        float red[2]; /* red of vertex i is i + 1 */
    } cases[] = {
        {S9_TOPOLOGY_TRIANGLE_LIST, {{0, 0}, {8, 0}, {0, 8}, {0, 0}}, {1, 1}, {1, 1}, {1, 1}},
        {S9_TOPOLOGY_TRIANGLE_STRIP, {{0, 0}, {8, 0}, {0, 8}, {8, 8}}, {1, 6}, {1, 6}, {1, 2}},
        {S9_TOPOLOGY_TRIANGLE_FAN, {{0, 0}, {8, 0}, {8, 8}, {0, 8}}, {6, 1}, {1, 6}, {2, 3}},
        {S9_TOPOLOGY_LINE_STRIP, {{0, 0}, {8, 0}, {8, 7}, {0, 7}}, {4, 8}, {0, 4}, {1, 2}},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        restart(s);
        s->topology = cases[i].topology;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t v = add_vertex(s, cases[i].places[k][0], cases[i].places[k][1], 0.5, 1);
            s->colors[v][0] = (float)k + 1;
            s->extra[v][3] = 1;
        }
        draw(s);
        for (int k = 0; k < 2; k++) {
            if (red(s, cases[i].x[k], cases[i].y[k]) != cases[i].red[k]) {
                fail_msg("case %zu, %d: %g", i, k, (double)red(s, cases[i].x[k], cases[i].y[k]));
            }
        }
    }
    end_scene(s);
}

/* ---- points and lines ---- */

static void test_points(void **state)
{
    (void)state;
    scene *s = new_scene(16, 16, S9_TARGET_A32B32G32R32F,
                         "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_psize o1.x\ndcl_texcoord3 o2\n"
                         "mov o0, v0\nmov o1.x, v1.x\nmov o2, v1\n",
                         "ps_3_0\ndcl_texcoord3 v0\nmov oC0, v0\n");
    s->topology = S9_TOPOLOGY_POINT_LIST;
    restart(s);
    const float extra[4] = {4, 0.5f, 0.25f, 1};
    memcpy(s->extra[add_vertex(s, 8, 6, 0.5, 1)], extra, sizeof extra);
    draw(s);
    for (uint32_t i = 0; i < 256; i++) {
        /* 6 .. 10 across, 4 .. 8 down, right and bottom outside */
        bool inside = i % 16 >= 6 && i % 16 < 10 && i / 16 >= 4 && i / 16 < 8;
        assert_pixel(s, 0, i % 16, i / 16, inside ? 4 : 0, inside ? 0.5f : 0, inside ? 0.25f : 0, inside);
    }
    /* Sprites: the coordinate runs over the square. */
    s->state.point_sprite = true;
    draw(s);
    assert_pixel(s, 0, 6, 4, 0, 0, 0, 1);
    assert_pixel(s, 0, 9, 5, 0.75f, 0.25f, 0, 1);
    s->state.point_sprite = false;
    /* Smallest and largest size; NaN. */
    static const float sizes[3] = {0.25f, 1000, NAN};
    static const uint32_t counts[3] = {4, 64, 4};
    s->state.point_size_min = 2;
    s->state.point_size_max = 8;
    for (int i = 0; i < 3; i++) {
        restart(s);
        s->extra[add_vertex(s, 8, 8, 0.5, 1)][0] = sizes[i];
        s->extra[0][3] = 1;
        draw(s);
        uint32_t count = 0;
        for (uint32_t k = 0; k < 256; k++) {
            float rgba[4];
            pixel(s, 0, k % 16, k / 16, rgba);
            count += rgba[3] != 0;
        }
        assert_int_equal(count, counts[i]);
    }
    /* Size from the state; outside in z; cut by the edge of the target. */
    replace_shader(&s->vs, VS_COPY);
    replace_shader(&s->ps, PS_WHITE);
    s->state.point_size = 3;
    restart(s);
    add_vertex(s, 0, 0, 0.5, 1);
    add_vertex(s, 8, 8, 1.5, 1);
    add_vertex(s, 8, 8, -0.5, 1);
    add_vertex(s, 8, 8, 0.5, -1);
    draw(s);
    assert_int_equal(covered(s, NULL), 4);
    end_scene(s);
}

static void test_lines(void **state)
{
    (void)state;
    scene *s = new_scene(8, 8, S9_TARGET_A32B32G32R32F, VS_COPY, PS_WHITE);
    s->topology = S9_TOPOLOGY_LINE_LIST;
    static const struct {
        double from[2], to[2];
        const char *rows;
    } cases[] = {
        {{0, 0}, {5, 0}, "######.. ........ ........ ........ ........ ........ ........ ........ "},
        {{5, 2}, {1, 2}, "........ ........ .#####.. ........ ........ ........ ........ ........ "},
        {{3, 1}, {3, 4}, "........ ...#.... ...#.... ...#.... ...#.... ........ ........ ........ "},
        {{0, 0}, {5, 5}, "#....... .#...... ..#..... ...#.... ....#... .....#.. ........ ........ "},
        {{5, 0}, {0, 5}, ".....#.. ....#... ...#.... ..#..... .#...... #....... ........ ........ "},
        /* slope 1/2: half way takes the upper pixel */
        {{0, 0}, {4, 2}, "##...... ..##.... ....#... ........ ........ ........ ........ ........ "},
        /* ends inside the diamonds of pixels 1 and 4, and outside of those of 0 and 5 */
        {{0.75, 3}, {4.25, 3}, "........ ........ ........ .####... ........ ........ ........ ........ "},
        /* begins in a corner that belongs to no diamond */
        {{0.375, 3.375}, {3, 3.375}, "........ ........ ........ .###.... ........ ........ ........ ........ "},
        /* a point */
        {{2, 2}, {2, 2}, "........ ........ ..#..... ........ ........ ........ ........ ........ "},
        /* cut by the target */
        {{-10, 6}, {20, 6}, "........ ........ ........ ........ ........ ........ ######## ........ "},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        for (int turn = 0; turn < 2; turn++) {
            restart(s);
            const double *from = turn ? cases[i].to : cases[i].from, *to = turn ? cases[i].from : cases[i].to;
            add_vertex(s, from[0], from[1], 0.5, 1);
            add_vertex(s, to[0], to[1], 0.5, 1);
            draw(s);
            for (uint32_t k = 0; k < 64; k++) {
                if ((red(s, k % 8, k / 8) > 0) != (cases[i].rows[k / 8 * 9 + k % 8] == '#')) {
                    fail_msg("line %zu, turn %d, pixel (%u, %u)", i, turn, (unsigned)(k % 8), (unsigned)(k / 8));
                }
            }
        }
    }
    /* Inputs by two weights, perspective-correct. */
    replace_shader(&s->ps, PS_EXTRA);
    restart(s);
    add_vertex(s, 0, 0, 0, 1);
    add_vertex(s, 7, 0, 1, 2);
    s->extra[1][0] = 7;
    s->extra[0][3] = s->extra[1][3] = 1;
    s->state.depth_func = S9_COMPARE_ALWAYS;
    draw(s);
    for (uint32_t x = 0; x < 8; x++) {
        double t = x / 7.0, expected = (t * 7 / 2) / (t / 2 + (1 - t));
        float rgba[4];
        pixel(s, 0, x, 0, rgba);
        assert_true(rgba[3] == 1 && fabs((double)rgba[0] - expected) < 1e-6);
        assert_true(fabs((double)s9_framebuffer_depth(s->framebuffer)[x] - t) < 1e-6);
    }
    end_scene(s);
}

static void test_strips_and_fans(void **state)
{
    (void)state;
    /* A strip keeps its turning direction: nothing of it is culled, or everything. */
    scene *s = new_scene(16, 4, S9_TARGET_A8R8G8B8, VS_COPY, PS_WHITE);
    s->topology = S9_TOPOLOGY_TRIANGLE_STRIP;
    s->state.cull = S9_CULL_CCW;
    for (int turn = 0; turn < 2; turn++) {
        restart(s);
        for (uint32_t i = 0; i < 10; i++) {
            uint32_t down = turn ? (i + 1) % 2 : i % 2;
            add_vertex(s, i / 2 * 4, down ? 4 : 0, 0.5, 1);
        }
        draw(s);
        assert_int_equal(covered(s, NULL), turn ? 64 : 0);
    }
    restart(s);
    s->topology = S9_TOPOLOGY_TRIANGLE_FAN;
    const double places[5][2] = {{0, 0}, {8, 0}, {16, 0}, {16, 4}, {0, 4}};
    for (int i = 0; i < 5; i++) {
        add_vertex(s, places[i][0], places[i][1], 0.5, 1);
    }
    draw(s);
    assert_int_equal(covered(s, NULL), 64);
    /* Indices, and ones that are left over. */
    restart(s);
    s->topology = S9_TOPOLOGY_TRIANGLE_LIST;
    static const uint32_t indices[8] = {0, 2, 3, 0, 3, 4, 0, 2};
    for (int i = 0; i < 5; i++) {
        add_vertex(s, places[i][0], places[i][1], 0.5, 1);
    }
    s->indices = indices;
    s->index_count = 8;
    draw(s);
    assert_int_equal(covered(s, NULL), 64);
    end_scene(s);
}

/* ---- threads and memory ---- */

static void test_threads(void **state)
{
    (void)state;
    s9_blob first = {0};
    for (uint32_t threads = 1; threads <= 5; threads++) {
        scene *s = new_scene(123, 97, S9_TARGET_A8R8G8B8, VS_COPY, PS_EXTRA);
        restart(s);
        random_state = 4242;
        for (uint32_t i = 0; i < 900; i++) {
            uint32_t v = add_vertex(s, unit() * 140 - 10, unit() * 110 - 6, unit() * 1.2 - 0.1, 0.5 + unit());
            for (int k = 0; k < 4; k++) {
                s->extra[v][k] = (float)unit();
            }
        }
        s->threads = threads;
        s->state.blend = true;
        s->state.src = S9_BLEND_SRC_ALPHA;
        s->state.dst = S9_BLEND_INV_SRC_ALPHA;
        draw(s);
        s9_image image;
        s9_blob png;
        assert_int_equal(s9_framebuffer_image(s->framebuffer, 0, NULL, &image), S9_OK);
        assert_int_equal(s9_image_write_png_memory(&image, NULL, &png), S9_OK);
        s9_image_free(&image);
        if (threads == 1) {
            first = png;
        } else {
            assert_int_equal(png.size, first.size);
            assert_memory_equal(png.data, first.data, png.size);
            s9_blob_free(&png);
        }
        end_scene(s);
    }
    s9_blob_free(&first);
}

/*
 * More primitives than threads note at once, over many blocks of rows, in no order: nearly all have no area, the others
 * are blended over each other.
 */
static void test_many_primitives(void **state)
{
    (void)state;
    enum { VERTICES = 900, PRIMITIVES = (1 << 20) + 9000 };
    uint32_t *indices = malloc(sizeof *indices * 3 * PRIMITIVES);
    s9_image first = {0};
    assert_non_null(indices);
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        scene *s = new_scene(61, 700, S9_TARGET_A8R8G8B8, VS_COPY, PS_EXTRA);
        restart(s);
        random_state = 777;
        for (uint32_t i = 0; i < VERTICES; i++) {
            uint32_t v = add_vertex(s, unit() * 70 - 5, unit() * 740 - 20, unit() * 1.1 - 0.05, 0.5 + unit());
            for (int k = 0; k < 4; k++) {
                s->extra[v][k] = (float)unit();
            }
        }
        for (uint32_t i = 0; i < PRIMITIVES; i++) {
            bool real = i % 4000 < 2;
            uint32_t vertex = (uint32_t)(unit() * (VERTICES - 2));
            indices[3 * i] = vertex;
            indices[3 * i + 1] = real ? vertex + 1 : vertex;
            indices[3 * i + 2] = real ? vertex + 2 : vertex;
        }
        s->indices = indices;
        s->index_count = 3 * PRIMITIVES;
        s->threads = threads;
        s->state.blend = true;
        s->state.src = S9_BLEND_SRC_ALPHA;
        s->state.dst = S9_BLEND_INV_SRC_ALPHA;
        s->state.cull = S9_CULL_NONE;
        draw(s);
        s9_image image;
        assert_int_equal(s9_framebuffer_image(s->framebuffer, 0, NULL, &image), S9_OK);
        if (threads == 1) {
            first = image;
        } else {
            assert_memory_equal(image.pixels, first.pixels, (size_t)image.width * image.height * 4);
            s9_image_free(&image);
        }
        end_scene(s);
    }
    s9_image_free(&first);
    free(indices);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    scene *s = new_scene(16, 16, S9_TARGET_A8R8G8B8, VS_COPY, PS_EXTRA);
    restart(s);
    add_full_quad(s, 0.5);
    for (uint32_t at = 0; at < 1000; at++) {
        memory_source counter = {.fails_at = at};
        s9_allocator allocator = memory_allocator(&counter);
        s9_result result = draw_with_allocator(s, &allocator, NULL);
        assert_int_equal(counter.out, 0);
        if (result == S9_OK) {
            end_scene(s);
            return;
        }
        assert_int_equal(result, S9_ERROR_MEMORY);
    }
    fail_msg("never enough memory");
}

static void test_camera(void **state)
{
    (void)state;
    const float eye[3] = {0, 0, -5}, at[3] = {0, 0, 0}, up[3] = {0, 5, 0};
    float rows[4][4];
    assert_true(s9_camera_rows(eye, at, 90, 1, 11, 2, rows));
    /* (1, 2, 0) is five away: x / 2 for the aspect, w = 5, z = (5 - 1) * 11 / 10 */
    const float point[4] = {1, 2, 0, 1}, expected[4] = {0.5f, 2, 4.4f, 5};
    for (int i = 0; i < 4; i++) {
        float sum = 0;
        for (int k = 0; k < 4; k++) {
            sum += rows[i][k] * point[k];
        }
        assert_true(fabsf(sum - expected[i]) < 1e-5f);
    }
    assert_true(s9_camera_rows(up, at, 60, 0.1f, 100, 1, rows));
    assert_false(s9_camera_rows(eye, eye, 60, 0.1f, 100, 1, rows));
    assert_false(s9_camera_rows(eye, at, 0, 0.1f, 100, 1, rows));
    assert_false(s9_camera_rows(eye, at, 60, 0, 100, 1, rows));
    assert_false(s9_camera_rows(eye, at, 60, NAN, 100, 1, rows));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fill_rule),
        cmocka_unit_test(test_whole_target),
        cmocka_unit_test(test_viewport_and_scissor),
        cmocka_unit_test(test_shared_edges),
        cmocka_unit_test(test_random_coverage),
        cmocka_unit_test(test_facing),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_near_plane),
        cmocka_unit_test(test_depth_range_and_planes),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_special_links),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_stopped_ends),
        cmocka_unit_test(test_missing_elements),
        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_strips_and_fans),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_many_primitives),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_camera),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
