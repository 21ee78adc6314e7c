/* SPDX-License-Identifier: MIT */
/*
 * oracle - a second reading of the specification: what every opcode computes, written for one vertex or pixel (or the
 * four of a quad in lock step) at a time, as plainly as C allows. It shares nothing with ir, vm, exec and texture but
 * the definition of the functions whose result is only bounded (rcp, rsq, exp, log, pow, sin, cos), each of which is
 * held against long double as it is called.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "program/program.h"

#include <shader9/exec.h>

#define ORACLE_LANES 64
#define ORACLE_INPUTS 26 /* v0..v15, t0..t7, vPos, vFace */
#define ORACLE_COLOURS 16
#define ORACLE_VPOS 24
#define ORACLE_VFACE 25
#define ORACLE_OUTPUTS 16
#define ORACLE_CONSTANTS 64
#define ORACLE_INTEGERS 16
#define ORACLE_SAMPLERS 16
#define ORACLE_STAGES 8
#define ORACLE_TEXTURES 8
#define ORACLE_LEVELS 6

typedef struct oracle_vector {
    float v[4];
} oracle_vector;

/* A texture as its texels: levels[k] holds width * height * (depth or faces) of them, each as the format gives it. */
typedef struct oracle_texture {
    s9_texture_type type;
    s9_format format;
    uint32_t size[3]; /* of level 0 */
    uint32_t levels;
    float (*texels[ORACLE_LEVELS])[4];
    uint8_t *bytes[ORACLE_LEVELS]; /* the same in memory, for the library */
    size_t byte_count[ORACLE_LEVELS];
    s9_texture *made;
} oracle_texture;

typedef struct oracle_sampler {
    int texture; /* index into the job's textures, -1: none bound */
    s9_sampler_state state;
} oracle_sampler;

/* Everything that a run is given. Inputs go by register; a register that packs several usages is filled by component.
 */
typedef struct oracle_job {
    s9_shader_options options;
    uint32_t lanes;
    bool quads;
    float c[ORACLE_CONSTANTS][4];
    int32_t i[ORACLE_INTEGERS][4];
    uint32_t b[ORACLE_INTEGERS];
    uint32_t c_count, i_count, b_count;
    oracle_sampler samplers[ORACLE_SAMPLERS];
    uint32_t sampler_count;
    s9_texture_stage stages[ORACLE_STAGES];
    uint32_t stage_count;
    uint8_t given[ORACLE_INPUTS]; /* components supplied, 0: none */
    float in[ORACLE_INPUTS][ORACLE_LANES][4];
    oracle_texture textures[ORACLE_TEXTURES];
    uint32_t texture_count;
} oracle_job;

typedef struct oracle_result {
    oracle_vector out[ORACLE_OUTPUTS][ORACLE_LANES];
    uint8_t written[ORACLE_OUTPUTS][ORACLE_LANES];
    uint8_t discarded[ORACLE_LANES];
    char fault[160]; /* a function outside its bound, or a program that the oracle cannot read; "" */
    bool too_long;   /* more instructions than a test should wait for */
} oracle_result;

/* The index of an output register's name ("oT3", "o7", "oDepth") in the results, -1 for a name that is none. */
int oracle_output_index(const s9_program *program, const char *name);
/* The same for inputs ("v3", "t1", "vPos", "vFace"). */
int oracle_input_index(const char *name);

/* Runs all lanes. False when memory is missing. */
bool oracle_run(const s9_program *program, const oracle_job *job, oracle_result *result);

/* ---- sampling ---- */

typedef struct oracle_lookup {
    const oracle_texture *texture;
    const s9_sampler_state *state;
    float coordinate[3],
        reference;       /* the reference of a depth comparison is the third coordinate as the shader has it */
    bool explicit_level; /* texldl: `level` before the sampler's bias */
    float level;
    bool has_bias; /* texldb: added to the level of the derivatives */
    float bias;
    float ddx[3], ddy[3];
    bool vertex;
} oracle_lookup;

oracle_vector oracle_sample(const oracle_lookup *lookup);

/* Fills `texels` from `bytes`; false for a format that the oracle does not read. */
bool oracle_decode_texels(s9_format format, const uint8_t *bytes, size_t count, float (*texels)[4]);
size_t oracle_texel_bytes(s9_format format); /* 0: not read */

#endif
