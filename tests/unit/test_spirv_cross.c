/* SPDX-License-Identifier: MIT */
/* Shading languages: versions, refusals, options that are handed on, and what glslangValidator says of the texts. */
#define _XOPEN_SOURCE 700
#include "files.h"
#include "spirv_cases.h"

#ifdef SHADER9_HAVE_CROSS
#include <unistd.h>

static s9_program *assembled(const char *text)
{
    s9_program *program = NULL;
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, NULL), S9_OK);
    return program;
}

static s9_result crossed(const s9_program *program, const s9_cross_options *options, const s9_spirv_options *given,
                         s9_blob *out, s9_diagnostics *diagnostics)
{
    s9_spirv_options spirv;
    s9_spirv *module = NULL;
    if (given != NULL)
        spirv = *given;
    else
        s9_spirv_options_init(&spirv);
    s9_cross_prepare(options, &spirv);
    s9_result result = s9_spirv_translate(program, NULL, &spirv, &module, NULL);
    assert_int_equal(result, S9_OK);
    result = s9_cross_compile(module, NULL, options, out, diagnostics);
    s9_spirv_destroy(module);
    return result;
}

static char *text_of(const char *source, s9_cross_language language, uint32_t version)
{
    s9_cross_options options = {.struct_size = sizeof options, .language = language, .version = version};
    s9_program *program = assembled(source);
    s9_blob blob = {0};
    assert_int_equal(crossed(program, &options, NULL, &blob, NULL), S9_OK);
    s9_program_destroy(program);
    return blob.data;
}

static void versions_are_read(void **state)
{
    (void)state;
    assert_int_equal(s9_cross_version_of(S9_CROSS_GLSL, "330"), 330);
    assert_int_equal(s9_cross_version_of(S9_CROSS_GLSL, "3.30"), 330);
    assert_int_equal(s9_cross_version_of(S9_CROSS_GLSL, "1.2"), 120);
    assert_int_equal(s9_cross_version_of(S9_CROSS_GLSL, "450 core"), 450);
    assert_int_equal(s9_cross_version_of(S9_CROSS_GLSL, "300"), 0);
    assert_int_equal(s9_cross_version_of(S9_CROSS_ESSL, "310 es"), 310);
    assert_int_equal(s9_cross_version_of(S9_CROSS_ESSL, "1.00"), 100);
    assert_int_equal(s9_cross_version_of(S9_CROSS_ESSL, "330"), 0);
    assert_int_equal(s9_cross_version_of(S9_CROSS_MSL, "1.2"), 120);
    assert_int_equal(s9_cross_version_of(S9_CROSS_MSL, "2"), 200);
    assert_int_equal(s9_cross_version_of(S9_CROSS_HLSL, "5.1"), 51);
    assert_int_equal(s9_cross_version_of(S9_CROSS_HLSL, "60"), 60);
    assert_int_equal(s9_cross_version_of(S9_CROSS_HLSL, "4"), 40);
    assert_int_equal(s9_cross_version_of(S9_CROSS_HLSL, "x"), 0);
    assert_int_equal(s9_cross_version_of(S9_CROSS_GLSL, "1.2.3"), 0);
    assert_int_equal(s9_cross_version_at(S9_CROSS_ESSL, 0), 100);
    assert_int_equal(s9_cross_version_at(S9_CROSS_ESSL, 9), 0);
}

static void names_are_readable(void **state)
{
    (void)state;
    char *text = text_of("ps_3_0\ndcl_texcoord2 v0\nmul r0, v0, c3\nmov oC0, r0\n", S9_CROSS_GLSL, 330);
    assert_non_null(strstr(text, "v_texcoord2"));
    assert_non_null(strstr(text, "ps_c.c[3]"));
    assert_non_null(strstr(text, "oC0"));
    free(text);
    text = text_of("vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oT1, v0\n", S9_CROSS_ESSL, 100);
    assert_non_null(strstr(text, "attribute vec4 a_position0"));
    assert_non_null(strstr(text, "varying vec4 v_texcoord1"));
    free(text);
}

/* GLSL 1.40 has blocks, but no names for them: uniforms serve there. */
static void blocks_are_named_where_they_can_be(void **state)
{
    (void)state;
    for (uint32_t version = 140; version <= 150; version += 10) {
        char *text = text_of("ps_3_0\nmov oC0, c3\n", S9_CROSS_GLSL, version);
        assert_non_null(strstr(text, "ps_c.c[3]"));
        assert_int_equal(strstr(text, "layout(std140)") != NULL, version == 150);
        free(text);
    }
}

static void entry_points_fit_languages(void **state)
{
    (void)state;
    static const struct {
        s9_cross_language language;
        const char *name;
        bool good;
    } all[] = {{S9_CROSS_GLSL, "main", true},  {S9_CROSS_GLSL, "shade", false},     {S9_CROSS_ESSL, "shade", false},
               {S9_CROSS_HLSL, "shade", true}, {S9_CROSS_HLSL, "float4", false},    {S9_CROSS_HLSL, "int2x3", false},
               {S9_CROSS_HLSL, "2nd", false},  {S9_CROSS_HLSL, "kernel", true},     {S9_CROSS_HLSL, "a__b", false},
               {S9_CROSS_HLSL, "a\tb", false}, {S9_CROSS_HLSL, "r\xC3\xA9", false}, {S9_CROSS_MSL, "kernel", false},
               {S9_CROSS_MSL, "half3", false}, {S9_CROSS_MSL, "gl_x", false},       {S9_CROSS_MSL, "shade", true},
               {S9_CROSS_MSL, "main", true},   {S9_CROSS_MSL, "cbuffer", true}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        s9_cross_options options = {.struct_size = sizeof options, .language = all[i].language};
        s9_spirv_options spirv;
        s9_spirv *module = NULL;
        s9_blob blob = {0};
        const char *fault = s9_cross_entry_point_fault(all[i].language, all[i].name);
        if ((fault == NULL) != all[i].good)
            fail_msg("%s: %s", all[i].name, fault != NULL ? fault : "taken");
        s9_spirv_options_init(&spirv);
        spirv.entry_point = all[i].name;
        s9_cross_prepare(&options, &spirv);
        if (s9_spirv_entry_point_fault(all[i].name) != NULL)
            continue;
        s9_program *program = assembled("ps_2_0\nmov oC0, c0\n");
        assert_int_equal(s9_spirv_translate(program, NULL, &spirv, &module, NULL), S9_OK);
        s9_result result = s9_cross_compile(module, NULL, &options, &blob, NULL);
        assert_int_equal(result, all[i].good ? S9_OK : S9_ERROR_ARGUMENT);
        if (all[i].good) {
            char call[32];
            (void)snprintf(call, sizeof call, " %s(",
                           all[i].language == S9_CROSS_MSL && strcmp(all[i].name, "main") == 0 ? "main0" : all[i].name);
            if (strstr(blob.data, call) == NULL)
                fail_msg("'%s' is not in:\n%s", call, (const char *)blob.data);
        }
        s9_blob_free(&blob);
        s9_spirv_destroy(module);
        s9_program_destroy(program);
    }
    /* A name that the text has for something else. */
    s9_cross_options options = {.struct_size = sizeof options, .language = S9_CROSS_HLSL};
    s9_spirv_options spirv;
    s9_blob blob = {0};
    s9_program *program = assembled("ps_2_0\nmov oC0, c0\n");
    s9_spirv_options_init(&spirv);
    spirv.entry_point = "oC0";
    assert_int_equal(crossed(program, &options, &spirv, &blob, NULL), S9_ERROR_INVALID);
    s9_program_destroy(program);
}

/* What ESSL gives with medium precision goes into a variable of high precision before anything is made of it. */
static void given_values_keep_their_precision(void **state)
{
    (void)state;
    static const char place[] = "ps_3_0\ndcl vPos.xy\nmul r0, vPos.xyxy, c0\nmov oC0, r0\n";
    static const char sprite[] = "ps_2_0\ndcl t0\nmul r0, t0, t0\nmov oC0, r0\n";
    static const struct {
        const char *source, *name;
        s9_cross_language language;
        uint32_t version;
        bool copied;
    } all[] = {
        {place, "gl_FragCoord", S9_CROSS_ESSL, 100, true},    {place, "gl_FragCoord", S9_CROSS_ESSL, 300, false},
        {sprite, "gl_PointCoord", S9_CROSS_ESSL, 100, true},  {sprite, "gl_PointCoord", S9_CROSS_ESSL, 310, true},
        {sprite, "gl_PointCoord", S9_CROSS_GLSL, 330, false}, {place, "gl_FragCoord", S9_CROSS_GLSL, 120, false}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        s9_cross_options options = {
            .struct_size = sizeof options, .language = all[i].language, .version = all[i].version};
        s9_spirv_options spirv;
        s9_program *program = assembled(all[i].source);
        s9_blob blob = {0};
        s9_spirv_options_init(&spirv);
        spirv.sources[S9_SPIRV_POINT_SPRITE] = S9_SPIRV_UNIFORM;
        assert_int_equal(crossed(program, &options, &spirv, &blob, NULL), S9_OK);
        const char *found = strstr(blob.data, all[i].name);
        assert_non_null(found);
        size_t length = strlen(all[i].name);
        bool copied =
            found[-1] == ' ' && found[-2] == '=' && found[length] == ';' && strstr(found + 1, all[i].name) == NULL;
        if (copied != all[i].copied)
            fail_msg("%s:\n%s", all[i].name, (const char *)blob.data);
        s9_blob_free(&blob);
        s9_program_destroy(program);
    }
}

/*
 * What stands in the arguments of a call is read where the call is written: before the variable is written anew, or
 * from a variable of its own. A loop that has no such trouble is a loop for readers.
 */
static void loops_are_short_and_right(void **state)
{
    (void)state;
    char *text =
        text_of("ps_3_0\ndefi i0, 3, 0, 1, 0\ndcl_texcoord v0\nmov r0, v0\nmov r3, c3\nrep i0\ndp3 r2, r0, c1\n"
                "add r0, r0, c2\nadd r3, r3, r2\nendrep\nadd r3, r3, r0\nmov oC0, r3\n",
                S9_CROSS_GLSL, 330);
    const char *loop = strstr(text, "for ("), *first = loop != NULL ? strstr(loop, " r0 =") : NULL;
    if (first == NULL)
        first = loop != NULL ? strstr(loop, " r0 +=") : NULL;
    if (first == NULL || strstr(loop, "r0.xyz") == NULL || strstr(first, "r0.xyz") != NULL)
        fail_msg("a call reads r0 too late, or never:\n%s", text);
    free(text);
    text =
        text_of("ps_3_0\ndefi i0, 3, 0, 1, 0\ndcl_texcoord v0\nmov r0, c3\nrep i0\nmul r2, v0, c1\nmad r0, r2, r0, c2\n"
                "endrep\nmov oC0, r0\n",
                S9_CROSS_GLSL, 330);
    if (strstr(text, "for (int i = 0; i < 3; i++)") == NULL ||
        strstr(text, "r0 = mulz(mulz(v_texcoord0, ps_c.c[1]), r0)") == NULL)
        fail_msg("the loop is long:\n%s", text);
    free(text);
}

/* No test of a constant for NaN, no choice between vectors by their components' names, no number of 20 digits. */
static void texts_are_short(void **state)
{
    (void)state;
    static const struct {
        s9_cross_language language;
        uint32_t version;
    } all[] = {
        {S9_CROSS_GLSL, 330}, {S9_CROSS_GLSL, 450}, {S9_CROSS_ESSL, 310}, {S9_CROSS_MSL, 200}, {S9_CROSS_HLSL, 50}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *text =
            text_of("ps_2_0\ndef c0, 0.1, 36, 1e-20, 3.5\ndcl t0\ndcl t1\nadd_sat r0, t0, t1\npow r1.x, r0.x, c0.y\n"
                    "mul r0, r0, c0.x\nmul r0.yz, r0, r1.x\ncmp r0.xyz, t1, r0, c1\nmov oC0, r0\n",
                    all[i].language, all[i].version);
        static const char *const ugly[] = {
            "isnan", "0.0).x", "36.0 == ", "000000000", "f.xxx.x", "spvFMulVectorMatrix"};
        for (size_t k = 0; k < sizeof ugly / sizeof *ugly; k++)
            if (strstr(text, ugly[k]) != NULL)
                fail_msg("'%s' is in:\n%s", ugly[k], text);
        assert_non_null(strstr(text, "sat("));
        assert_non_null(strstr(text, all[i].language == S9_CROSS_HLSL ? "0.1f" : "0.1"));
        assert_non_null(strstr(text, "powz("));
        free(text);
    }
}

static void refused(const char *source, s9_cross_language language, uint32_t version, const s9_spirv_options *spirv,
                    const char *message)
{
    s9_cross_options options = {.struct_size = sizeof options, .language = language, .version = version};
    s9_program *program = assembled(source);
    s9_diagnostics *diagnostics = NULL;
    s9_blob blob = {0};
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    assert_int_equal(crossed(program, &options, spirv, &blob, diagnostics), S9_ERROR_UNSUPPORTED);
    assert_int_equal(s9_diagnostics_errors(diagnostics), 1);
    assert_string_equal(s9_diagnostics_get(diagnostics, 0)->message, message);
    assert_null(blob.data);
    s9_diagnostics_destroy(diagnostics);
    s9_program_destroy(program);
}

static void what_a_language_lacks_is_named(void **state)
{
    (void)state;
    s9_spirv_options spirv;
    refused("ps_2_0\ndcl t0\ndcl_volume s0\ntexld r0, t0, s0\nmov oC0, r0\n", S9_CROSS_ESSL, 100, NULL,
            "ESSL 1.00 has no volume textures");
    refused("ps_2_0\nmov r0, c0\nmov oC0, r0\nmov oC1, r0\n", S9_CROSS_ESSL, 100, NULL,
            "ESSL 1.00 has no second render target");
    refused("ps_2_0\nmov r0, c0\nmov oC0, r0\nmov oDepth, r0.x\n", S9_CROSS_ESSL, 100, NULL,
            "ESSL 1.00 has no depth output");
    s9_spirv_options_init(&spirv);
    spirv.sources[S9_SPIRV_CLIP_PLANES] = S9_SPIRV_SPECIALISED;
    refused("vs_2_0\ndcl_position v0\nmov oPos, v0\n", S9_CROSS_ESSL, 300, &spirv, "ESSL 3.00 has no clip distances");
    s9_spirv_options_init(&spirv);
    spirv.flat_shading = true;
    refused("ps_2_0\ndcl v0\nmov oC0, v0\n", S9_CROSS_GLSL, 120, &spirv, "GLSL 1.20 has no flat inputs");
    /* SPIRV-Cross would leave these out of HLSL in silence. */
    s9_spirv_options_init(&spirv);
    spirv.compare_samplers = 1;
#define SHADOW(instruction) "ps_3_0\ndcl_texcoord0 v0\ndcl_2d s0\n" instruction "\n"
    refused(SHADOW("texldb oC0, v0, s0"), S9_CROSS_HLSL, 0, &spirv,
            "HLSL shader model 5.0 has no depth comparison with a bias of the level of detail");
    refused(SHADOW("texldl oC0, v0, s0"), S9_CROSS_HLSL, 0, &spirv,
            "HLSL shader model 5.0 has no depth comparison at a level of detail other than 0");
    refused(SHADOW("texldd oC0, v0, s0, v0.x, v0.y"), S9_CROSS_HLSL, 0, &spirv,
            "HLSL shader model 5.0 has no depth comparison with gradients");
    s9_cross_options hlsl = {.struct_size = sizeof hlsl, .language = S9_CROSS_HLSL};
    static const char *const fine[] = {SHADOW("texld oC0, v0, s0"),
                                       SHADOW("def c0, 0, 1, 2, 3\nmov r0, v0\nmov r0.w, c0.x\ntexldl oC0, r0, s0")};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        s9_program *program = assembled(fine[i]);
        s9_blob blob = {0};
        assert_int_equal(crossed(program, &hlsl, &spirv, &blob, NULL), S9_OK);
        assert_non_null(strstr(blob.data, "SampleCmp"));
        s9_blob_free(&blob);
        s9_program_destroy(program);
    }
}

/* Cubes and volumes have no place for a reference: they are read, not compared, in every language. */
static void flat_textures_alone_compare(void **state)
{
    (void)state;
    static const char *const kinds[] = {"cube", "volume"};
    s9_spirv_options spirv;
    s9_spirv_options_init(&spirv);
    spirv.compare_samplers = 1;
    for (size_t i = 0; i < 2; i++)
        for (int k = S9_CROSS_GLSL; k <= S9_CROSS_HLSL; k++) {
            char source[128];
            s9_cross_options options = {.struct_size = sizeof options, .language = (s9_cross_language)k};
            (void)snprintf(source, sizeof source, "ps_3_0\ndcl_texcoord0 v0\ndcl_%s s0\ntexld oC0, v0, s0\n", kinds[i]);
            s9_program *program = assembled(source);
            s9_blob blob = {0};
            assert_int_equal(crossed(program, &options, &spirv, &blob, NULL), S9_OK);
            assert_null(strstr(blob.data, "hadow"));
            assert_null(strstr(blob.data, "SampleCmp"));
            assert_null(strstr(blob.data, "depth"));
            s9_blob_free(&blob);
            s9_program_destroy(program);
        }
}

static void options_are_handed_on(void **state)
{
    (void)state;
    s9_cross_setting settings[] = {{"flip-vertex-y", "true"}, {"fixup-depth-convention", "false"}};
    s9_cross_options options = {.struct_size = sizeof options, .settings = settings, .setting_count = 2};
    s9_program *program = assembled("vs_2_0\ndcl_position v0\nmov oPos, v0\n");
    s9_blob blob = {0};
    assert_int_equal(crossed(program, &options, NULL, &blob, NULL), S9_OK);
    assert_non_null(strstr(blob.data, "gl_Position.y = -gl_Position.y"));
    assert_null(strstr(blob.data, "gl_Position.z"));
    s9_blob_free(&blob);
    settings[0].value = "perhaps";
    assert_int_equal(crossed(program, &options, NULL, &blob, NULL), S9_ERROR_ARGUMENT);
    settings[0] = (s9_cross_setting){"msl-argument-buffers", "true"};
    assert_int_equal(crossed(program, &options, NULL, &blob, NULL), S9_ERROR_ARGUMENT);
    settings[0] = (s9_cross_setting){"no-such-thing", "true"};
    assert_int_equal(crossed(program, &options, NULL, &blob, NULL), S9_ERROR_ARGUMENT);
    s9_program_destroy(program);
}

/* Samplers and textures are counted from 0, as registers are, unless the options say where they begin. */
static void textures_have_their_numbers(void **state)
{
    (void)state;
    static const struct {
        s9_cross_language language;
        uint32_t version, binding;
        const char *wanted[2];
    } rows[] = {
        {S9_CROSS_HLSL, 50, 0, {"register(t3)", "register(s3)"}},
        {S9_CROSS_HLSL, 50, 5, {"register(t8)", "register(s8)"}},
        {S9_CROSS_MSL, 200, 0, {"[[texture(3)]]", "[[sampler(3)]]"}},
        {S9_CROSS_MSL, 200, 5, {"[[texture(8)]]", "[[buffer(0)]]"}},
        {S9_CROSS_GLSL, 450, 0, {"layout(binding = 3) uniform sampler2D", "layout(binding = 8, std140)"}},
        {S9_CROSS_GLSL, 450, 5, {"layout(binding = 8) uniform sampler2D", "layout(binding = 8, std140)"}},
    };
    s9_program *program = assembled("ps_2_0\ndcl t0\ndcl_2d s3\ntexld r0, t0, s3\nmul r0, r0, c0\nmov oC0, r0\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        s9_cross_options options = {
            .struct_size = sizeof options, .language = rows[i].language, .version = rows[i].version};
        for (int separate = 0; separate < (rows[i].language > S9_CROSS_ESSL && rows[i].binding == 0 ? 2 : 1);
             separate++) {
            s9_spirv_options spirv;
            s9_blob blob = {0};
            s9_spirv_options_init(&spirv);
            spirv.separate_samplers = separate != 0;
            if (rows[i].binding != 0)
                spirv.sampler_binding = rows[i].binding;
            assert_int_equal(crossed(program, &options, &spirv, &blob, NULL), S9_OK);
            for (size_t k = 0; k < 2; k++)
                if (strstr(blob.data, rows[i].wanted[k]) == NULL)
                    fail_msg("%s is not in\n%s", rows[i].wanted[k], (const char *)blob.data);
            s9_blob_free(&blob);
        }
    }
    s9_program_destroy(program);
}

/* Labels of which each calls the next twice: what follows every call does not end. */
static void calls_that_double_are_refused(void **state)
{
    (void)state;
    char source[8192];
    enum { LABELS = 40 };
    int size = snprintf(source, sizeof source,
                        "vs_3_0\ndcl_position v0\ndcl_position o0\nmov r0, v0\ncall l0\n"
                        "mov o0, r0\nret\n");
    for (int i = 0; i < LABELS; i++) {
        size += snprintf(source + size, sizeof source - (size_t)size, "label l%d\nadd r0, r0, v0\n", i);
        if (i + 1 < LABELS)
            size += snprintf(source + size, sizeof source - (size_t)size, "call l%d\ncall l%d\n", i + 1, i + 1);
        size += snprintf(source + size, sizeof source - (size_t)size, "ret\n");
    }
    s9_program *program = assembled(source);
    for (int language = S9_CROSS_GLSL; language <= S9_CROSS_HLSL; language++) {
        s9_cross_options options = {.struct_size = sizeof options, .language = (s9_cross_language)language};
        s9_diagnostics *list;
        s9_blob blob = {0};
        assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
        assert_int_equal(crossed(program, &options, NULL, &blob, list), S9_ERROR_INVALID);
        assert_int_equal(s9_diagnostics_errors(list), 1);
        assert_non_null(strstr(s9_diagnostics_get(list, 0)->message, "call each other so often"));
        s9_diagnostics_destroy(list);
    }
    s9_spirv *module = NULL;
    assert_int_equal(s9_spirv_translate(program, NULL, NULL, &module, NULL), S9_OK);
    assert_true(s9_spirv_optimize(module, NULL) < 0); /* or this build cannot */
    s9_spirv_destroy(module);
    s9_program_destroy(program);
}

static void optimising_keeps_modules_valid(void **state)
{
    (void)state;
    s9_program *program =
        assembled("ps_3_0\ndcl_texcoord v0\nmov r0, v0\nrep i0\nmad r0, r0, c0, v0\nendrep\nmov oC0, r0\n");
    s9_spirv *module = NULL;
    assert_int_equal(s9_spirv_translate(program, NULL, NULL, &module, NULL), S9_OK);
    s9_result result = s9_spirv_optimize(module, NULL);
    if (result == S9_ERROR_UNSUPPORTED)
        print_message("SKIPPED: this build has no optimiser\n");
    else
        assert_int_equal(result, S9_OK);
    assert_true(spirv_is_valid(module, "optimised"));
    s9_blob text = {0};
    if (s9_spirv_tools_present()) {
        assert_int_equal(s9_spirv_text(module, NULL, &text, NULL), S9_OK);
        assert_non_null(strstr(text.data, "OpEntryPoint Fragment"));
    }
    s9_blob_free(&text);
    s9_spirv_destroy(module);
    s9_program_destroy(program);
}

/* Every 9th shader of the corpus in every version, checked by glslangValidator, many files a process. */
static void glslang_accepts_the_corpus(void **state)
{
    (void)state;
    static const struct {
        s9_cross_language language;
        uint32_t version;
    } targets[] = {{S9_CROSS_GLSL, 120}, {S9_CROSS_GLSL, 130}, {S9_CROSS_GLSL, 150}, {S9_CROSS_GLSL, 330},
                   {S9_CROSS_GLSL, 460}, {S9_CROSS_ESSL, 100}, {S9_CROSS_ESSL, 300}, {S9_CROSS_ESSL, 310}};
    files_list files = files_shared_folder("corpus/bytecode", ".bin");
    char folder[] = "/tmp/shader9-glsl-XXXXXX", command[256], name[512];
    if (system("glslangValidator --version >/dev/null 2>&1") != 0) {
        print_message("SKIPPED: there is no glslangValidator to judge GLSL and ESSL\n");
        files_free(&files);
        skip();
    }
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < files.count; i += 9) {
        size_t size, target = i / 9 % (sizeof targets / sizeof targets[0]);
        char *bytes = files_read(files.paths[i], &size);
        s9_program *program = NULL;
        s9_blob blob = {0};
        s9_cross_options options = {
            .struct_size = sizeof options, .language = targets[target].language, .version = targets[target].version};
        if (s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK &&
            crossed(program, &options, NULL, &blob, NULL) == S9_OK) {
            (void)snprintf(name, sizeof name, "%s/%zu.%s", folder, i,
                           s9_program_stage(program) == S9_STAGE_PIXEL ? "frag" : "vert");
            FILE *file = fopen(name, "wb");
            assert_non_null(file);
            (void)fwrite(blob.data, 1, blob.size, file);
            (void)fclose(file);
        }
        s9_blob_free(&blob);
        s9_program_destroy(program);
        free(bytes);
    }
    files_free(&files);
    (void)snprintf(command, sizeof command, "glslangValidator %s/* >%s/log 2>&1", folder, folder);
    int status = system(command);
    if (status != 0) {
        (void)snprintf(command, sizeof command, "grep -B3 ERROR %s/log | head -n 40", folder);
        (void)system(command);
    }
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_are_read),
        cmocka_unit_test(names_are_readable),
        cmocka_unit_test(blocks_are_named_where_they_can_be),
        cmocka_unit_test(given_values_keep_their_precision),
        cmocka_unit_test(texts_are_short),
        cmocka_unit_test(loops_are_short_and_right),
        cmocka_unit_test(entry_points_fit_languages),
        cmocka_unit_test(what_a_language_lacks_is_named),
        cmocka_unit_test(options_are_handed_on),
        cmocka_unit_test(textures_have_their_numbers),
        cmocka_unit_test(calls_that_double_are_refused),
        cmocka_unit_test(flat_textures_alone_compare),
        cmocka_unit_test(optimising_keeps_modules_valid),
        cmocka_unit_test(glslang_accepts_the_corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
static void nothing_to_test(void **state)
{
    (void)state;
    print_message("SKIPPED: this build has no SPIRV-Cross, so there are no languages\n");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_to_test)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
