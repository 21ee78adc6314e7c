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

/*
 * Nothing here looks beyond a newline before it has seen it, and statements are read only where a newline follows in
 * the text (s9_asm_plain_statements sees to it): so a line can be read without asking at each character for the text's
 * end.
 */

/*
 * The item being read: its words, places and operands are written where they are to stay, behind what the program has,
 * and count once the statement is complete.
 */
typedef struct draft {
    s9_item *item;
    uint32_t *words;
    s9_span *spans;
    uint32_t word_count, span_count;
    uint32_t first; /* number of its first word in the stream */
} draft;

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline))
#else
#define INLINE static inline
#define RARE static
#endif

/* OPEN: behind an operand, there is more to it. */
enum {
    LETTER = 1,
    DIGIT = 2,
    BLANK = 4,
    UNDERSCORE = 8,
    DOT = 16,
    WORD = LETTER | DIGIT | UNDERSCORE,
    OPEN = WORD | DOT
};

static const uint8_t kinds[256] = {
    ['\t'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK, ['\r'] = BLANK, [' '] = BLANK,  ['0'] = DIGIT,  ['1'] = DIGIT,
    ['2'] = DIGIT,  ['3'] = DIGIT,  ['4'] = DIGIT,  ['5'] = DIGIT,  ['6'] = DIGIT,  ['7'] = DIGIT,  ['8'] = DIGIT,
    ['9'] = DIGIT,  ['A'] = LETTER, ['B'] = LETTER, ['C'] = LETTER, ['D'] = LETTER, ['E'] = LETTER, ['F'] = LETTER,
    ['G'] = LETTER, ['H'] = LETTER, ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER, ['M'] = LETTER,
    ['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER, ['S'] = LETTER, ['T'] = LETTER,
    ['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER, ['Y'] = LETTER, ['Z'] = LETTER, ['_'] = UNDERSCORE,
    ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER, ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER,
    ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER,
    ['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER, ['u'] = LETTER,
    ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER, ['z'] = LETTER, ['.'] = DOT,    ['['] = DOT,
};

/* 8 + the component of a mask or swizzle letter, 0 for others. */
static const uint8_t components[256] = {
    ['x'] = 8,  ['X'] = 8,  ['r'] = 8,  ['R'] = 8,  ['y'] = 9,  ['Y'] = 9,  ['g'] = 9,  ['G'] = 9,
    ['z'] = 10, ['Z'] = 10, ['b'] = 10, ['B'] = 10, ['w'] = 11, ['W'] = 11, ['a'] = 11, ['A'] = 11,
};

/* 1 + the file of registers with one letter and a number, those that are met most; 0 for others. */
static const uint8_t letter_files[256] = {
    ['r'] = 1 + S9_FILE_TEMP,    ['c'] = 1 + S9_FILE_CONST,   ['v'] = 1 + S9_FILE_INPUT,
    ['t'] = 1 + S9_FILE_TEXTURE, ['s'] = 1 + S9_FILE_SAMPLER, ['a'] = 1 + S9_FILE_ADDR,
};

static uint8_t kind_of(char c)
{
    return kinds[(unsigned char)c];
}

static const char *skip_blanks(const char *p)
{
    while (kind_of(*p) == BLANK)
        p++;
    return p;
}

static const char *word_end(const char *p)
{
    while ((kind_of(*p) & WORD) != 0)
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
    s9_asm_plain *plain = &p->plain[1 + file];
    if (!plain->known) {
        uint32_t count = is_plain_file(file) ? s9_asm_register_info(p, file)->text_count : 0;
        plain->known = true;
        plain->count = count < 2048 ? count : 2048; /* constants of the higher banks are not plain */
        plain->token = count > 0 ? s9_asm_register_token(file, 0) : 0;
    }
    return plain;
}

RARE void learn_mnemonic(const s9_asm_parser *p, uint32_t index, s9_asm_known *known)
{
    const s9_asm_mnemonic *mnemonic = s9_asm_mnemonic_at(index);
    s9_opcode opcode = (s9_opcode)mnemonic->opcode;
    s9_opcode_kind kind = s9_isa_opcode(opcode)->kind;
    known->available = s9_asm_mnemonic_exists(mnemonic, p->version);
    known->shape = s9_isa_shape(p->version, opcode);
    known->opcode = opcode;
    known->plain = !known->available || known->shape.destinations != 1 ? S9_ASM_NOT_PLAIN
                   : opcode == S9_OP_DCL                               ? S9_ASM_PLAIN_DCL
                   : opcode == S9_OP_DEF                               ? S9_ASM_PLAIN_DEF
                   : opcode == S9_OP_SETP                              ? S9_ASM_NOT_PLAIN
                   : kind == S9_OPK_ARITH || kind == S9_OPK_TEXTURE    ? S9_ASM_PLAIN_INSTRUCTION
                                                                       : S9_ASM_NOT_PLAIN;
    known->token = s9_isa_opcode(opcode)->number | (uint32_t)mnemonic->controls << 16;
}

INLINE const s9_asm_known *known_mnemonic(s9_asm_parser *p, uint32_t index)
{
    s9_asm_known *known = &p->known[index];
    if ((p->learned[index / 64] >> index % 64 & 1u) == 0) {
        learn_mnemonic(p, index, known);
        p->learned[index / 64] |= UINT64_C(1) << index % 64;
    }
    return known;
}

const s9_asm_known *s9_asm_known_mnemonic(s9_asm_parser *p, uint32_t index)
{
    return known_mnemonic(p, index);
}

/* ---- parts of a statement ---- */

/*
 * Where the next character stands is decided by branches, which a processor guesses ahead: computing it would have each
 * character wait for the one before. How many letters a mask or swizzle has it cannot guess: that is computed.
 */

/* A register's name and number, however it is written; NULL when it is none of this version, or not plain. */
RARE const char *read_any_register(s9_asm_parser *p, const char *at, uint32_t *token)
{
    uint32_t file = letter_files[(unsigned char)*at], number = 0;
    const char *stop = at + 1;
    if (file != 0 && kind_of(*stop) == DIGIT) {
        file--;
        for (; kind_of(*stop) == DIGIT && stop - at < 6; stop++)
            number = number * 10 + (uint32_t)(*stop - '0');
        if ((kind_of(*stop) & (LETTER | DIGIT)) != 0)
            return NULL;
    } else if (*at == 'c' && *stop == '[') {
        file--;
    } else {
        s9_asm_register reg;
        stop = word_end(at);
        if (!s9_asm_find_register(at, (size_t)(stop - at), &reg) || !reg.numbered)
            return NULL;
        file = reg.file;
        number = reg.number;
        stop = reg.rest;
    }
    const s9_asm_plain *plain = plain_file(p, (s9_file)file);
    if (number >= plain->count)
        return NULL;
    *token = plain->token | number;
    return stop;
}

/*
 * The same for a letter and one or two digits, what follows them is not looked at. Three
 * characters have to be there.
 */
INLINE const char *read_register(s9_asm_parser *p, const char *at, uint32_t *token)
{
    uint32_t file = letter_files[(unsigned char)at[0]];
    uint32_t first = (uint32_t)(unsigned char)at[1] - '0', second = (uint32_t)(unsigned char)at[2] - '0';
    uint32_t two = 0, number = first;
    if (second < 10) {
        two = 1;
        number = first * 10 + second;
    }
    const s9_asm_plain *plain = &p->plain[file];
    if (first >= 10)
        return NULL;
    if (number >= plain->count && (file == 0 || number >= plain_file(p, (s9_file)(file - 1))->count))
        return NULL;
    *token = plain->token | number;
    return at + 2 + two;
}

/*
 * The mask or swizzle, where there is a dot, and what stands for none: `whole`. NULL when no letter follows the dot, or
 * a mask is out of order. Five characters have to be there.
 */
INLINE const char *read_letters(const char *at, bool destination, uint32_t whole, uint32_t *selection)
{
    uint32_t a = components[(unsigned char)at[1]], b = components[(unsigned char)at[2]];
    uint32_t c = components[(unsigned char)at[3]], d = components[(unsigned char)at[4]];
    uint32_t dot = *at == '.', more;
    /* What follows the last letter counts as that letter again. */
    uint32_t count = 1u + (b >> 3) + ((b & c) >> 3) + ((b & c & d) >> 3);
    b = count > 1 ? b : a;
    c = count > 2 ? c : b;
    d = count > 3 ? d : c;
    if (destination) {
        more = (uint32_t)(b > a) + (uint32_t)(c > b) + (uint32_t)(d > c) + 1u;
        *selection = dot ? 1u << (a & 3u) | 1u << (b & 3u) | 1u << (c & 3u) | 1u << (d & 3u) : whole;
        if (dot && (a == 0 || more != count))
            return NULL;
    } else {
        *selection = dot ? (a & 3u) | (b & 3u) << 2 | (c & 3u) << 4 | (d & 3u) << 6 : whole;
        if (dot && a == 0)
            return NULL;
    }
    return at + (dot ? 1u + count : 0u);
}

/*
 * "[a0.x + 3]" or "[aL]" behind a register of a vertex shader, read; NULL when there is more to it. The number is added
 * to the token's, the index token of SM2 and later goes to `relative`.
 */
static const char *read_index(s9_asm_parser *p, const char *at, uint32_t *token, uint32_t *relative)
{
    s9_file file = s9_isa_resolve_file(p->version, s9_operand_type(*token));
    uint32_t allowed = s9_asm_register_info(p, file)->relative, number = 0;
    at = skip_blanks(at + 1);
    if (p->pixel || at[0] != 'a')
        return NULL;
    if (at[1] == '0' && at[2] == '.' && (allowed & S9_REL_A0) != 0) {
        uint32_t component = components[(unsigned char)at[3]];
        if (component == 0 || (p->major == 1 && component != 8))
            return NULL;
        *relative = s9_asm_register_token(S9_FILE_ADDR, 0) | (component & 3u) * 0x55u << 16;
        at += 4;
    } else if (at[1] == 'L' && (allowed & S9_REL_AL) != 0) {
        *relative = s9_asm_register_token(S9_FILE_LOOP, 0) | S9_SWIZZLE_IDENTITY << 16;
        at += 2;
    } else {
        return NULL;
    }
    at = skip_blanks(at);
    if (*at == '+') {
        at = skip_blanks(at + 1);
        const char *digits = at;
        for (; kind_of(*at) == DIGIT && at - digits < 5; at++)
            number = number * 10 + (uint32_t)(*at - '0');
        if (at == digits)
            return NULL;
        at = skip_blanks(at);
    }
    number += s9_operand_number_field(*token);
    if (*at != ']' || number > 2047)
        return NULL;
    *token = (*token & ~0x7FFu) | number | 1u << 13;
    return at + 1;
}

/* The words of an operand; 0: there is no second one. */
typedef struct operand {
    uint32_t token, relative;
} operand;

/*
 * What is not a register with letters alone: an index or a modifier, and whatever stands so near to the end of the text
 * that a look ahead may leave it. The sign is read already.
 */
RARE const char *read_any_operand(s9_asm_parser *p, const char *at, bool destination, uint32_t minus, operand *o)
{
    uint32_t token, modifier = S9_MOD_NONE;
    o->relative = 0;
    at = read_any_register(p, skip_blanks(at), &token);
    if (at == NULL)
        return NULL;
    if (*at == '[') {
        if (destination || (at = read_index(p, at, &token, &o->relative)) == NULL)
            return NULL;
    } else if (*at == '_') {
        const char *stop = word_end(at + 1);
        modifier = s9_asm_find_modifier(at + 1, (size_t)(stop - at) - 1);
        if (destination || modifier == S9_MOD_NONE || !s9_asm_modifier_exists(p, (s9_modifier)modifier) ||
            (minus != 0 && (modifier == S9_MOD_DZ || modifier == S9_MOD_DW)))
            return NULL;
        at = stop;
    }
    /* Letters from a copy: there are no five characters to look at where the text ends. */
    char letters[6] = {0};
    for (uint32_t i = 0; i < 5 && (i == 0 || letters[i - 1] != '\n'); i++)
        letters[i] = at[i];
    uint32_t selection;
    const char *stop = read_letters(letters, destination, destination ? 15u : S9_SWIZZLE_IDENTITY, &selection);
    if (stop == NULL)
        return NULL;
    at += stop - letters;
    if ((kind_of(*at) & OPEN) != 0)
        return NULL;
    o->token = token | selection << 16 | (modifier + minus) << 24;
    if (p->major == 1)
        o->relative = 0;
    return at;
}

INLINE const char *read_operand(s9_asm_parser *p, const cursor *c, const char *at, bool destination, draft *d,
                                s9_operand *out)
{
    const char *start = at;
    operand o = {0, 0};
    uint32_t minus = 0;
    if (!destination && *at == '-') {
        minus = 1;
        at++;
    }
    if (c->end - at < 10) {
        at = read_any_operand(p, at, destination, minus, &o);
    } else {
        uint32_t token, selection;
        const char *name = at;
        at = read_register(p, at, &token);
        selection = destination ? 15u : S9_SWIZZLE_IDENTITY;
        if (at != NULL && *at == '.')
            at = read_letters(at, destination, selection, &selection);
        if (at != NULL && (kind_of(*at) & OPEN) == 0)
            o.token = token | selection << 16 | minus << 24;
        else
            at = read_any_operand(p, name, destination, minus, &o);
    }
    if (at == NULL)
        return NULL;
    uint32_t word = d->word_count++;
    d->words[word] = o.token;
    *out = (s9_operand){o.token, o.relative, (d->first + word) & 0x7FFFFFFFu, o.relative != 0};
    if (o.relative != 0)
        d->words[d->word_count++] = o.relative;
    d->spans[d->span_count++] =
        (s9_span){c->line, (uint32_t)(start - c->line_start) + 1, (uint32_t)(at - start), c->file};
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
static ahead look_ahead(cursor *c, const char *text, size_t *line_starts)
{
    const char *p = c->at, *end = c->end;
    bool fresh = false;
    p += *p == '\r';
    if (*p == '\n') { /* nearly always: a newline, and the next statement behind it */
        p++;
        line_starts[c->line++] = (size_t)(p - text);
        c->line_start = p;
        fresh = true;
    }
    while (end - p > 4 && memcmp(p, "    ", 4) == 0) /* the indentation of listings */
        p += 4;
    for (;;) {
        while (p < end && kind_of(*p) == BLANK)
            p++;
        if (p == end) {
            c->at = p;
            return NOT_PLAIN;
        }
        if (*p == '\n') {
            p++;
            line_starts[c->line++] = (size_t)(p - text);
            c->line_start = p;
            fresh = true;
            continue;
        }
        /* A comment, unless it is a directive to the assembler ("//!comment"), as s9_asm_advance has it. */
        if (*p == ';' || (*p == '/' && p + 1 < end && p[1] == '/' &&
                          !(p + 3 < end && p[2] == '!' && (p[3] == 'c' || p[3] == 't')))) {
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

/* Behind a comma and blanks; NULL when there is none. */
static const char *skip_comma(const char *at)
{
    at = skip_blanks(at);
    return *at == ',' ? skip_blanks(at + 1) : NULL;
}

static const char *read_instruction(s9_asm_parser *p, const cursor *c, const char *base, const char *at,
                                    const s9_asm_known *known, draft *d)
{
    uint32_t modifiers = 0;
    if (base < at && !read_suffixes(p, known->opcode, base, at, &modifiers))
        return NULL;
    s9_item *item = d->item;
    at = read_operand(p, c, skip_blanks(at), true, d, &item->destination);
    if (at == NULL)
        return NULL;
    for (uint32_t i = 0; i < known->shape.sources; i++) {
        at = skip_comma(at);
        if (at == NULL || (at = read_operand(p, c, at, false, d, &item->sources[i])) == NULL)
            return NULL;
    }
    item->source_count = known->shape.sources;
    item->destination.token = d->words[1] |= modifiers;
    return at;
}

/* "dcl_texcoord2 v1.xy", "dcl_2d s0", "dcl t0": what each version has, without modifiers. */
static const char *read_declaration(s9_asm_parser *p, const cursor *c, const char *base, const char *at, draft *d)
{
    const char *name = base + 1, *letters = at;
    size_t length = base < at ? (size_t)(at - name) : 0;
    uint32_t word = 0x80000000u, index = 0;
    bool usage = false, type = false;
    if (base < at && length == 0)
        return NULL;
    if (length > 0) {
        uint32_t number = s9_asm_same(name, length, "2d")       ? 2
                          : s9_asm_same(name, length, "cube")   ? 3
                          : s9_asm_same(name, length, "volume") ? 4
                                                                : 0;
        type = number != 0;
        word |= number << 27;
        if (!type) {
            while (letters > name && kind_of(letters[-1]) == DIGIT)
                letters--;
            for (const char *q = letters; q < at && index < 16; q++)
                index = index * 10 + (uint32_t)(*q - '0');
            int found = s9_isa_usage_of_text(name, (size_t)(letters - name));
            if (found < 0 || index > 15)
                return NULL;
            usage = true;
            word |= (uint32_t)found | index << 16;
        }
    }
    d->words[d->word_count++] = d->item->dcl = word;
    at = read_operand(p, c, skip_blanks(at), true, d, &d->item->destination);
    if (at == NULL)
        return NULL;
    s9_file file = s9_isa_resolve_file(p->version, s9_operand_type(d->words[2]));
    bool plain;
    if (type)
        plain = file == S9_FILE_SAMPLER;
    else if (usage)
        plain = p->pixel ? p->major >= 3 && file == S9_FILE_INPUT : file == S9_FILE_INPUT || file == S9_FILE_OUTPUT;
    else
        plain = p->pixel && (p->major == 2 ? file == S9_FILE_INPUT || file == S9_FILE_TEXTURE : file == S9_FILE_MISC);
    return plain ? at : NULL;
}

/* "def c0, 1, -0.5, 2e-5, 0". */
static const char *read_definition(s9_asm_parser *p, const cursor *c, const char *at, draft *d)
{
    at = skip_blanks(at);
    const char *start = at;
    uint32_t token;
    if (*at != 'c' || (at = read_any_register(p, at, &token)) == NULL)
        return NULL;
    token |= 15u << 16;
    d->words[1] = token;
    d->word_count = 6;
    d->item->destination = (s9_operand){token, 0, (d->first + 1) & 0x7FFFFFFFu, 0};
    d->item->literals = d->words + 2;
    d->item->literal_count = 4;
    d->spans[d->span_count++] =
        (s9_span){c->line, (uint32_t)(start - c->line_start) + 1, (uint32_t)(at - start), c->file};
    for (uint32_t i = 0; i < 4; i++) {
        float value;
        at = skip_comma(at);
        if (at == NULL)
            return NULL;
        size_t used = s9_parse_float(at, (size_t)(c->end - at), &value);
        uint32_t bits = s9_float_bits(value);
        at += used;
        if (used > 0 && (*at == 'f' || *at == 'F'))
            at++;
        if (used == 0 || (bits & 0x7FFFFFFFu) == 0x7F800000u || (kind_of(*at) & WORD) != 0 || *at == '.' || *at == '#')
            return NULL;
        d->words[2 + i] = bits;
    }
    return at;
}

/* An item of the plain kind, without sources and literals so far: all of them write to one register. */
INLINE void begin_item(const s9_asm_parser *p, draft *d, s9_opcode opcode)
{
    s9_program *program = p->program;
    s9_item *item = &program->items.items[program->items.count];
    d->item = item;
    d->words = p->room;
    d->spans = program->span_room;
    d->first = program->end_word;
    d->word_count = d->span_count = 1;
    *item = (s9_item){.words = d->words,
                      .spans = d->spans,
                      .kind = S9_ITEM_INSTRUCTION,
                      .opcode = opcode,
                      .word = program->end_word,
                      .instruction = program->instruction_count,
                      .has_destination = true};
}

/* The item counts now. */
INLINE void end_item(s9_asm_parser *p, const draft *d)
{
    s9_program *program = p->program;
    d->item->word_count = d->word_count;
    program->items.count++;
    program->instruction_count++;
    program->end_word += d->word_count;
    program->span_room += d->span_count;
    program->span_left -= d->span_count;
    p->room += d->word_count;
}

/* Room for one item more, with its words and places; the words of a stream are counted with 30 bits. */
INLINE bool reserve_item(s9_asm_parser *p)
{
    s9_program *program = p->program;
    if (p->room_end - p->room >= S9_ASM_MOST_WORDS && program->items.count < program->items.capacity &&
        program->span_left >= S9_ASM_MOST_SPANS && program->end_word < UINT32_MAX / 8)
        return true;
    if (program->end_word >= UINT32_MAX / 8 || !s9_asm_reserve(p))
        return false;
    if (s9_program_reserve_item(program, S9_ASM_MOST_SPANS))
        return true;
    s9_asm_out_of_memory(p->context);
    return false;
}

/* Reads one statement; the cursor goes behind it. False: it is not plain. */
static bool read_statement(s9_asm_parser *p, cursor *c, draft *d, const s9_asm_known **mnemonic)
{
    const char *start = c->at, *base = start;
    s9_asm_key key = {0, 0};
    if (c->end - start < 8)
        return false;
    if ((kind_of(start[1]) & (LETTER | DIGIT)) != 0 && (kind_of(start[2]) & (LETTER | DIGIT)) != 0 &&
        (kind_of(start[3]) & (LETTER | DIGIT)) == 0) {
        /* three letters: most mnemonics have them */
        key.low = ((unsigned char)start[0] | (uint32_t)(unsigned char)start[1] << 8 |
                   (uint32_t)(unsigned char)start[2] << 16) |
                  0x202020u;
        base += 3;
    }
    for (; (kind_of(*base) & (LETTER | DIGIT)) != 0; base++) {
        if (base - start == S9_ASM_LONGEST_MNEMONIC)
            return false;
        s9_asm_key_add(&key, (size_t)(base - start), *base);
    }
    int index = s9_asm_find_key(key);
    if (index < 0)
        return false;
    const s9_asm_known *known = known_mnemonic(p, (uint32_t)index);
    const char *at = word_end(base);
    begin_item(p, d, known->opcode);
    switch (known->plain) {
    case S9_ASM_PLAIN_INSTRUCTION:
        at = read_instruction(p, c, base, at, known, d);
        break;
    case S9_ASM_PLAIN_DCL:
        at = read_declaration(p, c, base, at, d);
        break;
    case S9_ASM_PLAIN_DEF:
        at = base == at ? read_definition(p, c, at, d) : NULL;
        break;
    default:
        at = NULL;
        break;
    }
    if (at == NULL)
        return false;
    d->words[0] = known->token;
    if (p->major >= 2)
        d->words[0] |= (d->word_count - 1) << 24;
    d->spans[0] = (s9_span){c->line, (uint32_t)(start - c->line_start) + 1, (uint32_t)(at - start), c->file};
    c->at = at;
    *mnemonic = known;
    return true;
}

void s9_asm_plain_statements(s9_asm_parser *p)
{
    s9_asm_lexer *lexer = p->lexer;
    cursor c = {p->token.text, lexer->end, p->token.text - (p->token.column - 1), p->token.line, p->token.file};
    cursor last = c; /* behind the statement read last */
    const s9_asm_known *known = NULL;
    bool any = false;
    uint32_t length = 0;

    if (p->last_newline == NULL) {
        p->last_newline = lexer->end;
        while (p->last_newline > c.at && p->last_newline[-1] != '\n')
            p->last_newline--;
    }
    while (c.at < p->last_newline && reserve_item(p)) {
        draft d;
        cursor look = c;
        if (!read_statement(p, &look, &d, &known))
            break;
        cursor behind = look;
        ahead next = look_ahead(&look, lexer->text, lexer->line_starts);
        if (next == NOT_COMPLETE)
            break;
        end_item(p, &d);
        any = true;
        p->partner = known->plain == S9_ASM_PLAIN_INSTRUCTION;
        last = behind;
        length = d.spans[d.span_count - 1].length;
        c = look;
        if (next != NEXT_STATEMENT)
            break;
    }
    if (!any)
        return;
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
