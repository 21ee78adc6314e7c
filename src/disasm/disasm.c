/* SPDX-License-Identifier: MIT */
/*
 * A shader as text that assembles to the same bytes. Whatever the language cannot spell has a form of its own:
 * `.version 0x...` a version token, `.raw 0x..., 0x...` the words of an instruction, and in comments, so that other
 * assemblers pass over them, `//!comment N` with N words a comment block, `//!trailing N` the N bytes behind the end
 * token.
 */
#include "disasm/disasm.h"

#define MARGIN 4u
#define STEP 2u
#define COMMENT_COLUMN 44u
/* Legal shaders nest 24 and a few levels; a bound keeps the text of hostile ones linear in their size. */
#define DEEPEST 32u

typedef struct printer {
    const s9_program *program;
    s9_disassemble_options options;
    s9_buffer out;
    uint32_t depth;
    bool may_pair; /* an arithmetic or texture instruction came directly before */
    s9_spelling spelling;
} printer;

static void blanks(s9_buffer *out, size_t count)
{
    static const char many[] = "                                                                ";
    while (count > 0) {
        size_t some = count < sizeof many - 1 ? count : sizeof many - 1;
        s9_buffer_append(out, many, some);
        count -= some;
    }
}

static void hex_of(s9_buffer *out, uint32_t value, uint32_t digits, const char *letters)
{
    char text[8];
    for (uint32_t i = 0; i < digits; i++)
        text[i] = letters[value >> (4 * (digits - 1 - i)) & 0xFu];
    s9_buffer_append(out, text, digits);
}

static void hex(s9_buffer *out, uint32_t value, uint32_t digits)
{
    hex_of(out, value, digits, "0123456789ABCDEF");
}

static void number(s9_buffer *out, size_t value)
{
    char digits[24];
    size_t n = sizeof digits;
    do
        digits[--n] = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    s9_buffer_append(out, digits + n, sizeof digits - n);
}

/* One line of a block that is hidden from other assemblers: the margin, the mark, then items of `digits` digits. */
typedef struct hidden_line {
    char text[MARGIN + 3 + 32 * 3 + 1];
    size_t size;
} hidden_line;

static void hidden_start(hidden_line *line)
{
    memset(line->text, ' ', MARGIN);
    memcpy(line->text + MARGIN, "//!", 3);
    line->size = MARGIN + 3;
}

static void hidden_item(hidden_line *line, const char *prefix, uint32_t value, uint32_t digits)
{
    while (*prefix != '\0')
        line->text[line->size++] = *prefix++;
    for (uint32_t i = digits; i-- > 0;)
        line->text[line->size++] = "0123456789ABCDEF"[value >> (4 * i) & 0xFu];
}

static void hidden_end(printer *p, hidden_line *line)
{
    line->text[line->size++] = '\n';
    s9_buffer_append(&p->out, line->text, line->size);
}

static void print_comment_block(printer *p, const s9_item *item)
{
    uint32_t count = item->word_count - 1;
    s9_buffer_text(&p->out, "    //!comment ");
    number(&p->out, count);
    s9_buffer_char(&p->out, '\n');
    for (uint32_t i = 0; i < count; i += 8) {
        hidden_line line;
        hidden_start(&line);
        for (uint32_t k = i; k < count && k < i + 8; k++)
            hidden_item(&line, " 0x", item->words[k + 1], 8);
        hidden_end(p, &line);
    }
}

static void print_trailing(printer *p)
{
    size_t count = p->program->trailing_size;
    s9_buffer_text(&p->out, "    //!trailing ");
    number(&p->out, count);
    s9_buffer_char(&p->out, '\n');
    for (size_t i = 0; i < count; i += 32) {
        hidden_line line;
        hidden_start(&line);
        for (size_t k = i; k < count && k < i + 32; k++)
            hidden_item(&line, " ", p->program->trailing[k], 2);
        hidden_end(p, &line);
    }
}

static void print_raw(printer *p, const s9_item *item)
{
    s9_buffer_text(&p->out, ".raw");
    for (uint32_t i = 0; i < item->word_count; i++) {
        s9_buffer_text(&p->out, i > 0 ? ", 0x" : " 0x");
        hex(&p->out, item->words[i], 8);
    }
}

/* The comment at the line's end: what raw words mean, where the instruction stands, which words it has. */
static void print_remarks(printer *p, const s9_item *item, size_t line_start, bool raw)
{
    bool meaning = raw && item->kind == S9_ITEM_INSTRUCTION;
    if (!meaning && !p->options.offsets && !p->options.tokens)
        return;
    size_t width = p->out.size - line_start;
    blanks(&p->out, width + 2 <= COMMENT_COLUMN ? COMMENT_COLUMN - width : 2);
    s9_buffer_text(&p->out, "//");
    if (meaning) {
        s9_buffer_char(&p->out, ' ');
        s9_buffer_append(&p->out, p->spelling.text, p->spelling.size);
    }
    if (p->options.offsets) {
        uint32_t offset = item->word * 4, digits = 2;
        while (digits < 8 && offset >> (4 * digits) != 0)
            digits++;
        s9_buffer_text(&p->out, " +0x");
        hex_of(&p->out, offset, digits, "0123456789abcdef"); /* as positions of messages have it */
    }
    if (p->options.tokens) {
        s9_buffer_char(&p->out, ' ');
        for (uint32_t i = 0; i < item->word_count; i++) {
            s9_buffer_char(&p->out, ' ');
            hex(&p->out, item->words[i], 8);
        }
    }
}

static bool opens_block(s9_opcode opcode)
{
    return opcode == S9_OP_IF || opcode == S9_OP_IFC || opcode == S9_OP_LOOP || opcode == S9_OP_REP;
}

static bool closes_block(s9_opcode opcode)
{
    return opcode == S9_OP_ENDIF || opcode == S9_OP_ENDLOOP || opcode == S9_OP_ENDREP;
}

static void print_instruction(printer *p, const s9_item *item)
{
    s9_spell_item(p->program, item, p->may_pair, &p->spelling);
    bool raw = !p->spelling.exact;
    bool paired = !raw && s9_token_coissue(item->words[0]);
    if (closes_block(item->opcode) && p->depth > 0)
        p->depth--;
    uint32_t depth = p->depth - (item->opcode == S9_OP_ELSE && p->depth > 0 ? 1u : 0u);
    size_t start = p->out.size;
    /* The plus sign of a pair stands in the two columns before the mnemonic. */
    blanks(&p->out, MARGIN + STEP * (depth < DEEPEST ? depth : DEEPEST) - (paired ? 2u : 0u));
    if (raw)
        print_raw(p, item);
    else
        s9_buffer_append(&p->out, p->spelling.text, p->spelling.size);
    print_remarks(p, item, start, raw);
    s9_buffer_char(&p->out, '\n');
    if (opens_block(item->opcode))
        p->depth++;
    s9_opcode_kind kind = item->opcode == S9_OP_UNKNOWN ? S9_OPK_MARK : s9_isa_opcode(item->opcode)->kind;
    p->may_pair = !raw && (kind == S9_OPK_ARITH || kind == S9_OPK_TEXTURE);
}

static void print_version(printer *p)
{
    blanks(&p->out, MARGIN);
    if (p->program->version_exact) {
        s9_buffer_text(&p->out, p->program->version_text);
    } else {
        s9_buffer_text(&p->out, ".version 0x");
        hex(&p->out, p->program->version_token, 8);
    }
    s9_buffer_char(&p->out, '\n');
}

s9_result s9_disassemble(const s9_program *program, const s9_allocator *allocator,
                         const s9_disassemble_options *options, s9_blob *out)
{
    if (program == NULL || out == NULL)
        return S9_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    printer p;
    memset(&p, 0, sizeof p);
    p.program = program;
    if (!s9_read_options(&p.options, sizeof p.options, options))
        return S9_ERROR_ARGUMENT;
    s9_buffer_init(&p.out, allocator);
    s9_buffer_reserve(&p.out, (size_t)program->end_word * 12 + program->trailing_size * 3 + 64);
    print_version(&p);
    for (uint32_t i = 0; i < program->items.count && !p.out.failed; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->kind != S9_ITEM_COMMENT)
            print_instruction(&p, item);
        else if (!p.options.no_comments)
            print_comment_block(&p, item);
    }
    if (program->trailing_size > 0 && !p.options.no_comments)
        print_trailing(&p);
    return s9_buffer_to_blob(&p.out, out);
}
