/* SPDX-License-Identifier: MIT */
/* V280..V286: instructions that are paired in ps_1_x. Of several faults of a pair the first in this order is told. */
#include "check/check.h"

static bool is_colour(uint32_t mask)
{
    return mask != 0 && (mask & 8u) == 0;
}

/* V284: instructions that have a slot for themselves. */
static bool is_unpaired(const s9_stmt *s)
{
    return s->opcode == S9_OP_DP4 || s->opcode == S9_OP_BEM;
}

static void pair(s9_checker *c, const s9_stmt *first, const s9_stmt *second)
{
    uint32_t rule = 0;
    const char *text = NULL;
    uint32_t a = first->destination.components, b = second->destination.components;
    bool complements = (is_colour(a) && b == 8) || (is_colour(b) && a == 8);
    bool dp3 = c->ps13 && (first->opcode == S9_OP_DP3 || second->opcode == S9_OP_DP3);
    if (first->kind != S9_OPK_ARITH || second->kind != S9_OPK_ARITH) {
        rule = 283;
        text = "only arithmetic instructions are paired";
    } else if (is_unpaired(first) || is_unpaired(second)) {
        rule = 284;
        text = "dp4 and bem are not paired";
    } else if (dp3 && !complements) {
        rule = 285;
        text = "dp3 pairs as .rgb with an instruction that writes .a";
    } else if (!complements && a != 15 && b != 15) {
        rule = 281;
        text = "one instruction of a pair writes colour, the other alpha";
    } else if (!complements) {
        rule = 282;
        text = "an instruction that writes all components cannot be paired";
    }
    if (rule == 0)
        return;
    bool masks = rule == 281 || rule == 282 || rule == 285;
    s9_found(c, rule, second, NULL, masks ? "remove the +, or change the masks to .rgb and .a" : "remove the +", "%s",
             text);
    s9_found_note(c, first, NULL, "the other instruction of the pair is here");
}

void s9_rules_coissue(s9_checker *c)
{
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        const s9_stmt *s = &c->stmts[i], *before = i > 0 ? s - 1 : NULL;
        if (!s9_token_coissue(s->item->words[0]) || s->opcode == S9_OP_UNKNOWN)
            continue;
        if (before == NULL || before->kind == S9_OPK_SETUP || before->opcode == S9_OP_PHASE)
            s9_found(c, 280, s, NULL, "remove the +", "there is no instruction before this one to pair with");
        else if (s9_token_coissue(before->item->words[0]))
            s9_found(c, 286, s, NULL, "remove the +", "a pair has two instructions, this would be the third");
        else if (s9_stmt_judged(s) && s9_stmt_judged(before))
            pair(c, before, s);
    }
}
