/* SPDX-License-Identifier: MIT */
/*
 * shader9/diff.h - what tells two shaders apart: how they are written, and what they compute.
 *
 *   s9_diff_create    -> s9_diff_line_at ...                the instructions of both, side by side
 *   s9_compare_create -> s9_compare_get_summary ...         both run on the same inputs, and their outputs compared
 */
#ifndef SHADER9_DIFF_H
#define SHADER9_DIFF_H

#include <shader9/exec.h>
#include <shader9/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- how they are written ---- */

/* How two programs differ in their instructions; made by s9_diff_create. */
typedef struct s9_diff s9_diff;

/* Options of s9_diff_create; zero is the default. */
typedef struct s9_diff_options {
    size_t struct_size; /* sizeof(s9_diff_options) */
    bool no_comments;   /* comment blocks, tables among them, are not looked at */
} s9_diff_options;

/* What is compared apart from the rest. */
typedef enum s9_diff_part {
    S9_DIFF_CODE = 0,         /* what is executed, and labels */
    S9_DIFF_DECLARATIONS = 1, /* dcl */
    S9_DIFF_DEFINITIONS = 2,  /* def, defi, defb */
    S9_DIFF_TABLES = 3,       /* comments that compilers put tables into: CTAB, PRES, FXLC, CLIT, DBUG and the like */
    S9_DIFF_COMMENTS = 4,     /* other comments */
    S9_DIFF_PARTS = 5
} s9_diff_part;

/* In which of the two an item is: both, A alone, B alone. */
typedef enum s9_diff_kind { S9_DIFF_KEPT = 0, S9_DIFF_REMOVED = 1, S9_DIFF_ADDED = 2 } s9_diff_kind;

/* One item of a part, in A, in B, or in both. Strings are valid as long as the diff. */
typedef struct s9_diff_line {
    s9_diff_kind kind;
    const char *text_a,
        *text_b; /* disassembled; NULL where the side has none. Of comments: "comment CTAB, 212 bytes" */
    s9_position at_a, at_b;
    bool renamed; /* kept, but its registers have other numbers */
} s9_diff_line;

/*
 * Compares two programs item by item. Items are the same when they are after renumbering: temporaries and labels in the
 * order of their first use, unless their own numbers leave fewer differences; constants that the shader defines by
 * their value; inputs and outputs by what they are declared to be, or mean in their version. Declarations and
 * definitions are compared without their order.
 *
 * Time is O((n + m) log(n + m)) beside the search for the shortest list of changes, which is bounded: where the
 * programs have very little in common the list may be longer than need be. S9_ERROR_INVALID, with a diagnostic, when
 * one is a vertex and the other a pixel shader; S9_ERROR_MEMORY. `options` may be NULL. The programs must outlive the
 * call only.
 */
S9_API s9_result s9_diff_create(const s9_program *a, const s9_program *b, const s9_allocator *allocator,
                                const s9_diff_options *options, s9_diff **out, s9_diagnostics *diagnostics);
/* NULL is fine. */
S9_API void s9_diff_destroy(s9_diff *diff);
/* Version, instructions, comments (unless left out): word for word. */
S9_API bool s9_diff_same_tokens(const s9_diff *diff);
/* The code and the declarations are the same after renumbering. */
S9_API bool s9_diff_same_instructions(const s9_diff *diff);
/* Whether the version tokens are the same. */
S9_API bool s9_diff_same_version(const s9_diff *diff);
/* Number of lines of a part, kept ones included. */
S9_API uint32_t s9_diff_line_count(const s9_diff *diff, s9_diff_part part);
/* NULL behind the last. */
S9_API const s9_diff_line *s9_diff_line_at(const s9_diff *diff, s9_diff_part part, uint32_t index);
/* How many lines of a part are removed and added; either may be NULL. */
S9_API void s9_diff_changes(const s9_diff *diff, s9_diff_part part, uint32_t *removed, uint32_t *added);
/* "instructions", "declarations", "definitions", "tables", "comments". */
S9_API const char *s9_diff_part_name(s9_diff_part part);

/* ---- what they compute ---- */

/* What came out of running two shaders on the same inputs; made by s9_compare_create. */
typedef struct s9_compare s9_compare;

/* Vertices or pixels that are tried when `inputs` of the options is 0. */
#define S9_COMPARE_INPUTS_DEFAULT 4096u
/* Instructions after which a lane is stopped when `max_steps` is 0. */
#define S9_COMPARE_STEPS_DEFAULT 65536u
/* Samplers that an example may have. */
#define S9_COMPARE_SAMPLERS 16u
/* Texture stages that an example may have. */
#define S9_COMPARE_STAGES 8u

/* An input of every lane, by register name or by usage where the shader declares it ("v0", "texcoord1"). */
typedef struct s9_compare_input_value {
    const char *name;
    float value[4];
} s9_compare_input_value;

/*
 * Values that are given and not chosen. Each list may be NULL; what is not in a list is chosen. They are copied, but
 * textures must outlive the comparison.
 */
typedef struct s9_compare_given {
    s9_constants constants;
    const uint8_t *f_given; /* [f_count], non-zero: the register is given */
    const uint8_t *i_given; /* [i_count] */
    const uint8_t *b_given; /* [b_count] */
    const s9_sampler_binding *samplers;
    const uint8_t *samplers_given; /* [sampler_count] */
    uint32_t sampler_count;
    const s9_texture_stage *stages;
    const uint8_t *stages_given; /* [stage_count] */
    uint32_t stage_count;
    const s9_compare_input_value *inputs;
    uint32_t input_count;
} s9_compare_given;

/* Options of s9_compare_create; zero is the default of each but `struct_size`. */
typedef struct s9_compare_options {
    size_t struct_size; /* sizeof(s9_compare_options) */
    /* Float mode and other choices, NULL: the defaults; its max_steps 0 is S9_COMPARE_STEPS_DEFAULT here. */
    const s9_shader_options *shader;
    uint64_t seed;   /* the same seed tries the same inputs */
    uint32_t inputs; /* vertices or pixels to try; 0: S9_COMPARE_INPUTS_DEFAULT */
    /* Values are the same when they are at most so many representable floats apart, or when their difference is at most
     * `tolerance` times the greater of 1 and their magnitudes. 0 and 0: the same bits. */
    uint32_t ulp;
    float tolerance;
    bool specials; /* NaN, infinities, -0 and denormal numbers, too */
    const s9_compare_given *given;
} s9_compare_options;

/*
 * Runs both shaders on inputs that are chosen to reach every instruction of both, until a difference is found, and
 * makes that one small. S9_ERROR_INVALID or S9_ERROR_UNSUPPORTED with diagnostics when one of them cannot be run, or
 * when one is a vertex and the other a pixel shader. Work is bounded: by `inputs`, max_steps and fixed numbers of
 * further attempts. The programs must outlive the comparison.
 */
S9_API s9_result s9_compare_create(const s9_program *a, const s9_program *b, const s9_allocator *allocator,
                                   const s9_compare_options *options, s9_compare **out, s9_diagnostics *diagnostics);
/* NULL is fine. Textures that were given may go afterwards. */
S9_API void s9_compare_destroy(s9_compare *compare);

/* The verdict, and how much of the shaders it rests on. */
typedef struct s9_compare_summary {
    bool same;                /* on all inputs tried */
    uint32_t inputs;          /* tried */
    uint32_t stopped;         /* of them without a verdict, as max_steps stopped one of the shaders */
    uint32_t reached[2];      /* instructions of A and B that were executed */
    uint32_t instructions[2]; /* of so many */
    uint32_t difference_count;
} s9_compare_summary;

/* Fills `out`. */
S9_API void s9_compare_get_summary(const s9_compare *compare, s9_compare_summary *out);
/* Whether instruction `index` (comments not counted) of side 0 or 1 was executed; false where nothing is executed. */
S9_API bool s9_compare_reached(const s9_compare *compare, uint32_t side, uint32_t index);

/* A component of an output that differs, or (name NULL) that one lane was discarded and the other not. */
typedef struct s9_compare_difference {
    const char *name_a, *name_b; /* register; NULL where the side does not have the output */
    uint32_t lane, component;
    bool written_a, written_b; /* a difference is, too, that one side alone writes it */
    bool discarded_a, discarded_b;
    float a, b;
} s9_compare_difference;

/* Difference `index` on the input of the example; false behind the last. */
S9_API bool s9_compare_difference_at(const s9_compare *compare, uint32_t index, s9_compare_difference *out);

/* An input of the example. `usage` is a D3DDECLUSAGE value, -1 where the registers alone are known. */
typedef struct s9_compare_input {
    const char *name_a, *name_b; /* register; NULL where the side does not have it */
    int32_t usage;
    uint32_t usage_index, components;
    const float (*values)[4]; /* by lane */
} s9_compare_input;

/* Texels of the example: levels follow each other, four floats a texel, rows top to bottom, slices or faces. */
typedef struct s9_compare_texture {
    s9_texture_type type;
    uint32_t size[3];
    uint32_t levels;
    const float (*texels)[4];
    s9_sampler_state state;
} s9_compare_texture;

/* The input on which they differ. Constants of value 0, unbound samplers and stages that are all 0 are not `set`. */
typedef struct s9_compare_example {
    uint32_t lanes; /* 1, or 4 with quads */
    bool quads;
    s9_constants constants;
    uint32_t sampler_mask; /* samplers that have a texture of the comparison's own */
    s9_compare_texture textures[S9_COMPARE_SAMPLERS];
    uint32_t given_samplers; /* samplers whose binding was given */
    uint32_t stage_mask;
    s9_texture_stage stages[S9_COMPARE_STAGES];
    uint32_t input_count;
} s9_compare_example;

/* False where they are the same. */
S9_API bool s9_compare_get_example(const s9_compare *compare, s9_compare_example *out);
/* Input `index` of the example; false behind the last. */
S9_API bool s9_compare_input_at(const s9_compare *compare, uint32_t index, s9_compare_input *out);
/* The trace of side 0 or 1 on the example. S9_ERROR_ARGUMENT where they are the same. Lives on its own. */
S9_API s9_result s9_compare_trace(const s9_compare *compare, uint32_t side, const s9_allocator *allocator,
                                  const s9_trace_options *options, s9_trace **out);
/* The shader of a side, as long as the comparison lives. */
S9_API const s9_shader *s9_compare_shader(const s9_compare *compare, uint32_t side);

#ifdef __cplusplus
}
#endif

#endif
