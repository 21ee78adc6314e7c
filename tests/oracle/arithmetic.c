/* SPDX-License-Identifier: MIT */
/* R of every arithmetic opcode: instructions.md 5.1 to 5.5, with the choices of numerics.md. One function each. */
#include "oracle/machine.h"

/* What an opcode computes from its sources, which are read, swizzled and modified. */
typedef oracle_vector (*operation)(machine *m, const s9_item *item, const oracle_vector *s);

static oracle_vector all(float x)
{
    return (oracle_vector){{x, x, x, x}};
}

/* ---- component by component ---- */

static oracle_vector op_mov(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    return s[0];
}

static oracle_vector op_add(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = oracle_add(s[0].v[i], s[1].v[i]);
    return r;
}

static oracle_vector op_sub(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = oracle_sub(s[0].v[i], s[1].v[i]);
    return r;
}

static oracle_vector op_mul(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = oracle_mul(m, s[0].v[i], s[1].v[i]);
    return r;
}

static oracle_vector op_mad(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = oracle_add(oracle_mul(m, s[0].v[i], s[1].v[i]), s[2].v[i]);
    return r;
}

static oracle_vector op_min(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = oracle_min(s[0].v[i], s[1].v[i]);
    return r;
}

static oracle_vector op_max(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = oracle_max(s[0].v[i], s[1].v[i]);
    return r;
}

static oracle_vector op_slt(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = s[0].v[i] < s[1].v[i] ? 1.0f : 0.0f;
    return r;
}

static oracle_vector op_sge(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = s[0].v[i] >= s[1].v[i] ? 1.0f : 0.0f;
    return r;
}

static oracle_vector op_lrp(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = oracle_add(oracle_mul(m, s[0].v[i], oracle_sub(s[1].v[i], s[2].v[i])), s[2].v[i]);
    return r;
}

static oracle_vector op_frc(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = oracle_sub(s[0].v[i], floorf(s[0].v[i]));
    return r;
}

static oracle_vector op_abs(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = made(fabsf(s[0].v[i]));
    return r;
}

static oracle_vector op_sgn(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = s[0].v[i] < 0 ? -1.0f : s[0].v[i] == 0 ? 0.0f : 1.0f;
    return r;
}

static oracle_vector op_cmp(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)m, (void)item;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = s[0].v[i] >= 0 ? s[1].v[i] : s[2].v[i];
    return r;
}

/* N8. Before ps_1_4 s0 is r0.a, replicated; a co-issued colour cnd takes s1 there, whatever the condition. */
static oracle_vector op_cnd(machine *m, const s9_item *item, const oracle_vector *s)
{
    bool quirk = m->ps13 && s9_token_coissue(item->words[0]) && (s9_operand_mask(item->destination.token) & 8u) == 0 &&
                 !m->job->options.cnd_coissue_quirk_off;
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = quirk || s[0].v[i] > 0.5f ? s[1].v[i] : s[2].v[i];
    return r;
}

/* ---- of one number ---- */

static oracle_vector op_rcp(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return all(oracle_rcp(m, s[0].v[0]));
}

static oracle_vector op_rsq(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return all(oracle_rsq(m, s[0].v[0]));
}

static oracle_vector op_exp(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return all(oracle_exp(m, s[0].v[0]));
}

static oracle_vector op_log(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return all(oracle_log(m, s[0].v[0]));
}

/* N16. */
static oracle_vector op_expp(machine *m, const s9_item *item, const oracle_vector *s)
{
    float v = s[0].v[0];
    if (m->major >= 2)
        return op_exp(m, item, s);
    return (oracle_vector){{oracle_exp(m, floorf(v)), oracle_sub(v, floorf(v)), oracle_exp(m, v), 1.0f}};
}

/* N17. */
static oracle_vector op_logp(machine *m, const s9_item *item, const oracle_vector *s)
{
    float v = fabsf(s[0].v[0]), log = oracle_log(m, s[0].v[0]);
    if (m->major >= 2 || m->job->options.logp_vs1 == S9_LOGP_VS1_REPLICATED)
        return op_log(m, item, s);
    if (isnan(v))
        return (oracle_vector){{the_nan(), the_nan(), the_nan(), 1.0f}};
    if (v == 0 || isinf(v))
        return (oracle_vector){{log, 1.0f, log, 1.0f}};
    int exponent;
    float mantissa = frexpf(v, &exponent); /* in [0.5, 1) */
    return (oracle_vector){{(float)(exponent - 1), mantissa * 2.0f, log, 1.0f}};
}

static oracle_vector op_pow(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return all(oracle_pow(m, s[0].v[0], s[1].v[0]));
}

/* N18: the constants of SM2 do not enter; what the mask leaves out stays. */
static oracle_vector op_sincos(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return (oracle_vector){{oracle_cos(m, s[0].v[0]), oracle_sin(m, s[0].v[0]), 0, 0}};
}

/* ---- vectors ---- */

static oracle_vector op_dp3(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return all(oracle_dot(m, s[0].v, s[1].v, 3));
}

static oracle_vector op_dp4(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return all(oracle_dot(m, s[0].v, s[1].v, 4));
}

static oracle_vector op_dp2add(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return all(oracle_add(oracle_dot(m, s[0].v, s[1].v, 2), s[2].v[0]));
}

static oracle_vector op_dst(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    return (oracle_vector){{1.0f, oracle_mul(m, s[0].v[1], s[1].v[1]), s[0].v[2], s[1].v[3]}};
}

static oracle_vector op_crs(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    const float *a = s[0].v, *b = s[1].v;
    return (oracle_vector){{oracle_sub(oracle_mul(m, a[1], b[2]), oracle_mul(m, a[2], b[1])),
                            oracle_sub(oracle_mul(m, a[2], b[0]), oracle_mul(m, a[0], b[2])),
                            oracle_sub(oracle_mul(m, a[0], b[1]), oracle_mul(m, a[1], b[0])), 0}};
}

/* N3. */
static oracle_vector op_nrm(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    float f = oracle_rsq(m, oracle_dot(m, s[0].v, s[0].v, 3));
    oracle_vector r;
    for (int i = 0; i < 4; i++)
        r.v[i] = oracle_mul(m, s[0].v[i], f);
    return r;
}

/* N4. */
static oracle_vector op_lit(machine *m, const s9_item *item, const oracle_vector *s)
{
    (void)item;
    const float *v = s[0].v;
    float power = v[3];
    if (m->job->options.lit_clamp != S9_LIT_CLAMP_NONE)
        power = oracle_hold(power, m->job->options.lit_clamp == S9_LIT_CLAMP_128 ? 128.0f : 127.9961f);
    oracle_vector r = {{1, 0, 0, 1}};
    if (v[0] > 0) {
        r.v[1] = v[0];
        if (v[1] > 0)
            r.v[2] = oracle_pow(m, v[1], power);
    }
    return r;
}

/* bem r(m): the matrix of stage m. */
static oracle_vector op_bem(machine *m, const s9_item *item, const oracle_vector *s)
{
    uint32_t stage = s9_operand_number(item->destination.token);
    s9_texture_stage none = {{0}, 0, 0, false};
    const s9_texture_stage *t = stage < m->job->stage_count ? &m->job->stages[stage] : &none;
    const float *matrix = t->bump_matrix; /* M00, M01, M10, M11 */
    float r = oracle_add(s[0].v[0], oracle_mul(m, matrix[0], s[1].v[0]));
    float g = oracle_add(s[0].v[1], oracle_mul(m, matrix[1], s[1].v[0]));
    return (oracle_vector){
        {oracle_add(r, oracle_mul(m, matrix[2], s[1].v[1])), oracle_add(g, oracle_mul(m, matrix[3], s[1].v[1])), 0, 0}};
}

static operation operation_of(s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_MOV:
        return op_mov;
    case S9_OP_ADD:
        return op_add;
    case S9_OP_SUB:
        return op_sub;
    case S9_OP_MUL:
        return op_mul;
    case S9_OP_MAD:
        return op_mad;
    case S9_OP_MIN:
        return op_min;
    case S9_OP_MAX:
        return op_max;
    case S9_OP_SLT:
        return op_slt;
    case S9_OP_SGE:
        return op_sge;
    case S9_OP_LRP:
        return op_lrp;
    case S9_OP_FRC:
        return op_frc;
    case S9_OP_ABS:
        return op_abs;
    case S9_OP_SGN:
        return op_sgn;
    case S9_OP_CMP:
        return op_cmp;
    case S9_OP_CND:
        return op_cnd;
    case S9_OP_RCP:
        return op_rcp;
    case S9_OP_RSQ:
        return op_rsq;
    case S9_OP_EXP:
        return op_exp;
    case S9_OP_LOG:
        return op_log;
    case S9_OP_EXPP:
        return op_expp;
    case S9_OP_LOGP:
        return op_logp;
    case S9_OP_POW:
        return op_pow;
    case S9_OP_SINCOS:
        return op_sincos;
    case S9_OP_DP3:
        return op_dp3;
    case S9_OP_DP4:
        return op_dp4;
    case S9_OP_DP2ADD:
        return op_dp2add;
    case S9_OP_DST:
        return op_dst;
    case S9_OP_CRS:
        return op_crs;
    case S9_OP_NRM:
        return op_nrm;
    case S9_OP_LIT:
        return op_lit;
    case S9_OP_BEM:
        return op_bem;
    default:
        return NULL;
    }
}

/* m*x*: one dot product with each of the rows s1, s1 + 1, .. */
static oracle_vector matrix(machine *m, uint32_t lane, const s9_item *item, uint32_t rows, int columns)
{
    oracle_vector s = read_source(m, lane, &item->sources[0]), r = {{0, 0, 0, 0}};
    for (uint32_t i = 0; i < rows; i++) {
        oracle_vector row = read_row(m, lane, &item->sources[1], i);
        r.v[i] = oracle_dot(m, s.v, row.v, columns);
    }
    return r;
}

float difference_x(const machine *m, uint32_t lane, const float *values)
{
    return m->group < 4 ? 0.0f : lane < 2 ? oracle_sub(values[1], values[0]) : oracle_sub(values[3], values[2]);
}

float difference_y(const machine *m, uint32_t lane, const float *values)
{
    if (m->group < 4)
        return 0.0f;
    return (lane & 1u) == 0 ? oracle_sub(values[2], values[0]) : oracle_sub(values[3], values[1]);
}

/* dsx, dsy: every lane of the quad has its register, whether it runs or not. */
static oracle_vector derivative(machine *m, uint32_t lane, const s9_item *item)
{
    oracle_vector r;
    float values[4][4] = {{0}};
    for (uint32_t k = 0; k < m->group; k++) {
        oracle_vector s = read_source(m, k, &item->sources[0]);
        for (int i = 0; i < 4; i++)
            values[i][k] = s.v[i];
    }
    for (int i = 0; i < 4; i++)
        r.v[i] = item->opcode == S9_OP_DSX ? difference_x(m, lane, values[i]) : difference_y(m, lane, values[i]);
    return r;
}

bool arithmetic_result(machine *m, uint32_t lane, const s9_item *item, oracle_vector *value)
{
    switch (item->opcode) {
    case S9_OP_M4X4:
        *value = matrix(m, lane, item, 4, 4);
        return true;
    case S9_OP_M4X3:
        *value = matrix(m, lane, item, 3, 4);
        return true;
    case S9_OP_M3X4:
        *value = matrix(m, lane, item, 4, 3);
        return true;
    case S9_OP_M3X3:
        *value = matrix(m, lane, item, 3, 3);
        return true;
    case S9_OP_M3X2:
        *value = matrix(m, lane, item, 2, 3);
        return true;
    case S9_OP_DSX:
    case S9_OP_DSY:
        *value = derivative(m, lane, item);
        return true;
    default:
        break;
    }
    operation compute = operation_of(item->opcode);
    if (compute == NULL)
        return false;
    oracle_vector s[S9_MAX_SOURCES];
    memset(s, 0, sizeof s);
    /* The scratch registers of sgn and the constants of sincos are not read. */
    uint32_t count = item->opcode == S9_OP_SGN || item->opcode == S9_OP_SINCOS ? 1 : item->source_count;
    for (uint32_t i = 0; i < count; i++)
        s[i] = read_source(m, lane, &item->sources[i]);
    *value = compute(m, item, s);
    return true;
}

/* ---- address and predicate ---- */

/* N10, N11, N39. */
void write_address(machine *m, uint32_t lane, const s9_item *item)
{
    oracle_vector s = read_source(m, lane, &item->sources[0]);
    unsigned components = stored_components(m, lane, item);
    for (uint32_t i = 0; i < 4; i++) {
        if ((components & 1u << i) == 0)
            continue;
        bool saturate = (s9_operand_result_modifiers(item->destination.token) & S9_RESULT_SAT) != 0;
        double x = (double)(saturate ? oracle_saturate(s.v[i]) : s.v[i]), whole = floor(x);
        if (item->opcode == S9_OP_MOVA) {
            double beyond = x - whole; /* exact for every float */
            bool up = beyond > 0.5;
            if (beyond == 0.5)
                switch (m->job->options.mova_ties) {
                case S9_MOVA_TIES_EVEN:
                    up = fmod(whole, 2.0) != 0;
                    break;
                case S9_MOVA_TIES_AWAY:
                    up = x > 0;
                    break;
                default:
                    up = true;
                }
            if (up)
                whole += 1.0;
        }
        if (isnan(x))
            whole = 0;
        if (whole < -2147483648.0)
            whole = -2147483648.0;
        if (whole > 2147483647.0)
            whole = 2147483647.0;
        m->lanes[lane].a[i] = (int64_t)whole;
    }
}

void write_predicate(machine *m, uint32_t lane, const s9_item *item)
{
    oracle_vector a = read_source(m, lane, &item->sources[0]), b = read_source(m, lane, &item->sources[1]);
    unsigned components = stored_components(m, lane, item);
    for (uint32_t i = 0; i < 4; i++)
        if ((components & 1u << i) != 0)
            m->lanes[lane].p[i] = oracle_compare(s9_token_controls(item->words[0]) & 7u, a.v[i], b.v[i]);
}
