/* SPDX-License-Identifier: MIT */
/*
 * What each operation computes (ir/README.md), as LLVM instructions. Nothing here says "fast" or allows contraction, so
 * LLVM keeps every rounding; of NaN only that it is one matters here.
 */
#include "jit/emit.h"

#include "jit/kernels.h"

#include <string.h>

#define SIGN 0x80000000u
#define INFINITY_BITS 0x7F800000u

/* ---- pieces ---- */

static LLVMValueRef number(const s9_jit_emitter *e, const s9_jit_shape *s, float value)
{
    return s9_jit_splat_bits(e, s, s9_float_bits(value), S9_IR_TYPE_F32);
}

static LLVMValueRef word(const s9_jit_emitter *e, const s9_jit_shape *s, uint32_t value)
{
    return s9_jit_splat_bits(e, s, value, S9_IR_TYPE_I32);
}

static LLVMValueRef bits_of(const s9_jit_shape *s, LLVMValueRef x)
{
    return LLVMBuildBitCast(s->builder, x, s->i, "");
}

static LLVMValueRef float_of(const s9_jit_shape *s, LLVMValueRef x)
{
    return LLVMBuildBitCast(s->builder, x, s->f, "");
}

static LLVMValueRef compare(const s9_jit_shape *s, LLVMRealPredicate predicate, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildFCmp(s->builder, predicate, a, b, "");
}

static LLVMValueRef select(const s9_jit_shape *s, LLVMValueRef m, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(s->builder, m, a, b, "");
}

LLVMValueRef s9_jit_call1(s9_jit_emitter *e, LLVMBuilderRef builder, const char *name, LLVMValueRef a)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef type = LLVMTypeOf(a);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(e->module, id, &type, 1);
    return LLVMBuildCall2(builder, LLVMIntrinsicGetType(e->context, id, &type, 1), function, &a, 1, "");
}

static LLVMValueRef absolute(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x)
{
    return s9_jit_call1(e, s->builder, "llvm.fabs", x);
}

/* Nearest whole number, ties to even, and the one below or at x. */
static LLVMValueRef round_even(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x)
{
    if (e->target.rounds)
        return s9_jit_call1(e, s->builder, "llvm.nearbyint", x);
    /* Adding and subtracting 2^23 rounds to nearest; beyond 2^23 every float is whole. The sign is that of x. */
    LLVMBuilderRef b = s->builder;
    LLVMValueRef magnitude = absolute(e, s, x), whole = number(e, s, 0x1p23f);
    LLVMValueRef r = LLVMBuildFSub(b, LLVMBuildFAdd(b, magnitude, whole, ""), whole, "");
    LLVMValueRef sign = LLVMBuildAnd(b, bits_of(s, x), word(e, s, SIGN), "");
    r = float_of(s, LLVMBuildOr(b, bits_of(s, r), sign, ""));
    return select(s, compare(s, LLVMRealOLT, magnitude, whole), r, x);
}

static LLVMValueRef floor_of(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x)
{
    if (e->target.rounds)
        return s9_jit_call1(e, s->builder, "llvm.floor", x);
    LLVMBuilderRef b = s->builder;
    LLVMValueRef r = round_even(e, s, x);
    LLVMValueRef lower = LLVMBuildFSub(b, r, number(e, s, 1.0f), "");
    return select(s, compare(s, LLVMRealOLT, x, r), lower, r);
}

/* Whole floats to integers, held to the range of int32; NaN gives 0. */
static LLVMValueRef to_int(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x)
{
    LLVMBuilderRef b = s->builder;
    LLVMValueRef high = compare(s, LLVMRealOGE, x, number(e, s, 0x1p31f));
    LLVMValueRef low = compare(s, LLVMRealOLT, x, number(e, s, -0x1p31f));
    LLVMValueRef below = compare(s, LLVMRealOLT, x, number(e, s, 0x1p31f));
    LLVMValueRef inside = LLVMBuildAnd(b, below, compare(s, LLVMRealOGE, x, number(e, s, -0x1p31f)), "");
    LLVMValueRef safe = select(s, inside, x, number(e, s, 0.0f));
    LLVMValueRef r = LLVMBuildFPToSI(b, safe, s->i, "");
    r = select(s, high, word(e, s, INT32_MAX), r);
    return select(s, low, word(e, s, SIGN), r);
}

static LLVMValueRef add_half_up(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x, LLVMValueRef whole)
{
    LLVMBuilderRef b = s->builder;
    LLVMValueRef rest = LLVMBuildFSub(b, x, whole, "");
    LLVMValueRef up = LLVMBuildFAdd(b, whole, number(e, s, 1.0f), "");
    return select(s, compare(s, LLVMRealOGE, rest, number(e, s, 0.5f)), up, whole);
}

static LLVMValueRef to_int_away(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x)
{
    LLVMBuilderRef b = s->builder;
    LLVMValueRef magnitude = absolute(e, s, x);
    LLVMValueRef whole = add_half_up(e, s, magnitude, floor_of(e, s, magnitude));
    LLVMValueRef sign = LLVMBuildAnd(b, bits_of(s, x), word(e, s, SIGN), "");
    return to_int(e, s, float_of(s, LLVMBuildOr(b, bits_of(s, whole), sign, "")));
}

/* Infinities become FLT_MAX: its bits are one less. */
static LLVMValueRef finite(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x)
{
    LLVMBuilderRef b = s->builder;
    LLVMValueRef bits = bits_of(s, x);
    LLVMValueRef magnitude = LLVMBuildAnd(b, bits, word(e, s, ~SIGN), "");
    LLVMValueRef infinite = LLVMBuildICmp(b, LLVMIntEQ, magnitude, word(e, s, INFINITY_BITS), "");
    return float_of(s, LLVMBuildAdd(b, bits, LLVMBuildSExt(b, infinite, s->i, ""), ""));
}

static LLVMValueRef reciprocal(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x, bool z)
{
    LLVMBuilderRef b = s->builder;
    LLVMValueRef r = LLVMBuildFDiv(b, number(e, s, 1.0f), x, "");
    if (!z)
        return r;
    /* Both zeros: FLT_MAX. */
    LLVMValueRef zero = compare(s, LLVMRealOEQ, x, number(e, s, 0.0f));
    return select(s, zero, s9_jit_splat_bits(e, s, 0x7F7FFFFFu, S9_IR_TYPE_F32), finite(e, s, r));
}

/* In double precision, rounded once (exec/math.h). */
static LLVMValueRef reciprocal_root(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x, bool z)
{
    LLVMBuilderRef b = s->builder;
    LLVMTypeRef type = LLVMDoubleTypeInContext(e->context);
    LLVMValueRef one = LLVMConstReal(type, 1.0), ones[16];
    for (uint32_t i = 0; i < s->width; i++)
        ones[i] = one;
    LLVMValueRef wide = LLVMBuildFPExt(b, absolute(e, s, x), s->d, "");
    LLVMValueRef root = s9_jit_call1(e, b, "llvm.sqrt", wide);
    LLVMValueRef r = LLVMBuildFDiv(b, s->width == 1 ? one : LLVMConstVector(ones, s->width), root, "");
    r = LLVMBuildFPTrunc(b, r, s->f, "");
    if (!z)
        return r;
    /* Only a zero overflows: the root of the smallest denormal has a reciprocal far below FLT_MAX. */
    LLVMValueRef zero = compare(s, LLVMRealOEQ, x, number(e, s, 0.0f));
    return select(s, zero, s9_jit_splat_bits(e, s, 0x7F7FFFFFu, S9_IR_TYPE_F32), r);
}

/* One of the functions of exec/math.h, over a vector in memory. */
static LLVMValueRef math(s9_jit_emitter *e, const s9_jit_shape *s, s9_ir_op op, LLVMValueRef x, LLVMValueRef y)
{
    LLVMBuilderRef b = s->builder;
    bool scalar = s->width == 1;
    LLVMValueRef *buffers = scalar ? e->prepare_buffer : e->math_buffer;
    LLVMValueRef table = scalar ? e->prepare_functions : e->functions;
    LLVMTypeRef arguments[2] = {e->byte_pointer, e->byte_pointer};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), arguments, 2, false);
    LLVMTypeRef pointer = LLVMPointerType(type, 0);
    LLVMValueRef place = LLVMConstInt(e->i64, (S9_JIT_MATH + (uint64_t)s9_jit_math_number(op)) * sizeof(void *), false);
    LLVMValueRef function = LLVMBuildLoad2(b, pointer, s9_jit_pointer(e, b, table, place, pointer), "");
    LLVMValueRef values[2] = {x, y}, given[2];
    for (uint32_t i = 0; i < 2; i++) {
        given[i] = LLVMBuildBitCast(b, buffers[i], e->byte_pointer, "");
        if (values[i] == NULL)
            continue;
        LLVMValueRef to = LLVMBuildBitCast(b, buffers[i], LLVMPointerType(s->f, 0), "");
        LLVMSetAlignment(LLVMBuildStore(b, values[i], to), 4 * s->width);
    }
    (void)LLVMBuildCall2(b, type, function, given, 2, "");
    LLVMValueRef from = LLVMBuildBitCast(b, buffers[0], LLVMPointerType(s->f, 0), "");
    LLVMValueRef load = LLVMBuildLoad2(b, s->f, from, "");
    LLVMSetAlignment(load, 4 * s->width);
    return load;
}

/* ---- products where zero wins ---- */

static bool is_zero(const s9_jit_comp *a)
{
    return a->kind == S9_JIT_IMM && (a->bits & ~SIGN) == 0;
}

static bool same(const s9_jit_comp *a, const s9_jit_comp *b)
{
    return a->kind == b->kind && (a->kind == S9_JIT_VECTOR ? a->v == b->v : a->bits == b->bits);
}

static LLVMValueRef product_scalar(const s9_jit_shape *s, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef zero = LLVMConstNull(s->f);
    LLVMValueRef m = LLVMBuildAnd(s->builder, compare(s, LLVMRealUNE, a, zero), compare(s, LLVMRealUNE, b, zero), "");
    return select(s, m, LLVMBuildFMul(s->builder, a, b, ""), zero);
}

static LLVMValueRef product(s9_jit_emitter *e, const s9_jit_comp *a, const s9_jit_comp *b, bool z)
{
    const s9_jit_shape *s = &e->lanes;
    LLVMBuilderRef builder = s->builder;
    LLVMValueRef zero = LLVMConstNull(s->f);
    if (z && (is_zero(a) || is_zero(b)))
        return zero;
    LLVMValueRef x = s9_jit_vector(e, a, S9_IR_TYPE_F32), y = s9_jit_vector(e, b, S9_IR_TYPE_F32);
    LLVMValueRef r = LLVMBuildFMul(builder, x, y, "");
    /* The square of a zero is +0 by itself. */
    if (!z || same(a, b))
        return r;
    const s9_jit_comp *factors[2] = {a, b};
    LLVMValueRef values[2] = {x, y}, mask = NULL;
    for (uint32_t i = 0; i < 2; i++) {
        if (factors[i]->kind != S9_JIT_VECTOR)
            continue;
        LLVMValueRef m = compare(s, LLVMRealUNE, values[i], zero);
        mask = mask == NULL ? m : LLVMBuildAnd(builder, mask, m, "");
    }
    if (mask != NULL)
        r = select(s, mask, r, zero);
    for (uint32_t i = 0; i < 2; i++) {
        if (factors[i]->kind != S9_JIT_WORD)
            continue;
        s9_jit_comp keep = s9_jit_not_zero_word(e, factors[i]->bits);
        LLVMValueRef all = s9_jit_vector(e, &keep, S9_IR_TYPE_I32);
        r = float_of(s, LLVMBuildAnd(builder, bits_of(s, r), all, ""));
    }
    return r;
}

/* ---- one component of an operation ---- */

static bool never_nan(const s9_jit_comp *a)
{
    return a->kind == S9_JIT_IMM && (a->bits & ~SIGN) <= INFINITY_BITS;
}

/* Equal operands give b for the minimum, a for the maximum; NaN gives the other one. */
static LLVMValueRef minimum(const s9_jit_shape *s, const s9_jit_comp *ca, const s9_jit_comp *cb, LLVMValueRef a,
                            LLVMValueRef b)
{
    if (never_nan(ca))
        return select(s, compare(s, LLVMRealOLE, b, a), b, a);
    LLVMValueRef r = select(s, compare(s, LLVMRealOLT, a, b), a, b);
    return never_nan(cb) ? r : select(s, compare(s, LLVMRealUNO, b, b), a, r);
}

static LLVMValueRef maximum(const s9_jit_shape *s, const s9_jit_comp *ca, const s9_jit_comp *cb, LLVMValueRef a,
                            LLVMValueRef b)
{
    if (never_nan(cb))
        return select(s, compare(s, LLVMRealOGE, a, b), a, b);
    LLVMValueRef r = select(s, compare(s, LLVMRealOGT, b, a), b, a);
    return never_nan(ca) ? r : select(s, compare(s, LLVMRealUNO, a, a), b, r);
}

static LLVMValueRef saturate(s9_jit_emitter *e, const s9_jit_shape *s, LLVMValueRef x)
{
    LLVMValueRef zero = number(e, s, 0.0f), one = number(e, s, 1.0f);
    LLVMValueRef r = select(s, compare(s, LLVMRealOGT, x, zero), x, zero);
    return select(s, compare(s, LLVMRealOLT, r, one), r, one);
}

/* Lanes of a quad: top left, top right, bottom left, bottom right. */
static LLVMValueRef difference(s9_jit_emitter *e, LLVMValueRef x, bool along_x)
{
    const s9_jit_shape *s = &e->lanes;
    LLVMBuilderRef b = s->builder;
    LLVMValueRef low[16], high[16];
    uint32_t step = along_x ? 1 : 2;
    for (uint32_t i = 0; i < s->width; i++) {
        low[i] = LLVMConstInt(e->i32, i & ~step, false);
        high[i] = LLVMConstInt(e->i32, i | step, false);
    }
    LLVMValueRef first = LLVMBuildShuffleVector(b, x, LLVMGetUndef(s->f), LLVMConstVector(low, s->width), "");
    LLVMValueRef last = LLVMBuildShuffleVector(b, x, LLVMGetUndef(s->f), LLVMConstVector(high, s->width), "");
    LLVMValueRef r = LLVMBuildFSub(b, last, first, "");
    return float_of(s, LLVMBuildAnd(b, bits_of(s, r), s9_jit_spread(e, e->quads), ""));
}

static LLVMValueRef compare_op(const s9_jit_shape *s, s9_ir_op op, LLVMValueRef a, LLVMValueRef b)
{
    switch (op) {
    case S9_IR_LT:
        return compare(s, LLVMRealOLT, a, b);
    case S9_IR_LE:
        return compare(s, LLVMRealOLE, a, b);
    case S9_IR_GT:
        return compare(s, LLVMRealOGT, a, b);
    case S9_IR_GE:
        return compare(s, LLVMRealOGE, a, b);
    case S9_IR_EQ:
        return compare(s, LLVMRealOEQ, a, b);
    default:
        return compare(s, LLVMRealUNE, a, b);
    }
}

/* Everything but products and dots, which look at their operands first. */
static LLVMValueRef component(s9_jit_emitter *e, const s9_jit_shape *s, s9_ir_op op, const s9_jit_comp *comps,
                              const LLVMValueRef *x)
{
    LLVMBuilderRef b = s->builder;
    switch (op) {
    case S9_IR_SELECT:
        return select(s, x[0], x[1], x[2]);
    case S9_IR_ADD:
        return LLVMBuildFAdd(b, x[0], x[1], "");
    case S9_IR_SUB:
        return LLVMBuildFSub(b, x[0], x[1], "");
    case S9_IR_DIV:
        return LLVMBuildFDiv(b, x[0], x[1], "");
    case S9_IR_MIN:
        return minimum(s, &comps[0], &comps[1], x[0], x[1]);
    case S9_IR_MAX:
        return maximum(s, &comps[0], &comps[1], x[0], x[1]);
    case S9_IR_NEG:
        return LLVMBuildFNeg(b, x[0], "");
    case S9_IR_ABS:
        return absolute(e, s, x[0]);
    case S9_IR_SAT:
        return saturate(e, s, x[0]);
    case S9_IR_FLOOR:
        return floor_of(e, s, x[0]);
    case S9_IR_FRC:
        return LLVMBuildFSub(b, x[0], floor_of(e, s, x[0]), "");
    case S9_IR_RCP:
        return reciprocal(e, s, x[0], false);
    case S9_IR_RCPZ:
        return reciprocal(e, s, x[0], true);
    case S9_IR_RSQ:
        return reciprocal_root(e, s, x[0], false);
    case S9_IR_RSQZ:
        return reciprocal_root(e, s, x[0], true);
    case S9_IR_SQRT:
        return s9_jit_call1(e, b, "llvm.sqrt", x[0]);
    case S9_IR_POW:
    case S9_IR_POWZ:
        return math(e, s, op, x[0], x[1]);
    case S9_IR_LT:
    case S9_IR_LE:
    case S9_IR_GT:
    case S9_IR_GE:
    case S9_IR_EQ:
    case S9_IR_NE:
        return compare_op(s, op, x[0], x[1]);
    case S9_IR_NOT:
        return LLVMBuildNot(b, x[0], "");
    case S9_IR_AND:
        return LLVMBuildAnd(b, x[0], x[1], "");
    case S9_IR_OR:
        return LLVMBuildOr(b, x[0], x[1], "");
    case S9_IR_BOOL_TO_FLOAT:
        return select(s, x[0], number(e, s, 1.0f), number(e, s, 0.0f));
    case S9_IR_FLOAT_TO_INT_FLOOR:
        return to_int(e, s, floor_of(e, s, x[0]));
    case S9_IR_FLOAT_TO_INT_EVEN:
        return to_int(e, s, round_even(e, s, x[0]));
    case S9_IR_FLOAT_TO_INT_AWAY:
        return to_int_away(e, s, x[0]);
    case S9_IR_FLOAT_TO_INT_UP:
        return to_int(e, s, add_half_up(e, s, x[0], floor_of(e, s, x[0])));
    case S9_IR_IADD:
        return LLVMBuildAdd(b, x[0], x[1], "");
    case S9_IR_DDX:
        return difference(e, x[0], true);
    case S9_IR_DDY:
        return difference(e, x[0], false);
    default:
        return math(e, s, op, x[0], NULL);
    }
}

static bool zero_wins(s9_ir_op op)
{
    return op == S9_IR_MULZ || op == S9_IR_MADZ || op == S9_IR_DOT2Z || op == S9_IR_DOT3Z || op == S9_IR_DOT4Z;
}

/* Number of products that a component sums up; 0: no product. */
static uint32_t product_terms(s9_ir_op op)
{
    switch (op) {
    case S9_IR_MUL:
    case S9_IR_MULZ:
    case S9_IR_MAD:
    case S9_IR_MADZ:
        return 1;
    case S9_IR_DOT2:
    case S9_IR_DOT2Z:
        return 2;
    case S9_IR_DOT3:
    case S9_IR_DOT3Z:
        return 3;
    case S9_IR_DOT4:
    case S9_IR_DOT4Z:
        return 4;
    default:
        return 0;
    }
}

static LLVMValueRef sum_of_products(s9_jit_emitter *e, s9_ir_op op, s9_jit_comp sources[3][4], uint32_t k, bool uniform)
{
    const s9_jit_shape *s = uniform ? &e->scalar : &e->lanes;
    uint32_t terms = product_terms(op);
    bool z = zero_wins(op);
    LLVMValueRef sum = NULL;
    for (uint32_t i = 0; i < terms; i++) {
        const s9_jit_comp *a = &sources[0][terms == 1 ? k : i], *b = &sources[1][terms == 1 ? k : i];
        LLVMValueRef p;
        if (uniform) {
            LLVMValueRef x = s9_jit_scalar(e, a, S9_IR_TYPE_F32), y = s9_jit_scalar(e, b, S9_IR_TYPE_F32);
            p = z ? product_scalar(s, x, y) : LLVMBuildFMul(s->builder, x, y, "");
        } else {
            p = product(e, a, b, z);
        }
        sum = sum == NULL ? p : LLVMBuildFAdd(s->builder, sum, p, "");
    }
    if (op == S9_IR_MAD || op == S9_IR_MADZ) {
        const s9_jit_comp *c = &sources[2][k];
        LLVMValueRef addend = uniform ? s9_jit_scalar(e, c, S9_IR_TYPE_F32) : s9_jit_vector(e, c, S9_IR_TYPE_F32);
        sum = LLVMBuildFAdd(s->builder, sum, addend, "");
    }
    return sum;
}

void s9_jit_compute(s9_jit_emitter *e, const s9_ir_inst *inst, s9_jit_comp *out)
{
    s9_ir_op op = (s9_ir_op)inst->op;
    const s9_ir_op_info *info = s9_ir_op_info_of(op);
    s9_jit_comp sources[3][4];
    s9_ir_type types[3] = {S9_IR_TYPE_NONE, S9_IR_TYPE_NONE, S9_IR_TYPE_NONE};
    bool uniform = (info->flags & S9_IRF_GRADIENT) == 0;
    for (uint32_t j = 0; j < info->sources; j++) {
        uint32_t n = s9_ir_source_components(op, inst->n, j);
        types[j] = s9_jit_source_type(e, inst, j);
        s9_jit_source(e, &inst->src[j], n, types[j], sources[j]);
        for (uint32_t k = 0; k < n; k++)
            uniform = uniform && sources[j][k].kind != S9_JIT_VECTOR;
    }
    if (op == S9_IR_MOV) {
        memcpy(out, sources[0], inst->n * sizeof *out);
        return;
    }
    s9_ir_type result = info->result == S9_IR_TYPE_SAME ? types[1] : info->result;
    const s9_jit_shape *s = uniform ? &e->scalar : &e->lanes;
    for (uint32_t k = 0; k < inst->n; k++) {
        LLVMValueRef r;
        if (product_terms(op) != 0) {
            r = sum_of_products(e, op, sources, k, uniform);
        } else {
            LLVMValueRef x[3] = {NULL, NULL, NULL};
            s9_jit_comp comps[3];
            for (uint32_t j = 0; j < info->sources; j++) {
                comps[j] = sources[j][k];
                x[j] = uniform ? s9_jit_scalar(e, &comps[j], types[j]) : s9_jit_vector(e, &comps[j], types[j]);
            }
            r = component(e, s, op, comps, x);
        }
        out[k] = uniform ? s9_jit_new_word(e, r, result) : s9_jit_of_vector(e, r, result);
    }
}

/* ---- textures ---- */

/* Sources and results go through a buffer of vectors (kernels.h). */
void s9_jit_sample(s9_jit_emitter *e, const s9_ir_inst *inst, s9_jit_comp *out)
{
    LLVMBuilderRef b = e->lanes.builder;
    const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
    uint64_t size = 4ull * e->lanes.width;
    LLVMValueRef buffer = LLVMBuildBitCast(b, e->sample_buffer, e->byte_pointer, "");
    LLVMTypeRef arguments[4] = {e->byte_pointer, e->i32, e->i32, e->byte_pointer};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), arguments, 4, false);
    LLVMTypeRef pointer = LLVMPointerType(type, 0);
    uint32_t place = 0;
    s9_jit_comp sources[3][4];
    for (uint32_t j = 0; j < info->sources; j++) {
        uint32_t n = s9_ir_source_components((s9_ir_op)inst->op, inst->n, j);
        s9_jit_source(e, &inst->src[j], n, S9_IR_TYPE_F32, sources[j]);
    }
    for (uint32_t j = 0; j < info->sources; j++) {
        uint32_t n = s9_ir_source_components((s9_ir_op)inst->op, inst->n, j);
        for (uint32_t k = 0; k < n; k++, place++) {
            LLVMValueRef at = LLVMConstInt(e->i64, place * size, false);
            LLVMValueRef to = s9_jit_pointer(e, b, buffer, at, e->lanes.f);
            LLVMValueRef store = LLVMBuildStore(b, s9_jit_vector(e, &sources[j][k], S9_IR_TYPE_F32), to);
            LLVMSetAlignment(store, (unsigned)size);
        }
    }
    LLVMValueRef slot = LLVMConstInt(e->i64, S9_JIT_SAMPLE * sizeof(void *), false);
    LLVMValueRef function = LLVMBuildLoad2(b, pointer, s9_jit_pointer(e, b, e->functions, slot, pointer), "");
    uint64_t member = offsetof(s9_native_block, samplers) + inst->aux * sizeof(void *);
    LLVMValueRef from = s9_jit_pointer(e, b, e->block_argument, LLVMConstInt(e->i64, member, false), e->byte_pointer);
    LLVMValueRef given[4] = {LLVMBuildLoad2(b, e->byte_pointer, from, ""),
                             LLVMConstInt(e->i32, (uint32_t)inst->op - S9_IR_SAMPLE, false), e->quads, buffer};
    (void)LLVMBuildCall2(b, type, function, given, 4, "");
    for (uint32_t k = 0; k < 4; k++) {
        LLVMValueRef at = LLVMConstInt(e->i64, (S9_JIT_SAMPLE_RESULT + k) * size, false);
        LLVMValueRef load = LLVMBuildLoad2(b, e->lanes.f, s9_jit_pointer(e, b, buffer, at, e->lanes.f), "");
        LLVMSetAlignment(load, (unsigned)size);
        out[k] = s9_jit_of_vector(e, load, S9_IR_TYPE_F32);
    }
}
