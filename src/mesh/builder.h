/* SPDX-License-Identifier: MIT */
/* builder - the vertices and triangles of a built-in mesh while it grows. */
#ifndef S9_MESH_BUILDER_H
#define S9_MESH_BUILDER_H

#include <shader9/mesh.h>

#include "base/base.h"

typedef struct s9_builder_vertex {
    double position[3], normal[3], tangent[3], texcoord[2];
} s9_builder_vertex;

typedef struct s9_builder {
    s9_arena arena;
    struct {
        s9_builder_vertex *items;
        uint32_t count, capacity;
    } vertices;
    struct {
        uint32_t *items;
        uint32_t count, capacity;
    } indices;
} s9_builder;

/* A surface over u, v in [0, 1]: fills position, normal, tangent and texcoord. */
typedef void (*s9_builder_surface)(const void *user, double u, double v, s9_builder_vertex *out);

/*
 * A grid of columns x rows cells over a surface. Triangles get the winding that agrees with the normals; those without
 * area are left out. Running out of memory sets arena.failed.
 */
void s9_builder_grid(s9_builder *builder, uint32_t columns, uint32_t rows, s9_builder_surface surface,
                     const void *user);

void s9_builder_teapot(s9_builder *builder);

/* Vector arithmetic of three doubles. */
void s9_builder_cross(const double a[3], const double b[3], double out[3]);
double s9_builder_dot(const double a[3], const double b[3]);
/* Leaves a zero vector as it is. */
void s9_builder_normalise(double v[3]);

#endif
