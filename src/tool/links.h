/* SPDX-License-Identifier: MIT */
/* links - the table of what passes from a vertex to a pixel shader. */
#ifndef TOOL_LINKS_H
#define TOOL_LINKS_H

#include "json_out.h"
#include "text.h"

#include <shader9/check.h>

/* One row a value; nothing where nothing passes. */
void links_text(text *out, const s9_links *links);
/* The list as the JSON member "interface" has it. */
void links_json(json_out *j, const s9_links *links);

#endif
