/* SPDX-License-Identifier: MIT */
/* Fetching texels of one level and blending them: sampling rules, sections 1, 2 and 6. */
#include "texture/tile.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

typedef int32_t lane_index[S9_TILE];

/* With depth comparison a texel has one channel, the result of comparing. */
static uint32_t channel_count(const s9_prepared_sampler *prepared)
{
    return prepared->compare ? 1 : 4;
}

/* A comparison's single channel is the result in all four. */
static void replicate(uint32_t lanes, s9_tile_values values)
{
    for (uint32_t channel = 1; channel < 4; channel++) {
        memcpy(values[channel], values[0], lanes * sizeof values[0][0]);
    }
}

static bool has_border(const s9_prepared_sampler *prepared)
{
    bool border = false;
    for (uint32_t axis = 0; axis < prepared->axes; axis++) {
        border |= prepared->address[axis] == S9_ADDRESS_BORDER;
    }
    return border;
}

/* One channel of the texels with the given numbers, decoded. */
static void fetch_channel(const s9_prepared_sampler *prepared, const void *texels, uint32_t lanes,
                          const int32_t *number, uint32_t channel, float *out)
{
    if (prepared->storage == S9_TEXELS_FLOAT) {
        const float *values = (const float *)texels + channel;
        for (uint32_t i = 0; i < lanes; i++) {
            out[i] = number[i] < 0 ? prepared->border[channel] : values[(size_t)number[i] * 4];
        }
        return;
    }
    const uint8_t *bytes = (const uint8_t *)texels + channel;
    const float *table = channel == 3 ? prepared->alpha_table : prepared->color_table;
    for (uint32_t i = 0; i < lanes; i++) {
        out[i] = number[i] < 0 ? prepared->border[channel] : table[bytes[(size_t)number[i] * 4]];
    }
}

#if defined(__GNUC__)
typedef float vector_f __attribute__((vector_size(16)));
typedef int32_t vector_i __attribute__((vector_size(16)));
typedef uint32_t vector_u __attribute__((vector_size(16)));
#endif

/* Four texels of four channels to four channels of four lanes; channels lie S9_TILE floats apart. */
static inline void transpose(const float *const texel[4], float *to)
{
#if defined(__SSE__)
    __m128 a = _mm_loadu_ps(texel[0]), b = _mm_loadu_ps(texel[1]), c = _mm_loadu_ps(texel[2]),
           d = _mm_loadu_ps(texel[3]);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(to, a);
    _mm_storeu_ps(to + S9_TILE, b);
    _mm_storeu_ps(to + 2 * S9_TILE, c);
    _mm_storeu_ps(to + 3 * S9_TILE, d);
#else
    for (uint32_t channel = 0; channel < 4; channel++) {
        for (uint32_t k = 0; k < 4; k++) {
            to[channel * S9_TILE + k] = texel[k][channel];
        }
    }
#endif
}

/* Where a channel's byte lies in a texel read as a word of this machine. */
static inline uint32_t byte_shift(uint32_t channel)
{
    static const union {
        uint8_t bytes[4];
        uint32_t word;
    } order = {{0, 1, 2, 3}};
    return order.word == 0x03020100u ? 8 * channel : 24 - 8 * channel;
}

/* Four lanes at a time as far as that goes; returns the first lane that is left. */
static uint32_t fetch_vectors(const s9_prepared_sampler *prepared, const void *texels, uint32_t lanes,
                              const int32_t *number, s9_tile_values out)
{
    uint32_t i = 0;
#if defined(__GNUC__)
    if (prepared->storage == S9_TEXELS_FLOAT) {
        const float *values = texels;
        for (; i + 4 <= lanes; i += 4) {
            const float *texel[4];
            for (uint32_t k = 0; k < 4; k++) {
                texel[k] = values + (size_t)number[i + k] * 4;
            }
            transpose(texel, &out[0][i]);
        }
    } else if (prepared->color_table == prepared->alpha_table) {
        /* byte / 255 rounded is byte / 256 + byte / 65280 rounded, for every byte. */
        const uint8_t *bytes = texels;
        for (; i + 4 <= lanes; i += 4) {
            uint32_t word[4];
            for (uint32_t k = 0; k < 4; k++) {
                memcpy(&word[k], bytes + (size_t)number[i + k] * 4, sizeof word[k]);
            }
            const vector_u t = {word[0], word[1], word[2], word[3]};
            for (uint32_t channel = 0; channel < 4; channel++) {
                vector_f byte = __builtin_convertvector((vector_i)(t >> byte_shift(channel) & 255u), vector_f);
                vector_f lane = byte * (1.0f / 256.0f) + byte * (1.0f / 65280.0f);
                memcpy(&out[channel][i], &lane, sizeof lane);
            }
        }
    }
#else
    (void)prepared;
    (void)texels;
    (void)lanes;
    (void)number;
    (void)out;
#endif
    return i;
}

/* All channels of the texels with the given numbers (none negative), decoded. */
static void fetch_all(const s9_prepared_sampler *prepared, const void *texels, uint32_t lanes, const int32_t *number,
                      s9_tile_values out)
{
    uint32_t i = fetch_vectors(prepared, texels, lanes, number, out);
    if (prepared->storage == S9_TEXELS_FLOAT) {
        const float *values = texels;
        for (; i < lanes; i++) {
            const float *texel = values + (size_t)number[i] * 4;
            out[0][i] = texel[0];
            out[1][i] = texel[1];
            out[2][i] = texel[2];
            out[3][i] = texel[3];
        }
        return;
    }
    const uint8_t *bytes = texels;
    const float *color = prepared->color_table, *alpha = prepared->alpha_table;
    for (; i < lanes; i++) {
        const uint8_t *texel = bytes + (size_t)number[i] * 4;
        out[0][i] = color[texel[0]];
        out[1][i] = color[texel[1]];
        out[2][i] = color[texel[2]];
        out[3][i] = alpha[texel[3]];
    }
}

/* Texels by number, -1 being the border colour; compared with the reference where the sampler compares. */
static void fetch(const s9_prepared_sampler *prepared, uint32_t level, const s9_tile *tile, const int32_t *number,
                  s9_tile_values out)
{
    const void *texels = prepared->levels[level].texels;
    uint32_t lanes = tile->lanes;
    if (prepared->compare) {
        fetch_channel(prepared, texels, lanes, number, 0, out[0]);
        for (uint32_t i = 0; i < lanes; i++) {
            out[0][i] = tile->reference[i] <= out[0][i] ? 1.0f : 0.0f;
        }
    } else if (has_border(prepared)) {
        for (uint32_t channel = 0; channel < 4; channel++) {
            fetch_channel(prepared, texels, lanes, number, channel, out[channel]);
        }
    } else {
        fetch_all(prepared, texels, lanes, number, out);
    }
}

/* Number of each texel from its slice or face, row and column; -1 where one of them is outside. */
static void number_texels(uint32_t lanes, const uint32_t size[3], const int32_t *slice, const int32_t *row,
                          const int32_t *column, int32_t *number)
{
    int32_t width = (int32_t)size[0], height = (int32_t)size[1];
    for (uint32_t i = 0; i < lanes; i++) {
        int32_t outside = (slice[i] | row[i] | column[i]) >> 31;
        number[i] = ((slice[i] * height + row[i]) * width + column[i]) | outside;
    }
}

void s9_tile_blend(uint32_t lanes, const float *a, const float *b, const float *f, float *out)
{
    uint32_t i = 0;
#if defined(__GNUC__)
    for (; i + 4 <= lanes; i += 4) {
        vector_f first, second, weight;
        memcpy(&first, a + i, sizeof first);
        memcpy(&second, b + i, sizeof second);
        memcpy(&weight, f + i, sizeof weight);
        vector_f blended = first + weight * (second - first);
        vector_i none = weight == 0.0f, whole = weight == 1.0f;
        vector_i result = (none & (vector_i)first) | (whole & (vector_i)second) | (~(none | whole) & (vector_i)blended);
        memcpy(out + i, &result, sizeof result);
    }
#endif
    for (; i < lanes; i++) {
        float first = a[i], second = b[i], weight = f[i];
        float blended = first + weight * (second - first);
        blended = weight == 0.0f ? first : blended;
        out[i] = weight == 1.0f ? second : blended;
    }
}

/* The slice of 2D textures is 0, of cubes the face. */
static void fixed_slice(const s9_prepared_sampler *prepared, const s9_tile *tile, int32_t *slice)
{
    if (prepared->type == S9_TEXTURE_CUBE) {
        memcpy(slice, tile->face, tile->lanes * sizeof *slice);
    } else {
        memset(slice, 0, tile->lanes * sizeof *slice);
    }
}

void s9_tile_point(const s9_prepared_sampler *prepared, uint32_t level, const s9_tile *tile, s9_tile_values out)
{
    const s9_level_view *view = &prepared->levels[level];
    uint32_t lanes = tile->lanes, axes = prepared->type == S9_TEXTURE_VOLUME ? 3 : 2;
    lane_index index[3], number;
    float products[S9_TILE];
    for (uint32_t axis = 0; axis < axes; axis++) {
        s9_axis_products(prepared->address[axis], lanes, tile->coordinate[axis], view->size[axis], products);
        s9_axis_point(lanes, products, index[axis]);
        s9_axis_address(prepared->address[axis], lanes, index[axis], 0, view->size[axis], index[axis]);
    }
    if (axes == 2) {
        fixed_slice(prepared, tile, index[2]);
    }
    number_texels(lanes, view->size, index[2], index[1], index[0], number);
    fetch(prepared, level, tile, number, out);
    if (prepared->compare) {
        replicate(lanes, out);
    }
}

/* One texel of a seamless cube; x and y may lie one step outside the face. */
static void seamless_texel(const s9_prepared_sampler *prepared, uint32_t level, const s9_tile *tile, uint32_t lane,
                           int32_t x, int32_t y, float out[4])
{
    const s9_level_view *view = &prepared->levels[level];
    int32_t size = (int32_t)view->size[0], face = tile->face[lane];
    int32_t numbers[3];
    uint32_t count = 1;
    numbers[0] = s9_cube_neighbour(face, x, y, size);
    if (numbers[0] < 0) {
        /* The corner of three faces: this face's own texel, its neighbour along u, its neighbour along v. */
        int32_t inside_x = x < 0 ? 0 : size - 1, inside_y = y < 0 ? 0 : size - 1;
        numbers[0] = s9_cube_neighbour(face, inside_x, inside_y, size);
        numbers[1] = s9_cube_neighbour(face, x, inside_y, size);
        numbers[2] = s9_cube_neighbour(face, inside_x, y, size);
        count = 3;
    }
    uint32_t channels = channel_count(prepared);
    for (uint32_t channel = 0; channel < channels; channel++) {
        float values[3];
        fetch_channel(prepared, view->texels, count, numbers, channel, values);
        for (uint32_t i = 0; i < count && prepared->compare; i++) {
            values[i] = tile->reference[lane] <= values[i] ? 1.0f : 0.0f;
        }
        out[channel] = count == 1 ? values[0] : (values[0] + values[1] + values[2]) / 3.0f;
    }
}

/* Replaces what clamping read for the lanes whose texels reach over an edge of their face. */
static void seamless_corners(const s9_prepared_sampler *prepared, uint32_t level, const s9_tile *tile, const int32_t *x,
                             const int32_t *y, s9_tile_values corner[4])
{
    int32_t size = (int32_t)prepared->levels[level].size[0];
    uint32_t channels = channel_count(prepared);
    for (uint32_t lane = 0; lane < tile->lanes; lane++) {
        if (x[lane] >= 0 && x[lane] + 1 < size && y[lane] >= 0 && y[lane] + 1 < size) {
            continue;
        }
        for (int32_t k = 0; k < 4; k++) {
            int32_t column = x[lane] + (k & 1), row = y[lane] + (k >> 1);
            float value[4];
            seamless_texel(prepared, level, tile, lane, column, row, value);
            for (uint32_t channel = 0; channel < channels; channel++) {
                corner[k][channel][lane] = value[channel];
            }
        }
    }
}

typedef struct linear_axis {
    lane_index first, second; /* through the address mode */
    lane_index raw;
    float fraction[S9_TILE];
} linear_axis;

static void blend_channels(uint32_t channels, uint32_t lanes, s9_tile_values a, s9_tile_values b, const float *fraction,
                           s9_tile_values out)
{
    for (uint32_t channel = 0; channel < channels; channel++) {
        s9_tile_blend(lanes, a[channel], b[channel], fraction, out[channel]);
    }
}

/* The read of bytes without a border, an sRGB table or a comparison; returns the lanes that are done. */
static uint32_t fused(const s9_prepared_sampler *prepared, uint32_t level, const s9_tile *tile, const linear_axis *u,
                      const linear_axis *v, const int32_t *slice, s9_tile_values out)
{
    if (prepared->storage != S9_TEXELS_BYTE || prepared->color_table != prepared->alpha_table || prepared->compare ||
        prepared->seamless || has_border(prepared)) {
        return 0;
    }
    const s9_level_view *view = &prepared->levels[level];
    const s9_fused_args args = {.texels = view->texels,
                                .width = (int32_t)view->size[0],
                                .height = (int32_t)view->size[1],
                                .lanes = tile->lanes,
                                .slice = slice,
                                .column = {u->first, u->second},
                                .row = {v->first, v->second},
                                .fraction = {u->fraction, v->fraction}};
    return s9_fused_bilinear(s9_fused_is_wide(), &args, out);
}

/* Four texels of one slice, blended along u, then v. */
static void bilinear(const s9_prepared_sampler *prepared, uint32_t level, const s9_tile *tile, const linear_axis *u,
                     const linear_axis *v, const int32_t *slice, s9_tile_values out)
{
    const uint32_t *size = prepared->levels[level].size;
    uint32_t done = fused(prepared, level, tile, u, v, slice, out);
    uint32_t lanes = tile->lanes - done, channels = channel_count(prepared);
    if (lanes == 0) {
        return;
    }
    s9_tile rest; /* what is left begins at lane `done` */
    const s9_tile *of = tile;
    if (done != 0) {
        rest.lanes = lanes;
        of = &rest;
    }
    s9_tile_values corner[4];
    for (uint32_t k = 0; k < 4; k++) {
        lane_index number;
        number_texels(lanes, size, slice + done, (k & 2 ? v->second : v->first) + done,
                      (k & 1 ? u->second : u->first) + done, number);
        fetch(prepared, level, of, number, corner[k]);
    }
    if (prepared->seamless) {
        seamless_corners(prepared, level, tile, u->raw, v->raw, corner);
    }
    for (uint32_t channel = 0; channel < channels; channel++) {
        s9_tile_blend(lanes, corner[0][channel], corner[1][channel], u->fraction + done, corner[0][channel]);
        s9_tile_blend(lanes, corner[2][channel], corner[3][channel], u->fraction + done, corner[2][channel]);
        s9_tile_blend(lanes, corner[0][channel], corner[2][channel], v->fraction + done, out[channel] + done);
    }
}

void s9_tile_linear(const s9_prepared_sampler *prepared, uint32_t level, const s9_tile *tile, s9_tile_values out)
{
    const s9_level_view *view = &prepared->levels[level];
    uint32_t lanes = tile->lanes, axes = prepared->type == S9_TEXTURE_VOLUME ? 3 : 2;
    linear_axis axis[3];
    float products[S9_TILE];
    for (uint32_t k = 0; k < axes; k++) {
        uint8_t address = prepared->address[k];
        s9_axis_products(address, lanes, tile->coordinate[k], view->size[k], products);
        s9_axis_linear(lanes, products, axis[k].raw, axis[k].fraction);
        s9_axis_address(address, lanes, axis[k].raw, 0, view->size[k], axis[k].first);
        s9_axis_address(address, lanes, axis[k].raw, 1, view->size[k], axis[k].second);
    }
    if (axes == 2) {
        fixed_slice(prepared, tile, axis[2].first);
        bilinear(prepared, level, tile, &axis[0], &axis[1], axis[2].first, out);
    } else {
        s9_tile_values far;
        bilinear(prepared, level, tile, &axis[0], &axis[1], axis[2].first, out);
        bilinear(prepared, level, tile, &axis[0], &axis[1], axis[2].second, far);
        blend_channels(channel_count(prepared), lanes, out, far, axis[2].fraction, out);
    }
    if (prepared->compare) {
        replicate(lanes, out);
    }
}

void s9_tile_fetch4(const s9_prepared_sampler *prepared, const s9_tile *tile, s9_tile_values out)
{
    /* r, g, b, a: top right, bottom left, bottom right, top left */
    static const uint8_t right[4] = {1, 0, 1, 0}, down[4] = {0, 1, 1, 0};
    const s9_level_view *view = &prepared->levels[0];
    uint32_t lanes = tile->lanes, channel = prepared->fetch4_alpha ? 3 : 0;
    lane_index index[2][2], slice, number;
    memset(slice, 0, sizeof slice);
    for (uint32_t axis = 0; axis < 2; axis++) {
        uint8_t address = prepared->address[axis];
        float products[S9_TILE];
        lane_index raw;
        s9_axis_products(address, lanes, tile->coordinate[axis], view->size[axis], products);
        s9_axis_point(lanes, products, raw);
        s9_axis_address(address, lanes, raw, 0, view->size[axis], index[axis][0]);
        s9_axis_address(address, lanes, raw, 1, view->size[axis], index[axis][1]);
    }
    for (uint32_t k = 0; k < 4; k++) {
        number_texels(lanes, view->size, slice, index[1][down[k]], index[0][right[k]], number);
        fetch_channel(prepared, view->texels, lanes, number, channel, out[k]);
        for (uint32_t i = 0; i < lanes && prepared->compare; i++) {
            out[k][i] = tile->reference[i] <= out[k][i] ? 1.0f : 0.0f;
        }
    }
}
