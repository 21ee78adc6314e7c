/* SPDX-License-Identifier: MIT */
/* dds - the container of textures that Direct3D 9 has: its header in memory. */
#ifndef S9_IMAGE_DDS_H
#define S9_IMAGE_DDS_H

#include <shader9/image.h>

#include "base/base.h"

/* Flags of a pixel format. */
enum {
    DDS_ALPHAPIXELS = 0x1,
    DDS_ALPHA = 0x2,
    DDS_FOURCC = 0x4,
    DDS_PALETTE = 0x8 | 0x10 | 0x20 | 0x800 | 0x1000, /* of 4, 8 (and to 8), 1, 2 bits */
    DDS_RGB = 0x40,
    DDS_YUV = 0x200,
    DDS_ZBUFFER = 0x400,
    DDS_STENCILBUFFER = 0x4000,
    DDS_LUMINANCE = 0x20000,
    DDS_BUMPLUMINANCE = 0x40000,
    DDS_BUMPDUDV = 0x80000
};

/* Letters whose blocks are red, then green, where ATI2 has green first. */
#define DDS_BC5U 0x55354342u
#define DDS_DX10 0x30315844u /* an extended header follows */

/* Whether bytes begin as a DDS file does. */
bool s9_dds_is(const uint8_t *bytes, size_t size);

/* DDS_PIXELFORMAT */
typedef struct s9_dds_pixels {
    uint32_t flags, code, bits;
    uint32_t mask[4]; /* r, g, b, a */
} s9_dds_pixels;

/* False where there is no such format; then `name` is what the format is called, or NULL. */
bool s9_dds_format_of_masks(const s9_dds_pixels *pixels, s9_format *out);
bool s9_dds_format_of_code(uint32_t code, s9_format *out, const char **name);
bool s9_dds_format_of_dxgi(uint32_t number, s9_format *out, const char **name);
/* How a format is written: by masks where it has some, else by letters or number. */
void s9_dds_name_format(s9_format format, s9_dds_pixels *out);

#endif
