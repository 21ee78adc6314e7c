/* SPDX-License-Identifier: MIT */
/* Making, sizes and single texels of textures. */
#include "texture/texture.h"

#include <math.h>

#define MAX_SIDE S9_TEXTURE_MAX_SIDE
/* Texels of a level are numbered by a positive int32_t. */
#define MAX_LEVEL_TEXELS 0x7FFFFFFFull

float s9_srgb_to_linear(float c)
{
    /* Computed in double and rounded once, so that the machine's pow cannot be seen. */
    return c <= 0.04045f ? (float)((double)c / 12.92) : (float)pow(((double)c + 0.055) / 1.055, 2.4);
}

float s9_linear_to_srgb(float c)
{
    return c <= 0.0031308f ? (float)(12.92 * (double)c) : (float)(1.055 * pow((double)c, 1.0 / 2.4) - 0.055);
}

static uint32_t level_side(uint32_t side, uint32_t level)
{
    uint32_t smaller = side >> level;
    return smaller > 0 ? smaller : 1;
}

static uint32_t longest_side(const s9_texture_desc *desc)
{
    uint32_t side = desc->width > desc->height ? desc->width : desc->height;
    return side > desc->depth ? side : desc->depth;
}

bool s9_texture_shape_is_valid(const s9_texture_desc *desc)
{
    if (desc->width == 0 || desc->height == 0 || desc->depth == 0 || longest_side(desc) > MAX_SIDE) {
        return false;
    }
    switch (desc->type) {
    case S9_TEXTURE_2D:
        if (desc->depth != 1) {
            return false;
        }
        break;
    case S9_TEXTURE_CUBE:
        if (desc->depth != 1 || desc->width != desc->height) {
            return false;
        }
        break;
    case S9_TEXTURE_VOLUME:
        break;
    default:
        return false;
    }
    uint32_t most = 1;
    for (uint32_t side = longest_side(desc); side > 1; side >>= 1) {
        most++;
    }
    if (desc->levels == 0 || desc->levels > most) {
        return false;
    }
    uint64_t slices = desc->type == S9_TEXTURE_CUBE ? 6 : desc->depth;
    return (uint64_t)desc->width * desc->height * slices <= MAX_LEVEL_TEXELS;
}

static uint32_t level_slices(const s9_texture *texture, uint32_t level)
{
    return texture->type == S9_TEXTURE_CUBE ? 6 : texture->levels[level].size[2];
}

static size_t level_texels(const s9_texture *texture, uint32_t level)
{
    const uint32_t *size = texture->levels[level].size;
    return (size_t)size[0] * size[1] * level_slices(texture, level);
}

static void decode_level(s9_texture *texture, uint32_t level, const uint8_t *bytes)
{
    const s9_texture_level *to = &texture->levels[level];
    size_t texels = level_texels(texture, level);
    if (texture->storage == S9_TEXELS_BYTE) {
        s9_format_decode_bytes(texture->format, bytes, texels, to->texels);
        return;
    }
    uint32_t slices = level_slices(texture, level);
    size_t slice_texels = texels / slices;
    size_t slice_bytes = 0;
    s9_format_slice_size(texture->format, to->size[0], to->size[1], &slice_bytes);
    for (uint32_t slice = 0; slice < slices; slice++) {
        s9_format_decode(texture->format, bytes + slice * slice_bytes, to->size[0], to->size[1],
                         (float *)to->texels + slice * slice_texels * 4);
    }
    if (to->srgb_texels) {
        const float *from = to->texels;
        for (size_t i = 0; i < texels * 4; i++) {
            to->srgb_texels[i] = i % 4 == 3 ? from[i] : s9_srgb_to_linear(from[i]);
        }
    }
}

/* How samplers see the levels. */
static void view_levels(s9_texture *texture)
{
    size_t texel_size = texture->storage == S9_TEXELS_BYTE ? 4 : 16;
    texture->tabled = texture->type == S9_TEXTURE_2D;
    for (uint32_t srgb = 0; srgb < 2; srgb++) {
        s9_level_view *views = texture->views[srgb];
        s9_level_table *table = &texture->tables[srgb];
        for (uint32_t level = 0; level < texture->level_count; level++) {
            const s9_texture_level *from = &texture->levels[level];
            s9_level_view *view = &views[level];
            view->texels = srgb != 0 && from->srgb_texels ? from->srgb_texels : from->texels;
            for (uint32_t axis = 0; axis < 3; axis++) {
                view->size[axis] = from->size[axis];
                view->size_f[axis] = (float)from->size[axis];
            }
            size_t offset = (size_t)((const char *)view->texels - (const char *)views[0].texels) / texel_size;
            if (offset > (size_t)INT32_MAX - level_texels(texture, level)) {
                texture->tabled = false;
                continue;
            }
            table->width[level] = view->size_f[0];
            table->height[level] = view->size_f[1];
            table->offset[level] = (int32_t)offset;
        }
    }
}

s9_result s9_texture_create(const s9_allocator *allocator, const s9_texture_desc *desc, s9_texture **out)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    const s9_format_info *format = desc && desc->struct_size >= sizeof *desc ? s9_format_get_info(desc->format) : NULL;
    if (!format || !s9_texture_shape_is_valid(desc) || !desc->level_data || !desc->level_size) {
        return S9_ERROR_ARGUMENT;
    }
    uint32_t levels = desc->levels;
    if (levels > S9_MAX_LEVELS) {
        return S9_ERROR_ARGUMENT;
    }
    s9_texel_storage storage = (format->flags & S9_FORMAT_BYTES) != 0 ? S9_TEXELS_BYTE : S9_TEXELS_FLOAT;
    bool srgb_copy = storage == S9_TEXELS_FLOAT && (format->flags & S9_FORMAT_SRGB) != 0;
    size_t texel_size = storage == S9_TEXELS_BYTE ? 4 : srgb_copy ? 32 : 16;

    size_t total = 0;
    uint32_t faces = desc->type == S9_TEXTURE_CUBE ? 6 : 1;
    for (uint32_t level = 0; level < levels; level++) {
        uint32_t width = level_side(desc->width, level), height = level_side(desc->height, level);
        uint32_t slices = level_side(desc->depth, level) * faces;
        size_t expected, texels;
        if (!s9_format_level_size(desc->format, width, height, slices, &expected) ||
            desc->level_size[level] != expected || !desc->level_data[level]) {
            return S9_ERROR_ARGUMENT;
        }
        if (!s9_mul_size((size_t)width * height, slices, &texels) || !s9_mul_size(texels, texel_size, &texels) ||
            !s9_add_size(total, texels, &total)) {
            return S9_ERROR_MEMORY;
        }
    }
    /* The texels begin at a multiple of 16 behind the structure. */
    size_t header = (sizeof(s9_texture) + 15) & ~(size_t)15;
    if (!s9_add_size(total, header, &total)) {
        return S9_ERROR_MEMORY;
    }
    char *memory = s9_allocate(allocator, total);
    if (!memory) {
        return S9_ERROR_MEMORY;
    }
    s9_texture *texture = (s9_texture *)(void *)memory;
    memset(texture, 0, sizeof *texture);
    texture->allocator = s9_allocator_or_default(allocator);
    texture->type = desc->type;
    texture->storage = storage;
    texture->format = format;
    texture->level_count = levels;
    for (uint32_t i = 0; i < 256; i++) {
        texture->unorm_table[i] = (float)i / 255.0f;
        texture->srgb_table[i] = s9_srgb_to_linear(texture->unorm_table[i]);
    }
    char *next = memory + header;
    for (uint32_t level = 0; level < levels; level++) {
        s9_texture_level *to = &texture->levels[level];
        to->size[0] = level_side(desc->width, level);
        to->size[1] = level_side(desc->height, level);
        to->size[2] = level_side(desc->depth, level);
        size_t texels = level_texels(texture, level);
        to->texels = next;
        if (srgb_copy) {
            to->srgb_texels = (float *)(void *)(next + texels * 16);
        }
        next += texels * texel_size;
        decode_level(texture, level, desc->level_data[level]);
    }
    view_levels(texture);
    *out = texture;
    return S9_OK;
}

void s9_texture_destroy(s9_texture *texture)
{
    if (texture) {
        s9_allocator allocator = texture->allocator;
        s9_release(&allocator, texture);
    }
}

s9_texture_type s9_texture_get_type(const s9_texture *texture)
{
    return texture->type;
}

s9_format s9_texture_get_format(const s9_texture *texture)
{
    return (s9_format)(texture->format - s9_format_get_info((s9_format)0));
}

uint32_t s9_texture_levels(const s9_texture *texture)
{
    return texture->level_count;
}

void s9_texture_size(const s9_texture *texture, uint32_t level, uint32_t size[3])
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        size[axis] = level < texture->level_count ? texture->levels[level].size[axis] : 0;
    }
}

void s9_texture_texel(const s9_texture *texture, uint32_t level, uint32_t x, uint32_t y, uint32_t slice, float rgba[4])
{
    memset(rgba, 0, 4 * sizeof *rgba);
    if (level >= texture->level_count) {
        return;
    }
    const s9_texture_level *from = &texture->levels[level];
    if (x >= from->size[0] || y >= from->size[1] || slice >= level_slices(texture, level)) {
        return;
    }
    size_t texel = ((size_t)slice * from->size[1] + y) * from->size[0] + x;
    if (texture->storage == S9_TEXELS_FLOAT) {
        memcpy(rgba, (const float *)from->texels + texel * 4, 4 * sizeof *rgba);
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        rgba[i] = texture->unorm_table[((const uint8_t *)from->texels)[texel * 4 + i]];
    }
}
