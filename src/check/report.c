/* SPDX-License-Identifier: MIT */
/* Findings: kept as they are made, and handed over in the order of the program, whatever rule found them. */
#include "check/check.h"

#include "disasm/disasm.h"

#include <stdio.h>

struct s9_finding {
    s9_finding *next;
    const s9_stmt *stmt;
    const s9_operand *operand;
    const char *hint;
    const char *message;
    uint32_t place; /* statement + 1, 0 for the program */
    uint32_t rule;
    s9_severity severity;
    bool is_note; /* belongs to the finding before it */
};

static char *format_message(s9_checker *c, const char *format, va_list arguments)
{
    char text[512]; /* messages hold names and numbers of bounded length */
    int length = vsnprintf(text, sizeof text, format, arguments);
    if (length < 0)
        return NULL;
    size_t size = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    return s9_arena_strndup(&c->arena, text, size);
}

static void append(s9_findings *list, s9_finding *finding)
{
    finding->next = NULL;
    if (list->last != NULL)
        list->last->next = finding;
    else
        list->first = finding;
    list->last = finding;
}

static uint32_t place_of(const s9_checker *c, const s9_stmt *stmt)
{
    return stmt == NULL ? 0 : (uint32_t)(stmt - c->stmts) + 1;
}

static void add(s9_checker *c, s9_finding finding, const s9_stmt *at, const char *format, va_list arguments)
{
    s9_finding *copy = s9_arena_alloc(&c->arena, sizeof *copy);
    char *message = format_message(c, format, arguments);
    if (copy == NULL || message == NULL)
        return; /* the arena remembers: the whole check fails */
    *copy = finding;
    copy->message = message;
    copy->place = place_of(c, at);
    append(&c->findings, copy);
}

static void found(s9_checker *c, s9_severity severity, uint32_t rule, const s9_stmt *at, const s9_operand *operand,
                  const char *hint, const char *format, va_list arguments)
{
    s9_finding finding = {NULL, at, operand, hint, NULL, 0, rule, severity, false};
    if (severity == S9_ERROR)
        c->errors++;
    c->found++;
    c->last_place = place_of(c, at);
    add(c, finding, at, format, arguments);
}

void s9_found(s9_checker *c, uint32_t rule, const s9_stmt *at, const s9_operand *operand, const char *hint,
              const char *format, ...)
{
    int severity = s9_rule_severity(rule);
    if (severity == S9_SEVERITY_NONE)
        return;
    va_list arguments;
    va_start(arguments, format);
    found(c, (s9_severity)severity, rule, at, operand, hint, format, arguments);
    va_end(arguments);
}

void s9_found_as(s9_checker *c, s9_severity severity, uint32_t rule, const s9_stmt *at, const s9_operand *operand,
                 const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    found(c, severity, rule, at, operand, hint, format, arguments);
    va_end(arguments);
}

void s9_found_note(s9_checker *c, const s9_stmt *at, const s9_operand *operand, const char *format, ...)
{
    /* A note stays with its finding, wherever it points. */
    const s9_stmt *owner = c->last_place == 0 ? NULL : &c->stmts[c->last_place - 1];
    s9_finding note = {NULL, at, operand, NULL, NULL, 0, 0, S9_NOTE, true};
    va_list arguments;
    va_start(arguments, format);
    add(c, note, owner, format, arguments);
    va_end(arguments);
}

void s9_attach_text(const s9_program *program, const s9_item *item, const s9_operand *operand, s9_buffer *buffer,
                    s9_diagnostics *out)
{
    const s9_span *span = s9_program_span(program, item, operand);
    if (span != NULL) {
        size_t length = 0;
        const char *line = s9_program_source_line(program, span, &length);
        if (line != NULL)
            s9_report_text(out, line, length);
        return;
    }
    if (item == NULL)
        return;
    buffer->size = 0;
    s9_print_item(program, item, buffer);
    if (!buffer->failed)
        s9_report_text(out, buffer->data, buffer->size);
}

/*
 * Into the order of their places; those of one place stay as they are. One digit of 8 bits after the other, so that a
 * program with many faults costs no more for each of them.
 */
static void sort(s9_findings *findings, uint32_t places)
{
    for (uint32_t shift = 0; shift < 32 && places >> shift != 0; shift += 8) {
        s9_findings digits[256];
        memset(digits, 0, sizeof digits);
        for (s9_finding *f = findings->first, *next; f != NULL; f = next) {
            next = f->next;
            append(&digits[f->place >> shift & 0xFFu], f);
        }
        findings->first = findings->last = NULL;
        for (uint32_t i = 0; i < S9_COUNT(digits); i++) {
            if (digits[i].first == NULL)
                continue;
            if (findings->last != NULL)
                findings->last->next = digits[i].first;
            else
                findings->first = digits[i].first;
            findings->last = digits[i].last;
        }
    }
}

void s9_emit_findings(s9_checker *c, s9_diagnostics *out)
{
    s9_buffer buffer;
    if (c->findings.first == NULL)
        return;
    sort(&c->findings, c->stmt_count);
    s9_buffer_init(&buffer, &c->arena.allocator);
    for (const s9_finding *f = c->findings.first; f != NULL; f = f->next) {
        const s9_item *item = f->stmt != NULL ? f->stmt->item : NULL;
        s9_position at = s9_program_position(c->program, item, f->operand);
        if (f->is_note) {
            s9_report_note(out, &at, "%s", f->message);
            continue;
        }
        s9_report(out, f->severity, s9_rule_code(f->rule), &at, f->hint, "%s", f->message);
        s9_attach_text(c->program, item, f->operand, &buffer, out);
    }
    s9_buffer_free(&buffer);
}
