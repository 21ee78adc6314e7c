/* SPDX-License-Identifier: MIT */
/*
 * exec - what the batch interpreter and the JIT agree on, beyond the public interface shader9/exec.h and the operations
 * of ir/README.md. No code lives here.
 *
 * NaN. IEEE leaves sign and payload of a NaN result to the machine; shader9 does not, so that every engine, level and
 * machine gives the same bits:
 *   - mov and select (and reads and writes of registers, inputs, constants, outputs) keep the bits of a NaN;
 *   - every other operation with a float result, neg, abs and the sampling operations included, whose result is NaN
 * gives 0x7FC00000.
 *
 * Steps. A lane counts the program instructions that it executes, a basic block at a time: on entering a block that
 * would take its count above max_steps it is stopped: it does nothing any more, and its outputs keep what it wrote.
 *
 * Lanes of an input or output: component k of a slot's array is component k of the register (a slot that shares its
 * register with others does not shift its components down). A register component that belongs to no slot reads as
 * component of the register's first slot. Outputs (and components) that a lane never wrote are stored as 0.
 *
 * Helper lanes run like the others, and their outputs are stored like theirs.
 *
 * vFace: any number that is not below 0, NaN included, is +1, the rest -1. vPos is (x, y, 0, 0), given or not. Other
 * missing inputs, and missing components, are those of (0, 0, 0, 1).
 */
#ifndef S9_EXEC_EXEC_INTERNAL_H
#define S9_EXEC_EXEC_INTERNAL_H

#include "ir/ir.h"

#include <shader9/exec.h>

#define S9_NAN_BITS 0x7FC00000u
#define S9_DEFAULT_MAX_STEPS (1u << 24)

typedef struct s9_engine_functions {
    const char *name; /* "vm", "jit" */
    void (*destroy)(void *engine, const s9_allocator *allocator);
    /* Arguments have been checked; the floating-point environment is the default one. */
    s9_result (*run)(const s9_shader *shader, const s9_run_args *args);
} s9_engine_functions;

/* Immutable after creation. */
struct s9_shader {
    s9_allocator allocator;
    s9_ir *ir;
    s9_shader_slot *inputs, *outputs;
    uint8_t *input_numbers, *output_numbers; /* S9_IR_IN_*, S9_IR_OUT_* of each slot */
    uint32_t input_count, output_count;
    char (*names)[16]; /* the slots' names */
    const s9_engine_functions *engine;
    void *engine_data;
};

/*
 * A shader of a module, which it owns from then on (also when the call fails). `level` is a level of vm/vm.h to force,
 * or -1 for the best that the machine has.
 */
s9_result s9_shader_from_ir(s9_ir *ir, const s9_allocator *allocator, int level, s9_shader **out,
                            s9_diagnostics *diagnostics);

#endif
