/* SPDX-License-Identifier: MIT */
/* translation - what the flags of translate choose, and the layout of a module as JSON. */
#ifndef TOOL_TRANSLATION_H
#define TOOL_TRANSLATION_H

#include "json_out.h"
#include "shader.h"

#include <shader9/cross.h>

typedef enum translation_target { TO_SPIRV, TO_SPIRV_ASM, TO_GLSL, TO_ESSL, TO_MSL, TO_HLSL } translation_target;

/* What --bind knows, in the order of its words. */
typedef enum binding_name {
    BIND_SET,
    BIND_C,
    BIND_I,
    BIND_B,
    BIND_STAGES,
    BIND_STATE,
    BIND_S,
    BIND_SAMPLER,
    BIND_COUNT
} binding_name;

/* Zero-initialise before use. */
typedef struct translation {
    translation_target target;
    s9_shader_options shader;
    s9_spirv_options spirv; /* without the names of a shader's constants */
    s9_cross_options cross;
    s9_cross_setting *settings;
    s9_spirv_location *locations;
    /* what was said, as against defaults */
    bool source_given[S9_SPIRV_GROUP_COUNT];
    const char *value_given[S9_SPIRV_GROUP_COUNT]; /* the last value of a group by its name; NULL: none */
    bool alpha_func_given;
    bool binding_given[BIND_COUNT];
} translation;

/* What --state takes, as words for completion. */
void translation_state_words(text *out);

/* Reads the flags; a mistake has been printed, and the status is not EXIT_DONE. */
exit_status translation_read(tool *t, translation *out);
void translation_free(translation *out);

/* Refuses options that can have no effect, whatever the shaders; the status is not EXIT_DONE then. */
exit_status translation_judge(tool *t, const translation *what);
/* An option that was given and has an effect on shaders of this stage only; NULL: none. */
const char *translation_only(const tool *t, const translation *what, s9_stage stage);
/* "alpha_test" */
const char *translation_group_name(size_t group);

/* The members of a module's layout, in an object that is open. `entry` is the entry point's name where it ends up. */
void layout_json(json_out *j, const s9_spirv_layout *layout, const translation *what, const char *entry);

#endif
