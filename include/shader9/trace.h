/* SPDX-License-Identifier: MIT */
/*
 * shader9/trace.h - what one vertex or one pixel does: every executed instruction with all values read and written, and
 * where each value came from.
 *
 *   s9_trace_create -> s9_trace_step_at, s9_trace_lane_at (for each step) -> s9_trace_destroy
 *
 * The values are those of s9_shader_run, bit for bit. Of a quad all four lanes are run, since they look at each other:
 * everything is kept for each of the four. Registers x# are the library's own: they carry the rows that texm3x2pad and
 * texm3x3pad leave for the instruction that ends their group, and the aL of outer loops.
 */
#ifndef SHADER9_TRACE_H
#define SHADER9_TRACE_H

#include <shader9/exec.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a shader did, instruction by instruction. */
typedef struct s9_trace s9_trace;

/* Stands for a step, offset or instruction that there is not. */
#define S9_TRACE_NONE UINT32_MAX

/* ---- what stops a trace before the end of the shader ---- */

/* Why the trace ends. */
typedef enum s9_trace_stop {
    S9_TRACE_END = 0,   /* nothing did */
    S9_TRACE_NAN = 1,   /* break_nan */
    S9_TRACE_LIMIT = 2, /* as many steps as may be kept */
    S9_TRACE_BREAK = 3  /* break_at, or a watch */
} s9_trace_stop;

/* What a break compares the written component with. */
typedef enum s9_trace_test {
    S9_TRACE_WRITTEN = 0, /* any write at all */
    S9_TRACE_EQUAL = 1,   /* -0 is 0; a NaN is equal to nothing */
    S9_TRACE_NOT_EQUAL = 2,
    S9_TRACE_LESS = 3,
    S9_TRACE_LESS_EQUAL = 4,
    S9_TRACE_GREATER = 5,
    S9_TRACE_GREATER_EQUAL = 6,
    S9_TRACE_IS_NAN = 7,
    S9_TRACE_IS_INFINITE = 8
} s9_trace_test;

/* Stops after an instruction that gives a component such a value. Integers are compared as numbers, true is 1. */
typedef struct s9_trace_watch {
    const char *name; /* "r3", "o0", "oC0", "a0", "p0" */
    uint32_t component;
    s9_trace_test test;
    float value;
} s9_trace_watch;

/* How break_at is meant. */
typedef enum s9_trace_place {
    S9_TRACE_AT_INSTRUCTION = 0, /* index of the instruction, comments not counted */
    S9_TRACE_AT_LINE = 1,        /* line of the text, from 1 */
    S9_TRACE_AT_OFFSET = 2       /* byte offset in the tokens */
} s9_trace_place;

/* Options of s9_trace_create; zero is the default of each but `struct_size`. */
typedef struct s9_trace_options {
    size_t struct_size; /* sizeof(s9_trace_options) */
    uint32_t lane;      /* the lane of the run that is traced; with quads its whole quad is */
    uint32_t limit;     /* most steps that are kept; 0: S9_TRACE_LIMIT_DEFAULT. A step takes about a kilobyte a lane */
    bool break_nan;     /* stop after an instruction that writes a NaN, or an infinity, and has read none */
    bool has_break;     /* stop after the instruction at break_at, */
    s9_trace_place break_place;
    uint32_t break_at;
    uint32_t break_pass; /* when it is executed for the so-manieth time, from 1; 0 is 1 */
    const s9_trace_watch *watches;
    uint32_t watch_count;
} s9_trace_options;

/* Steps that are kept when the limit is 0. */
#define S9_TRACE_LIMIT_DEFAULT 16384u

/*
 * Traces a lane of a run: `args` as for s9_shader_run (outputs and the arrays of flags are not used and may be NULL).
 * `shader` was made from `program`, which the trace does not refer to afterwards. S9_ERROR_ARGUMENT on a broken
 * contract (a lane that the run does not have, a shader of another program), S9_ERROR_INVALID with a diagnostic when
 * break_at names no instruction or a watch no register of the shader, S9_ERROR_MEMORY.
 */
S9_API s9_result s9_trace_create(const s9_shader *shader, const s9_program *program, const s9_run_args *args,
                                 const s9_allocator *allocator, const s9_trace_options *options, s9_trace **out,
                                 s9_diagnostics *diagnostics);
/* NULL is fine. */
S9_API void s9_trace_destroy(s9_trace *trace);

/* ---- the whole ---- */

/* Why it ends. */
S9_API s9_trace_stop s9_trace_stopped(const s9_trace *trace);
/* Number of steps that were kept. */
S9_API uint32_t s9_trace_step_count(const s9_trace *trace);
/* 4 for a quad, else 1. Lanes below are numbers from 0 to this: of a quad top left, top right, bottom left, right. */
S9_API uint32_t s9_trace_lane_count(const s9_trace *trace);
/* The one that options.lane means. */
S9_API uint32_t s9_trace_lane(const s9_trace *trace);
/* Output `slot` (s9_shader_output) as it was at the end; `written` (may be NULL) receives the components written. */
S9_API void s9_trace_output(const s9_trace *trace, uint32_t lane, uint32_t slot, float values[4], uint32_t *written);
/* Whether texkill discarded the lane. */
S9_API bool s9_trace_discarded(const s9_trace *trace, uint32_t lane);
/* Whether the lane was stopped by max_steps. */
S9_API bool s9_trace_exhausted(const s9_trace *trace, uint32_t lane);

/* ---- steps ---- */

/* What the bits of a value are. */
typedef enum s9_trace_type { S9_TRACE_FLOAT = 0, S9_TRACE_INT = 1, S9_TRACE_BOOL = 2 } s9_trace_type;

/* A register, or an operand, and its value. Bits of a float, an integer, or 0 and 1. */
typedef struct s9_trace_value {
    const char *name;    /* reads: the operand as written, or the register; writes: the register */
    const char *reached; /* the register that a relative operand reached: "c7"; else NULL */
    s9_trace_type type;
    uint32_t count; /* components shown: reads 1 (a single component or register of one) or 4 */
    uint32_t mask;  /* writes: components written; reads: those that mean something, all of `count` */
    uint32_t bits[4];
} s9_trace_value;

/* A texel that took part in a read with a weight other than 0. */
typedef struct s9_trace_texel {
    uint32_t level, x, y;
    uint32_t slice; /* of a volume; face of a cube (+x -x +y -y +z -z) */
    bool border;    /* outside: the border colour, and no x, y, slice */
    float value[4]; /* r, g, b, a */
} s9_trace_texel;

/* A texture read: where, at which level, of which texels, and what came of it. */
typedef struct s9_trace_texture {
    uint32_t sampler;
    bool bound;          /* a texture is */
    uint32_t axes;       /* components of the coordinate that it takes */
    float coordinate[3]; /* after projection and whatever the instruction computes */
    float lod;           /* level of detail, with the sampler's bias */
    float result[4];     /* before the swizzle of the operand and the mask */
    uint32_t texel_count;
    const s9_trace_texel *texels;
} s9_trace_texture;

/* What is the same for all lanes. */
typedef struct s9_trace_step {
    uint32_t instruction; /* index, comments not counted */
    uint32_t offset;      /* byte offset in the tokens; S9_TRACE_NONE where there are none (text) */
    const char *file;     /* of the text, or NULL */
    uint32_t line;        /* from 1; 0 for tokens */
    const char *text;     /* the instruction disassembled; the second of a co-issued pair begins with "+ " */
    const uint32_t *loop; /* iterations of the loops around, from 0, outermost first */
    uint32_t loop_count;
    uint32_t calls; /* subroutines around */
    uint32_t under; /* the step (if, loop, rep, callnz) that opened the innermost block around, or S9_TRACE_NONE */
} s9_trace_step;

/* What one lane did. */
typedef struct s9_trace_lane_step {
    bool active;         /* false: control flow has left this lane out */
    bool predicated_off; /* active, and the predicate let no component through */
    bool discards;       /* texkill discarded the lane here */
    bool has_condition;  /* if, break and their like: */
    bool condition;      /* what it was */
    const s9_trace_value *reads;
    uint32_t read_count;
    const s9_trace_value *writes;
    uint32_t write_count;
    const s9_trace_texture *texture; /* NULL: none was read */
} s9_trace_lane_step;

/* Fills `out` with step `step`; false behind the last. Pointers live as long as the trace. */
S9_API bool s9_trace_step_at(const s9_trace *trace, uint32_t step, s9_trace_step *out);
/* Fills `out` with what a lane did in a step; false behind the last step or lane. */
S9_API bool s9_trace_lane_at(const s9_trace *trace, uint32_t step, uint32_t lane, s9_trace_lane_step *out);

/* ---- where values come from ---- */

/* Where a component that was read came from. */
typedef enum s9_trace_origin {
    S9_TRACE_FROM_STEP = 0, /* written by `step` */
    S9_TRACE_FROM_INPUT = 1,
    S9_TRACE_FROM_CONSTANT = 2,   /* given by the caller */
    S9_TRACE_FROM_DEFINITION = 3, /* defined in the shader */
    S9_TRACE_FROM_STAGE = 4,      /* state of a texture stage */
    S9_TRACE_FROM_NOTHING = 5     /* never written, or beyond the registers that there are: 0 */
} s9_trace_origin;

/* One component that an instruction has read. */
typedef struct s9_trace_source {
    char name[32];      /* the register; of a stage "stage1.bump_matrix" and so on */
    uint32_t component; /* of the register; of a bump matrix 0 to 3 are M00, M01, M10, M11 */
    s9_trace_type type;
    uint32_t bits;
    s9_trace_origin origin;
    uint32_t step; /* that wrote it, S9_TRACE_NONE for the other origins */
    uint32_t lane; /* of the quad: another one where an instruction looks at neighbours */
} s9_trace_source;

/*
 * The last step before step `before` (S9_TRACE_NONE: the end) that wrote a component of a register in a lane;
 * S9_TRACE_NONE where none did.
 */
S9_API uint32_t s9_trace_writer(const s9_trace *trace, uint32_t before, uint32_t lane, const char *name,
                                uint32_t component);
/*
 * What the component that a step wrote was computed from, component by component, predicate, address registers and
 * texture coordinates included. Puts at most `room` into `out` and returns how many there are.
 */
S9_API uint32_t s9_trace_sources(const s9_trace *trace, uint32_t step, uint32_t lane, const char *name,
                                 uint32_t component, s9_trace_source *out, uint32_t room);

#ifdef __cplusplus
}
#endif

#endif
