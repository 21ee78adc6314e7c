/* SPDX-License-Identifier: MIT */
/*
 * pool - legal programs of all versions, and mutants of them put before the validator. Legal are the twins of the
 * tables of tests/check_cases.h and tests/check_versions.h, the mended examples of the rules, random programs
 * (oracle/generate.h), and, where there is one, a folder of compiled shaders.
 */
#ifndef MUTATE_POOL_H
#define MUTATE_POOL_H

#include "mutate/mutate.h"

typedef struct pool {
    subject *items;
    uint32_t count, capacity;
    uint32_t *by_version[S9_VERSION_COUNT]; /* numbers of subjects */
    uint32_t version_count[S9_VERSION_COUNT];
} pool;

/* `generated` random programs; `folder` with .bin files may be NULL. False when memory is missing. */
bool pool_open(pool *p, uint32_t generated, const char *folder);
void pool_close(pool *p);

typedef struct mutate_report {
    uint32_t mutants;
    uint32_t named;         /* the validator named the rule */
    uint32_t alone;         /* and nothing else */
    uint32_t rules;         /* different rules that were to be named */
    uint32_t without_place; /* mutations that found no place in any program */
} mutate_report;

/*
 * Makes `count` mutants, of all mutations in turn, and has them judged. What is not named is printed on standard error,
 * up to `show` of them.
 */
mutate_report mutate_all(const pool *p, uint32_t count, uint64_t seed, uint32_t show);

#endif
