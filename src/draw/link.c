/* SPDX-License-Identifier: MIT */
/*
 * Which output of the vertex shader feeds which input of the pixel shader. Shader models 1 and 2 name registers, model
 * 3 usages; a register stands for a usage (oD# for color#, oT# and t# for texcoord#), so one search serves all pairs.
 */
#include "draw/draw.h"

#include <stdlib.h>

enum { USAGE_POSITION = 0, USAGE_PSIZE = 4, USAGE_TEXCOORD = 5, USAGE_POSITIONT = 9, USAGE_COLOR = 10, USAGE_FOG = 11 };

static const float ones[4] = {1, 1, 1, 1}, zeros[4] = {0, 0, 0, 0};

/* A usage and its index, or usage -1. */
typedef struct meaning {
    int32_t usage;
    uint32_t index;
} meaning;

static uint32_t shader_major(const s9_shader *shader)
{
    return s9_shader_version_token(shader) >> 8 & 0xFFu;
}

/* Number behind a register's letters; false when the letters differ. */
static bool numbered(const char *name, const char *letters, uint32_t *number)
{
    size_t length = strlen(letters);
    if (strncmp(name, letters, length) != 0 || name[length] < '0' || name[length] > '9') {
        return false;
    }
    *number = (uint32_t)strtoul(name + length, NULL, 10);
    return true;
}

static meaning output_meaning(const s9_shader_slot *slot)
{
    meaning m = {slot->usage, slot->usage_index};
    if (slot->usage >= 0) {
        return m;
    }
    m.index = 0;
    if (strcmp(slot->name, "oPos") == 0) {
        m.usage = USAGE_POSITION;
    } else if (strcmp(slot->name, "oFog") == 0) {
        m.usage = USAGE_FOG;
    } else if (strcmp(slot->name, "oPts") == 0) {
        m.usage = USAGE_PSIZE;
    } else if (numbered(slot->name, "oD", &m.index)) {
        m.usage = USAGE_COLOR;
    } else if (numbered(slot->name, "oT", &m.index)) {
        m.usage = USAGE_TEXCOORD;
    }
    return m;
}

static meaning input_meaning(const s9_shader_slot *slot, uint32_t major)
{
    meaning m = {slot->usage, slot->usage_index};
    if (slot->usage >= 0 || major >= 3) {
        return m;
    }
    m.index = 0;
    if (numbered(slot->name, "v", &m.index)) {
        m.usage = USAGE_COLOR;
    } else if (numbered(slot->name, "t", &m.index)) {
        m.usage = USAGE_TEXCOORD;
    }
    return m;
}

/* The output slot with a meaning; S9_NONE where there is none. */
static uint32_t find_output(const s9_shader *shader, int32_t usage, uint32_t index)
{
    uint32_t count = s9_shader_output_count(shader);
    for (uint32_t i = 0; i < count; i++) {
        meaning m = output_meaning(s9_shader_output(shader, i));
        if (m.usage == usage && m.index == index) {
            return i;
        }
    }
    return S9_NONE;
}

/* The varying that carries an output, added where it is new. */
static uint32_t varying_of(s9_link *link, const s9_shader *vertex_shader, uint32_t output)
{
    for (uint32_t i = 0; i < link->varying_count; i++) {
        if (link->varyings[i].output == output) {
            return i;
        }
    }
    meaning m = output_meaning(s9_shader_output(vertex_shader, output));
    bool color = m.usage == USAGE_COLOR;
    s9_varying varying = {
        .output = output, .ones = color && m.index == 0, .clamped = color && shader_major(vertex_shader) < 3};
    link->varyings[link->varying_count] = varying;
    return link->varying_count++;
}

static void link_input(s9_link *link, const s9_shader *vertex_shader, const s9_shader *pixel_shader, uint32_t input,
                       const s9_draw_state *state)
{
    const s9_shader_slot *slot = s9_shader_input(pixel_shader, input);
    uint32_t major = shader_major(pixel_shader);
    meaning m = input_meaning(slot, major);
    s9_feed *feed = &link->feeds[input];
    if (strcmp(slot->name, "vPos") == 0) {
        feed->kind = S9_FEED_VPOS;
        return;
    }
    if (strcmp(slot->name, "vFace") == 0) {
        feed->kind = S9_FEED_VFACE;
        return;
    }
    if (state->point_sprite && m.usage == USAGE_TEXCOORD) {
        feed->kind = S9_FEED_SPRITE;
    }
    uint32_t output = m.usage >= 0 ? find_output(vertex_shader, m.usage, m.index) : S9_NONE;
    if (output == S9_NONE) {
        feed->constant = m.usage == USAGE_COLOR && m.index == 0 ? ones : zeros;
        return;
    }
    if (feed->kind == S9_FEED_CONSTANT) {
        feed->kind = S9_FEED_VARYING;
    }
    feed->varying = varying_of(link, vertex_shader, output);
    feed->clamped = m.usage == USAGE_COLOR && major < 3;
    feed->flat = state->shade == S9_SHADE_FLAT && m.usage == USAGE_COLOR;
}

static void link_fog(s9_link *link, const s9_shader *vertex_shader, const s9_shader *pixel_shader,
                     const s9_draw_state *state)
{
    link->fog_varying = S9_NONE;
    link->fog = state->fog && shader_major(pixel_shader) < 3;
    if (!link->fog || state->fog_mode != S9_FOG_NONE) {
        return;
    }
    uint32_t output = find_output(vertex_shader, USAGE_FOG, 0);
    link->fog_component = 0;
    if (output == S9_NONE) {
        output = find_output(vertex_shader, USAGE_COLOR, 1);
        link->fog_component = 3;
    }
    if (output != S9_NONE) {
        link->fog_varying = varying_of(link, vertex_shader, output);
    }
}

void s9_link_outputs(const s9_shader *pixel_shader, s9_link *link)
{
    for (uint32_t i = 0; i < S9_MAX_TARGETS; i++) {
        link->colors[i] = S9_NONE;
    }
    link->depth = S9_NONE;
    uint32_t count = s9_shader_output_count(pixel_shader), number;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = s9_shader_output(pixel_shader, i)->name;
        if (numbered(name, "oC", &number) && number < S9_MAX_TARGETS) {
            link->colors[number] = i;
        } else if (strcmp(name, "oDepth") == 0) {
            link->depth = i;
        }
    }
}

s9_result s9_link_stages(s9_arena *arena, const s9_shader *vertex_shader, const s9_shader *pixel_shader,
                         const s9_draw_state *state, s9_link *link, s9_diagnostics *diagnostics)
{
    memset(link, 0, sizeof *link);
    link->position = find_output(vertex_shader, USAGE_POSITION, 0);
    if (link->position == S9_NONE) {
        link->position = find_output(vertex_shader, USAGE_POSITIONT, 0);
    }
    if (link->position == S9_NONE) {
        s9_report(diagnostics, S9_ERROR, NULL, NULL,
                  "write oPos, or in vs_3_0 an output register declared with dcl_position",
                  "the vertex shader writes no position");
        return S9_ERROR_INVALID;
    }
    link->point_size = find_output(vertex_shader, USAGE_PSIZE, 0);
    link->feed_count = s9_shader_input_count(pixel_shader);
    link->feeds = s9_arena_array(arena, link->feed_count, sizeof *link->feeds);
    /* Each input takes one output at most, fog one more. */
    link->varyings = s9_arena_array(arena, (size_t)link->feed_count + 1, sizeof *link->varyings);
    if (arena->failed) {
        return S9_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < link->feed_count; i++) {
        link_input(link, vertex_shader, pixel_shader, i, state);
    }
    link_fog(link, vertex_shader, pixel_shader, state);
    link->vertex_floats = S9_VERTEX_HEADER + 4 * link->varying_count;
    s9_link_outputs(pixel_shader, link);
    return S9_OK;
}
