/* SPDX-License-Identifier: MIT */
/* The pixels that a primitive covers, row pair by row pair, as 2x2 quads. */
#include "draw/draw.h"

#define FAR_PIXEL (1 << 21) /* beyond any pixel, within an int32_t */

/* floor(e / d) for d > 0, exact where it is within FAR_PIXEL, held to it elsewhere. */
static int32_t floor_ratio(int64_t e, int64_t d)
{
    double estimate = (double)e / (double)d;
    if (estimate > FAR_PIXEL || estimate < -FAR_PIXEL) {
        return estimate > 0 ? FAR_PIXEL : -FAR_PIXEL;
    }
    int64_t q = (int64_t)estimate;
    while (q * d > e) {
        q--;
    }
    while ((q + 1) * d <= e) {
        q++;
    }
    return (int32_t)q;
}

typedef struct row_span {
    int32_t first, last; /* pixels; empty when last is before first */
} row_span;

/* Pixels of a row with all three weights on their inner side. */
static row_span triangle_span(const s9_primitive *primitive, int32_t y)
{
    row_span inside = {primitive->left, primitive->right - 1};
    for (uint32_t k = 0; k < 3; k++) {
        int64_t a = primitive->a[k];
        int64_t e = primitive->b[k] * y + primitive->c[k] - (primitive->include[k] ? 0 : 1);
        if (a > 0) {
            int32_t first = -floor_ratio(e, a);
            inside.first = inside.first > first ? inside.first : first;
        } else if (a < 0) {
            int32_t last = floor_ratio(e, -a);
            inside.last = inside.last < last ? inside.last : last;
        } else if (e < 0) {
            inside.last = inside.first - 1;
            break;
        }
    }
    return inside;
}

static inline uint32_t row_mask(const row_span *row, int32_t x)
{
    uint32_t left = x >= row->first && x <= row->last, right = x + 1 >= row->first && x + 1 <= row->last;
    return left | right << 1;
}

/* Quads from x up to `end`, of which some pixels may lie outside. */
static void add_edge(const s9_drawing *drawing, s9_shader_batch *batch, const s9_primitive *primitive,
                     const row_span rows[2], int32_t x, int32_t end, int32_t y)
{
    uint8_t masks[64];
    while (x < end) {
        uint32_t count = 0;
        for (; count < sizeof masks && x + 2 * (int32_t)count < end; count++) {
            int32_t at = x + 2 * (int32_t)count;
            masks[count] = (uint8_t)(row_mask(&rows[0], at) | row_mask(&rows[1], at) << 2);
        }
        s9_batch_add(drawing, batch, primitive, x, y, count, masks);
        x += 2 * (int32_t)count;
    }
}

/* Row by row: where the edges cross it. */
static void raster_wide(const s9_drawing *drawing, s9_shader_batch *batch, const s9_primitive *primitive, int32_t top,
                        int32_t bottom)
{
    for (int32_t y = top & ~1; y < bottom; y += 2) {
        row_span rows[2] = {{0, -1}, {0, -1}};
        int32_t first = INT32_MAX, last = INT32_MIN;
        for (int32_t r = 0; r < 2; r++) {
            if (y + r < top || y + r >= bottom) {
                continue;
            }
            rows[r] = triangle_span(primitive, y + r);
            if (rows[r].first <= rows[r].last) {
                first = first < rows[r].first ? first : rows[r].first;
                last = last > rows[r].last ? last : rows[r].last;
            }
        }
        if (first > last) {
            continue;
        }
        /* Quads that both rows fill are between the later of the starts and the earlier of the ends. */
        int32_t inner = rows[0].first > rows[1].first ? rows[0].first : rows[1].first;
        int32_t outer = rows[0].last < rows[1].last ? rows[0].last : rows[1].last;
        int32_t from = first & ~1, to = (last | 1) + 1, whole = (inner + 1) & ~1, whole_end = (outer + 1) & ~1;
        if (whole < whole_end && rows[0].first <= rows[0].last && rows[1].first <= rows[1].last) {
            add_edge(drawing, batch, primitive, rows, from, whole, y);
            s9_batch_add(drawing, batch, primitive, whole, y, (uint32_t)(whole_end - whole) / 2, NULL);
            add_edge(drawing, batch, primitive, rows, whole_end, to, y);
        } else {
            add_edge(drawing, batch, primitive, rows, from, to, y);
        }
    }
}

/* A few quads each way: all of their pixels are tried. */
static void raster_narrow(const s9_drawing *drawing, s9_shader_batch *batch, const s9_primitive *primitive, int32_t top,
                          int32_t bottom)
{
    uint8_t masks[(S9_NARROW / 2 + 1) * S9_NARROW_QUADS];
    int32_t x = primitive->left & ~1, y = top & ~1;
    uint32_t count = (uint32_t)(primitive->right - x + 1) / 2;
    drawing->quads->cover(primitive, x, y, top, bottom, count, masks);
    for (const uint8_t *row = masks; y < bottom; y += 2, row += S9_NARROW_QUADS) {
        uint32_t first = 0, end = count;
        while (first < end && row[first] == 0) {
            first++;
        }
        while (end > first && row[end - 1] == 0) {
            end--;
        }
        if (first < end) {
            s9_batch_add(drawing, batch, primitive, x + 2 * (int32_t)first, y, end - first, row + first);
        }
    }
}

/* ---- lines ---- */

/* Pixels of a line that share a quad go out together. */
typedef struct line_walk {
    const s9_drawing *drawing;
    s9_shader_batch *batch;
    const s9_primitive *primitive;
    int32_t top, bottom;
    int32_t x, y;
    uint8_t mask;
} line_walk;

static void flush_line(line_walk *walk)
{
    if (walk->mask != 0) {
        s9_batch_add(walk->drawing, walk->batch, walk->primitive, walk->x, walk->y, 1, &walk->mask);
        walk->mask = 0;
    }
}

static void line_pixel(line_walk *walk, int32_t x, int32_t y)
{
    const s9_primitive *primitive = walk->primitive;
    if (x < primitive->left || x >= primitive->right || y < walk->top || y >= walk->bottom) {
        return;
    }
    if ((x & ~1) != walk->x || (y & ~1) != walk->y) {
        flush_line(walk);
    }
    walk->x = x & ~1;
    walk->y = y & ~1;
    walk->mask |= (uint8_t)(1u << ((x & 1) | (y & 1) << 1));
}

static int64_t magnitude(int64_t v)
{
    return v < 0 ? -v : v;
}

/* Whether a point lies inside the diamond |x| + |y| < 1/2 around the centre of a pixel. All in subpixels but the pixel.
 */
static bool in_diamond(int64_t x, int64_t y, int64_t column, int64_t row)
{
    return magnitude(x - column * S9_SUBPIXELS) + magnitude(y - row * S9_SUBPIXELS) < S9_SUBPIXELS / 2;
}

/* The nearest row of a coordinate in subpixels; half way the upper one, as the fill rule has it. */
static int64_t nearest(int64_t subpixels)
{
    return (subpixels + S9_SUBPIXELS / 2 - 1) >> S9_SUBPIXEL_BITS;
}

/*
 * Diamond-exit rule, the last pixel too: every pixel whose diamond the line touches. Along the longer axis that is one
 * pixel for each whole number between the ends, and at each end the pixel in whose diamond the end lies. `u` is the
 * longer axis, ends ordered by it.
 */
static void raster_line(const s9_drawing *drawing, s9_shader_batch *batch, const s9_primitive *primitive, int32_t top,
                        int32_t bottom)
{
    line_walk walk = {drawing, batch, primitive, top, bottom, INT32_MIN, INT32_MIN, 0};
    int64_t dx = (int64_t)primitive->line[2] - primitive->line[0],
            dy = (int64_t)primitive->line[3] - primitive->line[1];
    bool along_x = magnitude(dx) >= magnitude(dy);
    int64_t u0 = primitive->line[along_x ? 0 : 1], v0 = primitive->line[along_x ? 1 : 0];
    int64_t u1 = primitive->line[along_x ? 2 : 3], v1 = primitive->line[along_x ? 3 : 2];
    if (u0 > u1) {
        int64_t u = u0, v = v0;
        u0 = u1;
        v0 = v1;
        u1 = u;
        v1 = v;
    }
    int64_t du = u1 - u0, dv = v1 - v0;
    int64_t first = (u0 + S9_SUBPIXELS - 1) >> S9_SUBPIXEL_BITS, last = u1 >> S9_SUBPIXEL_BITS;
    /* Only what lies in the rows of this band, or in the primitive's columns. */
    int64_t low = along_x ? primitive->left : top, high = along_x ? primitive->right : bottom;
    if (first * S9_SUBPIXELS > u0 && in_diamond(u0, v0, first - 1, nearest(v0))) {
        line_pixel(&walk, (int32_t)(along_x ? first - 1 : nearest(v0)), (int32_t)(along_x ? nearest(v0) : first - 1));
    }
    for (int64_t u = first > low ? first : low; u <= last && u < high; u++) {
        int64_t v = nearest(v0);
        if (du > 0) {
            /* ceil(v / 256 - 1/2) with v = v0 + (256 u - u0) * dv / du, exactly */
            int64_t numerator = v0 * du + (u * S9_SUBPIXELS - u0) * dv - S9_SUBPIXELS / 2 * du;
            int64_t divisor = S9_SUBPIXELS * du;
            v = numerator / divisor;
            v += numerator > v * divisor ? 1 : 0;
        }
        line_pixel(&walk, (int32_t)(along_x ? u : v), (int32_t)(along_x ? v : u));
    }
    if (last * S9_SUBPIXELS < u1 && last + 1 > first && in_diamond(u1, v1, last + 1, nearest(v1))) {
        line_pixel(&walk, (int32_t)(along_x ? last + 1 : nearest(v1)), (int32_t)(along_x ? nearest(v1) : last + 1));
    }
    flush_line(&walk);
}

void s9_raster_part(const s9_drawing *drawing, s9_shader_batch *batch, const s9_part *part, int32_t top, int32_t bottom)
{
    for (uint32_t i = 0; i < part->count; i++) {
        const s9_primitive *primitive = &part->primitives[i];
        int32_t from = primitive->top > top ? primitive->top : top;
        int32_t to = primitive->bottom < bottom ? primitive->bottom : bottom;
        if (from >= to) {
            continue;
        }
        if (primitive->kind == S9_PRIMITIVE_LINE) {
            raster_line(drawing, batch, primitive, from, to);
        } else if (primitive->narrow && drawing->quads) {
            raster_narrow(drawing, batch, primitive, from, to);
        } else {
            raster_wide(drawing, batch, primitive, from, to);
        }
    }
}

void s9_raster_filter(const s9_drawing *drawing, s9_shader_batch *batch, int32_t top, int32_t bottom)
{
    int32_t width = (int32_t)drawing->framebuffer->width;
    for (int32_t y = top & ~1; y < bottom; y += 2) {
        const row_span rows[2] = {{0, width - 1}, {0, y + 1 < bottom ? width - 1 : -1}};
        int32_t whole = y + 1 < bottom ? width & ~1 : 0;
        if (whole > 0) {
            s9_batch_add(drawing, batch, NULL, 0, y, (uint32_t)whole / 2, NULL);
        }
        add_edge(drawing, batch, NULL, rows, whole, width, y);
    }
    s9_batch_flush(drawing, batch);
}
