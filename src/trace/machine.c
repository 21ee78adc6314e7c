/* SPDX-License-Identifier: MIT */
/* The run: every operation of the module for one lane or the four of a quad, and what each component hangs on. */
#include "trace/trace_internal.h"

#include "vm/environment.h"

/* Slots of the kernels' scratch memory: twelve for sources, four for the result. */
#define SLOT(index) (S9_VM_HEAD_BYTES + (uint32_t)(index)*S9_VM_SLOT_BYTES)
#define RESULT 12
#define SLOTS 16

/* An operand's components in all lanes, and the leaves of the current step that they hang on. */
typedef struct operand_value {
    uint32_t bits[4][S9_TR_LANES];
    uint64_t depends[4][S9_TR_LANES];
} operand_value;

static uint32_t lane_count(const s9_tracer *t)
{
    return t->trace->lanes;
}

/* ---- sources ---- */

static uint64_t leaf(s9_tracer *t, uint32_t step, uint32_t lane, s9_tr_leaf what)
{
    what.lane = (uint8_t)lane;
    return s9_tr_leaf_bit(t, step, lane, &what);
}

static uint64_t register_leaf(s9_tracer *t, uint32_t step, uint32_t lane, uint32_t reg, uint32_t component)
{
    const s9_tr_cell *cell = &t->registers[reg][component];
    /* What this step has computed itself is no source of its own. */
    if (cell->step[lane] == step)
        return cell->depends[lane];
    s9_tr_leaf what = {.kind = S9_IR_REG, .component = (uint8_t)component, .number = reg};
    what.bits = cell->bits[lane];
    what.step = cell->step[lane];
    return leaf(t, step, lane, what);
}

/* Registers t# of ps_1_0 to 1_3 that nothing has written are their coordinates: the input, else S9_TRACE_NONE. */
static uint32_t coordinate_of(const s9_tracer *t, uint32_t reg, uint32_t component, uint32_t lane)
{
    if (!t->ps1_tex || t->registers[reg][component].step[lane] != S9_TRACE_NONE)
        return S9_TRACE_NONE;
    for (uint32_t number = 0; number < S9_IR_IN_VPOS - S9_IR_IN_T; number++)
        if (t->texture[number] == reg)
            return S9_IR_IN_T + number;
    return S9_TRACE_NONE;
}

static uint64_t input_leaf(s9_tracer *t, uint32_t step, uint32_t lane, uint32_t number, uint32_t component)
{
    s9_tr_leaf what = {.kind = S9_IR_INPUT, .component = (uint8_t)component, .number = number, .step = S9_TRACE_NONE};
    what.bits = t->inputs[number][component][lane];
    return leaf(t, step, lane, what);
}

/* An immediate may be what the shader defines: then that is told. */
static uint64_t immediate_leaf(s9_tracer *t, uint32_t step, uint32_t lane, uint32_t item, uint32_t bits)
{
    const s9_tr_item *info = &t->trace->items[item];
    uint64_t bit = 0;
    for (uint32_t i = 0; i < info->definition_count; i++) {
        const s9_tr_definition *d = &info->definitions[i];
        uint32_t magnitude = d->bits & 0x7FFFFFFFu;
        bool same = d->bits == bits || (d->kind == S9_IR_CONSTF && magnitude == (bits & 0x7FFFFFFFu) && magnitude != 0);
        if (!same)
            continue;
        s9_tr_leaf what = {.kind = d->kind, .component = d->component, .defined = true, .number = d->number};
        what.bits = d->bits;
        what.step = S9_TRACE_NONE;
        bit |= leaf(t, step, lane, what);
    }
    return bit;
}

static uint64_t constant_leaf(s9_tracer *t, uint32_t step, uint32_t lane, uint8_t kind, int64_t number,
                              uint32_t component, bool relative, uint32_t *bits)
{
    s9_tr_leaf what = {.kind = kind, .component = (uint8_t)component, .step = S9_TRACE_NONE};
    what.bits = *bits = s9_tr_constant(t, kind, number, component, relative, &what.defined, &what.missing);
    what.number = number < 0 ? 0 : (uint32_t)number;
    return leaf(t, step, lane, what);
}

static int64_t relative_number(const s9_tracer *t, const s9_ir_operand *operand, uint32_t lane)
{
    const s9_tr_cell *cell = &t->registers[operand->relative - 1u][operand->relative_component];
    return (int64_t)operand->index + (int32_t)cell->bits[lane];
}

static void relative_source(s9_tracer *t, uint32_t step, const s9_ir_operand *operand, uint32_t lane, uint32_t k,
                            operand_value *out)
{
    int64_t number = relative_number(t, operand, lane);
    uint32_t component = operand->swizzle[k], bits = 0;
    uint64_t depends = register_leaf(t, step, lane, operand->relative - 1u, operand->relative_component);
    if (operand->kind == S9_IR_CONSTF) {
        depends |= constant_leaf(t, step, lane, S9_IR_CONSTF, number, component, true, &bits);
    } else if (number >= 0 && number < S9_IR_IN_T && (t->input_declared >> number & 1u) != 0) {
        bits = t->inputs[number][component][lane];
        depends |= input_leaf(t, step, lane, (uint32_t)number, component);
    }
    out->bits[k][lane] = bits;
    out->depends[k][lane] = depends;
}

static void value_source(s9_tracer *t, uint32_t step, const s9_ir_operand *operand, uint32_t lane, uint32_t k,
                         operand_value *out)
{
    const s9_tr_cell *cell = &t->values[operand->index][operand->swizzle[k]];
    out->bits[k][lane] = cell->bits[lane];
    out->depends[k][lane] = cell->depends[lane];
    /* A value may serve several instructions, as a constant of ps_1_x that is clamped once does. */
    if (cell->step[lane] != step)
        out->depends[k][lane] = s9_tr_import(t, step, lane, cell->step[lane], lane, cell->depends[lane]);
}

static void source(s9_tracer *t, uint32_t step, uint32_t item, const s9_ir_operand *operand, uint32_t n, bool boolean,
                   operand_value *out)
{
    for (uint32_t k = 0; k < n; k++) {
        uint32_t component = operand->swizzle[k];
        for (uint32_t lane = 0; lane < lane_count(t); lane++) {
            uint32_t bits = 0, coordinate;
            uint64_t depends = 0;
            if (operand->relative != 0) {
                relative_source(t, step, operand, lane, k, out);
                continue;
            }
            switch ((s9_ir_kind)operand->kind) {
            case S9_IR_VALUE:
                value_source(t, step, operand, lane, k, out);
                continue;
            case S9_IR_REG:
                bits = t->registers[operand->index][component].bits[lane];
                coordinate = coordinate_of(t, operand->index, component, lane);
                depends = coordinate != S9_TRACE_NONE ? input_leaf(t, step, lane, coordinate, component)
                                                      : register_leaf(t, step, lane, operand->index, component);
                break;
            case S9_IR_INPUT:
                bits = t->inputs[operand->index][component][lane];
                depends = input_leaf(t, step, lane, operand->index, component);
                break;
            case S9_IR_CONSTF:
            case S9_IR_CONSTI:
            case S9_IR_CONSTB:
                depends = constant_leaf(t, step, lane, operand->kind, operand->index, component, false, &bits);
                break;
            case S9_IR_STAGE: {
                s9_tr_leaf what = {.kind = S9_IR_STAGE, .component = (uint8_t)component, .number = operand->index};
                what.bits = bits = s9_tr_stage_word(t, operand->index, component);
                what.step = S9_TRACE_NONE;
                depends = leaf(t, step, lane, what);
                break;
            }
            case S9_IR_IMM:
                bits = t->ir->immediates.items[operand->index + component];
                depends = immediate_leaf(t, step, lane, item, bits);
                if (boolean && bits != 0)
                    bits = UINT32_MAX;
                break;
            default:
                break;
            }
            out->bits[k][lane] = bits;
            out->depends[k][lane] = depends;
        }
    }
}

/* ---- results ---- */

static void write_component(s9_tracer *t, uint32_t step, const s9_ir_inst *inst, uint32_t k, uint32_t lane,
                            uint32_t bits, uint64_t depends)
{
    uint32_t component = inst->dst_components[k];
    if (inst->dst.kind == S9_IR_REG) {
        s9_tr_cell *cell = &t->registers[inst->dst.index][component];
        cell->bits[lane] = bits;
        cell->step[lane] = step;
        cell->depends[lane] = depends;
        if (step != S9_TRACE_NONE)
            s9_tr_note_write(t, step, lane, S9_IR_REG, inst->dst.index, component, bits, depends);
        return;
    }
    int64_t number = inst->dst.index;
    if (inst->dst.relative != 0) {
        number = relative_number(t, &inst->dst, lane);
        if (number < 0 || number >= S9_IR_OUT_COUNT || (t->output_declared >> number & 1u) == 0)
            return;
        depends |= register_leaf(t, step, lane, inst->dst.relative - 1u, inst->dst.relative_component);
    }
    t->trace->outputs[number][component][lane] = bits;
    t->trace->outputs_written[number][lane] |= (uint8_t)(1u << component);
    if (step != S9_TRACE_NONE)
        s9_tr_note_write(t, step, lane, S9_IR_OUTPUT, (uint32_t)number, component, bits, depends);
}

/* The result goes to a value in all lanes, to a register in those that are active and where the predicate holds. */
static void place(s9_tracer *t, uint32_t step, const s9_ir_inst *inst, const operand_value *result)
{
    operand_value guard;
    if (inst->dst.kind == S9_IR_VALUE) {
        for (uint32_t k = 0; k < inst->n; k++) {
            s9_tr_cell *cell = &t->values[inst->dst.index][k];
            for (uint32_t lane = 0; lane < lane_count(t); lane++) {
                cell->bits[lane] = result->bits[k][lane];
                cell->step[lane] = step;
                cell->depends[lane] = result->depends[k][lane];
            }
        }
        return;
    }
    bool guarded = inst->predicate.kind != S9_IR_NONE;
    if (guarded)
        source(t, step, inst->item, &inst->predicate, inst->n, true, &guard);
    for (uint32_t lane = 0; lane < lane_count(t); lane++) {
        if ((t->active >> lane & 1u) == 0)
            continue;
        for (uint32_t k = 0; k < inst->n; k++) {
            uint64_t depends = result->depends[k][lane];
            if (guarded && (guard.bits[k][lane] != 0) == inst->predicate_not)
                continue;
            if (guarded)
                depends |= guard.depends[k][lane];
            write_component(t, step, inst, k, lane, result->bits[k][lane], depends);
        }
    }
}

/* ---- operations ---- */

static void to_slot(s9_tracer *t, uint32_t slot, const uint32_t bits[S9_TR_LANES])
{
    memcpy(t->base + SLOT(slot), bits, lane_count(t) * sizeof *bits);
}

static bool reads_boolean(const s9_tracer *t, const s9_ir_inst *inst, uint32_t index)
{
    s9_ir_type type = s9_ir_op_info_of((s9_ir_op)inst->op)->types[index];
    if (type != S9_IR_TYPE_SAME)
        return type == S9_IR_TYPE_BOOL;
    if (inst->dst.kind == S9_IR_REG)
        return t->ir->registers.items[inst->dst.index].type == S9_IR_TYPE_BOOL;
    return inst->dst.kind == S9_IR_VALUE && t->ir->values.items[inst->dst.index] >> 3 == S9_IR_TYPE_BOOL;
}

/* The lanes whose coordinate a lane's derivative looks at. */
static uint32_t neighbours(const s9_ir_inst *inst, uint32_t lane)
{
    if (inst->op == S9_IR_DDX)
        return 3u << (lane & 2u);
    if (inst->op == S9_IR_DDY)
        return 5u << (lane & 1u);
    return 15u;
}

static uint64_t of_lane(s9_tracer *t, uint32_t step, uint32_t lane, const operand_value *from, uint32_t k,
                        uint32_t from_lane)
{
    uint64_t bits = from->depends[k][from_lane];
    return from_lane == lane ? bits : s9_tr_import(t, step, lane, step, from_lane, bits);
}

static void run_kernel(s9_tracer *t, const s9_ir_inst *inst, const uint32_t counts[3], const operand_value sources[3],
                       operand_value *result)
{
    const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
    s9_vm_inst vm = {.op = S9_VM_VALUE, .n = inst->n};
    s9_vm_kernel kernel = t->kernels->arithmetic[inst->op][0];
    if (kernel == NULL)
        kernel = t->kernels->math[inst->op][0];
    for (uint32_t j = 0; j < info->sources; j++) {
        for (uint32_t k = 0; k < counts[j]; k++) {
            to_slot(t, 4 * j + k, sources[j].bits[k]);
            vm.src[j][k] = SLOT(4 * j + k);
        }
    }
    for (uint32_t k = 0; k < 4; k++)
        vm.dst[k] = SLOT(RESULT + k);
    kernel(&vm, t->base, vm.dst);
    bool rounded = info->result == S9_IR_TYPE_F32 && inst->op != S9_IR_BOOL_TO_FLOAT;
    for (uint32_t k = 0; k < inst->n; k++) {
        memcpy(result->bits[k], t->base + SLOT(RESULT + k), sizeof result->bits[k]);
        for (uint32_t lane = 0; lane < S9_TR_LANES && rounded; lane++)
            if ((result->bits[k][lane] & 0x7FFFFFFFu) > 0x7F800000u)
                result->bits[k][lane] = S9_NAN_BITS;
    }
}

static void compute(s9_tracer *t, uint32_t step, const s9_ir_inst *inst)
{
    const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
    operand_value sources[3], result;
    uint32_t counts[3] = {0, 0, 0};
    memset(sources, 0, sizeof sources);
    memset(&result, 0, sizeof result);
    for (uint32_t j = 0; j < info->sources; j++) {
        counts[j] = s9_ir_source_components((s9_ir_op)inst->op, inst->n, j);
        source(t, step, inst->item, &inst->src[j], counts[j], reads_boolean(t, inst, j), &sources[j]);
    }
    if (inst->op == S9_IR_MOV)
        memcpy(result.bits, sources[0].bits, sizeof result.bits);
    else
        run_kernel(t, inst, counts, sources, &result);

    bool by_component = info->shape == S9_IR_SHAPE_N;
    bool looks_around = (info->flags & S9_IRF_GRADIENT) != 0 && t->args->quads;
    for (uint32_t lane = 0; lane < lane_count(t); lane++) {
        for (uint32_t k = 0; k < inst->n; k++) {
            uint64_t depends = 0;
            for (uint32_t j = 0; j < info->sources; j++) {
                for (uint32_t c = by_component ? k : 0; c < (by_component ? k + 1u : counts[j]); c++) {
                    uint32_t around = looks_around ? neighbours(inst, lane) : 1u << lane;
                    for (uint32_t from = 0; from < lane_count(t); from++)
                        if ((around >> from & 1u) != 0)
                            depends |= of_lane(t, step, lane, &sources[j], c, from);
                }
            }
            result.depends[k][lane] = depends;
        }
    }
    place(t, step, inst, &result);
}

/* ---- textures ---- */

static void sample(s9_tracer *t, uint32_t step, const s9_ir_inst *inst)
{
    static const s9_sample_mode modes[4] = {S9_SAMPLE_IMPLICIT, S9_SAMPLE_BIAS, S9_SAMPLE_LOD, S9_SAMPLE_GRADIENTS};
    const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
    const s9_prepared_sampler *sampler = &t->samplers[inst->aux];
    operand_value sources[3], result;
    float level[S9_TR_LANES] = {0};
    memset(sources, 0, sizeof sources);
    memset(&result, 0, sizeof result);
    s9_sample_args args = {.mode = modes[inst->op - S9_IR_SAMPLE], .lanes = S9_TR_LANES, .quads = t->args->quads};
    uint32_t counts[3] = {0, 0, 0};
    for (uint32_t j = 0; j < info->sources; j++) {
        counts[j] = s9_ir_source_components((s9_ir_op)inst->op, inst->n, j);
        source(t, step, inst->item, &inst->src[j], counts[j], false, &sources[j]);
        for (uint32_t k = 0; k < counts[j]; k++)
            to_slot(t, 4 * j + k, sources[j].bits[k]);
    }
    const float *slots[SLOTS];
    for (uint32_t i = 0; i < SLOTS; i++)
        slots[i] = (const float *)(const void *)(t->base + SLOT(i));
    for (uint32_t k = 0; k < 3; k++) {
        args.coordinate[k] = slots[k];
        args.ddx[k] = args.mode == S9_SAMPLE_GRADIENTS ? slots[4 + k] : NULL;
        args.ddy[k] = args.mode == S9_SAMPLE_GRADIENTS ? slots[8 + k] : NULL;
    }
    if (args.mode == S9_SAMPLE_BIAS || args.mode == S9_SAMPLE_LOD)
        args.lod = slots[4];
    for (uint32_t k = 0; k < 4; k++)
        args.out[k] = (float *)(void *)(t->base + SLOT(RESULT + k));
    args.level = level;
    s9_sample(sampler, &args);
    for (uint32_t k = 0; k < 4; k++)
        memcpy(result.bits[k], args.out[k], sizeof result.bits[k]);

    bool around = t->args->quads && args.mode <= S9_SAMPLE_BIAS && sampler->needs_level;
    uint32_t taken = s9_sampler_axes(sampler);
    if (sampler->compare || taken > 3)
        taken = 3;
    for (uint32_t lane = 0; lane < lane_count(t); lane++) {
        uint64_t depends = 0;
        for (uint32_t j = 0; j < info->sources && !sampler->constant; j++)
            for (uint32_t k = 0; k < counts[j] && (j > 0 ? true : k < taken); k++)
                for (uint32_t from = 0; from < lane_count(t); from++)
                    if (from == lane || (around && j == 0))
                        depends |= of_lane(t, step, lane, &sources[j], k, from);
        for (uint32_t k = 0; k < 4; k++)
            result.depends[k][lane] = depends;
    }
    const float *results[4] = {args.out[0], args.out[1], args.out[2], args.out[3]};
    s9_tr_note_texture(t, step, inst->aux, &args, results);
    /* The lanes beyond hold numbers, as in the interpreter. */
    for (uint32_t k = 0; k < 4; k++)
        memset(args.out[k], 0, S9_VM_SLOT_BYTES);
    place(t, step, inst, &result);
}

static uint8_t truth(const s9_tracer *t, const operand_value *condition)
{
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < S9_TR_LANES && lane < lane_count(t); lane++)
        lanes |= (condition->bits[0][lane] != 0 ? 1u : 0u) << lane;
    return (uint8_t)lanes;
}

static void discard(s9_tracer *t, uint32_t step, const s9_ir_inst *inst)
{
    operand_value condition;
    source(t, step, inst->item, &inst->src[0], 1, true, &condition);
    uint8_t killed = truth(t, &condition) & t->active;
    t->trace->discarded |= killed;
    for (uint32_t lane = 0; lane < lane_count(t); lane++) {
        s9_tr_lane *to = s9_tr_lane_of(t, step, lane);
        if (to != NULL && (killed >> lane & 1u) != 0)
            to->shown.discards = true;
    }
}

/* ---- masks ---- */

static bool refresh(s9_tracer *t)
{
    t->active = t->conditional & t->loop & t->function & t->alive;
    return t->active != 0;
}

/* Entering a basic block: false when no lane is left to run it. A lane that it takes beyond max_steps is stopped. */
static bool enter(s9_tracer *t, uint32_t steps)
{
    if (!refresh(t) || steps == 0)
        return t->active != 0;
    uint8_t over = 0;
    for (uint32_t lane = 0; lane < lane_count(t); lane++) {
        if ((t->active >> lane & 1u) == 0)
            continue;
        if (steps > t->max_steps - t->steps_done[lane])
            over |= (uint8_t)(1u << lane);
        else
            t->steps_done[lane] += steps;
    }
    t->trace->exhausted |= over;
    t->alive &= (uint8_t)~over;
    return refresh(t);
}

/* ---- control flow; each returns the instruction that is next ---- */

static void note_condition(s9_tracer *t, uint32_t step, uint8_t holds)
{
    for (uint32_t lane = 0; lane < lane_count(t); lane++) {
        s9_tr_lane *to = s9_tr_lane_of(t, step, lane);
        if (to != NULL) {
            to->shown.has_condition = true;
            to->shown.condition = (holds >> lane & 1u) != 0;
        }
    }
}

static s9_tr_frame *push_frame(s9_tracer *t, s9_tr_frame_kind kind, uint32_t step)
{
    s9_tr_frame frame = {.kind = kind, .conditional = t->conditional, .loop = t->loop, .function = t->function};
    frame.step = step;
    if (!S9_PUSH(&t->scratch, &t->frames, frame)) {
        t->failed = true;
        return NULL;
    }
    return &t->frames.items[t->frames.count - 1u];
}

static s9_tr_frame *top_frame(const s9_tracer *t)
{
    return &t->frames.items[t->frames.count - 1u];
}

static uint32_t after_loop(s9_tracer *t, uint32_t end)
{
    return enter(t, t->places[end].steps) ? end + 1u : t->places[end].end;
}

static uint8_t counts_above(const s9_tracer *t, const s9_tr_frame *frame)
{
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < S9_TR_LANES && lane < lane_count(t); lane++)
        lanes |= (frame->counts[lane] > frame->done ? 1u : 0u) << lane;
    return (uint8_t)lanes;
}

static uint32_t begin_if(s9_tracer *t, uint32_t step, const s9_ir_inst *inst, uint32_t at)
{
    operand_value condition;
    source(t, step, inst->item, &inst->src[0], 1, true, &condition);
    uint8_t holds = truth(t, &condition);
    note_condition(t, step, holds);
    s9_tr_frame *frame = push_frame(t, S9_TR_IF, step);
    if (frame == NULL)
        return at;
    frame->loop = t->conditional & (uint8_t)~holds;
    t->conditional &= holds;
    return enter(t, t->places[at].steps) ? at + 1u : t->places[at].target;
}

static uint32_t begin_loop(s9_tracer *t, uint32_t step, const s9_ir_inst *inst, uint32_t at)
{
    operand_value count;
    source(t, step, inst->item, &inst->src[0], 1, false, &count);
    s9_tr_frame *frame = push_frame(t, S9_TR_LOOP, step);
    if (frame == NULL)
        return at;
    for (uint32_t lane = 0; lane < S9_TR_LANES; lane++)
        frame->counts[lane] = lane < lane_count(t) ? (int32_t)count.bits[0][lane] : 0;
    uint8_t runs = counts_above(t, frame);
    if (runs == 0) {
        t->frames.count--;
        return after_loop(t, t->places[at].target);
    }
    t->loop &= runs;
    return enter(t, t->places[at].steps) ? at + 1u : t->places[at].target;
}

static uint32_t end_loop(s9_tracer *t, uint32_t at)
{
    s9_tr_frame *frame = top_frame(t);
    frame->done++;
    uint8_t runs = counts_above(t, frame);
    t->loop &= runs;
    if (runs != 0 && refresh(t) && enter(t, t->places[t->places[at].target].steps))
        return t->places[at].target + 1u;
    t->loop = frame->loop;
    t->frames.count--;
    return after_loop(t, at);
}

static uint32_t leave_loop(s9_tracer *t, uint32_t at, uint8_t leaving)
{
    t->loop &= (uint8_t)~leaving;
    return enter(t, t->places[at].steps) ? at + 1u : t->places[at].end;
}

static uint32_t call(s9_tracer *t, uint32_t step, const s9_ir_inst *inst, uint32_t at)
{
    s9_tr_frame *frame = push_frame(t, S9_TR_CALL, step);
    if (frame == NULL)
        return at;
    const s9_ir_function *callee = &t->ir->functions.items[inst->aux];
    frame->function_number = t->function_number;
    frame->back = at;
    t->function = t->active;
    t->conditional = t->loop = t->all;
    t->function_number = inst->aux;
    return enter(t, t->functions[inst->aux].steps) ? callee->first : callee->first + callee->count;
}

static uint32_t return_to_caller(s9_tracer *t)
{
    s9_tr_frame frame = t->frames.items[--t->frames.count];
    t->conditional = frame.conditional;
    t->loop = frame.loop;
    t->function = frame.function;
    t->function_number = frame.function_number;
    return enter(t, t->places[frame.back].steps) ? frame.back + 1u : t->places[frame.back].end;
}

static uint32_t control(s9_tracer *t, uint32_t step, const s9_ir_inst *inst, uint32_t at)
{
    operand_value condition;
    switch ((s9_ir_op)inst->op) {
    case S9_IR_IF:
        return begin_if(t, step, inst, at);
    case S9_IR_ELSE:
        t->conditional = top_frame(t)->loop;
        return enter(t, t->places[at].steps) ? at + 1u : t->places[at].target;
    case S9_IR_ENDIF:
        t->conditional = t->frames.items[--t->frames.count].conditional;
        return enter(t, t->places[at].steps) ? at + 1u : t->places[at].end;
    case S9_IR_LOOP:
        return begin_loop(t, step, inst, at);
    case S9_IR_ENDLOOP:
        return end_loop(t, at);
    case S9_IR_BREAK:
        return leave_loop(t, at, t->active);
    case S9_IR_BREAK_IF: {
        source(t, step, inst->item, &inst->src[0], 1, true, &condition);
        uint8_t holds = truth(t, &condition);
        note_condition(t, step, holds);
        return leave_loop(t, at, t->active & holds);
    }
    case S9_IR_CALL:
        return call(t, step, inst, at);
    default: /* RET */
        t->function &= (uint8_t)~t->active;
        return refresh(t) ? at + 1u : t->places[at].end;
    }
}

/* ---- the run ---- */

/* Instructions that the module does not have, such as nop: they have been executed all the same. */
static bool tell_unlowered(s9_tracer *t, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const s9_tr_item *item = &t->trace->items[i];
        if (!item->executable || item->lowered)
            continue;
        s9_tr_close(t);
        if (t->stop || !s9_tr_open(t, i, t->active))
            return false;
    }
    return true;
}

/* The lanes that an instruction is executed for; the end of an `if` brings those back that were out. */
static uint8_t active_at(const s9_tracer *t, const s9_ir_inst *inst)
{
    if (inst->op != S9_IR_ENDIF || t->frames.count == 0)
        return t->active;
    return top_frame(t)->conditional & t->loop & t->function & t->alive;
}

static bool is_control(const s9_ir_inst *inst)
{
    return (s9_ir_op_info_of((s9_ir_op)inst->op)->flags & S9_IRF_CONTROL) != 0;
}

/* Sees to it that a step of the instruction's item is open; returns it, S9_TRACE_NONE where nothing is to be told. */
static uint32_t step_for(s9_tracer *t, const s9_ir_inst *inst)
{
    const s9_tr_place *at = &t->places[t->at];
    bool again = t->last < t->ir->insts.count && t->ir->insts.items[t->last].op == S9_IR_ENDLOOP &&
                 t->at == t->places[t->last].target + 1u;
    bool follows = t->at == t->last + 1u || again || t->at == t->ir->functions.items[t->function_number].first;
    if (at->silent)
        return S9_TRACE_NONE;
    uint32_t open = t->at == t->last + 1u ? s9_tr_step_of(t, inst->item) : S9_TRACE_NONE;
    if (open != S9_TRACE_NONE)
        return open;
    s9_tr_close(t);
    uint8_t active = active_at(t, inst);
    if (t->stop || active == 0)
        return S9_TRACE_NONE;
    if (follows && at->has_leads && !tell_unlowered(t, at->lead, inst->item))
        return S9_TRACE_NONE;
    s9_tr_close(t);
    if (t->stop || !s9_tr_open(t, inst->item, active))
        return S9_TRACE_NONE;
    return s9_tr_step_of(t, inst->item);
}

static void run_function_end(s9_tracer *t)
{
    const s9_tr_function *function = &t->functions[t->function_number];
    if (t->active != 0 && !t->stop)
        (void)tell_unlowered(t, function->tail, function->tail_end);
    s9_tr_close(t);
}

static void run(s9_tracer *t)
{
    const s9_ir *ir = t->ir;
    t->conditional = t->loop = t->function = t->alive = t->active = t->all;
    t->last = S9_TRACE_NONE - 1u;
    if (!enter(t, t->functions[0].steps))
        return;
    t->at = ir->functions.items[0].first;
    while (!t->stop && !t->failed) {
        const s9_ir_function *function = &ir->functions.items[t->function_number];
        if (t->at >= function->first + function->count) {
            run_function_end(t);
            if (t->function_number == 0 || t->stop || t->failed)
                break;
            t->at = return_to_caller(t);
            t->last = S9_TRACE_NONE - 1u;
            continue;
        }
        const s9_ir_inst *inst = &ir->insts.items[t->at];
        uint32_t step = step_for(t, inst);
        if (t->stop || t->failed)
            break;
        uint32_t next = t->at + 1u;
        if (is_control(inst))
            next = control(t, step, inst, t->at);
        else if (inst->op == S9_IR_DISCARD)
            discard(t, step, inst);
        else if (inst->op >= S9_IR_SAMPLE && inst->op <= S9_IR_SAMPLE_GRAD)
            sample(t, step, inst);
        else
            compute(t, step, inst);
        t->last = t->at;
        t->at = next;
    }
}

s9_result s9_tr_run(s9_tracer *t)
{
    size_t size = SLOT(SLOTS) + 63u;
    char *memory = s9_arena_alloc(&t->scratch, size);
    if (memory == NULL)
        return S9_ERROR_MEMORY;
    t->base = (char *)(((uintptr_t)memory + 63u) & ~(uintptr_t)63u);
    ((s9_vm_head *)(void *)t->base)->quads = t->args->quads;
    s9_environment saved = s9_environment_enter();
    run(t);
    s9_environment_leave(saved);
    bool failed = t->failed || t->scratch.failed || t->trace->arena.failed;
    return failed ? S9_ERROR_MEMORY : S9_OK;
}
