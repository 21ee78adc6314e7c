/* SPDX-License-Identifier: MIT */
/* Level of detail: which filter and which levels each lane reads. Sampling rules, section 3. */
#include "texture/tile.h"

#include <math.h>

#if defined(__GNUC__)
#define S9_MATH_WIDTH 4
#else
#define S9_MATH_WIDTH 1
#endif
#include "exec/math.h"

const int32_t s9_nearest_from[16] = {0,          0x40000001, 0x41000002, 0x42000002, 0x43000005, 0x44000004,
                                     0x45000004, 0x46000004, 0x47000009, 0x48000007, 0x49000007, 0x4A000007,
                                     0x4B000007, 0x4C000007, 0x4D000007, 0x4E000007};

/* In place: log2, the very function of the `log` instruction; -infinity for 0. */
static void log2_lanes(uint32_t lanes, float x[S9_TILE])
{
    for (uint32_t i = 0; i < lanes; i += S9_MATH_WIDTH) {
        s9m_f value;
        for (uint32_t k = lanes; k < i + S9_MATH_WIDTH; k++) {
            x[k] = 1.0f;
        }
        memcpy(&value, x + i, sizeof value);
        value = s9_math_log2(value);
        memcpy(x + i, &value, sizeof value);
    }
}

/* d/dx and d/dy of one coordinate from its differences inside each quad. */
static void quad_differences(uint32_t lanes, const float *value, float *dx, float *dy)
{
    for (uint32_t i = 0; i + 4 <= lanes; i += 4) {
        float top = value[i + 1] - value[i], bottom = value[i + 3] - value[i + 2];
        float left = value[i + 2] - value[i], right = value[i + 3] - value[i + 1];
        dx[i] = dx[i + 1] = top;
        dx[i + 2] = dx[i + 3] = bottom;
        dy[i] = dy[i + 2] = left;
        dy[i + 1] = dy[i + 3] = right;
    }
}

static void load(uint32_t lanes, const float *from, uint32_t start, float *to)
{
    if (from) {
        memcpy(to, from + start, lanes * sizeof *to);
    } else {
        memset(to, 0, lanes * sizeof *to);
    }
}

/* Squared lengths of the footprint, in texels of level 0. */
static void squared_length(const s9_prepared_sampler *prepared, uint32_t lanes, const float derivative[3][S9_TILE],
                           float *out)
{
    const float *size = prepared->levels[0].size_f;
    for (uint32_t i = 0; i < lanes; i++) {
        float u = derivative[0][i] * size[0], v = derivative[1][i] * size[1];
        out[i] = u * u + v * v;
    }
    if (prepared->type == S9_TEXTURE_VOLUME) {
        for (uint32_t i = 0; i < lanes; i++) {
            float w = derivative[2][i] * size[2];
            out[i] = out[i] + w * w;
        }
    }
}

typedef struct footprint {
    float dx[3][S9_TILE], dy[3][S9_TILE]; /* derivatives of the coordinates */
    float px[S9_TILE], py[S9_TILE];       /* squared lengths */
} footprint;

/* False: there are no derivatives, all are 0. */
static bool find_footprint(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start,
                           uint32_t lanes, const float direction[3][S9_TILE], const int32_t *face, footprint *out)
{
    uint32_t axes = prepared->axes;
    if (args->mode == S9_SAMPLE_GRADIENTS) {
        for (uint32_t axis = 0; axis < axes; axis++) {
            bool absent = axis == 2 && prepared->no_third;
            load(lanes, absent ? NULL : args->ddx[axis], start, out->dx[axis]);
            load(lanes, absent ? NULL : args->ddy[axis], start, out->dy[axis]);
        }
    } else if (args->quads) {
        for (uint32_t axis = 0; axis < axes; axis++) {
            quad_differences(lanes, direction[axis], out->dx[axis], out->dy[axis]);
        }
    } else {
        return false;
    }
    if (prepared->type == S9_TEXTURE_CUBE) {
        s9_cube_derivatives(lanes, direction, face, out->dx);
        s9_cube_derivatives(lanes, direction, face, out->dy);
    }
    squared_length(prepared, lanes, out->dx, out->px);
    squared_length(prepared, lanes, out->dy, out->py);
    return true;
}

/* L of each lane; with anisotropic filtering also the number of probes and the axis that they lie on. */
static void find_level(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start, uint32_t lanes,
                       const float direction[3][S9_TILE], const int32_t *face, s9_tile_lod *out, uint32_t *probes)
{
    if (args->mode == S9_SAMPLE_LOD) {
        for (uint32_t i = 0; i < lanes; i++) {
            out->level[i] = (args->lod ? args->lod[start + i] : 0.0f) + prepared->bias;
        }
        return;
    }
    footprint prints;
    if (!find_footprint(prepared, args, start, lanes, direction, face, &prints)) {
        for (uint32_t i = 0; i < lanes; i++) {
            out->level[i] = -INFINITY;
        }
    } else if (!prepared->anisotropic) {
        for (uint32_t i = 0; i < lanes; i++) {
            /* The root of the larger square is the larger length: rounding keeps the order. */
            out->level[i] = sqrtf(s9_larger(prints.px[i], prints.py[i]));
        }
        log2_lanes(lanes, out->level);
    } else {
        float most = (float)prepared->max_anisotropy;
        for (uint32_t i = 0; i < lanes; i++) {
            float px = sqrtf(prints.px[i]), py = sqrtf(prints.py[i]);
            float longer = s9_larger(px, py), shorter = s9_smaller(px, py);
            float count = shorter == 0.0f ? most : s9_smaller(ceilf(longer / shorter), most);
            probes[i] = (uint32_t)count;
            out->level[i] = longer / count;
            /* Equal lengths have one probe, so it does not matter which of them is the longer axis. */
            bool along_x = longer == px;
            for (uint32_t axis = 0; axis < prepared->axes; axis++) {
                out->axis[axis][i] = along_x ? prints.dx[axis][i] : prints.dy[axis][i];
            }
        }
        log2_lanes(lanes, out->level);
    }
    for (uint32_t i = 0; i < lanes; i++) {
        float lod = args->mode == S9_SAMPLE_BIAS && args->lod ? args->lod[start + i] : 0.0f;
        float level = args->mode == S9_SAMPLE_BIAS ? out->level[i] + lod : out->level[i];
        out->level[i] = level + prepared->bias;
    }
}

void s9_tile_level(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start, uint32_t lanes,
                   const float direction[3][S9_TILE], const int32_t *face, s9_tile_lod *out)
{
    uint32_t probes[S9_TILE];
    for (uint32_t i = 0; i < lanes; i++) {
        probes[i] = 1;
    }
    find_level(prepared, args, start, lanes, direction, face, out, probes);

    float first = (float)prepared->mag_level, last = (float)prepared->last_level;
    for (uint32_t i = 0; i < lanes; i++) {
        float level = out->level[i];
        out->weight[i] = 0.0f;
        if (!(level > 0.0f)) {
            out->key[i] = S9_KEY(prepared->mag_level, prepared->mag_linear, 1);
            continue;
        }
        uint32_t at = 0;
        if (prepared->mip != S9_FILTER_NONE) {
            /* mag_level is max_level held to the last level, so this is min(max(L, max_level), last). */
            float held = level > first ? level : first;
            held = held < last ? held : last;
            if (prepared->mip == S9_FILTER_POINT) {
                at = (uint32_t)(ceilf(held + 0.5f) - 1.0f);
            } else {
                at = (uint32_t)held;
                out->weight[i] = held - (float)at;
            }
        }
        out->key[i] = S9_KEY(at, prepared->min_linear, prepared->anisotropic ? probes[i] : 1);
    }
}
