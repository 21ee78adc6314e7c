/* SPDX-License-Identifier: MIT */
/*
 * Machine code beside the same vertex shaders written by hand in vectors (jit_hand.h, compiled for this machine) and
 * beside the interpreter: a transform of 12 instructions, a lit vertex of 40, a skin of four bones of 80, each over
 * 1,000,000 interleaved vertices, in both float modes, on one thread. Results are compared bit for bit. Then how long
 * compiling takes, shader by shader.
 */
#define BENCH_PROCESSOR_TIME
#include "bench.h"

#include <shader9/jit.h>
#include <shader9/shader9.h>

#ifndef __x86_64__
int main(void)
{
    fprintf(stderr, "bench_jit: SKIPPED: the shaders by hand are written for x86-64\n");
    return 0;
}
#else

#include "jit_hand.h"
#define HAND_ZERO_WINS
#include "jit_hand.h"
#undef HAND_ZERO_WINS

#define VERTICES 1000000u
#define OUTPUTS 4

static const char declarations[] = "vs_3_0\n"
                                   "dcl_position v0\n"
                                   "dcl_normal v1\n"
                                   "dcl_texcoord v2\n"
                                   "dcl_color v3\n"
                                   "dcl_position o0\n"
                                   "dcl_color o1\n"
                                   "dcl_texcoord0 o2\n"
                                   "dcl_texcoord1 o3\n";

static const char transform[] = "dp4 r0.x, v0, c0\n"
                                "dp4 r0.y, v0, c1\n"
                                "dp4 r0.z, v0, c2\n"
                                "dp4 r0.w, v0, c3\n"
                                "dp4 o0.x, r0, c4\n"
                                "dp4 o0.y, r0, c5\n"
                                "dp4 o0.z, r0, c6\n"
                                "dp4 o0.w, r0, c7\n"
                                "mul o1, v3, c8\n"
                                "mad o2.xy, v2, c9, c9.zwzw\n"
                                "mov o2.zw, c10\n"
                                "mad o3.x, r0.z, c11.x, c11.y\n";

static const char to_world[] = "dp4 r0.x, v0, c0\n"
                               "dp4 r0.y, v0, c1\n"
                               "dp4 r0.z, v0, c2\n"
                               "dp4 r0.w, v0, c3\n"
                               "dp3 r1.x, v1, c0\n"
                               "dp3 r1.y, v1, c1\n"
                               "dp3 r1.z, v1, c2\n";

static const char light[] = "def c140, 0, 1, 0.5, 2\n"
                            "dp4 o0.x, r0, c4\n"
                            "dp4 o0.y, r0, c5\n"
                            "dp4 o0.z, r0, c6\n"
                            "dp4 o0.w, r0, c7\n"
                            "dp3 r1.w, r1, r1\n"
                            "rsq r1.w, r1.w\n"
                            "mul r1.xyz, r1, r1.w\n"
                            "add r2.xyz, c8, -r0\n"
                            "dp3 r2.w, r2, r2\n"
                            "rsq r2.w, r2.w\n"
                            "mul r2.xyz, r2, r2.w\n"
                            "dp3 r3.x, r1, c9\n"
                            "max r3.x, r3.x, c140.x\n"
                            "add r4.xyz, r2, c9\n"
                            "dp3 r4.w, r4, r4\n"
                            "rsq r4.w, r4.w\n"
                            "mul r4.xyz, r4, r4.w\n"
                            "dp3 r3.y, r1, r4\n"
                            "max r3.y, r3.y, c140.x\n"
                            "mul r3.y, r3.y, r3.y\n"
                            "mul r3.y, r3.y, r3.y\n"
                            "mul r3.y, r3.y, r3.y\n"
                            "mov r5.xyz, c10\n"
                            "mad r5.xyz, r3.x, c11, r5\n"
                            "mul r5.xyz, r5, v3\n"
                            "mad o1.xyz, r3.y, c12, r5\n"
                            "mov o1.w, v3.w\n"
                            "mad o2.xy, v2, c13, c13.zwzw\n"
                            "mov o2.zw, c140.xyxy\n"
                            "mad r6.x, r0.z, c14.x, c14.y\n"
                            "min r6.x, r6.x, c140.y\n"
                            "lrp o3.xyz, r6.x, c15, r5\n"
                            "slt o3.w, r6.x, c140.z\n";

/* Up to light: 47 instructions. */
static const char skin[] = "dcl_blendweight v4\n"
                           "dcl_blendindices v5\n"
                           "def c141, 1, 1, 1, 1\n"
                           "mul r7, v5, c17.x\n"
                           "mova a0, r7\n"
#define BONE(letter)                        \
    "dp4 r8.x, v0, c[a0." letter " + 18]\n" \
    "dp4 r8.y, v0, c[a0." letter " + 19]\n" \
    "dp4 r8.z, v0, c[a0." letter " + 20]\n" \
    "dp3 r9.x, v1, c[a0." letter " + 18]\n" \
    "dp3 r9.y, v1, c[a0." letter " + 19]\n" \
    "dp3 r9.z, v1, c[a0." letter " + 20]\n"
    BONE("x") "mul r0.xyz, r8, v4.x\n"
              "mul r1.xyz, r9, v4.x\n" BONE("y") "mad r0.xyz, r8, v4.y, r0\n"
                                                 "mad r1.xyz, r9, v4.y, r1\n" BONE(
                                                     "z") "mad r0.xyz, r8, v4.z, r0\n"
                                                          "mad r1.xyz, r9, v4.z, r1\n" BONE(
                                                              "w") "mad r0.xyz, r8, v4.w, r0\n"
                                                                   "mad r1.xyz, r9, v4.w, r1\n"
                                                                   "mov r0.w, c141.x\n";

/* As an application has it: interleaved. Loads of four floats stay inside. */
typedef struct vertex {
    float position[3];
    float normal[3];
    float texture[2];
    float colour[4];
    float weights[4];
    float bones[4];
} vertex;

typedef struct bench {
    vertex *vertices;
    float (*ours[OUTPUTS])[4];
    float (*theirs[OUTPUTS])[4];
    float (*constants)[4];
    s9_shader *jit, *vm;
    void (*by_hand)(const hand_args *);
} bench;

static double run_by_hand(void *user)
{
    bench *b = user;
    const vertex *v = b->vertices;
    hand_args args = {.position = (const char *)v->position,
                      .normal = (const char *)v->normal,
                      .texture = (const char *)v->texture,
                      .colour = (const char *)v->colour,
                      .weights = (const char *)v->weights,
                      .bones = (const char *)v->bones,
                      .stride = sizeof(vertex),
                      .count = VERTICES,
                      .c = (const float(*)[4])b->constants};
    memcpy(args.out, b->theirs, sizeof args.out);
    b->by_hand(&args);
    return VERTICES;
}

static s9_lane_array input(float *data, uint32_t components)
{
    return (s9_lane_array){data, sizeof(vertex), sizeof(float), components, NULL};
}

static double run_shader(bench *b, const s9_shader *shader)
{
    vertex *v = b->vertices;
    const s9_lane_array inputs[6] = {input(v->position, 3), input(v->normal, 3),  input(v->texture, 2),
                                     input(v->colour, 4),   input(v->weights, 4), input(v->bones, 4)};
    s9_lane_array outputs[OUTPUTS];
    for (int k = 0; k < OUTPUTS; k++)
        outputs[k] = (s9_lane_array){b->ours[k], 4 * sizeof(float), sizeof(float), 4, NULL};
    s9_run_args args = {.struct_size = sizeof args, .lanes = VERTICES, .inputs = inputs, .outputs = outputs};
    args.constants.f = (const float(*)[4])b->constants;
    args.constants.f_count = HAND_CONSTANTS;
    if (s9_shader_run(shader, &args) != S9_OK) {
        fprintf(stderr, "the run failed\n");
        exit(1);
    }
    return VERTICES;
}
static double run_jit(void *user)
{
    return run_shader(user, ((bench *)user)->jit);
}
static double run_vm(void *user)
{
    return run_shader(user, ((bench *)user)->vm);
}

static float random_float(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

static void make_inputs(bench *b)
{
    uint32_t state = 9;
    for (uint32_t i = 0; i < VERTICES; i++) {
        vertex *v = &b->vertices[i];
        float *f = v->position;
        for (size_t k = 0; k < 16; k++)
            f[k] = i % 64 == k ? 0.0f : random_float(&state);
        for (size_t k = 0; k < 4; k++)
            v->bones[k] = (float)((i / 8 + 7 * k + (i & 3u)) % 30);
    }
    for (int i = 0; i < HAND_CONSTANTS; i++)
        for (int k = 0; k < 4; k++)
            b->constants[i][k] = random_float(&state);
    b->constants[0][1] = b->constants[5][2] = b->constants[11][0] = 0.0f;
    b->constants[17][0] = 3.0f;
}

static s9_shader *make_shader(const char *text, s9_float_mode mode, s9_jit *jit)
{
    s9_program *program = NULL;
    s9_shader *shader = NULL;
    s9_shader_options options = {.struct_size = sizeof options, .float_mode = mode, .jit = jit};
    options.engine = jit != NULL ? S9_ENGINE_JIT : S9_ENGINE_VM;
    if (s9_assemble(text, strlen(text), NULL, NULL, &program, NULL) == S9_OK)
        (void)s9_shader_create(program, NULL, &options, &shader, NULL);
    s9_program_destroy(program);
    if (shader == NULL || (jit != NULL && strcmp(s9_shader_engine_name(shader), "jit") != 0)) {
        fprintf(stderr, "the shader could not be prepared\n");
        exit(1);
    }
    return shader;
}

typedef struct creation {
    s9_program *program;
    bool compile;
} creation;

/* One shader from the program to the first 64 results, nothing kept from before. */
static double create_once(void *user)
{
    const creation *c = user;
    s9_jit *jit = NULL;
    s9_shader *shader = NULL;
    if (c->compile && s9_jit_create(NULL, NULL, &jit, NULL) != S9_OK)
        exit(1);
    s9_shader_options options = {.struct_size = sizeof options, .jit = jit};
    options.engine = c->compile ? S9_ENGINE_JIT : S9_ENGINE_VM;
    if (s9_shader_create(c->program, NULL, &options, &shader, NULL) != S9_OK)
        exit(1);
    static float in[6][64][4], out[4][64][4];
    static float constants[HAND_CONSTANTS][4];
    s9_lane_array inputs[6], outputs[4];
    for (uint32_t i = 0; i < 6; i++)
        inputs[i] = (s9_lane_array){in[i], 16, 4, 4, NULL};
    for (uint32_t i = 0; i < 4; i++)
        outputs[i] = (s9_lane_array){out[i], 16, 4, 4, NULL};
    s9_run_args args = {.struct_size = sizeof args, .lanes = 64, .inputs = inputs, .outputs = outputs};
    args.constants.f = (const float(*)[4])constants;
    args.constants.f_count = HAND_CONSTANTS;
    if (s9_shader_run(shader, &args) != S9_OK)
        exit(1);
    s9_shader_destroy(shader);
    s9_jit_destroy(jit);
    return 1;
}

static int differ(const bench *b)
{
    int differ = 0;
    for (int k = 0; k < OUTPUTS; k++)
        differ |= memcmp(b->ours[k], b->theirs[k], VERTICES * sizeof *b->ours[k]);
    return differ;
}

int main(void)
{
    static const struct {
        const char *name, *parts[3];
        void (*by_hand[2])(const hand_args *); /* by s9_float_mode */
    } cases[] = {
        {"transform-12", {declarations, transform, ""}, {hand_transform_d3d9, hand_transform_ieee}},
        {"lit-40", {declarations, to_world, light}, {hand_lit_d3d9, hand_lit_ieee}},
        {"skin-80", {declarations, skin, light}, {hand_skin_d3d9, hand_skin_ieee}},
    };
    static const char *const modes[2] = {"d3d9", "ieee"};
    bench b = {0};
    s9_jit *jit = NULL;
    b.vertices = aligned_alloc(64, VERTICES * sizeof(vertex));
    b.constants = calloc(HAND_CONSTANTS, sizeof *b.constants);
    bool enough = b.vertices != NULL && b.constants != NULL;
    for (int k = 0; k < OUTPUTS; k++) {
        b.ours[k] = aligned_alloc(64, VERTICES * sizeof *b.ours[k]);
        b.theirs[k] = aligned_alloc(64, VERTICES * sizeof *b.theirs[k]);
        enough = enough && b.ours[k] != NULL && b.theirs[k] != NULL;
    }
    if (!enough || s9_jit_create(NULL, NULL, &jit, NULL) != S9_OK) {
        fprintf(stderr, "there is no just-in-time compiler\n");
        return 1;
    }
    fprintf(stderr, "%s\n", s9_jit_description(jit));
    make_inputs(&b);
    int wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static char text[8192];
        snprintf(text, sizeof text, "%s%s%s", cases[i].parts[0], cases[i].parts[1], cases[i].parts[2]);
        for (int mode = 0; mode < 2; mode++) {
            char name[64];
            b.jit = make_shader(text, (s9_float_mode)mode, jit);
            b.vm = make_shader(text, (s9_float_mode)mode, NULL);
            b.by_hand = cases[i].by_hand[mode];
            snprintf(name, sizeof name, "jit/%s-%s", cases[i].name, modes[mode]);
            bench_report(name, "vertices/s", run_jit, "by hand", run_by_hand, &b, 0.9);
            if (differ(&b) != 0) {
                fprintf(stderr, "%s: the results differ\n", name);
                wrong = 1;
            }
            snprintf(name, sizeof name, "jit/%s-%s-vm", cases[i].name, modes[mode]);
            bench_report(name, "vertices/s", run_jit, "interpreter", run_vm, &b, 1.0);
            s9_shader_destroy(b.jit);
            s9_shader_destroy(b.vm);
        }
        creation c = {.compile = true};
        char name[64];
        if (s9_assemble(text, strlen(text), NULL, NULL, &c.program, NULL) != S9_OK)
            return 1;
        snprintf(name, sizeof name, "jit/%s-first-result", cases[i].name);
        bench_report(name, "shaders/s", create_once, NULL, NULL, &c, 0);
        c.compile = false;
        snprintf(name, sizeof name, "vm/%s-first-result", cases[i].name);
        bench_report(name, "shaders/s", create_once, NULL, NULL, &c, 0);
        s9_program_destroy(c.program);
    }
    s9_jit_destroy(jit);
    free(b.vertices);
    free(b.constants);
    for (int k = 0; k < OUTPUTS; k++) {
        free(b.ours[k]);
        free(b.theirs[k]);
    }
    return wrong;
}
#endif
