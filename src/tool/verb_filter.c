/* SPDX-License-Identifier: MIT */
/* filter: one pixel shader over an image. */
#include "batch.h"
#include "contained.h"
#include "io.h"
#include "picture.h"

#include <string.h>

typedef struct filter_context {
    rule_set rules;
    const char *shader, *address; /* "SHADER#ADDRESS" */
    text bytes;                   /* of the shader: standard input is read once */
} filter_context;

/* The input image, bound to sampler 0; false when it cannot be read. */
static bool read_image(unit *u, const report *about, s9_texture **texture)
{
    text bytes = {0};
    s9_diagnostics *diagnostics = NULL;
    bool good = unit_read(u, &bytes);
    if (good && s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
        good = false;
    } else if (good) {
        s9_result result = s9_texture_read_memory(bytes.data == NULL ? "" : bytes.data, bytes.size, u->name, NULL,
                                                  texture, diagnostics);
        report_take(about, diagnostics, result);
        good = result == S9_OK;
    }
    text_free(&bytes);
    if (good && s9_texture_get_type(*texture) != S9_TEXTURE_2D) {
        report_error(about, "--texture s1=FILE binds other textures", "filter takes a 2d image, this DDS holds a %s",
                     s9_texture_get_type(*texture) == S9_TEXTURE_CUBE ? "cube map" : "volume");
        good = false;
    }
    return good;
}

/* Sets the register that --define-size names to (W, H, 1/W, 1/H). */
static bool define_size(const settings *s, stage *pixel, uint32_t width, uint32_t height, const report *about,
                        const report *shader)
{
    uint32_t number = 0;
    if (s->define_size == NULL) {
        return true;
    }
    if (!register_number(s->define_size, "c", &number)) {
        report_usage(about, "--define-size c0", "--define-size cannot use '%s'", s->define_size);
        return false;
    }
    const float value[4] = {(float)width, (float)height, 1.0f / (float)width, 1.0f / (float)height};
    resources_set_float(&pixel->resources, number, value);
    resources_warn_float(&pixel->resources, number, shader);
    return true;
}

static bool apply(tool *t, unit *u, stage *pixel, const s9_texture *image, const report *about, const report *shader)
{
    const settings *s = &t->settings;
    s9_shader_options options;
    texture_set textures = {0};
    picture_form form;
    uint32_t size[3];
    s9_texture_size(image, 0, size);
    uint32_t width = size[0], height = size[1];
    shader_options_init(&options);
    bool good = picture_form_of(s, &form, about);
    good = (s->size == NULL || picture_size(s, &width, &height, about)) && good;
    good = good && define_size(s, pixel, width, height, about, shader) &&
           constants_from_flags("--const", &s->constants, &pixel->resources, shader) &&
           samplers_from_flags(&s->samplers, &pixel->resources, about) &&
           textures_from_flags(&s->textures, &textures, &pixel->resources, about) &&
           shader_options_from_flags(s, &options, about) &&
           engine_open(&pixel->engine, &options, (uint64_t)width * height >= ENGINE_MUCH, about) &&
           stage_prepare(pixel, &options, about);
    s9_target_format formats[S9_MAX_TARGETS];
    for (size_t i = 0; i < S9_MAX_TARGETS; i++) {
        formats[i] = form.floats ? S9_TARGET_A32B32G32R32F : S9_TARGET_A8R8G8B8;
    }
    s9_framebuffer *buffer = good ? framebuffer(width, height, target_count(pixel->shader), formats, about) : NULL;
    if (buffer != NULL) {
        s9_draw_filter_args args = {.struct_size = sizeof args,
                                    .framebuffer = buffer,
                                    .pixel_shader = pixel->shader,
                                    .ps = stage_resources(pixel),
                                    .threads = picture_threads(t)};
        s9_diagnostics *diagnostics = NULL;
        if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
            report_no_memory(about);
        } else {
            s9_result result = s9_draw_filter(&args, diagnostics);
            report_take(about, diagnostics, result);
            u->has_result = result == S9_OK && write_picture(buffer, 0, &form, &u->out, about);
            u->extension = picture_extension(&form);
        }
    }
    s9_framebuffer_destroy(buffer);
    texture_set_free(&textures);
    return u->has_result;
}

static void work(tool *t, unit *u, void *context)
{
    const filter_context *c = context;
    report about = {.findings = &u->findings, .status = &u->status, .name = u->name};
    stage pixel = {0};
    s9_texture *texture = NULL;
    report shader = about;
    shader.tool = t;
    shader.address = c->address;
    shader.name = strcmp(c->shader, "-") == 0 ? "<stdin>" : c->shader;
    if (stage_take(&pixel, t, &c->rules, shader_load(&c->bytes, &shader), S9_STAGE_PIXEL, &shader) &&
        read_image(u, &about, &texture)) {
        for (size_t i = 0; i < MAX_SAMPLERS; i++) {
            s9_filter_sampler_init(&pixel.resources.samplers[i].state);
        }
        pixel.resources.samplers[0].texture = texture;
        apply(t, u, &pixel, texture, &about, &shader);
    }
    s9_texture_destroy(texture);
    stage_free(&pixel);
}

/* A vertex shader, or none at all, is said once, before any image is touched. */
static exit_status judge_shader(tool *t, filter_context *c)
{
    findings list = {0};
    exit_status status = EXIT_DONE;
    report about = {.findings = &list,
                    .status = &status,
                    .name = strcmp(c->shader, "-") == 0 ? "<stdin>" : c->shader,
                    .tool = t,
                    .address = c->address};
    if (!read_file(c->shader, about.name, &c->bytes, &list)) {
        tool_print(t, &list);
        findings_free(&list);
        return EXIT_IO;
    }
    s9_program *program = shader_load(&c->bytes, &about);
    if (program != NULL && s9_program_stage(program) == S9_STAGE_VERTEX) {
        report_error(&about, "shader9 draw runs vertex shaders", "is a vertex shader (%s); filter takes a pixel shader",
                     s9_program_version(program));
        status = EXIT_REFUSED;
    }
    if (status != EXIT_DONE) {
        tool_print(t, &list);
    }
    findings_free(&list);
    s9_program_destroy(program);
    return status;
}

exit_status verb_filter(tool *t)
{
    const settings *s = &t->settings;
    filter_context c = {0};
    if (s->operand_count < 2 || s->operands[0].folder) {
        return tool_usage(t, NULL, "filter needs a shader and an image: shader9 filter [options] %s",
                          verbs[VERB_FILTER].operands);
    }
    c.shader = s->operands[0].path;
    c.address = address_split((char *)(uintptr_t)c.shader); /* an argument of main */
    for (size_t i = 1; i < s->operand_count && strcmp(c.shader, "-") == 0; i++) {
        if (strcmp(s->operands[i].path, "-") == 0) {
            return tool_usage(t, NULL, "standard input can be read once only");
        }
    }
    for (size_t i = 0; i < s->textures.count; i++) {
        if (strncmp(s->textures.items[i], "s0=", 3) == 0) {
            return tool_usage(t, "other images go to s1 and so on", "sampler 0 is the image that is filtered");
        }
    }
    exit_status status = flags_check(t);
    status = status == EXIT_DONE ? picture_flags_check(t) : status;
    status = status == EXIT_DONE ? rules_read(t, &c.rules) : status;
    if (status == EXIT_DONE) {
        status = judge_shader(t, &c);
    }
    if (status != EXIT_DONE) {
        text_free(&c.bytes);
        return status;
    }
    batch b = {.work = work, .context = &c, .binary = true, .naming = NAME_REPLACE};
    status = batch_run(t, &b, 1);
    text_free(&c.bytes);
    return status;
}
