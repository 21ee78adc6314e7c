/* SPDX-License-Identifier: MIT */
#include "include.h"

#include "io.h"
#include "system.h"
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct opened {
    char *path;
    text bytes;
} opened;

/* Something that has the name, and is no folder. */
static bool is_file(const char *path)
{
    struct stat state;
    return stat(path, &state) == 0 && !S_ISDIR(state.st_mode);
}

/* The path of the first file of that name; NULL when there is none. */
static char *find(const include_folders *folders, const char *name, bool system, const char *from)
{
    if (!system) {
        char *path = path_beside(from, name);
        if (path == NULL || is_file(path)) {
            return path;
        }
        free(path);
    }
    for (size_t i = 0; i < folders->count && !path_is_absolute(name); i++) {
        text path = {0};
        text_put(&path, folders->items[i]);
        if (path.size != 0 && !is_separator(path.data[path.size - 1])) {
            text_char(&path, '/');
        }
        text_put(&path, name);
        if (path.failed || is_file(path.data)) {
            return path.data;
        }
        text_free(&path);
    }
    return path_is_absolute(name) && is_file(name) ? string_copy(name) : NULL;
}

static void note_file(include_record *record, const char *path)
{
    for (size_t i = 0; i < record->count; i++) {
        if (strcmp(record->items[i], path) == 0) {
            return;
        }
    }
    char **items = realloc(record->items, (record->count + 1) * sizeof *items);
    char *copy = string_copy(path);
    record->items = items == NULL ? record->items : items;
    if (items == NULL || copy == NULL) {
        free(copy);
        record->failed = true;
        return;
    }
    items[record->count++] = copy;
}

void include_record_free(include_record *record)
{
    for (size_t i = 0; i < record->count; i++) {
        free(record->items[i]);
    }
    free(record->items);
}

/* Why a file is not included that is there: a pipe would wait for its writer, a device has no end. NULL: it may be. */
static const char *objection(const char *path)
{
    struct stat state;
    if (stat(path, &state) != 0) {
        return strerror(errno);
    }
    if (!S_ISREG(state.st_mode)) {
        return "it is no regular file";
    }
    if (state.st_size > (off_t)FILE_MOST_MIB << 20) {
        return "it is larger than 256 MiB, the most that is read";
    }
    return access(path, R_OK) == 0 ? NULL : strerror(errno);
}
_Static_assert(FILE_MOST_MIB == 256, "the message says so");

static s9_result open_file(void *user, const char *name, bool system, const char *from, s9_include_file *out)
{
    char *path = find(user, name, system, from);
    if (path == NULL) {
        return S9_ERROR_IO;
    }
    out->reason = objection(path);
    if (out->reason != NULL) {
        free(path);
        return S9_ERROR_IO;
    }
    opened *file = calloc(1, sizeof *file);
    findings ignored = {0};
    if (file == NULL || !read_file(path, path, &file->bytes, &ignored)) {
        s9_result result = file == NULL || file->bytes.failed ? S9_ERROR_MEMORY : S9_ERROR_IO;
        out->reason = "reading it fails";
        findings_free(&ignored);
        if (file != NULL) {
            text_free(&file->bytes);
        }
        free(file);
        free(path);
        return result;
    }
    include_record *record = ((const include_folders *)user)->record;
    if (record != NULL) {
        note_file(record, path);
    }
    file->path = path;
    out->path = path;
    out->text = file->bytes.data == NULL ? "" : file->bytes.data;
    out->size = file->bytes.size;
    out->handle = file;
    return S9_OK;
}

static void close_file(void *user, s9_include_file *file)
{
    (void)user;
    opened *handle = file->handle;
    text_free(&handle->bytes);
    free(handle->path);
    free(handle);
}

s9_include include_callbacks(const include_folders *folders)
{
    s9_include include = {.open = open_file, .close = close_file, .user = (void *)folders};
    return include;
}

/* ---- macros ---- */

/* A letter or _, then those and digits. */
static bool is_macro_name(const char *item)
{
    size_t length = strcspn(item, "=");
    return length != 0 && (item[0] < '0' || item[0] > '9') &&
           strspn(item, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == length;
}

exit_status defines_read(tool *t)
{
    const string_list *list = &t->settings.defines;
    if (list->count == 0) {
        return EXIT_DONE;
    }
    t->defines = calloc(list->count, sizeof *t->defines);
    for (size_t i = 0; t->defines != NULL && i < list->count; i++) {
        const char *item = list->items[i];
        size_t length = strcspn(item, "=");
        if (!is_macro_name(item)) {
            return tool_usage(t, "-D NAME or -D NAME=VALUE",
                              "-D cannot use '%s': the name of a macro is letters, digits and _", item);
        }
        t->defines[i].name = string_copy_bytes(item, length);
        t->defines[i].value = item[length] == '=' ? item + length + 1 : NULL;
        if (t->defines[i].name == NULL) {
            break;
        }
        t->define_count++;
    }
    if (t->define_count < list->count) {
        tool_usage(t, NULL, "out of memory");
        return EXIT_INTERNAL;
    }
    return EXIT_DONE;
}

void includes_judge(tool *t)
{
    const string_list *folders = &t->settings.includes;
    findings list = {0};
    for (size_t i = 0; i < folders->count; i++) {
        if (!is_folder(folders->items[i])) {
            s9_position at = position_in(NULL);
            findings_add(&list, S9_WARNING, &at, NULL, "-I %s: there is no such folder", folders->items[i]);
        }
    }
    tool_print(t, &list);
    findings_free(&list);
}

void defines_free(tool *t)
{
    for (size_t i = 0; i < t->define_count; i++) {
        free((char *)t->defines[i].name);
    }
    free(t->defines);
}
