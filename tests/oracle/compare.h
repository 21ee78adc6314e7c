/* SPDX-License-Identifier: MIT */
/* compare - one program and one job through the library and through the oracle, and what is left when they disagree. */
#ifndef ORACLE_COMPARE_H
#define ORACLE_COMPARE_H

#include "oracle/generate.h"

typedef enum verdict {
    AGREED,
    DIFFERED,
    TOO_LONG,    /* loops that a test should not wait for */
    NOT_COMPARED /* refused by the library, or beyond what the oracle reads; the reason says */
} verdict;

typedef struct outcome {
    verdict verdict;
    char reason[256];
} outcome;

/*
 * Runs the job on every engine and instruction-set level that there is, with all lanes and with fewer. The job's
 * textures are made.
 */
outcome compare_program(const s9_program *program, const oracle_job *job);
/* The same for text, which must assemble and, when `legal`, pass the validator. */
outcome compare_text(const text_program *text, const oracle_job *job, bool legal);

/* Takes away from both what they can do without and still disagree. */
void shrink(text_program *text, oracle_job *job, bool legal);

/* The program as assembly, the job as the command reads it, and the reason; to standard error. */
void print_case(const text_program *text, const oracle_job *job, const char *reason);

/* One seed: makes, compares; on disagreement shrinks and prints. `illegal` counts programs that the validator refused.
 */
outcome try_seed(uint64_t seed, bool quiet);
/* A program that was not generated, with a job of `seed`. */
outcome try_program(const s9_program *program, uint64_t seed, bool quiet);

#endif
