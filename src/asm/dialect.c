/* SPDX-License-Identifier: MIT */
/*
 * The Direct3D 8 dialect: what its assembler and runtime took and Direct3D 9 does not, rewritten to the same meaning.
 *
 *   v# without dcl           a dcl for each v# that is read, by the fixed numbers of Direct3D 8 (D3DVSDE_*)
 *   rcp r0.w, r1             a scalar operation without a component reads x (vertex shaders)
 *   m4x4 r0, r0, c0          through a free temporary, when the destination is also read
 *   mov oFog, r0             oFog and oPts take component x, when their source is no single component
 *   add r0, r0, -c0 (ps)     a modifier on a constant: through another constant, when the value is defined and the
 *                            changed one still lies in [-1, 1]; else through a free temporary
 *
 * A register is free when the program never names it. Where none is, the statement is refused.
 * Sources: "Mapping Between a DirectX 9 Declaration and DirectX 8", the DirectX 8.1 shader reference.
 */
#include "asm/dialect.h"

#define INPUTS 16u
#define TEMPS 12u
#define PIXEL_CONSTANTS 8u

typedef struct rewriter {
    const s9_program *from;
    s9_program *to;
    s9_diagnostics *diagnostics;
    uint32_t inputs;                             /* v# that are read */
    uint32_t temps;                              /* r# that are named */
    uint32_t constants;                          /* c# of a pixel shader that are named */
    const s9_item *definitions[PIXEL_CONSTANTS]; /* of the source program; the last one counts */
    bool declares;
    bool refused, memory;
} rewriter;

/* Usage and index of v0..v15. */
static const uint8_t input_usages[INPUTS][2] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {10, 0}, {10, 1}, {5, 0},
                                                {5, 1}, {5, 2}, {5, 3}, {5, 4}, {5, 5}, {5, 6},  {5, 7},  {0, 1}};

static void note_operand(rewriter *r, const s9_operand *operand, bool source)
{
    s9_file file = s9_operand_file(r->from, operand->token);
    uint32_t number = s9_operand_number(operand->token);
    if (file == S9_FILE_INPUT && source && number < INPUTS)
        r->inputs |= 1u << number;
    else if (file == S9_FILE_TEMP && number < 32)
        r->temps |= 1u << number;
    else if (file == S9_FILE_CONST && number < PIXEL_CONSTANTS)
        r->constants |= 1u << number;
}

static void survey(rewriter *r)
{
    for (uint32_t i = 0; i < r->from->items.count; i++) {
        const s9_item *item = &r->from->items.items[i];
        if (item->kind != S9_ITEM_INSTRUCTION)
            continue;
        r->declares |= item->opcode == S9_OP_DCL;
        if (item->has_destination)
            note_operand(r, &item->destination, false);
        for (uint32_t k = 0; k < item->source_count; k++)
            note_operand(r, &item->sources[k], true);
        uint32_t rows = s9_isa_matrix_rows(item->opcode);
        for (uint32_t k = 1; k < rows; k++) { /* the further rows of a matrix are named, too */
            s9_operand row = item->sources[1];
            row.token += k;
            note_operand(r, &row, true);
        }
        uint32_t number = s9_operand_number(item->destination.token);
        if (item->opcode == S9_OP_DEF && number < PIXEL_CONSTANTS)
            r->definitions[number] = item;
    }
}

/* The lowest register below `count` that is not in the set; it is in afterwards. UINT32_MAX: there is none. */
static uint32_t take(uint32_t *set, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if ((*set >> i & 1u) == 0) {
            *set |= 1u << i;
            return i;
        }
    return UINT32_MAX;
}

static void append(rewriter *r, const uint32_t *words, uint32_t count, const s9_item *origin)
{
    s9_item *item = s9_program_append(r->to, words, count);
    if (item == NULL) {
        r->memory = true;
        return;
    }
    item->refused = origin->refused;
    if (origin->spans == NULL)
        return;
    /* The place is the statement's; one that is only changed keeps the places of its operands. */
    bool same = item->kind == origin->kind && item->opcode == origin->opcode;
    uint32_t places = same ? 1u + origin->has_destination + origin->has_predicate + origin->source_count : 1u;
    if (!s9_program_set_spans(r->to, item, origin->spans, places))
        r->memory = true;
}

static uint32_t register_token(uint32_t type, uint32_t number)
{
    return 0x80000000u | (type & 7u) << 28 | (type & 0x18u) << 8 | number;
}
static uint32_t destination_token(uint32_t type, uint32_t number, uint32_t mask)
{
    return register_token(type, number) | mask << 16;
}
static uint32_t source_token(uint32_t type, uint32_t number)
{
    return register_token(type, number) | (uint32_t)S9_SWIZZLE_IDENTITY << 16;
}

static void append_mov(rewriter *r, uint32_t destination, uint32_t source, const s9_item *origin)
{
    uint32_t words[3] = {s9_isa_opcode(S9_OP_MOV)->number, destination, source};
    append(r, words, 3, origin);
}

static void refuse(rewriter *r, const s9_item *item, const s9_operand *operand, const char *what)
{
    s9_position at = s9_program_position(r->from, item, operand);
    s9_report(r->diagnostics, S9_ERROR, NULL, &at, "free a temporary register, or write the statement another way",
              "%s needs a temporary register in Direct3D 9, and none is free", what);
    size_t length;
    const char *line = s9_program_source_line(r->from, s9_program_span(r->from, item, operand), &length);
    if (line != NULL)
        s9_report_text(r->diagnostics, line, length);
    r->refused = true;
}

/* ---- vertex shaders ---- */

static void declare_inputs(rewriter *r, const s9_item *origin)
{
    for (uint32_t i = 0; i < INPUTS; i++)
        if ((r->inputs >> i & 1u) != 0) {
            uint32_t words[3] = {s9_isa_opcode(S9_OP_DCL)->number,
                                 0x80000000u | (uint32_t)input_usages[i][1] << 16 | input_usages[i][0],
                                 destination_token(S9_TYPE_INPUT, i, 0xFu)};
            append(r, words, 3, origin);
        }
}

static bool same_register(uint32_t a, uint32_t b)
{
    return s9_operand_type(a) == s9_operand_type(b) && s9_operand_number_field(a) == s9_operand_number_field(b);
}

/* Does a matrix macro write a register that it still has to read? */
static bool reads_its_destination(const s9_item *item)
{
    uint32_t rows = s9_isa_matrix_rows(item->opcode);
    uint32_t destination = item->destination.token;
    if (rows == 0 || !item->has_destination || item->source_count < 2)
        return false;
    if (same_register(destination, item->sources[0].token))
        return true;
    for (uint32_t k = 0; k < rows; k++)
        if (same_register(destination, item->sources[1].token + k))
            return true;
    return false;
}

static void rewrite_matrix(rewriter *r, const s9_item *item, uint32_t *words)
{
    uint32_t named = r->temps; /* the temporary is free again after the statement */
    uint32_t temp = take(&named, TEMPS);
    if (temp == UINT32_MAX) {
        refuse(r, item, &item->destination, "a matrix product into a register that it reads");
        return;
    }
    uint32_t mask = s9_operand_mask(item->destination.token);
    words[1] = destination_token(S9_TYPE_TEMP, temp, mask);
    append(r, words, item->word_count, item);
    append_mov(r, item->destination.token, source_token(S9_TYPE_TEMP, temp), item);
}

static void rewrite_vertex(rewriter *r, const s9_item *item, uint32_t *words)
{
    uint32_t flags = s9_isa_opcode(item->opcode)->flags;
    uint32_t first = 1u + item->has_destination;
    if ((flags & S9_OPF_SCALAR) != 0 && item->source_count > 0 &&
        s9_operand_swizzle(words[first]) == S9_SWIZZLE_IDENTITY)
        words[first] &= ~(0xFFu << 16);

    bool scalar_output = item->has_destination && s9_operand_type(item->destination.token) == S9_TYPE_RASTOUT &&
                         s9_operand_number_field(item->destination.token) > 0 &&
                         s9_operand_mask(item->destination.token) == 0xFu && (flags & S9_OPF_REPLICATE) == 0;
    bool single = true;
    for (uint32_t i = 0; i < item->source_count; i++)
        single = single && s9_swizzle_is_replicate(s9_operand_swizzle(item->sources[i].token));
    if (scalar_output && !single)
        words[1] = (words[1] & ~(0xFu << 16)) | 1u << 16;

    if (reads_its_destination(item))
        rewrite_matrix(r, item, words);
    else
        append(r, words, item->word_count, item);
}

/* ---- pixel shaders ---- */

/* The value of a constant under a modifier; constants are held to [-1, 1] when they are read. */
static bool modified(uint32_t modifier, float value, float *out)
{
    float v = value < -1 ? -1 : value > 1 ? 1 : value;
    switch (modifier) {
    case S9_MOD_NEG:
        v = -v;
        break;
    case S9_MOD_BIAS:
        v = v - 0.5f;
        break;
    case S9_MOD_BIAS_NEG:
        v = -(v - 0.5f);
        break;
    case S9_MOD_BX2:
        v = 2 * v - 1;
        break;
    case S9_MOD_BX2_NEG:
        v = -(2 * v - 1);
        break;
    case S9_MOD_COMP:
        v = 1 - v;
        break;
    case S9_MOD_X2:
        v = 2 * v;
        break;
    case S9_MOD_X2_NEG:
        v = -(2 * v);
        break;
    default:
        return false;
    }
    *out = v;
    return v >= -1 && v <= 1;
}

/*
 * Constants that stand for a defined constant under a modifier. They are made before the first instruction, where def
 * has to stand: so all of them are found in a first walk over the program.
 */
typedef struct stand_in {
    uint8_t number, modifier, other; /* c#, its modifier, the c# that has the value */
} stand_in;

typedef struct stand_ins {
    stand_in items[PIXEL_CONSTANTS];
    uint32_t count;
} stand_ins;

static const stand_in *find_stand_in(const stand_ins *list, uint32_t number, uint32_t modifier)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].number == number && list->items[i].modifier == modifier)
            return &list->items[i];
    return NULL;
}

static bool is_modified_constant(const rewriter *r, const s9_item *item, uint32_t source)
{
    uint32_t token = item->sources[source].token;
    return item->opcode != S9_OP_UNKNOWN && s9_isa_opcode(item->opcode)->kind == S9_OPK_ARITH &&
           s9_operand_file(r->from, token) == S9_FILE_CONST && s9_operand_modifier(token) != S9_MOD_NONE;
}

static void define_stand_ins(rewriter *r, stand_ins *list, const s9_item *origin)
{
    for (uint32_t i = 0; i < r->from->items.count; i++) {
        const s9_item *item = &r->from->items.items[i];
        if (item->kind != S9_ITEM_INSTRUCTION)
            continue;
        for (uint32_t k = 0; k < item->source_count; k++) {
            if (!is_modified_constant(r, item, k))
                continue;
            uint32_t number = s9_operand_number(item->sources[k].token);
            uint32_t modifier = s9_operand_modifier(item->sources[k].token);
            if (number >= PIXEL_CONSTANTS || r->definitions[number] == NULL ||
                find_stand_in(list, number, modifier) != NULL)
                continue;
            uint32_t words[6] = {s9_isa_opcode(S9_OP_DEF)->number};
            bool fits = true;
            for (uint32_t c = 0; c < 4; c++) {
                float value;
                fits = modified(modifier, s9_bits_float(r->definitions[number]->literals[c]), &value) && fits;
                words[2 + c] = fits ? s9_float_bits(value) : 0;
            }
            uint32_t other = fits ? take(&r->constants, PIXEL_CONSTANTS) : UINT32_MAX;
            if (other == UINT32_MAX)
                continue;
            words[1] = destination_token(S9_TYPE_CONST, other, 0xFu);
            append(r, words, 6, origin);
            list->items[list->count++] = (stand_in){(uint8_t)number, (uint8_t)modifier, (uint8_t)other};
        }
    }
}

/* Puts the modified constants of one statement into constants or temporaries; movs are appended at once. */
static bool rewrite_constants(rewriter *r, const stand_ins *list, const s9_item *item, uint32_t *words, uint32_t *named)
{
    uint32_t temp_count = r->from->version == S9_PS_1_4 ? 6 : 2;
    uint32_t loaded[PIXEL_CONSTANTS];
    memset(loaded, 0xFF, sizeof loaded);
    for (uint32_t k = 0; k < item->source_count; k++) {
        if (!is_modified_constant(r, item, k))
            continue;
        uint32_t *word = &words[1u + item->has_destination + k];
        uint32_t number = s9_operand_number(*word), modifier = s9_operand_modifier(*word);
        uint32_t rest = *word & (0xFFu << 16);
        if (number >= PIXEL_CONSTANTS)
            continue; /* out of range: the rules say so */
        const stand_in *other = find_stand_in(list, number, modifier);
        if (other != NULL) {
            *word = register_token(S9_TYPE_CONST, other->other) | rest;
            continue;
        }
        if (loaded[number] == UINT32_MAX) {
            loaded[number] = take(named, temp_count);
            if (loaded[number] == UINT32_MAX) {
                refuse(r, item, &item->sources[k], "a modifier on a constant");
                return false;
            }
            append_mov(r, destination_token(S9_TYPE_TEMP, loaded[number], 0xFu), source_token(S9_TYPE_CONST, number),
                       item);
        }
        *word = register_token(S9_TYPE_TEMP, loaded[number]) | rest | modifier << 24;
    }
    return true;
}

/* A statement and, where the next one is co-issued with it, that one: what is inserted stands before both. */
static uint32_t rewrite_pixel(rewriter *r, const stand_ins *list, uint32_t index)
{
    uint32_t named = r->temps;
    uint32_t words[2][16];
    uint32_t count = 1;
    if (index + 1 < r->from->items.count) {
        const s9_item *next = &r->from->items.items[index + 1];
        if (next->kind == S9_ITEM_INSTRUCTION && s9_token_coissue(next->words[0]))
            count = 2;
    }
    for (uint32_t i = 0; i < count; i++) {
        const s9_item *item = &r->from->items.items[index + i];
        if (item->word_count > S9_COUNT(words[0]))
            return 0;
        memcpy(words[i], item->words, item->word_count * sizeof(uint32_t));
        if (!rewrite_constants(r, list, item, words[i], &named))
            return count;
    }
    for (uint32_t i = 0; i < count; i++)
        append(r, words[i], r->from->items.items[index + i].word_count, &r->from->items.items[index + i]);
    return count;
}

/* ---- the program ---- */

static void rewrite(rewriter *r)
{
    const s9_program *from = r->from;
    bool pixel = s9_version_is_pixel(from->version);
    bool begun = false; /* the first statement that is no comment has come */
    stand_ins list = {.count = 0};
    for (uint32_t i = 0; i < from->items.count && !r->memory;) {
        const s9_item *item = &from->items.items[i];
        if (item->kind != S9_ITEM_COMMENT && !begun) {
            begun = true;
            if (pixel)
                define_stand_ins(r, &list, item);
            else if (!r->declares)
                declare_inputs(r, item);
        }
        uint32_t words[16];
        if (item->kind == S9_ITEM_INSTRUCTION && pixel) {
            uint32_t done = rewrite_pixel(r, &list, i);
            if (done > 0) {
                i += done;
                continue;
            }
        } else if (item->kind == S9_ITEM_INSTRUCTION && item->word_count <= S9_COUNT(words)) {
            memcpy(words, item->words, item->word_count * sizeof(uint32_t));
            rewrite_vertex(r, item, words);
            i++;
            continue;
        }
        append(r, item->words, item->word_count, item);
        i++;
    }
}

/* What belongs to the text: names of files, the text itself, what lies behind the end. */
static bool take_over(rewriter *r)
{
    const s9_program *from = r->from;
    s9_program *to = r->to;
    to->version_span = from->version_span;
    if (from->file_count > 0) {
        const char **files = s9_arena_array(&to->arena, from->file_count, sizeof *files);
        int64_t *lines = from->file_lines != NULL ? s9_arena_array(&to->arena, from->file_count, sizeof *lines) : NULL;
        if (files == NULL || (from->file_lines != NULL && lines == NULL))
            return false;
        for (uint32_t i = 0; i < from->file_count; i++) {
            files[i] = from->files[i] != NULL ? s9_arena_strdup(&to->arena, from->files[i]) : NULL;
            if (lines != NULL)
                lines[i] = from->file_lines[i];
        }
        to->files = files;
        to->file_count = from->file_count;
        to->file_lines = lines;
    }
    if (from->source != NULL) {
        to->source = s9_arena_strndup(&to->arena, from->source, from->source_size);
        to->source_size = from->source_size;
    }
    if (from->trailing_size > 0) {
        uint8_t *bytes = s9_arena_alloc(&to->arena, from->trailing_size);
        if (bytes == NULL)
            return false;
        memcpy(bytes, from->trailing, from->trailing_size);
        to->trailing = bytes;
        to->trailing_size = from->trailing_size;
    }
    return !to->arena.failed;
}

s9_result s9_asm_from_d3d8(const s9_program *program, const s9_allocator *allocator, s9_program **out,
                           s9_diagnostics *diagnostics)
{
    rewriter r = {.from = program, .diagnostics = diagnostics};
    *out = NULL;
    if (s9_version_major(program->version) > 1) {
        s9_position at = s9_position_none();
        at.file = program->file_count > 0 ? program->files[0] : NULL;
        at.line = program->version_span.line;
        at.column = program->version_span.column;
        at.length = program->version_span.length;
        s9_report(diagnostics, S9_ERROR, "V002", &at, "assemble it in the dialect of Direct3D 9",
                  "Direct3D 8 has no %s", program->version_text);
        return S9_ERROR_INVALID;
    }
    survey(&r);
    r.to = s9_program_create(allocator, program->version_token);
    if (r.to == NULL)
        return S9_ERROR_MEMORY;
    rewrite(&r);
    if (!r.memory && !r.refused && take_over(&r)) {
        s9_program_finish(r.to);
        if (!r.to->arena.failed) {
            *out = r.to;
            return S9_OK;
        }
    }
    s9_program_destroy(r.to);
    return r.refused && !r.memory ? S9_ERROR_INVALID : S9_ERROR_MEMORY;
}
