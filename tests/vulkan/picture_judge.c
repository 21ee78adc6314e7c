/* SPDX-License-Identifier: MIT */
#include "vulkan/picture_judge.h"

#include <shader9/program.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEAR (1.0001 / 255)
/*
 * How far interpolated inputs may be apart: what they change by over 1/256 pixel (a vertex is off by half of that in
 * one picture, and by half of that in the other, if it rounds there at all), and 2^-20 of the largest one for the sums.
 * lavapipe comes within 0.44 of that: it interpolates between positions that it has not rounded.
 */
#define SUBPIXEL (1.0 / 256)
#define SUMS 0x1p-20
#define INPUT_NEAR 1.0

s9_result __real_s9_draw(const s9_draw_args *args, s9_diagnostics *diagnostics);
s9_result __real_s9_shader_create(const s9_program *program, const s9_allocator *allocator,
                                  const s9_shader_options *options, s9_shader **out, s9_diagnostics *diagnostics);

enum { MOST_INPUTS = 40 };

typedef struct judging {
    const s9_draw_args *args;
    const picture_other *other;
    size_t count;                      /* pixels */
    float (*shown[MOST_INPUTS][3])[4]; /* by input of the layout */
    float (*ours[MOST_INPUTS])[4];     /* as s9_draw interpolates them */
    float size[MOST_INPUTS];           /* the largest number of each */
    double furthest;                   /* the largest distance of inputs among the pixels that they explain */
} judging;

static bool alike(const float a[4], const float b[4])
{
    double worst = 0;
    for (int k = 0; k < 4; k++)
        worst = fmax(worst, a[k] == b[k] ? 0 : fabs((double)a[k] - (double)b[k]));
    return worst <= NEAR; /* false for NaN */
}

static bool is_nothing(const float pixel[4])
{
    return pixel[0] == PICTURE_NOTHING && pixel[3] == PICTURE_NOTHING;
}

static void free_inputs(judging *j)
{
    for (uint32_t i = 0; i < MOST_INPUTS; i++) {
        free(j->ours[i]);
        for (int k = 0; k < 3; k++)
            free(j->shown[i][k]);
    }
}

/* The same vertices with a pixel shader that shows one input. */
static bool draw_input(const judging *j, const s9_spirv_interface *input, float (*out)[4])
{
    static const char *const usages[] = {"position", "blendweight", "blendindices", "normal",     "psize",
                                         "texcoord", "tangent",     "binormal",     "tessfactor", "positiont",
                                         "color",    "fog",         "depth",        "sample"};
    static const float nothing[4] = {PICTURE_NOTHING, PICTURE_NOTHING, PICTURE_NOTHING, PICTURE_NOTHING};
    char text[128], declaration[32] = "";
    bool model3 = (s9_shader_version_token(j->args->pixel_shader) >> 8 & 255u) >= 3;
    if (input->usage < 0 || (size_t)input->usage >= sizeof usages / sizeof *usages)
        return false;
    (void)snprintf(declaration, sizeof declaration, "_%s%u", usages[input->usage], (unsigned)input->usage_index);
    (void)snprintf(text, sizeof text, "%s\ndcl%s %s\nmov r0, %s\nmov oC0, r0\n", model3 ? "ps_3_0" : "ps_2_0",
                   model3 ? declaration : "", input->reg, input->reg);
    s9_program *program = NULL;
    s9_shader *shader = NULL;
    s9_framebuffer *frame = NULL;
    s9_framebuffer_desc desc = {.struct_size = sizeof desc,
                                .width = j->other->width,
                                .height = j->other->height,
                                .target_count = 1,
                                .formats = {S9_TARGET_A32B32G32R32F}};
    bool good = s9_assemble(text, strlen(text), NULL, NULL, &program, NULL) == S9_OK &&
                __real_s9_shader_create(program, NULL, NULL, &shader, NULL) == S9_OK &&
                s9_framebuffer_create(NULL, &desc, &frame) == S9_OK;
    if (good) {
        s9_draw_args args = *j->args;
        args.framebuffer = frame;
        args.pixel_shader = shader;
        args.ps = (s9_stage_resources){0};
        s9_framebuffer_clear(frame, nothing, j->other->clear_depth, 0);
        good = __real_s9_draw(&args, NULL) == S9_OK;
        s9_framebuffer_floats(frame, 0, out[0]);
    }
    s9_framebuffer_destroy(frame);
    s9_shader_destroy(shader);
    s9_program_destroy(program);
    return good;
}

/* The device's inputs. Frames of states that change the colour behind the shader are not looked into. */
static bool gather_inputs(judging *j)
{
    const s9_spirv_layout *layout = j->other->pixel;
    const s9_draw_state *d = j->args->state;
    if (d->blend || d->fog || d->srgb_write || d->alpha_test || d->shade == S9_SHADE_FLAT ||
        layout->input_count > MOST_INPUTS)
        return false;
    for (uint32_t i = 0; i < layout->input_count; i++)
        for (int k = 0; k < 3 && layout->inputs[i].built_in == NULL; k++) {
            j->shown[i][k] = malloc(j->count * sizeof *j->shown[i][k]);
            if (j->shown[i][k] == NULL ||
                !j->other->show(j->other->context, &layout->inputs[i], (picture_shown)k, j->shown[i][k]))
                return false;
        }
    for (uint32_t i = 0; i < layout->input_count; i++) {
        if (layout->inputs[i].built_in != NULL)
            continue;
        j->ours[i] = malloc(j->count * sizeof *j->ours[i]);
        if (j->ours[i] == NULL || !draw_input(j, &layout->inputs[i], j->ours[i]))
            return false;
        for (size_t at = 0; at < j->count; at++)
            for (uint32_t k = 0; k < 4; k++)
                if (!is_nothing(j->ours[i][at]) && (layout->inputs[i].mask >> k & 1u) != 0)
                    j->size[i] = fmaxf(j->size[i], fabsf(j->ours[i][at][k]));
    }
    return true;
}

/* How far the inputs of both are apart at a pixel, in what may be; infinite where one draws nothing. */
static double input_distance(const judging *j, size_t at)
{
    double furthest = 0;
    for (uint32_t i = 0; i < j->other->pixel->input_count; i++) {
        if (j->ours[i] == NULL)
            continue;
        float(*const *shown)[4] = j->shown[i];
        if (is_nothing(j->ours[i][at]) || is_nothing(shown[PICTURE_VALUE][at]))
            return INFINITY;
        for (uint32_t k = 0; k < 4; k++) {
            double slope = fabs((double)shown[PICTURE_DX][at][k]) + fabs((double)shown[PICTURE_DY][at][k]);
            double apart = fabs((double)j->ours[i][at][k] - (double)shown[PICTURE_VALUE][at][k]);
            if ((j->other->pixel->inputs[i].mask >> k & 1u) != 0)
                furthest = fmax(furthest, apart / fmax(slope * SUBPIXEL + (double)j->size[i] * SUMS, 1e-30));
        }
    }
    return furthest;
}

/* The location of an input of the shader, or of the first when `input` is negative; UINT32_MAX: it has none. */
static uint32_t input_at(const judging *j, const s9_shader_slot *slot)
{
    const s9_spirv_layout *layout = j->other->pixel;
    for (uint32_t i = 0; i < layout->input_count; i++) {
        const s9_spirv_interface *io = &layout->inputs[i];
        bool same = slot == NULL || (strcmp(slot->name, io->reg) == 0 &&
                                     (slot->usage < 0 || ((uint32_t)slot->usage == (uint32_t)io->usage &&
                                                          slot->usage_index == io->usage_index)));
        if (io->built_in == NULL && same)
            return i;
    }
    return UINT32_MAX;
}

/* The quad that a pixel lies in, seen from it: the neighbours have what the derivatives say. */
static void fill_quad(const judging *j, uint32_t input, size_t at, uint32_t lane, float (*out)[4])
{
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = 0; k < 4; k++) {
            float right = (float)(i & 1u) - (float)(lane & 1u), down = (float)(i >> 1) - (float)(lane >> 1);
            out[i][k] = j->shown[input][PICTURE_VALUE][at][k] + right * j->shown[input][PICTURE_DX][at][k] +
                        down * j->shown[input][PICTURE_DY][at][k];
        }
}

/* What the interpreter makes of the device's inputs at a pixel, all targets. */
static bool interpret(const judging *j, size_t at, float (*out)[4])
{
    enum { SLOTS = 40 };
    static float in[SLOTS][4][4], results[SLOTS][4][4];
    const s9_shader *shader = j->args->pixel_shader;
    s9_lane_array inputs[SLOTS], outputs[SLOTS];
    uint32_t x = (uint32_t)(at % j->other->width), y = (uint32_t)(at / j->other->width), lane = (y & 1u) * 2 + (x & 1u);
    uint32_t input_count = s9_shader_input_count(shader), output_count = s9_shader_output_count(shader);
    if (input_count > SLOTS || output_count > SLOTS)
        return false;
    for (uint32_t i = 0; i < input_count; i++) {
        const s9_shader_slot *slot = s9_shader_input(shader, i);
        uint32_t input = input_at(j, slot);
        inputs[i] = (s9_lane_array){in[i], 16, 4, 4, NULL};
        for (uint32_t k = 0; k < 4; k++) {
            float one = slot->usage == 10 && slot->usage_index == 0 ? 1.0f : 0.0f;
            for (uint32_t c = 0; c < 4; c++)
                in[i][k][c] = one;
            if (strcmp(slot->name, "vPos") == 0) {
                in[i][k][0] = (float)((x & ~1u) | (k & 1u));
                in[i][k][1] = (float)((y & ~1u) | k >> 1);
            } else if (strcmp(slot->name, "vFace") == 0) {
                in[i][k][0] = 1.0f;
            }
        }
        if (input != UINT32_MAX)
            fill_quad(j, input, at, lane, in[i]);
    }
    memset(results, 0, sizeof results);
    for (uint32_t i = 0; i < output_count; i++)
        outputs[i] = (s9_lane_array){results[i], 16, 4, 4, NULL};
    s9_run_args args = {.struct_size = sizeof args,
                        .lanes = 4,
                        .quads = true,
                        .constants = j->args->ps.constants,
                        .samplers = j->args->ps.samplers,
                        .sampler_count = j->args->ps.sampler_count,
                        .stages = j->args->ps.stages,
                        .stage_count = j->args->ps.stage_count,
                        .inputs = inputs,
                        .outputs = outputs};
    if (s9_shader_run(shader, &args) != S9_OK)
        return false;
    for (uint32_t i = 0; i < output_count; i++) {
        const char *name = s9_shader_output(shader, i)->name;
        if (name[0] == 'o' && name[1] == 'C')
            memcpy(out[(name[2] - '0') & 3], results[i][lane], 16);
    }
    return true;
}

typedef enum reason { NONE, INPUTS, EDGE } reason;

static reason reason_of(judging *j, uint32_t target, size_t at)
{
    float results[4][4] = {{0}};
    double distance = input_distance(j, at);
    uint32_t first = input_at(j, NULL);
    if (first == UINT32_MAX)
        return NONE;
    if (is_nothing(j->shown[first][PICTURE_VALUE][at])) /* the target shows what it was cleared to */
        return distance > INPUT_NEAR ? EDGE : NONE;
    if (!interpret(j, at, results))
        return NONE;
    if (s9_framebuffer_format(j->args->framebuffer, target) == S9_TARGET_A8R8G8B8)
        for (int k = 0; k < 4; k++)
            results[target][k] = results[target][k] > 0 ? fminf(results[target][k], 1) : 0;
    if (!alike(results[target], j->other->targets[target][at]))
        return NONE;
    if (distance > INPUT_NEAR)
        return EDGE;
    j->furthest = fmax(j->furthest, distance);
    return INPUTS;
}

bool picture_judge(const s9_draw_args *args, const picture_other *other)
{
    judging j = {.args = args, .other = other, .count = (size_t)other->width * other->height};
    bool good = true, asked = false, answered = false;
    for (uint32_t t = 0; t < other->target_count; t++) {
        size_t reasons[3] = {0};
        double largest = 0, left = 0;
        for (size_t i = 0; i < j.count; i++) {
            float want[4];
            s9_framebuffer_pixel(args->framebuffer, t, (uint32_t)(i % other->width), (uint32_t)(i / other->width),
                                 want);
            if (alike(want, other->targets[t][i]))
                continue;
            if (!asked) {
                asked = true;
                answered = gather_inputs(&j);
            }
            reason why = answered ? reason_of(&j, t, i) : NONE;
            double worst = 0;
            for (int k = 0; k < 4; k++)
                worst = fmax(worst, fabs((double)want[k] - (double)other->targets[t][i][k]));
            largest = fmax(largest, worst);
            left = why == NONE ? fmax(left, worst) : left;
            reasons[why]++;
        }
        size_t differ = reasons[NONE] + reasons[INPUTS] + reasons[EDGE];
        printf("target %u: %zu pixels, %zu differ by more than 1/255, by %.1f/255 at most: %zu by their inputs, %zu at "
               "edges, %zu for no reason (by %.1f/255)\n",
               (unsigned)t, j.count, differ, largest * 255, reasons[INPUTS], reasons[EDGE], reasons[NONE], left * 255);
        if (reasons[INPUTS] > 0)
            printf("    where inputs decide, they are at most %.2f of 1/256 pixel apart\n", j.furthest);
        good = good && reasons[NONE] == 0 && reasons[EDGE] * 1000 <= j.count;
    }
    free_inputs(&j);
    return good;
}
