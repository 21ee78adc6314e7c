/* SPDX-License-Identifier: MIT */
/* TGA and BMP through stb_image, whose implementation lives in this file alone. */
#include "image/image.h"

#if defined(SHADER9_HAVE_STB)

#include <limits.h>
#include <stdlib.h>

/* Memory starts at zero: what a damaged file never had is black. */
#define STBI_MALLOC(size) calloc(1, size)
#define STBI_REALLOC(block, size) realloc(block, size)
#define STBI_FREE(block) free(block)
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_ONLY_TGA
#define STBI_ONLY_BMP
#define STBI_MAX_DIMENSIONS 16384
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#if defined(__GNUC__)
/* The formats left out above leave declarations without definitions; gcc says so at the end of the file. */
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>

/*
 * The densest these formats get is a run of 128 pixels in two bytes. A file that claims more pixels for its size is cut
 * short: stb_image would fill in the rest, a gigabyte for a header of 18 bytes.
 */
enum { MOST_PIXELS_OF_A_BYTE = 128 };

s9_result s9_stb_read(const uint8_t *bytes, size_t size, const s9_allocator *allocator, const s9_position *at,
                      s9_image *out, s9_diagnostics *diagnostics)
{
    int width = 0, height = 0, channels = 0;
    if (size <= INT_MAX && stbi_info_from_memory(bytes, (int)size, &width, &height, &channels) &&
        (uint64_t)width * (uint64_t)height / MOST_PIXELS_OF_A_BYTE > size) {
        s9_report(diagnostics, S9_ERROR, NULL, at, NULL, "this image is cut short: %zu bytes for %d x %d pixels", size,
                  width, height);
        return S9_ERROR_INVALID;
    }
    stbi_uc *pixels = size <= INT_MAX ? stbi_load_from_memory(bytes, (int)size, &width, &height, &channels, 4) : NULL;
    if (!pixels) {
        const char *reason = size <= INT_MAX ? stbi_failure_reason() : "it is too large";
        if (reason && strcmp(reason, "outofmem") == 0) {
            return S9_ERROR_MEMORY;
        }
        s9_report(diagnostics, S9_ERROR, NULL, at, NULL, "this image cannot be read: %s", reason ? reason : "unknown");
        return S9_ERROR_INVALID;
    }
    s9_result result = s9_image_create(allocator, (uint32_t)width, (uint32_t)height, out);
    if (result == S9_OK) {
        memcpy(out->pixels, pixels, (size_t)width * (size_t)height * 4);
    }
    stbi_image_free(pixels);
    return result;
}

#else

s9_result s9_stb_read(const uint8_t *bytes, size_t size, const s9_allocator *allocator, const s9_position *at,
                      s9_image *out, s9_diagnostics *diagnostics)
{
    (void)bytes;
    (void)size;
    (void)allocator;
    (void)out;
    s9_report(diagnostics, S9_ERROR, NULL, at, "convert it to PNG, or build with stb_image (libstb-dev)",
              "this build reads no TGA and BMP images");
    return S9_ERROR_UNSUPPORTED;
}

#endif
