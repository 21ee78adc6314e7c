/* SPDX-License-Identifier: MIT */
/* Messages: where a token stands for the user, and the macros and includes that lead there. */
#include "asm/context.h"

#include <stdio.h>

void s9_asm_out_of_memory(s9_asm_context *context)
{
    context->memory = true;
    context->stop = true;
}

s9_asm_place s9_asm_token_place(const s9_asm_context *context, const s9_asm_token *token)
{
    s9_asm_place place = {token->file, token->line, token->column, token->length};
    for (uint32_t use = token->use; use != 0;) {
        const s9_asm_use *u = &context->uses.items[use - 1];
        if (!u->argument)
            place = u->place;
        use = u->parent;
    }
    return place;
}

/* ---- lines ---- */

static void index_lines(s9_asm_context *context, s9_asm_text *text)
{
    uint32_t count = 1, line = 1;
    for (size_t i = 0; i < text->size; i++)
        count += text->text[i] == '\n';
    size_t *starts = s9_arena_array(&context->arena, (size_t)count + 1, sizeof *starts);
    if (starts == NULL)
        return;
    for (size_t i = 0; i < text->size; i++)
        if (text->text[i] == '\n')
            starts[line++] = i + 1;
    starts[count] = text->size + 1; /* as if a newline followed */
    text->line_starts = starts;
    text->line_count = count;
}

/* The line that a place is in, without its end; NULL when it cannot be found. */
static const char *find_line(s9_asm_context *context, const s9_asm_place *place, size_t *length)
{
    const s9_asm_file *file = &context->files.items[place->file];
    s9_asm_text *text = &context->texts.items[file->text];
    if (text->line_starts == NULL)
        index_lines(context, text);
    int64_t line = place->line + file->to_physical;
    if (text->line_starts == NULL || line < 1 || line > text->line_count)
        return NULL;
    size_t start = text->line_starts[line - 1], end = text->line_starts[line] - 1;
    if (end > start && text->text[end - 1] == '\r')
        end--;
    *length = end - start;
    return text->text + start;
}

static s9_position position(const s9_asm_context *context, const s9_asm_place *place)
{
    s9_position at = s9_position_none();
    at.file = context->files.items[place->file].name;
    at.line = place->line;
    at.column = place->column;
    at.length = place->length > 0 ? place->length : 1;
    return at;
}

static void show_line(s9_asm_context *context, const s9_asm_place *place)
{
    size_t length;
    const char *line = find_line(context, place, &length);
    if (line != NULL)
        s9_report_text(context->diagnostics, line, length);
}

/* ---- reporting ---- */

#define MOST_NOTES 12u

/* The way from the place of use down to where the token was written. */
static void note_uses(s9_asm_context *context, const s9_asm_token *token)
{
    struct {
        const s9_asm_use *use;
        s9_asm_place place;
    } steps[MOST_NOTES];
    uint32_t count = 0, left_out = 0;
    s9_asm_place place = {token->file, token->line, token->column, token->length};

    for (uint32_t use = token->use; use != 0;) {
        const s9_asm_use *u = &context->uses.items[use - 1];
        if (count == MOST_NOTES) { /* the ends of a long chain say most: the middle goes */
            left_out++;
            count--;
        }
        steps[count].use = u;
        steps[count].place = u->argument ? u->definition : place;
        count++;
        if (!u->argument)
            place = u->place;
        use = u->parent;
    }
    while (count-- > 0) {
        const s9_asm_use *u = steps[count].use;
        s9_asm_note(context, &steps[count].place,
                    u->argument ? "an argument of macro '%.*s'" : "in the text of macro '%.*s'",
                    (int)(u->name_length < 40 ? u->name_length : 40), u->name);
        if (count == MOST_NOTES - 1 && left_out > 0)
            s9_report_note(context->diagnostics, NULL, "%u more macros between", (unsigned)left_out);
    }
}

static void note_includes(s9_asm_context *context, uint32_t file)
{
    for (uint32_t i = 0; i < MOST_NOTES; i++) {
        const s9_asm_file *f = &context->files.items[file];
        if (f->from_line == 0)
            return;
        s9_asm_place place = {f->from_file, f->from_line, f->from_column, f->from_length};
        s9_asm_note(context, &place, "included from here");
        file = f->from_file;
    }
}

static void report(s9_asm_context *context, s9_severity severity, const char *code, const s9_asm_token *token,
                   const char *hint, const char *format, va_list arguments)
{
    char message[512];
    s9_asm_place place = s9_asm_token_place(context, token);
    s9_position at = position(context, &place);
    vsnprintf(message, sizeof message, format, arguments);
    s9_report(context->diagnostics, severity, code, &at, hint, "%s", message);
    show_line(context, &place);
    note_uses(context, token);
    note_includes(context, place.file);
}

static void report_error(s9_asm_context *context, const char *code, const s9_asm_token *at, const char *hint,
                         const char *format, va_list arguments)
{
    if (context->mute > 0 || context->memory || context->errors >= S9_ASM_MOST_ERRORS)
        return;
    context->errors++;
    if (context->diagnostics != NULL)
        report(context, S9_ERROR, code, at, hint, format, arguments);
    if (context->errors == S9_ASM_MOST_ERRORS) {
        s9_report_note(context->diagnostics, NULL, "%u errors are enough: the rest of the text is not read",
                       (unsigned)S9_ASM_MOST_ERRORS);
        context->stop = true;
    }
}

void s9_asm_error(s9_asm_context *context, const char *code, const s9_asm_token *at, const char *hint,
                  const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_error(context, code, at, hint, format, arguments);
    va_end(arguments);
}

bool s9_asm_breach(s9_asm_context *context, const char *code, const s9_asm_token *at, const char *hint,
                   const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!context->lenient)
        report_error(context, code, at, hint, format, arguments);
    else if (context->mute == 0 && context->diagnostics != NULL && !context->memory)
        report(context, S9_WARNING, code, at, hint, format, arguments);
    va_end(arguments);
    return !context->lenient;
}

void s9_asm_warning(s9_asm_context *context, const s9_asm_token *at, const char *hint, const char *format, ...)
{
    if (context->mute > 0 || context->diagnostics == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    report(context, S9_WARNING, NULL, at, hint, format, arguments);
    va_end(arguments);
}

void s9_asm_remark(s9_asm_context *context, const s9_asm_token *at, const char *format, ...)
{
    if (context->mute > 0 || context->diagnostics == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    report(context, S9_NOTE, NULL, at, NULL, format, arguments);
    va_end(arguments);
}

void s9_asm_note(s9_asm_context *context, const s9_asm_place *place, const char *format, ...)
{
    if (context->mute > 0 || context->diagnostics == NULL)
        return;
    char message[256];
    s9_position at = position(context, place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    s9_report_note(context->diagnostics, &at, "%s", message);
    show_line(context, place);
}

const char *s9_asm_describe(const s9_asm_token *token, char *out)
{
    uint32_t shown = token->length < 40 ? token->length : 40;
    switch (token->kind) {
    case S9_TOK_END:
        snprintf(out, S9_ASM_DESCRIPTION, "the end of the text");
        break;
    case S9_TOK_LINE_END:
        snprintf(out, S9_ASM_DESCRIPTION, "the end of the line");
        break;
    case S9_TOK_STRAY:
        snprintf(out, S9_ASM_DESCRIPTION, "byte 0x%02X", (unsigned)(unsigned char)token->text[0]);
        break;
    case S9_TOK_UNCLOSED:
        snprintf(out, S9_ASM_DESCRIPTION, "a comment without end");
        break;
    case S9_TOK_STRING:
        snprintf(out, S9_ASM_DESCRIPTION, "a string");
        break;
    case S9_TOK_EXTENSION:
        snprintf(out, S9_ASM_DESCRIPTION, "a '//!' line");
        break;
    default:
        snprintf(out, S9_ASM_DESCRIPTION, "'%.*s%s'", (int)shown, token->text, shown < token->length ? "..." : "");
        break;
    }
    return out;
}
