/* SPDX-License-Identifier: MIT */
/* cross_text - text of SPIRV-Cross, made shorter for readers. */
#ifndef S9_SPIRV_CROSS_TEXT_H
#define S9_SPIRV_CROSS_TEXT_H

#include "base/base.h"

/* Appends `text`, the rest of `whole`. */
void s9_cross_tidy(s9_buffer *out, const char *whole, const char *text);

#endif
