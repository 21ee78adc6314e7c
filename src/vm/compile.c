/* SPDX-License-Identifier: MIT */
/* From a module to the interpreter's instructions: operands, slots, arithmetic, and the layout of scratch memory. */
#include "vm/compile.h"

/* ---- instructions, slots, uniforms ---- */

uint32_t s9_vm_emit(s9_vm_compiler *c, const s9_vm_inst *inst)
{
    (void)S9_PUSH(&c->scratch, &c->code, *inst);
    return c->code.count - 1u;
}

uint32_t s9_vm_new_slot(s9_vm_compiler *c)
{
    if (c->free_slots.count > 0)
        return c->free_slots.items[--c->free_slots.count];
    return c->program->slot_offset + c->slot_count++ * S9_VM_SLOT_BYTES;
}

void s9_vm_free_slot(s9_vm_compiler *c, uint32_t slot)
{
    (void)S9_PUSH(&c->scratch, &c->free_slots, slot);
}

static uint32_t temporary_slot(s9_vm_compiler *c)
{
    uint32_t slot = s9_vm_new_slot(c);
    if (c->temporary_count < S9_COUNT(c->temporaries))
        c->temporaries[c->temporary_count++] = slot;
    return slot;
}

static void free_temporaries(s9_vm_compiler *c)
{
    while (c->temporary_count > 0)
        s9_vm_free_slot(c, c->temporaries[--c->temporary_count]);
}

static uint32_t new_uniform(s9_vm_compiler *c, s9_vm_uniform uniform)
{
    (void)S9_PUSH(&c->scratch, &c->uniforms, uniform);
    return (c->uniforms.count - 1u) | S9_VM_IS_UNIFORM;
}

static uint32_t key_place(const s9_vm_compiler *c, uint64_t key)
{
    uint64_t hash = (key ^ key >> 29) * 0x9E3779B97F4A7C15u;
    uint32_t at = (uint32_t)(hash >> 32) & c->uniform_key_mask;
    while (c->uniform_keys[at].key != 0 && c->uniform_keys[at].key != key)
        at = (at + 1u) & c->uniform_key_mask;
    return at;
}

/* Keeps the table at most half full. False when out of memory. */
static bool grow_keys(s9_vm_compiler *c)
{
    if (c->uniform_keys != NULL && c->uniform_key_count < c->uniform_key_mask / 2)
        return true;
    const s9_vm_uniform_key *old = c->uniform_keys;
    uint32_t old_size = old == NULL ? 0 : c->uniform_key_mask + 1u, size = old == NULL ? 64 : old_size * 2u;
    s9_vm_uniform_key *keys = size > old_size ? s9_arena_array(&c->scratch, size, sizeof *keys) : NULL;
    if (keys == NULL) {
        c->scratch.failed = true;
        return false;
    }
    c->uniform_keys = keys;
    c->uniform_key_mask = size - 1u;
    for (uint32_t i = 0; i < old_size; i++)
        if (old[i].key != 0)
            keys[key_place(c, old[i].key)] = old[i];
    return true;
}

static uint32_t find_uniform(s9_vm_compiler *c, s9_vm_uniform uniform)
{
    uint64_t key = (uint64_t)uniform.kind << 40 | (uint64_t)uniform.component << 32 | uniform.bits;
    if (!grow_keys(c))
        return S9_VM_IS_UNIFORM; /* noticed at the end */
    s9_vm_uniform_key *found = &c->uniform_keys[key_place(c, key)];
    if (found->key == 0) {
        found->key = key;
        found->index = new_uniform(c, uniform);
        c->uniform_key_count++;
    }
    return found->index;
}

/* `boolean`: an immediate is read as a truth value, which is any word but 0. */
static uint32_t constant(s9_vm_compiler *c, const s9_ir_operand *operand, uint32_t component, bool boolean)
{
    s9_vm_uniform uniform = {.kind = operand->kind, .component = (uint8_t)component, .bits = operand->index};
    if (operand->kind == S9_IR_IMM) {
        uniform.component = 0;
        uniform.bits = c->ir->immediates.items[operand->index + component];
        if (boolean && uniform.bits != 0)
            uniform.bits = UINT32_MAX;
        return find_uniform(c, uniform);
    }
    const s9_ir_definition *definition = s9_ir_definition_of(c->ir, operand->kind, operand->index);
    bool missing = operand->kind == S9_IR_CONSTF && operand->index >= c->ir->constf_limit;
    if (definition == NULL && !missing)
        return find_uniform(c, uniform);
    uniform.kind = S9_IR_IMM;
    uniform.component = 0;
    uniform.bits = definition == NULL ? 0 : definition->bits[component];
    if (operand->kind == S9_IR_CONSTB)
        uniform.bits = uniform.bits != 0 ? UINT32_MAX : 0;
    return find_uniform(c, uniform);
}

/* ---- sources ---- */

static uint32_t register_component(s9_vm_compiler *c, uint32_t reg, uint32_t component)
{
    uint32_t bit = 1u << component;
    if ((c->analysis.written[reg] & bit) == 0)
        return c->program->zero_slot;
    /* What the program writes at its end says nothing about a subroutine that it calls before. */
    if (c->function != 0 || (c->register_definite[reg] & bit) == 0)
        c->register_zeroed[reg] |= (uint8_t)bit;
    return c->register_slots[reg][component];
}

/* Reads of registers by index become values that live for one instruction. */
static void gather(s9_vm_compiler *c, const s9_ir_operand *operand, uint32_t n, uint32_t *out)
{
    s9_vm_inst inst = {.n = (uint8_t)n, .number = operand->index};
    inst.op = operand->kind == S9_IR_CONSTF ? S9_VM_GATHER_CONSTANT : S9_VM_GATHER_INPUT;
    inst.src[0][0] = register_component(c, operand->relative - 1u, operand->relative_component);
    for (uint32_t k = 0; k < n; k++) {
        inst.src[1][k] = operand->swizzle[k];
        inst.dst[k] = out[k] = temporary_slot(c);
    }
    (void)s9_vm_emit(c, &inst);
}

/* n components of an operand: slots, or all of them uniforms. */
static void source(s9_vm_compiler *c, const s9_ir_operand *operand, uint32_t n, bool boolean, uint32_t *out)
{
    if (operand->relative != 0 && (operand->kind == S9_IR_CONSTF || operand->kind == S9_IR_INPUT)) {
        gather(c, operand, n, out);
        return;
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t component = operand->swizzle[k];
        switch ((s9_ir_kind)operand->kind) {
        case S9_IR_VALUE:
            out[k] = c->value_operands[operand->index][component];
            break;
        case S9_IR_REG:
            out[k] = register_component(c, operand->index, component);
            break;
        case S9_IR_INPUT:
            out[k] = c->program->inputs[operand->index][component];
            break;
        default:
            out[k] = constant(c, operand, component, boolean);
            break;
        }
    }
}

uint32_t s9_vm_source_component(s9_vm_compiler *c, const s9_ir_operand *operand, bool boolean)
{
    uint32_t result = 0;
    source(c, operand, 1, boolean, &result);
    return result;
}

static s9_vm_kernel kernel_of(const s9_vm_compiler *c, uint32_t op, uint32_t uniforms)
{
    s9_vm_kernel kernel = c->kernels->arithmetic[op][uniforms];
    return kernel != NULL ? kernel : c->kernels->math[op][uniforms];
}

/* Copies operands into slots that live for this instruction. */
static void move_aside(s9_vm_compiler *c, uint32_t n, uint32_t *operands)
{
    bool uniform = (operands[0] & S9_VM_IS_UNIFORM) != 0;
    s9_vm_inst inst = {.op = S9_VM_VALUE, .n = (uint8_t)n, .kernel = kernel_of(c, S9_IR_MOV, uniform)};
    for (uint32_t k = 0; k < n; k++) {
        inst.src[0][k] = operands[k];
        inst.dst[k] = operands[k] = temporary_slot(c);
    }
    (void)s9_vm_emit(c, &inst);
}

void s9_vm_materialise(s9_vm_compiler *c, uint32_t n, uint32_t *operands)
{
    if (n > 0 && (operands[0] & S9_VM_IS_UNIFORM) != 0)
        move_aside(c, n, operands);
}

/* ---- destinations ---- */

/*
 * Orders components so that none is written before a later one reads it. False where that is impossible (an exchange of
 * two components).
 */
static bool order_components(s9_vm_inst *inst, uint32_t sources)
{
    for (uint32_t done = 0; done < inst->n; done++) {
        uint32_t pick = done;
        for (; pick < inst->n; pick++) {
            bool read_by_others = false;
            for (uint32_t k = done; k < inst->n; k++)
                for (uint32_t j = 0; j < sources && k != pick; j++)
                    read_by_others |= inst->src[j][k] == inst->dst[pick];
            if (!read_by_others)
                break;
        }
        if (pick == inst->n)
            return false;
        for (uint32_t j = 0; j <= sources; j++) {
            uint32_t *row = j < sources ? inst->src[j] : inst->dst;
            uint32_t moved = row[pick];
            row[pick] = row[done];
            row[done] = moved;
        }
    }
    return true;
}

static void guard(s9_vm_compiler *c, s9_vm_inst *out, const s9_ir_inst *inst)
{
    if (inst->predicate.kind == S9_IR_NONE)
        return;
    source(c, &inst->predicate, inst->n, true, out->guard);
    /* A predicate register that is its own guard changes component by component: guard by a copy. */
    if (inst->predicate.kind == S9_IR_REG && inst->dst.kind == S9_IR_REG && inst->predicate.index == inst->dst.index)
        move_aside(c, inst->n, out->guard);
    else
        s9_vm_materialise(c, inst->n, out->guard);
    out->flags |= S9_VM_PREDICATED;
    if (inst->predicate_not)
        out->flags |= S9_VM_PREDICATE_NOT;
}

/* Marks components as written by every lane, where they are. */
static void note_definite(s9_vm_compiler *c, uint8_t *mask, const s9_ir_inst *inst)
{
    if (c->function != 0 || c->blocks.count != 0 || c->lanes_may_be_gone || inst->predicate.kind != S9_IR_NONE)
        return;
    for (uint32_t k = 0; k < inst->n; k++)
        *mask |= (uint8_t)(1u << inst->dst_components[k]);
}

static void scatter(s9_vm_compiler *c, s9_vm_inst *computation, const s9_ir_inst *inst)
{
    s9_vm_inst out = {.op = S9_VM_SCATTER, .n = inst->n, .flags = S9_VM_OUTPUT, .number = inst->dst.index};
    guard(c, &out, inst);
    for (uint32_t k = 0; k < inst->n; k++) {
        out.src[0][k] = computation->dst[k] = temporary_slot(c);
        out.src[1][k] = inst->dst_components[k];
    }
    out.src[2][0] = register_component(c, inst->dst.relative - 1u, inst->dst.relative_component);
    computation->op = S9_VM_VALUE;
    (void)s9_vm_emit(c, computation);
    (void)s9_vm_emit(c, &out);
}

/* Gives a computation its destination. `sources`: of those that are read component by component. */
static void place(s9_vm_compiler *c, s9_vm_inst *out, const s9_ir_inst *inst, uint32_t sources)
{
    if (inst->dst.kind == S9_IR_VALUE) {
        out->op = S9_VM_VALUE;
        c->value_owned[inst->dst.index] = 1;
        for (uint32_t k = 0; k < inst->n; k++)
            c->value_operands[inst->dst.index][k] = out->dst[k] = s9_vm_new_slot(c);
        (void)s9_vm_emit(c, out);
        return;
    }
    if (inst->dst.kind == S9_IR_OUTPUT && inst->dst.relative != 0) {
        scatter(c, out, inst);
        return;
    }
    guard(c, out, inst);
    if (inst->dst.kind == S9_IR_OUTPUT) {
        out->flags |= S9_VM_OUTPUT;
        out->number = inst->dst.index;
        for (uint32_t k = 0; k < inst->n; k++) {
            out->dst[k] = c->program->outputs[inst->dst.index][inst->dst_components[k]];
            out->mask |= (uint8_t)(1u << inst->dst_components[k]);
        }
        note_definite(c, &c->output_definite[inst->dst.index], inst);
    } else {
        for (uint32_t k = 0; k < inst->n; k++)
            out->dst[k] = c->register_slots[inst->dst.index][inst->dst_components[k]];
        note_definite(c, &c->register_definite[inst->dst.index], inst);
    }
    if ((out->flags & S9_VM_PREDICATED) != 0)
        out->op = S9_VM_GUARDED;
    else
        out->op = order_components(out, sources) ? S9_VM_WRITE : S9_VM_ASIDE;
    (void)s9_vm_emit(c, out);
}

/* ---- computations ---- */

/* An operation on uniforms is done once, before the first lane. Replaces the sources by its results. */
static void hoist(s9_vm_compiler *c, s9_vm_inst *out, const s9_ir_inst *inst)
{
    out->kernel = kernel_of(c, inst->op, 0);
    for (uint32_t k = 0; k < inst->n; k++)
        out->dst[k] = new_uniform(c, (s9_vm_uniform){.kind = S9_IR_NONE});
    (void)S9_PUSH(&c->scratch, &c->prologue, *out);
    memcpy(out->src[0], out->dst, sizeof out->dst);
}

static bool reads_boolean(const s9_vm_compiler *c, const s9_ir_inst *inst, uint32_t index)
{
    s9_ir_type type = s9_ir_op_info_of((s9_ir_op)inst->op)->types[index];
    if (type != S9_IR_TYPE_SAME)
        return type == S9_IR_TYPE_BOOL;
    if (inst->dst.kind == S9_IR_REG)
        return c->ir->registers.items[inst->dst.index].type == S9_IR_TYPE_BOOL;
    return inst->dst.kind == S9_IR_VALUE && c->ir->values.items[inst->dst.index] >> 3 == S9_IR_TYPE_BOOL;
}

static void compute(s9_vm_compiler *c, const s9_ir_inst *inst)
{
    const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
    s9_vm_inst out = {.n = inst->n};
    uint32_t uniforms = 0, sources = info->sources;
    for (uint32_t j = 0; j < sources; j++) {
        uint32_t n = s9_ir_source_components((s9_ir_op)inst->op, inst->n, j);
        source(c, &inst->src[j], n, reads_boolean(c, inst, j), out.src[j]);
        if ((out.src[j][0] & S9_VM_IS_UNIFORM) != 0)
            uniforms |= 1u << j;
    }
    if (info->result == S9_IR_TYPE_F32 && inst->op != S9_IR_BOOL_TO_FLOAT)
        out.flags |= S9_VM_ROUNDED;

    bool all_uniform = uniforms == (1u << sources) - 1u && (info->flags & S9_IRF_GRADIENT) == 0;
    if (all_uniform && inst->op != S9_IR_MOV)
        hoist(c, &out, inst);
    if (all_uniform || inst->op == S9_IR_MOV) {
        bool alias = all_uniform || (inst->src[0].kind == S9_IR_INPUT && inst->src[0].relative == 0);
        if (alias && inst->dst.kind == S9_IR_VALUE) {
            memcpy(c->value_operands[inst->dst.index], out.src[0], sizeof out.src[0]);
            return;
        }
        out.kernel = kernel_of(c, S9_IR_MOV, uniforms != 0);
        out.flags = 0;
        place(c, &out, inst, 1);
        return;
    }
    out.kernel = kernel_of(c, inst->op, uniforms);
    if (out.kernel == NULL) {
        for (uint32_t j = 0; j < sources; j++)
            s9_vm_materialise(c, s9_ir_source_components((s9_ir_op)inst->op, inst->n, j), out.src[j]);
        out.kernel = kernel_of(c, inst->op, 0);
    }
    /* A dot product has read all its sources when it writes. */
    place(c, &out, inst, info->shape == S9_IR_SHAPE_N ? sources : 0);
}

static void sample(s9_vm_compiler *c, const s9_ir_inst *inst)
{
    static const uint8_t modes[4] = {S9_SAMPLE_IMPLICIT, S9_SAMPLE_BIAS, S9_SAMPLE_LOD, S9_SAMPLE_GRADIENTS};
    const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
    s9_vm_inst out = {.op = S9_VM_SAMPLE, .n = 4, .flags = S9_VM_ROUNDED, .number = inst->aux};
    out.mask = modes[inst->op - S9_IR_SAMPLE];
    c->program->sampler_mask |= 1u << inst->aux;
    c->program->sampler_types[inst->aux] = inst->texture_type;
    for (uint32_t j = 0; j < info->sources; j++) {
        uint32_t n = s9_ir_source_components((s9_ir_op)inst->op, inst->n, j);
        source(c, &inst->src[j], n, false, out.src[j]);
        s9_vm_materialise(c, n, out.src[j]);
    }
    bool value = inst->dst.kind == S9_IR_VALUE;
    for (uint32_t k = 0; k < 4; k++) {
        out.dst[k] = value ? s9_vm_new_slot(c) : temporary_slot(c);
        if (value)
            c->value_operands[inst->dst.index][k] = out.dst[k];
    }
    if (value)
        c->value_owned[inst->dst.index] = 1;
    (void)s9_vm_emit(c, &out);
    if (value)
        return;
    s9_vm_inst move = {.n = 4, .kernel = kernel_of(c, S9_IR_MOV, 0)};
    memcpy(move.src[0], out.dst, sizeof move.src[0]);
    place(c, &move, inst, 1);
}

static void discard(s9_vm_compiler *c, const s9_ir_inst *inst)
{
    s9_vm_inst out = {.op = S9_VM_DISCARD};
    out.src[0][0] = s9_vm_source_component(c, &inst->src[0], true);
    if ((out.src[0][0] & S9_VM_IS_UNIFORM) != 0)
        out.flags |= S9_VM_UNIFORM;
    (void)s9_vm_emit(c, &out);
}

static void instruction(s9_vm_compiler *c, uint32_t index)
{
    const s9_ir_inst *inst = &c->ir->insts.items[index];
    if (inst->item >= c->items_seen) {
        c->items_seen = inst->item + 1u;
        c->steps++;
    }
    if (inst->op == S9_IR_DISCARD)
        discard(c, inst);
    else if (inst->op >= S9_IR_SAMPLE && inst->op <= S9_IR_SAMPLE_GRAD)
        sample(c, inst);
    else if ((s9_ir_op_info_of((s9_ir_op)inst->op)->flags & S9_IRF_CONTROL) != 0)
        s9_vm_flow(c, inst);
    else
        compute(c, inst);
    free_temporaries(c);
    for (uint32_t v = c->analysis.first_dead[index]; v != S9_VM_NOWHERE; v = c->analysis.next_dead[v]) {
        if (c->value_owned[v] == 0)
            continue;
        uint32_t n = c->ir->values.items[v] & 7u;
        for (uint32_t k = 0; k < n; k++)
            s9_vm_free_slot(c, c->value_operands[v][k]);
    }
}

/* ---- layout ---- */

static void fixed_slots(s9_vm_compiler *c)
{
    s9_vm_program *p = c->program;
    p->slot_offset = S9_VM_HEAD_BYTES;
    p->zero_slot = s9_vm_new_slot(c);
    p->trash_slot = s9_vm_new_slot(c);
    p->mask_slot = s9_vm_new_slot(c);
    for (uint32_t k = 0; k < 4; k++)
        p->temp[k] = s9_vm_new_slot(c);
    for (uint32_t number = 0; number < S9_IR_IN_COUNT; number++)
        for (uint32_t k = 0; k < 4; k++)
            if ((c->analysis.input_read[number] >> k & 1u) != 0)
                p->inputs[number][k] = s9_vm_new_slot(c);
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++)
        for (uint32_t k = 0; k < 4; k++)
            if ((c->analysis.output_written[number] >> k & 1u) != 0)
                p->outputs[number][k] = s9_vm_new_slot(c);
    for (uint32_t reg = 0; reg < c->ir->registers.count; reg++)
        for (uint32_t k = 0; k < 4; k++)
            if ((c->analysis.written[reg] >> k & 1u) != 0)
                c->register_slots[reg][k] = s9_vm_new_slot(c);
    p->input_declared = c->analysis.input_declared;
    p->output_declared = c->analysis.output_declared;
}

/* Slots that must be 0 when a block begins: read before every lane has written them, or outputs that may stay
 * unwritten. */
static bool list_zeroed(s9_vm_compiler *c)
{
    s9_vm_program *p = c->program;
    uint32_t most = 4u * (c->ir->registers.count + S9_IR_OUT_COUNT);
    p->zeroed = s9_arena_array(&p->arena, most, sizeof *p->zeroed);
    p->zeroed_all = s9_arena_array(&p->arena, most, sizeof *p->zeroed_all);
    if (p->zeroed == NULL || p->zeroed_all == NULL)
        return false;
    for (uint32_t reg = 0; reg < c->ir->registers.count; reg++) {
        for (uint32_t k = 0; k < 4; k++) {
            if ((c->analysis.written[reg] >> k & 1u) == 0)
                continue;
            p->zeroed_all[p->zeroed_all_count++] = c->register_slots[reg][k];
            if ((c->register_zeroed[reg] >> k & 1u) != 0)
                p->zeroed[p->zeroed_count++] = c->register_slots[reg][k];
        }
    }
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++) {
        for (uint32_t k = 0; k < 4; k++) {
            if (p->outputs[number][k] == 0)
                continue;
            p->zeroed_all[p->zeroed_all_count++] = p->outputs[number][k];
            if ((c->output_definite[number] >> k & 1u) == 0)
                p->zeroed[p->zeroed_count++] = p->outputs[number][k];
        }
    }
    return true;
}

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7FFFFFFFu) > 0x7F800000u;
}

/* Uniforms follow the slots, so their offsets are known only now. */
static void place_uniforms(const s9_vm_compiler *c, s9_vm_inst_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        s9_vm_inst *inst = &list->items[i];
        uint32_t *operands[4] = {inst->src[0], inst->src[1], inst->src[2], inst->dst};
        for (uint32_t j = 0; j < 4; j++)
            for (uint32_t k = 0; k < 4; k++)
                if ((operands[j][k] & S9_VM_IS_UNIFORM) != 0)
                    operands[j][k] = c->program->uniform_offset + 4u * (operands[j][k] & ~S9_VM_IS_UNIFORM);
    }
}

static bool copy_out(s9_arena *arena, void **out, const void *items, uint32_t count, size_t size)
{
    *out = s9_arena_array(arena, count + 1u, size);
    if (*out != NULL && count > 0)
        memcpy(*out, items, count * size);
    return *out != NULL;
}

static bool finish(s9_vm_compiler *c)
{
    s9_vm_program *p = c->program;
    if (!list_zeroed(c) || !s9_vm_order_functions(c))
        return false;
    /* The prologue computes in the slots of whatever comes first, one for each operand. */
    if (c->slot_count < 16)
        c->slot_count = 16;
    uint64_t size = p->slot_offset + (uint64_t)c->slot_count * S9_VM_SLOT_BYTES;
    uint64_t uniforms = size;
    size = (size + 4u * (uint64_t)c->uniforms.count + 15u) & ~(uint64_t)15u;
    p->bound_offset = (uint32_t)size;
    size += 8u * (uint64_t)p->function_count;
    p->frame_offset = (uint32_t)size;
    size += sizeof(s9_vm_frame) * (uint64_t)p->frame_count;
    if (size >= S9_VM_IS_UNIFORM) {
        s9_report(c->diagnostics, S9_ERROR, NULL, NULL, NULL, "the program needs more than 2 GB of registers");
        c->failed = true;
        return false;
    }
    p->uniform_offset = (uint32_t)uniforms;
    p->slot_count = c->slot_count;
    p->scratch_size = (size_t)size;
    place_uniforms(c, &c->code);
    place_uniforms(c, &c->prologue);
    p->code.count = c->code.count;
    p->prologue.count = c->prologue.count;
    p->uniforms.count = c->uniforms.count;
    for (uint32_t i = 0; i < c->uniforms.count; i++)
        p->nan_immediates |= c->uniforms.items[i].kind == S9_IR_IMM && is_nan(c->uniforms.items[i].bits);
    return copy_out(&p->arena, (void **)&p->code.items, c->code.items, c->code.count, sizeof *c->code.items) &&
           copy_out(&p->arena, (void **)&p->prologue.items, c->prologue.items, c->prologue.count,
                    sizeof *c->prologue.items) &&
           copy_out(&p->arena, (void **)&p->uniforms.items, c->uniforms.items, c->uniforms.count,
                    sizeof *c->uniforms.items);
}

static bool prepare(s9_vm_compiler *c)
{
    const s9_ir *ir = c->ir;
    s9_vm_program *p = c->program;
    c->value_operands = s9_arena_array(&c->scratch, ir->values.count + 1u, sizeof *c->value_operands);
    c->value_owned = s9_arena_array(&c->scratch, ir->values.count + 1u, sizeof *c->value_owned);
    c->register_slots = s9_arena_array(&c->scratch, ir->registers.count + 1u, sizeof *c->register_slots);
    c->register_definite = s9_arena_array(&c->scratch, ir->registers.count + 1u, sizeof *c->register_definite);
    c->register_zeroed = s9_arena_array(&c->scratch, ir->registers.count + 1u, sizeof *c->register_zeroed);
    c->function_depth = s9_arena_array(&c->scratch, ir->functions.count + 1u, sizeof *c->function_depth);
    p->functions = s9_arena_array(&p->arena, ir->functions.count + 1u, sizeof *p->functions);
    p->function_count = ir->functions.count;
    return !c->scratch.failed && p->functions != NULL && s9_vm_analyse(c);
}

static bool compile(s9_vm_compiler *c)
{
    const s9_ir *ir = c->ir;
    if (!prepare(c))
        return false;
    fixed_slots(c);
    for (uint32_t f = 0; f < ir->functions.count; f++) {
        const s9_ir_function *function = &ir->functions.items[f];
        /* A caller's values are alive during the call: functions do not share slots. */
        c->free_slots.count = 0;
        s9_vm_begin_function(c, f);
        for (uint32_t i = 0; i < function->count && !c->scratch.failed; i++)
            instruction(c, function->first + i);
        s9_vm_end_function(c);
        if (c->scratch.failed)
            return false;
    }
    return finish(c);
}

s9_result s9_vm_compile(const s9_ir *ir, const s9_allocator *allocator, s9_vm_level level, s9_vm_program **out,
                        s9_diagnostics *diagnostics)
{
    *out = NULL;
    s9_allocator memory = s9_allocator_or_default(allocator);
    s9_vm_program *program = s9_allocate_zero(&memory, 1, sizeof *program);
    if (program == NULL)
        return S9_ERROR_MEMORY;
    s9_arena_init(&program->arena, &memory);
    program->kernels = s9_vm_kernels_of(level);
    s9_vm_compiler c = {.ir = ir, .program = program, .kernels = program->kernels, .diagnostics = diagnostics};
    s9_arena_init(&c.scratch, &memory);
    bool done = program->kernels != NULL && compile(&c);
    s9_arena_free(&c.scratch);
    if (done) {
        *out = program;
        return S9_OK;
    }
    s9_result result = c.failed ? S9_ERROR_INVALID : program->kernels == NULL ? S9_ERROR_UNSUPPORTED : S9_ERROR_MEMORY;
    s9_vm_destroy(program);
    return result;
}

void s9_vm_destroy(s9_vm_program *program)
{
    if (program == NULL)
        return;
    s9_allocator memory = program->arena.allocator;
    s9_arena_free(&program->arena);
    s9_release(&memory, program);
}
