/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include <string.h>

void stage_free(stage *s)
{
    resources_free(&s->resources);
    s9_shader_destroy(s->shader);
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
        report_error(file, NULL, "%s is no %s shader", s9_program_version(s->program),
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

bool write_png(const s9_framebuffer *buffer, uint32_t target, text *out, const report *about)
{
    s9_image image = {0};
    s9_blob png = {0};
    s9_result result = s9_framebuffer_image(buffer, target, NULL, &image);
    if (result == S9_OK) {
        result = s9_image_write_png_memory(&image, NULL, &png);
    }
    if (result == S9_OK) {
        text_bytes(out, png.data, png.size);
    } else {
        report_error(about, NULL, "%s", s9_result_name(result));
        *about->status = status_of(result);
    }
    s9_blob_free(&png);
    s9_image_free(&image);
    return result == S9_OK;
}

void warn_of_name(const settings *s, findings *list)
{
    static const char *const others[] = {".jpg", ".jpeg", ".tga", ".bmp", ".dds", ".gif", ".webp", ".tif", ".tiff"};
    for (size_t i = 0; s->output != NULL && i < COUNT(others); i++) {
        if (string_ends_with(s->output, others[i])) {
            s9_position at = position_in(s->output);
            findings_add(list, S9_WARNING, &at, NULL, "what is written is PNG, whatever the name");
        }
    }
}

uint32_t picture_threads(const tool *t)
{
    return t->many ? 1 : t->settings.jobs;
}
