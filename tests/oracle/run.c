/* SPDX-License-Identifier: MIT */
/* Inputs to registers, one group of lanes after another, registers to results. */
#include "oracle/machine.h"

#include <stdio.h>
#include <stdlib.h>

int oracle_input_index(const char *name)
{
    if (strcmp(name, "vPos") == 0)
        return ORACLE_VPOS;
    if (strcmp(name, "vFace") == 0)
        return ORACLE_VFACE;
    int number = atoi(name + 1);
    if (name[0] == 'v' && number < 16)
        return number;
    return name[0] == 't' && number < 8 ? 16 + number : -1;
}

int oracle_output_index(const s9_program *program, const char *name)
{
    static const char *const rasteriser[] = {"oPos", "oFog", "oPts"};
    if (!s9_version_is_pixel(program->version) && s9_version_major(program->version) < 3) {
        for (int i = 0; i < 3; i++)
            if (strcmp(name, rasteriser[i]) == 0)
                return i;
        if (strncmp(name, "oD", 2) == 0)
            return 3 + atoi(name + 2);
        return strncmp(name, "oT", 2) == 0 ? 5 + atoi(name + 2) : -1;
    }
    if (strcmp(name, "oDepth") == 0)
        return 4;
    if (strncmp(name, "oC", 2) == 0)
        return atoi(name + 2);
    return name[0] == 'o' && name[1] >= '0' && name[1] <= '9' ? atoi(name + 1) : -1;
}

/* N32: (0, 0, 0, 1), and a shorter input filled from it. */
static oracle_vector input_of(const machine *m, uint32_t index, uint32_t lane)
{
    oracle_vector value = {{0, 0, 0, 1}};
    for (uint32_t i = 0; i < m->job->given[index] && i < 4; i++)
        value.v[i] = m->job->in[index][lane][i];
    return value;
}

static void begin_lane(machine *m, uint32_t k, uint32_t lane)
{
    lane_state *state = &m->lanes[k];
    memset(state, 0, sizeof *state);
    state->r = m->temps + (size_t)k * m->temp_count;
    if (m->temp_count > 0)
        memset(state->r, 0, m->temp_count * sizeof *state->r);
    for (uint32_t i = 0; i < 16; i++)
        state->v[i] = input_of(m, i, lane);
    for (uint32_t i = 0; i < 8; i++)
        state->coordinates[i] = state->t[i] = input_of(m, 16 + i, lane);
    /* vPos is (x, y), given or not; vFace says on which side of 0 a number lies. */
    for (uint32_t i = 0; i < 2 && i < m->job->given[ORACLE_VPOS]; i++)
        state->position.v[i] = m->job->in[ORACLE_VPOS][lane][i];
    float face = m->job->given[ORACLE_VFACE] > 0 && m->job->in[ORACLE_VFACE][lane][0] < 0 ? -1.0f : 1.0f;
    state->face = (oracle_vector){{face, face, face, face}};
}

static void end_lane(machine *m, uint32_t k, uint32_t lane)
{
    const lane_state *state = &m->lanes[k];
    for (uint32_t i = 0; i < ORACLE_OUTPUTS; i++) {
        m->result->out[i][lane] = state->out[i];
        m->result->written[i][lane] = state->written[i];
    }
    if (!m->vertex && m->major == 1 && m->temp_count > 0)
        m->result->out[0][lane] = state->r[0];
    m->result->discarded[lane] = state->discarded;
}

/* The highest r# and l# that the program names. */
static void measure(machine *m)
{
    m->temp_count = 1;
    for (uint32_t i = 0; i < m->count; i++) {
        const s9_item *item = m->items[i];
        for (uint32_t s = 0; s <= item->source_count; s++) {
            const s9_operand *operand = s == 0 ? &item->destination : &item->sources[s - 1];
            if (s == 0 && !item->has_destination)
                continue;
            uint32_t number = s9_operand_number(operand->token), file = operand_file(m, operand);
            if (file == S9_FILE_TEMP && number + 4 >= m->temp_count)
                m->temp_count = number + 5; /* a matrix may begin there */
            if (file == S9_FILE_LABEL && number >= m->label_count)
                m->label_count = number + 1;
        }
    }
}

static bool prepare(machine *m)
{
    const s9_program *p = m->program;
    m->vertex = !s9_version_is_pixel(p->version);
    m->major = s9_version_major(p->version);
    m->ps14 = p->version == S9_PS_1_4;
    m->ps13 = !m->vertex && m->major == 1 && !m->ps14;
    m->ieee = m->job->options.float_mode == S9_FLOAT_IEEE;
    m->items = calloc(p->items.count + 1u, sizeof *m->items);
    m->links = calloc(p->items.count + 1u, sizeof *m->links);
    if (m->items == NULL || m->links == NULL)
        return false;
    for (uint32_t i = 0; i < p->items.count; i++)
        if (p->items.items[i].kind == S9_ITEM_INSTRUCTION)
            m->items[m->count++] = &p->items.items[i];
        else if (p->items.items[i].kind == S9_ITEM_RAW)
            oracle_fault(m, "an instruction that is not decoded");
    measure(m);
    m->label_item = malloc((m->label_count + 1u) * sizeof *m->label_item);
    m->temps = calloc((size_t)m->temp_count * 4, sizeof *m->temps);
    if (m->label_item == NULL || m->temps == NULL)
        return false;
    memset(m->label_item, 0xFF, m->label_count * sizeof *m->label_item);
    return prepare_flow(m);
}

bool oracle_run(const s9_program *program, const oracle_job *job, oracle_result *result)
{
    machine *m = calloc(1, sizeof *m);
    if (m == NULL)
        return false;
    m->program = program;
    m->job = job;
    m->result = result;
    memset(result, 0, sizeof *result);
    bool done = prepare(m);
    m->group = job->quads ? 4 : 1;
    for (uint32_t lane = 0; done && lane < job->lanes && result->fault[0] == '\0' && !result->too_long;
         lane += m->group) {
        for (uint32_t k = 0; k < m->group; k++)
            begin_lane(m, k, lane + k);
        m->steps = 0;
        run_group(m, m->group == 4 ? 15u : 1u);
        for (uint32_t k = 0; k < m->group; k++)
            end_lane(m, k, lane + k);
    }
    free(m->items);
    free(m->links);
    free(m->label_item);
    free(m->temps);
    free(m->floats);
    free(m->integers);
    free(m->booleans);
    free(m);
    return done;
}
