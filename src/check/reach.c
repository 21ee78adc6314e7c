/* SPDX-License-Identifier: MIT */
#include "check/reach.h"

void s9_reach_start(s9_reach *e)
{
    memset(e, 0, sizeof *e);
    memset(e->clear, 0xFF, sizeof e->clear);
}

void s9_reach_then(s9_reach *e, const s9_reach *next)
{
    e->dead |= next->dead;
    for (uint32_t i = 0; i < S9_EFFECT_WORDS; i++) {
        e->set[i] = next->set[i] | (e->set[i] & ~next->clear[i]);
        e->clear[i] = next->clear[i] | (e->clear[i] & ~next->set[i]);
    }
}

void s9_reach_join(s9_reach *e, const s9_reach *other)
{
    if (other->dead)
        return;
    if (e->dead) {
        *e = *other;
        return;
    }
    /* Cleared on one path and kept on the other: for `must` not set any more, for `may` as it was. The reverse for set.
     */
    for (uint32_t i = 0; i < S9_MAY; i++) {
        e->set[i] &= other->set[i];
        e->clear[i] |= other->clear[i];
    }
    for (uint32_t i = S9_MAY; i < S9_EFFECT_WORDS; i++) {
        e->set[i] |= other->set[i];
        e->clear[i] &= other->clear[i];
    }
}

void s9_reach_loop_head(s9_reach *head, const s9_reach *body)
{
    /* Joining the empty path with any power of the body; the first power already gives all of it. */
    memset(head, 0, sizeof *head);
    s9_reach_join(head, body);
}

void s9_reach_forget(s9_reach *e, uint32_t word, uint32_t bit, uint32_t mask, bool conditional)
{
    uint64_t bits = (uint64_t)mask << bit;
    e->clear[S9_MUST + word] |= bits;
    e->set[S9_MUST + word] &= ~bits;
    if (!conditional) {
        e->clear[S9_MAY + word] |= bits;
        e->set[S9_MAY + word] &= ~bits;
    }
}

void s9_reach_mark(s9_reach *e, uint32_t word, uint32_t bit, uint32_t mask, bool marked)
{
    uint64_t bits = (uint64_t)mask << bit;
    if (marked) {
        e->set[word] |= bits;
        e->clear[word] &= ~bits;
    } else {
        e->clear[word] |= bits;
        e->set[word] &= ~bits;
    }
}
