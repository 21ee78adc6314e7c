/* SPDX-License-Identifier: MIT */
/* Text to tokens. Newlines are blanks, except inside a directive. */
#include "asm/context.h"

enum { STRAY = 0, BLANK, NEWLINE, LETTER, DIGIT, PUNCTUATION };

#define REPEAT_10(c) c, c, c, c, c, c, c, c, c, c
#define REPEAT_26(c) REPEAT_10(c), REPEAT_10(c), c, c, c, c, c, c

static const uint8_t classes[256] = {
    /* 00 */ STRAY,
    STRAY,
    STRAY,
    STRAY,
    STRAY,
    STRAY,
    STRAY,
    STRAY,
    STRAY,
    /* 09 tab, line feed, vertical tab, form feed, carriage return */ BLANK,
    NEWLINE,
    BLANK,
    BLANK,
    BLANK,
    /* 0E */ STRAY,
    STRAY,
    REPEAT_10(STRAY),
    STRAY,
    STRAY,
    STRAY,
    STRAY,
    STRAY,
    STRAY,
    /* 20 */ BLANK,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    /* 28 */ PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    /* 30 */ REPEAT_10(DIGIT),
    /* 3A */ PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    /* 41 */ REPEAT_26(LETTER),
    /* 5B */ PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    LETTER,
    PUNCTUATION,
    /* 61 */ REPEAT_26(LETTER),
    /* 7B */ PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    PUNCTUATION,
    STRAY,
    /* from 80 on: STRAY */
};

static uint8_t class_of(char c)
{
    return classes[(unsigned char)c];
}

static bool is_word(char c)
{
    uint8_t class = class_of(c);
    return class == LETTER || class == DIGIT;
}

static const char *word_end(const char *p, const char *end)
{
    while (p < end && is_word(*p))
        p++;
    return p;
}

static const char *line_end(const char *p, const char *end)
{
    const char *newline = memchr(p, '\n', (size_t)(end - p));
    if (newline == NULL)
        return end;
    return newline;
}

static void next(s9_asm_source *source, s9_asm_token *out)
{
    s9_asm_lex((s9_asm_lexer *)source, out); /* the source is its first member */
}

void s9_asm_lexer_init(s9_asm_lexer *lexer, const char *text, size_t size, uint32_t file, uint32_t line)
{
    memset(lexer, 0, sizeof *lexer);
    lexer->source.next = next;
    lexer->at = lexer->line_start = text;
    lexer->end = text + size;
    lexer->file = file;
    lexer->line = line;
    lexer->fresh = true;
}

static void new_line(s9_asm_lexer *l, const char *start)
{
    l->line++;
    l->line_start = start;
    if (l->line_starts != NULL)
        l->line_starts[l->line - 1] = (size_t)(start - l->text);
}

/* A backslash, and nothing behind it on the line: the position behind the newline, else NULL. */
static const char *continuation(const char *p, const char *end)
{
    const char *look = p + 1;
    if (look < end && *look == '\r')
        look++;
    return look < end && *look == '\n' ? look + 1 : NULL;
}

/*
 * The end of a comment that reaches to the line's end. A backslash at the end of such a comment inside a directive
 * continues the directive, not the comment: macros of several lines have a comment on each.
 */
static const char *skip_line_comment(const s9_asm_lexer *l, const char *p)
{
    const char *stop = line_end(p, l->end);
    if (l->directive && stop < l->end) {
        const char *last = stop;
        if (last > p && last[-1] == '\r')
            last--;
        if (last > p && last[-1] == '\\')
            return last - 1;
    }
    return stop;
}

/* Behind a block comment that starts at `p`; NULL when nothing closes it. */
static const char *skip_block_comment(s9_asm_lexer *l, const char *p)
{
    for (p += 2; p + 1 < l->end; p++) {
        if (p[0] == '*' && p[1] == '/')
            return p + 2;
        if (*p == '\n') {
            new_line(l, p + 1);
            if (!l->directive)
                l->fresh = true;
        }
    }
    return NULL;
}

/* "vs.1.1", "PS.2.x", "vs.3.sw": its end, else NULL. `p` is behind the two letters. */
static const char *dotted_version(const char *p, const char *end)
{
    if (end - p < 4 || p[0] != '.' || class_of(p[1]) != DIGIT || p[2] != '.')
        return NULL;
    const char *minor = p + 3, *stop = word_end(minor, end);
    size_t length = (size_t)(stop - minor);
    if (length == 0)
        return NULL;
    if (s9_asm_same(minor, length, "x") || s9_asm_same(minor, length, "sw"))
        return stop;
    for (const char *q = minor; q < stop; q++)
        if (class_of(*q) != DIGIT)
            return NULL;
    return stop;
}

/* A C preprocessing number, and the "1.#INF" that old tools print. */
static const char *number_end(const char *p, const char *end)
{
    bool hex = end - p > 1 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    for (p++; p < end; p++) {
        if (*p == '#' && p[-1] == '.' && p + 1 < end && class_of(p[1]) == LETTER)
            return word_end(p + 1, end);
        if ((*p == '+' || *p == '-') && !hex && (p[-1] == 'e' || p[-1] == 'E'))
            continue;
        if (!is_word(*p) && *p != '.')
            break;
    }
    return p;
}

void s9_asm_lex(s9_asm_lexer *l, s9_asm_token *out)
{
    const char *p = l->at, *end = l->end, *stop;
    uint8_t flags = 0, kind;

    for (;;) {
        if (p == end) {
            stop = p;
            kind = l->directive ? S9_TOK_LINE_END : S9_TOK_END;
            break;
        }
        switch (class_of(*p)) {
        case BLANK:
            p++;
            flags = S9_TOK_AFTER_BLANK;
            continue;
        case NEWLINE:
            if (l->directive) {
                stop = p;
                kind = S9_TOK_LINE_END;
                break;
            }
            p++;
            new_line(l, p);
            l->fresh = true;
            /* Listings have many lines of nothing but a comment in front of them. */
            while (end - p > 2 && p[0] == '/' && p[1] == '/' && p[2] != '!') {
                flags = S9_TOK_AFTER_BLANK;
                p = line_end(p, end);
                if (p == end)
                    break;
                new_line(l, ++p);
            }
            continue;
        case LETTER:
            stop = word_end(p + 1, end);
            kind = S9_TOK_WORD;
            if (stop - p == 2 && stop < end && *stop == '.' && (p[1] == 's' || p[1] == 'S')) {
                char stage = s9_asm_lower(*p);
                const char *version = stage == 'v' || stage == 'p' ? dotted_version(stop, end) : NULL;
                if (version != NULL) {
                    stop = version;
                    kind = S9_TOK_VERSION;
                }
            }
            break;
        case DIGIT:
            stop = number_end(p, end);
            kind = S9_TOK_NUMBER;
            break;
        case PUNCTUATION:
            stop = p + 1;
            kind = (uint8_t)*p;
            if (*p == ';') {
                p = skip_line_comment(l, p);
                flags = S9_TOK_AFTER_BLANK;
                continue;
            }
            if (*p == '/' && stop < end && *stop == '/') {
                if (end - p > 2 && p[2] == '!' && !l->directive) {
                    stop = line_end(p, end);
                    if (stop[-1] == '\r')
                        stop--;
                    kind = S9_TOK_EXTENSION;
                    break;
                }
                p = skip_line_comment(l, p);
                flags = S9_TOK_AFTER_BLANK;
                continue;
            }
            if (*p == '/' && stop < end && *stop == '*') {
                uint32_t line = l->line;
                const char *line_start = l->line_start;
                const char *behind = skip_block_comment(l, p);
                if (behind != NULL) {
                    p = behind;
                    flags = S9_TOK_AFTER_BLANK;
                    continue;
                }
                out->line = line;
                l->line = line; /* the message shows where it begins */
                l->line_start = line_start;
                l->at = end;
                stop = p + 2;
                kind = S9_TOK_UNCLOSED;
                break;
            }
            if (*p == '.' && stop < end && class_of(*stop) == DIGIT) {
                stop = number_end(p, end);
                kind = S9_TOK_NUMBER;
                break;
            }
            if (*p == '"') {
                while (stop < end && *stop != '"' && *stop != '\n')
                    stop++;
                if (stop < end && *stop == '"') {
                    stop++;
                    kind = S9_TOK_STRING;
                } else {
                    stop = p + 1;
                }
                break;
            }
            if (*p == '\\') {
                const char *behind = continuation(p, end);
                if (behind != NULL) {
                    p = behind;
                    new_line(l, p);
                    flags = S9_TOK_AFTER_BLANK;
                    continue;
                }
            }
            break;
        default:
            stop = p + 1;
            kind = S9_TOK_STRAY;
            break;
        }
        break;
    }

    out->text = p;
    out->length = (uint32_t)(stop - p);
    out->kind = kind;
    out->flags = l->fresh ? flags | S9_TOK_AT_LINE_START : flags;
    out->file = l->file;
    out->line = l->line;
    out->column = (uint32_t)(p - l->line_start) + 1;
    out->use = 0;
    if (kind != S9_TOK_LINE_END)
        l->fresh = false;
    l->at = kind == S9_TOK_UNCLOSED ? end : stop;
}
