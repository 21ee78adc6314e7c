/* SPDX-License-Identifier: MIT */
/* What happens to a shaded pixel: tests, fog, blending, conversion, several targets; and filters. */
#include "draw_scene.h"

#include "texture/sampling.h"

static void set_constant(scene *s, float r, float g, float b, float a)
{
    const float value[4] = {r, g, b, a};
    memcpy(s->ps_constants[0], value, sizeof value);
}

/* One quad over everything, in a constant colour. */
static void draw_color(scene *s, double z, float r, float g, float b, float a)
{
    s->count = 0;
    add_full_quad(s, z);
    set_constant(s, r, g, b, a);
    draw(s);
}

/* ---- rounding ---- */

static void test_rounding(void **state)
{
    (void)state;
    scene *s = new_scene(2, 2, S9_TARGET_A8R8G8B8, VS_COPY, PS_CONSTANT);
    restart(s);
    static const struct {
        float value;
        uint8_t byte;
    } cases[] = {{0.0f, 0},          {1.0f, 255},     {0.5f, 128},     {-1.0f, 0},   {7.0f, 255},
                 {NAN, 0},           {INFINITY, 255}, {-INFINITY, 0},  {0.0019f, 0}, {0.002f, 1},
                 {0.99803925f, 255}, {0.9980f, 254},  {0.00196078f, 0}};
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        draw_color(s, 0.5, cases[i].value, 0, 0, cases[i].value);
        s9_image image;
        assert_int_equal(s9_framebuffer_image(s->framebuffer, 0, NULL, &image), S9_OK);
        if (image.pixels[0] != cases[i].byte || image.pixels[3] != cases[i].byte) {
            fail_msg("%g became %u", (double)cases[i].value, (unsigned)image.pixels[0]);
        }
        s9_image_free(&image);
    }
    /* Every byte comes back as itself. */
    for (int byte = 0; byte < 256; byte++) {
        draw_color(s, 0.5, (float)byte / 255.0f, 0, 0, 1);
        assert_true(red(s, 1, 1) == (float)byte / 255.0f);
    }
    end_scene(s);
}

static void test_clear(void **state)
{
    (void)state;
    for (int format = 0; format < 2; format++) {
        scene *s = new_scene(3, 2, (s9_target_format)format, VS_COPY, PS_CONSTANT);
        s->targets = 2;
        make_framebuffer(s);
        assert_true(s9_framebuffer_depth(s->framebuffer)[5] == 1.0f);
        const float color[4] = {0.5f, -1, 2, 1};
        s9_framebuffer_clear(s->framebuffer, color, 0.25f, 0x107);
        float half = 128 / 255.0f;
        for (uint32_t t = 0; t < 2; t++) {
            assert_pixel(s, t, 2, 1, format == 0 ? half : 0.5f, format == 0 ? 0 : -1, format == 0 ? 1 : 2, 1);
        }
        assert_true(s9_framebuffer_depth(s->framebuffer)[0] == 0.25f);
        assert_int_equal(s9_framebuffer_stencil(s->framebuffer)[5], 7);
        float all[3 * 2 * 4];
        s9_framebuffer_floats(s->framebuffer, 1, all);
        assert_true(all[5 * 4] == (format == 0 ? half : 0.5f));
        end_scene(s);
    }
    s9_framebuffer *framebuffer;
    s9_framebuffer_desc desc = {.struct_size = sizeof desc, .width = 0, .height = 1, .target_count = 1};
    assert_int_equal(s9_framebuffer_create(NULL, &desc, &framebuffer), S9_ERROR_ARGUMENT);
    desc.width = 1;
    desc.target_count = 5;
    assert_int_equal(s9_framebuffer_create(NULL, &desc, &framebuffer), S9_ERROR_ARGUMENT);
    s9_framebuffer_destroy(NULL);
}

/* ---- depth, alpha, stencil ---- */

static bool holds(s9_compare_func func, double a, double b)
{
    switch (func) {
    case S9_COMPARE_LESS:
        return a < b;
    case S9_COMPARE_EQUAL:
        return a == b;
    case S9_COMPARE_LESS_EQUAL:
        return a <= b;
    case S9_COMPARE_GREATER:
        return a > b;
    case S9_COMPARE_NOT_EQUAL:
        return a != b;
    case S9_COMPARE_GREATER_EQUAL:
        return a >= b;
    default:
        return func == S9_COMPARE_ALWAYS;
    }
}

static void test_depth(void **state)
{
    (void)state;
    static const char shader_depth[] = "ps_3_0\ndef c1, 0, 0, 0, 0\nmov oC0, c0\nmov oDepth, c2.x\n";
    scene *s = new_scene(2, 2, S9_TARGET_A8R8G8B8, VS_COPY, PS_CONSTANT);
    for (int own = 0; own < 2; own++) {
        if (own == 1) {
            replace_shader(&s->ps, shader_depth);
        }
        for (int func = 1; func <= 8; func++) {
            for (int write = 0; write < 2; write++) {
                for (int i = 0; i < 3; i++) {
                    restart(s);
                    const float black[4] = {0, 0, 0, 0};
                    s9_framebuffer_clear(s->framebuffer, black, 0.5f, 0);
                    s->state.depth_func = (s9_compare_func)func;
                    s->state.depth_write = write == 1;
                    double z = 0.25 * (i + 1);
                    s->ps_constants[2][0] = (float)z;
                    draw_color(s, own ? 0.9 : z, 1, 1, 1, 1);
                    bool passes = holds((s9_compare_func)func, z, 0.5);
                    assert_true((red(s, 1, 0) == 1) == passes);
                    float stored = s9_framebuffer_depth(s->framebuffer)[2];
                    assert_true(stored == (passes && write ? (float)z : 0.5f));
                }
            }
        }
    }
    /* oDepth is clamped, NaN to 0. */
    static const float depths[3] = {7, -3, NAN}, kept[3] = {1, 0, 0};
    s->state.depth_func = S9_COMPARE_ALWAYS;
    s->state.depth_write = true;
    for (int i = 0; i < 3; i++) {
        s->ps_constants[2][0] = depths[i];
        draw_color(s, 0.5, 1, 1, 1, 1);
        assert_true(s9_framebuffer_depth(s->framebuffer)[0] == kept[i]);
    }
    /* The bias moves interpolated depth, not oDepth. */
    s->state.depth_bias = 0.125f;
    s->ps_constants[2][0] = 0.5f;
    draw_color(s, 0.25, 1, 1, 1, 1);
    assert_true(s9_framebuffer_depth(s->framebuffer)[0] == 0.5f);
    replace_shader(&s->ps, PS_CONSTANT);
    draw_color(s, 0.25, 1, 1, 1, 1);
    assert_true(s9_framebuffer_depth(s->framebuffer)[0] == 0.375f);
    /* Without the test nothing is compared or written. */
    s->state.depth_test = false;
    draw_color(s, 0.75, 0, 0, 0, 1);
    assert_true(red(s, 0, 0) == 0 && s9_framebuffer_depth(s->framebuffer)[0] == 0.375f);
    end_scene(s);
}

static void test_alpha(void **state)
{
    (void)state;
    scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F, VS_COPY, PS_CONSTANT);
    s->state.alpha_test = true;
    s->state.alpha_ref = 128;
    static const float alphas[] = {-1, 0.5f, 128 / 255.0f, 0.75f, 2, NAN};
    for (int func = 1; func <= 8; func++) {
        for (size_t i = 0; i < S9_COUNT(alphas); i++) {
            restart(s);
            s->state.alpha_func = (s9_compare_func)func;
            draw_color(s, 0.5, 1, 1, 1, alphas[i]);
            bool passes = holds((s9_compare_func)func, (double)alphas[i], (double)(128 / 255.0f));
            assert_true((red(s, 0, 0) == 1) == passes);
            assert_true((s9_framebuffer_depth(s->framebuffer)[0] == 0.5f) == passes);
        }
    }
    end_scene(s);
}

static uint32_t stencil_result(s9_stencil_op op, uint32_t stored, uint32_t ref)
{
    switch (op) {
    case S9_STENCIL_ZERO:
        return 0;
    case S9_STENCIL_REPLACE:
        return ref;
    case S9_STENCIL_INCR_SAT:
        return stored == 255 ? 255 : stored + 1;
    case S9_STENCIL_DECR_SAT:
        return stored == 0 ? 0 : stored - 1;
    case S9_STENCIL_INVERT:
        return 255 - stored;
    case S9_STENCIL_INCR:
        return (stored + 1) % 256;
    case S9_STENCIL_DECR:
        return (stored + 255) % 256;
    default:
        return stored;
    }
}

static void test_stencil(void **state)
{
    (void)state;
    scene *s = new_scene(2, 2, S9_TARGET_A8R8G8B8, VS_COPY, PS_CONSTANT);
    s->state.stencil_test = true;
    static const uint8_t stored_values[] = {0, 1, 5, 128, 255};
    const float black[4] = {0, 0, 0, 0};
    for (int op = 1; op <= 8; op++) {
        for (int func = 1; func <= 8; func++) {
            for (size_t i = 0; i < S9_COUNT(stored_values); i++) {
                for (int deep = 0; deep < 2; deep++) {
                    uint32_t stored = stored_values[i], ref = 5, mask = deep ? 0x0F : 0xFF,
                             write_mask = deep ? 0xF0 : 0xFF;
                    restart(s);
                    s9_framebuffer_clear(s->framebuffer, black, 0.5f, stored);
                    s->state.stencil_ref = ref | 0x300;
                    s->state.stencil_mask = mask;
                    s->state.stencil_write_mask = write_mask;
                    /* one operation under test, the others would show */
                    bool passes = holds((s9_compare_func)func, ref & mask, stored & mask);
                    s9_stencil_side side = {(s9_compare_func)func, S9_STENCIL_INVERT, S9_STENCIL_INVERT,
                                            S9_STENCIL_INVERT};
                    *(!passes ? &side.fail : deep ? &side.zfail : &side.pass) = (s9_stencil_op)op;
                    s->state.stencil = side;
                    draw_color(s, deep ? 0.75 : 0.25, 1, 1, 1, 1);
                    uint32_t result = stencil_result((s9_stencil_op)op, stored, ref);
                    uint32_t expected = (stored & ~write_mask) | (result & write_mask);
                    assert_int_equal(s9_framebuffer_stencil(s->framebuffer)[3], expected);
                    assert_true((red(s, 0, 0) == 1) == (passes && deep == 0));
                }
            }
        }
    }
    /* The other side's own rules, and without two sides the same. */
    for (int two = 0; two < 2; two++) {
        restart(s);
        s->state.stencil_two_sided = two == 1;
        s->state.stencil_mask = s->state.stencil_write_mask = 255;
        s->state.stencil = (s9_stencil_side){S9_COMPARE_ALWAYS, S9_STENCIL_KEEP, S9_STENCIL_KEEP, S9_STENCIL_INCR};
        s->state.stencil_ccw = (s9_stencil_side){S9_COMPARE_ALWAYS, S9_STENCIL_KEEP, S9_STENCIL_KEEP, S9_STENCIL_DECR};
        add_vertex(s, 0, 0, 0.5, 1);
        add_vertex(s, 0, 2, 0.5, 1);
        add_vertex(s, 2, 0, 0.5, 1);
        draw(s);
        assert_int_equal(s9_framebuffer_stencil(s->framebuffer)[0], two ? 255 : 1);
    }
    end_scene(s);
}

/* ---- blending ---- */

static float factor_of(int factor, int k, const float *s, const float *d, const float *constant)
{
    switch (factor) {
    case S9_BLEND_ZERO:
        return 0;
    case S9_BLEND_ONE:
        return 1;
    case S9_BLEND_SRC_COLOR:
        return s[k];
    case S9_BLEND_INV_SRC_COLOR:
        return 1 - s[k];
    case S9_BLEND_SRC_ALPHA:
        return s[3];
    case S9_BLEND_INV_SRC_ALPHA:
        return 1 - s[3];
    case S9_BLEND_DEST_ALPHA:
        return d[3];
    case S9_BLEND_INV_DEST_ALPHA:
        return 1 - d[3];
    case S9_BLEND_DEST_COLOR:
        return d[k];
    case S9_BLEND_INV_DEST_COLOR:
        return 1 - d[k];
    case S9_BLEND_SRC_ALPHA_SAT:
        return k == 3 ? 1 : fminf(s[3], 1 - d[3]);
    case S9_BLEND_BLEND_FACTOR:
        return constant[k];
    default:
        return 1 - constant[k];
    }
}

static float operation(int op, float s, float source, float d, float dest)
{
    float a = s * source, b = d * dest;
    return op == S9_BLEND_OP_ADD            ? a + b
           : op == S9_BLEND_OP_SUBTRACT     ? a - b
           : op == S9_BLEND_OP_REV_SUBTRACT ? b - a
           : op == S9_BLEND_OP_MIN          ? fminf(source, dest)
                                            : fmaxf(source, dest);
}

static void test_blend(void **state)
{
    (void)state;
    static const int factors[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15};
    const float source[4] = {0.25f, 0.75f, 0.125f, 0.625f}, dest[4] = {0.5f, 0.375f, 1.0f, 0.25f};
    for (int format = 0; format < 2; format++) {
        scene *s = new_scene(1, 1, (s9_target_format)format, VS_COPY, PS_CONSTANT);
        const float constant[4] = {0.1f, 0.2f, 0.7f, 0.4f};
        s->state.blend = true;
        memcpy(s->state.blend_factor, constant, sizeof constant);
        float stored[4];
        restart(s);
        s9_framebuffer_clear(s->framebuffer, dest, 1, 0);
        pixel(s, 0, 0, 0, stored);
        for (size_t i = 0; i < S9_COUNT(factors); i++) {
            for (size_t k = 0; k < S9_COUNT(factors); k++) {
                for (int op = 1; op <= 5; op++) {
                    for (int separate = 0; separate < 2; separate++) {
                        s9_framebuffer_clear(s->framebuffer, dest, 1, 0);
                        s->state.src = (s9_blend_factor)factors[i];
                        s->state.dst = (s9_blend_factor)factors[k];
                        s->state.op = (s9_blend_op)op;
                        s->state.separate_alpha = separate == 1;
                        s->state.src_alpha = (s9_blend_factor)factors[k];
                        s->state.dst_alpha = (s9_blend_factor)factors[i];
                        s->state.op_alpha = (s9_blend_op)(op % 5 + 1);
                        draw_color(s, 0.5, source[0], source[1], source[2], source[3]);
                        float expected[4], got[4];
                        for (int c = 0; c < 4; c++) {
                            bool own = c == 3 && separate;
                            int sf = own ? factors[k] : factors[i], df = own ? factors[i] : factors[k];
                            expected[c] = operation(own ? op % 5 + 1 : op, factor_of(sf, c, source, stored, constant),
                                                    source[c], factor_of(df, c, source, stored, constant), stored[c]);
                            if (format == 0) {
                                float held = fminf(fmaxf(expected[c], 0), 1);
                                expected[c] = (float)floor((double)held * 255 + 0.5) / 255.0f;
                            }
                        }
                        pixel(s, 0, 0, 0, got);
                        for (int c = 0; c < 4; c++) {
                            if (got[c] != expected[c]) {
                                fail_msg("format %d factors %d %d op %d component %d: %g, expected %g", format,
                                         factors[i], factors[k], op, c, (double)got[c], (double)expected[c]);
                            }
                        }
                    }
                }
            }
        }
        end_scene(s);
    }
}

static void test_source_is_clamped(void **state)
{
    (void)state;
    /* For 8 bits the source is clamped before blending: 5 * (1 / 2) is 1 / 2, not 1. */
    for (int format = 0; format < 2; format++) {
        scene *s = new_scene(1, 1, (s9_target_format)format, VS_COPY, PS_CONSTANT);
        restart(s);
        s->state.blend = true;
        s->state.src = S9_BLEND_BLEND_FACTOR;
        s->state.dst = S9_BLEND_ZERO;
        s->state.blend_factor[0] = 0.5f;
        draw_color(s, 0.5, 5, -5, NAN, 1);
        assert_pixel(s, 0, 0, 0, format == 0 ? 128 / 255.0f : 2.5f, format == 0 ? 0 : -5, format == 0 ? 0 : NAN, 1);
        end_scene(s);
    }
}

static void test_masks_and_targets(void **state)
{
    (void)state;
    scene *s = new_scene(2, 1, S9_TARGET_A32B32G32R32F, VS_COPY,
                         "ps_3_0\ndcl vPos.xy\nmov oC0, c0\nmov oC1.xz, c0\nif_gt vPos.x, c1.x\nmov oC3, c0\nendif\n");
    s->targets = 4;
    s->state.color_write[0] = S9_COLOR_WRITE_G | S9_COLOR_WRITE_A;
    make_framebuffer(s);
    const float grey[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    s9_framebuffer_clear(s->framebuffer, grey, 1, 0);
    s->ps_constants[1][0] = 0.5f;
    draw_color(s, 0.5, 1, 2, 3, 4);
    assert_pixel(s, 0, 0, 0, 0.5f, 2, 0.5f, 4);
    assert_pixel(s, 1, 0, 0, 1, 0, 3, 0);             /* what nobody wrote is 0 */
    assert_pixel(s, 2, 0, 0, 0.5f, 0.5f, 0.5f, 0.5f); /* never written: left alone */
    assert_pixel(s, 3, 0, 0, 0.5f, 0.5f, 0.5f, 0.5f); /* not written by this pixel */
    assert_pixel(s, 3, 1, 0, 1, 2, 3, 4);
    /* A shader that writes more targets than there are. */
    s9_framebuffer_destroy(s->framebuffer);
    s->framebuffer = NULL;
    s->targets = 1;
    restart(s);
    draw_color(s, 0.5, 1, 2, 3, 4);
    assert_pixel(s, 0, 1, 0, 0, 2, 0, 4);
    end_scene(s);
}

static void test_kill(void **state)
{
    (void)state;
    /* Discarded pixels write nothing, and go on giving derivatives. */
    scene *s = new_scene(4, 4, S9_TARGET_A32B32G32R32F, VS_COPY,
                         "ps_3_0\ndcl_texcoord v0\ndef c1, -0.5, 0, 0, 1\nadd r0, v0.x, c1.x\ntexkill r0\n"
                         "dsx r1.x, v0.x\nmov r1.yzw, c1.w\nmov oC0, r1\n");
    restart(s);
    draw_color(s, 0.5, 0, 0, 0, 0);
    for (uint32_t i = 0; i < 16; i++) {
        bool kept = i % 4 >= 2;
        assert_pixel(s, 0, i % 4, i / 4, kept ? 0.25f : 0, kept, kept, kept);
        assert_true(s9_framebuffer_depth(s->framebuffer)[i] == (kept ? 0.5f : 1.0f));
    }
    end_scene(s);
}

/* ---- sRGB, fog ---- */

static void test_srgb(void **state)
{
    (void)state;
    scene *s = new_scene(1, 1, S9_TARGET_A8R8G8B8, VS_COPY, PS_CONSTANT);
    s->state.srgb_write = true;
    for (int i = -3; i <= 4003; i++) {
        restart(s);
        float value = (float)i / 4000.0f;
        draw_color(s, 0.5, value, 1, 0, 0.5f);
        float held = fminf(fmaxf(value, 0), 1);
        float expected = (float)floor((double)s9_linear_to_srgb(held) * 255 + 0.5) / 255.0f;
        assert_pixel(s, 0, 0, 0, expected, 1, 0, 128 / 255.0f);
    }
    /* What is stored goes back to linear for blending. */
    s->state.blend = true;
    s->state.src = S9_BLEND_ZERO;
    s->state.dst = S9_BLEND_ONE;
    for (int byte = 0; byte < 256; byte++) {
        const float color[4] = {(float)byte / 255.0f, 0, 0, 1};
        s9_framebuffer_clear(s->framebuffer, color, 1, 0);
        draw_color(s, 0.5, 0, 0, 0, 0);
        assert_pixel(s, 0, 0, 0, color[0], 0, 0, 1);
    }
    s->state.src = S9_BLEND_ONE;
    const float half[4] = {128 / 255.0f, 0, 0, 0};
    s9_framebuffer_clear(s->framebuffer, half, 1, 0);
    draw_color(s, 0.5, 0.25f, 0, 0, 0);
    float sum = 0.25f + s9_srgb_to_linear(128 / 255.0f);
    assert_pixel(s, 0, 0, 0, (float)floor((double)s9_linear_to_srgb(sum) * 255 + 0.5) / 255.0f, 0, 0, 0);
    s9_shader_destroy(s->vs);
    s9_shader_destroy(s->ps);
    s9_framebuffer_destroy(s->framebuffer);

    s = new_scene(1, 1, S9_TARGET_A32B32G32R32F, VS_COPY, PS_CONSTANT);
    s->state.srgb_write = true;
    restart(s);
    draw_color(s, 0.5, 0.5f, 0.001f, 0, 0.5f);
    assert_pixel(s, 0, 0, 0, s9_linear_to_srgb(0.5f), s9_linear_to_srgb(0.001f), 0, 0.5f);
    end_scene(s);
}

static void fog_case(scene *s, s9_fog_mode mode, s9_fog_depth depth, double z, double w, float expected)
{
    restart(s);
    s->state.fog_mode = mode;
    s->state.fog_depth = depth;
    for (int i = 0; i < 3; i++) {
        add_vertex(s, i == 1 ? 4 : 0, i == 2 ? 4 : 0, z, w);
    }
    set_constant(s, 1, 0, 0.5f, 0.25f);
    draw(s);
    float rgba[4], f = expected;
    pixel(s, 0, 0, 0, rgba);
    const float colour[3] = {1, 0, 0.5f}, fog[3] = {0, 1, 0.5f};
    for (int k = 0; k < 3; k++) {
        float want = f * colour[k] + (1 - f) * fog[k];
        if (fabsf(rgba[k] - want) > 1e-6f) {
            fail_msg("mode %d depth %d component %d: %g, expected %g", (int)mode, (int)depth, k, (double)rgba[k],
                     (double)want);
        }
    }
    assert_true(rgba[3] == 0.25f);
}

static void test_fog(void **state)
{
    (void)state;
    scene *s =
        new_scene(2, 2, S9_TARGET_A32B32G32R32F, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oFog, c0.x\nmov oD1, c1\n",
                  "ps_2_0\nmov r0, c0\nmov oC0, r0\n");
    const float color[3] = {0, 1, 0.5f};
    s->state.fog = true;
    memcpy(s->state.fog_color, color, sizeof color);
    static const float given[] = {0.25f, 0, 1, 7, -7, NAN, INFINITY, -INFINITY};
    static const float factor[] = {0.25f, 0, 1, 1, 0, 1, 1, 0};
    for (size_t i = 0; i < S9_COUNT(given); i++) {
        s->vs_constants[0][0] = given[i];
        fog_case(s, S9_FOG_NONE, S9_FOG_DEPTH_W, 0.5, 1, factor[i]);
    }
    s->state.fog_start = 2;
    s->state.fog_end = 10;
    fog_case(s, S9_FOG_LINEAR, S9_FOG_DEPTH_W, 0.5, 4, 0.75f);
    fog_case(s, S9_FOG_LINEAR, S9_FOG_DEPTH_W, 0.5, 1, 1);
    fog_case(s, S9_FOG_LINEAR, S9_FOG_DEPTH_W, 0.5, 20, 0);
    s->state.fog_start = 0;
    s->state.fog_end = 1;
    fog_case(s, S9_FOG_LINEAR, S9_FOG_DEPTH_Z, 0.25, 4, 0.75f);
    s->state.fog_start = s->state.fog_end = 3;
    fog_case(s, S9_FOG_LINEAR, S9_FOG_DEPTH_W, 0.5, 2, 1);
    fog_case(s, S9_FOG_LINEAR, S9_FOG_DEPTH_W, 0.5, 3, 0);
    s->state.fog_density = 0.5f;
    fog_case(s, S9_FOG_EXP, S9_FOG_DEPTH_W, 0.5, 3, expf(-1.5f));
    fog_case(s, S9_FOG_EXP2, S9_FOG_DEPTH_W, 0.5, 3, expf(-2.25f));
    /* Without oFog: alpha of oD1; without either: its default, 0. */
    replace_shader(&s->vs, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oD1, c1\n");
    s->vs_constants[1][3] = 0.5f;
    fog_case(s, S9_FOG_NONE, S9_FOG_DEPTH_W, 0.5, 1, 0.5f);
    replace_shader(&s->vs, "vs_2_0\ndcl_position v0\nmov oPos, v0\n");
    fog_case(s, S9_FOG_NONE, S9_FOG_DEPTH_W, 0.5, 1, 0);
    /* Never with ps_3_0. */
    replace_shader(&s->vs, VS_COPY);
    replace_shader(&s->ps, PS_CONSTANT);
    fog_case(s, S9_FOG_LINEAR, S9_FOG_DEPTH_W, 0.5, 50, 1);
    end_scene(s);
}

/* ---- filters ---- */

static s9_texture *random_image(uint32_t width, uint32_t height, s9_image *image)
{
    assert_int_equal(s9_image_create(NULL, width, height, image), S9_OK);
    uint32_t seed = 11;
    for (size_t i = 0; i < (size_t)width * height * 4; i++) {
        seed = seed * 1664525u + 1013904223u;
        image->pixels[i] = (uint8_t)(seed >> 24);
    }
    s9_texture *texture;
    assert_int_equal(s9_image_to_texture(image, 1, NULL, &texture), S9_OK);
    return texture;
}

static s9_framebuffer *filter(const char *text, const s9_texture *texture, uint32_t width, uint32_t height,
                              s9_target_format format, uint32_t threads)
{
    s9_framebuffer *framebuffer;
    s9_framebuffer_desc desc = {
        .struct_size = sizeof desc, .width = width, .height = height, .target_count = 1, .formats = {format}};
    assert_int_equal(s9_framebuffer_create(NULL, &desc, &framebuffer), S9_OK);
    s9_shader *shader = make_shader(text);
    s9_sampler_binding sampler = {.texture = texture};
    s9_filter_sampler_init(&sampler.state);
    s9_draw_filter_args args = {
        .struct_size = sizeof args, .framebuffer = framebuffer, .pixel_shader = shader, .threads = threads};
    args.ps.samplers = &sampler;
    args.ps.sampler_count = 1;
    assert_int_equal(s9_draw_filter(&args, NULL), S9_OK);
    s9_shader_destroy(shader);
    return framebuffer;
}

static void test_filter_copies(void **state)
{
    (void)state;
    static const char *const copies[] = {
        "ps_2_0\ndcl t0.xy\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n",
        "ps_3_0\ndcl_texcoord v7.xy\ndcl_2d s0\ntexld r0, v7, s0\nmov oC0, r0\n",
        "ps_1_1\ntex t0\nmov r0, t0\n",
        "ps_3_0\ndcl_texcoord5 v7.xy\ndcl_color v1\ndcl_2d s0\ntexld r0, v7, s0\nmul oC0, r0, v1\n",
        "ps_2_0\ndcl t3.xy\ndcl v0\ndcl v1\ndcl_2d s0\ntexld r0, t3, s0\nmul r0, r0, v0\nmul r0, r0, v1\nmov oC0, r0\n",
    };
    static const uint32_t sizes[][2] = {{1, 1}, {64, 64}, {37, 21}, {2, 301}};
    for (size_t i = 0; i < S9_COUNT(sizes); i++) {
        s9_image image, result;
        s9_texture *texture = random_image(sizes[i][0], sizes[i][1], &image);
        for (size_t k = 0; k < S9_COUNT(copies); k++) {
            s9_framebuffer *framebuffer = filter(copies[k], texture, sizes[i][0], sizes[i][1], S9_TARGET_A8R8G8B8, 2);
            assert_int_equal(s9_framebuffer_image(framebuffer, 0, NULL, &result), S9_OK);
            assert_memory_equal(result.pixels, image.pixels, (size_t)sizes[i][0] * sizes[i][1] * 4);
            s9_image_free(&result);
            s9_framebuffer_destroy(framebuffer);
        }
        s9_texture_destroy(texture);
        s9_image_free(&image);
    }
}

static void test_filter_inputs(void **state)
{
    (void)state;
    s9_framebuffer *framebuffer =
        filter("ps_3_0\ndcl_texcoord v0\ndcl vPos.xy\ndcl vFace\ndsx r0.x, v0.x\ndsy r0.y, v0.y\n"
               "mov r0.z, vPos.x\nmul r0.w, vPos.y, vFace\nmov oC0, r0\n",
               NULL, 8, 16, S9_TARGET_A32B32G32R32F, 1);
    float rgba[4];
    for (uint32_t i = 0; i < 128; i++) {
        s9_framebuffer_pixel(framebuffer, 0, i % 8, i / 8, rgba);
        assert_true(rgba[0] == 0.125f && rgba[1] == 0.0625f);
        assert_true(rgba[2] == (float)(i % 8) && rgba[3] == (float)(i / 8));
    }
    s9_framebuffer_destroy(framebuffer);
    framebuffer = filter("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n", NULL, 5, 3, S9_TARGET_A32B32G32R32F, 1);
    for (uint32_t i = 0; i < 15; i++) {
        s9_framebuffer_pixel(framebuffer, 0, i % 5, i / 5, rgba);
        assert_true(rgba[0] == (float)((i % 5 + 0.5) / 5) && rgba[1] == (float)((i / 5 + 0.5) / 3));
        assert_true(rgba[2] == 0 && rgba[3] == 1);
    }
    s9_framebuffer_destroy(framebuffer);
    /* A discarded pixel is nothing at all. */
    framebuffer =
        filter("ps_3_0\ndcl_texcoord v0\ndef c0, -0.5, 1, 1, 1\nadd r0, v0.x, c0.x\ntexkill r0\nmov oC0, c0.y\n", NULL,
               5, 3, S9_TARGET_A8R8G8B8, 1);
    for (uint32_t i = 0; i < 15; i++) {
        s9_framebuffer_pixel(framebuffer, 0, i % 5, i / 5, rgba);
        float expected = i % 5 >= 2 ? 1 : 0;
        assert_true(rgba[0] == expected && rgba[3] == expected);
    }
    s9_framebuffer_destroy(framebuffer);
    assert_int_equal(s9_draw_filter(NULL, NULL), S9_ERROR_ARGUMENT);
}

typedef struct heard {
    uint32_t count;
    s9_probe_event events[8];
    float inputs[8][4][4]; /* of input 0 */
} heard;

static void hear(void *user, const s9_probe_event *event)
{
    heard *h = user;
    assert_true(h->count < 8);
    h->events[h->count] = *event;
    memcpy(h->inputs[h->count], event->inputs[0], sizeof h->inputs[0]);
    h->count++;
}

static void test_probe(void **state)
{
    (void)state;
    scene *s = new_scene(8, 8, S9_TARGET_A8R8G8B8, VS_COPY,
                         "ps_3_0\ndcl_texcoord v0\ndcl_color v1\ntexkill v1\nmov oC0, v0\n");
    restart(s);
    /* far, near, in between, discarded; two triangles each */
    static const double depths[4] = {0.75, 0.25, 0.5, 0.1};
    for (uint32_t i = 0; i < 4; i++) {
        add_full_quad(s, depths[i]);
    }
    for (uint32_t i = 18; i < 24; i++) {
        s->colors[i][0] = -1;
    }
    heard h = {0};
    s9_draw_probe probe = {6, 5, hear, &h};
    s9_draw_probe deaf = {6, 5, NULL, NULL};
    for (int round = 0; round < 2; round++) {
        h.count = 0;
        s->probe = round == 0 ? &probe : &deaf;
        const float black[4] = {0, 0, 0, 0};
        s9_framebuffer_clear(s->framebuffer, black, 1, 0);
        draw(s);
        assert_pixel(s, 0, 6, 5, 191 / 255.0f, 159 / 255.0f, 0, 1);
        assert_int_equal(h.count, round == 0 ? 4 : 0);
    }
    static const s9_probe_outcome outcomes[4] = {S9_PROBE_WRITTEN, S9_PROBE_WRITTEN, S9_PROBE_DEPTH,
                                                 S9_PROBE_DISCARDED};
    for (uint32_t i = 0; i < 4; i++) {
        const s9_probe_event *e = &h.events[i];
        assert_int_equal(e->primitive, 2 * i + 1);
        assert_int_equal(e->vertices[2], 6 * i + 5);
        assert_int_equal(e->vertex_count, 3);
        assert_int_equal(e->lane, 2);
        assert_int_equal(e->outcome, outcomes[i]);
        assert_true(e->front && e->fog == 1.0f);
        assert_true(e->depth == (float)depths[i]);
        assert_true(e->stored_depth == (i == 0 ? 1.0f : i == 1 ? 0.75f : 0.25f));
        assert_true(h.inputs[i][2][0] == 0.75f && h.inputs[i][3][0] == 0.875f && h.inputs[i][0][1] == 0.5f);
        assert_int_equal(e->color_written[0], 15);
        assert_true(e->colors[0][0] == 0.75f);
        assert_true(e->before[0][0] == (i == 0 ? 0 : 191 / 255.0f) && e->after[0][0] == 191 / 255.0f);
    }
    end_scene(s);
}

static void test_words(void **state)
{
    (void)state;
    int32_t value, again;
    uint32_t words = 0;
    for (int kind = 0; kind <= S9_STATE_TEXTURE_TYPE; kind++) {
        const char *word;
        for (size_t i = 0; (word = s9_state_word((s9_state_kind)kind, i, &value)) != NULL; i++, words++) {
            assert_true(s9_state_value((s9_state_kind)kind, word, &again));
            assert_int_equal(value, again);
        }
    }
    assert_int_equal(words, 3 + 8 + 8 + 13 + 5 + 2 + 4 + 2 + 2 + 4 + 5 + 3);
    assert_true(s9_state_value(S9_STATE_BLEND_FACTOR, "inv_dest_alpha", &value));
    assert_int_equal(value, S9_BLEND_INV_DEST_ALPHA);
    assert_false(s9_state_value(S9_STATE_CULL, "CW", &value));
    assert_false(s9_state_value(S9_STATE_CULL, NULL, &value));
    assert_null(s9_state_word((s9_state_kind)99, 0, &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_clear),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_alpha),
        cmocka_unit_test(test_stencil),
        cmocka_unit_test(test_blend),
        cmocka_unit_test(test_source_is_clamped),
        cmocka_unit_test(test_masks_and_targets),
        cmocka_unit_test(test_kill),
        cmocka_unit_test(test_srgb),
        cmocka_unit_test(test_fog),
        cmocka_unit_test(test_filter_copies),
        cmocka_unit_test(test_filter_inputs),
        cmocka_unit_test(test_probe),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
