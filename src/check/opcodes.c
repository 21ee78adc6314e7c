/* SPDX-License-Identifier: MIT */
/* V320..V333: rules of single instructions. V322: slots.c; V333: stream.c. */
#include "check/check.h"

static bool same(const s9_use *a, const s9_use *b)
{
    return a->operand != NULL && b->operand != NULL && a->judged && b->judged && a->file == b->file &&
           a->number == b->number && !a->relative && !b->relative;
}

static void refuse(s9_checker *c, uint32_t rule, const s9_stmt *s, const s9_use *use, const char *hint,
                   const char *text)
{
    char name[S9_MNEMONIC_SIZE], reg[S9_NAME_SIZE];
    s9_found(c, rule, s, use->operand, hint, "%s: %s %s", s9_stmt_name(c, s, name), s9_use_name(use, reg), text);
}

/* V321: cmp of ps_1_2 and ps_1_3 cannot write what it reads. */
static void v321_cmp(s9_checker *c, const s9_stmt *s)
{
    if (c->version != S9_PS_1_2 && c->version != S9_PS_1_3)
        return;
    for (uint32_t i = 0; i < s->source_count; i++)
        if (same(&s->destination, &s->sources[i])) {
            refuse(c, 321, s, &s->destination, "write another register", "is a source, too");
            return;
        }
}

/* V323: cnd decides by the alpha of r0. */
static void v323_cnd(s9_checker *c, const s9_stmt *s)
{
    const s9_use *use = &s->sources[0];
    if (!c->ps13 || !use->judged)
        return;
    if (use->file != S9_FILE_TEMP || use->number != 0 || s9_use_swizzle(use) != 0xFF ||
        s9_use_modifier(use) != S9_MOD_NONE)
        refuse(c, 323, s, use, "write r0.a", "is the condition; it has to be r0.a");
}

/* V324, V325, V328: macros that write a temporary which they do not read. */
static void macro(s9_checker *c, const s9_stmt *s, uint32_t rule, uint32_t sources)
{
    if (!s->destination.judged)
        return;
    if (s->destination.file != S9_FILE_TEMP) {
        refuse(c, rule, s, &s->destination, "write an r#, then mov it", "is written; it writes temporaries only");
        return;
    }
    for (uint32_t i = 0; i < sources && i < s->source_count; i++)
        if (same(&s->destination, &s->sources[i])) {
            refuse(c, rule, s, &s->destination, "write another register", "is a source, too");
            return;
        }
}

/* V326: the page says "should". */
static void v326_pow(s9_checker *c, const s9_stmt *s)
{
    if (!s->destination.judged)
        return;
    if (s->destination.file != S9_FILE_TEMP)
        refuse(c, 326, s, &s->destination, NULL, "is written; it should be a temporary");
    else if (same(&s->destination, &s->sources[1]))
        refuse(c, 326, s, &s->destination, NULL, "is the exponent, too; it should be another register");
}

/* V327: scratch registers. */
static void v327_sgn(s9_checker *c, const s9_stmt *s)
{
    for (uint32_t i = 1; i < s->source_count; i++)
        if (s->sources[i].judged && s->sources[i].file != S9_FILE_TEMP) {
            refuse(c, 327, s, &s->sources[i], "name two free temporaries", "is scratch; it has to be a temporary");
            return;
        }
    if (s->source_count > 2 && same(&s->sources[1], &s->sources[2]))
        refuse(c, 327, s, &s->sources[2], "name two free temporaries", "is named twice; the scratch registers differ");
}

/* V329: the series constants. */
static void v329_sincos(s9_checker *c, const s9_stmt *s)
{
    if (!c->sm2)
        return;
    for (uint32_t i = 1; i < s->source_count; i++)
        if (s->sources[i].judged && s->sources[i].file != S9_FILE_CONST) {
            refuse(c, 329, s, &s->sources[i], "define D3DSINCOSCONST1 and D3DSINCOSCONST2 in two c#",
                   "is a series constant; it has to be a c#");
            return;
        }
    if (s->source_count > 2 && same(&s->sources[1], &s->sources[2]))
        refuse(c, 329, s, &s->sources[2], "define D3DSINCOSCONST1 and D3DSINCOSCONST2 in two c#",
               "is named twice; the series constants are two registers");
}

/* V331: a matrix product is computed row by row. */
static void v331_matrix(s9_checker *c, const s9_stmt *s)
{
    const s9_use *d = &s->destination, *matrix = &s->sources[1];
    if (!d->judged)
        return;
    if (same(d, &s->sources[0])) {
        refuse(c, 331, s, d, "write another register", "is the vector, too");
        return;
    }
    if (matrix->judged && matrix->file == d->file && !matrix->relative && d->number >= matrix->number &&
        d->number < matrix->number + s9_isa_matrix_rows(s->opcode))
        refuse(c, 331, s, d, "write another register", "is a row of the matrix, too");
}

void s9_rules_opcodes(s9_checker *c, const s9_stmt *s)
{
    switch (s->opcode) {
    case S9_OP_CMP:
        v321_cmp(c, s);
        break;
    case S9_OP_CND:
        v323_cnd(c, s);
        break;
    case S9_OP_CRS:
        macro(c, s, 324, 2);
        break;
    case S9_OP_NRM:
        macro(c, s, 325, 1);
        break;
    case S9_OP_POW:
        v326_pow(c, s);
        break;
    case S9_OP_SGN:
        v327_sgn(c, s);
        break;
    case S9_OP_SINCOS:
        macro(c, s, 328, 1);
        v329_sincos(c, s);
        break;
    case S9_OP_M4X4:
    case S9_OP_M4X3:
    case S9_OP_M3X4:
    case S9_OP_M3X3:
    case S9_OP_M3X2:
        v331_matrix(c, s);
        break;
    default:
        break;
    }
}
