/* SPDX-License-Identifier: MIT */
/* How two shaders are written: their items side by side. */
#include "diff/diff.h"

#include "disasm/disasm.h"

enum { DEEPEST = 32 }; /* blocks that are indented */

typedef struct lines {
    s9_diff_line *items;
    uint32_t count, capacity;
    uint32_t removed, added;
} lines;

struct s9_diff {
    s9_allocator allocator;
    s9_arena arena;
    bool same_tokens, same_version;
    lines parts[S9_DIFF_PARTS];
};

/* One of the two programs while they are compared. */
typedef struct side {
    const s9_program *program;
    s9_df_keys keys;
    const char **texts;
    uint8_t *changed; /* by item */
} side;

static const char *const part_names[S9_DIFF_PARTS] = {"instructions", "declarations", "definitions", "tables",
                                                      "comments"};

bool s9_df_stages_differ(const s9_program *a, const s9_program *b, s9_diagnostics *diagnostics)
{
    if (s9_program_stage(a) == s9_program_stage(b))
        return false;
    s9_report(diagnostics, S9_ERROR, NULL, NULL, "both must be vertex shaders, or both pixel shaders",
              "a %s shader and a %s shader have nothing to compare", s9_program_version(a), s9_program_version(b));
    return true;
}

/* ---- texts ---- */

static void print_comment(const s9_item *item, s9_buffer *out)
{
    char code[5] = "";
    bool named = item->word_count > 1;
    for (uint32_t i = 0; i < 4 && named; i++) {
        code[i] = (char)(item->words[1] >> (8 * i) & 0xFFu);
        named = code[i] > ' ' && code[i] <= '~';
    }
    code[4] = '\0';
    uint32_t bytes = (item->word_count - 1) * 4;
    s9_buffer_format(out, "comment%s%s, %u bytes", named ? " " : "", named ? code : "", (unsigned)bytes);
}

/* The indentation of an item, and how deep what follows is. */
static uint32_t follow_blocks(const s9_item *item, uint32_t *depth)
{
    uint32_t here = *depth;
    switch (item->kind == S9_ITEM_INSTRUCTION ? item->opcode : S9_OP_UNKNOWN) {
    case S9_OP_IF:
    case S9_OP_IFC:
    case S9_OP_LOOP:
    case S9_OP_REP:
        ++*depth;
        break;
    case S9_OP_ENDIF:
    case S9_OP_ENDLOOP:
    case S9_OP_ENDREP:
        here = *depth > 0 ? --*depth : 0;
        break;
    case S9_OP_ELSE:
        here = *depth > 0 ? *depth - 1 : 0;
        break;
    default:
        break;
    }
    return here < DEEPEST ? here : DEEPEST;
}

static bool make_texts(s9_diff *diff, side *s)
{
    uint32_t depth = 0;
    s9_buffer buffer;
    s9_buffer_init(&buffer, &diff->allocator);
    s->texts = s9_arena_array(&diff->arena, s->program->items.count + 1u, sizeof *s->texts);
    for (uint32_t n = 0; n < s->program->items.count && s->texts != NULL && !buffer.failed; n++) {
        const s9_item *item = &s->program->items.items[n];
        buffer.size = 0;
        for (uint32_t i = follow_blocks(item, &depth); i > 0; i--)
            s9_buffer_text(&buffer, "  ");
        if (item->kind == S9_ITEM_COMMENT)
            print_comment(item, &buffer);
        else
            s9_print_item(s->program, item, &buffer);
        s->texts[n] = s9_arena_strndup(&diff->arena, buffer.data == NULL ? "" : buffer.data, buffer.size);
    }
    bool good = s->texts != NULL && !buffer.failed && !diff->arena.failed;
    s9_buffer_free(&buffer);
    return good;
}

/* Positions point at names that the program owns. */
static bool keep_position(s9_diff *diff, const side *s, uint32_t n, s9_position *out)
{
    *out = s9_program_position(s->program, &s->program->items.items[n], NULL);
    if (out->file == NULL)
        return true;
    out->file = s9_arena_strdup(&diff->arena, out->file);
    return out->file != NULL;
}

static bool words_differ(const s9_item *a, const s9_item *b)
{
    if (a->word_count != b->word_count || ((a->words[0] ^ b->words[0]) & 0xF0FFFFFFu) != 0)
        return true;
    return memcmp(a->words + 1, b->words + 1, (a->word_count - 1) * sizeof *a->words) != 0;
}

/* ---- lines ---- */

static bool add_line(s9_diff *diff, s9_diff_part part, const side *a, const uint32_t *item_a, const side *b,
                     const uint32_t *item_b)
{
    lines *to = &diff->parts[part];
    s9_diff_line line = {.at_a = s9_position_none(), .at_b = s9_position_none()};
    bool good = true;
    line.kind = item_a == NULL ? S9_DIFF_ADDED : item_b == NULL ? S9_DIFF_REMOVED : S9_DIFF_KEPT;
    to->removed += line.kind == S9_DIFF_REMOVED;
    to->added += line.kind == S9_DIFF_ADDED;
    if (item_a != NULL) {
        line.text_a = a->texts[*item_a];
        good = keep_position(diff, a, *item_a, &line.at_a);
    }
    if (item_b != NULL) {
        line.text_b = b->texts[*item_b];
        good = keep_position(diff, b, *item_b, &line.at_b) && good;
    }
    line.renamed =
        line.kind == S9_DIFF_KEPT && words_differ(&a->program->items.items[*item_a], &b->program->items.items[*item_b]);
    return good && S9_PUSH(&diff->arena, to, line);
}

/* The items of some part, in order. */
typedef struct selection {
    uint32_t *items, *keys;
    uint8_t *changed;
    uint32_t count;
} selection;

static bool select_part(s9_arena *arena, const side *s, s9_diff_part part, bool own, selection *out)
{
    uint32_t count = s->program->items.count;
    out->count = 0;
    out->items = s9_arena_array(arena, count + 1u, sizeof *out->items);
    out->keys = s9_arena_array(arena, count + 1u, sizeof *out->keys);
    out->changed = s9_arena_array(arena, count + 1u, 1);
    if (out->items == NULL || out->keys == NULL || out->changed == NULL)
        return false;
    for (uint32_t n = 0; n < count; n++) {
        if (s->keys.parts[n] != part)
            continue;
        out->items[out->count] = n;
        out->keys[out->count++] = own ? s->keys.own[n] : s->keys.renumbered[n];
    }
    return true;
}

static uint32_t changes_of(const selection *s)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < s->count; i++)
        sum += s->changed[i];
    return sum;
}

static bool ordered_part(s9_diff *diff, s9_diff_part part, const side *a, const side *b)
{
    s9_arena arena;
    selection sa[2], sb[2];
    bool good = true;
    uint32_t which = 0, changes[2] = {0, 0};
    s9_arena_init(&arena, &diff->allocator);
    for (uint32_t own = 0; own < 2 && good; own++) {
        good = select_part(&arena, a, part, own == 1, &sa[own]) && select_part(&arena, b, part, own == 1, &sb[own]) &&
               s9_df_script(sa[own].keys, sa[own].count, sb[own].keys, sb[own].count, sa[own].changed, sb[own].changed,
                            &diff->allocator);
        changes[own] = good ? changes_of(&sa[own]) + changes_of(&sb[own]) : 0;
        /* A temporary more in one of them gives all later ones other numbers: their own ones may say it better. */
        if (own == 1)
            which = changes[1] < changes[0];
        else if (changes[0] == 0 || part != S9_DIFF_CODE)
            break;
    }
    uint32_t i = 0, k = 0;
    while (good && (i < sa[which].count || k < sb[which].count)) {
        const selection *x = &sa[which], *y = &sb[which];
        if (i < x->count && x->changed[i]) {
            good = add_line(diff, part, a, &x->items[i], b, NULL);
            i++;
        } else if (k < y->count && y->changed[k]) {
            good = add_line(diff, part, a, NULL, b, &y->items[k]);
            k++;
        } else {
            good = add_line(diff, part, a, &x->items[i], b, &y->items[k]);
            i++, k++;
        }
    }
    s9_arena_free(&arena);
    return good;
}

/* Lines of A in their order, each with one of B that is the same; then what is left of B. */
static bool unordered_part(s9_diff *diff, s9_diff_part part, const side *a, const side *b, uint32_t key_count)
{
    s9_arena arena;
    selection sa, sb;
    s9_arena_init(&arena, &diff->allocator);
    bool good = select_part(&arena, a, part, false, &sa) && select_part(&arena, b, part, false, &sb);
    uint32_t *first = good ? s9_arena_array(&arena, key_count + 1u, sizeof *first) : NULL;
    uint32_t *next = good ? s9_arena_array(&arena, sb.count + 1u, sizeof *next) : NULL;
    good = first != NULL && next != NULL;
    for (uint32_t k = good ? sb.count : 0; k-- > 0;) {
        next[k] = first[sb.keys[k]];
        first[sb.keys[k]] = k + 1;
    }
    for (uint32_t i = 0; good && i < sa.count; i++) {
        uint32_t k = first[sa.keys[i]];
        if (k != 0) {
            first[sa.keys[i]] = next[k - 1];
            sb.changed[k - 1] = 1; /* used */
        }
        good = add_line(diff, part, a, &sa.items[i], b, k != 0 ? &sb.items[k - 1] : NULL);
    }
    for (uint32_t k = 0; good && k < sb.count; k++)
        if (!sb.changed[k])
            good = add_line(diff, part, a, NULL, b, &sb.items[k]);
    s9_arena_free(&arena);
    return good;
}

/* ---- word for word ---- */

/* The next item that is looked at, NULL behind the last. */
static const s9_item *next_item(const s9_program *program, uint32_t *n, bool no_comments)
{
    while (*n < program->items.count) {
        const s9_item *item = &program->items.items[(*n)++];
        if (item->kind != S9_ITEM_COMMENT || !no_comments)
            return item;
    }
    return NULL;
}

static bool same_words(const s9_program *a, const s9_program *b, bool no_comments)
{
    uint32_t i = 0, k = 0;
    if (a->version_token != b->version_token)
        return false;
    for (;;) {
        const s9_item *x = next_item(a, &i, no_comments), *y = next_item(b, &k, no_comments);
        if (x == NULL || y == NULL)
            return x == y;
        if (x->word_count != y->word_count || memcmp(x->words, y->words, x->word_count * sizeof *x->words) != 0)
            return false;
    }
}

/* ---- the whole ---- */

s9_result s9_diff_create(const s9_program *a, const s9_program *b, const s9_allocator *allocator,
                         const s9_diff_options *options, s9_diff **out, s9_diagnostics *diagnostics)
{
    s9_diff_options chosen;
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (a == NULL || b == NULL || !s9_read_options(&chosen, sizeof chosen, options))
        return S9_ERROR_ARGUMENT;
    if (s9_df_stages_differ(a, b, diagnostics))
        return S9_ERROR_INVALID;
    s9_allocator memory = s9_allocator_or_default(allocator);
    s9_diff *diff = s9_allocate_zero(&memory, 1, sizeof *diff);
    if (diff == NULL)
        return S9_ERROR_MEMORY;
    diff->allocator = memory;
    s9_arena_init(&diff->arena, &memory);
    diff->same_version = a->version_token == b->version_token;
    diff->same_tokens = same_words(a, b, chosen.no_comments);

    s9_arena scratch;
    s9_arena_init(&scratch, &memory);
    s9_df_interner interner;
    s9_df_interner_init(&interner, &scratch);
    side sa = {.program = a}, sb = {.program = b};
    bool good = s9_df_make_keys(a, &interner, &sa.keys) && s9_df_make_keys(b, &interner, &sb.keys) &&
                make_texts(diff, &sa) && make_texts(diff, &sb) && ordered_part(diff, S9_DIFF_CODE, &sa, &sb) &&
                unordered_part(diff, S9_DIFF_DECLARATIONS, &sa, &sb, interner.entries.count) &&
                unordered_part(diff, S9_DIFF_DEFINITIONS, &sa, &sb, interner.entries.count);
    if (!chosen.no_comments)
        good = good && ordered_part(diff, S9_DIFF_TABLES, &sa, &sb) && ordered_part(diff, S9_DIFF_COMMENTS, &sa, &sb);
    s9_arena_free(&scratch);
    if (!good) {
        s9_diff_destroy(diff);
        return S9_ERROR_MEMORY;
    }
    *out = diff;
    return S9_OK;
}

void s9_diff_destroy(s9_diff *diff)
{
    if (diff == NULL)
        return;
    s9_allocator memory = diff->allocator;
    s9_arena_free(&diff->arena);
    s9_release(&memory, diff);
}

/* ---- questions ---- */

bool s9_diff_same_tokens(const s9_diff *diff)
{
    return diff->same_tokens;
}

bool s9_diff_same_instructions(const s9_diff *diff)
{
    const lines *code = &diff->parts[S9_DIFF_CODE], *declarations = &diff->parts[S9_DIFF_DECLARATIONS];
    return code->removed + code->added + declarations->removed + declarations->added == 0;
}

bool s9_diff_same_version(const s9_diff *diff)
{
    return diff->same_version;
}

uint32_t s9_diff_line_count(const s9_diff *diff, s9_diff_part part)
{
    return (uint32_t)part < S9_DIFF_PARTS ? diff->parts[part].count : 0;
}

const s9_diff_line *s9_diff_line_at(const s9_diff *diff, s9_diff_part part, uint32_t index)
{
    return index < s9_diff_line_count(diff, part) ? &diff->parts[part].items[index] : NULL;
}

void s9_diff_changes(const s9_diff *diff, s9_diff_part part, uint32_t *removed, uint32_t *added)
{
    bool known = (uint32_t)part < S9_DIFF_PARTS;
    if (removed != NULL)
        *removed = known ? diff->parts[part].removed : 0;
    if (added != NULL)
        *added = known ? diff->parts[part].added : 0;
}

const char *s9_diff_part_name(s9_diff_part part)
{
    return (uint32_t)part < S9_DIFF_PARTS ? part_names[part] : NULL;
}
