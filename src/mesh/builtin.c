/* SPDX-License-Identifier: MIT */
/* The built-in meshes: quad, cube, sphere, torus; the teapot has a file of its own. */
#include "mesh/builder.h"

#include <math.h>

#define PI 3.14159265358979323846

void s9_builder_cross(const double a[3], const double b[3], double out[3])
{
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

double s9_builder_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void s9_builder_normalise(double v[3])
{
    double length = sqrt(s9_builder_dot(v, v));
    for (uint32_t k = 0; k < 3 && length > 0; k++) {
        v[k] /= length;
    }
}

static void add_triangle(s9_builder *builder, uint32_t a, uint32_t b, uint32_t c)
{
    const s9_builder_vertex *vertices = builder->vertices.items;
    double ab[3], ac[3], area[3], normal[3];
    for (uint32_t k = 0; k < 3; k++) {
        ab[k] = vertices[b].position[k] - vertices[a].position[k];
        ac[k] = vertices[c].position[k] - vertices[a].position[k];
        normal[k] = vertices[a].normal[k] + vertices[b].normal[k] + vertices[c].normal[k];
    }
    s9_builder_cross(ab, ac, area);
    if (s9_builder_dot(area, area) < 1e-20) {
        return;
    }
    /* In left-handed space a triangle that is clockwise from outside has this product along its normal. */
    bool clockwise = s9_builder_dot(area, normal) > 0;
    uint32_t order[3] = {a, clockwise ? b : c, clockwise ? c : b};
    for (uint32_t k = 0; k < 3; k++) {
        (void)S9_PUSH(&builder->arena, &builder->indices, order[k]);
    }
}

void s9_builder_grid(s9_builder *builder, uint32_t columns, uint32_t rows, s9_builder_surface surface, const void *user)
{
    uint32_t first = builder->vertices.count;
    for (uint32_t row = 0; row <= rows; row++) {
        for (uint32_t column = 0; column <= columns; column++) {
            s9_builder_vertex vertex;
            memset(&vertex, 0, sizeof vertex);
            surface(user, (double)column / columns, (double)row / rows, &vertex);
            (void)S9_PUSH(&builder->arena, &builder->vertices, vertex);
        }
    }
    if (builder->arena.failed) {
        return;
    }
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            uint32_t corner = first + row * (columns + 1) + column, below = corner + columns + 1;
            add_triangle(builder, corner, corner + 1, below);
            add_triangle(builder, below, corner + 1, below + 1);
        }
    }
}

static void set_texcoord(s9_builder_vertex *vertex, double u, double v)
{
    vertex->texcoord[0] = u;
    vertex->texcoord[1] = v;
}

static void quad_surface(const void *user, double u, double v, s9_builder_vertex *out)
{
    (void)user;
    out->position[0] = 2 * u - 1;
    out->position[1] = 1 - 2 * v;
    out->position[2] = 0.5;
    out->normal[2] = -1;
    out->tangent[0] = 1;
    set_texcoord(out, u, v);
}

/* Outward, right and down of one side. */
typedef struct cube_side {
    double normal[3], right[3], down[3];
} cube_side;

static void cube_surface(const void *user, double u, double v, s9_builder_vertex *out)
{
    const cube_side *side = user;
    for (uint32_t k = 0; k < 3; k++) {
        out->position[k] = side->normal[k] + (2 * u - 1) * side->right[k] + (2 * v - 1) * side->down[k];
        out->normal[k] = side->normal[k];
        out->tangent[k] = side->right[k];
    }
    set_texcoord(out, u, v);
}

static void build_cube(s9_builder *builder)
{
    static const cube_side sides[6] = {
        {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}},
        {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}},  {{0, 0, -1}, {1, 0, 0}, {0, -1, 0}},
    };
    for (uint32_t i = 0; i < 6; i++) {
        s9_builder_grid(builder, 1, 1, cube_surface, &sides[i]);
    }
}

/* Exact at quarter turns, so that seams and poles close. */
static void turn(double fraction, double *sine, double *cosine)
{
    double quarters = fraction * 4;
    if (quarters == floor(quarters)) {
        static const int8_t sines[4] = {0, 1, 0, -1};
        uint32_t quarter = (uint32_t)quarters & 3u;
        *sine = sines[quarter];
        *cosine = sines[(quarter + 1) & 3u];
        return;
    }
    *sine = sin(2 * PI * fraction);
    *cosine = cos(2 * PI * fraction);
}

/* Around the y axis: u grows to the right for who looks from outside; u = 1/2 faces -z, towards the viewer. */
static void ring(double u, double radius, double height, s9_builder_vertex *out)
{
    double sine, cosine;
    turn(u, &sine, &cosine);
    out->position[0] = -sine * radius;
    out->position[1] = height;
    out->position[2] = cosine * radius;
    out->tangent[0] = -cosine;
    out->tangent[2] = -sine;
}

static void sphere_surface(const void *user, double u, double v, s9_builder_vertex *out)
{
    (void)user;
    double sine, cosine;
    turn(v / 2, &sine, &cosine);
    ring(u, sine, cosine, out);
    memcpy(out->normal, out->position, sizeof out->normal);
    set_texcoord(out, u, v);
}

#define TORUS_RING 0.7
#define TORUS_TUBE 0.3

/* Around the tube v starts inside and goes over the top: v = 1/2 is the outer rim. */
static void torus_surface(const void *user, double u, double v, s9_builder_vertex *out)
{
    (void)user;
    double sine, cosine, ring_sine, ring_cosine;
    turn(v, &sine, &cosine);
    ring(u, TORUS_RING - TORUS_TUBE * cosine, TORUS_TUBE * sine, out);
    turn(u, &ring_sine, &ring_cosine);
    out->normal[0] = ring_sine * cosine;
    out->normal[1] = sine;
    out->normal[2] = -ring_cosine * cosine;
    set_texcoord(out, u, v);
}

/* ---- the finished mesh ---- */

enum { POSITION = 0, NORMAL = 3, TEXCOORD = 5, TANGENT = 6, COLOR = 10 }; /* D3DDECLUSAGE */

static float single(double value)
{
    /* No negative zeros. */
    return (float)value + 0.0f;
}

static s9_result finish(s9_builder *builder, const s9_allocator *allocator, s9_mesh **out, s9_diagnostics *diagnostics)
{
    static const struct {
        uint8_t usage, components;
    } elements[] = {{POSITION, 4}, {NORMAL, 3}, {TANGENT, 3}, {TEXCOORD, 2}, {COLOR, 4}};
    uint32_t count = builder->vertices.count;
    s9_mesh_element described[S9_COUNT(elements)];
    float *data[S9_COUNT(elements)];
    for (size_t i = 0; i < S9_COUNT(elements); i++) {
        data[i] = s9_arena_array(&builder->arena, (size_t)count * elements[i].components, sizeof(float));
        described[i] =
            (s9_mesh_element){.usage = elements[i].usage, .components = elements[i].components, .data = data[i]};
    }
    if (builder->arena.failed) {
        return S9_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        const s9_builder_vertex *from = &builder->vertices.items[i];
        for (uint32_t k = 0; k < 3; k++) {
            data[0][i * 4 + k] = single(from->position[k]);
            data[1][i * 3 + k] = single(from->normal[k]);
            data[2][i * 3 + k] = single(from->tangent[k]);
        }
        data[0][i * 4 + 3] = 1.0f;
        data[3][i * 2] = single(from->texcoord[0]);
        data[3][i * 2 + 1] = single(from->texcoord[1]);
        for (uint32_t k = 0; k < 4; k++) {
            data[4][i * 4 + k] = 1.0f;
        }
    }
    s9_mesh_desc desc = {.struct_size = sizeof desc,
                         .topology = S9_TOPOLOGY_TRIANGLE_LIST,
                         .vertex_count = count,
                         .elements = described,
                         .element_count = S9_COUNT(elements),
                         .indices = builder->indices.items,
                         .index_count = builder->indices.count};
    return s9_mesh_create(allocator, &desc, out, diagnostics);
}

static const char *const names[] = {"quad", "cube", "sphere", "torus", "teapot", NULL};

const char *s9_mesh_builtin_name(size_t index)
{
    return index < S9_COUNT(names) ? names[index] : NULL;
}

s9_result s9_mesh_builtin(const char *name, const s9_allocator *allocator, s9_mesh **out, s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!name) {
        return S9_ERROR_ARGUMENT;
    }
    size_t which = 0;
    while (names[which] && strcmp(names[which], name) != 0) {
        which++;
    }
    s9_builder builder;
    memset(&builder, 0, sizeof builder);
    s9_arena_init(&builder.arena, allocator);
    switch (which) {
    case 0:
        s9_builder_grid(&builder, 1, 1, quad_surface, NULL);
        break;
    case 1:
        build_cube(&builder);
        break;
    case 2:
        s9_builder_grid(&builder, 64, 32, sphere_surface, NULL);
        break;
    case 3:
        s9_builder_grid(&builder, 64, 32, torus_surface, NULL);
        break;
    case 4:
        s9_builder_teapot(&builder);
        break;
    default:
        s9_report(diagnostics, S9_ERROR, NULL, NULL, "the built-in meshes are quad, cube, sphere, torus and teapot",
                  "there is no built-in mesh \"%s\"", name);
        s9_arena_free(&builder.arena);
        return S9_ERROR_INVALID;
    }
    s9_result result = finish(&builder, allocator, out, diagnostics);
    s9_arena_free(&builder.arena);
    return result;
}
