/* SPDX-License-Identifier: MIT */
/* What the parts of the assembler share: memory, texts, places in them, and reporting. */
#ifndef S9_ASM_CONTEXT_H
#define S9_ASM_CONTEXT_H

#include "asm/asm.h"

/* A text that was read: the main one first, then those of #include. */
typedef struct s9_asm_text {
    const char *path; /* for messages and cycles; NULL when unnamed */
    const char *text;
    size_t size;
    const size_t *line_starts; /* made when the first message needs a line */
    uint32_t line_count;
} s9_asm_text;

/* A name and a numbering of lines that positions refer to: one for each text, one more for each #line. */
typedef struct s9_asm_file {
    const char *name;
    uint32_t text;
    int64_t to_physical; /* line + to_physical is the line of the text, from 1 */
    uint32_t from_file;  /* where the #include stands that asked for it; from_line 0: nowhere */
    uint32_t from_line, from_column, from_length;
} s9_asm_file;

typedef struct s9_asm_place {
    uint32_t file, line, column, length;
} s9_asm_place;

/* A macro was replaced here. */
typedef struct s9_asm_use {
    const char *name; /* of the macro, in a text or the arena */
    uint32_t name_length;
    bool argument;           /* the token was written as an argument of the macro, not in its text */
    s9_asm_place place;      /* of the macro's name where it was used */
    s9_asm_place definition; /* of the name in #define */
    uint32_t parent;         /* use inside whose text this one stands, or 0 */
} s9_asm_use;

typedef struct s9_asm_context {
    s9_arena arena; /* lives as long as the call */
    s9_diagnostics *diagnostics;
    struct {
        s9_asm_text *items;
        uint32_t count, capacity;
    } texts;
    struct {
        s9_asm_file *items;
        uint32_t count, capacity;
    } files;
    struct {
        s9_asm_use *items;
        uint32_t count, capacity;
    } uses;
    uint32_t errors;
    uint32_t mute; /* above 0: nothing is reported */
    bool keep;     /* refused statements become items that are marked so */
    bool lenient;  /* what a version lacks, but tokens can say, is warned of */
    bool stop;     /* nothing more is to be read */
    bool memory;   /* an allocation failed */
} s9_asm_context;

/* The number of errors after which reading stops. */
#define S9_ASM_MOST_ERRORS 10000u

/* Notes an allocation that failed; reading stops. */
void s9_asm_out_of_memory(s9_asm_context *context);

/* Where a token stands for the user: in the text of a file, however many macros it came through. */
s9_asm_place s9_asm_token_place(const s9_asm_context *context, const s9_asm_token *token);

/*
 * Reports at a token, with the source line, and notes for the macros and #include directives that lead there. `code`
 * and `hint` may be NULL.
 */
void s9_asm_error(s9_asm_context *context, const char *code, const s9_asm_token *at, const char *hint,
                  const char *format, ...) S9_PRINTF(5, 6);
/*
 * The same for what the version lacks although tokens can say it: an error, after which the statement is refused, or,
 * where the context is lenient, a warning. True when it is refused.
 */
bool s9_asm_breach(s9_asm_context *context, const char *code, const s9_asm_token *at, const char *hint,
                   const char *format, ...) S9_PRINTF(5, 6);
void s9_asm_warning(s9_asm_context *context, const s9_asm_token *at, const char *hint, const char *format, ...)
    S9_PRINTF(4, 5);
/* A remark of its own. */
void s9_asm_remark(s9_asm_context *context, const s9_asm_token *at, const char *format, ...) S9_PRINTF(3, 4);
/* A note that belongs to what was reported last. */
void s9_asm_note(s9_asm_context *context, const s9_asm_place *place, const char *format, ...) S9_PRINTF(3, 4);

/* "'mov'", "the end of the text", "byte 0xE9": a token for use in a sentence. `out` holds at least 64 bytes. */
#define S9_ASM_DESCRIPTION 64
const char *s9_asm_describe(const s9_asm_token *token, char *out);

/* ---- lexer ---- */

typedef struct s9_asm_lexer {
    s9_asm_source source;
    const char *at, *end;
    const char *line_start;
    uint32_t file, line;
    bool fresh;     /* nothing but blanks and comments so far on this line */
    bool directive; /* a newline is a token */
    /* Where each line starts in the text, for whom wants to know: place `line - 1`; NULL: nobody. */
    size_t *line_starts;
    const char *text;
} s9_asm_lexer;

/* Reads `text` from its first line on, which has the number `line` in `file`. */
void s9_asm_lexer_init(s9_asm_lexer *lexer, const char *text, size_t size, uint32_t file, uint32_t line);
void s9_asm_lex(s9_asm_lexer *lexer, s9_asm_token *out);

/* ---- small helpers ---- */

static inline char s9_asm_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Letters of `text` in any case against lower-case `name`. */
static inline bool s9_asm_same(const char *text, size_t length, const char *name)
{
    for (size_t i = 0; i < length; i++)
        if (s9_asm_lower(text[i]) != name[i]) /* a NUL in `name` differs from every letter */
            return false;
    return name[length] == '\0';
}

static inline bool s9_asm_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Value of a hexadecimal digit, 16 for others. */
static inline uint32_t s9_asm_hex(char c)
{
    return s9_asm_is_digit(c)     ? (uint32_t)(c - '0')
           : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
           : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                  : 16u;
}

#endif
