/* SPDX-License-Identifier: MIT */
/* Operands: registers, indices, modifiers, masks and swizzles. */
#include "asm/parser.h"

#include <stdarg.h>
#include <stdio.h>

uint32_t s9_asm_register_token(s9_file file, uint32_t number)
{
    uint32_t type = s9_isa_type_of_file(file, &number);
    return 0x80000000u | (type & 7u) << 28 | (type & 0x18u) << 8 | (number & 0x7FFu);
}

int s9_asm_component(char letter)
{
    switch (letter) {
    case 'x':
    case 'X':
    case 'r':
    case 'R':
        return 0;
    case 'y':
    case 'Y':
    case 'g':
    case 'G':
        return 1;
    case 'z':
    case 'Z':
    case 'b':
    case 'B':
        return 2;
    case 'w':
    case 'W':
    case 'a':
    case 'A':
        return 3;
    default:
        return -1;
    }
}

static const char *version_text(const s9_asm_parser *p)
{
    return s9_isa_version(p->version)->text;
}

/* ---- letters behind a dot ---- */

/* The word behind a dot, cut before a modifier ("xxx_abs"); false when there is none. */
static bool letters(const s9_asm_parser *p, uint32_t *length)
{
    *length = 0;
    if (p->token.kind != S9_TOK_WORD || (p->token.flags & S9_TOK_AT_LINE_START) != 0)
        return false;
    const char *underscore = memchr(p->token.text, '_', p->token.length);
    *length = underscore == NULL ? p->token.length : (uint32_t)(underscore - p->token.text);
    return *length > 0;
}

static s9_asm_token with_length(const s9_asm_token *token, uint32_t length)
{
    s9_asm_token out = *token;
    out.length = length;
    return out;
}

static bool empty_selection(s9_asm_parser *p, s9_asm_statement *st)
{
    uint32_t length;
    if (letters(p, &length))
        return false;
    s9_asm_token dot = p->last;
    while (p->token.kind == '.' && !s9_asm_at_line_start(p)) /* an ellipsis is one fault */
        s9_asm_advance(p);
    dot = s9_asm_stretch(p, &dot);
    s9_asm_error(p->context, "V175", &dot, "letters are x y z w or r g b a", "no component stands behind the dot");
    st->bad = true;
    return true;
}

/* Takes the dot in front of a mask or swizzle. One at a line's start belongs to the next statement (".raw"). */
static bool accept_dot(s9_asm_parser *p)
{
    return !s9_asm_at_line_start(p) && s9_asm_accept(p, '.');
}

static bool known_letters(s9_asm_parser *p, s9_asm_statement *st, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        if (s9_asm_component(p->token.text[i]) < 0) {
            s9_asm_token word = with_length(&p->token, length);
            char shown[S9_ASM_DESCRIPTION];
            s9_asm_error(p->context, "V175", &word, "letters are x y z w or r g b a", "'%c' in %s is no component",
                         p->token.text[i], s9_asm_describe(&word, shown));
            st->bad = true;
            return false;
        }
    return true;
}

/* Behind the dot of a destination. */
static uint32_t read_mask(s9_asm_parser *p, s9_asm_statement *st)
{
    uint32_t length, mask = 0;
    if (empty_selection(p, st))
        return 15;
    letters(p, &length);
    s9_asm_token word = with_length(&p->token, length);
    if (known_letters(p, st, length)) {
        int before = -1;
        for (uint32_t i = 0; i < length; i++) {
            int component = s9_asm_component(p->token.text[i]);
            if (component <= before) {
                char shown[S9_ASM_DESCRIPTION];
                s9_asm_error(p->context, "V157", &word, "the order is x y z w or r g b a",
                             (mask >> component & 1u) != 0 ? "a component is twice in the write mask %s"
                                                           : "the components of the write mask %s are out of order",
                             s9_asm_describe(&word, shown));
                st->bad = true;
                break;
            }
            before = component;
            mask |= 1u << component;
        }
    }
    if (length < p->token.length) {
        s9_asm_token rest = p->token;
        char shown[S9_ASM_DESCRIPTION];
        rest.text += length;
        rest.column += length;
        rest.length -= length;
        s9_asm_error(p->context, NULL, &rest, "it belongs behind the instruction's name",
                     "%s has no place behind a mask", s9_asm_describe(&rest, shown));
        st->bad = true;
    }
    s9_asm_advance(p);
    return mask;
}

/* Behind the dot of a source; the last letter repeats. */
static uint32_t read_swizzle(s9_asm_parser *p, s9_asm_statement *st, uint32_t *count)
{
    uint32_t length, swizzle = 0;
    *count = 0;
    if (empty_selection(p, st))
        return S9_SWIZZLE_IDENTITY;
    letters(p, &length);
    *count = length;
    if (!known_letters(p, st, length))
        return S9_SWIZZLE_IDENTITY;
    if (length > 4) {
        s9_asm_token word = with_length(&p->token, length);
        char shown[S9_ASM_DESCRIPTION];
        s9_asm_error(p->context, "V174", &word, NULL, "a swizzle has at most four letters: %s",
                     s9_asm_describe(&word, shown));
        st->bad = true;
        return S9_SWIZZLE_IDENTITY;
    }
    for (uint32_t i = 0; i < 4; i++)
        swizzle |= (uint32_t)s9_asm_component(p->token.text[i < length ? i : length - 1]) << (2 * i);
    return swizzle;
}

/* ---- index ---- */

typedef struct index_sum {
    uint64_t constant;
    bool relative;
    bool complete; /* up to its ']' */
    s9_file file;
    uint32_t number;
    bool dotted; /* a component or swizzle was written */
    uint32_t swizzle, letters;
    s9_asm_token open, reg;
} index_sum;

static bool index_register(s9_asm_parser *p, s9_asm_statement *st, index_sum *sum)
{
    s9_asm_register reg;
    char shown[S9_ASM_DESCRIPTION];
    if (!s9_asm_find_register(p->token.text, p->token.length, &reg) || reg.rest_length > 0 || !reg.numbered) {
        if (s9_asm_at_line_start(p)) {
            s9_asm_expected(p, NULL, NULL, "a number, a0 or aL");
            return false;
        }
        s9_asm_error(p->context, "V338", &p->token, "an index is a sum of numbers and a0 or aL",
                     "%s cannot be an index", s9_asm_describe(&p->token, shown));
        return false;
    }
    if (sum->relative) {
        s9_asm_error(p->context, "V338", &p->token, NULL, "an index has one register at most");
        return false;
    }
    sum->relative = true;
    sum->file = reg.file;
    sum->number = reg.number;
    sum->reg = p->token;
    sum->swizzle = S9_SWIZZLE_IDENTITY;
    s9_asm_advance(p);
    if (accept_dot(p)) {
        sum->dotted = true;
        sum->swizzle = read_swizzle(p, st, &sum->letters);
        if (sum->letters == 0)
            return false;
        s9_asm_advance(p);
        sum->reg = s9_asm_stretch(p, &sum->reg);
    }
    return true;
}

static bool index_number(s9_asm_parser *p, index_sum *sum)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < p->token.length; i++) {
        char c = p->token.text[i];
        if (!s9_asm_is_digit(c)) {
            char shown[S9_ASM_DESCRIPTION];
            bool fraction = memchr(p->token.text, '.', p->token.length) != NULL;
            s9_asm_error(p->context, fraction ? "V342" : "V341", &p->token, NULL, "an index is a whole number, not %s",
                         s9_asm_describe(&p->token, shown));
            return false;
        }
        if (value <= UINT32_MAX)
            value = value * 10 + (uint32_t)(c - '0');
    }
    sum->constant += value;
    s9_asm_advance(p);
    return true;
}

/* Reads "[ ... ]". Errors are reported here but for what depends on the register in front. */
static bool read_index(s9_asm_parser *p, s9_asm_statement *st, index_sum *sum)
{
    sum->open = p->token;
    s9_asm_advance(p);
    for (;;) {
        bool good;
        if (p->token.kind == S9_TOK_NUMBER) {
            good = index_number(p, sum);
        } else if (p->token.kind == S9_TOK_WORD) {
            good = index_register(p, st, sum);
        } else {
            bool minus = p->token.kind == '-';
            s9_asm_expected(p, minus ? "V341" : NULL, minus ? "offsets are added: they cannot be negative" : NULL,
                            "a number, a0 or aL");
            good = false;
        }
        if (!good)
            return false;
        if (s9_asm_accept(p, ']')) {
            sum->complete = true;
            return true;
        }
        if (!s9_asm_accept(p, '+')) {
            bool minus = p->token.kind == '-';
            s9_asm_expected(p, minus ? "V341" : NULL, minus ? "offsets are added: they cannot be negative" : NULL,
                            "'+' or ']'");
            return false;
        }
    }
}

/* After an error inside [ ]: to behind the ']' of this line, if there is one. */
static void skip_index(s9_asm_parser *p)
{
    while (p->token.kind != S9_TOK_END && p->token.kind != ']' && (p->token.flags & S9_TOK_AT_LINE_START) == 0)
        s9_asm_advance(p);
    s9_asm_accept(p, ']');
}

/* An index that the version does not take: false, but where the context is lenient and tokens can say it. */
static bool index_breach(s9_asm_parser *p, const index_sum *sum, const char *rule, const s9_asm_token *at,
                         const char *hint, const char *format, ...) S9_PRINTF(6, 7);
static bool index_breach(s9_asm_parser *p, const index_sum *sum, const char *rule, const s9_asm_token *at,
                         const char *hint, const char *format, ...)
{
    /* Model 1 has no token for the index: it is a0.x. */
    bool address = sum->file == S9_FILE_ADDR && sum->number == 0;
    bool x = sum->letters == 1 && s9_swizzle_component(sum->swizzle, 0) == 0;
    bool sayable =
        p->major == 1 ? address && x : (address && !p->pixel) || (sum->file == S9_FILE_LOOP && sum->number == 0);
    bool lenient = p->context->lenient;
    char message[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    p->context->lenient = lenient && sayable;
    bool refused = s9_asm_breach(p->context, rule, at, hint, "%s", message);
    p->context->lenient = lenient;
    return !refused;
}

/* Whether a register may be relative in this version, by this index; reports what is wrong. */
static bool check_index(s9_asm_parser *p, const index_sum *sum, s9_file file, bool destination)
{
    const s9_asm_token *at = &sum->reg;
    uint32_t relative = s9_asm_register_info(p, file)->relative;
    if (p->pixel && p->major < 3) {
        return index_breach(p, sum, "V336", &sum->open,
                            "in pixel shaders only v# can be indexed, by aL, from ps_3_0 on",
                            "%s has no relative addressing", version_text(p));
    }
    if (sum->file == S9_FILE_LOOP && sum->dotted && p->major >= 2) {
        return index_breach(p, sum, "V191", at, NULL, "aL takes no component");
    }
    if (p->pixel) {
        if (file == S9_FILE_INPUT && sum->file == S9_FILE_LOOP)
            return true;
        return index_breach(p, sum, "V337", file == S9_FILE_INPUT ? at : &sum->open, "write v[aL] or v[aL + n]",
                            "in %s only v# can be indexed, and only by aL", version_text(p));
    }
    if (file == S9_FILE_INPUT && p->major < 3) {
        return index_breach(p, sum, "V335", &sum->open, "c# can", "v# cannot be indexed before vs_3_0");
    }
    if (destination && p->major < 3) {
        return index_breach(p, sum, "V334", &sum->open, "o# can be, from vs_3_0 on",
                            "a destination cannot be indexed by a register in %s", version_text(p));
    }
    if (relative == S9_REL_0) {
        return index_breach(p, sum, "V334", &sum->open,
                            p->major < 3 ? "only c# can be, as a source" : "only c#, v# and o# can be",
                            "%s# cannot be indexed by a register in %s", s9_isa_file_prefix(file), version_text(p));
    }
    if (p->major == 1) {
        if (sum->file == S9_FILE_ADDR && sum->number == 0 && sum->letters == 1 &&
            s9_swizzle_component(sum->swizzle, 0) == 0)
            return true;
        return index_breach(p, sum, "V339", at, NULL, "in %s the index is written a0.x", version_text(p));
    }
    if ((sum->file == S9_FILE_ADDR || sum->file == S9_FILE_LOOP) && sum->number == 0)
        return true;
    return index_breach(p, sum, "V338", at, NULL, "an index register is a0 or aL");
}

/* ---- registers ---- */

const s9_register_info *s9_asm_register_info(s9_asm_parser *p, s9_file file)
{
    /* The native assembler has i# and b# in ps_2_0, where no instruction can use them. */
    static const s9_register_info ps_2_0 = {16,   16, S9_ACCESS_READ | S9_ACCESS_FLOW, 1, 1, 4, 0, S9_DEFAULT_ZERO,
                                            false};
    if (p->registers[file] == NULL)
        p->registers[file] = p->version == S9_PS_2_0 && (file == S9_FILE_CONSTINT || file == S9_FILE_CONSTBOOL)
                                 ? &ps_2_0
                                 : s9_isa_register(p->version, file);
    return p->registers[file];
}

/* So many registers of a file can be written in tokens. */
static uint32_t field_of(s9_file file)
{
    return file == S9_FILE_CONST ? 8192u : 2048u;
}

/* True when the statement is refused. */
static bool report_range(s9_asm_parser *p, s9_asm_slot slot, const s9_asm_operand *o, uint64_t number)
{
    const char *prefix = s9_isa_file_prefix(o->file);
    uint32_t count = s9_asm_register_info(p, o->file)->text_count;
    char hint[64];
    if (count == 1)
        snprintf(hint, sizeof hint, "the only one is %s0", prefix);
    else
        snprintf(hint, sizeof hint, "%s has %s0 to %s%u", version_text(p), prefix, prefix, (unsigned)(count - 1));
    s9_asm_token at = s9_asm_stretch(p, &o->first);
    if (number >= UINT32_MAX) { /* or more: reading has stopped to count */
        s9_asm_error(p->context, s9_asm_range_rule(p, o->file, slot), &at, hint, "the register number is too high");
        return true;
    }
    if (number >= field_of(o->file)) {
        s9_asm_error(p->context, s9_asm_range_rule(p, o->file, slot), &at, hint, "there is no %s%u", prefix,
                     (unsigned)number);
        return true;
    }
    return s9_asm_breach(p->context, s9_asm_range_rule(p, o->file, slot), &at, hint, "there is no %s%u", prefix,
                         (unsigned)number);
}

/*
 * The number that was meant where letters stand for its digits ("rO", "cl2"), or the name where a letter is there twice
 * ("tt0"): `out`, or NULL when that makes no register, either.
 */
static const char *mend_register(const s9_asm_parser *p, const s9_asm_token *t, char out[16])
{
    s9_asm_register reg;
    uint32_t twice = t->length > 1 && s9_asm_lower(t->text[0]) == s9_asm_lower(t->text[1]) ? 1 : 0;
    uint32_t length = t->length - twice;
    if (length < 2 || length > 8)
        return NULL;
    memcpy(out, t->text + twice, length);
    out[length] = '\0';
    for (uint32_t i = s9_asm_lower(out[0]) == 'o' ? 2 : 1; i < length && twice == 0; i++) {
        char c = s9_asm_lower(out[i]);
        out[i] = c == 'o' ? '0' : c == 'l' || c == 'i' ? '1' : out[i];
    }
    if (!s9_asm_find_register(out, length, &reg) || !reg.numbered || reg.rest_length > 0 ||
        reg.number >= s9_isa_register(p->version, reg.file)->text_count)
        return NULL;
    return out;
}

#define REGISTERS_TEXT 128
/* "ps_2_0 has r# c# t# s# ..." of what may stand there. */
static void list_registers(const s9_asm_parser *p, s9_asm_slot slot, char out[REGISTERS_TEXT])
{
    uint32_t access = slot == S9_ASM_DESTINATION ? S9_ACCESS_WRITE : S9_ACCESS_READ;
    size_t used = (size_t)snprintf(out, REGISTERS_TEXT, "%s has", version_text(p));
    for (uint32_t i = 0; i < S9_FILE_COUNT && used < REGISTERS_TEXT - 24; i++) {
        s9_file file = (s9_file)i;
        const s9_register_info *info = s9_isa_register(p->version, file);
        const char *names = file == S9_FILE_RASTOUT    ? "oPos oFog oPts"
                            : file == S9_FILE_MISC     ? "vPos vFace"
                            : file == S9_FILE_DEPTHOUT ? "oDepth"
                            : file == S9_FILE_LOOP     ? "aL"
                                                       : NULL;
        if (info->text_count == 0 || (info->access & access) == 0 || s9_isa_file_prefix(file)[0] == '\0')
            continue;
        used += (size_t)snprintf(out + used, REGISTERS_TEXT - used, " %s%s",
                                 names != NULL ? names : s9_isa_file_prefix(file), names != NULL ? "" : "#");
    }
}

static void report_unknown(s9_asm_parser *p, s9_asm_slot slot)
{
    char hint[REGISTERS_TEXT], mended[16];
    const s9_asm_token *t = &p->token;
    bool word = t->kind == S9_TOK_WORD && !s9_asm_at_line_start(p);
    const char *near = word ? s9_asm_nearest_register(t->text, t->length) : NULL;
    if (word && near == NULL)
        near = mend_register(p, t, mended);
    const char *wanted = slot == S9_ASM_SOURCE || slot == S9_ASM_CONDITION ? "a source register"
                         : slot == S9_ASM_LABEL_SLOT                       ? "a label"
                         : slot == S9_ASM_DESTINATION                      ? "a destination register"
                                                                           : "a register";
    if (near != NULL)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    else if (word && (slot == S9_ASM_SOURCE || slot == S9_ASM_DESTINATION))
        list_registers(p, slot, hint);
    else
        word = false;
    s9_asm_expected(p, NULL, near != NULL || word ? hint : NULL, wanted);
}

/* ---- modifiers ---- */

bool s9_asm_modifier_exists(const s9_asm_parser *p, s9_modifier modifier)
{
    switch (modifier) {
    case S9_MOD_BIAS:
    case S9_MOD_BX2:
    case S9_MOD_X2: /* the native assembler writes _x2 from ps_1_1 on; the validator wants ps_1_4 */
        return p->pixel && p->major == 1;
    case S9_MOD_DZ:
    case S9_MOD_DW:
        return p->version == S9_PS_1_4;
    case S9_MOD_ABS:
        return p->major >= 3;
    default:
        return true;
    }
}

typedef struct signs {
    bool minus, not, complement;
    s9_asm_token at; /* the first of them */
} signs;

/* Reads "-", "!" and "1 -" in front of a source. */
static bool read_signs(s9_asm_parser *p, s9_asm_statement *st, signs *s)
{
    char shown[S9_ASM_DESCRIPTION];
    memset(s, 0, sizeof *s);
    s->at = p->token;
    while (p->token.kind == '-' || p->token.kind == '!' || p->token.kind == S9_TOK_NUMBER || p->token.kind == '+') {
        s9_asm_token token = p->token;
        if (token.kind == '+') {
            s9_asm_error(p->context, NULL, &token, "leave it out", "an operand has no plus sign");
            st->bad = true;
        } else if (token.kind == S9_TOK_NUMBER) {
            s9_asm_advance(p);
            if (p->token.kind != '-') {
                s9_asm_error(p->context, NULL, &token, "numbers are put into constants with def",
                             "a register is expected, not %s", s9_asm_describe(&token, shown));
                return false;
            }
            s9_asm_token all = token;
            if (p->token.use == token.use && p->token.line == token.line)
                all.length = p->token.column + 1 - token.column;
            if ((!p->pixel || p->major > 1) && token.length == 1 && token.text[0] == '1') {
                st->bad |= s9_asm_breach(p->context, "V194", &all, "1-r exists in ps_1_1 to ps_1_4",
                                         "%s has no complement", version_text(p));
            } else if (!p->pixel || p->major > 1) {
                s9_asm_error(p->context, "V194", &all, "1-r exists in ps_1_1 to ps_1_4", "%s has no complement",
                             version_text(p));
                st->bad = true;
            } else if (token.length != 1 || token.text[0] != '1') {
                s9_asm_error(p->context, "V194", &all, "only 1-r can be written", "%s is not 1",
                             s9_asm_describe(&token, shown));
                st->bad = true;
            } else if (s->minus || s->not || s->complement) {
                s9_asm_error(p->context, "V196", &all, NULL, "1- stands alone in front of a register");
                st->bad = true;
            }
            s->complement = true;
        } else if (s->minus || s->not || s->complement) {
            s9_asm_error(p->context, s->complement ? "V196" : NULL, &token, NULL, "one sign is enough: %s",
                         s9_asm_describe(&token, shown));
            st->bad = true;
        } else {
            s->minus = token.kind == '-';
            s->not = token.kind == '!';
        }
        s9_asm_advance(p);
    }
    return true;
}

/* Takes "_bx2" and the like at `text`, which lies in a token. */
static void take_modifier(s9_asm_parser *p, s9_asm_statement *st, const s9_asm_token *word, uint32_t start,
                          s9_modifier *modifier)
{
    while (start < word->length) {
        uint32_t stop = start + 1;
        while (stop < word->length && word->text[stop] != '_')
            stop++;
        s9_asm_token here = *word;
        here.text += start;
        here.column += start;
        here.length = stop - start;
        char shown[S9_ASM_DESCRIPTION];
        s9_asm_describe(&here, shown);
        s9_modifier found = s9_asm_find_modifier(here.text + 1, here.length - 1);
        start = stop;
        if (found == S9_MOD_NONE) {
            uint32_t value;
            s9_asm_suffix suffix = s9_asm_find_suffix(here.text + 1, here.length - 1, &value);
            s9_asm_error(p->context, NULL, &here,
                         suffix != S9_ASM_SUFFIX_UNKNOWN ? "it belongs behind the instruction's name"
                                                         : "modifiers are _bias _bx2 _x2 _dz _dw _abs",
                         "%s is no modifier of a source", shown);
        } else if (*modifier != S9_MOD_NONE) {
            s9_asm_error(p->context, "V193", &here, NULL, "a source takes one modifier, and a minus sign");
        } else if (!s9_asm_modifier_exists(p, found)) {
            const char *hint = found == S9_MOD_ABS ? "_abs exists from vs_3_0 and ps_3_0 on"
                               : found == S9_MOD_DZ || found == S9_MOD_DW
                                   ? "_dz and _dw exist in ps_1_4"
                                   : "_bias, _bx2 and _x2 exist in ps_1_1 to ps_1_4";
            if (!s9_asm_breach(p->context, st->modifier_rule != NULL ? st->modifier_rule : "V193", &here, hint,
                               "%s has no modifier %s", version_text(p), shown)) {
                *modifier = found;
                continue;
            }
        } else {
            *modifier = found;
            continue;
        }
        st->bad = true;
    }
}

/* The modifier field of signs and suffix together. */
static uint32_t combine(s9_asm_parser *p, s9_asm_statement *st, const signs *s, s9_modifier modifier,
                        const s9_asm_operand *o)
{
    s9_asm_token at = s9_asm_stretch(p, &o->first);
    if (s->complement) {
        if (modifier == S9_MOD_NONE)
            return S9_MOD_COMP;
        s9_asm_error(p->context, "V196", &at, NULL, "1- does not go together with another modifier");
    } else if (s->not ) {
        bool allowed = o->file == S9_FILE_CONSTBOOL || o->file == S9_FILE_PREDICATE;
        if (allowed && modifier == S9_MOD_NONE)
            return S9_MOD_NOT;
        s9_asm_error(p->context, p->major == 1 ? "V193" : "V209", &at, allowed ? NULL : "to change a sign write '-'",
                     allowed ? "'!' does not go together with another modifier" : "'!' stands before b# and p0 only");
    } else if (!s->minus) {
        return modifier;
    } else if (modifier == S9_MOD_DZ || modifier == S9_MOD_DW) {
        s9_asm_error(p->context, "V197", &at, NULL, "'-' does not go together with _dz and _dw");
    } else {
        return modifier == S9_MOD_NONE ? S9_MOD_NEG : (uint32_t)modifier + 1u;
    }
    st->bad = true;
    return S9_MOD_NONE;
}

/* ---- operands ---- */

static bool is_destination(s9_asm_slot slot)
{
    return slot == S9_ASM_DESTINATION || slot == S9_ASM_DECLARED || slot == S9_ASM_DEFINED;
}

/* An index register where a plain number belongs; the index itself, where there may be one. */
static bool check_relative(s9_asm_parser *p, s9_asm_slot slot, const s9_register_info *info, s9_file file,
                           const index_sum *sum)
{
    if (!sum->relative)
        return true;
    if (slot == S9_ASM_DECLARED) {
        /* Where such an operand can be written at all, it is the validator that refuses it. */
        p->context->mute++;
        bool writable = info->text_count > 0 && check_index(p, sum, file, true);
        p->context->mute--;
        if (!writable)
            s9_asm_error(p->context, "V032", &sum->open, "declare each register by its number",
                         "a declaration names one register, by its number");
        return writable;
    }
    if (slot == S9_ASM_DEFINED) {
        s9_asm_error(p->context, "V076", &sum->open, NULL, "a definition names one register, by its number");
        return false;
    }
    return info->text_count == 0 || check_index(p, sum, file, is_destination(slot));
}

/* The register by itself: its file exists, it has a number where it needs one, the number is in range. */
static void check_register(s9_asm_parser *p, s9_asm_statement *st, s9_asm_slot slot, const s9_asm_register *reg,
                           s9_asm_operand *o, bool indexed, const index_sum *sum)
{
    const s9_register_info *info = s9_asm_register_info(p, o->file);
    s9_asm_token at = s9_asm_stretch(p, &o->first);
    char name[16];
    uint64_t number = reg->number + sum->constant;

    o->number = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
    if (indexed && (o->file == S9_FILE_RASTOUT || o->file == S9_FILE_DEPTHOUT || o->file == S9_FILE_MISC ||
                    o->file == S9_FILE_LOOP)) {
        s9_asm_error(p->context, "V334", &sum->open, NULL, "a register with a name of its own takes no index");
        o->exists = info->text_count > 0;
        st->bad = true;
        return;
    }
    if (!check_relative(p, slot, info, o->file, sum)) {
        st->bad = true;
        return;
    }
    bool may_omit = o->file == S9_FILE_INPUT || o->file == S9_FILE_CONST || o->file == S9_FILE_OUTPUT;
    if (!reg->numbered && !(indexed && may_omit)) {
        if (p->token.kind == '#' && (p->token.flags & S9_TOK_AFTER_BLANK) == 0) { /* "c#", as the pages write */
            s9_asm_advance(p);
            at = s9_asm_stretch(p, &o->first);
        }
        s9_asm_error(p->context, NULL, &at, NULL, "register %s needs a number", s9_isa_file_prefix(o->file));
        st->bad = true;
        return;
    }
    if (o->file == S9_FILE_LABEL && slot != S9_ASM_LABEL_SLOT) {
        s9_asm_error(p->context, st->register_rule != NULL ? st->register_rule : "V106", &at, NULL,
                     "labels are operands of label, call and callnz only");
        st->bad = true;
        return;
    }
    bool lenient = p->context->lenient;
    const char *missing = s9_asm_missing_file_rule(p, o->file, slot, info->text_count > 0);
    bool condition = slot == S9_ASM_CONDITION && o->file == S9_FILE_PREDICATE; /* V232 says more */
    if (missing != NULL && st->register_rule != NULL && !condition) {
        missing = st->register_rule;
        st->register_refused = true;
    }
    if (missing != NULL) {
        /* An index of its own rule says more than a missing file does. */
        if (sum->relative && p->pixel && p->major < 3) {
            check_index(p, sum, o->file, false);
        } else {
            const char *hint = slot == S9_ASM_DECLARED && info->text_count > 0 ? "leave the declaration out"
                                                                               : s9_asm_missing_file_hint(p, o->file);
            s9_isa_register_name(o->file, o->number, name);
            /* Some types are one file in one version and another in the next: those cannot be said. */
            uint32_t plain = o->number;
            bool sayable = number < field_of(o->file) &&
                           s9_isa_resolve_file(p->version, s9_isa_type_of_file(o->file, &plain)) == o->file;
            p->context->lenient = sayable && lenient;
            bool refused = s9_asm_breach(p->context, missing, &at, hint,
                                         info->text_count > 0 ? "%s declares no outputs: %s" : "%s has no register %s",
                                         version_text(p), name);
            p->context->lenient = lenient;
            if (!refused) {
                o->exists = true;
                return;
            }
        }
        st->bad = true;
        return;
    }
    /* The number of a relative register only has to fit its field, as the native assembler has it. */
    uint32_t count = sum->relative ? field_of(o->file) : info->text_count;
    if (number >= count && report_range(p, slot, o, number)) {
        st->bad = true;
        return;
    }
    o->exists = true;
}

static void set_relative(s9_asm_parser *p, s9_asm_operand *o, const index_sum *sum)
{
    o->token |= 1u << 13;
    if (p->major < 2)
        return; /* always a0.x, and no token */
    o->has_relative = true;
    o->relative = s9_asm_register_token(sum->file, 0) | sum->swizzle << 16;
}

bool s9_asm_read_operand(s9_asm_parser *p, s9_asm_statement *st, s9_asm_slot slot, s9_asm_operand *o)
{
    signs s;
    s9_asm_register reg;
    index_sum sum;
    bool destination = is_destination(slot);

    memset(o, 0, sizeof *o);
    memset(&sum, 0, sizeof sum);
    o->first = p->token;
    o->file = S9_FILE_UNKNOWN;
    if (!destination) {
        if (!read_signs(p, st, &s))
            return false;
    } else if (p->token.kind == '-' || p->token.kind == '!') {
        s9_asm_error(p->context, "V193", &p->token, NULL, "a destination has no sign");
        st->bad = true;
        s9_asm_advance(p);
    }
    if (p->token.kind != S9_TOK_WORD || !s9_asm_find_register(p->token.text, p->token.length, &reg)) {
        report_unknown(p, slot);
        return false;
    }
    o->file = reg.file;
    s9_asm_token word = p->token;
    uint32_t rest = (uint32_t)(reg.rest - word.text);
    s9_modifier modifier = S9_MOD_NONE;
    s9_asm_advance(p);

    bool indexed = p->token.kind == '[' && rest == word.length;
    bool index_good = true;
    if (indexed && !read_index(p, st, &sum)) {
        index_good = false;
        st->bad = true;
        skip_index(p);
    }
    if (index_good)
        check_register(p, st, slot, &reg, o, indexed, &sum);
    if (destination && rest < word.length) {
        s9_asm_token here = word;
        char shown[S9_ASM_DESCRIPTION];
        here.text += rest;
        here.column += rest;
        here.length -= rest;
        s9_asm_error(p->context, "V193", &here, "it belongs to a source or behind the instruction's name",
                     "a destination takes no modifier %s", s9_asm_describe(&here, shown));
        st->bad = true;
    } else {
        take_modifier(p, st, &word, rest, &modifier);
    }
    if (indexed && !destination && p->token.kind == S9_TOK_WORD && p->token.text[0] == '_') { /* c[a0.x]_abs */
        word = p->token;
        s9_asm_advance(p);
        take_modifier(p, st, &word, 0, &modifier);
    }
    if (p->token.kind == '[') {
        s9_asm_error(p->context, NULL, &p->token,
                     indexed ? "add the offsets up" : "the index stands before the modifier",
                     indexed ? "a register takes one index" : "an index has no place here");
        st->bad = true;
        return false;
    }

    o->token = o->exists ? s9_asm_register_token(o->file, o->number) : 0x80000000u;
    if (sum.relative && !st->bad)
        set_relative(p, o, &sum);

    uint32_t selection = destination ? 15 : S9_SWIZZLE_IDENTITY;
    if (p->token.kind == S9_TOK_NUMBER && p->token.text[0] == '.' &&
        (p->token.flags & (S9_TOK_AFTER_BLANK | S9_TOK_AT_LINE_START)) == 0) {
        char shown[S9_ASM_DESCRIPTION];
        s9_asm_error(p->context, "V175", &p->token, "letters are x y z w or r g b a", "%s selects no component",
                     s9_asm_describe(&p->token, shown));
        st->bad = true;
        s9_asm_advance(p);
    } else if (accept_dot(p)) {
        s9_asm_token dotted = p->token;
        if (destination) {
            if (slot == S9_ASM_DEFINED) {
                s9_asm_error(p->context, "V076", &p->last, NULL,
                             "a definition sets all four components: leave the mask out");
                st->bad = true;
                s9_asm_advance(p);
            } else {
                selection = read_mask(p, st);
            }
        } else {
            uint32_t count;
            selection = read_swizzle(p, st, &count);
            if (count > 0) {
                const char *rule =
                    o->file == S9_FILE_LOOP                                                                   ? "V191"
                    : o->file == S9_FILE_CONSTBOOL || o->file == S9_FILE_CONSTINT || o->file == S9_FILE_LABEL ? "V192"
                                                                                                              : NULL;
                if (rule != NULL && o->exists)
                    st->bad |= s9_asm_breach(p->context, rule, &dotted, NULL, "%s takes no component",
                                             o->file == S9_FILE_LOOP        ? "aL"
                                             : o->file == S9_FILE_CONSTBOOL ? "b#"
                                             : o->file == S9_FILE_CONSTINT  ? "i#"
                                                                            : "a label");
                const char *underscore = memchr(dotted.text, '_', dotted.length);
                s9_asm_advance(p);
                if (underscore != NULL) /* v0.xxx_abs */
                    take_modifier(p, st, &dotted, (uint32_t)(underscore - dotted.text), &modifier);
            }
        }
    }
    if (destination) {
        o->token |= selection << 16;
    } else {
        o->token |= selection << 16;
        o->token |= combine(p, st, &s, modifier, o) << 24;
    }
    o->span = s9_asm_span(p, &o->first, &p->last);
    return true;
}
