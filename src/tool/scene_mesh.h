/* SPDX-License-Identifier: MIT */
/* scene_mesh - the member "mesh" of a scene, and the flag --mesh. */
#ifndef TOOL_SCENE_MESH_H
#define TOOL_SCENE_MESH_H

#include "json_in.h"
#include "shader.h"

#include <shader9/mesh.h>

/* NULL when the mesh is refused (reported). Files are looked for beside the scene. */
s9_mesh *scene_mesh_read(json_reader *reader, const json_t *value, const json_place *place, exit_status *status);
/* The name of a built-in mesh, or of a file. */
s9_mesh *mesh_from_flag(const char *name, const report *about);

#endif
