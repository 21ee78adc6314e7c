/* SPDX-License-Identifier: MIT */
/*
 * format - what the bytes of a texture format mean. One table; decoding to r, g, b, a floats and back.
 */
#ifndef S9_TEXTURE_FORMAT_H
#define S9_TEXTURE_FORMAT_H

#include <shader9/texture.h>

#include "base/base.h"

/* How the bits of a component become a value. */
typedef enum s9_field_kind {
    S9_FIELD_ZERO, /* the format lacks it: 0 */
    S9_FIELD_ONE,  /* the format lacks it: 1 */
    S9_FIELD_UNORM,
    S9_FIELD_SNORM,
    S9_FIELD_FLOAT, /* 16, 24 or 32 bits */
    S9_FIELD_NUMBER /* a float as this machine has it in memory */
} s9_field_kind;

typedef struct s9_field {
    uint8_t kind; /* s9_field_kind */
    uint8_t shift, bits;
} s9_field;

/* How a block of texels is laid out. */
typedef enum s9_format_layout {
    S9_LAYOUT_FIELDS, /* one texel, components as bit fields */
    S9_LAYOUT_CXV8U8, /* fields, and b from r and g */
    S9_LAYOUT_DXT1,   /* 4x4 blocks */
    S9_LAYOUT_DXT3,
    S9_LAYOUT_DXT5,
    S9_LAYOUT_ATI1,
    S9_LAYOUT_ATI2,
    S9_LAYOUT_RGBG, /* 2x1 blocks: r and b shared, see format.c */
    S9_LAYOUT_GRGB,
    S9_LAYOUT_UYVY,
    S9_LAYOUT_YUY2
} s9_format_layout;

enum {
    S9_FORMAT_SRGB = 1,   /* sRGB decoding applies */
    S9_FORMAT_ONE = 2,    /* one channel: fetch4 applies */
    S9_FORMAT_ALPHA = 4,  /* that channel is alpha */
    S9_FORMAT_DEPTH = 8,  /* sampling compares */
    S9_FORMAT_BYTES = 16, /* every component is 8 unsigned bits, 0 or 1: kept as bytes in memory */
};

typedef struct s9_format_info {
    const char *name;
    uint8_t layout; /* s9_format_layout */
    uint8_t block_width, block_height, block_bytes;
    uint8_t flags;
    s9_field field[4]; /* r, g, b, a */
} s9_format_info;

/* Bytes of one slice; false when it is too large for a size_t. */
bool s9_format_slice_size(const s9_format_info *info, uint32_t width, uint32_t height, size_t *bytes);
/* NULL for a number that is no format. */
const s9_format_info *s9_format_get_info(s9_format format);

/*
 * Decodes one slice (rows of whole blocks without padding; `bytes` holds s9_format_level_size of it) to
 * width * height texels of four floats.
 */
void s9_format_decode(const s9_format_info *info, const uint8_t *bytes, uint32_t width, uint32_t height, float *rgba);
/* The same to bytes r, g, b, a; only for formats with S9_FORMAT_BYTES. */
void s9_format_decode_bytes(const s9_format_info *info, const uint8_t *bytes, size_t texels, uint8_t *rgba);

/* A 16-bit float as a 32-bit one; infinities and NaN as in IEEE 754, denormals too. And back, to nearest even. */
float s9_half_to_float(uint16_t half);
uint16_t s9_float_to_half(float value);

#endif
