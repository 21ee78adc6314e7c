/* SPDX-License-Identifier: MIT */
#include "json_in.h"

#include "io.h"

#include <shader9/program.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* The key at the end of the text that jansson has read when it meets it the second time. */
static size_t duplicate_key(text *out, const char *bytes, size_t size, size_t end, size_t *length)
{
    end = end < size ? end : size;
    while (end > 0 && bytes[end - 1] != '"') {
        end--;
    }
    size_t start = end > 0 ? end - 1 : 0;
    while (start > 0 && bytes[start - 1] != '"') {
        start--;
    }
    text_put(out, "the member \"");
    if (end > start) {
        text_bytes(out, bytes + start, end - 1 - start);
    }
    text_put(out, "\" stands twice in one object");
    *length = end > start ? end - start + 1 : 1;
    return start > 0 ? start - 1 : 0;
}

/* Whether the bytes begin like an object or a list: what is wrong further on is a fault of the JSON. */
static bool begins_like_json(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (strchr(" \t\r\n", bytes[i]) == NULL || bytes[i] == '\0') {
            return bytes[i] == '{' || bytes[i] == '[';
        }
    }
    return false;
}

/* Line and column of the byte with this index. */
static void place_at(const char *bytes, size_t index, s9_position *at)
{
    at->line = at->column = 1;
    for (size_t i = 0; i < index; i++) {
        at->column = bytes[i] == '\n' ? 1 : at->column + 1;
        at->line += bytes[i] == '\n';
    }
}

static void refuse_text(const json_text *j, const json_error_t *error, const char *wanted, findings *list)
{
    const char *bytes = j->bytes.data == NULL ? "" : j->bytes.data;
    size_t size = j->bytes.size;
    if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        size -= 3;
    }
    s9_position at = position_in(j->name);
    if (!begins_like_json(bytes, size)) {
        s9_content content = s9_detect_content(bytes, size);
        if (content == S9_CONTENT_EMPTY) {
            findings_add(list, S9_ERROR, &at, wanted, "the input is empty");
        } else {
            findings_add(list, S9_ERROR, &at, wanted, "no JSON; found %s", s9_content_name(content));
        }
        return;
    }
    at.line = error->line > 0 ? (uint32_t)error->line : 0;
    at.column = error->line > 0 && error->column > 0 ? (uint32_t)error->column : 0;
    if (json_error_code(error) == json_error_duplicate_key) {
        text message = {0};
        size_t length = 1;
        size_t key = duplicate_key(&message, bytes, size, error->position > 0 ? (size_t)error->position : 0, &length);
        at.length = (uint32_t)length;
        place_at(bytes, key, &at);
        findings_add(list, S9_ERROR, &at, NULL, "%s", text_string(&message) == NULL ? "" : message.data);
        text_free(&message);
    } else {
        if (json_error_code(error) == json_error_premature_end_of_input) {
            /* The reader stands behind all blank lines; the place of what is missing is behind the last word. */
            size_t words = size;
            while (words > 0 && memchr(" \t\r\n", bytes[words - 1], 4) != NULL) {
                words--;
            }
            place_at(bytes, words, &at);
        }
        /* No name and no word holds a NUL; what stood behind it would pass unread. */
        if (json_error_code(error) == json_error_null_character) {
            findings_add(list, S9_ERROR, &at, NULL, "a string holds the character \\u0000");
        } else {
            findings_add(list, S9_ERROR, &at, NULL, "no JSON: %s", error->text);
        }
    }
    const char *line = bytes, *end = bytes + size;
    for (uint32_t i = 1; i < at.line && line < end; i++) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        line = next == NULL ? end : next + 1;
    }
    const char *next = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    if (at.line != 0) {
        findings_text(list, line, (size_t)((next == NULL ? end : next) - line));
    }
}

static size_t digits_at(const char *at)
{
    return strspn(at, "0123456789");
}

/* Length of the number that JSON reads at `at`, 0 when there is none. A NUL ends the text. */
static size_t number_at(const char *at)
{
    const char *end = at + (*at == '-');
    size_t whole = digits_at(end);
    if (whole == 0 || (whole > 1 && *end == '0')) {
        return 0;
    }
    end += whole;
    if (*end == '.') {
        size_t fraction = digits_at(end + 1);
        if (fraction == 0) {
            return 0;
        }
        end += 1 + fraction;
    }
    if (*end == 'e' || *end == 'E') {
        const char *exponent = end + 1 + (end[1] == '+' || end[1] == '-');
        size_t length = digits_at(exponent);
        if (length == 0) {
            return 0;
        }
        end = exponent + length;
    }
    return (size_t)(end - at);
}

/*
 * Numbers beyond the range of doubles, which the reader of JSON does not take: they are infinite like those beyond the
 * range of floats. In their places a copy of the text gets 1e308, which is no float, either. True when there are none.
 */
static bool tame_numbers(const char *bytes, size_t size, text *copy)
{
    bool string = false;
    for (size_t i = 0; i < size; i++) {
        char c = bytes[i];
        if (string) {
            i += c == '\\' && i + 1 < size;
            string = c != '"';
            continue;
        }
        string = c == '"';
        if (c != '-' && (c < '0' || c > '9')) {
            continue;
        }
        size_t length = number_at(bytes + i);
        double value = length < 5 ? 0 : strtod(bytes + i, NULL);
        if (value > DBL_MAX || value < -DBL_MAX) { /* of five characters at least */
            if (copy->size == 0) {
                text_bytes(copy, bytes, size);
            }
            if (copy->failed) {
                return false;
            }
            memset(copy->data + i, ' ', length);
            memcpy(copy->data + i, c == '-' ? "-1e308" : "1e308", c == '-' ? 6 : 5);
        }
        i += length == 0 ? digits_at(bytes + i + (c == '-')) : length - 1;
    }
    return copy->size == 0;
}

bool json_text_read(json_text *j, const char *path, const char *wanted, findings *list, exit_status *status)
{
    memset(j, 0, sizeof *j);
    j->name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    if (!read_file(path, j->name, &j->bytes, list)) {
        *status = EXIT_IO;
        json_text_free(j);
        return false;
    }
    const char *bytes = j->bytes.data == NULL ? "" : j->bytes.data;
    size_t size = j->bytes.size;
    if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        size -= 3;
    }
    json_error_t error;
    text tamed = {0};
    if (!tame_numbers(bytes, size, &tamed)) {
        bytes = text_string(&tamed);
    }
    /* Whole numbers are read as reals: all are floats or small, and one of 30 digits is a number, too. */
    j->root = bytes == NULL
                  ? NULL
                  : json_loadb(bytes, size, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL | JSON_DECODE_ANY, &error);
    text_free(&tamed);
    if (bytes == NULL) {
        s9_position at = position_in(j->name);
        findings_add(list, S9_ERROR, &at, NULL, "out of memory");
        *status = EXIT_INTERNAL;
        json_text_free(j);
        return false;
    }
    if (j->root == NULL) {
        refuse_text(j, &error, wanted, list);
        *status = json_error_code(&error) == json_error_out_of_memory ? EXIT_INTERNAL : EXIT_REFUSED;
        json_text_free(j);
        return false;
    }
    return true;
}

void json_text_free(json_text *j)
{
    json_decref(j->root);
    j->root = NULL;
    text_free(&j->bytes);
}

static const char *kind_of(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    case JSON_NULL:
        break;
    }
    return "null";
}

bool json_is_object_at(json_reader *reader, const json_t *value, const json_place *place)
{
    if (!json_is_object(value)) {
        json_refuse(reader, place, "must be an object, not %s", kind_of(value));
        return false;
    }
    return true;
}

bool json_is_list_at(json_reader *reader, const json_t *value, const json_place *place)
{
    if (!json_is_array(value)) {
        json_refuse(reader, place, "must be a list, not %s", kind_of(value));
        return false;
    }
    return true;
}

bool json_members(json_reader *reader, const json_t *object, const json_place *place, const char *const *names)
{
    bool good = true;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        size_t i = 0;
        while (names[i] != NULL && strcmp(names[i], key) != 0) {
            i++;
        }
        if (names[i] != NULL) {
            continue;
        }
        json_place member = {.up = place, .key = key};
        text hint = {0};
        const char *nearest = nearest_word(key, names);
        if (nearest != NULL) {
            text_format(&hint, "did you mean \"%s\"?", nearest);
        } else {
            text_put(&hint, "known here:");
            for (i = 0; names[i] != NULL; i++) {
                text_format(&hint, " %s", names[i]);
            }
        }
        json_refuse_member(reader, &member, text_string(&hint), "unknown member");
        text_free(&hint);
        good = false;
    }
    return good;
}

bool float_from_word(const char *word, float *out)
{
    if (strcmp(word, "nan") == 0) {
        *out = bits_float(UINT32_C(0x7fc00000));
    } else if (strcmp(word, "inf") == 0) {
        *out = INFINITY;
    } else if (strcmp(word, "-inf") == 0) {
        *out = -INFINITY;
    } else if (word[0] == '0' && (word[1] == 'x' || word[1] == 'X')) {
        size_t digits = strspn(word + 2, "0123456789abcdefABCDEF");
        if (digits == 0 || digits > 8 || word[2 + digits] != '\0') {
            return false;
        }
        *out = bits_float((uint32_t)strtoul(word + 2, NULL, 16));
    } else {
        return false;
    }
    return true;
}

/*
 * The float nearest to what is written. Where the double that jansson made of it lies in the middle of two floats, what
 * is written may lie on either side: the text decides.
 */
static float nearest_float(json_reader *reader, double number, const json_place *place)
{
    float near = (float)number;
    if (near == number || isinf(near)) {
        return near;
    }
    float other = nextafterf(near, number > near ? INFINITY : -INFINITY);
    if ((near + (double)other) / 2 != number) {
        return near;
    }
    const char *written = json_text_at(reader, place);
    char *end = NULL;
    float exact = strtof(written, &end);
    return end == written ? near : exact;
}

bool json_get_float(json_reader *reader, const json_t *value, const json_place *place, float *out)
{
    if (json_is_number(value)) {
        *out = nearest_float(reader, json_number_value(value), place);
        return true;
    }
    if (json_is_string(value)) {
        if (float_from_word(json_string_value(value), out)) {
            return true;
        }
        json_refuse(reader, place, "\"%s\" is no number: \"nan\", \"inf\", \"-inf\" or bits such as \"0x7f800001\"",
                    json_string_value(value));
        return false;
    }
    json_refuse(reader, place, "must be a number, not %s", kind_of(value));
    return false;
}

bool json_get_floats(json_reader *reader, const json_t *value, const json_place *place, float *out, size_t least,
                     size_t most, size_t *count)
{
    size_t given = 1;
    if (least <= 1 && !json_is_array(value)) {
        if (!json_get_float(reader, value, place, out)) {
            return false;
        }
    } else {
        if (!json_is_list_at(reader, value, place)) {
            return false;
        }
        given = json_array_size(value);
        if (given < least || given > most) {
            if (least == most) {
                json_refuse(reader, place, "must be %zu numbers, not %zu", most, given);
            } else {
                json_refuse(reader, place, "must be %zu to %zu numbers, not %zu", least, most, given);
            }
            return false;
        }
        bool good = true;
        for (size_t i = 0; i < given; i++) {
            json_place element = {.up = place, .index = i};
            good = json_get_float(reader, json_array_get(value, i), &element, &out[i]) && good;
        }
        if (!good) {
            return false;
        }
    }
    if (count != NULL) {
        *count = given;
    }
    return true;
}

bool json_get_i32(json_reader *reader, const json_t *value, const json_place *place, int32_t *out)
{
    if (json_is_string(value)) {
        float bits = 0;
        const char *word = json_string_value(value);
        if (word[0] == '0' && float_from_word(word, &bits)) {
            uint32_t pattern = float_bits(bits);
            memcpy(out, &pattern, sizeof pattern);
            return true;
        }
        json_refuse(reader, place, "\"%s\" is no integer", word);
        return false;
    }
    if (!json_is_number(value)) {
        json_refuse(reader, place, "must be an integer, not %s", kind_of(value));
        return false;
    }
    double number = json_number_value(value);
    if (number != floor(number)) {
        json_refuse(reader, place, "must be an integer, not a fraction");
        return false;
    }
    if (number < -2147483648.0 || number > 2147483647.0) {
        json_refuse(reader, place, "is outside the 32-bit integers");
        return false;
    }
    *out = (int32_t)number;
    return true;
}

bool json_get_u32(json_reader *reader, const json_t *value, const json_place *place, uint32_t *out)
{
    double number = json_is_number(value) ? json_number_value(value) : -1.0;
    if (!json_is_number(value) || number != floor(number) || number < 0 || number > 4294967295.0) {
        json_refuse(reader, place, "must be a whole number from 0 to 4294967295");
        return false;
    }
    *out = (uint32_t)number;
    return true;
}

bool json_get_bool(json_reader *reader, const json_t *value, const json_place *place, bool *out)
{
    if (!json_is_boolean(value)) {
        json_refuse(reader, place, "must be true or false, not %s", kind_of(value));
        return false;
    }
    *out = json_is_true(value);
    return true;
}

bool json_get_string(json_reader *reader, const json_t *value, const json_place *place, const char **out)
{
    if (!json_is_string(value)) {
        json_refuse(reader, place, "must be a string, not %s", kind_of(value));
        return false;
    }
    *out = json_string_value(value);
    return true;
}
