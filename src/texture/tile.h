/* SPDX-License-Identifier: MIT */
/*
 * tile - the inner steps of sampling, over up to 64 lanes at a time. Every loop runs over arrays of lanes without
 * branches where it can, so that the compiler may use vector instructions.
 */
#ifndef S9_TEXTURE_TILE_H
#define S9_TEXTURE_TILE_H

#include "texture/sampling.h"

#define S9_TILE 64

/* Lanes that are filtered alike. */
typedef struct s9_tile {
    uint32_t lanes;
    float coordinate[3][S9_TILE]; /* u, v, w; of a cube u, v on the face. Any bit pattern */
    int32_t face[S9_TILE];        /* cubes */
    float reference[S9_TILE];     /* depth comparison: within [0, 1] */
} s9_tile;

typedef float s9_tile_values[4][S9_TILE]; /* r, g, b, a of each lane */

/* ---- sample.c ---- */

/* Coordinates and, where the sampler compares, references of tile->lanes lanes from lane `start` on. */
void s9_tile_load(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start, s9_tile *tile);

/* Lanes `start` to `start + lanes - 1`, at most S9_TILE of them, whatever the sampler asks for. */
void s9_sample_tile(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start, uint32_t lanes);

/* ---- kernels_sample.c: the common reads, a vector of lanes at a time ---- */

#define S9_ADDRESS_MASK 6 /* beside the values of s9_address */

typedef enum s9_sample_storage {
    S9_SAMPLE_UNORM, /* bytes */
    S9_SAMPLE_SRGB,  /* bytes, r, g and b of which go through a table */
    S9_SAMPLE_FLOATS,
    S9_SAMPLE_STORAGES
} s9_sample_storage;

/* For one instruction-set level, by s9_sample_storage. */
typedef struct s9_sample_kernels {
    s9_sample_kernel sample[S9_SAMPLE_STORAGES];
} s9_sample_kernels;

extern const s9_sample_kernels s9_sample_kernels_base, s9_sample_kernels_avx2, s9_sample_kernels_avx512;

/* ---- prepare.c ---- */

/* The kernels of a level, in the order of vm/vm.h: 0 baseline, 1 AVX2, 2 AVX-512; NULL where this machine lacks it. */
const s9_sample_kernels *s9_sample_kernels_of(uint32_t level);
/* Has a sampler use kernels other than the best; NULL: none. */
void s9_sampler_use(s9_prepared_sampler *prepared, const s9_sample_kernels *kernels);

/* ---- axis.c: coordinate to texel along one axis ---- */

/*
 * products[i] = coordinate[i] * size, or where that has no fraction (2^24 and above, infinite, NaN) a product that
 * stands for the texel which the rules name: its floor, and with it floor + 1, become the right indices under
 * `address`, and less 0.5 it has the fraction 0 (except for what counts as coordinate 0).
 */
void s9_axis_products(uint8_t address, uint32_t lanes, const float *coordinate, uint32_t size, float *products);

/* index[i] = floor(products[i]) */
void s9_axis_point(uint32_t lanes, const float *products, int32_t *index);

/* index[i] = floor(x), fraction[i] = x - floor(x) with x = products[i] - 0.5 */
void s9_axis_linear(uint32_t lanes, const float *products, int32_t *index, float *fraction);

/* Puts indices through an address mode, index[i] + offset for each: 0..size-1, or -1 for the border colour. */
void s9_axis_address(uint8_t address, uint32_t lanes, const int32_t *index, int32_t offset, uint32_t size,
                     int32_t *out);

/* ---- cube.c ---- */

/* From directions to faces and coordinates on them: reads coordinate[0..2], writes coordinate[0..1] and face. */
void s9_cube_project(s9_tile *tile);

/*
 * Derivatives of u and v on the face of each lane from those of the direction, in place: derivative[0..2] -> [0..1].
 * `direction` are the directions before s9_cube_project.
 */
void s9_cube_derivatives(uint32_t lanes, const float direction[3][S9_TILE], const int32_t *face,
                         float derivative[3][S9_TILE]);

/*
 * The texel at (x, y) of a face of size x size, where one of x, y may lie one step outside: the neighbour over the
 * edge. Both outside: -1, the corner where three faces meet. Returns its number in the level.
 */
int32_t s9_cube_neighbour(int32_t face, int32_t x, int32_t y, int32_t size);

/* ---- lod.c ---- */

/* How the lanes of a tile are filtered. */
typedef struct s9_tile_lod {
    float level[S9_TILE];   /* L */
    uint32_t key[S9_TILE];  /* S9_KEY: what is read first */
    float weight[S9_TILE];  /* of the next smaller level; 0: it is not read */
    float axis[3][S9_TILE]; /* anisotropic: derivative along the longer axis */
} s9_tile_lod;

/*
 * The same without a logarithm. From the float with the bits s9_nearest_from[k] on, the square of a footprint's length
 * has a level nearest to k or to more: it is the least of which the logarithm of the root, rounded, is nearer to k than
 * to k - 1, and both functions are monotonic as they are computed.
 */
extern const int32_t s9_nearest_from[16];
/* Up to here the logarithm is not above 0. */
#define S9_MAGNIFIED 0x1.000002p+0f

/* Lanes with the same key are filtered together: level, linear or point, number of probes. */
#define S9_KEY(level, linear, probes) ((uint32_t)(level) | (uint32_t)(linear) << 8 | (uint32_t)(probes) << 16)
#define S9_KEY_LEVEL(key) ((key)&0xFFu)
#define S9_KEY_LINEAR(key) ((key) >> 8 & 1u)
#define S9_KEY_PROBES(key) ((key) >> 16)

/*
 * Level of detail and filter of each lane. `direction` holds the coordinates as the instruction has them (a cube's
 * before projection), `start` is the tile's first lane in the arrays of `args`.
 */
void s9_tile_level(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start, uint32_t lanes,
                   const float direction[3][S9_TILE], const int32_t *face, s9_tile_lod *out);

/* ---- filter.c ---- */

/* One level, point or linear. Every lane of `out` below tile->lanes is written. */
void s9_tile_point(const s9_prepared_sampler *prepared, uint32_t level, const s9_tile *tile, s9_tile_values out);
void s9_tile_linear(const s9_prepared_sampler *prepared, uint32_t level, const s9_tile *tile, s9_tile_values out);
void s9_tile_fetch4(const s9_prepared_sampler *prepared, const s9_tile *tile, s9_tile_values out);

/* ---- fused.c ---- */

/* Four texels of bytes for each lane: row and column of both along each axis, through the address mode, none outside.
 */
typedef struct s9_fused_args {
    const uint8_t *texels;
    int32_t width, height;
    uint32_t lanes;
    const int32_t *slice;
    const int32_t *column[2], *row[2];
    const float *fraction[2]; /* of the second column and row */
} s9_fused_args;

/* Whether this machine has the wide vectors. */
bool s9_fused_is_wide(void);
/*
 * Decodes and blends as many lanes from the first as it can, and returns their number: 0 where it does not apply. The
 * bits are the same whether `wide` or not.
 */
uint32_t s9_fused_bilinear(bool wide, const s9_fused_args *args, s9_tile_values out);

/* out[i] = a[i] + f[i] * (b[i] - a[i]); a where f is 0 and b where it is 1: a texel of weight 0 is not read. */
void s9_tile_blend(uint32_t lanes, const float *a, const float *b, const float *f, float *out);

/* N5: the larger of two, the other one where one is NaN. */
static inline float s9_larger(float a, float b)
{
    return a >= b || b != b ? a : b;
}
static inline float s9_smaller(float a, float b)
{
    return a < b || b != b ? a : b;
}

#endif
