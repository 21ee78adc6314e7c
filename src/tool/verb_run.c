/* SPDX-License-Identifier: MIT */
/* run: executes a shader on the inputs of a job. */
#include "batch.h"
#include "json_out.h"
#include "lanes.h"
#include "resources.h"
#include "shader.h"

#include <inttypes.h>
#include <string.h>

typedef struct run_context {
    rule_set rules;
    json_text job; /* root NULL: there is none */
} run_context;

/* One shader and its job on their way. */
typedef struct run {
    tool *t;
    const json_text *job;
    json_reader reader;
    const report *about; /* the shader */
    s9_program *program;
    s9_shader *shader;
    s9_shader_options options;
    texture_set textures;
    resources resources;
    lane_set lanes;
    bool quads;
} run;

static const json_place top = {0};

static const json_t *member(const run *r, const char *name)
{
    return r->job->root == NULL ? NULL : json_object_get(r->job->root, name);
}

/* The members that do not depend on the shader's inputs. */
static bool read_job(run *r)
{
    static const char *const names[] = {"constants", "textures", "samplers", "stages", "float",
                                        "quads",     "lanes",    "options",  NULL};
    json_reader *reader = &r->reader;
    if (r->job->root == NULL) {
        return true;
    }
    if (!json_is_object_at(reader, r->job->root, &top)) {
        return false;
    }
    bool good = json_members(reader, r->job->root, &top, names);
    json_place at[8];
    const json_t *value[8];
    for (size_t i = 0; i < COUNT(at); i++) {
        at[i] = (json_place){.up = &top, .key = names[i]};
        value[i] = member(r, names[i]);
    }
    good = (value[0] == NULL || constants_read(reader, value[0], &at[0], &r->resources)) && good;
    bool textures = value[1] == NULL || textures_read(reader, value[1], &at[1], &r->textures, r->about->status);
    good = textures && good;
    /* Samplers name textures: where those are wrong, what is said about these would be wrong, too. */
    good =
        (value[2] == NULL || !textures || samplers_read(reader, value[2], &at[2], &r->textures, &r->resources)) && good;
    good = (value[3] == NULL || stages_read(reader, value[3], &at[3], &r->resources)) && good;
    good = (value[4] == NULL || float_mode_read(reader, value[4], &at[4], &r->options)) && good;
    good = (value[5] == NULL || json_get_bool(reader, value[5], &at[5], &r->quads)) && good;
    good = (value[6] == NULL || json_is_list_at(reader, value[6], &at[6])) && good;
    good = (value[7] == NULL || shader_options_read(reader, value[7], &at[7], &r->options)) && good;
    if (good && r->quads && s9_program_stage(r->program) == S9_STAGE_VERTEX) {
        json_warn(reader, &at[5], "vertices have no quads");
        r->quads = false;
    }
    if (good && r->quads && value[6] != NULL && json_array_size(value[6]) % 4 != 0) {
        json_refuse(reader, &at[6], "quads need a number of lanes that is a multiple of four, not %zu",
                    json_array_size(value[6]));
        good = false;
    }
    if (good && json_array_size(value[6]) > UINT32_MAX / 64) {
        json_refuse(reader, &at[6], "too many lanes: %zu", json_array_size(value[6]));
        good = false;
    }
    return good;
}

static bool prepare(run *r)
{
    s9_diagnostics *diagnostics = NULL;
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(r->about);
        return false;
    }
    s9_result result = s9_shader_create(r->program, NULL, &r->options, &r->shader, diagnostics);
    report_take(r->about, diagnostics, result);
    if (result != S9_OK) {
        return false;
    }
    const json_t *lanes = member(r, "lanes");
    uint32_t count = lanes != NULL ? (uint32_t)json_array_size(lanes) : r->quads ? 4 : 1;
    if (!lane_set_create(&r->lanes, r->shader, count, r->quads)) {
        report_no_memory(r->about);
        return false;
    }
    json_place at = {.up = &top, .key = "lanes"};
    const char *version = s9_program_version(r->program);
    return (lanes == NULL || lanes_read(&r->reader, lanes, &at, &r->lanes, version)) &&
           lanes_from_flags(&r->t->settings.inputs, &r->lanes, version, r->about);
}

static bool execute(run *r)
{
    s9_run_args args = {.struct_size = sizeof args,
                        .lanes = r->lanes.count,
                        .quads = r->quads,
                        .constants = resources_constants(&r->resources),
                        .samplers = r->resources.samplers,
                        .sampler_count = MAX_SAMPLERS,
                        .stages = r->resources.stages,
                        .stage_count = MAX_STAGES,
                        .inputs = r->lanes.inputs,
                        .outputs = r->lanes.outputs,
                        .discarded = r->lanes.discarded,
                        .stopped = r->lanes.stopped};
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

static void write_result(const run *r, unit *u)
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
    report about = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t};
    run r = {.t = t, .job = &c->job, .about = &about};
    r.reader = (json_reader){.text = &c->job, .findings = &u->findings};
    r.program = shader_read(u->path, &about);
    if (r.program != NULL && shader_judge(t, &c->rules, r.program, &about)) {
        resources_init(&r.resources, r.program);
        constants_from_table(&t->settings, r.program, &r.resources, &about);
        shader_options_init(&r.options);
        bool good = read_job(&r);
        good = good && constants_from_flags("--const", &t->settings.constants, &r.resources, &about) &&
               shader_options_from_flags(&t->settings, &r.options, &about) && prepare(&r);
        if (r.reader.refused) {
            unit_fail(u, EXIT_REFUSED);
        } else if (r.resources.failed) {
            report_no_memory(&about);
        } else if (good && execute(&r)) {
            write_result(&r, u);
        }
    }
    lane_set_free(&r.lanes);
    resources_free(&r.resources);
    texture_set_free(&r.textures);
    s9_shader_destroy(r.shader);
    s9_program_destroy(r.program);
}

exit_status verb_run(tool *t)
{
    const settings *s = &t->settings;
    run_context c = {0};
    exit_status status = flags_check(t);
    status = status == EXIT_DONE ? rules_read(t, &c.rules) : status;
    if (status != EXIT_DONE) {
        return status;
    }
    if (s->job != NULL) {
        findings list = {0};
        for (size_t i = 0; i < s->operand_count; i++) {
            if (strcmp(s->job, "-") == 0 && strcmp(s->operands[i].path, "-") == 0) {
                return tool_usage(t, NULL, "standard input can be read once only");
            }
        }
        if (!json_text_read(&c.job, s->job, "--job takes a job: constants, textures, samplers and lanes as JSON", &list,
                            &status)) {
            tool_print(t, &list);
            findings_free(&list);
            return status;
        }
        findings_free(&list);
    }
    batch b = {.work = work, .context = &c, .naming = NAME_APPEND};
    status = batch_run(t, &b, 0);
    json_text_free(&c.job);
    return status;
}
