/* SPDX-License-Identifier: MIT */
/* Kernels that move: blending under masks, transposing inputs and outputs, gathering constants. */
#include "vm/kernels.h"

static void blend(char *base, uint32_t n, const uint32_t *dst, const uint32_t *src, const char *mask)
{
    for (uint32_t k = 0; k < n; k++) {
        char *pd = base + dst[k];
        const char *ps = base + src[k];
        UNROLLED for (int v = 0; v < VECTORS; v++)
        {
            ln_storei(pd, v, ln_selecti(ln_load_mask(mask, v), ln_loadi(ps, v), ln_loadi(pd, v)));
        }
    }
}

static void blend_guarded(char *base, uint32_t n, const uint32_t *dst, const uint32_t *src, const uint32_t *guard,
                          bool invert, const char *mask)
{
    const vi flip = ln_splati(invert ? -1 : 0);
    for (uint32_t k = 0; k < n; k++) {
        char *pd = base + dst[k];
        const char *ps = base + src[k], *pg = base + guard[k];
        UNROLLED for (int v = 0; v < VECTORS; v++)
        {
            vi keep = ln_loadi(pg, v) ^ flip;
            if (mask != NULL)
                keep &= ln_loadi(mask, v);
            ln_storei(pd, v, ln_selecti(ln_mask_of(keep), ln_loadi(ps, v), ln_loadi(pd, v)));
        }
    }
}

static void canonical(char *base, uint32_t n, const uint32_t *slots)
{
    const vf nan = s9m_float(ln_splati((int32_t)S9_NAN_BITS));
    for (uint32_t k = 0; k < n; k++) {
        char *p = base + slots[k];
        for (int v = 0; v < VECTORS; v++) {
            vf x = ln_load(p, v);
            ln_store(p, v, ln_select(ln_unordered(x, x), nan, x));
        }
    }
}

static uint64_t bits(const char *slot)
{
    uint64_t result = 0;
    for (int v = 0; v < VECTORS; v++)
        result |= (uint64_t)ln_mask_bits(ln_load_mask(slot, v)) << (v * W);
    return result;
}

static void expand(char *slot, uint64_t lanes)
{
#if W == 16
    for (int v = 0; v < VECTORS; v++)
        ln_store_mask(slot, v, (vm)(lanes >> (16 * v)));
#else
    int_memory *p = (int_memory *)(void *)slot;
    for (int i = 0; i < S9_VM_LANES; i++)
        p[i] = -(int32_t)(lanes >> i & 1u);
#endif
}

static bool has_nan(const char *slot)
{
    vm any = ln_unordered(ln_load(slot, 0), ln_load(slot, 0));
    for (int v = 1; v < VECTORS; v++)
        any = ln_or(any, ln_unordered(ln_load(slot, v), ln_load(slot, v)));
    return ln_mask_bits(any) != 0;
}

static bool load_component(char *slot, const char *data)
{
    memcpy(slot, data, S9_VM_SLOT_BYTES);
    return has_nan(slot);
}

/* ---- four floats of a lane beside each other <-> four slots ---- */

#if W >= 8
static bool load(char *const slots[4], const char *data, ptrdiff_t stride)
{
    __m256 nan = _mm256_setzero_ps();
    for (int i = 0; i < S9_VM_LANES; i += 8, data += 8 * stride) {
#define PAIR(k)                                                                                                  \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps((const float *)(const void *)(data + (k)*stride))), \
                         _mm_loadu_ps((const float *)(const void *)(data + ((k) + 4) * stride)), 1)
        __m256 r0 = PAIR(0), r1 = PAIR(1), r2 = PAIR(2), r3 = PAIR(3);
#undef PAIR
        __m256 t0 = _mm256_unpacklo_ps(r0, r1), t1 = _mm256_unpacklo_ps(r2, r3);
        __m256 t2 = _mm256_unpackhi_ps(r0, r1), t3 = _mm256_unpackhi_ps(r2, r3);
        __m256 x = _mm256_shuffle_ps(t0, t1, 0x44), y = _mm256_shuffle_ps(t0, t1, 0xEE);
        __m256 z = _mm256_shuffle_ps(t2, t3, 0x44), w = _mm256_shuffle_ps(t2, t3, 0xEE);
        nan = _mm256_or_ps(nan, _mm256_cmp_ps(x, y, _CMP_UNORD_Q));
        nan = _mm256_or_ps(nan, _mm256_cmp_ps(z, w, _CMP_UNORD_Q));
        _mm256_store_ps((float *)(void *)slots[0] + i, x);
        _mm256_store_ps((float *)(void *)slots[1] + i, y);
        _mm256_store_ps((float *)(void *)slots[2] + i, z);
        _mm256_store_ps((float *)(void *)slots[3] + i, w);
    }
    return _mm256_movemask_ps(nan) != 0;
}

S9_INLINE __m256 canonical_8(__m256 x, bool make_canonical)
{
    const __m256 nan = _mm256_castsi256_ps(_mm256_set1_epi32((int)S9_NAN_BITS));
    return make_canonical ? _mm256_blendv_ps(x, nan, _mm256_cmp_ps(x, x, _CMP_UNORD_Q)) : x;
}

S9_INLINE void store_4(char *data, __m128 x, bool past_cache)
{
    if (past_cache)
        _mm_stream_ps((float *)(void *)data, x);
    else
        _mm_storeu_ps((float *)(void *)data, x);
}

S9_INLINE void store_8(char *data, ptrdiff_t stride, __m256 r, bool past_cache)
{
    store_4(data, _mm256_castps256_ps128(r), past_cache);
    store_4(data + 4 * stride, _mm256_extractf128_ps(r, 1), past_cache);
}

S9_INLINE void store_any(const char *const slots[4], char *data, ptrdiff_t stride, bool make_canonical, bool past_cache)
{
    for (int i = 0; i < S9_VM_LANES; i += 8, data += 8 * stride) {
#define COMPONENT(k) canonical_8(_mm256_load_ps((const float *)(const void *)slots[k] + i), make_canonical)
        __m256 x = COMPONENT(0), y = COMPONENT(1), z = COMPONENT(2), w = COMPONENT(3);
#undef COMPONENT
        __m256 t0 = _mm256_unpacklo_ps(x, y), t1 = _mm256_unpacklo_ps(z, w);
        __m256 t2 = _mm256_unpackhi_ps(x, y), t3 = _mm256_unpackhi_ps(z, w);
        store_8(data, stride, _mm256_shuffle_ps(t0, t1, 0x44), past_cache);
        store_8(data + stride, stride, _mm256_shuffle_ps(t0, t1, 0xEE), past_cache);
        store_8(data + 2 * stride, stride, _mm256_shuffle_ps(t2, t3, 0x44), past_cache);
        store_8(data + 3 * stride, stride, _mm256_shuffle_ps(t2, t3, 0xEE), past_cache);
    }
}
#elif W == 4 && defined(__SSE2__)
static bool load(char *const slots[4], const char *data, ptrdiff_t stride)
{
    __m128 nan = _mm_setzero_ps();
    for (int i = 0; i < S9_VM_LANES; i += 4, data += 4 * stride) {
        __m128 r0 = _mm_loadu_ps((const float *)(const void *)data);
        __m128 r1 = _mm_loadu_ps((const float *)(const void *)(data + stride));
        __m128 r2 = _mm_loadu_ps((const float *)(const void *)(data + 2 * stride));
        __m128 r3 = _mm_loadu_ps((const float *)(const void *)(data + 3 * stride));
        _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
        nan = _mm_or_ps(nan, _mm_or_ps(_mm_cmpunord_ps(r0, r1), _mm_cmpunord_ps(r2, r3)));
        _mm_store_ps((float *)(void *)slots[0] + i, r0);
        _mm_store_ps((float *)(void *)slots[1] + i, r1);
        _mm_store_ps((float *)(void *)slots[2] + i, r2);
        _mm_store_ps((float *)(void *)slots[3] + i, r3);
    }
    return _mm_movemask_ps(nan) != 0;
}

S9_INLINE __m128 canonical_4(__m128 x, bool make_canonical)
{
    const __m128 nan = _mm_castsi128_ps(_mm_set1_epi32((int)S9_NAN_BITS));
    __m128 m = _mm_cmpunord_ps(x, x);
    return make_canonical ? _mm_or_ps(_mm_and_ps(m, nan), _mm_andnot_ps(m, x)) : x;
}

S9_INLINE void store_any(const char *const slots[4], char *data, ptrdiff_t stride, bool make_canonical, bool past_cache)
{
    for (int i = 0; i < S9_VM_LANES; i += 4, data += 4 * stride) {
        __m128 c[4];
        UNROLLED for (int k = 0; k < 4; k++)
        {
            c[k] = canonical_4(_mm_load_ps((const float *)(const void *)slots[k] + i), make_canonical);
        }
        _MM_TRANSPOSE4_PS(c[0], c[1], c[2], c[3]);
        UNROLLED for (int k = 0; k < 4; k++)
        {
            if (past_cache)
                _mm_stream_ps((float *)(void *)(data + k * stride), c[k]);
            else
                _mm_storeu_ps((float *)(void *)(data + k * stride), c[k]);
        }
    }
}
#else
static bool load(char *const slots[4], const char *data, ptrdiff_t stride)
{
    bool nan = false;
    for (int i = 0; i < S9_VM_LANES; i++, data += stride) {
        float c[4];
        memcpy(c, data, sizeof c);
        for (int k = 0; k < 4; k++) {
            memcpy(slots[k] + 4 * i, &c[k], 4);
            nan |= c[k] != c[k];
        }
    }
    return nan;
}

S9_INLINE void store_any(const char *const slots[4], char *data, ptrdiff_t stride, bool make_canonical, bool past_cache)
{
    (void)past_cache;
    for (int i = 0; i < S9_VM_LANES; i++, data += stride) {
        uint32_t c[4];
        for (int k = 0; k < 4; k++) {
            memcpy(&c[k], slots[k] + 4 * i, 4);
            if (make_canonical && (c[k] & 0x7FFFFFFFu) > 0x7F800000u)
                c[k] = S9_NAN_BITS;
        }
        memcpy(data, c, sizeof c);
    }
}
#endif

static void store(const char *const slots[4], char *data, ptrdiff_t stride, bool make_canonical, bool past_cache)
{
    if (past_cache)
        store_any(slots, data, stride, make_canonical, true);
    else if (make_canonical)
        store_any(slots, data, stride, true, false);
    else
        store_any(slots, data, stride, false, false);
}

/* Stores past the cache may be seen late by other processors; from here on they are not. */
static void settle(void)
{
#if W > 1 && defined(__SSE2__)
    _mm_sfence();
#endif
}

/* ---- constants by index ---- */

static bool same_index(const int_memory *index)
{
    int32_t differ = 0;
    for (int i = 1; i < S9_VM_LANES; i++)
        differ |= index[i] ^ index[0];
    return differ == 0;
}

static void gather(const s9_vm_inst *inst, char *base, const float (*table)[4], uint32_t count)
{
    static const float zero[4] = {0, 0, 0, 0};
    const int_memory *index = (const int_memory *)(const void *)(base + inst->src[0][0]);
    const int64_t number = inst->number;
    if (same_index(index)) {
        int64_t at = number + index[0];
        const float *from = at >= 0 && at < (int64_t)count ? table[at] : zero;
        for (uint32_t k = 0; k < inst->n; k++) {
            vf x = ln_uniform((const char *)(from + inst->src[1][k]));
            for (int v = 0; v < VECTORS; v++)
                ln_store(base + inst->dst[k], v, x);
        }
        return;
    }
    for (int i = 0; i < S9_VM_LANES; i += 4) {
        const float *from[4];
        for (int j = 0; j < 4; j++) {
            int64_t at = number + index[i + j];
            from[j] = at >= 0 && at < (int64_t)count ? table[at] : zero;
        }
#if W > 1 && defined(__SSE2__)
        if (inst->n > 1) {
            __m128 r0 = _mm_loadu_ps(from[0]), r1 = _mm_loadu_ps(from[1]);
            __m128 r2 = _mm_loadu_ps(from[2]), r3 = _mm_loadu_ps(from[3]);
            _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
            const __m128 c[4] = {r0, r1, r2, r3};
            for (uint32_t k = 0; k < inst->n; k++)
                _mm_store_ps((float *)(void *)(base + inst->dst[k]) + i, c[inst->src[1][k]]);
            continue;
        }
#endif
        for (uint32_t k = 0; k < inst->n; k++) {
            float_memory *to = (float_memory *)(void *)(base + inst->dst[k]) + i;
            for (int j = 0; j < 4; j++)
                to[j] = from[j][inst->src[1][k]];
        }
    }
}

extern const s9_vm_kernel S9_VM_LEVEL_NAME(s9_vm_arithmetic)[S9_IR_OP_COUNT][8];
extern const s9_vm_kernel S9_VM_LEVEL_NAME(s9_vm_math)[S9_IR_OP_COUNT][8];
extern const s9_vm_kernels S9_VM_LEVEL_NAME(s9_vm_level);

const s9_vm_kernels S9_VM_LEVEL_NAME(s9_vm_level) = {
    .arithmetic = S9_VM_LEVEL_NAME(s9_vm_arithmetic),
    .math = S9_VM_LEVEL_NAME(s9_vm_math),
    .blend = blend,
    .blend_guarded = blend_guarded,
    .canonical = canonical,
    .bits = bits,
    .expand = expand,
    .has_nan = has_nan,
    .load_component = load_component,
    .load = load,
    .store = store,
    .settle = settle,
    .gather = gather,
};
