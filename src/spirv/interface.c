/* SPDX-License-Identifier: MIT */
/* Inputs and outputs: which there are, where they are, reading them, and writing them at the end. */
#include "spirv/writer.h"

#define NO_LOCATION UINT32_MAX
#define DROPPED (UINT32_MAX - 1u)

uint32_t s9_spirv_location_of(uint32_t usage, uint32_t usage_index)
{
    if (usage == S9_USAGE_TEXCOORD && usage_index < 16)
        return usage_index < 8 ? usage_index : usage_index + 3u;
    if (usage == S9_USAGE_COLOR && usage_index < 2)
        return 8u + usage_index;
    if (usage == S9_USAGE_FOG && usage_index == 0)
        return 10;
    if (usage_index == 0) {
        switch (usage) {
        case 3: /* normal */
            return 19;
        case 6: /* tangent */
            return 20;
        case 7: /* binormal */
            return 21;
        case 12: /* depth */
            return 22;
        default:
            break;
        }
    }
    return 32u + 16u * usage + usage_index;
}

const char *s9_sp_input_text(uint32_t number)
{
    static const char texts[S9_IR_IN_COUNT][6] = {"v0", "v1",  "v2",  "v3",  "v4",  "v5",  "v6",   "v7",   "v8",
                                                  "v9", "v10", "v11", "v12", "v13", "v14", "v15",  "t0",   "t1",
                                                  "t2", "t3",  "t4",  "t5",  "t6",  "t7",  "vPos", "vFace"};
    return number < S9_IR_IN_COUNT ? texts[number] : "";
}

const char *s9_sp_output_text(s9_version version, uint32_t number)
{
    static const char pixel[5][7] = {"oC0", "oC1", "oC2", "oC3", "oDepth"};
    static const char model3[S9_IR_OUT_COUNT][4] = {"o0", "o1", "o2",  "o3",  "o4",  "o5",  "o6",  "o7",
                                                    "o8", "o9", "o10", "o11", "o12", "o13", "o14", "o15"};
    static const char named[S9_IR_OUT_COUNT][5] = {"oPos", "oFog", "oPts", "oD0", "oD1", "oT0", "oT1", "oT2",
                                                   "oT3",  "oT4",  "oT5",  "oT6", "oT7", "oT8", "oT9", "oT10"};
    if (number >= S9_IR_OUT_COUNT)
        return "";
    if (s9_version_is_pixel(version))
        return number <= S9_IR_OUT_DEPTH ? pixel[number] : "";
    return s9_version_major(version) >= 3 ? model3[number] : named[number];
}

void s9_sp_input_meaning(s9_version version, const s9_ir_slot *slot, int32_t *usage, uint32_t *index)
{
    *usage = slot->usage;
    *index = slot->usage_index;
    if (slot->usage >= 0 || !s9_version_is_pixel(version) || s9_version_major(version) >= 3)
        return;
    if (slot->number < S9_IR_IN_T) {
        *usage = (int32_t)S9_USAGE_COLOR;
        *index = slot->number;
    } else if (slot->number < S9_IR_IN_VPOS) {
        *usage = (int32_t)S9_USAGE_TEXCOORD;
        *index = slot->number - S9_IR_IN_T;
    }
}

void s9_sp_output_meaning(s9_version version, const s9_ir_slot *slot, int32_t *usage, uint32_t *index)
{
    *usage = slot->usage;
    *index = slot->usage_index;
    if (slot->usage >= 0 || s9_version_major(version) >= 3)
        return;
    *index = 0;
    if (slot->number == S9_IR_OUT_POS) {
        *usage = (int32_t)S9_USAGE_POSITION;
    } else if (slot->number == S9_IR_OUT_FOG) {
        *usage = (int32_t)S9_USAGE_FOG;
    } else if (slot->number == S9_IR_OUT_PTS) {
        *usage = (int32_t)S9_USAGE_PSIZE;
    } else if (slot->number < S9_IR_OUT_T) {
        *usage = (int32_t)S9_USAGE_COLOR;
        *index = slot->number - S9_IR_OUT_D;
    } else {
        *usage = (int32_t)S9_USAGE_TEXCOORD;
        *index = slot->number - S9_IR_OUT_T;
    }
}

/* ---- which there are ---- */

static uint32_t location_of(const s9_sp_writer *w, int32_t usage, uint32_t index)
{
    if (w->link != NULL) {
        for (uint32_t i = 0; i < w->link->count; i++)
            if (w->link->carried[i].usage == usage && w->link->carried[i].usage_index == index)
                return w->link->carried[i].location;
        return DROPPED;
    }
    for (size_t i = 0; i < w->options->location_count; i++)
        if ((int32_t)w->options->locations[i].usage == usage && w->options->locations[i].usage_index == index)
            return w->options->locations[i].location;
    return s9_spirv_location_of((uint32_t)usage, index);
}

static const char *varying_name(s9_sp_writer *w, int32_t usage, uint32_t index, const char *prefix)
{
    const char *word = usage >= 0 ? s9_isa_usage_name((uint32_t)usage) : NULL;
    char *name = w->names ? s9_arena_alloc_raw(&w->result->arena, 32) : NULL;
    if (name == NULL || word == NULL)
        return NULL;
    size_t length = strlen(prefix);
    memcpy(name, prefix, length);
    memcpy(name + length, word, strlen(word));
    length += strlen(word);
    if (index >= 10)
        name[length++] = (char)('0' + index / 10u % 10u);
    name[length++] = (char)('0' + index % 10u);
    name[length] = '\0';
    return name;
}

static void warn_location(s9_sp_writer *w, const char *what, int32_t usage, uint32_t index, uint32_t location)
{
    if (location >= 16)
        s9_report(w->diagnostics, S9_WARNING, NULL, NULL,
                  "translate the pair of shaders: its locations are counted from 0",
                  "%s %s%u has location %u; a device need not have more than 16", what,
                  s9_isa_usage_name((uint32_t)usage), (unsigned)index, (unsigned)location);
}

static s9_sp_variable *add(s9_sp_variable *list, uint32_t *count, s9_sp_variable variable)
{
    if (*count >= S9_SP_MAX_VARIABLES)
        return NULL;
    list[*count] = variable;
    return &list[(*count)++];
}

/* Components of a register that one of its slots carries: all, where there is one only. */
static uint8_t slot_mask(const s9_ir_slot *slots, uint32_t count, uint32_t i)
{
    bool alone = (i == 0 || slots[i - 1].number != slots[i].number) &&
                 (i + 1 >= count || slots[i + 1].number != slots[i].number);
    return alone ? 15 : slots[i].mask;
}

static void find_vertex_inputs(s9_sp_writer *w)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < w->ir->inputs.count; i++) {
        const s9_ir_slot *slot = &w->ir->inputs.items[i];
        if (slot->number >= S9_IR_IN_T || (seen >> slot->number & 1u) != 0)
            continue;
        seen |= 1u << slot->number;
        (void)add(w->in, &w->in_count,
                  (s9_sp_variable){.usage = slot->usage,
                                   .usage_index = slot->usage_index,
                                   .location = slot->number,
                                   .number = slot->number,
                                   .mask = 15,
                                   .name = slot->usage >= 0 ? varying_name(w, slot->usage, slot->usage_index, "a_")
                                                            : s9_sp_input_text(slot->number)});
    }
}

static void find_pixel_inputs(s9_sp_writer *w)
{
    const s9_ir *ir = w->ir;
    for (uint32_t i = 0; i < ir->inputs.count; i++) {
        const s9_ir_slot *slot = &ir->inputs.items[i];
        s9_sp_variable v = {.number = slot->number, .mask = slot_mask(ir->inputs.items, ir->inputs.count, i)};
        if (slot->number >= S9_IR_IN_VPOS)
            continue;
        s9_sp_input_meaning(ir->version, slot, &v.usage, &v.usage_index);
        v.location = v.usage < 0 ? DROPPED : location_of(w, v.usage, v.usage_index);
        v.ones = v.usage == (int32_t)S9_USAGE_COLOR && v.usage_index == 0;
        v.flat = w->options->flat_shading && v.usage == (int32_t)S9_USAGE_COLOR;
        /* Colours are sampled at the centroid in Direct3D 9, declared so or not. */
        v.centroid = (slot->centroid || v.usage == (int32_t)S9_USAGE_COLOR) && !v.flat && !w->options->no_centroid;
        v.name = varying_name(w, v.usage, v.usage_index, "v_");
        (void)add(w->in, &w->in_count, v);
    }
}

static bool is_position(int32_t usage, uint32_t index)
{
    return (usage == (int32_t)S9_USAGE_POSITION || usage == (int32_t)S9_USAGE_POSITIONT) && index == 0;
}

static bool carries(const s9_sp_writer *w, int32_t usage, uint32_t index)
{
    for (uint32_t i = 0; i < w->out_count; i++)
        if (w->out[i].usage == usage && w->out[i].usage_index == index && w->out[i].location != NO_LOCATION)
            return true;
    return false;
}

static void find_vertex_outputs(s9_sp_writer *w)
{
    const s9_ir *ir = w->ir;
    bool position = false, size = false;
    /* position before positiont, as drawing has it */
    int32_t wanted = (int32_t)S9_USAGE_POSITIONT;
    for (uint32_t i = 0; i < ir->outputs.count; i++) {
        int32_t usage;
        uint32_t index;
        s9_sp_output_meaning(ir->version, &ir->outputs.items[i], &usage, &index);
        if (usage == (int32_t)S9_USAGE_POSITION && index == 0)
            wanted = usage;
    }
    for (uint32_t i = 0; i < ir->outputs.count; i++) {
        const s9_ir_slot *slot = &ir->outputs.items[i];
        s9_sp_variable v = {.number = slot->number, .mask = slot_mask(ir->outputs.items, ir->outputs.count, i)};
        s9_sp_output_meaning(ir->version, slot, &v.usage, &v.usage_index);
        if (v.usage < 0)
            continue; /* no pixel shader can name it */
        s9_sp_variable built_in = v;
        built_in.location = NO_LOCATION;
        bool special = false;
        if (is_position(v.usage, v.usage_index)) {
            special = true;
            if (!position && v.usage == wanted) {
                position = true;
                built_in.built_in = SPV_BUILT_IN_POSITION;
                built_in.name = w->names ? "position" : NULL;
                (void)add(w->out, &w->out_count, built_in);
            }
        } else if (v.usage == (int32_t)S9_USAGE_PSIZE && v.usage_index == 0) {
            special = true;
            if (!size) {
                size = true;
                built_in.built_in = SPV_BUILT_IN_POINT_SIZE;
                built_in.name = w->names ? "point_size" : NULL;
                (void)add(w->out, &w->out_count, built_in);
            }
        }
        /* Built-ins go to a location as well where the other stage reads them: only a pair knows. */
        if (special && w->link == NULL)
            continue;
        v.location = location_of(w, v.usage, v.usage_index);
        if (v.location == DROPPED || carries(w, v.usage, v.usage_index))
            continue;
        v.ones = v.usage == (int32_t)S9_USAGE_COLOR && v.usage_index == 0;
        /* Nothing comes of it here, but the shading languages want both stages to say the same. */
        v.flat = w->options->flat_shading && v.usage == (int32_t)S9_USAGE_COLOR;
        v.name = varying_name(w, v.usage, v.usage_index, "v_");
        if (w->link == NULL)
            warn_location(w, "output", v.usage, v.usage_index, v.location);
        (void)add(w->out, &w->out_count, v);
    }
    if (!position)
        s9_report(w->diagnostics, S9_WARNING, NULL, NULL, NULL, "the vertex shader declares no position output");
    if (s9_sp_source_of(w, S9_SPIRV_FOG) != S9_SPIRV_OFF && !carries(w, (int32_t)S9_USAGE_FOG, 0)) {
        s9_sp_variable fog = {.usage = (int32_t)S9_USAGE_FOG, .number = 255, .mask = 1};
        fog.location = location_of(w, fog.usage, 0);
        fog.name = varying_name(w, fog.usage, 0, "v_");
        if (fog.location != DROPPED)
            (void)add(w->out, &w->out_count, fog);
    }
}

static void find_pixel_outputs(s9_sp_writer *w)
{
    for (uint32_t number = 0; number <= S9_IR_OUT_DEPTH; number++) {
        bool depth = number == S9_IR_OUT_DEPTH;
        if (w->ir->output_written[number] == 0)
            continue;
        s9_sp_variable v = {.usage = -1, .number = (uint8_t)number, .mask = depth ? 1 : 15};
        v.location = depth ? NO_LOCATION : number;
        v.built_in = SPV_BUILT_IN_FRAG_DEPTH;
        v.name = w->names ? s9_sp_output_text(w->ir->version, number) : NULL;
        (void)add(w->out, &w->out_count, v);
    }
}

bool s9_sp_find_interface(s9_sp_writer *w)
{
    s9_sp_analysis *a = &w->analysis;
    if (w->pixel) {
        find_pixel_inputs(w);
        find_pixel_outputs(w);
    } else {
        find_vertex_inputs(w);
        find_vertex_outputs(w);
    }
    for (uint32_t i = 0; i < w->out_count; i++)
        if (w->out[i].number < S9_IR_OUT_COUNT)
            a->output_kept[w->out[i].number] |= w->out[i].mask;
    /* The factor of fog may come from the alpha of oD1. */
    if (!w->pixel && s9_sp_source_of(w, S9_SPIRV_FOG) != S9_SPIRV_OFF) {
        uint32_t number = s9_sp_second_color(w);
        if (number < S9_IR_OUT_COUNT)
            a->output_kept[number] |= 8;
    }
    return !w->result->arena.failed;
}

/* Register of usage color 1, or 255. */
uint32_t s9_sp_second_color(const s9_sp_writer *w)
{
    for (uint32_t i = 0; i < w->ir->outputs.count; i++) {
        int32_t usage;
        uint32_t index;
        s9_sp_output_meaning(w->ir->version, &w->ir->outputs.items[i], &usage, &index);
        if (usage == (int32_t)S9_USAGE_COLOR && index == 1)
            return w->ir->outputs.items[i].number;
    }
    return 255;
}

/* ---- variables ---- */

uint32_t s9_sp_built_in(s9_sp_writer *w, uint32_t storage, s9_sp_type type, uint32_t n, uint32_t built_in,
                        const char *name)
{
    uint32_t id = s9_sp_global(w, storage, s9_sp_pointer(w, storage, type, n), 0);
    s9_sp_decorate_with(w, id, SPV_DECORATION_BUILT_IN, built_in);
    s9_sp_name(w, id, name);
    return id;
}

static uint32_t input_variable(s9_sp_writer *w, s9_sp_variable *v)
{
    if (v->id != 0)
        return v->id;
    /* Registers of the same usage share a variable: a location belongs to one. */
    for (uint32_t i = 0; i < w->in_count; i++)
        if (w->in[i].location == v->location && w->in[i].id != 0) {
            v->shared = true;
            return v->id = w->in[i].id;
        }
    v->id = s9_sp_global(w, SPV_STORAGE_INPUT, s9_sp_pointer(w, SPV_STORAGE_INPUT, S9_SP_FLOAT, 4), 0);
    s9_sp_decorate_with(w, v->id, SPV_DECORATION_LOCATION, v->location);
    if (v->flat)
        s9_sp_decorate(w, v->id, SPV_DECORATION_FLAT);
    else if (v->centroid)
        s9_sp_decorate(w, v->id, SPV_DECORATION_CENTROID);
    if (v->name != NULL)
        s9_sp_name(w, v->id, v->name);
    if (w->pixel && w->link == NULL)
        warn_location(w, "input", v->usage, v->usage_index, v->location);
    return v->id;
}

static uint32_t default_vector(s9_sp_writer *w, bool ones)
{
    return ones ? s9_sp_constant_splat(w, S9_SP_FLOAT, 4, 0x3F800000u) : s9_sp_constant_null(w, S9_SP_FLOAT, 4);
}

/* Texture coordinates of point sprites: over the point, whatever comes from the vertex. */
static uint32_t sprite(s9_sp_writer *w, uint32_t value, bool *certain)
{
    uint32_t bits, vector = s9_sp_type_id(w, S9_SP_FLOAT, 4);
    bool fixed = s9_sp_state_fixed(w, S9_SPIRV_POINT_SPRITE, S9_SP_STATE(point_sprite), &bits);
    *certain = fixed && bits != 0;
    if (fixed && bits == 0)
        return value;
    if (!*certain && value == 0)
        return 0;
    if (w->point_coord_id == 0)
        w->point_coord_id =
            s9_sp_built_in(w, SPV_STORAGE_INPUT, S9_SP_FLOAT, 2, SPV_BUILT_IN_POINT_COORD, "point_coord");
    uint32_t coordinate = s9_sp_load(w, s9_sp_type_id(w, S9_SP_FLOAT, 2), 2, w->point_coord_id);
    s9_sp_ref refs[4] = {s9_sp_ref_of(coordinate, 0), s9_sp_ref_of(coordinate, 1), S9_SP_ZERO,
                         s9_sp_ref_of(s9_sp_constant_float(w, 1.0f), 0)};
    uint32_t over = s9_sp_gather(w, S9_SP_FLOAT, 4, refs);
    if (*certain)
        return over;
    uint32_t state = s9_sp_state(w, S9_SPIRV_POINT_SPRITE, S9_SP_STATE(point_sprite));
    uint32_t on = s9_sp_compare(w, SPV_OP_INOT_EQUAL, 1, state, s9_sp_constant(w, s9_sp_state_type(w), 0));
    return s9_sp_emit3(w, SPV_OP_SELECT, vector, 4, s9_sp_splat(w, S9_SP_BOOL, 4, on), over, value);
}

/* The value of an input variable, kept while it is visible. */
static uint32_t input_value(s9_sp_writer *w, uint32_t i)
{
    s9_sp_variable *v = &w->in[i];
    uint32_t value;
    bool certain = false;
    if (s9_sp_still(w, &w->inputs[i]))
        return w->inputs[i].id;
    if (w->pixel && v->usage == (int32_t)S9_USAGE_TEXCOORD &&
        s9_sp_source_of(w, S9_SPIRV_POINT_SPRITE) != S9_SPIRV_OFF) {
        value = sprite(w, 0, &certain);
        if (certain)
            return s9_sp_keep(w, &w->inputs[i], value);
    }
    if (v->location == DROPPED)
        value = default_vector(w, v->ones);
    else
        value = s9_sp_load(w, s9_sp_type_id(w, S9_SP_FLOAT, 4), 4, input_variable(w, v));
    if (w->pixel && w->major < 3 && v->usage == (int32_t)S9_USAGE_COLOR && v->location != DROPPED &&
        !w->options->no_color_clamp)
        value = s9_sp_clamp01(w, 4, value);
    if (w->pixel && v->usage == (int32_t)S9_USAGE_TEXCOORD && s9_sp_source_of(w, S9_SPIRV_POINT_SPRITE) != S9_SPIRV_OFF)
        value = sprite(w, value, &certain);
    return s9_sp_keep(w, &w->inputs[i], value);
}

/* Pixel centres are at i + 0.5 here, at i there. */
static uint32_t pixel_position(s9_sp_writer *w)
{
    if (s9_sp_still(w, &w->frag_coord))
        return w->frag_coord.id;
    uint32_t pair = s9_sp_type_id(w, S9_SP_FLOAT, 2), all = s9_sp_frag_coord(w);
    s9_sp_ref refs[2] = {s9_sp_ref_of(all, 0), s9_sp_ref_of(all, 1)};
    uint32_t half = s9_sp_constant_splat(w, S9_SP_FLOAT, 2, 0x3F000000u);
    uint32_t value = s9_sp_exact2(w, SPV_OP_FSUB, pair, 2, s9_sp_gather(w, S9_SP_FLOAT, 2, refs), half);
    return s9_sp_keep(w, &w->frag_coord, value);
}

uint32_t s9_sp_frag_coord(s9_sp_writer *w)
{
    if (w->frag_coord_id == 0)
        w->frag_coord_id = s9_sp_built_in(w, SPV_STORAGE_INPUT, S9_SP_FLOAT, 4, SPV_BUILT_IN_FRAG_COORD, "frag_coord");
    return s9_sp_load(w, s9_sp_type_id(w, S9_SP_FLOAT, 4), 4, w->frag_coord_id);
}

static uint32_t face(s9_sp_writer *w)
{
    s9_sp_cached *known = &w->inputs[S9_SP_MAX_VARIABLES];
    if (s9_sp_still(w, known))
        return known->id;
    if (w->front_facing_id == 0)
        w->front_facing_id =
            s9_sp_built_in(w, SPV_STORAGE_INPUT, S9_SP_BOOL, 1, SPV_BUILT_IN_FRONT_FACING, "front_facing");
    uint32_t front = s9_sp_load(w, s9_sp_type_id(w, S9_SP_BOOL, 1), 1, w->front_facing_id);
    return s9_sp_keep(
        w, known,
        s9_sp_select(w, S9_SP_FLOAT, 1, front, s9_sp_constant_float(w, 1.0f), s9_sp_constant_float(w, -1.0f)));
}

/* Each component from the variable that carries it; from the first of the register where none does. */
static void find_input(s9_sp_writer *w, uint32_t number, s9_sp_ref refs[4])
{
    uint32_t first = UINT32_MAX, of[4] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    for (uint32_t i = 0; i < w->in_count; i++) {
        if (w->in[i].number != number)
            continue;
        if (first == UINT32_MAX)
            first = i;
        for (uint32_t k = 0; k < 4; k++)
            if (((uint32_t)w->in[i].mask >> k & 1u) != 0 && of[k] == UINT32_MAX)
                of[k] = i;
    }
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t i = of[k] != UINT32_MAX ? of[k] : first;
        refs[k] = i == UINT32_MAX ? (k == 3 && !w->pixel ? s9_sp_ref_of(s9_sp_constant_float(w, 1.0f), 0) : S9_SP_ZERO)
                                  : s9_sp_ref_of(input_value(w, i), k);
    }
}

void s9_sp_input(s9_sp_writer *w, uint32_t number, s9_sp_ref refs[4])
{
    if (number == S9_IR_IN_VFACE) {
        refs[0] = refs[1] = refs[2] = refs[3] = s9_sp_ref_of(face(w), 0);
        return;
    }
    if (number == S9_IR_IN_VPOS) {
        uint32_t value = pixel_position(w);
        refs[0] = s9_sp_ref_of(value, 0);
        refs[1] = s9_sp_ref_of(value, 1);
        refs[2] = refs[3] = S9_SP_ZERO;
        return;
    }
    s9_sp_cached *known = &w->input_refs[number];
    if (!s9_sp_still(w, known)) {
        find_input(w, number, w->in_refs[number]);
        (void)s9_sp_keep(w, known, 1);
    }
    memcpy(refs, w->in_refs[number], sizeof w->in_refs[number]);
}

/* ---- outputs ---- */

/* What an output carries: components that are written, defaults for the others. */
static void output_refs(s9_sp_writer *w, const s9_sp_variable *v, s9_sp_ref refs[4])
{
    static const uint8_t components[4] = {0, 1, 2, 3};
    s9_sp_ref other = v->ones ? s9_sp_ref_of(s9_sp_constant_float(w, 1.0f), 0) : S9_SP_ZERO;
    bool relative = w->ir->relative_outputs;
    for (uint32_t k = 0; k < 4; k++) {
        refs[k] = other;
        if ((v->mask >> k & 1u) == 0 || v->number >= S9_IR_OUT_COUNT ||
            (!relative && (w->ir->output_written[v->number] >> k & 1u) == 0))
            continue;
        s9_sp_read_register(w, w->analysis.first_output + v->number, 1, components + k, &refs[k]);
    }
}

uint32_t s9_sp_output_variable(s9_sp_writer *w, s9_sp_variable *v, uint32_t n)
{
    if (v->id != 0)
        return v->id;
    v->id = s9_sp_global(w, SPV_STORAGE_OUTPUT, s9_sp_pointer(w, SPV_STORAGE_OUTPUT, S9_SP_FLOAT, n), 0);
    if (v->location == NO_LOCATION) {
        s9_sp_decorate_with(w, v->id, SPV_DECORATION_BUILT_IN, v->built_in);
        if (v->built_in == SPV_BUILT_IN_POSITION && !w->options->no_invariant)
            s9_sp_decorate(w, v->id, SPV_DECORATION_INVARIANT);
    } else {
        s9_sp_decorate_with(w, v->id, SPV_DECORATION_LOCATION, v->location);
        if (v->flat)
            s9_sp_decorate(w, v->id, SPV_DECORATION_FLAT);
    }
    if (v->name != NULL)
        s9_sp_name(w, v->id, v->name);
    return v->id;
}

/* The factor of fog that the vertex shader exports. */
static s9_sp_ref fog_factor(s9_sp_writer *w)
{
    static const uint8_t w_component[1] = {3};
    s9_sp_ref ref = S9_SP_ZERO;
    uint32_t number = s9_sp_second_color(w);
    if (number < S9_IR_OUT_COUNT && (w->ir->relative_outputs || (w->ir->output_written[number] & 8u) != 0))
        s9_sp_read_register(w, w->analysis.first_output + number, 1, w_component, &ref);
    return ref;
}

static void finish_vertex(s9_sp_writer *w)
{
    bool sized = false;
    for (uint32_t i = 0; i < w->out_count; i++) {
        s9_sp_variable *v = &w->out[i];
        s9_sp_ref refs[4];
        output_refs(w, v, refs);
        if (v->location == NO_LOCATION && v->built_in == SPV_BUILT_IN_POINT_SIZE) {
            sized = true;
            uint32_t size = s9_sp_gather(w, S9_SP_FLOAT, 1, refs);
            s9_sp_store(w, s9_sp_output_variable(w, v, 1), s9_sp_point_size(w, size));
            continue;
        }
        if (v->location == NO_LOCATION) {
            uint32_t position = s9_sp_gather(w, S9_SP_FLOAT, 4, refs);
            s9_sp_clip_distances(w, position);
            s9_sp_store(w, s9_sp_output_variable(w, v, 4), s9_sp_place(w, position));
            continue;
        }
        if (v->number == 255)
            refs[0] = fog_factor(w);
        uint32_t value = s9_sp_gather(w, S9_SP_FLOAT, 4, refs);
        if (v->usage == (int32_t)S9_USAGE_COLOR && w->major < 3 && !w->options->no_color_clamp)
            value = s9_sp_clamp01(w, 4, value);
        s9_sp_store(w, s9_sp_output_variable(w, v, 4), value);
    }
    if (!sized && s9_sp_source_of(w, S9_SPIRV_POINT_SIZE) != S9_SPIRV_OFF) {
        s9_sp_variable v = {.usage = -1, .number = 255, .location = NO_LOCATION};
        v.built_in = SPV_BUILT_IN_POINT_SIZE;
        v.name = w->names ? "point_size" : NULL;
        s9_sp_variable *added = add(w->out, &w->out_count, v);
        if (added != NULL) {
            s9_sp_store(w, s9_sp_output_variable(w, added, 1), s9_sp_default_point_size(w));
        }
    }
}

static void finish_pixel(s9_sp_writer *w)
{
    static const uint8_t x[1] = {0};
    uint32_t values[S9_SP_MAX_VARIABLES] = {0};
    s9_sp_ref killed;
    uint32_t kill = 0;
    s9_sp_read_register(w, w->analysis.discarded, 1, x, &killed);
    if (w->ir->uses_discard && w->options->version < SPV_1_6 && killed != S9_SP_ZERO)
        kill = killed >> 2;
    for (uint32_t i = 0; i < w->out_count; i++) {
        s9_sp_ref refs[4];
        output_refs(w, &w->out[i], refs);
        values[i] = s9_sp_gather(w, S9_SP_FLOAT, w->out[i].location == NO_LOCATION ? 1 : 4, refs);
    }
    for (uint32_t i = 0; i < w->out_count; i++)
        if (w->out[i].location == 0)
            kill = s9_sp_alpha_test(w, values[i], kill);
    if (kill != 0) {
        uint32_t merge = s9_sp_begin_if(w, kill);
        s9_sp_plain(w, SPV_OP_KILL);
        s9_sp_label(w, merge);
    }
    for (uint32_t i = 0; i < w->out_count; i++) {
        s9_sp_variable *v = &w->out[i];
        if (v->location == NO_LOCATION) {
            w->frag_depth_id = s9_sp_output_variable(w, v, 1);
            s9_sp_store(w, w->frag_depth_id, values[i]);
            continue;
        }
        if (v->location == 0)
            values[i] = s9_sp_blend_fog(w, values[i]);
        s9_sp_store(w, s9_sp_output_variable(w, v, 4), s9_sp_to_srgb(w, values[i]));
    }
}

void s9_sp_finish_main(s9_sp_writer *w)
{
    w->dead = false;
    if (w->pixel)
        finish_pixel(w);
    else
        finish_vertex(w);
    s9_sp_plain(w, SPV_OP_RETURN);
}
