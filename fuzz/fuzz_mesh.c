/* SPDX-License-Identifier: MIT */
/* Bytes as a model file, its first byte the format: what reads is whole, and no index leaves its vertices. */
#include "fuzz.h"

#include <shader9/mesh.h>

static const char *whole(const s9_mesh *mesh)
{
    uint32_t vertices = s9_mesh_vertex_count(mesh), indices = s9_mesh_index_count(mesh);
    const uint32_t *index = s9_mesh_indices(mesh);
    if (vertices == 0)
        return "a mesh has no vertex";
    for (uint32_t i = 0; i < indices; i++)
        if (index[i] >= vertices)
            return "an index is no vertex";
    for (uint32_t i = 0; i < s9_mesh_element_count(mesh); i++) {
        const s9_mesh_element *element = s9_mesh_get_element(mesh, i);
        if (element->components < 1 || element->components > 4)
            return "an element has no components, or more than four";
        volatile float last = element->data[(size_t)vertices * element->components - 1];
        (void)last;
    }
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const formats[] = {"obj", "x", "gltf", "glb"};
    if (size == 0)
        return 0;
    s9_mesh *mesh = NULL;
    const char *format = formats[data[0] % S9_COUNT(formats)];
    s9_result result = s9_mesh_read_memory(data + 1, size - 1, format, NULL, &mesh, NULL);
    if (result == S9_OK)
        fuzz_expect(whole(mesh));
    else if (mesh)
        fuzz_expect("a failed call leaves an object behind");
    s9_mesh_destroy(mesh);
    return 0;
}
