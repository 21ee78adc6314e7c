/* SPDX-License-Identifier: MIT */
/* The flow of tokens through files, macro texts and conditions; the directives but #define and #undef. */
#include "asm/preprocess.h"

#include <stdio.h>

static void next(s9_asm_source *source, s9_asm_token *out);

void s9_pp_init(s9_preprocessor *pp, s9_asm_context *context, const s9_include *include, const s9_asm_lexer *lexer)
{
    memset(pp, 0, sizeof *pp);
    pp->source.next = next;
    pp->context = context;
    pp->include = include;
    pp->lexer = *lexer;
}

void s9_pp_finish(s9_preprocessor *pp)
{
    if (pp->include != NULL && pp->include->close != NULL)
        for (uint32_t i = pp->opened.count; i-- > 0;)
            pp->include->close(pp->include->user, &pp->opened.items[i]);
    pp->opened.count = 0;
}

/* ---- tokens ---- */

void s9_pp_raw(s9_preprocessor *pp, s9_asm_token *out)
{
    while (pp->frames.count > 0) {
        s9_pp_frame *frame = &pp->frames.items[pp->frames.count - 1];
        if (frame->at < frame->end) {
            *out = pp->stack.items[frame->at++];
            return;
        }
        if (frame->barrier) {
            memset(out, 0, sizeof *out);
            out->kind = S9_TOK_BARRIER;
            out->text = "";
            return;
        }
        if (frame->macro != NULL)
            frame->macro->active--;
        pp->stack.count = frame->start;
        pp->frames.count--;
    }
    if (pp->has_pending) {
        *out = pp->pending;
        pp->has_pending = false;
        return;
    }
    s9_asm_lex(&pp->lexer, out);
}

void s9_pp_put_back(s9_preprocessor *pp, const s9_asm_token *token)
{
    if (token->kind == S9_TOK_BARRIER)
        return;
    if (pp->frames.count > 0) {
        pp->frames.items[pp->frames.count - 1].at--;
        return;
    }
    pp->pending = *token;
    pp->has_pending = true;
}

void s9_pp_expanded(s9_preprocessor *pp, s9_asm_token *out)
{
    do
        s9_pp_raw(pp, out);
    while (out->kind == S9_TOK_WORD && s9_pp_try_replace(pp, out));
}

bool s9_pp_keep(s9_preprocessor *pp, const s9_asm_token *token)
{
    if (S9_PUSH(&pp->context->arena, &pp->scratch, *token))
        return true;
    s9_asm_out_of_memory(pp->context);
    return false;
}

/* ---- lines of directives ---- */

static void lex(s9_preprocessor *pp, s9_asm_token *out)
{
    s9_asm_lex(&pp->lexer, out);
    if (out->kind == S9_TOK_UNCLOSED)
        s9_asm_error(pp->context, NULL, out, NULL, "nothing closes this comment");
}

/* To the end of the directive's line, from behind `token`. */
static void end_directive(s9_preprocessor *pp, s9_asm_token token)
{
    /* Directives begin with no frames: what an error left of the line's macros goes. */
    while (pp->frames.count > 0) {
        s9_pp_macro *macro = pp->frames.items[--pp->frames.count].macro;
        if (macro != NULL)
            macro->active--;
    }
    pp->stack.count = 0;
    while (token.kind != S9_TOK_LINE_END)
        lex(pp, &token);
    pp->lexer.directive = false;
    pp->has_pending = false;
}

/* ---- conditions ---- */

enum { GROUP_IF, GROUP_ELIF, GROUP_ELSE, GROUP_ENDIF, GROUP_OTHER };

static int group_of(const s9_asm_token *name)
{
    const char *text = name->text;
    uint32_t n = name->length;
    if (name->kind != S9_TOK_WORD)
        return GROUP_OTHER;
    if ((n == 2 && memcmp(text, "if", 2) == 0) || (n == 5 && memcmp(text, "ifdef", 5) == 0) ||
        (n == 6 && memcmp(text, "ifndef", 6) == 0))
        return GROUP_IF;
    if (n == 4 && memcmp(text, "elif", 4) == 0)
        return GROUP_ELIF;
    if (n == 4 && memcmp(text, "else", 4) == 0)
        return GROUP_ELSE;
    return n == 5 && memcmp(text, "endif", 5) == 0 ? GROUP_ENDIF : GROUP_OTHER;
}

/* Value of #if, #ifdef, #ifndef or #elif, whose name is `name`; reads the rest of the line. */
static bool evaluate(s9_preprocessor *pp, const s9_asm_token *name)
{
    s9_asm_token token;
    bool value = false;
    if (name->length <= 4) { /* #if, #elif */
        if (!s9_pp_condition_value(pp, name, &value))
            value = false;
        lex(pp, &token);
        end_directive(pp, token);
        return value;
    }
    lex(pp, &token);
    if (token.kind != S9_TOK_WORD) {
        s9_asm_error(pp->context, NULL, name, NULL, "#%.*s needs the name of a macro", (int)name->length, name->text);
    } else {
        value = s9_pp_find(pp, token.text, token.length) != NULL;
        if (name->length == 6)
            value = !value;
    }
    end_directive(pp, token);
    return value;
}

/* Reads over the lines of a branch that is not taken, up to the directive that takes one or ends the group. */
static void skip_group(s9_preprocessor *pp)
{
    uint32_t depth = 0;
    for (;;) {
        s9_asm_token token;
        s9_asm_lex(&pp->lexer, &token);
        if (token.kind == S9_TOK_END)
            return; /* the missing #endif is found at the end of the file */
        if (token.kind != '#' || (token.flags & S9_TOK_AT_LINE_START) == 0)
            continue;
        pp->lexer.directive = true;
        s9_asm_lex(&pp->lexer, &token);
        s9_pp_condition *condition = &pp->conditions.items[pp->conditions.count - 1];
        int group = group_of(&token);
        if (group == GROUP_IF) {
            depth++;
        } else if (group == GROUP_ENDIF && depth > 0) {
            depth--;
        } else if (group == GROUP_ENDIF) {
            pp->conditions.count--;
            end_directive(pp, token);
            return;
        } else if (depth == 0 && (group == GROUP_ELIF || group == GROUP_ELSE)) {
            if (condition->otherwise)
                s9_asm_error(pp->context, NULL, &token, NULL, "#%.*s behind #else", (int)token.length, token.text);
            condition->otherwise |= group == GROUP_ELSE;
            bool take = !condition->taken && (group == GROUP_ELSE || evaluate(pp, &token));
            if (pp->lexer.directive)
                end_directive(pp, token);
            if (take) {
                condition->taken = true;
                return;
            }
            continue;
        }
        while (token.kind != S9_TOK_LINE_END)
            s9_asm_lex(&pp->lexer, &token);
        pp->lexer.directive = false;
    }
}

static void open_condition(s9_preprocessor *pp, const s9_asm_token *hash, const s9_asm_token *name)
{
    s9_pp_condition condition = {*hash, false, false};
    if (name->line == hash->line)
        condition.start.length = name->column + name->length - hash->column;
    condition.taken = evaluate(pp, name);
    if (!S9_PUSH(&pp->context->arena, &pp->conditions, condition))
        s9_asm_out_of_memory(pp->context);
    else if (!condition.taken)
        skip_group(pp);
}

/* #elif, #else or #endif behind a branch that was taken. */
static void close_branch(s9_preprocessor *pp, const s9_asm_token *name, int group)
{
    if (pp->conditions.count == pp->base_conditions) {
        s9_asm_error(pp->context, NULL, name, NULL, "#%.*s without #if", (int)name->length, name->text);
        end_directive(pp, *name);
        return;
    }
    s9_pp_condition *condition = &pp->conditions.items[pp->conditions.count - 1];
    if (group == GROUP_ENDIF) {
        pp->conditions.count--;
        end_directive(pp, *name);
        return;
    }
    if (condition->otherwise)
        s9_asm_error(pp->context, NULL, name, NULL, "#%.*s behind #else", (int)name->length, name->text);
    condition->otherwise |= group == GROUP_ELSE;
    end_directive(pp, *name);
    skip_group(pp);
}

static void close_conditions(s9_preprocessor *pp)
{
    while (pp->conditions.count > pp->base_conditions) {
        s9_asm_token *start = &pp->conditions.items[--pp->conditions.count].start;
        s9_asm_error(pp->context, NULL, start, NULL, "no #endif ends this group");
    }
}

/* ---- #include ---- */

/* The name behind #include; false when there is none (reported). */
static bool include_name(s9_preprocessor *pp, const s9_asm_token *directive, s9_asm_token *token, const char **name,
                         size_t *length, bool *system)
{
    s9_pp_expanded(pp, token);
    *system = token->kind == '<';
    if (token->kind == S9_TOK_STRING) {
        *name = token->text + 1;
        *length = token->length - 2;
    } else if (*system && pp->frames.count == 0) {
        const char *start = pp->lexer.at, *p = start;
        while (p < pp->lexer.end && *p != '>' && *p != '\n')
            p++;
        if (p == pp->lexer.end || *p != '>') {
            s9_asm_error(pp->context, NULL, token, NULL, "no '>' closes the file name");
            return false;
        }
        *name = start;
        *length = (size_t)(p - start);
        pp->lexer.at = p + 1;
    } else {
        s9_asm_error(pp->context, NULL, directive, NULL, "#include needs \"file\" or <file>");
        return false;
    }
    if (*length == 0) {
        s9_asm_error(pp->context, NULL, token, NULL, "the file name is empty");
        return false;
    }
    return true;
}

static bool same_path(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

/* The file that is read at present, and those that wait for it, from the inside out; false: `path` is none of them. */
static bool is_open(const s9_preprocessor *pp, const char *path)
{
    const s9_asm_context *c = pp->context;
    if (same_path(c->texts.items[c->files.items[pp->lexer.file].text].path, path))
        return true;
    for (uint32_t i = 0; i < pp->readers.count; i++)
        if (same_path(c->texts.items[c->files.items[pp->readers.items[i].lexer.file].text].path, path))
            return true;
    return false;
}

/* The texts' number of an opened file; a file that was read before keeps its text. */
static bool add_text(s9_preprocessor *pp, const s9_include_file *file, const char *path, uint32_t *number)
{
    s9_asm_context *c = pp->context;
    for (uint32_t i = 0; i < c->texts.count; i++) {
        const s9_asm_text *known = &c->texts.items[i];
        if (same_path(known->path, path) && known->size == file->size &&
            (file->size == 0 || memcmp(known->text, file->text, file->size) == 0)) {
            *number = i;
            return true;
        }
    }
    s9_asm_text text = {path, file->text, file->size, NULL, 0};
    *number = c->texts.count;
    return S9_PUSH(&c->arena, &c->texts, text);
}

static void enter_file(s9_preprocessor *pp, const s9_include_file *file, const char *path, const s9_asm_token *at)
{
    s9_asm_context *c = pp->context;
    s9_asm_file entry = {path, 0, 0, at->file, at->line, at->column, at->length};
    s9_pp_reader reader = {pp->lexer, pp->base_conditions};
    if (!add_text(pp, file, path, &entry.text) || !S9_PUSH(&c->arena, &c->files, entry) ||
        !S9_PUSH(&c->arena, &pp->readers, reader)) {
        s9_asm_out_of_memory(c);
        return;
    }
    const s9_asm_text *text = &c->texts.items[entry.text];
    s9_asm_lexer_init(&pp->lexer, text->text, text->size, c->files.count - 1, 1);
    if (text->size >= 3 && memcmp(text->text, "\xEF\xBB\xBF", 3) == 0)
        pp->lexer.at += 3;
    pp->base_conditions = pp->conditions.count;
}

static void include_directive(s9_preprocessor *pp, const s9_asm_token *hash, const s9_asm_token *directive)
{
    s9_asm_context *c = pp->context;
    s9_asm_token token, at = *hash;
    const char *written;
    size_t length;
    bool system;
    bool good = include_name(pp, directive, &token, &written, &length, &system);
    char *name = good ? s9_arena_strndup(&c->arena, written, length) : NULL;
    if (good)
        at.length =
            token.use == 0 && token.line == at.line ? token.column + (uint32_t)length + 2 - at.column : at.length;
    end_directive(pp, token);
    if (!good)
        return;
    if (name == NULL) {
        s9_asm_out_of_memory(c);
        return;
    }
    if (pp->include == NULL || pp->include->open == NULL) {
        s9_asm_error(c, NULL, &at, NULL, "'%s' cannot be included: no files are at hand here", name);
        return;
    }
    const char *from = c->texts.items[c->files.items[pp->lexer.file].text].path;
    s9_include_file file = {NULL, NULL, 0, NULL, NULL};
    /* The list of what is to be closed has room before anything is opened. */
    if (!S9_RESERVE(&c->arena, &pp->opened)) {
        s9_asm_out_of_memory(c);
        return;
    }
    s9_result result = pp->include->open(pp->include->user, name, system, from, &file);
    if (result != S9_OK) {
        if (result == S9_ERROR_MEMORY) {
            s9_asm_out_of_memory(c);
            return;
        }
        s9_asm_error(c, NULL, &at,
                     file.reason != NULL ? NULL
                     : system            ? "it is looked for in the folders that are given (-I DIR)"
                              : "it is looked for beside this file, then in the folders that are given (-I DIR)",
                     "'%s' cannot be read%s%s", name, file.reason != NULL ? ": " : "",
                     file.reason != NULL ? file.reason : "");
        c->stop |= result != S9_ERROR_IO;
        return;
    }
    pp->opened.items[pp->opened.count++] = file;
    const char *path = file.path != NULL ? file.path : name;
    if (file.size > UINT32_MAX / 2 || (file.text == NULL && file.size > 0)) {
        s9_asm_error(c, NULL, &at, NULL, "'%s' is too large", name);
        return;
    }
    pp->included += file.size;
    if (++pp->includes > S9_PP_MOST_INCLUDES || pp->included > S9_PP_MOST_INCLUDED ||
        pp->readers.count >= S9_PP_DEEPEST_INCLUDE) {
        bool cycle = is_open(pp, path);
        s9_asm_error(c, NULL, &at, cycle ? "guard the file with #ifndef, #define and #endif" : NULL,
                     cycle ? "'%s' includes itself without end" : "too much is included at '%s'", path);
        c->stop = true;
        return;
    }
    enter_file(pp, &file, path, &at);
}

/* At the end of a file: back to the one that included it; false when that was the main text. */
static bool leave_file(s9_preprocessor *pp)
{
    close_conditions(pp);
    if (pp->readers.count == 0)
        return false;
    const s9_pp_reader *reader = &pp->readers.items[--pp->readers.count];
    pp->lexer = reader->lexer;
    pp->base_conditions = reader->conditions;
    return true;
}

/* ---- #line ---- */

/*
 * In the listing of a compiler #line names the source that was compiled, which says nothing of the line of assembly
 * that somebody has edited, and which he mostly does not have.
 */
static bool is_of_compiler(s9_preprocessor *pp)
{
    if (pp->compiled == 0) {
        const s9_asm_text *text = &pp->context->texts.items[0];
        pp->compiled = s9_asm_is_compiled(text->text, text->size) ? 2 : 1;
    }
    return pp->compiled == 2;
}

static void line_directive(s9_preprocessor *pp, const s9_asm_token *directive, s9_asm_token token)
{
    s9_asm_context *c = pp->context;
    const s9_asm_file *present = &c->files.items[pp->lexer.file];
    s9_asm_file entry = *present;
    uint64_t line = 0;
    bool good = token.kind == S9_TOK_NUMBER && token.length <= 10;
    for (uint32_t i = 0; good && i < token.length; i++) {
        good = s9_asm_is_digit(token.text[i]);
        line = line * 10 + (uint32_t)(token.text[i] - '0');
    }
    if (!good || line > INT32_MAX) {
        s9_asm_error(c, NULL, directive, NULL, "#line needs a number, and may have a file name in quotes");
        end_directive(pp, token);
        return;
    }
    s9_pp_expanded(pp, &token);
    if (token.kind == S9_TOK_STRING) {
        entry.name = s9_arena_strndup(&c->arena, token.text + 1, token.length - 2);
        if (entry.name == NULL)
            s9_asm_out_of_memory(c);
    } else if (token.kind != S9_TOK_LINE_END) {
        s9_asm_error(c, NULL, directive, NULL, "#line needs a number, and may have a file name in quotes");
    }
    end_directive(pp, token);
    if (is_of_compiler(pp))
        return;
    /* The line behind the directive gets the number. */
    entry.to_physical = (int64_t)pp->lexer.line + present->to_physical + 1 - (int64_t)line;
    if (!S9_PUSH(&c->arena, &c->files, entry)) {
        s9_asm_out_of_memory(c);
        return;
    }
    pp->lexer.file = c->files.count - 1;
    pp->lexer.line = (uint32_t)line - 1; /* the newline at the directive's end adds one */
}

/* ---- directives ---- */

static void error_directive(s9_preprocessor *pp, const s9_asm_token *hash, const s9_asm_token *name)
{
    const char *start = name->text + name->length, *stop = start;
    while (stop < pp->lexer.end && *stop != '\n')
        stop++;
    while (stop > start && (stop[-1] == '\r' || stop[-1] == ' ' || stop[-1] == '\t'))
        stop--;
    while (start < stop && (*start == ' ' || *start == '\t'))
        start++;
    s9_asm_token at = *hash;
    at.length = (uint32_t)(stop - hash->text);
    int length = stop - start < 300 ? (int)(stop - start) : 300;
    s9_asm_error(pp->context, NULL, &at, NULL, "#error%s%.*s", length > 0 ? ": " : "", length, start);
    pp->context->stop = true;
}

static bool is_named(const s9_asm_token *token, const char *name)
{
    return token->kind == S9_TOK_WORD && strlen(name) == token->length && memcmp(token->text, name, token->length) == 0;
}

static void directive(s9_preprocessor *pp, const s9_asm_token *hash)
{
    s9_asm_token name;
    pp->lexer.directive = true;
    lex(pp, &name);
    int group = group_of(&name);
    if (name.kind == S9_TOK_LINE_END) {
        end_directive(pp, name);
    } else if (name.kind == S9_TOK_NUMBER) { /* # 12 "file", as C preprocessors print it */
        line_directive(pp, &name, name);
    } else if (group == GROUP_IF) {
        open_condition(pp, hash, &name);
    } else if (group != GROUP_OTHER) {
        close_branch(pp, &name, group);
    } else if (is_named(&name, "include")) {
        include_directive(pp, hash, &name);
    } else if (is_named(&name, "define")) {
        s9_pp_define_directive(pp, &name);
        lex(pp, &name);
        end_directive(pp, name);
    } else if (is_named(&name, "undef")) {
        s9_pp_undef_directive(pp, &name);
        lex(pp, &name);
        end_directive(pp, name);
    } else if (is_named(&name, "line")) {
        s9_asm_token number;
        s9_pp_expanded(pp, &number);
        line_directive(pp, &name, number);
    } else if (is_named(&name, "error")) {
        error_directive(pp, hash, &name);
        end_directive(pp, name);
    } else if (is_named(&name, "pragma")) {
        end_directive(pp, name);
    } else {
        char shown[S9_ASM_DESCRIPTION];
        s9_asm_error(
            pp->context, NULL, &name,
            "directives are #include #define #undef #if #ifdef #ifndef #elif #else #endif #line #error #pragma",
            "unknown preprocessor directive %s", s9_asm_describe(&name, shown));
        end_directive(pp, name);
    }
}

static void next(s9_asm_source *source, s9_asm_token *out)
{
    s9_preprocessor *pp = (s9_preprocessor *)source; /* the source is its first member */
    for (;;) {
        s9_pp_expanded(pp, out);
        if (pp->context->stop) {
            out->kind = S9_TOK_END;
            return;
        }
        if (out->kind == '#' && pp->frames.count == 0 && (out->flags & S9_TOK_AT_LINE_START) != 0) {
            directive(pp, out);
            continue;
        }
        if (out->kind != S9_TOK_END || !leave_file(pp))
            return;
    }
}
