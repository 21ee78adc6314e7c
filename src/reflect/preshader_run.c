/* SPDX-License-Identifier: MIT */
/*
 * Running a preshader. Everything is computed in double precision; a product with zero is what IEEE makes of it, other
 * than in shaders.
 */
#include "reflect/preshader.h"

#include <math.h>

/* Programs that need no more scratch than this allocate nothing. */
enum { FEW_TEMPORARIES = 64 };

typedef struct machine {
    const s9_preshader *preshader;
    const s9_preshader_args *args;
    double *temporaries;
} machine;

/* To the nearest whole number, of two the even one, whatever way the caller rounds; NaN is 0. */
static int64_t nearest(double value)
{
    if (!(value > -9e18))
        return value <= -9e18 ? INT64_MIN : 0;
    if (value >= 9e18)
        return INT64_MAX;
    double whole = floor(value), rest = value - whole;
    int64_t number = (int64_t)whole;
    return rest > 0.5 || (rest == 0.5 && (number & 1) != 0) ? number + 1 : number;
}

/* What lies outside of a table is 0. */
static double component(const machine *m, uint32_t table, uint64_t at)
{
    const s9_preshader_args *args = m->args;
    uint64_t number = at / 4, part = at % 4;
    switch (table) {
    case S9_PRE_LITERAL:
        return at < m->preshader->literal_count ? s9_pre_literal(m->preshader, (uint32_t)at) : 0;
    case S9_PRE_INPUT:
        return number < args->input_count ? args->inputs[number][part] : 0;
    case S9_PRE_FLOAT:
        return number < args->f_count ? args->f[number][part] : 0;
    case S9_PRE_INT:
        return number < args->i_count ? args->i[number][part] : 0;
    case S9_PRE_BOOL:
        return at < args->b_count ? args->b[at] != 0 : 0;
    case S9_PRE_TEMP:
        return at < m->preshader->temporaries ? m->temporaries[at] : 0;
    default:
        return 0;
    }
}

/* The place of an operand's first component; false when its index leads in front of the table, or beyond all. */
static bool place(const machine *m, const s9_pre_operand *o, uint64_t *out)
{
    *out = o->offset;
    if (!o->indexed)
        return true;
    int64_t index = nearest(component(m, o->index_table, o->index_offset));
    int64_t size = o->table == S9_PRE_BOOL ? 1 : 4;
    if (index < -(int64_t)UINT32_MAX || index > (int64_t)UINT32_MAX)
        return false;
    int64_t at = (int64_t)o->offset + index * size;
    *out = (uint64_t)at;
    return at >= 0;
}

static void read_operand(const machine *m, const s9_pre_operand *o, uint32_t width, double out[4])
{
    uint64_t at;
    bool there = place(m, o, &at);
    for (uint32_t i = 0; i < 4; i++)
        out[i] = !there ? 0 : i < width ? component(m, o->table, at + i) : out[0]; /* a scalar is repeated */
}

static void write_operand(const machine *m, const s9_pre_operand *o, uint32_t count, const double values[4])
{
    const s9_preshader_args *args = m->args;
    uint64_t at;
    if (!place(m, o, &at))
        return;
    for (uint32_t i = 0; i < count; i++, at++) {
        uint64_t number = at / 4, part = at % 4;
        if (o->table == S9_PRE_FLOAT && number < args->f_count) {
            args->f[number][part] = (float)values[i];
        } else if (o->table == S9_PRE_INT && number < args->i_count) {
            int64_t whole = nearest(values[i]);
            args->i[number][part] = whole > INT32_MAX ? INT32_MAX : whole < INT32_MIN ? INT32_MIN : (int32_t)whole;
        } else if (o->table == S9_PRE_BOOL && at < args->b_count) {
            args->b[at] = values[i] != 0;
        } else if (o->table == S9_PRE_TEMP && at < m->preshader->temporaries) {
            m->temporaries[at] = values[i];
        }
    }
}

static double unary(uint32_t code, double x)
{
    switch (code) {
    case S9_PRE_NEG:
        return -x;
    case S9_PRE_RCP:
        return 1 / x;
    case S9_PRE_FRC:
        return x - floor(x);
    case S9_PRE_EXP:
        return exp2(x);
    case S9_PRE_LOG:
        return x == 0 ? 0 : log2(fabs(x));
    case S9_PRE_RSQ:
        return x == 0 ? (double)INFINITY : 1 / sqrt(fabs(x));
    case S9_PRE_SIN:
        return sin(x);
    case S9_PRE_COS:
        return cos(x);
    case S9_PRE_ASIN:
        return asin(x);
    case S9_PRE_ACOS:
        return acos(x);
    case S9_PRE_ATAN:
        return atan(x);
    default:
        return x; /* mov */
    }
}

/* Division gives 0: so it was recorded. */
static double binary(uint32_t code, double x, double y)
{
    switch (code) {
    case S9_PRE_MIN:
        return x < y ? x : y;
    case S9_PRE_MAX:
        return x >= y ? x : y;
    case S9_PRE_LT:
        return x < y ? 1 : 0;
    case S9_PRE_GE:
        return x >= y ? 1 : 0;
    case S9_PRE_ADD:
        return x + y;
    case S9_PRE_MUL:
        return x * y;
    case S9_PRE_ATAN2:
        return atan2(x, y);
    default:
        return 0; /* div */
    }
}

static void step(const machine *m, const s9_pre_instruction *i)
{
    const s9_pre_operand *operands = &m->preshader->operands.items[i->operand];
    double in[8][4], out[4] = {0, 0, 0, 0};
    for (uint32_t k = 0; k < i->input_count; k++) /* at most eight: others are not run */
        read_operand(m, &operands[k], s9_pre_width(i, k), in[k]);
    for (uint32_t c = 0; c < i->components; c++) {
        switch (i->code) {
        case S9_PRE_DOT:
            out[0] += in[0][c] * in[1][c];
            break;
        case S9_PRE_DOTSWIZ: /* its components are inputs of their own */
            for (uint32_t k = 0; k < i->input_count / 2 && c == 0; k++)
                out[0] += in[k][0] * in[k + i->input_count / 2][0];
            break;
        case S9_PRE_CMP:
            out[c] = in[0][c] >= 0 ? in[1][c] : in[2][c];
            break;
        case S9_PRE_MOVC:
            out[c] = in[0][c] != 0 ? in[1][c] : in[2][c];
            break;
        default:
            out[c] = i->input_count == 1 ? unary(i->code, in[0][c]) : binary(i->code, in[0][c], in[1][c]);
            break;
        }
    }
    write_operand(m, &operands[i->input_count], s9_pre_written(i), out);
}

s9_result s9_preshader_run(const s9_preshader *preshader, const s9_preshader_args *args)
{
    s9_preshader_args a;
    double few[FEW_TEMPORARIES] = {0}, *many = NULL;
    if (preshader == NULL || args == NULL || !s9_read_options(&a, sizeof a, args))
        return S9_ERROR_ARGUMENT;
    if ((a.input_count != 0 && a.inputs == NULL) || (a.f_count != 0 && a.f == NULL) ||
        (a.i_count != 0 && a.i == NULL) || (a.b_count != 0 && a.b == NULL))
        return S9_ERROR_ARGUMENT;
    if (preshader->unknown)
        return S9_ERROR_UNSUPPORTED;
    if (preshader->temporaries > FEW_TEMPORARIES) {
        many = s9_allocate_zero(&preshader->allocator, preshader->temporaries, sizeof *many);
        if (many == NULL)
            return S9_ERROR_MEMORY;
    }
    machine m = {preshader, &a, many != NULL ? many : few};
    for (uint32_t i = 0; i < preshader->instructions.count; i++)
        step(&m, &preshader->instructions.items[i]);
    s9_release(&preshader->allocator, many);
    return S9_OK;
}
