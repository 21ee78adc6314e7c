/* SPDX-License-Identifier: MIT */
/* machine - the state of one vertex, one pixel or one quad, and what the parts of the oracle call of each other. */
#ifndef ORACLE_MACHINE_H
#define ORACLE_MACHINE_H

#include "oracle/coverage.h"
#include "oracle/oracle.h"

#include <math.h>
#include <string.h>

typedef struct lane_state {
    oracle_vector *r; /* [temp_count] */
    oracle_vector v[16], t[8], position, face;
    oracle_vector coordinates[8]; /* T(n): what the interpolator gave, while t[n] may hold a colour */
    int64_t a[4];
    int64_t loop; /* aL; of a lane that has left its loop, as it was then */
    bool p[4];
    oracle_vector out[ORACLE_OUTPUTS];
    uint8_t written[ORACLE_OUTPUTS];
    bool discarded;
} lane_state;

typedef struct definition {
    uint32_t number;
    uint32_t words[4];
} definition;

/* What stands in pairs: where an instruction's block goes on. */
typedef struct link {
    uint32_t other; /* if: its else or endif; else: its endif; loop, rep: its end */
} link;

typedef struct machine {
    const s9_program *program;
    const oracle_job *job;
    oracle_result *result;
    const s9_item **items; /* comments left out */
    link *links;
    uint32_t count;
    uint32_t *label_item; /* [label_count], index of the item behind a label, UINT32_MAX */
    uint32_t label_count;
    uint32_t temp_count;
    oracle_vector *temps;
    definition *floats, *integers, *booleans; /* in the order of the program */
    uint32_t float_count, integer_count, boolean_count;
    uint32_t declared_inputs; /* bit n: v(n) */
    uint8_t output_mask[ORACLE_OUTPUTS];
    s9_texture_type sampler_type[ORACLE_SAMPLERS];
    bool vertex, ieee;
    uint32_t major;
    bool ps13; /* ps_1_0..1_3 */
    bool ps14;

    lane_state lanes[4];
    uint32_t group;       /* 1, or 4 in a quad */
    unsigned live;        /* lanes that have not left the loop around the current instruction */
    float row[3][4];      /* a, b, c of a texm3x* group, by lane */
    oracle_vector eye[4]; /* q of its stages */
    uint64_t steps;
} machine;

/* ---- numbers (number.c) ---- */

/*
 * The result of an operation: every NaN that is made is 0x7FC00000, so that engines and machines agree. What only moves
 * or selects values keeps the bits.
 */
float the_nan(void);
float made(float x);
float oracle_mul(const machine *m, float a, float b); /* zero wins in d3d9 */
float oracle_add(float a, float b);
float oracle_sub(float a, float b);
float oracle_div(float a, float b); /* IEEE */
float oracle_saturate(float x);
float oracle_min(float a, float b);
float oracle_max(float a, float b);
float oracle_hold(float x, float limit);
float oracle_dot(const machine *m, const float *a, const float *b, int n);
float oracle_rcp(machine *m, float v);
float oracle_rsq(machine *m, float v);
float oracle_exp(machine *m, float v);
float oracle_log(machine *m, float v);
float oracle_pow(machine *m, float a, float b);
float oracle_sin(machine *m, float v);
float oracle_cos(machine *m, float v);
bool oracle_compare(uint32_t comparison, float a, float b);
void oracle_fault(machine *m, const char *format, ...);

/* ---- operands (operand.c) ---- */

uint32_t operand_file(const machine *m, const s9_operand *operand);
/* A source after swizzle and modifier, as one lane sees it. `row` is added to the number (rows of a matrix). */
oracle_vector read_row(machine *m, uint32_t lane, const s9_operand *source, uint32_t row);
oracle_vector read_source(machine *m, uint32_t lane, const s9_operand *source);
/* Steps 3 to 5: shift, saturate, range, mask and predicate. `has` limits the components that there are. */
void store(machine *m, uint32_t lane, const s9_item *item, oracle_vector value, unsigned has);
/* The components of the destination that are stored, mask and predicate together. */
unsigned stored_components(machine *m, uint32_t lane, const s9_item *item);
bool predicate_of(machine *m, uint32_t lane, const s9_operand *operand, uint32_t component);
oracle_vector read_constant(machine *m, int64_t number);
bool read_boolean(machine *m, uint32_t number);
void read_integer(machine *m, uint32_t number, int32_t value[4]);
void write_register(machine *m, uint32_t lane, const s9_operand *destination, oracle_vector value, unsigned components);

/* ---- instructions ---- */

/* R of an arithmetic instruction; false when the opcode is none (arithmetic.c). */
bool arithmetic_result(machine *m, uint32_t lane, const s9_item *item, oracle_vector *value);
/* Address and predicate registers (arithmetic.c). */
void write_address(machine *m, uint32_t lane, const s9_item *item);
void write_predicate(machine *m, uint32_t lane, const s9_item *item);
/* Texture instructions for the active lanes (pixel1.c, texture.c). */
void texture_instruction_1(machine *m, const s9_item *item, unsigned active);
void texture_instruction_2(machine *m, const s9_item *item, unsigned active);
void texkill(machine *m, const s9_item *item, unsigned active);
/* d/dx and d/dy of a value that every lane has. */
float difference_x(const machine *m, uint32_t lane, const float *values);
float difference_y(const machine *m, uint32_t lane, const float *values);
/*
 * Looks up one sampler for the active lanes: `coordinates` of every lane, of which `kind` components count; 0 for the
 * kind of what is bound.
 */
typedef struct lookup_form {
    bool explicit_level, has_bias, gradients;
    const float *level; /* [4], level or bias of each lane */
    const oracle_vector *ddx, *ddy;
} lookup_form;
void look_up(machine *m, uint32_t sampler, uint32_t components, const oracle_vector *coordinates,
             const lookup_form *form, unsigned active, oracle_vector *results);

/* An instruction that lanes execute, and what else they meet, for oracle_watch (coverage.c). */
void oracle_cover(machine *m, const s9_item *item, unsigned active);
void oracle_cover_feature(machine *m, oracle_feature feature, unsigned lanes);

/* Runs the program for one group (flow.c). */
void run_group(machine *m, unsigned mask);
bool prepare_flow(machine *m);

#endif
