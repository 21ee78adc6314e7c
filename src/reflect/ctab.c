/* SPDX-License-Identifier: MIT */
/*
 * Reading a constant table. Nothing in it is trusted: each record and string must lie inside the block, types that
 * contain themselves or nest too deeply are refused, and everything that is scanned or would have to be printed counts
 * against a budget that grows with the block. A type is read once, however many constants and members share it.
 */
#include "reflect/ctab.h"

/* D3DXSHADER_CONSTANTTABLE, D3DXSHADER_CONSTANTINFO, D3DXSHADER_TYPEINFO, D3DXSHADER_STRUCTMEMBERINFO. */
enum { TABLE_BYTES = 28, CONSTANT_BYTES = 20, TYPE_BYTES = 16, MEMBER_BYTES = 8 };

enum { DEEPEST = 32 };

/*
 * What a table may come to: bytes scanned for the ends of names, records, and all its constants written out with the
 * members of their types and their initial values, about 32 bytes and a name each. Registers limit an honest table to
 * far less than this; one that shares types or names cunningly would otherwise grow exponentially when it is printed.
 */
#define BUDGET(size) (((uint64_t)1 << 20) + (uint64_t)16 * (size))
#define RECORD_COST 32u

/* Registers are numbered with 16 bits: more of them in an element are as good as 65536. */
#define MOST_REGISTERS 65536u

typedef enum fault { FAULT_NONE, FAULT_OUTSIDE, FAULT_NAME, FAULT_CYCLE, FAULT_DEPTH, FAULT_BUDGET, FAULTS } fault;

static const char *const faults[FAULTS] = {
    [FAULT_OUTSIDE] = "its type does not lie inside the table",
    [FAULT_NAME] = "a member of its type has a name that does not end inside the table",
    [FAULT_CYCLE] = "its type contains itself",
    [FAULT_DEPTH] = "its type is nested too deeply",
    [FAULT_BUDGET] = "its type describes more than such a table can hold",
};

typedef struct type_entry {
    s9_constant_type *type; /* NULL: unreadable, or on the way */
    fault fault;
    uint32_t height; /* 1 without members */
    uint64_t weight; /* cost of its members written out */
} type_entry;

typedef struct reader {
    s9_arena *arena, *scratch;
    const s9_block *block;
    uint64_t budget;
    uint32_t *type_at; /* by offset: index + 1 of the type that begins there */
    struct {
        type_entry *items;
        uint32_t count, capacity;
    } types;
    uint32_t registers; /* token of the version whose registers there are, or 0 */
} reader;

static uint32_t u16(const reader *r, uint32_t offset)
{
    return (uint32_t)r->block->bytes[offset] | (uint32_t)r->block->bytes[offset + 1] << 8;
}

static uint32_t u32(const reader *r, uint32_t offset)
{
    return s9_read_u32(r->block->bytes + offset);
}

static bool inside(const reader *r, uint32_t offset, uint64_t size)
{
    return offset <= r->block->size && size <= r->block->size - offset;
}

static bool spend(reader *r, uint64_t cost)
{
    bool enough = cost <= r->budget;
    r->budget = enough ? r->budget - cost : 0;
    return enough;
}

/* The string at an offset; NULL when it does not end inside the block. `size` gets its bytes with the NUL. */
static const char *string(reader *r, uint32_t offset, uint32_t *size)
{
    *size = 0;
    if (offset >= r->block->size)
        return NULL;
    const uint8_t *text = r->block->bytes + offset;
    uint64_t room = r->block->size - offset;
    room = room < r->budget ? room : r->budget;
    const uint8_t *end = room == 0 ? NULL : memchr(text, 0, (size_t)room);
    *size = end == NULL ? (uint32_t)room : (uint32_t)(end - text) + 1;
    spend(r, *size);
    return end == NULL ? NULL : (const char *)text;
}

/* ---- types ---- */

static uint32_t most(uint64_t registers)
{
    return registers < MOST_REGISTERS ? (uint32_t)registers : MOST_REGISTERS;
}

/* Rows, or columns of a matrix by columns, take a register each; of boolean registers each component takes one. */
static void size_of_leaf(s9_constant_type *type)
{
    uint64_t components = (uint64_t)type->rows * type->columns;
    uint32_t lines = type->class_number == S9_CLASS_MATRIX_COLUMNS ? type->columns : type->rows;
    bool object = type->class_number == S9_CLASS_OBJECT;
    bool unknown = type->class_number > S9_CLASS_STRUCT;
    type->stride[S9_SET_FLOAT] = type->stride[S9_SET_INT] = object ? 0 : most(lines);
    type->stride[S9_SET_BOOL] = object ? 0 : most(components);
    type->stride[S9_SET_SAMPLER] = object || unknown ? 1 : 0;
}

static uint32_t elements_of(const s9_constant_type *type)
{
    return type->elements == 0 ? 1 : type->elements;
}

static fault read_type(reader *r, uint32_t offset, uint32_t depth, uint32_t *out);

static fault read_members(reader *r, s9_constant_type *type, uint32_t offset, uint32_t depth, type_entry *entry)
{
    if (!inside(r, offset, (uint64_t)type->member_count * MEMBER_BYTES))
        return FAULT_OUTSIDE;
    if (!spend(r, (uint64_t)type->member_count * RECORD_COST))
        return FAULT_BUDGET;
    s9_constant_member *members = s9_arena_array(r->arena, type->member_count, sizeof *members);
    if (members == NULL)
        return FAULT_BUDGET;
    type->members = members;
    for (uint32_t i = 0; i < type->member_count; i++) {
        uint32_t size, index;
        members[i].name = string(r, u32(r, offset + i * MEMBER_BYTES), &size);
        if (members[i].name == NULL)
            return r->budget == 0 ? FAULT_BUDGET : FAULT_NAME;
        fault wrong = read_type(r, u32(r, offset + i * MEMBER_BYTES + 4), depth + 1, &index);
        if (wrong != FAULT_NONE)
            return wrong;
        const type_entry *of = &r->types.items[index];
        members[i].type = of->type;
        entry->height = of->height + 1 > entry->height ? of->height + 1 : entry->height;
        entry->weight += RECORD_COST + size + of->weight;
        if (entry->weight > UINT32_MAX)
            entry->weight = UINT32_MAX; /* more than any budget */
        for (uint32_t set = 0; set < S9_SET_COUNT; set++) {
            members[i].offset[set] = type->stride[set];
            uint64_t stride = (uint64_t)of->type->stride[set] * elements_of(of->type);
            type->stride[set] = most(type->stride[set] + stride);
        }
    }
    return entry->height > DEEPEST ? FAULT_DEPTH : FAULT_NONE;
}

static fault read_new_type(reader *r, uint32_t offset, uint32_t depth, type_entry *entry)
{
    if (!inside(r, offset, TYPE_BYTES))
        return FAULT_OUTSIDE;
    if (!spend(r, RECORD_COST))
        return FAULT_BUDGET;
    s9_constant_type *type = s9_arena_alloc(r->arena, sizeof *type);
    if (type == NULL)
        return FAULT_BUDGET;
    type->class_number = u16(r, offset);
    type->type_number = u16(r, offset + 2);
    type->rows = u16(r, offset + 4);
    type->columns = u16(r, offset + 6);
    type->elements = u16(r, offset + 8);
    /* What stands in the fields for members means nothing in types that have none; an unknown class may have them. */
    if (type->class_number >= S9_CLASS_STRUCT)
        type->member_count = u16(r, offset + 10);
    entry->height = 1;
    if (type->member_count == 0 && type->class_number != S9_CLASS_STRUCT)
        size_of_leaf(type);
    fault wrong = FAULT_NONE;
    if (type->member_count != 0)
        wrong = read_members(r, type, u32(r, offset + 12), depth, entry);
    if (wrong == FAULT_NONE)
        entry->type = type;
    return wrong;
}

/* The index of the type that begins at an offset. Those on the way are cyclic to whoever meets them. */
static fault read_type(reader *r, uint32_t offset, uint32_t depth, uint32_t *out)
{
    *out = 0;
    if (offset >= r->block->size)
        return FAULT_OUTSIDE;
    if (r->type_at[offset] != 0) {
        *out = r->type_at[offset] - 1;
        return r->types.items[*out].fault;
    }
    if (depth > DEEPEST)
        return FAULT_DEPTH;
    type_entry entry = {NULL, FAULT_CYCLE, 0, 0};
    uint32_t index = r->types.count;
    if (!S9_PUSH(r->scratch, &r->types, entry))
        return FAULT_BUDGET;
    r->type_at[offset] = index + 1;
    entry.fault = read_new_type(r, offset, depth, &entry);
    r->types.items[index] = entry;
    *out = index;
    return entry.fault;
}

/* ---- constants ---- */

static void check_registers(const reader *r, uint32_t at, const s9_constant *c)
{
    char name[S9_SHOWN_NAME];
    const s9_constant_type *type = c->type;
    if (r->registers != 0 && c->first + c->count > s9_register_count(r->registers, c->set))
        S9_BLOCK_WARN(r->block, at + 6, "constant '%s' reaches beyond the registers of the version: %u from %u on",
                      s9_shown_name(c->name, name), (unsigned)c->count, (unsigned)c->first);
    if (type->class_number > S9_CLASS_STRUCT)
        return;
    if (type->class_number < S9_CLASS_OBJECT &&
        (type->rows == 0 || type->rows > 4 || type->columns == 0 || type->columns > 4))
        S9_BLOCK_WARN(r->block, at + 12, "constant '%s' has %u rows and %u columns", s9_shown_name(c->name, name),
                      (unsigned)type->rows, (unsigned)type->columns);
    /* For integers compilers write the number of components, too. */
    uint64_t size = (uint64_t)type->stride[c->set] * elements_of(type);
    if (c->set != S9_SET_INT && c->count > size)
        S9_BLOCK_WARN(r->block, at + 8, "constant '%s' has %u registers, more than the %u of its type",
                      s9_shown_name(c->name, name), (unsigned)c->count, (unsigned)size);
}

static fault read_default(reader *r, uint32_t at, s9_constant *c)
{
    char name[S9_SHOWN_NAME];
    uint32_t offset = u32(r, at + 16);
    if (offset == 0)
        return FAULT_NONE;
    uint64_t size = (uint64_t)c->count * (c->set == S9_SET_BOOL ? 4 : 16);
    if (c->set == S9_SET_SAMPLER)
        S9_BLOCK_WARN(r->block, at + 16, "constant '%s' is a sampler: its initial value is left out",
                      s9_shown_name(c->name, name));
    else if (!inside(r, offset, size))
        S9_BLOCK_WARN(r->block, at + 16, "the initial value of constant '%s' does not lie inside the table",
                      s9_shown_name(c->name, name));
    else if (!spend(r, size))
        return FAULT_BUDGET;
    else
        c->default_bytes = r->block->bytes + offset;
    return FAULT_NONE;
}

/* Numbers of D3DXREGISTER_SET. */
static const s9_register_set sets[] = {S9_SET_BOOL, S9_SET_INT, S9_SET_FLOAT, S9_SET_SAMPLER};

/* Reads the record at an offset. False when the budget is spent, or memory. */
static bool read_constant(reader *r, uint32_t at, s9_constant_table *table)
{
    char name[S9_SHOWN_NAME];
    uint32_t size, index;
    s9_constant c;
    memset(&c, 0, sizeof c);
    c.name = string(r, u32(r, at), &size);
    if (c.name == NULL) {
        if (r->budget == 0)
            return false;
        S9_BLOCK_WARN(r->block, at, "a constant is left out: its name does not end inside the table");
        return true;
    }
    uint32_t set = u16(r, at + 4);
    if (set >= S9_COUNT(sets)) {
        S9_BLOCK_WARN(r->block, at + 4, "constant '%s' is left out: there is no register set %u",
                      s9_shown_name(c.name, name), (unsigned)set);
        return spend(r, RECORD_COST);
    }
    c.set = sets[set];
    c.first = u16(r, at + 6);
    c.count = u16(r, at + 8);
    c.reserved = u16(r, at + 10);
    fault wrong = read_type(r, u32(r, at + 12), 1, &index);
    if (wrong != FAULT_NONE && wrong != FAULT_BUDGET)
        S9_BLOCK_WARN(r->block, at + 12, "constant '%s' is left out: %s", s9_shown_name(c.name, name), faults[wrong]);
    if (wrong != FAULT_NONE)
        return wrong != FAULT_BUDGET && spend(r, RECORD_COST);
    const type_entry *entry = &r->types.items[index];
    c.type = entry->type;
    if (!spend(r, RECORD_COST + entry->weight))
        return false;
    check_registers(r, at, &c);
    if (read_default(r, at, &c) != FAULT_NONE)
        return false;
    return S9_PUSH(r->arena, &table->constants, c);
}

static void read_constants(reader *r, s9_constant_table *table)
{
    uint32_t count = u32(r, 12), first = u32(r, 16);
    if (count == 0)
        return;
    if (!inside(r, first, (uint64_t)count * CONSTANT_BYTES)) {
        uint32_t fit = first <= r->block->size ? (r->block->size - first) / CONSTANT_BYTES : 0;
        S9_BLOCK_WARN(r->block, 12, "the table counts %u constants at +0x%x, %u of them lie inside it", (unsigned)count,
                      (unsigned)first, (unsigned)fit);
        count = fit;
    }
    r->type_at = s9_arena_array(r->scratch, r->block->size, sizeof *r->type_at);
    for (uint32_t i = 0; i < count && r->type_at != NULL; i++) {
        if (read_constant(r, first + i * CONSTANT_BYTES, table))
            continue;
        if (!r->arena->failed && !r->scratch->failed)
            S9_BLOCK_WARN(r->block, first + i * CONSTANT_BYTES,
                          "constants from number %u on are left out: they describe more than such a table can hold",
                          (unsigned)i);
        return;
    }
}

static const char *header_string(reader *r, uint32_t field, const char *what)
{
    uint32_t size, offset = u32(r, field);
    const char *text = offset == 0 ? NULL : string(r, offset, &size);
    if (offset != 0 && text == NULL)
        S9_BLOCK_WARN(r->block, field, "the name of the %s does not end inside the table", what);
    return text;
}

s9_constant_table *s9_ctab_read(s9_arena *arena, s9_arena *scratch, const s9_block *block, uint32_t version,
                                uint32_t registers)
{
    reader r;
    memset(&r, 0, sizeof r);
    r.arena = arena;
    r.scratch = scratch;
    r.block = block;
    r.budget = BUDGET(block->size);
    r.registers = registers;
    if (block->size < TABLE_BYTES) {
        S9_BLOCK_WARN(block, 0, "a constant table has %d bytes, here are %u", TABLE_BYTES, (unsigned)block->size);
        return NULL;
    }
    s9_constant_table *table = s9_arena_alloc(arena, sizeof *table);
    if (table == NULL)
        return NULL;
    if (u32(&r, 0) != TABLE_BYTES)
        S9_BLOCK_WARN(block, 0, "the constant table gives its size as %u bytes, not %d", (unsigned)u32(&r, 0),
                      TABLE_BYTES);
    if (u32(&r, 8) != version)
        S9_BLOCK_WARN(block, 8, "the constant table is of version 0x%08x, the code of 0x%08x", (unsigned)u32(&r, 8),
                      (unsigned)version);
    table->flags = u32(&r, 20);
    table->creator = header_string(&r, 4, "compiler");
    table->target = header_string(&r, 24, "target");
    read_constants(&r, table);
    if (!s9_ctab_index(arena, scratch, block, table))
        return NULL;
    return arena->failed || scratch->failed ? NULL : table;
}
