/* SPDX-License-Identifier: MIT */
/* DDS files: every format and kind goes out and comes back, headers of other writers, refusals, damage. */
#include "image/dds.h"
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>

#include <cmocka.h>

enum { LEVELS = 3, ROOM = 1 << 16 };

static uint32_t side(uint32_t size, uint32_t level)
{
    return size >> level > 0 ? size >> level : 1;
}

/* A texture of 6x6 texels whose bytes are their own numbers. */
static s9_texture_data *sample(s9_format format, s9_texture_type type)
{
    static uint8_t bytes[ROOM];
    const void *data[LEVELS];
    size_t sizes[LEVELS], at = 0;
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = type,
                            .format = format,
                            .width = 6,
                            .height = 6,
                            .depth = type == S9_TEXTURE_VOLUME ? 3 : 1,
                            .levels = LEVELS,
                            .level_data = data,
                            .level_size = sizes};
    for (uint32_t level = 0; level < LEVELS; level++) {
        uint32_t slices = type == S9_TEXTURE_CUBE ? 6 : side(desc.depth, level);
        assert_true(s9_format_level_size(format, side(6, level), side(6, level), slices, &sizes[level]));
        data[level] = bytes + at;
        at += sizes[level];
    }
    assert_true(at <= ROOM);
    for (size_t i = 0; i < at; i++) {
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    }
    s9_texture_data *made = NULL;
    assert_int_equal(s9_texture_data_create(NULL, &desc, &made), S9_OK);
    return made;
}

static void expect_same(const s9_texture_desc *a, const s9_texture_desc *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->levels, b->levels);
    for (uint32_t level = 0; level < a->levels; level++) {
        assert_int_equal(a->level_size[level], b->level_size[level]);
        assert_memory_equal(a->level_data[level], b->level_data[level], a->level_size[level]);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    static const s9_texture_type types[] = {S9_TEXTURE_2D, S9_TEXTURE_CUBE, S9_TEXTURE_VOLUME};
    for (uint32_t f = 0; s9_format_name((s9_format)f); f++) {
        for (size_t t = 0; t < S9_COUNT(types); t++) {
            s9_texture_data *made = sample((s9_format)f, types[t]), *again = NULL;
            s9_blob file, twice;
            s9_diagnostics *list;
            assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
            assert_int_equal(s9_dds_write_memory(s9_texture_data_desc(made), NULL, &file), S9_OK);
            if (s9_dds_read_memory(file.data, file.size, "x.dds", NULL, &again, list) != S9_OK) {
                fail_msg("%s: %s", s9_format_name((s9_format)f), s9_diagnostics_get(list, 0)->message);
            }
            assert_int_equal(s9_diagnostics_count(list), 0);
            const s9_texture_desc *got = s9_texture_data_desc(again);
            assert_int_equal(got->format, f == S9_FORMAT_VALUES ? S9_FORMAT_A32B32G32R32F : (s9_format)f);
            expect_same(got, s9_texture_data_desc(made));
            assert_int_equal(s9_dds_write_memory(got, NULL, &twice), S9_OK);
            assert_int_equal(twice.size, file.size);
            assert_memory_equal(twice.data, file.data, file.size);
            s9_blob_free(&file);
            s9_blob_free(&twice);
            s9_diagnostics_destroy(list);
            s9_texture_data_destroy(made);
            s9_texture_data_destroy(again);
        }
    }
}

/* ---- headers of others ---- */

typedef struct header {
    uint32_t word[37];
    size_t size; /* 128, or 148 with the header of Direct3D 10 */
} header;

static header plain_header(uint32_t flags, uint32_t code, uint32_t bits, uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    header h = {.word = {0x20534444, 124, 0x1007, 4, 4, 0, 0, 0}, .size = 128};
    const uint32_t pixels[8] = {32, flags, code, bits, r, g, b, a};
    memcpy(&h.word[19], pixels, sizeof pixels);
    h.word[27] = 0x1000;
    return h;
}

static header extended_header(uint32_t dxgi)
{
    header h = plain_header(DDS_FOURCC, DDS_DX10, 0, 0, 0, 0, 0);
    const uint32_t more[5] = {dxgi, 3, 0, 1, 0};
    memcpy(&h.word[32], more, sizeof more);
    h.size = 148;
    return h;
}

static uint8_t file_bytes[ROOM];

/* The header with `texels` bytes of texels behind it: 0, 1, 2, ... */
static size_t make_file(const header *h, size_t texels)
{
    for (size_t i = 0; i < h->size; i++) {
        file_bytes[i] = (uint8_t)(h->word[i / 4] >> (i % 4 * 8));
    }
    for (size_t i = 0; i < texels; i++) {
        file_bytes[h->size + i] = (uint8_t)i;
    }
    return h->size + texels;
}

static void expect_format(const header *h, s9_format format)
{
    size_t texels;
    assert_true(s9_format_level_size(format, 4, 4, 1, &texels));
    s9_texture_data *data = NULL;
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    if (s9_dds_read_memory(file_bytes, make_file(h, texels), NULL, NULL, &data, list) != S9_OK) {
        fail_msg("%s: %s", s9_format_name(format), s9_diagnostics_get(list, 0)->message);
    }
    assert_int_equal(s9_texture_data_desc(data)->format, format);
    s9_texture_data_destroy(data);
    s9_diagnostics_destroy(list);
}

/* What the pages list, and what D3DX and DirectDraw write. */
static void test_headers(void **state)
{
    (void)state;
    const struct {
        header h;
        s9_format format;
    } cases[] = {
        {plain_header(0x41, 0, 32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000), S9_FORMAT_A8R8G8B8},
        {plain_header(0x40, 0, 32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000),
         S9_FORMAT_X8R8G8B8}, /* alpha without its flag */
        {plain_header(0x40, 0, 24, 0xFF0000, 0xFF00, 0xFF, 0), S9_FORMAT_R8G8B8},
        {plain_header(0x41, 0, 16, 0xF00, 0xF0, 0xF, 0xF000), S9_FORMAT_A4R4G4B4},
        {plain_header(0x41, 0, 32, 0x3FF00000, 0xFFC00, 0x3FF, 0xC0000000), S9_FORMAT_A2R10G10B10},
        {plain_header(0x41, 0, 32, 0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000), S9_FORMAT_A2B10G10R10},
        {plain_header(0x20000, 0, 8, 0xFF, 0, 0, 0), S9_FORMAT_L8},
        {plain_header(0x20000, 0, 8, 0xFF, 0xFF, 0xFF, 0), S9_FORMAT_L8},
        {plain_header(0x20001, 0, 16, 0xFF, 0, 0, 0xFF00), S9_FORMAT_A8L8},
        {plain_header(0x2, 0, 8, 0, 0, 0, 0xFF), S9_FORMAT_A8},
        {plain_header(0x80000, 0, 16, 0xFF, 0xFF00, 0, 0), S9_FORMAT_V8U8},
        {plain_header(0x80001, 0, 32, 0x3FF00000, 0xFFC00, 0x3FF, 0xC0000000), S9_FORMAT_A2W10V10U10},
        {plain_header(0x40000, 0, 16, 0x1F, 0x3E0, 0xFC00, 0), S9_FORMAT_L6V5U5},
        {plain_header(0x400, 0, 16, 0, 0xFFFF, 0, 0), S9_FORMAT_D16},
        {plain_header(0x4400, 0, 32, 8, 0xFFFFFF00, 0xFF, 0), S9_FORMAT_D24S8},
        {plain_header(4, 0x31545844, 0, 0, 0, 0, 0), S9_FORMAT_DXT1},
        {plain_header(4, 36, 0, 0, 0, 0, 0), S9_FORMAT_A16B16G16R16},
        {plain_header(4, 75, 0, 0, 0, 0, 0), S9_FORMAT_D24S8},
        {plain_header(4, 113, 0, 0, 0, 0, 0), S9_FORMAT_A16B16G16R16F},
        {plain_header(4, 117, 0, 0, 0, 0, 0), S9_FORMAT_CXV8U8},
        {extended_header(10), S9_FORMAT_A16B16G16R16F},
        {extended_header(28), S9_FORMAT_A8B8G8R8},
        {extended_header(29), S9_FORMAT_A8B8G8R8},
        {extended_header(61), S9_FORMAT_L8},
        {extended_header(68), S9_FORMAT_G8R8_G8B8},
        {extended_header(71), S9_FORMAT_DXT1},
        {extended_header(80), S9_FORMAT_ATI1},
        {extended_header(85), S9_FORMAT_R5G6B5},
        {extended_header(87), S9_FORMAT_A8R8G8B8},
        {extended_header(107), S9_FORMAT_YUY2},
        {extended_header(115), S9_FORMAT_A4R4G4B4},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        expect_format(&cases[i].h, cases[i].format);
    }
    /* BC5 has the block of red first, ATI2 that of green. */
    const header bc5[2] = {extended_header(83), plain_header(4, DDS_BC5U, 0, 0, 0, 0, 0)};
    for (size_t i = 0; i < 2; i++) {
        s9_texture_data *data = NULL;
        assert_int_equal(s9_dds_read_memory(file_bytes, make_file(&bc5[i], 16), NULL, NULL, &data, NULL), S9_OK);
        static const uint8_t exchanged[16] = {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7};
        assert_int_equal(s9_texture_data_desc(data)->format, S9_FORMAT_ATI2);
        assert_memory_equal(s9_texture_data_level(data, 0), exchanged, 16);
        s9_texture_data_destroy(data);
    }
}

/* Cube maps have all levels of a face together. */
static void test_layout(void **state)
{
    (void)state;
    header h = plain_header(0x20000, 0, 8, 0xFF, 0, 0, 0);
    h.word[3] = h.word[4] = 2;
    h.word[7] = 2;
    h.word[28] = 0xFE00;
    s9_texture_data *data = NULL;
    assert_int_equal(s9_dds_read_memory(file_bytes, make_file(&h, 30), NULL, NULL, &data, NULL), S9_OK);
    const uint8_t *large = s9_texture_data_level(data, 0), *small = s9_texture_data_level(data, 1);
    for (uint32_t face = 0; face < 6; face++) {
        assert_int_equal(large[face * 4], face * 5);
        assert_int_equal(large[face * 4 + 3], face * 5 + 3);
        assert_int_equal(small[face], face * 5 + 4);
    }
    s9_texture_data_destroy(data);
    /* The same by the other header. */
    header ten = extended_header(61);
    ten.word[3] = ten.word[4] = 2;
    ten.word[7] = 2;
    ten.word[34] = 4;
    assert_int_equal(s9_dds_read_memory(file_bytes, make_file(&ten, 30), NULL, NULL, &data, NULL), S9_OK);
    assert_int_equal(s9_texture_data_desc(data)->type, S9_TEXTURE_CUBE);
    s9_texture_data_destroy(data);
    /* A volume of 2x2x2, then of 1x1x1. */
    header volume = plain_header(0x20000, 0, 8, 0xFF, 0, 0, 0);
    volume.word[3] = volume.word[4] = volume.word[6] = 2;
    volume.word[7] = 2;
    volume.word[28] = 0x200000;
    assert_int_equal(s9_dds_read_memory(file_bytes, make_file(&volume, 9), NULL, NULL, &data, NULL), S9_OK);
    assert_int_equal(s9_texture_data_desc(data)->depth, 2);
    assert_int_equal(((uint8_t *)s9_texture_data_level(data, 1))[0], 8);
    s9_texture_data_destroy(data);
}

/* ---- refusals ---- */

static void expect_refusal(const header *h, size_t texels, const char *words)
{
    s9_texture_data *data = NULL;
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_dds_read_memory(file_bytes, make_file(h, texels), "x.dds", NULL, &data, list),
                     S9_ERROR_INVALID);
    assert_null(data);
    assert_int_equal(s9_diagnostics_errors(list), 1);
    if (!strstr(s9_diagnostics_get(list, 0)->message, words)) {
        fail_msg("'%s' does not say '%s'", s9_diagnostics_get(list, 0)->message, words);
    }
    s9_diagnostics_destroy(list);
}

/* A header of 8-bit luminance with one word changed. */
static header changed(uint32_t number, uint32_t value)
{
    header h = plain_header(0x20000, 0, 8, 0xFF, 0, 0, 0);
    h.word[number] = value;
    return h;
}

static header changed_extended(uint32_t number, uint32_t value)
{
    header h = extended_header(61);
    h.word[number] = value;
    return h;
}

static void test_refusals(void **state)
{
    (void)state;
    const struct {
        header h;
        size_t texels;
        const char *words;
    } cases[] = {
        {changed(1, 100), 16, "header has 100 bytes"},
        {changed(19, 24), 16, "pixel format has 24 bytes"},
        {changed(3, 0), 16, "its size is 4x0x1"},
        {changed(4, 16385), 16, "its size is 16385x4x1"},
        {changed(4, 0xFFFFFFFF), 16, "its size is"},
        {changed(7, 4), 64, "4 levels, at its size there are at most 3"},
        {changed(7, 0xFFFFFFFF), 64, "levels"},
        {changed(3, 5), 16, "cut short: 16 bytes"},
        {changed(28, 0x600), 16, "no face -x"},
        {changed(28, 0xBE00), 16, "no face +z"},
        {changed(28, 0x200), 16, "no face +x"},
        {changed(28, 0x20FE00), 16, "cube map and a volume"},
        {changed(28, 0x200000), 16, "its size is 4x4x0"},
        {plain_header(0x40, 0, 32, 0xFF, 0xFF, 0xFF, 0), 64, "no format of Direct3D 9 has 32 bits"},
        {plain_header(0x20, 0, 8, 0, 0, 0, 0), 64, "palette"},
        {plain_header(0x200, 0, 24, 0, 0, 0, 0), 64, "no format"},
        {plain_header(4, 41, 0, 0, 0, 0, 0), 64, "P8"},
        {plain_header(4, 118, 0, 0, 0, 0, 0), 64, "A1"},
        {plain_header(4, 99, 0, 0, 0, 0, 0), 64, "number 99"},
        {plain_header(4, 0x21434241, 0, 0, 0, 0, 0), 64, "'ABC!'"},
        {plain_header(4, 0x53344342, 0, 0, 0, 0, 0), 64, "BC4S"},
        {extended_header(98), 64, "DXGI_FORMAT_BC7_UNORM"},
        {extended_header(45), 64, "DXGI_FORMAT_D24_UNORM_S8_UINT"},
        {extended_header(0), 64, "DXGI_FORMAT_UNKNOWN"},
        {extended_header(4000), 64, "DXGI 4000"},
        {changed_extended(33, 2), 64, "neither a 2D texture nor a volume"},
        {changed_extended(35, 2), 64, "array of 2"},
        {changed_extended(35, 0), 64, "array of 0"},
    };
    for (size_t i = 0; i < S9_COUNT(cases); i++) {
        expect_refusal(&cases[i].h, cases[i].texels, cases[i].words);
    }
    header oblong = changed(28, 0xFE00);
    oblong.word[3] = 2;
    expect_refusal(&oblong, 96, "faces are square");
    /* The most that sides allow, and far more than is there. */
    header huge = changed(28, 0x200000);
    huge.word[3] = huge.word[4] = huge.word[6] = 16384;
    expect_refusal(&huge, 64, "cut short");
    s9_texture_data *data = NULL;
    s9_blob blob;
    assert_int_equal(s9_dds_read_memory("PNG", 3, NULL, NULL, &data, NULL), S9_ERROR_INVALID);
    assert_int_equal(s9_dds_read_memory(NULL, 3, NULL, NULL, &data, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_dds_write_memory(NULL, NULL, &blob), S9_ERROR_ARGUMENT);
}

/* More than a texture needs is read, with a warning; without memory of a pitch. */
static void test_leniency(void **state)
{
    (void)state;
    header h = changed(5, 777);
    s9_texture_data *data = NULL;
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_dds_read_memory(file_bytes, make_file(&h, 20), NULL, NULL, &data, list), S9_OK);
    assert_int_equal(s9_diagnostics_count(list), 1);
    assert_non_null(strstr(s9_diagnostics_get(list, 0)->message, "4 bytes behind the texels"));
    s9_texture_data_destroy(data);
    s9_diagnostics_destroy(list);
}

/* Cut anywhere: refused with words. Any bit changed: read or refused, never a crash or a leak. */
static void test_damage(void **state)
{
    (void)state;
    s9_texture_data *made = sample(S9_FORMAT_DXT5, S9_TEXTURE_CUBE), *again = NULL;
    s9_blob file;
    assert_int_equal(s9_dds_write_memory(s9_texture_data_desc(made), NULL, &file), S9_OK);
    for (size_t size = 0; size < file.size; size++) {
        assert_int_equal(s9_dds_read_memory(file.data, size, NULL, NULL, &again, NULL), S9_ERROR_INVALID);
        assert_null(again);
    }
    uint8_t *bytes = file.data;
    for (size_t i = 0; i < 128 * 8; i++) {
        bytes[i / 8] ^= (uint8_t)(1u << (i % 8));
        if (s9_dds_read_memory(bytes, file.size, NULL, NULL, &again, NULL) == S9_OK) {
            s9_texture_data_destroy(again);
        }
        bytes[i / 8] ^= (uint8_t)(1u << (i % 8));
    }
    s9_blob_free(&file);
    s9_texture_data_destroy(made);
}

/* ---- as images and textures ---- */

static void test_image(void **state)
{
    (void)state;
    header h = plain_header(0x40, 0, 16, 0xF800, 0x7E0, 0x1F, 0);
    size_t size = make_file(&h, 32);
    file_bytes[128] = 0x1F;
    file_bytes[129] = 0xF8;
    s9_image image;
    assert_int_equal(s9_image_read_memory(file_bytes, size, NULL, NULL, &image, NULL), S9_OK);
    static const uint8_t magenta[4] = {255, 0, 255, 255};
    assert_int_equal(image.width, 4);
    assert_memory_equal(image.pixels, magenta, 4);
    s9_image_free(&image);
    s9_texture *texture = NULL;
    assert_int_equal(s9_texture_read_memory(file_bytes, size, NULL, NULL, &texture, NULL), S9_OK);
    assert_int_equal(s9_texture_get_format(texture), S9_FORMAT_R5G6B5);
    s9_texture_destroy(texture);
    /* A cube map is a texture, no image. */
    s9_texture_data *cube = sample(S9_FORMAT_L8, S9_TEXTURE_CUBE);
    s9_blob file;
    assert_int_equal(s9_dds_write_memory(s9_texture_data_desc(cube), NULL, &file), S9_OK);
    assert_int_equal(s9_image_read_memory(file.data, file.size, NULL, NULL, &image, NULL), S9_ERROR_INVALID);
    assert_null(image.pixels);
    const char *path = TEST_BINARY "/test_dds.dds";
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(file.data, 1, file.size, to), file.size);
    fclose(to);
    assert_int_equal(s9_texture_read_file(path, NULL, &texture, NULL), S9_OK);
    remove(path);
    assert_int_equal(s9_texture_get_type(texture), S9_TEXTURE_CUBE);
    assert_int_equal(s9_texture_levels(texture), LEVELS);
    s9_texture_destroy(texture);
    assert_int_equal(s9_texture_read_file("there/is/no/such.dds", NULL, &texture, NULL), S9_ERROR_IO);
    s9_blob_free(&file);
    s9_texture_data_destroy(cube);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    s9_texture_data *made = sample(S9_FORMAT_A8R8G8B8, S9_TEXTURE_2D);
    s9_blob file, again;
    assert_int_equal(s9_dds_write_memory(s9_texture_data_desc(made), NULL, &file), S9_OK);
    bool done = false;
    for (uint32_t at = 0; at < 100 && !done; at++) {
        memory_source counter = {.fails_at = at};
        s9_allocator allocator = memory_allocator(&counter);
        s9_texture *texture = NULL;
        s9_image image;
        s9_result read = s9_texture_read_memory(file.data, file.size, NULL, &allocator, &texture, NULL);
        s9_texture_destroy(texture);
        assert_int_equal(counter.out, 0);
        counter.asked = 0;
        s9_result pictured = s9_image_read_memory(file.data, file.size, NULL, &allocator, &image, NULL);
        s9_image_free(&image);
        assert_int_equal(counter.out, 0);
        counter.asked = 0;
        s9_result written = s9_dds_write_memory(s9_texture_data_desc(made), &allocator, &again);
        s9_blob_free(&again);
        assert_int_equal(counter.out, 0);
        assert_true(read == S9_OK || read == S9_ERROR_MEMORY);
        assert_true(pictured == S9_OK || pictured == S9_ERROR_MEMORY);
        assert_true(written == S9_OK || written == S9_ERROR_MEMORY);
        done = read == S9_OK && pictured == S9_OK && written == S9_OK;
    }
    assert_true(done);
    s9_blob_free(&file);
    s9_texture_data_destroy(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_headers),       cmocka_unit_test(test_layout),
        cmocka_unit_test(test_refusals),   cmocka_unit_test(test_leniency),      cmocka_unit_test(test_damage),
        cmocka_unit_test(test_image),      cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
