/* SPDX-License-Identifier: MIT */
/* A run: memory, uniforms, the prologue, the bound on steps, block after block of lanes. */
#include "vm/run.h"
#include "vm/environment.h"

/* ---- uniforms ---- */

static uint32_t stage_word(const s9_run_args *args, const s9_vm_uniform *uniform)
{
    if (uniform->bits >= args->stage_count)
        return 0;
    const s9_texture_stage *stage = &args->stages[uniform->bits];
    switch (uniform->component) {
    case 0:
    case 1:
    case 2:
    case 3:
        return s9_float_bits(stage->bump_matrix[uniform->component]);
    case 4:
        return s9_float_bits(stage->bump_lscale);
    case 5:
        return s9_float_bits(stage->bump_loffset);
    default:
        return s9_float_bits(stage->projected ? 1.0f : 0.0f);
    }
}

uint32_t s9_vm_uniform_word(const s9_run_args *args, const s9_vm_uniform *uniform)
{
    const s9_constants *constants = &args->constants;
    uint32_t number = uniform->bits, component = uniform->component, bits;
    switch ((s9_ir_kind)uniform->kind) {
    case S9_IR_IMM:
        return number;
    case S9_IR_CONSTF:
        if (number >= constants->f_count)
            return 0;
        memcpy(&bits, &constants->f[number][component], sizeof bits);
        return bits;
    case S9_IR_CONSTI:
        return number < constants->i_count ? (uint32_t)constants->i[number][component] : 0;
    case S9_IR_CONSTB:
        return number < constants->b_count && constants->b[number] != 0 ? UINT32_MAX : 0;
    case S9_IR_STAGE:
        return stage_word(args, uniform);
    default:
        return 0;
    }
}

/* An operation on uniforms: each spread over a slot, the kernel run, the first lane taken. */
static void run_prologue(const s9_vm_run_state *r)
{
    const s9_vm_program *p = r->program;
    for (uint32_t i = 0; i < p->prologue.count; i++) {
        const s9_vm_inst *inst = &p->prologue.items[i];
        s9_vm_inst spread = *inst;
        uint32_t next = p->slot_offset;
        for (uint32_t j = 0; j < 3; j++) {
            for (uint32_t k = 0; k < 4; k++, next += S9_VM_SLOT_BYTES) {
                if (inst->src[j][k] == 0)
                    continue;
                for (uint32_t lane = 0; lane < S9_VM_LANES; lane++)
                    memcpy(r->base + next + 4u * lane, r->base + inst->src[j][k], 4);
                spread.src[j][k] = next;
            }
        }
        for (uint32_t k = 0; k < 4; k++, next += S9_VM_SLOT_BYTES)
            spread.dst[k] = next;
        spread.kernel(&spread, r->base, spread.dst);
        if ((inst->flags & S9_VM_ROUNDED) != 0)
            r->kernels->canonical(r->base, inst->n, spread.dst);
        for (uint32_t k = 0; k < inst->n; k++)
            memcpy(r->base + inst->dst[k], r->base + spread.dst[k], 4);
    }
}

static void prepare_uniforms(s9_vm_run_state *r)
{
    const s9_vm_program *p = r->program;
    r->constant_nan |= p->nan_immediates; /* beside what prepare_table has found */
    for (uint32_t i = 0; i < p->uniforms.count; i++) {
        uint32_t bits = s9_vm_uniform_word(r->args, &p->uniforms.items[i]);
        uint8_t kind = p->uniforms.items[i].kind;
        memcpy(r->base + p->uniform_offset + 4u * i, &bits, sizeof bits);
        r->constant_nan |= (kind == S9_IR_CONSTF || kind == S9_IR_STAGE) && s9_vm_is_nan_bits(bits);
    }
    run_prologue(r);
}

/* ---- constants by index ---- */

/* Float constants that relative reads can reach: those given and those defined, up to the limit of the version. */
static uint32_t table_size(const s9_ir *ir, const s9_run_args *args, bool *copied)
{
    uint32_t count = args->constants.f_count < ir->constf_limit ? args->constants.f_count : ir->constf_limit;
    *copied = false;
    for (uint32_t i = 0; i < ir->definitions.count; i++) {
        const s9_ir_definition *d = &ir->definitions.items[i];
        if (d->kind != S9_IR_CONSTF || d->number >= ir->constf_limit)
            continue;
        *copied = true;
        if (count <= d->number)
            count = d->number + 1u;
    }
    return count;
}

static void prepare_table(s9_vm_run_state *r, float (*table)[4])
{
    const s9_ir *ir = r->shader->ir;
    if (table == NULL) {
        r->constants = r->args->constants.f;
    } else {
        uint32_t given =
            r->args->constants.f_count < r->constant_count ? r->args->constants.f_count : r->constant_count;
        if (given > 0)
            memcpy(table, r->args->constants.f, given * sizeof *table);
        /* One row of zeros more, for machine code. */
        memset(table + given, 0, (r->constant_count + 1u - given) * sizeof *table);
        for (uint32_t i = 0; i < ir->definitions.count; i++) {
            const s9_ir_definition *d = &ir->definitions.items[i];
            if (d->kind == S9_IR_CONSTF && d->number < r->constant_count)
                memcpy(table[d->number], d->bits, sizeof *table);
        }
        r->constants = (const float(*)[4])table;
    }
    for (uint32_t i = 0; i < r->constant_count && !r->constant_nan; i++)
        for (uint32_t k = 0; k < 4; k++)
            r->constant_nan |= r->constants[i][k] != r->constants[i][k];
}

/* ---- the bound on steps ---- */

static uint64_t add_capped(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}
static uint64_t multiply_capped(uint64_t a, uint64_t b)
{
    return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

/*
 * Program instructions that a lane executes at most: every block counted as often as the loops around it can run. So
 * programs that cannot reach max_steps, which is nearly all, do not count at all.
 */
static uint64_t step_bound(const s9_vm_run_state *r)
{
    const s9_vm_program *p = r->program;
    uint64_t *bounds = (uint64_t *)(void *)(r->base + p->bound_offset);
    for (uint32_t i = 0; i < p->callee_count; i++) {
        const s9_vm_function *function = &p->functions[p->callee_first[i]];
        uint64_t times = 1, total = function->entry_steps;
        uint32_t depth = 0; /* frames keep the counts of the loops around */
        for (uint32_t at = function->entry; at < function->end; at++) {
            const s9_vm_inst *inst = &p->code.items[at];
            if (inst->op < S9_VM_IF)
                continue;
            if (inst->op == S9_VM_LOOP) {
                int32_t count = INT32_MAX;
                if ((inst->flags & S9_VM_UNIFORM) != 0)
                    memcpy(&count, r->base + inst->src[0][0], sizeof count);
                r->frames[depth++].loop = times;
                times = multiply_capped(times, count > 0 ? (uint64_t)count : 0);
            } else if (inst->op == S9_VM_ENDLOOP) {
                times = r->frames[--depth].loop;
            } else if (inst->op == S9_VM_CALL) {
                total = add_capped(total, multiply_capped(times, bounds[inst->target]));
            }
            total = add_capped(total, multiply_capped(times, inst->steps));
        }
        bounds[p->callee_first[i]] = total;
    }
    return bounds[0];
}

/* ---- samplers ---- */

static void prepare_samplers(s9_vm_run_state *r)
{
    const s9_vm_program *p = r->program;
    const s9_shader_options *options = &r->shader->ir->options;
    s9_sampling_rules rules = {.unbound = (uint8_t)options->unbound,
                               .kind_mismatch = (uint8_t)options->texture_kind_mismatch,
                               .vertex = !s9_version_is_pixel(r->shader->ir->version)};
    uint8_t next = 0;
    for (uint32_t number = 0; number < 16; number++) {
        if ((p->sampler_mask >> number & 1u) == 0)
            continue;
        const s9_sampler_binding *binding = number < r->args->sampler_count ? &r->args->samplers[number] : NULL;
        r->sampler_index[number] = next;
        s9_sampler_prepare(&r->samplers[next++], binding, p->sampler_types[number], &rules);
    }
}

/* ---- the run ---- */

/* Outputs beyond this leave the cache before anybody reads them: fetching their old contents first would be in vain. */
#define BYPASS_BYTES (16u << 20)

static void begin_block(s9_vm_run_state *r)
{
    r->discarded = r->stopped = 0;
    r->exact = r->constant_nan;
}

static void interpret(s9_vm_run_state *r)
{
    const s9_vm_program *p = r->program;
    const uint32_t *zeroed = r->count_steps ? p->zeroed_all : p->zeroed;
    uint32_t count = r->count_steps ? p->zeroed_all_count : p->zeroed_count;
    for (uint32_t i = 0; i < count; i++)
        memset(r->base + zeroed[i], 0, S9_VM_SLOT_BYTES);
    if (r->track_written)
        memset(r->written, 0, sizeof r->written);
    if (r->count_steps)
        memset(r->steps, 0, sizeof r->steps);
    s9_vm_execute(r);
}

/* All that does not depend on what the arrays hold. */
static void prepare_run(s9_vm_run_state *r)
{
    const s9_run_args *args = r->args;
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < r->shader->output_count; i++) {
        r->track_written |= args->outputs[i].written != NULL;
        bytes += s9_vm_can_bypass(&args->outputs[i]) ? 16u * (uint64_t)args->lanes : 0;
    }
    r->past_cache = bytes > BYPASS_BYTES;
    prepare_uniforms(r);
    memset(r->base + r->program->zero_slot, 0, S9_VM_SLOT_BYTES);
    s9_vm_plan_inputs(r);
    r->count_steps = step_bound(r) > r->max_steps;
    if (r->count_steps)
        r->native = NULL;
    if (r->native != NULL)
        s9_vm_prepare_native(r);
}

static void run_lanes(s9_vm_run_state *r)
{
    const s9_run_args *args = r->args;
    for (uint32_t first = 0; first < args->lanes;) {
        first = s9_vm_run_direct(r, first);
        if (first == args->lanes)
            break;
        uint32_t left = args->lanes - first;
        r->lanes = left < S9_VM_LANES ? left : S9_VM_LANES;
        begin_block(r);
        s9_vm_load_inputs(r, first);
        /* What NaN from outside becomes is written down for the interpreter only. */
        if (r->native != NULL && !r->exact)
            s9_vm_run_native(r);
        else
            interpret(r);
        s9_vm_store_outputs(r, first);
        s9_vm_skip_direct(r, r->lanes);
        first += r->lanes;
    }
    if (r->past_cache)
        r->kernels->settle();
}

/* Memory and everything else for runs with these arguments; r->memory is the caller's to release. */
static s9_result open_run(s9_vm_run_state *r, const s9_shader *shader, const s9_vm_program *program,
                          const s9_run_args *args)
{
    *r = (s9_vm_run_state){.shader = shader, .program = program, .kernels = program->kernels, .args = args};
    r->native = r->code = s9_shader_code(shader);
    bool copied = false;
    if (shader->ir->relative_constants)
        r->constant_count = table_size(shader->ir, args, &copied);
    copied = copied || (shader->ir->relative_constants && r->native != NULL);
    uint32_t samplers = 0;
    for (uint32_t number = 0; number < 16; number++)
        samplers += program->sampler_mask >> number & 1u;

    size_t sampler_offset = (program->scratch_size + 63u) & ~(size_t)63u;
    size_t table_offset = (sampler_offset + samplers * sizeof(s9_prepared_sampler) + 63u) & ~(size_t)63u;
    size_t word_offset = table_offset + (copied ? ((size_t)r->constant_count + 1u) * 16u : 0);
    size_t size = word_offset + (r->native != NULL ? (size_t)r->native->word_count * 4u : 0);
    r->memory = s9_allocate(&shader->allocator, size + 63u);
    if (r->memory == NULL)
        return S9_ERROR_MEMORY;
    r->base = (char *)(((uintptr_t)r->memory + 63u) & ~(uintptr_t)63u);
    r->frames = (s9_vm_frame *)(void *)(r->base + program->frame_offset);
    r->words = (uint32_t *)(void *)(r->base + word_offset);
    r->samplers = (s9_prepared_sampler *)(void *)(r->base + sampler_offset);
    ((s9_vm_head *)(void *)r->base)->quads = args->quads;
    r->max_steps = shader->ir->options.max_steps != 0 ? shader->ir->options.max_steps : S9_DEFAULT_MAX_STEPS;
    prepare_samplers(r);
    if (shader->ir->relative_constants)
        prepare_table(r, copied ? (float(*)[4])(void *)(r->base + table_offset) : NULL);
    prepare_run(r);
    return S9_OK;
}

s9_result s9_vm_run(const s9_shader *shader, const s9_vm_program *program, const s9_run_args *args)
{
    s9_vm_run_state r;
    s9_result result = open_run(&r, shader, program, args);
    if (result != S9_OK)
        return result;
    run_lanes(&r);
    s9_release(&shader->allocator, r.memory);
    return S9_OK;
}

/* ---- runs that are repeated ---- */

struct s9_run_session {
    s9_vm_run_state state;
    s9_run_args args;
};

s9_result s9_run_session_open(const s9_shader *shader, const s9_run_args *args, s9_run_session **out)
{
    *out = NULL;
    s9_run_session *session = s9_allocate(&shader->allocator, sizeof *session);
    if (session == NULL)
        return S9_ERROR_MEMORY;
    session->args = *args;
    s9_environment saved = s9_environment_enter();
    s9_result result = open_run(&session->state, shader, shader->engine_data, &session->args);
    s9_environment_leave(saved);
    if (result != S9_OK) {
        s9_release(&shader->allocator, session);
        return result;
    }
    *out = session;
    return S9_OK;
}

s9_result s9_run_session_lanes(s9_run_session *session, uint32_t lanes)
{
    s9_vm_run_state *r = &session->state;
    s9_environment saved = s9_environment_enter();
    s9_result result = S9_OK;
    if (r->code != s9_shader_code(r->shader)) {
        /* Machine code has become ready. */
        const s9_shader *shader = r->shader;
        s9_release(&shader->allocator, r->memory);
        result = open_run(r, shader, shader->engine_data, &session->args);
    }
    if (result == S9_OK && r->memory != NULL) {
        session->args.lanes = lanes;
        s9_vm_rewind_direct(r);
        run_lanes(r);
    } else {
        result = S9_ERROR_MEMORY;
    }
    s9_environment_leave(saved);
    return result;
}

void s9_run_session_close(s9_run_session *session)
{
    if (session == NULL)
        return;
    const s9_shader *shader = session->state.shader;
    s9_release(&shader->allocator, session->state.memory);
    s9_release(&shader->allocator, session);
}
