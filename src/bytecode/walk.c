/* SPDX-License-Identifier: MIT */
#include "bytecode/walk.h"

static uint32_t word_at(const uint8_t *bytes, size_t at)
{
    return s9_read_u32(bytes + at * 4);
}

/* Words of an SM1 instruction; more than `left` when the stream ends inside of it. */
static size_t sm1_words(s9_version version, const uint8_t *bytes, size_t at, size_t left)
{
    uint32_t token = word_at(bytes, at);
    s9_opcode opcode = token >> 31 == 0 ? s9_isa_opcode_of_number(token & 0xFFFFu) : S9_OP_UNKNOWN;
    size_t words = 1;
    if (opcode != S9_OP_UNKNOWN) {
        s9_shape shape = s9_isa_shape(version, opcode);
        size_t operands = (size_t)shape.dcl + shape.destinations + shape.sources;
        if (shape.literals > 0) {
            words += operands + shape.literals; /* literals may look like anything: by count only */
        } else {
            for (; words < 1 + operands; words++) {
                if (words >= left)
                    return 1 + operands;
                if (word_at(bytes, at + words) >> 31 == 0)
                    return words;
            }
        }
    }
    while (words < left && word_at(bytes, at + words) >> 31 != 0)
        words++;
    return words;
}

s9_step s9_walk(s9_version version, const uint8_t *bytes, size_t count, size_t at)
{
    s9_step step = {S9_STEP_NO_END, 0};
    if (at >= count)
        return step;
    size_t left = count - at;
    uint32_t token = word_at(bytes, at);
    size_t words;
    if (token == S9_TOKEN_END) {
        step.kind = S9_STEP_END;
        step.words = 1;
        return step;
    }
    if (s9_token_is_comment(token))
        words = (size_t)1 + s9_token_comment_words(token);
    else if (s9_version_major(version) >= 2)
        words = (size_t)1 + s9_token_length(token);
    else
        words = sm1_words(version, bytes, at, left);
    step.kind = words <= left ? S9_STEP_ITEM : S9_STEP_TRUNCATED;
    step.words = words <= UINT32_MAX ? (uint32_t)words : UINT32_MAX;
    return step;
}
