/* SPDX-License-Identifier: MIT */
/*
 * Runs modules given as text, on a chosen level, from a caller whose floating-point environment is as unfriendly as the
 * machine allows: rounding upward, denormals flushed. The environment must be the same afterwards.
 */
#ifndef TESTS_VM_RUN_H
#define TESTS_VM_RUN_H

#include "vm/vm.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#define VM_MAX_SLOTS 16
#define VM_MAX_LANES 256

typedef struct vm_job {
    uint32_t lanes;
    bool quads;
    s9_constants constants;
    const s9_sampler_binding *samplers;
    uint32_t sampler_count;
    const s9_texture_stage *stages;
    uint32_t stage_count;
    float in[VM_MAX_SLOTS][VM_MAX_LANES][4];
    bool missing[VM_MAX_SLOTS]; /* input not supplied */
    float out[VM_MAX_SLOTS][VM_MAX_LANES][4];
    uint8_t written[VM_MAX_SLOTS][VM_MAX_LANES];
    uint8_t discarded[VM_MAX_LANES], stopped[VM_MAX_LANES];
} vm_job;

static inline bool vm_has_level(int level)
{
    return s9_vm_kernels_of((s9_vm_level)level) != NULL;
}

/* A shader of a module's text; prints what is wrong and returns NULL when there is none. */
static inline s9_shader *vm_shader(const char *text, int level)
{
    s9_diagnostics *list = NULL;
    s9_ir *ir = NULL;
    s9_shader *shader = NULL;
    (void)s9_diagnostics_create(NULL, &list);
    if (s9_ir_parse(text, strlen(text), NULL, &ir, list) == S9_OK) {
        if (s9_ir_verify(ir, list) == S9_OK)
            (void)s9_shader_from_ir(ir, NULL, level, &shader, list);
        else
            s9_ir_destroy(ir);
    }
    for (size_t i = 0; i < s9_diagnostics_count(list); i++)
        fprintf(stderr, "%u: %s\n", (unsigned)s9_diagnostics_get(list, i)->at.line,
                s9_diagnostics_get(list, i)->message);
    s9_diagnostics_destroy(list);
    return shader;
}

typedef struct vm_environment {
    int rounding;
    uint32_t control;
} vm_environment;

/* Bits that flush denormals to zero, and that round upward. */
#if defined(__SSE2__)
#define VM_FLUSH 0x8040u
#define VM_ROUNDING 0x6000u
#define VM_UPWARD 0x4000u
#elif defined(__aarch64__)
#define VM_FLUSH (1u << 24)
#define VM_ROUNDING (3u << 22)
#define VM_UPWARD (1u << 22)
#endif

static inline uint32_t vm_control(void)
{
#if defined(__SSE2__)
    return _mm_getcsr();
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return (uint32_t)control;
#else
    return 0;
#endif
}

static inline void vm_control_set(uint32_t control)
{
#if defined(__SSE2__)
    _mm_setcsr(control);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)control));
#else
    (void)control;
#endif
}

static inline vm_environment vm_environment_now(void)
{
    vm_environment e = {fegetround(), vm_control()};
    return e;
}

static inline void vm_environment_set(vm_environment e)
{
    (void)fesetround(e.rounding);
    vm_control_set(e.control);
}

/* Runs with four floats for every input and output; false when the run failed or the environment changed. */
static inline bool vm_run(const s9_shader *shader, vm_job *job)
{
    s9_lane_array inputs[VM_MAX_SLOTS] = {{0}}, outputs[VM_MAX_SLOTS] = {{0}};
    for (uint32_t i = 0; i < s9_shader_input_count(shader) && i < VM_MAX_SLOTS; i++)
        inputs[i] = (s9_lane_array){job->missing[i] ? NULL : job->in[i], 16, 4, 4, NULL};
    for (uint32_t i = 0; i < s9_shader_output_count(shader) && i < VM_MAX_SLOTS; i++)
        outputs[i] = (s9_lane_array){job->out[i], 16, 4, 4, job->written[i]};
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
    vm_environment friendly = vm_environment_now(), hostile = friendly;
    hostile.rounding = FE_UPWARD;
    vm_environment_set(hostile);
#if defined(VM_FLUSH)
    vm_control_set(((vm_control() | VM_FLUSH) & ~VM_ROUNDING) | VM_UPWARD);
#endif
    hostile = vm_environment_now();
    s9_result result = s9_shader_run(shader, &args);
    vm_environment after = vm_environment_now();
    vm_environment_set(friendly);
    return result == S9_OK && after.rounding == hostile.rounding && after.control == hostile.control;
}

#endif
