/* SPDX-License-Identifier: MIT */
/*
 * sampling - a batch of texture reads. What every engine calls between the coordinate operand of a texture instruction
 * and its result, so that all of them give the same bits.
 *
 * Use: s9_sampler_prepare once for each sampler register at the start of a run (cheap, no allocation, no failure), then
 * s9_sample for each texture instruction. Lanes are in structure-of-arrays form. All arrays hold `lanes` floats, need
 * no alignment beyond that of a float, and every lane is sampled whether it is active or not: any bit pattern is safe.
 *
 * What the caller does: division by w (texldp, projection; IEEE), the swizzle of the sampler operand and the write mask
 * on the result. What happens here: everything else of the rules of sampling, level of detail and derivatives included.
 *
 * The floating-point environment must be the default one (round to nearest, denormals kept); the engines see to that.
 */
#ifndef S9_TEXTURE_SAMPLING_H
#define S9_TEXTURE_SAMPLING_H

#include <shader9/texture.h>

#include "base/base.h"

/* Choices of numerics N22, N23, in the values of exec.h's s9_unbound and s9_kind_mismatch, and the stage. */
typedef struct s9_sampling_rules {
    uint8_t unbound;       /* 0: (0, 0, 0, 1); 1: (0, 0, 0, 0) */
    uint8_t kind_mismatch; /* 0: sample what is bound; 1: (0, 0, 0, 0) */
    bool vertex;           /* vertex shader: anisotropic filtering has one probe */
} s9_sampling_rules;

/* How the texels of a texture lie in memory. */
typedef enum s9_texel_storage {
    S9_TEXELS_FLOAT, /* four floats r, g, b, a, decoded */
    S9_TEXELS_BYTE   /* four bytes r, g, b, a; tables of 256 floats give their values */
} s9_texel_storage;

/* One level as the sampler sees it. Texel (x, y) of slice or face s is number (s * height + y) * width + x. */
typedef struct s9_level_view {
    const void *texels;
    uint32_t size[3]; /* width, height, depth (1 for 2D and cube) */
    float size_f[3];  /* the same as floats */
} s9_level_view;

#define S9_MAX_LEVELS 15 /* sides up to 16384 */

/* The same of a 2D texture by number of the level, for vectors whose lanes read different ones. */
typedef struct s9_level_table {
    float width[16], height[16];
    int32_t offset[16]; /* of the first texel from that of level 0, in texels */
} s9_level_table;

struct s9_prepared_sampler;
struct s9_sample_args;
/* Samples the lanes from `start` on. */
typedef void (*s9_sample_kernel)(const struct s9_prepared_sampler *prepared, const struct s9_sample_args *args,
                                 uint32_t start);

/*
 * A sampler register ready for use: texture and state with every decision made that does not depend on the coordinates.
 * Refers to the texture of the binding; copy freely. All fields are private to the room.
 */
typedef struct s9_prepared_sampler {
    bool constant;      /* every read gives `value`: unbound, or a refused kind */
    float value[4];     /* r, g, b, a */
    uint8_t type;       /* s9_texture_type of what is bound */
    uint8_t axes;       /* coordinates that take part: 2 or 3 */
    bool no_third;      /* declared 2D, bound otherwise: the third coordinate is 0 */
    uint8_t storage;    /* s9_texel_storage */
    bool mag_linear;    /* magnification filter is linear */
    bool min_linear;    /* minification filter is linear or anisotropic */
    bool anisotropic;   /* minification takes several probes */
    uint8_t mip;        /* s9_filter: none, point, linear */
    uint8_t address[3]; /* s9_address of each axis; clamp for the faces of a cube */
    bool seamless, compare;
    bool fetch4, fetch4_alpha; /* the second: of the alpha channel */
    bool needs_level;          /* the level of detail can change the result */
    uint32_t max_anisotropy;   /* 1..16 */
    uint32_t last_level;       /* number of the smallest level */
    uint32_t mag_level;        /* level that magnification reads */
    float bias;
    float border[4];
    const float *color_table; /* S9_TEXELS_BYTE: values of r, g, b, and of alpha */
    const float *alpha_table;
    const s9_level_view *levels; /* of the texture */
    /* A common read has a kernel of vectors, which wants these as well. NULL: tiles do it. */
    s9_sample_kernel kernel;
    const s9_level_table *table;
    int32_t hint;             /* a level, between mag_level and last_level: that of the last vector */
    uint8_t short_address[2]; /* as `address`, or S9_ADDRESS_MASK: wrap where the size is a power of two */
} s9_prepared_sampler;

/*
 * Prepares a binding. `binding` may be NULL (unbound). `declared` is the s9_texture_type of the sampler's declaration,
 * or 0 where there is none (SM1: the kind is that of what is bound). `rules` may be NULL (all defaults, pixel shader).
 */
void s9_sampler_prepare(s9_prepared_sampler *prepared, const s9_sampler_binding *binding, uint32_t declared,
                        const s9_sampling_rules *rules);

/* Coordinates that the bound texture takes (2 or 3; 2 when unbound): what SM1 instructions with "as needed" ask for. */
static inline uint32_t s9_sampler_axes(const s9_prepared_sampler *prepared)
{
    return prepared->axes;
}

typedef enum s9_sample_mode {
    S9_SAMPLE_IMPLICIT,  /* texld, texldp, ps_1_x: level from the derivatives inside the quad (0 without quads) */
    S9_SAMPLE_BIAS,      /* texldb: as IMPLICIT plus `lod` */
    S9_SAMPLE_LOD,       /* texldl: level is `lod` plus the sampler's bias */
    S9_SAMPLE_GRADIENTS, /* texldd: level from `ddx`, `ddy` */
} s9_sample_mode;

/* One texture instruction over a batch. */
typedef struct s9_sample_args {
    s9_sample_mode mode;
    uint32_t lanes; /* any number; a multiple of 4 when `quads` */
    bool quads;     /* every four lanes are a 2x2 quad: top left, top right, bottom left, bottom right */
    /*
     * u, v, w (x, y, z of a cube direction). Give all three components of the operand, whatever the declared kind (the
     * third is the reference of a depth comparison in a 2D texture too); what the declared kind lacks (N23) is taken as
     * 0 here. NULL where the instruction itself has no such coordinate (texreg2ar): read as 0.
     */
    const float *coordinate[3];
    const float *lod;    /* S9_SAMPLE_BIAS, S9_SAMPLE_LOD: s0.w of each lane; else unused */
    const float *ddx[3]; /* S9_SAMPLE_GRADIENTS: d/dx of the coordinates, NULL = 0; else unused */
    const float *ddy[3];
    float *out[4]; /* r, g, b, a; may be the same arrays as the inputs; NULL where not wanted */
    float *level;  /* receives L of each lane for tracing, or NULL */
} s9_sample_args;

/* Samples all lanes. Cannot fail; allocates nothing. A NaN in a result is 0x7FC00000. */
void s9_sample(const s9_prepared_sampler *prepared, const s9_sample_args *args);

/* A texel that a read takes its result from. */
typedef struct s9_texel_use {
    uint32_t level, x, y, slice; /* slice of a volume, face of a cube */
    bool border;                 /* outside: the border colour */
    float value[4];
} s9_texel_use;

/* Most of them: two levels, sixteen probes, eight texels, three at the corner of a cube. */
#define S9_MAX_TEXEL_USES 512

/*
 * For tracing: the texels that s9_sample with the same arguments reads for a lane with a weight other than 0, each
 * once; at most `room` of them. Returns how many, 0 for a sampler that reads none.
 */
uint32_t s9_sample_texels(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t lane,
                          s9_texel_use *out, uint32_t room);

/* sRGB conversions of one component, by the formulas of the sampling rules; for texels and render targets. */
float s9_srgb_to_linear(float c);
float s9_linear_to_srgb(float c);

#endif
