/* SPDX-License-Identifier: MIT */
#include "pixel.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SLOTS = 64 };

typedef struct explanation {
    const pixel_scene *scene;
    text *out;
    json_out *j; /* NULL: text */
    uint32_t x, y, width, height, targets;
    uint32_t count; /* primitives so far */
    bool failed;
} explanation;

bool pixel_from_flag(const char *value, uint32_t *x, uint32_t *y)
{
    uint32_t *to[2] = {x, y};
    for (size_t i = 0; i < 2; i++) {
        char *end = NULL;
        unsigned long number = strtoul(value, &end, 10);
        if (value[0] < '0' || value[0] > '9' || number > 1000000 || *end != (i == 0 ? ',' : '\0')) {
            return false;
        }
        *to[i] = (uint32_t)number;
        value = end + 1;
    }
    return true;
}

static const char *word_of(s9_state_kind kind, int32_t wanted)
{
    int32_t value = 0;
    for (size_t i = 0;; i++) {
        const char *word = s9_state_word(kind, i, &value);
        if (word == NULL || value == wanted) {
            return word == NULL ? "?" : word;
        }
    }
}

static const char *primitive_name(const s9_probe_event *event)
{
    return event->vertex_count == 3 ? "triangle" : event->vertex_count == 2 ? "line" : "point";
}

/* ---- tests: alpha, then stencil, then depth; what comes behind the one that fails is not reached ---- */

typedef enum verdict { OFF, PASSED, FAILED, NOT_REACHED } verdict;

static const char *const verdict_words[] = {NULL, "passed", "failed", "not reached"};

static verdict judge(bool on, s9_probe_outcome test, s9_probe_outcome outcome)
{
    if (!on) {
        return OFF;
    }
    return outcome == test ? FAILED : outcome < test ? NOT_REACHED : PASSED;
}

typedef struct verdicts {
    verdict alpha, stencil, depth;
} verdicts;

static verdicts judge_all(const s9_draw_state *state, s9_probe_outcome outcome)
{
    verdicts v = {judge(state->alpha_test, S9_PROBE_ALPHA, outcome),
                  judge(state->stencil_test, S9_PROBE_STENCIL, outcome),
                  judge(state->depth_test, S9_PROBE_DEPTH, outcome)};
    return v;
}

static const char *outcome_word(s9_probe_outcome outcome)
{
    static const char *const words[] = {"discarded", "alpha", "stencil", "depth", "written"};
    return words[outcome];
}

static const s9_stencil_side *stencil_side(const s9_draw_state *state, const s9_probe_event *event)
{
    return state->stencil_two_sided && !event->front ? &state->stencil_ccw : &state->stencil;
}

/* ---- traces ---- */

/* Components of an input as the executor is given them. */
static uint32_t given_components(const s9_shader_slot *slot)
{
    return strcmp(slot->name, "vFace") == 0 ? 1 : strcmp(slot->name, "vPos") == 0 ? 2 : 4;
}

static s9_run_args stage_args(const stage *s, const s9_lane_array *inputs)
{
    s9_stage_resources r = stage_resources(s);
    s9_run_args args = {.struct_size = sizeof args,
                        .lanes = 1,
                        .constants = r.constants,
                        .samplers = r.samplers,
                        .sampler_count = r.sampler_count,
                        .stages = r.stages,
                        .stage_count = r.stage_count,
                        .inputs = inputs};
    return args;
}

/* Traces a stage; NULL when that fails, or where a break names what this stage does not have (said once). */
static s9_trace *trace_stage(explanation *e, const stage *s, const s9_run_args *args, uint32_t lane, bool breaks)
{
    s9_trace *trace = NULL;
    s9_diagnostics *diagnostics = NULL;
    s9_trace_options options = e->scene->request->options;
    options.lane = lane;
    if (!breaks) {
        options.has_break = options.break_nan = false;
        options.watch_count = 0;
    }
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(e->scene->about);
        e->failed = true;
        return NULL;
    }
    s9_result result = s9_trace_create(s->shader, s->program, args, NULL, &options, &trace, diagnostics);
    e->failed |= result != S9_OK;
    if (result != S9_OK && e->count > 1) {
        s9_diagnostics_destroy(diagnostics);
    } else {
        report_take(e->scene->about, diagnostics, result);
    }
    return trace;
}

static void tell_trace(explanation *e, const stage *s, const s9_trace *trace, const char *indent)
{
    const settings *set = &e->scene->t->settings;
    trace_view view = {.trace = trace,
                       .shader = s->shader,
                       .indent = indent,
                       .limit = set->limit != 0 ? set->limit : S9_TRACE_LIMIT_DEFAULT,
                       .quad = set->quad && s9_trace_lane_count(trace) == 4};
    if (e->j != NULL) {
        put_open(e->j);
        (void)trace_tell_json(e->j, &view, set, s->program);
        put_close(e->j);
    } else {
        (void)trace_tell_text(e->out, &view, set, s->program);
    }
}

static void tell_pixel_trace(explanation *e, const s9_probe_event *event)
{
    s9_lane_array inputs[MOST_SLOTS] = {{0}};
    const s9_shader *shader = e->scene->pixel->shader;
    for (uint32_t i = 0; i < event->input_count && i < MOST_SLOTS; i++) {
        inputs[i] = (s9_lane_array){.data = (void *)(uintptr_t)event->inputs[i],
                                    .lane_stride = sizeof event->inputs[i][0],
                                    .component_stride = sizeof(float),
                                    .components = given_components(s9_shader_input(shader, i))};
    }
    s9_run_args args = stage_args(e->scene->pixel, inputs);
    args.lanes = 4;
    args.quads = true;
    s9_trace *trace = trace_stage(e, e->scene->pixel, &args, event->lane, true);
    if (trace != NULL) {
        tell_trace(e, e->scene->pixel, trace, "    ");
    } else if (e->j != NULL) {
        put_null(e->j);
    }
    s9_trace_destroy(trace);
}

/* The inputs of one vertex, as drawing binds the mesh to the shader. */
static void tell_vertex_trace(explanation *e, uint32_t vertex)
{
    s9_lane_array inputs[MOST_SLOTS] = {{0}};
    const s9_shader *shader = e->scene->vertex->shader;
    for (uint32_t i = 0; i < s9_shader_input_count(shader) && i < MOST_SLOTS; i++) {
        const s9_shader_slot *slot = s9_shader_input(shader, i);
        const s9_mesh_element *element =
            slot->usage < 0 ? NULL : s9_mesh_find_element(e->scene->mesh, (uint32_t)slot->usage, slot->usage_index);
        inputs[i].components = 4;
        if (element != NULL) {
            const float *data = element->data + (size_t)vertex * element->components;
            inputs[i] = (s9_lane_array){.data = (void *)(uintptr_t)data,
                                        .lane_stride = (ptrdiff_t)(element->components * sizeof *data),
                                        .component_stride = sizeof *data,
                                        .components = element->components};
        }
    }
    s9_run_args args = stage_args(e->scene->vertex, inputs);
    s9_trace *trace = trace_stage(e, e->scene->vertex, &args, 0, false);
    if (e->j == NULL) {
        text_format(e->out, "  vertex %" PRIu32 ":\n", vertex);
    }
    if (trace != NULL) {
        tell_trace(e, e->scene->vertex, trace, "    ");
    } else if (e->j != NULL) {
        put_null(e->j);
    }
    s9_trace_destroy(trace);
}

/* ---- text ---- */

static void text_inputs(const explanation *e, const s9_probe_event *event)
{
    const s9_shader *shader = e->scene->pixel->shader;
    text_put(e->out, "  inputs ");
    for (uint32_t i = 0; i < event->input_count; i++) {
        const s9_shader_slot *slot = s9_shader_input(shader, i);
        text_format(e->out, " %s=", slot->name);
        trace_numbers(e->out, event->inputs[i][event->lane], given_components(slot));
    }
    text_put(e->out, event->input_count == 0 ? " none\n" : "\n");
}

static void text_blend(const explanation *e, uint32_t target)
{
    const s9_draw_state *state = e->scene->state;
    text *out = e->out;
    uint32_t mask = state->color_write[target];
    if (state->blend) {
        text_format(out, "  blend %s %s %s", word_of(S9_STATE_BLEND_FACTOR, (int32_t)state->src),
                    word_of(S9_STATE_BLEND_OP, (int32_t)state->op),
                    word_of(S9_STATE_BLEND_FACTOR, (int32_t)state->dst));
        if (state->separate_alpha) {
            text_format(out, ", alpha %s %s %s", word_of(S9_STATE_BLEND_FACTOR, (int32_t)state->src_alpha),
                        word_of(S9_STATE_BLEND_OP, (int32_t)state->op_alpha),
                        word_of(S9_STATE_BLEND_FACTOR, (int32_t)state->dst_alpha));
        }
    }
    if (mask != S9_COLOR_WRITE_ALL) {
        text_put(out, "  color_write ");
        for (uint32_t k = 0; k < 4; k++) {
            if ((mask >> k & 1u) != 0) {
                text_char(out, "rgba"[k]);
            }
        }
    }
    text_put(out, state->srgb_write ? "  srgb_write" : "");
}

static void text_tests(const explanation *e, const s9_probe_event *event)
{
    const s9_draw_state *state = e->scene->state;
    text *out = e->out;
    verdicts v = judge_all(state, event->outcome);
    if (event->outcome == S9_PROBE_DISCARDED) {
        text_put(out, "  discarded by texkill\n");
    }
    if (state->fog) {
        text_put(out, "  fog      factor ");
        trace_number(out, event->fog);
        text_char(out, '\n');
    }
    if (v.alpha != OFF) {
        text_put(out, "  alpha    ");
        trace_number(out, event->colors[0][3]);
        text_format(out, " %s ", word_of(S9_STATE_COMPARE, (int32_t)state->alpha_func));
        text_float(out, state->alpha_ref);
        text_format(out, "/255: %s\n", verdict_words[v.alpha]);
    }
    if (v.stencil != OFF) {
        const s9_stencil_side *side = stencil_side(state, event);
        text_format(out, "  stencil  %" PRIu32 " %s %" PRIu32 ": %s, %" PRIu32 " is left\n", state->stencil_ref & 255u,
                    word_of(S9_STATE_COMPARE, (int32_t)side->func), event->stencil_before, verdict_words[v.stencil],
                    event->stencil_after);
    }
    if (v.depth != OFF) {
        text_put(out, "  depth    ");
        trace_number(out, event->depth);
        text_format(out, " %s ", word_of(S9_STATE_COMPARE, (int32_t)state->depth_func));
        trace_number(out, event->stored_depth);
        text_format(out, ": %s%s\n", verdict_words[v.depth],
                    v.depth == PASSED && state->depth_write ? ", written" : "");
    }
    for (uint32_t i = 0; i < e->targets; i++) {
        if (event->outcome != S9_PROBE_WRITTEN) {
            break;
        }
        text_format(out, "  target %" PRIu32 " ", i);
        if (event->color_written[i] == 0) {
            text_put(out, "not written by the shader\n");
            continue;
        }
        trace_numbers(out, event->before[i], 4);
        text_put(out, " with ");
        trace_numbers(out, event->colors[i], 4);
        text_put(out, " -> ");
        trace_numbers(out, event->after[i], 4);
        text_blend(e, i);
        text_char(out, '\n');
    }
}

static void text_event(explanation *e, const s9_probe_event *event)
{
    text_format(e->out, "%" PRIu32 ": %s %" PRIu32 " of vertices", e->count, primitive_name(event), event->primitive);
    for (uint32_t i = 0; i < event->vertex_count; i++) {
        text_format(e->out, "%s%" PRIu32, i == 0 ? " " : ", ", event->vertices[i]);
    }
    text_format(e->out, ", %s: %s\n", event->front ? "front" : "back",
                event->outcome == S9_PROBE_WRITTEN     ? "written"
                : event->outcome == S9_PROBE_DISCARDED ? "discarded"
                : event->outcome == S9_PROBE_ALPHA     ? "stopped by the alpha test"
                : event->outcome == S9_PROBE_STENCIL   ? "stopped by the stencil test"
                                                       : "stopped by the depth test");
    for (uint32_t i = 0; i < event->vertex_count && e->scene->t->settings.trace_vertices; i++) {
        tell_vertex_trace(e, event->vertices[i]);
    }
    text_inputs(e, event);
    tell_pixel_trace(e, event);
    text_tests(e, event);
}

/* ---- JSON ---- */

static void json_verdict(json_out *j, verdict v)
{
    put_key(j, "result");
    put_string(j, verdict_words[v]);
}

static void json_tests(const explanation *e, const s9_probe_event *event)
{
    const s9_draw_state *state = e->scene->state;
    json_out *j = e->j;
    verdicts v = judge_all(state, event->outcome);
    put_key(j, "fog");
    if (state->fog) {
        put_float(j, event->fog);
    } else {
        put_null(j);
    }
    put_key(j, "alpha_test");
    if (v.alpha == OFF) {
        put_null(j);
    } else {
        put_open(j);
        put_key(j, "alpha");
        put_float(j, event->colors[0][3]);
        put_key(j, "func");
        put_string(j, word_of(S9_STATE_COMPARE, (int32_t)state->alpha_func));
        put_key(j, "ref");
        put_float(j, state->alpha_ref);
        json_verdict(j, v.alpha);
        put_close(j);
    }
    put_key(j, "stencil");
    if (v.stencil == OFF) {
        put_null(j);
    } else {
        put_open(j);
        put_key(j, "before");
        put_integer(j, event->stencil_before);
        put_key(j, "after");
        put_integer(j, event->stencil_after);
        put_key(j, "func");
        put_string(j, word_of(S9_STATE_COMPARE, (int32_t)stencil_side(state, event)->func));
        json_verdict(j, v.stencil);
        put_close(j);
    }
    put_key(j, "depth");
    if (v.depth == OFF) {
        put_null(j);
    } else {
        put_open(j);
        put_key(j, "value");
        put_float(j, event->depth);
        put_key(j, "stored");
        put_float(j, event->stored_depth);
        put_key(j, "func");
        put_string(j, word_of(S9_STATE_COMPARE, (int32_t)state->depth_func));
        json_verdict(j, v.depth);
        put_close(j);
    }
    put_key(j, "targets");
    put_open_list(j);
    for (uint32_t i = 0; i < e->targets; i++) {
        put_open(j);
        put_key(j, "before");
        put_floats(j, event->before[i], 4);
        put_key(j, "color");
        if (event->color_written[i] == 0) {
            put_null(j);
        } else {
            put_floats(j, event->colors[i], 4);
        }
        put_key(j, "after");
        put_floats(j, event->after[i], 4);
        put_close(j);
    }
    put_close_list(j);
}

static void json_event(explanation *e, const s9_probe_event *event)
{
    json_out *j = e->j;
    const s9_shader *shader = e->scene->pixel->shader;
    put_open(j);
    put_key(j, "primitive");
    put_integer(j, event->primitive);
    put_key(j, "kind");
    put_string(j, primitive_name(event));
    put_key(j, "vertices");
    put_open_list(j);
    for (uint32_t i = 0; i < event->vertex_count; i++) {
        put_integer(j, event->vertices[i]);
    }
    put_close_list(j);
    put_key(j, "front");
    put_bool(j, event->front);
    put_key(j, "outcome");
    put_string(j, outcome_word(event->outcome));
    put_key(j, "inputs");
    put_open(j);
    for (uint32_t i = 0; i < event->input_count; i++) {
        const s9_shader_slot *slot = s9_shader_input(shader, i);
        if (i > 0 && strcmp(slot->name, s9_shader_input(shader, i - 1)->name) == 0) {
            continue; /* another usage of the same register */
        }
        put_key(j, slot->name);
        put_floats(j, event->inputs[i][event->lane], given_components(slot));
    }
    put_close(j);
    put_key(j, "trace");
    tell_pixel_trace(e, event);
    json_tests(e, event);
    if (e->scene->t->settings.trace_vertices) {
        put_key(j, "vertex_traces");
        put_open_list(j);
        for (uint32_t i = 0; i < event->vertex_count; i++) {
            tell_vertex_trace(e, event->vertices[i]);
        }
        put_close_list(j);
    }
    put_close(j);
}

/* ---- drawing ---- */

static void tell(void *user, const s9_probe_event *event)
{
    explanation *e = user;
    e->count++;
    if (e->failed) {
        return;
    }
    if (e->j != NULL) {
        json_event(e, event);
    } else {
        text_event(e, event);
    }
}

static void json_pair(json_out *j, const char *key, uint32_t a, uint32_t b)
{
    const int32_t values[2] = {(int32_t)a, (int32_t)b};
    put_key(j, key);
    put_integers(j, values, 2);
}

static void tell_end(const explanation *e)
{
    text *out = e->out;
    for (uint32_t i = 0; i < e->targets && e->j == NULL; i++) {
        float color[4];
        s9_framebuffer_pixel(e->scene->buffer, i, e->x, e->y, color);
        text_format(out, "target %" PRIu32 " at the end ", i);
        trace_numbers(out, color, 4);
        text_char(out, '\n');
    }
    if (e->j == NULL) {
        return;
    }
    put_close_list(e->j);
    put_key(e->j, "targets");
    put_open_list(e->j);
    for (uint32_t i = 0; i < e->targets; i++) {
        float color[4];
        s9_framebuffer_pixel(e->scene->buffer, i, e->x, e->y, color);
        put_floats(e->j, color, 4);
    }
    put_close_list(e->j);
    put_close(e->j);
    text_char(out, '\n');
}

bool pixel_explain(const pixel_scene *scene, text *out)
{
    const settings *set = &scene->t->settings;
    json_out j = {.out = out};
    explanation e = {.scene = scene, .out = out, .j = set->json ? &j : NULL};
    s9_diagnostics *diagnostics = NULL;
    s9_framebuffer_size(scene->buffer, &e.width, &e.height, &e.targets);
    (void)pixel_from_flag(set->pixel, &e.x, &e.y);
    if (e.x >= e.width || e.y >= e.height) {
        report_usage(scene->about, NULL, "--pixel %s is outside: the picture is %" PRIu32 "x%" PRIu32, set->pixel,
                     e.width, e.height);
        return false;
    }
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(scene->about);
        return false;
    }
    if (e.j != NULL) {
        put_open(&j);
        put_key(&j, "schema");
        put_string(&j, "shader9.draw/1");
        if (scene->t->many) {
            put_key(&j, "file");
            put_string(&j, scene->about->name);
        }
        json_pair(&j, "size", e.width, e.height);
        json_pair(&j, "pixel", e.x, e.y);
        put_key(&j, "covered");
        put_open_list(&j);
    } else {
        text_format(out, "pixel %" PRIu32 ",%" PRIu32 " of %" PRIu32 "x%" PRIu32 "\n", e.x, e.y, e.width, e.height);
    }
    s9_draw_probe probe = {.x = e.x, .y = e.y, .report = tell, .user = &e};
    s9_draw_args args = {.struct_size = sizeof args,
                         .framebuffer = scene->buffer,
                         .mesh = scene->mesh,
                         .vertex_shader = scene->vertex->shader,
                         .pixel_shader = scene->pixel->shader,
                         .vs = stage_resources(scene->vertex),
                         .ps = stage_resources(scene->pixel),
                         .state = scene->state,
                         .threads = 1,
                         .probe = &probe};
    s9_result result = s9_draw(&args, diagnostics);
    report_take(scene->about, diagnostics, result);
    if (result != S9_OK || e.failed) {
        return false;
    }
    if (e.j == NULL && e.count == 0) {
        text_put(out, "nothing covers it\n");
    }
    tell_end(&e);
    return !out->failed;
}
