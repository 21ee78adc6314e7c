/* SPDX-License-Identifier: MIT */
/*
 * Items as numbers. What an item is after renumbering is written down as a sequence of words, and equal sequences get
 * equal numbers, so that everything after this compares integers.
 */
#include "diff/diff.h"

/* What a word sequence or a part of it is about: keeps different things from having the same words. */
enum {
    KEY_INSTRUCTION = 1,
    KEY_RAW,
    KEY_COMMENT,
    KEY_DECLARATION,
    KEY_DEFINITION,
    KEY_REGISTER, /* file, number */
    KEY_VALUE,    /* components, words */
    KEY_INPUT,    /* usage and index */
    KEY_OUTPUT,
    KEY_INPUTS, /* several usages in one register: number of their sequence */
    KEY_OUTPUTS,
    KEY_RELATIVE
};

enum { UNSEEN = 0 }; /* in maps of numbers */

/* ---- interning ---- */

void s9_df_interner_init(s9_df_interner *in, s9_arena *arena)
{
    memset(in, 0, sizeof *in);
    in->arena = arena;
}

static void put(s9_df_interner *in, uint32_t word)
{
    in->failed |= !S9_PUSH(in->arena, &in->words, word);
}

static bool grow_slots(s9_df_interner *in)
{
    uint32_t count = in->slot_count == 0 ? 256 : in->slot_count * 2;
    uint32_t *slots = s9_arena_array(in->arena, count, sizeof *slots);
    if (slots == NULL)
        return false;
    for (uint32_t i = 0; i < in->entries.count; i++) {
        uint32_t at = in->entries.items[i].hash & (count - 1);
        while (slots[at] != 0)
            at = (at + 1) & (count - 1);
        slots[at] = i + 1;
    }
    in->slots = slots;
    in->slot_count = count;
    return true;
}

/* The number of the sequence written since the last call. */
static uint32_t finish_sequence(s9_df_interner *in)
{
    uint32_t count = in->words.count - in->start, hash = 2166136261u;
    const uint32_t *words = in->words.items + in->start;
    if (in->failed || (in->entries.count * 2 >= in->slot_count && !grow_slots(in))) {
        in->failed = true;
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * 16777619u;
        hash ^= hash >> 15;
    }
    uint32_t at = hash & (in->slot_count - 1);
    for (; in->slots[at] != 0; at = (at + 1) & (in->slot_count - 1)) {
        const struct s9_df_entry *e = &in->entries.items[in->slots[at] - 1];
        if (e->hash == hash && e->count == count &&
            (count == 0 || memcmp(in->words.items + e->first, words, count * sizeof *words) == 0)) {
            in->words.count = in->start;
            return in->slots[at] - 1;
        }
    }
    struct s9_df_entry entry = {in->start, count, hash};
    if (!S9_PUSH(in->arena, &in->entries, entry)) {
        in->failed = true;
        return 0;
    }
    in->slots[at] = in->entries.count;
    in->start = in->words.count;
    return in->entries.count - 1;
}

/* ---- definitions ---- */

bool s9_df_find_definitions(const s9_program *program, s9_arena *arena, s9_df_definitions *out)
{
    out->f = s9_arena_array(arena, S9_DF_FLOATS, sizeof *out->f);
    out->i = s9_arena_array(arena, S9_DF_NUMBERS, sizeof *out->i);
    out->b = s9_arena_array(arena, S9_DF_NUMBERS, sizeof *out->b);
    if (out->f == NULL || out->i == NULL || out->b == NULL)
        return false;
    for (uint32_t n = 0; n < program->items.count; n++) {
        const s9_item *item = &program->items.items[n];
        if (item->kind != S9_ITEM_INSTRUCTION || !item->has_destination)
            continue;
        uint32_t number = s9_operand_number(item->destination.token);
        s9_file file = s9_operand_file(program, item->destination.token);
        if (item->opcode == S9_OP_DEF && file == S9_FILE_CONST && number < S9_DF_FLOATS)
            out->f[number] = item;
        else if (item->opcode == S9_OP_DEFI && file == S9_FILE_CONSTINT && number < S9_DF_NUMBERS)
            out->i[number] = item;
        else if (item->opcode == S9_OP_DEFB && file == S9_FILE_CONSTBOOL && number < S9_DF_NUMBERS)
            out->b[number] = item;
    }
    return true;
}

const s9_item *s9_df_definition_of(const s9_program *program, const s9_df_definitions *d, uint32_t token, uint32_t row)
{
    uint32_t number = s9_operand_number(token) + row;
    switch (s9_operand_file(program, token)) {
    case S9_FILE_CONST:
        return number < S9_DF_FLOATS ? d->f[number] : NULL;
    case S9_FILE_CONSTINT:
        return number < S9_DF_NUMBERS ? d->i[number] : NULL;
    case S9_FILE_CONSTBOOL:
        return number < S9_DF_NUMBERS ? d->b[number] : NULL;
    default:
        return NULL;
    }
}

/* ---- operands ---- */

typedef struct keyer {
    const s9_program *program;
    s9_df_interner *in;
    s9_df_definitions definitions;
    uint32_t *temps, *labels; /* number + 1 after renumbering, by number; UNSEEN */
    uint32_t temp_count, label_count;
    uint32_t *inputs, *outputs; /* by number: how often declared; then the number of the sequence of usages + 1 */
    bool own;                   /* temporaries keep their numbers */
    bool usages;                /* declarations say what a register is */
    uint32_t all_floats;        /* number of the sequence of all definitions of floats */
} keyer;

static uint32_t renumber(uint32_t *map, uint32_t *count, uint32_t number)
{
    if (map[number & (S9_DF_NUMBERS - 1u)] == UNSEEN)
        map[number & (S9_DF_NUMBERS - 1u)] = ++*count;
    return map[number & (S9_DF_NUMBERS - 1u)];
}

static void put_register(keyer *k, s9_file file, uint32_t number)
{
    put(k->in, KEY_REGISTER);
    put(k->in, (uint32_t)file);
    put(k->in, number);
}

static void put_usage(keyer *k, bool output, uint32_t usage, uint32_t index)
{
    put(k->in, output ? KEY_OUTPUT : KEY_INPUT);
    put(k->in, usage << 8 | index);
}

/* An input or output of a version whose declarations have usages. */
static void put_declared(keyer *k, bool output, s9_file file, uint32_t number)
{
    uint32_t sequence = (output ? k->outputs : k->inputs)[number & (S9_DF_NUMBERS - 1u)];
    if (sequence == 0) {
        put_register(k, file, number);
        return;
    }
    put(k->in, output ? KEY_OUTPUTS : KEY_INPUTS);
    put(k->in, sequence);
}

/* A register by what it is, not by its number, where it has another meaning than its number. */
static void put_meaning(keyer *k, s9_file file, uint32_t number)
{
    bool pixel = s9_version_is_pixel(k->program->version);
    uint32_t major = s9_version_major(k->program->version);
    switch (file) {
    case S9_FILE_TEMP:
        /* r0 of ps_1_x is what the pixel becomes. */
        if (k->own || (pixel && major == 1 && number == 0))
            put_register(k, file, k->own ? number : UINT32_MAX);
        else
            put_register(k, file, renumber(k->temps, &k->temp_count, number));
        return;
    case S9_FILE_LABEL:
        put_register(k, file, renumber(k->labels, &k->label_count, number));
        return;
    case S9_FILE_INPUT:
        if (pixel && major < 3)
            put_usage(k, false, S9_USAGE_COLOR, number);
        else
            put_declared(k, false, file, number);
        return;
    case S9_FILE_TEXTURE:
        if (major == 2)
            put_usage(k, false, S9_USAGE_TEXCOORD, number);
        else
            put_register(k, file, number);
        return;
    case S9_FILE_RASTOUT: {
        static const uint32_t usages[] = {S9_USAGE_POSITION, S9_USAGE_FOG, S9_USAGE_PSIZE};
        if (number < S9_COUNT(usages))
            put_usage(k, true, usages[number], 0);
        else
            put_register(k, file, number);
        return;
    }
    case S9_FILE_ATTROUT:
        put_usage(k, true, S9_USAGE_COLOR, number);
        return;
    case S9_FILE_TEXCRDOUT:
        put_usage(k, true, S9_USAGE_TEXCOORD, number);
        return;
    case S9_FILE_OUTPUT:
        put_declared(k, true, file, number);
        return;
    default:
        put_register(k, file, number);
        return;
    }
}

static void put_index(keyer *k, const s9_operand *operand)
{
    s9_index index = s9_operand_index(k->program, operand);
    put(k->in, KEY_RELATIVE);
    put(k->in, (uint32_t)s9_operand_file(k->program, operand->token));
    put(k->in, s9_operand_number(operand->token));
    put(k->in, (uint32_t)index.file << 2 | (index.component & 3u));
    /* What an index may reach are all constants that are defined. */
    if (s9_operand_file(k->program, operand->token) == S9_FILE_CONST)
        put(k->in, k->all_floats);
}

static void put_destination(keyer *k, const s9_operand *operand)
{
    if (s9_operand_is_relative(operand->token))
        put_index(k, operand);
    else
        put_meaning(k, s9_operand_file(k->program, operand->token), s9_operand_number(operand->token));
    put(k->in, operand->token >> 16 & 0xFFFu); /* mask, modifiers, shift */
}

/* A constant that the shader defines: its modifier and the values that are read. */
static void put_value(keyer *k, const s9_item *definition, uint32_t token, uint32_t positions)
{
    put(k->in, KEY_VALUE);
    put(k->in, s9_operand_modifier(token) << 4 | positions);
    if (definition->opcode == S9_OP_DEFB) {
        put(k->in, definition->literals[0] != 0);
        return;
    }
    for (uint32_t i = 0; i < 4; i++)
        if ((positions >> i & 1u) != 0)
            put(k->in, definition->literals[s9_swizzle_component(s9_operand_swizzle(token), i)]);
}

static void put_source(keyer *k, const s9_item *item, uint32_t index)
{
    const s9_operand *operand = &item->sources[index];
    uint32_t token = operand->token, number = s9_operand_number(token);
    s9_file file = s9_operand_file(k->program, token);
    if (s9_operand_is_relative(token)) {
        put_index(k, operand);
        put(k->in, token >> 16 & 0xFFFu);
        return;
    }
    uint32_t rows = index == 1 ? s9_isa_matrix_rows(item->opcode) : 0;
    uint32_t positions = rows != 0 ? 15u : s9_item_source_positions(k->program, item, index);
    positions = positions == 0 ? 15u : positions;
    for (uint32_t row = 0; row == 0 || row < rows; row++) {
        const s9_item *definition = s9_df_definition_of(k->program, &k->definitions, token, row);
        if (definition != NULL) {
            put_value(k, definition, token, positions);
        } else {
            put_meaning(k, file, number + row);
            put(k->in, token >> 16 & 0xFFFu); /* swizzle, modifier */
        }
    }
}

static uint32_t instruction_key(keyer *k, const s9_item *item)
{
    put(k->in, KEY_INSTRUCTION);
    put(k->in, (uint32_t)item->opcode);
    /* Controls, predication, co-issue; the length tells nothing that the operands do not. */
    put(k->in, item->words[0] & 0xF0FF0000u);
    if (item->has_destination)
        put_destination(k, &item->destination);
    if (item->has_predicate) {
        put_meaning(k, s9_operand_file(k->program, item->predicate.token), s9_operand_number(item->predicate.token));
        put(k->in, item->predicate.token >> 16 & 0xFFFu);
    }
    for (uint32_t i = 0; i < item->source_count; i++)
        put_source(k, item, i);
    return finish_sequence(k->in);
}

/* ---- declarations, definitions, the rest ---- */

static bool is_semantic(const keyer *k, const s9_item *item)
{
    s9_file file = s9_operand_file(k->program, item->destination.token);
    return k->usages && (file == S9_FILE_INPUT || file == S9_FILE_OUTPUT);
}

static uint32_t declaration_key(keyer *k, const s9_item *item)
{
    uint32_t token = item->destination.token;
    s9_file file = s9_operand_file(k->program, token);
    put(k->in, KEY_DECLARATION);
    if (file == S9_FILE_SAMPLER) {
        put_register(k, file, s9_operand_number(token));
        put(k->in, s9_dcl_texture_type(item->dcl));
    } else if (is_semantic(k, item)) {
        put_usage(k, file == S9_FILE_OUTPUT, s9_dcl_usage(item->dcl), s9_dcl_index(item->dcl));
    } else {
        put_meaning(k, file, s9_operand_number(token));
    }
    put(k->in, token >> 16 & 0xFFFu);
    return finish_sequence(k->in);
}

static uint32_t definition_key(keyer *k, const s9_item *item)
{
    put(k->in, KEY_DEFINITION);
    put(k->in, (uint32_t)item->opcode);
    put(k->in, item->words[0] & 0xF0FF0000u);
    for (uint32_t i = 0; i < item->literal_count; i++)
        put(k->in, item->literals[i]);
    return finish_sequence(k->in);
}

static uint32_t words_key(keyer *k, const s9_item *item, uint32_t kind)
{
    put(k->in, kind);
    for (uint32_t i = 0; i < item->word_count; i++)
        put(k->in, item->words[i]);
    return finish_sequence(k->in);
}

static s9_diff_part part_of(const s9_item *item)
{
    static const uint32_t tables[] = {0x42415443u /* CTAB */, 0x53455250u /* PRES */, 0x434C5846u /* FXLC */,
                                      0x54494C43u /* CLIT */, 0x49535250u /* PRSI */, 0x47554244u /* DBUG */};
    if (item->kind == S9_ITEM_COMMENT) {
        for (uint32_t i = 0; i < S9_COUNT(tables) && item->word_count > 1; i++)
            if (item->words[1] == tables[i])
                return S9_DIFF_TABLES;
        return S9_DIFF_COMMENTS;
    }
    if (item->kind == S9_ITEM_RAW)
        return S9_DIFF_CODE;
    switch (item->opcode) {
    case S9_OP_DCL:
        return S9_DIFF_DECLARATIONS;
    case S9_OP_DEF:
    case S9_OP_DEFI:
    case S9_OP_DEFB:
        return S9_DIFF_DEFINITIONS;
    default:
        return S9_DIFF_CODE;
    }
}

static uint32_t key_of(keyer *k, const s9_item *item, s9_diff_part part)
{
    if (item->kind == S9_ITEM_COMMENT)
        return words_key(k, item, KEY_COMMENT);
    if (item->kind == S9_ITEM_RAW)
        return words_key(k, item, KEY_RAW);
    switch (part) {
    case S9_DIFF_DECLARATIONS:
        return declaration_key(k, item);
    case S9_DIFF_DEFINITIONS:
        return definition_key(k, item);
    default:
        return instruction_key(k, item);
    }
}

/* ---- preparing ---- */

/*
 * What each input and output register is declared to be: one usage, or a sequence of usages with the components of
 * each. Declarations of a register are chained by number, so that each is looked at once.
 */
static bool find_usages(keyer *k, s9_arena *arena)
{
    const s9_program *program = k->program;
    uint32_t *next = s9_arena_array(arena, program->items.count + 1u, sizeof *next);
    k->inputs = s9_arena_array(arena, S9_DF_NUMBERS, sizeof *k->inputs);
    k->outputs = s9_arena_array(arena, S9_DF_NUMBERS, sizeof *k->outputs);
    if (next == NULL || k->inputs == NULL || k->outputs == NULL)
        return false;
    /* Backwards, so that chains run forwards. */
    for (uint32_t n = program->items.count; n-- > 0;) {
        const s9_item *item = &program->items.items[n];
        if (item->kind != S9_ITEM_INSTRUCTION || item->opcode != S9_OP_DCL || !is_semantic(k, item))
            continue;
        bool output = s9_operand_file(program, item->destination.token) == S9_FILE_OUTPUT;
        uint32_t *first = &(output ? k->outputs : k->inputs)[s9_operand_number_field(item->destination.token)];
        next[n] = *first;
        *first = n + 1;
    }
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t *map = side == 0 ? k->inputs : k->outputs;
        for (uint32_t number = 0; number < S9_DF_NUMBERS; number++) {
            bool several = map[number] != 0 && next[map[number] - 1] != 0;
            uint32_t at = map[number];
            if (at == 0)
                continue;
            for (; at != 0; at = next[at - 1]) {
                const s9_item *item = &program->items.items[at - 1];
                put_usage(k, side == 1, s9_dcl_usage(item->dcl), s9_dcl_index(item->dcl));
                if (several)
                    put(k->in, s9_operand_mask(item->destination.token));
            }
            map[number] = finish_sequence(k->in) + 1;
        }
    }
    return !k->in->failed;
}

bool s9_df_make_keys(const s9_program *program, s9_df_interner *in, s9_df_keys *out)
{
    s9_arena *arena = in->arena;
    uint32_t count = program->items.count;
    keyer k = {.program = program, .in = in};
    k.usages = !s9_version_is_pixel(program->version) || s9_version_major(program->version) >= 3;
    k.temps = s9_arena_array(arena, S9_DF_NUMBERS, sizeof *k.temps);
    k.labels = s9_arena_array(arena, S9_DF_NUMBERS, sizeof *k.labels);
    out->renumbered = s9_arena_array(arena, count + 1u, sizeof *out->renumbered);
    out->own = s9_arena_array(arena, count + 1u, sizeof *out->own);
    out->parts = s9_arena_array(arena, count + 1u, 1);
    if (k.temps == NULL || k.labels == NULL || out->renumbered == NULL || out->own == NULL || out->parts == NULL ||
        !s9_df_find_definitions(program, arena, &k.definitions) || !find_usages(&k, arena))
        return false;
    for (uint32_t n = 0; n < S9_DF_FLOATS; n++) {
        if (k.definitions.f[n] == NULL)
            continue;
        put(in, n);
        for (uint32_t i = 0; i < 4; i++)
            put(in, k.definitions.f[n]->literals[i]);
    }
    k.all_floats = finish_sequence(in);
    for (uint32_t n = 0; n < count; n++) {
        const s9_item *item = &program->items.items[n];
        out->parts[n] = (uint8_t)part_of(item);
        k.own = false;
        out->renumbered[n] = key_of(&k, item, (s9_diff_part)out->parts[n]);
        k.own = true;
        out->own[n] = key_of(&k, item, (s9_diff_part)out->parts[n]);
    }
    return !in->failed;
}
