/* SPDX-License-Identifier: MIT */
/* Takes a program apart into statements with resolved operands. */
#include "check/check.h"

#include <stdio.h>

/* What most parameter tokens have in these bits: bit 31 set, bits 15 and 14 clear. */
enum { FIXED_BITS = 0xC000 };
#define FIXED_BIT 0x80000000u

static void resolve(s9_checker *c, s9_stmt *s, s9_use *use, const s9_operand *operand, uint32_t components)
{
    uint32_t token = operand->token;
    use->operand = operand;
    use->file = c->files[s9_operand_type(token)];
    use->number = (uint16_t)s9_operand_number(token); /* at most 8191 */
    use->components = (uint8_t)components;
    use->relative = s9_operand_is_relative(token);
    use->index_file = use->index_component = 0;
    use->judged = true;
    if ((token & (FIXED_BIT | FIXED_BITS)) != FIXED_BIT || use->file >= S9_FILE_TEMPFLOAT16)
        s->flags |= S9_STMT_UNUSUAL;
    if (use->relative) {
        s9_index index = s9_operand_index(c->program, operand);
        use->index_file = (uint8_t)index.file;
        use->index_component = (uint8_t)index.component;
        s->flags |= S9_STMT_RELATIVE;
        c->has_ranges = true;
        c->has_counter |= index.file == S9_FILE_LOOP;
    }
}

static void take_sources(s9_checker *c, s9_stmt *s)
{
    const s9_item *item = s->item;
    const uint32_t ports = 1u << S9_FILE_CONST | 1u << S9_FILE_INPUT | 1u << S9_FILE_TEXTURE;
    uint32_t files = 0, repeated = 0;
    s->source_count = item->source_count;
    for (uint32_t i = 0; i < item->source_count; i++) {
        const s9_operand *operand = &item->sources[i];
        resolve(c, s, &s->sources[i], operand, s9_item_source_components(c->program, item, i));
        uint32_t file = 1u << s->sources[i].file;
        repeated |= files & file;
        files |= file;
        if (s9_operand_modifier(operand->token) != S9_MOD_NONE)
            s->flags |= S9_STMT_MODIFIED;
        if (s9_operand_swizzle(operand->token) != S9_SWIZZLE_IDENTITY)
            s->flags |= S9_STMT_SWIZZLED;
    }
    s->files = files;
    if ((repeated & ports) != 0)
        s->flags |= S9_STMT_SHARED;
}

static void take_operands(s9_checker *c, s9_stmt *s)
{
    const s9_item *item = s->item;
    if (item->has_destination) {
        uint32_t token = item->destination.token;
        resolve(c, s, &s->destination, &item->destination, s9_operand_mask(token));
        if ((s9_isa_opcode(s->opcode)->flags & S9_OPF_DEST_IS_SOURCE) != 0)
            s->flags |= S9_STMT_READS_DESTINATION;
        if (s9_operand_shift(token) != 0 || s9_operand_result_modifiers(token) > S9_RESULT_PP + S9_RESULT_SAT)
            s->flags |= S9_STMT_UNUSUAL;
    }
    if (item->has_predicate) {
        resolve(c, s, &s->predicate, &item->predicate, 0);
        s->flags |= S9_STMT_UNUSUAL;
        if (s9_operand_modifier(item->predicate.token) != S9_MOD_NONE)
            s->flags |= S9_STMT_MODIFIED;
    }
    take_sources(c, s);
    switch (s->opcode) {
    case S9_OP_SGN:
        c->has_scratch = true;
        break;
    case S9_OP_SINCOS:
        c->has_scratch = c->has_ranges = true;
        break;
    case S9_OP_LIT:
        c->has_ranges = true;
        break;
    case S9_OP_TEX:
        c->has_ranges |= s9_token_controls(item->words[0]) == S9_TEX_BIAS;
        break;
    default:
        c->has_ranges |= c->ps1 && (s->flags & S9_STMT_MODIFIED) != 0;
        break;
    }
}

/* A stray parameter token behind an instruction whose length was wrong belongs to that fault. */
static bool is_stray(const s9_item *item, const s9_stmt *before)
{
    return item->words[0] >> 31 != 0 && item->words[0] >> 16 < 0xFFFEu && before != NULL &&
           (before->flags & (S9_STMT_RAW | S9_STMT_SWALLOWED)) != 0;
}

/*
 * A parameter token of SM1 whose bit 31 is clear ends its instruction and looks like the next one. Masks and swizzles
 * stand where opcode tokens have the control field, which is 0 in SM1: so it is told from a missing operand.
 */
static bool splits(const s9_checker *c, const s9_item *item, const s9_stmt *before)
{
    uint32_t token = item->words[0];
    if (c->major != 1 || before == NULL || before->opcode == S9_OP_UNKNOWN ||
        (before->flags & (S9_STMT_RAW | S9_STMT_SWALLOWED)) != S9_STMT_RAW || s9_token_controls(token) == 0 ||
        (token & 0xFFFFu) == S9_TOKEN_PHASE)
        return false;
    s9_shape shape = s9_isa_shape(c->version, before->opcode);
    return before->item->word_count - 1 < (uint32_t)shape.destinations + shape.sources;
}

/* Whether the version has an opcode: looked up once for each. */
static bool is_available(s9_checker *c, s9_opcode opcode)
{
    enum { UNKNOWN, YES, NO };
    if (c->availability[opcode] == UNKNOWN)
        c->availability[opcode] = s9_isa_available(c->version, opcode) ? YES : NO;
    return c->availability[opcode] == YES;
}

static void fill(s9_checker *c, s9_stmt *s, const s9_item *item, s9_stmt *before)
{
    if (splits(c, item, before)) {
        s->item = item;
        s->flags = S9_STMT_RAW | S9_STMT_SWALLOWED;
        s->kind = S9_OPK_MARK;
        s->opcode = S9_OP_UNKNOWN;
        before->flags |= S9_STMT_SPLIT;
        return;
    }
    s->item = item;
    s->opcode = item->opcode;
    s->kind = (uint8_t)(s->opcode == S9_OP_UNKNOWN ? S9_OPK_MARK : s9_isa_opcode(s->opcode)->kind);
    if (item->refused)
        s->flags |= S9_STMT_RAW | S9_STMT_REFUSED;
    else if (item->kind == S9_ITEM_RAW)
        s->flags |= is_stray(item, before) ? S9_STMT_RAW | S9_STMT_SWALLOWED : S9_STMT_RAW;
    else
        take_operands(c, s);
    if (s->opcode != S9_OP_UNKNOWN && !is_available(c, s->opcode))
        s->flags |= S9_STMT_MISSING;
    if (s->kind != S9_OPK_SETUP && s->opcode != S9_OP_PHASE && (s->flags & S9_STMT_SWALLOWED) == 0)
        s->flags |= S9_STMT_EXECUTABLE;
}

/* Without a phase instruction the whole of a ps_1_4 program is phase 2. */
static void number_phases(s9_checker *c, bool has_phase)
{
    uint8_t phase = has_phase ? 1 : 2;
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        c->stmts[i].phase = phase;
        if (c->stmts[i].opcode == S9_OP_PHASE)
            phase = 2;
    }
}

uint32_t s9_stmt_first_parameter(const s9_checker *c, const s9_stmt *s)
{
    if (s->item->word_count > 1)
        return s->item->words[1];
    bool rest = (s->flags & S9_STMT_SPLIT) != 0 && s + 1 < c->stmts + c->stmt_count;
    return rest ? s[1].item->words[0] : 0;
}

bool s9_check_statements(s9_checker *c)
{
    const s9_program *p = c->program;
    bool has_phase = false;
    c->stmts = s9_arena_array_raw(&c->arena, p->instruction_count, sizeof *c->stmts);
    if (c->arena.failed)
        return false;
    c->files = s9_isa_files_of_types(c->version);
    for (uint32_t i = 0; i < p->items.count && c->stmt_count < p->instruction_count; i++) {
        const s9_item *item = &p->items.items[i];
        if (item->kind == S9_ITEM_COMMENT)
            continue;
        s9_stmt *s = &c->stmts[c->stmt_count++];
        memset(s, 0, sizeof *s);
        c->has_labels |= item->opcode == S9_OP_LABEL;
        fill(c, s, item, c->stmt_count > 1 ? s - 1 : NULL);
        has_phase |= s->opcode == S9_OP_PHASE;
    }
    c->first_executable = 0;
    while (c->first_executable < c->stmt_count && (c->stmts[c->first_executable].flags & S9_STMT_EXECUTABLE) == 0)
        c->first_executable++;
    if (c->version == S9_PS_1_4)
        number_phases(c, has_phase);
    return true;
}

/* ---- names for messages ---- */

const char *s9_use_name(const s9_use *use, char *out)
{
    char name[16];
    s9_isa_register_name((s9_file)use->file, use->number, name);
    if (use->file == S9_FILE_UNKNOWN || use->file == S9_FILE_TEMPFLOAT16)
        snprintf(out, S9_NAME_SIZE, "register type %u", (unsigned)s9_operand_type(use->operand->token));
    else if (!use->relative)
        snprintf(out, S9_NAME_SIZE, "%s", name);
    else if (use->index_file == S9_FILE_LOOP)
        snprintf(out, S9_NAME_SIZE, "%s[aL]", name);
    else if (use->index_file == S9_FILE_ADDR)
        snprintf(out, S9_NAME_SIZE, "%s[a0.%c]", name, "xyzw"[use->index_component & 3]);
    else
        snprintf(out, S9_NAME_SIZE, "%s[..]", name);
    return out;
}

const char *s9_mask_name(uint32_t mask, char *out)
{
    uint32_t length = 0;
    for (uint32_t i = 0; i < 4; i++)
        if ((mask >> i & 1u) != 0)
            out[length++] = "xyzw"[i];
    out[length] = '\0';
    return out;
}

const char *s9_stmt_name(const s9_checker *c, const s9_stmt *s, char *out)
{
    if (s->opcode == S9_OP_UNKNOWN) {
        snprintf(out, S9_MNEMONIC_SIZE, "opcode %u", (unsigned)(s->item->words[0] & 0xFFFFu));
        return out;
    }
    const s9_opcode_info *info = s9_isa_opcode(s->opcode);
    const char *comparison = s9_isa_comparison_name(s9_token_controls(s->item->words[0]));
    if ((info->flags & S9_OPF_COMPARE) != 0 && comparison != NULL)
        snprintf(out, S9_MNEMONIC_SIZE, "%s_%s", info->text, comparison);
    else if (s->opcode == S9_OP_TEX && c->ps13)
        snprintf(out, S9_MNEMONIC_SIZE, "tex");
    else if (s->opcode == S9_OP_TEXCOORD && c->version == S9_PS_1_4)
        snprintf(out, S9_MNEMONIC_SIZE, "texcrd");
    else if (s9_stmt_is_texld(c, s) && s9_token_controls(s->item->words[0]) == S9_TEX_PROJECT)
        snprintf(out, S9_MNEMONIC_SIZE, "texldp");
    else if (s9_stmt_is_texld(c, s) && s9_token_controls(s->item->words[0]) == S9_TEX_BIAS)
        snprintf(out, S9_MNEMONIC_SIZE, "texldb");
    else
        snprintf(out, S9_MNEMONIC_SIZE, "%s", info->text);
    return out;
}
