/* SPDX-License-Identifier: MIT */
/* shader9/isa.h - facts about versions that whoever feeds a shader needs. */
#ifndef SHADER9_ISA_H
#define SHADER9_ISA_H

#include <shader9/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Register files that are set from outside a shader. */
typedef enum s9_register_set {
    S9_SET_FLOAT = 0,  /* c# */
    S9_SET_INT = 1,    /* i# */
    S9_SET_BOOL = 2,   /* b# */
    S9_SET_SAMPLER = 3 /* s#; before ps_2_0 the texture stages, which have no register of their own */
} s9_register_set;

/*
 * How many registers of a set a version has, device limits at the most that Direct3D 9 allows: 8192 c# of vs_3_0, 0 i# of
 * ps_2_0. 0 as well when the token is no version token.
 */
S9_API uint32_t s9_register_count(uint32_t version_token, s9_register_set set);

#ifdef __cplusplus
}
#endif

#endif
