/* SPDX-License-Identifier: MIT */
/* check: is a shader, or a pair of them, legal, and if not, by which rule. */
#include "batch.h"
#include "json_out.h"
#include "shader.h"

#include <shader9/check.h>

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

static void rule_json(json_out *j, const s9_rule_info *rule)
{
    put_open(j);
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
    put_close(j);
}

static exit_status print_out(text *out)
{
    bool good = !out->failed && fwrite(out->data, 1, out->size, stdout) == out->size && fflush(stdout) == 0;
    text_free(out);
    return good ? EXIT_DONE : EXIT_IO;
}

static exit_status list_rules(const tool *t)
{
    text out = {0};
    if (t->settings.json) {
        json_out j = {.out = &out};
        put_open(&j);
        put_key(&j, "schema");
        put_string(&j, "shader9.rules/1");
        put_key(&j, "rules");
        put_open_list(&j);
        for (size_t i = 0; i < s9_check_rule_count(); i++) {
            rule_json(&j, s9_check_rule(i));
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
    return print_out(&out);
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
            rule_json(&j, rule);
            text_char(&out, '\n');
        } else {
            text_format(&out, "%s: %s\n", rule->code, rule->summary);
            text_format(&out, "    severity: %s\n    family:   %s\n    kind:     %s\n", rule_severity(rule),
                        rule->family, rule->kind);
            text_format(&out, "    versions: %s\n    source:   %s\n", rule->versions, rule->source);
        }
        return print_out(&out);
    }
    return tool_usage(t, "--list-rules lists them", "there is no rule '%s'", code);
}

/* ---- shaders ---- */

static void put_count(text *out, size_t count, const char *what)
{
    text_format(out, ", %zu %s%s", count, what, count == 1 ? "" : "s");
}

/* The line, or the object, that says how a shader or a pair came out. */
static void verdict(const tool *t, unit *u, const char *name, const char *pair, const char *version,
                    const char *pair_version)
{
    bool legal = u->findings.errors == 0;
    if (t->settings.json) {
        json_out j = {.out = &u->out};
        put_open(&j);
        put_key(&j, "schema");
        put_string(&j, "shader9.check/1");
        put_key(&j, "file");
        put_string(&j, name);
        if (pair != NULL) {
            put_key(&j, "pair");
            put_string(&j, pair);
        }
        put_key(&j, "version");
        put_string(&j, version);
        if (pair != NULL) {
            put_key(&j, "pair_version");
            put_string(&j, pair_version);
        }
        put_key(&j, "legal");
        put_bool(&j, legal);
        put_key(&j, "diagnostics");
        json_findings(&j, &u->findings);
        put_close(&j);
        text_char(&u->out, '\n');
        u->extension = ".json";
    } else {
        text_format(&u->out, "%s: %s%s", name, version == NULL ? "" : version, version == NULL ? "" : ", ");
        if (pair != NULL) {
            text_format(&u->out, "%s: %s%s", pair, pair_version == NULL ? "" : pair_version,
                        pair_version == NULL ? "" : ", ");
        }
        text_put(&u->out, legal ? "legal" : "not legal");
        if (u->findings.errors != 0) {
            put_count(&u->out, u->findings.errors, "error");
        }
        if (u->findings.warnings != 0) {
            put_count(&u->out, u->findings.warnings, "warning");
        }
        text_char(&u->out, '\n');
        u->extension = ".txt";
    }
    u->has_result = true;
}

/* The program, judged by the rules; NULL when there is none. */
static s9_program *check_shader(const rule_set *rules, s9_program *program, const report *r)
{
    s9_diagnostics *diagnostics = NULL;
    if (program == NULL) {
        return NULL;
    }
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(r);
    } else {
        report_take(r, diagnostics, s9_check(program, NULL, &rules->options, diagnostics));
    }
    return program;
}

static void work(tool *t, unit *u, void *context)
{
    const rule_set *rules = context;
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name};
    text bytes = {0};
    if (!unit_read(u, &bytes)) {
        text_free(&bytes);
        return;
    }
    s9_program *program = check_shader(rules, shader_load(&bytes, &r), &r);
    text_free(&bytes);
    if (u->status < EXIT_INTERNAL) {
        verdict(t, u, u->name, NULL, program == NULL ? NULL : s9_program_version(program), NULL);
    }
    s9_program_destroy(program);
}

typedef struct pair_run {
    const rule_set *rules;
    const char *other;
} pair_run;

/* The unit is the vertex shader; the pixel shader's findings join its list. */
static void work_pair(tool *t, unit *u, void *context)
{
    const pair_run *run = context;
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name};
    report other = {.findings = &u->findings, .status = &u->status, .name = run->other};
    s9_program *vertex = check_shader(run->rules, shader_read(u->path, &r), &r);
    s9_program *pixel = check_shader(run->rules, shader_read(run->other, &other), &other);
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
    }
    if (u->status < EXIT_IO) {
        verdict(t, u, u->name, run->other, vertex == NULL ? NULL : s9_program_version(vertex),
                pixel == NULL ? NULL : s9_program_version(pixel));
    }
    s9_program_destroy(vertex);
    s9_program_destroy(pixel);
}

exit_status verb_check(tool *t)
{
    settings *s = &t->settings;
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
