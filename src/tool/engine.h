/* SPDX-License-Identifier: MIT */
/*
 * engine - the just-in-time compiler for the command. It lies in a module that is loaded when it is wanted, since
 * loading LLVM takes longer than most of what the command does.
 */
#ifndef TOOL_ENGINE_H
#define TOOL_ENGINE_H

#include "shader.h"

#include <shader9/exec.h>

typedef struct engine engine;

#define ENGINE_MUCH (512u * 512u) /* pixels that are worth compiling for */

/*
 * Gives the options what their engine needs: for --engine jit the compiler, for --engine auto the same in the
 * background where there is `much` to do and it can be had. False, reported, when it is asked for and cannot be had.
 * engine_close in either case, after the last shader is gone.
 */
bool engine_open(engine **out, s9_shader_options *options, bool much, const report *about);
void engine_close(engine *e);

/* "vm" or "vm, jit (LLVM 14.0.6, ..)" */
void engine_list(text *out);

#endif
