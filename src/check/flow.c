/* SPDX-License-Identifier: MIT */
/* V236..V239, V246, V257..V268: blocks and routines. Sets the flow flags of all statements. */
#include "check/flow.h"

static uint32_t index_of(const s9_flow *f, const s9_stmt *s)
{
    return (uint32_t)(s - f->c->stmts);
}

static s9_flow_block *top(s9_blocks *blocks, uint32_t floor)
{
    return blocks->count > floor ? &blocks->items[blocks->count - 1] : NULL;
}

static const char *block_name(const s9_flow_block *b)
{
    return b->kind == S9_BLOCK_LOOP ? "loop" : b->kind == S9_BLOCK_REP ? "rep" : "if";
}

static void opened_here(s9_flow *f, const s9_flow_block *b)
{
    s9_found_note(f->c, &f->c->stmts[b->stmt], NULL, "the %s block begins here", block_name(b));
}

/* ---- labels, before the walk ---- */

/* The label number of call, callnz and label; S9_NO_LABEL when there is none that exists. */
static uint32_t label_of(const s9_checker *c, const s9_stmt *s)
{
    if (s->source_count == 0 || s->sources[0].file != S9_FILE_LABEL)
        return S9_NO_LABEL;
    uint32_t number = s->sources[0].number;
    return number < s9_isa_register(c->version, S9_FILE_LABEL)->count && number < S9_LABELS ? number : S9_NO_LABEL;
}

/* V264: a second definition. */
static void v264_label(s9_checker *c, const s9_stmt *s, uint32_t number)
{
    s9_found(c, 264, s, s->sources[0].operand, "give it another number", "label l%u is defined a second time",
             (unsigned)number);
    s9_found_note(c, &c->stmts[c->label_stmt[number] - 1], NULL, "the first definition is here");
}

/* Finds the routines: main, and one from each label to the next. */
static bool find_routines(s9_checker *c)
{
    s9_routine current = {0, c->stmt_count, S9_NO_LABEL, 0, 0, 0, 0, 0, false, true};
    for (uint32_t i = 0; c->has_labels && i < c->stmt_count; i++) {
        s9_stmt *s = &c->stmts[i];
        if (s->opcode == S9_OP_LABEL) {
            uint32_t number = label_of(c, s);
            if (c->label_stmt == NULL &&
                (c->label_stmt = s9_arena_array(&c->arena, S9_LABELS, sizeof *c->label_stmt)) == NULL)
                return false;
            current.end = i;
            if (!S9_PUSH(&c->arena, &c->routines, current))
                return false;
            if (number != S9_NO_LABEL && c->label_stmt[number] != 0)
                v264_label(c, s, number);
            else if (number != S9_NO_LABEL)
                c->label_stmt[number] = i + 1;
            s9_routine next = {i, c->stmt_count, number, 0, 0, 0, 0, 0, false, false};
            current = next;
        }
        s->routine = c->routines.count;
    }
    return S9_PUSH(&c->arena, &c->routines, current);
}

/* ---- opening and closing ---- */

static void open_block(s9_flow *f, const s9_stmt *s, s9_block_kind kind)
{
    s9_flow_block b = {index_of(f, s), ++f->order, 0, kind, false, false, false};
    bool is_loop = kind == S9_BLOCK_LOOP || kind == S9_BLOCK_REP;
    (void)S9_PUSH(&f->c->arena, is_loop ? &f->loops : &f->ifs, b); /* the arena remembers a failure */
    if (kind == S9_BLOCK_IF) {
        f->static_depth++;
        s9_count_static(f, s);
    } else if (kind == S9_BLOCK_DYNAMIC_IF) {
        f->dynamic_depth++;
    } else {
        f->loop_counters += kind == S9_BLOCK_LOOP;
        s9_count_static(f, s);
        f->c->has_loops = true;
    }
    if (is_loop)
        s9_depth_loop(f, s);
    else
        s9_depth_if(f, s, kind == S9_BLOCK_DYNAMIC_IF);
}

/* V259: ret inside of a block that is closed in its own routine. */
static void report_rets(s9_flow *f, const s9_flow_block *b)
{
    for (uint32_t at = b->rets; at != 0;) {
        s9_stmt *s = &f->c->stmts[at - 1];
        s9_found(f->c, 259, s, NULL, "end the block first", "ret stands inside a block");
        opened_here(f, b);
        at = s->link;
    }
}

static void close_own(s9_flow *f, const s9_flow_block *b)
{
    if (b->kind == S9_BLOCK_IF)
        f->static_depth--;
    else if (b->kind == S9_BLOCK_DYNAMIC_IF)
        f->dynamic_depth--;
    else if (b->kind == S9_BLOCK_LOOP)
        f->loop_counters--;
    f->broken_loops -= b->broken;
    report_rets(f, b);
}

/* V268: the block began in a routine before. */
static void v268_other_routine(s9_flow *f, const s9_stmt *s, s9_flow_block *b)
{
    f->c->broken = true;
    if (b->reported)
        return;
    b->reported = true;
    s9_found(f->c, 268, s, NULL, "begin and end the block in one routine", "the %s block began in another routine",
             block_name(b));
    opened_here(f, b);
}

/* V238: blocks that cross. */
static void v238_crossing(s9_flow *f, const s9_stmt *s, const s9_flow_block *outer, const s9_flow_block *inner)
{
    f->c->broken = true;
    s9_found(f->c, 238, s, NULL, "end the inner block first", "the %s block ends while a %s block inside it is open",
             block_name(outer), block_name(inner));
    opened_here(f, inner);
}

/* V236 for endif and else. */
static s9_flow_block *open_if(s9_flow *f, const s9_stmt *s)
{
    s9_flow_block *b = top(&f->ifs, f->if_floor);
    if (b != NULL)
        return b;
    if (f->ifs.count > 0)
        v268_other_routine(f, s, &f->ifs.items[f->ifs.count - 1]);
    else
        s9_found(f->c, 236, s, NULL, NULL, "%s without if", s9_isa_opcode(s->opcode)->text);
    f->c->broken = true;
    return NULL;
}

static void do_else(s9_flow *f, const s9_stmt *s)
{
    s9_flow_block *b = open_if(f, s);
    if (b == NULL)
        return;
    s9_flow_block *loop = top(&f->loops, f->loop_floor);
    if (loop != NULL && loop->order > b->order)
        v238_crossing(f, s, b, loop);
    if (b->has_else) {
        f->c->broken = true;
        s9_found(f->c, 236, s, NULL, NULL, "a second else for one if");
        opened_here(f, b);
    }
    b->has_else = true;
    if (b->kind == S9_BLOCK_IF)
        s9_count_static(f, s);
}

static void do_endif(s9_flow *f, const s9_stmt *s)
{
    s9_flow_block *b = open_if(f, s);
    if (b == NULL) {
        if (f->ifs.count > 0) { /* the block of the other routine is closed by this */
            f->ifs.count--;
            f->if_floor--;
        }
        return;
    }
    s9_flow_block *loop = top(&f->loops, f->loop_floor);
    if (loop != NULL && loop->order > b->order)
        v238_crossing(f, s, b, loop);
    close_own(f, b);
    f->ifs.count--;
}

/* V237, V238, V268 at endloop and endrep. */
static void do_endloop(s9_flow *f, const s9_stmt *s)
{
    s9_flow_block *b = top(&f->loops, f->loop_floor);
    if (b == NULL) {
        f->c->broken = true;
        if (f->loops.count > 0) {
            v268_other_routine(f, s, &f->loops.items[f->loops.count - 1]);
            f->loops.count--;
            f->loop_floor--;
        } else {
            s9_found(f->c, 237, s, NULL, NULL, "%s without %s", s9_isa_opcode(s->opcode)->text,
                     s->opcode == S9_OP_ENDLOOP ? "loop" : "rep");
        }
        return;
    }
    /* A loop that the version does not have is refused as such, whatever ends it. */
    bool missing = ((s->flags | f->c->stmts[b->stmt].flags) & S9_STMT_MISSING) != 0;
    if (!missing && (b->kind == S9_BLOCK_LOOP) != (s->opcode == S9_OP_ENDLOOP)) {
        f->c->broken = true;
        s9_found(f->c, 237, s, NULL, b->kind == S9_BLOCK_LOOP ? "write endloop" : "write endrep", "%s ends a %s block",
                 s9_isa_opcode(s->opcode)->text, block_name(b));
        opened_here(f, b);
    }
    s9_flow_block *inner = top(&f->ifs, f->if_floor);
    if (inner != NULL && inner->order > b->order)
        v238_crossing(f, s, b, inner);
    close_own(f, b);
    f->loops.count--;
}

/* V239, and from here to the end of the loop its lanes may differ. */
static void do_break(s9_flow *f, const s9_stmt *s)
{
    s9_flow_block *b = top(&f->loops, f->loop_floor);
    if (b == NULL) {
        char name[S9_MNEMONIC_SIZE];
        if ((s->flags & S9_STMT_MISSING) == 0)
            s9_found(f->c, 239, s, NULL, NULL, "%s stands outside of loop and rep", s9_stmt_name(f->c, s, name));
        return;
    }
    if (s->opcode == S9_OP_BREAKC && (s->flags & S9_STMT_MISSING) == 0)
        s9_depth_break(f, s);
    if (!b->broken) {
        b->broken = true;
        f->broken_loops++;
    }
}

/* ---- calls and routines ---- */

static bool in_dynamic(const s9_flow *f)
{
    return f->dynamic_depth > 0 || f->broken_loops > 0;
}

/* V262, V263. */
static void do_call(s9_flow *f, s9_stmt *s)
{
    s9_checker *c = f->c;
    uint32_t number = label_of(c, s);
    bool dynamic = s->opcode == S9_OP_CALLNZ && s->source_count > 1 && s->sources[1].file == S9_FILE_PREDICATE;
    if (!dynamic)
        s9_count_static(f, s);
    c->has_calls = true;
    if (number == S9_NO_LABEL)
        return;
    uint32_t target = c->label_stmt != NULL ? c->label_stmt[number] : 0;
    if (target == 0) {
        s9_found(c, 263, s, s->sources[0].operand, NULL, "there is no label l%u", (unsigned)number);
        return;
    }
    const s9_stmt *label = &c->stmts[target - 1];
    if (label < s) {
        s9_found(c, 262, s, s->sources[0].operand, "calls go forward only: move the subroutine down",
                 "label l%u stands before this call", (unsigned)number);
        s9_found_note(c, label, NULL, "the label is here");
        return;
    }
    s9_routine *callee = &c->routines.items[label->routine];
    const s9_routine *caller = &c->routines.items[f->routine];
    s->link = label->routine + 1;
    callee->called |= caller->called;
    callee->dynamic |= dynamic || caller->dynamic || in_dynamic(f);
    s9_depth_call(f, s, dynamic, callee);
}

static void do_ret(s9_flow *f, s9_stmt *s)
{
    s9_flow_block *b = top(&f->ifs, f->if_floor), *loop = top(&f->loops, f->loop_floor);
    if (loop != NULL && (b == NULL || loop->order > b->order))
        b = loop;
    if (b != NULL) {
        s->link = b->rets;
        b->rets = index_of(f, s) + 1;
        s->flags |= S9_STMT_RET_IN_BLOCK;
        f->has_refused_ret = true;
    } else {
        f->after_ret = true;
    }
}

/* V257, V261: the routine before a label, or before the end, has its ret. */
static void ends_with_ret(s9_flow *f, const s9_stmt *at)
{
    const s9_routine *r = &f->c->routines.items[f->routine];
    if (f->after_ret || f->last_is_ret || f->has_refused_ret)
        return;
    if (f->routine == 0)
        s9_found(f->c, 257, at, NULL, "add ret before the label", "the main program does not end with ret");
    else if (r->label == S9_NO_LABEL)
        s9_found(f->c, 261, &f->c->stmts[r->first], NULL, "add ret", "the subroutine does not end with ret");
    else
        s9_found(f->c, 261, &f->c->stmts[r->first], NULL, "add ret", "the subroutine l%u does not end with ret",
                 (unsigned)r->label);
}

static void do_label(s9_flow *f, const s9_stmt *s)
{
    ends_with_ret(f, s);
    f->routine = s->routine;
    f->if_floor = f->ifs.count;
    f->loop_floor = f->loops.count;
    f->static_depth = f->dynamic_depth = f->loop_counters = f->broken_loops = 0;
    f->after_ret = f->after_ret_reported = f->has_refused_ret = false;
}

/* V260. */
static void v260_after_ret(s9_flow *f, const s9_stmt *s)
{
    if (!f->after_ret || f->after_ret_reported)
        return;
    f->after_ret_reported = true;
    s9_found(f->c, 260, s, NULL, "only a label may follow", "a statement stands behind ret");
}

/* ---- the walk ---- */

static void set_flags(s9_flow *f, s9_stmt *s)
{
    const s9_routine *r = &f->c->routines.items[f->routine];
    if (f->ifs.count > f->if_floor || f->loops.count > f->loop_floor)
        s->flags |= S9_STMT_IN_FLOW;
    if (in_dynamic(f))
        s->flags |= S9_STMT_DYNAMIC;
    if (r->dynamic)
        s->flags |= S9_STMT_DYNAMIC_ROUTINE;
    if (f->loop_counters > 0)
        s->flags |= S9_STMT_IN_LOOP;
    if (f->after_ret || !r->called)
        s->flags |= S9_STMT_DEAD;
}

static void statement(s9_flow *f, s9_stmt *s)
{
    if ((s->flags & S9_STMT_EXECUTABLE) == 0)
        return;
    if (s->opcode != S9_OP_LABEL)
        v260_after_ret(f, s);
    if (s->opcode == S9_OP_LABEL)
        do_label(f, s);
    set_flags(f, s);
    switch (s->opcode) {
    case S9_OP_IF:
        open_block(f, s,
                   s->source_count > 0 && s->sources[0].file == S9_FILE_PREDICATE ? S9_BLOCK_DYNAMIC_IF : S9_BLOCK_IF);
        break;
    case S9_OP_IFC:
        open_block(f, s, S9_BLOCK_DYNAMIC_IF);
        break;
    case S9_OP_LOOP:
        open_block(f, s, S9_BLOCK_LOOP);
        break;
    case S9_OP_REP:
        open_block(f, s, S9_BLOCK_REP);
        break;
    case S9_OP_ELSE:
        do_else(f, s);
        break;
    case S9_OP_ENDIF:
        do_endif(f, s);
        break;
    case S9_OP_ENDLOOP:
    case S9_OP_ENDREP:
        do_endloop(f, s);
        break;
    case S9_OP_BREAK:
    case S9_OP_BREAKC:
    case S9_OP_BREAKP:
        do_break(f, s);
        break;
    case S9_OP_CALL:
    case S9_OP_CALLNZ:
        do_call(f, s);
        break;
    case S9_OP_RET:
        do_ret(f, s);
        break;
    default:
        break;
    }
    f->last_is_ret = s->opcode == S9_OP_RET;
}

/* V236, V237: what is still open at the end. */
static void unclosed(s9_flow *f, const s9_blocks *blocks)
{
    for (uint32_t i = 0; i < blocks->count; i++) {
        const s9_flow_block *b = &blocks->items[i];
        bool is_loop = b->kind == S9_BLOCK_LOOP || b->kind == S9_BLOCK_REP;
        f->c->broken = true;
        if (!b->reported && (f->c->stmts[b->stmt].flags & S9_STMT_MISSING) == 0)
            s9_found(f->c, is_loop ? 237 : 236, &f->c->stmts[b->stmt], NULL, NULL, "%s without %s", block_name(b),
                     b->kind == S9_BLOCK_LOOP  ? "endloop"
                     : b->kind == S9_BLOCK_REP ? "endrep"
                                               : "endif");
    }
}

void s9_rules_flow(s9_checker *c)
{
    if (!c->has_flow) {
        s9_routine main = {0, c->stmt_count, S9_NO_LABEL, 0, 0, 0, 0, 0, false, true};
        (void)S9_PUSH(&c->arena, &c->routines, main);
        return;
    }
    s9_flow f = {.c = c};
    if (!find_routines(c))
        return;
    for (uint32_t i = 0; i < c->stmt_count && !c->arena.failed; i++)
        statement(&f, &c->stmts[i]);
    if (f.routine > 0)
        ends_with_ret(&f, NULL);
    unclosed(&f, &f.ifs);
    unclosed(&f, &f.loops);
}

/* ---- the loop counter ---- */

/* The operand of a statement that is indexed by aL, or NULL. */
static const s9_use *counter_use(const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    if (d->operand != NULL && d->judged && d->relative && d->index_file == S9_FILE_LOOP)
        return d;
    for (uint32_t i = 0; i < s->source_count; i++)
        if (s->sources[i].judged && s->sources[i].relative && s->sources[i].index_file == S9_FILE_LOOP)
            return &s->sources[i];
    return NULL;
}

/* V267: the call that brings a subroutine an aL that has no value. */
static void v267_call(s9_checker *c, const s9_stmt *call, const s9_routine *callee)
{
    s9_found(c, 267, call, NULL, "call it from a loop",
             "the subroutine uses the aL of its caller, and this call is in no loop");
    s9_found_note(c, &c->stmts[callee->outer_al - 1], NULL, "aL is used here");
}

/* V246, V267: calls go forward, so that the last routine comes first. */
void s9_rules_loop_counter(s9_checker *c)
{
    for (uint32_t r = c->routines.count; r-- > 0;) {
        s9_routine *routine = &c->routines.items[r];
        for (uint32_t i = routine->first; i < routine->end; i++) {
            const s9_stmt *s = &c->stmts[i];
            if ((s->flags & S9_STMT_IN_LOOP) != 0 || !s9_stmt_judged(s) || s->kind == S9_OPK_SETUP)
                continue;
            const s9_use *use = counter_use(s);
            if (use != NULL && r == 0)
                s9_found(c, 246, s, use->operand, "rep has no aL; use loop", "aL is used outside of a loop");
            else if (use != NULL && routine->outer_al == 0)
                routine->outer_al = i + 1;
            bool calls = (s->opcode == S9_OP_CALL || s->opcode == S9_OP_CALLNZ) && s->link != 0;
            const s9_routine *callee = calls ? &c->routines.items[s->link - 1] : NULL;
            if (callee == NULL || callee->outer_al == 0)
                continue;
            if (r == 0)
                v267_call(c, s, callee);
            else if (routine->outer_al == 0)
                routine->outer_al = callee->outer_al;
        }
    }
}

/* ---- what the operands of flow control need of the target ---- */

/* V233, V234: 2_x asks the device. */
static void device_flow(s9_checker *c, const s9_stmt *s, bool dynamic, bool predicate, bool is_static)
{
    char name[S9_MNEMONIC_SIZE];
    uint32_t dynamic_depth = c->pixel ? c->caps.ps_dynamic_depth : c->caps.vs_dynamic_depth;
    bool predication = c->pixel ? c->caps.ps_predication : c->caps.vs_predication;
    s9_stmt_name(c, s, name);
    if (is_static && c->pixel && c->caps.ps_static_depth == 0)
        s9_found(c, 234, s, NULL, NULL, "%s: the target has no static flow control", name);
    else if (dynamic && dynamic_depth == 0)
        s9_found(c, 233, s, NULL, NULL, "%s: the target has no dynamic flow control", name);
    else if (predicate && !predication)
        s9_found(c, 233, s, NULL, NULL, "%s p0: the target has no predication", name);
}

void s9_rules_flow_operands(s9_checker *c, const s9_stmt *s)
{
    const s9_use *condition = s->opcode == S9_OP_IF       ? &s->sources[0]
                              : s->opcode == S9_OP_CALLNZ ? &s->sources[1]
                              : s->opcode == S9_OP_BREAKP ? &s->sources[0]
                                                          : NULL;
    if (s->kind != S9_OPK_FLOW || (c->version != S9_VS_2_X && c->version != S9_PS_2_X))
        return;
    bool predicate = condition != NULL && condition->file == S9_FILE_PREDICATE;
    bool call = s->opcode == S9_OP_CALL || s->opcode == S9_OP_CALLNZ;
    bool dynamic = predicate || s->opcode == S9_OP_IFC || s->opcode == S9_OP_BREAK || s->opcode == S9_OP_BREAKC;
    bool is_static = call || s->opcode == S9_OP_REP || (s->opcode == S9_OP_IF && !predicate);
    device_flow(c, s, dynamic, predicate, is_static);
}
