/* SPDX-License-Identifier: MIT */
/*
 * Quick fixes. What the library's hints say in words is done to the text; each action is one finding's. Hints are known
 * by their words, which a test holds fast.
 */
#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct actions {
    const document *d;
    const finding *f;
    json_t *list;
} actions;

static void offer(actions *a, const char *title, json_t *edits, bool preferred)
{
    json_t *action =
        json_pack("{s:o, s:s, s:[o], s:b, s:{s:{s:o}}}", "title", text_json(title), "kind", "quickfix", "diagnostics",
                  diagnostic_json(a->d, a->f), "isPreferred", preferred, "edit", "changes", a->d->uri, edits);
    json_array_append_new(a->list, action);
}

static void offer_edit(actions *a, const char *title, span at, const char *text)
{
    offer(a, title, json_pack("[o]", text_edit(a->d, at, text)), true);
}

static const char *newline(const document *d)
{
    const char *feed = memchr(d->text, '\n', d->size);
    return feed != NULL && feed > d->text && feed[-1] == '\r' ? "\r\n" : "\n";
}

static size_t line_start(const document *d, size_t offset)
{
    return d->lines.items[document_line(d, offset)];
}

/* The start of the next line; the end of the text behind the last. */
static size_t next_line(const document *d, size_t offset)
{
    size_t line = document_line(d, offset);
    return line + 1 < d->lines.count ? d->lines.items[line + 1] : d->size;
}

/* Blanks in front of the line that an offset lies in. */
static span indent_of(const document *d, size_t offset)
{
    size_t start = line_start(d, offset), end = start;
    while (end < d->size && (d->text[end] == ' ' || d->text[end] == '\t')) {
        end++;
    }
    return (span){start, end};
}

/* Whether nothing else stands on the lines of a statement but comments behind it. */
static bool stands_alone(const document *d, const statement *st)
{
    size_t next = (size_t)(st - d->scan.statements.items) + 1;
    return indent_of(d, st->extent.start).end == st->extent.start &&
           (next >= d->scan.statements.count ||
            d->scan.statements.items[next].extent.start >= next_line(d, st->extent.end - 1));
}

static const statement *statement_at(const document *d, size_t offset)
{
    size_t found = LSP_NONE, low = 0, high = d->scan.statements.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (d->scan.statements.items[middle].extent.start <= offset) {
            found = middle;
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return found == LSP_NONE ? NULL : &d->scan.statements.items[found];
}

static bool hint_begins(const actions *a, const char *words)
{
    return a->f->d->hint != NULL && strncmp(a->f->d->hint, words, strlen(words)) == 0;
}

static bool message_has(const actions *a, const char *words)
{
    return strstr(a->f->d->message, words) != NULL;
}

/* ---- words ---- */

/* "did you mean 'mul'?": of "mull_sat" only the part in question is replaced. */
static void replace_word(actions *a)
{
    char word[64];
    const char *start = strchr(a->f->d->hint, '\'');
    const char *end = start == NULL ? NULL : strchr(start + 1, '\'');
    size_t length = end == NULL ? 0 : (size_t)(end - start) - 1;
    if (length == 0 || length >= sizeof word) {
        return;
    }
    memcpy(word, start + 1, length);
    word[length] = '\0';
    span at = a->f->at;
    if (at.start < at.end && a->d->text[at.start] == '_' && word[0] != '_') {
        at.start++;
    }
    if (strchr(word + 1, '_') == NULL) {
        for (size_t i = at.start + 1; i < at.end; i++) {
            if (a->d->text[i] == '_') {
                at.end = i;
                break;
            }
        }
    }
    if (at.end > at.start + 1 && word[length - 1] > '9') { /* the number of a usage stays */
        register_name ignored;
        size_t end_of_letters = at.end;
        while (end_of_letters > at.start + 1 && a->d->text[end_of_letters - 1] >= '0' &&
               a->d->text[end_of_letters - 1] <= '9') {
            end_of_letters--;
        }
        bool usage = false;
        for (size_t i = 0; s9_usage_name(i) != NULL; i++) {
            usage |= strcmp(s9_usage_name(i), word) == 0;
        }
        at.end = usage && !read_register(word, length, &ignored) ? end_of_letters : at.end;
    }
    buffer title = {0};
    buffer_format(&title, "Replace by '%s'", word);
    if (!title.failed) {
        offer_edit(a, title.data, at, word);
    }
    buffer_free(&title);
}

static void add_comma(actions *a)
{
    size_t at = a->f->at.start;
    while (at > 0 && strchr(" \t\r\n", a->d->text[at - 1]) != NULL) {
        at--;
    }
    offer_edit(a, "Insert a comma", (span){at, at}, ",");
}

/* ---- declarations ---- */

/* Behind the declarations and definitions that follow the version, or behind the version itself. */
static size_t declarations_end(const document *d, span *indent)
{
    size_t at = LSP_NONE;
    for (size_t i = 0; i < d->scan.statements.count; i++) {
        const statement *st = &d->scan.statements.items[i];
        if (st->mnemonic == LSP_NONE) {
            break;
        }
        const token *t = &d->scan.tokens.items[st->mnemonic];
        bool setup = t->end - t->start >= 3 &&
                     (same_word(d->text + t->start, 3, "dcl") || same_word(d->text + t->start, 3, "def"));
        if (t->kind != TOKEN_VERSION && !setup) {
            break;
        }
        *indent = indent_of(d, st->extent.start);
        at = next_line(d, st->extent.end > 0 ? st->extent.end - 1 : 0);
    }
    return at;
}

static void add_declaration(actions *a, const char *what, const register_name *r, bool preferred)
{
    const document *d = a->d;
    span indent = {0, 0};
    size_t at = declarations_end(d, &indent);
    if (at == LSP_NONE) {
        return;
    }
    buffer text = {0}, title = {0}, line = {0};
    buffer_format(&text, "%s %s", what, r->prefix);
    if (r->numbered) {
        buffer_format(&text, "%" PRIu32, r->number);
    }
    if (strcmp(r->prefix, "vPos") == 0) {
        buffer_put(&text, ".xy");
    }
    if (at == d->size && at > 0 && d->text[at - 1] != '\n') {
        buffer_put(&line, newline(d));
    }
    buffer_bytes(&line, d->text + indent.start, indent.end - indent.start);
    if (!text.failed) {
        buffer_put(&line, text.data);
        buffer_format(&title, "Add '%s'", text.data);
    }
    buffer_put(&line, newline(d));
    if (!line.failed && !title.failed && !text.failed) {
        offer(a, title.data, json_pack("[o]", text_edit(d, (span){at, at}, line.data)), preferred);
    }
    buffer_free(&text);
    buffer_free(&title);
    buffer_free(&line);
}

static void declare(actions *a)
{
    const document *d = a->d;
    register_name r;
    size_t index = token_at(&d->scan, a->f->at.start);
    while (index != LSP_NONE && index < d->scan.tokens.count && d->scan.tokens.items[index].start < a->f->at.end &&
           d->scan.tokens.items[index].role != ROLE_REGISTER) {
        index++; /* a sign stands in front of it */
    }
    if (d->scan.number == LSP_NONE || !token_register(d, index, &r)) {
        return;
    }
    const char *version = s9_version_name(d->scan.number);
    char text[32];
    if (r.prefix[0] == 's') {
        add_declaration(a, "dcl_2d", &r, true);
        add_declaration(a, "dcl_cube", &r, false);
        add_declaration(a, "dcl_volume", &r, false);
    } else if (!r.numbered || (version[0] == 'p' && version[3] == '2')) {
        add_declaration(a, "dcl", &r, true);
    } else if (version[0] == 'v' && r.number == 0) {
        add_declaration(a, "dcl_position", &r, true);
    } else {
        snprintf(text, sizeof text, "dcl_texcoord%" PRIu32, r.number);
        add_declaration(a, text, &r, true);
    }
}

/* ---- masks and swizzles ---- */

/* The components behind the register that the finding is at; an empty place behind it where there are none. */
static span components(const document *d, size_t offset)
{
    size_t index = token_at(&d->scan, offset);
    size_t count = d->scan.tokens.count;
    while (index < count && d->scan.tokens.items[index].role != ROLE_REGISTER) {
        index++;
    }
    if (index >= count) {
        return (span){LSP_NONE, LSP_NONE};
    }
    if (is_mark(&d->scan, d->text, index + 1, '[')) {
        while (index < count && !is_mark(&d->scan, d->text, index, ']')) {
            index++;
        }
    }
    if (index >= count) {
        return (span){LSP_NONE, LSP_NONE};
    }
    size_t end = d->scan.tokens.items[index].end;
    if (is_mark(&d->scan, d->text, index + 1, '.') && index + 2 < count &&
        d->scan.tokens.items[index + 2].role == ROLE_COMPONENTS) {
        return (span){end, d->scan.tokens.items[index + 2].end};
    }
    return (span){end, end};
}

static void set_components(actions *a, const char *text, const char *title)
{
    size_t at = a->f->at.start;
    const statement *st = statement_at(a->d, at);
    if (st != NULL && st->mnemonic != LSP_NONE && at <= a->d->scan.tokens.items[st->mnemonic].start &&
        st->mnemonic + 1 < st->end) {
        at = a->d->scan.tokens.items[st->mnemonic + 1].start; /* the finding is at the instruction: its destination */
    }
    span place = components(a->d, at);
    if (place.start != LSP_NONE) {
        offer_edit(a, title, place, text);
    }
}

/* The mask that a hint ends with: "write .rgb", "give the destination the mask .a". */
static void set_mask(actions *a)
{
    const char *dot = strchr(a->f->d->hint, '.');
    char mask[6] = {0};
    size_t length = dot == NULL ? 0 : 1 + strspn(dot + 1, "xyzwrgba");
    if (length < 2 || length > 5) {
        return;
    }
    memcpy(mask, dot, length);
    buffer title = {0};
    buffer_format(&title, "Write %s", mask);
    if (!title.failed) {
        set_components(a, mask, title.data);
    }
    buffer_free(&title);
}

static void replicate(actions *a)
{
    span place = components(a->d, a->f->at.start);
    char text[3] = {'.', 'x', '\0'};
    if (place.start == LSP_NONE) {
        return;
    }
    if (place.end > place.start + 1) {
        text[1] = a->d->text[place.start + 1];
    }
    buffer title = {0};
    buffer_format(&title, "Replicate component %s", text + 1);
    if (!title.failed) {
        offer_edit(a, title.data, place, text);
    }
    buffer_free(&title);
}

/* "r0.xyz_abs" becomes "r0_abs.xyz". The assembler reads both: this is no fault, but the pages write the other. */
static void swap_modifier(actions *a, size_t index)
{
    const document *d = a->d;
    const token *t = &d->scan.tokens.items[index];
    const char *under = memchr(d->text + t->start, '_', t->end - t->start);
    if (index < 2 || under == NULL || under == d->text + t->start || !is_mark(&d->scan, d->text, index - 1, '.')) {
        return;
    }
    span at = {d->scan.tokens.items[index - 1].start, t->end};
    buffer text = {0};
    buffer_bytes(&text, under, (size_t)(d->text + t->end - under));
    buffer_put(&text, ".");
    buffer_bytes(&text, d->text + t->start, (size_t)(under - d->text) - t->start);
    if (!text.failed) {
        json_array_append_new(a->list, json_pack("{s:s, s:s, s:{s:{s:[o]}}}", "title",
                                                 "Write the modifier before the swizzle", "kind", "refactor.rewrite",
                                                 "edit", "changes", d->uri, text_edit(d, at, text.data)));
    }
    buffer_free(&text);
}

/* ---- statements ---- */

static void delete_statement(actions *a, const char *title)
{
    const statement *st = statement_at(a->d, a->f->at.start);
    if (st == NULL) {
        return;
    }
    size_t start = line_start(a->d, st->extent.start), end = next_line(a->d, st->extent.end - 1);
    bool alone = stands_alone(a->d, st);
    offer_edit(a, title, alone ? (span){start, end} : st->extent, "");
}

static void move_up(actions *a)
{
    const document *d = a->d;
    const statement *st = statement_at(d, a->f->at.start);
    span indent = {0, 0};
    size_t to = declarations_end(d, &indent);
    if (st == NULL || to == LSP_NONE || to > st->extent.start) {
        return;
    }
    span moved = {line_start(d, st->extent.start), next_line(d, st->extent.end - 1)};
    if (!stands_alone(d, st)) {
        return;
    }
    buffer text = {0};
    buffer_bytes(&text, d->text + moved.start, moved.end - moved.start);
    if (moved.end == d->size && moved.end > 0 && d->text[moved.end - 1] != '\n') {
        buffer_put(&text, newline(d));
    }
    if (!text.failed) {
        offer(a, "Move it before the first instruction",
              json_pack("[o, o]", text_edit(d, (span){to, to}, text.data), text_edit(d, moved, "")), true);
    }
    buffer_free(&text);
}

/* A line behind the statement at `offset`, indented as it is. */
static void insert_line(actions *a, size_t at, span indent, const char *statement_text, const char *title)
{
    const document *d = a->d;
    buffer text = {0};
    if (at == d->size && at > 0 && d->text[at - 1] != '\n') {
        buffer_put(&text, newline(d));
    }
    buffer_bytes(&text, d->text + indent.start, indent.end - indent.start);
    buffer_put(&text, statement_text);
    buffer_put(&text, newline(d));
    if (!text.failed) {
        offer_edit(a, title, (span){at, at}, text.data);
    }
    buffer_free(&text);
}

/* "add ret": behind the last statement before the next label. "add ret before the label": in front of it. */
static void add_return(actions *a)
{
    const document *d = a->d;
    const statement *st = statement_at(d, a->f->at.start);
    if (st == NULL) {
        return;
    }
    span indent = indent_of(d, st->extent.start);
    if (strstr(a->f->d->hint, "before") != NULL) {
        insert_line(a, indent.start, indent, "ret", "Insert ret before the label");
        return;
    }
    for (size_t i = (size_t)(st - d->scan.statements.items) + 1; i < d->scan.statements.count; i++) {
        const statement *next = &d->scan.statements.items[i];
        const token *m = next->mnemonic == LSP_NONE ? NULL : &d->scan.tokens.items[next->mnemonic];
        if (m != NULL && same_word(d->text + m->start, m->end - m->start, "label")) {
            break;
        }
        st = next;
    }
    insert_line(a, next_line(d, st->extent.end - 1), indent, "ret", "Insert ret");
}

/* At the end of the text. */
static void append_statement(actions *a, const char *text)
{
    const document *d = a->d;
    if (d->scan.statements.count == 0) {
        return;
    }
    const statement *last = &d->scan.statements.items[d->scan.statements.count - 1];
    buffer title = {0};
    buffer_format(&title, "Add '%s'", text);
    if (!title.failed) {
        insert_line(a, next_line(d, last->extent.end - 1), indent_of(d, last->extent.start), text, title.data);
    }
    buffer_free(&title);
}

/* "write the colour: mov oC0, r0" */
static void append_output(actions *a)
{
    const char *text = strchr(a->f->d->hint, ':');
    if (text != NULL) {
        append_statement(a, text + 1 + strspn(text + 1, " "));
    }
}

/* "if without endif": behind the last statement of the routine. */
static void add_end(actions *a)
{
    const document *d = a->d;
    const char *word = strstr(a->f->d->message, " without ");
    const statement *st = statement_at(d, a->f->at.start);
    if (word == NULL || st == NULL) {
        return;
    }
    word += strlen(" without ");
    if (strncmp(word, "end", 3) != 0) { /* "endif without if" */
        delete_statement(a, "Delete the statement");
        return;
    }
    span indent = indent_of(d, st->extent.start);
    buffer title = {0};
    for (size_t i = (size_t)(st - d->scan.statements.items) + 1; i < d->scan.statements.count; i++) {
        const statement *next = &d->scan.statements.items[i];
        const token *m = next->mnemonic == LSP_NONE ? NULL : &d->scan.tokens.items[next->mnemonic];
        if (m != NULL && (same_word(d->text + m->start, m->end - m->start, "label") ||
                          same_word(d->text + m->start, m->end - m->start, "ret"))) {
            break;
        }
        st = next;
    }
    buffer_format(&title, "Insert %s", word);
    if (!title.failed) {
        insert_line(a, next_line(d, st->extent.end - 1), indent, word, title.data);
    }
    buffer_free(&title);
}

/* "use mova", "write endrep": another instruction with the same operands. */
static void change_mnemonic(actions *a)
{
    const char *word = strchr(a->f->d->hint, ' ');
    const statement *st = statement_at(a->d, a->f->at.start);
    if (word == NULL || st == NULL || st->mnemonic == LSP_NONE || strchr(word + 1, ' ') != NULL ||
        s9_opcode_of_text(word + 1, strlen(word + 1)) == s9_opcode_count()) {
        return;
    }
    const token *m = &a->d->scan.tokens.items[st->mnemonic];
    span at = {m->start, m->start};
    while (at.end < m->end && (at.end == at.start || a->d->text[at.end] != '_')) {
        at.end++;
    }
    buffer title = {0};
    buffer_format(&title, "Replace by '%s'", word + 1);
    if (!title.failed) {
        offer_edit(a, title.data, at, word + 1);
    }
    buffer_free(&title);
}

static void remove_plus(actions *a)
{
    const statement *st = statement_at(a->d, a->f->at.start);
    if (st == NULL || !is_mark(&a->d->scan, a->d->text, st->first, '+') || st->first + 1 >= st->end) {
        return;
    }
    const token *plus = &a->d->scan.tokens.items[st->first], *next = plus + 1;
    offer_edit(a, "Remove the +", (span){plus->start, next->kind >= TOKEN_COMMENT ? plus->end : next->start}, "");
}

/* A suffix or modifier that has no place here. */
static void remove_suffix(actions *a)
{
    span at = a->f->at;
    if (at.end <= at.start + 1 || at.end - at.start > 16 || a->d->text[at.start] != '_') {
        return;
    }
    buffer title = {0};
    buffer_format(&title, "Remove '%.*s'", (int)(at.end - at.start), a->d->text + at.start);
    if (!title.failed) {
        offer(a, title.data, json_pack("[o]", text_edit(a->d, at, "")), false);
    }
    buffer_free(&title);
}

/* Components outside of the declared ones are read: the declaration gets all. */
static void widen(actions *a)
{
    register_name r, declared;
    size_t index = token_at(&a->d->scan, a->f->at.start);
    if (!token_register(a->d, index, &r)) {
        return;
    }
    for (size_t i = 0; i < a->d->scan.statements.count; i++) {
        const statement *st = &a->d->scan.statements.items[i];
        const token *m = st->mnemonic == LSP_NONE ? NULL : &a->d->scan.tokens.items[st->mnemonic];
        if (m != NULL && m->end - m->start >= 3 && same_word(a->d->text + m->start, 3, "dcl") &&
            token_register(a->d, st->mnemonic + 1, &declared) && same_register(&declared, &r)) {
            span mask = components(a->d, a->d->scan.tokens.items[st->mnemonic + 1].start);
            if (mask.start != LSP_NONE && mask.end > mask.start) {
                offer_edit(a, "Declare all components", mask, "");
            }
            return;
        }
    }
}

/* One operand too many of its kind: it goes through a temporary that nobody uses. */
static void copy_operand(actions *a)
{
    const document *d = a->d;
    register_name r, temporary = {.prefix = "r", .numbered = true};
    s9_register_reference info;
    const statement *st = statement_at(d, a->f->at.start);
    size_t index = token_at(&d->scan, a->f->at.start);
    while (index != LSP_NONE && index < d->scan.tokens.count && d->scan.tokens.items[index].start < a->f->at.end &&
           d->scan.tokens.items[index].role != ROLE_REGISTER) {
        index++;
    }
    if (st == NULL || !stands_alone(d, st) || !token_register(d, index, &r) ||
        is_mark(&d->scan, d->text, index + 1, '[') || !register_info(d, &temporary, &info)) {
        return;
    }
    for (size_t f = 0; d->reflection != NULL && f < s9_reflection_file_count(d->reflection); f++) {
        const s9_register_use *use = s9_reflection_file(d->reflection, f);
        for (uint32_t n = 0; strcmp(use->name, "r") == 0 && n < use->count; n++) {
            temporary.number += use->used[n] == temporary.number;
        }
    }
    if (temporary.number >= info.count) {
        return;
    }
    span indent = indent_of(d, st->extent.start);
    const token *t = &d->scan.tokens.items[index];
    buffer line = {0}, name = {0}, title = {0};
    buffer_format(&name, "r%" PRIu32, temporary.number);
    buffer_bytes(&line, d->text + indent.start, indent.end - indent.start);
    buffer_format(&line, "mov r%" PRIu32 ", %s%" PRIu32 "%s", temporary.number, r.prefix, r.number, newline(d));
    buffer_format(&title, "Copy %s%" PRIu32 " to r%" PRIu32, r.prefix, r.number, temporary.number);
    if (!line.failed && !name.failed && !title.failed) {
        offer(a, title.data,
              json_pack("[o, o]", text_edit(d, (span){indent.start, indent.start}, line.data),
                        text_edit(d, (span){t->start, t->start + r.length}, name.data)),
              true);
    }
    buffer_free(&line);
    buffer_free(&name);
    buffer_free(&title);
}

/* ---- versions ---- */

/* The first version behind this one, of its stage, that has the instruction. */
static void upgrade(actions *a)
{
    const document *d = a->d;
    const statement *st = statement_at(d, a->f->at.start);
    if (st == NULL || st->mnemonic == LSP_NONE || st->opcode >= s9_opcode_count() || d->scan.version == LSP_NONE) {
        return;
    }
    const token *v = &d->scan.tokens.items[d->scan.version];
    for (size_t i = d->scan.number + 1; s9_version_name(i) != NULL; i++) {
        const char *name = s9_version_name(i);
        /* Software versions run on no card. */
        if (name[0] != s9_version_name(d->scan.number)[0] || strstr(name, "_sw") != NULL ||
            !opcode_available(st->opcode, i)) {
            continue;
        }
        buffer title = {0};
        buffer_format(&title, "Change the version to %s", name);
        if (!title.failed) {
            offer(a, title.data, json_pack("[o]", text_edit(d, (span){v->start, v->end}, name)), false);
        }
        buffer_free(&title);
        return;
    }
}

static void add_version(actions *a)
{
    static const char *const versions[] = {"vs_3_0", "ps_3_0", "vs_2_0", "ps_2_0"};
    for (size_t i = 0; i < LSP_COUNT(versions); i++) {
        buffer text = {0}, title = {0};
        buffer_format(&text, "%s%s", versions[i], newline(a->d));
        buffer_format(&title, "Begin with %s", versions[i]);
        size_t at = line_start(a->d, a->f->at.start);
        if (!text.failed && !title.failed) {
            offer(a, title.data, json_pack("[o]", text_edit(a->d, (span){at, at}, text.data)), false);
        }
        buffer_free(&text);
        buffer_free(&title);
    }
}

/* ---- which ---- */

static void mend(actions *a)
{
    const s9_diagnostic *d = a->f->d;
    if (hint_begins(a, "did you mean '")) {
        replace_word(a);
    }
    if (message_has(a, "a comma is missing")) {
        add_comma(a);
    }
    if (message_has(a, "but not declared")) {
        declare(a);
    }
    if (hint_begins(a, "name one component")) {
        replicate(a);
    } else if (hint_begins(a, "write .") || hint_begins(a, "add .") ||
               hint_begins(a, "give the destination the mask")) {
        set_mask(a);
    } else if (hint_begins(a, "remove it") && message_has(a, "swizzle")) {
        set_components(a, "", "Remove the swizzle");
    } else if (hint_begins(a, "move it before the first instruction")) {
        move_up(a);
    } else if (hint_begins(a, "add ret")) {
        add_return(a);
    } else if (hint_begins(a, "write the colour:")) {
        append_output(a);
    } else if (hint_begins(a, "write the position:") && strstr(d->hint, "mov oPos, r0") != NULL) {
        append_statement(a, "mov oPos, r0");
    } else if (hint_begins(a, "remove the mask")) {
        set_components(a, "", "Remove the mask");
    } else if (hint_begins(a, "remove the +")) {
        remove_plus(a);
    } else if (hint_begins(a, "widen the declaration")) {
        widen(a);
    } else if (hint_begins(a, "copy one of them to an r# first")) {
        copy_operand(a);
    } else if (hint_begins(a, "add dcl_position o0")) {
        add_declaration(a, "dcl_position", &(register_name){.prefix = "o", .numbered = true}, true);
    } else if (hint_begins(a, "use ") || hint_begins(a, "write end")) {
        change_mnemonic(a);
    } else if (hint_begins(a, "leave the declaration out") || hint_begins(a, "leave it out")) {
        delete_statement(a, "Delete the statement");
    } else if (hint_begins(a, "only 1-r can be written")) {
        size_t index = token_at(&a->d->scan, a->f->at.start);
        if (index != LSP_NONE && a->d->scan.tokens.items[index].kind == TOKEN_NUMBER) {
            const token *t = &a->d->scan.tokens.items[index];
            offer_edit(a, "Write 1", (span){t->start, t->end}, "1");
        }
    }
    if (message_has(a, " without end") || message_has(a, "endif without") || message_has(a, "endloop without") ||
        message_has(a, "endrep without")) {
        add_end(a);
    }
    if (!hint_begins(a, "did you mean")) {
        remove_suffix(a);
    }
    if (message_has(a, "has no instruction") || strcmp(d->code, "V232") == 0) {
        upgrade(a);
    }
    if (strcmp(d->code, "V001") == 0 && message_has(a, "the first statement is the version")) {
        add_version(a);
    }
}

/* Kinds are asked for by their beginnings: "refactor" has "refactor.rewrite" in it. */
static bool wanted(const json_t *only, const char *kind)
{
    bool any = !json_is_array(only) || json_array_size(only) == 0;
    for (size_t i = 0; i < json_array_size(only); i++) {
        const char *asked = json_string_value(json_array_get(only, i));
        size_t length = asked == NULL ? 0 : strlen(asked);
        any |= asked != NULL && strncmp(kind, asked, length) == 0 &&
               (length == 0 || kind[length] == '\0' || kind[length] == '.');
    }
    return any;
}

json_t *code_actions(const document *d, span range, const json_t *only)
{
    actions a = {.d = d, .list = json_array()};
    for (size_t i = 0; wanted(only, "quickfix") && i < d->findings.count; i++) {
        a.f = &d->findings.items[i];
        if (a.f->at.start <= range.end && a.f->at.end >= range.start && document_is_file(d, a.f->d->at.file)) {
            mend(&a);
        }
    }
    for (size_t i = 0; wanted(only, "refactor.rewrite") && i < d->scan.tokens.count; i++) {
        const token *t = &d->scan.tokens.items[i];
        if (t->role == ROLE_COMPONENTS && t->start <= range.end && t->end >= range.start) {
            swap_modifier(&a, i);
        }
    }
    return a.list;
}
