/* SPDX-License-Identifier: MIT */
/*
 * resources - what a shader reads beside its inputs, as jobs, scenes and flags give it: constants, textures, samplers,
 * texture stages, and the named choices of arithmetic.
 */
#ifndef TOOL_RESOURCES_H
#define TOOL_RESOURCES_H

#include "json_in.h"
#include "shader.h"

#include <shader9/exec.h>

enum { MAX_SAMPLERS = 16, MAX_STAGES = 8 };

/* ---- textures ---- */

typedef struct named_texture {
    char *name;
    s9_texture *texture;
} named_texture;

typedef struct texture_set {
    named_texture *items;
    size_t count, capacity;
} texture_set;

void texture_set_free(texture_set *set);
/* Reads the member "textures" of a job or scene; files are looked for beside it. */
bool textures_read(json_reader *reader, const json_t *value, const json_place *place, texture_set *set,
                   exit_status *status);
/* What a file holds as a texture, under its own path as name; NULL when it cannot be read (reported). */
const s9_texture *texture_from_file(texture_set *set, const char *path, const report *about);

/* ---- constants, samplers, stages ---- */

/* Zero-initialise before use. Arrays grow to the highest register that is set. */
typedef struct resources {
    uint32_t version_token; /* of the shader: registers that it does not have bring a warning */
    const char *version;    /* NULL: of none in particular, without warnings */
    float (*f)[4];
    uint32_t f_count, f_capacity;
    int32_t (*i)[4];
    uint32_t i_count, i_capacity;
    uint32_t *b;
    uint32_t b_count, b_capacity;
    bool failed; /* memory ran out */
    s9_sampler_binding samplers[MAX_SAMPLERS];
    s9_texture_stage stages[MAX_STAGES];
} resources;

/* All samplers in their default state, nothing bound. */
void resources_init(resources *r, const s9_program *program);
void resources_free(resources *r);
s9_constants resources_constants(const resources *r);

/* Reads the members "constants", "samplers" and "stages". */
bool constants_read(json_reader *reader, const json_t *value, const json_place *place, resources *r);
bool samplers_read(json_reader *reader, const json_t *value, const json_place *place, const texture_set *textures,
                   resources *r);
bool stages_read(json_reader *reader, const json_t *value, const json_place *place, resources *r);

void resources_set_float(resources *r, uint32_t number, const float value[4]);
/* Warns when the version has no such register. */
void resources_warn_float(const resources *r, uint32_t number, const report *about);
/* With --table-defaults sets the initial values of the shader's constant table; to be called before all others. */
void constants_from_table(const settings *s, const s9_program *program, resources *r, const report *about);

/* ---- the same from flags: false when a flag is wrong (status EXIT_USAGE) or a file cannot be read ---- */

/* "c0=1,2,3,4" "i0=4,0,1,0" "b0=true"; registers that the version does not have bring a warning. */
bool constants_from_flags(const char *flag, const string_list *list, resources *r, const report *about);
/* "s1=FILE" */
bool textures_from_flags(const string_list *list, texture_set *set, resources *r, const report *about);
/* "s0.min=point" */
bool samplers_from_flags(const string_list *list, resources *r, const report *about);

/* "256x128": both positive, and no more than an image may have. */
bool size_from_flag(const char *value, uint32_t *width, uint32_t *height);
/* The values of "NAME=1,2,3": at most four. False when they are no numbers. */
bool floats_from_flag(const char *values, float out[4], size_t *count);
/* The number of a register such as "c12": the letter and up to five digits without leading zeros. */
bool register_number(const char *name, const char *letters, uint32_t *number);

/* ---- choices of arithmetic ---- */

void shader_options_init(s9_shader_options *options);
/* Reads the member "options". */
bool shader_options_read(json_reader *reader, const json_t *value, const json_place *place, s9_shader_options *options);
/* Reads the member "float". */
bool float_mode_read(json_reader *reader, const json_t *value, const json_place *place, s9_shader_options *options);
/* --engine, --option, --max-steps. */
bool shader_options_from_flags(const settings *s, s9_shader_options *options, const report *about);
/* Judges --const, --sampler, --option and their like before any file is read; mistakes are printed. */
exit_status flags_check(tool *t);

#endif
