/* SPDX-License-Identifier: MIT */
#include "trace_flags.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Digits in a base, to their end or to `stop`. */
static bool whole_number(const char *word, int base, char stop, uint32_t *out, const char **end)
{
    char *after = NULL;
    errno = 0;
    unsigned long number = strtoul(word, &after, base);
    bool digit = (word[0] >= '0' && word[0] <= '9') || (base == 16 && word[0] >= 'a' && word[0] <= 'f');
    if (!digit || errno != 0 || number > UINT32_MAX || (*after != '\0' && *after != stop)) {
        return false;
    }
    *out = (uint32_t)number;
    *end = after;
    return true;
}

/* "9" a line, "#7" an instruction, "+0x4c" an offset; ":3" behind it the third time. */
static bool read_place(const char *word, s9_trace_options *o)
{
    const char *end = word;
    uint32_t pass = 1;
    bool good;
    o->has_break = true;
    if (word[0] == '#') {
        o->break_place = S9_TRACE_AT_INSTRUCTION;
        good = whole_number(word + 1, 10, ':', &o->break_at, &end);
    } else if (word[0] == '+') {
        o->break_place = S9_TRACE_AT_OFFSET;
        bool hex = word[1] == '0' && (word[2] == 'x' || word[2] == 'X');
        good = whole_number(word + (hex ? 3 : 1), hex ? 16 : 10, ':', &o->break_at, &end);
    } else {
        o->break_place = S9_TRACE_AT_LINE;
        good = whole_number(word, 10, ':', &o->break_at, &end);
    }
    if (good && *end == ':') {
        good = whole_number(end + 1, 10, '\0', &pass, &end) && pass != 0;
    }
    o->break_pass = pass;
    return good;
}

/* "r0.x" any write, "r0.x=1.5", "r0.x>=2", "r0.x!=0", "r0.x=nan", "r0.x=inf". */
static bool read_watch(const char *word, s9_trace_watch *watch, char name[16])
{
    static const struct {
        const char *sign;
        s9_trace_test test;
    } signs[] = {{"<=", S9_TRACE_LESS_EQUAL}, {">=", S9_TRACE_GREATER_EQUAL}, {"!=", S9_TRACE_NOT_EQUAL},
                 {"=", S9_TRACE_EQUAL},       {"<", S9_TRACE_LESS},           {">", S9_TRACE_GREATER}};
    size_t length = strcspn(word, "<>=!");
    float values[4];
    size_t count = 0;
    if (!trace_component(word, length, name, &watch->component)) {
        return false;
    }
    watch->name = name;
    watch->test = S9_TRACE_WRITTEN;
    if (word[length] == '\0') {
        return true;
    }
    size_t k = 0;
    while (k < COUNT(signs) && strncmp(word + length, signs[k].sign, strlen(signs[k].sign)) != 0) {
        k++;
    }
    if (k == COUNT(signs)) {
        return false;
    }
    const char *value = word + length + strlen(signs[k].sign);
    watch->test = signs[k].test;
    if (watch->test == S9_TRACE_EQUAL && strcmp(value, "nan") == 0) {
        watch->test = S9_TRACE_IS_NAN;
        return true;
    }
    if (watch->test == S9_TRACE_EQUAL && strcmp(value, "inf") == 0) {
        watch->test = S9_TRACE_IS_INFINITE;
        return true;
    }
    if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0) {
        watch->value = value[0] == 't' ? 1.0f : 0.0f;
        return true;
    }
    if (!floats_from_flag(value, values, &count) || count != 1) {
        return false;
    }
    watch->value = values[0];
    return true;
}

exit_status trace_request_read(tool *t, trace_request *r)
{
    const settings *s = &t->settings;
    memset(r, 0, sizeof *r);
    r->options.struct_size = sizeof r->options;
    r->options.lane = s->lane;
    r->options.limit = s->limit;
    r->options.break_nan = s->break_nan;
    if (s->break_at != NULL && !read_place(s->break_at, &r->options)) {
        return tool_usage(t, "--break 9 (a line), --break #7 (an instruction), --break +0x4c, --break 9:3 (third time)",
                          "--break cannot use '%s'", s->break_at);
    }
    if (s->watches.count > MAX_WATCHES) {
        return tool_usage(t, NULL, "--break-when may be given %d times at most", (int)MAX_WATCHES);
    }
    for (size_t i = 0; i < s->watches.count; i++) {
        if (!read_watch(s->watches.items[i], &r->watches[i], r->names[i])) {
            return tool_usage(t, "r0.x (any write), r0.x=1.5, r0.x>=2, r0.x!=0, r0.x=nan, r0.x=inf",
                              "--break-when cannot use '%s'", s->watches.items[i]);
        }
    }
    r->options.watches = r->watches;
    r->options.watch_count = (uint32_t)s->watches.count;
    for (size_t i = 0; i < s->who.count; i++) {
        char name[16];
        uint32_t component;
        if (!trace_component(s->who.items[i], strlen(s->who.items[i]), name, &component)) {
            return tool_usage(t, "--who r3.x", "--who takes a register and one component, not '%s'", s->who.items[i]);
        }
    }
    return EXIT_DONE;
}

bool trace_tell_text(text *out, const trace_view *v, const settings *s, const s9_program *program)
{
    (void)program;
    if (s->who.count == 0) {
        trace_text(out, v);
        return !out->failed;
    }
    for (size_t i = 0; i < s->who.count; i++) {
        char name[16];
        uint32_t component;
        (void)trace_component(s->who.items[i], strlen(s->who.items[i]), name, &component);
        if (!trace_who_text(out, v, name, component)) {
            text_format(out, "%s%s: no instruction that was executed wrote it\n", v->indent, s->who.items[i]);
        }
    }
    trace_stop_text(out, v);
    return !out->failed;
}

bool trace_tell_json(json_out *j, const trace_view *v, const settings *s, const s9_program *program)
{
    put_key(j, "lane");
    put_integer(j, s9_trace_lane(v->trace));
    bool good = trace_json(j, v, s9_program_version(program));
    if (s->who.count == 0) {
        return good;
    }
    put_key(j, "who");
    put_open(j);
    for (size_t i = 0; i < s->who.count; i++) {
        char name[16];
        uint32_t component;
        (void)trace_component(s->who.items[i], strlen(s->who.items[i]), name, &component);
        put_key(j, s->who.items[i]);
        (void)trace_who_json(j, v, name, component);
    }
    put_close(j);
    return !j->out->failed;
}
