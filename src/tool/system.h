/* SPDX-License-Identifier: MIT */
/*
 * system - what the command asks of the operating system and what POSIX and Windows answer differently: streams, files
 * and their identity, paths.
 */
#ifndef TOOL_SYSTEM_H
#define TOOL_SYSTEM_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(_WIN32)
#define SYSTEM_WINDOWS 1
#ifndef S_ISLNK
#define S_ISLNK(mode) false
#endif
#else
#define SYSTEM_WINDOWS 0
#endif

/* Once, before anything else: standard streams carry bytes as they are, and a file that grows too large is an error. */
void system_start(void);

/* A person looks at it (NUL and /dev/null are nobody). */
bool system_is_terminal(int descriptor);
/* The same of standard error, which shows colour by escape sequences then. */
bool system_shows_color(void);

/* Columns of the terminal that standard output is, 0 when it is none. */
size_t system_terminal_width(void);

size_t system_processors(void);

/* ---- files: errno says why something failed ---- */

int system_open_read(const char *path);
/* Opens a file that is not there yet; EEXIST when it is. */
int system_open_new(const char *path);
/* Opens what is there for writing: a pipe, a device. */
int system_open_write(const char *path);
/* Some of the bytes; -1 on failure. */
int64_t system_write(int descriptor, const void *bytes, size_t size);

/* A name that stands for a device wherever it is used (NUL and COM1 on Windows; elsewhere they are files). */
bool system_is_device(const char *path);

/* Two open files with the same numbers are one file. False for what is no regular file. */
typedef struct file_numbers {
    uint64_t device, file;
} file_numbers;
bool system_numbers(int descriptor, file_numbers *out);
bool system_numbers_of(const char *path, file_numbers *out); /* folders, too */

/* The path of a file that exists, links resolved; malloc'ed, NULL on failure. */
char *system_real_path(const char *path);
bool system_is_folder(const char *path); /* links followed */
bool system_make_folder(const char *path);
/* Gives a file a name that may be another's, which is gone then. */
bool system_replace(const char *from, const char *to);
/* A symbolic link or what does its work; it is not followed into folders. */
bool system_is_link(const char *path);
/* The rights of one file for another that takes its place. */
bool system_take_rights(int descriptor, const struct stat *from);

/* ---- paths ---- */

/* '/', on Windows '\' too. */
bool is_separator(char c);
/* Where the last name of a path begins: behind the last separator, or behind a drive's "C:". */
const char *path_base(const char *path);
/* Not relative to the current folder: "/x"; on Windows "\x", "C:\x", and "C:x", which is no name inside a folder
 * either. */
bool path_is_absolute(const char *path);
bool path_ends_in_separator(const char *path);
bool path_has_separator(const char *path);

#endif
