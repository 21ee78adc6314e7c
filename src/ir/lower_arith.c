/* SPDX-License-Identifier: MIT */
/* Arithmetic instructions: what each opcode computes. Formulas and their order: the instruction tables, "Numbers". */
#include "ir/lower.h"

typedef enum s9_arith_form {
    FORM_NONE,
    FORM_COMPONENTS, /* one operation, component by component */
    FORM_SCALAR,     /* one operation on one component, the result in all */
    FORM_DOT,        /* a dot product, the result in all */
    FORM_OWN         /* a function of its own */
} s9_arith_form;

typedef struct s9_arith {
    s9_arith_form form;
    s9_ir_op d3d9, ieee; /* the operation in each float mode */
    uint8_t sources;
    uint8_t width; /* components of a dot product */
    void (*lower)(s9_lower *lw, const s9_lw_dst *dst);
} s9_arith;

static s9_ir_operand none(void)
{
    return s9_ir_no_operand();
}

static s9_ir_operand imm(s9_lower *lw, uint32_t n, float value)
{
    return s9_irb_imm(&lw->b, n, value);
}

static s9_ir_operand value1(s9_lower *lw, s9_ir_op op, uint32_t n, s9_ir_operand a)
{
    return s9_irb_value(&lw->b, op, n, a, none(), none());
}

static s9_ir_operand value2(s9_lower *lw, s9_ir_op op, uint32_t n, s9_ir_operand a, s9_ir_operand b)
{
    return s9_irb_value(&lw->b, op, n, a, b, none());
}

static s9_lw_expr expr1(s9_ir_op op, s9_ir_operand a)
{
    return s9_lw_make(op, a, none(), none());
}

static s9_lw_expr expr2(s9_ir_op op, s9_ir_operand a, s9_ir_operand b)
{
    return s9_lw_make(op, a, b, none());
}

static s9_ir_operand source(s9_lower *lw, uint32_t index, const s9_lw_dst *dst)
{
    return s9_lw_source(lw, index, dst->n, dst->position);
}

/* ---- moves, sums ---- */

static void lower_mov(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_lw_write(lw, dst, s9_lw_source_expr(lw, 0, dst->n, dst->position));
}

static void lower_mova(s9_lower *lw, const s9_lw_dst *dst)
{
    if (!dst->to_address) {
        s9_lw_error(lw, &lw->item->destination, "mova writes a0 only");
        return;
    }
    lower_mov(lw, dst);
}

/* a + b and a - b where a negated source turns one into the other: the same number, without an operation for the sign.
 */
static void lower_sum(s9_lower *lw, const s9_lw_dst *dst)
{
    bool negative_a, negative_b;
    s9_ir_operand a = s9_lw_source_split(lw, 0, dst->n, dst->position, &negative_a);
    s9_ir_operand b = s9_lw_source_split(lw, 1, dst->n, dst->position, &negative_b);
    bool subtract = negative_b != (lw->item->opcode == S9_OP_SUB);
    if (negative_a && !subtract)
        s9_lw_write(lw, dst, expr2(S9_IR_SUB, b, a));
    else if (negative_a)
        s9_lw_write(lw, dst, expr2(S9_IR_SUB, s9_lw_negated(lw, a, dst->n), b));
    else
        s9_lw_write(lw, dst, expr2(subtract ? S9_IR_SUB : S9_IR_ADD, a, b));
}

static void lower_lrp(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_operand s0 = source(lw, 0, dst);
    s9_ir_operand s2 = source(lw, 2, dst);
    s9_ir_operand difference = value2(lw, S9_IR_SUB, dst->n, source(lw, 1, dst), s2);
    s9_lw_write(lw, dst, s9_lw_make(s9_lw_mode(lw, S9_IR_MADZ, S9_IR_MAD), s0, difference, s2));
}

/* ---- comparisons ---- */

static void lower_set(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_op op = lw->item->opcode == S9_OP_SLT ? S9_IR_LT : S9_IR_GE;
    s9_ir_operand condition = value2(lw, op, dst->n, source(lw, 0, dst), source(lw, 1, dst));
    s9_lw_write(lw, dst, expr1(S9_IR_BOOL_TO_FLOAT, condition));
}

static void lower_cmp(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_operand condition = value2(lw, S9_IR_GE, dst->n, source(lw, 0, dst), imm(lw, dst->n, 0.0f));
    s9_lw_write(lw, dst, s9_lw_make(S9_IR_SELECT, condition, source(lw, 1, dst), source(lw, 2, dst)));
}

/* cnd of ps_1_4, and wherever else it stands. */
static void lower_cnd(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_operand condition = value2(lw, S9_IR_GT, dst->n, source(lw, 0, dst), imm(lw, dst->n, 0.5f));
    s9_lw_write(lw, dst, s9_lw_make(S9_IR_SELECT, condition, source(lw, 1, dst), source(lw, 2, dst)));
}

/* s0 < 0 ? -1 : (s0 == 0 ? 0 : 1); the scratch registers of the instruction are left alone. */
static void lower_sgn(s9_lower *lw, const s9_lw_dst *dst)
{
    uint32_t n = dst->n;
    s9_ir_operand s0 = source(lw, 0, dst);
    s9_ir_operand negative = value2(lw, S9_IR_LT, n, s0, imm(lw, n, 0.0f));
    s9_ir_operand zero = value2(lw, S9_IR_EQ, n, s0, imm(lw, n, 0.0f));
    s9_ir_operand rest = s9_irb_value(&lw->b, S9_IR_SELECT, n, zero, imm(lw, n, 0.0f), imm(lw, n, 1.0f));
    s9_lw_write(lw, dst, s9_lw_make(S9_IR_SELECT, negative, imm(lw, n, -1.0f), rest));
}

static void lower_setp(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_op op;
    if (dst->target.kind != S9_IR_REG || dst->target.index != lw->p0) {
        s9_lw_error(lw, &lw->item->destination, "setp writes p0 only");
        return;
    }
    if (!s9_lw_comparison(lw, &op))
        return;
    s9_lw_dst plain = *dst;
    plain.saturate = false; /* truth values have nothing to clamp */
    plain.shift = 0;
    s9_ir_operand a = source(lw, 0, dst);
    s9_lw_write(lw, &plain, expr2(op, a, source(lw, 1, dst)));
}

/* ---- products ---- */

/*
 * a * b (+ c). The product of a negated factor is the negated product, bit for bit and with zeros winning, so two signs
 * cancel and one can go to the factor that is a number of the program.
 */
static void lower_product(s9_lower *lw, const s9_lw_dst *dst)
{
    bool negative_a, negative_b;
    s9_ir_operand a = s9_lw_source_split(lw, 0, dst->n, dst->position, &negative_a);
    s9_ir_operand b = s9_lw_source_split(lw, 1, dst->n, dst->position, &negative_b);
    if (negative_a != negative_b) {
        s9_ir_operand *factor = a.kind == S9_IR_IMM ? &a : b.kind == S9_IR_IMM ? &b : negative_a ? &a : &b;
        *factor = s9_lw_negated(lw, *factor, dst->n);
    }
    if (lw->item->opcode == S9_OP_MUL)
        s9_lw_write(lw, dst, expr2(s9_lw_mode(lw, S9_IR_MULZ, S9_IR_MUL), a, b));
    else
        s9_lw_write(lw, dst, s9_lw_make(s9_lw_mode(lw, S9_IR_MADZ, S9_IR_MAD), a, b, source(lw, 2, dst)));
}

static void lower_dp2add(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_operand a = s9_lw_source(lw, 0, 2, s9_lw_xyzw);
    s9_ir_operand b = s9_lw_source(lw, 1, 2, s9_lw_xyzw);
    bool negative;
    s9_ir_operand c = s9_lw_source_split(lw, 2, 1, s9_lw_xyzw, &negative);
    s9_ir_operand dot = value2(lw, s9_lw_mode(lw, S9_IR_DOT2Z, S9_IR_DOT2), 1, a, b);
    s9_lw_write(lw, dst,
                expr2(negative ? S9_IR_SUB : S9_IR_ADD, s9_ir_operand_spread(dot, dst->n, 0),
                      s9_ir_operand_spread(c, dst->n, 0)));
}

/* (1, s0.y * s1.y, s0.z, s1.w) */
static void lower_dst(s9_lower *lw, const s9_lw_dst *dst)
{
    static const uint8_t y = 1, z = 2, w = 3;
    s9_lw_job jobs[4];
    uint32_t mask = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < dst->n; i++)
        mask |= 1u << dst->position[i];
    if ((mask & 2u) != 0) {
        s9_ir_operand a = s9_lw_source(lw, 0, 1, &y);
        s9_lw_expr product = expr2(s9_lw_mode(lw, S9_IR_MULZ, S9_IR_MUL), a, s9_lw_source(lw, 1, 1, &y));
        jobs[count++] = (s9_lw_job){2u, product};
    }
    if ((mask & 4u) != 0)
        jobs[count++] = (s9_lw_job){4u, s9_lw_source_expr(lw, 0, 1, &z)};
    if ((mask & 8u) != 0)
        jobs[count++] = (s9_lw_job){8u, s9_lw_source_expr(lw, 1, 1, &w)};
    if ((mask & 1u) != 0)
        jobs[count++] = (s9_lw_job){1u, expr1(S9_IR_MOV, imm(lw, 1, 1.0f))};
    s9_lw_write_all(lw, dst, jobs, count);
}

/* s0.yzx * s1.zxy - s0.zxy * s1.yzx; there is no fourth component. */
static void lower_crs(s9_lower *lw, const s9_lw_dst *dst)
{
    static const uint8_t next[4] = {1, 2, 0, 0};
    static const uint8_t after[4] = {2, 0, 1, 0};
    s9_lw_dst part = s9_lw_subset(dst, 7u);
    uint8_t first[4] = {0}, second[4] = {0};
    if (part.n == 0)
        return;
    for (uint32_t i = 0; i < part.n; i++) {
        first[i] = next[part.position[i]];
        second[i] = after[part.position[i]];
    }
    s9_ir_op mul = s9_lw_mode(lw, S9_IR_MULZ, S9_IR_MUL);
    s9_ir_operand a = s9_lw_source(lw, 0, part.n, first);
    s9_ir_operand left = value2(lw, mul, part.n, a, s9_lw_source(lw, 1, part.n, second));
    s9_ir_operand c = s9_lw_source(lw, 0, part.n, second);
    s9_ir_operand right = value2(lw, mul, part.n, c, s9_lw_source(lw, 1, part.n, first));
    s9_lw_write(lw, &part, expr2(S9_IR_SUB, left, right));
}

/* Each row is a dot product of its own; components beyond the matrix stay. */
static void lower_matrix(s9_lower *lw, const s9_lw_dst *dst)
{
    uint32_t rows = s9_isa_matrix_rows(lw->item->opcode);
    uint32_t columns = s9_isa_matrix_columns(lw->item->opcode);
    s9_ir_op dot = columns == 4 ? s9_lw_mode(lw, S9_IR_DOT4Z, S9_IR_DOT4) : s9_lw_mode(lw, S9_IR_DOT3Z, S9_IR_DOT3);
    s9_ir_operand vector = s9_lw_source(lw, 0, columns, s9_lw_xyzw);
    s9_lw_job jobs[4];
    uint32_t count = 0;
    for (uint32_t i = 0; i < dst->n; i++) {
        uint32_t row = dst->position[i];
        if (row < rows)
            jobs[count++] =
                (s9_lw_job){1u << row, expr2(dot, vector, s9_lw_source_row(lw, 1, row, columns, s9_lw_xyzw))};
    }
    s9_lw_write_all(lw, dst, jobs, count);
}

static void lower_nrm(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_operand xyz = s9_lw_source(lw, 0, 3, s9_lw_xyzw);
    s9_ir_operand square = value2(lw, s9_lw_mode(lw, S9_IR_DOT3Z, S9_IR_DOT3), 1, xyz, xyz);
    s9_ir_operand factor = value1(lw, s9_lw_mode(lw, S9_IR_RSQZ, S9_IR_RSQ), 1, square);
    s9_ir_operand s0 = source(lw, 0, dst);
    s9_lw_write(lw, dst, expr2(s9_lw_mode(lw, S9_IR_MULZ, S9_IR_MUL), s0, s9_ir_operand_spread(factor, dst->n, 0)));
}

/* ---- functions ---- */

static float lit_limit(const s9_lower *lw)
{
    return lw->ir->options.lit_clamp == S9_LIT_CLAMP_128 ? 128.0f : 127.9961f;
}

/* x = w = 1; y = max(s0.x, 0); z = s0.y ^ clamp(s0.w) where s0.x and s0.y are above 0, else 0. */
static void lower_lit(s9_lower *lw, const s9_lw_dst *dst)
{
    static const uint8_t x = 0, y = 1, w = 3;
    uint32_t mask = 0;
    for (uint32_t i = 0; i < dst->n; i++)
        mask |= 1u << dst->position[i];
    s9_lw_job jobs[3];
    uint32_t count = 0;
    s9_ir_operand zero = imm(lw, 1, 0.0f);
    if ((mask & 4u) != 0) {
        s9_ir_operand power = s9_lw_source(lw, 0, 1, &w);
        if (lw->ir->options.lit_clamp != S9_LIT_CLAMP_NONE) {
            power = value2(lw, S9_IR_MIN, 1, power, imm(lw, 1, lit_limit(lw)));
            power = value2(lw, S9_IR_MAX, 1, power, imm(lw, 1, -lit_limit(lw)));
        }
        s9_ir_operand base = s9_lw_source(lw, 0, 1, &y);
        s9_ir_operand raised = value2(lw, s9_lw_mode(lw, S9_IR_POWZ, S9_IR_POW), 1, base, power);
        s9_ir_operand positive = value2(lw, S9_IR_GT, 2, s9_lw_source(lw, 0, 2, s9_lw_xyzw), imm(lw, 2, 0.0f));
        s9_ir_operand both =
            value2(lw, S9_IR_AND, 1, s9_ir_operand_spread(positive, 1, 0), s9_ir_operand_spread(positive, 1, 1));
        jobs[count++] = (s9_lw_job){4u, s9_lw_make(S9_IR_SELECT, both, raised, zero)};
    }
    /* In this order max gives +0 for -0 and for NaN. */
    if ((mask & 2u) != 0)
        jobs[count++] = (s9_lw_job){2u, expr2(S9_IR_MAX, zero, s9_lw_source(lw, 0, 1, &x))};
    s9_lw_dst ones = s9_lw_subset(dst, 9u);
    jobs[count++] = (s9_lw_job){9u, expr1(S9_IR_MOV, imm(lw, ones.n, 1.0f))};
    s9_lw_write_all(lw, dst, jobs, count);
}

/* x = cos, y = sin; the other components stay, in every version. */
static void lower_sincos(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_operand angle = s9_lw_scalar(lw, 0);
    s9_lw_job jobs[2] = {{1u, expr1(S9_IR_COS, angle)}, {2u, expr1(S9_IR_SIN, angle)}};
    s9_lw_write_all(lw, dst, jobs, 2);
}

/* (2^floor v, v - floor v, 2^v, 1) in vs_1_x, 2^v from vs_2_0. */
static void lower_expp(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_op exp = s9_lw_mode(lw, S9_IR_EXPZ, S9_IR_EXP);
    s9_ir_operand v = s9_lw_scalar(lw, 0);
    if (lw->major > 1) {
        s9_lw_write_scalar(lw, dst, expr1(exp, v));
        return;
    }
    s9_lw_job jobs[4];
    uint32_t count = 0;
    if (s9_lw_subset(dst, 1u).n > 0)
        jobs[count++] = (s9_lw_job){1u, expr1(exp, value1(lw, S9_IR_FLOOR, 1, v))};
    jobs[count++] = (s9_lw_job){2u, expr1(S9_IR_FRC, v)};
    jobs[count++] = (s9_lw_job){4u, expr1(exp, v)};
    jobs[count++] = (s9_lw_job){8u, expr1(S9_IR_MOV, imm(lw, 1, 1.0f))};
    s9_lw_write_all(lw, dst, jobs, count);
}

/* (exponent, mantissa, log2, 1) of the magnitude in vs_1_x, by option; log2 of it from vs_2_0. */
static void lower_logp(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_op log = s9_lw_mode(lw, S9_IR_LOGZ, S9_IR_LOG);
    s9_ir_operand v = s9_lw_scalar(lw, 0);
    if (lw->major > 1 || lw->ir->options.logp_vs1 == S9_LOGP_VS1_REPLICATED) {
        s9_lw_write_scalar(lw, dst, expr1(log, v));
        return;
    }
    s9_lw_job jobs[4] = {{1u, expr1(s9_lw_mode(lw, S9_IR_EXPONENTZ, S9_IR_EXPONENT), v)},
                         {2u, expr1(S9_IR_MANTISSA, v)},
                         {4u, expr1(log, v)},
                         {8u, expr1(S9_IR_MOV, imm(lw, 1, 1.0f))}};
    s9_lw_write_all(lw, dst, jobs, 4);
}

/* ---- the table ---- */

#define COMPONENTS(d3d9, ieee, sources)                               \
    {                                                                 \
        FORM_COMPONENTS, S9_IR_##d3d9, S9_IR_##ieee, sources, 0, NULL \
    }
#define SCALAR(d3d9, ieee, sources)                               \
    {                                                             \
        FORM_SCALAR, S9_IR_##d3d9, S9_IR_##ieee, sources, 1, NULL \
    }
#define DOT(d3d9, ieee, width)                               \
    {                                                        \
        FORM_DOT, S9_IR_##d3d9, S9_IR_##ieee, 2, width, NULL \
    }
#define OWN(function)                                  \
    {                                                  \
        FORM_OWN, S9_IR_MOV, S9_IR_MOV, 0, 0, function \
    }

static const s9_arith table[S9_OP_COUNT] = {
    [S9_OP_MOV] = OWN(lower_mov),          [S9_OP_MOVA] = OWN(lower_mova),        [S9_OP_ADD] = OWN(lower_sum),
    [S9_OP_SUB] = OWN(lower_sum),          [S9_OP_MAD] = OWN(lower_product),      [S9_OP_MUL] = OWN(lower_product),
    [S9_OP_RCP] = SCALAR(RCPZ, RCP, 1),    [S9_OP_RSQ] = SCALAR(RSQZ, RSQ, 1),    [S9_OP_DP3] = DOT(DOT3Z, DOT3, 3),
    [S9_OP_DP4] = DOT(DOT4Z, DOT4, 4),     [S9_OP_MIN] = COMPONENTS(MIN, MIN, 2), [S9_OP_MAX] = COMPONENTS(MAX, MAX, 2),
    [S9_OP_SLT] = OWN(lower_set),          [S9_OP_SGE] = OWN(lower_set),          [S9_OP_EXP] = SCALAR(EXPZ, EXP, 1),
    [S9_OP_LOG] = SCALAR(LOGZ, LOG, 1),    [S9_OP_LIT] = OWN(lower_lit),          [S9_OP_DST] = OWN(lower_dst),
    [S9_OP_LRP] = OWN(lower_lrp),          [S9_OP_FRC] = COMPONENTS(FRC, FRC, 1), [S9_OP_M4X4] = OWN(lower_matrix),
    [S9_OP_M4X3] = OWN(lower_matrix),      [S9_OP_M3X4] = OWN(lower_matrix),      [S9_OP_M3X3] = OWN(lower_matrix),
    [S9_OP_M3X2] = OWN(lower_matrix),      [S9_OP_POW] = SCALAR(POWZ, POW, 2),    [S9_OP_CRS] = OWN(lower_crs),
    [S9_OP_SGN] = OWN(lower_sgn),          [S9_OP_ABS] = COMPONENTS(ABS, ABS, 1), [S9_OP_NRM] = OWN(lower_nrm),
    [S9_OP_SINCOS] = OWN(lower_sincos),    [S9_OP_EXPP] = OWN(lower_expp),        [S9_OP_LOGP] = OWN(lower_logp),
    [S9_OP_CND] = OWN(lower_cnd),          [S9_OP_CMP] = OWN(lower_cmp),          [S9_OP_DP2ADD] = OWN(lower_dp2add),
    [S9_OP_DSX] = COMPONENTS(DDX, DDX, 1), [S9_OP_DSY] = COMPONENTS(DDY, DDY, 1), [S9_OP_SETP] = OWN(lower_setp),
};

bool s9_lw_arithmetic(s9_lower *lw)
{
    const s9_arith *row = &table[lw->item->opcode];
    s9_lw_dst dst;
    s9_ir_operand s[3] = {none(), none(), none()};
    if (row->form == FORM_NONE)
        return false;
    if (!s9_lw_destination(lw, &dst))
        return true;
    s9_ir_op op = s9_lw_mode(lw, row->d3d9, row->ieee);
    switch (row->form) {
    case FORM_COMPONENTS:
        for (uint32_t i = 0; i < row->sources; i++)
            s[i] = source(lw, i, &dst);
        s9_lw_write(lw, &dst, s9_lw_make(op, s[0], s[1], s[2]));
        break;
    case FORM_SCALAR:
    case FORM_DOT:
        for (uint32_t i = 0; i < row->sources; i++)
            s[i] = s9_lw_source(lw, i, row->width, s9_lw_xyzw);
        s9_lw_write_scalar(lw, &dst, s9_lw_make(op, s[0], s[1], s[2]));
        break;
    case FORM_OWN:
        row->lower(lw, &dst);
        break;
    case FORM_NONE:
    default:
        break;
    }
    return true;
}
