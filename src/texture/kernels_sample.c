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
#if W == 16
    return (vf)_mm512_set1_ps(x);
#elif W == 8
    return (vf)_mm256_set1_ps(x);
#else
    return (vf){x, x, x, x};
#endif
}

INLINE vi splat_int(int32_t x)
{
#if W == 16
    return (vi)_mm512_set1_epi32(x);
#elif W == 8
    return (vi)_mm256_set1_epi32(x);
#else
    return (vi){x, x, x, x};
#endif
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

/* What holds for some lanes: a register of bits with AVX-512, else -1 or 0 in each lane. */
#if W == 16
typedef __mmask16 mask;
#else
typedef vi mask;
#endif

INLINE bool any(mask m)
{
#if W == 16
    return m != 0;
#elif W == 8
    return _mm256_movemask_ps((__m256)m) != 0;
#elif defined(__SSE2__)
    return _mm_movemask_ps((__m128)m) != 0;
#else
    int32_t some = 0;
    for (int i = 0; i < W; i++) {
        some |= m[i];
    }
    return some != 0;
#endif
}

INLINE bool all(mask m)
{
    return !any((mask)~m);
}

INLINE mask greater_int(vi a, vi b)
{
#if W == 16
    return _mm512_cmpgt_epi32_mask((__m512i)a, (__m512i)b);
#else
    return (mask)(a > b);
#endif
}

INLINE mask equal_int(vi a, vi b)
{
#if W == 16
    return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b);
#else
    return (mask)(a == b);
#endif
}

INLINE mask greater(vf a, vf b)
{
#if W == 16
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_GT_OQ);
#else
    return (mask)(a > b);
#endif
}

INLINE mask equal(vf a, vf b)
{
#if W == 16
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_EQ_OQ);
#else
    return (mask)(a == b);
#endif
}

INLINE vf select(mask m, vf a, vf b)
{
#if W == 16
    return (vf)_mm512_mask_blend_ps(m, (__m512)b, (__m512)a);
#else
    return s9m_select(m, a, b);
#endif
}

INLINE vi select_int(mask m, vi a, vi b)
{
#if W == 16
    return (vi)_mm512_mask_blend_epi32(m, (__m512i)b, (__m512i)a);
#else
    return (m & a) | (~m & b);
#endif
}

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
    int32_t same; /* the level of all lanes, or -1 */
    vf weight;    /* of the next level */
    bool blend;   /* some weight is not 0 */
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
        mask minified = greater(value, splat(threshold));
        out->linear = any(minified) ? prepared->min_linear : prepared->mag_linear;
        return all(minified) || !any(minified);
    }
    return true;
}

/* The prepared sampler is of one run, and so of one thread; no result depends on what it remembers. */
INLINE void remember(const s9_prepared_sampler *prepared, int32_t level)
{
    ((s9_prepared_sampler *)(uintptr_t)prepared)->hint = level;
}

/* The same by way of the level itself. */
INLINE bool choose_by_level(const s9_prepared_sampler *prepared, vf level, choice *out)
{
    vf first = splat((float)prepared->mag_level), last = splat((float)prepared->last_level);
    vf held = select(greater(level, first), level, first);
    held = select(greater(last, held), held, last);
    if (prepared->mip == S9_FILTER_POINT) {
        /* The least whole number from there on, less one. */
        held = held + 0.5f;
        vi whole = truncated(held);
        out->level = select_int(greater(held, to_float(whole)), whole, whole - 1);
    } else if (prepared->mip == S9_FILTER_LINEAR) {
        out->level = truncated(held);
        out->weight = held - to_float(out->level);
        out->blend = any(greater(out->weight, splat(0.0f)));
    }
    out->same = prepared->hint;
    if (!all(equal_int(out->level, splat_int(out->same)))) {
        remember(prepared, out->level[0]);
        out->same = all(equal_int(out->level, splat_int(out->level[0]))) ? out->level[0] : -1;
    }
    return choose_filter(prepared, level, 0.0f, out);
}

/* The level of mip filter `point` by the square of the length: by its exponent, but for what lies below thresholds. */
INLINE void nearest(const s9_prepared_sampler *prepared, vf square, choice *out)
{
    const int32_t first = (int32_t)prepared->mag_level, last = (int32_t)prepared->last_level;
    vi bits = s9m_bits(square);
    /* Mostly that of the last vector: to know that ahead of the vector's own saves waiting for it. */
    int32_t level = prepared->hint;
    for (int attempt = 0; attempt < 2; attempt++) {
        int32_t from = level <= first ? INT32_MIN : s9_nearest_from[level];
        int32_t to = level >= last ? INT32_MAX : s9_nearest_from[level + 1];
        if (!any((mask)(greater_int(splat_int(from), bits) | greater_int(bits, splat_int(to - 1))))) {
            out->same = level;
            out->level = splat_int(level);
            return;
        }
        level = ((bits[0] >> 23) - 126) >> 1;
        level = level < 0 ? 0 : level > 15 ? 15 : level;
        level -= bits[0] < s9_nearest_from[level];
        level = level < first ? first : level > last ? last : level;
        remember(prepared, level);
    }
    vi k = larger_int(((bits >> 23) - 126) >> 1, splat_int(0));
    k = smaller_int(k, splat_int(15));
    k = select_int(greater_int(look_up_int(s9_nearest_from, k), bits), k - 1, k);
    k = larger_int(k, splat_int(first));
    out->level = smaller_int(k, splat_int(last));
    out->same = -1;
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
        nearest(prepared, square, out);
    } else if (prepared->mip == S9_FILTER_LINEAR && any(greater(square, splat(S9_MAGNIFIED)))) {
        vf level;
        logarithm(&square, &level);
        return choose_by_level(prepared, level, out);
    } else {
        out->same = (int32_t)prepared->mag_level;
        out->level = splat_int(out->same);
    }
    return choose_filter(prepared, square, S9_MAGNIFIED, out);
}

/* ---- which texels ---- */

/* i mod n, as tiles find it. */
INLINE vi modulo(vi i, vi n, vf size)
{
    vf inverse = 1.0f / size;
    vi rest = i - truncated(floor_of(to_float(i) * inverse)) * n;
    rest = rest + ((rest >> 31) & n);
    return select_int(greater_int(n, rest), rest, rest - n);
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

#if W == 16 /* with narrower vectors the ways above are as fast */
/* Lane by lane within each quad, as integers. */
#define QUAD_INT(x, a, b, c, d) ((vi)_mm512_shuffle_epi32((__m512i)(x), (a) | (b) << 2 | (c) << 4 | (d) << 6))

INLINE vi least_of_quad(vi x)
{
    x = smaller_int(x, QUAD_INT(x, 1, 0, 3, 2));
    return smaller_int(x, QUAD_INT(x, 2, 3, 0, 1));
}

/* Four texels of each quad. */
INLINE vi quad_rows(const char *const at[4])
{
    __m512i all = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(const void *)at[0]));
    all = _mm512_inserti32x4(all, _mm_loadu_si128((const __m128i *)(const void *)at[1]), 1);
    all = _mm512_inserti32x4(all, _mm_loadu_si128((const __m128i *)(const void *)at[2]), 2);
    return (vi)_mm512_inserti32x4(all, _mm_loadu_si128((const __m128i *)(const void *)at[3]), 3);
}

/* Of two rows of each quad the texel with this number: from 0 in the first, from 16 in the second. */
INLINE vu pick(vi first, vi second, vi number)
{
    return (vu)_mm512_permutex2var_epi32((__m512i)first, (__m512i)number, (__m512i)second);
}

/* Both are 0, 1 or 2. */
INLINE mask are_near(vi a, vi b)
{
    return _mm512_cmplt_epu32_mask(_mm512_max_epu32((__m512i)a, (__m512i)b), _mm512_set1_epi32(3));
}

/*
 * The lanes of a quad mostly read of the same four rows of four texels: those are loaded as they lie and given to the
 * lanes. False where a quad reads more than that, or the rows are not whole inside of the level. `texels` is where the
 * level begins.
 */
INLINE bool fetch_quads(const char *texels, vi column, vi row, int32_t columns, int32_t rows, vu texel[4])
{
    vi left = QUAD_INT(column, 0, 0, 0, 0), top = QUAD_INT(row, 0, 0, 0, 0);
    vi right = column - left, down = row - top;
    mask near = are_near(right, down);
    if (!all(near)) {
        left = least_of_quad(column);
        top = least_of_quad(row);
        right = column - left;
        down = row - top;
        near = are_near(right, down);
    }
    near = (mask)(near & greater_int(splat_int(columns - 3), left) & greater_int(splat_int(rows - 3), top));
    if (!all(near)) {
        return false;
    }
    int32_t lefts[16], tops[16];
    const char *at[4];
    memcpy(lefts, &left, sizeof lefts);
    memcpy(tops, &top, sizeof tops);
    /* By way of memory, which costs less than taking lanes out of vectors. */
    __asm__("" : "+m"(lefts), "+m"(tops));
    const ptrdiff_t stride = (ptrdiff_t)columns * 4;
    for (int q = 0; q < 4; q++) {
        at[q] = texels + tops[4 * q] * stride + (ptrdiff_t)lefts[4 * q] * 4;
    }
    vi row_of[3];
    for (int k = 0; k < 3; k++) {
        row_of[k] = quad_rows(at);
        for (int q = 0; q < 4; q++) {
            at[q] += stride;
        }
    }
    /* In pick's terms; the quads lie four lanes apart. */
    vi place = (vi)_mm512_setr_epi32(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
    place = place + right + ((down & 1) << 4);
    texel[0] = pick(row_of[0], row_of[1], place);
    texel[1] = pick(row_of[0], row_of[1], place + 1);
    texel[2] = pick(row_of[1], row_of[2], place);
    texel[3] = pick(row_of[1], row_of[2], place + 1);
    mask far = greater_int(down, splat_int(1));
    if (any(far)) {
        vi fourth = quad_rows(at);
        for (int k = 0; k < 4; k++) {
            vi rest = k < 2 ? row_of[2] : fourth;
            texel[k] = (vu)select_int(far, (vi)pick(rest, rest, place + (k & 1)), (vi)texel[k]);
        }
    }
    return true;
}
#endif

/* The value of a channel's byte: byte / 255, rounded. */
INLINE vf unorm(vu texel, int channel)
{
#if W == 16
    /*
     * The byte becomes the end of 2^23 + byte, or of 2^23 + 256 byte; the product with 1 / 255 (rounded) is that less a
     * constant, in one operation that rounds toward 0: for every byte what the division rounds to.
     */
    const float scale = (channel & 1) != 0 ? 1.0f / 255.0f / 256.0f : 1.0f / 255.0f;
    const int32_t place = (channel & 1) != 0 ? 0xFF00 : 0xFF;
    __m512i half = (channel & 2) != 0 ? _mm512_srli_epi32((__m512i)texel, 16) : (__m512i)texel;
    __m512i with = _mm512_ternarylogic_epi32(half, _mm512_set1_epi32(place), _mm512_set1_epi32(0x4B000000), 0xEA);
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
    return storage == S9_SAMPLE_FLOATS ? select(equal(f, splat(0.0f)), a, sum) : sum;
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

INLINE void blend_bytes(int storage, const s9_prepared_sampler *prepared, const vu texel[4], vf fu, vf fv, vf out[4])
{
    for (int channel = 0; channel < 4; channel++) {
        out[channel] = blend_four(
            storage, decode(storage, prepared, texel[0], channel), decode(storage, prepared, texel[1], channel),
            decode(storage, prepared, texel[2], channel), decode(storage, prepared, texel[3], channel), fu, fv);
    }
}

INLINE bool wraps(uint8_t mode)
{
    return mode == S9_ADDRESS_MASK || mode == S9_ADDRESS_WRAP;
}

/* One level of each lane. False: tiles have to do it. */
INLINE bool filter(int storage, const s9_prepared_sampler *prepared, vi level, int32_t same, bool linear, vf u, vf v,
                   vf out[4])
{
    const s9_level_table *table = prepared->table;
    vf width, height;
    vi offset, columns, rows;
    if (same >= 0) {
        width = splat(table->width[same]);
        height = splat(table->height[same]);
        offset = splat_int(table->offset[same]);
        columns = splat_int((int32_t)table->width[same]);
        rows = splat_int((int32_t)table->height[same]);
    } else {
        width = look_up(table->width, level);
        height = look_up(table->height, level);
        offset = look_up_int(table->offset, level);
        columns = truncated(width);
        rows = truncated(height);
    }
    vf x = u * width, y = v * height;
    /* What has no fraction, and NaN, is for tiles; until that is known, numbers from it are good for nothing. */
    vi most = larger_int(s9m_bits(x) & 0x7FFFFFFF, s9m_bits(y) & 0x7FFFFFFF);
    if (!linear) {
        if (any(greater_int(most, splat_int(NO_FRACTION - 1)))) {
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
    vf weight = larger(fu, fv); /* NaN only beside what the other condition finds */
    if (any((mask)(greater_int(most, splat_int(NO_FRACTION - 1)) | equal(weight, splat(1.0f))))) {
        return false;
    }
    vi i = truncated(left), j = truncated(top);
    vi column[2] = {address(prepared->short_address[0], i, columns, width), {0}};
    vi row[2] = {address(prepared->short_address[1], j, rows, height), {0}};
    const void *texels = prepared->levels[0].texels;
    vu texel[4];
#if W == 16
    /* Inside of a level, the texel behind one is that of the next number, except where modes turn or hold numbers. */
    const char *level_texels = (const char *)texels + (same < 0 ? 0 : (ptrdiff_t)table->offset[same] * 4);
    const bool quads = storage != S9_SAMPLE_FLOATS && same >= 0;
    if (quads && wraps(prepared->short_address[0]) && wraps(prepared->short_address[1]) &&
        fetch_quads(level_texels, column[0], row[0], (int32_t)table->width[same], (int32_t)table->height[same],
                    texel)) {
        blend_bytes(storage, prepared, texel, fu, fv, out);
        return true;
    }
#endif
    column[1] = address(prepared->short_address[0], i + 1, columns, width);
    row[1] = address(prepared->short_address[1], j + 1, rows, height);
#if W == 16
    if (quads && !(wraps(prepared->short_address[0]) && wraps(prepared->short_address[1])) &&
        all((mask)(equal_int(column[0] + 1, column[1]) & equal_int(row[0] + 1, row[1]))) &&
        fetch_quads(level_texels, column[0], row[0], (int32_t)table->width[same], (int32_t)table->height[same],
                    texel)) {
        blend_bytes(storage, prepared, texel, fu, fv, out);
        return true;
    }
#endif
    vi above = offset + row[0] * columns, below = offset + row[1] * columns;
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
    if (all(equal_int(column[0] + 1, column[1]))) {
        fetch_two(texels, above + column[0], &texel[0], &texel[1]);
        fetch_two(texels, below + column[0], &texel[2], &texel[3]);
    } else {
        for (int k = 0; k < 4; k++) {
            texel[k] = fetch(texels, ((k & 2) != 0 ? below : above) + column[k & 1]);
        }
    }
    blend_bytes(storage, prepared, texel, fu, fv, out);
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
        !filter(storage, prepared, chosen.level, chosen.same, chosen.linear, u, v, out)) {
        return false;
    }
    if (chosen.blend) {
        vf smaller[4];
        const int32_t last = (int32_t)prepared->last_level;
        vi next = smaller_int(chosen.level + 1, splat_int(last));
        int32_t same = chosen.same < 0 ? -1 : chosen.same < last ? chosen.same + 1 : last;
        if (!filter(storage, prepared, next, same, chosen.linear, u, v, smaller)) {
            return false;
        }
        for (int channel = 0; channel < 4; channel++) {
            out[channel] = blend(storage, out[channel], smaller[channel], chosen.weight);
        }
    }
    for (int channel = 0; channel < 4; channel++) {
        if (storage == S9_SAMPLE_FLOATS) {
            /* One NaN for all: which one a blend gives is the machine's. */
            out[channel] = select(equal(out[channel], out[channel]), out[channel], s9m_float(splat_int(0x7FC00000)));
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
