/* SPDX-License-Identifier: MIT */
/*
 * ir - the shader as meant. Macros are expanded, modifiers are operations of their own, control flow is structured,
 * float mode and named options are decided: the only place that knows what an opcode computes. Everything that executes
 * or translates starts here. README.md in this folder defines every operation.
 *
 * The model
 *  - A module has registers (mutable, typed, four components: r# f32, a0 and aL i32, p0 bool, scratch ones), read-only
 *    inputs, write-only outputs, uniform constants, and functions (function 0 is the program, the others are
 * subroutines).
 *  - An instruction computes n (1..4) components and puts them into a new *value* (%12; assigned once, written in all
 * lanes whether or not control flow reaches them, visible to the following instructions of its block and of blocks
 * inside it), into chosen components of a register or output (only in lanes that are active, and where the predicate
 * holds), or nowhere (control flow, discard).
 *  - Every source is read before anything is written.
 *  - Lanes that control flow does not reach keep their registers. Values are computed in all lanes so that neighbouring
 * lanes (ddx, ddy, sample) always find a number: an inactive lane contributes its current register contents.
 *  - Component lists are compact: component i of the result comes from swizzle[i] of each source and goes to
 *    dst_components[i].
 */
#ifndef S9_IR_IR_H
#define S9_IR_IR_H

#include "program/program.h"

#include <shader9/exec.h>

typedef enum s9_ir_op {
#define S9_IR_OP(id, text, result, components, sources, type0, type1, type2, flags) S9_IR_##id,
#include "ir/ops.def"
#undef S9_IR_OP
    S9_IR_OP_COUNT
} s9_ir_op;

enum { S9_IRF_CONTROL = 1, S9_IRF_EFFECT = 2, S9_IRF_GRADIENT = 4, S9_IRF_SAMPLE = 8 };

typedef enum s9_ir_type {
    S9_IR_TYPE_NONE,
    S9_IR_TYPE_F32,
    S9_IR_TYPE_I32,
    S9_IR_TYPE_BOOL,
    S9_IR_TYPE_SAME /* in operation tables only */
} s9_ir_type;

typedef enum s9_ir_shape {
    S9_IR_SHAPE_N,  /* n components everywhere */
    S9_IR_SHAPE_1,  /* one component */
    S9_IR_SHAPE_D2, /* one result component from two, three, four source components */
    S9_IR_SHAPE_D3,
    S9_IR_SHAPE_D4,
    S9_IR_SHAPE_T /* texture: four result components; coordinate and gradients three, bias and lod one component */
} s9_ir_shape;

typedef struct s9_ir_op_info {
    const char *text;
    s9_ir_type result;
    s9_ir_shape shape;
    uint8_t sources;
    s9_ir_type types[3];
    uint8_t flags;
} s9_ir_op_info;

extern const s9_ir_op_info s9_ir_op_infos[S9_IR_OP_COUNT];
static inline const s9_ir_op_info *s9_ir_op_info_of(s9_ir_op op)
{
    return &s9_ir_op_infos[op];
}
/* Components that source `index` of the instruction has. */
static inline uint32_t s9_ir_source_components(s9_ir_op op, uint32_t n, uint32_t index)
{
    const s9_ir_op_info *info = &s9_ir_op_infos[op];
    if (index >= info->sources)
        return 0;
    switch (info->shape) {
    case S9_IR_SHAPE_N:
        return n;
    case S9_IR_SHAPE_D2:
        return 2;
    case S9_IR_SHAPE_D3:
        return 3;
    case S9_IR_SHAPE_D4:
        return 4;
    case S9_IR_SHAPE_T:
        return index == 0 || op == S9_IR_SAMPLE_GRAD ? 3 : 1;
    case S9_IR_SHAPE_1:
    default:
        return 1;
    }
}

typedef enum s9_ir_kind {
    S9_IR_NONE,
    S9_IR_VALUE,  /* %index */
    S9_IR_REG,    /* registers[index] */
    S9_IR_INPUT,  /* fixed numbers: S9_IR_IN_* */
    S9_IR_OUTPUT, /* fixed numbers: S9_IR_OUT_*; destination only */
    S9_IR_CONSTF, /* c# */
    S9_IR_CONSTI, /* i# */
    S9_IR_CONSTB, /* b#, one component */
    S9_IR_STAGE,  /* texture stage `index`: components 0..6 = M00 M01 M10 M11 lscale loffset projected (1 or 0) */
    S9_IR_IMM     /* immediates[index + component] */
} s9_ir_kind;

/* Numbers of inputs. Vertex: v0..v15 are 0..15. Pixel: v#, then t#, then vPos, vFace. */
enum { S9_IR_IN_V = 0, S9_IR_IN_T = 16, S9_IR_IN_VPOS = 24, S9_IR_IN_VFACE = 25, S9_IR_IN_COUNT = 26 };
/* Numbers of outputs. SM3 vertex: o0..o15 are 0..15. Before: the named ones. Pixel: oC0..oC3 are 0..3, oDepth 4. */
enum {
    S9_IR_OUT_O = 0,
    S9_IR_OUT_POS = 0,
    S9_IR_OUT_FOG = 1,
    S9_IR_OUT_PTS = 2,
    S9_IR_OUT_D = 3,
    S9_IR_OUT_T = 5,
    S9_IR_OUT_COLOR = 0,
    S9_IR_OUT_DEPTH = 4,
    S9_IR_OUT_COUNT = 16
};

typedef struct s9_ir_operand {
    uint8_t kind;       /* s9_ir_kind */
    uint8_t swizzle[4]; /* component for each result component; entries beyond the count are 0 */
    uint8_t relative_component;
    uint16_t relative; /* 0: none; else the i32 register number + 1 whose component is added to index (CONSTF, INPUT,
                          OUTPUT) */
    uint32_t index;
} s9_ir_operand;

typedef struct s9_ir_inst {
    uint8_t op;                /* s9_ir_op */
    uint8_t n;                 /* result components, 0 where there is no result */
    uint8_t dst_components[4]; /* REG and OUTPUT: ascending components written */
    uint8_t texture_type;      /* SAMPLE*: declared s9_texture_type, 0 where the version declares none */
    bool predicate_not;
    s9_ir_operand dst; /* kind NONE, VALUE, REG or OUTPUT; swizzle unused */
    s9_ir_operand src[3];
    s9_ir_operand predicate; /* kind NONE, or a BOOL operand with n components; only with REG and OUTPUT destinations */
    uint32_t aux;            /* sampler or stage number (SAMPLE*), function number (CALL) */
    uint32_t item;           /* index of the program item it comes from */
} s9_ir_inst;

typedef struct s9_ir_register {
    s9_ir_type type;
    char name[16]; /* "r0", "a0", "aL", "p0"; scratch registers "x0".. */
} s9_ir_register;

/* How an input or output register is declared; several entries when it packs several usages. */
typedef struct s9_ir_slot {
    uint8_t number; /* S9_IR_IN_* or S9_IR_OUT_* */
    int8_t usage;   /* D3DDECLUSAGE or -1 */
    uint8_t usage_index;
    uint8_t mask;
    bool centroid, partial_precision;
} s9_ir_slot;

typedef struct s9_ir_definition {
    uint8_t kind; /* CONSTF, CONSTI, CONSTB */
    uint32_t number;
    uint32_t bits[4];
} s9_ir_definition;

typedef struct s9_ir_function {
    uint32_t first, count; /* instructions */
    uint32_t label;        /* l#; UINT32_MAX for function 0 */
} s9_ir_function;

typedef struct s9_ir {
    s9_arena arena;
    s9_version version;
    s9_shader_options options; /* what lowering decided from */

    struct {
        s9_ir_inst *items;
        uint32_t count, capacity;
    } insts;
    struct {
        s9_ir_function *items;
        uint32_t count, capacity;
    } functions;
    struct {
        s9_ir_register *items;
        uint32_t count, capacity;
    } registers;
    struct {
        uint32_t *items; /* bit patterns */
        uint32_t count, capacity;
    } immediates;
    struct {
        s9_ir_slot *items;
        uint32_t count, capacity;
    } inputs, outputs;
    struct {
        s9_ir_definition *items; /* the last definition of each register only, ascending by kind and number */
        uint32_t count, capacity;
    } definitions;
    struct {
        uint8_t *items; /* components of value i: low 3 bits the count, then s9_ir_type << 3 */
        uint32_t count, capacity;
    } values;
    uint8_t samplers[16];                     /* declared s9_texture_type by sampler number, 0 = not declared */
    uint32_t sampler_mask;                    /* samplers that some instruction uses */
    uint32_t stage_mask;                      /* texture stages whose state is read */
    uint32_t constf_limit;                    /* c# numbers below this exist (relative reads beyond give 0) */
    uint32_t input_read[S9_IR_IN_COUNT];      /* components read directly */
    uint32_t output_written[S9_IR_OUT_COUNT]; /* components some instruction writes */
    bool relative_inputs, relative_outputs, relative_constants;
    bool uses_gradients, uses_discard;
    bool uses_control; /* some instruction is control flow */
} s9_ir;

/*
 * Lowers a program. Every version, legal or not, as far as it has a meaning; what has none (an unknown opcode, a call
 * to no label, unbalanced blocks) is reported and S9_ERROR_INVALID returned. Warnings name what is treated in a way the
 * rules leave open. `options` may be NULL for the defaults.
 */
s9_result s9_ir_lower(const s9_program *program, const s9_allocator *allocator, const s9_shader_options *options,
                      s9_ir **out, s9_diagnostics *diagnostics);
/* The same with `room` bytes more in the arena of the module, for whoever works on it (s9_arena_borrow). */
s9_result s9_ir_lower_with(const s9_program *program, const s9_allocator *allocator, const s9_shader_options *options,
                           size_t room, s9_ir **out, s9_diagnostics *diagnostics);
void s9_ir_destroy(s9_ir *ir);

/*
 * Checks every invariant of the model: types, component counts, visibility of values, balanced blocks, numbers in
 * range. What lowering makes always passes; text may not. The first violation is described in `diagnostics` with the
 * instruction's index.
 */
s9_result s9_ir_verify(const s9_ir *ir, s9_diagnostics *diagnostics);

/* Text form, printed and parsed; parse(print(x)) equals x. For tests, debugging and people. */
s9_result s9_ir_print(const s9_ir *ir, const s9_allocator *allocator, s9_blob *out);
s9_result s9_ir_parse(const char *text, size_t size, const s9_allocator *allocator, s9_ir **out,
                      s9_diagnostics *diagnostics);

/* "oPos", "oT1", "o3", "oC0", "oDepth" / "v0", "t1", "vPos"; valid for the stage and version of the module. */
void s9_ir_output_name(s9_version version, uint32_t number, char out[16]);
void s9_ir_input_name(s9_version version, uint32_t number, char out[16]);

/* The last definition of a constant register, found by bisection; NULL where the caller's value counts. */
const s9_ir_definition *s9_ir_definition_of(const s9_ir *ir, uint8_t kind, uint32_t number);

#endif
