/* SPDX-License-Identifier: MIT */
/* Components: constants, words of the run, vectors, truth values, and where sources come from. */
#include "jit/emit.h"

#include <string.h>

/* ---- pointers, constants ---- */

LLVMValueRef s9_jit_pointer(s9_jit_emitter *e, LLVMBuilderRef builder, LLVMValueRef base, LLVMValueRef offset,
                            LLVMTypeRef type)
{
    LLVMValueRef at = LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(e->context), base, &offset, 1, "");
    return LLVMBuildBitCast(builder, at, LLVMPointerType(type, 0), "");
}

LLVMValueRef s9_jit_alloca(s9_jit_emitter *e, LLVMTypeRef type, const char *name)
{
    return LLVMBuildAlloca(e->entry, type, name);
}

static LLVMValueRef repeat(const s9_jit_shape *s, LLVMValueRef one)
{
    LLVMValueRef all[16];
    if (s->width == 1)
        return one;
    for (uint32_t i = 0; i < s->width; i++)
        all[i] = one;
    return LLVMConstVector(all, s->width);
}

LLVMValueRef s9_jit_splat_bits(const s9_jit_emitter *e, const s9_jit_shape *s, uint32_t bits, s9_ir_type type)
{
    LLVMValueRef one;
    if (type == S9_IR_TYPE_BOOL)
        one = LLVMConstInt(e->i1, bits != 0, false);
    else
        one = LLVMConstInt(e->i32, bits, false);
    if (type == S9_IR_TYPE_F32)
        one = LLVMConstBitCast(one, e->f32);
    return repeat(s, one);
}

LLVMValueRef s9_jit_spread(s9_jit_emitter *e, LLVMValueRef scalar)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(scalar), e->lanes.width);
    LLVMValueRef zero = LLVMConstInt(e->i32, 0, false);
    LLVMValueRef one = LLVMBuildInsertElement(b, LLVMGetUndef(type), scalar, zero, "");
    LLVMValueRef mask = LLVMConstNull(LLVMVectorType(e->i32, e->lanes.width));
    return LLVMBuildShuffleVector(b, one, LLVMGetUndef(type), mask, "");
}

LLVMValueRef s9_jit_load_word(s9_jit_emitter *e, uint32_t word, LLVMTypeRef type)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef offset = LLVMConstInt(e->i64, 4ull * word, false);
    LLVMValueRef load = LLVMBuildLoad2(b, type, s9_jit_pointer(e, b, e->words, offset, type), "");
    LLVMSetAlignment(load, 4);
    return load;
}

/* ---- components ---- */

s9_jit_comp s9_jit_imm(uint32_t bits)
{
    return (s9_jit_comp){.kind = S9_JIT_IMM, .bits = bits};
}

s9_jit_comp s9_jit_bool(s9_jit_emitter *e, LLVMValueRef v)
{
    s9_jit_comp comp = {.kind = S9_JIT_VECTOR, .v = v, .block = LLVMGetInsertBlock(e->lanes.builder)};
    if (!e->target.mask_registers)
        comp.wide = LLVMBuildSExt(e->lanes.builder, v, e->lanes.i, "");
    return comp;
}

s9_jit_comp s9_jit_of_vector(s9_jit_emitter *e, LLVMValueRef v, s9_ir_type type)
{
    return type == S9_IR_TYPE_BOOL ? s9_jit_bool(e, v) : (s9_jit_comp){.kind = S9_JIT_VECTOR, .v = v};
}

static LLVMValueRef is_negative(s9_jit_emitter *e, LLVMValueRef wide)
{
    return LLVMBuildICmp(e->lanes.builder, LLVMIntSLT, wide, LLVMConstNull(e->lanes.i), "");
}

LLVMValueRef s9_jit_vector(s9_jit_emitter *e, const s9_jit_comp *comp, s9_ir_type type)
{
    switch (comp->kind) {
    case S9_JIT_IMM:
        return s9_jit_splat_bits(e, &e->lanes, comp->bits, type);
    case S9_JIT_WORD:
        if (type == S9_IR_TYPE_F32)
            return s9_jit_spread(e, s9_jit_load_word(e, comp->bits, e->f32));
        if (type == S9_IR_TYPE_I32)
            return s9_jit_spread(e, s9_jit_load_word(e, comp->bits, e->i32));
        return is_negative(e, s9_jit_spread(e, s9_jit_load_word(e, comp->bits, e->i32)));
    default:
        if (comp->wide != NULL && comp->block != LLVMGetInsertBlock(e->lanes.builder))
            return is_negative(e, comp->wide);
        return comp->v;
    }
}

LLVMValueRef s9_jit_scalar(s9_jit_emitter *e, const s9_jit_comp *comp, s9_ir_type type)
{
    LLVMBuilderRef b = e->scalar.builder;
    if (comp->kind == S9_JIT_IMM)
        return s9_jit_splat_bits(e, &e->scalar, comp->bits, type);
    LLVMTypeRef stored = type == S9_IR_TYPE_F32 ? e->f32 : e->i32;
    LLVMValueRef offset = LLVMConstInt(e->i64, 4ull * comp->bits, false);
    LLVMValueRef load = LLVMBuildLoad2(b, stored, s9_jit_pointer(e, b, e->prepare_words, offset, stored), "");
    LLVMSetAlignment(load, 4);
    if (type == S9_IR_TYPE_BOOL)
        return LLVMBuildICmp(b, LLVMIntNE, load, LLVMConstInt(e->i32, 0, false), "");
    return load;
}

/* ---- words of the run ---- */

s9_jit_comp s9_jit_new_word(s9_jit_emitter *e, LLVMValueRef scalar, s9_ir_type type)
{
    LLVMBuilderRef b = e->scalar.builder;
    if (type == S9_IR_TYPE_BOOL)
        scalar = LLVMBuildSExt(b, scalar, e->i32, "");
    uint32_t word = e->word_count++;
    LLVMValueRef offset = LLVMConstInt(e->i64, 4ull * word, false);
    LLVMValueRef to = s9_jit_pointer(e, b, e->prepare_words, offset, LLVMTypeOf(scalar));
    LLVMSetAlignment(LLVMBuildStore(b, scalar, to), 4);
    e->prepares = true;
    return (s9_jit_comp){.kind = S9_JIT_WORD, .bits = word};
}

static uint32_t key_place(const s9_jit_emitter *e, uint64_t key)
{
    uint64_t hash = (key ^ key >> 29) * 0x9E3779B97F4A7C15u;
    uint32_t at = (uint32_t)(hash >> 32) & e->table.mask;
    while (e->table.keys[at] != 0 && e->table.keys[at] != key)
        at = (at + 1u) & e->table.mask;
    return at;
}

/* Keeps the table at most half full. False when out of memory. */
static bool grow_table(s9_jit_emitter *e)
{
    if (e->table.keys != NULL && e->table.count < e->table.mask / 2)
        return true;
    uint32_t old_size = e->table.keys == NULL ? 0 : e->table.mask + 1u, size = old_size == 0 ? 128 : old_size * 2u;
    const uint64_t *old_keys = e->table.keys;
    const uint32_t *old_words = e->table.words;
    uint64_t *keys = size > old_size ? s9_arena_array(e->arena, size, sizeof *keys) : NULL;
    uint32_t *words = size > old_size ? s9_arena_array(e->arena, size, sizeof *words) : NULL;
    if (keys == NULL || words == NULL) {
        e->arena->failed = true;
        return false;
    }
    e->table.keys = keys;
    e->table.words = words;
    e->table.mask = size - 1u;
    for (uint32_t i = 0; i < old_size; i++) {
        if (old_keys[i] == 0)
            continue;
        uint32_t at = key_place(e, old_keys[i]);
        keys[at] = old_keys[i];
        words[at] = old_words[i];
    }
    return true;
}

/* The place in the table, and whether it was there already. */
static uint32_t find(s9_jit_emitter *e, uint64_t key, bool *found)
{
    if (!grow_table(e))
        return UINT32_MAX;
    uint32_t at = key_place(e, key);
    *found = e->table.keys[at] != 0;
    if (!*found) {
        e->table.keys[at] = key;
        e->table.count++;
    }
    return at;
}

static s9_jit_comp supplied_word(s9_jit_emitter *e, const s9_ir_operand *operand, uint32_t component)
{
    uint64_t key = (uint64_t)operand->kind << 40 | (uint64_t)component << 32 | operand->index;
    bool found = false;
    uint32_t at = find(e, key, &found);
    if (at == UINT32_MAX)
        return s9_jit_imm(0);
    if (!found) {
        s9_native_uniform uniform = {operand->kind, (uint8_t)component, operand->index, e->word_count++};
        e->table.words[at] = uniform.word;
        (void)S9_PUSH(e->arena, &e->uniforms, uniform);
    }
    return (s9_jit_comp){.kind = S9_JIT_WORD, .bits = e->table.words[at]};
}

s9_jit_comp s9_jit_not_zero_word(s9_jit_emitter *e, uint32_t word)
{
    bool found = false;
    uint32_t at = find(e, (uint64_t)0xFF << 40 | word, &found);
    if (at == UINT32_MAX)
        return s9_jit_imm(0);
    if (!found) {
        s9_jit_comp of = {.kind = S9_JIT_WORD, .bits = word};
        LLVMValueRef x = s9_jit_scalar(e, &of, S9_IR_TYPE_F32);
        LLVMValueRef test = LLVMBuildFCmp(e->scalar.builder, LLVMRealUNE, x, LLVMConstNull(e->f32), "");
        e->table.words[at] = s9_jit_new_word(e, test, S9_IR_TYPE_BOOL).bits;
    }
    return (s9_jit_comp){.kind = S9_JIT_WORD, .bits = e->table.words[at]};
}

/* ---- variables ---- */

s9_jit_comp s9_jit_load(s9_jit_emitter *e, LLVMValueRef variable, s9_ir_type type)
{
    LLVMBuilderRef b = e->lanes.builder;
    if (type != S9_IR_TYPE_BOOL) {
        LLVMTypeRef of = type == S9_IR_TYPE_F32 ? e->lanes.f : e->lanes.i;
        return (s9_jit_comp){.kind = S9_JIT_VECTOR, .v = LLVMBuildLoad2(b, of, variable, "")};
    }
    s9_jit_comp comp = {.kind = S9_JIT_VECTOR, .block = LLVMGetInsertBlock(b)};
    comp.v = LLVMBuildLoad2(b, e->stored_bool, variable, "");
    if (!e->target.mask_registers) {
        comp.wide = comp.v;
        comp.v = is_negative(e, comp.wide);
    }
    return comp;
}

void s9_jit_store(s9_jit_emitter *e, LLVMValueRef variable, const s9_jit_comp *comp, s9_ir_type type)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef v = comp->kind == S9_JIT_VECTOR && comp->wide != NULL ? comp->wide : s9_jit_vector(e, comp, type);
    if (type == S9_IR_TYPE_BOOL && LLVMTypeOf(v) != e->stored_bool)
        v = LLVMBuildSExt(b, v, e->stored_bool, "");
    (void)LLVMBuildStore(b, v, variable);
}

/* ---- masks ---- */

s9_jit_comp s9_jit_and(s9_jit_emitter *e, const s9_jit_comp *a, const s9_jit_comp *b)
{
    if (a->kind == S9_JIT_IMM)
        return a->bits != 0 ? *b : *a;
    if (b->kind == S9_JIT_IMM)
        return b->bits != 0 ? *a : *b;
    LLVMValueRef x = s9_jit_vector(e, a, S9_IR_TYPE_BOOL), y = s9_jit_vector(e, b, S9_IR_TYPE_BOOL);
    return s9_jit_bool(e, LLVMBuildAnd(e->lanes.builder, x, y, ""));
}

s9_jit_comp s9_jit_not(s9_jit_emitter *e, const s9_jit_comp *a)
{
    if (a->kind == S9_JIT_IMM)
        return s9_jit_imm(a->bits != 0 ? 0 : UINT32_MAX);
    return s9_jit_bool(e, LLVMBuildNot(e->lanes.builder, s9_jit_vector(e, a, S9_IR_TYPE_BOOL), ""));
}

LLVMValueRef s9_jit_bits(s9_jit_emitter *e, const s9_jit_comp *mask)
{
    LLVMTypeRef type = LLVMIntTypeInContext(e->context, e->lanes.width);
    return LLVMBuildBitCast(e->lanes.builder, s9_jit_vector(e, mask, S9_IR_TYPE_BOOL), type, "");
}

LLVMValueRef s9_jit_any(s9_jit_emitter *e, const s9_jit_comp *mask)
{
    if (mask->kind == S9_JIT_IMM)
        return LLVMConstInt(e->i1, mask->bits != 0, false);
    LLVMValueRef bits = s9_jit_bits(e, mask);
    return LLVMBuildICmp(e->lanes.builder, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "");
}

/* ---- sources ---- */

s9_ir_type s9_jit_source_type(const s9_jit_emitter *e, const s9_ir_inst *inst, uint32_t index)
{
    s9_ir_type type = s9_ir_op_info_of((s9_ir_op)inst->op)->types[index];
    if (type != S9_IR_TYPE_SAME)
        return type;
    if (inst->dst.kind == S9_IR_REG)
        return e->ir->registers.items[inst->dst.index].type;
    if (inst->dst.kind == S9_IR_VALUE)
        return (s9_ir_type)(e->ir->values.items[inst->dst.index] >> 3);
    return S9_IR_TYPE_F32;
}

static s9_jit_comp constant(s9_jit_emitter *e, const s9_ir_operand *operand, uint32_t component)
{
    if (operand->kind == S9_IR_IMM)
        return s9_jit_imm(e->ir->immediates.items[operand->index + component]);
    const s9_ir_definition *definition = s9_ir_definition_of(e->ir, operand->kind, operand->index);
    if (definition != NULL)
        return s9_jit_imm(definition->bits[component]);
    if (operand->kind == S9_IR_CONSTF && operand->index >= e->ir->constf_limit)
        return s9_jit_imm(0);
    return supplied_word(e, operand, operand->kind == S9_IR_CONSTB ? 0 : component);
}

static s9_jit_comp register_component(s9_jit_emitter *e, uint32_t number, uint32_t component)
{
    if ((e->written[number] >> component & 1u) == 0)
        return s9_jit_imm(0);
    return s9_jit_load(e, e->registers[number][component], e->ir->registers.items[number].type);
}

/* Inputs by index: for each declared one, its lanes where the index names it. */
static void gather_input(s9_jit_emitter *e, const s9_ir_operand *operand, uint32_t n, LLVMValueRef index,
                         s9_jit_comp *out)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef results[4];
    for (uint32_t k = 0; k < n; k++)
        results[k] = LLVMConstNull(e->lanes.f);
    for (uint32_t number = 0; number < S9_IR_IN_T; number++) {
        if ((e->input_declared >> number & 1u) == 0)
            continue;
        LLVMValueRef wanted = s9_jit_splat_bits(e, &e->lanes, number - operand->index, S9_IR_TYPE_I32);
        LLVMValueRef here = LLVMBuildICmp(b, LLVMIntEQ, index, wanted, "");
        for (uint32_t k = 0; k < n; k++) {
            LLVMValueRef lanes = e->input_lanes[number][operand->swizzle[k]];
            results[k] = LLVMBuildSelect(b, here, lanes, results[k], "");
        }
    }
    for (uint32_t k = 0; k < n; k++)
        out[k] = s9_jit_of_vector(e, results[k], S9_IR_TYPE_F32);
}

LLVMValueRef s9_jit_member(s9_jit_emitter *e, LLVMValueRef of, size_t offset, LLVMTypeRef type)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef at = LLVMConstInt(e->i64, offset, false);
    return LLVMBuildLoad2(b, type, s9_jit_pointer(e, b, of, at, type), "");
}

/* Rows of four floats, one a lane, to four vectors: inside each quarter of 16 bytes four rows are transposed. */
void s9_jit_transpose(s9_jit_emitter *e, LLVMValueRef *rows, LLVMValueRef out[4])
{
    LLVMBuilderRef b = e->lanes.builder;
    uint32_t width = e->lanes.width;
    LLVMValueRef group[4], indices[16], mask;
    for (uint32_t j = 0; j < 4; j++) {
        /* rows j, j + 4, j + 8 .. beside each other */
        LLVMValueRef parts[4] = {NULL, NULL, NULL, NULL};
        uint32_t count = width / 4, size = 4;
        for (uint32_t i = 0; i < count; i++)
            parts[i] = rows[j + 4 * i];
        for (; count > 1; count /= 2, size *= 2) {
            for (uint32_t i = 0; i < 2 * size; i++)
                indices[i] = LLVMConstInt(e->i32, i, false);
            mask = LLVMConstVector(indices, 2 * size);
            for (uint32_t i = 0; i < count / 2; i++)
                parts[i] = LLVMBuildShuffleVector(b, parts[2 * i], parts[2 * i + 1], mask, "");
        }
        group[j] = parts[0];
    }
    LLVMValueRef half[4];
    for (uint32_t step = 0; step < 2; step++) {
        for (uint32_t k = 0; k < 4; k++) {
            /* First x0 x1 y0 y1 of a pair, then x0 x1 x2 x3 of two pairs. */
            for (uint32_t i = 0; i < width; i++) {
                uint32_t quarter = i & ~3u, j = i & 3u, from;
                if (step == 0)
                    from = quarter + (k & 1u ? 2u : 0u) + j / 2 + (j & 1u ? width : 0);
                else
                    from = quarter + (k & 1u ? 2u : 0u) + (j & 1u) + (j & 2u ? width : 0);
                indices[i] = LLVMConstInt(e->i32, from, false);
            }
            mask = LLVMConstVector(indices, width);
            if (step == 0)
                half[k] = LLVMBuildShuffleVector(b, group[k & 2u], group[(k & 2u) + 1u], mask, "");
            else
                out[k] = LLVMBuildShuffleVector(b, half[k / 2], half[k / 2 + 2], mask, "");
        }
    }
}

/*
 * The rows that the operand names, where this block took them and the register of the index still holds the same; else
 * a place to note them, with `block` NULL. LLVM cannot tell, for it takes the loads to be volatile.
 */
static s9_jit_gathered *gathered(s9_jit_emitter *e, const s9_ir_operand *operand)
{
    LLVMBasicBlockRef block = LLVMGetInsertBlock(e->lanes.builder);
    for (uint32_t i = 0; i < S9_JIT_GATHERED; i++) {
        s9_jit_gathered *g = &e->gathered[i];
        if (g->block == block && g->relative == operand->relative && g->component == operand->relative_component &&
            g->index == operand->index)
            return g;
    }
    s9_jit_gathered *g = &e->gathered[e->gathered_next++ % S9_JIT_GATHERED];
    *g = (s9_jit_gathered){
        .relative = operand->relative, .component = operand->relative_component, .index = operand->index};
    return g;
}

void s9_jit_register_changes(s9_jit_emitter *e, uint32_t number)
{
    for (uint32_t i = 0; i < S9_JIT_GATHERED; i++)
        if (e->gathered[i].relative == number + 1u)
            e->gathered[i].block = NULL;
}

/* Each lane's row. The offsets go through memory: from there they are addresses without being taken apart first. */
static void gather_each(s9_jit_emitter *e, LLVMValueRef table, LLVMValueRef safe, LLVMValueRef columns[4])
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMTypeRef row_type = LLVMVectorType(e->f32, 4);
    LLVMValueRef rows[16], four = s9_jit_splat_bits(e, &e->lanes, 4, S9_IR_TYPE_I32);
    LLVMValueRef to = LLVMBuildBitCast(b, e->index_buffer, LLVMPointerType(e->lanes.i, 0), "");
    LLVMValueRef from = LLVMBuildBitCast(b, e->index_buffer, e->byte_pointer, "");
    LLVMValueRef store = LLVMBuildStore(b, LLVMBuildShl(b, safe, four, ""), to);
    LLVMSetAlignment(store, 4 * e->lanes.width);
    for (uint32_t i = 0; i < e->lanes.width; i++) {
        LLVMValueRef at = s9_jit_pointer(e, b, from, LLVMConstInt(e->i64, 4ull * i, false), e->i32);
        /* Volatile, or LLVM would take the vector apart after all. */
        LLVMValueRef offset = LLVMBuildLoad2(b, e->i32, at, "");
        LLVMSetVolatile(offset, true);
        offset = LLVMBuildZExt(b, offset, e->i64, "");
        rows[i] = LLVMBuildLoad2(b, row_type, s9_jit_pointer(e, b, table, offset, row_type), "");
        LLVMSetAlignment(rows[i], 4);
    }
    s9_jit_transpose(e, rows, columns);
}

/* One row, spread. */
static void gather_same(s9_jit_emitter *e, const s9_ir_operand *operand, uint32_t n, LLVMValueRef table,
                        LLVMValueRef safe, LLVMValueRef *out)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef row = LLVMBuildExtractElement(b, safe, LLVMConstInt(e->i32, 0, false), "");
    LLVMValueRef offset = LLVMBuildShl(b, LLVMBuildZExt(b, row, e->i64, ""), LLVMConstInt(e->i64, 4, false), "");
    for (uint32_t k = 0; k < n; k++) {
        LLVMValueRef place = LLVMBuildAdd(b, offset, LLVMConstInt(e->i64, 4ull * operand->swizzle[k], false), "");
        LLVMValueRef load = LLVMBuildLoad2(b, e->f32, s9_jit_pointer(e, b, table, place, e->f32), "");
        LLVMSetAlignment(load, 4);
        out[k] = s9_jit_spread(e, load);
    }
}

/* `even`: all lanes are likely to have the same index, as that of loops. */
static void gather_constant(s9_jit_emitter *e, const s9_ir_operand *operand, uint32_t n, LLVMValueRef index, bool even,
                            s9_jit_comp *out)
{
    LLVMBuilderRef b = e->lanes.builder;
    LLVMValueRef columns[4], same_results[4];
    s9_jit_gathered *known = even ? NULL : gathered(e, operand);
    if (known != NULL && known->block != NULL) {
        for (uint32_t k = 0; k < n; k++)
            out[k] = s9_jit_of_vector(e, known->columns[operand->swizzle[k]], S9_IR_TYPE_F32);
        return;
    }
    LLVMValueRef table = s9_jit_member(e, e->block_argument, offsetof(s9_native_block, constants), e->byte_pointer);
    LLVMValueRef count = s9_jit_member(e, e->block_argument, offsetof(s9_native_block, constant_count), e->i32);
    LLVMValueRef number = s9_jit_splat_bits(e, &e->lanes, operand->index, S9_IR_TYPE_I32);
    LLVMValueRef at = LLVMBuildAdd(b, index, number, "");
    /* Beyond the table, below 0 included, the row of zeros behind it. */
    LLVMValueRef end_row = s9_jit_spread(e, count);
    LLVMValueRef safe = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, at, end_row, ""), at, end_row, "");
    if (known != NULL) {
        gather_each(e, table, safe, known->columns);
        known->block = LLVMGetInsertBlock(b);
        for (uint32_t k = 0; k < n; k++)
            out[k] = s9_jit_of_vector(e, known->columns[operand->swizzle[k]], S9_IR_TYPE_F32);
        return;
    }
    LLVMValueRef first = LLVMBuildExtractElement(b, at, LLVMConstInt(e->i32, 0, false), "");
    s9_jit_comp differ = s9_jit_bool(e, LLVMBuildICmp(b, LLVMIntNE, at, s9_jit_spread(e, first), ""));
    LLVMBasicBlockRef same = LLVMAppendBasicBlockInContext(e->context, e->function, "same");
    LLVMBasicBlockRef each = LLVMAppendBasicBlockInContext(e->context, e->function, "each");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(e->context, e->function, "gathered");
    LLVMBuildCondBr(b, s9_jit_any(e, &differ), each, same);
    LLVMPositionBuilderAtEnd(b, same);
    gather_same(e, operand, n, table, safe, same_results);
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, each);
    gather_each(e, table, safe, columns);
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, end);
    for (uint32_t k = 0; k < n; k++) {
        LLVMValueRef phi = LLVMBuildPhi(b, e->lanes.f, "");
        LLVMAddIncoming(phi, (LLVMValueRef[]){same_results[k], columns[operand->swizzle[k]]},
                        (LLVMBasicBlockRef[]){same, each}, 2);
        out[k] = s9_jit_of_vector(e, phi, S9_IR_TYPE_F32);
    }
}

void s9_jit_source(s9_jit_emitter *e, const s9_ir_operand *operand, uint32_t n, s9_ir_type type, s9_jit_comp *out)
{
    (void)type;
    if (operand->relative != 0 && (operand->kind == S9_IR_CONSTF || operand->kind == S9_IR_INPUT)) {
        s9_jit_comp index = register_component(e, operand->relative - 1u, operand->relative_component);
        LLVMValueRef lanes = s9_jit_vector(e, &index, S9_IR_TYPE_I32);
        if (operand->kind == S9_IR_CONSTF)
            gather_constant(e, operand, n, lanes,
                            strcmp(e->ir->registers.items[operand->relative - 1u].name, "aL") == 0, out);
        else
            gather_input(e, operand, n, lanes, out);
        return;
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t component = operand->swizzle[k];
        switch ((s9_ir_kind)operand->kind) {
        case S9_IR_VALUE:
            out[k] = e->values[operand->index][component];
            break;
        case S9_IR_REG:
            out[k] = register_component(e, operand->index, component);
            break;
        case S9_IR_INPUT:
            out[k] = s9_jit_of_vector(e, e->input_lanes[operand->index][component], S9_IR_TYPE_F32);
            break;
        default:
            out[k] = constant(e, operand, component);
            break;
        }
    }
}
