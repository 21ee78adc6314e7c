/* SPDX-License-Identifier: MIT */
/* Macros: their definitions, and what their uses turn into. */
#include "asm/preprocess.h"

#include <stdio.h>

/* ---- table ---- */

static uint32_t hash_of(const char *name, uint32_t length)
{
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return hash;
}

/* The slot of a name: its macro's, or the free one where it belongs. The table has a free slot. */
static s9_pp_macro **slot_of(const s9_preprocessor *pp, const char *name, uint32_t length, uint32_t hash)
{
    uint32_t mask = pp->macros.capacity - 1;
    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        s9_pp_macro *macro = pp->macros.items[i];
        if (macro == NULL || (macro->hash == hash && macro->length == length && memcmp(macro->name, name, length) == 0))
            return &pp->macros.items[i];
    }
}

s9_pp_macro *s9_pp_find(s9_preprocessor *pp, const char *name, uint32_t length)
{
    if (length > pp->macros.longest)
        return NULL;
    s9_pp_macro *macro = *slot_of(pp, name, length, hash_of(name, length));
    return macro != NULL && macro->defined ? macro : NULL;
}

/* The macro of a name, made if there is none; NULL when out of memory (noted). */
static s9_pp_macro *intern(s9_preprocessor *pp, const char *name, uint32_t length)
{
    s9_arena *arena = &pp->context->arena;
    uint32_t hash = hash_of(name, length);
    if ((pp->macros.count + 1) * 4 > pp->macros.capacity * 3) {
        s9_preprocessor larger;
        larger.macros.capacity = pp->macros.capacity == 0 ? 64 : pp->macros.capacity * 2;
        larger.macros.items = s9_arena_array(arena, larger.macros.capacity, sizeof *larger.macros.items);
        if (larger.macros.items == NULL) {
            s9_asm_out_of_memory(pp->context);
            return NULL;
        }
        for (uint32_t i = 0; i < pp->macros.capacity; i++) {
            s9_pp_macro *macro = pp->macros.items[i];
            if (macro != NULL)
                *slot_of(&larger, macro->name, macro->length, macro->hash) = macro;
        }
        pp->macros.items = larger.macros.items;
        pp->macros.capacity = larger.macros.capacity;
    }
    s9_pp_macro **slot = slot_of(pp, name, length, hash);
    if (*slot == NULL) {
        s9_pp_macro *macro = s9_arena_alloc(arena, sizeof *macro);
        if (macro == NULL) {
            s9_asm_out_of_memory(pp->context);
            return NULL;
        }
        macro->name = name;
        macro->length = length;
        macro->hash = hash;
        *slot = macro;
        pp->macros.count++;
        if (length > pp->macros.longest)
            pp->macros.longest = length;
    }
    return *slot;
}

/* ---- #define ---- */

typedef struct definition {
    s9_pp_macro macro;
    struct {
        s9_pp_part *items;
        uint32_t count, capacity;
    } parts;
    uint32_t names; /* parameters are the scratch list's tokens from here on */
} definition;

static uint16_t parameter_of(const s9_preprocessor *pp, const definition *d, const s9_asm_token *token)
{
    if (token->kind != S9_TOK_WORD)
        return 0;
    for (uint32_t i = 0; i < d->macro.parameters; i++) {
        const s9_asm_token *name = &pp->scratch.items[d->names + i];
        if (name->length == token->length && memcmp(name->text, token->text, token->length) == 0)
            return (uint16_t)(i + 1);
    }
    return 0;
}

/* "(a, b)" behind the name, with the parenthesis still to be read. */
static bool read_parameters(s9_preprocessor *pp, s9_asm_lexer *lexer, definition *d)
{
    s9_asm_token token;
    char shown[S9_ASM_DESCRIPTION];
    s9_asm_lex(lexer, &token);
    d->macro.function = true;
    s9_asm_lex(lexer, &token);
    if (token.kind == ')')
        return true;
    for (;;) {
        if (token.kind != S9_TOK_WORD) {
            s9_asm_error(pp->context, NULL, &token, NULL, "the name of a parameter is expected, not %s",
                         s9_asm_describe(&token, shown));
            return false;
        }
        if (parameter_of(pp, d, &token) != 0) {
            s9_asm_error(pp->context, NULL, &token, NULL, "the parameter %s is there already",
                         s9_asm_describe(&token, shown));
            return false;
        }
        if (d->macro.parameters == S9_PP_MOST_PARAMETERS) {
            s9_asm_error(pp->context, NULL, &token, NULL, "a macro has at most %d parameters", S9_PP_MOST_PARAMETERS);
            return false;
        }
        if (!s9_pp_keep(pp, &token))
            return false;
        d->macro.parameters++;
        s9_asm_lex(lexer, &token);
        if (token.kind == ')')
            return true;
        if (token.kind != ',') {
            s9_asm_error(pp->context, NULL, &token, NULL, "',' or ')' is expected behind a parameter, not %s",
                         s9_asm_describe(&token, shown));
            return false;
        }
        s9_asm_lex(lexer, &token);
    }
}

/* The macro's text, to the end of the line. */
static bool read_parts(s9_preprocessor *pp, s9_asm_lexer *lexer, definition *d)
{
    s9_asm_token token, before;
    bool paste = false;
    s9_asm_lex(lexer, &token);
    for (; token.kind != S9_TOK_LINE_END; s9_asm_lex(lexer, &token)) {
        s9_pp_part part = {token, 0, false, paste};
        if (token.kind == S9_TOK_UNCLOSED) {
            s9_asm_error(pp->context, NULL, &token, NULL, "nothing closes this comment");
            return false;
        }
        if (token.kind == '#') {
            before = token;
            s9_asm_lex(lexer, &token);
            if (token.kind == '#' && token.text == before.text + 1) {
                if (paste || d->parts.count == 0) {
                    s9_asm_error(pp->context, NULL, &before, NULL, "## joins two tokens: one is missing");
                    return false;
                }
                paste = true;
                continue;
            }
            if (d->macro.function) {
                part.token = token;
                part.parameter = parameter_of(pp, d, &token);
                part.stringize = true;
                if (part.parameter == 0) {
                    s9_asm_error(pp->context, NULL, &before, NULL, "# stands in front of a parameter");
                    return false;
                }
            } else { /* it stays; what came behind it is the next part */
                if (!S9_PUSH(&pp->context->arena, &d->parts, part)) {
                    s9_asm_out_of_memory(pp->context);
                    return false;
                }
                paste = false;
                if (token.kind == S9_TOK_LINE_END)
                    break;
                part = (s9_pp_part){token, 0, false, false};
            }
        } else {
            part.parameter = parameter_of(pp, d, &token);
        }
        paste = false;
        if (!S9_PUSH(&pp->context->arena, &d->parts, part)) {
            s9_asm_out_of_memory(pp->context);
            return false;
        }
    }
    if (paste) {
        s9_asm_error(pp->context, NULL, &before, NULL, "## joins two tokens: one is missing");
        return false;
    }
    d->macro.parts = d->parts.items;
    d->macro.part_count = d->parts.count;
    return true;
}

static bool same_definition(const s9_pp_macro *a, const s9_pp_macro *b)
{
    if (a->function != b->function || a->parameters != b->parameters || a->part_count != b->part_count)
        return false;
    for (uint32_t i = 0; i < a->part_count; i++) {
        const s9_pp_part *x = &a->parts[i], *y = &b->parts[i];
        if (x->parameter != y->parameter || x->stringize != y->stringize || x->pasted != y->pasted ||
            x->token.length != y->token.length || memcmp(x->token.text, y->token.text, x->token.length) != 0)
            return false;
    }
    return true;
}

/* Reads a definition from the lexer, which is in directive mode, behind the macro's name. */
static void define(s9_preprocessor *pp, s9_asm_lexer *lexer, const s9_asm_token *name)
{
    definition d;
    memset(&d, 0, sizeof d);
    d.names = pp->scratch.count;
    /* A parenthesis directly behind the name opens parameters; behind a blank it belongs to the text. */
    bool good = !(lexer->at < lexer->end && *lexer->at == '(') || read_parameters(pp, lexer, &d);
    good = good && read_parts(pp, lexer, &d);
    pp->scratch.count = d.names;
    if (!good)
        return;
    s9_pp_macro *macro = intern(pp, name->text, name->length);
    if (macro == NULL)
        return;
    if (macro->defined && !same_definition(macro, &d.macro)) {
        s9_asm_warning(pp->context, name, "#undef it first", "macro '%.*s' is defined anew",
                       (int)(name->length < 40 ? name->length : 40), name->text);
        s9_asm_note(pp->context, &macro->place, "it was defined here");
    }
    macro->defined = true;
    macro->function = d.macro.function;
    macro->parameters = d.macro.parameters;
    macro->parts = d.macro.parts;
    macro->part_count = d.macro.part_count;
    macro->place = (s9_asm_place){name->file, name->line, name->column, name->length};
}

static bool macro_name(s9_preprocessor *pp, const s9_asm_token *directive, s9_asm_token *name)
{
    char shown[S9_ASM_DESCRIPTION];
    s9_asm_lex(&pp->lexer, name);
    if (name->kind != S9_TOK_WORD && name->kind != S9_TOK_VERSION) {
        s9_asm_error(pp->context, NULL, name->kind == S9_TOK_LINE_END ? directive : name, NULL,
                     "#%.*s needs the name of a macro, not %s", (int)directive->length, directive->text,
                     s9_asm_describe(name, shown));
        return false;
    }
    if (name->kind == S9_TOK_VERSION || (name->length == 7 && memcmp(name->text, "defined", 7) == 0)) {
        s9_asm_error(pp->context, NULL, name, NULL, "%s cannot be the name of a macro", s9_asm_describe(name, shown));
        return false;
    }
    return true;
}

void s9_pp_define_directive(s9_preprocessor *pp, const s9_asm_token *directive)
{
    s9_asm_token name;
    if (macro_name(pp, directive, &name))
        define(pp, &pp->lexer, &name);
}

void s9_pp_undef_directive(s9_preprocessor *pp, const s9_asm_token *directive)
{
    s9_asm_token name;
    if (!macro_name(pp, directive, &name))
        return;
    s9_pp_macro *macro = s9_pp_find(pp, name.text, name.length);
    if (macro != NULL)
        macro->defined = false;
}

void s9_pp_define(s9_preprocessor *pp, const s9_define *given)
{
    s9_asm_context *c = pp->context;
    const char *value = given->value != NULL ? given->value : "1";
    size_t length = strlen(value), name_length = strlen(given->name);
    char *shown = s9_arena_alloc(&c->arena, name_length + 4);
    if (shown == NULL) {
        s9_asm_out_of_memory(c);
        return;
    }
    memcpy(shown, "-D ", 3);
    memcpy(shown + 3, given->name, name_length);

    /* The definition is a text of its own, "NAME value", so that messages can show it. */
    char *line = length > UINT32_MAX / 4 || name_length > UINT32_MAX / 4
                     ? NULL
                     : s9_arena_alloc(&c->arena, name_length + 1 + length + 1);
    s9_asm_text text = {shown, line, name_length + 1 + length, NULL, 0};
    s9_asm_file file = {shown, c->texts.count, 0, 0, 0, 0, 0};
    if (line == NULL || !S9_PUSH(&c->arena, &c->texts, text) || !S9_PUSH(&c->arena, &c->files, file)) {
        s9_asm_out_of_memory(c);
        return;
    }
    memcpy(line, given->name, name_length);
    line[name_length] = ' ';
    for (size_t i = 0; i < length; i++) /* it is one line, whatever the caller's text has */
        line[name_length + 1 + i] = value[i] == '\n' || value[i] == '\r' ? ' ' : value[i];

    s9_asm_lexer lexer;
    s9_asm_token name;
    s9_asm_lexer_init(&lexer, line, text.size, c->files.count - 1, 1);
    lexer.directive = true;
    s9_asm_lex(&lexer, &name);
    if (name.kind != S9_TOK_WORD || name.length != name_length || strcmp(given->name, "defined") == 0) {
        s9_asm_error(c, NULL, &name, NULL, "'%.*s' cannot be the name of a macro",
                     (int)(name_length < 40 ? name_length : 40), given->name);
        return;
    }
    define(pp, &lexer, &name);
}

/* ---- uses ---- */

static bool push(s9_preprocessor *pp, const s9_asm_token *token)
{
    if (S9_PUSH(&pp->context->arena, &pp->stack, *token))
        return true;
    s9_asm_out_of_memory(pp->context);
    return false;
}

static bool spend(s9_preprocessor *pp, const s9_asm_token *name, uint32_t tokens)
{
    pp->tokens += tokens;
    if (pp->tokens <= S9_PP_MOST_TOKENS)
        return true;
    s9_asm_error(pp->context, NULL, name, NULL, "macros turn into more than %d tokens here", S9_PP_MOST_TOKENS);
    pp->context->stop = true;
    return false;
}

/* The same for the text of a token that # or ## makes: joined to themselves again and again, tokens double. */
static char *make_text(s9_preprocessor *pp, const s9_asm_token *name, size_t length)
{
    pp->made += length;
    if (pp->made > S9_PP_MOST_TEXT) {
        s9_asm_error(pp->context, NULL, name, NULL, "# and ## make more than %d bytes of text here", S9_PP_MOST_TEXT);
        pp->context->stop = true;
        return NULL;
    }
    char *text = s9_arena_alloc_raw(&pp->context->arena, length);
    if (text == NULL)
        s9_asm_out_of_memory(pp->context);
    return text;
}

/*
 * Arguments of a use: argument i as it was written is the scratch tokens from bound `raw + i` to the next, with its
 * macros replaced from bound `expanded + i` to the next. Bounds stand in the ranges list.
 */
typedef struct arguments {
    uint32_t count;
    uint32_t raw, expanded;
} arguments;

static bool add_bound(s9_preprocessor *pp)
{
    if (S9_PUSH(&pp->context->arena, &pp->ranges, pp->scratch.count))
        return true;
    s9_asm_out_of_memory(pp->context);
    return false;
}

static void note_definition(s9_preprocessor *pp, const s9_pp_macro *macro)
{
    s9_asm_note(pp->context, &macro->place, "the macro is defined here");
}

/* Reads the arguments behind the opening parenthesis. `use` marks tokens that were written at the macro's use. */
static bool read_arguments(s9_preprocessor *pp, const s9_pp_macro *macro, const s9_asm_token *name, uint32_t use,
                           arguments *a)
{
    uint32_t depth = 0;
    s9_asm_token token;
    uint32_t first = pp->scratch.count;
    a->count = 0;
    a->raw = pp->ranges.count;
    if (!add_bound(pp))
        return false;
    for (;;) {
        s9_pp_raw(pp, &token);
        bool in_file = pp->frames.count == 0;
        bool hash = token.kind == '#' && in_file && (token.flags & S9_TOK_AT_LINE_START) != 0 && !pp->lexer.directive;
        if (token.kind == S9_TOK_END || token.kind == S9_TOK_LINE_END || token.kind == S9_TOK_BARRIER || hash) {
            if (hash) {
                s9_pp_put_back(pp, &token);
                s9_asm_error(pp->context, NULL, &token, NULL, "a directive stands inside the arguments of macro '%.*s'",
                             (int)(macro->length < 40 ? macro->length : 40), macro->name);
            } else {
                s9_asm_error(pp->context, NULL, name, NULL, "no ')' ends the arguments of macro '%.*s'",
                             (int)(macro->length < 40 ? macro->length : 40), macro->name);
            }
            note_definition(pp, macro);
            return false;
        }
        if (token.kind == ')' && depth == 0)
            break;
        if (token.kind == ',' && depth == 0) {
            if (++a->count < macro->parameters && !add_bound(pp))
                return false;
            continue;
        }
        depth += token.kind == '(';
        depth -= token.kind == ')';
        token.flags &= (uint8_t)~S9_TOK_AT_LINE_START;
        if (token.use == name->use)
            token.use = use;
        if (!s9_pp_keep(pp, &token))
            return false;
    }
    bool none = a->count == 0 && pp->scratch.count == first;
    a->count += macro->parameters > 0 || !none;
    if (a->count != macro->parameters) {
        s9_asm_error(pp->context, NULL, name, NULL, "macro '%.*s' takes %u argument%s, not %u",
                     (int)(macro->length < 40 ? macro->length : 40), macro->name, (unsigned)macro->parameters,
                     macro->parameters == 1 ? "" : "s", (unsigned)a->count);
        note_definition(pp, macro);
        return false;
    }
    return add_bound(pp);
}

static bool push_frame(s9_preprocessor *pp, uint32_t start, s9_pp_macro *macro, bool barrier, const s9_asm_token *name)
{
    s9_pp_frame frame = {start, start, pp->stack.count, macro, barrier};
    if (pp->frames.count >= S9_PP_DEEPEST_MACRO) {
        s9_asm_error(pp->context, NULL, name, NULL, "macros are nested more than %d deep here", S9_PP_DEEPEST_MACRO);
        pp->context->stop = true;
        pp->stack.count = start;
        return false;
    }
    if (!S9_PUSH(&pp->context->arena, &pp->frames, frame)) {
        s9_asm_out_of_memory(pp->context);
        return false;
    }
    if (macro != NULL)
        macro->active++;
    return true;
}

/* Replaces the macros in each argument by itself. */
static bool expand_arguments(s9_preprocessor *pp, const s9_asm_token *name, arguments *a)
{
    a->expanded = pp->ranges.count;
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t start = pp->stack.count;
        uint32_t first = pp->ranges.items[a->raw + i], end = pp->ranges.items[a->raw + i + 1];
        if (!add_bound(pp))
            return false;
        for (uint32_t k = first; k < end; k++)
            if (!push(pp, &pp->scratch.items[k]))
                return false;
        if (!spend(pp, name, end - first) || !push_frame(pp, start, NULL, true, name))
            return false;
        for (;;) {
            s9_asm_token token;
            s9_pp_expanded(pp, &token);
            if (token.kind == S9_TOK_BARRIER || pp->context->stop)
                break;
            if (!s9_pp_keep(pp, &token))
                return false;
        }
        if (pp->context->stop)
            return false;
        pp->frames.count--; /* the barrier */
        pp->stack.count = start;
    }
    return add_bound(pp);
}

/* "#x": the argument's text in quotes. */
static bool push_string(s9_preprocessor *pp, const s9_asm_token *name, const s9_pp_part *part, const arguments *a,
                        uint32_t use)
{
    const uint32_t *bounds = pp->ranges.items + a->raw + part->parameter - 1;
    uint32_t first = bounds[0], end = bounds[1];
    size_t length = 2;
    for (uint32_t i = first; i < end; i++)
        length += pp->scratch.items[i].length + 1u;
    char *text = make_text(pp, name, length);
    if (text == NULL)
        return false;
    size_t at = 0;
    text[at++] = '"';
    for (uint32_t i = first; i < end; i++) {
        const s9_asm_token *token = &pp->scratch.items[i];
        if (i > first && (token->flags & S9_TOK_AFTER_BLANK) != 0)
            text[at++] = ' ';
        memcpy(text + at, token->text, token->length);
        at += token->length;
    }
    text[at++] = '"';
    s9_asm_token token = part->token;
    token.kind = S9_TOK_STRING;
    token.text = text;
    token.length = (uint32_t)at;
    token.use = use;
    return push(pp, &token);
}

/* Joins a token to the one pushed last, if that makes one token; the two stay as they are otherwise. */
static bool push_joined(s9_preprocessor *pp, const s9_asm_token *name, const s9_asm_token *right, uint32_t use)
{
    s9_asm_token *left = &pp->stack.items[pp->stack.count - 1];
    size_t length = (size_t)left->length + right->length;
    char *text = make_text(pp, name, length);
    if (text == NULL)
        return false;
    memcpy(text, left->text, left->length);
    memcpy(text + left->length, right->text, right->length);
    s9_asm_lexer lexer;
    s9_asm_token joined;
    s9_asm_lexer_init(&lexer, text, length, left->file, left->line);
    lexer.directive = true;
    s9_asm_lex(&lexer, &joined);
    if (joined.length == length && joined.kind != S9_TOK_UNCLOSED) {
        left->text = text;
        left->length = (uint32_t)length;
        left->kind = joined.kind;
        left->use = use;
        left->flags &= (uint8_t)~S9_TOK_NOT_A_MACRO;
        return true;
    }
    s9_asm_token token = *right;
    token.flags &= (uint8_t)~S9_TOK_AFTER_BLANK;
    return push(pp, &token);
}

/* Puts the macro's text with its arguments on the stack. */
static bool substitute(s9_preprocessor *pp, const s9_pp_macro *macro, const s9_asm_token *name, const arguments *a,
                       uint32_t use)
{
    uint32_t produced = 0; /* by the part before */
    for (uint32_t i = 0; i < macro->part_count; i++) {
        const s9_pp_part *part = &macro->parts[i];
        uint32_t start = pp->stack.count;
        bool join = part->pasted && produced > 0;
        if (part->stringize) {
            if (!push_string(pp, name, part, a, use))
                return false;
        } else if (part->parameter == 0) {
            s9_asm_token token = part->token;
            token.use = use;
            if (join ? !push_joined(pp, name, &token, use) : !push(pp, &token))
                return false;
        } else {
            bool pasted = part->pasted || (i + 1 < macro->part_count && macro->parts[i + 1].pasted);
            const uint32_t *bounds = pp->ranges.items + (pasted ? a->raw : a->expanded) + part->parameter - 1;
            uint32_t first = bounds[0], end = bounds[1];
            for (uint32_t k = first; k < end; k++) {
                s9_asm_token token = pp->scratch.items[k];
                if (k == first) {
                    token.flags &= (uint8_t)~S9_TOK_AFTER_BLANK;
                    token.flags |= part->token.flags & S9_TOK_AFTER_BLANK;
                }
                if (k == first && join ? !push_joined(pp, name, &token, use) : !push(pp, &token))
                    return false;
            }
        }
        produced = pp->stack.count - start + (join ? 1u : 0u);
    }
    return true;
}

static uint32_t add_use(s9_preprocessor *pp, const s9_pp_macro *macro, const s9_asm_token *name, bool argument)
{
    s9_asm_use use = {macro->name,  macro->length, argument, {name->file, name->line, name->column, name->length},
                      macro->place, name->use};
    if (!S9_PUSH(&pp->context->arena, &pp->context->uses, use)) {
        s9_asm_out_of_memory(pp->context);
        return 0;
    }
    return pp->context->uses.count;
}

/* A use of a macro; `name` was read, and the opening parenthesis of a macro that takes arguments. */
static void replace(s9_preprocessor *pp, s9_pp_macro *macro, const s9_asm_token *name)
{
    uint32_t use = add_use(pp, macro, name, false), scratch = pp->scratch.count, ranges = pp->ranges.count;
    arguments a = {0, 0, 0};
    if (use == 0 || !spend(pp, name, 1))
        return;
    if (macro->function) {
        uint32_t argument = macro->parameters > 0 ? add_use(pp, macro, name, true) : name->use;
        if (macro->parameters > 0 && argument == 0)
            return;
        if (pp->depth >= S9_PP_DEEPEST_MACRO) {
            s9_asm_error(pp->context, NULL, name, NULL, "macros are nested more than %d deep here",
                         S9_PP_DEEPEST_MACRO);
            pp->context->stop = true;
            return;
        }
        pp->depth++;
        bool good = read_arguments(pp, macro, name, argument, &a) && expand_arguments(pp, name, &a);
        pp->depth--;
        if (!good) {
            pp->scratch.count = scratch;
            pp->ranges.count = ranges;
            return;
        }
    }
    uint32_t start = pp->stack.count;
    bool good = substitute(pp, macro, name, &a, use);
    pp->scratch.count = scratch;
    pp->ranges.count = ranges;
    if (!good || !spend(pp, name, pp->stack.count - start) || pp->stack.count == start)
        return;
    s9_asm_token *first = &pp->stack.items[start];
    first->flags &= (uint8_t) ~(S9_TOK_AFTER_BLANK | S9_TOK_AT_LINE_START);
    first->flags |= name->flags & (S9_TOK_AFTER_BLANK | S9_TOK_AT_LINE_START);
    push_frame(pp, start, macro, false, name);
}

bool s9_pp_try_replace(s9_preprocessor *pp, s9_asm_token *token)
{
    if (pp->macros.count == 0 || (token->flags & S9_TOK_NOT_A_MACRO) != 0 || pp->context->stop)
        return false;
    s9_pp_macro *macro = s9_pp_find(pp, token->text, token->length);
    if (macro == NULL)
        return false;
    if (macro->active > 0) {
        token->flags |= S9_TOK_NOT_A_MACRO;
        return false;
    }
    if (macro->function) {
        s9_asm_token open;
        s9_pp_raw(pp, &open);
        if (open.kind != '(') {
            s9_pp_put_back(pp, &open);
            return false;
        }
    }
    replace(pp, macro, token);
    return !pp->context->stop;
}
