/* SPDX-License-Identifier: MIT */
/* Texels in the bytes of their format: what lies between files and textures. */
#include "texture/texture.h"

struct s9_texture_data {
    s9_allocator allocator;
    s9_texture_desc desc;
    const void *level_data[S9_TEXTURE_MAX_LEVELS];
    size_t level_size[S9_TEXTURE_MAX_LEVELS];
    uint8_t *bytes;
};

static uint32_t level_side(uint32_t side, uint32_t level)
{
    uint32_t smaller = side >> level;
    return smaller > 0 ? smaller : 1;
}

static uint32_t level_slices(const s9_texture_desc *desc, uint32_t level)
{
    return desc->type == S9_TEXTURE_CUBE ? 6 : level_side(desc->depth, level);
}

/* The sizes of all levels, each given one checked, and their sum. */
static s9_result measure(const s9_texture_desc *desc, size_t *sizes, size_t *total)
{
    *total = 0;
    for (uint32_t level = 0; level < desc->levels; level++) {
        if (!s9_format_level_size(desc->format, level_side(desc->width, level), level_side(desc->height, level),
                                  level_slices(desc, level), &sizes[level]) ||
            (desc->level_size && desc->level_size[level] != sizes[level]) ||
            (desc->level_data && !desc->level_data[level])) {
            return S9_ERROR_ARGUMENT;
        }
        if (!s9_add_size(*total, sizes[level], total)) {
            return S9_ERROR_MEMORY;
        }
    }
    return S9_OK;
}

s9_result s9_texture_data_create(const s9_allocator *allocator, const s9_texture_desc *desc, s9_texture_data **out)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!desc || desc->struct_size < sizeof *desc || !s9_format_get_info(desc->format) ||
        !s9_texture_shape_is_valid(desc) || desc->levels > S9_TEXTURE_MAX_LEVELS ||
        !desc->level_data != !desc->level_size) {
        return S9_ERROR_ARGUMENT;
    }
    size_t sizes[S9_TEXTURE_MAX_LEVELS], total;
    s9_result result = measure(desc, sizes, &total);
    if (result != S9_OK) {
        return result;
    }
    s9_texture_data *data = s9_allocate_zero(allocator, 1, sizeof *data);
    if (!data) {
        return S9_ERROR_MEMORY;
    }
    data->allocator = s9_allocator_or_default(allocator);
    data->bytes = desc->level_data ? s9_allocate(allocator, total) : s9_allocate_zero(allocator, total, 1);
    if (!data->bytes) {
        s9_texture_data_destroy(data);
        return S9_ERROR_MEMORY;
    }
    data->desc = *desc;
    data->desc.struct_size = sizeof data->desc;
    data->desc.level_data = data->level_data;
    data->desc.level_size = data->level_size;
    uint8_t *next = data->bytes;
    for (uint32_t level = 0; level < desc->levels; level++) {
        data->level_data[level] = next;
        data->level_size[level] = sizes[level];
        if (desc->level_data) {
            memcpy(next, desc->level_data[level], sizes[level]);
        }
        next += sizes[level];
    }
    *out = data;
    return S9_OK;
}

void s9_texture_data_destroy(s9_texture_data *data)
{
    if (data) {
        s9_allocator allocator = data->allocator;
        s9_release(&allocator, data->bytes);
        s9_release(&allocator, data);
    }
}

const s9_texture_desc *s9_texture_data_desc(const s9_texture_data *data)
{
    return &data->desc;
}

void *s9_texture_data_level(s9_texture_data *data, uint32_t level)
{
    if (level >= data->desc.levels) {
        return NULL;
    }
    return data->bytes + ((const uint8_t *)data->level_data[level] - data->bytes);
}

s9_result s9_texture_encode(const s9_texture *texture, s9_format format, const s9_allocator *allocator,
                            s9_texture_data **out)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!texture || !s9_format_get_info(format)) {
        return S9_ERROR_ARGUMENT;
    }
    const uint32_t *size = texture->levels[0].size;
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = texture->type,
                            .format = format,
                            .width = size[0],
                            .height = size[1],
                            .depth = size[2],
                            .levels = texture->level_count};
    s9_texture_data *data = NULL;
    s9_result result = s9_texture_data_create(allocator, &desc, &data);
    for (uint32_t level = 0; result == S9_OK && level < desc.levels; level++) {
        const s9_texture_level *from = &texture->levels[level];
        uint32_t slices = level_slices(&desc, level);
        size_t texels = (size_t)from->size[0] * from->size[1] * slices, bytes;
        if (!s9_mul_size(texels, 4 * sizeof(float), &bytes)) {
            result = S9_ERROR_MEMORY;
            break;
        }
        const float *values = from->texels;
        float *decoded = NULL;
        if (texture->storage == S9_TEXELS_BYTE) {
            const uint8_t *stored = from->texels;
            decoded = s9_allocate(allocator, bytes);
            for (size_t i = 0; decoded && i < texels * 4; i++) {
                decoded[i] = texture->unorm_table[stored[i]];
            }
            values = decoded;
        }
        result = values ? s9_format_encode_level(format, (const float(*)[4])(const void *)values, from->size[0],
                                                 from->size[1], slices, s9_texture_data_level(data, level))
                        : S9_ERROR_MEMORY;
        s9_release(allocator, decoded);
    }
    if (result != S9_OK) {
        s9_texture_data_destroy(data);
        data = NULL;
    }
    *out = data;
    return result;
}
