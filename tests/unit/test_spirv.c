/* SPDX-License-Identifier: MIT */
/* Translation to SPIR-V: validity under all options, what the words say, layouts, pairs, refusals, memory. */
#include "files.h"
#include "little.h"
#include "memory.h"
#include "oracle/generate.h"
#include "spirv_cases.h"

#include "spirv/numbers.h"

/* ---- programs and modules ---- */

static s9_program *assembled(const char *text)
{
    s9_program *program = NULL;
    s9_diagnostics *diagnostics = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    if (s9_assemble(text, strlen(text), NULL, NULL, &program, diagnostics) != S9_OK)
        fail_msg("%s", s9_diagnostics_get(diagnostics, 0)->message);
    s9_diagnostics_destroy(diagnostics);
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

/* How many instructions of an opcode there are. */
static uint32_t count_of(const s9_spirv *module, uint32_t op)
{
    size_t count;
    const uint32_t *words = s9_spirv_words(module, &count);
    uint32_t found = 0;
    for (size_t i = 5; i < count; i += words[i] >> 16) {
        assert_int_not_equal(words[i] >> 16, 0);
        found += (words[i] & 0xFFFFu) == op;
    }
    return found;
}

static size_t size_of(const s9_spirv *module)
{
    size_t count;
    (void)s9_spirv_words(module, &count);
    return count;
}

static const s9_spirv_interface *find(const s9_spirv_interface *list, uint32_t count, const char *reg)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(list[i].reg, reg) == 0)
            return &list[i];
    return NULL;
}

static const s9_spirv_resource *resource(const s9_spirv *module, s9_spirv_resource_kind kind)
{
    const s9_spirv_layout *layout = s9_spirv_get_layout(module);
    for (uint32_t i = 0; i < layout->resource_count; i++)
        if (layout->resources[i].kind == kind)
            return &layout->resources[i];
    return NULL;
}

static s9_spirv_options ieee_options(void)
{
    static const s9_shader_options ieee = {.struct_size = sizeof ieee, .float_mode = S9_FLOAT_IEEE};
    s9_spirv_options options;
    s9_spirv_options_init(&options);
    options.shader = &ieee;
    return options;
}

/* ---- what the words say ---- */

static void moves_cost_nothing(void **state)
{
    (void)state;
    s9_spirv_options options = ieee_options();
    s9_spirv *module =
        translated("ps_2_0\ndcl t0\nmov r0, t0.wzyx\nmov r1, r0\nmov r2, r1.wzyx\nmov oC0, r2\n", &options);
    assert_int_equal(count_of(module, SPV_OP_VECTOR_SHUFFLE), 0);
    assert_int_equal(count_of(module, SPV_OP_LOAD), 1);
    assert_int_equal(count_of(module, SPV_OP_STORE), 1);
    assert_int_equal(count_of(module, SPV_OP_VARIABLE), 2);
    s9_spirv_destroy(module);
}

static void dead_instructions_vanish(void **state)
{
    (void)state;
    s9_spirv_options options = ieee_options();
    s9_spirv *module = translated("ps_2_0\ndcl t0\ndcl_2d s0\nmul r0, t0, t0\ntexld r1, t0, s0\nadd r0, r1, r1\n"
                                  "mul r2, r0, r1\nmov r0, t0\nmov oC0, r0\n",
                                  &options);
    assert_int_equal(count_of(module, SPV_OP_FMUL) + count_of(module, SPV_OP_FADD), 0);
    assert_int_equal(count_of(module, SPV_OP_IMAGE_SAMPLE_IMPLICIT_LOD), 0);
    s9_spirv_destroy(module);
}

static void constants_are_loaded_once(void **state)
{
    (void)state;
    s9_spirv_options options = ieee_options();
    s9_spirv *module = translated(
        "vs_2_0\ndcl_position v0\nmul r0, v0, c0\nadd r0, r0, c0\nmad r0, r0, c0.x, v0\nmov oPos, r0\n", &options);
    assert_int_equal(count_of(module, SPV_OP_ACCESS_CHAIN), 1);
    assert_int_equal(count_of(module, SPV_OP_LOAD), 2);
    assert_int_equal(resource(module, S9_SPIRV_RESOURCE_FLOATS)->size, 16);
    s9_spirv_destroy(module);
}

/* A store where control flow joins happens only for what is read behind it. */
static void joins_store_what_is_read(void **state)
{
    (void)state;
    s9_spirv_options options = ieee_options();
    const char *text = "ps_2_x\ndcl t0\nmov r0, t0\nmov r1, t0\nif b0\nadd r0, r0, r1\nmul r1, r0, r0\nelse\n"
                       "mul r0, r0, c0\nendif\nmov oC0, r0\n";
    s9_spirv *module = translated(text, &options);
    /* one in each part, one of the output; r1 has no variable */
    assert_int_equal(count_of(module, SPV_OP_STORE), 3);
    s9_spirv_destroy(module);
}

static void products_are_never_fused(void **state)
{
    (void)state;
    s9_spirv_options options = ieee_options();
    const char *text = "ps_2_0\ndcl t0\nmad r0, t0, c0, c1\nmad r0, r0, c0, c1\nmov oC0, r0\n";
    s9_spirv *module = translated(text, &options);
    assert_int_equal(count_of(module, SPV_OP_GROUP_DECORATE), 1);
    s9_spirv_destroy(module);
    options.contract = true;
    module = translated(text, &options);
    assert_int_equal(count_of(module, SPV_OP_GROUP_DECORATE), 0);
    s9_spirv_destroy(module);
}

/* Helpers that occur often are functions, those that occur once are not. */
static void often_used_helpers_are_functions(void **state)
{
    (void)state;
    s9_spirv *module = translated("ps_2_0\ndcl t0\nmul r0, t0, c0\nmov oC0, r0\n", NULL);
    assert_int_equal(count_of(module, SPV_OP_FUNCTION), 1);
    s9_spirv_destroy(module);
    module = translated("ps_2_0\ndcl t0\nmul r0, t0, c0\nmul r0, r0, c1\nmul r0, r0, c2\nmov oC0, r0\n", NULL);
    assert_int_equal(count_of(module, SPV_OP_FUNCTION), 2);
    assert_int_equal(count_of(module, SPV_OP_FUNCTION_CALL), 3);
    s9_spirv_destroy(module);
}

static void discarding_waits_for_the_end(void **state)
{
    (void)state;
    const char *text = "ps_2_0\ndcl t0\ndcl_2d s0\ntexkill t0\ntexld r0, t0, s0\ntexkill r0\nmov oC0, r0\n";
    s9_spirv_options options = ieee_options();
    s9_spirv *module = translated(text, &options);
    assert_int_equal(count_of(module, SPV_OP_KILL), 1);
    s9_spirv_destroy(module);
    options.version = 0x00010600u;
    module = translated(text, &options);
    assert_int_equal(count_of(module, SPV_OP_KILL), 0);
    assert_int_equal(count_of(module, SPV_OP_DEMOTE), 2);
    s9_spirv_destroy(module);
}

/* ---- layouts ---- */

static void locations_follow_one_rule(void **state)
{
    (void)state;
    uint8_t taken[512] = {0};
    for (uint32_t usage = 0; usage < 14; usage++)
        for (uint32_t index = 0; index < 16; index++) {
            uint32_t location = s9_spirv_location_of(usage, index);
            assert_true(location < sizeof taken);
            assert_int_equal(taken[location]++, 0);
        }
    assert_int_equal(s9_spirv_location_of(5, 7), 7);
    assert_int_equal(s9_spirv_location_of(10, 1), 9);
    s9_spirv *vertex =
        translated("vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oD1, v0\nmov oT3.xy, v0\nmov oFog, v0.x\n", NULL);
    s9_spirv *pixel =
        translated("ps_3_0\ndcl_color1 v4\ndcl_texcoord3 v2\ndcl_fog v1\nadd r0, v4, v2\nadd oC0, r0, v1\n", NULL);
    const s9_spirv_layout *from = s9_spirv_get_layout(vertex), *to = s9_spirv_get_layout(pixel);
    assert_int_equal(find(from->outputs, from->output_count, "oD1")->location,
                     find(to->inputs, to->input_count, "v4")->location);
    assert_int_equal(find(from->outputs, from->output_count, "oT3")->location,
                     find(to->inputs, to->input_count, "v2")->location);
    assert_int_equal(find(from->outputs, from->output_count, "oFog")->location,
                     find(to->inputs, to->input_count, "v1")->location);
    assert_string_equal(find(from->outputs, from->output_count, "oPos")->built_in, "Position");
    assert_int_equal(find(from->outputs, from->output_count, "oT3")->mask, 3);
    s9_spirv_destroy(vertex);
    s9_spirv_destroy(pixel);
}

static void layouts_tell_what_is_bound(void **state)
{
    (void)state;
    s9_spirv_options options = ieee_options();
    options.sampler_binding = 20;
    options.descriptor_set_given = true;
    options.descriptor_set = 2;
    options.sources[S9_SPIRV_ALPHA_TEST] = S9_SPIRV_SPECIALISED;
    options.sources[S9_SPIRV_FOG] = S9_SPIRV_UNIFORM;
    s9_spirv *module = translated(
        "ps_2_x\ndcl t0\ndcl_cube s3\ntexld r0, t0, s3\nif b2\nmul r0, r0, c7\nendif\nmov oC0, r0\n", &options);
    const s9_spirv_layout *layout = s9_spirv_get_layout(module);
    const s9_spirv_resource *r = resource(module, S9_SPIRV_RESOURCE_FLOATS);
    assert_int_equal(r->registers, 8);
    assert_int_equal(r->size, 128);
    r = resource(module, S9_SPIRV_RESOURCE_BOOLS);
    assert_int_equal(r->registers, 3);
    assert_int_equal(r->binding, 2);
    r = resource(module, S9_SPIRV_RESOURCE_TEXTURE);
    assert_int_equal(r->binding, 23);
    assert_int_equal(r->set, 2);
    assert_int_equal(r->texture_type, S9_TEXTURE_CUBE);
    assert_int_equal(resource(module, S9_SPIRV_RESOURCE_STATE)->size, sizeof(s9_spirv_state));
    assert_int_equal(layout->specialisation_count, 2);
    assert_string_equal(layout->specialisations[0].name, "alpha_func");
    assert_int_equal(layout->specialisations[0].default_bits, 8);
    assert_true(layout->specialisations[1].is_float);
    s9_spirv_destroy(module);

    options.constants = S9_SPIRV_CONSTANTS_PUSH;
    options.push_offset = 32;
    module = translated("ps_2_x\ndcl t0\nmov r0, t0\nrep i1\nadd r0, r0, c1\nendrep\nmov oC0, r0\n", &options);
    r = resource(module, S9_SPIRV_RESOURCE_FLOATS);
    assert_true(r->push);
    assert_int_equal(r->offset, 32);
    assert_int_equal(resource(module, S9_SPIRV_RESOURCE_INTS)->offset, 64);
    s9_spirv_destroy(module);
}

static void pairs_drop_and_default(void **state)
{
    (void)state;
    s9_program *vertex = assembled("vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord4 o1\ndcl_normal o2\n"
                                   "mov o0, v0\nmov o1, v0\nmov o2, v0\n");
    s9_program *pixel = assembled("ps_3_0\ndcl_texcoord4 v0\ndcl_color v1\ndcl_texcoord9 v2\n"
                                  "add r0, v0, v1\nadd oC0, r0, v2\n");
    s9_spirv *modules[2] = {NULL, NULL};
    assert_int_equal(s9_spirv_translate_pair(vertex, pixel, NULL, NULL, NULL, &modules[0], &modules[1], NULL), S9_OK);
    assert_true(spirv_is_valid(modules[0], "vertex shader of a pair"));
    assert_true(spirv_is_valid(modules[1], "pixel shader of a pair"));
    const s9_spirv_layout *from = s9_spirv_get_layout(modules[0]), *to = s9_spirv_get_layout(modules[1]);
    assert_int_equal(from->output_count, 3); /* position, texcoord4 and the size of points */
    assert_int_equal(to->input_count, 1);
    assert_int_equal(find(from->outputs, from->output_count, "o1")->location, 0);
    assert_int_equal(find(to->inputs, to->input_count, "v0")->location, 0);
    assert_null(find(from->outputs, from->output_count, "o2"));
    s9_spirv_destroy(modules[0]);
    s9_spirv_destroy(modules[1]);
    assert_int_equal(s9_spirv_translate_pair(pixel, vertex, NULL, NULL, NULL, &modules[0], &modules[1], NULL),
                     S9_ERROR_ARGUMENT);
    assert_null(modules[0]);
    s9_program_destroy(vertex);
    s9_program_destroy(pixel);
}

/* ---- refusals ---- */

static void refusals_name_place_and_reason(void **state)
{
    (void)state;
    s9_program *program = assembled("ps_2_x\nmov r0, c0\nmov oC0, r0\n");
    s9_spirv_options options;
    s9_spirv *module = (s9_spirv *)&options;
    s9_spirv_options_init(&options);
    options.version = 0x00020000u;
    assert_int_equal(s9_spirv_translate(program, NULL, &options, &module, NULL), S9_ERROR_ARGUMENT);
    assert_null(module);
    s9_spirv_options_init(&options);
    options.push_offset = 8;
    assert_int_equal(s9_spirv_translate(program, NULL, &options, &module, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_spirv_translate(NULL, NULL, NULL, &module, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_spirv_translate(program, NULL, NULL, NULL, NULL), S9_ERROR_ARGUMENT);
    s9_program_destroy(program);
    assert_null(s9_spirv_words(NULL, NULL));
    assert_null(s9_spirv_get_layout(NULL));
    s9_spirv_destroy(NULL);

    /* An opcode that has no number. */
    uint32_t words[] = {0xFFFF0200u, 0x00000061u, 0x0000FFFFu};
    s9_diagnostics *diagnostics = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    little_words(words, S9_COUNT(words));
    assert_int_equal(s9_decode(words, sizeof words, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_spirv_translate(program, NULL, NULL, &module, diagnostics), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(diagnostics), 1);
    assert_int_equal(s9_diagnostics_get(diagnostics, 0)->at.offset, 4);
    s9_program_destroy(program);
    s9_diagnostics_destroy(diagnostics);
}

static void deep_nesting_is_refused(void **state)
{
    (void)state;
    enum { DEPTH = 1500 };
    char *text = malloc(DEPTH * 16 + 64);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "ps_3_0\n");
    for (int i = 0; i < DEPTH; i++)
        at += (size_t)sprintf(text + at, "if b0\n");
    for (int i = 0; i < DEPTH; i++)
        at += (size_t)sprintf(text + at, "endif\n");
    (void)sprintf(text + at, "mov oC0, c0\n");
    s9_program *program = assembled(text);
    s9_spirv *module = NULL;
    s9_diagnostics *diagnostics = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    assert_int_equal(s9_spirv_translate(program, NULL, NULL, &module, diagnostics), S9_ERROR_UNSUPPORTED);
    assert_int_equal(s9_diagnostics_errors(diagnostics), 1);
    s9_diagnostics_destroy(diagnostics);
    s9_program_destroy(program);
    free(text);
}

/* ---- memory and size ---- */

static void running_out_of_memory_is_an_error(void **state)
{
    (void)state;
    s9_program *program = assembled("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndef c3, 1, 2, 3, 4\nloop aL, i0\nif b1\n"
                                    "texld r0, v0, s0\nmad r1, r0, c1, c3\nelse\nmul r1, v0[aL], c2\nendif\n"
                                    "endloop\ncall l0\nmov oC0, r1\nret\nlabel l0\ndp4 r1, r1, c3\nret\n");
    s9_spirv_options options;
    s9_spirv_options_init(&options);
    options.sources[S9_SPIRV_ALPHA_TEST] = S9_SPIRV_SPECIALISED;
    bool done = false;
    for (size_t left = 0; !done; left++) {
        memory_source b = {.fails_at = left};
        s9_allocator allocator = memory_allocator(&b);
        s9_spirv *module = NULL;
        s9_result result = s9_spirv_translate(program, &allocator, &options, &module, NULL);
        done = result == S9_OK;
        assert_true(done || (result == S9_ERROR_MEMORY && module == NULL));
        if (done)
            assert_true(spirv_is_valid(module, "memory"));
        s9_spirv_destroy(module);
        assert_int_equal(b.out, 0);
    }
    s9_program_destroy(program);
}

static size_t size_of_repeated(uint32_t times)
{
    const char *line = "mad r0, r0, c0, r1\ndp3 r1.x, r0, c1\nadd r1, r1.x, r0.yzxw\n";
    char *text = malloc(times * strlen(line) + 128);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "ps_2_sw\ndcl t0\nmov r0, t0\nmov r1, t0\n");
    for (uint32_t i = 0; i < times; i++)
        at += (size_t)sprintf(text + at, "%s", line);
    (void)sprintf(text + at, "mov oC0, r0\n");
    s9_spirv *module = translated(text, NULL);
    size_t size = size_of(module);
    s9_spirv_destroy(module);
    free(text);
    return size;
}

static void words_grow_in_step(void **state)
{
    (void)state;
    size_t a = size_of_repeated(100), b = size_of_repeated(200), c = size_of_repeated(3000);
    /* The cache of vectors forgets: now and then one is made again. */
    double each = (double)(c - a) / 2900, first = (double)(b - a) / 100;
    assert_true(each < first * 1.05 && each > first * 0.95);
}

/* ---- many ---- */

static void random_programs_are_valid(void **state)
{
    (void)state;
    if (!spirv_is_judged())
        print_message("this build has no SPIRV-Tools: nobody judges the modules\n");
    for (uint64_t seed = 1; seed <= 250; seed++) {
        text_program text = {0};
        char about[32];
        generate_program(seed, &text);
        char *joined = text_join(&text);
        assert_non_null(joined);
        s9_program *program = assembled(joined);
        (void)snprintf(about, sizeof about, "seed %u", (unsigned)seed);
        assert_true(spirv_translates(program, (uint32_t)(seed % SPIRV_CASES), false, about));
        s9_program_destroy(program);
        free(joined);
        text_free(&text);
    }
}

static void corpus_is_valid(void **state)
{
    (void)state;
    files_list files = files_shared_folder("corpus/bytecode", ".bin");
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        char *bytes = files_read(files.paths[i], &size);
        s9_program *program = NULL;
        assert_non_null(bytes);
        if (s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK)
            assert_true(spirv_translates(program, (uint32_t)(i % SPIRV_CASES), false, files.paths[i]));
        s9_program_destroy(program);
        free(bytes);
    }
    files_free(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_cost_nothing),
        cmocka_unit_test(dead_instructions_vanish),
        cmocka_unit_test(constants_are_loaded_once),
        cmocka_unit_test(joins_store_what_is_read),
        cmocka_unit_test(products_are_never_fused),
        cmocka_unit_test(often_used_helpers_are_functions),
        cmocka_unit_test(discarding_waits_for_the_end),
        cmocka_unit_test(locations_follow_one_rule),
        cmocka_unit_test(layouts_tell_what_is_bound),
        cmocka_unit_test(pairs_drop_and_default),
        cmocka_unit_test(refusals_name_place_and_reason),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(running_out_of_memory_is_an_error),
        cmocka_unit_test(words_grow_in_step),
        cmocka_unit_test(random_programs_are_valid),
        cmocka_unit_test(corpus_is_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
