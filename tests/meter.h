/* SPDX-License-Identifier: MIT */
/* meter - an allocator that gives out so many blocks, and counts those that are not given back. */
#ifndef TESTS_METER_H
#define TESTS_METER_H

#include <shader9/base.h>

#include <stdlib.h>

typedef struct meter {
    size_t left, out;
} meter;

static inline void *meter_allocate(void *user, size_t size)
{
    meter *m = user;
    if (m->left == 0)
        return NULL;
    void *memory = malloc(size);
    m->left--;
    m->out += memory != NULL;
    return memory;
}

static inline void meter_release(void *user, void *pointer)
{
    meter *m = user;
    m->out -= pointer != NULL;
    free(pointer);
}

static inline s9_allocator meter_allocator(meter *m)
{
    s9_allocator allocator = {meter_allocate, meter_release, m};
    return allocator;
}

#endif
