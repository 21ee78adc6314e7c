/* SPDX-License-Identifier: MIT */
/* findings - what the command has to say about one input: the library's diagnostics and its own, kept until printed. */
#ifndef TOOL_FINDINGS_H
#define TOOL_FINDINGS_H

#include "text.h"

#include <shader9/base.h>

/* Diagnostics with their own copies of all strings. Zero-initialise before use. */
typedef struct findings {
    s9_diagnostic *items;
    size_t count, capacity;
    size_t errors, warnings;
    bool failed; /* memory ran out: something is missing */
} findings;

void findings_free(findings *list);

/* A place in a file as a whole: nothing known but its name. */
s9_position position_in(const char *file);

/* Adds one; `code`, `hint` may be NULL. */
void findings_add(findings *list, s9_severity severity, const s9_position *at, const char *hint, const char *format,
                  ...) TOOL_PRINTF(5, 6);
/* Brings the findings from number `from` on into the order of their places in a text; notes stay with theirs. */
void findings_sort(findings *list, size_t from);
/* Findings [first, end) that stand where a place in another file is. */
typedef struct findings_span {
    size_t first, end;
    uint32_t line, column;
} findings_span;

/*
 * The same for findings about one file; those about others stand first, or where the span that they are in says. Spans
 * are in the order of their findings.
 */
void findings_sort_in(findings *list, size_t from, const char *file, const findings_span *spans, size_t span_count);
/* Sets the source line of the finding added last. */
void findings_text(findings *list, const char *line, size_t length);
/* The same of a long line: the part of it that `from` bytes stand before. */
void findings_text_part(findings *list, const char *part, size_t length, uint32_t from);

/* Moves the findings of one list to the end of another. */
void findings_move(findings *to, findings *from);

/* Copies the library's diagnostics; those without a file name get `file`. */
void findings_take(findings *list, const s9_diagnostics *diagnostics, const char *file);
/* The same, but errors become warnings, and what is less than an error is left out. */
void findings_take_as_warnings(findings *list, const s9_diagnostics *diagnostics, const char *file);

#endif
