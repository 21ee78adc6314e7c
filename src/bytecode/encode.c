/* SPDX-License-Identifier: MIT */
#include "program/program.h"

s9_result s9_encode(const s9_program *program, const s9_allocator *allocator, s9_blob *out)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (program == NULL)
        return S9_ERROR_ARGUMENT;
    size_t size, with_nul;
    if (!s9_add_size(s9_program_token_bytes(program), program->trailing_size, &size) ||
        !s9_add_size(size, 1, &with_nul))
        return S9_ERROR_MEMORY;
    uint8_t *data = s9_allocate(allocator, with_nul);
    if (data == NULL)
        return S9_ERROR_MEMORY;

    const uint32_t end = S9_TOKEN_END;
    uint8_t *to = s9_write_words(data, &program->version_token, 1);
    for (uint32_t i = 0; i < program->items.count;) {
        /* Items that stand side by side in memory, as those of a decoded stream do, are written in one piece. */
        const uint32_t *words = program->items.items[i].words;
        size_t count = 0;
        do
            count += program->items.items[i++].word_count;
        while (i < program->items.count && program->items.items[i].words == words + count);
        to = s9_write_words(to, words, count);
    }
    to = s9_write_words(to, &end, 1);
    if (program->trailing_size > 0)
        memcpy(to, program->trailing, program->trailing_size);
    data[size] = '\0';
    out->data = data;
    out->size = size;
    out->allocator = s9_allocator_or_default(allocator);
    return S9_OK;
}
