/* SPDX-License-Identifier: MIT */
/* The Direct3D 8 dialect of assembly, rewritten to Direct3D 9. */
#ifndef S9_ASM_DIALECT_H
#define S9_ASM_DIALECT_H

#include "program/program.h"

/*
 * A new program that means the same in Direct3D 9. S9_ERROR_INVALID, with a diagnostic at each statement concerned,
 * when a rewrite needs a register and none is free, or when the version is none of Direct3D 8. The old program stays.
 */
s9_result s9_asm_from_d3d8(const s9_program *program, const s9_allocator *allocator, s9_program **out,
                           s9_diagnostics *diagnostics);

#endif
