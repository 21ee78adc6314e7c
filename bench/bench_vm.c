/* SPDX-License-Identifier: MIT */
/*
 * The batch interpreter beside the same shader written by hand as plain C, one vertex at a time, with the same rules of
 * arithmetic (a product with a zero factor is +0, nothing fused) and from and to the same arrays: 1,000,000 vertices
 * through a vs_3_0 of 40 instructions, transform, two-vector lighting, fog, on one thread. The results of both are
 * compared bit for bit.
 */
#include "bench.h"

#include <shader9/shader9.h>

#include <float.h>
#include <math.h>

#define VERTICES 1000000u
#define OUTPUTS 4

static const char shader_text[] = "vs_3_0\n"
                                  "def c20, 0, 1, 0.5, 2\n"
                                  "dcl_position v0\n"
                                  "dcl_normal v1\n"
                                  "dcl_texcoord v2\n"
                                  "dcl_color v3\n"
                                  "dcl_position o0\n"
                                  "dcl_color o1\n"
                                  "dcl_texcoord0 o2\n"
                                  "dcl_texcoord1 o3\n"
                                  "dp4 r0.x, v0, c0\n" /* to the world */
                                  "dp4 r0.y, v0, c1\n"
                                  "dp4 r0.z, v0, c2\n"
                                  "dp4 r0.w, v0, c3\n"
                                  "dp4 o0.x, r0, c4\n" /* to the screen */
                                  "dp4 o0.y, r0, c5\n"
                                  "dp4 o0.z, r0, c6\n"
                                  "dp4 o0.w, r0, c7\n"
                                  "dp3 r1.x, v1, c0\n" /* normal */
                                  "dp3 r1.y, v1, c1\n"
                                  "dp3 r1.z, v1, c2\n"
                                  "dp3 r1.w, r1, r1\n"
                                  "rsq r1.w, r1.w\n"
                                  "mul r1.xyz, r1, r1.w\n"
                                  "add r2.xyz, c8, -r0\n" /* to the eye */
                                  "dp3 r2.w, r2, r2\n"
                                  "rsq r2.w, r2.w\n"
                                  "mul r2.xyz, r2, r2.w\n"
                                  "dp3 r3.x, r1, c9\n" /* diffuse */
                                  "max r3.x, r3.x, c20.x\n"
                                  "add r4.xyz, r2, c9\n" /* half vector */
                                  "dp3 r4.w, r4, r4\n"
                                  "rsq r4.w, r4.w\n"
                                  "mul r4.xyz, r4, r4.w\n"
                                  "dp3 r3.y, r1, r4\n" /* specular */
                                  "max r3.y, r3.y, c20.x\n"
                                  "mul r3.y, r3.y, r3.y\n"
                                  "mul r3.y, r3.y, r3.y\n"
                                  "mul r3.y, r3.y, r3.y\n"
                                  "mov r5.xyz, c10\n"
                                  "mad r5.xyz, r3.x, c11, r5\n"
                                  "mul r5.xyz, r5, v3\n"
                                  "mad o1.xyz, r3.y, c12, r5\n"
                                  "mov o1.w, v3.w\n"
                                  "mad o2.xy, v2, c13, c13.zwzw\n"
                                  "mov o2.zw, c20.xyxy\n"
                                  "mad r6.x, r0.z, c14.x, c14.y\n" /* fog */
                                  "min r6.x, r6.x, c20.y\n"
                                  "lrp o3.xyz, r6.x, c15, r5\n"
                                  "slt o3.w, r6.x, c20.z\n";

/* As an application has it: interleaved. */
typedef struct vertex {
    float position[3];
    float normal[3];
    float texture[2];
    float colour[4];
} vertex;

typedef struct bench {
    vertex *vertices;
    float (*ours[OUTPUTS])[4];
    float (*theirs[OUTPUTS])[4];
    float constants[16][4];
    s9_shader *shader;
} bench;

/* ---- by hand ---- */

static inline float mz(float a, float b)
{
    float product = a * b;
    return a == 0.0f || b == 0.0f ? 0.0f : product;
}
static inline float dot3(const float *a, const float *b)
{
    return mz(a[0], b[0]) + mz(a[1], b[1]) + mz(a[2], b[2]);
}
static inline float dot4(const float *a, const float *b)
{
    return mz(a[0], b[0]) + mz(a[1], b[1]) + mz(a[2], b[2]) + mz(a[3], b[3]);
}
static inline float rsq(float x)
{
    float r = (float)(1.0 / sqrt((double)fabsf(x)));
    return r > FLT_MAX ? FLT_MAX : r;
}
static inline float larger(float a, float b)
{
    return a >= b || b != b ? a : b;
}
static inline float smaller(float a, float b)
{
    return a < b || b != b ? a : b;
}

static void shade(const vertex *restrict in, const float (*restrict c)[4], float *restrict o0, float *restrict o1,
                  float *restrict o2, float *restrict o3)
{
    const float v0[4] = {in->position[0], in->position[1], in->position[2], 1.0f};
    float r0[4], r1[3], r2[3], r4[3], r5[3];
    for (int k = 0; k < 4; k++)
        r0[k] = dot4(v0, c[k]);
    for (int k = 0; k < 4; k++)
        o0[k] = dot4(r0, c[4 + k]);
    for (int k = 0; k < 3; k++)
        r1[k] = dot3(in->normal, c[k]);
    float length = rsq(dot3(r1, r1));
    for (int k = 0; k < 3; k++)
        r1[k] = mz(r1[k], length);
    for (int k = 0; k < 3; k++)
        r2[k] = c[8][k] - r0[k];
    length = rsq(dot3(r2, r2));
    for (int k = 0; k < 3; k++)
        r2[k] = mz(r2[k], length);
    float diffuse = larger(dot3(r1, c[9]), 0.0f);
    for (int k = 0; k < 3; k++)
        r4[k] = r2[k] + c[9][k];
    length = rsq(dot3(r4, r4));
    for (int k = 0; k < 3; k++)
        r4[k] = mz(r4[k], length);
    float specular = larger(dot3(r1, r4), 0.0f);
    specular = mz(specular, specular);
    specular = mz(specular, specular);
    specular = mz(specular, specular);
    for (int k = 0; k < 3; k++) {
        r5[k] = mz(mz(diffuse, c[11][k]) + c[10][k], in->colour[k]);
        o1[k] = mz(specular, c[12][k]) + r5[k];
    }
    o1[3] = in->colour[3];
    o2[0] = mz(in->texture[0], c[13][0]) + c[13][2];
    o2[1] = mz(in->texture[1], c[13][1]) + c[13][3];
    o2[2] = 0.0f;
    o2[3] = 1.0f;
    float fog = smaller(mz(r0[2], c[14][0]) + c[14][1], 1.0f);
    for (int k = 0; k < 3; k++)
        o3[k] = mz(fog, c[15][k] - r5[k]) + r5[k];
    o3[3] = fog < 0.5f ? 1.0f : 0.0f;
}

static double run_by_hand(void *user)
{
    bench *b = user;
    for (uint32_t i = 0; i < VERTICES; i++)
        shade(&b->vertices[i], (const float(*)[4])b->constants, b->theirs[0][i], b->theirs[1][i], b->theirs[2][i],
              b->theirs[3][i]);
    return VERTICES;
}

/* ---- by the interpreter ---- */

static s9_lane_array input(float *data, uint32_t components)
{
    return (s9_lane_array){data, sizeof(vertex), sizeof(float), components, NULL};
}

static double run_shader(void *user)
{
    bench *b = user;
    vertex *v = b->vertices;
    const s9_lane_array inputs[4] = {input(v->position, 3), input(v->normal, 3), input(v->texture, 2),
                                     input(v->colour, 4)};
    s9_lane_array outputs[OUTPUTS];
    for (int k = 0; k < OUTPUTS; k++)
        outputs[k] = (s9_lane_array){b->ours[k], 4 * sizeof(float), sizeof(float), 4, NULL};
    s9_run_args args = {.struct_size = sizeof args, .lanes = VERTICES, .inputs = inputs, .outputs = outputs};
    args.constants.f = (const float(*)[4])b->constants;
    args.constants.f_count = 16;
    if (s9_shader_run(b->shader, &args) != S9_OK) {
        fprintf(stderr, "the run failed\n");
        exit(1);
    }
    return VERTICES;
}

/* ---- set-up ---- */

static float random_float(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

static void make_inputs(bench *b)
{
    uint32_t state = 9;
    for (uint32_t i = 0; i < VERTICES; i++) {
        float *f = b->vertices[i].position;
        for (size_t k = 0; k < sizeof(vertex) / sizeof(float); k++)
            f[k] = i % 64 == k ? 0.0f : random_float(&state);
    }
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 4; k++)
            b->constants[i][k] = random_float(&state);
}

int main(void)
{
    bench b = {0};
    b.vertices = malloc(VERTICES * sizeof(vertex));
    bool enough = b.vertices != NULL;
    for (int k = 0; k < OUTPUTS; k++) {
        b.ours[k] = malloc(VERTICES * sizeof *b.ours[k]);
        b.theirs[k] = malloc(VERTICES * sizeof *b.theirs[k]);
        enough = enough && b.ours[k] != NULL && b.theirs[k] != NULL;
    }
    s9_program *program = NULL;
    if (!enough || s9_assemble(shader_text, sizeof shader_text - 1, NULL, NULL, &program, NULL) != S9_OK ||
        s9_shader_create(program, NULL, NULL, &b.shader, NULL) != S9_OK) {
        fprintf(stderr, "the shader could not be prepared\n");
        return 1;
    }
    s9_program_destroy(program);
    make_inputs(&b);
    bench_report("vm/vertices-40", "vertices/s", run_shader, "scalar C", run_by_hand, &b, 1.0);
    int differ = 0;
    for (int k = 0; k < OUTPUTS; k++)
        differ |= memcmp(b.ours[k], b.theirs[k], VERTICES * sizeof *b.ours[k]);
    if (differ != 0)
        fprintf(stderr, "vm/vertices-40: the results differ\n");
    s9_shader_destroy(b.shader);
    free(b.vertices);
    for (int k = 0; k < OUTPUTS; k++) {
        free(b.ours[k]);
        free(b.theirs[k]);
    }
    return differ != 0;
}
