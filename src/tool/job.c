/* SPDX-License-Identifier: MIT */
#include "job.h"

#include <string.h>

static const json_place top = {0};

static const json_t *member(const job *r, const char *name)
{
    return r->source->root == NULL ? NULL : json_object_get(r->source->root, name);
}

/* The members that do not depend on the shader's inputs. */
static bool read_job(job *r)
{
    static const char *const names[] = {"constants", "textures", "samplers", "stages", "float",
                                        "quads",     "lanes",    "options",  NULL};
    json_reader *reader = &r->reader;
    if (r->source->root == NULL) {
        return true;
    }
    if (!json_is_object_at(reader, r->source->root, &top)) {
        return false;
    }
    bool good = json_members(reader, r->source->root, &top, names);
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

static bool prepare(job *r)
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

bool job_open(job *r, tool *t, const rule_set *rules, const json_text *source, const char *path, const report *about)
{
    *r = (job){.t = t, .source = source, .about = about};
    r->reader = (json_reader){.text = source, .findings = about->findings};
    r->program = shader_read(path, about);
    if (r->program == NULL || !shader_judge(t, rules, r->program, about)) {
        return false;
    }
    size_t before = about->findings->count;
    resources_init(&r->resources, r->program);
    constants_from_table(&t->settings, r->program, &r->resources, about);
    shader_options_init(&r->options);
    bool good = read_job(r);
    good = good && constants_from_flags("--const", &t->settings.constants, &r->resources, about) &&
           shader_options_from_flags(&t->settings, &r->options, about) &&
           engine_open(&r->engine, &r->options, false, about) && prepare(r);
    if (source->root != NULL) {
        json_reader_end(&r->reader, before);
    }
    if (r->reader.refused) {
        *about->status = *about->status > EXIT_REFUSED ? *about->status : EXIT_REFUSED;
        return false;
    }
    if (r->resources.failed) {
        report_no_memory(about);
        return false;
    }
    return good;
}

void job_close(job *r)
{
    lane_set_free(&r->lanes);
    resources_free(&r->resources);
    texture_set_free(&r->textures);
    s9_shader_destroy(r->shader);
    engine_close(r->engine);
    s9_program_destroy(r->program);
}

s9_run_args job_args(const job *r)
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
    return args;
}

exit_status job_source_read(tool *t, json_text *source)
{
    const settings *s = &t->settings;
    exit_status status = EXIT_DONE;
    findings list = {0};
    if (s->job == NULL) {
        return EXIT_DONE;
    }
    for (size_t i = 0; i < s->operand_count; i++) {
        if (strcmp(s->job, "-") == 0 && strcmp(s->operands[i].path, "-") == 0) {
            return tool_usage(t, NULL, "standard input can be read once only");
        }
    }
    if (!json_text_read(source, s->job, "--job takes a job: constants, textures, samplers and lanes as JSON", &list,
                        &status)) {
        tool_print(t, &list);
    }
    findings_free(&list);
    return status;
}
