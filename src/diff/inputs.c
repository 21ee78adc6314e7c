/* SPDX-License-Identifier: MIT */
/* Inputs that are tried. Everything follows from the seed, so that the same comparison tries the same ones. */
#include "diff/compare.h"

enum { UNIT, SIGNED, WHOLE, SIMPLE, LARGE, SMALL, LITERAL, KINDS };

uint32_t s9_cmp_random(s9_compare *c)
{
    /* splitmix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014) */
    uint64_t z = c->random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ z >> 31) >> 32);
}

/* ---- numbers ---- */

static float unit(s9_compare *c)
{
    return (float)(s9_cmp_random(c) >> 8) / 16777216.0f;
}

static float signed_unit(s9_compare *c)
{
    return unit(c) * 2.0f - 1.0f;
}

static float special(s9_compare *c)
{
    static const uint32_t bits[] = {0x7FC00000u, 0x7F800000u, 0xFF800000u, 0x80000000u,
                                    0x00000001u, 0x80400000u, 0x7F7FFFFFu, 0x00800000u};
    return s9_bits_float(bits[s9_cmp_below(c, S9_COUNT(bits))]);
}

/* A number that the shaders hold, or one near to it. */
static float literal(s9_compare *c)
{
    if (c->literal_count == 0)
        return signed_unit(c);
    float value = c->literals[s9_cmp_below(c, c->literal_count)];
    switch (s9_cmp_below(c, 6)) {
    case 0:
        return s9_bits_float(s9_float_bits(value) + 1u);
    case 1:
        return value == 0.0f ? value : s9_bits_float(s9_float_bits(value) - 1u);
    case 2:
        return value + signed_unit(c);
    default:
        return value;
    }
}

static float number(s9_compare *c, uint32_t kind)
{
    static const float simple[] = {0.0f, 1.0f, -1.0f, 0.5f, 0.0f, 1.0f};
    float value;
    if (c->options.specials && s9_cmp_below(c, 12) == 0)
        return special(c);
    if (s9_cmp_below(c, 4) == 0)
        kind = s9_cmp_below(c, KINDS);
    switch (kind) {
    case UNIT:
        return unit(c);
    case SIGNED:
        return signed_unit(c);
    case WHOLE:
        return (float)(int32_t)s9_cmp_below(c, 9) - 4.0f;
    case SIMPLE:
        return simple[s9_cmp_below(c, S9_COUNT(simple))];
    case LARGE:
        value = signed_unit(c); /* first, whatever the compiler: the order belongs to the seed */
        return value * (float)(1u << s9_cmp_below(c, 21));
    case SMALL:
        value = signed_unit(c);
        return value / (float)(1u << s9_cmp_below(c, 21));
    default:
        return literal(c);
    }
}

/* ---- textures ---- */

static s9_texture_type type_of_sampler(const s9_compare *c, uint32_t sampler)
{
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t type = c->sides[side].shader->ir->samplers[sampler];
        if (type == S9_TEXTURE_2D || type == S9_TEXTURE_CUBE || type == S9_TEXTURE_VOLUME)
            return (s9_texture_type)type;
    }
    return S9_TEXTURE_2D;
}

/* One texel of plain numbers, one by chance, 2x2, and 4x4 with smaller levels. */
static bool make_texture(s9_compare *c, s9_cmp_texture *t, s9_texture_type type, uint32_t sampler, uint32_t which)
{
    static const uint32_t sides[S9_CMP_TEXTURES] = {1, 1, 2, 4}, kinds[S9_CMP_TEXTURES] = {UNIT, SIGNED, WHOLE, UNIT};
    const void *data[3];
    size_t sizes[3];
    uint32_t side = sides[which], first[3] = {0, 0, 0};
    t->type = type;
    t->size[0] = t->size[1] = side;
    t->size[2] = type == S9_TEXTURE_VOLUME ? side : 1;
    t->levels = side == 4 ? 3 : 1;
    for (uint32_t level = 0; level < t->levels; level++) {
        uint32_t edge = side >> level, slices = type == S9_TEXTURE_CUBE ? 6 : type == S9_TEXTURE_VOLUME ? edge : 1;
        first[level] = t->texel_count;
        sizes[level] = (size_t)edge * edge * slices * 16u;
        t->texel_count += edge * edge * slices;
    }
    t->texels = s9_arena_array(&c->arena, t->texel_count, sizeof *t->texels);
    if (t->texels == NULL)
        return false;
    for (uint32_t i = 0; i < t->texel_count; i++)
        for (uint32_t k = 0; k < 4; k++)
            t->texels[i][k] = which == 0 ? (float)(k + 1) * 0.25f + (float)sampler : number(c, kinds[which]);
    for (uint32_t level = 0; level < t->levels; level++)
        data[level] = t->texels + first[level];
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = type,
                            .format = S9_FORMAT_VALUES,
                            .width = t->size[0],
                            .height = t->size[1],
                            .depth = t->size[2],
                            .levels = t->levels,
                            .level_data = data,
                            .level_size = sizes};
    return s9_texture_create(&c->allocator, &desc, &t->made) == S9_OK;
}

bool s9_cmp_make_textures(s9_compare *c)
{
    for (uint32_t sampler = 0; sampler < S9_COMPARE_SAMPLERS; sampler++) {
        if (((c->sampler_mask & ~c->given_samplers) >> sampler & 1u) == 0)
            continue;
        for (uint32_t which = 0; which < S9_CMP_TEXTURES; which++)
            if (!make_texture(c, &c->textures[sampler][which], type_of_sampler(c, sampler), sampler, which))
                return false;
    }
    return true;
}

s9_sampler_binding s9_cmp_binding(const s9_compare *c, const s9_cmp_case *k, uint32_t sampler)
{
    s9_sampler_binding binding = {0};
    if ((c->given_samplers >> sampler & 1u) != 0)
        return c->given[sampler];
    s9_sampler_state_init(&binding.state);
    if (k->texture[sampler] == 0)
        return binding;
    uint8_t how = k->sampling[sampler];
    binding.texture = c->textures[sampler][k->texture[sampler] - 1u].made;
    if ((how & S9_CMP_LINEAR) != 0)
        binding.state.min = binding.state.mag = S9_FILTER_LINEAR;
    if ((how & S9_CMP_MIP) != 0)
        binding.state.mip = S9_FILTER_LINEAR;
    for (uint32_t axis = 0; axis < 3 && (how & S9_CMP_CLAMP) != 0; axis++)
        binding.state.address[axis] = S9_ADDRESS_CLAMP;
    return binding;
}

/* ---- cases ---- */

s9_cmp_case *s9_cmp_case_new(s9_compare *c)
{
    s9_cmp_case *k = s9_arena_array(&c->arena, 1, sizeof *k);
    if (k == NULL)
        return NULL;
    k->f = s9_arena_array(&c->arena, c->f_count + 1u, sizeof *k->f);
    k->i = s9_arena_array(&c->arena, c->i_count + 1u, sizeof *k->i);
    k->b = s9_arena_array(&c->arena, c->b_count + 1u, sizeof *k->b);
    k->in = s9_arena_array(&c->arena, c->input_count + 1u, sizeof *k->in);
    return k->f != NULL && k->i != NULL && k->b != NULL && k->in != NULL ? k : NULL;
}

void s9_cmp_case_copy(const s9_compare *c, s9_cmp_case *to, const s9_cmp_case *from)
{
    s9_cmp_case arrays = *to;
    *to = *from;
    to->f = arrays.f;
    to->i = arrays.i;
    to->b = arrays.b;
    to->in = arrays.in;
    memcpy(to->f, from->f, (c->f_count + 1u) * sizeof *to->f);
    memcpy(to->i, from->i, (c->i_count + 1u) * sizeof *to->i);
    memcpy(to->b, from->b, (c->b_count + 1u) * sizeof *to->b);
    memcpy(to->in, from->in, (c->input_count + 1u) * sizeof *to->in);
}

static void fill_stages(s9_compare *c, s9_cmp_case *k)
{
    for (uint32_t n = 0; n < S9_COMPARE_STAGES && c->stages_used; n++) {
        s9_texture_stage *stage = &k->stages[n];
        if ((c->given_stages >> n & 1u) != 0)
            continue;
        for (uint32_t i = 0; i < 4; i++)
            stage->bump_matrix[i] = number(c, SIGNED);
        stage->bump_lscale = number(c, UNIT);
        stage->bump_loffset = number(c, UNIT);
        stage->projected = s9_cmp_below(c, 8) == 0;
    }
}

static float input_number(s9_compare *c, const s9_cmp_input *in, uint32_t kind, uint32_t lane, uint32_t component)
{
    if (in->face)
        return s9_cmp_below(c, 2) == 0 ? 1.0f : -1.0f;
    if (in->position)
        return component == 0   ? (float)(2u * s9_cmp_below(c, 64) + (lane & 1u))
               : component == 1 ? (float)(2u * s9_cmp_below(c, 64) + (lane >> 1 & 1u))
                                : 0.0f;
    if (component == 3 && s9_cmp_below(c, 2) == 0)
        return 1.0f;
    return number(c, kind);
}

void s9_cmp_fill(s9_compare *c, s9_cmp_case *k, uint32_t number_of_case)
{
    s9_cmp_case_copy(c, k, &c->base);
    k->lanes = S9_CMP_LANES;
    k->quads = c->pixel;
    uint32_t kind = number_of_case % KINDS;
    for (uint32_t n = 0; n < c->f_count; n++)
        for (uint32_t i = 0; i < 4 && c->f_live[n]; i++)
            k->f[n][i] = number(c, kind);
    for (uint32_t n = 0; n < c->i_count; n++) {
        if (!c->i_live[n])
            continue;
        static const int32_t steps[] = {1, 1, 1, 2, 0, -1};
        k->i[n][0] = (int32_t)s9_cmp_below(c, s9_cmp_below(c, 8) == 0 ? 12 : 4);
        k->i[n][1] = (int32_t)s9_cmp_below(c, 4);
        k->i[n][2] = steps[s9_cmp_below(c, S9_COUNT(steps))];
    }
    /* Few conditions are taken in all combinations, many by chance. */
    for (uint32_t n = 0; n < c->bool_count; n++)
        k->b[c->bools[n]] = c->bool_count <= 6 ? number_of_case >> n & 1u : s9_cmp_below(c, 2);
    for (uint32_t n = 0; n < S9_COMPARE_SAMPLERS; n++) {
        if (c->textures[n][0].made == NULL)
            continue;
        k->texture[n] = (uint8_t)(s9_cmp_below(c, 16) == 0 ? 0u : 1u + s9_cmp_below(c, S9_CMP_TEXTURES));
        k->sampling[n] = (uint8_t)s9_cmp_below(c, 8);
    }
    fill_stages(c, k);
    for (uint32_t n = 0; n < c->input_count; n++) {
        uint32_t input_kind = s9_cmp_below(c, KINDS);
        for (uint32_t lane = 0; lane < S9_CMP_LANES && !c->inputs[n].given; lane++)
            for (uint32_t i = 0; i < 4; i++)
                k->in[n][lane][i] = input_number(c, &c->inputs[n], input_kind, lane, i);
    }
}

void s9_cmp_spread(s9_compare *c, s9_cmp_case *to, const s9_cmp_case *from, bool constants)
{
    uint32_t width = from->lanes, kind = s9_cmp_below(c, KINDS);
    s9_cmp_case_copy(c, to, from);
    to->lanes = S9_CMP_LANES;
    to->quads = c->pixel;
    for (uint32_t n = 0; n < c->input_count; n++)
        for (uint32_t lane = 0; lane < S9_CMP_LANES; lane++)
            for (uint32_t i = 0; i < 4; i++) {
                bool change = lane >= width && !c->inputs[n].given && s9_cmp_below(c, 4) == 0;
                to->in[n][lane][i] = change ? input_number(c, &c->inputs[n], kind, lane, i)
                                            : from->in[n][lane % (width < S9_CMP_LANES ? width : S9_CMP_LANES)][i];
            }
    for (uint32_t n = 0; n < c->f_count && constants; n++)
        for (uint32_t i = 0; i < 4 && c->f_live[n]; i++)
            if (s9_cmp_below(c, 4) == 0)
                to->f[n][i] = number(c, kind);
    for (uint32_t n = 0; n < S9_COMPARE_SAMPLERS && constants; n++)
        if (c->textures[n][0].made != NULL && s9_cmp_below(c, 4) == 0)
            to->texture[n] = (uint8_t)(1u + s9_cmp_below(c, S9_CMP_TEXTURES));
}

void s9_cmp_narrow(const s9_compare *c, s9_cmp_case *to, const s9_cmp_case *from, uint32_t lane, bool quad)
{
    uint32_t first = quad ? lane / 4u * 4u : lane, count = quad ? 4 : 1;
    s9_cmp_case_copy(c, to, from);
    to->lanes = count;
    to->quads = quad;
    for (uint32_t n = 0; n < c->input_count; n++)
        for (uint32_t i = 0; i < count; i++)
            memcpy(to->in[n][i], from->in[n][first + i], sizeof to->in[n][i]);
}
