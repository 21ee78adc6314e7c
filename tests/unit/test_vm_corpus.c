/* SPDX-License-Identifier: MIT */
/*
 * Every shader of the corpus over random numbers, on every level of the interpreter, against the plain reading of
 * tests/ir_reference.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exec/exec_internal.h"
#include "ir_reference.h"
#include "vm_run.h"

#include <dirent.h>

static vm_job job;
static float constants[256][4];
static int32_t integers[16][4];
static uint32_t booleans[16];
static s9_sampler_binding samplers[16];
static s9_texture_stage stages[6];
static uint64_t random_state;

static uint32_t pick(uint32_t below)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % below;
}

/* Mostly numbers of a shader's usual size; zeros, and now and then something extreme. */
static float number(void)
{
    static const float extreme[] = {0, -0.0f, 1, -1, 0.5f, 1e-40f, 3e38f, (float)INFINITY, (float)NAN};
    if (pick(12) == 0)
        return extreme[pick(S9_COUNT(extreme))];
    return (float)pick(4001) / 1000.0f - 2.0f;
}

static void make_textures(s9_texture *textures[3])
{
    static float texels[6 * 16 * 16][4];
    for (uint32_t i = 0; i < S9_COUNT(texels); i++)
        for (uint32_t k = 0; k < 4; k++)
            texels[i][k] = (float)pick(256) / 255.0f;
    static const uint32_t depths[3] = {1, 1, 4}, slices[3] = {1, 6, 4};
    for (uint32_t t = 0; t < 3; t++) {
        const void *data[1] = {texels};
        const size_t size[1] = {slices[t] * 16u * 16u * 16u};
        s9_texture_desc desc = {.struct_size = sizeof desc,
                                .type = (s9_texture_type)(S9_TEXTURE_2D + t),
                                .format = S9_FORMAT_VALUES,
                                .width = 16,
                                .height = 16,
                                .depth = depths[t],
                                .levels = 1,
                                .level_data = data,
                                .level_size = size};
        assert_int_equal(s9_texture_create(NULL, &desc, &textures[t]), S9_OK);
    }
    for (uint32_t i = 0; i < 16; i++) {
        samplers[i].texture = i == 13 ? NULL : textures[i % 5 == 3 ? 1 : i % 5 == 4 ? 2 : 0];
        s9_sampler_state_init(&samplers[i].state);
        samplers[i].state.min = samplers[i].state.mag = i % 2 == 0 ? S9_FILTER_LINEAR : S9_FILTER_POINT;
    }
}

static void make_numbers(void)
{
    memset(&job, 0, sizeof job);
    job.lanes = 68 + 4 * pick(4);
    job.quads = true;
    for (uint32_t i = 0; i < 256 * 4; i++)
        constants[i / 4][i % 4] = number();
    for (uint32_t i = 0; i < 16; i++) {
        for (uint32_t k = 0; k < 4; k++)
            integers[i][k] = (int32_t)pick(4);
        booleans[i] = pick(2);
    }
    for (uint32_t i = 0; i < 6; i++) {
        for (uint32_t k = 0; k < 4; k++)
            stages[i].bump_matrix[k] = number();
        stages[i].bump_lscale = number();
        stages[i].projected = pick(2) == 0;
    }
    for (uint32_t slot = 0; slot < VM_MAX_SLOTS; slot++)
        for (uint32_t i = 0; i < job.lanes; i++)
            for (uint32_t k = 0; k < 4; k++)
                job.in[slot][i][k] = number();
    job.constants = (s9_constants){(const float(*)[4])constants, 256, (const int32_t(*)[4])integers, 16, booleans, 16};
    job.samplers = samplers;
    job.sampler_count = 16;
    job.stages = stages;
    job.stage_count = 6;
}

/* What the caller's arrays mean for the registers of the module. */
static void feed(reference *r, const s9_shader *shader, uint32_t first)
{
    for (uint32_t n = 0; n < S9_IR_IN_COUNT; n++)
        for (uint32_t lane = 0; lane < 4; lane++)
            r->in[n][3][lane] = 0x3F800000u;
    bool seen[S9_IR_IN_COUNT] = {false};
    for (uint32_t i = 0; i < shader->input_count && i < VM_MAX_SLOTS; i++) {
        uint32_t n = shader->input_numbers[i];
        for (uint32_t lane = 0; lane < 4; lane++) {
            const float *from = job.in[i][first + lane];
            for (uint32_t k = 0; k < 4; k++) {
                if (seen[n] && (shader->inputs[i].mask >> k & 1u) == 0)
                    continue;
                float value = n == S9_IR_IN_VFACE            ? (from[0] < 0 ? -1.0f : 1.0f)
                              : n == S9_IR_IN_VPOS && k >= 2 ? 0.0f
                                                             : from[k];
                r->in[n][k][lane] = s9_float_bits(value);
            }
        }
        seen[n] = true;
    }
}

static void compare(const s9_shader *shader, const reference *r, uint32_t first, const char *name, int level)
{
    for (uint32_t i = 0; i < shader->output_count && i < VM_MAX_SLOTS; i++) {
        for (uint32_t lane = 0; lane < 4; lane++) {
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t got = s9_float_bits(job.out[i][first + lane][k]);
                uint32_t want = r->out[shader->output_numbers[i]][k][lane];
                if (got != want)
                    fail_msg("%s, level %d, lane %u: %s.%c = %08x, not %08x", name, level, first + lane,
                             shader->outputs[i].name, "xyzw"[k], got, want);
            }
        }
    }
    for (uint32_t lane = 0; lane < 4; lane++)
        if (job.discarded[first + lane] != (r->discarded >> lane & 1u))
            fail_msg("%s, level %d, lane %u: discard differs", name, level, first + lane);
}

/* Returns false for what is no shader. */
static bool check_shader(const char *name, const void *bytes, size_t size)
{
    s9_program *program = NULL;
    if (s9_decode(bytes, size, NULL, NULL, &program, NULL) != S9_OK)
        return false;
    make_numbers();
    for (int level = 0; level < S9_VM_LEVEL_COUNT; level++) {
        s9_ir *ir = NULL;
        s9_shader *shader = NULL;
        if (!vm_has_level(level))
            continue;
        if (s9_ir_lower(program, NULL, NULL, &ir, NULL) != S9_OK ||
            s9_shader_from_ir(ir, NULL, level, &shader, NULL) != S9_OK)
            fail_msg("%s cannot be prepared", name);
        if (!vm_run(shader, &job))
            fail_msg("%s does not run", name);
        for (uint32_t first = 0; first < job.lanes; first += 4) {
            reference r = {.ir = shader->ir,
                           .quads = true,
                           .constants = &job.constants,
                           .samplers = samplers,
                           .sampler_count = 16,
                           .stages = stages,
                           .stage_count = 6};
            feed(&r, shader, first);
            assert_true(ref_run(&r));
            compare(shader, &r, first, name, level);
        }
        s9_shader_destroy(shader);
    }
    s9_program_destroy(program);
    return true;
}

static void test_corpus(void **state)
{
    (void)state;
    static char bytes[1 << 20];
    DIR *folder = opendir(TEST_SHARED "/corpus/bytecode");
    if (folder == NULL) {
        printf("SKIPPED: there is no corpus at %s\n", TEST_SHARED "/corpus/bytecode");
        skip();
    }
    s9_texture *textures[3];
    uint32_t count = 0;
    random_state = 7;
    make_textures(textures);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[1000];
        const char *end = strrchr(entry->d_name, '.');
        if (end == NULL || strcmp(end, ".bin") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", TEST_SHARED "/corpus/bytecode", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        count += check_shader(entry->d_name, bytes, size);
    }
    closedir(folder);
    for (int t = 0; t < 3; t++)
        s9_texture_destroy(textures[t]);
    printf("%u shaders\n", count);
    assert_true(count > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_corpus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
