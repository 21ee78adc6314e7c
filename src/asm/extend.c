/* SPDX-License-Identifier: MIT */
/*
 * What assembly has no words for, so that every token stream has a text:
 *
 *   .version 0xFFFE0207           the version statement of a version without a spelling
 *   .raw 0x00000001, 0x800F0000   words, as one instruction
 *   //!comment 3                  a comment block, its payload in the "//!" lines that follow
 *   //! 0x42415443 0x0000001C 0x00000000
 *   //!trailing 2                 bytes behind the end token
 *   //! 00 ff
 *   //!constant float4 tint : c0  a name for registers (constants.c)
 */
#include "asm/parser.h"

/* ---- dot statements ---- */

static bool word_value(s9_asm_parser *p, uint32_t *value)
{
    const s9_asm_token *t = &p->token;
    bool good = t->kind == S9_TOK_NUMBER && t->length >= 3 && t->length <= 10 && t->text[0] == '0' &&
                s9_asm_lower(t->text[1]) == 'x';
    *value = 0;
    for (uint32_t i = 2; good && i < t->length; i++) {
        uint32_t digit = s9_asm_hex(t->text[i]);
        good = digit < 16;
        *value = *value << 4 | (digit & 15u);
    }
    if (!good) {
        s9_asm_expected(p, NULL, "0x and up to eight hexadecimal digits", "a word");
        return false;
    }
    s9_asm_advance(p);
    return true;
}

static bool is_word(const s9_asm_parser *p, const char *name)
{
    return p->token.kind == S9_TOK_WORD && s9_asm_same(p->token.text, p->token.length, name);
}

/* Behind a dot where the version statement is expected. */
bool s9_asm_version_directive(s9_asm_parser *p)
{
    uint32_t value;
    bool exact;
    if (!is_word(p, "version")) {
        s9_asm_error(p->context, "V001", &p->token, NULL, "the first statement is the version");
        return false;
    }
    s9_asm_advance(p);
    s9_asm_token number = p->token;
    if (!word_value(p, &value))
        return false;
    if (s9_isa_version_of_token(value, &exact) == S9_VERSION_COUNT) {
        s9_asm_error(p->context, "V002", &number,
                     "0xFFFEmmnn is a vertex, 0xFFFFmmnn a pixel shader; shader9 reads majors 1 to 3",
                     "0x%08X is no version token", (unsigned)value);
        return false;
    }
    p->version_token = value;
    return true;
}

/* Why a reader of the stream would not find the end of these words where it is; NULL when it does. */
static const char *walk_fault(const s9_asm_parser *p, const uint32_t *words, uint32_t count)
{
    uint32_t lead = words[0], counted = 1;
    if (lead == S9_TOKEN_END)
        return "the end token is written by the assembler";
    if (s9_token_is_comment(lead))
        return s9_token_comment_words(lead) == count - 1 ? NULL : "the comment token states another number of words";
    if (p->major >= 2)
        return s9_token_length(lead) == count - 1 ? NULL
                                                  : "the length field of the first word states another number of words";
    /* SM1: as many words as the opcode has literals behind its operands, then parameters, which have bit 31 set. */
    s9_opcode opcode = lead >> 31 == 0 ? s9_isa_opcode_of_number(lead & 0xFFFFu) : S9_OP_UNKNOWN;
    if (opcode != S9_OP_UNKNOWN && s9_isa_opcode(opcode)->literals > 0) {
        s9_shape shape = s9_isa_shape(p->version, opcode);
        counted += (uint32_t)shape.dcl + shape.destinations + shape.sources + shape.literals;
        if (count < counted)
            return "the instruction has literals, and words are missing";
    }
    for (uint32_t i = counted; i < count; i++)
        if (words[i] >> 31 == 0)
            return "bit 31 of a parameter is set: this word begins another instruction";
    return NULL;
}

void s9_asm_dot_statement(s9_asm_parser *p)
{
    s9_asm_token first = p->token;
    char shown[S9_ASM_DESCRIPTION];
    s9_asm_advance(p);
    if (is_word(p, "version")) {
        s9_asm_token all = first;
        all.length = p->token.column + p->token.length - first.column;
        s9_asm_error(p->context, "V003", &all,
                     "one text is one shader: choose it by its number, or take the others out",
                     "a second version statement");
        s9_asm_advance(p);
        s9_asm_skip_statement(p);
        return;
    }
    if (p->token.kind == '.') {
        while (p->token.kind == '.' && !s9_asm_at_line_start(p))
            s9_asm_advance(p);
        s9_asm_token dots = s9_asm_stretch(p, &first);
        s9_asm_error(p->context, NULL, &dots, NULL, "an instruction is expected, not %s",
                     s9_asm_describe(&dots, shown));
        s9_asm_skip_statement(p);
        return;
    }
    if (!is_word(p, "raw")) {
        s9_asm_error(p->context, NULL, &p->token, "statements with a dot are .raw and .version",
                     "'raw' is expected behind the dot, not %s", s9_asm_describe(&p->token, shown));
        s9_asm_skip_statement(p);
        return;
    }
    s9_asm_advance(p);

    uint32_t value;
    p->words.count = 0;
    for (;;) {
        if (!word_value(p, &value)) {
            s9_asm_skip_statement(p);
            return;
        }
        if (!S9_PUSH(&p->context->arena, &p->words, value)) {
            s9_asm_out_of_memory(p->context);
            return;
        }
        if (p->token.kind != ',')
            break;
        s9_asm_advance(p);
    }
    uint32_t count = p->words.count;
    const char *fault = walk_fault(p, p->words.items, count);
    if (fault != NULL) {
        s9_asm_token all = s9_asm_stretch(p, &first);
        s9_asm_error(p->context, NULL, &all, NULL, "%s", fault);
        return;
    }
    s9_span span = s9_asm_span(p, &first, &p->last);
    s9_asm_append_words(p, p->words.items, count, &span);
    p->partner = true;
}

/* ---- "//!" lines ---- */

typedef struct line_reader {
    const char *at, *end;
} line_reader;

static void skip_blanks(line_reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
        r->at++;
}

/* Reads a decimal number that ends at a blank or the line's end. */
static bool read_count(line_reader *r, uint32_t *value)
{
    skip_blanks(r);
    const char *start = r->at;
    uint64_t n = 0;
    for (; r->at < r->end && s9_asm_is_digit(*r->at); r->at++)
        if (n <= UINT32_MAX)
            n = n * 10 + (uint32_t)(*r->at - '0');
    bool good = r->at > start && n <= UINT32_MAX;
    *value = (uint32_t)n;
    skip_blanks(r);
    return good && r->at == r->end;
}

/* Reads exactly `digits` hexadecimal digits, behind "0x" for a word, that end at a blank or the line's end. */
static bool read_hex(line_reader *r, uint32_t digits, uint32_t *value)
{
    *value = 0;
    if (digits == 8) {
        if (r->end - r->at < 2 || r->at[0] != '0' || s9_asm_lower(r->at[1]) != 'x')
            return false;
        r->at += 2;
    }
    for (uint32_t i = 0; i < digits; i++) {
        uint32_t digit = r->at < r->end ? s9_asm_hex(*r->at) : 16u;
        if (digit > 15)
            return false;
        *value = *value << 4 | digit;
        r->at++;
    }
    return r->at == r->end || *r->at == ' ' || *r->at == '\t';
}

/*
 * Reads the data of a directive from the lines that follow: `count` values of so many digits each. False when a line is
 * malformed or the number differs (reported).
 */
static bool read_data(s9_asm_parser *p, const s9_asm_token *head, uint32_t count, uint32_t digits)
{
    uint32_t found = 0;
    bool good = true;
    while (p->token.kind == S9_TOK_EXTENSION) {
        line_reader r = {p->token.text + 3, p->token.text + p->token.length};
        if (r.at < r.end && *r.at != ' ' && *r.at != '\t')
            break; /* the next directive */
        skip_blanks(&r);
        uint32_t value;
        if (found == count) {
            line_reader look = r;
            if (!read_hex(&look, digits, &value))
                break; /* a remark in words */
        }
        for (; good && r.at < r.end; found++) {
            const char *start = r.at;
            if (!read_hex(&r, digits, &value)) {
                s9_asm_token at = p->token;
                at.column += (uint32_t)(start - at.text);
                at.length = 1;
                s9_asm_error(p->context, NULL, &at,
                             digits == 8 ? "words are written as 0x00000000" : "bytes are written as 00",
                             "malformed data");
                good = false;
            } else if (digits == 8) {
                good = found >= count || S9_PUSH(&p->context->arena, &p->words, value);
            } else {
                good = found >= count || S9_PUSH(&p->context->arena, &p->trailing, (uint8_t)value);
            }
            skip_blanks(&r);
        }
        if (p->context->arena.failed) {
            s9_asm_out_of_memory(p->context);
            return false;
        }
        s9_asm_advance(p);
    }
    if (good && found != count) {
        s9_asm_error(p->context, NULL, head, NULL, "%u values are announced, %u are here", (unsigned)count,
                     (unsigned)found);
        good = false;
    }
    return good;
}

static bool begins_with(const s9_asm_token *t, const char *name)
{
    size_t length = strlen(name);
    return t->length >= 3 + length && memcmp(t->text + 3, name, length) == 0 &&
           (t->length == 3 + length || t->text[3 + length] == ' ' || t->text[3 + length] == '\t');
}

void s9_asm_extension(s9_asm_parser *p)
{
    s9_asm_token head = p->token;
    bool comment = begins_with(&head, "comment"), trailing = begins_with(&head, "trailing");
    if (begins_with(&head, "constant")) {
        (void)s9_asm_constant(p, &head);
        s9_asm_advance(p);
        return;
    }
    if (!comment && !trailing) { /* a comment in the style of a documentation generator */
        s9_asm_advance(p);
        return;
    }
    line_reader r = {head.text + (comment ? 10 : 11), head.text + head.length};
    if (p->program != NULL)
        p->words.count = 0;
    uint32_t count, word = p->words.count, byte = p->trailing.count;
    bool good = read_count(&r, &count) && (!comment || count <= 0x7FFF);
    if (!good)
        s9_asm_error(p->context, NULL, &head,
                     comment ? "//!comment and the number of words, at most 32767"
                             : "//!trailing and the number of bytes",
                     "malformed directive");
    if (good && comment && !S9_PUSH(&p->context->arena, &p->words, count << 16 | S9_TOKEN_COMMENT)) {
        s9_asm_out_of_memory(p->context);
        return;
    }
    p->extensions = true;
    s9_asm_advance(p);
    if (good)
        good = read_data(p, &head, count, comment ? 8 : 2);
    p->extensions = false;
    /* Data lines of a directive that was refused are comments now. */
    while (p->token.kind == S9_TOK_EXTENSION && !begins_with(&p->token, "comment") &&
           !begins_with(&p->token, "trailing") && !begins_with(&p->token, "constant"))
        s9_asm_advance(p);
    if (p->context->memory)
        return;
    if (!good) {
        p->words.count = word;
        p->trailing.count = byte;
    } else if (comment) {
        s9_asm_early block = {word, p->words.count - word, s9_asm_span(p, &head, &head)};
        if (p->program != NULL)
            s9_asm_append_words(p, p->words.items, block.count, &block.span);
        else if (!S9_PUSH(&p->context->arena, &p->early, block))
            s9_asm_out_of_memory(p->context);
    }
}
