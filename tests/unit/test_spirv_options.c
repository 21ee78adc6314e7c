/* SPDX-License-Identifier: MIT */
/* Every option of translation, drawn with Vulkan beside the interpreter: a row for each. */
#define _POSIX_C_SOURCE 200809L
#include "files.h"

#ifdef HAVE_VULKAN_HOST
#include "vulkan/host.h"
#include "vulkan/same.h"

#define JOBS 3 /* seeds for a text */

static same_host *host;
static char why[VULKAN_REASON];

/* ---- options ---- */

static void as_they_are(s9_spirv_options *o)
{
    (void)o;
}

static void push_constants(s9_spirv_options *o)
{
    o->constants = S9_SPIRV_CONSTANTS_PUSH;
    o->float_registers = 6;
}

static void push_constants_behind_others(s9_spirv_options *o)
{
    push_constants(o);
    o->push_offset = 48;
}

static void separate_samplers(s9_spirv_options *o)
{
    o->separate_samplers = true;
    o->separate_sampler_binding = 60;
}

static void other_bindings(s9_spirv_options *o)
{
    o->descriptor_set = 2;
    o->descriptor_set_given = true;
    o->float_binding = 9;
    o->int_binding = 7;
    o->bool_binding = 5;
    o->stage_binding = 11;
    o->state_binding = 3;
    o->sampler_binding = 21;
    o->entry_point = "other";
}

static void names_and_lines(s9_spirv_options *o)
{
    o->names = S9_SPIRV_NAMES_RESULTS;
    o->lines = true;
}

static void no_names(s9_spirv_options *o)
{
    o->names = S9_SPIRV_NAMES_NONE;
}

static void spirv_1_3(s9_spirv_options *o)
{
    o->version = 0x00010300u;
}

static void spirv_1_6(s9_spirv_options *o)
{
    o->version = 0x00010600u;
}

static void plain_profile(s9_spirv_options *o)
{
    o->profile = S9_SPIRV_PROFILE_PLAIN;
}

static void nothing_invariant(s9_spirv_options *o)
{
    o->no_invariant = o->no_centroid = true;
}

static void native_dot(s9_spirv_options *o)
{
    o->native_dot = true;
}

static void contract(s9_spirv_options *o)
{
    o->contract = true;
}

static void coarse_derivatives(s9_spirv_options *o)
{
    o->fine_derivatives = false;
}

static void few_registers(s9_spirv_options *o)
{
    o->float_registers = 20;
}

static void all_registers(s9_spirv_options *o)
{
    o->float_registers = 4096; /* as many as lavapipe has in a block */
}

static void flat_shading(s9_spirv_options *o)
{
    o->flat_shading = true;
}

static void colors_not_clamped(s9_spirv_options *o)
{
    o->no_color_clamp = true;
}

static void colors_clamped(s9_spirv_options *o)
{
    o->no_color_clamp = false;
}

static void cube_stages(s9_spirv_options *o)
{
    for (uint32_t i = 0; i < 16; i++)
        o->sampler_types[i] = S9_TEXTURE_CUBE;
    o->compare_samplers = 0;
}

static void volume_stages(s9_spirv_options *o)
{
    for (uint32_t i = 0; i < 16; i++)
        o->sampler_types[i] = S9_TEXTURE_VOLUME;
    o->compare_samplers = 0;
}

static void flat_stages(s9_spirv_options *o)
{
    memset(o->sampler_types, 0, sizeof o->sampler_types);
    o->compare_samplers = 0;
}

static void comparing(s9_spirv_options *o)
{
    memset(o->sampler_types, 0, sizeof o->sampler_types);
    o->compare_samplers = 0xFFFFu;
}

static void comparing_apart(s9_spirv_options *o)
{
    comparing(o);
    separate_samplers(o);
}

/* ---- texts ---- */

static const char *const several[] = {
    ("vs_2_0\ndcl_position v0\ndcl_color v1\nmova a0.x, v0.x\nadd r0, v0, c[a0.x + 2]\nmul r1, v1, c1\nif b0\n"
     "mad r0, r0, c0, r1\nendif\nrep i1\nadd r1, r1, c3\nendrep\nmov oPos, r0\nmov oD0, r1\nmov oD1, v1\nmov oT3, "
     "r0\n"),
    ("vs_3_0\ndcl_position v0\ndcl_normal v1\ndcl_position o0\ndcl_texcoord o1\ndcl_color o2.xyz\ndcl_psize o3.x\n"
     "dp4 r0.x, v0, c0\ndp4 r0.y, v0, c1\ndp4 r0.z, v0, c2\ndp4 r0.w, v0, c3\nmov o0, r0\nloop aL, i0\n"
     "add r0, r0, c[aL]\nendloop\nmov o1, r0\ndp3_sat o2.xyz, v1, c4\nmov o3.x, v1.y\n"),
    "ps_2_x\ndcl t0\ndcl v0\ndcl_2d s0\ndcl_cube s3\ntexld r0, t0, s0\ntexld r1, t0, s3\nmul r0, r0, c2\ndp4 r2, r0, "
    "v0\n"
    "if b1\nmad r1, r1, c1, r0\nendif\nrep i0\nadd r1, r1, c0\nendrep\nadd r1, r1, r2\nmov oC0, r1\n",
    "ps_3_0\ndcl_texcoord0 v0\ndcl_color0 v1\ndcl_2d s1\ndcl_volume s2\ndcl vPos.xy\ntexld r0, v0, s1\ntexld r1, v0, "
    "s2\n"
    "mad r0, r0, c1, v1\nadd r0.xy, r0, vPos\ndp3 r2.x, r0, c0\nadd oC0, r0, r2.x\nmov oC1, r1\nmov oDepth, v0.y\n",
    "ps_1_1\ntex t0\ntexbem t1, t0\nmul r0, t1, c0\nadd r0, r0, v0\n",
};

/* Of some kinds. */
static const char *const pixels[] = {
    "ps_1_4\ntexld r0, t0\ntexcrd r1.rgb, t1\ntexkill t1\nbem r1.rg, r1, r0\nphase\ntexld r2, r1\nadd r0, r0, r2\n",
    ("ps_2_x\ndcl t0\ndcl v0\ndcl_2d s0\ndcl_cube s3\ntexld r0, t0, s0\ntexkill t0\ntexld r1, t0, s3\nif b1\n"
     "mad r1, r1, c1, r0\nendif\nrep i0\nadd r1, r1, c0\nendrep\nadd r1, r1, v0\nmov oC0, r1\n"),
    ("ps_3_0\ndcl_texcoord0 v0\ndcl_color0 v1\ndcl_2d s1\ndcl vPos.xy\ndcl vFace\ntexkill v0\ntexld r0, v0, s1\n"
     "mad r0, r0, c1, v1\nadd r0.xy, r0, vPos\ncmp r0, vFace, r0, v1\nmov oC0, r0\nmov oC1, v1\nmov oDepth, v0.y\n"),
};

static const char *const derivatives[] = {
    "ps_3_0\ndcl_texcoord0 v0\ndsx r0, v0\ndsy r1, v0\nadd r0, r0, r1\nmov oC0, r0\nmov oC1, r1\n",
    "ps_2_x\ndcl t0\ndsx r0, t0\nmul r0, r0, c0\nmov oC0, r0\n",
};

static const char *const relative[] = {
    "vs_1_1\ndcl_position v0\nmov a0.x, v0.x\nmov oPos, c[a0.x + 9]\nmov oT0, c[a0.x + 18]\n",
    "vs_2_0\ndcl_position v0\ndef c3, 1, 2, 3, 4\nmova a0.xy, v0\nmov oPos, c[a0.x + 2]\nmov oT0, c[a0.y + 17]\n",
    ("vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\nloop aL, i0\nadd r0, r0, c[aL + 15]\nendloop\n"
     "mov o0, r0\nmov o1, c[aL + 15]\n"),
};

static const char *const software[] = {
    "vs_2_sw\ndcl_position v0\nmova a0.x, v0.x\nmov oPos, c[a0.x + 4090]\nadd oT0, v0, c3000\nmov oT1, c[a0.x + 300]\n",
    ("vs_3_sw\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\nmova a0.x, v0.y\nmov o0, c[a0.x + 1000]\n"
     "add o1, c4095, v0\n"),
    "ps_2_sw\ndcl t0\nmul r0, t0, c700\nadd r0, r0, c2100\nmov oC0, r0\n",
    "ps_3_sw\ndcl_texcoord0 v0\nmad r0, v0, c300, c4000\nmov oC0, r0\n",
};

static const char *const colors[] = {
    "ps_1_1\nadd r0, v0, v1\n",
    "ps_2_0\ndcl v0\ndcl v1\ndcl t0\nadd r0, v0, t0\nmov oC0, r0\nmov r1, v1\nmov oC1, r1\n",
    "ps_3_0\ndcl_color0 v0\ndcl_color1 v1\ndcl_texcoord0 v2\nadd r0, v0, v2\nmov oC0, r0\nmov oC1, v1\n",
    "vs_1_1\ndcl_position v0\ndcl_color v1\nmov oPos, v0\nmov oD0, v1\nmov oD1, v0\n",
    "vs_2_0\ndcl_position v0\ndcl_color v1\nmov oPos, v0\nmov oD0.xyz, v1\nmov oD1, v0\n",
    "vs_2_0\ndcl_position v0\ndef c2, 0.5, 23.5, -1, 1\nmov oPos, v0\nmov oD0, c2\nmov oD1, c2.y\n",
    "vs_3_0\ndcl_position v0\ndcl_color v1\ndcl_position o0\ndcl_color0 o1\nmov o0, v0\nmov o1, v1\n",
};

static const char *const stages[] = {
    "ps_1_1\ntex t0\ntex t1\ntexbem t2, t0\nmul r0, t2, t1\n",
    "ps_1_1\ntex t0\ntexbeml t1, t0\nadd r0, t1, t0\n",
    "ps_1_2\ntex t0\ntexdp3tex t1, t0\nmov r0, t1\n",
    "ps_1_3\ntex t0\ntexreg2ar t1, t0\ntexreg2gb t2, t0\nadd r0, t1, t2\n",
    "ps_1_3\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3tex t3, t0\nmov r0, t3\n",
    "ps_1_3\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3spec t3, t0, c0\nmov r0, t3\n",
    "ps_1_3\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3vspec t3, t0\nmov r0, t3\n",
    "ps_1_4\ntexld r0, t0\ntexcrd r1.rgb, t1\nbem r1.rg, r1, r0\nphase\ntexld r2, r1\ntexld r3, t3\nadd r0, r2, r3\n",
};

static const char *const depths[] = {
    "ps_1_1\ntex t0\nmov r0, t0\n",
    "ps_1_4\ntexld r0, t0\ntexld r1, t1_dw.xyw\nadd r0, r0, r1\n",
    "ps_2_0\ndcl t0\ndcl_2d s0\ndcl_2d s4\ntexld r0, t0, s0\ntexldp r1, t0, s4\nmov oC0, r0\nmov oC1, r1\n",
    "ps_2_0\ndcl t0\ndcl_2d s0\ntexldb r0, t0, s0\nmov oC0, r0\n",
    "ps_3_0\ndcl_texcoord0 v0\ndcl_2d s0\ntexldl r0, v0, s0\nmov oC0, r0.wzyx\n",
};

static const char *const levels[] = {
    ("ps_2_0\ndcl t0\ndcl_2d s0\ndcl_cube s1\ndcl_volume s2\ntexld r0, t0, s0\ntexld r1, t0, s1\ntexld r2, t0, s2\n"
     "mov oC0, r0\nmov oC1, r1\nmov oC2, r2\n"),
    ("ps_2_0\ndcl t0\ndcl_2d s0\ndcl_cube s1\ndcl_volume s2\ntexldb r0, t0, s0\ntexldb r1, t0, s1\ntexldb r2, t0, s2\n"
     "mov oC0, r0\nmov oC1, r1\nmov oC2, r2\n"),
    "ps_2_0\ndcl t0\ndcl_2d s0\ntexldp r0, t0, s0\nmov oC0, r0\n",
    ("ps_3_0\ndcl_texcoord0 v0\ndcl_2d s0\ndcl_cube s1\ndcl_volume s2\ntexldl r0, v0, s0\ntexldl r1, v0, s1\n"
     "texldl r2, v0, s2\nmov oC0, r0\nmov oC1, r1\nmov oC2, r2\n"),
    ("ps_3_0\ndcl_texcoord0 v0\ndcl_texcoord1 v1\ndcl_2d s0\ndcl_volume s2\nmul r4, v1, c0\ndsx r5, v0\n"
     "texldd r0, v0, s0, r4, r5\ntexldd r2, v0, s2, r5, r4\nmov oC0, r0\nmov oC1, r2\n"),
    ("vs_3_0\ndcl_position v0\ndcl_2d s0\ndcl_cube s1\ndcl_volume s2\ndcl_position o0\ndcl_texcoord0 o1\n"
     "dcl_texcoord1 o2\ndcl_texcoord2 o3\nmov o0, v0\ntexldl o1, v0, s0\ntexldl o2, v0, s1\ntexldl o3, v0, s2\n"),
    "ps_1_1\ntex t0\nmov r0, t0\n",
    "ps_1_4\ntexld r0, t0\nphase\ntexld r1, r0\nmov r0, r1\n",
};

#define TEXTS(list) list, sizeof(list) / sizeof((list)[0])

static const struct row {
    const char *name;
    void (*set)(s9_spirv_options *options);
    const char *const *texts;
    size_t count;
    bool levels;
    uint32_t shaders; /* of the corpus */
} rows[] = {
    {"push constants", push_constants, TEXTS(several), false, 12},
    {"push constants behind others", push_constants_behind_others, TEXTS(several), false, 0},
    {"separate samplers", separate_samplers, TEXTS(several), false, 12},
    {"other bindings", other_bindings, TEXTS(several), false, 12},
    {"names and lines", names_and_lines, TEXTS(several), false, 6},
    {"no names", no_names, TEXTS(several), false, 6},
    {"SPIR-V 1.3", spirv_1_3, TEXTS(several), false, 12},
    {"SPIR-V 1.6", spirv_1_6, TEXTS(pixels), false, 0},
    {"the plain profile", plain_profile, TEXTS(several), false, 0},
    {"nothing invariant or centroid", nothing_invariant, TEXTS(several), false, 6},
    {"native dot products", native_dot, TEXTS(several), false, 6},
    {"contraction", contract, TEXTS(several), false, 6},
    {"derivatives of a quad", coarse_derivatives, TEXTS(derivatives), false, 0},
    {"few float registers", few_registers, TEXTS(relative), false, 0},
    {"more than 256 float registers", as_they_are, TEXTS(software), false, 0},
    {"4096 float registers", all_registers, TEXTS(software), false, 0},
    {"flat shading", flat_shading, TEXTS(colors), false, 6},
    {"colours that are not clamped", colors_not_clamped, TEXTS(colors), false, 0},
    {"colours that are clamped", colors_clamped, TEXTS(colors), false, 0},
    {"2D stages", flat_stages, TEXTS(stages), false, 0},
    {"cube stages", cube_stages, TEXTS(stages), false, 0},
    {"volume stages", volume_stages, TEXTS(stages), false, 0},
    {"comparison of depth", comparing, TEXTS(depths), false, 0},
    {"comparison with samplers apart", comparing_apart, TEXTS(depths), false, 0},
    {"levels", flat_stages, TEXTS(levels), true, 0},
    {"levels with samplers apart", separate_samplers, TEXTS(levels), true, 0},
};

static void try_program(const s9_program *program, uint64_t seed, const char *about, same_counts *counts)
{
    if (!same_program(host, program, seed, about, counts))
        print_message("seed %u of %s\n", (unsigned)seed, about);
}

static void try_row(const struct row *row, same_counts *counts)
{
    for (size_t i = 0; i < row->count; i++) {
        s9_program *program = NULL;
        if (s9_assemble(row->texts[i], strlen(row->texts[i]), NULL, NULL, &program, NULL) != S9_OK)
            fail_msg("does not assemble: %s", row->texts[i]);
        for (uint64_t seed = 0; seed < JOBS; seed++)
            try_program(program, 100 * i + seed, row->texts[i], counts);
        s9_program_destroy(program);
    }
    if (row->shaders == 0)
        return;
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    for (size_t i = (size_t)(row - rows); i < list.count; i += list.count / row->shaders + 1) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        s9_program *program = NULL;
        if (bytes != NULL && s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK)
            try_program(program, i, list.paths[i], counts);
        s9_program_destroy(program);
        free(bytes);
    }
    files_free(&list);
}

static void test_options(void **state)
{
    (void)state;
    uint32_t differed = 0;
    if (host == NULL) {
        print_message("SKIPPED: no drawing with Vulkan: %s\n", why);
        skip();
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        same_counts c = {0};
        same_set_options(host, rows[i].set, rows[i].levels);
        try_row(&rows[i], &c);
        print_message(
            "%s: %u programs, %u not expressible, %u differ; %u numbers: %u equal, %u after a flush, %u within "
            "bounds (%u wide)\n",
            rows[i].name, (unsigned)c.programs, (unsigned)c.refused, (unsigned)c.differed, (unsigned)c.numbers,
            (unsigned)c.equal, (unsigned)c.flushed, (unsigned)c.bounded, (unsigned)c.loose);
        assert_true(c.programs > 2 * c.refused);
        differed += c.differed;
    }
    same_set_options(host, NULL, false);
    assert_int_equal(differed, 0);
}

/* Each group of state, from each source. */
static s9_spirv_group group;
static s9_spirv_source source;

static void one_group(s9_spirv_options *o)
{
    for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
        o->sources[i] = S9_SPIRV_OFF;
    o->sources[group] = source;
}

static void test_states(void **state)
{
    (void)state;
    uint32_t differed = 0;
    if (host == NULL)
        skip();
    for (uint32_t g = 0; g < S9_SPIRV_GROUP_COUNT; g++)
        for (uint32_t from = S9_SPIRV_OFF; from <= S9_SPIRV_UNIFORM && g != S9_SPIRV_POINT_SPRITE; from++) {
            same_counts c = {0};
            const struct row row = {.texts = g == S9_SPIRV_STAGES ? stages : several,
                                    .count = g == S9_SPIRV_STAGES ? sizeof stages / sizeof *stages
                                                                  : sizeof several / sizeof *several};
            group = (s9_spirv_group)g;
            source = (s9_spirv_source)from;
            same_set_options(host, one_group, false);
            try_row(&row, &c);
            if (c.differed > 0)
                print_message("state %u from %u: %u differ\n", (unsigned)g, (unsigned)from, (unsigned)c.differed);
            assert_true(c.programs > 2 * c.refused);
            differed += c.differed;
        }
    same_set_options(host, NULL, false);
    assert_int_equal(differed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_options), cmocka_unit_test(test_states)};
    (void)setenv("LP_NUM_THREADS", "0", 0);
    host = same_open(why);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (host != NULL)
        same_close(host);
    return failed;
}
#else
static void test_nothing(void **state)
{
    (void)state;
    print_message("SKIPPED: built without Vulkan\n");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
