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

#include <stdatomic.h>

#define S9_NAN_BITS 0x7FC00000u
#define S9_DEFAULT_MAX_STEPS (1u << 24)

typedef struct s9_engine_functions {
    const char *name; /* "vm", "jit" */
    void (*destroy)(void *engine, const s9_allocator *allocator);
    /* Arguments have been checked; the floating-point environment is the default one. */
    s9_result (*run)(const s9_shader *shader, const s9_run_args *args);
} s9_engine_functions;

/*
 * ---- machine code ----
 *
 * Machine code does what the interpreter does for a block of lanes, between the caller's arrays, or arrays of lanes
 * where those have no common form. It is not asked to run where max_steps may be reached, and it goes back where a NaN
 * comes from outside: both are the interpreter's. So its NaN may have any bits within; storing makes them canonical.
 */
#define S9_BLOCK_LANES 256 /* at most; 64 where written or discarded lanes are asked for */

struct s9_prepared_sampler;

/*
 * An input register from the block's first lane on. Of rows, a component that is not there reads as `keep` 0 and its
 * default; of columns, it has a column of its default.
 */
typedef struct s9_native_input {
    const char *rows;        /* four floats a lane, of which those not kept may be anything; NULL: columns */
    int64_t stride;          /* of rows */
    const float *columns[4]; /* the lanes of a component beside each other */
    uint32_t keep[4];        /* -1; 0: the memory does not hold the component */
    uint32_t other[4];       /* its default's bits then, else 0 */
} s9_native_input;

/* An output register likewise. Nothing is stored where both are NULL. */
typedef struct s9_native_output {
    char *rows;
    int64_t stride;
    float *columns[4];
    uint32_t components; /* of rows */
    uint32_t past_cache; /* rows of 16 bytes without gap, aligned to 64, that nobody reads soon */
} s9_native_output;

/* One block. Generated code knows the offsets of the members. */
typedef struct s9_native_block {
    const s9_native_input *inputs;   /* by S9_IR_IN_* */
    const s9_native_output *outputs; /* by S9_IR_OUT_* */
    const uint32_t *words;           /* uniforms, after `prepare` */
    const float (*constants)[4];     /* what reads of c# by index see, and a row of zeros */
    const void *functions;           /* those of the code */
    const struct s9_prepared_sampler *samplers[16];
    uint64_t (*written)[4]; /* by output number and component: bits are set where a lane wrote; NULL: nobody asks */
    uint64_t discarded;
    uint32_t constant_count; /* rows; reads beyond give 0 */
    uint32_t lanes;          /* the last vector may compute beyond them: arrays must have 16 lanes' room there */
    uint32_t quads;          /* 0 or -1 */
    uint32_t done;           /* out: lanes done, fewer than all where a NaN comes next */
} s9_native_block;

/* A word that the run supplies: component of a constant register or stage (truth values as 0 or -1). */
typedef struct s9_native_uniform {
    uint8_t kind, component; /* s9_ir_kind */
    uint32_t number;
    uint32_t word; /* where it goes */
} s9_native_uniform;

typedef struct s9_native_code {
    /* Once a run: computes words from those supplied. NULL: there are none to compute. */
    void (*prepare)(uint32_t *words, const void *functions);
    void (*run)(s9_native_block *block);
    const void *functions;
    const s9_native_uniform *uniforms;
    uint32_t uniform_count, word_count;
    uint8_t definite[S9_IR_OUT_COUNT]; /* output components that every lane writes, whatever happens */
} s9_native_code;

/* Components that are read and written, relative reads and writes included. */
typedef struct s9_native_layout {
    uint8_t inputs[S9_IR_IN_COUNT], outputs[S9_IR_OUT_COUNT];
} s9_native_layout;

/* A shader's claim to machine code. */
typedef struct s9_native_ticket {
    _Atomic(const s9_native_code *) code; /* NULL until it is ready */
} s9_native_ticket;

/* What an s9_jit begins with: the core calls the JIT through it and so does not depend on it. */
typedef struct s9_jit_functions {
    /*
     * A ticket for a module, which lives until the ticket is released. `now`: the code is ready when the call returns
     * S9_OK; otherwise it is made some time. A failure is described in `diagnostics` as a note.
     */
    s9_result (*attach)(s9_jit *jit, const s9_ir *ir, const s9_native_layout *layout, bool now, s9_native_ticket **out,
                        s9_diagnostics *diagnostics);
    /* Nobody runs the code any more. */
    void (*release)(s9_jit *jit, s9_native_ticket *ticket);
} s9_jit_functions;

typedef struct s9_jit_base {
    const s9_jit_functions *functions;
} s9_jit_base;

/* Immutable after creation, but for the ticket's code. */
struct s9_shader {
    s9_allocator allocator;
    s9_ir *ir;
    s9_shader_slot *inputs, *outputs;
    uint8_t *input_numbers, *output_numbers; /* S9_IR_IN_*, S9_IR_OUT_* of each slot */
    uint8_t *input_reads;                    /* components of each input slot's register that anything reads */
    uint32_t input_count, output_count;
    char (*names)[16]; /* the slots' names */
    const s9_engine_functions *engine;
    void *engine_data;
    s9_jit *jit; /* whose ticket it is; NULL: the interpreter alone */
    s9_native_ticket *ticket;
};

/*
 * A shader of a module, which it owns from then on (also when the call fails). `level` is a level of vm/vm.h to force,
 * or -1 for the best that the machine has.
 */
s9_result s9_shader_from_ir(s9_ir *ir, const s9_allocator *allocator, int level, s9_shader **out,
                            s9_diagnostics *diagnostics);

/* The machine code of a shader, NULL while there is none. */
static inline const s9_native_code *s9_shader_code(const s9_shader *shader)
{
    return shader->ticket != NULL ? atomic_load_explicit(&shader->ticket->code, memory_order_acquire) : NULL;
}

/*
 * Asks for machine code for a shader that s9_shader_from_ir made. Where that fails the interpreter goes on serving, and
 * a note says so; only running out of memory is an error.
 */
s9_result s9_shader_attach(s9_shader *shader, s9_jit *jit, bool now, s9_diagnostics *diagnostics);

/*
 * A run that is repeated: preparing constants, samplers and arrays once, then running over new contents of the same
 * arrays. The arguments' arrays, constants and bindings live until it is closed; `args->lanes` is the most of any run.
 * Arguments are not checked. One thread at a time may run a session; several sessions of a shader run side by side.
 */
typedef struct s9_run_session s9_run_session;
s9_result s9_run_session_open(const s9_shader *shader, const s9_run_args *args, s9_run_session **out);
s9_result s9_run_session_lanes(s9_run_session *session, uint32_t lanes);
void s9_run_session_close(s9_run_session *session);

#endif
