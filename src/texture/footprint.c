/* SPDX-License-Identifier: MIT */
/* The texels that a read of one lane takes its result from: the decisions of sample.c and filter.c, told. */
#include "texture/tile.h"

typedef struct collector {
    const s9_prepared_sampler *prepared;
    s9_texel_use *out;
    uint32_t count, room;
} collector;

static void decode(const s9_prepared_sampler *prepared, const s9_level_view *view, int32_t number, float value[4])
{
    if (number < 0) {
        memcpy(value, prepared->border, 4 * sizeof *value);
        return;
    }
    for (uint32_t channel = 0; channel < 4; channel++) {
        size_t at = (size_t)number * 4 + channel;
        if (prepared->storage == S9_TEXELS_FLOAT) {
            value[channel] = ((const float *)view->texels)[at];
        } else {
            const float *table = channel == 3 ? prepared->alpha_table : prepared->color_table;
            value[channel] = table[((const uint8_t *)view->texels)[at]];
        }
    }
}

/* A texel by its number in the level, -1 for the border; each is told once. */
static void add_number(collector *c, uint32_t level, int32_t number)
{
    const s9_level_view *view = &c->prepared->levels[level];
    s9_texel_use use = {.level = level, .border = number < 0};
    if (number >= 0) {
        uint32_t at = (uint32_t)number;
        use.x = at % view->size[0];
        use.y = at / view->size[0] % view->size[1];
        use.slice = at / view->size[0] / view->size[1];
    }
    decode(c->prepared, view, number, use.value);
    for (uint32_t i = 0; i < c->count; i++) {
        const s9_texel_use *other = &c->out[i];
        if (other->level == level && other->border == use.border && other->x == use.x && other->y == use.y &&
            other->slice == use.slice) {
            return;
        }
    }
    if (c->count < c->room) {
        c->out[c->count++] = use;
    }
}

static void add_texel(collector *c, uint32_t level, int32_t x, int32_t y, int32_t slice)
{
    const s9_level_view *view = &c->prepared->levels[level];
    bool outside = x < 0 || y < 0 || slice < 0;
    add_number(c, level, outside ? -1 : (slice * (int32_t)view->size[1] + y) * (int32_t)view->size[0] + x);
}

/* A texel of a seamless cube: over an edge it is the neighbour's, at a corner the three around. */
static void add_seamless(collector *c, uint32_t level, int32_t face, int32_t x, int32_t y)
{
    int32_t size = (int32_t)c->prepared->levels[level].size[0];
    int32_t number = s9_cube_neighbour(face, x, y, size);
    if (number >= 0) {
        add_number(c, level, number);
        return;
    }
    int32_t inside_x = x < 0 ? 0 : size - 1, inside_y = y < 0 ? 0 : size - 1;
    add_number(c, level, s9_cube_neighbour(face, inside_x, inside_y, size));
    add_number(c, level, s9_cube_neighbour(face, x, inside_y, size));
    add_number(c, level, s9_cube_neighbour(face, inside_x, y, size));
}

static uint32_t texture_axes(const s9_prepared_sampler *prepared)
{
    return prepared->type == S9_TEXTURE_VOLUME ? 3 : 2;
}

static void add_point(collector *c, uint32_t level, const s9_tile *tile)
{
    const s9_prepared_sampler *prepared = c->prepared;
    const s9_level_view *view = &prepared->levels[level];
    int32_t at[3] = {0, 0, prepared->type == S9_TEXTURE_CUBE ? tile->face[0] : 0};
    for (uint32_t axis = 0; axis < texture_axes(prepared); axis++) {
        float product;
        s9_axis_products(prepared->address[axis], 1, tile->coordinate[axis], view->size[axis], &product);
        s9_axis_point(1, &product, &at[axis]);
        s9_axis_address(prepared->address[axis], 1, &at[axis], 0, view->size[axis], &at[axis]);
    }
    add_texel(c, level, at[0], at[1], at[2]);
}

static void add_linear(collector *c, uint32_t level, const s9_tile *tile)
{
    const s9_prepared_sampler *prepared = c->prepared;
    const s9_level_view *view = &prepared->levels[level];
    uint32_t axes = texture_axes(prepared);
    int32_t at[3][2] = {{0}}, raw[3] = {0};
    bool takes[3][2] = {{true, false}, {true, false}, {true, false}};
    at[2][0] = prepared->type == S9_TEXTURE_CUBE ? tile->face[0] : 0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        uint8_t address = prepared->address[axis];
        float product, fraction;
        s9_axis_products(address, 1, tile->coordinate[axis], view->size[axis], &product);
        s9_axis_linear(1, &product, &raw[axis], &fraction);
        s9_axis_address(address, 1, &raw[axis], 0, view->size[axis], &at[axis][0]);
        s9_axis_address(address, 1, &raw[axis], 1, view->size[axis], &at[axis][1]);
        /* A texel of weight 0 is not read. */
        takes[axis][0] = fraction != 1.0f;
        takes[axis][1] = fraction != 0.0f;
    }
    for (uint32_t k = 0; k < 8; k++) {
        uint32_t i = k & 1u, j = k >> 1 & 1u, s = k >> 2;
        if (!takes[0][i] || !takes[1][j] || !takes[2][s]) {
            continue;
        }
        if (prepared->seamless) {
            add_seamless(c, level, tile->face[0], raw[0] + (int32_t)i, raw[1] + (int32_t)j);
        } else {
            add_texel(c, level, at[0][i], at[1][j], at[2][s]);
        }
    }
}

/* The four texels around, in the order r, g, b, a: top right, bottom left, bottom right, top left. */
static void add_four(collector *c, const s9_tile *tile)
{
    static const int32_t right[4] = {1, 0, 1, 0}, down[4] = {0, 1, 1, 0};
    const s9_prepared_sampler *prepared = c->prepared;
    const s9_level_view *view = &prepared->levels[0];
    int32_t raw[2];
    for (uint32_t axis = 0; axis < 2; axis++) {
        float product;
        s9_axis_products(prepared->address[axis], 1, tile->coordinate[axis], view->size[axis], &product);
        s9_axis_point(1, &product, &raw[axis]);
    }
    for (uint32_t k = 0; k < 4; k++) {
        int32_t x, y;
        s9_axis_address(prepared->address[0], 1, &raw[0], right[k], view->size[0], &x);
        s9_axis_address(prepared->address[1], 1, &raw[1], down[k], view->size[1], &y);
        add_texel(c, 0, x, y, 0);
    }
}

static void add_level(collector *c, uint32_t level, uint32_t key, const s9_tile *tile, const float axis[3])
{
    uint32_t probes = S9_KEY_PROBES(key);
    if (probes > 1) {
        s9_tile moved = *tile;
        for (uint32_t k = 0; k < probes; k++) {
            float step = ((float)k + 0.5f) / (float)probes - 0.5f;
            for (uint32_t a = 0; a < c->prepared->axes; a++) {
                moved.coordinate[a][0] = tile->coordinate[a][0] + step * axis[a];
            }
            add_linear(c, level, &moved);
        }
    } else if (S9_KEY_LINEAR(key)) {
        add_linear(c, level, tile);
    } else {
        add_point(c, level, tile);
    }
}

uint32_t s9_sample_texels(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t lane,
                          s9_texel_use *out, uint32_t room)
{
    collector c = {.prepared = prepared, .out = out, .room = room};
    if (prepared->constant || lane >= args->lanes) {
        return 0;
    }
    uint32_t start = lane / S9_TILE * S9_TILE, at = lane - start;
    s9_tile all, one;
    float direction[3][S9_TILE];
    s9_tile_lod lod;
    all.lanes = args->lanes - start < S9_TILE ? args->lanes - start : S9_TILE;
    s9_tile_load(prepared, args, start, &all);
    bool cube = prepared->type == S9_TEXTURE_CUBE;
    if (cube) {
        memcpy(direction, all.coordinate, sizeof direction);
        s9_cube_project(&all);
    }
    one.lanes = 1;
    for (uint32_t axis = 0; axis < prepared->axes; axis++) {
        one.coordinate[axis][0] = all.coordinate[axis][at];
    }
    one.face[0] = cube ? all.face[at] : 0;
    if (prepared->fetch4) {
        add_four(&c, &one);
        return c.count;
    }
    float longer[3] = {0, 0, 0};
    uint32_t key = S9_KEY(0, prepared->mag_linear, 1);
    float weight = 0;
    if (prepared->needs_level) {
        s9_tile_level(prepared, args, start, all.lanes, cube ? direction : all.coordinate, all.face, &lod);
        key = lod.key[at];
        weight = lod.weight[at];
        for (uint32_t a = 0; a < prepared->axes && S9_KEY_PROBES(key) > 1; a++) {
            longer[a] = lod.axis[a][at];
        }
    }
    uint32_t level = S9_KEY_LEVEL(key);
    if (weight != 1.0f) {
        add_level(&c, level, key, &one, longer);
    }
    if (weight != 0.0f) {
        add_level(&c, level < prepared->last_level ? level + 1 : level, key, &one, longer);
    }
    return c.count;
}
