/* SPDX-License-Identifier: MIT */
/* tool - one run of the command: its settings, and how findings reach standard error. */
#ifndef TOOL_TOOL_H
#define TOOL_TOOL_H

#include "findings.h"
#include "options.h"

#include <shader9/check.h>
#include <shader9/program.h>

struct json_out;

typedef struct tool {
    const verb *verb;
    settings settings;
    s9_define *defines; /* -D, for the preprocessor */
    size_t define_count;
    bool many;               /* several inputs: results say which file they are about */
    bool color;              /* diagnostics are coloured */
    text sarif;              /* results of the SARIF document so far */
    string_list sarif_rules; /* the codes that occur in it, each once */
} tool;

/* Prints the findings on standard error in the form that was asked for. */
void tool_print(tool *t, const findings *list);
/* Prints what a form keeps until everything is known: the SARIF document. */
void tool_print_end(tool *t);

/*
 * Ends the output of a run: results go to their places, and what failed on standard output is told. The status that was
 * reached, or a worse one. More may follow.
 */
exit_status tool_finish(tool *t, exit_status status);
/* Prints a text on standard output and frees it: for what is no result of a batch. */
exit_status tool_show(tool *t, text *out);

/* One finding as a JSON object, the form of --diagnostics=json and of the member "diagnostics" of results. */
void finding_json(struct json_out *j, const s9_diagnostic *d);

/* The numbers of Microsoft's messages for a rule (NULL: for none), as a JSON list. */
void native_json(struct json_out *j, const s9_rule_info *rule);

/* Turns -D into tool.defines; EXIT_USAGE, reported, when one is none. */
exit_status defines_read(tool *t);
/* Warns of folders of -I that there are not. */
void includes_judge(tool *t);
void defines_free(tool *t);

/* Reports wrong usage on standard error; `hint` may be NULL or "". Returns EXIT_USAGE. */
exit_status tool_usage(tool *t, const char *hint, const char *format, ...) TOOL_PRINTF(3, 4);

/* The exit status for a failed call of the library. */
exit_status status_of(s9_result result);

exit_status verb_asm(tool *t);
exit_status verb_dis(tool *t);
exit_status verb_check(tool *t);
exit_status verb_info(tool *t);
exit_status verb_run(tool *t);
exit_status verb_trace(tool *t);
exit_status verb_translate(tool *t);
exit_status verb_draw(tool *t);
exit_status verb_filter(tool *t);
exit_status verb_effect(tool *t);
exit_status verb_diff(tool *t);
exit_status verb_bench(tool *t);
exit_status verb_lsp(tool *t);

#endif
