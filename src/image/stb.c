/* SPDX-License-Identifier: MIT */
/* TGA, BMP and JPEG through stb_image, whose implementation lives in this file alone. */
#include "image/image.h"

#if defined(SHADER9_HAVE_STB)

#include <limits.h>
#include <stdlib.h>

/* Memory starts at zero: versions up to 2.27 use Huffman tables that a JPEG never defined, and keep pixels it never
 * had. */
#define STBI_MALLOC(size) calloc(1, size)
#define STBI_REALLOC(block, size) realloc(block, size)
#define STBI_FREE(block) free(block)
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_ONLY_TGA
#define STBI_ONLY_BMP
#define STBI_ONLY_JPEG
#define STBI_MAX_DIMENSIONS 16384
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#if defined(__GNUC__)
/* The formats left out above leave declarations without definitions; gcc says so at the end of the file. */
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>

/*
 * Whether every Huffman table of a JPEG holds at most the 256 codes that there are. Versions of stb_image up to 2.27
 * trust the counts, and write behind their table. Segments are walked as stb_image walks them: what lies between two of
 * them is skipped up to the next marker.
 */
static bool huffman_tables_fit(const uint8_t *bytes, size_t size)
{
    enum { DHT = 0xC4, RST0 = 0xD0, EOI = 0xD9, COUNTS = 16 };
    size_t at = 0;
    while (at + 1 < size) {
        uint8_t marker = bytes[at + 1];
        if (bytes[at] != 0xFF || marker == 0 || marker == 0xFF || (marker >= RST0 && marker < EOI)) {
            at++;
            continue;
        }
        if (marker == EOI || size - at < 4) {
            break;
        }
        size_t end = at + 2 + ((size_t)bytes[at + 2] << 8 | bytes[at + 3]);
        size_t table = at + 4;
        while (marker == DHT && table < end && table < size) {
            size_t codes = 0; /* counts behind the end of the file are 0 */
            for (size_t i = table + 1; i <= table + COUNTS && i < size; i++) {
                codes += bytes[i];
            }
            if (codes > 256) {
                return false;
            }
            table += 1 + COUNTS + codes;
        }
        at = end > at + 4 ? end : at + 2;
    }
    return true;
}

/*
 * The densest these formats get is a progressive JPEG with a bit for a block of 64 pixels. A file that claims more
 * pixels for its size is cut short: stb_image would fill in the rest, a gigabyte for a header of 18 bytes.
 */
enum { MOST_PIXELS_OF_A_BYTE = 1024 };

s9_result s9_stb_read(const uint8_t *bytes, size_t size, const s9_allocator *allocator, const s9_position *at,
                      s9_image *out, s9_diagnostics *diagnostics)
{
    int width = 0, height = 0, channels = 0;
    if (size > 0 && bytes[0] == 0xFF && !huffman_tables_fit(bytes, size)) {
        s9_report(diagnostics, S9_ERROR, NULL, at, NULL, "this image cannot be read: a Huffman table is too long");
        return S9_ERROR_INVALID;
    }
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
              "this build reads no image files but PNG");
    return S9_ERROR_UNSUPPORTED;
}

#endif
