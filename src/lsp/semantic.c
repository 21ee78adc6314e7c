/* SPDX-License-Identifier: MIT */
/* Colours by meaning, blocks that fold, and hints of what constants are. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- semantic tokens ---- */

enum {
    TYPE_KEYWORD,
    TYPE_FUNCTION,
    TYPE_VARIABLE,
    TYPE_PARAMETER,
    TYPE_PROPERTY,
    TYPE_MACRO,
    TYPE_NUMBER,
    TYPE_COMMENT,
    TYPE_STRING,
    TYPE_OPERATOR,
    TYPE_LABEL,
    TYPE_NONE
};
enum { MODIFIER_DECLARATION = 1, MODIFIER_READONLY = 2 };

json_t *semantic_legend(void)
{
    return json_pack("{s:[s,s,s,s,s,s,s,s,s,s,s], s:[s,s]}", "tokenTypes", "keyword", "function", "variable",
                     "parameter", "property", "macro", "number", "comment", "string", "operator", "label",
                     "tokenModifiers", "declaration", "readonly");
}

typedef struct painter {
    const document *d;
    json_t *data;
    size_t line, start; /* of the token before: the start of its line as an offset, and units into it */
} painter;

static size_t units(const document *d, size_t from, size_t to)
{
    if (d->utf8) {
        return to - from;
    }
    size_t count = 0;
    for (size_t i = from; i < to; i++) {
        unsigned char c = (unsigned char)d->text[i];
        count += (c & 0xC0) == 0x80 ? 0 : c >= 0xF0 ? 2 : 1;
    }
    return count;
}

static void paint_line(painter *p, size_t line, size_t start, size_t end, int type, int modifiers)
{
    size_t column = units(p->d, p->d->lines.items[line], start);
    size_t length = units(p->d, start, end);
    if (length == 0) {
        return;
    }
    json_array_append_new(p->data, json_integer((json_int_t)(line - p->line)));
    json_array_append_new(p->data, json_integer((json_int_t)(line == p->line ? column - p->start : column)));
    json_array_append_new(p->data, json_integer((json_int_t)length));
    json_array_append_new(p->data, json_integer(type));
    json_array_append_new(p->data, json_integer(modifiers));
    p->line = line;
    p->start = column;
}

/* Parts by the line: not every client takes tokens of several lines. */
static void paint(painter *p, span at, int type, int modifiers)
{
    size_t line = document_line(p->d, at.start);
    while (at.start < at.end) {
        size_t next = line + 1 < p->d->lines.count ? p->d->lines.items[line + 1] : p->d->size;
        size_t end = at.end < next ? at.end : next, visible = end;
        while (visible > at.start && (p->d->text[visible - 1] == '\n' || p->d->text[visible - 1] == '\r')) {
            visible--;
        }
        paint_line(p, line, at.start, visible, type, modifiers);
        at.start = end;
        line++;
    }
}

static bool is_keyword(const document *d, const token *t, size_t opcode)
{
    s9_opcode_reference r;
    size_t length = t->end - t->start;
    if (length >= 3 && (same_word(d->text + t->start, 3, "dcl") || same_word(d->text + t->start, 3, "def"))) {
        return true;
    }
    return s9_opcode_get(opcode, &r) && (strcmp(r.kind, "flow") == 0 || strcmp(r.kind, "mark") == 0);
}

static void paint_register(painter *p, size_t index)
{
    const token *t = &p->d->scan.tokens.items[index];
    const statement *st = t->statement == LSP_NONE ? NULL : &p->d->scan.statements.items[t->statement];
    register_name r;
    if (!token_register(p->d, index, &r)) {
        return;
    }
    int type = strchr("vtp", r.prefix[0]) != NULL ? TYPE_PARAMETER : r.prefix[0] == 'l' ? TYPE_LABEL : TYPE_VARIABLE;
    int modifiers = strchr("cibs", r.prefix[0]) != NULL ? MODIFIER_READONLY : 0;
    if (st != NULL && index == st->mnemonic + 1) {
        const token *m = &p->d->scan.tokens.items[st->mnemonic];
        if (is_keyword(p->d, m, s9_opcode_count()) ||
            (m->end - m->start == 5 && same_word(p->d->text + m->start, 5, "label"))) {
            modifiers |= MODIFIER_DECLARATION;
        }
    }
    paint(p, (span){t->start, t->start + r.length}, type, modifiers);
    paint(p, (span){t->start + r.length, t->end}, TYPE_OPERATOR, 0);
}

json_t *semantic_tokens(const document *d, span range)
{
    painter p = {.d = d, .data = json_array()};
    const scan *s = &d->scan;
    for (size_t i = 0; i < s->tokens.count; i++) {
        const token *t = &s->tokens.items[i];
        span at = {t->start, t->end};
        if (t->end <= range.start || t->start >= range.end) {
            continue;
        }
        switch (t->kind) {
        case TOKEN_VERSION:
            paint(&p, at, TYPE_KEYWORD, 0);
            break;
        case TOKEN_NUMBER:
            paint(&p, at, TYPE_NUMBER, 0);
            break;
        case TOKEN_STRING:
            paint(&p, at, TYPE_STRING, 0);
            break;
        case TOKEN_COMMENT:
        case TOKEN_EXTENSION:
            paint(&p, at, TYPE_COMMENT, 0);
            break;
        case TOKEN_DIRECTIVE:
            paint(&p, at, TYPE_MACRO, 0);
            break;
        case TOKEN_MARK:
            break;
        case TOKEN_WORD:
            if (t->role == ROLE_MNEMONIC) {
                size_t opcode = t->statement == LSP_NONE ? s9_opcode_count() : s->statements.items[t->statement].opcode;
                paint(&p, at, is_keyword(d, t, opcode) ? TYPE_KEYWORD : TYPE_FUNCTION, 0);
            } else if (t->role == ROLE_REGISTER) {
                paint_register(&p, i);
            } else if (t->role != ROLE_NONE) {
                paint(&p, at,
                      t->role == ROLE_COMPONENTS ? TYPE_PROPERTY
                      : t->role == ROLE_MACRO    ? TYPE_MACRO
                                                 : TYPE_KEYWORD,
                      0);
            }
            break;
        }
    }
    return json_pack("{s:o}", "data", p.data);
}

/* ---- folding ---- */

static void add_fold(json_t *list, size_t first, size_t last, const char *kind)
{
    if (last > first) {
        json_t *fold = json_pack("{s:I, s:I}", "startLine", (json_int_t)first, "endLine", (json_int_t)last);
        if (kind != NULL) {
            json_object_set_new(fold, "kind", json_string(kind));
        }
        json_array_append_new(list, fold);
    }
}

typedef struct stack {
    size_t *items;
    size_t count, capacity;
} stack;

static void push(stack *s, size_t line)
{
    if (GROW(s)) {
        s->items[s->count++] = line;
    }
}

/* Blocks of flow control, subroutines. */
static void fold_statements(const document *d, json_t *list)
{
    const scan *s = &d->scan;
    stack open = {0};
    size_t routine = LSP_NONE, last = 0;
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *st = &s->statements.items[i];
        size_t line = document_line(d, st->extent.start);
        const token *m = st->mnemonic == LSP_NONE ? NULL : &s->tokens.items[st->mnemonic];
        if (st->closes && open.count > 0) {
            add_fold(list, open.items[--open.count], line > 0 ? line - 1 : 0, NULL);
        }
        if (st->opens) {
            push(&open, line);
        }
        if (m != NULL && m->end - m->start == 5 && same_word(d->text + m->start, 5, "label")) {
            if (routine != LSP_NONE) {
                add_fold(list, routine, last, NULL);
            }
            routine = line;
        }
        last = document_line(d, st->extent.end);
    }
    if (routine != LSP_NONE) {
        add_fold(list, routine, last, NULL);
    }
    free(open.items);
}

/* Runs of comments, and #if blocks. */
static void fold_lines(const document *d, json_t *list)
{
    const scan *s = &d->scan;
    stack open = {0};
    size_t first = LSP_NONE, last = 0;
    for (size_t i = 0; i < s->tokens.count; i++) {
        const token *t = &s->tokens.items[i];
        bool comment = t->first && (t->kind == TOKEN_COMMENT || t->kind == TOKEN_EXTENSION);
        size_t line = comment || t->kind == TOKEN_DIRECTIVE || first != LSP_NONE ? document_line(d, t->start) : 0;
        if (first != LSP_NONE && (!comment || line != last + 1)) {
            add_fold(list, first, last, "comment");
            first = LSP_NONE;
        }
        if (comment) {
            first = first == LSP_NONE ? line : first;
            last = document_line(d, t->end > t->start ? t->end - 1 : t->end);
        }
        if (t->kind == TOKEN_DIRECTIVE) {
            size_t at = t->start + 1;
            while (at < t->end && (d->text[at] == ' ' || d->text[at] == '\t')) {
                at++;
            }
            const char *word = d->text + at;
            size_t left = t->end - at;
            bool ends = left >= 5 && memcmp(word, "endif", 5) == 0, other = left >= 4 && memcmp(word, "el", 2) == 0;
            if ((ends || other) && open.count > 0) {
                add_fold(list, open.items[--open.count], line > 0 ? line - 1 : 0, "region");
            }
            if (other || (left >= 2 && memcmp(word, "if", 2) == 0)) {
                push(&open, line);
            }
        }
    }
    if (first != LSP_NONE) {
        add_fold(list, first, last, "comment");
    }
    free(open.items);
}

json_t *folding_ranges(const document *d)
{
    json_t *list = json_array();
    fold_statements(d, list);
    fold_lines(d, list);
    return list;
}

/* ---- inlay hints ---- */

json_t *inlay_hints(const document *d, span range)
{
    json_t *list = json_array();
    const scan *s = &d->scan;
    for (size_t i = 0; i < s->tokens.count; i++) {
        const token *t = &s->tokens.items[i];
        register_name r;
        if (t->end < range.start || t->start > range.end || !token_register(d, i, &r)) {
            continue;
        }
        const statement *st = t->statement == LSP_NONE ? NULL : &s->statements.items[t->statement];
        bool defines = false;
        if (st != NULL && st->mnemonic != LSP_NONE) {
            const token *m = &s->tokens.items[st->mnemonic];
            defines = m->end - m->start >= 3 && same_word(d->text + m->start, 3, "def");
        }
        buffer label = {0};
        register_label(d, &r, &label);
        if (label.size == 0 && !defines) {
            register_value(d, &r, &label);
        }
        if (label.size != 0) {
            json_array_append_new(list,
                                  json_pack("{s:o, s:o, s:b}", "position", document_position(d, t->start + r.length),
                                            "label", buffer_json(&label), "paddingLeft", 1));
        }
        buffer_free(&label);
    }
    return list;
}
