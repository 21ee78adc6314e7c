/* SPDX-License-Identifier: MIT */
/*
 * emit - from a module to LLVM's. One function, `block`, does a block of lanes (exec/exec_internal.h), a vector of
 * `width` lanes at a time; another, `prepare`, computes once a run what is the same for all lanes.
 *
 * Registers and outputs are allocas that mem2reg turns into values. What depends on constants and immediates only is a
 * word of the run: it is computed by `prepare` as a scalar and spread where it is needed. Truth values are vectors of
 * i1 within a basic block; between blocks, below 16 lanes, vectors of i32 that are 0 or -1 (`wide`), since masks of
 * other element sizes are slow there.
 *
 * Masks: `cond` are the lanes that the open blocks let through; a loop or function that some lanes may leave earlier
 * than others has an alloca of those that are still in it (`live`). A lane is active where all of these are set.
 * Conditions that are the same in all lanes are branches and change no mask.
 */
#ifndef S9_JIT_EMIT_H
#define S9_JIT_EMIT_H

#include "exec/exec_internal.h"

#include <llvm-c/Core.h>

/* Instruction sets: what vectors have and whether rounding to whole numbers is an instruction. */
typedef struct s9_jit_target {
    uint32_t width; /* 4, 8, 16 */
    bool rounds;
    bool mask_registers; /* AVX-512 */
} s9_jit_target;

typedef struct s9_jit_shape {
    LLVMBuilderRef builder;
    LLVMTypeRef f, i, m, d; /* float, i32, i1, double: vectors or scalars */
    uint32_t width;         /* 1: scalars */
} s9_jit_shape;

typedef enum s9_jit_kind {
    S9_JIT_IMM,   /* `bits` */
    S9_JIT_WORD,  /* word number `bits` of the run */
    S9_JIT_VECTOR /* `v` */
} s9_jit_kind;

/* One component. */
typedef struct s9_jit_comp {
    s9_jit_kind kind;
    uint32_t bits;
    LLVMValueRef v;          /* truth values: i1, valid in `block` */
    LLVMValueRef wide;       /* truth values as 0 and -1, valid wherever `block` dominates; NULL: `v` is */
    LLVMBasicBlockRef block; /* where a truth value was made */
} s9_jit_comp;

typedef struct s9_jit_open {
    uint8_t op; /* IF, ELSE, LOOP */
    bool uniform;
    bool leaves;                 /* some lanes may leave a loop or function inside */
    LLVMBasicBlockRef next, end; /* IF: the other part; LOOP: the test at its end, what follows */
    LLVMBasicBlockRef head;      /* LOOP */
    s9_jit_comp cond, other;     /* to restore; lanes of the other part */
    LLVMValueRef live, counter;  /* LOOP: to restore; iterations left, or done where `count` is a vector */
    LLVMValueRef count;
} s9_jit_open;

/* Properties of a loop or function found before anything is emitted. */
typedef struct s9_jit_scan {
    uint8_t *divergent;  /* by LOOP instruction: lanes leave it one by one */
    uint8_t *ret_varies; /* by function: lanes return one by one */
} s9_jit_scan;

/* Rows of constants that were taken by index, as columns: bones are mostly used twice, for positions and normals. */
typedef struct s9_jit_gathered {
    LLVMBasicBlockRef block;             /* where; NULL: nothing */
    uint32_t relative, component, index; /* of the operand */
    LLVMValueRef columns[4];
} s9_jit_gathered;

enum { S9_JIT_GATHERED = 8 };

typedef struct s9_jit_emitter {
    const s9_ir *ir;
    const s9_native_layout *layout;
    s9_jit_target target;
    s9_arena *arena;
    s9_jit_scan scan;

    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMValueRef function, prepare;
    s9_jit_shape lanes, scalar; /* builders of `block` and `prepare` */
    LLVMTypeRef byte_pointer, stored_bool;
    LLVMTypeRef i1, i32, i64, f32;
    LLVMBuilderRef entry; /* at the end of the entry block: allocas */

    LLVMValueRef block_argument, inputs, output_views, words, functions, quads; /* of `block` */
    LLVMValueRef prepare_words, prepare_functions;
    LLVMValueRef lane;                           /* number of the vector's first */
    LLVMValueRef input_lanes[S9_IR_IN_COUNT][4]; /* NULL: not read */
    LLVMValueRef math_buffer[2], sample_buffer, index_buffer, prepare_buffer[2];
    s9_jit_gathered gathered[S9_JIT_GATHERED];
    uint32_t gathered_next;

    struct {
        s9_native_uniform *items;
        uint32_t count, capacity;
    } uniforms;
    uint32_t word_count; /* supplied and computed */
    bool prepares;       /* `prepare` does something */
    struct {
        uint64_t *keys; /* kind, number, component; 0: free */
        uint32_t *words;
        uint32_t mask, count;
    } table; /* words by what they hold */

    s9_jit_comp (*values)[4];
    uint8_t *written; /* by register */
    LLVMValueRef (*registers)[4];
    LLVMValueRef outputs[S9_IR_OUT_COUNT][4];
    LLVMValueRef output_lanes[S9_IR_OUT_COUNT][4]; /* who wrote, where that is not everybody */
    uint8_t definite[S9_IR_OUT_COUNT];
    uint16_t input_declared, output_declared;
    LLVMValueRef discarded;
    LLVMBasicBlockRef nan_from; /* where a NaN among the inputs was noticed */

    struct {
        s9_jit_open *items;
        uint32_t count, capacity;
    } open;
    uint32_t open_base; /* blocks below belong to callers */
    s9_jit_comp cond;
    LLVMValueRef live_loop, live_function;
    LLVMBasicBlockRef function_end;
    uint32_t current, depth;
    bool may_be_gone;
    uint32_t emitted;
    bool refused; /* too long, too deep */
} s9_jit_emitter;

/* Instructions after calls are expanded, and calls within each other, that are compiled at most. */
#define S9_JIT_MOST_INSTRUCTIONS 20000u
#define S9_JIT_MOST_DEPTH 32u

/* What the functions of the code are, by number: pointers in a table (kernels.h). */
enum { S9_JIT_SAMPLE = 0, S9_JIT_STORE = 1, S9_JIT_LOAD = 2, S9_JIT_MATH = 3 };

/* emit.c: fills in the module. False: out of memory, or `refused`. Sets `uniforms`, `word_count`, `definite`. */
bool s9_jit_emit(s9_jit_emitter *e, const char *block_name, const char *prepare_name);

/* emit_values.c */
LLVMValueRef s9_jit_pointer(s9_jit_emitter *e, LLVMBuilderRef builder, LLVMValueRef base, LLVMValueRef offset,
                            LLVMTypeRef type);
LLVMValueRef s9_jit_alloca(s9_jit_emitter *e, LLVMTypeRef type, const char *name);
LLVMValueRef s9_jit_splat_bits(const s9_jit_emitter *e, const s9_jit_shape *s, uint32_t bits, s9_ir_type type);
LLVMValueRef s9_jit_spread(s9_jit_emitter *e, LLVMValueRef scalar);
LLVMValueRef s9_jit_load_word(s9_jit_emitter *e, uint32_t word, LLVMTypeRef type);
LLVMValueRef s9_jit_vector(s9_jit_emitter *e, const s9_jit_comp *comp, s9_ir_type type);
LLVMValueRef s9_jit_scalar(s9_jit_emitter *e, const s9_jit_comp *comp, s9_ir_type type); /* in `prepare` */
s9_jit_comp s9_jit_imm(uint32_t bits);
s9_jit_comp s9_jit_bool(s9_jit_emitter *e, LLVMValueRef v);
s9_jit_comp s9_jit_of_vector(s9_jit_emitter *e, LLVMValueRef v, s9_ir_type type);
s9_jit_comp s9_jit_new_word(s9_jit_emitter *e, LLVMValueRef scalar, s9_ir_type type);
s9_jit_comp s9_jit_load(s9_jit_emitter *e, LLVMValueRef variable, s9_ir_type type);
void s9_jit_store(s9_jit_emitter *e, LLVMValueRef variable, const s9_jit_comp *comp, s9_ir_type type);
/* The word that is -1 where a uniform is not 0 or NaN, 0 where it is a zero. */
s9_jit_comp s9_jit_not_zero_word(s9_jit_emitter *e, uint32_t word);
s9_jit_comp s9_jit_and(s9_jit_emitter *e, const s9_jit_comp *a, const s9_jit_comp *b);
s9_jit_comp s9_jit_not(s9_jit_emitter *e, const s9_jit_comp *a);
LLVMValueRef s9_jit_bits(s9_jit_emitter *e, const s9_jit_comp *mask); /* iW */
LLVMValueRef s9_jit_any(s9_jit_emitter *e, const s9_jit_comp *mask);  /* i1 */
void s9_jit_source(s9_jit_emitter *e, const s9_ir_operand *operand, uint32_t n, s9_ir_type type, s9_jit_comp *out);
s9_ir_type s9_jit_source_type(const s9_jit_emitter *e, const s9_ir_inst *inst, uint32_t index);

/* What was read by an index in register `number` is no longer known. */
void s9_jit_register_changes(s9_jit_emitter *e, uint32_t number);
/* Rows of four floats, one a lane, to four vectors. */
void s9_jit_transpose(s9_jit_emitter *e, LLVMValueRef *rows, LLVMValueRef out[4]);
LLVMValueRef s9_jit_member(s9_jit_emitter *e, LLVMValueRef of, size_t offset, LLVMTypeRef type);

/* emit_transfer.c */
/* The vector's inputs; goes to `nan` where one of them is NaN. */
void s9_jit_load_inputs(s9_jit_emitter *e, LLVMBasicBlockRef nan);
void s9_jit_store_outputs(s9_jit_emitter *e);

/* emit_ops.c */
void s9_jit_compute(s9_jit_emitter *e, const s9_ir_inst *inst, s9_jit_comp *out);
void s9_jit_sample(s9_jit_emitter *e, const s9_ir_inst *inst, s9_jit_comp *out);
LLVMValueRef s9_jit_call1(s9_jit_emitter *e, LLVMBuilderRef builder, const char *name, LLVMValueRef a);

/* emit_flow.c */
bool s9_jit_scan_module(s9_jit_emitter *e);
s9_jit_comp s9_jit_active(s9_jit_emitter *e);
void s9_jit_flow(s9_jit_emitter *e, const s9_ir_inst *inst, uint32_t index);
void s9_jit_function(s9_jit_emitter *e, uint32_t number);

/* emit.c */
void s9_jit_instruction(s9_jit_emitter *e, uint32_t index);

#endif
