/* SPDX-License-Identifier: MIT */
/* The program of what was parsed: words, items, spans, and the texts that positions refer to. */
#include "asm/parser.h"

/* Positions of the operands, in the order in which the parser kept them. */
static void set_spans(s9_item *item, const s9_span *spans, uint32_t count)
{
    s9_operand *operands[2 + S9_MAX_SOURCES];
    uint32_t operand_count = 0;
    uint32_t word = item->span.word;
    item->span = spans[0];
    item->span.word = word;
    if (item->has_destination)
        operands[operand_count++] = &item->destination;
    if (item->has_predicate)
        operands[operand_count++] = &item->predicate;
    for (uint32_t i = 0; i < item->source_count; i++)
        operands[operand_count++] = &item->sources[i];
    for (uint32_t i = 0; i < operand_count && i + 1 < count; i++) {
        word = operands[i]->span.word;
        operands[i]->span = spans[i + 1];
        operands[i]->span.word = word;
    }
}

static bool copy_items(s9_asm_parser *p, s9_program *program)
{
    if (p->records.count == 0)
        return true;
    s9_arena *arena = &program->arena;
    uint32_t *words = s9_arena_array(arena, p->words.count, sizeof *words);
    program->items.items = s9_arena_array(arena, p->records.count, sizeof *program->items.items);
    if (words == NULL || program->items.items == NULL)
        return false;
    program->items.capacity = p->records.count;
    memcpy(words, p->words.items, (size_t)p->words.count * sizeof *words);
    uint32_t word = 0, span = 0;
    for (uint32_t i = 0; i < p->records.count; i++) {
        const s9_asm_record *record = &p->records.items[i];
        s9_item *item = s9_program_append_view(program, words + word, record->words);
        if (item == NULL)
            return false;
        set_spans(item, p->spans.items + span, record->spans);
        word += record->words;
        span += record->spans;
    }
    return true;
}

static bool copy_trailing(s9_asm_parser *p, s9_program *program)
{
    if (p->trailing.count == 0)
        return true;
    uint8_t *bytes = s9_arena_alloc(&program->arena, p->trailing.count);
    if (bytes == NULL)
        return false;
    memcpy(bytes, p->trailing.items, p->trailing.count);
    program->trailing = bytes;
    program->trailing_size = p->trailing.count;
    return true;
}

/* All texts one behind the other, each from the start of a line on; where each begins goes to `lines`. */
static bool copy_texts(const s9_asm_context *context, s9_program *program, int64_t *lines)
{
    size_t size = 0;
    for (uint32_t i = 0; i < context->texts.count; i++)
        size += context->texts.items[i].size + 1;
    char *source = s9_arena_alloc(&program->arena, size);
    if (source == NULL)
        return false;
    size_t at = 0;
    int64_t line = 0;
    for (uint32_t i = 0; i < context->texts.count; i++) {
        const s9_asm_text *text = &context->texts.items[i];
        lines[i] = line;
        memcpy(source + at, text->text, text->size);
        at += text->size;
        if (i + 1 == context->texts.count)
            break;
        if (text->size > 0 && text->text[text->size - 1] != '\n')
            source[at++] = '\n';
        for (const char *p = text->text, *end = p + text->size; p < end; p++)
            line += *p == '\n';
        line += text->size > 0 && text->text[text->size - 1] != '\n';
    }
    program->source = source;
    program->source_size = at;
    return true;
}

static bool copy_files(const s9_asm_context *context, s9_program *program)
{
    s9_arena *arena = &program->arena;
    uint32_t count = context->files.count;
    const char **names = s9_arena_array(arena, count, sizeof *names);
    if (names == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (context->files.items[i].name != NULL &&
            (names[i] = s9_arena_strdup(arena, context->files.items[i].name)) == NULL)
            return false;
    program->files = names;
    program->file_count = count;

    int64_t one = 0;
    if (count == 1)
        return copy_texts(context, program, &one);
    int64_t *starts = s9_arena_array(arena, context->texts.count, sizeof *starts);
    int64_t *lines = s9_arena_array(arena, count, sizeof *lines);
    if (starts == NULL || lines == NULL || !copy_texts(context, program, starts))
        return false;
    for (uint32_t i = 0; i < count; i++)
        lines[i] = starts[context->files.items[i].text] + context->files.items[i].to_physical;
    program->file_lines = lines;
    return true;
}

s9_program *s9_asm_output(s9_asm_parser *p, const s9_allocator *allocator)
{
    s9_program *program = s9_program_create(allocator, p->version_token);
    if (program == NULL)
        return NULL;
    if (!copy_files(p->context, program) || !copy_items(p, program) || !copy_trailing(p, program)) {
        s9_program_destroy(program);
        return NULL;
    }
    program->version_span = p->version_span;
    s9_program_finish(program);
    return program;
}
