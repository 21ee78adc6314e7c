/* SPDX-License-Identifier: MIT */
/* cross_calls - bounds on what other libraries make of calls. */
#ifndef S9_SPIRV_CROSS_CALLS_H
#define S9_SPIRV_CROSS_CALLS_H

#include "base/base.h"

/* More bodies than this take SPIRV-Cross, or the optimiser, longer than anybody waits. */
#define S9_CROSS_MOST_BODIES (1u << 20)
#define S9_OPTIMIZE_MOST_BODIES (1u << 13)

/* Bodies of the function with the most, calls followed; UINT64_MAX when there is no memory to tell. */
uint64_t s9_cross_unfolded(const uint32_t *words, size_t count, const s9_allocator *allocator);

/* Whether SPIRV-Cross would read a variable too late for an argument of a call; also where that cannot be told. */
s9_result s9_cross_reads_late(const uint32_t *words, size_t count, const s9_allocator *allocator, bool *late);

#endif
