/* SPDX-License-Identifier: MIT */
/*
 * Shader files of the Source engine. Header: version, number of all combos, of dynamic ones, flags, centroid mask, then
 *
 *   versions 3, 5, 6   number of static records, checksum (not in version 3); records (static combo, offset of its
 *                      blocks), the last one a mark; in version 6 the number of aliases, and they (static combo, the
 *                      one that it is like)
 *   versions 2 and 4   size of the reference combo, checksum (version 4 only); the reference combo; offset and size of
 *                      each combo, which is written as changes of the reference
 *
 * Blocks: a word of size, whose upper bits say how it is compressed, 0xFFFFFFFF behind the last one; in it combos:
 * their number, size, tokens.
 */
#include "effect/effect.h"

enum { HEADER_OLDEST = 24, HEADER = 28, RECORD = 8 };

#define NONE UINT32_MAX

/*
 * What all static combos together may come to: blocks and combos may be shared by many of them, and be empty. Honest
 * files pack thirty to one or so, a combo has some hundred bytes, and a block that is compressed not much less.
 */
#define BUDGET(size) (((uint64_t)64 << 20) + (uint64_t)256 * (size))
#define COMBO_COST 256u
#define BLOCK_COST 4096u
#define BLOCK_PLAIN 0x80000000u
#define BLOCK_LZMA 0x40000000u
#define BLOCK_SIZE 0x3FFFFFFFu

/* Compilers make blocks of at most 128 KiB; one combo that is larger has a block of its own. */
enum { MOST_IN_BLOCK = 1 << 24 };

struct s9_vcs {
    s9_arena arena;
    s9_arena unpacked; /* of the static combo asked for last */
    s9_effect_options options;
    const uint8_t *bytes;
    size_t size;
    s9_vcs_header header;
    bool by_blocks;                     /* versions 3, 5 and 6 */
    size_t records_at;                  /* of static combos */
    uint32_t record_count, alias_count; /* without the mark */
    size_t aliases_at;
    size_t reference_at;
    struct {
        s9_vcs_static *items;
        uint32_t count;
    } statics;
    uint32_t *record_of; /* by static combo: its record */
    uint64_t left;       /* bytes that may still be gone through: many static combos may share their blocks */
};

static uint32_t word(const s9_vcs *v, size_t at)
{
    return s9_read_u32(v->bytes + at);
}

#define FAULT(vcs, list, at, ...) s9_effect_fault((vcs)->options.name, (list), (at), __VA_ARGS__)

/* ---- tables ---- */

static bool has(const s9_vcs *v, size_t at, uint64_t size)
{
    return at <= v->size && size <= v->size - at;
}

/* Versions 2 and 3 have no checksum. */
static size_t header_size(const s9_vcs *v)
{
    return v->header.version < 4 ? HEADER_OLDEST : HEADER;
}

static s9_result read_header(s9_vcs *v, s9_diagnostics *list)
{
    s9_vcs_header *h = &v->header;
    if (!has(v, 0, HEADER_OLDEST))
        return FAULT(v, list, 0, "the file ends in its header");
    h->version = word(v, 0);
    if (h->version < 2 || h->version > 6)
        return FAULT(v, list, 0, "a .vcs file of version %u; versions 2 to 6 can be read", (unsigned)h->version);
    if (!has(v, 0, header_size(v)))
        return FAULT(v, list, 0, "the file ends in its header");
    h->total_combos = word(v, 4);
    h->dynamic_combos = word(v, 8);
    h->flags = word(v, 12);
    h->centroid_mask = word(v, 16);
    h->source_crc = h->version < 4 ? 0 : word(v, 24);
    v->by_blocks = h->version != 2 && h->version != 4;
    /* Large shaders have more combos than 32 bits count: blocks need no total. */
    if (h->dynamic_combos == 0 || (h->total_combos == 0 && !v->by_blocks))
        return FAULT(v, list, 4, "the file has no combos");
    return S9_OK;
}

/* Records and aliases are sorted: both make one list by number. */
static s9_result list_records(s9_vcs *v, s9_diagnostics *list)
{
    uint32_t count = word(v, 20);
    v->records_at = header_size(v);
    if (!has(v, v->records_at, (uint64_t)count * RECORD))
        return FAULT(v, list, 20, "the records of static combos do not fit into the file");
    if (count == 0 || word(v, v->records_at + ((size_t)count - 1) * RECORD) != NONE)
        return FAULT(v, list, 20, "the records of static combos have no end mark");
    v->record_count = count - 1;
    v->aliases_at = v->records_at + (size_t)count * RECORD + 4;
    if (v->header.version == 6) {
        if (!has(v, v->aliases_at - 4, 4))
            return FAULT(v, list, v->aliases_at - 4, "the file ends in its tables");
        v->alias_count = word(v, v->aliases_at - 4);
        if (!has(v, v->aliases_at, (uint64_t)v->alias_count * RECORD))
            return FAULT(v, list, v->aliases_at - 4, "the aliases of static combos do not fit into the file");
    }
    size_t all = (size_t)v->record_count + v->alias_count;
    v->statics.items = s9_arena_array(&v->arena, all + 1, sizeof *v->statics.items);
    v->record_of = s9_arena_array(&v->arena, all + 1, sizeof *v->record_of);
    if (v->arena.failed)
        return S9_ERROR_MEMORY;
    uint32_t r = 0, a = 0;
    while (r < v->record_count || a < v->alias_count) {
        uint32_t record = r < v->record_count ? word(v, v->records_at + (size_t)r * RECORD) : NONE;
        uint32_t alias = a < v->alias_count ? word(v, v->aliases_at + (size_t)a * RECORD) : NONE;
        bool own = a >= v->alias_count || (r < v->record_count && record <= alias);
        s9_vcs_static *s = &v->statics.items[v->statics.count];
        *s = (s9_vcs_static){own ? record : alias, NONE};
        v->record_of[v->statics.count] = r;
        if (own) {
            r++;
        } else {
            s->alias_of = word(v, v->aliases_at + (size_t)a * RECORD + 4);
            v->record_of[v->statics.count] = NONE; /* looked for when it is asked for */
            a++;
        }
        v->statics.count++;
    }
    return S9_OK;
}

/* One static combo for each run of dynamic combos of which one at least is there. */
static s9_result list_dictionary(s9_vcs *v, s9_diagnostics *list)
{
    size_t header = header_size(v);
    uint32_t dynamic = v->header.dynamic_combos;
    v->header.reference_size = word(v, 20);
    v->reference_at = header;
    if (!has(v, header, v->header.reference_size))
        return FAULT(v, list, 20, "the reference combo does not fit into the file");
    v->records_at = header + v->header.reference_size;
    if (!has(v, v->records_at, (uint64_t)v->header.total_combos * RECORD))
        return FAULT(v, list, 4, "the dictionary of combos does not fit into the file");
    uint32_t statics = v->header.total_combos / dynamic;
    v->statics.items = s9_arena_array(&v->arena, (size_t)statics + 1, sizeof *v->statics.items);
    v->record_of = s9_arena_array(&v->arena, (size_t)statics + 1, sizeof *v->record_of);
    if (v->arena.failed)
        return S9_ERROR_MEMORY;
    for (uint32_t i = 0; i < statics; i++) {
        bool there = false;
        for (uint32_t k = 0; k < dynamic && !there; k++) {
            size_t at = v->records_at + ((size_t)i * dynamic + k) * RECORD;
            there = word(v, at) != NONE && word(v, at + 4) != 0;
        }
        if (there) {
            v->record_of[v->statics.count] = i * dynamic;
            v->statics.items[v->statics.count++] = (s9_vcs_static){i, NONE};
        }
    }
    return S9_OK;
}

s9_result s9_vcs_open(const void *bytes, size_t size, const s9_allocator *allocator, const s9_effect_options *options,
                      s9_vcs **out, s9_diagnostics *diagnostics)
{
    s9_effect_options o;
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if ((bytes == NULL && size != 0) || !s9_effect_read_options(&o, options))
        return S9_ERROR_ARGUMENT;
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    s9_vcs *v = s9_arena_alloc(&arena, sizeof *v);
    uint8_t *copy = v == NULL ? NULL : s9_arena_alloc_raw(&arena, size + 1);
    if (copy == NULL) {
        s9_arena_free(&arena);
        return S9_ERROR_MEMORY;
    }
    if (size != 0)
        memcpy(copy, bytes, size);
    v->arena = arena;
    s9_arena_init(&v->unpacked, allocator);
    v->options = o;
    v->options.name = o.name == NULL ? NULL : s9_arena_strdup(&v->arena, o.name);
    v->bytes = copy;
    v->size = size;
    v->left = BUDGET(size);
    s9_result result = read_header(v, diagnostics);
    if (result == S9_OK)
        result = v->by_blocks ? list_records(v, diagnostics) : list_dictionary(v, diagnostics);
    if (result == S9_OK && v->arena.failed)
        result = S9_ERROR_MEMORY;
    if (result != S9_OK) {
        s9_vcs_destroy(v);
        return result;
    }
    v->header.static_count = v->statics.count;
    *out = v;
    return S9_OK;
}

void s9_vcs_destroy(s9_vcs *vcs)
{
    if (vcs == NULL)
        return;
    s9_arena_free(&vcs->unpacked);
    s9_arena arena = vcs->arena; /* the structure itself lies in it */
    s9_arena_free(&arena);
}

s9_vcs_header s9_vcs_header_of(const s9_vcs *vcs)
{
    return vcs->header;
}

s9_vcs_static s9_vcs_static_at(const s9_vcs *vcs, size_t index)
{
    return index < vcs->statics.count ? vcs->statics.items[index] : (s9_vcs_static){NONE, NONE};
}

/* ---- unpacking ---- */

typedef struct unpacker {
    s9_vcs *vcs;
    s9_diagnostics *list;
    uint32_t static_id;
    size_t left;    /* bytes that may still be unpacked */
    uint8_t *guess; /* room for what nobody knows the size of */
    size_t guess_size;
    struct {
        s9_vcs_combo *items;
        uint32_t count, capacity;
    } combos;
} unpacker;

/* Counts bytes that were gone through; false, reported, when they are too many. */
static bool spend(const unpacker *u, uint64_t bytes, size_t at)
{
    if (bytes > u->vcs->left) {
        (void)FAULT(u->vcs, u->list, at, "the static combos unpack to too many bytes");
        return false;
    }
    u->vcs->left -= bytes;
    return true;
}

static s9_result add_combo(unpacker *u, uint32_t number, const uint8_t *bytes, size_t size)
{
    s9_vcs_combo combo = {number, bytes, size};
    return S9_PUSH(&u->vcs->unpacked, &u->combos, combo) ? S9_OK : S9_ERROR_MEMORY;
}

static uint8_t *room(unpacker *u, size_t size, size_t at, s9_result *result)
{
    if (size > u->left) {
        *result = FAULT(u->vcs, u->list, at, "static combo %u unpacks to too many bytes", (unsigned)u->static_id);
        return NULL;
    }
    u->left -= size;
    if (!spend(u, size, at)) {
        *result = S9_ERROR_INVALID;
        return NULL;
    }
    uint8_t *out = s9_arena_alloc_raw(&u->vcs->unpacked, size + 1);
    *result = out == NULL ? S9_ERROR_MEMORY : S9_OK;
    return out;
}

static s9_result call(const unpacker *u, s9_compression compression, const void *properties, size_t at, size_t size,
                      uint8_t *out, size_t out_size, size_t *written)
{
    const s9_decompressor *d = u->vcs->options.decompressor;
    *written = 0;
    return d == NULL
               ? S9_ERROR_UNSUPPORTED
               : d->decompress(d->user, compression, properties, u->vcs->bytes + at, size, out, out_size, written);
}

/* Says what has kept a block from being unpacked. */
static s9_result report(const unpacker *u, s9_result result, const char *compression, size_t at)
{
    if (result == S9_ERROR_UNSUPPORTED)
        (void)FAULT(u->vcs, u->list, at, "the combos are compressed with %s, which this build has not", compression);
    else if (result == S9_ERROR_INVALID)
        (void)FAULT(u->vcs, u->list, at, "the %s data of static combo %u are damaged", compression,
                    (unsigned)u->static_id);
    return result;
}

/* "LZMA", unpacked size, packed size, properties, data. */
static s9_result unpack_lzma(unpacker *u, size_t at, size_t size, const uint8_t **out, size_t *out_size)
{
    const uint8_t *bytes = u->vcs->bytes + at;
    s9_result result;
    if (size < 17 || memcmp(bytes, "LZMA", 4) != 0 || s9_read_u32(bytes + 8) > size - 17)
        return FAULT(u->vcs, u->list, at, "a block of LZMA data has no header");
    size_t whole = s9_read_u32(bytes + 4), written = 0;
    if (whole > MOST_IN_BLOCK)
        return FAULT(u->vcs, u->list, at + 4, "a block says that it unpacks to %lu bytes", (unsigned long)whole);
    uint8_t *memory = room(u, whole, at, &result);
    if (result != S9_OK)
        return result;
    result = call(u, S9_COMPRESSION_LZMA, bytes + 12, at + 17, s9_read_u32(bytes + 8), memory, whole, &written);
    if (result == S9_OK && written != whole)
        result = S9_ERROR_INVALID;
    *out = memory;
    *out_size = whole;
    return report(u, result, "LZMA", at);
}

/* Nothing says how much bzip2 data unpack to: their room grows until they fit. */
static s9_result unpack_bzip2(unpacker *u, size_t at, size_t size, const uint8_t **out, size_t *out_size)
{
    s9_result result;
    size_t written = 0;
    for (size_t guess = u->guess_size == 0 ? (size_t)1 << 17 : u->guess_size;; guess *= 4) {
        if (u->guess_size < guess) {
            u->guess = s9_arena_alloc_raw(&u->vcs->unpacked, guess);
            if (u->guess == NULL)
                return S9_ERROR_MEMORY;
            u->guess_size = guess;
        }
        result = call(u, S9_COMPRESSION_BZIP2, NULL, at, size, u->guess, guess, &written);
        if (result != S9_ERROR_INVALID || written != guess || guess >= MOST_IN_BLOCK || guess > u->left)
            break;
        if (!spend(u, written, at)) /* it is full, and has been so in vain */
            return S9_ERROR_INVALID;
    }
    if (result == S9_ERROR_INVALID && written > u->left)
        result = S9_OK; /* what there is room for is too much: says so */
    if (result != S9_OK)
        return report(u, result, "bzip2", at);
    uint8_t *memory = room(u, written, at, &result);
    if (result == S9_OK && written != 0)
        memcpy(memory, u->guess, written);
    *out = memory;
    *out_size = written;
    return result;
}

static s9_result split_block(unpacker *u, size_t at, const uint8_t *bytes, size_t size)
{
    uint64_t base = (uint64_t)u->static_id * u->vcs->header.dynamic_combos;
    for (size_t i = 0; i < size;) {
        if (!spend(u, COMBO_COST, at))
            return S9_ERROR_INVALID;
        if (size - i < 8 || s9_read_u32(bytes + i + 4) > size - i - 8)
            return FAULT(u->vcs, u->list, at, "a combo does not fit into its block");
        uint32_t number = s9_read_u32(bytes + i), length = s9_read_u32(bytes + i + 4);
        /* Version 5 counts all combos, version 6 the dynamic ones of each static one: who has too many, counts all. */
        if (number >= u->vcs->header.dynamic_combos && number >= (uint32_t)base)
            number -= (uint32_t)base;
        s9_result result = add_combo(u, number, bytes + i + 8, length);
        if (result != S9_OK)
            return result;
        i += 8 + (size_t)length;
    }
    return S9_OK;
}

static s9_result unpack_blocks(unpacker *u, size_t at)
{
    const s9_vcs *v = u->vcs;
    for (;;) {
        if (!has(v, at, 4))
            return FAULT(v, u->list, at, "the blocks of static combo %u do not end", (unsigned)u->static_id);
        uint32_t lead = word(v, at);
        size_t size = lead & BLOCK_SIZE, out_size = size;
        if (lead == NONE)
            return S9_OK;
        at += 4;
        if (!has(v, at, size))
            return FAULT(v, u->list, at - 4, "a block of static combo %u is longer than the file",
                         (unsigned)u->static_id);
        const uint8_t *out = v->bytes + at;
        s9_result result = S9_OK;
        if (!spend(u, 4 + (uint64_t)size + ((lead & BLOCK_PLAIN) != 0 ? 0 : BLOCK_COST), at))
            return S9_ERROR_INVALID;
        if ((lead & ~BLOCK_SIZE) == BLOCK_LZMA)
            result = unpack_lzma(u, at, size, &out, &out_size);
        else if ((lead & ~BLOCK_SIZE) == 0)
            result = unpack_bzip2(u, at, size, &out, &out_size);
        else if ((lead & ~BLOCK_SIZE) != BLOCK_PLAIN)
            result = FAULT(v, u->list, at - 4, "a block is compressed in an unknown way");
        if (result == S9_OK)
            result = split_block(u, at, out, out_size);
        if (result != S9_OK)
            return result;
        at += size;
    }
}

/*
 * A combo as changes of the reference: 1..127, so many bytes as they are; 0x80 + n, n bytes of the reference, from
 * where the last ones ended and a signed byte on; 0x80, then n and a signed word; 0x80 0, then three bytes of n, and
 * the bytes; 0, then words of n and of the signed distance. Two passes: how much it comes to, then the bytes.
 */
static bool apply_changes(const s9_vcs *v, const uint8_t *changes, size_t size, uint8_t *out, size_t *out_size)
{
    const uint8_t *reference = v->bytes + v->reference_at;
    int64_t place = 0, whole = v->header.reference_size;
    size_t written = 0;
    for (size_t i = 0; i < size;) {
        uint32_t op = changes[i++], length = op & 0x7Fu;
        size_t rest = size - i;
        int32_t skip = 0;
        bool copy = true;
        if (op == 0) {
            if (rest < 4)
                return false;
            length = changes[i] | (uint32_t)changes[i + 1] << 8;
            skip = (int16_t)(changes[i + 2] | changes[i + 3] << 8);
            i += 4;
        } else if (op < 0x80) {
            copy = false;
        } else if (length != 0) {
            if (rest < 1)
                return false;
            skip = (int8_t)changes[i++];
        } else if (rest >= 1 && changes[i] != 0) {
            if (rest < 3)
                return false;
            length = changes[i];
            skip = (int16_t)(changes[i + 1] | changes[i + 2] << 8);
            i += 3;
        } else {
            if (rest < 4)
                return false;
            length = changes[i + 1] | (uint32_t)changes[i + 2] << 8 | (uint32_t)changes[i + 3] << 16;
            copy = false;
            i += 4;
        }
        const uint8_t *from = changes + i;
        if (copy) {
            place += skip;
            if (place < 0 || place + length > whole)
                return false;
            from = reference + place;
            place += length;
        } else {
            if (length > size - i)
                return false;
            i += length;
        }
        if (out != NULL && length != 0)
            memcpy(out + written, from, length);
        written += length;
    }
    *out_size = written;
    return true;
}

static s9_result unpack_dictionary(unpacker *u, uint32_t first)
{
    const s9_vcs *v = u->vcs;
    for (uint32_t i = 0; i < v->header.dynamic_combos; i++) {
        size_t at = v->records_at + ((size_t)first + i) * RECORD;
        uint32_t offset = word(v, at), size = word(v, at + 4);
        if (offset == NONE || size == 0)
            continue;
        if (!has(v, offset, size))
            return FAULT(v, u->list, at, "a combo lies outside of the file");
        if (!spend(u, COMBO_COST + (uint64_t)size, at))
            return S9_ERROR_INVALID;
        const uint8_t *bytes = v->bytes + offset;
        size_t whole = size;
        s9_result result = S9_OK;
        if (size >= 4 && memcmp(bytes, "LZMA", 4) == 0)
            result = unpack_lzma(u, offset, size, &bytes, &whole);
        if (result == S9_OK && v->header.reference_size != 0) {
            size_t made = 0;
            uint8_t *out = NULL;
            if (!apply_changes(v, bytes, whole, NULL, &made))
                return FAULT(v, u->list, offset, "a combo's changes of the reference are damaged");
            out = room(u, made, offset, &result);
            if (result == S9_OK)
                (void)apply_changes(v, bytes, whole, out, &made);
            bytes = out;
            whole = made;
        }
        if (result == S9_OK)
            result = add_combo(u, i, bytes, whole);
        if (result != S9_OK)
            return result;
    }
    return S9_OK;
}

/* The record of a static combo, NONE when there is none. */
static uint32_t find_record(const s9_vcs *v, uint32_t id)
{
    uint32_t first = 0, end = v->record_count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (word(v, v->records_at + (size_t)middle * RECORD) < id)
            first = middle + 1;
        else
            end = middle;
    }
    return first < v->record_count && word(v, v->records_at + (size_t)first * RECORD) == id ? first : NONE;
}

s9_result s9_vcs_combos(s9_vcs *vcs, size_t index, const s9_vcs_combo **out, size_t *count, s9_diagnostics *diagnostics)
{
    if (vcs == NULL || out == NULL || count == NULL || index >= vcs->statics.count)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    *count = 0;
    const s9_vcs_static *s = &vcs->statics.items[index];
    uint32_t record = vcs->record_of[index];
    s9_allocator allocator = vcs->arena.allocator;
    s9_arena_free(&vcs->unpacked);
    s9_arena_init(&vcs->unpacked, &allocator);
    if (record == NONE)
        record = find_record(vcs, s->alias_of);
    if (record == NONE)
        return FAULT(vcs, diagnostics, vcs->aliases_at, "static combo %u is an alias of %u, which is not there",
                     (unsigned)s->id, (unsigned)s->alias_of);
    /* Combos of version 5 are numbered after the static combo that they were stored for. */
    unpacker u = {.vcs = vcs,
                  .list = diagnostics,
                  .static_id = s->alias_of != NONE ? s->alias_of : s->id,
                  .left = s9_effect_limit(&vcs->options)};
    s9_result result = vcs->by_blocks ? unpack_blocks(&u, word(vcs, vcs->records_at + (size_t)record * RECORD + 4))
                                      : unpack_dictionary(&u, record);
    if (result == S9_OK) {
        *out = u.combos.items;
        *count = u.combos.count;
    }
    return result;
}
