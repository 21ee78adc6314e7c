/* SPDX-License-Identifier: MIT */
/* Which registers occur: in instructions, declarations and definitions, inside brackets and as predicates. */
#include "reflect/reflect.h"

/* Files that have no numbers of their own count as one group for each register: oPos, oFog, oPts, vPos, vFace. */
enum { GROUP_RASTOUT = S9_FILE_COUNT, GROUP_MISC = GROUP_RASTOUT + 3, GROUPS = GROUP_MISC + 2 };
/* The largest number of a token, CONST4 counted up. */
enum { NUMBERS = 8192, WORD_BITS = 64 };

typedef struct group {
    uint64_t *bits; /* NULL: does not occur */
    bool relative;
} group;

typedef struct registers {
    s9_reflection *r;
    const s9_program *program;
    group groups[GROUPS];
} registers;

static void mark(registers *t, s9_file file, uint32_t number, bool relative)
{
    uint32_t at = file;
    if (file == S9_FILE_UNKNOWN || file == S9_FILE_TEMPFLOAT16 || file == S9_FILE_LABEL || number >= NUMBERS)
        return;
    if (file == S9_FILE_RASTOUT && number < 3) {
        at = GROUP_RASTOUT + number;
        number = 0;
    } else if (file == S9_FILE_MISC && number < 2) {
        at = GROUP_MISC + number;
        number = 0;
    }
    group *g = &t->groups[at];
    if (g->bits == NULL)
        g->bits = s9_arena_array(&t->r->scratch, NUMBERS / WORD_BITS, sizeof *g->bits);
    if (g->bits == NULL)
        return; /* the arenas remember */
    g->bits[number / WORD_BITS] |= UINT64_C(1) << number % WORD_BITS;
    g->relative |= relative;
}

static void operand(registers *t, const s9_operand *o, uint32_t rows)
{
    bool relative = s9_operand_is_relative(o->token);
    s9_file file = s9_operand_file(t->program, o->token);
    for (uint32_t row = 0; row < rows; row++)
        mark(t, file, s9_operand_number(o->token) + row, relative);
    if (!relative)
        return;
    s9_index index = s9_operand_index(t->program, o);
    mark(t, index.file, o->has_relative ? s9_operand_number(o->relative) : 0, false);
}

static void item_registers(registers *t, const s9_item *item)
{
    if (item->kind != S9_ITEM_INSTRUCTION)
        return;
    if (item->has_destination)
        operand(t, &item->destination, 1);
    if (item->has_predicate)
        operand(t, &item->predicate, 1);
    uint32_t rows = s9_isa_matrix_rows(item->opcode);
    for (uint32_t i = 0; i < item->source_count; i++)
        operand(t, &item->sources[i], i == 1 && rows > 0 ? rows : 1);
}

static const char *group_name(uint32_t at)
{
    static const char *const rastout[] = {"oPos", "oFog", "oPts"};
    static const char *const misc[] = {"vPos", "vFace"};
    if (at >= GROUP_MISC)
        return misc[at - GROUP_MISC];
    if (at >= GROUP_RASTOUT)
        return rastout[at - GROUP_RASTOUT];
    return s9_isa_file_prefix((s9_file)at);
}

static uint32_t count_bits(const uint64_t *bits)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < NUMBERS / WORD_BITS; i++)
        for (uint64_t w = bits[i]; w != 0; w &= w - 1)
            count++;
    return count;
}

static void add_group(registers *t, uint32_t at)
{
    const group *g = &t->groups[at];
    if (g->bits == NULL)
        return;
    s9_register_use use = {group_name(at), NULL, 0, g->relative};
    uint32_t *numbers = s9_arena_array(&t->r->arena, count_bits(g->bits), sizeof *numbers);
    if (numbers == NULL)
        return;
    /* Nearly all words are 0: to look at each number would take longer than all the rest. */
    for (uint32_t i = 0; i < NUMBERS / WORD_BITS; i++) {
        uint32_t n = i * WORD_BITS;
        for (uint64_t word = g->bits[i]; word != 0; word >>= 1, n++)
            if ((word & 1u) != 0)
                numbers[use.count++] = n;
    }
    use.used = numbers;
    (void)S9_PUSH(&t->r->arena, &t->r->files, use);
}

void s9_reflect_registers(s9_reflection *r, const s9_program *program)
{
    static const uint8_t order[] = {S9_FILE_TEMP,      S9_FILE_INPUT,     GROUP_MISC,        GROUP_MISC + 1,
                                    S9_FILE_TEXTURE,   S9_FILE_CONST,     S9_FILE_CONSTINT,  S9_FILE_CONSTBOOL,
                                    S9_FILE_SAMPLER,   S9_FILE_ADDR,      S9_FILE_LOOP,      S9_FILE_PREDICATE,
                                    GROUP_RASTOUT,     GROUP_RASTOUT + 1, GROUP_RASTOUT + 2, S9_FILE_ATTROUT,
                                    S9_FILE_TEXCRDOUT, S9_FILE_OUTPUT,    S9_FILE_COLOROUT,  S9_FILE_DEPTHOUT};
    registers t;
    memset(&t, 0, sizeof t);
    t.r = r;
    t.program = program;
    for (uint32_t i = 0; i < program->items.count; i++)
        item_registers(&t, &program->items.items[i]);
    for (size_t i = 0; i < S9_COUNT(order); i++)
        add_group(&t, order[i]);
}
