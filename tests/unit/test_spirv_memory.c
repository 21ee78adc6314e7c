/* SPDX-License-Identifier: MIT */
/*
 * Shading languages, text and passes of SPIR-V with every allocation failing that is this library's own (memory.h).
 * What SPIRV-Cross and SPIRV-Tools allocate is theirs.
 */
#include "memory.h"
#include "spirv_cases.h"

#ifdef SHADER9_HAVE_CROSS

static const char *const texts[] = {
    "vs_2_0\ndcl_position v0\ncall l1\nmov oPos, r0\nmov oT0, c4\nret\nlabel l1\nm4x4 r0, v0, c0\nret\n",
    "ps_2_0\ndcl t0.xy\ndcl_2d s0\ntexld r0, t0, s0\nmul r0, r0, c0\nmov oC0, r0\n",
    "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndefi i0, 3, 0, 1, 0\nmov r0, c0\nrep i0\ntexldl r1, v0, s0\nadd r0, r0, r1\n"
    "endrep\nmov oC0, r0\n",
};

typedef struct subject {
    const s9_program *program;
    s9_cross_options options;
} subject;

static s9_result language(const s9_allocator *a, const void *input)
{
    const subject *s = input;
    s9_spirv_options spirv;
    s9_spirv *module = NULL;
    s9_blob text = {0};
    s9_spirv_options_init(&spirv);
    s9_cross_prepare(&s->options, &spirv);
    s9_result result = s9_spirv_translate(s->program, a, &spirv, &module, NULL);
    if (result == S9_OK)
        result = s9_cross_compile(module, a, &s->options, &text, NULL);
    s9_blob_free(&text);
    s9_spirv_destroy(module);
    return result;
}

static s9_result tools(const s9_allocator *a, const void *input)
{
    const subject *s = input;
    s9_spirv_options spirv;
    s9_spirv *module = NULL;
    s9_blob text = {0};
    s9_spirv_options_init(&spirv);
    s9_result result = s9_spirv_translate(s->program, a, &spirv, &module, NULL);
    if (result == S9_OK)
        result = s9_spirv_optimize(module, NULL);
    if (result == S9_OK || result == S9_ERROR_UNSUPPORTED) /* in a build without the passes */
        result = s9_spirv_text(module, a, &text, NULL);
    s9_blob_free(&text);
    s9_spirv_destroy(module);
    return result;
}

static void every_allocation_may_fail(void **state)
{
    static const memory_subject compiled = {"language", language, false}, passes = {"passes and text", tools, false};
    (void)state;
    size_t total = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        subject s = {.options = {.struct_size = sizeof s.options}};
        s9_program *program = NULL;
        assert_int_equal(s9_assemble(texts[i], strlen(texts[i]), NULL, NULL, &program, NULL), S9_OK);
        s.program = program;
        for (int k = S9_CROSS_GLSL; k <= S9_CROSS_HLSL; k++) {
            s.options.language = (s9_cross_language)k;
            total += memory_try(&compiled, &s, s9_cross_language_name(s.options.language));
        }
        total += memory_try(&passes, &s, "SPIR-V");
        s9_program_destroy(program);
    }
    print_message("%zu allocations, each failing twice\n", total);
    assert_true(total > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void nothing(void **state)
{
    (void)state;
    print_message("SKIPPED: this build has no SPIRV-Cross\n");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
