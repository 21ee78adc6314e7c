/* SPDX-License-Identifier: MIT */
/* What options may say: names of entry points, ranges of numbers, places that two things would share. */
#include "files.h"
#include "spirv_cases.h"

#include <math.h>

static const char vertex[] = "vs_2_0\ndcl_position v0\ndcl_texcoord v1\ndcl_texcoord1 v2\n"
                             "mov oPos, v0\nmov oT0, v1\nmov oT1, v2\n";
static const char pixel[] = "ps_2_0\ndcl t0.xy\ndcl_2d s0\ndcl_2d s1\ntexld r0, t0, s0\ntexld r1, t0, s1\n"
                            "mad r0, r0, c0, r1\nmov oC0, r0\n";

static s9_program *assembled(const char *text)
{
    s9_program *program = NULL;
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, NULL), S9_OK);
    return program;
}

/* The result of a translation; a refusal says something with `word` in it, and leaves no module. */
static void gives(const char *source, const s9_spirv_options *options, s9_result wanted, const char *word)
{
    s9_program *program = assembled(source);
    s9_diagnostics *diagnostics = NULL;
    s9_spirv *module = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    assert_int_equal(s9_spirv_translate(program, NULL, options, &module, diagnostics), wanted);
    if (wanted != S9_OK) {
        assert_null(module);
        assert_int_equal(s9_diagnostics_count(diagnostics), 1);
        const char *message = s9_diagnostics_get(diagnostics, 0)->message;
        if (strstr(message, word) == NULL)
            fail_msg("'%s' lacks '%s'", message, word);
    } else {
        assert_true(spirv_is_valid(module, source));
    }
    s9_spirv_destroy(module);
    s9_diagnostics_destroy(diagnostics);
    s9_program_destroy(program);
}

static void entry_points_have_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fault;
    } all[] = {{"main", NULL},
               {"a b", NULL},
               {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", NULL},
               {"", "empty"},
               {"a\tb", "control"},
               {"\x7F", "control"},
               {"\xC2\x85", "control"},
               {"\xC3", "UTF-8"},
               {"\xC0\x80", "UTF-8"},
               {"\xE0\x80\x80", "UTF-8"},
               {"\xED\xA0\x80", "UTF-8"},
               {"\xF4\x90\x80\x80", "UTF-8"},
               {"\xFF", "UTF-8"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        s9_spirv_options options;
        s9_spirv_options_init(&options);
        options.entry_point = all[i].name;
        const char *fault = s9_spirv_entry_point_fault(all[i].name);
        assert_true((fault == NULL) == (all[i].fault == NULL));
        gives(vertex, &options, all[i].fault == NULL ? S9_OK : S9_ERROR_ARGUMENT, all[i].fault);
    }
    char longer[1002];
    memset(longer, 'x', 1001);
    longer[1001] = '\0';
    assert_non_null(s9_spirv_entry_point_fault(longer));
    longer[1000] = '\0';
    assert_null(s9_spirv_entry_point_fault(longer));

    /* The bytes of the name are in the module. */
    s9_spirv_options options;
    s9_spirv_options_init(&options);
    options.entry_point = "\xC3\xA9x";
    s9_program *program = assembled(vertex);
    s9_spirv *module = NULL;
    size_t count = 0;
    bool found = false;
    assert_int_equal(s9_spirv_translate(program, NULL, &options, &module, NULL), S9_OK);
    const uint32_t *words = s9_spirv_words(module, &count);
    for (size_t i = 5; i < count; i += words[i] >> 16)
        found |= (words[i] & 0xFFFFu) == 15 && words[i + 3] == 0x0078A9C3u;
    assert_true(found);
    assert_string_equal(s9_spirv_get_layout(module)->entry_point, options.entry_point);
    s9_spirv_destroy(module);
    s9_program_destroy(program);
}

static void numbers_have_ranges(void **state)
{
    (void)state;
    enum { ALPHA, ALPHA_LOW, ALPHA_NAN, FUNC, DENSITY, SIZE, Y, PLANE, FOG_END, PIXEL, BINDING, COUNT };
    static const char *const words[COUNT] = {"alpha_ref",   "alpha_ref",  "alpha_ref", "alpha_func",
                                             "fog_density", "point_size", "y_scale",   "clip_planes",
                                             "fog_end",     "half_pixel", "bindings"};
    for (int i = 0; i < COUNT; i++) {
        s9_spirv_options o;
        s9_spirv_options_init(&o);
        gives(vertex, &o, S9_OK, NULL);
        if (i == ALPHA)
            o.state.alpha_ref = 1.5f;
        else if (i == ALPHA_LOW)
            o.state.alpha_ref = -0.01f;
        else if (i == ALPHA_NAN)
            o.state.alpha_ref = NAN;
        else if (i == FUNC)
            o.state.alpha_func = 0;
        else if (i == DENSITY)
            o.state.fog_density = -1;
        else if (i == SIZE)
            o.state.point_size_max = INFINITY;
        else if (i == Y)
            o.state.y_scale = 0;
        else if (i == PLANE)
            o.state.clip_planes[5][3] = NAN;
        else if (i == FOG_END)
            o.state.fog_end = INFINITY;
        else if (i == PIXEL)
            o.state.half_pixel[1] = NAN;
        else
            o.sampler_binding = UINT32_MAX;
        gives(vertex, &o, S9_ERROR_ARGUMENT, words[i]);
    }
    s9_spirv_options o;
    s9_spirv_options_init(&o);
    o.state.alpha_ref = 1;
    o.state.y_scale = 2;
    gives(vertex, &o, S9_OK, NULL);
}

static void locations_do_not_clash(void **state)
{
    (void)state;
    s9_spirv_location list[2] = {{5, 0, 3}, {5, 1, 3}};
    s9_spirv_options o;
    s9_spirv_options_init(&o);
    o.locations = list;
    o.location_count = 2;
    gives(vertex, &o, S9_ERROR_UNSUPPORTED, "texcoord0 and texcoord1 would both be at location 3");
    list[1].location = 4;
    gives(vertex, &o, S9_OK, NULL);
    list[1].location = 255;
    gives(vertex, &o, S9_OK, NULL);
    list[1].location = 256;
    gives(vertex, &o, S9_ERROR_ARGUMENT, "locations up to 255");
    list[1].location = UINT32_MAX;
    gives(vertex, &o, S9_ERROR_ARGUMENT, "locations up to 255");
    list[1] = (s9_spirv_location){5, 16, 0};
    gives(vertex, &o, S9_ERROR_ARGUMENT, "indices up to 15");
    list[1] = (s9_spirv_location){14, 0, 0};
    gives(vertex, &o, S9_ERROR_ARGUMENT, "usages up to 13");
    /* One that the rule gives to something else. */
    list[0] = (s9_spirv_location){5, 1, s9_spirv_location_of(5, 0)};
    o.location_count = 1;
    gives(vertex, &o, S9_ERROR_UNSUPPORTED, "location 0");
}

static void bindings_do_not_clash(void **state)
{
    (void)state;
    s9_spirv_options o;
    s9_spirv_options_init(&o);
    o.sampler_binding = 0;
    gives(pixel, &o, S9_ERROR_UNSUPPORTED, "the block c and the texture s0 would both be at binding 0 of set 1");
    o.classes_apart = true;
    gives(pixel, &o, S9_OK, NULL);
    o.classes_apart = false;
    o.constants = S9_SPIRV_CONSTANTS_PUSH;
    gives(pixel, &o, S9_OK, NULL);
    s9_spirv_options_init(&o);
    o.separate_samplers = true;
    o.separate_sampler_binding = o.sampler_binding + 1;
    gives(pixel, &o, S9_ERROR_UNSUPPORTED, "the image s1 and the sampler s0");
    /* What nothing is bound to may have any number. */
    s9_spirv_options_init(&o);
    o.int_binding = o.float_binding;
    gives(pixel, &o, S9_OK, NULL);
}

/* Instructions of GLSL.std.450 with this number. */
static size_t clamps(const char *source, const s9_spirv_options *options)
{
    enum { OP_EXT_INST = 12, N_CLAMP = 81 };
    s9_program *program = assembled(source);
    s9_spirv *module = NULL;
    size_t count = 0, found = 0;
    assert_int_equal(s9_spirv_translate(program, NULL, options, &module, NULL), S9_OK);
    assert_true(spirv_is_valid(module, source));
    const uint32_t *words = s9_spirv_words(module, &count);
    for (size_t i = 5; i < count; i += words[i] >> 16)
        found += (words[i] & 0xFFFFu) == OP_EXT_INST && words[i + 4] == N_CLAMP;
    s9_spirv_destroy(module);
    s9_program_destroy(program);
    return found;
}

static void known_point_sizes_are_numbers(void **state)
{
    (void)state;
    static const char literal[] = "vs_2_0\ndef c0, 300, 0, 0, 0\ndcl_position v0\nmov oPos, v0\nmov oPts, c0.x\n";
    static const char computed[] = "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oPts, v0.x\n";
    s9_spirv_options o;
    s9_spirv_options_init(&o);
    assert_int_equal(clamps(computed, &o), 1);
    assert_int_equal(clamps(literal, &o), 0);
    o.sources[S9_SPIRV_POINT_SIZE] = S9_SPIRV_SPECIALISED;
    assert_int_equal(clamps(literal, &o), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entry_points_have_names),       cmocka_unit_test(numbers_have_ranges),
        cmocka_unit_test(locations_do_not_clash),        cmocka_unit_test(bindings_do_not_clash),
        cmocka_unit_test(known_point_sizes_are_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
