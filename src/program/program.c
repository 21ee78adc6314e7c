/* SPDX-License-Identifier: MIT */
#include "program/program.h"

#include <stdio.h>

/* "vs_2_7": a version that has no name. */
static void name_version(char out[16], s9_version version, uint32_t token)
{
    snprintf(out, 16, "%s_%u_%u", s9_version_is_pixel(version) ? "ps" : "vs", (unsigned)(token >> 8 & 0xFFu),
             (unsigned)(token & 0xFFu));
}

s9_program *s9_program_create_with(const s9_allocator *allocator, uint32_t version_token, size_t room)
{
    bool exact;
    s9_version version = s9_isa_version_of_token(version_token, &exact);
    size_t size;
    if (version == S9_VERSION_COUNT || !s9_add_size(S9_ARENA_ROUND(sizeof(s9_program)), room, &size))
        return NULL;

    /* The program lives in its own arena: one allocation serves a shader whose size is known. */
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    if (room > 0)
        s9_arena_reserve(&arena, size);
    s9_program *program = arena.failed ? NULL : s9_arena_alloc(&arena, sizeof *program);
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
        memcpy(program->version_text, s9_isa_version(version)->text, strlen(s9_isa_version(version)->text) + 1);
    else
        name_version(program->version_text, version, version_token);
    return program;
}

s9_program *s9_program_create(const s9_allocator *allocator, uint32_t version_token)
{
    return s9_program_create_with(allocator, version_token, 0);
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

bool s9_program_reserve_items(s9_program *program, uint32_t count)
{
    /* Appending fills an item, whatever it held. */
    s9_item *items = s9_arena_array_raw(&program->arena, count, sizeof *items);
    if (items == NULL)
        return false;
    program->items.items = items;
    program->items.count = 0;
    program->items.capacity = count;
    return true;
}

/* The operand that starts at a word, and its relative-address token where one is to follow; words taken, 0: too few. */
static inline uint32_t take_operand(const s9_item *item, bool relative_tokens, uint32_t at, s9_operand *out)
{
    s9_operand operand = {0};
    uint32_t taken = 1;
    if (at >= item->word_count)
        return 0;
    operand.token = item->words[at];
    operand.word = (item->word + at) & 0x7FFFFFFFu; /* the stream ends far below */
    if (relative_tokens && s9_operand_is_relative(operand.token)) {
        if (at + 1 >= item->word_count)
            return 0;
        operand.has_relative = true;
        operand.relative = item->words[at + 1];
        taken = 2;
    }
    *out = operand;
    return taken;
}

/*
 * Member by member, in the order of memory: a structure that is put together elsewhere is read from there as a whole,
 * for which a processor waits.
 */
static inline void put_operand(s9_operand *out, uint32_t token, uint32_t word)
{
    out->token = token;
    out->relative = 0;
    out->has_relative = false;
    out->word = word & 0x7FFFFFFFu;
}

/*
 * The common case: an instruction with a destination and up to three sources, without predicate, without relative
 * address. False, and nothing is done, where it is another.
 */
static inline bool fill_plain(s9_item *item, const uint32_t *words, uint32_t word, uint32_t count, bool tokens)
{
    const s9_opcode_info *info = s9_isa_opcode(item->opcode);
    uint32_t sources = info->sources;
    if (info->destinations != 1 || (info->flags & (S9_OPF_DCL | S9_OPF_VARIES)) != 0 || info->literals > 0 ||
        sources > 3 || count != 2u + sources || (tokens && s9_token_predicated(words[0])))
        return false;
    /* What it has not is read where its token stands, and put away: a processor need not guess how many there are. */
    uint32_t first = (uint32_t)(sources > 0), second = (uint32_t)(sources > 1), third = (uint32_t)(sources > 2);
    uint32_t a = words[2u * first] & (0u - first), b = words[3u * second] & (0u - second),
             c = words[4u * third] & (0u - third);
    if (tokens && s9_operand_is_relative(words[1] | a | b | c))
        return false;
    item->dcl = 0;
    item->has_destination = true;
    item->has_predicate = false;
    item->source_count = (uint8_t)sources;
    item->literal_count = 0;
    item->literals = NULL;
    put_operand(&item->destination, words[1], word + 1u);
    put_operand(&item->predicate, 0, 0);
    put_operand(&item->sources[0], a, (word + 2u) * first);
    put_operand(&item->sources[1], b, (word + 3u) * second);
    put_operand(&item->sources[2], c, (word + 4u) * third);
    put_operand(&item->sources[3], 0, 0);
    return true;
}

/*
 * Fills the operands of an item from its words, whatever they held; where the words do not fit the opcode's form, there
 * are none. Every member is written once: a program is read at the speed of memory.
 */
static S9_APART bool fill_operands(s9_version version, s9_item *item)
{
    static const s9_operand none;
    uint32_t at = 1, taken = 0;
    if (item->kind == S9_ITEM_COMMENT || item->opcode == S9_OP_UNKNOWN)
        goto refused;
    s9_shape shape = s9_isa_shape(version, item->opcode);
    bool tokens = s9_version_major(version) >= 2; /* of relative addresses and predicates; SM1 has none */
    item->dcl = 0;
    if (shape.dcl) {
        if (item->word_count < 2)
            goto refused;
        item->dcl = item->words[at++];
    }
    item->has_destination = shape.destinations > 0;
    if (item->has_destination) {
        if ((taken = take_operand(item, tokens, at, &item->destination)) == 0)
            goto refused;
        at += taken;
    } else {
        item->destination = none;
    }
    item->has_predicate = tokens && s9_token_predicated(item->words[0]);
    if (item->has_predicate) {
        if ((taken = take_operand(item, tokens, at, &item->predicate)) == 0)
            goto refused;
        at += taken;
    } else {
        item->predicate = none;
    }
    item->source_count = shape.sources;
    for (uint32_t i = 0; i < S9_MAX_SOURCES; i++) {
        if (i >= shape.sources) {
            item->sources[i] = none;
            continue;
        }
        if ((taken = take_operand(item, tokens, at, &item->sources[i])) == 0)
            goto refused;
        at += taken;
    }
    item->literal_count = shape.literals;
    item->literals = NULL;
    if (shape.literals > 0) {
        if (item->word_count - at < shape.literals)
            goto refused;
        item->literals = item->words + at;
        at += shape.literals;
    }
    if (at == item->word_count)
        return true;

refused:
    item->has_destination = item->has_predicate = false;
    item->source_count = item->literal_count = 0;
    item->dcl = 0;
    item->destination = item->predicate = none;
    for (uint32_t i = 0; i < S9_MAX_SOURCES; i++)
        item->sources[i] = none;
    item->literals = NULL;
    return false;
}

bool s9_program_index_operands(const s9_program *program, s9_item *item)
{
    return fill_operands(program->version, item);
}

s9_item *s9_program_append_view(s9_program *program, uint32_t *words, uint32_t word_count)
{
    if (word_count == 0 || word_count > UINT32_MAX / 4 - 2 - program->end_word ||
        !S9_RESERVE(&program->arena, &program->items))
        return NULL;
    s9_item *item = &program->items.items[program->items.count++];
    uint32_t token = words[0], word = program->end_word;
    bool comment = s9_token_is_comment(token);
    s9_opcode opcode = comment || token >> 31 != 0 ? S9_OP_UNKNOWN : s9_isa_opcode_of_number(token & 0xFFFFu);
    item->words = words;
    item->spans = NULL;
    item->kind = comment ? S9_ITEM_COMMENT : S9_ITEM_INSTRUCTION;
    item->opcode = opcode;
    item->word_count = word_count;
    item->word = word;
    item->instruction = program->instruction_count;
    item->refused = false;
    program->end_word = word + word_count;
    program->instruction_count += !comment;
    if (opcode != S9_OP_UNKNOWN && fill_plain(item, words, word, word_count, s9_version_major(program->version) >= 2))
        return item;
    if (!fill_operands(program->version, item) && !comment)
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
        item->word = word;
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

/* Room for the places of as many items as the list was made for, in blocks that waste little. */
size_t s9_program_span_block(uint32_t items)
{
    size_t count = ((size_t)items + 1) * 4;
    return count < 32 ? 32 : count > 4096 ? 4096 : count;
}

static bool add_span_room(s9_program *program)
{
    size_t count = s9_program_span_block(program->items.capacity - program->items.count);
    program->span_room = s9_arena_array_raw(&program->arena, count, sizeof *program->span_room);
    program->span_left = program->span_room != NULL ? count : 0;
    return program->span_room != NULL;
}

bool s9_program_set_spans(s9_program *program, s9_item *item, const s9_span *spans, uint32_t count)
{
    uint32_t places = 1u + item->has_destination + item->has_predicate + item->source_count; /* 7 at most */
    if (program->span_left < places && !add_span_room(program))
        return false;
    s9_span *kept = program->span_room;
    program->span_room += places;
    program->span_left -= places;
    for (uint32_t i = 0; i < places; i++)
        kept[i] = i < count ? spans[i] : (s9_span){0, 0, 0, 0};
    item->spans = kept;
    return true;
}

bool s9_program_reserve_item(s9_program *program, uint32_t spans)
{
    return S9_RESERVE(&program->arena, &program->items) && (program->span_left >= spans || add_span_room(program));
}

const s9_span *s9_item_span(const s9_item *item, const s9_operand *operand)
{
    if (item->spans == NULL || operand == NULL)
        return item->spans;
    /* Operands are told apart by their words, so that a copy of one will do. */
    uint32_t at = 1;
    if (item->has_destination && item->destination.word == operand->word)
        return &item->spans[at];
    at += item->has_destination;
    if (item->has_predicate && item->predicate.word == operand->word)
        return &item->spans[at];
    at += item->has_predicate;
    for (uint32_t i = 0; i < item->source_count; i++, at++)
        if (item->sources[i].word == operand->word)
            return &item->spans[at];
    return item->spans;
}

const s9_span *s9_program_span(const s9_program *program, const s9_item *item, const s9_operand *operand)
{
    if (item == NULL)
        return program->version_span.line > 0 ? &program->version_span : NULL;
    const s9_span *span = s9_item_span(item, operand);
    return span != NULL && span->line == 0 ? item->spans : span;
}

s9_position s9_program_position(const s9_program *program, const s9_item *item, const s9_operand *operand)
{
    s9_position at = s9_position_none();
    const s9_span *where = s9_program_span(program, item, operand);
    if (where != NULL && where->line > 0) {
        at.file = where->file < program->file_count ? program->files[where->file] : NULL;
        at.line = where->line;
        at.column = where->column;
        at.length = where->column == 0 ? 0 : where->length > 0 ? where->length : 1;
        return at;
    }
    at.file = program->file_count > 0 ? program->files[0] : NULL;
    at.token = operand != NULL && item != NULL ? operand->word : item != NULL ? item->word : 0;
    at.offset = at.token * 4;
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
