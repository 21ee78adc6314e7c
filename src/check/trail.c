/* SPDX-License-Identifier: MIT */
#include "check/trail.h"

enum { BITS = 64 * S9_BITS_WORDS, MOST_BRANCHES = 8 };

bool s9_trail_start(s9_trail *t, s9_checker *c)
{
    t->losses = s9_arena_array(&c->arena, BITS, sizeof *t->losses);
    t->inside = s9_arena_array(&c->arena, c->stmt_count, sizeof *t->inside);
    t->entries = s9_arena_array(&c->arena, c->routines.count, sizeof *t->entries);
    t->exits = s9_arena_array(&c->arena, c->routines.count, sizeof *t->exits);
    t->branch = 0;
    if (t->losses == NULL || t->inside == NULL || t->entries == NULL || t->exits == NULL)
        return false;
    t->entries[0].losses = t->losses;
    return true;
}

bool s9_trail_alone(s9_trail *t, s9_arena *arena)
{
    t->losses = s9_arena_array(arena, BITS, sizeof *t->losses);
    t->branch = 0;
    return t->losses != NULL;
}

void s9_trail_keep(s9_trail *t, uint32_t routine)
{
    t->exits[routine] = t->losses;
}

/* What happens inside of a branch without opening one itself. */
static bool is_place(s9_lost kind)
{
    return kind >= S9_LOST_NO_CALL;
}

/* `kept`: bits whose loss stays as it is when it lies inside of this place, which says more. */
static void lose(s9_trail *t, uint32_t word, uint64_t bits, uint64_t kept, s9_lost kind, uint32_t stmt)
{
    if (bits != 0 && is_place(kind))
        t->inside[stmt] = t->branch;
    for (uint32_t bit = 0; bit < 64 && bits >> bit != 0; bit++) {
        s9_loss *loss = &t->losses[64 * word + bit];
        if ((bits >> bit & 1u) == 0)
            continue;
        if ((kept >> bit & 1u) != 0 && loss->kind != S9_LOST_NOWHERE && loss->stmt > stmt)
            continue;
        loss->stmt = stmt;
        loss->kind = (uint8_t)kind;
    }
}

bool s9_trail_call(s9_trail *t, s9_arena *arena, uint32_t routine, uint32_t stmt, const s9_reach *entry,
                   const s9_reach *now)
{
    s9_trail_entry *e = &t->entries[routine];
    if (now->dead)
        return true;
    if (entry->dead || e->losses == NULL) {
        e->losses = s9_arena_array(arena, BITS, sizeof *e->losses);
        e->call = stmt;
        if (e->losses == NULL)
            return false;
        memcpy(e->losses, t->losses, BITS * sizeof *e->losses);
        return true;
    }
    s9_loss *losses = t->losses;
    t->losses = e->losses;
    for (uint32_t word = 0; word < S9_BITS_WORDS; word++) {
        uint64_t before = entry->set[S9_MAY + word], here = now->set[S9_MAY + word];
        lose(t, word, before & ~here, 0, S9_LOST_BEFORE, stmt);
        lose(t, word, here & ~before, 0, S9_LOST_BEFORE, e->call);
    }
    t->losses = losses;
    return true;
}

void s9_trail_enter(s9_trail *t, uint32_t routine)
{
    if (t->entries[routine].losses != NULL)
        t->losses = t->entries[routine].losses;
    t->branch = 0;
}

uint32_t s9_trail_open(s9_trail *t, uint32_t stmt)
{
    uint32_t before = t->branch;
    t->inside[stmt] = before;
    t->branch = stmt + 1;
    return before;
}

void s9_trail_close(s9_trail *t, uint32_t before)
{
    t->branch = before;
}

void s9_trail_meet(s9_trail *t, const s9_reach *with, const s9_reach *without, s9_lost kind, uint32_t stmt)
{
    if (with->dead || without->dead)
        return;
    for (uint32_t word = 0; word < S9_BITS_WORDS; word++)
        lose(t, word, with->set[S9_MUST + word] & ~without->set[S9_MUST + word], without->set[S9_MAY + word], kind,
             stmt);
}

void s9_trail_may(s9_trail *t, const s9_reach *before, const s9_reach *now, s9_lost kind, uint32_t stmt)
{
    for (uint32_t word = 0; word < S9_BITS_WORDS; word++)
        lose(t, word, now->set[S9_MAY + word] & ~now->set[S9_MUST + word] & ~before->set[S9_MAY + word], 0, kind, stmt);
}

/* ---- telling it ---- */

static const char *text_of(uint32_t kind)
{
    switch (kind) {
    case S9_LOST_THEN:
        return "this branch leaves it unwritten";
    case S9_LOST_ELSE:
        return "this else branch leaves it unwritten";
    case S9_LOST_SKIPPED:
        return "it stays unwritten where this if is not taken";
    case S9_LOST_NO_ROUND:
        return "it stays unwritten where this loop runs zero times";
    case S9_LOST_FIRST:
        return "it is unwritten in the first round of this loop";
    case S9_LOST_NO_CALL:
        return "it stays unwritten where this call is not made";
    case S9_LOST_IN_CALL:
        return "the subroutine that is called here does not write it on every path";
    case S9_LOST_BEFORE:
        return "it is unwritten when the subroutine is called from here";
    default:
        return "it is written here only where the predicate holds";
    }
}

static bool is_loop(const s9_stmt *s)
{
    return s->opcode == S9_OP_LOOP || s->opcode == S9_OP_REP;
}

/* Whether a branch that encloses the loss encloses the reader as well: then it says nothing. */
static bool encloses_reader(const s9_trail *t, uint32_t branch)
{
    for (uint32_t at = t->branch, steps = 0; at != 0 && steps < 4u * MOST_BRANCHES; at = t->inside[at - 1], steps++)
        if (at == branch)
            return true;
    return false;
}

/* One step of the way: the branches around a loss, and the loss. */
static void tell(const s9_trail *t, s9_checker *c, const s9_loss *loss)
{
    uint32_t around[MOST_BRANCHES], count = 0;
    /* An else was opened inside of what encloses its if. */
    for (uint32_t at = t->inside[loss->stmt]; at != 0 && count < MOST_BRANCHES; at = t->inside[at - 1]) {
        if (encloses_reader(t, at))
            break;
        around[count++] = at - 1;
    }
    while (count-- > 0) {
        const s9_stmt *s = &c->stmts[around[count]];
        s9_found_note(c, s, NULL,
                      is_loop(s)                ? "on the way through this loop"
                      : s->opcode == S9_OP_ELSE ? "on the way through this else branch"
                                                : "on the way through this branch");
    }
    s9_found_note(c, &c->stmts[loss->stmt], NULL, "%s", text_of(loss->kind));
}

void s9_trail_notes(const s9_trail *t, s9_checker *c, uint32_t word, uint32_t bit, uint32_t mask)
{
    if (t->losses == NULL)
        return;
    while ((mask & 1u) == 0 && mask != 0) {
        mask >>= 1;
        bit++;
    }
    const s9_loss *losses = t->losses;
    /* What a subroutine leaves unwritten is shown there as well; calls go forward, so that this ends. */
    for (uint32_t steps = 0; losses != NULL && mask != 0 && steps < MOST_BRANCHES; steps++) {
        const s9_loss *loss = &losses[64 * word + bit];
        if (loss->kind == S9_LOST_NOWHERE)
            return;
        tell(t, c, loss);
        const s9_stmt *s = &c->stmts[loss->stmt];
        losses = loss->kind == S9_LOST_IN_CALL && s->link != 0 ? t->exits[s->link - 1] : NULL;
    }
}
