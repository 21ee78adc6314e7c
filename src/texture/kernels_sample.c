/* SPDX-License-Identifier: MIT */
/*
 * The common reads of 2D textures from coordinates to values without a stop in memory: one vector of lanes at a time,
 * of which each may read another level. Compiled once for each instruction-set level (vm.cmake), to the same bits as
 * tiles give, which do what is uncommon (sample.c).
 */
#include "texture/tile.h"

#if defined(__GNUC__)

/* Baseline, unless this is a level of its own. */
#if !defined(S9_VM_LEVEL_SUFFIX)
#define S9_MATH_WIDTH 4
#define S9_VM_LEVEL_SUFFIX base
#elif defined(__AVX512F__)
#define S9_MATH_WIDTH 16
#else
#define S9_MATH_WIDTH 8
#endif
#include "exec/math.h"

#define W S9_MATH_WIDTH
#define INLINE static inline __attribute__((always_inline, unused))
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

typedef s9m_f vf;
typedef s9m_i vi;
typedef s9m_u vu;
typedef float some_floats __attribute__((vector_size(4 * W), aligned(4), may_alias));

/* ---- vectors ---- */

INLINE vf splat(float x)
{
    vf zero = {0};
    return zero + x;
}

INLINE vi splat_int(int32_t x)
{
    vi zero = {0};
    return zero + x;
}

INLINE vf load(const float *from)
{
    return (vf) * (const some_floats *)from;
}

/* Both are no NaN. */
INLINE vf larger(vf a, vf b)
{
#if W == 16
    return (vf)_mm512_max_ps((__m512)a, (__m512)b);
#elif W == 8
    return (vf)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (vf)_mm_max_ps((__m128)a, (__m128)b);
#else
    return s9m_select((vi)(a > b), a, b);
#endif
}

/* 0 for NaN and for what is below 0. */
INLINE vf at_least_zero(vf x)
{
    const vf zero = {0};
#if W == 16 || W == 8 || defined(__SSE2__)
    return larger(x, zero); /* the second operand where one is NaN */
#else
    return s9m_select((vi)(x > zero), x, zero);
#endif
}

INLINE vi smaller_int(vi a, vi b)
{
#if W == 16
    return (vi)_mm512_min_epi32((__m512i)a, (__m512i)b);
#elif W == 8
    return (vi)_mm256_min_epi32((__m256i)a, (__m256i)b);
#else
    vi less = (vi)(a < b);
    return (less & a) | (~less & b);
#endif
}

INLINE vi larger_int(vi a, vi b)
{
#if W == 16
    return (vi)_mm512_max_epi32((__m512i)a, (__m512i)b);
#elif W == 8
    return (vi)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
    vi less = (vi)(a < b);
    return (less & b) | (~less & a);
#endif
}

/* Nearer to 0; of what an int32_t holds. */
INLINE vi truncated(vf x)
{
    return __builtin_convertvector(x, vi);
}

INLINE vf to_float(vi x)
{
    return __builtin_convertvector(x, vf);
}

/* Of magnitudes below 2^24. */
INLINE vf floor_of(vf x)
{
#if W == 16
    return (vf)_mm512_roundscale_ps((__m512)x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif W == 8
    return (vf)_mm256_floor_ps((__m256)x);
#else
    vf whole = to_float(truncated(x));
    return whole + to_float((vi)(x < whole));
#endif
}

/* One bit a lane. */
INLINE uint32_t bits_of(vi mask)
{
#if W == 16
    return _mm512_movepi32_mask((__m512i)mask);
#elif W == 8
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
#elif defined(__SSE2__)
    return (uint32_t)_mm_movemask_ps((__m128)mask);
#else
    uint32_t bits = 0;
    for (int i = 0; i < W; i++) {
        bits |= (uint32_t)(mask[i] & 1) << i;
    }
    return bits;
#endif
}

INLINE uint32_t different(vi a, vi b)
{
#if W == 16
    return _mm512_cmpneq_epi32_mask((__m512i)a, (__m512i)b);
#else
    return bits_of((vi)(a != b));
#endif
}

#define ALL ((1u << W) - 1u)

/* Lanes a, b, c, d of each quad. */
#if W == 16
#define QUAD(x, a, b, c, d) ((vf)_mm512_permute_ps((__m512)(x), (a) | (b) << 2 | (c) << 4 | (d) << 6))
#elif W == 8
#define QUAD(x, a, b, c, d) ((vf)_mm256_permute_ps((__m256)(x), (a) | (b) << 2 | (c) << 4 | (d) << 6))
#elif defined(__SSE2__)
#define QUAD(x, a, b, c, d) ((vf)_mm_shuffle_ps((__m128)(x), (__m128)(x), (a) | (b) << 2 | (c) << 4 | (d) << 6))
#else
#define QUAD(x, a, b, c, d) ((vf){(x)[a], (x)[b], (x)[c], (x)[d]})
#endif

/* A table of 16 by lanes. */
INLINE vf look_up(const float *table, vi at)
{
#if W == 16
    return (vf)_mm512_permutexvar_ps((__m512i)at, _mm512_loadu_ps(table));
#elif W == 8
    return (vf)_mm256_i32gather_ps(table, (__m256i)at, 4);
#else
    vf out;
    for (int i = 0; i < W; i++) {
        out[i] = table[at[i]];
    }
    return out;
#endif
}

INLINE vi look_up_int(const int32_t *table, vi at)
{
#if W == 16
    return (vi)_mm512_permutexvar_epi32((__m512i)at, _mm512_loadu_si512(table));
#elif W == 8
    return (vi)_mm256_i32gather_epi32(table, (__m256i)at, 4);
#else
    vi out;
    for (int i = 0; i < W; i++) {
        out[i] = table[at[i]];
    }
    return out;
#endif
}

/* ---- which level ---- */

typedef struct choice {
    vi level;
    vf weight;      /* of the next level */
    uint32_t blend; /* lanes whose weight is not 0 */
    bool linear;
} choice;

/*
 * Squares of the lengths along x and y; the larger, 0 for NaN. Differences of coordinates are no NaN unless filter()
 * refuses one of those.
 */
INLINE vf footprint(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t i, vf u, vf v)
{
    vf width = splat(prepared->levels[0].size_f[0]), height = splat(prepared->levels[0].size_f[1]);
    if (args->mode == S9_SAMPLE_GRADIENTS) {
        vf square[2];
        const float *const *of[2] = {args->ddx, args->ddy};
        for (int k = 0; k < 2; k++) {
            vf du = (of[k][0] ? load(of[k][0] + i) : splat(0.0f)) * width;
            vf dv = (of[k][1] ? load(of[k][1] + i) : splat(0.0f)) * height;
            square[k] = at_least_zero(du * du + dv * dv);
        }
        return larger(square[0], square[1]);
    }
    if (!args->quads) {
        return splat(0.0f);
    }
    /* Above, below (along x), left and right (along y) of each quad together. */
    vf du = (QUAD(u, 1, 3, 2, 3) - QUAD(u, 0, 2, 0, 1)) * width;
    vf dv = (QUAD(v, 1, 3, 2, 3) - QUAD(v, 0, 2, 0, 1)) * height;
    vf square = du * du + dv * dv;
    return larger(QUAD(square, 0, 0, 1, 1), QUAD(square, 2, 3, 2, 3));
}

/* By the level, or by what is above it exactly where the level is above 0. False: lanes differ in the filter. */
INLINE bool choose_filter(const s9_prepared_sampler *prepared, vf value, float threshold, choice *out)
{
    if (prepared->min_linear != prepared->mag_linear) {
        uint32_t minified = bits_of((vi)(value > threshold));
        out->linear = minified != 0 ? prepared->min_linear : prepared->mag_linear;
        return minified == 0 || minified == ALL;
    }
    return true;
}

/* The same by way of the level itself. */
INLINE bool choose_by_level(const s9_prepared_sampler *prepared, vf level, choice *out)
{
    vf first = splat((float)prepared->mag_level), last = splat((float)prepared->last_level);
    vf held = s9m_select((vi)(level > first), level, first);
    held = s9m_select((vi)(held < last), held, last);
    if (prepared->mip == S9_FILTER_POINT) {
        /* The least whole number from there on, less one. */
        held = held + 0.5f;
        vi whole = truncated(held);
        out->level = whole - 1 - (vi)(held > to_float(whole));
    } else if (prepared->mip == S9_FILTER_LINEAR) {
        out->level = truncated(held);
        out->weight = held - to_float(out->level);
        out->blend = bits_of((vi)(out->weight != 0.0f));
    }
    return choose_filter(prepared, level, 0.0f, out);
}

static __attribute__((noinline)) void logarithm(const vf *square, vf *level)
{
    *level = s9_math_log2(s9m_sqrt(*square));
}

INLINE bool choose(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t i, vf u, vf v, choice *out)
{
    *out = (choice){.linear = prepared->mag_linear};
    if (!prepared->needs_level) {
        return true;
    }
    const vf bias = splat(prepared->bias);
    if (args->mode == S9_SAMPLE_LOD) {
        return choose_by_level(prepared, (args->lod ? load(args->lod + i) : splat(0.0f)) + bias, out);
    }
    vf square = footprint(prepared, args, i, u, v);
    if (args->mode == S9_SAMPLE_BIAS || prepared->bias != 0.0f) {
        vf level;
        logarithm(&square, &level);
        if (args->mode == S9_SAMPLE_BIAS) {
            level = level + (args->lod ? load(args->lod + i) : splat(0.0f));
        }
        return choose_by_level(prepared, level + bias, out);
    }
    if (prepared->mip == S9_FILTER_POINT) {
        /* By the exponent, but for what lies in front of the threshold. */
        vi bits = s9m_bits(square);
        vi k = larger_int(((bits >> 23) - 126) >> 1, splat_int(0));
        k = smaller_int(k, splat_int(15));
        k = k + (vi)(bits < look_up_int(s9_nearest_from, k));
        k = larger_int(k, splat_int((int32_t)prepared->mag_level));
        out->level = smaller_int(k, splat_int((int32_t)prepared->last_level));
    } else if (prepared->mip == S9_FILTER_LINEAR && bits_of((vi)(square > S9_MAGNIFIED)) != 0) {
        vf level;
        logarithm(&square, &level);
        return choose_by_level(prepared, level, out);
    } else {
        out->level = splat_int((int32_t)prepared->mag_level);
    }
    return choose_filter(prepared, square, S9_MAGNIFIED, out);
}

/* ---- which texels ---- */

/* i mod n, as tiles find it. */
INLINE vi modulo(vi i, vi n, vf size)
{
    vf inverse = 1.0f / size;
    vi rest = i - truncated(floor_of(to_float(i) * inverse)) * n;
    rest = rest + ((vi)(rest < 0) & n);
    return rest - ((vi)(rest >= n) & n);
}

INLINE vi address(uint8_t mode, vi i, vi n, vf size)
{
    vi m;
    switch (mode) {
    case S9_ADDRESS_MASK:
        return i & (n - 1);
    case S9_ADDRESS_WRAP:
        return modulo(i, n, size);
    case S9_ADDRESS_MIRROR:
        m = modulo(i, n + n, size + size);
        return smaller_int(m, n + n - 1 - m);
    case S9_ADDRESS_MIRROR_ONCE:
        return smaller_int(i ^ i >> 31, n - 1);
    default:
        return smaller_int(larger_int(i, splat_int(0)), n - 1);
    }
}

INLINE vu fetch(const void *texels, vi number)
{
#if W == 16
    return (vu)_mm512_i32gather_epi32((__m512i)number, texels, 4);
#elif W == 8
    return (vu)_mm256_i32gather_epi32(texels, (__m256i)number, 4);
#else
    vu out;
    for (int i = 0; i < W; i++) {
        uint32_t word;
        memcpy(&word, (const char *)texels + (ptrdiff_t)number[i] * 4, sizeof word);
        out[i] = word;
    }
    return out;
#endif
}

#define NO_FRACTION 0x4B800000 /* the bits of 2^24 */

/* A texel and that behind it. */
INLINE void fetch_two(const void *texels, vi number, vu *first, vu *second)
{
#if W == 16
    __m512i low = _mm512_i32gather_epi64(_mm512_castsi512_si256((__m512i)number), texels, 4);
    __m512i high = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64((__m512i)number, 1), texels, 4);
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    *first = (vu)_mm512_permutex2var_epi32(low, even, high);
    *second = (vu)_mm512_permutex2var_epi32(low, _mm512_add_epi32(even, _mm512_set1_epi32(1)), high);
#elif W == 8
    __m256 low = _mm256_castsi256_ps(_mm256_i32gather_epi64(texels, _mm256_castsi256_si128((__m256i)number), 4));
    __m256 high = _mm256_castsi256_ps(_mm256_i32gather_epi64(texels, _mm256_extracti128_si256((__m256i)number, 1), 4));
    __m256d even = _mm256_castps_pd(_mm256_shuffle_ps(low, high, 0x88));
    __m256d odd = _mm256_castps_pd(_mm256_shuffle_ps(low, high, 0xDD));
    *first = (vu)_mm256_permute4x64_pd(even, 0xD8);
    *second = (vu)_mm256_permute4x64_pd(odd, 0xD8);
#elif defined(__SSE2__)
    __m128 pair[4];
    for (int i = 0; i < 4; i++) {
        double both;
        memcpy(&both, (const char *)texels + (ptrdiff_t)number[i] * 4, sizeof both);
        pair[i] = _mm_castpd_ps(_mm_set_sd(both));
    }
    __m128 low = _mm_movelh_ps(pair[0], pair[1]), high = _mm_movelh_ps(pair[2], pair[3]);
    *first = (vu)_mm_shuffle_ps(low, high, 0x88);
    *second = (vu)_mm_shuffle_ps(low, high, 0xDD);
#else
    uint32_t words[2][W];
    for (int i = 0; i < W; i++) {
        uint32_t both[2];
        memcpy(both, (const char *)texels + (ptrdiff_t)number[i] * 4, sizeof both);
        words[0][i] = both[0];
        words[1][i] = both[1];
    }
    memcpy(first, words[0], sizeof *first);
    memcpy(second, words[1], sizeof *second);
#endif
}

/* The value of a channel's byte: byte / 255, rounded. */
INLINE vf unorm(vu texel, int channel)
{
#if W == 16
    /*
     * The byte becomes the end of 2^23 + byte; the product with 1 / 255 (rounded) is that minus a constant, in one
     * operation that rounds toward 0: for every byte what the division rounds to.
     */
    const float scale = 1.0f / 255.0f;
    __m512i from = _mm512_broadcast_i32x4(_mm_setr_epi32(channel, 4 + channel, 8 + channel, 12 + channel));
    __m512i with = _mm512_mask_shuffle_epi8(_mm512_set1_epi32(0x4B000000), 0x1111111111111111u, (__m512i)texel, from);
    return (vf)_mm512_fmadd_round_ps(_mm512_castsi512_ps(with), _mm512_set1_ps(scale),
                                     _mm512_set1_ps(-8388608.0f * scale), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
#else
    /* byte / 256 + byte / 65280, rounded, is the same for every byte. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    vf byte = to_float((vi)(texel >> (24 - 8 * channel) & 255u));
#else
    vf byte = to_float((vi)(texel >> (8 * channel) & 255u));
#endif
    return byte * (1.0f / 256.0f) + byte * (1.0f / 65280.0f);
#endif
}

INLINE vf tabled(const float *table, vu texel, int channel)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    vi byte = (vi)(texel >> (24 - 8 * channel) & 255u);
#else
    vi byte = (vi)(texel >> (8 * channel) & 255u);
#endif
#if W == 16
    return (vf)_mm512_i32gather_ps((__m512i)byte, table, 4);
#elif W == 8
    return (vf)_mm256_i32gather_ps(table, (__m256i)byte, 4);
#else
    vf out;
    for (int i = 0; i < W; i++) {
        out[i] = table[byte[i]];
    }
    return out;
#endif
}

INLINE vf decode(int storage, const s9_prepared_sampler *prepared, vu texel, int channel)
{
    return storage == S9_SAMPLE_SRGB && channel < 3 ? tabled(prepared->color_table, texel, channel)
                                                    : unorm(texel, channel);
}

/* Texels of four floats, turned to channels. */
INLINE void fetch_floats(const float *texels, vi number, vf out[4])
{
#if W == 4 && !defined(__SSE2__)
    for (int i = 0; i < W; i++) {
        const float *texel = texels + (ptrdiff_t)number[i] * 4;
        for (int channel = 0; channel < 4; channel++) {
            out[channel][i] = texel[channel];
        }
    }
#else
    __m128 part[4][W / 4];
    for (int i = 0; i < W; i++) {
        part[i & 3][i >> 2] = _mm_loadu_ps(texels + (ptrdiff_t)number[i] * 4);
    }
#if W == 16
    __m512 row[4];
    for (int k = 0; k < 4; k++) {
        __m512 both = _mm512_insertf32x4(_mm512_castps128_ps512(part[k][0]), part[k][1], 1);
        row[k] = _mm512_insertf32x4(_mm512_insertf32x4(both, part[k][2], 2), part[k][3], 3);
    }
    __m512 a = _mm512_unpacklo_ps(row[0], row[1]), b = _mm512_unpacklo_ps(row[2], row[3]);
    __m512 c = _mm512_unpackhi_ps(row[0], row[1]), d = _mm512_unpackhi_ps(row[2], row[3]);
    out[0] = (vf)_mm512_shuffle_ps(a, b, 0x44);
    out[1] = (vf)_mm512_shuffle_ps(a, b, 0xEE);
    out[2] = (vf)_mm512_shuffle_ps(c, d, 0x44);
    out[3] = (vf)_mm512_shuffle_ps(c, d, 0xEE);
#elif W == 8
    __m256 row[4];
    for (int k = 0; k < 4; k++) {
        row[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(part[k][0]), part[k][1], 1);
    }
    __m256 a = _mm256_unpacklo_ps(row[0], row[1]), b = _mm256_unpacklo_ps(row[2], row[3]);
    __m256 c = _mm256_unpackhi_ps(row[0], row[1]), d = _mm256_unpackhi_ps(row[2], row[3]);
    out[0] = (vf)_mm256_shuffle_ps(a, b, 0x44);
    out[1] = (vf)_mm256_shuffle_ps(a, b, 0xEE);
    out[2] = (vf)_mm256_shuffle_ps(c, d, 0x44);
    out[3] = (vf)_mm256_shuffle_ps(c, d, 0xEE);
#else
    _MM_TRANSPOSE4_PS(part[0][0], part[1][0], part[2][0], part[3][0]);
    for (int k = 0; k < 4; k++) {
        out[k] = (vf)part[k][0];
    }
#endif
#endif
}

/* a + f * (b - a). A weight of 0 keeps an infinity or a NaN of b out; bytes have none. */
INLINE vf blend(int storage, vf a, vf b, vf f)
{
    vf sum = a + f * (b - a);
    return storage == S9_SAMPLE_FLOATS ? s9m_select((vi)(f == 0.0f), a, sum) : sum;
}

INLINE void fetch_point(int storage, const s9_prepared_sampler *prepared, vi number, vf out[4])
{
    if (storage == S9_SAMPLE_FLOATS) {
        fetch_floats(prepared->levels[0].texels, number, out);
        return;
    }
    vu texel = fetch(prepared->levels[0].texels, number);
    for (int channel = 0; channel < 4; channel++) {
        out[channel] = decode(storage, prepared, texel, channel);
    }
}

/* Four texels blended along u, then v. */
INLINE vf blend_four(int storage, vf a, vf b, vf c, vf d, vf fu, vf fv)
{
    return blend(storage, blend(storage, a, b, fu), blend(storage, c, d, fu), fv);
}

/* One level of each lane. False: tiles have to do it. */
INLINE bool filter(int storage, const s9_prepared_sampler *prepared, vi level, bool linear, vf u, vf v, vf out[4])
{
    const s9_level_table *table = prepared->table;
    vf width = look_up(table->width, level), height = look_up(table->height, level);
    vi offset = look_up_int(table->offset, level);
    vi columns = truncated(width), rows = truncated(height);
    vf x = u * width, y = v * height;
    /* What has no fraction, and NaN, is for tiles; until that is known, numbers from it are good for nothing. */
    vi most = larger_int(s9m_bits(x) & 0x7FFFFFFF, s9m_bits(y) & 0x7FFFFFFF);
    if (!linear) {
        if (bits_of((vi)(most >= NO_FRACTION)) != 0) {
            return false;
        }
        vi column = address(prepared->short_address[0], truncated(floor_of(x)), columns, width);
        vi row = address(prepared->short_address[1], truncated(floor_of(y)), rows, height);
        fetch_point(storage, prepared, offset + row * columns + column, out);
        return true;
    }
    x = x - 0.5f;
    y = y - 0.5f;
    vf left = floor_of(x), top = floor_of(y);
    vf fu = x - left, fv = y - top;
    /* Where a weight rounded up to 1, the second texel counts as it is. */
    if (bits_of((vi)(most >= NO_FRACTION) | (vi)(fu >= 1.0f) | (vi)(fv >= 1.0f)) != 0) {
        return false;
    }
    vi i = truncated(left), j = truncated(top);
    vi column[2] = {address(prepared->short_address[0], i, columns, width),
                    address(prepared->short_address[0], i + 1, columns, width)};
    vi row[2] = {address(prepared->short_address[1], j, rows, height),
                 address(prepared->short_address[1], j + 1, rows, height)};
    vi above = offset + row[0] * columns, below = offset + row[1] * columns;
    const void *texels = prepared->levels[0].texels;
    if (storage == S9_SAMPLE_FLOATS) {
        vf corner[4][4];
        for (int k = 0; k < 4; k++) {
            fetch_floats(texels, ((k & 2) != 0 ? below : above) + column[k & 1], corner[k]);
        }
        for (int channel = 0; channel < 4; channel++) {
            out[channel] = blend_four(storage, corner[0][channel], corner[1][channel], corner[2][channel],
                                      corner[3][channel], fu, fv);
        }
        return true;
    }
    vu texel[4];
    if (different(column[0] + 1, column[1]) == 0) {
        fetch_two(texels, above + column[0], &texel[0], &texel[1]);
        fetch_two(texels, below + column[0], &texel[2], &texel[3]);
    } else {
        for (int k = 0; k < 4; k++) {
            texel[k] = fetch(texels, ((k & 2) != 0 ? below : above) + column[k & 1]);
        }
    }
    for (int channel = 0; channel < 4; channel++) {
        out[channel] = blend_four(
            storage, decode(storage, prepared, texel[0], channel), decode(storage, prepared, texel[1], channel),
            decode(storage, prepared, texel[2], channel), decode(storage, prepared, texel[3], channel), fu, fv);
    }
    return true;
}

/* The lanes of one vector from lane i on. False: nothing is done. */
INLINE bool sample_vector(int storage, const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t i)
{
    vf u = args->coordinate[0] ? load(args->coordinate[0] + i) : splat(0.0f);
    vf v = args->coordinate[1] ? load(args->coordinate[1] + i) : splat(0.0f);
    choice chosen;
    vf out[4];
    if (!choose(prepared, args, i, u, v, &chosen) ||
        !filter(storage, prepared, chosen.level, chosen.linear, u, v, out)) {
        return false;
    }
    if (chosen.blend != 0) {
        vf smaller[4];
        vi next = smaller_int(chosen.level + 1, splat_int((int32_t)prepared->last_level));
        if (!filter(storage, prepared, next, chosen.linear, u, v, smaller)) {
            return false;
        }
        for (int channel = 0; channel < 4; channel++) {
            out[channel] = blend(storage, out[channel], smaller[channel], chosen.weight);
        }
    }
    for (int channel = 0; channel < 4; channel++) {
        if (storage == S9_SAMPLE_FLOATS) {
            /* One NaN for all: which one a blend gives is the machine's. */
            out[channel] =
                s9m_select((vi)(out[channel] == out[channel]), out[channel], s9m_float(splat_int(0x7FC00000)));
        }
        if (args->out[channel]) {
            *(some_floats *)(args->out[channel] + i) = out[channel];
        }
    }
    return true;
}

INLINE void sample(int storage, const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start)
{
    uint32_t i = start;
    for (; i + W <= args->lanes; i += W) {
        if (!sample_vector(storage, prepared, args, i)) {
            s9_sample_tile(prepared, args, i, W);
        }
    }
#if W > 4
    if (i < args->lanes) {
        s9_sample_kernels_base.sample[storage](prepared, args, i);
    }
#else
    if (i < args->lanes) {
        s9_sample_tile(prepared, args, i, args->lanes - i);
    }
#endif
}

static void sample_unorm(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start)
{
    sample(S9_SAMPLE_UNORM, prepared, args, start);
}

static void sample_srgb(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start)
{
    sample(S9_SAMPLE_SRGB, prepared, args, start);
}

static void sample_floats(const s9_prepared_sampler *prepared, const s9_sample_args *args, uint32_t start)
{
    sample(S9_SAMPLE_FLOATS, prepared, args, start);
}

const s9_sample_kernels JOIN(s9_sample_kernels_, S9_VM_LEVEL_SUFFIX) = {{sample_unorm, sample_srgb, sample_floats}};

#endif
