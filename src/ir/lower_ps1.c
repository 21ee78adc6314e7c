/* SPDX-License-Identifier: MIT */
/*
 * What only pixel shaders of model 1 have: texture stages, their coordinates and matrices, cnd on r0.a, bem.
 *
 * A coordinate of fewer than three components is composed in a scratch register whose other components nothing ever
 * writes: they stay 0, as registers begin.
 */
#include "ir/lower.h"

static s9_ir_operand none(void)
{
    return s9_ir_no_operand();
}

static s9_ir_operand value(s9_lower *lw, s9_ir_op op, uint32_t n, s9_ir_operand a, s9_ir_operand b, s9_ir_operand c)
{
    return s9_irb_value(&lw->b, op, n, a, b, c);
}

static s9_ir_operand imm(s9_lower *lw, uint32_t n, float number)
{
    return s9_irb_imm(&lw->b, n, number);
}

static uint32_t scratch_register(s9_lower *lw, uint32_t which)
{
    if (lw->scratch[which] == S9_LW_NONE)
        lw->scratch[which] = s9_lw_new_scratch(lw, S9_IR_TYPE_F32);
    return lw->scratch[which];
}

static s9_ir_operand scratch_operand(s9_lower *lw, uint32_t which)
{
    return s9_ir_operand_make(S9_IR_REG, scratch_register(lw, which), 3);
}

/* Components of a stage's state; the matrix of a stage that cannot exist is 0. */
static s9_ir_operand stage(s9_lower *lw, uint32_t number, uint32_t n, const uint8_t *components)
{
    if (number >= S9_IR_LIMIT_STAGE)
        return imm(lw, n, 0.0f);
    s9_ir_operand operand = s9_ir_operand_make(S9_IR_STAGE, number, 0);
    memcpy(operand.swizzle, components, n);
    return operand;
}

/* T(n): components of an interpolated coordinate set. */
static s9_ir_operand coordinates(s9_lower *lw, uint32_t number, uint32_t n, const uint8_t *components)
{
    return s9_lw_input(lw, S9_FILE_TEXTURE, number, n, components);
}

static uint32_t destination_number(const s9_lower *lw)
{
    return s9_operand_number(lw->item->destination.token);
}

/* T(number).uv or .uvw, divided by q where the stage is marked projected. */
static s9_ir_operand projected(s9_lower *lw, uint32_t number, uint32_t n)
{
    static const uint8_t flag = S9_IR_STAGE_PROJECTED, q = 3;
    s9_ir_operand uvw = coordinates(lw, number, n, s9_lw_xyzw);
    s9_ir_operand on = value(lw, S9_IR_NE, 1, stage(lw, number, 1, &flag), imm(lw, 1, 0.0f), none());
    s9_ir_operand divisor = value(lw, S9_IR_SELECT, 1, on, coordinates(lw, number, 1, &q), imm(lw, 1, 1.0f));
    return value(lw, S9_IR_DIV, n, uvw, s9_ir_operand_spread(divisor, n, 0), none());
}

/* base + M * (du, dv), the matrix of a stage, for the components (0 and 1) listed. The last step stays open. */
static s9_lw_expr bumped(s9_lower *lw, uint32_t number, uint32_t n, const uint8_t *components, s9_ir_operand base,
                         s9_ir_operand offset)
{
    uint8_t first[2] = {0, 0}, second[2] = {0, 0};
    for (uint32_t i = 0; i < n; i++) {
        first[i] = (uint8_t)(S9_IR_STAGE_M00 + components[i]);
        second[i] = (uint8_t)(S9_IR_STAGE_M10 + components[i]);
    }
    s9_ir_op mad = s9_lw_mode(lw, S9_IR_MADZ, S9_IR_MAD);
    s9_ir_operand sum = value(lw, mad, n, stage(lw, number, n, first), s9_ir_operand_spread(offset, n, 0), base);
    return s9_lw_make(mad, stage(lw, number, n, second), s9_ir_operand_spread(offset, n, 1), sum);
}

/* Samples the stage of the destination at a coordinate and stores the texel. */
static void sample_stage(s9_lower *lw, const s9_lw_dst *dst, s9_ir_operand coordinate)
{
    uint32_t number = destination_number(lw);
    s9_lw_write_texel(lw, dst, s9_lw_sample(lw, S9_IR_SAMPLE, number, coordinate, none(), none()), NULL);
}

/* Puts an expression into components of a scratch register, which becomes a coordinate. */
static s9_ir_operand compose(s9_lower *lw, uint32_t which, uint32_t n, s9_lw_expr expr)
{
    s9_irb_into(&lw->b, scratch_register(lw, which), n, s9_lw_xyzw, expr.op, expr.a, expr.b, expr.c);
    return scratch_operand(lw, which);
}

static s9_lw_expr dot3(s9_lower *lw, s9_ir_operand a, s9_ir_operand b)
{
    return s9_lw_make(s9_lw_mode(lw, S9_IR_DOT3Z, S9_IR_DOT3), a, b, none());
}

/* ---- coordinates and plain sampling ---- */

/* texcoord t(n): held to [0, 1], fourth component 1. */
static void lower_texcoord(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_lw_dst xyz = s9_lw_subset(dst, 7u);
    s9_ir_operand uvw = coordinates(lw, destination_number(lw), xyz.n, xyz.position);
    s9_lw_job jobs[2] = {{7u, s9_lw_make(S9_IR_SAT, uvw, none(), none())},
                         {8u, s9_lw_make(S9_IR_MOV, imm(lw, 1, 1.0f), none(), none())}};
    s9_lw_write_all(lw, dst, jobs, 2);
}

static bool divides(const s9_lower *lw)
{
    uint32_t modifier = s9_operand_modifier(lw->item->sources[0].token);
    return modifier == S9_MOD_DZ || modifier == S9_MOD_DW;
}

/* texcrd r(m), t(n): unclamped. The divided form has two components; the third keeps what was there. */
static void lower_texcrd(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_lw_dst part = s9_lw_subset(dst, divides(lw) ? 3u : 15u);
    if (part.n > 0)
        s9_lw_write(lw, &part, s9_lw_source_expr(lw, 0, part.n, part.position));
}

/* texld r(m), s0 of ps_1_4; a divided coordinate has two components. */
static void lower_texld_1_4(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_ir_operand coordinate;
    if (divides(lw))
        coordinate = compose(lw, S9_LW_PAIR, 2, s9_lw_source_expr(lw, 0, 2, s9_lw_xyzw));
    else
        coordinate = s9_lw_source(lw, 0, 3, s9_lw_xyzw);
    sample_stage(lw, dst, coordinate);
}

static void lower_texbem(s9_lower *lw, const s9_lw_dst *dst)
{
    static const uint8_t z = 2, scale = S9_IR_STAGE_LSCALE, offset = S9_IR_STAGE_LOFFSET;
    uint32_t number = destination_number(lw);
    bool luminance = lw->item->opcode == S9_OP_TEXBEML;
    s9_ir_operand shift = s9_lw_source(lw, 0, 2, s9_lw_xyzw);
    s9_lw_expr moved = bumped(lw, number, 2, s9_lw_xyzw, projected(lw, number, 2), shift);
    s9_ir_operand coordinate = compose(lw, S9_LW_PAIR, 2, moved);
    if (!luminance) {
        sample_stage(lw, dst, coordinate);
        return;
    }
    s9_ir_op mad = s9_lw_mode(lw, S9_IR_MADZ, S9_IR_MAD);
    s9_ir_operand light =
        value(lw, mad, 1, s9_lw_source(lw, 0, 1, &z), stage(lw, number, 1, &scale), stage(lw, number, 1, &offset));
    light = value(lw, S9_IR_SAT, 1, light, none(), none());
    s9_lw_expr texel = s9_lw_sample(lw, S9_IR_SAMPLE, number, coordinate, none(), none());
    s9_ir_operand colour = texel.op == S9_IR_MOV ? texel.a : s9_lw_value(lw, 4, texel);
    colour = s9_ir_operand_pick(colour, dst->n, dst->position);
    s9_lw_write(
        lw, dst,
        s9_lw_make(s9_lw_mode(lw, S9_IR_MULZ, S9_IR_MUL), colour, s9_ir_operand_spread(light, dst->n, 0), none()));
}

/* texreg2ar, texreg2gb, texreg2rgb: components of t(n) as coordinate. */
static void lower_texreg2(s9_lower *lw, const s9_lw_dst *dst)
{
    static const uint8_t ar[2] = {3, 0}, gb[2] = {1, 2};
    if (lw->item->opcode == S9_OP_TEXREG2RGB) {
        sample_stage(lw, dst, s9_lw_source(lw, 0, 3, s9_lw_xyzw));
        return;
    }
    const uint8_t *picks = lw->item->opcode == S9_OP_TEXREG2AR ? ar : gb;
    sample_stage(lw, dst, compose(lw, S9_LW_PAIR, 2, s9_lw_source_expr(lw, 0, 2, picks)));
}

/* ---- products of coordinate sets: texdp3*, texm3x2*, texm3x3* ---- */

/* The product of one row: the coordinates of a stage with the source. */
static s9_lw_expr row(s9_lower *lw, uint32_t number)
{
    return dot3(lw, coordinates(lw, number, 3, s9_lw_xyzw), s9_lw_source(lw, 0, 3, s9_lw_xyzw));
}

static void lower_texdp3(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_lw_expr product = row(lw, destination_number(lw));
    if (lw->item->opcode == S9_OP_TEXDP3)
        s9_lw_write_scalar(lw, dst, product);
    else
        sample_stage(lw, dst, compose(lw, S9_LW_ROW_1, 1, product));
}

/* The place of row `index` of a group of `rows`: a component of the scratch register that collects them. */
static void store_row(s9_lower *lw, uint32_t rows, uint32_t index, s9_lw_expr product)
{
    uint8_t component = (uint8_t)index;
    uint32_t which = rows == 2 ? S9_LW_ROWS_2 : S9_LW_ROWS_3;
    s9_irb_into(&lw->b, scratch_register(lw, which), 1, &component, product.op, product.a, product.b, product.c);
}

/*
 * A pad computes the first or second row of its group. Which of the two a texm3x3pad is shows only by the pads before
 * it: a pad that follows the pad of the stage before is the second row.
 */
static void lower_pad(s9_lower *lw)
{
    uint32_t number = destination_number(lw);
    bool three = lw->item->opcode == S9_OP_TEXM3X3PAD;
    uint32_t index = three && lw->row_count == 1 && lw->row_stage + 1 == number ? 1 : 0;
    store_row(lw, three ? 3 : 2, index, row(lw, number));
    lw->row_count = index + 1;
    lw->row_stage = number;
}

/* The instruction that ends a group: its own row, and those that no pad has supplied. False where there is no group. */
static bool finish_rows(s9_lower *lw, uint32_t rows)
{
    uint32_t number = destination_number(lw);
    if (number + 1 < rows) {
        s9_lw_error(lw, NULL, "the rows before t%u are missing", (unsigned)number);
        return false;
    }
    bool padded = lw->row_count == rows - 1 && lw->row_stage + 1 == number;
    for (uint32_t i = padded ? rows - 1 : 0; i < rows; i++)
        store_row(lw, rows, i, row(lw, number + 1 - rows + i));
    lw->row_count = 0;
    return true;
}

static void lower_texm3x2tex(s9_lower *lw, const s9_lw_dst *dst)
{
    if (finish_rows(lw, 2))
        sample_stage(lw, dst, scratch_operand(lw, S9_LW_ROWS_2));
}

/* 2 (N.E) / (N.N) N - E */
static s9_ir_operand reflection(s9_lower *lw, s9_ir_operand normal, s9_ir_operand eye)
{
    s9_ir_op mul = s9_lw_mode(lw, S9_IR_MULZ, S9_IR_MUL);
    s9_ir_operand ne = s9_lw_value(lw, 1, dot3(lw, normal, eye));
    s9_ir_operand twice = value(lw, mul, 1, imm(lw, 1, 2.0f), ne, none());
    s9_ir_operand nn = s9_lw_value(lw, 1, dot3(lw, normal, normal));
    s9_ir_operand inverse = value(lw, s9_lw_mode(lw, S9_IR_RCPZ, S9_IR_RCP), 1, nn, none(), none());
    s9_ir_operand factor = value(lw, mul, 1, twice, inverse, none());
    s9_ir_operand scaled = value(lw, mul, 3, s9_ir_operand_spread(factor, 3, 0), normal, none());
    return value(lw, S9_IR_SUB, 3, scaled, eye, none());
}

static void lower_texm3x3(s9_lower *lw, const s9_lw_dst *dst)
{
    static const uint8_t w = 3;
    if (!finish_rows(lw, 3))
        return;
    s9_ir_operand rows = scratch_operand(lw, S9_LW_ROWS_3);
    uint32_t number = destination_number(lw);
    switch (lw->item->opcode) {
    case S9_OP_TEXM3X3TEX:
        sample_stage(lw, dst, rows);
        break;
    case S9_OP_TEXM3X3SPEC:
        sample_stage(lw, dst, reflection(lw, rows, s9_lw_source(lw, 1, 3, s9_lw_xyzw)));
        break;
    case S9_OP_TEXM3X3VSPEC:
        for (uint8_t i = 0; i < 3; i++)
            s9_irb_into(&lw->b, scratch_register(lw, S9_LW_EYE), 1, &i, S9_IR_MOV,
                        coordinates(lw, number - 2 + i, 1, &w), none(), none());
        sample_stage(lw, dst, reflection(lw, rows, scratch_operand(lw, S9_LW_EYE)));
        break;
    default: {
        s9_lw_dst xyz = s9_lw_subset(dst, 7u);
        s9_lw_job jobs[2] = {{7u, s9_lw_make(S9_IR_MOV, s9_ir_operand_pick(rows, xyz.n, xyz.position), none(), none())},
                             {8u, s9_lw_make(S9_IR_MOV, imm(lw, 1, 1.0f), none(), none())}};
        s9_lw_write_all(lw, dst, jobs, 2);
        break;
    }
    }
}

/* ---- depth ---- */

/* depth = b == 0 ? 1 : a / b, held to [0, 1]. */
static void write_depth(s9_lower *lw, s9_ir_operand a, s9_ir_operand b)
{
    s9_ir_operand quotient = value(lw, S9_IR_DIV, 1, a, b, none());
    s9_ir_operand zero = value(lw, S9_IR_EQ, 1, b, imm(lw, 1, 0.0f), none());
    s9_ir_operand depth = value(lw, S9_IR_SELECT, 1, zero, imm(lw, 1, 1.0f), quotient);
    s9_ir_inst inst = {.op = S9_IR_SAT, .n = 1, .src = {depth}};
    inst.dst.kind = S9_IR_OUTPUT;
    inst.dst.index = S9_IR_OUT_DEPTH;
    s9_irb_emit(&lw->b, inst);
}

static void lower_texm3x2depth(s9_lower *lw)
{
    if (!finish_rows(lw, 2))
        return;
    s9_ir_operand rows = scratch_operand(lw, S9_LW_ROWS_2);
    write_depth(lw, s9_ir_operand_spread(rows, 1, 0), s9_ir_operand_spread(rows, 1, 1));
}

static void lower_texdepth(s9_lower *lw)
{
    s9_ir_operand rg = s9_lw_destination_as_source(lw, 2, s9_lw_xyzw);
    write_depth(lw, s9_ir_operand_spread(rg, 1, 0), s9_ir_operand_spread(rg, 1, 1));
}

/* Three components always: of the coordinate set (ps_1_0..1_3), of the register or set named (ps_1_4). */
static void lower_texkill(s9_lower *lw)
{
    s9_file file = s9_lw_file(lw, lw->item->destination.token);
    s9_ir_operand tested;
    if (lw->ps1_tex && file == S9_FILE_TEXTURE)
        tested = coordinates(lw, destination_number(lw), 3, s9_lw_xyzw);
    else
        tested = s9_lw_destination_as_source(lw, 3, s9_lw_xyzw);
    s9_lw_kill(lw, tested, 3, s9_lw_xyzw);
}

/* ---- the instructions ---- */

static void lower_tex(s9_lower *lw, const s9_lw_dst *dst)
{
    sample_stage(lw, dst, projected(lw, destination_number(lw), 3));
}

typedef void (*s9_store)(s9_lower *, const s9_lw_dst *);

/* What lowers an instruction that stores a result; NULL for others. */
static s9_store store_of(const s9_lower *lw)
{
    switch (lw->item->opcode) {
    case S9_OP_TEXCOORD:
        return lw->ps1_tex ? lower_texcoord : lower_texcrd;
    case S9_OP_TEX:
        return lw->ps1_tex ? lower_tex : lower_texld_1_4;
    case S9_OP_TEXBEM:
    case S9_OP_TEXBEML:
        return lower_texbem;
    case S9_OP_TEXREG2AR:
    case S9_OP_TEXREG2GB:
    case S9_OP_TEXREG2RGB:
        return lower_texreg2;
    case S9_OP_TEXDP3:
    case S9_OP_TEXDP3TEX:
        return lower_texdp3;
    case S9_OP_TEXM3X2TEX:
        return lower_texm3x2tex;
    case S9_OP_TEXM3X3:
    case S9_OP_TEXM3X3TEX:
    case S9_OP_TEXM3X3SPEC:
    case S9_OP_TEXM3X3VSPEC:
        return lower_texm3x3;
    default:
        return NULL;
    }
}

bool s9_lw_texture_ps1(s9_lower *lw)
{
    s9_lw_dst dst;
    switch (lw->item->opcode) {
    case S9_OP_TEXKILL:
        lower_texkill(lw);
        return true;
    case S9_OP_TEXDEPTH:
        lower_texdepth(lw);
        return true;
    case S9_OP_TEXM3X2PAD:
    case S9_OP_TEXM3X3PAD:
        lower_pad(lw);
        return true;
    case S9_OP_TEXM3X2DEPTH:
        lower_texm3x2depth(lw);
        return true;
    default:
        break;
    }
    s9_store lower = store_of(lw);
    if (!lower)
        return false;
    if (s9_lw_destination(lw, &dst)) {
        dst.range = false; /* it is a rule of arithmetic */
        lower(lw, &dst);
    }
    return true;
}

/* One decision for all components, on the fourth of s0 (which is r0.a); a co-issued colour cnd takes s1. */
static void lower_cnd(s9_lower *lw, const s9_lw_dst *dst)
{
    static const uint8_t w = 3;
    uint32_t mask = s9_operand_mask(lw->item->destination.token);
    bool colour = s9_token_coissue(lw->item->words[0]) && (mask & 8u) == 0;
    if (colour && !lw->ir->options.cnd_coissue_quirk_off) {
        s9_lw_write(lw, dst, s9_lw_source_expr(lw, 1, dst->n, dst->position));
        return;
    }
    s9_ir_operand s0 = s9_lw_source(lw, 0, 1, &w);
    s9_ir_operand condition = value(lw, S9_IR_GT, 1, s0, imm(lw, 1, 0.5f), none());
    s9_ir_operand s1 = s9_lw_source(lw, 1, dst->n, dst->position);
    s9_ir_operand s2 = s9_lw_source(lw, 2, dst->n, dst->position);
    s9_lw_write(lw, dst, s9_lw_make(S9_IR_SELECT, s9_ir_operand_spread(condition, dst->n, 0), s1, s2));
}

/* bem r(m).rg, s0, s1: s0 + M * s1 with the matrix of stage m. */
static void lower_bem(s9_lower *lw, const s9_lw_dst *dst)
{
    s9_lw_dst part = s9_lw_subset(dst, 3u);
    if (part.n == 0)
        return;
    s9_ir_operand base = s9_lw_source(lw, 0, part.n, part.position);
    s9_ir_operand offset = s9_lw_source(lw, 1, 2, s9_lw_xyzw);
    s9_lw_write(lw, &part, bumped(lw, destination_number(lw), part.n, part.position, base, offset));
}

bool s9_lw_arithmetic_ps1(s9_lower *lw)
{
    s9_lw_dst dst;
    bool cnd = lw->item->opcode == S9_OP_CND && lw->ps1_tex;
    if (!cnd && (lw->item->opcode != S9_OP_BEM || !lw->ps1))
        return false;
    if (!s9_lw_destination(lw, &dst))
        return true;
    if (cnd)
        lower_cnd(lw, &dst);
    else
        lower_bem(lw, &dst);
    return true;
}
