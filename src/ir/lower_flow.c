/* SPDX-License-Identifier: MIT */
/* Control flow: blocks, loops and their counter, subroutines. */
#include "ir/lower.h"

static s9_ir_operand none(void)
{
    return s9_ir_no_operand();
}

bool s9_lw_comparison(s9_lower *lw, s9_ir_op *op)
{
    static const s9_ir_op ops[8] = {
        [1] = S9_IR_GT, [2] = S9_IR_EQ, [3] = S9_IR_GE, [4] = S9_IR_LT, [5] = S9_IR_NE, [6] = S9_IR_LE};
    uint32_t comparison = s9_token_controls(lw->item->words[0]) & 7u;
    if (!s9_isa_comparison_name(comparison)) {
        s9_lw_error(lw, NULL, "comparison %u has no meaning", (unsigned)comparison);
        return false;
    }
    *op = ops[comparison];
    return true;
}

/* The condition of if_comp and break_comp. */
static s9_ir_operand compared(s9_lower *lw)
{
    s9_ir_op op = S9_IR_NE;
    (void)s9_lw_comparison(lw, &op);
    s9_ir_operand a = s9_lw_scalar(lw, 0);
    return s9_irb_value(&lw->b, op, 1, a, s9_lw_scalar(lw, 1), none());
}

static void open_block(s9_lower *lw, s9_lw_block_kind kind, uint32_t saved_al, s9_ir_operand counter)
{
    s9_lw_block block = {kind, lw->b.item, saved_al, counter};
    (void)S9_PUSH(&lw->b.scratch, &lw->blocks, block);
    if (kind == S9_LW_LOOP || kind == S9_LW_REP)
        lw->breakable++;
}

static s9_lw_block *innermost(s9_lower *lw)
{
    return lw->blocks.count > 0 ? &lw->blocks.items[lw->blocks.count - 1] : NULL;
}

/* ---- if ---- */

static void lower_if(s9_lower *lw)
{
    s9_ir_operand condition = lw->item->opcode == S9_OP_IFC ? compared(lw) : s9_lw_condition(lw, 0);
    s9_irb_control(&lw->b, S9_IR_IF, condition, 0);
    open_block(lw, S9_LW_IF, S9_LW_NONE, none());
}

static void lower_else(s9_lower *lw)
{
    s9_lw_block *block = innermost(lw);
    if (!block || block->kind != S9_LW_IF) {
        s9_lw_error(lw, NULL, "else without if");
        return;
    }
    block->kind = S9_LW_ELSE;
    s9_irb_control(&lw->b, S9_IR_ELSE, none(), 0);
}

static void lower_endif(s9_lower *lw)
{
    const s9_lw_block *block = innermost(lw);
    if (!block || (block->kind != S9_LW_IF && block->kind != S9_LW_ELSE)) {
        s9_lw_error(lw, NULL, "endif without if");
        return;
    }
    lw->blocks.count--;
    s9_irb_control(&lw->b, S9_IR_ENDIF, none(), 0);
}

/* ---- loops ---- */

/*
 * The register that keeps the outer aL of a loop at this depth. Every function has registers of its own, so that a
 * subroutine called from inside a loop does not disturb its caller's.
 */
static uint32_t register_for_al(s9_lower *lw)
{
    while (lw->al_stack.count <= lw->loop_depth && !lw->ir->arena.failed && !lw->b.scratch.failed) {
        uint32_t reg = s9_lw_new_scratch(lw, S9_IR_TYPE_I32);
        (void)S9_PUSH(&lw->b.scratch, &lw->al_stack, reg);
    }
    return lw->loop_depth < lw->al_stack.count ? lw->al_stack.items[lw->loop_depth] : S9_LW_NONE;
}

static void move_integer(s9_lower *lw, uint32_t to, s9_ir_operand from)
{
    s9_irb_into(&lw->b, to, 1, s9_lw_xyzw, S9_IR_MOV, from, none(), none());
}

/* Another component of the integer constant of a loop: the start, the step. */
static s9_ir_operand component_of(s9_ir_operand counter, uint8_t component)
{
    if (counter.kind == S9_IR_CONSTI)
        counter.swizzle[0] = component;
    return counter;
}

static void lower_loop(s9_lower *lw)
{
    uint32_t saved = S9_LW_NONE;
    s9_ir_operand counter = s9_lw_integer(lw, 1);
    if (lw->uses_al) {
        uint32_t al = s9_lw_al(lw);
        saved = register_for_al(lw);
        move_integer(lw, saved, s9_ir_operand_make(S9_IR_REG, al, 1));
        move_integer(lw, al, component_of(counter, 1));
    }
    s9_irb_control(&lw->b, S9_IR_LOOP, counter, 0);
    open_block(lw, S9_LW_LOOP, saved, counter);
    lw->loop_depth++;
}

static void lower_endloop(s9_lower *lw)
{
    const s9_lw_block *block = innermost(lw);
    if (!block || block->kind != S9_LW_LOOP) {
        s9_lw_error(lw, NULL, "endloop without loop");
        return;
    }
    s9_lw_block opened = *block;
    if (opened.saved_al != S9_LW_NONE) {
        uint32_t al = s9_lw_al(lw);
        s9_irb_into(&lw->b, al, 1, s9_lw_xyzw, S9_IR_IADD, s9_ir_operand_make(S9_IR_REG, al, 1),
                    component_of(opened.counter, 2), none());
    }
    s9_irb_control(&lw->b, S9_IR_ENDLOOP, none(), 0);
    if (opened.saved_al != S9_LW_NONE) /* reached by break, too */
        move_integer(lw, s9_lw_al(lw), s9_ir_operand_make(S9_IR_REG, opened.saved_al, 1));
    lw->blocks.count--;
    lw->loop_depth--;
    lw->breakable--;
}

static void lower_rep(s9_lower *lw)
{
    s9_irb_control(&lw->b, S9_IR_LOOP, s9_lw_integer(lw, 0), 0);
    open_block(lw, S9_LW_REP, S9_LW_NONE, none());
}

static void lower_endrep(s9_lower *lw)
{
    const s9_lw_block *block = innermost(lw);
    if (!block || block->kind != S9_LW_REP) {
        s9_lw_error(lw, NULL, "endrep without rep");
        return;
    }
    lw->blocks.count--;
    lw->breakable--;
    s9_irb_control(&lw->b, S9_IR_ENDLOOP, none(), 0);
}

static void lower_break(s9_lower *lw)
{
    if (lw->breakable == 0) {
        s9_lw_error(lw, NULL, "break outside loop and rep");
        return;
    }
    switch (lw->item->opcode) {
    case S9_OP_BREAK:
        s9_irb_control(&lw->b, S9_IR_BREAK, none(), 0);
        break;
    case S9_OP_BREAKC:
        s9_irb_control(&lw->b, S9_IR_BREAK_IF, compared(lw), 0);
        break;
    default:
        s9_irb_control(&lw->b, S9_IR_BREAK_IF, s9_lw_condition(lw, 0), 0);
        break;
    }
}

/* ---- subroutines ---- */

static bool label_number(s9_lower *lw, uint32_t *number)
{
    const s9_operand *operand = &lw->item->sources[0];
    *number = s9_operand_number(operand->token);
    if (s9_lw_file(lw, operand->token) == S9_FILE_LABEL)
        return true;
    char name[24];
    s9_lw_operand_name(lw, operand->token, name);
    s9_lw_error(lw, operand, "%s is no label", name);
    return false;
}

static void lower_call(s9_lower *lw)
{
    uint32_t number;
    if (!label_number(lw, &number))
        return;
    uint32_t callee = s9_lw_map_get(&lw->function_of_label, number);
    if (callee == 0) {
        s9_lw_error(lw, &lw->item->sources[0], "there is no label l%u", (unsigned)number);
        return;
    }
    bool conditional = lw->item->opcode == S9_OP_CALLNZ;
    if (conditional)
        s9_irb_control(&lw->b, S9_IR_IF, s9_lw_condition(lw, 1), 0);
    s9_irb_control(&lw->b, S9_IR_CALL, none(), callee);
    if (conditional)
        s9_irb_control(&lw->b, S9_IR_ENDIF, none(), 0);
    s9_lw_call call = {lw->function, callee, lw->b.item, S9_LW_NONE};
    (void)S9_PUSH(&lw->b.scratch, &lw->calls, call);
}

/* True when nothing but labels, comments and what costs nothing follows in this function. */
static bool function_ends_here(const s9_lower *lw)
{
    for (uint32_t i = lw->b.item + 1; i < lw->program->items.count; i++) {
        const s9_item *item = &lw->program->items.items[i];
        if (item->kind == S9_ITEM_COMMENT || item->opcode == S9_OP_NOP)
            continue;
        return item->kind == S9_ITEM_INSTRUCTION && item->opcode == S9_OP_LABEL;
    }
    return true;
}

static void lower_ret(s9_lower *lw)
{
    /* The end of a function returns by itself. */
    if (lw->blocks.count == 0 && (lw->ended || function_ends_here(lw)))
        return;
    if (lw->function == 0)
        s9_lw_finish_ps1(lw);
    s9_irb_control(&lw->b, S9_IR_RET, none(), 0);
    if (lw->blocks.count == 0)
        lw->ended = true;
}

static void lower_label(s9_lower *lw)
{
    uint32_t number;
    s9_lw_close_blocks(lw);
    if (!label_number(lw, &number))
        return;
    s9_ir *ir = lw->ir;
    if (lw->function == 0 && !lw->ended)
        s9_lw_finish_ps1(lw);
    if (ir->functions.count > 0) {
        s9_ir_function *last = &ir->functions.items[ir->functions.count - 1];
        last->count = ir->insts.count - last->first;
    }
    s9_ir_function function = {ir->insts.count, 0, number};
    lw->function++;
    lw->loop_depth = 0;
    lw->al_stack.count = 0;
    lw->ended = false;
    (void)S9_PUSH(&ir->arena, &ir->functions, function);
}

void s9_lw_close_blocks(s9_lower *lw)
{
    static const char *const names[] = {"if without endif", "else without endif", "loop without endloop",
                                        "rep without endrep"};
    const s9_item *item = lw->item;
    while (lw->blocks.count > 0) {
        const s9_lw_block *block = &lw->blocks.items[--lw->blocks.count];
        lw->item = &lw->program->items.items[block->item];
        s9_lw_error(lw, NULL, "%s", names[block->kind]);
    }
    lw->item = item;
    lw->loop_depth = 0;
    lw->breakable = 0;
}

/* ---- recursion ---- */

typedef struct s9_lw_visit {
    uint32_t function, call; /* the call to follow next */
} s9_lw_visit;

void s9_lw_check_recursion(s9_lower *lw)
{
    enum { FRESH, OPEN, DONE };
    if (lw->calls.count == 0)
        return;
    uint32_t count = lw->function_count;
    s9_arena *arena = &lw->b.scratch;
    uint32_t *first = s9_arena_array(arena, count, sizeof *first);
    uint8_t *state = s9_arena_array(arena, count, sizeof *state);
    s9_lw_visit *stack = s9_arena_array(arena, count, sizeof *stack);
    if (!first || !state || !stack)
        return;
    for (uint32_t i = 0; i < count; i++)
        first[i] = S9_LW_NONE;
    for (uint32_t i = lw->calls.count; i-- > 0;) {
        s9_lw_call *call = &lw->calls.items[i];
        call->next = first[call->caller];
        first[call->caller] = i;
    }
    for (uint32_t root = 0; root < count; root++) {
        uint32_t depth = 0;
        if (state[root] != FRESH)
            continue;
        state[root] = OPEN;
        stack[depth++] = (s9_lw_visit){root, first[root]};
        while (depth > 0) {
            s9_lw_visit *top = &stack[depth - 1];
            if (top->call == S9_LW_NONE) {
                state[top->function] = DONE;
                depth--;
                continue;
            }
            const s9_lw_call *call = &lw->calls.items[top->call];
            top->call = call->next;
            if (state[call->callee] == OPEN) {
                lw->item = &lw->program->items.items[call->item];
                s9_lw_error(lw, NULL, "this call leads back to the subroutine that it stands in");
            } else if (state[call->callee] == FRESH) {
                state[call->callee] = OPEN;
                stack[depth++] = (s9_lw_visit){call->callee, first[call->callee]};
            }
        }
    }
}

bool s9_lw_flow(s9_lower *lw)
{
    void (*lower)(s9_lower *) = NULL;
    switch (lw->item->opcode) {
    case S9_OP_IF:
    case S9_OP_IFC:
        lower = lower_if;
        break;
    case S9_OP_ELSE:
        lower = lower_else;
        break;
    case S9_OP_ENDIF:
        lower = lower_endif;
        break;
    case S9_OP_LOOP:
        lower = lower_loop;
        break;
    case S9_OP_ENDLOOP:
        lower = lower_endloop;
        break;
    case S9_OP_REP:
        lower = lower_rep;
        break;
    case S9_OP_ENDREP:
        lower = lower_endrep;
        break;
    case S9_OP_BREAK:
    case S9_OP_BREAKC:
    case S9_OP_BREAKP:
        lower = lower_break;
        break;
    case S9_OP_CALL:
    case S9_OP_CALLNZ:
        lower = lower_call;
        break;
    case S9_OP_RET:
        lower = lower_ret;
        break;
    case S9_OP_LABEL:
        lower = lower_label;
        break;
    default:
        return false;
    }
    if (lw->item->has_predicate)
        s9_lw_error(lw, &lw->item->predicate, "control flow cannot be predicated");
    lower(lw);
    return true;
}
