/* SPDX-License-Identifier: MIT */
/* The interpreter's loop: instructions over one block of lanes, masks, control flow. */
#include "vm/run.h"

#include <limits.h>

/* ---- masks ---- */

/* Returns false when no lane is left. */
static bool refresh(s9_vm_run_state *r)
{
    uint64_t active = r->conditional & r->loop & r->function & r->alive;
    if (active != r->active) {
        r->active = active;
        r->masked = active != S9_VM_ALL;
        if (r->masked && active != 0)
            r->kernels->expand(r->base + r->program->mask_slot, active);
    }
    return active != 0;
}

/* Counts a basic block for the active lanes and stops those that it would take beyond the limit. */
static void count_steps(s9_vm_run_state *r, uint32_t steps)
{
    uint64_t over = 0;
    for (uint32_t i = 0; i < S9_VM_LANES; i++) {
        uint32_t active = (uint32_t)(r->active >> i & 1u);
        uint32_t left = r->max_steps - r->steps[i];
        over |= (uint64_t)(active & (steps > left)) << i;
        r->steps[i] += steps <= left ? steps & (0u - active) : 0;
    }
    r->stopped |= over;
    r->alive &= ~over;
}

/* Entering a basic block: false when no lane is left to run it. */
static bool enter(s9_vm_run_state *r, uint32_t steps)
{
    bool some = refresh(r);
    if (some && r->count_steps && steps != 0) {
        count_steps(r, steps);
        some = refresh(r);
    }
    return some;
}

/* The lanes in which a condition holds. */
static uint64_t truth(const s9_vm_run_state *r, const s9_vm_inst *inst)
{
    const char *operand = r->base + inst->src[0][0];
    if ((inst->flags & S9_VM_UNIFORM) == 0)
        return r->kernels->bits(operand);
    uint32_t word;
    memcpy(&word, operand, sizeof word);
    return word != 0 ? S9_VM_ALL : 0;
}

static int32_t uniform_int(const s9_vm_run_state *r, uint32_t offset)
{
    int32_t value;
    memcpy(&value, r->base + offset, sizeof value);
    return value;
}

/* The lanes whose loop count is above `done`. */
static uint64_t counts_above(const s9_vm_run_state *r, uint32_t slot, int64_t done)
{
    uint64_t lanes = 0;
    for (uint32_t i = 0; i < S9_VM_LANES; i++)
        lanes |= (uint64_t)(uniform_int(r, slot + 4u * i) > done) << i;
    return lanes;
}

/* ---- writing ---- */

static void note_written(s9_vm_run_state *r, const s9_vm_inst *inst)
{
    for (uint32_t k = 0; k < 4; k++)
        if ((inst->mask >> k & 1u) != 0)
            r->written[inst->number][k] |= r->active;
}

static void note_guarded(s9_vm_run_state *r, const s9_vm_inst *inst)
{
    uint64_t invert = (inst->flags & S9_VM_PREDICATE_NOT) != 0 ? S9_VM_ALL : 0;
    for (uint32_t k = 0, component = 0; k < inst->n; k++, component++) {
        while ((inst->mask >> component & 1u) == 0)
            component++;
        r->written[inst->number][component] |= r->active & (r->kernels->bits(r->base + inst->guard[k]) ^ invert);
    }
}

/* A result that is not for all lanes, or not for them at once: computed aside, then moved in. */
static void write_aside(s9_vm_run_state *r, const s9_vm_inst *inst)
{
    const s9_vm_program *p = r->program;
    inst->kernel(inst, r->base, p->temp);
    if (r->exact && (inst->flags & S9_VM_ROUNDED) != 0)
        r->kernels->canonical(r->base, inst->n, p->temp);
    const char *mask = r->masked ? r->base + p->mask_slot : NULL;
    if (inst->op == S9_VM_GUARDED) {
        bool invert = (inst->flags & S9_VM_PREDICATE_NOT) != 0;
        r->kernels->blend_guarded(r->base, inst->n, inst->dst, p->temp, inst->guard, invert, mask);
        if (r->track_written && (inst->flags & S9_VM_OUTPUT) != 0)
            note_guarded(r, inst);
        return;
    }
    if (mask != NULL) {
        r->kernels->blend(r->base, inst->n, inst->dst, p->temp, mask);
    } else {
        for (uint32_t k = 0; k < inst->n; k++)
            memcpy(r->base + inst->dst[k], r->base + p->temp[k], S9_VM_SLOT_BYTES);
    }
    if (r->track_written && (inst->flags & S9_VM_OUTPUT) != 0)
        note_written(r, inst);
}

/* Outputs by relative index: a lane whose index reaches no declared register writes nothing. */
static void scatter(s9_vm_run_state *r, const s9_vm_inst *inst)
{
    const s9_vm_program *p = r->program;
    uint64_t invert = (inst->flags & S9_VM_PREDICATE_NOT) != 0 ? S9_VM_ALL : 0;
    for (uint32_t k = 0; k < inst->n; k++) {
        uint64_t lanes = r->active;
        uint32_t component = inst->src[1][k];
        if ((inst->flags & S9_VM_PREDICATED) != 0)
            lanes &= r->kernels->bits(r->base + inst->guard[k]) ^ invert;
        for (uint32_t i = 0; i < S9_VM_LANES; i++) {
            int64_t number = (int64_t)inst->number + uniform_int(r, inst->src[2][0] + 4u * i);
            if ((lanes >> i & 1u) == 0 || number < 0 || number >= S9_IR_OUT_COUNT ||
                (p->output_declared >> number & 1u) == 0)
                continue;
            memcpy(r->base + p->outputs[number][component] + 4u * i, r->base + inst->src[0][k] + 4u * i, 4);
            r->written[number][component] |= (uint64_t)1 << i;
        }
    }
}

/* ---- reading ---- */

/* Inputs by relative index; (0, 0, 0, 0) where none is declared. */
static void gather_input(const s9_vm_run_state *r, const s9_vm_inst *inst)
{
    const s9_vm_program *p = r->program;
    for (uint32_t i = 0; i < S9_VM_LANES; i++) {
        int64_t number = (int64_t)inst->number + uniform_int(r, inst->src[0][0] + 4u * i);
        bool there = number >= 0 && number < S9_IR_IN_T && (p->input_declared >> number & 1u) != 0;
        for (uint32_t k = 0; k < inst->n; k++) {
            uint32_t from = there ? p->inputs[number][inst->src[1][k]] : p->zero_slot;
            memcpy(r->base + inst->dst[k] + 4u * i, r->base + from + 4u * i, 4);
        }
    }
}

static const float *lanes_of(const s9_vm_run_state *r, uint32_t slot)
{
    return (const float *)(const void *)(r->base + slot);
}

static void sample(const s9_vm_run_state *r, const s9_vm_inst *inst)
{
    s9_sample_args args = {.mode = (s9_sample_mode)inst->mask, .lanes = (r->lanes + 3u) & ~3u, .quads = r->args->quads};
    for (uint32_t k = 0; k < 3; k++)
        args.coordinate[k] = lanes_of(r, inst->src[0][k]);
    if (args.mode == S9_SAMPLE_BIAS || args.mode == S9_SAMPLE_LOD)
        args.lod = lanes_of(r, inst->src[1][0]);
    for (uint32_t k = 0; k < 3 && args.mode == S9_SAMPLE_GRADIENTS; k++) {
        args.ddx[k] = lanes_of(r, inst->src[1][k]);
        args.ddy[k] = lanes_of(r, inst->src[2][k]);
    }
    for (uint32_t k = 0; k < 4; k++)
        args.out[k] = (float *)(void *)(r->base + inst->dst[k]);
    s9_sample(&r->samplers[r->sampler_index[inst->number]], &args);
    /* The lanes beyond are nobody's, but hold numbers. */
    for (uint32_t k = 0; k < 4 && args.lanes < S9_VM_LANES; k++)
        memset(args.out[k] + args.lanes, 0, (S9_VM_LANES - args.lanes) * sizeof(float));
}

/* ---- control flow; each returns the index of the next instruction ---- */

static uint32_t begin_if(s9_vm_run_state *r, const s9_vm_inst *inst, uint32_t at)
{
    uint64_t holds = truth(r, inst);
    s9_vm_frame *frame = &r->frames[r->depth++];
    frame->conditional = r->conditional;
    frame->loop = r->conditional & ~holds;
    r->conditional &= holds;
    return enter(r, inst->steps) ? at + 1u : inst->target;
}

static uint32_t begin_else(s9_vm_run_state *r, const s9_vm_inst *inst, uint32_t at)
{
    r->conditional = r->frames[r->depth - 1u].loop;
    return enter(r, inst->steps) ? at + 1u : inst->target;
}

static uint32_t end_if(s9_vm_run_state *r, const s9_vm_inst *inst, uint32_t at)
{
    r->conditional = r->frames[--r->depth].conditional;
    return enter(r, inst->steps) ? at + 1u : inst->skip;
}

/* What follows a loop, with the lanes that left it. */
static uint32_t after_loop(s9_vm_run_state *r, uint32_t end)
{
    const s9_vm_inst *inst = &r->program->code.items[end];
    return enter(r, inst->steps) ? end + 1u : inst->skip;
}

static uint32_t begin_loop(s9_vm_run_state *r, const s9_vm_inst *inst, uint32_t at)
{
    s9_vm_frame *frame = &r->frames[r->depth];
    frame->loop = r->loop;
    if ((inst->flags & S9_VM_UNIFORM) != 0) {
        frame->count = uniform_int(r, inst->src[0][0]);
        if (frame->count <= 0)
            return after_loop(r, inst->target);
    } else {
        frame->count = 0;
        r->loop &= counts_above(r, inst->src[0][0], 0);
    }
    r->depth++;
    return enter(r, inst->steps) ? at + 1u : inst->target;
}

static uint32_t end_loop(s9_vm_run_state *r, const s9_vm_inst *inst, uint32_t at)
{
    s9_vm_frame *frame = &r->frames[r->depth - 1u];
    bool again = true;
    if ((inst->flags & S9_VM_UNIFORM) != 0)
        again = --frame->count > 0;
    else
        r->loop &= counts_above(r, inst->src[0][0], ++frame->count);
    if (again && refresh(r) && enter(r, r->program->code.items[inst->target].steps))
        return inst->target + 1u;
    r->loop = frame->loop;
    r->depth--;
    return after_loop(r, at);
}

static uint32_t leave_loop(s9_vm_run_state *r, const s9_vm_inst *inst, uint32_t at, uint64_t leaving)
{
    r->loop &= ~leaving;
    return enter(r, inst->steps) ? at + 1u : inst->skip;
}

static uint32_t call(s9_vm_run_state *r, const s9_vm_inst *inst, uint32_t at)
{
    const s9_vm_function *function = &r->program->functions[inst->target];
    s9_vm_frame *frame = &r->frames[r->depth++];
    frame->conditional = r->conditional;
    frame->loop = r->loop;
    frame->function = r->function;
    frame->back = at;
    r->function = r->active;
    r->conditional = r->loop = S9_VM_ALL;
    return enter(r, function->entry_steps) ? function->entry : function->end;
}

static uint32_t return_to_caller(s9_vm_run_state *r)
{
    const s9_vm_frame *frame = &r->frames[--r->depth];
    const s9_vm_inst *from = &r->program->code.items[frame->back];
    r->conditional = frame->conditional;
    r->loop = frame->loop;
    r->function = frame->function;
    return enter(r, from->steps) ? frame->back + 1u : from->skip;
}

static uint32_t control(s9_vm_run_state *r, const s9_vm_inst *inst, uint32_t at)
{
    switch ((s9_vm_op)inst->op) {
    case S9_VM_IF:
        return begin_if(r, inst, at);
    case S9_VM_ELSE:
        return begin_else(r, inst, at);
    case S9_VM_ENDIF:
        return end_if(r, inst, at);
    case S9_VM_LOOP:
        return begin_loop(r, inst, at);
    case S9_VM_ENDLOOP:
        return end_loop(r, inst, at);
    case S9_VM_BREAK:
        return leave_loop(r, inst, at, r->active);
    case S9_VM_BREAK_IF:
        return leave_loop(r, inst, at, r->active & truth(r, inst));
    case S9_VM_CALL:
        return call(r, inst, at);
    case S9_VM_RET:
        r->function &= ~r->active;
        return refresh(r) ? at + 1u : inst->skip;
    default:
        return return_to_caller(r);
    }
}

/* ---- the loop ---- */

static void special(s9_vm_run_state *r, const s9_vm_inst *inst)
{
    switch ((s9_vm_op)inst->op) {
    case S9_VM_ASIDE:
    case S9_VM_GUARDED:
        write_aside(r, inst);
        return;
    case S9_VM_SCATTER:
        scatter(r, inst);
        return;
    case S9_VM_GATHER_CONSTANT:
        r->kernels->gather(inst, r->base, r->constants, r->constant_count);
        return;
    case S9_VM_GATHER_INPUT:
        gather_input(r, inst);
        return;
    case S9_VM_SAMPLE:
        sample(r, inst);
        if (r->exact)
            r->kernels->canonical(r->base, inst->n, inst->dst);
        return;
    default:
        r->discarded |= r->active & truth(r, inst);
        return;
    }
}

void s9_vm_execute(s9_vm_run_state *r)
{
    const s9_vm_program *p = r->program;
    const s9_vm_inst *code = p->code.items;
    char *base = r->base;
    uint32_t at = p->functions[0].entry;
    r->depth = 0;
    r->conditional = r->loop = r->function = r->alive = r->active = S9_VM_ALL;
    r->masked = false;
    if (!enter(r, p->functions[0].entry_steps))
        return;
    for (;;) {
        const s9_vm_inst *inst = &code[at];
        if (inst->op == S9_VM_VALUE) {
            inst->kernel(inst, base, inst->dst);
            if (r->exact && (inst->flags & S9_VM_ROUNDED) != 0)
                r->kernels->canonical(base, inst->n, inst->dst);
            at++;
        } else if (inst->op == S9_VM_WRITE) {
            if (r->masked || r->exact) {
                write_aside(r, inst);
            } else {
                inst->kernel(inst, base, inst->dst);
                if (r->track_written && (inst->flags & S9_VM_OUTPUT) != 0)
                    note_written(r, inst);
            }
            at++;
        } else if (inst->op < S9_VM_IF) {
            special(r, inst);
            at++;
        } else if (inst->op == S9_VM_END) {
            return;
        } else {
            at = control(r, inst, at);
        }
    }
}
