/* SPDX-License-Identifier: MIT */
/*
 * shader9/effect.h - files that hold more than one shader: compiled effects of Direct3D 9 (fx_2_0), bare, behind the
 * header of XNA 4 or inside an XNB file; shader files of the Source engine (.vcs); DXBC containers with a level 9
 * shader; C headers.
 *
 * Nobody has published the layout of fx_2_0. What is read here is what fxc writes: a pool of types, names and values,
 * then records that point into it, then the objects (strings, shaders, expressions). Every offset, count and length is
 * checked; what cannot be read refuses the file.
 */
#ifndef SHADER9_EFFECT_H
#define SHADER9_EFFECT_H

#include <shader9/base.h>
#include <shader9/program.h>
#include <shader9/reflect.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- compressed files ---- */

/* What the library cannot unpack by itself. LZX, the compression of XNA, it can. */
typedef enum s9_compression {
    S9_COMPRESSION_LZ4 = 0,   /* one raw block */
    S9_COMPRESSION_LZMA = 1,  /* a raw stream; `properties` are its five bytes (lc, lp, pb; dictionary size) */
    S9_COMPRESSION_BZIP2 = 2, /* a whole stream with its header */
} s9_compression;

/*
 * Unpacks `size` bytes into `out`, which has room for `room`, and says how many came out. S9_ERROR_INVALID for what is
 * damaged, or does not fit (then *written is `room`); S9_ERROR_UNSUPPORTED for a compression that the callback does not
 * know. shader9/container.h has one made of liblz4, liblzma and libbz2.
 */
typedef struct s9_decompressor {
    s9_result (*decompress)(void *user, s9_compression compression, const void *properties, const void *bytes,
                            size_t size, void *out, size_t room, size_t *written);
    void *user;
} s9_decompressor;

/* Options of everything that opens a file here. */
typedef struct s9_effect_options {
    size_t struct_size;                  /* sizeof(s9_effect_options) */
    const char *name;                    /* file name for diagnostics, or NULL */
    const s9_decompressor *decompressor; /* NULL: such files are refused with S9_ERROR_UNSUPPORTED. Copied */
    size_t max_unpacked;                 /* the most bytes that a file may unpack to at a time; 0: 256 MiB */
} s9_effect_options;

/* ---- effects ---- */

/* A compiled effect, read by s9_effect_open. */
typedef struct s9_effect s9_effect;

/*
 * Reads an effect: fx_2_0, bare, behind the XNA header, or in an XNB file (uncompressed, LZX, or LZ4 through the
 * decompressor). `allocator`, `options` and `diagnostics` may be NULL. The effect does not refer to `bytes` afterwards;
 * everything read from it lives until it is destroyed. S9_ERROR_INVALID for what is no effect, or a damaged one; the
 * diagnostics say at which byte.
 */
S9_API s9_result s9_effect_open(const void *bytes, size_t size, const s9_allocator *allocator,
                                const s9_effect_options *options, s9_effect **out, s9_diagnostics *diagnostics);
/* Releases the effect and everything that was read from it; NULL is fine. */
S9_API void s9_effect_destroy(s9_effect *effect);
/* S9_CONTENT_EFFECT, S9_CONTENT_XNA_EFFECT, or S9_CONTENT_XNB. */
S9_API s9_content s9_effect_content(const s9_effect *effect);
/* How the file was compressed: "none", "lzx", "lz4". */
S9_API const char *s9_effect_compression(const s9_effect *effect);

typedef struct s9_effect_type s9_effect_type;

/* A type with the name of what has it. Names are the bytes that stand there, not necessarily printable; "" for none. */
struct s9_effect_type {
    uint32_t class_number; /* an s9_constant_class; s9_constant_class_name has its name */
    uint32_t type_number;  /* D3DXPARAMETER_TYPE; s9_constant_type_name has its name */
    const char *name, *semantic;
    uint32_t elements;      /* length of an array, 0 for no array */
    uint32_t rows, columns; /* of numbers; a vector has one row */
    uint32_t member_count;  /* of a structure */
    const s9_effect_type *members;
    uint32_t words; /* 32-bit words of a value, all elements together; 0 for samplers */
};

/* What stands behind the = of a state. */
typedef enum s9_effect_assignment {
    S9_ASSIGN_VALUE = 0,      /* the words of `value` */
    S9_ASSIGN_SHADER = 1,     /* shader number `shader` of the effect; S9_EFFECT_NONE: none */
    S9_ASSIGN_PARAMETER = 2,  /* the parameter, or the part of one, named `reference`; number `parameter` */
    S9_ASSIGN_ELEMENT = 3,    /* an element of that parameter, chosen by `expression` */
    S9_ASSIGN_EXPRESSION = 4, /* what `expression` computes */
    S9_ASSIGN_OBJECT = 5,     /* an object of a kind that nobody has described: `bytes` */
} s9_effect_assignment;

/* Stands for a number of a shader, parameter or combo that there is not. */
#define S9_EFFECT_NONE UINT32_MAX

/* An assignment in a pass or a sampler: "CullMode = 2", "VertexShader = ...", "Texture = <diffuse>". */
typedef struct s9_effect_state {
    uint32_t operation; /* number of the state in the file */
    const char *name;   /* "CullMode"; NULL for an unknown number */
    uint32_t index;     /* of "ColorOp[1]"; compilers write 256 where there is none, in samplers */
    const s9_effect_type *type;
    s9_effect_assignment assignment;
    const uint8_t *value; /* type->words little-endian words, or NULL */
    uint32_t shader, parameter;
    const char *reference;          /* "diffuse", "lights[1].color"; or NULL */
    const s9_preshader *expression; /* or NULL */
    const void *bytes;              /* what was assigned as an object, as it stands in the file, or NULL */
    uint32_t size;
    uint32_t element; /* of the parameter that is an array, S9_EFFECT_NONE when the reference names none */
    uint32_t word;    /* of the parameter's value: the first of what the reference names */
} s9_effect_state;

/* One sampler: of an array, one of its elements. */
typedef struct s9_effect_sampler {
    const s9_effect_state *states;
    uint32_t count;
} s9_effect_sampler;

/* A parameter, or an annotation of something. */
typedef struct s9_effect_parameter {
    const s9_effect_type *type; /* its name stands there */
    uint32_t flags;             /* bit 0: shared between effects */
    const uint8_t *value;       /* initial value, type->words little-endian words: numbers, or numbers of objects */
    uint32_t sampler_count;     /* of samplers: the number of elements, 1 for no array */
    const s9_effect_sampler *samplers;
    uint32_t annotation_count;
    const struct s9_effect_parameter *annotations;
} s9_effect_parameter;

/* A pass of a technique: the states that it sets, its shaders among them. */
typedef struct s9_effect_pass {
    const char *name;
    uint32_t annotation_count, state_count;
    const s9_effect_parameter *annotations;
    const s9_effect_state *states;
} s9_effect_pass;

/* A technique: its passes, in order. */
typedef struct s9_effect_technique {
    const char *name;
    uint32_t annotation_count, pass_count;
    const s9_effect_parameter *annotations;
    const s9_effect_pass *passes;
} s9_effect_technique;

/* In the order of the file; NULL beyond the last one. */
S9_API size_t s9_effect_parameter_count(const s9_effect *effect);
/* Parameter `index`, as long as the effect lives; NULL behind the last. */
S9_API const s9_effect_parameter *s9_effect_parameter_at(const s9_effect *effect, size_t index);
/* Number of techniques. */
S9_API size_t s9_effect_technique_count(const s9_effect *effect);
/* Technique `index`, as long as the effect lives; NULL behind the last. */
S9_API const s9_effect_technique *s9_effect_technique_at(const s9_effect *effect, size_t index);
/* The number of the parameter of that name, S9_EFFECT_NONE when there is none. */
S9_API uint32_t s9_effect_find_parameter(const s9_effect *effect, const char *name);
/*
 * Object number `id`, which the values of string, texture and shader parameters hold. NULL when the file has no data
 * for it; textures have none.
 */
S9_API const void *s9_effect_object(const s9_effect *effect, uint32_t id, size_t *size);
/* The same of a string; NULL also for what does not end with a NUL. */
S9_API const char *s9_effect_string(const s9_effect *effect, uint32_t id);

/* The number of the shader that an object is, S9_EFFECT_NONE when it is none. */
S9_API uint32_t s9_effect_object_shader(const s9_effect *effect, uint32_t id);

/* The words of a value. `value` may be NULL: all are 0. */
S9_API uint32_t s9_effect_word(const uint8_t *value, uint32_t index);
/* The same as a number: `type_number` says whether it is a float (3), a whole number (2) or a truth value (1). */
S9_API float s9_effect_number(uint32_t type_number, const uint8_t *value, uint32_t index);

/* The number of a state, S9_EFFECT_NONE for a name that there is not. */
S9_API uint32_t s9_effect_state_number(const char *name);
/* Its name, NULL for an unknown number. */
S9_API const char *s9_effect_state_name(uint32_t operation);
/* The word that effect source has for a value of a state: "CW" for 2 of CullMode; NULL where there is none. */
S9_API const char *s9_effect_state_word(uint32_t operation, uint32_t value);

/*
 * A shader of an effect: each object once, in the order in which passes use them, then those that no pass uses. `path`
 * names it: "technique/pass/vs" after the first pass that uses it; "technique/pass/vs[2]" where the pass chooses one of
 * an array; "parameter" or "parameter[2]" for one that no pass uses. What has no name is called by its number, a
 * parameter by "/3".
 */
typedef struct s9_effect_shader {
    const char *path;
    const void *tokens;
    size_t size;
    uint32_t version; /* version token, 0 when there are no tokens */
} s9_effect_shader;

/* Number of different shaders. */
S9_API size_t s9_effect_shader_count(const s9_effect *effect);
/* Shader `index`, until it is replaced or the effect destroyed; NULL behind the last. */
S9_API const s9_effect_shader *s9_effect_shader_at(const s9_effect *effect, size_t index);
/*
 * Whether an address means a shader: its number, its path, the path in another pass that uses it, the parameter that
 * holds it, or the beginning of a path ("technique", "technique/pass"). Techniques and passes may be given by number.
 */
S9_API bool s9_effect_shader_matches(const s9_effect *effect, size_t index, const char *address);

/* ---- evaluating ---- */

/*
 * Sets words of a parameter's value for s9_effect_evaluate: `count` from word `first` on. What is written to a file
 * does not change. S9_ERROR_ARGUMENT when the parameter has fewer words.
 */
S9_API s9_result s9_effect_set_value(s9_effect *effect, size_t parameter, uint32_t first, const uint32_t *words,
                                     uint32_t count);

/* Numbers of the largest value of a state: a matrix. */
#define S9_EFFECT_MOST_NUMBERS 16u

/* What a state comes to. */
typedef struct s9_effect_result {
    s9_effect_assignment kind; /* VALUE: numbers; SHADER: a shader; PARAMETER: parameter and element */
    uint32_t type_number;      /* of the numbers: float, int or bool */
    uint32_t count;
    union {
        float f[S9_EFFECT_MOST_NUMBERS];
        int32_t i[S9_EFFECT_MOST_NUMBERS];
    } numbers;                   /* i for int and bool */
    uint32_t shader;             /* S9_EFFECT_NONE: none */
    uint32_t parameter, element; /* element 0 where it is no array */
    uint32_t word;               /* of the parameter's value: the first of what is meant */
} s9_effect_result;

/*
 * Computes what a state of the effect is set to, by the current values of the parameters: expressions are run, array
 * elements chosen, whole numbers cut off towards zero. S9_ERROR_INVALID when an index leads outside its array or a
 * reference to nothing, S9_ERROR_UNSUPPORTED for expressions of which nobody knows what they do.
 */
S9_API s9_result s9_effect_evaluate(const s9_effect *effect, const s9_effect_state *state, s9_effect_result *out);
/*
 * Fills the input registers of a preshader (of a shader of the effect, or an expression) with the values of the
 * parameters that its table names; what it does not find is 0. `inputs` has room for `count` registers.
 */
S9_API void s9_effect_inputs(const s9_effect *effect, const s9_constant_table *table, float (*inputs)[4],
                             uint32_t count);

/* ---- changing ---- */

/*
 * Puts other tokens in the place of a shader. They must be one whole shader of the same stage; bytes behind the end
 * token are left out, with a warning, but for those that the shader had: the same bytes change nothing.
 * S9_ERROR_INVALID, with a diagnostic, when they are not; S9_ERROR_UNSUPPORTED for another size in a file whose tables
 * lie among its shaders, which no compiler writes.
 */
S9_API s9_result s9_effect_replace_shader(s9_effect *effect, size_t index, const void *tokens, size_t size,
                                          s9_diagnostics *diagnostics);
/*
 * Writes the file. Without a change it is the same bytes; with one, all that was not replaced is the same bytes, and
 * lengths are mended. A compressed XNB file in which something was replaced is written uncompressed. Release `out`
 * with s9_blob_free. S9_ERROR_UNSUPPORTED when it would be longer than the 32 bits of its lengths, S9_ERROR_MEMORY.
 */
S9_API s9_result s9_effect_write(const s9_effect *effect, const s9_allocator *allocator, s9_blob *out);

/* ---- any file with shaders in it ---- */

/* True for content that s9_shaders_each finds shaders in: effects, XNB, DXBC, .vcs, C arrays. */
S9_API bool s9_content_holds_shaders(s9_content content);

/* A shader in a file. `bytes` are tokens, valid during the call. */
typedef struct s9_contained_shader {
    const char *path; /* its address in the file; "" when the file holds nothing else */
    uint32_t index;
    const void *bytes;
    size_t size;
} s9_contained_shader;

/*
 * Calls `each` with the shaders of a file that `address` means, in their order, until it returns something else than
 * S9_OK, which is then returned. `address`: NULL for all, a number, or a path: s9_effect_shader_matches says what that
 * is for effects; "static/dynamic" for combos of .vcs, whose static combo may stand alone; the name of an array of a C
 * header. S9_ERROR_INVALID, with a diagnostic, when an address means none. A file without shaders is no error.
 */
S9_API s9_result s9_shaders_each(const void *bytes, size_t size, const s9_allocator *allocator,
                                 const s9_effect_options *options, const char *address,
                                 s9_result (*each)(void *user, const s9_contained_shader *shader), void *user,
                                 s9_diagnostics *diagnostics);

/* ---- shader files of the Source engine ---- */

/*
 * A .vcs file, versions 2 to 6: one shader, compiled for all values of its static and dynamic switches. A static
 * combo is a set of dynamic ones. What is compressed is unpacked when it is asked for.
 */
typedef struct s9_vcs s9_vcs;

/* The header of a .vcs file. */
typedef struct s9_vcs_header {
    uint32_t version, total_combos, dynamic_combos, flags, centroid_mask, source_crc;
    uint32_t static_count;   /* static combos of the file, aliases included */
    uint32_t reference_size; /* versions 2 and 4: bytes of the combo that others are written down against */
} s9_vcs_header;

/*
 * Reads the header and the directory. The file is copied. S9_ERROR_INVALID with a diagnostic for what is no .vcs file,
 * or a damaged one; `allocator`, `options` and `diagnostics` may be NULL.
 */
S9_API s9_result s9_vcs_open(const void *bytes, size_t size, const s9_allocator *allocator,
                             const s9_effect_options *options, s9_vcs **out, s9_diagnostics *diagnostics);
/* Releases the file and its combos; NULL is fine. */
S9_API void s9_vcs_destroy(s9_vcs *vcs);
/* The header. */
S9_API s9_vcs_header s9_vcs_header_of(const s9_vcs *vcs);

/* A static combo: the values of the switches that are set when a material is made, as one number. */
typedef struct s9_vcs_static {
    uint32_t id;
    uint32_t alias_of; /* the static combo that has the same shaders, S9_EFFECT_NONE */
} s9_vcs_static;

/* In ascending order of their numbers. */
S9_API s9_vcs_static s9_vcs_static_at(const s9_vcs *vcs, size_t index);

/* A dynamic combo of a static one: a shader. */
typedef struct s9_vcs_combo {
    uint32_t dynamic; /* number of the dynamic combo */
    const void *bytes;
    size_t size;
} s9_vcs_combo;

/*
 * Unpacks a static combo: its dynamic combos, which live until the next call with this .vcs or its end. Those that
 * the compiler skipped are not there. S9_ERROR_INVALID, with a diagnostic, when it is damaged or unpacks to too much;
 * S9_ERROR_UNSUPPORTED for a compression that the decompressor does not know; S9_ERROR_ARGUMENT behind the last.
 */
S9_API s9_result s9_vcs_combos(s9_vcs *vcs, size_t index, const s9_vcs_combo **out, size_t *count,
                               s9_diagnostics *diagnostics);

/* ---- DXBC ---- */

/*
 * The level 9 shader in a DXBC container (chunk Aon9): its tokens, pointers into `bytes`. S9_ERROR_INVALID, with a
 * diagnostic, when it has none.
 */
S9_API s9_result s9_dxbc_find_level9(const void *bytes, size_t size, const char *name, const void **tokens,
                                     size_t *token_size, s9_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
