/* SPDX-License-Identifier: MIT */
/* V224..V227, V230: the predicate before an instruction. V223: stream.c, V228: outputs.c, V229: registers.c. */
#include "check/check.h"

static bool target_predicates(const s9_checker *c)
{
    if (c->version == S9_VS_2_X)
        return c->caps.vs_predication;
    return c->version != S9_PS_2_X || c->caps.ps_predication;
}

/* V226: what cannot be predicated. */
static bool v226_kind(s9_checker *c, s9_stmt *s)
{
    char name[S9_MNEMONIC_SIZE];
    if (s->kind != S9_OPK_FLOW && s->kind != S9_OPK_MARK && s->kind != S9_OPK_SETUP)
        return false;
    s->predicate.judged = false;
    s9_found(c, 226, s, s->predicate.operand, s->opcode == S9_OP_BREAK ? "use breakp" : NULL, "%s takes no predicate",
             s9_stmt_name(c, s, name));
    return true;
}

/* V225, V227: its swizzle. */
static void v225_swizzle(s9_checker *c, const s9_stmt *s)
{
    const s9_use *p = &s->predicate;
    if (s9_use_replicates(p))
        return;
    if (s9_use_swizzle(p) != S9_SWIZZLE_IDENTITY)
        s9_found(c, 225, s, p->operand, "write (p0) or (p0.x)", "a predicate has no swizzle, or one component");
    else if (c->sm2 && s->opcode == S9_OP_SINCOS)
        s9_found(c, 227, s, p->operand, "name one component, (p0.x)", "the predicate of sincos has one component");
}

/* V230: gradients of a temporary; inside of a real branch V317 to V319 are errors. */
static void v230_gradient(s9_checker *c, const s9_stmt *s)
{
    bool gradient = s9_stmt_is_texld(c, s) || s->opcode == S9_OP_DSX || s->opcode == S9_OP_DSY;
    if (!c->pixel || !gradient || (s->flags & (S9_STMT_DYNAMIC | S9_STMT_DYNAMIC_ROUTINE)) != 0)
        return;
    if (s->sources[0].judged && s->sources[0].file == S9_FILE_TEMP)
        s9_found(c, 230, s, s->sources[0].operand, "sample before, and predicate the use of the result",
                 "a predicated instruction needs gradients of a temporary");
}

void s9_rules_predication(s9_checker *c, s9_stmt *s)
{
    bool predicated = s9_token_predicated(s->item->words[0]) && c->has_predication;
    if (!target_predicates(c) && (predicated || s->opcode == S9_OP_SETP))
        s9_found(c, 224, s, predicated ? s->predicate.operand : NULL, NULL, "the target has no predication");
    if (!predicated || s->predicate.operand == NULL || v226_kind(c, s))
        return;
    v230_gradient(c, s);
    if (s->predicate.judged)
        v225_swizzle(c, s);
}
