/* SPDX-License-Identifier: MIT */
#include "contained.h"

#include "system.h"

#include <shader9/container.h>

#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

s9_effect_options container_options(const char *name)
{
    return (s9_effect_options){
        .struct_size = sizeof(s9_effect_options), .name = name, .decompressor = s9_standard_decompressor()};
}

const char *address_split(char *path)
{
    char *mark = strrchr(path, '#');
    if (mark == NULL || mark == path || access(path, F_OK) == 0) {
        return NULL;
    }
    *mark = '\0';
    return mark + 1;
}

/* ---- names ---- */

/* Names that are devices on Windows, in any folder and with any ending. */
static bool is_reserved(const char *name, size_t length)
{
    static const char *const names[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    for (size_t i = 0; i < COUNT(names); i++) {
        if (strlen(names[i]) == length && strncasecmp(name, names[i], length) == 0) {
            return true;
        }
    }
    return length == 4 && (strncasecmp(name, "com", 3) == 0 || strncasecmp(name, "lpt", 3) == 0) && name[3] >= '0' &&
           name[3] <= '9';
}

/* The same on every system, so that what one extracts another can hold. */
void address_as_name(text *out, const char *address)
{
    enum { LONGEST = 160 }; /* the systems' 255, less endings and numbers */
    text name = {0};
    for (; *address != '\0' && name.size < LONGEST; address++) {
        char c = *address;
        bool begins = name.size == 0; /* not as an option, nor hidden */
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                     (c == '-' && !begins);
        bool dot = (c == '/' || c == '[' || c == '.') && !begins;
        if (c != ']') {
            text_char(&name, plain ? c : dot ? '.' : '_');
        }
    }
    if (name.size == 0) {
        text_char(&name, '_');
    } else if (!name.failed && name.data[name.size - 1] == '.') {
        name.data[name.size - 1] = '_'; /* Windows drops a dot at the end */
    }
    if (text_string(&name) != NULL && is_reserved(name.data, strcspn(name.data, "."))) {
        text_char(out, '_');
    }
    out->failed |= name.failed;
    text_bytes(out, name.data, name.size);
    text_free(&name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The first use of a name; it fails when there is no memory to remember it. */
static bool is_new(name_set *names, text *name)
{
    char *copy = text_string(name) == NULL ? NULL : string_copy(name->data);
    for (char *at = copy; at != NULL && *at != '\0'; at++) {
        *at = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
    }
    char **node = copy == NULL ? NULL : tsearch(copy, &names->tree, by_name);
    bool first = node != NULL && *node == copy;
    name->failed |= node == NULL;
    if (!first) {
        free(copy);
    }
    return first;
}

void names_put(name_set *names, text *out, const char *address, uint32_t number)
{
    text name = {0};
    address_as_name(&name, address);
    /* Its number tells it from another of its name, unless that is the name of a third. */
    while (!is_new(names, &name) && !name.failed) {
        text_format(&name, "-%" PRIu32, number);
    }
    out->failed |= name.failed;
    text_bytes(out, name.data, name.size);
    text_free(&name);
}

void names_free(name_set *names)
{
    while (names->tree != NULL) {
        char *name = *(char **)names->tree;
        tdelete(name, &names->tree, by_name);
        free(name);
    }
}

/* ---- all of them ---- */

typedef struct each_run {
    const report *r;
    use_shader *use;
    void *context;
    size_t count;
    bool single; /* a header with one shader is that shader, by the name of the file */
} each_run;

static s9_result take(void *user, const s9_contained_shader *shader)
{
    each_run *run = user;
    text name = {0};
    findings list = {0};
    report about = *run->r;
    s9_program *program = NULL;
    s9_diagnostics *diagnostics = NULL;
    /* "FILE#ADDRESS" asks for this shader: it goes by its own address. */
    size_t length = strlen(run->r->name), asked = run->r->address == NULL ? 0 : strlen(run->r->address) + 1;
    bool addressed = asked != 0 && length > asked && run->r->name[length - asked] == '#' &&
                     strcmp(run->r->name + length - asked + 1, run->r->address) == 0;
    text_bytes(&name, run->r->name, addressed ? length - asked : length);
    bool contained = shader->path[0] != '\0' && !run->single;
    if (contained) {
        text_format(&name, "#%s", shader->path);
    }
    if (text_string(&name) == NULL || s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        text_free(&name);
        return S9_ERROR_MEMORY;
    }
    run->count++;
    about.name = text_string(&name);
    about.findings = &list;
    about.address = shader->path;
    s9_decode_options options = {.struct_size = sizeof options, .name = about.name};
    s9_result result = s9_decode(shader->bytes, shader->size, NULL, &options, &program, diagnostics);
    report_take(&about, diagnostics, result);
    run->use(run->context, program, &about, contained);
    s9_program_destroy(program);
    findings_move(run->r->findings, &list);
    text_free(&name);
    return S9_OK;
}

static s9_result count_one(void *user, const s9_contained_shader *shader)
{
    (void)shader;
    ++*(size_t *)user;
    return S9_OK;
}

static size_t count_shaders(const text *bytes, const char *address)
{
    size_t count = 0;
    s9_effect_options options = container_options(NULL);
    s9_result result = s9_shaders_each(bytes->data, bytes->size, NULL, &options, address, count_one, &count, NULL);
    return result == S9_OK ? count : 0;
}

static s9_content content_of(const text *bytes)
{
    return bytes->size == 0 ? S9_CONTENT_EMPTY : s9_detect_content(bytes->data, bytes->size);
}

/* A header without a shader that could be found is looked at as a text, which says what is wrong with it. */
static bool is_container(const text *bytes, const report *r, bool *single)
{
    s9_content content = content_of(bytes);
    size_t count = content == S9_CONTENT_C_ARRAY && r->address == NULL ? count_shaders(bytes, NULL) : 2;
    *single = count == 1;
    return s9_content_holds_shaders(content) && count != 0;
}

size_t shaders_count(const text *bytes, const report *r)
{
    bool single;
    return is_container(bytes, r, &single) ? count_shaders(bytes, r->address) : 0;
}

void shaders_each(const text *bytes, const report *r, use_shader *use, void *context)
{
    each_run run = {r, use, context, 0, false};
    s9_diagnostics *diagnostics = NULL;
    if (!is_container(bytes, r, &run.single)) {
        s9_program *program = shader_load(bytes, r);
        use(context, program, r, false);
        s9_program_destroy(program);
        return;
    }
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(r);
        return;
    }
    s9_effect_options options = container_options(r->name);
    s9_result result = s9_shaders_each(bytes->data, bytes->size, NULL, &options, r->address, take, &run, diagnostics);
    report_take(r, diagnostics, result);
    if (result == S9_OK && run.count == 0) {
        s9_position at = position_in(r->name);
        findings_add(r->findings, S9_WARNING, &at, NULL, "the file holds no shader");
    } else if (run.count == 0) {
        use(context, NULL, r, false);
    }
}

/* ---- one of them ---- */

typedef struct pick {
    void *bytes; /* of the first */
    size_t size, count;
    text paths; /* of the first few */
} pick;

static s9_result pick_one(void *user, const s9_contained_shader *shader)
{
    enum { SHOWN = 8 };
    pick *p = user;
    if (p->count++ == 0) {
        p->bytes = malloc(shader->size + 1);
        if (p->bytes == NULL) {
            return S9_ERROR_MEMORY;
        }
        memcpy(p->bytes, shader->bytes, shader->size);
        p->size = shader->size;
    }
    if (p->count <= SHOWN) {
        text_put(&p->paths, p->count == 1 ? "#" : ", #");
        if (shader->path[0] != '\0') {
            text_put(&p->paths, shader->path);
        } else {
            text_format(&p->paths, "%" PRIu32, shader->index);
        }
    }
    return S9_OK;
}

s9_program *shader_of_container(const text *bytes, const report *r, bool *container)
{
    pick p = {0};
    s9_program *program = NULL;
    s9_diagnostics *diagnostics = NULL;
    s9_content content = content_of(bytes);
    *container = s9_content_holds_shaders(content) &&
                 (content != S9_CONTENT_C_ARRAY || r->address != NULL || count_shaders(bytes, NULL) == 1);
    if (!*container) {
        return NULL;
    }
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(r);
        return NULL;
    }
    s9_effect_options options = container_options(r->name);
    s9_result result = s9_shaders_each(bytes->data, bytes->size, NULL, &options, r->address, pick_one, &p, diagnostics);
    if (result == S9_OK && p.count == 1) {
        s9_decode_options decode = {.struct_size = sizeof decode, .name = r->name};
        result = s9_decode(p.bytes, p.size, NULL, &decode, &program, diagnostics);
    }
    report_take(r, diagnostics, result);
    if (result == S9_OK && p.count == 0) {
        report_error(r, NULL, "the file holds no shader");
    } else if (result == S9_OK && p.count > 1) {
        text hint = {0};
        text_format(&hint, "%sname one behind the file: %s%s", r->instead == NULL ? "" : r->instead,
                    text_string(&p.paths) == NULL ? "" : p.paths.data, p.count > 8 ? ", .." : "");
        report_error(r, text_string(&hint), "%zu shaders are in it, and one is wanted", p.count);
        text_free(&hint);
    }
    text_free(&p.paths);
    free(p.bytes);
    return program;
}
