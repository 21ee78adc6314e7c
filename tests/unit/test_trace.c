/* SPDX-License-Identifier: MIT */
/*
 * Traces: random programs end with the values that s9_shader_run gives, to the bit; what a step reads is what steps
 * before it wrote, and what it writes is its own formula of what it reads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "files.h"
#include "little.h"
#include "oracle/compare.h"

#include <shader9/shader9.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAMS 1200
#define SLOTS 40

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ---- a program and its job, run and traced ---- */

typedef struct scene {
    s9_program *program;
    s9_shader *shader;
    oracle_job *job;
    s9_lane_array inputs[SLOTS], outputs[SLOTS];
    s9_sampler_binding bindings[ORACLE_SAMPLERS];
    float in[SLOTS][ORACLE_LANES][4], out[SLOTS][ORACLE_LANES][4];
    uint8_t written[SLOTS][ORACLE_LANES], discarded[ORACLE_LANES], stopped[ORACLE_LANES];
    s9_run_args args;
} scene;

static bool scene_run(scene *s)
{
    oracle_job *job = s->job;
    uint32_t inputs = s9_shader_input_count(s->shader), outputs = s9_shader_output_count(s->shader);
    memset(s->inputs, 0, sizeof s->inputs);
    memset(s->outputs, 0, sizeof s->outputs);
    for (uint32_t i = 0; i < inputs; i++) {
        int index = oracle_input_index(s9_shader_input(s->shader, i)->name);
        if (index < 0 || job->given[index] == 0)
            continue;
        for (uint32_t lane = 0; lane < job->lanes; lane++)
            memcpy(s->in[i][lane], job->in[index][lane], sizeof s->in[i][lane]);
        s->inputs[i] = (s9_lane_array){s->in[i], 16, 4, job->given[index], NULL};
    }
    for (uint32_t i = 0; i < outputs; i++)
        s->outputs[i] = (s9_lane_array){s->out[i], 16, 4, 4, s->written[i]};
    for (uint32_t i = 0; i < job->sampler_count; i++) {
        int texture = job->samplers[i].texture;
        s->bindings[i].texture = texture < 0 ? NULL : job->textures[texture].made;
        s->bindings[i].state = job->samplers[i].state;
    }
    s->args = (s9_run_args){.struct_size = sizeof s->args,
                            .lanes = job->lanes,
                            .quads = job->quads,
                            .constants = {job->c, job->c_count, job->i, job->i_count, job->b, job->b_count},
                            .samplers = s->bindings,
                            .sampler_count = job->sampler_count,
                            .stages = job->stages,
                            .stage_count = job->stage_count,
                            .inputs = s->inputs,
                            .outputs = s->outputs,
                            .discarded = s->discarded,
                            .stopped = s->stopped};
    return s9_shader_run(s->shader, &s->args) == S9_OK;
}

/* ---- the end of a trace beside the run ---- */

static void compare_end(const scene *s, const s9_trace *trace, uint32_t traced, uint64_t seed)
{
    uint32_t lanes = s9_trace_lane_count(trace);
    uint32_t first = traced - s9_trace_lane(trace);
    bool pixel = s9_shader_stage(s->shader) == S9_STAGE_PIXEL;
    for (uint32_t n = 0; n < lanes; n++) {
        uint32_t lane = first + n;
        assert_int_equal(s9_trace_exhausted(trace, n), s->stopped[lane] != 0);
        if (pixel)
            assert_int_equal(s9_trace_discarded(trace, n), s->discarded[lane] != 0);
        for (uint32_t i = 0; i < s9_shader_output_count(s->shader); i++) {
            float values[4];
            uint32_t written;
            s9_trace_output(trace, n, i, values, &written);
            if (written != s->written[i][lane])
                fail_msg("seed %llu lane %u: %s has %X written, not %X", (unsigned long long)seed, (unsigned)lane,
                         s9_shader_output(s->shader, i)->name, (unsigned)written, (unsigned)s->written[i][lane]);
            for (uint32_t k = 0; k < 4; k++)
                if (bits_of(values[k]) != bits_of(s->out[i][lane][k]) && (written >> k & 1u) != 0)
                    fail_msg("seed %llu lane %u: %s.%c is %08X, not %08X", (unsigned long long)seed, (unsigned)lane,
                             s9_shader_output(s->shader, i)->name, "xyzw"[k], (unsigned)bits_of(values[k]),
                             (unsigned)bits_of(s->out[i][lane][k]));
        }
    }
}

/* ---- steps beside their own formulas ---- */

static float product(float a, float b, bool ieee)
{
    return !ieee && (a == 0 || b == 0) ? 0 : a * b;
}

static uint32_t canonical(float x)
{
    return x != x ? 0x7FC00000u : bits_of(x);
}

static float component(const s9_trace_value *value, uint32_t k)
{
    return float_of(value->bits[value->count == 1 ? 0 : k]);
}

/* The value of component k, from what the step says that it has read. False: not one of the plain instructions. */
static bool formula(const char *name, const s9_trace_lane_step *step, uint32_t k, bool ieee, uint32_t *bits)
{
    const s9_trace_value *r = step->reads;
    uint32_t n = step->read_count;
    float a = n > 0 ? component(&r[0], k) : 0, b = n > 1 ? component(&r[1], k) : 0, c = n > 2 ? component(&r[2], k) : 0;
    if (strcmp(name, "mov") == 0 && n == 1)
        *bits = bits_of(a);
    else if (strcmp(name, "add") == 0 && n == 2)
        *bits = canonical(a + b);
    else if (strcmp(name, "sub") == 0 && n == 2)
        *bits = canonical(a - b);
    else if (strcmp(name, "mul") == 0 && n == 2)
        *bits = canonical(product(a, b, ieee));
    else if (strcmp(name, "mad") == 0 && n == 3)
        *bits = canonical(product(a, b, ieee) + c);
    else if (strcmp(name, "min") == 0 && n == 2)
        *bits = canonical(a < b || b != b ? a : b);
    else if (strcmp(name, "max") == 0 && n == 2)
        *bits = canonical(a >= b || b != b ? a : b);
    else if (strcmp(name, "slt") == 0 && n == 2)
        *bits = bits_of(a < b ? 1.0f : 0.0f);
    else if (strcmp(name, "sge") == 0 && n == 2)
        *bits = bits_of(a >= b ? 1.0f : 0.0f);
    else if (strcmp(name, "frc") == 0 && n == 1)
        *bits = canonical(a - floorf(a));
    else if (strcmp(name, "abs") == 0 && n == 1)
        *bits = canonical(fabsf(a));
    else if (strcmp(name, "lrp") == 0 && n == 3)
        *bits = canonical(product(a, b - c, ieee) + c);
    else if (strcmp(name, "dp2add") == 0 && n == 3)
        *bits = canonical((product(component(&r[0], 0), component(&r[1], 0), ieee) +
                           product(component(&r[0], 1), component(&r[1], 1), ieee)) +
                          component(&r[2], 0));
    else if (strcmp(name, "dst") == 0 && n == 2)
        *bits = k == 0   ? bits_of(1.0f)
                : k == 1 ? canonical(product(component(&r[0], 1), component(&r[1], 1), ieee))
                : k == 2 ? bits_of(component(&r[0], 2))
                         : bits_of(component(&r[1], 3));
    else if (strcmp(name, "crs") == 0 && n == 2 && k < 3)
        *bits = canonical(product(component(&r[0], (k + 1) % 3), component(&r[1], (k + 2) % 3), ieee) -
                          product(component(&r[0], (k + 2) % 3), component(&r[1], (k + 1) % 3), ieee));
    else if (strcmp(name, "cmp") == 0 && n == 3)
        *bits = bits_of(a >= 0 ? b : c);
    else if ((strcmp(name, "dp3") == 0 || strcmp(name, "dp4") == 0) && n == 2) {
        float sum = product(component(&r[0], 0), component(&r[1], 0), ieee);
        sum += product(component(&r[0], 1), component(&r[1], 1), ieee);
        sum += product(component(&r[0], 2), component(&r[1], 2), ieee);
        if (name[2] == '4')
            sum += product(component(&r[0], 3), component(&r[1], 3), ieee);
        *bits = canonical(sum);
    } else
        return false;
    return true;
}

/* The name of "NAME dst, ...", "NAME_sat_pp dst, ..."; false where it has other suffixes. */
static bool plain_name(const char *text, char name[16], bool *saturates)
{
    size_t length = strcspn(text, " "), end = strcspn(text, "_ ");
    *saturates = false;
    if (end == 0 || end > 15 || text[length] != ' ' || text[0] == '+' || text[0] == '(')
        return false;
    memcpy(name, text, end);
    name[end] = '\0';
    while (end < length) {
        if (strncmp(text + end, "_sat", 4) == 0) {
            *saturates = true;
            end += 4;
        } else if (strncmp(text + end, "_pp", 3) == 0) {
            end += 3;
        } else {
            return false;
        }
    }
    return true;
}

static uint32_t saturated(uint32_t bits)
{
    float x = float_of(bits);
    return bits_of(x > 0 ? (x < 1 ? x : 1.0f) : 0.0f);
}

static uint32_t check_formulas(const scene *s, const s9_trace *trace, uint64_t seed)
{
    uint32_t checked = 0;
    bool ieee = s->job->options.float_mode == S9_FLOAT_IEEE;
    bool ranged = s->job->options.ps1_range != S9_PS1_RANGE_NONE;
    for (uint32_t i = 0; i < s9_trace_step_count(trace); i++) {
        s9_trace_step step;
        s9_trace_lane_step lane;
        char name[16];
        bool saturates;
        assert_true(s9_trace_step_at(trace, i, &step));
        assert_true(s9_trace_lane_at(trace, i, s9_trace_lane(trace), &lane));
        if (!lane.active || !plain_name(step.text, name, &saturates) || ranged || lane.write_count != 1 ||
            lane.writes[0].type != S9_TRACE_FLOAT || lane.writes[0].count != 4 || strstr(step.text, "p0") != NULL ||
            strstr(step.text, "[") != NULL)
            continue;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t bits;
            if ((lane.writes[0].mask >> k & 1u) == 0 || !formula(name, &lane, k, ieee, &bits))
                continue;
            bits = saturates ? saturated(bits) : bits;
            if (bits != lane.writes[0].bits[k])
                fail_msg("seed %llu, %s: component %u is %08X, its formula gives %08X", (unsigned long long)seed,
                         step.text, (unsigned)k, (unsigned)lane.writes[0].bits[k], (unsigned)bits);
            checked++;
        }
    }
    return checked;
}

/* Every source of every component that was written by a step was written there with these bits. */
static uint32_t check_sources(const s9_trace *trace, uint64_t seed)
{
    uint32_t checked = 0, before = 0;
    for (uint32_t i = 0; i < s9_trace_step_count(trace); i++) {
        s9_trace_step step;
        assert_true(s9_trace_step_at(trace, i, &step));
        /* The second of a pair reads what was there before the first. */
        before = step.text[0] == '+' ? before : i;
        for (uint32_t n = 0; n < s9_trace_lane_count(trace); n++) {
            s9_trace_lane_step lane;
            assert_true(s9_trace_lane_at(trace, i, n, &lane));
            for (uint32_t w = 0; w < lane.write_count; w++) {
                for (uint32_t k = 0; k < 4; k++) {
                    s9_trace_source sources[80];
                    if ((lane.writes[w].mask >> k & 1u) == 0)
                        continue;
                    uint32_t count = s9_trace_sources(trace, i, n, lane.writes[w].name, k, sources, 80);
                    assert_in_range(count, 0, 80);
                    for (uint32_t j = 0; j < count; j++) {
                        const s9_trace_source *from = &sources[j];
                        s9_trace_lane_step writer;
                        if (from->origin != S9_TRACE_FROM_STEP)
                            continue;
                        if (from->step >= i)
                            fail_msg("seed %llu step %u: a source from step %u", (unsigned long long)seed, (unsigned)i,
                                     (unsigned)from->step);
                        assert_int_equal(s9_trace_writer(trace, before, from->lane, from->name, from->component),
                                         from->step);
                        assert_true(s9_trace_lane_at(trace, from->step, from->lane, &writer));
                        for (uint32_t m = 0; m < writer.write_count; m++)
                            if (strcmp(writer.writes[m].name, from->name) == 0)
                                assert_int_equal(writer.writes[m].bits[from->component], from->bits);
                        checked++;
                    }
                }
            }
        }
    }
    return checked;
}

/* A texel of point filtering is the result; no other filter leaves the range of its texels. */
static uint32_t check_textures(const scene *s, const s9_trace *trace)
{
    uint32_t checked = 0;
    for (uint32_t i = 0; i < s9_trace_step_count(trace); i++) {
        s9_trace_lane_step lane;
        assert_true(s9_trace_lane_at(trace, i, s9_trace_lane(trace), &lane));
        const s9_trace_texture *t = lane.texture;
        if (t == NULL || t->texel_count == 0)
            continue;
        const s9_sampler_state *state = &s->bindings[t->sampler].state;
        if (state->fetch4 || t->axes > 3)
            continue;
        /* A comparison gives 0 and 1; other filters compute even where they meet the same texel several times. */
        bool exact = state->compare == 0 && state->min == S9_FILTER_POINT && state->mag == S9_FILTER_POINT;
        if (t->texel_count == 1 && exact) {
            for (uint32_t k = 0; k < 4; k++)
                assert_int_equal(canonical(t->texels[0].value[k]), canonical(t->result[k]));
            checked++;
        }
    }
    return checked;
}

static void test_random_programs(void **state)
{
    (void)state;
    uint32_t formulas = 0, sources = 0, textures = 0, traced = 0;
    scene *s = calloc(1, sizeof *s);
    oracle_job *job = calloc(1, sizeof *job);
    assert_non_null(s);
    assert_non_null(job);
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        text_program text = {0};
        generate_program(seed, &text);
        char *joined = text_join(&text);
        assert_non_null(joined);
        memset(s, 0, sizeof *s);
        memset(job, 0, sizeof *job);
        s->job = job;
        assert_int_equal(s9_assemble(joined, strlen(joined), NULL, NULL, &s->program, NULL), S9_OK);
        assert_true(generate_job(seed, s->program, job) && oracle_job_make_textures(job));
        assert_int_equal(s9_shader_create(s->program, NULL, &job->options, &s->shader, NULL), S9_OK);
        assert_true(scene_run(s));
        uint32_t lane = (uint32_t)(seed * 7 % job->lanes);
        s9_trace *trace = NULL;
        s9_trace_options options = {.struct_size = sizeof options, .lane = lane, .limit = 3000};
        assert_int_equal(s9_trace_create(s->shader, s->program, &s->args, NULL, &options, &trace, NULL), S9_OK);
        if (s9_trace_stopped(trace) == S9_TRACE_END) {
            compare_end(s, trace, lane, seed);
            traced++;
        }
        formulas += check_formulas(s, trace, seed);
        if (seed % 4 == 0)
            sources += check_sources(trace, seed);
        textures += check_textures(s, trace);
        s9_trace_destroy(trace);
        s9_shader_destroy(s->shader);
        s9_program_destroy(s->program);
        oracle_job_free(job);
        text_free(&text);
        free(joined);
    }
    print_message("%u traces, %u components by formula, %u sources, %u texels\n", (unsigned)traced, (unsigned)formulas,
                  (unsigned)sources, (unsigned)textures);
    assert_true(traced > PROGRAMS * 9 / 10);
    assert_true(formulas > 5 * PROGRAMS && sources > 5 * PROGRAMS && textures > 10);
    free(s);
    free(job);
}

/* Every shader of the corpus: the trace ends as the run does. */
static void test_corpus(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/bytecode", "");
    scene *s = calloc(1, sizeof *s);
    oracle_job *job = calloc(1, sizeof *job);
    uint32_t traced = 0, cut = 0;
    assert_non_null(s);
    assert_non_null(job);
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        memset(s, 0, sizeof *s);
        memset(job, 0, sizeof *job);
        s->job = job;
        if (bytes != NULL && s9_decode(bytes, size, NULL, NULL, &s->program, NULL) == S9_OK &&
            generate_job(i, s->program, job) && oracle_job_make_textures(job) &&
            s9_shader_create(s->program, NULL, &job->options, &s->shader, NULL) == S9_OK &&
            s9_shader_input_count(s->shader) <= SLOTS && s9_shader_output_count(s->shader) <= SLOTS && scene_run(s)) {
            s9_trace *trace = NULL;
            s9_trace_options options = {.struct_size = sizeof options, .limit = 4000};
            options.lane = (uint32_t)(i % job->lanes);
            assert_int_equal(s9_trace_create(s->shader, s->program, &s->args, NULL, &options, &trace, NULL), S9_OK);
            if (s9_trace_stopped(trace) == S9_TRACE_END)
                compare_end(s, trace, options.lane, i);
            cut += s9_trace_stopped(trace) != S9_TRACE_END;
            traced++;
            s9_trace_destroy(trace);
        }
        s9_shader_destroy(s->shader);
        s9_program_destroy(s->program);
        oracle_job_free(job);
        free(bytes);
    }
    print_message("%u shaders of the corpus traced, %u of them in part\n", (unsigned)traced, (unsigned)cut);
    files_free(&list);
    free(s);
    free(job);
    assert_true(traced > 1000 && cut < traced / 10);
}

/* ---- small programs, by hand ---- */

typedef struct hand {
    s9_program *program;
    s9_shader *shader;
    s9_trace *trace;
} hand;

static void hand_open(hand *h, const char *text, const s9_shader_options *options)
{
    memset(h, 0, sizeof *h);
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &h->program, NULL), S9_OK);
    assert_int_equal(s9_shader_create(h->program, NULL, options, &h->shader, NULL), S9_OK);
}

static void hand_trace(hand *h, s9_run_args *args, const s9_trace_options *options)
{
    static s9_lane_array none[SLOTS];
    args->struct_size = sizeof *args;
    if (args->lanes == 0)
        args->lanes = 1;
    if (args->inputs == NULL)
        args->inputs = none;
    s9_trace_destroy(h->trace);
    h->trace = NULL;
    assert_int_equal(s9_trace_create(h->shader, h->program, args, NULL, options, &h->trace, NULL), S9_OK);
}

static void hand_close(hand *h)
{
    s9_trace_destroy(h->trace);
    s9_shader_destroy(h->shader);
    s9_program_destroy(h->program);
}

/* The texts of the steps, one a line. */
static void texts_of(const hand *h, char *out, size_t room)
{
    size_t at = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < s9_trace_step_count(h->trace); i++) {
        s9_trace_step step;
        assert_true(s9_trace_step_at(h->trace, i, &step));
        at += (size_t)snprintf(out + at, room - at, "%s", step.text);
        for (uint32_t k = 0; k < step.loop_count; k++)
            at += (size_t)snprintf(out + at, room - at, " [%u]", (unsigned)step.loop[k]);
        at += (size_t)snprintf(out + at, room - at, "\n");
        assert_true(at < room);
    }
}

static void test_flow(void **state)
{
    (void)state;
    hand h;
    char texts[2000];
    hand_open(&h,
              "vs_3_0\ndcl_position o0\ndef c0, 1, 2, 3, 4\ndefi i0, 2, 5, 3, 0\ndefb b0, true\nmov r0, c0\n"
              "loop aL, i0\nadd r0.x, r0, c0.y\nif_gt r0.x, c0.z\nnop\nmul r0.y, r0, c[aL]\nelse\nmov r0.w, c0\nendif\n"
              "endloop\ncallnz l1, b0\nmov o0, r0\nret\nlabel l1\nmov r0.z, c0.x\nret\n",
              NULL);
    s9_run_args args = {0};
    hand_trace(&h, &args, NULL);
    texts_of(&h, texts, sizeof texts);
    assert_string_equal(texts, "mov r0, c0\nloop aL, i0\nadd r0.x, r0, c0.y [0]\nif_gt r0.x, c0.z [0]\n"
                               "mov r0.w, c0 [0]\nendif [0]\nendloop [0]\nadd r0.x, r0, c0.y [1]\n"
                               "if_gt r0.x, c0.z [1]\nnop [1]\nmul r0.y, r0, c0[aL] [1]\nelse [1]\nendif [1]\n"
                               "endloop [1]\ncallnz l1, b0\nmov r0.z, c0.x\nret\nmov o0, r0\nret\n");
    hand_close(&h);
}

static void test_breaks(void **state)
{
    (void)state;
    hand h;
    s9_trace_step step;
    s9_trace_lane_step lane;
    hand_open(&h,
              "ps_2_0\ndef c0, 0, 1, 2, -1\ndcl t0\nmov r0, c0\nrcp r0.x, c0.x\nadd r1, r0, c0.z\nlog r1.y, t0.x\n"
              "mul r1, r1, c0.z\nmov oC0, r1\n",
              &(s9_shader_options){.struct_size = sizeof(s9_shader_options), .float_mode = S9_FLOAT_IEEE});
    s9_run_args args = {0};
    s9_trace_options options = {.struct_size = sizeof options, .break_nan = true};
    hand_trace(&h, &args, &options);
    assert_int_equal(s9_trace_stopped(h.trace), S9_TRACE_NAN);
    assert_int_equal(s9_trace_step_count(h.trace), 2);
    options = (s9_trace_options){.struct_size = sizeof options, .has_break = true, .break_at = 5};
    options.break_place = S9_TRACE_AT_LINE;
    hand_trace(&h, &args, &options);
    assert_int_equal(s9_trace_stopped(h.trace), S9_TRACE_BREAK);
    assert_int_equal(s9_trace_step_count(h.trace), 2);
    assert_true(s9_trace_step_at(h.trace, 1, &step));
    assert_int_equal(step.line, 5);
    assert_int_equal(step.offset, S9_TRACE_NONE);
    s9_trace_watch watch = {"r1", 3, S9_TRACE_GREATER, 0.5f};
    options = (s9_trace_options){.struct_size = sizeof options, .watches = &watch, .watch_count = 1};
    hand_trace(&h, &args, &options);
    assert_int_equal(s9_trace_stopped(h.trace), S9_TRACE_BREAK);
    assert_true(s9_trace_lane_at(h.trace, s9_trace_step_count(h.trace) - 1, 0, &lane));
    assert_string_equal(lane.writes[0].name, "r1");
    assert_true(float_of(lane.writes[0].bits[3]) == 1.0f);
    options = (s9_trace_options){.struct_size = sizeof options, .limit = 3};
    hand_trace(&h, &args, &options);
    assert_int_equal(s9_trace_stopped(h.trace), S9_TRACE_LIMIT);
    assert_int_equal(s9_trace_step_count(h.trace), 3);

    /* What is no register or instruction of the shader is refused. */
    s9_diagnostics *list = NULL;
    s9_trace *trace = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    watch.name = "r9";
    options = (s9_trace_options){.struct_size = sizeof options, .watches = &watch, .watch_count = 1};
    assert_int_equal(s9_trace_create(h.shader, h.program, &args, NULL, &options, &trace, list), S9_ERROR_INVALID);
    options = (s9_trace_options){.struct_size = sizeof options, .has_break = true, .break_at = 99};
    assert_int_equal(s9_trace_create(h.shader, h.program, &args, NULL, &options, &trace, list), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(list), 2);
    options = (s9_trace_options){.struct_size = sizeof options, .lane = 1};
    assert_int_equal(s9_trace_create(h.shader, h.program, &args, NULL, &options, &trace, list), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_trace_create(NULL, h.program, &args, NULL, NULL, &trace, list), S9_ERROR_ARGUMENT);
    s9_diagnostics_destroy(list);
    hand_close(&h);
}

static const s9_trace_source *find(const s9_trace_source *sources, uint32_t count, const char *name, uint32_t k,
                                   uint32_t lane)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(sources[i].name, name) == 0 && sources[i].component == k && sources[i].lane == lane)
            return &sources[i];
    return NULL;
}

static void test_sources(void **state)
{
    (void)state;
    hand h;
    s9_trace_source from[64];
    s9_trace_lane_step lane;
    hand_open(&h,
              "vs_3_0\ndcl_position v0\ndcl_position o0\ndef c0, 1, 2, 3, 4\nmova a0.x, v0.x\nmul r0, v0, c0.y\n"
              "setp_gt p0, v0, c0.x\n(p0) mov r0.x, -c[a0.x + 3].w\nmov o0, r0\n",
              NULL);
    float position[4] = {2, 0.5f, 3, 1}, constants[8][4] = {{0}};
    constants[5][3] = 7;
    s9_lane_array inputs[2] = {{position, 16, 4, 4, NULL}};
    s9_run_args args = {.inputs = inputs, .constants = {.f = constants, .f_count = 8}};
    hand_trace(&h, &args, NULL);
    uint32_t step = s9_trace_writer(h.trace, S9_TRACE_NONE, 0, "r0", 0);
    assert_int_equal(step, 3);
    assert_int_equal(s9_trace_writer(h.trace, S9_TRACE_NONE, 0, "r0", 1), 1);
    uint32_t count = s9_trace_sources(h.trace, step, 0, "r0", 0, from, 64);
    assert_int_equal(count, 3);
    const s9_trace_source *c5 = find(from, count, "c5", 3, 0);
    assert_non_null(c5);
    assert_int_equal(c5->origin, S9_TRACE_FROM_CONSTANT);
    assert_true(float_of(c5->bits) == 7);
    assert_int_equal(find(from, count, "a0", 0, 0)->step, 0);
    assert_int_equal(find(from, count, "p0", 0, 0)->step, 2);
    assert_true(s9_trace_lane_at(h.trace, step, 0, &lane));
    assert_string_equal(lane.reads[0].name, "p0");
    assert_string_equal(lane.reads[1].name, "-c3[a0.x].w");
    assert_string_equal(lane.reads[1].reached, "c5");
    assert_true(float_of(lane.reads[1].bits[0]) == -7);
    count = s9_trace_sources(h.trace, 1, 0, "r0", 1, from, 64);
    assert_int_equal(count, 2);
    assert_int_equal(find(from, count, "v0", 1, 0)->origin, S9_TRACE_FROM_INPUT);
    assert_int_equal(find(from, count, "c0", 1, 0)->origin, S9_TRACE_FROM_DEFINITION);
    hand_close(&h);
}

/* Lanes that a branch leaves out, and neighbours that a derivative looks at. */
static void test_quad(void **state)
{
    (void)state;
    hand h;
    s9_trace_source from[64];
    s9_trace_lane_step lane;
    hand_open(&h,
              "ps_3_0\ndcl_texcoord v0\ndef c0, 1, 0, 0, 0\ndsx r0, v0\nif_gt v0.x, c0.x\nadd r0.x, r0, c0.x\n"
              "endif\nmov oC0, r0\n",
              NULL);
    float v0[4][4] = {{0, 1, 2, 3}, {2, 1, 2, 3}, {1, 1, 2, 3}, {5, 1, 2, 3}};
    s9_lane_array inputs[2] = {{v0, 16, 4, 4, NULL}};
    s9_run_args args = {.inputs = inputs, .lanes = 4, .quads = true};
    s9_trace_options options = {.struct_size = sizeof options, .lane = 2};
    hand_trace(&h, &args, &options);
    assert_int_equal(s9_trace_lane_count(h.trace), 4);
    assert_int_equal(s9_trace_lane(h.trace), 2);
    uint32_t count = s9_trace_sources(h.trace, 0, 2, "r0", 0, from, 64);
    assert_int_equal(count, 2);
    assert_true(float_of(find(from, count, "v0", 0, 2)->bits) == 1);
    assert_true(float_of(find(from, count, "v0", 0, 3)->bits) == 5);
    assert_true(s9_trace_lane_at(h.trace, 1, 2, &lane));
    assert_true(lane.has_condition && !lane.condition);
    assert_true(s9_trace_lane_at(h.trace, 2, 2, &lane));
    assert_false(lane.active);
    assert_true(s9_trace_lane_at(h.trace, 2, 3, &lane));
    assert_true(lane.active && float_of(lane.writes[0].bits[0]) == 5);
    hand_close(&h);
}

/* Texels of linear filtering, with their weights, and the level of detail. */
static void test_texture(void **state)
{
    (void)state;
    hand h;
    s9_trace_lane_step lane;
    float texels[2][2][4] = {{{1, 0, 0, 1}, {0, 1, 0, 1}}, {{0, 0, 1, 1}, {1, 1, 1, 1}}};
    const void *data[1] = {texels};
    size_t sizes[1] = {sizeof texels};
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_2D,
                            .format = S9_FORMAT_A32B32G32R32F,
                            .width = 2,
                            .height = 2,
                            .depth = 1,
                            .levels = 1,
                            .level_data = data,
                            .level_size = sizes};
    s9_texture *texture = NULL;
    s9_sampler_binding binding;
    memset(&binding, 0, sizeof binding);
    little_words(texels, sizeof texels / 4);
    assert_int_equal(s9_texture_create(NULL, &desc, &texture), S9_OK);
    s9_sampler_state_init(&binding.state);
    binding.texture = texture;
    binding.state.min = binding.state.mag = S9_FILTER_LINEAR;
    hand_open(&h, "ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n", NULL);
    float t0[4] = {0.5f, 0.25f, 0, 1};
    s9_lane_array inputs[2] = {{t0, 16, 4, 4, NULL}};
    s9_run_args args = {.inputs = inputs, .samplers = &binding, .sampler_count = 1};
    hand_trace(&h, &args, NULL);
    assert_true(s9_trace_lane_at(h.trace, 0, 0, &lane));
    assert_non_null(lane.texture);
    assert_true(lane.texture->bound);
    assert_int_equal(lane.texture->sampler, 0);
    assert_int_equal(lane.texture->axes, 2);
    assert_true(lane.texture->coordinate[0] == 0.5f && lane.texture->coordinate[1] == 0.25f);
    /* Between the two texels of the first row, exactly on the row. */
    assert_int_equal(lane.texture->texel_count, 2);
    assert_int_equal(lane.texture->texels[0].x, 0);
    assert_int_equal(lane.texture->texels[1].x, 1);
    assert_int_equal(lane.texture->texels[1].y, 0);
    assert_true(lane.texture->result[0] == 0.5f && lane.texture->result[1] == 0.5f);
    hand_close(&h);
    s9_texture_destroy(texture);
}

/* Both halves of a pair read before either writes, and each result belongs to its own half. */
static void test_pair(void **state)
{
    (void)state;
    hand h;
    char texts[500];
    s9_trace_lane_step lane;
    hand_open(&h, "ps_1_1\ndef c0, 1, 0.5, 0.25, 0.125\nmov r0, c0\nmov r0.rgb, r0.a\n+ mov r0.a, r0.b\n", NULL);
    s9_run_args args = {0};
    hand_trace(&h, &args, NULL);
    texts_of(&h, texts, sizeof texts);
    assert_string_equal(texts, "mov r0, c0\nmov r0.xyz, r0.w\n+ mov r0.w, r0.z\n");
    assert_true(s9_trace_lane_at(h.trace, 1, 0, &lane));
    assert_int_equal(lane.writes[0].mask, 7);
    assert_true(float_of(lane.writes[0].bits[0]) == 0.125f);
    assert_true(s9_trace_lane_at(h.trace, 2, 0, &lane));
    assert_int_equal(lane.writes[0].mask, 8);
    assert_true(float_of(lane.writes[0].bits[3]) == 0.25f);
    assert_int_equal(s9_trace_writer(h.trace, S9_TRACE_NONE, 0, "oC0", 3), 2);
    hand_close(&h);
}

/* ps_1_x: coordinates without a name in the instruction, rows that pads leave, the state of a stage, the colour. */
static void test_ps1(void **state)
{
    (void)state;
    hand h;
    s9_trace_source from[64];
    s9_trace_lane_step lane;
    hand_open(&h, "ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\ntexbem t3, t0\nadd r0, t2, t3\n", NULL);
    s9_texture_stage stages[4] = {{{0}, 0, 0, false}};
    float coordinates[4][4] = {{0.5f, 0, 0, 1}, {1, 2, 3, 1}, {4, 5, 6, 1}, {0.25f, 0.5f, 0, 1}};
    s9_lane_array inputs[4];
    for (int i = 0; i < 4; i++)
        inputs[i] = (s9_lane_array){coordinates[i], 16, 4, 4, NULL};
    stages[3].bump_matrix[1] = 2;
    s9_run_args args = {.inputs = inputs, .stages = stages, .stage_count = 4};
    hand_trace(&h, &args, NULL);
    assert_true(s9_trace_lane_at(h.trace, 0, 0, &lane));
    bool found = false;
    for (uint32_t i = 0; i < lane.read_count; i++)
        if (strcmp(lane.reads[i].name, "t0") == 0)
            found = float_of(lane.reads[i].bits[0]) == 0.5f;
    assert_true(found);
    assert_true(s9_trace_lane_at(h.trace, 1, 0, &lane)); /* the unbound t0 is (0, 0, 0, 1), the row is 0 */
    assert_int_equal(lane.writes[0].name[0], 'x');
    assert_true(s9_trace_lane_at(h.trace, 3, 0, &lane));
    assert_int_equal(lane.texture->sampler, 3);
    assert_false(lane.texture->bound);
    assert_true(lane.texture->coordinate[0] == 0.25f && lane.texture->coordinate[1] == 0.5f);
    found = false;
    for (uint32_t i = 0; i < lane.read_count; i++)
        if (strcmp(lane.reads[i].name, "stage3.bump_matrix") == 0)
            found = float_of(lane.reads[i].bits[1]) == 2;
    assert_true(found);
    uint32_t count = s9_trace_sources(h.trace, 4, 0, "oC0", 0, from, 64);
    assert_int_equal(count, 2);
    assert_int_equal(find(from, count, "t3", 0, 0)->step, 3);
    hand_close(&h);
}

/* ---- memory ---- */

typedef struct failing {
    uint32_t left;
} failing;

static void *failing_alloc(void *user, size_t size)
{
    failing *f = user;
    return f->left == 0 ? NULL : (f->left--, malloc(size));
}

static void failing_free(void *user, void *pointer)
{
    (void)user;
    free(pointer);
}

/* Whichever allocation fails, the call says so and leaves nothing behind. */
static void test_memory(void **state)
{
    (void)state;
    static s9_lane_array none[SLOTS];
    hand h;
    hand_open(&h,
              "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndef c0, 1, 2, 3, 4\ndefi i0, 40, 0, 1, 0\nmov r0, c0\nrep i0\n"
              "add r0, r0, c0\nif_gt r0.x, c1.x\nmul r0.y, r0, v0\nendif\nendrep\ntexld r1, v0, s0\nadd oC0, r0, r1\n",
              NULL);
    s9_run_args args = {.struct_size = sizeof args, .lanes = 4, .quads = true, .inputs = none};
    failing f = {0};
    s9_allocator allocator = {failing_alloc, failing_free, &f};
    s9_result result = S9_ERROR_MEMORY;
    uint32_t allocations = 0;
    for (; result == S9_ERROR_MEMORY && allocations < 5000; allocations++) {
        s9_trace *trace = NULL;
        f.left = allocations;
        result = s9_trace_create(h.shader, h.program, &args, &allocator, NULL, &trace, NULL);
        assert_true((trace != NULL) == (result == S9_OK));
        f.left = 0;
        s9_trace_destroy(trace);
    }
    assert_int_equal(result, S9_OK);
    print_message("%u allocations\n", (unsigned)allocations);
    hand_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
        cmocka_unit_test(test_flow),
        cmocka_unit_test(test_breaks),
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_quad),
        cmocka_unit_test(test_texture),
        cmocka_unit_test(test_pair),
        cmocka_unit_test(test_ps1),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
