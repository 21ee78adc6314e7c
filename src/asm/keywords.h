/* SPDX-License-Identifier: MIT */
/* The words of the language: mnemonics, suffixes, registers. Any case is read. */
#ifndef S9_ASM_KEYWORDS_H
#define S9_ASM_KEYWORDS_H

#include "asm/context.h"

#define S9_ASM_LONGEST_MNEMONIC 16u

typedef struct s9_asm_mnemonic {
    char text[S9_ASM_LONGEST_MNEMONIC]; /* padded with NULs */
    uint8_t length;
    uint8_t opcode;
    uint8_t controls; /* of texldp, texldb */
} s9_asm_mnemonic;

uint32_t s9_asm_mnemonic_count(void);
const s9_asm_mnemonic *s9_asm_mnemonic_at(uint32_t index);
/* A word of at most 16 letters and digits as a number: its bytes in lower case, the first one lowest. */
typedef struct s9_asm_key {
    uint64_t low, high;
} s9_asm_key;

/* Adds the letter or digit at place `i`; bit 5 tells lower from upper case, and digits have it. */
static inline void s9_asm_key_add(s9_asm_key *key, size_t i, char c)
{
    uint64_t letter = (unsigned char)c | 0x20u;
    if (i < 8)
        key->low |= letter << (8 * i);
    else
        key->high |= letter << (8 * (i - 8));
}

extern const s9_asm_mnemonic s9_asm_mnemonics[];

static inline bool s9_asm_has_key(const s9_asm_mnemonic *mnemonic, s9_asm_key key)
{
    const char *text = mnemonic->text;
    return (s9_read_u32(text) | (uint64_t)s9_read_u32(text + 4) << 32) == key.low &&
           (s9_read_u32(text + 8) | (uint64_t)s9_read_u32(text + 12) << 32) == key.high;
}

/* A hash that is another one for each mnemonic; the factor was found by trying. */
static inline uint32_t s9_asm_key_slot(s9_asm_key key)
{
    return (uint32_t)((key.low ^ key.high * 31u) * UINT64_C(0x46ECA65676D3DB39) >> 56);
}

/* 1 + index of the mnemonic that has the slot, or 0. */
extern const uint8_t s9_asm_mnemonic_slots[256];

/* Index of the mnemonic of a key, or -1. */
static inline int s9_asm_find_key(s9_asm_key key)
{
    int index = (int)s9_asm_mnemonic_slots[s9_asm_key_slot(key)] - 1;
    return index >= 0 && s9_asm_has_key(&s9_asm_mnemonics[index], key) ? index : -1;
}
/* Index of the mnemonic, or -1. */
int s9_asm_find_mnemonic(const char *text, size_t length);
#define S9_ASM_MOST_MNEMONICS 96u
bool s9_asm_mnemonic_exists(const s9_asm_mnemonic *mnemonic, s9_version version);
/* Bit i: the mnemonic exists in version i. */
uint32_t s9_asm_mnemonic_versions(const s9_asm_mnemonic *mnemonic);
/* Writes "vs_2_0 or later, or ps_1_1 to ps_1_4" (at most 128 bytes). */
#define S9_ASM_VERSIONS_TEXT 128
const char *s9_asm_versions_text(uint32_t versions, char *out);

/* A suffix of a mnemonic, without its underscore. */
typedef enum s9_asm_suffix {
    S9_ASM_SUFFIX_UNKNOWN,
    S9_ASM_SUFFIX_COMPARISON, /* value: 1..6 */
    S9_ASM_SUFFIX_SHIFT,      /* value: the nibble */
    S9_ASM_SUFFIX_SAT,
    S9_ASM_SUFFIX_PP,
    S9_ASM_SUFFIX_CENTROID
} s9_asm_suffix;
/* "did you mean '_sat'?" for a misspelt suffix, or NULL. */
const char *s9_asm_nearest_suffix(const char *text, size_t length);
s9_asm_suffix s9_asm_find_suffix(const char *text, size_t length, uint32_t *value);

/* S9_MOD_* of "bias", "bx2", "x2", "dz", "db", "dw", "da", "abs"; S9_MOD_NONE for others. */
s9_modifier s9_asm_find_modifier(const char *text, size_t length);

typedef struct s9_asm_register {
    s9_file file;
    uint32_t number;
    bool numbered;    /* the number was written, or is part of the name ("oPos") */
    const char *rest; /* what follows the name inside the word: "_bx2", or nothing */
    size_t rest_length;
} s9_asm_register;
/* Takes "r12", "c", "oPos", "aL", "v0_abs"; false when the word is no register. */
bool s9_asm_find_register(const char *text, size_t length, s9_asm_register *out);
/* Whether one letter added, dropped, changed or swapped with its neighbour makes lower-case `name` of the text. */
bool s9_asm_one_letter_off(const char *text, size_t length, const char *name);
/* The register name nearest to a misspelt one, or NULL. */
const char *s9_asm_nearest_register(const char *text, size_t length);

#endif
