/* SPDX-License-Identifier: MIT */
/*
 * Blocks of texels from values, but for the colours of DXT blocks (encode_colors.c).
 *
 * A ramp (the alpha of DXT5, ATI1, ATI2) is exact where the block can be held: two of its values at two places of the
 * ramp determine the endpoints. R8G8_B8G8 and G8R8_G8B8 share red and blue between two texels: their mean, so a pair
 * that agrees is exact. UYVY and YUY2 share their chroma likewise; what comes from them and was not cut off at 0 or 1
 * goes back to the same bytes.
 */
#include "texture/encode.h"

/* ---- ramps ---- */

typedef struct ramp_values {
    uint32_t count;
    double value[16];
} ramp_values;

/* Endpoints: the first larger: eight steps from one to the other; else six, and 0 and 1. */
typedef struct ramp {
    int32_t a, b;
    bool eight;
} ramp;

static uint32_t place_of(uint32_t step, uint32_t last)
{
    return step == 0 ? 0u : step == last ? 1u : step + 1u;
}

/* Values of the codes 0..7. */
static void ramp_palette(const ramp *r, double palette[8])
{
    int32_t last = r->eight ? 7 : 5;
    palette[6] = 0.0;
    palette[7] = 1.0;
    for (int32_t i = 0; i <= last; i++) {
        palette[place_of((uint32_t)i, (uint32_t)last)] =
            (double)((float)((last - i) * r->a + i * r->b) / (float)(last * 255));
    }
}

static double ramp_assign(const ramp_values *values, const ramp *r, uint8_t code[16])
{
    double palette[8], total = 0;
    ramp_palette(r, palette);
    for (uint32_t i = 0; i < values->count; i++) {
        double best = 4;
        for (uint32_t c = 0; c < 8; c++) {
            double away = values->value[i] - palette[c], error = away * away;
            if (error < best) {
                best = error;
                code[i] = (uint8_t)c;
            }
        }
        total += best;
    }
    return total;
}

static bool is_exact(const ramp_values *values, const ramp *r)
{
    uint8_t code[16];
    return r->a >= 0 && r->a <= 255 && r->b >= 0 && r->b <= 255 && (r->a > r->b) == r->eight &&
           ramp_assign(values, r, code) == 0.0;
}

/* Numerators over 255 * last of the smallest and largest value that the ramp itself has to hold; false: no such. */
static bool ramp_span(const ramp_values *values, bool eight, int32_t *low, int32_t *high)
{
    int32_t last = eight ? 7 : 5, most = last * 255;
    *low = most;
    *high = 0;
    bool any = false;
    for (uint32_t i = 0; i < values->count; i++) {
        double v = values->value[i];
        if (!eight && (v == 0.0 || v == 1.0)) {
            continue;
        }
        int32_t n = (int32_t)(v * (double)most + 0.5);
        if ((double)((float)n / (float)most) != v) {
            return false;
        }
        *low = n < *low ? n : *low;
        *high = n > *high ? n : *high;
        any = true;
    }
    if (!any) {
        *low = *high = 0;
    }
    return true;
}

/* One value: whichever place of the ramp reaches it. */
static bool exact_constant(const ramp_values *values, bool eight, int32_t n, ramp *r)
{
    int32_t last = eight ? 7 : 5;
    for (int32_t i = 0; i <= last; i++) {
        for (r->a = 0; r->a < 256; r->a++) {
            int32_t rest = n - (last - i) * r->a;
            r->b = i == 0 ? (eight ? 0 : 255) : rest / i;
            if ((i == 0 ? rest == 0 : rest >= 0 && rest % i == 0) && is_exact(values, r)) {
                return true;
            }
        }
    }
    return false;
}

/* The smallest and the largest value at every two places of the ramp. */
static bool ramp_exactly(const ramp_values *values, bool eight, ramp *r)
{
    int32_t last = eight ? 7 : 5, low, high;
    r->eight = eight;
    if (!ramp_span(values, eight, &low, &high)) {
        return false;
    }
    if (low == high) {
        /* A byte is its own ramp, of the form that allows two equal ends. */
        r->a = r->b = low / last;
        return is_exact(values, r) || exact_constant(values, eight, low, r);
    }
    for (int32_t i = 0; i <= last; i++) {
        for (int32_t j = i + 1; j <= last; j++) {
            /* Numerators rise by `step` from place to place. */
            int32_t step = (high - low) / (j - i);
            if (step * (j - i) != high - low) {
                continue;
            }
            int32_t first = low - i * step, end = first + last * step;
            if (first % last != 0 || end % last != 0) {
                continue;
            }
            r->a = (eight ? end : first) / last;
            r->b = (eight ? first : end) / last;
            if (is_exact(values, r)) {
                return true;
            }
        }
    }
    return false;
}

static double ramp_nearly(const ramp_values *values, bool eight, ramp *r)
{
    double low = 1, high = 0;
    uint8_t code[16];
    /* Without what 0 and 1 hold better than the end of a ramp, where they are there. */
    const double margin = eight ? 0.0 : 1.0 / 32.0;
    for (uint32_t i = 0; i < values->count; i++) {
        double v = values->value[i];
        if (v >= margin && v <= 1.0 - margin) {
            low = v < low ? v : low;
            high = v > high ? v : high;
        }
    }
    if (low > high) {
        low = high = 0.5;
    }
    int32_t bottom = (int32_t)(low * 255.0 + 0.5), top = (int32_t)(high * 255.0 + 0.5);
    if (eight && top == bottom) {
        top = top < 255 ? top + 1 : top;
        bottom = top == bottom ? bottom - 1 : bottom;
    }
    r->eight = eight;
    r->a = eight ? top : bottom;
    r->b = eight ? bottom : top;
    double error = ramp_assign(values, r, code);
    static const int32_t steps[4] = {-1, 1, -4, 4};
    bool better = true;
    for (uint32_t round = 0; better && round < 64; round++) {
        better = false;
        for (uint32_t k = 0; k < 8; k++) {
            ramp next = *r;
            int32_t *end = (k & 1u) != 0 ? &next.a : &next.b;
            *end += steps[k / 2];
            if (*end < 0 || *end > 255 || (next.a > next.b) != eight) {
                continue;
            }
            double changed = ramp_assign(values, &next, code);
            if (changed < error) {
                error = changed;
                *r = next;
                better = true;
            }
        }
    }
    return error;
}

void s9_ramp_encode(const s9_block_values *values, uint32_t component, uint8_t *bytes)
{
    ramp_values v = {0};
    for (uint32_t i = 0; i < values->count; i++) {
        if (values->used[i]) {
            v.value[v.count++] = (double)values->texel[i][component];
        }
    }
    ramp r = {0};
    if (!ramp_exactly(&v, false, &r) && !ramp_exactly(&v, true, &r)) {
        ramp other;
        double error = ramp_nearly(&v, true, &r);
        if (ramp_nearly(&v, false, &other) < error) {
            r = other;
        }
    }
    uint8_t code[16] = {0};
    ramp_assign(&v, &r, code);
    uint64_t codes = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i < values->count; i++) {
        if (values->used[i]) {
            codes |= (uint64_t)code[next++] << (3 * i);
        }
    }
    bytes[0] = (uint8_t)r.a;
    bytes[1] = (uint8_t)r.b;
    for (uint32_t i = 0; i < 6; i++) {
        bytes[2 + i] = (uint8_t)(codes >> (8 * i));
    }
}

/* ---- the other layouts ---- */

static uint8_t to_byte(double value)
{
    double held = value > 0.0 ? (value < 255.0 ? value : 255.0) : 0.0;
    return (uint8_t)(held + 0.5);
}

/* The mean of a component over the texels of a pair, in bytes. */
static double pair_mean(const s9_block_values *values, uint32_t component)
{
    double first = (double)values->texel[0][component];
    double second = values->used[1] ? (double)values->texel[1][component] : first;
    return (first + second) / 2.0 * 255.0;
}

/* Red, green of each, blue. */
static void share_colors(const s9_block_values *values, uint8_t out[4])
{
    out[0] = to_byte(pair_mean(values, 0));
    out[1] = to_byte((double)values->texel[0][1] * 255.0);
    out[2] = to_byte((double)values->texel[values->used[1] ? 1 : 0][1] * 255.0);
    out[3] = to_byte(pair_mean(values, 2));
}

/* Luminance of each, and both chromas: the way back from blocks.c. */
static void share_chroma(const s9_block_values *values, uint8_t y[2], uint8_t *u, uint8_t *v)
{
    double blue = 0, red = 0;
    for (uint32_t i = 0; i < 2; i++) {
        const float *texel = values->texel[values->used[i] ? i : 0];
        double r = (double)texel[0], g = (double)texel[1], b = (double)texel[2];
        double luma = 0.299 * r + 0.587 * g + 0.114 * b;
        y[i] = to_byte(16.0 + 219.0 * luma);
        blue += (b - luma) / 0.886 / 2.0;
        red += (r - luma) / 0.701 / 2.0;
    }
    *u = to_byte(128.0 + 112.0 * blue);
    *v = to_byte(128.0 + 112.0 * red);
}

static void put(uint8_t *bytes, uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    bytes[0] = a;
    bytes[1] = b;
    bytes[2] = c;
    bytes[3] = d;
}

void s9_block_encode(s9_format_layout layout, const s9_block_values *values, uint8_t *bytes)
{
    uint8_t shared[4], y[2], u, v;
    switch (layout) {
    case S9_LAYOUT_DXT1:
        s9_colors_encode(values, true, bytes);
        break;
    case S9_LAYOUT_DXT3:
        memset(bytes, 0, 8);
        for (uint32_t i = 0; i < 16; i++) {
            uint32_t alpha = values->used[i] ? (uint32_t)(values->texel[i][3] * 15.0f + 0.5f) : 0u;
            bytes[i / 2] = (uint8_t)(bytes[i / 2] | alpha << (4 * (i & 1u)));
        }
        s9_colors_encode(values, false, bytes + 8);
        break;
    case S9_LAYOUT_DXT5:
        s9_ramp_encode(values, 3, bytes);
        s9_colors_encode(values, false, bytes + 8);
        break;
    case S9_LAYOUT_ATI1:
        s9_ramp_encode(values, 0, bytes);
        break;
    case S9_LAYOUT_ATI2:
        s9_ramp_encode(values, 1, bytes);
        s9_ramp_encode(values, 0, bytes + 8);
        break;
    case S9_LAYOUT_RGBG:
        share_colors(values, shared);
        put(bytes, shared[1], shared[0], shared[2], shared[3]);
        break;
    case S9_LAYOUT_GRGB:
        share_colors(values, shared);
        put(bytes, shared[0], shared[1], shared[3], shared[2]);
        break;
    case S9_LAYOUT_UYVY:
        share_chroma(values, y, &u, &v);
        put(bytes, u, y[0], v, y[1]);
        break;
    case S9_LAYOUT_YUY2:
        share_chroma(values, y, &u, &v);
        put(bytes, y[0], u, y[1], v);
        break;
    default:
        break;
    }
}

/* ---- levels ---- */

static void load_block(const s9_format_info *info, const float (*values)[4], uint32_t width, uint32_t height,
                       uint32_t x, uint32_t y, s9_block_values *block)
{
    memset(block, 0, sizeof *block);
    block->count = (uint32_t)info->block_width * info->block_height;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t column = x + i % info->block_width, row = y + i / info->block_width;
        block->used[i] = column < width && row < height;
        for (uint32_t k = 0; k < 4 && block->used[i]; k++) {
            float v = values[(size_t)row * width + column][k];
            block->texel[i][k] = v > 0.0f ? (v < 1.0f ? v : 1.0f) : 0.0f;
        }
    }
}

s9_result s9_format_encode_level(s9_format format, const float (*values)[4], uint32_t width, uint32_t height,
                                 uint32_t slices, void *out)
{
    const s9_format_info *info = s9_format_get_info(format);
    size_t bytes, slice_bytes;
    if (!info || !values || !out || !s9_format_level_size(format, width, height, slices, &bytes) ||
        !s9_format_slice_size(info, width, height, &slice_bytes)) {
        return S9_ERROR_ARGUMENT;
    }
    if (info->block_width == 1 && info->block_height == 1) {
        return s9_format_encode(format, values, (size_t)width * height * slices, out);
    }
    uint8_t *to = out;
    for (uint32_t slice = 0; slice < slices; slice++) {
        const float(*from)[4] = values + (size_t)slice * width * height;
        for (uint32_t y = 0; y < height; y += info->block_height) {
            for (uint32_t x = 0; x < width; x += info->block_width, to += info->block_bytes) {
                s9_block_values block;
                load_block(info, from, width, height, x, y, &block);
                s9_block_encode((s9_format_layout)info->layout, &block, to);
            }
        }
    }
    return S9_OK;
}
