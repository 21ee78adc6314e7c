/* SPDX-License-Identifier: MIT */
#include "json_out.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What stands between the last thing written and a new value: numbers follow a bracket directly, the rest a space. */
static void begin(json_out *j, bool nested)
{
    if (j->after_key) {
        j->after_key = false;
    } else if (j->need_comma) {
        text_put(j->out, ", ");
    } else if (j->open && nested) {
        text_char(j->out, ' ');
    }
    j->open = false;
    j->need_comma = true;
}

static char last(const json_out *j)
{
    return j->out->size == 0 ? '\0' : j->out->data[j->out->size - 1];
}

static void begin_nested(json_out *j, char bracket)
{
    begin(j, true);
    text_char(j->out, bracket);
    j->need_comma = false;
    j->open = true;
}

void put_open(json_out *j)
{
    begin_nested(j, '{');
}

void put_open_list(json_out *j)
{
    begin_nested(j, '[');
}

static void end_nested(json_out *j, char bracket)
{
    if (!j->open && (bracket == '}' || last(j) == '}' || last(j) == ']')) {
        text_char(j->out, ' ');
    }
    text_char(j->out, bracket);
    j->open = false;
    j->need_comma = true;
}

void put_close(json_out *j)
{
    end_nested(j, '}');
}

void put_close_list(json_out *j)
{
    end_nested(j, ']');
}

static void quoted(text *out, const char *value)
{
    text_char(out, '"');
    const char *plain = value;
    const char *at = value;
    for (; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        if (c >= 0x20 && c != '"' && c != '\\' && c < 0x7f) {
            continue;
        }
        /* Well-formed UTF-8 passes; any other byte is taken for Latin-1, so that the output is JSON whatever comes. */
        if (c >= 0xC2 && c <= 0xF4) {
            size_t more = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
            size_t good = 0;
            while (good < more && ((unsigned char)at[good + 1] & 0xC0) == 0x80) {
                good++;
            }
            unsigned char second = (unsigned char)at[1];
            bool odd = (c == 0xE0 && second < 0xA0) || (c == 0xED && second > 0x9F) || (c == 0xF0 && second < 0x90) ||
                       (c == 0xF4 && second > 0x8F);
            if (good == more && !odd) {
                at += more;
                continue;
            }
        }
        text_bytes(out, plain, (size_t)(at - plain));
        if (c == '"' || c == '\\') {
            text_format(out, "\\%c", c);
        } else if (c == '\n') {
            text_put(out, "\\n");
        } else if (c == '\t') {
            text_put(out, "\\t");
        } else {
            text_format(out, "\\u%04x", c);
        }
        plain = at + 1;
    }
    text_bytes(out, plain, (size_t)(at - plain));
    text_char(out, '"');
}

void put_key(json_out *j, const char *key)
{
    begin(j, true);
    quoted(j->out, key);
    text_put(j->out, ": ");
    j->after_key = true;
}

void put_string(json_out *j, const char *value)
{
    begin(j, false);
    if (value == NULL) {
        text_put(j->out, "null");
    } else {
        quoted(j->out, value);
    }
}

void put_bool(json_out *j, bool value)
{
    begin(j, false);
    text_put(j->out, value ? "true" : "false");
}

void put_null(json_out *j)
{
    begin(j, false);
    text_put(j->out, "null");
}

void put_integer(json_out *j, int64_t value)
{
    begin(j, false);
    text_format(j->out, "%" PRId64, value);
}

void put_float(json_out *j, float value)
{
    begin(j, false);
    if (isfinite(value)) {
        text_float(j->out, value);
    } else if (isinf(value) || float_bits(value) == UINT32_C(0x7fc00000)) {
        text_char(j->out, '"');
        text_float(j->out, value);
        text_char(j->out, '"');
    } else {
        text_format(j->out, "\"0x%08" PRIx32 "\"", float_bits(value));
    }
}

void put_floats(json_out *j, const float *values, size_t count)
{
    put_open_list(j);
    for (size_t i = 0; i < count; i++) {
        put_float(j, values[i]);
    }
    put_close_list(j);
}

void put_integers(json_out *j, const int32_t *values, size_t count)
{
    put_open_list(j);
    for (size_t i = 0; i < count; i++) {
        put_integer(j, values[i]);
    }
    put_close_list(j);
}
