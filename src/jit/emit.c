/* SPDX-License-Identifier: MIT */
/* The two functions of a module: entry, the loop over vectors, writing registers and outputs, the end of a vector. */
#include "jit/emit.h"

#include "jit/kernels.h"

#include <llvm-c/Analysis.h>

#include <stdio.h>
#include <string.h>

/* ---- destinations ---- */

static s9_jit_comp guard_of(s9_jit_emitter *e, const s9_ir_inst *inst, const s9_jit_comp *active,
                            const s9_jit_comp *predicate)
{
    if (inst->predicate.kind == S9_IR_NONE)
        return *active;
    s9_jit_comp holds = *predicate;
    if (inst->predicate_not)
        holds = s9_jit_not(e, &holds);
    return s9_jit_and(e, active, &holds);
}

/* A uniform predicate as a mask like the others. */
static s9_jit_comp as_mask(s9_jit_emitter *e, const s9_jit_comp *c)
{
    return c->kind == S9_JIT_WORD ? s9_jit_bool(e, s9_jit_vector(e, c, S9_IR_TYPE_BOOL)) : *c;
}

static void write_variable(s9_jit_emitter *e, LLVMValueRef variable, const s9_jit_comp *mask, const s9_jit_comp *value,
                           s9_ir_type type)
{
    if (mask->kind == S9_JIT_IMM) {
        if (mask->bits != 0)
            s9_jit_store(e, variable, value, type);
        return;
    }
    s9_jit_comp old = s9_jit_load(e, variable, type);
    LLVMValueRef a = s9_jit_vector(e, value, type), b = s9_jit_vector(e, &old, type);
    LLVMValueRef m = s9_jit_vector(e, mask, S9_IR_TYPE_BOOL);
    s9_jit_comp merged = s9_jit_of_vector(e, LLVMBuildSelect(e->lanes.builder, m, a, b, ""), type);
    s9_jit_store(e, variable, &merged, type);
}

static void note_written(s9_jit_emitter *e, uint32_t number, uint32_t component, const s9_jit_comp *mask)
{
    bool everybody = mask->kind == S9_JIT_IMM && mask->bits != 0 && e->current == 0 && e->open.count == 0 &&
                     !e->may_be_gone && e->depth == 1;
    if (everybody)
        e->definite[number] |= (uint8_t)(1u << component);
    else
        write_variable(e, e->output_lanes[number][component], mask, &(s9_jit_comp){.bits = UINT32_MAX},
                       S9_IR_TYPE_BOOL);
}

/* Outputs by index: each declared one where the index names it. */
static void scatter(s9_jit_emitter *e, const s9_ir_inst *inst, const s9_jit_comp *masks, const s9_jit_comp *results,
                    const s9_jit_comp *index)
{
    LLVMValueRef lanes = s9_jit_vector(e, index, S9_IR_TYPE_I32);
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++) {
        if ((e->output_declared >> number & 1u) == 0)
            continue;
        LLVMValueRef wanted = s9_jit_splat_bits(e, &e->lanes, number - inst->dst.index, S9_IR_TYPE_I32);
        s9_jit_comp here = s9_jit_bool(e, LLVMBuildICmp(e->lanes.builder, LLVMIntEQ, lanes, wanted, ""));
        for (uint32_t k = 0; k < inst->n; k++) {
            uint32_t component = inst->dst_components[k];
            s9_jit_comp mask = s9_jit_and(e, &masks[k], &here);
            write_variable(e, e->outputs[number][component], &mask, &results[k], S9_IR_TYPE_F32);
            note_written(e, number, component, &mask);
        }
    }
}

static void write_result(s9_jit_emitter *e, const s9_ir_inst *inst, const s9_jit_comp *results,
                         const s9_jit_comp *predicates, const s9_jit_comp *index)
{
    if (inst->dst.kind == S9_IR_VALUE) {
        memcpy(e->values[inst->dst.index], results, inst->n * sizeof *results);
        return;
    }
    s9_jit_comp active = s9_jit_active(e), masks[4];
    for (uint32_t k = 0; k < inst->n; k++) {
        masks[k] = guard_of(e, inst, &active, &predicates[k]);
        masks[k] = as_mask(e, &masks[k]);
    }
    if (inst->dst.kind == S9_IR_OUTPUT && inst->dst.relative != 0) {
        scatter(e, inst, masks, results, index);
        return;
    }
    if (inst->dst.kind == S9_IR_REG)
        s9_jit_register_changes(e, inst->dst.index);
    for (uint32_t k = 0; k < inst->n; k++) {
        uint32_t component = inst->dst_components[k];
        if (inst->dst.kind == S9_IR_OUTPUT) {
            write_variable(e, e->outputs[inst->dst.index][component], &masks[k], &results[k], S9_IR_TYPE_F32);
            note_written(e, inst->dst.index, component, &masks[k]);
        } else {
            write_variable(e, e->registers[inst->dst.index][component], &masks[k], &results[k],
                           e->ir->registers.items[inst->dst.index].type);
        }
    }
}

static void discard(s9_jit_emitter *e, const s9_ir_inst *inst)
{
    s9_jit_comp c, active = s9_jit_active(e);
    s9_jit_source(e, &inst->src[0], 1, S9_IR_TYPE_BOOL, &c);
    c = as_mask(e, &c);
    s9_jit_comp mask = s9_jit_and(e, &active, &c);
    write_variable(e, e->discarded, &mask, &(s9_jit_comp){.bits = UINT32_MAX}, S9_IR_TYPE_BOOL);
}

void s9_jit_instruction(s9_jit_emitter *e, uint32_t index)
{
    const s9_ir_inst *inst = &e->ir->insts.items[index];
    if (++e->emitted > S9_JIT_MOST_INSTRUCTIONS) {
        e->refused = true;
        return;
    }
    if (inst->op == S9_IR_DISCARD) {
        discard(e, inst);
    } else if ((s9_ir_op_info_of((s9_ir_op)inst->op)->flags & S9_IRF_CONTROL) != 0) {
        s9_jit_flow(e, inst, index);
    } else {
        s9_jit_comp results[4], predicates[4] = {{0}}, place = s9_jit_imm(0);
        if (inst->op >= S9_IR_SAMPLE && inst->op <= S9_IR_SAMPLE_GRAD)
            s9_jit_sample(e, inst, results);
        else
            s9_jit_compute(e, inst, results);
        /* Everything is read before anything is written. */
        if (inst->predicate.kind != S9_IR_NONE)
            s9_jit_source(e, &inst->predicate, inst->n, S9_IR_TYPE_BOOL, predicates);
        if (inst->dst.kind == S9_IR_OUTPUT && inst->dst.relative != 0) {
            s9_ir_operand of = {.kind = S9_IR_REG, .index = inst->dst.relative - 1u};
            of.swizzle[0] = inst->dst.relative_component;
            s9_jit_source(e, &of, 1, S9_IR_TYPE_I32, &place);
        }
        write_result(e, inst, results, predicates, &place);
    }
}

/* ---- what the module reads and writes ---- */

static void note_module(s9_jit_emitter *e)
{
    const s9_ir *ir = e->ir;
    for (uint32_t i = 0; i < ir->insts.count; i++) {
        const s9_ir_inst *inst = &ir->insts.items[i];
        for (uint32_t k = 0; k < inst->n && inst->dst.kind == S9_IR_REG; k++)
            e->written[inst->dst.index] |= (uint8_t)(1u << inst->dst_components[k]);
    }
    for (uint32_t i = 0; i < ir->inputs.count; i++)
        if (ir->inputs.items[i].number < S9_IR_IN_T && ir->inputs.items[i].usage >= 0)
            e->input_declared |= (uint16_t)(1u << ir->inputs.items[i].number);
    for (uint32_t i = 0; i < ir->outputs.count; i++)
        if (ir->outputs.items[i].number < S9_IR_OUT_COUNT && ir->outputs.items[i].usage >= 0)
            e->output_declared |= (uint16_t)(1u << ir->outputs.items[i].number);
}

static bool has_output(const s9_jit_emitter *e, uint32_t number, uint32_t component)
{
    return (e->layout->outputs[number] >> component & 1u) != 0;
}

/* ---- the functions ---- */

static s9_jit_shape make_shape(s9_jit_emitter *e, uint32_t width)
{
    s9_jit_shape s = {.builder = LLVMCreateBuilderInContext(e->context), .width = width};
    s.f = e->f32;
    s.i = e->i32;
    s.m = e->i1;
    s.d = LLVMDoubleTypeInContext(e->context);
    if (width > 1) {
        s.f = LLVMVectorType(s.f, width);
        s.i = LLVMVectorType(s.i, width);
        s.m = LLVMVectorType(s.m, width);
        s.d = LLVMVectorType(s.d, width);
    }
    return s;
}

static LLVMValueRef make_function(s9_jit_emitter *e, const char *name, uint32_t arguments)
{
    LLVMTypeRef types[2] = {e->byte_pointer, e->byte_pointer};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), types, arguments, false);
    LLVMValueRef function = LLVMAddFunction(e->module, name, type);
    unsigned kind = LLVMGetEnumAttributeKindForName("nounwind", 8);
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(e->context, kind, 0));
    /* Vectors that registers have no room for lie aligned on the stack: without the frame pointer LLVM may find too
     * late that it cannot align them. */
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(e->context, "frame-pointer", 13, "all", 3));
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(e->context, "stackrealign", 12, "", 0));
    /* Without these LLVM may split vectors of 512 bits, arguments of calls included. */
    static const char *const widths[2] = {"min-legal-vector-width", "prefer-vector-width"};
    char bits[16];
    int length = snprintf(bits, sizeof bits, "%u", (unsigned)(32 * e->target.width));
    for (uint32_t i = 0; i < 2; i++)
        LLVMAddAttributeAtIndex(
            function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateStringAttribute(e->context, widths[i], (unsigned)strlen(widths[i]), bits, (unsigned)length));
    return function;
}

static LLVMValueRef buffer(s9_jit_emitter *e, LLVMBuilderRef at, uint32_t vectors)
{
    LLVMTypeRef type = LLVMArrayType(LLVMVectorType(e->f32, e->target.width), vectors);
    LLVMValueRef place = LLVMBuildAlloca(at, type, "buffer");
    LLVMSetAlignment(place, 4 * e->target.width);
    return place;
}

static void make_variables(s9_jit_emitter *e)
{
    for (uint32_t i = 0; i < 2; i++)
        e->math_buffer[i] = buffer(e, e->entry, 1);
    e->index_buffer = buffer(e, e->entry, 1);
    e->sample_buffer = buffer(e, e->entry, S9_JIT_SAMPLE_VECTORS);
    for (uint32_t number = 0; number < e->ir->registers.count; number++) {
        s9_ir_type type = e->ir->registers.items[number].type;
        LLVMTypeRef of = type == S9_IR_TYPE_F32 ? e->lanes.f : type == S9_IR_TYPE_I32 ? e->lanes.i : e->stored_bool;
        for (uint32_t k = 0; k < 4; k++)
            if ((e->written[number] >> k & 1u) != 0)
                e->registers[number][k] = s9_jit_alloca(e, of, e->ir->registers.items[number].name);
    }
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++) {
        for (uint32_t k = 0; k < 4; k++) {
            if (!has_output(e, number, k))
                continue;
            e->outputs[number][k] = s9_jit_alloca(e, e->lanes.f, "out");
            e->output_lanes[number][k] = s9_jit_alloca(e, e->stored_bool, "wrote");
        }
    }
    e->discarded = s9_jit_alloca(e, e->stored_bool, "discarded");
}

/* Everything is 0 when a vector begins. */
static void clear_variables(s9_jit_emitter *e)
{
    LLVMBuilderRef b = e->lanes.builder;
    for (uint32_t number = 0; number < e->ir->registers.count; number++)
        for (uint32_t k = 0; k < 4; k++)
            if (e->registers[number][k] != NULL)
                LLVMBuildStore(b, LLVMConstNull(LLVMGetAllocatedType(e->registers[number][k])),
                               e->registers[number][k]);
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++) {
        for (uint32_t k = 0; k < 4; k++) {
            if (e->outputs[number][k] == NULL)
                continue;
            LLVMBuildStore(b, LLVMConstNull(e->lanes.f), e->outputs[number][k]);
            LLVMBuildStore(b, LLVMConstNull(e->stored_bool), e->output_lanes[number][k]);
        }
    }
    LLVMBuildStore(b, LLVMConstNull(e->stored_bool), e->discarded);
}

static void begin_functions(s9_jit_emitter *e, const char *block_name, const char *prepare_name)
{
    LLVMBuilderRef b = e->lanes.builder, p = e->scalar.builder;
    e->function = make_function(e, block_name, 1);
    e->prepare = make_function(e, prepare_name, 2);
    e->block_argument = LLVMGetParam(e->function, 0);
    e->prepare_words = LLVMGetParam(e->prepare, 0);
    e->prepare_functions = LLVMGetParam(e->prepare, 1);
    LLVMPositionBuilderAtEnd(p, LLVMAppendBasicBlockInContext(e->context, e->prepare, "entry"));
    for (uint32_t i = 0; i < 2; i++) {
        e->prepare_buffer[i] = buffer(e, p, 1);
        LLVMBuildStore(p, LLVMConstNull(LLVMGetAllocatedType(e->prepare_buffer[i])), e->prepare_buffer[i]);
    }
    /* Allocas of later moments are put into the first block, which only then goes on to the second. */
    LLVMPositionBuilderAtEnd(e->entry, LLVMAppendBasicBlockInContext(e->context, e->function, "entry"));
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(e->context, e->function, "start"));
    e->inputs = s9_jit_member(e, e->block_argument, offsetof(s9_native_block, inputs), e->byte_pointer);
    e->output_views = s9_jit_member(e, e->block_argument, offsetof(s9_native_block, outputs), e->byte_pointer);
    e->words = s9_jit_member(e, e->block_argument, offsetof(s9_native_block, words), e->byte_pointer);
    e->functions = s9_jit_member(e, e->block_argument, offsetof(s9_native_block, functions), e->byte_pointer);
    e->quads = s9_jit_member(e, e->block_argument, offsetof(s9_native_block, quads), e->i32);
}

static void emit_block(s9_jit_emitter *e)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMBasicBlockRef start = LLVMGetInsertBlock(b);
    LLVMBasicBlockRef vector = LLVMAppendBasicBlockInContext(e->context, e->function, "vector");
    LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(e->context, e->function, "done");
    LLVMValueRef lanes = s9_jit_member(e, e->block_argument, offsetof(s9_native_block, lanes), e->i32);
    lanes = LLVMBuildZExt(b, lanes, e->i64, "");
    make_variables(e);
    LLVMBuildBr(b, vector);
    LLVMPositionBuilderAtEnd(b, vector);
    e->lane = LLVMBuildPhi(b, e->i64, "lane");
    LLVMAddIncoming(e->lane, (LLVMValueRef[]){LLVMConstInt(e->i64, 0, false)}, &start, 1);
    s9_jit_load_inputs(e, done);
    clear_variables(e);
    e->cond = s9_jit_imm(UINT32_MAX);
    s9_jit_function(e, 0);
    s9_jit_store_outputs(e);
    LLVMValueRef next = LLVMBuildAdd(b, e->lane, LLVMConstInt(e->i64, e->lanes.width, false), "");
    LLVMBasicBlockRef last = LLVMGetInsertBlock(b);
    LLVMAddIncoming(e->lane, &next, &last, 1);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, lanes, ""), vector, done);
    LLVMPositionBuilderAtEnd(b, done);
    LLVMValueRef finished = LLVMBuildPhi(b, e->i64, "done");
    LLVMAddIncoming(finished, &next, &last, 1);
    if (e->nan_from != NULL)
        LLVMAddIncoming(finished, &e->lane, &e->nan_from, 1);
    LLVMValueRef at = LLVMConstInt(e->i64, offsetof(s9_native_block, done), false);
    LLVMValueRef place = s9_jit_pointer(e, b, e->block_argument, at, e->i32);
    LLVMBuildStore(b, LLVMBuildTrunc(b, finished, e->i32, ""), place);
    LLVMBuildRetVoid(b);
    LLVMPositionBuilderAtEnd(e->entry, LLVMGetEntryBasicBlock(e->function));
    LLVMBuildBr(e->entry, start);
    LLVMBuildRetVoid(e->scalar.builder);
}

bool s9_jit_emit(s9_jit_emitter *e, const char *block_name, const char *prepare_name)
{
    const s9_ir *ir = e->ir;
    e->values = s9_arena_array(e->arena, ir->values.count + 1u, sizeof *e->values);
    e->written = s9_arena_array(e->arena, ir->registers.count + 1u, 1);
    e->registers = s9_arena_array(e->arena, ir->registers.count + 1u, sizeof *e->registers);
    if (e->arena->failed || !s9_jit_scan_module(e))
        return false;
    note_module(e);
    e->i1 = LLVMInt1TypeInContext(e->context);
    e->i32 = LLVMInt32TypeInContext(e->context);
    e->i64 = LLVMInt64TypeInContext(e->context);
    e->f32 = LLVMFloatTypeInContext(e->context);
    e->byte_pointer = LLVMPointerType(LLVMInt8TypeInContext(e->context), 0);
    e->scalar = make_shape(e, 1);
    e->lanes = make_shape(e, e->target.width);
    e->stored_bool = e->target.mask_registers ? e->lanes.m : e->lanes.i;
    e->entry = LLVMCreateBuilderInContext(e->context);
    begin_functions(e, block_name, prepare_name);
    emit_block(e);
    LLVMDisposeBuilder(e->entry);
    LLVMDisposeBuilder(e->lanes.builder);
    LLVMDisposeBuilder(e->scalar.builder);
    /* Nothing to prepare: a function less to compile. */
    if (!e->prepares)
        LLVMDeleteFunction(e->prepare);
    return !e->refused && !e->arena->failed;
}
