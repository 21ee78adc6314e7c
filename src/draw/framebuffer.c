/* SPDX-License-Identifier: MIT */
/* Colour targets, depth and stencil. */
#include "draw/draw.h"

#include "texture/sampling.h"

s9_result s9_framebuffer_create(const s9_allocator *allocator, const s9_framebuffer_desc *desc, s9_framebuffer **out)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!desc || desc->struct_size < sizeof *desc || desc->width == 0 || desc->height == 0 ||
        desc->width > S9_IMAGE_MAX_SIDE || desc->height > S9_IMAGE_MAX_SIDE || desc->target_count == 0 ||
        desc->target_count > S9_MAX_TARGETS) {
        return S9_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < desc->target_count; i++) {
        if (desc->formats[i] != S9_TARGET_A8R8G8B8 && desc->formats[i] != S9_TARGET_A32B32G32R32F) {
            return S9_ERROR_ARGUMENT;
        }
    }
    s9_framebuffer *framebuffer = s9_allocate_zero(allocator, 1, sizeof *framebuffer);
    if (!framebuffer) {
        return S9_ERROR_MEMORY;
    }
    framebuffer->allocator = s9_allocator_or_default(allocator);
    framebuffer->width = desc->width;
    framebuffer->height = desc->height;
    framebuffer->target_count = desc->target_count;
    size_t pixels = (size_t)desc->width * desc->height;
    framebuffer->depth = s9_allocate_zero(allocator, pixels, sizeof(float));
    framebuffer->stencil = s9_allocate_zero(allocator, pixels, 1);
    bool good = framebuffer->depth && framebuffer->stencil;
    for (uint32_t i = 0; i < desc->target_count; i++) {
        s9_target *target = &framebuffer->targets[i];
        target->format = desc->formats[i];
        if (target->format == S9_TARGET_A8R8G8B8) {
            target->bytes = s9_allocate_zero(allocator, pixels, 4);
        } else {
            target->floats = s9_allocate_zero(allocator, pixels, 4 * sizeof(float));
        }
        good = good && (target->bytes || target->floats);
    }
    if (!good) {
        s9_framebuffer_destroy(framebuffer);
        return S9_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < 256; i++) {
        framebuffer->byte_values[i] = (float)i / 255.0f;
        framebuffer->byte_linear[i] = s9_srgb_to_linear(framebuffer->byte_values[i]);
    }
    for (size_t i = 0; i < pixels; i++) {
        framebuffer->depth[i] = 1.0f;
    }
    *out = framebuffer;
    return S9_OK;
}

void s9_framebuffer_destroy(s9_framebuffer *framebuffer)
{
    if (!framebuffer) {
        return;
    }
    s9_allocator allocator = framebuffer->allocator;
    for (uint32_t i = 0; i < S9_MAX_TARGETS; i++) {
        s9_release(&allocator, framebuffer->targets[i].bytes);
        s9_release(&allocator, framebuffer->targets[i].floats);
    }
    s9_release(&allocator, framebuffer->depth);
    s9_release(&allocator, framebuffer->stencil);
    s9_release(&allocator, framebuffer);
}

void s9_framebuffer_clear(s9_framebuffer *framebuffer, const float color[4], float depth, uint32_t stencil)
{
    size_t pixels = (size_t)framebuffer->width * framebuffer->height;
    uint8_t bytes[4];
    for (uint32_t k = 0; k < 4; k++) {
        bytes[k] = s9_unorm8(color[k]);
    }
    for (uint32_t i = 0; i < framebuffer->target_count; i++) {
        s9_target *target = &framebuffer->targets[i];
        for (size_t pixel = 0; pixel < pixels; pixel++) {
            if (target->bytes) {
                memcpy(target->bytes + pixel * 4, bytes, sizeof bytes);
            } else {
                memcpy(target->floats + pixel * 4, color, 4 * sizeof *color);
            }
        }
    }
    for (size_t pixel = 0; pixel < pixels; pixel++) {
        framebuffer->depth[pixel] = depth;
    }
    memset(framebuffer->stencil, (int)(stencil & 255u), pixels);
}

void s9_framebuffer_size(const s9_framebuffer *framebuffer, uint32_t *width, uint32_t *height, uint32_t *targets)
{
    if (width) {
        *width = framebuffer->width;
    }
    if (height) {
        *height = framebuffer->height;
    }
    if (targets) {
        *targets = framebuffer->target_count;
    }
}

s9_target_format s9_framebuffer_format(const s9_framebuffer *framebuffer, uint32_t target)
{
    return target < framebuffer->target_count ? framebuffer->targets[target].format : S9_TARGET_A8R8G8B8;
}

static void read_pixel(const s9_framebuffer *framebuffer, const s9_target *target, size_t pixel, float rgba[4])
{
    for (uint32_t k = 0; k < 4; k++) {
        rgba[k] =
            target->bytes ? framebuffer->byte_values[target->bytes[pixel * 4 + k]] : target->floats[pixel * 4 + k];
    }
}

void s9_framebuffer_pixel(const s9_framebuffer *framebuffer, uint32_t target, uint32_t x, uint32_t y, float rgba[4])
{
    if (target < framebuffer->target_count && x < framebuffer->width && y < framebuffer->height) {
        read_pixel(framebuffer, &framebuffer->targets[target], (size_t)y * framebuffer->width + x, rgba);
    } else {
        memset(rgba, 0, 4 * sizeof *rgba);
    }
}

void s9_framebuffer_floats(const s9_framebuffer *framebuffer, uint32_t target, float *out)
{
    size_t pixels = (size_t)framebuffer->width * framebuffer->height;
    for (size_t pixel = 0; pixel < pixels && target < framebuffer->target_count; pixel++) {
        read_pixel(framebuffer, &framebuffer->targets[target], pixel, out + pixel * 4);
    }
}

s9_result s9_framebuffer_image(const s9_framebuffer *framebuffer, uint32_t target, const s9_allocator *allocator,
                               s9_image *out)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    if (!framebuffer || target >= framebuffer->target_count) {
        return S9_ERROR_ARGUMENT;
    }
    s9_result result = s9_image_create(allocator, framebuffer->width, framebuffer->height, out);
    if (result != S9_OK) {
        return result;
    }
    const s9_target *from = &framebuffer->targets[target];
    size_t components = (size_t)framebuffer->width * framebuffer->height * 4;
    if (from->bytes) {
        memcpy(out->pixels, from->bytes, components);
    } else {
        for (size_t i = 0; i < components; i++) {
            out->pixels[i] = s9_unorm8(from->floats[i]);
        }
    }
    return S9_OK;
}

const float *s9_framebuffer_depth(const s9_framebuffer *framebuffer)
{
    return framebuffer->depth;
}

const uint8_t *s9_framebuffer_stencil(const s9_framebuffer *framebuffer)
{
    return framebuffer->stencil;
}

void s9_framebuffer_prepare_srgb(s9_framebuffer *framebuffer)
{
    if (framebuffer->has_srgb_steps) {
        return;
    }
    framebuffer->srgb_steps[0] = 0.0f;
    for (uint32_t byte = 1; byte < 256; byte++) {
        /* The conversion rises with its argument, and so do the bits of positive floats: halve the interval. */
        uint32_t low = 0, high = s9_float_bits(1.0f);
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (s9_unorm8(s9_linear_to_srgb(s9_bits_float(middle))) >= byte) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        framebuffer->srgb_steps[byte] = s9_bits_float(low);
    }
    framebuffer->has_srgb_steps = true;
}
