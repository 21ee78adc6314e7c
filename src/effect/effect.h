/* SPDX-License-Identifier: MIT */
/*
 * effect - files that hold several shaders. open.c finds the effect in its file (xnb.c, lzx.c), parse.c reads it,
 * shaders.c lists, replaces and writes its shaders, evaluate.c computes states; vcs.c and dxbc.c read other files,
 * each.c goes through the shaders of any of them.
 */
#ifndef S9_EFFECT_EFFECT_H
#define S9_EFFECT_EFFECT_H

#include "base/base.h"

#include <shader9/effect.h>

#define S9_EFFECT_TOKEN 0xFEFF0901u
#define S9_XNA_TOKEN 0xBCF00BCFu

/* D3DXPARAMETER_TYPE. */
enum {
    S9_EFFECT_TYPE_BOOL = 1,
    S9_EFFECT_TYPE_INT = 2,
    S9_EFFECT_TYPE_FLOAT = 3,
    S9_EFFECT_TYPE_STRING = 4,
    S9_EFFECT_TYPE_SAMPLER = 10,
    S9_EFFECT_TYPE_SAMPLER_CUBE = 14,
    S9_EFFECT_TYPE_PIXELSHADER = 15,
    S9_EFFECT_TYPE_VERTEXSHADER = 16,
};

/* Names and the numbers of what has them: the first of several of a name. */
typedef struct s9_name_table {
    const char *const *names; /* by number */
    const uint32_t *order;    /* numbers, by name */
    uint32_t count;
} s9_name_table;

/* False when out of memory. `names` must live as long as the table. */
bool s9_name_table_make(s9_arena *arena, const char *const *names, uint32_t count, s9_name_table *out);
/* S9_EFFECT_NONE when nothing has the name. */
uint32_t s9_name_table_find(const s9_name_table *table, const char *name);

/* The data of an object, as it stands in the file. Offsets count from the beginning of the effect's data. */
typedef struct s9_effect_chunk {
    size_t length_at; /* where its length stands; the data follow behind it */
    uint32_t length;
    uint32_t shader; /* number of the shader that it is, S9_EFFECT_NONE */
} s9_effect_chunk;

/* A place where a shader is used: in a pass, or as a parameter's value. */
typedef struct s9_effect_use {
    uint32_t technique, pass; /* technique S9_EFFECT_NONE: the parameter itself */
    uint32_t parameter;
    uint32_t element; /* S9_EFFECT_NONE: no array */
    bool pixel;
    uint32_t next; /* use of the same shader, S9_EFFECT_NONE */
} s9_effect_use;

typedef struct s9_effect_entry {
    s9_effect_shader shader;
    uint32_t chunk;
    uint32_t first_use;
    bool replaced;
    s9_blob tokens; /* of a replaced one */
} s9_effect_entry;

/* Where an XNB file says how large it and its effect are. */
typedef struct s9_xnb_place {
    size_t data_at;   /* the effect's data, in the unpacked content */
    size_t length_at; /* 32 bits: bytes of the effect's data */
    size_t length;
} s9_xnb_place;

struct s9_effect {
    s9_arena arena;
    s9_content content;
    const char *compression;
    const char *name;    /* of the file, for diagnostics, or NULL */
    const uint8_t *file; /* the file as it was opened */
    size_t file_size;
    const uint8_t *plain; /* the same without compression: the file, or a header and what was unpacked */
    size_t plain_size;
    s9_xnb_place xnb;
    size_t fx_at; /* of the token 0xFEFF0901 in `plain` */
    size_t fx_end;
    bool entangled; /* names, types or values lie among the objects: no object may change its size */

    struct {
        s9_effect_parameter *items;
        uint32_t count;
    } parameters;
    struct {
        s9_effect_technique *items;
        uint32_t count;
    } techniques;
    s9_name_table parameter_table, technique_table;
    uint32_t **current; /* by parameter: words that were set, or NULL */
    struct {
        s9_effect_chunk *items;
        uint32_t count, capacity;
    } chunks;
    uint32_t *chunk_of_object; /* by object number; S9_EFFECT_NONE */
    uint32_t object_count;
    struct {
        s9_effect_entry *items;
        uint32_t count, capacity;
    } shaders;
    struct {
        s9_effect_use *items;
        uint32_t count, capacity;
    } uses;
};

/* ---- parse.c ---- */

/*
 * Reads the effect that `effect->plain` holds from fx_at to fx_end. S9_ERROR_INVALID (reported) or S9_ERROR_MEMORY when
 * it cannot.
 */
s9_result s9_effect_parse(s9_effect *effect, s9_diagnostics *list);

static inline bool s9_effect_is_shader(uint32_t type_number)
{
    return type_number >= S9_EFFECT_TYPE_PIXELSHADER && type_number <= 18; /* fragments, too */
}

static inline bool s9_effect_is_sampler(uint32_t type_number)
{
    return type_number >= S9_EFFECT_TYPE_SAMPLER && type_number <= S9_EFFECT_TYPE_SAMPLER_CUBE;
}

/* The bytes of a chunk. */
static inline const uint8_t *s9_effect_chunk_bytes(const s9_effect *effect, uint32_t chunk)
{
    return effect->plain + effect->chunks.items[chunk].length_at + 4;
}

/* ---- shaders.c ---- */

/* Numbers the shaders and names them; the number of the shader that a chunk is, NONE when it holds no tokens. */
bool s9_effect_list_shaders(s9_effect *effect);

/* ---- xnb.c ---- */

/*
 * Finds the effect in an XNB file. On success *plain is the file without compression: `bytes` itself, or a copy in the
 * arena, whose header says so.
 */
s9_result s9_xnb_open(s9_arena *arena, const uint8_t *bytes, size_t size, const s9_effect_options *options,
                      const uint8_t **plain, size_t *plain_size, s9_xnb_place *place, const char **compression,
                      s9_diagnostics *list);

/* ---- lzx.c ---- */

typedef struct s9_lzx s9_lzx;

/* A decoder with a window of 64 KiB, as XNA uses it; NULL when out of memory. */
s9_lzx *s9_lzx_create(s9_arena *arena);
/*
 * Unpacks the next block into `out`: the first `out_size` bytes of it. The block itself unpacks to `frame` bytes, at
 * most 32 KiB, which are more than `out_size` only in the last block. Its matches reach into the blocks before. False
 * when the block is damaged.
 */
bool s9_lzx_block(s9_lzx *lzx, const uint8_t *bytes, size_t size, uint8_t *out, size_t out_size, size_t frame);

/* ---- faults ---- */

#define S9_EFFECT_UNPACKED ((size_t)256 << 20)

/* The most that is unpacked at a time. */
static inline size_t s9_effect_limit(const s9_effect_options *options)
{
    return options->max_unpacked == 0 ? S9_EFFECT_UNPACKED : options->max_unpacked;
}

/* Reports an error at a byte of the file. Returns S9_ERROR_INVALID. */
s9_result s9_effect_fault(const char *name, s9_diagnostics *list, size_t offset, const char *format, ...)
    S9_PRINTF(4, 5);
/* Reads the options of a caller; false when they are none. */
bool s9_effect_read_options(s9_effect_options *out, const s9_effect_options *options);

#endif
