/* SPDX-License-Identifier: MIT */
/*
 * Blocks of texels. A blend is the exact fraction, rounded once: two thirds of r0 / 31 and one third of r1 / 31 are
 * (2 * r0 + r1) / 93.
 */
#include "texture/blocks.h"

static uint32_t read_u16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static float ratio(uint32_t numerator, uint32_t denominator)
{
    return (float)numerator / (float)denominator;
}

/* The colour part of all DXT formats; `punch` allows the form with transparent black. */
static void decode_colors(const uint8_t *bytes, bool punch, float texels[16][4])
{
    static const uint32_t shift[3] = {11, 5, 0}, most[3] = {31, 63, 31};
    uint32_t c0 = read_u16(bytes), c1 = read_u16(bytes + 2), codes = s9_read_u32(bytes + 4);
    float palette[4][4];
    bool four = !punch || c0 > c1;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t a = c0 >> shift[k] & most[k], b = c1 >> shift[k] & most[k];
        palette[0][k] = ratio(a, most[k]);
        palette[1][k] = ratio(b, most[k]);
        palette[2][k] = four ? ratio(2 * a + b, 3 * most[k]) : ratio(a + b, 2 * most[k]);
        palette[3][k] = four ? ratio(a + 2 * b, 3 * most[k]) : 0.0f;
    }
    for (uint32_t i = 0; i < 4; i++) {
        palette[i][3] = i == 3 && !four ? 0.0f : 1.0f;
    }
    for (uint32_t i = 0; i < 16; i++) {
        memcpy(texels[i], palette[codes >> (2 * i) & 3u], sizeof texels[i]);
    }
}

/* The alpha part of DXT5, also the blocks of ATI1 and ATI2, into one component. */
static void decode_ramp(const uint8_t *bytes, uint32_t component, float texels[16][4])
{
    uint32_t a0 = bytes[0], a1 = bytes[1];
    uint64_t codes = 0;
    for (uint32_t i = 0; i < 6; i++) {
        codes |= (uint64_t)bytes[2 + i] << (8 * i);
    }
    float palette[8] = {ratio(a0, 255), ratio(a1, 255), 0, 0, 0, 0, 0.0f, 1.0f};
    uint32_t steps = a0 > a1 ? 7 : 5;
    for (uint32_t i = 1; i < steps; i++) {
        palette[i + 1] = ratio((steps - i) * a0 + i * a1, steps * 255);
    }
    for (uint32_t i = 0; i < 16; i++) {
        texels[i][component] = palette[codes >> (3 * i) & 7u];
    }
}

static void fill(float texels[16][4], float r, float g, float b, float a)
{
    for (uint32_t i = 0; i < 16; i++) {
        texels[i][0] = r;
        texels[i][1] = g;
        texels[i][2] = b;
        texels[i][3] = a;
    }
}

static float held(double value)
{
    return value > 0.0 ? (value < 1.0 ? (float)value : 1.0f) : 0.0f;
}

/* The pages do not say how luminance and chroma become colours: ITU-R BT.601 with its narrow range, as video has it. */
static void convert_yuv(uint32_t y, uint32_t u, uint32_t v, float rgba[4])
{
    double luma = ((double)y - 16.0) / 219.0;
    double blue = ((double)u - 128.0) / 112.0, red = ((double)v - 128.0) / 112.0;
    rgba[0] = held(luma + 0.701 * red);
    rgba[1] = held(luma - 0.886 * 0.114 / 0.587 * blue - 0.701 * 0.299 / 0.587 * red);
    rgba[2] = held(luma + 0.886 * blue);
    rgba[3] = 1.0f;
}

static void shared_pair(uint32_t r, uint32_t g0, uint32_t g1, uint32_t b, float texels[16][4])
{
    for (uint32_t i = 0; i < 2; i++) {
        texels[i][0] = ratio(r, 255);
        texels[i][1] = ratio(i == 0 ? g0 : g1, 255);
        texels[i][2] = ratio(b, 255);
        texels[i][3] = 1.0f;
    }
}

void s9_block_decode(s9_format_layout layout, const uint8_t *bytes, float texels[16][4])
{
    switch (layout) {
    case S9_LAYOUT_DXT1:
        decode_colors(bytes, true, texels);
        break;
    case S9_LAYOUT_DXT3:
        decode_colors(bytes + 8, false, texels);
        for (uint32_t i = 0; i < 16; i++) {
            texels[i][3] = ratio((uint32_t)bytes[i / 2] >> (4 * (i & 1u)) & 15u, 15);
        }
        break;
    case S9_LAYOUT_DXT5:
        decode_colors(bytes + 8, false, texels);
        decode_ramp(bytes, 3, texels);
        break;
    case S9_LAYOUT_ATI1:
        fill(texels, 0.0f, 0.0f, 0.0f, 1.0f);
        decode_ramp(bytes, 0, texels);
        break;
    case S9_LAYOUT_ATI2:
        fill(texels, 0.0f, 0.0f, 1.0f, 1.0f);
        decode_ramp(bytes, 1, texels);
        decode_ramp(bytes + 8, 0, texels);
        break;
    case S9_LAYOUT_RGBG:
        /* The name reads from the highest bit of each 16-bit half: g, r, g, b in memory. */
        shared_pair(bytes[1], bytes[0], bytes[2], bytes[3], texels);
        break;
    case S9_LAYOUT_GRGB:
        shared_pair(bytes[0], bytes[1], bytes[3], bytes[2], texels);
        break;
    case S9_LAYOUT_UYVY:
        convert_yuv(bytes[1], bytes[0], bytes[2], texels[0]);
        convert_yuv(bytes[3], bytes[0], bytes[2], texels[1]);
        break;
    case S9_LAYOUT_YUY2:
        convert_yuv(bytes[0], bytes[1], bytes[3], texels[0]);
        convert_yuv(bytes[2], bytes[1], bytes[3], texels[1]);
        break;
    default:
        fill(texels, 0.0f, 0.0f, 0.0f, 1.0f);
        break;
    }
}
