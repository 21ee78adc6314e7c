/* SPDX-License-Identifier: MIT */
/* The formats: one table, bit fields to values and back, blocks of several texels. Sampling rules, section 6. */
#include "texture/format.h"

#include "texture/blocks.h"

#include <math.h>

/* clang-format off */
#define Z           {S9_FIELD_ZERO, 0, 0}
#define ONE         {S9_FIELD_ONE, 0, 0}
#define U(s, b)     {S9_FIELD_UNORM, s, b}
#define S(s, b)     {S9_FIELD_SNORM, s, b}
#define F(s, b)     {S9_FIELD_FLOAT, s, b}
#define N(s, b)     {S9_FIELD_NUMBER, s, b}
#define ALL(f)      {f, f, f, f}
#define FIELDS      S9_LAYOUT_FIELDS, 1, 1
#define BYTES_SRGB  (S9_FORMAT_SRGB | S9_FORMAT_BYTES)
#define COMPRESSED  {Z, Z, Z, Z}

static const s9_format_info formats[] = {
    /* name             layout           bytes flags                                 r          g          b          a */
    {"A32B32G32R32F",   FIELDS,             16, 0,                                   {F(0, 32),  F(32, 32), F(64, 32), F(96, 32)}},
    {"A8B8G8R8",        FIELDS,              4, BYTES_SRGB,                          {U(0, 8),   U(8, 8),   U(16, 8),  U(24, 8)}},
    {"A8R8G8B8",        FIELDS,              4, BYTES_SRGB,                          {U(16, 8),  U(8, 8),   U(0, 8),   U(24, 8)}},
    {"VALUES",          FIELDS,             16, S9_FORMAT_SRGB,                      {N(0, 32),  N(32, 32), N(64, 32), N(96, 32)}},
    {"X8R8G8B8",        FIELDS,              4, BYTES_SRGB,                          {U(16, 8),  U(8, 8),   U(0, 8),   ONE}},
    {"X8B8G8R8",        FIELDS,              4, BYTES_SRGB,                          {U(0, 8),   U(8, 8),   U(16, 8),  ONE}},
    {"R8G8B8",          FIELDS,              3, BYTES_SRGB,                          {U(16, 8),  U(8, 8),   U(0, 8),   ONE}},
    {"R5G6B5",          FIELDS,              2, 0,                                   {U(11, 5),  U(5, 6),   U(0, 5),   ONE}},
    {"A1R5G5B5",        FIELDS,              2, 0,                                   {U(10, 5),  U(5, 5),   U(0, 5),   U(15, 1)}},
    {"X1R5G5B5",        FIELDS,              2, 0,                                   {U(10, 5),  U(5, 5),   U(0, 5),   ONE}},
    {"A4R4G4B4",        FIELDS,              2, 0,                                   {U(8, 4),   U(4, 4),   U(0, 4),   U(12, 4)}},
    {"X4R4G4B4",        FIELDS,              2, 0,                                   {U(8, 4),   U(4, 4),   U(0, 4),   ONE}},
    {"R3G3B2",          FIELDS,              1, 0,                                   {U(5, 3),   U(2, 3),   U(0, 2),   ONE}},
    {"A8R3G3B2",        FIELDS,              2, 0,                                   {U(5, 3),   U(2, 3),   U(0, 2),   U(8, 8)}},
    {"A2R10G10B10",     FIELDS,              4, 0,                                   {U(20, 10), U(10, 10), U(0, 10),  U(30, 2)}},
    {"A2B10G10R10",     FIELDS,              4, 0,                                   {U(0, 10),  U(10, 10), U(20, 10), U(30, 2)}},
    {"A8",              FIELDS,              1, BYTES_SRGB | S9_FORMAT_ONE | S9_FORMAT_ALPHA, {Z, Z,       Z,         U(0, 8)}},
    {"L8",              FIELDS,              1, BYTES_SRGB | S9_FORMAT_ONE,          {U(0, 8),   U(0, 8),   U(0, 8),   ONE}},
    {"L16",             FIELDS,              2, S9_FORMAT_ONE,                       {U(0, 16),  U(0, 16),  U(0, 16),  ONE}},
    {"A8L8",            FIELDS,              2, BYTES_SRGB,                          {U(0, 8),   U(0, 8),   U(0, 8),   U(8, 8)}},
    {"A4L4",            FIELDS,              1, 0,                                   {U(0, 4),   U(0, 4),   U(0, 4),   U(4, 4)}},
    {"G16R16",          FIELDS,              4, 0,                                   {U(0, 16),  U(16, 16), ONE,       ONE}},
    {"A16B16G16R16",    FIELDS,              8, 0,                                   {U(0, 16),  U(16, 16), U(32, 16), U(48, 16)}},
    {"V8U8",            FIELDS,              2, 0,                                   {S(0, 8),   S(8, 8),   ONE,       ONE}},
    {"V16U16",          FIELDS,              4, 0,                                   {S(0, 16),  S(16, 16), ONE,       ONE}},
    {"Q8W8V8U8",        FIELDS,              4, 0,                                   {S(0, 8),   S(8, 8),   S(16, 8),  S(24, 8)}},
    {"Q16W16V16U16",    FIELDS,              8, 0,                                   {S(0, 16),  S(16, 16), S(32, 16), S(48, 16)}},
    {"A2W10V10U10",     FIELDS,              4, 0,                                   {S(0, 10),  S(10, 10), S(20, 10), U(30, 2)}},
    {"L6V5U5",          FIELDS,              2, 0,                                   {S(0, 5),   S(5, 5),   U(10, 6),  ONE}},
    {"X8L8V8U8",        FIELDS,              4, 0,                                   {S(0, 8),   S(8, 8),   U(16, 8),  ONE}},
    {"CXV8U8",          S9_LAYOUT_CXV8U8, 1, 1, 2, 0,                                {S(0, 8),   S(8, 8),   Z,         ONE}},
    {"R16F",            FIELDS,              2, S9_FORMAT_ONE,                       {F(0, 16),  ONE,       ONE,       ONE}},
    {"G16R16F",         FIELDS,              4, 0,                                   {F(0, 16),  F(16, 16), ONE,       ONE}},
    {"A16B16G16R16F",   FIELDS,              8, 0,                                   {F(0, 16),  F(16, 16), F(32, 16), F(48, 16)}},
    {"R32F",            FIELDS,              4, S9_FORMAT_ONE,                       {F(0, 32),  ONE,       ONE,       ONE}},
    {"G32R32F",         FIELDS,              8, 0,                                   {F(0, 32),  F(32, 32), ONE,       ONE}},
    {"DXT1",            S9_LAYOUT_DXT1, 4, 4, 8,  S9_FORMAT_SRGB,                    COMPRESSED},
    {"DXT2",            S9_LAYOUT_DXT3, 4, 4, 16, S9_FORMAT_SRGB,                    COMPRESSED},
    {"DXT3",            S9_LAYOUT_DXT3, 4, 4, 16, S9_FORMAT_SRGB,                    COMPRESSED},
    {"DXT4",            S9_LAYOUT_DXT5, 4, 4, 16, S9_FORMAT_SRGB,                    COMPRESSED},
    {"DXT5",            S9_LAYOUT_DXT5, 4, 4, 16, S9_FORMAT_SRGB,                    COMPRESSED},
    {"ATI1",            S9_LAYOUT_ATI1, 4, 4, 8,  S9_FORMAT_ONE,                     COMPRESSED},
    {"ATI2",            S9_LAYOUT_ATI2, 4, 4, 16, 0,                                 COMPRESSED},
    {"R8G8_B8G8",       S9_LAYOUT_RGBG, 2, 1, 4,  S9_FORMAT_SRGB,                    COMPRESSED},
    {"G8R8_G8B8",       S9_LAYOUT_GRGB, 2, 1, 4,  S9_FORMAT_SRGB,                    COMPRESSED},
    {"UYVY",            S9_LAYOUT_UYVY, 2, 1, 4,  S9_FORMAT_SRGB,                    COMPRESSED},
    {"YUY2",            S9_LAYOUT_YUY2, 2, 1, 4,  S9_FORMAT_SRGB,                    COMPRESSED},
    {"D16",             FIELDS,              2, S9_FORMAT_ONE | S9_FORMAT_DEPTH,     ALL(U(0, 16))},
    {"D16_LOCKABLE",    FIELDS,              2, S9_FORMAT_ONE | S9_FORMAT_DEPTH,     ALL(U(0, 16))},
    {"D24X8",           FIELDS,              4, S9_FORMAT_ONE | S9_FORMAT_DEPTH,     ALL(U(8, 24))},
    {"D24S8",           FIELDS,              4, S9_FORMAT_ONE | S9_FORMAT_DEPTH,     ALL(U(8, 24))},
    {"D32",             FIELDS,              4, S9_FORMAT_ONE | S9_FORMAT_DEPTH,     ALL(U(0, 32))},
    {"D15S1",           FIELDS,              2, S9_FORMAT_ONE | S9_FORMAT_DEPTH,     ALL(U(1, 15))},
    {"D24FS8",          FIELDS,              4, S9_FORMAT_ONE | S9_FORMAT_DEPTH,     ALL(F(8, 24))},
    {"D32F_LOCKABLE",   FIELDS,              4, S9_FORMAT_ONE | S9_FORMAT_DEPTH,     ALL(F(0, 32))},
    {"INTZ",            FIELDS,              4, S9_FORMAT_ONE,                       ALL(U(8, 24))},
    {"DF16",            FIELDS,              2, S9_FORMAT_ONE,                       ALL(U(0, 16))},
    {"DF24",            FIELDS,              4, S9_FORMAT_ONE,                       ALL(U(8, 24))},
};
/* clang-format on */

const s9_format_info *s9_format_get_info(s9_format format)
{
    return (size_t)format < S9_COUNT(formats) ? &formats[format] : NULL;
}

const char *s9_format_name(s9_format format)
{
    const s9_format_info *info = s9_format_get_info(format);
    return info ? info->name : NULL;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

bool s9_format_from_name(const char *name, s9_format *out)
{
    for (size_t i = 0; name && i < S9_COUNT(formats); i++) {
        const char *known = formats[i].name;
        size_t at = 0;
        while (known[at] != '\0' && upper(name[at]) == known[at]) {
            at++;
        }
        if (known[at] == '\0' && name[at] == '\0') {
            *out = (s9_format)i;
            return true;
        }
    }
    return false;
}

bool s9_format_slice_size(const s9_format_info *info, uint32_t width, uint32_t height, size_t *bytes)
{
    size_t across = ((size_t)width + info->block_width - 1) / info->block_width;
    size_t down = ((size_t)height + info->block_height - 1) / info->block_height;
    return s9_mul_size(across, down, bytes) && s9_mul_size(*bytes, info->block_bytes, bytes);
}

bool s9_format_level_size(s9_format format, uint32_t width, uint32_t height, uint32_t slices, size_t *bytes)
{
    const s9_format_info *info = s9_format_get_info(format);
    return info && width > 0 && height > 0 && slices > 0 && s9_format_slice_size(info, width, height, bytes) &&
           s9_mul_size(*bytes, slices, bytes);
}

float s9_half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000u) << 16, exponent = half >> 10 & 31u, mantissa = half & 0x3FFu;
    if (exponent == 31) {
        return s9_bits_float(sign | 0x7F800000u | mantissa << 13);
    }
    if (exponent != 0) {
        return s9_bits_float(sign | (exponent + 112) << 23 | mantissa << 13);
    }
    float magnitude = (float)mantissa * 0x1p-24f;
    return s9_bits_float(sign | s9_float_bits(magnitude));
}

uint16_t s9_float_to_half(float value)
{
    uint32_t bits = s9_float_bits(value), magnitude = bits & 0x7FFFFFFFu;
    uint32_t sign = bits >> 16 & 0x8000u;
    if (magnitude > 0x7F800000u) {
        return (uint16_t)(sign | 0x7E00u | (magnitude >> 13 & 0x3FFu));
    }
    if (magnitude >= 0x477FF000u) {
        return (uint16_t)(sign | 0x7C00u);
    }
    if (magnitude < 0x38800000u) {
        /* Denormal: in units of 2^-24, rounded half to even by the machine. */
        return (uint16_t)(sign | (uint32_t)nearbyintf(s9_bits_float(magnitude) * 0x1p24f));
    }
    magnitude -= 112u << 23;
    return (uint16_t)(sign | (magnitude + 0xFFFu + (magnitude >> 13 & 1u)) >> 13);
}

/* 24-bit depth floats have 4 bits of exponent (bias 15), 20 of mantissa, no sign, no infinities. */
static float float24_value(uint32_t bits)
{
    uint32_t exponent = bits >> 20, mantissa = bits & 0xFFFFFu;
    return exponent == 0 ? (float)mantissa * 0x1p-34f : s9_bits_float((exponent + 112) << 23 | mantissa << 3);
}

static uint32_t float24_bits(float value)
{
    if (!(value > 0.0f)) {
        return 0;
    }
    if (value >= 2.0f) {
        return 0xFFFFFFu;
    }
    if (value < 0x1p-14f) {
        return (uint32_t)nearbyintf(value * 0x1p34f);
    }
    uint32_t bits = s9_float_bits(value) - (112u << 23);
    bits = (bits + 3u + (bits >> 3 & 1u)) >> 3;
    return bits < 0xFFFFFFu ? bits : 0xFFFFFFu;
}

static uint32_t read_field(const uint8_t *texel, const s9_field *field)
{
    uint64_t word = 0;
    uint32_t first = field->shift / 8u, last = (field->shift + field->bits - 1u) / 8u;
    if (field->kind == S9_FIELD_NUMBER) {
        uint32_t bits;
        memcpy(&bits, texel + first, sizeof bits);
        return bits;
    }
    for (uint32_t i = last + 1; i > first; i--) {
        word = word << 8 | texel[i - 1];
    }
    return (uint32_t)(word >> (field->shift % 8u) & (UINT64_MAX >> (64u - field->bits)));
}

static void write_field(uint8_t *texel, const s9_field *field, uint32_t value)
{
    uint32_t first = field->shift / 8u, last = (field->shift + field->bits - 1u) / 8u;
    uint64_t mask = UINT64_MAX >> (64u - field->bits) << (field->shift % 8u);
    uint64_t word = (uint64_t)value << (field->shift % 8u) & mask;
    if (field->kind == S9_FIELD_NUMBER) {
        memcpy(texel + first, &value, sizeof value);
        return;
    }
    for (uint32_t i = first; i <= last; i++, mask >>= 8, word >>= 8) {
        texel[i] = (uint8_t)((texel[i] & ~(uint8_t)mask) | (uint8_t)word);
    }
}

static float field_value(const uint8_t *texel, const s9_field *field)
{
    if (field->kind == S9_FIELD_ZERO || field->kind == S9_FIELD_ONE) {
        return field->kind == S9_FIELD_ONE ? 1.0f : 0.0f;
    }
    uint32_t bits = read_field(texel, field);
    if (field->kind == S9_FIELD_UNORM) {
        /* Numerator and denominator are exact in double, and a quotient of so few bits rounds to float as the exact
         * one. */
        return (float)((double)bits / (double)(UINT32_MAX >> (32u - field->bits)));
    }
    if (field->kind == S9_FIELD_SNORM) {
        int32_t most = (1 << (field->bits - 1u)) - 1;
        int32_t number = (int32_t)bits - ((bits >> (field->bits - 1u) & 1u) != 0 ? 1 << field->bits : 0);
        float value = (float)number / (float)most;
        return value > -1.0f ? value : -1.0f;
    }
    return field->bits == 16   ? s9_half_to_float((uint16_t)bits)
           : field->bits == 24 ? float24_value(bits)
                               : s9_bits_float(bits);
}

static uint32_t field_bits(float value, const s9_field *field)
{
    if (field->kind == S9_FIELD_UNORM) {
        double most = (double)(UINT32_MAX >> (32u - field->bits));
        double held = value > 0.0f ? (value < 1.0f ? (double)value : 1.0) : 0.0;
        return (uint32_t)floor(held * most + 0.5);
    }
    if (field->kind == S9_FIELD_SNORM) {
        double most = (double)((1 << (field->bits - 1u)) - 1);
        double held = value > -1.0f ? (value < 1.0f ? (double)value : 1.0) : value == value ? -1.0 : 0.0;
        return (uint32_t)(int32_t)floor(held * most + 0.5);
    }
    return field->bits == 16 ? s9_float_to_half(value) : field->bits == 24 ? float24_bits(value) : s9_float_bits(value);
}

static void decode_fields(const s9_format_info *info, const uint8_t *bytes, size_t texels, float *rgba)
{
    for (size_t i = 0; i < texels; i++) {
        const uint8_t *texel = bytes + i * info->block_bytes;
        float *to = rgba + i * 4;
        for (uint32_t k = 0; k < 4; k++) {
            to[k] = field_value(texel, &info->field[k]);
        }
        if (info->layout == S9_LAYOUT_CXV8U8) {
            float rest = 1.0f - to[0] * to[0] - to[1] * to[1];
            to[2] = rest > 0.0f ? sqrtf(rest) : 0.0f;
        }
    }
}

void s9_format_decode(const s9_format_info *info, const uint8_t *bytes, uint32_t width, uint32_t height, float *rgba)
{
    if (info->layout == S9_LAYOUT_FIELDS || info->layout == S9_LAYOUT_CXV8U8) {
        decode_fields(info, bytes, (size_t)width * height, rgba);
        return;
    }
    for (uint32_t y = 0; y < height; y += info->block_height) {
        for (uint32_t x = 0; x < width; x += info->block_width) {
            float block[16][4];
            s9_block_decode((s9_format_layout)info->layout, bytes, block);
            bytes += info->block_bytes;
            for (uint32_t row = 0; row < info->block_height && y + row < height; row++) {
                for (uint32_t column = 0; column < info->block_width && x + column < width; column++) {
                    memcpy(rgba + (((size_t)y + row) * width + x + column) * 4, block[row * info->block_width + column],
                           sizeof block[0]);
                }
            }
        }
    }
}

void s9_format_decode_bytes(const s9_format_info *info, const uint8_t *bytes, size_t texels, uint8_t *rgba)
{
    for (uint32_t k = 0; k < 4; k++) {
        const s9_field *field = &info->field[k];
        if (field->kind != S9_FIELD_UNORM) {
            for (size_t i = 0; i < texels; i++) {
                rgba[i * 4 + k] = field->kind == S9_FIELD_ONE ? 255 : 0;
            }
            continue;
        }
        const uint8_t *from = bytes + field->shift / 8u;
        for (size_t i = 0; i < texels; i++) {
            rgba[i * 4 + k] = from[i * info->block_bytes];
        }
    }
}

s9_result s9_format_encode(s9_format format, const float (*values)[4], size_t texels, void *out)
{
    const s9_format_info *info = s9_format_get_info(format);
    if (!info || (texels > 0 && (!values || !out))) {
        return S9_ERROR_ARGUMENT;
    }
    if (info->block_width != 1 || info->block_height != 1) {
        return S9_ERROR_UNSUPPORTED;
    }
    uint8_t *to = out;
    for (size_t i = 0; i < texels; i++, to += info->block_bytes) {
        memset(to, 0, info->block_bytes);
        /* From alpha to red: where components share bits (luminance, depth) red is what stays. */
        for (uint32_t k = 4; k > 0; k--) {
            const s9_field *field = &info->field[k - 1];
            if (field->kind != S9_FIELD_ZERO && field->kind != S9_FIELD_ONE) {
                write_field(to, field, field_bits(values[i][k - 1], field));
            }
        }
    }
    return S9_OK;
}
