/* SPDX-License-Identifier: MIT */
/* trace_print - a trace as text and as JSON, and where a value came from. */
#ifndef TOOL_TRACE_PRINT_H
#define TOOL_TRACE_PRINT_H

#include "json_out.h"
#include "lanes.h"

#include <shader9/trace.h>

typedef struct trace_view {
    const s9_trace *trace;
    const s9_shader *shader;
    const char *file;   /* the shader's own name: instructions of other files say theirs */
    const char *indent; /* before each line of text */
    uint32_t limit;     /* that the trace was made with, for the message */
    bool quad;          /* all four lanes are told */
} trace_view;

/* A register and component: "r3.x", "oC0.a". False when it is none. */
bool trace_component(const char *word, size_t length, char name[16], uint32_t *component);

/* One line for each step, then the results. */
void trace_text(text *out, const trace_view *v);
/* The line of one step. */
void trace_step_text(text *out, const trace_view *v, uint32_t index);
/* A line where something stopped the trace, else nothing. */
void trace_stop_text(text *out, const trace_view *v);
/* The members "steps", "result" and "stopped". False when memory runs out. */
bool trace_json(json_out *j, const trace_view *v, const char *version);

/* What a component was made of, back to the inputs. False when no step wrote it. */
bool trace_who_text(text *out, const trace_view *v, const char *name, uint32_t component);
/* The same as a list of nodes, as the value of a member. */
bool trace_who_json(json_out *j, const trace_view *v, const char *name, uint32_t component);

/* Numbers as traces print them: a NaN other than the usual one by its bits. */
void trace_number(text *out, float value);
void trace_numbers(text *out, const float *values, size_t count);

#endif
