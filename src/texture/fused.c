/* SPDX-License-Identifier: MIT */
/* The commonest read in one piece, at the widest vectors that the machine has; the same bits at every width. */
#include "texture/tile.h"

#if defined(__GNUC__)

/* Where a channel's byte lies in a texel read as a word of this machine. */
static inline uint32_t byte_shift(uint32_t channel)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return 24 - 8 * channel;
#else
    return 8 * channel;
#endif
}

#define FUSED_LANES 4
#define FUSED_NAME(name) base_##name
#define FUSED_TARGET
#define FUSED_GATHER(w)                \
    {                                  \
        (w)[0], (w)[1], (w)[2], (w)[3] \
    }
#include "texture/fused.h"

#if defined(__x86_64__) && !defined(_WIN32)
#define FUSED_WIDE
#define FUSED_LANES 8
#define FUSED_NAME(name) wide_##name
#define FUSED_TARGET __attribute__((target("avx2,no-fma")))
#define FUSED_GATHER(w)                                                \
    {                                                                  \
        (w)[0], (w)[1], (w)[2], (w)[3], (w)[4], (w)[5], (w)[6], (w)[7] \
    }
#include "texture/fused.h"
#endif

bool s9_fused_is_wide(void)
{
#if defined(FUSED_WIDE)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

uint32_t s9_fused_bilinear(bool wide, const s9_fused_args *args, s9_tile_values out)
{
    /* Where a weight rounded up to 1, the second texel counts as it is: that much the sum below does not give. */
    for (uint32_t axis = 0; axis < 2; axis++) {
        uint32_t whole = 0;
        for (uint32_t i = 0; i < args->lanes; i++) {
            whole |= args->fraction[axis][i] == 1.0f;
        }
        if (whole != 0) {
            return 0;
        }
    }
#if defined(FUSED_WIDE)
    if (wide) {
        return wide_bilinear(args, out);
    }
#endif
    (void)wide;
    return base_bilinear(args, out);
}

#else

bool s9_fused_is_wide(void)
{
    return false;
}

uint32_t s9_fused_bilinear(bool wide, const s9_fused_args *args, s9_tile_values out)
{
    (void)wide;
    (void)args;
    (void)out;
    return 0;
}

#endif
