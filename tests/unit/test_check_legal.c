/* SPDX-License-Identifier: MIT */
/* No false alarms for what compilers emit and the corpus lacks: tests/data/legal_shaders.txt, as text and as tokens. */
#include "base/base.h"
#include "files.h"
#include "little.h"
#include "program/program.h"

#include <shader9/check.h>

static size_t check(const char *title, const char *form, const s9_program *program)
{
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    (void)s9_check(program, NULL, NULL, list);
    size_t count = s9_diagnostics_count(list);
    for (size_t i = 0; i < count; i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        print_message("%.*s, %s: [%s] %s | %s\n", (int)strcspn(title, "\n"), title, form, d->code, d->message,
                      d->text != NULL ? d->text : "");
    }
    s9_diagnostics_destroy(list);
    return count;
}

/* The shader in both forms, and with a comment before every instruction, as debug data stands in tokens. */
static size_t check_forms(const char *title, const char *text, size_t size)
{
    s9_program *program = NULL, *decoded = NULL;
    s9_diagnostics *list = NULL;
    s9_blob blob = {0};
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    if (s9_assemble(text, size, NULL, NULL, &program, list) != S9_OK) {
        print_message("%.*s does not assemble: %s\n", (int)strcspn(title, "\n"), title,
                      s9_diagnostics_get(list, 0)->message);
        s9_diagnostics_destroy(list);
        return 1;
    }
    s9_diagnostics_destroy(list);
    size_t found = check(title, "text", program);
    assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
    assert_int_equal(s9_decode(blob.data, blob.size, NULL, NULL, &decoded, NULL), S9_OK);
    found += check(title, "tokens", decoded);

    size_t to = 0;
    uint32_t *words = malloc(blob.size * 4);
    assert_non_null(words);
    words[to++] = decoded->version_token;
    for (uint32_t i = 0; i < decoded->items.count; i++) {
        const s9_item *item = &decoded->items.items[i];
        words[to++] = 0x0001FFFEu;
        words[to++] = 0x0000FFFFu; /* looks like the end; is the payload */
        memcpy(words + to, item->words, item->word_count * sizeof *words);
        to += item->word_count;
    }
    words[to++] = 0x0000FFFFu;
    s9_program_destroy(decoded);
    little_words(words, to);
    assert_int_equal(s9_decode(words, to * 4, NULL, NULL, &decoded, NULL), S9_OK);
    found += check(title, "tokens with comments", decoded);
    s9_program_destroy(decoded);
    free(words);
    s9_blob_free(&blob);
    s9_program_destroy(program);
    return found;
}

static void emitted_shaders_are_legal(void **state)
{
    (void)state;
    size_t size, count = 0, failures = 0;
    char *text = files_read(TEST_SOURCE "/tests/data/legal_shaders.txt", &size);
    assert_non_null(text);
    char *at = strstr(text, "----\n");
    while (at != NULL) {
        char *title = at + 5, *next = strstr(title, "\n----\n"), *body = strchr(title, '\n');
        assert_non_null(body);
        failures += check_forms(title, body + 1, next != NULL ? (size_t)(next - body) : strlen(body + 1)) != 0;
        count++;
        at = next != NULL ? next + 1 : NULL;
    }
    print_message("%u shaders\n", (unsigned)count);
    free(text);
    assert_true(count >= 30);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(emitted_shaders_are_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
