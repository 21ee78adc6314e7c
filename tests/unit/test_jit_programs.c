/* SPDX-License-Identifier: MIT */
/*
 * Machine code beside the interpreter, to the bit, at every vector width: random legal programs of every version with
 * textures and options, and the shaders of the corpus.
 */
#define JIT_RUN_RANDOM
#include "jit_run.h"

#ifdef SHADER9_HAVE_JIT

#include "files.h"
#include "oracle/generate.h"

#define LANES 192
#define SLOTS 40

typedef struct results {
    float out[SLOTS][LANES][4];
    uint8_t written[SLOTS][LANES], discarded[LANES], stopped[LANES];
} results;

static results wanted, given;
static float inputs_of_lanes[SLOTS][LANES][4];

static float without_nan(float x)
{
    return x == x ? x : 0.25f;
}

/* Lanes beyond those of the job repeat them, moved a little, so that blocks are full and lanes differ. */
static bool run_program(const s9_shader *shader, const oracle_job *from, uint32_t lanes, bool nan, results *out)
{
    s9_lane_array inputs[SLOTS] = {{0}}, outputs[SLOTS] = {{0}};
    s9_sampler_binding bindings[ORACLE_SAMPLERS];
    float c[ORACLE_CONSTANTS][4];
    if (s9_shader_input_count(shader) > SLOTS || s9_shader_output_count(shader) > SLOTS)
        return false;
    for (uint32_t i = 0; i < ORACLE_CONSTANTS; i++)
        for (uint32_t k = 0; k < 4; k++)
            c[i][k] = nan ? from->c[i][k] : without_nan(from->c[i][k]);
    for (uint32_t i = 0; i < s9_shader_input_count(shader); i++) {
        int index = oracle_input_index(s9_shader_input(shader, i)->name);
        if (index < 0 || from->given[index] == 0)
            continue;
        for (uint32_t lane = 0; lane < lanes; lane++)
            for (uint32_t k = 0; k < 4; k++) {
                float x = from->in[index][lane % from->lanes][k];
                x = lane >= from->lanes && index < ORACLE_VPOS && (lane + k) % 3 == 0 ? x * 0.75f : x;
                inputs_of_lanes[i][lane][k] = nan ? x : without_nan(x);
            }
        inputs[i] = (s9_lane_array){inputs_of_lanes[i], 16, 4, from->given[index], NULL};
    }
    memset(out, 0xA5, sizeof *out);
    for (uint32_t i = 0; i < s9_shader_output_count(shader); i++)
        outputs[i] = (s9_lane_array){out->out[i], 16, 4, 4, out->written[i]};
    for (uint32_t i = 0; i < from->sampler_count; i++) {
        int texture = from->samplers[i].texture;
        bindings[i].texture = texture < 0 ? NULL : from->textures[texture].made;
        bindings[i].state = from->samplers[i].state;
    }
    s9_run_args args = {
        .struct_size = sizeof args,
        .lanes = lanes,
        .quads = from->quads,
        .constants = {(const float(*)[4])c, from->c_count, from->i, from->i_count, from->b, from->b_count},
        .samplers = bindings,
        .sampler_count = from->sampler_count,
        .stages = from->stages,
        .stage_count = from->stage_count,
        .inputs = inputs,
        .outputs = outputs,
        .discarded = out->discarded,
        .stopped = out->stopped};
    return s9_shader_run(shader, &args) == S9_OK;
}

/* False: the program cannot be run at all. */
static bool check_program(const s9_program *program, uint64_t seed, const char *name)
{
    static oracle_job from;
    memset(&from, 0, sizeof from);
    assert_true(generate_job(seed, program, &from));
    from.options.max_steps = 20000; /* those that loop for long are the interpreter's */
    uint32_t lanes = from.quads ? 4 * (1 + (uint32_t)(seed * 7 % 40)) : 1 + (uint32_t)(seed * 11 % 160);
    bool nan = seed % 8 == 0;
    s9_shader *shader = NULL;
    bool runs = s9_shader_create(program, NULL, &from.options, &shader, NULL) == S9_OK &&
                run_program(shader, &from, lanes, nan, &wanted);
    s9_shader_destroy(shader);
    for (uint32_t width = 0; width < WIDTHS && runs; width++) {
        if (!takes_part(width, seed))
            continue;
        from.options.engine = S9_ENGINE_JIT;
        from.options.jit = engines[width];
        assert_int_equal(s9_shader_create(program, NULL, &from.options, &shader, NULL), S9_OK);
        assert_string_equal(s9_shader_engine_name(shader), "jit");
        assert_true(run_program(shader, &from, lanes, nan, &given));
        for (uint32_t i = 0; i < s9_shader_output_count(shader); i++)
            for (uint32_t lane = 0; lane < lanes; lane++)
                if (memcmp(wanted.out[i][lane], given.out[i][lane], 16) != 0 ||
                    wanted.written[i][lane] != given.written[i][lane])
                    fail_msg("%s, seed %llu, %u lanes a vector: %s of lane %u differs", name, (unsigned long long)seed,
                             4u << width, s9_shader_output(shader, i)->name, (unsigned)lane);
        assert_memory_equal(wanted.discarded, given.discarded, lanes);
        assert_memory_equal(wanted.stopped, given.stopped, lanes);
        s9_shader_destroy(shader);
    }
    oracle_job_free(&from);
    return runs;
}

static void test_programs(void **state)
{
    (void)state;
    for (uint64_t seed = first_seed; seed < first_seed + seeds; seed++) {
        text_program text = {0};
        s9_program *program = NULL;
        generate_program(seed, &text);
        char *joined = text_join(&text);
        assert_non_null(joined);
        assert_int_equal(s9_assemble(joined, strlen(joined), NULL, NULL, &program, NULL), S9_OK);
        assert_true(check_program(program, seed, "program"));
        s9_program_destroy(program);
        free(joined);
        text_free(&text);
    }
}

/* Rows by index that are read again: as they were, after the index changed in part, under a condition, and after it. */
static void test_rows(void **state)
{
    static const char text[] = "vs_3_0\n"
                               "dcl_position v0\n"
                               "dcl_texcoord v1\n"
                               "dcl_position o0\n"
                               "dcl_color o1\n"
                               "dcl_texcoord o2\n"
                               "dcl_texcoord1 o3\n"
                               "def c40, 12, 5, 0.5, 0.25\n"
                               "frc r0, v0\n"
                               "mul r0, r0, c40.x\n"
                               "mova a0, r0\n"
                               "dp4 r1.x, v0, c[a0.x + 2]\n"
                               "dp4 r1.y, v0, c[a0.y + 2]\n"
                               "dp3 r1.z, v1, c[a0.x + 2].zwxy\n"
                               "mov r1.w, c[a0.x + 3].w\n"
                               "mov o0, r1\n"
                               "add r0, r0, c40.y\n"
                               "mova a0.x, r0\n"
                               "add r2, c[a0.x + 2], c[a0.y + 2]\n"
                               "setp_gt p0, v1, c40.z\n"
                               "(p0) mova a0.y, r0.x\n"
                               "mad o1, c[a0.y + 2], r2, c[a0.x + 2]\n"
                               "mov r3, c[a0.x + 2]\n"
                               "if_lt v1.x, c40.w\n"
                               "add r3, r3, c[a0.x + 2].wzyx\n"
                               "mova a0.x, r0.w\n"
                               "add r3, r3, c[a0.x + 2]\n"
                               "endif\n"
                               "add o2, r3, c[a0.x + 2]\n"
                               "mov o3, c[a0.y + 2]\n";
    (void)state;
    for (uint64_t seed = 0; seed < 24; seed++) {
        s9_program *program = NULL;
        assert_int_equal(s9_assemble(text, sizeof text - 1, NULL, NULL, &program, NULL), S9_OK);
        assert_true(check_program(program, seed, "rows"));
        s9_program_destroy(program);
    }
}

static void test_corpus(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/bytecode", "");
    uint32_t compared = 0;
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        s9_program *program = NULL;
        /* A share of them, others each time the seed changes. */
        if (bytes != NULL && (all_widths || i % 4 == first_seed % 4) &&
            s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK)
            compared += check_program(program, i, list.paths[i]);
        s9_program_destroy(program);
        free(bytes);
    }
    print_message("%u shaders of the corpus\n", (unsigned)compared);
    files_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs), cmocka_unit_test(test_rows),
                                       cmocka_unit_test(test_corpus)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

#endif
