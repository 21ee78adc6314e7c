/* SPDX-License-Identifier: MIT */
/*
 * program - the shader as written. Every token, comment and source position survives: the words of a decoded stream stand
 * unchanged in the instructions, so that encoding is writing them out again. Decoded fields are read from the words by the
 * functions below; nothing is stored twice.
 *
 * A program is built by `bytecode` (from tokens) or `asm` (from text), and read by everybody else.
 */
#ifndef S9_PROGRAM_PROGRAM_H
#define S9_PROGRAM_PROGRAM_H

#include "isa/isa.h"

/* A place in a text. */
typedef struct s9_span {
    uint32_t line, column, length; /* from 1; length in bytes */
    uint32_t file;                 /* index into s9_program.files */
} s9_span;

/*
 * A destination, source, label or predicate operand: its token, and the relative-address token where there is one. Kept
 * small, as items are: large programs are read and written at the speed of memory.
 */
typedef struct s9_operand {
    uint32_t token;
    uint32_t relative;         /* the extra token of SM2 and later */
    uint32_t word : 31;        /* index of the token in the encoded stream */
    uint32_t has_relative : 1; /* an extra token is present */
} s9_operand;

#define S9_MAX_SOURCES 4

typedef enum s9_item_kind {
    S9_ITEM_INSTRUCTION,
    S9_ITEM_COMMENT, /* words: the comment token, then its payload */
    S9_ITEM_RAW      /* an unknown opcode or an instruction whose words do not fit its form: words as they are */
} s9_item_kind;

/*
 * One item of the stream. For S9_ITEM_INSTRUCTION the words are, in this order: token, DCL word (dcl), destination and its
 * relative token, predicate (when bit 28 is set), sources with their relative tokens, literals. `words` points at all of
 * them, `word_count` counts them; the operands below repeat what s9_program_index_operands found there.
 */
typedef struct s9_item {
    uint32_t *words;
    const uint32_t *literals;
    /* In a text, the places of the statement (mnemonic to its last operand) and then of its operands; NULL for tokens. */
    const s9_span *spans;
    s9_item_kind kind;
    s9_opcode opcode; /* S9_OP_UNKNOWN for comments and unknown opcodes; set for RAW items with a known opcode */
    uint32_t word_count;
    uint32_t word;        /* index of words[0] in the encoded stream; the version token is word 0 */
    uint32_t instruction; /* index among the items that are no comments */
    uint32_t dcl;         /* the DCL word */
    bool has_destination, has_predicate;
    bool refused; /* text that the assembler has refused: opcode and destination are known, the rest is not judged */
    uint8_t source_count, literal_count;
    s9_operand destination;
    s9_operand predicate;
    s9_operand sources[S9_MAX_SOURCES];
} s9_item;

struct s9_program {
    s9_arena arena;
    uint32_t version_token;
    s9_version version; /* how the version token is treated */
    bool version_exact; /* the token is that version's own */
    s9_span version_span;
    const char *const *files; /* names for spans; files[0] is the main file (NULL when unnamed) */
    uint32_t file_count;
    const char *source; /* text that was assembled (copy), for carets; NULL for tokens */
    size_t source_size;
    /*
     * What to add to a line of file i to find it in `source`, where included files follow the main text and #line renames
     * parts of it. NULL: there is one file, and nothing to add.
     */
    const int64_t *file_lines;
    const size_t *line_starts; /* where each line of the source starts; made by s9_program_finish */
    uint32_t line_count;

    struct {
        s9_item *items;
        uint32_t count, capacity;
    } items;
    s9_span *span_room; /* for the places of items to come: */
    size_t span_left;   /* how many there are */
    uint32_t instruction_count;
    uint32_t end_word; /* index of the end token */
    const uint8_t *trailing; /* bytes behind the end token */
    size_t trailing_size;
    char version_text[16];
};

/* ---- building ---- */

/*
 * An empty program of a version (copies of all strings and words go into its arena). NULL when out of memory, or when the
 * token is no version token that s9_isa_version_of_token knows (check before).
 */
s9_program *s9_program_create(const s9_allocator *allocator, uint32_t version_token);
/*
 * The same in one allocation with `room` bytes more, for what is known to be put into its arena (S9_ARENA_ROUND of each
 * size).
 */
s9_program *s9_program_create_with(const s9_allocator *allocator, uint32_t version_token, size_t room);
/* Room for that many items in all, before the first is appended, so that the list need not grow. False: out of memory. */
bool s9_program_reserve_items(s9_program *program, uint32_t count);

/*
 * Appends an item from `word_count` words (copied). Comments are recognised by their token; a known opcode whose words fit
 * its shape becomes an INSTRUCTION, everything else RAW. Returns the item (valid until the next append), NULL when out of
 * memory. For text, s9_program_set_spans follows.
 */
s9_item *s9_program_append(s9_program *program, const uint32_t *words, uint32_t word_count);
/* The same without the copy: the words must live as long as the program. */
s9_item *s9_program_append_view(s9_program *program, uint32_t *words, uint32_t word_count);
/*
 * Keeps the places of an item in its text: that of the statement, then those of its operands in the order of their words.
 * Operands beyond `count` have none. False when out of memory.
 */
bool s9_program_set_spans(s9_program *program, s9_item *item, const s9_span *spans, uint32_t count);
/*
 * Room for an item at the end of the list, and for that many places at span_room, for whom writes both in place: s9_item
 * and counts must then be what s9_program_append_view and s9_program_set_spans make them. False when out of memory.
 */
bool s9_program_reserve_item(s9_program *program, uint32_t spans);
/* How many places a block has that is made when there is room for `items` more. */
size_t s9_program_span_block(uint32_t items);
/*
 * Fills the operands of an item from its words (kind, opcode, words, word_count, word are set, the rest is zero). False,
 * and no operands, when the words do not fit the opcode's form in this version.
 */
bool s9_program_index_operands(const s9_program *program, s9_item *item);

/* Call after the last item: counts instructions, places the end token, finds the lines of the source. */
void s9_program_finish(s9_program *program);

/* ---- fields of tokens ---- */

/* A comment: [15:0] = 0xFFFE, bit 31 clear; [30:16] words follow. */
static inline bool s9_token_is_comment(uint32_t token)
{
    return (token & 0x8000FFFFu) == 0xFFFEu;
}
static inline uint32_t s9_token_comment_words(uint32_t token)
{
    return token >> 16 & 0x7FFFu;
}
static inline uint32_t s9_token_controls(uint32_t token)
{
    return token >> 16 & 0xFFu;
}
static inline bool s9_token_predicated(uint32_t token)
{
    return (token >> 28 & 1u) != 0;
}
static inline bool s9_token_coissue(uint32_t token)
{
    return (token >> 30 & 1u) != 0;
}
static inline uint32_t s9_token_length(uint32_t token)
{
    return token >> 24 & 0xFu;
}
/* Register type and number as the token has them. */
static inline uint32_t s9_operand_type(uint32_t token)
{
    return (token >> 28 & 7u) | (token >> 8 & 0x18u);
}
static inline uint32_t s9_operand_number_field(uint32_t token)
{
    return token & 0x7FFu;
}
static inline bool s9_operand_is_relative(uint32_t token)
{
    return (token >> 13 & 1u) != 0;
}
static inline uint32_t s9_operand_mask(uint32_t token)
{
    return token >> 16 & 0xFu;
}
static inline uint32_t s9_operand_result_modifiers(uint32_t token)
{
    return token >> 20 & 0xFu;
}
static inline uint32_t s9_operand_shift(uint32_t token)
{
    return token >> 24 & 0xFu;
}
static inline uint32_t s9_operand_swizzle(uint32_t token)
{
    return token >> 16 & 0xFFu;
}
/* Component read into position i (0..3). */
static inline uint32_t s9_swizzle_component(uint32_t swizzle, uint32_t i)
{
    return swizzle >> (2 * i) & 3u;
}
static inline uint32_t s9_operand_modifier(uint32_t token)
{
    return token >> 24 & 0xFu;
}
#define S9_SWIZZLE_IDENTITY 0xE4u
static inline bool s9_swizzle_is_replicate(uint32_t swizzle)
{
    return swizzle == (swizzle & 3u) * 0x55u;
}

/* The file and register number of an operand (CONST2..4 added up). */
static inline s9_file s9_operand_file(const s9_program *program, uint32_t token)
{
    return s9_isa_resolve_file(program->version, s9_operand_type(token));
}
static inline uint32_t s9_operand_number(uint32_t token)
{
    uint32_t type = s9_operand_type(token);
    uint32_t number = s9_operand_number_field(token);
    return type >= S9_TYPE_CONST2 && type <= S9_TYPE_CONST4 ? number + 2048u * (type - S9_TYPE_CONST2 + 1) : number;
}

/* DCL word. */
static inline uint32_t s9_dcl_usage(uint32_t dcl)
{
    return dcl & 0x1Fu;
}
static inline uint32_t s9_dcl_index(uint32_t dcl)
{
    return dcl >> 16 & 0xFu;
}
static inline uint32_t s9_dcl_texture_type(uint32_t dcl)
{
    return dcl >> 27 & 0xFu;
}

/* The index register of a relative operand: ADDR or LOOP, and its component (SM1: a0.x, no token). */
typedef struct s9_index {
    s9_file file;
    uint32_t component;
} s9_index;
s9_index s9_operand_index(const s9_program *program, const s9_operand *operand);

#define S9_TOKEN_END 0x0000FFFFu
#define S9_TOKEN_COMMENT 0xFFFEu
#define S9_TOKEN_PHASE 0xFFFDu

/*
 * Components of source `index` that the instruction uses for its result, before the swizzle is applied (positions): bit i set
 * when position i is read. Follows the destination mask for component-wise opcodes, xyz for dp3, and so on; the texture
 * coordinate components by the declared sampler type are the caller's business (xyzw is returned for texture coordinates).
 */
uint32_t s9_item_source_positions(const s9_program *program, const s9_item *item, uint32_t index);
/* The same as register components after the swizzle. */
uint32_t s9_item_source_components(const s9_program *program, const s9_item *item, uint32_t index);

/* The place of an operand of the item, or of its statement (operand NULL); NULL for tokens. */
const s9_span *s9_item_span(const s9_item *item, const s9_operand *operand);
/* The same; the statement's for an operand without a place, the version statement's without an item. */
const s9_span *s9_program_span(const s9_program *program, const s9_item *item, const s9_operand *operand);
/*
 * Position for diagnostics: text position where the program came from text, byte offset, token and instruction index
 * otherwise. `operand` may be NULL (the whole item), and so may `item` (the version).
 */
s9_position s9_program_position(const s9_program *program, const s9_item *item, const s9_operand *operand);
/* The source line that a span lies in (text programs): start and length; NULL otherwise. */
const char *s9_program_source_line(const s9_program *program, const s9_span *span, size_t *length);

#endif
