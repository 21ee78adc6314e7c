/* SPDX-License-Identifier: MIT */
/* How findings are shown: text with the source line and a caret, Visual Studio's form, JSON lines, SARIF 2.1.0. */
#include "json_out.h"
#include "results.h"
#include "tool.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOLD "\033[1m"
#define RESET "\033[0m"

static const char *severity_name(s9_severity severity)
{
    return severity == S9_ERROR ? "error" : severity == S9_WARNING ? "warning" : "note";
}

static const char *severity_color(s9_severity severity)
{
    return severity == S9_ERROR ? "\033[1;31m" : severity == S9_WARNING ? "\033[1;35m" : "\033[1;36m";
}

static const s9_rule_info *rule_of(const char *code)
{
    for (size_t i = 0; i < s9_check_rule_count(); i++) {
        const s9_rule_info *rule = s9_check_rule(i);
        if (strcmp(rule->code, code) == 0) {
            return rule;
        }
    }
    return NULL;
}

/* The numbers that Microsoft's compiler and validator have for what a rule forbids, "X5350 X4541"; "" where none is
 * known. */
static const char *native_of(const s9_diagnostic *d)
{
    const s9_rule_info *rule = d->code[0] != '\0' ? rule_of(d->code) : NULL;
    return rule == NULL || rule->native == NULL ? "" : rule->native;
}

static void color(text *out, const tool *t, const char *sequence)
{
    if (t->color) {
        text_put(out, sequence);
    }
}

/* ---- text ---- */

/* A line below the finding: what it is, and the words. */
static void detail(text *out, const tool *t, const char *what, const char *words)
{
    text_put(out, "    ");
    color(out, t, severity_color(S9_NOTE));
    text_format(out, "%s: ", what);
    color(out, t, RESET);
    text_format(out, "%s\n", words);
}

/* A name as the file system has it: what would steer the terminal is shown by its number. */
static void put_file_name(text *out, const char *name)
{
    for (; *name != '\0'; name++) {
        unsigned char c = (unsigned char)*name;
        if (c < 0x20 || c == 0x7f) {
            text_format(out, "\\x%02x", (unsigned)c);
        } else {
            text_char(out, *name);
        }
    }
}

/* The part of a long line around [at, at + length) that is worth showing. */
static void window(size_t size, size_t at, size_t length, size_t *from, size_t *to)
{
    enum { WIDEST = 160, BEFORE = 60 };
    *from = 0;
    *to = size;
    if (size > WIDEST) {
        *from = at > BEFORE ? at - BEFORE : 0;
        *to = *from + WIDEST < size ? *from + WIDEST : size;
        if (length < WIDEST && at + length > *to) {
            *to = at + length;
        }
    }
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* The source line and, below it, a caret under the column. Control characters of the file stay off the terminal. */
static void source_line(text *out, const tool *t, const s9_diagnostic *d)
{
    size_t size = strcspn(d->text, "\r\n");
    size_t at = d->at.column > d->text_from ? d->at.column - 1 - d->text_from : size;
    at = at < size ? at : size;
    size_t length = d->at.length != 0 ? d->at.length : 1;
    length = length < size - at ? length : size - at;
    size_t from, to;
    window(size, at, length, &from, &to);
    while (from > 0 && is_continuation(d->text[from])) {
        from--;
    }
    length = length < to - at ? length : to - at;
    text pad = {0};
    text_put(out, "    ");
    text_put(&pad, "    ");
    if (from != 0 || d->text_from != 0) {
        text_put(out, "...");
        text_put(&pad, "   ");
    }
    for (size_t i = from; i < to; i++) {
        char c = d->text[i];
        bool control = ((unsigned char)c < 0x20 && c != '\t') || c == 0x7f;
        text_char(out, control ? '?' : c);
        if (i < at && !is_continuation(c)) {
            text_char(&pad, c == '\t' ? '\t' : ' ');
        }
    }
    text_put(out, to != size ? "...\n" : "\n");
    if (d->at.line != 0 && d->at.column != 0) {
        text_bytes(out, pad.data, pad.size);
        color(out, t, "\033[1;32m");
        text_char(out, '^');
        for (size_t i = at + 1; i < at + length; i++) {
            if (!is_continuation(d->text[i])) {
                text_char(out, '~');
            }
        }
        color(out, t, RESET);
        text_char(out, '\n');
    }
    text_free(&pad);
}

static void print_text(text *out, const tool *t, const s9_diagnostic *d)
{
    color(out, t, BOLD);
    put_file_name(out, d->at.file != NULL ? d->at.file : "shader9");
    if (d->at.line != 0) {
        text_format(out, ":%" PRIu32, d->at.line);
        if (d->at.column != 0) {
            text_format(out, ":%" PRIu32, d->at.column);
        }
    } else if (d->at.offset != S9_NO_POSITION) {
        text_format(out, ":+0x%" PRIx32, d->at.offset);
    }
    text_put(out, ": ");
    color(out, t, severity_color(d->severity));
    text_put(out, severity_name(d->severity));
    text_put(out, ": ");
    color(out, t, RESET);
    text_put(out, d->message);
    if (d->code[0] != '\0') {
        text_format(out, " [%s]", d->code);
    }
    text_char(out, '\n');
    if (d->text != NULL && d->text[0] != '\0') {
        source_line(out, t, d);
    }
    if (d->hint != NULL) {
        detail(out, t, "hint", d->hint);
    }
    if (native_of(d)[0] != '\0') {
        detail(out, t, "native", native_of(d));
    }
}

/* ---- Visual Studio ---- */

static void print_msvc(text *out, const s9_diagnostic *d)
{
    put_file_name(out, d->at.file != NULL ? d->at.file : "shader9");
    if (d->at.line != 0 && d->at.column != 0) {
        text_format(out, "(%" PRIu32 ",%" PRIu32 ")", d->at.line, d->at.column);
    } else if (d->at.line != 0) {
        text_format(out, "(%" PRIu32 ")", d->at.line);
    } else if (d->at.offset != S9_NO_POSITION) {
        text_format(out, "(+0x%" PRIx32 ")", d->at.offset);
    }
    text_format(out, ": %s%s%s: %s", severity_name(d->severity), d->code[0] != '\0' ? " " : "", d->code, d->message);
    if (d->hint != NULL) {
        text_format(out, " (%s)", d->hint);
    }
    text_char(out, '\n');
}

/* ---- annotations of GitHub's runners ---- */

/* What ends a property or a line is written as its code. */
static void github_escape(text *out, const char *string, bool property)
{
    for (const char *at = string; *at != '\0'; at++) {
        if (*at == '%' || *at == '\r' || *at == '\n' || (property && (*at == ':' || *at == ','))) {
            text_format(out, "%%%02X", (unsigned)(unsigned char)*at);
        } else {
            text_char(out, *at);
        }
    }
}

/* An annotation has one text: the notes that follow the finding join it. */
static void print_github(text *out, const findings *list, size_t index)
{
    const s9_diagnostic *d = &list->items[index];
    const char *parted = " ";
    text_format(out, "::%s", d->severity == S9_NOTE ? "notice" : severity_name(d->severity));
    if (d->at.file != NULL) {
        text_format(out, "%sfile=", parted);
        github_escape(out, d->at.file, true);
        parted = ",";
    }
    if (d->at.file != NULL && d->at.line != 0) {
        text_format(out, ",line=%" PRIu32, d->at.line);
        if (d->at.column != 0) {
            text_format(out, ",col=%" PRIu32 ",endColumn=%" PRIu32, d->at.column,
                        d->at.column + (d->at.length != 0 ? d->at.length - 1 : 0));
        }
    }
    if (d->code[0] != '\0') {
        text_format(out, "%stitle=%s", parted, d->code);
    }
    text_put(out, "::");
    if (d->at.line == 0 && d->at.offset != S9_NO_POSITION) {
        text_format(out, "+0x%" PRIx32 ": ", d->at.offset);
    }
    github_escape(out, d->message, false);
    if (d->hint != NULL) {
        text_put(out, "%0Ahint: ");
        github_escape(out, d->hint, false);
    }
    if (native_of(d)[0] != '\0') {
        text_format(out, "%%0Anative: %s", native_of(d));
    }
    for (size_t i = index + 1; i < list->count && list->items[i].continues; i++) {
        const s9_diagnostic *note = &list->items[i];
        text_put(out, "%0Anote");
        if (note->at.line != 0) {
            text_format(out, " (line %" PRIu32 ")", note->at.line);
        } else if (note->at.offset != S9_NO_POSITION) {
            text_format(out, " (+0x%" PRIx32 ")", note->at.offset);
        }
        text_put(out, ": ");
        github_escape(out, note->message, false);
    }
    text_char(out, '\n');
}

/* ---- JSON ---- */

static void number_or_null(json_out *j, uint32_t number, uint32_t none)
{
    if (number == none) {
        put_null(j);
    } else {
        put_integer(j, number);
    }
}

void native_json(json_out *j, const s9_rule_info *rule)
{
    put_open_list(j);
    for (const char *at = rule == NULL || rule->native == NULL ? "" : rule->native; *at != '\0';) {
        size_t length = strcspn(at, " ");
        char *word = string_copy_bytes(at, length);
        if (word == NULL) {
            j->out->failed = true;
            break;
        }
        put_string(j, word);
        free(word);
        at += length + strspn(at + length, " ");
    }
    put_close_list(j);
}

void finding_json(json_out *j, const s9_diagnostic *d)
{
    put_open(j);
    put_key(j, "severity");
    put_string(j, severity_name(d->severity));
    put_key(j, "code");
    put_string(j, d->code[0] != '\0' ? d->code : NULL);
    put_key(j, "file");
    put_string(j, d->at.file);
    put_key(j, "line");
    number_or_null(j, d->at.line, 0);
    put_key(j, "column");
    number_or_null(j, d->at.column, 0);
    put_key(j, "offset");
    number_or_null(j, d->at.offset, S9_NO_POSITION);
    put_key(j, "token");
    number_or_null(j, d->at.token, S9_NO_POSITION);
    put_key(j, "instruction");
    number_or_null(j, d->at.instruction, S9_NO_POSITION);
    put_key(j, "message");
    put_string(j, d->message);
    put_key(j, "hint");
    put_string(j, d->hint);
    put_key(j, "native");
    native_json(j, rule_of(d->code));
    put_close(j);
}

/* ---- SARIF ---- */

/* A file name as the relative reference that "uri" wants. */
static void sarif_uri(json_out *j, const char *file)
{
    text uri = {0};
    for (const char *at = file; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-._~/", c);
        if (plain) {
            text_char(&uri, (char)c);
        } else {
            text_format(&uri, "%%%02X", c);
        }
    }
    put_string(j, text_string(&uri));
    text_free(&uri);
}

static void sarif_location(json_out *j, const s9_diagnostic *d, bool with_message)
{
    put_open(j);
    put_key(j, "physicalLocation");
    put_open(j);
    put_key(j, "artifactLocation");
    put_open(j);
    put_key(j, "uri");
    sarif_uri(j, d->at.file);
    put_close(j);
    if (d->at.line != 0 || d->at.offset != S9_NO_POSITION) {
        put_key(j, "region");
        put_open(j);
        if (d->at.line != 0) {
            put_key(j, "startLine");
            put_integer(j, d->at.line);
            if (d->at.column != 0) {
                put_key(j, "startColumn");
                put_integer(j, d->at.column);
                put_key(j, "endColumn");
                put_integer(j, (int64_t)d->at.column + (d->at.length != 0 ? d->at.length : 1));
            }
        } else {
            put_key(j, "byteOffset");
            put_integer(j, d->at.offset);
            put_key(j, "byteLength");
            put_integer(j, 4);
        }
        put_close(j);
    }
    put_close(j);
    if (with_message) {
        put_key(j, "message");
        put_open(j);
        put_key(j, "text");
        put_string(j, d->message);
        put_close(j);
    }
    put_close(j);
}

/* One result: the finding at `index` and the notes that follow it. */
static void sarif_result(text *out, const findings *list, size_t index)
{
    const s9_diagnostic *d = &list->items[index];
    json_out j = {.out = out};
    put_open(&j);
    if (d->code[0] != '\0') {
        put_key(&j, "ruleId");
        put_string(&j, d->code);
    }
    put_key(&j, "level");
    put_string(&j, severity_name(d->severity));
    put_key(&j, "message");
    put_open(&j);
    put_key(&j, "text");
    text message = {0};
    text_put(&message, d->message);
    if (d->hint != NULL) {
        text_format(&message, " (hint: %s)", d->hint);
    }
    put_string(&j, text_string(&message));
    text_free(&message);
    put_close(&j);
    if (d->at.file != NULL) {
        put_key(&j, "locations");
        put_open_list(&j);
        sarif_location(&j, d, false);
        put_close_list(&j);
    }
    bool related = false;
    for (size_t i = index + 1; i < list->count && list->items[i].continues; i++) {
        if (list->items[i].at.file == NULL) {
            continue;
        }
        if (!related) {
            put_key(&j, "relatedLocations");
            put_open_list(&j);
            related = true;
        }
        sarif_location(&j, &list->items[i], true);
    }
    if (related) {
        put_close_list(&j);
    }
    put_close(&j);
}

static void remember_rule(tool *t, const char *code)
{
    string_list *rules = &t->sarif_rules;
    for (size_t i = 0; i < rules->count; i++) {
        if (strcmp(rules->items[i], code) == 0) {
            return;
        }
    }
    if (rules->count == rules->capacity) {
        size_t capacity = rules->capacity == 0 ? 16 : rules->capacity * 2;
        const char **items = realloc(rules->items, capacity * sizeof *items);
        if (items == NULL) {
            t->sarif.failed = true;
            return;
        }
        rules->items = items;
        rules->capacity = capacity;
    }
    char *copy = string_copy(code);
    if (copy == NULL) {
        t->sarif.failed = true;
        return;
    }
    rules->items[rules->count++] = copy;
}

static int by_code(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void tool_print_end(tool *t)
{
    if (t->settings.diagnostics == FORM_SARIF) {
        text out = {0};
        json_out j = {.out = &out};
        put_open(&j);
        put_key(&j, "$schema");
        put_string(&j, "https://json.schemastore.org/sarif-2.1.0.json");
        put_key(&j, "version");
        put_string(&j, "2.1.0");
        put_key(&j, "runs");
        put_open_list(&j);
        put_open(&j);
        put_key(&j, "tool");
        put_open(&j);
        put_key(&j, "driver");
        put_open(&j);
        put_key(&j, "name");
        put_string(&j, "shader9");
        put_key(&j, "version");
        put_string(&j, s9_library_version());
        put_key(&j, "rules");
        put_open_list(&j);
        if (t->sarif_rules.count != 0) {
            qsort(t->sarif_rules.items, t->sarif_rules.count, sizeof *t->sarif_rules.items, by_code);
        }
        for (size_t i = 0; i < t->sarif_rules.count; i++) {
            const s9_rule_info *rule = rule_of(t->sarif_rules.items[i]);
            put_open(&j);
            put_key(&j, "id");
            put_string(&j, t->sarif_rules.items[i]);
            if (rule != NULL) {
                put_key(&j, "shortDescription");
                put_open(&j);
                put_key(&j, "text");
                put_string(&j, rule->summary);
                put_close(&j);
                if (rule->native[0] != '\0') {
                    put_key(&j, "properties");
                    put_open(&j);
                    put_key(&j, "native");
                    native_json(&j, rule);
                    put_close(&j);
                }
            }
            put_close(&j);
        }
        put_close_list(&j);
        put_close(&j);
        put_close(&j);
        put_key(&j, "results");
        text_put(&out, "[");
        if (t->sarif.size != 0) {
            text_bytes(&out, t->sarif.data, t->sarif.size);
        }
        text_put(&out, " ] } ] }\n");
        if (out.failed || t->sarif.failed) {
            fputs("shader9: error: out of memory\n", stderr);
        } else {
            fwrite(out.data, 1, out.size, stderr);
        }
        text_free(&out);
    }
    for (size_t i = 0; i < t->sarif_rules.count; i++) {
        free((char *)t->sarif_rules.items[i]);
    }
    free(t->sarif_rules.items);
    text_free(&t->sarif);
}

/* ---- all forms ---- */

static void print_one(text *out, tool *t, const findings *list, size_t index)
{
    const s9_diagnostic *d = &list->items[index];
    switch (t->settings.diagnostics) {
    case FORM_TEXT:
        print_text(out, t, d);
        break;
    case FORM_MSVC:
        print_msvc(out, d);
        break;
    case FORM_JSON:
        finding_json(&(json_out){.out = out}, d);
        text_char(out, '\n');
        break;
    case FORM_SARIF:
        if (!d->continues) {
            text_put(&t->sarif, t->sarif.size == 0 ? " " : ", ");
            sarif_result(&t->sarif, list, index);
            if (d->code[0] != '\0') {
                remember_rule(t, d->code);
            }
        }
        break;
    case FORM_GITHUB:
        if (!d->continues) {
            print_github(out, list, index);
        }
        break;
    default:
        break;
    }
}

/* What --max-errors leaves out. */
static void print_rest(text *out, tool *t, const findings *list, size_t count, const char *what)
{
    findings more = {0};
    s9_position at = position_in(list->count == 0 ? NULL : list->items[list->count - 1].at.file);
    if (count == 0) {
        return;
    }
    findings_add(&more, S9_NOTE, &at, NULL, "%zu more %s%s not shown; --max-errors 0 shows all", count, what,
                 count == 1 ? "" : "s");
    if (more.count != 0) {
        print_one(out, t, &more, 0);
    }
    findings_free(&more);
}

void tool_print(tool *t, const findings *list)
{
    text out = {0};
    size_t errors = 0, warnings = 0, limit = t->settings.max_errors;
    bool shown = true;
    for (size_t i = 0; i < list->count; i++) {
        const s9_diagnostic *d = &list->items[i];
        if (!d->continues && d->severity == S9_ERROR) {
            shown = limit == 0 || errors++ < limit;
        } else if (!d->continues && d->severity == S9_WARNING) {
            shown = limit == 0 || warnings++ < limit;
        } else if (!d->continues) {
            shown = true;
        }
        if (shown) {
            print_one(&out, t, list, i);
        }
    }
    print_rest(&out, t, list, errors > limit && limit != 0 ? errors - limit : 0, "error");
    print_rest(&out, t, list, warnings > limit && limit != 0 ? warnings - limit : 0, "warning");
    if (out.failed || list->failed) {
        fputs("shader9: error: out of memory\n", stderr);
    }
    if (out.size != 0) {
        fwrite(out.data, 1, out.size, stderr);
    }
    text_free(&out);
}

exit_status tool_finish(tool *t, exit_status status)
{
    findings list = {0};
    exit_status committed = results_commit(&list);
    status = committed > status ? committed : status;
    if (!standard_end(&list)) {
        status = status > EXIT_IO ? status : EXIT_IO;
    }
    tool_print(t, &list);
    findings_free(&list);
    return status;
}

exit_status tool_show(tool *t, text *out)
{
    exit_status status = EXIT_DONE;
    if (text_string(out) == NULL) {
        fputs("shader9: error: out of memory\n", stderr);
        status = EXIT_INTERNAL;
    } else {
        standard_put(out->data, out->size);
    }
    text_free(out);
    return tool_finish(t, status);
}

exit_status tool_usage(tool *t, const char *hint, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    findings list = {0};
    s9_position at = position_in(NULL);
    findings_add(&list, S9_ERROR, &at, hint != NULL && hint[0] != '\0' ? hint : NULL, "%s", message);
    tool_print(t, &list);
    findings_free(&list);
    return EXIT_USAGE;
}

exit_status status_of(s9_result result)
{
    switch (result) {
    case S9_OK:
        return EXIT_DONE;
    case S9_ERROR_INVALID:
    case S9_ERROR_UNSUPPORTED:
        return EXIT_REFUSED;
    case S9_ERROR_IO:
        return EXIT_IO;
    case S9_ERROR_MEMORY:
    case S9_ERROR_ARGUMENT:
        break;
    }
    return EXIT_INTERNAL;
}
