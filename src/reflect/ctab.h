/* SPDX-License-Identifier: MIT */
/* ctab - the constant table as it is kept, and how a block is read into it. */
#ifndef S9_REFLECT_CTAB_H
#define S9_REFLECT_CTAB_H

#include "base/base.h"

#include <shader9/reflect.h>

#define S9_SET_COUNT 4u
#define S9_FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define S9_FOURCC_CTAB S9_FOURCC('C', 'T', 'A', 'B')

/* Registers [first, end) that belong to one constant. */
typedef struct s9_constant_range {
    uint32_t first, end;
    uint32_t constant;
} s9_constant_range;

struct s9_constant_table {
    s9_arena arena;               /* of one that stands for itself */
    const char *creator, *target; /* or NULL */
    uint32_t flags;
    struct {
        s9_constant *items;
        uint32_t count, capacity;
    } constants;
    struct {
        s9_constant_range *items; /* disjoint, by register */
        uint32_t count, capacity;
    } ranges[S9_SET_COUNT];
};

/* A block whose faults are reported: `at` is the position of its first byte. */
typedef struct s9_block {
    const uint8_t *bytes;
    uint32_t size;
    s9_diagnostics *list; /* or NULL */
    s9_position at;
} s9_block;

/* The position of a byte of the block. */
s9_position s9_block_position(const s9_block *block, uint32_t offset);
#define S9_BLOCK_WARN(block, offset, ...)                                        \
    do {                                                                         \
        s9_position warn_at = s9_block_position((block), (offset));              \
        s9_report((block)->list, S9_WARNING, NULL, &warn_at, NULL, __VA_ARGS__); \
    } while (false)

/* A name for a message: cut, and nothing in it that a terminal would obey. */
#define S9_SHOWN_NAME 64
const char *s9_shown_name(const char *name, char out[S9_SHOWN_NAME]);

/*
 * Reads the table that the block (what follows the FourCC) holds; `version` is the token it should name, `registers`
 * the one whose registers it may use (0: any). Names and initial values are pointers into the block, which must live as
 * long as the table. NULL when there is no table in it (reported) or memory ran out (arena->failed or scratch->failed).
 */
s9_constant_table *s9_ctab_read(s9_arena *arena, s9_arena *scratch, const s9_block *block, uint32_t version,
                                uint32_t registers);

/* Places the constants by register, and reports those that claim a register of another. False when out of memory. */
bool s9_ctab_index(s9_arena *arena, s9_arena *scratch, const s9_block *block, s9_constant_table *table);

#endif
