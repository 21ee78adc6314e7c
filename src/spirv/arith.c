/* SPDX-License-Identifier: MIT */
/* Operations of one instruction of SPIR-V, or of a few. */
#include "spirv/writer.h"

uint32_t s9_sp_compare(s9_sp_writer *w, uint32_t op, uint32_t n, uint32_t a, uint32_t b)
{
    return s9_sp_emit2(w, op, s9_sp_type_id(w, S9_SP_BOOL, n), n, a, b);
}

uint32_t s9_sp_select(s9_sp_writer *w, s9_sp_type type, uint32_t n, uint32_t condition, uint32_t a, uint32_t b)
{
    return s9_sp_emit3(w, SPV_OP_SELECT, s9_sp_type_id(w, type, n), n, condition, a, b);
}

/* NaN gives 0, as N19 and N33 have it: the N forms say so. */
uint32_t s9_sp_clamp01(s9_sp_writer *w, uint32_t n, uint32_t value)
{
    if (w->readable && !w->plain)
        return s9_sp_help(w, S9_SP_SAT, n, value, 0);
    return s9_sp_ext(w, w->plain ? SPV_GLSL_FCLAMP : SPV_GLSL_NCLAMP, s9_sp_type_id(w, S9_SP_FLOAT, n), n, 3, value,
                     s9_sp_constant_splat(w, S9_SP_FLOAT, n, 0), s9_sp_constant_splat(w, S9_SP_FLOAT, n, 0x3F800000u));
}

static bool same_refs(uint32_t n, const s9_sp_ref *refs)
{
    for (uint32_t k = 1; k < n; k++)
        if (refs[k] != refs[0])
            return false;
    return true;
}

/* A product, IEEE. A number times a vector needs no vector of that number. */
static uint32_t multiply(s9_sp_writer *w, const s9_ir_inst *inst)
{
    uint32_t n = inst->n, type = s9_sp_type_id(w, S9_SP_FLOAT, n);
    s9_sp_ref a[4], b[4];
    s9_sp_source(w, inst, 0, n, a);
    s9_sp_source(w, inst, 1, n, b);
    bool a_same = n > 1 && same_refs(n, a), b_same = n > 1 && same_refs(n, b);
    if (a_same != b_same) {
        uint32_t vector = s9_sp_gather(w, S9_SP_FLOAT, n, a_same ? b : a);
        uint32_t scalar = s9_sp_gather(w, S9_SP_FLOAT, 1, a_same ? a : b);
        return s9_sp_exact2(w, SPV_OP_VECTOR_TIMES_SCALAR, type, n, vector, scalar);
    }
    uint32_t left = s9_sp_gather(w, S9_SP_FLOAT, n, a), right = s9_sp_gather(w, S9_SP_FLOAT, n, b);
    return s9_sp_exact2(w, SPV_OP_FMUL, type, n, left, right);
}

static uint32_t simple2(s9_sp_writer *w, const s9_ir_inst *inst, uint32_t op)
{
    uint32_t n = inst->n, a = s9_sp_operand(w, inst, 0, n), b = s9_sp_operand(w, inst, 1, n);
    return s9_sp_exact2(w, op, s9_sp_type_id(w, S9_SP_FLOAT, n), n, a, b);
}

static uint32_t sum(s9_sp_writer *w, const s9_ir_inst *inst, uint32_t product)
{
    uint32_t n = inst->n, c = s9_sp_operand(w, inst, 2, n);
    return s9_sp_exact2(w, SPV_OP_FADD, s9_sp_type_id(w, S9_SP_FLOAT, n), n, product, c);
}

static uint32_t dot(s9_sp_writer *w, const s9_ir_inst *inst, uint32_t n, s9_sp_helper helper)
{
    uint32_t a = s9_sp_operand(w, inst, 0, n), b = s9_sp_operand(w, inst, 1, n);
    if (w->options->native_dot && helper <= S9_SP_DOT4)
        return s9_sp_exact2(w, SPV_OP_DOT, s9_sp_type_id(w, S9_SP_FLOAT, 1), 1, a, b);
    return s9_sp_help(w, helper, 1, a, b);
}

static uint32_t function1(s9_sp_writer *w, const s9_ir_inst *inst, uint32_t number)
{
    uint32_t n = inst->n, a = s9_sp_operand(w, inst, 0, n);
    return s9_sp_ext(w, number, s9_sp_type_id(w, S9_SP_FLOAT, n), n, 1, a, 0, 0);
}

/* Component by component, where languages have no short word for choosing between vectors. */
static bool apart(const s9_sp_writer *w, const s9_ir_inst *inst)
{
    return w->readable && inst->n > 1;
}

static uint32_t one_of(s9_sp_writer *w, s9_sp_type type, s9_sp_ref ref)
{
    return s9_sp_gather(w, type, 1, &ref);
}

/* `op` of the components of two sources of a type, in a vector of truth. */
static uint32_t truth_apart(s9_sp_writer *w, const s9_ir_inst *inst, uint32_t op, s9_sp_type type)
{
    uint32_t n = inst->n, truth = s9_sp_type_id(w, S9_SP_BOOL, 1);
    s9_sp_ref a[4], b[4], refs[4];
    s9_sp_source(w, inst, 0, n, a);
    s9_sp_source(w, inst, 1, n, b);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t left = one_of(w, type, a[k]), right = one_of(w, type, b[k]);
        refs[k] = k > 0 && a[k] == a[k - 1u] && b[k] == b[k - 1u]
                      ? refs[k - 1u]
                      : s9_sp_ref_of(s9_sp_emit2(w, op, truth, 1, left, right), 0);
    }
    if (inst->dst.kind != S9_IR_VALUE)
        return s9_sp_gather(w, S9_SP_BOOL, n, refs);
    s9_sp_result(w, inst, S9_SP_BOOL, refs);
    return 0;
}

static uint32_t comparison(s9_sp_writer *w, const s9_ir_inst *inst)
{
    static const uint16_t ops[6] = {SPV_OP_FORD_LESS_THAN,    SPV_OP_FORD_LESS_THAN_EQUAL,
                                    SPV_OP_FORD_GREATER_THAN, SPV_OP_FORD_GREATER_THAN_EQUAL,
                                    SPV_OP_FORD_EQUAL,        SPV_OP_FUNORD_NOT_EQUAL};
    if (apart(w, inst))
        return truth_apart(w, inst, ops[inst->op - S9_IR_LT], S9_SP_FLOAT);
    uint32_t n = inst->n, a = s9_sp_operand(w, inst, 0, n), b = s9_sp_operand(w, inst, 1, n);
    return s9_sp_compare(w, ops[inst->op - S9_IR_LT], n, a, b);
}

static uint32_t derivative(s9_sp_writer *w, const s9_ir_inst *inst)
{
    uint32_t n = inst->n, a = s9_sp_operand(w, inst, 0, n), type = s9_sp_type_id(w, S9_SP_FLOAT, n);
    bool fine = w->options->fine_derivatives;
    if (!w->pixel)
        return s9_sp_constant_null(w, S9_SP_FLOAT, n); /* no neighbours */
    if (inst->op == S9_IR_DDX)
        return s9_sp_emit1(w, fine ? SPV_OP_DPDX_FINE : SPV_OP_DPDX, type, n, a);
    return s9_sp_emit1(w, fine ? SPV_OP_DPDY_FINE : SPV_OP_DPDY, type, n, a);
}

static uint32_t logic(s9_sp_writer *w, const s9_ir_inst *inst)
{
    uint32_t n = inst->n, a = s9_sp_operand(w, inst, 0, n), type = s9_sp_type_id(w, S9_SP_BOOL, n);
    if (inst->op == S9_IR_NOT)
        return s9_sp_emit1(w, SPV_OP_LOGICAL_NOT, type, n, a);
    uint32_t b = s9_sp_operand(w, inst, 1, n);
    return s9_sp_emit2(w, inst->op == S9_IR_AND ? SPV_OP_LOGICAL_AND : SPV_OP_LOGICAL_OR, type, n, a, b);
}

static uint32_t choose(s9_sp_writer *w, const s9_ir_inst *inst, s9_sp_type type)
{
    if (apart(w, inst)) {
        s9_sp_ref conditions[4], first[4], second[4], refs[4];
        s9_sp_source(w, inst, 0, inst->n, conditions);
        s9_sp_source(w, inst, 1, inst->n, first);
        s9_sp_source(w, inst, 2, inst->n, second);
        for (uint32_t k = 0; k < inst->n; k++) {
            uint32_t if_so = one_of(w, type, first[k]), if_not = one_of(w, type, second[k]);
            refs[k] = s9_sp_ref_of(s9_sp_select(w, type, 1, one_of(w, S9_SP_BOOL, conditions[k]), if_so, if_not), 0);
        }
        return s9_sp_gather(w, type, inst->n, refs);
    }
    uint32_t n = inst->n, condition = s9_sp_operand(w, inst, 0, n);
    uint32_t a = s9_sp_operand(w, inst, 1, n), b = s9_sp_operand(w, inst, 2, n);
    return s9_sp_select(w, type, n, condition, a, b);
}

static uint32_t helped(s9_sp_writer *w, const s9_ir_inst *inst)
{
    s9_sp_helper helper = s9_sp_helper_of((s9_ir_op)inst->op);
    uint32_t n = inst->n, a = s9_sp_operand(w, inst, 0, n);
    uint32_t b = (&w->ops[inst->op])->sources > 1 ? s9_sp_operand(w, inst, 1, n) : 0;
    return s9_sp_help(w, helper, n, a, b);
}

void s9_sp_compute(s9_sp_writer *w, const s9_ir_inst *inst)
{
    s9_sp_type type = s9_sp_destination_type(w, inst);
    uint32_t n = inst->n, id;
    if (inst->op == S9_IR_MOV) {
        s9_sp_ref refs[4];
        s9_sp_source(w, inst, 0, n, refs);
        s9_sp_result(w, inst, type, refs);
        return;
    }
    switch ((s9_ir_op)inst->op) {
    case S9_IR_SELECT:
        id = choose(w, inst, type);
        break;
    case S9_IR_ADD:
        id = simple2(w, inst, SPV_OP_FADD);
        break;
    case S9_IR_SUB:
        id = simple2(w, inst, SPV_OP_FSUB);
        break;
    case S9_IR_MUL:
        id = multiply(w, inst);
        break;
    case S9_IR_MAD:
        id = sum(w, inst, multiply(w, inst));
        break;
    case S9_IR_MADZ:
        id = sum(w, inst, helped(w, inst));
        break;
    case S9_IR_DIV:
        id = simple2(w, inst, SPV_OP_FDIV);
        break;
    case S9_IR_DOT2:
    case S9_IR_DOT2Z:
        id = dot(w, inst, 2, s9_sp_helper_of((s9_ir_op)inst->op));
        break;
    case S9_IR_DOT3:
    case S9_IR_DOT3Z:
        id = dot(w, inst, 3, s9_sp_helper_of((s9_ir_op)inst->op));
        break;
    case S9_IR_DOT4:
    case S9_IR_DOT4Z:
        id = dot(w, inst, 4, s9_sp_helper_of((s9_ir_op)inst->op));
        break;
    case S9_IR_NEG:
        id = s9_sp_emit1(w, SPV_OP_FNEGATE, s9_sp_type_id(w, S9_SP_FLOAT, n), n, s9_sp_operand(w, inst, 0, n));
        break;
    case S9_IR_ABS:
        id = function1(w, inst, SPV_GLSL_FABS);
        break;
    case S9_IR_SAT:
        id = s9_sp_clamp01(w, n, s9_sp_operand(w, inst, 0, n));
        break;
    case S9_IR_FLOOR:
        id = function1(w, inst, SPV_GLSL_FLOOR);
        break;
    case S9_IR_RCP: {
        uint32_t one = s9_sp_constant_splat(w, S9_SP_FLOAT, n, 0x3F800000u), a = s9_sp_operand(w, inst, 0, n);
        id = s9_sp_exact2(w, SPV_OP_FDIV, s9_sp_type_id(w, S9_SP_FLOAT, n), n, one, a);
        break;
    }
    case S9_IR_SQRT:
        id = function1(w, inst, SPV_GLSL_SQRT);
        break;
    case S9_IR_EXP:
        id = function1(w, inst, SPV_GLSL_EXP2);
        break;
    case S9_IR_SIN:
        id = function1(w, inst, SPV_GLSL_SIN);
        break;
    case S9_IR_COS:
        id = function1(w, inst, SPV_GLSL_COS);
        break;
    case S9_IR_LT:
    case S9_IR_LE:
    case S9_IR_GT:
    case S9_IR_GE:
    case S9_IR_EQ:
    case S9_IR_NE:
        id = comparison(w, inst);
        if (id == 0)
            return;
        break;
    case S9_IR_NOT:
    case S9_IR_AND:
    case S9_IR_OR:
        id = logic(w, inst);
        break;
    case S9_IR_BOOL_TO_FLOAT: {
        if (apart(w, inst)) {
            s9_sp_ref refs[4];
            uint32_t unit = s9_sp_constant(w, S9_SP_FLOAT, 0x3F800000u), zero = s9_sp_constant(w, S9_SP_FLOAT, 0);
            s9_sp_source(w, inst, 0, n, refs);
            for (uint32_t k = 0; k < n; k++)
                refs[k] = s9_sp_ref_of(s9_sp_select(w, S9_SP_FLOAT, 1, one_of(w, S9_SP_BOOL, refs[k]), unit, zero), 0);
            id = s9_sp_gather(w, S9_SP_FLOAT, n, refs);
            break;
        }
        uint32_t one = s9_sp_constant_splat(w, S9_SP_FLOAT, n, 0x3F800000u);
        id = s9_sp_select(w, S9_SP_FLOAT, n, s9_sp_operand(w, inst, 0, n), one, s9_sp_constant_null(w, S9_SP_FLOAT, n));
        break;
    }
    case S9_IR_IADD: {
        uint32_t a = s9_sp_operand(w, inst, 0, n), b = s9_sp_operand(w, inst, 1, n);
        id = s9_sp_emit2(w, SPV_OP_IADD, s9_sp_type_id(w, S9_SP_INT, n), n, a, b);
        break;
    }
    case S9_IR_DDX:
    case S9_IR_DDY:
        id = derivative(w, inst);
        break;
    case S9_IR_SAMPLE:
    case S9_IR_SAMPLE_BIAS:
    case S9_IR_SAMPLE_LOD:
    case S9_IR_SAMPLE_GRAD:
        s9_sp_sample(w, inst);
        return;
    default:
        id = helped(w, inst);
        break;
    }
    s9_sp_result_id(w, inst, type, id);
}
