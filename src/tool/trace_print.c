/* SPDX-License-Identifier: MIT */
#include "trace_print.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { TEXT_COLUMN = 40, MOST_TEXELS = 4 };

/* ---- values ---- */

void trace_number(text *out, float value)
{
    if (isnan(value) && float_bits(value) != UINT32_C(0x7fc00000)) {
        text_format(out, "0x%08" PRIx32, float_bits(value));
    } else {
        text_float(out, value);
    }
}

void trace_numbers(text *out, const float *values, size_t count)
{
    text_char(out, '(');
    for (size_t i = 0; i < count; i++) {
        text_put(out, i == 0 ? "" : ", ");
        trace_number(out, values[i]);
    }
    text_char(out, ')');
}

static void text_word(text *out, s9_trace_type type, uint32_t bits)
{
    if (type == S9_TRACE_FLOAT) {
        trace_number(out, bits_float(bits));
    } else if (type == S9_TRACE_INT) {
        text_format(out, "%" PRId32, (int32_t)bits);
    } else {
        text_put(out, bits != 0 ? "true" : "false");
    }
}

static void json_word(json_out *j, s9_trace_type type, uint32_t bits)
{
    if (type == S9_TRACE_FLOAT) {
        put_float(j, bits_float(bits));
    } else if (type == S9_TRACE_INT) {
        put_integer(j, (int32_t)bits);
    } else {
        put_bool(j, bits != 0);
    }
}

static void text_value(text *out, const s9_trace_value *v)
{
    text_put(out, v->name);
    if (v->reached != NULL) {
        text_format(out, "=%s", v->reached);
    }
    text_char(out, '=');
    if (v->count == 1) {
        text_word(out, v->type, v->bits[0]);
        return;
    }
    text_char(out, '(');
    for (uint32_t k = 0; k < v->count; k++) {
        text_put(out, k == 0 ? "" : ", ");
        if ((v->mask >> k & 1u) != 0) {
            text_word(out, v->type, v->bits[k]);
        } else {
            text_char(out, '_');
        }
    }
    text_char(out, ')');
}

static void json_value(json_out *j, const s9_trace_value *v)
{
    put_key(j, v->name);
    put_open_list(j);
    for (uint32_t k = 0; k < v->count; k++) {
        if ((v->mask >> k & 1u) != 0) {
            json_word(j, v->type, v->bits[k]);
        } else {
            put_null(j);
        }
    }
    put_close_list(j);
}

/* ---- textures ---- */

static void text_texture(text *out, const s9_trace_texture *t)
{
    text_format(out, " s%" PRIu32, t->sampler);
    if (!t->bound) {
        text_put(out, " has no texture:");
    } else {
        text_put(out, " at ");
        trace_numbers(out, t->coordinate, t->axes);
        text_put(out, " lod ");
        trace_number(out, t->lod);
        text_put(out, t->texel_count == 1 ? " texel" : " texels");
        for (uint32_t i = 0; i < t->texel_count && i < MOST_TEXELS; i++) {
            const s9_trace_texel *texel = &t->texels[i];
            if (texel->border) {
                text_put(out, " border");
            } else {
                text_format(out, " %" PRIu32 "[%" PRIu32 ",%" PRIu32, texel->level, texel->x, texel->y);
                text_format(out, t->axes > 2 ? ",%" PRIu32 "]" : "]", texel->slice);
            }
        }
        if (t->texel_count > MOST_TEXELS) {
            text_format(out, " and %" PRIu32 " more", t->texel_count - MOST_TEXELS);
        }
        text_put(out, " gives");
    }
    text_char(out, ' ');
    trace_numbers(out, t->result, 4);
}

static void json_texture(json_out *j, const s9_trace_texture *t)
{
    put_open(j);
    put_key(j, "sampler");
    put_integer(j, t->sampler);
    put_key(j, "bound");
    put_bool(j, t->bound);
    put_key(j, "coordinate");
    put_floats(j, t->coordinate, t->axes);
    put_key(j, "lod");
    put_float(j, t->lod);
    put_key(j, "result");
    put_floats(j, t->result, 4);
    put_key(j, "texels");
    put_open_list(j);
    for (uint32_t i = 0; i < t->texel_count; i++) {
        const s9_trace_texel *texel = &t->texels[i];
        put_open(j);
        put_key(j, "level");
        put_integer(j, texel->level);
        put_key(j, "at");
        if (texel->border) {
            put_string(j, "border");
        } else {
            const int32_t at[3] = {(int32_t)texel->x, (int32_t)texel->y, (int32_t)texel->slice};
            put_integers(j, at, t->axes > 2 ? 3 : 2);
        }
        put_key(j, "value");
        put_floats(j, texel->value, 4);
        put_close(j);
    }
    put_close_list(j);
    put_close(j);
}

/* ---- steps as text ---- */

/* "+0x4c", ":9", or with the name of another file "light.inc:3". */
static void text_place(text *out, const trace_view *v, const s9_trace_step *step)
{
    if (step->line == 0) {
        text_format(out, "+0x%" PRIx32, step->offset);
        return;
    }
    if (step->file != NULL && v->file != NULL && strcmp(step->file, v->file) != 0) {
        text_put(out, step->file);
    }
    text_format(out, ":%" PRIu32, step->line);
}

static void text_loops(text *out, const s9_trace_step *step)
{
    for (uint32_t i = 0; i < step->loop_count; i++) {
        text_format(out, "%s%" PRIu32, i == 0 ? " [" : ",", step->loop[i]);
    }
    text_put(out, step->loop_count == 0 ? "" : "]");
}

static void text_head(text *out, const trace_view *v, const s9_trace_step *step)
{
    text place = {0}, shown = {0};
    text_place(&place, v, step);
    text_put(&shown, step->text);
    text_loops(&shown, step);
    text_format(out, "%s%4" PRIu32 "  %-5s  %-*s", v->indent, step->instruction, text_string(&place), (int)TEXT_COLUMN,
                text_string(&shown));
    out->failed |= place.failed || shown.failed;
    text_free(&place);
    text_free(&shown);
}

static void text_lane(text *out, const s9_trace_lane_step *lane)
{
    if (!lane->active || lane->predicated_off) {
        text_put(out, "  --");
        return;
    }
    text_put(out, lane->read_count == 0 && lane->texture == NULL ? "" : " ");
    for (uint32_t i = 0; i < lane->read_count; i++) {
        text_char(out, ' ');
        text_value(out, &lane->reads[i]);
    }
    if (lane->texture != NULL) {
        text_texture(out, lane->texture);
    }
    if (lane->write_count == 0 && !lane->has_condition && !lane->discards) {
        return;
    }
    text_put(out, "  -> ");
    for (uint32_t i = 0; i < lane->write_count; i++) {
        text_char(out, ' ');
        text_value(out, &lane->writes[i]);
    }
    if (lane->has_condition) {
        text_put(out, lane->condition ? " true" : " false");
    }
    if (lane->discards) {
        text_put(out, " discarded");
    }
}

static void end_line(text *out)
{
    while (out->size > 0 && out->data != NULL && out->data[out->size - 1] == ' ') {
        out->data[--out->size] = '\0';
    }
    text_char(out, '\n');
}

void trace_step_text(text *out, const trace_view *v, uint32_t index)
{
    s9_trace_step step;
    s9_trace_lane_step lane;
    if (!s9_trace_step_at(v->trace, index, &step)) {
        return;
    }
    text_head(out, v, &step);
    if (!v->quad) {
        (void)s9_trace_lane_at(v->trace, index, s9_trace_lane(v->trace), &lane);
        text_lane(out, &lane);
        end_line(out);
        return;
    }
    for (uint32_t n = 0; n < s9_trace_lane_count(v->trace); n++) {
        (void)s9_trace_lane_at(v->trace, index, n, &lane);
        if (n > 0) {
            text_format(out, "%s%*s", v->indent, 13 + (int)TEXT_COLUMN, "");
        }
        text_format(out, " lane %" PRIu32 ":", n);
        text_lane(out, &lane);
        end_line(out);
    }
}

/* ---- results ---- */

/* Outputs of a lane as the trace left them; a register that several usages share is one. */
static void each_output(const trace_view *v, uint32_t lane, void (*tell)(void *, const s9_trace_value *), void *user)
{
    uint32_t count = s9_shader_output_count(v->shader);
    for (uint32_t i = 0; i < count; i++) {
        const s9_shader_slot *slot = s9_shader_output(v->shader, i);
        s9_trace_value value = {.name = slot->name, .type = S9_TRACE_FLOAT, .count = slot->components};
        bool repeated = i > 0 && strcmp(s9_shader_output(v->shader, i - 1)->name, slot->name) == 0;
        for (uint32_t k = i; k < count && !repeated; k++) {
            float values[4];
            uint32_t written = 0;
            if (strcmp(s9_shader_output(v->shader, k)->name, slot->name) != 0) {
                break;
            }
            s9_trace_output(v->trace, lane, k, values, &written);
            for (uint32_t c = 0; c < 4; c++) {
                if ((written >> c & 1u) != 0) {
                    value.bits[c] = float_bits(values[c]);
                }
            }
            value.mask |= written;
        }
        if (value.mask != 0) {
            tell(user, &value);
        }
    }
}

static void tell_text(void *user, const s9_trace_value *value)
{
    text *out = user;
    text_char(out, ' ');
    text_value(out, value);
}

static void tell_json(void *user, const s9_trace_value *value)
{
    json_value(user, value);
}

static void text_result(text *out, const trace_view *v, uint32_t lane)
{
    text_format(out, "%sresult", v->indent);
    if (v->quad) {
        text_format(out, " of lane %" PRIu32, lane);
    }
    text_char(out, ' ');
    each_output(v, lane, tell_text, out);
    if (s9_trace_discarded(v->trace, lane)) {
        text_put(out, " discarded");
    }
    if (s9_trace_exhausted(v->trace, lane)) {
        text_put(out, " stopped by max_steps");
    }
    end_line(out);
}

void trace_stop_text(text *out, const trace_view *v)
{
    switch (s9_trace_stopped(v->trace)) {
    case S9_TRACE_NAN:
        text_format(out, "%sstopped: a NaN or infinity that no source held\n", v->indent);
        break;
    case S9_TRACE_BREAK:
        text_format(out, "%sstopped: the break was reached\n", v->indent);
        break;
    case S9_TRACE_LIMIT:
        text_format(out, "%sstopped: %" PRIu32 " steps are kept at most; --limit N keeps more\n", v->indent, v->limit);
        break;
    default:
        break;
    }
}

void trace_text(text *out, const trace_view *v)
{
    for (uint32_t i = 0; i < s9_trace_step_count(v->trace); i++) {
        trace_step_text(out, v, i);
    }
    trace_stop_text(out, v);
    for (uint32_t n = 0; n < s9_trace_lane_count(v->trace); n++) {
        if (v->quad || n == s9_trace_lane(v->trace)) {
            text_result(out, v, n);
        }
    }
}

/* ---- JSON ---- */

static void json_lane(json_out *j, const s9_trace_lane_step *lane)
{
    put_key(j, "active");
    put_bool(j, lane->active);
    put_key(j, "predicated_off");
    put_bool(j, lane->predicated_off);
    put_key(j, "reads");
    put_open(j);
    for (uint32_t i = 0; i < lane->read_count && lane->active; i++) {
        json_value(j, &lane->reads[i]);
    }
    put_close(j);
    put_key(j, "reached");
    put_open(j);
    for (uint32_t i = 0; i < lane->read_count && lane->active; i++) {
        if (lane->reads[i].reached != NULL) {
            put_key(j, lane->reads[i].name);
            put_string(j, lane->reads[i].reached);
        }
    }
    put_close(j);
    put_key(j, "writes");
    put_open(j);
    for (uint32_t i = 0; i < lane->write_count; i++) {
        json_value(j, &lane->writes[i]);
    }
    put_close(j);
    put_key(j, "condition");
    if (lane->has_condition && lane->active) {
        put_bool(j, lane->condition);
    } else {
        put_null(j);
    }
    put_key(j, "discards");
    put_bool(j, lane->discards);
    put_key(j, "texture");
    if (lane->texture != NULL) {
        json_texture(j, lane->texture);
    } else {
        put_null(j);
    }
}

static void json_step(json_out *j, const trace_view *v, uint32_t index)
{
    s9_trace_step step;
    s9_trace_lane_step lane;
    if (!s9_trace_step_at(v->trace, index, &step)) {
        return;
    }
    put_open(j);
    put_key(j, "instruction");
    put_integer(j, step.instruction);
    put_key(j, "offset");
    if (step.line == 0) {
        put_integer(j, step.offset);
    } else {
        put_null(j);
    }
    put_key(j, "line");
    if (step.line != 0) {
        put_integer(j, step.line);
    } else {
        put_null(j);
    }
    put_key(j, "file");
    put_string(j, step.file != NULL && v->file != NULL && strcmp(step.file, v->file) != 0 ? step.file : NULL);
    put_key(j, "text");
    put_string(j, step.text);
    put_key(j, "loop");
    put_open_list(j);
    for (uint32_t i = 0; i < step.loop_count; i++) {
        put_integer(j, step.loop[i]);
    }
    put_close_list(j);
    put_key(j, "calls");
    put_integer(j, step.calls);
    put_key(j, "under");
    if (step.under == S9_TRACE_NONE) {
        put_null(j);
    } else {
        put_integer(j, step.under);
    }
    (void)s9_trace_lane_at(v->trace, index, s9_trace_lane(v->trace), &lane);
    json_lane(j, &lane);
    if (v->quad) {
        put_key(j, "quad");
        put_open_list(j);
        for (uint32_t n = 0; n < s9_trace_lane_count(v->trace); n++) {
            (void)s9_trace_lane_at(v->trace, index, n, &lane);
            put_open(j);
            json_lane(j, &lane);
            put_close(j);
        }
        put_close_list(j);
    }
    put_close(j);
}

static void json_result(json_out *j, const trace_view *v, const char *version)
{
    put_key(j, "result");
    put_open(j);
    put_key(j, "schema");
    put_string(j, "shader9.run/1");
    put_key(j, "version");
    put_string(j, version);
    semantics_write(j, v->shader);
    put_key(j, "lanes");
    put_open_list(j);
    for (uint32_t n = 0; n < s9_trace_lane_count(v->trace); n++) {
        if (!v->quad && n != s9_trace_lane(v->trace)) {
            continue;
        }
        put_open(j);
        if (s9_shader_stage(v->shader) == S9_STAGE_PIXEL) {
            put_key(j, "discarded");
            put_bool(j, s9_trace_discarded(v->trace, n));
        }
        if (s9_trace_exhausted(v->trace, n)) {
            put_key(j, "error");
            put_string(j, "max_steps");
        }
        each_output(v, n, tell_json, j);
        put_close(j);
    }
    put_close_list(j);
    put_close(j);
}

bool trace_json(json_out *j, const trace_view *v, const char *version)
{
    static const char *const stops[] = {NULL, "nan", "step", "break"};
    put_key(j, "steps");
    put_open_list(j);
    for (uint32_t i = 0; i < s9_trace_step_count(v->trace); i++) {
        json_step(j, v, i);
    }
    put_close_list(j);
    json_result(j, v, version);
    put_key(j, "stopped");
    put_string(j, stops[s9_trace_stopped(v->trace)]);
    put_key(j, "limit");
    put_integer(j, v->limit);
    return !j->out->failed;
}
