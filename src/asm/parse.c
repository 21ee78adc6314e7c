/* SPDX-License-Identifier: MIT */
/* Statements: version, instructions, their suffixes and operand counts, and going on after an error. */
#include "asm/parser.h"

#include <shader9/isa.h>

#include <stdio.h>

/* ---- tokens ---- */

void s9_asm_advance(s9_asm_parser *p)
{
    p->last = p->token;
    do {
        p->source->next(p->source, &p->token);
        if (p->context->stop) {
            p->token.kind = S9_TOK_END;
            p->token.length = 0;
        }
        /* "//!" lines that are no directives are comments like any other. */
    } while (p->token.kind == S9_TOK_EXTENSION && !p->extensions &&
             !(p->token.length > 3 && (p->token.text[3] == 'c' || p->token.text[3] == 't')));
}

bool s9_asm_accept(s9_asm_parser *p, uint8_t kind)
{
    if (p->token.kind != kind)
        return false;
    s9_asm_advance(p);
    return true;
}

bool s9_asm_at_line_start(const s9_asm_parser *p)
{
    return (p->token.flags & S9_TOK_AT_LINE_START) != 0 || p->token.kind == S9_TOK_END ||
           p->token.kind == S9_TOK_EXTENSION;
}

s9_span s9_asm_span(const s9_asm_parser *p, const s9_asm_token *first, const s9_asm_token *last)
{
    s9_span span = {first->line, first->column, first->length, first->file};
    if (first->use != 0) {
        s9_asm_place place = s9_asm_token_place(p->context, first);
        span = (s9_span){place.line, place.column, place.length, place.file};
    } else if (last->use == 0 && last->line == first->line && last->file == first->file &&
               last->column >= first->column) {
        span.length = last->column + last->length - first->column;
    }
    return span;
}

s9_asm_token s9_asm_stretch(const s9_asm_parser *p, const s9_asm_token *first)
{
    s9_asm_token token = *first;
    if (first->use == p->last.use && first->line == p->last.line && first->file == p->last.file &&
        p->last.column >= first->column)
        token.length = p->last.column + p->last.length - first->column;
    return token;
}

void s9_asm_expected(s9_asm_parser *p, const char *rule, const char *hint, const char *what)
{
    char shown[S9_ASM_DESCRIPTION];
    if (!s9_asm_at_line_start(p) || p->last.text == p->token.text) {
        s9_asm_error(p->context, rule, &p->token, hint, "%s is expected, not %s", what,
                     s9_asm_describe(&p->token, shown));
        return;
    }
    s9_asm_token behind = p->last;
    behind.text += behind.length;
    behind.column += behind.length;
    behind.length = 1;
    s9_asm_error(p->context, rule, &behind, hint, "%s is expected at the end of the line", what);
}

void s9_asm_skip_statement(s9_asm_parser *p)
{
    while (p->token.kind != S9_TOK_END && (!s9_asm_at_line_start(p) || p->last.kind == ','))
        s9_asm_advance(p);
}

void s9_asm_skip_operand(s9_asm_parser *p)
{
    while (p->token.kind != S9_TOK_END && p->token.kind != ',' && !s9_asm_at_line_start(p))
        s9_asm_advance(p);
}

bool s9_asm_operand_follows(const s9_asm_parser *p)
{
    s9_asm_register reg;
    if (s9_asm_at_line_start(p))
        return false;
    return p->token.kind == S9_TOK_NUMBER || p->token.kind == '-' || p->token.kind == '!' ||
           (p->token.kind == S9_TOK_WORD && s9_asm_find_register(p->token.text, p->token.length, &reg));
}

/* ---- what was parsed ---- */

typedef struct draft {
    uint32_t *words;
    s9_span spans[S9_ASM_MOST_SPANS];
    uint32_t word_count, span_count;
} draft;

static void add_operand(draft *d, const s9_asm_operand *operand)
{
    d->words[d->word_count++] = operand->token;
    if (operand->has_relative)
        d->words[d->word_count++] = operand->relative;
    d->spans[d->span_count++] = operand->span;
}

void s9_asm_emit(s9_asm_parser *p, s9_asm_statement *st)
{
    if (!s9_asm_reserve(p))
        return;
    draft d;
    d.words = p->room;
    d.words[0] = st->token;
    d.spans[0] = s9_asm_span(p, &st->first, &p->last);
    d.word_count = d.span_count = 1;
    if (st->has_dcl)
        d.words[d.word_count++] = st->dcl;
    if (st->has_destination)
        add_operand(&d, &st->destination);
    if (st->has_predicate)
        add_operand(&d, &st->predicate);
    for (uint32_t i = 0; i < st->source_count; i++)
        add_operand(&d, &st->sources[i]);
    for (uint32_t i = 0; i < st->literal_count; i++)
        d.words[d.word_count++] = st->literals[i];
    if (p->major >= 2 && (st->token & 0xFFFFu) != S9_TOKEN_PHASE)
        d.words[0] |= (d.word_count - 1) << 24;
    s9_asm_append(p, d.word_count, d.spans, d.span_count);
}

void s9_asm_emit_refused(s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode)
{
    if (!p->context->keep || !s9_asm_reserve(p))
        return;
    draft d;
    d.words = p->room;
    d.words[0] = s9_isa_opcode(opcode)->number;
    d.spans[0] = s9_asm_span(p, &st->first, &p->last);
    d.word_count = d.span_count = 1;
    if (st->has_dcl)
        d.words[d.word_count++] = st->dcl;
    if (st->has_destination && st->destination.exists)
        d.words[d.word_count++] = (st->destination.token & 0xFF00FFFFu) | 0x000F0000u;
    if (p->major >= 2 && opcode != S9_OP_PHASE)
        d.words[0] |= (d.word_count - 1) << 24;
    s9_asm_append_refused(p, d.word_count, d.spans, d.span_count);
}

/* ---- version ---- */

static bool is_version_word(const s9_asm_token *token)
{
    if (token->kind == S9_TOK_VERSION)
        return true;
    return token->kind == S9_TOK_WORD && token->length >= 4 && s9_asm_lower(token->text[1]) == 's' &&
           token->text[2] == '_' && s9_asm_is_digit(token->text[3]) && strchr("vpghdcVPGHDC", token->text[0]) != NULL;
}

static bool is_newer_version(const s9_asm_token *token)
{
    char stage = s9_asm_lower(token->text[0]);
    return (stage != 'v' && stage != 'p') || (token->text[3] >= '4' && token->text[3] <= '9');
}

static void set_version(s9_asm_parser *p, uint32_t version_token, const s9_span *span)
{
    bool exact;
    p->version_token = version_token;
    p->version = s9_isa_version_of_token(version_token, &exact);
    p->major = s9_version_major(p->version);
    p->pixel = s9_version_is_pixel(p->version);
    p->version_span = *span;
}

/* Reports a version that is none of shader9's. */
static void refuse_version(s9_asm_parser *p)
{
    const s9_asm_token *t = &p->token;
    char shown[S9_ASM_DESCRIPTION];
    char profile = t->length == 6 ? s9_asm_lower(t->text[5]) : '\0';
    s9_asm_describe(t, shown);
    if (is_newer_version(t))
        s9_asm_error(p->context, "V002", t, "shader9 reads shader models 1 to 3", "%s is shader model 4 or later",
                     shown);
    else if (profile == 'a' || profile == 'b')
        s9_asm_error(p->context, "V002", t,
                     s9_asm_lower(t->text[0]) == 'p' ? "its shaders are written as ps_2_x"
                                                     : "its shaders are written as vs_2_x",
                     "%s is a profile of the compiler, not a version", shown);
    else
        s9_asm_error(p->context, "V002", t,
                     s9_asm_lower(t->text[0]) == 'p'
                         ? "versions are ps_1_1 to ps_1_4, ps_2_0, ps_2_x, ps_2_sw, ps_3_0, ps_3_sw"
                         : "versions are vs_1_1, vs_2_0, vs_2_x, vs_2_sw, vs_3_0, vs_3_sw",
                     "there is no version %s", shown);
}

/* "12:" or "0x0040:" in front of a statement, as /Ni and /No of fxc print them. */
static bool skip_numbering(s9_asm_parser *p)
{
    while (p->token.kind == S9_TOK_NUMBER && s9_asm_at_line_start(p)) {
        s9_asm_token number = p->token;
        char shown[S9_ASM_DESCRIPTION];
        s9_asm_advance(p);
        if (!s9_asm_accept(p, ':')) {
            s9_asm_error(p->context, NULL, &number, NULL, "an instruction is expected, not %s",
                         s9_asm_describe(&number, shown));
            s9_asm_skip_statement(p);
            return false;
        }
    }
    return true;
}

static bool read_version(s9_asm_parser *p, s9_asm_answer *answer)
{
    *answer = S9_ASM_DONE;
    if (p->token.kind == S9_TOK_NUMBER && !skip_numbering(p))
        return false;
    if (is_version_word(&p->token)) {
        s9_version version = s9_isa_version_of_text(p->token.text, p->token.length);
        if (version == S9_VERSION_COUNT) {
            refuse_version(p);
            return false;
        }
        s9_span span = s9_asm_span(p, &p->token, &p->token);
        set_version(p, s9_isa_version(version)->token, &span);
        s9_asm_advance(p);
        return true;
    }
    if (p->token.kind == '.') {
        s9_asm_token first = p->token;
        s9_asm_advance(p);
        if (!s9_asm_version_directive(p))
            return false;
        s9_span span = s9_asm_span(p, &first, &p->last);
        set_version(p, p->version_token, &span);
        return true;
    }
    *answer = S9_ASM_NO_VERSION;
    return false;
}

/* ---- mnemonics ---- */

/* The mnemonic that a misspelt word is nearest to, one of this version if it can be. */
static const char *nearest_mnemonic(const s9_asm_parser *p, const s9_asm_token *word, uint32_t base)
{
    const char *near = NULL;
    for (uint32_t i = 0; i < s9_asm_mnemonic_count(); i++) {
        const s9_asm_mnemonic *m = s9_asm_mnemonic_at(i);
        if (base > 1 && s9_asm_one_letter_off(word->text, base, m->text)) {
            if ((s9_asm_mnemonic_versions(m) >> p->version & 1u) != 0)
                return m->text;
            near = m->text;
        }
    }
    if (near != NULL || base < 5) /* two letters of four are as good as any word */
        return near;
    near = s9_isa_nearest_mnemonic(word->text, base);
    return near == NULL && base < word->length ? s9_isa_nearest_mnemonic(word->text, word->length) : near;
}

static void unknown_instruction(s9_asm_parser *p, const s9_asm_token *word, uint32_t base)
{
    s9_asm_register reg;
    char shown[S9_ASM_DESCRIPTION], hint[64];
    s9_asm_describe(word, shown);
    if (s9_asm_find_register(word->text, word->length, &reg)) {
        s9_asm_error(p->context, NULL, word, "operands are separated by commas",
                     "an instruction is expected, not the register %s", shown);
        return;
    }
    if (s9_asm_same(word->text, word->length, "end")) {
        s9_asm_error(p->context, NULL, word, "leave it out: the end of the text is the end of the shader",
                     "there is no end statement");
        return;
    }
    const char *near = nearest_mnemonic(p, word, base);
    if (near != NULL)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    s9_asm_error(p->context, "V005", word, near != NULL ? hint : NULL, "unknown instruction %s", shown);
}

/* Length of the word up to its first underscore. */
static uint32_t base_length(const s9_asm_token *word)
{
    const char *underscore = memchr(word->text, '_', word->length);
    return underscore == NULL ? word->length : (uint32_t)(underscore - word->text);
}

/* A part of a word as a token of its own, for messages. */
static s9_asm_token part(const s9_asm_token *word, uint32_t start, uint32_t length)
{
    s9_asm_token token = *word;
    token.text += start;
    token.length = length;
    token.column += start;
    return token;
}

/* Flow control, marks and definitions have no result to modify. */
static bool takes_modifiers(s9_opcode opcode)
{
    s9_opcode_kind kind = s9_isa_opcode(opcode)->kind;
    return kind == S9_OPK_ARITH || kind == S9_OPK_TEXTURE;
}

const char *s9_asm_suffix_rule(const s9_asm_parser *p, s9_opcode opcode, s9_asm_suffix kind, const char **hint)
{
    if (kind == S9_ASM_SUFFIX_CENTROID) {
        *hint = "_centroid belongs to dcl";
        return "V220";
    }
    if (!takes_modifiers(opcode)) {
        *hint = "only instructions that compute a result take modifiers";
        return "V221";
    }
    switch (kind) {
    case S9_ASM_SUFFIX_SHIFT:
        *hint = "_x2 _x4 _x8 _d2 _d4 _d8 exist in ps_1_1 to ps_1_4";
        return p->pixel && p->major == 1 ? NULL : "V215";
    case S9_ASM_SUFFIX_SAT:
        /* The native assembler is recorded to take mova_sat, which vs_2_0 has: that one is left to the validator. */
        *hint = "_sat exists in pixel shaders, and from vs_3_0 on";
        return p->pixel || p->major >= 3 || (opcode == S9_OP_MOVA && p->major == 2) ? NULL : "V211";
    default:
        *hint = "_pp exists from ps_2_0 on";
        return p->pixel && p->major >= 2 ? NULL : "V219";
    }
}

uint32_t s9_asm_suffix_bits(s9_asm_suffix kind, uint32_t value)
{
    return kind == S9_ASM_SUFFIX_SHIFT ? value << 24
           : kind == S9_ASM_SUFFIX_SAT ? (uint32_t)S9_RESULT_SAT << 20
                                       : (uint32_t)S9_RESULT_PP << 20;
}

/*
 * Reads the suffixes behind the base of a mnemonic. `opcode` becomes the comparing form where there is a comparison;
 * the result modifiers and the shift go to their fields of a destination token.
 */
static void read_suffixes(s9_asm_parser *p, s9_asm_statement *st, s9_opcode *opcode, uint32_t at, uint32_t *modifiers)
{
    const s9_asm_token *word = &st->mnemonic;
    const char *version = s9_isa_version(p->version)->text, *hint;
    bool comparing = *opcode == S9_OP_IF || *opcode == S9_OP_BREAK || *opcode == S9_OP_SETP;
    bool compared = false, first = true;
    uint32_t seen = 0;

    for (; at < word->length; first = false) {
        uint32_t start = at + 1, value, stop = start;
        while (stop < word->length && word->text[stop] != '_')
            stop++;
        at = stop;
        s9_asm_suffix kind = s9_asm_find_suffix(word->text + start, stop - start, &value);
        s9_asm_token here = part(word, start - 1, stop - start + 1);
        char shown[S9_ASM_DESCRIPTION];

        if (comparing && first && (kind == S9_ASM_SUFFIX_COMPARISON || kind == S9_ASM_SUFFIX_UNKNOWN)) {
            if (kind == S9_ASM_SUFFIX_UNKNOWN) {
                s9_asm_error(p->context, "V243", &here, "comparisons are _gt _lt _ge _le _eq _ne",
                             "%s is no comparison", s9_asm_describe(&here, shown));
                st->bad = true;
            }
            *opcode = *opcode == S9_OP_IF ? S9_OP_IFC : *opcode == S9_OP_BREAK ? S9_OP_BREAKC : *opcode;
            st->token |= value << 16;
            compared = true;
            continue;
        }
        if (kind == S9_ASM_SUFFIX_COMPARISON) {
            s9_asm_error(p->context, "V243", &here, "if, break and setp take one comparison, directly behind the name",
                         "a comparison has no place here: %s", s9_asm_describe(&here, shown));
            st->bad = true;
            continue;
        }
        if (kind == S9_ASM_SUFFIX_UNKNOWN) {
            hint = p->pixel && p->major == 1 ? "suffixes are _x2 _x4 _x8 _d2 _d4 _d8 and _sat"
                   : p->pixel                ? "suffixes are _sat and _pp"
                   : p->major >= 3           ? "the only suffix is _sat"
                                             : NULL;
            const char *near = s9_asm_nearest_suffix(here.text + 1, here.length - 1);
            s9_asm_error(p->context, NULL, &here, near != NULL ? near : hint, "unknown suffix %s",
                         s9_asm_describe(&here, shown));
            st->bad = true;
            continue;
        }
        const char *rule = s9_asm_suffix_rule(p, *opcode, kind, &hint);
        if (rule != NULL) {
            /* Without a result there is no token that could hold it; _centroid has no bit but in dcl. */
            bool lenient = p->context->lenient;
            p->context->lenient = lenient && takes_modifiers(*opcode) && kind != S9_ASM_SUFFIX_CENTROID;
            bool refused = s9_asm_breach(p->context, rule, &here, hint, "%s has no place on %s in %s",
                                         s9_asm_describe(&here, shown), s9_isa_opcode(*opcode)->text, version);
            p->context->lenient = lenient;
            st->bad |= refused;
            if (refused)
                continue;
        }
        if ((seen >> kind & 1u) != 0) {
            s9_asm_error(p->context, kind == S9_ASM_SUFFIX_SHIFT ? "V218" : NULL, &here, NULL,
                         kind == S9_ASM_SUFFIX_SHIFT ? "an instruction takes one shift at most"
                                                     : "a suffix is written twice");
            st->bad = true;
            continue;
        }
        seen |= 1u << kind;
        *modifiers |= s9_asm_suffix_bits(kind, value);
    }
    if (*opcode == S9_OP_SETP && !compared) {
        s9_asm_error(p->context, "V243", word, "write setp_gt, _lt, _ge, _le, _eq or _ne", "setp needs a comparison");
        st->bad = true;
    }
}

/* ---- operands of an instruction ---- */

/* Rule for a wrong number of operands. */
static const char *count_rule(s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_NOP:
        return "V333";
    case S9_OP_LOOP:
        return "V240";
    case S9_OP_REP:
        return "V241";
    case S9_OP_IF:
        return "V242";
    case S9_OP_CALL:
    case S9_OP_CALLNZ:
        return "V269";
    default:
        return "V018";
    }
}

static void count_error(s9_asm_parser *p, const s9_asm_statement *st, s9_opcode opcode, s9_shape shape, uint32_t found,
                        bool sampler_too_many)
{
    uint32_t wanted = shape.destinations + (uint32_t)shape.sources;
    const char *hint = NULL, *rule = count_rule(opcode);
    s9_opcode_reference reference;
    s9_asm_token all = s9_asm_stretch(p, &st->mnemonic);
    if (sampler_too_many) {
        /* A sampler as one operand too many is the sampler that this version does not have. */
        rule = "V073";
        hint = "the sampler follows from the destination register in this version: leave it out";
    } else if (opcode == S9_OP_SINCOS) {
        hint = p->major < 3 ? "before 3_0: sincos d.xy, s.x, c#, c# with D3DSINCOSCONST1 and 2"
                            : "from 3_0 on: sincos d.xy, s.x";
    } else if (opcode == S9_OP_TEX) {
        hint = p->major >= 2 ? "texld r#, coordinate, s#" : p->version == S9_PS_1_4 ? "texld r#, coordinate" : "tex t#";
    } else if (opcode == S9_OP_TEXCOORD) {
        hint = p->version == S9_PS_1_4 ? "texcrd r#.rgb, t#" : "texcoord t#";
    } else if (opcode == S9_OP_LOOP) {
        hint = "loop aL, i#";
    } else if (opcode == S9_OP_SGN) {
        hint = "sgn d, s, r#, r# with two scratch registers";
    } else if (s9_opcode_get((size_t)opcode, &reference) && wanted > 0) {
        hint = reference.syntax;
    }
    if (wanted == 0)
        s9_asm_error(p->context, rule, &all, hint, "%.*s takes no operands", (int)st->mnemonic.length,
                     st->mnemonic.text);
    else
        s9_asm_error(p->context, rule, &all, hint, "%.*s takes %u operand%s, not %u", (int)st->mnemonic.length,
                     st->mnemonic.text, (unsigned)wanted, wanted == 1 ? "" : "s", (unsigned)found);
}

static s9_asm_slot slot_of(s9_opcode opcode, uint32_t index)
{
    switch (opcode) {
    case S9_OP_CALL:
    case S9_OP_LABEL:
        return S9_ASM_LABEL_SLOT;
    case S9_OP_CALLNZ:
        return index == 0 ? S9_ASM_LABEL_SLOT : S9_ASM_CONDITION;
    case S9_OP_IF:
        return S9_ASM_CONDITION;
    default:
        return S9_ASM_SOURCE;
    }
}

/* Instructions whose operands have to be of certain files to be written at all. */
static void check_operand_files(s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode)
{
    const s9_asm_operand *a = &st->sources[0], *b = &st->sources[1];
    switch (opcode) {
    case S9_OP_LOOP:
        if (a->file == S9_FILE_LOOP && b->file == S9_FILE_CONSTINT)
            return;
        s9_asm_error(p->context, "V240", a->file != S9_FILE_LOOP ? &a->first : &b->first, "write loop aL, i#",
                     "loop takes aL and an integer constant");
        break;
    case S9_OP_REP:
        if (a->file == S9_FILE_CONSTINT)
            return;
        s9_asm_error(p->context, "V241", &a->first, "write rep i#", "rep takes an integer constant");
        break;
    case S9_OP_IF:
        if (a->file == S9_FILE_CONSTBOOL || a->file == S9_FILE_PREDICATE)
            return;
        s9_asm_error(p->context, "V242", &a->first,
                     "to compare two values write if_gt, if_lt, if_ge, if_le, if_eq, if_ne",
                     "if takes b# or a component of p0");
        break;
    case S9_OP_CALLNZ:
        if (b->file == S9_FILE_CONSTBOOL || b->file == S9_FILE_PREDICATE)
            return;
        s9_asm_error(p->context, "V269", &b->first, NULL, "callnz takes l# and b# or a component of p0");
        break;
    default:
        return;
    }
    st->bad = true;
}

/* The rest of a list that is too long: how many more operands, and whether the first of them is a sampler. */
static uint32_t count_the_rest(s9_asm_parser *p, bool *sampler)
{
    uint32_t count = 0;
    *sampler = false;
    p->context->mute++;
    while (p->token.kind == ',' || s9_asm_operand_follows(p)) {
        s9_asm_statement ignored;
        s9_asm_operand operand;
        s9_asm_accept(p, ',');
        memset(&ignored, 0, sizeof ignored);
        if (!s9_asm_read_operand(p, &ignored, S9_ASM_SOURCE, &operand))
            s9_asm_skip_operand(p);
        else if (count == 0)
            *sampler = operand.file == S9_FILE_SAMPLER;
        count++;
    }
    p->context->mute--;
    return count;
}

static void read_operands(s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode, s9_shape shape, uint32_t modifiers)
{
    uint32_t wanted = shape.destinations + (uint32_t)shape.sources, found = 0;
    bool lost = false;          /* an operand that could not be read may have hidden others */
    if (p->token.kind == ',') { /* "texldd, r0, ..." */
        st->bad = true;
        s9_asm_error(p->context, NULL, &p->token, NULL, "no comma stands between the instruction and its operands");
        s9_asm_advance(p);
    }
    for (; found < wanted; found++) {
        if (found > 0 && !s9_asm_accept(p, ',')) {
            if (!s9_asm_operand_follows(p))
                break;
            char shown[S9_ASM_DESCRIPTION];
            st->bad = true;
            s9_asm_error(p->context, NULL, &p->token, NULL, "a comma is missing before %s",
                         s9_asm_describe(&p->token, shown));
        }
        if (found == 0 && (s9_asm_at_line_start(p) && p->token.kind != S9_TOK_WORD))
            break;
        if (found == 0 && s9_asm_at_line_start(p) &&
            (is_version_word(&p->token) || s9_asm_find_mnemonic(p->token.text, base_length(&p->token)) >= 0))
            break; /* the next statement already */
        bool destination = shape.destinations > 0 && found == 0;
        uint32_t index = found - shape.destinations;
        s9_asm_operand_rules(p, st, opcode, destination, index);
        s9_asm_operand *operand = destination ? &st->destination : &st->sources[index];
        if (!s9_asm_read_operand(p, st, destination ? S9_ASM_DESTINATION : slot_of(opcode, index), operand)) {
            st->bad = lost = true;
            s9_asm_skip_operand(p);
        }
        if (destination) {
            operand->token |= modifiers;
            st->has_destination = true;
        } else {
            st->source_count = index + 1;
        }
    }
    bool sampler = false;
    uint32_t more = found == wanted ? count_the_rest(p, &sampler) : 0;
    if (more == 1 && p->last.kind == ',' && found == wanted) {
        s9_asm_error(p->context, NULL, &p->last, NULL, "nothing belongs behind this comma");
        st->bad = true;
        return;
    }
    if (found + more != wanted) {
        bool told =
            st->register_refused && st->register_rule != NULL && strcmp(st->register_rule, count_rule(opcode)) == 0;
        if (!told && (!lost || more > 0))
            count_error(p, st, opcode, shape, found + more,
                        sampler && more == 1 && s9_asm_register_info(p, S9_FILE_SAMPLER)->text_count == 0);
        st->bad = true;
    } else if (!st->bad) {
        check_operand_files(p, st, opcode);
    }
}

/* ---- instructions ---- */

/* Reads over the operands of an instruction that is refused anyway. */
static void skip_operands(s9_asm_parser *p)
{
    bool sampler;
    count_the_rest(p, &sampler);
    if (p->token.kind != S9_TOK_WORD && p->token.kind != '+' && p->token.kind != '(')
        s9_asm_skip_statement(p);
}

/* An opcode that the version lacks: its operands are not judged, but its destination counts as written. */
static void refuse_opcode(s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode)
{
    if (p->context->keep && s9_isa_opcode(opcode)->destinations > 0 && s9_asm_operand_follows(p)) {
        p->context->mute++;
        st->has_destination = s9_asm_read_operand(p, st, S9_ASM_DESTINATION, &st->destination);
        p->context->mute--;
    }
    skip_operands(p);
    s9_asm_emit_refused(p, st, opcode);
}

/* Whether if or break is followed by a comparison, or by what should be one. */
static bool has_comparison(const s9_asm_token *word, uint32_t base)
{
    uint32_t start = base + 1, stop = start, value;
    while (stop < word->length && word->text[stop] != '_')
        stop++;
    if (base >= word->length)
        return false;
    s9_asm_suffix kind = s9_asm_find_suffix(word->text + start, stop - start, &value);
    return kind == S9_ASM_SUFFIX_COMPARISON || kind == S9_ASM_SUFFIX_UNKNOWN;
}

/* What a '+' or a predicate in front of the statement breaks. */
static void check_prefixes(s9_asm_parser *p, s9_asm_statement *st, const s9_asm_token *plus, s9_opcode opcode)
{
    bool setup = s9_isa_opcode(opcode)->kind == S9_OPK_SETUP || opcode == S9_OP_PHASE;
    if (!st->coissue)
        return;
    if (!p->pixel || p->major >= 2) {
        st->bad |= s9_asm_breach(p->context, "V279", plus, "put the two instructions one after the other",
                                 "instructions are paired with '+' in ps_1_1 to ps_1_4 only");
    } else if (setup || !p->partner) {
        st->bad |= s9_asm_breach(p->context, "V280", plus, NULL,
                                 setup ? "'+' pairs instructions; %s is none"
                                       : "'+' before %s has no instruction directly before it to pair with",
                                 s9_isa_opcode(opcode)->text);
    }
    if (!st->bad)
        st->token |= 0x40000000u;
}

/* The version whose form of a mnemonic is read where the shader's own lacks it: of the same model, of the same stage.
 */
static s9_version version_of_mnemonic(const s9_asm_parser *p, const s9_asm_mnemonic *mnemonic)
{
    uint32_t versions = s9_asm_mnemonic_versions(mnemonic), best = 0;
    s9_version found = p->version;
    for (uint32_t i = 0; i < S9_VERSION_COUNT; i++) {
        s9_version v = (s9_version)i;
        uint32_t rank = 1u + 2u * (s9_version_major(v) == p->major) + (s9_version_is_pixel(v) == p->pixel);
        if ((versions >> i & 1u) != 0 && (rank > best || v == p->version)) {
            best = v == p->version ? UINT32_MAX : rank;
            found = v;
        }
    }
    return found;
}

static void instruction(s9_asm_parser *p, s9_asm_statement *st, const s9_asm_token *plus)
{
    st->mnemonic = p->token;
    uint32_t base = base_length(&p->token);
    int index = s9_asm_find_mnemonic(p->token.text, base);
    if (index < 0) {
        unknown_instruction(p, &p->token, base);
        s9_asm_advance(p);
        if (p->context->keep && s9_asm_operand_follows(p))
            refuse_opcode(p, st, S9_OP_MOV); /* what writes its first operand, as most instructions do */
        s9_asm_skip_statement(p);
        p->partner = true;
        return;
    }
    const s9_asm_mnemonic *mnemonic = s9_asm_mnemonic_at((uint32_t)index);
    s9_opcode opcode = (s9_opcode)mnemonic->opcode;
    if (opcode == S9_OP_IFC)
        opcode = S9_OP_IF;
    s9_asm_advance(p);
    st->token |= (uint32_t)mnemonic->controls << 16;

    check_prefixes(p, st, plus, opcode);
    bool comparing = (opcode == S9_OP_IF || opcode == S9_OP_BREAK) && has_comparison(&st->mnemonic, base);
    s9_opcode asked = !comparing ? opcode : opcode == S9_OP_IF ? S9_OP_IFC : S9_OP_BREAKC;
    const s9_asm_known *known = s9_asm_known_mnemonic(p, (uint32_t)index);
    /* The native assembler takes defi and defb in ps_2_0 (recorded for defb); the validator refuses them. */
    bool taken = p->version == S9_PS_2_0 && (opcode == S9_OP_DEFI || opcode == S9_OP_DEFB);
    s9_shape shape = s9_isa_shape(p->version, opcode);
    bool closes, available = known->available && (!comparing || s9_isa_available(p->version, asked));
    if (!available && !taken && p->context->lenient) {
        char hint[S9_ASM_HINT_TEXT];
        (void)s9_asm_breach(p->context, s9_asm_missing_opcode_rule(p, asked), &st->mnemonic,
                            s9_asm_missing_opcode_hint(p, mnemonic, asked, hint), "%s has no instruction %.*s",
                            s9_isa_version(p->version)->text,
                            (int)(st->mnemonic.length < 40 ? st->mnemonic.length : 40), st->mnemonic.text);
        shape = s9_isa_shape(version_of_mnemonic(p, mnemonic), opcode);
    } else if (!available && !taken) {
        char hint[S9_ASM_HINT_TEXT];
        p->context->mute += closes = s9_asm_closes_missing(p, asked);
        s9_asm_error(p->context, s9_asm_missing_opcode_rule(p, asked), &st->mnemonic,
                     s9_asm_missing_opcode_hint(p, mnemonic, asked, hint), "%s has no instruction %.*s",
                     s9_isa_version(p->version)->text, (int)(st->mnemonic.length < 40 ? st->mnemonic.length : 40),
                     st->mnemonic.text);
        p->context->mute -= closes;
        refuse_opcode(p, st, opcode);
        p->partner = true;
        return;
    }

    if (opcode == S9_OP_DCL) {
        s9_asm_declaration(p, st);
    } else if (opcode == S9_OP_DEF || opcode == S9_OP_DEFI || opcode == S9_OP_DEFB) {
        uint32_t none = 0;
        read_suffixes(p, st, &opcode, base, &none);
        s9_asm_definition(p, st, opcode);
    } else {
        uint32_t modifiers = 0;
        read_suffixes(p, st, &opcode, base, &modifiers);
        if (opcode == S9_OP_IFC || opcode == S9_OP_BREAKC)
            shape = s9_isa_shape(p->version, opcode);
        read_operands(p, st, opcode, shape, modifiers);
    }
    st->token |= s9_isa_opcode(opcode)->number;
    p->partner = s9_isa_opcode(opcode)->kind != S9_OPK_SETUP && opcode != S9_OP_PHASE;
    if (!st->bad)
        s9_asm_emit(p, st);
    else
        s9_asm_emit_refused(p, st, opcode);
}

/* ---- predicates ---- */

/* Reads "(p0.x)" in front of an instruction; false when the statement is to be skipped. */
static bool predicate(s9_asm_parser *p, s9_asm_statement *st)
{
    s9_asm_token open = p->token;
    s9_asm_advance(p);

    s9_asm_register reg;
    bool predicated = s9_version_is_2x_up(p->version);
    p->context->mute += !predicated;
    st->has_predicate = true;
    bool sign = p->token.kind == '!' || p->token.kind == '-';
    bool good = sign || (p->token.kind == S9_TOK_WORD && s9_asm_find_register(p->token.text, p->token.length, &reg));
    if (!good)
        s9_asm_expected(p, "V229", "write (p0), (!p0) or (p0.x)", "a predicate");
    else if (!s9_asm_read_operand(p, st, S9_ASM_SOURCE, &st->predicate))
        good = false;
    else if (st->predicate.file != S9_FILE_PREDICATE && !st->bad) {
        s9_asm_error(p->context, "V229", &st->predicate.first, "write (p0), (!p0) or (p0.x)", "a predicate is p0");
        st->bad = true;
    }
    if (good && !s9_asm_accept(p, ')')) {
        s9_asm_expected(p, NULL, NULL, "')'");
        good = false;
    }
    p->context->mute -= !predicated;
    if (!predicated) {
        s9_asm_token all = s9_asm_stretch(p, &open);
        bool lenient = p->context->lenient;
        p->context->lenient = lenient && good && p->major >= 2; /* model 1 has no place for the token */
        st->bad |= s9_asm_breach(p->context, "V223", &all, "predicates need vs_2_x or later, or ps_2_x or later",
                                 "%s has no predicates", s9_isa_version(p->version)->text);
        p->context->lenient = lenient;
    }
    st->token |= 0x10000000u;
    return good;
}

/* ---- statements ---- */

static void expect_instruction(s9_asm_parser *p)
{
    char shown[S9_ASM_DESCRIPTION];
    const char *hint = NULL;
    if (p->token.kind == S9_TOK_UNCLOSED) {
        s9_asm_error(p->context, NULL, &p->token, NULL, "nothing closes this comment");
    } else if (p->token.kind == '#') {
        s9_asm_error(p->context, NULL, &p->token, NULL, "a preprocessor directive stands alone on its line");
    } else {
        if (p->token.kind == S9_TOK_STRAY)
            hint = "outside comments the text is ASCII";
        s9_asm_error(p->context, NULL, &p->token, hint, "an instruction is expected, not %s",
                     s9_asm_describe(&p->token, shown));
    }
    s9_asm_advance(p);
    s9_asm_skip_statement(p);
}

static void statement(s9_asm_parser *p)
{
    s9_asm_statement st;
    memset(&st, 0, sizeof st);
    s9_asm_token plus = p->token;
    st.first = p->token;

    for (;;) {
        if (p->token.kind == '+' && !st.coissue) {
            plus = p->token;
            st.coissue = true;
            s9_asm_advance(p);
        } else if (p->token.kind == '(' && !st.has_predicate) {
            if (!predicate(p, &st)) {
                s9_asm_skip_statement(p);
                return;
            }
        } else {
            break;
        }
    }
    if (p->token.kind != S9_TOK_WORD) {
        if (st.coissue && p->token.kind == S9_TOK_END)
            s9_asm_error(p->context, "V280", &plus, NULL, "no instruction follows the '+'");
        else
            expect_instruction(p);
        return;
    }
    instruction(p, &st, &plus);
}

/* A version statement that is not the first statement: what follows belongs to another shader and is not judged. */
static void another_version(s9_asm_parser *p)
{
    char shown[S9_ASM_DESCRIPTION];
    s9_asm_describe(&p->token, shown);
    if (is_newer_version(&p->token))
        s9_asm_remark(p->context, &p->token, "the %s body from here on is left out: the shader ends before it", shown);
    else {
        s9_asm_error(p->context, "V003", &p->token,
                     "one text is one shader: choose it by its number, or take the others out",
                     "a second version statement: %s", shown);
        p->context->keep = false; /* half a shader is not to be judged */
    }
}

s9_asm_answer s9_asm_parse(s9_asm_parser *p, s9_asm_context *context, s9_asm_source *source, s9_asm_lexer *lexer,
                           const s9_allocator *allocator)
{
    s9_asm_answer answer = S9_ASM_DONE;
    memset(p, 0, offsetof(s9_asm_parser, known));
    p->context = context;
    p->source = source;
    p->lexer = lexer;
    p->allocator = allocator;
    p->version = S9_VERSION_COUNT;
    s9_asm_advance(p);
    p->last = p->token;

    while (p->token.kind == S9_TOK_EXTENSION && !context->stop)
        s9_asm_extension(p);
    if (context->stop || !read_version(p, &answer) || !s9_asm_begin(p))
        return answer;

    if (lexer != NULL && p->token.kind == S9_TOK_WORD && s9_asm_at_line_start(p))
        s9_asm_plain_statements(p);
    while (p->token.kind != S9_TOK_END && !context->stop) {
        if (p->token.kind == S9_TOK_EXTENSION) {
            s9_asm_extension(p);
        } else if (p->token.kind == '.') {
            s9_asm_dot_statement(p);
        } else if (is_version_word(&p->token)) {
            another_version(p);
            break;
        } else if (p->token.kind == S9_TOK_NUMBER && s9_asm_at_line_start(p)) {
            skip_numbering(p);
        } else {
            statement(p);
            if (lexer != NULL && p->token.kind == S9_TOK_WORD && s9_asm_at_line_start(p))
                s9_asm_plain_statements(p);
        }
    }
    return S9_ASM_DONE;
}
