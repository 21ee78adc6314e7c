/* SPDX-License-Identifier: MIT */
/* Inside the validator: pixel shaders of SM1, followed from top to bottom. */
#ifndef S9_CHECK_PS1_H
#define S9_CHECK_PS1_H

#include "check/check.h"

void s9_rules_coissue(s9_checker *c); /* V280..V286 */
void s9_rules_ps13(s9_checker *c);    /* ps_1_0 .. ps_1_3: V122 V125 V130 V287..V294 */
void s9_rules_ps14(s9_checker *c);    /* V122 V126..V129 V133 V190 V202 V300..V305 */
/* Whether statement `i` is the second of a pair that is executed together. */
bool s9_ps1_second(const s9_checker *c, uint32_t i);
/* V140: whether anything writes r0, and its components that are written at the end, or whose absence has been told. */
void s9_ps1_output(s9_checker *c, bool written, uint32_t r0);

#endif
