/* SPDX-License-Identifier: MIT */
/* tables - reads everything that a constant table offers, with the properties that must hold whatever it was read from.
 */
#ifndef TESTS_TABLES_H
#define TESTS_TABLES_H

#include <shader9/reflect.h>

#include <string.h>

/* What a table of `size` bytes may come to when it is written out. */
#define TABLES_MOST(size) (((uint64_t)1 << 20) + (uint64_t)16 * (size))

typedef struct tables_sum {
    uint64_t written; /* bytes of names and values, everything expanded */
    uint32_t deepest;
    const char *broken;
} tables_sum;

static inline void tables_walk_type(tables_sum *sum, const s9_constant_type *type, uint32_t depth)
{
    uint32_t end[4] = {0};
    if (depth > sum->deepest)
        sum->deepest = depth;
    if (depth > 32)
        sum->broken = "a type is nested more than 32 deep";
    for (uint32_t i = 0; i < type->member_count && !sum->broken; i++) {
        const s9_constant_member *m = &type->members[i];
        if (!m->name || !m->type) {
            sum->broken = "a member without a name or type";
            return;
        }
        for (uint32_t set = 0; set < 4; set++) {
            if (m->offset[set] != end[set])
                sum->broken = "members do not follow each other";
            uint64_t next =
                m->offset[set] + (uint64_t)m->type->stride[set] * (m->type->elements ? m->type->elements : 1);
            end[set] = next < 65536 ? (uint32_t)next : 65536;
        }
        sum->written += strlen(m->name) + 1;
        tables_walk_type(sum, m->type, depth + 1);
    }
    if (type->member_count && memcmp(end, type->stride, sizeof end) != 0)
        sum->broken = "a structure is not as large as its members";
}

static inline void tables_walk_constant(tables_sum *sum, const s9_constant *c)
{
    static const uint32_t bytes[4] = {16, 16, 4, 0};
    float f[4];
    int32_t n[4];
    bool b;
    if (!c->name || !c->type || (uint32_t)c->set > 3 || c->first > 65535 || c->count > 65535) {
        sum->broken = "a constant without a name, type or register";
        return;
    }
    sum->written += strlen(c->name) + 1;
    tables_walk_type(sum, c->type, 1);
    for (uint32_t i = 0; i <= c->count; i++) {
        bool there = c->default_bytes != NULL && i < c->count;
        if (s9_constant_default_float(c, i, f) != (there && c->set == S9_SET_FLOAT) ||
            s9_constant_default_int(c, i, n) != (there && c->set == S9_SET_INT) ||
            s9_constant_default_bool(c, i, &b) != (there && c->set == S9_SET_BOOL)) {
            sum->broken = "initial values that are not those of the registers";
            return;
        }
        if (!c->default_bytes)
            break;
        sum->written += i < c->count ? bytes[c->set] : 0;
    }
}

/* The registers at the ends and in the middle of a constant are somebody's, and have a printable name. */
static inline void tables_walk_registers(tables_sum *sum, const s9_constant_table *table, const s9_constant *c)
{
    char text[160];
    for (uint32_t i = 0; i < 5 && c->count && !sum->broken; i++) {
        uint32_t number = c->first + (c->count - 1) * i / 4;
        const s9_constant *owner = s9_constant_table_find(table, c->set, number);
        if (!owner || owner->set != c->set || owner->first > number || owner->first + owner->count <= number ||
            owner->first > c->first) {
            sum->broken = "a register is not found";
            return;
        }
        memset(text, 'x', sizeof text);
        size_t room = i == 0 ? 5 : sizeof text;
        size_t length = s9_constant_table_path(table, c->set, number, text, room);
        if (length >= room || strlen(text) != length || (length == 0 && owner->name[0] != '\0'))
            sum->broken = "the path of a register is not as long as it says";
        for (size_t k = 0; k < length; k++)
            if (text[k] < ' ' || text[k] > '~')
                sum->broken = "the path of a register is not printable";
    }
}

/* NULL, or the property that a table read from `size` bytes breaks. */
static inline const char *tables_walk(const s9_constant_table *table, size_t size)
{
    tables_sum sum = {0, 0, NULL};
    for (size_t i = 0; i < s9_constant_table_count(table) && !sum.broken; i++) {
        const s9_constant *c = s9_constant_table_constant(table, i);
        tables_walk_constant(&sum, c);
        if (!sum.broken)
            tables_walk_registers(&sum, table, c);
        if (sum.written > TABLES_MOST(size))
            sum.broken = "a table grows when it is written out";
    }
    const char *creator = s9_constant_table_creator(table), *target = s9_constant_table_target(table);
    if ((creator && strlen(creator) >= size) || (target && strlen(target) >= size))
        sum.broken = "a string is longer than its table";
    uint32_t flags = s9_constant_table_flags(table);
    for (size_t i = 0; s9_compile_flag_name(flags, i); i++)
        if (i > 32)
            sum.broken = "more flags than bits";
    return sum.broken;
}

#endif
