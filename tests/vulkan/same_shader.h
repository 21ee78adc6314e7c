/* SPDX-License-Identifier: MIT */
/* same_shader - what the parts of the comparison share: a job, and what came of it. */
#ifndef TESTS_VULKAN_SAME_SHADER_H
#define TESTS_VULKAN_SAME_SHADER_H

#include "vulkan/modules.h"
#include "vulkan/same.h"

#include "exec/exec_internal.h"
#include "program/program.h"

#define SAME_SIDE 8u /* pixels of a row; rows 0..3 belong to one plane, those below are triangles of one pixel */
#define SAME_PLANE 32u
#define SAME_SLOTS 40
#define SAME_GROUPS 40 /* of four lanes: the quads of the plane, then a quad for each small triangle */
#define SAME_CHANNELS MODULE_MAX_SLOTS
#define SAME_FLOATS 256
#define SAME_FLOATS_SOFTWARE 4096 /* as many as lavapipe has in a block */
#define SAME_TEXTURES 6           /* two of each kind */

typedef struct same_gl same_gl;
struct same_case;
struct same_bound;

struct same_host {
    same_gl *gl; /* draws instead of Vulkan (gl/same_gl.c), or NULL */
    bool (*gl_draw)(struct same_case *c, const s9_spirv *module, struct same_bound *b, bool *refused);
    bool gl_any_order;   /* of sums: the language has no word for precision */
    bool gl_half_colors; /* the language has colours of medium precision, which may be half floats */
    void (*gl_prepare)(const struct same_host *host, s9_spirv_options *options);
    vulkan_host *vulkan;
    s9_texture *textures[SAME_TEXTURES], *depth;
    vulkan_image *images[SAME_TEXTURES], *depth_image;
    s9_texture *chains[3]; /* of each kind, with levels: every texel of level n is n */
    vulkan_image *chain_images[3];
    void (*set_options)(s9_spirv_options *options); /* what the options are to be, after all; or NULL */
    bool levels;                                    /* sample the chains */
};

/* What goes in. */
typedef struct same_job {
    s9_shader_options shader_options;
    s9_spirv_options options;
    s9_spirv_location locations[SAME_SLOTS];
    strangeness how;
    float f[SAME_FLOATS_SOFTWARE][4];
    uint32_t f_count; /* as many as the module has room for */
    int32_t i[16][4];
    uint32_t b[16];
    s9_sampler_binding samplers[16];
    uint32_t image_of[16];
    s9_texture_stage stages[S9_SPIRV_STAGE_COUNT];
    float in[SAME_SLOTS][SAME_LANES][4];      /* by slot */
    float corners[SAME_SLOTS][3][4];          /* pixel shaders: the plane at its corners 0,0 8,0 0,4 */
    float fog_in[SAME_LANES], fog_corners[3]; /* the factor that comes from the vertex shader */
    bool back[SAME_LANES];
} same_job;

/* What one lane leaves behind, by output number. */
typedef struct same_lane {
    uint32_t out[S9_IR_OUT_COUNT][4];
    uint8_t written[S9_IR_OUT_COUNT];
    bool discarded;
} same_lane;

/* What is compared: targets and depth of a pixel, captured outputs of a vertex. */
typedef struct same_view {
    uint32_t bits[SAME_CHANNELS][4];
    uint8_t known[SAME_CHANNELS];
    bool discarded, unsure; /* unsure: nobody can say whether it is discarded */
} same_view;

typedef struct same_case {
    same_host *host;
    const s9_program *program;
    const s9_shader *shader;
    const s9_spirv_layout *layout;
    same_job *job;
    bool pixel;
    uint32_t major, channel_count;
    int32_t channel_output[SAME_CHANNELS]; /* number of the output, -1: made of the state */
    module_slot slots[SAME_CHANNELS];      /* vertex shaders */
    uint32_t lane_of[SAME_GROUPS][4];      /* UINT32_MAX: a helper */
    uint32_t groups;
    same_lane (*lanes)[4];      /* [groups] of the interpreter */
    same_view seen[SAME_LANES]; /* of the device */
    const char *about;
    same_counts *counts;
} same_case;

/* Random numbers that do not disturb: no denormal numbers; without `strange`, no NaN or infinity. */
float same_number(random_source *r, strangeness how, bool strange);
void same_make_job(same_case *c, random_source *r);

/* What a lane's outputs and the state make of it (same_state.c). `wobble` moves inexact results, or NULL. */
void same_view_of(const same_case *c, const same_lane *lane, uint32_t at, random_source *wobble, same_view *out);
/* Moves a result by up to `ulps` of it and `absolute`. */
float same_moved(random_source *wobble, float x, double ulps, double absolute);

/* False when the device fails; "refused" in c->counts when it cannot (same_draw.c). */
bool same_draw(same_case *c, const s9_spirv *module, bool *refused);
/* Compares what was seen with the interpreter; says what differs (same_judge.c). */
bool same_judge(same_case *c);

/* The lane whose numbers a group's member has: helpers those of their triangle's pixel. */
static inline uint32_t same_source_of(const same_case *c, uint32_t group, uint32_t i)
{
    uint32_t at = c->lane_of[group][i];
    return at != UINT32_MAX ? at : group - 8u + SAME_PLANE;
}

static inline uint32_t same_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float same_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
