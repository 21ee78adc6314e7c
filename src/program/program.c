/* SPDX-License-Identifier: MIT */
#include "program/program.h"

#include <stdio.h>

s9_program *s9_program_create(const s9_allocator *allocator, uint32_t version_token)
{
    bool exact;
    s9_version version = s9_isa_version_of_token(version_token, &exact);
    if (version == S9_VERSION_COUNT)
        return NULL;

    /* The program lives in its own arena: one allocation serves a small shader. */
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    s9_program *program = s9_arena_alloc(&arena, sizeof *program);
    if (program == NULL) {
        s9_arena_free(&arena);
        return NULL;
    }
    program->arena = arena;
    program->version_token = version_token;
    program->version = version;
    program->version_exact = exact;
    program->end_word = 1;
    if (exact)
        snprintf(program->version_text, sizeof program->version_text, "%s", s9_isa_version(version)->text);
    else
        snprintf(program->version_text, sizeof program->version_text, "%s_%u_%u",
                 s9_version_is_pixel(version) ? "ps" : "vs", (unsigned)(version_token >> 8 & 0xFFu),
                 (unsigned)(version_token & 0xFFu));
    return program;
}

void s9_program_destroy(s9_program *program)
{
    if (program != NULL)
        s9_arena_free(&program->arena);
}

const char *s9_program_version(const s9_program *program)
{
    return program->version_text;
}

uint32_t s9_program_version_token(const s9_program *program)
{
    return program->version_token;
}

s9_stage s9_program_stage(const s9_program *program)
{
    return s9_version_is_pixel(program->version) ? S9_STAGE_PIXEL : S9_STAGE_VERTEX;
}

uint32_t s9_program_instruction_count(const s9_program *program)
{
    return program->instruction_count;
}

size_t s9_program_token_bytes(const s9_program *program)
{
    return ((size_t)program->end_word + 1) * 4;
}

size_t s9_program_trailing_bytes(const s9_program *program)
{
    return program->trailing_size;
}

/* ---- building ---- */

/* Reads an operand at *at and its relative-address token, where one is to follow. */
static bool take_operand(const s9_program *program, const s9_item *item, uint32_t *at, s9_operand *out)
{
    if (*at >= item->word_count)
        return false;
    out->span.word = item->word + *at;
    out->token = item->words[(*at)++];
    out->has_relative = s9_operand_is_relative(out->token) && s9_version_major(program->version) >= 2;
    if (out->has_relative) {
        if (*at >= item->word_count)
            return false;
        out->relative = item->words[(*at)++];
    }
    return true;
}

bool s9_program_index_operands(const s9_program *program, s9_item *item)
{
    if (item->kind == S9_ITEM_COMMENT || item->opcode == S9_OP_UNKNOWN)
        return false;
    s9_shape shape = s9_isa_shape(program->version, item->opcode);
    uint32_t token = item->words[0];
    uint32_t at = 1;
    bool good = true;
    if (shape.dcl) {
        good = at < item->word_count;
        if (good)
            item->dcl = item->words[at++];
    }
    if (good && shape.destinations > 0) {
        good = take_operand(program, item, &at, &item->destination);
        item->has_destination = good;
    }
    if (good && s9_token_predicated(token) && s9_version_major(program->version) >= 2) {
        good = take_operand(program, item, &at, &item->predicate);
        item->has_predicate = good;
    }
    for (uint32_t i = 0; good && i < shape.sources; i++) {
        good = take_operand(program, item, &at, &item->sources[i]);
        item->source_count = (uint8_t)(item->source_count + good);
    }
    if (good && shape.literals > 0) {
        good = item->word_count - at >= shape.literals;
        if (good) {
            item->literals = item->words + at;
            item->literal_count = shape.literals;
            at += shape.literals;
        }
    }
    if (good && at == item->word_count)
        return true;
    item->has_destination = item->has_predicate = false;
    item->source_count = item->literal_count = 0;
    item->dcl = 0;
    item->literals = NULL;
    return false;
}

s9_item *s9_program_append_view(s9_program *program, uint32_t *words, uint32_t word_count)
{
    if (word_count == 0 || word_count > UINT32_MAX / 4 - 2 - program->end_word ||
        !S9_RESERVE(&program->arena, &program->items))
        return NULL;
    s9_item *item = &program->items.items[program->items.count++];
    uint32_t token = words[0];
    item->words = words;
    item->word_count = word_count;
    item->word = program->end_word;
    item->instruction = program->instruction_count;
    item->span.word = program->end_word;
    item->opcode = S9_OP_UNKNOWN;
    program->end_word += word_count;
    if (s9_token_is_comment(token)) {
        item->kind = S9_ITEM_COMMENT;
        return item;
    }
    program->instruction_count++;
    if (token >> 31 == 0)
        item->opcode = s9_isa_opcode_of_number(token & 0xFFFFu);
    item->kind = S9_ITEM_INSTRUCTION;
    if (!s9_program_index_operands(program, item))
        item->kind = S9_ITEM_RAW;
    return item;
}

s9_item *s9_program_append(s9_program *program, const uint32_t *words, uint32_t word_count)
{
    if (word_count == 0)
        return NULL;
    uint32_t *copy = s9_arena_array(&program->arena, word_count, sizeof *copy);
    if (copy == NULL)
        return NULL;
    memcpy(copy, words, (size_t)word_count * sizeof *copy);
    return s9_program_append_view(program, copy, word_count);
}

/* Where each line of the source starts, so that showing a line costs nothing in the number of lines before it. */
static void index_lines(s9_program *program)
{
    uint32_t count = 1;
    for (size_t i = 0; i < program->source_size; i++)
        count += program->source[i] == '\n';
    size_t *starts = s9_arena_array(&program->arena, (size_t)count + 1, sizeof *starts);
    if (starts == NULL)
        return;
    uint32_t line = 1;
    for (size_t i = 0; i < program->source_size; i++)
        if (program->source[i] == '\n')
            starts[line++] = i + 1;
    starts[count] = program->source_size + 1; /* as if a newline followed */
    program->line_starts = starts;
    program->line_count = count;
}

void s9_program_finish(s9_program *program)
{
    uint32_t word = 1, instruction = 0;
    for (uint32_t i = 0; i < program->items.count; i++) {
        s9_item *item = &program->items.items[i];
        item->word = item->span.word = word;
        item->instruction = instruction;
        word += item->word_count;
        instruction += item->kind != S9_ITEM_COMMENT;
    }
    program->end_word = word;
    program->instruction_count = instruction;
    if (program->source != NULL && program->line_starts == NULL)
        index_lines(program);
}

/* ---- operands ---- */

s9_index s9_operand_index(const s9_program *program, const s9_operand *operand)
{
    s9_index index = {S9_FILE_ADDR, 0};
    if (!operand->has_relative)
        return index; /* SM1: always a0.x */
    index.file = s9_operand_file(program, operand->relative);
    index.component = s9_swizzle_component(s9_operand_swizzle(operand->relative), 0);
    return index;
}

/* ---- positions ---- */

s9_position s9_program_position(const s9_program *program, const s9_item *item, const s9_span *span)
{
    s9_position at = s9_position_none();
    const s9_span *where = span != NULL ? span : item != NULL ? &item->span : &program->version_span;
    if (where->line == 0 && item != NULL)
        where = item->span.line > 0 ? &item->span : where;

    if (where->line > 0) {
        at.file = where->file < program->file_count ? program->files[where->file] : NULL;
        at.line = where->line;
        at.column = where->column;
        at.length = where->column == 0 ? 0 : where->length > 0 ? where->length : 1;
        return at;
    }
    at.file = program->file_count > 0 ? program->files[0] : NULL;
    at.token = where->word;
    at.offset = where->word * 4;
    if (item != NULL)
        at.instruction = item->instruction;
    return at;
}

const char *s9_program_source_line(const s9_program *program, const s9_span *span, size_t *length)
{
    *length = 0;
    if (program->line_starts == NULL || span == NULL || span->line == 0)
        return NULL;
    int64_t line = span->line;
    if (program->file_lines != NULL && span->file < program->file_count)
        line += program->file_lines[span->file];
    else if (span->file != 0)
        return NULL;
    if (line < 1 || line > program->line_count)
        return NULL;
    size_t start = program->line_starts[line - 1];
    size_t end = program->line_starts[line] - 1;
    if (end > start && program->source[end - 1] == '\r')
        end--;
    *length = end - start;
    return program->source + start;
}
