/* SPDX-License-Identifier: MIT */
/* The program from its first instruction to its last: instructions.md 5.6, lanes of a quad in lock step. */
#include "oracle/machine.h"

#include <stdlib.h>

#define MAX_STEPS (1u << 17) /* of a run; beyond, it is not compared */

/* ---- what belongs together ---- */

static bool add_definition(definition **list, uint32_t *count, const s9_item *item, uint32_t literals)
{
    definition *more = realloc(*list, (*count + 1) * sizeof **list);
    if (more == NULL)
        return false;
    *list = more;
    definition *d = &more[(*count)++];
    memset(d, 0, sizeof *d);
    d->number = s9_operand_number(item->destination.token);
    memcpy(d->words, item->literals, literals * sizeof *d->words);
    return true;
}

static void declare(machine *m, const s9_item *item)
{
    uint32_t number = s9_operand_number(item->destination.token);
    switch (operand_file(m, &item->destination)) {
    case S9_FILE_INPUT:
        if (number < 16)
            m->declared_inputs |= 1u << number;
        break;
    case S9_FILE_OUTPUT:
        if (number < ORACLE_OUTPUTS)
            m->output_mask[number] |= (uint8_t)s9_operand_mask(item->destination.token);
        break;
    case S9_FILE_SAMPLER:
        if (number < ORACLE_SAMPLERS)
            m->sampler_type[number] = (s9_texture_type)s9_dcl_texture_type(item->dcl);
        break;
    default:
        break;
    }
}

/* Finds blocks, labels and definitions. False when memory is missing. */
bool prepare_flow(machine *m)
{
    uint32_t *open = calloc(m->count + 1, sizeof *open), depth = 0;
    if (open == NULL)
        return false;
    bool whole = true;
    for (uint32_t i = 0; i < m->count && whole; i++) {
        const s9_item *item = m->items[i];
        switch (item->opcode) {
        case S9_OP_IF:
        case S9_OP_IFC:
        case S9_OP_LOOP:
        case S9_OP_REP:
            open[depth++] = i;
            break;
        case S9_OP_ELSE:
            if (depth > 0)
                m->links[open[depth - 1]].other = i;
            if (depth > 0)
                open[depth - 1] = i;
            break;
        case S9_OP_ENDIF:
        case S9_OP_ENDLOOP:
        case S9_OP_ENDREP:
            if (depth > 0)
                m->links[open[--depth]].other = i;
            break;
        case S9_OP_LABEL: {
            uint32_t number = s9_operand_number(item->sources[0].token);
            if (number < m->label_count)
                m->label_item[number] = i + 1;
            break;
        }
        case S9_OP_DEF:
            whole = add_definition(&m->floats, &m->float_count, item, 4);
            break;
        case S9_OP_DEFI:
            whole = add_definition(&m->integers, &m->integer_count, item, 4);
            break;
        case S9_OP_DEFB:
            whole = add_definition(&m->booleans, &m->boolean_count, item, 1);
            break;
        case S9_OP_DCL:
            declare(m, item);
            break;
        default:
            break;
        }
    }
    free(open);
    return whole;
}

/* ---- running ---- */

/* The components that an opcode has a value for. */
static unsigned components_of(const s9_item *item)
{
    switch (item->opcode) {
    case S9_OP_M4X3:
    case S9_OP_M3X3:
    case S9_OP_CRS:
        return 7;
    case S9_OP_M3X2:
    case S9_OP_SINCOS:
    case S9_OP_BEM:
        return 3;
    default:
        return 15;
    }
}

static void run_block(machine *m, uint32_t begin, uint32_t end, unsigned mask);

/* `[!]b#` or `[!]p0.c`: the lanes of `active` for which it holds. */
static unsigned condition(machine *m, const s9_operand *operand, unsigned active)
{
    unsigned holds = 0;
    for (uint32_t k = 0; k < m->group; k++) {
        bool value;
        if (operand_file(m, operand) == S9_FILE_PREDICATE) {
            value = predicate_of(m, k, operand, 0);
        } else {
            value = read_boolean(m, s9_operand_number(operand->token));
            if (s9_operand_modifier(operand->token) == S9_MOD_NOT)
                value = !value;
        }
        if (value)
            holds |= 1u << k;
    }
    return holds & active;
}

static unsigned comparison(machine *m, const s9_item *item, unsigned active)
{
    unsigned holds = 0;
    for (uint32_t k = 0; k < m->group; k++) {
        oracle_vector a = read_source(m, k, &item->sources[0]), b = read_source(m, k, &item->sources[1]);
        if (oracle_compare(s9_token_controls(item->words[0]) & 7u, a.v[0], b.v[0]))
            holds |= 1u << k;
    }
    return holds & active;
}

static void call(machine *m, const s9_operand *label, unsigned active)
{
    uint32_t number = s9_operand_number(label->token);
    if (active == 0 || number >= m->label_count || m->label_item[number] == UINT32_MAX)
        return;
    run_block(m, m->label_item[number], m->count, active);
}

/* N36: i#.x times, aL from i#.y by i#.z. A lane that breaks waits at the end. */
static void iterate(machine *m, uint32_t at, unsigned active)
{
    const s9_item *item = m->items[at];
    bool loop = item->opcode == S9_OP_LOOP;
    int32_t i[4];
    read_integer(m, s9_operand_number(item->sources[loop ? 1 : 0].token), i);
    int64_t outer[4];
    unsigned outside = m->live;
    for (uint32_t k = 0; k < m->group; k++)
        outer[k] = m->lanes[k].loop;
    for (uint32_t k = 0; k < m->group && loop; k++)
        if ((active & 1u << k) != 0)
            m->lanes[k].loop = i[1];
    for (int32_t n = 0; n < i[0] && (active & m->live) != 0 && m->steps < MAX_STEPS; n++) {
        run_block(m, at + 1, m->links[at].other, active & m->live);
        for (uint32_t k = 0; k < m->group && loop; k++)
            if ((active & m->live & 1u << k) != 0) /* a register of 32 bits */
                m->lanes[k].loop = (int32_t)((uint32_t)m->lanes[k].loop + (uint32_t)i[2]);
    }
    m->live = outside;
    for (uint32_t k = 0; k < m->group && loop; k++)
        m->lanes[k].loop = outer[k];
}

static bool is_arithmetic_pair(const machine *m, uint32_t at, uint32_t end)
{
    return !m->vertex && m->major == 1 && at + 1 < end && s9_token_coissue(m->items[at + 1]->words[0]);
}

static void arithmetic(machine *m, uint32_t at, uint32_t count, unsigned active)
{
    /* N20: both of a pair read before either writes; and in a quad every lane reads before any writes. */
    oracle_vector values[2][4];
    for (uint32_t n = 0; n < count; n++)
        for (uint32_t k = 0; k < m->group; k++)
            if (!arithmetic_result(m, k, m->items[at + n], &values[n][k]))
                oracle_fault(m, "opcode %u", (unsigned)m->items[at + n]->opcode);
    for (uint32_t n = 0; n < count; n++)
        for (uint32_t k = 0; k < m->group; k++)
            if ((active & 1u << k) != 0)
                store(m, k, m->items[at + n], values[n][k], components_of(m->items[at + n]));
}

/* Runs the lanes of `mask` from `begin` to `end`, or to a `ret`. */
static void run_block(machine *m, uint32_t begin, uint32_t end, unsigned mask)
{
    for (uint32_t at = begin; at < end; at++) {
        const s9_item *item = m->items[at];
        unsigned active = mask & m->live;
        if (active == 0)
            return;
        if (++m->steps >= MAX_STEPS)
            return;
        oracle_cover(m, item, active);
        switch (item->opcode) {
        case S9_OP_NOP:
        case S9_OP_PHASE:
        case S9_OP_DCL:
        case S9_OP_DEF:
        case S9_OP_DEFI:
        case S9_OP_DEFB:
            break;
        case S9_OP_RET:
            return;
        case S9_OP_CALL:
            call(m, &item->sources[0], active);
            break;
        case S9_OP_CALLNZ:
            call(m, &item->sources[0], condition(m, &item->sources[1], active));
            break;
        case S9_OP_IF:
        case S9_OP_IFC: {
            unsigned holds =
                item->opcode == S9_OP_IF ? condition(m, &item->sources[0], active) : comparison(m, item, active);
            uint32_t middle = m->links[at].other, last = middle;
            run_block(m, at + 1, middle, holds);
            if (m->items[middle]->opcode == S9_OP_ELSE) {
                last = m->links[middle].other;
                if ((active & ~holds) != 0)
                    oracle_cover_feature(m, COVER_ELSE, 1);
                run_block(m, middle + 1, last, active & ~holds);
            }
            at = last;
            break;
        }
        case S9_OP_LOOP:
        case S9_OP_REP:
            iterate(m, at, active);
            at = m->links[at].other;
            break;
        case S9_OP_BREAK:
            m->live &= ~active;
            break;
        case S9_OP_BREAKC:
            m->live &= ~comparison(m, item, active);
            break;
        case S9_OP_BREAKP:
            m->live &= ~condition(m, &item->sources[0], active);
            break;
        case S9_OP_SETP:
            for (uint32_t k = 0; k < m->group; k++)
                if ((active & 1u << k) != 0)
                    write_predicate(m, k, item);
            break;
        case S9_OP_TEXKILL:
            texkill(m, item, active);
            break;
        case S9_OP_UNKNOWN:
            oracle_fault(m, "an unknown opcode");
            return;
        default:
            if (s9_isa_opcode(item->opcode)->kind == S9_OPK_TEXTURE) {
                if (m->major == 1)
                    texture_instruction_1(m, item, active);
                else
                    texture_instruction_2(m, item, active);
            } else if (m->vertex && operand_file(m, &item->destination) == S9_FILE_ADDR) {
                for (uint32_t k = 0; k < m->group; k++)
                    if ((active & 1u << k) != 0)
                        write_address(m, k, item);
            } else {
                bool pair = is_arithmetic_pair(m, at, end);
                arithmetic(m, at, pair ? 2 : 1, active);
                if (pair)
                    oracle_cover(m, m->items[++at], active);
            }
        }
    }
}

void run_group(machine *m, unsigned mask)
{
    m->live = mask;
    run_block(m, 0, m->count, mask);
    if (m->steps >= MAX_STEPS)
        m->result->too_long = true;
}
