/* SPDX-License-Identifier: MIT */
/* The verifier: every invariant of the model, checked in one pass over the instructions. */
#include "ir/ir_build.h"

#include <stdio.h>

/* A block that is open: IF, ELSE, LOOP, or the function itself. */
typedef struct s9_scope {
    s9_ir_op op;       /* that opened it; S9_IR_CALL for the function */
    uint32_t identity; /* unique in the module */
} s9_scope;

/* Where a value was defined. */
typedef struct s9_home {
    uint32_t depth, identity; /* identity 0: not yet */
} s9_home;

typedef struct s9_verifier {
    const s9_ir *ir;
    s9_arena scratch;
    s9_diagnostics *diagnostics;
    bool failed;
    uint32_t index; /* instruction, S9_NO_POSITION outside */
    s9_home *homes;
    struct {
        s9_scope *items;
        uint32_t count, capacity;
    } scopes;
    uint32_t identities;
    uint32_t loops;  /* open */
    uint32_t values; /* assigned so far: they are numbered in this order, so that each is assigned once */
} s9_verifier;

static bool fail(s9_verifier *v, const char *format, ...) S9_PRINTF(2, 3);

/* Reports the first violation; always false, so that checks can end with it. */
static bool fail(s9_verifier *v, const char *format, ...)
{
    if (v->failed)
        return false;
    v->failed = true;
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    s9_position at = s9_position_none();
    at.instruction = v->index;
    if (v->index == S9_NO_POSITION)
        s9_report(v->diagnostics, S9_ERROR, NULL, &at, NULL, "%s", message);
    else
        s9_report(v->diagnostics, S9_ERROR, NULL, &at, NULL, "instruction %u: %s", (unsigned)v->index, message);
    return false;
}

static const char *type_name(s9_ir_type type)
{
    static const char *const names[] = {"none", "f32", "i32", "bool", "same"};
    return names[type];
}

/* ---- the module ---- */

static bool check_registers(s9_verifier *v)
{
    const s9_ir *ir = v->ir;
    for (uint32_t i = 0; i < ir->registers.count; i++) {
        const s9_ir_register *reg = &ir->registers.items[i];
        if (reg->type < S9_IR_TYPE_F32 || reg->type > S9_IR_TYPE_BOOL)
            return fail(v, "register %u has no type", (unsigned)i);
        if (reg->name[0] == '\0' || memchr(reg->name, '\0', sizeof reg->name) == NULL)
            return fail(v, "register %u has no proper name", (unsigned)i);
    }
    for (uint32_t i = 0; i < ir->values.count; i++) {
        uint32_t n = ir->values.items[i] & 7u;
        uint32_t type = (uint32_t)ir->values.items[i] >> 3;
        if (n < 1 || n > 4 || type < S9_IR_TYPE_F32 || type > S9_IR_TYPE_BOOL)
            return fail(v, "value %%%u has no proper shape", (unsigned)i);
    }
    return true;
}

static bool check_slots(s9_verifier *v, const s9_ir_slot *slots, uint32_t count, uint32_t limit, const char *what)
{
    for (uint32_t i = 0; i < count; i++) {
        const s9_ir_slot *slot = &slots[i];
        if (slot->number >= limit || slot->mask > 15u || slot->usage < -1 || slot->usage >= (int)S9_USAGE_COUNT ||
            slot->usage_index > 15u)
            return fail(v, "%s slot %u is out of range", what, (unsigned)i);
        if (i > 0 && slots[i - 1].number > slot->number)
            return fail(v, "%s slots do not ascend", what);
    }
    return true;
}

static bool input_exists(const s9_ir *ir, uint32_t number)
{
    if (s9_version_is_pixel(ir->version))
        return number < S9_IR_IN_COUNT;
    return number < S9_IR_IN_T;
}

static bool output_exists(const s9_ir *ir, uint32_t number)
{
    if (s9_version_is_pixel(ir->version))
        return number <= S9_IR_OUT_DEPTH;
    return number < (s9_version_major(ir->version) < 3 ? S9_IR_OUT_T + 8u : (uint32_t)S9_IR_OUT_COUNT);
}

static bool check_definitions(s9_verifier *v)
{
    const s9_ir *ir = v->ir;
    for (uint32_t i = 0; i < ir->definitions.count; i++) {
        const s9_ir_definition *d = &ir->definitions.items[i];
        bool good = (d->kind == S9_IR_CONSTF && d->number < S9_IR_LIMIT_CONSTF) ||
                    (d->kind == S9_IR_CONSTI && d->number < S9_IR_LIMIT_CONSTI) ||
                    (d->kind == S9_IR_CONSTB && d->number < S9_IR_LIMIT_CONSTB);
        if (!good)
            return fail(v, "definition %u is of no constant", (unsigned)i);
        if (i == 0)
            continue;
        const s9_ir_definition *before = d - 1;
        if (before->kind > d->kind || (before->kind == d->kind && before->number >= d->number))
            return fail(v, "definitions do not ascend at %u", (unsigned)i);
    }
    return true;
}

static bool check_functions(s9_verifier *v)
{
    const s9_ir *ir = v->ir;
    uint32_t at = 0;
    if (ir->functions.count == 0)
        return fail(v, "there is no function");
    for (uint32_t i = 0; i < ir->functions.count; i++) {
        const s9_ir_function *function = &ir->functions.items[i];
        if (function->first != at || function->count > ir->insts.count - at)
            return fail(v, "function %u does not follow the one before", (unsigned)i);
        if ((function->label == UINT32_MAX) != (i == 0))
            return fail(v, "function %u has no proper label", (unsigned)i);
        at += function->count;
    }
    return at == ir->insts.count ? true : fail(v, "instructions lie outside functions");
}

static bool check_summary(s9_verifier *v)
{
    s9_ir_summary summary;
    const s9_ir *ir = v->ir;
    s9_ir_summarise(ir, &summary);
    bool good = ir->sampler_mask == summary.sampler_mask && ir->stage_mask == summary.stage_mask &&
                memcmp(ir->input_read, summary.input_read, sizeof ir->input_read) == 0 &&
                memcmp(ir->output_written, summary.output_written, sizeof ir->output_written) == 0 &&
                ir->relative_inputs == summary.relative_inputs && ir->relative_outputs == summary.relative_outputs &&
                ir->relative_constants == summary.relative_constants && ir->uses_gradients == summary.uses_gradients &&
                ir->uses_discard == summary.uses_discard && ir->uses_control == summary.uses_control;
    return good ? true : fail(v, "the summary does not agree with the instructions");
}

static bool check_module(s9_verifier *v)
{
    const s9_ir *ir = v->ir;
    if (ir->version >= S9_VERSION_COUNT)
        return fail(v, "there is no such version");
    for (uint32_t i = 0; i < S9_COUNT(ir->samplers); i++) {
        uint32_t type = ir->samplers[i];
        if (type != 0 && (type < S9_TEXTURE_2D || type > S9_TEXTURE_VOLUME))
            return fail(v, "sampler %u has no proper type", (unsigned)i);
    }
    if (ir->constf_limit > S9_IR_LIMIT_CONSTF)
        return fail(v, "too many constants");
    if (!check_registers(v) || !check_slots(v, ir->inputs.items, ir->inputs.count, S9_IR_IN_COUNT, "input") ||
        !check_slots(v, ir->outputs.items, ir->outputs.count, S9_IR_OUT_COUNT, "output"))
        return false;
    for (uint32_t i = 0; i < ir->inputs.count; i++) {
        if (!input_exists(ir, ir->inputs.items[i].number))
            return fail(v, "input slot %u is of no register of the stage", (unsigned)i);
    }
    for (uint32_t i = 0; i < ir->outputs.count; i++) {
        if (!output_exists(ir, ir->outputs.items[i].number))
            return fail(v, "output slot %u is of no register of the version", (unsigned)i);
    }
    return check_definitions(v) && check_functions(v);
}

/* ---- operands ---- */

static bool visible(const s9_verifier *v, uint32_t value)
{
    const s9_home *home = &v->homes[value];
    return home->identity != 0 && home->depth < v->scopes.count &&
           v->scopes.items[home->depth].identity == home->identity;
}

/* How many components the thing has that an operand names; 0: there is no such thing (reported). */
static uint32_t operand_width(s9_verifier *v, const s9_ir_operand *operand)
{
    const s9_ir *ir = v->ir;
    uint32_t index = operand->index;
    bool relative = operand->relative != 0;
    switch ((s9_ir_kind)operand->kind) {
    case S9_IR_VALUE:
        if (index >= ir->values.count || !visible(v, index)) {
            (void)fail(v, "value %%%u is not visible here", (unsigned)index);
            return 0;
        }
        return ir->values.items[index] & 7u;
    case S9_IR_REG:
        if (index < ir->registers.count)
            return 4;
        break;
    case S9_IR_INPUT:
        if (relative ? index < S9_IR_LIMIT_CONSTF : input_exists(ir, index))
            return !relative && index == S9_IR_IN_VFACE ? 1 : 4;
        break;
    case S9_IR_CONSTF:
        if (index < S9_IR_LIMIT_CONSTF)
            return 4;
        break;
    case S9_IR_CONSTI:
        if (index < S9_IR_LIMIT_CONSTI)
            return 4;
        break;
    case S9_IR_CONSTB:
        if (index < S9_IR_LIMIT_CONSTB)
            return 1;
        break;
    case S9_IR_STAGE:
        if (index < S9_IR_LIMIT_STAGE && s9_version_is_pixel(ir->version))
            return S9_IR_STAGE_COMPONENTS;
        break;
    case S9_IR_IMM:
        if (index < ir->immediates.count)
            return ir->immediates.count - index;
        break;
    case S9_IR_NONE:
    case S9_IR_OUTPUT:
    default:
        (void)fail(v, "an operand of kind %u cannot be read", (unsigned)operand->kind);
        return 0;
    }
    (void)fail(v, "an operand names number %u, which does not exist", (unsigned)index);
    return 0;
}

static bool check_relative(s9_verifier *v, const s9_ir_operand *operand)
{
    const s9_ir *ir = v->ir;
    if (operand->relative == 0)
        return operand->relative_component == 0 ? true : fail(v, "an index component without an index");
    if (operand->kind != S9_IR_CONSTF && operand->kind != S9_IR_INPUT && operand->kind != S9_IR_OUTPUT)
        return fail(v, "an operand of kind %u cannot be addressed relatively", (unsigned)operand->kind);
    uint32_t reg = operand->relative - 1u;
    if (reg >= ir->registers.count || ir->registers.items[reg].type != S9_IR_TYPE_I32)
        return fail(v, "the index register is no integer register");
    return operand->relative_component < 4 ? true : fail(v, "the index register has no such component");
}

static bool unused(const s9_ir_operand *operand)
{
    static const s9_ir_operand nothing;
    return memcmp(operand, &nothing, sizeof nothing) == 0;
}

static bool check_source(s9_verifier *v, const s9_ir_operand *operand, s9_ir_type type, uint32_t n)
{
    uint32_t width = operand_width(v, operand);
    if (width == 0 || !check_relative(v, operand))
        return false;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t component = operand->swizzle[i];
        if (i < n ? component >= width : component != 0)
            return fail(v, "component %u of a source is out of range", (unsigned)i);
        if (operand->kind == S9_IR_IMM && component > 3)
            return fail(v, "an immediate has four components at most");
    }
    s9_ir_type actual = s9_ir_operand_type(v->ir, operand);
    if (actual != S9_IR_TYPE_NONE && actual != type)
        return fail(v, "a source is %s where %s is expected", type_name(actual), type_name(type));
    return true;
}

/* ---- instructions ---- */

/* The type that the result has: that of the table, or of the destination where it takes any. */
static s9_ir_type destination_type(const s9_verifier *v, const s9_ir_inst *inst)
{
    return s9_ir_operand_type(v->ir, &inst->dst);
}

static bool check_destination(s9_verifier *v, const s9_ir_inst *inst, const s9_ir_op_info *info)
{
    const s9_ir *ir = v->ir;
    const s9_ir_operand *dst = &inst->dst;
    static const uint8_t zeros[4];
    if (info->result == S9_IR_TYPE_NONE) {
        if (!unused(dst) || inst->n != 0)
            return fail(v, "%s has no result", info->text);
        return true;
    }
    if (inst->n < 1 || inst->n > 4)
        return fail(v, "%u components", (unsigned)inst->n);
    if (info->shape == S9_IR_SHAPE_T ? inst->n != 4 : info->shape != S9_IR_SHAPE_N && inst->n != 1)
        return fail(v, "%s does not give %u components", info->text, (unsigned)inst->n);
    if (memcmp(dst->swizzle, zeros, 4) != 0)
        return fail(v, "a destination has no swizzle");
    switch ((s9_ir_kind)dst->kind) {
    case S9_IR_VALUE:
        if (dst->index >= ir->values.count)
            return fail(v, "there is no value %%%u", (unsigned)dst->index);
        if (dst->index != v->values)
            return fail(v, "value %%%u is out of order, %%%u is next", (unsigned)dst->index, (unsigned)v->values);
        if ((ir->values.items[dst->index] & 7u) != inst->n)
            return fail(v, "value %%%u has another number of components", (unsigned)dst->index);
        if (memcmp(inst->dst_components, zeros, 4) != 0)
            return fail(v, "a value is written as a whole");
        break;
    case S9_IR_REG:
        if (dst->index >= ir->registers.count)
            return fail(v, "there is no register %u", (unsigned)dst->index);
        break;
    case S9_IR_OUTPUT:
        if (dst->relative == 0 ? !output_exists(ir, dst->index) : dst->index >= S9_IR_LIMIT_CONSTF)
            return fail(v, "there is no output %u", (unsigned)dst->index);
        if (dst->relative != 0 && (s9_version_is_pixel(ir->version) || s9_version_major(ir->version) < 3))
            return fail(v, "outputs of this version cannot be addressed relatively");
        break;
    default:
        return fail(v, "an operand of kind %u cannot be written", (unsigned)dst->kind);
    }
    if (!check_relative(v, dst))
        return false;
    for (uint32_t i = 0; dst->kind != S9_IR_VALUE && i < 4; i++) {
        uint32_t component = inst->dst_components[i];
        bool good =
            i >= inst->n ? component == 0 : component < 4 && (i == 0 || component > inst->dst_components[i - 1]);
        if (!good)
            return fail(v, "destination components do not ascend");
    }
    s9_ir_type type = destination_type(v, inst);
    if (info->result != S9_IR_TYPE_SAME && type != info->result)
        return fail(v, "%s gives %s, the destination is %s", info->text, type_name(info->result), type_name(type));
    return true;
}

static bool check_predicate(s9_verifier *v, const s9_ir_inst *inst)
{
    if (inst->predicate.kind == S9_IR_NONE) {
        if (!unused(&inst->predicate) || inst->predicate_not)
            return fail(v, "half a predicate");
        return true;
    }
    if (inst->dst.kind != S9_IR_REG && inst->dst.kind != S9_IR_OUTPUT)
        return fail(v, "only writes of registers and outputs can be predicated");
    if (inst->predicate.kind == S9_IR_IMM)
        return fail(v, "a predicate is no immediate");
    return check_source(v, &inst->predicate, S9_IR_TYPE_BOOL, inst->n);
}

static bool check_numbers(s9_verifier *v, const s9_ir_inst *inst, const s9_ir_op_info *info)
{
    const s9_ir *ir = v->ir;
    if ((info->flags & S9_IRF_SAMPLE) != 0) {
        if (inst->aux >= S9_IR_LIMIT_SAMPLER)
            return fail(v, "there is no sampler %u", (unsigned)inst->aux);
        if (inst->texture_type != ir->samplers[inst->aux])
            return fail(v, "the texture type is not the declared one");
        return true;
    }
    if (inst->texture_type != 0)
        return fail(v, "%s has no texture type", info->text);
    if (inst->op == S9_IR_CALL) {
        if (inst->aux == 0 || inst->aux >= ir->functions.count)
            return fail(v, "there is no function %u to call", (unsigned)inst->aux);
        return true;
    }
    return inst->aux == 0 ? true : fail(v, "%s has no number", info->text);
}

static bool open_scope(s9_verifier *v, s9_ir_op op)
{
    s9_scope scope = {op, ++v->identities};
    if (op == S9_IR_LOOP)
        v->loops++;
    return S9_PUSH(&v->scratch, &v->scopes, scope);
}

static bool check_control(s9_verifier *v, s9_ir_op op)
{
    s9_scope *top = &v->scopes.items[v->scopes.count - 1];
    switch (op) {
    case S9_IR_IF:
    case S9_IR_LOOP:
        return open_scope(v, op);
    case S9_IR_ELSE:
        if (top->op != S9_IR_IF)
            return fail(v, "else without if");
        top->op = S9_IR_ELSE;
        top->identity = ++v->identities;
        return true;
    case S9_IR_ENDIF:
        if (top->op != S9_IR_IF && top->op != S9_IR_ELSE)
            return fail(v, "endif without if");
        v->scopes.count--;
        return true;
    case S9_IR_ENDLOOP:
        if (top->op != S9_IR_LOOP)
            return fail(v, "endloop without loop");
        v->scopes.count--;
        v->loops--;
        return true;
    case S9_IR_BREAK:
    case S9_IR_BREAK_IF:
        return v->loops > 0 ? true : fail(v, "break outside a loop");
    default:
        return true;
    }
}

static bool check_instruction(s9_verifier *v, const s9_ir_inst *inst)
{
    if (inst->op >= S9_IR_OP_COUNT)
        return fail(v, "there is no operation %u", (unsigned)inst->op);
    s9_ir_op op = (s9_ir_op)inst->op;
    const s9_ir_op_info *info = s9_ir_op_info_of(op);
    if (!check_destination(v, inst, info))
        return false;
    for (uint32_t i = 0; i < 3; i++) {
        if (i >= info->sources) {
            if (!unused(&inst->src[i]))
                return fail(v, "%s has %u sources", info->text, (unsigned)info->sources);
            continue;
        }
        s9_ir_type type = info->types[i] == S9_IR_TYPE_SAME ? destination_type(v, inst) : info->types[i];
        if (!check_source(v, &inst->src[i], type, s9_ir_source_components(op, inst->n, i)))
            return false;
    }
    if (!check_predicate(v, inst) || !check_numbers(v, inst, info) || !check_control(v, op))
        return false;
    if (inst->dst.kind == S9_IR_VALUE) {
        s9_home *home = &v->homes[inst->dst.index];
        home->depth = v->scopes.count - 1;
        home->identity = v->scopes.items[home->depth].identity;
        v->values++;
    }
    return true;
}

static bool check_body(s9_verifier *v, const s9_ir_function *function)
{
    v->scopes.count = 0;
    v->loops = 0;
    if (!open_scope(v, S9_IR_CALL))
        return false;
    for (uint32_t i = 0; i < function->count; i++) {
        v->index = function->first + i;
        if (!check_instruction(v, &v->ir->insts.items[v->index]))
            return false;
    }
    return v->scopes.count == 1 ? true : fail(v, "a block is not closed at the end of its function");
}

/* ---- recursion ---- */

/* Functions are entered in an order in which callees come first; a call to one that is still open closes a circle. */
static bool check_calls(s9_verifier *v)
{
    enum { FRESH, OPEN, DONE };
    const s9_ir *ir = v->ir;
    uint32_t count = ir->functions.count;
    uint8_t *state = s9_arena_array(&v->scratch, count, sizeof *state);
    uint32_t *stack = s9_arena_array(&v->scratch, count, sizeof *stack);
    uint32_t *next = s9_arena_array(&v->scratch, count, sizeof *next);
    if (!state || !stack || !next)
        return false;
    for (uint32_t root = 0; root < count; root++) {
        uint32_t depth = 0;
        if (state[root] != FRESH)
            continue;
        state[root] = OPEN;
        stack[depth++] = root;
        while (depth > 0) {
            uint32_t current = stack[depth - 1];
            const s9_ir_function *function = &ir->functions.items[current];
            if (next[current] == function->count) {
                state[current] = DONE;
                depth--;
                continue;
            }
            v->index = function->first + next[current]++;
            const s9_ir_inst *inst = &ir->insts.items[v->index];
            if (inst->op != S9_IR_CALL || state[inst->aux] == DONE)
                continue;
            if (state[inst->aux] == OPEN)
                return fail(v, "a call leads back to its own function");
            state[inst->aux] = OPEN;
            stack[depth++] = inst->aux;
        }
    }
    return true;
}

s9_result s9_ir_verify(const s9_ir *ir, s9_diagnostics *diagnostics)
{
    if (!ir)
        return S9_ERROR_ARGUMENT;
    s9_verifier v = {.ir = ir, .diagnostics = diagnostics, .index = S9_NO_POSITION};
    s9_arena_init(&v.scratch, &ir->arena.allocator);
    v.homes = s9_arena_array(&v.scratch, (size_t)ir->values.count + 1, sizeof *v.homes);
    bool good = v.homes && check_module(&v);
    for (uint32_t i = 0; good && i < ir->functions.count; i++)
        good = check_body(&v, &ir->functions.items[i]);
    good = good && check_calls(&v);
    v.index = S9_NO_POSITION;
    if (good && v.values != ir->values.count)
        good = fail(&v, "%u values are never assigned", (unsigned)(ir->values.count - v.values));
    good = good && check_summary(&v);
    bool memory = v.scratch.failed;
    s9_arena_free(&v.scratch);
    return good ? S9_OK : memory ? S9_ERROR_MEMORY : S9_ERROR_INVALID;
}
