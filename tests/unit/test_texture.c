/* SPDX-License-Identifier: MIT */
/* Textures: making and refusing them, formats, and single rules of sampling with expected values worked out by hand. */
#define S9_MATH_WIDTH 1
#include "exec/math.h"

#include "little.h"
#include "memory.h"
#include "texture/sampling.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>

#include <cmocka.h>

/* ---- making ---- */

static s9_texture *make_levels(s9_texture_type type, s9_format format, uint32_t width, uint32_t height, uint32_t depth,
                               uint32_t levels, const void *const *data, const size_t *sizes)
{
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = type,
                            .format = format,
                            .width = width,
                            .height = height,
                            .depth = depth,
                            .levels = levels,
                            .level_data = data,
                            .level_size = sizes};
    s9_texture *texture = NULL;
    assert_int_equal(s9_texture_create(NULL, &desc, &texture), S9_OK);
    return texture;
}

static s9_texture *make(s9_texture_type type, s9_format format, uint32_t width, uint32_t height, uint32_t depth,
                        const void *data, size_t size)
{
    return make_levels(type, format, width, height, depth, 1, &data, &size);
}

/* Texels of four floats, as the format has them. */
static s9_texture *make_floats(s9_texture_type type, uint32_t width, uint32_t height, uint32_t depth,
                               const void *numbers, size_t size)
{
    void *bytes = malloc(size);
    assert_non_null(bytes);
    memcpy(bytes, numbers, size);
    little_words(bytes, size / 4);
    s9_texture *texture = make(type, S9_FORMAT_A32B32G32R32F, width, height, depth, bytes, size);
    free(bytes);
    return texture;
}

/* A row of `count` texels whose red is 0, 1, 2, ... */
static s9_texture *make_row(uint32_t count)
{
    float texels[64][4] = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        texels[i][0] = (float)i;
        texels[i][3] = 1.0f;
    }
    return make_floats(S9_TEXTURE_2D, count, 1, 1, texels, count * sizeof texels[0]);
}

static void sample_one(const s9_sampler_binding *binding, float u, float v, float w, float rgba[4])
{
    s9_prepared_sampler prepared;
    s9_sampler_prepare(&prepared, binding, 0, NULL);
    s9_sample_args args = {.lanes = 1, .coordinate = {&u, &v, &w}, .out = {&rgba[0], &rgba[1], &rgba[2], &rgba[3]}};
    s9_sample(&prepared, &args);
}

static float red(const s9_sampler_binding *binding, float u, float v, float w)
{
    float rgba[4];
    sample_one(binding, u, v, w, rgba);
    return rgba[0];
}

static s9_sampler_binding bind(const s9_texture *texture)
{
    s9_sampler_binding binding = {.texture = texture};
    s9_sampler_state_init(&binding.state);
    return binding;
}

static void set_address(s9_sampler_binding *binding, s9_address address)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        binding->state.address[axis] = address;
    }
}

static void test_refusals(void **state)
{
    (void)state;
    float texels[16][4] = {{0}};
    const void *data[3] = {texels, texels, texels};
    size_t sizes[3] = {64, 16, 16};
    s9_texture_desc good = {.struct_size = sizeof good,
                            .type = S9_TEXTURE_2D,
                            .format = S9_FORMAT_VALUES,
                            .width = 2,
                            .height = 2,
                            .depth = 1,
                            .levels = 2,
                            .level_data = data,
                            .level_size = sizes};
    s9_texture *texture = NULL;
    assert_int_equal(s9_texture_create(NULL, &good, &texture), S9_OK);
    uint32_t size[3];
    s9_texture_size(texture, 1, size);
    assert_int_equal(size[0], 1);
    assert_int_equal(s9_texture_levels(texture), 2);
    s9_texture_destroy(texture);
    s9_texture_destroy(NULL);

    s9_texture_desc bad = good;
    bad.levels = 3;
    assert_int_equal(s9_texture_create(NULL, &bad, &texture), S9_ERROR_ARGUMENT);
    assert_null(texture);
    bad = good;
    bad.levels = 0;
    assert_int_equal(s9_texture_create(NULL, &bad, &texture), S9_ERROR_ARGUMENT);
    bad = good;
    bad.width = 3;
    assert_int_equal(s9_texture_create(NULL, &bad, &texture), S9_ERROR_ARGUMENT);
    bad = good;
    bad.depth = 2;
    assert_int_equal(s9_texture_create(NULL, &bad, &texture), S9_ERROR_ARGUMENT);
    bad = good;
    bad.height = 0;
    assert_int_equal(s9_texture_create(NULL, &bad, &texture), S9_ERROR_ARGUMENT);
    bad = good;
    bad.width = bad.height = UINT32_MAX;
    assert_int_equal(s9_texture_create(NULL, &bad, &texture), S9_ERROR_ARGUMENT);
    bad = good;
    bad.type = S9_TEXTURE_CUBE;
    assert_int_equal(s9_texture_create(NULL, &bad, &texture), S9_ERROR_ARGUMENT);
    bad = good;
    bad.format = (s9_format)1000;
    assert_int_equal(s9_texture_create(NULL, &bad, &texture), S9_ERROR_ARGUMENT);
    bad = good;
    bad.struct_size = 0;
    assert_int_equal(s9_texture_create(NULL, &bad, &texture), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_texture_create(NULL, NULL, &texture), S9_ERROR_ARGUMENT);
}

/* ---- formats ---- */

typedef struct format_case {
    s9_format format;
    uint32_t width, height;
    const char *bytes; /* hexadecimal */
    uint32_t x, y;
    double rgba[4];
} format_case;

static void test_formats(void **state)
{
    (void)state;
    static const format_case cases[] = {
        {S9_FORMAT_A8R8G8B8, 1, 1, "01020304", 0, 0, {3 / 255., 2 / 255., 1 / 255., 4 / 255.}},
        {S9_FORMAT_X8R8G8B8, 1, 1, "01020304", 0, 0, {3 / 255., 2 / 255., 1 / 255., 1}},
        {S9_FORMAT_A8B8G8R8, 1, 1, "01020304", 0, 0, {1 / 255., 2 / 255., 3 / 255., 4 / 255.}},
        {S9_FORMAT_X8B8G8R8, 1, 1, "01020304", 0, 0, {1 / 255., 2 / 255., 3 / 255., 1}},
        {S9_FORMAT_R8G8B8, 2, 1, "010203040506", 1, 0, {6 / 255., 5 / 255., 4 / 255., 1}},
        {S9_FORMAT_R5G6B5, 1, 1, "4108", 0, 0, {1 / 31., 2 / 63., 1 / 31., 1}},
        {S9_FORMAT_A1R5G5B5, 1, 1, "4184", 0, 0, {1 / 31., 2 / 31., 1 / 31., 1}},
        {S9_FORMAT_X1R5G5B5, 1, 1, "4104", 0, 0, {1 / 31., 2 / 31., 1 / 31., 1}},
        {S9_FORMAT_A4R4G4B4, 1, 1, "2143", 0, 0, {3 / 15., 2 / 15., 1 / 15., 4 / 15.}},
        {S9_FORMAT_X4R4G4B4, 1, 1, "2143", 0, 0, {3 / 15., 2 / 15., 1 / 15., 1}},
        {S9_FORMAT_R3G3B2, 1, 1, "29", 0, 0, {1 / 7., 2 / 7., 1 / 3., 1}},
        {S9_FORMAT_A8R3G3B2, 1, 1, "2905", 0, 0, {1 / 7., 2 / 7., 1 / 3., 5 / 255.}},
        {S9_FORMAT_A2R10G10B10, 1, 1, "01083080", 0, 0, {3 / 1023., 2 / 1023., 1 / 1023., 2 / 3.}},
        {S9_FORMAT_A2B10G10R10, 1, 1, "01083080", 0, 0, {1 / 1023., 2 / 1023., 3 / 1023., 2 / 3.}},
        {S9_FORMAT_A8, 1, 1, "33", 0, 0, {0, 0, 0, .2}},
        {S9_FORMAT_L8, 1, 1, "33", 0, 0, {.2, .2, .2, 1}},
        {S9_FORMAT_L16, 1, 1, "3333", 0, 0, {.2, .2, .2, 1}},
        {S9_FORMAT_A8L8, 1, 1, "3366", 0, 0, {.2, .2, .2, .4}},
        {S9_FORMAT_A4L4, 1, 1, "63", 0, 0, {.2, .2, .2, .4}},
        {S9_FORMAT_G16R16, 1, 1, "33336666", 0, 0, {.2, .4, 1, 1}},
        {S9_FORMAT_A16B16G16R16, 1, 1, "333366669999cccc", 0, 0, {.2, .4, .6, .8}},
        {S9_FORMAT_V8U8, 1, 1, "7f80", 0, 0, {1, -1, 1, 1}},
        {S9_FORMAT_V8U8, 1, 1, "81ff", 0, 0, {-1, -1 / 127., 1, 1}},
        {S9_FORMAT_V16U16, 1, 1, "ff7f0080", 0, 0, {1, -1, 1, 1}},
        {S9_FORMAT_Q8W8V8U8, 1, 1, "7f00817f", 0, 0, {1, 0, -1, 1}},
        {S9_FORMAT_Q16W16V16U16, 1, 1, "ff7f00000180ff7f", 0, 0, {1, 0, -1, 1}},
        {S9_FORMAT_A2W10V10U10, 1, 1, "ff010840", 0, 0, {1, -1, 0, 1 / 3.}},
        {S9_FORMAT_L6V5U5, 1, 1, "0ffe", 0, 0, {1, -1, 1, 1}},
        {S9_FORMAT_X8L8V8U8, 1, 1, "7f8133aa", 0, 0, {1, -1, .2, 1}},
        {S9_FORMAT_CXV8U8, 1, 1, "0000", 0, 0, {0, 0, 1, 1}},
        {S9_FORMAT_CXV8U8, 1, 1, "7f7f", 0, 0, {1, 1, 0, 1}},
        {S9_FORMAT_R16F, 1, 1, "003c", 0, 0, {1, 1, 1, 1}},
        {S9_FORMAT_R16F, 1, 1, "0080", 0, 0, {-0.0, 1, 1, 1}},
        {S9_FORMAT_R16F, 1, 1, "0100", 0, 0, {0x1p-24, 1, 1, 1}},
        {S9_FORMAT_R16F, 1, 1, "00fc", 0, 0, {-INFINITY, 1, 1, 1}},
        {S9_FORMAT_G16R16F, 1, 1, "00400038", 0, 0, {2, .5, 1, 1}},
        {S9_FORMAT_A16B16G16R16F, 1, 1, "003c0040004200c4", 0, 0, {1, 2, 3, -4}},
        {S9_FORMAT_R32F, 1, 1, "0000803f", 0, 0, {1, 1, 1, 1}},
        {S9_FORMAT_G32R32F, 1, 1, "0000004000000041", 0, 0, {2, 8, 1, 1}},
        {S9_FORMAT_A32B32G32R32F, 1, 1, "0000803f000000400000404000008040", 0, 0, {1, 2, 3, 4}},
        /* c0 = (31, 0, 0), c1 = (0, 63, 0); codes of the first row 0 1 2 3 */
        {S9_FORMAT_DXT1, 4, 4, "00f8e007e4000000", 0, 0, {1, 0, 0, 1}},
        {S9_FORMAT_DXT1, 4, 4, "00f8e007e4000000", 1, 0, {0, 1, 0, 1}},
        {S9_FORMAT_DXT1, 4, 4, "00f8e007e4000000", 2, 0, {2 / 3., 1 / 3., 0, 1}},
        {S9_FORMAT_DXT1, 4, 4, "00f8e007e4000000", 3, 0, {1 / 3., 2 / 3., 0, 1}},
        {S9_FORMAT_DXT1, 4, 4, "e00700f8e4000000", 2, 0, {.5, .5, 0, 1}},
        {S9_FORMAT_DXT1, 4, 4, "e00700f8e4000000", 3, 0, {0, 0, 0, 0}},
        /* a 5x1 texture has two blocks */
        {S9_FORMAT_DXT1, 5, 1, "00f8e0070000000000f8e00701000000", 4, 0, {0, 1, 0, 1}},
        {S9_FORMAT_DXT3, 4, 4, "210000000000000000f8e00700000000", 1, 0, {1, 0, 0, 2 / 15.}},
        {S9_FORMAT_DXT3, 4, 4, "2100000000000000e00700f8ff000000", 3, 0, {2 / 3., 1 / 3., 0, 0}},
        {S9_FORMAT_DXT5,
         4,
         4,
         "ff00880000000000"
         "00f8e00700000000",
         0,
         0,
         {1, 0, 0, 1}},
        {S9_FORMAT_DXT5,
         4,
         4,
         "ff00110000000000"
         "00f8e00700000000",
         0,
         0,
         {1, 0, 0, 0}},
        {S9_FORMAT_DXT5,
         4,
         4,
         "ff00120000000000"
         "00f8e00700000000",
         0,
         0,
         {1, 0, 0, 6 / 7.}},
        {S9_FORMAT_DXT5,
         4,
         4,
         "00ff020000000000"
         "00f8e00700000000",
         0,
         0,
         {1, 0, 0, 1 / 5.}},
        {S9_FORMAT_DXT5,
         4,
         4,
         "00ff070000000000"
         "00f8e00700000000",
         0,
         0,
         {1, 0, 0, 1}},
        {S9_FORMAT_DXT5,
         4,
         4,
         "00ff060000000000"
         "00f8e00700000000",
         0,
         0,
         {1, 0, 0, 0}},
        {S9_FORMAT_ATI1, 4, 4, "3366000000000000", 0, 0, {.2, 0, 0, 1}},
        {S9_FORMAT_ATI2, 4, 4, "33660000000000006633000000000000", 0, 0, {.4, .2, 1, 1}},
        {S9_FORMAT_R8G8_B8G8, 2, 1, "33666699", 0, 0, {.4, .2, .6, 1}},
        {S9_FORMAT_R8G8_B8G8, 2, 1, "33666699", 1, 0, {.4, .4, .6, 1}},
        {S9_FORMAT_G8R8_G8B8, 2, 1, "66339966", 0, 0, {.4, .2, .6, 1}},
        {S9_FORMAT_G8R8_G8B8, 2, 1, "66339966", 1, 0, {.4, .4, .6, 1}},
        {S9_FORMAT_UYVY, 2, 1, "80eb8010", 0, 0, {1, 1, 1, 1}},
        {S9_FORMAT_UYVY, 2, 1, "80eb8010", 1, 0, {0, 0, 0, 1}},
        {S9_FORMAT_YUY2, 2, 1, "eb801080", 0, 0, {1, 1, 1, 1}},
        {S9_FORMAT_D16, 1, 1, "3333", 0, 0, {.2, .2, .2, .2}},
        {S9_FORMAT_D24X8, 1, 1, "aa333333", 0, 0, {.2, .2, .2, .2}},
        {S9_FORMAT_D32, 1, 1, "33333333", 0, 0, {.2, .2, .2, .2}},
        {S9_FORMAT_D15S1, 1, 1, "ffff", 0, 0, {1, 1, 1, 1}},
        {S9_FORMAT_D24FS8, 1, 1, "aa0000f0", 0, 0, {1, 1, 1, 1}},
        {S9_FORMAT_D32F_LOCKABLE, 1, 1, "0000003f", 0, 0, {.5, .5, .5, .5}},
        {S9_FORMAT_INTZ, 1, 1, "aa333333", 0, 0, {.2, .2, .2, .2}},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        const format_case *c = &cases[i];
        uint8_t bytes[64];
        size_t size = strlen(c->bytes) / 2;
        for (size_t k = 0; k < size; k++) {
            unsigned value;
            assert_int_equal(sscanf(c->bytes + 2 * k, "%2x", &value), 1);
            bytes[k] = (uint8_t)value;
        }
        s9_texture *texture = make(S9_TEXTURE_2D, c->format, c->width, c->height, 1, bytes, size);
        float got[4];
        s9_texture_texel(texture, 0, c->x, c->y, 0, got);
        for (uint32_t k = 0; k < 4; k++) {
            if (s9_float_bits(got[k]) != s9_float_bits((float)c->rgba[k])) {
                fail_msg("case %zu (%s) component %u: %.9g, expected %.9g", i, s9_format_name(c->format), (unsigned)k,
                         (double)got[k], c->rgba[k]);
            }
        }
        s9_texture_destroy(texture);
    }
}

/* What is decoded from a format encodes to the same bits, and names lead back to their format. */
static void test_format_round_trip(void **state)
{
    (void)state;
    uint32_t seed = 1;
    uint32_t seen = 0;
    for (uint32_t f = 0; s9_format_name((s9_format)f); f++) {
        s9_format format = (s9_format)f, found;
        assert_true(s9_format_from_name(s9_format_name(format), &found));
        assert_int_equal(found, format);
        uint8_t bytes[16], again[16];
        float value[1][4];
        size_t size;
        assert_true(s9_format_level_size(format, 1, 1, 1, &size));
        if (s9_format_encode(format, value, 0, again) == S9_ERROR_UNSUPPORTED) {
            continue;
        }
        seen++;
        for (uint32_t round = 0; round < 500; round++) {
            for (size_t i = 0; i < size; i++) {
                seed = seed * 1664525u + 1013904223u;
                bytes[i] = (uint8_t)(seed >> 24);
            }
            s9_texture *texture = make(S9_TEXTURE_2D, format, 1, 1, 1, bytes, size);
            s9_texture_texel(texture, 0, 0, 0, 0, value[0]);
            s9_texture_destroy(texture);
            assert_int_equal(s9_format_encode(format, (const float(*)[4])value, 1, again), S9_OK);
            texture = make(S9_TEXTURE_2D, format, 1, 1, 1, again, size);
            float twice[4];
            s9_texture_texel(texture, 0, 0, 0, 0, twice);
            s9_texture_destroy(texture);
            for (uint32_t k = 0; k < 4; k++) {
                if (value[0][k] == value[0][k]) {
                    if (s9_float_bits(twice[k]) != s9_float_bits(value[0][k])) {
                        fail_msg("%s component %u: %.9g became %.9g", s9_format_name(format), (unsigned)k,
                                 (double)value[0][k], (double)twice[k]);
                    }
                } else {
                    assert_true(twice[k] != twice[k]);
                }
            }
        }
    }
    assert_true(seen >= 40);
    s9_format found;
    assert_true(s9_format_from_name("r5g6b5", &found));
    assert_int_equal(found, S9_FORMAT_R5G6B5);
    assert_false(s9_format_from_name("R5G6", &found));
    assert_false(s9_format_from_name("", &found));
    assert_false(s9_format_from_name(NULL, &found));
    /* Rounding: 0.5 of 31 is 15.5, which goes up. */
    float half[1][4] = {{0.5f, NAN, 7.0f, 1.0f}};
    uint8_t out[2];
    assert_int_equal(s9_format_encode(S9_FORMAT_R5G6B5, (const float(*)[4])half, 1, out), S9_OK);
    assert_int_equal(out[0] | out[1] << 8, 16 << 11 | 31);
}

/* ---- one axis ---- */

typedef struct axis_case {
    s9_address address;
    bool linear;
    float u, red;
} axis_case;

/* A row of four texels 0 1 2 3; border red is 9. */
static void test_addresses(void **state)
{
    (void)state;
    const float inf = INFINITY, big = 16777216.0f;
    const axis_case cases[] = {
        {S9_ADDRESS_WRAP, false, 0.0f, 0},
        {S9_ADDRESS_WRAP, false, 0.249f, 0},
        {S9_ADDRESS_WRAP, false, 0.25f, 1},
        {S9_ADDRESS_WRAP, false, 1.0f, 0},
        {S9_ADDRESS_WRAP, false, -0.01f, 3},
        {S9_ADDRESS_WRAP, false, -7.99f, 0},
        {S9_ADDRESS_WRAP, false, 5.6f, 2},
        {S9_ADDRESS_WRAP, false, NAN, 0},
        {S9_ADDRESS_WRAP, false, inf, 0},
        {S9_ADDRESS_WRAP, false, -inf, 0},
        {S9_ADDRESS_WRAP, false, 3e38f, 0}, /* the product overflows */
        {S9_ADDRESS_WRAP, false, big, 0},
        {S9_ADDRESS_MIRROR, false, 1.0f, 3},
        {S9_ADDRESS_MIRROR, false, 1.3f, 2},
        {S9_ADDRESS_MIRROR, false, 2.0f, 0},
        {S9_ADDRESS_MIRROR, false, -0.1f, 0},
        {S9_ADDRESS_MIRROR, false, -0.9f, 3},
        {S9_ADDRESS_MIRROR, false, inf, 0},
        {S9_ADDRESS_CLAMP, false, -5.0f, 0},
        {S9_ADDRESS_CLAMP, false, 5.0f, 3},
        {S9_ADDRESS_CLAMP, false, inf, 3},
        {S9_ADDRESS_CLAMP, false, -inf, 0},
        {S9_ADDRESS_CLAMP, false, 3e38f, 3},
        {S9_ADDRESS_CLAMP, false, -3e38f, 0},
        {S9_ADDRESS_CLAMP, false, NAN, 0},
        {S9_ADDRESS_BORDER, false, 0.99f, 3},
        {S9_ADDRESS_BORDER, false, 1.0f, 9},
        {S9_ADDRESS_BORDER, false, -0.001f, 9},
        {S9_ADDRESS_BORDER, false, -inf, 9},
        {S9_ADDRESS_BORDER, false, inf, 9},
        {S9_ADDRESS_BORDER, false, NAN, 0},
        {S9_ADDRESS_MIRROR_ONCE, false, -0.3f, 1},
        {S9_ADDRESS_MIRROR_ONCE, false, -0.99f, 3},
        {S9_ADDRESS_MIRROR_ONCE, false, -2.0f, 3},
        {S9_ADDRESS_MIRROR_ONCE, false, 2.0f, 3},
        {S9_ADDRESS_MIRROR_ONCE, false, inf, 3},
        {S9_ADDRESS_MIRROR_ONCE, false, -inf, 3},
        {S9_ADDRESS_WRAP, true, 0.125f, 0},
        {S9_ADDRESS_WRAP, true, 0.25f, 0.5f},
        {S9_ADDRESS_WRAP, true, 0.0f, 1.5f},    /* between 3 and 0 */
        {S9_ADDRESS_WRAP, true, NAN, 1.5f},     /* as 0 */
        {S9_ADDRESS_WRAP, true, inf, 1.5f},     /* the weight of coordinate 0 */
        {S9_ADDRESS_WRAP, true, 4194305.0f, 0}, /* 2^24 + 4: texel 0 without fraction */
        {S9_ADDRESS_CLAMP, true, 0.0f, 0},
        {S9_ADDRESS_CLAMP, true, 1.0f, 3},
        {S9_ADDRESS_CLAMP, true, -inf, 0},
        {S9_ADDRESS_BORDER, true, 0.0f, 4.5f},
        {S9_ADDRESS_BORDER, true, 1.0f, 6},
        {S9_ADDRESS_BORDER, true, inf, 9},
        {S9_ADDRESS_MIRROR, true, 0.0f, 0},
        {S9_ADDRESS_MIRROR, true, 1.0f, 3},
        {S9_ADDRESS_MIRROR_ONCE, true, -0.25f, 0.5f},
    };
    s9_texture *texture = make_row(4);
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        s9_sampler_binding binding = bind(texture);
        set_address(&binding, cases[i].address);
        binding.state.address[1] = S9_ADDRESS_CLAMP;
        binding.state.border[0] = 9.0f;
        binding.state.min = binding.state.mag = cases[i].linear ? S9_FILTER_LINEAR : S9_FILTER_POINT;
        float got = red(&binding, cases[i].u, 0.5f, 0.0f);
        if (got != cases[i].red) {
            fail_msg("case %zu: %g, expected %g", i, (double)got, (double)cases[i].red);
        }
    }
    s9_texture_destroy(texture);

    /* Sizes that are no power of two; the remainder of a huge product is exact. */
    texture = make_row(3);
    s9_sampler_binding binding = bind(texture);
    for (int32_t i = -50; i < 50; i++) {
        assert_true(red(&binding, ((float)i + 0.5f) / 3.0f, 0, 0) == (float)(((i % 3) + 3) % 3));
    }
    /* 3 * 2^40 is a multiple of 3; 2^40 * 5 / 3 is not used: u * n itself is rounded first. */
    assert_true(red(&binding, 0x1p40f, 0, 0) == 0.0f);
    float odd = 0x1.555556p40f; /* times 3 rounds to 2^42 + 2^19; 2^42 mod 3 = 1, 2^19 mod 3 = 2 */
    assert_true(red(&binding, odd, 0, 0) == (float)((int)fmod((double)(odd * 3.0f), 3.0)));
    s9_texture_destroy(texture);
}

static void test_weight_zero_is_not_read(void **state)
{
    (void)state;
    float texels[2][4] = {{1, NAN, -1, 0}, {INFINITY, 2, INFINITY, 1}};
    s9_texture *texture = make_floats(S9_TEXTURE_2D, 2, 1, 1, texels, sizeof texels);
    s9_sampler_binding binding = bind(texture);
    set_address(&binding, S9_ADDRESS_CLAMP);
    binding.state.min = binding.state.mag = S9_FILTER_LINEAR;
    float rgba[4];
    sample_one(&binding, 0.25f, 0.5f, 0, rgba);
    assert_true(rgba[0] == 1.0f && rgba[2] == -1.0f && rgba[3] == 0.0f);
    sample_one(&binding, 0.75f, 0.5f, 0, rgba);
    assert_true(rgba[1] == 2.0f);
    sample_one(&binding, 0.5f, 0.5f, 0, rgba);
    assert_true(rgba[0] == INFINITY && rgba[3] == 0.5f);
    s9_texture_destroy(texture);
}

/* ---- cubes ---- */

/* Each face holds 2x2 texels; red = face, green = row * 2 + column. */
static s9_texture *make_cube(void)
{
    float texels[6][2][2][4];
    for (uint32_t face = 0; face < 6; face++) {
        for (uint32_t i = 0; i < 4; i++) {
            float texel[4] = {(float)face, (float)i, 0, 1};
            memcpy(texels[face][i / 2][i % 2], texel, sizeof texel);
        }
    }
    return make_floats(S9_TEXTURE_CUBE, 2, 2, 1, texels, sizeof texels);
}

static void test_cube_faces(void **state)
{
    (void)state;
    const float inf = INFINITY;
    static const struct {
        float direction[3];
        float face, texel;
    } cases[] = {
        {{1, 0, 0}, 0, 3},
        {{-1, 0, 0}, 1, 3},
        {{0, 1, 0}, 2, 3},
        {{0, -1, 0}, 3, 3},
        {{0, 0, 1}, 4, 3},
        {{0, 0, -1}, 5, 3},
        {{1, 0.5f, 0.5f}, 0, 0}, /* sc = -z, tc = -y: left, top */
        {{1, -0.5f, -0.5f}, 0, 3},
        {{-1, 0.5f, 0.5f}, 1, 1}, /* sc = +z */
        {{0.5f, 1, 0.5f}, 2, 3},  /* sc = x, tc = z */
        {{-0.5f, 1, -0.5f}, 2, 0},
        {{0.5f, -1, 0.5f}, 3, 1}, /* tc = -z */
        {{0.5f, 0.5f, 1}, 4, 1},
        {{0.5f, 0.5f, -1}, 5, 0},
        {{1, 1, 1}, 4, 1}, /* ties: z before y before x */
        {{1, 1, 0.5f}, 2, 3},
        {{1, 0.5f, 1}, 4, 1},
        {{-1, -1, 0.5f}, 3, 0},
        {{0, 0, 0}, 4, 3},
        {{-0.0f, -0.0f, -0.0f}, 4, 3},
    };
    s9_texture *texture = make_cube();
    s9_sampler_binding binding = bind(texture);
    binding.state.address[0] = S9_ADDRESS_BORDER; /* must not matter */
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        float rgba[4];
        const float *d = cases[i].direction;
        sample_one(&binding, d[0], d[1], d[2], rgba);
        if (rgba[0] != cases[i].face || rgba[1] != cases[i].texel) {
            fail_msg("case %zu: face %g texel %g", i, (double)rgba[0], (double)rgba[1]);
        }
    }
    float rgba[4];
    sample_one(&binding, NAN, 5.0f, 1.0f, rgba);
    assert_true(rgba[0] == 4.0f && rgba[1] == 3.0f);
    sample_one(&binding, inf, 1.0f, -3.0f, rgba);
    assert_true(rgba[0] == 0.0f && rgba[1] == 3.0f);
    /* inf / inf is NaN and counts as 0: u = 0, v = 1/2 */
    sample_one(&binding, inf, inf, 0.0f, rgba);
    assert_true(rgba[0] == 2.0f && rgba[1] == 2.0f);
    s9_texture_destroy(texture);
}

/* Walking over an edge of a seamless cube the value does not jump; over the edge of separate faces it does. */
static void test_cube_seamless(void **state)
{
    (void)state;
    float texels[6][4][4][4];
    uint32_t seed = 7;
    for (uint32_t i = 0; i < 6 * 16; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            texels[i / 16][i / 4 % 4][i % 4][k] = (float)(seed >> 24) / 255.0f;
        }
    }
    s9_texture *texture = make_floats(S9_TEXTURE_CUBE, 4, 4, 1, texels, sizeof texels);
    s9_sampler_binding binding = bind(texture);
    binding.state.min = binding.state.mag = S9_FILTER_LINEAR;
    uint32_t jumps = 0;
    for (uint32_t seamless = 0; seamless < 2; seamless++) {
        binding.state.seamless = seamless == 1;
        for (uint32_t edge = 0; edge < 12; edge++) {
            uint32_t along = edge / 4;
            float sign_a = edge & 1 ? -1.0f : 1.0f, sign_b = edge & 2 ? -1.0f : 1.0f;
            for (int32_t step = -30; step <= 30; step++) {
                float near_side[3], far_side[3], first[4], second[4];
                near_side[along] = far_side[along] = (float)step / 32.0f;
                near_side[(along + 1) % 3] = sign_a;
                near_side[(along + 2) % 3] = sign_b * 0.99999f;
                far_side[(along + 1) % 3] = sign_a * 0.99999f;
                far_side[(along + 2) % 3] = sign_b;
                sample_one(&binding, near_side[0], near_side[1], near_side[2], first);
                sample_one(&binding, far_side[0], far_side[1], far_side[2], second);
                for (uint32_t k = 0; k < 4; k++) {
                    bool jump = fabsf(first[k] - second[k]) > 0.001f;
                    assert_false(jump && seamless == 1);
                    jumps += jump;
                }
            }
        }
    }
    assert_true(jumps > 1000);
    /* The corner (1, 1, 1) is the mean of three texels on every face: their own corner texel counts a quarter. */
    float corner[4];
    sample_one(&binding, 1.0f, 1.0f, 1.0f, corner);
    float own = texels[4][0][3][0], right = texels[0][0][0][0], up = texels[2][3][3][0];
    float mean = (own + right + up) / 3.0f;
    float top = up + 0.5f * (mean - up), bottom = own + 0.5f * (right - own);
    assert_true(corner[0] == top + 0.5f * (bottom - top));
    s9_texture_destroy(texture);
}

/* ---- other kinds of value ---- */

static void test_unbound_and_mismatch(void **state)
{
    (void)state;
    s9_prepared_sampler prepared;
    float u = 0.75f, v = 0.25f, w = 0.75f, rgba[4];
    s9_sample_args args = {.lanes = 1, .coordinate = {&u, &v, &w}, .out = {rgba, rgba + 1, rgba + 2, rgba + 3}};
    s9_sampler_prepare(&prepared, NULL, S9_TEXTURE_2D, NULL);
    s9_sample(&prepared, &args);
    assert_true(rgba[0] == 0 && rgba[1] == 0 && rgba[2] == 0 && rgba[3] == 1);
    s9_sampling_rules rules = {.unbound = 1, .kind_mismatch = 1};
    s9_sampler_binding none = bind(NULL);
    s9_sampler_prepare(&prepared, &none, S9_TEXTURE_CUBE, &rules);
    s9_sample(&prepared, &args);
    assert_true(rgba[3] == 0);

    float texels[2][2][2][4];
    for (uint32_t i = 0; i < 8; i++) {
        float texel[4] = {(float)i, 0, 0, 1};
        memcpy(texels[i / 4][i / 2 % 2][i % 2], texel, sizeof texel);
    }
    s9_texture *texture = make_floats(S9_TEXTURE_VOLUME, 2, 2, 2, texels, sizeof texels);
    s9_sampler_binding binding = bind(texture);
    s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_VOLUME, NULL);
    s9_sample(&prepared, &args);
    assert_true(rgba[0] == 5);
    /* Declared 2D: there is no third coordinate. */
    s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_2D, NULL);
    s9_sample(&prepared, &args);
    assert_true(rgba[0] == 1);
    assert_int_equal(s9_sampler_axes(&prepared), 3);
    s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_CUBE, NULL);
    s9_sample(&prepared, &args);
    assert_true(rgba[0] == 5);
    s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_CUBE, &rules);
    s9_sample(&prepared, &args);
    assert_true(rgba[0] == 0 && rgba[3] == 0);
    s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_VOLUME, &rules);
    s9_sample(&prepared, &args);
    assert_true(rgba[0] == 5);
    args.coordinate[2] = NULL;
    s9_sample(&prepared, &args);
    assert_true(rgba[0] == 1);
    s9_texture_destroy(texture);
}

static void test_srgb(void **state)
{
    (void)state;
    assert_true(s9_srgb_to_linear(0.0f) == 0.0f && s9_srgb_to_linear(1.0f) == 1.0f);
    assert_true(s9_srgb_to_linear(0.04f) == (float)((double)0.04f / 12.92));
    assert_true(fabsf(s9_srgb_to_linear(0.5f) - 0.21404114f) < 1e-7f);
    assert_true(fabsf(s9_linear_to_srgb(0.21404114f) - 0.5f) < 1e-6f);
    assert_true(s9_linear_to_srgb(0.003f) == (float)(12.92 * (double)0.003f));

    uint8_t bytes[4] = {128, 10, 255, 128};
    float values[4] = {128 / 255.0f, 10 / 255.0f, 1.0f, 128 / 255.0f};
    for (uint32_t k = 0; k < 3; k++) {
        s9_texture *texture = k == 0   ? make(S9_TEXTURE_2D, S9_FORMAT_A8B8G8R8, 1, 1, 1, bytes, sizeof bytes)
                              : k == 1 ? make(S9_TEXTURE_2D, S9_FORMAT_VALUES, 1, 1, 1, values, sizeof values)
                                       : make_floats(S9_TEXTURE_2D, 1, 1, 1, values, sizeof values);
        s9_sampler_binding binding = bind(texture);
        binding.state.srgb = true;
        float rgba[4];
        sample_one(&binding, 0.5f, 0.5f, 0, rgba);
        for (uint32_t c = 0; c < 4; c++) {
            assert_true(rgba[c] == (c < 3 && k < 2 ? s9_srgb_to_linear(values[c]) : values[c]));
        }
        /* The border colour is not converted. */
        set_address(&binding, S9_ADDRESS_BORDER);
        binding.state.border[0] = 0.5f;
        assert_true(red(&binding, 2.0f, 0.5f, 0) == 0.5f);
        s9_texture_destroy(texture);
    }
}

static void test_depth_compare(void **state)
{
    (void)state;
    float depth[4][4] = {{0.25f}, {0.5f}, {0.75f}, {1.0f}};
    uint8_t bytes[16];
    assert_int_equal(s9_format_encode(S9_FORMAT_D32F_LOCKABLE, (const float(*)[4])depth, 4, bytes), S9_OK);
    s9_texture *texture = make(S9_TEXTURE_2D, S9_FORMAT_D32F_LOCKABLE, 2, 2, 1, bytes, sizeof bytes);
    s9_sampler_binding binding = bind(texture);
    float rgba[4];
    sample_one(&binding, 0.75f, 0.25f, 0.5f, rgba);
    assert_true(rgba[0] == 1 && rgba[1] == 1 && rgba[2] == 1 && rgba[3] == 1);
    sample_one(&binding, 0.75f, 0.25f, 0.50001f, rgba);
    assert_true(rgba[0] == 0 && rgba[3] == 0);
    assert_true(red(&binding, 0.75f, 0.75f, 7.0f) == 1.0f); /* the reference is clamped */
    assert_true(red(&binding, 0.25f, 0.25f, -7.0f) == 1.0f);
    assert_true(red(&binding, 0.25f, 0.25f, NAN) == 1.0f);
    binding.state.min = binding.state.mag = S9_FILTER_LINEAR;
    assert_true(red(&binding, 0.5f, 0.5f, 0.6f) == 0.5f); /* two of four pass */
    binding.state.compare = 0;
    assert_true(red(&binding, 0.5f, 0.5f, 0.6f) == 0.625f);
    s9_texture_destroy(texture);

    texture = make_row(2);
    binding = bind(texture);
    binding.state.compare = 1;
    sample_one(&binding, 0.75f, 0.5f, 0.5f, rgba);
    assert_true(rgba[0] == 1 && rgba[1] == 1);
    assert_true(red(&binding, 0.25f, 0.5f, 0.5f) == 0);
    s9_texture_destroy(texture);
}

static void test_fetch4(void **state)
{
    (void)state;
    uint8_t bytes[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    s9_texture *texture = make(S9_TEXTURE_2D, S9_FORMAT_L8, 3, 3, 1, bytes, sizeof bytes);
    s9_sampler_binding binding = bind(texture);
    binding.state.fetch4 = true;
    binding.state.min = S9_FILTER_LINEAR;
    float rgba[4];
    sample_one(&binding, 0.5f, 0.5f, 0, rgba);
    assert_true(rgba[0] == 5 / 255.0f && rgba[1] == 7 / 255.0f && rgba[2] == 8 / 255.0f && rgba[3] == 4 / 255.0f);
    sample_one(&binding, 0.9f, 0.5f, 0, rgba); /* wraps */
    assert_true(rgba[0] == 3 / 255.0f && rgba[3] == 5 / 255.0f);
    set_address(&binding, S9_ADDRESS_CLAMP);
    sample_one(&binding, -INFINITY, INFINITY, 0, rgba);
    assert_true(rgba[0] == 6 / 255.0f && rgba[1] == 6 / 255.0f && rgba[3] == 6 / 255.0f);
    sample_one(&binding, 0.9f, 0.9f, 0, rgba);
    assert_true(rgba[2] == 8 / 255.0f);
    /* linear magnification switches it off */
    binding.state.mag = S9_FILTER_LINEAR;
    sample_one(&binding, 0.5f, 0.5f, 0, rgba);
    assert_true(rgba[0] == 4 / 255.0f && rgba[3] == 1.0f);
    s9_texture_destroy(texture);
    texture = make_row(4);
    binding = bind(texture);
    binding.state.fetch4 = true;
    assert_true(red(&binding, 0.5f, 0, 0) == 2.0f);
    s9_texture_destroy(texture);
}

/* ---- level of detail ---- */

/* 8x8 down to 1x1, red = level. */
static s9_texture *make_chain(void)
{
    static float texels[4][64][4];
    const void *data[4];
    size_t sizes[4];
    for (uint32_t level = 0; level < 4; level++) {
        for (uint32_t i = 0; i < 64; i++) {
            texels[level][i][0] = (float)level;
        }
        little_words(texels[level], sizeof texels[level] / 4);
        data[level] = texels[level];
        sizes[level] = (size_t)(64u >> (2 * level)) * 16;
    }
    return make_levels(S9_TEXTURE_2D, S9_FORMAT_A32B32G32R32F, 8, 8, 1, 4, data, sizes);
}

static void test_levels(void **state)
{
    (void)state;
    const float inf = INFINITY;
    static const struct {
        s9_filter mip;
        uint32_t max_level;
        float bias, lod, red;
    } cases[] = {
        {S9_FILTER_NONE, 2, 0, 3, 0},
        {S9_FILTER_POINT, 0, 0, -1, 0},
        {S9_FILTER_POINT, 0, 0, 0.5f, 0}, /* a tie takes the larger map */
        {S9_FILTER_POINT, 0, 0, 0.50001f, 1},
        {S9_FILTER_POINT, 0, 0, 1.5f, 1},
        {S9_FILTER_POINT, 0, 0, 1.51f, 2},
        {S9_FILTER_POINT, 0, 0, 99, 3},
        {S9_FILTER_POINT, 0, 2, 0, 2},
        {S9_FILTER_POINT, 2, 0, 0.1f, 2},
        {S9_FILTER_POINT, 2, 0, -5, 2}, /* magnification: max_level too */
        {S9_FILTER_POINT, 9, 0, -5, 3},
        {S9_FILTER_POINT, 9, 0, 1, 3},
        {S9_FILTER_LINEAR, 0, 0, 0.25f, 0.25f},
        {S9_FILTER_LINEAR, 0, 0, 1.75f, 1.75f},
        {S9_FILTER_LINEAR, 0, 0.5f, 1.75f, 2.25f},
        {S9_FILTER_LINEAR, 0, 0, 3.5f, 3},
        {S9_FILTER_LINEAR, 1, 0, 0.5f, 1},
    };
    s9_texture *texture = make_chain();
    s9_prepared_sampler prepared;
    float zero = 0.1f, out[4], level;
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        s9_sampler_binding binding = bind(texture);
        binding.state.mip = cases[i].mip;
        binding.state.max_level = cases[i].max_level;
        binding.state.bias = cases[i].bias;
        s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_2D, NULL);
        s9_sample_args args = {.mode = S9_SAMPLE_LOD,
                               .lanes = 1,
                               .coordinate = {&zero, &zero, &zero},
                               .lod = &cases[i].lod,
                               .out = {out, out + 1, out + 2, out + 3},
                               .level = &level};
        s9_sample(&prepared, &args);
        if (out[0] != cases[i].red || level != cases[i].lod + cases[i].bias) {
            fail_msg("case %zu: %g at level %g", i, (double)out[0], (double)level);
        }
    }
    float extremes[3] = {NAN, inf, -inf};
    const float expected[3] = {0, 3, 0};
    for (uint32_t i = 0; i < 3; i++) {
        s9_sampler_binding binding = bind(texture);
        binding.state.mip = S9_FILTER_LINEAR;
        s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_2D, NULL);
        s9_sample_args args = {.mode = S9_SAMPLE_LOD,
                               .lanes = 1,
                               .coordinate = {&zero, &zero, &zero},
                               .lod = &extremes[i],
                               .out = {out, out + 1, out + 2, out + 3}};
        s9_sample(&prepared, &args);
        assert_true(out[0] == expected[i]);
    }
    s9_texture_destroy(texture);
}

static void test_quad_derivatives(void **state)
{
    (void)state;
    s9_texture *texture = make_chain();
    s9_sampler_binding binding = bind(texture);
    binding.state.mip = S9_FILTER_POINT;
    s9_prepared_sampler prepared;
    s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_2D, NULL);
    /* Top row: one texel a pixel (L = 0); bottom row: four (L = 2). Columns: du/dy = 0, 3/8; dv/dy = 1/8. */
    float u[4] = {0, 0.125f, 0, 0.5f}, v[4] = {0, 0, 0.125f, 0.125f}, out[4][4], level[4];
    s9_sample_args args = {.mode = S9_SAMPLE_IMPLICIT,
                           .lanes = 4,
                           .quads = true,
                           .coordinate = {u, v, NULL},
                           .out = {out[0], out[1], out[2], out[3]},
                           .level = level};
    s9_sample(&prepared, &args);
    assert_true(level[0] == 0.0f && level[2] == 2.0f && level[3] == 2.0f);
    assert_true(level[1] == s9_math_log2(sqrtf(10.0f)));
    assert_true(out[0][0] == 0 && out[0][1] == 2 && out[0][2] == 2 && out[0][3] == 2);

    /* The same through texldd with the differences that dsx and dsy return. */
    float dux[4] = {0.125f, 0.125f, 0.5f, 0.5f}, dvx[4] = {0}, duy[4] = {0, 0.375f, 0, 0.375f};
    float dvy[4] = {0.125f, 0.125f, 0.125f, 0.125f}, given[4], bias[4] = {1, 1, 1, 1};
    args.mode = S9_SAMPLE_GRADIENTS;
    args.ddx[0] = dux;
    args.ddx[1] = dvx;
    args.ddy[0] = duy;
    args.ddy[1] = dvy;
    args.level = given;
    s9_sample(&prepared, &args);
    assert_memory_equal(given, level, sizeof level);
    args.mode = S9_SAMPLE_BIAS;
    args.lod = bias;
    s9_sample(&prepared, &args);
    assert_true(given[0] == 1.0f && given[2] == 3.0f);
    /* Without quads there are no derivatives. */
    args.quads = false;
    args.mode = S9_SAMPLE_IMPLICIT;
    s9_sample(&prepared, &args);
    assert_true(given[0] == -INFINITY && out[0][2] == 0);
    s9_texture_destroy(texture);
}

static void test_anisotropic(void **state)
{
    (void)state;
    /* Columns 0..7; a footprint of four texels along u, one along v: four probes on level 0. */
    float texels[8][8][4] = {{{0}}};
    for (uint32_t i = 0; i < 64; i++) {
        texels[i / 8][i % 8][0] = (float)((i % 8) * (i % 8));
    }
    s9_texture *texture = make_floats(S9_TEXTURE_2D, 8, 8, 1, texels, sizeof texels);
    s9_sampler_binding binding = bind(texture);
    binding.state.min = S9_FILTER_ANISOTROPIC;
    binding.state.mag = S9_FILTER_LINEAR;
    binding.state.max_anisotropy = 16;
    binding.state.bias = 1.0f;
    s9_prepared_sampler prepared;
    s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_2D, NULL);
    float u = 0.5f, v = 0.5f, dux = 0.5f, dvy = 0.125f, rgba[4], level;
    s9_sample_args args = {.mode = S9_SAMPLE_GRADIENTS,
                           .lanes = 1,
                           .coordinate = {&u, &v, NULL},
                           .ddx = {&dux, NULL, NULL},
                           .ddy = {NULL, &dvy, NULL},
                           .out = {rgba, rgba + 1, rgba + 2, rgba + 3},
                           .level = &level};
    s9_sample(&prepared, &args);
    /* Probes at u = 5/16, 7/16, 9/16, 11/16: texel coordinates 2, 3, 4, 5 exactly. */
    assert_true(level == 1.0f);
    assert_true(rgba[0] == (4.0f + 9.0f + 16.0f + 25.0f) / 4.0f);
    /* A vertex shader has one probe. */
    s9_sampling_rules rules = {.vertex = true};
    s9_sampler_prepare(&prepared, &binding, S9_TEXTURE_2D, &rules);
    s9_sample(&prepared, &args);
    assert_true(rgba[0] == 12.5f && level == 3.0f);
    s9_texture_destroy(texture);
}

/* More lanes than a tile, results in place of coordinates, hostile bits. */
static void test_many_lanes(void **state)
{
    (void)state;
    enum { LANES = 1000 };
    static float u[LANES], v[LANES], w[LANES], a[LANES], first[4][LANES];
    s9_texture *texture = make_chain();
    uint32_t seed = 3;
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < LANES; i++) {
            seed = seed * 1664525u + 1013904223u;
            u[i] = s9_bits_float(seed);
            seed = seed * 1664525u + 1013904223u;
            v[i] = s9_bits_float(seed);
            w[i] = u[i];
        }
        s9_sampler_binding binding = bind(texture);
        binding.state.mip = S9_FILTER_LINEAR;
        binding.state.min = S9_FILTER_ANISOTROPIC;
        binding.state.mag = round == 0 ? S9_FILTER_LINEAR : S9_FILTER_POINT;
        binding.state.max_anisotropy = 8;
        s9_prepared_sampler prepared;
        s9_sampler_prepare(&prepared, &binding, 0, NULL);
        s9_sample_args args = {
            .lanes = LANES, .quads = true, .coordinate = {u, v, w}, .out = {first[0], first[1], first[2], first[3]}};
        s9_sample(&prepared, &args);
        args.out[0] = u;
        args.out[1] = v;
        args.out[2] = w;
        args.out[3] = a;
        s9_sample(&prepared, &args);
        assert_memory_equal(first[0], u, sizeof u);
        assert_memory_equal(first[3], a, sizeof a);
    }
    s9_texture_destroy(texture);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    memory_source none = {.fails_at = 0};
    s9_allocator allocator = memory_allocator(&none);
    float texel[4] = {0};
    const void *data = texel;
    size_t size = sizeof texel;
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_2D,
                            .width = 1,
                            .height = 1,
                            .depth = 1,
                            .levels = 1,
                            .level_data = &data,
                            .level_size = &size};
    s9_texture *texture;
    assert_int_equal(s9_texture_create(&allocator, &desc, &texture), S9_ERROR_MEMORY);
    assert_null(texture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_format_round_trip),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_weight_zero_is_not_read),
        cmocka_unit_test(test_cube_faces),
        cmocka_unit_test(test_cube_seamless),
        cmocka_unit_test(test_unbound_and_mismatch),
        cmocka_unit_test(test_srgb),
        cmocka_unit_test(test_depth_compare),
        cmocka_unit_test(test_fetch4),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_quad_derivatives),
        cmocka_unit_test(test_anisotropic),
        cmocka_unit_test(test_many_lanes),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
