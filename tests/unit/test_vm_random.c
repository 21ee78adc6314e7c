/* SPDX-License-Identifier: MIT */
/*
 * Random modules over random numbers, NaN and denormals among them: every level of the interpreter gives the bits that
 * the plain reading of tests/ir_reference.h gives.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exec/exec_internal.h"
#include "ir_random.h"
#include "ir_reference.h"
#include "vm_run.h"

static vm_job job;

static void fail_with(const generator *g, uint64_t seed, int level, const char *what, uint32_t lane)
{
    fprintf(stderr, "%s\n", g->text);
    fail_msg("seed %llu, level %d, lane %u: %s", (unsigned long long)seed, level, lane, what);
}

static void compare_quad(const generator *g, uint64_t seed, int level, const reference *r, uint32_t first)
{
    for (uint32_t lane = 0; lane < 4; lane++) {
        for (uint32_t o = 0; o < 3; o++) {
            uint32_t written = 0;
            for (uint32_t k = 0; k < 4; k++) {
                char what[100];
                uint32_t got = s9_float_bits(job.out[o][first + lane][k]);
                snprintf(what, sizeof what, "o%u.%c = %08x, not %08x", o, "xyzw"[k], got, r -> out[o][k][lane]);
                if (got != r->out[o][k][lane])
                    fail_with(g, seed, level, what, first + lane);
                written |= (uint32_t)r->written[o][k][lane] << k;
            }
            if (job.written[o][first + lane] != written)
                fail_with(g, seed, level, "the written mask differs", first + lane);
        }
        if (job.discarded[first + lane] != (r->discarded >> lane & 1u))
            fail_with(g, seed, level, "discard differs", first + lane);
        if (job.stopped[first + lane] != 0)
            fail_with(g, seed, level, "stopped", first + lane);
    }
}

static void check_seed(generator *g, uint64_t seed)
{
    static float c[5][4];
    static int32_t ints[2][4];
    static const uint32_t flags[1] = {1};
    static reference r;
    generate(g, seed);
    memset(&job, 0, sizeof job);
    job.lanes = 4 * (1 + pick(g, 40));
    job.quads = pick(g, 2) == 0;
    bool nan = pick(g, 3) == 0;
    for (uint32_t i = 0; i < job.lanes; i++)
        for (uint32_t v = 0; v < 3; v++)
            for (uint32_t k = 0; k < 4; k++)
                job.in[v][i][k] = s9_bits_float(random_word(g, nan));
    for (uint32_t i = 0; i < 20; i++)
        c[i / 4][i % 4] = s9_bits_float(random_word(g, nan && pick(g, 4) == 0));
    for (uint32_t i = 0; i < 8; i++)
        ints[i / 4][i % 4] = (int32_t)pick(g, 5) - 1;
    job.constants = (s9_constants){(const float(*)[4])c, 5, (const int32_t(*)[4])ints, 2, flags, 1};

    s9_ir *ir = NULL;
    if (s9_ir_parse(g->text, g->size, NULL, &ir, NULL) != S9_OK)
        fail_with(g, seed, -1, "the module does not parse", 0);
    for (int level = 0; level < S9_VM_LEVEL_COUNT; level++) {
        if (!vm_has_level(level))
            continue;
        s9_shader *shader = vm_shader(g->text, level);
        if (shader == NULL || !vm_run(shader, &job))
            fail_with(g, seed, level, "no run", 0);
        s9_shader_destroy(shader);
        for (uint32_t first = 0; first < job.lanes; first += 4) {
            r = (reference){.ir = ir, .quads = job.quads, .constants = &job.constants};
            for (uint32_t v = 0; v < 3; v++)
                for (uint32_t k = 0; k < 4; k++)
                    for (uint32_t lane = 0; lane < 4; lane++)
                        r.in[v][k][lane] = s9_float_bits(job.in[v][first + lane][k]);
            assert_true(ref_run(&r));
            compare_quad(g, seed, level, &r, first);
        }
    }
    s9_ir_destroy(ir);
}

static void test_random(void **state)
{
    (void)state;
    static generator g;
    const char *from = getenv("SHADER9_SEED"), *count = getenv("SHADER9_SEEDS");
    uint64_t first = from != NULL ? strtoull(from, NULL, 10) : 1;
    uint64_t seeds = count != NULL ? strtoull(count, NULL, 10) : 1000;
    for (uint64_t seed = first; seed < first + seeds; seed++)
        check_seed(&g, seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
