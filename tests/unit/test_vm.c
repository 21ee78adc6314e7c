/* SPDX-License-Identifier: MIT */
/* The batch interpreter: control flow, addressing, quads, arrays and everything else that a run promises, on every
 * level. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory.h"
#include "vm_run.h"

#include <float.h>
#include <math.h>

static vm_job job;

static uint32_t bits_of(float x)
{
    return s9_float_bits(x);
}

/* ---- modules with a known result ---- */

#define HEAD                                                                                        \
    "ir vs_3_0\ninput v0 position 0 .xyzw\ninput v1 texcoord 0 .xyzw\noutput o0 position 0 .xyzw\n" \
    "output o1 texcoord 0 .xyzw\n"

static void ramp(uint32_t lanes)
{
    memset(&job, 0, sizeof job);
    job.lanes = lanes;
    for (uint32_t i = 0; i < VM_MAX_LANES; i++)
        for (uint32_t k = 0; k < 4; k++) {
            job.in[0][i][k] = (float)i + 0.25f * (float)k;
            job.in[1][i][k] = 100.0f - (float)i + (float)k;
        }
}

/* Runs a module on every level and hands each result to `check`. */
static void each_level(const char *text, void (*check)(const vm_job *))
{
    for (int level = 0; level < S9_VM_LEVEL_COUNT; level++) {
        if (!vm_has_level(level))
            continue;
        s9_shader *shader = vm_shader(text, level);
        assert_non_null(shader);
        memset(job.out, 0x55, sizeof job.out);
        assert_true(vm_run(shader, &job));
        check(&job);
        s9_shader_destroy(shader);
    }
}

static void assert_lane(const float *got, float x, float y, float z, float w)
{
    const float want[4] = {x, y, z, w};
    for (int k = 0; k < 4; k++)
        if (bits_of(got[k]) != bits_of(want[k]))
            fail_msg("component %d is %a, not %a", k, (double)got[k], (double)want[k]);
}

static void check_moves(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        float f = (float)i;
        assert_lane(j->out[0][i], f + 0.75f, f, f + 0.25f, f + 0.5f);
        assert_lane(j->out[1][i], 100 - f + 1, 100 - f, f == 7 ? 5.0f : 4.0f, 2);
        assert_int_equal(j->written[0][i], 15);
    }
}

/* Exchanges of components, reads before writes, select, constants, immediates. */
static void test_moves(void **state)
{
    (void)state;
    static const float c[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    ramp(200);
    job.constants.f = c;
    job.constants.f_count = 2;
    each_level(HEAD "register r0 f32\nimmediates 7 2\nfunction program\n"
                    "  r0.xyzw = mov in.v0.xyzw @0\n"
                    "  r0.xyzw = mov r0.wxyz @1\n"
                    "  out.o0.xyzw = mov r0.xyzw @2\n"
                    "  %0:b1 = eq in.v0.x, #0.x @3\n"
                    "  r0.xy = mov in.v1.xy @4\n"
                    "  r0.xy = mov r0.yx @5\n"
                    "  out.o1.xy = mov r0.xy @6\n"
                    "  out.o1.z = select %0.x, c1.x, c0.w @7\n"
                    "  out.o1.w = mov #1.x @8\n",
               check_moves);
}

static void check_divergence(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        float f = (float)i, inner = i < 10 ? (i < 5 ? 1.0f : 2.0f) : 3.0f;
        assert_lane(j->out[0][i], inner, f < 5 ? f : 0, f, 0);
        assert_int_equal(j->written[0][i], i < 5 ? 7 : 5);
        /* Lanes count up to their own limit, at most 20 times. */
        float turns = i % 64 < 20 ? (float)(i % 64) : 20;
        turns = i < 20 ? f : 20;
        assert_lane(j->out[1][i], turns, turns * 2, i >= 130 ? 1.0f : 0.0f, 9);
    }
}

static void test_divergence(void **state)
{
    (void)state;
    static const int32_t counts[1][4] = {{20, 0, 0, 0}};
    ramp(140);
    job.constants.i = counts;
    job.constants.i_count = 1;
    each_level(HEAD "register r0 f32\nregister r1 f32\nimmediates 10 5 1 2 3 130 9\nfunction program\n"
                    "  %0:b1 = lt in.v0.x, #0.x @0\n"
                    "  if %0.x @0\n"
                    "    %1:b1 = lt in.v0.x, #1.x @1\n"
                    "    if %1.x @1\n"
                    "      r0.x = mov #2.x @2\n"
                    "      out.o0.y = mov in.v0.x @2\n"
                    "    else @3\n"
                    "      r0.x = mov #3.x @4\n"
                    "    endif @5\n"
                    "  else @6\n"
                    "    r0.x = mov #4.x @7\n"
                    "  endif @8\n"
                    "  out.o0.xz = mov r0.xx @9\n"
                    "  out.o0.z = mov in.v0.x @9\n"
                    "  loop i0.x @10\n"
                    "    %2:b1 = ge r1.x, in.v0.x @11\n"
                    "    break_if %2.x @11\n"
                    "    r1.x = add r1.x, #2.x @12\n"
                    "    r1.y = add r1.y, #3.x @13\n"
                    "  endloop @14\n"
                    "  %3:b1 = ge in.v0.x, #5.x @15\n"
                    "  if %3.x @15\n"
                    "    r1.z = mov #2.x @16\n"
                    "  endif @17\n"
                    "  out.o1.xyz = mov r1.xyz @18\n"
                    "  out.o1.w = mov #6.x @19\n",
               check_divergence);
}

static void check_calls(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        /* l1 doubles and returns early below 4, else adds one; the program leaves at 100. */
        float f = (float)i;
        float value = i < 4 ? f * 2 : f * 2 + 1;
        value = value < 4 ? value * 2 : value * 2 + 1;
        if (i >= 100) {
            assert_int_equal(j->written[0][i], 0);
            assert_lane(j->out[0][i], 0, 0, 0, 0);
        } else {
            assert_int_equal(j->written[0][i], 1);
            assert_lane(j->out[0][i], i % 2 == 0 ? value : f, 0, 0, 0);
        }
    }
}

static void test_calls(void **state)
{
    (void)state;
    ramp(130);
    each_level("ir vs_3_0\ninput v0 position 0 .xyzw\noutput o0 position 0 .x\n"
               "register r0 f32\nregister r1 f32\nimmediates 4 1 100 2 0.5 0\nfunction program\n"
               "  r0.x = mov in.v0.x @0\n"
               "  %0:b1 = ge in.v0.x, #2.x @1\n"
               "  if %0.x @1\n"
               "    ret @2\n"
               "  endif @3\n"
               "  %1:f1 = mul in.v0.x, #4.x @4\n"
               "  %2:f1 = frc %1.x @5\n"
               "  %3:b1 = eq %2.x, #5.x @6\n"
               "  if %3.x @6\n"
               "    call 2 @7\n"
               "  endif @8\n"
               "  out.o0.x = mov r0.x @9\n"
               "function l1\n"
               "  r1.x = mul r0.x, #3.x @10\n"
               "  %4:b1 = lt r0.x, #0.x @11\n"
               "  r0.x = mov r1.x @12\n"
               "  if %4.x @13\n"
               "    ret @14\n"
               "  endif @15\n"
               "  r0.x = add r0.x, #1.x @16\n"
               "function l2\n"
               "  call 1 @17\n"
               "  call 1 @18\n",
               check_calls);
}

static void check_predicates(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        float f = (float)i;
        bool x = i < 50, y = i % 2 == 0;
        assert_lane(j->out[0][i], x ? 1.0f : 7.0f, y ? 2.0f : 7.0f, x ? 7.0f : 3.0f, 7);
        assert_int_equal(j->written[1][i], (x ? 1 : 0) | (y ? 0 : 2) | (x ? 0 : 4));
        assert_lane(j->out[1][i], x ? f : 0, y ? 0 : f + 0.25f, x ? 0 : 9, 0);
    }
}

static void test_predicates(void **state)
{
    (void)state;
    ramp(100);
    each_level(HEAD "register r0 f32\nregister p0 bool\nimmediates 50 0.5 0 1 2 3 7 7 7 7 9\nfunction program\n"
                    "  p0.x = lt in.v0.x, #0.x @0\n"
                    "  %0:f1 = mul in.v0.x, #1.x @0\n"
                    "  %1:f1 = frc %0.x @0\n"
                    "  p0.y = eq %1.x, #2.x @0\n"
                    "  r0.xyzw = mov #6.xyzw @1\n"
                    "  r0.xy = mov #3.xy if p0.xy @2\n"
                    "  r0.z = mov #5.x if !p0.x @2\n"
                    "  out.o0.xyzw = mov r0.xyzw @3\n"
                    "  out.o1.x = mov in.v0.x if p0.x @4\n"
                    "  out.o1.y = mov in.v0.y if !p0.y @5\n"
                    "  if p0.x @6\n"
                    "  else @7\n"
                    "    out.o1.z = mov #10.x if !p0.x @8\n"
                    "    out.o1.w = mov #10.x if p0.x @8\n"
                    "  endif @9\n",
               check_predicates);
}

/* ---- relative addressing ---- */

static void check_relative(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        /* c[i - 4]: 10n + component; c3 is defined; 8 constants are given, 256 exist. */
        int n = (int)i - 4;
        float x = n == 3 ? -1.0f : n >= 0 && n < 8 ? (float)(10 * n) : 0.0f;
        float w = n == 3 ? -4.0f : n >= 0 && n < 8 ? (float)(10 * n + 3) : 0.0f;
        /* v[i - 1].z; only v0 and v1 are declared */
        float v = i == 1 ? (float)i + 0.5f : i == 2 ? 102.0f - (float)i : 0.0f;
        assert_lane(j->out[0][i], i == 0 ? 8 : x, w, v, 40);
        assert_int_equal(j->written[0][i], 15);
        /* o[i].x in lanes below 50 */
        assert_lane(j->out[1][i], i == 1 ? 8.0f : 0.0f, 0, 0, 0);
        assert_int_equal(j->written[1][i], i == 1 ? 1 : 0);
    }
}

static void test_relative(void **state)
{
    (void)state;
    float c[8][4];
    for (int i = 0; i < 32; i++)
        c[i / 4][i % 4] = (float)(10 * (i / 4) + i % 4);
    ramp(100);
    job.constants.f = (const float(*)[4])c;
    job.constants.f_count = 8;
    each_level("ir vs_3_0\ninput v0 position 0 .xyzw\ninput v1 texcoord 0 .xyzw\noutput o0 position 0 .xyzw\n"
               "output o1 texcoord 0 .xyzw\ndefinition c3 -1 -2 -3 -4\nregister a0 i32\nregister p0 bool\n"
               "immediates 8 -4 -1 3.7 50\nfunction program\n"
               "  a0.x = ftoi_floor in.v0.x @0\n"
               "  %0:f1 = add in.v0.x, #1.x @0\n"
               "  a0.y = ftoi_floor %0.x @0\n"
               "  %1:f1 = add in.v0.x, #2.x @0\n"
               "  a0.z = ftoi_floor %1.x @0\n"
               "  a0.w = ftoi_even #3.x @0\n"
               "  p0.x = lt in.v0.x, #4.x @0\n"
               "  out.o0.xy = mov c[a0.y+0].xw @1\n"
               "  out.o0.z = mov in.v[a0.z+0].z @1\n"
               "  out.o0.w = mov c[a0.w+0].x @1\n"
               "  out.o[a0.x+0].x = mov #0.x if p0.x @2\n",
               check_relative);
}

static void check_huge_index(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++)
        assert_lane(j->out[0][i], 0, 0, 0, 0);
}

/* Sums beyond 32 bits do not come back into the file. */
static void test_huge_index(void **state)
{
    (void)state;
    static const float c[4][4] = {{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}, {4, 4, 4, 4}};
    ramp(64);
    for (uint32_t i = 0; i < 64; i++) {
        job.in[0][i][0] = 3e38f;
        job.in[0][i][1] = -INFINITY;
        job.in[0][i][2] = i % 2 == 0 ? 4294967296.0f : -4294967296.0f;
        job.in[0][i][3] = 2147483648.0f;
    }
    job.constants.f = c;
    job.constants.f_count = 4;
    each_level(HEAD "register a0 i32\nfunction program\n"
                    "  a0.xyzw = ftoi_floor in.v0.xyzw @0\n"
                    "  out.o0.x = mov c[a0.x+3].x @1\n"
                    "  out.o0.y = mov c[a0.y+2].x @1\n"
                    "  out.o0.z = mov c[a0.z+1].x @1\n"
                    "  out.o0.w = mov in.v[a0.w+1].x @1\n",
               check_huge_index);
}

/* ---- quads ---- */

static void check_derivatives(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        const float(*q)[4] = &j->in[0][i & ~3u];
        uint32_t row = i & 2u, column = i & 1u;
        float dx = j->quads ? q[row + 1][0] - q[row][0] : 0, dy = j->quads ? q[column + 2][1] - q[column][1] : 0;
        assert_lane(j->out[0][i], dx, dy, 0, j->quads && i % 4 >= 2 ? 2.0f : 0.0f);
        assert_int_equal(j->discarded[i], i % 3 == 0);
    }
}

static void test_derivatives(void **state)
{
    (void)state;
    /* r0.x is set in the bottom right lane only: the others still show their old contents to their neighbours. */
    static const char text[] = "ir ps_3_0\ninput v0 texcoord 0 .xyzw\noutput oC0 .xyzw\nregister r0 f32\n"
                               "immediates 0 1 2 3\nfunction program\n"
                               "  out.oC0.x = ddx in.v0.x @0\n"
                               "  out.oC0.y = ddy in.v0.y @1\n"
                               "  %0:b1 = eq in.v0.z, #3.x @2\n"
                               "  if %0.x @2\n"
                               "    r0.x = mov #2.x @3\n"
                               "  endif @4\n"
                               "  %1:f1 = ddx r0.x @5\n"
                               "  out.oC0.w = mov %1.x @5\n"
                               "  out.oC0.z = ddy c5.x @6\n"
                               "  %2:b1 = eq in.v0.w, #0.x @7\n"
                               "  discard %2.x @7\n";
    for (int quads = 0; quads < 2; quads++) {
        ramp(120);
        job.quads = quads != 0;
        for (uint32_t i = 0; i < 120; i++) {
            job.in[0][i][0] = (float)(i * i);
            job.in[0][i][1] = (float)(i * i * i);
            job.in[0][i][2] = (float)(i % 4);
            job.in[0][i][3] = (float)(i % 3);
        }
        each_level(text, check_derivatives);
    }
}

/* ---- textures ---- */

static void check_texture(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        float column = (float)(i % 2), row = (float)(i / 2 % 2);
        assert_lane(j->out[0][i], 1 + column, row, 0.5f, i < 50 ? 0.25f : 0);
        assert_lane(j->out[1][i], 0, 0, 0, 1); /* nothing is bound to s1 */
    }
}

static void test_textures(void **state)
{
    (void)state;
    static const float texels[4][4] = {
        {1, 0, 0.5f, 0.25f}, {2, 0, 0.5f, 0.25f}, {1, 1, 0.5f, 0.25f}, {2, 1, 0.5f, 0.25f}};
    const void *levels[1] = {texels};
    const size_t sizes[1] = {sizeof texels};
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_2D,
                            .format = S9_FORMAT_VALUES,
                            .width = 2,
                            .height = 2,
                            .depth = 1,
                            .levels = 1,
                            .level_data = levels,
                            .level_size = sizes};
    s9_sampler_binding binding = {0};
    s9_texture *texture;
    assert_int_equal(s9_texture_create(NULL, &desc, &texture), S9_OK);
    binding.texture = texture;
    s9_sampler_state_init(&binding.state);
    ramp(100);
    for (uint32_t i = 0; i < 100; i++) {
        job.in[0][i][0] = 0.25f + 0.5f * (float)(i % 2);
        job.in[0][i][1] = 0.25f + 0.5f * (float)(i / 2 % 2);
        job.in[0][i][2] = (float)i;
    }
    job.samplers = &binding;
    job.sampler_count = 1;
    each_level("ir ps_3_0\nsampler s0 2d\ninput v0 texcoord 0 .xyzw\noutput oC0 .xyzw\noutput oC1 .xyzw\n"
               "register r0 f32\nimmediates 50 0 0 0\nfunction program\n"
               "  r0.xyzw = sample_lod s0, in.v0.xyz, #1.x @0\n"
               "  out.oC0.xyz = mov r0.xyz @1\n"
               "  %0:b1 = lt in.v0.z, #0.x @2\n"
               "  if %0.x @2\n"
               "    %1:f4 = sample s0, r0.zzz @3\n"
               "    out.oC0.w = mov %1.w @4\n"
               "  endif @5\n"
               "  out.oC1.xyzw = sample_grad s1, #1.xxx, in.v0.xyz, in.v0.xyz @6\n",
               check_texture);
    s9_texture_destroy(texture);
}

/* ---- uniform conditions, loops whose count is a constant, values that live through a loop ---- */

static void check_uniform(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        assert_lane(j->out[0][i], 1, 0, 30, (float)i * 3 + 5);
        assert_lane(j->out[1][i], 2, 4, 0, 0);
        assert_int_equal(j->written[0][i], 13);
    }
}

static void test_uniform_flow(void **state)
{
    (void)state;
    static const int32_t counts[3][4] = {{3, 10, 5, 0}, {0, 0, 0, 0}, {-7, 0, 0, 0}};
    static const uint32_t flags[2] = {0, 7};
    ramp(70);
    job.constants.i = counts;
    job.constants.i_count = 3;
    job.constants.b = flags;
    job.constants.b_count = 2;
    each_level(HEAD "definition i3 2 1 1 0\ndefinition b4 1\nregister r0 f32\nregister aL i32\n"
                    "immediates 0 1 5 2 10\nfunction program\n"
                    "  if b1.x @0\n"
                    "    out.o0.x = mov #1.x @1\n"
                    "  endif @2\n"
                    "  if b0.x @3\n"
                    "    out.o0.y = mov #1.x @4\n"
                    "  endif @5\n"
                    "  %0:f1 = add in.v0.x, #2.x @6\n" /* needed in every turn of both loops */
                    "  %1:f1 = neg #1.x @6\n"
                    "  loop i0.x @7\n"
                    "    %2:f1 = mul %1.x, #4.x @8\n"
                    "    r0.z = sub r0.z, %2.x @8\n"
                    "    loop i1.x @9\n"
                    "      r0.xyzw = mov #2.xxxx @10\n"
                    "    endloop @11\n"
                    "    r0.w = add in.v0.x, %0.x @12\n"
                    "    r0.w = add r0.w, in.v0.x @13\n"
                    "  endloop @14\n"
                    "  out.o0.zw = mov r0.zw @15\n"
                    "  loop i2.x @16\n"
                    "    out.o0.x = mov #2.x @17\n"
                    "  endloop @18\n"
                    "  loop i3.x @19\n"
                    "    r0.x = add r0.x, #1.x @20\n"
                    "    if b4.x @21\n"
                    "      r0.y = add r0.y, #3.x @22\n"
                    "    else @23\n"
                    "      break @24\n"
                    "    endif @25\n"
                    "  endloop @26\n"
                    "  out.o1.xyzw = mov r0.xyxx @27\n"
                    "  out.o1.zw = mov #0.xx @27\n",
               check_uniform);
}

/* ---- a limit on steps ---- */

static uint32_t step_limit_lane;

static void check_stopped(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        bool stopped = i >= step_limit_lane;
        assert_int_equal(j->stopped[i], stopped);
        assert_int_equal(j->written[0][i], stopped ? 1 : 3);
        assert_lane(j->out[0][i], 1, stopped ? 0.0f : (float)i, 0, 0);
    }
}

static void test_max_steps(void **state)
{
    (void)state;
    static const int32_t forever[1][4] = {{INT32_MAX, 0, 1, 0}};
    ramp(150);
    job.constants.i = forever;
    job.constants.i_count = 1;
    /* Lane n needs n turns of three instructions, one that ends at its first, and three around them: 3 n + 4. */
    step_limit_lane = 101;
    each_level("ir vs_3_0\noptions max_steps=304\ninput v0 position 0 .xyzw\noutput o0 position 0 .xyzw\n"
               "register r0 f32\nimmediates 0 1\nfunction program\n"
               "  out.o0.x = mov #1.x @0\n"
               "  loop i0.x @1\n"
               "    %0:b1 = ge r0.x, in.v0.x @2\n"
               "    break_if %0.x @2\n"
               "    r0.x = add r0.x, #1.x @3\n"
               "  endloop @4\n"
               "  out.o0.y = mov r0.x @5\n",
               check_stopped);
}

/* ---- NaN ---- */

static void check_nan(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        bool odd = i % 2 != 0;
        assert_int_equal(bits_of(j->out[0][i][0]), odd ? 0xFFC12345u : bits_of((float)i));     /* moved */
        assert_int_equal(bits_of(j->out[0][i][1]), odd ? 0x7FC00000u : bits_of((float)i + 1)); /* computed */
        assert_int_equal(bits_of(j->out[0][i][2]), 0x7FC00000u);
        assert_int_equal(bits_of(j->out[0][i][3]), odd ? 0x7FC00000u : bits_of(-(float)i));
        assert_int_equal(bits_of(j->out[1][i][0]), 0x7FA00001u); /* a constant, moved */
    }
}

/* The bits of a NaN do not depend on level or machine: moves keep them, operations give 0x7FC00000. */
static void test_nan(void **state)
{
    (void)state;
    for (int constant = 0; constant < 2; constant++) {
        const uint32_t words[4] = {0x7FA00001u, 0, 0, 0};
        float c[1][4];
        memcpy(c, words, sizeof words);
        ramp(100);
        for (uint32_t i = 1; i < 100; i += 2)
            job.in[0][i][0] = s9_bits_float(0xFFC12345u);
        job.constants.f = (const float(*)[4])c;
        job.constants.f_count = 1;
        each_level(HEAD "register r0 f32\nimmediates 1 0 0x7fa00001 0x7f800000\nfunction program\n"
                        "  r0.x = mov in.v0.x @0\n"
                        "  r0.y = add in.v0.x, #0.x @1\n"
                        "  %0:f1 = div #1.x, #1.x @2\n"
                        "  r0.z = sub #3.x, #3.x @3\n"
                        "  r0.w = neg in.v0.x @3\n"
                        "  %1:f1 = neg %0.x @3\n"
                        "  out.o0.xyzw = mov r0.xyzw @4\n"
                        "  %2:b1 = lt in.v1.x, #1.x @5\n"
                        "  if %2.x @5\n"
                        "    out.o0.z = mov %1.x @6\n"
                        "  endif @7\n"
                        "  out.o1.x = mov c0.x @8\n"
                        "  out.o1.yzw = mov #1.xxx @8\n",
                   check_nan);
    }
}

/* ---- arrays ---- */

static void test_strides(void **state)
{
    (void)state;
    static const char text[] = HEAD "function program\n"
                                    "  out.o0.xyzw = mov in.v0.wzyx @0\n"
                                    "  out.o1.xyzw = mov in.v1.xyzw @0\n";
    enum { LANES = 150 };
    for (int level = 0; level < S9_VM_LEVEL_COUNT; level++) {
        if (!vm_has_level(level))
            continue;
        s9_shader *shader = vm_shader(text, level);
        for (uint32_t components = 1; components <= 4; components++) {
            for (int layout = 0; layout < 4; layout++) {
                /* packed, interleaved with a gap, components apart, backwards */
                float in[5 * LANES * 2], out[5 * LANES * 2];
                ptrdiff_t c = (ptrdiff_t)components;
                ptrdiff_t lane = layout == 0 ? c : layout == 1 ? 7 : layout == 2 ? 1 : -5;
                ptrdiff_t component = layout == 2 ? LANES : 1;
                ptrdiff_t start = layout == 3 ? 5 * (LANES - 1) : 0;
                for (size_t i = 0; i < S9_COUNT(in); i++) {
                    in[i] = (float)i;
                    out[i] = -1;
                }
                s9_lane_array inputs[2] = {{in + start, 4 * lane, 4 * component, components, NULL}, {0}};
                s9_lane_array outputs[2] = {{out + start, 4 * lane, 4 * component, components, NULL}, {0}};
                s9_run_args args = {.struct_size = sizeof args, .lanes = LANES, .inputs = inputs, .outputs = outputs};
                assert_int_equal(s9_shader_run(shader, &args), S9_OK);
                for (ptrdiff_t i = 0; i < LANES; i++) {
                    for (ptrdiff_t k = 0; k < c; k++) {
                        ptrdiff_t from = 3 - k;
                        float want = from < c ? in[start + i * lane + from * component] : from == 3 ? 1.0f : 0.0f;
                        float *got = &out[start + i * lane + k * component];
                        assert_true(*got == want);
                        *got = -1;
                    }
                }
                for (size_t i = 0; i < S9_COUNT(out); i++)
                    assert_true(out[i] == -1);
            }
        }
        s9_shader_destroy(shader);
    }
}

/* More output than caches hold takes another way to memory. */
static void test_large(void **state)
{
    (void)state;
    enum { LANES = 1050037 };
    float(*in)[3] = malloc(LANES * sizeof *in), (*out)[4] = malloc(LANES * sizeof *out);
    assert_non_null(in);
    assert_non_null(out);
    for (uint32_t i = 0; i < LANES; i++)
        for (uint32_t k = 0; k < 3; k++)
            in[i][k] = (float)(i * 3 + k);
    for (int level = 0; level < S9_VM_LEVEL_COUNT; level++) {
        if (!vm_has_level(level))
            continue;
        s9_shader *shader = vm_shader("ir vs_3_0\ninput v0 position 0 .xyzw\noutput o0 position 0 .xyzw\n"
                                      "function program\n  out.o0.xyzw = mov in.v0.wzyx @0\n",
                                      level);
        s9_lane_array input = {in, sizeof *in, sizeof(float), 3, NULL};
        s9_lane_array output = {out, sizeof *out, sizeof(float), 4, NULL};
        s9_run_args args = {.struct_size = sizeof args, .lanes = LANES, .inputs = &input, .outputs = &output};
        memset(out, 0, LANES * sizeof *out);
        assert_int_equal(s9_shader_run(shader, &args), S9_OK);
        for (uint32_t i = 0; i < LANES; i++)
            assert_true(out[i][0] == 1 && out[i][1] == in[i][2] && out[i][2] == in[i][1] && out[i][3] == in[i][0]);
        s9_shader_destroy(shader);
    }
    free(in);
    free(out);
}

static void check_defaults(const vm_job *j)
{
    for (uint32_t i = 0; i < j->lanes; i++) {
        assert_lane(j->out[0][i], 0, 0, 0, 1);
        assert_lane(j->out[1][i], 0, 0, j->missing[2] || i != 5 ? 1.0f : -1.0f, 0);
    }
}

static void test_defaults(void **state)
{
    (void)state;
    ramp(70);
    for (int front = 0; front < 2; front++) {
        job.missing[0] = job.missing[1] = true;
        job.missing[2] = front != 0;
        for (uint32_t i = 0; i < 70; i++)
            job.in[2][i][0] = i == 5 ? -0.001f : i == 6 ? -0.0f : i == 7 ? NAN : 3.0f;
        each_level("ir ps_3_0\ninput v0 texcoord 0 .xyzw\ninput vPos .xy\ninput vFace .x\noutput oC0 .xyzw\n"
                   "output oC1 .xyzw\nimmediates 0\nfunction program\n"
                   "  out.oC0.xyzw = mov in.v0.xyzw @0\n"
                   "  out.oC1.xy = mov in.vPos.xy @1\n"
                   "  out.oC1.z = mov in.vFace.x @1\n"
                   "  out.oC1.w = mov #0.x @1\n",
                   check_defaults);
    }
}

/* Two usages in one register: each slot feeds its own components, and says what was written of them. */
static void test_packed(void **state)
{
    (void)state;
    s9_shader *shader = vm_shader("ir vs_3_0\ninput v0 position 0 .xyzw\noutput o0 position 0 .xy\n"
                                  "output o0 texcoord 3 .zw\nfunction program\n"
                                  "  out.o0.xyz = mov in.v0.xyz @0\n",
                                  S9_VM_BASE);
    assert_non_null(shader);
    assert_int_equal(s9_shader_output_count(shader), 2);
    assert_string_equal(s9_shader_output(shader, 1)->name, "o0");
    assert_int_equal(s9_shader_output(shader, 1)->usage_index, 3);
    ramp(3);
    assert_true(vm_run(shader, &job));
    assert_int_equal(job.written[0][2], 3);
    assert_int_equal(job.written[1][2], 4);
    assert_lane(job.out[1][2], 2, 2.25f, 2.5f, 0);
    s9_shader_destroy(shader);

    shader = vm_shader("ir ps_3_0\ninput v1 texcoord 0 .xy\ninput v1 texcoord 1 .zw\noutput oC0 .xyzw\n"
                       "function program\n  out.oC0.xyzw = mov in.v1.xyzw @0\n",
                       S9_VM_BASE);
    assert_non_null(shader);
    ramp(70);
    assert_true(vm_run(shader, &job));
    for (uint32_t i = 0; i < 70; i++)
        assert_lane(job.out[0][i], job.in[0][i][0], job.in[0][i][1], job.in[1][i][2], job.in[1][i][3]);
    s9_shader_destroy(shader);
}

/* ---- contracts ---- */

static void test_memory(void **state)
{
    (void)state;
    static const char text[] = "ir vs_3_0\ninput v0 position 0 .xyzw\noutput o0 position 0 .xyzw\n"
                               "definition c3 1 2 3 4\nregister r0 f32\nregister a0 i32\nimmediates 1 2\n"
                               "function program\n"
                               "  a0.x = ftoi_even in.v0.x @0\n"
                               "  %0:f1 = exp c1.x @0\n"
                               "  loop i0.x @1\n    r0.x = add %0.x, c[a0.x+1].x @2\n    call 1 @3\n  endloop @4\n"
                               "  out.o0.x = mov r0.x @5\nfunction l1\n  r0.x = mul r0.x, #1.x @6\n";
    bool done = false;
    for (size_t allowed = 0; !done; allowed++) {
        memory_source c = {.fails_at = allowed};
        s9_allocator allocator = memory_allocator(&c);
        s9_ir *ir;
        s9_shader *shader = NULL;
        assert_int_equal(s9_ir_parse(text, sizeof text - 1, NULL, &ir, NULL), S9_OK);
        s9_result result = s9_shader_from_ir(ir, &allocator, S9_VM_BASE, &shader, NULL);
        if (result != S9_OK) {
            assert_int_equal(result, S9_ERROR_MEMORY);
            assert_null(shader);
            continue;
        }
        s9_lane_array array = {0};
        s9_run_args args = {.struct_size = sizeof args, .lanes = 5, .inputs = &array, .outputs = &array};
        result = s9_shader_run(shader, &args);
        done = result == S9_OK;
        if (!done)
            assert_int_equal(result, S9_ERROR_MEMORY);
        s9_shader_destroy(shader);
        assert_int_equal(c.out, 0);
        assert_true(allowed < 1000);
    }
}

static void test_contract(void **state)
{
    (void)state;
    s9_shader *shader = vm_shader(HEAD "function program\n  out.o0.xyzw = mov in.v0.xyzw @0\n", -1);
    assert_non_null(shader);
    assert_string_equal(s9_shader_engine_name(shader), "vm");
    assert_int_equal(s9_shader_stage(shader), S9_STAGE_VERTEX);
    assert_null(s9_shader_input(shader, 2));
    s9_lane_array arrays[2] = {{0}, {0}};
    s9_run_args good = {.struct_size = sizeof good, .lanes = 8, .inputs = arrays, .outputs = arrays};
    assert_int_equal(s9_shader_run(shader, &good), S9_OK);
    s9_run_args bad = good;
    bad.struct_size = 0;
    assert_int_equal(s9_shader_run(shader, &bad), S9_ERROR_ARGUMENT);
    bad = good;
    bad.quads = true;
    bad.lanes = 6;
    assert_int_equal(s9_shader_run(shader, &bad), S9_ERROR_ARGUMENT);
    bad = good;
    bad.constants.f_count = 1;
    assert_int_equal(s9_shader_run(shader, &bad), S9_ERROR_ARGUMENT);
    bad = good;
    bad.inputs = NULL;
    assert_int_equal(s9_shader_run(shader, &bad), S9_ERROR_ARGUMENT);
    float data[4];
    s9_lane_array wide[2] = {{data, 0, 4, 5, NULL}, {0}};
    bad = good;
    bad.inputs = wide;
    assert_int_equal(s9_shader_run(shader, &bad), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_shader_run(NULL, &good), S9_ERROR_ARGUMENT);
    bad = good;
    bad.lanes = 0;
    assert_int_equal(s9_shader_run(shader, &bad), S9_OK);
    s9_shader_destroy(shader);
    s9_shader_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),       cmocka_unit_test(test_divergence), cmocka_unit_test(test_calls),
        cmocka_unit_test(test_predicates),  cmocka_unit_test(test_relative),   cmocka_unit_test(test_huge_index),
        cmocka_unit_test(test_derivatives), cmocka_unit_test(test_textures),   cmocka_unit_test(test_uniform_flow),
        cmocka_unit_test(test_max_steps),   cmocka_unit_test(test_nan),        cmocka_unit_test(test_strides),
        cmocka_unit_test(test_large),       cmocka_unit_test(test_defaults),   cmocka_unit_test(test_packed),
        cmocka_unit_test(test_memory),      cmocka_unit_test(test_contract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
