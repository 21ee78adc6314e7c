/* SPDX-License-Identifier: MIT */
#include "scene_state.h"

#include "words.h"

#include <string.h>

/* Points are held to point_size_max, which is 256 where it is not given. */
#define LARGEST_POINT 16384.0f
/* Viewports may be larger than the target, within what rasterisation computes exactly. */
#define FARTHEST_PIXEL 262143.0f

void scene_state_init(scene_state *state)
{
    memset(state, 0, sizeof *state);
    s9_draw_state_init(&state->draw);
    state->clear_depth = 1;
    for (size_t i = 0; i < S9_MAX_TARGETS; i++) {
        state->formats[i] = S9_TARGET_A8R8G8B8;
    }
}

/* ---- members ---- */

/* The member of an object, with its place; false when it is not there. */
static bool find(const json_t *object, const json_place *place, const char *key, const json_t **value, json_place *at)
{
    *value = json_object_get(object, key);
    *at = (json_place){.up = place, .key = key};
    return *value != NULL;
}

/* The functions below leave `out` alone, and say true, when the member is not there. */

static bool word_member(json_reader *reader, const json_t *object, const json_place *place, const char *key,
                        s9_state_kind kind, int32_t *out)
{
    const json_t *value;
    json_place at;
    return !find(object, place, key, &value, &at) || json_get_word(reader, value, &at, kind, out);
}

static bool float_member(json_reader *reader, const json_t *object, const json_place *place, const char *key,
                         float *out)
{
    const json_t *value;
    json_place at;
    return !find(object, place, key, &value, &at) || json_get_float(reader, value, &at, out);
}

/* A number that must lie between two others; NaN does not. */
static bool within(json_reader *reader, const json_place *place, float value, float low, float high)
{
    if (value >= low && value <= high) {
        return true;
    }
    json_refuse(reader, place, "must be %.7g to %.7g", (double)low, (double)high);
    return false;
}

static bool bounded_member(json_reader *reader, const json_t *object, const json_place *place, const char *key,
                           float low, float high, float *out)
{
    const json_t *value;
    json_place at;
    return !find(object, place, key, &value, &at) ||
           (json_get_float(reader, value, &at, out) && within(reader, &at, *out, low, high));
}

static bool floats_member(json_reader *reader, const json_t *object, const json_place *place, const char *key,
                          float *out, size_t count)
{
    const json_t *value;
    json_place at;
    return !find(object, place, key, &value, &at) || json_get_floats(reader, value, &at, out, count, count, NULL);
}

static bool bool_member(json_reader *reader, const json_t *object, const json_place *place, const char *key, bool *out)
{
    const json_t *value;
    json_place at;
    return !find(object, place, key, &value, &at) || json_get_bool(reader, value, &at, out);
}

static bool byte_member(json_reader *reader, const json_t *object, const json_place *place, const char *key,
                        uint32_t *out)
{
    const json_t *value;
    json_place at;
    if (!find(object, place, key, &value, &at)) {
        return true;
    }
    if (!json_get_u32(reader, value, &at, out)) {
        return false;
    }
    if (*out > 255) {
        json_refuse(reader, &at, "must be 0 to 255");
        return false;
    }
    return true;
}

/* An enumeration of the library as the integer that words are read into. */
#define WORD_MEMBER(reader, object, place, key, kind, field, type)              \
    do {                                                                        \
        int32_t number_ = (int32_t)(field);                                     \
        good = word_member(reader, object, place, key, kind, &number_) && good; \
        (field) = (type)number_;                                                \
    } while (0)

/* An object that switches something on, or null. False when it is neither there nor right. */
static bool find_switch(json_reader *reader, const json_t *object, const json_place *place, const char *key,
                        const char *const *names, const json_t **value, json_place *at, bool *good)
{
    if (!find(object, place, key, value, at) || json_is_null(*value)) {
        return false;
    }
    if (!json_is_object_at(reader, *value, at)) {
        *good = false;
        return false;
    }
    *good = json_members(reader, *value, at, names) && *good;
    return true;
}

/* ---- parts ---- */

static bool read_alpha_test(json_reader *reader, const json_t *object, const json_place *place, s9_draw_state *state)
{
    static const char *const names[] = {"func", "ref", NULL};
    const json_t *value;
    json_place at;
    bool good = true;
    if (find_switch(reader, object, place, "alpha_test", names, &value, &at, &good)) {
        state->alpha_test = true;
        WORD_MEMBER(reader, value, &at, "func", S9_STATE_COMPARE, state->alpha_func, s9_compare_func);
        good = bounded_member(reader, value, &at, "ref", 0, 255, &state->alpha_ref) && good;
    }
    return good;
}

static bool read_blend(json_reader *reader, const json_t *object, const json_place *place, s9_draw_state *state)
{
    static const char *const names[] = {"src", "dst", "op", "src_alpha", "dst_alpha", "op_alpha", "factor", NULL};
    const json_t *value;
    json_place at;
    bool good = true;
    if (find_switch(reader, object, place, "blend", names, &value, &at, &good)) {
        state->blend = true;
        WORD_MEMBER(reader, value, &at, "src", S9_STATE_BLEND_FACTOR, state->src, s9_blend_factor);
        WORD_MEMBER(reader, value, &at, "dst", S9_STATE_BLEND_FACTOR, state->dst, s9_blend_factor);
        WORD_MEMBER(reader, value, &at, "op", S9_STATE_BLEND_OP, state->op, s9_blend_op);
        /* What is not said about alpha is as for the colours. */
        state->src_alpha = state->src;
        state->dst_alpha = state->dst;
        state->op_alpha = state->op;
        WORD_MEMBER(reader, value, &at, "src_alpha", S9_STATE_BLEND_FACTOR, state->src_alpha, s9_blend_factor);
        WORD_MEMBER(reader, value, &at, "dst_alpha", S9_STATE_BLEND_FACTOR, state->dst_alpha, s9_blend_factor);
        WORD_MEMBER(reader, value, &at, "op_alpha", S9_STATE_BLEND_OP, state->op_alpha, s9_blend_op);
        state->separate_alpha = json_object_get(value, "src_alpha") != NULL ||
                                json_object_get(value, "dst_alpha") != NULL ||
                                json_object_get(value, "op_alpha") != NULL;
        good = floats_member(reader, value, &at, "factor", state->blend_factor, 4) && good;
    }
    return good;
}

static bool read_side(json_reader *reader, const json_t *value, const json_place *place, s9_stencil_side *side)
{
    bool good = true;
    WORD_MEMBER(reader, value, place, "func", S9_STATE_COMPARE, side->func, s9_compare_func);
    WORD_MEMBER(reader, value, place, "fail", S9_STATE_STENCIL_OP, side->fail, s9_stencil_op);
    WORD_MEMBER(reader, value, place, "zfail", S9_STATE_STENCIL_OP, side->zfail, s9_stencil_op);
    WORD_MEMBER(reader, value, place, "pass", S9_STATE_STENCIL_OP, side->pass, s9_stencil_op);
    return good;
}

static bool read_stencil(json_reader *reader, const json_t *object, const json_place *place, s9_draw_state *state)
{
    static const char *const names[] = {"func", "ref", "mask", "write_mask", "fail", "zfail", "pass", "ccw", NULL};
    static const char *const side_names[] = {"func", "fail", "zfail", "pass", NULL};
    const json_t *value, *other;
    json_place at, other_at;
    bool good = true;
    if (find_switch(reader, object, place, "stencil", names, &value, &at, &good)) {
        state->stencil_test = true;
        good = read_side(reader, value, &at, &state->stencil) && good;
        good = byte_member(reader, value, &at, "ref", &state->stencil_ref) && good;
        good = byte_member(reader, value, &at, "mask", &state->stencil_mask) && good;
        good = byte_member(reader, value, &at, "write_mask", &state->stencil_write_mask) && good;
        if (find_switch(reader, value, &at, "ccw", side_names, &other, &other_at, &good)) {
            state->stencil_two_sided = true;
            good = read_side(reader, other, &other_at, &state->stencil_ccw) && good;
        }
    }
    return good;
}

static bool read_fog(json_reader *reader, const json_t *object, const json_place *place, s9_draw_state *state)
{
    static const char *const names[] = {"color", "mode", "start", "end", "density", "depth", NULL};
    const json_t *value, *color;
    json_place at, color_at;
    bool good = true;
    if (find_switch(reader, object, place, "fog", names, &value, &at, &good)) {
        state->fog = true;
        if (find(value, &at, "color", &color, &color_at)) {
            float rgba[4];
            /* Fog has no alpha; a colour written with one is taken. */
            good = json_get_floats(reader, color, &color_at, rgba, 3, 4, NULL) && good;
            memcpy(state->fog_color, rgba, sizeof state->fog_color);
        }
        WORD_MEMBER(reader, value, &at, "mode", S9_STATE_FOG_MODE, state->fog_mode, s9_fog_mode);
        WORD_MEMBER(reader, value, &at, "depth", S9_STATE_FOG_DEPTH, state->fog_depth, s9_fog_depth);
        good = float_member(reader, value, &at, "start", &state->fog_start) && good;
        good = float_member(reader, value, &at, "end", &state->fog_end) && good;
        good = float_member(reader, value, &at, "density", &state->fog_density) && good;
    }
    return good;
}

static bool read_clip_planes(json_reader *reader, const json_t *object, const json_place *place, s9_draw_state *state)
{
    const json_t *value;
    json_place at;
    if (!find(object, place, "clip_planes", &value, &at)) {
        return true;
    }
    if (!json_is_list_at(reader, value, &at)) {
        return false;
    }
    if (json_array_size(value) > S9_MAX_CLIP_PLANES) {
        json_refuse(reader, &at, "at most %d planes", S9_MAX_CLIP_PLANES);
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < json_array_size(value); i++) {
        json_place element = {.up = &at, .index = i};
        good = json_get_floats(reader, json_array_get(value, i), &element, state->clip_planes[i], 4, 4, NULL) && good;
        state->clip_plane_count = (uint32_t)i + 1;
    }
    return good;
}

/* x, y, width, height in pixels; the smallest and the largest z, which may be exchanged. */
static bool read_viewport(json_reader *reader, const json_t *object, const json_place *place, s9_draw_state *state)
{
    const json_t *value;
    json_place at;
    if (!find(object, place, "viewport", &value, &at)) {
        return true;
    }
    if (!json_get_floats(reader, value, &at, state->viewport, 6, 6, NULL)) {
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < 6; i++) {
        json_place element = {.up = &at, .index = i};
        float number = state->viewport[i];
        if ((i == 2 || i == 3) && !(number > 0 && number <= FARTHEST_PIXEL)) {
            json_refuse(reader, &element, "%s must be above 0, and at most %.7g", i == 2 ? "the width" : "the height",
                        (double)FARTHEST_PIXEL);
            good = false;
        } else {
            good = (i < 4 ? within(reader, &element, number, -FARTHEST_PIXEL, FARTHEST_PIXEL)
                          : within(reader, &element, number, 0, 1)) &&
                   good;
        }
    }
    return good;
}

static bool read_scissor(json_reader *reader, const json_t *object, const json_place *place, s9_draw_state *state)
{
    const json_t *value;
    json_place at;
    if (!find(object, place, "scissor", &value, &at) || json_is_null(value)) {
        return true;
    }
    if (!json_is_list_at(reader, value, &at)) {
        return false;
    }
    if (json_array_size(value) != 4) {
        json_refuse(reader, &at, "must be left, top, right, bottom");
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < 4; i++) {
        json_place element = {.up = &at, .index = i};
        good = json_get_i32(reader, json_array_get(value, i), &element, &state->scissor[i]) && good;
    }
    state->scissor_test = true;
    return good;
}

static bool read_write_mask(json_reader *reader, const json_t *value, const json_place *place, uint8_t *out)
{
    const char *word = NULL;
    if (!json_get_string(reader, value, place, &word)) {
        return false;
    }
    unsigned bits = 0;
    for (const char *c = word; *c != '\0'; c++) {
        const char *found = strchr("rgba", *c);
        if (found == NULL) {
            json_refuse(reader, place, "must be letters of \"rgba\", not \"%s\"", word);
            return false;
        }
        bits |= 1u << (found - &"rgba"[0]);
    }
    *out = (uint8_t)bits;
    return true;
}

/* A value that stands for all targets, or a list with one for each. */
static bool for_targets(json_reader *reader, const json_t *value, const json_place *place,
                        bool (*take)(json_reader *reader, const json_t *value, const json_place *place, void *out,
                                     size_t target),
                        void *out)
{
    if (!json_is_array(value)) {
        for (size_t i = 0; i < S9_MAX_TARGETS; i++) {
            if (!take(reader, value, place, out, i)) {
                return false;
            }
        }
        return true;
    }
    if (json_array_size(value) == 0 || json_array_size(value) > S9_MAX_TARGETS) {
        json_refuse(reader, place, "must be one to %d, one for each target", S9_MAX_TARGETS);
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < json_array_size(value); i++) {
        json_place element = {.up = place, .index = i};
        good = take(reader, json_array_get(value, i), &element, out, i) && good;
    }
    return good;
}

static bool take_write_mask(json_reader *reader, const json_t *value, const json_place *place, void *out, size_t target)
{
    return read_write_mask(reader, value, place, (uint8_t *)out + target);
}

static bool take_format(json_reader *reader, const json_t *value, const json_place *place, void *out, size_t target)
{
    int32_t number = 0;
    if (!json_get_word(reader, value, place, S9_STATE_TARGET_FORMAT, &number)) {
        return false;
    }
    ((s9_target_format *)out)[target] = (s9_target_format)number;
    return true;
}

/* ---- the whole ---- */

bool scene_state_read(json_reader *reader, const json_t *value, const json_place *place, scene_state *state)
{
    static const char *const names[] = {
        "cull",       "depth_test",    "depth_write",    "depth_func",     "blend",
        "alpha_test", "color_write",   "srgb_write",     "clear_color",    "clear_depth",
        "viewport",   "clear_stencil", "shade",          "clip_planes",    "scissor",
        "half_pixel", "point_size",    "point_size_min", "point_size_max", "point_sprite",
        "fog",        "depth_bias",    "stencil",        "target_format",  NULL};
    if (!json_is_object_at(reader, value, place)) {
        return false;
    }
    bool good = json_members(reader, value, place, names);
    s9_draw_state *draw = &state->draw;
    const json_t *member;
    json_place at;
    WORD_MEMBER(reader, value, place, "cull", S9_STATE_CULL, draw->cull, s9_cull);
    WORD_MEMBER(reader, value, place, "shade", S9_STATE_SHADE, draw->shade, s9_shade);
    WORD_MEMBER(reader, value, place, "depth_func", S9_STATE_COMPARE, draw->depth_func, s9_compare_func);
    good = bool_member(reader, value, place, "depth_test", &draw->depth_test) && good;
    good = bool_member(reader, value, place, "depth_write", &draw->depth_write) && good;
    good = float_member(reader, value, place, "depth_bias", &draw->depth_bias) && good;
    good = bool_member(reader, value, place, "srgb_write", &draw->srgb_write) && good;
    good = bool_member(reader, value, place, "half_pixel", &draw->half_pixel) && good;
    good = bool_member(reader, value, place, "point_sprite", &draw->point_sprite) && good;
    good = bounded_member(reader, value, place, "point_size", 0, LARGEST_POINT, &draw->point_size) && good;
    good = bounded_member(reader, value, place, "point_size_min", 0, LARGEST_POINT, &draw->point_size_min) && good;
    good = bounded_member(reader, value, place, "point_size_max", 0, LARGEST_POINT, &draw->point_size_max) && good;
    good = read_viewport(reader, value, place, draw) && good;
    good = floats_member(reader, value, place, "clear_color", state->clear_color, 4) && good;
    good = bounded_member(reader, value, place, "clear_depth", 0, 1, &state->clear_depth) && good;
    good = byte_member(reader, value, place, "clear_stencil", &state->clear_stencil) && good;
    good = read_alpha_test(reader, value, place, draw) && good;
    good = read_blend(reader, value, place, draw) && good;
    good = read_stencil(reader, value, place, draw) && good;
    good = read_fog(reader, value, place, draw) && good;
    good = read_clip_planes(reader, value, place, draw) && good;
    good = read_scissor(reader, value, place, draw) && good;
    if (find(value, place, "color_write", &member, &at)) {
        good = for_targets(reader, member, &at, take_write_mask, draw->color_write) && good;
    }
    if (find(value, place, "target_format", &member, &at)) {
        state->has_format = true;
        good = for_targets(reader, member, &at, take_format, state->formats) && good;
    }
    return good;
}
