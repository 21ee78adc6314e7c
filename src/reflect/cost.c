/* SPDX-License-Identifier: MIT */
/* Slots of the program, and executed slots along its longest and shortest path. */
#include "reflect/reflect.h"

/* ---- slots ---- */

static void count_slots(s9_reflection *r, const s9_program *program, const s9_sampler_types *types)
{
    uint32_t phase = 0;
    bool phases = false;
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->kind == S9_ITEM_COMMENT)
            continue;
        bool known = item->opcode != S9_OP_UNKNOWN;
        if (!known || s9_isa_opcode(item->opcode)->kind != S9_OPK_SETUP)
            r->cost.instructions++;
        if (item->opcode == S9_OP_PHASE) {
            phase = 1;
            phases = true;
        }
        s9_slot_count slots = s9_item_slots(program, item, types, false);
        r->cost.arithmetic += slots.arithmetic;
        r->cost.texture += slots.texture;
        r->cost.phases[phase][0] += slots.arithmetic;
        r->cost.phases[phase][1] += slots.texture;
    }
    r->cost.total = r->cost.arithmetic + r->cost.texture;
    if (program->version != S9_PS_1_4) {
        memset(r->cost.phases, 0, sizeof r->cost.phases);
    } else if (!phases) {
        /* Without phase the whole program is the second phase. */
        memcpy(r->cost.phases[1], r->cost.phases[0], sizeof r->cost.phases[1]);
        memset(r->cost.phases[0], 0, sizeof r->cost.phases[0]);
    }
}

/* ---- paths ---- */

/* Costs beyond this are as good as endless; sums and products stop here. */
#define MOST INT64_C(0x3FFFFFFFFFFFFFFF)

static int64_t add_cost(int64_t a, int64_t b)
{
    return a > MOST - b ? MOST : a + b;
}

static int64_t times(int64_t cost, int64_t count)
{
    return count > 0 && cost > MOST / count ? MOST : cost * count;
}

/* Executed slots from some point to here. */
typedef struct path {
    int64_t best, worst;
    bool dead;    /* no path comes here */
    bool unknown; /* of a routine: its cost depends on what is not in the program */
} path;

static void step(path *p, uint32_t slots)
{
    p->best = add_cost(p->best, slots);
    p->worst = add_cost(p->worst, slots);
}

static void either(path *p, const path *other)
{
    if (other->dead)
        return;
    if (p->dead) {
        *p = *other;
        return;
    }
    if (other->best < p->best)
        p->best = other->best;
    if (other->worst > p->worst)
        p->worst = other->worst;
}

typedef struct block {
    s9_opcode opcode; /* IF, IFC, LOOP, REP */
    bool has_else;
    path before;   /* up to its first instruction */
    path other;    /* if: the end of the first branch; loop: all breaks, from the beginning of the body */
    path ended;    /* loop: all returns, from the beginning of the body */
    int32_t count; /* loop: iterations, -1 when unknown */
    uint32_t outer_loop;
} block;

typedef struct walker {
    s9_reflection *r;
    const s9_program *program;
    const s9_sampler_types *types;
    const s9_routines *routines;
    path *costs; /* by routine */
    struct {
        block *items;
        uint32_t count, capacity;
    } blocks;
    uint32_t routine; /* the one being walked */
    uint32_t loop;    /* block + 1 of the innermost loop */
    path now, end;    /* `now` counts from the beginning of the innermost loop's body */
    bool known;       /* all counts and calls are known, all blocks match */
} walker;

/* Iterations by the definition of the i#; -1 when there is none. */
static int32_t loop_count(const walker *w, const s9_item *item)
{
    uint32_t at = item->opcode == S9_OP_LOOP ? 1 : 0;
    if (item->source_count <= at || s9_operand_file(w->program, item->sources[at].token) != S9_FILE_CONSTINT)
        return -1;
    uint32_t number = s9_operand_number(item->sources[at].token);
    /* Definitions are listed by set and number: c, i, b. */
    uint32_t low = 0, high = w->r->definitions.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const s9_definition *d = &w->r->definitions.items[middle];
        bool before = d->set == 'c' || (d->set == 'i' && d->number < number);
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    if (low >= w->r->definitions.count)
        return -1;
    const s9_definition *d = &w->r->definitions.items[low];
    if (d->set != 'i' || d->number != number)
        return -1;
    return d->value.i[0] > 0 ? d->value.i[0] : 0;
}

static block *top(walker *w)
{
    return w->blocks.count > 0 ? &w->blocks.items[w->blocks.count - 1] : NULL;
}

static const path nowhere = {0, 0, true, false};

static void open_block(walker *w, const s9_item *item)
{
    block b = {.opcode = item->opcode, .before = w->now, .other = nowhere, .ended = nowhere, .count = -1};
    bool loop = item->opcode == S9_OP_LOOP || item->opcode == S9_OP_REP;
    if (loop) {
        b.count = loop_count(w, item);
        w->known &= b.count >= 0 || w->now.dead;
        b.outer_loop = w->loop;
        w->now = (path){0, 0, w->now.dead || b.count == 0, false};
    }
    if (S9_PUSH(&w->r->scratch, &w->blocks, b) && loop)
        w->loop = w->blocks.count;
}

static void do_else(walker *w)
{
    block *b = top(w);
    if (b == NULL || b->has_else || (b->opcode != S9_OP_IF && b->opcode != S9_OP_IFC)) {
        w->known = false;
        return;
    }
    /* `else` itself is executed at the end of the first branch. */
    b->other = w->now;
    b->has_else = true;
    w->now = b->before;
}

static void do_endif(walker *w)
{
    block *b = top(w);
    if (b == NULL || (b->opcode != S9_OP_IF && b->opcode != S9_OP_IFC)) {
        w->known = false;
        return;
    }
    either(&w->now, b->has_else ? &b->other : &b->before);
    w->blocks.count--;
}

/* A way out of a loop in one of its rounds, with what lies before the loop and the rounds gone through by then. */
static path leave(const block *b, const path *round, path out)
{
    if (out.dead || b->before.dead || b->count == 0)
        return nowhere;
    if (!round->dead)
        out.worst = add_cost(out.worst, times(round->worst, b->count - 1));
    out.best = add_cost(out.best, b->before.best);
    out.worst = add_cost(out.worst, b->before.worst);
    return out;
}

/* Where a return leads: out of the innermost loop first, and out of all of them in the end. */
static path *ending(walker *w)
{
    return w->loop != 0 ? &w->blocks.items[w->loop - 1].ended : &w->end;
}

/*
 * The loop as a whole: `count` whole rounds, or a way out in one of them; the shortest way is to leave in the first,
 * the longest to leave in the last.
 */
static void do_endloop(walker *w, const s9_item *item)
{
    block *b = top(w);
    s9_opcode opener = item->opcode == S9_OP_ENDLOOP ? S9_OP_LOOP : S9_OP_REP;
    if (b == NULL || b->opcode != opener) {
        w->known = false;
        return;
    }
    if (b->count < 0)
        b->count = 1; /* nobody will ask */
    path round = w->now, whole = b->before;
    if (b->count > 0) {
        whole.dead |= round.dead;
        whole.best = add_cost(whole.best, times(round.best, b->count));
        whole.worst = add_cost(whole.worst, times(round.worst, b->count));
    }
    path broken = leave(b, &round, b->other), ended = leave(b, &round, b->ended);
    either(&whole, &broken);
    w->now = whole;
    w->loop = b->outer_loop;
    w->blocks.count--;
    either(ending(w), &ended);
}

static void do_break(walker *w, bool always)
{
    if (w->loop == 0) {
        w->known = false;
        return;
    }
    either(&w->blocks.items[w->loop - 1].other, &w->now);
    if (always)
        w->now.dead = true;
}

static void do_call(walker *w, uint32_t i)
{
    uint32_t callee = s9_called_routine(w->routines, w->program, i);
    if (w->now.dead)
        return;
    if (callee == 0 || w->costs[callee].unknown || w->routines->rank[callee] >= w->routines->rank[w->routine]) {
        w->known = false;
        return;
    }
    path after = w->now;
    after.best = add_cost(after.best, w->costs[callee].best);
    after.worst = add_cost(after.worst, w->costs[callee].worst);
    if (w->program->items.items[i].opcode == S9_OP_CALLNZ)
        either(&w->now, &after);
    else
        w->now = after;
}

static void walk_item(walker *w, uint32_t i)
{
    const s9_item *item = &w->program->items.items[i];
    s9_slot_count slots = s9_item_slots(w->program, item, w->types, false);
    if (item->kind == S9_ITEM_COMMENT)
        return;
    /* Whoever comes to endif, by whichever way, executes it. */
    if (item->opcode == S9_OP_ENDIF)
        do_endif(w);
    step(&w->now, slots.arithmetic + slots.texture);
    switch (item->opcode) {
    case S9_OP_IF:
    case S9_OP_IFC:
    case S9_OP_LOOP:
    case S9_OP_REP:
        open_block(w, item);
        break;
    case S9_OP_ELSE:
        do_else(w);
        break;
    case S9_OP_ENDLOOP:
    case S9_OP_ENDREP:
        do_endloop(w, item);
        break;
    case S9_OP_BREAK:
    case S9_OP_BREAKC:
    case S9_OP_BREAKP:
        do_break(w, item->opcode == S9_OP_BREAK);
        break;
    case S9_OP_CALL:
    case S9_OP_CALLNZ:
        do_call(w, i);
        break;
    case S9_OP_RET:
        either(ending(w), &w->now);
        w->now.dead = true;
        break;
    default:
        break;
    }
}

static path walk_routine(walker *w, uint32_t routine)
{
    const s9_routine_range *range = &w->routines->items[routine];
    w->routine = routine;
    w->known = true;
    w->now = (path){0, 0, false, false};
    w->end = nowhere;
    w->blocks.count = 0;
    w->loop = 0;
    for (uint32_t i = range->first; i < range->end; i++)
        walk_item(w, i);
    w->known &= w->blocks.count == 0;
    either(&w->end, &w->now);
    w->end.unknown = !w->known || w->end.dead || w->end.worst >= MOST;
    return w->end;
}

void s9_reflect_cost(s9_reflection *r, const s9_program *program, const s9_sampler_types *types,
                     const s9_routines *routines)
{
    walker w;
    memset(&w, 0, sizeof w);
    w.r = r;
    w.program = program;
    w.types = types;
    w.routines = routines;
    count_slots(r, program, types);
    w.costs = s9_arena_array(&r->scratch, routines->count, sizeof *w.costs);
    if (w.costs == NULL)
        return;
    /* Each routine once, those that are called first. */
    for (uint32_t i = 0; i < routines->count; i++)
        w.costs[routines->order[i]] = walk_routine(&w, routines->order[i]);
    bool unknown = w.costs[0].unknown;
    r->cost.best = unknown ? -1 : w.costs[0].best;
    r->cost.worst = unknown ? -1 : w.costs[0].worst;
}
