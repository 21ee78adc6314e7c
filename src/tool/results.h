/* SPDX-License-Identifier: MIT */
/*
 * results - the files of this run: those that were read, and those that are to be written. A result is written into a
 * temporary file beside its name. Only when the whole run is known is it renamed, and only if it replaces neither a
 * file that was read nor another result.
 */
#ifndef TOOL_RESULTS_H
#define TOOL_RESULTS_H

#include "findings.h"
#include "options.h"

/* Notes that an open file is read, or one that a library reads by its name. */
void results_note_read(int descriptor);
void results_note_path(const char *path);

/*
 * Writes a result. `list` is the owner, too: what one owner gave can be taken back as long as it is pending. What is no
 * regular file (a pipe, /dev/null) is written as it is, at once. False with a finding when it cannot be written.
 */
bool results_add(const char *path, const void *bytes, size_t size, findings *list);
/* Takes back the results of an owner (NULL: of all): the work failed, and what was there before stays. */
void results_drop(const findings *owner);
/* Whether a result that was added would replace a file that was read, or another result. */
bool results_conflict(void);

/*
 * Puts what is pending in its places. EXIT_USAGE with findings, and nothing is changed, when a result would replace a
 * file that was read, or another result.
 */
exit_status results_commit(findings *list);

/* Prints on standard output. What fails there is told by standard_end, false with a finding. */
void standard_put(const void *bytes, size_t size);
bool standard_end(findings *list);

#endif
