/* SPDX-License-Identifier: MIT */
/* Files that #include names: beside the file that asks, and nothing else. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_INCLUDED = 16 << 20 };

/* Names with them are no names beside the file: drives and streams. */
#if defined(_WIN32)
#define DRIVE_MARKS ":"
#else
#define DRIVE_MARKS ""
#endif

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* "C:/": only Windows has such paths. */
static bool begins_with_drive(const char *path)
{
#if defined(_WIN32)
    char c = path[0];
    return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) && path[1] == ':' && path[2] == '/';
#else
    (void)path;
    return false;
#endif
}

char *path_of_uri(const char *uri)
{
    if (strncmp(uri, "file://", 7) != 0) {
        return NULL;
    }
    const char *at = strchr(uri + 7, '/'); /* behind the host, which is empty or this one */
    char *path = at == NULL ? NULL : malloc(strlen(at) + 1);
    if (path == NULL) {
        return NULL;
    }
    size_t size = 0;
    while (*at != '\0') {
        int high = *at == '%' ? hex(at[1]) : -1, low = high < 0 ? -1 : hex(at[2]);
        if (low >= 0 && (high != 0 || low != 0)) {
            path[size++] = (char)(high * 16 + low);
            at += 3;
        } else {
            path[size++] = *at++;
        }
    }
    path[size] = '\0';
    if (begins_with_drive(path + 1)) { /* "/C:/x" is Windows' "C:/x" */
        memmove(path, path + 1, size);
    }
    return path;
}

char *uri_of_path(const char *path)
{
    buffer out = {0};
    if (strstr(path, "://") == NULL) { /* a document that is no file has its URI for a name */
        buffer_put(&out, begins_with_drive(path) ? "file:///" : "file://");
    }
    for (const char *at = path; *at != '\0'; at++) {
        char c = *at;
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || strchr("/-._~:", c) != NULL) {
            buffer_bytes(&out, at, 1);
        } else {
            buffer_format(&out, "%%%02X", (unsigned)(unsigned char)c);
        }
    }
    if (out.failed) {
        buffer_free(&out);
    }
    return out.data;
}

typedef struct opened {
    char *path, *text;
} opened;

/* The name beside the file that asks; NULL where there is no such place. */
static char *beside(const char *from, const char *name)
{
    const char *slash = from == NULL || (from[0] != '/' && !begins_with_drive(from)) ? NULL : strrchr(from, '/');
    if (slash == NULL || name[0] == '/' || name[0] == '\0' || strpbrk(name, DRIVE_MARKS "\\") != NULL) {
        return NULL;
    }
    buffer path = {0};
    buffer_bytes(&path, from, (size_t)(slash - from) + 1);
    buffer_put(&path, name);
    if (path.failed) {
        buffer_free(&path);
    }
    return path.data;
}

static const document *open_document(const lsp_server *server, const char *path)
{
    for (size_t i = 0; i < server->documents.count; i++) {
        const document *d = server->documents.items[i];
        if (d->path != NULL && strcmp(d->path, path) == 0) {
            return d;
        }
    }
    return NULL;
}

static s9_result read_whole(const char *path, opened *file, size_t *size, const char **reason)
{
    struct stat state;
    if (stat(path, &state) != 0) {
        return S9_ERROR_IO;
    }
    if (!S_ISREG(state.st_mode) || state.st_size > MOST_INCLUDED) {
        *reason = "it is no regular file of at most 16 MiB";
        return S9_ERROR_IO;
    }
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        *reason = "it cannot be opened";
        return S9_ERROR_IO;
    }
    file->text = malloc((size_t)state.st_size + 1);
    *size = file->text == NULL ? 0 : fread(file->text, 1, (size_t)state.st_size, stream);
    fclose(stream);
    return file->text == NULL ? S9_ERROR_MEMORY : S9_OK;
}

static s9_result open_file(void *user, const char *name, bool system, const char *from, s9_include_file *out)
{
    (void)system;
    char *path = beside(from, name);
    if (path == NULL) {
        out->reason = "only files beside the one that asks are included";
        return S9_ERROR_IO;
    }
    opened *file = calloc(1, sizeof *file);
    const document *d = open_document(user, path);
    s9_result result = file == NULL ? S9_ERROR_MEMORY : S9_OK;
    if (result == S9_OK && d != NULL) {
        file->text = copy_bytes(d->text, d->size);
        out->size = d->size;
        result = file->text == NULL ? S9_ERROR_MEMORY : S9_OK;
    } else if (result == S9_OK) {
        result = read_whole(path, file, &out->size, &out->reason);
    }
    if (result != S9_OK) {
        free(path);
        free(file);
        return result;
    }
    file->path = path;
    out->path = path;
    out->text = file->text;
    out->handle = file;
    return S9_OK;
}

static void close_file(void *user, s9_include_file *out)
{
    (void)user;
    opened *file = out->handle;
    free(file->path);
    free(file->text);
    free(file);
}

s9_include include_of(lsp_server *server)
{
    return (s9_include){.open = open_file, .close = close_file, .user = server};
}
