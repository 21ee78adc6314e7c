/* SPDX-License-Identifier: MIT */
#include "internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void buffer_free(buffer *b)
{
    free(b->data);
    memset(b, 0, sizeof *b);
}

void buffer_bytes(buffer *b, const char *bytes, size_t size)
{
    if (b->failed || size > SIZE_MAX / 4) {
        b->failed = true;
        return;
    }
    if (b->capacity - b->size <= size) {
        size_t capacity = (b->size + size + 64) * 2;
        char *data = realloc(b->data, capacity);
        if (data == NULL) {
            b->failed = true;
            return;
        }
        b->data = data;
        b->capacity = capacity;
    }
    if (size != 0) {
        memcpy(b->data + b->size, bytes, size);
    }
    b->size += size;
    b->data[b->size] = '\0';
}

void buffer_put(buffer *b, const char *text)
{
    buffer_bytes(b, text, strlen(text));
}

void buffer_format(buffer *b, const char *format, ...)
{
    char room[512];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(room, sizeof room, format, arguments);
    va_end(arguments);
    if (length < 0) {
        b->failed = true;
    } else if ((size_t)length < sizeof room) {
        buffer_bytes(b, room, (size_t)length);
    } else {
        char *text = malloc((size_t)length + 1);
        if (text != NULL) {
            vsnprintf(text, (size_t)length + 1, format, again);
            buffer_bytes(b, text, (size_t)length);
        }
        b->failed |= text == NULL;
        free(text);
    }
    va_end(again);
}

json_t *buffer_json(const buffer *b)
{
    json_t *string = b->size == 0 ? json_string("") : json_stringn(b->data, b->size);
    char *ascii = string == NULL ? copy_bytes(b->data, b->size) : NULL;
    if (ascii != NULL) { /* a message that was cut inside of a character */
        for (size_t i = 0; i < b->size; i++) {
            ascii[i] = (ascii[i] & 0x80) != 0 ? '?' : ascii[i];
        }
        string = json_stringn(ascii, b->size);
    }
    free(ascii);
    return string;
}

json_t *text_json(const char *text)
{
    buffer b = {.data = (char *)text, .size = strlen(text)};
    return buffer_json(&b);
}

bool grow(void **items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    size_t more = *capacity == 0 ? 16 : *capacity * 2;
    void *data = more > SIZE_MAX / size ? NULL : realloc(*items, more * size);
    if (data == NULL) {
        return false;
    }
    *items = data;
    *capacity = more;
    return true;
}

char *copy_bytes(const char *bytes, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        if (size != 0) {
            memcpy(copy, bytes, size);
        }
        copy[size] = '\0';
    }
    return copy;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool same_word(const char *text, size_t length, const char *word)
{
    for (size_t i = 0; i < length; i++) {
        if (word[i] == '\0' || lower(text[i]) != lower(word[i])) {
            return false;
        }
    }
    return word[length] == '\0';
}
