/* SPDX-License-Identifier: MIT */
/* V309, V313, V317..V319: texture loads and gradients of SM2 and SM3. Operands: registers.c, declared.c. */
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

/* ---- dependent reads ---- */

/*
 * For each r#: one more than the highest order of the loads that its content depends on; 0: on none. The text is
 * followed once, from top to bottom.
 */
typedef struct dependence {
    uint8_t level[32];
    bool written[32];
} dependence;

enum { HIGHEST_ORDER = 3, LEVEL_MAX = 250 };

static uint32_t source_level(const dependence *d, const s9_stmt *s)
{
    uint32_t level = 0;
    for (uint32_t i = 0; i < s->source_count; i++) {
        const s9_use *use = &s->sources[i];
        if (use->file == S9_FILE_TEMP && use->number < S9_COUNT(d->level) && d->level[use->number] > level)
            level = d->level[use->number];
    }
    return level;
}

/* The order of a load: by its coordinate, and by what its destination held. */
static uint32_t load_order(const dependence *d, const s9_stmt *s)
{
    uint32_t number = s->destination.number, order = source_level(d, s);
    bool dependent = false;
    for (uint32_t i = 0; i < s->source_count; i++)
        dependent |= s->sources[i].file == S9_FILE_TEMP;
    if (number < S9_COUNT(d->level)) {
        dependent |= d->written[number];
        if (d->level[number] > order)
            order = d->level[number];
    }
    return dependent && order == 0 ? 1 : order;
}

static void v313_order(s9_checker *c, const s9_stmt *s, uint32_t order)
{
    if (order == HIGHEST_ORDER + 1)
        s9_found(c, 313, s, s->sources[0].operand,
                 "shorten the chain of loads, or load into registers that are not written yet",
                 "a dependent texture read of order %u; %u is the highest", (unsigned)order, (unsigned)HIGHEST_ORDER);
}

void s9_rules_dependent_reads(s9_checker *c)
{
    dependence d;
    memset(&d, 0, sizeof d);
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        const s9_stmt *s = &c->stmts[i];
        const s9_use *out = &s->destination;
        if (!s9_stmt_judged(s) || out->operand == NULL || s->kind == S9_OPK_SETUP ||
            (s->flags & S9_STMT_READS_DESTINATION) != 0)
            continue;
        bool load = s9_stmt_sampler(c, s) == 1;
        uint32_t level = load ? load_order(&d, s) + 1 : source_level(&d, s);
        if (load)
            v313_order(c, s, level - 1);
        if (out->file != S9_FILE_TEMP || out->number >= S9_COUNT(d.level))
            continue;
        bool keeps = out->components != 15 || s->predicate.operand != NULL;
        if (keeps && d.level[out->number] > level)
            level = d.level[out->number];
        d.level[out->number] = (uint8_t)(level < LEVEL_MAX ? level : LEVEL_MAX);
        d.written[out->number] = true;
    }
}
