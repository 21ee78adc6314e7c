/* SPDX-License-Identifier: MIT */
/*
 * Bytes as an image file: what reads can be written as PNG and reads back to the same pixels. Bytes that begin as a DDS
 * are also read with all that they hold; what reads is written, reads back to the same texels, and makes a texture.
 */
#include "fuzz.h"

#include <shader9/image.h>

static const char *image(const uint8_t *data, size_t size)
{
    s9_image first = {0}, second = {0};
    s9_blob png = {0};
    const char *broken = NULL;
    if (s9_image_read_memory(data, size, "input", NULL, &first, NULL) != S9_OK)
        return first.pixels ? "a failed call leaves an object behind" : NULL;
    if (s9_image_write_png_memory(&first, NULL, &png) != S9_OK)
        broken = "an image does not write";
    else if (s9_image_read_memory(png.data, png.size, NULL, NULL, &second, NULL) != S9_OK)
        broken = "a written image does not read";
    else if (first.width != second.width || first.height != second.height ||
             memcmp(first.pixels, second.pixels, (size_t)first.width * first.height * 4) != 0)
        broken = "a written image reads back to other pixels";
    s9_blob_free(&png);
    s9_image_free(&first);
    s9_image_free(&second);
    return broken;
}

static bool same_texels(const s9_texture_desc *a, const s9_texture_desc *b)
{
    bool same = a->type == b->type && a->format == b->format && a->width == b->width && a->height == b->height &&
                a->depth == b->depth && a->levels == b->levels;
    for (uint32_t level = 0; same && level < a->levels; level++)
        same = a->level_size[level] == b->level_size[level] &&
               memcmp(a->level_data[level], b->level_data[level], a->level_size[level]) == 0;
    return same;
}

static const char *dds(const uint8_t *data, size_t size)
{
    s9_texture_data *first = NULL, *second = NULL;
    s9_texture *texture = NULL;
    s9_blob file = {0};
    const char *broken = NULL;
    if (s9_dds_read_memory(data, size, "input", NULL, &first, NULL) != S9_OK)
        return first ? "a failed call leaves an object behind" : NULL;
    if (s9_dds_write_memory(s9_texture_data_desc(first), NULL, &file) != S9_OK)
        broken = "a DDS does not write";
    else if (s9_dds_read_memory(file.data, file.size, NULL, NULL, &second, NULL) != S9_OK)
        broken = "a written DDS does not read";
    else if (!same_texels(s9_texture_data_desc(first), s9_texture_data_desc(second)))
        broken = "a written DDS reads back to other texels";
    else if (s9_texture_create(NULL, s9_texture_data_desc(first), &texture) != S9_OK)
        broken = "a DDS makes no texture";
    s9_texture_destroy(texture);
    s9_blob_free(&file);
    s9_texture_data_destroy(first);
    s9_texture_data_destroy(second);
    return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_expect(image(data, size));
    if (size >= 4 && memcmp(data, "DDS ", 4) == 0)
        fuzz_expect(dds(data, size));
    return 0;
}
