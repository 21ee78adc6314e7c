/* SPDX-License-Identifier: MIT */
/*
 * picture_judge - two pictures of one scene: s9_draw's and a device's.
 *
 * Pixels may differ for two reasons that are no fault of a translation, and each is proven, pixel by pixel:
 *
 * - Inputs: the device has other inputs for the pixel shader, by no more than what they change by over 1/256 pixel, for
 *   s9_draw rounds positions to that, as devices of Direct3D 9 do. The device is asked for its inputs and their
 *   derivatives by drawing once more with a shader that shows them; the interpreter runs the pixel shader on those, and
 *   must come within 1/255 of the device's pixel.
 * - Edges: the inputs are another triangle's, or one of the two covers the pixel and the other does not. On the
 *   device's inputs the interpreter comes within 1/255 here, too. At most one pixel of a thousand.
 *
 * What is left over is a difference, and fails the comparison.
 */
#ifndef TESTS_VULKAN_PICTURE_JUDGE_H
#define TESTS_VULKAN_PICTURE_JUDGE_H

#include <shader9/draw.h>
#include <shader9/spirv.h>

#define PICTURE_NOTHING (-7.25e20f) /* in all components where nothing is drawn */

typedef enum picture_shown { PICTURE_VALUE, PICTURE_DX, PICTURE_DY } picture_shown;

typedef struct picture_other {
    uint32_t width, height, target_count;
    float clear_depth;
    float (*targets[4])[4]; /* rows from the top */
    const s9_spirv_layout *pixel;
    /* Draws what an input of the pixel shader is, or its difference to the neighbour right or below; the target holds
     * PICTURE_NOTHING before. */
    bool (*show)(void *context, const s9_spirv_interface *input, picture_shown what, float (*out)[4]);
    void *context;
} picture_other;

/* Prints a line for each target. False when pixels are left over. */
bool picture_judge(const s9_draw_args *args, const picture_other *other);

#endif
