/* SPDX-License-Identifier: MIT */
/* cross_text - text of SPIRV-Cross, made shorter for readers. */
#ifndef S9_SPIRV_CROSS_TEXT_H
#define S9_SPIRV_CROSS_TEXT_H

#include "base/base.h"

/* Appends `text`, the rest of `whole`. With a name, the function main gets it. */
void s9_cross_tidy(s9_buffer *out, const char *whole, const char *text, const char *entry);

/* How often a word stands in a text. */
size_t s9_cross_count_word(const char *text, const char *word);

#endif
