/* SPDX-License-Identifier: MIT */
/* What states come to, by the values of parameters. */
#include "effect/effect.h"

static uint32_t current_word(const s9_effect *e, uint32_t parameter, uint32_t index)
{
    if (e->current[parameter] != NULL)
        return e->current[parameter][index];
    return s9_effect_word(e->parameters.items[parameter].value, index);
}

s9_result s9_effect_set_value(s9_effect *effect, size_t parameter, uint32_t first, const uint32_t *words,
                              uint32_t count)
{
    if (effect == NULL || parameter >= effect->parameters.count || (words == NULL && count != 0))
        return S9_ERROR_ARGUMENT;
    const s9_effect_parameter *p = &effect->parameters.items[parameter];
    if (p->value == NULL || first > p->type->words || count > p->type->words - first)
        return S9_ERROR_ARGUMENT;
    uint32_t *values = effect->current[parameter];
    if (values == NULL) {
        values = s9_arena_array(&effect->arena, (size_t)p->type->words + 1, sizeof *values);
        if (values == NULL) {
            effect->arena.failed = false; /* nothing has begun that this would leave half done */
            return S9_ERROR_MEMORY;
        }
        for (uint32_t i = 0; i < p->type->words; i++)
            values[i] = s9_effect_word(p->value, i);
        effect->current[parameter] = values;
    }
    for (uint32_t i = 0; i < count; i++)
        values[first + i] = words[i];
    return S9_OK;
}

/* ---- inputs of expressions ---- */

typedef struct filler {
    const s9_effect *effect;
    uint32_t parameter;
    uint32_t word, words; /* of its value: the next, and how many there are */
    float (*inputs)[4];
    uint32_t next, end; /* registers of the constant */
} filler;

static float number_of(const filler *f, uint32_t type_number, uint32_t index)
{
    if (index >= f->words)
        return 0;
    uint32_t word = current_word(f->effect, f->parameter, index);
    switch (type_number) {
    case S9_EFFECT_TYPE_BOOL:
        return word != 0 ? 1.0f : 0.0f;
    case S9_EFFECT_TYPE_INT:
        return (float)(int32_t)word;
    default:
        return s9_bits_float(word);
    }
}

/* One value, which stands row by row, into a register for each row, or for each column. */
static void fill_leaf(filler *f, const s9_constant_type *type)
{
    bool by_columns = type->class_number == S9_CLASS_MATRIX_COLUMNS;
    uint32_t lines = by_columns ? type->columns : type->rows, parts = by_columns ? type->rows : type->columns;
    for (uint32_t line = 0; line < lines && f->next < f->end; line++, f->next++)
        for (uint32_t part = 0; part < parts && part < 4; part++) {
            uint32_t index = by_columns ? part * type->columns + line : line * type->columns + part;
            f->inputs[f->next][part] = number_of(f, type->type_number, f->word + index);
        }
    f->word += type->rows * type->columns; /* both have 16 bits; a type that is too large has filled all registers */
}

static void fill(filler *f, const s9_constant_type *type)
{
    uint32_t elements = type->elements == 0 ? 1 : type->elements;
    for (uint32_t i = 0; i < elements && f->next < f->end && f->word < f->words; i++) {
        uint32_t before = f->next;
        if (type->class_number < S9_CLASS_OBJECT)
            fill_leaf(f, type);
        else
            for (uint32_t k = 0; k < type->member_count; k++)
                fill(f, type->members[k].type);
        if (f->next == before)
            break; /* a type without numbers: its elements would change nothing */
    }
}

/* The registers are 0 before. */
static void fill_inputs(const s9_effect *effect, const s9_constant_table *table, float (*inputs)[4], uint32_t count)
{
    for (size_t i = 0; i < s9_constant_table_count(table); i++) {
        const s9_constant *c = s9_constant_table_constant(table, i);
        uint32_t parameter = s9_effect_find_parameter(effect, c->name);
        if (parameter == S9_EFFECT_NONE || c->set != S9_SET_FLOAT || c->first >= count ||
            effect->parameters.items[parameter].value == NULL)
            continue;
        uint32_t end = c->first + c->count < count ? c->first + c->count : count;
        filler f = {effect, parameter, 0, effect->parameters.items[parameter].type->words, inputs, c->first, end};
        fill(&f, c->type);
    }
}

void s9_effect_inputs(const s9_effect *effect, const s9_constant_table *table, float (*inputs)[4], uint32_t count)
{
    if (effect == NULL || inputs == NULL)
        return;
    memset(inputs, 0, (size_t)count * sizeof *inputs);
    fill_inputs(effect, table, inputs, count);
}

/* ---- states ---- */

/* To a whole number as C converts, towards zero; what has no such number is 0, what is too large the largest. */
static int32_t whole(float value)
{
    if (!(value > -2147483648.0f))
        return value <= -2147483648.0f ? INT32_MIN : 0;
    return value >= 2147483648.0f ? INT32_MAX : (int32_t)value;
}

/* Registers that the table places, which is all that an expression can read, but for an index that leads astray. */
static uint32_t input_registers(const s9_constant_table *table)
{
    uint32_t count = 0;
    for (size_t i = 0; i < s9_constant_table_count(table); i++) {
        const s9_constant *c = s9_constant_table_constant(table, i);
        if (c->set == S9_SET_FLOAT && c->first + c->count > count)
            count = c->first + c->count;
    }
    return count;
}

/* The first numbers that an expression computes. */
static s9_result run(const s9_effect *e, const s9_preshader *expression, float out[S9_EFFECT_MOST_NUMBERS])
{
    float outputs[S9_EFFECT_MOST_NUMBERS / 4][4];
    if (expression == NULL)
        return S9_ERROR_UNSUPPORTED;
    const s9_constant_table *table = s9_preshader_inputs(expression);
    uint32_t count = input_registers(table);
    float(*inputs)[4] = s9_allocate_zero(&e->arena.allocator, (size_t)count + 1, sizeof *inputs);
    if (inputs == NULL)
        return S9_ERROR_MEMORY;
    memset(outputs, 0, sizeof outputs);
    fill_inputs(e, table, inputs, count); /* a table may place constants far up: untouched memory costs nothing */
    s9_preshader_args args = {.struct_size = sizeof args,
                              .inputs = (const float(*)[4])inputs,
                              .input_count = count,
                              .f = outputs,
                              .f_count = S9_EFFECT_MOST_NUMBERS / 4};
    s9_result result = s9_preshader_run(expression, &args);
    s9_release(&e->arena.allocator, inputs);
    memcpy(out, outputs, sizeof outputs);
    return result;
}

static void put_numbers(s9_effect_result *out, const s9_effect_type *type, const float *computed, const uint8_t *value)
{
    out->kind = S9_ASSIGN_VALUE;
    out->type_number = type->type_number;
    out->count = type->words < S9_EFFECT_MOST_NUMBERS ? type->words : S9_EFFECT_MOST_NUMBERS;
    bool whole_numbers = type->type_number == S9_EFFECT_TYPE_INT || type->type_number == S9_EFFECT_TYPE_BOOL;
    for (uint32_t i = 0; i < out->count; i++) {
        if (computed == NULL && whole_numbers)
            out->numbers.i[i] = (int32_t)s9_effect_word(value, i);
        else if (computed == NULL)
            out->numbers.f[i] = s9_bits_float(s9_effect_word(value, i));
        else if (type->type_number == S9_EFFECT_TYPE_BOOL)
            out->numbers.i[i] = computed[i] != 0;
        else if (whole_numbers)
            out->numbers.i[i] = whole(computed[i]);
        else
            out->numbers.f[i] = computed[i];
    }
}

/* A part of a parameter, which begins at a word of its value: a shader, or whatever else it is. */
static s9_result choose(const s9_effect *e, uint32_t parameter, uint32_t element, uint32_t word, s9_effect_result *out)
{
    const s9_effect_parameter *p = &e->parameters.items[parameter];
    out->kind = S9_ASSIGN_PARAMETER;
    out->parameter = parameter;
    out->element = element;
    out->word = word;
    if (p->type->class_number == S9_CLASS_OBJECT && s9_effect_is_shader(p->type->type_number)) {
        uint32_t id = current_word(e, parameter, word);
        uint32_t chunk = id < e->object_count ? e->chunk_of_object[id] : S9_EFFECT_NONE;
        out->kind = S9_ASSIGN_SHADER;
        out->shader = chunk == S9_EFFECT_NONE ? S9_EFFECT_NONE : e->chunks.items[chunk].shader;
    }
    return S9_OK;
}

/* The element that an expression chooses. */
static s9_result choose_element(const s9_effect *e, const s9_effect_state *s, int32_t element, s9_effect_result *out)
{
    const s9_effect_type *type = e->parameters.items[s->parameter].type;
    uint32_t elements = type->elements == 0 ? 1 : type->elements;
    if (element < 0 || (uint32_t)element >= elements)
        return S9_ERROR_INVALID;
    return choose(e, s->parameter, (uint32_t)element, (uint32_t)element * (type->words / elements), out);
}

s9_result s9_effect_evaluate(const s9_effect *effect, const s9_effect_state *state, s9_effect_result *out)
{
    float computed[S9_EFFECT_MOST_NUMBERS] = {0};
    s9_result result;
    if (effect == NULL || state == NULL || out == NULL)
        return S9_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->shader = out->parameter = S9_EFFECT_NONE;
    switch (state->assignment) {
    case S9_ASSIGN_SHADER:
        out->kind = S9_ASSIGN_SHADER;
        out->shader = state->shader;
        return S9_OK;
    case S9_ASSIGN_PARAMETER:
        if (state->parameter == S9_EFFECT_NONE)
            return S9_ERROR_INVALID;
        return choose(effect, state->parameter, state->element == S9_EFFECT_NONE ? 0 : state->element, state->word,
                      out);
    case S9_ASSIGN_ELEMENT:
        if (state->parameter == S9_EFFECT_NONE)
            return S9_ERROR_INVALID;
        result = run(effect, state->expression, computed);
        return result == S9_OK ? choose_element(effect, state, whole(computed[0]), out) : result;
    case S9_ASSIGN_EXPRESSION:
        result = run(effect, state->expression, computed);
        if (result == S9_OK)
            put_numbers(out, state->type, computed, NULL);
        return result;
    case S9_ASSIGN_OBJECT:
        out->kind = S9_ASSIGN_OBJECT;
        return S9_OK;
    default:
        put_numbers(out, state->type, NULL, state->value);
        return S9_OK;
    }
}
