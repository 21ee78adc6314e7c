/* SPDX-License-Identifier: MIT */
/* Texture instructions of SM2 and SM3 (instructions.md 5.8), texkill, and the way from coordinates to a sampler. */
#include "oracle/machine.h"

/*
 * N22, N23, sampling.md 4. The instruction has `components` coordinates (2 for a declared 2D texture, 3 else); what is
 * bound is sampled with those, the rest being 0. In SM1 the bound texture says what it is.
 */
void look_up(machine *m, uint32_t sampler, uint32_t components, const oracle_vector *coordinates,
             const lookup_form *form, unsigned active, oracle_vector *results)
{
    const oracle_sampler *bound = sampler < m->job->sampler_count ? &m->job->samplers[sampler] : NULL;
    const oracle_texture *texture = bound != NULL && bound->texture >= 0 ? &m->job->textures[bound->texture] : NULL;
    float narrowed[3][4] = {{0}};
    for (uint32_t k = 0; k < m->group; k++)
        for (uint32_t i = 0; i < components; i++)
            narrowed[i][k] = coordinates[k].v[i];
    for (uint32_t k = 0; k < m->group; k++) {
        oracle_vector *r = &results[k];
        *r = (oracle_vector){{0, 0, 0, 0}};
        if ((active & 1u << k) == 0)
            continue;
        oracle_cover_feature(m,
                             texture == NULL                    ? COVER_UNBOUND
                             : texture->type == S9_TEXTURE_2D   ? COVER_2D
                             : texture->type == S9_TEXTURE_CUBE ? COVER_CUBE
                                                                : COVER_VOLUME,
                             1);
        if (texture == NULL) {
            r->v[3] = m->job->options.unbound == S9_UNBOUND_0001 ? 1.0f : 0.0f;
            continue;
        }
        if (m->major > 1 && texture->type != m->sampler_type[sampler] &&
            m->job->options.texture_kind_mismatch == S9_KIND_MISMATCH_ZERO)
            continue;
        oracle_lookup lookup = {.texture = texture,
                                .state = &bound->state,
                                .reference = coordinates[k].v[2],
                                .explicit_level = form->explicit_level,
                                .has_bias = form->has_bias,
                                .vertex = m->vertex};
        if (form->explicit_level)
            lookup.level = form->level[k];
        if (form->has_bias)
            lookup.bias = form->level[k];
        for (uint32_t i = 0; i < 3; i++) {
            lookup.coordinate[i] = narrowed[i][k];
            if (form->gradients) {
                lookup.ddx[i] = i < components ? form->ddx[k].v[i] : 0.0f;
                lookup.ddy[i] = i < components ? form->ddy[k].v[i] : 0.0f;
            } else {
                lookup.ddx[i] = difference_x(m, k, narrowed[i]);
                lookup.ddy[i] = difference_y(m, k, narrowed[i]);
            }
        }
        *r = oracle_sample(&lookup);
    }
}

/* N24: the swizzle of the sampler operand acts on the result. */
static oracle_vector swizzled(oracle_vector value, const s9_operand *sampler)
{
    oracle_vector r;
    for (uint32_t i = 0; i < 4; i++)
        r.v[i] = value.v[s9_swizzle_component(s9_operand_swizzle(sampler->token), i)];
    return r;
}

void texture_instruction_2(machine *m, const s9_item *item, unsigned active)
{
    oracle_vector coordinates[4], ddx[4], ddy[4], results[4];
    float level[4] = {0};
    uint32_t sampler = s9_operand_number(item->sources[1].token);
    uint32_t control = item->opcode == S9_OP_TEX ? s9_token_controls(item->words[0]) : S9_TEX_PLAIN;
    if (sampler >= ORACLE_SAMPLERS)
        return;
    lookup_form form = {.explicit_level = item->opcode == S9_OP_TEXLDL,
                        .has_bias = control == S9_TEX_BIAS,
                        .gradients = item->opcode == S9_OP_TEXLDD,
                        .level = level,
                        .ddx = ddx,
                        .ddy = ddy};
    /* Lanes that are off still have coordinates, which the derivatives of the others need. */
    for (uint32_t k = 0; k < m->group; k++) {
        coordinates[k] = read_source(m, k, &item->sources[0]);
        level[k] = coordinates[k].v[3];
        if (control == S9_TEX_PROJECT)
            for (int i = 0; i < 3; i++)
                coordinates[k].v[i] = oracle_div(coordinates[k].v[i], coordinates[k].v[3]);
        if (form.gradients) {
            ddx[k] = read_source(m, k, &item->sources[2]);
            ddy[k] = read_source(m, k, &item->sources[3]);
        }
    }
    uint32_t components = m->sampler_type[sampler] == S9_TEXTURE_2D ? 2 : 3;
    look_up(m, sampler, components, coordinates, &form, active, results);
    for (uint32_t k = 0; k < m->group; k++)
        if ((active & 1u << k) != 0)
            store(m, k, item, swizzled(results[k], &item->sources[1]), 15);
}

/* N21. */
void texkill(machine *m, const s9_item *item, unsigned active)
{
    uint32_t number = s9_operand_number(item->destination.token);
    unsigned tested = m->major == 1 ? 7u : s9_operand_mask(item->destination.token);
    for (uint32_t k = 0; k < m->group; k++) {
        lane_state *lane = &m->lanes[k];
        oracle_vector value = {{0, 0, 0, 0}};
        if ((active & 1u << k) == 0)
            continue;
        switch (operand_file(m, &item->destination)) {
        case S9_FILE_TEXTURE:
            if (number < 8)
                value = lane->coordinates[number];
            break;
        case S9_FILE_TEMP:
            if (number < m->temp_count)
                value = lane->r[number];
            break;
        case S9_FILE_INPUT:
            if (number < 16)
                value = lane->v[number];
            break;
        default:
            break;
        }
        if (item->has_predicate)
            for (uint32_t i = 0; i < 4; i++)
                if (!predicate_of(m, k, &item->predicate, i))
                    value.v[i] = 0;
        for (uint32_t i = 0; i < 4; i++)
            if ((tested & 1u << i) != 0 && value.v[i] < 0)
                lane->discarded = true;
    }
}
