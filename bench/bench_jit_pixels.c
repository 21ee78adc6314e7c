/* SPDX-License-Identifier: MIT */
/*
 * Pixels drawn a second with machine code, beside lavapipe (Vulkan on the processor) drawing the same: a quad over
 * 1920x1080 with 10 and with 60 arithmetic instructions, with one bilinear mipmapped texture and with eight, and
 * 500,000 small triangles; with one thread each and with two, and two threads beside one. Then the time from creating a
 * pipeline to the end of its first draw, beside compiling the same shaders here; and the time to the first result of
 * the shaders of a folder. One thread is measured in the time of all processors that the program takes, several on the
 * wall.
 *
 * usage: bench_jit_pixels [FOLDER] [THREADS] [PART OF A NAME]   (the token streams of FOLDER/bytecode)
 */
static double pixels_now(void);
#define BENCH_NOW pixels_now
#include "bench.h"

#include <shader9/draw.h>
#include <shader9/jit.h>
#include <shader9/program.h>

#ifdef HAVE_VULKAN_HOST
#include "vulkan/host.h"
#endif

#include <ctype.h>
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#define WIDTH 1920u
#define HEIGHT 1080u
#define SIDE 1024u
#define TEXTURES 8
#define COLUMNS 500u /* of the small triangles' grid; two triangles a cell */
#define ROWS 500u

typedef struct scene {
    const char *name;
    uint32_t instructions, textures;
    bool small;
    double units; /* pixels, or triangles */
    const char *unit;
} scene;

static const scene scenes[] = {
    {"pixels/arithmetic-10", 10, 0, false, (double)WIDTH *HEIGHT, "pixels/s"},
    {"pixels/arithmetic-60", 60, 0, false, (double)WIDTH *HEIGHT, "pixels/s"},
    {"pixels/texture-1", 3, 1, false, (double)WIDTH *HEIGHT, "pixels/s"},
    {"pixels/texture-8", 17, 8, false, (double)WIDTH *HEIGHT, "pixels/s"},
    {"pixels/small-triangles", 10, 0, true, 2.0 * COLUMNS *ROWS, "triangles/s"},
};

static const float constants[2][4] = {{0.9f, 0.8f, 0.7f, 0.6f}, {0.125f, 0.11f, 0.1f, 0.09f}};

typedef struct side {
    const scene *of;
    s9_shader *vertex, *pixel;
    s9_framebuffer *buffer;
    s9_mesh *mesh;
    s9_draw_args args;
    s9_draw_state state;
    s9_sampler_binding samplers[TEXTURES];
    float (*positions)[4];
    float (*texcoords)[2];
    uint32_t *indices;
    uint32_t vertices, index_count;
#ifdef HAVE_VULKAN_HOST
    vulkan_draw *draw;
#endif
} side;

static bool on_the_wall;

static double pixels_now(void)
{
    if (!on_the_wall)
        return (double)clock() / CLOCKS_PER_SEC;
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void fail(const char *what)
{
    fprintf(stderr, "bench_jit_pixels: %s\n", what);
    exit(1);
}

static s9_program *assemble(const char *text)
{
    s9_program *program = NULL;
    if (s9_assemble(text, strlen(text), NULL, NULL, &program, NULL) != S9_OK)
        fail("a shader does not assemble");
    return program;
}

static s9_program *pixel_program(const scene *of)
{
    char text[8192];
    int n = snprintf(text, sizeof text, "ps_3_0\ndcl_texcoord v0\n");
    for (uint32_t i = 0; i < of->textures; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "dcl_2d s%u\n", (unsigned)i);
    n += snprintf(text + n, sizeof text - (size_t)n, "mul r0, v0, c0\n");
    for (uint32_t i = 1; i < of->instructions && of->textures == 0; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "mad r0, r0, r0.yzwx, c1\n");
    for (uint32_t i = 0; i < of->textures; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      i == 0 ? "texld r1, r0, s%u\n" : "texld r2, r0, s%u\nadd r1, r1, r2\n", (unsigned)i);
    snprintf(text + n, sizeof text - (size_t)n, of->textures == 0 ? "mov oC0, r0\n" : "mul oC0, r1, c1.x\n");
    return assemble(text);
}

static s9_shader *create(const s9_program *program, s9_jit *jit)
{
    s9_shader *shader = NULL;
    /* The rules that the GLSL beside it has. */
    s9_shader_options options = {.struct_size = sizeof options, .engine = S9_ENGINE_JIT, .jit = jit};
    options.float_mode = S9_FLOAT_IEEE;
    if (s9_shader_create(program, NULL, &options, &shader, NULL) != S9_OK ||
        strcmp(s9_shader_engine_name(shader), "jit") != 0)
        fail("a shader does not compile");
    return shader;
}

static const char vertex_text[] = "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\n"
                                  "mov o0, v0\nmov o1, v1.xyyx\n";

static void make_vertices(side *s)
{
    uint32_t columns = s->of->small ? COLUMNS : 1, rows = s->of->small ? ROWS : 1;
    s->vertices = (columns + 1) * (rows + 1);
    s->index_count = columns * rows * 6;
    s->positions = malloc(s->vertices * sizeof *s->positions);
    s->texcoords = malloc(s->vertices * sizeof *s->texcoords);
    s->indices = malloc(s->index_count * sizeof *s->indices);
    if (s->positions == NULL || s->texcoords == NULL || s->indices == NULL)
        fail("out of memory");
    for (uint32_t y = 0; y <= rows; y++) {
        for (uint32_t x = 0; x <= columns; x++) {
            float u = (float)x / (float)columns, v = (float)y / (float)rows;
            uint32_t i = y * (columns + 1) + x;
            const float position[4] = {2.0f * u - 1.0f, 1.0f - 2.0f * v, 0.5f, 1.0f};
            memcpy(s->positions[i], position, sizeof position);
            s->texcoords[i][0] = u * 3.7f;
            s->texcoords[i][1] = v * 2.1f;
        }
    }
    uint32_t *to = s->indices;
    for (uint32_t y = 0; y < rows; y++) {
        for (uint32_t x = 0; x < columns; x++) {
            uint32_t a = y * (columns + 1) + x, b = a + columns + 1;
            const uint32_t cell[6] = {a, a + 1, b, b, a + 1, b + 1};
            memcpy(to, cell, sizeof cell);
            to += 6;
        }
    }
}

static void set_up(side *s, const scene *of, s9_texture *const *textures, s9_jit *jit)
{
    memset(s, 0, sizeof *s);
    s->of = of;
    make_vertices(s);
    s9_program *vertex = assemble(vertex_text), *pixel = pixel_program(of);
    s->vertex = create(vertex, jit);
    s->pixel = create(pixel, jit);
    s9_program_destroy(vertex);
    s9_program_destroy(pixel);
    const s9_mesh_element elements[2] = {{0, 0, 4, &s->positions[0][0]}, {5, 0, 2, &s->texcoords[0][0]}};
    s9_mesh_desc mesh = {.struct_size = sizeof mesh,
                         .topology = S9_TOPOLOGY_TRIANGLE_LIST,
                         .vertex_count = s->vertices,
                         .elements = elements,
                         .element_count = 2,
                         .indices = s->indices,
                         .index_count = s->index_count};
    s9_framebuffer_desc desc = {.struct_size = sizeof desc, .width = WIDTH, .height = HEIGHT, .target_count = 1};
    if (s9_mesh_create(NULL, &mesh, &s->mesh, NULL) != S9_OK || s9_framebuffer_create(NULL, &desc, &s->buffer) != S9_OK)
        fail("out of memory");
    s9_draw_state_init(&s->state);
    s->state.depth_test = false;
    s->state.cull = S9_CULL_NONE;
    for (uint32_t i = 0; i < TEXTURES; i++) {
        s9_sampler_state *state = &s->samplers[i].state;
        s->samplers[i].texture = textures[i];
        s9_sampler_state_init(state);
        state->min = state->mag = S9_FILTER_LINEAR;
        state->mip = S9_FILTER_POINT;
    }
    s->args = (s9_draw_args){.struct_size = sizeof s->args,
                             .framebuffer = s->buffer,
                             .mesh = s->mesh,
                             .vertex_shader = s->vertex,
                             .pixel_shader = s->pixel,
                             .state = &s->state};
    s->args.ps.constants.f = constants;
    s->args.ps.constants.f_count = 2;
    s->args.ps.samplers = s->samplers;
    s->args.ps.sampler_count = TEXTURES;
}

static void take_down(side *s)
{
    s9_mesh_destroy(s->mesh);
    s9_framebuffer_destroy(s->buffer);
    s9_shader_destroy(s->vertex);
    s9_shader_destroy(s->pixel);
    free(s->positions);
    free(s->texcoords);
    free(s->indices);
}

static double ours(void *user)
{
    side *s = user;
    if (s9_draw(&s->args, NULL) != S9_OK)
        fail("shader9 does not draw");
    return s->of->units;
}

static s9_texture *make_texture(uint32_t number)
{
    s9_image image;
    s9_texture *texture = NULL;
    if (s9_image_create(NULL, SIDE, SIDE, &image) != S9_OK)
        fail("out of memory");
    uint32_t seed = number * 77u + 1u;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        seed = seed * 1664525u + 1013904223u;
        uint8_t *pixel = image.pixels + (size_t)i * 4;
        pixel[0] = (uint8_t)((i % SIDE * (number + 1) / 4 & 127u) + (seed >> 26));
        pixel[1] = (uint8_t)((i / SIDE / 3 & 127u) + (seed >> 25 & 63u));
        pixel[2] = (uint8_t)((i % SIDE + i / SIDE) / 8 & 255u);
        pixel[3] = 255;
    }
    if (s9_image_to_texture(&image, 0, NULL, &texture) != S9_OK)
        fail("out of memory");
    s9_image_free(&image);
    return texture;
}

#if defined(HAVE_VULKAN_HOST) && defined(HAVE_GLSLANG)
#define WITH_LAVAPIPE

#include "glsl/jit_pixels.frag.h"
#include "glsl/jit_pixels.vert.h"

static double theirs(void *user)
{
    side *s = user;
    if (!vulkan_draw_run(s->draw, 1, NULL))
        fail("Vulkan does not draw");
    return s->of->units;
}

static vulkan_image *upload(vulkan_host *host, const s9_texture *texture)
{
    s9_texture_data *data = NULL;
    if (s9_texture_encode(texture, S9_FORMAT_A8B8G8R8, NULL, &data) != S9_OK)
        fail("out of memory");
    const s9_texture_desc *from = s9_texture_data_desc(data);
    vulkan_image_desc desc = {.type = VK_IMAGE_VIEW_TYPE_2D,
                              .format = VK_FORMAT_R8G8B8A8_UNORM,
                              .width = from->width,
                              .height = from->height,
                              .depth = 1,
                              .levels = from->levels,
                              .level_data = from->level_data,
                              .level_size = from->level_size};
    vulkan_image *image = vulkan_image_create(host, &desc);
    if (image == NULL)
        fail(vulkan_error(host));
    s9_texture_data_destroy(data);
    return image;
}

static vulkan_draw *make_draw(vulkan_host *host, const side *s, vulkan_image *const *images, uint32_t width,
                              uint32_t height)
{
    vulkan_sampler samplers[TEXTURES];
    memset(samplers, 0, sizeof samplers);
    for (uint32_t i = 0; i < TEXTURES; i++) {
        samplers[i].binding = i;
        samplers[i].image = images[i];
        samplers[i].state.minFilter = samplers[i].state.magFilter = VK_FILTER_LINEAR;
        samplers[i].state.mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST;
        samplers[i].state.maxLod = 11.0f;
    }
    const vulkan_constant counts[2] = {{0, s->of->instructions}, {1, s->of->textures}};
    const vulkan_attribute attributes[2] = {
        {0, VK_FORMAT_R32G32B32A32_SFLOAT, s->positions, 16, s->vertices * sizeof *s->positions},
        {1, VK_FORMAT_R32G32_SFLOAT, s->texcoords, 8, s->vertices * sizeof *s->texcoords}};
    const VkViewport viewport = {0, (float)height, (float)width, -(float)height, 0, 1};
    vulkan_draw_desc desc;
    vulkan_draw_init(&desc);
    desc.width = width;
    desc.height = height;
    desc.vertex = (vulkan_code){jit_pixels_vert, sizeof jit_pixels_vert / 4, NULL};
    desc.fragment = (vulkan_code){jit_pixels_frag, sizeof jit_pixels_frag / 4, NULL};
    desc.attributes = attributes;
    desc.attribute_count = 2;
    desc.samplers = samplers;
    desc.sampler_count = TEXTURES;
    desc.push_constants = constants;
    desc.push_constant_size = sizeof constants;
    desc.constants = counts;
    desc.constant_count = 2;
    desc.targets[0].format = VK_FORMAT_R8G8B8A8_UNORM;
    desc.viewport = &viewport;
    desc.vertex_count = s->index_count;
    desc.indices = s->indices;
    vulkan_draw *draw = vulkan_draw_create(host, &desc);
    if (draw == NULL)
        fail(vulkan_error(host));
    return draw;
}

typedef struct first {
    vulkan_host *host;
    side *s;
    vulkan_image *const *images;
    s9_framebuffer *small;
} first;

/* Pipeline and first draw, of 64x64 as well. */
static double their_first(void *user)
{
    first *f = user;
    vulkan_draw *draw = make_draw(f->host, f->s, f->images, 64, 64);
    if (!vulkan_draw_run(draw, 1, NULL))
        fail("Vulkan does not draw");
    vulkan_draw_destroy(draw);
    return 1;
}

/* Both shaders compiled, nothing kept from before, and a picture of 64x64. */
static double our_first(void *user)
{
    first *f = user;
    s9_jit *jit = NULL;
    if (s9_jit_create(NULL, NULL, &jit, NULL) != S9_OK)
        fail("there is no just-in-time compiler");
    s9_program *vertex = assemble(vertex_text), *pixel = pixel_program(f->s->of);
    s9_draw_args args = f->s->args;
    args.framebuffer = f->small;
    s9_shader *vs = create(vertex, jit), *ps = create(pixel, jit);
    args.vertex_shader = vs;
    args.pixel_shader = ps;
    if (s9_draw(&args, NULL) != S9_OK)
        fail("shader9 does not draw");
    s9_shader_destroy(vs);
    s9_shader_destroy(ps);
    s9_program_destroy(vertex);
    s9_program_destroy(pixel);
    s9_jit_destroy(jit);
    return 1;
}
#endif

/* ---- first results of other people's shaders ---- */

#define MOST_SHADERS 4096
#define SOME_SHADERS 48 /* that are compiled: every so many of the sorted ones */

typedef struct shaders {
    s9_program *programs[MOST_SHADERS];
    size_t sizes[MOST_SHADERS], count;
} shaders;

/* From a program to the first values of four lanes. */
static bool first_result(const s9_program *program, s9_jit *jit)
{
    s9_shader *shader = NULL;
    s9_shader_options options = {.struct_size = sizeof options, .engine = S9_ENGINE_VM, .jit = jit};
    if (jit != NULL)
        options.engine = S9_ENGINE_JIT;
    if (s9_shader_create(program, NULL, &options, &shader, NULL) != S9_OK)
        return false;
    static const float position[4][4] = {
        {0.5f, 0.25f, 0.75f, 1}, {1, 0.25f, 0.75f, 1}, {0.5f, 1, 0.75f, 1}, {1, 1, 1, 1}};
    float values[64][4][4];
    s9_lane_array inputs[64], outputs[64];
    uint32_t in = s9_shader_input_count(shader), out = s9_shader_output_count(shader);
    bool fits = in <= 64 && out <= 64;
    for (uint32_t i = 0; i < in && fits; i++)
        inputs[i] = (s9_lane_array){(void *)(uintptr_t)position, 16, 4, 4, NULL};
    for (uint32_t i = 0; i < out && fits; i++)
        outputs[i] = (s9_lane_array){values[i], 16, 4, 4, NULL};
    s9_run_args run = {.struct_size = sizeof run,
                       .lanes = 4,
                       .quads = s9_shader_stage(shader) == S9_STAGE_PIXEL,
                       .inputs = inputs,
                       .outputs = outputs};
    bool done = fits && s9_shader_run(shader, &run) == S9_OK;
    s9_shader_destroy(shader);
    return done;
}

static void read_shaders(const char *name, shaders *out)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/bytecode", name);
    DIR *folder = opendir(path);
    out->count = 0;
    for (struct dirent *entry; folder != NULL && out->count < MOST_SHADERS && (entry = readdir(folder)) != NULL;) {
        char *data;
        FILE *file;
        size_t size;
        snprintf(path, sizeof path, "%s/bytecode/%s", name, entry->d_name);
        if (entry->d_name[0] == '.' || (file = fopen(path, "rb")) == NULL)
            continue;
        data = malloc(1u << 20);
        if (data == NULL)
            fail("out of memory");
        size = fread(data, 1, 1u << 20, file);
        fclose(file);
        s9_program *program = NULL;
        bool usable = s9_decode(data, size, NULL, NULL, &program, NULL) == S9_OK && first_result(program, NULL);
        free(data);
        if (!usable) {
            s9_program_destroy(program);
            continue;
        }
        /* In order of their sizes. */
        size_t at = out->count++;
        for (; at > 0 && out->sizes[at - 1] > size; at--) {
            out->sizes[at] = out->sizes[at - 1];
            out->programs[at] = out->programs[at - 1];
        }
        out->sizes[at] = size;
        out->programs[at] = program;
    }
    if (folder != NULL)
        closedir(folder);
}

static void report_first(const char *name, const char *peer_name, double ours_us, double peer_us, double goal,
                         size_t count)
{
    fprintf(stderr, "%-36s %12.4g us (median of %zu shaders)  %s %.4g, ratio %.2f (goal %.1f)\n", name, ours_us, count,
            peer_name, peer_us, peer_us / ours_us, goal);
    printf("{ \"case\": \"%s\", \"unit\": \"us\", \"shader9\": %.6g, \"peer_name\": \"%s\", \"peer\": %.6g, "
           "\"ratio\": %.3f, \"goal\": %.1f, \"runs\": %d }\n",
           name, ours_us, peer_name, peer_us, peer_us / ours_us, goal, BENCH_RUNS);
}

/* Interpreted: beside the 50 us that are the limit. */
static void bench_interpreter(const shaders *list)
{
    static double medians[MOST_SHADERS];
    for (size_t i = 0; i < list->count; i++) {
        double runs[BENCH_RUNS];
        for (int r = 0; r < BENCH_RUNS; r++) {
            double start = pixels_now();
            (void)first_result(list->programs[i], NULL);
            runs[r] = (pixels_now() - start) * 1e6;
        }
        medians[i] = bench_median(runs, BENCH_RUNS);
    }
    report_first("first/interpreter", "limit", bench_median(medians, list->count), 50.0, 1.0, list->count);
}

/* Compiled, in turn with lavapipe's first draw with ten instructions, which are fewer than the median shader has. */
static void bench_compiler(const shaders *list, bench_work peer, void *user)
{
    double medians[SOME_SHADERS], theirs[BENCH_RUNS];
    size_t count = 0, step = list->count / SOME_SHADERS + 1;
    for (int r = 0; r < BENCH_RUNS && peer != NULL; r++) {
        double start = pixels_now();
        (void)peer(user);
        theirs[r] = (pixels_now() - start) * 1e6;
    }
    for (size_t i = step / 2; i < list->count && count < SOME_SHADERS; i += step) {
        double runs[5];
        for (int r = 0; r < 5; r++) {
            double start = pixels_now();
            s9_jit *jit = NULL;
            if (s9_jit_create(NULL, NULL, &jit, NULL) != S9_OK || !first_result(list->programs[i], jit))
                fail("a shader does not compile");
            s9_jit_destroy(jit);
            runs[r] = (pixels_now() - start) * 1e6;
        }
        medians[count++] = bench_median(runs, 5);
    }
    double median = bench_median(medians, count);
    if (peer != NULL)
        report_first("first/compiler", "lavapipe, 10 instructions", median, bench_median(theirs, BENCH_RUNS), 3.0,
                     count);
    else
        fprintf(stderr, "%-36s %12.4g us (median of %zu shaders)\n", "first/compiler", median, count);
}

/* ---- everything ---- */

typedef struct wanted {
    const char *folder, *name;
    uint32_t threads;
} wanted;

static bool is_wanted(const wanted *w, const char *name)
{
    return w->name == NULL || strstr(name, w->name) != NULL;
}

static double ours_alone(void *user)
{
    side *s = user;
    uint32_t threads = s->args.threads;
    s->args.threads = 1;
    double units = ours(s);
    s->args.threads = threads;
    return units;
}

static void bench_threads(const wanted *w)
{
    char name[96];
    s9_texture *textures[TEXTURES];
    s9_jit *jit = NULL;
    static shaders list;
    if (s9_jit_create(NULL, NULL, &jit, NULL) != S9_OK)
        fail("there is no just-in-time compiler");
    on_the_wall = w->threads != 1;
    for (uint32_t i = 0; i < TEXTURES; i++)
        textures[i] = make_texture(i);
    if (w->folder != NULL && w->threads == 1)
        read_shaders(w->folder, &list);
#ifdef WITH_LAVAPIPE
    char why[VULKAN_REASON], count[16];
    vulkan_image *images[TEXTURES];
    /* lavapipe reads its number of threads once. */
    snprintf(count, sizeof count, "%u", w->threads == 1 ? 0u : (unsigned)w->threads);
    setenv("LP_NUM_THREADS", count, 1);
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    vulkan_host *host = vulkan_open(0, why);
    if (host == NULL)
        fprintf(stderr, "without lavapipe beside it: %s\n", why);
    for (uint32_t i = 0; i < TEXTURES && host != NULL; i++)
        images[i] = upload(host, textures[i]);
#endif
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        side s;
        bench_work peer = NULL, first_peer = NULL;
        void *first_user = NULL;
        /* Every name that a row of the scene may have, one behind the other. */
        snprintf(name, sizeof name, "%s-%u-beside-1 %s-first %s", scenes[i].name, (unsigned)w->threads, scenes[i].name,
                 i == 0 ? "first/" : "");
        if (!is_wanted(w, name))
            continue;
        set_up(&s, &scenes[i], textures, jit);
        s.args.threads = w->threads;
#ifdef WITH_LAVAPIPE
        first f = {host, &s, images, NULL};
        s9_framebuffer_desc desc = {.struct_size = sizeof desc, .width = 64, .height = 64, .target_count = 1};
        if (s9_framebuffer_create(NULL, &desc, &f.small) != S9_OK)
            fail("out of memory");
        if (host != NULL) {
            s.draw = make_draw(host, &s, images, WIDTH, HEIGHT);
            peer = theirs;
            first_peer = their_first;
            first_user = &f;
        }
#endif
        snprintf(name, sizeof name, "%s-%u", scenes[i].name, (unsigned)w->threads);
        if (is_wanted(w, name))
            bench_report(name, scenes[i].unit, ours, "lavapipe", peer, &s, 1.0);
        snprintf(name, sizeof name, "%s-%u-beside-1", scenes[i].name, (unsigned)w->threads);
        if (w->threads != 1 && is_wanted(w, name))
            bench_report(name, scenes[i].unit, ours, "one thread", ours_alone, &s, 1.8);
#ifdef WITH_LAVAPIPE
        snprintf(name, sizeof name, "%s-first", scenes[i].name);
        if (host != NULL && !scenes[i].small && w->threads == 1 && is_wanted(w, name))
            bench_report(name, "draws/s", our_first, "lavapipe", their_first, &f, 3.0);
#endif
        if (i == 0 && list.count > 0 && is_wanted(w, "first/")) {
            bench_interpreter(&list);
            bench_compiler(&list, first_peer, first_user);
        }
#ifdef WITH_LAVAPIPE
        s9_framebuffer_destroy(f.small);
        if (host != NULL)
            vulkan_draw_destroy(s.draw);
#endif
        take_down(&s);
    }
    for (uint32_t i = 0; i < TEXTURES; i++) {
        s9_texture_destroy(textures[i]);
#ifdef WITH_LAVAPIPE
        if (host != NULL)
            vulkan_image_destroy(images[i]);
#endif
    }
#ifdef WITH_LAVAPIPE
    vulkan_close(host);
#endif
    for (size_t i = 0; i < list.count; i++)
        s9_program_destroy(list.programs[i]);
    s9_jit_destroy(jit);
}

int main(int argc, char **argv)
{
    wanted w = {NULL, NULL, 0};
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (folder != NULL) {
            closedir(folder);
            w.folder = argv[i];
        } else if (isdigit((unsigned char)argv[i][0])) {
            w.threads = (uint32_t)atoi(argv[i]);
        } else {
            w.name = argv[i];
        }
    }
    if (w.threads != 0) {
        bench_threads(&w);
        return 0;
    }
    /* A process for each number of threads. */
    for (w.threads = 1; w.threads <= 2; w.threads++) {
        int status = 1;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            bench_threads(&w);
            fflush(NULL);
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
            fail("a process failed");
    }
    return 0;
}
