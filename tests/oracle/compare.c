/* SPDX-License-Identifier: MIT */
#include "oracle/compare.h"

#include "exec/exec_internal.h"
#include "vm/vm.h"

#include <shader9/shader9.h>

#include <stdio.h>
#include <stdlib.h>

#define SLOTS 40

/* More lanes than the oracle has: they repeat its own, so that whole blocks of the interpreter are filled. */
#define MANY_LANES 192

typedef enum layout { BY_LANE, BY_COMPONENT } layout;

/* What the library reads and where it puts its results. */
typedef struct buffers {
    float in[SLOTS][4 * MANY_LANES], out[SLOTS][4 * MANY_LANES];
    uint8_t written[SLOTS][MANY_LANES];
    uint8_t discarded[MANY_LANES], stopped[MANY_LANES];
    uint32_t lanes;
    layout order;
} buffers;

static size_t place(const buffers *b, uint32_t lane, uint32_t component)
{
    return b->order == BY_LANE ? 4u * lane + component : (size_t)component * b->lanes + lane;
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Runs `lanes` lanes, those beyond the job's being the first ones again; the result of the call. */
static s9_result run_library(const s9_shader *shader, const oracle_job *job, uint32_t lanes, layout order, buffers *b)
{
    s9_lane_array inputs[SLOTS] = {{0}}, outputs[SLOTS] = {{0}};
    s9_sampler_binding bindings[ORACLE_SAMPLERS];
    uint32_t input_count = s9_shader_input_count(shader), output_count = s9_shader_output_count(shader);
    if (input_count > SLOTS || output_count > SLOTS)
        return S9_ERROR_UNSUPPORTED;
    b->lanes = lanes;
    b->order = order;
    ptrdiff_t of_lane = order == BY_LANE ? 16 : 4, of_component = order == BY_LANE ? 4 : 4 * (ptrdiff_t)lanes;
    for (uint32_t i = 0; i < input_count; i++) {
        int index = oracle_input_index(s9_shader_input(shader, i)->name);
        if (index < 0 || job->given[index] == 0)
            continue;
        for (uint32_t lane = 0; lane < lanes; lane++)
            for (uint32_t k = 0; k < 4; k++)
                memcpy(&b->in[i][place(b, lane, k)], &job->in[index][lane % job->lanes][k], sizeof(float));
        inputs[i] = (s9_lane_array){b->in[i], of_lane, of_component, job->given[index], NULL};
    }
    memset(b->out, 0xA5, output_count * sizeof b->out[0]);
    memset(b->written, 0xA5, output_count * sizeof b->written[0]);
    memset(b->discarded, 0xA5, sizeof b->discarded);
    memset(b->stopped, 0xA5, sizeof b->stopped);
    for (uint32_t i = 0; i < output_count; i++)
        outputs[i] = (s9_lane_array){b->out[i], of_lane, of_component, 4, b->written[i]};
    for (uint32_t i = 0; i < job->sampler_count; i++) {
        int texture = job->samplers[i].texture;
        bindings[i].texture = texture < 0 ? NULL : job->textures[texture].made;
        bindings[i].state = job->samplers[i].state;
    }
    s9_run_args args = {.struct_size = sizeof args,
                        .lanes = lanes,
                        .quads = job->quads,
                        .constants = {job->c, job->c_count, job->i, job->i_count, job->b, job->b_count},
                        .samplers = bindings,
                        .sampler_count = job->sampler_count,
                        .stages = job->stages,
                        .stage_count = job->stage_count,
                        .inputs = inputs,
                        .outputs = outputs,
                        .discarded = b->discarded,
                        .stopped = b->stopped};
    return s9_shader_run(shader, &args);
}

static bool same_lane(const s9_program *program, const s9_shader *shader, uint32_t at, uint32_t lane,
                      const buffers *got, const oracle_result *right, char *reason, size_t size)
{
    for (uint32_t i = 0; i < s9_shader_output_count(shader); i++) {
        const s9_shader_slot *slot = s9_shader_output(shader, i);
        int index = oracle_output_index(program, slot->name);
        uint32_t mask = slot->components == 1 ? 1u : slot->mask;
        if (index < 0 || index >= ORACLE_OUTPUTS) {
            snprintf(reason, size, "the library has an output %s", slot->name);
            return false;
        }
        uint8_t written = (uint8_t)(right->written[index][lane] & mask);
        if (got->written[i][at] != written) {
            snprintf(reason, size, "lane %u: %s has components %X written, not %X", (unsigned)lane, slot->name,
                     (unsigned)got->written[i][at], (unsigned)written);
            return false;
        }
        for (uint32_t k = 0; k < 4; k++) {
            float want = (written & 1u << k) != 0 ? right->out[index][lane].v[k] : 0.0f;
            float have = got->out[i][place(got, at, k)];
            if ((mask & 1u << k) == 0 || bits_of(want) == bits_of(have))
                continue;
            snprintf(reason, size, "lane %u: %s.%c is %.9g (%08X), not %.9g (%08X)", (unsigned)lane, slot->name,
                     "xyzw"[k], (double)have, (unsigned)bits_of(have), (double)want, (unsigned)bits_of(want));
            return false;
        }
    }
    if (got->stopped[at] != 0) {
        snprintf(reason, size, "lane %u was stopped", (unsigned)lane);
        return false;
    }
    if (s9_version_is_pixel(program->version) && got->discarded[at] != right->discarded[lane]) {
        snprintf(reason, size, "lane %u: discarded %u, not %u", (unsigned)lane, (unsigned)got->discarded[at],
                 (unsigned)right->discarded[lane]);
        return false;
    }
    return true;
}

/* What the oracle wrote must have a slot. */
static bool all_reported(const s9_program *program, const s9_shader *shader, const oracle_job *job,
                         const oracle_result *right, char *reason, size_t size)
{
    uint32_t reported[ORACLE_OUTPUTS] = {0};
    for (uint32_t i = 0; i < s9_shader_output_count(shader); i++) {
        const s9_shader_slot *slot = s9_shader_output(shader, i);
        int index = oracle_output_index(program, slot->name);
        if (index >= 0 && index < ORACLE_OUTPUTS)
            reported[index] |= slot->components == 1 ? 1u : slot->mask;
    }
    for (uint32_t n = 0; n < ORACLE_OUTPUTS; n++)
        for (uint32_t lane = 0; lane < job->lanes; lane++)
            if ((right->written[n][lane] & ~reported[n]) != 0) {
                snprintf(reason, size, "output %u has components %X written, of which the library reports %X",
                         (unsigned)n, (unsigned)right->written[n][lane], (unsigned)reported[n]);
                return false;
            }
    return true;
}

static bool same_run(const s9_program *program, const s9_shader *shader, const oracle_job *job, uint32_t lanes,
                     layout order, const oracle_result *right, buffers *got, const char *engine, char *reason,
                     size_t size)
{
    char detail[200] = "";
    s9_result result = run_library(shader, job, lanes, order, got);
    bool same = result == S9_OK;
    if (!same)
        snprintf(detail, sizeof detail, "the run gives %s", s9_result_name(result));
    for (uint32_t lane = 0; same && lane < lanes; lane++)
        same = same_lane(program, shader, lane, lane % job->lanes, got, right, detail, sizeof detail);
    if (!same)
        snprintf(reason, size, "%s, %u lanes: %s", engine, (unsigned)lanes, detail);
    return same;
}

/* A shader on one level of the interpreter; NULL where the machine has no such level. */
static s9_shader *shader_on_level(const s9_program *program, const oracle_job *job, int level)
{
    s9_ir *ir = NULL;
    s9_shader *shader = NULL;
    if (s9_vm_kernels_of((s9_vm_level)level) == NULL)
        return NULL;
    if (s9_ir_lower(program, NULL, &job->options, &ir, NULL) == S9_OK)
        (void)s9_shader_from_ir(ir, NULL, level, &shader, NULL);
    return shader;
}

static bool same_everywhere(const s9_program *program, const oracle_job *job, const oracle_result *right, buffers *got,
                            outcome *o)
{
    static const s9_engine engines[] = {S9_ENGINE_VM, S9_ENGINE_JIT};
    static const char *const levels[S9_VM_LEVEL_COUNT] = {"base", "avx2", "avx512"};
    bool same = true, any = false;
    for (size_t i = 0; i < 2 && same; i++) {
        s9_shader_options options = job->options;
        s9_shader *shader = NULL;
        options.engine = engines[i];
        s9_result result = s9_shader_create(program, NULL, &options, &shader, NULL);
        if (result == S9_ERROR_UNSUPPORTED && i == 1)
            continue; /* built without a JIT */
        if (shader == NULL) {
            snprintf(o->reason, sizeof o->reason, "preparing it gives %s", s9_result_name(result));
            o->verdict = NOT_COMPARED;
            return true;
        }
        any = true;
        const char *name = s9_shader_engine_name(shader);
        uint32_t step = job->quads ? 4 : 1;
        same = all_reported(program, shader, job, right, o->reason, sizeof o->reason) &&
               same_run(program, shader, job, job->lanes, BY_LANE, right, got, name, o->reason, sizeof o->reason);
        if (same && job->lanes > step)
            same = same_run(program, shader, job, step, BY_COMPONENT, right, got, name, o->reason, sizeof o->reason);
        if (same && job->lanes > 2 * step)
            same = same_run(program, shader, job, job->lanes - step, BY_LANE, right, got, name, o->reason,
                            sizeof o->reason);
        s9_shader_destroy(shader);
    }
    for (int level = 0; level < S9_VM_LEVEL_COUNT && same && any; level++) {
        /* Whole blocks of lanes, and some more. */
        uint32_t many = job->quads ? 128 + 4 * (uint32_t)level : 127 + (uint32_t)level;
        layout order = (job->lanes + (uint32_t)level) % 3 == 0 ? BY_COMPONENT : BY_LANE;
        s9_shader *shader = shader_on_level(program, job, level);
        if (shader == NULL)
            continue;
        same = same_run(program, shader, job, many, order, right, got, levels[level], o->reason, sizeof o->reason);
        s9_shader_destroy(shader);
    }
    return same;
}

outcome compare_program(const s9_program *program, const oracle_job *job)
{
    outcome o = {NOT_COMPARED, "memory"};
    oracle_result *right = malloc(sizeof *right);
    buffers *got = malloc(sizeof *got);
    if (right != NULL && got != NULL && oracle_run(program, job, right)) {
        o.reason[0] = '\0';
        if (right->fault[0] != '\0') {
            snprintf(o.reason, sizeof o.reason, "oracle: %s", right->fault);
            /* A function outside its bound is a fault of the library. */
            o.verdict = strchr(right->fault, '(') != NULL ? DIFFERED : NOT_COMPARED;
        } else if (right->too_long) {
            o.verdict = TOO_LONG;
        } else {
            o.verdict = AGREED;
            if (!same_everywhere(program, job, right, got, &o))
                o.verdict = DIFFERED;
        }
    }
    free(right);
    free(got);
    return o;
}

outcome compare_text(const text_program *text, const oracle_job *job, bool legal)
{
    outcome o = {NOT_COMPARED, "memory"};
    s9_diagnostics *list = NULL;
    s9_program *program = NULL;
    char *joined = text_join(text);
    if (joined != NULL && s9_diagnostics_create(NULL, &list) == S9_OK) {
        s9_result result = s9_assemble(joined, strlen(joined), NULL, NULL, &program, list);
        if (result == S9_OK && legal)
            result = s9_check(program, NULL, NULL, list);
        if (result == S9_OK) {
            o = compare_program(program, job);
        } else {
            for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
                const s9_diagnostic *d = s9_diagnostics_get(list, i);
                if (d->severity != S9_ERROR)
                    continue;
                const char *line = d->at.line > 0 && d->at.line <= text->count ? text->lines[d->at.line - 1] : "";
                snprintf(o.reason, sizeof o.reason, "refused: %s %s | %s", d->code, d->message, line);
                break;
            }
        }
    }
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
    free(joined);
    return o;
}

/* ---- one case ---- */

static outcome try_text(text_program *text, oracle_job *job, bool legal, bool quiet)
{
    outcome o = compare_text(text, job, legal);
    if (o.verdict == DIFFERED && !quiet) {
        shrink(text, job, legal);
        outcome smallest = compare_text(text, job, legal);
        print_case(text, job, smallest.reason);
    }
    return o;
}

/* Generated programs are legal; others need not be. */
static outcome try_case(text_program *text, uint64_t seed, bool legal, bool quiet)
{
    outcome o = {NOT_COMPARED, "memory"};
    oracle_job *job = calloc(1, sizeof *job);
    char *joined = text_join(text);
    s9_diagnostics *list = NULL;
    s9_program *program = NULL;
    if (job != NULL && joined != NULL && s9_diagnostics_create(NULL, &list) == S9_OK) {
        if (s9_assemble(joined, strlen(joined), NULL, NULL, &program, list) != S9_OK)
            o = compare_text(text, job, legal); /* says why */
        else if (generate_job(seed, program, job))
            o = try_text(text, job, legal, quiet);
    }
    if (job != NULL)
        oracle_job_free(job);
    free(job);
    free(joined);
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
    return o;
}

outcome try_seed(uint64_t seed, bool quiet)
{
    text_program text = {0};
    generate_program(seed, &text);
    outcome o = try_case(&text, seed, true, quiet);
    if (o.verdict == NOT_COMPARED)
        fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, o.reason);
    text_free(&text);
    return o;
}

outcome try_program(const s9_program *program, uint64_t seed, bool quiet)
{
    outcome o = {NOT_COMPARED, "it has no text"};
    text_program text = {0};
    s9_blob blob = {0};
    s9_disassemble_options options = {.struct_size = sizeof options, .no_comments = true};
    oracle_job *job = calloc(1, sizeof *job);
    if (job != NULL && generate_job(seed, program, job)) {
        o = compare_program(program, job);
        if (o.verdict == DIFFERED && !quiet && s9_disassemble(program, NULL, &options, &blob) == S9_OK) {
            char *line = blob.data;
            while (line != NULL && *line != '\0') {
                char *end = strchr(line, '\n');
                if (end != NULL)
                    *end++ = '\0';
                line += strspn(line, " \t");
                if (*line != '\0')
                    (void)text_add(&text, line);
                line = end;
            }
            (void)try_text(&text, job, false, false);
        }
    }
    if (job != NULL)
        oracle_job_free(job);
    free(job);
    s9_blob_free(&blob);
    text_free(&text);
    return o;
}
