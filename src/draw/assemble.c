/* SPDX-License-Identifier: MIT */
/* Primitives out of vertices. */
#include "draw/draw.h"

uint32_t s9_primitive_count(s9_topology topology, uint32_t vertices)
{
    switch (topology) {
    case S9_TOPOLOGY_POINT_LIST:
        return vertices;
    case S9_TOPOLOGY_LINE_LIST:
        return vertices / 2;
    case S9_TOPOLOGY_LINE_STRIP:
        return vertices < 2 ? 0 : vertices - 1;
    case S9_TOPOLOGY_TRIANGLE_LIST:
        return vertices / 3;
    default:
        return vertices < 3 ? 0 : vertices - 2;
    }
}

s9_assembled s9_assemble_primitive(const s9_mesh *mesh, uint32_t number)
{
    uint32_t place[3] = {number, number, number}, provoking = 0;
    switch (s9_mesh_topology(mesh)) {
    case S9_TOPOLOGY_POINT_LIST:
        break;
    case S9_TOPOLOGY_LINE_LIST:
        place[0] = number * 2;
        place[1] = number * 2 + 1;
        break;
    case S9_TOPOLOGY_LINE_STRIP:
        place[1] = number + 1;
        break;
    case S9_TOPOLOGY_TRIANGLE_LIST:
        place[0] = number * 3;
        place[1] = number * 3 + 1;
        place[2] = number * 3 + 2;
        break;
    case S9_TOPOLOGY_TRIANGLE_STRIP:
        /* Every other triangle of a strip has its last two exchanged, so that all turn the same way. */
        place[1] = number + 1 + (number & 1u);
        place[2] = number + 2 - (number & 1u);
        break;
    default:
        place[0] = 0;
        place[1] = number + 1;
        place[2] = number + 2;
        provoking = 1;
        break;
    }
    const uint32_t *indices = s9_mesh_index_count(mesh) > 0 ? s9_mesh_indices(mesh) : NULL;
    s9_assembled primitive;
    for (uint32_t k = 0; k < 3; k++) {
        primitive.vertex[k] = indices ? indices[place[k]] : place[k];
    }
    primitive.provoking = primitive.vertex[provoking];
    return primitive;
}
