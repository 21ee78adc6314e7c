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

/* How many shaders those are that shaders_each would be called with; 0 for a file that is one shader itself. */
size_t shaders_count(const text *bytes, const report *r);

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

/*
 * An address as part of a file's name: letters, digits, '_', '-', '.' but no '.' at its beginning; what stands between
 * its parts is '.'. "Main/P0/vs[1]" is "Main.P0.vs.1".
 */
void address_as_name(text *out, const char *address);

/* Names of files in one folder. File systems may not tell small from capital letters: names differ without them. */
typedef struct name_set {
    void *tree; /* of tsearch: names in small letters */
} name_set;

/* The name of an address, with "-NUMBER" behind it where another address has had that name. */
void names_put(name_set *names, text *out, const char *address, uint32_t number);
void names_free(name_set *names);

#endif
