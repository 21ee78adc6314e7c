/* SPDX-License-Identifier: MIT */
/* Sections of words, identifiers, types, constants, names, decorations, and putting the module together. */
#include "spirv/writer.h"

/* ---- words ---- */

bool s9_sp_grow(s9_sp_writer *w, s9_sp_words *words, uint32_t more)
{
    /* The first room is what is asked for: it is an estimate. */
    uint32_t capacity = words->capacity > 0 ? words->capacity : more < 64 ? 64 : more;
    if (w->arena.failed || capacity > UINT32_MAX / 8u) {
        w->arena.failed = true;
        return false;
    }
    while (capacity - words->count < more)
        capacity *= 2;
    uint32_t *items = s9_arena_array_raw(&w->arena, capacity, sizeof *items);
    if (items == NULL)
        return false;
    if (words->count > 0)
        memcpy(items, words->items, words->count * sizeof *items);
    words->items = items;
    words->capacity = capacity;
    return true;
}

bool s9_sp_grow_info(s9_sp_writer *w)
{
    if (w->bound >= SPV_LIMIT_IDS) {
        if (!w->refused)
            s9_report(w->diagnostics, S9_ERROR, NULL, NULL, NULL,
                      "the program needs more than the 4194303 identifiers that SPIR-V allows");
        w->refused = true;
        return false;
    }
    uint32_t count = w->info_count * 2u;
    uint8_t *info = s9_arena_array_raw(&w->arena, count, 1);
    if (info == NULL)
        return false;
    memcpy(info, w->info, w->info_count);
    w->info = info;
    w->info_count = count;
    return true;
}

/* A string in words, NUL included; what is longer than 1,000 bytes is cut. Printable: what is not becomes '_'. */
static uint32_t string_words(const char *text, bool printable, uint32_t out[251])
{
    size_t length = strlen(text);
    if (length > 1000)
        length = 1000;
    uint32_t count = (uint32_t)length / 4u + 1u;
    memset(out, 0, count * sizeof *out);
    for (size_t i = 0; i < length; i++) {
        bool kept = !printable || (text[i] >= ' ' && text[i] <= '~');
        out[i / 4] |= (uint32_t)(kept ? (uint8_t)text[i] : '_') << (8 * (i % 4));
    }
    return count;
}

/* ---- types and constants ---- */

static uint32_t hash_of(uint32_t op, uint32_t type, const uint32_t *words, uint32_t count)
{
    uint32_t hash = (op * 0x85EBCA6Bu ^ type) * 0x9E3779B1u;
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * 0x9E3779B1u;
        hash ^= hash >> 15;
    }
    return hash | 1u;
}

/* Does the instruction at a position of the section say the same? */
static bool same_at(const s9_sp_writer *w, uint32_t position, uint32_t op, uint32_t type, const uint32_t *words,
                    uint32_t count)
{
    const uint32_t *at = w->types.items + position;
    uint32_t head = type != 0 ? 3u : 2u;
    if (at[0] != s9_sp_head(op, head + count) || (type != 0 && at[1] != type))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (at[head + i] != words[i])
            return false;
    return true;
}

static bool grow_interned(s9_sp_writer *w)
{
    uint32_t old = w->interned_mask + 1u;
    s9_sp_interned *items = s9_arena_array(&w->arena, old * 2u, sizeof *items);
    if (items == NULL)
        return false;
    for (uint32_t i = 0; i < old; i++) {
        if (w->interned[i].id == 0)
            continue;
        uint32_t at = w->interned[i].hash >> 8 & (old * 2u - 1u);
        while (items[at].id != 0)
            at = (at + 1u) & (old * 2u - 1u);
        items[at] = w->interned[i];
    }
    w->interned = items;
    w->interned_mask = old * 2u - 1u;
    return true;
}

uint32_t s9_sp_declare(s9_sp_writer *w, uint32_t op, uint32_t type, const uint32_t *words, uint32_t count,
                       uint32_t info)
{
    uint32_t id = s9_sp_new_id(w, info), head = type != 0 ? 3u : 2u;
    uint32_t *at = s9_sp_room(w, &w->types, head + count);
    at[0] = s9_sp_head(op, head + count);
    if (type != 0)
        at[1] = type;
    at[head - 1u] = id;
    for (uint32_t i = 0; i < count; i++)
        at[head + i] = words[i];
    return id;
}

uint32_t s9_sp_intern(s9_sp_writer *w, uint32_t op, uint32_t type, const uint32_t *words, uint32_t count, uint32_t info)
{
    uint32_t hash = hash_of(op, type, words, count), at = hash >> 8 & w->interned_mask;
    while (w->interned[at].id != 0) {
        if (w->interned[at].hash == hash && same_at(w, w->interned[at].position, op, type, words, count))
            return w->interned[at].id;
        at = (at + 1u) & w->interned_mask;
    }
    if (w->interned_count * 2u > w->interned_mask) {
        if (!grow_interned(w))
            return 1;
        at = hash >> 8 & w->interned_mask;
        while (w->interned[at].id != 0)
            at = (at + 1u) & w->interned_mask;
    }
    uint32_t position = w->types.count;
    uint32_t id = s9_sp_declare(w, op, type, words, count, info);
    if (w->arena.failed)
        return 1;
    w->interned[at] = (s9_sp_interned){hash, position, id};
    w->interned_count++;
    return id;
}

uint32_t s9_sp_new_type(s9_sp_writer *w, s9_sp_type type, uint32_t n)
{
    uint32_t *known = &w->types_of[type][n];
    if (n > 1) {
        uint32_t words[2] = {s9_sp_type_id(w, type, 1), n};
        return *known = s9_sp_declare(w, SPV_OP_TYPE_VECTOR, 0, words, 2, 0);
    }
    uint32_t words[2] = {32, type == S9_SP_INT};
    switch (type) {
    case S9_SP_FLOAT:
        return *known = s9_sp_declare(w, SPV_OP_TYPE_FLOAT, 0, words, 1, 0);
    case S9_SP_BOOL:
        return *known = s9_sp_declare(w, SPV_OP_TYPE_BOOL, 0, NULL, 0, 0);
    case S9_SP_INT:
    case S9_SP_UINT:
    case S9_SP_TYPE_COUNT:
    default:
        return *known = s9_sp_declare(w, SPV_OP_TYPE_INT, 0, words, 2, 0);
    }
}

uint32_t s9_sp_pointer_to(s9_sp_writer *w, uint32_t storage, uint32_t type)
{
    uint32_t words[2] = {storage, type};
    return s9_sp_intern(w, SPV_OP_TYPE_POINTER, 0, words, 2, 0);
}

uint32_t s9_sp_pointer(s9_sp_writer *w, uint32_t storage, s9_sp_type type, uint32_t n)
{
    uint32_t *known = &w->pointers[storage][type][n];
    if (*known == 0)
        *known = s9_sp_pointer_to(w, storage, s9_sp_type_id(w, type, n));
    return *known;
}

bool s9_sp_constant_bits(const s9_sp_writer *w, uint32_t id, uint32_t *bits)
{
    if (w->info[id] != (1u | S9_SP_CONSTANT))
        return false;
    for (uint32_t at = 0; at + 3u < w->types.count && w->types.items[at] != 0; at += w->types.items[at] >> 16)
        if (w->types.items[at] == s9_sp_head(SPV_OP_CONSTANT, 4) && w->types.items[at + 2] == id) {
            *bits = w->types.items[at + 3];
            return true;
        }
    return false;
}

uint32_t s9_sp_constant(s9_sp_writer *w, s9_sp_type type, uint32_t bits)
{
    if (type == S9_SP_BOOL)
        return s9_sp_constant_bool(w, bits != 0);
    if (type == S9_SP_INT && bits < S9_COUNT(w->small_integers)) {
        /* These are looked up by their value alone. */
        uint32_t *known = &w->small_integers[bits];
        if (*known == 0)
            *known = s9_sp_declare(w, SPV_OP_CONSTANT, s9_sp_type_id(w, S9_SP_INT, 1), &bits, 1, 1u | S9_SP_CONSTANT);
        return *known;
    }
    if (type == S9_SP_FLOAT && (bits == 0 || bits == 0x3F800000u)) {
        uint32_t *known = &w->zero_one[bits != 0];
        if (*known == 0)
            *known = s9_sp_declare(w, SPV_OP_CONSTANT, s9_sp_type_id(w, S9_SP_FLOAT, 1), &bits, 1, 1u | S9_SP_CONSTANT);
        return *known;
    }
    return s9_sp_intern(w, SPV_OP_CONSTANT, s9_sp_type_id(w, type, 1), &bits, 1, 1u | S9_SP_CONSTANT);
}

uint32_t s9_sp_constant_bool(s9_sp_writer *w, bool value)
{
    uint32_t *known = &w->truth[value];
    if (*known == 0)
        *known = s9_sp_declare(w, value ? SPV_OP_CONSTANT_TRUE : SPV_OP_CONSTANT_FALSE, s9_sp_type_id(w, S9_SP_BOOL, 1),
                               NULL, 0, 1u | S9_SP_CONSTANT);
    return *known;
}

uint32_t s9_sp_constant_vector(s9_sp_writer *w, s9_sp_type type, uint32_t n, const uint32_t *ids)
{
    if (n == 1)
        return ids[0];
    return s9_sp_intern(w, SPV_OP_CONSTANT_COMPOSITE, s9_sp_type_id(w, type, n), ids, n, n | S9_SP_CONSTANT);
}

uint32_t s9_sp_constant_splat(s9_sp_writer *w, s9_sp_type type, uint32_t n, uint32_t bits)
{
    uint32_t one = s9_sp_constant(w, type, bits), ids[4] = {one, one, one, one};
    return s9_sp_constant_vector(w, type, n, ids);
}

uint32_t s9_sp_constant_null(s9_sp_writer *w, s9_sp_type type, uint32_t n)
{
    if (n == 1)
        return s9_sp_constant(w, type, 0);
    uint32_t *known = &w->nulls[type][n];
    if (*known == 0)
        *known = s9_sp_declare(w, SPV_OP_CONSTANT_NULL, s9_sp_type_id(w, type, n), NULL, 0, n | S9_SP_CONSTANT);
    return *known;
}

uint32_t s9_sp_function_type(s9_sp_writer *w, uint32_t result, uint32_t parameter, uint32_t count)
{
    uint32_t words[3] = {result, parameter, parameter};
    return s9_sp_intern(w, SPV_OP_TYPE_FUNCTION, 0, words, 1u + count, 0);
}

uint32_t s9_sp_global(s9_sp_writer *w, uint32_t storage, uint32_t pointer, uint32_t initial)
{
    uint32_t words[2] = {storage, initial};
    uint32_t id = s9_sp_declare(w, SPV_OP_VARIABLE, pointer, words, initial != 0 ? 2 : 1, 0);
    /* From 1.4 on the entry point lists every global variable. */
    if (storage == SPV_STORAGE_INPUT || storage == SPV_STORAGE_OUTPUT || w->options->version >= SPV_1_4)
        s9_sp_push(w, &w->globals, id);
    return id;
}

/* ---- names and decorations ---- */

void s9_sp_name(s9_sp_writer *w, uint32_t id, const char *name)
{
    uint32_t text[251];
    if (!w->names)
        return;
    uint32_t count = string_words(name, true, text), *at = s9_sp_room(w, &w->debug, 2u + count);
    at[0] = s9_sp_head(SPV_OP_NAME, 2u + count);
    at[1] = id;
    memcpy(at + 2, text, count * sizeof *text);
}

void s9_sp_member_name(s9_sp_writer *w, uint32_t id, uint32_t member, const char *name)
{
    uint32_t text[251];
    if (!w->names)
        return;
    uint32_t count = string_words(name, true, text), *at = s9_sp_room(w, &w->debug, 3u + count);
    at[0] = s9_sp_head(SPV_OP_MEMBER_NAME, 3u + count);
    at[1] = id;
    at[2] = member;
    memcpy(at + 3, text, count * sizeof *text);
}

void s9_sp_decorate(s9_sp_writer *w, uint32_t id, uint32_t decoration)
{
    uint32_t *at = s9_sp_room(w, &w->notes, 3);
    at[0] = s9_sp_head(SPV_OP_DECORATE, 3);
    at[1] = id;
    at[2] = decoration;
}

void s9_sp_decorate_with(s9_sp_writer *w, uint32_t id, uint32_t decoration, uint32_t operand)
{
    uint32_t *at = s9_sp_room(w, &w->notes, 4);
    at[0] = s9_sp_head(SPV_OP_DECORATE, 4);
    at[1] = id;
    at[2] = decoration;
    at[3] = operand;
}

void s9_sp_decorate_member(s9_sp_writer *w, uint32_t id, uint32_t member, uint32_t decoration, uint32_t operand)
{
    uint32_t *at = s9_sp_room(w, &w->notes, 5);
    at[0] = s9_sp_head(SPV_OP_MEMBER_DECORATE, 5);
    at[1] = id;
    at[2] = member;
    at[3] = decoration;
    at[4] = operand;
}

uint32_t s9_sp_glsl(s9_sp_writer *w)
{
    if (w->glsl == 0)
        w->glsl = s9_sp_new_id(w, 0);
    return w->glsl;
}

/* ---- instructions ---- */

uint32_t s9_sp_ext(s9_sp_writer *w, uint32_t number, uint32_t type, uint32_t width, uint32_t count, uint32_t a,
                   uint32_t b, uint32_t c)
{
    uint32_t glsl = s9_sp_glsl(w), id = s9_sp_new_id(w, width), *at = s9_sp_room(w, &w->code, 5u + count);
    at[0] = s9_sp_head(SPV_OP_EXT_INST, 5u + count);
    at[1] = type;
    at[2] = id;
    at[3] = glsl;
    at[4] = number;
    at[5] = a;
    if (count > 1)
        at[6] = b;
    if (count > 2)
        at[7] = c;
    return id;
}

void s9_sp_store(s9_sp_writer *w, uint32_t pointer, uint32_t value)
{
    uint32_t *at = s9_sp_room(w, &w->code, 3);
    at[0] = s9_sp_head(SPV_OP_STORE, 3);
    at[1] = pointer;
    at[2] = value;
}

uint32_t s9_sp_load(s9_sp_writer *w, uint32_t type, uint32_t width, uint32_t pointer)
{
    return s9_sp_emit1(w, SPV_OP_LOAD, type, width, pointer);
}

uint32_t s9_sp_access(s9_sp_writer *w, uint32_t type, uint32_t base, uint32_t a, uint32_t b)
{
    if (b != 0)
        return s9_sp_emit3(w, SPV_OP_ACCESS_CHAIN, type, 0, base, a, b);
    return s9_sp_emit2(w, SPV_OP_ACCESS_CHAIN, type, 0, base, a);
}

uint32_t s9_sp_extract(s9_sp_writer *w, uint32_t type, uint32_t value, uint32_t component)
{
    return s9_sp_emit2(w, SPV_OP_COMPOSITE_EXTRACT, type, 1, value, component);
}

void s9_sp_label(s9_sp_writer *w, uint32_t id)
{
    uint32_t *at = s9_sp_room(w, &w->code, 2);
    at[0] = s9_sp_head(SPV_OP_LABEL, 2);
    at[1] = id;
    w->block = id;
}

void s9_sp_branch(s9_sp_writer *w, uint32_t target)
{
    uint32_t *at = s9_sp_room(w, &w->code, 2);
    at[0] = s9_sp_head(SPV_OP_BRANCH, 2);
    at[1] = target;
}

void s9_sp_plain(s9_sp_writer *w, uint32_t op)
{
    s9_sp_push(w, &w->code, s9_sp_head(op, 1));
}

uint32_t s9_sp_begin_if(s9_sp_writer *w, uint32_t condition)
{
    uint32_t then = s9_sp_new_id(w, 0), merge = s9_sp_new_id(w, 0), *at = s9_sp_room(w, &w->code, 7);
    at[0] = s9_sp_head(SPV_OP_SELECTION_MERGE, 3);
    at[1] = merge;
    at[2] = 0;
    at[3] = s9_sp_head(SPV_OP_BRANCH_CONDITIONAL, 4);
    at[4] = condition;
    at[5] = then;
    at[6] = merge;
    s9_sp_label(w, then);
    return merge;
}

void s9_sp_end_if(s9_sp_writer *w, uint32_t merge)
{
    s9_sp_branch(w, merge);
    s9_sp_label(w, merge);
}

/* ---- the whole ---- */

typedef struct output {
    uint32_t *at;
} output;

static void put(output *o, const uint32_t *words, uint32_t count)
{
    if (count > 0)
        memcpy(o->at, words, count * sizeof *words);
    o->at += count;
}

static void put_section(output *o, const s9_sp_words *section)
{
    put(o, section->items, section->count);
}

static void put_capability(output *o, uint32_t capability)
{
    uint32_t words[2] = {s9_sp_head(SPV_OP_CAPABILITY, 2), capability};
    put(o, words, 2);
}

/* One decoration for all: a word each instead of three. */
static void put_exact(output *o, const s9_sp_writer *w, uint32_t group)
{
    const uint32_t *ids = w->exact.items;
    uint32_t left = w->exact.count;
    uint32_t head[5] = {s9_sp_head(SPV_OP_DECORATE, 3), group, SPV_DECORATION_NO_CONTRACTION,
                        s9_sp_head(SPV_OP_DECORATION_GROUP, 2), group};
    if (left <= 2) {
        for (uint32_t i = 0; i < left; i++) {
            uint32_t words[3] = {s9_sp_head(SPV_OP_DECORATE, 3), ids[i], SPV_DECORATION_NO_CONTRACTION};
            put(o, words, 3);
        }
        return;
    }
    put(o, head, 5);
    while (left > 0) {
        uint32_t count = left < 32768u ? left : 32768u;
        uint32_t words[2] = {s9_sp_head(SPV_OP_GROUP_DECORATE, 2u + count), group};
        put(o, words, 2);
        put(o, ids, count);
        ids += count;
        left -= count;
    }
}

bool s9_sp_assemble(s9_sp_writer *w)
{
    const s9_spirv_options *options = w->options;
    uint32_t name[251], name_words = string_words(options->entry_point ? options->entry_point : "main", false, name);
    uint32_t group = w->exact.count > 2 ? s9_sp_new_id(w, 0) : 0;
    if (w->arena.failed || w->refused)
        return false;
    uint64_t total = 64u + (uint64_t)w->types.count + w->debug.count + w->notes.count + w->locals.count +
                     w->code.count + w->exact.count * 3u + w->globals.count + name_words * 2u;
    uint32_t entry_words = 3u + name_words + w->globals.count;
    if (total > UINT32_MAX / 8u || entry_words > SPV_LIMIT_WORDS)
        return false;
    /* Module, words and layout in one allocation. */
    s9_arena *arena = &w->result->arena;
    (void)s9_arena_reserve(arena, S9_ARENA_ROUND(sizeof *w->module) + S9_ARENA_ROUND((size_t)total * 4u) +
                                      s9_sp_layout_room(w));
    w->module = s9_arena_alloc_raw(arena, sizeof *w->module);
    uint32_t *words = s9_arena_array_raw(arena, (size_t)total, sizeof *words);
    if (arena->failed)
        return false;
    output o = {words};
    uint32_t header[5] = {SPV_MAGIC, options->version, 0, w->bound, 0};
    put(&o, header, 5);
    put_capability(&o, SPV_CAPABILITY_SHADER);
    if (w->clip_distance_id != 0)
        put_capability(&o, SPV_CAPABILITY_CLIP_DISTANCE);
    if (options->fine_derivatives && w->ir->uses_gradients)
        put_capability(&o, SPV_CAPABILITY_DERIVATIVE_CONTROL);
    if (options->version >= SPV_1_6 && w->ir->uses_discard)
        put_capability(&o, SPV_CAPABILITY_DEMOTE);
    if (w->glsl != 0) {
        /* "GLSL.std.450" */
        uint32_t import[6] = {s9_sp_head(SPV_OP_EXT_INST_IMPORT, 6), w->glsl, 0x4C534C47u, 0x6474732Eu, 0x3035342Eu, 0};
        put(&o, import, 6);
    }
    uint32_t model[3] = {s9_sp_head(SPV_OP_MEMORY_MODEL, 3), 0, 1};
    put(&o, model, 3);
    uint32_t entry[3] = {s9_sp_head(SPV_OP_ENTRY_POINT, entry_words), w->pixel ? SPV_MODEL_FRAGMENT : SPV_MODEL_VERTEX,
                         w->main_id};
    put(&o, entry, 3);
    put(&o, name, name_words);
    put_section(&o, &w->globals);
    if (w->pixel) {
        uint32_t mode[3] = {s9_sp_head(SPV_OP_EXECUTION_MODE, 3), w->main_id, SPV_MODE_ORIGIN_UPPER_LEFT};
        put(&o, mode, 3);
        mode[2] = SPV_MODE_DEPTH_REPLACING;
        if (w->frag_depth_id != 0)
            put(&o, mode, 3);
    }
    put_section(&o, &w->debug);
    put_section(&o, &w->notes);
    put_exact(&o, w, group);
    put_section(&o, &w->types);
    uint32_t function[7] = {
        s9_sp_head(SPV_OP_FUNCTION, 5), w->type_void, w->main_id, 0, w->type_main, s9_sp_head(SPV_OP_LABEL, 2), 0};
    function[6] = w->result->word_count; /* the label of the first block, kept here until now */
    put(&o, function, 7);
    put_section(&o, &w->locals);
    put_section(&o, &w->code);
    w->result->words = words;
    w->result->word_count = (uint32_t)(o.at - words);
    return true;
}
