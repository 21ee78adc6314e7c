/* SPDX-License-Identifier: MIT */
/* io - files in and out. */
#ifndef TOOL_IO_H
#define TOOL_IO_H

#include "results.h"

/* The largest file that is read. */
#define FILE_MOST_MIB 256

/*
 * Reads a whole file, "-" is standard input. False with a finding about `name` when it cannot be read, or is larger
 * than any shader, picture or model that has a use here (/dev/zero has no end).
 */
bool read_file(const char *path, const char *name, text *out, findings *list);

/*
 * Writes a file as a whole or not at all: it is in its place when the run ends, and if nothing speaks against it (see
 * results.h). "-" is standard output. False with a finding when it cannot be written.
 */
bool write_file(const char *path, const void *bytes, size_t size, findings *list);

/* Makes the folders that `path` lies in. False with a finding when one cannot be made. */
bool make_parents(const char *path, findings *list);

/*
 * Whether a name that an input gave stays where the user wants results: nothing of `path` behind its first `trusted`
 * bytes, which are the user's own folder, is a symbolic link. False with a finding.
 */
bool path_stays_inside(const char *path, size_t trusted, findings *list);

bool is_folder(const char *path);

/* The files below a folder in the order of their names; hidden ones (.git) are left out. */
typedef struct path_list {
    char **items;
    size_t count, capacity;
} path_list;

bool list_files(const char *folder, path_list *out, findings *list);
void path_list_free(path_list *paths);

/* `name` as seen from the folder that `file` lies in; absolute names stay. Allocated; NULL when out of memory. */
char *path_beside(const char *file, const char *name);

#endif
