/* SPDX-License-Identifier: MIT */
/* image - pixels in memory and the readers of each file format. */
#ifndef S9_IMAGE_IMAGE_H
#define S9_IMAGE_IMAGE_H

#include <shader9/image.h>

#include "base/base.h"

/* Each reader gets bytes that look like its format. The image is zero on entry, and after an error. */
s9_result s9_png_read(const uint8_t *bytes, size_t size, const s9_allocator *allocator, const s9_position *at,
                      s9_image *out, s9_diagnostics *diagnostics);
s9_result s9_jpeg_read(const uint8_t *bytes, size_t size, const s9_allocator *allocator, const s9_position *at,
                       s9_image *out, s9_diagnostics *diagnostics);
/* TGA, BMP. */
s9_result s9_stb_read(const uint8_t *bytes, size_t size, const s9_allocator *allocator, const s9_position *at,
                      s9_image *out, s9_diagnostics *diagnostics);

/* A whole file; S9_ERROR_IO with a diagnostic. Release with s9_blob_free. */
s9_result s9_read_whole_file(const char *path, const s9_allocator *allocator, s9_blob *out,
                             s9_diagnostics *diagnostics);

#endif
