/* SPDX-License-Identifier: MIT */
/* Machine code beside the interpreter, to the bit, at every vector width: random modules. */
#define JIT_RUN_RANDOM
#include "jit_run.h"

#ifdef SHADER9_HAVE_JIT

#include "exec/exec_internal.h"
#include "ir_random.h"
#include "vm_run.h"

static vm_job job, expected;

static bool same_results(const s9_shader *shader)
{
    for (uint32_t i = 0; i < s9_shader_output_count(shader); i++)
        if (memcmp(job.out[i], expected.out[i], job.lanes * sizeof job.out[i][0]) != 0 ||
            memcmp(job.written[i], expected.written[i], job.lanes) != 0)
            return false;
    return memcmp(job.discarded, expected.discarded, job.lanes) == 0 &&
           memcmp(job.stopped, expected.stopped, job.lanes) == 0;
}

static void check_module(generator *g, uint64_t seed)
{
    static float c[5][4];
    static int32_t ints[2][4];
    static const uint32_t flags[1] = {1};
    generate(g, seed);
    memset(&job, 0, sizeof job);
    job.lanes = 4 * (1 + pick(g, 40));
    job.quads = pick(g, 2) == 0;
    /* NaN from outside is left to the interpreter: not too often. */
    bool nan = pick(g, 8) == 0;
    for (uint32_t i = 0; i < job.lanes; i++)
        for (uint32_t v = 0; v < 3; v++)
            for (uint32_t k = 0; k < 4; k++)
                job.in[v][i][k] = s9_bits_float(random_word(g, nan));
    for (uint32_t i = 0; i < 20; i++)
        c[i / 4][i % 4] = s9_bits_float(random_word(g, nan && pick(g, 4) == 0));
    for (uint32_t i = 0; i < 8; i++)
        ints[i / 4][i % 4] = (int32_t)pick(g, 5) - 1;
    job.constants = (s9_constants){(const float(*)[4])c, 5, (const int32_t(*)[4])ints, 2, flags, 1};

    s9_shader *shader = vm_shader(g->text, -1);
    assert_non_null(shader);
    assert_true(vm_run(shader, &job));
    expected = job;
    s9_shader_destroy(shader);
    for (uint32_t width = 0; width < WIDTHS; width++) {
        if (!takes_part(width, seed))
            continue;
        shader = vm_shader(g->text, -1);
        assert_non_null(shader);
        assert_int_equal(s9_shader_attach(shader, engines[width], true, NULL), S9_OK);
        assert_string_equal(s9_shader_engine_name(shader), "jit");
        memset(job.out, 0xA5, sizeof job.out);
        assert_true(vm_run(shader, &job));
        if (!same_results(shader)) {
            fprintf(stderr, "%s\n", g->text);
            fail_msg("seed %llu, %u lanes a vector", (unsigned long long)seed, 4u << width);
        }
        s9_shader_destroy(shader);
    }
}

static void test_modules(void **state)
{
    (void)state;
    static generator g;
    for (uint64_t seed = first_seed; seed < first_seed + seeds; seed++)
        check_module(&g, seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_modules)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

#endif
