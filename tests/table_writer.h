/* SPDX-License-Identifier: MIT */
/* table_writer - constant tables made by hand, with whatever lies a test needs. */
#ifndef TESTS_TABLE_WRITER_H
#define TESTS_TABLE_WRITER_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { WRITER_ROOM = 1 << 17, WRITER_CONSTANTS = 7000 };

/* Register sets, classes and types as the format numbers them. */
enum { BOOLS, INTS, FLOATS, SAMPLERS };
enum { SCALAR, VECTOR, ROWS, COLUMNS, OBJECT, STRUCT };
enum { T_VOID = 0, T_BOOL = 1, T_INT = 2, T_FLOAT = 3, T_TEXTURE2D = 7, T_SAMPLER2D = 12 };

typedef struct table_writer {
    uint8_t bytes[WRITER_ROOM];
    uint32_t size;
    uint8_t constants[WRITER_CONSTANTS * 20];
    uint32_t count;
} table_writer;

static inline void writer_u16(uint8_t *out, uint32_t value)
{
    out[0] = (uint8_t)value;
    out[1] = (uint8_t)(value >> 8);
}

static inline void writer_u32(uint8_t *out, uint32_t value)
{
    writer_u16(out, value & 0xFFFFu);
    writer_u16(out + 2, value >> 16);
}

/* An empty table: a header without creator and target. */
static inline void writer_begin(table_writer *w, uint32_t version)
{
    w->count = 0;
    w->size = 28;
    memset(w->bytes, 0, 28);
    writer_u32(w->bytes, 28);
    writer_u32(w->bytes + 8, version);
}

static inline uint32_t writer_take(table_writer *w, uint32_t size)
{
    uint32_t at = w->size;
    assert(size <= WRITER_ROOM - at);
    memset(w->bytes + at, 0, size);
    w->size += size;
    return at;
}

/* A string; the next thing begins at a multiple of four, behind 0xAB bytes as compilers have them. */
static inline uint32_t writer_string(table_writer *w, const char *text)
{
    uint32_t length = (uint32_t)strlen(text) + 1, at = writer_take(w, (length + 3) / 4 * 4);
    memset(w->bytes + at, 0xAB, w->size - at);
    memcpy(w->bytes + at, text, length);
    return at;
}

static inline uint32_t writer_words(table_writer *w, const uint32_t *words, uint32_t count)
{
    uint32_t at = writer_take(w, count * 4);
    for (uint32_t i = 0; i < count; i++)
        writer_u32(w->bytes + at + 4 * i, words[i]);
    return at;
}

static inline uint32_t writer_floats(table_writer *w, const float *values, uint32_t count)
{
    uint32_t at = writer_take(w, count * 4);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], 4);
        writer_u32(w->bytes + at + 4 * i, bits);
    }
    return at;
}

static inline uint32_t writer_type(table_writer *w, uint32_t class_number, uint32_t type, uint32_t rows,
                                   uint32_t columns, uint32_t elements, uint32_t members, uint32_t member_info)
{
    uint32_t at = writer_take(w, 16);
    writer_u16(w->bytes + at, class_number);
    writer_u16(w->bytes + at + 2, type);
    writer_u16(w->bytes + at + 4, rows);
    writer_u16(w->bytes + at + 6, columns);
    writer_u16(w->bytes + at + 8, elements);
    writer_u16(w->bytes + at + 10, members);
    writer_u32(w->bytes + at + 12, member_info);
    return at;
}

/* Room for member records, to be set by writer_member. */
static inline uint32_t writer_members(table_writer *w, uint32_t count)
{
    return writer_take(w, count * 8);
}

static inline void writer_member(table_writer *w, uint32_t members, uint32_t index, uint32_t name, uint32_t type)
{
    writer_u32(w->bytes + members + 8 * index, name);
    writer_u32(w->bytes + members + 8 * index + 4, type);
}

/* A constant; the records are put behind everything else by writer_end. Its reserved word is that of compilers. */
static inline void writer_constant_at(table_writer *w, uint32_t name, uint32_t set, uint32_t first, uint32_t count,
                                      uint32_t type, uint32_t value)
{
    assert(w->count < WRITER_CONSTANTS);
    uint8_t *out = w->constants + (size_t)20 * w->count++;
    writer_u32(out, name);
    writer_u16(out + 4, set);
    writer_u16(out + 6, first);
    writer_u16(out + 8, count);
    writer_u16(out + 10, 4 * first + 2);
    writer_u32(out + 12, type);
    writer_u32(out + 16, value);
}

static inline void writer_constant(table_writer *w, const char *name, uint32_t set, uint32_t first, uint32_t count,
                                   uint32_t type, uint32_t value)
{
    writer_constant_at(w, writer_string(w, name), set, first, count, type, value);
}

/* Returns where the constants begin. */
static inline uint32_t writer_end(table_writer *w)
{
    uint32_t at = writer_take(w, w->count * 20);
    memcpy(w->bytes + at, w->constants, (size_t)w->count * 20);
    writer_u32(w->bytes + 12, w->count);
    writer_u32(w->bytes + 16, at);
    return at;
}

#endif
