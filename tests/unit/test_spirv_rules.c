/* SPDX-License-Identifier: MIT */
/*
 * Rows of the pitfalls that are about translated code (D01, D02, E03, E10, E20, E22, E23, E26, E27, E28, and A26 for
 * SPIR-V and, where the build has them, the shading languages). A10 is shown by test_spirv_run.
 */
#include "files.h"
#include "oracle/generate.h"
#include "spirv_cases.h"

#include "spirv/numbers.h"

enum { DECORATION_BUILT_IN = 11, DECORATION_CENTROID = 16, DECORATION_INVARIANT = 18, DECORATION_LOCATION = 30 };
enum { BUILT_IN_POSITION = 0, BUILT_IN_POINT_SIZE = 1, BUILT_IN_FRAG_DEPTH = 22, MODE_DEPTH_REPLACING = 12 };
enum { OP_EXECUTION_MODE = 16, OP_DECORATE = 71 };

static s9_program *assembled(const char *text)
{
    s9_program *program = NULL;
    if (s9_assemble(text, strlen(text), NULL, NULL, &program, NULL) != S9_OK)
        fail_msg("does not assemble: %s", text);
    return program;
}

static s9_spirv *translated(const char *text, const s9_spirv_options *options)
{
    s9_program *program = assembled(text);
    s9_spirv *module = NULL;
    assert_int_equal(s9_spirv_translate(program, NULL, options, &module, NULL), S9_OK);
    s9_program_destroy(program);
    assert_true(spirv_is_valid(module, text));
    return module;
}

/* Instructions of an opcode whose word `at` is `value`; at 0: all of them. */
static uint32_t count_of(const s9_spirv *module, uint32_t op, uint32_t at, uint32_t value)
{
    size_t count;
    const uint32_t *words = s9_spirv_words(module, &count);
    uint32_t found = 0;
    for (size_t i = 5; i < count; i += words[i] >> 16)
        found += (words[i] & 0xFFFFu) == op && (at == 0 || ((words[i] >> 16) > at && words[i + at] == value));
    return found;
}

/* Decorations of a kind, with an operand (-1: any). */
static uint32_t decorations(const s9_spirv *module, uint32_t decoration, int operand)
{
    size_t count;
    const uint32_t *words = s9_spirv_words(module, &count);
    uint32_t found = 0;
    for (size_t i = 5; i < count; i += words[i] >> 16)
        found += (words[i] & 0xFFFFu) == OP_DECORATE && words[i + 2] == decoration &&
                 (operand < 0 || ((words[i] >> 16) > 3 && words[i + 3] == (uint32_t)operand));
    return found;
}

#ifdef SHADER9_HAVE_CROSS
/* The shader in every language; a version that lacks something is not a failure of the shader. */
static void in_every_language(const char *text)
{
    static const struct {
        s9_cross_language language;
        uint32_t version;
    } targets[] = {{S9_CROSS_GLSL, 120}, {S9_CROSS_GLSL, 330}, {S9_CROSS_GLSL, 450}, {S9_CROSS_ESSL, 100},
                   {S9_CROSS_ESSL, 300}, {S9_CROSS_MSL, 200},  {S9_CROSS_HLSL, 50}};
    s9_program *program = assembled(text);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        s9_cross_options options = {
            .struct_size = sizeof options, .language = targets[i].language, .version = targets[i].version};
        s9_spirv_options spirv;
        s9_spirv *module = NULL;
        s9_blob blob = {0};
        s9_spirv_options_init(&spirv);
        s9_cross_prepare(&options, &spirv);
        assert_int_equal(s9_spirv_translate(program, NULL, &spirv, &module, NULL), S9_OK);
        s9_result result = s9_cross_compile(module, NULL, &options, &blob, NULL);
        if (result != S9_OK && !(result == S9_ERROR_UNSUPPORTED && targets[i].version <= 120))
            fail_msg("target %u refuses %s", (unsigned)i, text);
        s9_blob_free(&blob);
        s9_spirv_destroy(module);
    }
    s9_program_destroy(program);
}
#else
static void in_every_language(const char *text)
{
    (void)text;
}
#endif

/* D01: the division is written out, so that no variant of a projecting sample can be the wrong one. D02: for cubes,
 * too. */
static void d01_d02_projection_divides(void **state)
{
    (void)state;
    static const char *const kinds[] = {"2d", "cube", "volume"};
    for (int k = 0; k < 3; k++) {
        char text[200];
        (void)snprintf(text, sizeof text, "ps_2_0\ndcl t0\ndcl_%s s0\ntexldp r0, t0, s0\nmov oC0, r0\n", kinds[k]);
        s9_spirv *module = translated(text, NULL);
        assert_true(count_of(module, SPV_OP_FDIV, 0, 0) > 0);
        assert_int_equal(count_of(module, SPV_OP_IMAGE_SAMPLE_IMPLICIT_LOD, 0, 0), 1);
        s9_spirv_destroy(module);
        in_every_language(text);
    }
}

/* E03, E28: what one stage lacks leaves both valid, and what is left fits together. */
static void e03_e28_pairs_fit(void **state)
{
    (void)state;
    static const char *const vertices[] = {
        "vs_1_1\ndcl_position v0\nmov oPos, v0\n",
        "vs_1_1\ndcl_position v0\ndcl_color v1\nmov oPos, v0\nmov oD0, v1\nmov oT0, v0\nmov oT2.xy, v0\nmov oFog, "
        "v0.x\n",
        "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1.xy\ndcl_color o2\ndcl_texcoord3 o3\nmov o0, v0\n"
        "mov o1.xy, v0\nmov o2, v0\nmov o3, v0\n",
    };
    static const char *const pixels[] = {
        "ps_1_1\ntex t0\ntex t3\nmul r0, t0, v0\nadd r0, r0, t3\n",
        "ps_2_0\ndcl v0\ndcl v1\ndcl t1\nadd r0, v0, v1\nadd r0, r0, t1\nmov oC0, r0\n",
        "ps_3_0\ndcl_texcoord v0\ndcl_color1 v1\ndcl_texcoord3 v2.xy\nadd r0, v0, v1\nadd oC0, r0, v2.xyxy\n",
    };
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            s9_program *vertex = assembled(vertices[a]), *pixel = assembled(pixels[b]);
            s9_spirv *m[2] = {NULL, NULL};
            assert_int_equal(s9_spirv_translate_pair(vertex, pixel, NULL, NULL, NULL, &m[0], &m[1], NULL), S9_OK);
            assert_true(spirv_is_valid(m[0], vertices[a]));
            assert_true(spirv_is_valid(m[1], pixels[b]));
            const s9_spirv_layout *from = s9_spirv_get_layout(m[0]), *to = s9_spirv_get_layout(m[1]);
            for (uint32_t i = 0; i < to->input_count; i++) {
                const s9_spirv_interface *input = &to->inputs[i], *output = NULL;
                if (input->built_in != NULL)
                    continue;
                for (uint32_t k = 0; k < from->output_count && output == NULL; k++)
                    if (from->outputs[k].built_in == NULL && from->outputs[k].location == input->location)
                        output = &from->outputs[k];
                assert_non_null(output); /* nothing is read that is not written */
            }
            /* One set a stage: no binding is meant twice. */
            for (uint32_t i = 0; i < from->resource_count; i++)
                for (uint32_t k = 0; k < to->resource_count; k++)
                    assert_false(from->resources[i].set == to->resources[k].set &&
                                 from->resources[i].binding == to->resources[k].binding);
            s9_spirv_destroy(m[0]);
            s9_spirv_destroy(m[1]);
            s9_program_destroy(vertex);
            s9_program_destroy(pixel);
        }
}

/* E10: colours are sampled at the centroid, declared so or not. */
static void e10_colours_are_centroid(void **state)
{
    (void)state;
    static const char *const texts[] = {"ps_1_1\nmov r0, v0\n", "ps_2_0\ndcl v0\nmov oC0, v0\n",
                                        "ps_3_0\ndcl_color v0\nmov oC0, v0\n"};
    for (int i = 0; i < 3; i++) {
        s9_spirv *module = translated(texts[i], NULL);
        assert_int_equal(decorations(module, DECORATION_CENTROID, -1), 1);
        s9_spirv_destroy(module);
    }
    s9_spirv *module = translated("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n", NULL);
    assert_int_equal(decorations(module, DECORATION_CENTROID, -1), 0);
    s9_spirv_destroy(module);
    s9_spirv_options options;
    s9_spirv_options_init(&options);
    options.no_centroid = true;
    module = translated(texts[1], &options);
    assert_int_equal(decorations(module, DECORATION_CENTROID, -1), 0);
    s9_spirv_destroy(module);
}

/* E20: a point size is always there, unless it is turned off. E26: positions are Invariant. */
static void e20_e26_vertex_built_ins(void **state)
{
    (void)state;
    static const char *const texts[] = {"vs_1_1\ndcl_position v0\nmov oPos, v0\n",
                                        "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oPts, v0.x\n",
                                        "vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v0\n"};
    s9_spirv_options options;
    s9_spirv_options_init(&options);
    for (int i = 0; i < 3; i++) {
        s9_spirv *module = translated(texts[i], NULL);
        assert_int_equal(decorations(module, DECORATION_BUILT_IN, BUILT_IN_POINT_SIZE), 1);
        assert_int_equal(decorations(module, DECORATION_BUILT_IN, BUILT_IN_POSITION), 1);
        assert_int_equal(decorations(module, DECORATION_INVARIANT, -1), 1);
        s9_spirv_destroy(module);
    }
    options.no_invariant = true;
    options.sources[S9_SPIRV_POINT_SIZE] = S9_SPIRV_OFF;
    s9_spirv *module = translated(texts[0], &options);
    assert_int_equal(decorations(module, DECORATION_INVARIANT, -1), 0);
    assert_int_equal(decorations(module, DECORATION_BUILT_IN, BUILT_IN_POINT_SIZE), 0);
    s9_spirv_destroy(module);
}

/* E22: a depth that is written replaces the depth. E23: only what is written is declared. */
static void e22_e23_pixel_outputs(void **state)
{
    (void)state;
    s9_spirv *module = translated("ps_3_0\ndef c0, 0.5, 1, 0, 0\nmov oC0, c0\nmov oC2, c0\nmov oDepth, c0.x\n", NULL);
    const s9_spirv_layout *layout = s9_spirv_get_layout(module);
    assert_int_equal(count_of(module, OP_EXECUTION_MODE, 2, MODE_DEPTH_REPLACING), 1);
    assert_int_equal(decorations(module, DECORATION_BUILT_IN, BUILT_IN_FRAG_DEPTH), 1);
    uint32_t located = 0;
    for (uint32_t i = 0; i < layout->output_count; i++) {
        located += layout->outputs[i].built_in == NULL;
        if (strcmp(layout->outputs[i].reg, "oDepth") == 0)
            assert_string_equal(layout->outputs[i].built_in, "FragDepth");
    }
    assert_int_equal(located, 2);
    assert_int_equal(decorations(module, DECORATION_LOCATION, 0), 1);
    assert_int_equal(decorations(module, DECORATION_LOCATION, 1), 0);
    assert_int_equal(decorations(module, DECORATION_LOCATION, 2), 1);
    s9_spirv_destroy(module);
    module = translated("ps_3_0\nmov oC0, c0\n", NULL);
    assert_int_equal(count_of(module, OP_EXECUTION_MODE, 2, MODE_DEPTH_REPLACING), 0);
    s9_spirv_destroy(module);
}

/* E27: half a pixel and the flip of y are options of their own; the values are compared by test_spirv_run. */
static void e27_half_pixel_is_an_option(void **state)
{
    (void)state;
    static const char text[] = "vs_1_1\ndcl_position v0\nmov oPos, v0\n";
    s9_spirv_options options;
    s9_spirv_options_init(&options);
    s9_spirv *module = translated(text, &options);
    assert_int_equal(count_of(module, SPV_OP_FADD, 0, 0), 0);
    s9_spirv_destroy(module);
    options.sources[S9_SPIRV_HALF_PIXEL] = S9_SPIRV_FIXED;
    options.state.half_pixel[0] = 1.0f / 64;
    options.state.half_pixel[1] = 1.0f / 32;
    module = translated(text, &options);
    assert_true(count_of(module, SPV_OP_FADD, 0, 0) > 0 && count_of(module, SPV_OP_FMUL, 0, 0) > 0);
    s9_spirv_destroy(module);
    s9_spirv_options_init(&options);
    options.sources[S9_SPIRV_Y_FLIP] = S9_SPIRV_FIXED;
    module = translated(text, &options);
    assert_int_equal(count_of(module, SPV_OP_FADD, 0, 0), 0);
    assert_true(count_of(module, SPV_OP_FMUL, 0, 0) + count_of(module, SPV_OP_FNEGATE, 0, 0) > 0);
    s9_spirv_destroy(module);
}

/* A26: programs that together have every opcode of every version (test_oracle counts them) come out in every language.
 */
static void a26_every_opcode_in_every_language(void **state)
{
    (void)state;
    text_program text = {0};
    for (uint64_t seed = 0; seed < 150; seed++) {
        generate_program(seed, &text);
        char *joined = text_join(&text);
        assert_non_null(joined);
        s9_spirv_destroy(translated(joined, NULL));
        in_every_language(joined);
        free(joined);
    }
    text_free(&text);
    s9_spirv_destroy(translated("vs_1_1\ndcl_position v0\nlit r0, v0\nmov oPos, r0\n", NULL));
    in_every_language("vs_1_1\ndcl_position v0\nlit r0, v0\nmov oPos, r0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(d01_d02_projection_divides),
        cmocka_unit_test(e03_e28_pairs_fit),
        cmocka_unit_test(e10_colours_are_centroid),
        cmocka_unit_test(e20_e26_vertex_built_ins),
        cmocka_unit_test(e22_e23_pixel_outputs),
        cmocka_unit_test(e27_half_pixel_is_an_option),
        cmocka_unit_test(a26_every_opcode_in_every_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
