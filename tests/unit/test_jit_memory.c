/* SPDX-License-Identifier: MIT */
/*
 * The just-in-time compiler with every one of its own allocations failing (memory.h): a shader is then interpreted, or
 * refused with S9_ERROR_MEMORY. What LLVM allocates is its own.
 */
#define _XOPEN_SOURCE 700
#include "jit_run.h"

#ifdef SHADER9_HAVE_JIT

#include "memory.h"

#include <unistd.h>

static const char *const texts[] = {
    "vs_1_1\ndcl_position v0\nm4x4 oPos, v0, c0\nmov a0.x, v0.x\nmov oT0, c[a0.x + 4]\n",
    "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndef c0, 1, 2, 3, 4\ndefi i0, 3, 0, 1, 0\nmov r0, c1\nrep i0\n"
    "texldd r1, v0, s0, v0, c1\nadd r0, r0, r1\nendrep\ndsx r1, v0\nmad oC0, r0, c0, r1\n",
};

typedef struct subject {
    const s9_program *program;
    const char *folder;
    s9_engine engine;
} subject;

static const s9_lane_array no_arrays[16];

static s9_result compiled(const s9_allocator *a, const void *input)
{
    const subject *s = input;
    s9_jit *jit = NULL;
    s9_shader *shader = NULL, *same = NULL;
    s9_jit_options options = {.struct_size = sizeof options, .folder = s->folder};
    s9_result result = s9_jit_create(a, &options, &jit, NULL);
    s9_shader_options how = {.struct_size = sizeof how, .engine = s->engine, .jit = jit};
    if (result == S9_OK)
        result = s9_shader_create(s->program, a, &how, &shader, NULL);
    if (result == S9_OK) /* the code of the first, or one more that waits */
        result = s9_shader_create(s->program, a, &how, &same, NULL);
    if (result == S9_OK)
        s9_jit_finish(jit);
    if (result == S9_OK) {
        s9_run_args args = {.struct_size = sizeof args,
                            .lanes = 8,
                            .quads = s9_program_stage(s->program) == S9_STAGE_PIXEL,
                            .inputs = no_arrays,
                            .outputs = no_arrays};
        result = s9_shader_run(shader, &args);
    }
    s9_shader_destroy(same);
    s9_shader_destroy(shader);
    s9_jit_destroy(jit);
    return result;
}

static void every_allocation_may_fail(void **state)
{
    static const memory_subject now = {"compiled at once", compiled, true}, later = {"compiled later", compiled, true};
    (void)state;
    char folder[] = "/tmp/shader9-jit-memory-XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    size_t total = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        s9_program *program = NULL;
        assert_int_equal(s9_assemble(texts[i], strlen(texts[i]), NULL, NULL, &program, NULL), S9_OK);
        /* With a folder the code is made once and read afterwards, unless what failed was writing it. */
        subject s = {program, folder, S9_ENGINE_JIT};
        total += memory_try(&now, &s, "with a folder");
        s.engine = S9_ENGINE_AUTO;
        total += memory_try(&later, &s, "with a folder");
        s.folder = NULL;
        if (i == 0)
            total += memory_try(&now, &s, "compiled each time");
        s9_program_destroy(program);
    }
    print_message("%zu allocations, each failing twice\n", total);
    assert_true(total > 50);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
