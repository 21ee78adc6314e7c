/* SPDX-License-Identifier: MIT */
/* shader9/reflect.h - what a shader is made of: cost, registers, inputs, outputs, samplers, definitions. */
#ifndef SHADER9_REFLECT_H
#define SHADER9_REFLECT_H

#include <shader9/program.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct s9_reflection s9_reflection;

/*
 * Computes everything below, in time linear in the length of the program. Whatever could be decoded has a reflection,
 * legal or not: what does not fit its version is left out or has no cost. `allocator` may be NULL. The reflection does
 * not refer to the program afterwards; everything read from it lives until it is destroyed. S9_ERROR_MEMORY when memory
 * runs out, S9_ERROR_ARGUMENT without a program; *out is then NULL.
 */
S9_API s9_result s9_reflect(const s9_program *program, const s9_allocator *allocator, s9_reflection **out);
S9_API void s9_reflection_destroy(s9_reflection *reflection);

/*
 * Slots are those of the instruction tables of each version: a predicate adds one, a co-issued pair of ps_1_x takes one
 * arithmetic slot, cube maps cost what their declared samplers say. On the paths a loop runs as often as the definition
 * of its i# says, calls are followed and a break shortens; both numbers are unknown when the application sets a count,
 * or blocks do not match, or a call leads nowhere or in a circle.
 */
typedef struct s9_cost {
    uint32_t total;        /* instruction slots */
    uint32_t arithmetic;   /* of them arithmetic; in vertex shaders and SM3 all but those of texture instructions */
    uint32_t texture;      /* of them texture */
    uint32_t instructions; /* instructions without dcl, def*, comments */
    uint32_t phases[2][2]; /* ps_1_4: arithmetic and texture slots of each phase */
    int64_t worst;         /* executed slots on the longest path, -1 when unknown */
    int64_t best;          /* executed slots on the shortest path, -1 when unknown */
} s9_cost;

/* What the program costs. */
S9_API s9_cost s9_reflection_cost(const s9_reflection *reflection);

/*
 * One register file that occurs, in declarations and definitions, too. `name` is the letter form: "r", "v", "c", "oT".
 * A register without a number is a file of its own that holds the number 0: "oPos", "oFog", "oPts", "oDepth", "vPos",
 * "vFace", "aL".
 */
typedef struct s9_register_use {
    const char *name;
    const uint32_t *used; /* ascending numbers that occur */
    uint32_t count;
    bool relative; /* addressed through a0 or aL somewhere */
} s9_register_use;

/* Register files, temporaries first; NULL beyond the last one, as for all lists here. */
S9_API size_t s9_reflection_file_count(const s9_reflection *reflection);
S9_API const s9_register_use *s9_reflection_file(const s9_reflection *reflection, size_t index);

/*
 * An input or output. Masks: bit 0 x .. bit 3 w. A register that is declared several times, with parts of its mask, has
 * as many elements. Names are those under which values are given and reported: the colour of ps_1_x, r0, is "oC0", and
 * what its texdepth and texm3x2depth write is "oDepth".
 */
typedef struct s9_interface_element {
    const char *name;  /* "v0", "oT1", "o3", "vFace" */
    const char *usage; /* "texcoord", or NULL where the version has none */
    uint32_t usage_index;
    uint32_t mask; /* declared mask, or the components used where there is no declaration */
    uint32_t used; /* components of them read (inputs) or written (outputs); an index may reach all from its base on */
    bool centroid;
    bool partial_precision;
} s9_interface_element;

/* Declared ones in the order of their declarations, then those that are used without one. */
S9_API size_t s9_reflection_input_count(const s9_reflection *reflection);
S9_API const s9_interface_element *s9_reflection_input(const s9_reflection *reflection, size_t index);
S9_API size_t s9_reflection_output_count(const s9_reflection *reflection);
S9_API const s9_interface_element *s9_reflection_output(const s9_reflection *reflection, size_t index);

/* A sampler: declared, or used. In SM1 the stages that texture instructions sample. */
typedef struct s9_sampler_info {
    uint32_t number;
    const char *type; /* "2d", "cube", "volume", NULL in SM1 */
    bool used;
} s9_sampler_info;

/* In the order of their declarations, or by number in SM1. */
S9_API size_t s9_reflection_sampler_count(const s9_reflection *reflection);
S9_API const s9_sampler_info *s9_reflection_sampler(const s9_reflection *reflection, size_t index);

/* A def, defi or defb; the last of several for one register. */
typedef struct s9_definition {
    const char *name; /* "c5", "i0", "b1" */
    char set;         /* 'c', 'i' or 'b' */
    uint32_t number;
    union {
        float f[4];
        int32_t i[4];
        bool b;
    } value;
} s9_definition;

/* Float, integer, boolean registers; each by number. */
S9_API size_t s9_reflection_definition_count(const s9_reflection *reflection);
S9_API const s9_definition *s9_reflection_definition(const s9_reflection *reflection, size_t index);

/* A comment block. `fourcc` is NUL-terminated, "" where the first word is no four printable characters. */
typedef struct s9_comment_info {
    uint32_t offset; /* bytes from the version token */
    char fourcc[5];
    uint32_t size; /* payload bytes */
} s9_comment_info;

/* In the order of the stream. */
S9_API size_t s9_reflection_comment_count(const s9_reflection *reflection);
S9_API const s9_comment_info *s9_reflection_comment(const s9_reflection *reflection, size_t index);

/*
 * Nesting by the flow control tables of the assembly reference: `if b#`; if_comp, if p0, callnz p0 and break_comp; loop
 * and rep; call and callnz. A circle of calls is followed once.
 */
typedef struct s9_flow_info {
    uint32_t static_depth, dynamic_depth, loop_depth, call_depth; /* deepest nesting, calls followed */
    uint32_t dependent_reads;                                     /* highest order of a dependent texture read */
} s9_flow_info;

/* How deep flow control and dependent texture reads go. */
S9_API s9_flow_info s9_reflection_flow(const s9_reflection *reflection);

#ifdef __cplusplus
}
#endif

#endif
