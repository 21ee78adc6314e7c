/* SPDX-License-Identifier: MIT */
/*
 * mutate - breaks legal programs on purpose, one rule each. A mutation looks for a place in a program where it can
 * break its rule, changes it, and says which rule the validator must name then. Which one that is, it knows from the
 * rules themselves, not from the validator.
 */
#ifndef MUTATE_MUTATE_H
#define MUTATE_MUTATE_H

#include "oracle/random.h"
#include "program/program.h"

#include <shader9/check.h>

/* A legal program, taken apart. */
typedef struct subject {
    s9_program *program;
    char *text;     /* as assembly */
    uint32_t *code; /* as words, up to the end token */
    uint32_t code_count;
    const s9_item **items; /* without comments */
    uint32_t item_count;
    uint32_t start;      /* word where the first executable instruction stands */
    uint32_t end;        /* word behind the last one of the main program: a ret, or the end token */
    uint8_t written[32]; /* components of r# that some instruction writes */
    uint32_t temps;      /* r# that occur, as a set of bits */
    uint32_t inputs, textures, outputs, samplers; /* declared */
    bool has_flow, has_routines, has_relative, has_phase;
} subject;

/* Takes a program apart, and over; false when memory is missing. */
bool subject_open(subject *s, s9_program *program);
void subject_close(subject *s);

/* A program with a fault: words, or a text. */
typedef struct mutant {
    const subject *from;
    random_source *random;
    uint32_t *words;
    uint32_t count, capacity;
    char *text;         /* NULL: it is made of words */
    const char *rule;   /* that the validator must name */
    const char *preset; /* target, or NULL */
} mutant;

void mutant_free(mutant *m);

typedef struct mutation {
    const char *name;
    bool (*apply)(mutant *m); /* false: the program has no place for it */
} mutation;

typedef struct mutation_family {
    const char *name;
    const mutation *items;
    uint32_t count;
} mutation_family;

extern const mutation_family mutations_of_stream, mutations_of_declarations, mutations_of_registers,
    mutations_of_values, mutations_of_flow, mutations_of_outputs, mutations_of_ps1, mutations_of_limits,
    mutations_of_text;

/* All of them, one after the other; NULL behind the last. */
const mutation *mutation_at(uint32_t index);
/* Breaks the program; `m` is to be freed. False, when there is no place or memory is missing. */
bool mutate(const subject *s, const mutation *how, random_source *random, mutant *m);

/* ---- for the mutations ---- */

/* The rule to be named; always true. */
bool names(mutant *m, const char *rule);

static inline s9_version version_of(const mutant *m)
{
    return m->from->program->version;
}
static inline uint32_t major_of(const mutant *m)
{
    return s9_version_major(version_of(m));
}
static inline bool is_pixel(const mutant *m)
{
    return s9_version_is_pixel(version_of(m));
}
static inline bool is_ps1(const mutant *m)
{
    return is_pixel(m) && major_of(m) == 1;
}
static inline bool is_ps13(const mutant *m)
{
    return is_ps1(m) && version_of(m) != S9_PS_1_4;
}

/* An instruction that fits, at random; NULL when none does. */
typedef bool (*item_test)(const mutant *m, const s9_item *item);
const s9_item *some_item(const mutant *m, item_test fits);
/* A source that fits, and its instruction; `index` is its place among the sources. */
typedef bool (*source_test)(const mutant *m, const s9_item *item, uint32_t index);
const s9_item *some_source(const mutant *m, source_test fits, uint32_t *index);

/* Tokens of operands. */
uint32_t destination_token(s9_file file, uint32_t number, uint32_t mask);
uint32_t source_token(s9_file file, uint32_t number, uint32_t swizzle);
static inline uint32_t with_modifier(uint32_t token, uint32_t modifier)
{
    return (token & ~0x0F000000u) | modifier << 24;
}
static inline uint32_t with_swizzle(uint32_t token, uint32_t swizzle)
{
    return (token & ~0x00FF0000u) | swizzle << 16;
}
static inline uint32_t with_mask(uint32_t token, uint32_t mask)
{
    return (token & ~0x000F0000u) | mask << 16;
}
static inline uint32_t with_number(uint32_t token, uint32_t number)
{
    return (token & ~0x000007FFu) | number;
}
/* The register of another token: type and number. */
static inline uint32_t with_register(uint32_t token, uint32_t other)
{
    const uint32_t bits = 0x70001FFFu;
    return (token & ~bits) | (other & bits);
}
uint32_t opcode_token(const mutant *m, s9_opcode opcode, uint32_t length);

/* Changes of words; they are numbered as in the legal program as long as none was put in or taken out before them. */
void set_word(mutant *m, uint32_t at, uint32_t word);
void insert_words(mutant *m, uint32_t at, const uint32_t *words, uint32_t count);
void remove_words(mutant *m, uint32_t at, uint32_t count);
static inline void remove_item(mutant *m, const s9_item *item)
{
    remove_words(m, item->word, item->word_count);
}
/* Puts an instruction in: its operands, the first of them the destination if it has one. */
void insert_instruction(mutant *m, uint32_t at, s9_opcode opcode, uint32_t operand_count, const uint32_t *operands);
#define INSERT(m, at, opcode, ...)                                                                    \
    insert_instruction(m, at, opcode, (uint32_t)(sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t)), \
                       (uint32_t[]){__VA_ARGS__})
/* An instruction without operands. */
void insert_plain(mutant *m, uint32_t at, s9_opcode opcode);

/* A temporary that does not occur; false when all do. */
bool free_temp(const mutant *m, uint32_t *number);
/* Number of r# of the version. */
uint32_t temp_count(const mutant *m);
/* The index of the item in the list. */
uint32_t index_of(const mutant *m, const s9_item *item);

/* Kinds of instructions. */
static inline s9_opcode_kind kind_of(const s9_item *item)
{
    return s9_isa_opcode(item->opcode)->kind;
}
bool is_arithmetic(const mutant *m, const s9_item *item);
/* texld, texldp, texldb of SM2 up. */
bool is_texld(const mutant *m, const s9_item *item);
/* It has a sampler operand. */
bool has_sampler(const mutant *m, const s9_item *item);
/* Arithmetic whose operands have no rules of their own: not mova, setp, sincos, a matrix product and the like. */
bool is_ordinary(const mutant *m, const s9_item *item);
bool is_declaration(const mutant *m, const s9_item *item);
s9_file file_of(const mutant *m, const s9_operand *operand);
static inline s9_file destination_file(const mutant *m, const s9_item *item)
{
    return item->has_destination ? file_of(m, &item->destination) : S9_FILE_UNKNOWN;
}

enum {
    MASK_ALL = 15,
    SWIZZLE_NONE = 0xE4,
    SWIZZLE_X = 0x00,
    SWIZZLE_W = 0xFF,
    SWIZZLE_YZXW = 0xC9,
    SWIZZLE_WRONG = 0x39
};

#endif
