/* SPDX-License-Identifier: MIT */
/* What a shader is made of: small shaders with known answers, damaged and endless ones, and too little memory. */
#include "base/base.h"
#include "files.h"
#include "little.h"
#include "memory.h"
#include "program/program.h"

#include <shader9/reflect.h>

static s9_reflection *reflect_text(const char *text)
{
    s9_program *program = NULL;
    s9_reflection *reflection = NULL;
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_reflect(program, NULL, &reflection), S9_OK);
    s9_program_destroy(program);
    return reflection;
}

static s9_cost cost_of(const char *text)
{
    s9_reflection *r = reflect_text(text);
    s9_cost cost = s9_reflection_cost(r);
    s9_reflection_destroy(r);
    return cost;
}

/* ---- cost ---- */

static void slots_follow_the_tables(void **state)
{
    (void)state;
    s9_cost cost =
        cost_of("vs_1_1\n dcl_position v0\n def c4, 0, 0, 0, 0\n m4x4 oPos, v0, c0\n exp oT0, v0.x\n frc oD0.xy, v0\n");
    assert_int_equal(cost.total, 4 + 10 + 3);
    assert_int_equal(cost.instructions, 3);
    assert_int_equal(cost.texture, 0);
    assert_int_equal(cost.best, 17);
    assert_int_equal(cost.worst, 17);

    cost = cost_of("ps_2_0\n dcl t0\n dcl_2d s0\n texld r0, t0, s0\n nrm r1, r0\n mov oC0, r1\n");
    assert_int_equal(cost.texture, 1);
    assert_int_equal(cost.arithmetic, 4);

    /* cube maps and projection cost more in ps_3_0, a predicate one more */
    cost = cost_of("ps_3_0\n dcl_texcoord v0\n dcl_2d s0\n dcl_cube s1\n setp_gt p0, v0, v0\n texld r0, v0, s0\n"
                   " texld r1, v0, s1\n texldp r2, v0, s0\n (p0) texldl r3, v0, s1\n (p0) mov r4, r3\n");
    assert_int_equal(cost.texture, 1 + 4 + 3 + 6);
    assert_int_equal(cost.arithmetic, 1 + 2);

    /* a pair takes one slot */
    cost = cost_of("ps_1_1\n tex t0\n texbeml t1, t0\n mul r0.rgb, t1, v0\n +mov r0.a, v0\n nop\n");
    assert_int_equal(cost.texture, 2);
    assert_int_equal(cost.arithmetic, 2);

    cost = cost_of("ps_1_4\n texld r0, t0\n mul r1, r0, c0\n phase\n texld r2, r1\n texld r3, t1\n mov r0, r2\n bem "
                   "r0.rg, r0, r1\n");
    assert_int_equal(cost.phases[0][0], 1);
    assert_int_equal(cost.phases[0][1], 1);
    assert_int_equal(cost.phases[1][0], 3);
    assert_int_equal(cost.phases[1][1], 2);
    cost = cost_of("ps_1_0\n tex t0\n texbem t1, t0\n mov r0, t1\n");
    assert_int_equal(cost.texture, 3);
    cost = cost_of("ps_1_2\n tex t0\n dp4 r0, t0, c0\n cmp r0, r0, c0, c1\n");
    assert_int_equal(cost.arithmetic, 4);
    cost = cost_of("vs_1_1\n nop\n mov oPos, c0\n");
    assert_int_equal(cost.total, 2);
    assert_int_equal(cost.instructions, 2);
    /* without NOTEXINSTRUCTIONLIMIT the loads of ps_2_x are single slots */
    cost = cost_of("ps_2_x\n dcl t0\n dcl_cube s0\n texld r0, t0, s0\n texldp r1, t0, s0\n mov oC0, r0\n");
    assert_int_equal(cost.texture, 2);
    cost = cost_of("ps_1_4\n texld r0, t0\n");
    assert_int_equal(cost.phases[0][1], 0);
    assert_int_equal(cost.phases[1][1], 1);
}

static void paths_are_followed(void **state)
{
    (void)state;
    /* if b0 3, then mov 1 and else 1, or two mov, endif 1 */
    s9_cost cost =
        cost_of("vs_2_0\n if b0\n mov r0, c0\n else\n mov r0, c0\n mov r1, c0\n mov r2, c0\n endif\n mov oPos, r0\n");
    assert_int_equal(cost.best, 3 + 2 + 1 + 1);
    assert_int_equal(cost.worst, 3 + 3 + 1 + 1);

    /* rep 3, four rounds of mov 1 and endrep 2 */
    cost = cost_of("vs_2_0\n defi i0, 4, 0, 0, 0\n rep i0\n mov r0, c0\n endrep\n mov oPos, c0\n");
    assert_int_equal(cost.best, 3 + 4 * 3 + 1);
    assert_int_equal(cost.worst, cost.best);
    cost = cost_of("vs_2_0\n defi i0, 0, 0, 0, 0\n rep i0\n mov r0, c0\n endrep\n mov oPos, c0\n");
    assert_int_equal(cost.worst, 4);

    /* the count is not in the program */
    cost = cost_of("vs_2_0\n rep i0\n mov r0, c0\n endrep\n mov oPos, c0\n");
    assert_int_equal(cost.best, -1);
    assert_int_equal(cost.worst, -1);
    /* the last definition counts */
    cost = cost_of("vs_2_0\n defi i0, 9, 0, 0, 0\n defi i0, 2, 0, 0, 0\n rep i0\n endrep\n");
    assert_int_equal(cost.worst, 3 + 2 * 2);

    /* a break in the first round, or four rounds: rep 3, add 1, break_gt 3, mov 1, endrep 2 */
    cost =
        cost_of("ps_3_0\n defi i0, 4, 0, 0, 0\n rep i0\n add r0, r0, c0\n break_gt r0.x, c0.y\n mov r1, c0\n endrep\n");
    assert_int_equal(cost.best, 3 + 4);
    assert_int_equal(cost.worst, 3 + 4 * 7);
    /* always left in the first round */
    cost = cost_of("ps_3_0\n defi i0, 4, 0, 0, 0\n rep i0\n add r0, r0, c0\n break\n endrep\n");
    assert_int_equal(cost.worst, 3 + 2);

    /* nested loops multiply */
    cost = cost_of("ps_3_0\n defi i0, 10, 0, 0, 0\n rep i0\n rep i0\n mov r0, c0\n endrep\n endrep\n");
    assert_int_equal(cost.worst, 3 + 10 * (3 + 10 * 3 + 2));

    /* call 2, mov 1 and ret 1 there; ret 1 here */
    cost = cost_of("vs_2_0\n call l0\n ret\n label l0\n mov r0, c0\n ret\n");
    assert_int_equal(cost.worst, 2 + 2 + 1);
    cost = cost_of("vs_2_0\n callnz l0, b0\n ret\n label l0\n mov r0, c0\n ret\n");
    assert_int_equal(cost.best, 3 + 1);
    assert_int_equal(cost.worst, 3 + 2 + 1);
    /* calls inside loops and calls inside calls: rep 3, three rounds of call 2, what l0 costs, endrep 2; ret 1 */
    cost = cost_of("vs_3_0\n defi i0, 3, 0, 0, 0\n rep i0\n call l0\n endrep\n ret\n"
                   " label l0\n mov r0, c0\n call l1\n ret\n label l1\n mov r1, c0\n ret\n");
    assert_int_equal(cost.worst, 3 + 3 * (2 + (1 + 2 + 2 + 1) + 2) + 1);
    assert_int_equal(cost.best, cost.worst);
    /* a break binds the inner loop: rep 3, rep 3, break 1, endrep 2 of the outer one */
    cost = cost_of("ps_3_0\n defi i0, 5, 0, 0, 0\n rep i0\n rep i0\n break\n endrep\n endrep\n");
    assert_int_equal(cost.worst, 3 + 5 * (3 + 1 + 2));
    assert_int_equal(cost.best, cost.worst);
    /* a break in one branch: rep 3; if 3, mov 1, break 1; else way: if 3, endif 1, endrep 2 */
    cost = cost_of("ps_3_0\n defi i0, 4, 0, 0, 0\n rep i0\n if b0\n mov r0, c0\n break\n endif\n endrep\n");
    assert_int_equal(cost.best, 3 + 3 + 1 + 1);
    assert_int_equal(cost.worst, 3 + 4 * 6);
    /* what stands behind the break counts on the longest path only */
    cost = cost_of("ps_3_0\n defi i0, 1, 0, 0, 0\n rep i0\n breakp p0.x\n mov r0, c0\n mov r1, c0\n endrep\n");
    assert_int_equal(cost.best, 3 + 3);
    assert_int_equal(cost.worst, 3 + 3 + 2 + 2);
    /* predicates and cube maps cost on paths, too */
    cost = cost_of("ps_3_0\n dcl_texcoord v0\n dcl_cube s0\n (p0) texld r0, v0, s0\n mov oC0, r0\n");
    assert_int_equal(cost.worst, 5 + 1);
    /* a subroutine that nobody calls is in no path, whatever it holds */
    cost = cost_of("vs_2_0\n mov oPos, c0\n ret\n label l0\n rep i0\n endrep\n ret\n");
    assert_int_equal(cost.worst, 2);
    /* a loop that is never entered asks for nothing */
    cost = cost_of("vs_3_0\n defi i0, 0, 0, 0, 0\n rep i0\n rep i1\n endrep\n endrep\n mov o0, c0\n");
    assert_int_equal(cost.worst, 3 + 1);
    /* blocks that do not match have no paths */
    cost = cost_of("vs_2_0\n if b0\n mov r0, c0\n");
    assert_int_equal(cost.worst, -1);
}

static void illegal_paths_are_followed_as_far_as_they_go(void **state)
{
    (void)state;
    /* ret inside a loop: rep 3, if 3, ret 1 at once; or three rounds of if 3, endif 1, endrep 2, then mov 1 */
    s9_cost cost = cost_of("vs_2_0\n defi i0, 3, 0, 0, 0\n rep i0\n if b0\n ret\n endif\n endrep\n mov oPos, c0\n");
    assert_int_equal(cost.best, 3 + 3 + 1);
    assert_int_equal(cost.worst, 3 + 3 * 6 + 1);
    /* it leaves all loops at once */
    cost = cost_of("vs_3_0\n defi i0, 3, 0, 0, 0\n mov r0, c0\n rep i0\n rep i0\n mov r0, c0\n ret\n endrep\n endrep\n"
                   " mov o0, c0\n");
    assert_int_equal(cost.best, 1 + 3 + 3 + 1 + 1);
    assert_int_equal(cost.worst, cost.best);
    /* what cannot be reached costs nothing */
    cost = cost_of("vs_2_0\n mov oPos, c0\n ret\n rep i0\n mov r0, c0\n endrep\n call l9\n");
    assert_int_equal(cost.worst, 2);
    /* backward: call 2, and there mov 1, ret 1 */
    cost = cost_of("vs_3_0\n call l1\n ret\n label l0\n mov r0, c0\n ret\n label l1\n call l0\n ret\n");
    assert_int_equal(cost.worst, 2 + (2 + 2 + 1) + 1);
    assert_int_equal(cost.best, cost.worst);
    /* circles have no cost: of one, of two, and reached from outside */
    cost = cost_of("vs_3_0\n call l0\n ret\n label l0\n call l0\n ret\n");
    assert_int_equal(cost.worst, -1);
    cost = cost_of("vs_3_0\n call l0\n ret\n label l0\n callnz l1, b0\n ret\n label l1\n call l0\n ret\n");
    assert_int_equal(cost.worst, -1);
    cost = cost_of(
        "vs_3_0\n call l2\n ret\n label l0\n call l1\n ret\n label l1\n call l0\n ret\n label l2\n call l1\n ret\n");
    assert_int_equal(cost.worst, -1);
    /* a circle that nobody enters does not matter */
    cost = cost_of("vs_3_0\n mov o0, c0\n ret\n label l0\n call l0\n ret\n");
    assert_int_equal(cost.worst, 2);
    /* nowhere to go to */
    cost = cost_of("vs_2_0\n call l3\n ret\n");
    assert_int_equal(cost.worst, -1);
    cost = cost_of("ps_3_0\n break\n");
    assert_int_equal(cost.worst, -1);
    cost = cost_of("ps_3_0\n endrep\n");
    assert_int_equal(cost.worst, -1);
    cost = cost_of("ps_3_0\n if b0\n else\n else\n endif\n");
    assert_int_equal(cost.worst, -1);
    cost = cost_of("ps_3_0\n defi i0, 1, 0, 0, 0\n rep i0\n if b0\n endrep\n endif\n");
    assert_int_equal(cost.worst, -1);
}

/* ---- interface ---- */

static const s9_interface_element *element(const s9_reflection *r, bool input, const char *name, uint32_t mask)
{
    size_t count = input ? s9_reflection_input_count(r) : s9_reflection_output_count(r);
    for (size_t i = 0; i < count; i++) {
        const s9_interface_element *e = input ? s9_reflection_input(r, i) : s9_reflection_output(r, i);
        if (strcmp(e->name, name) == 0 && e->mask == mask)
            return e;
    }
    fail_msg("no element %s with mask %u", name, (unsigned)mask);
    return NULL;
}

static void interfaces_are_listed(void **state)
{
    (void)state;
    s9_reflection *r = reflect_text(
        "vs_3_0\n dcl_position v0\n dcl_texcoord1 v1.xy\n dcl_position o0\n dcl_texcoord o1.xy\n"
        " dcl_fog o1.w\n dcl_2d s2\n dcl_volume s3\n mov o0, v0.xyxy\n mov o1.x, v1.y\n texldl r0, v0, s3\n");
    assert_int_equal(s9_reflection_input_count(r), 2);
    assert_int_equal(s9_reflection_output_count(r), 3);
    const s9_interface_element *e = element(r, true, "v0", 15);
    assert_string_equal(e->usage, "position");
    assert_int_equal(e->used, 15); /* .xy of the swizzle, .xyz and w of the coordinate */
    e = element(r, true, "v1", 3);
    assert_string_equal(e->usage, "texcoord");
    assert_int_equal(e->usage_index, 1);
    assert_int_equal(e->used, 2);
    e = element(r, false, "o1", 3);
    assert_int_equal(e->used, 1);
    e = element(r, false, "o1", 8);
    assert_string_equal(e->usage, "fog");
    assert_int_equal(e->used, 0);
    assert_int_equal(s9_reflection_sampler_count(r), 2);
    assert_string_equal(s9_reflection_sampler(r, 0)->type, "2d");
    assert_false(s9_reflection_sampler(r, 0)->used);
    assert_int_equal(s9_reflection_sampler(r, 1)->number, 3);
    assert_string_equal(s9_reflection_sampler(r, 1)->type, "volume");
    assert_true(s9_reflection_sampler(r, 1)->used);
    s9_reflection_destroy(r);

    r = reflect_text("ps_3_0\n dcl_texcoord3_centroid v0.xyz\n dcl_color_pp v1\n dcl vPos.xy\n dcl vFace\n dcl_2d s0\n"
                     " texld r0, v0, s0\n cmp r0, vFace, r0, v1\n add oC0, r0, vPos.y\n mov oDepth, r0.x\n");
    e = element(r, true, "v0", 7);
    assert_true(e->centroid && !e->partial_precision);
    assert_int_equal(e->used, 3); /* 2d */
    assert_true(element(r, true, "v1", 15)->partial_precision);
    assert_int_equal(element(r, true, "vPos", 3)->used, 2);
    assert_null(element(r, true, "vPos", 3)->usage);
    assert_int_equal(element(r, true, "vFace", 1)->used, 1);
    assert_int_equal(element(r, false, "oC0", 15)->used, 15);
    assert_int_equal(element(r, false, "oDepth", 1)->used, 1);
    s9_reflection_destroy(r);

    /* nothing is declared in ps_1_x */
    r = reflect_text("ps_1_4\n texld r0, t1.xyw\n mov r1.rgb, r0\n phase\n texld r2, r1\n mul r0, v1.a, r2\n");
    assert_int_equal(element(r, true, "t1", 11)->used, 11);
    assert_int_equal(element(r, true, "v1", 8)->used, 8);
    assert_int_equal(element(r, false, "oC0", 15)->used, 15); /* r0 */
    assert_int_equal(s9_reflection_output_count(r), 1);
    assert_int_equal(s9_reflection_sampler_count(r), 2);
    assert_int_equal(s9_reflection_sampler(r, 1)->number, 2);
    assert_null(s9_reflection_sampler(r, 1)->type);
    s9_reflection_destroy(r);
    r = reflect_text("ps_1_1\n tex t0\n texcoord t1\n texreg2ar t2, t0\n mov r0, t2\n");
    assert_int_equal(s9_reflection_input_count(r), 2); /* texreg2ar reads no coordinate */
    assert_int_equal(s9_reflection_sampler_count(r), 2);
    s9_reflection_destroy(r);
    /* the eye vector stands in q of three sets; bumps take u, v and maybe q */
    r = reflect_text(
        "ps_1_1\n tex t0\n texm3x3pad t1, t0\n texm3x3pad t2, t0\n texm3x3vspec t3, t0\n mov r0.rgb, t3\n");
    assert_int_equal(element(r, true, "t1", 15)->used, 15);
    assert_int_equal(element(r, true, "t2", 15)->used, 15);
    assert_int_equal(element(r, true, "t3", 15)->used, 15);
    assert_int_equal(element(r, false, "oC0", 7)->used, 7);
    assert_int_equal(s9_reflection_sampler_count(r), 2);
    s9_reflection_destroy(r);
    r = reflect_text("ps_1_1\n tex t0\n texbem t1, t0\n texkill t2\n mov r0, t1\n");
    assert_int_equal(element(r, true, "t1", 11)->used, 11);
    assert_int_equal(element(r, true, "t2", 7)->used, 7);
    assert_int_equal(s9_reflection_sampler_count(r), 2);
    s9_reflection_destroy(r);
    /* both ways of model 1 to write depth */
    r = reflect_text("ps_1_3\n tex t0\n texm3x2pad t1, t0\n texm3x2depth t2, t0\n mov r0, t0\n");
    assert_int_equal(element(r, false, "oDepth", 1)->used, 1);
    assert_int_equal(s9_reflection_sampler_count(r), 1);
    s9_reflection_destroy(r);
    r = reflect_text("ps_1_4\n texcrd r5.rgb, t2_dw.xyw\n phase\n texdepth r5\n mov r0, r5\n");
    assert_int_equal(element(r, false, "oDepth", 1)->used, 1);
    assert_int_equal(element(r, true, "t2", 11)->used, 11);
    assert_int_equal(s9_reflection_sampler_count(r), 0);
    s9_reflection_destroy(r);
    /* vertex inputs without a declaration have no usage, those with one do */
    r = reflect_text("vs_1_1\n dcl_blendweight2 v1\n mad oPos, v0.xyxy, v1.w, v1.w\n");
    assert_null(element(r, true, "v0", 3)->usage);
    assert_string_equal(element(r, true, "v1", 15)->usage, "blendweight");
    assert_int_equal(element(r, true, "v1", 15)->usage_index, 2);
    assert_int_equal(element(r, true, "v1", 15)->used, 8);
    s9_reflection_destroy(r);
    /* an index may reach every register from its base on, as far as they are declared */
    r = reflect_text("vs_3_0\n dcl_position o0\n dcl_texcoord o1\n dcl_texcoord1 o2.xy\n mov o0, c0\n loop aL, i0\n"
                     " mov o1[aL].xy, c0\n endloop\n");
    assert_int_equal(element(r, false, "o0", 15)->used, 15);
    assert_int_equal(element(r, false, "o1", 15)->used, 3);
    assert_int_equal(element(r, false, "o2", 3)->used, 3);
    s9_reflection_destroy(r);
    r = reflect_text(
        "ps_3_0\n dcl_texcoord0 v0\n dcl_texcoord1 v1.xyz\n dcl_texcoord2 v2.x\n loop aL, i0\n add r0, r0, v1[aL].x\n"
        " endloop\n if_gt v0.w, c0.x\n endif\n mov oC0, r0\n");
    assert_int_equal(element(r, true, "v0", 15)->used, 8);
    assert_int_equal(element(r, true, "v1", 7)->used, 1);
    assert_int_equal(element(r, true, "v2", 1)->used, 1);
    s9_reflection_destroy(r);
    /* projection takes w, texkill what its mask says, gradients as many components as the coordinate */
    r = reflect_text(
        "ps_3_0\n dcl_texcoord0 v0\n dcl_texcoord1 v1\n dcl_texcoord2 v2\n dcl_texcoord3 v3\n dcl_2d s0\n"
        " dcl_cube s1\n texldp r0, v0, s0\n texldd r1, v1, s1, v2, v2.wwww\n texkill v3.yz\n mov oC0, r0\n");
    assert_int_equal(element(r, true, "v0", 15)->used, 11);
    assert_int_equal(element(r, true, "v1", 15)->used, 7);
    assert_int_equal(element(r, true, "v2", 15)->used, 15);
    s9_reflection_destroy(r);
    r = reflect_text("vs_2_0\n dcl_position v0\n mov oPos, v0\n mov oFog, v0.x\n mov oT3.xy, v0\n");
    assert_int_equal(element(r, false, "oPos", 15)->used, 15);
    assert_int_equal(element(r, false, "oFog", 1)->used, 1);
    assert_int_equal(element(r, false, "oT3", 3)->used, 3);
    s9_reflection_destroy(r);
}

static const s9_register_use *file(const s9_reflection *r, const char *name)
{
    for (size_t i = 0; i < s9_reflection_file_count(r); i++)
        if (strcmp(s9_reflection_file(r, i)->name, name) == 0)
            return s9_reflection_file(r, i);
    return NULL;
}

static void registers_are_counted(void **state)
{
    (void)state;
    s9_reflection *r =
        reflect_text("vs_2_0\n dcl_position v0\n def c9, 0, 0, 0, 0\n mova a0.x, v0\n m4x4 oPos, v0, c4\n"
                     " mov r3, c[a0.x + 20]\n loop aL, i2\n mov r7, c[aL]\n endloop\n if b1\n endif\n mov oD1, r3\n");
    const s9_register_use *c = file(r, "c");
    static const uint32_t constants[] = {0, 4, 5, 6, 7, 9, 20};
    assert_int_equal(c->count, 7);
    assert_memory_equal(c->used, constants, sizeof constants);
    assert_true(c->relative);
    assert_int_equal(file(r, "r")->count, 2);
    assert_int_equal(file(r, "r")->used[1], 7);
    assert_false(file(r, "r")->relative);
    assert_int_equal(file(r, "i")->used[0], 2);
    assert_int_equal(file(r, "b")->used[0], 1);
    assert_int_equal(file(r, "a")->count, 1);
    assert_int_equal(file(r, "aL")->count, 1);
    assert_int_equal(file(r, "oPos")->count, 1);
    assert_int_equal(file(r, "oD")->used[0], 1);
    assert_null(file(r, "t"));
    s9_reflection_destroy(r);
}

/* An allocator that counts what is asked of it. */
static void *counted_allocate(void *user, size_t size)
{
    *(size_t *)user += size;
    return malloc(size);
}

static void counted_release(void *user, void *pointer)
{
    (void)user;
    free(pointer);
}

/* A few registers take a few bytes, wherever they could be: sets of all that there are made this the slowest stage. */
static void small_shaders_take_little(void **state)
{
    (void)state;
    uint32_t words[] = {0xFFFE0200, 0x05000051, 0xA00F0002, 0x3F800000, 0,          0,         0xC0000000,
                        0x0200002F, 0xE00F0801, 5,          0x05000030, 0xF00F0000, 3,         0xFFFFFFFF,
                        0,          0,          0x02000001, 0xC00F0000, 0xA0E40002, 0x0000FFFF};
    s9_program *program = NULL;
    s9_reflection *r = NULL;
    size_t asked = 0;
    s9_allocator counted = {counted_allocate, counted_release, &asked};
    little_words(words, S9_COUNT(words));
    assert_int_equal(s9_decode(words, sizeof words, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_reflect(program, &counted, &r), S9_OK);
    assert_int_equal(s9_reflection_definition_count(r), 3);
    assert_true(asked < 32768);
    s9_reflection_destroy(r);
    s9_program_destroy(program);
}

static void definitions_and_comments_are_listed(void **state)
{
    (void)state;
    uint32_t words[] = {0xFFFE0200, 0x0002FFFE, 0x42415443, 7, 0x0001FFFE, 0x00000001, 0x05000051,
                        0xA00F0002, 0x3F800000, 0,          0, 0xC0000000, 0x0200002F, 0xE00F0801,
                        5,          0x05000030, 0xF00F0000, 3, 0xFFFFFFFF, 0,          0,
                        0x05000051, 0xA00F0002, 0x40000000, 0, 0,          0,          0x0000FFFF};
    s9_program *program = NULL;
    s9_reflection *r = NULL;
    little_words(words, S9_COUNT(words));
    assert_int_equal(s9_decode(words, sizeof words, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_reflect(program, NULL, &r), S9_OK);
    assert_int_equal(s9_reflection_definition_count(r), 3);
    const s9_definition *d = s9_reflection_definition(r, 0);
    assert_string_equal(d->name, "c2");
    assert_true(d->value.f[0] == 2.0f && d->value.f[3] == 0.0f); /* the last of two */
    d = s9_reflection_definition(r, 1);
    assert_string_equal(d->name, "i0");
    assert_int_equal(d->set, 'i');
    assert_int_equal(d->value.i[1], -1);
    d = s9_reflection_definition(r, 2);
    assert_string_equal(d->name, "b1");
    assert_true(d->value.b);
    assert_int_equal(s9_reflection_comment_count(r), 2);
    const s9_comment_info *c = s9_reflection_comment(r, 0);
    assert_string_equal(c->fourcc, "CTAB");
    assert_int_equal(c->offset, 4);
    assert_int_equal(c->size, 8);
    assert_string_equal(s9_reflection_comment(r, 1)->fourcc, "");
    s9_reflection_destroy(r);
    s9_program_destroy(program);
}

static void depths_follow_calls(void **state)
{
    (void)state;
    s9_reflection *r =
        reflect_text("vs_3_0\n if b0\n rep i0\n if_gt r0.x, r0.y\n call l0\n endif\n endrep\n endif\n ret\n"
                     " label l0\n if b0\n loop aL, i0\n break_gt r0.x, r0.y\n endloop\n callnz l1, p0.x\n endif\n ret\n"
                     " label l1\n ret\n");
    s9_flow_info flow = s9_reflection_flow(r);
    assert_int_equal(flow.static_depth, 2);
    assert_int_equal(flow.dynamic_depth, 2);
    assert_int_equal(flow.loop_depth, 2);
    assert_int_equal(flow.call_depth, 2);
    s9_reflection_destroy(r);
    r = reflect_text(
        "ps_2_0\n texld r0, t0, s0\n texld r1, r0, s0\n add r2.x, r1, c0\n texld r3, r2, s0\n mov oC0, r3\n");
    assert_int_equal(s9_reflection_flow(r).dependent_reads, 2);
    s9_reflection_destroy(r);
    r = reflect_text("ps_1_1\n tex t0\n texbem t1, t0\n mov r0, t1\n");
    assert_int_equal(s9_reflection_flow(r).dependent_reads, 1);
    s9_reflection_destroy(r);
    r = reflect_text("ps_1_4\n texld r0, t0\n phase\n texld r1, r0\n mov r0, r1\n");
    assert_int_equal(s9_reflection_flow(r).dependent_reads, 1);
    s9_reflection_destroy(r);
    /* a destination that was written before, though no load is in it */
    r = reflect_text("ps_2_0\n mov r0, c0\n texld r0, t0, s0\n mov oC0, r0\n");
    assert_int_equal(s9_reflection_flow(r).dependent_reads, 1);
    s9_reflection_destroy(r);
    /* a circle of calls is gone round once */
    r = reflect_text("vs_3_0\n call l0\n ret\n label l0\n if b0\n call l1\n endif\n ret\n label l1\n if b0\n call l0\n "
                     "endif\n ret\n");
    assert_int_equal(s9_reflection_flow(r).static_depth, 2);
    assert_int_equal(s9_reflection_flow(r).call_depth, 3);
    s9_reflection_destroy(r);
    r = reflect_text("ps_2_0\n texld r0, t0, s0\n texld r1, t0, s1\n mov oC0, r1\n");
    assert_int_equal(s9_reflection_flow(r).dependent_reads, 0);
    s9_reflection_destroy(r);
}

/* ---- what nobody should have written ---- */

/* Words behind a version token, with an end token behind them; whatever can be decoded has a reflection. */
static s9_reflection *reflect_words(uint32_t version, const uint32_t *words, size_t count)
{
    s9_program *program = NULL;
    s9_reflection *r = NULL;
    uint32_t *all = malloc((count + 2) * sizeof *all);
    assert_non_null(all);
    all[0] = version;
    memcpy(all + 1, words, count * sizeof *words);
    all[count + 1] = 0x0000FFFF;
    little_words(all, count + 2);
    if (s9_decode(all, (count + 2) * sizeof *all, NULL, NULL, &program, NULL) == S9_OK) {
        assert_int_equal(s9_reflect(program, NULL, &r), S9_OK);
        s9_program_destroy(program);
    }
    free(all);
    return r;
}

/* Everything there is to read, so that a sanitizer sees it. */
static void read_all(const s9_reflection *r)
{
    s9_cost cost = s9_reflection_cost(r);
    assert_int_equal(cost.total, cost.arithmetic + cost.texture);
    assert_true((cost.best < 0) == (cost.worst < 0) && cost.best <= cost.worst);
    for (size_t i = 0; i < s9_reflection_file_count(r); i++) {
        const s9_register_use *use = s9_reflection_file(r, i);
        assert_true(use->count > 0 && strlen(use->name) > 0);
        for (uint32_t k = 1; k < use->count; k++)
            assert_true(use->used[k - 1] < use->used[k]);
    }
    for (size_t i = 0; i < s9_reflection_input_count(r); i++)
        assert_int_equal(s9_reflection_input(r, i)->used & ~s9_reflection_input(r, i)->mask, 0);
    for (size_t i = 0; i < s9_reflection_output_count(r); i++)
        assert_int_equal(s9_reflection_output(r, i)->used & ~s9_reflection_output(r, i)->mask, 0);
    for (size_t i = 0; i < s9_reflection_definition_count(r); i++)
        assert_int_equal(s9_reflection_definition(r, i)->name[0], s9_reflection_definition(r, i)->set);
    for (size_t i = 0; i < s9_reflection_comment_count(r); i++)
        assert_true(strlen(s9_reflection_comment(r, i)->fourcc) <= 4);
    assert_null(s9_reflection_file(r, s9_reflection_file_count(r)));
    assert_null(s9_reflection_input(r, s9_reflection_input_count(r)));
    assert_null(s9_reflection_sampler(r, SIZE_MAX));
}

static void damaged_programs_have_an_answer(void **state)
{
    (void)state;
    /* instructions whose words do not fit: mov, call, rep, label, def, dcl and phase with too few or too many */
    static const uint32_t raw[] = {0x00000001, 0x01000001, 0x800F0000, 0x00000019, 0x00000026, 0x0000001E,
                                   0x01000051, 0xA00F0000, 0x0000001F, 0x0100001F, 0x80000000, 0x0100FFFD,
                                   0x00000000, 0x00000042, 0x0000002B, 0x0000002A, 0x0000001D, 0x0000002C};
    static const uint32_t versions[] = {0xFFFE0101, 0xFFFE0200, 0xFFFE0201, 0xFFFE0300, 0xFFFE03FF, 0xFFFF0101,
                                        0xFFFF0104, 0xFFFF0200, 0xFFFF0201, 0xFFFF0300, 0xFFFE0207, 0xFFFF0400};
    size_t answered = 0;
    for (size_t v = 0; v < S9_COUNT(versions); v++) {
        for (size_t first = 0; first < S9_COUNT(raw); first++) {
            for (size_t count = 1; first + count <= S9_COUNT(raw); count++) {
                s9_reflection *r = reflect_words(versions[v], raw + first, count);
                if (r != NULL) {
                    answered++;
                    read_all(r);
                }
                s9_reflection_destroy(r);
            }
        }
    }
    assert_true(answered > 500);

    /* nothing at all, and no arguments */
    s9_reflection *r = reflect_words(0xFFFF0300, raw, 0);
    assert_int_equal(s9_reflection_cost(r).worst, 0);
    assert_int_equal(s9_reflection_file_count(r), 0);
    s9_reflection_destroy(r);
    assert_int_equal(s9_reflect(NULL, NULL, &r), S9_ERROR_ARGUMENT);
    assert_null(r);
    assert_int_equal(s9_reflect(NULL, NULL, NULL), S9_ERROR_ARGUMENT);
    s9_reflection_destroy(NULL);
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8 ^ *state << 24;
}

/* Instructions with the operand counts that they should have, and operands of all kinds; flow control is frequent. */
static void random_programs_have_an_answer(void **state)
{
    (void)state;
    static const uint32_t versions[] = {0xFFFE0101, 0xFFFE0200, 0xFFFE0201, 0xFFFE0300, 0xFFFE03FF, 0xFFFF0101,
                                        0xFFFF0103, 0xFFFF0104, 0xFFFF0200, 0xFFFF0201, 0xFFFF0300};
    enum { LENGTH = 300 };
    uint32_t words[LENGTH + 16], seed = 1;
    size_t answered = 0;
    for (uint32_t round = 0; round < 3000; round++) {
        size_t count = 0;
        while (count < LENGTH) {
            static const uint8_t flow[] = {25, 26, 27, 28, 29, 30, 38, 39, 40, 41, 42, 43, 44, 45, 96};
            uint32_t choice = next_random(&seed);
            uint32_t number = choice % 3 == 0 ? flow[choice / 3 % S9_COUNT(flow)] : choice / 3 % 97;
            s9_opcode opcode = s9_isa_opcode_of_number(number);
            if (opcode == S9_OP_UNKNOWN)
                continue;
            const s9_opcode_info *info = s9_isa_opcode(opcode);
            uint32_t operands = (uint32_t)(info->destinations + info->sources + (opcode == S9_OP_DCL));
            uint32_t controls = next_random(&seed) % 4 << 16;
            words[count++] = number | controls | (operands + info->literals) << 24;
            for (uint32_t i = 0; i < operands; i++) {
                bool label = info->kind == S9_OPK_FLOW && i == 0 && (number == 25 || number == 26 || number == 30);
                uint32_t type = label ? 18 : next_random(&seed) % 20, at = next_random(&seed) % (label ? 6 : 18);
                words[count++] =
                    0x80000000u | type << 28 | (type & 0x18u) << 8 | at | (next_random(&seed) & 0x00FF0000u);
            }
            for (uint32_t i = 0; i < info->literals; i++)
                words[count++] = next_random(&seed) % 5;
        }
        s9_reflection *r = reflect_words(versions[round % S9_COUNT(versions)], words, count);
        if (r != NULL) {
            answered++;
            read_all(r);
        }
        s9_reflection_destroy(r);
    }
    assert_true(answered > 1000);
}

static void long_programs_take_linear_time(void **state)
{
    (void)state;
    enum { LENGTH = 30000, ROUTINES = 2000 };
    uint32_t *words = malloc(LENGTH * 8 * sizeof *words);
    size_t count = 0;
    assert_non_null(words);

    /* each subroutine calls the next twice, and all of those before it: as many paths as no machine can walk */
    for (uint32_t i = 0; i < ROUTINES; i++) {
        if (i > 0) {
            words[count++] = 0x0100001E;
            words[count++] = 0xA0E41000u | i;
        }
        for (uint32_t k = 0; i + 1 < ROUTINES && k < 2; k++) {
            words[count++] = 0x01000019;
            words[count++] = 0xA0E41000u | (i + 1);
        }
        words[count++] = 0x0000001C;
    }
    s9_reflection *r = reflect_words(0xFFFE0300, words, count);
    assert_non_null(r);
    assert_int_equal(s9_reflection_cost(r).worst, -1); /* beyond all counting */
    assert_int_equal(s9_reflection_flow(r).call_depth, ROUTINES - 1);
    s9_reflection_destroy(r);

    /* 30: the innermost returns 1, each other twice a call 2 and what it calls, and returns 1 */
    count = 0;
    int64_t expected = 1;
    for (uint32_t i = 0; i < 30; i++) {
        if (i > 0) {
            words[count++] = 0x0100001E;
            words[count++] = 0xA0E41000u | i;
            expected = 2 * (expected + 2) + 1;
        }
        for (uint32_t k = 0; i + 1 < 30 && k < 2; k++) {
            words[count++] = 0x01000019;
            words[count++] = 0xA0E41000u | (i + 1);
        }
        words[count++] = 0x0000001C;
    }
    r = reflect_words(0xFFFE0300, words, count);
    assert_true(s9_reflection_cost(r).worst == expected);
    s9_reflection_destroy(r);

    /* blocks in blocks: if b0, ten thousand deep, with a definition and a comment for each */
    count = 0;
    for (uint32_t i = 0; i < LENGTH / 3; i++) {
        words[count++] = 0x05000051;
        words[count++] = 0xA00F0000u | (i & 2047u);
        for (uint32_t k = 0; k < 4; k++)
            words[count++] = i;
        words[count++] = 0x0001FFFE;
        words[count++] = 0x20202020;
        words[count++] = 0x01000028;
        words[count++] = 0xE0E40800;
    }
    for (uint32_t i = 0; i < LENGTH / 3; i++)
        words[count++] = 0x0000002B;
    r = reflect_words(0xFFFE03FF, words, count);
    assert_int_equal(s9_reflection_flow(r).static_depth, LENGTH / 3);
    assert_int_equal(s9_reflection_cost(r).worst, LENGTH / 3 * 4);
    assert_int_equal(s9_reflection_cost(r).best, 3 + 1);
    assert_int_equal(s9_reflection_definition_count(r), 2048);
    assert_int_equal(s9_reflection_comment_count(r), LENGTH / 3);
    assert_string_equal(s9_reflection_comment(r, 0)->fourcc, "    ");
    s9_reflection_destroy(r);

    /* a chain of loads */
    count = 0;
    for (uint32_t i = 0; i < LENGTH; i++) {
        words[count++] = 0x03000042;
        words[count++] = 0x800F0000u | (i & 1u);
        words[count++] = 0x80E40000u | (~i & 1u);
        words[count++] = 0xA0E40800;
    }
    r = reflect_words(0xFFFF0300, words, count);
    assert_int_equal(s9_reflection_flow(r).dependent_reads, LENGTH);
    s9_reflection_destroy(r);
    free(words);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    /* enough of everything to need several blocks of memory */
    s9_buffer text;
    s9_buffer_init(&text, NULL);
    s9_buffer_format(&text, "vs_3_0\n dcl_position v0\n dcl_position o0\n dcl_2d s0\n defi i0, 2, 0, 0, 0\n");
    for (unsigned i = 0; i < 250; i++)
        s9_buffer_format(&text, " def c%u, 0, 1, 2, 3\n", i);
    s9_buffer_format(&text, " mov o0, v0\n call l0\n");
    for (unsigned i = 0; i < 300; i++)
        s9_buffer_format(&text, " rep i0\n");
    for (unsigned i = 0; i < 300; i++)
        s9_buffer_format(&text, " endrep\n");
    for (unsigned i = 0; i < 5000; i++)
        s9_buffer_format(&text, " if b0\n");
    for (unsigned i = 0; i < 5000; i++)
        s9_buffer_format(&text, " endif\n");
    s9_buffer_format(&text, " texldl r0, v0, s0\n ret\n");
    for (unsigned i = 0; i < 200; i++)
        s9_buffer_format(&text, " label l%u\n ret\n", i);
    s9_program *program = NULL;
    assert_int_equal(s9_assemble(text.data, text.size, NULL, NULL, &program, NULL), S9_OK);
    s9_buffer_free(&text);

    size_t blocks = 0;
    for (;; blocks++) {
        memory_source m = {.fails_at = blocks};
        s9_allocator allocator = memory_allocator(&m);
        s9_reflection *r = NULL;
        s9_result result = s9_reflect(program, &allocator, &r);
        assert_true(result == S9_OK || (result == S9_ERROR_MEMORY && r == NULL));
        if (r != NULL)
            read_all(r);
        s9_reflection_destroy(r);
        assert_int_equal(m.out, 0);
        if (result == S9_OK)
            break;
        assert_true(blocks < 1000);
    }
    assert_true(blocks > 5);
    s9_program_destroy(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_follow_the_tables),
        cmocka_unit_test(paths_are_followed),
        cmocka_unit_test(illegal_paths_are_followed_as_far_as_they_go),
        cmocka_unit_test(interfaces_are_listed),
        cmocka_unit_test(registers_are_counted),
        cmocka_unit_test(definitions_and_comments_are_listed),
        cmocka_unit_test(small_shaders_take_little),
        cmocka_unit_test(depths_follow_calls),
        cmocka_unit_test(damaged_programs_have_an_answer),
        cmocka_unit_test(random_programs_have_an_answer),
        cmocka_unit_test(long_programs_take_linear_time),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
