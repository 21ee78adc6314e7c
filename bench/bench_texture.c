/* SPDX-License-Identifier: MIT */
/*
 * Textures sampled a second: a pixel shader over 1920x1080 pixels that reads one texture or eight, run by the
 * interpreter, beside lavapipe (Vulkan on the processor, which compiles the shader and its samplers) drawing the same
 * picture. Both in one thread; both pictures are compared before. Without Vulkan shader9 is measured alone.
 */
#define BENCH_PROCESSOR_TIME
#include "bench.h"

#include <shader9/draw.h>
#include <shader9/shader9.h>

#ifdef HAVE_VULKAN_HOST
#include "vulkan/host.h"
#endif

#define WIDTH 1920u
#define HEIGHT 1080u
#define SIDE 1024u
#define LEVELS 11
#define TEXTURES 8

typedef struct picture {
    const char *name;
    uint32_t count; /* textures */
    s9_filter min, mag, mip;
    uint32_t anisotropy;
    float scale[2];  /* of the coordinates: how many times each texture is repeated */
    double most_off; /* mean difference of both pictures, of 255 */
} picture;

static const picture pictures[] = {
    {"texture/point", 1, S9_FILTER_POINT, S9_FILTER_POINT, S9_FILTER_NONE, 1, {3.7f, 2.1f}, 4.0},
    {"texture/bilinear-mipmapped", 1, S9_FILTER_LINEAR, S9_FILTER_LINEAR, S9_FILTER_POINT, 1, {3.7f, 2.1f}, 1.0},
    {"texture/trilinear", 1, S9_FILTER_LINEAR, S9_FILTER_LINEAR, S9_FILTER_LINEAR, 1, {3.7f, 3.1f}, 1.0},
    {"texture/bilinear-eight", 8, S9_FILTER_LINEAR, S9_FILTER_LINEAR, S9_FILTER_POINT, 1, {3.7f, 2.1f}, 1.0},
    {"texture/anisotropic-8", 1, S9_FILTER_ANISOTROPIC, S9_FILTER_LINEAR, S9_FILTER_LINEAR, 8, {12.0f, 1.6f}, 6.0},
};

typedef struct side {
    s9_shader *shader;
    s9_framebuffer *buffer;
    s9_draw_filter_args args;
    float constants[2][4];
    s9_sampler_binding samplers[TEXTURES];
#ifdef HAVE_VULKAN_HOST
    vulkan_draw *draw;
#endif
} side;

static void fail(const char *what)
{
    fprintf(stderr, "bench_texture: %s\n", what);
    exit(1);
}

static s9_shader *make_shader(uint32_t count)
{
    char text[1024];
    int length = snprintf(text, sizeof text, "ps_2_0\ndcl t0.xy\n");
    for (uint32_t i = 0; i < count; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "dcl_2d s%u\n", (unsigned)i);
    }
    length += snprintf(text + length, sizeof text - (size_t)length, "mul r0, t0, c0\ntexld r1, r0, s0\n");
    for (uint32_t i = 1; i < count; i++) {
        length +=
            snprintf(text + length, sizeof text - (size_t)length, "texld r2, r0, s%u\nadd r1, r1, r2\n", (unsigned)i);
    }
    length += snprintf(text + length, sizeof text - (size_t)length, "mul r1, r1, c0.z\nmov oC0, r1\n");
    s9_program *program = NULL;
    s9_shader *shader = NULL;
    if (s9_assemble(text, (size_t)length, NULL, NULL, &program, NULL) != S9_OK ||
        s9_shader_create(program, NULL, NULL, &shader, NULL) != S9_OK) {
        fail("the shader does not assemble");
    }
    s9_program_destroy(program);
    return shader;
}

/* Smooth waves with some noise, another for each texture; the levels as s9_image_to_texture makes them. */
static s9_texture *make_texture(uint32_t number)
{
    s9_image image;
    s9_texture *texture = NULL;
    if (s9_image_create(NULL, SIDE, SIDE, &image) != S9_OK) {
        fail("out of memory");
    }
    uint32_t seed = number * 77u + 1u;
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            seed = seed * 1664525u + 1013904223u;
            uint8_t *pixel = image.pixels + ((size_t)y * SIDE + x) * 4;
            pixel[0] = (uint8_t)((x * (number + 1) / 4 & 127u) + (seed >> 26));
            pixel[1] = (uint8_t)((y / 3 & 127u) + (seed >> 25 & 63u));
            pixel[2] = (uint8_t)((x + y) / 8 & 255u);
            pixel[3] = 255;
        }
    }
    if (s9_image_to_texture(&image, 0, NULL, &texture) != S9_OK) {
        fail("out of memory");
    }
    s9_image_free(&image);
    return texture;
}

static double ours(void *user)
{
    side *s = user;
    if (s9_draw_filter(&s->args, NULL) != S9_OK) {
        fail("shader9 does not draw");
    }
    return 1;
}

/* bench_report counts units: samples. */
static const picture *current;

static double our_samples(void *user)
{
    ours(user);
    return (double)WIDTH * HEIGHT * current->count;
}

static void set_up(side *s, const picture *p, s9_texture *const *textures)
{
    memset(s, 0, sizeof *s);
    s->shader = make_shader(p->count);
    s9_framebuffer_desc desc = {.struct_size = sizeof desc,
                                .width = WIDTH,
                                .height = HEIGHT,
                                .target_count = 1,
                                .formats = {S9_TARGET_A8R8G8B8}};
    if (s9_framebuffer_create(NULL, &desc, &s->buffer) != S9_OK) {
        fail("out of memory");
    }
    const float scale[4] = {p->scale[0], p->scale[1], 1.0f / (float)p->count, 1.0f};
    memcpy(s->constants[0], scale, sizeof scale);
    for (uint32_t i = 0; i < TEXTURES; i++) {
        s9_sampler_state *state = &s->samplers[i].state;
        s->samplers[i].texture = textures[i];
        s9_sampler_state_init(state);
        state->min = p->min;
        state->mag = p->mag;
        state->mip = p->mip;
        state->max_anisotropy = p->anisotropy;
    }
    s->args.struct_size = sizeof s->args;
    s->args.framebuffer = s->buffer;
    s->args.pixel_shader = s->shader;
    s->args.ps.constants.f = (const float(*)[4])s->constants;
    s->args.ps.constants.f_count = 1;
    s->args.ps.samplers = s->samplers;
    s->args.ps.sampler_count = TEXTURES;
    s->args.threads = 1;
}

#if defined(HAVE_VULKAN_HOST) && defined(HAVE_GLSLANG)

#include "glsl/texture.frag.h"
#include "glsl/texture.vert.h"

static double their_samples(void *user)
{
    side *s = user;
    if (!vulkan_draw_run(s->draw, 1, NULL)) {
        fail("Vulkan does not draw");
    }
    return (double)WIDTH * HEIGHT * current->count;
}

static vulkan_image *upload(vulkan_host *host, const s9_texture *texture)
{
    s9_texture_data *data = NULL;
    if (s9_texture_encode(texture, S9_FORMAT_A8B8G8R8, NULL, &data) != S9_OK) {
        fail("out of memory");
    }
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
    if (!image) {
        fail(vulkan_error(host));
    }
    s9_texture_data_destroy(data);
    return image;
}

static vulkan_draw *make_draw(vulkan_host *host, const picture *p, const float *scale, vulkan_image *const *images)
{
    vulkan_sampler samplers[TEXTURES];
    memset(samplers, 0, sizeof samplers);
    for (uint32_t i = 0; i < TEXTURES; i++) {
        samplers[i].binding = i;
        samplers[i].image = images[i];
        samplers[i].state.minFilter = p->min == S9_FILTER_POINT ? VK_FILTER_NEAREST : VK_FILTER_LINEAR;
        samplers[i].state.magFilter = p->mag == S9_FILTER_POINT ? VK_FILTER_NEAREST : VK_FILTER_LINEAR;
        samplers[i].state.mipmapMode =
            p->mip == S9_FILTER_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
        samplers[i].state.maxLod = p->mip == S9_FILTER_NONE ? 0.0f : (float)LEVELS;
        samplers[i].state.anisotropyEnable = p->anisotropy > 1;
        samplers[i].state.maxAnisotropy = (float)p->anisotropy;
    }
    const vulkan_constant count = {0, p->count};
    vulkan_draw_desc desc;
    vulkan_draw_init(&desc);
    desc.width = WIDTH;
    desc.height = HEIGHT;
    desc.vertex = (vulkan_code){texture_vert, sizeof texture_vert / 4, NULL};
    desc.fragment = (vulkan_code){texture_frag, sizeof texture_frag / 4, NULL};
    desc.samplers = samplers;
    desc.sampler_count = TEXTURES;
    desc.push_constants = scale;
    desc.push_constant_size = 16;
    desc.constants = &count;
    desc.constant_count = 1;
    desc.targets[0].format = VK_FORMAT_R8G8B8A8_UNORM;
    vulkan_draw *draw = vulkan_draw_create(host, &desc);
    if (!draw) {
        fail(vulkan_error(host));
    }
    return draw;
}

/* Both draw the same: filters differ in rounding, and in the number and place of anisotropic probes. */
static void compare(side *s, const picture *p)
{
    size_t size = (size_t)WIDTH * HEIGHT * 4;
    uint8_t *theirs = malloc(size);
    s9_image image = {0};
    ours(s);
    if (!theirs || s9_framebuffer_image(s->buffer, 0, NULL, &image) != S9_OK || !vulkan_draw_run(s->draw, 1, NULL) ||
        !vulkan_draw_read(s->draw, 0, theirs, size)) {
        fail("the pictures cannot be compared");
    }
    double off = 0;
    for (size_t i = 0; i < size; i++) {
        off += abs((int)image.pixels[i] - (int)theirs[i]);
    }
    off /= (double)size;
    fprintf(stderr, "%-36s mean difference %.3f of 255\n", p->name, off);
    if (off > p->most_off) {
        fail("the pictures differ too much to be compared in speed");
    }
    s9_image_free(&image);
    free(theirs);
}

int main(void)
{
    s9_texture *textures[TEXTURES];
    vulkan_image *images[TEXTURES];
    char why[VULKAN_REASON];
    setenv("LP_NUM_THREADS", "0", 1);
    vulkan_host *host = vulkan_open(0, why);
    if (!host) {
        fprintf(stderr, "without lavapipe beside it: %s\n", why);
    }
    for (uint32_t i = 0; i < TEXTURES; i++) {
        textures[i] = make_texture(i);
        images[i] = host ? upload(host, textures[i]) : NULL;
    }
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        side s;
        current = &pictures[i];
        set_up(&s, current, textures);
        if (host) {
            s.draw = make_draw(host, current, s.constants[0], images);
            compare(&s, current);
        }
        bench_report(current->name, "samples/s", our_samples, "lavapipe", host ? their_samples : NULL, &s, 0);
        if (host) {
            vulkan_draw_destroy(s.draw);
        }
        s9_framebuffer_destroy(s.buffer);
        s9_shader_destroy(s.shader);
    }
    for (uint32_t i = 0; i < TEXTURES; i++) {
        s9_texture_destroy(textures[i]);
        vulkan_image_destroy(images[i]);
    }
    vulkan_close(host);
    return 0;
}

#else

int main(void)
{
    s9_texture *textures[TEXTURES];
    fprintf(stderr, "built without Vulkan or glslangValidator: no lavapipe beside it\n");
    for (uint32_t i = 0; i < TEXTURES; i++) {
        textures[i] = make_texture(i);
    }
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        side s;
        current = &pictures[i];
        set_up(&s, current, textures);
        bench_report(current->name, "samples/s", our_samples, NULL, NULL, &s, 0);
        s9_framebuffer_destroy(s.buffer);
        s9_shader_destroy(s.shader);
    }
    for (uint32_t i = 0; i < TEXTURES; i++) {
        s9_texture_destroy(textures[i]);
    }
    return 0;
}

#endif
