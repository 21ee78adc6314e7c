/* SPDX-License-Identifier: MIT */
/* random - numbers from a seed, the same everywhere. */
#ifndef ORACLE_RANDOM_H
#define ORACLE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct random_source {
    uint64_t state;
} random_source;

static inline uint64_t random_bits(random_source *r)
{
    uint64_t z = r->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* 0 .. below - 1. */
static inline uint32_t pick(random_source *r, uint32_t below)
{
    return (uint32_t)((random_bits(r) >> 32) * below >> 32);
}

static inline bool chance(random_source *r, uint32_t percent)
{
    return pick(r, 100) < percent;
}

/* How strange numbers may be. */
typedef enum strangeness { TAME, USUAL, WILD } strangeness;

float random_number(random_source *r, strangeness how);

#endif
