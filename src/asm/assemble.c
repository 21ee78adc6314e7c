/* SPDX-License-Identifier: MIT */
#include "asm/dialect.h"
#include "asm/parser.h"
#include "asm/preprocess.h"

#define MOST_BYTES ((size_t)1 << 30) /* lines, columns and token lengths have 32 bits */

typedef struct assembly {
    s9_asm_context context;
    s9_asm_parser parser;
    s9_preprocessor preprocessor;
    s9_asm_lexer lexer;
    const s9_assemble_options *options;
    const s9_allocator *allocator;
    const char *text;
    size_t size;
    _Alignas(16) char room[1024]; /* the arena's first: most texts need no more */
} assembly;

/* Directives or macros need the preprocessor; without it the parser reads from the lexer. */
static bool needs_preprocessor(const assembly *a)
{
    return a->options->define_count > 0 || memchr(a->lexer.at, '#', (size_t)(a->lexer.end - a->lexer.at)) != NULL;
}

/* Parses what the lexer holds. */
static s9_asm_answer parse(assembly *a)
{
    if (!needs_preprocessor(a))
        return s9_asm_parse(&a->parser, &a->context, &a->lexer.source, &a->lexer, a->allocator);
    s9_pp_init(&a->preprocessor, &a->context, a->options->include, &a->lexer);
    for (size_t i = 0; i < a->options->define_count && !a->context.stop; i++)
        s9_pp_define(&a->preprocessor, &a->options->defines[i]);
    return s9_asm_parse(&a->parser, &a->context, &a->preprocessor.source, NULL, a->allocator);
}

static s9_asm_token piece_token(const s9_asm_piece *piece, const char *text)
{
    const char *start = piece->name;
    while (start > text && start[-1] != '\n')
        start--;
    s9_asm_token token = {piece->name,
                          (uint32_t)piece->name_length,
                          S9_TOK_WORD,
                          0,
                          0,
                          piece->line,
                          (uint32_t)(piece->name - start) + 1,
                          0};
    return token;
}

/* One of the shaders of a listing. */
static void parse_piece(assembly *a, const s9_asm_piece *piece)
{
    s9_asm_lexer_init(&a->lexer, a->text + piece->start, piece->end - piece->start, 0, piece->line);
    while (a->lexer.line_start > a->text && a->lexer.line_start[-1] != '\n')
        a->lexer.line_start--; /* columns count from the line's start */
    if (parse(a) == S9_ASM_NO_VERSION && !a->context.stop &&
        a->context.errors == 0) /* a macro has the version's name */
        s9_asm_error(&a->context, "V001", &a->parser.token, NULL, "the first statement is the version");
}

/* What the text holds where the first statement is no version. */
static void parse_listing(assembly *a)
{
    s9_asm_context *c = &a->context;
    s9_asm_listing listing;
    uint32_t wanted = a->options->shader;
    s9_asm_token first = a->parser.token;
    if (!s9_asm_extract_listing(a->text, a->size, &c->arena, &listing)) {
        s9_asm_out_of_memory(c);
        return;
    }
    uint32_t count = listing.pieces.count;
    bool evidence =
        listing.headers > 0 || listing.asm_blocks > 0 || listing.preshaders > 0 || listing.newer > 0 || wanted > 0;
    char shown[S9_ASM_DESCRIPTION];
    if (!evidence || (count == 0 && listing.newer == 0)) {
        if (first.kind == S9_TOK_END)
            s9_asm_error(c, "V001", &first, NULL, "the text holds no shader");
        else if (first.kind == S9_TOK_UNCLOSED)
            s9_asm_error(c, NULL, &first, NULL, "nothing closes this comment");
        else
            s9_asm_error(c, "V001", &first, "a shader begins with its version, such as vs_3_0 or ps_2_0",
                         "the first statement is the version, not %s", s9_asm_describe(&first, shown));
        return;
    }
    if (count == 0) {
        s9_asm_error(c, "V002", &first, "compile the source for vs_3_0, ps_3_0 or lower",
                     "the listing holds shaders of model 4 and later only");
        return;
    }
    if (wanted > count || (wanted == 0 && count > 1)) {
        s9_asm_token at = piece_token(&listing.pieces.items[0], a->text);
        s9_asm_error(c, NULL, &at, "choose one by its number: FILE#1", "the listing holds %u shader%s%s",
                     (unsigned)count, count == 1 ? "" : "s", wanted > count ? ", not so many" : "");
        for (uint32_t i = 0; i < count && i < 20; i++) {
            at = piece_token(&listing.pieces.items[i], a->text);
            s9_asm_place place = {at.file, at.line, at.column, at.length};
            s9_asm_note(c, &place, "shader %u: %.*s", (unsigned)(i + 1), (int)at.length, at.text);
        }
        return;
    }
    /* Plain text that was asked for by number: what stands before the version counts as well. */
    bool plain = count == 1 && listing.newer == 0 && listing.preshaders == 0 && listing.asm_blocks == 0 &&
                 listing.headers == 0 && wanted > 0;
    if (!plain || (parse(a) == S9_ASM_NO_VERSION && !c->stop && c->errors == 0)) {
        if (plain)
            s9_pp_finish(&a->preprocessor);
        parse_piece(a, &listing.pieces.items[wanted > 0 ? wanted - 1 : 0]);
    }
}

static s9_result finish(assembly *a, s9_program **out)
{
    bool kept = a->context.keep && a->parser.program != NULL;
    if (!a->context.memory && a->context.errors == 0 && a->parser.program != NULL)
        (void)s9_asm_constant_table(&a->parser);
    if (!a->context.memory && (a->context.errors == 0 || kept)) {
        *out = s9_asm_output(&a->parser);
        if (*out == NULL)
            a->context.memory = true;
    }
    s9_result rewritten = S9_OK;
    if (*out != NULL && a->context.errors == 0 && a->options->dialect == S9_DIALECT_D3D8) {
        s9_program *written = *out;
        rewritten = s9_asm_from_d3d8(written, a->allocator, out, a->context.diagnostics);
        s9_program_destroy(written);
    }
    s9_program_destroy(a->parser.program);
    s9_pp_finish(&a->preprocessor);
    s9_arena_free(&a->context.arena);
    return a->context.memory ? S9_ERROR_MEMORY : a->context.errors > 0 ? S9_ERROR_INVALID : rewritten;
}

s9_result s9_assemble(const char *text, size_t size, const s9_allocator *allocator, const s9_assemble_options *options,
                      s9_program **out, s9_diagnostics *diagnostics)
{
    s9_assemble_options chosen;
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if ((text == NULL && size > 0) || !s9_read_options(&chosen, sizeof chosen, options) ||
        (chosen.defines == NULL && chosen.define_count > 0))
        return S9_ERROR_ARGUMENT;
    for (size_t i = 0; i < chosen.define_count; i++)
        if (chosen.defines[i].name == NULL)
            return S9_ERROR_ARGUMENT;

    assembly a;
    memset(&a.context, 0, sizeof a.context);
    a.preprocessor.include = NULL; /* nothing to be closed */
    a.parser.program = NULL;
    a.allocator = allocator;
    s9_arena_init(&a.context.arena, allocator);
    a.context.arena.next = a.room;
    a.context.arena.end = a.room + sizeof a.room;
    a.context.diagnostics = diagnostics;
    a.context.keep = chosen.keep_refused;
    a.context.lenient = chosen.lenient;
    a.options = &chosen;
    a.text = text != NULL ? text : "";
    a.size = size;
    while (a.size > 0 && a.text[a.size - 1] == '\0') /* callers that count the end of their string */
        a.size--;

    s9_asm_text main_text = {chosen.name, a.text, a.size, NULL, 0};
    s9_asm_file main_file = {chosen.name, 0, 0, 0, 0, 0, 0};
    if (!S9_PUSH(&a.context.arena, &a.context.texts, main_text) ||
        !S9_PUSH(&a.context.arena, &a.context.files, main_file)) {
        s9_arena_free(&a.context.arena);
        return S9_ERROR_MEMORY;
    }
    s9_asm_lexer_init(&a.lexer, a.text, a.size, 0, 1);
    if (a.size > MOST_BYTES) {
        s9_asm_token start = {a.text, 1, S9_TOK_STRAY, 0, 0, 1, 1, 0};
        a.context.texts.items[0].size = 0;
        s9_asm_error(&a.context, NULL, &start, NULL, "the text is too large: 1 GiB is the most");
        return finish(&a, out);
    }
    if (a.size >= 3 && memcmp(a.text, "\xEF\xBB\xBF", 3) == 0) /* the mark that some editors write */
        a.lexer.at += 3;

    if (chosen.shader > 0) {
        a.parser.token = (s9_asm_token){a.text, 0, S9_TOK_END, 0, 0, 1, 1, 0};
        parse_listing(&a);
    } else if (parse(&a) == S9_ASM_NO_VERSION && !a.context.stop && a.context.errors == 0) {
        const char *first = a.parser.token.text;
        if (first >= a.text && first <= a.text + a.size) {
            s9_pp_finish(&a.preprocessor);
            parse_listing(&a);
        } else { /* it comes from an included file or a macro: no listing begins so */
            char shown[S9_ASM_DESCRIPTION];
            s9_asm_error(&a.context, "V001", &a.parser.token,
                         "a shader begins with its version, such as vs_3_0 or ps_2_0",
                         "the first statement is the version, not %s", s9_asm_describe(&a.parser.token, shown));
        }
    }
    return finish(&a, out);
}
