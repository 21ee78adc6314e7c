/* SPDX-License-Identifier: MIT */
/*
 * The state of Direct3D 9 around a shader as the headers describe it, on what a lane leaves behind: written once more,
 * in plain floats, so that the translator is not compared with itself.
 */
#include "vulkan/same_shader.h"

#include <float.h>
#include <math.h>

float same_moved(random_source *wobble, float x, double ulps, double absolute)
{
    if (wobble == NULL || !isfinite(x) || fabsf(x) == FLT_MAX) /* as far as zero-wins mode goes */
        return x;
    static const double ends[4] = {-1, 1, 0, 0};
    uint32_t way = pick(wobble, 5);
    double share = way < 3 ? ends[way] : (double)pick(wobble, 2001) / 1000.0 - 1.0;
    int exponent;
    (void)frexp((double)x, &exponent);
    double ulp = x == 0 ? 0 : ldexp(1.0, exponent - 24);
    if (!(ulps < 0x1p24))
        ulps = 0x1p24;
    return (float)((double)x + share * (ulps * ulp + absolute));
}

static float held(float x)
{
    return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
}

static bool passes(uint32_t func, float a, float ref)
{
    switch (func) {
    case 1:
        return false;
    case 2:
        return a < ref;
    case 3:
        return a == ref;
    case 4:
        return a <= ref;
    case 5:
        return a > ref;
    case 6:
        return a != ref;
    case 7:
        return a >= ref;
    default:
        return true;
    }
}

static bool on(const same_case *c, s9_spirv_group group)
{
    return c->job->options.sources[group] != S9_SPIRV_OFF;
}

/* Every vertex has z = 0.375 and w = 1. */
static float fog_factor(const same_case *c, uint32_t at, random_source *wobble)
{
    const s9_spirv_state *s = &c->job->options.state;
    float distance = s->fog_depth == 1 ? 0.375f : 1.0f, x;
    switch (s->fog_mode) {
    case S9_SPIRV_FOG_VERTEX:
        return c->job->fog_in[at];
    case S9_SPIRV_FOG_LINEAR:
        if (s->fog_start == s->fog_end)
            return distance < s->fog_end ? 1.0f : 0.0f;
        return same_moved(wobble, (s->fog_end - distance) / (s->fog_end - s->fog_start), 2.5, 0);
    case S9_SPIRV_FOG_EXP:
    case S9_SPIRV_FOG_EXP2:
        x = s->fog_density * distance;
        x = s->fog_mode == S9_SPIRV_FOG_EXP2 ? x * x : x;
        return same_moved(wobble, (float)exp(-(double)x), 4 + 4 * fabs((double)x), 0);
    default:
        return 1.0f;
    }
}

static float to_srgb(float x, random_source *wobble)
{
    x = held(x);
    if (x <= 0.0031308f)
        return x * 12.92f;
    return same_moved(wobble, (float)(1.055 * pow((double)x, 1 / 2.4) - 0.055), 16, 0x1p-20);
}

static void view_pixel(const same_case *c, const same_lane *lane, uint32_t at, random_source *wobble, same_view *out)
{
    const s9_spirv_state *s = &c->job->options.state;
    out->discarded = lane->discarded;
    for (uint32_t ch = 0; ch < c->channel_count; ch++) {
        uint32_t number = (uint32_t)c->channel_output[ch], *bits = out->bits[ch];
        memcpy(bits, lane->out[number], 16);
        out->known[ch] = lane->written[number];
        if (number == S9_IR_OUT_DEPTH) {
            /* Depth is held to the viewport's; of NaN nothing is said. */
            float depth = same_float(bits[0]);
            if (isnan(depth))
                out->known[ch] = 0;
            bits[0] = same_bits(depth > 0 ? (depth < 1 ? depth : 1.0f) : 0.0f);
            out->known[ch] &= 1;
            continue;
        }
        if (number == 0 && on(c, S9_SPIRV_ALPHA_TEST)) {
            if ((out->known[ch] & 8u) == 0)
                out->unsure = true;
            else if (!passes(s->alpha_func, same_float(bits[3]), s->alpha_ref))
                out->discarded = true;
        }
        if (number == 0 && on(c, S9_SPIRV_FOG) && c->major < 3 && s->fog_mode != S9_SPIRV_FOG_OFF) {
            float f = fog_factor(c, at, wobble);
            f = isnan(f) ? 1.0f : held(f);
            for (uint32_t k = 0; k < 3; k++) {
                float ours = f * same_float(bits[k]), fog = (1.0f - f) * s->fog_color[k];
                double order = c->host->gl_any_order ? (fabs((double)ours) + fabs((double)fog)) * 0x1p-22 : 0;
                bits[k] = same_bits(same_moved(wobble, ours + fog, 0, order));
            }
        }
        if (on(c, S9_SPIRV_SRGB_WRITE) && s->srgb_write != 0)
            for (uint32_t k = 0; k < 3; k++)
                bits[k] = same_bits(to_srgb(same_float(bits[k]), wobble));
    }
}

/* The factor that fog uses: alpha of color 1 where no fog is written. */
static bool is_fog_export(const same_case *c, uint32_t ch)
{
    return c->channel_output[ch] < 0 && !c->slots[ch].built_in && c->slots[ch].number == s9_spirv_location_of(11, 0);
}

static void view_vertex(const same_case *c, const same_lane *lane, random_source *wobble, same_view *out)
{
    const s9_spirv_state *s = &c->job->options.state;
    float position[4] = {0};
    for (uint32_t ch = 0; ch < c->channel_count; ch++) {
        uint32_t *bits = out->bits[ch];
        if (c->channel_output[ch] < 0)
            continue;
        uint32_t number = (uint32_t)c->channel_output[ch] & 255u;
        const s9_spirv_interface *io = &c->layout->outputs[c->channel_output[ch] >> 8];
        bool color = io->usage == 10, ones = color && io->usage_index == 0;
        out->known[ch] = io->built_in != NULL && strcmp(io->built_in, "PointSize") == 0 ? 1 : 15;
        for (uint32_t k = 0; k < 4; k++) {
            bool there = (lane->written[number] >> k & 1u) != 0 && (io->mask >> k & 1u) != 0;
            bits[k] = there ? lane->out[number][k] : ones ? 0x3F800000u : 0;
            if (color && c->major < 3 && !c->job->options.no_color_clamp)
                bits[k] = same_bits(held(same_float(bits[k])));
        }
        if (io->built_in == NULL)
            continue;
        if (out->known[ch] == 1) {
            float size = same_float(bits[0]);
            if (on(c, S9_SPIRV_POINT_SIZE)) {
                size = size > s->point_size_min ? size : s->point_size_min;
                size = size < s->point_size_max ? size : s->point_size_max;
                bits[0] = same_bits(size);
            }
            continue;
        }
        for (uint32_t k = 0; k < 4; k++)
            position[k] = same_float(bits[k]);
        if (on(c, S9_SPIRV_HALF_PIXEL)) {
            float right = position[3] * s->half_pixel[0], down = position[3] * s->half_pixel[1];
            bits[0] = same_bits(position[0] + right);
            bits[1] = same_bits(position[1] - down);
        }
        if (on(c, S9_SPIRV_Y_FLIP))
            bits[1] = same_bits(same_float(bits[1]) * s->y_scale);
    }
    for (uint32_t ch = 0; ch < c->channel_count; ch++) {
        if (c->slots[ch].built_in && c->slots[ch].number == 3) { /* ClipDistance */
            const float *plane = s->clip_planes[c->slots[ch].element];
            float sum = plane[0] * position[0];
            double size = fabs((double)sum);
            for (uint32_t k = 1; k < 4; k++) {
                sum += plane[k] * position[k];
                size += fabs((double)plane[k] * (double)position[k]);
            }
            /* In any order, fused or not. */
            sum = same_moved(wobble, sum, 0, size * 0x1p-22);
            out->bits[ch][0] = same_bits(c->slots[ch].element < s->clip_plane_count ? sum : 0.0f);
            out->known[ch] = (uint8_t)!isnan(sum); /* of infinity times a plane's 0 nothing is said */
        } else if (c->channel_output[ch] < 0 && c->slots[ch].built_in && c->slots[ch].number == 1) {
            float size = s->point_size > s->point_size_min ? s->point_size : s->point_size_min;
            out->bits[ch][0] = same_bits(size < s->point_size_max ? size : s->point_size_max);
            out->known[ch] = 1;
        } else if (is_fog_export(c, ch)) {
            for (uint32_t i = 0; i < s9_shader_output_count(c->shader); i++) {
                const s9_shader_slot *slot = s9_shader_output(c->shader, i);
                uint32_t number = c->shader->output_numbers[i];
                bool second =
                    slot->usage < 0 ? strcmp(slot->name, "oD1") == 0 : slot->usage == 10 && slot->usage_index == 1;
                if (second && (lane->written[number] & 8u) != 0)
                    out->bits[ch][0] = lane->out[number][3];
            }
            out->known[ch] = 1;
        }
    }
}

void same_view_of(const same_case *c, const same_lane *lane, uint32_t at, random_source *wobble, same_view *out)
{
    memset(out, 0, sizeof *out);
    if (c->pixel)
        view_pixel(c, lane, at, wobble, out);
    else
        view_vertex(c, lane, wobble, out);
}
