/* SPDX-License-Identifier: MIT */
/* The preprocessor: a token source in front of the lexer. */
#ifndef S9_ASM_PREPROCESS_H
#define S9_ASM_PREPROCESS_H

#include "asm/context.h"

/* Bounds that no source reaches and every macro bomb does. */
enum {
    S9_PP_MOST_TOKENS = 1 << 20, /* that macros turn into */
    S9_PP_MOST_TEXT = 1 << 24,   /* bytes that # and ## make */
    S9_PP_DEEPEST_MACRO = 200,   /* uses inside uses */
    S9_PP_DEEPEST_INCLUDE = 64,
    S9_PP_MOST_INCLUDES = 1 << 14,
    S9_PP_MOST_INCLUDED = 1 << 28, /* bytes of all included files, each as often as it is read */
    S9_PP_DEEPEST_CONDITION = 256, /* parentheses and signs in #if */
    S9_PP_MOST_PARAMETERS = 255
};

/* A token of a macro's text. */
typedef struct s9_pp_part {
    s9_asm_token token;
    uint16_t parameter; /* 1 + its number, or 0 */
    bool stringize;     /* #parameter */
    bool pasted;        /* ## stands between the part before and this one */
} s9_pp_part;

typedef struct s9_pp_macro {
    const char *name;
    uint32_t length, hash;
    bool defined; /* false after #undef: the slot stays */
    bool function;
    uint32_t parameters;
    s9_pp_part *parts;
    uint32_t part_count;
    uint32_t active; /* expansions of it that are going on */
    s9_asm_place place;
} s9_pp_macro;

/* Tokens waiting to be delivered: [at, end) of the stack of tokens. */
typedef struct s9_pp_frame {
    uint32_t start, at, end;
    s9_pp_macro *macro; /* whose text it is, or NULL */
    bool barrier;       /* nothing below is to be read */
} s9_pp_frame;

typedef struct s9_pp_condition {
    s9_asm_token start; /* #if */
    bool taken;         /* a branch was, or none may be */
    bool otherwise;     /* #else was seen */
} s9_pp_condition;

/* A file that waits until the one it includes is through. */
typedef struct s9_pp_reader {
    s9_asm_lexer lexer;
    uint32_t conditions; /* open when it was entered */
} s9_pp_reader;

typedef struct s9_preprocessor {
    s9_asm_source source;
    s9_asm_context *context;
    const s9_include *include;
    s9_asm_lexer lexer;
    uint32_t base_conditions; /* open when the present file was entered */
    uint32_t includes;
    uint64_t included; /* bytes */
    uint32_t tokens;   /* that macros turned into so far */
    uint64_t made;     /* bytes of text that # and ## made so far */
    uint32_t depth;    /* arguments expanded inside arguments */

    s9_asm_token pending; /* read too far ahead in the file */
    bool has_pending;
    uint8_t compiled; /* the first text is a listing of a compiler: 1 no, 2 yes; 0 not looked at */

    struct {
        s9_pp_macro **items; /* open addressing; capacity is a power of two */
        uint32_t count, capacity;
        uint32_t longest; /* name: what is longer need not be looked for */
    } macros;
    struct {
        s9_asm_token *items;
        uint32_t count, capacity;
    } stack; /* of the frames */
    struct {
        s9_asm_token *items;
        uint32_t count, capacity;
    } scratch; /* arguments and directives being read */
    struct {
        uint32_t *items;
        uint32_t count, capacity;
    } ranges; /* where arguments begin and end in the scratch list */
    struct {
        s9_pp_frame *items;
        uint32_t count, capacity;
    } frames;
    struct {
        s9_pp_condition *items;
        uint32_t count, capacity;
    } conditions;
    struct {
        s9_pp_reader *items;
        uint32_t count, capacity;
    } readers;
    struct {
        s9_include_file *items;
        uint32_t count, capacity;
    } opened; /* to be closed at the end */
} s9_preprocessor;

/* `lexer` is where to begin. The context holds the main text and its file. */
void s9_pp_init(s9_preprocessor *pp, s9_asm_context *context, const s9_include *include, const s9_asm_lexer *lexer);
void s9_pp_define(s9_preprocessor *pp, const s9_define *define);
/* Closes what #include opened. */
void s9_pp_finish(s9_preprocessor *pp);

/* ---- between the parts of the preprocessor ---- */

/* The next token of the frames or, below them, the file; directives are not looked at. */
void s9_pp_raw(s9_preprocessor *pp, s9_asm_token *out);
/* Puts the token that s9_pp_raw gave last back. */
void s9_pp_put_back(s9_preprocessor *pp, const s9_asm_token *token);
/* Replaces the token's macro, if it is the use of one; true: what it stands for comes next. */
bool s9_pp_try_replace(s9_preprocessor *pp, s9_asm_token *token);
/* The next token with macros replaced, up to a barrier, or in a directive up to its end. */
void s9_pp_expanded(s9_preprocessor *pp, s9_asm_token *out);

s9_pp_macro *s9_pp_find(s9_preprocessor *pp, const char *name, uint32_t length);
/* #define and #undef, behind their names; the lexer is in directive mode. */
void s9_pp_define_directive(s9_preprocessor *pp, const s9_asm_token *directive);
void s9_pp_undef_directive(s9_preprocessor *pp, const s9_asm_token *directive);
/* Value of the expression of #if or #elif, the rest of the line. False when it is malformed (reported). */
bool s9_pp_condition_value(s9_preprocessor *pp, const s9_asm_token *directive, bool *value);

/* Pushes onto the scratch list; false when out of memory (noted). */
bool s9_pp_keep(s9_preprocessor *pp, const s9_asm_token *token);

#endif
