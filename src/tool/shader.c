/* SPDX-License-Identifier: MIT */
#include "shader.h"

#include "contained.h"
#include "include.h"
#include "io.h"
#include "json_in.h"
#include "json_out.h"
#include "system.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void report_take(const report *r, s9_diagnostics *diagnostics, s9_result result)
{
    size_t before = r->findings->errors;
    findings_take(r->findings, diagnostics, r->name);
    s9_diagnostics_destroy(diagnostics);
    exit_status status = status_of(result);
    if (status != EXIT_DONE && r->findings->errors == before) {
        /* Only a fault of memory or of the call itself comes without a diagnostic. */
        s9_position at = position_in(r->name);
        findings_add(r->findings, S9_ERROR, &at, NULL, "%s", s9_result_name(result));
    }
    *r->status = status > *r->status ? status : *r->status;
}

static void add_error(const report *r, const char *file, exit_status status, const char *hint, const char *format,
                      va_list arguments)
{
    char message[512];
    vsnprintf(message, sizeof message, format, arguments);
    s9_position at = position_in(file);
    findings_add(r->findings, S9_ERROR, &at, hint, "%s", message);
    *r->status = *r->status < status ? status : *r->status;
}

void report_error(const report *r, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_error(r, r->name, EXIT_REFUSED, hint, format, arguments);
    va_end(arguments);
}

void report_usage(const report *r, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_error(r, NULL, EXIT_USAGE, hint, format, arguments);
    va_end(arguments);
}

void report_no_memory(const report *r)
{
    report_error(r, NULL, "out of memory");
    *r->status = EXIT_INTERNAL;
}

/* ---- rules ---- */

static exit_status caps_from_file(tool *t, rule_set *r, const char *path)
{
    findings list = {0};
    json_text source = {0};
    exit_status status = EXIT_DONE;
    if (!json_text_read(&source, path, "--caps takes the name of a device, or a JSON file that describes one", &list,
                        &status)) {
        tool_print(t, &list);
        findings_free(&list);
        return status;
    }
    const char *names[64] = {NULL};
    s9_caps_type types[64];
    for (size_t i = 0; i + 1 < COUNT(names) && (names[i] = s9_caps_field(i, &types[i])) != NULL; i++) {
    }
    json_reader reader = {.text = &source, .findings = &list};
    const json_place top = {0};
    if (json_is_object_at(&reader, source.root, &top)) {
        const char *key;
        json_t *value;
        (void)json_members(&reader, source.root, &top, names);
        json_object_foreach(source.root, key, value)
        {
            json_place place = {.up = &top, .key = key};
            size_t i = 0;
            while (names[i] != NULL && strcmp(names[i], key) != 0) {
                i++;
            }
            if (names[i] == NULL) {
                continue; /* refused above */
            }
            s9_caps_type type = types[i];
            bool good = true;
            if (type == S9_CAPS_VERSION) {
                good = json_is_string(value) && s9_caps_set_version(&r->caps, key, json_string_value(value)) == S9_OK;
            } else if (type == S9_CAPS_YES_NO) {
                good = json_is_boolean(value) && s9_caps_set(&r->caps, key, json_is_true(value)) == S9_OK;
            } else {
                uint32_t number = 0;
                if (!json_get_u32(&reader, value, &place, &number)) {
                    continue;
                }
                good = s9_caps_set(&r->caps, key, number) == S9_OK;
            }
            if (!good) {
                json_refuse(&reader, &place, "%s",
                            type == S9_CAPS_VERSION  ? "is no version such as \"2_x\""
                            : type == S9_CAPS_YES_NO ? "is true or false"
                                                     : "is out of range");
            }
        }
    }
    if (reader.refused) {
        status = EXIT_REFUSED;
    }
    json_reader_end(&reader, 0);
    tool_print(t, &list);
    findings_free(&list);
    json_text_free(&source);
    return status;
}

exit_status rules_read(tool *t, rule_set *r)
{
    const settings *s = &t->settings;
    memset(r, 0, sizeof *r);
    r->options.struct_size = sizeof r->options;
    r->options.dialect = (s9_dialect)s->dialect;
    if (s->caps == NULL) {
        return EXIT_DONE;
    }
    r->options.caps = &r->caps;
    r->caps.struct_size = sizeof r->caps;
    if (s9_caps_preset(s->caps, &r->caps) == S9_OK) {
        return EXIT_DONE;
    }
    if (!path_has_separator(s->caps) && strchr(s->caps, '.') == NULL) {
        /* A word that looks like no file is a misspelt preset. */
        text names = {0};
        text_put(&names, "the presets are");
        for (size_t i = 0; s9_caps_preset_name(i) != NULL; i++) {
            text_format(&names, " %s", s9_caps_preset_name(i));
        }
        text_put(&names, "; a file has a . or / in its name");
        exit_status status = tool_usage(t, text_string(&names), "--caps knows no '%s'", s->caps);
        text_free(&names);
        return status;
    }
    if (s9_caps_preset("generous", &r->caps) != S9_OK) {
        return EXIT_INTERNAL;
    }
    return caps_from_file(t, r, s->caps);
}

/* ---- shaders ---- */

uint32_t shader_in_listing(const text *bytes, const char *address)
{
    size_t digits = address == NULL ? 0 : strspn(address, "0123456789");
    if (digits == 0 || digits > 9 || address[digits] != '\0' ||
        s9_detect_content(bytes->data == NULL ? "" : bytes->data, bytes->size) != S9_CONTENT_LISTING) {
        return 0;
    }
    return (uint32_t)strtoul(address, NULL, 10);
}

bool shader_is_addressed(const text *bytes, const report *r)
{
    bool good = r->address == NULL || strcmp(r->address, "0") == 0 || shader_in_listing(bytes, r->address) != 0;
    if (!good) {
        report_error(r, "leave the # and what follows out", "the file is one shader; there is no '%s' in it",
                     r->address);
    }
    return good;
}

s9_program *shader_load(const text *bytes, const report *r)
{
    s9_diagnostics *diagnostics = NULL;
    bool container = false;
    s9_program *inside = shader_of_container(bytes, r, &container);
    if (container) {
        return inside;
    }
    if (!shader_is_addressed(bytes, r)) {
        return NULL;
    }
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(r);
        return NULL;
    }
    s9_program *program = NULL;
    s9_assemble_options options = {
        .struct_size = sizeof options, .keep_refused = r->keep, .shader = shader_in_listing(bytes, r->address)};
    include_folders folders = {0};
    s9_include include = include_callbacks(&folders);
    if (r->tool != NULL) {
        const settings *s = &r->tool->settings;
        folders = (include_folders){.items = s->includes.items, .count = s->includes.count};
        options.dialect = (s9_dialect)s->dialect;
        options.lenient = s->no_check;
        options.defines = r->tool->defines;
        options.define_count = r->tool->define_count;
        options.include = &include;
    }
    s9_result result = s9_load_text_as(bytes->data == NULL ? "" : bytes->data, bytes->size, NULL, r->name, &options,
                                       &program, NULL, diagnostics);
    report_take(r, diagnostics, result);
    return program;
}

s9_program *shader_read(const char *path, const report *r)
{
    text bytes = {0};
    s9_program *program = NULL;
    report about = *r;
    char *file = string_copy(path);
    if (file == NULL) {
        report_no_memory(r);
        return NULL;
    }
    const char *address = address_split(file);
    about.address = address != NULL ? address : r->address;
    if (!read_file(file, r->name, &bytes, r->findings)) {
        *r->status = *r->status < EXIT_IO ? EXIT_IO : *r->status;
    } else {
        program = shader_load(&bytes, &about);
    }
    text_free(&bytes);
    free(file);
    return program;
}

bool shader_judge(const tool *t, const rule_set *rules, const s9_program *program, const report *r)
{
    if (t->settings.no_check) {
        return true;
    }
    s9_diagnostics *diagnostics = NULL;
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(r);
        return false;
    }
    s9_result result = s9_check(program, NULL, &rules->options, diagnostics);
    if (result == S9_ERROR_INVALID && !t->settings.strict) {
        findings_take_as_warnings(r->findings, diagnostics, r->name);
        s9_diagnostics_destroy(diagnostics);
        return true;
    }
    if (result == S9_OK) {
        /* Warnings are the business of `check`: whoever runs a legal shader wants its results. */
        s9_diagnostics_destroy(diagnostics);
        return true;
    }
    report_take(r, diagnostics, result);
    return false;
}

void json_findings(json_out *j, const findings *list)
{
    put_open_list(j);
    for (size_t i = 0; i < list->count; i++) {
        finding_json(j, &list->items[i]);
    }
    put_close_list(j);
}
