/* SPDX-License-Identifier: MIT */
/* shader9/check.h - is the shader legal, and if not, by which rule. */
#ifndef SHADER9_CHECK_H
#define SHADER9_CHECK_H

#include <shader9/program.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The target of the rules that depend on a device: limits that Direct3D 9 leaves to its capability structures. Names
 * are those of caps files. Fill with s9_caps_preset, then change what differs.
 */
typedef struct s9_caps {
    size_t struct_size;         /* sizeof(s9_caps) */
    uint32_t vs_constants;      /* c# of vertex shaders from vs_2_0; software versions always have 8192 */
    uint32_t vs_constants_1_1;  /* c# of vs_1_1 */
    uint32_t vs_temps;          /* r# of vs_2_x */
    uint32_t vs_dynamic_depth;  /* vs_2_x: nesting of dynamic flow control */
    uint32_t vs_static_depth;   /* vs_2_x: nesting of loops, and of calls */
    bool vs_predication;        /* vs_2_x */
    uint32_t ps_temps;          /* r# of ps_2_x */
    uint32_t ps_slots;          /* instruction slots of ps_2_x */
    uint32_t ps_dynamic_depth;  /* ps_2_x */
    uint32_t ps_static_depth;   /* ps_2_x */
    bool ps_swizzle;            /* ps_2_x: any swizzle */
    bool ps_gradients;          /* ps_2_x: dsx, dsy, texldd */
    bool ps_predication;        /* ps_2_x */
    bool ps_no_dependent_limit; /* ps_2_x: dependent texture reads of any order */
    bool ps_no_texture_limit;   /* ps_2_x: more than 32 texture instructions */
    uint32_t vs30_slots;        /* instruction slots of vs_3_0 */
    uint32_t ps30_slots;        /* instruction slots of ps_3_0 */
    uint32_t max_vs;            /* highest version, major << 8 | minor: 0x0300; 0x03FF with software */
    uint32_t max_ps;
    bool software_versions;  /* 2_sw and 3_sw run */
    uint32_t max_executed;   /* instructions one vertex or pixel may execute: run time only */
    uint32_t render_targets; /* for notes only */
} s9_caps;

/*
 * Presets: "minimum", "2_a", "2_b", "hardware", "software", "generous" (the most that Direct3D 9 allows; the default).
 * S9_ERROR_ARGUMENT for another name.
 */
S9_API s9_result s9_caps_preset(const char *name, s9_caps *caps);
/* Name of preset `index`, NULL behind the last. */
S9_API const char *s9_caps_preset_name(size_t index);

/* What the value of a field of a caps file is: a number, true or false, a version such as "2_x". */
typedef enum s9_caps_type { S9_CAPS_NUMBER = 0, S9_CAPS_YES_NO = 1, S9_CAPS_VERSION = 2 } s9_caps_type;
/* Name and type of field `index` of a caps file ("vs_constants", "ps_swizzle", "max_vs"), NULL behind the last. */
S9_API const char *s9_caps_field(size_t index, s9_caps_type *type);
/*
 * Sets a field by name: a number, or 0 and 1 for no and yes. "vs_constants" sets both fields of vertex constants.
 * S9_ERROR_ARGUMENT when there is no such field, or the value is out of place.
 */
S9_API s9_result s9_caps_set(s9_caps *caps, const char *name, uint32_t value);
/* Sets "max_vs" or "max_ps" from text: "2_x", "3_0", "3_sw". S9_ERROR_ARGUMENT for another field or version. */
S9_API s9_result s9_caps_set_version(s9_caps *caps, const char *name, const char *version);

/* Options of s9_check; zero is the default of each but `struct_size`. */
typedef struct s9_check_options {
    size_t struct_size;  /* sizeof(s9_check_options) */
    const s9_caps *caps; /* NULL: "generous" */
    s9_dialect dialect;  /* D3D8: vs_1_1 may read inputs without dcl; rcp and rsq without a swizzle read x */
} s9_check_options;

/*
 * Adds one finding per fault to `diagnostics` (required), in the order of the program. S9_OK when no finding is an
 * error, S9_ERROR_INVALID otherwise. `options` may be NULL. Rules: validation rules V001.. of the Direct3D 9 assembly
 * reference; s9_check_rule lists them. Takes time linear in the size of the program.
 */
S9_API s9_result s9_check(const s9_program *program, const s9_allocator *allocator, const s9_check_options *options,
                          s9_diagnostics *diagnostics);

/*
 * Whether a vertex and a pixel shader may be used together: rules V346 to V356. Each shader's own rules are not checked
 * here. Positions are those of the pixel shader where it has one, else of the vertex shader. S9_ERROR_ARGUMENT when the
 * stages are not vertex and pixel.
 */
S9_API s9_result s9_check_pair(const s9_program *vertex, const s9_program *pixel, const s9_allocator *allocator,
                               const s9_check_options *options, s9_diagnostics *diagnostics);

/* One value on its way from a vertex to a pixel shader. Masks: bit 0 is x. */
typedef struct s9_link {
    const char *usage; /* "texcoord"; before SM3 the meaning of the register */
    uint32_t index;
    const char *output;       /* "o1", "oT0", "oD1"; NULL: the vertex shader has none */
    uint32_t declared_output; /* components; before SM3 all of them */
    uint32_t written;         /* components that the vertex shader writes, on some path at least */
    uint32_t always_written;  /* on every path */
    const char *input;        /* "v0", "t1"; NULL: the pixel shader does not read it */
    uint32_t declared_input;  /* ps_1_x declares nothing: all components */
    uint32_t read;            /* components that the pixel shader uses; in ps_1_1 to ps_1_3 as many as a texture may */
    uint32_t missing;         /* of them, those not written on every path */
    float default_value;      /* what shader9 gives there; Direct3D leaves it open */
    bool centroid;            /* declared so; colours are sampled so in any case */
    bool partial_precision;
    bool is_color; /* follows the shade mode */
} s9_link;

/*
 * How two shaders are linked: by usage in SM3, by register before; where one of them is older (V346, V347), the fixed
 * registers stand for their usages. Outputs in the order of the vertex shader, then inputs without one. Nothing is
 * judged: that is s9_check_pair. The table owns its strings.
 */
typedef struct s9_links s9_links;
/* Makes the table. S9_ERROR_ARGUMENT when the stages are not vertex and pixel, S9_ERROR_MEMORY. */
S9_API s9_result s9_links_create(const s9_program *vertex, const s9_program *pixel, const s9_allocator *allocator,
                                 s9_links **out);
S9_API void s9_links_destroy(s9_links *links); /* may be NULL */
/* Number of values in the table. */
S9_API size_t s9_links_count(const s9_links *links);
S9_API const s9_link *s9_links_get(const s9_links *links, size_t index); /* NULL behind the last */

/* A rule, as tables and --list-rules show it. Strings are never NULL. */
typedef struct s9_rule_info {
    const char *code;     /* "V012" */
    const char *family;   /* "masks" */
    const char *summary;  /* the rule in one sentence */
    const char *source;   /* the page it comes from */
    const char *versions; /* the versions in which it applies: "vs_2_0 up" */
    const char *kind;     /* "text", "val", "dev", "pair", "undef" or "open" */
    int severity;         /* s9_severity of its findings; -1: it is never reported */
    const char *native;   /* numbers of Microsoft's messages, parted by blanks: "X5350 X4541"; "" where none is known */
} s9_rule_info;

/* The rules, in order of number. */
S9_API size_t s9_check_rule_count(void);
/* NULL behind the last. */
S9_API const s9_rule_info *s9_check_rule(size_t index);

/* Why a rule is there, and what it means in practice. */
typedef struct s9_rule_example {
    const char *code;     /* "V012" */
    const char *reason;   /* one or two sentences */
    const char *preset;   /* capabilities under which the example is judged; NULL: the default ones */
    const char *found;    /* the rule that is told where several describe the fault; "" for the rule itself */
    const char *breaking; /* a whole shader; NULL: the rule reports nothing */
    const char *mended;   /* the nearest legal one */
} s9_rule_example;

/*
 * Shaders are assembly text; those that begin with "tokens " are words of a stream, in hexadecimal. Two shaders of a
 * pair are parted by a line "--". In the order of the rules; NULL behind the last.
 */
S9_API const s9_rule_example *s9_check_rule_example(size_t index);

#ifdef __cplusplus
}
#endif

#endif
