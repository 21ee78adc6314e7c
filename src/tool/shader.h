/* SPDX-License-Identifier: MIT */
/* shader - from the bytes of a file to a program that may be used. */
#ifndef TOOL_SHADER_H
#define TOOL_SHADER_H

#include "tool.h"

#include <shader9/check.h>

/* What --caps and --dialect say. */
typedef struct rule_set {
    s9_check_options options;
    s9_caps caps;
} rule_set;

/* Reads --caps and --dialect; a status other than EXIT_DONE has been reported. */
exit_status rules_read(tool *t, rule_set *r);

/* Where the work on a shader reports: findings about `name`, the worst status so far. */
typedef struct report {
    findings *findings;
    exit_status *status;
    const char *name;
    const tool *tool;    /* how texts are to be read; NULL: as they stand */
    bool keep;           /* for judging: text with faults gives a program as far as it goes */
    const char *address; /* which shader of a file that holds several; NULL: there is one */
    const char *instead; /* what else, before naming one, may be done with a file of several; NULL: nothing */
} report;

/* Takes over the library's diagnostics and the status of the result. Destroys the list. */
void report_take(const report *r, s9_diagnostics *diagnostics, s9_result result);
/* Adds an error of the command's own; the status is EXIT_REFUSED at least. */
void report_error(const report *r, const char *hint, const char *format, ...) TOOL_PRINTF(3, 4);
/* Adds an error about the command line; the status is EXIT_USAGE at least. */
void report_usage(const report *r, const char *hint, const char *format, ...) TOOL_PRINTF(3, 4);
void report_no_memory(const report *r);

/* Which shader of a listing of several an address means, from 1 on; 0: it means none, or these bytes are no listing. */
uint32_t shader_in_listing(const text *bytes, const char *address);
/* Whether the address of the report, where it has one, means a shader of text or tokens; when not, that is reported. */
bool shader_is_addressed(const text *bytes, const report *r);
/* The program that some bytes hold, whatever their form; NULL when they hold none (reported). */
s9_program *shader_load(const text *bytes, const report *r);
/* The same from a file; "FILE#ADDRESS" is a shader that the file holds. */
s9_program *shader_read(const char *path, const report *r);

/*
 * What the rules say about a program that is to be run: nothing with --no-check, errors that refuse it with --strict,
 * warnings otherwise. False when it is refused.
 */
bool shader_judge(const tool *t, const rule_set *rules, const s9_program *program, const report *r);

/* The diagnostics of a list as the JSON member "diagnostics" has them. */
void json_findings(struct json_out *j, const findings *list);

#endif
