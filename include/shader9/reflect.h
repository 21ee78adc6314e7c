/* SPDX-License-Identifier: MIT */
/* shader9/reflect.h - what a shader is made of: cost, registers, inputs, outputs, samplers, definitions, constants. */
#ifndef SHADER9_REFLECT_H
#define SHADER9_REFLECT_H

#include <shader9/isa.h>
#include <shader9/program.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What can be said of a program without running it. */
typedef struct s9_reflection s9_reflection;

/*
 * Computes everything below, in time linear in the length of the program. Whatever could be decoded has a reflection,
 * legal or not: what does not fit its version is left out or has no cost. `allocator` may be NULL. The reflection does
 * not refer to the program afterwards; everything read from it lives until it is destroyed. S9_ERROR_MEMORY when memory
 * runs out, S9_ERROR_ARGUMENT without a program; *out is then NULL.
 */
S9_API s9_result s9_reflect(const s9_program *program, const s9_allocator *allocator, s9_reflection **out);
/*
 * The same, and what is wrong with the tables that compilers put into comments (constant table, preshader) as warnings
 * in `diagnostics`, which may be NULL. They never fail the call.
 */
S9_API s9_result s9_reflect_with(const s9_program *program, const s9_allocator *allocator, s9_reflection **out,
                                 s9_diagnostics *diagnostics);
/* NULL is fine. */
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
/* Register file `index`; NULL behind the last. */
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
/* Input `index`; NULL behind the last. */
S9_API const s9_interface_element *s9_reflection_input(const s9_reflection *reflection, size_t index);
/* Number of outputs. */
S9_API size_t s9_reflection_output_count(const s9_reflection *reflection);
/* Output `index`; NULL behind the last. */
S9_API const s9_interface_element *s9_reflection_output(const s9_reflection *reflection, size_t index);

/* A sampler: declared, or used. In SM1 the stages that texture instructions sample. */
typedef struct s9_sampler_info {
    uint32_t number;
    const char *type; /* "2d", "cube", "volume", NULL in SM1 */
    bool used;
} s9_sampler_info;

/* In the order of their declarations, or by number in SM1. */
S9_API size_t s9_reflection_sampler_count(const s9_reflection *reflection);
/* Sampler `index`; NULL behind the last. */
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
/* Definition `index`; NULL behind the last. */
S9_API const s9_definition *s9_reflection_definition(const s9_reflection *reflection, size_t index);

/* A comment block. `fourcc` is NUL-terminated, "" where the first word is no four printable characters. */
typedef struct s9_comment_info {
    uint32_t offset; /* bytes from the version token */
    char fourcc[5];
    uint32_t size; /* payload bytes */
} s9_comment_info;

/* In the order of the stream. */
S9_API size_t s9_reflection_comment_count(const s9_reflection *reflection);
/* Comment block `index`; NULL behind the last. */
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

/* ---- constant table ---- */

/*
 * The constant table (comment block CTAB; Microsoft: D3DXSHADER_CONSTANTTABLE) says which registers the constants of
 * the source went to, their types and initial values. It is a hint: a shader runs without it, and nobody has checked
 * that it tells the truth. What cannot be read whole is left out; entries that claim the same registers, more registers
 * than their type or the version has, and the like are kept. Each such fault is a diagnostic of s9_reflect_with.
 */
typedef struct s9_constant_table s9_constant_table;

/* D3DXPARAMETER_CLASS. */
typedef enum s9_constant_class {
    S9_CLASS_SCALAR = 0,
    S9_CLASS_VECTOR = 1,
    S9_CLASS_MATRIX_ROWS = 2,    /* a register holds a row */
    S9_CLASS_MATRIX_COLUMNS = 3, /* a register holds a column */
    S9_CLASS_OBJECT = 4,
    S9_CLASS_STRUCT = 5
} s9_constant_class;

typedef struct s9_constant_member s9_constant_member;

/* A type; several constants and members may share one. Types nest at most 32 deep. */
typedef struct s9_constant_type {
    uint32_t class_number; /* an s9_constant_class, or the number of an unknown compiler */
    uint32_t type_number;  /* D3DXPARAMETER_TYPE: 3 is float; or the number of an unknown compiler */
    uint32_t rows, columns;
    uint32_t elements; /* length of an array, 1 for no array; 0 means the same */
    uint32_t member_count;
    const s9_constant_member *members;
    uint32_t stride[4]; /* by s9_register_set: registers of one element; at most 65536 */
} s9_constant_type;

/* A member of a structure. */
struct s9_constant_member {
    const char *name;
    const s9_constant_type *type;
    uint32_t offset[4]; /* by s9_register_set: registers of the structure before this member */
};

/* An entry of the table. Names are the bytes that stand there, not necessarily printable. */
typedef struct s9_constant {
    const char *name;
    s9_register_set set;
    uint32_t first;    /* register */
    uint32_t count;    /* registers; may be fewer than those of the type: trailing ones that are not used are dropped */
    uint32_t reserved; /* no documented meaning: compilers write 4 * first + 2 there, older ones 0 */
    const s9_constant_type *type;
    const void *default_bytes; /* NULL: no initial values; the functions below read them */
} s9_constant;

/* The table, NULL without one; so are the creator ("Microsoft (R) HLSL Shader Compiler 10.1") and target ("ps_2_a"). */
S9_API const s9_constant_table *s9_reflection_constant_table(const s9_reflection *reflection);
/* The compiler's name as it stands in the table; NULL where there is none. */
S9_API const char *s9_constant_table_creator(const s9_constant_table *table);
/* The version that the compiler was asked for; NULL where there is none. */
S9_API const char *s9_constant_table_target(const s9_constant_table *table);
/* The flags that the compiler was given (D3DXSHADER_*). */
S9_API uint32_t s9_constant_table_flags(const s9_constant_table *table);
/* Name number `index` of flags that are set: "NO_PRESHADER"; NULL beyond the last. Unknown bits have none. */
S9_API const char *s9_compile_flag_name(uint32_t flags, size_t index);
/* The bits of flags that have no name. */
S9_API uint32_t s9_compile_flags_unknown(uint32_t flags);

/* Constants in the order of the table: by name, in those of Microsoft's compilers. `table` may be NULL: there are none.
 */
S9_API size_t s9_constant_table_count(const s9_constant_table *table);
/* Constant `index`; NULL behind the last. */
S9_API const s9_constant *s9_constant_table_constant(const s9_constant_table *table, size_t index);
/* The same of the reflection's table. */
S9_API size_t s9_reflection_constant_count(const s9_reflection *reflection);
/* Constant `index`; NULL behind the last. */
S9_API const s9_constant *s9_reflection_constant(const s9_reflection *reflection, size_t index);

/* The constant that has a register; where several claim it, the one that begins first. NULL when none does. */
S9_API const s9_constant *s9_constant_table_find(const s9_constant_table *table, s9_register_set set, uint32_t number);
/*
 * What a register is in the source: "lights[2].color", "g_World[2]" (the third register of a matrix), "flags[1].y" (a
 * boolean register holds one component), "x+3" (the fourth register of what has fewer by its type). Writes at most
 * `room` bytes, the NUL included, and cuts what is longer; characters that are not printable ASCII become '?'. Returns
 * the length written, 0 when no constant has the register.
 */
S9_API size_t s9_constant_table_path(const s9_constant_table *table, s9_register_set set, uint32_t number, char *out,
                                     size_t room);

/*
 * The initial value of register first + index. False when there is none: no initial values, another register set, an
 * index that is not below `count`.
 */
S9_API bool s9_constant_default_float(const s9_constant *constant, uint32_t index, float out[4]);
/* The same of an integer constant. */
S9_API bool s9_constant_default_int(const s9_constant *constant, uint32_t index, int32_t out[4]);
/* The same of a boolean constant. */
S9_API bool s9_constant_default_bool(const s9_constant *constant, uint32_t index, bool *out);

/* "float4", "int4", "bool", "sampler". */
S9_API const char *s9_constant_set_name(s9_register_set set);
/* "matrix_columns", as D3DXPARAMETER_CLASS has it; NULL for an unknown number. */
S9_API const char *s9_constant_class_name(uint32_t class_number);
/* "float", "sampler2D", as D3DXPARAMETER_TYPE has it; NULL for an unknown number. */
S9_API const char *s9_constant_type_name(uint32_t type_number);

/*
 * The table alone, for whom the rest is no matter: found by walking the instructions of a shader's tokens, and read as
 * s9_reflect_with reads it. *out is NULL with S9_OK when the shader has none, or none that can be read (the diagnostics
 * say so). It lives until it is destroyed and does not refer to `tokens`. S9_ERROR_INVALID when they do not begin with
 * a version token.
 */
S9_API s9_result s9_constant_table_create(const void *tokens, size_t size, const s9_allocator *allocator,
                                          s9_constant_table **out, s9_diagnostics *diagnostics);
/* Only for tables made so. */
S9_API void s9_constant_table_destroy(s9_constant_table *table);

/*
 * What a constant table is to say. Of types, `stride` and `offset` are not looked at: they follow from the rest.
 * Initial values are 16 bytes for each register, 4 for boolean ones, little-endian.
 */
typedef struct s9_constant_table_source {
    size_t struct_size;           /* sizeof(s9_constant_table_source) */
    uint32_t version;             /* version token of the shader */
    const char *creator;          /* who made it, or NULL */
    const char *target;           /* "ps_2_a", or NULL */
    uint32_t flags;               /* D3DXSHADER_* */
    const s9_constant *constants; /* in any order: they are written by name, as compilers do */
    size_t count;
} s9_constant_table_source;

/*
 * Writes a constant table: the payload of a comment block, its FourCC first, whole words. What s9_reflect reads from it
 * is what was described. S9_ERROR_ARGUMENT for what a table cannot say (a constant without a name or type, numbers
 * beyond 16 bits, types nested more than 32 deep), S9_ERROR_UNSUPPORTED for one that is too large for a comment (128
 * KiB).
 */
S9_API s9_result s9_constant_table_write(const s9_constant_table_source *source, const s9_allocator *allocator,
                                         s9_blob *out);
/*
 * Writes a shader with a constant table in front of everything; one that it has is left out. `tokens` are a whole
 * shader. S9_ERROR_INVALID when they are none.
 */
S9_API s9_result s9_constant_table_attach(const void *tokens, size_t size, const s9_constant_table_source *source,
                                          const s9_allocator *allocator, s9_blob *out);
/* The registers that a value of a type takes, all elements together. */
S9_API uint32_t s9_constant_type_registers(const s9_constant_type *type, s9_register_set set);

/* ---- preshader ---- */

/*
 * What the compiler moved out of a shader because it is the same for every vertex or pixel (comment block PRES): a
 * small program that the application runs before it draws. It reads constants that its own table names, and writes
 * constants of the shader. Effects hold such programs for themselves, too: array indices, values of states.
 */
typedef struct s9_preshader s9_preshader;

/*
 * Reads a program that stands for itself: a stream with the version token 0x4658xxxx, or a texture shader (0x5458xxxx).
 * Refused (S9_ERROR_INVALID) when it cannot be read whole; the diagnostics say why. `allocator` and `diagnostics` may
 * be NULL.
 */
S9_API s9_result s9_preshader_create(const void *bytes, size_t size, const s9_allocator *allocator, s9_preshader **out,
                                     s9_diagnostics *diagnostics);
/* NULL is fine. */
S9_API void s9_preshader_destroy(s9_preshader *preshader);
/* That of the shader, owned by the reflection; NULL when there is none, or it cannot be read (see s9_reflect_with). */
S9_API const s9_preshader *s9_reflection_preshader(const s9_reflection *reflection);

/* The constants that it reads; NULL when it has no table. */
S9_API const s9_constant_table *s9_preshader_inputs(const s9_preshader *preshader);
/* Number of instructions. */
S9_API uint32_t s9_preshader_instruction_count(const s9_preshader *preshader);

/* Registers of the shader that it writes. */
typedef struct s9_preshader_output {
    s9_register_set set;
    uint32_t first, count;
} s9_preshader_output;

/* Ranges of float, integer, boolean registers; each by number. */
S9_API size_t s9_preshader_output_count(const s9_preshader *preshader);
/* Range `index`; NULL behind the last. */
S9_API const s9_preshader_output *s9_preshader_output_at(const s9_preshader *preshader, size_t index);

/*
 * The program as compilers list it: "    preshader", its instructions, and how many they are. Release `out` with
 * s9_blob_free. S9_ERROR_MEMORY.
 */
S9_API s9_result s9_preshader_text(const s9_preshader *preshader, const s9_allocator *allocator, s9_blob *out);

/* What s9_preshader_run works on. */
typedef struct s9_preshader_args {
    size_t struct_size;       /* sizeof(s9_preshader_args) */
    const float (*inputs)[4]; /* c#, as its table places them; those beyond input_count are 0 */
    uint32_t input_count;
    /* The shader's registers: what it writes is stored there, the rest is kept; beyond the counts nothing is stored. */
    float (*f)[4];
    int32_t (*i)[4];
    uint32_t *b; /* 0 or 1 */
    uint32_t f_count, i_count, b_count;
} s9_preshader_args;

/*
 * Runs it, in double precision. S9_ERROR_UNSUPPORTED, and nothing is stored, when it has operations or operands of
 * which nobody knows what they do (`noise` is one).
 */
S9_API s9_result s9_preshader_run(const s9_preshader *preshader, const s9_preshader_args *args);

#ifdef __cplusplus
}
#endif

#endif
