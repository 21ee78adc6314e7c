/* SPDX-License-Identifier: MIT */
/*
 * hostile - damaged shaders: a token stream cut at every token, and with one bit flipped in every token in turn,
 * through every stage of the library. Needs pipeline.h's properties to hold and, under a sanitizer, no crash and no
 * leak.
 */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include "pipeline.h"

#include <dirent.h>
#include <stdio.h>

/* The case at hand, for whoever has to report a crash. */
typedef struct hostile_case {
    char file[512];
    const char *kind; /* "cut", "cut and ended", "flip", "whole" */
    uint32_t token;
    uint32_t bit;
    const uint8_t *bytes;
    size_t size;
} hostile_case;

typedef struct hostile {
    pipeline pipeline;
    uint32_t cut_step, flip_step; /* every n-th token; 1: all */
    uint32_t seed;                /* chooses the bits, and the first token of a step */
    hostile_case at;
    uint64_t cases;
    void (*before)(const hostile_case *at);                    /* called before each case, or NULL */
    bool (*found)(const hostile_case *at, const char *broken); /* called for a broken property; true: go on */
} hostile;

/* A pseudo-random number that depends on nothing but its arguments. */
static inline uint32_t hostile_random(uint32_t a, uint32_t b)
{
    uint64_t x = ((uint64_t)a << 32 | b) * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u;
    x = (x ^ x >> 31) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(x >> 32);
}

/* One case in a block of exactly its size, so that a sanitizer sees the first byte read behind it. */
static inline const char *hostile_one(hostile *h, const char *kind, uint32_t token, uint32_t bit, const uint8_t *bytes,
                                      size_t size, bool ended)
{
    static const uint8_t end[4] = {0xFF, 0xFF, 0, 0};
    size_t total = size + (ended ? sizeof end : 0);
    uint8_t *copy = malloc(total ? total : 1);
    if (!copy)
        return "no memory for the case";
    memcpy(copy, bytes, size);
    if (ended)
        memcpy(copy + size, end, sizeof end);
    if (bit < 32)
        copy[4 * (size_t)token + bit / 8] ^= (uint8_t)(1u << bit % 8);
    h->at.kind = kind;
    h->at.token = token;
    h->at.bit = bit;
    h->at.bytes = copy;
    h->at.size = total;
    h->cases++;
    if (h->before)
        h->before(&h->at);
    const char *broken = pipeline_tokens(&h->pipeline, copy, total);
    if (broken && h->found && h->found(&h->at, broken))
        broken = NULL;
    h->at.bytes = NULL;
    h->at.size = 0;
    free(copy);
    return broken;
}

/* All cases of one shader. NULL, or the broken property; then `at` is the case. */
static inline const char *hostile_shader(hostile *h, const char *file, uint32_t number, const uint8_t *bytes,
                                         size_t size)
{
    uint32_t tokens = (uint32_t)(size / 4);
    snprintf(h->at.file, sizeof h->at.file, "%s", file);
    const char *broken = hostile_one(h, "whole", 0, 32, bytes, size, false);
    for (uint32_t t = hostile_random(h->seed, number) % h->cut_step; !broken && t < tokens; t += h->cut_step) {
        size_t cut = 4 * (size_t)t;
        broken = hostile_one(h, "cut", t, 32, bytes, cut, false);
        if (!broken)
            broken = hostile_one(h, "cut inside", t, 32, bytes, cut + 1 + t % 3, false);
        if (!broken && t > 0)
            broken = hostile_one(h, "cut and ended", t, 32, bytes, cut, true);
    }
    for (uint32_t t = hostile_random(h->seed + 1, number) % h->flip_step; !broken && t < tokens; t += h->flip_step)
        broken = hostile_one(h, "flip", t, hostile_random(h->seed ^ number * 2654435761u, t) % 32, bytes, size, false);
    return broken;
}

static inline void hostile_print(FILE *out, const hostile_case *at)
{
    fprintf(out, "%s: %s at token %u", at->file, at->kind ? at->kind : "", at->token);
    if (at->bit < 32)
        fprintf(out, ", bit %u", at->bit);
    fprintf(out, ", %zu bytes\n", at->size);
}

/* ---- files ---- */

/* The whole file, or NULL. */
static inline uint8_t *hostile_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    uint8_t *data = NULL;
    long length = -1;
    if (fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        data = malloc((size_t)length + 1);
        if (data && fread(data, 1, (size_t)length, file) != (size_t)length) {
            free(data);
            data = NULL;
        }
    }
    fclose(file);
    *size = data ? (size_t)length : 0;
    return data;
}

typedef struct hostile_names {
    char **items;
    size_t count;
} hostile_names;

static inline void hostile_names_free(hostile_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->items[i]);
    free(names->items);
    names->items = NULL;
    names->count = 0;
}

static inline int hostile_compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Paths of the files of a folder, sorted; false when there is no such folder. */
static inline bool hostile_list(const char *folder, hostile_names *names)
{
    names->items = NULL;
    names->count = 0;
    DIR *dir = opendir(folder);
    if (!dir)
        return false;
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        size_t length = strlen(folder) + strlen(entry->d_name) + 2;
        char **items = realloc(names->items, (names->count + 1) * sizeof *items);
        char *path = malloc(length);
        if (items)
            names->items = items;
        if (!items || !path) {
            free(path);
            good = false;
            break;
        }
        snprintf(path, length, "%s/%s", folder, entry->d_name);
        names->items[names->count++] = path;
    }
    closedir(dir);
    if (!good)
        hostile_names_free(names);
    else if (names->count > 1)
        qsort(names->items, names->count, sizeof *names->items, hostile_compare_names);
    return good;
}

#endif
