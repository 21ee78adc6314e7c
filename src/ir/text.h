/* SPDX-License-Identifier: MIT */
/* Words of the text form that printing and parsing share. README.md gives the grammar. */
#ifndef S9_IR_TEXT_H
#define S9_IR_TEXT_H

#include "ir/ir_build.h"
#include "ir/options.h"

/* Words of texture types 2, 3, 4: "2d", "cube", "volume". */
extern const char *const s9_ir_texture_words[3];

#endif
