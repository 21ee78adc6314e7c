/* SPDX-License-Identifier: MIT */
/*
 * Operands as text. Each function prints what can be read and clears `exact` when a bit of the token has no place in
 * the text, or when the assembler would refuse the text in this version.
 */
#include "disasm/disasm.h"

void s9_spell_char(s9_spelling *out, char c)
{
    if (out->size + 1 >= sizeof out->text) {
        out->exact = false;
        return;
    }
    out->text[out->size++] = c;
}

void s9_spell(s9_spelling *out, const char *text)
{
    size_t length = strlen(text);
    if (length >= sizeof out->text - out->size) {
        out->exact = false;
        return;
    }
    memcpy(out->text + out->size, text, length);
    out->size += length;
}

void s9_spell_number(s9_spelling *out, uint32_t number)
{
    char digits[10];
    uint32_t n = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (n > 0)
        s9_spell_char(out, digits[--n]);
}

void s9_spell_hex(s9_spelling *out, uint32_t word)
{
    static const char digits[] = "0123456789ABCDEF";
    s9_spell(out, "0x");
    for (int shift = 28; shift >= 0; shift -= 4)
        s9_spell_char(out, digits[word >> shift & 0xFu]);
}

static const char letters[] = "xyzw";

static void spell_swizzle(uint32_t swizzle, s9_spelling *out)
{
    if (swizzle == S9_SWIZZLE_IDENTITY)
        return;
    s9_spell_char(out, '.');
    uint32_t count = s9_swizzle_is_replicate(swizzle) ? 1 : 4;
    for (uint32_t i = 0; i < count; i++)
        s9_spell_char(out, letters[s9_swizzle_component(swizzle, i)]);
}

static void spell_mask(uint32_t mask, s9_spelling *out)
{
    if (mask == 0xFu)
        return;
    s9_spell_need(out, mask != 0); /* an empty mask reads back as the full one */
    s9_spell_char(out, '.');
    for (uint32_t i = 0; i < 4; i++)
        if ((mask >> i & 1u) != 0)
            s9_spell_char(out, letters[i]);
}

/* Which index registers the text form takes for a file; o# by a0 is none of the tables, but the native assembler has
 * it. */
static uint32_t index_registers(s9_version version, s9_file file)
{
    if (file == S9_FILE_OUTPUT && s9_isa_register(version, file)->count > 0)
        return S9_REL_A0 | S9_REL_AL;
    return s9_isa_register(version, file)->relative;
}

/* The bracket of a relative operand. */
static void spell_index(const s9_program *program, const s9_operand *operand, uint32_t allowed, s9_spelling *out)
{
    if (s9_version_major(program->version) < 2) { /* no token: always a0.x */
        s9_spell(out, "[a0.x]");
        s9_spell_need(out, (allowed & S9_REL_A0) != 0);
        return;
    }
    uint32_t token = operand->relative, swizzle = s9_operand_swizzle(token);
    s9_file file = s9_operand_file(program, token);
    bool plain = token >> 31 != 0 && (token >> 13 & 7u) == 0 && s9_operand_number_field(token) == 0 &&
                 s9_operand_modifier(token) == S9_MOD_NONE;
    s9_spell_need(out, plain);
    s9_spell_char(out, '[');
    if (file == S9_FILE_LOOP) {
        s9_spell(out, "aL");
        s9_spell_need(out, (allowed & S9_REL_AL) != 0 && swizzle == S9_SWIZZLE_IDENTITY);
    } else if (file == S9_FILE_ADDR) {
        s9_spell(out, "a0");
        spell_swizzle(swizzle, out);
        s9_spell_need(out, (allowed & S9_REL_A0) != 0);
    } else {
        char name[16];
        s9_isa_register_name(file, s9_operand_number(token), name);
        s9_spell(out, name);
        s9_spell_need(out, false);
    }
    s9_spell_char(out, ']');
}

/* Register name, number and index. */
static void spell_register(const s9_program *program, const s9_operand *operand, s9_spelling *out)
{
    uint32_t token = operand->token;
    s9_file file = s9_operand_file(program, token);
    uint32_t number = s9_operand_number(token);
    bool relative = s9_operand_is_relative(token);

    s9_spell_need(out, token >> 31 != 0 && (token >> 14 & 3u) == 0);
    if (file == S9_FILE_UNKNOWN || file == S9_FILE_TEMPFLOAT16) {
        s9_spell(out, "?");
        s9_spell_number(out, s9_operand_type(token));
        s9_spell(out, ":");
        s9_spell_number(out, number);
        s9_spell_need(out, false);
    } else {
        char name[16];
        /* The native assembler has i# and b# in ps_2_0, where the validator refuses them. */
        bool extra = program->version == S9_PS_2_0 && (file == S9_FILE_CONSTINT || file == S9_FILE_CONSTBOOL);
        uint32_t count = extra ? 16 : s9_isa_register(program->version, file)->text_count;
        s9_isa_register_name(file, number, name);
        s9_spell(out, name);
        /* Numbers of relative operands are not limited by the count; the file must exist all the same. */
        s9_spell_need(out, count > 0 && (relative || number < count));
    }
    if (relative)
        spell_index(program, operand, index_registers(program->version, file), out);
}

void s9_spell_destination(const s9_program *program, const s9_item *item, s9_spelling *out)
{
    uint32_t token = item->destination.token;
    spell_register(program, &item->destination, out);
    s9_spell_need(out, s9_operand_file(program, token) != S9_FILE_LABEL);
    if (s9_operand_is_relative(token)) /* o# of 3_0; before, sources only */
        s9_spell_need(out, s9_version_major(program->version) == 3);
    spell_mask(s9_operand_mask(token), out);
}

void s9_spell_predicate(const s9_operand *operand, s9_spelling *out)
{
    uint32_t token = operand->token, modifier = s9_operand_modifier(token);
    s9_spell_need(out, token >> 31 != 0 && (token >> 13 & 7u) == 0 && s9_operand_type(token) == S9_TYPE_PREDICATE &&
                           s9_operand_number_field(token) == 0 && (modifier == S9_MOD_NONE || modifier == S9_MOD_NOT));
    s9_spell(out, modifier == S9_MOD_NOT ? "(!p0" : "(p0");
    spell_swizzle(s9_operand_swizzle(token), out);
    s9_spell(out, ") ");
}

/* Does the text form take this modifier here? Whether it makes sense there is the validator's business. */
static bool modifier_has_text(const s9_program *program, s9_file file, uint32_t modifier)
{
    switch (modifier) {
    case S9_MOD_NONE:
    case S9_MOD_NEG:
        return true;
    case S9_MOD_BIAS:
    case S9_MOD_BIAS_NEG:
    case S9_MOD_BX2:
    case S9_MOD_BX2_NEG:
    case S9_MOD_COMP:
    case S9_MOD_X2:
    case S9_MOD_X2_NEG:
        return s9_version_is_pixel(program->version) && s9_version_major(program->version) == 1;
    case S9_MOD_DZ:
    case S9_MOD_DW:
        return program->version == S9_PS_1_4;
    case S9_MOD_ABS:
    case S9_MOD_ABS_NEG:
        return s9_version_major(program->version) == 3;
    case S9_MOD_NOT:
        return file == S9_FILE_CONSTBOOL || file == S9_FILE_PREDICATE;
    default:
        return false;
    }
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

void s9_spell_source(const s9_program *program, const s9_item *item, uint32_t index, s9_spelling *out)
{
    const s9_operand *operand = &item->sources[index];
    uint32_t swizzle = s9_operand_swizzle(operand->token), modifier = s9_operand_modifier(operand->token);
    s9_file file = s9_operand_file(program, operand->token);

    s9_spell_need(out, modifier_has_text(program, file, modifier));
    s9_spell_need(out, file_has_text(item->opcode, index, file));
    /* These have no components in text. */
    if (file == S9_FILE_LABEL || file == S9_FILE_LOOP || file == S9_FILE_CONSTINT || file == S9_FILE_CONSTBOOL)
        s9_spell_need(out, swizzle == S9_SWIZZLE_IDENTITY);
    s9_spell(out, s9_isa_modifier_prefix(modifier));
    spell_register(program, operand, out);
    s9_spell(out, s9_isa_modifier_suffix(modifier));
    if (modifier > S9_MOD_NOT)
        s9_spell(out, "_?");
    spell_swizzle(swizzle, out);
}
