/* SPDX-License-Identifier: MIT */
/*
 * An effect whose shaders have names that mean something to file systems and shells, made here and kept as
 * fuzz/cases/effect/names.bin (UPDATE=1 writes it anew), out of which tests/cli/extract.sh takes the shaders. Here:
 * each can be found by the address that the library tells.
 */
#include "effect_writer.h"
#include "files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CASE TEST_SOURCE "/fuzz/cases/effect/names.bin"
#define LONG "lllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"

static const struct {
    const char *name;
    size_t size;
} names[] = {
#define N(text)           \
    {                     \
        text, sizeof text \
    }
    N("../../up"), N("/etc/shader9"), N("\\\\host\\share\\x"), N("C:\\x"), N("C:x"), N(".."), N("."), N(""), N(" "),
    N(".hidden"), N("...."), N("a/../../../b"), N("-rf"), N("~"), N("$HOME"), N("`id`"), N("%2e%2e%2f"),
    /* Windows: devices, streams, ends that it drops, characters that it refuses */
    N("con"), N("AUX.ps"), N("co]n"), N("]nul"), N("com1"), N("LPT9/x"), N("prn[0]"), N("x:stream"), N("end."),
    N("end "), N("a*?<>|\"b"),
    /* control characters, a NUL, other alphabets */
    N("tab\there\r\n"), N("cut\0off"), N("\x1b[31m"), N("\xC3\xA9t\xC3\xA9"), N("\xFF\xFE"),
    /* twins: the same, the same but for case, one that has the name which a number makes of another, cut alike */
    N("twin"), N("Twin-35"), N("TWIN"), N("twin"), N(LONG LONG LONG "a"), N(LONG LONG LONG "b"), N(LONG LONG LONG)};

enum { COUNT = sizeof names / sizeof *names };

static s9_blob make(void)
{
    effect_writer w;
    ew_begin(&w);
    EW_RECORD(&w, COUNT, 0, 0, COUNT + 1);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t at = EW_POOL(&w, (uint32_t)names[i].size);
        ew_padded(&w.pool, names[i].name, names[i].size);
        uint32_t type = EW_POOL(&w, E_PS, 4, at, 0, 0), value = EW_POOL(&w, i + 1);
        EW_RECORD(&w, type, value, 0, 0);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        char text[64];
        snprintf(text, sizeof text, "ps_3_0\ndef c0, %u, 0, 0, 0\nmov oC0, c0\n", (unsigned)i);
        s9_blob shader = ew_shader(text);
        ew_object(&w, i + 1, shader.data, shader.size);
        s9_blob_free(&shader);
    }
    return ew_end(&w, NULL, 0);
}

static void the_file_is_kept(void **state)
{
    (void)state;
    s9_blob made = make();
    if (getenv("UPDATE") != NULL) {
        FILE *file = fopen(CASE, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(made.data, 1, made.size, file), made.size);
        assert_int_equal(fclose(file), 0);
    }
    size_t size = 0;
    char *kept = files_read(CASE, &size);
    assert_non_null(kept);
    assert_int_equal(size, made.size);
    assert_memory_equal(kept, made.data, size);
    free(kept);
    s9_blob_free(&made);
}

static void each_has_an_address(void **state)
{
    (void)state;
    s9_blob made = make();
    s9_effect *effect = NULL;
    assert_int_equal(s9_effect_open(made.data, made.size, NULL, NULL, &effect, NULL), S9_OK);
    assert_int_equal(s9_effect_shader_count(effect), COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        char number[16];
        const s9_effect_shader *shader = s9_effect_shader_at(effect, i);
        assert_non_null(shader);
        snprintf(number, sizeof number, "%u", (unsigned)i);
        assert_true(s9_effect_shader_matches(effect, i, number));
        assert_true(s9_effect_shader_matches(effect, i, shader->path));
    }
    s9_effect_destroy(effect);
    s9_blob_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_file_is_kept), cmocka_unit_test(each_has_an_address)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
