/* SPDX-License-Identifier: MIT */
/*
 * What the disassembler prints beside what others have printed of the same shaders: the listings that have a partner in
 * tokens, line by line. A listing that holds several shaders counts with the one that is most like the tokens.
 *
 * The kinds of difference that there are:
 * - remarks: tools that know debug information add the name of what is written (// ::skinning<0,3,6,9>) and lines of
 *   #line. The tokens have that in a comment block, which is not interpreted.
 * - exponents: old tools print them with three digits, 9.99999975e-005; two are printed here, as new ones do.
 * - margins: one tool (HlslDecompiler's own disassembler) indents nothing; what is written by hand does not either.
 * - other printers: HlslDecompiler leaves out the swizzle letters that the destination's mask does not need (v0.xwx for
 *   v0.xwxw), doubles the last letter (v0.xx for v0.x), prints v0.x_abs, i0.z and _pp_centroid. These are no forms of
 *   fxc's.
 * - hands: test sources of other assemblers, with blanks for columns, macros, `vs.2.0`, v0.argb.
 */
#include "base/base.h"
#include "files.h"
#include "program/program.h"

enum kind { SAME, MARGIN, REMARK, EXPONENT, OTHER, KINDS };
static const char *const kind_names[KINDS] = {"the same", "the same but for the margin", "with a remark behind it",
                                              "with a longer exponent", "different"};

/* The least that has been reached. */
#define LINES_THE_SAME 8847u
#define LINES_THE_SAME_INSIDE 9645u
#define LINES_EXPLAINED 11511u

enum { MOST_LINES = 2000 };

typedef struct text_line {
    char *whole; /* without blanks at its end */
    char *inner; /* without blanks at its beginning */
    char *bare;  /* without a remark, exponents shortened */
} text_line;

typedef struct lines {
    text_line items[MOST_LINES];
    size_t count;
} lines;

static char *copy_of(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* Cuts a remark and the blanks before it, and a third digit of exponents. */
static void strip(char *text)
{
    char *to = text;
    for (char *from = text; *from != '\0' && *from != ';' && !(from[0] == '/' && from[1] == '/');) {
        bool exponent = (from[0] == '-' || from[0] == '+') && from > text && from[-1] == 'e' && from[1] == '0' &&
                        from[2] >= '0' && from[2] <= '9' && from[3] >= '0' && from[3] <= '9';
        *to++ = *from++;
        from += exponent;
    }
    while (to > text && (to[-1] == ' ' || to[-1] == '\t'))
        to--;
    *to = '\0';
}

static void add_line(lines *list, const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t' || text[length - 1] == '\r'))
        length--;
    size_t margin = 0;
    while (margin < length && (text[margin] == ' ' || text[margin] == '\t'))
        margin++;
    const char *first = text + margin;
    if (margin == length || *first == ';' || *first == '#' || (length - margin > 1 && memcmp(first, "//", 2) == 0))
        return;
    assert_true(list->count < MOST_LINES);
    text_line *line = &list->items[list->count++];
    line->whole = copy_of(text, length);
    line->inner = line->whole + margin;
    line->bare = copy_of(first, length - margin);
    strip(line->bare);
}

static void split(lines *list, const char *text)
{
    list->count = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        add_line(list, text, length);
        text += length + (text[length] == '\n');
    }
}

static void free_lines(lines *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].whole);
        free(list->items[i].bare);
    }
    list->count = 0;
}

/* Does a shader begin on this line? `foreign`: one of shader model 4 or later. */
static bool begins_shader(const text_line *line, bool *foreign)
{
    const char *text = line->inner;
    *foreign = false;
    if ((text[0] != 'v' && text[0] != 'p') || text[1] != 's' || (text[2] != '_' && text[2] != '.'))
        return false;
    *foreign = text[3] >= '4' && text[3] <= '9';
    return text[3] >= '1' && text[3] <= '3';
}

static enum kind compare(const text_line *theirs, const text_line *ours)
{
    if (strcmp(theirs->whole, ours->whole) == 0)
        return SAME;
    if (strcmp(theirs->inner, ours->inner) == 0)
        return MARGIN;
    size_t length = strlen(ours->inner);
    return strncmp(theirs->inner, ours->inner, length) == 0 ? REMARK : EXPONENT;
}

/*
 * Pairs lines that say the same by the longest common sequence; counts their kinds, and as OTHER the lines of theirs
 * that have no partner. Returns how many have one.
 */
static size_t align(const text_line *theirs, size_t n, const text_line *ours, size_t m, size_t counts[KINDS])
{
    uint16_t(*longest)[MOST_LINES + 1] = calloc(n + 1, sizeof *longest);
    assert_non_null(longest);
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;)
            longest[i][k] = strcmp(theirs[i].bare, ours[k].bare) == 0 ? (uint16_t)(longest[i + 1][k + 1] + 1)
                            : longest[i + 1][k] > longest[i][k + 1]   ? longest[i + 1][k]
                                                                      : longest[i][k + 1];
    size_t paired = longest[0][0];
    memset(counts, 0, KINDS * sizeof *counts);
    for (size_t i = 0, k = 0; i < n;) {
        if (k < m && strcmp(theirs[i].bare, ours[k].bare) == 0) {
            counts[compare(&theirs[i++], &ours[k++])]++;
        } else if (k < m && longest[i][k + 1] >= longest[i + 1][k]) {
            k++;
        } else {
            counts[OTHER]++;
            i++;
        }
    }
    free(longest);
    return paired;
}

/* The lines of the listing that belong to the shader, against the disassembly of the tokens. */
static void compare_pair(const char *listing, const char *tokens, size_t size, size_t totals[KINDS])
{
    static lines theirs, ours;
    const s9_disassemble_options options = {.struct_size = sizeof options, .no_comments = true};
    s9_program *program;
    s9_blob text = {0};
    assert_int_equal(s9_decode(tokens, size, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_disassemble(program, NULL, &options, &text), S9_OK);
    split(&ours, text.data);
    split(&theirs, listing);
    size_t best = 0, counts[KINDS], best_counts[KINDS] = {0};
    bool found = false;
    for (size_t i = 0; i < theirs.count;) {
        bool foreign;
        size_t end = i + 1;
        if (begins_shader(&theirs.items[i], &foreign)) {
            while (end < theirs.count && !begins_shader(&theirs.items[end], &foreign) && !foreign &&
                   theirs.items[end].inner[0] != '}')
                end++;
            size_t paired = align(&theirs.items[i], end - i, ours.items, ours.count, counts);
            if (!found || paired > best) {
                best = paired;
                memcpy(best_counts, counts, sizeof counts);
            }
            found = true;
        }
        i = end;
    }
    assert_true(found);
    for (size_t i = 0; i < KINDS; i++)
        totals[i] += best_counts[i];
    free_lines(&theirs);
    free_lines(&ours);
    s9_blob_free(&text);
    s9_program_destroy(program);
}

/* The value of a key in a line of JSON that holds no quotes: "corpus/" before it; NULL when it is missing. */
static bool path_of(const char *line, const char *key, char *out, size_t room)
{
    const char *start = strstr(line, key);
    if (start == NULL || (start = strchr(start + strlen(key), ':')) == NULL || (start = strchr(start, '"')) == NULL)
        return false;
    start++;
    return (size_t)snprintf(out, room, "corpus/%.*s", (int)strcspn(start, "\""), start) < room;
}

static void lines_are_those_of_listings(void **state)
{
    (void)state;
    size_t size, pairs = 0, counts[KINDS] = {0}, total = 0;
    char *list = files_shared("corpus/pairs.jsonl", &size);
    for (char *line = strtok(list, "\n"); line != NULL; line = strtok(NULL, "\n"), pairs++) {
        char path[512];
        size_t listing_size, token_size;
        assert_true(path_of(line, "\"asm\"", path, sizeof path));
        char *listing = files_shared(path, &listing_size);
        assert_true(path_of(line, "\"bytecode\"", path, sizeof path));
        char *tokens = files_shared(path, &token_size);
        compare_pair(listing, tokens, token_size, counts);
        free(listing);
        free(tokens);
    }
    free(list);
    for (size_t i = 0; i < KINDS; i++)
        total += counts[i];
    print_message("%zu pairs, %zu lines:\n", pairs, total);
    for (size_t i = 0; i < KINDS; i++)
        print_message("%6zu %s\n", counts[i], kind_names[i]);
    assert_true(counts[SAME] >= LINES_THE_SAME);
    assert_true(counts[SAME] + counts[MARGIN] >= LINES_THE_SAME_INSIDE);
    assert_true(total - counts[OTHER] >= LINES_EXPLAINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_those_of_listings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
