/* SPDX-License-Identifier: MIT */
/* Shaders inside listings and effects: which lines are theirs. */
#include "asm/context.h"

typedef struct scanner {
    const char *at, *end;
    uint32_t line;
    bool comment;  /* inside a block comment */
    bool body;     /* inside a shader */
    bool asm_word; /* "asm" was read, its brace not yet */
    s9_arena *arena;
    s9_asm_listing *out;
} scanner;

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
        p++;
    return p;
}

static bool is_letter(char c)
{
    char low = s9_asm_lower(c);
    return (low >= 'a' && low <= 'z') || c == '_' || s9_asm_is_digit(c);
}

static const char *word_end(const char *p, const char *end)
{
    while (p < end && is_letter(*p))
        p++;
    return p;
}

/* "12:" and "0x0040:" in front of a statement. */
static const char *skip_numbering(const char *p, const char *end)
{
    const char *stop = p;
    if (p < end && s9_asm_is_digit(*p))
        stop = word_end(p, end);
    return stop > p && stop < end && *stop == ':' ? skip_blanks(stop + 1, end) : p;
}

/* Length of a version statement of model 1 to 3 at `p`; `newer` tells of one of a later model. */
static size_t version_length(const char *p, const char *end, bool *newer)
{
    const char *stop = p;
    *newer = false;
    while (stop < end && (is_letter(*stop) || *stop == '.'))
        stop++;
    size_t length = (size_t)(stop - p);
    if (length < 6)
        return 0;
    if (s9_isa_version_of_text(p, length) != S9_VERSION_COUNT)
        return length;
    *newer = p[1] == 's' && p[2] == '_' && p[3] >= '4' && p[3] <= '9' && strchr("vpghdc", p[0]) != NULL;
    return 0;
}

static void end_body(scanner *s, const char *where)
{
    if (s->body)
        s->out->pieces.items[s->out->pieces.count - 1].end = (size_t)(where - s->at);
    s->body = false;
}

/* One statement position: at a line's start, or behind "asm {". */
static bool statement(scanner *s, const char *text, const char *p, const char *end)
{
    bool newer;
    p = skip_numbering(p, end);
    size_t length = version_length(p, end, &newer);
    if (length > 0 || newer)
        end_body(s, p);
    if (length > 0) {
        s9_asm_piece piece = {(size_t)(p - text), (size_t)(s->end - text), s->line, p, length};
        s->body = true;
        return S9_PUSH(s->arena, &s->out->pieces, piece);
    }
    if (newer) {
        s->out->newer++;
        return true;
    }
    const char *stop = word_end(p, end);
    length = (size_t)(stop - p);
    if (s9_asm_same(p, length, "preshader")) {
        end_body(s, p);
        s->out->preshaders++;
    } else if (s9_asm_same(p, length, "technique") || s9_asm_same(p, length, "pass") ||
               s9_asm_same(p, length, "vertexshader") || s9_asm_same(p, length, "pixelshader") ||
               (p < end && *p == '}')) {
        end_body(s, p);
    }
    return true;
}

/* The rest of a line from `p` on, outside comments, for "asm" and its brace. */
static bool blocks(scanner *s, const char *text, const char *p, const char *end)
{
    while (p < end) {
        if (*p == '{' && s->asm_word) {
            s->asm_word = false;
            s->out->asm_blocks++;
            if (!statement(s, text, skip_blanks(p + 1, end), end))
                return false;
            p++;
        } else if (is_letter(*p)) {
            const char *stop = word_end(p, end);
            s->asm_word = s9_asm_same(p, (size_t)(stop - p), "asm");
            p = stop;
        } else {
            if (*p != ' ' && *p != '\t' && *p != '\r')
                s->asm_word = false;
            if (*p == '}')
                end_body(s, p);
            p++;
        }
    }
    return true;
}

/* The end of what is no comment on the line that starts at `p`; goes over block comments that open or close on it. */
static const char *code_start(scanner *s, const char *p, const char *end)
{
    for (;;) {
        if (s->comment) {
            while (p + 1 < end && !(p[0] == '*' && p[1] == '/'))
                p++;
            if (p + 1 >= end)
                return end;
            p += 2;
            s->comment = false;
        }
        p = skip_blanks(p, end);
        if (!(p + 1 < end && p[0] == '/' && p[1] == '*'))
            return p;
        s->comment = true;
        p += 2;
    }
}

static const char *code_end(scanner *s, const char *p, const char *end)
{
    for (; p < end; p++) {
        if (*p == ';' || (*p == '/' && p + 1 < end && p[1] == '/'))
            return p;
        if (*p == '/' && p + 1 < end && p[1] == '*') {
            const char *look = p + 2;
            while (look + 1 < end && !(look[0] == '*' && look[1] == '/'))
                look++;
            if (look + 1 >= end) {
                s->comment = true;
                return p;
            }
            p = look + 1;
        }
    }
    return p;
}

bool s9_asm_extract_listing(const char *text, size_t size, s9_arena *arena, s9_asm_listing *out)
{
    scanner s = {text, text + size, 1, false, false, false, arena, out};
    memset(out, 0, sizeof *out);
    for (const char *p = text; p < s.end; s.line++) {
        const char *newline = memchr(p, '\n', (size_t)(s.end - p));
        const char *end = newline == NULL ? s.end : newline;
        const char *start = code_start(&s, p, end);
        /* A closing brace is followed by a semicolon, which is no comment there; nothing of interest stands behind it.
         */
        const char *stop = code_end(&s, start, end);
        if (start < stop && (!statement(&s, text, start, stop) || !blocks(&s, text, start, stop)))
            return false;
        p = end == s.end ? end : end + 1;
    }
    return true;
}
