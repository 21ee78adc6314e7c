/* SPDX-License-Identifier: MIT */
/*
 * The rules that follow a program along its paths: V091 V122..V124 V131..V133 V312 on what is read, V144 V150 on what
 * is written twice, V045 V046 V134 V141 V155 V245 on what is written at the end. Unwritten on every path is an error,
 * on some path a warning. Pixel shaders of SM1 have no paths: ps1.c.
 */
#include "check/trail.h"

/* Bits of S9_BITS_SPECIAL. */
enum { BIT_A0 = 0, BIT_P0 = 4 };
/* Bits of S9_BITS_OUTPUT before vs_3_0 and in pixel shaders; o# has four each. */
enum { BIT_RASTOUT = 0, BIT_ATTROUT = 12, BIT_TEXCRDOUT = 20, BIT_COLOROUT = 0, BIT_DEPTHOUT = 16 };

/* An open block: an if with what was before and what its first branch did, or a loop with its head and its exits. */
typedef struct frame {
    uint32_t stmt;
    uint32_t outer_loop;   /* frame + 1 of the loop around */
    uint32_t outer_branch; /* of the trail */
    uint32_t else_stmt;
    bool has_else;
    s9_reach before;
    s9_reach other;
} frame;

typedef struct paths {
    s9_checker *c;
    bool judging;    /* the second walk: states are known, faults are reported */
    bool collecting; /* all writes of a program whose blocks do not match */
    s9_reach now;
    s9_reach end; /* of the routine */
    struct {
        frame *items;
        uint32_t count, capacity;
    } frames;
    uint32_t loop;              /* frame + 1 of the innermost loop */
    s9_reach **heads;           /* by statement: of each loop */
    s9_reach *summaries;        /* by routine */
    s9_reach *entries;          /* by routine: the state at its beginning */
    uint64_t dynamic_outputs;   /* written in dynamic flow control or under a predicate */
    uint64_t refused_outputs;   /* written in a way that is refused: they count as written */
    const s9_stmt *scratch[32]; /* by r#: the last sincos or sgn before here that left it undefined */
    s9_trail trail;             /* of the second walk, in programs with flow control */
    bool trailing;
} paths;

/* Notes to the finding added last: where components were lost that are written on some path only. */
static void show_way(const paths *p, bool sometimes, uint32_t word, uint32_t bit, uint32_t mask)
{
    if (sometimes && p->trailing)
        s9_trail_notes(&p->trail, p->c, word, bit, mask);
}

/* A note to the finding added last: the instruction that left an r# undefined. */
static void show_scratch(const paths *p, uint32_t number)
{
    const s9_stmt *s = p->scratch[number];
    if (s != NULL)
        s9_found_note(p->c, s, NULL, "%s is here", s9_isa_opcode(s->opcode)->text);
}

/* ---- reading ---- */

static const char *register_kind(uint32_t rule)
{
    return rule == 91    ? " of the matrix"
           : rule == 312 ? " of the coordinate"
           : rule == 133 ? ", which texkill tests,"
                         : "";
}

/* Components that are needed; `rule` is the one that misses them. */
static void need_temp(paths *p, const s9_stmt *s, const s9_use *use, uint32_t number, uint32_t components,
                      uint32_t rule)
{
    char mask[5];
    if (number >= 32 || p->now.dead)
        return;
    uint32_t word = S9_BITS_TEMP + number / 16, bit = number % 16 * 4;
    uint32_t must = s9_reach_bits(&p->now, S9_MUST + word, bit), may = s9_reach_bits(&p->now, S9_MAY + word, bit);
    uint32_t undefined = s9_reach_bits(&p->now, S9_BY_SINCOS + number / 16, bit);
    uint32_t scratch = s9_reach_bits(&p->now, S9_BY_SGN + number / 16, bit);
    uint32_t never = components & ~must & ~may, sometimes = components & ~must & may;

    if ((never | sometimes) == 0 && (components & scratch) != 0) {
        s9_found(p->c, 132, s, use->operand, "name scratch registers that nothing reads",
                 "r%u.%s is read; sgn used it as scratch", (unsigned)number, s9_mask_name(components & scratch, mask));
        show_scratch(p, number);
        s9_reach_mark(&p->now, S9_BY_SGN + number / 16, bit, components, false);
        return;
    }
    if ((never | sometimes) == 0)
        return;
    uint32_t missing = never != 0 ? never : sometimes;
    if (rule == 122 && (missing & undefined) == missing)
        s9_found_as(p->c, never != 0 ? S9_ERROR : S9_WARNING, 131, s, use->operand, "save what you need before sincos",
                    "r%u.%s is read; sincos left it undefined", (unsigned)number, s9_mask_name(missing, mask));
    else
        s9_found_as(p->c, never != 0 ? S9_ERROR : S9_WARNING, rule, s, use->operand, NULL,
                    never != 0 ? "r%u.%s%s is read, but never written before"
                               : "r%u.%s%s is read, but not written on every path",
                    (unsigned)number, s9_mask_name(missing, mask), register_kind(rule));
    if (rule == 122 && (missing & undefined) == missing)
        show_scratch(p, number);
    show_way(p, never == 0, word, bit, missing);
    s9_reach_write(&p->now, word, bit, components, false); /* said once */
}

static void need_special(paths *p, const s9_stmt *s, const s9_use *use, uint32_t bit, uint32_t components)
{
    char mask[5];
    uint32_t must = s9_reach_bits(&p->now, S9_MUST + S9_BITS_SPECIAL, bit);
    uint32_t may = s9_reach_bits(&p->now, S9_MAY + S9_BITS_SPECIAL, bit);
    uint32_t never = components & ~must & ~may, missing = never != 0 ? never : components & ~must;
    const char *name = bit == BIT_A0 ? "a0" : "p0";
    if (missing == 0 || p->now.dead)
        return;
    s9_found_as(p->c, never != 0 ? S9_ERROR : S9_WARNING, bit == BIT_A0 ? 123 : 124, s, use->operand,
                never == 0      ? "set it on every path"
                : bit != BIT_A0 ? "set it first, with setp"
                                : "set it first, with mov in vs_1_1 and with mova from vs_2_0",
                never != 0 ? "%s.%s is used, but never written before" : "%s.%s is used, but not written on every path",
                name, s9_mask_name(missing, mask));
    show_way(p, never == 0, S9_BITS_SPECIAL, bit, missing);
    s9_reach_write(&p->now, S9_BITS_SPECIAL, bit, components, false);
}

static void need_index(paths *p, const s9_stmt *s, const s9_use *use)
{
    if (use->operand != NULL && use->judged && use->relative && use->index_file == S9_FILE_ADDR)
        need_special(p, s, use, BIT_A0, 1u << use->index_component);
}

static void read_source(paths *p, const s9_stmt *s, uint32_t i)
{
    const s9_use *use = &s->sources[i];
    need_index(p, s, use);
    if (!use->judged || use->relative)
        return;
    if (use->file == S9_FILE_PREDICATE) {
        need_special(p, s, use, BIT_P0, use->components);
        return;
    }
    if (use->file != S9_FILE_TEMP)
        return;
    if (i == 1 && s9_stmt_is_matrix(s)) {
        /* The first row that is missing stands for the operand. */
        size_t before = p->c->found;
        for (uint32_t row = 0; row < s9_isa_matrix_rows(s->opcode) && p->c->found == before; row++)
            need_temp(p, s, use, use->number + row, use->components, 91);
        return;
    }
    bool coordinate = i == 0 && s9_stmt_sampler(p->c, s) == 1;
    need_temp(p, s, use, use->number, use->components, coordinate ? 312 : 122);
}

/* The prefix: one component, or those that the instruction writes. */
static void read_predicate(paths *p, const s9_stmt *s)
{
    const s9_use *use = &s->predicate;
    if (use->operand == NULL || !use->judged)
        return;
    uint32_t components = s->destination.operand != NULL ? s->destination.components : 15;
    if (s9_use_replicates(use))
        components = 1u << s9_swizzle_component(s9_use_swizzle(use), 0);
    need_special(p, s, use, BIT_P0, components);
}

static void read_operands(paths *p, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    if (!s9_stmt_judged(s))
        return;
    for (uint32_t i = 0; i < s->source_count; i++)
        read_source(p, s, i);
    read_predicate(p, s);
    need_index(p, s, d);
    if (s->opcode == S9_OP_TEXKILL && d->judged && d->file == S9_FILE_TEMP)
        need_temp(p, s, d, d->number, d->components, 133);
}

/* ---- writing ---- */

uint32_t s9_output_bit(s9_file file, uint32_t number)
{
    switch (file) {
    case S9_FILE_RASTOUT:
        return number < 3 ? BIT_RASTOUT + 4 * number : 64;
    case S9_FILE_ATTROUT:
        return number < 2 ? BIT_ATTROUT + 4 * number : 64;
    case S9_FILE_TEXCRDOUT:
        return number < 8 ? BIT_TEXCRDOUT + 4 * number : 64;
    case S9_FILE_OUTPUT:
        return number < 16 ? 4 * number : 64;
    case S9_FILE_COLOROUT:
        return number < 4 ? BIT_COLOROUT + 4 * number : 64;
    case S9_FILE_DEPTHOUT:
        return number == 0 ? BIT_DEPTHOUT : 64;
    default:
        return 64;
    }
}

/* V144, V150: ps_2_x writes its outputs once. */
static void written_twice(paths *p, const s9_stmt *s, const s9_use *d, uint32_t bit)
{
    char name[S9_NAME_SIZE];
    if (!p->judging || p->now.dead || !p->c->pixel || !p->c->sm2)
        return;
    if (s9_reach_bits(&p->now, S9_MAY + S9_BITS_OUTPUT, bit) != 0)
        s9_found(p->c, d->file == S9_FILE_COLOROUT ? 144 : 150, s, d->operand, "choose the value in an r#, then mov it",
                 "%s is written a second time", s9_use_name(d, name));
}

static void write_output(paths *p, const s9_stmt *s, const s9_use *d, bool conditional)
{
    uint32_t bit = s9_output_bit((s9_file)d->file, d->number);
    if (bit >= 64)
        return;
    if (d->relative && d->file == S9_FILE_OUTPUT) {
        /* Which one is not known; all that it may reach count as written. */
        for (uint32_t n = d->number; n < 16; n++)
            s9_reach_write(&p->now, S9_BITS_OUTPUT, 4 * n, d->components, false);
        return;
    }
    if ((s->flags & S9_STMT_WRITE_REFUSED) != 0) {
        /* Nothing follows from it: neither that something is missing nor that it is there twice. */
        p->refused_outputs |= (uint64_t)15 << bit;
        return;
    }
    written_twice(p, s, d, bit);
    /* Whether a predicate holds is no matter of paths: V155 speaks of flow control. */
    s9_reach_write(&p->now, S9_BITS_OUTPUT, bit, d->components, conditional && d->file != S9_FILE_DEPTHOUT);
    if (conditional || (s->flags & (S9_STMT_DYNAMIC | S9_STMT_DYNAMIC_ROUTINE)) != 0)
        p->dynamic_outputs |= (uint64_t)15 << bit;
}

static void write_temp(paths *p, uint32_t number, uint32_t mask, bool conditional)
{
    if (number >= 32)
        return;
    uint32_t bit = number % 16 * 4;
    s9_reach_write(&p->now, S9_BITS_TEMP + number / 16, bit, mask, conditional);
    if (!conditional && p->c->has_scratch) {
        s9_reach_mark(&p->now, S9_BY_SINCOS + number / 16, bit, mask, false);
        s9_reach_mark(&p->now, S9_BY_SGN + number / 16, bit, mask, false);
    }
}

/* sincos of SM2 uses the other components of xyz up; sgn its second and third source. */
static void side_effects(paths *p, const s9_stmt *s, bool conditional)
{
    const s9_use *d = &s->destination;
    if (s->opcode == S9_OP_SINCOS && !p->collecting && p->c->sm2 && d->file == S9_FILE_TEMP && d->number < 32) {
        uint32_t lost = 7u & ~(uint32_t)d->components, bit = d->number % 16u * 4;
        s9_reach_forget(&p->now, S9_BITS_TEMP + d->number / 16u, bit, lost, conditional);
        s9_reach_mark(&p->now, S9_BY_SINCOS + d->number / 16u, bit, lost, true);
        p->scratch[d->number] = s;
    }
    for (uint32_t i = 1; s->opcode == S9_OP_SGN && i < s->source_count; i++) {
        const s9_use *scratch = &s->sources[i];
        if (scratch->file != S9_FILE_TEMP || scratch->number >= 32)
            continue;
        write_temp(p, scratch->number, 15, false);
        s9_reach_mark(&p->now, S9_BY_SGN + scratch->number / 16u, scratch->number % 16u * 4, 15, true);
        p->scratch[scratch->number] = s;
    }
}

/* A malformed statement: what its first word names counts as written. */
static void write_raw(paths *p, const s9_stmt *s)
{
    uint32_t token = s9_stmt_first_parameter(p->c, s);
    if (s->opcode == S9_OP_UNKNOWN || token == 0 || s9_isa_opcode(s->opcode)->destinations == 0)
        return;
    s9_file file = s9_operand_file(p->c->program, token);
    uint32_t bit = s9_output_bit((s9_file)file, s9_operand_number(token));
    if (file == S9_FILE_TEMP)
        write_temp(p, s9_operand_number(token), 15, false);
    else if (bit < 64)
        s9_reach_write(&p->now, S9_BITS_OUTPUT, bit, 15, false);
}

static void write_destination(paths *p, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    bool conditional = s->predicate.operand != NULL;
    if ((s->flags & S9_STMT_RAW) != 0) {
        write_raw(p, s);
        return;
    }
    if (p->c->has_scratch)
        side_effects(p, s, conditional);
    if (d->operand == NULL || (s->flags & S9_STMT_READS_DESTINATION) != 0)
        return;
    if (d->file == S9_FILE_TEMP)
        write_temp(p, d->number, d->components, conditional);
    else if (d->file == S9_FILE_ADDR && d->number == 0)
        s9_reach_write(&p->now, S9_BITS_SPECIAL, BIT_A0, d->components, conditional);
    else if (d->file == S9_FILE_PREDICATE && d->number == 0)
        s9_reach_write(&p->now, S9_BITS_SPECIAL, BIT_P0, d->components, conditional);
    else
        write_output(p, s, d, conditional);
}

static void write_conditionally(paths *p, const s9_stmt *s)
{
    /* What this statement alone may write, as far as it was not certain before. */
    s9_reach before = p->now, nothing;
    memset(&nothing, 0, sizeof nothing);
    p->now = nothing;
    write_destination(p, s);
    s9_reach alone = p->now;
    memcpy(alone.set + S9_MUST, before.set + S9_MUST, S9_BITS_WORDS * sizeof *alone.set);
    p->now = before;
    write_destination(p, s);
    s9_trail_may(&p->trail, &nothing, &alone, S9_LOST_PREDICATED, (uint32_t)(s - p->c->stmts));
}

/* ---- blocks ---- */

static frame *top(paths *p)
{
    return p->frames.count > 0 ? &p->frames.items[p->frames.count - 1] : NULL;
}

static void open_if(paths *p, uint32_t stmt)
{
    if (!S9_RESERVE(&p->c->arena, &p->frames))
        return;
    frame *f = &p->frames.items[p->frames.count++];
    f->stmt = stmt;
    f->outer_loop = 0;
    f->has_else = false;
    f->before = p->now;
    if (p->trailing)
        f->outer_branch = s9_trail_open(&p->trail, stmt);
}

static void do_else(paths *p, uint32_t stmt)
{
    frame *f = top(p);
    if (f == NULL)
        return;
    f->other = p->now;
    f->has_else = true;
    f->else_stmt = stmt;
    p->now = f->before;
    if (p->trailing) {
        s9_trail_close(&p->trail, f->outer_branch);
        (void)s9_trail_open(&p->trail, stmt);
    }
}

/* The two ways through an if: which of them leaves something unwritten. */
static void trail_endif(paths *p, const frame *f)
{
    s9_trail_close(&p->trail, f->outer_branch);
    if (f->has_else) {
        s9_trail_meet(&p->trail, &p->now, &f->other, S9_LOST_THEN, f->stmt);
        s9_trail_meet(&p->trail, &f->other, &p->now, S9_LOST_ELSE, f->else_stmt);
    } else {
        s9_trail_meet(&p->trail, &p->now, &f->before, S9_LOST_SKIPPED, f->stmt);
        s9_trail_meet(&p->trail, &f->before, &p->now, S9_LOST_THEN, f->stmt);
    }
}

static void do_endif(paths *p)
{
    frame *f = top(p);
    if (f == NULL)
        return;
    if (p->trailing)
        trail_endif(p, f);
    s9_reach_join(&p->now, f->has_else ? &f->other : &f->before);
    p->frames.count--;
}

/*
 * First walk: the body is looked at on its own, from nothing; its effect gives that of the head. Second walk: the head
 * is known.
 */
static void open_loop(paths *p, uint32_t stmt)
{
    if (!S9_RESERVE(&p->c->arena, &p->frames))
        return;
    frame *f = &p->frames.items[p->frames.count++];
    f->stmt = stmt;
    f->outer_loop = p->loop;
    f->has_else = false;
    p->loop = p->frames.count;
    s9_reach outside = p->now;
    if (p->judging && p->heads[stmt] != NULL)
        s9_reach_then(&p->now, p->heads[stmt]);
    if (p->trailing) {
        f->outer_branch = s9_trail_open(&p->trail, stmt);
        s9_trail_may(&p->trail, &outside, &p->now, S9_LOST_FIRST, stmt);
    }
    f->before = p->now;
    memset(&f->other, 0, sizeof f->other);
    f->other.dead = true;
    if (!p->judging)
        memset(&p->now, 0, sizeof p->now);
}

static void close_loop(paths *p)
{
    frame *f = top(p);
    if (f == NULL)
        return;
    p->loop = f->outer_loop;
    p->frames.count--;
    if (p->judging) {
        if (p->trailing) {
            s9_trail_close(&p->trail, f->outer_branch);
            s9_trail_meet(&p->trail, &p->now, &f->before, S9_LOST_NO_ROUND, f->stmt);
        }
        p->now = f->before;
        s9_reach_join(&p->now, &f->other);
        return;
    }
    s9_reach *head = s9_arena_alloc(&p->c->arena, sizeof *head);
    if (head == NULL)
        return;
    s9_reach_loop_head(head, &p->now);
    p->heads[f->stmt] = head;
    /* After the loop: from its head, or from a break on the way from there. */
    s9_reach exits = *head;
    s9_reach_then(&exits, &f->other);
    exits.dead = f->other.dead;
    s9_reach whole = *head;
    s9_reach_join(&whole, &exits);
    p->now = f->before;
    s9_reach_then(&p->now, &whole);
    if (p->trailing) {
        s9_trail_close(&p->trail, f->outer_branch);
        s9_trail_may(&p->trail, &f->before, &p->now, S9_LOST_NO_ROUND, f->stmt);
    }
}

static void do_break(paths *p, bool always)
{
    if (p->loop == 0)
        return;
    s9_reach_join(&p->frames.items[p->loop - 1].other, &p->now);
    if (always)
        p->now.dead = true;
}

static void do_call(paths *p, const s9_stmt *s)
{
    s9_reach after = p->now;
    uint32_t stmt = (uint32_t)(s - p->c->stmts);
    if (s->link == 0) {
        /* A call that is refused: nothing follows from it, neither that something is missing nor that it is there. */
        for (uint32_t word = 0; word < S9_BITS_WORDS; word++) {
            after.set[S9_MUST + word] = UINT64_MAX;
            after.clear[S9_MUST + word] = 0;
        }
        p->now = after;
        return;
    } else {
        uint32_t callee = s->link - 1;
        if (p->trailing && p->judging)
            (void)s9_trail_call(&p->trail, &p->c->arena, callee, stmt, &p->entries[callee], &p->now);
        if (p->judging)
            s9_reach_join(&p->entries[callee], &p->now);
        s9_reach_then(&after, &p->summaries[callee]);
        after.dead = p->now.dead;
    }
    if (p->trailing)
        s9_trail_may(&p->trail, &p->now, &after, S9_LOST_IN_CALL, stmt);
    if (s->opcode == S9_OP_CALLNZ) {
        if (p->trailing)
            s9_trail_meet(&p->trail, &after, &p->now, S9_LOST_NO_CALL, stmt);
        s9_reach_join(&p->now, &after);
    } else {
        p->now = after;
    }
}

static void do_ret(paths *p)
{
    s9_reach_join(&p->end, &p->now);
    p->now.dead = true;
}

static void statement(paths *p, uint32_t i)
{
    const s9_stmt *s = &p->c->stmts[i];
    if (p->judging && !p->now.dead)
        read_operands(p, s);
    switch (s->opcode) {
    case S9_OP_IF:
    case S9_OP_IFC:
        open_if(p, i);
        break;
    case S9_OP_ELSE:
        do_else(p, i);
        break;
    case S9_OP_ENDIF:
        do_endif(p);
        break;
    case S9_OP_LOOP:
    case S9_OP_REP:
        open_loop(p, i);
        break;
    case S9_OP_ENDLOOP:
    case S9_OP_ENDREP:
        close_loop(p);
        break;
    case S9_OP_BREAK:
        do_break(p, true);
        break;
    case S9_OP_BREAKC:
    case S9_OP_BREAKP:
        do_break(p, false);
        break;
    case S9_OP_CALL:
    case S9_OP_CALLNZ:
        do_call(p, s);
        break;
    case S9_OP_RET:
        if ((s->flags & S9_STMT_RET_IN_BLOCK) == 0)
            do_ret(p);
        break;
    default:
        if (p->trailing && s->predicate.operand != NULL)
            write_conditionally(p, s);
        else
            write_destination(p, s);
        break;
    }
}

/* Walks one routine from p->now; leaves its end in p->end. */
static void walk(paths *p, const s9_routine *r)
{
    bool flow = p->c->has_flow;
    p->frames.count = 0;
    p->loop = 0;
    p->end.dead = true;
    for (uint32_t i = r->first; i < r->end; i++) {
        const s9_stmt *s = &p->c->stmts[i];
        if ((s->flags & S9_STMT_EXECUTABLE) == 0 || (s->flags & S9_STMT_DEAD) != 0)
            continue;
        if (!flow && s->kind == S9_OPK_FLOW)
            continue; /* refused: the version has none */
        statement(p, i);
    }
    if (!p->now.dead)
        do_ret(p);
}

/* Calls go forward: the effects of later routines are known when an earlier one calls them. */
static void summarise(paths *p)
{
    s9_checker *c = p->c;
    p->judging = false;
    for (uint32_t r = c->routines.count; r-- > 0;) {
        if (!c->routines.items[r].called || (r == 0 && !c->has_loops))
            continue;
        memset(&p->now, 0, sizeof p->now);
        p->trailing = r > 0 && c->has_calls && s9_trail_alone(&p->trail, &c->arena);
        walk(p, &c->routines.items[r]);
        p->summaries[r] = p->end;
        if (p->trailing)
            s9_trail_keep(&p->trail, r);
    }
    if (c->has_calls)
        s9_trail_enter(&p->trail, 0);
}

/* ---- the end of the program ---- */

static uint32_t must_at_end(const paths *p, uint32_t bit)
{
    return s9_reach_bits(&p->end, S9_MUST + S9_BITS_OUTPUT, bit);
}

static uint32_t may_at_end(const paths *p, uint32_t bit)
{
    return s9_reach_bits(&p->end, S9_MAY + S9_BITS_OUTPUT, bit);
}

/* V046, V134, V141: an output that has to be there. */
static void required_output(paths *p, uint32_t rule, const s9_stmt *at, const char *name, uint32_t bit)
{
    char mask[5];
    uint32_t missing = 15u & ~must_at_end(p, bit), never = missing & ~may_at_end(p, bit);
    if ((p->refused_outputs >> bit & 1u) != 0)
        return;
    if (never == 15)
        s9_found(p->c, rule, at, NULL,
                 rule == 141  ? "write the colour: mov oC0, r0"
                 : rule == 46 ? "write the position: m4x4 or mov into the whole register"
                              : "write the position: m4x4 oPos, v0, c0 or mov oPos, r0",
                 "%s is not written", name);
    else if (never != 0)
        s9_found(p->c, rule, at, NULL,
                 rule == 141 ? "write all four components" : "write the missing components, too: w of a point is 1",
                 "%s.%s is not written; all four components are needed", name, s9_mask_name(never, mask));
    else if (missing != 0)
        s9_found_as(p->c, S9_WARNING, rule, at, NULL, "write it on every path, or before the flow control",
                    "%s.%s is not written on every path", name, s9_mask_name(missing, mask));
    show_way(p, never == 0 && missing != 0, S9_BITS_OUTPUT, bit, missing);
}

/* V045, V245: the other declared outputs. */
static void declared_output(paths *p, const s9_declaration *d)
{
    char mask[5];
    uint32_t bit = 4u * d->number;
    uint32_t wanted = s9_usage_is_psize(d->usage, d->index) ? 1u : d->mask; /* psize is one number */
    uint32_t missing = wanted & ~must_at_end(p, bit), never = missing & ~may_at_end(p, bit);
    const s9_stmt *s = &p->c->stmts[d->stmt];
    if (never != 0)
        s9_found(p->c, 45, s, s->destination.operand, "declare only what is written, or write it",
                 "o%u.%s is declared, but never written", (unsigned)d->number, s9_mask_name(never, mask));
    else if (missing != 0)
        s9_found(p->c, (p->dynamic_outputs >> bit & 1u) != 0 ? 245 : 45, s, s->destination.operand,
                 "write it on every path", "o%u.%s is not written on every path", (unsigned)d->number,
                 s9_mask_name(missing, mask));
    show_way(p, never == 0 && missing != 0, S9_BITS_OUTPUT, bit, missing);
}

static void vertex_outputs_sm3(paths *p)
{
    for (uint32_t i = 0; i < p->c->declarations.count; i++) {
        char name[16];
        const s9_declaration *d = &p->c->declarations.items[i];
        if (d->file != S9_FILE_OUTPUT)
            continue;
        if ((p->c->position_outputs >> d->number & 1u) == 0) {
            declared_output(p, d);
        } else if ((p->c->refused_outputs >> d->number & 1u) == 0) {
            s9_isa_register_name(S9_FILE_OUTPUT, d->number, name);
            required_output(p, 46, &p->c->stmts[d->stmt], name, 4u * d->number);
        }
    }
}

/* V134, and V245 for the outputs that need not be written. */
static void vertex_outputs(paths *p)
{
    required_output(p, 134, NULL, "oPos", BIT_RASTOUT);
    for (uint32_t bit = 4; bit < BIT_TEXCRDOUT + 32; bit += 4) {
        static const char *const names[] = {"oFog", "oPts", "oD0", "oD1", "oT0", "oT1",
                                            "oT2",  "oT3",  "oT4", "oT5", "oT6", "oT7"};
        uint32_t sometimes = may_at_end(p, bit) & ~must_at_end(p, bit);
        if (sometimes != 0 && (p->dynamic_outputs >> bit & 1u) != 0) {
            s9_found(p->c, 245, NULL, NULL, "write it on every path", "%s is not written on every path",
                     names[bit / 4 - 1]);
            show_way(p, true, S9_BITS_OUTPUT, bit, sometimes);
        }
    }
}

static void pixel_outputs(paths *p)
{
    if (p->c->sm2)
        required_output(p, 141, NULL, "oC0", BIT_COLOROUT);
    else if ((may_at_end(p, BIT_DEPTHOUT) & ~must_at_end(p, BIT_DEPTHOUT) &
              ~(uint32_t)(p->refused_outputs >> BIT_DEPTHOUT)) != 0) {
        s9_found(p->c, 155, NULL, NULL, "write it on every path, or behind the flow control",
                 "oDepth is written on some paths only");
        show_way(p, true, S9_BITS_OUTPUT, BIT_DEPTHOUT, 15);
    }
}

/* What the end of the program, in p->end, leaves to say. */
static void judge_outputs(paths *p)
{
    if (p->end.dead)
        return;
    p->c->written_always = p->end.set[S9_MUST + S9_BITS_OUTPUT] | p->refused_outputs;
    p->c->written_sometimes = p->end.set[S9_MAY + S9_BITS_OUTPUT] | p->c->written_always;
    if (p->c->pixel)
        pixel_outputs(p);
    else if (p->c->major == 3)
        vertex_outputs_sm3(p);
    else
        vertex_outputs(p);
}

/*
 * Blocks that do not match have no paths. Then this much can be said: what no statement writes is unwritten on every
 * path.
 */
static void judge_without_paths(paths *p)
{
    s9_checker *c = p->c;
    s9_reach_start(&p->now);
    p->collecting = true;
    for (uint32_t i = 0; i < c->stmt_count; i++)
        if ((c->stmts[i].flags & S9_STMT_EXECUTABLE) != 0)
            write_destination(p, &c->stmts[i]);
    p->end = p->now;
    for (uint32_t i = 0; i < c->stmt_count; i++)
        if ((c->stmts[i].flags & S9_STMT_EXECUTABLE) != 0)
            read_operands(p, &c->stmts[i]);
    judge_outputs(p);
}

static void judge(paths *p)
{
    s9_checker *c = p->c;
    p->judging = true;
    p->trailing = c->has_flow;
    s9_reach_start(&p->entries[0]);
    for (uint32_t r = 0; r < c->routines.count; r++) {
        if (!c->routines.items[r].called || p->entries[r].dead)
            continue;
        p->now = p->entries[r];
        if (p->trailing)
            s9_trail_enter(&p->trail, r);
        walk(p, &c->routines.items[r]);
        if (r == 0)
            p->summaries[0] = p->end; /* kept: the state when the program ends */
    }
    p->end = p->summaries[0];
    if (p->trailing)
        s9_trail_enter(&p->trail, 0);
    judge_outputs(p);
}

void s9_rules_paths(s9_checker *c)
{
    if (c->routines.count == 0)
        return;
    paths p;
    memset(&p, 0, sizeof p);
    p.c = c;
    if (c->broken) {
        judge_without_paths(&p);
        return;
    }
    p.summaries = s9_arena_array(&c->arena, c->routines.count, sizeof *p.summaries);
    p.entries = s9_arena_array(&c->arena, c->routines.count, sizeof *p.entries);
    p.heads = s9_arena_array(&c->arena, c->has_loops ? c->stmt_count : 1, sizeof *p.heads);
    if (p.summaries == NULL || p.entries == NULL || p.heads == NULL)
        return;
    for (uint32_t r = 0; r < c->routines.count; r++)
        p.entries[r].dead = true;
    if (c->has_flow && !s9_trail_start(&p.trail, c))
        return;
    if (c->has_loops || c->has_calls)
        summarise(&p);
    judge(&p);
}
