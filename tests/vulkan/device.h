/* SPDX-License-Identifier: MIT */
/* device - what draws are made of: the device, memory, pictures, and commands that are waited for. */
#ifndef TESTS_VULKAN_DEVICE_H
#define TESTS_VULKAN_DEVICE_H

#include "vulkan/host.h"

struct vulkan_host {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceMemoryProperties memory;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
    VkCommandPool commands;
    VkFence fence;
    char error[VULKAN_REASON];
};

/* Keeps the message; false, to be returned. */
bool vulkan_fail(vulkan_host *host, const char *message);
/* True for VK_SUCCESS; else keeps what failed and how. */
bool vulkan_good(vulkan_host *host, VkResult result, const char *what);

/* A buffer that the host sees. */
typedef struct vulkan_memory {
    VkBuffer buffer;
    VkDeviceMemory memory;
    void *mapped;
} vulkan_memory;

/* `data` NULL: zero. */
bool vulkan_memory_create(vulkan_host *host, vulkan_memory *out, size_t size, VkBufferUsageFlags usage,
                          const void *data);
void vulkan_memory_destroy(vulkan_host *host, vulkan_memory *memory);

/* An image with its memory and a view of all of it. */
typedef struct vulkan_picture {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
} vulkan_picture;

typedef struct vulkan_picture_desc {
    VkImageViewType type;
    VkFormat format;
    uint32_t width, height, depth, levels;
    VkImageUsageFlags usage;
    VkImageAspectFlags aspect;
    VkComponentMapping swizzle;
} vulkan_picture_desc;

bool vulkan_picture_create(vulkan_host *host, vulkan_picture *out, const vulkan_picture_desc *desc);
void vulkan_picture_destroy(vulkan_host *host, vulkan_picture *picture);

VkImageView vulkan_image_view(const vulkan_image *image);

/* A command buffer that is being recorded; NULL: failed. Submitting waits for its end, and releases it. */
VkCommandBuffer vulkan_begin(vulkan_host *host);
bool vulkan_submit(vulkan_host *host, VkCommandBuffer commands, double *seconds);

#endif
