/* SPDX-License-Identifier: MIT */
/*
 * The commonest read in one piece: four texels of bytes, decoded and blended without a stop in memory. Included by
 * fused.c once for each width of vectors, with FUSED_LANES, FUSED_NAME and FUSED_TARGET (the attribute that its
 * functions have; nothing for the baseline) defined.
 */
typedef float FUSED_NAME(floats) __attribute__((vector_size(4 * FUSED_LANES)));
typedef int32_t FUSED_NAME(ints) __attribute__((vector_size(4 * FUSED_LANES)));
typedef uint32_t FUSED_NAME(words) __attribute__((vector_size(4 * FUSED_LANES)));
/* As they lie in arrays: aligned like their elements. */
typedef float FUSED_NAME(some_floats) __attribute__((vector_size(4 * FUSED_LANES), aligned(4), may_alias));
typedef int32_t FUSED_NAME(some_ints) __attribute__((vector_size(4 * FUSED_LANES), aligned(4), may_alias));

#define FUSED_INTS(from) ((FUSED_NAME(ints))(*(const FUSED_NAME(some_ints) *)(const void *)(from)))
#define FUSED_FLOATS(from) ((FUSED_NAME(floats))(*(const FUSED_NAME(some_floats) *)(const void *)(from)))

/* byte / 255 rounded is byte / 256 + byte / 65280 rounded, for every byte. */
#define FUSED_DECODE(texels, channel) \
    (__builtin_convertvector((FUSED_NAME(ints))((texels) >> byte_shift(channel) & 255u), FUSED_NAME(floats)))

FUSED_TARGET static inline FUSED_NAME(words) FUSED_NAME(fetch)(const uint8_t *texels, FUSED_NAME(ints) number)
{
    uint32_t word[FUSED_LANES];
    for (int lane = 0; lane < FUSED_LANES; lane++) {
        memcpy(&word[lane], texels + (size_t)number[lane] * 4, sizeof word[lane]);
    }
    return (FUSED_NAME(words))FUSED_GATHER(word);
}

FUSED_TARGET static uint32_t FUSED_NAME(bilinear)(const s9_fused_args *args, s9_tile_values out)
{
    uint32_t i = 0;
    for (; i + FUSED_LANES <= args->lanes; i += FUSED_LANES) {
        FUSED_NAME(ints) above = FUSED_INTS(args->slice + i) * args->height;
        FUSED_NAME(ints) first = (above + FUSED_INTS(args->row[0] + i)) * args->width;
        FUSED_NAME(ints) second = (above + FUSED_INTS(args->row[1] + i)) * args->width;
        FUSED_NAME(ints) left = FUSED_INTS(args->column[0] + i), right = FUSED_INTS(args->column[1] + i);
        FUSED_NAME(floats) u = FUSED_FLOATS(args->fraction[0] + i), v = FUSED_FLOATS(args->fraction[1] + i);
        FUSED_NAME(words)
        texels[4] = {FUSED_NAME(fetch)(args->texels, first + left), FUSED_NAME(fetch)(args->texels, first + right),
                     FUSED_NAME(fetch)(args->texels, second + left), FUSED_NAME(fetch)(args->texels, second + right)};
        for (uint32_t channel = 0; channel < 4; channel++) {
            FUSED_NAME(floats) c[4];
            for (int k = 0; k < 4; k++) {
                FUSED_NAME(floats) byte = FUSED_DECODE(texels[k], channel);
                c[k] = byte * (1.0f / 256.0f) + byte * (1.0f / 65280.0f);
            }
            FUSED_NAME(floats) top = c[0] + u * (c[1] - c[0]), bottom = c[2] + u * (c[3] - c[2]);
            FUSED_NAME(floats) both = top + v * (bottom - top);
            *(FUSED_NAME(some_floats) *)(void *)&out[channel][i] = both;
        }
    }
    return i;
}

#undef FUSED_INTS
#undef FUSED_FLOATS
#undef FUSED_DECODE
#undef FUSED_GATHER
#undef FUSED_LANES
#undef FUSED_NAME
#undef FUSED_TARGET
