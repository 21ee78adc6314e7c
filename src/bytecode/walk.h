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

/* Words of an SM1 instruction at word `at`; more than `left` when the stream ends inside of it. */
size_t s9_walk_sm1(s9_version version, const uint8_t *bytes, size_t at, size_t left);

/*
 * The item at word `at` of a stream of `count` whole words. The walk goes by counts alone: comments by their own, SM2
 * and later by the length field, SM1 by the opcode's form. What is no opcode of SM1, or does not have that form, takes
 * the tokens with bit 31 set that follow: opcode tokens have it clear. `sm1`: the version is one of SM1.
 */
static inline s9_step s9_walk(s9_version version, bool sm1, const uint8_t *bytes, size_t count, size_t at)
{
    s9_step step = {S9_STEP_NO_END, 0};
    if (at >= count)
        return step;
    size_t left = count - at, words;
    uint32_t token = s9_read_u32(bytes + at * 4);
    if (token == S9_TOKEN_END) {
        step.kind = S9_STEP_END;
        step.words = 1;
        return step;
    }
    if (s9_token_is_comment(token))
        words = (size_t)1 + s9_token_comment_words(token);
    else if (!sm1)
        words = (size_t)1 + s9_token_length(token);
    else
        words = s9_walk_sm1(version, bytes, at, left);
    step.kind = words <= left ? S9_STEP_ITEM : S9_STEP_TRUNCATED;
    step.words = words <= UINT32_MAX ? (uint32_t)words : UINT32_MAX;
    return step;
}

#endif
