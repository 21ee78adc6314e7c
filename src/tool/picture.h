/* SPDX-License-Identifier: MIT */
/* picture - what draw and filter share: shaders ready to run, targets, and their files. */
#ifndef TOOL_PICTURE_H
#define TOOL_PICTURE_H

#include "batch.h"
#include "engine.h"
#include "resources.h"

#include <shader9/draw.h>

/* A shader and what it reads. Zero-initialise before use. */
typedef struct stage {
    s9_program *program;
    s9_shader *shader;
    resources resources;
    engine *engine; /* its own, or that of both stages */
} stage;

void stage_free(stage *s);
/* Reads the shader of a file and judges it by the rules; false when it cannot be used (reported). */
bool stage_load(stage *s, const tool *t, const rule_set *rules, const char *path, s9_stage wanted, const report *about);
/* The same for a program that has been read, which becomes the stage's; `file` is the shader's report. */
bool stage_take(stage *s, const tool *t, const rule_set *rules, s9_program *program, s9_stage wanted,
                const report *file);
/* Prepares it for execution. */
bool stage_prepare(stage *s, const s9_shader_options *options, const report *about);
s9_stage_resources stage_resources(const stage *s);

/* The number of render targets that a pixel shader writes, at least one. */
uint32_t target_count(const s9_shader *shader);
/* A framebuffer of this size; NULL when there is none (reported). */
s9_framebuffer *framebuffer(uint32_t width, uint32_t height, uint32_t targets, const s9_target_format *formats,
                            const report *about);
/* How pictures are written. */
typedef struct picture_form {
    bool dds;         /* else PNG */
    bool given;       /* a format was asked for: */
    s9_format format; /* of a DDS */
    bool floats;      /* it holds more than targets of 8 bits do */
} picture_form;

/*
 * By the name of --output, and --dds-format. False when they contradict each other, or the name is that of another kind
 * of image (reported as usage).
 */
bool picture_form_of(const settings *s, picture_form *form, const report *about);
/* Judges --output, --raw, --dds-format and --size before any file is read; mistakes are printed. */
exit_status picture_flags_check(tool *t);
/* The numbers of --size, which is given; false, reported as usage, when they are none. */
bool picture_size(const settings *s, uint32_t *width, uint32_t *height, const report *about);
const char *picture_extension(const picture_form *form);
/* A target as the bytes of a file. */
bool write_picture(const s9_framebuffer *buffer, uint32_t target, const picture_form *form, text *out,
                   const report *about);

/* Threads for one picture: all when it is the only one. */
uint32_t picture_threads(const tool *t);

#endif
