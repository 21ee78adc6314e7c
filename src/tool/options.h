/* SPDX-License-Identifier: MIT */
/*
 * options - what may be written on the command line. One table of verbs and one of options: parsing, --help and
 * everything else that has to know them reads these tables.
 */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "text.h"

struct tool;

/* Exit statuses; the worse of two is the larger. */
typedef enum exit_status {
    EXIT_DONE = 0,
    EXIT_REFUSED = 1,  /* the input was refused; diagnostics say why */
    EXIT_USAGE = 2,    /* the command line is wrong */
    EXIT_IO = 3,       /* a file could not be read or written */
    EXIT_INTERNAL = 4, /* a fault of shader9 itself, or no memory */
} exit_status;

typedef enum verb_id {
    VERB_ASM,
    VERB_DIS,
    VERB_CHECK,
    VERB_INFO,
    VERB_RUN,
    VERB_TRACE,
    VERB_TRANSLATE,
    VERB_DRAW,
    VERB_FILTER,
    VERB_EFFECT,
    VERB_DIFF,
    VERB_BENCH,
    VERB_LSP,
    VERB_COUNT,
} verb_id;

typedef struct verb {
    const char *name;
    const char *operands; /* "FILE..." */
    const char *summary;  /* one line */
    const char *details;  /* for --help, or NULL */
    exit_status (*run)(struct tool *tool);
} verb;

extern const verb verbs[VERB_COUNT];

/* A repeatable option's values. */
typedef struct string_list {
    const char **items;
    size_t count, capacity;
} string_list;

/* A file or, after --recursive, a folder, in the order of the command line. */
typedef struct operand {
    const char *path;
    bool folder;
    const char *address; /* of "FILE#ADDRESS", which batch_run takes apart; or NULL */
} operand;

typedef enum diagnostics_form { FORM_TEXT, FORM_MSVC, FORM_JSON, FORM_SARIF, FORM_GITHUB } diagnostics_form;
typedef enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_when;
typedef enum asm_format { ASM_BIN, ASM_HEX, ASM_C } asm_format;

/* What the command line said. Choices are indices into the words of their option's argument. */
typedef struct settings {
    verb_id verb;
    operand *operands;
    size_t operand_count, operand_capacity;

    bool help;
    int color, diagnostics;
    uint32_t max_errors;
    const char *output;
    uint32_t jobs;
    const char *stdin_filename;
    bool strict, no_check, json;

    int dialect; /* s9_dialect */
    const char *caps;

    int format;
    const char *dds_format;
    const char *depfile;
    string_list defines, includes;

    bool offsets, tokens, no_comments, names, exact;

    bool stdio;

    uint32_t input_total, seed, ulp, context;
    bool specials, no_run, whole_trace;
    const char *tolerance, *write_job;

    uint32_t runs;

    bool list_rules, pair;
    const char *explain;

    bool hash;

    const char *extract;
    string_list replacements;

    const char *job;
    string_list constants, inputs, options;
    bool table_defaults;
    int engine;
    uint32_t max_steps;

    const char *vertex_shader, *pixel_shader, *mesh, *camera, *raw, *size;
    string_list vs_constants, ps_constants;

    string_list textures, samplers;
    const char *define_size;

    uint32_t lane, limit;
    bool quad, break_nan;
    const char *break_at;
    string_list watches, who;
    const char *pixel; /* draw: the one to explain */

    int to;
    const char *target, *entry, *reflect_out;
    bool optimize, no_names, lines, separate_samplers, push_constants, fine_derivatives, native_dot, contract;
    bool no_invariant, flat, no_color_clamp;
    uint32_t push_offset, float_registers;
    string_list states, bindings, locations, sampler_types, compare, cross;
    bool trace_vertices;
} settings;

/* Most steps that a trace may be asked to keep: they take about a gibibyte a lane. */
enum { MOST_STEPS = 1048576 };

typedef enum option_type {
    OPTION_FLAG,     /* bool */
    OPTION_TEXT,     /* const char * */
    OPTION_NUMBER,   /* uint32_t */
    OPTION_POSITIVE, /* uint32_t, not 0 */
    OPTION_STEPS,    /* uint32_t, from 1 to MOST_STEPS */
    OPTION_CHOICE,   /* int; the argument lists the words */
    OPTION_LIST,     /* string_list; may be repeated */
    OPTION_FOLDER,   /* an operand that is a folder; may be repeated */
} option_type;

typedef struct option {
    const char *name; /* "--format", or NULL */
    char letter;      /* 'o' for -o, or 0 */
    const char *argument;
    const char *help;
    unsigned verbs; /* bit 1 << verb_id */
    option_type type;
    size_t field; /* of struct settings */
} option;

extern const option option_table[];
extern const size_t option_count;

/* The words of a choice "a|b|c": index of `word`, -1 when it is none of them. */
int choice_index(const char *choices, const char *word);

/*
 * Reads everything behind the verb. On a mistake `error` says what is wrong, `hint` (may stay empty) what was perhaps
 * meant.
 */
bool settings_parse(settings *s, verb_id id, int count, char **arguments, text *error, text *hint);
void settings_free(settings *s);

/*
 * What --option can choose, in a verb: a line for each, beginning with the line feed; what it does begins at a column.
 */
enum { CHOICE_COLUMN = 36 };
void arithmetic_options_list(text *out, verb_id id);
/* The same as words, "float=d3d9 float=ieee ...". */
void arithmetic_option_words(text *out);
/* The words that an option's argument may be, with blanks between, as far as they can be counted; "" where not. */
void option_words(text *out, const option *o);

/* What the exit statuses mean, for pages. */
typedef struct exit_meaning {
    exit_status status;
    const char *meaning;
} exit_meaning;
extern const exit_meaning exit_meanings[];
extern const size_t exit_meaning_count;

/* What holds for all verbs, in sentences. */
extern const char general_conventions[];

bool option_of_all_verbs(const option *o);
/* Whether a verb has --option, whose choices arithmetic_options_list lists. */
bool verb_takes_arithmetic(verb_id id);

/* What `shader9 help VERB` prints, in lines of so many columns. */
void verb_help(text *out, verb_id id, size_t width);
/* What `shader9 help` prints. */
void general_help(text *out, size_t width);

#endif
