/* SPDX-License-Identifier: MIT */
/* Texture instructions of shader models 2 and 3, and texkill of every version. */
#include "ir/lower.h"

static s9_ir_operand none(void)
{
    return s9_ir_no_operand();
}

s9_lw_expr s9_lw_sample(s9_lower *lw, s9_ir_op op, uint32_t sampler, s9_ir_operand coordinate, s9_ir_operand b,
                        s9_ir_operand c)
{
    if (sampler >= S9_IR_LIMIT_SAMPLER) {
        /* No texture can be bound to such a sampler. */
        bool zero = lw->ir->options.unbound == S9_UNBOUND_0000;
        uint32_t bits[4] = {0, 0, 0, zero ? 0 : 0x3F800000u};
        return s9_lw_make(S9_IR_MOV, s9_irb_imm_bits(&lw->b, 4, bits), none(), none());
    }
    s9_lw_expr expr = s9_lw_make(op, coordinate, b, c);
    expr.aux = sampler;
    expr.texture_type = lw->ir->samplers[sampler];
    return expr;
}

void s9_lw_write_texel(s9_lower *lw, const s9_lw_dst *dst, s9_lw_expr texel, const uint8_t *swizzle)
{
    bool direct = dst->n == 4 && (!swizzle || memcmp(swizzle, s9_lw_xyzw, 4) == 0);
    if (direct) {
        s9_lw_write(lw, dst, texel);
        return;
    }
    s9_ir_operand value = texel.op == S9_IR_MOV ? texel.a : s9_lw_value(lw, 4, texel);
    uint8_t picks[4] = {0, 0, 0, 0};
    for (uint32_t i = 0; i < dst->n; i++)
        picks[i] = swizzle ? swizzle[dst->position[i]] : dst->position[i];
    s9_lw_write(lw, dst, s9_lw_make(S9_IR_MOV, s9_ir_operand_pick(value, dst->n, picks), none(), none()));
}

/* Number and result swizzle of the sampler operand. */
static bool sampler_operand(s9_lower *lw, uint32_t index, uint32_t *number, uint8_t swizzle[4])
{
    const s9_operand *source = &lw->item->sources[index];
    *number = s9_operand_number(source->token);
    for (uint32_t i = 0; i < 4; i++)
        swizzle[i] = (uint8_t)s9_swizzle_component(s9_operand_swizzle(source->token), i);
    char name[24];
    bool sampler = s9_lw_file(lw, source->token) == S9_FILE_SAMPLER && !s9_operand_is_relative(source->token);
    if (sampler && s9_operand_modifier(source->token) == S9_MOD_NONE && *number < S9_IR_LIMIT_SAMPLER)
        return true;
    s9_lw_operand_name(lw, source->token, name);
    if (!sampler) {
        s9_lw_error(lw, source, "%s is no sampler", name);
        return false;
    }
    if (s9_operand_modifier(source->token) != S9_MOD_NONE) {
        s9_lw_error(lw, source, "a source modifier has no meaning for %s", name);
        return false;
    }
    s9_lw_warn(lw, source, "no texture can be bound to %s, it gives the result of an unbound sampler", name);
    return true;
}

/* texld, texldp, texldb */
static void lower_texld(s9_lower *lw, const s9_lw_dst *dst, uint32_t sampler, const uint8_t *swizzle)
{
    uint32_t control = s9_token_controls(lw->item->words[0]);
    s9_ir_operand coordinate;
    if (control == S9_TEX_PLAIN) {
        coordinate = s9_lw_source(lw, 0, 3, s9_lw_xyzw);
        s9_lw_write_texel(lw, dst, s9_lw_sample(lw, S9_IR_SAMPLE, sampler, coordinate, none(), none()), swizzle);
        return;
    }
    if (control != S9_TEX_PROJECT && control != S9_TEX_BIAS) {
        s9_lw_error(lw, NULL, "texld with control %u has no meaning", (unsigned)control);
        return;
    }
    s9_ir_operand all = s9_lw_source(lw, 0, 4, s9_lw_xyzw);
    s9_ir_operand w = s9_ir_operand_spread(all, 1, 3);
    coordinate = s9_ir_operand_pick(all, 3, s9_lw_xyzw);
    if (control == S9_TEX_PROJECT) {
        coordinate = s9_irb_value(&lw->b, S9_IR_DIV, 3, coordinate, s9_ir_operand_spread(w, 3, 0), none());
        s9_lw_write_texel(lw, dst, s9_lw_sample(lw, S9_IR_SAMPLE, sampler, coordinate, none(), none()), swizzle);
    } else {
        s9_lw_write_texel(lw, dst, s9_lw_sample(lw, S9_IR_SAMPLE_BIAS, sampler, coordinate, w, none()), swizzle);
    }
}

static void lower_texldl(s9_lower *lw, const s9_lw_dst *dst, uint32_t sampler, const uint8_t *swizzle)
{
    s9_ir_operand all = s9_lw_source(lw, 0, 4, s9_lw_xyzw);
    s9_ir_operand coordinate = s9_ir_operand_pick(all, 3, s9_lw_xyzw);
    s9_ir_operand lod = s9_ir_operand_spread(all, 1, 3);
    s9_lw_write_texel(lw, dst, s9_lw_sample(lw, S9_IR_SAMPLE_LOD, sampler, coordinate, lod, none()), swizzle);
}

static void lower_texldd(s9_lower *lw, const s9_lw_dst *dst, uint32_t sampler, const uint8_t *swizzle)
{
    s9_ir_operand coordinate = s9_lw_source(lw, 0, 3, s9_lw_xyzw);
    s9_ir_operand dx = s9_lw_source(lw, 2, 3, s9_lw_xyzw);
    s9_ir_operand dy = s9_lw_source(lw, 3, 3, s9_lw_xyzw);
    s9_lw_write_texel(lw, dst, s9_lw_sample(lw, S9_IR_SAMPLE_GRAD, sampler, coordinate, dx, dy), swizzle);
}

/* ---- texkill ---- */

void s9_lw_kill(s9_lower *lw, s9_ir_operand tested, uint32_t n, const uint8_t *positions)
{
    static const uint8_t low[2] = {0, 1}, high[2] = {2, 3};
    s9_ir_operand condition;
    if (n == 0)
        return;
    if (lw->item->has_predicate) {
        s9_ir_operand below = s9_irb_value(&lw->b, S9_IR_LT, n, tested, s9_irb_imm(&lw->b, n, 0.0f), none());
        s9_ir_operand predicate = s9_lw_predicate(lw, n, positions);
        s9_ir_operand both = s9_irb_value(&lw->b, S9_IR_AND, n, below, predicate, none());
        condition = s9_ir_operand_spread(both, 1, 0);
        for (uint32_t i = 1; i < n; i++)
            condition = s9_irb_value(&lw->b, S9_IR_OR, 1, condition, s9_ir_operand_spread(both, 1, i), none());
        s9_irb_control(&lw->b, S9_IR_DISCARD, condition, 0);
        return;
    }
    /* Some component is below 0 when the least is; min passes NaN over, which kills nothing. */
    if (n == 4) {
        tested = s9_irb_value(&lw->b, S9_IR_MIN, 2, s9_ir_operand_pick(tested, 2, low),
                              s9_ir_operand_pick(tested, 2, high), none());
        n = 2;
    }
    s9_ir_operand least = s9_ir_operand_spread(tested, 1, 0);
    for (uint32_t i = 1; i < n; i++)
        least = s9_irb_value(&lw->b, S9_IR_MIN, 1, least, s9_ir_operand_spread(tested, 1, i), none());
    condition = s9_irb_value(&lw->b, S9_IR_LT, 1, least, s9_irb_imm(&lw->b, 1, 0.0f), none());
    s9_irb_control(&lw->b, S9_IR_DISCARD, condition, 0);
}

/* The components of the mask, in shader models 2 and 3. */
static void lower_texkill(s9_lower *lw)
{
    uint32_t mask = s9_operand_mask(lw->item->destination.token);
    uint8_t components[4];
    uint32_t n = 0;
    for (uint8_t i = 0; i < 4; i++) {
        if ((mask >> i & 1u) != 0)
            components[n++] = i;
    }
    if (n > 0)
        s9_lw_kill(lw, s9_lw_destination_as_source(lw, n, components), n, components);
}

bool s9_lw_texture(s9_lower *lw)
{
    s9_opcode opcode = lw->item->opcode;
    s9_lw_dst dst;
    uint32_t sampler;
    uint8_t swizzle[4];
    if (lw->ps1)
        return s9_lw_texture_ps1(lw);
    if (opcode == S9_OP_TEXKILL && lw->pixel) {
        lower_texkill(lw);
        return true;
    }
    if (opcode != S9_OP_TEXLDL && opcode != S9_OP_TEXLDD && (opcode != S9_OP_TEX || lw->major < 2))
        return false;
    bool good = s9_lw_destination(lw, &dst);
    dst.range = false; /* it is a rule of arithmetic */
    if (!sampler_operand(lw, 1, &sampler, swizzle) || !good)
        return true;
    if (opcode == S9_OP_TEX)
        lower_texld(lw, &dst, sampler, swizzle);
    else if (opcode == S9_OP_TEXLDL)
        lower_texldl(lw, &dst, sampler, swizzle);
    else
        lower_texldd(lw, &dst, sampler, swizzle);
    return true;
}
