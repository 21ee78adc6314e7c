/* SPDX-License-Identifier: MIT */
/* text - a growable run of bytes, and how numbers are written into it. */
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__MINGW32__)
#define TOOL_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define TOOL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TOOL_PRINTF(text, first)
#endif

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Zero-initialise before use. A NUL always follows the bytes of a text that is not empty. */
typedef struct text {
    char *data;
    size_t size;
    size_t capacity;
    bool failed; /* an allocation failed; stays set, and later additions do nothing */
} text;

void text_free(text *t);
void text_clear(text *t);
void text_bytes(text *t, const void *bytes, size_t size);
void text_put(text *t, const char *string);
void text_char(text *t, char c);
void text_repeat(text *t, char c, size_t times);
/*
 * Words, at blanks or line ends, broken into lines of so many columns: what is written so far stands in the first line
 * up to `column`, where all others begin.
 */
void text_wrap(text *t, const char *words, size_t size, size_t column, size_t width);
void text_format(text *t, const char *format, ...) TOOL_PRINTF(2, 3);
/* The string, "" when empty, NULL only after a failed allocation. */
const char *text_string(const text *t);

/* The shortest decimal that reads back to the same float; "nan", "inf", "-inf" for the rest. */
void text_float(text *t, float value);

/* A copy made by malloc, NULL when out of memory. */
char *string_copy(const char *string);
char *string_copy_bytes(const char *bytes, size_t size);
bool string_ends_with(const char *string, const char *end);
/* Bits of a float and back. */
uint32_t float_bits(float value);
float bits_float(uint32_t bits);

/* Of the words (NULL behind the last) the one nearest to a misspelt one, NULL when none is near. */
const char *nearest_word(const char *word, const char *const *words);

#endif
