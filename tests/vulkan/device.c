/* SPDX-License-Identifier: MIT */
#include "vulkan/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool vulkan_fail(vulkan_host *host, const char *message)
{
    snprintf(host->error, sizeof host->error, "%s", message);
    return false;
}

bool vulkan_good(vulkan_host *host, VkResult result, const char *what)
{
    if (result != VK_SUCCESS) {
        snprintf(host->error, sizeof host->error, "%s: VkResult %d", what, (int)result);
    }
    return result == VK_SUCCESS;
}

/* ---- the device ---- */

static bool create_instance(vulkan_host *host)
{
    uint32_t version = 0;
    if (!vulkan_good(host, vkEnumerateInstanceVersion(&version), "vkEnumerateInstanceVersion")) {
        return false;
    }
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = "shader9",
                                     .apiVersion = version < VK_API_VERSION_1_3 ? version : VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    return vulkan_good(host, vkCreateInstance(&info, NULL, &host->instance), "vkCreateInstance");
}

static bool has_graphics(VkPhysicalDevice device, uint32_t *family)
{
    VkQueueFamilyProperties families[16];
    uint32_t count = 16;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
    for (*family = 0; *family < count; ++*family) {
        if (families[*family].queueFlags & VK_QUEUE_GRAPHICS_BIT) {
            return true;
        }
    }
    return false;
}

static bool choose_device(vulkan_host *host, unsigned flags)
{
    VkPhysicalDevice devices[16];
    uint32_t count = 16;
    VkResult result = vkEnumeratePhysicalDevices(host->instance, &count, devices);
    if (result != VK_INCOMPLETE && !vulkan_good(host, result, "vkEnumeratePhysicalDevices")) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        bool wanted = (flags & VULKAN_ANY_DEVICE) != 0 || properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
        if (wanted && properties.apiVersion >= VK_API_VERSION_1_1 && has_graphics(devices[i], &host->family)) {
            host->physical = devices[i];
            host->properties = properties;
            vkGetPhysicalDeviceMemoryProperties(devices[i], &host->memory);
            return true;
        }
    }
    return vulkan_fail(host, flags & VULKAN_ANY_DEVICE
                                 ? "there is no Vulkan device"
                                 : "there is no Vulkan device that is the processor (mesa-vulkan-drivers has one)");
}

static bool create_device(vulkan_host *host, unsigned flags)
{
    VkPhysicalDeviceVulkan13Features features13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features features12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceVulkan11Features features11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    if (host->properties.apiVersion >= VK_API_VERSION_1_2) {
        features.pNext = &features11;
        features11.pNext = &features12;
    }
    if (host->properties.apiVersion >= VK_API_VERSION_1_3) {
        features12.pNext = &features13;
    }
    vkGetPhysicalDeviceFeatures2(host->physical, &features);
    features.features.robustBufferAccess &= (flags & VULKAN_ROBUST) != 0;
    features13.robustImageAccess &= (flags & VULKAN_ROBUST) != 0;
    float priority = 1.0f;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = host->family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &features,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue};
    if (!vulkan_good(host, vkCreateDevice(host->physical, &info, NULL, &host->device), "vkCreateDevice")) {
        return false;
    }
    vkGetDeviceQueue(host->device, host->family, 0, &host->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                    .queueFamilyIndex = host->family};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    return vulkan_good(host, vkCreateCommandPool(host->device, &pool, NULL, &host->commands), "vkCreateCommandPool") &&
           vulkan_good(host, vkCreateFence(host->device, &fence, NULL, &host->fence), "vkCreateFence");
}

vulkan_host *vulkan_open(unsigned flags, char why[VULKAN_REASON])
{
    vulkan_host *host = calloc(1, sizeof *host);
    if (!host) {
        snprintf(why, VULKAN_REASON, "out of memory");
        return NULL;
    }
    if (create_instance(host) && choose_device(host, flags) && create_device(host, flags)) {
        return host;
    }
    memcpy(why, host->error, VULKAN_REASON);
    vulkan_close(host);
    return NULL;
}

void vulkan_close(vulkan_host *host)
{
    if (!host) {
        return;
    }
    if (host->device) {
        vkDestroyFence(host->device, host->fence, NULL);
        vkDestroyCommandPool(host->device, host->commands, NULL);
        vkDestroyDevice(host->device, NULL);
    }
    if (host->instance) {
        vkDestroyInstance(host->instance, NULL);
    }
    free(host);
}

const char *vulkan_device_name(const vulkan_host *host)
{
    return host->properties.deviceName;
}

VkPhysicalDevice vulkan_physical_device(const vulkan_host *host)
{
    return host->physical;
}

const char *vulkan_error(const vulkan_host *host)
{
    return host->error;
}

/* ---- memory ---- */

static bool allocate(vulkan_host *host, const VkMemoryRequirements *need, VkDeviceMemory *out)
{
    VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    /* Images of devices with memory of their own may lie in no other. */
    for (int pass = 0; pass < 2; pass++, wanted = 0) {
        for (uint32_t i = 0; i < host->memory.memoryTypeCount; i++) {
            if ((need->memoryTypeBits >> i & 1) != 0 &&
                (host->memory.memoryTypes[i].propertyFlags & wanted) == wanted) {
                VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                             .allocationSize = need->size,
                                             .memoryTypeIndex = i};
                return vulkan_good(host, vkAllocateMemory(host->device, &info, NULL, out), "vkAllocateMemory");
            }
        }
    }
    return vulkan_fail(host, "no memory of the wanted kind");
}

bool vulkan_memory_create(vulkan_host *host, vulkan_memory *out, size_t size, VkBufferUsageFlags usage,
                          const void *data)
{
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size > 0 ? size : 4, .usage = usage};
    VkMemoryRequirements need;
    if (!vulkan_good(host, vkCreateBuffer(host->device, &info, NULL, &out->buffer), "vkCreateBuffer")) {
        return false;
    }
    vkGetBufferMemoryRequirements(host->device, out->buffer, &need);
    if (!allocate(host, &need, &out->memory) ||
        !vulkan_good(host, vkBindBufferMemory(host->device, out->buffer, out->memory, 0), "vkBindBufferMemory") ||
        !vulkan_good(host, vkMapMemory(host->device, out->memory, 0, VK_WHOLE_SIZE, 0, &out->mapped), "vkMapMemory")) {
        return false;
    }
    if (data) {
        memcpy(out->mapped, data, size);
    } else {
        memset(out->mapped, 0, size);
    }
    return true;
}

void vulkan_memory_destroy(vulkan_host *host, vulkan_memory *memory)
{
    vkDestroyBuffer(host->device, memory->buffer, NULL);
    vkFreeMemory(host->device, memory->memory, NULL);
    memset(memory, 0, sizeof *memory);
}

/* ---- pictures ---- */

bool vulkan_picture_create(vulkan_host *host, vulkan_picture *out, const vulkan_picture_desc *desc)
{
    bool cube = desc->type == VK_IMAGE_VIEW_TYPE_CUBE;
    uint32_t layers = cube ? 6 : 1;
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .flags = cube ? (VkImageCreateFlags)VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
                              .imageType = desc->type == VK_IMAGE_VIEW_TYPE_3D ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D,
                              .format = desc->format,
                              .extent = {desc->width, desc->height, desc->depth},
                              .mipLevels = desc->levels,
                              .arrayLayers = layers,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .tiling = VK_IMAGE_TILING_OPTIMAL,
                              .usage = desc->usage};
    VkMemoryRequirements need;
    if (!vulkan_good(host, vkCreateImage(host->device, &info, NULL, &out->image), "vkCreateImage")) {
        return false;
    }
    vkGetImageMemoryRequirements(host->device, out->image, &need);
    if (!allocate(host, &need, &out->memory) ||
        !vulkan_good(host, vkBindImageMemory(host->device, out->image, out->memory, 0), "vkBindImageMemory")) {
        return false;
    }
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = out->image,
                                  .viewType = desc->type,
                                  .format = desc->format,
                                  .components = desc->swizzle,
                                  .subresourceRange = {desc->aspect, 0, desc->levels, 0, layers}};
    return vulkan_good(host, vkCreateImageView(host->device, &view, NULL, &out->view), "vkCreateImageView");
}

void vulkan_picture_destroy(vulkan_host *host, vulkan_picture *picture)
{
    vkDestroyImageView(host->device, picture->view, NULL);
    vkDestroyImage(host->device, picture->image, NULL);
    vkFreeMemory(host->device, picture->memory, NULL);
    memset(picture, 0, sizeof *picture);
}

struct vulkan_image {
    vulkan_host *host;
    vulkan_picture picture;
};

VkImageView vulkan_image_view(const vulkan_image *image)
{
    return image->picture.view;
}

static VkImageAspectFlags aspect_of(VkFormat format)
{
    switch (format) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D32_SFLOAT:
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return VK_IMAGE_ASPECT_DEPTH_BIT;
    default:
        return VK_IMAGE_ASPECT_COLOR_BIT;
    }
}

static void change_layout(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspect, VkImageLayout from,
                          VkImageLayout to)
{
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL,
                         0, NULL, 1, &barrier);
}

static uint32_t side(uint32_t size, uint32_t level)
{
    return size >> level > 0 ? size >> level : 1;
}

static bool fill_image(vulkan_image *image, const vulkan_image_desc *desc)
{
    vulkan_host *host = image->host;
    VkImageAspectFlags aspect = aspect_of(desc->format);
    size_t size = 0;
    for (uint32_t level = 0; level < desc->levels; level++) {
        size += (desc->level_size[level] + 15) / 16 * 16;
    }
    vulkan_memory memory = {0};
    VkCommandBuffer commands = NULL;
    bool good = vulkan_memory_create(host, &memory, size, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, NULL) &&
                (commands = vulkan_begin(host)) != NULL;
    if (good) {
        change_layout(commands, image->picture.image, aspect, VK_IMAGE_LAYOUT_UNDEFINED,
                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        size_t at = 0;
        for (uint32_t level = 0; level < desc->levels; level++) {
            VkBufferImageCopy region = {
                .bufferOffset = at,
                .imageSubresource = {aspect, level, 0, desc->type == VK_IMAGE_VIEW_TYPE_CUBE ? 6u : 1u},
                .imageExtent = {side(desc->width, level), side(desc->height, level), side(desc->depth, level)}};
            memcpy((char *)memory.mapped + at, desc->level_data[level], desc->level_size[level]);
            vkCmdCopyBufferToImage(commands, memory.buffer, image->picture.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                   1, &region);
            at += (desc->level_size[level] + 15) / 16 * 16;
        }
        change_layout(commands, image->picture.image, aspect, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                      VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
        good = vulkan_submit(host, commands, NULL);
    }
    vulkan_memory_destroy(host, &memory);
    return good;
}

vulkan_image *vulkan_image_create(vulkan_host *host, const vulkan_image_desc *desc)
{
    vulkan_image *image = calloc(1, sizeof *image);
    if (!image) {
        vulkan_fail(host, "out of memory");
        return NULL;
    }
    image->host = host;
    vulkan_picture_desc picture = {.type = desc->type,
                                   .format = desc->format,
                                   .width = desc->width,
                                   .height = desc->height,
                                   .depth = desc->depth,
                                   .levels = desc->levels,
                                   .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                   .aspect = aspect_of(desc->format),
                                   .swizzle = desc->swizzle};
    if (vulkan_picture_create(host, &image->picture, &picture) && fill_image(image, desc)) {
        return image;
    }
    vulkan_image_destroy(image);
    return NULL;
}

void vulkan_image_destroy(vulkan_image *image)
{
    if (image) {
        vulkan_picture_destroy(image->host, &image->picture);
        free(image);
    }
}

/* ---- commands ---- */

VkCommandBuffer vulkan_begin(vulkan_host *host)
{
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = host->commands,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkCommandBuffer commands = NULL;
    if (!vulkan_good(host, vkAllocateCommandBuffers(host->device, &info, &commands), "vkAllocateCommandBuffers")) {
        return NULL;
    }
    if (!vulkan_good(host, vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer")) {
        vkFreeCommandBuffers(host->device, host->commands, 1, &commands);
        return NULL;
    }
    return commands;
}

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool vulkan_submit(vulkan_host *host, VkCommandBuffer commands, double *seconds)
{
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    bool good = vulkan_good(host, vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    double start = now();
    good = good && vulkan_good(host, vkQueueSubmit(host->queue, 1, &submit, host->fence), "vkQueueSubmit") &&
           vulkan_good(host, vkWaitForFences(host->device, 1, &host->fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
    if (seconds) {
        *seconds = now() - start;
    }
    if (good) {
        good = vulkan_good(host, vkResetFences(host->device, 1, &host->fence), "vkResetFences");
    }
    vkFreeCommandBuffers(host->device, host->commands, 1, &commands);
    return good;
}
