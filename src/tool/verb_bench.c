/* SPDX-License-Identifier: MIT */
/* bench: how long each stage of the toolkit takes on the given shaders. */
#include "batch.h"
#include "contained.h"
#include "engine.h"
#include "json_out.h"
#include "lanes.h"

#include <shader9/program.h>
#include <shader9/reflect.h>
#include <shader9/spirv.h>

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

enum {
    LANES = 64,       /* of a run: a batch as drawing makes them */
    USUAL_RUNS = 5,   /* of which the median is told */
    MOST_RUNS = 1000, /* --runs */
    USUAL_STEPS = 65536
};

/* A run repeats its stage until this time has passed: far above what the clock tells apart. */
static const double shortest_run = 0.001;

/* A shader in all the forms that stages begin with. */
typedef struct subject {
    const s9_program *program;
    const s9_check_options *rules;
    s9_diagnostics *diagnostics;
    s9_blob tokens, text;
    s9_spirv_options spirv;
    s9_shader_options options;
    s9_shader *shader;
    resources resources;
    lane_set lanes;
    s9_run_args args;
} subject;

/* ---- the stages ---- */

static s9_result decode(subject *s)
{
    s9_program *program = NULL;
    s9_result result = s9_decode(s->tokens.data, s->tokens.size, NULL, NULL, &program, NULL);
    s9_program_destroy(program);
    return result;
}

static s9_result encode(subject *s)
{
    s9_blob out = {0};
    s9_result result = s9_encode(s->program, NULL, &out);
    s9_blob_free(&out);
    return result;
}

static s9_result disassemble(subject *s)
{
    s9_blob out = {0};
    s9_result result = s9_disassemble(s->program, NULL, NULL, &out);
    s9_blob_free(&out);
    return result;
}

static s9_result assemble(subject *s)
{
    s9_program *program = NULL;
    s9_assemble_options options = {.struct_size = sizeof options, .lenient = true};
    s9_result result = s9_assemble(s->text.data, s->text.size, NULL, &options, &program, NULL);
    s9_program_destroy(program);
    return result;
}

static s9_result check(subject *s)
{
    /* A shader that breaks a rule has been judged all the same. */
    s9_diagnostics_clear(s->diagnostics);
    s9_result result = s9_check(s->program, NULL, s->rules, s->diagnostics);
    return result == S9_ERROR_INVALID ? S9_OK : result;
}

static s9_result reflect(subject *s)
{
    s9_reflection *reflection = NULL;
    s9_result result = s9_reflect(s->program, NULL, &reflection);
    s9_reflection_destroy(reflection);
    return result;
}

static s9_result lower(subject *s)
{
    s9_shader *shader = NULL;
    s9_result result = s9_shader_create(s->program, NULL, &s->options, &shader, NULL);
    s9_shader_destroy(shader);
    return result;
}

static s9_result run(subject *s)
{
    return s->shader == NULL ? S9_ERROR_UNSUPPORTED : s9_shader_run(s->shader, &s->args);
}

static s9_result translate(subject *s)
{
    s9_spirv *module = NULL;
    s9_result result = s9_spirv_translate(s->program, NULL, &s->spirv, &module, NULL);
    s9_spirv_destroy(module);
    return result;
}

static const struct {
    const char *name;
    s9_result (*work)(subject *s);
} stages[] = {
    {"decode", decode},     {"encode", encode}, {"disassemble", disassemble},
    {"assemble", assemble}, {"check", check},   {"reflect", reflect},
    {"lower", lower},       {"run", run},       {"translate", translate},
};

typedef struct timing {
    s9_result result;
    uint32_t repeats; /* in each run */
    double median;    /* seconds of one pass */
} timing;

/* ---- the clock ---- */

/* Processor time: what else the machine does says nothing about the stage. */
static double now(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double repeat(subject *s, size_t stage, uint32_t count, s9_result *result)
{
    double begin = now();
    for (uint32_t i = 0; i < count && *result == S9_OK; i++) {
        *result = stages[stage].work(s);
    }
    return now() - begin;
}

/* How often a stage has to be repeated to fill a run; this is its warm-up as well. */
static void calibrate(subject *s, size_t stage, timing *t)
{
    t->repeats = 1;
    while (repeat(s, stage, t->repeats, &t->result) < shortest_run && t->result == S9_OK &&
           t->repeats < UINT32_C(1) << 24) {
        t->repeats *= 2;
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* All stages in turn, so that what slows the machine down for a while meets each of them. False without memory. */
static bool measure(subject *s, uint32_t runs, timing timings[COUNT(stages)])
{
    double *values = malloc(COUNT(stages) * runs * sizeof *values);
    if (values == NULL) {
        return false;
    }
    for (size_t stage = 0; stage < COUNT(stages); stage++) {
        timings[stage] = (timing){.result = S9_OK};
        calibrate(s, stage, &timings[stage]);
    }
    for (uint32_t i = 0; i < runs; i++) {
        for (size_t stage = 0; stage < COUNT(stages); stage++) {
            timing *t = &timings[stage];
            values[stage * runs + i] = repeat(s, stage, t->repeats, &t->result) / t->repeats;
        }
    }
    for (size_t stage = 0; stage < COUNT(stages); stage++) {
        double *of = values + stage * runs;
        qsort(of, runs, sizeof *of, by_value);
        timings[stage].median = runs % 2 != 0 ? of[runs / 2] : (of[runs / 2 - 1] + of[runs / 2]) / 2;
    }
    free(values);
    return true;
}

/* ---- the result ---- */

static void put_json(text *out, const char *name, const subject *s, uint32_t runs, const timing timings[COUNT(stages)])
{
    json_out j = {.out = out};
    put_open(&j);
    put_key(&j, "schema");
    put_string(&j, "shader9.bench/1");
    put_key(&j, "file");
    put_string(&j, name);
    put_key(&j, "version");
    put_string(&j, s9_program_version(s->program));
    put_key(&j, "size");
    put_integer(&j, (int64_t)s9_program_token_bytes(s->program));
    put_key(&j, "instructions");
    put_integer(&j, s9_program_instruction_count(s->program));
    put_key(&j, "engine");
    put_string(&j, s->options.engine == S9_ENGINE_JIT ? "jit" : "vm");
    put_key(&j, "lanes");
    put_integer(&j, LANES);
    put_key(&j, "runs");
    put_integer(&j, runs);
    put_key(&j, "stages");
    put_open_list(&j);
    for (size_t i = 0; i < COUNT(stages); i++) {
        bool good = timings[i].result == S9_OK;
        put_open(&j);
        put_key(&j, "stage");
        put_string(&j, stages[i].name);
        put_key(&j, "microseconds");
        if (good) {
            put_float(&j, (float)(timings[i].median * 1e6));
        } else {
            put_null(&j);
        }
        put_key(&j, "repeats");
        put_integer(&j, timings[i].repeats);
        put_close(&j);
    }
    put_close_list(&j);
    put_close(&j);
    text_char(out, '\n');
}

static void put_text(text *out, const char *name, const subject *s, uint32_t runs, const timing timings[COUNT(stages)])
{
    uint32_t count = s9_program_instruction_count(s->program);
    text_format(out, "%s: %s, %zu bytes, %" PRIu32 " instruction%s; medians of %" PRIu32 " run%s\n", name,
                s9_program_version(s->program), s9_program_token_bytes(s->program), count, count == 1 ? "" : "s", runs,
                runs == 1 ? "" : "s");
    for (size_t i = 0; i < COUNT(stages); i++) {
        if (timings[i].result == S9_OK) {
            double median = timings[i].median > 0 ? timings[i].median : 1e-9;
            text_format(out, "  %-12s%12.3f us%14.0f /s", stages[i].name, median * 1e6, 1 / median);
            if (stages[i].work == run) {
                text_format(out, "  (%d lanes)", LANES);
            }
            text_char(out, '\n');
        } else {
            text_format(out, "  %-12s%12s\n", stages[i].name, "-");
        }
    }
}

/* ---- the verb ---- */

typedef struct bench_run {
    tool *t;
    unit *u;
    const rule_set *rules;
} bench_run;

/* What the stages begin with. What cannot be run is timed in its other stages. */
static bool prepare(subject *s, const report *about)
{
    if (s9_diagnostics_create(NULL, &s->diagnostics) != S9_OK || s9_encode(s->program, NULL, &s->tokens) != S9_OK ||
        s9_disassemble(s->program, NULL, NULL, &s->text) != S9_OK) {
        report_no_memory(about);
        return false;
    }
    s9_spirv_options_init(&s->spirv);
    resources_init(&s->resources, s->program);
    if (s9_shader_create(s->program, NULL, &s->options, &s->shader, NULL) != S9_OK) {
        return true;
    }
    if (!lane_set_create(&s->lanes, s->shader, LANES, s9_program_stage(s->program) == S9_STAGE_PIXEL)) {
        report_no_memory(about);
        return false;
    }
    s->args = (s9_run_args){.struct_size = sizeof s->args,
                            .lanes = s->lanes.count,
                            .quads = s->lanes.quads,
                            .constants = resources_constants(&s->resources),
                            .samplers = s->resources.samplers,
                            .sampler_count = MAX_SAMPLERS,
                            .stages = s->resources.stages,
                            .stage_count = MAX_STAGES,
                            .inputs = s->lanes.inputs,
                            .outputs = s->lanes.outputs,
                            .discarded = s->lanes.discarded,
                            .stopped = s->lanes.stopped};
    return true;
}

static void time_shader(void *context, const s9_program *program, const report *about, bool contained)
{
    const bench_run *b = context;
    const settings *set = &b->t->settings;
    (void)contained; /* each result says its name */
    if (program == NULL) {
        return;
    }
    uint32_t runs = set->runs != 0 ? set->runs : USUAL_RUNS;
    subject s = {.program = program, .rules = &b->rules->options};
    timing timings[COUNT(stages)];
    engine *machine = NULL;
    shader_options_init(&s.options);
    bool good = shader_options_from_flags(set, &s.options, about) && engine_open(&machine, &s.options, false, about);
    s.options.max_steps = s.options.max_steps != 0 ? s.options.max_steps : USUAL_STEPS;
    good = good && prepare(&s, about);
    if (good && !measure(&s, runs, timings)) {
        report_no_memory(about);
        good = false;
    }
    for (size_t i = 0; good && i < COUNT(stages); i++) {
        if (timings[i].result != S9_OK && !(stages[i].work == run && s.shader == NULL)) {
            s9_position at = position_in(about->name);
            findings_add(about->findings, S9_WARNING, &at, NULL, "%s is not timed: %s", stages[i].name,
                         s9_result_name(timings[i].result));
        }
    }
    if (good && set->json) {
        put_json(&b->u->out, about->name, &s, runs, timings);
    } else if (good) {
        put_text(&b->u->out, about->name, &s, runs, timings);
    }
    b->u->extension = set->json ? ".json" : ".txt";
    b->u->has_result |= good;
    lane_set_free(&s.lanes);
    resources_free(&s.resources);
    s9_shader_destroy(s.shader);
    engine_close(machine);
    s9_blob_free(&s.text);
    s9_blob_free(&s.tokens);
    s9_diagnostics_destroy(s.diagnostics);
}

static void work(tool *t, unit *u, void *context)
{
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t, .address = u->address};
    bench_run b = {t, u, context};
    text bytes = {0};
    if (unit_read(u, &bytes)) {
        shaders_each(&bytes, &r, time_shader, &b);
    }
    text_free(&bytes);
}

exit_status verb_bench(tool *t)
{
    rule_set rules;
    exit_status status = rules_read(t, &rules);
    if (status != EXIT_DONE) {
        return status;
    }
    if (t->settings.runs > MOST_RUNS) {
        return tool_usage(t, NULL, "--runs takes %d at most", (int)MOST_RUNS);
    }
    if (t->settings.jobs > 1) {
        return tool_usage(t, NULL, "bench works on one file at a time: others would disturb the clock");
    }
    t->settings.jobs = 1;
    batch b = {.work = work, .context = &rules, .naming = NAME_APPEND};
    return batch_run(t, &b, 0);
}
