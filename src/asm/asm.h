/* SPDX-License-Identifier: MIT */
/*
 * asm - assembly text to a program (s9_assemble).
 *
 * Text becomes tokens (lex.c). Where it has directives or macros, the preprocessor (preprocess.c, macro.c, condition.c)
 * stands between the lexer and the parser; both are a token source, and their tokens know the file, line and column
 * they were written at and the macro uses they went through. The parser (parse.c, operand.c, declare.c, extend.c)
 * checks what the native parser checks, collects words, and output.c makes the program of them.
 *
 * Source of the grammar: spec/assembly-grammar.md. Codes of errors are rule numbers of spec/validation.md.
 */
#ifndef S9_ASM_ASM_H
#define S9_ASM_ASM_H

#include "program/program.h"

/* ---- tokens ---- */

/* Punctuation is its own character; everything else has a number above them. */
enum {
    S9_TOK_END = 0,
    S9_TOK_WORD = 128, /* letters, digits and underscores, not beginning with a digit */
    S9_TOK_NUMBER,     /* from a digit or a dot and a digit, as far as a C preprocessing number goes */
    S9_TOK_STRING,     /* with its quotes */
    S9_TOK_VERSION,    /* "vs.1.1": a version with dots is one token */
    S9_TOK_EXTENSION,  /* a comment that begins with "//!", to the end of its line */
    S9_TOK_LINE_END,   /* only inside a directive */
    S9_TOK_UNCLOSED,   /* a block comment that nothing closes */
    S9_TOK_STRAY,      /* a byte that has no place outside comments */
    S9_TOK_BARRIER     /* inside the preprocessor: the end of a list of tokens that is expanded by itself */
};

enum {
    S9_TOK_AT_LINE_START = 1, /* nothing but blanks and comments before it on its line */
    S9_TOK_AFTER_BLANK = 2,
    S9_TOK_NOT_A_MACRO = 4, /* the name of a macro inside its own expansion stays as it is */
};

typedef struct s9_asm_token {
    const char *text;
    uint32_t length;
    uint8_t kind;
    uint8_t flags;
    uint32_t file; /* index into the context's files */
    uint32_t line, column;
    uint32_t use; /* 0, or 1 + index into the context's macro uses */
} s9_asm_token;

/* What delivers tokens, S9_TOK_END at last and ever after. */
typedef struct s9_asm_source s9_asm_source;
struct s9_asm_source {
    void (*next)(s9_asm_source *source, s9_asm_token *out);
};

/* ---- listings ---- */

/* A shader of model 1 to 3 inside a listing or an effect's text. */
typedef struct s9_asm_piece {
    size_t start, end; /* bytes of the text: from its version statement to the end of its body */
    uint32_t line;     /* of the version statement, from 1 */
    const char *name;  /* version as written, not NUL-terminated */
    size_t name_length;
} s9_asm_piece;

typedef struct s9_asm_listing {
    struct {
        s9_asm_piece *items;
        uint32_t count, capacity;
    } pieces;
    uint32_t headers;    /* comment lines in which a compiler or disassembler names itself */
    uint32_t asm_blocks; /* "asm {" */
    uint32_t preshaders;
    uint32_t newer; /* bodies of shader model 4 and later */
} s9_asm_listing;

/*
 * Finds the shaders in the text of a listing: bodies begin with a version statement at a line's start (or behind
 * "asm {") and end at the closing brace, the next body, a preshader or the end. Preshaders, bodies of shader model 4
 * and later, and the blocks around them belong to none. False when out of memory (of the arena).
 */
bool s9_asm_extract_listing(const char *text, size_t size, s9_arena *arena, s9_asm_listing *out);
/* Whether a line of comment in the text names the compiler that wrote it. */
bool s9_asm_is_compiled(const char *text, size_t size);

#endif
