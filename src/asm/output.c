/* SPDX-License-Identifier: MIT */
/* The program of what was parsed: words, items, spans, and the texts that positions refer to. */
#include "asm/parser.h"

/* Fills the starts of lines from line number `line` on, which starts at `at`; the array holds `count` of them and one
 * more. */
static void fill_lines(size_t *starts, uint32_t line, uint32_t count, const char *source, const char *at,
                       const char *end)
{
    starts[line - 1] = (size_t)(at - source);
    for (; line < count && (at = memchr(at, '\n', (size_t)(end - at))) != NULL; line++)
        starts[line] = (size_t)(++at - source);
    starts[count] = (size_t)(end - source) + 1; /* as if a newline followed */
}

static uint32_t count_newlines(const char *text, size_t size)
{
    uint32_t count = 0;
    while (size > 0) {
        /* So few that a byte counts them: a compiler can take sixteen characters and more at once. */
        uint8_t here = 0;
        size_t block = size < 240 ? size : 240;
        for (size_t i = 0; i < block; i++)
            here = (uint8_t)(here + (text[i] == '\n'));
        count += here;
        text += block;
        size -= block;
    }
    return count;
}

enum {
    SMALLEST_BLOCK = 64, /* words that one block of the arena holds */
    LARGEST_BLOCK = 1 << 14,
    MOST_ITEMS = 1 << 16 /* that are reserved before the first is met */
};

/*
 * Most texts have one statement on a line: there is room for as many items from the version statement on, and the list
 * grows where there are more. What else goes into the program's arena is in the same allocation.
 */
static bool make_room(s9_asm_parser *p, const s9_asm_text *text, uint32_t lines)
{
    uint32_t before = p->version_span.line < lines ? p->version_span.line : lines;
    uint32_t items = lines - before + p->early.count + 2;
    if (items > MOST_ITEMS)
        items = MOST_ITEMS;
    size_t words = (size_t)items * 5 + S9_ASM_MOST_WORDS;
    size_t starts = p->lexer != NULL ? (size_t)lines + 1 : 0;
    size_t room = S9_ARENA_ROUND(items * sizeof(s9_item)) + S9_ARENA_ROUND(words * sizeof(uint32_t)) +
                  S9_ARENA_ROUND(s9_program_span_block(items) * sizeof(s9_span)) +
                  S9_ARENA_ROUND(starts * sizeof(size_t)) + S9_ARENA_ROUND(text->size + 1) +
                  S9_ARENA_ROUND(sizeof(char *)) + (text->path != NULL ? S9_ARENA_ROUND(strlen(text->path) + 1) : 0);
    p->program = s9_program_create_with(p->allocator, p->version_token, room);
    if (p->program == NULL || !s9_program_reserve_items(p->program, items))
        return false;
    p->room = s9_arena_array_raw(&p->program->arena, words, sizeof *p->room);
    if (p->room == NULL)
        return false;
    p->room_end = p->room + words;
    if (p->lexer == NULL)
        return true;
    p->line_starts = s9_arena_array_raw(&p->program->arena, starts, sizeof *p->line_starts);
    if (p->line_starts == NULL)
        return false;
    fill_lines(p->line_starts, 1, p->lexer->line, text->text, text->text, text->text + text->size);
    p->lexer->line_starts = p->line_starts;
    p->lexer->text = text->text;
    return true;
}

bool s9_asm_begin(s9_asm_parser *p)
{
    const s9_asm_text *text = &p->context->texts.items[0];
    uint32_t lines = 1 + count_newlines(text->text, text->size);
    p->line_count = lines;
    if (!make_room(p, text, lines)) {
        s9_asm_out_of_memory(p->context);
        return false;
    }
    for (uint32_t i = 0; i < p->early.count && !p->context->memory; i++)
        s9_asm_append_words(p, p->words.items + p->early.items[i].word, p->early.items[i].count,
                            &p->early.items[i].span);
    return !p->context->memory;
}

bool s9_asm_reserve(s9_asm_parser *p)
{
    if (p->room_end - p->room >= S9_ASM_MOST_WORDS)
        return true;
    size_t count = (size_t)(p->program->items.capacity - p->program->items.count) * 4 + S9_ASM_MOST_WORDS;
    count = count < SMALLEST_BLOCK ? SMALLEST_BLOCK : count > LARGEST_BLOCK ? LARGEST_BLOCK : count;
    p->room = s9_arena_array_raw(&p->program->arena, count, sizeof *p->room);
    if (p->room == NULL) {
        p->room_end = NULL;
        s9_asm_out_of_memory(p->context);
        return false;
    }
    p->room_end = p->room + count;
    return true;
}

static s9_item *append(s9_asm_parser *p, uint32_t count, const s9_span *spans, uint32_t span_count)
{
    s9_item *item = s9_program_append_view(p->program, p->room, count);
    if (item == NULL || !s9_program_set_spans(p->program, item, spans, span_count)) {
        s9_asm_out_of_memory(p->context);
        return NULL;
    }
    p->room += count;
    return item;
}

void s9_asm_append(s9_asm_parser *p, uint32_t count, const s9_span *spans, uint32_t span_count)
{
    (void)append(p, count, spans, span_count);
}

void s9_asm_append_refused(s9_asm_parser *p, uint32_t count, const s9_span *spans, uint32_t span_count)
{
    s9_item *item = append(p, count, spans, span_count);
    if (item != NULL)
        item->refused = true;
}

void s9_asm_append_words(s9_asm_parser *p, const uint32_t *words, uint32_t count, const s9_span *span)
{
    s9_item *item = s9_program_append(p->program, words, count);
    if (item == NULL || !s9_program_set_spans(p->program, item, span, 1))
        s9_asm_out_of_memory(p->context);
}

/* ---- texts ---- */

static bool copy_trailing(s9_asm_parser *p, s9_program *program)
{
    if (p->trailing.count == 0)
        return true;
    uint8_t *bytes = s9_arena_alloc_raw(&program->arena, p->trailing.count);
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
    char *source = s9_arena_alloc_raw(&program->arena, size);
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

/* Where the lines of the source start, for s9_program_source_line. */
static bool finish_lines(const s9_asm_parser *p, s9_program *program)
{
    const char *source = program->source, *end = source + program->source_size;
    if (p->line_starts != NULL) { /* the lexer has noted those that it came to */
        fill_lines(p->line_starts, p->lexer->line, p->line_count, source, source + p->line_starts[p->lexer->line - 1],
                   end);
        program->line_starts = p->line_starts;
        program->line_count = p->line_count;
        return true;
    }
    uint32_t count = 1 + count_newlines(source, program->source_size);
    size_t *starts = s9_arena_array_raw(&program->arena, (size_t)count + 1, sizeof *starts);
    if (starts == NULL)
        return false;
    fill_lines(starts, 1, count, source, source, end);
    program->line_starts = starts;
    program->line_count = count;
    return true;
}

s9_program *s9_asm_output(s9_asm_parser *p)
{
    s9_program *program = p->program;
    if (!copy_files(p->context, program) || !finish_lines(p, program) || !copy_trailing(p, program))
        return NULL;
    program->version_span = p->version_span;
    p->program = NULL;
    return program;
}
