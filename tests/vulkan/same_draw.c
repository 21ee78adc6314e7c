/* SPDX-License-Identifier: MIT */
/* What the device makes of a job. */
#include "vulkan/same_draw.h"

#include <stdio.h>
#include <stdlib.h>

static VkSamplerAddressMode address_mode(s9_address address)
{
    switch (address) {
    case S9_ADDRESS_MIRROR:
        return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case S9_ADDRESS_CLAMP:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case S9_ADDRESS_BORDER:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    case S9_ADDRESS_MIRROR_ONCE:
        return VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
    case S9_ADDRESS_WRAP:
    default:
        return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    }
}

static void bind_sampler(same_case *c, same_bound *b, const s9_spirv_resource *r)
{
    const s9_sampler_state *s = &c->job->samplers[r->number].state;
    VkSamplerCreateInfo state = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                 .magFilter = s->mag == S9_FILTER_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
                                 .minFilter = s->min == S9_FILTER_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
                                 .mipmapMode = s->mip == S9_FILTER_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                                          : VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                 .mipLodBias = s->bias,
                                 .minLod = s->mip == S9_FILTER_LINEAR ? (float)s->max_level : 0.0f,
                                 .maxLod = s->mip == S9_FILTER_LINEAR ? 16.0f : 0.0f,
                                 .addressModeU = address_mode(s->address[0]),
                                 .addressModeV = address_mode(s->address[1]),
                                 .addressModeW = address_mode(s->address[2]),
                                 .compareEnable = r->compare,
                                 .compareOp = VK_COMPARE_OP_LESS_OR_EQUAL,
                                 .borderColor = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK};
    const vulkan_image *image = r->compare && r->texture_type == S9_TEXTURE_2D ? c->host->depth_image
                                : c->host->levels ? c->host->chain_images[c->job->image_of[r->number] % 3]
                                                  : c->host->images[c->job->image_of[r->number]];
    vulkan_sampling kind = r->kind == S9_SPIRV_RESOURCE_IMAGE     ? VULKAN_IMAGE_ALONE
                           : r->kind == S9_SPIRV_RESOURCE_SAMPLER ? VULKAN_SAMPLER_ALONE
                                                                  : VULKAN_COMBINED;
    b->samplers[b->sampler_count++] = (vulkan_sampler){r->set, r->binding, image, state, kind};
}

/* A block's bytes, which the draw copies. */
static void bind_block(same_case *c, same_bound *b, const s9_spirv_resource *r)
{
    const void *data = NULL;
    switch (r->kind) {
    case S9_SPIRV_RESOURCE_FLOATS:
        data = b->floats;
        break;
    case S9_SPIRV_RESOURCE_INTS:
        data = b->ints;
        break;
    case S9_SPIRV_RESOURCE_BOOLS:
        data = b->bools;
        break;
    case S9_SPIRV_RESOURCE_STAGES:
        data = b->stages;
        break;
    default:
        data = &c->job->options.state;
        break;
    }
    if (r->push) {
        if (r->offset + r->size <= sizeof b->push) {
            memcpy((char *)b->push + r->offset, data, r->size);
            b->push_size = r->offset + r->size > b->push_size ? r->offset + r->size : b->push_size;
        }
        return;
    }
    b->buffers[b->buffer_count++] =
        (vulkan_buffer){.set = r->set, .binding = r->binding, .data = data, .size = r->size};
}

static same_bound *bind_all(same_case *c)
{
    same_bound *b = calloc(1, sizeof *b);
    const same_job *job = c->job;
    if (b == NULL)
        return NULL;
    memcpy(b->floats, job->f, sizeof job->f);
    memcpy(b->ints, job->i, sizeof job->i);
    memcpy(b->bools, job->b, sizeof job->b);
    for (uint32_t i = 0; i < S9_SPIRV_STAGE_COUNT; i++) {
        memcpy(b->stages[i].bump_matrix, job->stages[i].bump_matrix, sizeof b->stages[i].bump_matrix);
        b->stages[i].bump_lscale = job->stages[i].bump_lscale;
        b->stages[i].bump_loffset = job->stages[i].bump_loffset;
        b->stages[i].projected = job->stages[i].projected ? 1.0f : 0.0f;
    }
    for (uint32_t i = 0; i < c->layout->resource_count; i++) {
        const s9_spirv_resource *r = &c->layout->resources[i];
        if (r->kind >= S9_SPIRV_RESOURCE_TEXTURE)
            bind_sampler(c, b, r);
        else
            bind_block(c, b, r);
    }
    /* Specialised values are not the defaults: what is read must have come from here. */
    for (uint32_t i = 0; i < c->layout->specialisation_count; i++) {
        uint32_t id = c->layout->specialisations[i].id, word;
        if (id < S9_SPIRV_STAGE_SPEC_ID)
            memcpy(&word, (const char *)&job->options.state + 4u * id, sizeof word);
        else
            memcpy(&word, (const char *)b->stages + 4u * (id - S9_SPIRV_STAGE_SPEC_ID), sizeof word);
        b->constants[b->constant_count++] = (vulkan_constant){id, word};
    }
    return b;
}

static void describe(vulkan_draw_desc *desc, const same_bound *b)
{
    vulkan_draw_init(desc);
    desc->width = desc->height = SAME_SIDE;
    desc->buffers = b->buffers;
    desc->buffer_count = b->buffer_count;
    desc->samplers = b->samplers;
    desc->sampler_count = b->sampler_count;
    desc->constants = b->constants;
    desc->constant_count = b->constant_count;
    desc->push_constants = b->push;
    desc->push_constant_size = b->push_size;
}

/* ---- pixel shaders ---- */

static void place(float at[4], float x, float y)
{
    at[0] = x / (SAME_SIDE / 2) - 1.0f;
    at[1] = y / (SAME_SIDE / 2) - 1.0f;
    at[2] = 0.375f;
    at[3] = 1.0f;
}

void same_make_positions(const same_job *job, float (*out)[4])
{
    static const uint8_t corner_of[SAME_CORNERS][2] = {{0, 0}, {8, 0}, {0, 4}, {8, 0}, {8, 4}, {0, 4}};
    for (uint32_t i = 0; i < SAME_CORNERS; i++)
        place(out[i], corner_of[i][0], corner_of[i][1]);
    for (uint32_t lane = SAME_PLANE; lane < SAME_LANES; lane++) {
        float x = (float)(lane % SAME_SIDE), y = (float)(lane / SAME_SIDE);
        float(*corner)[4] = out + SAME_CORNERS + 3u * (lane - SAME_PLANE);
        place(corner[0], x, y);
        place(corner[job->back[lane] ? 2 : 1], x + 1.5f, y);
        place(corner[job->back[lane] ? 1 : 2], x, y + 1.5f);
    }
}

static void make_attribute(const float corners[3][4], const float (*in)[4], float (*out)[4])
{
    static const uint8_t from[SAME_CORNERS] = {0, 1, 2, 1, 3, 2};
    for (uint32_t i = 0; i < SAME_CORNERS; i++)
        for (uint32_t k = 0; k < 4; k++)
            out[i][k] = from[i] < 3 ? corners[from[i]][k] : corners[1][k] + corners[2][k] - corners[0][k];
    for (uint32_t lane = SAME_PLANE; lane < SAME_LANES; lane++)
        for (uint32_t v = 0; v < 3; v++)
            memcpy(out[SAME_CORNERS + 3u * (lane - SAME_PLANE) + v], in[lane], 16);
}

static bool slot_is(const s9_shader_slot *slot, const s9_spirv_interface *io)
{
    return io->reg != NULL && strcmp(slot->name, io->reg) == 0 &&
           (slot->usage < 0 || (slot->usage == io->usage && slot->usage_index == io->usage_index));
}

uint32_t same_gather_inputs(const same_case *c, uint32_t *locations, float (*data)[SAME_VERTICES][4])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->layout->input_count; i++) {
        const s9_spirv_interface *io = &c->layout->inputs[i];
        bool seen = false;
        if (io->built_in != NULL)
            continue;
        for (uint32_t k = 0; k < count; k++)
            seen = seen || locations[k] == io->location;
        if (seen)
            continue;
        float corners[3][4] = {{0}}, in[SAME_LANES][4] = {{0}};
        bool found = false;
        for (uint32_t j = 0; j < s9_shader_input_count(c->shader) && !found; j++) {
            found = slot_is(s9_shader_input(c->shader, j), io);
            if (found) {
                memcpy(corners, c->job->corners[j], sizeof corners);
                memcpy(in, c->job->in[j], sizeof in);
            }
        }
        if (!found) /* the factor of fog */
            for (uint32_t lane = 0; lane < SAME_LANES; lane++) {
                in[lane][0] = c->job->fog_in[lane];
                if (lane < 3)
                    corners[lane][0] = c->job->fog_corners[lane];
            }
        locations[count] = io->location;
        make_attribute((const float(*)[4])corners, (const float(*)[4])in, data[count++]);
    }
    return count;
}

void same_see_pixels(same_case *c, const float (*pixels)[SAME_LANES][4], uint32_t targets, const float *depths)
{
    for (uint32_t at = 0; at < SAME_LANES; at++) {
        same_view *view = &c->seen[at];
        memset(view, 0, sizeof *view);
        for (uint32_t ch = 0; ch < c->channel_count; ch++) {
            uint32_t number = (uint32_t)c->channel_output[ch];
            if (number == S9_IR_OUT_DEPTH) {
                view->bits[ch][0] = same_bits(depths[at]);
                view->discarded |= depths[at] == SAME_SENTINEL;
            } else if (number < targets) {
                for (uint32_t k = 0; k < 4; k++)
                    view->bits[ch][k] = same_bits(pixels[number][at][k]);
                view->discarded |= pixels[number][at][0] == SAME_SENTINEL && pixels[number][at][3] == SAME_SENTINEL;
            }
        }
    }
}

static bool draw_pixels(same_case *c, const s9_spirv *module, same_bound *b)
{
    static float data[SAME_SLOTS][SAME_VERTICES][4], positions[SAME_VERTICES][4], pixels[4][SAME_LANES][4],
        depths[SAME_LANES];
    uint32_t locations[SAME_SLOTS], count = same_gather_inputs(c, locations, data);
    vulkan_attribute attributes[SAME_SLOTS + 1];
    same_make_positions(c->job, positions);
    for (uint32_t i = 0; i <= count; i++)
        attributes[i] =
            (vulkan_attribute){i, VK_FORMAT_R32G32B32A32_SFLOAT, i < count ? data[i] : positions, 16, sizeof positions};
    module_words vertex = module_pass(locations, count);
    vulkan_draw_desc desc;
    describe(&desc, b);
    size_t words;
    desc.fragment.words = s9_spirv_words(module, &words);
    desc.fragment.count = words;
    desc.fragment.entry = c->layout->entry_point;
    desc.vertex = (vulkan_code){vertex.words, vertex.count, NULL};
    desc.attributes = attributes;
    desc.attribute_count = count + 1;
    desc.vertex_count = SAME_VERTICES;
    desc.target_count = 1;
    for (uint32_t ch = 0; ch < c->channel_count; ch++) {
        if (c->channel_output[ch] == S9_IR_OUT_DEPTH)
            desc.depth = true;
        else if ((uint32_t)c->channel_output[ch] >= desc.target_count)
            desc.target_count = (uint32_t)c->channel_output[ch] + 1;
    }
    desc.depth_compare = VK_COMPARE_OP_ALWAYS;
    desc.depth_clear = 0.0f;
    for (uint32_t i = 0; i < desc.target_count; i++) {
        desc.targets[i].format = VK_FORMAT_R32G32B32A32_SFLOAT;
        for (uint32_t k = 0; k < 4; k++)
            desc.targets[i].clear[k] = SAME_SENTINEL;
    }
    vulkan_draw *draw = vertex.failed ? NULL : vulkan_draw_create(c->host->vulkan, &desc);
    bool good = draw != NULL && vulkan_draw_run(draw, 1, NULL);
    for (uint32_t i = 0; i < desc.target_count && good; i++)
        good = vulkan_draw_read(draw, i, pixels[i], sizeof pixels[i]);
    if (good && desc.depth)
        good = vulkan_draw_read_depth(draw, depths, sizeof depths);
    if (good)
        same_see_pixels(c, (const float(*)[SAME_LANES][4])pixels, desc.target_count, depths);
    vulkan_draw_destroy(draw);
    module_free(&vertex);
    return good;
}

/* ---- vertex shaders ---- */

static bool draw_vertices(same_case *c, const s9_spirv *module, same_bound *b)
{
    size_t count;
    const uint32_t *words = s9_spirv_words(module, &count);
    module_words vertex = {0}, fragment = module_show(UINT32_MAX);
    uint32_t slots = 0, attribute_count = 0;
    vulkan_attribute attributes[SAME_SLOTS];
    bool good = module_capture(words, count, &vertex, c->slots, &slots) && !fragment.failed;
    for (uint32_t i = 0; i < c->layout->input_count; i++)
        for (uint32_t j = 0; j < s9_shader_input_count(c->shader); j++)
            if (strcmp(c->layout->inputs[i].reg, s9_shader_input(c->shader, j)->name) == 0) {
                attributes[attribute_count++] =
                    (vulkan_attribute){c->layout->inputs[i].location, VK_FORMAT_R32G32B32A32_SFLOAT, c->job->in[j], 16,
                                       sizeof c->job->in[j]};
                break;
            }
    uint32_t capture = b->buffer_count;
    b->buffers[b->buffer_count++] = (vulkan_buffer){.set = MODULE_CAPTURE_SET,
                                                    .binding = MODULE_CAPTURE_BINDING,
                                                    .storage = true,
                                                    .size = 16u * SAME_LANES * (slots > 0 ? slots : 1)};
    vulkan_draw_desc desc;
    describe(&desc, b);
    desc.vertex = (vulkan_code){vertex.words, vertex.count, c->layout->entry_point};
    desc.fragment = (vulkan_code){fragment.words, fragment.count, NULL};
    desc.attributes = attributes;
    desc.attribute_count = attribute_count;
    desc.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    desc.vertex_count = SAME_LANES;
    vulkan_draw *draw = good ? vulkan_draw_create(c->host->vulkan, &desc) : NULL;
    good = draw != NULL && vulkan_draw_run(draw, 1, NULL);
    const float(*captured)[4] = good ? vulkan_draw_buffer(draw, capture) : NULL;
    c->channel_count = slots;
    for (uint32_t at = 0; at < SAME_LANES && captured != NULL; at++) {
        memset(&c->seen[at], 0, sizeof c->seen[at]);
        for (uint32_t ch = 0; ch < slots; ch++)
            memcpy(c->seen[at].bits[ch], captured[at * slots + ch], 16);
    }
    vulkan_draw_destroy(draw);
    module_free(&vertex);
    module_free(&fragment);
    return good;
}

/* The outputs that channels show. */
static void name_channels(same_case *c)
{
    if (c->pixel) {
        for (uint32_t i = 0; i < c->layout->output_count; i++)
            for (uint32_t j = 0; j < s9_shader_output_count(c->shader); j++)
                if (slot_is(s9_shader_output(c->shader, j), &c->layout->outputs[i])) {
                    c->channel_output[c->channel_count++] = c->shader->output_numbers[j];
                    break;
                }
        return;
    }
    for (uint32_t ch = 0; ch < c->channel_count; ch++) {
        c->channel_output[ch] = -1;
        for (uint32_t i = 0; i < c->layout->output_count; i++) {
            const s9_spirv_interface *io = &c->layout->outputs[i];
            bool same = io->built_in == NULL
                            ? !c->slots[ch].built_in && io->location == c->slots[ch].number
                            : c->slots[ch].built_in && c->slots[ch].number == (strcmp(io->built_in, "PointSize") == 0);
            for (uint32_t j = 0; j < s9_shader_output_count(c->shader) && same; j++)
                if (slot_is(s9_shader_output(c->shader, j), io))
                    c->channel_output[ch] = (int32_t)(c->shader->output_numbers[j] | i << 8);
        }
    }
}

bool same_draw(same_case *c, const s9_spirv *module, bool *refused)
{
    bool good;
    *refused = false;
    for (uint32_t i = 0; i < c->layout->input_count + c->layout->output_count; i++) {
        const s9_spirv_interface *io =
            i < c->layout->input_count ? &c->layout->inputs[i] : &c->layout->outputs[i - c->layout->input_count];
        if (io->built_in == NULL && io->location >= 31)
            *refused = true;
    }
    for (uint32_t i = 0; i < c->layout->resource_count; i++)
        if (c->layout->resources[i].push && c->layout->resources[i].offset + c->layout->resources[i].size > 256)
            *refused = true; /* more than lavapipe has */
    for (uint32_t i = 0; i < c->layout->resource_count; i++)
        if (c->layout->resources[i].size > 65536)
            *refused = true; /* so much lavapipe has in a block: 4096 registers */
    if (!c->pixel && c->host->gl == NULL && c->layout->spirv_version > 0x00010300u)
        *refused = true; /* capturing is for entry points that list inputs and outputs alone */
    same_bound *b = bind_all(c);
    if (b == NULL)
        return false;
    if (*refused) {
        free(b);
        return true;
    }
    if (c->pixel) {
        name_channels(c);
        good = c->host->gl != NULL ? c->host->gl_draw(c, module, b, refused) : draw_pixels(c, module, b);
    } else {
        good = c->host->gl != NULL ? c->host->gl_draw(c, module, b, refused) : draw_vertices(c, module, b);
        name_channels(c);
    }
    if (!good)
        fprintf(stderr, "%s: the device: %s\n", c->about,
                c->host->gl != NULL ? "OpenGL" : vulkan_error(c->host->vulkan));
    free(b);
    return good;
}
