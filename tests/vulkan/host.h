/* SPDX-License-Identifier: MIT */
/*
 * host - draws with SPIR-V on a Vulkan device without a window: what generated shaders are compared and measured with.
 *
 *   char why[VULKAN_REASON];
 *   vulkan_host *host = vulkan_open(0, why);         NULL: say why, and skip
 *   vulkan_draw_desc desc;
 *   vulkan_draw_init(&desc);                         defaults, see below; then vertex, fragment, buffers, images, ...
 *   vulkan_draw *draw = vulkan_draw_create(host, &desc);       NULL: vulkan_error(host)
 *   vulkan_draw_run(draw, 1, NULL);                  as often as wanted, with vulkan_draw_update in between
 *   vulkan_draw_read(draw, 0, pixels, sizeof pixels);
 *   vulkan_draw_destroy(draw); vulkan_close(host);
 *
 * A program that includes "vulkan/host.h" (a test or a bench program) is linked with the host where Vulkan is
 * installed; HAVE_VULKAN_HOST is defined then, and the include must stand inside #ifdef HAVE_VULKAN_HOST.
 *
 * Everything is Vulkan's own: types, numbers, conventions (y of clip space points down unless the viewport has a
 * negative height). All memory is visible to the host, and all calls wait until the device is done. Nothing here is
 * safe to use from two threads at a time. For lavapipe LP_NUM_THREADS in the environment sets the number of threads
 * (0: the calling thread alone); it is read when the device is opened.
 */
#ifndef TESTS_VULKAN_HOST_H
#define TESTS_VULKAN_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

#define VULKAN_REASON 256
#define VULKAN_MAX_TARGETS 8
#define VULKAN_MAX_SETS 8

typedef struct vulkan_host vulkan_host;
typedef struct vulkan_image vulkan_image;
typedef struct vulkan_draw vulkan_draw;

enum {
    VULKAN_ANY_DEVICE = 1, /* any device will do; else only one that is the processor (lavapipe): the same everywhere */
    VULKAN_ROBUST = 2,     /* reads outside of buffers are defined (robustBufferAccess) */
};

/*
 * A device with all the features that it has. NULL where there is none, with the reason. Vulkan 1.1 at least, 1.3 where
 * there is one.
 */
vulkan_host *vulkan_open(unsigned flags, char why[VULKAN_REASON]);
void vulkan_close(vulkan_host *host);
const char *vulkan_device_name(const vulkan_host *host);
VkPhysicalDevice vulkan_physical_device(const vulkan_host *host); /* for asking about features and limits */
const char *vulkan_error(const vulkan_host *host);                /* why the last call that failed did */

/* ---- images to sample ---- */

typedef struct vulkan_image_desc {
    VkImageViewType type;                  /* VK_IMAGE_VIEW_TYPE_2D, _CUBE or _3D */
    VkFormat format;                       /* any that the device can sample; depth formats too */
    uint32_t width, height, depth, levels; /* depth 1 but for 3D */
    const void *const *level_data; /* [levels] rows without padding; slices or the six faces one after another */
    const size_t *level_size;      /* [levels] bytes */
    VkComponentMapping swizzle;    /* 0: as it is */
} vulkan_image_desc;

/* Lives until vulkan_image_destroy, which must come after that of the draws that use it. */
vulkan_image *vulkan_image_create(vulkan_host *host, const vulkan_image_desc *desc);
void vulkan_image_destroy(vulkan_image *image);

/* ---- drawing ---- */

typedef struct vulkan_code {
    const uint32_t *words;
    size_t count;      /* words */
    const char *entry; /* NULL: "main" */
} vulkan_code;

/* A vertex attribute, from an array of its own. */
typedef struct vulkan_attribute {
    uint32_t location;
    VkFormat format; /* such as VK_FORMAT_R32G32B32A32_SFLOAT */
    const void *data;
    uint32_t stride; /* bytes from one vertex to the next; 0: the same for all */
    size_t size;     /* bytes in all */
} vulkan_attribute;

/* A uniform or storage buffer at a set and binding, for both stages. */
typedef struct vulkan_buffer {
    uint32_t set, binding;
    bool storage;
    const void *data; /* NULL: zero */
    size_t size;
} vulkan_buffer;

/* A combined image sampler, or one of the two, at a set and binding, for both stages. */
typedef enum vulkan_sampling { VULKAN_COMBINED = 0, VULKAN_IMAGE_ALONE, VULKAN_SAMPLER_ALONE } vulkan_sampling;

typedef struct vulkan_sampler {
    uint32_t set, binding;
    const vulkan_image *image;
    VkSamplerCreateInfo state; /* sType may be left 0; all zero: nearest, repeat, level 0 */
    vulkan_sampling kind;
} vulkan_sampler;

typedef struct vulkan_constant {
    uint32_t id;    /* SpecId; one that a stage lacks is ignored there */
    uint32_t value; /* bits of an int, a float or a bool */
} vulkan_constant;

typedef struct vulkan_target {
    VkFormat format; /* VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R8G8B8A8_UNORM, _SRGB, ... */
    float clear[4];
    VkPipelineColorBlendAttachmentState blend; /* colorWriteMask 0 is replaced by all */
    bool write_nothing;                        /* colour mask of nothing, after all */
} vulkan_target;

/* Start with vulkan_draw_init. The arrays are read by vulkan_draw_create only. */
typedef struct vulkan_draw_desc {
    uint32_t width, height;
    vulkan_code vertex, fragment;
    const vulkan_attribute *attributes;
    uint32_t attribute_count;
    const vulkan_buffer *buffers;
    uint32_t buffer_count;
    const vulkan_sampler *samplers;
    uint32_t sampler_count;
    const void *push_constants; /* offset 0, both stages */
    uint32_t push_constant_size;
    const vulkan_constant *constants; /* specialisation constants */
    uint32_t constant_count;
    vulkan_target targets[VULKAN_MAX_TARGETS];
    uint32_t target_count; /* 1, of VK_FORMAT_R32G32B32A32_SFLOAT */
    float blend_constants[4];
    bool depth;                   /* a D32 depth buffer */
    VkCompareOp depth_compare;    /* less or equal */
    bool depth_write;             /* true */
    float depth_clear;            /* 1 */
    VkPrimitiveTopology topology; /* triangle list */
    VkCullModeFlags cull;         /* none */
    VkFrontFace front;            /* VK_FRONT_FACE_CLOCKWISE */
    const VkViewport *viewport;   /* NULL: all of the target, 0 to 1 */
    uint32_t vertex_count;        /* 3; vertices, or indices where there are some */
    const uint32_t *indices;      /* NULL: vertices in order */
} vulkan_draw_desc;

void vulkan_draw_init(vulkan_draw_desc *desc);
/* Makes everything, the pipeline too: what follows costs only the drawing. */
vulkan_draw *vulkan_draw_create(vulkan_host *host, const vulkan_draw_desc *desc);
void vulkan_draw_destroy(vulkan_draw *draw);
/* New content of buffer `index`, or new push constants of the same size. */
void vulkan_draw_update(vulkan_draw *draw, uint32_t index, const void *data, size_t size);
void vulkan_draw_push(vulkan_draw *draw, const void *data, uint32_t size);
/* What buffer `index` holds after a run. */
const void *vulkan_draw_buffer(const vulkan_draw *draw, uint32_t index);
/*
 * Clears and draws `times` times, one submission for all. `seconds` (or NULL) receives the time on the wall from
 * submitting to the end.
 */
bool vulkan_draw_run(vulkan_draw *draw, uint32_t times, double *seconds);
/* A target's pixels, rows top to bottom without padding, as its format has them. `size` must be their bytes. */
bool vulkan_draw_read(vulkan_draw *draw, uint32_t target, void *pixels, size_t size);
/* The depth buffer as floats. */
bool vulkan_draw_read_depth(vulkan_draw *draw, float *depths, size_t size);

#endif
