/* SPDX-License-Identifier: MIT */
/* words - the words of the library's enumerations, read from JSON. */
#ifndef TOOL_WORDS_H
#define TOOL_WORDS_H

#include "json_in.h"

#include <shader9/draw.h>

/* Refuses, naming the words that there are, what is none of them. */
bool json_get_word(json_reader *reader, const json_t *value, const json_place *place, s9_state_kind kind, int32_t *out);
/* The same where one of the words does not belong. */
bool json_get_word_except(json_reader *reader, const json_t *value, const json_place *place, s9_state_kind kind,
                          int32_t except, int32_t *out);

#endif
