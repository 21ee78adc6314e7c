/* SPDX-License-Identifier: MIT */
/* V193..V222: source modifiers and instruction modifiers. */
#include "check/check.h"

static bool is_x2(uint32_t modifier)
{
    return modifier == S9_MOD_X2 || modifier == S9_MOD_X2_NEG;
}

static bool is_abs(uint32_t modifier)
{
    return modifier == S9_MOD_ABS || modifier == S9_MOD_ABS_NEG;
}

/* "-", "_bx2", "-r_abs" .. */
static const char *spell(uint32_t modifier, char out[16])
{
    const char *prefix = s9_isa_modifier_prefix(modifier), *suffix = s9_isa_modifier_suffix(modifier);
    size_t length = strlen(prefix);
    memcpy(out, prefix, length);
    if (length > 0 && suffix[0] != '\0')
        out[length++] = 'r';
    memcpy(out + length, suffix, strlen(suffix) + 1);
    return out;
}

static void wrong(s9_checker *c, uint32_t rule, const s9_stmt *s, const s9_use *use, const char *hint, const char *text)
{
    char modifier[16];
    s9_found(c, rule, s, use->operand, hint, "the source modifier %s %s", spell(s9_use_modifier(use), modifier), text);
}

/* ---- source modifiers ---- */

/* V193..V195, V209: does the version have the modifier; 0 when it does, else the rule. */
static uint32_t missing_rule(const s9_checker *c, const s9_use *use)
{
    uint32_t modifier = s9_use_modifier(use);
    switch (modifier) {
    case S9_MOD_NONE:
    case S9_MOD_NEG:
        return 0;
    case S9_MOD_COMP:
        return c->ps1 ? 0 : 194;
    case S9_MOD_NOT:
        return c->major == 1 ? 193 : 209;
    case S9_MOD_DZ:
    case S9_MOD_DW:
        return c->version == S9_PS_1_4 ? 0 : 193;
    default:
        break;
    }
    if (is_x2(modifier))
        return c->version == S9_PS_1_4 ? 0 : c->ps13 ? 195 : 193;
    if (is_abs(modifier))
        return c->major == 3 ? 0 : 193;
    return c->ps1 ? 0 : 193; /* _bias, _bx2 */
}

/* V202, V203: the divide modifiers. How often _dz occurs is counted in ps1.c. */
static bool divide_modifier(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    uint32_t modifier = s9_use_modifier(use);
    bool load = s->opcode == S9_OP_TEX, copy = s->opcode == S9_OP_TEXCOORD;
    if (modifier == S9_MOD_DZ) {
        if (!load || use->file != S9_FILE_TEMP)
            wrong(c, 202, s, use, NULL, "belongs to an r# source of texld");
    } else if (modifier == S9_MOD_DW) {
        if ((!load && !copy) || use->file != S9_FILE_TEXTURE)
            wrong(c, 203, s, use, NULL, "belongs to a t# source of texld or texcrd");
        else if (s9_use_swizzle(use) != 0xF4)
            wrong(c, 203, s, use, "write _dw.xyw", "needs the selector .xyw");
    } else {
        return false;
    }
    return true;
}

/* V199..V201: sources of texture instructions in ps_1_x. */
static void ps1_texture_modifier(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    uint32_t modifier = s9_use_modifier(use);
    if (modifier == S9_MOD_NONE || (c->version == S9_PS_1_4 && divide_modifier(c, s, use)))
        return;
    if (modifier != S9_MOD_BX2 || c->version == S9_PS_1_4) {
        wrong(c, 199, s, use, NULL, "is not taken by texture instructions");
        return;
    }
    switch (s->opcode) {
    case S9_OP_TEXM3X2PAD:
    case S9_OP_TEXM3X2TEX:
    case S9_OP_TEXM3X2DEPTH:
    case S9_OP_TEXM3X3PAD:
    case S9_OP_TEXM3X3:
    case S9_OP_TEXM3X3TEX:
    case S9_OP_TEXM3X3SPEC:
    case S9_OP_TEXM3X3VSPEC:
        return;
    case S9_OP_TEXBEM:
    case S9_OP_TEXBEML:
    case S9_OP_TEXREG2AR:
    case S9_OP_TEXREG2GB:
        if (c->version == S9_PS_1_2 || c->version == S9_PS_1_3) {
            wrong(c, 201, s, use, NULL, "is not taken by this instruction");
            return;
        }
        break;
    default:
        break;
    }
    if (c->version == S9_PS_1_0 || c->version == S9_PS_1_1)
        wrong(c, 200, s, use, NULL, "belongs to texm3x2* and texm3x3* in ps_1_1");
}

/* V204..V206, V315: operands that take no modifier from SM2 on; the rule, or 0. */
static uint32_t plain_rule(const s9_checker *c, const s9_stmt *s, uint32_t i, const s9_use *use)
{
    if (use->file == S9_FILE_SAMPLER)
        return c->pixel && c->major == 3 ? 315 : 206;
    if (i == 1 && s9_stmt_is_matrix(s))
        return 204;
    if (i == 0 && s9_stmt_is_texld(c, s))
        return 205;
    return 0;
}

/* V209, V210: what stands before flow-control operands; true when the operand is one. */
static bool flow_modifier(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    uint32_t modifier = s9_use_modifier(use);
    switch (use->file) {
    case S9_FILE_CONSTBOOL:
    case S9_FILE_PREDICATE:
        if (modifier == S9_MOD_NOT)
            return true;
        break;
    case S9_FILE_CONSTINT:
    case S9_FILE_LABEL:
    case S9_FILE_LOOP:
        if (modifier == S9_MOD_NOT) {
            wrong(c, 209, s, use, NULL, "belongs to b# and p0");
            return true;
        }
        break;
    default:
        return false;
    }
    if (modifier == S9_MOD_NEG || is_abs(modifier))
        wrong(c, 210, s, use, NULL, "is not taken by this register");
    else if (modifier != S9_MOD_NONE)
        wrong(c, missing_rule(c, use), s, use, NULL, "does not exist here");
    return true;
}

static void source(s9_checker *c, const s9_stmt *s, uint32_t i)
{
    const s9_use *use = &s->sources[i];
    uint32_t modifier = s9_use_modifier(use);
    if (!use->judged || modifier == S9_MOD_NONE || modifier > S9_MOD_NOT || flow_modifier(c, s, use))
        return;
    uint32_t missing = missing_rule(c, use);
    uint32_t rule = c->major > 1 ? plain_rule(c, s, i, use) : !c->pixel && i == 1 && s9_stmt_is_matrix(s) ? 204 : 0;
    if (rule == 205 && c->major == 3 && missing == 0) {
        s9_found_as(c, S9_WARNING, 205, s, use->operand, NULL,
                    "whether the coordinate may have a modifier is not settled");
        return;
    }
    if (rule != 0 && missing != 194 && !(rule == 205 && c->major == 3)) {
        wrong(c, rule, s, use, "remove it", "is not taken by this operand");
        return;
    }
    if (missing != 0 && missing != 195 && c->ps1 && s9_stmt_is_texture(s)) {
        wrong(c, 199, s, use, NULL, "is not taken by texture instructions");
        return;
    }
    rule = missing;
    if (rule != 0) {
        wrong(c, rule, s, use, rule == 209 ? "! stands before b# and p0 only" : NULL,
              rule == 195 ? "needs ps_1_4" : "does not exist in this version");
        return;
    }
    if (c->ps1 && s9_stmt_is_texture(s)) {
        ps1_texture_modifier(c, s, use);
        return;
    }
    if (divide_modifier(c, s, use))
        return;
    if (c->ps1 && use->file == S9_FILE_CONST)
        s9_found_as(c, c->version == S9_PS_1_4 ? S9_ERROR : S9_WARNING, 198, s, use->operand,
                    "apply it to the value of the constant", "constants of ps_1_x take no source modifier");
}

/* V207: one instruction that reads constants with and without _abs. */
static void v207_mixed_abs(s9_checker *c, const s9_stmt *s)
{
    const s9_use *plain = NULL, *absolute = NULL;
    for (uint32_t i = 0; i < s->source_count; i++) {
        const s9_use *use = &s->sources[i];
        if (use->file != S9_FILE_CONST || !use->judged)
            continue;
        if (is_abs(s9_use_modifier(use)))
            absolute = use;
        else
            plain = use;
    }
    if (plain != NULL && absolute != NULL)
        s9_found(c, 207, s, plain->operand, NULL, "one instruction reads constants with and without _abs");
}

/* V209, V210: the predicate takes ! only. */
static void predicate_modifier(s9_checker *c, const s9_stmt *s)
{
    const s9_use *p = &s->predicate;
    if (p->operand != NULL && p->judged && p->file == S9_FILE_PREDICATE && s9_use_modifier(p) <= S9_MOD_NOT)
        (void)flow_modifier(c, s, p);
}

void s9_rules_source_modifiers(s9_checker *c, const s9_stmt *s)
{
    if ((s->flags & S9_STMT_MODIFIED) == 0)
        return;
    predicate_modifier(c, s);
    for (uint32_t i = 0; i < s->source_count; i++)
        source(c, s, i);
    if (c->major == 3)
        v207_mixed_abs(c, s);
}

/* ---- instruction modifiers ---- */

static void refuse(s9_checker *c, uint32_t rule, const s9_stmt *s, const char *hint, const char *text)
{
    char name[S9_MNEMONIC_SIZE];
    s9_found(c, rule, s, NULL, hint, "%s: %s", s9_stmt_name(c, s, name), text);
}

/*
 * V222: _sat where the result is no number. The native assembler encodes mova_sat, and by the general order of steps
 * (compute, saturate, write) an execution clamps the value to 0..1 before a0 is rounded; but the pages of mova and setp
 * name no such thing, so what a device does is not known: a warning, not an error. A predicate has nothing to clamp.
 */
static void v222_saturate(s9_checker *c, const s9_stmt *s)
{
    if (s->opcode == S9_OP_MOVA)
        refuse(c, 222, s, "clamp with mov_sat into an r#, then mova",
               "no page says what _sat does to an address; clamping it to 0..1 first is the likely result");
    else
        refuse(c, 222, s, "remove it", "_sat has no meaning for a predicate");
}

/* V211..V213, V217, V221, V222, V147, V153. */
static void saturate(s9_checker *c, const s9_stmt *s)
{
    bool texture = s9_stmt_is_texture(s);
    bool exempt = s->opcode == S9_OP_FRC || s->opcode == S9_OP_SINCOS;
    bool output = c->sm2 && c->pixel && s->destination.judged &&
                  (s->destination.file == S9_FILE_COLOROUT || s->destination.file == S9_FILE_DEPTHOUT);
    if (!c->pixel && c->major < 3)
        refuse(c, 211, s, "clamp with max and min", "_sat in a vertex shader needs vs_3_0");
    else if (s->opcode == S9_OP_TEXKILL)
        s9_found_as(c, S9_WARNING, 221, s, NULL, NULL, "_sat has no meaning on texkill");
    else if (s->opcode == S9_OP_SETP || s->opcode == S9_OP_MOVA)
        v222_saturate(c, s);
    else if (c->ps1 && texture)
        refuse(c, 217, s, "saturate with a mov", "texture instructions take no _sat");
    else if (output)
        return; /* V147 and V153 say it */
    else if (!c->ps1 && (exempt || texture))
        refuse(c, c->pixel ? 213 : 212, s, "saturate with a mov", "this instruction takes no _sat");
}

/* V219, V221, V222. */
static void partial_precision(s9_checker *c, const s9_stmt *s)
{
    if (!c->pixel || c->major == 1)
        refuse(c, 219, s, "remove it", "_pp exists in pixel shaders from ps_2_0");
    else if (s->opcode == S9_OP_TEXKILL)
        s9_found_as(c, S9_WARNING, 221, s, NULL, NULL, "_pp has no meaning on texkill");
    else if (s->opcode == S9_OP_SETP)
        refuse(c, 222, s, "remove it", "_pp has no meaning here");
}

/* V215..V217. Fields without a meaning: V012. */
static void shift(s9_checker *c, const s9_stmt *s, uint32_t field)
{
    if (field == 0 || s9_isa_shift_name(field) == NULL)
        return;
    if (!c->ps1)
        refuse(c, 215, s, "multiply instead", "shifts such as _x2 exist in ps_1_x only");
    else if (s9_stmt_is_texture(s))
        refuse(c, 217, s, "shift with a mov", "texture instructions take no shift");
    else if (c->ps13 && (field == 3 || field == 13 || field == 14))
        refuse(c, 216, s, NULL, "_x8, _d4 and _d8 need ps_1_4");
}

void s9_rules_result_modifiers(s9_checker *c, const s9_stmt *s)
{
    if (s->destination.operand == NULL)
        return;
    uint32_t token = s->destination.operand->token;
    uint32_t modifiers = s9_operand_result_modifiers(token);
    if (modifiers == 0 && s9_operand_shift(token) == 0)
        return;
    if ((modifiers & S9_RESULT_SAT) != 0)
        saturate(c, s);
    if ((modifiers & S9_RESULT_PP) != 0)
        partial_precision(c, s);
    if ((modifiers & S9_RESULT_CENTROID) != 0)
        refuse(c, 220, s, "declare the input with _centroid", "_centroid belongs to declarations of pixel inputs");
    shift(c, s, s9_operand_shift(token));
}
