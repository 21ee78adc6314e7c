/* SPDX-License-Identifier: MIT */
/* The table of what passes from a vertex to a pixel shader. */
#include "base/base.h"
#include "memory.h"

#include <shader9/check.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static s9_program *program_of(const char *text)
{
    s9_program *program = NULL;
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, NULL), S9_OK);
    return program;
}

static s9_links *links_of(const char *vertex, const char *pixel)
{
    s9_links *links = NULL;
    s9_program *vs = program_of(vertex), *ps = program_of(pixel);
    assert_int_equal(s9_links_create(vs, ps, NULL, &links), S9_OK);
    s9_program_destroy(vs); /* the table has its own strings */
    s9_program_destroy(ps);
    return links;
}

/* A row as text: usage, output with masks, input with masks, what is missing, and what stands there instead. */
static const char *row(const s9_link *l, char *out, size_t size)
{
    snprintf(out, size, "%s%u %s:%x/%x/%x %s:%x/%x missing %x=%g%s%s%s", l->usage, (unsigned)l->index,
             l->output != NULL ? l->output : "-", (unsigned)l->declared_output, (unsigned)l->written,
             (unsigned)l->always_written, l->input != NULL ? l->input : "-", (unsigned)l->declared_input,
             (unsigned)l->read, (unsigned)l->missing, (double)l->default_value, l->centroid ? " centroid" : "",
             l->partial_precision ? " pp" : "", l->is_color ? " color" : "");
    return out;
}

static void expect(const char *vertex, const char *pixel, const char *const *rows)
{
    char text[128];
    s9_links *links = links_of(vertex, pixel);
    size_t i = 0;
    for (; rows[i] != NULL; i++) {
        assert_non_null(s9_links_get(links, i));
        assert_string_equal(row(s9_links_get(links, i), text, sizeof text), rows[i]);
    }
    assert_int_equal(s9_links_count(links), i);
    assert_null(s9_links_get(links, i));
    s9_links_destroy(links);
}

static void usages_link_shader_model_3(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "position0 o0:f/f/f -:0/0 missing 0=0",    "texcoord0 o1:3/3/1 v0:3/3 missing 2=0 centroid",
        "texcoord4 o1:c/c/c -:0/0 missing 0=0",    "color0 o2:f/7/7 v1:f/f missing 8=1 pp color",
        "color1 -:0/0/0 v2:3/2 missing 2=0 color", NULL,
    };
    expect("vs_3_0\n dcl_position o0\n dcl_texcoord0 o1.xy\n dcl_texcoord4 o1.zw\n dcl_color o2\n mov o0, c0\n"
           " mov o1.xzw, c0\n mov o2.xyz, c0\n if b0\n mov o1.y, c1\n endif\n",
           "ps_3_0\n dcl_texcoord0_centroid v0.xy\n dcl_color_pp v1\n dcl_color1 v2.xy\n mov r0.xy, v0\n"
           " add oC0, r0.y, v1\n mov oC1, v2.y\n",
           rows);
}

static void registers_link_older_models(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "color0 oD0:f/f/f v0:f/8 missing 0=1 color", "color1 oD1:f/7/7 -:0/0 missing 0=0 color",
        "texcoord0 oT0:f/3/3 t0:f/3 missing 0=0",    "texcoord2 oT2:f/f/f t2:7/7 missing 0=0 centroid",
        "texcoord1 -:0/0/0 t1:f/f missing f=0",      NULL,
    };
    expect("vs_2_0\n mov oPos, c0\n mov oD0, c0\n mov oD1.xyz, c0\n mov oT0.xy, c0\n mov oT2, c0\n",
           "ps_2_0\n dcl v0\n dcl t0\n dcl t1\n dcl_centroid t2.xyz\n dcl_2d s0\n dcl_cube s1\n texld r0, t0, s0\n"
           " texld r1, t2, s1\n mad r0, r0, v0.w, t1\n mov oC0, r0\n",
           rows);
}

static void stages_read_their_coordinates(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "color0 oD0:f/f/f v0:f/f missing 0=1 color",
        "texcoord0 oT0:f/3/3 t0:f/f missing c=0",
        "texcoord1 -:0/0/0 t1:f/b missing b=0",
        NULL,
    };
    expect("vs_1_1\n mov oPos, c0\n mov oD0, c0\n mov oT0.xy, c0\n",
           "ps_1_1\n tex t0\n texbem t1, t0\n mul r0, t1, v0\n", rows);
    static const char *const divided[] = {"texcoord0 oT0:f/b/b t0:f/b missing 0=0", NULL};
    expect("vs_1_1\n mov oPos, c0\n mov oT0.xyw, c0\n", "ps_1_4\n texld r0, t0_dw.xyw\n", divided);
}

static void a_software_shader_links_by_usage(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "position0 o0:f/f/f -:0/0 missing 0=0",
        "texcoord1 o3:f/f/f t1:f/f missing 0=0",
        NULL,
    };
    expect("vs_3_sw\n dcl_position o0\n dcl_texcoord1 o3\n mov o0, c0\n mov o3, c0\n",
           "ps_2_0\n dcl t1\n mov r0, t1\n mov oC0, r0\n", rows);
}

static void arguments_are_looked_at(void **state)
{
    (void)state;
    s9_links *links = NULL;
    s9_program *ps = program_of("ps_3_0\n");
    assert_int_equal(s9_links_create(ps, ps, NULL, &links), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_links_create(NULL, ps, NULL, &links), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_links_create(ps, ps, NULL, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_links_count(NULL), 0);
    assert_null(s9_links_get(NULL, 0));
    s9_links_destroy(NULL);
    s9_program_destroy(ps);
}

/* ---- memory ---- */

static void memory_may_run_out(void **state)
{
    (void)state;
    s9_program *vs =
        program_of("vs_3_0\n dcl_position o0\n dcl_texcoord o1\n rep i0\n mov o1, c0\n endrep\n mov o0, c0\n");
    s9_program *ps = program_of("ps_3_0\n dcl_texcoord v0\n mov oC0, v0\n");
    for (size_t left = 0;; left++) {
        memory_source m = {.fails_at = left};
        s9_allocator allocator = memory_allocator(&m);
        s9_links *links = NULL;
        s9_result result = s9_links_create(vs, ps, &allocator, &links);
        if (result == S9_OK) {
            s9_links_destroy(links);
            assert_int_equal(m.out, 0);
            assert_true(left > 0);
            break;
        }
        assert_int_equal(result, S9_ERROR_MEMORY);
        assert_null(links);
        assert_int_equal(m.out, 0);
    }
    s9_program_destroy(vs);
    s9_program_destroy(ps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usages_link_shader_model_3),    cmocka_unit_test(registers_link_older_models),
        cmocka_unit_test(stages_read_their_coordinates), cmocka_unit_test(a_software_shader_links_by_usage),
        cmocka_unit_test(arguments_are_looked_at),       cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
