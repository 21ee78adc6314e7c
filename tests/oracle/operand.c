/* SPDX-License-Identifier: MIT */
/* How a source is read and a result stored. */
#include "oracle/machine.h"

uint32_t operand_file(const machine *m, const s9_operand *operand)
{
    return (uint32_t)s9_operand_file(m->program, operand->token);
}

/* ---- constants ---- */

/* Registers of c# by version: registers.md 1, device limits at their largest. */
static int64_t float_constants(const machine *m)
{
    switch (m->program->version) {
    case S9_PS_1_0:
    case S9_PS_1_1:
    case S9_PS_1_2:
    case S9_PS_1_3:
    case S9_PS_1_4:
        return 8;
    case S9_PS_2_0:
    case S9_PS_2_X:
        return 32;
    case S9_PS_3_0:
        return 224;
    default:
        return 8192;
    }
}

static const definition *defined(const definition *list, uint32_t count, int64_t number)
{
    const definition *found = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (list[i].number == number)
            found = &list[i]; /* the last one counts */
    return found;
}

oracle_vector read_constant(machine *m, int64_t number)
{
    oracle_vector value = {{0, 0, 0, 0}};
    if (number < 0 || number >= float_constants(m))
        return value;
    const definition *d = defined(m->floats, m->float_count, number);
    if (d != NULL)
        memcpy(value.v, d->words, sizeof value.v);
    else if (number < m->job->c_count)
        memcpy(value.v, m->job->c[number], sizeof value.v);
    /* N14: constants of ps_1_x, defined ones too, are held to [-1, 1]. */
    if (!m->vertex && m->major == 1)
        for (int i = 0; i < 4; i++)
            value.v[i] = oracle_hold(value.v[i], 1.0f);
    return value;
}

void read_integer(machine *m, uint32_t number, int32_t value[4])
{
    const definition *d = defined(m->integers, m->integer_count, number);
    memset(value, 0, 4 * sizeof *value);
    if (d != NULL)
        memcpy(value, d->words, 4 * sizeof *value);
    else if (number < m->job->i_count)
        memcpy(value, m->job->i[number], 4 * sizeof *value);
}

bool read_boolean(machine *m, uint32_t number)
{
    const definition *d = defined(m->booleans, m->boolean_count, number);
    if (d != NULL)
        return d->words[0] != 0;
    return number < m->job->b_count && m->job->b[number] != 0;
}

/* ---- sources ---- */

static int64_t index_of(machine *m, uint32_t lane, const s9_operand *operand)
{
    if (!s9_operand_is_relative(operand->token))
        return 0;
    s9_index index = s9_operand_index(m->program, operand);
    return index.file == S9_FILE_LOOP ? m->lanes[lane].loop : m->lanes[lane].a[index.component];
}

/* v# of each version; N40: outside, or not declared where that is asked for, reads zero through an index. */
static oracle_vector read_input(machine *m, uint32_t lane, int64_t number, bool relative)
{
    oracle_vector zero = {{0, 0, 0, 0}};
    int64_t limit = m->vertex ? 16 : m->major < 3 ? 2 : m->program->version == S9_PS_3_SW ? 14 : 10;
    if (number < 0 || number >= limit)
        return zero;
    if (relative && (m->declared_inputs >> number & 1u) == 0)
        return zero;
    return m->lanes[lane].v[number];
}

oracle_vector read_row(machine *m, uint32_t lane, const s9_operand *source, uint32_t row)
{
    uint32_t token = source->token;
    int64_t number = (int64_t)s9_operand_number(token) + row + index_of(m, lane, source);
    oracle_vector whole = {{0, 0, 0, 0}};
    lane_state *state = &m->lanes[lane];
    switch (operand_file(m, source)) {
    case S9_FILE_TEMP:
        if (number >= 0 && number < m->temp_count)
            whole = state->r[number];
        break;
    case S9_FILE_INPUT:
        whole = read_input(m, lane, number, s9_operand_is_relative(token));
        break;
    case S9_FILE_CONST:
        whole = read_constant(m, number);
        break;
    case S9_FILE_TEXTURE:
        if (number < 8)
            whole = m->ps13 ? state->t[number] : state->coordinates[number];
        break;
    case S9_FILE_MISC:
        whole = number == 0 ? state->position : state->face;
        break;
    default:
        oracle_fault(m, "source file %u", (unsigned)operand_file(m, source));
    }
    uint32_t swizzle = s9_operand_swizzle(token), modifier = s9_operand_modifier(token);
    oracle_vector value;
    for (uint32_t i = 0; i < 4; i++)
        value.v[i] = whole.v[s9_swizzle_component(swizzle, i)];
    if (modifier == S9_MOD_DZ || modifier == S9_MOD_DW) {
        /* N29: the divisor is the register's own component. What the pages leave undefined is no coordinate: 0. */
        float divisor = whole.v[modifier == S9_MOD_DZ ? 2 : 3];
        for (uint32_t i = 0; i < 2; i++)
            value.v[i] = divisor == 0.0f ? 1.0f : oracle_div(value.v[i], divisor);
        value.v[2] = value.v[3] = 0;
        return value;
    }
    for (uint32_t i = 0; i < 4; i++) {
        float x = value.v[i];
        switch (modifier) {
        case S9_MOD_NEG:
            x = made(-x);
            break;
        case S9_MOD_BIAS:
        case S9_MOD_BIAS_NEG:
            x = oracle_sub(x, 0.5f);
            break;
        case S9_MOD_BX2:
        case S9_MOD_BX2_NEG:
            x = oracle_sub(made(2.0f * x), 1.0f);
            break;
        case S9_MOD_COMP:
            x = oracle_sub(1.0f, x);
            break;
        case S9_MOD_X2:
        case S9_MOD_X2_NEG:
            x = made(2.0f * x);
            break;
        case S9_MOD_ABS:
        case S9_MOD_ABS_NEG:
            x = made(fabsf(x));
            break;
        default:
            break;
        }
        /* Negation comes last. */
        if (modifier == S9_MOD_BIAS_NEG || modifier == S9_MOD_BX2_NEG || modifier == S9_MOD_X2_NEG ||
            modifier == S9_MOD_ABS_NEG)
            x = made(-x);
        value.v[i] = x;
    }
    return value;
}

oracle_vector read_source(machine *m, uint32_t lane, const s9_operand *source)
{
    return read_row(m, lane, source, 0);
}

/* ---- results ---- */

bool predicate_of(machine *m, uint32_t lane, const s9_operand *operand, uint32_t component)
{
    bool value = m->lanes[lane].p[s9_swizzle_component(s9_operand_swizzle(operand->token), component)];
    return s9_operand_modifier(operand->token) == S9_MOD_NOT ? !value : value;
}

unsigned stored_components(machine *m, uint32_t lane, const s9_item *item)
{
    unsigned mask = s9_operand_mask(item->destination.token);
    if (!item->has_predicate)
        return mask;
    for (uint32_t i = 0; i < 4; i++)
        if (!predicate_of(m, lane, &item->predicate, i))
            mask &= ~(1u << i);
    return mask;
}

/* oFog and oPts hold one number: the component that the mask names, x of the full mask (N33). oDepth likewise. */
static void write_scalar_output(machine *m, uint32_t lane, uint32_t index, const s9_operand *destination,
                                oracle_vector value, unsigned components)
{
    unsigned mask = s9_operand_mask(destination->token);
    for (uint32_t i = 0; i < 4; i++)
        if ((mask & 1u << i) != 0) {
            if ((components & 1u << i) != 0) {
                m->lanes[lane].out[index].v[0] = value.v[i];
                m->lanes[lane].written[index] = 1;
            }
            return;
        }
}

void write_register(machine *m, uint32_t lane, const s9_operand *destination, oracle_vector value, unsigned components)
{
    lane_state *state = &m->lanes[lane];
    int64_t number = (int64_t)s9_operand_number(destination->token) + index_of(m, lane, destination);
    oracle_vector *target = NULL;
    uint8_t *written = NULL;
    uint32_t index = ORACLE_OUTPUTS;
    switch (operand_file(m, destination)) {
    case S9_FILE_TEMP:
        if (number >= m->temp_count)
            return;
        target = &state->r[number];
        if (!m->vertex && m->major == 1 && number == 0)
            written = &state->written[0]; /* the colour of ps_1_x */
        break;
    case S9_FILE_TEXTURE:
        if (number < 8)
            target = &state->t[number];
        break;
    case S9_FILE_RASTOUT:
        if (number != 0) {
            write_scalar_output(m, lane, (uint32_t)number, destination, value, components);
            return;
        }
        index = 0;
        break;
    case S9_FILE_ATTROUT:
        index = 3 + (uint32_t)number;
        break;
    case S9_FILE_TEXCRDOUT:
        index = 5 + (uint32_t)number;
        break;
    case S9_FILE_OUTPUT: {
        /* N40: nothing where there is no register, or none of that component. */
        int64_t limit = m->program->version == S9_VS_3_SW ? 16 : 12;
        if (number < 0 || number >= limit)
            return;
        index = (uint32_t)number;
        if (s9_operand_is_relative(destination->token))
            components &= m->output_mask[index];
        break;
    }
    case S9_FILE_COLOROUT:
        index = (uint32_t)number;
        break;
    case S9_FILE_DEPTHOUT:
        write_scalar_output(m, lane, 4, destination, value, components);
        return;
    default:
        oracle_fault(m, "destination file %u", (unsigned)operand_file(m, destination));
        return;
    }
    if (target == NULL) {
        if (index >= ORACLE_OUTPUTS)
            return;
        target = &state->out[index];
        written = &state->written[index];
    }
    for (uint32_t i = 0; i < 4; i++)
        if ((components & 1u << i) != 0)
            target->v[i] = value.v[i];
    if (written != NULL)
        *written = (uint8_t)(*written | components);
}

void store(machine *m, uint32_t lane, const s9_item *item, oracle_vector value, unsigned has)
{
    static const float factors[16] = {[0] = 1, [1] = 2, [2] = 4, [3] = 8, [13] = 0.125f, [14] = 0.25f, [15] = 0.5f};
    uint32_t token = item->destination.token;
    uint32_t shift = s9_operand_shift(token);
    float limit = m->job->options.ps1_range == S9_PS1_RANGE_8 ? 8.0f : 1.0f;
    /* N15 speaks of what has a shift and a saturation: arithmetic. */
    bool pixel1 = !m->vertex && m->major == 1 && s9_isa_opcode(item->opcode)->kind == S9_OPK_ARITH;
    for (uint32_t i = 0; i < 4; i++) {
        float x = value.v[i];
        if (shift != 0)
            x = made(x * factors[shift]);
        if ((s9_operand_result_modifiers(token) & S9_RESULT_SAT) != 0)
            x = oracle_saturate(x);
        if (pixel1 && m->job->options.ps1_range != S9_PS1_RANGE_NONE)
            x = oracle_hold(x, limit);
        value.v[i] = x;
    }
    write_register(m, lane, &item->destination, value, stored_components(m, lane, item) & has);
}
