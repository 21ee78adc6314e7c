/* SPDX-License-Identifier: MIT */
/* effect_list - what an effect holds, as text and as JSON (docs/effect.md). */
#ifndef TOOL_EFFECT_LIST_H
#define TOOL_EFFECT_LIST_H

#include "json_out.h"

#include <shader9/effect.h>

/*
 * The members "content" to "shaders" of an open object. With an address (else NULL) only what it means: shaders, a
 * technique or a pass of one, a parameter.
 */
void effect_json(json_out *j, const s9_effect *effect, const char *address);
/* The same as lines. */
void effect_text(text *out, const s9_effect *effect, const char *address);
/* Whether an address means anything in the effect. */
bool effect_has(const s9_effect *effect, const char *address);

/* A shader of a list: its members, or its line. `bytes` are its tokens. */
void shader_json(json_out *j, size_t index, const char *path, const void *bytes, size_t size);
void shader_text(text *out, size_t index, const char *path, const void *bytes, size_t size);

/* A name as it may be printed: other characters than those of ASCII become '?'. */
void effect_name(text *out, const char *name);

#endif
