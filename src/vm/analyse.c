/* SPDX-License-Identifier: MIT */
/* What is read and written, and how long each value is needed. */
#include "vm/compile.h"

/* ---- lifetimes ---- */

typedef struct loops {
    uint32_t *starts; /* open loops, outermost first */
    uint32_t count;
    uint32_t *end; /* by LOOP instruction: its ENDLOOP */
} loops;

/* Pairs LOOP with ENDLOOP. Balanced by the rules of the module. */
static bool match_loops(s9_vm_compiler *c, loops *l)
{
    const s9_ir *ir = c->ir;
    l->starts = s9_arena_array(&c->scratch, ir->insts.count + 1u, sizeof *l->starts);
    l->end = s9_arena_array(&c->scratch, ir->insts.count + 1u, sizeof *l->end);
    if (l->starts == NULL || l->end == NULL)
        return false;
    for (uint32_t i = 0; i < ir->insts.count; i++) {
        if (ir->insts.items[i].op == S9_IR_LOOP)
            l->starts[l->count++] = i;
        else if (ir->insts.items[i].op == S9_IR_ENDLOOP && l->count > 0)
            l->end[l->starts[--l->count]] = i;
    }
    l->count = 0;
    return true;
}

/*
 * A value read inside a loop that it was made outside of is needed until the outermost such loop ends.
 */
static uint32_t needed_until(const loops *l, uint32_t use, uint32_t definition)
{
    uint32_t low = 0, high = l->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (l->starts[middle] > definition)
            high = middle;
        else
            low = middle + 1;
    }
    return low < l->count ? l->end[l->starts[low]] : use;
}

/* ---- reads and writes ---- */

static void note_source(s9_vm_analysis *a, const s9_ir_operand *operand, uint32_t n)
{
    if (operand->kind != S9_IR_INPUT)
        return;
    if (operand->relative != 0) {
        a->relative_inputs = true;
        return;
    }
    for (uint32_t k = 0; k < n; k++)
        a->input_read[operand->index] |= (uint8_t)(1u << operand->swizzle[k]);
}

static void note_destination(s9_vm_analysis *a, const s9_ir_inst *inst)
{
    uint8_t mask = 0;
    for (uint32_t k = 0; k < inst->n; k++)
        mask |= (uint8_t)(1u << inst->dst_components[k]);
    if (inst->dst.kind == S9_IR_REG)
        a->written[inst->dst.index] |= mask;
    else if (inst->dst.kind == S9_IR_OUTPUT && inst->dst.relative != 0)
        a->relative_outputs = true;
    else if (inst->dst.kind == S9_IR_OUTPUT)
        a->output_written[inst->dst.index] |= mask;
}

static void note_declarations(s9_vm_compiler *c)
{
    s9_vm_analysis *a = &c->analysis;
    for (uint32_t i = 0; i < c->ir->inputs.count; i++) {
        const s9_ir_slot *slot = &c->ir->inputs.items[i];
        if (slot->number < S9_IR_IN_T && slot->usage >= 0)
            a->input_declared |= (uint16_t)(1u << slot->number);
    }
    for (uint32_t i = 0; i < c->ir->outputs.count; i++) {
        const s9_ir_slot *slot = &c->ir->outputs.items[i];
        if (slot->number < S9_IR_OUT_COUNT && slot->usage >= 0)
            a->output_declared |= (uint16_t)(1u << slot->number);
    }
    for (uint32_t number = 0; number < 16; number++) {
        if (a->relative_inputs && (a->input_declared >> number & 1u) != 0)
            a->input_read[number] = 0xF;
        if (a->relative_outputs && (a->output_declared >> number & 1u) != 0)
            a->output_written[number] = 0xF;
    }
}

bool s9_vm_analyse(s9_vm_compiler *c)
{
    const s9_ir *ir = c->ir;
    s9_vm_analysis *a = &c->analysis;
    loops l = {0};
    uint32_t *definition = s9_arena_array(&c->scratch, ir->values.count + 1u, sizeof *definition);
    a->last_use = s9_arena_array(&c->scratch, ir->values.count + 1u, sizeof *a->last_use);
    a->next_dead = s9_arena_array(&c->scratch, ir->values.count + 1u, sizeof *a->next_dead);
    a->first_dead = s9_arena_array(&c->scratch, ir->insts.count + 1u, sizeof *a->first_dead);
    a->written = s9_arena_array(&c->scratch, ir->registers.count + 1u, sizeof *a->written);
    if (!match_loops(c, &l) || c->scratch.failed)
        return false;

    for (uint32_t i = 0; i < ir->insts.count; i++) {
        const s9_ir_inst *inst = &ir->insts.items[i];
        const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
        if (inst->op == S9_IR_LOOP)
            l.starts[l.count++] = i;
        else if (inst->op == S9_IR_ENDLOOP && l.count > 0)
            l.count--;
        for (uint32_t j = 0; j < info->sources; j++) {
            const s9_ir_operand *source = &inst->src[j];
            note_source(a, source, s9_ir_source_components((s9_ir_op)inst->op, inst->n, j));
            if (source->kind == S9_IR_VALUE) {
                uint32_t until = needed_until(&l, i, definition[source->index]);
                if (until > a->last_use[source->index])
                    a->last_use[source->index] = until;
            }
        }
        if (inst->predicate.kind == S9_IR_VALUE) {
            uint32_t until = needed_until(&l, i, definition[inst->predicate.index]);
            if (until > a->last_use[inst->predicate.index])
                a->last_use[inst->predicate.index] = until;
        }
        if (inst->dst.kind == S9_IR_VALUE)
            definition[inst->dst.index] = a->last_use[inst->dst.index] = i;
        note_destination(a, inst);
    }
    note_declarations(c);

    for (uint32_t i = 0; i < ir->insts.count; i++)
        a->first_dead[i] = S9_VM_NOWHERE;
    for (uint32_t v = 0; v < ir->values.count; v++) {
        if (ir->insts.count == 0)
            break;
        a->next_dead[v] = a->first_dead[a->last_use[v]];
        a->first_dead[a->last_use[v]] = v;
    }
    return true;
}
