/* SPDX-License-Identifier: MIT */
/* A case as a person can run it: assembly, and the job in the form that `shader9 run --job` reads. */
#include "oracle/compare.h"

#include <stdio.h>

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

static void print_options(const s9_shader_options *o)
{
    fprintf(stderr, "  \"float\": \"%s\",\n", o->float_mode == S9_FLOAT_IEEE ? "ieee" : "d3d9");
    fprintf(stderr,
            "  options: lit_clamp %d, mova_ties %d, cnd_coissue_quirk_off %d, ps1_range %d, logp_vs1 %d, unbound %d, "
            "texture_kind_mismatch %d\n",
            (int)o->lit_clamp, (int)o->mova_ties, (int)o->cnd_coissue_quirk_off, (int)o->ps1_range, (int)o->logp_vs1,
            (int)o->unbound, (int)o->texture_kind_mismatch);
}

static void print_texture(int n, const oracle_texture *t)
{
    static const char *const kinds[] = {"2d", "cube", "volume"};
    fprintf(stderr, "    \"t%d\": { \"type\": \"%s\", \"format\": \"%s\", \"size\": [%u, %u, %u], \"levels\": [\n", n,
            kinds[t->type - S9_TEXTURE_2D], s9_format_name(t->format), (unsigned)t->size[0], (unsigned)t->size[1],
            (unsigned)t->size[2]);
    for (uint32_t k = 0; k < t->levels; k++) {
        size_t texels = t->byte_count[k] / oracle_texel_bytes(t->format);
        fprintf(stderr, "      ");
        print_floats(t->texels[k][0], texels > 8 ? 32 : texels * 4);
        fprintf(stderr, texels > 8 ? " .. %zu texels\n" : "\n", texels);
    }
    fprintf(stderr, "    ] }\n");
}

static void print_sampler(uint32_t n, const oracle_sampler *s)
{
    static const char *const filters[] = {"none", "point", "linear", "anisotropic"};
    static const char *const modes[] = {"", "wrap", "mirror", "clamp", "border", "mirror_once"};
    const s9_sampler_state *state = &s->state;
    fprintf(stderr, "    \"s%u\": { \"texture\": \"t%d\", \"min\": \"%s\", \"mag\": \"%s\", \"mip\": \"%s\", ",
            (unsigned)n, s->texture, filters[state->min], filters[state->mag], filters[state->mip]);
    fprintf(stderr, "\"address\": [\"%s\", \"%s\", \"%s\"], \"border\": ", modes[state->address[0]],
            modes[state->address[1]], modes[state->address[2]]);
    print_floats(state->border, 4);
    fprintf(stderr, ", \"bias\": ");
    print_float(state->bias);
    fprintf(stderr,
            ", \"max_level\": %u, \"max_anisotropy\": %u, \"srgb\": %d, \"seamless\": %d, \"fetch4\": %d, \"compare\": "
            "%d }\n",
            (unsigned)state->max_level, (unsigned)state->max_anisotropy, state->srgb, state->seamless, state->fetch4,
            state->compare);
}

static void print_constants(const oracle_job *job)
{
    fprintf(stderr, "  \"constants\": {\n");
    for (uint32_t n = 0; n < job->c_count; n++) {
        if (is_zero(job->c[n], sizeof job->c[n]))
            continue;
        fprintf(stderr, "    \"c%u\": ", (unsigned)n);
        print_floats(job->c[n], 4);
        fprintf(stderr, ",\n");
    }
    for (uint32_t n = 0; n < job->i_count; n++)
        if (!is_zero(job->i[n], sizeof job->i[n]))
            fprintf(stderr, "    \"i%u\": [%d, %d, %d, %d],\n", (unsigned)n, (int)job->i[n][0], (int)job->i[n][1],
                    (int)job->i[n][2], (int)job->i[n][3]);
    for (uint32_t n = 0; n < job->b_count; n++)
        if (job->b[n] != 0)
            fprintf(stderr, "    \"b%u\": true,\n", (unsigned)n);
    fprintf(stderr, "  },\n");
}

static void print_inputs(const oracle_job *job)
{
    fprintf(stderr, "  \"lanes\": [\n");
    for (uint32_t lane = 0; lane < job->lanes; lane++) {
        fprintf(stderr, "    { ");
        for (uint32_t n = 0; n < ORACLE_INPUTS; n++) {
            if (job->given[n] == 0)
                continue;
            if (n == ORACLE_VPOS || n == ORACLE_VFACE)
                fprintf(stderr, "\"%s\": ", n == ORACLE_VPOS ? "vPos" : "vFace");
            else
                fprintf(stderr, "\"%c%u\": ", n < 16 ? 'v' : 't', (unsigned)(n < 16 ? n : n - 16));
            print_floats(job->in[n][lane], n == ORACLE_VPOS && job->given[n] > 2 ? 2 : job->given[n]);
            fprintf(stderr, ", ");
        }
        fprintf(stderr, "},\n");
    }
    fprintf(stderr, "  ]\n");
}

void print_case(const text_program *text, const oracle_job *job, const char *reason)
{
    bool shown[ORACLE_TEXTURES] = {false};
    fprintf(stderr, "---- %s\n", reason);
    for (uint32_t i = 0; i < text->count; i++)
        fprintf(stderr, "%s\n", text->lines[i]);
    fprintf(stderr, "job: {\n");
    print_options(&job->options);
    fprintf(stderr, "  \"quads\": %s,\n", job->quads ? "true" : "false");
    print_constants(job);
    fprintf(stderr, "  \"samplers\": {\n");
    for (uint32_t n = 0; n < job->sampler_count; n++)
        if (job->samplers[n].texture >= 0) {
            print_sampler(n, &job->samplers[n]);
            shown[job->samplers[n].texture] = true;
        }
    fprintf(stderr, "  },\n  \"textures\": {\n");
    for (int n = 0; n < ORACLE_TEXTURES; n++)
        if (shown[n])
            print_texture(n, &job->textures[n]);
    fprintf(stderr, "  },\n  \"stages\": {\n");
    for (uint32_t n = 0; n < job->stage_count; n++)
        if (!is_zero(&job->stages[n], sizeof job->stages[n])) {
            fprintf(stderr, "    \"%u\": { \"bump_matrix\": ", (unsigned)n);
            print_floats(job->stages[n].bump_matrix, 4);
            fprintf(stderr, ", \"bump_lscale\": ");
            print_float(job->stages[n].bump_lscale);
            fprintf(stderr, ", \"bump_loffset\": ");
            print_float(job->stages[n].bump_loffset);
            fprintf(stderr, ", \"projected\": %s },\n", job->stages[n].projected ? "true" : "false");
        }
    fprintf(stderr, "  },\n");
    print_inputs(job);
    fprintf(stderr, "}\n----\n");
}
