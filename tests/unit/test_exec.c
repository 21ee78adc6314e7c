/* SPDX-License-Identifier: MIT */
/*
 * From assembly text to numbers: every opcode of shader models 2 and 3 in every version that has it, against values
 * worked out by hand from the instruction tables, in both float modes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exec_run.h"

#include <float.h>
#include <math.h>

static exec_job job;

/* ---- arithmetic ---- */

enum {
    VS2 = 1,
    VS3 = 2,
    PS2 = 4,
    PS3 = 8,
    VS = VS2 | VS3,
    PS = PS2 | PS3,
    SM3 = VS3 | PS3,
    ALL = VS | PS,
};

static const struct {
    const char *text;
    uint32_t group;
} versions[] = {{"vs_2_0", VS2}, {"vs_2_x", VS2}, {"vs_2_sw", VS2}, {"vs_3_0", VS3}, {"vs_3_sw", VS3},
                {"ps_2_0", PS2}, {"ps_2_x", PS2}, {"ps_2_sw", PS2}, {"ps_3_0", PS3}, {"ps_3_sw", PS3}};
#define VERSIONS (sizeof versions / sizeof versions[0])

#define INF ((float)INFINITY)
#define QNAN ((float)NAN)
#define HUGE_F FLT_MAX

/*
 * Around the instruction: r0 = (9, 9, 9, 9), r1 = A = (2, -3, 0.5, 4), r2 = B = (-1, 0.25, 8, -0), r3 = C = (10, 20,
 * 30, 40), c0 = (1, 2, 3, 4), c1 = (0, -1, 0.5, 100), c2 = (3, 0, 4, 10), c3 = (-1, 0, 2, 1), c4 = (inf, NaN, -inf,
 * -0). The result is r0.
 */
static const float constants[8][4] = {{1, 2, 3, 4},
                                      {0, -1, 0.5f, 100},
                                      {3, 0, 4, 10},
                                      {-1, 0, 2, 1},
                                      {INF, QNAN, -INF, -0.0f},
                                      {-1e30f, 1e30f, 1e-30f, 1e20f},
                                      {9, 9, 9, 9},
                                      {0, 0, 0, 2}};
static const float operand_a[4] = {2, -3, 0.5f, 4}, operand_b[4] = {-1, 0.25f, 8, -0.0f},
                   operand_c[4] = {10, 20, 30, 40};

typedef struct arithmetic {
    uint32_t groups;
    const char *text;
    float d3d9[4];
    float ieee[4];
} arithmetic;

#define SAME(...)   \
    {__VA_ARGS__},  \
    {               \
        __VA_ARGS__ \
    }

static const arithmetic table[] = {
    /* 5.1 component-wise */
    {ALL, "mov r0, r1", SAME(2, -3, 0.5f, 4)},
    {ALL, "mov r0.yw, r1", SAME(9, -3, 9, 4)},
    {ALL, "mov r0, -r1", SAME(-2, 3, -0.5f, -4)},
    {ALL, "mov r0, r1.wzyx", SAME(4, 0.5f, -3, 2)},
    {ALL, "add r0, r1, r2", SAME(1, -2.75f, 8.5f, 4)},
    {ALL, "add r0.xyz, r1, -r2.x", SAME(3, -2, 1.5f, 9)},
    {ALL, "sub r0, r1, r2", SAME(3, -3.25f, -7.5f, 4)},
    {ALL, "mul r0, r1, r2", {-2, -0.75f, 4, 0.0f}, {-2, -0.75f, 4, -0.0f}},
    {ALL, "mul r0, c4, c1.x", {0, 0, 0, 0}, {QNAN, QNAN, QNAN, -0.0f}},
    {ALL, "mad r0, r1, r2, r3", SAME(8, 19.25f, 34, 40)},
    {ALL, "mad r0, c4, r2.w, c0", {1, 2, 3, 4}, {QNAN, QNAN, QNAN, 4}},
    {ALL, "min r0, r1, r2", SAME(-1, -3, 0.5f, -0.0f)},
    {ALL, "max r0, r1, r2", SAME(2, 0.25f, 8, 4)},
    {ALL, "min r0, c4, c0", SAME(1, 2, -INF, -0.0f)},
    {ALL, "max r0, c0, c4", SAME(INF, 2, 3, 4)},
    {ALL, "min r0, r2.w, c1.x", SAME(0, 0, 0, 0)},
    {ALL, "max r0, r2.w, c1.x", SAME(-0.0f, -0.0f, -0.0f, -0.0f)},
    {VS, "slt r0, r1, r2", SAME(0, 1, 1, 0)},
    {VS, "sge r0, r1, r2", SAME(1, 0, 0, 1)},
    {VS, "slt r0, c4, c0", SAME(0, 0, 1, 1)},
    {VS, "sge r0, c4, c0", SAME(1, 0, 0, 0)},
    {ALL, "abs r0, r1", SAME(2, 3, 0.5f, 4)},
    {ALL, "abs r0, c4", SAME(INF, QNAN, INF, 0)},
    {ALL, "frc r0, r2", SAME(0, 0.25f, 0, 0)},
    {ALL, "frc r0, c5", SAME(0, 0, 1e-30f, 0)},
    {ALL, "frc r0.x, -c5.z", SAME(1, 9, 9, 9)},
    {ALL, "frc r0, c4", SAME(QNAN, QNAN, QNAN, 0)},
    {ALL, "lrp r0, r1, c0, r3", SAME(-8, 74, 16.5f, -104)},
    {ALL, "lrp r0, c1.x, c4, r3", {10, 20, 30, 40}, {QNAN, QNAN, QNAN, 40}},
    {VS, "sgn r0, r1, r5, r6", SAME(1, -1, 1, 1)},
    {VS, "sgn r0, c4, r5, r6", SAME(1, 1, -1, 0)},
    {PS, "cmp r0, r1, c0, r3", SAME(1, 20, 3, 4)},
    {PS, "cmp r0, c4, c0, r3", SAME(1, 20, 30, 4)},
    /* 5.2 scalar functions */
    {ALL, "rcp r0, r1.w", SAME(0.25f, 0.25f, 0.25f, 0.25f)},
    {ALL, "rcp r0.xz, r1.y", SAME(-1.0f / 3, 9, -1.0f / 3, 9)},
    {ALL, "rcp r0.x, c1.x", {HUGE_F, 9, 9, 9}, {INF, 9, 9, 9}},
    {ALL, "rcp r0.x, c4.w", {HUGE_F, 9, 9, 9}, {-INF, 9, 9, 9}},
    {ALL, "rcp r0.x, c4.z", SAME(-0.0f, 9, 9, 9)},
    {ALL, "rcp r0.x, c4.y", SAME(QNAN, 9, 9, 9)},
    {ALL, "rsq r0, r1.w", SAME(0.5f, 0.5f, 0.5f, 0.5f)},
    {ALL, "rsq r0.y, -r1.w", SAME(9, 0.5f, 9, 9)},
    {ALL, "rsq r0.y, c4.w", {9, HUGE_F, 9, 9}, {9, INF, 9, 9}},
    {ALL, "rsq r0.y, c4.z", SAME(9, 0, 9, 9)},
    {ALL, "exp r0, r1.x", SAME(4, 4, 4, 4)},
    {ALL, "exp r0.x, c1.w", SAME(0x1p100f, 9, 9, 9)},
    {ALL, "exp r0.x, c5.w", {HUGE_F, 9, 9, 9}, {INF, 9, 9, 9}},
    {ALL, "exp r0.x, c4.z", SAME(0, 9, 9, 9)},
    {ALL, "log r0, r1.w", SAME(2, 2, 2, 2)},
    {ALL, "log r0.x, -r1.z", SAME(-1, 9, 9, 9)},
    {ALL, "log r0.x, c1.x", {-HUGE_F, 9, 9, 9}, {-INF, 9, 9, 9}},
    {ALL, "log r0.x, c4.z", SAME(INF, 9, 9, 9)},
    {VS, "expp r0, r1.x", SAME(4, 4, 4, 4)},
    {VS, "logp r0, r1.w", SAME(2, 2, 2, 2)},
    {ALL, "pow r0, r1.x, c0.z", SAME(8, 8, 8, 8)},
    {ALL, "pow r0, r1.y, c0.y", SAME(9, 9, 9, 9)},
    {ALL, "pow r0, r1.x, c1.y", SAME(0.5f, 0.5f, 0.5f, 0.5f)},
    {ALL, "pow r0.x, c1.x, c1.x", SAME(1, 9, 9, 9)},
    {ALL, "pow r0.x, c1.x, c5.z", SAME(0, 9, 9, 9)},
    {ALL, "pow r0.x, c1.x, -c5.z", {HUGE_F, 9, 9, 9}, {INF, 9, 9, 9}},
    {ALL, "pow r0.x, c4.y, c4.w", SAME(1, 9, 9, 9)},
    {ALL, "pow r0.x, r1.w, c1.w", {HUGE_F, 9, 9, 9}, {INF, 9, 9, 9}},
    /* 5.3 products and macros */
    {ALL, "dp3 r0, r1, c0", SAME(-2.5f, -2.5f, -2.5f, -2.5f)},
    {ALL, "dp4 r0, r1, c0", SAME(13.5f, 13.5f, 13.5f, 13.5f)},
    {ALL, "dp3 r0.x, c4, c1.x", {0, 9, 9, 9}, {QNAN, 9, 9, 9}},
    {ALL, "dp4 r0.w, c4.xxxx, c7", {9, 9, 9, INF}, {9, 9, 9, QNAN}},
    {PS, "dp2add r0, r1, c0, c0.w", SAME(0, 0, 0, 0)},
    {VS, "dst r0, r1, c0", SAME(1, -6, 0.5f, 4)},
    {ALL, "crs r0.xyz, r1, c0", SAME(-10, -5.5f, 7, 9)},
    {ALL, "crs r0.y, r1, c0", SAME(9, -5.5f, 9, 9)},
    {ALL, "nrm r0, c2", SAME(3 * 0.2f, 0, 4 * 0.2f, 10 * 0.2f)},
    {ALL, "nrm r0, c7", {0, 0, 0, INF}, {QNAN, QNAN, QNAN, INF}},
    {ALL, "nrm r0.xyz, c5", {0, 0, 0, 9}, {-0.0f, 0, 0, 9}},
    {ALL, "nrm r0.xyz, c4.xxx", {0, 0, 0, 9}, {QNAN, QNAN, QNAN, 9}},
    {VS, "lit r0, c0", SAME(1, 1, 16, 1)},
    {VS, "lit r0, r1", SAME(1, 2, 0, 1)},
    {VS, "lit r0, r2", SAME(1, 0, 0, 1)},
    {VS, "lit r0, c7", SAME(1, 0, 0, 1)},
    {VS, "lit r0.z, c2.xxwz", SAME(9, 9, 81, 9)},
    {ALL, "m4x4 r0, r1, c0", SAME(13.5f, 403.25f, 48, 3)},
    {ALL, "m4x3 r0.xyz, r1, c0", SAME(13.5f, 403.25f, 48, 9)},
    {ALL, "m3x4 r0, r1, c0", SAME(-2.5f, 3.25f, 8, -1)},
    {ALL, "m3x3 r0.xyz, r1, c0", SAME(-2.5f, 3.25f, 8, 9)},
    {ALL, "m3x2 r0.xy, r1, c0", SAME(-2.5f, 3.25f, 9, 9)},
    {VS2 | PS2, "sincos r0.xy, c1.x, c2, c3", SAME(1, 0, 9, 9)},
    {SM3, "sincos r0.xy, c1.x", SAME(1, 0, 9, 9)},
    {SM3, "sincos r0.x, c1.x", SAME(1, 9, 9, 9)},
    {SM3, "sincos r0.y, c1.x", SAME(9, 0, 9, 9)},
    {SM3, "sincos r0.xy, c4.x", SAME(QNAN, QNAN, 9, 9)},
    /* modifiers */
    {PS | VS3, "add_sat r0, r1, r2", SAME(1, 0, 1, 1)},
    {PS | VS3, "mov_sat r0, c4", SAME(1, 0, 0, 0)},
    {PS, "mov_pp r0, r1", SAME(2, -3, 0.5f, 4)},
    {SM3, "mov r0, r1_abs", SAME(2, 3, 0.5f, 4)},
    {SM3, "mov r0, -r1_abs", SAME(-2, -3, -0.5f, -4)},
    /* the destination is a source */
    {ALL, "mov r0, r1\n mov r0, r0.wxyz", SAME(4, 2, -3, 0.5f)},
    {ALL, "mov r0, r1\n mad r0, r0.x, r0.y, r0.z", SAME(-5.5f, -5.5f, -5.5f, -5.5f)},
    {ALL, "mov r0, r1\n dp4 r0.x, r0, r0\n dp4 r0.y, r0, r0", SAME(29.25f, 880.8125f, 0.5f, 4)},
};

static void put(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void put(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

/* Declarations of three inputs and an output, and the moves around the instruction. */
static void wrap(char *text, size_t size, const char *version, uint32_t group, const char *body)
{
    text[0] = '\0';
    put(text, size, "%s\n", version);
    if (group == PS2)
        put(text, size, "dcl t0\ndcl t1\ndcl t2\n");
    else if (group == PS3)
        put(text, size, "dcl_texcoord0 v0\ndcl_texcoord1 v1\ndcl_texcoord2 v2\n");
    else
        put(text, size, "dcl_position v0\ndcl_normal v1\ndcl_texcoord v2\n");
    if (group == VS3)
        put(text, size, "dcl_position o0\n");
    put(text, size, "mov r0, c6\n");
    for (int i = 0; i < 3; i++)
        put(text, size, "mov r%d, %c%d\n", i + 1, group == PS2 ? 't' : 'v', i);
    put(text, size, "%s\nmov %s, r0\n", body, group == VS2 ? "oPos" : group == VS3 ? "o0" : "oC0");
}

static void prepare(uint32_t group, bool ieee)
{
    static const char *const vertex[] = {"v0", "v1", "v2"}, *const texture[] = {"t0", "t1", "t2"};
    memset(&job, 0, sizeof job);
    job.lanes = 3;
    job.options.float_mode = ieee ? S9_FLOAT_IEEE : S9_FLOAT_D3D9;
    job.constants.f = constants;
    job.constants.f_count = 8;
    for (int i = 0; i < 3; i++)
        job.input_names[i] = group == PS2 ? texture[i] : vertex[i];
    for (int lane = 0; lane < EXEC_LANES; lane++) {
        memcpy(job.in[0][lane], operand_a, sizeof operand_a);
        memcpy(job.in[1][lane], operand_b, sizeof operand_b);
        memcpy(job.in[2][lane], operand_c, sizeof operand_c);
    }
}

static bool same(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static void expect(const char *what, const float *got, const float *want)
{
    for (int k = 0; k < 4; k++)
        if (!same(got[k], want[k]))
            fail_msg("%s: %c = %.9g (%a), not %.9g (%a)", what, "xyzw"[k], (double)got[k], (double)got[k],
                     (double)want[k], (double)want[k]);
}

static void test_arithmetic(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        for (size_t v = 0; v < VERSIONS; v++) {
            if ((table[i].groups & versions[v].group) == 0)
                continue;
            for (int ieee = 0; ieee < 2; ieee++) {
                char text[1000], what[300];
                prepare(versions[v].group, ieee != 0);
                wrap(text, sizeof text, versions[v].text, versions[v].group, table[i].text);
                snprintf(what, sizeof what, "%s %s (%s)", versions[v].text, table[i].text, ieee ? "ieee" : "d3d9");
                if (!exec_run(text, &job))
                    fail_msg("%s does not run", what);
                for (uint32_t lane = 0; lane < job.lanes; lane++) {
                    expect(what, job.out[0][lane], ieee ? table[i].ieee : table[i].d3d9);
                    assert_int_equal(job.written[0][lane], 15);
                }
            }
        }
    }
}

/* ---- whole programs ---- */

/* Lane n: v0 = (n, -n, n / 4, 1), v1 = (1, 2, 3, 4); constants of the table, i0.., b0... */
static const int32_t integers[3][4] = {{3, 10, -3, 0}, {2, 0, 1, 0}, {0, 5, 1, 0}};
static const uint32_t booleans[2] = {0, 1};

static void prepare_ramp(const char *first, const char *second)
{
    memset(&job, 0, sizeof job);
    job.lanes = 8;
    job.constants = (s9_constants){constants, 8, integers, 3, booleans, 2};
    job.input_names[0] = first;
    job.input_names[1] = second;
    for (int lane = 0; lane < EXEC_LANES; lane++) {
        const float n = (float)lane, x[4] = {n, -n, n / 4, 1}, y[4] = {1, 2, 3, 4};
        memcpy(job.in[0][lane], x, sizeof x);
        memcpy(job.in[1][lane], y, sizeof y);
    }
}

static const float *result(const char *name, uint32_t lane)
{
    int slot = exec_output(&job, name);
    if (slot < 0)
        fail_msg("there is no output %s", name);
    return job.out[slot][lane];
}
static uint32_t written(const char *name, uint32_t lane)
{
    int slot = exec_output(&job, name);
    return slot < 0 ? 0 : job.written[slot][lane];
}
static void expect4(const char *name, uint32_t lane, float x, float y, float z, float w)
{
    const float want[4] = {x, y, z, w};
    expect(name, result(name, lane), want);
}

static void test_dynamic_flow(void **state)
{
    (void)state;
    static const char *const heads[] = {"vs_2_x\ndcl_position v0\ndcl_normal v1\n",
                                        "vs_3_0\ndcl_position v0\ndcl_normal v1\ndcl_position o0\n",
                                        "ps_2_x\ndcl t0\ndcl t1\n", "ps_3_0\ndcl_texcoord0 v0\ndcl_texcoord1 v1\n"};
    static const char *const outputs[] = {"oPos", "o0", "oC0", "oC0"};
    for (int i = 0; i < 4; i++) {
        char text[2000];
        const char *v = i == 2 ? "t" : "v";
        snprintf(text, sizeof text,
                 "%s"
                 "def c10, 3, 5, 0, 1\n"
                 "mov r0, c10.z\n"
                 "mov r1, %s0\n"
                 "if_lt r1.x, c10.x\n" /* n < 3: x = 1 */
                 "  mov r0.x, c10.w\n"
                 "else\n"
                 "  if_ge r1.x, c10.y\n" /* n >= 5: x = 5 */
                 "    mov r0.x, c10.y\n"
                 "  endif\n"
                 "endif\n"
                 "setp_gt p0, r1, c10.x\n" /* n > 3 */
                 "(p0.x) mov r0.y, c10.x\n"
                 "(!p0.x) mov r0.y, r1.z\n"
                 "rep i0\n" /* three turns, but leave when z reaches n */
                 "  break_ge r0.z, r1.x\n"
                 "  add r0.z, r0.z, c10.w\n"
                 "endrep\n"
                 "if p0.x\n  mov r0.w, c10.y\nendif\n"
                 "if !p0.x\n  add r0.w, r0.w, c10.w\nendif\n"
                 "mov %s, r0\n",
                 heads[i], v, outputs[i]);
        prepare_ramp(i == 2 ? "t0" : "v0", i == 2 ? "t1" : "v1");
        assert_true(exec_run(text, &job));
        for (uint32_t n = 0; n < 8; n++) {
            float f = (float)n;
            expect4(outputs[i], n,
                    n < 3   ? 1.0f
                    : n < 5 ? 0.0f
                            : 5.0f,
                    n > 3 ? 3.0f : f / 4, n < 3 ? f : 3.0f, n > 3 ? 5.0f : 1.0f);
        }
    }
}

static void test_static_flow(void **state)
{
    (void)state;
    prepare_ramp("v0", NULL);
    assert_true(exec_run("vs_3_0\n"
                         "def c10, 1, 2, 0, 100\n"
                         "defi i5, 2, 0, 4, 0\n"
                         "defb b3, true\n"
                         "dcl_position v0\n"
                         "dcl_position o0\n"
                         "dcl_texcoord0 o1\n"
                         "mov r0, c10.z\n"
                         "mov r1, c10.z\n"
                         "loop aL, i0\n" /* aL = 10, 7, 4 */
                         "  add r0.x, r0.x, c[aL].x\n"
                         "  loop aL, i5\n" /* aL = 0, 4 */
                         "    add r0.y, r0.y, c[aL+1].w\n"
                         "  endloop\n"
                         "  rep i1\n"
                         "    add r0.z, r0.z, c[aL].y\n"
                         "  endrep\n"
                         "endloop\n"
                         "loop aL, i2\n  mov r0, c10.w\nendloop\n"
                         "if b0\n  mov r0.w, c10.w\nelse\n  mov r0.w, c10.x\nendif\n"
                         "if b3\n  add r0.w, r0.w, v0.x\nendif\n"
                         "call l1\n"
                         "callnz l1, b1\n"
                         "callnz l1, !b1\n"
                         "mov o0, r0\n"
                         "mov o1, r1\n"
                         "ret\n"
                         "label l1\n"
                         "call l2\n"
                         "add r1.x, r1.x, c10.x\n"
                         "ret\n"
                         "label l2\n"
                         "add r1.y, r1.y, c10.y\n"
                         "ret\n",
                         &job));
    for (uint32_t n = 0; n < 8; n++) {
        /* c10 + c7 + c4 in x: 1 + 0 + inf; c1.w + c5.w three times; y of c10, c7, c4 twice each */
        expect4("o0", n, INF, 3 * (100 + 1e20f), QNAN, 1 + (float)n);
        expect4("o1", n, 2, 4, 0, 0);
    }
}

/* mova ties to even, relative constants, a0 of every component, relative outputs and inputs. */
static void test_addresses(void **state)
{
    (void)state;
    prepare_ramp("v0", "v1");
    for (int lane = 0; lane < 8; lane++)
        job.in[0][lane][0] = (float)lane - 0.5f;
    assert_true(exec_run("vs_3_0\n"
                         "def c4, 40, 41, 42, 43\n"
                         "dcl_position v0\n"
                         "dcl_normal v1\n"
                         "dcl_position o0\n"
                         "dcl_texcoord0 o1\n"
                         "dcl_texcoord1 o2\n"
                         "mova a0.xw, v0.xyzx\n"
                         "mov o0, c[a0.w+2]\n"
                         "mov o1, v[a0.x]\n"
                         "mov o2, c0\n",
                         &job));
    for (uint32_t n = 0; n < 8; n++) {
        int tie = (int)n / 2 * 2, at = tie + 2; /* n - 0.5 to the nearest, ties to even */
        if (at == 4)
            expect4("o0", n, 40, 41, 42, 43);
        else if (at < 8)
            expect("o0", result("o0", n), constants[at]);
        else
            expect4("o0", n, 0, 0, 0, 0);
        if (tie == 0)
            expect("o1", result("o1", n), job.in[0][n]);
        else
            expect4("o1", n, 0, 0, 0, 0);
    }
}

/* Outputs of vs_2_0 by name; scalars take component x. */
static void test_vertex_outputs(void **state)
{
    (void)state;
    prepare_ramp("v0", "v1");
    assert_true(exec_run("vs_2_0\ndcl_position v0\ndcl_normal v1\n"
                         "mov oPos, v0\nmov oFog, v1.y\nmov oPts, v1.w\nmov oD0, c0\nmov oD1.xy, c1\n"
                         "mov oT0.xyz, v1\nmov oT7, c2\n",
                         &job));
    expect4("oPos", 3, 3, -3, 0.75f, 1);
    assert_true(result("oFog", 1)[0] == 2 && result("oPts", 1)[0] == 4);
    assert_int_equal(written("oFog", 0), 1);
    expect("oD0", result("oD0", 5), constants[0]);
    assert_int_equal(written("oD1", 5), 3);
    assert_int_equal(written("oT0", 5), 7);
    expect4("oT0", 5, 1, 2, 3, 0);
    expect("oT7", result("oT7", 5), constants[2]);
}

/* ---- pixels ---- */

static void test_pixel_outputs(void **state)
{
    (void)state;
    prepare_ramp("v0", "v1");
    for (int lane = 0; lane < 8; lane++)
        job.in[2][lane][0] = lane % 2 == 0 ? 1.0f : -1.0f;
    job.input_names[2] = "vFace";
    assert_true(exec_run("ps_3_0\ndcl_texcoord0 v0\ndcl_color v1.xy\ndcl vFace\ndcl vPos.xy\n"
                         "def c10, 4, 0, 1, 0.5\n"
                         "mov r0, v1\n" /* the mask of the declaration does not narrow the read */
                         "cmp r1, vFace.x, c10.z, c10.y\n"
                         "mov oC0, r0\nmov oC1.xz, r1\nmov oC3, vPos.xyxy\n"
                         "setp_lt p0, v0.x, c10.x\n"
                         "(p0) mov oDepth, c10.w\n"
                         "sub r2, v0, c10.x\n"
                         "texkill r2\n",
                         &job));
    for (uint32_t n = 0; n < 8; n++) {
        expect4("oC0", n, 1, 2, 3, 4);
        expect4("oC1", n, n % 2 == 0, 0, n % 2 == 0, 0);
        expect4("oC3", n, 0, 0, 0, 0);
        assert_int_equal(written("oC1", n), 5);
        assert_int_equal(written("oDepth", n), n < 4 ? 1 : 0);
        assert_int_equal(job.discarded[n], 1); /* y is -n - 4 */
    }
}

static void test_texkill(void **state)
{
    (void)state;
    static const float tested[6][4] = {{0, 0, 0, 0},  {-0.0f, 1, 1, 1}, {1, 1, -1e-40f, 1},
                                       {1, 1, 1, -1}, {QNAN, 1, 1, 1},  {-INF, 1, 1, 1}};
    static const uint8_t all[6] = {0, 0, 1, 1, 0, 1}, three[6] = {0, 0, 1, 0, 0, 1};
    static const struct {
        const char *text, *input;
        const uint8_t *want;
    } cases[] = {{"ps_2_0\ndcl t0\ntexkill t0\nmov oC0, t0\n", "t0", all},
                 {"ps_3_0\ndcl_texcoord v0\ntexkill v0\nmov oC0, v0\n", "v0", all},
                 {"ps_1_1\ntexkill t0\nmov r0, c0\n", "t0", three},
                 {"ps_1_4\ntexcrd r1.rgb, t0\nphase\ntexkill r1\nmov r0, c0\n", "t0", three}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memset(&job, 0, sizeof job);
        job.lanes = 6;
        job.input_names[0] = cases[i].input;
        memcpy(job.in[0], tested, sizeof tested);
        assert_true(exec_run(cases[i].text, &job));
        for (uint32_t n = 0; n < 6; n++)
            if (job.discarded[n] != cases[i].want[n])
                fail_msg("case %u, lane %u", (unsigned)i, n);
    }
}

static void test_quads(void **state)
{
    (void)state;
    for (int quads = 0; quads < 2; quads++) {
        prepare_ramp("v0", NULL);
        job.quads = quads != 0;
        for (int lane = 0; lane < 8; lane++) {
            job.in[0][lane][0] = (float)(lane * lane);
            job.in[0][lane][1] = (float)(lane * 3);
        }
        assert_true(exec_run("ps_3_0\ndcl_texcoord v0\ndsx r0.xy, v0\ndsy r0.zw, v0.xyxy\nmov oC0, r0\n", &job));
        for (uint32_t n = 0; n < 8; n++) {
            uint32_t q = n & 4u, row = n & 2u, column = n & 1u;
            const float(*in)[4] = &job.in[0][q];
            if (quads)
                expect4("oC0", n, in[row + 1][0] - in[row][0], 3, in[column + 2][0] - in[column][0], 6);
            else
                expect4("oC0", n, 0, 0, 0, 0);
        }
    }
}

/* ---- textures: 2x2 texels (column, row, level, 1), and a second level of one texel ---- */

static s9_texture *make_texture(void)
{
    static const float first[4][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}},
                       second[4] = {0.5f, 0.5f, 1, 1};
    const void *levels[2] = {first, second};
    const size_t sizes[2] = {sizeof first, sizeof second};
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_2D,
                            .format = S9_FORMAT_VALUES,
                            .width = 2,
                            .height = 2,
                            .depth = 1,
                            .levels = 2,
                            .level_data = levels,
                            .level_size = sizes};
    s9_texture *texture = NULL;
    assert_int_equal(s9_texture_create(NULL, &desc, &texture), S9_OK);
    return texture;
}

static void test_texture_instructions(void **state)
{
    (void)state;
    static const struct {
        const char *version, *text;
        float want[4];
    } cases[] = {
        {"2", "texld r0, r1, s0", {1, 0, 0, 1}},
        {"2", "texldp r0, r2, s0", {0, 1, 0, 1}},
        {"2", "texldb r0, r3, s0", {1, 0, 0, 1}},
        {"2", "texld r0, r1, s1", {0, 0, 0, 1}},
        {"3", "texld r0, r1, s0.yxwz", {0, 1, 1, 0}},
        {"3", "texld r0.yw, r1, s0.xxxz", {9, 1, 9, 0}},
        {"3", "texld r0, r1.yxzw, s0", {0, 1, 0, 1}},
        {"3", "texldl r0, r3, s0", {0.5f, 0.5f, 1, 1}},
        {"3", "texldl r0, r1, s0", {1, 0, 0, 1}},
        {"3", "texldd r0, r1, s0, c10, c11", {0.5f, 0.5f, 1, 1}},
        {"3", "texldd r0, r1, s0, c11, c11", {1, 0, 0, 1}},
    };
    s9_texture *texture = make_texture();
    s9_sampler_binding binding = {.texture = texture};
    s9_sampler_state_init(&binding.state);
    binding.state.mip = S9_FILTER_POINT;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1000];
        prepare_ramp(NULL, NULL);
        job.samplers = &binding;
        job.sampler_count = 1;
        snprintf(text, sizeof text,
                 "ps_%s_0\ndef c8, 0.75, 0.25, 0, 0\ndef c9, 0.5, 1.5, 0, 2\ndef c12, 0.75, 0.25, 0, 5\n"
                 "def c10, 8, 0, 0, 0\ndef c11, 0, 0, 0, 0\ndcl_2d s0\ndcl_2d s1\n"
                 "mov r0, c6\nmov r1, c8\nmov r2, c9\nmov r3, c12\n%s\nmov oC0, r0\n",
                 cases[i].version, cases[i].text);
        assert_true(exec_run(text, &job));
        expect(cases[i].text, result("oC0", 2), cases[i].want);
    }
    prepare_ramp("v0", NULL);
    job.samplers = &binding;
    job.sampler_count = 1;
    assert_true(exec_run("vs_3_0\ndcl_position v0\ndcl_2d s0\ndcl_position o0\ndef c8, 0.75, 0.75, 0, 0\n"
                         "mov r1, c8\ntexldl r0, r1, s0\nmov o0, r0\n",
                         &job));
    expect4("o0", 4, 1, 1, 0, 1);
    s9_texture_destroy(texture);
}

/* ---- vs_1_1 ---- */

static void test_vs_1_1(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        float want[4];
    } cases[] = {
        {"mov a0.x, c8.x\nmov r0, c[a0.x + 2]", {0, -1, 0.5f, 100}}, /* floor(-0.25) + 2 = 1 */
        {"mov a0.x, c8.y\nmov r0, c[a0.x]", {0, -1, 0.5f, 100}},     /* floor(1.75) */
        {"mov a0.x, c8.z\nmov r0, c[a0.x]", {0, 0, 0, 0}},
        {"expp r0, c8.y", {2, 0.75f, 3.363585661f, 1}},
        {"expp r0.yw, c8.y", {9, 0.75f, 9, 1}},
        {"logp r0, c8.w", {2, 1.5f, 2.584962501f, 1}},
        {"logp r0, c1.x", {-FLT_MAX, 1, -FLT_MAX, 1}},
        {"exp r0, c0.y", {4, 4, 4, 4}},
        {"log r0, c0.w", {2, 2, 2, 2}},
        {"frc r0.xy, c8", {0.75f, 0.75f, 9, 9}},
        {"lit r0, c0", {1, 1, 16, 1}},
        {"dst r0, c0, c2", {1, 0, 3, 10}},
        {"m4x4 r0, c0, c0", {30, 399.5f, 55, 9}},
        {"sge r0, c0, c1.z", {1, 1, 1, 1}},
        {"slt r0, c0, c0.z", {1, 1, 0, 0}},
        {"rcp r0.y, c1.x", {9, FLT_MAX, 9, 9}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[500];
        prepare_ramp("v0", NULL);
        snprintf(text, sizeof text,
                 "vs_1_1\ndef c8, -0.25, 1.75, -3.5, 6\ndcl_position v0\nmov r0, c6\n%s\nmov oPos, r0\n",
                 cases[i].text);
        assert_true(exec_run(text, &job));
        expect(cases[i].text, result("oPos", 3), cases[i].want);
    }
}

/* ---- ps_1_x ---- */

static void test_ps_1_x(void **state)
{
    (void)state;
    /* t0 = (0.75, 0.25, 0.5, 2), t1 = (0.25, 0.5, -1, 1), t2 = (0.5, 1.5, 2, 3), t3 = (2, -1, 0.5, 1), v0 = (0.5, 0.25,
     * 1, 0.75), v1 = (1, 0, 0.5, 0.25); every stage has the texture of 2x2 texels (column, row, 0, 1). c7 reads (1, 1,
     * 1, 1). */
    static const struct {
        const char *text;
        float want[4];
    } cases[] = {
        {"ps_1_1\ntex t0\nmov r0, t0", {1, 0, 0, 1}},
        {"ps_1_1\ntexcoord t3\nmov r0, t3", {1, 0, 0.5f, 1}},
        {"ps_1_1\nmov r0, c7", {1, 1, 1, 1}},
        {"ps_1_1\ndef c0, -5, 0.5, 2, 0\nmov r0, c0", {-1, 0.5f, 1, 0}},
        {"ps_1_1\nmov r0, v0_bx2", {0, -0.5f, 1, 0.5f}},
        {"ps_1_1\nmov r0, v0_bias", {0, -0.25f, 0.5f, 0.25f}},
        {"ps_1_1\nmov r0, 1-v0", {0.5f, 0.75f, 0, 0.25f}},
        {"ps_1_1\nmov r0, -v0_bx2", {-0.0f, 0.5f, -1, -0.5f}},
        {"ps_1_1\nadd_x2 r0, v0, v1", {3, 0.5f, 3, 2}},
        {"ps_1_1\nadd_d2_sat r0, v0, v1", {0.75f, 0.125f, 0.75f, 0.5f}},
        {"ps_1_1\nadd_x4 r0, v0, v1", {6, 1, 6, 4}},
        {"ps_1_1\ndp3 r0, v0, v1", {1, 1, 1, 1}},
        {"ps_1_1\ndp3_sat r0.rgb, v0, v1\n+ mov r0.a, v1.a", {1, 1, 1, 0.25f}},
        {"ps_1_1\nlrp r0, v0, v1, c7", {1, 0.75f, 0.5f, 0.4375f}},
        {"ps_1_1\nmad r0, v0, v1, v0", {1, 0.25f, 1.5f, 0.9375f}},
        {"ps_1_1\nmov r0, v0\ncnd r0, r0.a, v0, v1", {0.5f, 0.25f, 1, 0.75f}},
        {"ps_1_1\nmov r0, v1\ncnd r0, r0.a, v0, v1", {1, 0, 0.5f, 0.25f}},
        {"ps_1_1\nmov r0, v0\nmov r0.rgb, v1\n+ mov r0.a, r0.b", {1, 0, 0.5f, 1}}, /* both read before */
        {"ps_1_1\ntex t0\ntexreg2ar t1, t0\nmov r0, t1", {0, 0, 0, 1}},
        {"ps_1_1\ntex t0\ntexreg2gb t1, t0\nmov r0, t1", {0, 0, 0, 1}},
        {"ps_1_2\ntex t0\ntexreg2rgb t1, t0\nmov r0, t1", {0, 0, 0, 1}},
        {"ps_1_2\ntex t0\ntexdp3 t1, t0\nmov r0, t1", {0.25f, 0.25f, 0.25f, 0.25f}},
        {"ps_1_2\ntex t0\ntexdp3tex t1, t0\nmov r0, t1", {0, 0, 0, 1}},
        {"ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1", {1, 1, 0, 1}},           /* (0.25 + 0.5, 0.5 + 0.25) */
        {"ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", {0.5f, 0.5f, 0, 0.5f}}, /* times 0 * 4 + 0.5 */
        {"ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2", {0, 1, 0, 1}}, /* (0.25, 0.5) */
        {"ps_1_2\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0, t3", {0.25f, 0.5f, 2, 1}},
        {"ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3tex t3, t0\nmov r0, t3", {0, 1, 0, 1}},
        {"ps_1_2\ncmp r0, v1, c7, v0", {1, 1, 1, 1}},
        {"ps_1_2\ndp4 r0, v0, v1", {1.1875f, 1.1875f, 1.1875f, 1.1875f}},
        {"ps_1_4\ntexld r0, t0", {1, 0, 0, 1}},
        {"ps_1_4\ntexcrd r0.rgb, t3\nmov r0.a, c7.a", {2, -1, 0.5f, 1}},
        {"ps_1_4\ntexcrd r0.rg, t0_dw.xyw\nmov r0.ba, c7", {0.375f, 0.125f, 1, 1}},
        {"ps_1_4\ncnd r0, v0, v1, c7", {1, 1, 0.5f, 0.25f}},
        {"ps_1_4\nmov_x8 r0, v0", {4, 2, 8, 6}},
        {"ps_1_4\nmov_d8 r0, v0_x2", {0.125f, 0.0625f, 0.25f, 0.1875f}},
        {"ps_1_4\ntexcrd r1.rgb, t2\nphase\ntexld r0, r1_dz", {0, 1, 0, 1}}, /* (0.25, 0.75) */
        {"ps_1_4\ntexcrd r1.rgb, t1\nbem r1.rg, r1, r1\nphase\nmov r0, c7\nmov r0.rg, r1", {0.5f, 0.625f, 1, 1}},
    };
    s9_texture *texture = make_texture();
    s9_sampler_binding bindings[6];
    s9_texture_stage stages[6];
    memset(stages, 0, sizeof stages);
    for (int i = 0; i < 6; i++) {
        bindings[i].texture = texture;
        s9_sampler_state_init(&bindings[i].state);
    }
    /* u' = u + 0.5 r, v' = v + 0.25 r + ... of stage 1 */
    const float matrix[4] = {0.5f, 0.25f, 0.25f, 0.125f};
    memcpy(stages[1].bump_matrix, matrix, sizeof matrix);
    stages[1].bump_lscale = 4;
    stages[1].bump_loffset = 0.5f;
    static const char *const names[6] = {"t0", "t1", "t2", "t3", "v0", "v1"};
    static const float inputs[6][4] = {{0.75f, 0.25f, 0.5f, 2}, {0.25f, 0.5f, -1, 1},    {0.5f, 1.5f, 2, 3},
                                       {2, -1, 0.5f, 1},        {0.5f, 0.25f, 1, 0.75f}, {1, 0, 0.5f, 0.25f}};
    static const float ones[8][4] = {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1},
                                     {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {9, 9, 9, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[500];
        memset(&job, 0, sizeof job);
        job.lanes = 3;
        job.constants.f = ones;
        job.constants.f_count = 8;
        job.samplers = bindings;
        job.sampler_count = 6;
        job.stages = stages;
        job.stage_count = 6;
        for (int k = 0; k < 6; k++) {
            job.input_names[k] = names[k];
            for (int lane = 0; lane < 3; lane++)
                memcpy(job.in[k][lane], inputs[k], sizeof inputs[k]);
        }
        snprintf(text, sizeof text, "%s\n", cases[i].text);
        assert_true(exec_run(text, &job));
        expect(cases[i].text, result("oC0", 2), cases[i].want);
    }
    s9_texture_destroy(texture);
}

/* ---- options ---- */

static void test_options(void **state)
{
    (void)state;
    static const char ties[] = "vs_2_0\ndef c9, 0.5, -0.5, 0, 0\ndcl_position v0\nmova a0.xy, c9\n"
                               "mov r0, c1\nmov r0.x, c[a0.x].x\nmov r0.y, c[a0.y + 1].x\nmov oPos, r0\n";
    static const float want[3][2] = {{1, 0}, {0, 1}, {0, 0}}; /* c0.x is 1, c1.x 0 */
    for (int i = 0; i < 3; i++) {
        prepare_ramp("v0", NULL);
        job.options.mova_ties = (s9_mova_ties)i;
        assert_true(exec_run(ties, &job));
        assert_true(result("oPos", 0)[0] == want[i][0] && result("oPos", 0)[1] == want[i][1]);
    }
    static const char lit[] = "vs_2_0\ndef c9, 1, 2, 0, 128\ndcl_position v0\nlit r0, c9\nmov oPos, r0\n";
    prepare_ramp("v0", NULL);
    assert_true(exec_run(lit, &job));
    assert_true(fabs((double)result("oPos", 0)[2] / exp2(127.9961) - 1) < 1e-6);
    job.options.lit_clamp = S9_LIT_CLAMP_128;
    assert_true(exec_run(lit, &job));
    assert_true(result("oPos", 0)[2] == FLT_MAX);
    prepare_ramp(NULL, NULL);
    job.options.unbound = S9_UNBOUND_0000;
    assert_true(exec_run("ps_2_0\ndcl_2d s0\ndcl t0\ntexld r0, t0, s0\nmov oC0, r0\n", &job));
    expect4("oC0", 0, 0, 0, 0, 0);
    prepare_ramp("v0", NULL);
    job.options.max_steps = 50;
    assert_true(exec_run("vs_3_0\ndefi i0, 255, 0, 1, 0\ndcl_position v0\ndcl_position o0\nmov o0, v0\nrep i0\n"
                         "add r0, r0, c0\nendrep\nmov o0, c0\n",
                         &job));
    assert_int_equal(job.stopped[7], 1);
    expect4("o0", 7, 7, -7, 1.75f, 1);
}

static uint32_t result_bits(const char *name, uint32_t lane, int component)
{
    uint32_t bits;
    memcpy(&bits, &result(name, lane)[component], sizeof bits);
    return bits;
}

/* Moves keep the bits of a NaN, wherever it comes from; a sign that is changed makes the one NaN of all operations. */
static void test_bits_of_nan(void **state)
{
    (void)state;
    prepare_ramp("v0", NULL);
    assert_true(exec_run("vs_3_0\ndef c5, 0xFFC00001, 0x7F800001, 0x7FC00000, 0xFF812345\n"
                         "dcl_position v0\ndcl_position o0\ndcl_texcoord0 o1\ndcl_texcoord1 o2\n"
                         "mov o0, c5\nmov o1, -c5\nmov o2, c5_abs\n",
                         &job));
    static const uint32_t words[4] = {0xFFC00001u, 0x7F800001u, 0x7FC00000u, 0xFF812345u};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(result_bits("o0", 3, k), words[k]);
        assert_int_equal(result_bits("o1", 3, k), 0x7FC00000u);
        assert_int_equal(result_bits("o2", 3, k), 0x7FC00000u);
    }
    /* Through an index; nothing but the constants that it reaches holds a NaN. */
    float given[8][4];
    memset(given, 0, sizeof given);
    memcpy(given[6], words, sizeof words);
    prepare_ramp("v0", NULL);
    job.constants = (s9_constants){(const float(*)[4])given, 8, NULL, 0, NULL, 0};
    assert_true(exec_run("vs_3_0\ndcl_position v0\ndcl_position o0\nmova a0, v0\nmov o0, c4[a0.x]\n", &job));
    for (int k = 0; k < 4; k++)
        assert_int_equal(result_bits("o0", 2, k), words[k]);
}

static void test_refusals(void **state)
{
    (void)state;
    s9_diagnostics *list;
    s9_program *program;
    s9_shader *shader;
    static const char text[] = "vs_2_0\ndcl_position v0\nmov oPos, v0\n";
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_assemble(text, sizeof text - 1, NULL, NULL, &program, list), S9_OK);
    s9_shader_options options = {.struct_size = sizeof options, .engine = S9_ENGINE_JIT};
    assert_int_equal(s9_shader_create(program, NULL, &options, &shader, list), S9_ERROR_UNSUPPORTED);
    assert_null(shader);
    assert_int_equal(s9_diagnostics_errors(list), 1);
    assert_int_equal(s9_shader_create(NULL, NULL, NULL, &shader, list), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_shader_create(program, NULL, NULL, NULL, list), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, list), S9_OK);
    s9_program_destroy(program);
    assert_string_equal(s9_shader_output(shader, 0)->name, "oPos");
    assert_string_equal(s9_shader_input(shader, 0)->name, "v0");
    assert_int_equal(s9_shader_input(shader, 0)->usage, 0);
    s9_shader_destroy(shader);
    s9_diagnostics_destroy(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_dynamic_flow),
        cmocka_unit_test(test_static_flow),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_vertex_outputs),
        cmocka_unit_test(test_pixel_outputs),
        cmocka_unit_test(test_texkill),
        cmocka_unit_test(test_quads),
        cmocka_unit_test(test_texture_instructions),
        cmocka_unit_test(test_vs_1_1),
        cmocka_unit_test(test_ps_1_x),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_bits_of_nan),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
