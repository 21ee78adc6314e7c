/* SPDX-License-Identifier: MIT */
/* run - the state of a run, shared by run.c (blocks of lanes, memory), execute.c (instructions) and transfer.c
 * (arrays). */
#ifndef S9_VM_RUN_H
#define S9_VM_RUN_H

#include "vm/vm.h"

/* Where a component of an input register comes from. */
typedef struct s9_vm_feed {
    int8_t slot[4]; /* slot of the shader, -1: default */
    bool used;
    bool whole;    /* all components come from one array of four floats beside each other */
    bool readable; /* the same, but of two or three floats: a float more may be read where another lane follows */
} s9_vm_feed;

typedef struct s9_vm_run_state {
    const s9_shader *shader;
    const s9_vm_program *program;
    const s9_vm_kernels *kernels;
    const s9_run_args *args;
    char *memory; /* scratch */
    char *base;   /* its first whole cache line */
    s9_vm_frame *frames;
    s9_prepared_sampler *samplers; /* by sampler number, those in use */
    uint8_t sampler_index[16];
    const float (*constants)[4]; /* what relative reads see */
    uint32_t constant_count;

    uint32_t lanes;               /* in this block, 1..S9_VM_LANES */
    bool exact;                   /* NaN came from outside: every result is made canonical at once, not only outputs */
    bool constant_nan;            /* that holds for the whole run */
    bool count_steps;             /* max_steps may be reached */
    bool track_written;           /* somebody asked what was written */
    const s9_native_code *code;   /* the shader's when the run was prepared */
    const s9_native_code *native; /* NULL: interpret */
    uint32_t *words;              /* its uniforms */
    bool past_cache;              /* outputs are larger than caches: written around them */
    uint32_t max_steps;

    uint32_t depth;                              /* frames in use */
    uint64_t conditional, loop, function, alive; /* masks; a lane is active where all are set */
    uint64_t active;
    bool masked; /* some lane is not active */
    uint64_t discarded, stopped;
    uint64_t written[S9_IR_OUT_COUNT][4];
    uint32_t steps[S9_VM_LANES];

    s9_vm_feed feeds[S9_IR_IN_COUNT];
    /* Machine code's view of all this: of the slots, and of the caller's arrays where `direct`. */
    s9_native_block block;
    s9_native_input block_inputs[S9_IR_IN_COUNT], direct_inputs[S9_IR_IN_COUNT];
    s9_native_output block_outputs[S9_IR_OUT_COUNT], direct_outputs[S9_IR_OUT_COUNT];
    uint8_t used_inputs[S9_IR_IN_COUNT], used_outputs[S9_IR_OUT_COUNT];
    uint32_t used_input_count, used_output_count;
    ptrdiff_t advanced; /* lanes that the views of arrays have moved on */
    bool even;     /* all lanes write the same outputs, and none is discarded */
    bool direct;   /* every array has a form that it can use */
    bool reads_on; /* rows of fewer than four floats: another lane must follow */
} s9_vm_run_state;

/* execute.c: one block of lanes, from the first instruction to the last. */
void s9_vm_execute(s9_vm_run_state *r);

/* run.c: what a uniform holds in this run. */
uint32_t s9_vm_uniform_word(const s9_run_args *args, const s9_vm_uniform *uniform);

/* native.c */
void s9_vm_prepare_native(s9_vm_run_state *r);
/* The block that has been loaded. */
void s9_vm_run_native(s9_vm_run_state *r);
/* Lanes from `first` on between the caller's arrays, as far as that goes without a NaN; the first lane that is left. */
uint32_t s9_vm_run_direct(s9_vm_run_state *r, uint32_t first);
/* So many lanes have been done otherwise. */
void s9_vm_skip_direct(s9_vm_run_state *r, uint32_t lanes);
/* Back to lane 0, for the next run. */
void s9_vm_rewind_direct(s9_vm_run_state *r);

/* transfer.c */
void s9_vm_plan_inputs(s9_vm_run_state *r);
void s9_vm_load_inputs(s9_vm_run_state *r, uint32_t first);
void s9_vm_store_outputs(s9_vm_run_state *r, uint32_t first);
/* Written masks, discarded and stopped bytes of the lanes from `first` on. */
void s9_vm_store_flags(s9_vm_run_state *r, uint32_t first);
bool s9_vm_can_bypass(const s9_lane_array *array);

static inline bool s9_vm_is_nan_bits(uint32_t bits)
{
    return (bits & 0x7FFFFFFFu) > 0x7F800000u;
}

#endif
