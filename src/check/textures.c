/* SPDX-License-Identifier: MIT */
/* V309, V313, V317..V319: texture loads and gradients of SM2 and SM3. Operands: registers.c, declared.c. */
#include "program/dependence.h"

#include "check/check.h"

/* V309: gradients in ps_2_x. */
static void v309_capability(s9_checker *c, const s9_stmt *s)
{
    char name[S9_MNEMONIC_SIZE];
    bool gradient = s->opcode == S9_OP_TEXLDD || s->opcode == S9_OP_DSX || s->opcode == S9_OP_DSY;
    if (gradient && c->version == S9_PS_2_X && !c->caps.ps_gradients)
        s9_found(c, 309, s, NULL, NULL, "%s: the target has no gradient instructions", s9_stmt_name(c, s, name));
}

/* V317, V318, V319: neighbouring pixels may be elsewhere. */
static void v317_gradient(s9_checker *c, const s9_stmt *s)
{
    char name[S9_MNEMONIC_SIZE];
    bool load = s9_stmt_is_texld(c, s), derivative = s->opcode == S9_OP_DSX || s->opcode == S9_OP_DSY;
    if (!c->pixel || !c->has_flow || (!load && !derivative))
        return;
    if (!s->sources[0].judged || s->sources[0].file != S9_FILE_TEMP)
        return;
    uint32_t rule = (s->flags & S9_STMT_DYNAMIC) != 0           ? (load ? 317u : 318u)
                    : (s->flags & S9_STMT_DYNAMIC_ROUTINE) != 0 ? 319u
                                                                : 0u;
    if (rule != 0)
        s9_found(c, rule, s, s->sources[0].operand,
                 load ? "load before the branch, or use texldl or texldd" : "take the derivative before the branch",
                 rule == 319 ? "%s needs gradients of a temporary, in a subroutine that dynamic flow control reaches"
                             : "%s needs gradients of a temporary, in dynamic flow control",
                 s9_stmt_name(c, s, name));
}

void s9_rules_textures(s9_checker *c, const s9_stmt *s)
{
    v309_capability(c, s);
    v317_gradient(c, s);
}

/* V313: at most third order. The text is followed once, from top to bottom. */
void s9_rules_dependent_reads(s9_checker *c)
{
    enum { HIGHEST_ORDER = 3 };
    s9_dependence d;
    memset(&d, 0, sizeof d);
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        const s9_stmt *s = &c->stmts[i];
        if (!s9_stmt_judged(s))
            continue;
        uint32_t order = s9_dependence_step(&d, c->program, s->item);
        if (order == HIGHEST_ORDER + 1) /* what depends on this follows from it */
            s9_found(c, 313, s, s->sources[0].operand,
                     "shorten the chain of loads, or load into registers that are not written yet",
                     "a dependent texture read of order %u; %u is the highest", (unsigned)order,
                     (unsigned)HIGHEST_ORDER);
    }
}
