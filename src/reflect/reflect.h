/* SPDX-License-Identifier: MIT */
/*
 * reflect - what a shader is made of. Everything is computed once, in passes over the program, each linear: registers
 * and the interface (interface.c), definitions and comments (contents.c), slots and the paths through them (cost.c),
 * depths (nesting.c, along the calls that routines.c finds), and the tables in comments (tables.c): the constant table
 * (ctab.c reads it, constants.c answers about it) and the preshader (preshader.c).
 */
#ifndef S9_REFLECT_REFLECT_H
#define S9_REFLECT_REFLECT_H

#include "program/program.h"
#include "program/slots.h"

#include <shader9/reflect.h>

struct s9_reflection {
    s9_arena arena;
    s9_arena scratch; /* of the passes; gone when the reflection is handed out */
    s9_cost cost;
    s9_flow_info flow;
    struct {
        s9_register_use *items;
        uint32_t count, capacity;
    } files;
    struct {
        s9_interface_element *items;
        uint32_t count, capacity;
    } inputs, outputs;
    struct {
        s9_sampler_info *items;
        uint32_t count, capacity;
    } samplers;
    struct {
        s9_definition *items;
        uint32_t count, capacity;
    } definitions;
    struct {
        s9_comment_info *items;
        uint32_t count, capacity;
    } comments;
    s9_constant_table *constants; /* or NULL */
    s9_preshader *preshader;      /* or NULL */
};

/* A main program or a subroutine: items [first, end); a subroutine begins with its label. Routine 0 is the main
 * program. */
typedef struct s9_routine_range {
    uint32_t first, end;
} s9_routine_range;

typedef struct s9_routines {
    s9_routine_range *items;
    uint32_t count, capacity;
    uint32_t *of_label; /* by label number: routine, or 0 for none */
    /*
     * All routines, the called before their callers. Only a call that closes a circle leads to a routine that stands at
     * the caller's place or behind it.
     */
    uint32_t *order;
    uint32_t *rank; /* by routine: its place in `order` */
} s9_routines;

#define S9_LABEL_COUNT 2048u

/* Splits the program at its labels and follows the calls. False when out of memory. */
bool s9_find_routines(s9_arena *arena, const s9_program *program, s9_routines *out);
/* The routine that a call reaches, 0 when there is none. */
uint32_t s9_called_routine(const s9_routines *routines, const s9_program *program, uint32_t item);

/* The passes. Each leaves arena.failed or scratch.failed set when it runs out of memory. */
void s9_reflect_registers(s9_reflection *r, const s9_program *program);
void s9_reflect_interface(s9_reflection *r, const s9_program *program, const s9_sampler_types *types);
void s9_reflect_contents(s9_reflection *r, const s9_program *program);
void s9_reflect_cost(s9_reflection *r, const s9_program *program, const s9_sampler_types *types,
                     const s9_routines *routines);
void s9_reflect_nesting(s9_reflection *r, const s9_program *program, const s9_routines *routines);
/* `list` (or NULL) gets what is wrong with the tables. */
void s9_reflect_tables(s9_reflection *r, const s9_program *program, s9_diagnostics *list);

#endif
