/* SPDX-License-Identifier: MIT */
#include "program/program.h"

static uint8_t *put_words(uint8_t *to, const uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++, to += 4) {
        to[0] = (uint8_t)words[i];
        to[1] = (uint8_t)(words[i] >> 8);
        to[2] = (uint8_t)(words[i] >> 16);
        to[3] = (uint8_t)(words[i] >> 24);
    }
    return to;
}

s9_result s9_encode(const s9_program *program, const s9_allocator *allocator, s9_blob *out)
{
    if (program == NULL || out == NULL)
        return S9_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    size_t size, with_nul;
    if (!s9_add_size(s9_program_token_bytes(program), program->trailing_size, &size) ||
        !s9_add_size(size, 1, &with_nul))
        return S9_ERROR_MEMORY;
    uint8_t *data = s9_allocate(allocator, with_nul);
    if (data == NULL)
        return S9_ERROR_MEMORY;

    const uint32_t end = S9_TOKEN_END;
    uint8_t *to = put_words(data, &program->version_token, 1);
    for (uint32_t i = 0; i < program->items.count; i++)
        to = put_words(to, program->items.items[i].words, program->items.items[i].word_count);
    to = put_words(to, &end, 1);
    if (program->trailing_size > 0)
        memcpy(to, program->trailing, program->trailing_size);
    data[size] = '\0';
    out->data = data;
    out->size = size;
    out->allocator = s9_allocator_or_default(allocator);
    return S9_OK;
}
