/* SPDX-License-Identifier: MIT */
/*
 * generate - random legal programs as assembly text, and random jobs for any program. The generator knows the rules of
 * validation.md by itself; whatever it writes must pass s9_check without an error.
 */
#ifndef ORACLE_GENERATE_H
#define ORACLE_GENERATE_H

#include "oracle/oracle.h"
#include "oracle/random.h"

#define TEXT_WIDTH 112

/* Zero-initialise; free with text_free. */
typedef struct text_program {
    char (*lines)[TEXT_WIDTH];
    uint32_t count, capacity;
} text_program;

/* False, and nothing added, when memory is missing or the line is too long. */
bool text_add(text_program *text, const char *line);
bool text_copy(text_program *to, const text_program *from);
void text_free(text_program *text);

/* The text as one string; the caller frees it. NULL when memory is missing. */
char *text_join(const text_program *text);

/* A program for a seed; the version is chosen, too. */
void generate_program(uint64_t seed, text_program *text);

/* Numbers, textures and samplers for a program. False when memory is missing; oracle_job_free in either case. */
bool generate_job(uint64_t seed, const s9_program *program, oracle_job *job);
void oracle_job_free(oracle_job *job);
/* Textures of the job for the library. */
bool oracle_job_make_textures(oracle_job *job);

/* ---- within the generator ---- */

/* What is known about registers at a point: components that some path has written. */
typedef struct knowledge {
    uint8_t r[32], address, predicate;
    uint8_t order[32]; /* dependent reads: one more than the highest order a register hangs on */
    bool dead;         /* behind a break: no path leads here */
} knowledge;

typedef struct routine {
    text_program body;
    uint32_t label;
    uint32_t loops, dynamic, statics, calls; /* depths that its body adds */
    bool needs_loop;                         /* uses the aL of its caller */
    bool temp_gradients;                     /* takes derivatives of a temporary */
    uint8_t writes[32], address, predicate;
    uint8_t clears[32]; /* what SM2 sincos leaves undefined */
} routine;

#define MAX_ROUTINES 4

typedef struct generator {
    random_source random;
    s9_version version;
    bool pixel, software, extended; /* extended: 2_x up */
    uint32_t major;
    strangeness how;
    text_program *out;
    knowledge known;
    uint8_t cleared[32];
    knowledge start; /* what subroutines rely on */

    uint32_t temps;           /* r0 .. are used */
    uint8_t inputs[16];       /* declared masks of v# */
    uint8_t coordinates[8];   /* declared masks of t# */
    uint32_t lowest, highest; /* range of v# that may be addressed */
    bool whole_inputs;        /* every declared v# is whole, so that an index may reach it */
    uint8_t position;         /* declared mask of vPos */
    bool face;
    uint8_t samplers[16]; /* type, 0: not declared */
    uint8_t outputs[16];  /* vs_3_*: declared masks */
    bool output_index;
    uint32_t position_output, size_output;     /* 16: none */
    uint8_t texture_masks[8];                  /* vs before 3_0: the components of each oT# */
    uint32_t constants;                        /* c# up to here are named */
    uint32_t far[4], far_integer, far_boolean; /* definitions high up in the files of software versions; 0: none */

    routine routines[MAX_ROUTINES];
    uint32_t routine_count, routine_first; /* those that may be called from where we are */

    uint32_t loops, dynamic, statics, calls; /* depths here */
    bool has_counter;                        /* aL is set */
    uint32_t own_counters;                   /* by so many loops of this routine */
    bool varies;                             /* behind a break of an enclosing loop */
    bool in_routine, wants_counter;          /* a body that uses its caller's aL */
    bool temp_gradients;
    uint32_t deepest_loops, deepest_dynamic, deepest_statics, deepest_calls; /* reached, for routines */
    int slots, texture_slots, flow_count;                                    /* left */
} generator;

void emit(generator *g, const char *format, ...);
/* Letters of a mask, ".xz"; nothing for the full one. */
const char *mask_text(uint32_t mask, char *buffer);

/* One arithmetic or texture instruction (generate_code.c). */
void generate_instruction(generator *g);
/* An instruction that writes all of `destination` in one way or another, with the mask given. */
void generate_write(generator *g, const char *destination, uint32_t mask);
/* Some instructions and blocks (generate_flow.c). */
void generate_block(generator *g, uint32_t statements, bool flow);
void generate_routines(generator *g);
void emit_routines(generator *g);
/* Pixel shaders before 2_0 (generate_ps1.c). */
void generate_ps1(generator *g);

#endif
