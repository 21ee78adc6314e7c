/* SPDX-License-Identifier: MIT */
#include "vulkan/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan/device.h"

void vulkan_draw_init(vulkan_draw_desc *desc)
{
    memset(desc, 0, sizeof *desc);
    desc->target_count = 1;
    desc->targets[0].format = VK_FORMAT_R32G32B32A32_SFLOAT;
    desc->depth_compare = VK_COMPARE_OP_LESS_OR_EQUAL;
    desc->depth_write = true;
    desc->depth_clear = 1.0f;
    desc->topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    desc->cull = VK_CULL_MODE_NONE;
    desc->front = VK_FRONT_FACE_CLOCKWISE;
    desc->vertex_count = 3;
}

struct vulkan_draw {
    vulkan_host *host;
    uint32_t width, height, target_count, vertex_count, attribute_count, buffer_count, sampler_count, set_count;
    bool has_indices;
    float clear[VULKAN_MAX_TARGETS][4], depth_clear;
    VkFormat formats[VULKAN_MAX_TARGETS];
    vulkan_picture targets[VULKAN_MAX_TARGETS], depth;
    bool has_depth;
    vulkan_memory *attributes, *buffers, indices;
    size_t *buffer_sizes;
    VkSampler *samplers;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkDescriptorSetLayout set_layouts[VULKAN_MAX_SETS];
    VkDescriptorPool pool;
    VkDescriptorSet sets[VULKAN_MAX_SETS];
    VkPipelineLayout layout;
    VkShaderModule modules[2];
    VkPipeline pipeline;
    VkViewport viewport;
    uint32_t push_size;
    uint8_t push[256];
};

static const VkDescriptorType sampling_types[3] = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                                   VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLER};
static const VkShaderStageFlags both_stages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

/* ---- the parts of a draw ---- */

static bool make_targets(vulkan_draw *d, const vulkan_draw_desc *desc)
{
    if (desc->target_count > VULKAN_MAX_TARGETS) {
        return vulkan_fail(d->host, "too many targets");
    }
    d->target_count = desc->target_count;
    for (uint32_t i = 0; i < d->target_count; i++) {
        d->formats[i] = desc->targets[i].format;
        memcpy(d->clear[i], desc->targets[i].clear, sizeof d->clear[i]);
        if (!vulkan_picture_create(
                d->host, &d->targets[i],
                &(vulkan_picture_desc){VK_IMAGE_VIEW_TYPE_2D,
                                       d->formats[i],
                                       d->width,
                                       d->height,
                                       1,
                                       1,
                                       VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                                       VK_IMAGE_ASPECT_COLOR_BIT,
                                       {0}})) {
            return false;
        }
    }
    d->has_depth = desc->depth;
    d->depth_clear = desc->depth_clear;
    return !desc->depth || vulkan_picture_create(d->host, &d->depth,
                                                 &(vulkan_picture_desc){VK_IMAGE_VIEW_TYPE_2D,
                                                                        VK_FORMAT_D32_SFLOAT,
                                                                        d->width,
                                                                        d->height,
                                                                        1,
                                                                        1,
                                                                        VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT |
                                                                            VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                                                                        VK_IMAGE_ASPECT_DEPTH_BIT,
                                                                        {0}});
}

static bool make_pass(vulkan_draw *d)
{
    VkAttachmentDescription attachments[VULKAN_MAX_TARGETS + 1];
    VkAttachmentReference colors[VULKAN_MAX_TARGETS],
        depth = {d->target_count, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    VkImageView views[VULKAN_MAX_TARGETS + 1];
    uint32_t count = d->target_count + (d->has_depth ? 1 : 0);
    for (uint32_t i = 0; i < count; i++) {
        bool is_depth = i == d->target_count;
        attachments[i] = (VkAttachmentDescription){
            .format = is_depth ? VK_FORMAT_D32_SFLOAT : d->formats[i],
            .samples = VK_SAMPLE_COUNT_1_BIT,
            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
            .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
            .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
            .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
            .finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
        };
        views[i] = is_depth ? d->depth.view : d->targets[i].view;
        if (!is_depth) {
            colors[i] = (VkAttachmentReference){i, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
        }
    }
    VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    .colorAttachmentCount = d->target_count,
                                    .pColorAttachments = colors,
                                    .pDepthStencilAttachment = d->has_depth ? &depth : NULL};
    /* Everything before is finished, and everything after sees what was drawn. */
    VkAccessFlags writes = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    VkSubpassDependency order[2] = {
        {VK_SUBPASS_EXTERNAL, 0, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
         VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT, writes, 0},
        {0, VK_SUBPASS_EXTERNAL, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, writes,
         VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT, 0},
    };
    VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                   .attachmentCount = count,
                                   .pAttachments = attachments,
                                   .subpassCount = 1,
                                   .pSubpasses = &subpass,
                                   .dependencyCount = 2,
                                   .pDependencies = order};
    VkFramebufferCreateInfo buffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                      .attachmentCount = count,
                                      .pAttachments = views,
                                      .width = d->width,
                                      .height = d->height,
                                      .layers = 1};
    if (!vulkan_good(d->host, vkCreateRenderPass(d->host->device, &info, NULL, &d->pass), "vkCreateRenderPass")) {
        return false;
    }
    buffer.renderPass = d->pass;
    return vulkan_good(d->host, vkCreateFramebuffer(d->host->device, &buffer, NULL, &d->framebuffer),
                       "vkCreateFramebuffer");
}

static bool make_buffers(vulkan_draw *d, const vulkan_draw_desc *desc)
{
    d->attributes = calloc(desc->attribute_count + 1, sizeof *d->attributes);
    d->buffers = calloc(desc->buffer_count + 1, sizeof *d->buffers);
    d->buffer_sizes = calloc(desc->buffer_count + 1, sizeof *d->buffer_sizes);
    d->samplers = calloc(desc->sampler_count + 1, sizeof *d->samplers);
    if (!d->attributes || !d->buffers || !d->buffer_sizes || !d->samplers) {
        return vulkan_fail(d->host, "out of memory");
    }
    for (uint32_t i = 0; i < desc->attribute_count; i++) {
        const vulkan_attribute *a = &desc->attributes[i];
        d->attribute_count = i + 1;
        if (!vulkan_memory_create(d->host, &d->attributes[i], a->size, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, a->data)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < desc->buffer_count; i++) {
        const vulkan_buffer *b = &desc->buffers[i];
        d->buffer_count = i + 1;
        d->buffer_sizes[i] = b->size;
        if (!vulkan_memory_create(d->host, &d->buffers[i], b->size,
                                  b->storage ? VK_BUFFER_USAGE_STORAGE_BUFFER_BIT : VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                  b->data)) {
            return false;
        }
    }
    d->has_indices = desc->indices != NULL;
    return !d->has_indices || vulkan_memory_create(d->host, &d->indices, desc->vertex_count * sizeof *desc->indices,
                                                   VK_BUFFER_USAGE_INDEX_BUFFER_BIT, desc->indices);
}

/* The layout of each set, and the pool that they come from. */
static bool make_layouts(vulkan_draw *d, const vulkan_draw_desc *desc, VkDescriptorSetLayoutBinding *bindings)
{
    uint32_t sets = 0, uniforms = 0, storages = 0;
    for (uint32_t i = 0; i < desc->buffer_count + desc->sampler_count; i++) {
        uint32_t set = i < desc->buffer_count ? desc->buffers[i].set : desc->samplers[i - desc->buffer_count].set;
        sets = set >= sets ? set + 1 : sets;
        uniforms += i < desc->buffer_count && !desc->buffers[i].storage;
        storages += i < desc->buffer_count && desc->buffers[i].storage;
    }
    if (sets > VULKAN_MAX_SETS) {
        return vulkan_fail(d->host, "too many descriptor sets");
    }
    for (uint32_t set = 0; set < sets; set++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < desc->buffer_count; i++) {
            const vulkan_buffer *b = &desc->buffers[i];
            if (b->set == set) {
                bindings[count++] = (VkDescriptorSetLayoutBinding){
                    b->binding, b->storage ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1,
                    both_stages, NULL};
            }
        }
        for (uint32_t i = 0; i < desc->sampler_count; i++) {
            if (desc->samplers[i].set == set) {
                bindings[count++] = (VkDescriptorSetLayoutBinding){
                    desc->samplers[i].binding, sampling_types[desc->samplers[i].kind], 1, both_stages, NULL};
            }
        }
        VkDescriptorSetLayoutCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = count, .pBindings = bindings};
        d->set_count = set + 1;
        if (!vulkan_good(d->host, vkCreateDescriptorSetLayout(d->host->device, &info, NULL, &d->set_layouts[set]),
                         "vkCreateDescriptorSetLayout")) {
            return false;
        }
    }
    VkDescriptorPoolSize sizes[5] = {{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, desc->sampler_count + 1},
                                     {VK_DESCRIPTOR_TYPE_SAMPLER, desc->sampler_count + 1},
                                     {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, uniforms + 1},
                                     {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, storages + 1},
                                     {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, desc->sampler_count + 1}};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = sets + 1,
                                       .poolSizeCount = 5,
                                       .pPoolSizes = sizes};
    return vulkan_good(d->host, vkCreateDescriptorPool(d->host->device, &pool, NULL, &d->pool),
                       "vkCreateDescriptorPool");
}

static void write_descriptor(vulkan_draw *d, uint32_t set, uint32_t binding, VkDescriptorType type,
                             const VkDescriptorBufferInfo *buffer, const VkDescriptorImageInfo *image)
{
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = d->sets[set],
                                  .dstBinding = binding,
                                  .descriptorCount = 1,
                                  .descriptorType = type,
                                  .pBufferInfo = buffer,
                                  .pImageInfo = image};
    vkUpdateDescriptorSets(d->host->device, 1, &write, 0, NULL);
}

static bool make_sets(vulkan_draw *d, const vulkan_draw_desc *desc)
{
    VkDescriptorSetLayoutBinding *bindings = calloc(desc->buffer_count + desc->sampler_count + 1, sizeof *bindings);
    bool good = bindings ? make_layouts(d, desc, bindings) : vulkan_fail(d->host, "out of memory");
    free(bindings);
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = d->pool,
                                        .descriptorSetCount = d->set_count,
                                        .pSetLayouts = d->set_layouts};
    if (!good || (d->set_count > 0 && !vulkan_good(d->host, vkAllocateDescriptorSets(d->host->device, &info, d->sets),
                                                   "vkAllocateDescriptorSets"))) {
        return false;
    }
    for (uint32_t i = 0; i < desc->buffer_count; i++) {
        const vulkan_buffer *b = &desc->buffers[i];
        VkDescriptorBufferInfo buffer = {d->buffers[i].buffer, 0, VK_WHOLE_SIZE};
        write_descriptor(d, b->set, b->binding,
                         b->storage ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, &buffer,
                         NULL);
    }
    for (uint32_t i = 0; i < desc->sampler_count; i++) {
        const vulkan_sampler *s = &desc->samplers[i];
        VkSamplerCreateInfo state = s->state;
        state.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
        d->sampler_count = i + 1;
        if (!vulkan_good(d->host, vkCreateSampler(d->host->device, &state, NULL, &d->samplers[i]), "vkCreateSampler")) {
            return false;
        }
        VkDescriptorImageInfo image = {d->samplers[i], vulkan_image_view(s->image),
                                       VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
        write_descriptor(d, s->set, s->binding, sampling_types[s->kind], NULL, &image);
    }
    return true;
}

static bool make_layout(vulkan_draw *d, const vulkan_draw_desc *desc)
{
    if (desc->push_constant_size > sizeof d->push) {
        return vulkan_fail(d->host, "too many push constants");
    }
    d->push_size = desc->push_constant_size;
    if (d->push_size > 0) {
        memcpy(d->push, desc->push_constants, d->push_size);
    }
    VkPushConstantRange push = {both_stages, 0, d->push_size};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = d->set_count,
                                       .pSetLayouts = d->set_layouts,
                                       .pushConstantRangeCount = d->push_size > 0 ? 1 : 0,
                                       .pPushConstantRanges = &push};
    return vulkan_good(d->host, vkCreatePipelineLayout(d->host->device, &info, NULL, &d->layout),
                       "vkCreatePipelineLayout");
}

/* Everything of the pipeline but what needs memory of its own. */
static bool build_pipeline(vulkan_draw *d, const vulkan_draw_desc *desc, VkVertexInputAttributeDescription *inputs,
                           VkVertexInputBindingDescription *bindings, VkSpecializationMapEntry *entries,
                           uint32_t *values)
{
    const vulkan_code *code[2] = {&desc->vertex, &desc->fragment};
    VkPipelineShaderStageCreateInfo stages[2];
    for (uint32_t i = 0; i < desc->constant_count; i++) {
        entries[i] = (VkSpecializationMapEntry){desc->constants[i].id, (uint32_t)(i * sizeof *values), sizeof *values};
        values[i] = desc->constants[i].value;
    }
    VkSpecializationInfo constants = {desc->constant_count, entries, desc->constant_count * sizeof *values, values};
    for (int i = 0; i < 2; i++) {
        VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                           .codeSize = code[i]->count * 4,
                                           .pCode = code[i]->words};
        if (!vulkan_good(d->host, vkCreateShaderModule(d->host->device, &module, NULL, &d->modules[i]),
                         "vkCreateShaderModule")) {
            return false;
        }
        stages[i] = (VkPipelineShaderStageCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = i == 0 ? VK_SHADER_STAGE_VERTEX_BIT : VK_SHADER_STAGE_FRAGMENT_BIT,
            .module = d->modules[i],
            .pName = code[i]->entry ? code[i]->entry : "main",
            .pSpecializationInfo = desc->constant_count > 0 ? &constants : NULL};
    }
    for (uint32_t i = 0; i < desc->attribute_count; i++) {
        const vulkan_attribute *a = &desc->attributes[i];
        inputs[i] = (VkVertexInputAttributeDescription){a->location, i, a->format, 0};
        bindings[i] = (VkVertexInputBindingDescription){i, a->stride, VK_VERTEX_INPUT_RATE_VERTEX};
    }
    VkPipelineVertexInputStateCreateInfo vertex = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
                                                   .vertexBindingDescriptionCount = desc->attribute_count,
                                                   .pVertexBindingDescriptions = bindings,
                                                   .vertexAttributeDescriptionCount = desc->attribute_count,
                                                   .pVertexAttributeDescriptions = inputs};
    VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, .topology = desc->topology};
    d->viewport = desc->viewport ? *desc->viewport : (VkViewport){0, 0, (float)d->width, (float)d->height, 0.0f, 1.0f};
    VkRect2D scissor = {{0, 0}, {d->width, d->height}};
    VkPipelineViewportStateCreateInfo viewport = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                  .viewportCount = 1,
                                                  .pViewports = &d->viewport,
                                                  .scissorCount = 1,
                                                  .pScissors = &scissor};
    VkPipelineRasterizationStateCreateInfo raster = {.sType =
                                                         VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
                                                     .polygonMode = VK_POLYGON_MODE_FILL,
                                                     .cullMode = desc->cull,
                                                     .frontFace = desc->front,
                                                     .lineWidth = 1.0f};
    VkPipelineMultisampleStateCreateInfo samples = {.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                    .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    VkPipelineDepthStencilStateCreateInfo depth = {.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
                                                   .depthTestEnable = desc->depth,
                                                   .depthWriteEnable = desc->depth && desc->depth_write,
                                                   .depthCompareOp = desc->depth_compare};
    VkPipelineColorBlendAttachmentState targets[VULKAN_MAX_TARGETS];
    for (uint32_t i = 0; i < d->target_count; i++) {
        targets[i] = desc->targets[i].blend;
        targets[i].colorWriteMask = desc->targets[i].write_nothing ? 0u
                                    : targets[i].colorWriteMask    ? targets[i].colorWriteMask
                                                                   : 15u;
    }
    VkPipelineColorBlendStateCreateInfo blend = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                 .attachmentCount = d->target_count,
                                                 .pAttachments = targets};
    memcpy(blend.blendConstants, desc->blend_constants, sizeof blend.blendConstants);
    VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                         .stageCount = 2,
                                         .pStages = stages,
                                         .pVertexInputState = &vertex,
                                         .pInputAssemblyState = &assembly,
                                         .pViewportState = &viewport,
                                         .pRasterizationState = &raster,
                                         .pMultisampleState = &samples,
                                         .pDepthStencilState = &depth,
                                         .pColorBlendState = &blend,
                                         .layout = d->layout,
                                         .renderPass = d->pass};
    return vulkan_good(d->host,
                       vkCreateGraphicsPipelines(d->host->device, VK_NULL_HANDLE, 1, &info, NULL, &d->pipeline),
                       "vkCreateGraphicsPipelines");
}

static bool make_pipeline(vulkan_draw *d, const vulkan_draw_desc *desc)
{
    VkVertexInputAttributeDescription *inputs = calloc(desc->attribute_count + 1, sizeof *inputs);
    VkVertexInputBindingDescription *bindings = calloc(desc->attribute_count + 1, sizeof *bindings);
    VkSpecializationMapEntry *entries = calloc(desc->constant_count + 1, sizeof *entries);
    uint32_t *values = calloc(desc->constant_count + 1, sizeof *values);
    bool good = inputs && bindings && entries && values ? build_pipeline(d, desc, inputs, bindings, entries, values)
                                                        : vulkan_fail(d->host, "out of memory");
    free(inputs);
    free(bindings);
    free(entries);
    free(values);
    return good;
}

vulkan_draw *vulkan_draw_create(vulkan_host *host, const vulkan_draw_desc *desc)
{
    vulkan_draw *d = calloc(1, sizeof *d);
    if (!d) {
        vulkan_fail(host, "out of memory");
        return NULL;
    }
    d->host = host;
    d->width = desc->width;
    d->height = desc->height;
    d->vertex_count = desc->vertex_count;
    if (make_targets(d, desc) && make_pass(d) && make_buffers(d, desc) && make_sets(d, desc) && make_layout(d, desc) &&
        make_pipeline(d, desc)) {
        return d;
    }
    vulkan_draw_destroy(d);
    return NULL;
}

void vulkan_draw_destroy(vulkan_draw *d)
{
    if (!d) {
        return;
    }
    VkDevice device = d->host->device;
    vkDestroyPipeline(device, d->pipeline, NULL);
    vkDestroyShaderModule(device, d->modules[0], NULL);
    vkDestroyShaderModule(device, d->modules[1], NULL);
    vkDestroyPipelineLayout(device, d->layout, NULL);
    vkDestroyDescriptorPool(device, d->pool, NULL);
    for (uint32_t i = 0; i < d->set_count; i++) {
        vkDestroyDescriptorSetLayout(device, d->set_layouts[i], NULL);
    }
    for (uint32_t i = 0; i < d->sampler_count; i++) {
        vkDestroySampler(device, d->samplers[i], NULL);
    }
    for (uint32_t i = 0; i < d->attribute_count; i++) {
        vulkan_memory_destroy(d->host, &d->attributes[i]);
    }
    for (uint32_t i = 0; i < d->buffer_count; i++) {
        vulkan_memory_destroy(d->host, &d->buffers[i]);
    }
    vulkan_memory_destroy(d->host, &d->indices);
    vkDestroyFramebuffer(device, d->framebuffer, NULL);
    vkDestroyRenderPass(device, d->pass, NULL);
    for (uint32_t i = 0; i < d->target_count; i++) {
        vulkan_picture_destroy(d->host, &d->targets[i]);
    }
    vulkan_picture_destroy(d->host, &d->depth);
    free(d->attributes);
    free(d->buffers);
    free(d->buffer_sizes);
    free(d->samplers);
    free(d);
}

/* ---- drawing ---- */

void vulkan_draw_update(vulkan_draw *d, uint32_t index, const void *data, size_t size)
{
    if (index < d->buffer_count && size <= d->buffer_sizes[index]) {
        memcpy(d->buffers[index].mapped, data, size);
    }
}

void vulkan_draw_push(vulkan_draw *d, const void *data, uint32_t size)
{
    if (size <= d->push_size) {
        memcpy(d->push, data, size);
    }
}

const void *vulkan_draw_buffer(const vulkan_draw *d, uint32_t index)
{
    return index < d->buffer_count ? d->buffers[index].mapped : NULL;
}

bool vulkan_draw_run(vulkan_draw *d, uint32_t times, double *seconds)
{
    VkCommandBuffer commands = vulkan_begin(d->host);
    if (!commands) {
        return false;
    }
    VkClearValue clears[VULKAN_MAX_TARGETS + 1] = {0};
    for (uint32_t i = 0; i < d->target_count; i++) {
        memcpy(clears[i].color.float32, d->clear[i], sizeof d->clear[i]);
    }
    clears[d->target_count].depthStencil.depth = d->depth_clear;
    VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                   .renderPass = d->pass,
                                   .framebuffer = d->framebuffer,
                                   .renderArea = {{0, 0}, {d->width, d->height}},
                                   .clearValueCount = d->target_count + (d->has_depth ? 1 : 0),
                                   .pClearValues = clears};
    for (uint32_t time = 0; time < times; time++) {
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, d->pipeline);
        if (d->set_count > 0) {
            vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, d->layout, 0, d->set_count, d->sets, 0,
                                    NULL);
        }
        for (uint32_t i = 0; i < d->attribute_count; i++) {
            VkDeviceSize offset = 0;
            vkCmdBindVertexBuffers(commands, i, 1, &d->attributes[i].buffer, &offset);
        }
        if (d->push_size > 0) {
            vkCmdPushConstants(commands, d->layout, both_stages, 0, d->push_size, d->push);
        }
        if (d->has_indices) {
            vkCmdBindIndexBuffer(commands, d->indices.buffer, 0, VK_INDEX_TYPE_UINT32);
            vkCmdDrawIndexed(commands, d->vertex_count, 1, 0, 0, 0);
        } else {
            vkCmdDraw(commands, d->vertex_count, 1, 0, 0);
        }
        vkCmdEndRenderPass(commands);
    }
    return vulkan_submit(d->host, commands, seconds);
}

static bool read_picture(vulkan_draw *d, const vulkan_picture *picture, VkImageAspectFlags aspect, void *out,
                         size_t size)
{
    vulkan_memory memory = {0};
    if (!vulkan_memory_create(d->host, &memory, size, VK_BUFFER_USAGE_TRANSFER_DST_BIT, NULL)) {
        return false;
    }
    VkCommandBuffer commands = vulkan_begin(d->host);
    bool good = commands != NULL;
    if (good) {
        VkBufferImageCopy region = {.imageSubresource = {aspect, 0, 0, 1}, .imageExtent = {d->width, d->height, 1}};
        vkCmdCopyImageToBuffer(commands, picture->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, memory.buffer, 1,
                               &region);
        good = vulkan_submit(d->host, commands, NULL);
    }
    if (good) {
        memcpy(out, memory.mapped, size);
    }
    vulkan_memory_destroy(d->host, &memory);
    return good;
}

bool vulkan_draw_read(vulkan_draw *d, uint32_t target, void *pixels, size_t size)
{
    if (target >= d->target_count || size < (size_t)d->width * d->height ||
        size % ((size_t)d->width * d->height) != 0) {
        return vulkan_fail(d->host, "no such target, or a size that does not fit it");
    }
    return read_picture(d, &d->targets[target], VK_IMAGE_ASPECT_COLOR_BIT, pixels, size);
}

bool vulkan_draw_read_depth(vulkan_draw *d, float *depths, size_t size)
{
    if (!d->has_depth || size != (size_t)d->width * d->height * sizeof *depths) {
        return vulkan_fail(d->host, "no depth buffer, or a size that does not fit it");
    }
    return read_picture(d, &d->depth, VK_IMAGE_ASPECT_DEPTH_BIT, depths, size);
}
