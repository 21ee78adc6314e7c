/* SPDX-License-Identifier: MIT */
/* Definitions and comment blocks. */
#include "reflect/reflect.h"

static bool is_printable(uint32_t byte)
{
    return byte >= 0x20 && byte < 0x7F;
}

static void comment(s9_reflection *r, const s9_item *item)
{
    s9_comment_info info = {item->word * 4u, "", (item->word_count - 1) * 4u};
    bool printable = item->word_count > 1;
    for (uint32_t i = 0; i < 4 && printable; i++)
        printable = is_printable(item->words[1] >> 8 * i & 0xFFu);
    for (uint32_t i = 0; i < 4 && printable; i++)
        info.fourcc[i] = (char)(item->words[1] >> 8 * i & 0xFFu);
    (void)S9_PUSH(&r->arena, &r->comments, info);
}

/* Registers that can be defined, the three sets one after the other. */
enum { FLOATS = 8192, INTS = 2048, BOOLS = 2048 };

static uint32_t slot_of(const s9_program *program, const s9_item *item, char *set)
{
    uint32_t number = s9_operand_number(item->destination.token);
    switch (s9_operand_file(program, item->destination.token)) {
    case S9_FILE_CONST:
        *set = 'c';
        return item->opcode == S9_OP_DEF && number < FLOATS ? number : UINT32_MAX;
    case S9_FILE_CONSTINT:
        *set = 'i';
        return item->opcode == S9_OP_DEFI && number < INTS ? FLOATS + number : UINT32_MAX;
    case S9_FILE_CONSTBOOL:
        *set = 'b';
        return item->opcode == S9_OP_DEFB && number < BOOLS ? FLOATS + INTS + number : UINT32_MAX;
    default:
        return UINT32_MAX;
    }
}

static void definition(s9_reflection *r, const s9_program *program, const s9_item *item, char set)
{
    char name[16];
    s9_definition d;
    memset(&d, 0, sizeof d);
    d.set = set;
    d.number = s9_operand_number(item->destination.token);
    s9_isa_register_name(s9_operand_file(program, item->destination.token), d.number, name);
    d.name = s9_arena_strdup(&r->arena, name);
    if (set == 'b')
        d.value.b = item->literals[0] != 0;
    else
        memcpy(&d.value, item->literals, 4 * sizeof *item->literals);
    if (d.name != NULL)
        (void)S9_PUSH(&r->arena, &r->definitions, d);
}

void s9_reflect_contents(s9_reflection *r, const s9_program *program)
{
    uint32_t *last = NULL; /* by register: item + 1 of the definition that counts */
    for (uint32_t i = 0; i < program->items.count; i++) {
        char set;
        const s9_item *item = &program->items.items[i];
        if (item->kind == S9_ITEM_COMMENT)
            comment(r, item);
        if (item->kind != S9_ITEM_INSTRUCTION || item->literal_count == 0)
            continue;
        if (last == NULL && (last = s9_arena_array(&r->scratch, FLOATS + INTS + BOOLS, sizeof *last)) == NULL)
            return;
        uint32_t slot = slot_of(program, item, &set);
        if (slot != UINT32_MAX)
            last[slot] = i + 1;
    }
    for (uint32_t slot = 0; last != NULL && slot < FLOATS + INTS + BOOLS; slot++) {
        char set = 'c';
        if (last[slot] == 0)
            continue;
        const s9_item *item = &program->items.items[last[slot] - 1];
        (void)slot_of(program, item, &set);
        definition(r, program, item, set);
    }
}
