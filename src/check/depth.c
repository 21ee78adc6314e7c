/* SPDX-License-Identifier: MIT */
/* V247..V256: how deep flow control may be nested. The body of a subroutine adds to the depth at its call sites. */
#include "check/flow.h"

#define NO_LIMIT UINT32_MAX

/* A limit and the rule it comes from. */
typedef struct limit {
    uint32_t rule, depth;
} limit;

/* 2_x asks the device; a depth of 0 is the matter of V233 and V234. */
static limit device_limit(uint32_t rule, uint32_t depth)
{
    limit l = {rule, depth == 0 ? NO_LIMIT : depth};
    return l;
}

static limit static_limit(const s9_checker *c)
{
    limit l = {247, NO_LIMIT};
    if (c->major == 3 || c->software || (c->version == S9_PS_2_X && c->caps.ps_static_depth > 0))
        l.depth = 24;
    return l;
}

static limit dynamic_limit(const s9_checker *c)
{
    limit l = {249, 24};
    if (c->version == S9_VS_2_0)
        l.depth = NO_LIMIT; /* has none at all: V232 */
    else if (c->version == S9_VS_2_X)
        l = device_limit(250, c->caps.vs_dynamic_depth);
    else if (c->version == S9_PS_2_X)
        l = device_limit(250, c->caps.ps_dynamic_depth);
    return l;
}

static limit nesting_limit(const s9_checker *c, uint32_t rule_2_0, uint32_t rule_fixed, uint32_t rule_device)
{
    limit l = {rule_fixed, 4};
    if (c->version == S9_VS_2_0) {
        l.rule = rule_2_0;
        l.depth = 1;
    } else if (c->version == S9_VS_2_X) {
        l = device_limit(rule_device, c->caps.vs_static_depth);
    } else if (c->version == S9_PS_2_X) {
        l = device_limit(rule_device, c->caps.ps_static_depth);
    }
    return l;
}

/* The first step beyond the limit is the fault; what is nested deeper follows from it. */
static void compare(s9_checker *c, limit l, uint32_t depth, const s9_stmt *s, const char *what)
{
    if (l.depth != NO_LIMIT && depth == l.depth + 1)
        s9_found(c, l.rule, s, NULL, NULL, "%s nested %u deep; %u is the limit", what, (unsigned)depth,
                 (unsigned)l.depth);
}

static const s9_routine *routine(const s9_flow *f)
{
    return &f->c->routines.items[f->routine];
}

void s9_depth_if(s9_flow *f, const s9_stmt *s, bool dynamic)
{
    const s9_routine *r = routine(f);
    if (dynamic)
        compare(f->c, dynamic_limit(f->c), r->dynamic_depth + f->dynamic_depth, s, "dynamic flow control is");
    else
        compare(f->c, static_limit(f->c), r->static_depth + f->static_depth, s, "if b# is");
}

void s9_depth_loop(s9_flow *f, const s9_stmt *s)
{
    compare(f->c, nesting_limit(f->c, 251, 252, 253), routine(f)->loop_depth + s9_flow_loop_depth(f), s, "loops are");
}

void s9_depth_break(s9_flow *f, const s9_stmt *s)
{
    compare(f->c, dynamic_limit(f->c), routine(f)->dynamic_depth + f->dynamic_depth + 1, s,
            "dynamic flow control with break is");
}

static void raise_to(uint32_t *depth, uint32_t at_least)
{
    if (*depth < at_least)
        *depth = at_least;
}

void s9_depth_call(s9_flow *f, const s9_stmt *s, bool dynamic, s9_routine *callee)
{
    const s9_routine *r = routine(f);
    uint32_t dynamic_depth = r->dynamic_depth + f->dynamic_depth + dynamic;
    if (dynamic)
        compare(f->c, dynamic_limit(f->c), dynamic_depth, s, "dynamic flow control with callnz is");
    compare(f->c, nesting_limit(f->c, 254, 255, 256), r->call_depth + 1, s, "calls are");
    raise_to(&callee->static_depth, r->static_depth + f->static_depth);
    raise_to(&callee->dynamic_depth, dynamic_depth);
    raise_to(&callee->loop_depth, r->loop_depth + s9_flow_loop_depth(f));
    raise_to(&callee->call_depth, r->call_depth + 1);
}

void s9_count_static(s9_flow *f, const s9_stmt *s)
{
    if ((f->c->version == S9_VS_2_0 || f->c->version == S9_VS_2_X) && ++f->static_count == 17)
        s9_found(f->c, 248, s, NULL, "unroll loops, choose between values with slt and mad",
                 "more than 16 static flow control instructions");
}
