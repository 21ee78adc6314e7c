/* SPDX-License-Identifier: MIT */
/* The shaders of a file, whatever holds them, one after the other. */
#include "bytecode/text.h"
#include "effect/effect.h"

#include <stdio.h>

/* A header may hold a container that holds an effect; nobody goes deeper. */
enum { DEEPEST = 3 };

typedef struct walk {
    const s9_allocator *allocator;
    const s9_effect_options *options;
    const char *address; /* or NULL */
    s9_result (*each)(void *user, const s9_contained_shader *shader);
    void *user;
    s9_diagnostics *list;
    uint32_t depth;
    uint32_t seen;  /* shaders passed by, which have numbers */
    uint32_t given; /* of them meant by the address */
} walk;

static s9_result walk_content(walk *w, const void *bytes, size_t size, const char *prefix);

static s9_result give(walk *w, const char *path, const void *bytes, size_t size)
{
    s9_contained_shader shader = {path, w->seen, bytes, size};
    w->given++;
    return w->each(w->user, &shader);
}

/* The number that an address is; false when it is none. */
static bool address_number(const char *address, const char **end, uint32_t *out)
{
    uint64_t value = 0;
    const char *at = address;
    for (; *at >= '0' && *at <= '9'; at++) {
        value = value * 10 + (uint64_t)(*at - '0');
        if (value > UINT32_MAX)
            return false;
    }
    *end = at;
    *out = (uint32_t)value;
    return at != address;
}

static bool is_number(const char *address, uint32_t number)
{
    const char *end;
    uint32_t value;
    return address_number(address, &end, &value) && *end == '\0' && value == number;
}

/* ---- effects ---- */

static s9_result walk_effect(walk *w, const void *bytes, size_t size)
{
    s9_effect *effect = NULL;
    s9_result result = s9_effect_open(bytes, size, w->allocator, w->options, &effect, w->list);
    size_t count = result == S9_OK ? s9_effect_shader_count(effect) : 0;
    for (size_t i = 0; i < count && result == S9_OK; i++, w->seen++) {
        const s9_effect_shader *shader = s9_effect_shader_at(effect, i);
        if (w->address == NULL || is_number(w->address, w->seen) ||
            (w->address[strspn(w->address, "0123456789")] != '\0' && s9_effect_shader_matches(effect, i, w->address)))
            result = give(w, shader->path, shader->tokens, shader->size);
    }
    s9_effect_destroy(effect);
    return result;
}

/* ---- .vcs ---- */

typedef struct combo_address {
    bool by_static, by_dynamic, by_number;
    uint32_t statics, dynamic, number;
} combo_address;

/* "12", a number of a shader; "3/1", static and dynamic combo; "3/", all of a static combo. */
static bool read_combo_address(const char *address, combo_address *out)
{
    const char *end;
    memset(out, 0, sizeof *out);
    if (address == NULL)
        return true;
    if (!address_number(address, &end, &out->statics))
        return false;
    if (*end == '\0') {
        out->by_number = true;
        out->number = out->statics;
        return true;
    }
    out->by_static = true;
    if (*end != '/')
        return false;
    if (end[1] == '\0')
        return true;
    out->by_dynamic = true;
    return address_number(end + 1, &end, &out->dynamic) && *end == '\0';
}

static s9_result walk_static(walk *w, s9_vcs *vcs, size_t index, const combo_address *a)
{
    const s9_vcs_combo *combos;
    size_t count;
    uint32_t id = s9_vcs_static_at(vcs, index).id;
    s9_result result = s9_vcs_combos(vcs, index, &combos, &count, w->list);
    for (size_t i = 0; i < count && result == S9_OK; i++, w->seen++) {
        char path[24];
        if ((a->by_dynamic && combos[i].dynamic != a->dynamic) || (a->by_number && w->seen != a->number))
            continue;
        snprintf(path, sizeof path, "%u/%u", (unsigned)id, (unsigned)combos[i].dynamic);
        result = give(w, path, combos[i].bytes, combos[i].size);
    }
    return result;
}

static s9_result walk_vcs(walk *w, const void *bytes, size_t size)
{
    s9_vcs *vcs = NULL;
    combo_address a;
    if (!read_combo_address(w->address, &a))
        return S9_OK; /* nothing is meant: the caller says so */
    s9_result result = s9_vcs_open(bytes, size, w->allocator, w->options, &vcs, w->list);
    size_t count = result == S9_OK ? s9_vcs_header_of(vcs).static_count : 0;
    for (size_t i = 0; i < count && result == S9_OK; i++) {
        s9_vcs_static s = s9_vcs_static_at(vcs, i);
        /* An alias is the same shaders once more: it is there for whoever asks for it. */
        if (a.by_static ? s.id != a.statics : s.alias_of != S9_EFFECT_NONE)
            continue;
        result = walk_static(w, vcs, i, &a);
        if (a.by_number && w->given != 0)
            break;
    }
    s9_vcs_destroy(vcs);
    return result;
}

/* ---- C headers ---- */

static s9_result walk_array(walk *w, s9_scan before, const s9_c_array *array, const char *path)
{
    size_t size, kept;
    s9_c_array again;
    if (!s9_mul_size(array->count, array->byte_wide ? 1 : 4, &size))
        return S9_ERROR_MEMORY;
    uint8_t *bytes = s9_allocate(w->allocator, size == 0 ? 1 : size);
    if (bytes == NULL)
        return S9_ERROR_MEMORY;
    s9_next_c_array(&before, &again, bytes, size, &kept);
    s9_result result = walk_content(w, bytes, kept, path);
    s9_release(w->allocator, bytes);
    return result;
}

/* Text that is nothing but numbers. */
static s9_result walk_list(walk *w, const char *text, size_t size, const s9_c_array *array)
{
    size_t bytes_size, kept;
    s9_c_array again;
    if (!s9_mul_size(array->count, array->byte_wide ? 1 : 4, &bytes_size))
        return S9_ERROR_MEMORY;
    uint8_t *bytes = s9_allocate(w->allocator, bytes_size == 0 ? 1 : bytes_size);
    if (bytes == NULL)
        return S9_ERROR_MEMORY;
    s9_number_list(text, size, &again, bytes, bytes_size, &kept);
    s9_result result = walk_content(w, bytes, kept, "");
    s9_release(w->allocator, bytes);
    return result;
}

/* Arrays that hold shaders go by their names. */
static s9_result walk_arrays(walk *w, const char *text, size_t size)
{
    s9_scan scan, before;
    s9_c_array array;
    uint8_t head[64];
    size_t kept;
    s9_result result = S9_OK;
    s9_scan_start(&scan, text, size);
    before = scan;
    if (s9_number_list(text, size, &array, head, sizeof head, &kept))
        return walk_list(w, text, size, &array);
    while (result == S9_OK && s9_next_c_array(&scan, &array, head, sizeof head, &kept)) {
        s9_content content = s9_detect_content(head, kept);
        if (content == S9_CONTENT_TOKENS || content == S9_CONTENT_EFFECT || content == S9_CONTENT_XNA_EFFECT ||
            content == S9_CONTENT_XNB || content == S9_CONTENT_DXBC) {
            char name[80];
            size_t length = array.name_length < sizeof name ? array.name_length : sizeof name - 1;
            memcpy(name, text + array.name, length);
            name[length] = '\0';
            result = walk_array(w, before, &array, name);
        }
        before = scan;
    }
    return result;
}

/* ---- the whole ---- */

/* A single shader, which goes by the name of what it lies in. */
static s9_result walk_single(walk *w, const void *bytes, size_t size, const char *path)
{
    s9_result result = S9_OK;
    if (w->address == NULL || is_number(w->address, w->seen) || (path[0] != '\0' && strcmp(path, w->address) == 0))
        result = give(w, path, bytes, size);
    w->seen++;
    return result;
}

static s9_result walk_content(walk *w, const void *bytes, size_t size, const char *prefix)
{
    const char *name = w->options == NULL ? NULL : w->options->name;
    const void *tokens = NULL;
    size_t token_size = 0;
    s9_content content = s9_detect_content(bytes, size);
    s9_result result = S9_OK;
    if (w->depth >= DEEPEST)
        return s9_effect_fault(name, w->list, 0, "what holds the shaders lies too deep in something else");
    w->depth++;
    switch (content) {
    case S9_CONTENT_TOKENS:
        result = walk_single(w, bytes, size, prefix);
        break;
    case S9_CONTENT_EFFECT:
    case S9_CONTENT_XNA_EFFECT:
    case S9_CONTENT_XNB:
        result = walk_effect(w, bytes, size);
        break;
    case S9_CONTENT_DXBC:
        result = s9_dxbc_find_level9(bytes, size, name, &tokens, &token_size, w->list);
        if (result == S9_OK)
            result = walk_single(w, tokens, token_size, prefix);
        break;
    case S9_CONTENT_VCS:
        result = walk_vcs(w, bytes, size);
        break;
    case S9_CONTENT_C_ARRAY:
        result = walk_arrays(w, bytes, size);
        break;
    case S9_CONTENT_ASSEMBLY:
    case S9_CONTENT_LISTING: {
        s9_position at = s9_position_none();
        at.file = name;
        s9_report(w->list, S9_ERROR, NULL, &at,
                  "`shader9 info FILE` shows what it holds, `shader9 asm FILE` makes tokens of it",
                  "%s is one shader, and no file of several", s9_content_name(content));
        result = S9_ERROR_INVALID;
        break;
    }
    default: {
        s9_position at = s9_position_none();
        at.file = name;
        if (content == S9_CONTENT_EMPTY)
            s9_report(w->list, S9_ERROR, NULL, &at, NULL, "the file is empty");
        else
            s9_report(w->list, S9_ERROR, NULL, &at, s9_content_advice(content), "there are no shaders in %s",
                      s9_content_name(content));
        result = S9_ERROR_INVALID;
        break;
    }
    }
    w->depth--;
    return result;
}

bool s9_content_holds_shaders(s9_content content)
{
    return content == S9_CONTENT_EFFECT || content == S9_CONTENT_XNA_EFFECT || content == S9_CONTENT_XNB ||
           content == S9_CONTENT_DXBC || content == S9_CONTENT_VCS || content == S9_CONTENT_C_ARRAY;
}

s9_result s9_shaders_each(const void *bytes, size_t size, const s9_allocator *allocator,
                          const s9_effect_options *options, const char *address,
                          s9_result (*each)(void *user, const s9_contained_shader *shader), void *user,
                          s9_diagnostics *diagnostics)
{
    s9_effect_options o;
    if (each == NULL || (bytes == NULL && size != 0) || !s9_effect_read_options(&o, options))
        return S9_ERROR_ARGUMENT;
    walk w = {allocator, &o, address, each, user, diagnostics, 0, 0, 0};
    s9_result result = walk_content(&w, bytes, size, "");
    if (result != S9_OK || w.given != 0 || address == NULL)
        return result;
    s9_position at = s9_position_none();
    at.file = o.name;
    s9_report(diagnostics, S9_ERROR, NULL, &at, "shader9 effect FILE lists what a file holds",
              "no shader of the file is meant by '%s'", address);
    return S9_ERROR_INVALID;
}
