/* SPDX-License-Identifier: MIT */
/* Every public function of the core that takes an allocator, with every one of its allocations failing (memory.h). */
#include "memory.h"

#include "files.h"

#include <shader9/shader9.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* ---- inputs ---- */

typedef struct sample {
    const char *name, *text;
    s9_program *program; /* assembled, and as tokens; NULL for what is refused */
    s9_blob tokens;
} sample;

static sample samples[] = {
    {.name = "vs_1_1",
     .text = "vs_1_1\ndcl_position v0\ndcl_normal v1\nm4x4 oPos, v0, c0\nmov a0.x, v1.x\nmov r0, c[a0.x + 4]\n"
             "lit oD0, r0\nmov oT0.xy, v1\nmov oFog, r0.x\n"},
    {.name = "vs_2_x",
     .text =
         "vs_2_x\n//!constant float4x4 world : c0\n//!constant int n : i0\ndcl_position v0\ndef c9, 1, 2, 3, 4\n"
         "defi i1, 4, 0, 1, 0\ncall l1\nrep i1\nadd r0, r0, c9\nbreak_gt r0.x, c9.w\nendrep\nif b0\nnrm r1, r0\n"
         "else\nsincos r1.xy, r0.x, c9, c8\nendif\nsetp_gt p0, r0, r1\n(p0.x) mov r0, r1\nmov oPos, r0\nret\nlabel l1\n"
         "mov r0, v0\nret\n"},
    {.name = "vs_3_0",
     .text = "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_2d s0\ndcl_position o0\ndcl_texcoord1 o1.xy\ndcl_color o2\n"
             "defi i0, 3, 0, 1, 0\nloop aL, i0\nadd r0, v[aL], c[aL]\nendloop\ntexldl r1, v1, s0\nmov o0, r0\n"
             "mov o1.xy, r1\nmov o2, r1\n"},
    {.name = "ps_1_1",
     .text = "ps_1_1\ndef c0, 1, 0.5, 0.25, 1\ntex t0\ntexbem t1, t0\nmul_x2_sat r0.rgb, t1, c0\n+ mov r0.a, 1 - t0\n"},
    {.name = "ps_1_4", .text = "ps_1_4\ntexcrd r0.rgb, t0\ntexld r1, t1\nphase\ntexld r2, r0\ncnd r0, r2.a, r1, r2\n"},
    {.name = "ps_2_0",
     .text =
         "ps_2_0\n//!constant float4 tint : c0\n//!constant sampler2D picture : s0\ndcl t0.xy\ndcl v0\ndcl_2d s0\n"
         "dcl_cube s1\ntexld r0, t0, s0\nmul r0, r0, c0\ntexldp r1, r0, s1\nlrp r0, v0, r0, r1\npow r0.a, r0.a, c0.x\n"
         "texkill r1\nmov oC0, r0\nmov oDepth, r0.x\n"},
    {.name = "ps_3_0",
     .text = "ps_3_0\ndcl_texcoord v0\ndcl_color v1\ndcl vPos.xy\ndcl vFace\ndcl_2d s0\ndcl_volume s1\n"
             "def c0, 1, 2, 3, 4\ndefi i0, 3, 0, 1, 0\nrep i0\nif_lt v0.x, c0.y\ntexldd r0, v0, s0, v0, v1\nelse\n"
             "break\nendif\nendrep\ndsx r1, v0\ndsy r2, v1\nmad r0, r0, r1, r2\ncmp r0, vFace, r0, -r0\nmov oC0, r0\n"
             "mov oC1, vPos.xyxy\n"},
    {.name = "macros",
     .text = "#define TWICE(x, y) add x, y, y\n#if defined(TWICE) && 1 + 1 == 2\nvs_2_0\n#define P(a, b) a ## b\n"
             "dcl_position v0\nTWICE(P(r, 0), v0)\nmov oPos, r0\n#else\n#error no\n#endif\n"},
    {.name = "errors",
     .text =
         "ps_2_0\nmovv r0, c0\nadd r0\n#include \"nothing\"\n#define F(\nmov r99, c0\ndcl_banana t0\ntexld r0, t0\n"},
};

static s9_program *program_of(const char *name)
{
    for (size_t i = 0; i < LENGTH(samples); i++)
        if (strcmp(samples[i].name, name) == 0)
            return samples[i].program;
    return NULL;
}

static int open_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(samples); i++) {
        s9_assemble_options options = {.struct_size = sizeof options, .name = samples[i].name};
        if (s9_assemble(samples[i].text, strlen(samples[i].text), NULL, &options, &samples[i].program, NULL) == S9_OK &&
            s9_encode(samples[i].program, NULL, &samples[i].tokens) != S9_OK)
            return 1;
        if (samples[i].program == NULL && strcmp(samples[i].name, "errors") != 0) {
            print_error("%s does not assemble\n", samples[i].name);
            return 1;
        }
    }
    return 0;
}

static int close_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(samples); i++) {
        s9_program_destroy(samples[i].program);
        s9_blob_free(&samples[i].tokens);
    }
    return 0;
}

/*
 * Diagnostics have memory of their own, so that a call whose result does not depend on them is seen to fail; and then
 * the same memory: what is lost there is counted all the same, and changes no result.
 */
static bool same_memory;

static s9_result new_list(const s9_allocator *a, s9_diagnostics **out)
{
    return s9_diagnostics_create(same_memory ? a : NULL, out);
}

/* Both; returns the allocations of the first. */
static size_t try_both(const memory_subject *subject, const void *input, const char *about)
{
    memory_subject lenient = *subject;
    same_memory = false;
    size_t asked = memory_try(subject, input, about);
    lenient.without = true;
    same_memory = true;
    memory_try(&lenient, input, about);
    return asked;
}

/* ---- work on a shader ---- */

static s9_result assemble(const s9_allocator *a, const void *input)
{
    const sample *s = input;
    s9_diagnostics *list = NULL;
    s9_program *program = NULL;
    s9_result result = new_list(a, &list);
    s9_define define = {"FROM_OUTSIDE", "1"};
    s9_assemble_options options = {
        .struct_size = sizeof options, .name = "sample", .defines = &define, .define_count = 1, .keep_refused = true};
    if (result == S9_OK)
        result = s9_assemble(s->text, strlen(s->text), a, &options, &program, list);
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
    return result;
}

static s9_result decode(const s9_allocator *a, const void *input)
{
    const sample *s = input;
    s9_program *program = NULL;
    s9_decode_options options = {.struct_size = sizeof options, .name = "sample"};
    s9_result result = s9_decode(s->tokens.data, s->tokens.size, a, &options, &program, NULL);
    s9_program_destroy(program);
    return result;
}

static s9_result decode_rubbish(const s9_allocator *a, const void *input)
{
    const sample *s = input;
    s9_program *program = NULL;
    s9_diagnostics *list = NULL;
    s9_result result = new_list(a, &list);
    if (result == S9_OK) /* cut in the middle of an instruction */
        result = s9_decode(s->tokens.data, s->tokens.size - 8, a, NULL, &program, list);
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
    return result;
}

static s9_result encode(const s9_allocator *a, const void *input)
{
    s9_blob out = {0};
    s9_result result = s9_encode(((const sample *)input)->program, a, &out);
    s9_blob_free(&out);
    return result;
}

static s9_result disassemble(const s9_allocator *a, const void *input)
{
    s9_blob out = {0};
    s9_disassemble_options options = {.struct_size = sizeof options};
    s9_result result = s9_disassemble(((const sample *)input)->program, a, &options, &out);
    s9_blob_free(&out);
    return result;
}

static s9_result load_text(const s9_allocator *a, const void *input)
{
    const sample *s = input;
    s9_program *program = NULL;
    s9_content content;
    s9_result result = s9_load(s->text, strlen(s->text), a, "sample", &program, &content, NULL);
    s9_program_destroy(program);
    return result;
}

static s9_result load_tokens(const s9_allocator *a, const void *input)
{
    const sample *s = input;
    s9_program *program = NULL;
    s9_content content;
    s9_result result = s9_load(s->tokens.data, s->tokens.size, a, "sample", &program, &content, NULL);
    s9_program_destroy(program);
    return result;
}

static s9_result check(const s9_allocator *a, const void *input)
{
    s9_diagnostics *list = NULL;
    s9_result result = new_list(a, &list);
    if (result == S9_OK)
        result = s9_check(((const sample *)input)->program, a, NULL, list);
    s9_diagnostics_destroy(list);
    return result;
}

static s9_result reflect(const s9_allocator *a, const void *input)
{
    s9_reflection *reflection = NULL;
    s9_result result = s9_reflect(((const sample *)input)->program, a, &reflection);
    s9_reflection_destroy(reflection);
    return result;
}

static s9_result constant_table(const s9_allocator *a, const void *input)
{
    const sample *s = input;
    s9_constant_table *table = NULL;
    s9_result result = s9_constant_table_create(s->tokens.data, s->tokens.size, a, &table, NULL);
    s9_constant_table_destroy(table);
    return result;
}

static s9_result make_shader(const s9_allocator *a, const void *input)
{
    s9_shader *shader = NULL;
    s9_result result = s9_shader_create(((const sample *)input)->program, a, NULL, &shader, NULL);
    s9_shader_destroy(shader);
    return result;
}

/* The inputs and outputs that a run needs: none is given, so that defaults are read and results dropped. */
static const s9_lane_array no_arrays[64];

static s9_result run(const s9_allocator *a, const void *input)
{
    s9_shader *shader = NULL;
    s9_shader_options options = {.struct_size = sizeof options, .max_steps = 1000};
    s9_result result = s9_shader_create(((const sample *)input)->program, a, &options, &shader, NULL);
    if (result == S9_OK && s9_shader_input_count(shader) <= LENGTH(no_arrays) &&
        s9_shader_output_count(shader) <= LENGTH(no_arrays)) {
        bool quads = s9_program_stage(((const sample *)input)->program) == S9_STAGE_PIXEL;
        s9_run_args args = {
            .struct_size = sizeof args, .lanes = 8, .quads = quads, .inputs = no_arrays, .outputs = no_arrays};
        result = s9_shader_run(shader, &args);
    }
    s9_shader_destroy(shader);
    return result;
}

static s9_result trace(const s9_allocator *a, const void *input)
{
    const sample *s = input;
    s9_shader *shader = NULL;
    s9_trace *record = NULL;
    s9_shader_options options = {.struct_size = sizeof options, .max_steps = 200};
    s9_result result = s9_shader_create(s->program, a, &options, &shader, NULL);
    if (result == S9_OK) {
        bool quads = s9_program_stage(s->program) == S9_STAGE_PIXEL;
        s9_run_args args = {.struct_size = sizeof args, .lanes = 4, .quads = quads, .inputs = no_arrays};
        result = s9_trace_create(shader, s->program, &args, a, NULL, &record, NULL);
    }
    s9_trace_destroy(record);
    s9_shader_destroy(shader);
    return result;
}

static s9_result translate(const s9_allocator *a, const void *input)
{
    s9_spirv *module = NULL;
    s9_spirv_options options;
    s9_spirv_options_init(&options);
    s9_result result = s9_spirv_translate(((const sample *)input)->program, a, &options, &module, NULL);
    s9_spirv_destroy(module);
    return result;
}

static s9_result difference(const s9_allocator *a, const void *input)
{
    s9_diff *diff = NULL;
    s9_result result = s9_diff_create(((const sample *)input)->program, program_of("ps_2_0"), a, NULL, &diff, NULL);
    s9_diff_destroy(diff);
    return result;
}

static s9_result comparison(const s9_allocator *a, const void *input)
{
    s9_compare *compare = NULL;
    s9_program *program = ((const sample *)input)->program;
    s9_shader_options steps = {.struct_size = sizeof steps, .max_steps = 100};
    s9_compare_options options = {.struct_size = sizeof options, .shader = &steps, .inputs = 16};
    s9_result result = s9_compare_create(program, program, a, &options, &compare, NULL);
    s9_compare_destroy(compare);
    return result;
}

/* Every function on every shader that it takes. */
static void shaders(void **state)
{
    static const memory_subject subjects[] = {
        {"decode", decode, false},
        {"decode what is cut", decode_rubbish, false},
        {"encode", encode, false},
        {"disassemble", disassemble, false},
        {"load text", load_text, false},
        {"load tokens", load_tokens, false},
        {"check", check, false},
        {"reflect", reflect, false},
        {"constant table", constant_table, false},
        {"shader", make_shader, false},
        {"run", run, false},
        {"trace", trace, false},
        {"translate", translate, false},
        {"diff", difference, false},
        {"compare", comparison, false},
    };
    static const memory_subject assembling = {"assemble", assemble, false};
    (void)state;
    size_t total = 0;
    for (size_t i = 0; i < LENGTH(samples); i++) {
        total += try_both(&assembling, &samples[i], samples[i].name);
        for (size_t k = 0; k < LENGTH(subjects) && samples[i].program != NULL; k++)
            total += try_both(&subjects[k], &samples[i], samples[i].name);
    }
    print_message("%zu allocations, each failing twice\n", total);
}

/* ---- pairs ---- */

static s9_result check_pair(const s9_allocator *a, const void *input)
{
    s9_diagnostics *list = NULL;
    s9_result result = new_list(a, &list);
    (void)input;
    if (result == S9_OK)
        result = s9_check_pair(program_of("vs_3_0"), program_of("ps_3_0"), a, NULL, list);
    s9_diagnostics_destroy(list);
    return result;
}

static s9_result links(const s9_allocator *a, const void *input)
{
    s9_links *out = NULL;
    (void)input;
    s9_result result = s9_links_create(program_of("vs_3_0"), program_of("ps_3_0"), a, &out);
    s9_links_destroy(out);
    return result;
}

static s9_result translate_pair(const s9_allocator *a, const void *input)
{
    s9_spirv *modules[2] = {NULL, NULL};
    s9_spirv_options options;
    (void)input;
    s9_spirv_options_init(&options);
    s9_result result = s9_spirv_translate_pair(program_of("vs_3_0"), program_of("ps_3_0"), a, &options, &options,
                                               &modules[0], &modules[1], NULL);
    s9_spirv_destroy(modules[0]);
    s9_spirv_destroy(modules[1]);
    return result;
}

static s9_result attach_table(const s9_allocator *a, const void *input)
{
    s9_program *program = program_of("ps_2_0");
    s9_blob tokens = {0}, out = {0};
    s9_constant_table *table = NULL;
    s9_result result = s9_encode(program, a, &tokens);
    (void)input;
    if (result == S9_OK)
        result = s9_constant_table_create(tokens.data, tokens.size, a, &table, NULL);
    if (result == S9_OK) {
        s9_constant c = {"a", S9_SET_FLOAT, 0, 1, 0, NULL, NULL};
        c.type = s9_constant_table_constant(table, 0)->type;
        s9_constant_table_source source = {sizeof source, 0xFFFF0200u, "me", "ps_2_0", 0, &c, 1};
        result = s9_constant_table_attach(tokens.data, tokens.size, &source, a, &out);
    }
    s9_blob_free(&out);
    s9_constant_table_destroy(table);
    s9_blob_free(&tokens);
    return result;
}

static void pairs(void **state)
{
    static const memory_subject subjects[] = {{"check a pair", check_pair, false},
                                              {"links", links, false},
                                              {"translate a pair", translate_pair, false},
                                              {"attach a table", attach_table, false}};
    (void)state;
    for (size_t k = 0; k < LENGTH(subjects); k++)
        try_both(&subjects[k], NULL, "vs_3_0 and ps_3_0");
}

/* ---- files of several shaders ---- */

typedef struct file {
    char *bytes;
    size_t size;
} file;

static s9_result use_shader(void *user, const s9_contained_shader *shader)
{
    s9_program *program = NULL;
    s9_result result = s9_decode(shader->bytes, shader->size, user, NULL, &program, NULL);
    s9_program_destroy(program);
    return result == S9_ERROR_MEMORY ? result : S9_OK;
}

static s9_result each_shader(const s9_allocator *a, const void *input)
{
    const file *f = input;
    s9_effect_options options = {.struct_size = sizeof options, .name = "sample"};
    return s9_shaders_each(f->bytes, f->size, a, &options, NULL, use_shader, (void *)(uintptr_t)a, NULL);
}

static s9_result effect(const s9_allocator *a, const void *input)
{
    const file *f = input;
    s9_effect *e = NULL;
    s9_blob out = {0};
    s9_effect_options options = {.struct_size = sizeof options, .name = "sample"};
    s9_result result = s9_effect_open(f->bytes, f->size, a, &options, &e, NULL);
    for (size_t i = 0; result == S9_OK && i < s9_effect_shader_count(e) && i < 2; i++) {
        const s9_effect_shader *shader = s9_effect_shader_at(e, i);
        const sample *s = &samples[5];
        if (shader != NULL && s9_effect_replace_shader(e, i, s->tokens.data, s->tokens.size, NULL) == S9_ERROR_MEMORY)
            result = S9_ERROR_MEMORY;
    }
    if (result == S9_OK)
        result = s9_effect_write(e, a, &out);
    s9_blob_free(&out);
    s9_effect_destroy(e);
    return result;
}

static s9_result combos(const s9_allocator *a, const void *input)
{
    const file *f = input;
    s9_vcs *vcs = NULL;
    s9_effect_options options = {.struct_size = sizeof options, .name = "sample"};
    s9_result result = s9_vcs_open(f->bytes, f->size, a, &options, &vcs, NULL);
    s9_vcs_destroy(vcs);
    return result;
}

static s9_result preshader(const s9_allocator *a, const void *input)
{
    const file *f = input;
    s9_preshader *p = NULL;
    s9_blob out = {0};
    s9_result result = s9_preshader_create(f->bytes, f->size, a, &p, NULL);
    if (result == S9_OK)
        result = s9_preshader_text(p, a, &out);
    s9_blob_free(&out);
    s9_preshader_destroy(p);
    return result;
}

static s9_result table(const s9_allocator *a, const void *input)
{
    const file *f = input;
    s9_constant_table *t = NULL;
    s9_diagnostics *list = NULL;
    s9_result result = new_list(a, &list);
    if (result == S9_OK)
        result = s9_constant_table_create(f->bytes, f->size, a, &t, list);
    s9_constant_table_destroy(t);
    s9_diagnostics_destroy(list);
    return result;
}

static s9_result load_file(const s9_allocator *a, const void *input)
{
    const file *f = input;
    s9_program *program = NULL;
    s9_content content;
    s9_result result = s9_load(f->bytes, f->size, a, "sample", &program, &content, NULL);
    s9_program_destroy(program);
    return result;
}

static void files(void **state)
{
    static const struct {
        const char *folder, *suffix;
        memory_subject subject;
    } rows[] = {
        {"effect", ".bin", {"effect", effect, false}},
        {"effect", ".bin", {"shaders of an effect", each_shader, false}},
        {"xnb", ".xnb", {"effect in XNB", effect, false}},
        {"vcs", ".vcs", {"combos", combos, false}},
        {"vcs", ".vcs", {"shaders of combos", each_shader, false}},
        {"vcs", ".dxbc", {"shaders of DXBC", each_shader, false}},
        {"preshader", ".bin", {"preshader", preshader, false}},
        {"ctab", ".bin", {"constant table", table, false}},
        {"load", "", {"load", load_file, false}},
        {"asm", ".asm", {"load", load_file, false}},
        {"decode", ".bin", {"load", load_file, false}},
    };
    (void)state;
    size_t tried = 0;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char folder[512];
        snprintf(folder, sizeof folder, "%s/fuzz/cases/%s", TEST_SOURCE, rows[i].folder);
        files_list list = files_of(folder, rows[i].suffix);
        for (size_t k = 0; k < list.count; k++) {
            file f;
            f.bytes = files_read(list.paths[k], &f.size);
            assert_non_null(f.bytes);
            try_both(&rows[i].subject, &f, list.paths[k]);
            free(f.bytes);
            tried++;
        }
        files_free(&list);
    }
    assert_true(tried > 20);
}

/* ---- textures ---- */

static s9_result textures(const s9_allocator *a, const void *input)
{
    static const float texels[6 * 16 * 4] = {1, 0.5f, 0.25f};
    const s9_texture_type *type = input;
    size_t slices = *type == S9_TEXTURE_CUBE ? 6 : *type == S9_TEXTURE_VOLUME ? 4 : 1;
    const void *data[1] = {texels};
    size_t size[1] = {16 * slices * 4 * sizeof(float)};
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = *type,
                            .format = S9_FORMAT_A32B32G32R32F,
                            .width = 4,
                            .height = 4,
                            .depth = *type == S9_TEXTURE_VOLUME ? 4u : 1u,
                            .levels = 1,
                            .level_data = data,
                            .level_size = size};
    s9_texture *texture = NULL;
    s9_texture_data *copy = NULL, *encoded = NULL;
    s9_result result = s9_texture_create(a, &desc, &texture);
    if (result == S9_OK)
        result = s9_texture_data_create(a, &desc, &copy);
    if (result == S9_OK)
        result = s9_texture_encode(texture, S9_FORMAT_DXT5, a, &encoded);
    s9_texture_data_destroy(encoded);
    s9_texture_data_destroy(copy);
    s9_texture_destroy(texture);
    return result;
}

static void all_textures(void **state)
{
    static const s9_texture_type types[] = {S9_TEXTURE_2D, S9_TEXTURE_CUBE, S9_TEXTURE_VOLUME};
    static const memory_subject subject = {"texture", textures, false};
    (void)state;
    for (size_t i = 0; i < LENGTH(types); i++)
        try_both(&subject, &types[i], "4x4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shaders),
        cmocka_unit_test(pairs),
        cmocka_unit_test(files),
        cmocka_unit_test(all_textures),
    };
    return cmocka_run_group_tests(tests, open_samples, close_samples);
}
