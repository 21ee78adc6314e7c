/* SPDX-License-Identifier: MIT */
/*
 * The colours of DXT blocks: two endpoints of 5, 6, 5 bits and a code of 2 bits for each texel.
 *
 * First it is tried to hold the block exactly: at most four different colours, each of which must be an endpoint or a
 * blend. Given which colour is which of them, two colours determine the endpoints component by component, and one
 * leaves a choice. Otherwise the endpoints start at the ends of the block along its principal axis; then they are
 * improved by least squares and by single steps of a component as long as the squared error falls. Both forms of DXT1
 * are tried.
 */
#include "texture/encode.h"

enum { RED, GREEN, BLUE, COMPONENTS };

static const int32_t most_of[COMPONENTS] = {31, 63, 31};

/* Endpoints and form of a block. */
typedef struct color_line {
    int32_t end[2][COMPONENTS];
    bool four; /* two blends; else one, and transparent black */
} color_line;

/* A block being encoded: the texels that are used and opaque. */
typedef struct color_block {
    uint32_t count;
    double color[16][COMPONENTS];
} color_block;

/* Parts of the first endpoint in each code's colour, of 3 or of 2. */
static const int32_t parts_four[4] = {3, 0, 2, 1}, parts_three[3] = {2, 0, 1};

static int32_t unit_of(const color_line *line)
{
    return line->four ? 3 : 2;
}

static uint32_t entries(const color_line *line)
{
    return line->four ? 4 : 3;
}

static void palette_of(const color_line *line, double palette[4][COMPONENTS])
{
    const int32_t *parts = line->four ? parts_four : parts_three;
    int32_t unit = unit_of(line);
    for (uint32_t i = 0; i < entries(line); i++) {
        for (uint32_t k = 0; k < COMPONENTS; k++) {
            int32_t n = parts[i] * line->end[0][k] + (unit - parts[i]) * line->end[1][k];
            palette[i][k] = (double)n / (double)(unit * most_of[k]);
        }
    }
}

/* The nearest entry of each colour, the first of equals; returns the squared error. */
static double assign(const color_block *block, const color_line *line, uint8_t code[16])
{
    double palette[4][COMPONENTS], total = 0;
    palette_of(line, palette);
    uint32_t count = entries(line);
    for (uint32_t i = 0; i < block->count; i++) {
        double best = 8;
        for (uint32_t c = 0; c < count; c++) {
            double r = block->color[i][RED] - palette[c][RED], g = block->color[i][GREEN] - palette[c][GREEN],
                   b = block->color[i][BLUE] - palette[c][BLUE];
            double error = r * r + g * g + b * b;
            if (error < best) {
                best = error;
                code[i] = (uint8_t)c;
            }
        }
        total += best;
    }
    return total;
}

/* ---- exactly ---- */

/* Different colours of a block in units of 1 / (unit * most). */
typedef struct exact_colors {
    uint32_t count;
    int32_t color[4][COMPONENTS];
} exact_colors;

/* False: more than four, or one that is no multiple of the unit. */
static bool find_exact(const color_block *block, int32_t unit, exact_colors *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        int32_t n[COMPONENTS];
        for (uint32_t k = 0; k < COMPONENTS; k++) {
            int32_t most = unit * most_of[k];
            n[k] = (int32_t)(block->color[i][k] * (double)most + 0.5);
            /* As the decoder rounds it. */
            if ((double)((float)n[k] / (float)most) != block->color[i][k]) {
                return false;
            }
        }
        uint32_t c = 0;
        while (c < out->count && memcmp(out->color[c], n, sizeof n) != 0) {
            c++;
        }
        if (c == out->count) {
            if (c == 4) {
                return false;
            }
            memcpy(out->color[out->count++], n, sizeof n);
        }
    }
    return out->count > 0;
}

/* Endpoints of one component with parts[i] * a + (unit - parts[i]) * b = n[i] for all i; false: there are none. */
static bool solve_component(uint32_t count, const int32_t *parts, const int32_t *n, int32_t unit, int32_t most,
                            int32_t *a, int32_t *b)
{
    if (count == 1) {
        /* Of the solutions the one with the endpoints closest together. */
        int32_t p = parts[0], q = unit - p, middle = n[0] / unit;
        for (int32_t d = 0; d <= 2 * most + 1; d++) {
            *a = (d & 1) != 0 ? middle - (d + 1) / 2 : middle + d / 2;
            int32_t rest = n[0] - p * *a;
            *b = q == 0 ? *a : rest / q;
            if (*a >= 0 && *a <= most && *b >= 0 && *b <= most && rest == q * *b) {
                return true;
            }
        }
        return false;
    }
    /* p0 a + (u - p0) b = n0 and p1 a + (u - p1) b = n1: the determinant is u (p0 - p1). */
    int32_t determinant = unit * (parts[0] - parts[1]);
    *a = (n[0] * (unit - parts[1]) - n[1] * (unit - parts[0])) / determinant;
    *b = (parts[0] * n[1] - parts[1] * n[0]) / determinant;
    if (*a < 0 || *a > most || *b < 0 || *b > most) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i] * *a + (unit - parts[i]) * *b != n[i]) {
            return false;
        }
    }
    return true;
}

/* Tries the colours as the entries `entry`. */
static bool solve(const exact_colors *colors, const uint32_t *entry, color_line *line)
{
    const int32_t *table = line->four ? parts_four : parts_three;
    int32_t parts[4], n[4];
    for (uint32_t i = 0; i < colors->count; i++) {
        parts[i] = table[entry[i]];
    }
    for (uint32_t k = 0; k < COMPONENTS; k++) {
        for (uint32_t i = 0; i < colors->count; i++) {
            n[i] = colors->color[i][k];
        }
        if (!solve_component(colors->count, parts, n, unit_of(line), most_of[k], &line->end[0][k], &line->end[1][k])) {
            return false;
        }
    }
    return true;
}

/* Every way to give the colours different entries, those that change the first colour last. */
static bool encode_exactly(const color_block *block, bool four, color_line *line)
{
    exact_colors colors;
    line->four = four;
    uint32_t count = entries(line);
    if (!find_exact(block, unit_of(line), &colors) || colors.count > count) {
        return false;
    }
    for (uint32_t number = 0; number < 256; number++) {
        uint32_t entry[4], seen = 0;
        bool fits = true;
        for (uint32_t i = 0; i < 4; i++) {
            entry[i] = number >> (2 * (3 - i)) & 3u;
            if (i < colors.count) {
                fits = fits && entry[i] < count && (seen >> entry[i] & 1u) == 0;
                seen |= 1u << entry[i];
            } else {
                fits = fits && entry[i] == 0;
            }
        }
        if (fits && solve(&colors, entry, line)) {
            return true;
        }
    }
    return false;
}

/* ---- nearly ---- */

static int32_t quantise(double value, int32_t most)
{
    double held = value > 0 ? (value < 1 ? value : 1) : 0;
    return (int32_t)(held * (double)most + 0.5);
}

/* The line of greatest spread through the mean, by powers of the covariance. */
static void principal_axis(const color_block *block, const double mean[COMPONENTS], double axis[COMPONENTS])
{
    double covariance[COMPONENTS][COMPONENTS] = {{0}};
    for (uint32_t i = 0; i < block->count; i++) {
        for (uint32_t k = 0; k < COMPONENTS; k++) {
            for (uint32_t j = 0; j < COMPONENTS; j++) {
                covariance[k][j] += (block->color[i][k] - mean[k]) * (block->color[i][j] - mean[j]);
            }
        }
    }
    /* Start along the component of the largest spread: never across the axis. */
    uint32_t largest = covariance[1][1] > covariance[0][0] ? 1 : 0;
    largest = covariance[2][2] > covariance[largest][largest] ? 2 : largest;
    memcpy(axis, covariance[largest], sizeof covariance[largest]);
    for (uint32_t round = 0; round < 8; round++) {
        double next[COMPONENTS], scale = 0;
        for (uint32_t k = 0; k < COMPONENTS; k++) {
            next[k] = covariance[k][0] * axis[0] + covariance[k][1] * axis[1] + covariance[k][2] * axis[2];
            double size = next[k] < 0 ? -next[k] : next[k];
            scale = size > scale ? size : scale;
        }
        for (uint32_t k = 0; k < COMPONENTS && scale > 0; k++) {
            axis[k] = next[k] / scale;
        }
    }
}

static void start_line(const color_block *block, color_line *line)
{
    double mean[COMPONENTS] = {0}, axis[COMPONENTS];
    for (uint32_t i = 0; i < block->count; i++) {
        for (uint32_t k = 0; k < COMPONENTS; k++) {
            mean[k] += block->color[i][k] / (double)block->count;
        }
    }
    principal_axis(block, mean, axis);
    double low = 0, high = 0, length = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    for (uint32_t i = 0; i < block->count && length > 0; i++) {
        double along = 0;
        for (uint32_t k = 0; k < COMPONENTS; k++) {
            along += (block->color[i][k] - mean[k]) * axis[k];
        }
        along /= length;
        low = along < low ? along : low;
        high = along > high ? along : high;
    }
    for (uint32_t k = 0; k < COMPONENTS; k++) {
        line->end[0][k] = quantise(mean[k] + high * axis[k], most_of[k]);
        line->end[1][k] = quantise(mean[k] + low * axis[k], most_of[k]);
    }
}

/* The endpoints that fit the codes best, rounded; false where the codes leave them open. */
static bool fit(const color_block *block, const uint8_t code[16], color_line *line)
{
    const int32_t *parts = line->four ? parts_four : parts_three;
    double unit = (double)unit_of(line), aa = 0, ab = 0, bb = 0, av[COMPONENTS] = {0}, bv[COMPONENTS] = {0};
    for (uint32_t i = 0; i < block->count; i++) {
        double a = (double)parts[code[i]] / unit, b = 1.0 - a;
        aa += a * a;
        ab += a * b;
        bb += b * b;
        for (uint32_t k = 0; k < COMPONENTS; k++) {
            av[k] += a * block->color[i][k];
            bv[k] += b * block->color[i][k];
        }
    }
    double determinant = aa * bb - ab * ab;
    if (determinant < 1e-9) {
        return false;
    }
    for (uint32_t k = 0; k < COMPONENTS; k++) {
        line->end[0][k] = quantise((av[k] * bb - bv[k] * ab) / determinant, most_of[k]);
        line->end[1][k] = quantise((bv[k] * aa - av[k] * ab) / determinant, most_of[k]);
    }
    return true;
}

/* One step of a component at a time, as long as one helps. */
static double descend(const color_block *block, color_line *line, double error)
{
    uint8_t code[16];
    bool better = true;
    for (uint32_t round = 0; better && round < 16; round++) {
        better = false;
        for (uint32_t k = 0; k < 4 * COMPONENTS; k++) {
            color_line next = *line;
            int32_t *end = &next.end[k & 1u][k / 4];
            *end += (k & 2u) != 0 ? 1 : -1;
            if (*end < 0 || *end > most_of[k / 4]) {
                continue;
            }
            double changed = assign(block, &next, code);
            if (changed < error) {
                error = changed;
                *line = next;
                better = true;
            }
        }
    }
    return error;
}

static double encode_nearly(const color_block *block, bool four, color_line *line)
{
    uint8_t code[16] = {0};
    line->four = four;
    start_line(block, line);
    double error = assign(block, line, code);
    for (uint32_t round = 0; round < 4; round++) {
        color_line next = *line;
        uint8_t next_code[16];
        if (!fit(block, code, &next)) {
            break;
        }
        double changed = assign(block, &next, next_code);
        if (changed >= error) {
            break;
        }
        error = changed;
        *line = next;
        memcpy(code, next_code, sizeof code);
    }
    return descend(block, line, error);
}

/* ---- bytes ---- */

static uint32_t packed(const int32_t end[COMPONENTS])
{
    return (uint32_t)end[RED] << 11 | (uint32_t)end[GREEN] << 5 | (uint32_t)end[BLUE];
}

void s9_colors_encode(const s9_block_values *values, bool punch, uint8_t *bytes)
{
    color_block block = {0};
    bool clear[16] = {false}, any_clear = false;
    for (uint32_t i = 0; i < 16; i++) {
        clear[i] = punch && values->used[i] && values->texel[i][3] < 0.5f;
        any_clear |= clear[i];
        if (values->used[i] && !clear[i]) {
            for (uint32_t k = 0; k < COMPONENTS; k++) {
                block.color[block.count][k] = (double)values->texel[i][k];
            }
            block.count++;
        }
    }
    color_line line = {.four = !any_clear};
    if (block.count > 0 && !(!any_clear && encode_exactly(&block, true, &line)) &&
        !(punch && encode_exactly(&block, false, &line))) {
        color_line other;
        double error = encode_nearly(&block, !any_clear, &line);
        if (punch && !any_clear && encode_nearly(&block, false, &other) < error) {
            line = other;
        }
    }
    uint8_t code[16] = {0};
    assign(&block, &line, code);
    uint32_t c0 = packed(line.end[0]), c1 = packed(line.end[1]);
    /* The order of the endpoints says which form it is; where both are the same the first code is right in each. */
    bool swap = punch ? (c0 > c1) != line.four && c0 != c1 : false;
    bool equal = c0 == c1;
    uint32_t codes = 0, next = 0;
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t c = clear[i] ? 3u : 0u;
        if (values->used[i] && !clear[i]) {
            c = code[next++];
            /* 0 and 1 change places, and 2 and 3 of the form that has both. */
            c = equal ? 0u : swap && (c < 2 || line.four) ? c ^ 1u : c;
        }
        codes |= c << (2 * i);
    }
    if (swap) {
        uint32_t first = c0;
        c0 = c1;
        c1 = first;
    }
    const uint32_t ends = c0 | c1 << 16;
    for (uint32_t i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(ends >> (8 * i));
        bytes[4 + i] = (uint8_t)(codes >> (8 * i));
    }
}
