/* SPDX-License-Identifier: MIT */
/*
 * Writing a constant table, in the order that compilers have: header, records of constants by name, then for each its
 * name, type and initial value, then target and creator. A type that several have is written once.
 */
#include "reflect/ctab.h"

#include "program/program.h"

enum { TABLE_BYTES = 28, CONSTANT_BYTES = 20, TYPE_BYTES = 16, MEMBER_BYTES = 8, DEEPEST = 32 };

/* A comment has at most 0x7FFF words, one of them the FourCC. */
#define MOST_BYTES ((size_t)0x7FFE * 4)

typedef struct written_type {
    const s9_constant_type *type;
    uint32_t offset;
} written_type;

typedef struct writer {
    s9_buffer out; /* the table, without the FourCC */
    s9_arena scratch;
    written_type *types; /* a hash table */
    uint32_t type_mask, type_count;
    bool refused; /* cannot be said */
    bool large;
} writer;

static void put_u16(writer *w, uint32_t value)
{
    s9_buffer_char(&w->out, (char)(value & 0xFFu));
    s9_buffer_char(&w->out, (char)(value >> 8 & 0xFFu));
    w->refused |= value > 0xFFFFu;
}

static void patch_u32(writer *w, size_t at, uint32_t value)
{
    if (!w->out.failed)
        (void)s9_write_words((uint8_t *)w->out.data + at, &value, 1);
}

/* Compilers fill up to a word with 0xAB. */
static void pad(writer *w)
{
    while (w->out.size % 4 != 0 && !w->out.failed)
        s9_buffer_char(&w->out, (char)0xAB);
}

static uint32_t put_string(writer *w, const char *text)
{
    uint32_t at = (uint32_t)w->out.size;
    size_t length = strlen(text) + 1;
    if (length > MOST_BYTES || w->out.size > MOST_BYTES) {
        w->large = true;
        return 0;
    }
    s9_buffer_append(&w->out, text, length);
    return at;
}

/* ---- types ---- */

static bool is_leaf(const s9_constant_type *type)
{
    return type->member_count == 0;
}

static bool same_type(const s9_constant_type *a, const s9_constant_type *b)
{
    return a == b ||
           (is_leaf(a) && is_leaf(b) && a->class_number == b->class_number && a->type_number == b->type_number &&
            a->rows == b->rows && a->columns == b->columns && a->elements == b->elements);
}

static uint32_t hash(const s9_constant_type *type)
{
    uint64_t key = (uint64_t)(uintptr_t)type >> 4;
    if (is_leaf(type))
        key = (((type->class_number * UINT64_C(31) + type->type_number) * 31 + type->rows) * 31 + type->columns) * 31 +
              type->elements;
    return (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

/* The place of a type in the table of those written: its own, or a free one. NULL when out of memory. */
static written_type *place_of(writer *w, const s9_constant_type *type)
{
    if (w->type_count * 2 >= w->type_mask) {
        uint32_t mask = w->type_mask == 0 ? 63 : w->type_mask * 2 + 1;
        written_type *types = s9_arena_array(&w->scratch, (size_t)mask + 1, sizeof *types);
        if (types == NULL)
            return NULL;
        for (uint32_t i = 0; w->types != NULL && i <= w->type_mask; i++) {
            uint32_t slot = w->types[i].type == NULL ? 0 : hash(w->types[i].type) & mask;
            while (w->types[i].type != NULL && types[slot].type != NULL)
                slot = (slot + 1) & mask;
            if (w->types[i].type != NULL)
                types[slot] = w->types[i];
        }
        w->types = types;
        w->type_mask = mask;
    }
    uint32_t slot = hash(type) & w->type_mask;
    while (w->types[slot].type != NULL && !same_type(w->types[slot].type, type))
        slot = (slot + 1) & w->type_mask;
    return &w->types[slot];
}

/* Writes a type, behind those of its members; its offset. */
static uint32_t put_type(writer *w, const s9_constant_type *type, uint32_t depth)
{
    if (type == NULL || depth > DEEPEST || (type->member_count != 0 && type->members == NULL)) {
        w->refused = true;
        return 0;
    }
    written_type *place = place_of(w, type);
    if (place == NULL || w->refused || w->large)
        return 0;
    if (place->type != NULL)
        return place->offset;
    uint32_t members = 0;
    if (type->member_count != 0) {
        uint32_t *fields = s9_arena_array(&w->scratch, type->member_count, 2 * sizeof *fields);
        if (fields == NULL)
            return 0;
        for (uint32_t i = 0; i < type->member_count && !w->refused && !w->large; i++) {
            const s9_constant_member *m = &type->members[i];
            if (m->name == NULL) {
                w->refused = true;
                return 0;
            }
            fields[2 * i] = put_string(w, m->name);
            pad(w);
            fields[2 * i + 1] = put_type(w, m->type, depth + 1);
        }
        members = (uint32_t)w->out.size;
        for (uint32_t i = 0; i < 2 * type->member_count; i++)
            s9_buffer_u32(&w->out, fields[i]);
    }
    uint32_t at = (uint32_t)w->out.size;
    put_u16(w, type->class_number);
    put_u16(w, type->type_number);
    put_u16(w, type->rows);
    put_u16(w, type->columns);
    put_u16(w, type->elements == 0 ? 1 : type->elements);
    put_u16(w, type->member_count);
    s9_buffer_u32(&w->out, members);
    w->large |= w->out.size > MOST_BYTES;
    place = place_of(w, type); /* the table may have grown */
    if (place != NULL) {
        *place = (written_type){type, at};
        w->type_count++;
    }
    return at;
}

static uint64_t registers_of(const s9_constant_type *type, s9_register_set set, uint32_t depth)
{
    uint64_t count = 0;
    if (type == NULL || depth > DEEPEST)
        return 0;
    if (type->member_count != 0) {
        for (uint32_t i = 0; i < type->member_count && count <= 65536; i++)
            count += registers_of(type->members[i].type, set, depth + 1);
    } else if (set == S9_SET_SAMPLER) {
        count = type->class_number == S9_CLASS_OBJECT || type->class_number > S9_CLASS_STRUCT;
    } else if (type->class_number != S9_CLASS_OBJECT && type->class_number != S9_CLASS_STRUCT) {
        count = set == S9_SET_BOOL                              ? (uint64_t)type->rows * type->columns
                : type->class_number == S9_CLASS_MATRIX_COLUMNS ? type->columns
                                                                : type->rows;
    }
    count *= type->elements == 0 ? 1 : type->elements;
    return count < 65536 ? count : 65536;
}

uint32_t s9_constant_type_registers(const s9_constant_type *type, s9_register_set set)
{
    return (uint32_t)registers_of(type, set, 1);
}

/* ---- constants ---- */

/* Numbers of D3DXREGISTER_SET. */
static uint32_t set_number(s9_register_set set)
{
    return set == S9_SET_BOOL ? 0 : set == S9_SET_INT ? 1 : set == S9_SET_FLOAT ? 2 : 3;
}

static void put_constant(writer *w, size_t record, const s9_constant *c)
{
    if (c->name == NULL || c->type == NULL || (uint32_t)c->set >= S9_SET_COUNT) {
        w->refused = true;
        return;
    }
    uint32_t name = put_string(w, c->name);
    pad(w);
    uint32_t type = put_type(w, c->type, 1), value = 0;
    if (c->default_bytes != NULL && c->set != S9_SET_SAMPLER && c->count != 0 && !w->large) {
        value = (uint32_t)w->out.size;
        s9_buffer_append(&w->out, c->default_bytes, (size_t)(c->count & 0xFFFFu) * (c->set == S9_SET_BOOL ? 4 : 16));
    }
    if (c->first > 0xFFFFu || c->count > 0xFFFFu || c->reserved > 0xFFFFu)
        w->refused = true;
    patch_u32(w, record, name);
    patch_u32(w, record + 4, set_number(c->set) | c->first << 16);
    patch_u32(w, record + 8, c->count | c->reserved << 16);
    patch_u32(w, record + 12, type);
    patch_u32(w, record + 16, value);
    w->large |= w->out.size > MOST_BYTES;
}

/* Numbers of constants by name; of equal names the earlier one first. */
static uint32_t *by_name(writer *w, const s9_constant *constants, uint32_t count)
{
    uint32_t *order = s9_arena_array(&w->scratch, (size_t)count + 1, sizeof *order);
    uint32_t *other = s9_arena_array(&w->scratch, (size_t)count + 1, sizeof *other);
    if (order == NULL || other == NULL)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t first = 0; first < count; first += 2 * width) {
            uint32_t middle = first + width < count ? first + width : count;
            uint32_t end = middle + width < count ? middle + width : count;
            uint32_t a = first, b = middle;
            for (uint32_t i = first; i < end; i++) {
                bool left = b >= end || (a < middle && strcmp(constants[order[a]].name, constants[order[b]].name) <= 0);
                other[i] = left ? order[a++] : order[b++];
            }
        }
        uint32_t *swap = order;
        order = other;
        other = swap;
    }
    return order;
}

static void put_table(writer *w, const s9_constant_table_source *s)
{
    uint32_t count = (uint32_t)s->count;
    for (uint32_t i = 0; i < count; i++)
        if (s->constants[i].name == NULL) {
            w->refused = true;
            return;
        }
    const uint32_t *order = by_name(w, s->constants, count);
    if (order == NULL)
        return;
    for (size_t i = 0; i < (TABLE_BYTES + (size_t)count * CONSTANT_BYTES) / 4; i++)
        s9_buffer_u32(&w->out, 0);
    for (uint32_t i = 0; i < count && !w->refused && !w->large && !w->out.failed; i++)
        put_constant(w, TABLE_BYTES + (size_t)i * CONSTANT_BYTES, &s->constants[order[i]]);
    if (w->refused || w->large)
        return;
    uint32_t target = s->target == NULL ? 0 : put_string(w, s->target);
    uint32_t creator = s->creator == NULL ? 0 : put_string(w, s->creator);
    pad(w);
    w->large |= w->out.size > MOST_BYTES;
    const uint32_t header[] = {TABLE_BYTES, creator, s->version, count, count == 0 ? 0 : TABLE_BYTES, s->flags, target};
    for (size_t i = 0; i < S9_COUNT(header); i++)
        patch_u32(w, i * 4, header[i]);
}

s9_result s9_constant_table_write(const s9_constant_table_source *source, const s9_allocator *allocator, s9_blob *out)
{
    s9_constant_table_source s;
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (source == NULL || !s9_read_options(&s, sizeof s, source) || (s.constants == NULL && s.count != 0))
        return S9_ERROR_ARGUMENT;
    if (s.count > MOST_BYTES / CONSTANT_BYTES)
        return S9_ERROR_UNSUPPORTED;
    writer w;
    memset(&w, 0, sizeof w);
    s9_buffer_init(&w.out, allocator);
    s9_arena_init(&w.scratch, allocator);
    put_table(&w, &s);
    bool failed = w.scratch.failed || w.out.failed;
    s9_arena_free(&w.scratch);
    s9_result result = failed      ? S9_ERROR_MEMORY
                       : w.refused ? S9_ERROR_ARGUMENT
                       : w.large   ? S9_ERROR_UNSUPPORTED
                                   : S9_OK;
    if (result == S9_OK) {
        s9_buffer block;
        s9_buffer_init(&block, allocator);
        s9_buffer_u32(&block, S9_FOURCC_CTAB);
        s9_buffer_append(&block, w.out.data, w.out.size);
        result = s9_buffer_to_blob(&block, out);
    }
    s9_buffer_free(&w.out);
    return result;
}

s9_result s9_constant_table_attach(const void *tokens, size_t size, const s9_constant_table_source *source,
                                   const s9_allocator *allocator, s9_blob *out)
{
    s9_program *program = NULL;
    s9_blob block = {0};
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    s9_result result = s9_decode(tokens, size, allocator, NULL, &program, NULL);
    if (result != S9_OK)
        return result;
    result = s9_constant_table_write(source, allocator, &block);
    s9_buffer whole;
    s9_buffer_init(&whole, allocator);
    if (result == S9_OK) {
        s9_buffer_u32(&whole, program->version_token);
        s9_buffer_u32(&whole, (uint32_t)(block.size / 4) << 16 | S9_TOKEN_COMMENT);
        s9_buffer_append(&whole, block.data, block.size);
        for (uint32_t i = 0; i < program->items.count; i++) {
            const s9_item *item = &program->items.items[i];
            bool table = item->kind == S9_ITEM_COMMENT && item->word_count >= 2 && item->words[1] == S9_FOURCC_CTAB;
            for (uint32_t k = 0; k < item->word_count && !table; k++)
                s9_buffer_u32(&whole, item->words[k]);
        }
        s9_buffer_u32(&whole, S9_TOKEN_END);
        s9_buffer_append(&whole, program->trailing, program->trailing_size);
    }
    s9_blob_free(&block);
    s9_program_destroy(program);
    if (result != S9_OK) {
        s9_buffer_free(&whole);
        return result;
    }
    return s9_buffer_to_blob(&whole, out);
}
