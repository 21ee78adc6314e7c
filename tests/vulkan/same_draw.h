/* SPDX-License-Identifier: MIT */
/* same_draw - how a job reaches a device, for those who draw with another one. */
#ifndef TESTS_VULKAN_SAME_DRAW_H
#define TESTS_VULKAN_SAME_DRAW_H

#include "vulkan/same_shader.h"

#define SAME_SENTINEL (-7.25e20f) /* where nothing is drawn */
#define SAME_CORNERS 6u           /* of the two triangles of the plane */
#define SAME_VERTICES (SAME_CORNERS + 3u * (SAME_LANES - SAME_PLANE))

/* What is bound: `buffers` are the blocks in the order of the layout. */
typedef struct same_bound {
    vulkan_buffer buffers[8];
    vulkan_sampler samplers[32];
    vulkan_constant constants[160];
    uint32_t buffer_count, sampler_count, constant_count;
    float floats[8192][4];
    int32_t ints[2048][4];
    uint32_t bools[2048];
    s9_spirv_stage stages[S9_SPIRV_STAGE_COUNT];
    uint32_t push[64];
    uint32_t push_size;
} same_bound;

/* Where the vertices are; their order gives small triangles a side. */
void same_make_positions(const same_job *job, float (*out)[4]);
/* The vertices of each input location; returns how many locations there are. */
uint32_t same_gather_inputs(const same_case *c, uint32_t *locations, float (*data)[SAME_VERTICES][4]);
void same_see_pixels(same_case *c, const float (*pixels)[SAME_LANES][4], uint32_t targets, const float *depths);

#endif
