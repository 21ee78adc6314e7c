/* SPDX-License-Identifier: MIT */
/*
 * What a piece of program does to the components of its registers: each bit of the state is set, cleared or left as it
 * was. Effects of this kind are closed under running one after the other and under joining of paths, so that the effect
 * of a loop body or a subroutine is known once and for all, and the whole analysis walks every statement twice.
 *
 * Bits come in two sorts. `must`: set on every path; joining keeps what both paths have. `may`: set on some path;
 * joining keeps what either path has.
 */
#ifndef S9_CHECK_REACH_H
#define S9_CHECK_REACH_H

#include "check/check.h"

/* Words of 64 bits. The same layout serves must and may. */
enum {
    S9_BITS_TEMP = 0,    /* r0..r31, four bits each: two words */
    S9_BITS_OUTPUT = 2,  /* outputs */
    S9_BITS_SPECIAL = 3, /* a0, p0 */
    S9_BITS_WORDS = 4
};
enum {
    S9_MUST = 0,
    S9_MAY = S9_BITS_WORDS,
    S9_BY_SINCOS = 2 * S9_BITS_WORDS, /* may: r# left undefined by sincos */
    S9_BY_SGN = S9_BY_SINCOS + 2,     /* may: r# used up by sgn */
    S9_EFFECT_WORDS = S9_BY_SGN + 2
};

typedef struct s9_reach {
    uint64_t set[S9_EFFECT_WORDS], clear[S9_EFFECT_WORDS]; /* disjoint */
    bool dead;                                             /* no path comes here */
} s9_reach;

/* Nothing was written yet: every bit is cleared. */
void s9_reach_start(s9_reach *e);
/* First `e`, then `next`. */
void s9_reach_then(s9_reach *e, const s9_reach *next);
/* Either `e` or `other`. */
void s9_reach_join(s9_reach *e, const s9_reach *other);
/* The effect at the head of a loop whose body has the effect `body`: entered from outside, or after any number of
 * rounds. */
void s9_reach_loop_head(s9_reach *head, const s9_reach *body);

/* Components become written: four bits from `bit` on, in word `word` of the layout. */
static inline void s9_reach_write(s9_reach *e, uint32_t word, uint32_t bit, uint32_t mask, bool conditional)
{
    uint64_t bits = (uint64_t)mask << bit;
    if (!conditional) {
        e->set[S9_MUST + word] |= bits;
        e->clear[S9_MUST + word] &= ~bits;
    }
    e->set[S9_MAY + word] |= bits;
    e->clear[S9_MAY + word] &= ~bits;
}
/* Components become undefined. */
void s9_reach_forget(s9_reach *e, uint32_t word, uint32_t bit, uint32_t mask, bool conditional);
/* Marks components in one of the may words alone. */
void s9_reach_mark(s9_reach *e, uint32_t word, uint32_t bit, uint32_t mask, bool marked);

static inline uint32_t s9_reach_bits(const s9_reach *e, uint32_t word, uint32_t bit)
{
    return (uint32_t)(e->set[word] >> bit) & 15u;
}

#endif
