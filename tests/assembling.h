/* SPDX-License-Identifier: MIT */
/* Assembling for tests: text in, words or the messages that a user would see out. */
#ifndef TESTS_ASSEMBLING_H
#define TESTS_ASSEMBLING_H

#include "base/base.h"
#include "files.h"
#include "program/program.h"

#include <shader9/program.h>

/* Messages as the command prints them: position, message, rule; the line and a caret; the hint. To be freed. */
static inline char *assembling_messages(const s9_diagnostics *list)
{
    static const char *const severities[] = {"note", "warning", "error"};
    s9_buffer out;
    s9_blob blob = {0};
    s9_buffer_init(&out, NULL);
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        if (d->at.line > 0)
            s9_buffer_format(&out, "%s:%u:%u: ", d->at.file != NULL ? d->at.file : "(text)", (unsigned)d->at.line,
                             (unsigned)d->at.column);
        s9_buffer_format(&out, "%s: %s", severities[d->severity], d->message);
        if (d->code[0] != '\0')
            s9_buffer_format(&out, " [%s]", d->code);
        s9_buffer_char(&out, '\n');
        if (d->text != NULL) {
            size_t width = strlen(d->text);
            s9_buffer_format(&out, "    %s\n    ", d->text);
            for (uint32_t k = 1; k < d->at.column; k++)
                s9_buffer_char(&out, k <= width && d->text[k - 1] == '\t' ? '\t' : ' ');
            for (uint32_t k = 0; k < d->at.length; k++)
                s9_buffer_char(&out, k == 0 ? '^' : '~');
            s9_buffer_char(&out, '\n');
        }
        if (d->hint != NULL)
            s9_buffer_format(&out, "    hint: %s\n", d->hint);
    }
    assert_int_equal(s9_buffer_to_blob(&out, &blob), S9_OK);
    return blob.data; /* of malloc, like everything without an allocator */
}

typedef struct assembled {
    s9_result result;
    s9_program *program;
    s9_diagnostics *diagnostics;
    uint32_t *words; /* of the whole stream; NULL when the text was refused */
    size_t count;
} assembled;

static inline assembled assemble_with(const char *text, size_t size, const s9_assemble_options *options)
{
    assembled a = {S9_OK, NULL, NULL, NULL, 0};
    s9_blob tokens = {0};
    assert_int_equal(s9_diagnostics_create(NULL, &a.diagnostics), S9_OK);
    a.result = s9_assemble(text, size, NULL, options, &a.program, a.diagnostics);
    if (a.result != S9_OK) {
        assert_null(a.program);
        assert_true(s9_diagnostics_errors(a.diagnostics) > 0);
        return a;
    }
    assert_int_equal(s9_diagnostics_errors(a.diagnostics), 0);
    assert_int_equal(s9_encode(a.program, NULL, &tokens), S9_OK);
    a.count = tokens.size / 4;
    a.words = malloc(tokens.size);
    assert_non_null(a.words);
    for (size_t i = 0; i < a.count; i++)
        a.words[i] = s9_read_u32((const uint8_t *)tokens.data + 4 * i);
    s9_blob_free(&tokens);
    return a;
}

static inline assembled assemble(const char *text)
{
    return assemble_with(text, strlen(text), NULL);
}

static inline void assembled_free(assembled *a)
{
    s9_program_destroy(a->program);
    s9_diagnostics_destroy(a->diagnostics);
    free(a->words);
}

/* Fails, with the messages, unless the text was taken. */
static inline void expect_taken(const assembled *a, const char *text)
{
    if (a->result == S9_OK)
        return;
    char *messages = assembling_messages(a->diagnostics);
    print_error("%s\nis refused:\n%s", text, messages);
    free(messages);
    fail();
}

/* Assembles statements behind a version, and compares what stands between the version and the end token. */
static inline void expect_words(const char *version, const char *statements, const uint32_t *words, size_t count)
{
    char text[4096];
    snprintf(text, sizeof text, "%s\n%s\n", version, statements);
    assembled a = assemble(text);
    expect_taken(&a, text);
    bool same = a.count == count + 2 && memcmp(a.words + 1, words, count * sizeof *words) == 0;
    if (!same) {
        print_error("%s\ngives", text);
        for (size_t i = 1; i + 1 < a.count; i++)
            print_error(" %08X", (unsigned)a.words[i]);
        print_error(", not");
        for (size_t i = 0; i < count; i++)
            print_error(" %08X", (unsigned)words[i]);
        print_error("\n");
        fail();
    }
    assert_int_equal(a.words[a.count - 1], 0x0000FFFFu);
    assembled_free(&a);
}

/* The same statements in two spellings. */
static inline void expect_same(const char *version, const char *statements, const char *plain)
{
    char text[4096];
    snprintf(text, sizeof text, "%s\n%s\n", version, plain);
    assembled a = assemble(text);
    expect_taken(&a, text);
    expect_words(version, statements, a.words + 1, a.count - 2);
    assembled_free(&a);
}

static inline void expect_accepted(const char *version, const char *statements)
{
    char text[4096];
    snprintf(text, sizeof text, "%s\n%s\n", version, statements);
    assembled a = assemble(text);
    expect_taken(&a, text);
    assembled_free(&a);
}

/* Refused with exactly one error, of this rule ("" for none). */
static inline void expect_refused(const char *version, const char *statements, const char *rule)
{
    char text[4096];
    snprintf(text, sizeof text, "%s\n%s\n", version, statements);
    assembled a = assemble(text);
    size_t errors = s9_diagnostics_errors(a.diagnostics);
    const s9_diagnostic *first = s9_diagnostics_get(a.diagnostics, 0);
    if (a.result != S9_ERROR_INVALID || errors != 1 || strcmp(first->code, rule) != 0) {
        char *messages = assembling_messages(a.diagnostics);
        print_error("%s\nis to be refused for %s alone, but:\n%s", text, rule[0] != '\0' ? rule : "its form",
                    a.result == S9_OK ? "it is taken\n" : messages);
        free(messages);
        fail();
    }
    assembled_free(&a);
}

/* Compares two spans of a text. */
static inline bool same_span(const s9_span *a, const s9_span *b)
{
    return a->line == b->line && a->column == b->column && a->length == b->length && a->file == b->file;
}

static inline bool same_items(const s9_item *x, const s9_item *y)
{
    bool same = x->kind == y->kind && x->opcode == y->opcode && x->has_destination == y->has_destination &&
                x->has_predicate == y->has_predicate && x->source_count == y->source_count &&
                same_span(s9_item_span(x, NULL), s9_item_span(y, NULL)) && same_span(s9_item_span(x, &x->destination), s9_item_span(y, &y->destination)) &&
                same_span(s9_item_span(x, &x->predicate), s9_item_span(y, &y->predicate));
    for (uint32_t i = 0; i < S9_MAX_SOURCES; i++)
        same = same && same_span(s9_item_span(x, &x->sources[i]), s9_item_span(y, &y->sources[i]));
    return same;
}

/*
 * Plain statements have a short way through the assembler; a macro, even one that nobody uses, keeps everything on the
 * long way. Both have to come to the same words, places and messages. NULL, or what differs.
 */
static inline const char *ways_differ(const char *text, size_t size)
{
    static const s9_define unused = {"S9_UNUSED_", "1"};
    s9_assemble_options options = {.struct_size = sizeof options, .defines = &unused, .define_count = 1};
    const char *fault = NULL;
    if (memchr(text, '#', size) != NULL)
        return NULL; /* goes the long way anyway, and the macro shifts the numbers of the files */
    assembled a = assemble_with(text, size, NULL), b = assemble_with(text, size, &options);
    char *first = assembling_messages(a.diagnostics), *second = assembling_messages(b.diagnostics);
    if (a.result != b.result)
        fault = "one is refused";
    else if (strcmp(first, second) != 0)
        fault = "the messages differ";
    else if (a.result == S9_OK && (a.count != b.count || memcmp(a.words, b.words, a.count * sizeof *a.words) != 0))
        fault = "the words differ";
    else if (a.result == S9_OK)
        for (uint32_t i = 0; i < a.program->items.count && fault == NULL; i++)
            if (!same_items(&a.program->items.items[i], &b.program->items.items[i]))
                fault = "the places differ";
    if (fault != NULL)
        print_error("%s%s", first, second);
    free(first);
    free(second);
    assembled_free(&a);
    assembled_free(&b);
    return fault;
}

#endif
