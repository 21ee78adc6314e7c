/* SPDX-License-Identifier: MIT */
/* compile - what the parts of the compiler share: analyse.c looks at the module, compile.c and compile_flow.c emit. */
#ifndef S9_VM_COMPILE_H
#define S9_VM_COMPILE_H

#include "vm/vm.h"

/* Bit 31 of an operand under construction: a uniform by number; else the offset of a slot. */
#define S9_VM_IS_UNIFORM 0x80000000u
#define S9_VM_NOWHERE UINT32_MAX

/* What the module as a whole tells. Arrays live in the compiler's scratch arena. */
typedef struct s9_vm_analysis {
    uint32_t *last_use;   /* by value: the last instruction that needs it */
    uint32_t *first_dead; /* by instruction: a value that is needed no more after it, or NOWHERE */
    uint32_t *next_dead;  /* by value: the next such value */
    uint8_t *written;     /* by register: components that some instruction writes */
    uint8_t input_read[S9_IR_IN_COUNT], output_written[S9_IR_OUT_COUNT];
    uint16_t input_declared;  /* v# with a declaration: what relative reads reach */
    uint16_t output_declared; /* o# likewise */
    bool relative_inputs, relative_outputs;
} s9_vm_analysis;

typedef struct s9_vm_block {
    uint32_t opener;   /* IF, ELSE or LOOP in the code */
    uint32_t waiting;  /* chain (through `skip`) of instructions that leave to this block's end */
    uint32_t own_slot; /* LOOP: slot of a count that differs between lanes, or 0 */
} s9_vm_block;

typedef struct s9_vm_uniform_key {
    uint64_t key; /* kind, number, component; 0: free */
    uint32_t index;
} s9_vm_uniform_key;

typedef struct s9_vm_compiler {
    const s9_ir *ir;
    s9_vm_program *program;
    const s9_vm_kernels *kernels;
    s9_diagnostics *diagnostics;
    s9_arena scratch;
    s9_vm_analysis analysis;

    s9_vm_inst_list code, prologue; /* in scratch until finished */
    struct {
        s9_vm_uniform *items;
        uint32_t count, capacity;
    } uniforms;
    s9_vm_uniform_key *uniform_keys;
    uint32_t uniform_key_mask, uniform_key_count;

    struct {
        uint32_t *items;
        uint32_t count, capacity;
    } free_slots;
    uint32_t slot_count;
    uint32_t (*value_operands)[4]; /* by value: where each component is */
    uint8_t *value_owned;          /* by value: its slots are its own */
    uint32_t (*register_slots)[4]; /* by register */
    uint32_t temporaries[16];      /* slots that live for one instruction */
    uint32_t temporary_count;

    /* Components that every lane has written before the current instruction, and those that must begin as 0. */
    uint8_t *register_definite, *register_zeroed;
    uint8_t output_definite[S9_IR_OUT_COUNT];
    bool lanes_may_be_gone; /* a `ret` inside a block has been passed: nothing more is written by every lane */

    struct {
        s9_vm_block *items;
        uint32_t count, capacity;
    } blocks;
    uint32_t function;
    uint32_t waiting;     /* chain of instructions that leave to the function's end */
    uint32_t steps_owner; /* the instruction whose `steps` are being counted, NOWHERE: the function's entry */
    uint32_t steps;
    uint32_t items_seen;      /* program items below this have been counted */
    uint32_t local_depth;     /* deepest nesting of blocks in the function */
    uint32_t *function_depth; /* by function: frames of its own */
    bool failed;              /* refused; out of memory shows in the arenas */
} s9_vm_compiler;

/* analyse.c */
bool s9_vm_analyse(s9_vm_compiler *c);

/* compile.c */
uint32_t s9_vm_emit(s9_vm_compiler *c, const s9_vm_inst *inst); /* index in the code */
uint32_t s9_vm_new_slot(s9_vm_compiler *c);
void s9_vm_free_slot(s9_vm_compiler *c, uint32_t slot);
/* One component of a source as slot or uniform. */
uint32_t s9_vm_source_component(s9_vm_compiler *c, const s9_ir_operand *operand, bool boolean);
/* Emits a move of n operands into slots that live for this instruction, and replaces them. */
void s9_vm_materialise(s9_vm_compiler *c, uint32_t n, uint32_t *operands);

/* compile_flow.c */
void s9_vm_flow(s9_vm_compiler *c, const s9_ir_inst *inst);
void s9_vm_begin_function(s9_vm_compiler *c, uint32_t function);
void s9_vm_end_function(s9_vm_compiler *c);
/* Orders functions by calls and computes the frames that a run needs; false: calls recurse, or out of memory. */
bool s9_vm_order_functions(s9_vm_compiler *c);

#endif
