/* SPDX-License-Identifier: MIT */
/*
 * encode - from values to blocks of several texels. Deterministic: the same values give the same bytes everywhere. What
 * a block can hold exactly is held exactly (see encode.c for the layouts of which that is not true).
 */
#ifndef S9_TEXTURE_ENCODE_H
#define S9_TEXTURE_ENCODE_H

#include "texture/format.h"

/* The texels of one block, row by row. Those outside of the level are not `used`: they weigh nothing. */
typedef struct s9_block_values {
    uint32_t count; /* 16, or 2 */
    bool used[16];
    float texel[16][4]; /* NaN counts as 0, the rest is clamped to [0, 1] before */
} s9_block_values;

void s9_block_encode(s9_format_layout layout, const s9_block_values *values, uint8_t *bytes);

/* Eight bytes: the endpoints and codes of one component, as DXT5 has alpha. */
void s9_ramp_encode(const s9_block_values *values, uint32_t component, uint8_t *bytes);
/* Eight bytes: the colours of all DXT formats; `punch`: with transparent black for texels whose alpha is below 0.5. */
void s9_colors_encode(const s9_block_values *values, bool punch, uint8_t *bytes);

#endif
