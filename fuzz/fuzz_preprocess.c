/* SPDX-License-Identifier: MIT */
/*
 * Bytes as a text with files that it includes and macros of the call. The tokens that come out of the preprocessor are
 * well formed; printed again, without any directive, they assemble to what the text itself assembles to.
 *
 * Sections begin with a line of their own:
 *   %%f NAME         a file for #include; what follows, up to the next section, is its text
 *   %%D NAME=VALUE   a macro of the call, which is there before the text is read
 * and what stands before the first of them is the main text. A file whose name begins with '!' cannot be used: the
 * callback has a fault of its own.
 */
#include "fuzz.h"

#include "asm/preprocess.h"

enum { MOST_FILES = 16, MOST_DEFINES = 8 };

typedef struct section {
    char *name;
    const uint8_t *text;
    size_t size;
} section;

typedef struct input {
    const uint8_t *text;
    size_t size;
    section files[MOST_FILES];
    uint32_t file_count;
    s9_define defines[MOST_DEFINES];
    uint32_t define_count;
    uint32_t open; /* files that nobody has closed */
} input;

static char *copy_text(const uint8_t *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (!copy)
        abort();
    if (size > 0)
        memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

/* The next line that begins a section, or `end`. */
static const uint8_t *next_section(const uint8_t *p, const uint8_t *end)
{
    while (p < end) {
        if (end - p >= 3 && p[0] == '%' && p[1] == '%' && (p[2] == 'f' || p[2] == 'D'))
            return p;
        const uint8_t *newline = memchr(p, '\n', (size_t)(end - p));
        p = newline ? newline + 1 : end;
    }
    return end;
}

static void split(input *in, const uint8_t *data, size_t size)
{
    const uint8_t *end = data + size, *at = next_section(data, end);
    memset(in, 0, sizeof *in);
    in->text = data;
    in->size = (size_t)(at - data);
    while (at < end) {
        const uint8_t *line = memchr(at, '\n', (size_t)(end - at));
        if (!line)
            line = end;
        const uint8_t *name = at + 3 < line ? at + 4 : line;
        const uint8_t *body = line < end ? line + 1 : end;
        const uint8_t *next = next_section(body, end);
        if (at[2] == 'f' && in->file_count < MOST_FILES) {
            section *file = &in->files[in->file_count++];
            file->name = copy_text(name, (size_t)(line - name));
            file->text = body;
            file->size = (size_t)(next - body);
        } else if (at[2] == 'D' && in->define_count < MOST_DEFINES) {
            s9_define *define = &in->defines[in->define_count++];
            char *text = copy_text(name, (size_t)(line - name)), *equals = strchr(text, '=');
            if (equals)
                *equals = '\0';
            define->name = text;
            define->value = equals ? equals + 1 : NULL;
        }
        at = next;
    }
}

static void free_input(input *in)
{
    for (uint32_t i = 0; i < in->file_count; i++)
        free(in->files[i].name);
    for (uint32_t i = 0; i < in->define_count; i++)
        free((char *)in->defines[i].name);
}

static s9_result open_file(void *user, const char *name, bool system, const char *from, s9_include_file *out)
{
    input *in = user;
    (void)system;
    (void)from;
    if (name[0] == '!')
        return S9_ERROR_UNSUPPORTED;
    for (uint32_t i = 0; i < in->file_count; i++)
        if (strcmp(in->files[i].name, name) == 0) {
            /* A block of exactly its size, so that reading on is seen, and closing too early as well. */
            char *text = malloc(in->files[i].size ? in->files[i].size : 1);
            if (!text)
                return S9_ERROR_MEMORY;
            if (in->files[i].size > 0)
                memcpy(text, in->files[i].text, in->files[i].size);
            out->path = in->files[i].name;
            out->text = text;
            out->size = in->files[i].size;
            out->handle = text;
            in->open++;
            return S9_OK;
        }
    return S9_ERROR_IO;
}

static void close_file(void *user, s9_include_file *file)
{
    input *in = user;
    in->open--;
    free(file->handle);
}

/* ---- the tokens by themselves ---- */

typedef struct printed {
    char *text;
    size_t size, capacity;
    bool exact;    /* printing changes nothing that the parser looks at */
    bool versions; /* the first token is one that a shader begins with */
} printed;

static void put(printed *out, const char *text, size_t size)
{
    if (out->size + size > out->capacity) {
        out->capacity = (out->size + size) * 2 + 256;
        out->text = realloc(out->text, out->capacity);
        if (!out->text)
            abort();
    }
    memcpy(out->text + out->size, text, size);
    out->size += size;
}

static bool wordy(uint8_t kind)
{
    return kind == S9_TOK_WORD || kind == S9_TOK_NUMBER || kind == S9_TOK_VERSION;
}

/* Whether two tokens would become another when they are written without a blank between. */
static bool would_merge(const s9_asm_token *a, const s9_asm_token *b)
{
    return (wordy(a->kind) && (wordy(b->kind) || b->kind == '.' || b->kind == '#')) ||
           (a->kind == S9_TOK_NUMBER && (b->kind == '+' || b->kind == '-')) || (a->kind == '.' && wordy(b->kind)) ||
           (a->kind == '/' && (b->kind == '/' || b->kind == '*' || b->kind == S9_TOK_EXTENSION)) || a->kind == '\\' ||
           a->kind == '"' || b->kind == S9_TOK_UNCLOSED;
}

static void print_token(printed *out, const s9_asm_token *last, const s9_asm_token *token)
{
    bool line = (token->flags & S9_TOK_AT_LINE_START) != 0;
    bool blank = (token->flags & S9_TOK_AFTER_BLANK) != 0;
    if (last->kind == S9_TOK_EXTENSION && !line) {
        out->exact = false;
        line = true;
    }
    if (line)
        put(out, "\n", 1);
    else if (blank)
        put(out, " ", 1);
    else if (would_merge(last, token) && !(last->kind == S9_TOK_WORD && token->kind == '.')) {
        put(out, " ", 1);
        out->exact = false;
    }
    /* What the preprocessor lets through and would not let through again. */
    if (token->kind == '#' || token->kind == '\\' || token->kind == '"' || token->kind == S9_TOK_UNCLOSED ||
        memchr(token->text, '\n', token->length) != NULL)
        out->exact = false;
    put(out, token->text, token->length);
}

static const char *check_token(const s9_asm_context *c, const s9_asm_token *token)
{
    if (token->kind == S9_TOK_BARRIER || token->kind == S9_TOK_LINE_END)
        return "a token of the preprocessor's own comes out";
    if (token->length == 0)
        return "a token is empty";
    if (token->file >= c->files.count || token->use > c->uses.count)
        return "a token belongs to a file or a macro that is not there";
    for (uint32_t use = token->use; use != 0; use = c->uses.items[use - 1].parent)
        if (c->uses.items[use - 1].parent >= use)
            return "the use of a macro lies inside itself";
    s9_asm_place place = s9_asm_token_place(c, token);
    return place.file >= c->files.count ? "a place has no file" : NULL;
}

static const char *tokens(input *in, const s9_include *include, s9_diagnostics *list, printed *out)
{
    s9_asm_context context;
    s9_preprocessor pp;
    s9_asm_lexer lexer;
    const char *broken = NULL;
    memset(&context, 0, sizeof context);
    s9_arena_init(&context.arena, NULL);
    context.diagnostics = list;
    s9_asm_text text = {"main", (const char *)in->text, in->size, NULL, 0};
    s9_asm_file file = {"main", 0, 0, 0, 0, 0, 0};
    if (!S9_PUSH(&context.arena, &context.texts, text) || !S9_PUSH(&context.arena, &context.files, file))
        abort();
    s9_asm_lexer_init(&lexer, (const char *)in->text, in->size, 0, 1);
    s9_pp_init(&pp, &context, include, &lexer);
    for (uint32_t i = 0; i < in->define_count && !context.stop; i++)
        s9_pp_define(&pp, &in->defines[i]);
    s9_asm_token last = {.text = "", .kind = S9_TOK_END}, token;
    uint32_t read = 0;
    out->exact = true;
    for (; !broken; read++, last = token) {
        pp.source.next(&pp.source, &token);
        if (token.kind == S9_TOK_END)
            break;
        broken = check_token(&context, &token);
        if (broken)
            break;
        if (read == 0)
            out->versions = token.kind == S9_TOK_VERSION || (token.kind == S9_TOK_WORD && token.length > 3 &&
                                                             token.text[1] == 's' && token.text[2] == '_');
        print_token(out, &last, &token);
        if (read % 64 == 63) /* the way to a token is told, with all its macros and files */
            s9_asm_remark(&context, &token, "here");
    }
    pp.source.next(&pp.source, &token);
    if (!broken && token.kind != S9_TOK_END)
        broken = "tokens come behind the end";
    if (!broken && context.memory)
        broken = "a text wants more memory than there is";
    if (context.errors > 0)
        out->exact = false;
    s9_pp_finish(&pp);
    s9_arena_free(&context.arena);
    if (!broken && in->open != 0)
        broken = "an included file stays open";
    return broken;
}

/* ---- the whole assembler ---- */

static const char *preprocess(input *in)
{
    pipeline *p = fuzz_pipeline();
    s9_include include = {open_file, close_file, in};
    s9_diagnostics *list = NULL;
    printed out = {0};
    if (s9_diagnostics_create(NULL, &list) != S9_OK)
        abort();
    const char *broken = tokens(in, &include, list, &out);

    s9_assemble_options options = {.struct_size = sizeof options,
                                   .name = "main",
                                   .defines = in->defines,
                                   .define_count = in->define_count,
                                   .include = &include};
    s9_program *program = NULL, *again = NULL;
    if (!broken) {
        s9_result result = s9_assemble((const char *)in->text, in->size, NULL, &options, &program, list);
        if (in->open != 0)
            broken = "an included file stays open";
        else if (result != S9_OK)
            broken = pipeline_refused(p, result, program, list);
        else if (out.exact && out.versions) {
            if (s9_assemble(out.text, out.size, NULL, NULL, &again, NULL) != S9_OK)
                broken = "what was preprocessed does not assemble";
            else
                broken = pipeline_same_tokens(p, program, again);
        }
    }
    s9_program_destroy(program);
    s9_program_destroy(again);
    s9_diagnostics_destroy(list);
    free(out.text);
    return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in;
    split(&in, data, size);
    const char *broken = preprocess(&in);
    free_input(&in);
    fuzz_expect(broken);
    return 0;
}
