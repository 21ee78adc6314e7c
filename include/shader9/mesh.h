/* SPDX-License-Identifier: MIT */
/*
 * shader9/mesh.h - what draw draws: vertices by usage and index, topology, indices (library shader9-draw).
 */
#ifndef SHADER9_MESH_H
#define SHADER9_MESH_H

#include <shader9/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Vertices by usage, with topology and indices. */
typedef struct s9_mesh s9_mesh;

/* Numbers of D3DPRIMITIVETYPE. Words: "point_list" "line_list" "line_strip" "triangle_list" "triangle_strip"
 * "triangle_fan". */
typedef enum s9_topology {
    S9_TOPOLOGY_POINT_LIST = 1,
    S9_TOPOLOGY_LINE_LIST = 2,
    S9_TOPOLOGY_LINE_STRIP = 3,
    S9_TOPOLOGY_TRIANGLE_LIST = 4,
    S9_TOPOLOGY_TRIANGLE_STRIP = 5,
    S9_TOPOLOGY_TRIANGLE_FAN = 6
} s9_topology;

/* The word of a topology, NULL for other numbers; and back (false when the word names none). */
S9_API const char *s9_topology_name(s9_topology topology);
/* The topology of a word; false when the word names none. */
S9_API bool s9_topology_from_name(const char *name, s9_topology *out);

/*
 * Reads the name of a vertex element: a usage in lower case and an index ("position0", "texcoord12"; without digits the
 * index is 0). `usage` receives a D3DDECLUSAGE value (0 position, 1 blendweight, 2 blendindices, 3 normal, 4 psize,
 * 5 texcoord, 6 tangent, 7 binormal, 8 tessfactor, 9 positiont, 10 color, 11 fog, 12 depth, 13 sample). False when it
 * names none or the index is above 15.
 */
S9_API bool s9_mesh_usage_from_name(const char *name, uint32_t *usage, uint32_t *usage_index);
/* "texcoord" for 5; NULL for numbers above 13. */
S9_API const char *s9_mesh_usage_name(uint32_t usage);

/* One element of all vertices, as floats: vertex i has `components` (1..4) floats at data + i * components. */
typedef struct s9_mesh_element {
    uint32_t usage; /* D3DDECLUSAGE */
    uint32_t usage_index;
    uint32_t components;
    const float *data;
} s9_mesh_element;

/* What s9_mesh_create copies. */
typedef struct s9_mesh_desc {
    size_t struct_size; /* sizeof(s9_mesh_desc) */
    s9_topology topology;
    uint32_t vertex_count;
    const s9_mesh_element *elements; /* no two with the same usage and index */
    uint32_t element_count;
    const uint32_t *indices; /* or NULL: vertices in order */
    uint32_t index_count;
} s9_mesh_desc;

/*
 * Copies everything. Refused with S9_ERROR_INVALID and a diagnostic: an index that is no vertex, two elements of the
 * same name, components out of range. Vertices or indices beyond the last whole primitive are ignored when drawn.
 */
S9_API s9_result s9_mesh_create(const s9_allocator *allocator, const s9_mesh_desc *desc, s9_mesh **out,
                                s9_diagnostics *diagnostics);
/* NULL is fine. */
S9_API void s9_mesh_destroy(s9_mesh *mesh);

/*
 * A mesh by name: "quad" "cube" "sphere" "torus" "teapot". All are triangle lists with position0 (x, y, z, 1), normal0
 * (3 floats), tangent0 (3 floats, direction of growing u, followed by nothing), texcoord0 (2 floats) and color0 (white,
 * 4 floats). `quad` is -1..1 in x, y at z 0.5, texture coordinate (0, 0) at its top left, normal (0, 0, -1). The others
 * are centred on the origin inside -1..1, y up, left-handed, front faces clockwise seen from outside. An unknown name
 * is S9_ERROR_INVALID with a diagnostic that lists the names.
 */
S9_API s9_result s9_mesh_builtin(const char *name, const s9_allocator *allocator, s9_mesh **out,
                                 s9_diagnostics *diagnostics);
/* The names, NULL behind the last. */
S9_API const char *s9_mesh_builtin_name(size_t index);

/*
 * Reads OBJ, .x, glTF and whatever else assimp reads, as one triangle list in the left-handed, y-up convention with v =
 * 0 at the top: all meshes of the file joined, transforms of its nodes applied. Elements: position0 (x, y, z, 1),
 * normal0 (3, computed where the file has none) and, where every mesh of the file has them, tangent0 and binormal0 (3),
 * texcoord# (2), color# (4). Files that hold no triangle are refused. S9_ERROR_UNSUPPORTED with a diagnostic in a build
 * without assimp, S9_ERROR_INVALID for what cannot be read, S9_ERROR_IO when there is no such file.
 */
S9_API s9_result s9_mesh_read_file(const char *path, const s9_allocator *allocator, s9_mesh **out,
                                   s9_diagnostics *diagnostics);
/*
 * The same from memory; `hint` is the extension that the format is known by ("x", "obj", "glb"), or NULL. Errors are
 * those of s9_mesh_read_file.
 */
S9_API s9_result s9_mesh_read_memory(const void *bytes, size_t size, const char *hint, const s9_allocator *allocator,
                                     s9_mesh **out, s9_diagnostics *diagnostics);
/* Whether this build reads mesh files at all. */
S9_API bool s9_mesh_reads_files(void);

/* How vertices make primitives. */
S9_API s9_topology s9_mesh_topology(const s9_mesh *mesh);
/* Number of vertices. */
S9_API uint32_t s9_mesh_vertex_count(const s9_mesh *mesh);
/* 0 indices: vertices in order. */
S9_API uint32_t s9_mesh_index_count(const s9_mesh *mesh);
/* The indices, as long as the mesh lives; NULL where there are none. */
S9_API const uint32_t *s9_mesh_indices(const s9_mesh *mesh);
/* Number of elements of a vertex. */
S9_API uint32_t s9_mesh_element_count(const s9_mesh *mesh);
/* Element `index`, as long as the mesh lives; NULL behind the last. */
S9_API const s9_mesh_element *s9_mesh_get_element(const s9_mesh *mesh, uint32_t index);
/* NULL when the mesh has no such element. */
S9_API const s9_mesh_element *s9_mesh_find_element(const s9_mesh *mesh, uint32_t usage, uint32_t usage_index);

#ifdef __cplusplus
}
#endif

#endif
