/* SPDX-License-Identifier: MIT */
#include "findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_strings(s9_diagnostic *d)
{
    free((char *)d->code);
    free((char *)d->at.file);
    free((char *)d->message);
    free((char *)d->hint);
    free((char *)d->text);
}

void findings_free(findings *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free_strings(&list->items[i]);
    }
    free(list->items);
    memset(list, 0, sizeof *list);
}

s9_position position_in(const char *file)
{
    s9_position at = {.file = file, .offset = S9_NO_POSITION, .token = S9_NO_POSITION, .instruction = S9_NO_POSITION};
    return at;
}

static char *copy_or_null(const char *string, bool *failed)
{
    if (string == NULL) {
        return NULL;
    }
    char *copy = string_copy(string);
    *failed |= copy == NULL;
    return copy;
}

static void add(findings *list, const s9_diagnostic *d, const char *file)
{
    list->errors += d->severity == S9_ERROR;
    list->warnings += d->severity == S9_WARNING;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 8 : list->capacity * 2;
        s9_diagnostic *items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL) {
            list->failed = true;
            return;
        }
        list->items = items;
        list->capacity = capacity;
    }
    s9_diagnostic copy = *d;
    bool failed = false;
    copy.code = copy_or_null(d->code == NULL ? "" : d->code, &failed);
    copy.at.file = copy_or_null(d->at.file == NULL ? file : d->at.file, &failed);
    copy.message = copy_or_null(d->message, &failed);
    copy.hint = copy_or_null(d->hint, &failed);
    copy.text = copy_or_null(d->text, &failed);
    if (failed) {
        free_strings(&copy);
        list->failed = true;
        return;
    }
    list->items[list->count++] = copy;
}

void findings_add(findings *list, s9_severity severity, const s9_position *at, const char *hint, const char *format,
                  ...)
{
    char *message = NULL;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && (message = malloc((size_t)length + 1)) != NULL) {
        vsnprintf(message, (size_t)length + 1, format, again);
    }
    va_end(again);
    s9_diagnostic d = {.severity = severity, .code = "", .at = *at, .message = message, .hint = hint};
    if (message == NULL) {
        list->failed = true;
        d.message = "out of memory";
    }
    add(list, &d, NULL);
    free(message);
}

void findings_text(findings *list, const char *line, size_t length)
{
    if (list->count != 0) {
        s9_diagnostic *d = &list->items[list->count - 1];
        free((char *)d->text);
        d->text = string_copy_bytes(line, length);
    }
}

void findings_text_part(findings *list, const char *part, size_t length, uint32_t from)
{
    findings_text(list, part, length);
    if (list->count != 0) {
        list->items[list->count - 1].text_from = from;
    }
}

void findings_take(findings *list, const s9_diagnostics *diagnostics, const char *file)
{
    size_t count = s9_diagnostics_count(diagnostics);
    for (size_t i = 0; i < count; i++) {
        add(list, s9_diagnostics_get(diagnostics, i), file);
    }
    /* The library counts an error even when it had no memory to keep it. */
    list->failed |= s9_diagnostics_errors(diagnostics) != 0 && count == 0;
}

void findings_move(findings *to, findings *from)
{
    for (size_t i = 0; i < from->count; i++) {
        add(to, &from->items[i], NULL);
    }
    to->failed |= from->failed;
    findings_free(from);
}

/* A finding with the notes behind it, and the place that it stands at. */
typedef struct group {
    size_t first, count;
    uint32_t line, column;
} group;

/* Findings about the whole file, which have no line, come first; what stands at one place keeps its order. */
static int by_place(const void *a, const void *b)
{
    const group *x = a, *y = b;
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    if (x->column != y->column) {
        return x->column < y->column ? -1 : 1;
    }
    return x->first < y->first ? -1 : x->first > y->first;
}

void findings_sort_in(findings *list, size_t from, const char *file, const findings_span *spans, size_t span_count)
{
    size_t count = 0, total = list->count > from ? list->count - from : 0, span = 0;
    if (total < 2) {
        return;
    }
    group *groups = malloc(total * sizeof *groups);
    s9_diagnostic *sorted = malloc(total * sizeof *sorted);
    if (groups != NULL && sorted != NULL) {
        for (size_t i = from; i < list->count; i++) {
            const s9_position *at = &list->items[i].at;
            while (span < span_count && spans[span].end <= i) {
                span++;
            }
            if (count == 0 || !list->items[i].continues) {
                bool of_file = file == NULL || (at->file != NULL && strcmp(at->file, file) == 0);
                bool elsewhere = span < span_count && spans[span].first <= i;
                groups[count++] = (group){.first = i,
                                          .line = elsewhere ? spans[span].line
                                                  : of_file ? at->line
                                                            : 0,
                                          .column = elsewhere ? spans[span].column
                                                    : of_file ? at->column
                                                              : 0};
            }
            groups[count - 1].count++;
        }
        qsort(groups, count, sizeof *groups, by_place);
        size_t to = 0;
        for (size_t i = 0; i < count; i++) {
            memcpy(sorted + to, list->items + groups[i].first, groups[i].count * sizeof *sorted);
            to += groups[i].count;
        }
        memcpy(list->items + from, sorted, total * sizeof *sorted);
    } else {
        list->failed = true;
    }
    free(groups);
    free(sorted);
}

void findings_sort(findings *list, size_t from)
{
    findings_sort_in(list, from, NULL, NULL, 0);
}

void findings_take_as_warnings(findings *list, const s9_diagnostics *diagnostics, const char *file)
{
    size_t count = s9_diagnostics_count(diagnostics);
    bool kept = false;
    for (size_t i = 0; i < count; i++) {
        s9_diagnostic d = *s9_diagnostics_get(diagnostics, i);
        if (!d.continues) {
            kept = d.severity == S9_ERROR;
        }
        if (kept) {
            d.severity = d.severity == S9_ERROR ? S9_WARNING : d.severity;
            add(list, &d, file);
        }
    }
}
