/* SPDX-License-Identifier: MIT */
/* The assembly texts of others: every one assembles, or is refused for a reason that is written here. */
#include "assembling.h"
#include "program/program.h"

/* ---- refusals ---- */

/* Files that do not assemble as they are: the start of the name, and why. */
static const struct {
    const char *prefix;
    const char *message; /* of the first error */
    const char *reason;
} refusals[] = {
    {"008b3e17ec00dd94a735", "an instruction is expected, not '...'",
     "a fragment of a page: dots stand for what is left out"},
    {"19db6b6176facebe08f0", "an instruction is expected, not '...'",
     "a fragment of a page, and a remark in parentheses"},
    {"1ddb485c71e408fba14e", "an instruction is expected, not '...'", "a fragment of a page"},
    {"23eb287bb38118efac02", "an instruction is expected, not '...'", "a fragment of a page"},
    {"32b3c336b6ff50b70c79", "ps_1_1 has no predicates",
     "a page's example with the error text that it causes behind it"},
    {"52dc694d071952e1354a", "an instruction is expected, not '...'", "a fragment of a page"},
    {"995183e1843b9054ce66", "i# takes no component", "rep i0.z: an integer register takes no component (V192)"},
    {"a7b0841d31d572531429", "an instruction is expected, not '...'", "a fragment of a page"},
    {"cb58517a05cdf4deb552", "a comma is missing before '0'", "the page forgot the comma behind the register, twice"},
    {"cdcc713d6673ad5f7008", "ps_1_1 has no predicates",
     "a page's example with the error text that it causes behind it"},
    {"d1226ef8249a15bf45bb", "register c needs a number", "a page's pattern: c# stands for any constant"},
    {"f6b9c7cf71122624221c", "an instruction is expected, not '...'", "a fragment of a page"},
};

/* The file's name without its folder. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static int refusal_of(const char *path)
{
    for (size_t i = 0; i < S9_COUNT(refusals); i++)
        if (strncmp(base_name(path), refusals[i].prefix, strlen(refusals[i].prefix)) == 0)
            return (int)i;
    return -1;
}

static assembled assemble_piece(const char *text, size_t size, const char *name, uint32_t shader)
{
    s9_assemble_options options = {.struct_size = sizeof options, .name = name, .shader = shader};
    return assemble_with(text, size, &options);
}

/* Whether a text is refused only because it holds several shaders. */
static bool holds_several(const assembled *a)
{
    const s9_diagnostic *first = s9_diagnostics_get(a->diagnostics, 0);
    return a->result != S9_OK && s9_diagnostics_errors(a->diagnostics) == 1 &&
           (strcmp(first->code, "V003") == 0 || strncmp(first->message, "the listing holds ", 18) == 0);
}

static void every_text_assembles(void **state)
{
    (void)state;
    size_t files = 0, shaders = 0, several = 0, notes = 0;
    bool used[S9_COUNT(refusals)] = {false};
    files_list list = files_shared_folder("corpus/asm", ".asm");
    for (size_t i = 0; i < list.count; i++, files++) {
        size_t size;
        char *text = files_read(list.paths[i], &size);
        assert_non_null(text);
        const char *name = base_name(list.paths[i]);
        assembled a = assemble_piece(text, size, name, 0);
        int refusal = refusal_of(name);
        if (refusal >= 0) {
            used[refusal] = true;
            const s9_diagnostic *first = s9_diagnostics_get(a.diagnostics, 0);
            if (a.result == S9_OK || strcmp(first->message, refusals[refusal].message) != 0)
                fail_msg("%s is to be refused (%s): %s", name, refusals[refusal].reason,
                         a.result == S9_OK ? "it assembles" : first->message);
        } else if (holds_several(&a)) {
            /* each of them assembles when it is chosen */
            several++;
            for (uint32_t shader = 1;; shader++) {
                assembled one = assemble_piece(text, size, name, shader);
                if (one.result != S9_OK) {
                    const s9_diagnostic *first = s9_diagnostics_get(one.diagnostics, 0);
                    if (shader < 3 || strstr(first->message, "not so many") == NULL)
                        fail_msg("shader %u of %s: %s", (unsigned)shader, name, first->message);
                    assembled_free(&one);
                    break;
                }
                shaders++;
                assembled_free(&one);
            }
        } else {
            expect_taken(&a, name);
            shaders++;
            notes += s9_diagnostics_count(a.diagnostics) > 0;
        }
        assembled_free(&a);
        free(text);
    }
    files_free(&list);
    for (size_t i = 0; i < S9_COUNT(refusals); i++)
        if (!used[i])
            fail_msg("%s is not in the corpus", refusals[i].prefix);
    print_message(
        "%zu files: %zu shaders assemble, %zu files hold several, %zu with a later body left out, %zu files refused\n",
        files, shaders, several, notes, S9_COUNT(refusals));
}

/* What assembles prints to text that assembles to the same words. */
static void assembled_texts_print_back(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/asm", ".asm");
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *text = files_read(list.paths[i], &size);
        assert_non_null(text);
        assembled a = assemble_piece(text, size, base_name(list.paths[i]), 0);
        if (a.result == S9_OK) {
            s9_blob printed = {0};
            assert_int_equal(s9_disassemble(a.program, NULL, NULL, &printed), S9_OK);
            assembled again = assemble_with(printed.data, printed.size, NULL);
            expect_taken(&again, printed.data);
            if (again.count != a.count || memcmp(again.words, a.words, a.count * sizeof *a.words) != 0)
                fail_msg("%s changes on its way through text", list.paths[i]);
            assembled_free(&again);
            s9_blob_free(&printed);
        }
        assembled_free(&a);
        free(text);
    }
    files_free(&list);
}

static void both_ways_agree(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/asm", ".asm");
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *text = files_read(list.paths[i], &size);
        assert_non_null(text);
        const char *fault = ways_differ(text, size);
        if (fault != NULL)
            fail_msg("%s: %s", list.paths[i], fault);
        free(text);
    }
    files_free(&list);
}

/* ---- pairs ---- */

/* The value of a member of a flat JSON object in one line; false when it is missing. */
static bool member(const char *line, const char *name, char *out, size_t room)
{
    char key[64];
    snprintf(key, sizeof key, "\"%s\": \"", name);
    const char *start = strstr(line, key);
    if (start == NULL)
        return false;
    start += strlen(key);
    const char *end = strchr(start, '"');
    if (end == NULL || (size_t)(end - start) >= room)
        return false;
    memcpy(out, start, (size_t)(end - start));
    out[end - start] = '\0';
    return true;
}

/* The letters of the places in `positions`, put side by side; the last one repeats. */
static uint32_t squeeze(uint32_t swizzle, uint32_t positions)
{
    uint32_t squeezed = 0, count = 0, last = 0;
    for (uint32_t i = 0; i < 4; i++)
        if ((positions >> i & 1u) != 0) {
            last = s9_swizzle_component(swizzle, i);
            squeezed |= last << (2 * count++);
        }
    for (; count < 4; count++)
        squeezed |= last << (2 * count);
    return squeezed;
}

/*
 * One producer of listings prints only the components that an operand supplies, without their places: .zw of a register
 * read as it is by an instruction that writes .zw, .xy of the coordinate of a 2D texture. Read back, letter k goes to
 * place k. True when the swizzle of the text is explained so by the partner's.
 */
static bool swizzle_is_squeezed(const s9_program *program, const s9_item *item, uint32_t source, uint32_t text,
                                uint32_t partner)
{
    uint32_t positions = s9_item_source_positions(program, item, source);
    if (squeeze(partner, positions) == text)
        return true;
    bool coordinate = s9_isa_opcode(item->opcode)->kind == S9_OPK_TEXTURE && source != 1; /* gradients, too */
    return coordinate && (squeeze(partner, 3) == text || squeeze(partner, 7) == text);
}

/* The next item that is no comment; NULL at the end. */
static const s9_item *next_item(const s9_program *program, uint32_t *at)
{
    while (*at < program->items.count && program->items.items[*at].kind == S9_ITEM_COMMENT)
        ++*at;
    return *at < program->items.count ? &program->items.items[(*at)++] : NULL;
}

/* Listings that say something else than their partner: earlier states of the producer, which it has corrected since. */
static const struct {
    const char *prefix, *reason;
} mistaken[] = {
    {"34dc224b88f4d486ecb1",
     "dp2add v0.y, v0.z: the letters of the mask instead of the two that dp2add reads (.yz, .zw)"},
    {"6ac0d6fac72106a2a769", "break_ge r2.xzx, c1.xxx: the scalar operands are r2.y and c1.x"},
    {"a4c61371e74ebbf10c72", "add o0.xz, r0.yy: the partner reads .yw there"},
};

static const char *mistake_of(const char *name)
{
    for (size_t i = 0; i < S9_COUNT(mistaken); i++)
        if (strncmp(base_name(name), mistaken[i].prefix, strlen(mistaken[i].prefix)) == 0)
            return mistaken[i].reason;
    return NULL;
}

typedef enum likeness { SAME, SQUEEZED, DIFFERENT } likeness;

/* Compares a listing's program with its partner, comments aside. */
static likeness compare(const s9_program *text, const s9_program *partner, char *report, size_t room)
{
    uint32_t a = 0, b = 0;
    likeness result = SAME;
    if (s9_program_version_token(text) != s9_program_version_token(partner)) {
        snprintf(report, room, "versions %08X and %08X", (unsigned)s9_program_version_token(text),
                 (unsigned)s9_program_version_token(partner));
        return DIFFERENT;
    }
    for (;;) {
        const s9_item *x = next_item(text, &a), *y = next_item(partner, &b);
        if (x == NULL && y == NULL)
            return result;
        if (x == NULL || y == NULL || x->word_count != y->word_count) {
            snprintf(report, room, "another number of words or instructions");
            return DIFFERENT;
        }
        if (memcmp(x->words, y->words, x->word_count * sizeof *x->words) == 0)
            continue;
        /* all words but those of sources are equal, and the swizzles are explained */
        bool explained = x->kind == S9_ITEM_INSTRUCTION && y->kind == S9_ITEM_INSTRUCTION;
        for (uint32_t k = 0; k < x->word_count && explained; k++) {
            if (x->words[k] == y->words[k])
                continue;
            explained = false;
            for (uint32_t i = 0; i < x->source_count; i++)
                if (x->sources[i].word == x->word + k)
                    explained = ((x->words[k] ^ y->words[k]) & ~0x00FF0000u) == 0 &&
                                swizzle_is_squeezed(partner, y, i, s9_operand_swizzle(x->words[k]),
                                                    s9_operand_swizzle(y->words[k]));
            if (!explained)
                snprintf(report, room, "line %u: word %u is %08X, not %08X", (unsigned)s9_item_span(x, NULL)->line,
                         (unsigned)k, (unsigned)x->words[k], (unsigned)y->words[k]);
        }
        if (!explained)
            return DIFFERENT;
        result = SQUEEZED;
    }
}

static void listings_and_their_shaders(void **state)
{
    (void)state;
    size_t size, pairs = 0, counts[3] = {0}, refused = 0, mistakes = 0, squeezed_elsewhere = 0;
    char *lines = files_shared("corpus/pairs.jsonl", &size);
    for (char *line = strtok(lines, "\n"); line != NULL; line = strtok(NULL, "\n"), pairs++) {
        char listing[200], shader[200], repository[200], path[1024];
        assert_true(member(line, "asm", listing, sizeof listing) && member(line, "bytecode", shader, sizeof shader) &&
                    member(line, "repo", repository, sizeof repository));
        size_t text_size, token_size;
        snprintf(path, sizeof path, "%s/corpus/%s", TEST_SHARED, listing);
        char *text = files_read(path, &text_size);
        snprintf(path, sizeof path, "%s/corpus/%s", TEST_SHARED, shader);
        char *tokens = files_read(path, &token_size);
        assert_non_null(text);
        assert_non_null(tokens);
        s9_program *partner = NULL;
        assert_int_equal(s9_decode(tokens, token_size, NULL, NULL, &partner, NULL), S9_OK);

        likeness best = DIFFERENT;
        char report[200] = "";
        bool taken = false;
        if (refusal_of(listing) >= 0) {
            refused++;
            best = SAME;
        }
        /* of a listing with several shaders the partner is one */
        for (uint32_t n = 0; n < 100 && best != SAME; n++) {
            assembled a = assemble_piece(text, text_size, listing, n);
            bool ok = a.result == S9_OK, more = n == 0 && holds_several(&a);
            if (ok) {
                likeness now = compare(a.program, partner, report, sizeof report);
                taken = true;
                best = now < best ? now : best;
            }
            assembled_free(&a);
            if (n == 0 ? !more : !ok)
                break;
        }
        if (refusal_of(listing) < 0) {
            counts[best]++;
            if (best == DIFFERENT && mistake_of(listing) != NULL)
                mistakes++;
            else if (best == DIFFERENT)
                fail_msg("%s and %s: %s", listing, shader, taken ? report : "no shader of the text assembles");
            squeezed_elsewhere += best == SQUEEZED && strcmp(repository, "AndresTraks/HlslDecompiler") != 0;
        }
        s9_program_destroy(partner);
        free(text);
        free(tokens);
    }
    free(lines);
    print_message(
        "%zu pairs: %zu equal, %zu listings print swizzles without their places, %zu are mistaken, %zu refused\n",
        pairs, counts[SAME], counts[SQUEEZED], mistakes, refused);
    assert_int_equal(squeezed_elsewhere, 0);
    assert_int_equal(counts[DIFFERENT], mistakes);
    assert_int_equal(mistakes, S9_COUNT(mistaken));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_assembles),
        cmocka_unit_test(assembled_texts_print_back),
        cmocka_unit_test(both_ways_agree),
        cmocka_unit_test(listings_and_their_shaders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
