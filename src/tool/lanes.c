/* SPDX-License-Identifier: MIT */
#include "lanes.h"

#include <shader9/mesh.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

static void *take(lane_set *set, size_t count, size_t size)
{
    void *block = calloc(count == 0 ? 1 : count, size);
    if (block != NULL) {
        set->blocks[set->block_count++] = block;
    }
    return block;
}

static bool is_position(const s9_shader_slot *slot)
{
    return strcmp(slot->name, "vPos") == 0;
}

static bool is_face(const s9_shader_slot *slot)
{
    return strcmp(slot->name, "vFace") == 0;
}

/* What a lane's input is when nothing supplies it. */
static void default_input(const lane_set *set, const s9_shader_slot *slot, uint32_t lane, float out[4])
{
    static const float filled[4] = {0, 0, 0, 1};
    memcpy(out, filled, sizeof filled);
    if (is_position(slot)) {
        uint32_t quad = lane / 4, corner = lane % 4;
        out[0] = set->quads ? (float)(2 * quad + (corner & 1)) : 0.0f;
        out[1] = set->quads ? (float)(corner >> 1) : 0.0f;
        out[3] = 0;
    } else if (is_face(slot)) {
        out[0] = 1;
    }
}

static s9_lane_array array_of(float *data, uint32_t components, uint8_t *written)
{
    s9_lane_array array = {.data = data,
                           .lane_stride = 4 * sizeof *data,
                           .component_stride = sizeof *data,
                           .components = components,
                           .written = written};
    return array;
}

bool lane_set_create(lane_set *set, const s9_shader *shader, uint32_t count, bool quads)
{
    memset(set, 0, sizeof *set);
    set->shader = shader;
    set->count = count;
    set->quads = quads;
    set->input_count = s9_shader_input_count(shader);
    set->output_count = s9_shader_output_count(shader);
    set->blocks = calloc(4 + set->input_count + 2 * (size_t)set->output_count, sizeof *set->blocks);
    if (set->blocks == NULL) {
        return false;
    }
    set->inputs = take(set, set->input_count, sizeof *set->inputs);
    set->outputs = take(set, set->output_count, sizeof *set->outputs);
    set->discarded = take(set, count, 1);
    set->stopped = take(set, count, 1);
    if (set->inputs == NULL || set->outputs == NULL || set->discarded == NULL || set->stopped == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < set->input_count; i++) {
        const s9_shader_slot *slot = s9_shader_input(shader, i);
        float *data = take(set, count, 4 * sizeof *data);
        if (data == NULL) {
            return false;
        }
        set->inputs[i] = array_of(data, slot->components, NULL);
        for (uint32_t lane = 0; lane < count; lane++) {
            default_input(set, slot, lane, data + 4 * (size_t)lane);
        }
    }
    for (uint32_t i = 0; i < set->output_count; i++) {
        float *data = take(set, count, 4 * sizeof *data);
        uint8_t *written = take(set, count, 1);
        if (data == NULL || written == NULL) {
            return false;
        }
        set->outputs[i] = array_of(data, s9_shader_output(shader, i)->components, written);
    }
    return true;
}

void lane_set_free(lane_set *set)
{
    for (size_t i = 0; i < set->block_count; i++) {
        free(set->blocks[i]);
    }
    free(set->blocks);
    memset(set, 0, sizeof *set);
}

/* ---- inputs ---- */

/* What the name of an input may stand for. */
typedef struct input_name {
    bool is_register;
    uint32_t usage, usage_index;
} input_name;

static bool read_name(const char *name, input_name *out)
{
    uint32_t number = 0;
    enum { MOST_INPUTS = 32 };
    out->is_register =
        strcmp(name, "vPos") == 0 || strcmp(name, "vFace") == 0 ||
        ((register_number(name, "v", &number) || register_number(name, "t", &number)) && number < MOST_INPUTS);
    return out->is_register || s9_mesh_usage_from_name(name, &out->usage, &out->usage_index);
}

static bool names_slot(const input_name *input, const char *name, const s9_shader_slot *slot)
{
    return input->is_register ? strcmp(slot->name, name) == 0
                              : slot->usage == (int32_t)input->usage && slot->usage_index == input->usage_index;
}

/* Gives a lane's input the values; what is missing keeps its default. False when no slot has that name. */
static bool set_input(lane_set *set, const input_name *input, const char *name, uint32_t lane, const float *values,
                      size_t count)
{
    bool found = false;
    for (uint32_t i = 0; i < set->input_count; i++) {
        const s9_shader_slot *slot = s9_shader_input(set->shader, i);
        if (!names_slot(input, name, slot)) {
            continue;
        }
        float *data = (float *)set->inputs[i].data + 4 * (size_t)lane;
        found = true;
        default_input(set, slot, lane, data);
        if (is_face(slot)) {
            data[0] = count != 0 && values[0] < 0 ? -1.0f : 1.0f;
        } else {
            memcpy(data, values, count * sizeof *values);
        }
    }
    return found;
}

/* True the first time that a name is seen; there are not many that are well formed. */
static bool remember(string_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i], name) == 0) {
            return false;
        }
    }
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 16 : list->capacity * 2;
        const char **items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = name;
    return true;
}

static bool read_lane(json_reader *reader, const json_t *value, const json_place *place, lane_set *set, uint32_t lane,
                      string_list *absent, const char *version)
{
    bool good = true;
    const char *name;
    json_t *member;
    if (!json_is_object_at(reader, value, place)) {
        return false;
    }
    json_object_foreach((json_t *)value, name, member)
    {
        json_place at = {.up = place, .key = name};
        input_name input = {0};
        float values[4] = {0};
        size_t count = 0;
        if (!read_name(name, &input)) {
            json_refuse_name(reader, &at, "names no input: v#, t#, vPos, vFace or a semantic such as texcoord0");
            good = false;
        } else if (!json_get_floats(reader, member, &at, values, 0, 4, &count)) {
            good = false;
        } else if (!set_input(set, &input, name, lane, values, count) && remember(absent, name)) {
            json_warn(reader, &at, "the %s shader has no input %s", version, name);
        }
    }
    return good;
}

bool lanes_read(json_reader *reader, const json_t *value, const json_place *place, lane_set *set, const char *version)
{
    string_list absent = {0};
    bool good = true;
    for (uint32_t lane = 0; lane < set->count; lane++) {
        json_place at = {.up = place, .index = lane};
        good = read_lane(reader, json_array_get(value, lane), &at, set, lane, &absent, version) && good;
    }
    free(absent.items);
    return good;
}

bool lanes_from_flags(const string_list *list, lane_set *set, const char *version, const report *about)
{
    for (size_t i = 0; i < list->count; i++) {
        const char *flag = list->items[i];
        size_t length = strcspn(flag, "=");
        char *name = string_copy_bytes(flag, length);
        float values[4] = {0};
        size_t count = 0;
        input_name input = {0};
        if (name == NULL) {
            report_no_memory(about);
            return false;
        }
        const char *why = flag[length] != '=' ? "there is no ="
                          : !read_name(name, &input)
                              ? "the name is no input: v#, t#, vPos, vFace or texcoord0 and the like"
                          : !floats_from_flag(flag + length + 1, values, &count)
                              ? "it takes one to four numbers, nan, inf or bits such as 0x7f800001"
                              : NULL;
        if (why != NULL) {
            report_usage(about, "v0=1,0,0,1 or texcoord0=0.5,0.5", "--input cannot use '%s': %s", flag, why);
            free(name);
            return false;
        }
        bool found = true;
        for (uint32_t lane = 0; lane < set->count && found; lane++) {
            found = set_input(set, &input, name, lane, values, count);
        }
        if (!found) {
            s9_position at = position_in(about->name);
            findings_add(about->findings, S9_WARNING, &at, NULL, "the %s shader has no input %s", version, name);
        }
        free(name);
    }
    return true;
}

/* ---- outputs ---- */

/* Whether an earlier slot has the same register. */
static bool is_repeated(const s9_shader *shader, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++) {
        if (strcmp(s9_shader_output(shader, i)->name, s9_shader_output(shader, index)->name) == 0) {
            return true;
        }
    }
    return false;
}

static void write_register(json_out *j, const lane_set *set, uint32_t first, uint32_t lane)
{
    const s9_shader_slot *slot = s9_shader_output(set->shader, first);
    float values[4] = {0};
    uint32_t written = 0;
    for (uint32_t i = first; i < set->output_count; i++) {
        const s9_shader_slot *other = s9_shader_output(set->shader, i);
        if (strcmp(other->name, slot->name) != 0) {
            continue;
        }
        const float *data = (const float *)set->outputs[i].data + 4 * (size_t)lane;
        for (uint32_t k = 0; k < 4; k++) {
            bool here = ((unsigned)set->outputs[i].written[lane] >> k & 1u) != 0;
            values[k] = here ? data[k] : values[k];
            written |= here ? 1u << k : 0;
        }
    }
    if (written == 0) {
        return;
    }
    put_key(j, slot->name);
    put_open_list(j);
    for (uint32_t k = 0; k < slot->components; k++) {
        if ((written >> k & 1u) != 0) {
            put_float(j, values[k]);
        } else {
            put_null(j);
        }
    }
    put_close_list(j);
}

void lanes_write(json_out *j, const lane_set *set)
{
    put_open_list(j);
    for (uint32_t lane = 0; lane < set->count; lane++) {
        put_open(j);
        if (s9_shader_stage(set->shader) == S9_STAGE_PIXEL) {
            put_key(j, "discarded");
            put_bool(j, set->discarded[lane] != 0);
        }
        if (set->stopped[lane] != 0) {
            put_key(j, "error");
            put_string(j, "max_steps");
        }
        for (uint32_t i = 0; i < set->output_count; i++) {
            if (!is_repeated(set->shader, i)) {
                write_register(j, set, i, lane);
            }
        }
        put_close(j);
    }
    put_close_list(j);
}

static void put_semantic(text *out, const s9_shader_slot *slot, bool with_mask)
{
    const char *usage = s9_mesh_usage_name((uint32_t)slot->usage);
    text_format(out, "%s%" PRIu32, usage == NULL ? "usage" : usage, slot->usage_index);
    for (uint32_t k = 0; with_mask && k < 4; k++) {
        if ((slot->mask >> k & 1u) != 0) {
            text_format(out, "%s%c", (slot->mask & ((1u << k) - 1)) == 0 ? "." : "", "xyzw"[k]);
        }
    }
}

void semantics_write(json_out *j, const s9_shader *shader)
{
    uint32_t count = s9_shader_output_count(shader);
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        const s9_shader_slot *slot = s9_shader_output(shader, i);
        uint32_t number = 0;
        any |= register_number(slot->name, "o", &number) && slot->usage >= 0;
    }
    if (!any || s9_shader_stage(shader) != S9_STAGE_VERTEX) {
        return;
    }
    put_key(j, "semantics");
    put_open(j);
    for (uint32_t i = 0; i < count; i++) {
        const s9_shader_slot *slot = s9_shader_output(shader, i);
        if (slot->usage < 0 || is_repeated(shader, i)) {
            continue;
        }
        /* Several usages packed into one register are a list, each with its components. */
        bool packed = false;
        for (uint32_t k = i + 1; k < count; k++) {
            packed |= strcmp(s9_shader_output(shader, k)->name, slot->name) == 0;
        }
        put_key(j, slot->name);
        if (packed) {
            put_open_list(j);
        }
        for (uint32_t k = i; k < count; k++) {
            const s9_shader_slot *other = s9_shader_output(shader, k);
            if (strcmp(other->name, slot->name) == 0) {
                text word = {0};
                put_semantic(&word, other, packed);
                put_string(j, text_string(&word));
                text_free(&word);
            }
        }
        if (packed) {
            put_close_list(j);
        }
    }
    put_close(j);
}
