/* SPDX-License-Identifier: MIT */
/*
 * batch - works on all inputs of a run, several at a time, and hands results and findings out in the order of the
 * inputs, as if one had been worked on after the other.
 */
#ifndef TOOL_BATCH_H
#define TOOL_BATCH_H

#include "tool.h"

enum { MAX_EXTRA = 3 };

/* One input and what became of it. */
typedef struct unit {
    const char *path;     /* as given or found, "-" for standard input */
    const char *name;     /* for diagnostics */
    const char *relative; /* the path below the folder that --output mirrors */
    const char *address;  /* which shader of the file, "FILE#ADDRESS"; NULL: all */
    exit_status status;
    findings findings;
    bool has_result; /* `out` is to be written */
    bool apart;      /* the work has written results itself; they stand though others were refused */
    bool told;       /* the result holds the findings: they are not printed once more */
    text out;
    const char *extension; /* of the result's name in a folder: ".asm" */
    text extra[MAX_EXTRA]; /* further results; OUT.png has them as OUT.1.png, ... */
    size_t extra_count;
} unit;

/* How a result in a folder is named after its input. */
typedef enum naming {
    NAME_APPEND,  /* a.vso -> a.vso.asm */
    NAME_REPLACE, /* a.json -> a.png */
    NAME_STRIP,   /* a.vso.asm -> a.vso, a.asm -> a + extension */
} naming;

typedef struct batch {
    /* Works on one input; called from several threads, each with a unit of its own. */
    void (*work)(tool *t, unit *u, void *context);
    void *context;
    bool binary;         /* results are bytes that do not belong on a terminal, nor one after the other */
    const char *heading; /* printed before each of many text results, with %s for the name; or NULL */
    naming naming;
    bool (*wanted)(const char *path); /* NULL, or whether a file that --recursive found is worked on */
    exit_status (*end)(tool *t,
                       void *context); /* NULL, or asked when all is done: files are taken back where it fails */
    const char *wanted_name;           /* what those are called: "scene"; NULL: "file" */
} batch;

/* Works on the operands from `first` on. */
exit_status batch_run(tool *t, const batch *b, size_t first);

/* The name of a result in a folder: the input's path below it, its address, the unit's extension. */
void unit_result_name(text *out, const unit *u, const char *folder, naming how);
/* Makes the unit's status at least this bad. */
void unit_fail(unit *u, exit_status status);
/* Reads the unit's file; false with finding and status when it cannot be read. */
bool unit_read(unit *u, text *out);
/* Takes over the library's diagnostics and gives the result's status. Destroys the list. */
void unit_take(unit *u, s9_diagnostics *diagnostics, s9_result result);

#endif
