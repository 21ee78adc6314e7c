/* SPDX-License-Identifier: MIT */
#include "bytecode/walk.h"

/* Offsets of tokens are 32 bits wide. */
#define MOST_WORDS ((size_t)(UINT32_MAX / 4 - 2))

typedef struct decoder {
    const uint8_t *bytes;
    size_t size;
    size_t count; /* whole words */
    s9_version version;
    bool sm1;
    const char *name;
    s9_diagnostics *diagnostics;
    /* found by measure() */
    size_t end; /* word index of the end token */
    uint32_t items;
} decoder;

static s9_position place(const decoder *d, size_t word, uint32_t instruction)
{
    s9_position at = s9_position_none();
    at.file = d->name;
    at.offset = (uint32_t)(word * 4);
    at.token = (uint32_t)word;
    at.instruction = instruction;
    return at;
}

static s9_result refuse_version(const decoder *d, uint32_t token)
{
    s9_position at = place(d, 0, S9_NO_POSITION);
    uint32_t kind = token >> 16;
    s9_content content = s9_detect_content(d->bytes, d->size);
    if (kind == 0xFFFEu || kind == 0xFFFFu)
        s9_report(d->diagnostics, S9_ERROR, "V002", &at, "shader9 reads versions 1 to 3 of vertex and pixel shaders",
                  "version token 0x%08X is that of a %s shader of version %u.%u", (unsigned)token,
                  kind == 0xFFFEu ? "vertex" : "pixel", (unsigned)(token >> 8 & 0xFFu), (unsigned)(token & 0xFFu));
    else if (content != S9_CONTENT_UNKNOWN)
        s9_report(d->diagnostics, S9_ERROR, "V001", &at, s9_content_advice(content),
                  "0x%08X is no version token: found %s", (unsigned)token, s9_content_name(content));
    else
        s9_report(d->diagnostics, S9_ERROR, "V001", &at,
                  "a token stream begins with 0xFFFEmmnn (vertex) or 0xFFFFmmnn (pixel shader)",
                  "0x%08X is no version token", (unsigned)token);
    return S9_ERROR_INVALID;
}

static const char *item_name(uint32_t token)
{
    if (s9_token_is_comment(token))
        return "comment";
    s9_opcode opcode = token >> 31 == 0 ? s9_isa_opcode_of_number(token & 0xFFFFu) : S9_OP_UNKNOWN;
    return opcode == S9_OP_UNKNOWN ? "unknown instruction" : s9_isa_opcode(opcode)->text;
}

/* Words that an instruction of SM2 or later takes behind its token, or its own length where that cannot be said. */
static uint32_t right_length(const decoder *d, size_t at)
{
    uint32_t token = s9_read_u32(d->bytes + at * 4), length = s9_token_length(token), count = 0;
    s9_opcode opcode = token >> 31 == 0 ? s9_isa_opcode_of_number(token & 0xFFFFu) : S9_OP_UNKNOWN;
    if (opcode == S9_OP_UNKNOWN || opcode == S9_OP_PHASE)
        return length;
    s9_shape shape = s9_isa_shape(d->version, opcode);
    uint32_t operands = (uint32_t)shape.destinations + shape.sources + s9_token_predicated(token);
    count = shape.dcl;
    for (uint32_t i = 0; i < operands; i++) {
        count++;
        if (at + count >= d->count)
            return length;
        count += s9_operand_is_relative(s9_read_u32(d->bytes + (at + count) * 4));
    }
    return count + shape.literals;
}

/*
 * V003, V006: a second version token, or a wrong length field, leads astray, and behind it nothing need make sense.
 * True when there is one.
 */
static bool refuse_cause(const decoder *d, size_t end)
{
    uint32_t instruction = 0;
    for (size_t at = 1; at <= end && at < d->count;) {
        uint32_t token = s9_read_u32(d->bytes + at * 4);
        bool comment = s9_token_is_comment(token), exact;
        s9_position where = place(d, at, instruction);
        if (s9_isa_version_of_token(token, &exact) != S9_VERSION_COUNT) {
            s9_report(d->diagnostics, S9_ERROR, "V003", &where, NULL, "a second version token 0x%08X", (unsigned)token);
            return true;
        }
        if (!comment && right_length(d, at) != s9_token_length(token)) {
            s9_report(d->diagnostics, S9_ERROR, "V006", &where, NULL, "%s takes %u words, its length field says %u",
                      item_name(token), (unsigned)right_length(d, at), (unsigned)s9_token_length(token));
            return true;
        }
        instruction += !comment;
        at += s9_walk(d->version, d->sm1, d->bytes, d->count, at).words;
    }
    return false;
}

static s9_result refuse_end(const decoder *d, s9_step step, size_t at, uint32_t instruction)
{
    if (!d->sm1 && refuse_cause(d, at))
        return S9_ERROR_INVALID;
    if (step.kind == S9_STEP_TRUNCATED) {
        uint32_t token = s9_read_u32(d->bytes + at * 4);
        bool comment = s9_token_is_comment(token);
        s9_position where = place(d, at, comment ? S9_NO_POSITION : instruction);
        size_t left = d->size - at * 4;
        s9_report(d->diagnostics, S9_ERROR, comment ? "V015" : "V004", &where, NULL,
                  "the stream ends inside this %s: it takes %lu bytes, %lu are left", item_name(token),
                  (unsigned long)step.words * 4, (unsigned long)left);
    } else if (d->size % 4 != 0) {
        s9_position where = place(d, at, instruction);
        s9_report(d->diagnostics, S9_ERROR, "V004", &where, NULL,
                  "the stream ends inside a token, and no end token 0x0000FFFF came before");
    } else {
        s9_position where = place(d, at, instruction);
        s9_report(d->diagnostics, S9_ERROR, "V004", &where, NULL, "the stream has no end token 0x0000FFFF");
    }
    return S9_ERROR_INVALID;
}

/* Finds the end token and counts the items before it. */
static s9_result measure(decoder *d)
{
    size_t at = 1;
    uint32_t instruction = 0;
    for (;;) {
        s9_step step = s9_walk(d->version, d->sm1, d->bytes, d->count, at);
        if (step.kind == S9_STEP_END)
            break;
        if (step.kind != S9_STEP_ITEM)
            return refuse_end(d, step, at, instruction);
        instruction += !s9_token_is_comment(s9_read_u32(d->bytes + at * 4));
        d->items++;
        at += step.words;
    }
    d->end = at;
    return S9_OK;
}

/* Bit 31 clear on a parameter token: some shipped shaders have it, the length field still tells where the token
 * belongs. */
static void warn_parameters(const decoder *d, const s9_item *item)
{
    const s9_operand *operands[2 + S9_MAX_SOURCES];
    uint32_t count = 0;
    if (item->has_destination)
        operands[count++] = &item->destination;
    if (item->has_predicate)
        operands[count++] = &item->predicate;
    for (uint32_t i = 0; i < item->source_count; i++)
        operands[count++] = &item->sources[i];
    for (uint32_t i = 0; i < count; i++)
        if (operands[i]->token >> 31 == 0) {
            s9_position at = place(d, operands[i]->word, item->instruction);
            s9_report(d->diagnostics, S9_WARNING, NULL, &at, NULL,
                      "bit 31 of parameter token 0x%08X of %s is clear; it is read as if it were set",
                      (unsigned)operands[i]->token, s9_isa_opcode(item->opcode)->text);
        }
}

/* What the program takes beyond its own structure. */
static bool room_of(const decoder *d, size_t trailing, size_t *room)
{
    size_t items;
    if (!s9_mul_size(d->items, sizeof(s9_item), &items))
        return false;
    /* The rest lies within the size of the input, give or take: it can be added without care. */
    size_t rest = S9_ARENA_ROUND((d->end - 1) * 4) + S9_ARENA_ROUND(trailing);
    if (d->name != NULL)
        rest += S9_ARENA_ROUND(sizeof(char *)) + S9_ARENA_ROUND(strlen(d->name) + 1);
    return s9_add_size(S9_ARENA_ROUND(items), rest, room);
}

static s9_result build(const decoder *d, s9_program *program, size_t trailing)
{
    if (d->name != NULL) {
        const char **files = s9_arena_array(&program->arena, 1, sizeof *files);
        if (files == NULL || (files[0] = s9_arena_strdup(&program->arena, d->name)) == NULL)
            return S9_ERROR_MEMORY;
        program->files = files;
        program->file_count = 1;
    }
    uint32_t *words = s9_arena_array_raw(&program->arena, d->end - 1, sizeof *words);
    if (words == NULL || (d->items > 0 && !s9_program_reserve_items(program, d->items)))
        return S9_ERROR_MEMORY;
    s9_read_words(words, d->bytes + 4, d->end - 1);
    for (size_t at = 1; at < d->end;) {
        s9_step step = s9_walk(d->version, d->sm1, d->bytes, d->count, at);
        s9_item *item = s9_program_append_view(program, words + (at - 1), step.words);
        if (item == NULL)
            return S9_ERROR_MEMORY;
        if (item->kind == S9_ITEM_INSTRUCTION && d->diagnostics != NULL)
            warn_parameters(d, item);
        at += step.words;
    }
    if (trailing > 0) {
        uint8_t *bytes = s9_arena_alloc_raw(&program->arena, trailing);
        if (bytes == NULL)
            return S9_ERROR_MEMORY;
        memcpy(bytes, d->bytes + (d->end + 1) * 4, trailing);
        program->trailing = bytes;
        program->trailing_size = trailing;
    }
    return S9_OK;
}

s9_result s9_decode(const void *bytes, size_t size, const s9_allocator *allocator, const s9_decode_options *options,
                    s9_program **out, s9_diagnostics *diagnostics)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    s9_decode_options chosen;
    if ((bytes == NULL && size > 0) || !s9_read_options(&chosen, sizeof chosen, options))
        return S9_ERROR_ARGUMENT;

    decoder d = {bytes, size, size / 4, S9_VERSION_COUNT, false, chosen.name, diagnostics, 0, 0};
    if (size < 4) {
        s9_position at = place(&d, 0, S9_NO_POSITION);
        s9_report(diagnostics, S9_ERROR, "V001", &at, NULL, "%lu bytes are too few for a version token",
                  (unsigned long)size);
        return S9_ERROR_INVALID;
    }
    uint32_t token = s9_read_u32(bytes);
    bool exact;
    d.version = s9_isa_version_of_token(token, &exact);
    if (d.version == S9_VERSION_COUNT)
        return refuse_version(&d, token);
    d.sm1 = s9_version_major(d.version) == 1;
    if (d.count > MOST_WORDS)
        d.count = MOST_WORDS;
    s9_result result = measure(&d);
    if (result != S9_OK)
        return result;

    size_t trailing = chosen.no_trailing ? 0 : size - (d.end + 1) * 4, room;
    s9_program *program = room_of(&d, trailing, &room) ? s9_program_create_with(allocator, token, room) : NULL;
    if (program == NULL)
        return S9_ERROR_MEMORY;
    result = build(&d, program, trailing);
    if (result != S9_OK) {
        s9_program_destroy(program);
        return result;
    }
    *out = program;
    return S9_OK;
}

s9_result s9_token_size(const void *bytes, size_t max_size, size_t *size)
{
    if (size == NULL)
        return S9_ERROR_ARGUMENT;
    *size = 0;
    if (bytes == NULL && max_size > 0)
        return S9_ERROR_ARGUMENT;
    if (max_size < 4)
        return S9_ERROR_INVALID;
    bool exact;
    s9_version version = s9_isa_version_of_token(s9_read_u32(bytes), &exact);
    if (version == S9_VERSION_COUNT)
        return S9_ERROR_INVALID;
    bool sm1 = s9_version_major(version) == 1;
    for (size_t at = 1, count = max_size / 4;;) {
        s9_step step = s9_walk(version, sm1, bytes, count, at);
        if (step.kind == S9_STEP_END) {
            *size = (at + 1) * 4;
            return S9_OK;
        }
        if (step.kind != S9_STEP_ITEM)
            return S9_ERROR_INVALID;
        at += step.words;
    }
}
