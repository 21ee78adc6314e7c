/* SPDX-License-Identifier: MIT */
/* Coordinate to texel along one axis: sampling rules, section 1. */
#include "texture/tile.h"

#include <math.h>

/* From here on a float has no fraction, and its floor would not be safe to convert. */
#define NO_FRACTION 16777216.0f

static float product_without_fraction(uint8_t address, float product, float size)
{
    if (product != product) {
        return 0.0f;
    }
    switch (address) {
    case S9_ADDRESS_WRAP:
        return isinf(product) ? 0.0f : fmodf(product, size) + 0.5f;
    case S9_ADDRESS_MIRROR:
        return isinf(product) ? 0.0f : fmodf(product, 2.0f * size) + 0.5f;
    case S9_ADDRESS_MIRROR_ONCE:
        return product > 0.0f ? size + 0.5f : -size - 1.5f;
    default:
        /* clamp and border: this texel and the next lie beyond the same end */
        return product > 0.0f ? size + 0.5f : -1.5f;
    }
}

void s9_axis_products(uint8_t address, uint32_t lanes, const float *coordinate, uint32_t size, float *products)
{
    float scale = (float)size;
    int32_t odd = 0;
    for (uint32_t i = 0; i < lanes; i++) {
        float product = coordinate[i] * scale;
        products[i] = product;
        odd |= fabsf(product) < NO_FRACTION ? 0 : 1;
    }
    if (odd == 0) {
        return;
    }
    for (uint32_t i = 0; i < lanes; i++) {
        if (!(fabsf(products[i]) < NO_FRACTION)) {
            products[i] = product_without_fraction(address, products[i], scale);
        }
    }
}

static inline int32_t floor_to_int(float x)
{
    int32_t truncated = (int32_t)x;
    return truncated - (x < (float)truncated ? 1 : 0);
}

void s9_axis_point(uint32_t lanes, const float *products, int32_t *index)
{
    for (uint32_t i = 0; i < lanes; i++) {
        index[i] = floor_to_int(products[i]);
    }
}

void s9_axis_linear(uint32_t lanes, const float *products, int32_t *index, float *fraction)
{
    for (uint32_t i = 0; i < lanes; i++) {
        float x = products[i] - 0.5f;
        int32_t whole = floor_to_int(x);
        index[i] = whole;
        fraction[i] = x - (float)whole;
    }
}

/* i mod n for |i| up to 2^24 + 1 and n up to 2^15. The quotient in floats is off by one at most. */
static inline int32_t modulo(int32_t i, int32_t n, float inverse)
{
    int32_t rest = i - floor_to_int((float)i * inverse) * n;
    rest += rest < 0 ? n : 0;
    rest -= rest >= n ? n : 0;
    return rest;
}

void s9_axis_address(uint8_t address, uint32_t lanes, const int32_t *index, int32_t offset, uint32_t size, int32_t *out)
{
    int32_t n = (int32_t)size;
    switch (address) {
    case S9_ADDRESS_WRAP: {
        if ((size & (size - 1)) == 0) {
            for (uint32_t i = 0; i < lanes; i++) {
                out[i] = (int32_t)((uint32_t)(index[i] + offset) & (size - 1));
            }
            break;
        }
        float inverse = 1.0f / (float)n;
        for (uint32_t i = 0; i < lanes; i++) {
            out[i] = modulo(index[i] + offset, n, inverse);
        }
        break;
    }
    case S9_ADDRESS_MIRROR: {
        float inverse = 1.0f / (float)(2 * n);
        for (uint32_t i = 0; i < lanes; i++) {
            int32_t m = modulo(index[i] + offset, 2 * n, inverse);
            out[i] = m < n ? m : 2 * n - 1 - m;
        }
        break;
    }
    case S9_ADDRESS_BORDER:
        for (uint32_t i = 0; i < lanes; i++) {
            int32_t at = index[i] + offset;
            out[i] = at < 0 || at >= n ? -1 : at;
        }
        break;
    case S9_ADDRESS_MIRROR_ONCE:
        for (uint32_t i = 0; i < lanes; i++) {
            int32_t at = index[i] + offset;
            at = at < 0 ? -1 - at : at;
            out[i] = at < n ? at : n - 1;
        }
        break;
    default:
        for (uint32_t i = 0; i < lanes; i++) {
            int32_t at = index[i] + offset;
            at = at > 0 ? at : 0;
            out[i] = at < n ? at : n - 1;
        }
        break;
    }
}
