/* SPDX-License-Identifier: MIT */
/* V174..V192: swizzles. V174 and V175 are matters of text alone. */
#include "check/check.h"

enum {
    SWIZZLE_NONE = 0xE4,
    SWIZZLE_A = 0xFF,
    SWIZZLE_B = 0xAA,
    SWIZZLE_YZXW = 0xC9,
    SWIZZLE_ZXYW = 0xD2,
    SWIZZLE_WZYX = 0x1B,
    SWIZZLE_XYZZ = 0xA4,
    SWIZZLE_XYWW = 0xF4
};

static const char *swizzle_name(uint32_t swizzle, char *out)
{
    for (uint32_t i = 0; i < 4; i++)
        out[i] = "xyzw"[s9_swizzle_component(swizzle, i)];
    out[4] = '\0';
    return out;
}

static void wrong(s9_checker *c, uint32_t rule, const s9_stmt *s, const s9_use *use, const char *hint,
                  const char *allowed)
{
    char text[5];
    s9_found(c, rule, s, use->operand, hint, "the swizzle .%s; allowed %s", swizzle_name(s9_use_swizzle(use), text),
             allowed);
}

/* V176, V177. */
static void ps13_swizzle(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    uint32_t swizzle = s9_use_swizzle(use);
    bool alpha_only = s->destination.operand != NULL && s->destination.components == 8;
    if (swizzle == SWIZZLE_B && !alpha_only)
        wrong(c, 177, s, use, "give the destination the mask .a", "is .b only when .a is written");
    else if (swizzle != SWIZZLE_NONE && swizzle != SWIZZLE_A && swizzle != SWIZZLE_B)
        wrong(c, 176, s, use, NULL, "are none, .a, and .b when only .a is written");
}

/* V178, V189. */
static void ps14_swizzle(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    uint32_t swizzle = s9_use_swizzle(use);
    if (s9_stmt_is_texture(s)) {
        if (swizzle != SWIZZLE_NONE && swizzle != SWIZZLE_XYZZ && swizzle != SWIZZLE_XYWW)
            wrong(c, 189, s, use, NULL, "are none, .xyz and .xyw");
    } else if (swizzle != SWIZZLE_NONE && !s9_use_replicates(use)) {
        wrong(c, 178, s, use, NULL, "are none and one replicated component");
    }
}

/* V179, V180: swizzles of ps_2_0 and of ps_2_x without arbitrary swizzles. */
static void ps2_swizzle(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    uint32_t swizzle = s9_use_swizzle(use);
    if (swizzle == SWIZZLE_NONE || s9_use_replicates(use) || swizzle == SWIZZLE_YZXW || swizzle == SWIZZLE_ZXYW ||
        swizzle == SWIZZLE_WZYX)
        return;
    if (c->version == S9_PS_2_0)
        wrong(c, 179, s, use, "compose it with several mov", "are none, one component, .yzxw, .zxyw and .wzyx");
    else if (c->version == S9_PS_2_X && !c->caps.ps_swizzle)
        wrong(c, 180, s, use, NULL, "on this target are none, one component, .yzxw, .zxyw and .wzyx");
}

/* The rule by which an operand needs a replicate swizzle, or 0. */
static uint32_t replicate_rule(const s9_checker *c, const s9_stmt *s, uint32_t i, const s9_use *use)
{
    switch (s->opcode) {
    case S9_OP_RCP:
    case S9_OP_RSQ:
        /* Direct3D 8 reads x. */
        if (c->dialect == S9_DIALECT_D3D8 && c->major == 1 && s9_use_swizzle(use) == SWIZZLE_NONE)
            return 0;
        return 181;
    case S9_OP_EXP:
    case S9_OP_LOG:
    case S9_OP_EXPP:
    case S9_OP_LOGP:
    case S9_OP_POW:
        return 181;
    case S9_OP_IFC:
    case S9_OP_BREAKC:
        return use->file == S9_FILE_MISC && use->number == 1 ? 0 : 182; /* vFace is one number */
    case S9_OP_DP2ADD:
        return i == 2 ? 183 : 0;
    case S9_OP_SINCOS:
        return i == 0 ? 184 : 0;
    case S9_OP_IF:
    case S9_OP_CALLNZ:
    case S9_OP_BREAKP:
        return use->file == S9_FILE_PREDICATE ? 185 : 0;
    default:
        return 0;
    }
}

static const char *replicate_hint(uint32_t rule)
{
    return rule == 185 ? "name one component, p0.x" : "name one component, such as .x";
}

/* V186, V187, V188: operands that take no swizzle. */
static uint32_t plain_rule(const s9_checker *c, const s9_stmt *s, uint32_t i)
{
    if (s->opcode == S9_OP_CRS)
        return 186;
    if (s9_stmt_is_matrix(s) && i == 1)
        return 187;
    if (c->sm2 && s9_stmt_is_texld(c, s))
        return 188;
    return 0;
}

/* V192: constants of flow control are no vectors. Labels: the bits are ignored. */
static bool v192_flow_constant(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    if (use->file != S9_FILE_CONSTBOOL && use->file != S9_FILE_CONSTINT)
        return use->file == S9_FILE_LABEL;
    if (s9_use_swizzle(use) != SWIZZLE_NONE)
        wrong(c, 192, s, use, "remove it", "is none on b# and i#");
    return true;
}

/* V191: aL, as an operand and inside brackets. Some writers put its only component into all four fields. */
static void v191_loop_counter(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    uint32_t token = use->operand->token;
    if (use->relative && use->index_file == S9_FILE_LOOP && use->operand->has_relative)
        token = use->operand->relative;
    else if (use->file != S9_FILE_LOOP)
        return;
    uint32_t swizzle = s9_operand_swizzle(token);
    if (swizzle != SWIZZLE_NONE && swizzle != 0)
        s9_found(c, 191, s, use->operand, "remove it", "aL takes no swizzle");
}

static void source(s9_checker *c, const s9_stmt *s, uint32_t i)
{
    const s9_use *use = &s->sources[i];
    if (!use->judged)
        return;
    v191_loop_counter(c, s, use);
    if (use->file == S9_FILE_LOOP || v192_flow_constant(c, s, use))
        return;
    if (c->ps13) {
        ps13_swizzle(c, s, use);
        return;
    }
    if (c->version == S9_PS_1_4) {
        ps14_swizzle(c, s, use);
        return;
    }
    uint32_t rule = replicate_rule(c, s, i, use);
    if (rule != 0 && !s9_use_replicates(use)) {
        wrong(c, rule, s, use, replicate_hint(rule), "is one replicated component");
        return;
    }
    rule = plain_rule(c, s, i);
    if (rule != 0) {
        if (s9_use_swizzle(use) != SWIZZLE_NONE)
            wrong(c, rule, s, use, "remove it", "is none here");
        return;
    }
    if (c->pixel && c->major == 2 && use->file != S9_FILE_SAMPLER)
        ps2_swizzle(c, s, use);
}

/* The opcode demands something of its swizzles, or of the absence of one. */
static bool demands_swizzle(const s9_stmt *s)
{
    switch (s->opcode) {
    case S9_OP_DP2ADD:
    case S9_OP_SINCOS:
    case S9_OP_CRS:
        return true;
    default:
        return s->kind == S9_OPK_FLOW || s->kind == S9_OPK_TEXTURE ||
               (s9_isa_opcode(s->opcode)->flags & (S9_OPF_SCALAR | S9_OPF_MATRIX)) != 0;
    }
}

void s9_rules_swizzles(s9_checker *c, const s9_stmt *s)
{
    /* Before ps_3_0 the version itself limits the swizzles of a pixel shader. */
    bool limited = c->pixel && c->major < 3 && (s->flags & S9_STMT_SWIZZLED) != 0;
    if (!limited && (s->flags & S9_STMT_RELATIVE) == 0 && !demands_swizzle(s))
        return;
    if (s->destination.operand != NULL && s->destination.judged && s->destination.relative)
        v191_loop_counter(c, s, &s->destination);
    for (uint32_t i = 0; i < s->source_count; i++)
        source(c, s, i);
}
