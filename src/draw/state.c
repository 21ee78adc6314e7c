/* SPDX-License-Identifier: MIT */
/* Default states, and the camera. */
#include "draw/draw.h"

#include <math.h>

void s9_draw_state_init(s9_draw_state *state)
{
    memset(state, 0, sizeof *state);
    state->struct_size = sizeof *state;
    state->cull = S9_CULL_CCW;
    state->shade = S9_SHADE_GOURAUD;
    state->point_size = 1.0f;
    state->point_size_min = 1.0f;
    state->point_size_max = 256.0f;
    state->depth_test = true;
    state->depth_write = true;
    state->depth_func = S9_COMPARE_LESS_EQUAL;
    state->stencil_mask = 255;
    state->stencil_write_mask = 255;
    state->stencil = (s9_stencil_side){S9_COMPARE_ALWAYS, S9_STENCIL_KEEP, S9_STENCIL_KEEP, S9_STENCIL_KEEP};
    state->stencil_ccw = state->stencil;
    state->alpha_func = S9_COMPARE_ALWAYS;
    state->src = state->src_alpha = S9_BLEND_ONE;
    state->dst = state->dst_alpha = S9_BLEND_ZERO;
    state->op = state->op_alpha = S9_BLEND_OP_ADD;
    for (uint32_t i = 0; i < 4; i++) {
        state->blend_factor[i] = 1.0f;
        state->color_write[i] = S9_COLOR_WRITE_ALL;
    }
    state->fog_mode = S9_FOG_NONE;
    state->fog_end = 1.0f;
    state->fog_density = 1.0f;
}

void s9_filter_sampler_init(s9_sampler_state *state)
{
    s9_sampler_state_init(state);
    state->min = S9_FILTER_LINEAR;
    state->mag = S9_FILTER_LINEAR;
    for (uint32_t axis = 0; axis < 3; axis++) {
        state->address[axis] = S9_ADDRESS_CLAMP;
    }
}

/* ---- camera ---- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static bool normalise(double v[3])
{
    double length = sqrt(dot(v, v));
    if (!(length > 0) || isinf(length)) {
        return false;
    }
    for (uint32_t k = 0; k < 3; k++) {
        v[k] /= length;
    }
    return true;
}

bool s9_camera_rows(const float eye[3], const float at[3], float fov, float near_z, float far_z, float aspect,
                    float rows[4][4])
{
    double forward[3], right[3], up[3], origin[3];
    for (uint32_t k = 0; k < 3; k++) {
        origin[k] = (double)eye[k];
        forward[k] = (double)at[k] - (double)eye[k];
    }
    bool usable = fov > 0.0f && fov < 180.0f && near_z > 0.0f && far_z > near_z && aspect > 0.0f && isfinite(far_z) &&
                  isfinite(aspect);
    if (!usable || !normalise(forward)) {
        return false;
    }
    /* Looking straight up or down, the top of the picture is away from or towards the viewer. */
    double vertical[3] = {0, 1, 0};
    cross(vertical, forward, right);
    if (dot(right, right) < 1e-12) {
        double away[3] = {0, 0, forward[1] > 0 ? -1.0 : 1.0};
        cross(away, forward, right);
    }
    if (!normalise(right)) {
        return false;
    }
    cross(forward, right, up);
    const double degree = 3.14159265358979323846 / 180.0;
    double scale_y = 1.0 / tan((double)fov * degree / 2.0), scale_x = scale_y / (double)aspect;
    double depth = (double)far_z / ((double)far_z - (double)near_z);
    for (uint32_t k = 0; k < 3; k++) {
        rows[0][k] = (float)(right[k] * scale_x);
        rows[1][k] = (float)(up[k] * scale_y);
        rows[2][k] = (float)(forward[k] * depth);
        rows[3][k] = (float)forward[k];
    }
    rows[0][3] = (float)(-dot(right, origin) * scale_x);
    rows[1][3] = (float)(-dot(up, origin) * scale_y);
    rows[2][3] = (float)((-dot(forward, origin) - (double)near_z) * depth);
    rows[3][3] = (float)-dot(forward, origin);
    return true;
}
