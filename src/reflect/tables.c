/* SPDX-License-Identifier: MIT */
/* The tables that compilers leave in comment blocks. */
#include "reflect/preshader.h"
#include "reflect/reflect.h"

/*
 * The payload of a comment behind its FourCC, copied as the bytes that stand in the stream: what is read from it are
 * pointers into the copy, which lives as long as the reflection. False when out of memory.
 */
static bool copy_block(s9_arena *arena, const s9_program *program, const s9_item *item, s9_diagnostics *list,
                       s9_block *out)
{
    uint32_t words = item->word_count - 2;
    uint8_t *bytes = s9_arena_array(arena, words, 4);
    if (bytes == NULL)
        return false;
    for (uint32_t i = 0; i < words; i++)
        for (uint32_t k = 0; k < 4; k++)
            bytes[4 * (size_t)i + k] = (uint8_t)(item->words[2 + i] >> 8 * k);
    out->bytes = bytes;
    out->size = words * 4;
    out->list = list;
    out->at = s9_program_position(program, item, NULL);
    if (out->at.offset != S9_NO_POSITION)
        out->at.offset += 8;
    return true;
}

void s9_reflect_tables(s9_reflection *r, const s9_program *program, s9_diagnostics *list)
{
    bool table = false, preshader = false; /* there was one */
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->kind != S9_ITEM_COMMENT || item->word_count < 2)
            continue;
        bool is_table = item->words[1] == S9_FOURCC_CTAB, is_preshader = item->words[1] == S9_FOURCC_PRES;
        if ((is_table && table) || (is_preshader && preshader)) {
            s9_position at = s9_program_position(program, item, NULL);
            s9_report(list, S9_WARNING, NULL, &at, NULL, "another %s: only the first one counts",
                      is_table ? "constant table" : "preshader");
            continue;
        }
        table |= is_table;
        preshader |= is_preshader;
        s9_block block;
        if ((!is_table && !is_preshader) || !copy_block(&r->arena, program, item, list, &block))
            continue;
        if (is_table)
            r->constants = s9_ctab_read(&r->arena, &r->scratch, &block, program->version_token, program->version_token);
        else
            r->preshader = s9_preshader_read(&r->arena, &r->scratch, &block);
    }
    if (r->preshader != NULL)
        r->preshader->allocator = r->arena.allocator;
}
