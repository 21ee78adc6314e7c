/* SPDX-License-Identifier: MIT */
/* s9_sample: tiles of lanes, each split into groups that read the same levels with the same filter. */
#include "texture/tile.h"

/* Lanes `lane[0..count-1]` of a tile, moved together. */
static void gather_tile(const s9_prepared_sampler *prepared, const s9_tile *from, const uint8_t *lane, uint32_t count,
                        s9_tile *to)
{
    to->lanes = count;
    for (uint32_t axis = 0; axis < prepared->axes; axis++) {
        for (uint32_t i = 0; i < count; i++) {
            to->coordinate[axis][i] = from->coordinate[axis][lane[i]];
        }
    }
    if (prepared->type == S9_TEXTURE_CUBE) {
        for (uint32_t i = 0; i < count; i++) {
            to->face[i] = from->face[lane[i]];
        }
    }
    if (prepared->compare) {
        for (uint32_t i = 0; i < count; i++) {
            to->reference[i] = from->reference[lane[i]];
        }
    }
}

/* Several linear probes along an axis: added in order, divided by their number. */
static void probe(const s9_prepared_sampler *prepared, uint32_t level, uint32_t probes, const s9_tile *tile,
                  const float axis[3][S9_TILE], s9_tile_values out)
{
    uint32_t lanes = tile->lanes;
    float count = (float)probes;
    s9_tile moved = *tile;
    s9_tile_values one;
    for (uint32_t k = 0; k < probes; k++) {
        float step = ((float)k + 0.5f) / count - 0.5f;
        for (uint32_t a = 0; a < prepared->axes; a++) {
            for (uint32_t i = 0; i < lanes; i++) {
                moved.coordinate[a][i] = tile->coordinate[a][i] + step * axis[a][i];
            }
        }
        s9_tile_linear(prepared, level, &moved, k == 0 ? out : one);
        for (uint32_t channel = 0; channel < 4 && k > 0; channel++) {
            for (uint32_t i = 0; i < lanes; i++) {
                out[channel][i] += one[channel][i];
            }
        }
    }
    for (uint32_t channel = 0; channel < 4; channel++) {
        for (uint32_t i = 0; i < lanes; i++) {
            out[channel][i] /= count;
        }
    }
}

static void filter_level(const s9_prepared_sampler *prepared, uint32_t level, uint32_t key, const s9_tile *tile,
                         const float axis[3][S9_TILE], s9_tile_values out)
{
    if (S9_KEY_PROBES(key) > 1) {
        probe(prepared, level, S9_KEY_PROBES(key), tile, axis, out);
    } else if (S9_KEY_LINEAR(key)) {
        s9_tile_linear(prepared, level, tile, out);
    } else {
        s9_tile_point(prepared, level, tile, out);
    }
}

/* All lanes of the tile have the same key: the level it names, blended with the next where a weight is not 0. */
static void filter_group(const s9_prepared_sampler *prepared, uint32_t key, const s9_tile *tile, const float *weight,
                         const float axis[3][S9_TILE], s9_tile_values out)
{
    uint32_t level = S9_KEY_LEVEL(key);
    filter_level(prepared, level, key, tile, axis, out);
    bool blend = false;
    for (uint32_t i = 0; i < tile->lanes; i++) {
        blend |= weight[i] != 0.0f;
    }
    if (blend) {
        uint32_t next = level < prepared->last_level ? level + 1 : level;
        s9_tile_values smaller;
        filter_level(prepared, next, key, tile, axis, smaller);
        for (uint32_t channel = 0; channel < 4; channel++) {
            s9_tile_blend(tile->lanes, out[channel], smaller[channel], weight, out[channel]);
        }
    }
}

static void filter_by_level(const s9_prepared_sampler *prepared, const s9_tile *tile, const s9_tile_lod *lod,
                            s9_tile_values out)
{
    uint32_t lanes = tile->lanes;
    uint32_t different = 0;
    for (uint32_t i = 1; i < lanes; i++) {
        different |= lod->key[i] ^ lod->key[0];
    }
    if (different == 0) {
        filter_group(prepared, lod->key[0], tile, lod->weight, lod->axis, out);
        return;
    }
    uint8_t left[S9_TILE], group[S9_TILE];
    uint32_t left_count = lanes;
    for (uint32_t i = 0; i < lanes; i++) {
        left[i] = (uint8_t)i;
    }
    while (left_count > 0) {
        uint32_t key = lod->key[left[0]], count = 0, kept = 0;
        for (uint32_t i = 0; i < left_count; i++) {
            if (lod->key[left[i]] == key) {
                group[count++] = left[i];
            } else {
                left[kept++] = left[i];
            }
        }
        left_count = kept;
        s9_tile part;
        s9_tile_values values;
        float weight[S9_TILE], axis[3][S9_TILE];
        gather_tile(prepared, tile, group, count, &part);
        for (uint32_t i = 0; i < count; i++) {
            weight[i] = lod->weight[group[i]];
        }
        for (uint32_t a = 0; a < prepared->axes && S9_KEY_PROBES(key) > 1; a++) {
            for (uint32_t i = 0; i < count; i++) {
                axis[a][i] = lod->axis[a][group[i]];
            }
        }
        filter_group(prepared, key, &part, weight, axis, values);
        for (uint32_t channel = 0; channel < 4; channel++) {
            for (uint32_t i = 0; i < count; i++) {
                out[channel][group[i]] = values[channel][i];
            }
        }
    }
}

void s9_tile_load(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start, s9_tile *tile)
{
    uint32_t lanes = tile->lanes;
    for (uint32_t axis = 0; axis < prepared->axes; axis++) {
        const float *from = axis == 2 && prepared->no_third ? NULL : args->coordinate[axis];
        if (from) {
            memcpy(tile->coordinate[axis], from + start, lanes * sizeof *from);
        } else {
            memset(tile->coordinate[axis], 0, lanes * sizeof(float));
        }
    }
    if (prepared->compare) {
        /* Clamped to [0, 1], NaN to 0. */
        for (uint32_t i = 0; i < lanes; i++) {
            float reference = args->coordinate[2] ? args->coordinate[2][start + i] : 0.0f;
            reference = reference > 0.0f ? reference : 0.0f;
            tile->reference[i] = reference < 1.0f ? reference : 1.0f;
        }
    }
}

static void sample_tile(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start, s9_tile *tile,
                        float *level, s9_tile_values out)
{
    uint32_t lanes = tile->lanes;
    bool cube = prepared->type == S9_TEXTURE_CUBE;
    bool wants_level = args->level || (prepared->needs_level && !prepared->fetch4);
    float direction[3][S9_TILE];
    s9_tile_load(prepared, args, start, tile);
    if (cube && wants_level) {
        memcpy(direction, tile->coordinate, sizeof direction);
    }
    if (cube) {
        s9_cube_project(tile);
    }
    s9_tile_lod lod;
    if (wants_level) {
        s9_tile_level(prepared, args, start, lanes, cube ? direction : tile->coordinate, tile->face, &lod);
        if (args->level) {
            memcpy(level, lod.level, lanes * sizeof *level);
        }
    }
    if (prepared->fetch4) {
        s9_tile_fetch4(prepared, tile, out);
    } else if (prepared->needs_level) {
        filter_by_level(prepared, tile, &lod, out);
    } else if (prepared->mag_linear) {
        s9_tile_linear(prepared, 0, tile, out);
    } else {
        s9_tile_point(prepared, 0, tile, out);
    }
}

void s9_sample_tile(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start, uint32_t lanes)
{
    const float nan = s9_bits_float(0x7FC00000u);
    s9_tile_values values;
    float level[S9_TILE];
    if (prepared->constant) {
        for (uint32_t channel = 0; channel < 4; channel++) {
            for (uint32_t i = 0; i < lanes; i++) {
                values[channel][i] = prepared->value[channel];
            }
        }
        memset(level, 0, sizeof level);
    } else {
        s9_tile tile;
        tile.lanes = lanes;
        sample_tile(prepared, args, start, &tile, level, values);
    }
    for (uint32_t channel = 0; channel < 4; channel++) {
        float *out = args->out[channel];
        for (uint32_t i = 0; out && i < lanes; i++) {
            /* One NaN for all: which one a blend gives is the machine's. */
            float value = values[channel][i];
            out[start + i] = value == value ? value : nan;
        }
    }
    if (args->level) {
        memcpy(args->level + start, level, lanes * sizeof *level);
    }
}

void s9_sample(const s9_prepared_sampler *prepared, const s9_sample_args *args)
{
    if (prepared->kernel && !args->level) {
        prepared->kernel(prepared, args, 0);
        return;
    }
    for (uint32_t start = 0; start < args->lanes; start += S9_TILE) {
        uint32_t lanes = args->lanes - start < S9_TILE ? args->lanes - start : S9_TILE;
        s9_sample_tile(prepared, args, start, lanes);
    }
}
