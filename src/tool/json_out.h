/* SPDX-License-Identifier: MIT */
/*
 * json_out - JSON written member by member, in the order of the calls:
 *
 *   { "version": "ps_3_0", "lanes": [ { "oC0": [0.5, 0.25, 0, 1] } ] }
 *
 * Numbers are the shortest decimals that read back to the same float; what JSON lacks is a string.
 */
#ifndef TOOL_JSON_OUT_H
#define TOOL_JSON_OUT_H

#include "text.h"

/* Initialise with { .out = ... }. */
typedef struct json_out {
    text *out;
    bool need_comma; /* something stands before in the object or list being written */
    bool open;       /* nothing stands yet in the object or list being written */
    bool after_key;
} json_out;

void put_open(json_out *j);       /* { */
void put_close(json_out *j);      /* } */
void put_open_list(json_out *j);  /* [ */
void put_close_list(json_out *j); /* ] */
void put_key(json_out *j, const char *key);

void put_string(json_out *j, const char *value); /* NULL gives null */
void put_bool(json_out *j, bool value);
void put_null(json_out *j);
void put_integer(json_out *j, int64_t value);
/* "nan", "inf", "-inf" as strings, another NaN as the string of its bits ("0x7f800001"). */
void put_float(json_out *j, float value);
void put_floats(json_out *j, const float *values, size_t count);
void put_integers(json_out *j, const int32_t *values, size_t count);

#endif
