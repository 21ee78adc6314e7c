/* SPDX-License-Identifier: MIT */
/* contained - the shaders that a file holds: one, or those of an effect, an XNB or .vcs file, a DXBC container, a
 * header. */
#ifndef TOOL_CONTAINED_H
#define TOOL_CONTAINED_H

#include "shader.h"

#include <shader9/effect.h>

/*
 * Works on one shader; NULL when it could not be read, which `about` has been told. `contained`: it is one of a file's,
 * and about->name says which. Findings of contained shaders are about->findings alone until the call returns.
 */
typedef void use_shader(void *context, const s9_program *program, const report *about, bool contained);

/* Calls `use` with each shader that the bytes hold and r->address means; once with NULL when there is none (reported).
 */
void shaders_each(const text *bytes, const report *r, use_shader *use, void *context);

/* Options for opening files that hold shaders, with all the decompressors that the build has. */
s9_effect_options container_options(const char *name);

/*
 * The one shader of such a file that r->address means; NULL when it means none or several (reported). *is_container:
 * whether the file is one; nothing happens for others.
 */
s9_program *shader_of_container(const text *bytes, const report *r, bool *is_container);

/*
 * Splits "FILE#ADDRESS" where no file has the whole name: the address, or NULL. The path is cut in place.
 */
const char *address_split(char *path);

#endif
