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

#define S9_STATEMENT_TEXT 512

/* A statement that is being spelled. No spelling comes near the size; what would go beyond it is cut and not exact. */
typedef struct s9_spelling {
    char text[S9_STATEMENT_TEXT];
    size_t size;
    bool exact; /* the text assembles to the same words */
} s9_spelling;

/* Spells an instruction. Co-issued ones begin with "+ "; `may_pair`: there is one before to pair with. */
void s9_spell_item(const s9_program *program, const s9_item *item, bool may_pair, s9_spelling *out);
void s9_spell_destination(const s9_program *program, const s9_item *item, s9_spelling *out);
void s9_spell_source(const s9_program *program, const s9_item *item, uint32_t index, s9_spelling *out);
void s9_spell_predicate(const s9_operand *operand, s9_spelling *out);

void s9_spell(s9_spelling *out, const char *text);
void s9_spell_char(s9_spelling *out, char c);
void s9_spell_number(s9_spelling *out, uint32_t number);
void s9_spell_hex(s9_spelling *out, uint32_t word);
static inline void s9_spell_need(s9_spelling *out, bool condition)
{
    out->exact = out->exact && condition;
}

#endif
