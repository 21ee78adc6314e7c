/* SPDX-License-Identifier: MIT */
/*
 * texture - the object behind s9_texture: decoded texels of all levels in one allocation.
 */
#ifndef S9_TEXTURE_TEXTURE_H
#define S9_TEXTURE_TEXTURE_H

#include "texture/format.h"
#include "texture/sampling.h"

typedef struct s9_texture_level {
    void *texels;       /* as `storage` says */
    float *srgb_texels; /* S9_TEXELS_FLOAT with sRGB decoding done; NULL where that changes nothing */
    uint32_t size[3];   /* width, height, depth; faces are not counted */
} s9_texture_level;

struct s9_texture {
    s9_allocator allocator;
    s9_texture_type type;
    s9_texel_storage storage;
    const s9_format_info *format;
    uint32_t level_count;
    s9_texture_level levels[S9_MAX_LEVELS];
    float unorm_table[256]; /* byte / 255 */
    float srgb_table[256];  /* the same decoded from sRGB */
    /* What samplers read: as they are, and decoded from sRGB. */
    s9_level_view views[2][S9_MAX_LEVELS];
    s9_level_table tables[2];
    bool tabled; /* an int32_t numbers the texels of all levels together */
};

/* Whether type, sizes and number of levels make a texture; what its levels hold is not looked at. */
bool s9_texture_shape_is_valid(const s9_texture_desc *desc);

#endif
