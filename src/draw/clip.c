/* SPDX-License-Identifier: MIT */
/*
 * Cutting in homogeneous coordinates. Triangles are cut at the depth planes and the clip planes; at the sides only
 * where they leave the guard band, far outside, because the pixels of the viewport are all that is drawn of them. Lines
 * are cut at the sides of the view volume: a line just outside would still touch pixels inside.
 */
#include "draw/draw.h"

typedef struct plane {
    double x, y, z, w;
} plane;

static double distance(const plane *p, const double position[4])
{
    return p->x * position[0] + p->y * position[1] + p->z * position[2] + p->w * position[3];
}

/* Point of an edge where the plane cuts it. Always from the corner inside, so that neighbours get the same point. */
static s9_corner cut(const s9_corner *inside, double in_distance, const s9_corner *outside, double out_distance,
                     s9_part *part)
{
    double t = in_distance / (in_distance - out_distance);
    s9_corner corner;
    for (uint32_t k = 0; k < 4; k++) {
        corner.position[k] = inside->position[k] + t * (outside->position[k] - inside->position[k]);
    }
    float *to = part->pool + (size_t)part->pool_used * part->varying_floats;
    part->pool_used++;
    for (uint32_t k = 0; k < part->varying_floats; k++) {
        double from = (double)inside->varyings[k];
        to[k] = (float)(from + t * ((double)outside->varyings[k] - from));
    }
    corner.varyings = to;
    return corner;
}

static uint32_t cut_polygon(const plane *p, s9_part *part, s9_corner *corners, uint32_t count)
{
    double distances[S9_MOST_CORNERS];
    bool any_outside = false, any_inside = false;
    for (uint32_t i = 0; i < count; i++) {
        distances[i] = distance(p, corners[i].position);
        any_outside |= !(distances[i] >= 0);
        any_inside |= distances[i] >= 0;
    }
    if (!any_outside || !any_inside) {
        return any_inside ? count : 0;
    }
    s9_corner kept[S9_MOST_CORNERS];
    uint32_t kept_count = 0;
    /* A line has one edge, a polygon closes. */
    uint32_t edges = count == 2 ? 1 : count;
    if (count == 2 && distances[0] >= 0) {
        kept[kept_count++] = corners[0];
    }
    for (uint32_t i = 0; i < edges && kept_count + 2 <= S9_MOST_CORNERS; i++) {
        uint32_t next = (i + 1) % count;
        bool from_inside = distances[i] >= 0, to_inside = distances[next] >= 0;
        if (from_inside != to_inside) {
            kept[kept_count++] = from_inside ? cut(&corners[i], distances[i], &corners[next], distances[next], part)
                                             : cut(&corners[next], distances[next], &corners[i], distances[i], part);
        }
        if (to_inside) {
            kept[kept_count++] = corners[next];
        }
    }
    memcpy(corners, kept, kept_count * sizeof *kept);
    return kept_count;
}

static bool all_beyond(const s9_corner *corners, uint32_t count, uint32_t axis, double sign)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!(sign * corners[i].position[axis] > corners[i].position[3])) {
            return false;
        }
    }
    return true;
}

uint32_t s9_clip(const s9_screen *screen, const s9_draw_state *state, s9_part *part, s9_corner *corners, uint32_t count)
{
    bool line = count == 2;
    for (uint32_t axis = 0; axis < 2; axis++) {
        if (all_beyond(corners, count, axis, 1.0) || all_beyond(corners, count, axis, -1.0)) {
            return 0;
        }
    }
    const plane depth[2] = {{0, 0, 1, 0}, {0, 0, -1, 1}};
    for (uint32_t i = 0; i < 2 && count > 0; i++) {
        count = cut_polygon(&depth[i], part, corners, count);
    }
    bool near_eye = false;
    for (uint32_t i = 0; i < count; i++) {
        near_eye |= !(corners[i].position[3] >= S9_SMALLEST_W);
    }
    if (near_eye && count > 0) {
        /* Distances are to w - S9_SMALLEST_W, which is no plane through the origin: move the corners there and back. */
        for (uint32_t i = 0; i < count; i++) {
            corners[i].position[3] -= S9_SMALLEST_W;
        }
        const plane w = {0, 0, 0, 1};
        count = cut_polygon(&w, part, corners, count);
        for (uint32_t i = 0; i < count; i++) {
            corners[i].position[3] += S9_SMALLEST_W;
        }
    }
    for (uint32_t i = 0; i < state->clip_plane_count && count > 0; i++) {
        const float *p = state->clip_planes[i];
        const plane user = {(double)p[0], (double)p[1], (double)p[2], (double)p[3]};
        count = cut_polygon(&user, part, corners, count);
    }
    const double low[2] = {line ? -1.0 : screen->guard_low[0], line ? -1.0 : screen->guard_low[1]};
    const double high[2] = {line ? 1.0 : screen->guard_high[0], line ? 1.0 : screen->guard_high[1]};
    const plane sides[4] = {{1, 0, 0, -low[0]}, {-1, 0, 0, high[0]}, {0, 1, 0, -low[1]}, {0, -1, 0, high[1]}};
    for (uint32_t i = 0; i < 4 && count > 0; i++) {
        count = cut_polygon(&sides[i], part, corners, count);
    }
    return line && count < 2 ? 0 : !line && count < 3 ? 0 : count;
}
