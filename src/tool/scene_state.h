/* SPDX-License-Identifier: MIT */
/* scene_state - the member "state" of a scene. */
#ifndef TOOL_SCENE_STATE_H
#define TOOL_SCENE_STATE_H

#include "json_in.h"

#include <shader9/draw.h>

/* Everything around the shaders: what the library draws with, and how targets begin. */
typedef struct scene_state {
    s9_draw_state draw;
    float clear_color[4];
    float clear_depth;
    uint32_t clear_stencil;
    bool has_format; /* "target_format" is given */
    s9_target_format formats[S9_MAX_TARGETS];
} scene_state;

void scene_state_init(scene_state *state);
bool scene_state_read(json_reader *reader, const json_t *value, const json_place *place, scene_state *state);

#endif
