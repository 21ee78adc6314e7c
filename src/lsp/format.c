/* SPDX-License-Identifier: MIT */
/*
 * Formatting: one statement a line, blocks indented, blanks behind commas. Only white space between tokens changes, so
 * each edit is one gap; what the edits give is assembled and compared before they are offered.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct gap {
    span at;
    char *text; /* NULL: memory ran out */
} gap;

typedef struct gaps {
    gap *items;
    size_t count, capacity;
    bool failed;
} gaps;

typedef struct style {
    const document *d;
    const char *newline;
    size_t base;  /* columns in front of the version statement */
    size_t width; /* of a level */
    bool tabs;
    int depth;
} style;

static size_t count_feeds(const document *d, size_t from, size_t to)
{
    size_t count = 0;
    for (size_t i = from; i < to; i++) {
        count += d->text[i] == '\n';
    }
    return count;
}

static void put_indent(buffer *out, const style *s, int levels)
{
    for (size_t i = 0; i < s->base; i++) {
        buffer_put(out, " ");
    }
    enum { DEEPEST = 32 }; /* beyond what any version nests; thousands of levels would be more blanks than text */
    levels = levels > DEEPEST ? DEEPEST : levels;
    for (int level = 0; level < levels; level++) {
        if (s->tabs) {
            buffer_put(out, "\t");
        }
        for (size_t i = 0; !s->tabs && i < s->width; i++) {
            buffer_put(out, " ");
        }
    }
}

/* Line ends in front of a token: an empty line is kept, several become one. */
static void put_lines(buffer *out, const style *s, size_t feeds)
{
    for (size_t i = 0; i < (feeds > 1 ? 2u : 1u); i++) {
        buffer_put(out, s->newline);
    }
}

/* Between two tokens of one statement on one line. */
static const char *between(const style *s, size_t before, size_t after)
{
    const scan *c = &s->d->scan;
    const char *text = s->d->text;
    const token *a = &c->tokens.items[before], *b = &c->tokens.items[after];
    char left = a->kind == TOKEN_MARK ? text[a->start] : '\0', right = b->kind == TOKEN_MARK ? text[b->start] : '\0';
    const statement *st = a->statement == LSP_NONE ? NULL : &c->statements.items[a->statement];
    bool named = st != NULL && before == st->mnemonic;
    if (left == ',') {
        return " ";
    }
    if (right == ',' || right == ']' || right == ')' || left == '[' || left == '(' || left == '!') {
        return "";
    }
    if (right == '.' || left == '.') {
        return right == '.' && named ? " " : "";
    }
    if (right == '[') {
        return "";
    }
    if (left == '+' || right == '+') { /* co-issue, or a sum in brackets */
        return " ";
    }
    if (left == '-') {
        return "";
    }
    if (right == '-') {
        return named || a->kind != TOKEN_NUMBER ? " " : "";
    }
    if (left == '\0' && right == '\0') {
        return " ";
    }
    if (left == ')' || right == '!' || right == '(') {
        return right == '!' && !named && left != '\0' ? "" : " ";
    }
    return NULL; /* as it is */
}

static bool is_line_comment(const token *t)
{
    return (t->kind == TOKEN_COMMENT && !t->block) || t->kind >= TOKEN_EXTENSION;
}

/* What should stand in front of token `i`; `before` is the one before, LSP_NONE at the start. */
static void put_gap(buffer *out, style *s, size_t before, size_t i)
{
    const document *d = s->d;
    const scan *c = &d->scan;
    const token *t = &c->tokens.items[i], *p = before == LSP_NONE ? NULL : &c->tokens.items[before];
    size_t start = p == NULL ? 0 : p->end;
    size_t feeds = count_feeds(d, start, t->start);
    bool whole_line = t->kind == TOKEN_DIRECTIVE || t->kind == TOKEN_EXTENSION;
    bool comment = t->kind == TOKEN_COMMENT;
    const statement *st = t->statement == LSP_NONE ? NULL : &c->statements.items[t->statement];
    bool starts = st != NULL && st->first == i;

    /* The header and the footer of a listing stand at the margin, its statements do not. */
    bool stays_out =
        s->base > 0 && (comment || t->kind == TOKEN_EXTENSION) && (t->start == 0 || d->text[t->start - 1] == '\n');

    if (starts && st->closes && s->depth > 0) {
        s->depth--;
    }
    int depth = s->depth;
    if (starts && st->opens) {
        s->depth++;
    }
    bool breaks = whole_line || starts || (comment && t->first) || (p != NULL && is_line_comment(p));
    if (p == NULL) { /* the start of the text */
        if (!whole_line && !stays_out) {
            put_indent(out, s, depth);
        }
        return;
    }
    if (whole_line && !t->first) { /* "//!" behind a statement */
        buffer_put(out, " ");
        return;
    }
    /* The comment in front of a statement on its line stays there: comment, statement. */
    if (starts && p->kind == TOKEN_COMMENT && p->block && feeds == 0) {
        buffer_put(out, " ");
        return;
    }
    if (breaks) {
        put_lines(out, s, feeds);
        if (comment && t->first) {
            /* A comment belongs to what follows: `else` and `endif` stand a level further out. */
            size_t next = i + 1;
            while (next < c->tokens.count && c->tokens.items[next].kind == TOKEN_COMMENT) {
                next++;
            }
            const token *n = next < c->tokens.count ? &c->tokens.items[next] : NULL;
            const statement *after = n == NULL || n->statement == LSP_NONE ? NULL : &c->statements.items[n->statement];
            if (after != NULL && after->first == next && after->closes && depth > 0) {
                depth--;
            }
        }
        bool continued = st != NULL && !starts; /* a line comment stands inside of a statement */
        if (t->kind != TOKEN_DIRECTIVE && !stays_out) {
            put_indent(out, s, depth + (continued ? 1 : 0));
        }
        return;
    }
    if (comment) { /* behind a statement: the distance is kept, so that columns of comments stay */
        size_t blanks = t->start - start;
        for (size_t k = start; k < t->start; k++) {
            blanks = d->text[k] == ' ' ? blanks : 1;
        }
        for (size_t k = 0; k < (blanks == 0 ? 1 : blanks); k++) {
            buffer_put(out, " ");
        }
        return;
    }
    if (p->kind == TOKEN_COMMENT) {
        buffer_put(out, " ");
        return;
    }
    const char *blank = between(s, before, i);
    if (blank != NULL) {
        buffer_put(out, blank);
    } else if (feeds != 0) {
        buffer_put(out, " ");
    } else {
        buffer_bytes(out, d->text + start, t->start - start);
    }
}

static void add_gap(gaps *list, const document *d, span at, buffer *wanted)
{
    size_t size = at.end - at.start;
    if (wanted->failed ||
        (size == wanted->size && (size == 0 || memcmp(d->text + at.start, wanted->data, size) == 0))) {
        list->failed |= wanted->failed;
        return;
    }
    char *text = copy_bytes(wanted->size == 0 ? "" : wanted->data, wanted->size);
    if (text == NULL || !GROW(list)) {
        free(text);
        list->failed = true;
        return;
    }
    list->items[list->count++] = (gap){at, text};
}

static void find_style(style *s, const json_t *options)
{
    const document *d = s->d;
    json_int_t width = json_integer_value(json_object_get(options, "tabSize"));
    const json_t *blanks = json_object_get(options, "insertSpaces");
    s->width = width < 1 ? 4 : width > 16 ? 16 : (size_t)width;
    s->tabs = json_is_false(blanks);
    const char *feed = memchr(d->text, '\n', d->size);
    s->newline = feed != NULL && feed > d->text && feed[-1] == '\r' ? "\r\n" : "\n";
    if (d->scan.version != LSP_NONE && d->scan.tokens.items[d->scan.version].first) { /* listings stand four in */
        size_t at = d->scan.tokens.items[d->scan.version].start;
        while (at > 0 && d->text[at - 1] == ' ' && s->base < 16) {
            at--;
            s->base++;
        }
    }
}

static bool in_range(span at, span range)
{
    return at.start >= range.start && at.end <= range.end;
}

static void find_gaps(style *s, gaps *list, span range)
{
    const document *d = s->d;
    const scan *c = &d->scan;
    size_t before = LSP_NONE;
    for (size_t i = 0; i < c->tokens.count && !list->failed; i++) {
        span at = {before == LSP_NONE ? 0 : c->tokens.items[before].end, c->tokens.items[i].start};
        buffer wanted = {0};
        put_gap(&wanted, s, before, i);
        if (in_range(at, range)) {
            add_gap(list, d, at, &wanted);
        }
        buffer_free(&wanted);
        before = i;
    }
    if (before != LSP_NONE && range.end >= d->size) { /* the text ends with a line end */
        span at = {c->tokens.items[before].end, d->size};
        buffer wanted = {0};
        buffer_put(&wanted, s->newline);
        add_gap(list, d, at, &wanted);
        buffer_free(&wanted);
    }
}

/* Texts of which lines mean something: preshaders and effects in listings. */
static bool has_lines_of_meaning(const document *d)
{
    static const char *const words[] = {"preshader", "asm", "technique", "pass"};
    for (size_t i = 0; i < d->scan.tokens.count; i++) {
        const token *t = &d->scan.tokens.items[i];
        for (size_t w = 0; t->first && t->kind == TOKEN_WORD && w < LSP_COUNT(words); w++) {
            if (same_word(d->text + t->start, t->end - t->start, words[w])) {
                return true;
            }
        }
    }
    return false;
}

static void free_gaps(gaps *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].text);
    }
    free(list->items);
}

static void apply_gaps(const document *d, const gaps *list, buffer *out)
{
    size_t at = 0;
    for (size_t i = 0; i < list->count; i++) {
        buffer_bytes(out, d->text + at, list->items[i].at.start - at);
        buffer_put(out, list->items[i].text);
        at = list->items[i].at.end;
    }
    buffer_bytes(out, d->text + at, d->size - at);
}

/* Whether the text that the edits give has the same words, and nothing is left to do in it. Faulty texts may have not.
 */
static bool is_stable(const document *d, const buffer *after, const json_t *options)
{
    document copy = {.text = after->data, .size = after->size};
    style s = {.d = &copy};
    gaps rest = {0};
    scan_text(&copy.scan, copy.text, copy.size);
    const scan *a = &d->scan, *b = &copy.scan;
    bool stable = !b->failed && a->tokens.count == b->tokens.count;
    for (size_t i = 0; stable && i < a->tokens.count; i++) {
        const token *x = &a->tokens.items[i], *y = &b->tokens.items[i];
        stable = x->end - x->start == y->end - y->start &&
                 memcmp(d->text + x->start, copy.text + y->start, x->end - x->start) == 0;
    }
    if (stable) {
        find_style(&s, options);
        find_gaps(&s, &rest, (span){0, copy.size});
        stable = !rest.failed && rest.count == 0;
    }
    free_gaps(&rest);
    scan_free(&copy.scan);
    return stable;
}

/* Whether the shader that the edits give is the same one, to the word. A text with faults has nothing to compare. */
static bool same_tokens(lsp_server *server, const document *d, const buffer *after)
{
    s9_include include = include_of(server);
    s9_assemble_options options = {.struct_size = sizeof options,
                                   .name = d->path != NULL ? d->path : d->uri,
                                   .defines = server->settings.defines.items,
                                   .define_count = server->settings.defines.count,
                                   .include = &include,
                                   .dialect = server->settings.dialect};
    s9_program *one = NULL, *two = NULL;
    s9_blob a = {0}, b = {0};
    bool same = true;
    if (s9_assemble(d->text, d->size, NULL, &options, &one, NULL) == S9_OK) {
        same = s9_assemble(after->data, after->size, NULL, &options, &two, NULL) == S9_OK &&
               s9_encode(one, NULL, &a) == S9_OK && s9_encode(two, NULL, &b) == S9_OK && a.size == b.size &&
               memcmp(a.data, b.data, a.size) == 0;
    }
    s9_blob_free(&a);
    s9_blob_free(&b);
    s9_program_destroy(one);
    s9_program_destroy(two);
    return same;
}

json_t *format_document(lsp_server *server, document *d, span range, const json_t *options)
{
    gaps list = {0};
    json_t *edits = NULL;
    style s = {.d = d};
    if (d->large || has_lines_of_meaning(d)) {
        return NULL;
    }
    find_style(&s, options);
    find_gaps(&s, &list, range);
    buffer after = {0};
    apply_gaps(d, &list, &after);
    bool whole = range.start == 0 && range.end >= d->size;
    if (!list.failed && !after.failed && after.data != NULL && (!whole || is_stable(d, &after, options)) &&
        same_tokens(server, d, &after)) {
        edits = json_array();
        for (size_t i = 0; i < list.count; i++) {
            json_array_append_new(edits, text_edit(d, list.items[i].at, list.items[i].text));
        }
    }
    buffer_free(&after);
    free_gaps(&list);
    return edits;
}
