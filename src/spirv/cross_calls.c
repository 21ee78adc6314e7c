/* SPDX-License-Identifier: MIT */
/*
 * How many function bodies a module comes to when every call is followed: SPIRV-Cross follows calls so, and the
 * optimiser of SPIRV-Tools puts the bodies in their places. Functions that call each other twice double it at each
 * level.
 */
#include "spirv/cross_calls.h"

#include "spirv/numbers.h"

/* Adds up to a bound that no sum of bounds passes. */
static uint64_t add(uint64_t a, uint64_t b)
{
    const uint64_t most = UINT64_MAX / 4u;
    return a + b < most ? a + b : most;
}

uint64_t s9_cross_unfolded(const uint32_t *words, size_t count, const s9_allocator *allocator)
{
    enum { HEADER = 5, BOUND = 3 };
    uint32_t bound = count > HEADER ? words[BOUND] : 0;
    if (bound == 0 || bound > count + HEADER) /* every identifier is made by a word of its own */
        return 0;
    uint64_t *bodies = s9_allocate_zero(allocator, bound, sizeof *bodies); /* 0: not known yet */
    if (bodies == NULL)
        return UINT64_MAX;
    uint64_t largest = 0;
    /* Calls go down only, so each pass knows one more level at least; more levels than functions there are not. */
    for (bool again = true; again;) {
        bool known = false;
        uint32_t function = 0;
        uint64_t sum = 0;
        again = false;
        for (size_t at = HEADER; at < count;) {
            uint32_t length = words[at] >> 16, op = words[at] & 0xFFFFu;
            if (length == 0 || length > count - at)
                break;
            if (op == SPV_OP_FUNCTION && length >= 3) {
                function = words[at + 2];
                sum = 1;
            } else if (op == SPV_OP_FUNCTION_CALL && length >= 4 && words[at + 3] < bound) {
                uint64_t callee = bodies[words[at + 3]];
                sum = callee == 0 || sum == 0 ? 0 : add(sum, callee);
            } else if (op == SPV_OP_FUNCTION_END && function < bound && bodies[function] == 0) {
                bodies[function] = sum;
                known |= sum != 0;
                again |= sum == 0;
                largest = sum > largest ? sum : largest;
            }
            at += length;
        }
        again &= known;
    }
    s9_release(allocator, bodies);
    return largest;
}
