/* SPDX-License-Identifier: MIT */
#include "io.h"

#include "system.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fail(findings *list, const char *name, const char *what, int error)
{
    s9_position at = position_in(name);
    findings_add(list, S9_ERROR, &at, NULL, "%s: %s", what, strerror(error));
    return false;
}

bool read_file(const char *path, const char *name, text *out, findings *list)
{
    bool standard = strcmp(path, "-") == 0;
    int file = standard ? STDIN_FILENO : system_open_read(path);
    if (file < 0) {
        return fail(list, name, "cannot open", errno);
    }
    struct stat state;
    char stack[16384];
    bool good = true;
    results_note_read(file);
    if (fstat(file, &state) == 0 && S_ISDIR(state.st_mode)) {
        s9_position at = position_in(name);
        findings_add(list, S9_ERROR, &at, NULL, "is a folder, not a file");
        good = false;
    }
    while (good) {
        ssize_t got = read(file, stack, sizeof stack);
        if (got > 0) {
            text_bytes(out, stack, (size_t)got);
            if (out->failed) {
                good = fail(list, name, "cannot read", ENOMEM);
            } else if (out->size > (size_t)FILE_MOST_MIB << 20) {
                s9_position at = position_in(name);
                findings_add(list, S9_ERROR, &at, NULL, "is larger than %d MiB, the most that is read", FILE_MOST_MIB);
                good = false;
            }
        } else if (got == 0) {
            break;
        } else if (errno != EINTR) {
            good = fail(list, name, "cannot read", errno);
        }
    }
    if (!standard) {
        close(file);
    }
    return good;
}

bool write_file(const char *path, const void *bytes, size_t size, findings *list)
{
    if (strcmp(path, "-") == 0) {
        standard_put(bytes, size);
        return true;
    }
    return results_add(path, bytes, size, list);
}

bool make_parents(const char *path, findings *list)
{
    char *copy = string_copy(path);
    if (copy == NULL) {
        return fail(list, path, "cannot make the folder", ENOMEM);
    }
    bool good = true;
    for (char *at = copy; at[0] != '\0' && good; at++) {
        char c = *at;
        if (!is_separator(c)) {
            continue;
        }
        *at = '\0';
        if (path_base(copy)[0] != '\0' && !system_make_folder(copy) && errno != EEXIST) {
            good = fail(list, copy, "cannot make the folder", errno);
        }
        *at = c;
    }
    free(copy);
    return good;
}

bool path_stays_inside(const char *path, size_t trusted, findings *list)
{
    char *copy = string_copy(path);
    if (copy == NULL) {
        return fail(list, path, "cannot write", ENOMEM);
    }
    bool good = true;
    for (size_t i = trusted; i <= strlen(path) && good; i++) {
        if (i > trusted && (is_separator(path[i]) || path[i] == '\0')) {
            copy[i] = '\0';
            if (system_is_link(copy)) {
                s9_position at = position_in(copy);
                findings_add(list, S9_ERROR, &at, "remove it, or name another folder",
                             "is a symbolic link, which names that come from a file never follow");
                good = false;
            }
            copy[i] = path[i];
        }
    }
    free(copy);
    return good;
}

bool is_folder(const char *path)
{
    return system_is_folder(path);
}

static bool add_path(path_list *paths, char *path)
{
    if (paths->count == paths->capacity) {
        size_t capacity = paths->capacity == 0 ? 64 : paths->capacity * 2;
        char **items = realloc(paths->items, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        paths->items = items;
        paths->capacity = capacity;
    }
    paths->items[paths->count++] = path;
    return true;
}

void path_list_free(path_list *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        free(paths->items[i]);
    }
    free(paths->items);
    memset(paths, 0, sizeof *paths);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *join(const char *folder, const char *name)
{
    text path = {0};
    text_put(&path, folder);
    if (path.size != 0 && !is_separator(path.data[path.size - 1])) {
        text_char(&path, '/');
    }
    text_put(&path, name);
    if (path.failed) {
        text_free(&path);
        return NULL;
    }
    return path.data;
}

/* Folders deeper than this are a loop of mounts rather than a tree of shaders. */
enum { DEEPEST = 128 };

/* What cannot be opened is reported, and the rest is listed all the same. */
static bool walk(const char *folder, path_list *out, findings *list, int depth)
{
    DIR *stream = depth < DEEPEST ? opendir(folder) : NULL;
    if (stream == NULL) {
        return fail(list, folder, "cannot open the folder", depth < DEEPEST ? errno : ELOOP);
    }
    path_list here = {0};
    bool good = true, complete = true;
    for (const struct dirent *entry = NULL; good && (entry = readdir(stream)) != NULL;) {
        if (entry->d_name[0] != '.') {
            char *path = join(folder, entry->d_name);
            if (path == NULL || !add_path(&here, path)) {
                free(path);
                good = fail(list, folder, "cannot list", ENOMEM);
            }
        }
    }
    closedir(stream);
    if (here.count != 0) {
        qsort(here.items, here.count, sizeof *here.items, by_name);
    }
    for (size_t i = 0; good && i < here.count; i++) {
        struct stat state;
        bool link = system_is_link(here.items[i]);
        if (!link && stat(here.items[i], &state) != 0) {
            complete = fail(list, here.items[i], "cannot read", errno);
        } else if (!link && S_ISDIR(state.st_mode)) {
            complete = walk(here.items[i], out, list, depth + 1) && complete;
        } else if (link ? !is_folder(here.items[i]) : S_ISREG(state.st_mode)) {
            if (add_path(out, here.items[i])) {
                here.items[i] = NULL;
            } else {
                good = fail(list, folder, "cannot list", ENOMEM);
            }
        }
    }
    path_list_free(&here);
    return good && complete;
}

bool list_files(const char *folder, path_list *out, findings *list)
{
    return walk(folder, out, list, 0);
}

char *path_beside(const char *file, const char *name)
{
    const char *base = file == NULL ? NULL : path_base(file);
    if (path_is_absolute(name) || base == file) {
        return string_copy(name);
    }
    text path = {0};
    text_bytes(&path, file, (size_t)(base - file));
    text_put(&path, name);
    if (path.failed) {
        text_free(&path);
        return NULL;
    }
    return path.data;
}
