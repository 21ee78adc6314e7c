/* SPDX-License-Identifier: MIT */
#include "scene_mesh.h"

#include "io.h"
#include "system.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ELEMENTS = 64 };

static s9_mesh *builtin(const char *name, const report *about)
{
    s9_mesh *mesh = NULL;
    s9_diagnostics *diagnostics = NULL;
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
        return NULL;
    }
    report_take(about, diagnostics, s9_mesh_builtin(name, NULL, &mesh, diagnostics));
    return mesh;
}

static s9_mesh *from_file(const char *path, const report *about)
{
    s9_mesh *mesh = NULL;
    s9_diagnostics *diagnostics = NULL;
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
        return NULL;
    }
    report file = {.findings = about->findings, .status = about->status, .name = path};
    results_note_path(path);
    report_take(&file, diagnostics, s9_mesh_read_file(path, NULL, &mesh, diagnostics));
    return mesh;
}

s9_mesh *mesh_from_flag(const char *name, const report *about)
{
    for (size_t i = 0; s9_mesh_builtin_name(i) != NULL; i++) {
        if (strcmp(name, s9_mesh_builtin_name(i)) == 0) {
            return builtin(name, about);
        }
    }
    if (strchr(name, '.') != NULL || path_has_separator(name)) {
        return from_file(name, about);
    }
    text names = {0};
    text_put(&names, "the built-in meshes are");
    for (size_t i = 0; s9_mesh_builtin_name(i) != NULL; i++) {
        text_format(&names, " %s", s9_mesh_builtin_name(i));
    }
    text_put(&names, "; a file has a . or / in its name");
    report_usage(about, text_string(&names), "--mesh knows no '%s'", name);
    text_free(&names);
    return NULL;
}

/* ---- vertices in the scene ---- */

typedef struct vertices {
    s9_mesh_element elements[MAX_ELEMENTS];
    float *data[MAX_ELEMENTS];
    uint32_t element_count;
    uint32_t vertex_count;
    uint32_t *indices;
    uint32_t index_count;
} vertices;

static void free_vertices(vertices *v)
{
    for (uint32_t i = 0; i < v->element_count; i++) {
        free(v->data[i]);
    }
    free(v->indices);
}

/* The most components that a vertex of this element has; the others are filled from (0, 0, 0, 1). */
static uint32_t widest(const json_t *list)
{
    size_t most = 1;
    for (size_t i = 0; i < json_array_size(list); i++) {
        size_t size = json_array_size(json_array_get(list, i));
        most = size > most ? size : most;
    }
    return most < 4 ? (uint32_t)most : 4;
}

static bool read_element(json_reader *reader, const char *name, const json_t *value, const json_place *place,
                         vertices *v)
{
    static const float filled[4] = {0, 0, 0, 1};
    s9_mesh_element *element = &v->elements[v->element_count];
    if (!s9_mesh_usage_from_name(name, &element->usage, &element->usage_index)) {
        json_refuse_name(reader, place, "names no vertex element such as position0 or texcoord1");
        return false;
    }
    for (uint32_t i = 0; i < v->element_count; i++) {
        if (v->elements[i].usage == element->usage && v->elements[i].usage_index == element->usage_index) {
            json_refuse(reader, place, "is the same element as another one");
            return false;
        }
    }
    if (!json_is_list_at(reader, value, place)) {
        return false;
    }
    size_t count = json_array_size(value);
    if (v->element_count != 0 && count != v->vertex_count) {
        json_refuse(reader, place, "has %zu vertices where another element has %lu", count,
                    (unsigned long)v->vertex_count);
        return false;
    }
    if (count > UINT32_MAX / 64) {
        json_refuse(reader, place, "has too many vertices");
        return false;
    }
    uint32_t components = widest(value);
    float *data = malloc((count * components + 1) * sizeof *data);
    if (data == NULL) {
        json_refuse(reader, place, "out of memory");
        return false;
    }
    v->data[v->element_count] = data;
    v->element_count++;
    v->vertex_count = (uint32_t)count;
    element->components = components;
    element->data = data;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        json_place at = {.up = place, .index = i};
        float *vertex = data + i * components;
        memcpy(vertex, filled, components * sizeof *vertex);
        good = json_get_floats(reader, json_array_get(value, i), &at, vertex, 1, components, NULL) && good;
    }
    return good;
}

static bool read_elements(json_reader *reader, const json_t *value, const json_place *place, vertices *v)
{
    if (!json_is_object_at(reader, value, place)) {
        return false;
    }
    if (json_object_size(value) == 0 || json_object_size(value) > MAX_ELEMENTS) {
        json_refuse(reader, place, "must have 1 to %d elements", (int)MAX_ELEMENTS);
        return false;
    }
    bool good = true;
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)value, name, member)
    {
        json_place at = {.up = place, .key = name};
        good = read_element(reader, name, member, &at, v) && good;
    }
    return good;
}

static bool read_indices(json_reader *reader, const json_t *value, const json_place *place, vertices *v)
{
    if (!json_is_list_at(reader, value, place)) {
        return false;
    }
    size_t count = json_array_size(value);
    v->indices = calloc(count == 0 ? 1 : count, sizeof *v->indices);
    if (v->indices == NULL || count > UINT32_MAX / 64) {
        json_refuse(reader, place, "out of memory");
        return false;
    }
    v->index_count = (uint32_t)count;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        json_place at = {.up = place, .index = i};
        if (!json_get_u32(reader, json_array_get(value, i), &at, &v->indices[i])) {
            good = false;
        } else if (v->vertex_count != 0 && v->indices[i] >= v->vertex_count) {
            json_refuse(reader, &at, "there is no vertex %lu", (unsigned long)v->indices[i]);
            good = false;
        }
    }
    return good;
}

static s9_mesh *read_vertices(json_reader *reader, const json_t *value, const json_place *place, exit_status *status)
{
    const json_t *topology = json_object_get(value, "topology"), *elements = json_object_get(value, "vertices"),
                 *indices = json_object_get(value, "indices");
    json_place topology_at = {.up = place, .key = "topology"}, elements_at = {.up = place, .key = "vertices"},
               indices_at = {.up = place, .key = "indices"};
    s9_mesh_desc desc = {.struct_size = sizeof desc, .topology = S9_TOPOLOGY_TRIANGLE_LIST};
    s9_mesh *mesh = NULL;
    vertices v = {0};
    const char *word = NULL;
    bool good = true;
    if (elements == NULL) {
        json_refuse(reader, place, "needs \"builtin\", \"file\" or \"vertices\"");
    }
    if (topology != NULL) {
        good = json_get_string(reader, topology, &topology_at, &word);
        if (good && !s9_topology_from_name(word, &desc.topology)) {
            json_refuse(reader, &topology_at,
                        "\"%s\" is none of point_list line_list line_strip triangle_list triangle_strip triangle_fan",
                        word);
            good = false;
        }
    }
    good = elements != NULL && read_elements(reader, elements, &elements_at, &v) && good;
    good = (indices == NULL || read_indices(reader, indices, &indices_at, &v)) && good;
    if (good) {
        uint32_t given = indices != NULL ? v.index_count : v.vertex_count;
        uint32_t least = desc.topology == S9_TOPOLOGY_POINT_LIST                                             ? 1
                         : desc.topology == S9_TOPOLOGY_LINE_LIST || desc.topology == S9_TOPOLOGY_LINE_STRIP ? 2
                                                                                                             : 3;
        if (given < least) {
            json_warn(reader, indices != NULL ? &indices_at : &elements_at,
                      "nothing is drawn: a primitive has %lu vertices, here are %lu", (unsigned long)least,
                      (unsigned long)given);
        }
    }
    if (good) {
        s9_diagnostics *diagnostics = NULL;
        report about = {.findings = reader->findings, .status = status, .name = reader->text->name};
        desc.vertex_count = v.vertex_count;
        desc.elements = v.elements;
        desc.element_count = v.element_count;
        desc.indices = v.indices;
        desc.index_count = v.index_count;
        if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
            report_no_memory(&about);
        } else {
            report_take(&about, diagnostics, s9_mesh_create(NULL, &desc, &mesh, diagnostics));
        }
    }
    free_vertices(&v);
    return mesh;
}

s9_mesh *scene_mesh_read(json_reader *reader, const json_t *value, const json_place *place, exit_status *status)
{
    static const char *const of_builtin[] = {"builtin", NULL};
    static const char *const of_file[] = {"file", NULL};
    static const char *const of_vertices[] = {"topology", "vertices", "indices", "builtin", "file", NULL};
    report about = {.findings = reader->findings, .status = status, .name = reader->text->name};
    if (!json_is_object_at(reader, value, place)) {
        return NULL;
    }
    const json_t *name = json_object_get(value, "builtin"), *file = json_object_get(value, "file");
    bool known = json_members(reader, value, place, name != NULL ? of_builtin : file != NULL ? of_file : of_vertices);
    json_place at = {.up = place, .key = name != NULL ? "builtin" : "file"};
    const char *word = NULL;
    if (name == NULL && file == NULL) {
        s9_mesh *mesh = read_vertices(reader, value, place, status);
        if (!known) {
            s9_mesh_destroy(mesh);
            return NULL;
        }
        return mesh;
    }
    if (!json_get_string(reader, name != NULL ? name : file, &at, &word)) {
        return NULL;
    }
    if (name != NULL) {
        for (size_t i = 0; s9_mesh_builtin_name(i) != NULL; i++) {
            if (strcmp(word, s9_mesh_builtin_name(i)) == 0) {
                return known ? builtin(word, &about) : NULL;
            }
        }
        text names = {0};
        for (size_t i = 0; s9_mesh_builtin_name(i) != NULL; i++) {
            text_format(&names, " %s", s9_mesh_builtin_name(i));
        }
        json_refuse(reader, &at, "\"%s\" is none of%s", word, text_string(&names) == NULL ? "" : names.data);
        text_free(&names);
        return NULL;
    }
    char *path = path_beside(reader->text->name, word);
    size_t before = reader->findings->count;
    s9_mesh *mesh = path == NULL || !known ? NULL : from_file(path, &about);
    json_attach(reader, &at, before);
    if (mesh == NULL && known) {
        json_refuse(reader, &at, "cannot be used");
    }
    free(path);
    return mesh;
}
