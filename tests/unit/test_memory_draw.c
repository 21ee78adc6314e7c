/* SPDX-License-Identifier: MIT */
/* Every public function that draws, or reads and writes images and meshes, with every one of its allocations failing.
 */
#include "memory.h"

#include "draw_scene.h"
#include "files.h"

#include <shader9/image.h>
#include <shader9/mesh.h>
#include <shader9/shader9.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

typedef struct file {
    char *bytes;
    size_t size;
} file;

static s9_result image(const s9_allocator *a, const void *input)
{
    const file *f = input;
    s9_image first = {0};
    s9_blob png = {0};
    s9_texture *texture = NULL;
    s9_result result = s9_image_read_memory(f->bytes, f->size, "sample", a, &first, NULL);
    if (result == S9_OK)
        result = s9_image_write_png_memory(&first, a, &png);
    if (result == S9_OK)
        result = s9_image_to_texture(&first, 0, a, &texture);
    s9_texture_destroy(texture);
    s9_blob_free(&png);
    s9_image_free(&first);
    return result;
}

static s9_result dds(const s9_allocator *a, const void *input)
{
    const file *f = input;
    s9_texture_data *data = NULL;
    s9_texture *texture = NULL;
    s9_blob out = {0};
    s9_result result = s9_dds_read_memory(f->bytes, f->size, "sample", a, &data, NULL);
    if (result == S9_OK)
        result = s9_dds_write_memory(s9_texture_data_desc(data), a, &out);
    if (result == S9_OK)
        result = s9_texture_read_memory(f->bytes, f->size, "sample", a, &texture, NULL);
    s9_texture_destroy(texture);
    s9_blob_free(&out);
    s9_texture_data_destroy(data);
    return result;
}

static s9_result mesh_file(const s9_allocator *a, const void *input)
{
    static const char *const formats[] = {"obj", "x", "gltf", "glb"};
    const file *f = input;
    s9_mesh *mesh = NULL;
    s9_result result = s9_mesh_read_memory(f->bytes + 1, f->size - 1, formats[f->bytes[0] & 3], a, &mesh, NULL);
    s9_mesh_destroy(mesh);
    return result;
}

static void files(void **state)
{
    static const struct {
        const char *folder, *suffix;
        memory_subject subject;
    } rows[] = {{"image", ".png", {"image", image, false}},
                {"image", ".jpg", {"image", image, false}},
                {"image", ".tga", {"image", image, false}},
                {"image", ".dds", {"dds", dds, false}},
                {"mesh", ".bin", {"mesh", mesh_file, false}}};
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char folder[512];
        snprintf(folder, sizeof folder, "%s/fuzz/cases/%s", TEST_SOURCE, rows[i].folder);
        files_list list = files_of(folder, rows[i].suffix);
        for (size_t k = 0; k < list.count; k++) {
            file f;
            f.bytes = files_read(list.paths[k], &f.size);
            assert_non_null(f.bytes);
            memory_try(&rows[i].subject, &f, list.paths[k]);
            free(f.bytes);
        }
        files_free(&list);
    }
}

static s9_result builtin(const s9_allocator *a, const void *input)
{
    s9_mesh *mesh = NULL;
    s9_result result = s9_mesh_builtin(input, a, &mesh, NULL);
    s9_mesh_destroy(mesh);
    return result;
}

static s9_result framebuffer(const s9_allocator *a, const void *input)
{
    s9_framebuffer_desc desc = {.struct_size = sizeof desc, .width = 8, .height = 8, .target_count = 2};
    s9_framebuffer *out = NULL;
    s9_image picture = {0};
    (void)input;
    for (uint32_t i = 0; i < S9_MAX_TARGETS; i++)
        desc.formats[i] = S9_TARGET_A8R8G8B8;
    s9_result result = s9_framebuffer_create(a, &desc, &out);
    if (result == S9_OK)
        result = s9_framebuffer_image(out, 1, a, &picture);
    s9_image_free(&picture);
    s9_framebuffer_destroy(out);
    return result;
}

static s9_result drawing(const s9_allocator *a, const void *input)
{
    return draw_with_allocator((scene *)(uintptr_t)input, a, NULL);
}

static void objects(void **state)
{
    static const memory_subject meshes = {"mesh", builtin, false}, targets = {"framebuffer", framebuffer, false};
    static const memory_subject draws = {"draw", drawing, true}; /* fewer threads will do */
    (void)state;
    for (size_t i = 0; s9_mesh_builtin_name(i) != NULL; i++)
        memory_try(&meshes, s9_mesh_builtin_name(i), s9_mesh_builtin_name(i));
    memory_try(&targets, NULL, "8x8");
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        scene *s = new_scene(32, 32, S9_TARGET_A8R8G8B8,
                             "vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n",
                             "ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nadd r0, r0, t0\nmov oC0, r0\n");
        s->threads = threads;
        add_full_quad(s, 0.5);
        add_vertex(s, -50, 3, 0.5, 1); /* one that is clipped */
        add_vertex(s, 90, 20, 0.5, -1);
        add_vertex(s, 5, 90, 0.5, 1);
        assert_true(memory_try(&draws, s, threads == 1 ? "one thread" : "three threads") > 0);
        end_scene(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files), cmocka_unit_test(objects)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
