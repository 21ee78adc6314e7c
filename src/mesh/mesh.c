/* SPDX-License-Identifier: MIT */
/* Meshes in memory, and the names of their parts. */
#include <shader9/mesh.h>

#include "base/base.h"

struct s9_mesh {
    s9_arena arena;
    s9_topology topology;
    uint32_t vertex_count, index_count, element_count;
    const uint32_t *indices;
    const s9_mesh_element *elements;
};

static const char *const topologies[] = {"point_list",    "line_list",      "line_strip",
                                         "triangle_list", "triangle_strip", "triangle_fan"};

/* In the order of D3DDECLUSAGE. */
static const char *const usages[] = {"position", "blendweight", "blendindices", "normal",     "psize",
                                     "texcoord", "tangent",     "binormal",     "tessfactor", "positiont",
                                     "color",    "fog",         "depth",        "sample"};

#define MOST_INDICES 15u

const char *s9_topology_name(s9_topology topology)
{
    size_t at = (size_t)topology - S9_TOPOLOGY_POINT_LIST;
    return at < S9_COUNT(topologies) ? topologies[at] : NULL;
}

bool s9_topology_from_name(const char *name, s9_topology *out)
{
    for (size_t i = 0; name && i < S9_COUNT(topologies); i++) {
        if (strcmp(name, topologies[i]) == 0) {
            *out = (s9_topology)(i + S9_TOPOLOGY_POINT_LIST);
            return true;
        }
    }
    return false;
}

const char *s9_mesh_usage_name(uint32_t usage)
{
    return usage < S9_COUNT(usages) ? usages[usage] : NULL;
}

bool s9_mesh_usage_from_name(const char *name, uint32_t *usage, uint32_t *usage_index)
{
    for (uint32_t i = 0; name && i < S9_COUNT(usages); i++) {
        size_t length = strlen(usages[i]);
        if (strncmp(name, usages[i], length) != 0) {
            continue;
        }
        const char *digits = name + length;
        uint32_t number = 0;
        size_t count = 0;
        while (digits[count] >= '0' && digits[count] <= '9' && count < 3) {
            number = number * 10 + (uint32_t)(digits[count] - '0');
            count++;
        }
        /* "position1" is no "positiont"; "texcoord01" is refused, so that each element has one name. */
        bool leading_zero = count > 1 && digits[0] == '0';
        if (digits[count] == '\0' && !leading_zero && number <= MOST_INDICES) {
            *usage = i;
            *usage_index = number;
            return true;
        }
    }
    return false;
}

/* ---- making ---- */

static s9_result refuse(s9_diagnostics *diagnostics, const char *format, unsigned a, unsigned b)
{
    s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, format, a, b);
    return S9_ERROR_INVALID;
}

static s9_result check_desc(const s9_mesh_desc *desc, s9_diagnostics *diagnostics)
{
    if (!s9_topology_name(desc->topology)) {
        return refuse(diagnostics, "%u is no topology", (unsigned)desc->topology, 0);
    }
    uint32_t seen[S9_COUNT(usages)] = {0};
    for (uint32_t i = 0; i < desc->element_count; i++) {
        const s9_mesh_element *element = &desc->elements[i];
        if (element->usage >= S9_COUNT(usages) || element->usage_index > MOST_INDICES) {
            return refuse(diagnostics, "usage %u with index %u is no vertex element", element->usage,
                          element->usage_index);
        }
        if (element->components < 1 || element->components > 4) {
            return refuse(diagnostics, "vertex element %u has %u components, not 1 to 4", i, element->components);
        }
        if (seen[element->usage] >> element->usage_index & 1u) {
            s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, "vertex element %s%u is given twice",
                      usages[element->usage], (unsigned)element->usage_index);
            return S9_ERROR_INVALID;
        }
        seen[element->usage] |= 1u << element->usage_index;
        if (!element->data && desc->vertex_count > 0) {
            return S9_ERROR_ARGUMENT;
        }
    }
    for (uint32_t i = 0; desc->indices && i < desc->index_count; i++) {
        if (desc->indices[i] >= desc->vertex_count) {
            s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, "index %u of the mesh is %u, but there are %u vertices",
                      (unsigned)i, (unsigned)desc->indices[i], (unsigned)desc->vertex_count);
            return S9_ERROR_INVALID;
        }
    }
    return S9_OK;
}

static void *copy_array(s9_arena *arena, const void *from, size_t count, size_t size)
{
    void *to = s9_arena_array(arena, count, size);
    if (to && count > 0) {
        memcpy(to, from, count * size);
    }
    return to;
}

s9_result s9_mesh_create(const s9_allocator *allocator, const s9_mesh_desc *desc, s9_mesh **out,
                         s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!desc || desc->struct_size < sizeof *desc || (desc->element_count > 0 && !desc->elements)) {
        return S9_ERROR_ARGUMENT;
    }
    s9_result result = check_desc(desc, diagnostics);
    if (result != S9_OK) {
        return result;
    }
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    s9_mesh *mesh = s9_arena_alloc(&arena, sizeof *mesh);
    s9_mesh_element *elements = s9_arena_array(&arena, desc->element_count, sizeof *elements);
    uint32_t index_count = desc->indices ? desc->index_count : 0;
    uint32_t *indices = index_count > 0 ? copy_array(&arena, desc->indices, index_count, sizeof *indices) : NULL;
    for (uint32_t i = 0; elements && i < desc->element_count; i++) {
        elements[i] = desc->elements[i];
        elements[i].data = copy_array(&arena, desc->elements[i].data, desc->vertex_count,
                                      desc->elements[i].components * sizeof(float));
    }
    if (arena.failed || !mesh) {
        s9_arena_free(&arena);
        return S9_ERROR_MEMORY;
    }
    mesh->topology = desc->topology;
    mesh->vertex_count = desc->vertex_count;
    mesh->index_count = index_count;
    mesh->indices = indices;
    mesh->element_count = desc->element_count;
    mesh->elements = elements;
    mesh->arena = arena;
    *out = mesh;
    return S9_OK;
}

void s9_mesh_destroy(s9_mesh *mesh)
{
    if (mesh) {
        s9_arena arena = mesh->arena;
        s9_arena_free(&arena);
    }
}

s9_topology s9_mesh_topology(const s9_mesh *mesh)
{
    return mesh->topology;
}

uint32_t s9_mesh_vertex_count(const s9_mesh *mesh)
{
    return mesh->vertex_count;
}

uint32_t s9_mesh_index_count(const s9_mesh *mesh)
{
    return mesh->index_count;
}

const uint32_t *s9_mesh_indices(const s9_mesh *mesh)
{
    return mesh->indices;
}

uint32_t s9_mesh_element_count(const s9_mesh *mesh)
{
    return mesh->element_count;
}

const s9_mesh_element *s9_mesh_get_element(const s9_mesh *mesh, uint32_t index)
{
    return index < mesh->element_count ? &mesh->elements[index] : NULL;
}

const s9_mesh_element *s9_mesh_find_element(const s9_mesh *mesh, uint32_t usage, uint32_t usage_index)
{
    for (uint32_t i = 0; i < mesh->element_count; i++) {
        if (mesh->elements[i].usage == usage && mesh->elements[i].usage_index == usage_index) {
            return &mesh->elements[i];
        }
    }
    return NULL;
}
