/* SPDX-License-Identifier: MIT */
/* shader9/texture.h - textures in memory and how a sampler reads them. Rules: "Sampling" in docs/. */
#ifndef SHADER9_TEXTURE_H
#define SHADER9_TEXTURE_H

#include <shader9/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct s9_texture s9_texture;

/* Numbers of D3DSAMPLER_TEXTURE_TYPE. */
typedef enum s9_texture_type { S9_TEXTURE_2D = 2, S9_TEXTURE_CUBE = 3, S9_TEXTURE_VOLUME = 4 } s9_texture_type;

/* Channel order in memory is from the lowest bit upward, as Direct3D 9 names formats. Values are never renumbered. */
typedef enum s9_format {
    S9_FORMAT_A32B32G32R32F = 0, /* four floats r, g, b, a */
    S9_FORMAT_A8B8G8R8 = 1,      /* bytes r, g, b, a */
    S9_FORMAT_A8R8G8B8 = 2,      /* bytes b, g, r, a */
    S9_FORMAT_VALUES = 3,        /* four floats r, g, b, a given as plain numbers: sRGB decoding applies */
} s9_format;

typedef struct s9_texture_desc {
    size_t struct_size; /* sizeof(s9_texture_desc) */
    s9_texture_type type;
    s9_format format;
    uint32_t width, height, depth; /* of level 0; depth 1 except for volumes; cubes have width == height */
    uint32_t levels;               /* at least 1; level k has max(1, floor(size / 2^k)) texels along an axis */
    const void *const *level_data; /* [levels], rows top to bottom without padding, then slices, or the six faces
                                      (+x -x +y -y +z -z) one after another */
    const size_t *level_size;      /* [levels], bytes of each; checked */
} s9_texture_desc;

/* Copies the texels. Refused with S9_ERROR_ARGUMENT: sizes that do not fit, more levels than log2 of the size allows. */
S9_API s9_result s9_texture_create(const s9_allocator *allocator, const s9_texture_desc *desc, s9_texture **out);
S9_API void s9_texture_destroy(s9_texture *texture);
S9_API s9_texture_type s9_texture_get_type(const s9_texture *texture);
S9_API uint32_t s9_texture_levels(const s9_texture *texture);
/* Size of a level; depth is 1 for 2D and cube. */
S9_API void s9_texture_size(const s9_texture *texture, uint32_t level, uint32_t size[3]);
/* The texel (r, g, b, a as float) at x, y, slice or face of a level. Coordinates must be inside. */
S9_API void s9_texture_texel(const s9_texture *texture, uint32_t level, uint32_t x, uint32_t y, uint32_t slice, float rgba[4]);

typedef enum s9_filter { S9_FILTER_NONE = 0, S9_FILTER_POINT = 1, S9_FILTER_LINEAR = 2, S9_FILTER_ANISOTROPIC = 3 } s9_filter;

typedef enum s9_address {
    S9_ADDRESS_WRAP = 1,
    S9_ADDRESS_MIRROR = 2,
    S9_ADDRESS_CLAMP = 3,
    S9_ADDRESS_BORDER = 4,
    S9_ADDRESS_MIRROR_ONCE = 5
} s9_address;

typedef struct s9_sampler_state {
    s9_filter min, mag; /* point, linear or anisotropic */
    s9_filter mip;      /* none, point or linear */
    s9_address address[3];
    float border[4]; /* r, g, b, a */
    float bias;
    uint32_t max_level; /* finest level that may be used when mipmapping */
    uint32_t max_anisotropy;
    bool srgb;      /* r, g, b are converted from sRGB before filtering */
    bool seamless;  /* cube maps: filter over the edges of faces */
    bool fetch4;
    int8_t compare; /* depth comparison: -1 as the format says, 0 no, 1 yes */
} s9_sampler_state;

/* min and mag point, mip none, addresses wrap, border 0, bias 0, max_level 0, max_anisotropy 1. */
S9_API void s9_sampler_state_init(s9_sampler_state *state);

/* A sampler register: texture NULL means unbound. */
typedef struct s9_sampler_binding {
    const s9_texture *texture;
    s9_sampler_state state;
} s9_sampler_binding;

#ifdef __cplusplus
}
#endif

#endif
