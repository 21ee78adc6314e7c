/* SPDX-License-Identifier: MIT */
/* translation - what the flags of translate choose, and the layout of a module as JSON. */
#ifndef TOOL_TRANSLATION_H
#define TOOL_TRANSLATION_H

#include "json_out.h"
#include "shader.h"

#include <shader9/cross.h>

typedef enum translation_target { TO_SPIRV, TO_SPIRV_ASM, TO_GLSL, TO_ESSL, TO_MSL, TO_HLSL } translation_target;

/* Zero-initialise before use. */
typedef struct translation {
    translation_target target;
    s9_shader_options shader;
    s9_spirv_options spirv; /* without the names of a shader's constants */
    s9_cross_options cross;
    s9_cross_setting *settings;
    s9_spirv_location *locations;
} translation;

/* What --state takes, as words for completion. */
void translation_state_words(text *out);

/* Reads the flags; a mistake has been printed, and the status is not EXIT_DONE. */
exit_status translation_read(tool *t, translation *out);
void translation_free(translation *out);

/* The members of a module's layout, in an object that is open. */
void layout_json(json_out *j, const s9_spirv_layout *layout);

#endif
