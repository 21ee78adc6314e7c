/* SPDX-License-Identifier: MIT */
/*
 * Plain statements, straight from the characters: one instruction on a line, registers with numbers, minus signs,
 * masks, swizzles and modifiers, nothing that breaks a rule. That is nearly all of what people assemble. Whatever is
 * not plain, above all every fault, is left untouched to the parser proper, which reads it from its first character
 * again; so there is one place that knows what to say about faults, and this one only has to be sure that there is
 * none.
 */
#include "asm/parser.h"

typedef struct cursor {
    const char *at, *end;
    const char *line_start;
    uint32_t line, file;
} cursor;

/* Words and spans of the statement being read; they count once it is complete. */
typedef struct draft {
    uint32_t *words;
    s9_span spans[S9_ASM_MOST_SPANS];
    uint32_t word_count, span_count;
} draft;

enum { LETTER = 1, DIGIT = 2, BLANK = 4 };

static const uint8_t kinds[256] = {
    ['\t'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK, ['\r'] = BLANK, [' '] = BLANK,  ['0'] = DIGIT,  ['1'] = DIGIT,
    ['2'] = DIGIT,  ['3'] = DIGIT,  ['4'] = DIGIT,  ['5'] = DIGIT,  ['6'] = DIGIT,  ['7'] = DIGIT,  ['8'] = DIGIT,
    ['9'] = DIGIT,  ['A'] = LETTER, ['B'] = LETTER, ['C'] = LETTER, ['D'] = LETTER, ['E'] = LETTER, ['F'] = LETTER,
    ['G'] = LETTER, ['H'] = LETTER, ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER, ['M'] = LETTER,
    ['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER, ['S'] = LETTER, ['T'] = LETTER,
    ['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER, ['Y'] = LETTER, ['Z'] = LETTER, ['_'] = LETTER,
    ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER, ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER,
    ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER,
    ['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER, ['u'] = LETTER,
    ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER, ['z'] = LETTER,
};

/* Component of a mask or swizzle letter, 4 for others. */
static const uint8_t components[256] = {
    ['x'] = 0 + 8, ['X'] = 0 + 8, ['r'] = 0 + 8, ['R'] = 0 + 8, ['y'] = 1 + 8, ['Y'] = 1 + 8,
    ['g'] = 1 + 8, ['G'] = 1 + 8, ['z'] = 2 + 8, ['Z'] = 2 + 8, ['b'] = 2 + 8, ['B'] = 2 + 8,
    ['w'] = 3 + 8, ['W'] = 3 + 8, ['a'] = 3 + 8, ['A'] = 3 + 8,
};

static uint8_t kind_of(char c)
{
    return kinds[(unsigned char)c];
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && kind_of(*p) == BLANK)
        p++;
    return p;
}

static const char *word_end(const char *p, const char *end)
{
    while (p < end && (kind_of(*p) & (LETTER | DIGIT)) != 0)
        p++;
    return p;
}

/* ---- what the version has ---- */

/* Files whose registers take a mask as destination and a swizzle as source, and stand alone. */
static bool is_plain_file(s9_file file)
{
    return file != S9_FILE_CONSTINT && file != S9_FILE_CONSTBOOL && file != S9_FILE_LOOP && file != S9_FILE_LABEL;
}

static const s9_asm_plain *plain_file(s9_asm_parser *p, s9_file file)
{
    s9_asm_plain *plain = &p->plain[file];
    if (!plain->known) {
        uint32_t count = is_plain_file(file) ? s9_asm_register_info(p, file)->text_count : 0;
        plain->known = true;
        plain->count = count < 2048 ? count : 2048; /* constants of the higher banks are not plain */
        plain->token = count > 0 ? s9_asm_register_token(file, 0) : 0;
    }
    return plain;
}

const s9_asm_known *s9_asm_known_mnemonic(s9_asm_parser *p, uint32_t index)
{
    s9_asm_known *known = &p->known[index];
    if (!known->known) {
        const s9_asm_mnemonic *mnemonic = s9_asm_mnemonic_at(index);
        s9_opcode opcode = (s9_opcode)mnemonic->opcode;
        s9_opcode_kind kind = s9_isa_opcode(opcode)->kind;
        known->known = true;
        known->available = s9_asm_mnemonic_exists(mnemonic, p->version);
        known->shape = s9_isa_shape(p->version, opcode);
        known->plain = known->available && opcode != S9_OP_SETP && (kind == S9_OPK_ARITH || kind == S9_OPK_TEXTURE);
        known->token = s9_isa_opcode(opcode)->number | (uint32_t)mnemonic->controls << 16;
    }
    return known;
}

/* ---- parts of a statement ---- */

/* A register's name and number; NULL when it is none of this version, or not plain. */
static const char *read_register(s9_asm_parser *p, const char *at, const char *end, uint32_t *token)
{
    s9_file file;
    const char *digits = at + 1;
    if (at == end)
        return NULL;
    switch (*at) {
    case 'r':
        file = S9_FILE_TEMP;
        break;
    case 'c':
        file = S9_FILE_CONST;
        break;
    case 'v':
        file = S9_FILE_INPUT;
        break;
    case 't':
        file = S9_FILE_TEXTURE;
        break;
    case 's':
        file = S9_FILE_SAMPLER;
        break;
    default:
        digits = NULL;
        break;
    }
    uint32_t number = 0;
    const char *stop = digits;
    if (digits != NULL) {
        for (; stop < end && kind_of(*stop) == DIGIT && stop - digits < 5; stop++)
            number = number * 10 + (uint32_t)(*stop - '0');
        if (stop == digits || (stop < end && (kind_of(*stop) & (LETTER | DIGIT)) != 0 && *stop != '_'))
            digits = NULL; /* "vPos", "c" */
    }
    if (digits == NULL) {
        s9_asm_register reg;
        stop = word_end(at, end);
        if (!s9_asm_find_register(at, (size_t)(stop - at), &reg) || !reg.numbered)
            return NULL;
        file = reg.file;
        number = reg.number;
        stop = reg.rest;
    }
    const s9_asm_plain *plain = plain_file(p, file);
    if (number >= plain->count)
        return NULL;
    *token = plain->token | number;
    return stop;
}

static const char *read_operand(s9_asm_parser *p, const cursor *c, const char *at, bool destination, draft *d)
{
    const char *start = at, *end = c->end;
    uint32_t token, modifier = S9_MOD_NONE;
    bool minus = !destination && at < end && *at == '-';
    if (minus)
        at = skip_blanks(at + 1, end);
    at = read_register(p, at, end, &token);
    if (at == NULL)
        return NULL;
    if (at < end && *at == '_') {
        const char *stop = word_end(at + 1, end);
        modifier = s9_asm_find_modifier(at + 1, (size_t)(stop - at) - 1);
        if (destination || modifier == S9_MOD_NONE || !s9_asm_modifier_exists(p, (s9_modifier)modifier) ||
            (minus && (modifier == S9_MOD_DZ || modifier == S9_MOD_DW)))
            return NULL;
        at = stop;
    }
    uint32_t selection = destination ? 15u : S9_SWIZZLE_IDENTITY;
    if (at < end && *at == '.') {
        const char *first = ++at;
        uint32_t letter = 0;
        selection = 0;
        for (; at < end && (letter = components[(unsigned char)*at]) != 0 && at - first < 4; at++) {
            letter &= 3u;
            if (destination) {
                if (selection >> letter != 0)
                    return NULL;
                selection |= 1u << letter;
            } else {
                selection |= letter << (2 * (at - first));
            }
        }
        if (at == first)
            return NULL;
        if (!destination)
            for (uint32_t i = (uint32_t)(at - first), last = components[(unsigned char)at[-1]] & 3u; i < 4; i++)
                selection |= last << (2 * i);
    }
    if (at < end && ((kind_of(*at) & (LETTER | DIGIT)) != 0 || *at == '.' || *at == '['))
        return NULL;
    if (minus)
        modifier = modifier == S9_MOD_NONE ? S9_MOD_NEG : modifier + 1;
    d->words[d->word_count++] = token | selection << 16 | modifier << 24;
    d->spans[d->span_count++] =
        (s9_span){c->line, (uint32_t)(start - c->line_start) + 1, (uint32_t)(at - start), c->file, 0};
    return at;
}

/* "_sat_pp" and the like; false when there is anything to say about it. */
static bool read_suffixes(const s9_asm_parser *p, s9_opcode opcode, const char *at, const char *end,
                          uint32_t *modifiers)
{
    uint32_t seen = 0;
    while (at < end) {
        const char *start = at + 1, *stop = start;
        uint32_t value;
        while (stop < end && *stop != '_')
            stop++;
        s9_asm_suffix kind = s9_asm_find_suffix(start, (size_t)(stop - start), &value);
        const char *hint;
        if (kind == S9_ASM_SUFFIX_UNKNOWN || kind == S9_ASM_SUFFIX_COMPARISON || (seen >> kind & 1u) != 0 ||
            s9_asm_suffix_rule(p, opcode, kind, &hint) != NULL)
            return false;
        seen |= 1u << kind;
        *modifiers |= s9_asm_suffix_bits(kind, value);
        at = stop;
    }
    return true;
}

/* ---- statements ---- */

typedef enum ahead {
    NEXT_STATEMENT, /* a word at the start of a line */
    NOT_PLAIN,      /* the statement is complete; what follows is for the parser proper */
    NOT_COMPLETE    /* the statement may go on */
} ahead;

/* From behind a statement to the next one, over comments to a line's end and newlines. */
static ahead look_ahead(cursor *c)
{
    const char *p = c->at, *end = c->end;
    bool fresh = false;
    for (;;) {
        p = skip_blanks(p, end);
        if (p == end) {
            c->at = p;
            return NOT_PLAIN;
        }
        if (*p == '\n') {
            p++;
            c->line++;
            c->line_start = p;
            fresh = true;
            continue;
        }
        if (*p == ';' || (*p == '/' && p + 1 < end && p[1] == '/' && !(p + 2 < end && p[2] == '!'))) {
            p = memchr(p, '\n', (size_t)(end - p));
            if (p == NULL)
                p = end;
            continue;
        }
        if (!fresh || *p == ',' || *p == '[' || *p == '\\' || (*p == '/' && p + 1 < end && p[1] == '*'))
            return NOT_COMPLETE;
        c->at = p;
        return kind_of(*p) == LETTER ? NEXT_STATEMENT : NOT_PLAIN;
    }
}

/* Reads one statement; the cursor goes behind it. False: it is not plain. */
static bool read_statement(s9_asm_parser *p, cursor *c, draft *d)
{
    const char *start = c->at, *end = c->end, *at = start;
    const char *stop = word_end(at, end), *base = memchr(at, '_', (size_t)(stop - at));
    if (base == NULL)
        base = stop;
    int index = s9_asm_find_mnemonic(&p->memo, at, (size_t)(base - at));
    if (index < 0)
        return false;
    const s9_asm_known *known = s9_asm_known_mnemonic(p, (uint32_t)index);
    uint32_t modifiers = 0, operands = known->shape.destinations + (uint32_t)known->shape.sources;
    if (!known->plain || (base < stop && !read_suffixes(p, (s9_opcode)s9_asm_mnemonic_at((uint32_t)index)->opcode, base,
                                                        stop, &modifiers)))
        return false;
    d->word_count = d->span_count = 1;
    at = stop;
    for (uint32_t i = 0; i < operands; i++) {
        at = skip_blanks(at, end);
        if (i > 0) {
            if (at == end || *at != ',')
                return false;
            at = skip_blanks(at + 1, end);
        }
        at = read_operand(p, c, at, i == 0, d);
        if (at == NULL)
            return false;
    }
    d->words[0] = known->token;
    if (p->major >= 2)
        d->words[0] |= (d->word_count - 1) << 24;
    d->words[1] |= modifiers;
    d->spans[0] = (s9_span){c->line, (uint32_t)(start - c->line_start) + 1, (uint32_t)(at - start), c->file, 0};
    c->at = at;
    return true;
}

void s9_asm_plain_statements(s9_asm_parser *p)
{
    s9_asm_lexer *lexer = p->lexer;
    cursor c = {p->token.text, lexer->end, p->token.text - (p->token.column - 1), p->token.line, p->token.file};
    cursor last = c; /* behind the statement read last */
    bool any = false;
    uint32_t length = 0;

    while (s9_asm_reserve(p)) {
        draft d;
        cursor look = c;
        d.words = p->room;
        if (!read_statement(p, &look, &d))
            break;
        cursor behind = look;
        ahead next = look_ahead(&look);
        if (next == NOT_COMPLETE)
            break;
        s9_asm_append(p, d.word_count, d.spans, d.span_count);
        any = true;
        last = behind;
        length = d.spans[d.span_count - 1].length;
        c = look;
        if (next != NEXT_STATEMENT)
            break;
    }
    if (!any)
        return;
    p->partner = true;
    /* The parser proper goes on from here: the token taken last is the last operand. */
    lexer->at = c.at;
    lexer->line = c.line;
    lexer->line_start = c.line_start;
    lexer->fresh = true; /* behind a newline, or at the end */
    p->token.text = last.at - length;
    p->token.length = length;
    p->token.kind = S9_TOK_WORD;
    p->token.flags = 0;
    p->token.line = last.line;
    p->token.column = (uint32_t)(last.at - length - last.line_start) + 1;
    s9_asm_advance(p);
}
