/* SPDX-License-Identifier: MIT */
/* What the parts of the server share. */
#ifndef LSP_INTERNAL_H
#define LSP_INTERNAL_H

#include "lsp.h"

#include <shader9/check.h>
#include <shader9/reflect.h>
#include <shader9/registers.h>

#include <jansson.h>
#include <stdint.h>

#if defined(__GNUC__)
#if defined(__MINGW32__)
#define LSP_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#else
#define LSP_PRINTF(text, first) __attribute__((format(printf, text, first)))
#endif
#else
#define LSP_PRINTF(text, first)
#endif

#define LSP_COUNT(array) (sizeof(array) / sizeof(array)[0])
#define LSP_NONE SIZE_MAX

/* Larger documents are kept, but not looked into: every key would cost seconds. */
#define LSP_MOST_TEXT ((size_t)8 << 20)
#define LSP_MOST_LINE 16384u /* positions count from the start of the line, for every answer anew */
#define LSP_MOST_DOCUMENTS 1000u
#define LSP_MOST_FINDINGS 500u /* that are published of one document */

/* ---- text.c ---- */

/* A text that grows; NUL-terminated where it is not empty. `failed`: memory ran out, something is missing. */
typedef struct buffer {
    char *data;
    size_t size, capacity;
    bool failed;
} buffer;

void buffer_free(buffer *b);
void buffer_bytes(buffer *b, const char *bytes, size_t size);
void buffer_put(buffer *b, const char *text);
void buffer_format(buffer *b, const char *format, ...) LSP_PRINTF(2, 3);
json_t *buffer_json(const buffer *b); /* a string; what is not UTF-8 becomes '?' */
json_t *text_json(const char *text);

/* Makes room for one more item of a list; false when memory ran out. */
bool grow(void **items, size_t count, size_t *capacity, size_t size);
#define GROW(list) grow((void **)&(list)->items, (list)->count, &(list)->capacity, sizeof *(list)->items)

char *copy_bytes(const char *bytes, size_t size);
/* Letters of any case. */
bool same_word(const char *text, size_t length, const char *word);

/* Where lines start; the last entry is the end of the text. */
typedef struct line_list {
    size_t *items;
    size_t count, capacity;
} line_list;

/* A part of a text: bytes from `start` to `end`. */
typedef struct span {
    size_t start, end;
} span;

/* ---- scan.c ---- */

typedef enum token_kind {
    TOKEN_WORD,
    TOKEN_VERSION, /* "ps_2_0", "vs.1.1" */
    TOKEN_NUMBER,
    TOKEN_MARK, /* one character */
    TOKEN_STRING,
    TOKEN_COMMENT,   /* to the end of its line, or with its end */
    TOKEN_EXTENSION, /* a line of "//!" */
    TOKEN_DIRECTIVE  /* a line of "#", with those that continue it */
} token_kind;

typedef enum token_role {
    ROLE_NONE,
    ROLE_MNEMONIC,
    ROLE_REGISTER, /* perhaps with a modifier: "r0_bx2" */
    ROLE_COMPONENTS,
    ROLE_MACRO,
    ROLE_BOOL
} token_role;

typedef struct token {
    token_kind kind;
    token_role role;
    bool first; /* of its line */
    bool block; /* a comment that its own end closes */
    size_t start, end;
    size_t statement; /* index, LSP_NONE */
} token;

typedef struct statement {
    size_t first, end; /* tokens; comments may lie between */
    size_t mnemonic;   /* token, LSP_NONE */
    size_t opcode;     /* s9_opcode_count() for none */
    bool destination;  /* the first operand is written */
    int opens, closes; /* blocks of flow control */
    span extent;       /* without comments at its ends */
} statement;

/* What a register is, whatever the case of its letters. */
typedef struct register_name {
    char prefix[8]; /* as the pages spell it */
    uint32_t number;
    bool numbered; /* the word has a number */
    size_t length; /* of the word without its modifier */
} register_name;

typedef struct macro {
    span name, whole; /* the directive */
    char *text;       /* the name */
} macro;

typedef struct scan {
    struct {
        token *items;
        size_t count, capacity;
    } tokens;
    struct {
        statement *items;
        size_t count, capacity;
    } statements;
    struct {
        macro *items;
        size_t count, capacity;
    } macros;
    struct {
        span *items;
        size_t count, capacity;
    } words;        /* inside of directives */
    size_t version; /* token of the version statement, LSP_NONE */
    size_t number;  /* of the version as s9_version_name counts, LSP_NONE */
    bool failed;
} scan;

void scan_text(scan *s, const char *text, size_t size);
void scan_free(scan *s);
/* The register that a word names; false when it names none. */
bool read_register(const char *word, size_t length, register_name *out);
bool same_register(const register_name *a, const register_name *b);
/* The token at or ending at an offset; words win over marks. LSP_NONE. */
size_t token_at(const scan *s, size_t offset);
bool is_mark(const scan *s, const char *text, size_t index, char mark);
size_t version_number(const char *name, size_t length); /* LSP_NONE */

/* ---- document.c ---- */

/* A name that a register has in the source. */
typedef struct constant_name {
    s9_register_set set;
    uint32_t first, count;
    char *name;
    span at; /* where the text says so */
} constant_name;

typedef struct finding {
    const s9_diagnostic *d;
    span at;
} finding;

typedef struct document {
    char *uri, *path; /* path: NULL where the URI is no file */
    char *text;
    size_t size;
    json_int_t version;
    bool has_version, utf8;
    line_list lines; /* as the protocol counts: LF, CR LF, CR */
    line_list feeds; /* as the assembler counts: LF */
    bool large;      /* not looked into */
    scan scan;
    s9_program *program; /* NULL */
    s9_reflection *reflection;
    s9_diagnostics *diagnostics; /* of assembler and rules */
    struct {
        finding *items;
        size_t count, capacity;
    } findings; /* heads only, in this document */
    struct {
        constant_name *items;
        size_t count, capacity;
    } names;
} document;

typedef struct settings {
    s9_dialect dialect;
    s9_caps caps;
    bool has_caps;
    struct {
        s9_define *items;
        size_t count, capacity;
    } defines;
} settings;

struct lsp_server {
    void (*send)(void *user, const char *json, size_t size);
    void *user;
    bool utf8, initialized, shut, exited, asks_configuration, snippets;
    int status;
    settings settings;
    json_int_t next_id;
    struct {
        document **items;
        size_t count, capacity;
    } documents;
};

document *document_create(const char *uri, const char *text, size_t size, bool utf8);
void document_destroy(document *d);
/* Replaces a part; false when memory ran out, or the text would be too large. */
bool document_replace(document *d, span at, const char *text, size_t size);
bool document_set(document *d, const char *text, size_t size);
/* Reads, judges and scans the text anew. */
void document_analyse(lsp_server *server, document *d);

/* Positions of the protocol. Those that lie outside are brought inside. */
size_t document_offset(const document *d, const json_t *position);
span document_span(const document *d, const json_t *range);
json_t *document_position(const document *d, size_t offset);
json_t *document_range(const document *d, span at);
size_t document_line(const document *d, size_t offset);
json_t *text_edit(const document *d, span at, const char *text);
/* The place of a message of the library. */
span document_place(const document *d, const s9_position *at);
bool document_is_file(const document *d, const char *name);

/* What a register is called in the source, "" for nothing. */
void register_label(const document *d, const register_name *r, buffer *out);
/* Its value by def, defi, defb: "(1, 0, 0, 0)"; "" for none. */
void register_value(const document *d, const register_name *r, buffer *out);
bool register_set_of(const register_name *r, s9_register_set *set);
/* The reference of a register in the document's version. */
bool register_info(const document *d, const register_name *r, s9_register_reference *out);
bool opcode_available(size_t opcode, size_t version);
/* The register of a token; false when it has none. */
bool token_register(const document *d, size_t index, register_name *out);

/* ---- include.c ---- */

/* Files beside the document that #include names; what the client has open wins over the disk. */
s9_include include_of(lsp_server *server);
char *path_of_uri(const char *uri); /* NULL: no file, or no memory */
char *uri_of_path(const char *path);

/* ---- the requests: each returns the result, NULL stands for null ---- */

json_t *diagnostics_json(const document *d);
json_t *diagnostic_json(const document *d, const finding *f);
json_t *hover(const document *d, size_t offset);
json_t *complete(const lsp_server *server, const document *d, size_t offset);
json_t *signature(const document *d, size_t offset);
json_t *definition(const document *d, size_t offset);
json_t *references(const document *d, size_t offset, bool declaration);
json_t *highlights(const document *d, size_t offset);
json_t *prepare_rename(const document *d, size_t offset);
/* `error` is set where the new name cannot be taken. */
json_t *rename_to(const document *d, size_t offset, const char *name, const char **error);
json_t *document_symbols(const document *d);
json_t *semantic_legend(void);
json_t *semantic_tokens(const document *d, span range);
json_t *folding_ranges(const document *d);
json_t *inlay_hints(const document *d, span range);
json_t *format_document(lsp_server *server, document *d, span range, const json_t *options);
json_t *code_actions(const document *d, span range, const json_t *only);

#endif
