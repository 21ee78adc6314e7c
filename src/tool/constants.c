/* SPDX-License-Identifier: MIT */
/* Constant registers, from jobs, scenes and flags. */
#include "resources.h"

#include <shader9/isa.h>
#include <shader9/reflect.h>

#include <shader9/image.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No version has more; what lies beyond is not kept. */
enum { MOST_FLOATS = 8192, MOST_OTHERS = 2048 };

void resources_init(resources *r, const s9_program *program)
{
    memset(r, 0, sizeof *r);
    r->version_token = s9_program_version_token(program);
    r->version = s9_program_version(program);
    for (size_t i = 0; i < MAX_SAMPLERS; i++) {
        s9_sampler_state_init(&r->samplers[i].state);
    }
}

void resources_free(resources *r)
{
    free(r->f);
    free(r->i);
    free(r->b);
    memset(r, 0, sizeof *r);
}

s9_constants resources_constants(const resources *r)
{
    s9_constants constants = {.f = (const float(*)[4])r->f,
                              .f_count = r->f_count,
                              .i = (const int32_t(*)[4])r->i,
                              .i_count = r->i_count,
                              .b = r->b,
                              .b_count = r->b_count};
    return constants;
}

/* Makes an array reach to a register; what is new is 0. */
static void *reach(void *items, uint32_t *count, uint32_t *capacity, uint32_t number, size_t size, bool *failed)
{
    if (number >= *capacity) {
        uint32_t grown = *capacity == 0 ? 16 : *capacity;
        while (grown <= number) {
            grown *= 2;
        }
        void *more = realloc(items, grown * size);
        if (more == NULL) {
            *failed = true;
            return items;
        }
        memset((char *)more + *capacity * size, 0, (grown - *capacity) * size);
        items = more;
        *capacity = grown;
    }
    *count = number + 1 > *count ? number + 1 : *count;
    return items;
}

void resources_set_float(resources *r, uint32_t number, const float value[4])
{
    if (number < MOST_FLOATS) {
        r->f = reach(r->f, &r->f_count, &r->f_capacity, number, sizeof *r->f, &r->failed);
        if (number < r->f_capacity) {
            memcpy(r->f[number], value, sizeof *r->f);
        }
    }
}

static void set_int(resources *r, uint32_t number, const int32_t value[4])
{
    if (number < MOST_OTHERS) {
        r->i = reach(r->i, &r->i_count, &r->i_capacity, number, sizeof *r->i, &r->failed);
        if (number < r->i_capacity) {
            memcpy(r->i[number], value, sizeof *r->i);
        }
    }
}

static void set_bool(resources *r, uint32_t number, bool value)
{
    if (number < MOST_OTHERS) {
        r->b = reach(r->b, &r->b_count, &r->b_capacity, number, sizeof *r->b, &r->failed);
        if (number < r->b_capacity) {
            r->b[number] = value;
        }
    }
}

bool register_number(const char *name, const char *letters, uint32_t *number)
{
    size_t length = strlen(letters);
    if (strncmp(name, letters, length) != 0) {
        return false;
    }
    const char *digits = name + length;
    size_t count = strspn(digits, "0123456789");
    if (count == 0 || digits[count] != '\0' || (digits[0] == '0' && count > 1)) {
        return false;
    }
    /* No version has a register of so many digits: what it is exactly does not matter. */
    *number = count > 9 ? UINT32_C(999999999) : (uint32_t)strtoul(digits, NULL, 10);
    return true;
}

typedef enum constant_kind { KIND_FLOAT, KIND_INT, KIND_BOOL, KIND_NONE } constant_kind;

static constant_kind kind_of_name(const char *name, uint32_t *number)
{
    return register_number(name, "c", number)   ? KIND_FLOAT
           : register_number(name, "i", number) ? KIND_INT
           : register_number(name, "b", number) ? KIND_BOOL
                                                : KIND_NONE;
}

static bool version_has(const resources *r, constant_kind kind, uint32_t number)
{
    s9_register_set set = kind == KIND_FLOAT ? S9_SET_FLOAT : kind == KIND_INT ? S9_SET_INT : S9_SET_BOOL;
    return number < s9_register_count(r->version_token, set);
}

/* ---- constant table ---- */

static void set_defaults(const s9_constant *c, resources *r)
{
    float f[4];
    int32_t n[4];
    bool b;
    for (uint32_t i = 0; i < c->count && c->default_bytes != NULL; i++) {
        if (s9_constant_default_float(c, i, f)) {
            resources_set_float(r, c->first + i, f);
        } else if (s9_constant_default_int(c, i, n)) {
            set_int(r, c->first + i, n);
        } else if (s9_constant_default_bool(c, i, &b)) {
            set_bool(r, c->first + i, b);
        }
    }
}

void constants_from_table(const settings *s, const s9_program *program, resources *r, const report *about)
{
    s9_diagnostics *diagnostics = NULL;
    s9_reflection *reflection = NULL;
    if (!s->table_defaults) {
        return;
    }
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        r->failed = true;
        return;
    }
    s9_result result = s9_reflect_with(program, NULL, &reflection, diagnostics);
    report_take(about, diagnostics, result);
    if (result != S9_OK) {
        r->failed = true;
        return;
    }
    for (size_t i = 0; i < s9_reflection_constant_count(reflection); i++) {
        set_defaults(s9_reflection_constant(reflection, i), r);
    }
    s9_reflection_destroy(reflection);
}

/* ---- JSON ---- */

static bool read_ints(json_reader *reader, const json_t *value, const json_place *place, int32_t out[4])
{
    if (!json_is_array(value)) {
        return json_get_i32(reader, value, place, &out[0]);
    }
    size_t count = json_array_size(value);
    if (count > 4) {
        json_refuse(reader, place, "takes at most four integers, not %zu", count);
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        json_place element = {.up = place, .index = i};
        good = json_get_i32(reader, json_array_get(value, i), &element, &out[i]) && good;
    }
    return good;
}

static bool read_bool(json_reader *reader, const json_t *value, const json_place *place, bool *out)
{
    float number = 0;
    if (json_is_boolean(value)) {
        *out = json_is_true(value);
        return true;
    }
    if (!json_is_number(value) && !json_is_string(value)) {
        json_refuse(reader, place, "must be true, false or a number");
        return false;
    }
    if (!json_get_float(reader, value, place, &number)) {
        return false;
    }
    *out = json_is_number(value) ? json_number_value(value) != 0 : float_bits(number) != 0;
    return true;
}

bool constants_read(json_reader *reader, const json_t *value, const json_place *place, resources *r)
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
        constant_kind kind = kind_of_name(name, &number);
        float floats[4] = {0};
        int32_t ints[4] = {0};
        bool truth = false;
        switch (kind) {
        case KIND_FLOAT:
            if (json_get_floats(reader, member, &at, floats, 0, 4, NULL)) {
                resources_set_float(r, number, floats);
            } else {
                good = false;
            }
            break;
        case KIND_INT:
            if (read_ints(reader, member, &at, ints)) {
                set_int(r, number, ints);
            } else {
                good = false;
            }
            break;
        case KIND_BOOL:
            if (read_bool(reader, member, &at, &truth)) {
                set_bool(r, number, truth);
            } else {
                good = false;
            }
            break;
        case KIND_NONE:
            json_refuse_name(reader, &at, "names no constant register: c#, i# or b#");
            good = false;
            break;
        }
        if (kind != KIND_NONE && r->version != NULL && !version_has(r, kind, number)) {
            json_warn(reader, &at, "%s has no %s", r->version, name);
        }
    }
    return good;
}

/* ---- flags ---- */

static bool float_from_flag(const char *word, float *out)
{
    if (float_from_word(word, out)) {
        return true;
    }
    /* strtof reads more than numbers: words, hexadecimal, leading space. */
    if (word[0] == '\0' || word[strspn(word, "+-.0123456789eE")] != '\0') {
        return false;
    }
    char *end = NULL;
    *out = strtof(word, &end);
    return *end == '\0';
}

/*
 * Calls for each of the values between commas, without blanks around them; false when one is refused or there are more
 * than four.
 */
static bool split(const char *values, bool (*take)(const char *word, void *out, size_t index), void *out, size_t *count)
{
    char word[64];
    *count = 0;
    for (const char *at = values;;) {
        at += strspn(at, " \t");
        size_t length = strcspn(at, ","), next = length;
        while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t')) {
            length--;
        }
        if (length >= sizeof word || *count == 4) {
            return false;
        }
        memcpy(word, at, length);
        word[length] = '\0';
        if (!take(word, out, (*count)++)) {
            return false;
        }
        if (at[next] == '\0') {
            return true;
        }
        at += next + 1;
    }
}

static bool take_float(const char *word, void *out, size_t index)
{
    return float_from_flag(word, (float *)out + index);
}

static bool take_int(const char *word, void *out, size_t index)
{
    char *end = NULL;
    long number = strtol(word, &end, 0);
    if (word[strspn(word, "+-0123456789abcdefABCDEFxX")] != '\0' || end == word || *end != '\0' || number < INT32_MIN ||
        number > INT32_MAX) {
        return false;
    }
    ((int32_t *)out)[index] = (int32_t)number;
    return true;
}

bool floats_from_flag(const char *values, float out[4], size_t *count)
{
    return split(values, take_float, out, count);
}

bool size_from_flag(const char *value, uint32_t *width, uint32_t *height)
{
    char *end = NULL;
    unsigned long w = strtoul(value, &end, 10);
    if (value[0] < '1' || value[0] > '9' || *end != 'x' || end[1] < '1' || end[1] > '9') {
        return false;
    }
    unsigned long h = strtoul(end + 1, &end, 10);
    if (*end != '\0' || w > S9_IMAGE_MAX_SIDE || h > S9_IMAGE_MAX_SIDE) {
        return false;
    }
    *width = (uint32_t)w;
    *height = (uint32_t)h;
    return true;
}

/* Why values were refused, after split has given up on them. */
static const char *refusal(const char *values, size_t count, const char *otherwise)
{
    size_t commas = 0;
    for (const char *c = values; *c != '\0'; c++) {
        commas += *c == ',';
    }
    return values[0] == '\0' ? "a value is missing" : count == 4 && commas > 3 ? "it takes at most four" : otherwise;
}

/* NULL when the constant has been set, else why not. */
static const char *constant_from_flag(const char *name, const char *value, resources *r, const report *about)
{
    uint32_t number = 0;
    size_t count = 0;
    float floats[4] = {0};
    int32_t ints[4] = {0};
    constant_kind kind = kind_of_name(name, &number);
    switch (kind) {
    case KIND_FLOAT:
        if (!floats_from_flag(value, floats, &count)) {
            return refusal(value, count, "the values must be numbers, nan, inf or bits such as 0x7f800001");
        }
        resources_set_float(r, number, floats);
        break;
    case KIND_INT:
        if (!split(value, take_int, ints, &count)) {
            return refusal(value, count, "the values must be 32-bit integers");
        }
        set_int(r, number, ints);
        break;
    case KIND_BOOL:
        if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0) {
            set_bool(r, number, value[0] == 't');
        } else if (float_from_flag(value, floats)) {
            set_bool(r, number, floats[0] != 0.0f);
        } else {
            return refusal(value, count, "the value must be true, false or a number");
        }
        break;
    case KIND_NONE:
        return "the name is no constant register: c#, i# or b#";
    }
    if (r->version != NULL && !version_has(r, kind, number)) {
        s9_position at = position_in(about->name);
        findings_add(about->findings, S9_WARNING, &at, NULL, "%s has no %s", r->version, name);
    }
    return NULL;
}

void resources_warn_float(const resources *r, uint32_t number, const report *about)
{
    if (r->version != NULL && !version_has(r, KIND_FLOAT, number)) {
        s9_position at = position_in(about->name);
        findings_add(about->findings, S9_WARNING, &at, NULL, "%s has no c%" PRIu32, r->version, number);
    }
}

bool constants_from_flags(const char *flag, const string_list *list, resources *r, const report *about)
{
    for (size_t i = 0; i < list->count; i++) {
        size_t length = strcspn(list->items[i], "=");
        char *name = string_copy_bytes(list->items[i], length);
        if (name == NULL) {
            r->failed = true;
            report_no_memory(about);
            return false;
        }
        /* As in assembly, capitals are the same. */
        if (name[0] >= 'A' && name[0] <= 'Z') {
            name[0] = (char)(name[0] - 'A' + 'a');
        }
        const char *why = list->items[i][length] != '='
                              ? "there is no ="
                              : constant_from_flag(name, list->items[i] + length + 1, r, about);
        free(name);
        if (why != NULL) {
            report_usage(about, "c0=1,2,3,4 or i0=4,0,1,0 or b0=true", "%s cannot use '%s': %s", flag, list->items[i],
                         why);
            return false;
        }
    }
    return true;
}
