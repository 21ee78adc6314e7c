/* SPDX-License-Identifier: MIT */
/* Words of the text form that printing and parsing share. README.md gives the grammar. */
#ifndef S9_IR_TEXT_H
#define S9_IR_TEXT_H

#include "ir/ir_build.h"

/* An option with its words in the order of its values; the first is the default. */
typedef struct s9_ir_option_words {
    const char *name;
    const char *words[4];
    uint32_t count;
} s9_ir_option_words;

enum {
    S9_IR_OPTION_FLOAT,
    S9_IR_OPTION_ENGINE,
    S9_IR_OPTION_LIT_CLAMP,
    S9_IR_OPTION_MOVA_TIES,
    S9_IR_OPTION_CND_QUIRK,
    S9_IR_OPTION_PS1_RANGE,
    S9_IR_OPTION_LOGP_VS1,
    S9_IR_OPTION_UNBOUND,
    S9_IR_OPTION_KIND_MISMATCH,
    S9_IR_OPTION_COUNT
};

extern const s9_ir_option_words s9_ir_options[S9_IR_OPTION_COUNT];

/* The value of an option as a number, and back. */
uint32_t s9_ir_option_get(const s9_shader_options *options, uint32_t option);
void s9_ir_option_set(s9_shader_options *options, uint32_t option, uint32_t value);

/* Words of texture types 2, 3, 4: "2d", "cube", "volume". */
extern const char *const s9_ir_texture_words[3];

#endif
