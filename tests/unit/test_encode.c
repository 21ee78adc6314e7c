/* SPDX-License-Identifier: MIT */
/* Values to the bytes of a format: blocks that a format can hold are held exactly, others well, and sizes are checked.
 */
#include "texture/blocks.h"
#include "texture/encode.h"

#include <math.h>
#include <stdarg.h>

#include <setjmp.h>

#include <cmocka.h>

static uint32_t seed;

static uint32_t random_bits(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8 ^ seed << 13;
}

static uint32_t below(uint32_t limit)
{
    return (random_bits() >> 7) % limit;
}

static const s9_format block_formats[] = {S9_FORMAT_DXT1,      S9_FORMAT_DXT2, S9_FORMAT_DXT3, S9_FORMAT_DXT4,
                                          S9_FORMAT_DXT5,      S9_FORMAT_ATI1, S9_FORMAT_ATI2, S9_FORMAT_R8G8_B8G8,
                                          S9_FORMAT_G8R8_G8B8, S9_FORMAT_UYVY, S9_FORMAT_YUY2};

/* Endpoints of every kind: random, equal, near each other, at the ends; few different codes now and then. */
static void random_block(const s9_format_info *info, uint8_t *bytes)
{
    for (uint32_t i = 0; i < info->block_bytes; i++) {
        bytes[i] = (uint8_t)below(256);
    }
    uint32_t kind = below(6);
    for (uint32_t half = 0; half < info->block_bytes; half += 8) {
        if (kind == 1) {
            bytes[half + 1] = bytes[half];
        } else if (kind == 2) {
            bytes[half + 1] = (uint8_t)(bytes[half] + below(3));
        } else if (kind == 3) {
            memset(bytes + half + 4, (int)(below(4) * 0x55), 4);
        } else if (kind == 4) {
            bytes[half + below(4)] = below(2) ? 255 : 0;
        } else if (kind == 5) {
            memcpy(bytes + half + 2, bytes + half, 2);
        }
    }
}

static void test_exact_blocks(void **state)
{
    (void)state;
    seed = 1;
    for (size_t f = 0; f < S9_COUNT(block_formats); f++) {
        const s9_format_info *info = s9_format_get_info(block_formats[f]);
        uint32_t width = info->block_width, height = info->block_height;
        bool video = info->layout == S9_LAYOUT_UYVY || info->layout == S9_LAYOUT_YUY2;
        for (uint32_t round = 0; round < 4000; round++) {
            uint8_t bytes[16] = {0}, again[16];
            float values[16][4], twice[16][4];
            random_block(info, bytes);
            if (video) {
                /* In the middle of the range nothing is cut off. */
                for (uint32_t i = 0; i < 4; i++) {
                    bytes[i] = (uint8_t)(96 + bytes[i] / 4);
                }
            }
            s9_format_decode(info, bytes, width, height, &values[0][0]);
            assert_int_equal(
                s9_format_encode_level(block_formats[f], (const float(*)[4])values, width, height, 1, again), S9_OK);
            s9_format_decode(info, again, width, height, &twice[0][0]);
            for (uint32_t i = 0; i < width * height; i++) {
                for (uint32_t k = 0; k < 4; k++) {
                    if (s9_float_bits(values[i][k]) != s9_float_bits(twice[i][k])) {
                        fail_msg("%s round %u texel %u component %u: %.9g became %.9g", info->name, (unsigned)round,
                                 (unsigned)i, (unsigned)k, (double)values[i][k], (double)twice[i][k]);
                    }
                }
            }
            if (video || info->block_width == 2) {
                assert_memory_equal(bytes, again, info->block_bytes);
            }
        }
    }
}

/* Every grey between the steps of a format, alone in its block, comes within half of what its blends can tell apart. */
static void test_constant_blocks(void **state)
{
    (void)state;
    for (uint32_t i = 0; i <= 1000; i++) {
        float values[16][4], back[16][4];
        uint8_t bytes[16];
        for (uint32_t k = 0; k < 16; k++) {
            for (uint32_t c = 0; c < 4; c++) {
                values[k][c] = (float)i / 1000.0f;
            }
            values[k][3] = 1.0f;
        }
        assert_int_equal(s9_format_encode_level(S9_FORMAT_DXT1, (const float(*)[4])values, 4, 4, 1, bytes), S9_OK);
        s9_format_decode(s9_format_get_info(S9_FORMAT_DXT1), bytes, 4, 4, &back[0][0]);
        assert_true(fabsf(back[5][0] - values[5][0]) <= 1.0f / 93.0f);
        assert_true(fabsf(back[5][1] - values[5][1]) <= 1.0f / 189.0f);
        assert_true(back[5][3] == 1.0f);
        assert_int_equal(s9_format_encode_level(S9_FORMAT_ATI1, (const float(*)[4])values, 4, 4, 1, bytes), S9_OK);
        s9_format_decode(s9_format_get_info(S9_FORMAT_ATI1), bytes, 4, 4, &back[0][0]);
        assert_true(fabsf(back[5][0] - values[5][0]) <= 0.51f / 255.0f);
    }
}

/* Smooth pictures lose little, any picture a bounded part. */
static void test_quality(void **state)
{
    (void)state;
    enum { SIDE = 64 };
    static float values[SIDE * SIDE][4], back[SIDE * SIDE][4];
    static uint8_t bytes[SIDE * SIDE];
    static const struct {
        s9_format format;
        bool noise;
        double most; /* mean squared error over the components that the format has */
    } cases[] = {{S9_FORMAT_DXT1, false, 2.0e-4}, {S9_FORMAT_DXT5, false, 1.5e-4}, {S9_FORMAT_ATI2, false, 4e-6},
                 {S9_FORMAT_DXT1, true, 0.055},   {S9_FORMAT_DXT5, true, 0.045},   {S9_FORMAT_ATI2, true, 8e-4}};
    for (size_t n = 0; n < S9_COUNT(cases); n++) {
        seed = 7;
        bool two = cases[n].format == S9_FORMAT_ATI2;
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            float x = (float)(i % SIDE) / SIDE, y = (float)(i / SIDE) / SIDE;
            values[i][0] = x;
            values[i][1] = 0.5f + 0.5f * y * x;
            values[i][2] = (1.0f - x) * y;
            values[i][3] = cases[n].format == S9_FORMAT_DXT1 ? 1.0f : y;
            for (uint32_t k = 0; cases[n].noise && k < 3; k++) {
                values[i][k] = (float)below(1000) / 999.0f;
            }
        }
        assert_int_equal(s9_format_encode_level(cases[n].format, (const float(*)[4])values, SIDE, SIDE, 1, bytes),
                         S9_OK);
        s9_format_decode(s9_format_get_info(cases[n].format), bytes, SIDE, SIDE, &back[0][0]);
        double sum = 0;
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            for (uint32_t k = 0; k < (two ? 2u : 4u); k++) {
                double away = (double)(back[i][k] - values[i][k]);
                sum += away * away;
            }
        }
        sum /= SIDE * SIDE * (two ? 2 : 4);
        if (sum > cases[n].most) {
            fail_msg("%s, case %zu: error %.3g above %.3g", s9_format_name(cases[n].format), n, sum, cases[n].most);
        }
    }
}

/* Texels outside of a level that is no multiple of a block weigh nothing; what is no number is 0. */
static void test_edges(void **state)
{
    (void)state;
    const float red[1][4] = {{1, 0, 0, 1}}, odd[3][4] = {{0.2f, 0.4f, 0.6f, 1}, {0.2f, 0.6f, 0.6f, 1}, {1, 0.8f, 0, 1}};
    const float bad[1][4] = {{NAN, INFINITY, -INFINITY, 2}}, clear[2][4] = {{1, 0, 0, 1}, {1, 1, 1, 0.4f}};
    float back[4][4];
    uint8_t bytes[16];
    assert_int_equal(s9_format_encode_level(S9_FORMAT_DXT1, red, 1, 1, 1, bytes), S9_OK);
    s9_format_decode(s9_format_get_info(S9_FORMAT_DXT1), bytes, 1, 1, &back[0][0]);
    assert_memory_equal(back, red, sizeof red);
    /* Three texels are two pairs. */
    assert_int_equal(s9_format_encode_level(S9_FORMAT_R8G8_B8G8, odd, 3, 1, 1, bytes), S9_OK);
    static const uint8_t expected[8] = {102, 51, 153, 153, 204, 255, 204, 0};
    assert_memory_equal(bytes, expected, sizeof expected);
    assert_int_equal(s9_format_encode_level(S9_FORMAT_DXT5, bad, 1, 1, 1, bytes), S9_OK);
    s9_format_decode(s9_format_get_info(S9_FORMAT_DXT5), bytes, 1, 1, &back[0][0]);
    static const float held[4] = {0, 1, 0, 1}, nothing[4] = {0};
    assert_memory_equal(back, held, sizeof held);
    /* Alpha below a half is transparent black in DXT1. */
    assert_int_equal(s9_format_encode_level(S9_FORMAT_DXT1, clear, 2, 1, 1, bytes), S9_OK);
    s9_format_decode(s9_format_get_info(S9_FORMAT_DXT1), bytes, 2, 1, &back[0][0]);
    assert_memory_equal(back[0], clear[0], sizeof held);
    assert_memory_equal(back[1], nothing, sizeof held);
    assert_int_equal(s9_format_encode_level((s9_format)1000, red, 1, 1, 1, bytes), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_format_encode_level(S9_FORMAT_DXT1, red, 0, 1, 1, bytes), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_format_encode_level(S9_FORMAT_DXT1, NULL, 1, 1, 1, bytes), S9_ERROR_ARGUMENT);
}

/* Whole textures: every format takes a volume with levels and a cube, and what it gives makes a texture. */
static void test_textures(void **state)
{
    (void)state;
    enum { TEXELS = 5 * 4 * 3 + 2 * 2 };
    float values[TEXELS][4];
    seed = 3;
    for (uint32_t i = 0; i < TEXELS * 4; i++) {
        values[i / 4][i % 4] = (float)below(256) / 255.0f;
    }
    const void *data[2] = {values, values[60]};
    size_t sizes[2] = {60 * 16, 4 * 16};
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_VOLUME,
                            .format = S9_FORMAT_VALUES,
                            .width = 5,
                            .height = 4,
                            .depth = 3,
                            .levels = 2,
                            .level_data = data,
                            .level_size = sizes};
    s9_texture *volume = NULL;
    assert_int_equal(s9_texture_create(NULL, &desc, &volume), S9_OK);
    assert_int_equal(s9_texture_get_format(volume), S9_FORMAT_VALUES);
    for (uint32_t f = 0; s9_format_name((s9_format)f); f++) {
        s9_texture_data *encoded = NULL;
        s9_texture *texture = NULL;
        assert_int_equal(s9_texture_encode(volume, (s9_format)f, NULL, &encoded), S9_OK);
        assert_int_equal(s9_texture_data_desc(encoded)->levels, 2);
        assert_null(s9_texture_data_level(encoded, 2));
        assert_int_equal(s9_texture_create(NULL, s9_texture_data_desc(encoded), &texture), S9_OK);
        assert_int_equal(s9_texture_get_format(texture), f);
        s9_texture_destroy(texture);
        s9_texture_data_destroy(encoded);
    }
    /* Bytes as stored go through the tables. */
    s9_texture_data *bytes = NULL, *again = NULL;
    s9_texture *texture = NULL;
    assert_int_equal(s9_texture_encode(volume, S9_FORMAT_A8R8G8B8, NULL, &bytes), S9_OK);
    assert_int_equal(s9_texture_create(NULL, s9_texture_data_desc(bytes), &texture), S9_OK);
    assert_int_equal(s9_texture_encode(texture, S9_FORMAT_A8R8G8B8, NULL, &again), S9_OK);
    assert_memory_equal(s9_texture_data_level(bytes, 0), s9_texture_data_level(again, 0), 240);
    s9_texture_data_destroy(bytes);
    s9_texture_data_destroy(again);
    s9_texture_destroy(texture);
    s9_texture_destroy(volume);
    s9_texture_data_destroy(NULL);
    desc.level_data = NULL;
    assert_int_equal(s9_texture_data_create(NULL, &desc, &bytes), S9_ERROR_ARGUMENT);
    desc.level_size = NULL;
    assert_int_equal(s9_texture_data_create(NULL, &desc, &bytes), S9_OK);
    assert_int_equal(((const uint8_t *)s9_texture_data_level(bytes, 1))[63], 0);
    s9_texture_data_destroy(bytes);
    desc.depth = 0;
    assert_int_equal(s9_texture_data_create(NULL, &desc, &bytes), S9_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_blocks), cmocka_unit_test(test_constant_blocks), cmocka_unit_test(test_quality),
        cmocka_unit_test(test_edges),        cmocka_unit_test(test_textures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
