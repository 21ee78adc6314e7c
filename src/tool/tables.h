/* SPDX-License-Identifier: MIT */
/* tables - what compilers left in the comments of a shader, as info shows it. */
#ifndef TOOL_TABLES_H
#define TOOL_TABLES_H

#include "json_out.h"

#include <shader9/reflect.h>

/* The members "constants", "creator", "target" and "flags": null without a constant table. */
void constant_table_json(json_out *j, const s9_constant_table *table);
/* The same as lines; nothing without a table. */
void constant_table_text(text *out, const s9_constant_table *table);

/* The value of the member "preshader": null without one. */
void preshader_json(json_out *j, const s9_preshader *preshader);
/* The same as lines; nothing without one. */
void preshader_lines(text *out, const s9_preshader *preshader);

/* The name that the table gives a sampler; NULL when it gives none. `room` is for a name of usual length. */
enum { SAMPLER_NAME_ROOM = 256 };
const char *sampler_name(const s9_constant_table *table, uint32_t number, char room[SAMPLER_NAME_ROOM]);

#endif
