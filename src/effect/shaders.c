/* SPDX-License-Identifier: MIT */
/* The shaders of an effect: their numbers and names, and what stands in their place when the file is written. */
#include "effect/effect.h"

#include <stdio.h>

/* ---- names ---- */

/* Longer names are in nobody's way: what has one goes by its number. */
enum { LONGEST_LABEL = 200 };

/* A name may be part of a path when it is not taken for a number, and has no character that means something there. */
static bool is_plain(const char *name)
{
    size_t i = 0;
    if (name[0] == '\0' || (name[0] >= '0' && name[0] <= '9'))
        return false;
    for (; name[i] != '\0' && i <= LONGEST_LABEL; i++)
        if (name[i] <= ' ' || name[i] >= 0x7F || strchr("/#[]", name[i]) != NULL)
            return false;
    return i <= LONGEST_LABEL;
}

/* The name by which a technique, pass or parameter goes in paths; NULL when it goes by its number. */
static const char *technique_label(const s9_effect *e, uint32_t technique)
{
    const char *name = e->techniques.items[technique].name;
    return is_plain(name) && s9_name_table_find(&e->technique_table, name) == technique ? name : NULL;
}

static const char *parameter_label(const s9_effect *e, uint32_t parameter)
{
    const char *name = e->parameters.items[parameter].type->name;
    return is_plain(name) && s9_name_table_find(&e->parameter_table, name) == parameter ? name : NULL;
}

/* Of passes of one name the first has it. */
static const char *pass_label(const s9_effect_technique *t, const s9_name_table *passes, uint32_t pass)
{
    const char *name = t->passes[pass].name;
    return is_plain(name) && s9_name_table_find(passes, name) == pass ? name : NULL;
}

static void put_label(s9_buffer *out, const char *label, uint32_t number)
{
    if (label != NULL)
        s9_buffer_text(out, label);
    else
        s9_buffer_format(out, "%u", (unsigned)number);
}

static const char *path_of(s9_effect *e, const s9_effect_use *use, const s9_name_table *passes)
{
    s9_buffer text;
    s9_buffer_init(&text, &e->arena.allocator);
    if (use->technique != S9_EFFECT_NONE) {
        const s9_effect_technique *t = &e->techniques.items[use->technique];
        put_label(&text, technique_label(e, use->technique), use->technique);
        s9_buffer_char(&text, '/');
        put_label(&text, pass_label(t, passes, use->pass), use->pass);
        s9_buffer_text(&text, use->pixel ? "/ps" : "/vs");
    } else {
        const char *label = parameter_label(e, use->parameter);
        s9_buffer_text(&text, label == NULL ? "/" : ""); /* a number alone is that of a shader */
        put_label(&text, label, use->parameter);
    }
    if (use->element != S9_EFFECT_NONE)
        s9_buffer_format(&text, "[%u]", (unsigned)use->element);
    char *path = text.failed ? NULL : s9_arena_strndup(&e->arena, text.data, text.size);
    s9_buffer_free(&text);
    return path;
}

/* ---- listing ---- */

typedef struct lister {
    s9_effect *effect;
    s9_name_table passes; /* of the technique at hand */
    uint64_t uses;        /* budget: parameters may be used by many passes, and have many elements */
} lister;

/* Notes that a chunk is used as a shader. False when out of memory. */
static bool add_use(lister *l, uint32_t chunk, const s9_effect_use *use)
{
    s9_effect *e = l->effect;
    if (chunk == S9_EFFECT_NONE || e->chunks.items[chunk].length == 0 || l->uses == 0)
        return true;
    l->uses--;
    uint32_t number = e->uses.count;
    if (!S9_PUSH(&e->arena, &e->uses, *use))
        return false;
    e->uses.items[number].next = S9_EFFECT_NONE;
    uint32_t shader = e->chunks.items[chunk].shader;
    if (shader != S9_EFFECT_NONE) {
        /* Behind the first one, which gives the shader its name. */
        s9_effect_use *first = &e->uses.items[e->shaders.items[shader].first_use];
        e->uses.items[number].next = first->next;
        first->next = number;
        return true;
    }
    const uint8_t *bytes = s9_effect_chunk_bytes(e, chunk);
    uint32_t length = e->chunks.items[chunk].length;
    s9_effect_entry entry;
    memset(&entry, 0, sizeof entry);
    entry.shader.path = path_of(e, use, &l->passes);
    entry.shader.tokens = bytes;
    entry.shader.size = length;
    entry.shader.version = length >= 4 ? s9_read_u32(bytes) : 0;
    entry.chunk = chunk;
    entry.first_use = number;
    e->chunks.items[chunk].shader = e->shaders.count;
    return entry.shader.path != NULL && S9_PUSH(&e->arena, &e->shaders, entry);
}

/* The shaders of a parameter, as uses of what `use` says; of an array one element only, if not S9_EFFECT_NONE. */
static bool add_parameter(lister *l, uint32_t parameter, uint32_t element, s9_effect_use use)
{
    const s9_effect *e = l->effect;
    const s9_effect_type *type = e->parameters.items[parameter].type;
    if (type->class_number != S9_CLASS_OBJECT || !s9_effect_is_shader(type->type_number))
        return true;
    use.parameter = parameter;
    uint32_t first = element == S9_EFFECT_NONE ? 0 : element, end = element == S9_EFFECT_NONE ? type->words : first + 1;
    for (uint32_t i = first; i < end; i++) {
        uint32_t id = s9_effect_word(e->parameters.items[parameter].value, i);
        use.element = type->elements == 0 ? S9_EFFECT_NONE : i;
        if (!add_use(l, id < e->object_count ? e->chunk_of_object[id] : S9_EFFECT_NONE, &use))
            return false;
    }
    return true;
}

static bool add_state(lister *l, s9_effect_state *s, uint32_t technique, uint32_t pass)
{
    s9_effect *e = l->effect;
    bool pixel = s->type->type_number == S9_EFFECT_TYPE_PIXELSHADER || s->type->type_number == 17;
    s9_effect_use use = {technique, pass, S9_EFFECT_NONE, S9_EFFECT_NONE, pixel, S9_EFFECT_NONE};
    if (s->type->class_number != S9_CLASS_OBJECT || !s9_effect_is_shader(s->type->type_number))
        return true;
    if (s->assignment == S9_ASSIGN_SHADER) {
        uint32_t chunk = s->shader; /* what the objects left there */
        if (chunk == S9_EFFECT_NONE) {
            /* None has this place: it is one with a number, or none. */
            uint32_t id = s9_effect_word(s->value, 0);
            chunk = id < e->object_count ? e->chunk_of_object[id] : S9_EFFECT_NONE;
        }
        if (!add_use(l, chunk, &use))
            return false;
        s->shader = chunk == S9_EFFECT_NONE ? S9_EFFECT_NONE : e->chunks.items[chunk].shader;
        return true;
    }
    if ((s->assignment == S9_ASSIGN_PARAMETER || s->assignment == S9_ASSIGN_ELEMENT) && s->parameter != S9_EFFECT_NONE)
        return add_parameter(l, s->parameter, s->element, use);
    return true;
}

static bool add_technique(lister *l, uint32_t technique)
{
    s9_effect *e = l->effect;
    const s9_effect_technique *t = &e->techniques.items[technique];
    const char **names = s9_arena_array(&e->arena, (size_t)t->pass_count + 1, sizeof *names);
    if (names == NULL)
        return false;
    for (uint32_t i = 0; i < t->pass_count; i++)
        names[i] = t->passes[i].name;
    if (!s9_name_table_make(&e->arena, names, t->pass_count, &l->passes))
        return false;
    for (uint32_t i = 0; i < t->pass_count; i++)
        for (uint32_t k = 0; k < t->passes[i].state_count; k++)
            if (!add_state(l, (s9_effect_state *)(uintptr_t)&t->passes[i].states[k], technique, i))
                return false;
    return true;
}

bool s9_effect_list_shaders(s9_effect *effect)
{
    lister l = {effect, {NULL, NULL, 0}, 1024 + (effect->fx_end - effect->fx_at)};
    for (uint32_t i = 0; i < effect->techniques.count; i++)
        if (!add_technique(&l, i))
            return false;
    for (uint32_t i = 0; i < effect->parameters.count; i++) {
        s9_effect_use use = {S9_EFFECT_NONE, 0, i, S9_EFFECT_NONE, false, S9_EFFECT_NONE};
        if (!add_parameter(&l, i, S9_EFFECT_NONE, use))
            return false;
    }
    return true;
}

size_t s9_effect_shader_count(const s9_effect *effect)
{
    return effect->shaders.count;
}

const s9_effect_shader *s9_effect_shader_at(const s9_effect *effect, size_t index)
{
    return index < effect->shaders.count ? &effect->shaders.items[index].shader : NULL;
}

/* ---- addresses ---- */

/* A part of an address: its characters up to the next slash or bracket. */
typedef struct part {
    const char *text;
    size_t length;
} part;

static part next_part(const char **at, const char *stop)
{
    part p = {*at, strcspn(*at, stop)};
    *at += p.length;
    return p;
}

static bool is_number(part p, uint32_t *number)
{
    uint64_t value = 0;
    for (size_t i = 0; i < p.length; i++) {
        if (p.text[i] < '0' || p.text[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(p.text[i] - '0');
        if (value > UINT32_MAX)
            return false;
    }
    *number = (uint32_t)value;
    return p.length > 0;
}

static bool is_same(part p, const char *name)
{
    return p.length != 0 && strncmp(name, p.text, p.length) == 0 && name[p.length] == '\0';
}

static bool means(part p, const char *name, uint32_t number)
{
    uint32_t n;
    if (is_number(p, &n))
        return n == number;
    return is_same(p, name);
}

/* The element in brackets at the end of an address, or the end itself, which means all. */
static bool means_element(const char *at, uint32_t element)
{
    uint32_t number;
    if (*at == '\0')
        return true;
    if (*at++ != '[')
        return false;
    part p = next_part(&at, "]");
    return at[0] == ']' && at[1] == '\0' && is_number(p, &number) && number == element;
}

static bool use_matches(const s9_effect *e, const s9_effect_use *use, const char *address)
{
    const char *at = address;
    if (use->parameter != S9_EFFECT_NONE) {
        uint32_t number = 0;
        const char *behind = address + (address[0] == '/');
        part p = next_part(&behind, "/[");
        const char *name = e->parameters.items[use->parameter].type->name;
        bool same = address[0] == '/' ? is_number(p, &number) && number == use->parameter : is_same(p, name);
        if (*behind != '/' && p.length != 0 && same && means_element(behind, use->element))
            return true;
    }
    if (use->technique == S9_EFFECT_NONE)
        return false;
    const s9_effect_technique *t = &e->techniques.items[use->technique];
    if (!means(next_part(&at, "/"), t->name, use->technique))
        return false;
    if (*at == '\0')
        return true;
    at++;
    if (!means(next_part(&at, "/"), t->passes[use->pass].name, use->pass))
        return false;
    if (*at == '\0')
        return true;
    at++;
    part stage = next_part(&at, "[");
    return stage.length == 2 && memcmp(stage.text, use->pixel ? "ps" : "vs", 2) == 0 && means_element(at, use->element);
}

bool s9_effect_shader_matches(const s9_effect *effect, size_t index, const char *address)
{
    uint32_t number;
    if (index >= effect->shaders.count || address == NULL)
        return false;
    if (is_number((part){address, strlen(address)}, &number))
        return number == index;
    const s9_effect_entry *entry = &effect->shaders.items[index];
    if (strcmp(entry->shader.path, address) == 0 && address[0] != '\0')
        return true;
    for (uint32_t i = entry->first_use; i != S9_EFFECT_NONE; i = effect->uses.items[i].next)
        if (use_matches(effect, &effect->uses.items[i], address))
            return true;
    return false;
}

/* ---- changing ---- */

/* The half of a version token that says vertex or pixel. */
static bool same_stage(uint32_t a, uint32_t b)
{
    return a >> 16 == b >> 16;
}

s9_result s9_effect_replace_shader(s9_effect *effect, size_t index, const void *tokens, size_t size,
                                   s9_diagnostics *diagnostics)
{
    size_t whole = 0;
    if (effect == NULL || index >= effect->shaders.count || tokens == NULL)
        return S9_ERROR_ARGUMENT;
    s9_effect_entry *entry = &effect->shaders.items[index];
    if (s9_token_size(tokens, size, &whole) != S9_OK || whole > UINT32_MAX / 2)
        return s9_effect_fault(NULL, diagnostics, 0, "what is to stand in the place of %s is no whole shader",
                               entry->shader.path);
    if (!same_stage(s9_read_u32(tokens), entry->shader.version))
        return s9_effect_fault(NULL, diagnostics, 0, "%s is a %s shader; what is to stand in its place is none",
                               entry->shader.path,
                               entry->shader.version >> 16 == 0xFFFEu   ? "vertex"
                               : entry->shader.version >> 16 == 0xFFFFu ? "pixel"
                                                                        : "strange");
    /* What was there already stays as it was, with whatever lies behind its end token, and the file around it, too. */
    bool same = size == entry->shader.size && memcmp(tokens, entry->shader.tokens, size) == 0;
    if (same && !entry->replaced && strcmp(s9_effect_compression(effect), "none") == 0)
        return S9_OK;
    if (same)
        whole = size;
    if (effect->entangled && whole != effect->chunks.items[entry->chunk].length) {
        (void)s9_effect_fault(effect->name, diagnostics, effect->fx_at,
                              "names or values of the effect lie among its shaders: only one of %u bytes can stand in "
                              "the place of %s",
                              (unsigned)effect->chunks.items[entry->chunk].length, entry->shader.path);
        return S9_ERROR_UNSUPPORTED;
    }
    if (whole < size)
        s9_report(diagnostics, S9_WARNING, NULL, NULL, NULL,
                  "%zu bytes behind the end token of what stands in the place of %s are left out", size - whole,
                  entry->shader.path);
    uint8_t *copy = s9_allocate(&effect->arena.allocator, whole);
    if (copy == NULL)
        return S9_ERROR_MEMORY;
    memcpy(copy, tokens, whole);
    s9_blob_free(&entry->tokens);
    entry->tokens = (s9_blob){copy, whole, effect->arena.allocator};
    entry->shader.tokens = copy;
    entry->shader.size = whole;
    entry->shader.version = s9_read_u32(copy);
    entry->replaced = true;
    return S9_OK;
}

static bool is_changed(const s9_effect *effect)
{
    for (uint32_t i = 0; i < effect->shaders.count; i++)
        if (effect->shaders.items[i].replaced)
            return true;
    return false;
}

static void patch_u32(s9_buffer *out, size_t at, uint32_t value)
{
    if (!out->failed)
        (void)s9_write_words((uint8_t *)out->data + at, &value, 1);
}

s9_result s9_effect_write(const s9_effect *effect, const s9_allocator *allocator, s9_blob *out)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (effect == NULL)
        return S9_ERROR_ARGUMENT;
    bool changed = is_changed(effect);
    s9_buffer buffer;
    s9_buffer_init(&buffer, allocator);
    if (!changed) {
        s9_buffer_append(&buffer, effect->file, effect->file_size);
        return s9_buffer_to_blob(&buffer, out);
    }
    size_t at = 0; /* of the plain file, copied so far; chunks follow each other */
    for (uint32_t i = 0; i < effect->chunks.count; i++) {
        const s9_effect_chunk *c = &effect->chunks.items[i];
        if (c->shader == S9_EFFECT_NONE || !effect->shaders.items[c->shader].replaced)
            continue;
        const s9_effect_shader *shader = &effect->shaders.items[c->shader].shader;
        size_t end = c->length_at + 4 + (((size_t)c->length + 3) & ~(size_t)3);
        s9_buffer_append(&buffer, effect->plain + at, c->length_at - at);
        s9_buffer_u32(&buffer, (uint32_t)shader->size);
        s9_buffer_append(&buffer, shader->tokens, shader->size);
        s9_buffer_append(&buffer, "\0\0\0", (4 - (shader->size & 3)) & 3);
        at = end < effect->fx_end ? end : effect->fx_end;
    }
    s9_buffer_append(&buffer, effect->plain + at, effect->plain_size - at);
    if (buffer.size > UINT32_MAX) {
        s9_buffer_free(&buffer);
        return S9_ERROR_UNSUPPORTED; /* XNB and the effect's own lengths have 32 bits */
    }
    if (effect->content == S9_CONTENT_XNB) {
        patch_u32(&buffer, 6, (uint32_t)buffer.size);
        patch_u32(&buffer, effect->xnb.length_at, (uint32_t)(effect->xnb.length + buffer.size - effect->plain_size));
    }
    return s9_buffer_to_blob(&buffer, out);
}
