/* SPDX-License-Identifier: MIT */
/* shader9/texture.h - textures in memory and how a sampler reads them. The rules: docs/sampling.md. */
#ifndef SHADER9_TEXTURE_H
#define SHADER9_TEXTURE_H

#include <shader9/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A texture, ready to be sampled. May be shared between threads. */
typedef struct s9_texture s9_texture;

/* Numbers of D3DSAMPLER_TEXTURE_TYPE. */
typedef enum s9_texture_type { S9_TEXTURE_2D = 2, S9_TEXTURE_CUBE = 3, S9_TEXTURE_VOLUME = 4 } s9_texture_type;

/*
 * Texture formats. Channel order in memory is from the lowest bit upward, little-endian, as Direct3D 9 names formats
 * (the name reads from the highest bit down). Values are never renumbered.
 */
typedef enum s9_format {
    S9_FORMAT_A32B32G32R32F = 0, /* four floats r, g, b, a */
    S9_FORMAT_A8B8G8R8 = 1,      /* bytes r, g, b, a */
    S9_FORMAT_A8R8G8B8 = 2,      /* bytes b, g, r, a */
    S9_FORMAT_VALUES = 3,        /* four floats r, g, b, a given as plain numbers: sRGB decoding applies */
    S9_FORMAT_X8R8G8B8 = 4,
    S9_FORMAT_X8B8G8R8 = 5,
    S9_FORMAT_R8G8B8 = 6,
    S9_FORMAT_R5G6B5 = 7,
    S9_FORMAT_A1R5G5B5 = 8,
    S9_FORMAT_X1R5G5B5 = 9,
    S9_FORMAT_A4R4G4B4 = 10,
    S9_FORMAT_X4R4G4B4 = 11,
    S9_FORMAT_R3G3B2 = 12,
    S9_FORMAT_A8R3G3B2 = 13,
    S9_FORMAT_A2R10G10B10 = 14,
    S9_FORMAT_A2B10G10R10 = 15,
    S9_FORMAT_A8 = 16,
    S9_FORMAT_L8 = 17,
    S9_FORMAT_L16 = 18,
    S9_FORMAT_A8L8 = 19,
    S9_FORMAT_A4L4 = 20,
    S9_FORMAT_G16R16 = 21,
    S9_FORMAT_A16B16G16R16 = 22,
    S9_FORMAT_V8U8 = 23,
    S9_FORMAT_V16U16 = 24,
    S9_FORMAT_Q8W8V8U8 = 25,
    S9_FORMAT_Q16W16V16U16 = 26,
    S9_FORMAT_A2W10V10U10 = 27,
    S9_FORMAT_L6V5U5 = 28,
    S9_FORMAT_X8L8V8U8 = 29,
    S9_FORMAT_CXV8U8 = 30,
    S9_FORMAT_R16F = 31,
    S9_FORMAT_G16R16F = 32,
    S9_FORMAT_A16B16G16R16F = 33,
    S9_FORMAT_R32F = 34,
    S9_FORMAT_G32R32F = 35,
    S9_FORMAT_DXT1 = 36,
    S9_FORMAT_DXT2 = 37,
    S9_FORMAT_DXT3 = 38,
    S9_FORMAT_DXT4 = 39,
    S9_FORMAT_DXT5 = 40,
    S9_FORMAT_ATI1 = 41,
    S9_FORMAT_ATI2 = 42,
    S9_FORMAT_R8G8_B8G8 = 43,
    S9_FORMAT_G8R8_G8B8 = 44,
    S9_FORMAT_UYVY = 45,
    S9_FORMAT_YUY2 = 46,
    S9_FORMAT_D16 = 47, /* depth: sampling compares, unless the sampler says otherwise */
    S9_FORMAT_D16_LOCKABLE = 48,
    S9_FORMAT_D24X8 = 49,
    S9_FORMAT_D24S8 = 50,
    S9_FORMAT_D32 = 51,
    S9_FORMAT_D15S1 = 52,
    S9_FORMAT_D24FS8 = 53,
    S9_FORMAT_D32F_LOCKABLE = 54,
    S9_FORMAT_INTZ = 55, /* depth that is read raw */
    S9_FORMAT_DF16 = 56,
    S9_FORMAT_DF24 = 57,
} s9_format;

/* "A8R8G8B8"; NULL for a number that is no format. And back, in upper or lower case; false for an unknown name. */
S9_API const char *s9_format_name(s9_format format);
/* The format of a name, in upper or lower case; false for an unknown one. */
S9_API bool s9_format_from_name(const char *name, s9_format *out);
/*
 * Bytes of one level: rows without padding, whole 4x4 blocks for the compressed formats, whole pairs of texels for
 * those of two texels in four bytes. False for an unknown format and for sizes out of range.
 */
S9_API bool s9_format_level_size(s9_format format, uint32_t width, uint32_t height, uint32_t slices, size_t *bytes);
/*
 * Rounds `texels` values (r, g, b, a) to a format: the bytes that a texture of that format holds, to `out`, which has
 * room for `texels` times the bytes of a texel. Components are clamped to the range of the format and rounded to the
 * nearest; those that the format lacks are dropped; depth formats take r. S9_ERROR_UNSUPPORTED for formats of several
 * texels a block, which s9_format_encode_level takes.
 */
S9_API s9_result s9_format_encode(s9_format format, const float (*values)[4], size_t texels, void *out);

/*
 * The same for a whole level, in any format: `out` has room for s9_format_level_size. `values` are rows top to
 * bottom, slices or faces one after another. Blocks of several texels are encoded deterministically, and exactly where
 * the format can hold them: DXT1 to DXT5 (alpha below 0.5 is transparent black in DXT1), ATI1, ATI2; those of two
 * texels in four bytes keep the mean of what the two share. S9_ERROR_ARGUMENT for an unknown format or a size out of
 * range.
 */
S9_API s9_result s9_format_encode_level(s9_format format, const float (*values)[4], uint32_t width, uint32_t height,
                                        uint32_t slices, void *out);

/* A texture: its kind, size, format, and texels. */
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

/* Copies the texels. Refused with S9_ERROR_ARGUMENT: sizes that do not fit, more levels than log2 of the size allows.
 */
S9_API s9_result s9_texture_create(const s9_allocator *allocator, const s9_texture_desc *desc, s9_texture **out);
/* NULL is fine. No shader may be sampling it. */
S9_API void s9_texture_destroy(s9_texture *texture);
/* 2D, cube or volume. */
S9_API s9_texture_type s9_texture_get_type(const s9_texture *texture);
/* The format that it was created with. */
S9_API s9_format s9_texture_get_format(const s9_texture *texture);
/* Number of mip levels. */
S9_API uint32_t s9_texture_levels(const s9_texture *texture);
/* Size of a level; depth is 1 for 2D and cube. */
S9_API void s9_texture_size(const s9_texture *texture, uint32_t level, uint32_t size[3]);
/* The texel (r, g, b, a as float) at x, y, slice or face of a level. Coordinates must be inside. */
S9_API void s9_texture_texel(const s9_texture *texture, uint32_t level, uint32_t x, uint32_t y, uint32_t slice,
                             float rgba[4]);

/* ---- texels as a file holds them ---- */

/* Mip levels of a texture of the largest size. */
#define S9_TEXTURE_MAX_LEVELS 15u
/* Texels of the longest side. */
#define S9_TEXTURE_MAX_SIDE 16384u

/* The bytes of all levels of a texture, and what they mean. */
typedef struct s9_texture_data s9_texture_data;

/*
 * Copies what the description refers to; without level_data and level_size the texels are 0. Refused as by
 * s9_texture_create.
 */
S9_API s9_result s9_texture_data_create(const s9_allocator *allocator, const s9_texture_desc *desc,
                                        s9_texture_data **out);
/* NULL is fine. */
S9_API void s9_texture_data_destroy(s9_texture_data *data);
/* Valid as long as the data; made for s9_texture_create and the writers of files. */
S9_API const s9_texture_desc *s9_texture_data_desc(const s9_texture_data *data);
/* The bytes of one level, to be changed in place; NULL where there is no such level. */
S9_API void *s9_texture_data_level(s9_texture_data *data, uint32_t level);
/*
 * All levels of a texture in another format, by s9_format_encode_level. S9_ERROR_ARGUMENT for an unknown format,
 * S9_ERROR_MEMORY.
 */
S9_API s9_result s9_texture_encode(const s9_texture *texture, s9_format format, const s9_allocator *allocator,
                                   s9_texture_data **out);

/* ---- sampling ---- */

/* How texels are chosen and blended. Numbers of D3DTEXTUREFILTERTYPE. */
typedef enum s9_filter {
    S9_FILTER_NONE = 0,
    S9_FILTER_POINT = 1,
    S9_FILTER_LINEAR = 2,
    S9_FILTER_ANISOTROPIC = 3
} s9_filter;

/* What lies outside of the texture. Numbers of D3DTEXTUREADDRESS. */
typedef enum s9_address {
    S9_ADDRESS_WRAP = 1,
    S9_ADDRESS_MIRROR = 2,
    S9_ADDRESS_CLAMP = 3,
    S9_ADDRESS_BORDER = 4,
    S9_ADDRESS_MIRROR_ONCE = 5
} s9_address;

/* How a sampler reads its texture. Fill with s9_sampler_state_init, then change what differs. */
typedef struct s9_sampler_state {
    s9_filter min, mag; /* point, linear or anisotropic */
    s9_filter mip;      /* none, point or linear */
    s9_address address[3];
    float border[4]; /* r, g, b, a */
    float bias;
    uint32_t max_level; /* finest level that may be used when mipmapping */
    uint32_t max_anisotropy;
    bool srgb;     /* r, g, b are converted from sRGB before filtering */
    bool seamless; /* cube maps: filter over the edges of faces */
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
