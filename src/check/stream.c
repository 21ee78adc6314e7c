/* SPDX-License-Identifier: MIT */
/* V001..V018: the stream and its tokens. V001, V004 and V015 are found while reading, before there is a program. */
#include "check/check.h"

/* V002: versions that do not exist; those of Direct3D 8 alone are only noted. */
static void v002_version(s9_checker *c)
{
    if (!c->program->version_exact)
        s9_found(c, 2, NULL, NULL, NULL, "there is no version %s; it is read as %s", s9_program_version(c->program),
                 s9_isa_version(c->version)->text);
    else if (c->version == S9_VS_1_0 || c->version == S9_PS_1_0)
        s9_found_as(c, S9_NOTE, 2, NULL, NULL, NULL, "%s is a version of Direct3D 8 only",
                    s9_isa_version(c->version)->text);
}

/* V004: what lies behind the end token. */
static void v004_trailing(s9_checker *c)
{
    size_t trailing = s9_program_trailing_bytes(c->program);
    if (trailing > 0)
        s9_found_as(c, S9_NOTE, 4, NULL, NULL, NULL,
                    "%lu bytes behind the end token at +0x%lx are no part of the shader", (unsigned long)trailing,
                    (unsigned long)c->program->end_word * 4);
}

static bool is_flow_number(s9_opcode opcode)
{
    return opcode != S9_OP_UNKNOWN && s9_isa_opcode(opcode)->kind == S9_OPK_FLOW;
}

/* The rule that names an opcode which the version does not have; V005 when none does. */
static uint32_t missing_opcode_rule(const s9_checker *c, const s9_stmt *s)
{
    switch (s->opcode) {
    case S9_OP_PHASE:
        return 24;
    case S9_OP_DEFI:
    case S9_OP_DEFB:
        return 77;
    case S9_OP_DCL:
        return 49;
    case S9_OP_SETP:
        return c->version == S9_VS_2_0 ? 232 : 223;
    case S9_OP_IFC:
    case S9_OP_BREAK:
    case S9_OP_BREAKC:
    case S9_OP_BREAKP:
        return c->version == S9_VS_2_0 ? 232 : 231;
    case S9_OP_LOOP:
    case S9_OP_ENDLOOP:
        return c->version == S9_PS_2_X || c->version == S9_PS_2_SW ? 235 : 231;
    case S9_OP_TEXDP3:
    case S9_OP_TEXDP3TEX:
    case S9_OP_TEXM3X3:
    case S9_OP_TEXREG2RGB:
    case S9_OP_TEXM3X2DEPTH:
        if (c->ps13)
            return 295;
        break;
    case S9_OP_TEXLDL:
        return 310;
    default:
        break;
    }
    if (is_flow_number(s->opcode))
        return 231;
    if (c->version == S9_PS_1_4 && s9_stmt_is_texture(s) && s->opcode != S9_OP_TEXLDD)
        return 299;
    if (!c->pixel && c->major == 3 && s9_stmt_is_texture(s))
        return 311;
    return 5;
}

static const char *missing_opcode_hint(uint32_t rule)
{
    switch (rule) {
    case 77:
        return "vs_2_0 and ps_2_x have integer and boolean constants";
    case 235:
        return "use rep and endrep";
    case 299:
        return "ps_1_4 has texld, texcrd, texkill and texdepth";
    case 311:
        return "use texldl";
    case 49:
        return "ps_1_x inputs need no declaration; remove it";
    case 231:
    case 232:
        return "vs_2_0 has static flow control, vs_2_x, ps_2_x and 3_0 have dynamic flow control";
    default:
        return NULL;
    }
}

/* Blocks that are open although the version has none: what closes them belongs to the same fault. */
static bool closes_missing(const s9_stmt *s, s9_first_walk *w)
{
    switch (s->opcode) {
    case S9_OP_IF:
    case S9_OP_IFC:
        w->missing_ifs++;
        return false;
    case S9_OP_LOOP:
    case S9_OP_REP:
        w->missing_loops++;
        return false;
    case S9_OP_ELSE:
        return w->missing_ifs > 0;
    case S9_OP_ENDIF:
        return w->missing_ifs > 0 && w->missing_ifs-- > 0;
    case S9_OP_ENDLOOP:
    case S9_OP_ENDREP:
        return w->missing_loops > 0 && w->missing_loops-- > 0;
    default:
        return false;
    }
}

static void missing_opcode(s9_checker *c, const s9_stmt *s, s9_first_walk *w)
{
    char name[S9_MNEMONIC_SIZE];
    uint32_t rule = missing_opcode_rule(c, s);
    if (closes_missing(s, w))
        return;
    s9_found(c, rule, s, NULL, missing_opcode_hint(rule), "%s has no %s", s9_program_version(c->program),
             s9_stmt_name(c, s, name));
}

static bool is_version(uint32_t token)
{
    uint32_t major = token >> 8 & 0xFFu;
    return token >> 16 >= 0xFFFEu && major >= 1 && major <= 3;
}

static void v003_second_version(s9_checker *c, const s9_stmt *s, uint32_t token)
{
    s9_found(c, 3, s, NULL, NULL, "a second version token 0x%08x", (unsigned)token);
}

/* V003, V005: what is no opcode at all. True when the statement is such. */
static bool no_opcode(s9_checker *c, const s9_stmt *s)
{
    uint32_t token = s->item->words[0];
    if (s->opcode != S9_OP_UNKNOWN && token >> 31 == 0)
        return false;
    if (is_version(token))
        v003_second_version(c, s, token);
    else if (token >> 31 != 0)
        s9_found(c, 5, s, NULL, NULL, "0x%08x stands where an instruction begins, and is none: bit 31 is set",
                 (unsigned)token);
    else
        s9_found(c, 5, s, NULL, NULL, "there is no opcode %u", (unsigned)(token & 0xFFFFu));
    return true;
}

/* Number of operands that the words hold, relative-address tokens not counted. */
static uint32_t count_operands(const s9_checker *c, const s9_stmt *s)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < s->item->word_count; i++, count++)
        if (c->major >= 2 && s9_operand_is_relative(s->item->words[i]) && i + 1 < s->item->word_count)
            i++;
    return count;
}

/* Whether a predicate stands behind the destination. */
static bool has_predicate_token(const s9_checker *c, const s9_stmt *s, uint32_t destinations)
{
    uint32_t at = 1;
    if (destinations > 0 && s->item->word_count > 1)
        at += 1u + s9_operand_is_relative(s->item->words[1]);
    return at < s->item->word_count &&
           s9_isa_resolve_file(c->version, s9_operand_type(s->item->words[at])) == S9_FILE_PREDICATE;
}

/* V006, V008, V018, V073, V299, V333: words that do not fit the form of a known opcode. */
static void malformed(s9_checker *c, const s9_stmt *s)
{
    char name[S9_MNEMONIC_SIZE];
    const s9_item *item = s->item;
    s9_shape shape = s9_isa_shape(c->version, s->opcode);
    uint32_t wanted = (uint32_t)shape.destinations + shape.sources + shape.literals + shape.dcl;
    uint32_t given = count_operands(c, s);
    bool predicated = s9_token_predicated(item->words[0]);

    s9_stmt_name(c, s, name);
    if (predicated && !c->has_predication)
        return; /* V223 says it */
    if ((s->flags & S9_STMT_SPLIT) != 0) {
        const s9_item *rest = s[1].item;
        s9_operand at = {.token = rest->words[0], .word = rest->word & 0x7FFFFFFFu};
        s9_operand *copy = s9_arena_alloc(&c->arena, sizeof *copy);
        if (copy != NULL) {
            *copy = at;
            s9_found(c, 10, s, copy, NULL, "bit 31 of the parameter token 0x%08x is clear", (unsigned)at.token);
        }
        return;
    }
    if (c->major == 1 && given > wanted && is_version(item->words[1 + wanted])) {
        v003_second_version(c, s, item->words[1 + wanted]); /* it looks like a parameter token */
    } else if (s->opcode == S9_OP_NOP) {
        s9_found(c, 333, s, NULL, NULL, "nop takes no operand");
    } else if (c->version == S9_PS_1_4 && (s->opcode == S9_OP_TEX || s->opcode == S9_OP_TEXCOORD) && given == 1) {
        s9_found(c, 299, s, NULL, "write texld r#, t# or texcrd r#.rgb, t#", "ps_1_4 has no %s with one operand",
                 s->opcode == S9_OP_TEX ? "tex" : "texcoord");
    } else if (c->major >= 2 && predicated && given == wanted && !has_predicate_token(c, s, shape.destinations)) {
        s9_found(c, 8, s, NULL, NULL, "%s has the predicate bit, but no predicate token", name);
    } else if (c->major >= 2) {
        s9_found(c, 6, s, NULL, NULL, "%s takes %u words, its length field says %u", name,
                 (unsigned)(wanted + predicated), (unsigned)s9_token_length(item->words[0]));
    } else if (given == wanted + 1 &&
               s9_isa_resolve_file(c->version, s9_operand_type(item->words[item->word_count - 1])) == S9_FILE_SAMPLER) {
        s9_found(c, 73, s, NULL, "the texture stage is the number of the destination", "%s has no sampler registers",
                 s9_program_version(c->program));
    } else {
        s9_found(c, 18, s, NULL, NULL, "%s takes %u operands, %u given", name, (unsigned)wanted, (unsigned)given);
    }
}

/* V009: the control field. */
static void v009_controls(s9_checker *c, const s9_stmt *s)
{
    char name[S9_MNEMONIC_SIZE];
    uint32_t controls = s9_token_controls(s->item->words[0]);
    if ((s9_isa_opcode(s->opcode)->flags & S9_OPF_COMPARE) != 0) {
        if (controls < 1 || controls > 6)
            s9_found(c, 9, s, NULL, NULL, "%u is no comparison", (unsigned)controls);
    } else if (controls > (s9_stmt_is_texld(c, s) ? 2u : 0u) && s->opcode != S9_OP_PHASE) {
        s9_found(c, 9, s, NULL, NULL, "the control field of %s is %u", s9_stmt_name(c, s, name), (unsigned)controls);
    }
}

/* V006 in SM1, where the length is not used. */
static void v006_length_sm1(s9_checker *c, const s9_stmt *s)
{
    if (c->major == 1 && s9_token_length(s->item->words[0]) != 0)
        s9_found(c, 6, s, NULL, NULL, "the length field is %u; in shader model 1 it is 0",
                 (unsigned)s9_token_length(s->item->words[0]));
}

/* V223, V279: bits for what the version does not have. */
static void version_bits(s9_checker *c, s9_stmt *s)
{
    uint32_t token = s->item->words[0];
    if (s9_token_predicated(token) && !c->has_predication) {
        s->predicate.judged = false;
        s9_found(c, 223, s, NULL, "predication needs vs_2_x, ps_2_x or 3_0", "%s has no predication",
                 s9_program_version(c->program));
    }
    if (s9_token_coissue(token) && !c->ps1)
        s9_found(c, 279, s, NULL, "remove the +: instructions are paired in ps_1_x only", "%s has no co-issue",
                 s9_program_version(c->program));
    if ((token >> 29 & 1u) != 0)
        s9_found(c, 5, s, NULL, NULL, "bit 29 of the opcode token is set");
}

/* V010: what every parameter token has in common. */
static void v010_parameter(s9_checker *c, const s9_stmt *s, s9_use *use)
{
    if (use->operand == NULL)
        return;
    uint32_t token = use->operand->token;
    const char *fault = NULL;
    if (token >> 31 == 0)
        fault = "bit 31 of the parameter token 0x%08x is clear";
    else if ((token >> 14 & 3u) != 0)
        fault = "bits 15 and 14 of the parameter token 0x%08x are not 0";
    else if (use->file == S9_FILE_UNKNOWN || use->file == S9_FILE_TEMPFLOAT16)
        fault = "the parameter token 0x%08x has a register type that no version has";
    if (fault == NULL && use->operand->has_relative) {
        token = use->operand->relative;
        if (token >> 31 == 0 || (token >> 14 & 3u) != 0 || use->index_file == S9_FILE_UNKNOWN)
            fault = "0x%08x is no token of an index register";
    }
    if (fault == NULL)
        return;
    use->judged = false;
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#endif
    s9_found(c, 10, s, use->operand, NULL, fault, (unsigned)token);
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
}

/* V012: fields of the destination that no text can name. What text can name is left to the rules on modifiers. */
static void v012_destination(s9_checker *c, const s9_stmt *s)
{
    if (s->destination.operand == NULL || s->opcode == S9_OP_DCL)
        return;
    uint32_t token = s->destination.operand->token;
    if ((s9_operand_result_modifiers(token) & 8u) != 0)
        s9_found(c, 12, s, s->destination.operand, NULL, "bit 23 of the destination token has no meaning");
    if (s9_isa_shift_name(s9_operand_shift(token)) == NULL)
        s9_found(c, 12, s, s->destination.operand, NULL,
                 "the shift field of the destination token is %u; there is no such shift",
                 (unsigned)s9_operand_shift(token));
}

/* V013: reserved source modifiers. */
static void v013_modifier(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    if (use->operand != NULL && s9_use_modifier(use) > S9_MOD_NOT)
        s9_found(c, 13, s, use->operand, NULL, "source modifier %u is reserved", (unsigned)s9_use_modifier(use));
}

/* An instruction of the version whose tokens have nothing but the usual fields. */
static bool is_usual(const s9_checker *c, const s9_stmt *s)
{
    const uint32_t faults = S9_STMT_RAW | S9_STMT_MISSING | S9_STMT_SWALLOWED | S9_STMT_REFUSED | S9_STMT_RELATIVE |
                            S9_STMT_MODIFIED | S9_STMT_UNUSUAL;
    const uint32_t fields =
        c->major == 1 ? 0xFFFF0000u : 0xF0FF0000u; /* bits 31..28, the length in SM1, the controls */
    return (s->flags & faults) == 0 && s->opcode != S9_OP_UNKNOWN && (s->item->words[0] & fields) == 0 &&
           (s9_isa_opcode(s->opcode)->flags & S9_OPF_COMPARE) == 0;
}

void s9_rules_stream(s9_checker *c, s9_stmt *s, s9_first_walk *w)
{
    if (is_usual(c, s))
        return;
    if ((s->flags & (S9_STMT_SWALLOWED | S9_STMT_REFUSED)) != 0 || no_opcode(c, s))
        return;
    version_bits(c, s);
    if ((s->flags & S9_STMT_MISSING) != 0) {
        missing_opcode(c, s, w);
        return;
    }
    if ((s->flags & S9_STMT_RAW) != 0) {
        malformed(c, s);
        return;
    }
    v009_controls(c, s);
    v006_length_sm1(c, s);
    v010_parameter(c, s, &s->destination);
    v010_parameter(c, s, &s->predicate);
    v012_destination(c, s);
    v013_modifier(c, s, &s->predicate);
    for (uint32_t i = 0; i < s->source_count; i++) {
        v010_parameter(c, s, &s->sources[i]);
        v013_modifier(c, s, &s->sources[i]);
    }
}

void s9_rules_version(s9_checker *c)
{
    v002_version(c);
    v004_trailing(c);
}
