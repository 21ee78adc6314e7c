/* SPDX-License-Identifier: MIT */
/* Constants, and operands as they are written: the register, then the swizzle, then the modifier. */
#include "trace/trace_internal.h"

#include "ir/ir_build.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- constants ---- */

/*
 * `relative`: reached through an index. Definitions win; beyond the registers of the version, and where the caller
 * gives nothing, there is 0.
 */
uint32_t s9_tr_constant(const s9_tracer *t, uint8_t kind, int64_t number, uint32_t component, bool relative,
                        bool *defined, bool *missing)
{
    const s9_constants *c = &t->args->constants;
    uint32_t limit = kind == S9_IR_CONSTF ? t->ir->constf_limit : S9_IR_LIMIT_CONSTI;
    uint32_t at = (uint32_t)number, bits = 0;
    *defined = false;
    *missing = number < 0 || number >= (int64_t)limit;
    const s9_ir_definition *d =
        number < 0 || number > UINT32_MAX ? NULL : s9_ir_definition_of(t->ir, kind, (uint32_t)number);
    if (d != NULL && !(relative && *missing)) {
        *defined = true;
        *missing = false;
        return kind == S9_IR_CONSTB ? (d->bits[component] != 0 ? UINT32_MAX : 0) : d->bits[component];
    }
    if (*missing)
        return 0;
    switch ((s9_ir_kind)kind) {
    case S9_IR_CONSTF:
        if (at < c->f_count)
            memcpy(&bits, &c->f[at][component], sizeof bits);
        return bits;
    case S9_IR_CONSTI:
        return at < c->i_count ? (uint32_t)c->i[at][component] : 0;
    default:
        return at < c->b_count && c->b[at] != 0 ? UINT32_MAX : 0;
    }
}

uint32_t s9_tr_stage_word(const s9_tracer *t, uint32_t number, uint32_t component)
{
    if (number >= t->args->stage_count)
        return 0;
    const s9_texture_stage *stage = &t->args->stages[number];
    switch (component) {
    case S9_IR_STAGE_LSCALE:
        return s9_float_bits(stage->bump_lscale);
    case S9_IR_STAGE_LOFFSET:
        return s9_float_bits(stage->bump_loffset);
    case S9_IR_STAGE_PROJECTED:
        return s9_float_bits(stage->projected ? 1.0f : 0.0f);
    default:
        return s9_float_bits(stage->bump_matrix[component & 3u]);
    }
}

/* ---- registers ---- */

typedef struct contents {
    s9_trace_type type;
    uint32_t bits[4];
} contents;

static void read_register(const s9_tracer *t, uint32_t reg, uint32_t lane, contents *out)
{
    if (reg == S9_TRACE_NONE)
        return;
    out->type = (s9_trace_type)t->trace->register_types[reg];
    for (uint32_t k = 0; k < 4; k++)
        out->bits[k] = t->registers[reg][k].bits[lane];
}

static void read_input(const s9_tracer *t, uint32_t number, uint32_t lane, contents *out)
{
    for (uint32_t k = 0; k < 4; k++)
        out->bits[k] = t->inputs[number][k][lane];
}

static void read_constant(const s9_tracer *t, uint8_t kind, int64_t number, bool relative, contents *out)
{
    bool defined, missing;
    out->type = kind == S9_IR_CONSTF ? S9_TRACE_FLOAT : kind == S9_IR_CONSTI ? S9_TRACE_INT : S9_TRACE_BOOL;
    for (uint32_t k = 0; k < (kind == S9_IR_CONSTB ? 1u : 4u); k++)
        out->bits[k] = s9_tr_constant(t, kind, number, k, relative, &defined, &missing);
    /* ps_1_x reads constants held to [-1, 1]; NaN becomes 1. */
    for (uint32_t k = 0; k < 4 && t->ps1 && kind == S9_IR_CONSTF; k++) {
        float value = s9_bits_float(out->bits[k]);
        if (!(value >= -1.0f && value <= 1.0f))
            out->bits[k] = s9_float_bits(value < -1.0f ? -1.0f : 1.0f);
    }
}

/* What the index register of a relative operand holds. */
static int64_t index_of(const s9_tracer *t, const s9_operand *operand, uint32_t lane)
{
    s9_index index = s9_operand_index(t->program, operand);
    uint32_t reg = index.file == S9_FILE_LOOP ? t->al : index.file == S9_FILE_ADDR ? t->a0 : S9_TRACE_NONE;
    if (reg == S9_TRACE_NONE)
        return 0;
    uint32_t component = index.file == S9_FILE_LOOP ? 0 : index.component & 3u;
    return (int32_t)t->registers[reg][component].bits[lane];
}

static void read_operand(const s9_tracer *t, const s9_operand *operand, uint32_t lane, contents *out, char reached[24])
{
    s9_file file = s9_operand_file(t->program, operand->token);
    int64_t number = s9_operand_number(operand->token);
    bool relative = s9_operand_is_relative(operand->token);
    if (relative)
        number += index_of(t, operand, lane);
    if (relative && (file == S9_FILE_CONST || file == S9_FILE_INPUT))
        (void)snprintf(reached, 24, "%c%" PRId64, file == S9_FILE_CONST ? 'c' : 'v', number);
    switch (file) {
    case S9_FILE_TEMP:
        read_register(t, number < S9_TR_NUMBERS ? t->temp[number] : S9_TRACE_NONE, lane, out);
        break;
    case S9_FILE_CONST:
        read_constant(t, S9_IR_CONSTF, number, relative, out);
        break;
    case S9_FILE_CONSTINT:
        read_constant(t, S9_IR_CONSTI, number, false, out);
        break;
    case S9_FILE_CONSTBOOL:
        read_constant(t, S9_IR_CONSTB, number, false, out);
        break;
    case S9_FILE_INPUT:
        if (number >= 0 && number < S9_IR_IN_T && (!relative || (t->input_declared >> number & 1u) != 0))
            read_input(t, (uint32_t)number, lane, out);
        else if (!relative)
            out->bits[3] = s9_float_bits(1.0f);
        break;
    case S9_FILE_TEXTURE:
        if (t->ps1_tex && number < S9_TR_NUMBERS && t->texture[number] != S9_TRACE_NONE)
            read_register(t, t->texture[number], lane, out);
        else if (number < S9_IR_IN_VPOS - S9_IR_IN_T)
            read_input(t, S9_IR_IN_T + (uint32_t)number, lane, out);
        else
            out->bits[3] = s9_float_bits(1.0f);
        break;
    case S9_FILE_MISC:
        read_input(t, number == 0 ? S9_IR_IN_VPOS : S9_IR_IN_VFACE, lane, out);
        for (uint32_t k = 1; k < 4 && number != 0; k++)
            out->bits[k] = out->bits[0]; /* one number, whatever component is named */
        break;
    case S9_FILE_ADDR:
        read_register(t, t->a0, lane, out);
        break;
    case S9_FILE_LOOP:
        read_register(t, t->al, lane, out);
        break;
    case S9_FILE_PREDICATE:
        out->type = S9_TRACE_BOOL;
        read_register(t, t->p0, lane, out);
        break;
    default:
        break;
    }
}

/* ---- modifiers ---- */

static uint32_t canonical(float value)
{
    return value == value ? s9_float_bits(value) : S9_NAN_BITS;
}

/* Each step rounded; `divisor` is that of _dz and _dw. */
static uint32_t modified(uint32_t bits, uint32_t modifier, uint32_t divisor)
{
    float value = s9_bits_float(bits), by = s9_bits_float(divisor), moved;
    switch (modifier) {
    case S9_MOD_NEG:
        return canonical(-value);
    case S9_MOD_BIAS:
        return canonical(value - 0.5f);
    case S9_MOD_BIAS_NEG:
        return canonical(-(value - 0.5f));
    case S9_MOD_BX2:
        moved = value * 2.0f;
        return canonical(moved - 1.0f);
    case S9_MOD_BX2_NEG:
        moved = value * 2.0f;
        return canonical(-(moved - 1.0f));
    case S9_MOD_COMP:
        return canonical(1.0f - value);
    case S9_MOD_X2:
        return canonical(value * 2.0f);
    case S9_MOD_X2_NEG:
        return canonical(value * -2.0f);
    case S9_MOD_ABS:
        return canonical(s9_bits_float(bits & 0x7FFFFFFFu));
    case S9_MOD_ABS_NEG:
        return canonical(s9_bits_float(bits | 0x80000000u));
    case S9_MOD_DZ:
    case S9_MOD_DW:
        return by == 0.0f ? s9_float_bits(1.0f) : canonical(value / by);
    default:
        return bits;
    }
}

s9_trace_value s9_tr_operand_value(const s9_tracer *t, const s9_tr_operand *operand, uint32_t lane, char reached[24])
{
    s9_operand source = *operand->operand;
    contents raw = {S9_TRACE_FLOAT, {0, 0, 0, 0}};
    if (operand->destination)
        source.token = (source.token & ~0x0FFF0000u) | S9_SWIZZLE_IDENTITY << 16;
    reached[0] = '\0';
    read_operand(t, &source, lane, &raw, reached);
    s9_file file = s9_operand_file(t->program, source.token);
    uint32_t swizzle = s9_operand_swizzle(source.token), modifier = s9_operand_modifier(source.token);
    bool plain = file == S9_FILE_CONSTINT || file == S9_FILE_CONSTBOOL || file == S9_FILE_LOOP;
    s9_trace_value value = {.name = operand->name, .type = raw.type, .count = operand->count};
    value.mask = (1u << value.count) - 1u;
    for (uint32_t k = 0; k < value.count; k++) {
        uint32_t bits = raw.bits[plain ? k : s9_swizzle_component(swizzle, k)];
        if (raw.type == S9_TRACE_BOOL)
            bits = modifier == S9_MOD_NOT ? bits == 0 : bits != 0;
        else if (raw.type == S9_TRACE_FLOAT && modifier != S9_MOD_NONE)
            bits = modified(bits, modifier, raw.bits[modifier == S9_MOD_DZ ? 2 : 3]);
        value.bits[k] = bits;
    }
    return value;
}
