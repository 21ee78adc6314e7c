/* SPDX-License-Identifier: MIT */
/*
 * How deep flow control is nested, calls followed; the orders of dependent texture reads. `if b#` counts in every
 * version: that vs_2_0 has no limit for it is a matter of rules, not of depth.
 */
#include "program/dependence.h"

#include "reflect/reflect.h"

/* Depths at one place; what a subroutine starts with is the deepest of its callers, each kind for itself. */
typedef struct depths {
    uint32_t fixed, dynamic, loop, call;
} depths;

typedef struct nesting {
    s9_flow_info *flow;
    const s9_program *program;
    const s9_routines *routines;
    depths *entries;  /* by routine */
    uint32_t routine; /* the one being walked */
    depths now;
    struct {
        uint8_t *items; /* open if blocks: 1 for dynamic ones */
        uint32_t count, capacity;
    } ifs;
} nesting;

static void raise_to(uint32_t *depth, uint32_t at_least)
{
    if (*depth < at_least)
        *depth = at_least;
}

static void note(nesting *n, uint32_t momentary)
{
    raise_to(&n->flow->static_depth, n->now.fixed);
    raise_to(&n->flow->dynamic_depth, n->now.dynamic + momentary);
    raise_to(&n->flow->loop_depth, n->now.loop);
    raise_to(&n->flow->call_depth, n->now.call);
}

static bool is_predicate(const nesting *n, const s9_item *item, uint32_t source)
{
    return item->source_count > source && s9_operand_file(n->program, item->sources[source].token) == S9_FILE_PREDICATE;
}

static void open_if(nesting *n, s9_arena *arena, bool dynamic)
{
    if (!S9_PUSH(arena, &n->ifs, (uint8_t)dynamic))
        return;
    n->now.dynamic += dynamic;
    n->now.fixed += !dynamic;
    note(n, 0);
}

static void close_if(nesting *n)
{
    if (n->ifs.count == 0)
        return;
    bool dynamic = n->ifs.items[--n->ifs.count] != 0;
    n->now.dynamic -= dynamic;
    n->now.fixed -= !dynamic;
}

static void call(nesting *n, uint32_t i)
{
    const s9_item *item = &n->program->items.items[i];
    bool dynamic = item->opcode == S9_OP_CALLNZ && is_predicate(n, item, 1);
    uint32_t callee = s9_called_routine(n->routines, n->program, i);
    depths inside = n->now;
    inside.call++;
    inside.dynamic += dynamic;
    raise_to(&n->flow->call_depth, inside.call);
    raise_to(&n->flow->dynamic_depth, inside.dynamic);
    if (callee == 0 || n->routines->rank[callee] >= n->routines->rank[n->routine])
        return; /* a circle is followed once */
    raise_to(&n->entries[callee].fixed, inside.fixed);
    raise_to(&n->entries[callee].dynamic, inside.dynamic);
    raise_to(&n->entries[callee].loop, inside.loop);
    raise_to(&n->entries[callee].call, inside.call);
}

static void item_depth(nesting *n, s9_arena *arena, uint32_t i)
{
    const s9_item *item = &n->program->items.items[i];
    switch (item->opcode) {
    case S9_OP_IF:
        open_if(n, arena, is_predicate(n, item, 0));
        break;
    case S9_OP_IFC:
        open_if(n, arena, true);
        break;
    case S9_OP_ENDIF:
        close_if(n);
        break;
    case S9_OP_LOOP:
    case S9_OP_REP:
        n->now.loop++;
        note(n, 0);
        break;
    case S9_OP_ENDLOOP:
    case S9_OP_ENDREP:
        n->now.loop -= n->now.loop > n->entries[n->routine].loop;
        break;
    case S9_OP_BREAKC:
        note(n, 1); /* for the moment it executes */
        break;
    case S9_OP_CALL:
    case S9_OP_CALLNZ:
        call(n, i);
        break;
    default:
        break;
    }
}

static void dependent_reads(s9_reflection *r, const s9_program *program)
{
    s9_dependence d;
    memset(&d, 0, sizeof d);
    for (uint32_t i = 0; i < program->items.count; i++) {
        uint32_t order = s9_dependence_step(&d, program, &program->items.items[i]);
        if (order != S9_NO_LOAD)
            raise_to(&r->flow.dependent_reads, order);
    }
}

void s9_reflect_nesting(s9_reflection *r, const s9_program *program, const s9_routines *routines)
{
    nesting n;
    memset(&n, 0, sizeof n);
    n.flow = &r->flow;
    n.program = program;
    n.routines = routines;
    n.entries = s9_arena_array(&r->scratch, routines->count, sizeof *n.entries);
    if (n.entries == NULL)
        return;
    /* Callers first: the deepest of them is known when a routine is walked. */
    for (uint32_t k = routines->count; k-- > 0;) {
        n.routine = routines->order[k];
        n.now = n.entries[n.routine];
        n.ifs.count = 0;
        for (uint32_t i = routines->items[n.routine].first; i < routines->items[n.routine].end; i++)
            item_depth(&n, &r->scratch, i);
    }
    dependent_reads(r, program);
}
