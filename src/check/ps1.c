/* SPDX-License-Identifier: MIT */
/* Pixel shaders of SM1: what both forms have in common, and V140, V320. */
#include "check/ps1.h"

/* V320: the fourth cmp. */
static void v320_cmp(s9_checker *c)
{
    uint32_t count = 0;
    if (c->version != S9_PS_1_2 && c->version != S9_PS_1_3)
        return;
    for (uint32_t i = 0; i < c->stmt_count; i++)
        if (c->stmts[i].opcode == S9_OP_CMP && ++count == 4)
            s9_found(c, 320, &c->stmts[i], NULL, NULL, "a fourth cmp; %s has room for three",
                     s9_program_version(c->program));
}

static bool is_arithmetic(const s9_stmt *s)
{
    return s9_stmt_judged(s) && s->kind == S9_OPK_ARITH;
}

bool s9_ps1_second(const s9_checker *c, uint32_t i)
{
    return i > 0 && i < c->stmt_count && s9_token_coissue(c->stmts[i].item->words[0]) && is_arithmetic(&c->stmts[i]) &&
           is_arithmetic(&c->stmts[i - 1]);
}

void s9_ps1_output(s9_checker *c, bool written, uint32_t r0)
{
    char mask[5];
    if (!written)
        s9_found(c, 140, NULL, NULL, "r0 is the colour of the pixel: end with mov r0 and the result",
                 "r0 is not written");
    else if (r0 != 15)
        s9_found_as(c, S9_WARNING, 140, NULL, NULL, "r0 is the colour of the pixel: write the rest of it, too",
                    "r0.%s is not written", s9_mask_name(15u & ~r0, mask));
}

void s9_rules_ps1(s9_checker *c)
{
    s9_rules_coissue(c);
    v320_cmp(c);
    if (c->version == S9_PS_1_4)
        s9_rules_ps14(c);
    else
        s9_rules_ps13(c);
}
