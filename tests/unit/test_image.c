/* SPDX-License-Identifier: MIT */
/* Image files in and out. */
#include <shader9/image.h>

#include "base/base.h"
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>

#include <cmocka.h>

static s9_image pattern(uint32_t width, uint32_t height)
{
    s9_image image = {0};
    assert_int_equal(s9_image_create(NULL, width, height, &image), S9_OK);
    uint32_t seed = 5;
    for (size_t i = 0; i < (size_t)width * height * 4; i++) {
        seed = seed * 1664525u + 1013904223u;
        image.pixels[i] = (uint8_t)(seed >> 24);
    }
    return image;
}

static void test_png_round_trip(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {3, 2}, {64, 64}, {257, 5}};
    for (size_t i = 0; i < S9_COUNT(sizes); i++) {
        s9_image image = pattern(sizes[i][0], sizes[i][1]), again;
        s9_blob first, second;
        assert_int_equal(s9_image_write_png_memory(&image, NULL, &first), S9_OK);
        assert_int_equal(s9_image_write_png_memory(&image, NULL, &second), S9_OK);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.data, second.data, first.size);
        assert_int_equal(s9_image_read_memory(first.data, first.size, NULL, NULL, &again, NULL), S9_OK);
        assert_int_equal(again.width, image.width);
        assert_int_equal(again.height, image.height);
        assert_memory_equal(again.pixels, image.pixels, (size_t)image.width * image.height * 4);
        s9_image_free(&again);
        s9_blob_free(&first);
        s9_blob_free(&second);
        s9_image_free(&image);
    }
}

/* Only IHDR, IDAT and IEND: nothing that depends on the time or the machine. */
static void test_png_chunks(void **state)
{
    (void)state;
    s9_image image = pattern(4, 4);
    s9_blob png;
    assert_int_equal(s9_image_write_png_memory(&image, NULL, &png), S9_OK);
    const uint8_t *bytes = png.data;
    size_t at = 8;
    uint32_t chunks = 0;
    while (at + 12 <= png.size) {
        size_t length =
            (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 | (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        const char *type = (const char *)bytes + at + 4;
        assert_true(memcmp(type, "IHDR", 4) == 0 || memcmp(type, "IDAT", 4) == 0 || memcmp(type, "IEND", 4) == 0);
        at += length + 12;
        chunks++;
    }
    assert_int_equal(at, png.size);
    assert_int_equal(chunks, 3);
    s9_blob_free(&png);
    s9_image_free(&image);
}

/* Cut or bent files are refused with words, or read: never a crash or a leak. */
static void test_png_damage(void **state)
{
    (void)state;
    s9_image image = pattern(9, 7), again;
    s9_blob png;
    assert_int_equal(s9_image_write_png_memory(&image, NULL, &png), S9_OK);
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    for (size_t size = 0; size < png.size; size++) {
        s9_diagnostics_clear(list);
        assert_int_equal(s9_image_read_memory(png.data, size, "x.png", NULL, &again, list), S9_ERROR_INVALID);
        assert_int_equal(s9_diagnostics_errors(list), 1);
        assert_string_equal(s9_diagnostics_get(list, 0)->at.file, "x.png");
        assert_null(again.pixels);
    }
    uint8_t *bytes = png.data;
    for (size_t i = 0; i < png.size * 8; i++) {
        bytes[i / 8] ^= (uint8_t)(1u << (i % 8));
        if (s9_image_read_memory(bytes, png.size, NULL, NULL, &again, NULL) == S9_OK) {
            s9_image_free(&again);
        }
        bytes[i / 8] ^= (uint8_t)(1u << (i % 8));
    }
    s9_diagnostics_destroy(list);
    s9_blob_free(&png);
    s9_image_free(&image);
}

static void test_refused(void **state)
{
    (void)state;
    s9_image image;
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_image_read_memory("ps_2_0\n", 7, NULL, NULL, &image, list), S9_ERROR_INVALID);
    assert_int_equal(s9_image_read_memory("", 0, NULL, NULL, &image, list), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(list), 2);
    assert_int_equal(s9_image_read_file("there/is/no/such.png", NULL, &image, list), S9_ERROR_IO);
    assert_int_equal(s9_diagnostics_errors(list), 3);
    assert_int_equal(s9_image_create(NULL, 0, 5, &image), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_image_create(NULL, 1, S9_IMAGE_MAX_SIDE + 1, &image), S9_ERROR_ARGUMENT);
    s9_image_free(&image);
    s9_image_free(NULL);
    s9_diagnostics_destroy(list);
}

static void test_file(void **state)
{
    (void)state;
    const char *path = TEST_BINARY "/test_image.png";
    s9_image image = pattern(5, 6), again;
    assert_int_equal(s9_image_write_png_file(&image, path, NULL, NULL), S9_OK);
    assert_int_equal(s9_image_read_file(path, NULL, &again, NULL), S9_OK);
    assert_memory_equal(again.pixels, image.pixels, 5 * 6 * 4);
    s9_image_free(&again);
    remove(path);
    assert_int_equal(s9_image_write_png_file(&image, TEST_BINARY "/no/such/folder.png", NULL, NULL), S9_ERROR_IO);
    s9_image_free(&image);
}

/* A 2x1 BMP of 24 bits: red, then blue; and a 1x2 TGA with alpha. */
static void test_other_formats(void **state)
{
    (void)state;
    static const uint8_t bmp[] = {'B', 'M', 62, 0, 0, 0, 0, 0,  0, 0, 54, 0, 0, 0, 40,  0,   0, 0, 2, 0, 0,
                                  0,   1,   0,  0, 0, 1, 0, 24, 0, 0, 0,  0, 0, 8, 0,   0,   0, 0, 0, 0, 0,
                                  0,   0,   0,  0, 0, 0, 0, 0,  0, 0, 0,  0, 0, 0, 255, 255, 0, 0, 0, 0};
    static const uint8_t tga[] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 32, 0x28, 1, 2, 3, 4, 5, 6, 7, 8};
    static const uint8_t bmp_pixels[] = {255, 0, 0, 255, 0, 0, 255, 255}, tga_pixels[] = {3, 2, 1, 4, 7, 6, 5, 8};
    s9_image image;
    s9_result result = s9_image_read_memory(bmp, sizeof bmp, NULL, NULL, &image, NULL);
    if (result == S9_ERROR_UNSUPPORTED) {
        print_message("this build has no stb_image: BMP and TGA are not tested\n");
        skip();
    }
    assert_int_equal(result, S9_OK);
    assert_int_equal(image.width, 2);
    assert_memory_equal(image.pixels, bmp_pixels, sizeof bmp_pixels);
    s9_image_free(&image);
    assert_int_equal(s9_image_read_memory(tga, sizeof tga, NULL, NULL, &image, NULL), S9_OK);
    assert_int_equal(image.height, 2);
    assert_memory_equal(image.pixels, tga_pixels, sizeof tga_pixels);
    s9_image_free(&image);
    for (size_t size = 0; size < sizeof bmp; size++) {
        if (s9_image_read_memory(bmp, size, NULL, NULL, &image, NULL) == S9_OK) {
            s9_image_free(&image);
        }
    }
}

/* 8x8 pixels of one colour, (200, 100, 50), at the best quality; refused where a part is missing. */
static void test_jpeg(void **state)
{
    (void)state;
    static const uint8_t jpeg[] = {
        0xff, 0xd8, 0xff, 0xdb, 0x00, 0x43, 0x00, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01,
        0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01,
        0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01,
        0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0xff,
        0xdb, 0x00, 0x43, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01,
        0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01,
        0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01,
        0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0xff, 0xc0, 0x00, 0x11,
        0x08, 0x00, 0x08, 0x00, 0x08, 0x03, 0x01, 0x22, 0x00, 0x02, 0x11, 0x01, 0x03, 0x11, 0x01, 0xff, 0xc4, 0x00,
        0x15, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x06, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xc4, 0x00, 0x14, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x09, 0xff, 0xc4, 0x00, 0x14, 0x11, 0x01, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xda, 0x00, 0x0c,
        0x03, 0x01, 0x00, 0x02, 0x11, 0x03, 0x11, 0x00, 0x3f, 0x00, 0x9f, 0x00, 0x57, 0x9b, 0x07, 0xff, 0xd9,
    };
    s9_image image;
    s9_result result = s9_image_read_memory(jpeg, sizeof jpeg, NULL, NULL, &image, NULL);
    if (result == S9_ERROR_UNSUPPORTED) {
        print_message("this build has no libjpeg: JPEG is not tested\n");
        skip();
    }
    assert_int_equal(result, S9_OK);
    assert_int_equal(image.width, 8);
    assert_int_equal(image.height, 8);
    static const uint8_t color[4] = {200, 100, 50, 255};
    for (uint32_t i = 0; i < 64 * 4; i++) {
        assert_true(abs((int)image.pixels[i] - (int)color[i % 4]) <= 1);
    }
    s9_image_free(&image);
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    for (size_t size = 3; size + 2 < sizeof jpeg; size++) {
        s9_diagnostics_clear(list);
        assert_int_equal(s9_image_read_memory(jpeg, size, NULL, NULL, &image, list), S9_ERROR_INVALID);
        assert_int_equal(s9_diagnostics_errors(list), 1);
        assert_null(image.pixels);
    }
    s9_diagnostics_destroy(list);
    uint8_t bent[sizeof jpeg];
    memcpy(bent, jpeg, sizeof jpeg);
    for (size_t i = 0; i < sizeof jpeg * 8; i++) {
        bent[i / 8] ^= (uint8_t)(1u << (i % 8));
        if (s9_image_read_memory(bent, sizeof bent, NULL, NULL, &image, NULL) == S9_OK) {
            s9_image_free(&image);
        }
        bent[i / 8] ^= (uint8_t)(1u << (i % 8));
    }
}

static void test_texture(void **state)
{
    (void)state;
    s9_image image = {0};
    assert_int_equal(s9_image_create(NULL, 3, 2, &image), S9_OK);
    for (uint32_t i = 0; i < 6; i++) {
        image.pixels[i * 4] = (uint8_t)(i * 10);
    }
    s9_texture *texture;
    uint32_t size[3];
    float texel[4];
    assert_int_equal(s9_image_to_texture(&image, 1, NULL, &texture), S9_OK);
    assert_int_equal(s9_texture_levels(texture), 1);
    s9_texture_texel(texture, 0, 1, 1, 0, texel);
    assert_true(texel[0] == 40 / 255.0f);
    s9_texture_destroy(texture);
    assert_int_equal(s9_image_to_texture(&image, 0, NULL, &texture), S9_OK);
    assert_int_equal(s9_texture_levels(texture), 2);
    s9_texture_size(texture, 1, size);
    assert_int_equal(size[0], 1);
    s9_texture_texel(texture, 1, 0, 0, 0, texel);
    assert_true(texel[0] == 25 / 255.0f); /* (0 + 10 + .. + 50) / 6 */
    s9_texture_destroy(texture);
    assert_int_equal(s9_image_to_texture(&image, 3, NULL, &texture), S9_ERROR_ARGUMENT);
    s9_image_free(&image);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    s9_image image = pattern(20, 10);
    s9_blob png;
    assert_int_equal(s9_image_write_png_memory(&image, NULL, &png), S9_OK);
    bool read = false, written = false, converted = false;
    for (uint32_t at = 0; at < 200 && !(read && written && converted); at++) {
        memory_source counter = {.fails_at = at};
        s9_allocator allocator = memory_allocator(&counter);
        s9_image again;
        s9_result result = s9_image_read_memory(png.data, png.size, NULL, &allocator, &again, NULL);
        assert_true(result == S9_OK || result == S9_ERROR_MEMORY);
        read = result == S9_OK;
        s9_image_free(&again);
        assert_int_equal(counter.out, 0);
        counter.asked = 0;
        s9_blob blob;
        result = s9_image_write_png_memory(&image, &allocator, &blob);
        assert_true(result == S9_OK || result == S9_ERROR_MEMORY);
        written = result == S9_OK;
        s9_blob_free(&blob);
        assert_int_equal(counter.out, 0);
        counter.asked = 0;
        s9_texture *texture;
        result = s9_image_to_texture(&image, 0, &allocator, &texture);
        assert_true(result == S9_OK || result == S9_ERROR_MEMORY);
        converted = result == S9_OK;
        s9_texture_destroy(texture);
        assert_int_equal(counter.out, 0);
    }
    assert_true(read && written && converted);
    s9_blob_free(&png);
    s9_image_free(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_png_round_trip), cmocka_unit_test(test_png_chunks), cmocka_unit_test(test_png_damage),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_file),       cmocka_unit_test(test_other_formats),
        cmocka_unit_test(test_jpeg),           cmocka_unit_test(test_texture),    cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
