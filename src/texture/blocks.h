/* SPDX-License-Identifier: MIT */
/* blocks - formats that hold several texels together. */
#ifndef S9_TEXTURE_BLOCKS_H
#define S9_TEXTURE_BLOCKS_H

#include "texture/format.h"

/* Decodes one block to its texels, row by row: 16 of the 4x4 layouts, 2 of the others. */
void s9_block_decode(s9_format_layout layout, const uint8_t *bytes, float texels[16][4]);

#endif
