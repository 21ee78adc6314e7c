/* SPDX-License-Identifier: MIT */
/* Where the values of a JSON text stand: what is said about them has their line, and is told in the order of the file.
 */
#include "json_in.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the text ---- */

typedef struct scan {
    const char *at, *end;
} scan;

static void skip_space(scan *s)
{
    while (s->at < s->end && strchr(" \t\r\n", *s->at) != NULL && *s->at != '\0') {
        s->at++;
    }
}

static void skip_string(scan *s)
{
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++) {
        s->at += *s->at == '\\' && s->at + 1 < s->end;
    }
    s->at += s->at < s->end;
}

static void skip_value(scan *s)
{
    size_t depth = 0;
    do {
        skip_space(s);
        if (s->at >= s->end) {
            return;
        }
        char c = *s->at;
        if (c == '"') {
            skip_string(s);
        } else if (c == '{' || c == '[') {
            depth++;
            s->at++;
        } else if (c == '}' || c == ']') {
            depth--;
            s->at++;
        } else if (c == ',' || c == ':') {
            s->at++;
        } else {
            while (s->at < s->end && strchr(",:]}[{\" \t\r\n", *s->at) == NULL) {
                s->at++;
            }
        }
    } while (depth != 0);
}

/* Whether the string literal at `from` (quotes included) spells `key`. */
static bool spells(const char *from, const char *to, const char *key)
{
    json_error_t ignored;
    json_t *value = json_loadb(from, (size_t)(to - from), JSON_DECODE_ANY, &ignored);
    bool same = json_is_string(value) && strcmp(json_string_value(value), key) == 0;
    json_decref(value);
    return same;
}

/* The name of a member, or what stands where one should, and the value behind its colon. False behind the last one. */
static bool next_member(scan *s, const char **key, const char **key_end)
{
    skip_space(s);
    *key = s->at;
    if (s->at >= s->end || *s->at != '"') {
        return false;
    }
    skip_string(s);
    *key_end = s->at;
    skip_space(s);
    s->at += s->at < s->end; /* the colon */
    skip_space(s);
    return true;
}

/* From a value to what stands behind the comma that follows it; false when none does. */
static bool next_value(scan *s)
{
    skip_value(s);
    skip_space(s);
    if (s->at >= s->end || *s->at != ',') {
        return false;
    }
    s->at++;
    skip_space(s);
    return true;
}

static bool same_step(const json_place *place, const json_stop *step)
{
    return place->key == NULL ? step->name == NULL && step->index == place->index
                              : step->name != NULL && strcmp(step->name, place->key) == 0;
}

/* Looks for a member or an element from `from`, which is one in the container or its bracket, to its end. */
static bool walk_to(const json_place *place, const json_stop *from, const char *end, json_stop *found)
{
    scan s = {from->key, end};
    for (size_t i = from->index;; i++) {
        const char *key = s.at, *key_end = s.at;
        if (place->key != NULL && !next_member(&s, &key, &key_end)) {
            return false;
        }
        if (place->key != NULL ? spells(key, key_end, place->key) : i == place->index) {
            *found = (json_stop){.name = place->key, .index = i, .key = key, .value = s.at};
            return true;
        }
        if (!next_value(&s)) {
            return false;
        }
    }
}

/*
 * Finds the value at a place, which exists: the text has been parsed. The way to the last one found is remembered, and
 * what lies on it or behind it in the same container is not looked for from the start: whoever finds fault with all
 * elements of a long list, one after the other, has read the text once.
 */
static const json_stop *locate(json_reader *reader, const json_place *place, size_t *depth)
{
    json_trail *trail = &reader->trail;
    const text *bytes = &reader->text->bytes;
    const char *end = bytes->data + bytes->size;
    if (place->up == NULL) {
        if (trail->count == 0) {
            scan s = {bytes->data, end};
            if (bytes->size >= 3 && memcmp(s.at, "\xEF\xBB\xBF", 3) == 0) {
                s.at += 3;
            }
            skip_space(&s);
            trail->steps[0] = (json_stop){.key = s.at, .value = s.at};
            trail->count = 1;
        }
        *depth = 1;
        return &trail->steps[0];
    }
    const json_stop *up = locate(reader, place->up, depth);
    if (*depth == MOST_JSON_DEPTH) {
        return up; /* no reader goes so deep; the container is near enough */
    }
    json_stop *here = &trail->steps[*depth];
    bool known = trail->count > *depth;
    if (!known || !same_step(place, here)) {
        scan s = {up->value + (up->value < end), end};
        skip_space(&s);
        const json_stop first = {.key = s.at, .value = s.at};
        json_stop found;
        bool onward = known && (place->key != NULL || here->index < place->index);
        if ((onward && walk_to(place, here, end, &found)) || walk_to(place, &first, end, &found)) {
            *here = found;
        } else {
            *here = (json_stop){.key = up->key, .value = up->value};
        }
        trail->count = *depth + 1;
    }
    ++*depth;
    return here;
}

const char *json_text_at(json_reader *reader, const json_place *place)
{
    size_t depth = 0;
    return locate(reader, place, &depth)->value;
}

static void put_path(text *out, const json_place *place)
{
    if (place->up == NULL) {
        text_char(out, '$');
        return;
    }
    put_path(out, place->up);
    if (place->key == NULL) {
        text_format(out, "[%zu]", place->index);
        return;
    }
    bool plain = place->key[0] != '\0';
    for (const char *c = place->key; *c != '\0'; c++) {
        plain =
            plain && ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_');
    }
    text_format(out, plain ? ".%s" : "[\"%s\"]", place->key);
}

/* Finds the line that `point` stands in: counted on, or back, from where the last one was. */
static void find_line(json_reader *reader, const char *point)
{
    json_trail *trail = &reader->trail;
    const char *start = reader->text->bytes.data;
    if (trail->counted == NULL) {
        trail->counted = trail->line_start = start;
        trail->line = 1;
    }
    for (; trail->counted < point; trail->counted++) {
        if (*trail->counted == '\n') {
            trail->line++;
            trail->line_start = trail->counted + 1;
        }
    }
    for (; trail->counted > point; trail->counted--) {
        if (trail->counted[-1] == '\n') {
            trail->line--;
            trail->line_start = NULL;
        }
    }
    if (trail->line_start == NULL) {
        for (trail->line_start = point; trail->line_start > start && trail->line_start[-1] != '\n';) {
            trail->line_start--;
        }
    }
}

/* A place, and the part of its line around it that is shown. */
typedef struct json_spot {
    s9_position at;
    const char *shown;
    size_t size;
    uint32_t from; /* so much of the line stands before it */
} json_spot;

static json_spot spot_of(json_reader *reader, const json_place *place, bool at_key)
{
    enum { BEFORE = 128, BEHIND = 256 };
    size_t depth = 0;
    const json_stop *step = locate(reader, place, &depth);
    const char *start = reader->text->bytes.data, *end = start + reader->text->bytes.size;
    const char *point = at_key ? step->key : step->value;
    scan s = {point, end};
    if (at_key && point < end && *point == '"') {
        skip_string(&s);
    } else {
        skip_value(&s);
    }
    find_line(reader, point);
    const char *line = reader->trail.line_start;
    /* Of a long line no more is looked at than is shown. */
    const char *far = s.at - point > BEHIND ? s.at : end - point > BEHIND ? point + BEHIND : end;
    const char *line_end = memchr(point, '\n', (size_t)(far - point));
    line_end = line_end == NULL ? far : line_end;
    const char *stop = s.at < line_end ? s.at : line_end;
    json_spot spot = {.at = position_in(reader->text->name)};
    spot.at.line = reader->trail.line;
    spot.at.column = (uint32_t)(point - line + 1);
    spot.at.length = stop > point ? (uint32_t)(stop - point) : 1;
    /* A file may be one line of many megabytes. */
    const char *from = point - line > BEFORE ? point - BEFORE : line;
    const char *to = line_end - point > BEHIND ? point + BEHIND : line_end;
    while (from > line && ((unsigned char)*from & 0xC0) == 0x80) {
        from--;
    }
    while (to < line_end && ((unsigned char)*to & 0xC0) == 0x80) {
        to++;
    }
    spot.shown = from;
    spot.size = (size_t)(to - from);
    spot.from = (uint32_t)(from - line);
    return spot;
}

/* ---- findings ---- */

static void say(json_reader *reader, s9_severity severity, const json_place *place, bool at_key, const char *hint,
                const char *format, va_list arguments)
{
    text message = {0};
    put_path(&message, place);
    text_put(&message, ": ");
    char words[512];
    vsnprintf(words, sizeof words, format, arguments);
    text_put(&message, words);

    json_spot spot = spot_of(reader, place, at_key);
    findings_add(reader->findings, severity, &spot.at, hint, "%s", text_string(&message) == NULL ? "" : message.data);
    findings_text_part(reader->findings, spot.shown, spot.size, spot.from);
    text_free(&message);
}

void json_place_findings(json_reader *reader, const json_place *place, size_t from, const char *code)
{
    json_spot spot = spot_of(reader, place, true);
    for (size_t i = from; i < reader->findings->count; i++) {
        s9_diagnostic *d = &reader->findings->items[i];
        if (d->at.line != 0 || strcmp(d->code, code) != 0) {
            continue;
        }
        text message = {0};
        put_path(&message, place);
        text_format(&message, ": %s", d->message);
        char *file = string_copy(spot.at.file), *words = string_copy(text_string(&message)),
             *shown = string_copy_bytes(spot.shown, spot.size);
        text_free(&message);
        if (file == NULL || words == NULL || shown == NULL) {
            reader->findings->failed = true;
            free(file);
            free(words);
            free(shown);
            return;
        }
        free((char *)d->at.file);
        free((char *)d->message);
        free((char *)d->text);
        d->at = spot.at;
        d->at.file = file;
        d->message = words;
        d->text = shown;
        d->text_from = spot.from;
    }
}

void json_refuse(json_reader *reader, const json_place *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(reader, S9_ERROR, place, false, NULL, format, arguments);
    va_end(arguments);
    reader->refused = true;
}

void json_warn(json_reader *reader, const json_place *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(reader, S9_WARNING, place, true, NULL, format, arguments);
    va_end(arguments);
}

void json_refuse_name(json_reader *reader, const json_place *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(reader, S9_ERROR, place, true, NULL, format, arguments);
    va_end(arguments);
    reader->refused = true;
}

void json_refuse_member(json_reader *reader, const json_place *place, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(reader, S9_ERROR, place, true, hint, format, arguments);
    va_end(arguments);
    reader->refused = true;
}

void json_attach(json_reader *reader, const json_place *place, size_t from)
{
    size_t count = reader->findings->count;
    if (from >= count) {
        return;
    }
    if (reader->span_count == reader->span_capacity) {
        size_t capacity = reader->span_capacity == 0 ? 8 : reader->span_capacity * 2;
        findings_span *spans = realloc(reader->spans, capacity * sizeof *spans);
        if (spans == NULL) {
            reader->findings->failed = true;
            return;
        }
        reader->spans = spans;
        reader->span_capacity = capacity;
    }
    json_spot spot = spot_of(reader, place, false);
    reader->spans[reader->span_count++] = (findings_span){from, count, spot.at.line, spot.at.column};
}

void json_reader_end(json_reader *reader, size_t from)
{
    findings_sort_in(reader->findings, from, reader->text->name, reader->spans, reader->span_count);
    free(reader->spans);
    reader->spans = NULL;
    reader->span_count = reader->span_capacity = 0;
}
