/* SPDX-License-Identifier: MIT */
/*
 * Opcodes that lowering makes of several operations, as whole shaders over one varying number: expp and logp of vs_1_1,
 * the parts of lit, nrm's and sincos' single-number forms, mova and its ties. The expected values are built from the
 * functions of exec/math.h by the rules of the specification, not by the library's lowering.
 */
#ifndef TESTS_MATH_SHADERS_H
#define TESTS_MATH_SHADERS_H

#include "math_reference.h"

typedef struct math_shader {
    const char *name;
    const char *text; /* reads v0.x, writes oPos */
    s9_shader_options options;
    void (*want)(float x, float *out);
} math_shader;

#define MATH_VS1(body) "vs_1_1\ndcl_position v0\n" body
#define MATH_LIT(x, y, w) MATH_VS1("def c0, 0.75, 0.5, -3.5, 2.5\nmov r0, c0\n" x y w "lit oPos, r0\n")

static void want_expp(float x, float *out)
{
    float whole = floorf(x);
    out[0] = s9_math_exp2z(whole);
    out[1] = x - whole;
    out[2] = s9_math_exp2z(x);
    out[3] = 1;
}
static void want_expp_ieee(float x, float *out)
{
    float whole = floorf(x);
    out[0] = s9_math_exp2(whole);
    out[1] = x - whole;
    out[2] = s9_math_exp2(x);
    out[3] = 1;
}
/* Infinity, NaN, zero as the table of choices has them (N17). */
static void want_logp(float x, float *out)
{
    out[0] = x == 0 ? -FLT_MAX : (float)truth_exponent((double)x);
    out[1] = (float)truth_mantissa((double)x);
    out[2] = s9_math_log2z(x);
    out[3] = 1;
}
static void want_logp_ieee(float x, float *out)
{
    out[0] = (float)truth_exponent((double)x);
    out[1] = (float)truth_mantissa((double)x);
    out[2] = s9_math_log2(x);
    out[3] = 1;
}
static void want_logp_replicated(float x, float *out)
{
    out[0] = out[1] = out[2] = out[3] = s9_math_log2z(x);
}
static void lit(float x, float y, float w, float *out)
{
    float power = w < -127.9961f ? -127.9961f : w > 127.9961f ? 127.9961f : w;
    out[0] = out[3] = 1;
    out[1] = x > 0 ? x : 0.0f;
    out[2] = x > 0 && y > 0 ? s9_math_powz(y, power) : 0.0f;
}
static void want_lit_x(float x, float *out)
{
    lit(x, 0.5f, 2.5f, out);
}
static void want_lit_y(float x, float *out)
{
    lit(0.75f, x, 2.5f, out);
}
/* The clamp is min(w, 127.9961), which is the number where w is NaN, then max. */
static void want_lit_w(float x, float *out)
{
    if (x != x)
        x = 127.9961f;
    lit(0.75f, 0.5f, x, out);
}
/* floor, held to the range of int: c[a0.x] for the constants -2 .. 2 that lie around an index. */
static float constant_at(double index)
{
    return index >= 0 && index < 4 ? (float)(index + 10) : 0.0f;
}
static double held(float x, double whole)
{
    return x != x ? 0 : whole < -2147483648.0 ? -2147483648.0 : whole > 2147483647.0 ? 2147483647.0 : whole;
}
static void want_address(double index, float *out)
{
    out[0] = out[2] = out[3] = constant_at(index);
    out[1] = constant_at(index + 2);
}
static void want_mov_a0(float x, float *out)
{
    want_address(held(x, floor((double)x)), out);
}
static void want_mova(float x, float *out)
{
    double below = floor((double)x), rest = (double)x - below;
    want_address(held(x, rest > 0.5 || (rest == 0.5 && fmod(below, 2.0) != 0) ? below + 1 : below), out);
}
static void want_mova_away(float x, float *out)
{
    double below = floor((double)x), rest = (double)x - below;
    want_address(held(x, rest > 0.5 || (rest == 0.5 && x > 0) ? below + 1 : below), out);
}
static void want_mova_up(float x, float *out)
{
    double below = floor((double)x);
    want_address(held(x, (double)x - below >= 0.5 ? below + 1 : below), out);
}
static void want_sincos(float x, float *out)
{
    out[0] = s9_math_cos(x);
    out[1] = s9_math_sin(x);
    out[2] = out[3] = 0;
}
static void want_sgn(float x, float *out)
{
    out[0] = out[1] = out[2] = out[3] = x < 0 ? -1.0f : x == 0 ? 0.0f : 1.0f;
}
/* All components equal to x and no infinity on the way: a vector along one axis. */
static float product(float a, float b)
{
    return a == 0 || b == 0 ? 0.0f : a * b;
}
static void want_nrm(float x, float *out)
{
    float scale = s9_math_rsqz(product(x, x));
    out[0] = product(x, scale);
    out[1] = out[2] = 0;
    out[3] = product(2.0f, scale);
}

#define MATH_ADDRESS(version, move)                                                             \
    version "\ndef c0, 10, 10, 10, 10\ndef c1, 11, 11, 11, 11\ndef c2, 12, 12, 12, 12\n"        \
            "def c3, 13, 13, 13, 13\ndcl_position v0\n" move " a0.x, v0.x\nmov oPos, c[a0.x]\n" \
            "mov oPos.y, c[a0.x + 2]\n"

static const math_shader math_shaders[] = {
    {"expp vs_1_1", MATH_VS1("expp oPos, v0.x\n"), {0}, want_expp},
    {"expp vs_1_1 ieee", MATH_VS1("expp oPos, v0.x\n"), {.float_mode = S9_FLOAT_IEEE}, want_expp_ieee},
    {"logp vs_1_1", MATH_VS1("logp oPos, v0.x\n"), {0}, want_logp},
    {"logp vs_1_1 ieee", MATH_VS1("logp oPos, v0.x\n"), {.float_mode = S9_FLOAT_IEEE}, want_logp_ieee},
    {"logp vs_1_1 replicated",
     MATH_VS1("logp oPos, v0.x\n"),
     {.logp_vs1 = S9_LOGP_VS1_REPLICATED},
     want_logp_replicated},
    {"lit x", MATH_LIT("mov r0.x, v0.x\n", "", ""), {0}, want_lit_x},
    {"lit y", MATH_LIT("", "mov r0.y, v0.x\n", ""), {0}, want_lit_y},
    {"lit w", MATH_LIT("", "", "mov r0.w, v0.x\n"), {0}, want_lit_w},
    {"mov a0", MATH_ADDRESS("vs_1_1", "mov"), {0}, want_mov_a0},
    {"mova even", MATH_ADDRESS("vs_2_0", "mova"), {0}, want_mova},
    {"mova away", MATH_ADDRESS("vs_2_0", "mova"), {.mova_ties = S9_MOVA_TIES_AWAY}, want_mova_away},
    {"mova up", MATH_ADDRESS("vs_2_0", "mova"), {.mova_ties = S9_MOVA_TIES_UP}, want_mova_up},
    {"sincos",
     "vs_2_x\ndef c0, 0, 0, 0, 0\ndef c1, 0, 1, 2, 3\ndcl_position v0\nmov r0, c0.x\n"
     "sincos r0.xy, v0.x, c0, c1\nmov oPos, r0\n",
     {0},
     want_sincos},
    {"sgn", "vs_2_0\ndcl_position v0\nsgn r0, v0.x, r1, r2\nmov oPos, r0\n", {0}, want_sgn},
    {"nrm",
     "vs_2_0\ndef c0, 0, 0, 0, 2\ndcl_position v0\nmov r0, c0\nmov r0.x, v0.x\nnrm r1, r0\nmov oPos, r1\n",
     {0},
     want_nrm},
};
#define MATH_SHADERS (sizeof math_shaders / sizeof math_shaders[0])

/* Checks a shader at `count` bit patterns from `first` by `step`, on the best level; the kernels of the others are
 * checked one by one. Returns the faults; one more where the shader does not come to run. */
static uint64_t math_shader_check(const math_shader *m, uint32_t first, uint32_t step, uint64_t count)
{
    enum { BLOCK = 4096 };
    static _Thread_local float in[BLOCK], out[BLOCK][4];
    s9_program *program = NULL;
    s9_shader *shader = NULL;
    s9_shader_options options = m->options;
    uint64_t faults = 0;
    options.struct_size = sizeof options;
    if (s9_assemble(m->text, strlen(m->text), NULL, NULL, &program, NULL) != S9_OK ||
        s9_shader_create(program, NULL, &options, &shader, NULL) != S9_OK) {
        printf("%s is refused\n", m->name);
        s9_program_destroy(program);
        return 1;
    }
    s9_program_destroy(program);
    for (uint64_t done = 0; done < count; done += BLOCK) {
        uint32_t lanes = count - done < BLOCK ? (uint32_t)(count - done) : BLOCK;
        for (uint32_t i = 0; i < lanes; i++)
            in[i] = s9_bits_float(first + (uint32_t)(done + i) * step);
        s9_lane_array input = {in, 4, 4, 1, NULL}, output = {out, 16, 4, 4, NULL};
        s9_run_args args = {.struct_size = sizeof args, .lanes = lanes, .inputs = &input, .outputs = &output};
        faults += s9_shader_run(shader, &args) != S9_OK;
        for (uint32_t i = 0; i < lanes; i++) {
            float want[4];
            m->want(in[i], want);
            for (int k = 0; k < 4; k++)
                if (!math_same(want[k], out[i][k]) && faults++ < 8)
                    printf("%s(%a).%c = %a, not %a\n", m->name, (double)in[i], "xyzw"[k], (double)out[i][k],
                           (double)want[k]);
        }
    }
    s9_shader_destroy(shader);
    return faults;
}

#endif
