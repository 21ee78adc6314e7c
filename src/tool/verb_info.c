/* SPDX-License-Identifier: MIT */
/* info: what a shader is made of. */
#include "batch.h"
#include "contained.h"
#include "json_out.h"
#include "sha256.h"
#include "shader.h"
#include "tables.h"

#include <shader9/check.h>
#include <shader9/reflect.h>

#include <inttypes.h>
#include <string.h>

static const char *mask_text(uint32_t mask, char out[5])
{
    size_t length = 0;
    for (size_t i = 0; i < 4; i++) {
        if ((mask >> i & 1u) != 0) {
            out[length++] = "xyzw"[i];
        }
    }
    out[length] = '\0';
    return out;
}

/* What there is to show of one shader. */
typedef struct shown {
    const s9_program *program;
    const s9_reflection *reflection;
    const findings *check; /* what the rules say */
    const char *hash;      /* or NULL */
    const char *file;      /* or NULL: the only input */
} shown;

/* ---- JSON ---- */

static void slots_json(json_out *j, const shown *s)
{
    s9_cost cost = s9_reflection_cost(s->reflection);
    put_open(j);
    put_key(j, "total");
    put_integer(j, cost.total);
    put_key(j, "arithmetic");
    put_integer(j, cost.arithmetic);
    put_key(j, "texture");
    put_integer(j, cost.texture);
    put_key(j, "phases");
    if (strcmp(s9_program_version(s->program), "ps_1_4") != 0) {
        put_null(j);
    } else {
        put_open_list(j);
        for (size_t i = 0; i < 2; i++) {
            put_open(j);
            put_key(j, "arithmetic");
            put_integer(j, cost.phases[i][0]);
            put_key(j, "texture");
            put_integer(j, cost.phases[i][1]);
            put_close(j);
        }
        put_close_list(j);
    }
    put_key(j, "worst");
    if (cost.worst < 0) {
        put_null(j);
    } else {
        put_integer(j, cost.worst);
    }
    put_key(j, "best");
    if (cost.best < 0) {
        put_null(j);
    } else {
        put_integer(j, cost.best);
    }
    put_close(j);
}

static void element_json(json_out *j, const s9_interface_element *e, const char *used)
{
    char mask[5];
    put_open(j);
    put_key(j, "register");
    put_string(j, e->name);
    put_key(j, "usage");
    put_string(j, e->usage);
    put_key(j, "index");
    if (e->usage == NULL) {
        put_null(j);
    } else {
        put_integer(j, e->usage_index);
    }
    put_key(j, "mask");
    put_string(j, mask_text(e->mask, mask));
    put_key(j, used);
    put_string(j, mask_text(e->used, mask));
    put_key(j, "centroid");
    put_bool(j, e->centroid);
    put_key(j, "pp");
    put_bool(j, e->partial_precision);
    put_close(j);
}

static void registers_json(json_out *j, const s9_reflection *reflection)
{
    put_open(j);
    for (size_t i = 0; i < s9_reflection_file_count(reflection); i++) {
        const s9_register_use *use = s9_reflection_file(reflection, i);
        put_key(j, use->name);
        put_open(j);
        put_key(j, "used");
        put_open_list(j);
        for (uint32_t k = 0; k < use->count; k++) {
            put_integer(j, use->used[k]);
        }
        put_close_list(j);
        put_key(j, "count");
        put_integer(j, use->count);
        put_key(j, "relative");
        put_bool(j, use->relative);
        put_close(j);
    }
    put_close(j);
}

static void interface_json(json_out *j, const s9_reflection *reflection)
{
    put_key(j, "inputs");
    put_open_list(j);
    for (size_t i = 0; i < s9_reflection_input_count(reflection); i++) {
        element_json(j, s9_reflection_input(reflection, i), "read");
    }
    put_close_list(j);
    put_key(j, "outputs");
    put_open_list(j);
    for (size_t i = 0; i < s9_reflection_output_count(reflection); i++) {
        element_json(j, s9_reflection_output(reflection, i), "written");
    }
    put_close_list(j);
    put_key(j, "samplers");
    put_open_list(j);
    for (size_t i = 0; i < s9_reflection_sampler_count(reflection); i++) {
        const s9_sampler_info *sampler = s9_reflection_sampler(reflection, i);
        text name = {0};
        char room[SAMPLER_NAME_ROOM];
        text_format(&name, "s%" PRIu32, sampler->number);
        put_open(j);
        put_key(j, "register");
        put_string(j, text_string(&name));
        put_key(j, "type");
        put_string(j, sampler->type);
        put_key(j, "name");
        put_string(j, sampler_name(s9_reflection_constant_table(reflection), sampler->number, room));
        put_key(j, "used");
        put_bool(j, sampler->used);
        put_close(j);
        text_free(&name);
    }
    put_close_list(j);
}

static void definitions_json(json_out *j, const s9_reflection *reflection)
{
    put_open(j);
    for (size_t i = 0; i < s9_reflection_definition_count(reflection); i++) {
        const s9_definition *d = s9_reflection_definition(reflection, i);
        put_key(j, d->name);
        if (d->set == 'c') {
            put_floats(j, d->value.f, 4);
        } else if (d->set == 'i') {
            put_integers(j, d->value.i, 4);
        } else {
            put_bool(j, d->value.b);
        }
    }
    put_close(j);
}

static void info_json(text *out, const shown *s)
{
    json_out writer = {.out = out}, *j = &writer;
    put_open(j);
    put_key(j, "schema");
    put_string(j, "shader9.info/1");
    if (s->file != NULL) {
        put_key(j, "file");
        put_string(j, s->file);
    }
    put_key(j, "version");
    put_string(j, s9_program_version(s->program));
    put_key(j, "kind");
    put_string(j, s9_program_stage(s->program) == S9_STAGE_VERTEX ? "vertex" : "pixel");
    put_key(j, "size");
    put_integer(j, (int64_t)s9_program_token_bytes(s->program));
    if (s->hash != NULL) {
        put_key(j, "sha256");
        put_string(j, s->hash);
    }
    put_key(j, "slots");
    slots_json(j, s);
    put_key(j, "instructions");
    put_integer(j, s9_reflection_cost(s->reflection).instructions);
    put_key(j, "registers");
    registers_json(j, s->reflection);
    interface_json(j, s->reflection);
    put_key(j, "definitions");
    definitions_json(j, s->reflection);
    constant_table_json(j, s9_reflection_constant_table(s->reflection));
    put_key(j, "preshader");
    preshader_json(j, s9_reflection_preshader(s->reflection));
    s9_flow_info flow = s9_reflection_flow(s->reflection);
    put_key(j, "dependent_reads");
    put_integer(j, flow.dependent_reads);
    put_key(j, "flow");
    put_open(j);
    put_key(j, "static_depth");
    put_integer(j, flow.static_depth);
    put_key(j, "dynamic_depth");
    put_integer(j, flow.dynamic_depth);
    put_key(j, "loop_depth");
    put_integer(j, flow.loop_depth);
    put_key(j, "call_depth");
    put_integer(j, flow.call_depth);
    put_close(j);
    put_key(j, "comments");
    put_open_list(j);
    for (size_t i = 0; i < s9_reflection_comment_count(s->reflection); i++) {
        const s9_comment_info *comment = s9_reflection_comment(s->reflection, i);
        put_open(j);
        put_key(j, "offset");
        put_integer(j, comment->offset);
        put_key(j, "fourcc");
        put_string(j, comment->fourcc[0] == '\0' ? NULL : comment->fourcc);
        put_key(j, "size");
        put_integer(j, comment->size);
        put_close(j);
    }
    put_close_list(j);
    put_key(j, "diagnostics");
    json_findings(j, s->check);
    put_close(j);
    text_char(out, '\n');
}

/* ---- text ---- */

static void slots_text(text *out, const shown *s)
{
    s9_cost cost = s9_reflection_cost(s->reflection);
    text_format(out, "  slots         %" PRIu32 " (%" PRIu32 " arithmetic, %" PRIu32 " texture)\n", cost.total,
                cost.arithmetic, cost.texture);
    if (strcmp(s9_program_version(s->program), "ps_1_4") == 0) {
        for (size_t i = 0; i < 2; i++) {
            text_format(out, "    phase %zu     %" PRIu32 " arithmetic, %" PRIu32 " texture\n", i + 1,
                        cost.phases[i][0], cost.phases[i][1]);
        }
    }
    if (cost.worst < 0) {
        text_put(out, "  executed      unknown\n");
    } else if (cost.worst == cost.best) {
        text_format(out, "  executed      %" PRId64 "\n", cost.worst);
    } else {
        text_format(out, "  executed      %" PRId64 " to %" PRId64 "\n", cost.best, cost.worst);
    }
    text_format(out, "  instructions  %" PRIu32 "\n", cost.instructions);
}

static void elements_text(text *out, const s9_reflection *reflection, bool outputs)
{
    size_t count = outputs ? s9_reflection_output_count(reflection) : s9_reflection_input_count(reflection);
    for (size_t i = 0; i < count; i++) {
        const s9_interface_element *e =
            outputs ? s9_reflection_output(reflection, i) : s9_reflection_input(reflection, i);
        char mask[5], used[5];
        text line = {0};
        text_format(&line, "%s.%s", e->name, mask_text(e->mask, mask));
        text_format(out, "  %-14s%-12s", i != 0 ? "" : outputs ? "outputs" : "inputs", text_string(&line));
        text_clear(&line);
        if (e->usage != NULL) {
            text_format(&line, "%s%" PRIu32, e->usage, e->usage_index);
        }
        mask_text(e->used, used);
        text_format(out, "%-16s%s%s%s%s\n", text_string(&line), outputs ? "written ." : "read .", used,
                    e->centroid ? ", centroid" : "", e->partial_precision ? ", partial precision" : "");
        text_free(&line);
    }
}

/* Registers that are not numbered: their names say all. */
static bool stands_alone(const char *name)
{
    static const char *const names[] = {"oPos", "oFog", "oPts", "oDepth", "vPos", "vFace", "aL"};
    for (size_t i = 0; i < COUNT(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void registers_text(text *out, const s9_reflection *reflection)
{
    for (size_t i = 0; i < s9_reflection_file_count(reflection); i++) {
        const s9_register_use *use = s9_reflection_file(reflection, i);
        text_format(out, "  %-14s", i == 0 ? "registers" : "");
        if (stands_alone(use->name)) {
            text_format(out, "%s\n", use->name);
            continue;
        }
        text_format(out, "%-4s", use->name);
        for (uint32_t k = 0; k < use->count;) {
            uint32_t last = k;
            while (last + 1 < use->count && use->used[last + 1] == use->used[last] + 1) {
                last++;
            }
            text_format(out, "%s%" PRIu32, k == 0 ? "" : ", ", use->used[k]);
            if (last > k) {
                text_format(out, "-%" PRIu32, use->used[last]);
            }
            k = last + 1;
        }
        text_format(out, "%s%s\n", use->relative && use->count != 0 ? ", " : "", use->relative ? "relative" : "");
    }
}

static void definitions_text(text *out, const s9_reflection *reflection)
{
    for (size_t i = 0; i < s9_reflection_definition_count(reflection); i++) {
        const s9_definition *d = s9_reflection_definition(reflection, i);
        text_format(out, "  %-14s%-5s", i == 0 ? "definitions" : "", d->name);
        for (size_t k = 0; k < 4 && d->set != 'b'; k++) {
            text_put(out, k == 0 ? "" : ", ");
            if (d->set == 'c') {
                text_float(out, d->value.f[k]);
            } else {
                text_format(out, "%" PRId32, d->value.i[k]);
            }
        }
        text_format(out, "%s\n", d->set != 'b' ? "" : d->value.b ? "true" : "false");
    }
}

static void info_text(text *out, const shown *s)
{
    const s9_reflection *reflection = s->reflection;
    if (s->file != NULL) {
        text_format(out, "%s: ", s->file);
    }
    text_format(out, "%s, %s shader, %zu bytes\n", s9_program_version(s->program),
                s9_program_stage(s->program) == S9_STAGE_VERTEX ? "vertex" : "pixel",
                s9_program_token_bytes(s->program));
    if (s->hash != NULL) {
        text_format(out, "  sha256        %s\n", s->hash);
    }
    slots_text(out, s);
    registers_text(out, reflection);
    elements_text(out, reflection, false);
    elements_text(out, reflection, true);
    for (size_t i = 0; i < s9_reflection_sampler_count(reflection); i++) {
        const s9_sampler_info *sampler = s9_reflection_sampler(reflection, i);
        char room[SAMPLER_NAME_ROOM];
        const char *name = sampler_name(s9_reflection_constant_table(reflection), sampler->number, room);
        text_format(out, "  %-14ss%-4" PRIu32 "%s%s%s%s\n", i == 0 ? "samplers" : "", sampler->number,
                    sampler->type == NULL ? "as bound" : sampler->type, name == NULL ? "" : ", ",
                    name == NULL ? "" : name, sampler->used ? "" : ", not used");
    }
    definitions_text(out, reflection);
    constant_table_text(out, s9_reflection_constant_table(reflection));
    preshader_lines(out, s9_reflection_preshader(reflection));
    s9_flow_info flow = s9_reflection_flow(reflection);
    if (flow.static_depth + flow.dynamic_depth + flow.loop_depth + flow.call_depth != 0) {
        text_format(out,
                    "  nesting       static %" PRIu32 ", dynamic %" PRIu32 ", loops %" PRIu32 ", calls %" PRIu32 "\n",
                    flow.static_depth, flow.dynamic_depth, flow.loop_depth, flow.call_depth);
    }
    if (flow.dependent_reads != 0) {
        text_format(out, "  dependent reads up to order %" PRIu32 "\n", flow.dependent_reads);
    }
    for (size_t i = 0; i < s9_reflection_comment_count(reflection); i++) {
        const s9_comment_info *comment = s9_reflection_comment(reflection, i);
        text_format(out, "  %-14s%s at +0x%" PRIx32 ", %" PRIu32 " bytes\n", i == 0 ? "comments" : "",
                    comment->fourcc[0] == '\0' ? "(no name)" : comment->fourcc, comment->offset, comment->size);
    }
    text_format(out, "  legal         %s\n", s->check->errors == 0 ? "yes" : "no: shader9 check says why");
}

/* ---- the verb ---- */

static void show(const tool *t, unit *u, const s9_program *program, const report *r, bool contained)
{
    findings check = {0};
    char hash[65];
    shown s = {.program = program, .check = &check, .file = t->many || contained ? r->name : NULL};
    s9_blob tokens = {0};
    s9_reflection *reflection = NULL;
    s9_diagnostics *diagnostics = NULL;
    s9_result result = s9_diagnostics_create(NULL, &diagnostics);
    if (result == S9_OK) {
        result = s9_reflect_with(program, NULL, &reflection, diagnostics);
        findings_take(r->findings, diagnostics, r->name); /* what is wrong with the tables */
        s9_diagnostics_clear(diagnostics);
    }
    if (result == S9_OK) {
        s9_check_options rules = {.struct_size = sizeof rules, .dialect = (s9_dialect)t->settings.dialect};
        result = s9_check(program, NULL, &rules, diagnostics);
        findings_take(&check, diagnostics, r->name);
        result = result == S9_ERROR_INVALID ? S9_OK : result;
    }
    if (result == S9_OK && t->settings.hash) {
        result = s9_encode(program, NULL, &tokens);
        if (result == S9_OK) {
            size_t size = s9_program_token_bytes(program);
            sha256_hex(tokens.data, size < tokens.size ? size : tokens.size, hash);
            s.hash = hash;
        }
    }
    if (result == S9_OK) {
        s.reflection = reflection;
        if (t->settings.json) {
            info_json(&u->out, &s);
        } else {
            info_text(&u->out, &s);
        }
        u->extension = t->settings.json ? ".json" : ".txt";
        u->has_result = true;
    } else {
        report_error(r, NULL, "%s", s9_result_name(result));
        unit_fail(u, status_of(result));
    }
    u->findings.failed |= check.failed;
    findings_free(&check);
    s9_blob_free(&tokens);
    s9_diagnostics_destroy(diagnostics);
    s9_reflection_destroy(reflection);
}

typedef struct info_run {
    const tool *t;
    unit *u;
} info_run;

static void show_one(void *context, const s9_program *program, const report *about, bool contained)
{
    const info_run *run = context;
    if (program != NULL) {
        show(run->t, run->u, program, about, contained);
    }
}

static void work(tool *t, unit *u, void *context)
{
    (void)context;
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t, .address = u->address};
    info_run run = {t, u};
    text bytes = {0};
    if (unit_read(u, &bytes)) {
        shaders_each(&bytes, &r, show_one, &run);
    }
    text_free(&bytes);
}

exit_status verb_info(tool *t)
{
    batch b = {.work = work, .naming = NAME_APPEND};
    return batch_run(t, &b, 0);
}
