/* SPDX-License-Identifier: MIT */
/* Two shaders that are run on the same inputs. */
#ifndef S9_DIFF_COMPARE_H
#define S9_DIFF_COMPARE_H

#include "diff/diff.h"

#include "exec/exec_internal.h"

enum {
    S9_CMP_LANES = 16, /* with the same constants */
    S9_CMP_INPUTS = 64,
    S9_CMP_OUTPUTS = 64,
    S9_CMP_TEXTURES = 4, /* to choose from for each sampler */
    S9_CMP_LITERALS = 256,
    S9_CMP_CORPUS = 48,
    S9_CMP_NONE = 0xFFFF
};

/* An input of either shader, or of both. */
typedef struct s9_cmp_input {
    const char *names[2];
    uint16_t slots[2]; /* S9_CMP_NONE */
    int32_t usage;
    uint32_t usage_index, components;
    uint32_t masks[2];
    bool position, face; /* vPos, vFace */
    bool given;
    float value[4];
} s9_cmp_input;

typedef struct s9_cmp_output {
    const char *names[2];
    uint16_t slots[2];
    uint32_t masks[2]; /* components that belong to the slot */
} s9_cmp_output;

typedef struct s9_cmp_texture {
    s9_texture_type type;
    uint32_t size[3], levels, texel_count;
    float (*texels)[4];
    s9_texture *made;
} s9_cmp_texture;

/* How the texture of a sampler is read: bits of s9_cmp_case.sampling. */
enum { S9_CMP_LINEAR = 1, S9_CMP_MIP = 2, S9_CMP_CLAMP = 4 };

/* Everything that a run is given. */
typedef struct s9_cmp_case {
    uint32_t lanes;
    bool quads;
    float (*f)[4];
    int32_t (*i)[4];
    uint32_t *b;
    float (*in)[S9_CMP_LANES][4];         /* by input */
    uint8_t texture[S9_COMPARE_SAMPLERS]; /* 0: none; else which of the sampler's textures + 1 */
    uint8_t sampling[S9_COMPARE_SAMPLERS];
    s9_texture_stage stages[S9_COMPARE_STAGES];
} s9_cmp_case;

/* What an instruction compares: less, equal, greater, as bits of components seen. */
typedef struct s9_cmp_site {
    uint8_t seen[3], tried[3];
    uint16_t from; /* case of the corpus that executes it, + 1; 0: none */
    bool known;    /* executed */
} s9_cmp_site;

typedef struct s9_cmp_side {
    const s9_program *program;
    s9_shader *shader;
    s9_df_definitions definitions;
    uint32_t *item_of;   /* by instruction number */
    uint8_t *executable; /* by instruction number: something is executed */
    uint8_t *reached;
    s9_cmp_site *sites; /* by instruction number */
    uint32_t instruction_count, executable_count, reached_count;
    bool straight; /* no branches: everything is executed */
    /* Results of the last run. */
    float (*out)[S9_CMP_LANES][4];
    uint8_t (*written)[S9_CMP_LANES];
    uint8_t discarded[S9_CMP_LANES], stopped[S9_CMP_LANES];
    s9_lane_array *inputs, *outputs;
} s9_cmp_side;

struct s9_compare {
    s9_allocator allocator;
    s9_arena arena;
    s9_compare_options options;
    s9_cmp_side sides[2];
    bool pixel, gradients, stages_used;
    uint32_t f_count, i_count, b_count;
    uint8_t *f_live, *i_live, *b_live; /* read by one of the shaders, and not given */
    uint32_t *bools;                   /* numbers of the live b# */
    uint32_t bool_count;
    uint32_t sampler_mask, given_samplers;
    s9_sampler_binding given[S9_COMPARE_SAMPLERS];
    s9_cmp_texture textures[S9_COMPARE_SAMPLERS][S9_CMP_TEXTURES];
    uint32_t given_stages;
    float literals[S9_CMP_LITERALS]; /* numbers that the shaders hold */
    uint32_t literal_count;
    s9_cmp_input inputs[S9_CMP_INPUTS];
    uint32_t input_count;
    s9_cmp_output outputs[S9_CMP_OUTPUTS];
    uint32_t output_count;
    s9_cmp_case base;  /* what is given; the rest 0 */
    s9_cmp_case *wide; /* for the lanes around a case */
    s9_cmp_case *corpus[S9_CMP_CORPUS];
    uint32_t corpus_count;
    uint64_t random;
    uint32_t total, tried, unjudged; /* lanes: to try, tried, of them without a verdict */
    uint32_t trace_steps;            /* left */
    bool failed;                     /* memory ran out */
    bool differs;
    s9_cmp_case *example;
    struct {
        s9_compare_difference *items;
        uint32_t count, capacity;
    } differences;
};

/* ---- reads.c: what the programs read; false when memory is missing ---- */
bool s9_cmp_find_reads(s9_compare *c);
/* Matches inputs and outputs of the two shaders. */
void s9_cmp_match_slots(s9_compare *c);
/* The input that a register's component belongs to on a side; S9_CMP_NONE. */
uint32_t s9_cmp_find_input(const s9_compare *c, uint32_t side, const char *name, uint32_t component);

/* ---- inputs.c ---- */
uint32_t s9_cmp_random(s9_compare *c); /* 32 bits */
static inline uint32_t s9_cmp_below(s9_compare *c, uint32_t limit)
{
    return (uint32_t)((uint64_t)s9_cmp_random(c) * limit >> 32);
}
bool s9_cmp_make_textures(s9_compare *c);
s9_cmp_case *s9_cmp_case_new(s9_compare *c); /* NULL: no memory */
void s9_cmp_case_copy(const s9_compare *c, s9_cmp_case *to, const s9_cmp_case *from);
/* Fills a case by chance; `number` counts them. */
void s9_cmp_fill(s9_compare *c, s9_cmp_case *k, uint32_t number);
/* Lanes around one: `from` has 1 or 4 lanes, which are repeated, and some numbers change. */
void s9_cmp_spread(s9_compare *c, s9_cmp_case *to, const s9_cmp_case *from, bool constants);
/* Some lanes of a case: one, or the quad that it is in. */
void s9_cmp_narrow(const s9_compare *c, s9_cmp_case *to, const s9_cmp_case *from, uint32_t lane, bool quad);
s9_sampler_binding s9_cmp_binding(const s9_compare *c, const s9_cmp_case *k, uint32_t sampler);

/* ---- run.c ---- */
/* The arguments of a run; `inputs` has room for those of the shader. */
s9_run_args s9_cmp_args(const s9_compare *c, uint32_t side, const s9_cmp_case *k, s9_lane_array *inputs,
                        s9_sampler_binding bindings[S9_COMPARE_SAMPLERS]);
/* Runs both; the first lane that differs, or -1. Sets `failed` when memory is missing. */
int s9_cmp_run(s9_compare *c, const s9_cmp_case *k);
/* Whether a lane of the last run has a verdict and differs; `note` keeps the differences. */
bool s9_cmp_lane_differs(s9_compare *c, uint32_t lane, bool note);
/* Runs both on as many lanes as are still to be tried; a difference becomes the example. */
bool s9_cmp_try(s9_compare *c, const s9_cmp_case *k);

/* ---- steer.c ---- */
/* Notes what a case of 1 or 4 lanes executes. True when something is new. */
bool s9_cmp_observe(s9_compare *c, const s9_cmp_case *k);
/* Searches for inputs that do what no input has done so far; stops where one tells the shaders apart. */
void s9_cmp_steer(s9_compare *c);

/* ---- shrink.c ---- */
void s9_cmp_shrink(s9_compare *c);

#endif
