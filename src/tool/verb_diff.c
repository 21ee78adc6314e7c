/* SPDX-License-Identifier: MIT */
/* diff: what tells two shaders apart, by their instructions and by what they compute. */
#include "batch.h"
#include "diff_print.h"
#include "io.h"
#include "job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What of a job is given; everything else is chosen. */
typedef struct given {
    uint8_t f[8192], i[2048], b[2048], samplers[MAX_SAMPLERS], stages[MAX_STAGES];
    s9_compare_input_value *inputs;
    size_t input_count;
    s9_compare_given values;
} given;

typedef struct diff_context {
    rule_set rules;
    json_text job; /* root NULL: there is none */
    const char *other;
    float tolerance;
} diff_context;

/* ---- what is given ---- */

static void mark(uint8_t *flags, size_t count, const char *name, const char *letter)
{
    uint32_t number = 0;
    if (register_number(name, letter, &number) && number < count) {
        flags[number] = 1;
    }
}

static void mark_constant(given *g, const char *name)
{
    mark(g->f, COUNT(g->f), name, "c");
    mark(g->i, COUNT(g->i), name, "i");
    mark(g->b, COUNT(g->b), name, "b");
}

static void mark_members(given *g, const json_t *root)
{
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(root, "constants"), name, value)
    {
        mark_constant(g, name);
    }
    json_object_foreach(json_object_get(root, "samplers"), name, value)
    {
        mark(g->samplers, COUNT(g->samplers), name, "s");
    }
    json_object_foreach(json_object_get(root, "stages"), name, value)
    {
        mark(g->stages, COUNT(g->stages), name, "");
    }
}

/* The inputs of the job's first lane, then those of --input, which win as the last ones. */
static bool take_inputs(given *g, job *r)
{
    const json_t *lanes = r->source->root == NULL ? NULL : json_object_get(r->source->root, "lanes");
    const json_t *lane = json_array_get(lanes, 0);
    const string_list *flags = &r->t->settings.inputs;
    const char *name;
    json_t *value;
    g->inputs = calloc(json_object_size(lane) + flags->count + 1, sizeof *g->inputs);
    if (g->inputs == NULL) {
        return false;
    }
    const json_place top = {0}, list = {.up = &top, .key = "lanes"}, first = {.up = &list};
    json_object_foreach((json_t *)lane, name, value)
    {
        const json_place at = {.up = &first, .key = name};
        s9_compare_input_value *in = &g->inputs[g->input_count++];
        size_t count = 0;
        *in = (s9_compare_input_value){.name = name, .value = {0, 0, 0, 1}};
        (void)json_get_floats(&r->reader, value, &at, in->value, 0, 4, &count);
    }
    for (size_t i = 0; i < flags->count; i++) {
        size_t length = strcspn(flags->items[i], "="), count = 0;
        s9_compare_input_value *in = &g->inputs[g->input_count++];
        char *copy = string_copy_bytes(flags->items[i], length);
        float values[4] = {0, 0, 0, 1};
        if (copy == NULL) {
            return false;
        }
        (void)floats_from_flag(flags->items[i] + length + 1, values, &count);
        for (size_t k = 0; k < count && k < 4; k++) {
            in->value[k] = values[k];
        }
        for (size_t k = count; k < 4; k++) {
            in->value[k] = k == 3 ? 1.0f : 0.0f;
        }
        in->name = copy;
    }
    if (json_array_size(lanes) > 1) {
        json_warn(&r->reader, &list, "diff uses the first lane alone: it makes the others itself");
    }
    return true;
}

static void given_free(given *g, const string_list *flags)
{
    for (size_t i = g->input_count; i > 0 && g->input_count - i < flags->count; i--) {
        free((void *)(uintptr_t)g->inputs[i - 1].name);
    }
    free(g->inputs);
    free(g);
}

static given *take_given(job *r)
{
    given *g = calloc(1, sizeof *g);
    if (g == NULL) {
        report_no_memory(r->about);
        return NULL;
    }
    mark_members(g, r->source->root);
    for (size_t i = 0; i < r->t->settings.constants.count; i++) {
        const char *flag = r->t->settings.constants.items[i];
        char *name = string_copy_bytes(flag, strcspn(flag, "="));
        if (name != NULL) {
            mark_constant(g, name);
        }
        free(name);
    }
    if (!take_inputs(g, r)) {
        report_no_memory(r->about);
    }
    g->values = (s9_compare_given){.constants = resources_constants(&r->resources),
                                   .f_given = g->f,
                                   .i_given = g->i,
                                   .b_given = g->b,
                                   .samplers = r->resources.samplers,
                                   .samplers_given = g->samplers,
                                   .sampler_count = MAX_SAMPLERS,
                                   .stages = r->resources.stages,
                                   .stages_given = g->stages,
                                   .stage_count = MAX_STAGES,
                                   .inputs = g->inputs,
                                   .input_count = (uint32_t)g->input_count};
    return g;
}

/* ---- the comparison ---- */

static void write_result(tool *t, unit *u, diff_view *v)
{
    bool same = diff_same(v);
    if (t->settings.json) {
        json_out j = {.out = &u->out};
        diff_json(&j, v);
        text_char(&u->out, '\n');
        u->extension = ".json";
    } else {
        diff_text(&u->out, v);
        u->extension = ".txt";
    }
    u->has_result = !v->failed;
    if (v->failed) {
        unit_fail(u, EXIT_INTERNAL);
    } else if (!same) {
        unit_fail(u, EXIT_REFUSED);
    }
}

static void write_job(const tool *t, unit *u, const diff_view *v)
{
    text out = {0};
    if (t->settings.write_job == NULL || v->compare == NULL || diff_same(v)) {
        return;
    }
    diff_job(&out, v, "");
    text_char(&out, '\n');
    if (out.failed) {
        unit_fail(u, EXIT_INTERNAL);
    } else if (!write_file(t->settings.write_job, out.data, out.size, &u->findings)) {
        unit_fail(u, EXIT_IO);
    }
    text_free(&out);
}

/* Runs both; what cannot be run is said as a warning, and the instructions alone decide. */
static s9_compare *run_both(tool *t, const diff_context *c, const diff_view *v, const s9_compare_given *values,
                            const report *about)
{
    const settings *s = &t->settings;
    s9_compare *compare = NULL;
    s9_diagnostics *diagnostics = NULL;
    s9_compare_options options = {.struct_size = sizeof options,
                                  .shader = v->options,
                                  .seed = s->seed,
                                  .inputs = s->input_total,
                                  .ulp = s->ulp,
                                  .tolerance = c->tolerance,
                                  .specials = s->specials,
                                  .given = values};
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
        return NULL;
    }
    s9_result result = s9_compare_create(v->programs[0], v->programs[1], NULL, &options, &compare, diagnostics);
    if (result == S9_ERROR_INVALID || result == S9_ERROR_UNSUPPORTED) {
        s9_position at = position_in(about->name);
        findings_take_as_warnings(about->findings, diagnostics, about->name);
        findings_add(about->findings, S9_WARNING, &at, NULL,
                     "one of the shaders cannot be run; their instructions alone are compared");
        s9_diagnostics_destroy(diagnostics);
    } else {
        report_take(about, diagnostics, result);
    }
    return compare;
}

static void compare_programs(tool *t, unit *u, const diff_context *c, diff_view *v, const s9_compare_given *values,
                             const report *about)
{
    s9_diff *diff = NULL;
    s9_compare *compare = NULL;
    s9_diagnostics *diagnostics = NULL;
    s9_diff_options options = {.struct_size = sizeof options, .no_comments = t->settings.no_comments};
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
        return;
    }
    s9_result result = s9_diff_create(v->programs[0], v->programs[1], NULL, &options, &diff, diagnostics);
    report_take(about, diagnostics, result);
    if (result != S9_OK) {
        return;
    }
    if (!t->settings.no_run && !s9_diff_same_tokens(diff)) {
        compare = run_both(t, c, v, values, about);
    }
    v->diff = diff;
    v->compare = compare;
    if (u->status == EXIT_DONE || u->status == EXIT_REFUSED) {
        write_result(t, u, v);
        write_job(t, u, v);
    }
    s9_compare_destroy(compare);
    s9_diff_destroy(diff);
}

static void work(tool *t, unit *u, void *context)
{
    const diff_context *c = context;
    const settings *s = &t->settings;
    bool has_job = c->job.root != NULL || s->constants.count != 0 || s->inputs.count != 0;
    report about = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t, .address = u->address};
    report other = about;
    other.name = strcmp(c->other, "-") == 0 ? "<stdin>" : c->other;
    other.address = NULL;
    s9_program *a = NULL, *b = NULL;
    given *g = NULL;
    job r = {0};
    s9_shader_options options;
    shader_options_init(&options);
    bool good;
    if (has_job) {
        good = job_open(&r, t, &c->rules, &c->job, u->path, &about);
        options = r.options;
        g = good ? take_given(&r) : NULL;
        good = g != NULL;
    } else {
        a = shader_read(u->path, &about);
        good = a != NULL && shader_judge(t, &c->rules, a, &about) && shader_options_from_flags(s, &options, &about);
    }
    /* The other one is read in any case: its faults are told along with those of the first. */
    b = shader_read(c->other, &other);
    good = b != NULL && shader_judge(t, &c->rules, b, &other) && good && u->status == EXIT_DONE;
    if (good) {
        options.jit = NULL;
        options.engine = S9_ENGINE_VM;
        diff_view v = {.settings = s,
                       .names = {u->name, other.name},
                       .programs = {has_job ? r.program : a, b},
                       .options = &options,
                       .samplers = r.resources.samplers};
        compare_programs(t, u, c, &v, g != NULL ? &g->values : NULL, &about);
    }
    if (g != NULL) {
        given_free(g, &s->inputs);
    }
    if (has_job) {
        job_close(&r);
    }
    s9_program_destroy(a);
    s9_program_destroy(b);
}

static exit_status read_tolerance(tool *t, float *out)
{
    const char *word = t->settings.tolerance;
    float values[4] = {0};
    size_t count = 0;
    *out = 0;
    if (word == NULL) {
        return EXIT_DONE;
    }
    if (!floats_from_flag(word, values, &count) || count != 1 || !(values[0] >= 0.0f) || values[0] - values[0] != 0) {
        return tool_usage(t, "0.001 means a thousandth of the values, or a thousandth where they are below 1",
                          "--tolerance takes a number that is not below 0, not '%s'", word);
    }
    *out = values[0];
    return EXIT_DONE;
}

exit_status verb_diff(tool *t)
{
    settings *s = &t->settings;
    diff_context c = {0};
    if (s->operand_count != 2 || s->operands[0].folder || s->operands[1].folder) {
        return tool_usage(t, "shader9 diff A B", "diff takes two shaders");
    }
    c.other = s->operands[1].path;
    if (strcmp(s->operands[0].path, "-") == 0 && strcmp(c.other, "-") == 0) {
        return tool_usage(t, NULL, "standard input can be read once only");
    }
    if (s->write_job != NULL && s->no_run) {
        return tool_usage(t, NULL, "--no-run finds no job that --write-job could write");
    }
    exit_status status = flags_check(t);
    status = status == EXIT_DONE ? read_tolerance(t, &c.tolerance) : status;
    status = status == EXIT_DONE ? rules_read(t, &c.rules) : status;
    status = status == EXIT_DONE ? job_source_read(t, &c.job) : status;
    if (status == EXIT_DONE) {
        s->operand_count = 1;
        batch b = {.work = work, .context = &c, .naming = NAME_APPEND};
        status = batch_run(t, &b, 0);
    }
    json_text_free(&c.job);
    return status;
}
