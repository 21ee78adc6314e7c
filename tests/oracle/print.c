/* SPDX-License-Identifier: MIT */
/* A case as a person can run it: assembly, and the job in the form that `shader9 run --job` reads. */
#include "oracle/compare.h"

#include <stdio.h>

/* A comma before every member but the first of a list or object. */
static void separate(bool *first, const char *indentation)
{
    fprintf(stderr, *first ? "\n%s" : ",\n%s", indentation);
    *first = false;
}

static void print_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    if ((bits & 0x7F800000u) == 0x7F800000u)
        fprintf(stderr, "\"0x%08X\"", (unsigned)bits);
    else
        fprintf(stderr, "%.9g", (double)x);
}

static void print_floats(const float *x, size_t count)
{
    fprintf(stderr, "[");
    for (size_t i = 0; i < count; i++) {
        fprintf(stderr, i == 0 ? "" : ", ");
        print_float(x[i]);
    }
    fprintf(stderr, "]");
}

static bool is_zero(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static void print_option(bool *first, const char *name, unsigned value, const char *one, const char *two)
{
    if (value == 0)
        return;
    separate(first, "    ");
    fprintf(stderr, "\"%s\": \"%s\"", name, value == 1 ? one : two);
}

static void print_options(const s9_shader_options *o)
{
    bool first = true;
    fprintf(stderr, "  \"float\": \"%s\",\n", o->float_mode == S9_FLOAT_IEEE ? "ieee" : "d3d9");
    fprintf(stderr, "  \"options\": {");
    print_option(&first, "lit_clamp", (unsigned)o->lit_clamp, "128", "none");
    print_option(&first, "mova_ties", (unsigned)o->mova_ties, "away", "up");
    print_option(&first, "cnd_coissue_quirk", o->cnd_coissue_quirk_off, "off", "");
    print_option(&first, "ps1_range", (unsigned)o->ps1_range, "8", "1");
    print_option(&first, "logp_vs1", (unsigned)o->logp_vs1, "replicated", "");
    print_option(&first, "unbound", (unsigned)o->unbound, "0000", "");
    print_option(&first, "texture_kind_mismatch", (unsigned)o->texture_kind_mismatch, "zero", "");
    fprintf(stderr, " },\n");
}

static void print_texture(int n, const oracle_texture *t)
{
    static const char *const kinds[] = {"2d", "cube", "volume"};
    fprintf(stderr, "\"t%d\": { \"type\": \"%s\", \"size\": [%u, %u", n, kinds[t->type - S9_TEXTURE_2D],
            (unsigned)t->size[0], (unsigned)t->size[1]);
    if (t->type == S9_TEXTURE_VOLUME)
        fprintf(stderr, ", %u", (unsigned)t->size[2]);
    fprintf(stderr, "], ");
    if (t->format != S9_FORMAT_VALUES)
        fprintf(stderr, "\"format\": \"%s\", ", s9_format_name(t->format));
    fprintf(stderr, "\"levels\": [");
    bool first = true;
    for (uint32_t k = 0; k < t->levels; k++) {
        separate(&first, "      ");
        print_floats(t->texels[k][0], t->byte_count[k] / oracle_texel_bytes(t->format) * 4);
    }
    fprintf(stderr, " ] }");
}

static const char *yes_no(bool value)
{
    return value ? "true" : "false";
}

static void print_sampler(uint32_t n, const oracle_sampler *s)
{
    static const char *const filters[] = {"none", "point", "linear", "anisotropic"};
    static const char *const modes[] = {"", "wrap", "mirror", "clamp", "border", "mirror_once"};
    const s9_sampler_state *state = &s->state;
    fprintf(stderr, "\"s%u\": { \"texture\": \"t%d\", \"min\": \"%s\", \"mag\": \"%s\", \"mip\": \"%s\",\n      ",
            (unsigned)n, s->texture, filters[state->min], filters[state->mag], filters[state->mip]);
    fprintf(stderr, "\"address\": [\"%s\", \"%s\", \"%s\"], \"border\": ", modes[state->address[0]],
            modes[state->address[1]], modes[state->address[2]]);
    print_floats(state->border, 4);
    fprintf(stderr, ", \"bias\": ");
    print_float(state->bias);
    fprintf(stderr, ", \"max_level\": %u, \"max_anisotropy\": %u,\n      ", (unsigned)state->max_level,
            (unsigned)state->max_anisotropy);
    fprintf(stderr, "\"srgb\": %s, \"seamless\": %s, \"fetch4\": %s", yes_no(state->srgb), yes_no(state->seamless),
            yes_no(state->fetch4));
    if (state->compare >= 0)
        fprintf(stderr, ", \"compare\": %s", yes_no(state->compare > 0));
    fprintf(stderr, " }");
}

static void print_constants(const oracle_job *job)
{
    bool first = true;
    fprintf(stderr, "  \"constants\": {");
    for (uint32_t n = 0; n < job->c_count; n++) {
        if (is_zero(job->c[n], sizeof job->c[n]))
            continue;
        separate(&first, "    ");
        fprintf(stderr, "\"c%u\": ", (unsigned)n);
        print_floats(job->c[n], 4);
    }
    for (uint32_t n = 0; n < job->i_count; n++) {
        if (is_zero(job->i[n], sizeof job->i[n]))
            continue;
        separate(&first, "    ");
        fprintf(stderr, "\"i%u\": [%d, %d, %d, %d]", (unsigned)n, (int)job->i[n][0], (int)job->i[n][1],
                (int)job->i[n][2], (int)job->i[n][3]);
    }
    for (uint32_t n = 0; n < job->b_count; n++) {
        if (job->b[n] == 0)
            continue;
        separate(&first, "    ");
        fprintf(stderr, "\"b%u\": true", (unsigned)n);
    }
    fprintf(stderr, " },\n");
}

static void print_textures(const oracle_job *job)
{
    bool bound[ORACLE_TEXTURES] = {false}, first = true;
    fprintf(stderr, "  \"samplers\": {");
    for (uint32_t n = 0; n < job->sampler_count; n++) {
        if (job->samplers[n].texture < 0)
            continue;
        separate(&first, "    ");
        print_sampler(n, &job->samplers[n]);
        bound[job->samplers[n].texture] = true;
    }
    first = true;
    fprintf(stderr, " },\n  \"textures\": {");
    for (int n = 0; n < ORACLE_TEXTURES; n++) {
        if (!bound[n])
            continue;
        separate(&first, "    ");
        print_texture(n, &job->textures[n]);
    }
    fprintf(stderr, " },\n");
}

static void print_stages(const oracle_job *job)
{
    bool first = true;
    fprintf(stderr, "  \"stages\": {");
    for (uint32_t n = 0; n < job->stage_count; n++) {
        const s9_texture_stage *s = &job->stages[n];
        separate(&first, "    ");
        fprintf(stderr, "\"%u\": { \"bump_matrix\": ", (unsigned)n);
        print_floats(s->bump_matrix, 4);
        fprintf(stderr, ", \"bump_lscale\": ");
        print_float(s->bump_lscale);
        fprintf(stderr, ", \"bump_loffset\": ");
        print_float(s->bump_loffset);
        fprintf(stderr, ", \"projected\": %s }", yes_no(s->projected));
    }
    fprintf(stderr, " },\n");
}

static void print_lanes(const oracle_job *job)
{
    bool first_lane = true;
    fprintf(stderr, "  \"lanes\": [");
    for (uint32_t lane = 0; lane < job->lanes; lane++) {
        bool first = true;
        separate(&first_lane, "    ");
        fprintf(stderr, "{");
        for (uint32_t n = 0; n < ORACLE_INPUTS; n++) {
            if (job->given[n] == 0)
                continue;
            fprintf(stderr, first ? " " : ", ");
            first = false;
            if (n == ORACLE_VFACE) {
                fprintf(stderr, "\"vFace\": ");
                print_float(job->in[n][lane][0]);
            } else if (n == ORACLE_VPOS) {
                fprintf(stderr, "\"vPos\": ");
                print_floats(job->in[n][lane], 2);
            } else {
                fprintf(stderr, "\"%c%u\": ", n < 16 ? 'v' : 't', (unsigned)(n < 16 ? n : n - 16));
                print_floats(job->in[n][lane], job->given[n]);
            }
        }
        fprintf(stderr, " }");
    }
    fprintf(stderr, " ]\n");
}

void print_case(const text_program *text, const oracle_job *job, const char *reason)
{
    fprintf(stderr, "---- %s\n", reason);
    for (uint32_t i = 0; i < text->count; i++)
        fprintf(stderr, "%s\n", text->lines[i]);
    fprintf(stderr, "---- job\n{\n");
    print_options(&job->options);
    fprintf(stderr, "  \"quads\": %s,\n", yes_no(job->quads));
    print_constants(job);
    print_textures(job);
    print_stages(job);
    print_lanes(job);
    fprintf(stderr, "}\n----\n");
}
