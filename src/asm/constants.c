/* SPDX-License-Identifier: MIT */
/*
 * Names for constants, which other assemblers pass over as comments:
 *
 *   //!constant float4x4 World : c0
 *   //!constant float4 tints[2] : c4 = 1, 0.5, 0, 1
 *   //!constant struct { float3 direction; float power; } lights[4] : c10
 *   //!constant sampler2D Diffuse : s0
 *
 * as HLSL would declare them: a type, a name, the first register, perhaps the number of registers (": c0, 3"), perhaps
 * the initial value, row by row. They become the constant table of the shader, by which engines find their constants.
 */
#include "asm/parser.h"

#include <shader9/reflect.h>

enum { DEEPEST = 16, MOST_REGISTERS = 8192, TYPE_BOOL = 1, TYPE_INT = 2, TYPE_FLOAT = 3 };

typedef struct line {
    s9_asm_parser *parser;
    s9_asm_token head; /* the whole line */
    const char *at, *end;
    bool failed;
} line;

static void skip_blanks(line *l)
{
    while (l->at < l->end && (*l->at == ' ' || *l->at == '\t' || *l->at == '\r'))
        l->at++;
}

/* Reports at the present place, once. */
static bool refuse(line *l, const char *what)
{
    if (!l->failed) {
        s9_asm_token at = l->head;
        at.column += (uint32_t)(l->at - at.text);
        at.length = 1;
        s9_asm_error(l->parser->context, NULL, &at, "//!constant float4x4 World : c0", "%s", what);
    }
    l->failed = true;
    return false;
}

static bool no_memory(line *l)
{
    l->failed = true;
    s9_asm_out_of_memory(l->parser->context);
    return false;
}

static bool take(line *l, char c)
{
    skip_blanks(l);
    if (l->at == l->end || *l->at != c)
        return false;
    l->at++;
    return true;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

/* A name: letters and digits, dots inside as compilers have them. Its length, 0 for none. */
static size_t word(line *l, const char **out)
{
    skip_blanks(l);
    *out = l->at;
    if (l->at < l->end && is_letter(*l->at))
        while (l->at < l->end && (is_letter(*l->at) || s9_asm_is_digit(*l->at) || *l->at == '.'))
            l->at++;
    return (size_t)(l->at - *out);
}

static bool number(line *l, uint32_t most, uint32_t *out)
{
    uint32_t value = 0;
    skip_blanks(l);
    const char *start = l->at;
    for (; l->at < l->end && s9_asm_is_digit(*l->at); l->at++) {
        value = value * 10 + (uint32_t)(*l->at - '0');
        if (value > most)
            return refuse(l, "the number is too large");
    }
    *out = value;
    return l->at != start || refuse(l, "a number is expected");
}

static bool same(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

/* ---- types ---- */

static bool read_type(line *l, s9_constant_type *type, uint32_t depth);

/* "float", "float3", "float4x3" behind their base. */
static bool numeric(line *l, const char *rest, size_t length, bool by_rows, s9_constant_type *type)
{
    bool digits = length == 1 || length == 3;
    uint32_t first = digits ? (uint32_t)(rest[0] - '0') : 1, second = length == 3 ? (uint32_t)(rest[2] - '0') : 1;
    if ((length != 0 && !digits) || (length == 3 && rest[1] != 'x') || first - 1 > 3 || second - 1 > 3)
        return refuse(l, "a type has one to four components, or rows and columns, as in float3 or float4x4");
    type->class_number = length == 3   ? (by_rows ? S9_CLASS_MATRIX_ROWS : S9_CLASS_MATRIX_COLUMNS)
                         : length == 1 ? S9_CLASS_VECTOR
                                       : S9_CLASS_SCALAR;
    type->rows = length == 3 ? first : 1;
    type->columns = length == 3 ? second : first;
    return true;
}

/* A name with an array's length behind it. */
static bool read_name(line *l, const char **name, uint32_t *elements)
{
    const char *start;
    size_t length = word(l, &start);
    *elements = 1;
    if (length == 0)
        return refuse(l, "a name is expected");
    *name = s9_arena_strndup(&l->parser->context->arena, start, length);
    if (*name == NULL)
        return no_memory(l);
    if (!take(l, '['))
        return true;
    if (!number(l, MOST_REGISTERS, elements))
        return false;
    if (*elements == 0)
        return refuse(l, "an array has one element at least");
    return take(l, ']') || refuse(l, "']' is expected");
}

static bool read_members(line *l, s9_constant_type *type, uint32_t depth)
{
    s9_arena *arena = &l->parser->context->arena;
    struct {
        s9_constant_member *items;
        uint32_t count, capacity;
    } members = {NULL, 0, 0};
    type->class_number = S9_CLASS_STRUCT;
    type->rows = 1;
    if (!take(l, '{'))
        return refuse(l, "'{' is expected behind struct");
    while (!take(l, '}')) {
        s9_constant_member m;
        memset(&m, 0, sizeof m);
        s9_constant_type *member = s9_arena_alloc(arena, sizeof *member);
        if (member == NULL)
            return no_memory(l);
        if (!read_type(l, member, depth + 1) || !read_name(l, &m.name, &member->elements))
            return false;
        if (!take(l, ';'))
            return refuse(l, "';' is expected behind a member");
        m.type = member;
        type->columns += member->rows * member->columns * member->elements;
        if (!S9_PUSH(arena, &members, m))
            return no_memory(l);
    }
    if (type->columns > 0xFFFF || members.count > 0xFFFF)
        return refuse(l, "the structure is too large");
    type->members = members.items;
    type->member_count = members.count;
    return members.count != 0 || refuse(l, "a structure has one member at least");
}

static bool read_type(line *l, s9_constant_type *type, uint32_t depth)
{
    static const struct {
        const char *name;
        uint32_t type;
    } bases[] = {{"float", TYPE_FLOAT},
                 {"half", TYPE_FLOAT},
                 {"int", TYPE_INT},
                 {"uint", TYPE_INT},
                 {"bool", TYPE_BOOL}},
      objects[] = {{"sampler", 10}, {"sampler1D", 11}, {"sampler2D", 12}, {"sampler3D", 13}, {"samplerCUBE", 14}};
    const char *name;
    bool by_rows = false;
    size_t length = word(l, &name);
    type->elements = 1;
    if (same(name, length, "row_major") || same(name, length, "column_major")) {
        by_rows = name[0] == 'r';
        length = word(l, &name);
    }
    if (depth > DEEPEST)
        return refuse(l, "the structure is nested too deeply");
    if (same(name, length, "struct"))
        return read_members(l, type, depth);
    for (size_t i = 0; i < S9_COUNT(objects); i++)
        if (same(name, length, objects[i].name)) {
            type->class_number = S9_CLASS_OBJECT;
            type->type_number = objects[i].type;
            type->rows = type->columns = 1;
            return true;
        }
    for (size_t i = 0; i < S9_COUNT(bases); i++) {
        size_t base = strlen(bases[i].name);
        if (length >= base && memcmp(name, bases[i].name, base) == 0) {
            type->type_number = bases[i].type;
            return numeric(l, name + base, length - base, by_rows, type);
        }
    }
    l->at = name;
    return refuse(l, "a type is expected: float, int or bool with components (float4x4), struct, or a sampler");
}

/* ---- initial values ---- */

typedef struct values {
    line *line;
    uint8_t *bytes;
    s9_register_set set;
    uint32_t next, end; /* registers */
    bool more;          /* numbers follow */
} values;

/* The next number as a word of the register set; 0 when there is none. */
static bool next_word(values *v, uint32_t *out)
{
    line *l = v->line;
    const char *name;
    float value = 0;
    *out = 0;
    if (!v->more)
        return true;
    size_t length = word(l, &name);
    if (length != 0) {
        if (!same(name, length, "true") && !same(name, length, "false"))
            return refuse(l, "a number is expected");
        value = name[0] == 't' ? 1.0f : 0.0f;
    } else {
        bool minus = take(l, '-');
        skip_blanks(l);
        size_t read = s9_parse_float(l->at, (size_t)(l->end - l->at), &value);
        if (read == 0)
            return refuse(l, "a number is expected");
        l->at += read;
        value = minus ? -value : value;
    }
    if (v->set == S9_SET_FLOAT)
        *out = s9_float_bits(value);
    else if (v->set == S9_SET_BOOL)
        *out = value != 0;
    else if (value >= -2147483648.0f && value < 2147483648.0f && (float)(int32_t)value == value)
        *out = (uint32_t)(int32_t)value;
    else
        return refuse(l, "a whole number is expected");
    v->more = take(l, ',');
    return true;
}

static void put(values *v, uint32_t reg, uint32_t part, uint32_t value)
{
    if (reg < v->end && part < 4)
        (void)s9_write_words(v->bytes + (size_t)reg * 16 + part * 4, &value, 1);
}

static bool fill(values *v, const s9_constant_type *type)
{
    for (uint32_t i = 0; i < type->elements && v->more; i++) {
        if (type->member_count != 0) {
            for (uint32_t k = 0; k < type->member_count && v->more; k++)
                if (!fill(v, type->members[k].type))
                    return false;
            continue;
        }
        bool columns = type->class_number == S9_CLASS_MATRIX_COLUMNS;
        for (uint32_t row = 0; row < type->rows; row++)
            for (uint32_t column = 0; column < type->columns; column++) {
                uint32_t value;
                if (!next_word(v, &value))
                    return false;
                put(v, v->next + (columns ? column : row), columns ? row : column, value);
            }
        v->next += columns ? type->columns : type->rows;
    }
    return true;
}

/* Boolean registers hold a component each, one behind the other. */
static bool fill_bools(values *v)
{
    for (uint32_t i = 0; i < v->end && v->more; i++) {
        uint32_t value;
        if (!next_word(v, &value))
            return false;
        (void)s9_write_words(v->bytes + (size_t)i * 4, &value, 1);
    }
    return true;
}

static bool initial_value(line *l, s9_constant *c)
{
    if (c->set == S9_SET_SAMPLER)
        return refuse(l, "a sampler has no initial value");
    uint8_t *bytes = s9_arena_alloc(&l->parser->context->arena, (size_t)c->count * 16 + 16);
    if (bytes == NULL)
        return no_memory(l);
    values v = {l, bytes, c->set, 0, c->count, true};
    c->default_bytes = bytes;
    if (!(c->set == S9_SET_BOOL ? fill_bools(&v) : fill(&v, c->type)))
        return false;
    return !v.more || refuse(l, "there are more numbers than the constant has");
}

/* ---- the directive ---- */

static bool read_register(line *l, s9_constant *c)
{
    static const char letters[] = "cibs";
    static const s9_register_set sets[] = {S9_SET_FLOAT, S9_SET_INT, S9_SET_BOOL, S9_SET_SAMPLER};
    skip_blanks(l);
    const char *letter = l->at < l->end && *l->at != '\0' ? strchr(letters, s9_asm_lower(*l->at)) : NULL;
    if (letter == NULL)
        return refuse(l, "a register is expected: c#, i#, b# or s#");
    l->at++;
    c->set = sets[letter - letters];
    if ((c->set == S9_SET_SAMPLER) != (c->type->class_number == S9_CLASS_OBJECT))
        return refuse(l, "samplers lie in s#, and nothing else does");
    if (!number(l, MOST_REGISTERS - 1, &c->first))
        return false;
    c->count = s9_constant_type_registers(c->type, c->set);
    if (take(l, ',') && !number(l, MOST_REGISTERS, &c->count))
        return false;
    if (c->count > MOST_REGISTERS)
        return refuse(l, "the constant takes more registers than there are");
    c->reserved = (c->first * 4 + 2) & 0xFFFFu; /* as compilers write it */
    return true;
}

bool s9_asm_constant(s9_asm_parser *p, const s9_asm_token *head)
{
    line l = {p, *head, head->text + 3 + strlen("constant"), head->text + head->length, false};
    s9_constant c;
    memset(&c, 0, sizeof c);
    s9_constant_type *type = s9_arena_alloc(&p->context->arena, sizeof *type);
    if (type == NULL)
        return no_memory(&l);
    if (!read_type(&l, type, 1) || !read_name(&l, &c.name, &type->elements))
        return false;
    c.type = type;
    if (!take(&l, ':'))
        return refuse(&l, "':' and the constant's first register are expected");
    if (!read_register(&l, &c) || (take(&l, '=') && !initial_value(&l, &c)))
        return false;
    (void)take(&l, ';');
    skip_blanks(&l);
    if (l.at < l.end && !(l.end - l.at >= 2 && l.at[0] == '/' && l.at[1] == '/'))
        return refuse(&l, "the line should end here");
    if (p->constants.count == 0)
        p->constants.head = *head;
    return S9_PUSH(&p->context->arena, &p->constants, c) || no_memory(&l);
}

/* Moves the item appended last in front of all others. */
static void to_front(s9_program *program)
{
    s9_item *items = program->items.items;
    s9_item first = items[program->items.count - 1];
    memmove(items + 1, items, (program->items.count - 1) * sizeof *items);
    items[0] = first;
    items[0].word = 1;
    items[0].instruction = 0;
    for (uint32_t i = 1; i < program->items.count; i++) {
        s9_item *item = &items[i];
        item->word += first.word_count;
        item->destination.word = (item->destination.word + first.word_count) & 0x7FFFFFFFu;
        item->predicate.word = (item->predicate.word + first.word_count) & 0x7FFFFFFFu;
        for (uint32_t k = 0; k < item->source_count; k++)
            item->sources[k].word = (item->sources[k].word + first.word_count) & 0x7FFFFFFFu;
    }
}

static bool has_table(const s9_program *program)
{
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->kind == S9_ITEM_COMMENT && item->word_count >= 2 && item->words[1] == 0x42415443u)
            return true;
    }
    return false;
}

bool s9_asm_constant_table(s9_asm_parser *p)
{
    s9_program *program = p->program;
    s9_blob block = {0};
    if (p->constants.count == 0)
        return true;
    if (has_table(program)) {
        s9_asm_error(p->context, NULL, &p->constants.head, "leave out one of them",
                     "the shader has a constant table (//!comment with CTAB) and //!constant lines");
        return true;
    }
    s9_constant_table_source source = {.struct_size = sizeof source,
                                       .version = program->version_token,
                                       .creator = "shader9 assembler",
                                       .target = program->version_text,
                                       .constants = p->constants.items,
                                       .count = p->constants.count};
    s9_result result = s9_constant_table_write(&source, p->allocator, &block);
    if (result == S9_ERROR_UNSUPPORTED) {
        s9_asm_error(p->context, NULL, &p->constants.head, NULL,
                     "the constant table is larger than a comment block can be (128 KiB)");
        return true;
    }
    uint32_t count = (uint32_t)(block.size / 4);
    uint32_t *words = result == S9_OK ? s9_arena_array_raw(&program->arena, (size_t)count + 1, sizeof *words) : NULL;
    if (words != NULL) {
        words[0] = count << 16 | S9_TOKEN_COMMENT;
        s9_read_words(words + 1, block.data, count);
    }
    s9_blob_free(&block);
    s9_item *item = words == NULL ? NULL : s9_program_append_view(program, words, count + 1);
    s9_span span = s9_asm_span(p, &p->constants.head, &p->constants.head);
    if (item == NULL || !s9_program_set_spans(program, item, &span, 1)) {
        s9_asm_out_of_memory(p->context);
        return false;
    }
    to_front(program);
    return true;
}
