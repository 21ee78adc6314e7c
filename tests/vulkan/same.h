/* SPDX-License-Identifier: MIT */
/*
 * same - draws with a translated shader and compares what comes out with s9_shader_run, as 32-bit floats.
 *
 * What must be equal to the bit: moves, additions, multiplications (zero-wins ones too), dot products, comparisons,
 * selections, conversions, derivatives. A NaN may be any NaN. The device flushes denormal numbers to zero: where
 * results differ, the program is read once more (tests/ir_reference.h) by a machine that flushes too, and must be equal
 * to that.
 *
 * The functions of one number, division and texture filters have bounds instead; those of Vulkan ("Precision and
 * Operation of SPIR-V Instructions"), as far as lavapipe keeps them:
 *
 *   rcp, division      2.5 ulp
 *   rsq, sqrt          2.5 ulp
 *   exp                (3 + 2 |x|) ulp
 *   log                3 ulp, or 2^-21 where the argument lies in [0.5, 2]
 *   pow                of exp(y * log x), each as above
 *   sin, cos           2^-11 for |x| <= pi, growing with |x| beyond; nothing but [-1, 1] from 2^12 on
 *   a linear filter    2^-7 of the distance between texels (eight bits of weight are enough for Vulkan)
 *   between levels     1/16 of a level (four bits of weight are enough for Vulkan)
 *   a coordinate       2^-20 of its size, and of the texture's (which decides about the texel)
 *
 *   infinity times 0   NaN, or 0 (lavapipe has 0 where the factor is a constant), in ieee mode; so NaN to integer is
 * any number. Vulkan keeps NaN only where a mode asks for it (SPV_KHR_float_controls)
 *
 * What a program makes of such a result is bounded by reading it again and again with results that are moved at random
 * within the bounds: what the device gives must lie within what comes out, and the width of that once more.
 */
#ifndef TESTS_VULKAN_SAME_H
#define TESTS_VULKAN_SAME_H

#include "oracle/random.h"
#include "vulkan/host.h"

#include <shader9/shader9.h>
#include <shader9/spirv.h>

#define SAME_LANES 64

typedef struct same_counts {
    uint32_t programs, refused, differed;
    uint64_t numbers, equal, flushed, bounded; /* components of outputs: equal to the bit, ... */
    uint64_t loose; /* of the bounded: the bound is wider than a hundredth of the value, so that it says little */
} same_counts;

typedef struct same_host same_host;

/* NULL: no device; `why` says. */
same_host *same_open(char why[VULKAN_REASON]);
void same_close(same_host *host);

/*
 * Compares one program under one seed: constants, inputs, textures, stages, options. False when it differs, after
 * saying so on standard error with `about`. What the device or the options cannot express counts as refused.
 */
bool same_program(same_host *host, const s9_program *program, uint64_t seed, const char *about, same_counts *counts);

/*
 * From here on the options of translation are what `set` makes of the random ones (NULL: the random ones), and with
 * `levels` textures have mip levels, which linear filters go between.
 */
void same_set_options(same_host *host, void (*set)(s9_spirv_options *options), bool levels);

/*
 * Every opcode in small programs, under `jobs` seeds each; in every version, or in one of each kind. False when one
 * differs or is refused.
 */
bool same_opcodes(same_host *host, uint32_t jobs, bool every_version, same_counts *counts);

/*
 * From here on shaders are drawn as GLSL by OpenGL without a window, in version 3.30 until same_gl_speak says otherwise
 * (where the build has EGL, OpenGL and SPIRV-Cross: SHADER9_HAVE_SAME_GL). False: there is none; `why` says.
 */
bool same_use_gl(same_host *host, char why[VULKAN_REASON]);
void same_gl_speak(same_host *host, bool essl, uint32_t version); /* 120, 330, ...; ESSL 100, 300, 310, 320 */
void same_leave_gl(same_host *host);

#endif
