/* SPDX-License-Identifier: MIT */
/* disasm - program to text: one instruction for a message, or a whole shader that assembles to the same tokens. */
#ifndef S9_DISASM_DISASM_H
#define S9_DISASM_DISASM_H

#include "program/program.h"

/*
 * Appends one item as a statement, without indentation and line end: its text as far as there is one, for messages and
 * traces. What the language cannot spell is shown with '?' (an unknown opcode as its words).
 */
void s9_print_item(const s9_program *program, const s9_item *item, s9_buffer *out);

/* ---- inside the room ---- */

/*
 * Text is written straight to where it goes: each function takes the place of its first character, writes, and returns
 * the place behind its last one. Whoever spells a statement has seen to it that there is room for any statement.
 * Short words are copied whole, with what follows them in their table, and the next one is written over the excess:
 * that is many times as fast as a loop over letters.
 */

/* Bytes to keep free for a statement: no spelling comes near, excess included. */
#define S9_STATEMENT_TEXT 512

/* A statement is being spelled: what is needed to know about the program, and what was found out. */
typedef struct s9_speller {
    const s9_program *program;
    const s9_register_info *registers; /* of the version, by file */
    const uint8_t *files;              /* s9_file by type number */
    uint32_t major;
    bool pixel;
    uint32_t modifiers;                /* source modifiers that have a text for any register, bit by bit */
    bool shortest;                     /* floats by their shortest digits instead of nine */
    bool exact;                        /* result: the text of the last statement assembles to the same words */
    uint8_t available[S9_OP_COUNT];    /* 0 not asked yet, 1 the version does not have the opcode, 2 it has */
} s9_speller;

void s9_speller_init(s9_speller *s, const s9_program *program);

/* Spells an instruction. Co-issued ones begin with "+ "; `may_pair`: there is one before to pair with. */
char *s9_spell_item(s9_speller *s, const s9_item *item, bool may_pair, char *at);
char *s9_spell_destination(s9_speller *s, const s9_item *item, char *at);
/* `plain_opcode`: a source may be any register that has components. */
char *s9_spell_source(s9_speller *s, const s9_item *item, uint32_t index, bool plain_opcode, char *at);
char *s9_spell_predicate(s9_speller *s, const s9_operand *operand, char *at);

static inline void s9_spell_need(s9_speller *s, bool condition)
{
    if (!condition)
        s->exact = false;
}

/* ---- words.c: short texts ---- */

typedef struct s9_word {
    char text[15];
    uint8_t size;
} s9_word;

typedef struct s9_short_word {
    char text[7];
    uint8_t size;
} s9_short_word;

static inline char *s9_put_word(char *at, const s9_word *word)
{
    memcpy(at, word, sizeof *word);
    return at + word->size;
}

static inline char *s9_put_short(char *at, const s9_short_word *word)
{
    memcpy(at, word, sizeof *word);
    return at + word->size;
}

static inline char *s9_put_text(char *at, const char *text)
{
    size_t size = strlen(text);
    memcpy(at, text, size);
    return at + size;
}

/* ".xyz" by mask, "" for the full one; ".yzxw" by swizzle, "" for identity. */
extern const s9_short_word s9_mask_words[16];
extern const s9_short_word s9_swizzle_words[256];
/* "0" .. "99". */
extern const struct s9_number_word {
    char text[3];
    uint8_t size;
} s9_number_words[100];
/* "00" .. "FF", without separators. */
extern const char s9_hex_pairs[512];

char *s9_put_large_number(char *at, size_t number);
static inline char *s9_put_number(char *at, size_t number)
{
    if (number >= 100)
        return s9_put_large_number(at, number);
    memcpy(at, &s9_number_words[number], sizeof s9_number_words[number]);
    return at + s9_number_words[number].size;
}

/* Eight digits. */
static inline char *s9_put_hex(char *at, uint32_t word)
{
    memcpy(at, s9_hex_pairs + 2 * (word >> 24), 2);
    memcpy(at + 2, s9_hex_pairs + 2 * (word >> 16 & 0xFFu), 2);
    memcpy(at + 4, s9_hex_pairs + 2 * (word >> 8 & 0xFFu), 2);
    memcpy(at + 6, s9_hex_pairs + 2 * (word & 0xFFu), 2);
    return at + 8;
}

/* ---- names.c: constants by the names of their source ---- */

typedef struct s9_naming s9_naming;

/* Takes the names of the options; NULL and S9_OK when there are none. */
s9_result s9_naming_create(const s9_program *program, const s9_disassemble_options *options,
                           const s9_allocator *allocator, s9_naming **out);
void s9_naming_destroy(s9_naming *naming);
/* The table of registers that stands before the shader. */
void s9_print_registers(const s9_naming *naming, s9_buffer *out);
/* The names of the constants that an instruction reads or declares, separated by commas; returns whether there were any. */
bool s9_print_names(const s9_naming *naming, const s9_item *item, const char *before, s9_buffer *out);

#endif
