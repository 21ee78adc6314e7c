/* SPDX-License-Identifier: MIT */
/*
 * What Direct3D 9 does around the shaders and newer interfaces leave to them: clip planes, point size, half a pixel, y;
 * fog, alpha test, sRGB. Each value is a constant, a specialisation constant, or a member of the block of state.
 */
#include "spirv/writer.h"

#include <stdio.h>

typedef enum state_stage { BOTH, VERTEX, PIXEL } state_stage;

typedef struct state_word {
    const char *name;
    uint8_t group; /* + 1; 0: nothing */
    uint8_t stage;
    bool whole; /* a whole number */
} state_word;

#define PLANE(i)                                                                                                 \
    [S9_SP_STATE(clip_planes) + 4 * (i)] = {"clip_planes[" #i "].x", S9_SPIRV_CLIP_PLANES + 1, VERTEX, false},   \
                                    [S9_SP_STATE(clip_planes) + 4 * (i) +                                        \
                                        1] = {"clip_planes[" #i "].y", S9_SPIRV_CLIP_PLANES + 1, VERTEX, false}, \
                                    [S9_SP_STATE(clip_planes) + 4 * (i) +                                        \
                                        2] = {"clip_planes[" #i "].z", S9_SPIRV_CLIP_PLANES + 1, VERTEX, false}, \
                                    [S9_SP_STATE(clip_planes) + 4 * (i) +                                        \
                                        3] = {"clip_planes[" #i "].w", S9_SPIRV_CLIP_PLANES + 1, VERTEX, false}

static const state_word state_words[S9_SP_STATE_WORDS] = {
    [S9_SP_STATE(alpha_func)] = {"alpha_func", S9_SPIRV_ALPHA_TEST + 1, PIXEL, true},
    [S9_SP_STATE(alpha_ref)] = {"alpha_ref", S9_SPIRV_ALPHA_TEST + 1, PIXEL, false},
    [S9_SP_STATE(fog_mode)] = {"fog_mode", S9_SPIRV_FOG + 1, PIXEL, true},
    [S9_SP_STATE(fog_depth)] = {"fog_depth", S9_SPIRV_FOG + 1, PIXEL, true},
    [S9_SP_STATE(fog_color)] = {"fog_color.r", S9_SPIRV_FOG + 1, PIXEL, false},
    [S9_SP_STATE(fog_color) + 1] = {"fog_color.g", S9_SPIRV_FOG + 1, PIXEL, false},
    [S9_SP_STATE(fog_color) + 2] = {"fog_color.b", S9_SPIRV_FOG + 1, PIXEL, false},
    [S9_SP_STATE(fog_start)] = {"fog_start", S9_SPIRV_FOG + 1, PIXEL, false},
    [S9_SP_STATE(fog_end)] = {"fog_end", S9_SPIRV_FOG + 1, PIXEL, false},
    [S9_SP_STATE(fog_density)] = {"fog_density", S9_SPIRV_FOG + 1, PIXEL, false},
    [S9_SP_STATE(clip_plane_count)] = {"clip_plane_count", S9_SPIRV_CLIP_PLANES + 1, VERTEX, true},
    [S9_SP_STATE(point_sprite)] = {"point_sprite", S9_SPIRV_POINT_SPRITE + 1, PIXEL, true},
    [S9_SP_STATE(point_size)] = {"point_size", S9_SPIRV_POINT_SIZE + 1, VERTEX, false},
    [S9_SP_STATE(point_size_min)] = {"point_size_min", S9_SPIRV_POINT_SIZE + 1, VERTEX, false},
    [S9_SP_STATE(point_size_max)] = {"point_size_max", S9_SPIRV_POINT_SIZE + 1, VERTEX, false},
    [S9_SP_STATE(srgb_write)] = {"srgb_write", S9_SPIRV_SRGB_WRITE + 1, PIXEL, true},
    [S9_SP_STATE(half_pixel)] = {"half_pixel.x", S9_SPIRV_HALF_PIXEL + 1, VERTEX, false},
    [S9_SP_STATE(half_pixel) + 1] = {"half_pixel.y", S9_SPIRV_HALF_PIXEL + 1, VERTEX, false},
    [S9_SP_STATE(y_scale)] = {"y_scale", S9_SPIRV_Y_FLIP + 1, VERTEX, false},
    PLANE(0),
    PLANE(1),
    PLANE(2),
    PLANE(3),
    PLANE(4),
    PLANE(5),
};

static const char *const stage_words[8] = {"m00", "m01", "m10", "m11", "lscale", "loffset", "projected", "reserved"};

void s9_sp_state_name(uint32_t number, char out[32], bool *is_float)
{
    if (number >= S9_SPIRV_STAGE_SPEC_ID) {
        uint32_t word = number - S9_SPIRV_STAGE_SPEC_ID;
        (void)snprintf(out, 32, "stages[%u].%s", (unsigned)(word / 8u), stage_words[word % 8u]);
        *is_float = true;
        return;
    }
    (void)snprintf(out, 32, "%s", state_words[number].name != NULL ? state_words[number].name : "reserved");
    *is_float = !state_words[number].whole;
}

s9_spirv_source s9_sp_source_of(const s9_sp_writer *w, s9_spirv_group group)
{
    static const uint8_t stages[S9_SPIRV_GROUP_COUNT] = {
        [S9_SPIRV_ALPHA_TEST] = PIXEL,  [S9_SPIRV_FOG] = BOTH,           [S9_SPIRV_CLIP_PLANES] = VERTEX,
        [S9_SPIRV_POINT_SIZE] = VERTEX, [S9_SPIRV_POINT_SPRITE] = PIXEL, [S9_SPIRV_HALF_PIXEL] = VERTEX,
        [S9_SPIRV_Y_FLIP] = VERTEX,     [S9_SPIRV_SRGB_WRITE] = PIXEL,   [S9_SPIRV_STAGES] = PIXEL};
    if ((stages[group] == PIXEL && !w->pixel) || (stages[group] == VERTEX && w->pixel))
        return S9_SPIRV_OFF;
    if (group == S9_SPIRV_FOG && w->pixel && w->major >= 3)
        return S9_SPIRV_OFF;
    return w->options->sources[group];
}

uint32_t s9_sp_spec_constant(s9_sp_writer *w, uint32_t number, s9_sp_type type, uint32_t bits)
{
    uint32_t *known = &w->spec_ids[number];
    if (*known != 0)
        return *known;
    char name[32];
    bool is_float;
    w->specialised = true;
    *known = s9_sp_declare(w, SPV_OP_SPEC_CONSTANT, s9_sp_type_id(w, type, 1), &bits, 1, 1);
    s9_sp_decorate_with(w, *known, SPV_DECORATION_SPEC_ID, number);
    s9_sp_state_name(number, name, &is_float);
    s9_sp_name(w, *known, name);
    return *known;
}

static uint32_t given(const s9_sp_writer *w, uint32_t word)
{
    uint32_t bits;
    memcpy(&bits, (const char *)&w->options->state + 4u * word, sizeof bits);
    return bits;
}

bool s9_sp_state_fixed(const s9_sp_writer *w, s9_spirv_group group, uint32_t word, uint32_t *bits)
{
    s9_spirv_source source = s9_sp_source_of(w, group);
    *bits = source == S9_SPIRV_FIXED ? given(w, word) : 0;
    return source == S9_SPIRV_FIXED || source == S9_SPIRV_OFF;
}

static bool in_block(const s9_sp_writer *w, uint32_t i)
{
    const state_word *word = &state_words[i];
    return word->group != 0 && s9_sp_source_of(w, (s9_spirv_group)(word->group - 1)) == S9_SPIRV_UNIFORM &&
           word->stage != (w->pixel ? VERTEX : PIXEL);
}

/*
 * The block is the beginning of s9_spirv_state, up to the last word that this stage may read. What lies in between is
 * there, too: a block with gaps is more than the shading languages can say that have no offsets of members.
 */
static void declare_block(s9_sp_writer *w)
{
    uint32_t set = w->options->descriptor_set_given ? w->options->descriptor_set : w->pixel, count = 0, end = 0;
    uint32_t types[S9_SP_STATE_WORDS], type = s9_sp_new_id(w, 0);
    for (uint32_t i = 0; i < S9_SP_STATE_WORDS; i++)
        if (in_block(w, i))
            end = i + 1;
    for (uint32_t i = 0; i < end; i++) {
        const state_word *word = &state_words[i];
        char name[32];
        bool is_float;
        w->state_member[i] = count;
        types[count] = s9_sp_type_id(w, word->whole ? s9_sp_state_type(w) : S9_SP_FLOAT, 1);
        s9_sp_decorate_member(w, type, count, SPV_DECORATION_OFFSET, 4u * i);
        s9_sp_state_name(i, name, &is_float);
        for (char *c = name; *c != '\0'; c++)
            if (*c == '[' || *c == ']' || *c == '.')
                *c = '_';
        s9_sp_member_name(w, type, count++, name);
    }
    s9_sp_decorate(w, type, SPV_DECORATION_BLOCK);
    s9_sp_push(w, &w->types, s9_sp_head(SPV_OP_TYPE_STRUCT, 2u + count));
    s9_sp_push(w, &w->types, type);
    for (uint32_t i = 0; i < count; i++)
        s9_sp_push(w, &w->types, types[i]);
    w->state_block = s9_sp_global(w, SPV_STORAGE_UNIFORM, s9_sp_pointer_to(w, SPV_STORAGE_UNIFORM, type), 0);
    s9_sp_decorate_with(w, w->state_block, SPV_DECORATION_DESCRIPTOR_SET, set);
    s9_sp_decorate_with(w, w->state_block, SPV_DECORATION_BINDING, w->options->state_binding);
    s9_sp_name(w, w->state_block, w->pixel ? "ps_state" : "vs_state");
    s9_sp_name(w, type, w->pixel ? "ps_state_block" : "vs_state_block");
}

uint32_t s9_sp_state(s9_sp_writer *w, s9_spirv_group group, uint32_t word)
{
    s9_sp_type type = state_words[word].whole ? s9_sp_state_type(w) : S9_SP_FLOAT;
    switch (s9_sp_source_of(w, group)) {
    case S9_SPIRV_UNIFORM: {
        s9_sp_cached *known = &w->state_loads[word];
        if (s9_sp_still(w, known))
            return known->id;
        if (w->state_block == 0)
            declare_block(w);
        uint32_t pointer = s9_sp_pointer(w, SPV_STORAGE_UNIFORM, type, 1);
        uint32_t place = s9_sp_access(w, pointer, w->state_block, s9_sp_integer(w, w->state_member[word]), 0);
        return s9_sp_keep(w, known, s9_sp_load(w, s9_sp_type_id(w, type, 1), 1, place));
    }
    case S9_SPIRV_SPECIALISED:
        return s9_sp_spec_constant(w, word, type, given(w, word));
    case S9_SPIRV_FIXED:
    case S9_SPIRV_OFF:
    default:
        return s9_sp_constant(w, type, given(w, word));
    }
}

/* ---- small steps ---- */

static uint32_t number(s9_sp_writer *w, float value)
{
    return s9_sp_constant_float(w, value);
}

static uint32_t exact(s9_sp_writer *w, uint32_t op, uint32_t n, uint32_t a, uint32_t b)
{
    return s9_sp_exact2(w, op, s9_sp_type_id(w, S9_SP_FLOAT, n), n, a, b);
}

static uint32_t pick(s9_sp_writer *w, uint32_t condition, uint32_t a, uint32_t b)
{
    return s9_sp_select(w, S9_SP_FLOAT, 1, condition, a, b);
}

static uint32_t component_of(s9_sp_writer *w, uint32_t vector, uint32_t k)
{
    s9_sp_ref ref = s9_sp_ref_of(vector, k);
    return s9_sp_gather(w, S9_SP_FLOAT, 1, &ref);
}

/* state == value, for whole numbers. */
static uint32_t is(s9_sp_writer *w, uint32_t state, uint32_t value)
{
    return s9_sp_compare(w, SPV_OP_IEQUAL, 1, state, s9_sp_constant(w, s9_sp_state_type(w), value));
}

/* ---- vertex shaders ---- */

/* A size that is known is held to the limits here where they are known, too, so that nothing is left to compute. */
static bool known_size(s9_sp_writer *w, uint32_t size, uint32_t *out)
{
    uint32_t bits, least, most;
    if (s9_sp_source_of(w, S9_SPIRV_POINT_SIZE) != S9_SPIRV_FIXED || !s9_sp_constant_bits(w, size, &bits) ||
        !s9_sp_state_fixed(w, S9_SPIRV_POINT_SIZE, S9_SP_STATE(point_size_min), &least) ||
        !s9_sp_state_fixed(w, S9_SPIRV_POINT_SIZE, S9_SP_STATE(point_size_max), &most))
        return false;
    /* Comparisons are false for NaN, which gives the least, as NClamp does. */
    float value = s9_bits_float(bits) > s9_bits_float(least) ? s9_bits_float(bits) : s9_bits_float(least);
    value = value < s9_bits_float(most) ? value : s9_bits_float(most);
    *out = s9_sp_constant(w, S9_SP_FLOAT, s9_float_bits(value));
    return true;
}

uint32_t s9_sp_point_size(s9_sp_writer *w, uint32_t size)
{
    uint32_t known;
    if (s9_sp_source_of(w, S9_SPIRV_POINT_SIZE) == S9_SPIRV_OFF)
        return size;
    if (known_size(w, size, &known))
        return known;
    uint32_t least = s9_sp_state(w, S9_SPIRV_POINT_SIZE, S9_SP_STATE(point_size_min));
    uint32_t most = s9_sp_state(w, S9_SPIRV_POINT_SIZE, S9_SP_STATE(point_size_max));
    if (w->readable && !w->plain)
        return s9_sp_hold(w, 1, size, least, most);
    return s9_sp_ext(w, w->plain ? SPV_GLSL_FCLAMP : SPV_GLSL_NCLAMP, s9_sp_type_id(w, S9_SP_FLOAT, 1), 1, 3, size,
                     least, most);
}

/* What a vertex shader without a point size has. */
uint32_t s9_sp_default_point_size(s9_sp_writer *w)
{
    return s9_sp_point_size(w, s9_sp_state(w, S9_SPIRV_POINT_SIZE, S9_SP_STATE(point_size)));
}

/* dot(plane, position) of each plane; 0 for those that are off. */
void s9_sp_clip_distances(s9_sp_writer *w, uint32_t position)
{
    uint32_t count_bits, count = 6;
    bool fixed = s9_sp_state_fixed(w, S9_SPIRV_CLIP_PLANES, S9_SP_STATE(clip_plane_count), &count_bits);
    if (fixed && count_bits < 6)
        count = count_bits;
    if (s9_sp_source_of(w, S9_SPIRV_CLIP_PLANES) == S9_SPIRV_OFF || count == 0)
        return;
    uint32_t scalar = s9_sp_type_id(w, S9_SP_FLOAT, 1), length[2] = {scalar, s9_sp_integer(w, count)};
    uint32_t array = s9_sp_declare(w, SPV_OP_TYPE_ARRAY, 0, length, 2, 0);
    w->clip_distance_id = s9_sp_global(w, SPV_STORAGE_OUTPUT, s9_sp_pointer_to(w, SPV_STORAGE_OUTPUT, array), 0);
    s9_sp_decorate_with(w, w->clip_distance_id, SPV_DECORATION_BUILT_IN, SPV_BUILT_IN_CLIP_DISTANCE);
    s9_sp_name(w, w->clip_distance_id, "clip_distance");
    for (uint32_t i = 0; i < count; i++) {
        s9_sp_ref refs[4];
        for (uint32_t k = 0; k < 4; k++)
            refs[k] = s9_sp_ref_of(s9_sp_state(w, S9_SPIRV_CLIP_PLANES, S9_SP_STATE(clip_planes) + 4u * i + k), 0);
        uint32_t plane = s9_sp_gather(w, S9_SP_FLOAT, 4, refs);
        uint32_t distance = s9_sp_exact2(w, SPV_OP_DOT, scalar, 1, plane, position);
        if (!fixed) {
            uint32_t on = s9_sp_state(w, S9_SPIRV_CLIP_PLANES, S9_SP_STATE(clip_plane_count));
            uint32_t below = s9_sp_compare(w, w->plain ? SPV_OP_SLESS_THAN : SPV_OP_ULESS_THAN, 1,
                                           s9_sp_constant(w, s9_sp_state_type(w), i), on);
            distance = pick(w, below, distance, number(w, 0.0f));
        }
        uint32_t place = s9_sp_access(w, s9_sp_pointer(w, SPV_STORAGE_OUTPUT, S9_SP_FLOAT, 1), w->clip_distance_id,
                                      s9_sp_integer(w, i), 0);
        s9_sp_store(w, place, distance);
    }
}

/*
 * Half a pixel to the right and down (in clip space w / width, w / height), so that the centre of pixel i is at i; y
 * turned over.
 */
uint32_t s9_sp_place(s9_sp_writer *w, uint32_t position)
{
    bool half = s9_sp_source_of(w, S9_SPIRV_HALF_PIXEL) != S9_SPIRV_OFF;
    bool flip = s9_sp_source_of(w, S9_SPIRV_Y_FLIP) != S9_SPIRV_OFF;
    if (!half && !flip)
        return position;
    uint32_t x = component_of(w, position, 0), y = component_of(w, position, 1);
    if (half) {
        uint32_t depth = component_of(w, position, 3);
        uint32_t dx = s9_sp_state(w, S9_SPIRV_HALF_PIXEL, S9_SP_STATE(half_pixel));
        uint32_t dy = s9_sp_state(w, S9_SPIRV_HALF_PIXEL, S9_SP_STATE(half_pixel) + 1u);
        x = exact(w, SPV_OP_FADD, 1, x, exact(w, SPV_OP_FMUL, 1, depth, dx));
        y = exact(w, SPV_OP_FSUB, 1, y, exact(w, SPV_OP_FMUL, 1, depth, dy));
    }
    if (flip) {
        uint32_t bits;
        if (s9_sp_state_fixed(w, S9_SPIRV_Y_FLIP, S9_SP_STATE(y_scale), &bits) && bits == 0xBF800000u)
            y = s9_sp_emit1(w, SPV_OP_FNEGATE, s9_sp_type_id(w, S9_SP_FLOAT, 1), 1, y);
        else
            y = exact(w, SPV_OP_FMUL, 1, y, s9_sp_state(w, S9_SPIRV_Y_FLIP, S9_SP_STATE(y_scale)));
    }
    s9_sp_ref refs[4] = {s9_sp_ref_of(x, 0), s9_sp_ref_of(y, 0), s9_sp_ref_of(position, 2), s9_sp_ref_of(position, 3)};
    return s9_sp_gather(w, S9_SP_FLOAT, 4, refs);
}

/* ---- pixel shaders ---- */

/* The pixel is killed where its alpha does not pass; NaN passes not_equal and always only. */
uint32_t s9_sp_alpha_test(s9_sp_writer *w, uint32_t color, uint32_t kill)
{
    static const uint16_t ops[9] = {0,
                                    0,
                                    SPV_OP_FORD_LESS_THAN,
                                    SPV_OP_FORD_EQUAL,
                                    SPV_OP_FORD_LESS_THAN_EQUAL,
                                    SPV_OP_FORD_GREATER_THAN,
                                    SPV_OP_FUNORD_NOT_EQUAL,
                                    SPV_OP_FORD_GREATER_THAN_EQUAL,
                                    0};
    uint32_t func, pass, truth = s9_sp_type_id(w, S9_SP_BOOL, 1);
    if (s9_sp_source_of(w, S9_SPIRV_ALPHA_TEST) == S9_SPIRV_OFF)
        return kill;
    bool fixed = s9_sp_state_fixed(w, S9_SPIRV_ALPHA_TEST, S9_SP_STATE(alpha_func), &func);
    if (fixed && func == 8)
        return kill;
    if (fixed && func == 1)
        return s9_sp_constant_bool(w, true);
    uint32_t alpha = component_of(w, color, 3), ref = s9_sp_state(w, S9_SPIRV_ALPHA_TEST, S9_SP_STATE(alpha_ref));
    if (fixed) {
        pass = s9_sp_compare(w, ops[func], 1, alpha, ref);
    } else {
        /* Always, or less and a function with less in it, and so on: the functions are the sums of three bits. */
        uint32_t state = s9_sp_state(w, S9_SPIRV_ALPHA_TEST, S9_SP_STATE(alpha_func));
        pass = is(w, state, 8);
        for (uint32_t f = 2; f < 8; f++) {
            uint32_t holds = s9_sp_compare(w, ops[f], 1, alpha, ref);
            uint32_t both = s9_sp_emit2(w, SPV_OP_LOGICAL_AND, truth, 1, is(w, state, f), holds);
            pass = s9_sp_emit2(w, SPV_OP_LOGICAL_OR, truth, 1, pass, both);
        }
    }
    uint32_t fails = s9_sp_emit1(w, SPV_OP_LOGICAL_NOT, truth, 1, pass);
    return kill != 0 ? s9_sp_emit2(w, SPV_OP_LOGICAL_OR, truth, 1, kill, fails) : fails;
}

/* e^-x */
static uint32_t decay(s9_sp_writer *w, uint32_t x)
{
    uint32_t power = exact(w, SPV_OP_FMUL, 1, x, number(w, -1.44269504f));
    return s9_sp_ext(w, SPV_GLSL_EXP2, s9_sp_type_id(w, S9_SP_FLOAT, 1), 1, 1, power, 0, 0);
}

static uint32_t fog_by_mode(s9_sp_writer *w, uint32_t mode, uint32_t distance)
{
    if (mode == S9_SPIRV_FOG_LINEAR) {
        uint32_t start = s9_sp_state(w, S9_SPIRV_FOG, S9_SP_STATE(fog_start)), start_bits, end_bits;
        uint32_t end = s9_sp_state(w, S9_SPIRV_FOG, S9_SP_STATE(fog_end));
        bool fixed = s9_sp_state_fixed(w, S9_SPIRV_FOG, S9_SP_STATE(fog_start), &start_bits) &&
                     s9_sp_state_fixed(w, S9_SPIRV_FOG, S9_SP_STATE(fog_end), &end_bits);
        float from = fixed ? s9_bits_float(start_bits) : 0, to = fixed ? s9_bits_float(end_bits) : 0;
        uint32_t factor = 0, step = 0;
        if (!fixed || from != to) {
            uint32_t length = fixed ? number(w, to - from) : exact(w, SPV_OP_FSUB, 1, end, start);
            factor = exact(w, SPV_OP_FDIV, 1, exact(w, SPV_OP_FSUB, 1, end, distance), length);
        }
        /* Without a length it is a step. */
        if (!fixed || from == to)
            step = pick(w, s9_sp_compare(w, SPV_OP_FORD_LESS_THAN, 1, distance, end), number(w, 1.0f), number(w, 0.0f));
        if (fixed)
            return from == to ? step : factor;
        return pick(w, s9_sp_compare(w, SPV_OP_FORD_EQUAL, 1, start, end), step, factor);
    }
    uint32_t density = s9_sp_state(w, S9_SPIRV_FOG, S9_SP_STATE(fog_density));
    uint32_t x = exact(w, SPV_OP_FMUL, 1, density, distance);
    return decay(w, mode == S9_SPIRV_FOG_EXP2 ? exact(w, SPV_OP_FMUL, 1, x, x) : x);
}

/* w is 1 over what the fragment has there; or the depth. */
static uint32_t fog_distance(s9_sp_writer *w)
{
    uint32_t place = s9_sp_frag_coord(w), bits;
    bool fixed = s9_sp_state_fixed(w, S9_SPIRV_FOG, S9_SP_STATE(fog_depth), &bits);
    if (fixed && bits == 1)
        return component_of(w, place, 2);
    uint32_t by_w = exact(w, SPV_OP_FDIV, 1, number(w, 1.0f), component_of(w, place, 3));
    if (fixed)
        return by_w;
    uint32_t depth = s9_sp_state(w, S9_SPIRV_FOG, S9_SP_STATE(fog_depth));
    return pick(w, is(w, depth, 1), component_of(w, place, 2), by_w);
}

static bool fog_location(const s9_sp_writer *w, uint32_t *location)
{
    *location = s9_spirv_location_of(S9_USAGE_FOG, 0);
    if (w->link == NULL) {
        for (size_t i = 0; i < w->options->location_count; i++)
            if (w->options->locations[i].usage == S9_USAGE_FOG && w->options->locations[i].usage_index == 0)
                *location = w->options->locations[i].location;
        return true;
    }
    for (uint32_t i = 0; i < w->link->count; i++)
        if (w->link->carried[i].usage == (int32_t)S9_USAGE_FOG && w->link->carried[i].usage_index == 0) {
            *location = w->link->carried[i].location;
            return true;
        }
    return false;
}

/* The factor that the vertex shader exports; 0 where it exports none. */
static uint32_t fog_of_vertex(s9_sp_writer *w)
{
    uint32_t location;
    if (!fog_location(w, &location))
        return number(w, 0.0f);
    if (w->fog_input_id == 0) {
        w->fog_input_id = s9_sp_global(w, SPV_STORAGE_INPUT, s9_sp_pointer(w, SPV_STORAGE_INPUT, S9_SP_FLOAT, 4), 0);
        s9_sp_decorate_with(w, w->fog_input_id, SPV_DECORATION_LOCATION, location);
        s9_sp_name(w, w->fog_input_id, "v_fog0");
        if (w->in_count < S9_SP_MAX_VARIABLES)
            w->in[w->in_count++] = (s9_sp_variable){.id = w->fog_input_id,
                                                    .usage = (int32_t)S9_USAGE_FOG,
                                                    .location = location,
                                                    .number = 255,
                                                    .mask = 1,
                                                    .name = w->names ? "v_fog0" : NULL};
    }
    uint32_t value = s9_sp_load(w, s9_sp_type_id(w, S9_SP_FLOAT, 4), 4, w->fog_input_id);
    return component_of(w, value, 0);
}

/* rgb = f * rgb + (1 - f) * color. */
uint32_t s9_sp_blend_fog(s9_sp_writer *w, uint32_t color)
{
    uint32_t mode, factor;
    if (s9_sp_source_of(w, S9_SPIRV_FOG) == S9_SPIRV_OFF)
        return color;
    bool fixed = s9_sp_state_fixed(w, S9_SPIRV_FOG, S9_SP_STATE(fog_mode), &mode);
    if (fixed && mode == S9_SPIRV_FOG_OFF)
        return color;
    if (fixed) {
        factor = mode == S9_SPIRV_FOG_VERTEX ? fog_of_vertex(w) : fog_by_mode(w, mode, fog_distance(w));
    } else {
        uint32_t state = s9_sp_state(w, S9_SPIRV_FOG, S9_SP_STATE(fog_mode)), distance = fog_distance(w);
        factor = number(w, 1.0f);
        for (uint32_t m = S9_SPIRV_FOG_EXP; m <= S9_SPIRV_FOG_LINEAR; m++)
            factor = pick(w, is(w, state, m), fog_by_mode(w, m, distance), factor);
        factor = pick(w, is(w, state, S9_SPIRV_FOG_VERTEX), fog_of_vertex(w), factor);
    }
    /* NaN is no fog. */
    uint32_t held = s9_sp_clamp01(w, 1, factor);
    if (!w->plain)
        held =
            pick(w, s9_sp_emit1(w, SPV_OP_IS_NAN, s9_sp_type_id(w, S9_SP_BOOL, 1), 1, factor), number(w, 1.0f), held);
    uint32_t vector = s9_sp_type_id(w, S9_SP_FLOAT, 3);
    s9_sp_ref rgb[4], fog[3];
    for (uint32_t k = 0; k < 3; k++) {
        rgb[k] = s9_sp_ref_of(color, k);
        fog[k] = s9_sp_ref_of(s9_sp_state(w, S9_SPIRV_FOG, S9_SP_STATE(fog_color) + k), 0);
    }
    uint32_t near = s9_sp_exact2(w, SPV_OP_VECTOR_TIMES_SCALAR, vector, 3, s9_sp_gather(w, S9_SP_FLOAT, 3, rgb), held);
    uint32_t rest = exact(w, SPV_OP_FSUB, 1, number(w, 1.0f), held);
    uint32_t far = s9_sp_exact2(w, SPV_OP_VECTOR_TIMES_SCALAR, vector, 3, s9_sp_gather(w, S9_SP_FLOAT, 3, fog), rest);
    uint32_t mixed = exact(w, SPV_OP_FADD, 3, near, far);
    s9_sp_ref refs[4] = {s9_sp_ref_of(mixed, 0), s9_sp_ref_of(mixed, 1), s9_sp_ref_of(mixed, 2),
                         s9_sp_ref_of(color, 3)};
    return s9_sp_gather(w, S9_SP_FLOAT, 4, refs);
}

/* 12.92 c up to 0.0031308, then 1.055 c^(1 / 2.4) - 0.055, of c held to [0, 1]. */
uint32_t s9_sp_to_srgb(s9_sp_writer *w, uint32_t color)
{
    uint32_t bits;
    if (s9_sp_source_of(w, S9_SPIRV_SRGB_WRITE) == S9_SPIRV_OFF)
        return color;
    bool fixed = s9_sp_state_fixed(w, S9_SPIRV_SRGB_WRITE, S9_SP_STATE(srgb_write), &bits);
    if (fixed && bits == 0)
        return color;
    s9_sp_ref rgb[4];
    for (uint32_t k = 0; k < 3; k++)
        rgb[k] = s9_sp_ref_of(color, k);
    uint32_t c = s9_sp_gather(w, S9_SP_FLOAT, 3, rgb), vector = s9_sp_type_id(w, S9_SP_FLOAT, 3);
    uint32_t held = s9_sp_clamp01(w, 3, c);
    uint32_t low = s9_sp_exact2(w, SPV_OP_VECTOR_TIMES_SCALAR, vector, 3, held, number(w, 12.92f));
    uint32_t power = s9_sp_ext(w, SPV_GLSL_POW, vector, 3, 2, held,
                               s9_sp_constant_splat(w, S9_SP_FLOAT, 3, s9_float_bits(1.0f / 2.4f)), 0);
    uint32_t high = s9_sp_exact2(w, SPV_OP_VECTOR_TIMES_SCALAR, vector, 3, power, number(w, 1.055f));
    high = exact(w, SPV_OP_FSUB, 3, high, s9_sp_constant_splat(w, S9_SP_FLOAT, 3, s9_float_bits(0.055f)));
    uint32_t dark = s9_sp_compare(w, SPV_OP_FORD_LESS_THAN_EQUAL, 3, held,
                                  s9_sp_constant_splat(w, S9_SP_FLOAT, 3, s9_float_bits(0.0031308f)));
    uint32_t converted = s9_sp_select(w, S9_SP_FLOAT, 3, dark, low, high);
    if (!fixed) {
        uint32_t state = s9_sp_state(w, S9_SPIRV_SRGB_WRITE, S9_SP_STATE(srgb_write));
        uint32_t on = s9_sp_compare(w, SPV_OP_INOT_EQUAL, 1, state, s9_sp_constant(w, s9_sp_state_type(w), 0));
        converted = s9_sp_select(w, S9_SP_FLOAT, 3, s9_sp_splat(w, S9_SP_BOOL, 3, on), converted, c);
    }
    s9_sp_ref refs[4] = {s9_sp_ref_of(converted, 0), s9_sp_ref_of(converted, 1), s9_sp_ref_of(converted, 2),
                         s9_sp_ref_of(color, 3)};
    return s9_sp_gather(w, S9_SP_FLOAT, 4, refs);
}
