/* SPDX-License-Identifier: MIT */
/* What diff found. The text reads like a unified diff of the two disassemblies; docs/diff.md describes the JSON. */
#include "diff_print.h"

#include "trace_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DIFFERENCES = 8, MOST_STEPS_SHOWN = 4, TEXT_COLUMN = 36 };

bool diff_same(const diff_view *v)
{
    s9_compare_summary summary;
    if (v->compare == NULL) {
        return s9_diff_same_instructions(v->diff);
    }
    s9_compare_get_summary(v->compare, &summary);
    return summary.same;
}

/* ---- lines ---- */

/* ":9", "+0x4c", or with the name of an included file "light.inc:3". */
static void put_place(text *out, const diff_view *v, size_t side, const s9_position *at)
{
    if (at->line == 0) {
        text_format(out, "+0x%" PRIx32, at->offset);
        return;
    }
    if (at->file != NULL && strcmp(at->file, v->names[side]) != 0) {
        text_put(out, at->file);
    }
    text_format(out, ":%" PRIu32, at->line);
}

static void put_column(text *out, const diff_view *v, size_t side, const s9_position *at, bool there)
{
    text place = {0};
    if (there) {
        put_place(&place, v, side, at);
    }
    text_format(out, " %-6s", place.size == 0 ? "" : text_string(&place));
    out->failed |= place.failed;
    text_free(&place);
}

static void put_line(text *out, const diff_view *v, const s9_diff_line *line)
{
    text_char(out, line->kind == S9_DIFF_REMOVED ? '-' : line->kind == S9_DIFF_ADDED ? '+' : ' ');
    put_column(out, v, 0, &line->at_a, line->text_a != NULL);
    put_column(out, v, 1, &line->at_b, line->text_b != NULL);
    text_char(out, ' ');
    if (line->renamed && strcmp(line->text_a, line->text_b) != 0) {
        text_format(out, "%-*s  ~  %s\n", (int)TEXT_COLUMN, line->text_a, line->text_b);
    } else {
        text_format(out, "%s\n", line->text_a != NULL ? line->text_a : line->text_b);
    }
}

static void put_part(text *out, const diff_view *v, s9_diff_part part)
{
    uint32_t removed, added, count = s9_diff_line_count(v->diff, part), context = v->settings->context, shown = 0;
    s9_diff_changes(v->diff, part, &removed, &added);
    if (removed + added == 0) {
        return;
    }
    /* `ahead` is the first change at or behind a line: what lies within the context of one is shown. */
    uint32_t ahead = 0, behind = UINT32_MAX;
    bool open = false;
    for (uint32_t i = 0; i < count; i++) {
        const s9_diff_line *line = s9_diff_line_at(v->diff, part, i);
        ahead = ahead > i ? ahead : i;
        while (ahead < count && s9_diff_line_at(v->diff, part, ahead)->kind == S9_DIFF_KEPT) {
            ahead++;
        }
        behind = line->kind != S9_DIFF_KEPT ? i : behind;
        bool near = (ahead < count && ahead - i <= context) || (behind != UINT32_MAX && i - behind <= context);
        if (near && !open) {
            text_format(out, "@@ %s", s9_diff_part_name(part));
            if (shown == 0) {
                text_format(out, ": %" PRIu32 " removed, %" PRIu32 " added", removed, added);
            }
            text_put(out, " @@\n");
        }
        if (near) {
            put_line(out, v, line);
            shown++;
        }
        open = near;
    }
}

/* ---- behaviour as text ---- */

static const char *output_name(const s9_compare_difference *d)
{
    return d->name_a != NULL ? d->name_a : d->name_b;
}

static void put_difference(text *out, const s9_compare_difference *d, uint32_t lanes)
{
    if (d->name_a == NULL && d->name_b == NULL) {
        text_format(out, "%s discards the pixel, %s does not", d->discarded_a ? "A" : "B", d->discarded_a ? "B" : "A");
    } else {
        text_put(out, output_name(d));
        if (d->name_a != NULL && d->name_b != NULL && strcmp(d->name_a, d->name_b) != 0) {
            text_format(out, " (%s)", d->name_b);
        }
        text_format(out, ".%c ", "xyzw"[d->component]);
        if (d->written_a && d->written_b) {
            text_put(out, "is ");
            trace_number(out, d->a);
            text_put(out, " and ");
            trace_number(out, d->b);
        } else {
            text_format(out, "is written by %s alone, as ", d->written_a ? "A" : "B");
            trace_number(out, d->written_a ? d->a : d->b);
        }
    }
    if (lanes > 1) {
        text_format(out, " in lane %" PRIu32, d->lane);
    }
}

static void put_counts(text *out, const s9_compare_summary *s)
{
    text_format(
        out, "%" PRIu32 " input%s (reached %" PRIu32 " of %" PRIu32 " and %" PRIu32 " of %" PRIu32 " instructions)",
        s->inputs, s->inputs == 1 ? "" : "s", s->reached[0], s->instructions[0], s->reached[1], s->instructions[1]);
}

/* The steps that a component was last computed in: the one that wrote it, and those that its sources came from. */
static void put_last_steps(text *out, const trace_view *view, const char *name, uint32_t component)
{
    uint32_t lane = s9_trace_lane(view->trace), steps[MOST_STEPS_SHOWN], count = 0;
    uint32_t writer = s9_trace_writer(view->trace, S9_TRACE_NONE, lane, name, component);
    s9_trace_source sources[16];
    if (writer == S9_TRACE_NONE) {
        text_format(out, "%sno instruction that was executed wrote %s.%c\n", view->indent, name, "xyzw"[component]);
        return;
    }
    uint32_t found = s9_trace_sources(view->trace, writer, lane, name, component, sources, COUNT(sources));
    for (uint32_t i = 0; i < found && i < COUNT(sources) && count + 1 < MOST_STEPS_SHOWN; i++) {
        bool known = sources[i].step == S9_TRACE_NONE;
        for (uint32_t k = 0; k < count; k++) {
            known |= steps[k] == sources[i].step;
        }
        if (!known) {
            steps[count++] = sources[i].step;
        }
    }
    steps[count++] = writer;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t least = i;
        for (uint32_t k = i; k < count; k++) {
            least = steps[k] < steps[least] ? k : least;
        }
        uint32_t step = steps[least];
        steps[least] = steps[i];
        steps[i] = step;
        trace_step_text(out, view, step);
    }
}

static s9_trace *make_trace(diff_view *v, uint32_t side, uint32_t lane)
{
    s9_trace *trace = NULL;
    s9_trace_options options = {.struct_size = sizeof options, .lane = lane, .limit = v->settings->limit};
    if (s9_compare_trace(v->compare, side, NULL, &options, &trace) != S9_OK) {
        v->failed = true;
    }
    return trace;
}

static trace_view view_of(const diff_view *v, const s9_trace *trace, uint32_t side)
{
    return (trace_view){.trace = trace,
                        .shader = s9_compare_shader(v->compare, side),
                        .file = v->names[side],
                        .indent = "  ",
                        .limit = v->settings->limit != 0 ? v->settings->limit : S9_TRACE_LIMIT_DEFAULT};
}

static void put_traces(text *out, diff_view *v, const s9_compare_difference *d)
{
    for (uint32_t side = 0; side < 2; side++) {
        s9_trace *trace = make_trace(v, side, d->lane);
        const char *name = side == 0 ? d->name_a : d->name_b;
        if (trace == NULL) {
            return;
        }
        trace_view view = view_of(v, trace, side);
        if (v->settings->whole_trace) {
            text_format(out, "trace of %c, %s:\n", "AB"[side], v -> names[side]);
            trace_text(out, &view);
        } else if (name != NULL) {
            text_format(out, "%c, %s, came to %s.%c by:\n", "AB"[side], v -> names[side], name, "xyzw"[d->component]);
            /* What ps_1_x leaves in r0 is called oC0 as an output. */
            bool old = strncmp(s9_program_version(v->programs[side]), "ps_1", 4) == 0 && strcmp(name, "oC0") == 0;
            put_last_steps(out, &view, old ? "r0" : name, d->component);
        }
        s9_trace_destroy(trace);
    }
}

static void put_difference_found(text *out, diff_view *v, const s9_compare_summary *s)
{
    s9_compare_difference d = {0};
    s9_compare_example e;
    (void)s9_compare_get_example(v->compare, &e);
    text_put(out, "differ");
    for (uint32_t i = 0; i < s->difference_count && i < MOST_DIFFERENCES; i++) {
        (void)s9_compare_difference_at(v->compare, i, &d);
        text_put(out, i == 0 ? ": " : "\n        ");
        put_difference(out, &d, e.lanes);
    }
    if (s->difference_count > MOST_DIFFERENCES) {
        text_format(out, "\n        and %" PRIu32 " more", s->difference_count - MOST_DIFFERENCES);
    }
    text_format(out, "\nfound after %" PRIu32 " input%s; the job for both:\n", s->inputs, s->inputs == 1 ? "" : "s");
    diff_job(out, v, "  ");
    text_char(out, '\n');
    if (s9_compare_difference_at(v->compare, 0, &d)) {
        put_traces(out, v, &d);
    }
}

void diff_text(text *out, diff_view *v)
{
    s9_compare_summary s;
    bool changed = false;
    for (int part = 0; part < S9_DIFF_PARTS; part++) {
        uint32_t removed, added;
        s9_diff_changes(v->diff, (s9_diff_part)part, &removed, &added);
        changed |= removed + added != 0;
    }
    if (changed || !s9_diff_same_version(v->diff)) {
        text_format(out, "--- %s %s\n+++ %s %s\n", v->names[0], s9_program_version(v->programs[0]), v->names[1],
                    s9_program_version(v->programs[1]));
    }
    for (int part = 0; part < S9_DIFF_PARTS; part++) {
        put_part(out, v, (s9_diff_part)part);
    }
    if (s9_diff_same_tokens(v->diff)) {
        text_put(out, v->settings->no_comments ? "the same tokens, comments left out\n" : "the same tokens\n");
    } else if (s9_diff_same_instructions(v->diff)) {
        text_put(out, "the same instructions after renumbering\n");
    } else if (v->compare == NULL) {
        text_put(out, "other instructions; nothing was run\n");
    }
    if (v->compare == NULL) {
        return;
    }
    s9_compare_get_summary(v->compare, &s);
    if (!s.same) {
        put_difference_found(out, v, &s);
        return;
    }
    text_put(out, "the same on ");
    put_counts(out, &s);
    text_char(out, '\n');
    if (s.stopped != 0) {
        text_format(out, "%" PRIu32 " of them gave no verdict: max_steps stopped a shader\n", s.stopped);
    }
}

/* ---- JSON ---- */

static void json_item(json_out *j, const char *key, const s9_position *at, const char *item)
{
    put_key(j, key);
    if (item == NULL) {
        put_null(j);
        return;
    }
    put_open(j);
    put_key(j, "line");
    if (at->line != 0) {
        put_integer(j, at->line);
    } else {
        put_null(j);
    }
    put_key(j, "offset");
    if (at->line == 0) {
        put_integer(j, at->offset);
    } else {
        put_null(j);
    }
    put_key(j, "text");
    put_string(j, item + strspn(item, " "));
    put_close(j);
}

static void json_part(json_out *j, const diff_view *v, s9_diff_part part)
{
    static const char *const kinds[] = {"kept", "removed", "added"};
    uint32_t removed, added;
    s9_diff_changes(v->diff, part, &removed, &added);
    put_key(j, s9_diff_part_name(part));
    put_open(j);
    put_key(j, "removed");
    put_integer(j, removed);
    put_key(j, "added");
    put_integer(j, added);
    put_key(j, "changes");
    put_open_list(j);
    for (uint32_t i = 0; i < s9_diff_line_count(v->diff, part); i++) {
        const s9_diff_line *line = s9_diff_line_at(v->diff, part, i);
        if (line->kind == S9_DIFF_KEPT && !line->renamed) {
            continue;
        }
        put_open(j);
        put_key(j, "kind");
        put_string(j, line->kind == S9_DIFF_KEPT ? "renamed" : kinds[line->kind]);
        json_item(j, "a", &line->at_a, line->text_a);
        json_item(j, "b", &line->at_b, line->text_b);
        put_close(j);
    }
    put_close_list(j);
    put_close(j);
}

static void json_side(json_out *j, const diff_view *v, size_t side)
{
    put_key(j, side == 0 ? "a" : "b");
    put_open(j);
    put_key(j, "file");
    put_string(j, v->names[side]);
    put_key(j, "version");
    put_string(j, s9_program_version(v->programs[side]));
    put_close(j);
}

static void json_value(json_out *j, const char *key, bool written, float value)
{
    put_key(j, key);
    if (written) {
        put_float(j, value);
    } else {
        put_null(j);
    }
}

static void json_truth(json_out *j, const char *key, bool known, bool value)
{
    put_key(j, key);
    if (known) {
        put_bool(j, value);
    } else {
        put_null(j);
    }
}

static void json_differences(json_out *j, const diff_view *v)
{
    s9_compare_difference d;
    put_key(j, "differences");
    put_open_list(j);
    for (uint32_t i = 0; s9_compare_difference_at(v->compare, i, &d); i++) {
        put_open(j);
        put_key(j, "lane");
        put_integer(j, d.lane);
        bool discard = d.name_a == NULL && d.name_b == NULL;
        const char component[2] = {"xyzw"[d.component & 3u], '\0'};
        put_key(j, "output_a");
        put_string(j, d.name_a);
        put_key(j, "output_b");
        put_string(j, d.name_b);
        put_key(j, "component");
        put_string(j, discard ? NULL : component);
        json_value(j, "a", !discard && d.written_a, d.a);
        json_value(j, "b", !discard && d.written_b, d.b);
        json_truth(j, "discarded_a", discard, d.discarded_a);
        json_truth(j, "discarded_b", discard, d.discarded_b);
        put_close(j);
    }
    put_close_list(j);
}

static void json_example(json_out *j, diff_view *v)
{
    s9_compare_difference d = {0};
    put_key(j, "job");
    diff_job(j->out, v, NULL);
    j->after_key = false;
    j->need_comma = true;
    if (!v->settings->whole_trace) {
        return;
    }
    (void)s9_compare_difference_at(v->compare, 0, &d);
    put_key(j, "traces");
    put_open_list(j);
    for (uint32_t side = 0; side < 2; side++) {
        s9_trace *trace = make_trace(v, side, d.lane);
        if (trace == NULL) {
            break;
        }
        trace_view view = view_of(v, trace, side);
        put_open(j);
        v->failed |= !trace_json(j, &view, s9_program_version(v->programs[side]));
        put_close(j);
        s9_trace_destroy(trace);
    }
    put_close_list(j);
}

static void json_pair(json_out *j, const char *key, const uint32_t values[2])
{
    const int32_t both[2] = {(int32_t)values[0], (int32_t)values[1]};
    put_key(j, key);
    put_integers(j, both, 2);
}

void diff_json(json_out *j, diff_view *v)
{
    s9_compare_summary s;
    put_open(j);
    put_key(j, "schema");
    put_string(j, "shader9.diff/1");
    json_side(j, v, 0);
    json_side(j, v, 1);
    put_key(j, "same");
    put_bool(j, diff_same(v));
    put_key(j, "same_tokens");
    put_bool(j, s9_diff_same_tokens(v->diff));
    put_key(j, "same_instructions");
    put_bool(j, s9_diff_same_instructions(v->diff));
    put_key(j, "structure");
    put_open(j);
    for (int part = 0; part < S9_DIFF_PARTS; part++) {
        json_part(j, v, (s9_diff_part)part);
    }
    put_close(j);
    put_key(j, "behaviour");
    if (v->compare == NULL) {
        put_null(j);
        put_close(j);
        return;
    }
    s9_compare_get_summary(v->compare, &s);
    put_open(j);
    put_key(j, "same");
    put_bool(j, s.same);
    put_key(j, "inputs");
    put_integer(j, s.inputs);
    put_key(j, "stopped");
    put_integer(j, s.stopped);
    put_key(j, "seed");
    put_integer(j, v->settings->seed);
    json_pair(j, "reached", s.reached);
    json_pair(j, "instructions", s.instructions);
    json_differences(j, v);
    if (!s.same) {
        json_example(j, v);
    } else {
        put_key(j, "job");
        put_null(j);
        if (v->settings->whole_trace) {
            put_key(j, "traces");
            put_null(j);
        }
    }
    put_close(j);
    put_close(j);
}
