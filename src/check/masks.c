/* SPDX-License-Identifier: MIT */
/* V157..V173: write masks. Those of ps_2_x outputs: outputs.c; of declarations: declarations.c. */
#include "check/check.h"

enum { MASK_X = 1, MASK_Y = 2, MASK_XY = 3, MASK_XYZ = 7, MASK_W = 8, MASK_FULL = 15 };

static void wrong(s9_checker *c, uint32_t rule, const s9_stmt *s, const char *hint, const char *allowed)
{
    char name[S9_MNEMONIC_SIZE], mask[5];
    s9_found(c, rule, s, s->destination.operand, hint, "%s writes .%s; it may write %s", s9_stmt_name(c, s, name),
             s9_mask_name(s->destination.components, mask), allowed);
}

/* V158, V161. */
static void ps13_arithmetic(s9_checker *c, const s9_stmt *s, uint32_t mask)
{
    if (s->opcode == S9_OP_DP3) {
        if (mask != MASK_XYZ && mask != MASK_FULL)
            wrong(c, 161, s, NULL, ".rgb or all components");
    } else if (mask != MASK_XYZ && mask != MASK_W && mask != MASK_FULL) {
        wrong(c, 158, s, NULL, ".rgb, .a or all components");
    }
}

/* V160: texcrd has .rgb, with _dw .rg. */
static void v160_texcrd(s9_checker *c, const s9_stmt *s, uint32_t mask)
{
    bool divides = s->source_count > 0 && s9_use_modifier(&s->sources[0]) == S9_MOD_DW;
    if (mask == MASK_FULL)
        s9_found_as(c, S9_WARNING, 160, s, s->destination.operand, divides ? "write .rg" : "write .rgb",
                    "texcrd leaves components unset; its mask is %s", divides ? ".rg" : ".rgb");
    else if (mask != (divides ? MASK_XY : MASK_XYZ))
        wrong(c, 160, s, NULL, divides ? ".rg" : ".rgb");
}

/* V159, V170. */
static void texture_mask(s9_checker *c, const s9_stmt *s, uint32_t mask)
{
    if (s->opcode == S9_OP_TEXKILL) {
        if (mask != MASK_FULL)
            s9_found_as(c, c->major == 1 ? S9_ERROR : S9_WARNING, 170, s, s->destination.operand, "remove the mask",
                        "texkill takes no mask");
    } else if (c->ps1 && s->opcode == S9_OP_TEXCOORD && c->version == S9_PS_1_4) {
        v160_texcrd(c, s, mask);
    } else if (c->ps1 && mask != MASK_FULL) {
        wrong(c, 159, s, "remove the mask", "all components only");
    } else if (c->sm2 && s9_stmt_is_texld(c, s) && mask != MASK_FULL) {
        wrong(c, 163, s, "load a whole r#", "all components only");
    }
}

/* V098, V173: the one component of a0 in vs_1_1. */
static void address_mask(s9_checker *c, const s9_stmt *s, uint32_t mask)
{
    if (c->major != 1 || mask == MASK_X)
        return;
    if ((mask & MASK_X) == 0)
        s9_found(c, 98, s, s->destination.operand, "write a0.x", "vs_1_1 has only a0.x");
    else
        s9_found(c, 173, s, s->destination.operand, "write a0.x", "mov writes a0.x only");
}

/* V162, V164..V169: masks that an opcode demands. */
static void opcode_mask(s9_checker *c, const s9_stmt *s, uint32_t mask)
{
    switch (s->opcode) {
    case S9_OP_BEM:
        if (mask != MASK_XY)
            wrong(c, 162, s, NULL, ".rg");
        break;
    case S9_OP_FRC:
        if (!c->pixel && c->major == 1 && mask != MASK_Y && mask != MASK_XY &&
            !(c->version == S9_VS_1_0 && mask == MASK_X))
            wrong(c, 164, s, NULL, ".y or .xy");
        break;
    case S9_OP_SINCOS:
        if (mask == 0 || (mask & ~(uint32_t)MASK_XY) != 0)
            wrong(c, 165, s, "cosine goes to x, sine to y", ".x, .y or .xy");
        break;
    case S9_OP_M3X2:
        if (mask != MASK_XY)
            wrong(c, 166, s, "add .xy", ".xy");
        break;
    case S9_OP_M3X3:
    case S9_OP_M4X3:
        if (mask != MASK_XYZ)
            wrong(c, 167, s, "add .xyz", ".xyz");
        break;
    case S9_OP_M3X4:
    case S9_OP_M4X4:
        if (mask != MASK_FULL)
            wrong(c, 168, s, "remove the mask", "all components only");
        break;
    case S9_OP_CRS:
        if (mask == 0 || (mask & MASK_W) != 0)
            wrong(c, 169, s, "add .xyz", "components of .xyz");
        break;
    default:
        break;
    }
}

void s9_rules_masks(s9_checker *c, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    if (d->operand == NULL || !d->judged)
        return;
    uint32_t mask = d->components;
    if (s9_stmt_is_texture(s))
        texture_mask(c, s, mask);
    else if (c->ps13)
        ps13_arithmetic(c, s, mask);
    if (d->file == S9_FILE_ADDR)
        address_mask(c, s, mask);
    opcode_mask(c, s, mask);
}
