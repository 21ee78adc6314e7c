/* SPDX-License-Identifier: MIT */
/* V270..V277: the size of the program. One finding a budget, at the first instruction beyond it. */
#include "check/check.h"

#define NO_LIMIT UINT32_MAX

typedef struct budgets {
    uint32_t rule;
    uint32_t arithmetic, texture; /* separate budgets */
    uint32_t total;               /* or one for both */
} budgets;

static budgets limits(const s9_checker *c)
{
    budgets b = {0, NO_LIMIT, NO_LIMIT, NO_LIMIT};
    if (c->software)
        return b;
    if (!c->pixel) {
        b.rule = c->major == 1 ? 270 : c->major == 2 ? 271 : 272;
        b.total = c->major == 1 ? 128 : c->major == 2 ? 256 : c->caps.vs30_slots;
    } else if (c->major == 1) {
        b.rule = c->ps13 ? 273 : 274;
        b.arithmetic = 8;
        b.texture = c->ps13 ? 4 : 6;
    } else if (c->version == S9_PS_2_0) {
        b.rule = 275;
        b.arithmetic = 64;
        b.texture = 32;
    } else if (c->major == 2) {
        b.rule = 276;
        b.total = c->caps.ps_slots;
        b.texture = c->caps.ps_no_texture_limit ? NO_LIMIT : 32;
    } else {
        b.rule = 277;
        b.total = c->caps.ps30_slots;
    }
    return b;
}

/* No instruction costs more than this many slots; with the limits of vs_3_0 and ps_3_0 that settles most programs. */
static bool cannot_exceed(const s9_checker *c, const budgets *b)
{
    enum { DEAREST = 16 };
    return b->total != NO_LIMIT && b->texture == NO_LIMIT && c->stmt_count <= b->total / DEAREST;
}

/* Slots of opcodes that cost the same whatever their operands: one look into the tables for each. */
typedef struct costs {
    s9_slot_count of[S9_OP_COUNT];
    bool known[S9_OP_COUNT];
} costs;

static s9_slot_count slots_of(const s9_checker *c, const s9_stmt *s, costs *k)
{
    uint32_t token = s->item->words[0];
    bool varies =
        s->kind != S9_OPK_ARITH || s->opcode == S9_OP_UNKNOWN || s9_token_predicated(token) || s9_token_coissue(token);
    if (!varies && k->known[s->opcode])
        return k->of[s->opcode];
    s9_slot_count slots = s9_item_slots(c->program, s->item, &c->samplers, c->caps.ps_no_texture_limit);
    if (!varies) {
        k->of[s->opcode] = slots;
        k->known[s->opcode] = true;
    }
    return slots;
}

/* V322 is the special case of V273: a fifth dp4 goes beyond eight slots, too. */
static uint32_t count_dp4(const s9_checker *c, const s9_stmt *s, uint32_t before)
{
    bool counts = s->opcode == S9_OP_DP4 && (c->version == S9_PS_1_2 || c->version == S9_PS_1_3);
    return before + counts;
}

static void beyond(s9_checker *c, uint32_t rule, const s9_stmt *s, uint32_t used, uint32_t limit, const char *what)
{
    s9_found(c, rule, s, NULL, NULL, "%u %sslots are used up to here; %s has %u%s", (unsigned)used, what,
             s9_program_version(c->program), (unsigned)limit, rule == 274 ? " in a phase" : "");
}

void s9_rules_slots(s9_checker *c)
{
    budgets b = limits(c);
    uint32_t arithmetic = 0, texture = 0, total = 0, dp4 = 0;
    bool arithmetic_reported = false, texture_reported = false, total_reported = false;
    if (b.rule == 0 || cannot_exceed(c, &b))
        return;
    costs k;
    memset(k.known, 0, sizeof k.known);
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        const s9_stmt *s = &c->stmts[i];
        if (s->opcode == S9_OP_PHASE) {
            arithmetic = texture = 0;
            arithmetic_reported = texture_reported = false;
        }
        if (s->kind == S9_OPK_SETUP)
            continue;
        s9_slot_count slots = slots_of(c, s, &k);
        arithmetic += slots.arithmetic;
        /* Without NOTEXINSTRUCTIONLIMIT ps_2_x counts instructions, whatever they cost. */
        uint32_t loads = b.rule == 276 ? slots.texture > 0 : slots.texture;
        texture += loads;
        total += slots.arithmetic + slots.texture;
        uint32_t before = dp4;
        dp4 = count_dp4(c, s, dp4);
        bool fifth = dp4 != before && dp4 == 5;
        if (fifth)
            s9_found(c, 322, s, NULL, NULL, "a fifth dp4; %s has room for four", s9_program_version(c->program));
        if (arithmetic > b.arithmetic && !arithmetic_reported) {
            arithmetic_reported = true;
            if (!fifth)
                beyond(c, b.rule, s, arithmetic, b.arithmetic, "arithmetic ");
        }
        if (texture > b.texture && !texture_reported) {
            texture_reported = true;
            beyond(c, b.rule, s, texture, b.texture, "texture ");
        }
        if (total > b.total && !total_reported) {
            total_reported = true;
            beyond(c, b.rule, s, total, b.total, "");
        }
    }
}
