/* SPDX-License-Identifier: MIT */
/* From clip space to the screen: viewport, snapping, weights. */
#include "draw/draw.h"

#include <math.h>

/* Coordinates stay below this many pixels: products of two differences in subpixels fit into 64 bits. */
#define GUARD_PIXELS 0x1p20
#define MOST_POINT_SIZE 65536.0f

static int32_t held_pixel(double v, int32_t low, int32_t high)
{
    return v < (double)low ? low : v > (double)high ? high : (int32_t)v;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}
static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

bool s9_screen_init(s9_screen *screen, const s9_draw_state *state, uint32_t width, uint32_t height,
                    s9_diagnostics *diagnostics)
{
    float whole[6] = {0, 0, (float)width, (float)height, 0, 1};
    const float *viewport = state->viewport[2] == 0.0f ? whole : state->viewport;
    bool usable = viewport[2] > 0.0f && viewport[3] > 0.0f;
    for (uint32_t i = 0; i < 6; i++) {
        usable = usable && isfinite(viewport[i]) && fabsf(viewport[i]) < (float)(GUARD_PIXELS / 4);
    }
    if (!usable) {
        s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL,
                  "the viewport must have six numbers: x, y, width and height above 0, smallest and largest z");
        return false;
    }
    screen->x = (double)viewport[0];
    screen->y = (double)viewport[1];
    screen->half_width = (double)viewport[2] / 2;
    screen->half_height = (double)viewport[3] / 2;
    screen->min_z = (double)viewport[4];
    screen->depth_range = (double)viewport[5] - (double)viewport[4];
    screen->shift = state->half_pixel ? S9_SUBPIXELS / 2 : 0;

    /* Pixels whose centres lie in the viewport, as half-open as the fill rule. */
    double centre = state->half_pixel ? 0.5 : 0.0;
    int32_t w = (int32_t)width, h = (int32_t)height;
    screen->left = held_pixel(ceil(screen->x - centre), 0, w);
    screen->top = held_pixel(ceil(screen->y - centre), 0, h);
    screen->right = held_pixel(ceil(screen->x + (double)viewport[2] - centre), 0, w);
    screen->bottom = held_pixel(ceil(screen->y + (double)viewport[3] - centre), 0, h);
    if (state->scissor_test) {
        screen->left = larger(screen->left, state->scissor[0]);
        screen->top = larger(screen->top, state->scissor[1]);
        screen->right = smaller(screen->right, state->scissor[2]);
        screen->bottom = smaller(screen->bottom, state->scissor[3]);
    }
    screen->guard_low[0] = (-GUARD_PIXELS - screen->x) / screen->half_width - 1;
    screen->guard_high[0] = (GUARD_PIXELS - screen->x) / screen->half_width - 1;
    /* y grows upward in clip space. */
    screen->guard_low[1] = 1 - (GUARD_PIXELS - screen->y) / screen->half_height;
    screen->guard_high[1] = 1 - (-GUARD_PIXELS - screen->y) / screen->half_height;
    return true;
}

/* Subpixels, rounded half to even: adding and taking away 1.5 * 2^52 leaves a whole number. |v| is far below 2^51. */
static int32_t snap(double pixels)
{
    double scaled = pixels * S9_SUBPIXELS;
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 0
    double moved = scaled + 6755399441055744.0;
#else
    volatile double moved = scaled + 6755399441055744.0; /* rounded to a double here, not later */
#endif
    return (int32_t)(moved - 6755399441055744.0);
}

s9_screen_corner s9_project(const s9_screen *screen, const s9_corner *corner)
{
    const double *p = corner->position;
    s9_screen_corner out;
    out.x = snap(screen->x + (p[0] / p[3] + 1) * screen->half_width) - screen->shift;
    out.y = snap(screen->y + (1 - p[1] / p[3]) * screen->half_height) - screen->shift;
    out.z = screen->min_z + p[2] / p[3] * screen->depth_range;
    out.inverse_w = 1 / p[3];
    out.varyings = corner->varyings;
    return out;
}

/* First pixel whose centre is at or behind a coordinate in subpixels. */
static int32_t first_pixel(int32_t subpixels)
{
    return (subpixels + S9_SUBPIXELS - 1) >> S9_SUBPIXEL_BITS;
}
static int32_t last_pixel(int32_t subpixels)
{
    return subpixels >> S9_SUBPIXEL_BITS;
}

static int64_t magnitude(int64_t v)
{
    return v < 0 ? -v : v;
}

/* Whether all corners have one power of two as w, neither so large nor so small that anything is rounded. */
static bool same_power_of_two(const double inverse_w[3])
{
    uint64_t bits;
    memcpy(&bits, &inverse_w[0], sizeof bits);
    return inverse_w[0] == inverse_w[1] && inverse_w[0] == inverse_w[2] && (bits & 0xFFFFFFFFFFFFFu) == 0 &&
           inverse_w[0] > 0x1p-200 && inverse_w[0] < 0x1p200;
}

/* How weights may be computed: see s9_primitive. Vectors of pixels reach a few beyond the last. */
static void classify(s9_primitive *primitive)
{
    const int64_t beyond = 16, most_exact = (int64_t)1 << 50, most_narrow = INT32_MAX;
    int64_t left = primitive->left & ~1, top = primitive->top & ~1;
    int64_t width = primitive->right - left, height = primitive->bottom - top;
    primitive->exact = true;
    primitive->narrow = width <= S9_NARROW && height <= S9_NARROW;
    for (uint32_t k = 0; k < 3; k++) {
        int64_t a = primitive->a[k], b = primitive->b[k];
        int64_t corner = magnitude(a * left + b * top + primitive->c[k]) + 1;
        int64_t reach = magnitude(a) * (width + beyond) + magnitude(b) * (height + beyond);
        /* Products with the coordinates of a pixel are taken, too. */
        int64_t whole = corner + reach;
        primitive->exact = primitive->exact && whole < most_exact;
        primitive->narrow = primitive->narrow && corner < most_narrow && reach < most_narrow && whole < most_narrow;
    }
    primitive->scale = 0;
    if (primitive->exact && primitive->area < most_exact && same_power_of_two(primitive->inverse_w)) {
        double w = primitive->inverse_w[0];
        primitive->scale = w * (1 / ((double)primitive->area * w));
    }
}

/* Corners clockwise on the screen (y down), so that all weights are positive inside. */
static void add_triangle(const s9_screen *screen, const s9_screen_corner corners[3], int64_t area, bool front,
                         s9_part *part, s9_primitive **added)
{
    s9_primitive *primitive = &part->primitives[part->count];
    int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
    *added = NULL;
    for (uint32_t k = 0; k < 3; k++) {
        left = smaller(left, corners[k].x);
        right = larger(right, corners[k].x);
        top = smaller(top, corners[k].y);
        bottom = larger(bottom, corners[k].y);
    }
    primitive->left = larger(first_pixel(left), screen->left);
    primitive->top = larger(first_pixel(top), screen->top);
    primitive->right = smaller(last_pixel(right) + 1, screen->right);
    primitive->bottom = smaller(last_pixel(bottom) + 1, screen->bottom);
    if (primitive->left >= primitive->right || primitive->top >= primitive->bottom) {
        return;
    }
    for (uint32_t k = 0; k < 3; k++) {
        const s9_screen_corner *from = &corners[(k + 1) % 3], *to = &corners[(k + 2) % 3];
        int64_t dx = (int64_t)to->x - from->x, dy = (int64_t)to->y - from->y;
        primitive->a[k] = -dy * S9_SUBPIXELS;
        primitive->b[k] = dx * S9_SUBPIXELS;
        primitive->c[k] = dy * from->x - dx * from->y;
        /* Clockwise, a left edge runs upward and a top edge to the right. */
        primitive->include[k] = dy < 0 || (dy == 0 && dx > 0);
        primitive->inverse_w[k] = corners[k].inverse_w;
        primitive->z[k] = corners[k].z;
        primitive->varyings[k] = corners[k].varyings;
    }
    primitive->area = area;
    primitive->inverse_area = 1 / (double)area;
    primitive->kind = S9_PRIMITIVE_TRIANGLE;
    primitive->front = front;
    primitive->constant = false;
    memset(primitive->sprite, 0, sizeof primitive->sprite);
    classify(primitive);
    part->count++;
    *added = primitive;
}

static int64_t doubled_area(const s9_screen_corner corners[3])
{
    int64_t abx = (int64_t)corners[1].x - corners[0].x, aby = (int64_t)corners[1].y - corners[0].y;
    int64_t acx = (int64_t)corners[2].x - corners[0].x, acy = (int64_t)corners[2].y - corners[0].y;
    return abx * acy - aby * acx;
}

s9_screen_vertex s9_screen_vertex_of(const s9_screen *screen, const s9_draw_state *state, const float position[4])
{
    s9_screen_vertex out = {0, 0, 0, 0, S9_BEYOND_ALL};
    const double x = (double)position[0], y = (double)position[1], z = (double)position[2], w = (double)position[3];
    if (!(isfinite(x) && isfinite(y) && isfinite(z) && isfinite(w))) {
        return out;
    }
    out.beyond = (x < -w ? S9_BEYOND_LEFT : 0u) | (x > w ? S9_BEYOND_RIGHT : 0u) | (y < -w ? S9_BEYOND_BOTTOM : 0u) |
                 (y > w ? S9_BEYOND_TOP : 0u);
    bool inside = z >= 0 && z <= w && w >= S9_SMALLEST_W;
    inside = inside && x - screen->guard_low[0] * w >= 0 && screen->guard_high[0] * w - x >= 0 &&
             y - screen->guard_low[1] * w >= 0 && screen->guard_high[1] * w - y >= 0;
    for (uint32_t i = 0; i < state->clip_plane_count; i++) {
        const float *plane = state->clip_planes[i];
        inside =
            inside && (double)plane[0] * x + (double)plane[1] * y + (double)plane[2] * z + (double)plane[3] * w >= 0;
    }
    if (!inside) {
        out.beyond |= S9_BEYOND;
        return out;
    }
    const s9_corner corner = {{x, y, z, w}, NULL};
    s9_screen_corner projected = s9_project(screen, &corner);
    out.x = projected.x;
    out.y = projected.y;
    out.z = projected.z;
    out.inverse_w = projected.inverse_w;
    return out;
}

void s9_setup_triangle(const s9_screen *screen, s9_cull cull, const s9_corner corners[3], s9_part *part)
{
    s9_screen_corner projected[3];
    for (uint32_t k = 0; k < 3; k++) {
        projected[k] = s9_project(screen, &corners[k]);
    }
    s9_setup_projected(screen, cull, projected, part);
}

void s9_setup_projected(const s9_screen *screen, s9_cull cull, s9_screen_corner projected[3], s9_part *part)
{
    int64_t area = doubled_area(projected);
    if (area == 0 || cull == (area > 0 ? S9_CULL_CW : S9_CULL_CCW)) {
        return;
    }
    bool front = area > 0;
    if (!front) {
        s9_screen_corner last = projected[2];
        projected[2] = projected[1];
        projected[1] = last;
        area = -area;
    }
    s9_primitive *added;
    add_triangle(screen, projected, area, front, part, &added);
}

void s9_setup_line(const s9_screen *screen, const s9_corner corners[2], s9_part *part)
{
    s9_screen_corner from = s9_project(screen, &corners[0]), to = s9_project(screen, &corners[1]);
    s9_primitive *primitive = &part->primitives[part->count];
    /* Pixels may lie half a pixel outside the line itself. */
    int32_t reach = S9_SUBPIXELS / 2;
    primitive->left = larger(first_pixel(smaller(from.x, to.x) - reach), screen->left);
    primitive->top = larger(first_pixel(smaller(from.y, to.y) - reach), screen->top);
    primitive->right = smaller(last_pixel(larger(from.x, to.x) + reach) + 1, screen->right);
    primitive->bottom = smaller(last_pixel(larger(from.y, to.y) + reach) + 1, screen->bottom);
    if (primitive->left >= primitive->right || primitive->top >= primitive->bottom) {
        return;
    }
    memset(primitive->a, 0, sizeof primitive->a);
    memset(primitive->b, 0, sizeof primitive->b);
    memset(primitive->c, 0, sizeof primitive->c);
    int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    bool along_x = (dx < 0 ? -dx : dx) >= (dy < 0 ? -dy : dy);
    int64_t length = along_x ? dx : dy, start = along_x ? from.x : from.y;
    int64_t sign = length < 0 ? -1 : 1;
    int64_t *slope = along_x ? primitive->a : primitive->b;
    slope[1] = sign * S9_SUBPIXELS;
    slope[0] = -slope[1];
    primitive->c[1] = -sign * start;
    primitive->c[0] = sign * (start + length);
    primitive->area = sign * length;
    if (length == 0) {
        /* A point: all of the first corner. */
        slope[0] = slope[1] = 0;
        primitive->c[0] = primitive->area = 1;
        primitive->c[1] = 0;
    }
    primitive->inverse_area = 1 / (double)primitive->area;
    const s9_screen_corner *ends[3] = {&from, &to, &from};
    for (uint32_t k = 0; k < 3; k++) {
        primitive->inverse_w[k] = ends[k]->inverse_w;
        primitive->z[k] = ends[k]->z;
        primitive->varyings[k] = ends[k]->varyings;
    }
    primitive->line[0] = from.x;
    primitive->line[1] = from.y;
    primitive->line[2] = to.x;
    primitive->line[3] = to.y;
    primitive->kind = S9_PRIMITIVE_LINE;
    primitive->front = true;
    primitive->constant = false;
    primitive->exact = primitive->narrow = false;
    primitive->scale = 0;
    memset(primitive->sprite, 0, sizeof primitive->sprite);
    part->count++;
}

void s9_setup_point(const s9_screen *screen, const s9_draw_state *state, const s9_corner *corner, float size,
                    s9_part *part)
{
    const double *p = corner->position;
    /* NaN takes the smallest size. */
    float held = size > state->point_size_min ? size : state->point_size_min;
    held = held < state->point_size_max ? held : state->point_size_max;
    held = held < MOST_POINT_SIZE ? held : MOST_POINT_SIZE;
    if (!(held > 0.0f) || !(p[3] >= S9_SMALLEST_W)) {
        return;
    }
    double x = screen->x + (p[0] / p[3] + 1) * screen->half_width;
    double y = screen->y + (1 - p[1] / p[3]) * screen->half_height;
    double half = (double)held / 2, reach = GUARD_PIXELS - half;
    if (!(fabs(x) < reach && fabs(y) < reach)) {
        return;
    }
    static const float places[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    s9_screen_corner around[4];
    for (uint32_t k = 0; k < 4; k++) {
        around[k] = s9_project(screen, corner);
        around[k].x = snap(x + (places[k][0] > 0 ? half : -half)) - screen->shift;
        around[k].y = snap(y + (places[k][1] > 0 ? half : -half)) - screen->shift;
    }
    for (uint32_t half_square = 0; half_square < 2; half_square++) {
        uint32_t number[3] = {0, 1 + half_square, 2 + half_square};
        s9_screen_corner triangle[3] = {around[number[0]], around[number[1]], around[number[2]]};
        int64_t area = doubled_area(triangle);
        s9_primitive *added = NULL;
        if (area > 0) {
            add_triangle(screen, triangle, area, true, part, &added);
        }
        if (added) {
            added->constant = true;
            for (uint32_t k = 0; k < 3; k++) {
                memcpy(added->sprite[k], places[number[k]], sizeof added->sprite[k]);
            }
        }
    }
}
