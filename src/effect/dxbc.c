/* SPDX-License-Identifier: MIT */
/*
 * The container of Direct3D 10 and later: "DXBC", checksum, version, size, number of chunks, offset of each; a chunk is
 * a name, a size, and so many bytes. Shaders built for feature level 9 have theirs in Direct3D 9's own form in a chunk
 * Aon9: its size, the version token, the size of the tokens and their offset in the chunk, then tables that say where
 * constants and samplers come from.
 */
#include "effect/effect.h"

enum { HEADER = 32, AON9_HEADER = 16 };

static s9_result tokens_of_chunk(const uint8_t *chunk, size_t size, const char *name, size_t at, const void **tokens,
                                 size_t *token_size, s9_diagnostics *list)
{
    if (size < AON9_HEADER)
        return s9_effect_fault(name, list, at, "the Aon9 chunk ends in its header");
    uint32_t room = s9_read_u32(chunk + 8), offset = s9_read_u32(chunk + 12);
    if (offset < AON9_HEADER || offset > size || size - offset < 4)
        return s9_effect_fault(name, list, at + 12, "the Aon9 chunk says that its shader lies outside of it");
    size_t whole = 0;
    if (room >= 4 && room < size - offset)
        size = offset + room;
    *tokens = chunk + offset;
    /* What does not walk is handed out as it is: whoever decodes it says where it breaks. */
    *token_size = s9_token_size(chunk + offset, size - offset, &whole) == S9_OK ? whole : size - offset;
    return S9_OK;
}

s9_result s9_dxbc_find_level9(const void *bytes, size_t size, const char *name, const void **tokens, size_t *token_size,
                              s9_diagnostics *diagnostics)
{
    const uint8_t *in = bytes;
    if (tokens == NULL || token_size == NULL || (bytes == NULL && size != 0))
        return S9_ERROR_ARGUMENT;
    *tokens = NULL;
    *token_size = 0;
    if (size < HEADER || memcmp(in, "DXBC", 4) != 0)
        return s9_effect_fault(name, diagnostics, 0, "the DXBC container ends in its header");
    uint32_t count = s9_read_u32(in + 28);
    if (count > (size - HEADER) / 4)
        return s9_effect_fault(name, diagnostics, 28, "the chunks of the DXBC container do not fit into the file");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = s9_read_u32(in + HEADER + (size_t)i * 4);
        if (at > size || size - at < 8)
            return s9_effect_fault(name, diagnostics, HEADER + (size_t)i * 4, "a chunk lies outside of the file");
        if (memcmp(in + at, "Aon9", 4) != 0)
            continue;
        size_t length = s9_read_u32(in + at + 4);
        if (length > size - at - 8)
            return s9_effect_fault(name, diagnostics, at + 4, "the Aon9 chunk is longer than the file");
        return tokens_of_chunk(in + at + 8, length, name, at + 8, tokens, token_size, diagnostics);
    }
    s9_position where = s9_position_none();
    where.file = name;
    s9_report(diagnostics, S9_ERROR, NULL, &where,
              "shaders of shader model 4 and later are none of Direct3D 9; compile the source for vs_3_0 or ps_3_0, or "
              "for feature level 9 (vs_4_0_level_9_1)",
              "the DXBC container holds no level 9 shader (chunk Aon9)");
    return S9_ERROR_INVALID;
}
