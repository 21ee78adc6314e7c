/* SPDX-License-Identifier: MIT */
/* Declarations and definitions. */
#include "asm/parser.h"

#include <stdio.h>

/* ---- dcl ---- */

typedef struct declaration {
    bool usage_given; /* some word that is neither a sampler type nor a modifier */
    int usage;        /* D3DDECLUSAGE, or -1 */
    uint32_t index;
    uint32_t type; /* of a sampler, 0: none */
    uint32_t modifiers;
    s9_asm_token usage_word;
    bool wrong_modifier; /* _sat or a shift */
    s9_asm_token modifier_word;
} declaration;

static s9_asm_token part(const s9_asm_token *word, uint32_t start, uint32_t stop)
{
    s9_asm_token token = *word;
    token.text += start;
    token.column += start;
    token.length = stop - start;
    return token;
}

/* "texcoord12": the usage's number, or -1, and the index behind it. */
static int split_usage(const char *text, uint32_t length, uint32_t *index)
{
    uint32_t letters = length;
    *index = 0;
    while (letters > 0 && s9_asm_is_digit(text[letters - 1]))
        letters--;
    for (uint32_t i = letters; i < length; i++)
        if (*index < 1000)
            *index = *index * 10 + (uint32_t)(text[i] - '0');
    return s9_isa_usage_of_text(text, letters);
}

static void read_words(s9_asm_parser *p, s9_asm_statement *st, declaration *d)
{
    const s9_asm_token *word = &st->mnemonic;
    memset(d, 0, sizeof *d);
    d->usage = -1;
    bool first = true;
    for (uint32_t at = 3; at < word->length; first = false) {
        uint32_t start = at + 1, stop = start, value;
        while (stop < word->length && word->text[stop] != '_')
            stop++;
        at = stop;
        const char *text = word->text + start;
        uint32_t length = stop - start;
        s9_asm_token here = part(word, start - 1, stop);
        s9_asm_suffix suffix = s9_asm_find_suffix(text, length, &value);
        if (suffix == S9_ASM_SUFFIX_PP || suffix == S9_ASM_SUFFIX_CENTROID) {
            d->modifiers |= suffix == S9_ASM_SUFFIX_PP ? S9_RESULT_PP : S9_RESULT_CENTROID;
            d->modifier_word = here;
        } else if (suffix == S9_ASM_SUFFIX_SAT || suffix == S9_ASM_SUFFIX_SHIFT) {
            d->wrong_modifier = true;
            d->modifier_word = here;
        } else if (!first) {
            char shown[S9_ASM_DESCRIPTION];
            s9_asm_error(p->context, NULL, &here,
                         "a declaration is dcl, a usage with its index or a sampler type, _pp, _centroid",
                         "unknown suffix %s", s9_asm_describe(&here, shown));
            st->bad = true;
        } else if (s9_asm_same(text, length, "2d")) {
            d->type = 2;
        } else if (s9_asm_same(text, length, "cube")) {
            d->type = 3;
        } else if (s9_asm_same(text, length, "volume")) {
            d->type = 4;
        } else {
            d->usage_given = true;
            d->usage = split_usage(text, length, &d->index);
            d->usage_word = here;
        }
    }
}

static void refuse(s9_asm_parser *p, s9_asm_statement *st, const char *rule, const s9_asm_token *at, const char *hint,
                   const char *message)
{
    s9_asm_error(p->context, rule, at, hint, "%s", message);
    st->bad = true;
}

/* The same for what tokens can say all the same; they have no place for a wrong modifier. */
static void breach(s9_asm_parser *p, s9_asm_statement *st, const declaration *d, const char *rule,
                   const s9_asm_token *at, const char *hint, const char *message)
{
    if (d->wrong_modifier)
        refuse(p, st, rule, at, hint, message);
    else
        st->bad |= s9_asm_breach(p->context, rule, at, hint, "%s", message);
}

/* Usage and index, where the register takes them; `rule` is broken when there is none. */
static void check_usage(s9_asm_parser *p, s9_asm_statement *st, const declaration *d, const char *rule,
                        const char *hint)
{
    char shown[S9_ASM_DESCRIPTION];
    if (!d->usage_given) {
        refuse(p, st, rule, &st->mnemonic, hint, "this declaration needs a usage");
    } else if (d->usage < 0) {
        const char *near = NULL;
        char hint_text[48];
        uint32_t letters = d->usage_word.length - 1;
        while (letters > 0 && s9_asm_is_digit(d->usage_word.text[letters]))
            letters--;
        for (uint32_t i = 0; i < S9_USAGE_COUNT; i++)
            if (letters > 2 && s9_asm_one_letter_off(d->usage_word.text + 1, letters, s9_isa_usage_name(i)))
                near = s9_isa_usage_name(i);
        if (near != NULL)
            snprintf(hint_text, sizeof hint_text, "did you mean '%s'?", near);
        s9_asm_error(
            p->context, "V029", &d->usage_word,
            near != NULL
                ? hint_text
                : "usages are position blendweight blendindices normal psize texcoord tangent binormal tessfactor "
                  "positiont color fog depth sample",
            "unknown usage %s", s9_asm_describe(&d->usage_word, shown));
        st->bad = true;
    } else if (d->index > 15) {
        refuse(p, st, "V030", &d->usage_word, NULL, "a usage index is 0 to 15");
    }
}

static void check_sampler(s9_asm_parser *p, s9_asm_statement *st, const declaration *d)
{
    if (d->type == 0)
        breach(p, st, d, "V070", d->usage_given ? &d->usage_word : &st->mnemonic,
               "write dcl_2d, dcl_cube or dcl_volume",
               d->usage_given ? "this is no type of a sampler" : "the declaration of a sampler needs its type");
    if (!p->pixel && (d->modifiers != 0 || d->wrong_modifier))
        breach(p, st, d, "V075", &d->modifier_word, NULL, "a sampler of a vertex shader takes no modifier");
    else if (d->wrong_modifier)
        breach(p, st, d, p->major >= 3 ? "V064" : "V220", &d->modifier_word, NULL, "a sampler takes no such modifier");
    else if (p->major < 3 && (d->modifiers & S9_RESULT_CENTROID) != 0)
        breach(p, st, d, "V220", &d->modifier_word, "_centroid belongs to input declarations",
               "a sampler takes _centroid from ps_3_0 on only");
}

static void check_vertex(s9_asm_parser *p, s9_asm_statement *st, const declaration *d, s9_file file)
{
    if (d->modifiers != 0 || d->wrong_modifier)
        breach(p, st, d, "V031", &d->modifier_word, "_pp and _centroid belong to pixel shaders",
               "declarations of vertex shaders take no modifier");
    if (file == S9_FILE_INPUT || file == S9_FILE_OUTPUT || d->usage_given)
        check_usage(p, st, d, "V028",
                    file == S9_FILE_OUTPUT ? "write dcl_position o0 or the like" : "write dcl_position v0 or the like");
}

static void check_pixel(s9_asm_parser *p, s9_asm_statement *st, const declaration *d, s9_file file)
{
    bool input = file == S9_FILE_INPUT || file == S9_FILE_TEXTURE;
    if (p->major == 2) {
        if (d->wrong_modifier)
            refuse(p, st, "V052", &d->modifier_word, NULL, "declarations of ps_2_* take _pp and _centroid only");
        if (d->usage_given && input)
            breach(p, st, d, "V052", &d->usage_word,
                   "write dcl, dcl_pp or dcl_centroid; t0 is texture coordinate 0, v0 color 0",
                   "inputs of ps_2_* are declared without a usage");
        return;
    }
    if (file == S9_FILE_MISC) {
        if (d->usage_given)
            breach(p, st, d, "V016", &d->usage_word, "write dcl vPos.xy or dcl vFace", "vPos and vFace have no usage");
        if (d->modifiers != 0 || d->wrong_modifier)
            breach(p, st, d, "V064", &d->modifier_word, NULL, "vPos and vFace take no modifier");
        return;
    }
    if (d->wrong_modifier)
        refuse(p, st, "V064", &d->modifier_word, "_pp and _centroid are the modifiers of declarations",
               "a declaration takes no such modifier");
    if (input || d->usage_given)
        check_usage(p, st, d, "V056", "write dcl_texcoord v0 or the like");
}

void s9_asm_declaration(s9_asm_parser *p, s9_asm_statement *st)
{
    declaration d;
    read_words(p, st, &d);
    st->has_dcl = true;
    st->dcl = 0x80000000u;
    if (d.usage >= 0 && d.index <= 15)
        st->dcl |= (uint32_t)d.usage | d.index << 16;
    st->dcl |= d.type << 27;

    bool before = st->bad;
    if (p->token.kind != S9_TOK_WORD && p->token.kind != '-' && p->token.kind != '!') {
        s9_asm_expected(p, "V018", NULL, "the register to declare");
        st->bad = true;
        s9_asm_skip_statement(p);
        return;
    }
    st->has_destination = true;
    if (!s9_asm_read_operand(p, st, S9_ASM_DECLARED, &st->destination)) {
        st->bad = true;
        s9_asm_skip_statement(p);
        return;
    }
    st->destination.token |= d.modifiers << 20;
    if (st->bad == before) { /* the register is one to go on with */
        s9_file file = st->destination.file;
        if (file == S9_FILE_SAMPLER)
            check_sampler(p, st, &d);
        else if (d.type != 0)
            breach(p, st, &d, "V072", &st->destination.first, "samplers are s#",
                   "only samplers are declared with a type");
        else if (!p->pixel)
            check_vertex(p, st, &d, file);
        else
            check_pixel(p, st, &d, file);
    }
    if (p->token.kind == ',') {
        s9_asm_error(p->context, "V018", &p->token, NULL, "a declaration names one register");
        st->bad = true;
        s9_asm_skip_statement(p);
    }
}

/* ---- literals ---- */

/* The sign of a literal; false when there is more than one (reported). */
static bool literal_sign(s9_asm_parser *p, bool *minus, s9_asm_token *first)
{
    *minus = false;
    *first = p->token;
    if (p->token.kind == '+') {
        s9_asm_error(p->context, "V080", &p->token, "leave it out", "a number has no plus sign");
        return false;
    }
    if (s9_asm_accept(p, '-')) {
        *minus = true;
        if (p->token.kind == '-' || p->token.kind == '+') {
            s9_asm_token both = *first;
            both.length = p->token.column + p->token.length - first->column;
            s9_asm_error(p->context, "V080", p->token.line == first->line ? &both : first, NULL, "one sign is enough");
            return false;
        }
    }
    return true;
}

/* "0x" and hexadecimal digits up to the end of the token. */
static bool hexadecimal(const s9_asm_token *t, uint32_t *value)
{
    if (t->length < 3 || t->length > 10 || t->text[0] != '0' || s9_asm_lower(t->text[1]) != 'x')
        return false;
    *value = 0;
    for (uint32_t i = 2; i < t->length; i++) {
        uint32_t digit = s9_asm_hex(t->text[i]);
        if (digit > 15)
            return false;
        *value = *value << 4 | digit;
    }
    return true;
}

static void expect_literal(s9_asm_parser *p, const char *what)
{
    const char *hint = NULL;
    if (p->token.kind == S9_TOK_WORD &&
        (s9_asm_same(p->token.text, p->token.length, "inf") || s9_asm_same(p->token.text, p->token.length, "nan") ||
         s9_asm_same(p->token.text, p->token.length, "infinity")))
        hint = "write the bits: 0x7F800000 is infinity, 0xFF800000 minus infinity, 0x7FC00000 a NaN";
    s9_asm_expected(p, "V078", hint, what);
}

static bool float_literal(s9_asm_parser *p, uint32_t *bits)
{
    bool minus;
    s9_asm_token first;
    char shown[S9_ASM_DESCRIPTION];
    if (!literal_sign(p, &minus, &first))
        return false;
    const s9_asm_token *t = &p->token;
    if (t->kind != S9_TOK_NUMBER) {
        expect_literal(p, "a number");
        return false;
    }
    if (t->length > 1 && t->text[0] == '0' && s9_asm_lower(t->text[1]) == 'x') {
        if (t->length != 10 || !hexadecimal(t, bits) || minus) {
            s9_asm_error(p->context, NULL, t,
                         "0x and eight hexadecimal digits, without a sign, are the bits of a float", "%s is no number",
                         s9_asm_describe(t, shown));
            return false;
        }
        s9_asm_advance(p);
        return true;
    }
    float value = 0;
    size_t used = s9_parse_float(t->text, t->length, &value);
    if (used + 1 == t->length && s9_asm_lower(t->text[used]) == 'f')
        used++;
    if (used != t->length) {
        bool special = memchr(t->text, '#', t->length) != NULL;
        s9_asm_error(p->context, NULL, t,
                     special ? "write the bits: 0x7F800000 is infinity, 0xFF800000 minus infinity, 0x7FC00000 a NaN"
                             : NULL,
                     "%s is no number", s9_asm_describe(t, shown));
        return false;
    }
    *bits = s9_float_bits(value) ^ (minus ? 0x80000000u : 0);
    if ((*bits & 0x7FFFFFFFu) == 0x7F800000u)
        s9_asm_warning(p->context, t, "the largest float is 3.40282347e+38",
                       "%s is too large for a float: it becomes infinity", s9_asm_describe(t, shown));
    s9_asm_advance(p);
    return true;
}

static bool int_literal(s9_asm_parser *p, uint32_t *bits)
{
    bool minus;
    s9_asm_token first;
    char shown[S9_ASM_DESCRIPTION];
    if (!literal_sign(p, &minus, &first))
        return false;
    const s9_asm_token *t = &p->token;
    if (t->kind != S9_TOK_NUMBER) {
        expect_literal(p, "a whole number");
        return false;
    }
    if (hexadecimal(t, bits)) {
        if (minus)
            *bits = 0u - *bits;
        s9_asm_advance(p);
        return true;
    }
    uint64_t value = 0;
    for (uint32_t i = 0; i < t->length; i++) {
        if (!s9_asm_is_digit(t->text[i])) {
            float ignored;
            bool number = s9_parse_float(t->text, t->length, &ignored) >= t->length - 1;
            s9_asm_error(p->context, "V079", t, NULL, number ? "defi takes whole numbers, not %s" : "%s is no number",
                         s9_asm_describe(t, shown));
            return false;
        }
        if (value <= UINT32_MAX)
            value = value * 10 + (uint32_t)(t->text[i] - '0');
    }
    if (value > (minus ? 0x80000000u : 0x7FFFFFFFu)) {
        s9_asm_error(p->context, NULL, t, "-2147483648 to 2147483647", "%s does not fit 32 bits",
                     s9_asm_describe(t, shown));
        return false;
    }
    *bits = minus ? 0u - (uint32_t)value : (uint32_t)value;
    s9_asm_advance(p);
    return true;
}

static bool bool_literal(s9_asm_parser *p, uint32_t *bits)
{
    const s9_asm_token *t = &p->token;
    if (t->kind == S9_TOK_WORD && s9_asm_same(t->text, t->length, "true")) {
        *bits = 1;
    } else if (t->kind == S9_TOK_WORD && s9_asm_same(t->text, t->length, "false")) {
        *bits = 0;
    } else {
        s9_asm_expected(p, "V081", NULL, "true or false");
        return false;
    }
    s9_asm_advance(p);
    return true;
}

/* ---- def, defi, defb ---- */

static bool more_literals(const s9_asm_parser *p)
{
    return p->token.kind == ',' || (p->token.kind == S9_TOK_NUMBER && (p->token.flags & S9_TOK_AT_LINE_START) == 0);
}

static void read_literals(s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode)
{
    uint32_t wanted = s9_isa_opcode(opcode)->literals;
    const char *name = s9_isa_opcode(opcode)->text;
    char shown[S9_ASM_DESCRIPTION];
    for (st->literal_count = 0; st->literal_count < wanted; st->literal_count++) {
        if (!s9_asm_accept(p, ',')) {
            bool expression = st->literal_count > 0 && (p->token.kind == '-' || p->token.kind == '+' ||
                                                        p->token.kind == '*' || p->token.kind == '/');
            st->bad = true;
            if (expression && (p->token.flags & S9_TOK_AT_LINE_START) == 0) {
                s9_asm_error(p->context, "V080", &p->token, NULL, "%s takes single numbers, no expressions", name);
                s9_asm_skip_statement(p);
                return;
            }
            if ((p->token.kind != S9_TOK_NUMBER && p->token.kind != '-') ||
                (p->token.flags & S9_TOK_AT_LINE_START) != 0) {
                s9_asm_token all = s9_asm_stretch(p, &st->mnemonic);
                s9_asm_error(p->context, "V078", &all, NULL, "%s takes %u number%s, not %u", name, (unsigned)wanted,
                             wanted == 1 ? "" : "s", (unsigned)st->literal_count);
                return;
            }
            s9_asm_error(p->context, NULL, &p->token, NULL, "a comma is missing before %s",
                         s9_asm_describe(&p->token, shown));
        }
        uint32_t *literal = &st->literals[st->literal_count];
        bool good = opcode == S9_OP_DEF    ? float_literal(p, literal)
                    : opcode == S9_OP_DEFI ? int_literal(p, literal)
                                           : bool_literal(p, literal);
        if (!good) {
            st->bad = true;
            s9_asm_skip_operand(p);
        }
    }
    if (p->token.kind == '-' && (p->token.flags & S9_TOK_AT_LINE_START) == 0) {
        s9_asm_error(p->context, "V080", &p->token, NULL, "%s takes single numbers, no expressions", name);
        st->bad = true;
        s9_asm_skip_statement(p);
    } else if (more_literals(p)) {
        uint32_t count = wanted;
        p->context->mute++;
        while (more_literals(p)) {
            s9_asm_accept(p, ',');
            s9_asm_skip_operand(p);
            count++;
        }
        p->context->mute--;
        s9_asm_token all = s9_asm_stretch(p, &st->mnemonic);
        s9_asm_error(p->context, "V078", &all, NULL, "%s takes %u number%s, not %u", name, (unsigned)wanted,
                     wanted == 1 ? "" : "s", (unsigned)count);
        st->bad = true;
    }
}

void s9_asm_definition(s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode)
{
    s9_file wanted = opcode == S9_OP_DEF ? S9_FILE_CONST : opcode == S9_OP_DEFI ? S9_FILE_CONSTINT : S9_FILE_CONSTBOOL;
    const char *prefix = s9_isa_file_prefix(wanted);
    s9_asm_register reg;
    bool other = p->token.kind == S9_TOK_WORD && s9_asm_find_register(p->token.text, p->token.length, &reg) &&
                 reg.file != wanted;
    s9_asm_token first = p->token;

    st->has_destination = true;
    p->context->mute += other;
    bool good = s9_asm_read_operand(p, st, S9_ASM_DEFINED, &st->destination);
    p->context->mute -= other;
    if (other) {
        s9_asm_token at = s9_asm_stretch(p, &first);
        s9_asm_error(p->context, "V076", &at, NULL, "%s defines %s#", s9_isa_opcode(opcode)->text, prefix);
        st->bad = true;
    } else if (!good) {
        st->bad = true;
        s9_asm_skip_operand(p);
    }
    read_literals(p, st, opcode);
}
