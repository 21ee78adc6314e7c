/* SPDX-License-Identifier: MIT */
/* One instruction as text. */
#include "disasm/disasm.h"

static const char *mnemonic(s9_version version, const s9_item *item, s9_spelling *out)
{
    uint32_t controls = s9_token_controls(item->words[0]);
    uint32_t major = s9_version_major(version);
    bool compares = (s9_isa_opcode(item->opcode)->flags & S9_OPF_COMPARE) != 0;
    if (item->opcode == S9_OP_TEX && major > 1) {
        s9_spell_need(out, controls <= S9_TEX_BIAS);
        return controls == S9_TEX_PROJECT ? "texldp" : controls == S9_TEX_BIAS ? "texldb" : "texld";
    }
    s9_spell_need(out, compares || controls == 0);
    if (item->opcode == S9_OP_TEX)
        return version == S9_PS_1_4 ? "texld" : "tex";
    if (item->opcode == S9_OP_TEXCOORD)
        return version == S9_PS_1_4 ? "texcrd" : "texcoord";
    return s9_isa_opcode(item->opcode)->text;
}

/* "_gt" of if, break and setp. */
static void spell_comparison(const s9_item *item, s9_spelling *out)
{
    const char *name = s9_isa_comparison_name(s9_token_controls(item->words[0]));
    s9_spell_need(out, name != NULL);
    s9_spell_char(out, '_');
    s9_spell(out, name != NULL ? name : "?");
}

static void spell_result_modifiers(s9_version version, const s9_item *item, s9_spelling *out)
{
    uint32_t modifiers = s9_operand_result_modifiers(item->destination.token);
    uint32_t shift = s9_operand_shift(item->destination.token);
    uint32_t major = s9_version_major(version);
    bool pixel = s9_version_is_pixel(version);
    bool dcl = item->opcode == S9_OP_DCL;
    bool setup = s9_isa_opcode(item->opcode)->kind == S9_OPK_SETUP;

    if (shift != 0) {
        const char *name = s9_isa_shift_name(shift);
        s9_spell(out, name != NULL ? name : "_x?");
        s9_spell_need(out, name != NULL && pixel && major == 1 && !setup);
    }
    if ((modifiers & S9_RESULT_SAT) != 0) {
        s9_spell(out, "_sat");
        s9_spell_need(out, !setup && (pixel || major == 3 || item->opcode == S9_OP_MOVA)); /* mova_sat: recorded */
    }
    if ((modifiers & S9_RESULT_CENTROID) != 0) {
        s9_spell(out, "_centroid");
        s9_spell_need(out, dcl && pixel && major > 1);
    }
    if ((modifiers & S9_RESULT_PP) != 0) {
        s9_spell(out, "_pp");
        s9_spell_need(out, pixel && major > 1 && (dcl || !setup));
    }
    s9_spell_need(out, (modifiers & 8u) == 0);
}

/* "_texcoord3", "_2d" or nothing. */
static void spell_declaration(const s9_program *program, const s9_item *item, s9_spelling *out)
{
    s9_file file = s9_operand_file(program, item->destination.token);
    bool pixel = s9_version_is_pixel(program->version);
    uint32_t major = s9_version_major(program->version), dcl = item->dcl;
    uint32_t modifiers = s9_operand_result_modifiers(item->destination.token);

    if (file == S9_FILE_SAMPLER) {
        static const char *const types[] = {"", "_1d", "_2d", "_cube", "_volume"};
        uint32_t type = s9_dcl_texture_type(dcl);
        s9_spell(out, type < S9_COUNT(types) ? types[type] : "_?");
        s9_spell_need(out, type >= 2 && type < S9_COUNT(types) && dcl == (0x80000000u | type << 27));
        s9_spell_need(out, s9_operand_mask(item->destination.token) == 0xFu);
        /* The parser knows _centroid on samplers from ps_3_0 on. */
        s9_spell_need(out, major > 2 || (modifiers & S9_RESULT_CENTROID) == 0);
        return;
    }
    if (file == S9_FILE_COLOROUT || file == S9_FILE_DEPTHOUT) /* outputs of pixel shaders are not declared */
        s9_spell_need(out, false);
    if (pixel && (major < 3 || file == S9_FILE_MISC)) {
        s9_spell_need(out, dcl == 0x80000000u && (file != S9_FILE_MISC || modifiers == 0));
        if (dcl != 0x80000000u)
            s9_spell(out, "_?");
        return;
    }
    const char *usage = s9_isa_usage_name(s9_dcl_usage(dcl));
    uint32_t index = s9_dcl_index(dcl);
    s9_spell_char(out, '_');
    s9_spell(out, usage != NULL ? usage : "?");
    if (index != 0)
        s9_spell_number(out, index);
    s9_spell_need(out, usage != NULL && dcl == (0x80000000u | s9_dcl_usage(dcl) | index << 16));
}

static void spell_float(uint32_t bits, s9_spelling *out)
{
    if ((bits & 0x7F800000u) == 0x7F800000u) { /* NaN and infinity: the bit pattern */
        s9_spell_hex(out, bits);
        return;
    }
    char text[S9_FLOAT_TEXT];
    s9_format_float(s9_bits_float(bits), text);
    s9_spell(out, text);
}

static void spell_integer(uint32_t bits, s9_spelling *out)
{
    bool negative = bits >> 31 != 0;
    if (negative)
        s9_spell_char(out, '-');
    s9_spell_number(out, negative ? 0u - bits : bits);
}

static void spell_literals(const s9_program *program, const s9_item *item, s9_spelling *out)
{
    uint32_t token = item->destination.token;
    s9_file file = s9_operand_file(program, token);
    s9_file wanted = item->opcode == S9_OP_DEF    ? S9_FILE_CONST
                     : item->opcode == S9_OP_DEFI ? S9_FILE_CONSTINT
                                                  : S9_FILE_CONSTBOOL;
    s9_spell_need(out, file == wanted && s9_operand_mask(token) == 0xFu && !s9_operand_is_relative(token));
    for (uint32_t i = 0; i < item->literal_count; i++) {
        uint32_t bits = item->literals[i];
        s9_spell(out, ", ");
        if (item->opcode == S9_OP_DEF) {
            spell_float(bits, out);
        } else if (item->opcode == S9_OP_DEFI) {
            spell_integer(bits, out);
        } else {
            s9_spell(out, bits != 0 ? "true" : "false");
            s9_spell_need(out, bits <= 1);
        }
    }
}

/* The bits of the instruction token that say nothing about operands. */
static void check_token(const s9_program *program, const s9_item *item, bool may_pair, s9_spelling *out)
{
    uint32_t token = item->words[0];
    uint32_t major = s9_version_major(program->version);
    s9_opcode_kind kind = s9_isa_opcode(item->opcode)->kind;
    bool executes = kind == S9_OPK_ARITH || kind == S9_OPK_TEXTURE;

    /* Definitions of i# and b# have a text in ps_2_0, too, though the validator refuses them. */
    bool defines = program->version == S9_PS_2_0 && (item->opcode == S9_OP_DEFI || item->opcode == S9_OP_DEFB);
    s9_spell_need(out, defines || s9_isa_available(program->version, item->opcode));
    s9_spell_need(out, token >> 31 == 0 && (token >> 29 & 1u) == 0);
    s9_spell_need(out, s9_token_length(token) == (major < 2 ? 0 : item->word_count - 1));
    if (s9_token_predicated(token))
        s9_spell_need(out, s9_version_is_2x_up(program->version));
    if (s9_token_coissue(token))
        s9_spell_need(out, major == 1 && s9_version_is_pixel(program->version) && executes && may_pair);
}

void s9_spell_item(const s9_program *program, const s9_item *item, bool may_pair, s9_spelling *out)
{
    out->size = 0;
    out->exact = item->kind == S9_ITEM_INSTRUCTION;
    if (item->kind != S9_ITEM_INSTRUCTION)
        return;
    if (item->opcode == S9_OP_PHASE) {
        s9_spell(out, "phase");
        s9_spell_need(out, item->words[0] == S9_TOKEN_PHASE && program->version == S9_PS_1_4);
        return;
    }
    check_token(program, item, may_pair, out);
    if (s9_token_coissue(item->words[0]))
        s9_spell(out, "+ ");
    if (item->has_predicate)
        s9_spell_predicate(&item->predicate, out);
    s9_spell(out, mnemonic(program->version, item, out));
    if ((s9_isa_opcode(item->opcode)->flags & S9_OPF_COMPARE) != 0)
        spell_comparison(item, out);
    if (item->opcode == S9_OP_DCL)
        spell_declaration(program, item, out);
    if (item->has_destination) {
        spell_result_modifiers(program->version, item, out);
        s9_spell_char(out, ' ');
        s9_spell_destination(program, item, out);
    }
    for (uint32_t i = 0; i < item->source_count; i++) {
        s9_spell(out, i > 0 || item->has_destination ? ", " : " ");
        s9_spell_source(program, item, i, out);
    }
    if (item->literal_count > 0)
        spell_literals(program, item, out);
}

/* Name and words of what has no statement of its own. */
static void spell_words(const s9_item *item, s9_buffer *out)
{
    s9_spelling words = {.size = 0, .exact = true};
    if (item->kind == S9_ITEM_COMMENT)
        s9_spell(&words, "comment");
    else if (item->opcode == S9_OP_UNKNOWN)
        s9_spell(&words, "unknown instruction");
    else
        s9_spell(&words, s9_isa_opcode(item->opcode)->text);
    s9_spell(&words, item->kind == S9_ITEM_COMMENT ? " of " : " (");
    if (item->kind == S9_ITEM_COMMENT) {
        s9_spell_number(&words, item->word_count - 1);
        s9_spell(&words, " words");
    } else {
        for (uint32_t i = 0; i < item->word_count && i < 8; i++) {
            s9_spell(&words, i > 0 ? " " : "");
            s9_spell_hex(&words, item->words[i]);
        }
        s9_spell(&words, item->word_count > 8 ? " ...)" : ")");
    }
    s9_buffer_append(out, words.text, words.size);
}

void s9_print_item(const s9_program *program, const s9_item *item, s9_buffer *out)
{
    if (item->kind != S9_ITEM_INSTRUCTION) {
        spell_words(item, out);
        return;
    }
    s9_spelling spelling;
    s9_spell_item(program, item, true, &spelling);
    s9_buffer_append(out, spelling.text, spelling.size);
}
