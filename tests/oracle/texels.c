/* SPDX-License-Identifier: MIT */
/* The formats that random textures have: bytes to numbers, as sampling.md 6 lists them. */
#include "oracle/oracle.h"

#include <math.h>
#include <string.h>

size_t oracle_texel_bytes(s9_format format)
{
    switch (format) {
    case S9_FORMAT_VALUES:
    case S9_FORMAT_A32B32G32R32F:
        return 16;
    case S9_FORMAT_A8R8G8B8:
    case S9_FORMAT_X8R8G8B8:
    case S9_FORMAT_A8B8G8R8:
    case S9_FORMAT_Q8W8V8U8:
    case S9_FORMAT_R32F:
    case S9_FORMAT_D24X8:
    case S9_FORMAT_D32F_LOCKABLE:
        return 4;
    case S9_FORMAT_V8U8:
    case S9_FORMAT_D16:
        return 2;
    case S9_FORMAT_L8:
    case S9_FORMAT_A8:
        return 1;
    default:
        return 0;
    }
}

static float unsigned_byte(uint8_t v)
{
    return (float)v / 255.0f;
}

static float signed_byte(uint8_t v)
{
    float x = (float)(int8_t)v / 127.0f;
    return x < -1.0f ? -1.0f : x;
}

/* A float of a file. */
static float number_at(const uint8_t *b)
{
    uint32_t word = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    float x;
    memcpy(&x, &word, sizeof x);
    return x;
}

static void decode(s9_format format, const uint8_t *b, float *t)
{
    switch (format) {
    case S9_FORMAT_VALUES: /* in the order of the machine */
        memcpy(t, b, 16);
        break;
    case S9_FORMAT_A32B32G32R32F:
        for (int i = 0; i < 4; i++)
            t[i] = number_at(b + (size_t)i * 4);
        break;
    case S9_FORMAT_A8R8G8B8:
    case S9_FORMAT_X8R8G8B8:
        t[0] = unsigned_byte(b[2]);
        t[1] = unsigned_byte(b[1]);
        t[2] = unsigned_byte(b[0]);
        t[3] = format == S9_FORMAT_X8R8G8B8 ? 1.0f : unsigned_byte(b[3]);
        break;
    case S9_FORMAT_A8B8G8R8:
        for (int i = 0; i < 4; i++)
            t[i] = unsigned_byte(b[i]);
        break;
    case S9_FORMAT_Q8W8V8U8:
        for (int i = 0; i < 4; i++)
            t[i] = signed_byte(b[i]);
        break;
    case S9_FORMAT_V8U8:
        t[0] = signed_byte(b[0]);
        t[1] = signed_byte(b[1]);
        t[2] = t[3] = 1.0f;
        break;
    case S9_FORMAT_R32F:
        t[0] = number_at(b);
        t[1] = t[2] = t[3] = 1.0f;
        break;
    case S9_FORMAT_L8:
        t[0] = t[1] = t[2] = unsigned_byte(b[0]);
        t[3] = 1.0f;
        break;
    case S9_FORMAT_A8:
        t[0] = t[1] = t[2] = 0.0f;
        t[3] = unsigned_byte(b[0]);
        break;
    case S9_FORMAT_D16:
        t[0] = t[1] = t[2] = t[3] = (float)(b[0] | b[1] << 8) / 65535.0f;
        break;
    case S9_FORMAT_D24X8: /* the unused byte lies lowest */
        t[0] = t[1] = t[2] = t[3] = (float)((double)(b[1] | b[2] << 8 | b[3] << 16) / 16777215.0);
        break;
    case S9_FORMAT_D32F_LOCKABLE:
        t[0] = t[1] = t[2] = t[3] = number_at(b);
        break;
    default:
        break;
    }
}

bool oracle_decode_texels(s9_format format, const uint8_t *bytes, size_t count, float (*texels)[4])
{
    size_t size = oracle_texel_bytes(format);
    if (size == 0)
        return false;
    for (size_t i = 0; i < count; i++)
        decode(format, bytes + i * size, texels[i]);
    return true;
}
