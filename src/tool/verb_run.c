/* SPDX-License-Identifier: MIT */
/* run: executes a shader on the inputs of a job. */
#include "batch.h"
#include "job.h"
#include "json_out.h"

#include <inttypes.h>

typedef struct run_context {
    rule_set rules;
    json_text job; /* root NULL: there is none */
} run_context;

static bool execute(job *r)
{
    s9_run_args args = job_args(r);
    s9_result result = r->lanes.count == 0 ? S9_OK : s9_shader_run(r->shader, &args);
    if (result != S9_OK) {
        report_error(r->about, NULL, "%s", s9_result_name(result));
        *r->about->status = status_of(result) > *r->about->status ? status_of(result) : *r->about->status;
        return false;
    }
    uint32_t stopped = 0;
    for (uint32_t lane = 0; lane < r->lanes.count; lane++) {
        stopped += r->lanes.stopped[lane] != 0;
    }
    if (stopped != 0) {
        report_error(r->about, "--max-steps N allows more",
                     "%" PRIu32 " lane%s stopped after max_steps instructions (%" PRIu32 ")", stopped,
                     stopped == 1 ? " was" : "s were",
                     r->options.max_steps != 0 ? r->options.max_steps : UINT32_C(16777216));
    }
    return true;
}

static void write_result(const job *r, unit *u)
{
    json_out j = {.out = &u->out};
    put_open(&j);
    put_key(&j, "schema");
    put_string(&j, "shader9.run/1");
    if (r->t->many) {
        put_key(&j, "file");
        put_string(&j, u->name);
    }
    put_key(&j, "version");
    put_string(&j, s9_program_version(r->program));
    semantics_write(&j, r->shader);
    put_key(&j, "lanes");
    lanes_write(&j, &r->lanes);
    put_close(&j);
    text_char(&u->out, '\n');
    u->extension = ".json";
    u->has_result = true;
}

static void work(tool *t, unit *u, void *context)
{
    const run_context *c = context;
    report about = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t, .address = u->address};
    job r;
    if (job_open(&r, t, &c->rules, &c->job, u->path, &about) && execute(&r)) {
        write_result(&r, u);
    }
    job_close(&r);
}

exit_status verb_run(tool *t)
{
    run_context c = {0};
    exit_status status = flags_check(t);
    status = status == EXIT_DONE ? rules_read(t, &c.rules) : status;
    status = status == EXIT_DONE ? job_source_read(t, &c.job) : status;
    if (status != EXIT_DONE) {
        return status;
    }
    batch b = {.work = work, .context = &c, .naming = NAME_APPEND};
    status = batch_run(t, &b, 0);
    json_text_free(&c.job);
    return status;
}
