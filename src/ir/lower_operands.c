/* SPDX-License-Identifier: MIT */
/* Sources: registers, swizzles, modifiers, relative addressing. Destinations: masks, shifts, saturation, predicates. */
#include "ir/lower.h"

const uint8_t s9_lw_xyzw[4] = {0, 1, 2, 3};

const s9_lw_mask s9_lw_masks[16] = {{0, 0, 0},        {1, 0, 0xFF}, {1, 8, 0xFF},      {2, 0, 0xFFFF},
                                    {1, 16, 0xFF},    {2, 0, 0},    {2, 8, 0xFFFF},    {3, 0, 0xFFFFFFu},
                                    {1, 24, 0xFF},    {2, 0, 0},    {2, 0, 0},         {3, 0, 0},
                                    {2, 16, 0xFFFFu}, {3, 0, 0},    {3, 8, 0xFFFFFFu}, {4, 0, UINT32_MAX}};

uint32_t s9_lw_pick_apart(uint32_t bytes, uint32_t mask)
{
    uint32_t picked = 0, n = 0;
    for (uint32_t i = 0; i < 4; i++)
        if ((mask >> i & 1u) != 0)
            picked |= (bytes >> 8u * i & 0xFFu) << 8u * n++;
    return picked;
}

/* ---- registers ---- */

/* A register that the version does not have is kept (such shaders exist), but said once for its file. */
static void warn_beyond(s9_lower *lw, s9_file file, uint32_t number)
{
    const s9_register_info *info = s9_isa_register(lw->version, file);
    uint32_t bit = 1u << (uint32_t)file;
    if (info->count == 0 || number < info->count || (lw->warned_files & bit) != 0)
        return;
    lw->warned_files |= bit;
    char name[24];
    s9_isa_register_name(file, number, name);
    s9_lw_warn(lw, NULL, "%s has only %u %s registers, %s is used all the same", s9_isa_version(lw->version)->text,
               (unsigned)info->count, s9_isa_file_prefix(file), name);
}

bool s9_lw_map_set(s9_arena *arena, s9_lw_map *map, uint32_t number, uint32_t value)
{
    if (number >= map->count) {
        uint32_t count = map->count == 0 ? 16 : map->count;
        while (count <= number)
            count *= 2;
        uint32_t *items = s9_arena_array(arena, count, sizeof *items);
        if (!items)
            return false;
        if (map->count > 0)
            memcpy(items, map->items, map->count * sizeof *items);
        map->items = items;
        map->count = count;
    }
    map->items[number] = value;
    return true;
}

static uint32_t numbered_register(s9_lower *lw, s9_lw_map *map, s9_file file, const char *prefix, uint32_t number)
{
    uint32_t found = s9_lw_map_get(map, number);
    if (found != 0)
        return found - 1u;
    warn_beyond(lw, file, number);
    found = s9_irb_register(&lw->b, S9_IR_TYPE_F32, prefix, number);
    if (found != S9_LW_NONE)
        (void)s9_lw_map_set(&lw->b.scratch, map, number, found + 1u);
    return found;
}

uint32_t s9_lw_new_temp(s9_lower *lw, uint32_t number)
{
    return numbered_register(lw, &lw->temp, S9_FILE_TEMP, "r", number);
}

uint32_t s9_lw_texture_register(s9_lower *lw, uint32_t number)
{
    return numbered_register(lw, &lw->texture, S9_FILE_TEXTURE, "t", number);
}

uint32_t s9_lw_a0(s9_lower *lw)
{
    if (lw->a0 == S9_LW_NONE)
        lw->a0 = s9_irb_register(&lw->b, S9_IR_TYPE_I32, "a0", S9_LW_NONE);
    return lw->a0;
}

uint32_t s9_lw_al(s9_lower *lw)
{
    if (lw->al == S9_LW_NONE)
        lw->al = s9_irb_register(&lw->b, S9_IR_TYPE_I32, "aL", S9_LW_NONE);
    return lw->al;
}

uint32_t s9_lw_p0(s9_lower *lw)
{
    if (lw->p0 == S9_LW_NONE)
        lw->p0 = s9_irb_register(&lw->b, S9_IR_TYPE_BOOL, "p0", S9_LW_NONE);
    return lw->p0;
}

uint32_t s9_lw_new_scratch(s9_lower *lw, s9_ir_type type)
{
    return s9_irb_register(&lw->b, type, "x", lw->scratch_count++);
}

/* ---- sources ---- */

static s9_ir_operand with_components(s9_ir_kind kind, uint32_t index, uint32_t n, const uint8_t *components)
{
    uint32_t swizzle = 0;
    for (uint32_t i = 0; i < n; i++)
        swizzle |= (uint32_t)components[i] << 8u * i;
    return s9_ir_operand_with(kind, index, swizzle);
}

static s9_ir_operand zeros(s9_lower *lw, uint32_t n)
{
    return s9_irb_imm(&lw->b, n, 0.0f);
}

static s9_ir_operand bits_of(s9_lower *lw, const uint32_t *bits, uint32_t n, const uint8_t *components)
{
    uint32_t words[4];
    for (uint32_t i = 0; i < n; i++)
        words[i] = bits[components[i]];
    return s9_irb_imm_bits(&lw->b, n, words);
}

/* An input register outside the file: as one that was never supplied. */
static s9_ir_operand missing_input(s9_lower *lw, s9_file file, uint32_t number, uint32_t n, const uint8_t *components)
{
    static const uint32_t bits[4] = {0, 0, 0, 0x3F800000u};
    warn_beyond(lw, file, number);
    return bits_of(lw, bits, n, components);
}

s9_ir_operand s9_lw_input(s9_lower *lw, s9_file file, uint32_t number, uint32_t n, const uint8_t *components)
{
    static const uint8_t first[4] = {0, 0, 0, 0};
    switch (file) {
    case S9_FILE_INPUT:
        if (number >= S9_IR_IN_T - S9_IR_IN_V)
            return missing_input(lw, file, number, n, components);
        warn_beyond(lw, file, number);
        return with_components(S9_IR_INPUT, S9_IR_IN_V + number, n, components);
    case S9_FILE_TEXTURE:
        if (number >= S9_IR_IN_VPOS - S9_IR_IN_T)
            return missing_input(lw, file, number, n, components);
        return with_components(S9_IR_INPUT, S9_IR_IN_T + number, n, components);
    case S9_FILE_MISC:
    default:
        if (number == 0)
            return with_components(S9_IR_INPUT, S9_IR_IN_VPOS, n, components);
        /* vFace is one number, whatever component is named. */
        return with_components(S9_IR_INPUT, S9_IR_IN_VFACE, n, first);
    }
}

/* Holds a constant of ps_1_x to [-1, 1] at translation time; NaN becomes 1, as min and max below make it. */
static uint32_t clamped_bits(uint32_t bits)
{
    float value = s9_bits_float(bits);
    if (value >= -1.0f && value <= 1.0f)
        return bits;
    return s9_float_bits(value < -1.0f ? -1.0f : 1.0f);
}

static s9_ir_operand clamp_value(s9_lower *lw, s9_ir_operand operand, uint32_t n, float limit)
{
    s9_ir_operand none = s9_ir_no_operand();
    operand = s9_irb_value(&lw->b, S9_IR_MIN, n, operand, s9_irb_imm(&lw->b, n, limit), none);
    return s9_irb_value(&lw->b, S9_IR_MAX, n, operand, s9_irb_imm(&lw->b, n, -limit), none);
}

/* c# without relative address. What `def` defines holds for the whole program, so it is read as an immediate. */
static s9_ir_operand constant(s9_lower *lw, uint32_t number, uint32_t n, const uint8_t *components)
{
    if (number >= S9_IR_LIMIT_CONSTF)
        return zeros(lw, n);
    if (!lw->pixel) {
        /* How many there are is the device's business. */
    } else {
        warn_beyond(lw, S9_FILE_CONST, number);
    }
    uint32_t defined = s9_lw_map_get(&lw->definition, number);
    if (defined != 0) {
        const s9_ir_definition *definition = &lw->ir->definitions.items[defined - 1];
        uint32_t bits[4];
        for (uint32_t i = 0; i < 4; i++)
            bits[i] = lw->ps1 ? clamped_bits(definition->bits[i]) : definition->bits[i];
        return bits_of(lw, bits, n, components);
    }
    s9_ir_operand whole = s9_ir_operand_make(S9_IR_CONSTF, number, 4);
    if (!lw->ps1)
        return s9_ir_operand_pick(whole, n, components);
    /* ps_1_x reads constants held to [-1, 1]. One clamp serves the program where no block hides it. */
    if (number >= S9_LW_PS1_CONSTANTS || lw->function != 0 || lw->blocks.count > 0) {
        s9_ir_operand part = s9_ir_operand_pick(whole, n, components);
        return clamp_value(lw, part, n, 1.0f);
    }
    if (lw->clamped[number].kind == S9_IR_NONE)
        lw->clamped[number] = clamp_value(lw, whole, 4, 1.0f);
    return s9_ir_operand_pick(lw->clamped[number], n, components);
}

/* The index register of a relative operand, put into `operand`. */
static bool relative_index(s9_lower *lw, const s9_operand *source, s9_ir_operand *operand)
{
    s9_index index = s9_operand_index(lw->program, source);
    uint32_t reg;
    if (index.file == S9_FILE_ADDR && !lw->pixel)
        reg = s9_lw_a0(lw);
    else if (index.file == S9_FILE_LOOP)
        reg = s9_lw_al(lw);
    else
        reg = S9_LW_NONE;
    if (reg >= UINT16_MAX) {
        if (!lw->ir->arena.failed)
            s9_lw_error(lw, source, "only a0 and aL can index registers");
        return false;
    }
    operand->relative = (uint16_t)(reg + 1);
    operand->relative_component = index.file == S9_FILE_LOOP ? 0 : (uint8_t)(index.component & 3u);
    return true;
}

static s9_ir_operand relative_source(s9_lower *lw, const s9_operand *source, s9_file file, uint32_t number, uint32_t n,
                                     const uint8_t *components)
{
    s9_ir_operand operand;
    if (file == S9_FILE_CONST) {
        operand = with_components(S9_IR_CONSTF, number, n, components);
    } else if (file == S9_FILE_INPUT) {
        operand = with_components(S9_IR_INPUT, S9_IR_IN_V + number, n, components);
    } else {
        char name[24];
        s9_lw_operand_name(lw, source->token, name);
        s9_lw_error(lw, source, "%s cannot be addressed relatively", name);
        return zeros(lw, n);
    }
    return relative_index(lw, source, &operand) ? operand : zeros(lw, n);
}

/* The register of a source, its components picked, before the modifier. */
static s9_ir_operand source_register(s9_lower *lw, const s9_operand *source, uint32_t row, uint32_t n,
                                     const uint8_t *components)
{
    s9_file file = s9_lw_file(lw, source->token);
    uint32_t number = s9_operand_number(source->token) + row;
    if (s9_operand_is_relative(source->token)) {
        s9_ir_operand operand = relative_source(lw, source, file, number, n, components);
        if (lw->ps1 && operand.kind == S9_IR_CONSTF)
            operand = clamp_value(lw, operand, n, 1.0f);
        return operand;
    }
    switch (file) {
    case S9_FILE_TEMP:
        return with_components(S9_IR_REG, s9_lw_temp(lw, number), n, components);
    case S9_FILE_CONST:
        return constant(lw, number, n, components);
    case S9_FILE_INPUT:
        return s9_lw_input(lw, file, number, n, components);
    case S9_FILE_TEXTURE:
        if (lw->ps1_tex)
            return with_components(S9_IR_REG, s9_lw_texture_register(lw, number), n, components);
        return s9_lw_input(lw, file, number, n, components);
    case S9_FILE_MISC:
        if (lw->pixel && number < 2)
            return s9_lw_input(lw, file, number, n, components);
        break;
    default:
        break;
    }
    char name[24];
    s9_lw_operand_name(lw, source->token, name);
    s9_lw_error(lw, source, "%s cannot be read here", name);
    return zeros(lw, n);
}

/* One step of a source modifier: op(v), op(v, number), op(number, v) or op(v, number, second). */
typedef struct s9_modifier_step {
    bool used;
    s9_ir_op op;
    uint8_t value_at; /* operand that is the value */
    uint8_t numbers;  /* further operands */
    float number[2];
} s9_modifier_step;

static const s9_modifier_step modifier_steps[S9_MOD_NOT][2] = {
    [S9_MOD_NEG] = {{true, S9_IR_NEG, 0, 0, {0}}},
    [S9_MOD_BIAS] = {{true, S9_IR_SUB, 0, 1, {0.5f}}},
    [S9_MOD_BIAS_NEG] = {{true, S9_IR_SUB, 0, 1, {0.5f}}, {true, S9_IR_NEG, 0, 0, {0}}},
    [S9_MOD_BX2] = {{true, S9_IR_MAD, 0, 2, {2.0f, -1.0f}}},
    [S9_MOD_BX2_NEG] = {{true, S9_IR_MAD, 0, 2, {2.0f, -1.0f}}, {true, S9_IR_NEG, 0, 0, {0}}},
    [S9_MOD_COMP] = {{true, S9_IR_SUB, 1, 1, {1.0f}}},
    [S9_MOD_X2] = {{true, S9_IR_MUL, 0, 1, {2.0f}}},
    [S9_MOD_X2_NEG] = {{true, S9_IR_MUL, 0, 1, {-2.0f}}},
    [S9_MOD_ABS] = {{true, S9_IR_ABS, 0, 0, {0}}},
    [S9_MOD_ABS_NEG] = {{true, S9_IR_ABS, 0, 0, {0}}, {true, S9_IR_NEG, 0, 0, {0}}},
};

static s9_lw_expr step_expr(s9_lower *lw, const s9_modifier_step *step, s9_ir_operand value, uint32_t n)
{
    s9_ir_operand operands[3] = {s9_ir_no_operand(), s9_ir_no_operand(), s9_ir_no_operand()};
    uint32_t next = 0;
    for (uint32_t i = 0; i < 1u + step->numbers; i++)
        operands[i] = i == step->value_at ? value : s9_irb_imm(&lw->b, n, step->number[next++]);
    return s9_lw_make(step->op, operands[0], operands[1], operands[2]);
}

/* Sign and magnitude of an immediate change where it stands; the NaN that an operation gives is one and the same. */
static bool fold_immediate(s9_lower *lw, s9_ir_operand *operand, uint32_t n, uint32_t modifier)
{
    if (operand->kind != S9_IR_IMM || lw->ir->arena.failed)
        return false;
    if (modifier != S9_MOD_NEG && modifier != S9_MOD_ABS && modifier != S9_MOD_ABS_NEG)
        return false;
    uint32_t bits[4];
    for (uint32_t i = 0; i < n; i++) {
        bits[i] = lw->ir->immediates.items[operand->index + operand->swizzle[i]];
        if (modifier != S9_MOD_NEG)
            bits[i] &= 0x7FFFFFFFu;
        if (modifier != S9_MOD_ABS)
            bits[i] ^= 0x80000000u;
        if ((bits[i] & 0x7FFFFFFFu) > 0x7F800000u)
            bits[i] = 0x7FC00000u;
    }
    *operand = s9_irb_imm_bits(&lw->b, n, bits);
    return true;
}

/* _dz, _dw: the quotient by the register's own third or fourth component, 1 where that is 0. */
static s9_lw_expr quotient(s9_lower *lw, s9_ir_operand value, s9_ir_operand divisor, uint32_t n)
{
    s9_ir_operand none = s9_ir_no_operand();
    s9_ir_operand q = s9_irb_value(&lw->b, S9_IR_DIV, n, value, s9_ir_operand_spread(divisor, n, 0), none);
    s9_ir_operand zero = s9_irb_value(&lw->b, S9_IR_EQ, 1, divisor, s9_irb_imm(&lw->b, 1, 0.0f), none);
    return s9_lw_make(S9_IR_SELECT, s9_ir_operand_spread(zero, n, 0), s9_irb_imm(&lw->b, n, 1.0f), q);
}

/* Applies a modifier up to its last step, which is returned. The modifier is not NONE. */
static s9_lw_expr modified(s9_lower *lw, const s9_operand *source, uint32_t row, s9_ir_operand value, uint32_t n)
{
    uint32_t modifier = s9_operand_modifier(source->token);
    s9_ir_operand none = s9_ir_no_operand();
    if (modifier == S9_MOD_DZ || modifier == S9_MOD_DW) {
        uint8_t component = modifier == S9_MOD_DZ ? 2 : 3;
        return quotient(lw, value, source_register(lw, source, row, 1, &component), n);
    }
    if (modifier >= S9_MOD_NOT) {
        s9_lw_error(lw, source, "source modifier %u has no meaning here", (unsigned)modifier);
        return s9_lw_make(S9_IR_MOV, zeros(lw, n), none, none);
    }
    const s9_modifier_step *steps = modifier_steps[modifier];
    s9_lw_expr expr = step_expr(lw, &steps[0], value, n);
    if (steps[1].used)
        expr = step_expr(lw, &steps[1], s9_lw_value(lw, n, expr), n);
    return expr;
}

/* The components of a value's swizzle without repetition, and where each position finds its own. */
static uint32_t distinct(s9_ir_operand *operand, uint32_t n, uint8_t *places)
{
    uint8_t components[4] = {0, 0, 0, 0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = 0;
        while (at < count && components[at] != operand->swizzle[i])
            at++;
        if (at == count)
            components[count++] = operand->swizzle[i];
        places[i] = (uint8_t)at;
    }
    memcpy(operand->swizzle, components, sizeof components);
    return count;
}

static s9_ir_operand source_operand(s9_lower *lw, const s9_operand *source, uint32_t row, uint32_t n,
                                    const uint8_t *positions)
{
    uint32_t modifier = s9_operand_modifier(source->token), spread = s9_lw_spread(s9_operand_swizzle(source->token));
    uint32_t picked = 0;
    for (uint32_t i = 0; i < n; i++)
        picked |= (spread >> 8u * positions[i] & 0xFFu) << 8u * i;
    s9_file file = s9_lw_file(lw, source->token);
    if (modifier == S9_MOD_NONE && file == S9_FILE_TEMP && !s9_operand_is_relative(source->token))
        return s9_ir_operand_with(S9_IR_REG, s9_lw_temp(lw, s9_operand_number(source->token) + row), picked);
    uint8_t components[4];
    s9_ir_store_bytes(components, picked);
    s9_ir_operand operand = source_register(lw, source, row, n, components);
    if (modifier == S9_MOD_NONE || fold_immediate(lw, &operand, n, modifier))
        return operand;
    /* Only the components needed are computed, each once. */
    uint8_t places[4] = {0, 0, 0, 0};
    uint32_t count = distinct(&operand, n, places);
    s9_ir_operand value = s9_lw_value(lw, count, modified(lw, source, row, operand, count));
    return s9_ir_operand_pick(value, n, places);
}

s9_ir_operand s9_lw_negated(s9_lower *lw, s9_ir_operand operand, uint32_t n)
{
    s9_ir_operand none = s9_ir_no_operand();
    uint8_t places[4] = {0, 0, 0, 0};
    if (fold_immediate(lw, &operand, n, S9_MOD_NEG))
        return operand;
    uint32_t count = distinct(&operand, n, places);
    return s9_ir_operand_pick(s9_irb_value(&lw->b, S9_IR_NEG, count, operand, none, none), n, places);
}

s9_ir_operand s9_lw_source(s9_lower *lw, uint32_t index, uint32_t n, const uint8_t *positions)
{
    return source_operand(lw, &lw->item->sources[index], 0, n, positions);
}

s9_ir_operand s9_lw_source_row(s9_lower *lw, uint32_t index, uint32_t row, uint32_t n, const uint8_t *positions)
{
    return source_operand(lw, &lw->item->sources[index], row, n, positions);
}

s9_ir_operand s9_lw_scalar(s9_lower *lw, uint32_t index)
{
    return s9_lw_source(lw, index, 1, s9_lw_xyzw);
}

s9_ir_operand s9_lw_source_split(s9_lower *lw, uint32_t index, uint32_t n, const uint8_t *positions, bool *negated)
{
    s9_operand plain = lw->item->sources[index];
    *negated = s9_operand_modifier(plain.token) == S9_MOD_NEG;
    if (*negated)
        plain.token &= ~(0xFu << 24);
    s9_ir_operand operand = source_operand(lw, &plain, 0, n, positions);
    /* A constant's sign is free. */
    if (*negated && fold_immediate(lw, &operand, n, S9_MOD_NEG))
        *negated = false;
    return operand;
}

s9_lw_expr s9_lw_source_expr(s9_lower *lw, uint32_t index, uint32_t n, const uint8_t *positions)
{
    const s9_operand *source = &lw->item->sources[index];
    s9_ir_operand none = s9_ir_no_operand();
    uint32_t modifier = s9_operand_modifier(source->token);
    if (modifier == S9_MOD_NONE)
        return s9_lw_make(S9_IR_MOV, s9_lw_source(lw, index, n, positions), none, none);
    s9_operand plain = *source;
    plain.token &= ~(0xFu << 24);
    s9_ir_operand operand = source_operand(lw, &plain, 0, n, positions);
    if (fold_immediate(lw, &operand, n, modifier))
        return s9_lw_make(S9_IR_MOV, operand, none, none);
    return modified(lw, source, 0, operand, n);
}

s9_ir_operand s9_lw_condition(s9_lower *lw, uint32_t index)
{
    const s9_operand *source = &lw->item->sources[index];
    s9_file file = s9_lw_file(lw, source->token);
    uint32_t number = s9_operand_number(source->token);
    uint32_t modifier = s9_operand_modifier(source->token);
    s9_ir_operand none = s9_ir_no_operand();
    s9_ir_operand operand;
    if (file == S9_FILE_CONSTBOOL && !s9_operand_is_relative(source->token)) {
        operand = s9_ir_operand_make(S9_IR_CONSTB, number, 1);
    } else if (file == S9_FILE_PREDICATE && !s9_operand_is_relative(source->token)) {
        uint8_t component = (uint8_t)s9_swizzle_component(s9_operand_swizzle(source->token), 0);
        operand = with_components(S9_IR_REG, s9_lw_p0(lw), 1, &component);
    } else {
        char name[24];
        s9_lw_operand_name(lw, source->token, name);
        s9_lw_error(lw, source, "%s is no condition: b# or p0 is expected", name);
        return zeros(lw, 1);
    }
    if (modifier == S9_MOD_NOT)
        return s9_irb_value(&lw->b, S9_IR_NOT, 1, operand, none, none);
    if (modifier != S9_MOD_NONE)
        s9_lw_error(lw, source, "source modifier %u has no meaning for a condition", (unsigned)modifier);
    return operand;
}

s9_ir_operand s9_lw_integer(s9_lower *lw, uint32_t index)
{
    const s9_operand *source = &lw->item->sources[index];
    if (s9_lw_file(lw, source->token) != S9_FILE_CONSTINT || s9_operand_is_relative(source->token) ||
        s9_operand_modifier(source->token) != S9_MOD_NONE) {
        char name[24];
        s9_lw_operand_name(lw, source->token, name);
        s9_lw_error(lw, source, "%s does not count iterations: i# is expected", name);
        return zeros(lw, 1);
    }
    return s9_ir_operand_make(S9_IR_CONSTI, s9_operand_number(source->token), 1);
}

s9_ir_operand s9_lw_destination_as_source(s9_lower *lw, uint32_t n, const uint8_t *components)
{
    s9_operand source = lw->item->destination;
    /* The fields above the number are those of a destination: mask, result modifiers. */
    source.token = (source.token & ~0x0FFF0000u) | S9_SWIZZLE_IDENTITY << 16;
    return source_register(lw, &source, 0, n, components);
}

/* ---- destinations ---- */

typedef enum s9_place { PLACE_OK, PLACE_SCALAR, PLACE_NOWHERE, PLACE_WRONG } s9_place;

/* Output number of a register before it is known to exist; the count of the file in *count. */
static s9_place output_place(const s9_lower *lw, s9_file file, uint32_t number, uint32_t *output)
{
    bool old_vertex = !lw->pixel && lw->major < 3;
    bool new_pixel = lw->pixel && lw->major >= 2;
    switch (file) {
    case S9_FILE_RASTOUT:
        *output = S9_IR_OUT_POS + number;
        return !old_vertex ? PLACE_WRONG : number == 0 ? PLACE_OK : number < 3 ? PLACE_SCALAR : PLACE_NOWHERE;
    case S9_FILE_ATTROUT:
        *output = S9_IR_OUT_D + number;
        return !old_vertex ? PLACE_WRONG : number < S9_IR_OUT_T - S9_IR_OUT_D ? PLACE_OK : PLACE_NOWHERE;
    case S9_FILE_TEXCRDOUT:
        *output = S9_IR_OUT_T + number;
        return !old_vertex ? PLACE_WRONG : number < 8 ? PLACE_OK : PLACE_NOWHERE;
    case S9_FILE_OUTPUT:
        *output = S9_IR_OUT_O + number;
        return lw->pixel ? PLACE_WRONG : number < S9_IR_OUT_COUNT ? PLACE_OK : PLACE_NOWHERE;
    case S9_FILE_COLOROUT:
        *output = S9_IR_OUT_COLOR + number;
        return !new_pixel ? PLACE_WRONG : number < 4 ? PLACE_OK : PLACE_NOWHERE;
    case S9_FILE_DEPTHOUT:
        *output = S9_IR_OUT_DEPTH;
        return !new_pixel ? PLACE_WRONG : number == 0 ? PLACE_SCALAR : PLACE_NOWHERE;
    default:
        return PLACE_WRONG;
    }
}

/* Finds what the destination names. */
static s9_place destination_target(s9_lower *lw, s9_lw_dst *dst)
{
    const s9_operand *operand = &lw->item->destination;
    s9_file file = s9_lw_file(lw, operand->token);
    uint32_t number = s9_operand_number(operand->token);
    bool relative = s9_operand_is_relative(operand->token);
    dst->target.kind = S9_IR_REG;
    if (relative && (file != S9_FILE_OUTPUT || lw->pixel))
        return PLACE_WRONG;
    switch (file) {
    case S9_FILE_TEMP:
        dst->target.index = s9_lw_temp(lw, number);
        dst->range = lw->ps1;
        return PLACE_OK;
    case S9_FILE_TEXTURE:
        if (!lw->ps1_tex)
            return PLACE_WRONG;
        dst->target.index = s9_lw_texture_register(lw, number);
        dst->range = true;
        return PLACE_OK;
    case S9_FILE_ADDR:
        if (number != 0)
            return PLACE_WRONG;
        dst->target.index = s9_lw_a0(lw);
        dst->to_address = true;
        return PLACE_OK;
    case S9_FILE_PREDICATE:
        if (lw->item->opcode != S9_OP_SETP || number != 0)
            return PLACE_WRONG;
        dst->target.index = s9_lw_p0(lw);
        return PLACE_OK;
    default:
        break;
    }
    uint32_t output = 0;
    s9_place place = output_place(lw, file, number, &output);
    dst->target.kind = S9_IR_OUTPUT;
    dst->target.index = output;
    if (relative)
        return relative_index(lw, operand, &dst->target) ? PLACE_OK : PLACE_NOWHERE;
    if (place == PLACE_NOWHERE)
        warn_beyond(lw, file, number);
    return place;
}

static bool destination_predicate(s9_lower *lw, s9_lw_dst *dst)
{
    const s9_operand *predicate = &lw->item->predicate;
    uint32_t modifier = s9_operand_modifier(predicate->token);
    if (s9_lw_file(lw, predicate->token) != S9_FILE_PREDICATE || s9_operand_number(predicate->token) != 0 ||
        s9_operand_is_relative(predicate->token) || (modifier != S9_MOD_NONE && modifier != S9_MOD_NOT)) {
        s9_lw_error(lw, predicate, "the predicate of an instruction is p0 or !p0");
        return false;
    }
    dst->predicated = true;
    dst->predicate_not = modifier == S9_MOD_NOT;
    for (uint32_t i = 0; i < dst->n; i++)
        dst->predicate[i] = (uint8_t)s9_swizzle_component(s9_operand_swizzle(predicate->token), dst->position[i]);
    return true;
}

bool s9_lw_destination(s9_lower *lw, s9_lw_dst *dst)
{
    const s9_operand *operand = &lw->item->destination;
    uint32_t mask = s9_operand_mask(operand->token);
    memset(dst, 0, sizeof *dst);
    s9_place place = destination_target(lw, dst);
    if (place == PLACE_WRONG) {
        char name[24];
        s9_lw_operand_name(lw, operand->token, name);
        s9_lw_error(lw, operand, "%s cannot be written here", name);
        return false;
    }
    dst->shift = (uint8_t)s9_operand_shift(operand->token);
    if (!s9_isa_shift_name(dst->shift)) {
        s9_lw_error(lw, operand, "result shift %u has no meaning", (unsigned)dst->shift);
        return false;
    }
    dst->saturate = (s9_operand_result_modifiers(operand->token) & S9_RESULT_SAT) != 0;
    for (uint8_t i = 0; i < 4; i++) {
        if ((mask >> i & 1u) == 0)
            continue;
        dst->position[dst->n] = i;
        dst->component[dst->n++] = place == PLACE_SCALAR ? 0 : i;
        /* oFog, oPts and oDepth are one number: that of the first component in the mask. */
        if (place == PLACE_SCALAR)
            break;
    }
    if (lw->item->has_predicate && !destination_predicate(lw, dst))
        return false;
    return place != PLACE_NOWHERE && dst->n > 0;
}

s9_lw_dst s9_lw_subset(const s9_lw_dst *dst, uint32_t positions)
{
    s9_lw_dst part = *dst;
    part.n = 0;
    for (uint32_t i = 0; i < dst->n; i++) {
        if ((positions >> dst->position[i] & 1u) == 0)
            continue;
        part.position[part.n] = dst->position[i];
        part.component[part.n] = dst->component[i];
        part.predicate[part.n++] = dst->predicate[i];
    }
    return part;
}

s9_ir_operand s9_lw_predicate(s9_lower *lw, uint32_t n, const uint8_t *positions)
{
    s9_lw_dst dst = {.n = (uint8_t)n};
    memcpy(dst.position, positions, n);
    s9_ir_operand none = s9_ir_no_operand();
    if (!destination_predicate(lw, &dst))
        return zeros(lw, n);
    s9_ir_operand operand = with_components(S9_IR_REG, s9_lw_p0(lw), n, dst.predicate);
    return dst.predicate_not ? s9_irb_value(&lw->b, S9_IR_NOT, n, operand, none, none) : operand;
}

s9_ir_operand s9_lw_value(s9_lower *lw, uint32_t n, s9_lw_expr expr)
{
    s9_ir_operand value = s9_irb_value(&lw->b, expr.op, n, expr.a, expr.b, expr.c);
    if (!lw->ir->arena.failed) {
        s9_ir_inst *inst = &lw->ir->insts.items[lw->ir->insts.count - 1];
        inst->aux = expr.aux;
        inst->texture_type = expr.texture_type;
    }
    return value;
}

/* Chains one more step to an expression: what was last becomes a value, except a plain move. */
static s9_ir_operand settle(s9_lower *lw, s9_lw_expr expr, uint32_t n)
{
    return expr.op == S9_IR_MOV ? expr.a : s9_lw_value(lw, n, expr);
}

static float shift_factor(uint32_t shift)
{
    static const float up[4] = {1.0f, 2.0f, 4.0f, 8.0f};
    static const float down[4] = {1.0f, 0.5f, 0.25f, 0.125f};
    return shift < 4 ? up[shift] : down[16 - shift];
}

/* Result shift, saturation, range and conversion, in this order. The last step stays open. */
static s9_lw_expr finishing_steps(s9_lower *lw, const s9_lw_dst *dst, s9_lw_expr expr)
{
    s9_ir_operand none = s9_ir_no_operand();
    uint32_t n = dst->n;
    if (dst->shift != 0) {
        s9_ir_operand factor = s9_irb_imm(&lw->b, n, shift_factor(dst->shift));
        expr = s9_lw_make(S9_IR_MUL, settle(lw, expr, n), factor, none);
    }
    if (dst->saturate)
        expr = s9_lw_make(S9_IR_SAT, settle(lw, expr, n), none, none);
    if (dst->range && lw->ir->options.ps1_range != S9_PS1_RANGE_NONE) {
        float limit = lw->ir->options.ps1_range == S9_PS1_RANGE_8 ? 8.0f : 1.0f;
        expr = s9_lw_make(S9_IR_MIN, settle(lw, expr, n), s9_irb_imm(&lw->b, n, limit), none);
        expr = s9_lw_make(S9_IR_MAX, settle(lw, expr, n), s9_irb_imm(&lw->b, n, -limit), none);
    }
    if (dst->to_address) {
        s9_ir_op op = S9_IR_FLOAT_TO_INT_FLOOR;
        if (lw->major > 1) {
            s9_mova_ties ties = lw->ir->options.mova_ties;
            op = ties == S9_MOVA_TIES_AWAY ? S9_IR_FLOAT_TO_INT_AWAY
                 : ties == S9_MOVA_TIES_UP ? S9_IR_FLOAT_TO_INT_UP
                                           : S9_IR_FLOAT_TO_INT_EVEN;
        }
        expr = s9_lw_make(op, settle(lw, expr, n), none, none);
    }
    return expr;
}

static void store(s9_lower *lw, const s9_lw_dst *dst, const s9_lw_expr *expr)
{
    s9_ir_operand predicate = s9_ir_no_operand();
    if (dst->predicated)
        predicate = with_components(S9_IR_REG, s9_lw_p0(lw), dst->n, dst->predicate);
    s9_ir_inst *inst = s9_irb_append(&lw->b);
    if (!inst)
        return;
    inst->op = (uint8_t)expr->op;
    inst->n = dst->n;
    inst->dst = dst->target;
    inst->src[0] = expr->a;
    inst->src[1] = expr->b;
    inst->src[2] = expr->c;
    inst->aux = expr->aux;
    inst->texture_type = expr->texture_type;
    memcpy(inst->dst_components, dst->component, sizeof inst->dst_components);
    for (uint32_t i = dst->n; i < 4; i++)
        inst->dst_components[i] = 0;
    inst->predicate = predicate;
    inst->predicate_not = dst->predicated && dst->predicate_not;
}

void s9_lw_write(s9_lower *lw, const s9_lw_dst *dst, s9_lw_expr expr)
{
    if (dst->n == 0)
        return;
    if (dst->shift != 0 || dst->saturate || dst->range || dst->to_address)
        expr = finishing_steps(lw, dst, expr);
    if (!lw->defer) {
        store(lw, dst, &expr);
        return;
    }
    /* A move is deferred as a value, too: what it reads may be written meanwhile. */
    s9_lw_pending pending = {*dst, s9_lw_value(lw, dst->n, expr), lw->b.item};
    (void)S9_PUSH(&lw->b.scratch, &lw->pending, pending);
}

void s9_lw_write_scalar(s9_lower *lw, const s9_lw_dst *dst, s9_lw_expr expr)
{
    if (dst->n == 1) {
        s9_lw_write(lw, dst, expr);
        return;
    }
    s9_ir_operand none = s9_ir_no_operand();
    s9_ir_operand value = s9_lw_value(lw, 1, expr);
    s9_lw_write(lw, dst, s9_lw_make(S9_IR_MOV, s9_ir_operand_spread(value, dst->n, 0), none, none));
}

void s9_lw_flush(s9_lower *lw)
{
    s9_ir_operand none = s9_ir_no_operand();
    uint32_t last = lw->b.item;
    for (uint32_t i = 0; i < lw->pending.count; i++) {
        const s9_lw_pending *pending = &lw->pending.items[i];
        lw->b.item = pending->item;
        s9_lw_expr move = s9_lw_make(S9_IR_MOV, pending->value, none, none);
        store(lw, &pending->dst, &move);
    }
    lw->b.item = last;
    lw->pending.count = 0;
}

/* True when an operand of n components reads something that dst writes. */
static bool reads(const s9_lw_dst *dst, const s9_ir_operand *operand, uint32_t n)
{
    if (dst->target.kind != S9_IR_REG)
        return false;
    if (operand->relative != 0 && operand->relative == dst->target.index + 1)
        return true;
    if (operand->kind != S9_IR_REG || operand->index != dst->target.index)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < dst->n; k++) {
            if (operand->swizzle[i] == dst->component[k])
                return true;
        }
    }
    return false;
}

static bool job_reads(const s9_lw_dst *dst, const s9_lw_job *job, uint32_t n)
{
    const s9_ir_operand *operands[3] = {&job->expr.a, &job->expr.b, &job->expr.c};
    for (uint32_t i = 0; i < 3; i++) {
        if (reads(dst, operands[i], s9_ir_source_components(job->expr.op, n, i)))
            return true;
    }
    return false;
}

void s9_lw_write_all(s9_lower *lw, const s9_lw_dst *dst, const s9_lw_job *jobs, uint32_t count)
{
    s9_lw_pending waiting[4];
    uint32_t waiting_count = 0;
    s9_ir_operand none = s9_ir_no_operand();
    for (uint32_t i = 0; i < count; i++) {
        s9_lw_dst part = s9_lw_subset(dst, jobs[i].positions);
        bool hazard = false;
        if (part.n == 0)
            continue;
        for (uint32_t k = i + 1; k < count && !hazard; k++) {
            s9_lw_dst later = s9_lw_subset(dst, jobs[k].positions);
            hazard = later.n > 0 && job_reads(&part, &jobs[k], later.n);
        }
        if (hazard && waiting_count < S9_COUNT(waiting))
            waiting[waiting_count++] = (s9_lw_pending){part, s9_lw_value(lw, part.n, jobs[i].expr), lw->b.item};
        else
            s9_lw_write(lw, &part, jobs[i].expr);
    }
    for (uint32_t i = 0; i < waiting_count; i++)
        s9_lw_write(lw, &waiting[i].dst, s9_lw_make(S9_IR_MOV, waiting[i].value, none, none));
}
