/* SPDX-License-Identifier: MIT */
/*
 * modules - SPIR-V around a shader that is tested, written by hand so that nothing of the translator takes part: what
 * feeds a pixel shader, what discards what a vertex shader draws, and a vertex shader whose outputs go to a buffer too.
 */
#ifndef TESTS_VULKAN_MODULES_H
#define TESTS_VULKAN_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODULE_MAX_SLOTS 40
/* Where captured outputs go: element vertex * slots + slot of an array of vec4. */
#define MODULE_CAPTURE_SET 7u
#define MODULE_CAPTURE_BINDING 0u

typedef struct module_words {
    uint32_t *words;
    size_t count, capacity;
    bool failed;
} module_words;

void module_free(module_words *m);

/* A vertex shader: attribute `count` is Position, attribute i goes to location locations[i]; PointSize is 1. */
module_words module_pass(const uint32_t *locations, uint32_t count);
/* A pixel shader that writes location `location` (or, UINT32_MAX, nothing) to its only target. */
module_words module_show(uint32_t location);

typedef enum module_difference { MODULE_VALUE = 0, MODULE_DX = 210, MODULE_DY = 211 } module_difference;
/* A pixel shader that writes the interpolated location `location`, or its difference to a neighbour (DPdxFine). */
module_words module_show_smooth(uint32_t location, module_difference what);

/* An output of a vertex shader that is captured. Elements of ClipDistance are slots of their own. */
typedef struct module_slot {
    bool built_in;
    uint32_t number; /* location, or number of the built-in */
    uint32_t element;
} module_slot;

/* The vertex shader `words` with its outputs captured. False: out of memory, or no vertex shader. */
bool module_capture(const uint32_t *words, size_t count, module_words *out, module_slot *slots, uint32_t *slot_count);

#endif
