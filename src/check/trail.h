/* SPDX-License-Identifier: MIT */
/*
 * Inside the validator: where a value was lost. For each component that is written on some path only, the place that
 * made it so is remembered: the branch without a write, the loop that may run no round, the call that is not made. Of
 * several such places the last one before the reader counts; there always is a path through it that writes nothing.
 */
#ifndef S9_CHECK_TRAIL_H
#define S9_CHECK_TRAIL_H

#include "check/reach.h"

typedef enum s9_lost {
    S9_LOST_NOWHERE,
    S9_LOST_THEN,      /* in the first branch of an if */
    S9_LOST_ELSE,      /* in the else branch */
    S9_LOST_SKIPPED,   /* when an if without else is not taken */
    S9_LOST_NO_ROUND,  /* when a loop runs zero times */
    S9_LOST_FIRST,     /* in the first round of a loop */
    S9_LOST_NO_CALL,   /* when a callnz does not call */
    S9_LOST_IN_CALL,   /* on some path of a subroutine */
    S9_LOST_BEFORE,    /* before a call: the subroutine begins without it */
    S9_LOST_PREDICATED /* where the predicate of a write does not hold */
} s9_lost;

typedef struct s9_loss {
    uint32_t stmt; /* the statement that shows it */
    uint8_t kind;  /* s9_lost */
} s9_loss;

/* How a routine is entered. */
typedef struct s9_trail_entry {
    s9_loss *losses; /* before the first call of it; NULL: it has not been called */
    uint32_t call;
} s9_trail_entry;

typedef struct s9_trail {
    s9_loss *losses;         /* by bit of the must words */
    s9_trail_entry *entries; /* by routine */
    s9_loss **exits;         /* by routine: what it leaves unwritten on some path of its own; NULL: not known */
    uint32_t *inside;        /* by statement that opens a branch: the one of the branch around it, + 1; 0: none */
    uint32_t branch;         /* the innermost branch that is open, + 1 */
} s9_trail;

/* False when out of memory. */
bool s9_trail_start(s9_trail *t, s9_checker *c);
/* A call, before the state at the entry of the routine is joined with that at the call. False when out of memory. */
bool s9_trail_call(s9_trail *t, s9_arena *arena, uint32_t routine, uint32_t stmt, const s9_reach *entry,
                   const s9_reach *now);
/* From here on it is this routine that is followed. */
void s9_trail_enter(s9_trail *t, uint32_t routine);
/* A subroutine is followed on its own, before anything is known of its callers; s9_trail_keep at its end. */
bool s9_trail_alone(s9_trail *t, s9_arena *arena);
void s9_trail_keep(s9_trail *t, uint32_t routine);
/* A branch begins with this statement; what s9_trail_close takes to end it. */
uint32_t s9_trail_open(s9_trail *t, uint32_t stmt);
void s9_trail_close(s9_trail *t, uint32_t before);

/* Two paths meet: where `without` lacks what `with` has, that is a loss. */
void s9_trail_meet(s9_trail *t, const s9_reach *with, const s9_reach *without, s9_lost kind, uint32_t stmt);
/* What may be written by now, and was not before, is not certain either. */
void s9_trail_may(s9_trail *t, const s9_reach *before, const s9_reach *now, s9_lost kind, uint32_t stmt);
/* Notes to the finding added last: the way to the place where the first of these components was lost. */
void s9_trail_notes(const s9_trail *t, s9_checker *c, uint32_t word, uint32_t bit, uint32_t mask);

#endif
