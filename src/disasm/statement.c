/* SPDX-License-Identifier: MIT */
/* One instruction as text. */
#include "disasm/disasm.h"

static const s9_word mnemonics[S9_OP_COUNT] = {
#define S9_OPCODE(id, number, text, kind, destinations, sources, literals, flags) {text, sizeof(text) - 1},
#include "isa/opcodes.def"
#undef S9_OPCODE
};

static char *put_mnemonic(s9_speller *s, const s9_item *item, char *at)
{
    uint32_t controls = s9_token_controls(item->words[0]);
    bool compares = (s9_isa_opcode(item->opcode)->flags & S9_OPF_COMPARE) != 0;
    if (item->opcode == S9_OP_TEX && s->major > 1) {
        s9_spell_need(s, controls <= S9_TEX_BIAS);
        return s9_put_text(at, controls == S9_TEX_PROJECT ? "texldp" : controls == S9_TEX_BIAS ? "texldb" : "texld");
    }
    s9_spell_need(s, compares || controls == 0);
    if (item->opcode == S9_OP_TEX)
        return s9_put_text(at, s->program->version == S9_PS_1_4 ? "texld" : "tex");
    if (item->opcode == S9_OP_TEXCOORD)
        return s9_put_text(at, s->program->version == S9_PS_1_4 ? "texcrd" : "texcoord");
    return s9_put_word(at, &mnemonics[item->opcode]);
}

/* "_gt" of if, break and setp. */
static char *put_comparison(s9_speller *s, const s9_item *item, char *at)
{
    const char *name = s9_isa_comparison_name(s9_token_controls(item->words[0]));
    s9_spell_need(s, name != NULL);
    *at++ = '_';
    return s9_put_text(at, name != NULL ? name : "?");
}

static char *put_result_modifiers(s9_speller *s, const s9_item *item, char *at)
{
    uint32_t modifiers = s9_operand_result_modifiers(item->destination.token);
    uint32_t shift = s9_operand_shift(item->destination.token);
    bool dcl = item->opcode == S9_OP_DCL;
    bool setup = s9_isa_opcode(item->opcode)->kind == S9_OPK_SETUP;

    if (shift != 0) {
        const char *name = s9_isa_shift_name(shift);
        at = s9_put_text(at, name != NULL ? name : "_x?");
        s9_spell_need(s, name != NULL && s->pixel && s->major == 1 && !setup);
    }
    if ((modifiers & S9_RESULT_SAT) != 0) {
        at = s9_put_text(at, "_sat");
        s9_spell_need(s, !setup && (s->pixel || s->major == 3 || item->opcode == S9_OP_MOVA)); /* mova_sat: recorded */
    }
    if ((modifiers & S9_RESULT_CENTROID) != 0) {
        at = s9_put_text(at, "_centroid");
        s9_spell_need(s, dcl && s->pixel && s->major > 1);
    }
    if ((modifiers & S9_RESULT_PP) != 0) {
        at = s9_put_text(at, "_pp");
        s9_spell_need(s, s->pixel && s->major > 1 && (dcl || !setup));
    }
    s9_spell_need(s, (modifiers & 8u) == 0);
    return at;
}

/* "_texcoord3", "_2d" or nothing. */
static char *put_declaration(s9_speller *s, const s9_item *item, char *at)
{
    s9_file file = (s9_file)s->files[s9_operand_type(item->destination.token)];
    uint32_t dcl = item->dcl, modifiers = s9_operand_result_modifiers(item->destination.token);

    if (file == S9_FILE_SAMPLER) {
        static const char *const types[] = {"", "_1d", "_2d", "_cube", "_volume"};
        uint32_t type = s9_dcl_texture_type(dcl);
        s9_spell_need(s, type >= 2 && type < S9_COUNT(types) && dcl == (0x80000000u | type << 27));
        s9_spell_need(s, s9_operand_mask(item->destination.token) == 0xFu);
        /* The parser knows _centroid on samplers from ps_3_0 on. */
        s9_spell_need(s, s->major > 2 || (modifiers & S9_RESULT_CENTROID) == 0);
        return s9_put_text(at, type < S9_COUNT(types) ? types[type] : "_?");
    }
    if (file == S9_FILE_COLOROUT || file == S9_FILE_DEPTHOUT) /* outputs of pixel shaders are not declared */
        s->exact = false;
    if (s->pixel && (s->major < 3 || file == S9_FILE_MISC)) {
        s9_spell_need(s, dcl == 0x80000000u && (file != S9_FILE_MISC || modifiers == 0));
        return dcl != 0x80000000u ? s9_put_text(at, "_?") : at;
    }
    const char *usage = s9_isa_usage_name(s9_dcl_usage(dcl));
    uint32_t index = s9_dcl_index(dcl);
    s9_spell_need(s, usage != NULL && dcl == (0x80000000u | s9_dcl_usage(dcl) | index << 16));
    *at++ = '_';
    at = s9_put_text(at, usage != NULL ? usage : "?");
    return index != 0 ? s9_put_number(at, index) : at; /* fxc leaves out index 0 */
}

/*
 * Nine significant digits, as listings have them ("%.9g"): they read back to the same bits. Tools of Microsoft print
 * exponents with three digits (9.99999975e-005) or with two, as old and new C libraries do; two are printed here.
 */
static char *put_float(const s9_speller *s, uint32_t bits, char *at)
{
    if ((bits & 0x7F800000u) == 0x7F800000u) { /* no decimal has these bits: NaN, infinity */
        at = s9_put_text(at, "0x");
        return s9_put_hex(at, bits);
    }
    return at +
           (s->shortest ? s9_format_float(s9_bits_float(bits), at) : s9_format_float_nine(s9_bits_float(bits), at));
}

static char *put_literals(s9_speller *s, const s9_item *item, char *at)
{
    uint32_t token = item->destination.token;
    s9_file wanted = item->opcode == S9_OP_DEF    ? S9_FILE_CONST
                     : item->opcode == S9_OP_DEFI ? S9_FILE_CONSTINT
                                                  : S9_FILE_CONSTBOOL;
    s9_spell_need(s, s->files[s9_operand_type(token)] == wanted && s9_operand_mask(token) == 0xFu &&
                         !s9_operand_is_relative(token));
    for (uint32_t i = 0; i < item->literal_count; i++) {
        uint32_t bits = item->literals[i];
        *at++ = ',';
        *at++ = ' ';
        if (item->opcode == S9_OP_DEF) {
            at = put_float(s, bits, at);
        } else if (item->opcode == S9_OP_DEFI) {
            bool negative = bits >> 31 != 0;
            if (negative)
                *at++ = '-';
            at = s9_put_number(at, negative ? 0u - bits : bits);
        } else {
            at = s9_put_text(at, bits != 0 ? "true" : "false");
            s9_spell_need(s, bits <= 1);
        }
    }
    return at;
}

static bool is_available(s9_speller *s, s9_opcode opcode)
{
    uint8_t *known = &s->available[opcode];
    if (*known == 0) {
        /* Definitions of i# and b# have a text in ps_2_0, too, though the validator refuses them. */
        bool defines = s->program->version == S9_PS_2_0 && (opcode == S9_OP_DEFI || opcode == S9_OP_DEFB);
        *known = defines || s9_isa_available(s->program->version, opcode) ? 2 : 1;
    }
    return *known == 2;
}

/* The bits of the instruction token that say nothing about operands. */
static void check_token(s9_speller *s, const s9_item *item, bool may_pair)
{
    uint32_t token = item->words[0];
    s9_opcode_kind kind = s9_isa_opcode(item->opcode)->kind;
    bool executes = kind == S9_OPK_ARITH || kind == S9_OPK_TEXTURE;

    s9_spell_need(s, is_available(s, item->opcode));
    s9_spell_need(s, token >> 31 == 0 && (token >> 29 & 1u) == 0);
    s9_spell_need(s, s9_token_length(token) == (s->major < 2 ? 0 : item->word_count - 1));
    if (s9_token_predicated(token))
        s9_spell_need(s, s9_version_is_2x_up(s->program->version));
    if (s9_token_coissue(token))
        s9_spell_need(s, s->major == 1 && s->pixel && executes && may_pair);
}

/* Everything up to the suffixes of the result. */
static char *put_head(s9_speller *s, const s9_item *item, bool may_pair, char *at)
{
    check_token(s, item, may_pair);
    if (s9_token_coissue(item->words[0]))
        at = s9_put_text(at, "+ ");
    if (item->has_predicate)
        at = s9_spell_predicate(s, &item->predicate, at);
    at = put_mnemonic(s, item, at);
    if ((s9_isa_opcode(item->opcode)->flags & S9_OPF_COMPARE) != 0)
        at = put_comparison(s, item, at);
    if (item->opcode == S9_OP_DCL)
        at = put_declaration(s, item, at);
    return at;
}

char *s9_spell_item(s9_speller *s, const s9_item *item, bool may_pair, char *at)
{
    s->exact = item->kind == S9_ITEM_INSTRUCTION;
    if (item->kind != S9_ITEM_INSTRUCTION)
        return at;
    s9_opcode opcode = item->opcode;
    if (opcode == S9_OP_PHASE) {
        s9_spell_need(s, item->words[0] == S9_TOKEN_PHASE && s->program->version == S9_PS_1_4);
        return s9_put_text(at, "phase");
    }
    const s9_opcode_info *info = s9_isa_opcode(opcode);
    bool plain = info->kind == S9_OPK_ARITH || (info->kind == S9_OPK_TEXTURE && s->major > 1);
    /* A token that says nothing but its opcode: the name, and nothing to check about it. */
    uint32_t bare = info->number | (s->major < 2 ? 0 : (item->word_count - 1) << 24);
    if (plain && item->words[0] == bare && (info->flags & S9_OPF_COMPARE) == 0 && is_available(s, opcode))
        at = s9_put_word(at, &mnemonics[opcode]);
    else
        at = put_head(s, item, may_pair, at);
    if (item->has_destination) {
        if ((item->destination.token & 0x0FF00000u) != 0)
            at = put_result_modifiers(s, item, at);
        *at++ = ' ';
        at = s9_spell_destination(s, item, at);
    }
    for (uint32_t i = 0; i < item->source_count; i++) {
        if (i > 0 || item->has_destination)
            *at++ = ',';
        *at++ = ' ';
        at = s9_spell_source(s, item, i, plain, at);
    }
    if (item->literal_count > 0)
        at = put_literals(s, item, at);
    return at;
}

/* Name and words of what has no statement of its own. */
static char *spell_words(const s9_item *item, char *at)
{
    if (item->kind == S9_ITEM_COMMENT) {
        at = s9_put_text(at, "comment of ");
        at = s9_put_number(at, item->word_count - 1);
        return s9_put_text(at, " words");
    }
    at = s9_put_text(at, item->opcode == S9_OP_UNKNOWN ? "unknown instruction" : s9_isa_opcode(item->opcode)->text);
    at = s9_put_text(at, " (");
    for (uint32_t i = 0; i < item->word_count && i < 8; i++) {
        at = s9_put_text(at, i > 0 ? " 0x" : "0x");
        at = s9_put_hex(at, item->words[i]);
    }
    return s9_put_text(at, item->word_count > 8 ? " ...)" : ")");
}

void s9_print_item(const s9_program *program, const s9_item *item, s9_buffer *out)
{
    char *at = s9_buffer_room(out, S9_STATEMENT_TEXT);
    if (at == NULL)
        return;
    if (item->kind == S9_ITEM_INSTRUCTION) {
        s9_speller s;
        s9_speller_init(&s, program);
        at = s9_spell_item(&s, item, true, at);
    } else {
        at = spell_words(item, at);
    }
    s9_buffer_written(out, at);
}
