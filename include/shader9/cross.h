/* SPDX-License-Identifier: MIT */
/*
 * shader9/cross.h - from SPIR-V to the shading languages, through SPIRV-Cross (library shader9-cross).
 *
 *   s9_spirv_options_init -> s9_cross_prepare -> s9_spirv_translate -> s9_cross_compile
 *
 * What a language version cannot express is refused with S9_ERROR_UNSUPPORTED and a diagnostic that names it.
 */
#ifndef SHADER9_CROSS_H
#define SHADER9_CROSS_H

#include <shader9/spirv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A language that SPIR-V is written in. */
typedef enum s9_cross_language {
    S9_CROSS_GLSL = 0, /* 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460 [330] */
    S9_CROSS_ESSL = 1, /* 100, 300, 310, 320 [300] */
    S9_CROSS_MSL = 2,  /* major * 100 + minor * 10: 120, 200, 210, .. 300 [200] */
    S9_CROSS_HLSL = 3  /* shader model: 40, 41, 50, 51, 60, .. 66 [50] */
} s9_cross_language;

/* An option of SPIRV-Cross by its name, "flip-vertex-y"; the value is a number, "true" or "false". */
typedef struct s9_cross_setting {
    const char *name, *value;
} s9_cross_setting;

/* Options of s9_cross_compile; zero is the default of each but `struct_size`. */
typedef struct s9_cross_options {
    size_t struct_size; /* sizeof(s9_cross_options) */
    s9_cross_language language;
    uint32_t version; /* 0: the default, in brackets above */
    /*
     * Handed on last. By default depth is converted for GLSL and ESSL, whose clip space has z from -w to w
     * ("fixup-depth-convention"), and their uniforms are plain where the version has no blocks
     * ("glsl-emit-uniform-buffer-as-plain-uniforms").
     */
    const s9_cross_setting *settings;
    size_t setting_count;
} s9_cross_options;

/* "glsl", "essl", "msl", "hlsl"; NULL for other numbers. */
S9_API const char *s9_cross_language_name(s9_cross_language language);
/* The version that a text means: "330", "3.30", "1.2", "310 es", "5.0"; 0 when the language has no such version. */
S9_API uint32_t s9_cross_version_of(s9_cross_language language, const char *text);
/* Version number `index` of a language, ascending; 0 beyond the last. */
S9_API uint32_t s9_cross_version_at(s9_cross_language language, size_t index);
/* The version that is meant where none is given; 0 for other numbers. */
S9_API uint32_t s9_cross_default_version(s9_cross_language language);
/* Name number `index` of an option that `settings` may have, and whether it is a number; NULL beyond the last. */
S9_API const char *s9_cross_setting_name(size_t index, bool *is_number);

/*
 * Why a language cannot have an entry point of this name, as in "is a word of the language"; NULL when it can. GLSL and
 * ESSL have main only. In MSL main becomes main0. HLSL and MSL take identifiers that the language or SPIRV-Cross do not
 * keep for themselves.
 */
S9_API const char *s9_cross_entry_point_fault(s9_cross_language language, const char *name);

/* Sets what a module must have, or avoid, for a language: profile, names of results, combined samplers. */
S9_API void s9_cross_prepare(const s9_cross_options *options, s9_spirv_options *spirv);

/*
 * Translates a module. s# is number # of the language's textures and samplers, unless `sampler_binding` or
 * `separate_sampler_binding` is not its default: then that is where they begin. Blocks keep their bindings. GLSL and
 * ESSL have no descriptor sets: blocks of pixel shaders have their binding plus 8, s# of vertex shaders has texture
 * unit 16 + # and the name vs_s# (vs_NAME), for a program has one uniform of a name. `options` may be NULL.
 * S9_ERROR_UNSUPPORTED, with a diagnostic that says why, for what the version cannot express; S9_ERROR_ARGUMENT for a
 * language or version that there is not, and, with a diagnostic, for settings and entry points that cannot be;
 * S9_ERROR_INVALID, with a diagnostic, where the text has the name of the entry point for something else, or
 * subroutines call each other so often that the text would have no end.
 */
S9_API s9_result s9_cross_compile(const s9_spirv *module, const s9_allocator *allocator,
                                  const s9_cross_options *options, s9_blob *out, s9_diagnostics *diagnostics);

/*
 * Whether a text of these options writes down the bindings of resources, and their sets (in HLSL spaces). `options` may
 * be NULL. S9_ERROR_ARGUMENT where there is no such language or version.
 */
S9_API s9_result s9_cross_writes(const s9_cross_options *options, bool *sets, bool *bindings);

/* S9_CROSS_NONE: the text has no such number, and what it names is bound by its name. */
#define S9_CROSS_NONE UINT32_MAX

/*
 * The numbers that the text of s9_cross_compile has for resource number `index` of a layout: `binding` (in HLSL of the
 * register b#, t# or s#, in MSL of the buffer, texture or sampler), and `set` (in HLSL the space). `options` may be
 * NULL. S9_ERROR_ARGUMENT where there is no such resource, language or version.
 */
S9_API s9_result s9_cross_numbers(const s9_spirv_layout *layout, uint32_t index, const s9_cross_options *options,
                                  uint32_t *set, uint32_t *binding);

/* Whether the library was built with SPIRV-Tools. Without it what follows is S9_ERROR_UNSUPPORTED. */
S9_API bool s9_spirv_tools_present(void);
/* The module as text, as spirv-dis prints it. Release `out` with s9_blob_free. S9_ERROR_MEMORY. */
S9_API s9_result s9_spirv_text(const s9_spirv *module, const s9_allocator *allocator, s9_blob *out,
                               s9_diagnostics *diagnostics);
/* Checks a module against the rules of its version for Vulkan; S9_ERROR_INVALID with what spirv-val says. */
S9_API s9_result s9_spirv_validate(const s9_spirv *module, s9_diagnostics *diagnostics);
/*
 * The passes of `spirv-opt -O`: the module then has other words and the same layout. S9_ERROR_INVALID when the passes
 * refuse the module, which then stays as it was.
 */
S9_API s9_result s9_spirv_optimize(s9_spirv *module, s9_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
