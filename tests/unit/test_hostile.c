/* SPDX-License-Identifier: MIT */
/*
 * Damaged input and missing memory. The full run over every shader is the target check-hostile; here is a sample of it
 * that always takes the same cases, and every allocation of a few shaders failing in turn.
 */
#include "hostile.h"
#include "memory.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* ---- shaders that between them reach every stage ---- */

static const char *const texts[] = {
    "vs_3_0\n"
    "def c0, 1, 0.5, 0, -2\n"
    "defi i0, 3, 1, 1, 0\n"
    "defb b0, true\n"
    "dcl_position v0\n"
    "dcl_texcoord3 v1\n"
    "dcl_2d s0\n"
    "dcl_position o0\n"
    "dcl_texcoord0 o1.xy\n"
    "dcl_color0 o1.zw\n"
    "mova a0.x, v0.x\n"
    "mov r0, c[a0.x + 4]\n"
    "loop aL, i0\n"
    "  add r0, r0, c10[aL]\n"
    "  if_gt r0.x, c0.x\n"
    "    break\n"
    "  endif\n"
    "endloop\n"
    "setp_lt p0, r0, c0.z\n"
    "(p0.x) mov r0, c0\n"
    "if b0\n"
    "  call l0\n"
    "else\n"
    "  callnz l1, !b1\n"
    "endif\n"
    "texldl r1, v1, s0\n"
    "m4x4 o0, v0, c4\n"
    "mad_sat o1, r1, c0.x, -r0_abs\n"
    "ret\n"
    "label l0\n"
    "nrm r2, r0\n"
    "ret\n"
    "label l1\n"
    "sincos r2.xy, r0.x\n"
    "ret\n",

    "ps_3_0\n"
    "def c0, 0.25, 1, -1, 8\n"
    "defi i0, 4, 0, 1, 0\n"
    "dcl_texcoord v0\n"
    "dcl_texcoord1 v1\n"
    "dcl vPos.xy\n"
    "dcl vFace\n"
    "dcl_2d s0\n"
    "dcl_cube s1\n"
    "dcl_volume s2\n"
    "texld r0, v0, s0\n"
    "texld r1, v0, s1\n"
    "texldl r2, v0, s2\n"
    "texldp r3, v0, s0.wzyx\n"
    "dsx r4, v0\n"
    "dsy r5, v0\n"
    "texldd r6, v0, s0, r4, r5\n"
    "texldb r7, v0, s0\n"
    "mov r8, c0.x\n"
    "rep i0\n"
    "  break_gt r8.x, c0.w\n"
    "  mul r8, r8, r3\n"
    "endrep\n"
    "loop aL, i0\n"
    "  add r8, r8, v0[aL]\n"
    "endloop\n"
    "texkill r8\n"
    "dp2add r8.x, r0, r1, r2.x\n"
    "cmp r8.y, vFace, r6.x, r7.x\n"
    "lrp_pp r8.zw, r0, r1, r2\n"
    "mov oC0, r8\n"
    "mov oC1, vPos.x\n"
    "mov oDepth, r8.x\n",

    "ps_2_0\n"
    "def c0, -1.55009923e-06, -2.17013894e-05, 0.00260416674, 0.00026041668\n"
    "def c1, -0.020833334, -0.125, 1, 0.5\n"
    "dcl t0\n"
    "dcl v0\n"
    "dcl_2d s0\n"
    "texld r0, t0, s0\n"
    "sincos r1.xy, r0.x, c0, c1\n"
    "pow r1.z, r0.x, r0.y\n"
    "mov r1.w, c1.z\n"
    "crs r2.xyz, r0, r1\n"
    "add_sat r1.xyz, r1, r2\n"
    "mul r1, r1, v0\n"
    "mov oC0, r1\n",

    "vs_1_1\n"
    "dcl_position v0\n"
    "dcl_color v1\n"
    "mov a0.x, v0.x\n"
    "m4x4 oPos, v0, c0\n"
    "lit r0, v1\n"
    "expp r1, v1.x\n"
    "logp r2, v1.y\n"
    "dst r0, r0, r1\n"
    "mov oD0, r0\n"
    "mov oT0, c[a0.x + 8]\n"
    "mov oFog, r2.x\n",

    "ps_1_4\n"
    "def c0, 0.5, 0.5, 0.5, 1\n"
    "texcrd r0.rgb, t0\n"
    "texld r1, t1\n"
    "dp3_x2 r0.rgb, r0, r1_bx2\n"
    "phase\n"
    "texld r2, r0\n"
    "mul r0.rgb, r2, c0\n"
    "+mov_sat r0.a, 1-r2\n",

    "ps_1_1\n"
    "tex t0\n"
    "texbem t1, t0\n"
    "cnd r0, r0.a, t1, v0\n",

    /* illegal in three places */
    "vs_2_0\n"
    "mov r0, v3\n"
    "add r1, c0, c1\n"
    "mov oD0, r7\n",

    /* does not parse in three places */
    "ps_3_0\n"
    "mov r0 r1\n"
    "mvo r0, r1\n"
    "add oC0, r0, q1\n",
};

static int with_pipeline(void **state)
{
    static hostile h;
    memset(&h, 0, sizeof h);
    *state = &h;
    return pipeline_init(&h.pipeline) ? 0 : -1;
}

static int without_pipeline(void **state)
{
    hostile *h = *state;
    pipeline_free(&h->pipeline);
    return 0;
}

static void expect_whole(const hostile *h, const char *broken)
{
    if (broken) {
        hostile_print(stderr, &h->at);
        fail_msg("%s", broken);
    }
}

/* ---- damaged tokens ---- */

/* The shaders above: all cuts, and three bits of every token. */
static void test_own_tokens(void **state)
{
    hostile *h = *state;
    h->cut_step = h->flip_step = 1;
    for (uint32_t i = 0; i < S9_COUNT(texts); i++) {
        char name[32];
        s9_program *program = NULL;
        s9_blob tokens = {0};
        if (s9_assemble(texts[i], strlen(texts[i]), NULL, NULL, &program, NULL) != S9_OK)
            continue; /* the one that does not parse */
        assert_int_equal(s9_encode(program, NULL, &tokens), S9_OK);
        s9_program_destroy(program);
        snprintf(name, sizeof name, "text %u", i);
        for (h->seed = 0; h->seed < 3; h->seed++)
            expect_whole(h, hostile_shader(h, name, i, tokens.data, tokens.size));
        s9_blob_free(&tokens);
    }
    assert_true(h->pipeline.prepared > 0);
    assert_true(h->pipeline.runs > 0);
}

/* Every seventh shader of the corpus, some of its tokens. */
static void test_corpus_sample(void **state)
{
    hostile *h = *state;
    hostile_names names;
    if (!hostile_list(TEST_SHARED "/corpus/bytecode", &names)) {
        print_message("skipped: the corpus " TEST_SHARED "/corpus/bytecode is not there\n");
        skip();
    }
    h->cut_step = 37;
    h->flip_step = 23;
    h->seed = 7;
    const char *broken = NULL;
    for (uint32_t i = 0; !broken && i < names.count; i += 7) {
        size_t size = 0;
        uint8_t *bytes = hostile_read(names.items[i], &size);
        if (bytes)
            broken = hostile_shader(h, names.items[i], i, bytes, size);
        else
            broken = "a file cannot be read";
        free(bytes);
    }
    hostile_names_free(&names);
    expect_whole(h, broken);
    assert_true(h->cases > 1000);
}

/* ---- damaged text ---- */

/* Cut behind every byte, and one byte changed at every place. */
static void test_text(void **state)
{
    static const char replacements[] = "\0\n ,.-+[](_;/\"#x0r\xFF";
    hostile *h = *state;
    for (uint32_t i = 0; i < S9_COUNT(texts); i++) {
        size_t length = strlen(texts[i]);
        for (size_t k = 0; k <= length; k++) {
            char *copy = malloc(length + 1);
            assert_non_null(copy);
            memcpy(copy, texts[i], length);
            const char *broken = NULL;
            if (k < length) {
                copy[k] = replacements[hostile_random(i, (uint32_t)k) % (sizeof replacements - 1)];
                broken = pipeline_text(&h->pipeline, copy, length);
            }
            free(copy);
            if (!broken) {
                copy = malloc(k ? k : 1); /* exactly the size, without an end */
                assert_non_null(copy);
                memcpy(copy, texts[i], k);
                broken = pipeline_text(&h->pipeline, copy, k);
                free(copy);
            }
            if (broken)
                fail_msg("text %u, byte %zu: %s", i, k, broken);
        }
    }
}

/* ---- missing memory ---- */

static void test_memory(void **state)
{
    hostile *h = *state;
    memory_source f = {0};
    s9_allocator allocator = memory_allocator(&f);
    h->pipeline.allocator = &allocator;
    for (uint32_t i = 0; i < S9_COUNT(texts); i++) {
        for (int after = 0; after < 2; after++) {
            for (size_t n = 0;; n++) {
                f = (memory_source){.fails_at = n, .once = after == 0};
                h->pipeline.allocations_fail = true;
                const char *broken = pipeline_text(&h->pipeline, texts[i], strlen(texts[i]));
                if (!broken && f.out != 0)
                    broken = "memory is lost";
                if (broken)
                    fail_msg("text %u, allocation %llu%s: %s", i, (unsigned long long)n + 1, after ? " and after" : "",
                             broken);
                if (!f.failed)
                    break; /* nothing failed any more */
            }
        }
        /* And with all the memory that it wants, everything holds and everything is given back. */
        f = (memory_source){.fails_at = SIZE_MAX};
        h->pipeline.allocations_fail = false;
        const char *broken = pipeline_text(&h->pipeline, texts[i], strlen(texts[i]));
        if (broken)
            fail_msg("text %u: %s", i, broken);
        assert_int_equal(f.out, 0);
    }
    h->pipeline.allocator = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_own_tokens, with_pipeline, without_pipeline),
        cmocka_unit_test_setup_teardown(test_corpus_sample, with_pipeline, without_pipeline),
        cmocka_unit_test_setup_teardown(test_text, with_pipeline, without_pipeline),
        cmocka_unit_test_setup_teardown(test_memory, with_pipeline, without_pipeline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
