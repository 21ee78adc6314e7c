/* SPDX-License-Identifier: MIT */
/* V019..V025: the order of statements. */
#include "check/check.h"

/* V019: dcl behind the first executable instruction. */
static void v019_late_declaration(s9_checker *c, uint32_t i)
{
    if (i < c->first_executable || c->ps1)
        return;
    s9_found(c, 19, &c->stmts[i], NULL, "move it before the first instruction",
             "a declaration stands behind the first executable instruction");
    s9_found_note(c, &c->stmts[c->first_executable], NULL, "the first executable instruction is here");
}

/*
 * V020, V025: def, defi or defb behind the first executable instruction. Behind nop, labels and flow control alone the
 * pages are not clear.
 */
static void v020_late_definition(s9_checker *c, uint32_t i, bool after_phase, bool after_work)
{
    if (after_phase) {
        s9_found(c, 25, &c->stmts[i], NULL, "move it to the beginning of the program",
                 "a constant is defined behind phase");
        return;
    }
    if (i < c->first_executable)
        return;
    s9_found_as(c, after_work ? S9_ERROR : S9_WARNING, 20, &c->stmts[i], NULL, "move it before the first instruction",
                "a constant is defined behind the first executable instruction");
    s9_found_note(c, &c->stmts[c->first_executable], NULL, "the first executable instruction is here");
}

/* V021, V022: texture instructions behind arithmetic ones. */
static void v021_texture_order(s9_checker *c, const s9_stmt *s, const s9_stmt *arithmetic)
{
    char name[S9_MNEMONIC_SIZE];
    uint32_t rule = c->version == S9_PS_1_4 ? 22 : 21;
    s9_found(c, rule, s, NULL,
             rule == 22 ? "move it up, or behind a phase instruction" : "move it before the arithmetic instructions",
             "%s stands behind an arithmetic instruction", s9_stmt_name(c, s, name));
    s9_found_note(c, arithmetic, NULL, "the arithmetic instruction is here");
}

/* V023: a second phase. */
static void v023_phase(s9_checker *c, const s9_stmt *s, const s9_stmt *first)
{
    s9_found(c, 23, s, NULL, NULL, "a second phase instruction");
    s9_found_note(c, first, NULL, "the first one is here");
}

void s9_rules_order(s9_checker *c, const s9_stmt *s, s9_first_walk *w)
{
    uint32_t i = (uint32_t)(s - c->stmts);
    bool missing = (s->flags & S9_STMT_MISSING) != 0;
    if (s->opcode == S9_OP_UNKNOWN)
        return;
    if (s->opcode == S9_OP_DCL && !missing) {
        v019_late_declaration(c, i);
    } else if (s->kind == S9_OPK_SETUP && !missing) {
        v020_late_definition(c, i, w->phase != NULL, w->worked);
    } else if (s->opcode == S9_OP_PHASE && !missing) {
        if (w->phase != NULL)
            v023_phase(c, s, w->phase);
        else
            w->phase = s;
        w->arithmetic = NULL;
    } else if (s->kind == S9_OPK_ARITH) {
        w->worked = true;
        if (w->arithmetic == NULL)
            w->arithmetic = s;
    } else if (s9_stmt_is_texture(s)) {
        w->worked = true;
        if (c->ps1 && w->arithmetic != NULL && !missing)
            v021_texture_order(c, s, w->arithmetic);
    }
}
