/* SPDX-License-Identifier: MIT */
/* Sampler state, and everything about a sampler that can be decided before a coordinate is seen. */
#include "texture/texture.h"
#include "texture/tile.h"

void s9_sampler_state_init(s9_sampler_state *state)
{
    memset(state, 0, sizeof *state);
    state->min = S9_FILTER_POINT;
    state->mag = S9_FILTER_POINT;
    state->mip = S9_FILTER_NONE;
    for (uint32_t axis = 0; axis < 3; axis++) {
        state->address[axis] = S9_ADDRESS_WRAP;
    }
    state->max_anisotropy = 1;
    state->compare = -1;
}

static void prepare_constant(s9_prepared_sampler *prepared, float alpha)
{
    prepared->constant = true;
    prepared->value[3] = alpha;
    prepared->type = S9_TEXTURE_2D;
    prepared->axes = 2;
}

static void prepare_filters(s9_prepared_sampler *prepared, const s9_sampler_state *state, bool vertex)
{
    uint32_t levels = prepared->last_level + 1;
    /* Anything that is no filter of its own acts as point: that is what a filter of 0 means for min and mag. */
    prepared->mag_linear = state->mag == S9_FILTER_LINEAR || state->mag == S9_FILTER_ANISOTROPIC;
    prepared->min_linear = state->min == S9_FILTER_LINEAR || state->min == S9_FILTER_ANISOTROPIC;
    /* Held to a number of probes that still ends soon; devices take at most 16. */
    prepared->max_anisotropy = state->max_anisotropy < 1      ? 1
                               : state->max_anisotropy > 1024 ? 1024
                                                              : state->max_anisotropy;
    prepared->anisotropic = state->min == S9_FILTER_ANISOTROPIC && prepared->type != S9_TEXTURE_CUBE && !vertex &&
                            prepared->max_anisotropy > 1;
    prepared->mip =
        (uint8_t)(state->mip == S9_FILTER_POINT || state->mip == S9_FILTER_LINEAR ? state->mip : S9_FILTER_NONE);
    prepared->mag_level = state->max_level < prepared->last_level ? state->max_level : prepared->last_level;
    if (prepared->mip == S9_FILTER_NONE) {
        prepared->mag_level = 0;
    }
    prepared->needs_level = (prepared->mip != S9_FILTER_NONE && levels > 1) ||
                            prepared->mag_linear != prepared->min_linear || prepared->anisotropic;
}

const s9_sample_kernels *s9_sample_kernels_of(uint32_t level)
{
#if defined(__GNUC__)
    switch (level) {
    case 0:
        return &s9_sample_kernels_base;
#ifdef S9_VM_X86_LEVELS
    case 1:
        return __builtin_cpu_supports("avx2") ? &s9_sample_kernels_avx2 : NULL;
    case 2:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")
                   ? &s9_sample_kernels_avx512
                   : NULL;
#endif
    default:
        return NULL;
    }
#else
    (void)level;
    return NULL;
#endif
}

static const s9_sample_kernels *best_kernels(void)
{
    for (uint32_t level = 2; level > 0; level--) {
        const s9_sample_kernels *kernels = s9_sample_kernels_of(level);
        if (kernels) {
            return kernels;
        }
    }
    return s9_sample_kernels_of(0);
}

void s9_sampler_use(s9_prepared_sampler *prepared, const s9_sample_kernels *kernels)
{
    prepared->kernel = NULL;
    prepared->hint = (int32_t)prepared->mag_level;
    if (!kernels || prepared->constant || !prepared->table || prepared->anisotropic || prepared->compare ||
        prepared->fetch4) {
        return;
    }
    for (uint32_t axis = 0; axis < 2; axis++) {
        uint32_t size = prepared->levels[0].size[axis];
        uint8_t address = prepared->address[axis];
        if (address == S9_ADDRESS_BORDER) {
            return;
        }
        bool mask = address == S9_ADDRESS_WRAP && (size & (size - 1)) == 0;
        prepared->short_address[axis] = mask ? S9_ADDRESS_MASK : address;
    }
    s9_sample_storage storage = prepared->storage == S9_TEXELS_FLOAT             ? S9_SAMPLE_FLOATS
                                : prepared->color_table != prepared->alpha_table ? S9_SAMPLE_SRGB
                                                                                 : S9_SAMPLE_UNORM;
    prepared->kernel = kernels->sample[storage];
}

void s9_sampler_prepare(s9_prepared_sampler *prepared, const s9_sampler_binding *binding, uint32_t declared,
                        const s9_sampling_rules *rules)
{
    static const s9_sampling_rules default_rules;
    if (!rules) {
        rules = &default_rules;
    }
    memset(prepared, 0, sizeof *prepared);
    if (!binding || !binding->texture) {
        prepare_constant(prepared, rules->unbound ? 0.0f : 1.0f);
        return;
    }
    const s9_texture *texture = binding->texture;
    const s9_sampler_state *state = &binding->state;
    if (declared != 0 && declared != (uint32_t)texture->type && rules->kind_mismatch) {
        prepare_constant(prepared, 0.0f);
        return;
    }
    prepared->type = (uint8_t)texture->type;
    prepared->axes = texture->type == S9_TEXTURE_2D ? 2 : 3;
    prepared->no_third = declared == S9_TEXTURE_2D && texture->type != S9_TEXTURE_2D;
    prepared->storage = (uint8_t)texture->storage;
    prepared->last_level = texture->level_count - 1;
    prepared->bias = state->bias;
    memcpy(prepared->border, state->border, sizeof prepared->border);
    for (uint32_t axis = 0; axis < 3; axis++) {
        s9_address address = state->address[axis];
        bool known = address >= S9_ADDRESS_WRAP && address <= S9_ADDRESS_MIRROR_ONCE;
        prepared->address[axis] = (uint8_t)(texture->type == S9_TEXTURE_CUBE ? S9_ADDRESS_CLAMP
                                            : known                          ? address
                                                                             : S9_ADDRESS_WRAP);
    }
    prepared->seamless = state->seamless && texture->type == S9_TEXTURE_CUBE;
    prepared->compare = state->compare < 0 ? (texture->format->flags & S9_FORMAT_DEPTH) != 0 : state->compare > 0;
    prepare_filters(prepared, state, rules->vertex);
    if (state->fetch4 && texture->type == S9_TEXTURE_2D && !prepared->mag_linear &&
        (texture->format->flags & S9_FORMAT_ONE) != 0) {
        prepared->fetch4 = true;
        prepared->fetch4_alpha = (texture->format->flags & S9_FORMAT_ALPHA) != 0;
    }

    bool srgb = state->srgb && (texture->format->flags & S9_FORMAT_SRGB) != 0;
    prepared->color_table = srgb ? texture->srgb_table : texture->unorm_table;
    prepared->alpha_table = texture->unorm_table;
    prepared->levels = texture->views[srgb ? 1 : 0];
    prepared->table = texture->tabled ? &texture->tables[srgb ? 1 : 0] : NULL;
    s9_sampler_use(prepared, best_kernels());
}
