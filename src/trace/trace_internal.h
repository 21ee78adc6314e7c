/* SPDX-License-Identifier: MIT */
/*
 * trace - one lane, or the four of a quad, through the module one operation at a time, with everything noted.
 *
 *   items.c    what is known of each instruction before it runs: its text, its operands, what surrounds it in the
 * module operand.c  the value of an operand as written: register, swizzle, modifier machine.c  the run: operations by
 * the kernels of the batch interpreter, so that the values are the same, and control flow with the masks of
 * ir/README.md record.c   steps, what they read and wrote, and what each component was computed from query.c    the
 * public questions
 *
 * The interpreter's own loop knows nothing of this: a trace walks the module itself.
 */
#ifndef S9_TRACE_TRACE_INTERNAL_H
#define S9_TRACE_TRACE_INTERNAL_H

#include "exec/exec_internal.h"
#include "program/program.h"
#include "texture/sampling.h"
#include "vm/vm.h"

#include <shader9/trace.h>

#define S9_TR_LANES 4
#define S9_TR_NUMBERS 2052u /* register numbers of r# and t# */

/* ---- steps ---- */

/* A component that a step has read in a lane. */
typedef struct s9_tr_leaf {
    uint8_t kind; /* s9_ir_kind: REG, INPUT, CONSTF, CONSTI, CONSTB, STAGE */
    uint8_t component, lane;
    bool defined; /* a constant that the shader defines */
    bool missing; /* beyond the registers that there are */
    uint32_t number, bits, step;
} s9_tr_leaf;

/* What a step wrote to a register: for each component the leaves that it hangs on, bit by bit (the last for all more).
 */
typedef struct s9_tr_write {
    uint8_t kind; /* REG or OUTPUT */
    uint32_t number;
    s9_trace_value shown;
    uint64_t depends[4];
} s9_tr_write;

typedef struct s9_tr_lane {
    s9_trace_lane_step shown;
    struct {
        s9_tr_leaf *items;
        uint32_t count, capacity;
    } leaves;
    struct {
        s9_tr_write *items;
        uint32_t count, capacity;
    } writes;
    struct {
        s9_trace_value *items;
        uint32_t count, capacity;
    } reads;
} s9_tr_lane;

typedef struct s9_tr_step {
    uint32_t item;
    uint32_t *loop;
    uint32_t loop_count, calls, under;
    s9_tr_lane *lanes;
} s9_tr_step;

/* ---- instructions ---- */

typedef struct s9_tr_operand {
    const char *name;
    const s9_operand *operand; /* of the program: valid while the trace is made */
    bool destination;          /* in destination form (texkill, texdepth) */
    bool predicate;
    uint8_t count; /* components shown */
} s9_tr_operand;

/* A component of a constant that the shader defines, which the module holds as an immediate. */
typedef struct s9_tr_definition {
    uint8_t kind, component;
    uint32_t number, bits;
} s9_tr_definition;

typedef struct s9_tr_item {
    bool prepared, executable, lowered; /* lowered: the module has instructions of it */
    uint32_t group, next;               /* the first of its co-issued pair; the one after it, 0: none */
    uint32_t instruction, offset, line;
    const char *file, *text;
    s9_tr_operand operands[S9_MAX_SOURCES + 2];
    uint32_t operand_count;
    s9_tr_definition *definitions;
    uint32_t definition_count;
} s9_tr_item;

/* What surrounds an instruction of the module. */
typedef struct s9_tr_place {
    uint32_t target; /* IF: ELSE or ENDIF; ELSE: ENDIF; LOOP: ENDLOOP; ENDLOOP: LOOP */
    uint32_t end;    /* the end of the block around: ELSE, ENDIF, ENDLOOP, or the function's end */
    uint32_t steps;  /* control: program instructions of the basic block that follows */
    uint32_t lead;   /* first item before this one that the module does not have */
    bool silent;     /* belongs to no instruction of its own */
    bool has_leads;
} s9_tr_place;

typedef struct s9_tr_function {
    uint32_t steps;          /* program instructions of the first block */
    uint32_t first_item;     /* behind the label */
    uint32_t tail, tail_end; /* items behind the last that the module has */
} s9_tr_function;

/* ---- the machine ---- */

typedef enum s9_tr_frame_kind { S9_TR_IF, S9_TR_LOOP, S9_TR_CALL } s9_tr_frame_kind;

typedef struct s9_tr_frame {
    s9_tr_frame_kind kind;
    uint8_t conditional, loop, function; /* masks to return to; IF: `loop` is the other branch */
    uint32_t function_number;            /* CALL: the caller */
    uint32_t back;                       /* CALL: the instruction */
    uint32_t step;                       /* that opened it */
    int32_t counts[S9_TR_LANES];         /* LOOP */
    int64_t done;                        /* LOOP: iterations done */
} s9_tr_frame;

typedef struct s9_tr_cell {
    uint32_t bits[S9_TR_LANES];
    uint32_t step[S9_TR_LANES]; /* that wrote it */
    uint64_t depends[S9_TR_LANES];
} s9_tr_cell;

struct s9_trace {
    s9_allocator allocator;
    s9_arena arena; /* what the answers refer to */
    s9_version version;
    uint32_t lanes, lane; /* 4 or 1; the one asked for */
    s9_trace_stop stopped;
    struct {
        s9_tr_step *items;
        uint32_t count, capacity;
    } steps;
    s9_tr_item *items;
    uint32_t item_count;
    char (*register_names)[16];
    uint8_t *register_types; /* s9_trace_type */
    uint32_t register_count;
    char output_names[S9_IR_OUT_COUNT][16];
    char input_names[S9_IR_IN_COUNT][16];
    uint32_t outputs[S9_IR_OUT_COUNT][4][S9_TR_LANES];
    uint8_t outputs_written[S9_IR_OUT_COUNT][S9_TR_LANES];
    uint8_t discarded, exhausted;
    uint8_t *slot_numbers;
    uint8_t *slot_masks;
    uint32_t slot_count;
};

typedef struct s9_tracer {
    s9_trace *trace;
    const s9_shader *shader;
    const s9_ir *ir;
    const s9_program *program;
    const s9_run_args *args;
    s9_trace_options options;
    s9_diagnostics *diagnostics;
    s9_arena scratch;
    bool failed; /* memory */
    bool ps1, ps1_tex;

    s9_tr_place *places; /* by instruction of the module */
    s9_tr_function *functions;
    uint32_t *temp, *texture; /* registers of the module by number, S9_TRACE_NONE: none */
    uint32_t a0, al, p0;

    const s9_vm_kernels *kernels;
    char *base; /* scratch of the kernels, aligned to 64 */
    s9_prepared_sampler samplers[16];
    const s9_texture *textures[16];

    uint32_t inputs[S9_IR_IN_COUNT][4][S9_TR_LANES];
    uint32_t input_declared, output_declared; /* v#, o# that an index reaches */
    s9_tr_cell (*registers)[4];
    s9_tr_cell (*values)[4];

    struct {
        s9_tr_frame *items;
        uint32_t count, capacity;
    } frames;
    uint8_t all, conditional, loop, function, alive, active;
    uint32_t steps_done[S9_TR_LANES], max_steps;

    uint32_t at, last; /* instruction of the module, and the one before */
    uint32_t function_number;
    uint32_t open_first, open_count; /* steps that are open */
    uint32_t break_left;             /* passes until break_at stops */
    bool stop;
} s9_tracer;

/* ---- items.c ---- */

bool s9_tr_prepare(s9_tracer *t);
/* Text, place and operands of an item, made when it is first executed. */
const s9_tr_item *s9_tr_item_of(s9_tracer *t, uint32_t item);

/* ---- operand.c ---- */

/* What a component of a constant is for the module: `given` tells the caller's from what is beyond. */
uint32_t s9_tr_constant(const s9_tracer *t, uint8_t kind, int64_t number, uint32_t component, bool relative,
                        bool *defined, bool *missing);
uint32_t s9_tr_stage_word(const s9_tracer *t, uint32_t stage, uint32_t component);
/* The value of an operand as written, in a lane. `reached` (16 bytes) is set where it is relative, else "". */
s9_trace_value s9_tr_operand_value(const s9_tracer *t, const s9_tr_operand *operand, uint32_t lane, char reached[24]);

/* ---- machine.c ---- */

s9_result s9_tr_run(s9_tracer *t);

/* ---- record.c ---- */

/* Opens the step of an item, or those of its pair. False: a limit, or no memory; the run ends. */
bool s9_tr_open(s9_tracer *t, uint32_t item, uint8_t active);
/* Closes what is open, and looks whether the run stops here. */
void s9_tr_close(s9_tracer *t);
/* The open step of an item. */
uint32_t s9_tr_step_of(const s9_tracer *t, uint32_t item);
uint64_t s9_tr_leaf_bit(s9_tracer *t, uint32_t step, uint32_t lane, const s9_tr_leaf *leaf);
/* The leaves of another step or lane that `bits` names, added to those of this step and lane. */
uint64_t s9_tr_import(s9_tracer *t, uint32_t step, uint32_t lane, uint32_t from_step, uint32_t from_lane,
                      uint64_t bits);
void s9_tr_note_write(s9_tracer *t, uint32_t step, uint32_t lane, uint8_t kind, uint32_t number, uint32_t component,
                      uint32_t bits, uint64_t depends);
void s9_tr_note_texture(s9_tracer *t, uint32_t step, uint32_t sampler, const s9_sample_args *args,
                        const float *const result[4]);
s9_tr_lane *s9_tr_lane_of(s9_tracer *t, uint32_t step, uint32_t lane);
const char *s9_tr_leaf_name(const s9_trace *trace, const s9_tr_leaf *leaf, uint32_t *component, s9_trace_type *type,
                            char room[32]);

#endif
