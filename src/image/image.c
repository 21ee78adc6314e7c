/* SPDX-License-Identifier: MIT */
/* Images in memory, and files by what their bytes are. */
#include "image/image.h"

#include "image/dds.h"

#include <errno.h>
#include <stdio.h>

s9_result s9_image_create(const s9_allocator *allocator, uint32_t width, uint32_t height, s9_image *out)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    if (width == 0 || height == 0 || width > S9_IMAGE_MAX_SIDE || height > S9_IMAGE_MAX_SIDE) {
        return S9_ERROR_ARGUMENT;
    }
    uint8_t *pixels = s9_allocate_zero(allocator, (size_t)width * height, 4);
    if (!pixels) {
        return S9_ERROR_MEMORY;
    }
    out->width = width;
    out->height = height;
    out->pixels = pixels;
    out->allocator = s9_allocator_or_default(allocator);
    return S9_OK;
}

void s9_image_free(s9_image *image)
{
    if (image && image->pixels) {
        s9_allocator allocator = image->allocator;
        s9_release(&allocator, image->pixels);
    }
    if (image) {
        memset(image, 0, sizeof *image);
    }
}

static bool starts_with(const uint8_t *bytes, size_t size, const char *magic, size_t length)
{
    return size >= length && memcmp(bytes, magic, length) == 0;
}

/* TGA has no magic number: a header whose fields make sense. */
static bool looks_like_tga(const uint8_t *bytes, size_t size)
{
    if (size < 18 || bytes[1] > 1) {
        return false;
    }
    uint32_t kind = bytes[2], depth = bytes[16];
    bool known_kind = kind == 1 || kind == 2 || kind == 3 || kind == 9 || kind == 10 || kind == 11;
    bool known_depth = depth == 8 || depth == 15 || depth == 16 || depth == 24 || depth == 32;
    bool has_size = (bytes[12] | bytes[13]) != 0 && (bytes[14] | bytes[15]) != 0;
    return known_kind && known_depth && has_size && (bytes[1] == 1) == (kind == 1 || kind == 9);
}

/* Level 0 of a 2D texture in 8 bits. */
static s9_result read_dds_image(const uint8_t *bytes, size_t size, const s9_position *at, const s9_allocator *allocator,
                                s9_image *out, s9_diagnostics *diagnostics)
{
    s9_texture *texture = NULL;
    s9_result result = s9_texture_read_memory(bytes, size, at->file, allocator, &texture, diagnostics);
    if (result == S9_OK && s9_texture_get_type(texture) != S9_TEXTURE_2D) {
        s9_report(diagnostics, S9_ERROR, NULL, at, NULL, "this DDS holds a %s, not an image",
                  s9_texture_get_type(texture) == S9_TEXTURE_CUBE ? "cube map" : "volume");
        result = S9_ERROR_INVALID;
    }
    s9_texture_data *data = NULL;
    if (result == S9_OK) {
        uint32_t whole[3];
        s9_texture_size(texture, 0, whole);
        result = s9_image_create(allocator, whole[0], whole[1], out);
    }
    if (result == S9_OK) {
        result = s9_texture_encode(texture, S9_FORMAT_A8B8G8R8, allocator, &data);
    }
    if (result == S9_OK) {
        memcpy(out->pixels, s9_texture_data_level(data, 0), (size_t)out->width * out->height * 4);
    } else {
        s9_image_free(out);
    }
    s9_texture_data_destroy(data);
    s9_texture_destroy(texture);
    return result;
}

s9_result s9_image_read_memory(const void *bytes, size_t size, const char *name, const s9_allocator *allocator,
                               s9_image *out, s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    if (!bytes && size > 0) {
        return S9_ERROR_ARGUMENT;
    }
    s9_position at = s9_position_none();
    at.file = name;
    const uint8_t *data = bytes;
    if (s9_dds_is(data, size)) {
        return read_dds_image(data, size, &at, allocator, out, diagnostics);
    }
    if (starts_with(data, size, "\x89PNG\r\n\x1a\n", 8)) {
        return s9_png_read(data, size, allocator, &at, out, diagnostics);
    }
    if (starts_with(data, size, "\xff\xd8\xff", 3)) {
        return s9_jpeg_read(data, size, allocator, &at, out, diagnostics);
    }
    if (starts_with(data, size, "BM", 2) || looks_like_tga(data, size)) {
        return s9_stb_read(data, size, allocator, &at, out, diagnostics);
    }
    s9_report(diagnostics, S9_ERROR, NULL, &at, NULL, "this is no PNG, TGA, BMP, JPEG or DDS image");
    return S9_ERROR_INVALID;
}

/* As much of a file is read as of those that are no images: a device may have no end. */
enum { MOST_FILE = 256 * 1024 * 1024 };

static s9_result report_errno(const char *path, const char *what, int error, s9_diagnostics *diagnostics)
{
    s9_position at = s9_position_none();
    at.file = path;
    s9_report(diagnostics, S9_ERROR, NULL, &at, NULL, "cannot be %s: %s", what, strerror(error));
    return S9_ERROR_IO;
}

s9_result s9_read_whole_file(const char *path, const s9_allocator *allocator, s9_blob *out, s9_diagnostics *diagnostics)
{
    memset(out, 0, sizeof *out);
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file) {
        return report_errno(path, "opened", errno, diagnostics);
    }
    s9_buffer buffer;
    s9_buffer_init(&buffer, allocator);
    char part[16384];
    size_t count;
    while (!buffer.failed && buffer.size <= MOST_FILE && (count = fread(part, 1, sizeof part, file)) > 0) {
        s9_buffer_append(&buffer, part, count);
    }
    bool failed = ferror(file) != 0;
    int error = errno;
    fclose(file);
    if (failed) {
        s9_buffer_free(&buffer);
        return report_errno(path, "read", error, diagnostics);
    }
    if (buffer.size > MOST_FILE) {
        s9_position at = s9_position_none();
        at.file = path;
        s9_buffer_free(&buffer);
        s9_report(diagnostics, S9_ERROR, NULL, &at, NULL, "the file is larger than 256 MiB");
        return S9_ERROR_IO;
    }
    return s9_buffer_to_blob(&buffer, out);
}

s9_result s9_image_read_file(const char *path, const s9_allocator *allocator, s9_image *out,
                             s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    if (!path) {
        return S9_ERROR_ARGUMENT;
    }
    s9_blob bytes;
    s9_result result = s9_read_whole_file(path, allocator, &bytes, diagnostics);
    if (result == S9_OK) {
        result = s9_image_read_memory(bytes.data, bytes.size, path, allocator, out, diagnostics);
        s9_blob_free(&bytes);
    }
    return result;
}

s9_result s9_image_write_png_file(const s9_image *image, const char *path, const s9_allocator *allocator,
                                  s9_diagnostics *diagnostics)
{
    if (!path) {
        return S9_ERROR_ARGUMENT;
    }
    s9_blob bytes = {0};
    s9_result result = s9_image_write_png_memory(image, allocator, &bytes);
    if (result != S9_OK) {
        return result;
    }
    errno = 0;
    FILE *file = fopen(path, "wb");
    bool good = file != NULL && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
    int error = errno;
    if (file && fclose(file) != 0 && good) {
        good = false;
        error = errno;
    }
    s9_blob_free(&bytes);
    return good ? S9_OK : report_errno(path, "written", error, diagnostics);
}

/* ---- textures ---- */

s9_result s9_texture_read_memory(const void *bytes, size_t size, const char *name, const s9_allocator *allocator,
                                 s9_texture **out, s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!bytes && size > 0) {
        return S9_ERROR_ARGUMENT;
    }
    s9_result result;
    if (s9_dds_is(bytes, size)) {
        s9_texture_data *data = NULL;
        result = s9_dds_read_memory(bytes, size, name, allocator, &data, diagnostics);
        if (result == S9_OK) {
            result = s9_texture_create(allocator, s9_texture_data_desc(data), out);
        }
        s9_texture_data_destroy(data);
    } else {
        s9_image image;
        result = s9_image_read_memory(bytes, size, name, allocator, &image, diagnostics);
        if (result == S9_OK) {
            result = s9_image_to_texture(&image, 1, allocator, out);
        }
        s9_image_free(&image);
    }
    return result;
}

s9_result s9_texture_read_file(const char *path, const s9_allocator *allocator, s9_texture **out,
                               s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!path) {
        return S9_ERROR_ARGUMENT;
    }
    s9_blob bytes;
    s9_result result = s9_read_whole_file(path, allocator, &bytes, diagnostics);
    if (result == S9_OK) {
        result = s9_texture_read_memory(bytes.data, bytes.size, path, allocator, out, diagnostics);
        s9_blob_free(&bytes);
    }
    return result;
}

/* One level from the one above: each texel the mean of the (up to 2x2, at odd ends 3) texels that it covers. */
static void shrink(const uint8_t *from, uint32_t width, uint32_t height, uint8_t *to)
{
    uint32_t to_width = width > 1 ? width / 2 : 1, to_height = height > 1 ? height / 2 : 1;
    for (uint32_t y = 0; y < to_height; y++) {
        uint32_t top = y * 2 < height ? y * 2 : 0, bottom = y + 1 == to_height ? height : y * 2 + 2;
        for (uint32_t x = 0; x < to_width; x++) {
            uint32_t left = x * 2 < width ? x * 2 : 0, right = x + 1 == to_width ? width : x * 2 + 2;
            uint32_t sum[4] = {0}, count = (bottom - top) * (right - left);
            for (uint32_t row = top; row < bottom; row++) {
                for (uint32_t column = left; column < right; column++) {
                    const uint8_t *pixel = from + ((size_t)row * width + column) * 4;
                    for (uint32_t k = 0; k < 4; k++) {
                        sum[k] += pixel[k];
                    }
                }
            }
            for (uint32_t k = 0; k < 4; k++) {
                to[((size_t)y * to_width + x) * 4 + k] = (uint8_t)((sum[k] * 2 + count) / (count * 2));
            }
        }
    }
}

s9_result s9_image_to_texture(const s9_image *image, uint32_t levels, const s9_allocator *allocator, s9_texture **out)
{
    enum { MOST = 15 };
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!image || !image->pixels || image->width == 0 || image->height == 0 || image->width > S9_IMAGE_MAX_SIDE ||
        image->height > S9_IMAGE_MAX_SIDE) {
        return S9_ERROR_ARGUMENT;
    }
    uint32_t most = 1;
    while ((image->width | image->height) >> most != 0 && most < MOST) {
        most++;
    }
    if (levels == 0) {
        levels = most;
    }
    if (levels > most) {
        return S9_ERROR_ARGUMENT;
    }
    const void *data[MOST] = {image->pixels};
    size_t sizes[MOST] = {(size_t)image->width * image->height * 4};
    size_t extra = 0;
    uint32_t width = image->width, height = image->height;
    for (uint32_t level = 1; level < levels; level++) {
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
        sizes[level] = (size_t)width * height * 4;
        extra += sizes[level];
    }
    uint8_t *smaller = extra > 0 ? s9_allocate(allocator, extra) : NULL;
    if (extra > 0 && !smaller) {
        return S9_ERROR_MEMORY;
    }
    uint8_t *next = smaller;
    width = image->width;
    height = image->height;
    for (uint32_t level = 1; level < levels; level++) {
        shrink(data[level - 1], width, height, next);
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
        data[level] = next;
        next += sizes[level];
    }
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_2D,
                            .format = S9_FORMAT_A8B8G8R8,
                            .width = image->width,
                            .height = image->height,
                            .depth = 1,
                            .levels = levels,
                            .level_data = data,
                            .level_size = sizes};
    s9_result result = s9_texture_create(allocator, &desc, out);
    s9_release(allocator, smaller);
    return result;
}
