/* SPDX-License-Identifier: MIT */
/*
 * The command with a second opinion: what its verb draw gives to s9_draw is drawn with Vulkan as well, by the pair of
 * translated shaders, and the two pictures are compared. The linker puts the functions below in the place of s9_draw
 * and s9_shader_create (--wrap), so that scenes are read as the command reads them.
 *
 *   draw_both draw examples/brick/scene.json --output brick.png
 *
 * With PICTURE_GL=some or all in the environment OpenGL draws it, too, by the pair in versions of GLSL and ESSL.
 *
 * Prints a line for each target, and ends with status 1 where pixels differ without a reason (see picture_judge.h).
 */
#include "vulkan/host.h"
#include "vulkan/modules.h"
#include "vulkan/picture_judge.h"

#ifdef SHADER9_HAVE_PICTURE_GL
#include "gl/picture_gl.h"
#endif

#include <shader9/draw.h>
#include <shader9/program.h>
#include <shader9/spirv.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

s9_result __real_s9_draw(const s9_draw_args *args, s9_diagnostics *diagnostics);
s9_result __wrap_s9_draw(const s9_draw_args *args, s9_diagnostics *diagnostics);
s9_result __real_s9_shader_create(const s9_program *program, const s9_allocator *allocator,
                                  const s9_shader_options *options, s9_shader **out, s9_diagnostics *diagnostics);
s9_result __wrap_s9_shader_create(const s9_program *program, const s9_allocator *allocator,
                                  const s9_shader_options *options, s9_shader **out, s9_diagnostics *diagnostics);

/* The tokens of the shaders that were made last: a draw needs two. */
static struct {
    const s9_shader *shader;
    s9_blob tokens;
    s9_shader_options options;
} made[8];
static uint32_t made_count;

s9_result __wrap_s9_shader_create(const s9_program *program, const s9_allocator *allocator,
                                  const s9_shader_options *options, s9_shader **out, s9_diagnostics *diagnostics)
{
    s9_result result = __real_s9_shader_create(program, allocator, options, out, diagnostics);
    uint32_t slot = made_count++ % 8;
    if (result == S9_OK) {
        s9_blob_free(&made[slot].tokens);
        made[slot].shader = *out;
        if (options != NULL)
            made[slot].options = *options;
        if (s9_encode(program, NULL, &made[slot].tokens) != S9_OK)
            made[slot].shader = NULL;
    }
    return result;
}

static s9_program *program_of(const s9_shader *shader, const s9_shader_options **options)
{
    s9_program *program = NULL;
    for (uint32_t i = 0; i < 8; i++)
        if (made[i].shader == shader && shader != NULL) {
            *options = &made[i].options;
            (void)s9_decode(made[i].tokens.data, made[i].tokens.size, NULL, NULL, &program, NULL);
        }
    return program;
}

/* ---- state ---- */

static void translate_state(const s9_draw_args *args, uint32_t width, uint32_t height, s9_spirv_options *o)
{
    const s9_draw_state *d = args->state;
    s9_spirv_state *s = &o->state;
    static const s9_spirv_fog modes[] = {S9_SPIRV_FOG_VERTEX, S9_SPIRV_FOG_EXP, S9_SPIRV_FOG_EXP2, S9_SPIRV_FOG_LINEAR};
    for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
        o->sources[i] = S9_SPIRV_FIXED;
    s->alpha_func = d->alpha_test ? (uint32_t)d->alpha_func : 8;
    s->alpha_ref = d->alpha_ref / 255.0f;
    s->fog_mode = d->fog ? modes[d->fog_mode] : S9_SPIRV_FOG_OFF;
    s->fog_depth = d->fog_depth == S9_FOG_DEPTH_Z;
    memcpy(s->fog_color, d->fog_color, sizeof s->fog_color);
    s->fog_start = d->fog_start;
    s->fog_end = d->fog_end;
    s->fog_density = d->fog_density;
    s->clip_plane_count = d->clip_plane_count;
    memcpy(s->clip_planes, d->clip_planes, sizeof s->clip_planes);
    s->point_sprite = d->point_sprite;
    s->point_size = d->point_size;
    s->point_size_min = d->point_size_min;
    s->point_size_max = d->point_size_max;
    s->srgb_write = d->srgb_write;
    s->y_scale = -1.0f;
    s->half_pixel[0] = d->half_pixel ? 0.0f : 1.0f / (float)width;
    s->half_pixel[1] = d->half_pixel ? 0.0f : 1.0f / (float)height;
    o->flat_shading = d->shade == S9_SHADE_FLAT;
    for (uint32_t i = 0; i < S9_SPIRV_STAGE_COUNT && i < args->ps.stage_count; i++) {
        memcpy(o->stages[i].bump_matrix, args->ps.stages[i].bump_matrix, sizeof o->stages[i].bump_matrix);
        o->stages[i].bump_lscale = args->ps.stages[i].bump_lscale;
        o->stages[i].bump_loffset = args->ps.stages[i].bump_loffset;
        o->stages[i].projected = args->ps.stages[i].projected ? 1.0f : 0.0f;
    }
}

static VkBlendFactor blend_factor(s9_blend_factor factor)
{
    static const VkBlendFactor factors[16] = {VK_BLEND_FACTOR_ZERO,
                                              VK_BLEND_FACTOR_ZERO,
                                              VK_BLEND_FACTOR_ONE,
                                              VK_BLEND_FACTOR_SRC_COLOR,
                                              VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR,
                                              VK_BLEND_FACTOR_SRC_ALPHA,
                                              VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                              VK_BLEND_FACTOR_DST_ALPHA,
                                              VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,
                                              VK_BLEND_FACTOR_DST_COLOR,
                                              VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR,
                                              VK_BLEND_FACTOR_SRC_ALPHA_SATURATE,
                                              VK_BLEND_FACTOR_ZERO,
                                              VK_BLEND_FACTOR_ZERO,
                                              VK_BLEND_FACTOR_CONSTANT_COLOR,
                                              VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR};
    return factors[factor & 15];
}

/* ---- what is bound ---- */

#define MOST 40

typedef struct bound {
    vulkan_buffer buffers[16];
    vulkan_sampler samplers[MOST];
    vulkan_image *images[MOST];
    uint32_t buffer_count, sampler_count, constant_count;
    void *blocks[16];
    vulkan_constant constants[160];
    const s9_spirv_options *state; /* the numbers of states that come from outside the modules */
} bound;

static vulkan_image *upload(vulkan_host *host, const s9_texture *texture)
{
    static const VkImageViewType types[3] = {VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE, VK_IMAGE_VIEW_TYPE_3D};
    uint32_t levels = s9_texture_levels(texture), size[3], kind = (uint32_t)s9_texture_get_type(texture) - 2;
    void *data[S9_TEXTURE_MAX_LEVELS] = {NULL};
    size_t bytes[S9_TEXTURE_MAX_LEVELS];
    bool good = true;
    for (uint32_t level = 0; level < levels && good; level++) {
        s9_texture_size(texture, level, size);
        uint32_t slices = kind == 1 ? 6 : size[2];
        bytes[level] = (size_t)size[0] * size[1] * slices * 16;
        float *texels = data[level] = malloc(bytes[level]);
        good = texels != NULL;
        for (uint32_t z = 0; z < slices && good; z++)
            for (uint32_t y = 0; y < size[1]; y++)
                for (uint32_t x = 0; x < size[0]; x++, texels += 4)
                    s9_texture_texel(texture, level, x, y, z, texels);
    }
    s9_texture_size(texture, 0, size);
    vulkan_image_desc desc = {.type = types[kind],
                              .format = VK_FORMAT_R32G32B32A32_SFLOAT,
                              .width = size[0],
                              .height = size[1],
                              .depth = size[2],
                              .levels = levels,
                              .level_data = (const void *const *)data,
                              .level_size = bytes};
    vulkan_image *image = good ? vulkan_image_create(host, &desc) : NULL;
    for (uint32_t level = 0; level < levels; level++)
        free(data[level]);
    return image;
}

static VkSamplerAddressMode address_mode(s9_address address)
{
    static const VkSamplerAddressMode modes[6] = {
        VK_SAMPLER_ADDRESS_MODE_REPEAT,          VK_SAMPLER_ADDRESS_MODE_REPEAT,
        VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE};
    return modes[(uint32_t)address < 6 ? address : 0];
}

static bool bind_sampler(vulkan_host *host, bound *b, const s9_spirv_resource *r, const s9_stage_resources *from)
{
    if (r->number >= from->sampler_count || from->samplers[r->number].texture == NULL || b->sampler_count == MOST)
        return false;
    const s9_sampler_binding *binding = &from->samplers[r->number];
    const s9_sampler_state *s = &binding->state;
    vulkan_image *image = upload(host, binding->texture);
    VkSamplerCreateInfo state = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                 .magFilter = s->mag >= S9_FILTER_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
                                 .minFilter = s->min >= S9_FILTER_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
                                 .mipmapMode = s->mip == S9_FILTER_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                                          : VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                 .addressModeU = address_mode(s->address[0]),
                                 .addressModeV = address_mode(s->address[1]),
                                 .addressModeW = address_mode(s->address[2]),
                                 .mipLodBias = s->bias,
                                 .minLod = s->mip == S9_FILTER_NONE ? 0.0f : (float)s->max_level,
                                 .maxLod = s->mip == S9_FILTER_NONE ? 0.25f : 16.0f,
                                 .borderColor = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK};
    b->images[b->sampler_count] = image;
    b->samplers[b->sampler_count++] = (vulkan_sampler){r->set, r->binding, image, state, VULKAN_COMBINED};
    return image != NULL;
}

static bool bind_block(bound *b, const s9_spirv_resource *r, const s9_stage_resources *from)
{
    const s9_constants *c = &from->constants;
    const void *const sources[5] = {c->f, c->i, c->b, b->state->stages, &b->state->state};
    const size_t sizes[5] = {16u * (size_t)c->f_count, 16u * (size_t)c->i_count, 4u * (size_t)c->b_count,
                             sizeof b->state->stages, sizeof b->state->state};
    const void *source = r->kind < 5 ? sources[r->kind] : NULL;
    size_t have = r->kind < 5 ? sizes[r->kind] : 0;
    void *block = b->buffer_count < 16 ? calloc(1, r->size) : NULL;
    if (block == NULL)
        return false;
    if (source != NULL)
        memcpy(block, source, have < r->size ? have : r->size);
    b->blocks[b->buffer_count] = block;
    b->buffers[b->buffer_count++] = (vulkan_buffer){r->set, r->binding, false, block, r->size};
    return true;
}

static bool bind_stage(vulkan_host *host, bound *b, const s9_spirv *module, const s9_stage_resources *from)
{
    const s9_spirv_layout *layout = s9_spirv_get_layout(module);
    bool good = true;
    for (uint32_t i = 0; i < layout->resource_count && good; i++) {
        const s9_spirv_resource *r = &layout->resources[i];
        good = r->kind == S9_SPIRV_RESOURCE_TEXTURE ? bind_sampler(host, b, r, from) : bind_block(b, r, from);
    }
    for (uint32_t i = 0; i < layout->specialisation_count && b->constant_count < 160; i++) {
        uint32_t id = layout->specialisations[i].id, word;
        const void *at = id < S9_SPIRV_STAGE_SPEC_ID
                             ? (const char *)&b->state->state + 4u * id
                             : (const char *)b->state->stages + 4u * (id - S9_SPIRV_STAGE_SPEC_ID);
        memcpy(&word, at, 4);
        b->constants[b->constant_count++] = (vulkan_constant){id, word};
    }
    return good;
}

static uint32_t bind_vertices(const s9_draw_args *args, const s9_spirv *module, vulkan_attribute *out)
{
    static const float nothing[4] = {0, 0, 0, 1};
    static const VkFormat formats[5] = {VK_FORMAT_UNDEFINED, VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT,
                                        VK_FORMAT_R32G32B32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT};
    const s9_spirv_layout *layout = s9_spirv_get_layout(module);
    uint32_t count = 0, vertices = s9_mesh_vertex_count(args->mesh);
    for (uint32_t i = 0; i < layout->input_count; i++) {
        const s9_spirv_interface *io = &layout->inputs[i];
        const s9_mesh_element *e =
            io->usage >= 0 ? s9_mesh_find_element(args->mesh, (uint32_t)io->usage, io->usage_index) : NULL;
        out[count++] = e != NULL ? (vulkan_attribute){io->location, formats[e->components], e->data, 4 * e->components,
                                                      4u * (size_t)e->components * vertices}
                                 : (vulkan_attribute){io->location, formats[4], nothing, 0, sizeof nothing};
    }
    return count;
}

/* ---- the picture ---- */

static void describe(const s9_draw_args *args, vulkan_draw_desc *desc, VkViewport *viewport)
{
    static const VkPrimitiveTopology topologies[7] = {
        VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, VK_PRIMITIVE_TOPOLOGY_POINT_LIST,    VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
        VK_PRIMITIVE_TOPOLOGY_LINE_STRIP,    VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
        VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN};
    const s9_draw_state *d = args->state;
    vulkan_draw_init(desc);
    s9_framebuffer_size(args->framebuffer, &desc->width, &desc->height, &desc->target_count);
    for (uint32_t i = 0; i < desc->target_count; i++) {
        bool floats = s9_framebuffer_format(args->framebuffer, i) == S9_TARGET_A32B32G32R32F;
        VkPipelineColorBlendAttachmentState *blend = &desc->targets[i].blend;
        desc->targets[i].format = floats ? VK_FORMAT_R32G32B32A32_SFLOAT : VK_FORMAT_R8G8B8A8_UNORM;
        s9_framebuffer_pixel(args->framebuffer, i, 0, 0, desc->targets[i].clear);
        blend->blendEnable = d->blend;
        blend->srcColorBlendFactor = blend_factor(d->src);
        blend->dstColorBlendFactor = blend_factor(d->dst);
        blend->colorBlendOp = (VkBlendOp)(d->op - 1);
        blend->srcAlphaBlendFactor = blend_factor(d->separate_alpha ? d->src_alpha : d->src);
        blend->dstAlphaBlendFactor = blend_factor(d->separate_alpha ? d->dst_alpha : d->dst);
        blend->alphaBlendOp = (VkBlendOp)((d->separate_alpha ? d->op_alpha : d->op) - 1);
        blend->colorWriteMask = d->color_write[i];
        desc->targets[i].write_nothing = d->color_write[i] == 0;
    }
    memcpy(desc->blend_constants, d->blend_factor, sizeof desc->blend_constants);
    desc->depth = d->depth_test;
    desc->depth_compare = (VkCompareOp)(d->depth_func - 1);
    desc->depth_write = d->depth_write;
    desc->depth_clear = s9_framebuffer_depth(args->framebuffer)[0];
    desc->topology = topologies[s9_mesh_topology(args->mesh)];
    desc->cull = d->cull == S9_CULL_NONE ? VK_CULL_MODE_NONE
                 : d->cull == S9_CULL_CW ? VK_CULL_MODE_FRONT_BIT
                                         : VK_CULL_MODE_BACK_BIT;
    *viewport = (VkViewport){0, 0, (float)desc->width, (float)desc->height, 0, 1};
    if (d->viewport[2] > 0)
        *viewport = (VkViewport){d->viewport[0], d->viewport[1], d->viewport[2],
                                 d->viewport[3], d->viewport[4], d->viewport[5]};
    desc->viewport = viewport;
    desc->indices = s9_mesh_index_count(args->mesh) > 0 ? s9_mesh_indices(args->mesh) : NULL;
    desc->vertex_count = desc->indices != NULL ? s9_mesh_index_count(args->mesh) : s9_mesh_vertex_count(args->mesh);
}

typedef struct showing {
    vulkan_host *host;
    const vulkan_draw_desc *desc;
} showing;

static bool show(void *context, const s9_spirv_interface *input, picture_shown what, float (*out)[4])
{
    static const module_difference differences[3] = {MODULE_VALUE, MODULE_DX, MODULE_DY};
    const showing *s = context;
    vulkan_draw_desc desc = *s->desc;
    module_words words = module_show_smooth(input->location, differences[what]);
    desc.fragment = (vulkan_code){words.words, words.count, NULL};
    desc.target_count = 1;
    memset(&desc.targets[0], 0, sizeof desc.targets[0]);
    desc.targets[0].format = VK_FORMAT_R32G32B32A32_SFLOAT;
    for (int k = 0; k < 4; k++)
        desc.targets[0].clear[k] = PICTURE_NOTHING;
    vulkan_draw *draw = words.failed ? NULL : vulkan_draw_create(s->host, &desc);
    bool good = draw != NULL && vulkan_draw_run(draw, 1, NULL) &&
                vulkan_draw_read(draw, 0, out, (size_t)desc.width * desc.height * 16);
    if (draw != NULL)
        vulkan_draw_destroy(draw);
    module_free(&words);
    return good;
}

static bool read_target(vulkan_draw *draw, const vulkan_draw_desc *desc, uint32_t t, float (*out)[4])
{
    size_t count = (size_t)desc->width * desc->height;
    if (desc->targets[t].format == VK_FORMAT_R32G32B32A32_SFLOAT)
        return vulkan_draw_read(draw, t, out, count * 16);
    unsigned char *bytes = malloc(count * 4);
    bool good = bytes != NULL && vulkan_draw_read(draw, t, bytes, count * 4);
    for (size_t i = 0; i < 4 * count && good; i++)
        out[i / 4][i % 4] = (float)bytes[i] / 255.0f;
    free(bytes);
    return good;
}

static bool compare(const s9_draw_args *args, vulkan_host *host, vulkan_draw *draw, const vulkan_draw_desc *desc,
                    const s9_spirv *pixel)
{
    showing s = {host, desc};
    picture_other other = {.width = desc->width,
                           .height = desc->height,
                           .target_count = desc->target_count < 4 ? desc->target_count : 4,
                           .clear_depth = desc->depth_clear,
                           .pixel = s9_spirv_get_layout(pixel),
                           .show = show,
                           .context = &s};
    bool good = true;
    for (uint32_t t = 0; t < other.target_count && good; t++) {
        other.targets[t] = malloc((size_t)desc->width * desc->height * 16);
        good = other.targets[t] != NULL && read_target(draw, desc, t, other.targets[t]);
    }
    good = good && picture_judge(args, &other);
    for (uint32_t t = 0; t < other.target_count; t++)
        free(other.targets[t]);
    return good;
}

/*
 * Where the states come from: SAME_SOURCE=spec or uniform in the environment, else the modules. The modules know none
 * of the numbers then.
 */
static void forget_state(s9_spirv_options *o)
{
    const char *from = getenv("SAME_SOURCE");
    s9_spirv_options start;
    if (from == NULL)
        return;
    s9_spirv_options_init(&start);
    for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
        o->sources[i] = strcmp(from, "spec") == 0 ? S9_SPIRV_SPECIALISED : S9_SPIRV_UNIFORM;
    o->state = start.state;
    memset(o->stages, 0, sizeof o->stages);
}

static bool draw_again(const s9_draw_args *args, const vulkan_draw_desc *start, const VkViewport *viewport,
                       vulkan_host *host)
{
    const s9_shader_options *vertex_shader = NULL, *pixel_shader = NULL;
    s9_program *vertex = program_of(args->vertex_shader, &vertex_shader);
    s9_program *pixel = program_of(args->pixel_shader, &pixel_shader);
    s9_spirv *modules[2] = {NULL, NULL};
    s9_spirv_options options[2], state;
    vulkan_draw_desc desc = *start;
    vulkan_attribute attributes[32];
    bound *b = calloc(1, sizeof *b);
    vulkan_draw *draw = NULL;
    for (int i = 0; i < 2; i++) {
        s9_spirv_options_init(&options[i]);
        options[i].shader = i == 0 ? vertex_shader : pixel_shader;
        options[i].fine_derivatives = i == 1;
        translate_state(args, (uint32_t)viewport->width, (uint32_t)viewport->height, &options[i]);
        state = options[i]; /* the same for both stages */
        forget_state(&options[i]);
    }
    if (b != NULL)
        b->state = &state;
    bool good =
        b != NULL && vertex != NULL && pixel != NULL &&
        s9_spirv_translate_pair(vertex, pixel, NULL, &options[0], &options[1], &modules[0], &modules[1], NULL) == S9_OK;
    good = good && bind_stage(host, b, modules[0], &args->vs) && bind_stage(host, b, modules[1], &args->ps);
    if (good) {
        desc.vertex.words = s9_spirv_words(modules[0], &desc.vertex.count);
        desc.fragment.words = s9_spirv_words(modules[1], &desc.fragment.count);
        desc.attributes = attributes;
        desc.attribute_count = bind_vertices(args, modules[0], attributes);
        desc.buffers = b->buffers;
        desc.buffer_count = b->buffer_count;
        desc.samplers = b->samplers;
        desc.sampler_count = b->sampler_count;
        desc.constants = b->constants;
        desc.constant_count = b->constant_count;
        draw = vulkan_draw_create(host, &desc);
        good = draw != NULL && vulkan_draw_run(draw, 1, NULL);
        if (!good)
            fprintf(stderr, "Vulkan: %s\n", vulkan_error(host));
        good = good && compare(args, host, draw, &desc, modules[1]);
#ifdef SHADER9_HAVE_PICTURE_GL
        if (good && getenv("PICTURE_GL") != NULL && getenv("SAME_SOURCE") == NULL)
            good = picture_gl(args, &desc, vertex, pixel, options, strcmp(getenv("PICTURE_GL"), "all") == 0);
#endif
    } else {
        fprintf(stderr, "the pair is not translated, or needs what is not bound\n");
    }
    if (draw != NULL)
        vulkan_draw_destroy(draw);
    for (uint32_t i = 0; b != NULL && i < MOST; i++)
        if (b->images[i] != NULL)
            vulkan_image_destroy(b->images[i]);
    for (uint32_t i = 0; b != NULL && i < b->buffer_count; i++)
        free(b->blocks[i]);
    free(b);
    for (int i = 0; i < 2; i++)
        s9_spirv_destroy(modules[i]);
    s9_program_destroy(vertex);
    s9_program_destroy(pixel);
    return good;
}

s9_result __wrap_s9_draw(const s9_draw_args *args, s9_diagnostics *diagnostics)
{
    char why[VULKAN_REASON];
    vulkan_draw_desc desc;
    VkViewport viewport;
    vulkan_host *host = vulkan_open(0, why);
    if (host == NULL) {
        printf("SKIPPED: %s\n", why);
        exit(77);
    }
    describe(args, &desc, &viewport); /* the framebuffer holds what it was cleared to */
    s9_result result = __real_s9_draw(args, diagnostics);
    bool good = result == S9_OK && draw_again(args, &desc, &viewport, host);
    vulkan_close(host);
    if (!good)
        exit(1);
    return result;
}
