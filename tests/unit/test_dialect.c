/* SPDX-License-Identifier: MIT */
/* The Direct3D 8 dialect: each rewrite, each refusal, and that what comes out is legal Direct3D 9. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <shader9/shader9.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static s9_program *assemble(const char *text, s9_dialect dialect, s9_diagnostics *list)
{
    s9_assemble_options options = {.struct_size = sizeof options, .dialect = dialect};
    s9_program *program = NULL;
    s9_result result = s9_assemble(text, strlen(text), NULL, &options, &program, list);
    assert_true((result == S9_OK) == (program != NULL));
    return program;
}

/* The rewritten text of `before` is that of `after`, and legal. */
static void gives(const char *before, const char *after)
{
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_program *rewritten = assemble(before, S9_DIALECT_D3D8, list);
    assert_non_null(rewritten);
    s9_program *wanted = assemble(after, S9_DIALECT_D3D9, list);
    assert_non_null(wanted);
    s9_blob a = {0}, b = {0};
    assert_int_equal(s9_disassemble(rewritten, NULL, NULL, &a), S9_OK);
    assert_int_equal(s9_disassemble(wanted, NULL, NULL, &b), S9_OK);
    assert_string_equal(a.data, b.data);
    if (s9_check(rewritten, NULL, NULL, list) != S9_OK)
        fail_msg("%s: %s", before, s9_diagnostics_get(list, 0)->message);
    s9_blob_free(&a);
    s9_blob_free(&b);
    s9_program_destroy(rewritten);
    s9_program_destroy(wanted);
    s9_diagnostics_destroy(list);
}

static void is_refused(const char *text, uint32_t line, const char *part)
{
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_null(assemble(text, S9_DIALECT_D3D8, list));
    assert_int_equal(s9_diagnostics_errors(list), 1);
    const s9_diagnostic *d = s9_diagnostics_get(list, 0);
    assert_int_equal(d->at.line, line);
    assert_non_null(strstr(d->message, part));
    s9_diagnostics_destroy(list);
}

static void inputs_are_declared(void **state)
{
    (void)state;
    gives("vs.1.1\nm4x4 oPos, v0, c0\nmov oD0, v5\nmov oT0.xy, v7\nmov oT1, v15\n",
          "vs_1_1\ndcl_position v0\ndcl_color v5\ndcl_texcoord v7\ndcl_position1 v15\n"
          "m4x4 oPos, v0, c0\nmov oD0, v5\nmov oT0.xy, v7\nmov oT1, v15\n");
    /* a program that declares is left alone */
    gives("vs.1.1\ndcl_texcoord3 v0\nmov oPos, v0\n", "vs_1_1\ndcl_texcoord3 v0\nmov oPos, v0\n");
}

static void scalar_operations_read_x(void **state)
{
    (void)state;
    gives("vs.1.1\nmov oPos, v0\nrsq r0.w, v0\nrcp r1.w, v0.w\nexpp r2, v0\nmul oD0, r0.w, r2\nmov oT0.x, r1.w\n",
          "vs_1_1\ndcl_position v0\nmov oPos, v0\nrsq r0.w, v0.x\nrcp r1.w, v0.w\nexpp r2, v0.x\n"
          "mul oD0, r0.w, r2\nmov oT0.x, r1.w\n");
}

static void matrices_into_their_source(void **state)
{
    (void)state;
    gives("vs.1.1\nmov r0, v0\nm4x4 r0, r0, c0\nmov oPos, r0\n",
          "vs_1_1\ndcl_position v0\nmov r0, v0\nm4x4 r1, r0, c0\nmov r0, r1\nmov oPos, r0\n");
    gives("vs.1.1\nmov r0, v0\nm3x3 r0.xyz, -r0, c0\nmov oPos, r0\n",
          "vs_1_1\ndcl_position v0\nmov r0, v0\nm3x3 r1.xyz, -r0, c0\nmov r0.xyz, r1\nmov oPos, r0\n");
    /* a row of the matrix */
    gives("vs.1.1\nmov r0, c0\nmov r1, c1\nm3x2 r1.xy, v0, r0\nmov oPos, r1\n",
          "vs_1_1\ndcl_position v0\nmov r0, c0\nmov r1, c1\nm3x2 r2.xy, v0, r0\nmov r1.xy, r2\nmov oPos, r1\n");
    is_refused("vs.1.1\nmov r0, v0\nmov r1, v0\nmov r2, v0\nmov r3, v0\nmov r4, v0\nmov r5, v0\nmov r6, v0\n"
               "mov r7, v0\nmov r8, v0\nmov r9, v0\nmov r10, v0\nmov r11, v0\nm4x4 r0, r0, c0\nmov oPos, r0\n",
               14, "none is free");
}

static void scalar_outputs_take_x(void **state)
{
    (void)state;
    gives("vs.1.1\nmov oPos, v0\nmad oFog, -v0, c0.z, c0.w\nmov oPts, v0.y\ndp3 oD0, v0, v0\n",
          "vs_1_1\ndcl_position v0\nmov oPos, v0\nmad oFog.x, -v0, c0.z, c0.w\nmov oPts, v0.y\ndp3 oD0, v0, v0\n");
}

static void constants_with_modifiers(void **state)
{
    (void)state;
    /* known values become a constant of their own, once */
    gives("ps.1.1\ndef c1, 0.5, 0.25, 1, 0\ntex t0\nmul r0.rgb, t0, 1-c1\n+mov r0.a, -c1.a\nadd r0, r0, 1-c1\n",
          "ps_1_1\ndef c0, 0.5, 0.75, 0, 1\ndef c2, -0.5, -0.25, -1, -0\ndef c1, 0.5, 0.25, 1, 0\ntex t0\n"
          "mul r0.rgb, t0, c0\n+mov r0.a, c2.a\nadd r0, r0, c0\n");
    /* what the caller sets goes through a temporary, in front of a pair */
    gives("ps.1.1\ntex t0\nmul r0.rgb, t0, -c0\n+mov r0.a, t0\n",
          "ps_1_1\ntex t0\nmov r1, c0\nmul r0.rgb, t0, -r1\n+mov r0.a, t0\n");
    gives("ps.1.4\ntexld r0, t0\nmad_sat r0, r0, c0_bx2, -c1\n",
          "ps_1_4\ntexld r0, t0\nmov r1, c0\nmov r2, c1\nmad_sat r0, r0, r1_bx2, -r2\n");
    /* a value that leaves [-1, 1] would be clamped */
    gives("ps.1.1\ndef c0, 0, 0, 0, 0\ntex t0\nmul r0, t0, c0_bx2\n",
          "ps_1_1\ndef c1, -1, -1, -1, -1\ndef c0, 0, 0, 0, 0\ntex t0\nmul r0, t0, c1\n");
    gives("ps.1.4\ndef c0, 1, 0, 0, 0\ntexld r0, t0\nmul r0, r0, c0_x2\n",
          "ps_1_4\ndef c0, 1, 0, 0, 0\ntexld r0, t0\nmov r1, c0\nmul r0, r0, r1_x2\n");
    is_refused("ps.1.1\ntex t0\nmul r1, t0, t0\nadd r0, r1, -c0\n", 4, "none is free");
}

static void versions_of_direct3d_8(void **state)
{
    (void)state;
    is_refused("vs_2_0\ndcl_position v0\nmov oPos, v0\n", 1, "Direct3D 8 has no vs_2_0");
    is_refused("ps_2_0\nmov oC0, c0\n", 1, "Direct3D 8 has no ps_2_0");
}

/* ---- memory ---- */

typedef struct counted {
    size_t left, live;
} counted;

static void *take(void *user, size_t size)
{
    counted *c = user;
    if (c->left == 0)
        return NULL;
    c->left--;
    void *p = malloc(size);
    c->live += p != NULL;
    return p;
}

static void give(void *user, void *pointer)
{
    counted *c = user;
    c->live -= pointer != NULL;
    free(pointer);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const char text[] = "vs.1.1\nmov r0, v0\nm4x4 r0, r0, c0\nrsq r1.w, r0\nmov oPos, r0\nmov oD0, r1.w\n";
    for (size_t n = 0;; n++) {
        counted c = {n, 0};
        s9_allocator allocator = {take, give, &c};
        s9_assemble_options options = {.struct_size = sizeof options, .dialect = S9_DIALECT_D3D8};
        s9_program *program = NULL;
        s9_result result = s9_assemble(text, sizeof text - 1, &allocator, &options, &program, NULL);
        s9_program_destroy(program);
        assert_int_equal(c.live, 0);
        if (result == S9_OK)
            break;
        assert_int_equal(result, S9_ERROR_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_declared),        cmocka_unit_test(scalar_operations_read_x),
        cmocka_unit_test(matrices_into_their_source), cmocka_unit_test(scalar_outputs_take_x),
        cmocka_unit_test(constants_with_modifiers),   cmocka_unit_test(versions_of_direct3d_8),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
