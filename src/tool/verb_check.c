/* SPDX-License-Identifier: MIT */
/* check: is a shader, or a pair of them, legal, and if not, by which rule. */
#include "batch.h"
#include "contained.h"
#include "json_out.h"
#include "links.h"
#include "shader.h"

#include <shader9/check.h>
#include <shader9/reflect.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the rules themselves ---- */

static const char *rule_severity(const s9_rule_info *rule)
{
    return rule->severity == S9_ERROR     ? "error"
           : rule->severity == S9_WARNING ? "warning"
           : rule->severity == S9_NOTE    ? "note"
                                          : "never reported";
}

/* The members of a rule, in an object that is open. */
static void rule_json(json_out *j, const s9_rule_info *rule, const s9_rule_example *example)
{
    put_key(j, "code");
    put_string(j, rule->code);
    put_key(j, "family");
    put_string(j, rule->family);
    put_key(j, "severity");
    put_string(j, rule->severity < 0 ? NULL : rule_severity(rule));
    put_key(j, "kind");
    put_string(j, rule->kind);
    put_key(j, "versions");
    put_string(j, rule->versions);
    put_key(j, "summary");
    put_string(j, rule->summary);
    put_key(j, "source");
    put_string(j, rule->source);
    put_key(j, "native");
    native_json(j, rule);
    put_key(j, "reason");
    put_string(j, example->reason);
    put_key(j, "caps");
    put_string(j, example->preset);
    put_key(j, "found");
    put_string(j, example->breaking == NULL ? NULL : example->found[0] != '\0' ? example->found : rule->code);
    put_key(j, "breaking");
    put_string(j, example->breaking);
    put_key(j, "mended");
    put_string(j, example->mended);
}

/* The lines of an example, set in. */
static void example_text(text *out, const char *title, const char *lines)
{
    text_format(out, "%s:\n", title);
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        text_put(out, "    ");
        text_bytes(out, lines, length);
        text_char(out, '\n');
        lines += length + (lines[length] == '\n');
    }
}

static void explain_text(text *out, const s9_rule_info *rule, const s9_rule_example *example)
{
    text_format(out, "%s: %s\n", rule->code, rule->summary);
    text_format(out, "    severity: %s\n    family:   %s\n    kind:     %s\n", rule_severity(rule), rule->family,
                rule->kind);
    text_format(out, "    versions: %s\n    source:   %s\n", rule->versions, rule->source);
    if (rule->native[0] != '\0') {
        text_format(out, "    native:   %s\n", rule->native);
    }
    text_format(out, "\n%s\n\n", example->reason);
    if (example->breaking == NULL) {
        example_text(out, "Nothing is reported of", example->mended);
        return;
    }
    text title = {0};
    text_put(&title, "Breaks it");
    if (example->preset != NULL) {
        text_format(&title, ", with --caps %s", example->preset);
    }
    if (example->found[0] != '\0') {
        text_format(&title, ", found as %s", example->found);
    }
    example_text(out, text_string(&title) != NULL ? text_string(&title) : "", example->breaking);
    text_free(&title);
    text_char(out, '\n');
    example_text(out, "Mended", example->mended);
}

static exit_status list_rules(tool *t)
{
    text out = {0};
    if (t->settings.json) {
        json_out j = {.out = &out};
        put_open(&j);
        put_key(&j, "schema");
        put_string(&j, "shader9.check/1");
        put_key(&j, "rules");
        put_open_list(&j);
        for (size_t i = 0; i < s9_check_rule_count(); i++) {
            put_open(&j);
            rule_json(&j, s9_check_rule(i), s9_check_rule_example(i));
            put_close(&j);
        }
        put_close_list(&j);
        put_close(&j);
        text_char(&out, '\n');
    } else {
        for (size_t i = 0; i < s9_check_rule_count(); i++) {
            const s9_rule_info *rule = s9_check_rule(i);
            text_format(&out, "%s  %-14s  %-8s  %s\n", rule->code, rule_severity(rule), rule->family, rule->summary);
        }
    }
    return tool_show(t, &out);
}

static exit_status explain(tool *t, const char *code)
{
    for (size_t i = 0; i < s9_check_rule_count(); i++) {
        const s9_rule_info *rule = s9_check_rule(i);
        const char *a = rule->code, *b = code;
        while (*a != '\0' && (*a == *b || (*a >= 'A' && *a <= 'Z' && *a - 'A' + 'a' == *b))) {
            a++;
            b++;
        }
        if (*a != '\0' || *b != '\0') {
            continue;
        }
        text out = {0};
        if (t->settings.json) {
            json_out j = {.out = &out};
            put_open(&j);
            put_key(&j, "schema");
            put_string(&j, "shader9.check/1");
            rule_json(&j, rule, s9_check_rule_example(i));
            put_close(&j);
            text_char(&out, '\n');
        } else {
            explain_text(&out, rule, s9_check_rule_example(i));
        }
        return tool_show(t, &out);
    }
    return tool_usage(t, "--list-rules lists them", "there is no rule '%s'", code);
}

/* ---- shaders ---- */

static void put_count(text *out, size_t count, const char *what)
{
    text_format(out, ", %zu %s%s", count, what, count == 1 ? "" : "s");
}

/* A shader that was judged; program NULL: it could not be read. */
typedef struct judged {
    const char *name;
    const s9_program *program;
    bool no_shader; /* what could not be read is something else, and has been named */
} judged;

/*
 * The profile that a shader was compiled for, where that says more than its version: compilers know three kinds of 2_x.
 * It is told, and changes nothing; --caps does. Empty when there is nothing to tell, or no memory for it.
 */
static void profile(text *out, const s9_program *program)
{
    static const char *const told[] = {"ps_2_a", "ps_2_b", "vs_2_a"};
    s9_reflection *reflection = NULL;
    if (program == NULL || s9_reflect(program, NULL, &reflection) != S9_OK) {
        return;
    }
    const s9_constant_table *table = s9_reflection_constant_table(reflection);
    const char *target = table == NULL ? NULL : s9_constant_table_target(table);
    for (size_t i = 0; target != NULL && i < COUNT(told); i++) {
        if (strcmp(target, told[i]) == 0) {
            text_put(out, target);
        }
    }
    s9_reflection_destroy(reflection);
}

static void version_json(json_out *j, const judged *shader, const char *version_key, const char *target_key)
{
    text target = {0};
    put_key(j, version_key);
    put_string(j, shader->program == NULL ? NULL : s9_program_version(shader->program));
    profile(&target, shader->program);
    put_key(j, target_key);
    put_string(j, target.size != 0 ? target.data : NULL);
    text_free(&target);
}

static void version_text(text *out, const judged *shader)
{
    text target = {0};
    profile(&target, shader->program);
    text_format(out, "%s: ", shader->name);
    if (shader->program != NULL) {
        text_put(out, s9_program_version(shader->program));
        if (target.size != 0) {
            text_format(out, " compiled for %s", target.data);
        }
        text_put(out, ", ");
    }
    text_free(&target);
}

/* "not legal" is said of shaders; what is none has been named. */
static const char *refused_as(const judged *shader, const judged *pair)
{
    bool no_pair = pair != NULL && (shader->program == NULL || pair->program == NULL ||
                                    s9_program_stage(shader->program) != S9_STAGE_VERTEX ||
                                    s9_program_stage(pair->program) != S9_STAGE_PIXEL);
    return no_pair ? "no pair to judge" : shader->no_shader ? "no Direct3D 9 shader" : "not legal";
}

/* The line, or the object, that says how a shader or, with `pair` not NULL, two of them came out. */
static void verdict(const tool *t, unit *u, const findings *list, const judged *shader, const judged *pair,
                    const s9_links *links)
{
    bool legal = list->errors == 0;
    if (t->settings.json) {
        json_out j = {.out = &u->out};
        put_open(&j);
        put_key(&j, "schema");
        put_string(&j, "shader9.check/1");
        put_key(&j, "file");
        put_string(&j, shader->name);
        if (pair != NULL) {
            put_key(&j, "pair");
            put_string(&j, pair->name);
        }
        version_json(&j, shader, "version", "target");
        if (pair != NULL) {
            version_json(&j, pair, "pair_version", "pair_target");
        }
        put_key(&j, "legal");
        put_bool(&j, legal);
        put_key(&j, "diagnostics");
        json_findings(&j, list);
        if (links != NULL) {
            put_key(&j, "interface");
            links_json(&j, links);
        }
        put_close(&j);
        text_char(&u->out, '\n');
        u->extension = ".json";
        u->told = true;
    } else {
        version_text(&u->out, shader);
        if (pair != NULL) {
            text_put(&u->out, shader->program == NULL ? "not read, " : "");
            version_text(&u->out, pair);
            text_put(&u->out, pair->program == NULL ? "not read, " : "");
        }
        text_put(&u->out, legal ? "legal" : refused_as(shader, pair));
        if (list->errors != 0) {
            put_count(&u->out, list->errors, "error");
        }
        if (list->warnings != 0) {
            put_count(&u->out, list->warnings, "warning");
        }
        text_char(&u->out, '\n');
        links_text(&u->out, links);
        u->extension = ".txt";
    }
    u->has_result = true;
}

/* No rule counts render targets, but a device has so many: notes a pixel shader that writes more. */
static void note_targets(const rule_set *rules, const s9_program *program, const report *r)
{
    uint32_t highest = 0;
    s9_reflection *reflection = NULL;
    if (rules->options.caps == NULL || s9_program_stage(program) != S9_STAGE_PIXEL ||
        s9_reflect(program, NULL, &reflection) != S9_OK) {
        return;
    }
    for (size_t i = 0; i < s9_reflection_file_count(reflection); i++) {
        const s9_register_use *file = s9_reflection_file(reflection, i);
        if (strcmp(file->name, "oC") == 0 && file->count != 0) {
            highest = file->used[file->count - 1];
        }
    }
    uint32_t number = rules->caps.render_targets;
    if (highest >= number && number != 0) {
        s9_position at = position_in(r->name);
        findings_add(r->findings, S9_NOTE, &at, NULL, "oC%lu is written; the device has %lu render target%s",
                     (unsigned long)highest, (unsigned long)number, number == 1 ? "" : "s");
    }
    s9_reflection_destroy(reflection);
}

/* Judges the program, where there is one. Findings from number `from` on are about it. */
static void check_shader(const rule_set *rules, const s9_program *program, const report *r, size_t from)
{
    s9_diagnostics *diagnostics = NULL;
    if (program == NULL) {
        return;
    }
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(r);
    } else {
        report_take(r, diagnostics, s9_check(program, NULL, &rules->options, diagnostics));
        note_targets(rules, program, r);
        findings_sort(r->findings, from);
    }
}

typedef struct check_run {
    const tool *t;
    unit *u;
    const rule_set *rules;
    bool no_shader; /* the file holds something else */
} check_run;

static void judge(void *context, const s9_program *program, const report *about, bool contained)
{
    const check_run *run = context;
    (void)contained;
    check_shader(run->rules, program, about, 0);
    if (run->u->status < EXIT_INTERNAL) {
        verdict(run->t, run->u, about->findings,
                &(judged){.name = about->name, .program = program, .no_shader = run->no_shader}, NULL, NULL);
    }
}

static void work(tool *t, unit *u, void *context)
{
    report r = {.findings = &u->findings,
                .status = &u->status,
                .name = u->name,
                .tool = t,
                .keep = true,
                .address = u->address};
    check_run run = {t, u, context, false};
    text bytes = {0};
    if (unit_read(u, &bytes)) {
        s9_content content = s9_detect_content(bytes.data, bytes.size);
        bool version = bytes.size >= 4 && (unsigned char)bytes.data[3] == 0xFF; /* of tokens that nobody knows */
        run.no_shader = s9_content_advice(content) != NULL && !s9_content_holds_shaders(content) && !version;
        shaders_each(&bytes, &r, judge, &run);
    }
    text_free(&bytes);
}

typedef struct pair_run {
    const rule_set *rules;
    const char *other;
} pair_run;

/* The unit is the vertex shader; the pixel shader's findings join its list. */
static void work_pair(tool *t, unit *u, void *context)
{
    const pair_run *run = context;
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t, .keep = true};
    report other = r;
    other.name = run->other;
    r.address = u->address;
    s9_program *vertex = shader_read(u->path, &r);
    check_shader(run->rules, vertex, &r, 0);
    size_t from = u->findings.count;
    s9_links *links = NULL;
    s9_program *pixel = shader_read(run->other, &other);
    check_shader(run->rules, pixel, &other, from);
    if (vertex != NULL && s9_program_stage(vertex) != S9_STAGE_VERTEX) {
        report_error(&r, "--pair takes the vertex shader first", "is no vertex shader but %s",
                     s9_program_version(vertex));
    } else if (pixel != NULL && s9_program_stage(pixel) != S9_STAGE_PIXEL) {
        report_error(&other, "--pair takes the pixel shader second", "is no pixel shader but %s",
                     s9_program_version(pixel));
    } else if (vertex != NULL && pixel != NULL) {
        s9_diagnostics *diagnostics = NULL;
        if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
            report_no_memory(&r);
        } else {
            s9_result result = s9_check_pair(vertex, pixel, NULL, &run->rules->options, diagnostics);
            report_take(&other, diagnostics, result);
        }
        if (s9_links_create(vertex, pixel, NULL, &links) != S9_OK) {
            report_no_memory(&r);
        }
    }
    if (u->status < EXIT_IO) {
        verdict(t, u, &u->findings, &(judged){.name = u->name, .program = vertex},
                &(judged){.name = run->other, .program = pixel}, links);
    }
    s9_links_destroy(links);
    s9_program_destroy(vertex);
    s9_program_destroy(pixel);
}

exit_status verb_check(tool *t)
{
    settings *s = &t->settings;
    if ((s->list_rules || s->explain != NULL) && s->operand_count != 0) {
        return tool_usage(t, NULL, "%s is about rules; it takes no file", s->list_rules ? "--list-rules" : "--explain");
    }
    if (s->list_rules) {
        return list_rules(t);
    }
    if (s->explain != NULL) {
        return explain(t, s->explain);
    }
    rule_set rules;
    exit_status status = rules_read(t, &rules);
    if (status != EXIT_DONE) {
        return status;
    }
    if (!s->pair) {
        batch b = {.work = work, .context = &rules, .naming = NAME_APPEND};
        return batch_run(t, &b, 0);
    }
    if (s->operand_count != 2 || s->operands[0].folder || s->operands[1].folder) {
        return tool_usage(t, "shader9 check --pair VS PS", "--pair takes two files");
    }
    pair_run run = {.rules = &rules, .other = s->operands[1].path};
    if (strcmp(s->operands[0].path, "-") == 0 && strcmp(run.other, "-") == 0) {
        return tool_usage(t, NULL, "standard input can be read once only");
    }
    s->operand_count = 1;
    batch b = {.work = work_pair, .context = &run, .naming = NAME_APPEND};
    return batch_run(t, &b, 0);
}
