/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_free(text *t)
{
    free(t->data);
    memset(t, 0, sizeof *t);
}

void text_clear(text *t)
{
    t->size = 0;
    if (t->data != NULL) {
        t->data[0] = '\0';
    }
}

/* Makes room for `more` bytes and the NUL. */
static bool reserve(text *t, size_t more)
{
    if (t->failed || more > SIZE_MAX / 2 - t->size - 1) {
        t->failed = true;
        return false;
    }
    size_t need = t->size + more + 1;
    if (need > t->capacity) {
        size_t capacity = t->capacity < 64 ? 64 : t->capacity;
        while (capacity < need) {
            capacity *= 2;
        }
        char *data = realloc(t->data, capacity);
        if (data == NULL) {
            t->failed = true;
            return false;
        }
        t->data = data;
        t->capacity = capacity;
    }
    return true;
}

void text_bytes(text *t, const void *bytes, size_t size)
{
    if (size != 0 && reserve(t, size)) {
        memcpy(t->data + t->size, bytes, size);
        t->size += size;
        t->data[t->size] = '\0';
    }
}

void text_put(text *t, const char *string)
{
    text_bytes(t, string, strlen(string));
}

void text_char(text *t, char c)
{
    text_bytes(t, &c, 1);
}

void text_repeat(text *t, char c, size_t times)
{
    if (times != 0 && reserve(t, times)) {
        memset(t->data + t->size, c, times);
        t->size += times;
        t->data[t->size] = '\0';
    }
}

void text_wrap(text *t, const char *words, size_t size, size_t column, size_t width)
{
    size_t at = column;
    for (size_t i = 0; i < size;) {
        size_t length = 0;
        while (i + length < size && words[i + length] != ' ' && words[i + length] != '\n') {
            length++;
        }
        if (at > column && at + 1 + length > width) {
            text_char(t, '\n');
            text_repeat(t, ' ', column);
            at = column;
        } else if (at > column && length != 0) {
            text_char(t, ' ');
            at++;
        }
        text_bytes(t, words + i, length);
        at += length;
        i += length + 1;
    }
}

void text_format(text *t, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        t->failed = true;
    } else if (reserve(t, (size_t)length)) {
        vsnprintf(t->data + t->size, (size_t)length + 1, format, again);
        t->size += (size_t)length;
    }
    va_end(again);
}

const char *text_string(const text *t)
{
    return t->failed ? NULL : t->data == NULL ? "" : t->data;
}

void text_float(text *t, float value)
{
    if (isnan(value)) {
        text_put(t, "nan");
        return;
    }
    if (isinf(value)) {
        text_put(t, value < 0 ? "-inf" : "inf");
        return;
    }
    char digits[32];
    if (fabsf(value) < 100000.0f && value == (float)(int32_t)value) {
        /* Small whole numbers are most of what is printed. */
        snprintf(digits, sizeof digits, "%s%d", value == 0.0f && signbit(value) ? "-" : "", (int)value);
        text_put(t, digits);
        return;
    }
    /*
     * Six digits survive the way through a float, so a shorter decimal that reads back shows up at precision 6, its
     * zeros dropped by %g. Denormals have fewer. The command never calls setlocale: the decimal point is a point.
     */
    for (int precision = fabsf(value) < FLT_MIN ? 1 : 6; precision <= 9; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
        if (strtof(digits, NULL) == value) {
            break;
        }
    }
    text_put(t, digits);
}

char *string_copy_bytes(const char *bytes, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        memcpy(copy, bytes, size);
        copy[size] = '\0';
    }
    return copy;
}

char *string_copy(const char *string)
{
    return string_copy_bytes(string, strlen(string));
}

bool string_ends_with(const char *string, const char *end)
{
    size_t length = strlen(string), tail = strlen(end);
    return length >= tail && strcmp(string + length - tail, end) == 0;
}

uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

float bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Insertions, deletions, substitutions and swaps of neighbours between two short words. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST) {
        return SIZE_MAX;
    }
    size_t rows[3][LONGEST + 1];
    for (size_t j = 0; j <= m; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && two_above[j - 2] + 1 < best) {
                best = two_above[j - 2] + 1;
            }
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

const char *nearest_word(const char *word, const char *const *words)
{
    const char *nearest = NULL;
    size_t best = strlen(word) <= 3 ? 2 : 3; /* one error in a short word, two in a longer one */
    for (size_t i = 0; words[i] != NULL; i++) {
        size_t distance = edit_distance(word, words[i]);
        if (distance < best) {
            best = distance;
            nearest = words[i];
        }
    }
    /* Else the one that begins so: --out, vertex. */
    size_t length = strlen(word), count = 0;
    for (size_t i = 0; nearest == NULL && length >= 3 && words[i] != NULL; i++) {
        if (strncmp(words[i], word, length) == 0 && count++ == 0) {
            best = i;
        }
    }
    return count == 1 ? words[best] : nearest;
}
