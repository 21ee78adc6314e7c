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

/* The sets of registers that can be defined, in the order in which definitions are told, and their sizes. */
enum { SETS = 3 };
static const struct {
    char letter;
    uint32_t size;
} defined_sets[SETS] = {{'c', 8192}, {'i', 2048}, {'b', 2048}};

/* Which set and number an item defines; false when it defines nothing. */
static bool defines(const s9_program *program, const s9_item *item, uint32_t *set, uint32_t *number)
{
    if (item->kind != S9_ITEM_INSTRUCTION || item->literal_count == 0)
        return false;
    s9_opcode opcode = S9_OP_DEF;
    *number = s9_operand_number(item->destination.token);
    switch (s9_operand_file(program, item->destination.token)) {
    case S9_FILE_CONST:
        *set = 0;
        break;
    case S9_FILE_CONSTINT:
        *set = 1;
        opcode = S9_OP_DEFI;
        break;
    case S9_FILE_CONSTBOOL:
        *set = 2;
        opcode = S9_OP_DEFB;
        break;
    default:
        return false;
    }
    return item->opcode == opcode && *number < defined_sets[*set].size;
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
    uint32_t set, number;
    uint32_t used[SETS] = {0}; /* up to the highest register that is defined: mostly few */
    uint32_t *last[SETS] = {NULL};
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->kind == S9_ITEM_COMMENT)
            comment(r, item);
        else if (defines(program, item, &set, &number) && number >= used[set])
            used[set] = number + 1;
    }
    for (set = 0; set < SETS; set++) /* item + 1 of the definition that counts */
        if (used[set] != 0 && (last[set] = s9_arena_array(&r->scratch, used[set], sizeof *last[set])) == NULL)
            return;
    for (uint32_t i = 0; i < program->items.count; i++)
        if (defines(program, &program->items.items[i], &set, &number))
            last[set][number] = i + 1;
    for (set = 0; set < SETS; set++)
        for (number = 0; number < used[set]; number++)
            if (last[set][number] != 0)
                definition(r, program, &program->items.items[last[set][number] - 1], defined_sets[set].letter);
}
