/* SPDX-License-Identifier: MIT */
/* options - the named choices of execution as numbers: which there are, their words, reading and writing them. */
#ifndef S9_IR_OPTIONS_H
#define S9_IR_OPTIONS_H

#include "base/base.h"

#include <shader9/exec.h>

/* In the order of the table; those from PUBLIC on are no choices of arithmetic and have names of their own elsewhere.
 */
enum {
    S9_OPTION_FLOAT,
    S9_OPTION_LIT_CLAMP,
    S9_OPTION_MOVA_TIES,
    S9_OPTION_CND_QUIRK,
    S9_OPTION_PS1_RANGE,
    S9_OPTION_LOGP_VS1,
    S9_OPTION_UNBOUND,
    S9_OPTION_KIND_MISMATCH,
    S9_OPTION_MAX_STEPS,
    S9_OPTION_PUBLIC,
    S9_OPTION_ENGINE = S9_OPTION_PUBLIC,
    S9_OPTION_COUNT
};

extern const s9_option_info s9_options[S9_OPTION_COUNT];

/* The position of a name of `length` characters; S9_OPTION_COUNT where there is none. */
uint32_t s9_option_find(const char *name, size_t length);

/* The value as a number: the position of the word, or the number itself (max_steps; 0 is the default). */
uint32_t s9_option_value(const s9_shader_options *options, uint32_t option);
void s9_option_assign(s9_shader_options *options, uint32_t option, uint32_t value);

/* Reads a value of `length` characters; false where the option has no such value. */
bool s9_option_read(uint32_t option, const char *text, size_t length, uint32_t *value);

#endif
