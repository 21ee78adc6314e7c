/* SPDX-License-Identifier: MIT */
/*
 * GLSL and ESSL, run by OpenGL without a window beside the interpreter: shaders of the examples and some of the corpus.
 */
#define _POSIX_C_SOURCE 200809L
#include "files.h"

#if defined(SHADER9_HAVE_SAME_GL)
#include "vulkan/host.h"
#include "vulkan/same.h"

#define SHADERS 30

static same_host *host;
static char why[VULKAN_REASON];

static const struct language {
    const char *name;
    bool essl;
    uint32_t version;
} languages[] = {{"GLSL 1.20", false, 120}, {"GLSL 1.30", false, 130}, {"GLSL 1.40", false, 140},
                 {"GLSL 1.50", false, 150}, {"GLSL 3.30", false, 330}, {"GLSL 4.20", false, 420},
                 {"GLSL 4.50", false, 450}, {"ESSL 1.00", true, 100},  {"ESSL 3.00", true, 300},
                 {"ESSL 3.10", true, 310},  {"ESSL 3.20", true, 320}};

enum { LANGUAGES = sizeof languages / sizeof languages[0] };

static void judge(const char *what, const same_counts *c)
{
    print_message("%s: %u programs, %u not expressible; %u numbers: %u equal, %u after a flush, %u within bounds (%u "
                  "wide)\n",
                  what, (unsigned)c->programs, (unsigned)c->refused, (unsigned)c->numbers, (unsigned)c->equal,
                  (unsigned)c->flushed, (unsigned)c->bounded, (unsigned)c->loose);
    assert_int_equal(c->differed, 0);
    assert_true(c->programs > 2 * c->refused);
}

static void need_host(void)
{
    if (host == NULL) {
        print_message("SKIPPED: %s\n", why);
        skip();
    }
}

static void try_program(s9_program *program, uint64_t seed, const char *about, same_counts *counts)
{
    if (program != NULL)
        (void)same_program(host, program, seed, about, counts);
    s9_program_destroy(program);
}

/* Each opcode in five versions; all versions by the target check-gl. */
static void test_opcodes(void **state)
{
    (void)state;
    need_host();
    for (size_t k = 0; k < LANGUAGES; k++) {
        same_counts counts = {0};
        if (languages[k].version != 150 && languages[k].version != 300)
            continue;
        same_gl_speak(host, languages[k].essl, languages[k].version);
        assert_true(same_opcodes(host, 1, false, &counts));
        judge(languages[k].name, &counts);
    }
}

/* Both stages of the examples in every language. */
static void test_examples(void **state)
{
    (void)state;
    static const char *const names[] = {"first_light/first_light", "brick/brick",     "lights/lights",
                                        "terrain/terrain",         "gbuffer/gbuffer", "skinning/skinning"};
    need_host();
    for (size_t k = 0; k < LANGUAGES; k++) {
        same_counts counts = {0};
        same_gl_speak(host, languages[k].essl, languages[k].version);
        for (size_t i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
            char path[1024];
            size_t size;
            s9_program *program = NULL;
            (void)snprintf(path, sizeof path, "%s/examples/%s.%s", TEST_SOURCE, names[i / 2], i % 2 ? "psa" : "vsa");
            char *text = files_read(path, &size);
            assert_non_null(text);
            assert_int_equal(s9_assemble(text, size, NULL, NULL, &program, NULL), S9_OK);
            try_program(program, i, path, &counts);
            free(text);
        }
        judge(languages[k].name, &counts);
    }
}

/* Every language takes shaders of its own. */
static void test_corpus(void **state)
{
    (void)state;
    need_host();
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    for (size_t k = 0; k < LANGUAGES; k++) {
        same_counts counts = {0};
        same_gl_speak(host, languages[k].essl, languages[k].version);
        for (size_t i = k; i < list.count; i += list.count / SHADERS + 1) {
            size_t size;
            char *bytes = files_read(list.paths[i], &size);
            s9_program *program = NULL;
            if (bytes != NULL)
                (void)s9_decode(bytes, size, NULL, NULL, &program, NULL);
            try_program(program, i, list.paths[i], &counts);
            free(bytes);
        }
        judge(languages[k].name, &counts);
    }
    files_free(&list);
}

/*
 * ESSL 1.00 gives gl_FragCoord and gl_FragData medium precision, which Mesa takes for half floats: fog from depth is
 * computed exactly nevertheless; colours are right after rounding.
 */
static void test_medium_precision(void **state)
{
    (void)state;
    static const char *const texts[] = {"ps_2_0\ndcl v0\nmov oC0, v0\n",
                                        "ps_2_0\ndef c0, 0.1, -0.3, 700.7, 0.103470266\nmov oC0, c0\n"};
    need_host();
    same_counts counts = {0};
    same_gl_speak(host, true, 100);
    for (size_t i = 0; i < 2; i++)
        for (uint64_t seed = 0; seed < 40; seed++) {
            s9_program *program = NULL;
            assert_int_equal(s9_assemble(texts[i], strlen(texts[i]), NULL, NULL, &program, NULL), S9_OK);
            try_program(program, seed, texts[i], &counts);
        }
    judge("ESSL 1.00", &counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_opcodes), cmocka_unit_test(test_examples),
                                       cmocka_unit_test(test_corpus), cmocka_unit_test(test_medium_precision)};
    (void)setenv("LP_NUM_THREADS", "0", 0);
    (void)setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    (void)setenv("GALLIUM_DRIVER", "llvmpipe", 1);
    host = same_open(why);
    if (host != NULL && !same_use_gl(host, why)) {
        same_close(host);
        host = NULL;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (host != NULL) {
        same_leave_gl(host);
        same_close(host);
    }
    return failed;
}
#else
static void test_nothing(void **state)
{
    (void)state;
    print_message("SKIPPED: built without Vulkan, EGL, OpenGL or SPIRV-Cross\n");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
