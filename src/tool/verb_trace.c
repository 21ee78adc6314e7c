/* SPDX-License-Identifier: MIT */
/* trace: executes one lane of a job and prints what every instruction read and wrote. */
#include "batch.h"
#include "job.h"
#include "trace_flags.h"

#include <inttypes.h>

typedef struct trace_context {
    rule_set rules;
    json_text job; /* root NULL: there is none */
    trace_request request;
} trace_context;

static void write_trace(const job *r, unit *u, const s9_trace *trace)
{
    const settings *s = &r->t->settings;
    trace_view view = {.trace = trace,
                       .shader = r->shader,
                       .file = u->name,
                       .indent = "",
                       .limit = s->limit != 0 ? s->limit : S9_TRACE_LIMIT_DEFAULT,
                       .quad = s->quad};
    if (!s->json) {
        u->has_result = trace_tell_text(&u->out, &view, s, r->program);
        u->extension = ".txt";
        return;
    }
    json_out j = {.out = &u->out};
    put_open(&j);
    put_key(&j, "schema");
    put_string(&j, "shader9.trace/1");
    if (r->t->many) {
        put_key(&j, "file");
        put_string(&j, u->name);
    }
    put_key(&j, "version");
    put_string(&j, s9_program_version(r->program));
    u->has_result = trace_tell_json(&j, &view, s, r->program);
    put_close(&j);
    text_char(&u->out, '\n');
    u->extension = ".json";
}

static bool lane_exists(const job *r)
{
    const settings *s = &r->t->settings;
    if (s->lane >= r->lanes.count) {
        report_usage(r->about, NULL, "--lane %" PRIu32 ": the job has %" PRIu32 " lane%s", s->lane, r->lanes.count,
                     r->lanes.count == 1 ? "" : "s");
        return false;
    }
    if (s->quad && !r->quads) {
        report_usage(r->about, "\"quads\": true in the job makes quads of its lanes",
                     "--quad: the lanes of this job are no quads");
        return false;
    }
    return true;
}

static void work(tool *t, unit *u, void *context)
{
    const trace_context *c = context;
    report about = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t, .address = u->address};
    job r;
    if (job_open(&r, t, &c->rules, &c->job, u->path, &about) && lane_exists(&r)) {
        s9_trace *trace = NULL;
        s9_diagnostics *diagnostics = NULL;
        s9_run_args args = job_args(&r);
        if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
            report_no_memory(&about);
        } else {
            s9_result result =
                s9_trace_create(r.shader, r.program, &args, NULL, &c->request.options, &trace, diagnostics);
            report_take(&about, diagnostics, result);
            if (result == S9_OK) {
                write_trace(&r, u, trace);
            }
        }
        s9_trace_destroy(trace);
    }
    job_close(&r);
}

exit_status verb_trace(tool *t)
{
    trace_context c = {0};
    exit_status status = flags_check(t);
    status = status == EXIT_DONE ? trace_request_read(t, &c.request) : status;
    status = status == EXIT_DONE ? rules_read(t, &c.rules) : status;
    status = status == EXIT_DONE ? job_source_read(t, &c.job) : status;
    if (status == EXIT_DONE) {
        batch b = {.work = work, .context = &c, .heading = t->settings.json ? NULL : "// ", .naming = NAME_APPEND};
        status = batch_run(t, &b, 0);
    }
    json_text_free(&c.job);
    return status;
}
