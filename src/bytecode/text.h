/* SPDX-License-Identifier: MIT */
/* Reading text only as far as needed to tell what it is: assembly, a listing, an array, a shader in another language.
 */
#ifndef S9_BYTECODE_TEXT_H
#define S9_BYTECODE_TEXT_H

#include "program/program.h"

/* A place in text that moves over blanks, comments, preprocessor lines and blocks switched off by `#if 0`. */
typedef struct s9_scan {
    const char *text;
    size_t size;
    size_t at;
    bool line_start;                                  /* only blanks or comments stand before `at` in its line */
    bool version_directive, include_directive, metal; /* directives passed by */
    bool generated, footer;                           /* comments passed by: those that a listing has */
    bool heading; /* a line passed by begins with # and a blank, but is no directive: a heading of Markdown, a script */
} s9_scan;

void s9_scan_start(s9_scan *scan, const char *text, size_t size);
/* To the next significant character; false at the end. */
bool s9_scan_next(s9_scan *scan);
/* The word (letters, digits, '_', '.') that starts at the present place; its length, 0 when none starts there. */
size_t s9_scan_word(const s9_scan *scan);
/* Length of a byte order mark at the beginning of the text. */
size_t s9_text_mark(const void *bytes, size_t size);

typedef enum s9_statement {
    S9_STATEMENT_OTHER,
    S9_STATEMENT_VERSION, /* vs_1_0 .. ps_3_sw */
    S9_STATEMENT_FOREIGN, /* vs_4_0, cs_5_0 and the like */
    S9_STATEMENT_PRESHADER
} s9_statement;

/* What a word at the start of a line begins. */
s9_statement s9_text_statement(const char *word, size_t length);

/* Assembly, listing, array, HLSL, GLSL or text of no known kind. */
s9_content s9_detect_text(const char *text, size_t size);

/*
 * The next array of whole numbers in C source, or the list when the text is nothing but numbers. Its elements are
 * appended to `out` as bytes (at most `limit` bytes are kept, all are checked); `out` may be NULL. False when there is
 * none; `scan` then stands at the end.
 */
typedef struct s9_c_array {
    size_t start;       /* offset of its first element */
    size_t count;       /* elements */
    bool typed;         /* the declaration names a type of bytes or words */
    bool byte_wide;     /* elements are bytes, else words */
    size_t name;        /* offset of the array's name, */
    size_t name_length; /* and its length */
} s9_c_array;
bool s9_next_c_array(s9_scan *scan, s9_c_array *array, uint8_t *out, size_t limit, size_t *kept);
/* The same for text that is a bare list of numbers. */
bool s9_number_list(const char *text, size_t size, s9_c_array *array, uint8_t *out, size_t limit, size_t *kept);

#endif
