/* SPDX-License-Identifier: MIT */
/* shaders_below - every shader that the files of a folder hold, those inside effects too, in the order of names. */
#ifndef TESTS_SLOW_SHADERS_BELOW_H
#define TESTS_SLOW_SHADERS_BELOW_H

#include <shader9/effect.h>
#include <shader9/shader9.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void take_shader(const s9_program *program, const char *about);

static inline char *shaders_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    (void)fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    *size = bytes != NULL ? fread(bytes, 1, (size_t)length, file) : 0;
    (void)fclose(file);
    return bytes;
}

/* The shader that a file holds, or the shaders of an effect. */
static inline void shaders_of_file(const char *path, const char *about, take_shader *take)
{
    size_t size = 0;
    char *bytes = shaders_read_file(path, &size);
    s9_program *program = NULL;
    s9_content content;
    if (bytes == NULL)
        return;
    if (s9_load(bytes, size, NULL, about, &program, &content, NULL) == S9_OK) {
        take(program, about);
    } else {
        s9_effect *effect = NULL;
        if (s9_effect_open(bytes, size, NULL, NULL, &effect, NULL) == S9_OK) {
            for (size_t i = 0; i < s9_effect_shader_count(effect); i++) {
                const s9_effect_shader *shader = s9_effect_shader_at(effect, i);
                s9_program *inside = NULL;
                if (shader->tokens != NULL &&
                    s9_decode(shader->tokens, shader->size, NULL, NULL, &inside, NULL) == S9_OK)
                    take(inside, about);
                s9_program_destroy(inside);
            }
            s9_effect_destroy(effect);
        }
    }
    s9_program_destroy(program);
    free(bytes);
}

static inline int shaders_by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* False when the folder cannot be read. */
static inline bool shaders_below(const char *path, take_shader *take)
{
    DIR *directory = opendir(path);
    char **names = NULL;
    size_t count = 0;
    if (directory == NULL)
        return false;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        size_t length = strlen(entry->d_name);
        char **more = entry->d_name[0] == '.' ? NULL : realloc(names, (count + 1) * sizeof *names);
        if (more == NULL)
            continue;
        names = more;
        names[count] = malloc(length + 1);
        if (names[count] != NULL)
            memcpy(names[count++], entry->d_name, length + 1);
    }
    (void)closedir(directory);
    if (count > 1)
        qsort(names, count, sizeof *names, shaders_by_name);
    for (size_t i = 0; i < count; i++) {
        char name[4096];
        (void)snprintf(name, sizeof name, "%s/%s", path, names[i]);
        shaders_of_file(name, names[i], take);
        free(names[i]);
    }
    free(names);
    return true;
}

#endif
