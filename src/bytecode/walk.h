/* SPDX-License-Identifier: MIT */
/* Stepping through a token stream, item by item, inside stated bounds. */
#ifndef S9_BYTECODE_WALK_H
#define S9_BYTECODE_WALK_H

#include "program/program.h"

typedef enum s9_step_kind {
    S9_STEP_ITEM,     /* `words` words: an instruction or a comment */
    S9_STEP_END,      /* the end token stands here */
    S9_STEP_NO_END,   /* the stream stops where a token should stand */
    S9_STEP_TRUNCATED /* the item needs `words` words, the stream has fewer */
} s9_step_kind;

typedef struct s9_step {
    s9_step_kind kind;
    uint32_t words;
} s9_step;

/*
 * The item at word `at` of a stream of `count` whole words. The walk goes by counts alone: comments by their own, SM2
 * and later by the length field, SM1 by the opcode's form. What is no opcode of SM1, or does not have that form, takes
 * the tokens with bit 31 set that follow: opcode tokens have it clear.
 */
s9_step s9_walk(s9_version version, const uint8_t *bytes, size_t count, size_t at);

#endif
