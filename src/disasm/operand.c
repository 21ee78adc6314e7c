/* SPDX-License-Identifier: MIT */
/*
 * Operands as text. Each function prints what can be read and clears `exact` when a bit of the token has no place in
 * the text, or when the assembler would refuse the text in this version.
 */
#include "disasm/disasm.h"

/* The letters before the number. */
static const s9_word prefixes[S9_FILE_COUNT] = {
#define S9_FILE(id, prefix, numbered) {prefix, sizeof(prefix) - 1},
#include "isa/files.def"
#undef S9_FILE
};

/* Files whose registers have a number, a mask as destination and a swizzle as source. */
#define PLAIN_FILES                                                                                                \
    (1u << S9_FILE_TEMP | 1u << S9_FILE_INPUT | 1u << S9_FILE_CONST | 1u << S9_FILE_ADDR | 1u << S9_FILE_TEXTURE | \
     1u << S9_FILE_ATTROUT | 1u << S9_FILE_TEXCRDOUT | 1u << S9_FILE_OUTPUT | 1u << S9_FILE_COLOROUT |             \
     1u << S9_FILE_SAMPLER | 1u << S9_FILE_PREDICATE)

/* Bit 31 set, bits 13 to 15 clear: nothing but a register, and what is done with its components. */
static inline bool is_plain_token(uint32_t token)
{
    return (token & 0x8000E000u) == 0x80000000u;
}

/* A register of a plain file, inside the range that the version has; NULL when it is none. */
static inline char *put_plain_register(const s9_speller *s, uint32_t token, char *at)
{
    s9_file file = (s9_file)s->files[s9_operand_type(token)];
    uint32_t number = s9_operand_number(token);
    if ((PLAIN_FILES >> file & 1u) == 0 || number >= s->registers[file].text_count)
        return NULL;
    return s9_put_number(s9_put_word(at, &prefixes[file]), number);
}

static char *put_mask(s9_speller *s, uint32_t mask, char *at)
{
    s9_spell_need(s, mask != 0); /* an empty mask reads back as the full one */
    return s9_put_short(at, &s9_mask_words[mask]);
}

/*
 * Which index registers the text form takes for a file; o# by a0 is none of the tables, but the native assembler has
 * it.
 */
static uint32_t index_registers(const s9_speller *s, s9_file file)
{
    if (file == S9_FILE_OUTPUT && s->registers[file].count > 0)
        return S9_REL_A0 | S9_REL_AL;
    return s->registers[file].relative;
}

/* The bracket of a relative operand. */
static char *put_index(s9_speller *s, const s9_operand *operand, uint32_t allowed, char *at)
{
    if (s->major < 2) { /* no token: always a0.x */
        s9_spell_need(s, (allowed & S9_REL_A0) != 0);
        return s9_put_text(at, "[a0.x]");
    }
    uint32_t token = operand->relative, swizzle = s9_operand_swizzle(token);
    s9_file file = (s9_file)s->files[s9_operand_type(token)];
    s9_spell_need(s, is_plain_token(token) && s9_operand_number_field(token) == 0 &&
                         s9_operand_modifier(token) == S9_MOD_NONE);
    if (file == S9_FILE_LOOP) {
        s9_spell_need(s, (allowed & S9_REL_AL) != 0 && swizzle == S9_SWIZZLE_IDENTITY);
        return s9_put_text(at, "[aL]");
    }
    if (file == S9_FILE_ADDR) {
        s9_spell_need(s, (allowed & S9_REL_A0) != 0);
        at = s9_put_text(at, "[a0");
        at = s9_put_short(at, &s9_swizzle_words[swizzle]);
    } else {
        char name[16];
        s->exact = false;
        s9_isa_register_name(file, s9_operand_number(token), name);
        *at++ = '[';
        at = s9_put_text(at, name);
    }
    *at++ = ']';
    return at;
}

/* Any register, with its index. */
static char *put_register(s9_speller *s, const s9_operand *operand, char *at)
{
    uint32_t token = operand->token, number = s9_operand_number(token);
    s9_file file = (s9_file)s->files[s9_operand_type(token)];
    bool relative = s9_operand_is_relative(token);

    s9_spell_need(s, token >> 31 != 0 && (token >> 14 & 3u) == 0);
    if (file == S9_FILE_UNKNOWN || file == S9_FILE_TEMPFLOAT16) {
        *at++ = '?';
        at = s9_put_number(at, s9_operand_type(token));
        *at++ = ':';
        at = s9_put_number(at, number);
        s->exact = false;
    } else {
        char name[16];
        /* The native assembler has i# and b# in ps_2_0, where the validator refuses them. */
        bool extra = s->program->version == S9_PS_2_0 && (file == S9_FILE_CONSTINT || file == S9_FILE_CONSTBOOL);
        uint32_t count = extra ? 16 : s->registers[file].text_count;
        s9_isa_register_name(file, number, name);
        at = s9_put_text(at, name);
        /* Numbers of relative operands are not limited by the count; the file must exist all the same. */
        s9_spell_need(s, count > 0 && (relative || number < count));
    }
    return relative ? put_index(s, operand, index_registers(s, file), at) : at;
}

char *s9_spell_destination(s9_speller *s, const s9_item *item, char *at)
{
    uint32_t token = item->destination.token;
    char *end = is_plain_token(token) ? put_plain_register(s, token, at) : NULL;
    if (end == NULL) {
        end = put_register(s, &item->destination, at);
        s9_spell_need(s, s->files[s9_operand_type(token)] != S9_FILE_LABEL);
        if (s9_operand_is_relative(token)) /* o# of 3_0; before, sources only */
            s9_spell_need(s, s->major == 3);
    }
    return put_mask(s, s9_operand_mask(token), end);
}

char *s9_spell_predicate(s9_speller *s, const s9_operand *operand, char *at)
{
    uint32_t token = operand->token, modifier = s9_operand_modifier(token);
    s9_spell_need(s, is_plain_token(token) && s9_operand_type(token) == S9_TYPE_PREDICATE &&
                         s9_operand_number_field(token) == 0 && (modifier == S9_MOD_NONE || modifier == S9_MOD_NOT));
    at = s9_put_text(at, modifier == S9_MOD_NOT ? "(!p0" : "(p0");
    at = s9_put_short(at, &s9_swizzle_words[s9_operand_swizzle(token)]);
    return s9_put_text(at, ") ");
}

void s9_speller_init(s9_speller *s, const s9_program *program)
{
    memset(s, 0, sizeof *s);
    s->program = program;
    s->registers = s9_isa_register(program->version, (s9_file)0);
    s->files = s9_isa_files_of_types(program->version);
    s->major = s9_version_major(program->version);
    s->pixel = s9_version_is_pixel(program->version);
    /* Whether a modifier makes sense where it stands is the validator's business. */
    s->modifiers = 1u << S9_MOD_NONE | 1u << S9_MOD_NEG;
    if (s->pixel && s->major == 1)
        s->modifiers |= 1u << S9_MOD_BIAS | 1u << S9_MOD_BIAS_NEG | 1u << S9_MOD_BX2 | 1u << S9_MOD_BX2_NEG |
                        1u << S9_MOD_COMP | 1u << S9_MOD_X2 | 1u << S9_MOD_X2_NEG;
    if (program->version == S9_PS_1_4)
        s->modifiers |= 1u << S9_MOD_DZ | 1u << S9_MOD_DW;
    if (s->major == 3)
        s->modifiers |= 1u << S9_MOD_ABS | 1u << S9_MOD_ABS_NEG;
}

/* The parser knows the operands of these flow instructions; elsewhere it takes any register but a label. */
static bool file_has_text(s9_opcode opcode, uint32_t index, s9_file file)
{
    bool boolean = file == S9_FILE_CONSTBOOL || file == S9_FILE_PREDICATE;
    switch (opcode) {
    case S9_OP_LOOP:
        return index == 0 ? file == S9_FILE_LOOP : file == S9_FILE_CONSTINT;
    case S9_OP_REP:
        return file == S9_FILE_CONSTINT;
    case S9_OP_IF:
        return boolean;
    case S9_OP_CALLNZ:
        return index == 0 || boolean;
    case S9_OP_CALL:
    case S9_OP_LABEL:
        return true;
    default:
        return file != S9_FILE_LABEL;
    }
}

static char *put_odd_source(s9_speller *s, const s9_item *item, uint32_t index, char *at)
{
    const s9_operand *operand = &item->sources[index];
    uint32_t swizzle = s9_operand_swizzle(operand->token), modifier = s9_operand_modifier(operand->token);
    s9_file file = (s9_file)s->files[s9_operand_type(operand->token)];

    s9_spell_need(s, (s->modifiers >> modifier & 1u) != 0 ||
                         (modifier == S9_MOD_NOT && (file == S9_FILE_CONSTBOOL || file == S9_FILE_PREDICATE)));
    s9_spell_need(s, file_has_text(item->opcode, index, file));
    /* These have no components in text. */
    if (file == S9_FILE_LABEL || file == S9_FILE_LOOP || file == S9_FILE_CONSTINT || file == S9_FILE_CONSTBOOL)
        s9_spell_need(s, swizzle == S9_SWIZZLE_IDENTITY);
    at = s9_put_text(at, s9_isa_modifier_prefix(modifier));
    at = put_register(s, operand, at);
    at = s9_put_text(at, s9_isa_modifier_suffix(modifier));
    if (modifier > S9_MOD_NOT)
        at = s9_put_text(at, "_?");
    return s9_put_short(at, &s9_swizzle_words[swizzle]);
}

char *s9_spell_source(s9_speller *s, const s9_item *item, uint32_t index, bool plain_opcode, char *at)
{
    uint32_t token = item->sources[index].token, modifier = s9_operand_modifier(token);
    if (plain_opcode && is_plain_token(token) && modifier <= S9_MOD_NEG) {
        *at = '-';
        char *end = put_plain_register(s, token, at + modifier); /* S9_MOD_NEG is 1: the sign stays */
        if (end != NULL)
            return s9_put_short(end, &s9_swizzle_words[s9_operand_swizzle(token)]);
    }
    return put_odd_source(s, item, index, at);
}
