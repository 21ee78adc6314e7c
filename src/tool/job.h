/* SPDX-License-Identifier: MIT */
/* job - a shader and everything that a run gives it: what run and trace have in common. */
#ifndef TOOL_JOB_H
#define TOOL_JOB_H

#include "engine.h"
#include "lanes.h"
#include "resources.h"
#include "shader.h"

/* One shader and its job on their way. */
typedef struct job {
    tool *t;
    const json_text *source; /* root NULL: there is none, flags say everything */
    json_reader reader;
    const report *about; /* the shader */
    s9_program *program;
    s9_shader *shader;
    s9_shader_options options;
    texture_set textures;
    resources resources;
    lane_set lanes;
    bool quads;
    engine *engine;
} job;

/* Reads --job; a status other than EXIT_DONE has been reported. */
exit_status job_source_read(tool *t, json_text *source);
/*
 * Reads the shader, the members of the job and the flags, and prepares the run. False with findings and status when it
 * cannot be run. job_close in either case.
 */
bool job_open(job *r, tool *t, const rule_set *rules, const json_text *source, const char *path, const report *about);
void job_close(job *r);
s9_run_args job_args(const job *r);

#endif
