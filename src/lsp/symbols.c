/* SPDX-License-Identifier: MIT */
/* Where registers, labels, macros and constants are defined and used; their names; the outline. */
#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What the pointer is on. */
typedef struct target {
    bool found, is_macro;
    register_name reg;
    span at; /* the name, without a modifier */
    const char *word;
    size_t length;
} target;

static bool macro_named(const document *d, const char *word, size_t length)
{
    for (size_t i = 0; i < d->scan.macros.count; i++) {
        if (strlen(d->scan.macros.items[i].text) == length && memcmp(d->scan.macros.items[i].text, word, length) == 0) {
            return true;
        }
    }
    return false;
}

static target target_at(const document *d, size_t offset)
{
    target out = {0};
    size_t index = token_at(&d->scan, offset);
    if (index == LSP_NONE) {
        return out;
    }
    const token *t = &d->scan.tokens.items[index];
    out.at = (span){t->start, t->end};
    if (t->kind == TOKEN_DIRECTIVE) {
        for (size_t i = 0; i < d->scan.words.count; i++) {
            span w = d->scan.words.items[i];
            if (offset >= w.start && offset <= w.end) {
                out.at = w;
                out.is_macro = out.found = macro_named(d, d->text + w.start, w.end - w.start);
                if (!out.found && read_register(d->text + w.start, w.end - w.start, &out.reg)) {
                    out.found = true;
                    out.at.end = w.start + out.reg.length;
                }
            }
        }
    } else if (t->kind == TOKEN_EXTENSION || t->kind == TOKEN_COMMENT) {
        for (size_t i = 0; i < d->names.count; i++) { /* the name of a constant stands for its register */
            const constant_name *n = &d->names.items[i];
            if (offset >= n->at.start && offset <= n->at.end) {
                static const char letters[] = {'c', 'i', 'b', 's'};
                out.reg = (register_name){.number = n->first, .numbered = true, .length = 0};
                out.reg.prefix[0] = letters[n->set];
                out.at = n->at;
                out.found = true;
            }
        }
    } else if (t->role == ROLE_MACRO) {
        out.found = out.is_macro = true;
    } else if (t->role == ROLE_REGISTER) {
        out.found = read_register(d->text + t->start, t->end - t->start, &out.reg);
        out.at.end = t->start + out.reg.length;
    }
    out.word = d->text + out.at.start;
    out.length = out.at.end - out.at.start;
    return out;
}

typedef void (*each_place)(void *context, span at, size_t token);

/* Every place of the target, in order within statements, then within directives. */
static void each(const document *d, const target *what, each_place call, void *context)
{
    const scan *s = &d->scan;
    for (size_t i = 0; i < s->tokens.count; i++) {
        const token *t = &s->tokens.items[i];
        register_name r;
        if (what->is_macro) {
            if (t->role == ROLE_MACRO && t->end - t->start == what->length &&
                memcmp(d->text + t->start, what->word, what->length) == 0) {
                call(context, (span){t->start, t->end}, i);
            }
        } else if (token_register(d, i, &r) && same_register(&r, &what->reg)) {
            call(context, (span){t->start, t->start + r.length}, i);
        }
    }
    for (size_t i = 0; i < s->words.count; i++) {
        span w = s->words.items[i];
        register_name r;
        if (what->is_macro) {
            if (w.end - w.start == what->length && memcmp(d->text + w.start, what->word, what->length) == 0) {
                call(context, w, LSP_NONE);
            }
        } else if (read_register(d->text + w.start, w.end - w.start, &r) && same_register(&r, &what->reg)) {
            call(context, (span){w.start, w.start + r.length}, LSP_NONE);
        }
    }
}

/* Is the token the first operand of a statement of the kind? */
static bool first_operand(const document *d, size_t index, const statement **out)
{
    const token *t = &d->scan.tokens.items[index];
    const statement *st = t->statement == LSP_NONE ? NULL : &d->scan.statements.items[t->statement];
    *out = st;
    return st != NULL && st->mnemonic != LSP_NONE && index == st->mnemonic + 1;
}

static bool mnemonic_begins(const document *d, const statement *st, const char *word)
{
    const token *t = &d->scan.tokens.items[st->mnemonic];
    size_t length = strlen(word);
    return t->end - t->start >= length && same_word(d->text + t->start, length, word);
}

static bool is_write(const document *d, size_t index)
{
    const statement *st;
    return index != LSP_NONE && first_operand(d, index, &st) &&
           (st->destination || mnemonic_begins(d, st, "def") || mnemonic_begins(d, st, "dcl") ||
            mnemonic_begins(d, st, "label"));
}

typedef struct places {
    const document *d;
    json_t *list;
    bool declarations;      /* wanted, too */
    span declared, written; /* the first of each */
    bool has_declared, has_written;
} places;

static void note_place(void *context, span at, size_t index)
{
    places *p = context;
    const statement *st;
    if (index == LSP_NONE || !first_operand(p->d, index, &st)) {
        return;
    }
    bool declares =
        mnemonic_begins(p->d, st, "def") || mnemonic_begins(p->d, st, "dcl") || mnemonic_begins(p->d, st, "label");
    if (declares && !p->has_declared) {
        p->declared = at;
        p->has_declared = true;
    } else if (st->destination && !p->has_written) {
        p->written = at;
        p->has_written = true;
    }
}

static bool find_definition(const document *d, const target *what, span *out)
{
    if (what->is_macro) {
        for (size_t i = 0; i < d->scan.macros.count; i++) {
            const macro *m = &d->scan.macros.items[i];
            if (strlen(m->text) == what->length && memcmp(m->text, what->word, what->length) == 0) {
                *out = m->name;
                return true;
            }
        }
        return false;
    }
    places p = {.d = d};
    each(d, what, note_place, &p);
    s9_register_set set;
    if (!p.has_declared && register_set_of(&what->reg, &set)) {
        for (size_t i = 0; i < d->names.count; i++) { /* where the text names it */
            const constant_name *n = &d->names.items[i];
            if (n->set == set && what->reg.number >= n->first && what->reg.number - n->first < n->count) {
                *out = n->at;
                return true;
            }
        }
    }
    *out = p.has_declared ? p.declared : p.written;
    return p.has_declared || p.has_written;
}

static json_t *location(const document *d, span at)
{
    return json_pack("{s:s, s:o}", "uri", d->uri, "range", document_range(d, at));
}

json_t *definition(const document *d, size_t offset)
{
    target what = target_at(d, offset);
    span at;
    return what.found && find_definition(d, &what, &at) ? location(d, at) : NULL;
}

typedef struct reference_list {
    const document *d;
    json_t *list;
    bool with_definition;
    span definition;
    bool has_definition;
} reference_list;

static void add_reference(void *context, span at, size_t index)
{
    reference_list *r = context;
    (void)index;
    if (r->with_definition || !r->has_definition || at.start != r->definition.start) {
        json_array_append_new(r->list, location(r->d, at));
    }
}

json_t *references(const document *d, size_t offset, bool declaration)
{
    target what = target_at(d, offset);
    if (!what.found) {
        return NULL;
    }
    reference_list r = {.d = d, .list = json_array(), .with_definition = declaration};
    r.has_definition = find_definition(d, &what, &r.definition);
    each(d, &what, add_reference, &r);
    return r.list;
}

static void add_highlight(void *context, span at, size_t index)
{
    places *p = context;
    json_array_append_new(
        p->list, json_pack("{s:o, s:i}", "range", document_range(p->d, at), "kind", is_write(p->d, index) ? 3 : 2));
}

json_t *highlights(const document *d, size_t offset)
{
    target what = target_at(d, offset);
    if (!what.found) {
        return NULL;
    }
    places p = {.d = d, .list = json_array()};
    each(d, &what, add_highlight, &p);
    return p.list;
}

/* ---- rename ---- */

/* Registers without a number have one name only. */
static bool can_rename(const target *what)
{
    return what->found && what->length != 0 && (what->is_macro || (what->reg.numbered && what->reg.length != 0));
}

json_t *prepare_rename(const document *d, size_t offset)
{
    target what = target_at(d, offset);
    if (!can_rename(&what)) {
        return NULL;
    }
    json_t *name = json_stringn(what.word, what.length);
    return json_pack("{s:o, s:o}", "range", document_range(d, what.at), "placeholder", name);
}

static bool is_name(const char *name)
{
    size_t length = strlen(name);
    return length != 0 && length < 64 && (name[0] < '0' || name[0] > '9') &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == length;
}

typedef struct rename_edits {
    const document *d;
    json_t *edits;
    const char *name;
} rename_edits;

static void add_edit(void *context, span at, size_t index)
{
    rename_edits *r = context;
    (void)index;
    json_array_append_new(r->edits, text_edit(r->d, at, r->name));
}

static void count_place(void *context, span at, size_t index)
{
    (void)at;
    (void)index;
    ++*(size_t *)context;
}

/* Rows that a matrix instruction reads from its last operand on, 0 for others: "m4x3" reads three. */
static uint32_t matrix_rows(const statement *st)
{
    s9_opcode_reference r;
    if (!s9_opcode_get(st->opcode, &r) || r.name[0] != 'm' || strlen(r.name) != 4 || r.name[2] != 'x') {
        return 0;
    }
    return (uint32_t)(r.name[3] - '0');
}

/* Why a register is used in ways that its name does not show: by an index, or as a row of a matrix. NULL: it is not. */
static const char *hidden_use(const document *d, const register_name *a, const register_name *b)
{
    const scan *s = &d->scan;
    for (size_t f = 0; d->reflection != NULL && f < s9_reflection_file_count(d->reflection); f++) {
        const s9_register_use *use = s9_reflection_file(d->reflection, f);
        if (use->relative && strcmp(use->name, a->prefix) == 0) {
            return "registers of this kind are indexed here: another number would be another element";
        }
    }
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *st = &s->statements.items[i];
        uint32_t rows = matrix_rows(st);
        register_name row;
        for (size_t t = rows == 0 ? st->end : st->first; t < st->end; t++) {
            if (s->tokens.items[t].role != ROLE_REGISTER || t <= st->mnemonic + 1 || !token_register(d, t, &row) ||
                strcmp(row.prefix, a->prefix) != 0 || !is_mark(s, d->text, t - 1, ',')) {
                continue;
            }
            bool last = true;
            for (size_t n = t + 1; n < st->end; n++) {
                last &= !is_mark(s, d->text, n, ',');
            }
            if (last && (a->number - row.number < rows || b->number - row.number < rows)) {
                return "a matrix instruction reads this register with its neighbours";
            }
        }
    }
    return NULL;
}

json_t *rename_to(const document *d, size_t offset, const char *name, const char **error)
{
    target what = target_at(d, offset);
    register_name other = {0};
    s9_register_reference info;
    size_t taken = 0;
    *error = NULL;
    if (!can_rename(&what)) {
        *error = "only registers with a number, labels and macros can be renamed";
    } else if (what.is_macro) {
        if (!is_name(name) || read_register(name, strlen(name), &other) ||
            s9_opcode_of_text(name, strlen(name)) != s9_opcode_count()) {
            *error = "a macro is named by letters, digits and _, and not as a register or an instruction";
        } else if (macro_named(d, name, strlen(name)) &&
                   (strlen(name) != what.length || memcmp(name, what.word, what.length) != 0)) {
            *error = "there is a macro of this name already";
        }
    } else if (!read_register(name, strlen(name), &other) || other.length != strlen(name) || !other.numbered ||
               strcmp(other.prefix, what.reg.prefix) != 0) {
        *error = "a register can only become another one of its kind, such as r1 of r0";
    } else if (register_info(d, &other, &info) && other.number >= info.count) {
        *error = "the version has no such register";
    } else if (!same_register(&other, &what.reg) && (*error = hidden_use(d, &what.reg, &other)) == NULL) {
        target there = {.found = true, .reg = other};
        each(d, &there, count_place, &taken);
        if (taken != 0) {
            *error = "this register is in use already: two would become one";
        }
    }
    if (*error != NULL) {
        return NULL;
    }
    rename_edits r = {.d = d, .edits = json_array(), .name = name};
    each(d, &what, add_edit, &r);
    return json_pack("{s:{s:o}}", "changes", d->uri, r.edits);
}

/* ---- outline ---- */

enum { SYMBOL_MODULE = 2, SYMBOL_FUNCTION = 12, SYMBOL_VARIABLE = 13, SYMBOL_CONSTANT = 14, SYMBOL_INTERFACE = 11 };

static json_t *symbol(const document *d, span name, span whole, int kind, const char *detail)
{
    json_t *out = json_pack("{s:o, s:i, s:o, s:o}", "name", json_stringn(d->text + name.start, name.end - name.start),
                            "kind", kind, "range", document_range(d, whole), "selectionRange", document_range(d, name));
    if (out != NULL && detail != NULL && detail[0] != '\0') {
        json_object_set_new(out, "detail", text_json(detail));
    }
    return out;
}

json_t *document_symbols(const document *d)
{
    const scan *s = &d->scan;
    json_t *list = json_array();
    for (size_t i = 0; i < s->macros.count; i++) {
        json_array_append_new(list,
                              symbol(d, s->macros.items[i].name, s->macros.items[i].whole, SYMBOL_CONSTANT, "macro"));
    }
    for (size_t i = 0; i < s->statements.count; i++) {
        const statement *st = &s->statements.items[i];
        register_name r;
        if (st->mnemonic == LSP_NONE) {
            continue;
        }
        const token *m = &s->tokens.items[st->mnemonic];
        if (m->kind == TOKEN_VERSION) {
            span name = {m->start, m->end};
            json_array_append_new(
                list, symbol(d, name, name, SYMBOL_MODULE,
                             d->text[m->start] == 'v' || d->text[m->start] == 'V' ? "vertex shader" : "pixel shader"));
            continue;
        }
        bool label = mnemonic_begins(d, st, "label"), declares = mnemonic_begins(d, st, "dcl");
        if ((!label && !declares && !mnemonic_begins(d, st, "def")) || !token_register(d, st->mnemonic + 1, &r)) {
            continue;
        }
        const token *t = &s->tokens.items[st->mnemonic + 1];
        span name = {t->start, t->start + r.length}, whole = st->extent;
        buffer detail = {0};
        if (label) { /* a subroutine goes to its last ret */
            for (size_t n = i + 1; n < s->statements.count; n++) {
                const statement *next = &s->statements.items[n];
                if (next->mnemonic != LSP_NONE && mnemonic_begins(d, next, "label")) {
                    break;
                }
                whole.end = next->extent.end;
            }
            buffer_put(&detail, "subroutine");
        } else {
            register_label(d, &r, &detail);
            buffer_put(&detail, detail.size != 0 ? " " : "");
            if (declares) {
                buffer_bytes(&detail, d->text + m->start, m->end - m->start);
            } else {
                register_value(d, &r, &detail);
            }
        }
        json_array_append_new(list, symbol(d, name, whole,
                                           label      ? SYMBOL_FUNCTION
                                           : declares ? SYMBOL_VARIABLE
                                                      : SYMBOL_CONSTANT,
                                           detail.data));
        buffer_free(&detail);
    }
    for (size_t i = 0; i < d->names.count; i++) {
        const constant_name *n = &d->names.items[i];
        static const char letters[] = "cibs";
        buffer detail = {0};
        buffer_format(&detail, "%c%" PRIu32, letters[n->set], n->first);
        json_array_append_new(list, symbol(d, n->at, n->at, SYMBOL_INTERFACE, detail.data));
        buffer_free(&detail);
    }
    return list;
}
