/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void stage_free(stage *s)
{
    resources_free(&s->resources);
    s9_shader_destroy(s->shader);
    engine_close(s->engine);
    s9_program_destroy(s->program);
    memset(s, 0, sizeof *s);
}

bool stage_load(stage *s, const tool *t, const rule_set *rules, const char *path, s9_stage wanted, const report *about)
{
    report file = {.findings = about->findings, .status = about->status, .name = path, .tool = t};
    return stage_take(s, t, rules, shader_read(path, &file), wanted, &file);
}

bool stage_take(stage *s, const tool *t, const rule_set *rules, s9_program *program, s9_stage wanted,
                const report *file)
{
    s->program = program;
    if (s->program == NULL) {
        return false;
    }
    if (s9_program_stage(s->program) != wanted) {
        /* Which shader goes where is said by whoever calls, not by the shader. */
        report_error(file, "--vs and vertex_shader take the vertex shader, --ps and pixel_shader the pixel shader",
                     "%s is no %s shader", s9_program_version(s->program),
                     wanted == S9_STAGE_VERTEX ? "vertex" : "pixel");
        return false;
    }
    resources_init(&s->resources, s->program);
    constants_from_table(&t->settings, s->program, &s->resources, file);
    return shader_judge(t, rules, s->program, file);
}

bool stage_prepare(stage *s, const s9_shader_options *options, const report *about)
{
    s9_diagnostics *diagnostics = NULL;
    if (s->resources.failed || s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
        return false;
    }
    s9_result result = s9_shader_create(s->program, NULL, options, &s->shader, diagnostics);
    report_take(about, diagnostics, result);
    return result == S9_OK;
}

s9_stage_resources stage_resources(const stage *s)
{
    s9_stage_resources given = {.constants = resources_constants(&s->resources),
                                .samplers = s->resources.samplers,
                                .sampler_count = MAX_SAMPLERS,
                                .stages = s->resources.stages,
                                .stage_count = MAX_STAGES};
    return given;
}

uint32_t target_count(const s9_shader *shader)
{
    uint32_t count = 1, number = 0;
    for (uint32_t i = 0; i < s9_shader_output_count(shader); i++) {
        if (register_number(s9_shader_output(shader, i)->name, "oC", &number) && number < S9_MAX_TARGETS) {
            count = number + 1 > count ? number + 1 : count;
        }
    }
    return count;
}

s9_framebuffer *framebuffer(uint32_t width, uint32_t height, uint32_t targets, const s9_target_format *formats,
                            const report *about)
{
    s9_framebuffer_desc desc = {.struct_size = sizeof desc, .width = width, .height = height, .target_count = targets};
    memcpy(desc.formats, formats, sizeof desc.formats);
    s9_framebuffer *buffer = NULL;
    s9_result result = s9_framebuffer_create(NULL, &desc, &buffer);
    if (result == S9_ERROR_ARGUMENT) {
        report_error(about, NULL, "a picture is 1x1 to %ux%u, not %lux%lu", S9_IMAGE_MAX_SIDE, S9_IMAGE_MAX_SIDE,
                     (unsigned long)width, (unsigned long)height);
    } else if (result != S9_OK) {
        report_no_memory(about);
    }
    return buffer;
}

/* What a target holds as the bytes of a format, in a DDS. */
static s9_result write_dds(const s9_framebuffer *buffer, uint32_t target, const picture_form *form, s9_blob *out)
{
    uint32_t width, height, targets;
    s9_framebuffer_size(buffer, &width, &height, &targets);
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_2D,
                            .format = form->given ? form->format
                                      : s9_framebuffer_format(buffer, target) == S9_TARGET_A8R8G8B8
                                          ? S9_FORMAT_A8R8G8B8
                                          : S9_FORMAT_A32B32G32R32F,
                            .width = width,
                            .height = height,
                            .depth = 1,
                            .levels = 1};
    float *values = malloc((size_t)width * height * 4 * sizeof *values);
    s9_texture_data *data = NULL;
    s9_result result = values == NULL ? S9_ERROR_MEMORY : s9_texture_data_create(NULL, &desc, &data);
    if (result == S9_OK) {
        s9_framebuffer_floats(buffer, target, values);
        result = s9_format_encode_level(desc.format, (const float(*)[4])(const void *)values, width, height, 1,
                                        s9_texture_data_level(data, 0));
    }
    if (result == S9_OK) {
        result = s9_dds_write_memory(s9_texture_data_desc(data), NULL, out);
    }
    s9_texture_data_destroy(data);
    free(values);
    return result;
}

bool write_picture(const s9_framebuffer *buffer, uint32_t target, const picture_form *form, text *out,
                   const report *about)
{
    s9_image image = {0};
    s9_blob file = {0};
    s9_result result;
    if (form->dds) {
        result = write_dds(buffer, target, form, &file);
    } else {
        result = s9_framebuffer_image(buffer, target, NULL, &image);
        result = result == S9_OK ? s9_image_write_png_memory(&image, NULL, &file) : result;
    }
    if (result == S9_OK) {
        text_bytes(out, file.data, file.size);
    } else {
        report_error(about, NULL, "%s", s9_result_name(result));
        *about->status = status_of(result);
    }
    s9_blob_free(&file);
    s9_image_free(&image);
    return result == S9_OK;
}

/* Whether a name ends so; capitals are the same. */
static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), size = strlen(end);
    return length >= size && strcasecmp(name + length - size, end) == 0;
}

static bool names_other_image(const char *name)
{
    static const char *const others[] = {".jpg", ".jpeg", ".jpe", ".jfif", ".jp2",  ".jxl",  ".tga", ".bmp",  ".dib",
                                         ".gif", ".webp", ".tif", ".tiff", ".ppm",  ".pgm",  ".pbm", ".pnm",  ".pam",
                                         ".pfm", ".hdr",  ".exr", ".avif", ".heic", ".heif", ".ktx", ".ktx2", ".vtf",
                                         ".qoi", ".ico",  ".psd", ".svg",  ".pdf",  ".raw"};
    for (size_t i = 0; i < COUNT(others); i++) {
        if (ends_in(name, others[i])) {
            return true;
        }
    }
    return false;
}

bool picture_form_of(const settings *s, picture_form *form, const report *about)
{
    memset(form, 0, sizeof *form);
    bool named = s->output != NULL && ends_in(s->output, ".dds");
    form->given = s->dds_format != NULL;
    form->dds = named || form->given;
    if (form->given && !s9_format_from_name(s->dds_format, &form->format)) {
        report_usage(about, "the formats are those of textures, such as A8R8G8B8, DXT1, A16B16G16R16F",
                     "--dds-format knows no format '%s'", s->dds_format);
        return false;
    }
    if (form->given && !named && s->output != NULL && ends_in(s->output, ".png")) {
        report_usage(about, "-o OUT.dds", "--dds-format is of DDS files, and %s is a PNG", s->output);
        return false;
    }
    if (s->output != NULL && names_other_image(s->output)) {
        report_usage(about, "-o OUT.png or -o OUT.dds", "pictures are written as PNG or DDS, not as %s",
                     strrchr(s->output, '.') + 1);
        return false;
    }
    form->floats = form->given && form->format != S9_FORMAT_A8R8G8B8 && form->format != S9_FORMAT_X8R8G8B8 &&
                   form->format != S9_FORMAT_A8B8G8R8 && form->format != S9_FORMAT_X8B8G8R8 &&
                   form->format != S9_FORMAT_R8G8B8;
    return true;
}

exit_status picture_flags_check(tool *t)
{
    const settings *s = &t->settings;
    findings list = {0};
    exit_status status = EXIT_DONE;
    report about = {.findings = &list, .status = &status};
    picture_form form;
    uint32_t width, height;
    bool explained = s->pixel != NULL; /* no picture is written */
    if (!explained && picture_form_of(s, &form, &about) && s->raw != NULL &&
        (names_other_image(s->raw) || ends_in(s->raw, ".png") || ends_in(s->raw, ".dds"))) {
        report_usage(&about, "-o OUT.png is the picture, --raw OUT.json its numbers", "--raw writes JSON, not %s",
                     strrchr(s->raw, '.') + 1);
    }
    if (s->size != NULL) {
        (void)picture_size(s, &width, &height, &about);
    }
    tool_print(t, &list);
    findings_free(&list);
    return status;
}

bool picture_size(const settings *s, uint32_t *width, uint32_t *height, const report *about)
{
    if (size_from_flag(s->size, width, height)) {
        return true;
    }
    text hint = {0};
    text_format(&hint, "--size 256x256; the most is %ux%u", S9_IMAGE_MAX_SIDE, S9_IMAGE_MAX_SIDE);
    report_usage(about, text_string(&hint), "--size cannot use '%s'", s->size);
    text_free(&hint);
    return false;
}

const char *picture_extension(const picture_form *form)
{
    return form->dds ? ".dds" : ".png";
}

uint32_t picture_threads(const tool *t)
{
    return t->many ? 1 : t->settings.jobs;
}
