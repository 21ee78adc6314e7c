/* SPDX-License-Identifier: MIT */
/* Random inputs, constants, textures, samplers and options. */
#include "oracle/generate.h"

#include "little.h"

#include <stdlib.h>

static uint32_t level_size(uint32_t size, uint32_t level)
{
    return size >> level > 0 ? size >> level : 1u;
}

/* Numbers as bytes; the decoder says what they mean. */
static void fill_texels(random_source *r, s9_format format, uint8_t *bytes, size_t size, strangeness how)
{
    bool floats = format == S9_FORMAT_VALUES || format == S9_FORMAT_A32B32G32R32F || format == S9_FORMAT_R32F ||
                  format == S9_FORMAT_D32F_LOCKABLE;
    for (size_t i = 0; i + 4 <= size && floats; i += 4) {
        float x = random_number(r, how);
        if (format == S9_FORMAT_D32F_LOCKABLE)
            x = (float)pick(r, 17) / 16.0f;
        if (format == S9_FORMAT_VALUES) /* may be taken as sRGB */
            x = (float)pick(r, 256) / 255.0f;
        memcpy(bytes + i, &x, 4);
        if (format != S9_FORMAT_VALUES) /* which are in the order of the machine */
            little_words(bytes + i, 1);
    }
    for (size_t i = 0; i < size && !floats; i++)
        bytes[i] = (uint8_t)random_bits(r);
}

static bool make_texture(random_source *r, oracle_texture *t, strangeness how)
{
    static const s9_format formats[] = {
        S9_FORMAT_VALUES,   S9_FORMAT_A32B32G32R32F, S9_FORMAT_A8R8G8B8,     S9_FORMAT_X8R8G8B8, S9_FORMAT_A8B8G8R8,
        S9_FORMAT_Q8W8V8U8, S9_FORMAT_V8U8,          S9_FORMAT_R32F,         S9_FORMAT_L8,       S9_FORMAT_A8,
        S9_FORMAT_D16,      S9_FORMAT_D24X8,         S9_FORMAT_D32F_LOCKABLE};
    t->type = (s9_texture_type)(S9_TEXTURE_2D + pick(r, 3));
    /* Only flat textures hold depth. */
    t->format = formats[pick(r, t->type == S9_TEXTURE_2D ? 13 : 10)];
    for (int i = 0; i < 3; i++)
        t->size[i] = 1 + pick(r, i == 2 ? 4 : 8);
    if (chance(r, 40))
        t->size[0] = t->size[1] = 8;
    if (t->type == S9_TEXTURE_CUBE)
        t->size[1] = t->size[0];
    if (t->type != S9_TEXTURE_VOLUME)
        t->size[2] = 1;
    uint32_t largest = t->size[0] > t->size[1] ? t->size[0] : t->size[1], most = 1;
    largest = largest > t->size[2] ? largest : t->size[2];
    while (most < ORACLE_LEVELS && largest >> most > 0)
        most++;
    t->levels = chance(r, 60) ? most : 1 + pick(r, most);
    for (uint32_t k = 0; k < t->levels; k++) {
        size_t texels = (size_t)level_size(t->size[0], k) * level_size(t->size[1], k) * level_size(t->size[2], k);
        if (t->type == S9_TEXTURE_CUBE)
            texels *= 6;
        t->byte_count[k] = texels * oracle_texel_bytes(t->format);
        t->bytes[k] = malloc(t->byte_count[k]);
        t->texels[k] = malloc(texels * sizeof *t->texels[k]);
        if (t->bytes[k] == NULL || t->texels[k] == NULL)
            return false;
        fill_texels(r, t->format, t->bytes[k], t->byte_count[k], how);
        if (!oracle_decode_texels(t->format, t->bytes[k], texels, t->texels[k]))
            return false;
    }
    return true;
}

static void make_sampler(random_source *r, oracle_sampler *s, uint32_t textures, strangeness how)
{
    s9_sampler_state *state = &s->state;
    s9_sampler_state_init(state);
    s->texture = chance(r, 88) && textures > 0 ? (int)pick(r, textures) : -1;
    state->min = (s9_filter)(S9_FILTER_POINT + pick(r, 3));
    state->mag = (s9_filter)(S9_FILTER_POINT + pick(r, 3));
    state->mip = (s9_filter)pick(r, 3);
    for (int i = 0; i < 3; i++)
        state->address[i] = (s9_address)(S9_ADDRESS_WRAP + pick(r, 5));
    for (int i = 0; i < 4; i++)
        state->border[i] = random_number(r, how);
    state->bias = chance(r, 50) ? 0.0f : (float)pick(r, 9) * 0.5f - 2.0f;
    state->max_level = chance(r, 60) ? 0 : pick(r, 5);
    state->max_anisotropy = chance(r, 30) ? 1 : 1 + pick(r, 6);
    state->srgb = chance(r, 15);
    state->seamless = chance(r, 30);
    state->fetch4 = chance(r, 8);
    state->compare = (int8_t)((int)pick(r, 3) - 1);
}

static void choose_options(random_source *r, s9_shader_options *o)
{
    memset(o, 0, sizeof *o);
    o->struct_size = sizeof *o;
    o->float_mode = chance(r, 70) ? S9_FLOAT_D3D9 : S9_FLOAT_IEEE;
    if (chance(r, 50))
        return;
    o->lit_clamp = (s9_lit_clamp)pick(r, 3);
    o->mova_ties = (s9_mova_ties)pick(r, 3);
    o->cnd_coissue_quirk_off = chance(r, 50);
    o->ps1_range = (s9_ps1_range)pick(r, 3);
    o->logp_vs1 = (s9_logp_vs1)pick(r, 2);
    o->unbound = (s9_unbound)pick(r, 2);
    o->texture_kind_mismatch = (s9_kind_mismatch)pick(r, 2);
}

bool generate_job(uint64_t seed, const s9_program *program, oracle_job *job)
{
    random_source source = {seed ^ 0xC0FFEE1234567890u}, *r = &source;
    bool pixel = s9_version_is_pixel(program->version);
    strangeness how = (strangeness)pick(r, 3);
    memset(job, 0, sizeof *job);
    choose_options(r, &job->options);
    job->quads = pixel && chance(r, 60);
    job->lanes = job->quads ? 4 * (1 + pick(r, 9)) : 1 + pick(r, 37);
    job->c_count = chance(r, 80) ? ORACLE_CONSTANTS : pick(r, ORACLE_CONSTANTS);
    job->i_count = chance(r, 80) ? ORACLE_INTEGERS : pick(r, ORACLE_INTEGERS);
    job->b_count = chance(r, 80) ? ORACLE_INTEGERS : pick(r, ORACLE_INTEGERS);
    for (int n = 0; n < ORACLE_CONSTANTS; n++)
        for (int k = 0; k < 4; k++)
            job->c[n][k] = random_number(r, how);
    for (int n = 0; n < ORACLE_INTEGERS; n++) {
        job->i[n][0] = chance(r, 85) ? (int32_t)pick(r, 4) : (int32_t)pick(r, 9) - 2;
        job->i[n][1] = chance(r, 85) ? (int32_t)pick(r, 5) : (int32_t)pick(r, 300) - 20;
        job->i[n][2] = chance(r, 85) ? (int32_t)pick(r, 5) - 2 : (int32_t)pick(r, 256) - 128;
        for (int k = 1; k < 3; k++) /* as software versions may have it */
            if (chance(r, 2))
                job->i[n][k] = (int32_t)(uint32_t)random_bits(r);
        if (chance(r, 1))
            job->i[n][0] = 200 + (int32_t)pick(r, 100);
        job->i[n][3] = (int32_t)pick(r, 3);
        job->b[n] = chance(r, 50) ? 0 : (uint32_t)random_bits(r) | 1u;
    }
    /* Coordinates that change little in a quad make levels of detail meet; those of one direction only have no width.
     */
    enum { ROUGH, SMOOTH, ACROSS } change = (int)pick(r, 4) < 2 ? ROUGH : chance(r, 60) ? SMOOTH : ACROSS;
    for (uint32_t n = 0; n < ORACLE_INPUTS; n++) {
        job->given[n] = chance(r, 90) ? 4 : (uint8_t)pick(r, 5);
        for (uint32_t lane = 0; lane < ORACLE_LANES; lane++)
            for (int k = 0; k < 4; k++) {
                float x = random_number(r, how), step = (float)((int)pick(r, 9) - 4) / 32.0f;
                if (change == SMOOTH && (lane & 3u) != 0)
                    x = job->in[n][lane & ~3u][k] + (float)(lane & 3u) * step;
                if (change == ACROSS && (lane & 1u) != 0)
                    x = job->in[n][lane & ~3u][k] + (lane > 1 ? step : 1.0f);
                if (change == ACROSS && (lane & 2u) != 0)
                    x = job->in[n][lane & ~2u][k];
                job->in[n][lane][k] = x;
            }
    }
    for (uint32_t lane = 0; lane < ORACLE_LANES; lane++) {
        job->in[ORACLE_VPOS][lane][0] = (float)(lane / 4 * 2 + (lane & 1u));
        job->in[ORACLE_VPOS][lane][1] = (float)(lane >> 1 & 1u);
    }
    job->given[ORACLE_VFACE] = chance(r, 90) ? 1 : 0;
    job->given[ORACLE_VPOS] = chance(r, 90) ? 4 : 0;
    job->texture_count = ORACLE_TEXTURES;
    for (uint32_t i = 0; i < job->texture_count; i++)
        if (!make_texture(r, &job->textures[i], how))
            return false;
    job->sampler_count = chance(r, 90) ? ORACLE_SAMPLERS : pick(r, ORACLE_SAMPLERS);
    for (uint32_t i = 0; i < job->sampler_count; i++)
        make_sampler(r, &job->samplers[i], job->texture_count, how);
    job->stage_count = chance(r, 90) ? ORACLE_STAGES : pick(r, ORACLE_STAGES);
    for (uint32_t i = 0; i < job->stage_count; i++) {
        for (int k = 0; k < 4; k++)
            job->stages[i].bump_matrix[k] = random_number(r, how);
        job->stages[i].bump_lscale = random_number(r, how);
        job->stages[i].bump_loffset = random_number(r, how);
        job->stages[i].projected = chance(r, 25);
    }
    return oracle_job_make_textures(job);
}

bool oracle_job_make_textures(oracle_job *job)
{
    for (uint32_t i = 0; i < job->texture_count; i++) {
        oracle_texture *t = &job->textures[i];
        const void *data[ORACLE_LEVELS];
        for (uint32_t k = 0; k < t->levels; k++)
            data[k] = t->bytes[k];
        s9_texture_desc desc = {.struct_size = sizeof desc,
                                .type = t->type,
                                .format = t->format,
                                .width = t->size[0],
                                .height = t->size[1],
                                .depth = t->size[2],
                                .levels = t->levels,
                                .level_data = data,
                                .level_size = t->byte_count};
        if (t->made == NULL && s9_texture_create(NULL, &desc, &t->made) != S9_OK)
            return false;
    }
    return true;
}

void oracle_job_free(oracle_job *job)
{
    for (uint32_t i = 0; i < job->texture_count; i++) {
        oracle_texture *t = &job->textures[i];
        s9_texture_destroy(t->made);
        for (uint32_t k = 0; k < ORACLE_LEVELS; k++) {
            free(t->bytes[k]);
            free(t->texels[k]);
        }
    }
    job->texture_count = 0;
}
