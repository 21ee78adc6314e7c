/* SPDX-License-Identifier: MIT */
/* coverage - what the oracle has executed, by version: so that a generator that leaves something out is noticed. */
#ifndef ORACLE_COVERAGE_H
#define ORACLE_COVERAGE_H

#include "oracle/oracle.h"

/* Beside the opcodes. */
typedef enum oracle_feature {
    COVER_TEXLDP, /* forms of the texture instruction of SM2 up */
    COVER_TEXLDB,
    COVER_GT, /* comparisons of setp, if, break together */
    COVER_EQ,
    COVER_GE,
    COVER_LT,
    COVER_NE,
    COVER_LE,
    COVER_PREDICATE,
    COVER_NOT_PREDICATE,
    COVER_COISSUE,
    COVER_SATURATE,
    COVER_SHIFT_UP,
    COVER_SHIFT_DOWN,
    COVER_NEGATE, /* source modifiers; signs with the others count as those */
    COVER_BIAS,
    COVER_SIGN,
    COVER_COMPLEMENT,
    COVER_DOUBLE,
    COVER_DIVIDE_Z,
    COVER_DIVIDE_W,
    COVER_ABSOLUTE,
    COVER_CONSTANT_BY_ADDRESS,
    COVER_CONSTANT_BY_LOOP,
    COVER_INPUT_BY_INDEX,
    COVER_OUTPUT_BY_INDEX,
    COVER_ELSE,
    COVER_2D, /* kinds of texture that are bound where one is sampled */
    COVER_CUBE,
    COVER_VOLUME,
    COVER_UNBOUND,
    COVER_FEATURES
} oracle_feature;

typedef struct oracle_coverage {
    uint64_t opcodes[S9_VERSION_COUNT][S9_OP_COUNT + 1]; /* lanes that executed it */
    uint64_t features[S9_VERSION_COUNT][COVER_FEATURES];
} oracle_coverage;

/* Where executed instructions are counted, NULL: nowhere. One thread at a time. */
extern oracle_coverage *oracle_watch;

/* Prints the table of both, and the holes: what a version has and fewer than `least` lanes executed. Their number. */
uint32_t oracle_print_coverage(const oracle_coverage *c, uint64_t least, bool holes_only);

#endif
