/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <stdlib.h>

static void *default_allocate(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void default_release(void *user, void *pointer)
{
    (void)user;
    free(pointer);
}

s9_allocator s9_allocator_or_default(const s9_allocator *allocator)
{
    static const s9_allocator standard = {default_allocate, default_release, NULL};
    return allocator != NULL && allocator->allocate != NULL && allocator->release != NULL ? *allocator : standard;
}

void *s9_allocate(const s9_allocator *allocator, size_t size)
{
    s9_allocator a = s9_allocator_or_default(allocator);
    return a.allocate(a.user, size == 0 ? 1 : size);
}

void *s9_allocate_zero(const s9_allocator *allocator, size_t count, size_t size)
{
    size_t total;
    if (!s9_mul_size(count, size, &total))
        return NULL;
    void *memory = s9_allocate(allocator, total);
    if (memory != NULL)
        memset(memory, 0, total);
    return memory;
}

void s9_release(const s9_allocator *allocator, void *pointer)
{
    if (pointer == NULL)
        return;
    s9_allocator a = s9_allocator_or_default(allocator);
    a.release(a.user, pointer);
}

bool s9_read_options(void *out, size_t size, const void *options)
{
    memset(out, 0, size);
    if (options == NULL)
        return true;
    size_t stated;
    memcpy(&stated, options, sizeof stated);
    if (stated < sizeof stated)
        return false;
    memcpy(out, options, stated < size ? stated : size);
    return true;
}

bool s9_mul_size(size_t a, size_t b, size_t *out)
{
    if (a != 0 && b > SIZE_MAX / a)
        return false;
    *out = a * b;
    return true;
}

bool s9_add_size(size_t a, size_t b, size_t *out)
{
    if (b > SIZE_MAX - a)
        return false;
    *out = a + b;
    return true;
}

void s9_blob_free(s9_blob *blob)
{
    if (blob == NULL)
        return;
    s9_release(&blob->allocator, blob->data);
    blob->data = NULL;
    blob->size = 0;
}

/* ---- arena ---- */

#define ALIGNMENT sizeof(union strictest)
#define FIRST_CHUNK ((size_t)4096)
#define LARGEST_CHUNK ((size_t)1 << 20)

union strictest {
    long double number;
    void *pointer;
    uint64_t integer;
    void (*function)(void);
};
_Static_assert(ALIGNMENT <= 16, "S9_ARENA_ROUND counts too little");

struct s9_arena_chunk {
    union {
        s9_arena_chunk *next;
        union strictest align;
    } head;
    /* the chunk's memory follows */
};

void s9_arena_init(s9_arena *arena, const s9_allocator *allocator)
{
    memset(arena, 0, sizeof *arena);
    arena->allocator = s9_allocator_or_default(allocator);
    arena->chunk_size = FIRST_CHUNK;
}

void s9_arena_free(s9_arena *arena)
{
    /* The arena itself may live in one of its chunks: nothing of it is touched once they go. */
    s9_allocator allocator = arena->allocator;
    s9_arena_chunk *chunk = arena->chunks;
    arena->chunks = NULL;
    arena->next = arena->end = NULL;
    arena->failed = false;
    while (chunk != NULL) {
        s9_arena_chunk *next = chunk->head.next;
        s9_release(&allocator, chunk);
        chunk = next;
    }
}

/* A chunk with room for `size` bytes; NULL when out of memory. */
static s9_arena_chunk *add_chunk(s9_arena *arena, size_t size)
{
    size_t total;
    if (!s9_add_size(size, sizeof(s9_arena_chunk), &total))
        return NULL;
    s9_arena_chunk *chunk = s9_allocate(&arena->allocator, total);
    if (chunk == NULL)
        return NULL;
    chunk->head.next = arena->chunks;
    arena->chunks = chunk;
    return chunk;
}

bool s9_arena_reserve(s9_arena *arena, size_t size)
{
    if (arena->next != NULL && size <= (size_t)(arena->end - arena->next))
        return true;
    s9_arena_chunk *chunk = add_chunk(arena, size);
    if (chunk == NULL) {
        arena->failed = true;
        return false;
    }
    arena->next = (char *)(chunk + 1);
    arena->end = arena->next + size;
    return true;
}

void s9_arena_borrow(s9_arena *arena, s9_arena *from, size_t size)
{
    size_t left = from->next != NULL ? (size_t)(from->end - from->next) : 0;
    s9_arena_init(arena, &from->allocator);
    size -= size % ALIGNMENT;
    left -= left % ALIGNMENT;
    if (size > left)
        size = left;
    if (size == 0)
        return;
    arena->next = from->next;
    arena->end = from->next += size;
}

void *s9_arena_alloc_raw(s9_arena *arena, size_t size)
{
    size_t rounded;
    if (!s9_add_size(size == 0 ? 1 : size, ALIGNMENT - 1, &rounded)) {
        arena->failed = true;
        return NULL;
    }
    rounded -= rounded % ALIGNMENT;

    if (arena->next == NULL || rounded > (size_t)(arena->end - arena->next)) {
        /* What fills half a chunk gets one of its own, so that the room left in the present one is not lost. */
        bool own = rounded > arena->chunk_size / 2;
        size_t capacity = own ? rounded : arena->chunk_size;
        s9_arena_chunk *chunk = add_chunk(arena, capacity);
        if (chunk == NULL) {
            arena->failed = true;
            return NULL;
        }
        if (own)
            return chunk + 1;
        arena->next = (char *)(chunk + 1);
        arena->end = arena->next + capacity;
        if (arena->chunk_size < LARGEST_CHUNK)
            arena->chunk_size *= 2;
    }
    void *memory = arena->next;
    arena->next += rounded;
    return memory;
}

void *s9_arena_alloc_partly(s9_arena *arena, size_t size, size_t cleared)
{
    void *memory = s9_arena_alloc_raw(arena, size);
    if (memory != NULL)
        memset(memory, 0, cleared);
    return memory;
}

void *s9_arena_alloc(s9_arena *arena, size_t size)
{
    return s9_arena_alloc_partly(arena, size, size);
}

void *s9_arena_array_raw(s9_arena *arena, size_t count, size_t size)
{
    size_t total;
    if (!s9_mul_size(count, size, &total)) {
        arena->failed = true;
        return NULL;
    }
    return s9_arena_alloc_raw(arena, total);
}

void *s9_arena_array(s9_arena *arena, size_t count, size_t size)
{
    void *memory = s9_arena_array_raw(arena, count, size);
    if (memory != NULL)
        memset(memory, 0, count * size);
    return memory;
}

char *s9_arena_strndup(s9_arena *arena, const char *text, size_t length)
{
    size_t size;
    if (!s9_add_size(length, 1, &size)) {
        arena->failed = true;
        return NULL;
    }
    char *copy = s9_arena_alloc(arena, size);
    if (copy != NULL && length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *s9_arena_strdup(s9_arena *arena, const char *text)
{
    return s9_arena_strndup(arena, text, strlen(text));
}

bool s9_arena_grow(s9_arena *arena, void **items, uint32_t *capacity, uint32_t count, size_t size)
{
    if (count < *capacity)
        return true;
    if (*capacity > UINT32_MAX / 2) {
        arena->failed = true;
        return false;
    }
    uint32_t wanted = *capacity == 0 ? 8 : *capacity * 2;
    void *grown = s9_arena_array(arena, wanted, size);
    if (grown == NULL)
        return false;
    if (count > 0)
        memcpy(grown, *items, (size_t)count * size);
    *items = grown;
    *capacity = wanted;
    return true;
}
