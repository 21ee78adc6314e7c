/* SPDX-License-Identifier: MIT */
/*
 * The batch sampler against a second one, written straight from the rules: one lane at a time, no tiles, no groups, no
 * shortcuts. Random textures, states and coordinates; every bit of every result must agree (NaN with NaN).
 */
#define S9_MATH_WIDTH 1
#include "exec/math.h"

#include "texture/tile.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>

#include <cmocka.h>

static uint32_t random_state = 12345;

static uint32_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static uint32_t below(uint32_t n)
{
    return random_bits() % n;
}

static float unit(void)
{
    return (float)(random_bits() >> 8) * 0x1p-24f;
}

/* ---- the plain sampler ---- */

typedef struct plain {
    const s9_texture *texture;
    s9_sampler_state state;
    bool srgb, compare, quads;
    s9_sample_mode mode;
    uint32_t size[S9_MAX_LEVELS][3], levels;
} plain;

/* What the four lanes of a quad bring along. */
typedef struct lane_input {
    float c[3], lod, dx[3], dy[3];
} lane_input;

typedef struct texel {
    float v[4];
} texel;

static texel border_texel(const plain *p)
{
    texel t;
    memcpy(t.v, p->state.border, sizeof t.v);
    return t;
}

static texel compared(const plain *p, texel t, float reference)
{
    if (p->compare) {
        float result = reference <= t.v[0] ? 1.0f : 0.0f;
        for (int k = 0; k < 4; k++) {
            t.v[k] = result;
        }
    }
    return t;
}

static texel read_texel(const plain *p, uint32_t level, int64_t x, int64_t y, int64_t slice)
{
    texel t;
    s9_texture_texel(p->texture, level, (uint32_t)x, (uint32_t)y, (uint32_t)slice, t.v);
    for (int k = 0; k < 3 && p->srgb; k++) {
        t.v[k] = s9_srgb_to_linear(t.v[k]);
    }
    return t;
}

/* Index of an axis after its address mode; false: border. */
static bool address(s9_address mode, int64_t i, int64_t n, int64_t *out)
{
    int64_t m;
    switch (mode) {
    case S9_ADDRESS_WRAP:
        *out = ((i % n) + n) % n;
        return true;
    case S9_ADDRESS_MIRROR:
        m = ((i % (2 * n)) + 2 * n) % (2 * n);
        *out = m < n ? m : 2 * n - 1 - m;
        return true;
    case S9_ADDRESS_CLAMP:
        *out = i < 0 ? 0 : i > n - 1 ? n - 1 : i;
        return true;
    case S9_ADDRESS_MIRROR_ONCE:
        i = i < 0 ? -1 - i : i;
        *out = i > n - 1 ? n - 1 : i;
        return true;
    default:
        *out = i;
        return i >= 0 && i < n;
    }
}

typedef struct span {
    int64_t i; /* first index, before the address mode */
    float f;   /* weight of the second */
} span;

static span find_span(s9_address mode, float u, int64_t n, bool linear)
{
    if (u != u) {
        u = 0.0f;
    }
    float product = u * (float)n;
    if (fabsf(product) >= 16777216.0f) {
        if (mode == S9_ADDRESS_WRAP || mode == S9_ADDRESS_MIRROR) {
            if (!isinf(product)) {
                span s = {(int64_t)fmod((double)product, (double)(2 * n)), 0.0f};
                return s;
            }
            product = 0.0f * (float)n;
        } else {
            span s = {product > 0.0f ? 1000000 : -1000000, 0.0f};
            return s;
        }
    }
    if (!linear) {
        span s = {(int64_t)floorf(product), 0.0f};
        return s;
    }
    float x = product - 0.5f;
    span s = {(int64_t)floorf(x), x - floorf(x)};
    return s;
}

static texel mix(texel a, texel b, float f)
{
    if (f == 0.0f) {
        return a;
    }
    if (f == 1.0f) {
        return b;
    }
    texel r;
    for (int k = 0; k < 4; k++) {
        float difference = b.v[k] - a.v[k];
        float scaled = f * difference;
        r.v[k] = a.v[k] + scaled;
    }
    return r;
}

static texel addressed_texel(const plain *p, uint32_t level, const int64_t i[3], int64_t face, float reference)
{
    int64_t at[3] = {0, 0, face};
    uint32_t axes = s9_texture_get_type(p->texture) == S9_TEXTURE_VOLUME ? 3 : 2;
    for (uint32_t a = 0; a < axes; a++) {
        s9_address mode = s9_texture_get_type(p->texture) == S9_TEXTURE_CUBE ? S9_ADDRESS_CLAMP : p->state.address[a];
        if (!address(mode, i[a], p->size[level][a], &at[a])) {
            return compared(p, border_texel(p), reference);
        }
    }
    return compared(p, read_texel(p, level, at[0], at[1], at[2]), reference);
}

/* Texel of a seamless cube by geometry: the centre of the texel one step outside, folded over the edge. */
static texel folded_texel(const plain *p, uint32_t level, int64_t x, int64_t y, int face, float reference)
{
    /* right, down and outward of each face, in x, y, z */
    static const int axes[6][3][3] = {
        {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}}, {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}}, {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
        {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}},  {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
    };
    int64_t n = p->size[level][0];
    bool out_x = x < 0 || x >= n, out_y = y < 0 || y >= n;
    if (!out_x && !out_y) {
        return compared(p, read_texel(p, level, x, y, face), reference);
    }
    if (out_x && out_y) {
        int64_t in_x = x < 0 ? 0 : n - 1, in_y = y < 0 ? 0 : n - 1;
        texel a = folded_texel(p, level, in_x, in_y, face, reference);
        texel b = folded_texel(p, level, x, in_y, face, reference);
        texel c = folded_texel(p, level, in_x, y, face, reference);
        for (int k = 0; k < 4; k++) {
            float sum = a.v[k] + b.v[k];
            sum = sum + c.v[k];
            a.v[k] = sum / 3.0f;
        }
        return a;
    }
    /* The point half a texel beyond the edge, bent inward by the same amount. */
    double s = ((double)x + 0.5) / (double)n * 2 - 1, t = ((double)y + 0.5) / (double)n * 2 - 1;
    double step = 1.0 / (double)n, outward = 1 - step;
    s = s < -1 ? -1 : s > 1 ? 1 : s;
    t = t < -1 ? -1 : t > 1 ? 1 : t;
    double point[3];
    for (int k = 0; k < 3; k++) {
        point[k] = axes[face][0][k] * s + axes[face][1][k] * t + axes[face][2][k] * outward;
    }
    for (int other = 0; other < 6; other++) {
        double d[3] = {0, 0, 0};
        for (int row = 0; row < 3; row++) {
            for (int k = 0; k < 3; k++) {
                d[row] += axes[other][row][k] * point[k];
            }
        }
        if (other != face && d[2] > 1 - 1e-9) {
            int64_t column = (int64_t)floor((d[0] + 1) / 2 * (double)n),
                    row = (int64_t)floor((d[1] + 1) / 2 * (double)n);
            return compared(p, read_texel(p, level, column, row, other), reference);
        }
    }
    fail_msg("no face found");
    return border_texel(p);
}

static texel one_probe(const plain *p, uint32_t level, bool linear, const float u[3], int face, float reference)
{
    bool cube = s9_texture_get_type(p->texture) == S9_TEXTURE_CUBE;
    uint32_t axes = s9_texture_get_type(p->texture) == S9_TEXTURE_VOLUME ? 3 : 2;
    span s[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (uint32_t a = 0; a < axes; a++) {
        s[a] = find_span(cube ? S9_ADDRESS_CLAMP : p->state.address[a], u[a], p->size[level][a], linear);
    }
    texel t[8];
    for (int k = 0; k < 8; k++) {
        int64_t i[3] = {s[0].i + (k & 1), s[1].i + (k >> 1 & 1), s[2].i + (k >> 2)};
        if (cube && p->state.seamless && linear && k < 4) {
            t[k] = folded_texel(p, level, i[0], i[1], face, reference);
        } else {
            t[k] = addressed_texel(p, level, i, face, reference);
        }
    }
    for (int k = 0; k < 8; k += 2) {
        t[k] = mix(t[k], t[k + 1], s[0].f);
    }
    t[0] = mix(t[0], t[2], s[1].f);
    t[4] = mix(t[4], t[6], s[1].f);
    return mix(t[0], t[4], s[2].f);
}

static int cube_face(const float d[3], float *sc, float *tc, float *ma)
{
    float x = d[0], y = d[1], z = d[2];
    bool zero = x == 0 && y == 0 && z == 0, nan = x != x || y != y || z != z;
    if (zero || nan || (fabsf(z) >= fabsf(x) && fabsf(z) >= fabsf(y))) {
        bool negative = !nan && z < 0;
        *sc = negative ? -x : x;
        *tc = -y;
        *ma = z;
        return negative ? 5 : 4;
    }
    if (fabsf(y) >= fabsf(x)) {
        *sc = x;
        *tc = y < 0 ? -z : z;
        *ma = y;
        return y < 0 ? 3 : 2;
    }
    *sc = x < 0 ? z : -z;
    *tc = -y;
    *ma = x;
    return x < 0 ? 1 : 0;
}

/* Derivatives of the coordinates that the level comes from; `lane` within its quad. */
static bool derivatives(const plain *p, const lane_input quad[4], int lane, float dx[3], float dy[3])
{
    if (p->mode == S9_SAMPLE_GRADIENTS) {
        memcpy(dx, quad[lane].dx, 3 * sizeof *dx);
        memcpy(dy, quad[lane].dy, 3 * sizeof *dy);
    } else if (p->quads) {
        for (int k = 0; k < 3; k++) {
            int row = lane / 2 * 2, column = lane % 2;
            dx[k] = quad[row + 1].c[k] - quad[row].c[k];
            dy[k] = quad[column + 2].c[k] - quad[column].c[k];
        }
    } else {
        return false;
    }
    if (s9_texture_get_type(p->texture) == S9_TEXTURE_CUBE) {
        float sc, tc, ma;
        int face = cube_face(quad[lane].c, &sc, &tc, &ma);
        for (int k = 0; k < 2; k++) {
            float *d = k == 0 ? dx : dy;
            /* sc, tc and abs(ma) are linear in the direction on this face */
            float dsc = face < 2 ? (face == 0 ? -d[2] : d[2]) : face == 5 ? -d[0] : d[0];
            float dtc = face == 2 ? d[2] : face == 3 ? -d[2] : -d[1];
            float dma = face < 2 ? d[0] : face < 4 ? d[1] : d[2];
            if (face % 2 == 1) {
                dma = -dma;
            }
            float a = fabsf(ma), twice = 2.0f * ma, divisor = twice * ma;
            float m0 = dsc * a, m1 = sc * dma, m2 = dtc * a, m3 = tc * dma;
            d[0] = (m0 - m1) / divisor;
            d[1] = (m2 - m3) / divisor;
            d[2] = 0;
        }
    }
    return true;
}

static float length_of(const plain *p, const float d[3])
{
    float a = d[0] * (float)p->size[0][0], b = d[1] * (float)p->size[0][1];
    float aa = a * a, bb = b * b;
    float sum = aa + bb;
    if (s9_texture_get_type(p->texture) == S9_TEXTURE_VOLUME) {
        float c = d[2] * (float)p->size[0][2];
        float cc = c * c;
        sum = sum + cc;
    }
    return sqrtf(sum);
}

static float plain_log2(float v)
{
    return v == 0.0f ? -INFINITY : s9_math_log2(v);
}

static texel plain_sample(const plain *p, const lane_input quad[4], int lane, float *level_out)
{
    const lane_input *in = &quad[lane];
    s9_texture_type type = s9_texture_get_type(p->texture);
    uint32_t last = p->levels - 1;
    bool cube = type == S9_TEXTURE_CUBE;
    float reference = in->c[2] != in->c[2] || in->c[2] < 0 ? 0 : in->c[2] > 1 ? 1 : in->c[2];
    float u[3] = {in->c[0], in->c[1], in->c[2]};
    int face = 0;
    if (cube) {
        float sc, tc, ma;
        face = cube_face(in->c, &sc, &tc, &ma);
        bool zero = in->c[0] == 0 && in->c[1] == 0 && in->c[2] == 0;
        bool nan = in->c[0] != in->c[0] || in->c[1] != in->c[1] || in->c[2] != in->c[2];
        u[0] = zero || nan ? 0.5f : (sc / fabsf(ma) + 1) / 2;
        u[1] = zero || nan ? 0.5f : (tc / fabsf(ma) + 1) / 2;
    }
    float dx[3] = {0}, dy[3] = {0}, px = 0, py = 0, L;
    float probes = 1;
    bool anisotropic = p->state.min == S9_FILTER_ANISOTROPIC && !cube && p->mode != S9_SAMPLE_LOD;
    if (p->mode == S9_SAMPLE_LOD) {
        L = in->lod + p->state.bias;
    } else {
        float G = -INFINITY;
        if (derivatives(p, quad, lane, dx, dy)) {
            px = length_of(p, dx);
            py = length_of(p, dy);
            float longer = px != px ? py : py != py ? px : px > py ? px : py;
            float shorter = px != px ? py : py != py ? px : px < py ? px : py;
            G = plain_log2(longer);
            if (anisotropic) {
                float most = (float)p->state.max_anisotropy;
                if (shorter == 0) {
                    probes = most;
                } else {
                    float count = ceilf(longer / shorter);
                    probes = count < most ? count : most;
                }
                G = plain_log2(longer / probes);
            }
        }
        if (p->mode == S9_SAMPLE_BIAS) {
            G = G + in->lod;
        }
        L = G + p->state.bias;
    }
    *level_out = L;
    bool magnify = !(L > 0);
    s9_filter filter = magnify ? p->state.mag : p->state.min;
    bool linear = filter != S9_FILTER_POINT;
    if (magnify) {
        uint32_t level = p->state.mip == S9_FILTER_NONE ? 0 : p->state.max_level < last ? p->state.max_level : last;
        return one_probe(p, level, linear, u, face, reference);
    }
    uint32_t level = 0, next = 0;
    float weight = 0;
    if (p->state.mip != S9_FILTER_NONE) {
        float held = L > (float)p->state.max_level ? L : (float)p->state.max_level;
        held = held < (float)last ? held : (float)last;
        if (p->state.mip == S9_FILTER_POINT) {
            level = (uint32_t)(ceilf(held + 0.5f) - 1);
        } else {
            level = (uint32_t)floorf(held);
            next = level + 1 < last ? level + 1 : last;
            weight = held - floorf(held);
        }
    }
    texel result[2];
    for (int k = 0; k < 2; k++) {
        uint32_t of = k == 0 ? level : next;
        if (!anisotropic || probes == 1) {
            result[k] = one_probe(p, of, linear, u, face, reference);
            continue;
        }
        const float *along = py != py || px >= py ? dx : dy;
        texel sum = {{0}};
        for (int i = 0; i < (int)probes; i++) {
            float moved[3];
            float step = ((float)i + 0.5f) / probes - 0.5f;
            for (int a = 0; a < 3; a++) {
                float offset = step * along[a];
                moved[a] = u[a] + offset;
            }
            texel t = one_probe(p, of, true, moved, face, reference);
            for (int c = 0; c < 4; c++) {
                sum.v[c] = i == 0 ? t.v[c] : sum.v[c] + t.v[c];
            }
        }
        for (int c = 0; c < 4; c++) {
            result[k].v[c] = sum.v[c] / probes;
        }
    }
    return mix(result[0], result[1], weight);
}

/* ---- random cases ---- */

static s9_texture *random_texture(bool *srgb_able, uint32_t size[3])
{
    static const s9_format formats[] = {S9_FORMAT_A8R8G8B8, S9_FORMAT_VALUES, S9_FORMAT_A32B32G32R32F,
                                        S9_FORMAT_A8B8G8R8};
    static uint8_t bytes[1 << 20];
    s9_texture_type type = (s9_texture_type)(2 + below(3));
    s9_format format = formats[below(4)];
    size[0] = 1 + below(type == S9_TEXTURE_VOLUME ? 9 : 20);
    size[1] = type == S9_TEXTURE_CUBE ? size[0] : 1 + below(9);
    size[2] = type == S9_TEXTURE_VOLUME ? 1 + below(7) : 1;
    uint32_t longest = size[0] > size[1] ? size[0] : size[1];
    longest = longest > size[2] ? longest : size[2];
    uint32_t most = 1;
    while (longest >> most) {
        most++;
    }
    uint32_t levels = 1 + below(most);
    const void *data[S9_MAX_LEVELS];
    size_t sizes[S9_MAX_LEVELS], at = 0;
    for (uint32_t level = 0; level < levels; level++) {
        uint32_t w = size[0] >> level ? size[0] >> level : 1, h = size[1] >> level ? size[1] >> level : 1;
        uint32_t d = size[2] >> level ? size[2] >> level : 1;
        assert_true(s9_format_level_size(format, w, h, type == S9_TEXTURE_CUBE ? 6 : d, &sizes[level]));
        data[level] = bytes + at;
        if (format == S9_FORMAT_A8R8G8B8 || format == S9_FORMAT_A8B8G8R8) {
            for (size_t i = 0; i < sizes[level]; i++) {
                bytes[at + i] = (uint8_t)below(256);
            }
        } else {
            for (size_t i = 0; i < sizes[level]; i += 4) {
                float value = format == S9_FORMAT_VALUES ? unit() : unit() * 8.0f - 4.0f;
                if (below(200) == 0) {
                    value = below(2) ? INFINITY : NAN;
                }
                memcpy(bytes + at + i, &value, 4);
            }
        }
        at += sizes[level];
    }
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = type,
                            .format = format,
                            .width = size[0],
                            .height = size[1],
                            .depth = size[2],
                            .levels = levels,
                            .level_data = data,
                            .level_size = sizes};
    s9_texture *texture = NULL;
    assert_int_equal(s9_texture_create(NULL, &desc, &texture), S9_OK);
    *srgb_able = format != S9_FORMAT_A32B32G32R32F;
    return texture;
}

static float random_coordinate(uint32_t kind)
{
    static const float special[] = {0.0f,         -0.0f, 1.0f,   -1.0f,   0.5f,  16777216.0f,
                                    -16777216.0f, 1e30f, -1e30f, 3.4e38f, 1e-40f};
    switch (kind) {
    case 0:
        return unit();
    case 1:
        return unit() * 6.0f - 3.0f;
    case 2:
        return (float)((int32_t)below(64) - 32) / 16.0f;
    case 3:
        return special[below(S9_COUNT(special))];
    case 4:
        return below(3) == 0 ? INFINITY : below(2) ? -INFINITY : NAN;
    default:
        return s9_bits_float(random_bits());
    }
}

static void random_state_of(s9_sampler_state *state)
{
    s9_sampler_state_init(state);
    state->min = (s9_filter)(1 + below(3));
    state->mag = (s9_filter)(1 + below(3));
    state->mip = (s9_filter)below(3);
    for (int a = 0; a < 3; a++) {
        state->address[a] = (s9_address)(1 + below(5));
    }
    for (int k = 0; k < 4; k++) {
        state->border[k] = unit();
    }
    state->bias = below(3) ? 0.0f : below(20) ? unit() * 4.0f - 2.0f : random_coordinate(4);
    state->max_level = below(3) ? 0 : below(6);
    state->max_anisotropy = 1 + below(16);
    state->srgb = below(2);
    state->seamless = below(2);
    state->compare = (int8_t)(below(4) == 0 ? 1 : -1);
}

enum { LANES = 132 };

static void compare_case(uint32_t number)
{
    bool srgb_able;
    uint32_t size[3];
    s9_texture *texture = random_texture(&srgb_able, size);
    s9_sampler_binding binding = {.texture = texture};
    random_state_of(&binding.state);
    plain p = {.texture = texture, .state = binding.state, .levels = s9_texture_levels(texture)};
    p.srgb = srgb_able && binding.state.srgb;
    p.compare = binding.state.compare == 1;
    p.quads = below(3) != 0;
    p.mode = (s9_sample_mode)below(4);
    for (uint32_t level = 0; level < p.levels; level++) {
        s9_texture_size(texture, level, p.size[level]);
    }

    static lane_input in[LANES];
    static float c[3][LANES], lod[LANES], dx[3][LANES], dy[3][LANES], out[4][LANES], levels[LANES];
    uint32_t kind = below(2) ? 0 : below(2) ? 1 : below(8);
    float scale = below(2) ? 1.0f : unit() * 0.2f;
    for (uint32_t i = 0; i < LANES; i++) {
        for (int k = 0; k < 3; k++) {
            float base = i % 4 ? in[i - i % 4].c[k] : 0.0f;
            uint32_t own = kind == 7 ? below(6) : kind;
            in[i].c[k] = base + (i % 4 ? scale : 1.0f) * random_coordinate(own);
            in[i].dx[k] = random_coordinate(own) * scale;
            in[i].dy[k] = random_coordinate(own) * scale;
            c[k][i] = in[i].c[k];
            dx[k][i] = in[i].dx[k];
            dy[k][i] = in[i].dy[k];
        }
        in[i].lod = lod[i] = below(40) ? unit() * 8.0f - 3.0f : random_coordinate(4);
    }
    s9_prepared_sampler prepared;
    s9_sampler_prepare(&prepared, &binding, 0, NULL);
    s9_sample_args args = {.mode = p.mode,
                           .lanes = LANES,
                           .quads = p.quads,
                           .coordinate = {c[0], c[1], c[2]},
                           .lod = lod,
                           .ddx = {dx[0], dx[1], dx[2]},
                           .ddy = {dy[0], dy[1], dy[2]},
                           .out = {out[0], out[1], out[2], out[3]},
                           .level = levels};
    s9_sample(&prepared, &args);
    for (uint32_t i = 0; i < LANES; i++) {
        float level;
        texel expected = plain_sample(&p, in + i / 4 * 4, (int)(i % 4), &level);
        bool same = level == levels[i] || (level != level && levels[i] != levels[i]);
        for (int k = 0; k < 4; k++) {
            same &= s9_float_bits(expected.v[k]) == s9_float_bits(out[k][i]) ||
                    (expected.v[k] != expected.v[k] && out[k][i] != out[k][i]);
        }
        if (!same) {
            fail_msg(
                "case %u lane %u (type %d, %ux%ux%u, %u levels, mode %d, min %d mag %d mip %d): got %g %g %g %g at "
                "level %.9g, expected %g %g %g %g at %.9g; coordinate %.9g %.9g %.9g",
                (unsigned)number, (unsigned)i, (int)s9_texture_get_type(texture), (unsigned)size[0], (unsigned)size[1],
                (unsigned)size[2], (unsigned)p.levels, (int)p.mode, (int)p.state.min, (int)p.state.mag,
                (int)p.state.mip, (double)out[0][i], (double)out[1][i], (double)out[2][i], (double)out[3][i],
                (double)levels[i], (double)expected.v[0], (double)expected.v[1], (double)expected.v[2],
                (double)expected.v[3], (double)level, (double)c[0][i], (double)c[1][i], (double)c[2][i]);
        }
    }
    /* Without the level asked for, the shortcuts are open; the values are the same, for vectors of any width. */
    static float again[4][LANES];
    args.level = NULL;
    for (int k = 0; k < 4; k++) {
        args.out[k] = again[k];
    }
    for (int level = -1; level < 3; level++) {
        const s9_sample_kernels *kernels = level < 0 ? NULL : s9_sample_kernels_of((uint32_t)level);
        if (level >= 0 && !kernels) {
            continue;
        }
        s9_sampler_use(&prepared, kernels);
        /* What is left over of whole vectors, too. */
        args.lanes = LANES - 4 * below(5);
        memset(again, 0, sizeof again);
        s9_sample(&prepared, &args);
        for (int k = 0; k < 4; k++) {
            assert_memory_equal(again[k], out[k], args.lanes * sizeof again[k][0]);
        }
    }
    s9_texture_destroy(texture);
}

static void test_against_plain(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 6000; number++) {
        compare_case(number);
    }
}

static uint32_t nearest_level(uint32_t square_bits, float *level)
{
    *level = s9_math_log2(s9m_sqrt(s9_bits_float(square_bits)));
    float held = *level > 0.0f ? *level : 0.0f;
    return (uint32_t)(ceilf(held + 0.5f) - 1.0f);
}

/* The thresholds that stand for a logarithm, and the floats around them. `make check-exhaustive` tries all floats. */
static void test_thresholds(void **state)
{
    (void)state;
    float level;
    for (uint32_t k = 1; k < 16; k++) {
        uint32_t from = (uint32_t)s9_nearest_from[k];
        for (uint32_t bits = from - 2000; bits < from + 2000; bits++) {
            uint32_t nearest = nearest_level(bits, &level);
            assert_int_equal(nearest, bits < from ? k - 1 : k);
        }
    }
    uint32_t magnified = s9_float_bits(S9_MAGNIFIED);
    for (uint32_t bits = magnified - 2000; bits < magnified + 2000; bits++) {
        (void)nearest_level(bits, &level);
        assert_int_equal(level > 0.0f, bits > magnified);
    }
    /* Everywhere else with great steps. */
    uint32_t before = 0;
    for (uint32_t bits = 0; bits < 0x4F000000u; bits += 977) {
        uint32_t nearest = nearest_level(bits, &level);
        assert_true(nearest >= before && (level > 0.0f) == (bits > magnified));
        before = nearest;
    }
}

/* The read in one piece gives the bits of single steps, by both widths of vectors, for any number of lanes. */
static void test_fused_widths(void **state)
{
    (void)state;
    static uint8_t texels[5 * 7 * 2 * 4];
    for (size_t i = 0; i < sizeof texels; i++) {
        texels[i] = (uint8_t)below(256);
    }
    for (uint32_t lanes = 0; lanes <= 20; lanes++) {
        static int32_t slice[20], column[2][20], row[2][20];
        static float fraction[2][20];
        for (uint32_t i = 0; i < lanes; i++) {
            slice[i] = (int32_t)below(2);
            for (int k = 0; k < 2; k++) {
                column[k][i] = (int32_t)below(5);
                row[k][i] = (int32_t)below(7);
                fraction[k][i] = below(4) ? unit() * 0.999f : 0.0f;
            }
        }
        const s9_fused_args args = {.texels = texels,
                                    .width = 5,
                                    .height = 7,
                                    .lanes = lanes,
                                    .slice = slice,
                                    .column = {column[0], column[1]},
                                    .row = {row[0], row[1]},
                                    .fraction = {fraction[0], fraction[1]}};
        for (int wide = 0; wide <= (s9_fused_is_wide() ? 1 : 0); wide++) {
            s9_tile_values out;
            uint32_t done = s9_fused_bilinear(wide == 1, &args, out);
            assert_true(done <= lanes && (done == 0 || lanes - done < 8));
            for (uint32_t i = 0; i < done; i++) {
                for (uint32_t c = 0; c < 4; c++) {
                    float corner[4];
                    for (int k = 0; k < 4; k++) {
                        int32_t number = (slice[i] * 7 + row[k >> 1][i]) * 5 + column[k & 1][i];
                        corner[k] = (float)texels[number * 4 + (int32_t)c] / 255.0f;
                    }
                    float top = fraction[0][i] * (corner[1] - corner[0]);
                    top = corner[0] + top;
                    float bottom = fraction[0][i] * (corner[3] - corner[2]);
                    bottom = corner[2] + bottom;
                    float both = fraction[1][i] * (bottom - top);
                    both = top + both;
                    assert_true(out[c][i] == both);
                }
            }
        }
        /* A weight of 1 is left to the steps. */
        if (lanes > 0) {
            s9_tile_values out;
            fraction[1][lanes - 1] = 1.0f;
            assert_int_equal(s9_fused_bilinear(false, &args, out), 0);
        }
    }
    if (!s9_fused_is_wide()) {
        print_message("this machine has no AVX2: the wide vectors are not tested\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_plain),
        cmocka_unit_test(test_thresholds),
        cmocka_unit_test(test_fused_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
