/* SPDX-License-Identifier: MIT */
/* Assembles shaders and runs them through the public interface, naming inputs and outputs as assembly does. */
#ifndef TESTS_EXEC_RUN_H
#define TESTS_EXEC_RUN_H

#include <shader9/shader9.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXEC_LANES 16
#define EXEC_SLOTS 24

typedef struct exec_job {
    s9_shader_options options;
    uint32_t lanes;
    bool quads;
    s9_constants constants;
    const s9_sampler_binding *samplers;
    uint32_t sampler_count;
    const s9_texture_stage *stages;
    uint32_t stage_count;
    const char *input_names[EXEC_SLOTS]; /* NULL ends the list */
    float in[EXEC_SLOTS][EXEC_LANES][4];
    /* results, by output slot */
    uint32_t output_count;
    char output_names[EXEC_SLOTS][16];
    float out[EXEC_SLOTS][EXEC_LANES][4];
    uint8_t written[EXEC_SLOTS][EXEC_LANES];
    uint8_t discarded[EXEC_LANES], stopped[EXEC_LANES];
} exec_job;

static void exec_print(const s9_diagnostics *list, const char *text)
{
    fprintf(stderr, "%s\n", text);
    for (size_t i = 0; i < s9_diagnostics_count(list); i++)
        fprintf(stderr, "line %u: %s\n", (unsigned)s9_diagnostics_get(list, i)->at.line,
                s9_diagnostics_get(list, i)->message);
}

/* Assembles, prepares and runs; false, with the reasons printed, when something is refused. */
static bool exec_run(const char *text, exec_job *job)
{
    s9_diagnostics *list = NULL;
    s9_program *program = NULL;
    s9_shader *shader = NULL;
    (void)s9_diagnostics_create(NULL, &list);
    job->options.struct_size = sizeof job->options;
    if (s9_assemble(text, strlen(text), NULL, NULL, &program, list) == S9_OK)
        (void)s9_shader_create(program, NULL, &job->options, &shader, list);
    s9_program_destroy(program);
    if (shader == NULL)
        exec_print(list, text);
    s9_diagnostics_destroy(list);
    if (shader == NULL)
        return false;
    s9_lane_array inputs[EXEC_SLOTS] = {{0}}, outputs[EXEC_SLOTS] = {{0}};
    for (uint32_t i = 0; i < s9_shader_input_count(shader) && i < EXEC_SLOTS; i++)
        for (int k = 0; k < EXEC_SLOTS && job->input_names[k] != NULL; k++)
            if (strcmp(job->input_names[k], s9_shader_input(shader, i)->name) == 0)
                inputs[i] = (s9_lane_array){job->in[k], 16, 4, 4, NULL};
    job->output_count = s9_shader_output_count(shader);
    for (uint32_t i = 0; i < job->output_count && i < EXEC_SLOTS; i++) {
        snprintf(job->output_names[i], sizeof job->output_names[i], "%s", s9_shader_output(shader, i)->name);
        outputs[i] = (s9_lane_array){job->out[i], 16, 4, 4, job->written[i]};
    }
    s9_run_args args = {.struct_size = sizeof args,
                        .lanes = job->lanes,
                        .quads = job->quads,
                        .constants = job->constants,
                        .samplers = job->samplers,
                        .sampler_count = job->sampler_count,
                        .stages = job->stages,
                        .stage_count = job->stage_count,
                        .inputs = inputs,
                        .outputs = outputs,
                        .discarded = job->discarded,
                        .stopped = job->stopped};
    s9_result result = s9_shader_run(shader, &args);
    s9_shader_destroy(shader);
    return result == S9_OK;
}

/* The output of that name, or -1. */
static int exec_output(const exec_job *job, const char *name)
{
    for (uint32_t i = 0; i < job->output_count; i++)
        if (strcmp(job->output_names[i], name) == 0)
            return (int)i;
    return -1;
}

#endif
