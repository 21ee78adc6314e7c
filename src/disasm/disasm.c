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

/* What a line may take beyond its statement: indentation, a second copy of the statement, offset. */
#define LINE_TEXT (2 * S9_STATEMENT_TEXT + MARGIN + STEP * DEEPEST + 64)

typedef struct printer {
    const s9_program *program;
    s9_disassemble_options options;
    bool remarks; /* something is asked for at the end of lines */
    const s9_naming *naming;
    s9_buffer out;
    uint32_t depth;
    bool may_pair; /* an arithmetic or texture instruction came directly before */
    s9_speller speller;
} printer;

static void number(s9_buffer *out, size_t value)
{
    char text[24];
    s9_buffer_append(out, text, (size_t)(s9_put_number(text, value) - text));
}

static void hex(s9_buffer *out, uint32_t word)
{
    char text[8];
    s9_buffer_append(out, text, (size_t)(s9_put_hex(text, word) - text));
}

/* ---- what other assemblers pass over ---- */

static void print_comment_block(printer *p, const s9_item *item)
{
    const uint32_t *words = item->words + 1;
    uint32_t count = item->word_count - 1;
    /* 11 characters a word, 8 a line of eight words; what is copied in excess of a word stays inside that. */
    char *at = s9_buffer_room(&p->out, (size_t)count * 12 + 64);
    if (at == NULL)
        return;
    at = s9_put_text(at, "    //!comment ");
    at = s9_put_number(at, count);
    *at++ = '\n';
    for (uint32_t i = 0; i < count;) {
        memcpy(at, "    //!", 7);
        at += 7;
        uint32_t end = count - i < 8 ? count : i + 8;
        for (; i < end; i++) {
            memcpy(at, " 0x", 4);
            at = s9_put_hex(at + 3, words[i]);
        }
        *at++ = '\n';
    }
    s9_buffer_written(&p->out, at);
}

static void print_trailing(printer *p)
{
    size_t count = p->program->trailing_size;
    s9_buffer_text(&p->out, "    //!trailing ");
    number(&p->out, count);
    s9_buffer_char(&p->out, '\n');
    for (size_t i = 0; i < count;) {
        char line[7 + 32 * 3 + 1], *at = line;
        at = s9_put_text(at, "    //!");
        for (size_t end = count - i < 32 ? count : i + 32; i < end; i++) {
            *at++ = ' ';
            memcpy(at, s9_hex_pairs + 2 * p->program->trailing[i], 2);
            at += 2;
        }
        *at++ = '\n';
        s9_buffer_append(&p->out, line, (size_t)(at - line));
    }
}

static void print_raw(printer *p, const s9_item *item)
{
    s9_buffer_text(&p->out, ".raw");
    for (uint32_t i = 0; i < item->word_count; i++) {
        s9_buffer_text(&p->out, i > 0 ? ", 0x" : " 0x");
        hex(&p->out, item->words[i]);
    }
}

/* ---- instructions ---- */

/*
 * The comment at the line's end: what raw words mean (`meaning`, empty otherwise), where the instruction stands, which
 * words it has, which constants it reads.
 */
static void print_remarks(printer *p, const s9_item *item, size_t line_start, const char *meaning, size_t length)
{
    bool aligned = p->options.offsets || p->options.tokens;
    if (length > 0 || aligned) {
        static const char blanks[COMMENT_COLUMN + 1] = "                                            ";
        size_t width = p->out.size - line_start;
        s9_buffer_append(&p->out, blanks, width + 2 <= COMMENT_COLUMN ? COMMENT_COLUMN - width : 2);
        s9_buffer_text(&p->out, "//");
    }
    if (length > 0) {
        s9_buffer_char(&p->out, ' ');
        s9_buffer_append(&p->out, meaning, length);
    }
    if (p->options.offsets) {
        uint32_t offset = item->word * 4, digits = 2;
        while (digits < 8 && offset >> (4 * digits) != 0)
            digits++;
        s9_buffer_text(&p->out, " +0x");
        while (digits-- > 0)
            s9_buffer_char(&p->out, "0123456789abcdef"[offset >> (4 * digits) & 0xFu]); /* as messages have it */
    }
    if (p->options.tokens) {
        s9_buffer_char(&p->out, ' ');
        for (uint32_t i = 0; i < item->word_count; i++) {
            s9_buffer_char(&p->out, ' ');
            hex(&p->out, item->words[i]);
        }
    }
    if (p->naming != NULL && item->kind == S9_ITEM_INSTRUCTION)
        s9_print_names(p->naming, item, length > 0 || aligned ? "  " : "  // ", &p->out);
}

/* The plus sign of a pair stands in the two columns before the mnemonic. */
static char *put_indentation(uint32_t depth, bool paired, char *at)
{
    static const char blanks[] = "                                                                    ";
    _Static_assert(sizeof blanks > MARGIN + STEP * DEEPEST, "too few blanks for the deepest block");
    size_t count = MARGIN + STEP * (depth < DEEPEST ? depth : DEEPEST) - (paired ? 2u : 0u);
    memcpy(at, blanks, 16);
    if (count > 16)
        memcpy(at, blanks, count);
    return at + count;
}

/* Blocks are counted where they open and close; the indentation of this line is returned. */
static uint32_t follow_blocks(printer *p, s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_IF:
    case S9_OP_IFC:
    case S9_OP_LOOP:
    case S9_OP_REP:
        return p->depth++;
    case S9_OP_ENDIF:
    case S9_OP_ENDLOOP:
    case S9_OP_ENDREP:
        return p->depth > 0 ? --p->depth : 0;
    case S9_OP_ELSE:
        return p->depth > 0 ? p->depth - 1 : 0;
    default:
        return p->depth;
    }
}

static void print_instruction(printer *p, const s9_item *item)
{
    s9_opcode_kind kind = item->opcode == S9_OP_UNKNOWN ? S9_OPK_MARK : s9_isa_opcode(item->opcode)->kind;
    uint32_t depth = kind == S9_OPK_FLOW ? follow_blocks(p, item->opcode) : p->depth;
    size_t line_start = p->out.size;
    char *start = s9_buffer_room(&p->out, LINE_TEXT);
    if (start == NULL)
        return;
    char *text = put_indentation(depth, s9_token_coissue(item->words[0]), start);
    char *at = s9_spell_item(&p->speller, item, p->may_pair, text);
    bool exact = p->speller.exact;
    if (exact && !p->remarks) {
        *at++ = '\n';
        s9_buffer_written(&p->out, at);
    } else {
        char meaning[S9_STATEMENT_TEXT];
        size_t length = exact ? 0 : (size_t)(at - text);
        if (!exact) {
            memcpy(meaning, text, length);
            at = put_indentation(depth, false, start);
        }
        s9_buffer_written(&p->out, at);
        if (!exact)
            print_raw(p, item);
        print_remarks(p, item, line_start, meaning, length);
        s9_buffer_char(&p->out, '\n');
    }
    p->may_pair = exact && (kind == S9_OPK_ARITH || kind == S9_OPK_TEXTURE);
}

static void print_version(printer *p)
{
    s9_buffer_text(&p->out, "    ");
    if (p->program->version_exact) {
        s9_buffer_text(&p->out, p->program->version_text);
    } else {
        s9_buffer_text(&p->out, ".version 0x");
        hex(&p->out, p->program->version_token);
    }
    s9_buffer_char(&p->out, '\n');
}

s9_result s9_disassemble(const s9_program *program, const s9_allocator *allocator,
                         const s9_disassemble_options *options, s9_blob *out)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (program == NULL)
        return S9_ERROR_ARGUMENT;
    printer p = {.program = program};
    if (!s9_read_options(&p.options, sizeof p.options, options) ||
        (p.options.names == NULL && p.options.name_count > 0))
        return S9_ERROR_ARGUMENT;
    s9_naming *naming;
    s9_result result = s9_naming_create(program, &p.options, allocator, &naming);
    if (result != S9_OK)
        return result;
    p.naming = naming;
    p.remarks = p.options.offsets || p.options.tokens || naming != NULL;
    s9_speller_init(&p.speller, program);
    p.speller.shortest = p.options.exact;
    s9_buffer_init(&p.out, allocator);
    /* Most texts need less, few a little more. */
    s9_buffer_reserve(&p.out, (size_t)program->end_word * 12 + program->trailing_size * 3 + LINE_TEXT + 64);
    if (naming != NULL)
        s9_print_registers(naming, &p.out);
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
    s9_naming_destroy(naming);
    return s9_buffer_to_blob(&p.out, out);
}
