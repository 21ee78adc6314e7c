/* SPDX-License-Identifier: MIT */
/*
 * GLSL of pixel shaders, run by OpenGL without a window beside the interpreter: those of the examples and some of the
 * corpus.
 */
#define _POSIX_C_SOURCE 200809L
#include "files.h"

#if defined(SHADER9_HAVE_SAME_GL)
#include "vulkan/host.h"
#include "vulkan/same.h"

#define SHADERS 80

static same_host *host;
static char why[VULKAN_REASON];

static void judge(const same_counts *c)
{
    print_message(
        "%u programs, %u vertex shaders or not expressible; %u numbers: %u equal, %u after a flush, %u within "
        "bounds (%u wide)\n",
        (unsigned)c->programs, (unsigned)c->refused, (unsigned)c->numbers, (unsigned)c->equal, (unsigned)c->flushed,
        (unsigned)c->bounded, (unsigned)c->loose);
    assert_int_equal(c->differed, 0);
    assert_true(c->programs > c->refused);
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
    if (program != NULL && s9_program_stage(program) == S9_STAGE_PIXEL)
        (void)same_program(host, program, seed, about, counts);
    s9_program_destroy(program);
}

static void test_examples(void **state)
{
    (void)state;
    static const char *const names[] = {"first_light/first_light", "brick/brick",     "lights/lights",
                                        "terrain/terrain",         "gbuffer/gbuffer", "skinning/skinning"};
    same_counts counts = {0};
    need_host();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[1024];
        size_t size;
        s9_program *program = NULL;
        (void)snprintf(path, sizeof path, "%s/examples/%s.psa", TEST_SOURCE, names[i]);
        char *text = files_read(path, &size);
        assert_non_null(text);
        assert_int_equal(s9_assemble(text, size, NULL, NULL, &program, NULL), S9_OK);
        try_program(program, i, path, &counts);
        free(text);
    }
    judge(&counts);
}

static void test_corpus(void **state)
{
    (void)state;
    same_counts counts = {0};
    need_host();
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    for (size_t i = 0; i < list.count; i += list.count / SHADERS + 1) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        s9_program *program = NULL;
        if (bytes != NULL)
            (void)s9_decode(bytes, size, NULL, NULL, &program, NULL);
        try_program(program, i, list.paths[i], &counts);
        free(bytes);
    }
    files_free(&list);
    judge(&counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples), cmocka_unit_test(test_corpus)};
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
