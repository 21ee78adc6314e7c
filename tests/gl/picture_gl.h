/* SPDX-License-Identifier: MIT */
/* picture_gl - a scene drawn by OpenGL without a window, by both its shaders in GLSL or ESSL. */
#ifndef TESTS_GL_PICTURE_GL_H
#define TESTS_GL_PICTURE_GL_H

#include "vulkan/host.h"

#include <shader9/draw.h>
#include <shader9/spirv.h>

/*
 * Compares with what is in the framebuffer, in GLSL 3.30 and ESSL 3.00, or in all the languages that the test knows.
 * The numbers of the state are in the options, `desc` says the rest as it does for Vulkan. False when pictures differ;
 * where OpenGL is missing, or a language cannot express the pair, that is said, and nothing differs.
 */
bool picture_gl(const s9_draw_args *args, const vulkan_draw_desc *desc, const s9_program *vertex,
                const s9_program *pixel, const s9_spirv_options options[2], bool all);

#endif
