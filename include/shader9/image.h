/* SPDX-License-Identifier: MIT */
/*
 * shader9/image.h - image files in and out (library shader9-draw).
 *
 * Pixels in memory are 8-bit r, g, b, a, rows top to bottom without padding, alpha not premultiplied, values as the
 * file has them (no gamma is applied; 16-bit PNG keeps the nearest 8 bits).
 */
#ifndef SHADER9_IMAGE_H
#define SHADER9_IMAGE_H

#include <shader9/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Zero-initialise before use; release with s9_image_free. */
typedef struct s9_image {
    uint32_t width, height;
    uint8_t *pixels; /* width * height * 4 bytes: r, g, b, a */
    s9_allocator allocator;
} s9_image;

/* Pixels of a new image are 0 in all components. S9_ERROR_ARGUMENT when a side is 0 or above S9_IMAGE_MAX_SIDE. */
S9_API s9_result s9_image_create(const s9_allocator *allocator, uint32_t width, uint32_t height, s9_image *out);
/* Releases the pixels and makes the image empty; NULL is fine. */
S9_API void s9_image_free(s9_image *image);

/* Pixels of an image's longest side; larger ones are refused. */
#define S9_IMAGE_MAX_SIDE 16384u

/*
 * Reads PNG, TGA, BMP, JPEG, or level 0 of a 2D texture in a DDS; the bytes decide which, never a name. `name` stands
 * in diagnostics (may be NULL). S9_ERROR_INVALID with a diagnostic for anything else and for damaged files,
 * S9_ERROR_UNSUPPORTED where the library for it was not built in. Grey becomes r = g = b, a missing alpha 255; the
 * texels of a DDS are clamped and rounded to 8 bits.
 */
S9_API s9_result s9_image_read_memory(const void *bytes, size_t size, const char *name, const s9_allocator *allocator,
                                      s9_image *out, s9_diagnostics *diagnostics);
/* The same from a file; S9_ERROR_IO with a diagnostic when it cannot be read. */
S9_API s9_result s9_image_read_file(const char *path, const s9_allocator *allocator, s9_image *out,
                                    s9_diagnostics *diagnostics);

/*
 * Writes PNG: 8-bit RGBA, no ancillary chunks; the same pixels give the same bytes. Release `out` with s9_blob_free.
 * S9_ERROR_ARGUMENT for an image without pixels, S9_ERROR_MEMORY.
 */
S9_API s9_result s9_image_write_png_memory(const s9_image *image, const s9_allocator *allocator, s9_blob *out);
/*
 * The same into a file, which is overwritten in place (writing beside it and renaming is the caller's business).
 * S9_ERROR_IO, with a diagnostic, when it cannot be written.
 */
S9_API s9_result s9_image_write_png_file(const s9_image *image, const char *path, const s9_allocator *allocator,
                                         s9_diagnostics *diagnostics);

/*
 * A 2D texture of the pixels, format A8B8G8R8 (so the sampler's sRGB decoding applies). `levels`: 1 the image alone,
 * n that many levels, 0 all down to 1x1; smaller levels are means of the texels that they cover (each level from the
 * one above, rounded to the nearest 8 bits, the last row or column of an odd size counted to its neighbour).
 * S9_ERROR_ARGUMENT for more levels than the size allows, S9_ERROR_MEMORY.
 */
S9_API s9_result s9_image_to_texture(const s9_image *image, uint32_t levels, const s9_allocator *allocator,
                                     s9_texture **out);

/* ---- DDS: textures of every kind and format in a file ---- */

/*
 * Reads a DDS file with all its levels, as 2D texture, cube map (all six faces, in the file +x -x +y -y +z -z) or
 * volume. The format is named by masks (RGB, luminance, alpha, bump, and depth as DirectDraw has it), by a number of
 * D3DFORMAT, by letters (DXT1 to DXT5, ATI1, ATI2, BC4U, BC5U, RGBG, GRGB, UYVY, YUY2, INTZ, DF16, DF24), or by the
 * header of Direct3D 10, as far as Direct3D 9 has the same bits. Masks mean what they say, also for the formats of 10
 * bits, which some writers mix up. The blocks of BC5 are exchanged, so that red stays red. Rows have no padding,
 * whatever the header says of a pitch. S9_ERROR_INVALID with a diagnostic for formats that are named and not had,
 * arrays, cube maps without all faces, and damaged files; bytes behind the texels bring a warning.
 */
S9_API s9_result s9_dds_read_memory(const void *bytes, size_t size, const char *name, const s9_allocator *allocator,
                                    s9_texture_data **out, s9_diagnostics *diagnostics);
/*
 * Writes what s9_dds_read_memory reads back to the same bytes of every level: masks where the format has some, else
 * letters or the number of D3DFORMAT; S9_FORMAT_VALUES is written as A32B32G32R32F. Release `out` with s9_blob_free.
 * S9_ERROR_ARGUMENT as by s9_texture_create, S9_ERROR_MEMORY.
 */
S9_API s9_result s9_dds_write_memory(const s9_texture_desc *desc, const s9_allocator *allocator, s9_blob *out);

/*
 * A texture of any file that is read here: a DDS with all that it holds, every other image as one level, A8B8G8R8.
 * Errors are those of s9_image_read_memory and s9_dds_read_memory.
 */
S9_API s9_result s9_texture_read_memory(const void *bytes, size_t size, const char *name, const s9_allocator *allocator,
                                        s9_texture **out, s9_diagnostics *diagnostics);
/* Reads a file as above; S9_ERROR_IO where there is none, or it cannot be read. */
S9_API s9_result s9_texture_read_file(const char *path, const s9_allocator *allocator, s9_texture **out,
                                      s9_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
