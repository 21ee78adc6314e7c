/* SPDX-License-Identifier: MIT */
/* include - finds the files that `#include` asks for: beside the file that asks, then in the folders of -I. */
#ifndef TOOL_INCLUDE_H
#define TOOL_INCLUDE_H

#include <shader9/program.h>

/* Paths of the files that were read, each once, in the order of their first use. */
typedef struct include_record {
    char **items;
    size_t count;
    bool failed; /* out of memory */
} include_record;

typedef struct include_folders {
    const char *const *items;
    size_t count;
    include_record *record; /* or NULL */
} include_folders;

void include_record_free(include_record *record);

/* Callbacks for the assembler; `folders` must outlive them. */
s9_include include_callbacks(const include_folders *folders);

#endif
