/* SPDX-License-Identifier: MIT */
#include "bytecode/walk.h"

static uint32_t word_at(const uint8_t *bytes, size_t at)
{
    return s9_read_u32(bytes + at * 4);
}

size_t s9_walk_sm1(s9_version version, const uint8_t *bytes, size_t at, size_t left)
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
