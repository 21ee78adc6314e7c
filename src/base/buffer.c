/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <stdio.h>

void s9_buffer_init(s9_buffer *buffer, const s9_allocator *allocator)
{
    memset(buffer, 0, sizeof *buffer);
    buffer->allocator = s9_allocator_or_default(allocator);
}

void s9_buffer_free(s9_buffer *buffer)
{
    s9_release(&buffer->allocator, buffer->data);
    buffer->data = NULL;
    buffer->size = buffer->capacity = 0;
    buffer->failed = false;
}

/* Room for `size` bytes more and the NUL that a blob ends with. */
static bool reserve(s9_buffer *buffer, size_t size)
{
    size_t wanted;
    if (buffer->failed)
        return false;
    if (!s9_add_size(buffer->size, size, &wanted) || !s9_add_size(wanted, 1, &wanted)) {
        buffer->failed = true;
        return false;
    }
    if (wanted <= buffer->capacity)
        return true;
    size_t capacity = buffer->capacity < 64 ? 64 : buffer->capacity;
    while (capacity < wanted)
        capacity = capacity > SIZE_MAX / 2 ? wanted : capacity * 2;
    char *data = s9_allocate(&buffer->allocator, capacity);
    if (data == NULL) {
        buffer->failed = true;
        return false;
    }
    if (buffer->size > 0)
        memcpy(data, buffer->data, buffer->size);
    s9_release(&buffer->allocator, buffer->data);
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

void s9_buffer_reserve(s9_buffer *buffer, size_t size)
{
    reserve(buffer, size);
}

char *s9_buffer_grow(s9_buffer *buffer, size_t size)
{
    return reserve(buffer, size) ? buffer->data + buffer->size : NULL;
}

void s9_buffer_append(s9_buffer *buffer, const void *data, size_t size)
{
    if (size == 0 || !reserve(buffer, size))
        return;
    memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
}

void s9_buffer_text(s9_buffer *buffer, const char *text)
{
    s9_buffer_append(buffer, text, strlen(text));
}

void s9_buffer_char(s9_buffer *buffer, char c)
{
    s9_buffer_append(buffer, &c, 1);
}

void s9_buffer_u32(s9_buffer *buffer, uint32_t word)
{
    const uint8_t bytes[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16), (uint8_t)(word >> 24)};
    s9_buffer_append(buffer, bytes, sizeof bytes);
}

void s9_buffer_format(s9_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        buffer->failed = true;
        return;
    }
    if (length == 0 || !reserve(buffer, (size_t)length))
        return;
    va_start(arguments, format);
    vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->size += (size_t)length;
}

s9_result s9_buffer_to_blob(s9_buffer *buffer, s9_blob *out)
{
    out->data = NULL;
    out->size = 0;
    out->allocator = buffer->allocator;
    if (!reserve(buffer, 0)) {
        s9_buffer_free(buffer);
        return S9_ERROR_MEMORY;
    }
    buffer->data[buffer->size] = '\0';
    out->data = buffer->data;
    out->size = buffer->size;
    buffer->data = NULL;
    buffer->size = buffer->capacity = 0;
    return S9_OK;
}
