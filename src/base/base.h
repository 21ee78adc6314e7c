/* SPDX-License-Identifier: MIT */
/*
 * base - arena, growable buffer, diagnostics, checked arithmetic. Knows nothing of shaders.
 */
#ifndef S9_BASE_BASE_H
#define S9_BASE_BASE_H

#include <shader9/base.h>

#include <stdarg.h>
#include <string.h>

#if defined(__GNUC__)
#if defined(__MINGW32__)
#define S9_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#else
#define S9_PRINTF(text, first) __attribute__((format(printf, text, first)))
#endif
/* The longer cases of a function that is called often: what they save on the stack, the short one need not. */
#define S9_APART __attribute__((noinline))
/* Hardly ever called: what leads there is laid out of the way. */
#define S9_SELDOM __attribute__((cold))
#else
#define S9_PRINTF(text, first)
#define S9_APART
#define S9_SELDOM
#endif

#define S9_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- memory ---- */

/* The allocator to use: the given one, or malloc and free. */
s9_allocator s9_allocator_or_default(const s9_allocator *allocator);
void *s9_allocate(const s9_allocator *allocator, size_t size); /* size 0 gives a unique pointer too */
void *s9_allocate_zero(const s9_allocator *allocator, size_t count, size_t size);
void s9_release(const s9_allocator *allocator, void *pointer);

/*
 * Copies a caller's option structure, whose first member is its own size, into one of `size` bytes: members that the
 * caller's version of it lacks are zero, members that only the caller knows are left out. `options` may be NULL: all zero.
 * False when the size it states is too small to be one.
 */
bool s9_read_options(void *out, size_t size, const void *options);

/* True and the result when it fits, false when it would overflow. */
bool s9_mul_size(size_t a, size_t b, size_t *out);
bool s9_add_size(size_t a, size_t b, size_t *out);

/*
 * Everything allocated from an arena lives until s9_arena_free. Memory is zeroed. After a failed allocation `failed`
 * stays set, so that a caller may check once at the end of a run of allocations.
 */
typedef struct s9_arena_chunk s9_arena_chunk;
typedef struct s9_arena {
    s9_allocator allocator;
    s9_arena_chunk *chunks;
    char *next;
    char *end;
    size_t chunk_size;
    bool failed;
} s9_arena;

void s9_arena_init(s9_arena *arena, const s9_allocator *allocator);
void s9_arena_free(s9_arena *arena);
void *s9_arena_alloc(s9_arena *arena, size_t size);                /* aligned for anything; NULL when out of memory */
void *s9_arena_array(s9_arena *arena, size_t count, size_t size); /* checked product */
/* The same for what is about to be filled: its contents are indeterminate. */
void *s9_arena_alloc_raw(s9_arena *arena, size_t size);
void *s9_arena_array_raw(s9_arena *arena, size_t count, size_t size);
/* The same with the first `cleared` bytes zero. */
void *s9_arena_alloc_partly(s9_arena *arena, size_t size, size_t cleared);
/*
 * Makes one chunk that the next allocations fit, `size` bytes together, S9_ARENA_ROUND of each counted: for objects whose
 * size is known before they are built. False when out of memory.
 */
bool s9_arena_reserve(s9_arena *arena, size_t size);
/*
 * Begins an arena in what is left of the present chunk of another one, `size` bytes at most: what serves for a while only
 * need not be allocated for itself. The other arena must live as long.
 */
void s9_arena_borrow(s9_arena *arena, s9_arena *from, size_t size);
/* What an allocation of `size` bytes takes, for small sizes. */
#define S9_ARENA_ROUND(size) (((size) + 15u) / 16u * 16u)
char *s9_arena_strndup(s9_arena *arena, const char *text, size_t length);
char *s9_arena_strdup(s9_arena *arena, const char *text);

/*
 * Grows an array that lives in an arena (the old copy stays there until the arena is freed; capacity doubles, so the
 * waste is bounded by the final size). Use S9_PUSH for typed arrays: struct { T *items; uint32_t count, capacity; }.
 */
bool s9_arena_grow(s9_arena *arena, void **items, uint32_t *capacity, uint32_t count, size_t size);
#define S9_RESERVE(arena, vector)                                                                                      \
    ((vector)->count < (vector)->capacity || s9_arena_grow((arena), (void **)&(vector)->items, &(vector)->capacity,   \
                                                           (vector)->count, sizeof(*(vector)->items)))
/* Appends a copy of `value`; false when out of memory. */
#define S9_PUSH(arena, vector, value)                                                                                  \
    (S9_RESERVE(arena, vector) ? ((vector)->items[(vector)->count++] = (value), true) : false)

/* ---- growable bytes and text ---- */

typedef struct s9_buffer {
    s9_allocator allocator;
    char *data;
    size_t size;
    size_t capacity;
    bool failed; /* stays set after a failed allocation; later appends do nothing */
} s9_buffer;

void s9_buffer_init(s9_buffer *buffer, const s9_allocator *allocator);
void s9_buffer_free(s9_buffer *buffer);
/* Room for `size` bytes more, so that appending them allocates nothing. */
void s9_buffer_reserve(s9_buffer *buffer, size_t size);
/*
 * Where to write up to `size` bytes directly; NULL when there is no memory. s9_buffer_written then says how far the
 * writing went.
 */
char *s9_buffer_grow(s9_buffer *buffer, size_t size);
static inline char *s9_buffer_room(s9_buffer *buffer, size_t size)
{
    /* capacity, where there is one, includes the NUL of a blob */
    if (!buffer->failed && buffer->capacity - buffer->size > size)
        return buffer->data + buffer->size;
    return s9_buffer_grow(buffer, size);
}
static inline void s9_buffer_written(s9_buffer *buffer, const char *end)
{
    buffer->size = (size_t)(end - buffer->data);
}
void s9_buffer_append(s9_buffer *buffer, const void *data, size_t size);
void s9_buffer_text(s9_buffer *buffer, const char *text);
void s9_buffer_char(s9_buffer *buffer, char c);
void s9_buffer_u32(s9_buffer *buffer, uint32_t word); /* little-endian */
void s9_buffer_format(s9_buffer *buffer, const char *format, ...) S9_PRINTF(2, 3);
/* Moves the contents into a blob (NUL-terminated behind its size); S9_ERROR_MEMORY when something failed before. */
s9_result s9_buffer_to_blob(s9_buffer *buffer, s9_blob *out);

/* Appends the shortest decimal that reads back to the same bits of a finite float ("-0", "1e+20", "0.1"). */
void s9_buffer_float(s9_buffer *buffer, float value);
/* The same into `out`, with a NUL behind it; returns its length. "inf", "-inf" and "nan" for what is not finite. */
#define S9_FLOAT_TEXT 24
size_t s9_format_float(float value, char out[S9_FLOAT_TEXT]);
/*
 * The same with nine significant digits, trailing zeros dropped: what "%.9g" prints in the C locale, ties away from zero
 * as Microsoft's library rounds them (1.001953125 is 1.00195313). Nine digits read back to the same bits, too, and
 * listings have them.
 */
size_t s9_format_float_nine(float value, char out[S9_FLOAT_TEXT]);
/* Reads a decimal float correctly rounded to binary32, independent of the locale. Returns characters consumed, 0 if none. */
size_t s9_parse_float(const char *text, size_t length, float *out);

static inline uint32_t s9_read_u32(const void *bytes)
{
    const uint8_t *p = (const uint8_t *)bytes;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Words of a stream, which are little-endian, to and from those of the machine. */
#if (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) || defined(_WIN32)
#define S9_LITTLE_ENDIAN 1
#else
#define S9_LITTLE_ENDIAN 0
#endif

static inline void s9_read_words(uint32_t *out, const void *bytes, size_t count)
{
    if (S9_LITTLE_ENDIAN && count > 0)
        memcpy(out, bytes, count * 4);
    else
        for (size_t i = 0; i < count; i++)
            out[i] = s9_read_u32((const uint8_t *)bytes + i * 4);
}

static inline uint8_t *s9_write_words(uint8_t *out, const uint32_t *words, size_t count)
{
    if (S9_LITTLE_ENDIAN && count > 0) {
        memcpy(out, words, count * 4);
        return out + count * 4;
    }
    for (size_t i = 0; i < count; i++, out += 4) {
        out[0] = (uint8_t)words[i];
        out[1] = (uint8_t)(words[i] >> 8);
        out[2] = (uint8_t)(words[i] >> 16);
        out[3] = (uint8_t)(words[i] >> 24);
    }
    return out;
}

static inline uint32_t s9_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float s9_bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- diagnostics ---- */

/* A position with nothing known. */
s9_position s9_position_none(void);

/*
 * Adds an entry; strings are copied. `list` may be NULL (nothing happens). Running out of memory loses the entry, but
 * errors are still counted. The format is printf's; `hint` and `code` may be NULL.
 */
void s9_report(s9_diagnostics *list, s9_severity severity, const char *code, const s9_position *at, const char *hint,
               const char *format, ...) S9_PRINTF(6, 7);
/* Sets the text (source line or disassembled instruction) of the entry added last, and of its notes none. */
void s9_report_text(s9_diagnostics *list, const char *text, size_t length);
/* A note that belongs to the entry added before. */
void s9_report_note(s9_diagnostics *list, const s9_position *at, const char *format, ...) S9_PRINTF(3, 4);

#endif
