/* SPDX-License-Identifier: MIT */
/* Files and folders for tests, and the shared specification, which may be missing. */
#ifndef TESTS_FILES_H
#define TESTS_FILES_H

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Contents of a file, NUL-terminated; NULL when it cannot be read. */
static inline char *files_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    *size = 0;
    if (file == NULL)
        return NULL;
    char *bytes = NULL;
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (length >= 0 && fseek(file, 0, SEEK_SET) == 0 && (bytes = malloc((size_t)length + 1)) != NULL) {
        *size = fread(bytes, 1, (size_t)length, file);
        bytes[*size] = '\0';
    }
    fclose(file);
    return bytes;
}

typedef struct files_list {
    char **paths;
    size_t count;
} files_list;

static inline int files_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Paths of a folder's files that end in `suffix`, sorted. */
static inline files_list files_of(const char *folder, const char *suffix)
{
    files_list list = {NULL, 0};
    DIR *directory = opendir(folder);
    size_t capacity = 0, tail = strlen(suffix);
    if (directory == NULL)
        return list;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || length < tail || strcmp(entry->d_name + length - tail, suffix) != 0)
            continue;
        if (list.count == capacity) {
            capacity = capacity == 0 ? 64 : capacity * 2;
            list.paths = realloc(list.paths, capacity * sizeof *list.paths);
            assert_non_null(list.paths);
        }
        size_t size = strlen(folder) + length + 2;
        char *path = malloc(size);
        assert_non_null(path);
        snprintf(path, size, "%s/%s", folder, entry->d_name);
        list.paths[list.count++] = path;
    }
    closedir(directory);
    if (list.count > 1)
        qsort(list.paths, list.count, sizeof *list.paths, files_compare);
    return list;
}

static inline void files_free(files_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
    list->paths = NULL;
    list->count = 0;
}

/* The shared file, or the test is skipped with the reason printed. */
static inline char *files_shared(const char *name, size_t *size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", TEST_SHARED, name);
    char *text = files_read(path, size);
    if (text == NULL) {
        print_message("SKIPPED: %s is not here, so nothing can be compared with it\n", path);
        skip();
    }
    return text;
}

/* The shared folder's files, or the test is skipped with the reason printed. */
static inline files_list files_shared_folder(const char *name, const char *suffix)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", TEST_SHARED, name);
    files_list list = files_of(path, suffix);
    if (list.count == 0) {
        print_message("SKIPPED: %s has no *%s, so nothing can be read from it\n", path, suffix);
        skip();
    }
    return list;
}

#endif
