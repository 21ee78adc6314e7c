/* SPDX-License-Identifier: MIT */
/*
 * Orders of dependent texture reads. Order 0: the coordinate is an input, and the destination was not written before.
 * Order n: the load reads or overwrites a register whose content depends, directly or through arithmetic, on a load of
 * order n - 1; at least 1 for a coordinate in a register and for a destination that was written before.
 */
#ifndef S9_PROGRAM_DEPENDENCE_H
#define S9_PROGRAM_DEPENDENCE_H

#include "program/program.h"

/* What is known of r# (and of t# where they hold what was loaded): one more than the order it depends on, 0 for none.
 */
typedef struct s9_dependence {
    uint32_t level[64];
    bool written[64];
} s9_dependence;

#define S9_NO_LOAD UINT32_MAX

/*
 * Follows one item of the text; start with a zeroed structure and go from top to bottom. The order of the load that the
 * item is, S9_NO_LOAD when it is none.
 */
uint32_t s9_dependence_step(s9_dependence *d, const s9_program *program, const s9_item *item);

#endif
