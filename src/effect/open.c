/* SPDX-License-Identifier: MIT */
/* From the bytes of a file to the effect in it. */
#include "effect/effect.h"

#include <stdio.h>

s9_result s9_effect_fault(const char *name, s9_diagnostics *list, size_t offset, const char *format, ...)
{
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    s9_position at = s9_position_none();
    at.file = name;
    at.offset = offset < UINT32_MAX ? (uint32_t)offset : S9_NO_POSITION;
    s9_report(list, S9_ERROR, NULL, &at, NULL, "%s", message);
    return S9_ERROR_INVALID;
}

bool s9_effect_read_options(s9_effect_options *out, const s9_effect_options *options)
{
    if (!s9_read_options(out, sizeof *out, options))
        return false;
    out->struct_size = sizeof *out;
    return true;
}

/* What is no effect gets the sentence that says what to do with it. */
static s9_result refuse(const s9_effect_options *o, s9_diagnostics *list, size_t offset, s9_content content)
{
    s9_position at = s9_position_none();
    at.file = o->name;
    at.offset = offset == 0 ? S9_NO_POSITION : (uint32_t)offset;
    bool shader = content == S9_CONTENT_TOKENS || content == S9_CONTENT_ASSEMBLY || content == S9_CONTENT_LISTING;
    s9_report(list, S9_ERROR, NULL, &at,
              shader ? "the file is one shader: `shader9 info FILE` shows what it holds" : s9_content_advice(content),
              "this is no Direct3D 9 effect; found %s", s9_content_name(content));
    return S9_ERROR_INVALID;
}

/* Finds the effect's token, behind the XNA header where there is one. */
static s9_result find_token(s9_effect *e, const s9_effect_options *o, size_t at, size_t end, s9_diagnostics *list)
{
    if (end - at >= 8 && s9_read_u32(e->plain + at) == S9_XNA_TOKEN) {
        uint32_t offset = s9_read_u32(e->plain + at + 4);
        if (offset > end - at)
            return s9_effect_fault(o->name, list, at + 4,
                                   "the XNA header says that the effect lies outside of the file");
        if (e->content == S9_CONTENT_EFFECT)
            e->content = S9_CONTENT_XNA_EFFECT;
        at += offset;
    }
    if (end - at < 4 || s9_read_u32(e->plain + at) != S9_EFFECT_TOKEN) {
        s9_content content = s9_detect_content(e->plain + at, end - at);
        /* XNB files name their platform. */
        bool console = e->content == S9_CONTENT_XNB && e->plain[3] == 'x' && content == S9_CONTENT_UNKNOWN;
        return refuse(o, list, at, console ? S9_CONTENT_CONSOLE : content);
    }
    e->fx_at = at;
    e->fx_end = end;
    return S9_OK;
}

static s9_result open_in(s9_effect *e, const s9_effect_options *o, s9_diagnostics *list)
{
    s9_content content = s9_detect_content(e->file, e->file_size);
    s9_result result = S9_OK;
    e->content = S9_CONTENT_EFFECT;
    e->compression = "none";
    e->plain = e->file;
    e->plain_size = e->file_size;
    size_t at = 0, end = e->file_size;
    if (content == S9_CONTENT_XNB) {
        e->content = S9_CONTENT_XNB;
        result =
            s9_xnb_open(&e->arena, e->file, e->file_size, o, &e->plain, &e->plain_size, &e->xnb, &e->compression, list);
        at = e->xnb.data_at;
        end = at + e->xnb.length;
    } else if (content != S9_CONTENT_EFFECT && content != S9_CONTENT_XNA_EFFECT) {
        return refuse(o, list, 0, content);
    }
    if (result == S9_OK)
        result = find_token(e, o, at, end, list);
    return result == S9_OK ? s9_effect_parse(e, list) : result;
}

s9_result s9_effect_open(const void *bytes, size_t size, const s9_allocator *allocator,
                         const s9_effect_options *options, s9_effect **out, s9_diagnostics *diagnostics)
{
    s9_effect_options o;
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if ((bytes == NULL && size != 0) || !s9_effect_read_options(&o, options))
        return S9_ERROR_ARGUMENT;
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    s9_effect *e = s9_arena_alloc(&arena, sizeof *e);
    uint8_t *copy = e == NULL ? NULL : s9_arena_alloc_raw(&arena, size + 1);
    if (copy == NULL) {
        s9_arena_free(&arena);
        return S9_ERROR_MEMORY;
    }
    if (size != 0)
        memcpy(copy, bytes, size);
    e->arena = arena;
    e->file = copy;
    e->file_size = size;
    e->name = o.name == NULL ? NULL : s9_arena_strdup(&e->arena, o.name);
    s9_result result = open_in(e, &o, diagnostics);
    if (result == S9_OK && e->arena.failed)
        result = S9_ERROR_MEMORY;
    if (result != S9_OK) {
        s9_effect_destroy(e);
        return result;
    }
    *out = e;
    return S9_OK;
}

void s9_effect_destroy(s9_effect *effect)
{
    if (effect == NULL)
        return;
    for (uint32_t i = 0; i < effect->shaders.count; i++)
        s9_blob_free(&effect->shaders.items[i].tokens);
    s9_arena arena = effect->arena; /* the structure itself lies in it */
    s9_arena_free(&arena);
}

s9_content s9_effect_content(const s9_effect *effect)
{
    return effect->content;
}

const char *s9_effect_compression(const s9_effect *effect)
{
    return effect->compression;
}
