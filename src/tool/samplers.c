/* SPDX-License-Identifier: MIT */
/* Samplers and texture stages, from jobs, scenes and flags. */
#include "resources.h"
#include "words.h"

#include <shader9/isa.h>

#include <stdlib.h>
#include <string.h>

static bool read_filter(json_reader *reader, const json_t *value, const json_place *place, bool mip, s9_filter *out)
{
    int32_t number = 0;
    if (!json_get_word_except(reader, value, place, S9_STATE_FILTER,
                              mip ? (int32_t)S9_FILTER_ANISOTROPIC : (int32_t)S9_FILTER_NONE, &number)) {
        return false;
    }
    *out = (s9_filter)number;
    return true;
}

/* Three words, or one that stands for all three. */
static bool read_address(json_reader *reader, const json_t *value, const json_place *place, s9_address out[3])
{
    int32_t number = 0;
    if (!json_is_array(value)) {
        if (!json_get_word(reader, value, place, S9_STATE_ADDRESS, &number)) {
            return false;
        }
        out[0] = out[1] = out[2] = (s9_address)number;
        return true;
    }
    if (json_array_size(value) == 0 || json_array_size(value) > 3) {
        json_refuse(reader, place, "must be one to three words, for u, v and w");
        return false;
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        json_place element = {.up = place, .index = i};
        if (!json_get_word(reader, json_array_get(value, i), &element, S9_STATE_ADDRESS, &number)) {
            return false;
        }
        out[i] = (s9_address)number;
    }
    return true;
}

static const char *const sampler_fields[] = {
    "texture",        "min",  "mag",      "mip",    "address", "border", "bias", "max_level",
    "max_anisotropy", "srgb", "seamless", "fetch4", "compare", NULL};

/* Sets a field of a sampler; the texture is the caller's business. */
static bool read_field(json_reader *reader, const char *name, const json_t *value, const json_place *place,
                       s9_sampler_state *state)
{
    bool truth = false;
    if (strcmp(name, "min") == 0) {
        return read_filter(reader, value, place, false, &state->min);
    }
    if (strcmp(name, "mag") == 0) {
        return read_filter(reader, value, place, false, &state->mag);
    }
    if (strcmp(name, "mip") == 0) {
        return read_filter(reader, value, place, true, &state->mip);
    }
    if (strcmp(name, "address") == 0) {
        return read_address(reader, value, place, state->address);
    }
    if (strcmp(name, "border") == 0) {
        return json_get_floats(reader, value, place, state->border, 4, 4, NULL);
    }
    if (strcmp(name, "bias") == 0) {
        return json_get_float(reader, value, place, &state->bias);
    }
    if (strcmp(name, "max_level") == 0) {
        return json_get_u32(reader, value, place, &state->max_level);
    }
    if (strcmp(name, "max_anisotropy") == 0) {
        if (!json_get_u32(reader, value, place, &state->max_anisotropy)) {
            return false;
        }
        if (state->max_anisotropy == 0 || state->max_anisotropy > 16) {
            json_refuse(reader, place, "must be 1 to 16");
            return false;
        }
        return true;
    }
    if (!json_get_bool(reader, value, place, &truth)) {
        return false;
    }
    if (strcmp(name, "srgb") == 0) {
        state->srgb = truth;
    } else if (strcmp(name, "seamless") == 0) {
        state->seamless = truth;
    } else if (strcmp(name, "fetch4") == 0) {
        state->fetch4 = truth;
    } else {
        state->compare = truth ? 1 : 0;
    }
    return true;
}

static bool read_texture_name(json_reader *reader, const json_t *value, const json_place *place,
                              const texture_set *textures, const s9_texture **out)
{
    const char *name = NULL;
    if (json_is_null(value)) {
        *out = NULL;
        return true;
    }
    if (!json_get_string(reader, value, place, &name)) {
        return false;
    }
    for (size_t i = 0; i < textures->count; i++) {
        if (strcmp(textures->items[i].name, name) == 0) {
            *out = textures->items[i].texture;
            return true;
        }
    }
    json_refuse(reader, place, "there is no texture \"%s\"", name);
    return false;
}

static bool read_sampler(json_reader *reader, const json_t *value, const json_place *place, const texture_set *textures,
                         s9_sampler_binding *out)
{
    if (!json_is_object_at(reader, value, place)) {
        return false;
    }
    bool good = json_members(reader, value, place, sampler_fields);
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)value, name, member)
    {
        json_place at = {.up = place, .key = name};
        if (strcmp(name, "texture") == 0) {
            good = read_texture_name(reader, member, &at, textures, &out->texture) && good;
        } else {
            good = read_field(reader, name, member, &at, &out->state) && good;
        }
    }
    return good;
}

bool samplers_read(json_reader *reader, const json_t *value, const json_place *place, const texture_set *textures,
                   resources *r)
{
    if (!json_is_object_at(reader, value, place)) {
        return false;
    }
    bool good = true;
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)value, name, member)
    {
        json_place at = {.up = place, .key = name};
        uint32_t number = 0;
        if (!register_number(name, "s", &number)) {
            json_refuse_name(reader, &at, "names no sampler: s0, s1, ...");
            good = false;
            continue;
        }
        s9_sampler_binding beyond = {0}; /* of a register that is not there */
        s9_sampler_state_init(&beyond.state);
        good =
            read_sampler(reader, member, &at, textures, number < MAX_SAMPLERS ? &r->samplers[number] : &beyond) && good;
        if (r->version != NULL && number >= s9_register_count(r->version_token, S9_SET_SAMPLER)) {
            json_warn(reader, &at, "%s has no %s", r->version, name);
        }
    }
    return good;
}

bool stages_read(json_reader *reader, const json_t *value, const json_place *place, resources *r)
{
    static const char *const fields[] = {"bump_matrix", "bump_lscale", "bump_loffset", "projected", NULL};
    if (!json_is_object_at(reader, value, place)) {
        return false;
    }
    bool good = true;
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)value, name, member)
    {
        json_place at = {.up = place, .key = name};
        uint32_t number = 0;
        if (!register_number(name, "", &number) || number >= MAX_STAGES) {
            json_refuse_name(reader, &at, "names no texture stage: 0 to %d", MAX_STAGES - 1);
            good = false;
            continue;
        }
        if (!json_is_object_at(reader, member, &at)) {
            good = false;
            continue;
        }
        good = json_members(reader, member, &at, fields) && good;
        s9_texture_stage *stage = &r->stages[number];
        const json_t *field[4];
        json_place field_at[4];
        for (size_t i = 0; i < 4; i++) {
            field[i] = json_object_get(member, fields[i]);
            field_at[i] = (json_place){.up = &at, .key = fields[i]};
        }
        good = (field[0] == NULL || json_get_floats(reader, field[0], &field_at[0], stage->bump_matrix, 4, 4, NULL)) &&
               good;
        good = (field[1] == NULL || json_get_float(reader, field[1], &field_at[1], &stage->bump_lscale)) && good;
        good = (field[2] == NULL || json_get_float(reader, field[2], &field_at[2], &stage->bump_loffset)) && good;
        good = (field[3] == NULL || json_get_bool(reader, field[3], &field_at[3], &stage->projected)) && good;
    }
    return good;
}

/* ---- flags ---- */

/* A flag's value as the JSON it stands for: numbers, true, false, words; several with commas between. */
static json_t *flag_value(const char *value)
{
    if (strchr(value, ',') != NULL) {
        json_t *list = json_array();
        for (const char *at = value; list != NULL;) {
            size_t length = strcspn(at, ",");
            char *word = string_copy_bytes(at, length);
            json_t *element = word == NULL ? NULL : flag_value(word);
            free(word);
            if (element == NULL || json_array_append_new(list, element) != 0) {
                json_decref(list);
                return NULL;
            }
            if (at[length] == '\0') {
                return list;
            }
            at += length + 1;
        }
        return NULL;
    }
    char *end = NULL;
    bool numeric = value[0] != '\0' && value[strspn(value, "+-.0123456789eE")] == '\0';
    double number = numeric ? strtod(value, &end) : 0;
    if (numeric && *end == '\0') {
        return json_real(number);
    }
    return strcmp(value, "true") == 0 ? json_true() : strcmp(value, "false") == 0 ? json_false() : json_string(value);
}

bool samplers_from_flags(const string_list *list, resources *r, const report *about)
{
    for (size_t i = 0; i < list->count; i++) {
        const char *flag = list->items[i];
        size_t dot = strcspn(flag, ".="), equals = strcspn(flag, "=");
        char *name = string_copy_bytes(flag, dot);
        char *field = dot < equals ? string_copy_bytes(flag + dot + 1, equals - dot - 1) : NULL;
        uint32_t number = 0;
        bool known = false;
        for (size_t k = 1; field != NULL && sampler_fields[k] != NULL; k++) {
            known |= strcmp(sampler_fields[k], field) == 0;
        }
        if (name == NULL || !known || flag[equals] != '=' || !register_number(name, "s", &number) ||
            number >= MAX_SAMPLERS) {
            text fields = {0};
            text_put(&fields, "s0.min=point; the fields are");
            for (size_t k = 1; sampler_fields[k] != NULL; k++) {
                text_format(&fields, " %s", sampler_fields[k]);
            }
            report_usage(about, text_string(&fields), "--sampler cannot use '%s'", flag);
            text_free(&fields);
            free(name);
            free(field);
            return false;
        }
        /* The rules for a field are those of jobs; what they say is about a text that has this field only. */
        json_t *value = flag_value(flag + equals + 1);
        findings list_of_field = {0};
        json_text source = {.name = "--sampler"};
        text_put(&source.bytes, flag);
        json_reader reader = {.text = &source, .findings = &list_of_field};
        const json_place top = {0};
        bool good = value != NULL && source.bytes.data != NULL &&
                    read_field(&reader, field, value, &top, &r->samplers[number].state);
        if (!good) {
            const char *message = list_of_field.count == 0 ? "" : list_of_field.items[0].message;
            report_usage(about, NULL, "--sampler %s%s", flag, message[0] == '$' ? message + 1 : message);
        }
        findings_free(&list_of_field);
        text_free(&source.bytes);
        json_decref(value);
        free(name);
        free(field);
        if (!good) {
            return false;
        }
    }
    return true;
}
