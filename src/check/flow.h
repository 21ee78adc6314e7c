/* SPDX-License-Identifier: MIT */
/* Inside the validator: the walk over blocks and routines (flow.c) and the depths it counts (depth.c). */
#ifndef S9_CHECK_FLOW_H
#define S9_CHECK_FLOW_H

#include "check/check.h"

typedef enum s9_block_kind { S9_BLOCK_IF, S9_BLOCK_DYNAMIC_IF, S9_BLOCK_LOOP, S9_BLOCK_REP } s9_block_kind;

/* An open block. */
typedef struct s9_flow_block {
    uint32_t stmt;
    uint32_t order; /* of opening: the higher one is the inner one */
    uint32_t rets;  /* ret statements inside, chained by s9_stmt.link: statement + 1, or 0 */
    s9_block_kind kind;
    bool has_else;
    bool broken;   /* a break was seen inside */
    bool reported; /* V268 has been said */
} s9_flow_block;

typedef struct s9_blocks {
    s9_flow_block *items;
    uint32_t count, capacity;
} s9_blocks;

/* Where the walk is. if blocks and loops are kept apart: that shows crossing without a search. */
typedef struct s9_flow {
    s9_checker *c;
    s9_blocks ifs, loops;
    uint32_t if_floor, loop_floor; /* blocks below belong to routines before */
    uint32_t order;
    uint32_t routine;
    uint32_t static_depth, dynamic_depth; /* of this routine */
    uint32_t loop_counters;               /* open loops, rep not counted */
    uint32_t broken_loops;
    uint32_t static_count; /* of the whole program: V248 */
    bool after_ret, after_ret_reported;
    bool last_is_ret;
    bool has_refused_ret; /* this routine has a ret inside a block: it counts as its end */
} s9_flow;

static inline uint32_t s9_flow_loop_depth(const s9_flow *f)
{
    return f->loops.count - f->loop_floor;
}

/* ---- depth.c: V247..V256 ---- */

void s9_depth_if(s9_flow *f, const s9_stmt *s, bool dynamic); /* after the block was counted */
void s9_depth_loop(s9_flow *f, const s9_stmt *s);
void s9_depth_break(s9_flow *f, const s9_stmt *s); /* break_comp */
/* A call that is carried out: the depths at the entry of the callee. */
void s9_depth_call(s9_flow *f, const s9_stmt *s, bool dynamic, s9_routine *callee);
/* V248: one more static flow-control instruction. */
void s9_count_static(s9_flow *f, const s9_stmt *s);

#endif
