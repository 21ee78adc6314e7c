/* SPDX-License-Identifier: MIT */
/* Taking legal programs apart, and changing copies of them. */
#include "mutate/mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- legal programs ---- */

static void note_operand(subject *s, const s9_operand *operand)
{
    if (s9_operand_file(s->program, operand->token) == S9_FILE_TEMP && s9_operand_number(operand->token) < 32)
        s->temps |= 1u << s9_operand_number(operand->token);
    s->has_relative |= s9_operand_is_relative(operand->token);
}

static void note_declaration(subject *s, const s9_item *item)
{
    uint32_t number = s9_operand_number(item->destination.token) & 31u;
    switch (s9_operand_file(s->program, item->destination.token)) {
    case S9_FILE_INPUT:
        s->inputs |= 1u << number;
        break;
    case S9_FILE_TEXTURE:
        s->textures |= 1u << number;
        break;
    case S9_FILE_OUTPUT:
        s->outputs |= 1u << number;
        break;
    case S9_FILE_SAMPLER:
        s->samplers |= 1u << number;
        break;
    default:
        break;
    }
}

static void note_rows(subject *s, const s9_item *item)
{
    for (uint32_t row = 1; row < s9_isa_matrix_rows(item->opcode); row++) {
        uint32_t token = item->sources[1].token;
        if (s9_operand_file(s->program, token) == S9_FILE_TEMP && s9_operand_number(token) + row < 32)
            s->temps |= 1u << (s9_operand_number(token) + row);
    }
}

static void note_item(subject *s, const s9_item *item)
{
    if (item->has_destination) {
        uint32_t token = item->destination.token, number = s9_operand_number(token);
        note_operand(s, &item->destination);
        if (s9_operand_file(s->program, token) == S9_FILE_TEMP && number < 32)
            s->written[number] |= (uint8_t)s9_operand_mask(token);
    }
    for (uint32_t i = 0; i < item->source_count; i++)
        note_operand(s, &item->sources[i]);
    note_rows(s, item);
    if (item->opcode == S9_OP_DCL)
        note_declaration(s, item);
    s->has_flow |= s9_isa_opcode(item->opcode)->kind == S9_OPK_FLOW;
    s->has_routines |= item->opcode == S9_OP_RET || item->opcode == S9_OP_LABEL;
    s->has_phase |= item->opcode == S9_OP_PHASE;
    bool executable = s9_isa_opcode(item->opcode)->kind != S9_OPK_SETUP && item->opcode != S9_OP_PHASE;
    if (executable && s->start == 0)
        s->start = item->word;
    if (item->opcode == S9_OP_RET && s->end == 0)
        s->end = item->word;
}

bool subject_open(subject *s, s9_program *program)
{
    s9_blob blob = {0};
    memset(s, 0, sizeof *s);
    s->program = program;
    s->items = calloc(program->items.count + 1, sizeof *s->items);
    if (s->items == NULL || s9_encode(program, NULL, &blob) != S9_OK)
        return false;
    s->code_count = program->end_word + 1;
    s->code = calloc(s->code_count, sizeof *s->code);
    for (uint32_t i = 0; s->code != NULL && i < s->code_count; i++)
        s->code[i] = s9_read_u32((const uint8_t *)blob.data + 4 * (size_t)i);
    s9_blob_free(&blob);
    if (s9_disassemble(program, NULL, NULL, &blob) != S9_OK)
        return false;
    s->text = calloc(1, blob.size + 1);
    if (s->text != NULL)
        memcpy(s->text, blob.data, blob.size);
    s9_blob_free(&blob);
    for (uint32_t i = 0; i < program->items.count; i++)
        if (program->items.items[i].kind != S9_ITEM_COMMENT) {
            s->items[s->item_count++] = &program->items.items[i];
            note_item(s, &program->items.items[i]);
        }
    if (s->start == 0)
        s->start = program->end_word;
    if (s->end == 0)
        s->end = program->end_word;
    return s->code != NULL && s->text != NULL;
}

void subject_close(subject *s)
{
    s9_program_destroy(s->program);
    free(s->text);
    free(s->code);
    free(s->items);
    memset(s, 0, sizeof *s);
}

/* ---- changing copies ---- */

/* Tests of this kind have no use for a missing byte. */
static void *more(void *old, size_t size)
{
    void *new = realloc(old, size);
    if (new == NULL)
        exit(1);
    return new;
}

void set_word(mutant *m, uint32_t at, uint32_t word)
{
    m->words[at] = word;
}

void insert_words(mutant *m, uint32_t at, const uint32_t *words, uint32_t count)
{
    if (m->count + count > m->capacity) {
        m->capacity = (m->count + count) * 2;
        m->words = more(m->words, m->capacity * sizeof *m->words);
    }
    memmove(m->words + at + count, m->words + at, (m->count - at) * sizeof *m->words);
    memcpy(m->words + at, words, count * sizeof *words);
    m->count += count;
}

void remove_words(mutant *m, uint32_t at, uint32_t count)
{
    memmove(m->words + at, m->words + at + count, (m->count - at - count) * sizeof *m->words);
    m->count -= count;
}

uint32_t opcode_token(const mutant *m, s9_opcode opcode, uint32_t length)
{
    return s9_isa_opcode(opcode)->number | (major_of(m) > 1 ? length << 24 : 0);
}

void insert_instruction(mutant *m, uint32_t at, s9_opcode opcode, uint32_t operand_count, const uint32_t *operands)
{
    uint32_t token = opcode_token(m, opcode, operand_count);
    insert_words(m, at, operands, operand_count);
    insert_words(m, at, &token, 1);
}

void insert_plain(mutant *m, uint32_t at, s9_opcode opcode)
{
    uint32_t token = opcode_token(m, opcode, 0);
    insert_words(m, at, &token, 1);
}

uint32_t destination_token(s9_file file, uint32_t number, uint32_t mask)
{
    uint32_t type = s9_isa_type_of_file(file, &number);
    return 0x80000000u | (type & 7u) << 28 | (type & 0x18u) << 8 | mask << 16 | number;
}

uint32_t source_token(s9_file file, uint32_t number, uint32_t swizzle)
{
    uint32_t type = s9_isa_type_of_file(file, &number);
    return 0x80000000u | (type & 7u) << 28 | (type & 0x18u) << 8 | swizzle << 16 | number;
}

/* ---- places ---- */

const s9_item *some_item(const mutant *m, item_test fits)
{
    const s9_item *found = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (fits(m, m->from->items[i]) && pick(m->random, ++count) == 0)
            found = m->from->items[i];
    return found;
}

const s9_item *some_source(const mutant *m, source_test fits, uint32_t *index)
{
    const s9_item *found = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->from->item_count; i++) {
        const s9_item *item = m->from->items[i];
        for (uint32_t k = 0; k < item->source_count; k++)
            if (fits(m, item, k) && pick(m->random, ++count) == 0) {
                found = item;
                *index = k;
            }
    }
    return found;
}

uint32_t index_of(const mutant *m, const s9_item *item)
{
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (m->from->items[i] == item)
            return i;
    return m->from->item_count;
}

uint32_t temp_count(const mutant *m)
{
    return s9_isa_register(version_of(m), S9_FILE_TEMP)->count;
}

bool free_temp(const mutant *m, uint32_t *number)
{
    for (uint32_t i = 0; i < temp_count(m); i++)
        if ((m->from->temps >> i & 1u) == 0) {
            *number = i;
            return true;
        }
    return false;
}

s9_file file_of(const mutant *m, const s9_operand *operand)
{
    return s9_operand_file(m->from->program, operand->token);
}

bool is_arithmetic(const mutant *m, const s9_item *item)
{
    (void)m;
    return kind_of(item) == S9_OPK_ARITH;
}

bool is_texld(const mutant *m, const s9_item *item)
{
    return item->opcode == S9_OP_TEX && major_of(m) > 1;
}

bool has_sampler(const mutant *m, const s9_item *item)
{
    return is_texld(m, item) || item->opcode == S9_OP_TEXLDD || item->opcode == S9_OP_TEXLDL;
}

bool is_declaration(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_DCL;
}

bool is_ordinary(const mutant *m, const s9_item *item)
{
    (void)m;
    switch (item->opcode) {
    case S9_OP_MOV:
    case S9_OP_ADD:
    case S9_OP_SUB:
    case S9_OP_MUL:
    case S9_OP_MAD:
    case S9_OP_MIN:
    case S9_OP_MAX:
    case S9_OP_DP3:
    case S9_OP_DP4:
    case S9_OP_SLT:
    case S9_OP_SGE:
    case S9_OP_LRP:
        return item->has_destination;
    default:
        return false;
    }
}

/* ---- all mutations ---- */

bool names(mutant *m, const char *rule)
{
    m->rule = rule;
    return true;
}

const mutation *mutation_at(uint32_t index)
{
    static const mutation_family *const families[] = {
        &mutations_of_stream, &mutations_of_declarations, &mutations_of_registers,
        &mutations_of_values, &mutations_of_flow,         &mutations_of_outputs,
        &mutations_of_ps1,    &mutations_of_limits,       &mutations_of_text};
    for (size_t i = 0; i < S9_COUNT(families); i++) {
        if (index < families[i]->count)
            return &families[i]->items[index];
        index -= families[i]->count;
    }
    return NULL;
}

bool mutate(const subject *s, const mutation *how, random_source *random, mutant *m)
{
    memset(m, 0, sizeof *m);
    m->from = s;
    m->random = random;
    m->count = s->code_count;
    m->capacity = s->code_count + 64;
    m->words = more(NULL, m->capacity * sizeof *m->words);
    memcpy(m->words, s->code, s->code_count * sizeof *m->words);
    return how->apply(m);
}

void mutant_free(mutant *m)
{
    free(m->words);
    free(m->text);
    memset(m, 0, sizeof *m);
}
