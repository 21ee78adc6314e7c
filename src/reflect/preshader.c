/* SPDX-License-Identifier: MIT */
/*
 * Reading a preshader: a version token, then comments that hold its parts: CTAB (what it reads), PRSI (what it writes),
 * CLIT (literals), FXLC (instructions). PRSI repeats what the instructions say, and is left aside.
 */
#include "reflect/preshader.h"

#include "program/program.h"
#include "reflect/reflect.h"

enum { OPERAND_BYTES = 12, INDEX_BYTES = 8 };

/* Scratch registers for the largest program by far, and yet nothing to allocate without a thought. */
enum { MOST_TEMPORARIES = 65536 };

static const struct {
    uint16_t code;
    uint8_t inputs;
    const char *name;
} operations[] = {
    {S9_PRE_MOV, 1, "mov"},
    {S9_PRE_NEG, 1, "neg"},
    {S9_PRE_RCP, 1, "rcp"},
    {S9_PRE_FRC, 1, "frc"},
    {S9_PRE_EXP, 1, "exp"},
    {S9_PRE_LOG, 1, "log"},
    {S9_PRE_RSQ, 1, "rsq"},
    {S9_PRE_SIN, 1, "sin"},
    {S9_PRE_COS, 1, "cos"},
    {S9_PRE_ASIN, 1, "asin"},
    {S9_PRE_ACOS, 1, "acos"},
    {S9_PRE_ATAN, 1, "atan"},
    {S9_PRE_MIN, 2, "min"},
    {S9_PRE_MAX, 2, "max"},
    {S9_PRE_LT, 2, "lt"},
    {S9_PRE_GE, 2, "ge"},
    {S9_PRE_ADD, 2, "add"},
    {S9_PRE_MUL, 2, "mul"},
    {S9_PRE_ATAN2, 2, "atan2"},
    {S9_PRE_DIV, 2, "div"},
    {S9_PRE_CMP, 3, "cmp"},
    {S9_PRE_MOVC, 3, "movc"},
    {S9_PRE_DOT, 2, "dot"},
    {S9_PRE_NOISE, 1, "noise"},
    {S9_PRE_DOTSWIZ, 0, "d3ds_dotswiz"},
};

const char *s9_pre_operation(uint32_t code, uint32_t *inputs)
{
    for (size_t i = 0; i < S9_COUNT(operations); i++)
        if (operations[i].code == code) {
            *inputs = operations[i].inputs;
            return operations[i].name;
        }
    *inputs = 0;
    return NULL;
}

uint32_t s9_pre_width(const s9_pre_instruction *instruction, uint32_t k)
{
    return instruction->code == S9_PRE_DOTSWIZ || (instruction->scalar && k == 0) ? 1 : instruction->components;
}

uint32_t s9_pre_written(const s9_pre_instruction *instruction)
{
    return instruction->code == S9_PRE_DOTSWIZ || instruction->code == S9_PRE_DOT ? 1 : instruction->components;
}

double s9_pre_literal(const s9_preshader *preshader, uint32_t index)
{
    const uint8_t *bytes = preshader->literals + (size_t)8 * index;
    uint64_t bits = s9_read_u32(bytes) | (uint64_t)s9_read_u32(bytes + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- parts ---- */

/* A part in a comment: where its payload behind the FourCC lies. */
typedef struct part {
    uint32_t offset, size;
    bool there;
} part;

typedef struct parts {
    part table, literals, code;
} parts;

/* The parts of the block; a comment that does not fit ends it. */
static parts find_parts(const s9_block *block)
{
    parts found;
    memset(&found, 0, sizeof found);
    for (uint32_t at = 4; block->size - at >= 4;) {
        uint32_t token = s9_read_u32(block->bytes + at), size = s9_token_comment_words(token) * 4;
        if (token == S9_TOKEN_END)
            break;
        if (!s9_token_is_comment(token) || size > block->size - at - 4) {
            S9_BLOCK_WARN(block, at, "the preshader ends here: this is no comment, or one that is too long");
            break;
        }
        uint32_t fourcc = size < 4 ? 0 : s9_read_u32(block->bytes + at + 4);
        part *p = fourcc == S9_FOURCC_CTAB                  ? &found.table
                  : fourcc == S9_FOURCC('C', 'L', 'I', 'T') ? &found.literals
                  : fourcc == S9_FOURCC('F', 'X', 'L', 'C') ? &found.code
                                                            : NULL;
        if (p != NULL && p->there)
            S9_BLOCK_WARN(block, at, "the preshader has a second part of this kind: only the first one counts");
        else if (p != NULL)
            *p = (part){at + 8, size - 4, true};
        at += 4 + size;
    }
    return found;
}

static bool read_literals(s9_preshader *p, const s9_block *block, const part *from)
{
    if (!from->there)
        return true;
    uint32_t count = from->size < 4 ? 0 : s9_read_u32(block->bytes + from->offset);
    if (from->size < 4 || count > (from->size - 4) / 8) {
        S9_BLOCK_WARN(block, from->offset, "the literals of the preshader do not fit into their block");
        return false;
    }
    p->literals = block->bytes + from->offset + 4;
    p->literal_count = count;
    return true;
}

/* ---- instructions ---- */

typedef struct code_reader {
    s9_arena *arena;
    const s9_block *block;
    uint32_t at, end; /* of the part */
    s9_preshader *preshader;
} code_reader;

static uint32_t word(code_reader *r)
{
    uint32_t value = s9_read_u32(r->block->bytes + r->at);
    r->at += 4;
    return value;
}

static bool room(const code_reader *r, uint64_t size)
{
    return size <= r->end - r->at;
}

/* Flag, table, offset; with a flag: table and offset of the index, then those of the operand. */
static bool read_operand(code_reader *r, s9_pre_operand *out)
{
    if (!room(r, OPERAND_BYTES))
        return false;
    memset(out, 0, sizeof *out);
    uint32_t flag = word(r);
    out->table = word(r);
    out->offset = word(r);
    if (flag == 0)
        return true;
    if (!room(r, INDEX_BYTES))
        return false;
    out->indexed = true;
    out->index_table = out->table;
    out->index_offset = out->offset;
    out->table = word(r);
    out->offset = word(r);
    return true;
}

static bool is_readable(uint32_t table)
{
    return table == S9_PRE_LITERAL || table == S9_PRE_INPUT || (table >= S9_PRE_FLOAT && table <= S9_PRE_TEMP);
}

static bool is_writable(uint32_t table)
{
    return table >= S9_PRE_FLOAT && table <= S9_PRE_TEMP;
}

/* Components [offset, offset + count) of a table exist. An index may lead anywhere: that is looked at when it is known.
 */
static bool reach(code_reader *r, uint32_t at, uint32_t table, uint32_t offset, uint32_t count)
{
    uint64_t end = (uint64_t)offset + count;
    if (table == S9_PRE_LITERAL && end > r->preshader->literal_count) {
        S9_BLOCK_WARN(r->block, at, "the preshader reads literal %u of %u", (unsigned)(end - 1),
                      (unsigned)r->preshader->literal_count);
        return false;
    }
    if (table == S9_PRE_TEMP && end > MOST_TEMPORARIES) {
        S9_BLOCK_WARN(r->block, at, "the preshader uses r%u: the last that is taken is r%d", (unsigned)(offset / 4),
                      MOST_TEMPORARIES / 4 - 1);
        return false;
    }
    if (table == S9_PRE_TEMP && end > r->preshader->temporaries)
        r->preshader->temporaries = (uint32_t)end;
    return true;
}

static bool check_operand(code_reader *r, uint32_t at, const s9_pre_operand *o, uint32_t count, bool output)
{
    bool known = output ? is_writable(o->table) : is_readable(o->table);
    if (!known || (o->indexed && !is_readable(o->index_table))) {
        S9_BLOCK_WARN(r->block, at, "an operand of the preshader lies in table %u",
                      (unsigned)(known ? o->index_table : o->table));
        r->preshader->unknown = true;
    }
    if (o->indexed && !reach(r, at, o->index_table, o->index_offset, 1))
        return false;
    return (o->indexed && o->table == S9_PRE_LITERAL) || reach(r, at, o->table, o->offset, count);
}

static void check_operation(code_reader *r, uint32_t at, const s9_pre_instruction *i)
{
    uint32_t inputs;
    const char *name = s9_pre_operation(i->code, &inputs);
    bool dotswiz = i->code == S9_PRE_DOTSWIZ;
    if (name == NULL)
        S9_BLOCK_WARN(r->block, at, "the preshader has an unknown operation, 0x%03x", (unsigned)i->code);
    else if (dotswiz ? i->input_count != 6 && i->input_count != 8 : i->input_count != inputs)
        S9_BLOCK_WARN(r->block, at, "%s of the preshader has %u inputs", name, (unsigned)i->input_count);
    else if (i->code != S9_PRE_NOISE)
        return;
    r->preshader->unknown = true;
}

/* One instruction: false when it cannot be read (reported), or memory ran out. */
static bool read_instruction(code_reader *r)
{
    s9_preshader *p = r->preshader;
    uint32_t at = r->at;
    if (!room(r, 8 + OPERAND_BYTES)) {
        S9_BLOCK_WARN(r->block, at, "the instructions of the preshader do not fit into their block");
        return false;
    }
    uint32_t first = word(r);
    s9_pre_instruction i = {first >> 20 & 0x7FFu, first & 0xFFFFu, first >> 31 != 0, word(r), p->operands.count};
    if (i.components < 1 || i.components > 4) {
        S9_BLOCK_WARN(r->block, at, "an instruction of the preshader has %u components", (unsigned)i.components);
        return false;
    }
    if (!room(r, ((uint64_t)i.input_count + 1) * OPERAND_BYTES)) {
        S9_BLOCK_WARN(r->block, at + 4, "the %u inputs of an instruction of the preshader do not fit into their block",
                      (unsigned)i.input_count);
        return false;
    }
    check_operation(r, at, &i);
    for (uint32_t k = 0; k <= i.input_count; k++) {
        s9_pre_operand o;
        bool output = k == i.input_count;
        at = r->at;
        if (!read_operand(r, &o)) {
            S9_BLOCK_WARN(r->block, at, "an operand of the preshader does not fit into its block");
            return false;
        }
        if (!check_operand(r, at, &o, output ? s9_pre_written(&i) : s9_pre_width(&i, k), output) ||
            !S9_PUSH(r->arena, &p->operands, o))
            return false;
    }
    return S9_PUSH(r->arena, &p->instructions, i);
}

static bool read_code(code_reader *r, const part *from)
{
    r->at = from->offset;
    r->end = from->offset + from->size;
    if (!from->there || from->size < 4) {
        S9_BLOCK_WARN(r->block, from->there ? from->offset : 0, "the preshader has no instructions");
        return false;
    }
    uint32_t count = word(r);
    for (uint32_t i = 0; i < count; i++)
        if (!read_instruction(r))
            return false;
    return true;
}

/* ---- outputs ---- */

/* Numbers in ascending order, digit by digit; `other` is room for as many. */
static void sort(uint32_t *numbers, uint32_t *other, uint32_t count)
{
    for (uint32_t digit = 0; digit < 4; digit++) { /* an even number of passes: the result is in `numbers` */
        uint32_t place[257] = {0};
        for (uint32_t i = 0; i < count; i++)
            place[(numbers[i] >> 8 * digit & 0xFFu) + 1]++;
        for (uint32_t i = 0; i < 256; i++)
            place[i + 1] += place[i];
        for (uint32_t i = 0; i < count; i++)
            other[place[numbers[i] >> 8 * digit & 0xFFu]++] = numbers[i];
        uint32_t *swap = numbers;
        numbers = other;
        other = swap;
    }
}

/* Registers that instructions write, as far as the program says it without running. */
static bool list_outputs(s9_arena *arena, s9_arena *scratch, s9_preshader *p, uint32_t table, s9_register_set set)
{
    uint32_t *written = s9_arena_array(scratch, p->instructions.count, 4 * sizeof *written);
    uint32_t *other = s9_arena_array(scratch, p->instructions.count, 4 * sizeof *other);
    uint32_t count = 0, size = table == S9_PRE_BOOL ? 1 : 4;
    if (written == NULL || other == NULL)
        return false;
    for (uint32_t i = 0; i < p->instructions.count; i++) {
        const s9_pre_instruction *at = &p->instructions.items[i];
        const s9_pre_operand *o = &p->operands.items[at->operand + at->input_count];
        uint64_t last = ((uint64_t)o->offset + s9_pre_written(at) - 1) / size; /* of at most four */
        for (uint64_t number = o->offset / size; number <= last && number < UINT32_MAX && o->table == table; number++)
            written[count++] = (uint32_t)number;
    }
    sort(written, other, count);
    s9_preshader_output *range = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (range != NULL && written[i] - range->first <= range->count) {
            range->count = written[i] - range->first + 1;
            continue;
        }
        s9_preshader_output begun = {set, written[i], 1};
        if (!S9_PUSH(arena, &p->outputs, begun))
            return false;
        range = &p->outputs.items[p->outputs.count - 1];
    }
    return true;
}

/* ---- the whole ---- */

s9_preshader *s9_preshader_read(s9_arena *arena, s9_arena *scratch, const s9_block *block)
{
    uint32_t kind = block->size < 4 ? 0 : s9_read_u32(block->bytes) >> 16;
    if (kind != 0x4658u && kind != 0x5458u) { /* a texture shader (tx_1_0) is the same kind of program */
        S9_BLOCK_WARN(block, 0, "a preshader begins with a version token 0x4658xxxx");
        return NULL;
    }
    s9_preshader *p = s9_arena_alloc(arena, sizeof *p);
    if (p == NULL)
        return NULL;
    parts found = find_parts(block);
    if (found.table.there) {
        s9_block table = *block;
        table.bytes += found.table.offset;
        table.size = found.table.size;
        table.at = s9_block_position(block, found.table.offset);
        p->inputs = s9_ctab_read(arena, scratch, &table, s9_read_u32(block->bytes), 0);
    }
    code_reader r = {arena, block, 0, 0, p};
    if (!read_literals(p, block, &found.literals) || !read_code(&r, &found.code) ||
        !list_outputs(arena, scratch, p, S9_PRE_FLOAT, S9_SET_FLOAT) ||
        !list_outputs(arena, scratch, p, S9_PRE_INT, S9_SET_INT) ||
        !list_outputs(arena, scratch, p, S9_PRE_BOOL, S9_SET_BOOL))
        return NULL;
    return arena->failed || scratch->failed ? NULL : p;
}

s9_result s9_preshader_create(const void *bytes, size_t size, const s9_allocator *allocator, s9_preshader **out,
                              s9_diagnostics *diagnostics)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (bytes == NULL && size != 0)
        return S9_ERROR_ARGUMENT;
    s9_arena arena, scratch;
    s9_arena_init(&arena, allocator);
    s9_arena_init(&scratch, allocator);
    /* Positions in a block have 32 bits: what lies behind 4 GiB is not looked at. */
    s9_block block = {NULL, size > UINT32_MAX - 4 ? UINT32_MAX - 4 : (uint32_t)size, diagnostics, s9_position_none()};
    block.at.offset = 0;
    uint8_t *copy = s9_arena_alloc(&arena, block.size);
    s9_preshader *p = NULL;
    if (copy != NULL) {
        if (block.size != 0)
            memcpy(copy, bytes, block.size);
        block.bytes = copy;
        p = s9_preshader_read(&arena, &scratch, &block);
    }
    bool failed = arena.failed || scratch.failed;
    s9_arena_free(&scratch);
    if (p == NULL) {
        s9_arena_free(&arena);
        return failed ? S9_ERROR_MEMORY : S9_ERROR_INVALID;
    }
    p->arena = arena;
    p->allocator = s9_allocator_or_default(allocator);
    *out = p;
    return S9_OK;
}

void s9_preshader_destroy(s9_preshader *preshader)
{
    if (preshader == NULL)
        return;
    s9_arena arena = preshader->arena; /* the structure itself lies in it */
    s9_arena_free(&arena);
}

/* ---- reading ---- */

const s9_preshader *s9_reflection_preshader(const s9_reflection *reflection)
{
    return reflection->preshader;
}

const s9_constant_table *s9_preshader_inputs(const s9_preshader *preshader)
{
    return preshader->inputs;
}

uint32_t s9_preshader_instruction_count(const s9_preshader *preshader)
{
    return preshader->instructions.count;
}

size_t s9_preshader_output_count(const s9_preshader *preshader)
{
    return preshader->outputs.count;
}

const s9_preshader_output *s9_preshader_output_at(const s9_preshader *preshader, size_t index)
{
    return index < preshader->outputs.count ? &preshader->outputs.items[index] : NULL;
}
