/* SPDX-License-Identifier: MIT */
/* Between the arrays of a run and the vectors of the program. */
#include "jit/emit.h"

#include "jit/kernels.h"

/* ---- inputs ---- */

static LLVMValueRef load_float_vector(s9_jit_emitter *e, LLVMValueRef base, LLVMValueRef offset, LLVMTypeRef type)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef load = LLVMBuildLoad2(b, type, s9_jit_pointer(e, b, base, offset, type), "");
    LLVMSetAlignment(load, 4);
    return load;
}

static void load_rows(s9_jit_emitter *e, LLVMValueRef rows, LLVMValueRef stride, LLVMValueRef out[4])
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef row[16], at = LLVMBuildMul(b, e->lane, stride, "");
    for (uint32_t i = 0; i < e->lanes.width; i++) {
        row[i] = load_float_vector(e, rows, at, LLVMVectorType(e->f32, 4));
        at = LLVMBuildAdd(b, at, stride, "");
    }
    s9_jit_transpose(e, row, out);
}

/* The same by a call. Pixel shaders are fed columns, nearly always, and should not wait for code that turns rows. */
static void call_load(s9_jit_emitter *e, LLVMValueRef view, LLVMValueRef out[4])
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMTypeRef f = e->lanes.f, memory = LLVMArrayType(f, 4), buffer_type = LLVMPointerType(memory, 0);
    LLVMTypeRef arguments[3] = {e->byte_pointer, e->i64, buffer_type};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), arguments, 3, false);
    LLVMValueRef function = s9_jit_member(e, e->functions, S9_JIT_LOAD * sizeof(void *), LLVMPointerType(type, 0));
    LLVMValueRef buffer = s9_jit_alloca(e, memory, "rows");
    LLVMSetAlignment(buffer, 4 * e->target.width);
    LLVMValueRef given[3] = {view, e->lane, buffer};
    (void)LLVMBuildCall2(b, type, function, given, 3, "");
    for (uint32_t k = 0; k < 4; k++) {
        LLVMValueRef places[2] = {LLVMConstInt(e->i64, 0, false), LLVMConstInt(e->i64, k, false)};
        LLVMValueRef at = LLVMBuildGEP2(b, memory, buffer, places, 2, "");
        out[k] = LLVMBuildLoad2(b, f, at, "");
    }
}

static LLVMValueRef keep_or_default(s9_jit_emitter *e, LLVMValueRef x, LLVMValueRef view, uint32_t k)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef keep = s9_jit_member(e, view, offsetof(s9_native_input, keep) + 4u * k, e->i32);
    LLVMValueRef other = s9_jit_member(e, view, offsetof(s9_native_input, other) + 4u * k, e->i32);
    LLVMValueRef bits = LLVMBuildBitCast(b, x, e->lanes.i, "");
    bits = LLVMBuildAnd(b, bits, s9_jit_spread(e, keep), "");
    bits = LLVMBuildOr(b, bits, s9_jit_spread(e, other), "");
    return LLVMBuildBitCast(b, bits, e->lanes.f, "");
}

static LLVMValueRef load_input(s9_jit_emitter *e, uint32_t number, LLVMValueRef nan)
{
    LLVMBuilderRef b = e->lanes.builder;
    uint32_t mask = e->layout->inputs[number];
    LLVMValueRef offset = LLVMConstInt(e->i64, number * sizeof(s9_native_input), false);
    LLVMValueRef view = s9_jit_pointer(e, b, e->inputs, offset, LLVMInt8TypeInContext(e->context));
    LLVMValueRef rows = s9_jit_member(e, view, offsetof(s9_native_input, rows), e->byte_pointer);
    LLVMValueRef from_rows[4], from_columns[4];
    LLVMBasicBlockRef by_row = LLVMAppendBasicBlockInContext(e->context, e->function, "rows");
    LLVMBasicBlockRef by_column = LLVMAppendBasicBlockInContext(e->context, e->function, "columns");
    LLVMBasicBlockRef there = LLVMAppendBasicBlockInContext(e->context, e->function, "input");
    LLVMBuildCondBr(b, LLVMBuildIsNotNull(b, rows, ""), by_row, by_column);

    LLVMPositionBuilderAtEnd(b, by_row);
    if (s9_version_is_pixel(e->ir->version))
        call_load(e, view, from_rows);
    else
        load_rows(e, rows, s9_jit_member(e, view, offsetof(s9_native_input, stride), e->i64), from_rows);
    for (uint32_t k = 1; k < 4; k++)
        if ((mask >> k & 1u) != 0 && !s9_version_is_pixel(e->ir->version))
            from_rows[k] = keep_or_default(e, from_rows[k], view, k);
    LLVMBuildBr(b, there);

    LLVMPositionBuilderAtEnd(b, by_column);
    LLVMValueRef at = LLVMBuildShl(b, e->lane, LLVMConstInt(e->i64, 2, false), "");
    for (uint32_t k = 0; k < 4; k++) {
        size_t place = offsetof(s9_native_input, columns) + k * sizeof(float *);
        if ((mask >> k & 1u) != 0)
            from_columns[k] = load_float_vector(e, s9_jit_member(e, view, place, e->byte_pointer), at, e->lanes.f);
    }
    LLVMBuildBr(b, there);

    LLVMPositionBuilderAtEnd(b, there);
    LLVMValueRef loaded[4];
    for (uint32_t k = 0; k < 4; k++) {
        if ((mask >> k & 1u) == 0)
            continue;
        loaded[k] = LLVMBuildPhi(b, e->lanes.f, "");
        LLVMAddIncoming(loaded[k], (LLVMValueRef[]){from_rows[k], from_columns[k]},
                        (LLVMBasicBlockRef[]){by_row, by_column}, 2);
    }
    LLVMValueRef before = NULL;
    for (uint32_t k = 0; k < 4; k++) {
        if ((mask >> k & 1u) == 0)
            continue;
        LLVMValueRef x = loaded[k];
        if (number == S9_IR_IN_VFACE) {
            LLVMValueRef back = LLVMBuildFCmp(b, LLVMRealOLT, x, LLVMConstNull(e->lanes.f), "");
            LLVMValueRef one = s9_jit_splat_bits(e, &e->lanes, s9_float_bits(1.0f), S9_IR_TYPE_F32);
            LLVMValueRef minus = s9_jit_splat_bits(e, &e->lanes, s9_float_bits(-1.0f), S9_IR_TYPE_F32);
            x = LLVMBuildSelect(b, back, minus, one, "");
        }
        e->input_lanes[number][k] = x;
        /* Two components are looked at together. */
        if (before == NULL) {
            before = x;
            continue;
        }
        LLVMValueRef some = LLVMBuildFCmp(b, LLVMRealUNO, before, x, "");
        nan = nan == NULL ? some : LLVMBuildOr(b, nan, some, "");
        before = NULL;
    }
    if (before != NULL) {
        LLVMValueRef some = LLVMBuildFCmp(b, LLVMRealUNO, before, before, "");
        nan = nan == NULL ? some : LLVMBuildOr(b, nan, some, "");
    }
    return nan == NULL || e->target.mask_registers ? nan : LLVMBuildSExt(b, nan, e->lanes.i, "");
}

void s9_jit_load_inputs(s9_jit_emitter *e, LLVMBasicBlockRef done)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef nan = NULL;
    for (uint32_t number = 0; number < S9_IR_IN_COUNT; number++) {
        if (e->layout->inputs[number] == 0)
            continue;
        if (nan != NULL && !e->target.mask_registers)
            nan = LLVMBuildICmp(b, LLVMIntSLT, nan, LLVMConstNull(e->lanes.i), "");
        nan = load_input(e, number, nan);
    }
    if (nan == NULL)
        return;
    if (!e->target.mask_registers)
        nan = LLVMBuildICmp(b, LLVMIntSLT, nan, LLVMConstNull(e->lanes.i), "");
    s9_jit_comp some = s9_jit_bool(e, nan);
    LLVMBasicBlockRef clean = LLVMAppendBasicBlockInContext(e->context, e->function, "clean");
    e->nan_from = LLVMGetInsertBlock(b);
    LLVMBuildCondBr(b, s9_jit_any(e, &some), done, clean);
    LLVMPositionBuilderAtEnd(b, clean);
}

/* ---- outputs ---- */

/* Adds the lanes of a mask to 64 bits in memory. */
static void add_bits(s9_jit_emitter *e, LLVMValueRef variable, LLVMValueRef place)
{
    LLVMBuilderRef b = e->lanes.builder;
    s9_jit_comp mask = s9_jit_load(e, variable, S9_IR_TYPE_BOOL);
    LLVMValueRef bits = LLVMBuildZExt(b, s9_jit_bits(e, &mask), e->i64, "");
    bits = LLVMBuildShl(b, bits, e->lane, "");
    LLVMBuildStore(b, LLVMBuildOr(b, LLVMBuildLoad2(b, e->i64, place, ""), bits, ""), place);
}

static void store_written(s9_jit_emitter *e)
{
    LLVMBuilderRef b = e->lanes.builder;
    bool any = false;
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++)
        for (uint32_t k = 0; k < 4; k++)
            any |= e->outputs[number][k] != NULL && (e->definite[number] >> k & 1u) == 0;
    if (!any)
        return;
    LLVMValueRef table = s9_jit_member(e, e->block_argument, offsetof(s9_native_block, written), e->byte_pointer);
    LLVMBasicBlockRef asked = LLVMAppendBasicBlockInContext(e->context, e->function, "written");
    LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(e->context, e->function, "stored");
    LLVMBuildCondBr(b, LLVMBuildIsNotNull(b, table, ""), asked, done);
    LLVMPositionBuilderAtEnd(b, asked);
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++) {
        for (uint32_t k = 0; k < 4; k++) {
            if (e->outputs[number][k] == NULL || (e->definite[number] >> k & 1u) != 0)
                continue;
            LLVMValueRef offset = LLVMConstInt(e->i64, 8u * (4u * number + k), false);
            add_bits(e, e->output_lanes[number][k], s9_jit_pointer(e, b, table, offset, e->i64));
        }
    }
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, done);
}

/* One output register: four vectors to wherever the run wants them (kernels.h). */
static void store_output(s9_jit_emitter *e, uint32_t number)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMTypeRef f = e->lanes.f, arguments[6] = {f, f, f, f, e->byte_pointer, e->i64};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), arguments, 6, false);
    LLVMTypeRef pointer = LLVMPointerType(type, 0);
    LLVMValueRef function = s9_jit_member(e, e->functions, S9_JIT_STORE * sizeof(void *), pointer), given[6];
    LLVMValueRef offset = LLVMConstInt(e->i64, number * sizeof(s9_native_output), false);
    for (uint32_t k = 0; k < 4; k++)
        given[k] = e->outputs[number][k] == NULL ? LLVMConstNull(f) : LLVMBuildLoad2(b, f, e->outputs[number][k], "");
    given[4] = s9_jit_pointer(e, b, e->output_views, offset, LLVMInt8TypeInContext(e->context));
    given[5] = e->lane;
    (void)LLVMBuildCall2(b, type, function, given, 6, "");
}

void s9_jit_store_outputs(s9_jit_emitter *e)
{
    LLVMBuilderRef b = e->lanes.builder;
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++)
        if (e->layout->outputs[number] != 0)
            store_output(e, number);
    store_written(e);
    if (e->ir->uses_discard) {
        LLVMValueRef at = LLVMConstInt(e->i64, offsetof(s9_native_block, discarded), false);
        add_bits(e, e->discarded, s9_jit_pointer(e, b, e->block_argument, at, e->i64));
    }
}
