/* SPDX-License-Identifier: MIT */
/* The host that draws with Vulkan for comparisons: each thing that a draw may bind reaches its shader. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#ifdef HAVE_VULKAN_HOST
#include "vulkan/host.h"
#endif

#if defined(HAVE_VULKAN_HOST) && defined(HAVE_GLSLANG)
#include "glsl/host_test.frag.h"
#include "glsl/host_test.vert.h"

static void test_draw(void **state)
{
    (void)state;
    char why[VULKAN_REASON];
    vulkan_host *host = vulkan_open(0, why);
    if (!host) {
        print_message("skipped, no drawing with Vulkan: %s\n", why);
        skip();
    }
    /* The left half of 4x2 pixels, from a quad moved to the left by a buffer. */
    static const float positions[4][4] = {{0, -1, 0.25f, 1}, {1, -1, 0.25f, 1}, {0, 1, 0.25f, 1}, {1, 1, 0.25f, 1}};
    static const float tint[4] = {0.5f, 0.25f, 0.125f, 1.0f}, pushed[4] = {0, 0, 1, 0};
    static const uint32_t indices[6] = {0, 1, 2, 2, 1, 3};
    static const uint8_t texels[4][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 0}};
    const void *level = texels;
    size_t level_size = sizeof texels;
    vulkan_image *image = vulkan_image_create(host, &(vulkan_image_desc){.type = VK_IMAGE_VIEW_TYPE_2D,
                                                                         .format = VK_FORMAT_R8G8B8A8_UNORM,
                                                                         .width = 2,
                                                                         .height = 2,
                                                                         .depth = 1,
                                                                         .levels = 1,
                                                                         .level_data = &level,
                                                                         .level_size = &level_size});
    assert_non_null(image);
    vulkan_attribute attributes[2] = {{0, VK_FORMAT_R32G32B32A32_SFLOAT, positions, 16, sizeof positions},
                                      {3, VK_FORMAT_R32G32B32A32_SFLOAT, tint, 0, sizeof tint}};
    vulkan_buffer buffers[2] = {{0, 2, false, NULL, 16}, {0, 4, true, NULL, 4}};
    vulkan_sampler sampler = {.set = 1, .binding = 5, .image = image};
    vulkan_constant constant = {7, 0x40000000u}; /* 2.0 */
    vulkan_draw_desc desc;
    vulkan_draw_init(&desc);
    desc.width = 4;
    desc.height = 2;
    desc.vertex = (vulkan_code){host_test_vert, sizeof host_test_vert / 4, NULL};
    desc.fragment = (vulkan_code){host_test_frag, sizeof host_test_frag / 4, NULL};
    desc.attributes = attributes;
    desc.attribute_count = 2;
    desc.buffers = buffers;
    desc.buffer_count = 2;
    desc.samplers = &sampler;
    desc.sampler_count = 1;
    desc.push_constants = pushed;
    desc.push_constant_size = sizeof pushed;
    desc.constants = &constant;
    desc.constant_count = 1;
    desc.target_count = 2;
    desc.targets[0].clear[3] = 9.0f;
    desc.targets[1].format = VK_FORMAT_R8G8B8A8_UNORM;
    desc.depth = true;
    desc.vertex_count = 6;
    desc.indices = indices;
    vulkan_draw *draw = vulkan_draw_create(host, &desc);
    if (!draw) {
        fail_msg("%s", vulkan_error(host));
    }
    static const float offset[4] = {-1, 0, 0, 0};
    vulkan_draw_update(draw, 0, offset, sizeof offset);
    double seconds = -1;
    assert_true(vulkan_draw_run(draw, 1, &seconds));
    assert_true(seconds >= 0);
    uint32_t count;
    memcpy(&count, vulkan_draw_buffer(draw, 1), sizeof count);
    assert_int_equal(count, 4);
    float first[2][4][4], depth[2][4];
    uint8_t second[2][4][4];
    assert_true(vulkan_draw_read(draw, 0, first, sizeof first));
    assert_true(vulkan_draw_read(draw, 1, second, sizeof second));
    assert_true(vulkan_draw_read_depth(draw, &depth[0][0], sizeof depth));
    static const float drawn[4] = {1, 0.5f, 1.25f, 2}, cleared[4] = {0, 0, 0, 9};
    static const uint8_t nothing[4] = {0};
    for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 4; x++) {
            assert_memory_equal(first[y][x], x < 2 ? drawn : cleared, sizeof drawn);
            assert_memory_equal(second[y][x], x < 2 ? texels[y * 2] : nothing, 4);
            assert_true(depth[y][x] == (x < 2 ? 0.25f : 1.0f));
        }
    }
    vulkan_draw_destroy(draw);

    /* What cannot be made is refused with words. */
    desc.fragment.entry = "nowhere";
    desc.buffers = (const vulkan_buffer[]){{VULKAN_MAX_SETS, 2, false, NULL, 16}};
    desc.buffer_count = 1;
    assert_null(vulkan_draw_create(host, &desc));
    assert_string_equal(vulkan_error(host), "too many descriptor sets");
    vulkan_image_destroy(image);
    vulkan_close(host);
}
#else
static void test_draw(void **state)
{
    (void)state;
    print_message("skipped: built without Vulkan or glslangValidator\n");
    skip();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_draw)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
