/* SPDX-License-Identifier: MIT */
/* generate_operand - sources and destinations of vertex shaders and of pixel shaders from ps_2_0 on. */
#ifndef ORACLE_GENERATE_OPERAND_H
#define ORACLE_GENERATE_OPERAND_H

#include "oracle/generate.h"

#define OPERAND 40

/* What an instruction reads already: registers.md 14. */
typedef struct ports {
    char c[OPERAND], v[OPERAND], t[OPERAND]; /* "": none yet */
    uint32_t c_reads, address_reads, counter_reads;
} ports;

typedef enum source_form {
    ANY_SOURCE,
    SCALAR_SOURCE,    /* a replicate swizzle */
    BARE_SOURCE,      /* no swizzle */
    NAKED_SOURCE,     /* no swizzle, no modifier */
    COORDINATE_SOURCE /* no modifier; before SM3 no swizzle and t# or r# only */
} source_form;

typedef struct wish {
    source_form form;
    uint32_t positions;
    uint32_t avoid;     /* r# that it must not be, 32: none */
    bool only_constant; /* not a temporary: gradients inside branches */
    uint32_t *order;    /* takes the dependence of a temporary, or NULL */
} wish;

typedef struct target {
    char text[OPERAND];
    uint32_t mask;
    bool is_temp;
    uint32_t number;
    bool replicate; /* every source must be one component: oFog, oPts with the full mask */
} target;

uint32_t random_mask(generator *g);
void swizzle_text(uint32_t swizzle, char *buffer);
/* Writes a source (2 * OPERAND bytes); false when nothing fits, and nothing was taken from the ports then. */
bool source(generator *g, ports *p, const wish *w, char *buffer);
/* Operands of flow control: "r0.x", "c3.w", .. */
void generate_scalar(generator *g, ports *p, char *buffer);
/* A c# (first of `rows`) as text, within the ports. */
bool constant_operand(generator *g, ports *p, uint32_t rows, char *buffer);
/* A temporary other than `avoid`, with the components that may be read. */
bool temp_operand(generator *g, uint32_t avoid, char *buffer, uint32_t *readable, uint32_t *number);
/* A temporary, or an output that any arithmetic instruction may write here. */
void temp_target(generator *g, target *t, uint32_t mask);
bool output_target(generator *g, target *t);

#endif
