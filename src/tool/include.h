/* SPDX-License-Identifier: MIT */
/* include - finds the files that `#include` asks for: beside the file that asks, then in the folders of -I. */
#ifndef TOOL_INCLUDE_H
#define TOOL_INCLUDE_H

#include <shader9/program.h>

typedef struct include_folders {
    const char *const *items;
    size_t count;
} include_folders;

/* Callbacks for the assembler; `folders` must outlive them. */
s9_include include_callbacks(const include_folders *folders);

#endif
