/* SPDX-License-Identifier: MIT */
/*
 * json_in - JSON that people write: every refusal names the path of the value ("$.lanes[0].v0"), its line and column,
 * and they are told in the order of the file.
 *
 * jansson parses; it keeps no positions, so a refusal finds its place by walking the text again along the path.
 */
#ifndef TOOL_JSON_IN_H
#define TOOL_JSON_IN_H

#include "findings.h"
#include "options.h"

#include <jansson.h>

typedef struct json_text {
    json_t *root;
    text bytes;
    const char *name;
} json_text;

/*
 * Reads and parses a file ("-" is standard input). False with findings and status when that fails; `wanted` is the hint
 * when the file holds something else.
 */
bool json_text_read(json_text *j, const char *path, const char *wanted, findings *list, exit_status *status);
void json_text_free(json_text *j);

/* Where a value stands: the way up to the top, whose `up` is NULL. A place lives on the stack of who reads there. */
typedef struct json_place {
    const struct json_place *up;
    const char *key; /* member of an object, or NULL: */
    size_t index;    /* element of a list */
} json_place;

/* A member or an element in the text. */
typedef struct json_stop {
    const char *name; /* of a member; NULL: an element */
    size_t index;     /* in its container */
    const char *key;  /* where it begins: the member's name, or the value */
    const char *value;
} json_stop;

enum { MOST_JSON_DEPTH = 12 };

/* The way to the value that was looked for last, and where lines have been counted to. */
typedef struct json_trail {
    json_stop steps[MOST_JSON_DEPTH];
    size_t count;
    const char *counted;
    uint32_t line;
    const char *line_start; /* NULL: to be looked for */
} json_trail;

/* Set text and findings; end with json_reader_end. */
typedef struct json_reader {
    const json_text *text;
    findings *findings;
    bool refused;
    json_trail trail;
    findings_span *spans;
    size_t span_count, span_capacity;
} json_reader;

/*
 * Findings from number `from` on, which are about other files, came of the value at this place: in the order of the
 * file they stand there.
 */
void json_attach(json_reader *reader, const json_place *place, size_t from);
/* Brings the findings from number `from` on into the order of the file; those about the whole come first. */
void json_reader_end(json_reader *reader, size_t from);

/* What is written at a place. */
const char *json_text_at(json_reader *reader, const json_place *place);

/* An error about the value at a place; `reader->refused` becomes true. */
void json_refuse(json_reader *reader, const json_place *place, const char *format, ...) TOOL_PRINTF(3, 4);
/* The same about the name of a member rather than its value. */
void json_refuse_name(json_reader *reader, const json_place *place, const char *format, ...) TOOL_PRINTF(3, 4);
/* The same with a hint. */
void json_refuse_member(json_reader *reader, const json_place *place, const char *hint, const char *format, ...)
    TOOL_PRINTF(4, 5);
void json_warn(json_reader *reader, const json_place *place, const char *format, ...) TOOL_PRINTF(3, 4);

/*
 * Gives the findings from number `from` on that have this code and no line the place that they are about: the path
 * stands before their message.
 */
void json_place_findings(json_reader *reader, const json_place *place, size_t from, const char *code);

/* The functions below refuse, and return false, when the value is not as they want it. */

bool json_is_object_at(json_reader *reader, const json_t *value, const json_place *place);
bool json_is_list_at(json_reader *reader, const json_t *value, const json_place *place);
/* Every member's name is one of `names` (NULL behind the last). All that are not are refused. */
bool json_members(json_reader *reader, const json_t *object, const json_place *place, const char *const *names);
/* A number, "nan", "inf", "-inf" or the bits of a float ("0x7f800001"). */
bool json_get_float(json_reader *reader, const json_t *value, const json_place *place, float *out);
/* A list of at most `most` floats, at least `least`; or, where `least` is at most 1, one float alone. */
bool json_get_floats(json_reader *reader, const json_t *value, const json_place *place, float *out, size_t least,
                     size_t most, size_t *count);
bool json_get_i32(json_reader *reader, const json_t *value, const json_place *place, int32_t *out);
bool json_get_u32(json_reader *reader, const json_t *value, const json_place *place, uint32_t *out);
bool json_get_bool(json_reader *reader, const json_t *value, const json_place *place, bool *out);
bool json_get_string(json_reader *reader, const json_t *value, const json_place *place, const char **out);

/* The float that a word stands for: "nan", "inf", "-inf", "0x7f800001". */
bool float_from_word(const char *word, float *out);

#endif
