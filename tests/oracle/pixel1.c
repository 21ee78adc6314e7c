/* SPDX-License-Identifier: MIT */
/*
 * Texture instructions of ps_1_0 to ps_1_4: instructions.md 5.7. There is no flow control, so every lane of the group
 * is computed; `active` says which are wanted.
 */
#include "oracle/machine.h"

static const s9_texture_stage *stage_of(const machine *m, uint32_t number)
{
    static const s9_texture_stage none = {{0}, 0, 0, false};
    return number < m->job->stage_count ? &m->job->stages[number] : &none;
}

/* N26: u, v, w of T(m), divided by q where the stage is marked projected. */
static oracle_vector projected(machine *m, uint32_t lane, uint32_t stage)
{
    oracle_vector t = m->lanes[lane].coordinates[stage];
    if (stage_of(m, stage)->projected)
        for (int i = 0; i < 3; i++)
            t.v[i] = oracle_div(t.v[i], t.v[3]);
    return t;
}

/* u' and v' of texbem and texbeml. */
static oracle_vector bumped(machine *m, uint32_t lane, uint32_t stage, const oracle_vector *s)
{
    const float *matrix = stage_of(m, stage)->bump_matrix; /* M00, M01, M10, M11 */
    oracle_vector t = projected(m, lane, stage);
    float u = oracle_add(t.v[0], oracle_mul(m, matrix[0], s->v[0]));
    float v = oracle_add(t.v[1], oracle_mul(m, matrix[1], s->v[0]));
    u = oracle_add(u, oracle_mul(m, matrix[2], s->v[1]));
    v = oracle_add(v, oracle_mul(m, matrix[3], s->v[1]));
    return (oracle_vector){{u, v, 0, 0}};
}

/* N27: R = f N - E, f = 2 (N.E) rcp(N.N). */
static oracle_vector reflected(machine *m, const float *n, const float *e)
{
    float f = oracle_mul(m, oracle_mul(m, 2.0f, oracle_dot(m, n, e, 3)), oracle_rcp(m, oracle_dot(m, n, n, 3)));
    oracle_vector r = {{0, 0, 0, 0}};
    for (int i = 0; i < 3; i++)
        r.v[i] = oracle_sub(oracle_mul(m, f, n[i]), e[i]);
    return r;
}

/* N28. */
static void write_depth(machine *m, uint32_t lane, float a, float b)
{
    float depth = b == 0.0f ? 1.0f : oracle_div(a, b);
    m->lanes[lane].out[4].v[0] = oracle_saturate(depth);
    m->lanes[lane].written[4] = 1;
}

static void sample_to(machine *m, const s9_item *item, unsigned active, uint32_t components,
                      const oracle_vector *coordinates)
{
    oracle_vector results[4];
    lookup_form plain = {0};
    look_up(m, s9_operand_number(item->destination.token), components, coordinates, &plain, active, results);
    for (uint32_t k = 0; k < m->group; k++)
        store(m, k, item, results[k], 15);
}

/* The row of a matrix group that this instruction computes. */
static void add_row(machine *m, const s9_item *item, uint32_t row)
{
    uint32_t stage = s9_operand_number(item->destination.token);
    for (uint32_t k = 0; k < m->group; k++) {
        oracle_vector s = read_source(m, k, &item->sources[0]);
        const oracle_vector *t = &m->lanes[k].coordinates[stage];
        m->row[row][k] = oracle_dot(m, t->v, s.v, 3);
        m->eye[k].v[row] = t->v[3];
    }
}

/* The final row of a texm3x3* group and what is made of the three. */
static void third_row(machine *m, const s9_item *item, unsigned active)
{
    oracle_vector coordinates[4];
    add_row(m, item, 2);
    for (uint32_t k = 0; k < m->group; k++) {
        oracle_vector n = {{m->row[0][k], m->row[1][k], m->row[2][k], 1.0f}};
        coordinates[k] = n;
        if (item->opcode == S9_OP_TEXM3X3SPEC) {
            oracle_vector e = read_source(m, k, &item->sources[1]);
            coordinates[k] = reflected(m, n.v, e.v);
        } else if (item->opcode == S9_OP_TEXM3X3VSPEC) {
            coordinates[k] = reflected(m, n.v, m->eye[k].v);
        } else if (item->opcode == S9_OP_TEXM3X3) {
            store(m, k, item, n, 15);
        }
    }
    if (item->opcode != S9_OP_TEXM3X3)
        sample_to(m, item, active, 3, coordinates);
}

void texture_instruction_1(machine *m, const s9_item *item, unsigned active)
{
    uint32_t stage = s9_operand_number(item->destination.token);
    oracle_vector coordinates[4], s[4];
    if (stage >= 8)
        return;
    memset(s, 0, sizeof s);
    for (uint32_t k = 0; k < m->group && item->source_count > 0; k++)
        s[k] = read_source(m, k, &item->sources[0]);
    for (uint32_t k = 0; k < m->group; k++) {
        const oracle_vector *t = &m->lanes[k].coordinates[stage];
        oracle_vector *c = &coordinates[k];
        *c = (oracle_vector){{0, 0, 0, 0}};
        switch (item->opcode) {
        case S9_OP_TEXCOORD:
            if (m->ps14) { /* texcrd: as it is */
                store(m, k, item, s[k], 15);
                if (stage == 0) /* N42: what it leaves undefined is reported like what it writes */
                    m->lanes[k].written[0] = 15;
            } else
                store(m, k, item,
                      (oracle_vector){
                          {oracle_saturate(t->v[0]), oracle_saturate(t->v[1]), oracle_saturate(t->v[2]), 1.0f}},
                      15);
            break;
        case S9_OP_TEX:
            *c = m->ps14 ? s[k] : projected(m, k, stage);
            break;
        case S9_OP_TEXBEM:
        case S9_OP_TEXBEML:
            *c = bumped(m, k, stage, &s[k]);
            break;
        case S9_OP_TEXREG2AR:
            c->v[0] = s[k].v[3];
            c->v[1] = s[k].v[0];
            break;
        case S9_OP_TEXREG2GB:
            c->v[0] = s[k].v[1];
            c->v[1] = s[k].v[2];
            break;
        case S9_OP_TEXREG2RGB:
            *c = s[k];
            break;
        case S9_OP_TEXDP3TEX:
            c->v[0] = oracle_dot(m, t->v, s[k].v, 3);
            break;
        case S9_OP_TEXDP3: {
            float d = oracle_dot(m, t->v, s[k].v, 3);
            store(m, k, item, (oracle_vector){{d, d, d, d}}, 15);
            break;
        }
        default:
            break;
        }
    }
    switch (item->opcode) {
    case S9_OP_TEX:
    case S9_OP_TEXREG2RGB:
        sample_to(m, item, active, 3, coordinates);
        break;
    case S9_OP_TEXBEM:
    case S9_OP_TEXREG2AR:
    case S9_OP_TEXREG2GB:
    case S9_OP_TEXDP3TEX:
        sample_to(m, item, active, 2, coordinates);
        break;
    case S9_OP_TEXBEML: {
        oracle_vector results[4];
        lookup_form plain = {0};
        look_up(m, stage, 2, coordinates, &plain, active, results);
        for (uint32_t k = 0; k < m->group; k++) {
            const s9_texture_stage *own = stage_of(m, stage);
            float l = oracle_saturate(oracle_add(oracle_mul(m, s[k].v[2], own->bump_lscale), own->bump_loffset));
            for (int i = 0; i < 4; i++)
                results[k].v[i] = oracle_mul(m, results[k].v[i], l);
            store(m, k, item, results[k], 15);
        }
        break;
    }
    case S9_OP_TEXM3X2PAD:
        add_row(m, item, 0);
        break;
    case S9_OP_TEXM3X3PAD: {
        /* The second pad of a group follows the first. */
        uint32_t n = item->instruction;
        bool second = false;
        for (uint32_t i = 0; i < m->count; i++)
            if (m->items[i]->instruction + 1 == n && m->items[i]->opcode == S9_OP_TEXM3X3PAD)
                second = true;
        add_row(m, item, second ? 1 : 0);
        break;
    }
    case S9_OP_TEXM3X2TEX:
        add_row(m, item, 1);
        for (uint32_t k = 0; k < m->group; k++)
            coordinates[k] = (oracle_vector){{m->row[0][k], m->row[1][k], 0, 0}};
        sample_to(m, item, active, 2, coordinates);
        break;
    case S9_OP_TEXM3X2DEPTH:
        add_row(m, item, 1);
        for (uint32_t k = 0; k < m->group; k++)
            write_depth(m, k, m->row[0][k], m->row[1][k]);
        break;
    case S9_OP_TEXM3X3:
    case S9_OP_TEXM3X3TEX:
    case S9_OP_TEXM3X3SPEC:
    case S9_OP_TEXM3X3VSPEC:
        third_row(m, item, active);
        break;
    case S9_OP_TEXDEPTH:
        for (uint32_t k = 0; k < m->group; k++)
            if (m->temp_count > 5)
                write_depth(m, k, m->lanes[k].r[5].v[0], m->lanes[k].r[5].v[1]);
        break;
    default:
        break;
    }
}
