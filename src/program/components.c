/* SPDX-License-Identifier: MIT */
/*
 * Which components of its sources an opcode uses. A position is a place of the swizzle: `r0.wzyx` at position x reads
 * w. Source: the meaning of each opcode in the instruction pages of the Direct3D 9 assembly reference.
 */
#include "program/program.h"

enum { X = 1, Y = 2, Z = 4, W = 8, XY = 3, YZ = 6, XYZ = 7, XYZW = 15 };

/* Each written component of a cross product needs the other two of both vectors. */
static uint32_t cross_positions(uint32_t mask)
{
    return ((mask & X) != 0 ? (uint32_t)YZ : 0) | ((mask & Y) != 0 ? (uint32_t)(X | Z) : 0) |
           ((mask & Z) != 0 ? (uint32_t)XY : 0);
}

/* dst: (1, s0.y * s1.y, s0.z, s1.w) */
static uint32_t distance_positions(uint32_t mask, uint32_t index)
{
    return mask & (index == 0 ? (uint32_t)YZ : (uint32_t)(Y | W));
}

/* Sources of the vector opcodes of one component or a fixed set, whatever is written. */
static uint32_t texture_positions(const s9_program *program, const s9_item *item, uint32_t mask, uint32_t index)
{
    switch (item->opcode) {
    case S9_OP_TEXCOORD:
        return mask; /* ps_1_4 copies the selected coordinates */
    case S9_OP_TEX:
    case S9_OP_TEXLDL:
    case S9_OP_TEXLDD:
        /* The swizzle of a sampler selects components of what was sampled (3_0). */
        return index == 1 && s9_version_major(program->version) > 1 ? mask : (uint32_t)XYZW;
    case S9_OP_TEXBEM:
        return XY;
    case S9_OP_TEXREG2AR:
        return X | W;
    case S9_OP_TEXREG2GB:
        return YZ;
    default:
        return XYZ; /* texbeml (du, dv, luminance), texreg2rgb, texdp3, texm3x* and the c# of texm3x3spec */
    }
}

static uint32_t flow_positions(const s9_item *item, uint32_t index)
{
    switch (item->opcode) {
    case S9_OP_CALL:
    case S9_OP_LABEL:
        return 0;
    case S9_OP_CALLNZ:
        return index == 0 ? 0 : X;
    case S9_OP_LOOP:
        return index == 0 ? X : XYZ; /* aL; count, start, step */
    default:
        return X; /* rep's count, the boolean of if and breakp, the scalars of if_comp and break_comp */
    }
}

uint32_t s9_item_source_positions(const s9_program *program, const s9_item *item, uint32_t index)
{
    if (item->kind != S9_ITEM_INSTRUCTION || index >= item->source_count)
        return 0;
    uint32_t mask = item->has_destination ? s9_operand_mask(item->destination.token) : 0;
    const s9_opcode_info *info = s9_isa_opcode(item->opcode);

    switch (info->kind) {
    case S9_OPK_TEXTURE:
        return texture_positions(program, item, mask, index);
    case S9_OPK_FLOW:
        return flow_positions(item, index);
    case S9_OPK_SETUP:
    case S9_OPK_MARK:
        return 0;
    case S9_OPK_ARITH:
        break;
    }
    switch (item->opcode) {
    case S9_OP_RCP:
    case S9_OP_RSQ:
    case S9_OP_EXP:
    case S9_OP_LOG:
    case S9_OP_EXPP:
    case S9_OP_LOGP:
    case S9_OP_POW:
        return X; /* the replicated component; without a replicate swizzle x is read */
    case S9_OP_SINCOS:
        return index == 0 ? X : XYZW; /* the two rows of series coefficients of SM2 */
    case S9_OP_DP2ADD:
        return index < 2 ? XY : X;
    case S9_OP_DP3:
        return XYZ;
    case S9_OP_DP4:
        return XYZW;
    case S9_OP_M4X4:
    case S9_OP_M4X3:
    case S9_OP_M3X4:
    case S9_OP_M3X3:
    case S9_OP_M3X2:
        return s9_isa_matrix_columns(item->opcode) == 4 ? XYZW : XYZ;
    case S9_OP_CRS:
        return cross_positions(mask);
    case S9_OP_DST:
        return distance_positions(mask, index);
    case S9_OP_LIT:
        return X | Y | W; /* independent of the mask */
    case S9_OP_NRM:
        return XYZ | mask;
    case S9_OP_SGN:
        return index == 0 ? mask : 0; /* the other two are scratch */
    case S9_OP_BEM:
        return index == 0 ? mask & XY : XY;
    case S9_OP_CND: {
        /* Before 1_4 one decision, by the alpha of r0, serves all components. */
        bool alpha = index == 0 && s9_version_is_pixel(program->version) && s9_version_major(program->version) == 1 &&
                     program->version != S9_PS_1_4;
        return alpha ? W : mask;
    }
    default:
        return mask;
    }
}

uint32_t s9_item_source_components(const s9_program *program, const s9_item *item, uint32_t index)
{
    uint32_t positions = s9_item_source_positions(program, item, index);
    if (positions == 0)
        return 0;
    uint32_t token = item->sources[index].token;
    uint32_t swizzle = s9_operand_swizzle(token), components = 0;
    if (swizzle == S9_SWIZZLE_IDENTITY && s9_operand_modifier(token) < S9_MOD_DZ)
        return positions;
    for (uint32_t i = 0; i < 4; i++)
        if ((positions >> i & 1u) != 0)
            components |= 1u << s9_swizzle_component(swizzle, i);
    /* The divisor of _dz and _dw is the register's own component. */
    if (s9_operand_modifier(token) == S9_MOD_DZ)
        components |= Z;
    else if (s9_operand_modifier(token) == S9_MOD_DW)
        components |= W;
    return components;
}
