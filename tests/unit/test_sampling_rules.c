/* SPDX-License-Identifier: MIT */
/*
 * The rules of sampling that test_texture.c leaves: tables with values worked out by hand, and reads through shaders,
 * whose results have to be those of the library's own sampling.
 */
#include "texture/format.h"
#include "texture/sampling.h"

#include "draw_scene.h"

static s9_texture *make(s9_texture_type type, s9_format format, const uint32_t size[3], uint32_t levels,
                        const void *const *data, const size_t *sizes)
{
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = type,
                            .format = format,
                            .width = size[0],
                            .height = size[1],
                            .depth = size[2],
                            .levels = levels,
                            .level_data = data,
                            .level_size = sizes};
    s9_texture *texture = NULL;
    assert_int_equal(s9_texture_create(NULL, &desc, &texture), S9_OK);
    return texture;
}

/* Texels whose red is given; one level. */
static s9_texture *make_reds(s9_texture_type type, uint32_t width, uint32_t height, uint32_t depth, const float *reds)
{
    static float texels[512][4];
    uint32_t count = width * height * depth * (type == S9_TEXTURE_CUBE ? 6 : 1);
    for (uint32_t i = 0; i < count; i++) {
        texels[i][0] = reds[i];
    }
    const void *data = texels;
    size_t size = count * sizeof texels[0];
    return make(type, S9_FORMAT_A32B32G32R32F, (const uint32_t[3]){width, height, depth}, 1, &data, &size);
}

static s9_sampler_binding bind(const s9_texture *texture, s9_filter filter, s9_address address)
{
    s9_sampler_binding binding = {.texture = texture};
    s9_sampler_state_init(&binding.state);
    binding.state.min = binding.state.mag = filter;
    for (int axis = 0; axis < 3; axis++) {
        binding.state.address[axis] = address;
    }
    return binding;
}

static float read_red(const s9_sampler_binding *binding, float u, float v, float w)
{
    s9_prepared_sampler prepared;
    float red;
    s9_sampler_prepare(&prepared, binding, 0, NULL);
    s9_sample_args args = {.lanes = 1, .coordinate = {&u, &v, &w}, .out = {&red}};
    s9_sample(&prepared, &args);
    return red;
}

/* ---- 1: volumes, axes, order of blending ---- */

static void test_volumes(void **state)
{
    (void)state;
    /* 2x2x2: red is 1, 2, 4, .. 128 in the order of memory. */
    static const float reds[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    s9_texture *texture = make_reds(S9_TEXTURE_VOLUME, 2, 2, 2, reds);
    static const struct {
        s9_filter filter;
        s9_address address[3];
        float u, v, w, red;
    } cases[] = {
        /* the first slice is at w = 0, the top row at v = 0 */
        {S9_FILTER_POINT, {S9_ADDRESS_WRAP, S9_ADDRESS_WRAP, S9_ADDRESS_WRAP}, 0.25f, 0.25f, 0.25f, 1},
        {S9_FILTER_POINT, {S9_ADDRESS_WRAP, S9_ADDRESS_WRAP, S9_ADDRESS_WRAP}, 0.75f, 0.25f, 0.25f, 2},
        {S9_FILTER_POINT, {S9_ADDRESS_WRAP, S9_ADDRESS_WRAP, S9_ADDRESS_WRAP}, 0.25f, 0.75f, 0.25f, 4},
        {S9_FILTER_POINT, {S9_ADDRESS_WRAP, S9_ADDRESS_WRAP, S9_ADDRESS_WRAP}, 0.25f, 0.25f, 0.75f, 16},
        /* each axis has its own mode: 1.25 is 0 by wrap, 1 by clamp, border by border */
        {S9_FILTER_POINT, {S9_ADDRESS_WRAP, S9_ADDRESS_CLAMP, S9_ADDRESS_MIRROR}, 1.25f, 1.25f, 1.25f, 64},
        {S9_FILTER_POINT, {S9_ADDRESS_CLAMP, S9_ADDRESS_WRAP, S9_ADDRESS_WRAP}, 1.25f, 1.25f, 1.25f, 2},
        {S9_FILTER_POINT, {S9_ADDRESS_WRAP, S9_ADDRESS_WRAP, S9_ADDRESS_BORDER}, 1.25f, 1.25f, 1.25f, 1000},
        {S9_FILTER_POINT, {S9_ADDRESS_MIRROR_ONCE, S9_ADDRESS_WRAP, S9_ADDRESS_MIRROR_ONCE}, -0.75f, 0.25f, -0.75f, 32},
        /* the middle of all eight: 255 / 8 */
        {S9_FILTER_LINEAR, {S9_ADDRESS_CLAMP, S9_ADDRESS_CLAMP, S9_ADDRESS_CLAMP}, 0.5f, 0.5f, 0.5f, 31.875f},
        /* between the slices only, at a quarter: 1 + 0.25 * 15 */
        {S9_FILTER_LINEAR, {S9_ADDRESS_CLAMP, S9_ADDRESS_CLAMP, S9_ADDRESS_CLAMP}, 0.25f, 0.25f, 0.375f, 4.75f},
        /* between the last slice and the border: half of 1000 and 16 */
        {S9_FILTER_LINEAR, {S9_ADDRESS_CLAMP, S9_ADDRESS_CLAMP, S9_ADDRESS_BORDER}, 0.25f, 0.25f, 1, 508},
        /* between the last slice and the first */
        {S9_FILTER_LINEAR, {S9_ADDRESS_CLAMP, S9_ADDRESS_CLAMP, S9_ADDRESS_WRAP}, 0.25f, 0.25f, 1, 8.5f},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        s9_sampler_binding binding = bind(texture, cases[i].filter, S9_ADDRESS_WRAP);
        memcpy(binding.state.address, cases[i].address, sizeof cases[i].address);
        binding.state.border[0] = 1000;
        float got = read_red(&binding, cases[i].u, cases[i].v, cases[i].w);
        if (got != cases[i].red) {
            fail_msg("case %zu: %g, expected %g", i, (double)got, (double)cases[i].red);
        }
    }
    s9_texture_destroy(texture);
}

/* Along u, then v, then w, then between levels, each a + f * (b - a) with every operation rounded. */
static void test_order_of_blending(void **state)
{
    (void)state;
    static const float reds[8] = {1e8f, 3, -1e8f, 7, 0.1f, 1e-3f, 12345.678f, -0.3f};
    s9_texture *texture = make_reds(S9_TEXTURE_VOLUME, 2, 2, 2, reds);
    s9_sampler_binding binding = bind(texture, S9_FILTER_LINEAR, S9_ADDRESS_CLAMP);
    const float u = 0.4f, v = 0.6f, w = 0.55f;
    float f[3];
    const float at[3] = {u, v, w};
    for (int axis = 0; axis < 3; axis++) {
        float product = at[axis] * 2.0f;
        f[axis] = product - 0.5f;
    }
    float along_u[4], along_v[2];
    for (int i = 0; i < 4; i++) {
        float difference = reds[2 * i + 1] - reds[2 * i];
        float part = f[0] * difference;
        along_u[i] = reds[2 * i] + part;
    }
    for (int i = 0; i < 2; i++) {
        float difference = along_u[2 * i + 1] - along_u[2 * i];
        float part = f[1] * difference;
        along_v[i] = along_u[2 * i] + part;
    }
    float difference = along_v[1] - along_v[0];
    float part = f[2] * difference;
    assert_true(read_red(&binding, u, v, w) == along_v[0] + part);
    s9_texture_destroy(texture);
}

/* The size of level k is max(1, floor(size / 2^k)): 5x3x1 has 2x1 and 1x1 below. */
static void test_odd_levels(void **state)
{
    (void)state;
    static float texels[3][15][4];
    const uint32_t widths[3] = {5, 2, 1}, heights[3] = {3, 1, 1};
    const void *data[3];
    size_t sizes[3];
    for (uint32_t level = 0; level < 3; level++) {
        for (uint32_t i = 0; i < 15; i++) {
            texels[level][i][0] = (float)(level * 100 + i);
        }
        data[level] = texels[level];
        sizes[level] = (size_t)widths[level] * heights[level] * 16;
    }
    s9_texture *texture = make(S9_TEXTURE_2D, S9_FORMAT_A32B32G32R32F, (const uint32_t[3]){5, 3, 1}, 3, data, sizes);
    s9_sampler_binding binding = bind(texture, S9_FILTER_POINT, S9_ADDRESS_CLAMP);
    binding.state.mip = S9_FILTER_POINT;
    s9_prepared_sampler prepared;
    s9_sampler_prepare(&prepared, &binding, 0, NULL);
    static const struct {
        float u, v, lod, red;
    } cases[] = {{0.9f, 0.9f, 0, 14}, {0.9f, 0.9f, 1, 101}, {0.4f, 0.9f, 1, 100}, {0.9f, 0.1f, 2, 200}};
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        float red;
        s9_sample_args args = {.mode = S9_SAMPLE_LOD,
                               .lanes = 1,
                               .coordinate = {&cases[i].u, &cases[i].v},
                               .lod = &cases[i].lod,
                               .out = {&red}};
        s9_sample(&prepared, &args);
        assert_true(red == cases[i].red);
    }
    s9_texture_destroy(texture);
}

/* ---- 2, 3: levels of detail ---- */

typedef struct gradient_case {
    s9_texture_type type;
    float at[3], dx[3], dy[3];
    float level;
} gradient_case;

static void test_footprints(void **state)
{
    (void)state;
    const float none = -INFINITY;
    /* Of 16x8 texels, 8x8 a face, 16x8x4. */
    const gradient_case cases[] = {
        {S9_TEXTURE_2D, {0}, {0.0625f}, {0, 0.125f}, 0},
        {S9_TEXTURE_2D, {0}, {0.25f}, {0, 0.125f}, 2},
        {S9_TEXTURE_2D, {0}, {0.0625f}, {0, 1}, 3},
        {S9_TEXTURE_2D, {0}, {0.1875f, 0.5f}, {0}, 2.3219281f}, /* (3, 4): length 5 */
        {S9_TEXTURE_2D, {0}, {0.03125f}, {0}, -1},
        {S9_TEXTURE_2D, {0}, {0}, {0}, none},
        {S9_TEXTURE_2D, {0}, {0, 0, 100}, {0}, none}, /* a third component has no part */
        {S9_TEXTURE_VOLUME, {0}, {0, 0, 1}, {0}, 2},
        {S9_TEXTURE_VOLUME, {0}, {0.0625f}, {0, 0, 0.5f}, 1},
        /* direction (1, 0, 0): sc = -z, tc = -y; du = (dsc * 1 - 0) / 2 */
        {S9_TEXTURE_CUBE, {1, 0, 0}, {0, 0, 0.25f}, {0}, 0},
        {S9_TEXTURE_CUBE, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}, 2},
        {S9_TEXTURE_CUBE, {1, 0, 0}, {1, 0, 0}, {0}, none}, /* along the axis nothing moves */
        /* twice as far out half as much */
        {S9_TEXTURE_CUBE, {2, 0, 0}, {0, 0, 0.5f}, {0}, 0},
        /* off the axis: (2, 0, 1), dx = (1, 0, 0): du = (0 * 2 - (-1) * 1) / 8 = 1/8 */
        {S9_TEXTURE_CUBE, {2, 0, 1}, {1, 0, 0}, {0}, 0},
        /* a negative major axis: (-2, 0, 1) on -x, sc = z, abs(x) shrinks: du = (0 + 1) / 8 */
        {S9_TEXTURE_CUBE, {-2, 0, 1}, {1, 0, 0}, {0}, 0},
        {S9_TEXTURE_CUBE, {0, 0, -1}, {0.5f, 0, 0}, {0, 0.125f, 0}, 1},
    };
    static float zero[3072];
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        const gradient_case *c = &cases[i];
        uint32_t size[3] = {c->type == S9_TEXTURE_CUBE ? 8 : 16, 8, c->type == S9_TEXTURE_VOLUME ? 4 : 1};
        s9_texture *texture = make_reds(c->type, size[0], size[1], size[2], zero);
        s9_sampler_binding binding = bind(texture, S9_FILTER_POINT, S9_ADDRESS_WRAP);
        s9_prepared_sampler prepared;
        float red, level;
        s9_sampler_prepare(&prepared, &binding, 0, NULL);
        s9_sample_args args = {.mode = S9_SAMPLE_GRADIENTS,
                               .lanes = 1,
                               .coordinate = {&c->at[0], &c->at[1], &c->at[2]},
                               .ddx = {&c->dx[0], &c->dx[1], &c->dx[2]},
                               .ddy = {&c->dy[0], &c->dy[1], &c->dy[2]},
                               .out = {&red},
                               .level = &level};
        s9_sample(&prepared, &args);
        if (level != c->level) {
            fail_msg("case %zu: level %.9g, expected %.9g", i, (double)level, (double)c->level);
        }
        /* The bias of the sampler is added last. */
        binding.state.bias = -0.5f;
        s9_sampler_prepare(&prepared, &binding, 0, NULL);
        s9_sample(&prepared, &args);
        assert_true(level == c->level - 0.5f);
        s9_texture_destroy(texture);
    }
}

/* Which filter: by L alone, also without levels; anisotropic counts as linear but for the minification of 2D, volumes.
 */
static void test_choice_of_filter(void **state)
{
    (void)state;
    static const float reds[4] = {0, 8, 0, 8};
    static const float six[24] = {0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8};
    const float l = 4; /* what linear reads in the middle; point reads 8 */
    const struct {
        bool cube;
        s9_filter min, mag;
        float lod, red;
    } cases[] = {
        {false, S9_FILTER_LINEAR, S9_FILTER_POINT, 0, 8},
        {false, S9_FILTER_LINEAR, S9_FILTER_POINT, 0.001f, l},
        {false, S9_FILTER_LINEAR, S9_FILTER_POINT, NAN, 8}, /* NaN magnifies */
        {false, S9_FILTER_LINEAR, S9_FILTER_POINT, -INFINITY, 8},
        {false, S9_FILTER_LINEAR, S9_FILTER_POINT, INFINITY, l},
        {false, S9_FILTER_POINT, S9_FILTER_LINEAR, 0, l},
        {false, S9_FILTER_POINT, S9_FILTER_LINEAR, 1, 8},
        {false, S9_FILTER_POINT, S9_FILTER_ANISOTROPIC, -1, l},
        {false, S9_FILTER_ANISOTROPIC, S9_FILTER_POINT, 1, l}, /* texldl has no footprint: one probe */
        {true, S9_FILTER_ANISOTROPIC, S9_FILTER_POINT, 1, l},
        {true, S9_FILTER_POINT, S9_FILTER_ANISOTROPIC, -1, l},
    };
    s9_texture *flat = make_reds(S9_TEXTURE_2D, 2, 2, 1, reds), *cube = make_reds(S9_TEXTURE_CUBE, 2, 2, 1, six);
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        s9_sampler_binding binding = bind(cases[i].cube ? cube : flat, S9_FILTER_POINT, S9_ADDRESS_CLAMP);
        binding.state.min = cases[i].min;
        binding.state.mag = cases[i].mag;
        binding.state.max_anisotropy = 16;
        s9_prepared_sampler prepared;
        s9_sampler_prepare(&prepared, &binding, 0, NULL);
        /* The middle of the texture, or of face +z. */
        const float u = cases[i].cube ? 0 : 0.5f, w = 1;
        float red;
        s9_sample_args args = {
            .mode = S9_SAMPLE_LOD, .lanes = 1, .coordinate = {&u, &u, &w}, .lod = &cases[i].lod, .out = {&red}};
        s9_sample(&prepared, &args);
        if (red != cases[i].red) {
            fail_msg("case %zu: %g, expected %g", i, (double)red, (double)cases[i].red);
        }
    }
    s9_texture_destroy(flat);
    s9_texture_destroy(cube);
}

/* N = min(ceil(Pmax / Pmin), max_anisotropy), max_anisotropy where Pmin is 0; L from Pmax / N. */
static void test_probes(void **state)
{
    (void)state;
    static float reds[256];
    for (uint32_t i = 0; i < 256; i++) {
        reds[i] = (float)(i % 16);
    }
    s9_texture *texture = make_reds(S9_TEXTURE_2D, 16, 16, 1, reds);
    static const struct {
        float dx, dy; /* du/dx, dv/dy in texels */
        uint32_t most;
        float level;
    } cases[] = {
        {8, 2, 16, 1},          /* N = 4: 8 / 4 */
        {8, 2, 2, 2},           /* held to 2: 8 / 2 */
        {8, 3, 16, 1.4150375f}, /* N = 3: 8 / 3 */
        {2, 8, 16, 1},          /* the axes exchanged */
        {8, 0, 4, 1},           /* no width: all probes */
        {8, 8, 16, 3},          /* round: one probe */
        {8, 1, 1, 3},           /* no anisotropy allowed */
        {4, 2, 16, 1},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        s9_sampler_binding binding = bind(texture, S9_FILTER_ANISOTROPIC, S9_ADDRESS_WRAP);
        binding.state.max_anisotropy = cases[i].most;
        s9_prepared_sampler prepared;
        s9_sampler_prepare(&prepared, &binding, 0, NULL);
        const float u = 0.5f, dx = cases[i].dx / 16, dy = cases[i].dy / 16;
        float red, level;
        s9_sample_args args = {.mode = S9_SAMPLE_GRADIENTS,
                               .lanes = 1,
                               .coordinate = {&u, &u},
                               .ddx = {&dx},
                               .ddy = {NULL, &dy},
                               .out = {&red},
                               .level = &level};
        s9_sample(&prepared, &args);
        if (level != cases[i].level) {
            fail_msg("case %zu: level %.9g, expected %.9g", i, (double)level, (double)cases[i].level);
        }
    }
    s9_texture_destroy(texture);
}

/* ---- 5, 6: what formats do ---- */

static void test_what_formats_do(void **state)
{
    (void)state;
    static const s9_format srgb[] = {S9_FORMAT_A8B8G8R8, S9_FORMAT_A8R8G8B8, S9_FORMAT_X8R8G8B8,  S9_FORMAT_X8B8G8R8,
                                     S9_FORMAT_R8G8B8,   S9_FORMAT_A8,       S9_FORMAT_L8,        S9_FORMAT_A8L8,
                                     S9_FORMAT_DXT1,     S9_FORMAT_DXT2,     S9_FORMAT_DXT3,      S9_FORMAT_DXT4,
                                     S9_FORMAT_DXT5,     S9_FORMAT_VALUES,   S9_FORMAT_R8G8_B8G8, S9_FORMAT_G8R8_G8B8,
                                     S9_FORMAT_UYVY,     S9_FORMAT_YUY2};
    static const s9_format comparing[] = {S9_FORMAT_D16,    S9_FORMAT_D16_LOCKABLE, S9_FORMAT_D24X8,
                                          S9_FORMAT_D24S8,  S9_FORMAT_D32,          S9_FORMAT_D15S1,
                                          S9_FORMAT_D24FS8, S9_FORMAT_D32F_LOCKABLE};
    for (uint32_t f = 0; s9_format_name((s9_format)f); f++) {
        float half[16][4], got[4], raw[4];
        uint8_t bytes[256];
        for (uint32_t i = 0; i < 64; i++) {
            half[i / 4][i % 4] = 0.5f;
        }
        assert_int_equal(s9_format_encode_level((s9_format)f, (const float(*)[4])half, 4, 4, 1, bytes), S9_OK);
        const void *data = bytes;
        size_t size;
        assert_true(s9_format_level_size((s9_format)f, 4, 4, 1, &size));
        s9_texture *texture = make(S9_TEXTURE_2D, (s9_format)f, (const uint32_t[3]){4, 4, 1}, 1, &data, &size);
        s9_texture_texel(texture, 0, 2, 2, 0, raw);
        bool decodes = false, compares = false;
        for (size_t i = 0; i < S9_COUNT(srgb); i++) {
            decodes |= srgb[i] == (s9_format)f;
        }
        for (size_t i = 0; i < S9_COUNT(comparing); i++) {
            compares |= comparing[i] == (s9_format)f;
        }
        s9_sampler_binding binding = bind(texture, S9_FILTER_POINT, S9_ADDRESS_WRAP);
        binding.state.srgb = true;
        s9_prepared_sampler prepared;
        s9_sampler_prepare(&prepared, &binding, 0, NULL);
        /* A reference just above the texel fails where the format compares. */
        const float at = 0.6f, reference = 0.51f;
        s9_sample_args args = {
            .lanes = 1, .coordinate = {&at, &at, &reference}, .out = {&got[0], &got[1], &got[2], &got[3]}};
        s9_sample(&prepared, &args);
        for (uint32_t k = 0; k < 4; k++) {
            float expected = compares ? 0.0f : decodes && k < 3 ? s9_srgb_to_linear(raw[k]) : raw[k];
            if (got[k] != expected) {
                fail_msg("%s component %u: %.9g, expected %.9g", s9_format_name((s9_format)f), (unsigned)k,
                         (double)got[k], (double)expected);
            }
        }
        /* The sampler's own word wins, both ways. */
        binding.state.srgb = false;
        binding.state.compare = compares ? 0 : 1;
        s9_sampler_prepare(&prepared, &binding, 0, NULL);
        s9_sample(&prepared, &args);
        for (uint32_t k = 0; k < 4; k++) {
            assert_true(got[k] == (compares ? raw[k] : reference <= raw[0] ? 1.0f : 0.0f));
        }
        s9_texture_destroy(texture);
    }
}

/* Bits of the depth formats that test_texture.c leaves: depth in the high bits, stencil below it. */
static void test_depth_formats(void **state)
{
    (void)state;
    static const struct {
        s9_format format;
        uint8_t bytes[4];
        double value;
    } cases[] = {
        {S9_FORMAT_D16_LOCKABLE, {0x00, 0x80}, 0x8000 / 65535.},
        {S9_FORMAT_D24S8, {0xFF, 0x00, 0x00, 0x80}, 0x800000 / 16777215.},
        {S9_FORMAT_D15S1, {0x01, 0x80}, 0x4000 / 32767.},
        {S9_FORMAT_D24FS8, {0xFF, 0x00, 0x00, 0xE0}, 0.5},
        {S9_FORMAT_D24FS8, {0xFF, 0x00, 0x00, 0x00}, 0},
        {S9_FORMAT_DF16, {0x33, 0x33}, 0.2},
        {S9_FORMAT_DF24, {0xAA, 0x33, 0x33, 0x33}, 0.2},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        const void *data = cases[i].bytes;
        size_t size;
        float got[4];
        assert_true(s9_format_level_size(cases[i].format, 1, 1, 1, &size));
        s9_texture *texture = make(S9_TEXTURE_2D, cases[i].format, (const uint32_t[3]){1, 1, 1}, 1, &data, &size);
        s9_texture_texel(texture, 0, 0, 0, 0, got);
        for (uint32_t k = 0; k < 4; k++) {
            if (got[k] != (float)cases[i].value) {
                fail_msg("case %zu: %.9g, expected %.9g", i, (double)got[k], cases[i].value);
            }
        }
        s9_texture_destroy(texture);
    }
}

/* Comparing comes before filtering on every kind, between levels, and of the border's red. */
static void test_comparing(void **state)
{
    (void)state;
    static const float reds[4] = {0.25f, 0.75f, 0.25f, 0.75f};
    s9_texture *flat = make_reds(S9_TEXTURE_2D, 4, 1, 1, reds);
    s9_sampler_binding binding = bind(flat, S9_FILTER_LINEAR, S9_ADDRESS_BORDER);
    binding.state.compare = 1;
    binding.state.border[0] = 0.5f;
    binding.state.border[1] = 0;
    static const struct {
        float u, reference, red;
    } cases[] = {
        {0.25f, 0.5f, 0.5f}, {0.3125f, 0.5f, 0.75f}, {0.25f, 0.2f, 1}, {0.25f, 0.8f, 0}, {0.375f, 0.75f, 1},
        {0, 0.5f, 0.5f},     {0, 0.51f, 0},          {0, 0.25f, 1},    {-1, 0.5f, 1},    {2, 0.6f, 0},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        float got = read_red(&binding, cases[i].u, 0.5f, cases[i].reference);
        if (got != cases[i].red) {
            fail_msg("case %zu: %g, expected %g", i, (double)got, (double)cases[i].red);
        }
    }
    s9_texture_destroy(flat);
    /* Cubes and volumes compare with their third coordinate, too. */
    static const float eight[8] = {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f};
    s9_texture *volume = make_reds(S9_TEXTURE_VOLUME, 2, 2, 2, eight);
    binding.texture = volume;
    assert_true(read_red(&binding, 0.5f, 0.5f, 0.5f) == 1.0f);
    assert_true(read_red(&binding, 0.5f, 0.5f, 0.75f) == 0.0f);
    s9_texture_destroy(volume);
    /* Half way between levels of 0.25 and 0.75, reference 0.5: 0 and 1. */
    static float texels[2][4][4];
    for (uint32_t i = 0; i < 4; i++) {
        texels[0][i][0] = 0.25f;
        texels[1][i][0] = 0.75f;
    }
    const void *data[2] = {texels[0], texels[1]};
    const size_t sizes[2] = {64, 16};
    s9_texture *levels = make(S9_TEXTURE_2D, S9_FORMAT_A32B32G32R32F, (const uint32_t[3]){2, 2, 1}, 2, data, sizes);
    binding.texture = levels;
    binding.state.mip = S9_FILTER_LINEAR;
    const float at = 0.5f, lod = 0.5f;
    float got[4];
    s9_prepared_sampler prepared;
    s9_sampler_prepare(&prepared, &binding, 0, NULL);
    s9_sample_args args = {.mode = S9_SAMPLE_LOD,
                           .lanes = 1,
                           .coordinate = {&at, &at, &at},
                           .lod = &lod,
                           .out = {&got[0], &got[1], &got[2], &got[3]}};
    s9_sample(&prepared, &args);
    for (int k = 0; k < 4; k++) {
        assert_true(got[k] == 0.5f);
    }
    s9_texture_destroy(levels);
}

static void test_fetch4_formats(void **state)
{
    (void)state;
    static const s9_format one[] = {S9_FORMAT_A8,   S9_FORMAT_L8,   S9_FORMAT_L16,  S9_FORMAT_R16F, S9_FORMAT_R32F,
                                    S9_FORMAT_ATI1, S9_FORMAT_INTZ, S9_FORMAT_DF16, S9_FORMAT_DF24};
    for (uint32_t f = 0; s9_format_name((s9_format)f); f++) {
        bool fetches = false;
        for (size_t i = 0; i < S9_COUNT(one); i++) {
            fetches |= one[i] == (s9_format)f;
        }
        /* Four texels of two columns: 0 1 / 0 1 in every component. */
        float values[4][4];
        uint8_t bytes[64];
        for (uint32_t i = 0; i < 16; i++) {
            values[i / 4][i % 4] = (float)(i / 4 % 2);
        }
        assert_int_equal(s9_format_encode_level((s9_format)f, (const float(*)[4])values, 2, 2, 1, bytes), S9_OK);
        const void *data = bytes;
        size_t size;
        assert_true(s9_format_level_size((s9_format)f, 2, 2, 1, &size));
        s9_texture *texture = make(S9_TEXTURE_2D, (s9_format)f, (const uint32_t[3]){2, 2, 1}, 1, &data, &size);
        s9_sampler_binding binding = bind(texture, S9_FILTER_POINT, S9_ADDRESS_CLAMP);
        binding.state.fetch4 = true;
        binding.state.compare = 0;
        binding.state.mip = S9_FILTER_POINT;
        s9_prepared_sampler prepared;
        s9_sampler_prepare(&prepared, &binding, 0, NULL);
        const float at = 0.25f, lod = 3;
        float got[4], plain[4];
        for (int mode = 0; mode < 4; mode++) {
            s9_sample_args args = {.mode = (s9_sample_mode)mode,
                                   .lanes = 1,
                                   .coordinate = {&at, &at},
                                   .lod = &lod,
                                   .ddx = {&lod},
                                   .out = {&got[0], &got[1], &got[2], &got[3]}};
            s9_sample(&prepared, &args);
            s9_texture_texel(texture, 0, 0, 0, 0, plain);
            /* r = top right, g = bottom left, b = bottom right, a = top left. Depth formats have one channel, too. */
            static const float gathered[4] = {1, 0, 1, 0};
            bool depth = (s9_format)f >= S9_FORMAT_D16 && (s9_format)f <= S9_FORMAT_D32F_LOCKABLE;
            if (memcmp(got, fetches || depth ? gathered : plain, sizeof got) != 0) {
                fail_msg("%s mode %d: %g %g %g %g", s9_format_name((s9_format)f), mode, (double)got[0], (double)got[1],
                         (double)got[2], (double)got[3]);
            }
        }
        s9_texture_destroy(texture);
    }
}

/* ---- through shaders ---- */

/* 4: projection divides, also by 0; a swizzle on the sampler acts on the result; the mask comes last. */
static void test_instructions(void **state)
{
    (void)state;
    static const float reds[4] = {1, 2, 3, 4};
    s9_texture *texture = make_reds(S9_TEXTURE_2D, 4, 1, 1, reds);
    static const struct {
        const char *shader;
        float c1[4], rgba[4];
    } cases[] = {
        /* 3 / 4 is the last texel */
        {"ps_2_0\ndcl_2d s0\nmov r0, c1\ntexldp r0, r0, s0\nmov oC0, r0\n", {3, 0, 0, 4}, {4, 0, 0, 0}},
        {"ps_2_0\ndcl_2d s0\nmov r0, c1\ntexldp r0, r0, s0\nmov oC0, r0\n", {-3, 0, 0, -4}, {4, 0, 0, 0}},
        /* 1 / 0 is infinite: wrap takes it as 0; 0 / 0 is NaN, 0 as well */
        {"ps_2_0\ndcl_2d s0\nmov r0, c1\ntexldp r0, r0, s0\nmov oC0, r0\n", {1, 0, 0, 0}, {1, 0, 0, 0}},
        {"ps_2_0\ndcl_2d s0\nmov r0, c1\ntexldp r0, r0, s0\nmov oC0, r0\n", {0, 0, 0, 0}, {1, 0, 0, 0}},
        {"ps_3_0\ndcl_2d s0\nmov r0, c1\ntexld r0, r0, s0.yxzw\nmov oC0, r0\n", {0.6f}, {0, 3, 0, 0}},
        {"ps_3_0\ndcl_2d s0\nmov r0, c1\nmov r1, c1\ntexld r1.yw, r0, s0.xxxx\nmov oC0, r1\n",
         {0.6f, 7, 8, 9},
         {0.6f, 3, 8, 3}},
        /* texldb and texldl take the level from w; there is one level here, and the filter is point */
        {"ps_2_0\ndcl_2d s0\nmov r0, c1\ntexldb r0, r0, s0\nmov oC0, r0\n", {0.3f, 0, 0, 5}, {2, 0, 0, 0}},
        {"ps_3_0\ndcl_2d s0\nmov r0, c1\ntexldl r0, r0, s0\nmov oC0, r0\n", {0.3f, 0, 0, 5}, {2, 0, 0, 0}},
        {"ps_2_x\ndcl_2d s0\nmov r0, c1\ntexldd r0, r0, s0, c1, c1\nmov oC0, r0\n", {0.3f, 0, 0, 5}, {2, 0, 0, 0}},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F, "vs_2_0\ndcl_position v0\nmov oPos, v0\n", cases[i].shader);
        s->sampler = bind(texture, S9_FILTER_POINT, S9_ADDRESS_WRAP);
        memcpy(s->ps_constants[1], cases[i].c1, sizeof cases[i].c1);
        restart(s);
        add_full_quad(s, 0.5);
        draw(s);
        assert_pixel(s, 0, 1, 1, cases[i].rgba[0], cases[i].rgba[1], cases[i].rgba[2], cases[i].rgba[3]);
        end_scene(s);
    }
    s9_texture_destroy(texture);
}

/*
 * 3: the level is computed lane by lane, so texldd with dsx and dsy of the coordinate equals texld; texldp has the
 * derivatives of the divided coordinates.
 */
static void test_equal_instructions(void **state)
{
    (void)state;
    static float texels[6][1024][4];
    const void *data[6];
    size_t sizes[6];
    uint32_t seed = 5;
    for (uint32_t level = 0; level < 6; level++) {
        for (uint32_t i = 0; i < 1024; i++) {
            seed = seed * 1664525u + 1013904223u;
            texels[level][i][0] = (float)(seed >> 8) * 0x1p-24f;
        }
        data[level] = texels[level];
        sizes[level] = (size_t)(32u >> level) * (32u >> level) * 16;
    }
    s9_texture *texture = make(S9_TEXTURE_2D, S9_FORMAT_A32B32G32R32F, (const uint32_t[3]){32, 32, 1}, 6, data, sizes);
    /* Twisted coordinates, another level at every pixel. */
    static const char *const pairs[][2] = {
        {"texld r1, r0, s0\n", "dsx r2, r0\ndsy r3, r0\ntexldd r1, r0, s0, r2, r3\n"},
        {"texldp r1, r0, s0\n", "rcp r4.w, r0.w\nmul r0.xy, r0, r4.w\ntexld r1, r0, s0\n"},
        {"mov r0.w, c2.w\ntexldb r1, r0, s0\n", "texld r1, r0, s0\n"},
    };
    static const s9_filter filters[] = {S9_FILTER_POINT, S9_FILTER_LINEAR, S9_FILTER_ANISOTROPIC};
    for (size_t i = 0; i < S9_COUNT(pairs); i++) {
        for (size_t f = 0; f < S9_COUNT(filters); f++) {
            static float pixels[2][32 * 32 * 4];
            for (int side = 0; side < 2; side++) {
                char text[512];
                /* w is a power of two, so that a reciprocal divides exactly. */
                snprintf(text, sizeof text,
                         "ps_3_0\ndcl_texcoord v0.xy\ndcl_2d s0\ndef c2, 7, 1.5, 4, 0\nmul r0, v0.xyxy, v0.xxyy\n"
                         "mul r0, r0, c2.x\nadd r0.xy, r0, v0\nmov r0.w, c2.z\n%smov oC0, r1\n",
                         pairs[i][side]);
                scene *s = new_scene(32, 32, S9_TARGET_A32B32G32R32F,
                                     "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\n"
                                     "mov o0, v0\nmov o1, v1\n",
                                     text);
                s->sampler = bind(texture, filters[f], S9_ADDRESS_MIRROR);
                s->sampler.state.mip = S9_FILTER_LINEAR;
                s->sampler.state.max_anisotropy = 4;
                restart(s);
                add_full_quad(s, 0.5);
                draw(s);
                s9_framebuffer_floats(s->framebuffer, 0, pixels[side]);
                end_scene(s);
            }
            if (memcmp(pixels[0], pixels[1], sizeof pixels[0]) != 0) {
                fail_msg("pair %zu, filter %d: the pictures differ", i, (int)filters[f]);
            }
        }
    }
    s9_texture_destroy(texture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_volumes),          cmocka_unit_test(test_order_of_blending),
        cmocka_unit_test(test_odd_levels),       cmocka_unit_test(test_footprints),
        cmocka_unit_test(test_choice_of_filter), cmocka_unit_test(test_probes),
        cmocka_unit_test(test_what_formats_do),  cmocka_unit_test(test_depth_formats),
        cmocka_unit_test(test_comparing),        cmocka_unit_test(test_fetch4_formats),
        cmocka_unit_test(test_instructions),     cmocka_unit_test(test_equal_instructions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
