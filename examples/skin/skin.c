/* SPDX-License-Identifier: MIT */
/*
 * Skins a mesh on the CPU with the vertex shader that the GPU would run: four bones a vertex, from a palette of
 * matrices in the constants. The shader is prepared once and runs over the caller's own arrays.
 */
#include <shader9/shader9.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The palette: bone b has the three rows of a 4x3 matrix in c[8 + 3b] and the two behind it. */
static const char skin_text[] = "vs_2_0\n"
                                "dcl_position     v0\n"
                                "dcl_normal       v1\n"
                                "dcl_blendweight  v2\n"
                                "dcl_blendindices v3\n"
                                "def c0, 3, 1, 0, 0\n"
                                "mul  r0, v3, c0.x\n" /* three constants a bone */
                                "mova a0, r0\n"
                                "m4x3 r1.xyz, v0, c[a0.x + 8]\n"
                                "m4x3 r2.xyz, v0, c[a0.y + 8]\n"
                                "m4x3 r3.xyz, v0, c[a0.z + 8]\n"
                                "m4x3 r4.xyz, v0, c[a0.w + 8]\n"
                                "mul  r5.xyz, r1, v2.x\n"
                                "mad  r5.xyz, r2, v2.y, r5\n"
                                "mad  r5.xyz, r3, v2.z, r5\n"
                                "mad  r5.xyz, r4, v2.w, r5\n"
                                "mov  r5.w, c0.y\n"
                                "m3x3 r1.xyz, v1, c[a0.x + 8]\n"
                                "m3x3 r2.xyz, v1, c[a0.y + 8]\n"
                                "m3x3 r3.xyz, v1, c[a0.z + 8]\n"
                                "m3x3 r4.xyz, v1, c[a0.w + 8]\n"
                                "mul  r6.xyz, r1, v2.x\n"
                                "mad  r6.xyz, r2, v2.y, r6\n"
                                "mad  r6.xyz, r3, v2.z, r6\n"
                                "mad  r6.xyz, r4, v2.w, r6\n"
                                "mov  r6.w, c0.z\n"
                                "nrm  r7, r6\n"
                                "mov  oPos, r5\n"
                                "mov  oT0.xyz, r7\n";

enum { BONES = 5, RINGS = 21, SIDES = 12, VERTICES = RINGS * SIDES };

/* A vertex as this program has it; the shader's inputs are told where in it they lie. */
typedef struct vertex {
    float position[3];
    float normal[3];
    float weights[4];
    float bones[4];
} vertex;

/* A column of rings around the y axis; a ring follows the bones near it. */
static void build(vertex *mesh)
{
    for (int ring = 0; ring < RINGS; ring++) {
        float along = (float)ring / 5.0f; /* in bones */
        int bone = along < 1 ? 1 : along > BONES - 2 ? BONES - 2 : (int)along;
        for (int side = 0; side < SIDES; side++) {
            vertex *v = &mesh[ring * SIDES + side];
            double angle = 6.283185307179586 * side / SIDES;
            v->normal[0] = (float)cos(angle);
            v->normal[1] = 0;
            v->normal[2] = (float)sin(angle);
            for (int k = 0; k < 3; k++)
                v->position[k] = k == 1 ? along : 0.25f * v->normal[k];
            float sum = 0;
            for (int k = 0; k < 4; k++) {
                int b = bone - 1 + k < BONES ? bone - 1 + k : BONES - 1;
                float distance = along - (float)b;
                v->bones[k] = (float)b;
                v->weights[k] = 1.0f / (0.05f + distance * distance * distance * distance);
                sum += v->weights[k];
            }
            for (int k = 0; k < 4; k++)
                v->weights[k] /= sum;
        }
    }
}

/* Each bone turns about z by `bend` more than the one before, at the place where it begins. */
static void pose(float (*rows)[4], double bend)
{
    double x = 0, y = 0;
    for (int b = 0; b < BONES; b++) {
        double c = cos(bend * b), s = sin(bend * b);
        const float bone[3][4] = {
            {(float)c, (float)-s, 0, (float)(x + s * b)}, {(float)s, (float)c, 0, (float)(y - c * b)}, {0, 0, 1, 0}};
        memcpy(rows[3 * b], bone, sizeof bone);
        x -= s;
        y += c;
    }
}

/*
 * Vertices first .. first + count - 1. Nothing but the arrays is written, so that ranges may be done by as many threads
 * as there are, with the same shader.
 */
static s9_result skin(const s9_shader *shader, const vertex *mesh, uint32_t first, uint32_t count,
                      const float (*palette)[4], uint32_t rows, float (*positions)[4], float (*normals)[3])
{
    s9_lane_array inputs[8] = {{0}}, outputs[8] = {{0}};
    for (uint32_t i = 0; i < s9_shader_input_count(shader) && i < 8; i++) {
        const s9_shader_slot *slot = s9_shader_input(shader, i);
        const vertex *v = &mesh[first];
        const float *from = strcmp(slot->name, "v0") == 0   ? v->position
                            : strcmp(slot->name, "v1") == 0 ? v->normal
                            : strcmp(slot->name, "v2") == 0 ? v->weights
                                                            : v->bones;
        /* Three floats of a position or a normal: the fourth counts as 1. The library reads, it does not write here. */
        union {
            const float *from;
            void *data;
        } input = {from};
        inputs[i] = (s9_lane_array){input.data, sizeof *mesh, sizeof(float),
                                    from == v->position || from == v->normal ? 3 : 4, NULL};
    }
    for (uint32_t i = 0; i < s9_shader_output_count(shader) && i < 8; i++) {
        if (strcmp(s9_shader_output(shader, i)->name, "oPos") == 0)
            outputs[i] = (s9_lane_array){positions[first], sizeof *positions, sizeof(float), 4, NULL};
        else
            outputs[i] = (s9_lane_array){normals[first], sizeof *normals, sizeof(float), 3, NULL};
    }
    s9_run_args args = {.struct_size = sizeof args, .lanes = count, .inputs = inputs, .outputs = outputs};
    args.constants.f = palette;
    args.constants.f_count = rows;
    return s9_shader_run(shader, &args);
}

int main(void)
{
    static vertex mesh[VERTICES];
    static float constants[8 + 3 * BONES][4], positions[VERTICES][4], normals[VERTICES][3];
    s9_program *program = NULL;
    s9_shader *shader = NULL;
    s9_result result = s9_assemble(skin_text, sizeof skin_text - 1, NULL, NULL, &program, NULL);
    if (result == S9_OK)
        result = s9_shader_create(program, NULL, NULL, &shader, NULL);
    s9_program_destroy(program);
    build(mesh);
    for (int frame = 0; frame < 3 && result == S9_OK; frame++) {
        pose(constants + 8, 0.3 * frame);
        /* In two parts, as two threads would. */
        result = skin(shader, mesh, 0, VERTICES / 3, (const float(*)[4])constants, 8 + 3 * BONES, positions, normals);
        if (result == S9_OK)
            result = skin(shader, mesh, VERTICES / 3, VERTICES - VERTICES / 3, (const float(*)[4])constants,
                          8 + 3 * BONES, positions, normals);
        const float *tip = positions[VERTICES - SIDES], *n = normals[VERTICES - SIDES];
        if (result == S9_OK)
            printf("bent by %.1f: the tip is at %.3f %.3f %.3f, its normal %.3f %.3f %.3f\n", 0.3 * frame,
                   (double)tip[0], (double)tip[1], (double)tip[2], (double)n[0], (double)n[1], (double)n[2]);
    }
    if (result != S9_OK)
        printf("%s\n", s9_result_name(result));
    s9_shader_destroy(shader);
    return result != S9_OK;
}
