/* SPDX-License-Identifier: MIT */
/* From a coordinate to a value, as sampling.md words it: one lookup, plain single precision, every operation rounded.
 */
#include "oracle/machine.h"

/* The executor's logarithm, infinite at zero in both float modes. */
float oracle_level_log(float x);

/* ---- one axis ---- */

/* The texels along an axis: the first, the second and the weight of the second. -1 stands for the border. */
typedef struct axis {
    int64_t texel[2];
    float weight;
} axis;

static int64_t address(double i, int64_t n, s9_address mode)
{
    double size = (double)n, r;
    switch (mode) {
    case S9_ADDRESS_WRAP:
        r = fmod(i, size);
        return (int64_t)(r < 0 ? r + size : r);
    case S9_ADDRESS_MIRROR:
        r = fmod(i, 2 * size);
        r = r < 0 ? r + 2 * size : r;
        return (int64_t)(r < size ? r : 2 * size - 1 - r);
    case S9_ADDRESS_BORDER:
        return i < 0 || i > size - 1 ? -1 : (int64_t)i;
    case S9_ADDRESS_MIRROR_ONCE:
        r = i < 0 ? -1 - i : i;
        return r > size - 1 ? n - 1 : (int64_t)r;
    default:
        return i < 0 ? 0 : i > size - 1 ? n - 1 : (int64_t)i;
    }
}

/* The texel behind index i, exact however large i is. */
static int64_t next_address(double i, int64_t n, s9_address mode)
{
    if (mode == S9_ADDRESS_WRAP || mode == S9_ADDRESS_MIRROR)
        i = fmod(i, 2 * (double)n);
    return address(i + 1, n, mode);
}

/* u * n, NaN being 0; where an address mode repeats, what is infinite is 0 as well. */
static float position_on(float u, int64_t n, s9_address mode)
{
    if (isnan(u))
        u = 0;
    float p = u * (float)n;
    if (isinf(p) && (mode == S9_ADDRESS_WRAP || mode == S9_ADDRESS_MIRROR))
        p = 0;
    return p;
}

static axis on_axis(float u, int64_t n, s9_address mode, bool linear)
{
    axis a = {{0, 0}, 0};
    float p = position_on(u, n, mode);
    if (!linear) {
        a.texel[0] = address((double)floorf(p), n, mode);
        return a;
    }
    float x = p - 0.5f, i = floorf(x);
    bool fraction = fabsf(p) < 16777216.0f;
    a.weight = fraction ? x - i : 0.0f;
    if (!fraction)
        i = p;
    a.texel[0] = address((double)i, n, mode);
    a.texel[1] = next_address((double)i, n, mode);
    return a;
}

/* ---- texels ---- */

typedef struct level_view {
    const oracle_lookup *lookup;
    const float (*texels)[4];
    int64_t size[3];
    bool compare;
    float reference;
} level_view;

static float from_srgb(float c)
{
    if (c <= 0.04045f)
        return (float)((double)c / 12.92);
    return (float)powl(((long double)c + 0.055L) / 1.055L, 2.4L);
}

static bool has_srgb(s9_format format)
{
    switch (format) {
    case S9_FORMAT_VALUES:
    case S9_FORMAT_A8R8G8B8:
    case S9_FORMAT_X8R8G8B8:
    case S9_FORMAT_A8B8G8R8:
    case S9_FORMAT_L8:
        return true;
    default:
        return false;
    }
}

static bool is_depth(s9_format format)
{
    return format == S9_FORMAT_D16 || format == S9_FORMAT_D24X8 || format == S9_FORMAT_D32F_LOCKABLE;
}

/* A texel, converted from sRGB or compared; a negative coordinate is the border. */
static oracle_vector texel(const level_view *view, int64_t x, int64_t y, int64_t z)
{
    const s9_sampler_state *state = view->lookup->state;
    oracle_vector r;
    if (x < 0 || y < 0 || z < 0) {
        memcpy(r.v, state->border, sizeof r.v);
    } else {
        memcpy(r.v, view->texels[(z * view->size[1] + y) * view->size[0] + x], sizeof r.v);
        if (state->srgb && has_srgb(view->lookup->texture->format))
            for (int i = 0; i < 3; i++)
                r.v[i] = from_srgb(r.v[i]);
    }
    if (view->compare) {
        float one = view->reference <= r.v[0] ? 1.0f : 0.0f;
        r = (oracle_vector){{one, one, one, one}};
    }
    return r;
}

/* A texel of weight 0 is not read. */
static oracle_vector blend(oracle_vector a, oracle_vector b, float f)
{
    if (f == 0.0f)
        return a;
    if (f == 1.0f)
        return b;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = made(a.v[i] + f * (b.v[i] - a.v[i]));
    return r;
}

static oracle_vector along_u(const level_view *view, const axis *u, int64_t y, int64_t z)
{
    oracle_vector a = texel(view, u->texel[0], y, z);
    return u->weight == 0 ? a : blend(a, texel(view, u->texel[1], y, z), u->weight);
}

static oracle_vector along_v(const level_view *view, const axis *u, const axis *v, int64_t z)
{
    oracle_vector a = along_u(view, u, v->texel[0], z);
    return v->weight == 0 ? a : blend(a, along_u(view, u, v->texel[1], z), v->weight);
}

static oracle_vector flat_or_volume(const level_view *view, const float *coordinate, bool linear)
{
    const s9_sampler_state *state = view->lookup->state;
    axis u = on_axis(coordinate[0], view->size[0], state->address[0], linear);
    axis v = on_axis(coordinate[1], view->size[1], state->address[1], linear);
    axis w = {{0, 0}, 0};
    if (view->lookup->texture->type == S9_TEXTURE_VOLUME)
        w = on_axis(coordinate[2], view->size[2], state->address[2], linear);
    oracle_vector a = along_v(view, &u, &v, w.texel[0]);
    return w.weight == 0 ? a : blend(a, along_v(view, &u, &v, w.texel[1]), w.weight);
}

/* ---- cube maps ---- */

/* Rows of the table of faces: the axis and sign of the major component, of sc and of tc. */
static const struct face {
    int major, sc, tc;
    float major_sign, sc_sign, tc_sign;
} faces[6] = {
    {0, 2, 1, 1, -1, -1}, {0, 2, 1, -1, 1, -1}, {1, 0, 2, 1, 1, 1},
    {1, 0, 2, -1, 1, -1}, {2, 0, 1, 1, 1, -1},  {2, 0, 1, -1, -1, -1},
};

static bool is_middle(const float *d)
{
    return isnan(d[0]) || isnan(d[1]) || isnan(d[2]) || (d[0] == 0 && d[1] == 0 && d[2] == 0);
}

static int face_of(const float *d)
{
    float x = fabsf(d[0]), y = fabsf(d[1]), z = fabsf(d[2]);
    if (z >= y && z >= x)
        return d[2] < 0 ? 5 : 4;
    if (y >= x)
        return d[1] < 0 ? 3 : 2;
    return d[0] < 0 ? 1 : 0;
}

/* Position on the face, 0 to 1. */
static void on_face(const float *d, int face, float uv[2])
{
    const struct face *f = &faces[face];
    float major = fabsf(d[f->major]);
    uv[0] = (f->sc_sign * d[f->sc] / major + 1.0f) / 2.0f;
    uv[1] = (f->tc_sign * d[f->tc] / major + 1.0f) / 2.0f;
}

/*
 * The texel that lies beyond the edge of a face: the one of the adjoining face that touches the same piece of the edge.
 * One of x and y is outside, by one.
 */
static oracle_vector beyond_edge(const level_view *view, int face, int64_t x, int64_t y)
{
    const struct face *f = &faces[face];
    double n = (double)view->size[0], d[3] = {0, 0, 0};
    double s = (2.0 * (double)x + 1.0) / n - 1.0, t = (2.0 * (double)y + 1.0) / n - 1.0;
    double inward = 1.0 - 1.0 / n; /* the outermost texels of the adjoining face, as seen on this face's axis */
    bool across_s = x < 0 || x >= view->size[0];
    d[f->major] = (double)f->major_sign * inward;
    d[f->sc] = (double)f->sc_sign * (across_s ? (x < 0 ? -1.0 : 1.0) : s);
    d[f->tc] = (double)f->tc_sign * (across_s ? t : (y < 0 ? -1.0 : 1.0));
    int axis_out = across_s ? f->sc : f->tc;
    int other = axis_out * 2 + (d[axis_out] < 0 ? 1 : 0);
    const struct face *g = &faces[other];
    double u = ((double)g->sc_sign * d[g->sc] + 1.0) / 2.0 * n, v = ((double)g->tc_sign * d[g->tc] + 1.0) / 2.0 * n;
    return texel(view, (int64_t)floor(u), (int64_t)floor(v), other);
}

static oracle_vector cube_texel(const level_view *view, int face, int64_t x, int64_t y)
{
    bool out_x = x < 0 || x >= view->size[0], out_y = y < 0 || y >= view->size[1];
    if (!out_x && !out_y)
        return texel(view, x, y, face);
    if (!view->lookup->state->seamless) {
        x = address((double)x, view->size[0], S9_ADDRESS_CLAMP);
        y = address((double)y, view->size[1], S9_ADDRESS_CLAMP);
        return texel(view, x, y, face);
    }
    if (out_x != out_y)
        return beyond_edge(view, face, x, y);
    /* Three faces meet: the mean of their corner texels. */
    int64_t in_x = x < 0 ? 0 : x - 1, in_y = y < 0 ? 0 : y - 1;
    oracle_vector a = texel(view, in_x, in_y, face), b = beyond_edge(view, face, x, in_y),
                  c = beyond_edge(view, face, in_x, y), r;
    for (int i = 0; i < 4; i++)
        r.v[i] = made((a.v[i] + b.v[i] + c.v[i]) / 3.0f);
    return r;
}

static oracle_vector cube(const level_view *view, const float *direction, bool linear)
{
    const float middle[3] = {0, 0, 1};
    const float *d = is_middle(direction) ? middle : direction;
    int face = face_of(d);
    float uv[2];
    on_face(d, face, uv);
    int64_t n = view->size[0];
    if (!linear)
        return texel(view, on_axis(uv[0], n, S9_ADDRESS_CLAMP, false).texel[0],
                     on_axis(uv[1], n, S9_ADDRESS_CLAMP, false).texel[0], face);
    int64_t first[2];
    float weight[2];
    for (int i = 0; i < 2; i++) {
        float x = position_on(uv[i], n, S9_ADDRESS_CLAMP) - 0.5f;
        first[i] = (int64_t)floorf(x);
        weight[i] = x - floorf(x);
    }
    oracle_vector rows[2];
    for (int j = 0; j < 2; j++) {
        rows[j] = cube_texel(view, face, first[0], first[1] + j);
        if (weight[0] != 0)
            rows[j] = blend(rows[j], cube_texel(view, face, first[0] + 1, first[1] + j), weight[0]);
        if (weight[1] == 0)
            return rows[0];
    }
    return blend(rows[0], rows[1], weight[1]);
}

/* ---- one level ---- */

static bool compares(const oracle_lookup *lookup)
{
    return lookup->state->compare < 0 ? is_depth(lookup->texture->format) : lookup->state->compare > 0;
}

static oracle_vector one_level(const oracle_lookup *lookup, const float *coordinate, uint32_t level, bool linear)
{
    const oracle_texture *texture = lookup->texture;
    level_view view = {.lookup = lookup, .texels = (const float(*)[4])texture->texels[level]};
    for (int i = 0; i < 3; i++) {
        uint32_t size = texture->size[i] >> level;
        view.size[i] = size > 0 ? size : 1;
    }
    view.compare = compares(lookup);
    view.reference = oracle_saturate(lookup->reference);
    return texture->type == S9_TEXTURE_CUBE ? cube(&view, coordinate, linear)
                                            : flat_or_volume(&view, coordinate, linear);
}

/*
 * The texel that `point` would read and its right and lower neighbours, of which the one channel counts: compared,
 * where the sampler says so.
 */
static oracle_vector fetch_four(const oracle_lookup *lookup)
{
    static const int places[4][2] = {{1, 0}, {0, 1}, {1, 1}, {0, 0}};
    const oracle_texture *texture = lookup->texture;
    level_view view = {.lookup = lookup, .texels = (const float(*)[4])texture->texels[0]};
    int64_t at[2][2];
    for (int i = 0; i < 2; i++) {
        s9_address mode = lookup->state->address[i];
        view.size[i] = texture->size[i];
        double first = (double)floorf(position_on(lookup->coordinate[i], view.size[i], mode));
        at[i][0] = address(first, view.size[i], mode);
        at[i][1] = next_address(first, view.size[i], mode);
    }
    view.size[2] = 1;
    oracle_vector r;
    for (int k = 0; k < 4; k++) {
        float value =
            texel(&view, at[0][places[k][0]], at[1][places[k][1]], 0).v[texture->format == S9_FORMAT_A8 ? 3 : 0];
        r.v[k] = !compares(lookup) ? value : oracle_saturate(lookup->reference) <= value ? 1.0f : 0.0f;
    }
    return r;
}

/* ---- level of detail ---- */

/* Derivatives of u and v on the face of the direction. */
static void cube_derivative(const float *direction, const float *change, float uv[2])
{
    const struct face *f = &faces[face_of(direction)];
    float ma = direction[f->major], sc = f->sc_sign * direction[f->sc], tc = f->tc_sign * direction[f->tc];
    float dma = ma < 0 ? -change[f->major] : change[f->major]; /* of abs(ma) */
    float dsc = f->sc_sign * change[f->sc], dtc = f->tc_sign * change[f->tc];
    uv[0] = (dsc * fabsf(ma) - sc * dma) / (2.0f * ma * ma);
    uv[1] = (dtc * fabsf(ma) - tc * dma) / (2.0f * ma * ma);
}

static float footprint(const oracle_lookup *lookup, const float *change)
{
    const oracle_texture *texture = lookup->texture;
    float d[3] = {change[0], change[1], change[2]};
    if (texture->type == S9_TEXTURE_CUBE) /* of no direction there is none: NaN, which magnifies */
        cube_derivative(lookup->coordinate, change, d);
    float a = d[0] * (float)texture->size[0], b = d[1] * (float)texture->size[1], sum = a * a + b * b;
    if (texture->type == S9_TEXTURE_VOLUME) {
        float c = d[2] * (float)texture->size[2];
        sum = sum + c * c;
    }
    return sqrtf(sum);
}

/* The probes of one level: one where the footprint is round, else along its longer axis, added up and divided. */
static oracle_vector probed(const oracle_lookup *lookup, uint32_t level, bool linear, float probes, const float *along)
{
    if (probes == 1)
        return one_level(lookup, lookup->coordinate, level, linear);
    oracle_vector sum = {{0, 0, 0, 0}};
    for (float k = 0; k < probes; k++) {
        float at[3], offset = (k + 0.5f) / probes - 0.5f;
        for (int i = 0; i < 3; i++)
            at[i] = lookup->coordinate[i] + offset * along[i];
        oracle_vector value = one_level(lookup, at, level, true);
        for (int i = 0; i < 4; i++)
            sum.v[i] = k == 0 ? value.v[i] : sum.v[i] + value.v[i];
    }
    for (int i = 0; i < 4; i++)
        sum.v[i] = made(sum.v[i] / probes);
    return sum;
}

static oracle_vector minified(const oracle_lookup *lookup, float level, float probes, const float *along)
{
    const s9_sampler_state *state = lookup->state;
    bool linear = state->min != S9_FILTER_POINT;
    uint32_t last = lookup->texture->levels - 1;
    if (state->mip == S9_FILTER_NONE)
        return probed(lookup, 0, linear, probes, along);
    float held = level;
    if (held < (float)state->max_level)
        held = (float)state->max_level;
    if (held > (float)last)
        held = (float)last;
    if (state->mip == S9_FILTER_POINT)
        return probed(lookup, (uint32_t)(ceilf(held + 0.5f) - 1.0f), linear, probes, along);
    uint32_t first = (uint32_t)floorf(held), second = first + 1 < last ? first + 1 : last;
    float weight = held - floorf(held);
    oracle_vector a = probed(lookup, first, linear, probes, along);
    return weight == 0 ? a : blend(a, probed(lookup, second, linear, probes, along), weight);
}

static oracle_vector magnified(const oracle_lookup *lookup)
{
    const s9_sampler_state *state = lookup->state;
    uint32_t last = lookup->texture->levels - 1, level = state->max_level < last ? state->max_level : last;
    if (state->mip == S9_FILTER_NONE)
        level = 0;
    return one_level(lookup, lookup->coordinate, level, state->mag != S9_FILTER_POINT);
}

static oracle_vector looked_up(const oracle_lookup *lookup)
{
    const s9_sampler_state *state = lookup->state;
    const oracle_texture *texture = lookup->texture;
    bool one_channel = texture->format == S9_FORMAT_R32F || texture->format == S9_FORMAT_L8 ||
                       texture->format == S9_FORMAT_A8 || is_depth(texture->format);
    if (state->fetch4 && state->mag == S9_FILTER_POINT && texture->type == S9_TEXTURE_2D && one_channel)
        return fetch_four(lookup);

    float px = footprint(lookup, lookup->ddx), py = footprint(lookup, lookup->ddy);
    float longer = oracle_max(px, py), shorter = oracle_min(px, py), probes = 1;
    bool probing = state->min == S9_FILTER_ANISOTROPIC && texture->type != S9_TEXTURE_CUBE && !lookup->vertex &&
                   !lookup->explicit_level;
    if (probing) {
        float most = state->max_anisotropy > 1 ? (float)state->max_anisotropy : 1.0f;
        probes = shorter == 0 ? most : oracle_min(ceilf(longer / shorter), most);
    }
    float level;
    if (lookup->explicit_level) {
        level = lookup->level + state->bias;
    } else {
        level = oracle_level_log(probing ? longer / probes : longer);
        if (lookup->has_bias)
            level = level + lookup->bias;
        level = level + state->bias;
    }
    if (!(level > 0))
        return magnified(lookup);
    return minified(lookup, level, probes, longer == px ? lookup->ddx : lookup->ddy);
}

oracle_vector oracle_sample(const oracle_lookup *lookup)
{
    oracle_vector r = looked_up(lookup);
    for (int i = 0; i < 4; i++)
        r.v[i] = made(r.v[i]);
    return r;
}
