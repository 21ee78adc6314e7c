/* SPDX-License-Identifier: MIT */
/*
 * The text as an editor sees it: every token with its place, comments and faulty statements included. The assembler
 * reads what is right; here even what is half written has a shape. Takes time linear in the text.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- tokens ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

static size_t line_end(const char *text, size_t size, size_t at)
{
    const char *feed = memchr(text + at, '\n', size - at);
    size_t end = feed == NULL ? size : (size_t)(feed - text);
    return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

/* The end of a directive: a backslash before the line end continues it. */
static size_t directive_end(const char *text, size_t size, size_t at)
{
    for (;;) {
        size_t end = line_end(text, size, at);
        if (end == at || text[end - 1] != '\\' || end >= size) {
            return end;
        }
        at = end + (text[end] == '\r' && end + 1 < size ? 2 : 1);
        if (at >= size) {
            return size;
        }
    }
}

static size_t word_end(const char *text, size_t size, size_t at)
{
    while (at < size && is_word(text[at])) {
        at++;
    }
    return at;
}

static size_t number_end(const char *text, size_t size, size_t at)
{
    bool hexadecimal = at + 1 < size && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X');
    size_t start = at;
    for (; at < size; at++) {
        char c = text[at];
        bool sign =
            (c == '+' || c == '-') && at > start && !hexadecimal && (text[at - 1] == 'e' || text[at - 1] == 'E');
        if (!is_word(c) && c != '.' && !sign) {
            break;
        }
    }
    return at;
}

size_t version_number(const char *name, size_t length)
{
    char room[8];
    if (length < 5 || length >= sizeof room) {
        return LSP_NONE;
    }
    memcpy(room, name, length);
    room[length] = '\0';
    room[2] = room[2] == '.' ? '_' : room[2];
    room[4] = room[4] == '.' ? '_' : room[4];
    for (size_t i = 0; s9_version_name(i) != NULL; i++) {
        if (same_word(room, length, s9_version_name(i))) {
            return i;
        }
    }
    return LSP_NONE;
}

/* "vs.1.1": the length of a dotted version, 0 for none. */
static size_t dotted_version(const char *text, size_t size)
{
    if (size < 6 || text[2] != '.' || text[4] != '.') {
        return 0;
    }
    size_t end = word_end(text, size, 5);
    return version_number(text, end) == LSP_NONE ? 0 : end;
}

static void add_token(scan *s, token_kind kind, size_t start, size_t end, bool first, bool block)
{
    if (!GROW(&s->tokens)) {
        s->failed = true;
        return;
    }
    s->tokens.items[s->tokens.count++] = (token){.kind = kind,
                                                 .role = ROLE_NONE,
                                                 .first = first,
                                                 .block = block,
                                                 .start = start,
                                                 .end = end,
                                                 .statement = LSP_NONE};
}

/* The words of a directive behind its name, and the macro that it defines. */
static void read_directive(scan *s, const char *text, span whole)
{
    size_t at = whole.start + 1;
    bool define = false;
    for (size_t count = 0; at < whole.end;) {
        if (!is_letter(text[at])) {
            at = is_digit(text[at]) ? word_end(text, whole.end, at) : at + 1;
            continue;
        }
        span word = {at, word_end(text, whole.end, at)};
        at = word.end;
        if (count++ == 0) {
            define = same_word(text + word.start, word.end - word.start, "define");
            if (same_word(text + word.start, word.end - word.start, "include")) {
                return;
            }
            continue;
        }
        if (!GROW(&s->words)) {
            s->failed = true;
            return;
        }
        s->words.items[s->words.count++] = word;
        if (define && count == 2) {
            char *name = GROW(&s->macros) ? copy_bytes(text + word.start, word.end - word.start) : NULL;
            if (name == NULL) {
                s->failed = true;
                return;
            }
            s->macros.items[s->macros.count++] = (macro){word, whole, name};
        }
    }
}

static void read_tokens(scan *s, const char *text, size_t size)
{
    bool first = true;
    for (size_t at = 0; at < size && !s->failed;) {
        char c = text[at];
        if (c == '\n' || is_blank(c)) {
            first |= c == '\n';
            at++;
            continue;
        }
        size_t end = at + 1;
        token_kind kind = TOKEN_MARK;
        bool block = false;
        if (c == '#' && first) {
            kind = TOKEN_DIRECTIVE;
            end = directive_end(text, size, at);
            read_directive(s, text, (span){at, end});
        } else if (c == ';' || (c == '/' && end < size && text[end] == '/')) {
            kind = end + 1 < size && c == '/' && text[end + 1] == '!' ? TOKEN_EXTENSION : TOKEN_COMMENT;
            end = line_end(text, size, at);
            end = end <= at ? at + 1 : end;
        } else if (c == '/' && end < size && text[end] == '*') {
            kind = TOKEN_COMMENT;
            block = true;
            for (end = at + 2; end + 1 < size && (text[end] != '*' || text[end + 1] != '/');) {
                end++;
            }
            end = end + 2 < size ? end + 2 : size;
        } else if (is_letter(c)) {
            size_t dotted = dotted_version(text + at, size - at < 16 ? size - at : 16);
            end = dotted != 0 ? at + dotted : word_end(text, size, at);
            kind = dotted != 0 || version_number(text + at, end - at) != LSP_NONE ? TOKEN_VERSION : TOKEN_WORD;
        } else if (is_digit(c) || (c == '.' && end < size && is_digit(text[end]))) {
            kind = TOKEN_NUMBER;
            end = number_end(text, size, at);
        } else if (c == '"') {
            const char *close = memchr(text + end, '"', line_end(text, size, at) - end);
            kind = close == NULL ? TOKEN_MARK : TOKEN_STRING;
            end = close == NULL ? end : (size_t)(close - text) + 1;
        } else {
            while ((c & 0x80) != 0 && end < size && (text[end] & 0xC0) == 0x80) { /* a whole character */
                end++;
            }
        }
        add_token(s, kind, at, end, first, block);
        first = false;
        at = end;
    }
}

/* ---- words ---- */

bool read_register(const char *word, size_t length, register_name *out)
{
    static const char *const prefixes[] = {"oDepth", "oPos", "oFog", "oPts", "vPos", "vFace", "aL",
                                           "oC",     "oD",   "oT",   "r",    "v",    "t",     "c",
                                           "i",      "b",    "s",    "a",    "p",    "l",     "o"};
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < LSP_COUNT(prefixes); i++) {
        size_t letters = strlen(prefixes[i]), at = letters;
        if (length < letters || !same_word(word, letters, prefixes[i])) {
            continue;
        }
        uint64_t number = 0;
        for (; at < length && is_digit(word[at]) && at < letters + 9; at++) {
            number = number * 10 + (uint64_t)(word[at] - '0');
        }
        bool named = i<7, numbered = at> letters;
        if ((named && numbered) || (at < length && word[at] != '_')) {
            continue;
        }
        if (!named && !numbered && strchr("cvo", prefixes[i][0]) == NULL) {
            continue;
        }
        memcpy(out->prefix, prefixes[i], letters);
        out->number = (uint32_t)number;
        out->numbered = numbered;
        out->length = at;
        return true;
    }
    return false;
}

bool same_register(const register_name *a, const register_name *b)
{
    return a->numbered == b->numbered && a->number == b->number && strcmp(a->prefix, b->prefix) == 0;
}

bool is_mark(const scan *s, const char *text, size_t index, char mark)
{
    return index < s->tokens.count && s->tokens.items[index].kind == TOKEN_MARK &&
           text[s->tokens.items[index].start] == mark;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const macro *)a)->text, ((const macro *)b)->text);
}

static bool is_macro(const scan *s, const char *text, const token *t)
{
    char room[64];
    size_t length = t->end - t->start;
    if (s->macros.count == 0 || length >= sizeof room) {
        return false;
    }
    memcpy(room, text + t->start, length);
    room[length] = '\0';
    macro key = {.text = room};
    return bsearch(&key, s->macros.items, s->macros.count, sizeof key, by_name) != NULL;
}

/* ---- statements ---- */

static int opens_of(const char *word, size_t length)
{
    static const char *const names[] = {"if", "loop", "rep", "else"};
    for (size_t i = 0; i < LSP_COUNT(names); i++) {
        size_t letters = strlen(names[i]);
        if (length >= letters && same_word(word, letters, names[i]) && (length == letters || word[letters] == '_')) {
            return 1;
        }
    }
    return 0;
}

static int closes_of(const char *word, size_t length)
{
    return same_word(word, length, "else") || same_word(word, length, "endif") || same_word(word, length, "endloop") ||
           same_word(word, length, "endrep");
}

static bool begin(scan *s, size_t index)
{
    if (!GROW(&s->statements)) {
        s->failed = true;
        return false;
    }
    s->statements.items[s->statements.count++] = (statement){.first = index,
                                                             .end = index + 1,
                                                             .mnemonic = LSP_NONE,
                                                             .opcode = s9_opcode_count(),
                                                             .extent = {s->tokens.items[index].start, 0}};
    return true;
}

static void name_statement(scan *s, const char *text, statement *st, size_t index)
{
    token *t = &s->tokens.items[index];
    const char *word = text + t->start;
    size_t length = t->end - t->start;
    st->mnemonic = index;
    t->role = t->kind == TOKEN_WORD ? ROLE_MNEMONIC : ROLE_NONE;
    if (t->kind == TOKEN_VERSION) {
        if (s->version == LSP_NONE) {
            s->version = index;
            s->number = version_number(word, length);
        }
        return;
    }
    s9_opcode_reference reference;
    st->opcode = s9_opcode_of_text(word, length);
    if (s9_opcode_get(st->opcode, &reference)) {
        const char *first = strchr(reference.syntax, ' ');
        st->destination =
            (first != NULL && first[1] == 'd' && !is_letter(first[2])) || strncmp(reference.name, "setp", 4) == 0;
    }
    st->opens = opens_of(word, length);
    st->closes = closes_of(word, length);
}

/* Whether a word that stands where nothing asks for an operand begins a statement. */
static bool begins_statement(const scan *s, const char *text, size_t index)
{
    const token *t = &s->tokens.items[index];
    register_name ignored;
    if (t->kind == TOKEN_VERSION || t->first) {
        return true;
    }
    return s9_opcode_of_text(text + t->start, t->end - t->start) != s9_opcode_count() &&
           !read_register(text + t->start, t->end - t->start, &ignored);
}

static void give_role(scan *s, const char *text, size_t index, size_t before)
{
    token *t = &s->tokens.items[index];
    register_name ignored;
    size_t length = t->end - t->start;
    if (t->kind != TOKEN_WORD) {
        return;
    }
    if (is_mark(s, text, before, '.')) {
        t->role = ROLE_COMPONENTS;
    } else if (is_macro(s, text, t)) {
        t->role = ROLE_MACRO;
    } else if (read_register(text + t->start, length, &ignored)) {
        t->role = ROLE_REGISTER;
    } else if (same_word(text + t->start, length, "true") || same_word(text + t->start, length, "false")) {
        t->role = ROLE_BOOL;
    }
}

static void read_statements(scan *s, const char *text)
{
    statement *st = NULL;
    size_t before = LSP_NONE; /* the token before, comments left out */
    int brackets = 0;
    for (size_t i = 0; i < s->tokens.count && !s->failed; i++) {
        token *t = &s->tokens.items[i];
        if (t->kind >= TOKEN_COMMENT) {
            if (t->kind != TOKEN_COMMENT) { /* a line of its own */
                st = NULL;
                before = LSP_NONE;
            }
            continue;
        }
        bool word = t->kind == TOKEN_WORD || t->kind == TOKEN_VERSION;
        bool open = before != LSP_NONE && s->tokens.items[before].kind == TOKEN_MARK &&
                    strchr(",([-!+.", text[s->tokens.items[before].start]) != NULL;
        if (t->first && t->kind != TOKEN_NUMBER && !open) {
            brackets = 0; /* what was not closed on its line is a fault of that line */
        }
        bool starts = st == NULL;
        if (!starts && brackets == 0) {
            if (word && !open) {
                /* Where no mnemonic is yet, a predicate stands before it, perhaps on the line before. */
                starts = st->mnemonic != LSP_NONE ? begins_statement(s, text, i)
                                                  : t->first && !is_mark(s, text, before, ')');
            } else if (is_mark(s, text, i, '+')) { /* pairs with the instruction before */
                starts = st->mnemonic != LSP_NONE;
            } else if (is_mark(s, text, i, '(') || is_mark(s, text, i, '.')) { /* a predicate, .raw */
                bool co = before != LSP_NONE && is_mark(s, text, before, '+') && st->first == before;
                starts = t->first && !co && st->mnemonic != LSP_NONE && is_mark(s, text, i, '(');
                starts |= t->first && is_mark(s, text, i, '.') && st->mnemonic != LSP_NONE && i + 1 < s->tokens.count &&
                          same_word(text + s->tokens.items[i + 1].start,
                                    s->tokens.items[i + 1].end - s->tokens.items[i + 1].start, "raw");
            }
        }
        if (starts) {
            if (!begin(s, i)) {
                return;
            }
            st = &s->statements.items[s->statements.count - 1];
            brackets = 0;
        }
        t->statement = s->statements.count - 1;
        if (is_mark(s, text, i, '[') || is_mark(s, text, i, '(')) {
            brackets++;
        } else if ((is_mark(s, text, i, ']') || is_mark(s, text, i, ')')) && brackets > 0) {
            brackets--;
        }
        if (word && brackets == 0 && st->mnemonic == LSP_NONE) {
            if (t->kind == TOKEN_WORD && is_macro(s, text, t)) {
                t->role = ROLE_MACRO;
                st->mnemonic = i;
            } else {
                name_statement(s, text, st, i);
            }
        } else {
            give_role(s, text, i, before);
        }
        st->end = i + 1;
        st->extent.end = t->end;
        before = i;
    }
}

void scan_text(scan *s, const char *text, size_t size)
{
    memset(s, 0, sizeof *s);
    s->version = s->number = LSP_NONE;
    read_tokens(s, text, size);
    if (s->macros.count > 1) {
        qsort(s->macros.items, s->macros.count, sizeof *s->macros.items, by_name);
    }
    read_statements(s, text);
}

void scan_free(scan *s)
{
    for (size_t i = 0; i < s->macros.count; i++) {
        free(s->macros.items[i].text);
    }
    free(s->macros.items);
    free(s->tokens.items);
    free(s->statements.items);
    free(s->words.items);
    memset(s, 0, sizeof *s);
    s->version = s->number = LSP_NONE;
}

size_t token_at(const scan *s, size_t offset)
{
    size_t low = 0, high = s->tokens.count;
    while (low < high) { /* the first token that ends at or behind the offset */
        size_t middle = low + (high - low) / 2;
        if (s->tokens.items[middle].end < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == s->tokens.count || s->tokens.items[low].start > offset) {
        return LSP_NONE;
    }
    const token *t = &s->tokens.items[low];
    if (t->end == offset && low + 1 < s->tokens.count && s->tokens.items[low + 1].start == offset &&
        t->kind == TOKEN_MARK) {
        return low + 1;
    }
    return low;
}
