/* SPDX-License-Identifier: MIT */
/* Cube maps: faces, coordinates on them, and what lies over their edges. Sampling rules, section 2. */
#include "texture/tile.h"

#include <math.h>

/* Which component of the direction gives sc, tc and the major axis of a face, and with which sign. */
typedef struct face_axes {
    uint8_t s, t, major;
    float s_sign, t_sign, major_sign;
} face_axes;

static const face_axes faces[6] = {
    {2, 1, 0, -1.0f, -1.0f, 1.0f}, /* +x */
    {2, 1, 0, 1.0f, -1.0f, -1.0f}, /* -x */
    {0, 2, 1, 1.0f, 1.0f, 1.0f},   /* +y */
    {0, 2, 1, 1.0f, -1.0f, -1.0f}, /* -y */
    {0, 1, 2, 1.0f, -1.0f, 1.0f},  /* +z */
    {0, 1, 2, -1.0f, -1.0f, -1.0f} /* -z */
};

static int32_t face_of(float x, float y, float z)
{
    float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    if (az >= ax && az >= ay) {
        return z < 0.0f ? 5 : 4;
    }
    if (ay >= ax) {
        return y < 0.0f ? 3 : 2;
    }
    return x < 0.0f ? 1 : 0;
}

void s9_cube_project(s9_tile *tile)
{
    for (uint32_t i = 0; i < tile->lanes; i++) {
        float direction[3] = {tile->coordinate[0][i], tile->coordinate[1][i], tile->coordinate[2][i]};
        bool zero = direction[0] == 0.0f && direction[1] == 0.0f && direction[2] == 0.0f;
        bool ordered = direction[0] == direction[0] && direction[1] == direction[1] && direction[2] == direction[2];
        if (zero || !ordered) {
            tile->face[i] = 4;
            tile->coordinate[0][i] = 0.5f;
            tile->coordinate[1][i] = 0.5f;
            continue;
        }
        int32_t face = face_of(direction[0], direction[1], direction[2]);
        const face_axes *axes = &faces[face];
        float major = fabsf(direction[axes->major]);
        tile->face[i] = face;
        tile->coordinate[0][i] = (axes->s_sign * direction[axes->s] / major + 1.0f) * 0.5f;
        tile->coordinate[1][i] = (axes->t_sign * direction[axes->t] / major + 1.0f) * 0.5f;
    }
}

void s9_cube_derivatives(uint32_t lanes, const float direction[3][S9_TILE], const int32_t *face,
                         float derivative[3][S9_TILE])
{
    for (uint32_t i = 0; i < lanes; i++) {
        const face_axes *axes = &faces[face[i]];
        float d[3] = {derivative[0][i], derivative[1][i], derivative[2][i]};
        float ma = fabsf(direction[axes->major][i]);
        float dma = axes->major_sign * d[axes->major];
        float sc = axes->s_sign * direction[axes->s][i], dsc = axes->s_sign * d[axes->s];
        float tc = axes->t_sign * direction[axes->t][i], dtc = axes->t_sign * d[axes->t];
        float divisor = 2.0f * ma * ma;
        derivative[0][i] = (dsc * ma - sc * dma) / divisor;
        derivative[1][i] = (dtc * ma - tc * dma) / divisor;
    }
}

int32_t s9_cube_neighbour(int32_t face, int32_t x, int32_t y, int32_t size)
{
    bool x_outside = x < 0 || x >= size, y_outside = y < 0 || y >= size;
    if (x_outside && y_outside) {
        return -1;
    }
    if (!x_outside && !y_outside) {
        return (face * size + y) * size + x;
    }
    /*
     * In units of half a texel a face spans -size..size, its texel centres are odd steps apart and the face lies at
     * distance `size`. Folding over the edge makes the axis that left the face the major one; the texel next to the
     * edge on the other side has size - 1 along the old major axis, and what runs along the edge stays.
     */
    const face_axes *axes = &faces[face];
    int32_t vector[3];
    int32_t s = 2 * x + 1 - size, t = 2 * y + 1 - size;
    vector[axes->major] = size - 1;
    if (x_outside) {
        s = s < 0 ? -size : size;
    } else {
        t = t < 0 ? -size : size;
    }
    vector[axes->s] = axes->s_sign < 0.0f ? -s : s;
    vector[axes->t] = axes->t_sign < 0.0f ? -t : t;
    if (axes->major_sign < 0.0f) {
        vector[axes->major] = -vector[axes->major];
    }

    uint32_t major = x_outside ? axes->s : axes->t;
    int32_t other = (int32_t)major * 2 + (vector[major] < 0 ? 1 : 0);
    const face_axes *to = &faces[other];
    int32_t sc = to->s_sign < 0.0f ? -vector[to->s] : vector[to->s];
    int32_t tc = to->t_sign < 0.0f ? -vector[to->t] : vector[to->t];
    int32_t column = (sc + size - 1) / 2, row = (tc + size - 1) / 2;
    return (other * size + row) * size + column;
}
