/* SPDX-License-Identifier: MIT */
/*
 * vm - the batch interpreter. A module becomes a list of instructions, each of which does one operation for a block of
 * S9_VM_LANES lanes: register components, values, inputs and outputs are arrays of that many floats (slots), constants
 * single floats (uniforms). The work is done by kernels, small loops over vectors, compiled once for each
 * instruction-set level; everything around them is common.
 *
 * Divergence: the lanes that are active are a bit mask. While all are, results go straight to their slots; otherwise
 * they are computed aside and blended in. Values are computed in all lanes. Blocks that no lane enters are skipped.
 *
 * Memory of a run: one allocation of s9_vm_program.scratch_size bytes, whatever the number of lanes (state, uniforms,
 * the slots, 256 bytes each, control-flow frames), plus 16 bytes for each float constant where relative reads meet
 * `def`.
 */
#ifndef S9_VM_VM_H
#define S9_VM_VM_H

#include "exec/exec_internal.h"
#include "texture/sampling.h"

#define S9_VM_LANES 64
#define S9_VM_SLOT_BYTES (S9_VM_LANES * 4u)
#define S9_VM_ALL UINT64_MAX

typedef enum s9_vm_level { S9_VM_BASE, S9_VM_AVX2, S9_VM_AVX512, S9_VM_LEVEL_COUNT } s9_vm_level;

/* ---- instructions ---- */

typedef enum s9_vm_op {
    S9_VM_VALUE,   /* kernel into slots, in all lanes */
    S9_VM_WRITE,   /* kernel into slots that keep their contents in inactive lanes */
    S9_VM_ASIDE,   /* the same, and a result component overwrites a source that a later one reads */
    S9_VM_GUARDED, /* WRITE under a predicate */
    S9_VM_SCATTER, /* src[0] to outputs by relative index */
    S9_VM_GATHER_CONSTANT,
    S9_VM_GATHER_INPUT,
    S9_VM_SAMPLE,
    S9_VM_DISCARD,
    S9_VM_IF, /* the first of the control instructions */
    S9_VM_ELSE,
    S9_VM_ENDIF,
    S9_VM_LOOP,
    S9_VM_ENDLOOP,
    S9_VM_BREAK,
    S9_VM_BREAK_IF,
    S9_VM_CALL,
    S9_VM_RET,    /* inside a block: lanes leave the function */
    S9_VM_RETURN, /* end of a subroutine */
    S9_VM_END     /* end of the program */
} s9_vm_op;

enum {
    S9_VM_ROUNDED = 1,       /* result is a float that an operation made: its NaN is 0x7FC00000 */
    S9_VM_OUTPUT = 2,        /* destination is an output: `number` and `mask` say which components */
    S9_VM_PREDICATE_NOT = 4, /* GUARDED, SCATTER */
    S9_VM_PREDICATED = 8,    /* SCATTER: has a predicate */
    S9_VM_UNIFORM = 16,      /* IF, LOOP, BREAK_IF, DISCARD: the operand is a uniform */
};

typedef struct s9_vm_inst s9_vm_inst;
/* `base` is the start of the scratch memory, which offsets count from (a s9_vm_state). */
typedef void (*s9_vm_kernel)(const s9_vm_inst *inst, char *base, const uint32_t *dst);

struct s9_vm_inst {
    s9_vm_kernel kernel;
    uint8_t op;    /* s9_vm_op */
    uint8_t n;     /* components of the result */
    uint8_t flags; /* S9_VM_ROUNDED.. */
    uint8_t mask;  /* OUTPUT: components written, SAMPLE: s9_sample_mode */
    uint32_t
        number; /* OUTPUT: register; GATHER_*, SCATTER: register number that the index is added to; SAMPLE: sampler */
    uint32_t dst[4];    /* slots */
    uint32_t src[3][4]; /* slots or uniforms */
    uint32_t guard[4];  /* predicate slots, one a component of the result */
    uint32_t target; /* IF: the ELSE or ENDIF; ELSE: the ENDIF; LOOP: the ENDLOOP; ENDLOOP: the LOOP; CALL: function */
    uint32_t skip;   /* the end of the enclosing block, where to go when no lane is left */
    uint32_t steps;  /* program instructions of the basic block that follows */
};
/*
 * Operands beyond the plain ones. GATHER_*: src[0][0] the index slot, src[1] the components. SCATTER: src[0] the
 * results, src[1] the components, src[2][0] the index slot. SAMPLE: src[0] three coordinates, src[1][0] bias or level,
 * or src[1] and src[2] three derivatives each. IF, BREAK_IF, DISCARD: src[0][0] the
 * condition, LOOP: the count.
 */

/* ---- kernels ---- */

/* The scratch memory of a run begins with this; slots follow, aligned to 64 bytes. */
typedef struct s9_vm_head {
    bool quads;
} s9_vm_head;
#define S9_VM_HEAD_BYTES 64u

typedef struct s9_vm_kernels {
    /* By operation and uniform sources (bit i: source i is a uniform); NULL where no such form exists. */
    const s9_vm_kernel (*arithmetic)[8]; /* ADD .. SELECT, dots, comparisons */
    const s9_vm_kernel (*math)[8];       /* functions of one number, POW */
    /* dst = src in lanes of the mask vector, n slots. */
    void (*blend)(char *base, uint32_t n, const uint32_t *dst, const uint32_t *src, const char *mask);
    /* The same where the guard (inverted if `invert`) is true too; `mask` NULL: all lanes. */
    void (*blend_guarded)(char *base, uint32_t n, const uint32_t *dst, const uint32_t *src, const uint32_t *guard,
                          bool invert, const char *mask);
    /* NaN in the slots becomes 0x7FC00000. */
    void (*canonical)(char *base, uint32_t n, const uint32_t *slots);
    /* The lanes of a boolean slot as bits, and back. */
    uint64_t (*bits)(const char *slot);
    void (*expand)(char *slot, uint64_t bits);
    /*
     * Whole input and output registers of 64 lanes, four floats beside each other (`stride` bytes from lane to lane) to
     * and from four slots. `load` returns true where a NaN came in; `store` makes NaN canonical when `canonical`;
     * `past_cache` (lanes of 16 bytes beside each other, aligned to 16) writes around the cache.
     */
    bool (*load)(char *const slots[4], const char *data, ptrdiff_t stride);
    void (*store)(const char *const slots[4], char *data, ptrdiff_t stride, bool canonical, bool past_cache);
    void (*settle)(void); /* after the last of a run's stores past the cache */
    bool (*has_nan)(const char *slot);
    /* The same for one component whose lanes lie beside each other. */
    bool (*load_component)(char *slot, const char *data);
    /* Components of c[number + index]; (0, 0, 0, 0) beyond the table. */
    void (*gather)(const s9_vm_inst *inst, char *base, const float (*table)[4], uint32_t count);
} s9_vm_kernels;

/* NULL where the level was not compiled or the machine lacks it. S9_VM_BASE is always there. */
const s9_vm_kernels *s9_vm_kernels_of(s9_vm_level level);
s9_vm_level s9_vm_best_level(void);

/* ---- programs ---- */

/* Where a uniform comes from. */
typedef struct s9_vm_uniform {
    uint8_t kind; /* s9_ir_kind: IMM (`bits`), CONSTF, CONSTI, CONSTB, STAGE; NONE: computed by the prologue */
    uint8_t component;
    uint32_t bits; /* IMM; else the register number */
} s9_vm_uniform;

/* An instruction over uniforms only, evaluated once a run, before everything else. */
typedef struct s9_vm_inst_list {
    s9_vm_inst *items;
    uint32_t count, capacity;
} s9_vm_inst_list;

/* An open block or call: what the masks were, and what a loop still has to do. */
typedef struct s9_vm_frame {
    uint64_t conditional, loop, function; /* masks to return to; an IF: `loop` is the mask of the other branch */
    int64_t count;                        /* LOOP: iterations left, or done where the count differs between lanes */
    uint32_t back;                        /* CALL: the instruction */
} s9_vm_frame;

typedef struct s9_vm_function {
    uint32_t entry, end;  /* instructions: the first, and the RETURN or END */
    uint32_t entry_steps; /* program instructions of the first block */
} s9_vm_function;

typedef struct s9_vm_program {
    s9_arena arena;
    const s9_vm_kernels *kernels;
    s9_vm_inst_list code;
    s9_vm_inst_list prologue;
    struct {
        s9_vm_uniform *items;
        uint32_t count, capacity;
    } uniforms;
    uint32_t uniform_offset; /* of uniform 0 in scratch */
    uint32_t slot_offset, slot_count;
    uint32_t temp[4];                         /* slots where masked results are computed */
    uint32_t mask_slot;                       /* the active lanes as a boolean slot */
    uint32_t zero_slot;                       /* always 0 */
    uint32_t trash_slot;                      /* written, never read */
    uint32_t inputs[S9_IR_IN_COUNT][4];       /* slots; 0: not read */
    uint32_t outputs[S9_IR_OUT_COUNT][4];     /* slots; 0: never written */
    uint16_t input_declared, output_declared; /* what relative reads and writes reach */
    uint32_t *zeroed;                         /* slots that must be 0 at the start of a block */
    uint32_t zeroed_count;
    uint32_t *zeroed_all; /* the same when lanes may be stopped anywhere */
    uint32_t zeroed_all_count;
    uint32_t frame_offset, frame_count; /* nested blocks and calls at most */
    uint32_t sampler_mask;              /* samplers that are read */
    uint8_t sampler_types[16];          /* s9_texture_type declared, 0: none */
    size_t scratch_size;
    s9_vm_function *functions;
    uint32_t function_count;
    uint32_t *callee_first; /* functions that are called, callees before their callers */
    uint32_t callee_count;
    uint32_t bound_offset; /* scratch for s9_vm_step_bound: a number for each function */
    bool nan_immediates;   /* an immediate or definition is NaN */
} s9_vm_program;

s9_result s9_vm_compile(const s9_ir *ir, const s9_allocator *allocator, s9_vm_level level, s9_vm_program **out,
                        s9_diagnostics *diagnostics);
void s9_vm_destroy(s9_vm_program *program);
s9_result s9_vm_run(const s9_shader *shader, const s9_vm_program *program, const s9_run_args *args);

#endif
