/* SPDX-License-Identifier: MIT */
/* A constant table by itself, without the program around it. */
#include "reflect/ctab.h"

#include "program/program.h"

/*
 * Words of the instruction that begins with a token. Shader model 2 says them; before, parameters have bit 31 set, and
 * only the literals of a definition need to be counted.
 */
static size_t instruction_words(const uint8_t *bytes, size_t words, size_t at, uint32_t version)
{
    uint32_t token = s9_read_u32(bytes + at * 4);
    size_t length = 1;
    if (token >> 31 == 0 && (version >> 8 & 0xFFu) >= 2)
        return 1 + (token >> 24 & 15u);
    if ((token & 0xFFFFu) == 0x51u) /* def */
        return 6;
    while (at + length < words && s9_read_u32(bytes + (at + length) * 4) >> 31 != 0)
        length++;
    return length;
}

/* The first CTAB block behind its FourCC; false when there is none. */
static bool find_block(const uint8_t *bytes, size_t words, size_t *first, size_t *count)
{
    uint32_t version = s9_read_u32(bytes);
    for (size_t at = 1; at < words;) {
        uint32_t token = s9_read_u32(bytes + at * 4);
        if (token == S9_TOKEN_END)
            return false;
        if (!s9_token_is_comment(token)) {
            at += instruction_words(bytes, words, at, version);
            continue;
        }
        uint32_t length = s9_token_comment_words(token);
        if (length > words - at - 1)
            return false;
        if (length >= 1 && s9_read_u32(bytes + (at + 1) * 4) == S9_FOURCC_CTAB) {
            *first = at + 2;
            *count = length - 1;
            return true;
        }
        at += 1 + (size_t)length;
    }
    return false;
}

s9_result s9_constant_table_create(const void *tokens, size_t size, const s9_allocator *allocator,
                                   s9_constant_table **out, s9_diagnostics *diagnostics)
{
    size_t first, count;
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (tokens == NULL || size < 4)
        return tokens == NULL && size != 0 ? S9_ERROR_ARGUMENT : S9_ERROR_INVALID;
    const uint8_t *bytes = tokens;
    uint32_t version = s9_read_u32(bytes);
    bool exact;
    if (s9_isa_version_of_token(version, &exact) == S9_VERSION_COUNT)
        return S9_ERROR_INVALID;
    if (!find_block(bytes, size / 4, &first, &count))
        return S9_OK;
    s9_arena arena, scratch;
    s9_arena_init(&arena, allocator);
    s9_arena_init(&scratch, allocator);
    s9_constant_table *table = NULL;
    /* What is known of the sizes is allocated at once. */
    (void)s9_arena_reserve(&arena, count * 4 * 4 + 1024);
    uint8_t *copy = s9_arena_alloc_raw(&arena, count * 4 + 1);
    if (copy != NULL) {
        s9_block block = {copy, (uint32_t)count * 4, diagnostics, s9_position_none()};
        block.at.offset = first * 4 < S9_NO_POSITION ? (uint32_t)(first * 4) : S9_NO_POSITION;
        memcpy(copy, bytes + first * 4, count * 4);
        table = s9_ctab_read(&arena, &scratch, &block, version, version);
    }
    bool failed = arena.failed || scratch.failed;
    s9_arena_free(&scratch);
    if (table == NULL) {
        s9_arena_free(&arena);
        return failed ? S9_ERROR_MEMORY : S9_OK;
    }
    table->arena = arena;
    *out = table;
    return S9_OK;
}

void s9_constant_table_destroy(s9_constant_table *table)
{
    if (table == NULL)
        return;
    s9_arena arena = table->arena; /* the structure itself lies in it */
    s9_arena_free(&arena);
}
