/* SPDX-License-Identifier: MIT */
/*
 * The teapot that Martin Newell measured in 1975, as bicubic Bezier patches. A quarter of the parts that turn around
 * the axis is stored, and half of handle and spout; the rest is rotated or mirrored. z is up in the data, y in the
 * mesh.
 */
#include "mesh/builder.h"

#include <math.h>

#define CELLS 10 /* along each side of a patch */

/* clang-format off */
static const float points[][3] = {
    {0.2f, 0, 2.7f}, {0.2f, -0.112f, 2.7f}, {0.112f, -0.2f, 2.7f}, {0, -0.2f, 2.7f},
    {1.3375f, 0, 2.53125f}, {1.3375f, -0.749f, 2.53125f}, {0.749f, -1.3375f, 2.53125f}, {0, -1.3375f, 2.53125f},
    {1.4375f, 0, 2.53125f}, {1.4375f, -0.805f, 2.53125f}, {0.805f, -1.4375f, 2.53125f}, {0, -1.4375f, 2.53125f},
    {1.5f, 0, 2.4f}, {1.5f, -0.84f, 2.4f}, {0.84f, -1.5f, 2.4f}, {0, -1.5f, 2.4f},
    {1.75f, 0, 1.875f}, {1.75f, -0.98f, 1.875f}, {0.98f, -1.75f, 1.875f}, {0, -1.75f, 1.875f},
    {2, 0, 1.35f}, {2, -1.12f, 1.35f}, {1.12f, -2, 1.35f}, {0, -2, 1.35f},
    {2, 0, 0.9f}, {2, -1.12f, 0.9f}, {1.12f, -2, 0.9f}, {0, -2, 0.9f},
    {-2, 0, 0.9f},
    {2, 0, 0.45f}, {2, -1.12f, 0.45f}, {1.12f, -2, 0.45f}, {0, -2, 0.45f},
    {1.5f, 0, 0.225f}, {1.5f, -0.84f, 0.225f}, {0.84f, -1.5f, 0.225f}, {0, -1.5f, 0.225f},
    {1.5f, 0, 0.15f}, {1.5f, -0.84f, 0.15f}, {0.84f, -1.5f, 0.15f}, {0, -1.5f, 0.15f},
    {-1.6f, 0, 2.025f}, {-1.6f, -0.3f, 2.025f}, {-1.5f, -0.3f, 2.25f}, {-1.5f, 0, 2.25f},
    {-2.3f, 0, 2.025f}, {-2.3f, -0.3f, 2.025f}, {-2.5f, -0.3f, 2.25f}, {-2.5f, 0, 2.25f},
    {-2.7f, 0, 2.025f}, {-2.7f, -0.3f, 2.025f}, {-3, -0.3f, 2.25f}, {-3, 0, 2.25f},
    {-2.7f, 0, 1.8f}, {-2.7f, -0.3f, 1.8f}, {-3, -0.3f, 1.8f}, {-3, 0, 1.8f},
    {-2.7f, 0, 1.575f}, {-2.7f, -0.3f, 1.575f}, {-3, -0.3f, 1.35f}, {-3, 0, 1.35f},
    {-2.5f, 0, 1.125f}, {-2.5f, -0.3f, 1.125f}, {-2.65f, -0.3f, 0.9375f}, {-2.65f, 0, 0.9375f},
    {-2, -0.3f, 0.9f}, {-1.9f, -0.3f, 0.6f}, {-1.9f, 0, 0.6f},
    {1.7f, 0, 1.425f}, {1.7f, -0.66f, 1.425f}, {1.7f, -0.66f, 0.6f}, {1.7f, 0, 0.6f},
    {2.6f, 0, 1.425f}, {2.6f, -0.66f, 1.425f}, {3.1f, -0.66f, 0.825f}, {3.1f, 0, 0.825f},
    {2.3f, 0, 2.1f}, {2.3f, -0.25f, 2.1f}, {2.4f, -0.25f, 2.025f}, {2.4f, 0, 2.025f},
    {2.7f, 0, 2.4f}, {2.7f, -0.25f, 2.4f}, {3.3f, -0.25f, 2.4f}, {3.3f, 0, 2.4f},
    {2.8f, 0, 2.475f}, {2.8f, -0.25f, 2.475f}, {3.525f, -0.25f, 2.49375f}, {3.525f, 0, 2.49375f},
    {2.9f, 0, 2.475f}, {2.9f, -0.15f, 2.475f}, {3.45f, -0.15f, 2.5125f}, {3.45f, 0, 2.5125f},
    {2.8f, 0, 2.4f}, {2.8f, -0.15f, 2.4f}, {3.2f, -0.15f, 2.4f}, {3.2f, 0, 2.4f},
    {0, 0, 3.15f}, {0.8f, 0, 3.15f}, {0.8f, -0.45f, 3.15f}, {0.45f, -0.8f, 3.15f}, {0, -0.8f, 3.15f},
    {0, 0, 2.85f},
    {1.4f, 0, 2.4f}, {1.4f, -0.784f, 2.4f}, {0.784f, -1.4f, 2.4f}, {0, -1.4f, 2.4f},
    {0.4f, 0, 2.55f}, {0.4f, -0.224f, 2.55f}, {0.224f, -0.4f, 2.55f}, {0, -0.4f, 2.55f},
    {1.3f, 0, 2.55f}, {1.3f, -0.728f, 2.55f}, {0.728f, -1.3f, 2.55f}, {0, -1.3f, 2.55f},
    {1.3f, 0, 2.4f}, {1.3f, -0.728f, 2.4f}, {0.728f, -1.3f, 2.4f}, {0, -1.3f, 2.4f},
    {0, 0, 0}, {1.425f, -0.798f, 0}, {1.5f, 0, 0.075f}, {1.425f, 0, 0}, {0.798f, -1.425f, 0}, {0, -1.5f, 0.075f},
    {0, -1.425f, 0}, {1.5f, -0.84f, 0.075f}, {0.84f, -1.5f, 0.075f},
};

/* Control points row by row: across a row around the axis (or the pipe), from row to row down (or along). */
typedef struct teapot_patch {
    uint8_t point[16];
    bool turns;          /* four quarters by rotation; otherwise two halves by mirroring */
    float v_from, v_to;  /* texture coordinate of the first and the last row */
} teapot_patch;

static const teapot_patch patches[] = {
    {{ 96,  96,  96,  96,  97,  98,  99, 100, 101, 101, 101, 101,   0,   1,   2,   3}, true, 0.0f, 0.15f},  /* lid */
    {{  0,   1,   2,   3, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117}, true, 0.15f, 0.3f},
    {{102, 103, 104, 105,   4,   5,   6,   7,   8,   9,  10,  11,  12,  13,  14,  15}, true, 0.3f, 0.35f},  /* rim */
    {{ 12,  13,  14,  15,  16,  17,  18,  19,  20,  21,  22,  23,  24,  25,  26,  27}, true, 0.35f, 0.6f},  /* body */
    {{ 24,  25,  26,  27,  29,  30,  31,  32,  33,  34,  35,  36,  37,  38,  39,  40}, true, 0.6f, 0.85f},
    {{ 37,  38,  39,  40, 120, 125, 126, 123, 121, 119, 122, 124, 118, 118, 118, 118}, true, 0.85f, 1.0f},  /* bottom */
    {{ 41,  42,  43,  44,  45,  46,  47,  48,  49,  50,  51,  52,  53,  54,  55,  56}, false, 0.0f, 0.5f},  /* handle */
    {{ 53,  54,  55,  56,  57,  58,  59,  60,  61,  62,  63,  64,  28,  65,  66,  67}, false, 0.5f, 1.0f},
    {{ 68,  69,  70,  71,  72,  73,  74,  75,  76,  77,  78,  79,  80,  81,  82,  83}, false, 0.0f, 0.5f},  /* spout */
    {{ 80,  81,  82,  83,  84,  85,  86,  87,  88,  89,  90,  91,  92,  93,  94,  95}, false, 0.5f, 1.0f},
};
/* clang-format on */

typedef struct patch_copy {
    const teapot_patch *patch;
    uint32_t quarter; /* turns: 0..3 */
    bool mirrored;
} patch_copy;

static void weights(double t, double value[4], double slope[4])
{
    double s = 1 - t;
    value[0] = s * s * s;
    value[1] = 3 * s * s * t;
    value[2] = 3 * s * t * t;
    value[3] = t * t * t;
    slope[0] = -3 * s * s;
    slope[1] = 3 * s * s - 6 * s * t;
    slope[2] = 6 * s * t - 3 * t * t;
    slope[3] = 3 * t * t;
}

static void evaluate(const teapot_patch *patch, double across, double down, double position[3], double along_row[3],
                     double along_column[3])
{
    double row_value[4], row_slope[4], column_value[4], column_slope[4];
    weights(across, row_value, row_slope);
    weights(down, column_value, column_slope);
    for (uint32_t k = 0; k < 3; k++) {
        position[k] = along_row[k] = along_column[k] = 0;
        for (uint32_t i = 0; i < 16; i++) {
            double point = (double)points[patch->point[i]][k];
            position[k] += point * row_value[i % 4] * column_value[i / 4];
            along_row[k] += point * row_slope[i % 4] * column_value[i / 4];
            along_column[k] += point * row_value[i % 4] * column_slope[i / 4];
        }
    }
}

/* Turned or mirrored in the data's space, then z and y exchanged, which makes right-handed data left-handed. */
static void place(const patch_copy *copy, const double from[3], double to[3])
{
    double x = from[0], y = copy->mirrored ? -from[1] : from[1];
    for (uint32_t i = 0; i < copy->quarter; i++) {
        double turned = y;
        y = -x;
        x = turned;
    }
    to[0] = x;
    to[1] = from[2];
    to[2] = y;
}

static void patch_surface(const void *user, double u, double v, s9_builder_vertex *out)
{
    const patch_copy *copy = user;
    /* Every patch is stored so that rows run to the left for who looks from outside; mirrored ones run to the right. */
    double across = copy->mirrored ? u : 1 - u;
    double position[3], along_row[3], along_column[3], right[3], down[3];
    evaluate(copy->patch, across, v, position, along_row, along_column);
    place(copy, position, out->position);
    /* Where a row shrinks to a point there is no direction: take those of a step inside. */
    double inside = v < 0.5 ? v + 1e-4 : v - 1e-4;
    if (s9_builder_dot(along_row, along_row) < 1e-12) {
        evaluate(copy->patch, across, inside, position, along_row, along_column);
    }
    place(copy, along_row, right);
    place(copy, along_column, down);
    for (uint32_t k = 0; k < 3 && !copy->mirrored; k++) {
        right[k] = -right[k];
    }
    s9_builder_cross(right, down, out->normal);
    s9_builder_normalise(out->normal);
    memcpy(out->tangent, right, sizeof right);
    s9_builder_normalise(out->tangent);

    double turn = copy->patch->turns ? ((double)(3 - copy->quarter) + u) / 4 : copy->mirrored ? u / 2 : (1 + u) / 2;
    out->texcoord[0] = turn;
    out->texcoord[1] = (double)copy->patch->v_from + v * (double)(copy->patch->v_to - copy->patch->v_from);
}

/* Moves the middle of the bounding box to the origin and scales its longest side to 2. */
static void centre(s9_builder *builder)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, half = 0;
    for (uint32_t i = 0; i < builder->vertices.count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            double value = builder->vertices.items[i].position[k];
            low[k] = value < low[k] ? value : low[k];
            high[k] = value > high[k] ? value : high[k];
        }
    }
    for (uint32_t k = 0; k < 3; k++) {
        half = (high[k] - low[k]) / 2 > half ? (high[k] - low[k]) / 2 : half;
    }
    for (uint32_t i = 0; i < builder->vertices.count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            double *value = &builder->vertices.items[i].position[k];
            *value = (*value - (low[k] + high[k]) / 2) / half;
        }
    }
}

void s9_builder_teapot(s9_builder *builder)
{
    for (size_t i = 0; i < S9_COUNT(patches); i++) {
        uint32_t copies = patches[i].turns ? 4 : 2;
        for (uint32_t k = 0; k < copies; k++) {
            patch_copy copy = {&patches[i], patches[i].turns ? k : 0, !patches[i].turns && k == 1};
            s9_builder_grid(builder, CELLS, CELLS, patch_surface, &copy);
        }
    }
    if (!builder->arena.failed) {
        centre(builder);
    }
}
