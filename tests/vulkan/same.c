/* SPDX-License-Identifier: MIT */
/* A program, what it is given, and what the interpreter makes of it. */
#include "vulkan/same_shader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 8, TEXELS = SIDE * SIDE * 6 };

static bool make_texture(same_host *host, uint32_t i)
{
    static const uint32_t slices[3] = {1, 6, 4};
    static const VkImageViewType types[3] = {VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE, VK_IMAGE_VIEW_TYPE_3D};
    static float texels[TEXELS][4];
    random_source r = {i + 1u};
    uint32_t kind = i % 3;
    for (uint32_t t = 0; t < TEXELS; t++)
        for (uint32_t k = 0; k < 4; k++)
            texels[t][k] = i < 3 ? (float)pick(&r, 256) / 255.0f : (float)pick(&r, 1025) / 256.0f - 2.0f;
    const void *data = texels;
    size_t size = slices[kind] * SIDE * SIDE * sizeof texels[0];
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = (s9_texture_type)(S9_TEXTURE_2D + kind),
                            .format = S9_FORMAT_A32B32G32R32F,
                            .width = SIDE,
                            .height = SIDE,
                            .depth = kind == 2 ? 4 : 1,
                            .levels = 1,
                            .level_data = &data,
                            .level_size = &size};
    vulkan_image_desc image = {.type = types[kind],
                               .format = VK_FORMAT_R32G32B32A32_SFLOAT,
                               .width = SIDE,
                               .height = SIDE,
                               .depth = desc.depth,
                               .levels = 1,
                               .level_data = &data,
                               .level_size = &size};
    host->images[i] = vulkan_image_create(host->vulkan, &image);
    return host->images[i] != NULL && s9_texture_create(NULL, &desc, &host->textures[i]) == S9_OK;
}

static bool make_depth(same_host *host)
{
    static float texels[SIDE * SIDE];
    random_source r = {99};
    for (uint32_t t = 0; t < SIDE * SIDE; t++)
        texels[t] = (float)pick(&r, 17) / 16.0f;
    const void *data = texels;
    size_t size = sizeof texels;
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_2D,
                            .format = S9_FORMAT_D32F_LOCKABLE,
                            .width = SIDE,
                            .height = SIDE,
                            .depth = 1,
                            .levels = 1,
                            .level_data = &data,
                            .level_size = &size};
    vulkan_image_desc image = {.type = VK_IMAGE_VIEW_TYPE_2D,
                               .format = VK_FORMAT_D32_SFLOAT,
                               .width = SIDE,
                               .height = SIDE,
                               .depth = 1,
                               .levels = 1,
                               .level_data = &data,
                               .level_size = &size};
    host->depth_image = vulkan_image_create(host->vulkan, &image);
    return host->depth_image != NULL && s9_texture_create(NULL, &desc, &host->depth) == S9_OK;
}

/* 16 x 16 and its levels: every texel of level n is n, so that a sample says which level has been read. */
static bool make_chain(same_host *host, uint32_t kind)
{
    enum { LEVELS = 5 };
    static float texels[LEVELS][16 * 16 * 16][4];
    static const VkImageViewType types[3] = {VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE, VK_IMAGE_VIEW_TYPE_3D};
    const void *data[LEVELS];
    size_t size[LEVELS];
    for (uint32_t level = 0; level < LEVELS; level++) {
        uint32_t side = 16u >> level, slices = kind == 0 ? 1 : kind == 1 ? 6 : side;
        for (uint32_t i = 0; i < 16 * 16 * 16; i++)
            for (uint32_t k = 0; k < 4; k++)
                texels[level][i][k] = (float)level;
        data[level] = texels[level];
        size[level] = (size_t)side * side * slices * sizeof texels[0][0];
    }
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = (s9_texture_type)(S9_TEXTURE_2D + kind),
                            .format = S9_FORMAT_A32B32G32R32F,
                            .width = 16,
                            .height = 16,
                            .depth = kind == 2 ? 16 : 1,
                            .levels = LEVELS,
                            .level_data = data,
                            .level_size = size};
    vulkan_image_desc image = {.type = types[kind],
                               .format = VK_FORMAT_R32G32B32A32_SFLOAT,
                               .width = 16,
                               .height = 16,
                               .depth = desc.depth,
                               .levels = LEVELS,
                               .level_data = data,
                               .level_size = size};
    host->chain_images[kind] = vulkan_image_create(host->vulkan, &image);
    return host->chain_images[kind] != NULL && s9_texture_create(NULL, &desc, &host->chains[kind]) == S9_OK;
}

same_host *same_open(char why[VULKAN_REASON])
{
    same_host *host = calloc(1, sizeof *host);
    if (host == NULL)
        return NULL;
    host->vulkan = vulkan_open(VULKAN_ROBUST, why);
    bool good = host->vulkan != NULL;
    for (uint32_t i = 0; i < SAME_TEXTURES && good; i++)
        good = make_texture(host, i);
    for (uint32_t kind = 0; kind < 3 && good; kind++)
        good = make_chain(host, kind);
    if (good)
        good = make_depth(host);
    if (good)
        return host;
    if (host->vulkan != NULL)
        (void)snprintf(why, VULKAN_REASON, "%s", vulkan_error(host->vulkan));
    same_close(host);
    return NULL;
}

void same_close(same_host *host)
{
    for (uint32_t i = 0; i < SAME_TEXTURES; i++) {
        s9_texture_destroy(host->textures[i]);
        if (host->images[i] != NULL)
            vulkan_image_destroy(host->images[i]);
    }
    for (uint32_t kind = 0; kind < 3; kind++) {
        s9_texture_destroy(host->chains[kind]);
        if (host->chain_images[kind] != NULL)
            vulkan_image_destroy(host->chain_images[kind]);
    }
    s9_texture_destroy(host->depth);
    if (host->depth_image != NULL)
        vulkan_image_destroy(host->depth_image);
    if (host->vulkan != NULL)
        vulkan_close(host->vulkan);
    free(host);
}

void same_set_options(same_host *host, void (*set)(s9_spirv_options *options), bool levels)
{
    host->set_options = set;
    host->levels = levels;
}

/* ---- what goes in ---- */

float same_number(random_source *r, strangeness how, bool strange)
{
    float x = random_number(r, how);
    if (fpclassify(x) == FP_SUBNORMAL)
        return 0.0f;
    if (!strange && (!isfinite(x) || fabsf(x) > 1e30f))
        return (float)pick(r, 4001) / 1000.0f - 2.0f;
    return x;
}

static void make_state(same_job *job, random_source *r)
{
    s9_spirv_state *s = &job->options.state;
    s->alpha_func = 1 + pick(r, 8);
    s->alpha_ref = (float)pick(r, 256) / 255.0f;
    s->fog_mode = pick(r, 5);
    s->fog_depth = pick(r, 2);
    for (uint32_t k = 0; k < 3; k++)
        s->fog_color[k] = (float)pick(r, 256) / 255.0f;
    s->fog_start = (float)pick(r, 5) / 4.0f;
    s->fog_end = (float)pick(r, 9) / 4.0f;
    s->fog_density = (float)pick(r, 9) / 8.0f;
    s->clip_plane_count = pick(r, 7);
    s->point_size = (float)pick(r, 17) / 4.0f;
    s->point_size_min = (float)pick(r, 5) / 2.0f;
    s->point_size_max = 2.0f + (float)pick(r, 9);
    s->srgb_write = pick(r, 2);
    s->half_pixel[0] = 1.0f / 640.0f;
    s->half_pixel[1] = 1.0f / 480.0f;
    s->y_scale = pick(r, 2) == 0 ? -1.0f : 1.0f;
    for (uint32_t i = 0; i < 6; i++)
        for (uint32_t k = 0; k < 4; k++)
            s->clip_planes[i][k] = (float)pick(r, 9) / 4.0f - 1.0f;
}

static void make_options(same_case *c, random_source *r)
{
    same_job *job = c->job;
    s9_spirv_options *o = &job->options;
    s9_shader_options *s = &job->shader_options;
    memset(s, 0, sizeof *s);
    s->struct_size = sizeof *s;
    s->engine = S9_ENGINE_VM;
    s->float_mode = chance(r, 65) ? S9_FLOAT_D3D9 : S9_FLOAT_IEEE;
    if (chance(r, 40)) {
        s->lit_clamp = (s9_lit_clamp)pick(r, 3);
        s->mova_ties = (s9_mova_ties)pick(r, 3);
        s->cnd_coissue_quirk_off = chance(r, 50);
        s->ps1_range = (s9_ps1_range)pick(r, 3);
        s->logp_vs1 = (s9_logp_vs1)pick(r, 2);
    }
    s9_spirv_options_init(o);
    o->shader = s;
    o->fine_derivatives = true;
    o->float_registers = chance(r, 80) ? 0 : 64 + pick(r, 64);
    o->names = (s9_spirv_names)pick(r, 3);
    o->no_color_clamp = chance(r, 30);
    o->flat_shading = c->pixel && chance(r, 10);
    o->compare_samplers = chance(r, 80) ? 0 : (uint32_t)random_bits(r) & 0xFFFFu;
    for (uint32_t i = 0; i < 16; i++)
        o->sampler_types[i] = (uint8_t)(S9_TEXTURE_2D + (chance(r, 70) ? 0 : pick(r, 3)));
    make_state(job, r);
    if (chance(r, 50)) {
        s9_spirv_source source = (s9_spirv_source)(S9_SPIRV_FIXED + pick(r, 3));
        for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
            if (i != S9_SPIRV_POINT_SPRITE && chance(r, 50))
                o->sources[i] = source;
        /* What is compiled in is not to be mistaken for what is given when drawing. */
    }
    if (c->host->set_options != NULL)
        c->host->set_options(o);
    for (uint32_t i = 0; i < S9_SPIRV_STAGE_COUNT; i++) {
        for (uint32_t k = 0; k < 4; k++)
            job->stages[i].bump_matrix[k] = o->stages[i].bump_matrix[k] = same_number(r, job->how, false);
        job->stages[i].bump_lscale = o->stages[i].bump_lscale = same_number(r, job->how, false);
        job->stages[i].bump_loffset = o->stages[i].bump_loffset = same_number(r, job->how, false);
        job->stages[i].projected = chance(r, 25);
        o->stages[i].projected = job->stages[i].projected ? 1.0f : 0.0f;
        if (o->sources[S9_SPIRV_STAGES] == S9_SPIRV_OFF)
            memset(&job->stages[i], 0, sizeof job->stages[i]);
    }
    /* Locations that the device lacks are moved to those that nothing has. */
    uint32_t count = c->pixel ? s9_shader_input_count(c->shader) : s9_shader_output_count(c->shader), next = 23;
    for (uint32_t i = 0; i < count && i < SAME_SLOTS; i++) {
        const s9_shader_slot *slot = c->pixel ? s9_shader_input(c->shader, i) : s9_shader_output(c->shader, i);
        bool known = slot->usage < 0 || s9_spirv_location_of((uint32_t)slot->usage, slot->usage_index) < 31;
        for (size_t k = 0; k < o->location_count; k++)
            known = known || ((int32_t)job->locations[k].usage == slot->usage &&
                              job->locations[k].usage_index == slot->usage_index);
        if (known || next >= 31)
            continue;
        job->locations[o->location_count++] = (s9_spirv_location){(uint32_t)slot->usage, slot->usage_index, next++};
    }
    o->locations = job->locations;
}

/* Pixels of the plane have numbers that interpolation meets exactly: multiples of 1/64. */
static void make_pixel_inputs(same_case *c, random_source *r, uint32_t slot)
{
    same_job *job = c->job;
    bool flat = job->options.flat_shading && s9_shader_input(c->shader, slot)->flat;
    for (uint32_t k = 0; k < 4; k++) {
        float base = (float)((int)pick(r, 257) - 128) / 64.0f, dx = (float)((int)pick(r, 33) - 16) / 64.0f,
              dy = (float)((int)pick(r, 33) - 16) / 64.0f;
        if (chance(r, 10))
            dx = dy = 0;
        job->corners[slot][0][k] = base;
        job->corners[slot][1][k] = base + 8 * dx;
        job->corners[slot][2][k] = base + 4 * dy;
        if (flat)
            job->corners[slot][1][k] = job->corners[slot][2][k] = base;
        for (uint32_t at = 0; at < SAME_PLANE; at++)
            job->in[slot][at][k] =
                flat ? base : base + dx * ((float)(at % SAME_SIDE) + 0.5f) + dy * ((float)(at / SAME_SIDE) + 0.5f);
        for (uint32_t at = SAME_PLANE; at < SAME_LANES; at++)
            job->in[slot][at][k] = same_number(r, job->how, false);
    }
}

void same_make_job(same_case *c, random_source *r)
{
    same_job *job = c->job;
    job->how = (strangeness)pick(r, 3);
    if (c->host->gl != NULL) /* x - floor(x) becomes fract(x) there, which is no fraction of huge numbers */
        job->how = TAME;
    if (c->host->levels) /* the square of a gradient is to be a number */
        job->how = TAME;
    uint32_t floats = s9_version_is_software(c->program->version) ? SAME_FLOATS_SOFTWARE : SAME_FLOATS;
    for (uint32_t i = 0; i < floats; i++)
        for (uint32_t k = 0; k < 4; k++)
            job->f[i][k] = same_number(r, job->how, true);
    for (uint32_t i = 0; i < 16; i++) {
        job->i[i][0] = (int32_t)pick(r, 5);
        job->i[i][1] = (int32_t)pick(r, 5);
        job->i[i][2] = (int32_t)pick(r, 5) - 2;
        job->i[i][3] = (int32_t)pick(r, 3);
        job->b[i] = pick(r, 2);
    }
    make_options(c, r);
    for (uint32_t i = 0; i < s9_shader_input_count(c->shader) && i < SAME_SLOTS; i++) {
        if (c->pixel) {
            make_pixel_inputs(c, r, i);
            continue;
        }
        for (uint32_t at = 0; at < SAME_LANES; at++)
            for (uint32_t k = 0; k < 4; k++)
                job->in[i][at][k] = same_number(r, job->how, true);
    }
    for (uint32_t k = 0; k < 3; k++)
        job->fog_corners[k] = 0.25f;
    for (uint32_t at = 0; at < SAME_LANES; at++) {
        job->fog_in[at] = at < SAME_PLANE ? 0.25f : same_number(r, TAME, false);
        job->back[at] = at >= SAME_PLANE && chance(r, 50);
    }
}

/* The kinds are known once the module is there. */
static void choose_textures(same_case *c, random_source *r)
{
    static const s9_address addresses[5] = {S9_ADDRESS_WRAP, S9_ADDRESS_MIRROR, S9_ADDRESS_CLAMP, S9_ADDRESS_BORDER,
                                            S9_ADDRESS_MIRROR_ONCE};
    c->job->f_count = SAME_FLOATS_SOFTWARE;
    for (uint32_t i = 0; i < 16; i++)
        s9_sampler_state_init(&c->job->samplers[i].state);
    for (uint32_t i = 0; i < c->layout->resource_count; i++) {
        const s9_spirv_resource *resource = &c->layout->resources[i];
        if (resource->kind == S9_SPIRV_RESOURCE_FLOATS && resource->registers < SAME_FLOATS_SOFTWARE)
            c->job->f_count = resource->registers;
        if ((resource->kind != S9_SPIRV_RESOURCE_TEXTURE && resource->kind != S9_SPIRV_RESOURCE_IMAGE) ||
            resource->number >= 16)
            continue;
        s9_sampler_binding *binding = &c->job->samplers[resource->number];
        uint32_t image = (uint32_t)resource->texture_type - S9_TEXTURE_2D + 3 * pick(r, 2);
        bool compare = resource->compare && resource->texture_type == S9_TEXTURE_2D;
        c->job->image_of[resource->number] = image;
        binding->texture = compare ? c->host->depth : c->host->textures[image];
        binding->state.compare = compare ? 1 : 0;
        binding->state.seamless = true;
        binding->state.min = binding->state.mag = chance(r, 50) ? S9_FILTER_LINEAR : S9_FILTER_POINT;
        for (uint32_t k = 0; k < 3; k++)
            binding->state.address[k] = addresses[pick(r, 5)];
        if (!c->host->levels || compare)
            continue;
        binding->texture = c->host->chains[image % 3];
        binding->state.mip = S9_FILTER_LINEAR;
        binding->state.min = binding->state.mag = S9_FILTER_LINEAR;
        binding->state.bias = (float)pick(r, 17) / 8.0f - 1.0f;
        binding->state.max_level = pick(r, 3);
        for (uint32_t k = 0; k < 3; k++) /* a border has no level */
            binding->state.address[k] = addresses[pick(r, 3)];
    }
}

/* ---- the interpreter ---- */

static void make_groups(same_case *c)
{
    if (!c->pixel) {
        c->groups = SAME_LANES / 4;
        for (uint32_t at = 0; at < SAME_LANES; at++)
            c->lane_of[at / 4][at % 4] = at;
        return;
    }
    c->groups = SAME_GROUPS;
    for (uint32_t at = 0; at < SAME_PLANE; at++) {
        uint32_t x = at % SAME_SIDE, y = at / SAME_SIDE;
        c->lane_of[y / 2 * 4 + x / 2][(y & 1u) * 2 + (x & 1u)] = at;
    }
    for (uint32_t at = SAME_PLANE; at < SAME_LANES; at++) {
        uint32_t corner = (at / SAME_SIDE & 1u) * 2 + (at & 1u), *group = c->lane_of[8 + at - SAME_PLANE];
        for (uint32_t i = 0; i < 4; i++)
            group[i] = i == corner ? at : UINT32_MAX;
    }
}

static bool interpret(same_case *c)
{
    enum { MOST = SAME_GROUPS * 4 };
    static float in[SAME_SLOTS][MOST][4], out[SAME_SLOTS][MOST][4];
    static uint8_t written[SAME_SLOTS][MOST], discarded[MOST];
    s9_lane_array inputs[SAME_SLOTS] = {{0}}, outputs[SAME_SLOTS] = {{0}};
    uint32_t input_count = s9_shader_input_count(c->shader), output_count = s9_shader_output_count(c->shader);
    for (uint32_t i = 0; i < input_count; i++) {
        uint32_t number = c->shader->input_numbers[i];
        inputs[i] = (s9_lane_array){in[i], 16, 4, 4, NULL};
        for (uint32_t group = 0; group < c->groups; group++)
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t at = same_source_of(c, group, k), x = at % SAME_SIDE, y = at / SAME_SIDE;
                float *to = in[i][group * 4 + k];
                memcpy(to, c->job->in[i][at], 16);
                if (number == S9_IR_IN_VFACE)
                    to[0] = c->job->back[at] ? -1.0f : 1.0f;
                if (number == S9_IR_IN_VPOS) {
                    to[0] = (float)((x & ~1u) | (k & 1u));
                    to[1] = (float)((y & ~1u) | k >> 1);
                }
            }
    }
    for (uint32_t i = 0; i < output_count; i++)
        outputs[i] = (s9_lane_array){out[i], 16, 4, 4, written[i]};
    s9_run_args args = {
        .struct_size = sizeof args,
        .lanes = c->groups * 4,
        .quads = c->pixel,
        .constants = {(const float(*)[4])c->job->f, c->job->f_count, (const int32_t(*)[4])c->job->i, 16, c->job->b, 16},
        .samplers = c->job->samplers,
        .sampler_count = 16,
        .stages = c->job->stages,
        .stage_count = S9_SPIRV_STAGE_COUNT,
        .inputs = inputs,
        .outputs = outputs,
        .discarded = discarded};
    memset(discarded, 0, sizeof discarded);
    if (s9_shader_run(c->shader, &args) != S9_OK)
        return false;
    for (uint32_t group = 0; group < c->groups; group++)
        for (uint32_t k = 0; k < 4; k++) {
            same_lane *lane = &c->lanes[group][k];
            memset(lane, 0, sizeof *lane);
            lane->discarded = discarded[group * 4 + k] != 0;
            for (uint32_t i = 0; i < output_count; i++) {
                uint32_t number = c->shader->output_numbers[i];
                for (uint32_t n = 0; n < 4; n++)
                    if (((uint32_t)written[i][group * 4 + k] >> n & 1u) != 0)
                        memcpy(&lane->out[number][n], &out[i][group * 4 + k][n], 4);
                lane->written[number] |= written[i][group * 4 + k];
            }
        }
    return true;
}

/* Vertex colours of models before 3 arrive held to [0, 1]. */
static void clamp_colors(same_case *c)
{
    for (uint32_t i = 0; i < s9_shader_input_count(c->shader) && c->pixel && c->major < 3; i++) {
        if (s9_shader_input(c->shader, i)->name[0] != 'v' || c->job->options.no_color_clamp)
            continue;
        for (uint32_t at = 0; at < SAME_LANES; at++)
            for (uint32_t k = 0; k < 4; k++) {
                float *x = &c->job->in[i][at][k];
                *x = *x > 0 ? (*x < 1 ? *x : 1.0f) : 0.0f;
            }
    }
}

static bool run_case(same_case *c, random_source *r)
{
    s9_spirv *module = NULL;
    bool refused = false, good = true;
    if (c->host->gl != NULL) {
        s9_spirv_options *o = &c->job->options;
        o->names = S9_SPIRV_NAMES_RESULTS;
        c->host->gl_prepare(c->host, o);
        o->fine_derivatives = false;
        o->compare_samplers = 0;
        for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
            o->sources[i] = o->sources[i] == S9_SPIRV_SPECIALISED ? S9_SPIRV_UNIFORM : o->sources[i];
        /* The language has no word for which pixels of a quad a derivative is taken from. */
        bool derives = false;
        for (uint32_t i = 0; i < c->shader->ir->insts.count; i++)
            derives = derives || c->shader->ir->insts.items[i].op == S9_IR_DDX ||
                      c->shader->ir->insts.items[i].op == S9_IR_DDY;
        if (derives) {
            c->counts->refused++;
            return true;
        }
    }
    s9_result result = s9_spirv_translate(c->program, NULL, &c->job->options, &module, NULL);
    if (result != S9_OK) {
        c->counts->refused++;
        return result == S9_ERROR_UNSUPPORTED;
    }
    c->layout = s9_spirv_get_layout(module);
    choose_textures(c, r);
    make_groups(c);
    good = same_draw(c, module, &refused);
    clamp_colors(c);
    if (good && !refused && interpret(c))
        good = same_judge(c);
    c->counts->refused += refused;
    s9_spirv_destroy(module);
    return good;
}

bool same_program(same_host *host, const s9_program *program, uint64_t seed, const char *about, same_counts *counts)
{
    random_source r = {seed ^ 0x5A5AF00Dull};
    same_case *c = calloc(1, sizeof *c);
    same_job *job = calloc(1, sizeof *job);
    same_lane(*lanes)[4] = calloc(SAME_GROUPS, sizeof *lanes);
    s9_shader *shader = NULL;
    bool good = c != NULL && job != NULL && lanes != NULL;
    counts->programs++;
    if (good) {
        *c =
            (same_case){.host = host, .program = program, .job = job, .lanes = lanes, .about = about, .counts = counts};
        c->pixel = s9_version_is_pixel(program->version);
        c->major = s9_version_major(program->version);
        s9_shader_options options = {.struct_size = sizeof options};
        /* The slots do not depend on the options; the options do on the slots. */
        if (s9_shader_create(program, NULL, &options, &shader, NULL) == S9_OK) {
            c->shader = shader;
            same_make_job(c, &r);
            s9_shader_destroy(shader);
            shader = NULL;
            good = s9_shader_create(program, NULL, &job->shader_options, &shader, NULL) == S9_OK;
            c->shader = shader;
            if (good)
                good = run_case(c, &r);
        } else {
            counts->refused++;
        }
    }
    s9_shader_destroy(shader);
    counts->differed += !good;
    free(lanes);
    free(job);
    free(c);
    return good;
}
