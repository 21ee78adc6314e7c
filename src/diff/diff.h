/* SPDX-License-Identifier: MIT */
/*
 * diff - what tells two shaders apart.
 *
 *   keys.c       items as numbers: two items have the same one when they are the same after renumbering
 *   script.c     the shortest list of changes between two lists of numbers
 *   structure.c  the public questions about how two shaders are written
 *   reads.c      what a program reads, and its constants: what is worth trying
 *   inputs.c     inputs that are tried: made, changed, copied
 *   steer.c      inputs that reach what chance does not
 *   shrink.c     a difference made small
 *   compare.c    both run, and the public questions about that
 */
#ifndef S9_DIFF_DIFF_H
#define S9_DIFF_DIFF_H

#include "program/program.h"

#include <shader9/diff.h>

/* ---- keys.c ---- */

/* Sequences of words, each once: the same sequence has the same number. */
typedef struct s9_df_interner {
    s9_arena *arena;
    struct {
        uint32_t *items;
        uint32_t count, capacity;
    } words;
    struct {
        struct s9_df_entry {
            uint32_t first, count, hash;
        } * items;
        uint32_t count, capacity;
    } entries;
    uint32_t *slots;            /* entry + 1; 0: empty */
    uint32_t slot_count, start; /* `start`: where the sequence that is being written begins */
    bool failed;
} s9_df_interner;

void s9_df_interner_init(s9_df_interner *in, s9_arena *arena);

/* The items of a program as numbers: with temporaries in the order of their first use, and as they are. */
typedef struct s9_df_keys {
    uint32_t *renumbered, *own; /* by item */
    uint8_t *parts;             /* s9_diff_part by item */
} s9_df_keys;

/* False when memory is missing. */
bool s9_df_make_keys(const s9_program *program, s9_df_interner *in, s9_df_keys *out);

/* The registers that a definition sets: the last one of each counts. */
typedef struct s9_df_definitions {
    const s9_item **f, **i, **b; /* by number; NULL where the register is not defined */
} s9_df_definitions;

enum { S9_DF_FLOATS = 8192, S9_DF_NUMBERS = 2048 };

bool s9_df_find_definitions(const s9_program *program, s9_arena *arena, s9_df_definitions *out);
/* The definition of a constant operand's register (`row` registers on), NULL where there is none. */
const s9_item *s9_df_definition_of(const s9_program *program, const s9_df_definitions *d, uint32_t token, uint32_t row);

/* ---- script.c ---- */

/*
 * Marks what has to be taken out of `a` and put in from `b`; both arrays of flags are zero before. The number of marks
 * is the least possible unless the lists have very little in common. False when memory is missing.
 */
bool s9_df_script(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count, uint8_t *a_out,
                  uint8_t *b_out, const s9_allocator *allocator);

/* The error of two stages; false when both are of one. */
bool s9_df_stages_differ(const s9_program *a, const s9_program *b, s9_diagnostics *diagnostics);

#endif
