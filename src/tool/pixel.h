/* SPDX-License-Identifier: MIT */
/* pixel - draw --pixel: what happens to one pixel, primitive by primitive. */
#ifndef TOOL_PIXEL_H
#define TOOL_PIXEL_H

#include "picture.h"
#include "trace_flags.h"

/* What --pixel looks at. */
typedef struct pixel_scene {
    tool *t;
    const report *about;
    const stage *vertex, *pixel;
    const s9_mesh *mesh;
    const s9_draw_state *state;
    s9_framebuffer *buffer; /* cleared */
    const trace_request *request;
} pixel_scene;

/* "X,Y". False when it is no pixel. */
bool pixel_from_flag(const char *value, uint32_t *x, uint32_t *y);
/* Draws the scene and tells what happens to the pixel; false when that fails (reported). */
bool pixel_explain(const pixel_scene *scene, text *out);

#endif
