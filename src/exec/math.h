/* SPDX-License-Identifier: MIT */
/*
 * math - the one definition of rcp, rsq, exp2, log2, pow, sin, cos (and exponent, mantissa) that every engine uses.
 *
 * Code over vectors of lanes, made of IEEE additions, multiplications, divisions, square roots, comparisons,
 * conversions and integer operations only, each rounded to nearest, nothing fused. Therefore every width, every
 * instruction-set level and every machine gives the same bits (but for the sign and payload of a NaN result, which
 * nobody may depend on: see exec/rules.h). The including file chooses S9_MATH_WIDTH: 1 (plain C), or with GNU vectors
 * 4, 8, 16.
 *
 * The environment must be round to nearest with denormals kept, and the file compiled with -ffp-contract=off.
 *
 * Accuracy: everything but rcp is computed in double precision with a relative error below 2^-37 and rounded once, so
 * that results are within 0.501 ulp, denormal results included. rcp is the correctly rounded quotient. Names ending in
 * z follow float mode d3d9, the others ieee (numerics, section 1).
 */
#ifndef S9_EXEC_MATH_H
#define S9_EXEC_MATH_H

#include <float.h>
#include <stdint.h>
#include <string.h>

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "float arithmetic must be done in float: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif
#ifndef S9_MATH_WIDTH
#error "define S9_MATH_WIDTH as 1, 4, 8 or 16 before including exec/math.h"
#endif

#if S9_MATH_WIDTH > 1 && (defined(__SSE2__) || defined(__AVX__) || defined(__AVX512F__))
#include <immintrin.h>
#endif

/* f float, i int32 (masks are 0 or -1); d half as many doubles, l their int64 (and masks). */
#if S9_MATH_WIDTH == 1
#include <math.h>
typedef float s9m_f;
typedef int32_t s9m_i;
typedef uint32_t s9m_u;
typedef double s9m_d;
typedef int64_t s9m_l;
typedef uint64_t s9m_ul;
#define S9M_HALF_LANES 1
#define S9M_MASK_F(condition) (-(int32_t)(condition))
#define S9M_MASK_D(condition) (-(int64_t)(condition))
#else
typedef float s9m_f __attribute__((vector_size(4 * S9_MATH_WIDTH)));
typedef int32_t s9m_i __attribute__((vector_size(4 * S9_MATH_WIDTH)));
typedef uint32_t s9m_u __attribute__((vector_size(4 * S9_MATH_WIDTH)));
typedef double s9m_d __attribute__((vector_size(4 * S9_MATH_WIDTH)));
typedef int64_t s9m_l __attribute__((vector_size(4 * S9_MATH_WIDTH)));
typedef uint64_t s9m_ul __attribute__((vector_size(4 * S9_MATH_WIDTH)));
#define S9M_HALF_LANES (S9_MATH_WIDTH / 2)
#define S9M_MASK_F(condition) ((s9m_i)(condition))
#define S9M_MASK_D(condition) ((s9m_l)(condition))
#endif

/* ---- bits and selection ---- */

static inline s9m_i s9m_bits(s9m_f x)
{
    s9m_i bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline s9m_f s9m_float(s9m_i bits)
{
    s9m_f x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static inline s9m_ul s9m_dbits(s9m_d x)
{
    s9m_ul bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline s9m_d s9m_double(s9m_ul bits)
{
    s9m_d x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static inline s9m_f s9m_select(s9m_i mask, s9m_f a, s9m_f b)
{
    return s9m_float((mask & s9m_bits(a)) | (~mask & s9m_bits(b)));
}
static inline s9m_d s9m_dselect(s9m_l mask, s9m_d a, s9m_d b)
{
    return s9m_double(((s9m_ul)mask & s9m_dbits(a)) | (~(s9m_ul)mask & s9m_dbits(b)));
}
static inline s9m_f s9m_abs(s9m_f x)
{
    return s9m_float(s9m_bits(x) & 0x7FFFFFFF);
}
static inline s9m_d s9m_dabs(s9m_d x)
{
    return s9m_double(s9m_dbits(x) & 0x7FFFFFFFFFFFFFFFu);
}
static inline s9m_d s9m_dsplat(double x)
{
    s9m_d zero;
    memset(&zero, 0, sizeof zero);
    return zero + x;
}

/* The lower and upper lanes as doubles, and two vectors of doubles rounded to floats. */
#if S9_MATH_WIDTH == 1
static inline s9m_d s9m_low(s9m_f x)
{
    return x;
}
static inline s9m_f s9m_join(s9m_d low)
{
    return (float)low;
}
#else
static inline s9m_d s9m_low(s9m_f x)
{
#if S9_MATH_WIDTH == 16 && defined(__AVX512F__)
    return (s9m_d)_mm512_cvtps_pd(_mm512_castps512_ps256((__m512)x));
#elif S9_MATH_WIDTH == 8 && defined(__AVX__)
    return (s9m_d)_mm256_cvtps_pd(_mm256_castps256_ps128((__m256)x));
#elif S9_MATH_WIDTH == 4 && defined(__SSE2__)
    return (s9m_d)_mm_cvtps_pd((__m128)x);
#else
    s9m_d r;
    for (int i = 0; i < S9M_HALF_LANES; i++)
        r[i] = x[i];
    return r;
#endif
}
static inline s9m_d s9m_high(s9m_f x)
{
#if S9_MATH_WIDTH == 16 && defined(__AVX512F__)
    return (s9m_d)_mm512_cvtps_pd(_mm256_castpd_ps(_mm512_extractf64x4_pd((__m512d)x, 1)));
#elif S9_MATH_WIDTH == 8 && defined(__AVX__)
    return (s9m_d)_mm256_cvtps_pd(_mm256_extractf128_ps((__m256)x, 1));
#elif S9_MATH_WIDTH == 4 && defined(__SSE2__)
    return (s9m_d)_mm_cvtps_pd(_mm_movehl_ps((__m128)x, (__m128)x));
#else
    s9m_d r;
    for (int i = 0; i < S9M_HALF_LANES; i++)
        r[i] = x[S9M_HALF_LANES + i];
    return r;
#endif
}
static inline s9m_f s9m_join(s9m_d low, s9m_d high)
{
#if S9_MATH_WIDTH == 16 && defined(__AVX512F__)
    __m512d r = _mm512_castpd256_pd512(_mm256_castps_pd(_mm512_cvtpd_ps((__m512d)low)));
    return (s9m_f)_mm512_insertf64x4(r, _mm256_castps_pd(_mm512_cvtpd_ps((__m512d)high)), 1);
#elif S9_MATH_WIDTH == 8 && defined(__AVX__)
    __m256 r = _mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)low));
    return (s9m_f)_mm256_insertf128_ps(r, _mm256_cvtpd_ps((__m256d)high), 1);
#elif S9_MATH_WIDTH == 4 && defined(__SSE2__)
    return (s9m_f)_mm_movelh_ps(_mm_cvtpd_ps((__m128d)low), _mm_cvtpd_ps((__m128d)high));
#else
    s9m_f r;
    for (int i = 0; i < S9M_HALF_LANES; i++) {
        r[i] = (float)low[i];
        r[S9M_HALF_LANES + i] = (float)high[i];
    }
    return r;
#endif
}
#endif

/* ±infinity becomes ±FLT_MAX: its bits are one less. */
static inline s9m_f s9m_finite(s9m_f x)
{
    s9m_i bits = s9m_bits(x);
    return s9m_float(bits + S9M_MASK_F((bits & 0x7FFFFFFF) == 0x7F800000));
}

/* ---- square root: correctly rounded, as IEEE asks ---- */

static inline s9m_f s9m_sqrt(s9m_f x)
{
#if S9_MATH_WIDTH == 1
    return sqrtf(x);
#elif S9_MATH_WIDTH == 16 && defined(__AVX512F__)
    return (s9m_f)_mm512_sqrt_ps((__m512)x);
#elif S9_MATH_WIDTH == 8 && defined(__AVX__)
    return (s9m_f)_mm256_sqrt_ps((__m256)x);
#elif S9_MATH_WIDTH == 4 && defined(__SSE2__)
    return (s9m_f)_mm_sqrt_ps((__m128)x);
#else
    for (int i = 0; i < S9_MATH_WIDTH; i++)
        x[i] = __builtin_sqrtf(x[i]);
    return x;
#endif
}

static inline s9m_d s9m_dsqrt(s9m_d x)
{
#if S9_MATH_WIDTH == 1
    return sqrt(x);
#elif S9_MATH_WIDTH == 16 && defined(__AVX512F__)
    return (s9m_d)_mm512_sqrt_pd((__m512d)x);
#elif S9_MATH_WIDTH == 8 && defined(__AVX__)
    return (s9m_d)_mm256_sqrt_pd((__m256d)x);
#elif S9_MATH_WIDTH == 4 && defined(__SSE2__)
    return (s9m_d)_mm_sqrt_pd((__m128d)x);
#else
    for (int i = 0; i < S9M_HALF_LANES; i++)
        x[i] = __builtin_sqrt(x[i]);
    return x;
#endif
}

/* ---- cores in double precision ---- */

#define S9M_ROUND 0x1.8p52 /* x + S9M_ROUND has round(x), ties to even, in its low bits */

/* 2^t for t in [-1000, 1000]; exact at whole numbers. 2^f = 1 + f Q(f) on [-0.5, 0.5]. */
static inline s9m_d s9m_exp2_core(s9m_d t)
{
    s9m_d k = t + S9M_ROUND;
    s9m_d f = t - (k - S9M_ROUND);
    s9m_d q = 0x1.00c0e4e15189cp-16 + f * 0x1.63b2d7971923fp-20;
    q = 0x1.4308c7183d6a2p-13 + f * q;
    q = 0x1.5d877598350dep-10 + f * q;
    q = 0x1.3b2ab70ad2565p-7 + f * q;
    q = 0x1.c6b08da70cce3p-5 + f * q;
    q = 0x1.ebfbdff82a734p-3 + f * q;
    q = 0x1.62e42fef9cc69p-1 + f * q;
    q = 1.0 + f * q;
    /* The whole part goes straight into the exponent. */
    return s9m_double(s9m_dbits(q) + (s9m_dbits(k) << 52));
}

/* Splits x = 2^e m; the exponent as a double, m in [sqrt(1/2), sqrt(2)). x is positive, finite and normal as a double.
 */
static inline s9m_d s9m_split(s9m_d x, s9m_d *m)
{
    const uint64_t low = 0x3FE6A09E667F3BCDu; /* bits of sqrt(1/2) */
    s9m_ul bits = s9m_dbits(x);
    s9m_ul k = (bits - low + ((uint64_t)1024 << 52)) >> 52; /* e + 1024 */
    *m = s9m_double(bits - (k << 52) + ((uint64_t)1024 << 52));
    return s9m_double(k | 0x4330000000000000u) - (0x1p52 + 1024.0);
}

/* log2 x for positive finite x, relative error below 2^-44; exact at powers of two. log2 m = s P(s^2), s = (m-1)/(m+1).
 */
static inline s9m_d s9m_log2_core(s9m_d x)
{
    s9m_d m;
    s9m_d e = s9m_split(x, &m);
    s9m_d s = (m - 1.0) / (m + 1.0);
    s9m_d z = s * s;
    s9m_d p = 0x1.47959c992a71fp-2 + z * 0x1.21ad2d776d25ap-2;
    p = 0x1.a61a2cf9f9e38p-2 + z * p;
    p = 0x1.2776c295ae0c7p-1 + z * p;
    p = 0x1.ec709dc53a1cap-1 + z * p;
    p = 0x1.71547652b8252p+1 + z * p;
    return e + s * p;
}

/*
 * Angle reduction for large arguments: r in [-pi/4, pi/4] and the quadrant, x = r + q pi/2. Multiplies the 24 bits of
 * the float by the 96 bits of 2/pi that matter at its exponent (Payne and Hanek).
 */
static inline void s9m_reduce_large(double x, double *r, uint64_t *quadrant)
{
    static const uint32_t two_over_pi[9] = {0,           0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u, 0xF534DDC0u,
                                            0xDB629599u, 0x3C439041u, 0xFE5163ABu, 0xDEBBC561u};
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    uint32_t m = (bits & 0x7FFFFFu) | 0x800000u;
    /* The first bit taken weighs 2 in the product, so that two whole bits remain; the table begins with 32 zeros. */
    uint32_t start = 30u + (bits >> 23 & 0xFFu) - 150u;
    uint32_t w[3];
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t pair = (uint64_t)two_over_pi[start / 32 + i] << 32 | two_over_pi[start / 32 + i + 1];
        w[i] = (uint32_t)(pair << start % 32 >> 32);
    }
    uint64_t p0 = (uint64_t)m * w[2];
    uint64_t p1 = (uint64_t)m * w[1] + (p0 >> 32);
    uint64_t p2 = (uint64_t)m * w[0] + (p1 >> 32);
    uint64_t high = p2 << 32 | (p1 & 0xFFFFFFFFu);
    uint64_t fraction = high << 2 | (p0 >> 30 & 3u);
    uint64_t q = (high >> 62) + (fraction >> 63);
    /* The fraction as a signed number: from 0.5 up it counts down from the next quadrant. */
    double value = (fraction >> 63) != 0 ? -(double)(~fraction + 1u) : (double)fraction;
    value *= 0x1.921fb54442d18p-64;
    *r = x < 0 ? -value : value;
    *quadrant = x < 0 ? ~q + 1u : q;
}

/* r in about [-pi/4, pi/4] and in the low bits of the result the quadrant; NaN for infinities and NaN. */
static inline s9m_ul s9m_reduce(s9m_d x, s9m_d *r)
{
    const double limit =
        1048576.0; /* up to here n * (first two parts of pi/2) are exact: n has 20 bits, they have 33 */
    s9m_d k = x * 0x1.45f306dc9c883p-1 + S9M_ROUND;
    s9m_d n = k - S9M_ROUND;
    s9m_ul quadrant = s9m_dbits(k);
    s9m_d magnitude = s9m_dabs(x);
    s9m_l large = S9M_MASK_D(magnitude > limit);
    *r = ((x - n * 0x1.921fb54400000p+0) - n * 0x1.0b4611a600000p-34) - n * 0x1.3198a2e037073p-69;

    int64_t any[S9M_HALF_LANES];
    memcpy(any, &large, sizeof any);
    int64_t some = 0;
    for (int i = 0; i < S9M_HALF_LANES; i++)
        some |= any[i];
    if (some != 0) {
        double xs[S9M_HALF_LANES], rs[S9M_HALF_LANES];
        uint64_t qs[S9M_HALF_LANES];
        memcpy(xs, &x, sizeof xs);
        memcpy(rs, r, sizeof rs);
        memcpy(qs, &quadrant, sizeof qs);
        for (int i = 0; i < S9M_HALF_LANES; i++) {
            if (any[i] == 0)
                continue;
            if (xs[i] - xs[i] == 0)
                s9m_reduce_large(xs[i], &rs[i], &qs[i]);
            else
                rs[i] = xs[i] - xs[i];
        }
        memcpy(r, rs, sizeof rs);
        memcpy(&quadrant, qs, sizeof qs);
    }
    return quadrant;
}

/* The sine of r + quadrant pi/2. */
static inline s9m_d s9m_sine_core(s9m_d r, s9m_ul quadrant)
{
    s9m_d z = r * r;
    s9m_d s = 0x1.71d9a97cd3c34p-19 + z * -0x1.aa28204b8cc64p-26;
    s = -0x1.a019fd9a9838bp-13 + z * s;
    s = 0x1.1111110fd3935p-7 + z * s;
    s = -0x1.555555555516ap-3 + z * s;
    s = r * (1.0 + z * s);
    s9m_d c = 0x1.a0129816d86c7p-16 + z * -0x1.2474b4d8b6dbep-22;
    c = -0x1.6c16bae4ef840p-10 + z * c;
    c = 0x1.555555514ea4bp-5 + z * c;
    c = -0x1.fffffffffe691p-2 + z * c;
    c = 1.0 + z * c;
    s9m_d v = s9m_dselect(S9M_MASK_D((quadrant & 1u) != 0), c, s);
    return s9m_double(s9m_dbits(v) ^ (quadrant & 2u) << 62);
}

/* ---- functions of doubles ---- */

static inline s9m_d s9m_rsq(s9m_d x)
{
    return 1.0 / s9m_dsqrt(s9m_dabs(x));
}

static inline s9m_d s9m_exp2(s9m_d t)
{
    /* Beyond these the float result is 0 or infinity anyway; NaN stays. */
    t = s9m_dselect(S9M_MASK_D(t < -160.0), s9m_dsplat(-160.0), t);
    t = s9m_dselect(S9M_MASK_D(t > 160.0), s9m_dsplat(160.0), t);
    return s9m_dselect(S9M_MASK_D(t == t), s9m_exp2_core(t), t);
}

static inline s9m_d s9m_log2(s9m_d x)
{
    const s9m_d infinity = s9m_dsplat((double)__builtin_inff());
    s9m_d a = s9m_dabs(x);
    s9m_d r = s9m_dselect(S9M_MASK_D(a < infinity), s9m_log2_core(a), a); /* infinity and NaN stay */
    return s9m_dselect(S9M_MASK_D(a == 0.0), -infinity, r);
}

static inline s9m_d s9m_pow(s9m_d x, s9m_d y)
{
    s9m_d r = s9m_exp2(y * s9m_log2(x));
    /* Where a factor of the exponent is 0 the result is 1, even beside NaN. */
    return s9m_dselect(S9M_MASK_D(y == 0.0) | S9M_MASK_D(s9m_dabs(x) == 1.0), s9m_dsplat(1.0), r);
}

static inline s9m_d s9m_sin(s9m_d x)
{
    s9m_d r;
    s9m_ul quadrant = s9m_reduce(x, &r);
    return s9m_sine_core(r, quadrant);
}

static inline s9m_d s9m_cos(s9m_d x)
{
    s9m_d r;
    s9m_ul quadrant = s9m_reduce(x, &r);
    return s9m_sine_core(r, quadrant + 1u);
}

/* The unbiased exponent of the magnitude: floor(log2), denormals as the numbers they are. */
static inline s9m_d s9m_exponent(s9m_d x)
{
    const s9m_d infinity = s9m_dsplat((double)__builtin_inff());
    s9m_d a = s9m_dabs(x);
    s9m_d e = s9m_double(s9m_dbits(a) >> 52 | 0x4330000000000000u) - (0x1p52 + 1023.0);
    e = s9m_dselect(S9M_MASK_D(a < infinity), e, a);
    return s9m_dselect(S9M_MASK_D(a == 0.0), -infinity, e);
}

/* The magnitude scaled into [1, 2); 1 for zero and infinity. */
static inline s9m_d s9m_mantissa(s9m_d x)
{
    s9m_d m = s9m_double((s9m_dbits(x) & 0xFFFFFFFFFFFFFu) | 0x3FF0000000000000u);
    return s9m_dselect(S9M_MASK_D(x == x), m, x);
}

/* ---- functions of floats ---- */

#if S9_MATH_WIDTH == 1
#define S9M_EACH(function, x) s9m_join(function(s9m_low(x)))
#else
#define S9M_EACH(function, x) s9m_join(function(s9m_low(x)), function(s9m_high(x)))
#endif

static inline s9m_f s9_math_rsq(s9m_f x) /* 1 / sqrt |x|; 0: infinity; infinity: 0 */
{
    return S9M_EACH(s9m_rsq, x);
}
static inline s9m_f s9_math_exp2(s9m_f x) /* 2^x; overflow: infinity */
{
    return S9M_EACH(s9m_exp2, x);
}
static inline s9m_f s9_math_log2(s9m_f x) /* log2 |x|; 0: -infinity; infinity: infinity */
{
    return S9M_EACH(s9m_log2, x);
}
static inline s9m_f s9_math_sin(s9m_f x) /* infinity: NaN */
{
    return S9M_EACH(s9m_sin, x);
}
static inline s9m_f s9_math_cos(s9m_f x) /* infinity: NaN */
{
    return S9M_EACH(s9m_cos, x);
}
static inline s9m_f s9_math_exponent(s9m_f x) /* floor(log2 |x|); 0: -infinity; infinity: infinity */
{
    return S9M_EACH(s9m_exponent, x);
}
static inline s9m_f s9_math_mantissa(s9m_f x) /* |x| scaled into [1, 2); 0 and infinity: 1 */
{
    return S9M_EACH(s9m_mantissa, x);
}

static inline s9m_f s9_math_rsqz(s9m_f x) /* 0: FLT_MAX */
{
    return s9m_finite(s9_math_rsq(x));
}
static inline s9m_f s9_math_exp2z(s9m_f x) /* overflow, +infinity: FLT_MAX */
{
    return s9m_finite(s9_math_exp2(x));
}
/* The logarithm of infinity stays infinite; that of zero becomes -FLT_MAX. */
static inline s9m_f s9m_zero_to_lowest(s9m_f x, s9m_f r)
{
    return s9m_float(s9m_bits(r) + S9M_MASK_F(x == 0.0f));
}
static inline s9m_f s9_math_log2z(s9m_f x)
{
    return s9m_zero_to_lowest(x, s9_math_log2(x));
}
static inline s9m_f s9_math_exponentz(s9m_f x)
{
    return s9m_zero_to_lowest(x, s9_math_exponent(x));
}

static inline s9m_f s9_math_pow(s9m_f x, s9m_f y) /* |x|^y with the special cases of C's pow */
{
#if S9_MATH_WIDTH == 1
    return s9m_join(s9m_pow(x, y));
#else
    return s9m_join(s9m_pow(s9m_low(x), s9m_low(y)), s9m_pow(s9m_high(x), s9m_high(y)));
#endif
}
static inline s9m_f s9_math_powz(s9m_f x, s9m_f y)
{
    return s9m_finite(s9_math_pow(x, y));
}

static inline s9m_f s9_math_rcp(s9m_f x)
{
    return 1.0f / x;
}
static inline s9m_f s9_math_rcpz(s9m_f x) /* overflow: FLT_MAX with the sign of x; both zeros: +FLT_MAX */
{
    s9m_i negative_zero = S9M_MASK_F(x == 0.0f) & INT32_MIN;
    return s9m_float(s9m_bits(s9m_finite(1.0f / x)) & ~negative_zero);
}

#endif
