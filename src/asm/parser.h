/* SPDX-License-Identifier: MIT */
/* The parser: tokens of a source to words with spans. */
#ifndef S9_ASM_PARSER_H
#define S9_ASM_PARSER_H

#include "asm/keywords.h"

#include <shader9/reflect.h>

/* An operand on its way to its tokens. */
typedef struct s9_asm_operand {
    s9_file file;
    uint32_t number;
    uint32_t token, relative;
    bool has_relative;
    bool exists;        /* the version has the register */
    s9_asm_token first; /* where it begins, for messages */
    s9_span span;
} s9_asm_operand;

#define S9_ASM_MOST_WORDS 16u /* of one instruction */
#define S9_ASM_MOST_SPANS 8u  /* statement, destination, predicate, sources */

/* A statement on its way to an item. */
typedef struct s9_asm_statement {
    s9_asm_token first;
    s9_asm_token mnemonic;
    uint32_t token; /* opcode token without its length */
    bool coissue, bad;
    bool has_dcl, has_destination, has_predicate;
    uint32_t dcl;
    s9_asm_operand destination, predicate, sources[S9_MAX_SOURCES];
    uint32_t source_count;
    uint32_t literals[4];
    uint32_t literal_count;
    /* Of the operand being read, where its instruction has rules of its own: for a register that cannot stand there,
     * and for a modifier that does not exist. */
    const char *register_rule, *modifier_rule;
    bool register_refused; /* by that rule */
} s9_asm_statement;

/* A comment block that stands before the version statement: words of the list, up to the next one's. */
typedef struct s9_asm_early {
    uint32_t word, count;
    s9_span span;
} s9_asm_early;

/* A mnemonic in this version, found out when it is first met. */
typedef enum s9_asm_form {
    S9_ASM_NOT_PLAIN,
    S9_ASM_PLAIN_INSTRUCTION, /* a destination and sources, no rules on what they are */
    S9_ASM_PLAIN_DCL,
    S9_ASM_PLAIN_DEF
} s9_asm_form;

typedef struct s9_asm_known {
    bool available;
    s9_asm_form plain;
    s9_opcode opcode;
    s9_shape shape;
    uint32_t token; /* opcode and controls */
} s9_asm_known;

/* A register file in this version, as far as its registers are plain: a number and nothing else to check. */
typedef struct s9_asm_plain {
    bool known;
    uint32_t count;
    uint32_t token; /* of register 0, without mask and swizzle */
} s9_asm_plain;

typedef enum s9_asm_answer {
    S9_ASM_DONE,
    S9_ASM_NO_VERSION /* the text does not begin with a version statement: nothing was reported yet */
} s9_asm_answer;

typedef struct s9_asm_parser {
    s9_asm_context *context;
    s9_asm_source *source;
    s9_asm_lexer *lexer; /* the source, where that is the lexer itself, else NULL */
    s9_asm_token token;  /* the next one */
    s9_asm_token last;   /* the one taken before */
    bool extensions;     /* "//!" lines with data are tokens, too */

    uint32_t version_token;
    s9_version version;
    uint32_t major;
    bool pixel;
    bool partner;                        /* an instruction stands before that a '+' may pair with */
    uint32_t missing_ifs, missing_loops; /* open blocks of opcodes that the version does not have */
    s9_span version_span;

    uint64_t learned[(S9_ASM_MOST_MNEMONICS + 63) / 64]; /* which of the known mnemonics are filled */
    s9_asm_plain plain[1 + S9_FILE_COUNT];               /* at 1 + the file; the first has no registers */
    const s9_register_info *registers[S9_FILE_COUNT];    /* of this version, found when first asked */

    const s9_allocator *allocator;
    s9_program *program;       /* made at the version statement */
    uint32_t line_count;       /* of the text */
    size_t *line_starts;       /* that the lexer notes; NULL behind the preprocessor */
    const char *last_newline;  /* behind it; plain statements stand before it */
    uint32_t *room, *room_end; /* words of the program's arena that no item has yet */
    struct {
        uint32_t *items;
        uint32_t count, capacity;
    } words; /* a list being read */
    struct {
        s9_asm_early *items;
        uint32_t count, capacity;
    } early; /* comment blocks before the version statement */
    struct {
        uint8_t *items;
        uint32_t count, capacity;
    } trailing;
    struct {
        s9_constant *items;
        uint32_t count, capacity;
        s9_asm_token head;                     /* of the first line */
    } constants;                               /* of "//!constant" lines */
    s9_asm_known known[S9_ASM_MOST_MNEMONICS]; /* the last member: it is not cleared */
} s9_asm_parser;

/* Parses to the end of the source; `lexer` is it, when it is a lexer, else NULL. The context's first text is the main
 * one. */
s9_asm_answer s9_asm_parse(s9_asm_parser *parser, s9_asm_context *context, s9_asm_source *source, s9_asm_lexer *lexer,
                           const s9_allocator *allocator);
/* The program of what was parsed, with its texts and what stands behind its end token; NULL when out of memory. */
s9_program *s9_asm_output(s9_asm_parser *parser);

/* ---- between the parts of the parser ---- */

void s9_asm_advance(s9_asm_parser *p);
/* Takes the token if it is of the kind. */
bool s9_asm_accept(s9_asm_parser *p, uint8_t kind);
s9_span s9_asm_span(const s9_asm_parser *p, const s9_asm_token *first, const s9_asm_token *last);
/* The token stretched to the end of the one taken last, where both are on one line: what a message points at. */
s9_asm_token s9_asm_stretch(const s9_asm_parser *p, const s9_asm_token *first);
/* Whether the next token is the first of its line, or ends the text. */
bool s9_asm_at_line_start(const s9_asm_parser *p);
/*
 * Reports that something else should stand here: at the next token, or behind the last one where that ended the line.
 * `what` is "a comma" and the like.
 */
void s9_asm_expected(s9_asm_parser *p, const char *rule, const char *hint, const char *what);
/* Skips to the next statement: the next line that the one before does not continue with a comma. */
void s9_asm_skip_statement(s9_asm_parser *p);
/* Skips to a comma or the next statement. */
void s9_asm_skip_operand(s9_asm_parser *p);
/* Whether an operand can begin with the next token, which stands on the same line as the one before. */
bool s9_asm_operand_follows(const s9_asm_parser *p);
void s9_asm_emit(s9_asm_parser *p, s9_asm_statement *st);
/* Where refused statements are kept: an item that says no more than its opcode and what it writes. */
void s9_asm_emit_refused(s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode);

/* Makes the program, of the parser's version token. False when out of memory (noted), like the others here. */
bool s9_asm_begin(s9_asm_parser *p);
/* Room for the words of one instruction: at least S9_ASM_MOST_WORDS from p->room on. */
bool s9_asm_reserve(s9_asm_parser *p);
/* Makes an item of the first `count` words of the room; the spans are the statement's and its operands'. */
void s9_asm_append(s9_asm_parser *p, uint32_t count, const s9_span *spans, uint32_t span_count);
/* The same for what was refused. */
void s9_asm_append_refused(s9_asm_parser *p, uint32_t count, const s9_span *spans, uint32_t span_count);
/* Makes an item of other words, which are copied. */
void s9_asm_append_words(s9_asm_parser *p, const uint32_t *words, uint32_t count, const s9_span *span);
const s9_asm_known *s9_asm_known_mnemonic(s9_asm_parser *p, uint32_t index);
/* The rule that a suffix breaks in this version and on this opcode, and what to say about it; NULL: it may stand. */
const char *s9_asm_suffix_rule(const s9_asm_parser *p, s9_opcode opcode, s9_asm_suffix kind, const char **hint);
/* Its bits in a destination token. */
uint32_t s9_asm_suffix_bits(s9_asm_suffix kind, uint32_t value);
bool s9_asm_modifier_exists(const s9_asm_parser *p, s9_modifier modifier);
/* Reads as many statements as are plain, from the next token on; needs the lexer. */
void s9_asm_plain_statements(s9_asm_parser *p);

const s9_register_info *s9_asm_register_info(s9_asm_parser *p, s9_file file);

/* Where an operand stands decides on its rules. */
typedef enum s9_asm_slot {
    S9_ASM_DESTINATION,
    S9_ASM_SOURCE,
    S9_ASM_LABEL_SLOT, /* source that may be a label */
    S9_ASM_CONDITION,  /* of if and callnz: a missing p0 has its own rule there */
    S9_ASM_DECLARED,   /* destination of a dcl */
    S9_ASM_DEFINED     /* destination of a def */
} s9_asm_slot;

/*
 * Reads an operand. False when there is none, or none that could be read to its end (reported, unless muted): the
 * caller skips. An operand that breaks a rule is reported, makes the statement bad, and gives true.
 */
bool s9_asm_read_operand(s9_asm_parser *p, s9_asm_statement *st, s9_asm_slot slot, s9_asm_operand *out);
/* The token of a register without mask, swizzle and modifier. */
uint32_t s9_asm_register_token(s9_file file, uint32_t number);
/* A component letter's number, or -1. */
int s9_asm_component(char letter);

/* Rule of an opcode that the version lacks, of a register number that is too high, of a file that is missing. */
const char *s9_asm_missing_opcode_rule(const s9_asm_parser *p, s9_opcode opcode);
const char *s9_asm_range_rule(const s9_asm_parser *p, s9_file file, s9_asm_slot slot);
/* Sets the rules of operand `index` of an instruction; the destination has none. */
void s9_asm_operand_rules(const s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode, bool destination,
                          uint32_t index);
/* Whether a missing opcode closes a block that a missing opcode has opened: one fault, told once. */
bool s9_asm_closes_missing(s9_asm_parser *p, s9_opcode opcode);
/* NULL when the file may stand there; `exists` tells whether the version has it. */
const char *s9_asm_missing_file_rule(const s9_asm_parser *p, s9_file file, s9_asm_slot slot, bool exists);
/* What to use instead, or NULL. */
const char *s9_asm_missing_file_hint(const s9_asm_parser *p, s9_file file);
#define S9_ASM_HINT_TEXT 256 /* room for the hint below */
/* `asked` is the opcode, which may be the comparing form of the mnemonic's. */
const char *s9_asm_missing_opcode_hint(const s9_asm_parser *p, const s9_asm_mnemonic *mnemonic, s9_opcode asked,
                                       char *out);

/* Statements with forms of their own; the mnemonic is the token taken last. */
void s9_asm_declaration(s9_asm_parser *p, s9_asm_statement *st);
void s9_asm_definition(s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode);
/* ".raw", ".version" and "//!" lines. */
void s9_asm_dot_statement(s9_asm_parser *p);
bool s9_asm_version_directive(s9_asm_parser *p);
void s9_asm_extension(s9_asm_parser *p);
/* Reads a "//!constant" line. False when it is refused (reported) or memory ran out. */
bool s9_asm_constant(s9_asm_parser *p, const s9_asm_token *head);
/* Puts the table of such lines in front of the program. False when out of memory. */
bool s9_asm_constant_table(s9_asm_parser *p);

#endif
