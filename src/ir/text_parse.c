/* SPDX-License-Identifier: MIT */
/*
 * Parsing the text form. Everything is built in the order of the text, so that numbers of values, registers and
 * immediates come out as they were printed. The verifier judges what comes out; here only what cannot be represented is
 * refused.
 */
#include "ir/text.h"

#include <stdio.h>

typedef struct s9_ir_parser {
    s9_ir_builder b;
    s9_ir *ir;
    s9_diagnostics *diagnostics;
    const char *line, *at, *end; /* the current line: start, place, end */
    uint32_t number;             /* of the line, from 1 */
    bool failed;
    struct {
        uint32_t *items; /* registers by name: index plus 1, 0 free */
        uint32_t capacity;
    } names;
} s9_ir_parser;

/* Reports the first error; always false. */
static bool fail(s9_ir_parser *p, const char *format, ...) S9_PRINTF(2, 3);

static bool fail(s9_ir_parser *p, const char *format, ...)
{
    if (p->failed)
        return false;
    p->failed = true;
    char message[160];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    s9_position at = s9_position_none();
    at.line = p->number;
    at.column = (uint32_t)(p->at - p->line) + 1;
    at.length = 1;
    s9_report(p->diagnostics, S9_ERROR, NULL, &at, NULL, "%s", message);
    return false;
}

/* ---- characters and words ---- */

static void skip_blanks(s9_ir_parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\r'))
        p->at++;
}

static bool at_end(s9_ir_parser *p)
{
    skip_blanks(p);
    return p->at == p->end;
}

/* Takes a character if it comes next. */
static bool take(s9_ir_parser *p, char c)
{
    if (p->at == p->end || *p->at != c)
        return false;
    p->at++;
    return true;
}

static bool expect(s9_ir_parser *p, char c)
{
    skip_blanks(p);
    return take(p, c) ? true : fail(p, "'%c' is expected", c);
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The run of letters, digits and underscores at the current place; it may be empty. */
static size_t word_length(const s9_ir_parser *p)
{
    size_t length = 0;
    while (p->at + length < p->end && is_word(p->at[length]))
        length++;
    return length;
}

static bool take_word(s9_ir_parser *p, const char *word)
{
    skip_blanks(p);
    size_t length = word_length(p);
    if (length != strlen(word) || memcmp(p->at, word, length) != 0)
        return false;
    p->at += length;
    return true;
}

static bool parse_unsigned(s9_ir_parser *p, uint32_t *out)
{
    uint64_t value = 0;
    const char *start = p->at;
    while (p->at < p->end && *p->at >= '0' && *p->at <= '9') {
        value = value * 10 + (uint64_t)(*p->at - '0');
        if (value > UINT32_MAX)
            return fail(p, "this number is too large");
        p->at++;
    }
    *out = (uint32_t)value;
    return p->at > start ? true : fail(p, "a number is expected");
}

static bool parse_signed(s9_ir_parser *p, uint32_t *out)
{
    skip_blanks(p);
    bool negative = take(p, '-');
    if (!parse_unsigned(p, out))
        return false;
    if (*out > 0x7FFFFFFFu + (negative ? 1u : 0u))
        return fail(p, "this number does not fit 32 bits");
    if (negative)
        *out = 0u - *out;
    return true;
}

/* A decimal, or the bits as 0x and eight digits. */
static bool parse_bits(s9_ir_parser *p, uint32_t *out)
{
    skip_blanks(p);
    if (p->end - p->at > 2 && p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X')) {
        uint32_t digits = 0;
        *out = 0;
        for (p->at += 2; p->at < p->end && digits < 8; p->at++, digits++) {
            char c = *p->at;
            uint32_t digit;
            if (c >= '0' && c <= '9')
                digit = (uint32_t)(c - '0');
            else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
                digit = (uint32_t)((c | 0x20) - 'a') + 10;
            else
                break;
            *out = *out << 4 | digit;
        }
        return digits > 0 ? true : fail(p, "hexadecimal digits are expected");
    }
    float value;
    size_t used = s9_parse_float(p->at, (size_t)(p->end - p->at), &value);
    if (used == 0)
        return fail(p, "a number is expected");
    p->at += used;
    *out = s9_float_bits(value);
    return true;
}

static bool parse_component(s9_ir_parser *p, uint8_t *out)
{
    static const char letters[4] = {'x', 'y', 'z', 'w'};
    for (uint8_t i = 0; i < 4; i++) {
        if (take(p, letters[i])) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* ".xyz" */
static bool parse_components(s9_ir_parser *p, uint8_t *components, uint32_t *n)
{
    *n = 0;
    if (!take(p, '.'))
        return fail(p, "components are expected, such as .xyz");
    while (*n < 4 && parse_component(p, &components[*n]))
        (*n)++;
    if (*n == 0 || word_length(p) > 0)
        return fail(p, "one to four of x, y, z, w are expected");
    return true;
}

/* ---- names of registers ---- */

/* Longest name that a register can have. */
#define NAME_LENGTH (sizeof((s9_ir_register *)NULL)->name - 1)

/* The place of a register of that name, or the free one where it belongs. The table is never full. */
static uint32_t *find_name(const s9_ir_parser *p, const char *name, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;
    uint32_t mask = p->names.capacity - 1;
    for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
        uint32_t *place = &p->names.items[at];
        if (*place == 0)
            return place;
        const char *other = p->ir->registers.items[*place - 1].name;
        if (strlen(other) == length && memcmp(other, name, length) == 0)
            return place;
    }
}

/* Makes room for one more name; false when out of memory. */
static bool grow_names(s9_ir_parser *p)
{
    uint32_t count = p->ir->registers.count;
    if (count < p->names.capacity / 2)
        return true;
    uint32_t capacity = p->names.capacity ? p->names.capacity * 2 : 64;
    uint32_t *items = s9_arena_array(&p->b.scratch, capacity, sizeof *items);
    if (!items)
        return false;
    p->names.items = items;
    p->names.capacity = capacity;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = p->ir->registers.items[i].name;
        *find_name(p, name, strlen(name)) = i + 1;
    }
    return true;
}

static bool lookup_register(const s9_ir_parser *p, const char *name, size_t length, uint32_t *index)
{
    if (length == 0 || length > NAME_LENGTH || p->names.capacity == 0)
        return false;
    uint32_t place = *find_name(p, name, length);
    *index = place - 1;
    return place != 0;
}

/* ---- operands ---- */

/* "[a0.x+5]" */
static bool parse_relative(s9_ir_parser *p, s9_ir_operand *operand)
{
    size_t length = word_length(p);
    uint32_t reg = 0;
    if (!lookup_register(p, p->at, length, &reg) || reg >= UINT16_MAX)
        return fail(p, "an index register is expected");
    p->at += length;
    operand->relative = (uint16_t)(reg + 1);
    if (!take(p, '.') || !parse_component(p, &operand->relative_component))
        return fail(p, "the component of the index register is expected");
    return expect(p, '+') && parse_unsigned(p, &operand->index) && expect(p, ']');
}

/* Number of an input or output by its name, after "in." or "out.". */
static bool parse_interface(s9_ir_parser *p, s9_ir_operand *operand, bool output)
{
    size_t length = word_length(p);
    operand->kind = output ? S9_IR_OUTPUT : S9_IR_INPUT;
    if (length == 1 && p->at + 1 < p->end && p->at[1] == '[' && p->at[0] == (output ? 'o' : 'v')) {
        p->at += 2;
        return parse_relative(p, operand);
    }
    for (uint32_t i = 0; i < (output ? (uint32_t)S9_IR_OUT_COUNT : (uint32_t)S9_IR_IN_COUNT); i++) {
        char name[16];
        if (output)
            s9_ir_output_name(p->ir->version, i, name);
        else
            s9_ir_input_name(p->ir->version, i, name);
        if (strlen(name) == length && memcmp(name, p->at, length) == 0) {
            p->at += length;
            operand->index = i;
            return true;
        }
    }
    return fail(p, output ? "an output is expected" : "an input is expected");
}

/* "c5", "i0", "stage3": a word, then a number. */
static bool numbered(const s9_ir_parser *p, const char *word)
{
    size_t length = strlen(word);
    return word_length(p) > length && memcmp(p->at, word, length) == 0 && p->at[length] >= '0' && p->at[length] <= '9';
}

static bool parse_numbered(s9_ir_parser *p, s9_ir_operand *operand, s9_ir_kind kind, size_t skip)
{
    operand->kind = (uint8_t)kind;
    p->at += skip;
    return parse_unsigned(p, &operand->index);
}

/* What an operand names, without its components. */
static bool parse_name(s9_ir_parser *p, s9_ir_operand *operand)
{
    memset(operand, 0, sizeof *operand);
    skip_blanks(p);
    size_t length = word_length(p);
    if (p->at < p->end && (*p->at == '%' || *p->at == '#'))
        return parse_numbered(p, operand, *p->at == '%' ? S9_IR_VALUE : S9_IR_IMM, 1);
    if (lookup_register(p, p->at, length, &operand->index)) {
        operand->kind = S9_IR_REG;
        p->at += length;
        return true;
    }
    bool dotted = p->at + length < p->end && p->at[length] == '.';
    if (dotted && length == 2 && memcmp(p->at, "in", 2) == 0) {
        p->at += 3;
        return parse_interface(p, operand, false);
    }
    if (dotted && length == 3 && memcmp(p->at, "out", 3) == 0) {
        p->at += 4;
        return parse_interface(p, operand, true);
    }
    if (length == 1 && *p->at == 'c' && p->at + 1 < p->end && p->at[1] == '[') {
        operand->kind = S9_IR_CONSTF;
        p->at += 2;
        return parse_relative(p, operand);
    }
    if (numbered(p, "c"))
        return parse_numbered(p, operand, S9_IR_CONSTF, 1);
    if (numbered(p, "i"))
        return parse_numbered(p, operand, S9_IR_CONSTI, 1);
    if (numbered(p, "b"))
        return parse_numbered(p, operand, S9_IR_CONSTB, 1);
    if (numbered(p, "stage"))
        return parse_numbered(p, operand, S9_IR_STAGE, 5);
    return fail(p, "an operand is expected");
}

static bool parse_source(s9_ir_parser *p, s9_ir_operand *operand, uint32_t *n)
{
    if (!parse_name(p, operand))
        return false;
    if (operand->kind != S9_IR_STAGE)
        return parse_components(p, operand->swizzle, n);
    *n = 0;
    if (!take(p, '.'))
        return fail(p, "numbers of components are expected");
    while (*n < 4 && p->at < p->end && *p->at >= '0' && *p->at <= '9')
        operand->swizzle[(*n)++] = (uint8_t)(*p->at++ - '0');
    return *n > 0 ? true : fail(p, "numbers of components are expected");
}

/* ---- instructions ---- */

/* ":f3" of a new value; values are numbered in their order. */
static bool parse_value_shape(s9_ir_parser *p, s9_ir_inst *inst)
{
    s9_ir *ir = p->ir;
    if (inst->dst.index != ir->values.count)
        return fail(p, "the next value is %%%u", (unsigned)ir->values.count);
    s9_ir_type type = S9_IR_TYPE_NONE;
    if (!expect(p, ':'))
        return false;
    if (take(p, 'f'))
        type = S9_IR_TYPE_F32;
    else if (take(p, 'i'))
        type = S9_IR_TYPE_I32;
    else if (take(p, 'b'))
        type = S9_IR_TYPE_BOOL;
    else
        return fail(p, "a type is expected: f, i or b");
    if (p->at == p->end || *p->at < '1' || *p->at > '4')
        return fail(p, "a number of components is expected: 1 to 4");
    inst->n = (uint8_t)(*p->at++ - '0');
    (void)s9_irb_new_value(&p->b, inst->n, type);
    return true;
}

static bool parse_destination(s9_ir_parser *p, s9_ir_inst *inst)
{
    if (!parse_name(p, &inst->dst))
        return false;
    if (inst->dst.kind == S9_IR_VALUE) {
        if (!parse_value_shape(p, inst))
            return false;
    } else if (inst->dst.kind == S9_IR_REG || inst->dst.kind == S9_IR_OUTPUT) {
        uint32_t n = 0;
        if (!parse_components(p, inst->dst_components, &n))
            return false;
        inst->n = (uint8_t)n;
    } else {
        return fail(p, "this cannot be written");
    }
    return expect(p, '=');
}

static bool parse_op(s9_ir_parser *p, s9_ir_op *op)
{
    skip_blanks(p);
    size_t length = word_length(p);
    for (uint32_t i = 0; i < S9_IR_OP_COUNT; i++) {
        const char *text = s9_ir_op_info_of((s9_ir_op)i)->text;
        if (strlen(text) == length && memcmp(text, p->at, length) == 0) {
            p->at += length;
            *op = (s9_ir_op)i;
            return true;
        }
    }
    return fail(p, "an operation is expected");
}

static bool parse_operands(s9_ir_parser *p, s9_ir_inst *inst, s9_ir_op op)
{
    const s9_ir_op_info *info = s9_ir_op_info_of(op);
    bool comma = false;
    if ((info->flags & S9_IRF_SAMPLE) != 0) {
        skip_blanks(p);
        if (!numbered(p, "s"))
            return fail(p, "a sampler is expected");
        p->at++;
        if (!parse_unsigned(p, &inst->aux))
            return false;
        if (inst->aux >= S9_IR_LIMIT_SAMPLER)
            return fail(p, "there is no such sampler");
        inst->texture_type = p->ir->samplers[inst->aux];
        comma = true;
    } else if (op == S9_IR_CALL) {
        skip_blanks(p);
        if (!parse_unsigned(p, &inst->aux))
            return false;
    }
    for (uint32_t i = 0; i < info->sources; i++) {
        uint32_t n = 0;
        if ((comma && !expect(p, ',')) || !parse_source(p, &inst->src[i], &n))
            return false;
        comma = true;
        if (n != s9_ir_source_components(op, inst->n, i))
            return fail(p, "%s takes %u components here", info->text,
                        (unsigned)s9_ir_source_components(op, inst->n, i));
    }
    return true;
}

static bool parse_tail(s9_ir_parser *p, s9_ir_inst *inst)
{
    uint32_t n = 0;
    if (take_word(p, "if")) {
        skip_blanks(p);
        inst->predicate_not = take(p, '!');
        if (!parse_source(p, &inst->predicate, &n))
            return false;
        if (n != inst->n)
            return fail(p, "the predicate has another number of components");
    }
    skip_blanks(p);
    if (take(p, '@') && !parse_unsigned(p, &p->b.item))
        return false;
    return at_end(p) ? true : fail(p, "the end of the line is expected");
}

/* True when an assignment comes: its sign stands somewhere in the line, and nowhere else. */
static bool has_destination(const s9_ir_parser *p)
{
    return memchr(p->at, '=', (size_t)(p->end - p->at)) != NULL;
}

static bool parse_instruction(s9_ir_parser *p)
{
    s9_ir *ir = p->ir;
    s9_ir_inst inst = {0};
    s9_ir_op op = S9_IR_MOV;
    if (ir->functions.count == 0)
        return fail(p, "an instruction outside functions");
    if (has_destination(p) && !parse_destination(p, &inst))
        return false;
    if (!parse_op(p, &op))
        return false;
    if ((s9_ir_op_info_of(op)->result == S9_IR_TYPE_NONE) != (inst.dst.kind == S9_IR_NONE))
        return fail(p, "%s with the wrong kind of result", s9_ir_op_info_of(op)->text);
    inst.op = (uint8_t)op;
    if (!parse_operands(p, &inst, op) || !parse_tail(p, &inst))
        return false;
    s9_irb_emit(&p->b, inst);
    ir->functions.items[ir->functions.count - 1].count++;
    return true;
}

/* ---- the head ---- */

static bool parse_options(s9_ir_parser *p)
{
    while (!at_end(p)) {
        uint32_t option = 0, value;
        while (option < S9_OPTION_COUNT && !take_word(p, s9_options[option].name))
            option++;
        if (option == S9_OPTION_COUNT)
            return fail(p, "an option is expected");
        if (!expect(p, '='))
            return false;
        size_t length = 0;
        while (p->at + length < p->end && p->at[length] != ' ' && p->at[length] != '\r' && p->at[length] != '\t')
            length++;
        if (!s9_option_read(option, p->at, length, &value))
            return fail(p, "%s has no such value", s9_options[option].name);
        p->at += length;
        s9_option_assign(&p->ir->options, option, value);
    }
    return true;
}

static bool parse_sampler(s9_ir_parser *p)
{
    uint32_t number = 0;
    skip_blanks(p);
    if (!numbered(p, "s"))
        return fail(p, "a sampler is expected");
    p->at++;
    if (!parse_unsigned(p, &number))
        return false;
    if (number >= S9_IR_LIMIT_SAMPLER)
        return fail(p, "there is no such sampler");
    for (uint32_t i = 0; i < S9_COUNT(s9_ir_texture_words); i++) {
        if (take_word(p, s9_ir_texture_words[i])) {
            p->ir->samplers[number] = (uint8_t)(S9_TEXTURE_2D + i);
            return true;
        }
    }
    return fail(p, "a texture type is expected");
}

static bool parse_slot(s9_ir_parser *p, bool output)
{
    s9_ir_operand operand = {0};
    s9_ir_slot slot = {.usage = -1};
    skip_blanks(p);
    if (!parse_interface(p, &operand, output) || operand.relative != 0)
        return fail(p, "a register is expected");
    slot.number = (uint8_t)operand.index;
    skip_blanks(p);
    size_t length = word_length(p);
    if (length > 0) {
        int usage = s9_isa_usage_of_text(p->at, length);
        uint32_t index = 0;
        if (usage < 0)
            return fail(p, "a usage is expected");
        p->at += length;
        skip_blanks(p);
        if (!parse_unsigned(p, &index))
            return false;
        if (index > 15)
            return fail(p, "the usage index is too large");
        slot.usage = (int8_t)usage;
        slot.usage_index = (uint8_t)index;
    }
    if (!expect(p, '.'))
        return false;
    uint8_t component;
    while (parse_component(p, &component))
        slot.mask |= (uint8_t)(1u << component);
    slot.centroid = take_word(p, "centroid");
    slot.partial_precision = take_word(p, "pp");
    if (output)
        (void)S9_PUSH(&p->ir->arena, &p->ir->outputs, slot);
    else
        (void)S9_PUSH(&p->ir->arena, &p->ir->inputs, slot);
    return true;
}

static bool parse_definition(s9_ir_parser *p)
{
    s9_ir_operand operand;
    s9_ir_definition definition = {0};
    if (!parse_name(p, &operand))
        return false;
    definition.kind = operand.kind;
    definition.number = operand.index;
    if (operand.relative != 0 ||
        (operand.kind != S9_IR_CONSTF && operand.kind != S9_IR_CONSTI && operand.kind != S9_IR_CONSTB))
        return fail(p, "a constant is expected");
    uint32_t count = operand.kind == S9_IR_CONSTB ? 1 : 4;
    for (uint32_t i = 0; i < count; i++) {
        if (operand.kind == S9_IR_CONSTF ? !parse_bits(p, &definition.bits[i]) : !parse_signed(p, &definition.bits[i]))
            return false;
    }
    (void)S9_PUSH(&p->ir->arena, &p->ir->definitions, definition);
    return true;
}

/* Names that operands of other kinds have are refused: a register so named could not be read. */
static bool reserved_name(const s9_ir_parser *p, size_t length)
{
    return numbered(p, "c") || numbered(p, "i") || numbered(p, "b") || numbered(p, "stage") ||
           (length == 2 && (memcmp(p->at, "in", 2) == 0 || memcmp(p->at, "if", 2) == 0)) ||
           (length == 3 && memcmp(p->at, "out", 3) == 0);
}

static bool parse_register(s9_ir_parser *p)
{
    static const char *const types[3] = {"f32", "i32", "bool"};
    s9_ir_register reg = {.type = S9_IR_TYPE_NONE};
    skip_blanks(p);
    size_t length = word_length(p);
    if (length == 0 || length > NAME_LENGTH || reserved_name(p, length))
        return fail(p, "a name of one to %u letters is expected", (unsigned)NAME_LENGTH);
    memcpy(reg.name, p->at, length);
    if (!grow_names(p))
        return false;
    uint32_t *place = find_name(p, reg.name, length);
    if (*place != 0)
        return fail(p, "this register stands twice");
    p->at += length;
    for (uint32_t i = 0; i < 3 && reg.type == S9_IR_TYPE_NONE; i++) {
        if (take_word(p, types[i]))
            reg.type = (s9_ir_type)(S9_IR_TYPE_F32 + i);
    }
    if (reg.type == S9_IR_TYPE_NONE)
        return fail(p, "a type is expected: f32, i32 or bool");
    if (S9_PUSH(&p->ir->arena, &p->ir->registers, reg))
        *place = p->ir->registers.count;
    return true;
}

static bool parse_immediates(s9_ir_parser *p)
{
    while (!at_end(p)) {
        uint32_t bits = 0;
        if (!parse_bits(p, &bits))
            return false;
        (void)S9_PUSH(&p->ir->arena, &p->ir->immediates, bits);
    }
    return true;
}

static bool parse_function(s9_ir_parser *p)
{
    s9_ir_function function = {p->ir->insts.count, 0, UINT32_MAX};
    if (!take_word(p, "program")) {
        skip_blanks(p);
        if (!numbered(p, "l"))
            return fail(p, "\"program\" or a label is expected");
        p->at++;
        if (!parse_unsigned(p, &function.label))
            return false;
    }
    (void)S9_PUSH(&p->ir->arena, &p->ir->functions, function);
    return true;
}

static bool parse_line(s9_ir_parser *p)
{
    if (at_end(p))
        return true;
    bool good;
    if (take_word(p, "options"))
        good = parse_options(p);
    else if (take_word(p, "sampler"))
        good = parse_sampler(p);
    else if (take_word(p, "input"))
        good = parse_slot(p, false);
    else if (take_word(p, "output"))
        good = parse_slot(p, true);
    else if (take_word(p, "definition"))
        good = parse_definition(p);
    else if (take_word(p, "register"))
        good = parse_register(p);
    else if (take_word(p, "immediates"))
        good = parse_immediates(p);
    else if (take_word(p, "function"))
        good = parse_function(p);
    else
        return parse_instruction(p);
    return good && (at_end(p) ? true : fail(p, "the end of the line is expected"));
}

/* Sets the current line to the next one of the text, without its remark; false at the end. */
static bool next_line(s9_ir_parser *p, const char **rest, const char *end)
{
    if (*rest == end)
        return false;
    const char *newline = memchr(*rest, '\n', (size_t)(end - *rest));
    const char *line_end = newline ? newline : end;
    p->line = p->at = *rest;
    *rest = newline ? newline + 1 : end;
    const char *remark = memchr(p->line, ';', (size_t)(line_end - p->line));
    p->end = remark ? remark : line_end;
    p->number++;
    return true;
}

/* "ir ps_3_0" */
static bool parse_version(s9_ir_parser *p, s9_version *version)
{
    if (!take_word(p, "ir"))
        return fail(p, "\"ir\" and a version are expected");
    skip_blanks(p);
    size_t length = word_length(p);
    *version = s9_isa_version_of_text(p->at, length);
    if (*version >= S9_VERSION_COUNT)
        return fail(p, "a version is expected, such as ps_3_0");
    p->at += length;
    return at_end(p) ? true : fail(p, "the end of the line is expected");
}

s9_result s9_ir_parse(const char *text, size_t size, const s9_allocator *allocator, s9_ir **out,
                      s9_diagnostics *diagnostics)
{
    if (!out)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (!text && size > 0)
        return S9_ERROR_ARGUMENT;
    s9_ir *ir = s9_ir_create(allocator, S9_VS_1_0, 0);
    if (!ir)
        return S9_ERROR_MEMORY;
    s9_ir_parser p = {.ir = ir, .diagnostics = diagnostics};
    const char *end = size > 0 ? text + size : text;
    const char *rest = text;
    s9_irb_init(&p.b, ir, 0);
    bool good = true;
    bool begun = false;
    while (good && !ir->arena.failed && !p.b.scratch.failed && next_line(&p, &rest, end)) {
        if (begun) {
            good = parse_line(&p);
        } else if (!at_end(&p)) {
            begun = true;
            good = parse_version(&p, &ir->version);
        }
    }
    if (good && !begun)
        good = fail(&p, "the text is empty");
    bool memory = ir->arena.failed || p.b.scratch.failed;
    s9_irb_free(&p.b);
    if (good && !memory) {
        s9_ir_summary summary;
        s9_ir_summarise(ir, &summary);
        s9_ir_set_summary(ir, &summary);
        *out = ir;
        return S9_OK;
    }
    s9_ir_destroy(ir);
    return memory ? S9_ERROR_MEMORY : S9_ERROR_INVALID;
}
