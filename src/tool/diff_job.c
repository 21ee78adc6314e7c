/* SPDX-License-Identifier: MIT */
/* The input on which two shaders differ as a job that run and trace take for both of them. */
#include "diff_print.h"

#include <shader9/mesh.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Members of a job, each on a line of its own. */
typedef struct job_out {
    text *out;
    const char *indent;
    bool any;
} job_out;

static void new_line(job_out *o, const char *more)
{
    if (o->indent == NULL) {
        text_char(o->out, ' ');
    } else {
        text_format(o->out, "\n%s%s", o->indent, more);
    }
}

static void begin_member(job_out *o, const char *name)
{
    text_put(o->out, o->any ? "," : "");
    new_line(o, "  ");
    text_format(o->out, "\"%s\": ", name);
    o->any = true;
}

/* ---- constants ---- */

static void put_constants(job_out *o, const s9_constants *c)
{
    static const float none[4];
    static const int32_t nothing[4];
    json_out j = {.out = o->out};
    char name[16];
    bool any = false;
    for (uint32_t n = 0; n < c->f_count; n++) {
        any |= memcmp(c->f[n], none, sizeof none) != 0;
    }
    for (uint32_t n = 0; n < c->i_count; n++) {
        any |= memcmp(c->i[n], nothing, sizeof nothing) != 0;
    }
    for (uint32_t n = 0; n < c->b_count; n++) {
        any |= c->b[n] != 0;
    }
    if (!any) {
        return;
    }
    begin_member(o, "constants");
    put_open(&j);
    for (uint32_t n = 0; n < c->f_count; n++) {
        if (memcmp(c->f[n], none, sizeof none) != 0) {
            snprintf(name, sizeof name, "c%" PRIu32, n);
            put_key(&j, name);
            put_floats(&j, c->f[n], 4);
        }
    }
    for (uint32_t n = 0; n < c->i_count; n++) {
        if (memcmp(c->i[n], nothing, sizeof nothing) != 0) {
            snprintf(name, sizeof name, "i%" PRIu32, n);
            put_key(&j, name);
            put_integers(&j, c->i[n], 4);
        }
    }
    for (uint32_t n = 0; n < c->b_count; n++) {
        if (c->b[n] != 0) {
            snprintf(name, sizeof name, "b%" PRIu32, n);
            put_key(&j, name);
            put_bool(&j, true);
        }
    }
    put_close(&j);
}

/* ---- textures ---- */

static const char *type_name(s9_texture_type type)
{
    return type == S9_TEXTURE_CUBE ? "cube" : type == S9_TEXTURE_VOLUME ? "volume" : "2d";
}

static void put_size(json_out *j, s9_texture_type type, const uint32_t size[3])
{
    const int32_t sizes[3] = {(int32_t)size[0], (int32_t)size[1], (int32_t)size[2]};
    put_key(j, "type");
    put_string(j, type_name(type));
    put_key(j, "size");
    put_integers(j, sizes, type == S9_TEXTURE_VOLUME ? 3 : 2);
}

static uint32_t level_texels(const s9_compare_texture *t, uint32_t level)
{
    uint32_t count = t->type == S9_TEXTURE_CUBE ? 6 : 1;
    for (uint32_t axis = 0; axis < (t->type == S9_TEXTURE_VOLUME ? 3u : 2u); axis++) {
        uint32_t side = t->size[axis] >> level;
        count *= side != 0 ? side : 1;
    }
    return count;
}

static void put_texture(json_out *j, const s9_compare_texture *t)
{
    const float(*texels)[4] = t->texels;
    put_open(j);
    put_size(j, t->type, t->size);
    put_key(j, "levels");
    put_open_list(j);
    for (uint32_t level = 0; level < t->levels; level++) {
        uint32_t count = level_texels(t, level);
        put_floats(j, texels[0], (size_t)count * 4);
        texels += count;
    }
    put_close_list(j);
    put_close(j);
}

/* A texture that the caller gave: its texels, rounded to its format once more, which changes nothing. */
static void put_given_texture(json_out *j, const s9_texture *texture)
{
    s9_texture_type type = s9_texture_get_type(texture);
    s9_format format = s9_texture_get_format(texture);
    uint32_t size[3];
    s9_texture_size(texture, 0, size);
    put_open(j);
    put_size(j, type, size);
    if (format != S9_FORMAT_VALUES && format != S9_FORMAT_A32B32G32R32F) {
        put_key(j, "format");
        put_string(j, s9_format_name(format));
    }
    put_key(j, "levels");
    put_open_list(j);
    for (uint32_t level = 0; level < s9_texture_levels(texture); level++) {
        s9_texture_size(texture, level, size);
        uint32_t slices = type == S9_TEXTURE_CUBE ? 6 : size[2];
        put_open_list(j);
        for (uint32_t slice = 0; slice < slices; slice++) {
            for (uint32_t y = 0; y < size[1]; y++) {
                for (uint32_t x = 0; x < size[0]; x++) {
                    float texel[4];
                    s9_texture_texel(texture, level, x, y, slice, texel);
                    for (size_t k = 0; k < 4; k++) {
                        put_float(j, texel[k]);
                    }
                }
            }
        }
        put_close_list(j);
    }
    put_close_list(j);
    put_close(j);
}

static const char *filter_name(s9_filter filter)
{
    static const char *const names[] = {"none", "point", "linear", "anisotropic"};
    return names[(unsigned)filter & 3u];
}

static const char *address_name(s9_address address)
{
    static const char *const names[] = {"wrap", "wrap", "mirror", "clamp", "border", "mirror_once"};
    return (size_t)address < COUNT(names) ? names[address] : names[0];
}

static void put_switch(json_out *j, const char *key, bool on)
{
    if (on) {
        put_key(j, key);
        put_bool(j, true);
    }
}

static void put_state(json_out *j, const char *name, const s9_sampler_state *s)
{
    put_key(j, name);
    put_open(j);
    put_key(j, "texture");
    put_string(j, name);
    if (s->min != S9_FILTER_POINT) {
        put_key(j, "min");
        put_string(j, filter_name(s->min));
    }
    if (s->mag != S9_FILTER_POINT) {
        put_key(j, "mag");
        put_string(j, filter_name(s->mag));
    }
    if (s->mip != S9_FILTER_NONE) {
        put_key(j, "mip");
        put_string(j, filter_name(s->mip));
    }
    if (s->address[0] != S9_ADDRESS_WRAP || s->address[1] != S9_ADDRESS_WRAP || s->address[2] != S9_ADDRESS_WRAP) {
        put_key(j, "address");
        put_open_list(j);
        for (size_t axis = 0; axis < 3; axis++) {
            put_string(j, address_name(s->address[axis]));
        }
        put_close_list(j);
    }
    if (s->border[0] != 0 || s->border[1] != 0 || s->border[2] != 0 || s->border[3] != 0) {
        put_key(j, "border");
        put_floats(j, s->border, 4);
    }
    if (s->bias != 0) {
        put_key(j, "bias");
        put_float(j, s->bias);
    }
    if (s->max_level != 0) {
        put_key(j, "max_level");
        put_integer(j, s->max_level);
    }
    if (s->max_anisotropy > 1) {
        put_key(j, "max_anisotropy");
        put_integer(j, s->max_anisotropy);
    }
    put_switch(j, "srgb", s->srgb);
    put_switch(j, "seamless", s->seamless);
    put_switch(j, "fetch4", s->fetch4);
    if (s->compare >= 0) {
        put_key(j, "compare");
        put_bool(j, s->compare != 0);
    }
    put_close(j);
}

/* A sampler's texture is called like the sampler. */
static void put_textures(job_out *o, const diff_view *v, const s9_compare_example *e)
{
    json_out j = {.out = o->out};
    char name[16];
    uint32_t mask = e->sampler_mask;
    for (uint32_t n = 0; n < S9_COMPARE_SAMPLERS; n++) {
        mask |= (e->given_samplers >> n & 1u) != 0 && v->samplers[n].texture != NULL ? UINT32_C(1) << n : 0;
    }
    if (mask == 0) {
        return;
    }
    begin_member(o, "textures");
    put_open(&j);
    for (uint32_t n = 0; n < S9_COMPARE_SAMPLERS; n++) {
        if ((mask >> n & 1u) == 0) {
            continue;
        }
        snprintf(name, sizeof name, "s%" PRIu32, n);
        put_key(&j, name);
        if ((e->sampler_mask >> n & 1u) != 0) {
            put_texture(&j, &e->textures[n]);
        } else {
            put_given_texture(&j, v->samplers[n].texture);
        }
    }
    put_close(&j);
    begin_member(o, "samplers");
    j = (json_out){.out = o->out};
    put_open(&j);
    for (uint32_t n = 0; n < S9_COMPARE_SAMPLERS; n++) {
        if ((mask >> n & 1u) != 0) {
            snprintf(name, sizeof name, "s%" PRIu32, n);
            put_state(&j, name, (e->sampler_mask >> n & 1u) != 0 ? &e->textures[n].state : &v->samplers[n].state);
        }
    }
    put_close(&j);
}

static void put_stages(job_out *o, const s9_compare_example *e)
{
    json_out j = {.out = o->out};
    char name[16];
    if (e->stage_mask == 0) {
        return;
    }
    begin_member(o, "stages");
    put_open(&j);
    for (uint32_t n = 0; n < S9_COMPARE_STAGES; n++) {
        if ((e->stage_mask >> n & 1u) == 0) {
            continue;
        }
        snprintf(name, sizeof name, "%" PRIu32, n);
        put_key(&j, name);
        put_open(&j);
        put_key(&j, "bump_matrix");
        put_floats(&j, e->stages[n].bump_matrix, 4);
        put_key(&j, "bump_lscale");
        put_float(&j, e->stages[n].bump_lscale);
        put_key(&j, "bump_loffset");
        put_float(&j, e->stages[n].bump_loffset);
        put_key(&j, "projected");
        put_bool(&j, e->stages[n].projected);
        put_close(&j);
    }
    put_close(&j);
}

/* ---- choices of arithmetic ---- */

static void put_options(job_out *o, const s9_shader_options *options)
{
    json_out j = {.out = o->out};
    bool any = false;
    for (uint32_t i = 0; i < s9_option_count(); i++) {
        const s9_option_info *info = s9_option_at(i);
        uint32_t value = s9_option_get(options, i);
        if (value == 0 || strcmp(info->name, "engine") == 0) {
            continue;
        }
        if (!any) {
            begin_member(o, "options");
            put_open(&j);
        }
        any = true;
        put_key(&j, info->name);
        if (info->choices == NULL) {
            put_integer(&j, value);
        } else {
            put_string(&j, info->choices[value]);
        }
    }
    if (any) {
        put_close(&j);
    }
}

/* ---- lanes ---- */

static bool is_default(const s9_compare_input *in, bool quads, const float value[4])
{
    bool position = in->name_a != NULL ? strcmp(in->name_a, "vPos") == 0 : strcmp(in->name_b, "vPos") == 0;
    if (in->components == 1) {
        return value[0] == 1.0f;
    }
    if (position) {
        return !quads && value[0] == 0.0f && value[1] == 0.0f;
    }
    static const float usual[4] = {0, 0, 0, 1};
    return memcmp(value, usual, sizeof usual) == 0;
}

static void put_input(json_out *j, const s9_compare_input *in, const float value[4])
{
    const char *usage = in->usage >= 0 ? s9_mesh_usage_name((uint32_t)in->usage) : NULL;
    const char *names[2] = {in->name_a, in->name_b};
    if (usage != NULL) {
        char name[48];
        snprintf(name, sizeof name, "%s%" PRIu32, usage, in->usage_index);
        put_key(j, name);
        put_floats(j, value, in->components);
        return;
    }
    /* Registers: those of both shaders where they are not the same. */
    for (size_t side = 0; side < 2; side++) {
        if (names[side] != NULL && (side == 0 || names[0] == NULL || strcmp(names[0], names[1]) != 0)) {
            put_key(j, names[side]);
            put_floats(j, value, in->components);
        }
    }
}

static void put_lanes(job_out *o, const diff_view *v, const s9_compare_example *e)
{
    begin_member(o, "lanes");
    text_put(o->out, "[");
    for (uint32_t lane = 0; lane < e->lanes; lane++) {
        json_out j = {.out = o->out};
        s9_compare_input in;
        text_put(o->out, lane != 0 ? "," : "");
        if (e->lanes > 1) {
            new_line(o, "    ");
        } else {
            text_char(o->out, ' ');
        }
        put_open(&j);
        for (uint32_t i = 0; s9_compare_input_at(v->compare, i, &in); i++) {
            if (!is_default(&in, e->quads, in.values[lane])) {
                put_input(&j, &in, in.values[lane]);
            }
        }
        put_close(&j);
    }
    text_put(o->out, " ]");
}

void diff_job(text *out, const diff_view *v, const char *indent)
{
    s9_compare_example e;
    job_out o = {.out = out, .indent = indent};
    if (!s9_compare_get_example(v->compare, &e)) {
        return;
    }
    text_format(out, "%s{", indent == NULL ? "" : indent);
    put_constants(&o, &e.constants);
    put_textures(&o, v, &e);
    put_stages(&o, &e);
    put_options(&o, v->options);
    if (e.quads) {
        begin_member(&o, "quads");
        text_put(out, "true");
    }
    put_lanes(&o, v, &e);
    new_line(&o, "");
    text_char(out, '}');
}
