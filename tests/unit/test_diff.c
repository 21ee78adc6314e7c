/* SPDX-License-Identifier: MIT */
/* What tells two shaders apart: pairs that are the same after renumbering, pairs that differ in one small thing. */
#include "base/base.h"
#include "memory.h"
#include "oracle/generate.h"

#include <shader9/check.h>
#include <shader9/diff.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static s9_program *assemble(const char *text)
{
    s9_program *program = NULL;
    s9_diagnostics *d = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &d), S9_OK);
    if (s9_assemble(text, strlen(text), NULL, NULL, &program, d) != S9_OK) {
        for (size_t i = 0; i < s9_diagnostics_count(d); i++)
            fprintf(stderr, "%u: %s\n", (unsigned)s9_diagnostics_get(d, i)->at.line, s9_diagnostics_get(d, i)->message);
        fail_msg("does not assemble: %s", text);
    }
    s9_diagnostics_destroy(d);
    return program;
}

/* ---- how they are written ---- */

typedef struct counts {
    bool tokens, instructions;
    uint32_t code, declarations, definitions, comments;
} counts;

static counts written(const char *a, const char *b)
{
    s9_program *pa = assemble(a), *pb = assemble(b);
    s9_diff *diff = NULL;
    counts c = {0};
    uint32_t sums[S9_DIFF_PARTS];
    assert_int_equal(s9_diff_create(pa, pb, NULL, NULL, &diff, NULL), S9_OK);
    s9_program_destroy(pa);
    s9_program_destroy(pb);
    for (uint32_t part = 0; part < S9_DIFF_PARTS; part++) {
        uint32_t removed, added, seen[3] = {0, 0, 0};
        s9_diff_changes(diff, (s9_diff_part)part, &removed, &added);
        for (uint32_t i = 0; i < s9_diff_line_count(diff, (s9_diff_part)part); i++) {
            const s9_diff_line *line = s9_diff_line_at(diff, (s9_diff_part)part, i);
            assert_true((line->text_a != NULL) == (line->kind != S9_DIFF_ADDED));
            assert_true((line->text_b != NULL) == (line->kind != S9_DIFF_REMOVED));
            seen[line->kind]++;
        }
        assert_int_equal(seen[S9_DIFF_REMOVED], removed);
        assert_int_equal(seen[S9_DIFF_ADDED], added);
        assert_null(s9_diff_line_at(diff, (s9_diff_part)part, s9_diff_line_count(diff, (s9_diff_part)part)));
        sums[part] = removed + added;
    }
    c.tokens = s9_diff_same_tokens(diff);
    c.instructions = s9_diff_same_instructions(diff);
    c.code = sums[S9_DIFF_CODE];
    c.declarations = sums[S9_DIFF_DECLARATIONS];
    c.definitions = sums[S9_DIFF_DEFINITIONS];
    c.comments = sums[S9_DIFF_COMMENTS] + sums[S9_DIFF_TABLES];
    s9_diff_destroy(diff);
    return c;
}

static const char light[] = "ps_2_0\n"
                            "def c0, 0.5, 1, 0, 0\n"
                            "dcl t0.xy\n"
                            "dcl_2d s0\n"
                            "texld r0, t0, s0\n"
                            "mul r1, r0, c0.x\n"
                            "add r1, r1, c1\n"
                            "mov oC0, r1\n";

static void test_same(void **state)
{
    (void)state;
    counts c = written(light, light);
    assert_true(c.tokens && c.instructions);
    assert_int_equal(c.code + c.declarations + c.definitions + c.comments, 0);
}

static void test_renumbered(void **state)
{
    (void)state;
    counts c = written(light, "ps_2_0\n"
                              "def c7, 1, 0.5, 3, 0\n"
                              "dcl_2d s0\n"
                              "dcl t0.xy\n"
                              "texld r5, t0, s0\n"
                              "mul r2, r5, c7.y\n"
                              "add r2, r2, c1\n"
                              "mov oC0, r2\n");
    assert_false(c.tokens);
    assert_true(c.instructions);
    assert_int_equal(c.code + c.declarations, 0);
    assert_int_equal(c.definitions, 2);
    /* Inputs by what they are declared to be, also where the order of the declarations is another. */
    c = written("vs_3_0\ndcl_position v0\ndcl_normal v1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\nmov o1, v1\n",
                "vs_3_0\ndcl_normal v4\ndcl_position v3\ndcl_texcoord o7\ndcl_position o2\nmov o2, v3\nmov o7, v4\n");
    assert_true(c.instructions && !c.tokens);
    c = written("vs_3_0\ndcl_position v0\ndcl_normal v1\ndcl_position o0\nadd o0, v0, v1\n",
                "vs_3_0\ndcl_position v1\ndcl_normal v0\ndcl_position o0\nadd o0, v0, v1\n");
    assert_false(c.instructions);
    /* Labels by first use. */
    c = written("vs_2_0\ndcl_position v0\ncall l2\nmov oPos, r0\nret\nlabel l2\nmov r0, v0\nret\n",
                "vs_2_0\ndcl_position v0\ncall l5\nmov oPos, r3\nret\nlabel l5\nmov r3, v0\nret\n");
    assert_true(c.instructions);
    /* r0 of ps_1_x is the result. */
    c = written("ps_1_1\ntex t0\nmov r0, t0\nmov r1, t0\n", "ps_1_1\ntex t0\nmov r1, t0\nmov r0, t0\n");
    assert_false(c.instructions);
    /* An index may reach any definition. */
    c = written("vs_2_0\ndef c5, 1, 2, 3, 4\ndcl_position v0\nmova a0.x, v0.x\nmov oPos, c[a0.x]\n",
                "vs_2_0\ndef c6, 1, 2, 3, 4\ndcl_position v0\nmova a0.x, v0.x\nmov oPos, c[a0.x]\n");
    assert_false(c.instructions);
}

static void test_small_changes(void **state)
{
    (void)state;
    static const char *const changes[][2] = {{"mul r1, r0, c0.x", "mul r1, r0.yxzw, c0.x"},
                                             {"add r1, r1, c1", "add_sat r1, r1, c1"},
                                             {"add r1, r1, c1", "add r1, r1, c2"},
                                             {"mul r1, r0, c0.x", "mul r1, r0, -c0.x"}};
    for (size_t i = 0; i < S9_COUNT(changes); i++) {
        char other[sizeof light + 64];
        const char *at = strstr(light, changes[i][0]);
        (void)snprintf(other, sizeof other, "%.*s%s%s", (int)(at - light), light, changes[i][1],
                       at + strlen(changes[i][0]));
        counts c = written(light, other);
        assert_false(c.instructions);
        assert_int_equal(c.code, 2);
        assert_int_equal(c.declarations + c.definitions, 0);
    }
    /* A temporary more must not make everything after it a change. */
    counts c = written(light, "ps_2_0\ndef c0, 0.5, 1, 0, 0\ndcl t0.xy\ndcl_2d s0\nmov r7, c9\ntexld r0, t0, s0\n"
                              "mul r1, r0, c0.x\nadd r1, r1, c1\nmov oC0, r1\n");
    assert_int_equal(c.code, 1);
    /* Other versions of one stage. */
    c = written("ps_2_0\nmov oC0, c0\n", "ps_3_0\nmov oC0, c0\n");
    assert_true(c.instructions && !c.tokens);
    c = written("ps_2_0\nmov oC0, c0\n", "ps_2_0\n//!comment 2\n//! 0x42415443 0x00000000\nmov oC0, c0\n");
    assert_true(c.instructions && !c.tokens);
    assert_int_equal(c.comments, 1);
}

static void test_stages(void **state)
{
    (void)state;
    s9_program *a = assemble("ps_2_0\nmov oC0, c0\n"), *b = assemble("vs_1_1\ndcl_position v0\nmov oPos, v0\n");
    s9_diff *diff = NULL;
    s9_compare *compare = NULL;
    s9_diagnostics *d = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &d), S9_OK);
    assert_int_equal(s9_diff_create(a, b, NULL, NULL, &diff, d), S9_ERROR_INVALID);
    assert_int_equal(s9_compare_create(a, b, NULL, NULL, &compare, d), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(d), 2);
    assert_int_equal(s9_diff_create(a, NULL, NULL, NULL, &diff, d), S9_ERROR_ARGUMENT);
    assert_null(diff);
    assert_null(compare);
    s9_diagnostics_destroy(d);
    s9_program_destroy(a);
    s9_program_destroy(b);
}

/* A long program against one that has little in common with it, and against itself with some lines changed. */
static char *long_text(uint32_t lines, uint32_t factor, uint32_t change)
{
    size_t room = (size_t)lines * 40 + 64;
    char *text = malloc(room);
    assert_non_null(text);
    size_t at = (size_t)snprintf(text, room, "vs_3_0\ndcl_position v0\ndcl_position o0\n");
    for (uint32_t i = 0; i < lines; i++) {
        uint32_t value = (uint32_t)((uint64_t)i * factor % 7919u);
        bool changed = change != 0 && i % change == 0;
        at += (size_t)snprintf(text + at, room - at, "%s r%u, r%u, c%u\n", changed ? "mul" : "add", value % 12,
                               value % 11, value % 250);
    }
    (void)snprintf(text + at, room - at, "mov o0, r0\n");
    return text;
}

static void test_long(void **state)
{
    (void)state;
    char *a = long_text(30000, 4871, 0), *b = long_text(30000, 4871, 500), *other = long_text(30000, 3163, 2);
    counts c = written(a, b);
    assert_int_equal(c.code, 120);
    c = written(a, other);
    assert_false(c.instructions);
    free(a);
    free(b);
    free(other);
}

/* ---- what they compute ---- */

typedef struct computed {
    s9_compare_summary summary;
    s9_compare_difference first; /* its names are gone with the comparison */
    char name_a[16], name_b[16]; /* "" for none */
    s9_compare_example example;
    float c[16][4];
} computed;

static computed compute_with(const char *a, const char *b, s9_compare_options options)
{
    s9_program *pa = assemble(a), *pb = assemble(b);
    s9_compare *compare = NULL;
    s9_diagnostics *d = NULL;
    computed r;
    memset(&r, 0, sizeof r);
    options.struct_size = sizeof options;
    assert_int_equal(s9_diagnostics_create(NULL, &d), S9_OK);
    s9_result result = s9_compare_create(pa, pb, NULL, &options, &compare, d);
    if (result != S9_OK && s9_diagnostics_count(d) != 0)
        fprintf(stderr, "%s\n", s9_diagnostics_get(d, 0)->message);
    assert_int_equal(result, S9_OK);
    s9_compare_get_summary(compare, &r.summary);
    if (s9_compare_difference_at(compare, 0, &r.first)) {
        (void)snprintf(r.name_a, sizeof r.name_a, "%s", r.first.name_a != NULL ? r.first.name_a : "");
        (void)snprintf(r.name_b, sizeof r.name_b, "%s", r.first.name_b != NULL ? r.first.name_b : "");
    }
    bool differs = s9_compare_get_example(compare, &r.example);
    assert_int_equal(differs, !r.summary.same);
    for (uint32_t i = 0; i < r.example.constants.f_count && i < 16; i++)
        memcpy(r.c[i], r.example.constants.f[i], sizeof r.c[i]);
    for (uint32_t side = 0; side < 2 && differs; side++) {
        s9_trace *trace = NULL;
        assert_int_equal(s9_compare_trace(compare, side, NULL, NULL, &trace), S9_OK);
        assert_true(s9_trace_step_count(trace) > 0);
        s9_trace_destroy(trace);
    }
    s9_compare_destroy(compare);
    s9_diagnostics_destroy(d);
    s9_program_destroy(pa);
    s9_program_destroy(pb);
    return r;
}

static computed compute(const char *a, const char *b)
{
    s9_compare_options none = {0};
    return compute_with(a, b, none);
}

static void test_equal_behaviour(void **state)
{
    (void)state;
    /* mad is a product and a sum, each rounded. */
    computed r = compute("ps_2_0\ndcl t0\nmad r0, t0, c0, c1\nmov oC0, r0\n",
                         "ps_2_0\ndcl t0\nmul r3, t0, c0\nadd r3, r3, c1\nmov oC0, r3\n");
    assert_true(r.summary.same);
    assert_int_equal(r.summary.inputs, S9_COMPARE_INPUTS_DEFAULT);
    assert_int_equal(r.summary.reached[0], 2);
    assert_int_equal(r.summary.instructions[1], 3);
    r = compute("vs_2_0\ndcl_position v0\nm4x4 oPos, v0, c0\n",
                "vs_2_0\ndcl_position v0\ndp4 oPos.x, v0, c0\ndp4 oPos.y, v0, c1\ndp4 oPos.z, v0, c2\n"
                "dp4 oPos.w, v0, c3\n");
    assert_true(r.summary.same);
    /* A vertex shader of model 2 and its like of model 3. */
    r = compute("vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n",
                "vs_3_0\ndcl_texcoord v0\ndcl_position v1\ndcl_texcoord o0\ndcl_position o1\nmov o1, v1\nmov o0, v0\n");
    assert_true(r.summary.same);
    r = compute("ps_3_0\ndcl_texcoord v0\nmov r0, c0\nrep i0\nadd r0, r0, v0\nendrep\nmov oC0, r0\n",
                "ps_3_0\ndcl_texcoord v3\nmov r1, c0\nrep i0\nadd r1, v3, r1\nendrep\nmov oC0, r1\n");
    assert_true(r.summary.same);
}

static void test_small_differences(void **state)
{
    (void)state;
    computed r =
        compute("ps_2_0\ndcl t0\nmul r0, t0, c0\nmov oC0, r0\n", "ps_2_0\ndcl t0\nmul r0, t0.yxzw, c0\nmov oC0, r0\n");
    assert_false(r.summary.same);
    assert_string_equal(r.name_a, "oC0");
    assert_int_equal(r.example.lanes, 1);
    r = compute("ps_2_0\ndcl t0\nmul r0, t0, c0\nmov oC0, r0\n", "ps_2_0\ndcl t0\nmul_sat r0, t0, c0\nmov oC0, r0\n");
    assert_false(r.summary.same);
    /* A component that one of them leaves out. */
    r = compute("vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oT0, v0\n",
                "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oT0.xyz, v0\n");
    assert_false(r.summary.same);
    assert_true(r.first.written_a && !r.first.written_b);
    assert_int_equal(r.first.component, 3);
    /* An output that one of them does not have. */
    r = compute("vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oT0, v0\n", "vs_2_0\ndcl_position v0\nmov oPos, v0\n");
    assert_false(r.summary.same);
    assert_string_equal(r.name_b, "");
    /* Pixels thrown away. */
    r = compute("ps_2_0\ndcl t0\ntexkill t0\nmov oC0, t0\n", "ps_2_0\ndcl t0\nmov oC0, t0\n");
    assert_false(r.summary.same);
    assert_true(r.first.discarded_a && !r.first.discarded_b);
    /* Only the boundary tells gt from ge. */
    r = compute("ps_2_x\ndcl t0\nmov r0, c1\nif_gt t0.x, c0.x\nmov r0, c2\nendif\nmov oC0, r0\n",
                "ps_2_x\ndcl t0\nmov r0, c1\nif_ge t0.x, c0.x\nmov r0, c2\nendif\nmov oC0, r0\n");
    assert_false(r.summary.same);
    /* The comparison of cmp. */
    r = compute("ps_2_0\ndcl t0\nadd r1, t0, -c0\ncmp r0, r1, c1, c2\nmov oC0, r0\n",
                "ps_2_0\ndcl t0\nadd r1, c0, -t0\ncmp r0, r1, c2, c1\nmov oC0, r0\n");
    assert_false(r.summary.same);
}

static void test_hidden_differences(void **state)
{
    (void)state;
    /* Behind a branch that few constants take. */
    static const char behind[] = "ps_3_0\ndef c0, %s, 2, 0.75, 0\ndcl_texcoord v0\nmov r0, v0\nif_gt c3.x, c0.z\n"
                                 "add r0, r0, c0.x\nendif\nmov oC0, r0\n";
    char a[400], b[400];
    (void)snprintf(a, sizeof a, behind, "7");
    (void)snprintf(b, sizeof b, behind, "8");
    computed r = compute(a, b);
    assert_false(r.summary.same);
    assert_true(r.c[3][0] > 0.75f);
    /* Behind three that hang on sums, a window that chance hardly meets, and a register of its own. */
    static const char deep[] = "ps_3_0\ndef c0, %s, 713.25, 713.26, 0\ndcl_texcoord v0\nmov r0, v0\n"
                               "mad r1.x, v0.x, c3.x, c4.y\nif_gt r1.x, c0.y\nif_lt r1.x, c0.z\n"
                               "if_eq c5.x, c5.y\nadd r0, r0, c0.x\nendif\nendif\nendif\nmov oC0, r0\n";
    (void)snprintf(a, sizeof a, deep, "7");
    (void)snprintf(b, sizeof b, deep, "8");
    r = compute(a, b);
    assert_false(r.summary.same);
    r = compute(a, a);
    assert_true(r.summary.same);
    assert_int_equal(r.summary.reached[0], r.summary.instructions[0]);
    /* A branch that is never taken cannot be reached, and is not said to be. */
    r = compute("ps_3_0\ndef c0, 1, 2, 0, 0\nmov r0, c1\nif_gt c0.x, c0.y\nmov r0, c0\nendif\nmov oC0, r0\n",
                "ps_3_0\nmov oC0, c1\n");
    assert_true(r.summary.same);
    assert_int_equal(r.summary.reached[0], 3);
    assert_int_equal(r.summary.instructions[0], 4);
    /* One of the booleans, and the third pass of a loop. */
    r = compute(
        "vs_2_0\ndcl_position v0\nmov r0, v0\nif b0\nif b1\nif b2\nadd r0, r0, c0\nendif\nendif\nendif\nmov oPos, r0\n",
        "vs_2_0\ndcl_position v0\nmov oPos, v0\n");
    assert_false(r.summary.same);
    static const char looped[] = "vs_3_0\ndef c0, 1, %s, 0, 0\ndcl_position v0\ndcl_position o0\nmov r0, v0\n"
                                 "mov r1.x, c0.z\nrep i0\nadd r1.x, r1.x, c0.x\nif_gt r1.x, c0.y\n"
                                 "add r0, r0, c0.x\nendif\nendrep\nmov o0, r0\n";
    (void)snprintf(a, sizeof a, looped, "2");
    (void)snprintf(b, sizeof b, looped, "3");
    r = compute(a, b);
    assert_false(r.summary.same);
    /* A predicate. */
    r = compute("ps_2_x\ndcl t0\nsetp_gt p0, t0, c0\nmov r0, c1\n(p0.x) add r0, r0, c2\nmov oC0, r0\n",
                "ps_2_x\ndcl t0\nsetp_gt p0, t0, c0\nmov r0, c1\n(p0.y) add r0, r0, c2\nmov oC0, r0\n");
    assert_false(r.summary.same);
}

static void test_textures(void **state)
{
    (void)state;
    computed r = compute("ps_2_0\ndcl t0.xy\ndcl_2d s0\ndcl_2d s1\ntexld r0, t0, s0\nmov oC0, r0\n",
                         "ps_2_0\ndcl t0.xy\ndcl_2d s0\ndcl_2d s1\ntexld r0, t0, s1\nmov oC0, r0\n");
    assert_false(r.summary.same);
    assert_true(r.example.sampler_mask != 0);
    r = compute("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n",
                "ps_2_0\ndcl t0\ndcl_2d s0\ntexldp r0, t0, s0\nmov oC0, r0\n");
    assert_false(r.summary.same);
    r = compute("ps_3_0\ndcl_texcoord v0\ndcl_volume s0\ntexld r0, v0, s0\nmov oC0, r0\n",
                "ps_3_0\ndcl_texcoord v5\ndcl_volume s0\ntexld r7, v5, s0\nmov oC0, r7\n");
    assert_true(r.summary.same);
    r = compute("ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1\n", "ps_1_1\ntex t0\ntex t1\nmov r0, t1\n");
    assert_false(r.summary.same);
    r = compute("ps_3_0\ndcl_texcoord v0\ndsx r0, v0\nmov oC0, r0\n",
                "ps_3_0\ndcl_texcoord v0\ndsy r0, v0\nmov oC0, r0\n");
    assert_false(r.summary.same);
    assert_int_equal(r.example.lanes, 4);
    assert_true(r.example.quads);
}

static void test_options(void **state)
{
    (void)state;
    static const char a[] = "ps_2_0\ndcl t0\nmul r0, t0, c0\nmul r0, r0, c1\nmov oC0, r0\n",
                      b[] = "ps_2_0\ndcl t0\nmul r0, c0, c1\nmul r0, r0, t0\nmov oC0, r0\n";
    s9_compare_options o = {0};
    computed r = compute_with(a, b, o);
    assert_false(r.summary.same);
    o.ulp = 4;
    o.inputs = 1000;
    r = compute_with(a, b, o);
    assert_true(r.summary.same);
    assert_int_equal(r.summary.inputs, 1000);
    o.ulp = 0;
    o.tolerance = 1e-5f;
    r = compute_with(a, b, o);
    assert_true(r.summary.same);
    /* Given constants stay as they are. */
    float given[1][4] = {{0.5f, 0.5f, 0.5f, 0.5f}};
    uint8_t is_given[1] = {1};
    s9_compare_given g = {.constants = {.f = (const float(*)[4])given, .f_count = 1}, .f_given = is_given};
    memset(&o, 0, sizeof o);
    o.given = &g;
    r = compute_with("ps_2_0\nmov oC0, c0\n", "ps_2_0\ndef c1, 0.5, 0, 0, 0\nmov oC0, c1.x\n", o);
    assert_true(r.summary.same);
    s9_compare_input_value values[] = {{"texcoord0", {1, 2, 3, 4}}, {"v1", {5, 6, 7, 8}}};
    memset(&g, 0, sizeof g);
    g.inputs = values;
    g.input_count = 2;
    r = compute_with("ps_3_0\ndef c0, 6, 8, 10, 12\ndcl_texcoord v0\ndcl_color v1\nadd oC0, v0, v1\n",
                     "ps_3_0\ndef c0, 6, 8, 10, 12\ndcl_texcoord v0\ndcl_color v1\nmov oC0, c0\n", o);
    assert_true(r.summary.same);
    /* The same seed gives the same example. */
    memset(&o, 0, sizeof o);
    computed x = compute_with(a, b, o), y = compute_with(a, b, o);
    assert_memory_equal(x.c, y.c, sizeof x.c);
    assert_memory_equal(&x.first.a, &y.first.a, sizeof x.first.a);
    /* Lanes that never end give no verdict. */
    s9_shader_options shader = {.struct_size = sizeof shader, .max_steps = 3};
    o.shader = &shader;
    r = compute_with("ps_2_0\nmov r0, c0\nadd r0, r0, c1\nadd r0, r0, c2\nmov oC0, r0\n", "ps_2_0\nmov oC0, c0\n", o);
    assert_true(r.summary.same);
    assert_int_equal(r.summary.stopped, r.summary.inputs);
}

static void test_refused(void **state)
{
    (void)state;
    /* What has no meaning is refused with a reason, and still has a structure. */
    static const uint32_t words[] = {0xFFFF0200u, 0x00000001u, 0x0000002Bu, 0x0000FFFFu};
    s9_program *a = NULL, *b = assemble("ps_2_0\nmov oC0, c0\n");
    s9_compare *compare = NULL;
    s9_diff *diff = NULL;
    s9_diagnostics *d = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &d), S9_OK);
    uint8_t bytes[sizeof words];
    s9_write_words(bytes, words, S9_COUNT(words));
    assert_int_equal(s9_decode(bytes, sizeof bytes, NULL, NULL, &a, d), S9_OK);
    assert_int_equal(s9_compare_create(a, b, NULL, NULL, &compare, d), S9_ERROR_INVALID);
    assert_true(s9_diagnostics_errors(d) > 0);
    assert_int_equal(s9_diff_create(a, b, NULL, NULL, &diff, d), S9_OK);
    assert_false(s9_diff_same_instructions(diff));
    s9_diff_destroy(diff);
    s9_diagnostics_destroy(d);
    s9_program_destroy(a);
    s9_program_destroy(b);
}

/* ---- random programs ---- */

/* Every temporary gets another number; false when the text has none that could. */
static char *renamed(const char *text)
{
    char *out = malloc(strlen(text) * 2 + 1), *to = out;
    assert_non_null(out);
    for (const char *at = text; *at != '\0';) {
        char before = at == text ? '\n' : at[-1];
        bool word = !((before >= 'a' && before <= 'z') || (before >= '0' && before <= '9') || before == '_');
        if (word && *at == 'r' && at[1] >= '0' && at[1] <= '9') {
            char *end = NULL;
            unsigned long number = strtoul(at + 1, &end, 10);
            to += sprintf(to, "r%lu", number ^ 1u);
            at = end;
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
    return out;
}

/* Sums and products with their operands the other way round. */
static char *swapped(const char *text, uint32_t *count)
{
    char *out = malloc(strlen(text) + 2), *to = out;
    assert_non_null(out);
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        char copy[TEXT_WIDTH + 1], op[TEXT_WIDTH], d[TEXT_WIDTH], s0[TEXT_WIDTH], s1[TEXT_WIDTH], more[TEXT_WIDTH];
        (void)snprintf(copy, sizeof copy, "%.*s", (int)(length < TEXT_WIDTH ? length : TEXT_WIDTH), line);
        int found = sscanf(copy, " %s %[^,], %[^,], %[^,]%s", op, d, s0, s1, more);
        bool commutes = found == 4 && (strncmp(op, "add", 3) == 0 || strncmp(op, "mul", 3) == 0);
        if (commutes)
            to += sprintf(to, "%s %s, %s, %s\n", op, d, s1, s0);
        else
            to += sprintf(to, "%s\n", copy);
        *count += commutes && strcmp(s0, s1) != 0;
        line += length + (line[length] == '\n');
    }
    return out;
}

static void test_random(void **state)
{
    (void)state;
    uint32_t same = 0, found = 0, tried = 0, turns = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        text_program text = {0};
        generate_program(seed, &text);
        char *original = text_join(&text);
        assert_non_null(original);
        text_free(&text);
        bool ps1 = strncmp(original, "ps_1", 4) == 0;
        s9_compare_options o = {.seed = seed, .inputs = 512};
        /* Macros over registers that lie beside each other forbid other numbers, and so does r0 of ps_1_x. */
        bool rows = strstr(original, "m4x") != NULL || strstr(original, "m3x") != NULL;
        char *other = ps1 || rows ? NULL : renamed(original);
        if (other != NULL) {
            counts c = written(original, other);
            assert_true(c.instructions);
            computed r = compute_with(original, other, o);
            assert_true(r.summary.same);
            same++;
            free(other);
        }
        uint32_t swaps = 0;
        char *turned = swapped(original, &swaps);
        assert_true(compute_with(original, turned, o).summary.same);
        assert_int_equal(written(original, turned).instructions, swaps == 0);
        turns += swaps;
        free(turned);
        /* One change: the last product becomes a sum. */
        char *changed = malloc(strlen(original) + 1);
        assert_non_null(changed);
        memcpy(changed, original, strlen(original) + 1);
        char *at = NULL;
        for (char *next = strstr(changed, "mul"); next != NULL; next = strstr(next + 1, "mul"))
            at = next;
        if (at != NULL) {
            memcpy(at, "add", 3);
            tried++;
            found += !compute_with(original, changed, o).summary.same;
            assert_false(written(original, changed).instructions);
        }
        free(changed);
        free(original);
    }
    printf("%u programs are the same under other names, all with %u operations turned; of %u changes %u show\n",
           (unsigned)same, (unsigned)turns, (unsigned)tried, (unsigned)found);
    assert_true(turns > 100);
    assert_true(same >= 20);
    assert_true(found * 3 >= tried);
}

/* ---- programs that nobody would write ---- */

/* The program with some of its words changed; NULL where that cannot be walked any more. */
static s9_program *damaged(const s9_program *program, uint64_t seed)
{
    s9_blob tokens = {0};
    s9_program *out = NULL;
    uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
    assert_int_equal(s9_encode(program, NULL, &tokens), S9_OK);
    uint8_t *bytes = tokens.data;
    for (uint32_t i = 0; i < 1 + seed % 5 && tokens.size > 8; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        size_t at = 4 + (size_t)(state >> 33) % (tokens.size - 8);
        bytes[at] = (uint8_t)(bytes[at] ^ 1u << (state >> 29 & 7u));
    }
    if (s9_decode(bytes, tokens.size, NULL, NULL, &out, NULL) != S9_OK)
        out = NULL;
    s9_blob_free(&tokens);
    return out;
}

static void test_damaged(void **state)
{
    (void)state;
    uint32_t compared = 0, run = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        text_program text = {0};
        generate_program(1000 + seed / 4, &text);
        char *original = text_join(&text);
        assert_non_null(original);
        text_free(&text);
        s9_program *a = assemble(original), *b = damaged(a, seed);
        free(original);
        s9_diff *diff = NULL;
        s9_compare *compare = NULL;
        s9_shader_options shader = {.struct_size = sizeof shader, .max_steps = 2000};
        s9_compare_options o = {.struct_size = sizeof o, .shader = &shader, .inputs = 64, .specials = true};
        if (b != NULL) {
            s9_result result = s9_diff_create(a, b, NULL, NULL, &diff, NULL);
            assert_true(result == S9_OK || result == S9_ERROR_INVALID);
            result = s9_compare_create(a, b, NULL, &o, &compare, NULL);
            assert_true(result == S9_OK || result == S9_ERROR_INVALID || result == S9_ERROR_UNSUPPORTED);
            compared += diff != NULL;
            run += compare != NULL;
        }
        s9_diff_destroy(diff);
        s9_compare_destroy(compare);
        s9_program_destroy(a);
        s9_program_destroy(b);
    }
    printf("%u damaged programs compared, %u of them run\n", (unsigned)compared, (unsigned)run);
    assert_true(compared > 150 && run > 30);
}

/* ---- memory ---- */

static void test_memory(void **state)
{
    (void)state;
    s9_program *a = assemble("ps_3_0\ndef c0, 7, 0.5, 0, 0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\n"
                             "if_gt r0.x, c0.y\nadd r0, r0, c0.x\nendif\nmov oC0, r0\n");
    s9_program *b = assemble("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\nmov oC0, r0\n");
    for (uint32_t limit = 0;; limit += limit < 200 ? 1 : 37) {
        memory_source f = {.fails_at = limit};
        s9_allocator memory = memory_allocator(&f);
        s9_diff *diff = NULL;
        s9_compare *compare = NULL;
        s9_result written_result = s9_diff_create(a, b, &memory, NULL, &diff, NULL);
        f.asked = 0;
        s9_compare_options o = {.struct_size = sizeof o, .inputs = 64};
        s9_result computed_result = s9_compare_create(a, b, &memory, &o, &compare, NULL);
        assert_true(written_result == S9_OK || written_result == S9_ERROR_MEMORY);
        assert_true(computed_result == S9_OK || computed_result == S9_ERROR_MEMORY);
        s9_diff_destroy(diff);
        s9_compare_destroy(compare);
        assert_int_equal(f.out, 0);
        if (written_result == S9_OK && computed_result == S9_OK)
            break;
        assert_true(limit < 100000);
    }
    s9_program_destroy(a);
    s9_program_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_renumbered),
        cmocka_unit_test(test_small_changes),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_equal_behaviour),
        cmocka_unit_test(test_small_differences),
        cmocka_unit_test(test_hidden_differences),
        cmocka_unit_test(test_textures),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
