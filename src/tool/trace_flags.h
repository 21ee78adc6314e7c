/* SPDX-License-Identifier: MIT */
/* trace_flags - what --limit, --break, --break-when, --break-nan and --who ask of a trace. */
#ifndef TOOL_TRACE_FLAGS_H
#define TOOL_TRACE_FLAGS_H

#include "trace_print.h"

#include "tool.h"

enum { MAX_WATCHES = 16 };

typedef struct trace_request {
    s9_trace_options options;
    s9_trace_watch watches[MAX_WATCHES];
    char names[MAX_WATCHES][16];
} trace_request;

/* Reads the flags; EXIT_USAGE, reported, when one is wrong. The request must not be moved afterwards. */
exit_status trace_request_read(tool *t, trace_request *r);

/* The steps, or with --who where that value came from, as text. */
bool trace_tell_text(text *out, const trace_view *v, const settings *s, const s9_program *program);
/* The same as members of an object. */
bool trace_tell_json(json_out *j, const trace_view *v, const settings *s, const s9_program *program);

#endif
