/* SPDX-License-Identifier: MIT */
/* diff_print - what diff found, as text and as JSON, and the input on which two shaders differ as a job. */
#ifndef TOOL_DIFF_PRINT_H
#define TOOL_DIFF_PRINT_H

#include "json_out.h"
#include "tool.h"

#include <shader9/diff.h>

typedef struct diff_view {
    const settings *settings;
    const char *names[2]; /* of the files */
    const s9_program *programs[2];
    const s9_diff *diff;
    const s9_compare *compare; /* NULL: nothing was run */
    const s9_shader_options *options;
    const s9_sampler_binding *samplers; /* [S9_COMPARE_SAMPLERS]: those that were given */
    bool failed;                        /* set where memory runs out or a trace cannot be made */
} diff_view;

/* Whether the shaders count as the same: by what they compute, or where nothing was run by how they are written. */
bool diff_same(const diff_view *v);

void diff_text(text *out, diff_view *v);
void diff_json(json_out *j, diff_view *v);

/* The input on which they differ, as `run --job` takes it for both.. */
void diff_job(text *out, const diff_view *v, const char *indent);

#endif
