/* SPDX-License-Identifier: MIT */
/* Control flow: what varies between lanes, masks, blocks, loops, calls (expanded in place). */
#include "jit/emit.h"

/* ---- what varies, before anything is emitted ---- */

typedef struct scanned {
    uint32_t inst;
    uint8_t op;
    bool varies;
} scanned;

static bool operand_varies(const s9_ir_operand *operand)
{
    return operand->kind != S9_IR_CONSTB && operand->kind != S9_IR_CONSTI && operand->kind != S9_IR_IMM;
}

/* Marks the innermost loop as left lane by lane when a block in between varies, or the break itself. */
static void scan_break(s9_jit_emitter *e, const scanned *stack, uint32_t depth, bool varies)
{
    while (depth-- > 0) {
        if (stack[depth].op == S9_IR_LOOP) {
            if (varies)
                e->scan.divergent[stack[depth].inst] = 1;
            return;
        }
        varies = varies || stack[depth].varies;
    }
}

static bool scan_function(s9_jit_emitter *e, uint32_t number, scanned *stack)
{
    const s9_ir_function *function = &e->ir->functions.items[number];
    uint32_t depth = 0;
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const s9_ir_inst *inst = &e->ir->insts.items[i];
        switch ((s9_ir_op)inst->op) {
        case S9_IR_IF:
        case S9_IR_LOOP:
            stack[depth++] = (scanned){i, inst->op, operand_varies(&inst->src[0])};
            if (inst->op == S9_IR_LOOP && operand_varies(&inst->src[0]))
                e->scan.divergent[i] = 1;
            break;
        case S9_IR_ENDIF:
        case S9_IR_ENDLOOP:
            if (depth == 0)
                return false;
            depth--;
            break;
        case S9_IR_BREAK:
        case S9_IR_BREAK_IF:
            scan_break(e, stack, depth, inst->op == S9_IR_BREAK_IF && operand_varies(&inst->src[0]));
            break;
        default:
            break;
        }
    }
    /* Returns, now that the loops around them are known. */
    depth = 0;
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const s9_ir_inst *inst = &e->ir->insts.items[i];
        if (inst->op == S9_IR_IF || inst->op == S9_IR_LOOP) {
            bool varies = inst->op == S9_IR_LOOP ? e->scan.divergent[i] != 0 : operand_varies(&inst->src[0]);
            stack[depth++] = (scanned){i, inst->op, varies};
        } else if (inst->op == S9_IR_ENDIF || inst->op == S9_IR_ENDLOOP) {
            depth--;
        } else if (inst->op == S9_IR_RET) {
            for (uint32_t k = 0; k < depth; k++)
                e->scan.ret_varies[number] |= stack[k].varies;
        }
    }
    return true;
}

bool s9_jit_scan_module(s9_jit_emitter *e)
{
    scanned *stack = s9_arena_array(e->arena, e->ir->insts.count + 1u, sizeof *stack);
    e->scan.divergent = s9_arena_array(e->arena, e->ir->insts.count + 1u, 1);
    e->scan.ret_varies = s9_arena_array(e->arena, e->ir->functions.count + 1u, 1);
    if (stack == NULL || e->scan.divergent == NULL || e->scan.ret_varies == NULL)
        return false;
    for (uint32_t f = 0; f < e->ir->functions.count; f++)
        if (!scan_function(e, f, stack))
            return false;
    return true;
}

/* ---- masks ---- */

s9_jit_comp s9_jit_active(s9_jit_emitter *e)
{
    s9_jit_comp active = e->cond;
    LLVMValueRef live[2] = {e->live_loop, e->live_function};
    for (uint32_t i = 0; i < 2; i++) {
        if (live[i] == NULL)
            continue;
        s9_jit_comp still = s9_jit_load(e, live[i], S9_IR_TYPE_BOOL);
        active = s9_jit_and(e, &active, &still);
    }
    return active;
}

static LLVMBasicBlockRef new_block(s9_jit_emitter *e, const char *name)
{
    return LLVMAppendBasicBlockInContext(e->context, e->function, name);
}

static void go_to(s9_jit_emitter *e, LLVMBasicBlockRef block)
{
    (void)LLVMBuildBr(e->lanes.builder, block);
}

static void continue_at(s9_jit_emitter *e, LLVMBasicBlockRef block)
{
    LLVMPositionBuilderAtEnd(e->lanes.builder, block);
}

static s9_jit_open *innermost(s9_jit_emitter *e)
{
    return e->open.count > e->open_base ? &e->open.items[e->open.count - 1u] : NULL;
}

/* Where to go when no lane is active any more: the end of the innermost block. */
static LLVMBasicBlockRef way_out(s9_jit_emitter *e)
{
    const s9_jit_open *open = innermost(e);
    if (open == NULL)
        return e->function_end;
    return open->op == S9_IR_IF && open->uniform ? open->end : open->next;
}

/* Goes on with the active lanes, or leaves when there are none. */
static void leave_if_none(s9_jit_emitter *e)
{
    s9_jit_comp active = s9_jit_active(e);
    LLVMBasicBlockRef more = new_block(e, "some");
    LLVMBuildCondBr(e->lanes.builder, s9_jit_any(e, &active), more, way_out(e));
    continue_at(e, more);
}

static LLVMValueRef all_lanes(s9_jit_emitter *e)
{
    LLVMValueRef live = s9_jit_alloca(e, e->stored_bool, "live");
    s9_jit_comp all = s9_jit_imm(UINT32_MAX);
    s9_jit_store(e, live, &all, S9_IR_TYPE_BOOL);
    return live;
}

static void take_away(s9_jit_emitter *e, LLVMValueRef live, const s9_jit_comp *lanes)
{
    s9_jit_comp still = s9_jit_load(e, live, S9_IR_TYPE_BOOL), others = s9_jit_not(e, lanes);
    still = s9_jit_and(e, &still, &others);
    s9_jit_store(e, live, &still, S9_IR_TYPE_BOOL);
}

/* A uniform as an i1 of `block`. */
static LLVMValueRef uniform_truth(s9_jit_emitter *e, const s9_jit_comp *c)
{
    if (c->kind == S9_JIT_IMM)
        return LLVMConstInt(e->i1, c->bits != 0, false);
    LLVMValueRef word = s9_jit_load_word(e, c->bits, e->i32);
    return LLVMBuildICmp(e->lanes.builder, LLVMIntNE, word, LLVMConstInt(e->i32, 0, false), "");
}

/* ---- if ---- */

static void push(s9_jit_emitter *e, const s9_jit_open *open)
{
    (void)S9_PUSH(e->arena, &e->open, *open);
}

static void begin_if(s9_jit_emitter *e, const s9_ir_inst *inst)
{
    s9_jit_open open = {.op = S9_IR_IF, .cond = e->cond};
    s9_jit_comp c;
    s9_jit_source(e, &inst->src[0], 1, S9_IR_TYPE_BOOL, &c);
    open.uniform = c.kind != S9_JIT_VECTOR;
    LLVMBasicBlockRef then = new_block(e, "then");
    open.next = new_block(e, "else");
    open.end = new_block(e, "endif");
    if (open.uniform) {
        LLVMBuildCondBr(e->lanes.builder, uniform_truth(e, &c), then, open.next);
    } else {
        s9_jit_comp active = s9_jit_active(e), others = s9_jit_not(e, &c);
        open.other = s9_jit_and(e, &active, &others);
        e->cond = s9_jit_and(e, &active, &c);
        LLVMBuildCondBr(e->lanes.builder, s9_jit_any(e, &e->cond), then, open.next);
    }
    push(e, &open);
    continue_at(e, then);
}

static void begin_else(s9_jit_emitter *e)
{
    s9_jit_open *open = innermost(e);
    go_to(e, open->uniform ? open->end : open->next);
    continue_at(e, open->next);
    open->op = S9_IR_ELSE;
    open->next = open->end;
    if (!open->uniform) {
        LLVMBasicBlockRef otherwise = new_block(e, "otherwise");
        e->cond = open->other;
        LLVMBuildCondBr(e->lanes.builder, s9_jit_any(e, &e->cond), otherwise, open->end);
        continue_at(e, otherwise);
    }
}

static void end_if(s9_jit_emitter *e)
{
    s9_jit_open open = *innermost(e);
    e->open.count--;
    go_to(e, open.end);
    if (open.op == S9_IR_IF) {
        continue_at(e, open.next);
        go_to(e, open.end);
    }
    continue_at(e, open.end);
    e->cond = open.cond;
    if (open.leaves) {
        if (innermost(e) != NULL)
            innermost(e)->leaves = true;
        leave_if_none(e);
    }
}

/* ---- loop ---- */

static LLVMValueRef variable(s9_jit_emitter *e, LLVMValueRef value)
{
    LLVMValueRef place = s9_jit_alloca(e, LLVMTypeOf(value), "count");
    (void)LLVMBuildStore(e->lanes.builder, value, place);
    return place;
}

static LLVMValueRef above_zero(s9_jit_emitter *e, LLVMValueRef count)
{
    return LLVMBuildICmp(e->lanes.builder, LLVMIntSGT, count, LLVMConstInt(e->i32, 0, false), "");
}

/* Lanes whose count is above the iterations done. */
static void still_counting(s9_jit_emitter *e, LLVMValueRef count, LLVMValueRef done)
{
    LLVMValueRef more = LLVMBuildICmp(e->lanes.builder, LLVMIntSGT, count, s9_jit_spread(e, done), "");
    s9_jit_comp lanes = s9_jit_bool(e, more), still = s9_jit_load(e, e->live_loop, S9_IR_TYPE_BOOL);
    still = s9_jit_and(e, &still, &lanes);
    s9_jit_store(e, e->live_loop, &still, S9_IR_TYPE_BOOL);
}

static void begin_loop(s9_jit_emitter *e, const s9_ir_inst *inst, uint32_t index)
{
    s9_jit_open open = {.op = S9_IR_LOOP, .cond = e->cond, .live = e->live_loop};
    LLVMBuilderRef b = e->lanes.builder;
    s9_jit_comp c, active = s9_jit_active(e);
    s9_jit_source(e, &inst->src[0], 1, S9_IR_TYPE_I32, &c);
    open.uniform = c.kind != S9_JIT_VECTOR;
    open.head = new_block(e, "loop");
    open.next = new_block(e, "again");
    open.end = new_block(e, "endloop");
    e->cond = active;
    e->live_loop = e->scan.divergent[index] != 0 || !open.uniform ? all_lanes(e) : NULL;
    if (open.uniform) {
        LLVMValueRef count =
            c.kind == S9_JIT_IMM ? LLVMConstInt(e->i32, c.bits, false) : s9_jit_load_word(e, c.bits, e->i32);
        open.counter = variable(e, count);
        LLVMBuildCondBr(b, above_zero(e, count), open.head, open.end);
    } else {
        open.count = s9_jit_vector(e, &c, S9_IR_TYPE_I32);
        open.counter = variable(e, LLVMConstInt(e->i32, 0, false));
        still_counting(e, open.count, LLVMConstInt(e->i32, 0, false));
        active = s9_jit_active(e);
        LLVMBuildCondBr(b, s9_jit_any(e, &active), open.head, open.end);
    }
    push(e, &open);
    continue_at(e, open.head);
}

static void end_loop(s9_jit_emitter *e)
{
    LLVMBuilderRef b = e->lanes.builder;
    s9_jit_open open = *innermost(e);
    go_to(e, open.next);
    continue_at(e, open.next);
    LLVMValueRef step = LLVMConstInt(e->i32, open.uniform ? UINT32_MAX : 1, false), again = NULL;
    LLVMValueRef counter = LLVMBuildAdd(b, LLVMBuildLoad2(b, e->i32, open.counter, ""), step, "");
    (void)LLVMBuildStore(b, counter, open.counter);
    if (open.uniform)
        again = above_zero(e, counter);
    else
        still_counting(e, open.count, counter);
    if (e->live_loop != NULL || e->live_function != NULL) {
        s9_jit_comp active = s9_jit_active(e);
        LLVMValueRef some = s9_jit_any(e, &active);
        again = again == NULL ? some : LLVMBuildAnd(b, again, some, "");
    }
    LLVMBuildCondBr(b, again, open.head, open.end);
    continue_at(e, open.end);
    e->open.count--;
    e->cond = open.cond;
    e->live_loop = open.live;
    if (open.leaves && e->live_function != NULL) {
        if (innermost(e) != NULL)
            innermost(e)->leaves = true;
        leave_if_none(e);
    }
}

/* ---- leaving ---- */

static s9_jit_open *innermost_loop(s9_jit_emitter *e)
{
    for (uint32_t i = e->open.count; i > e->open_base; i--)
        if (e->open.items[i - 1u].op == S9_IR_LOOP)
            return &e->open.items[i - 1u];
    return NULL;
}

/* All active lanes leave: straight to the end where the others could not be waiting on the way. */
static void leave_all(s9_jit_emitter *e, LLVMValueRef live, LLVMBasicBlockRef end)
{
    if (live == NULL) {
        go_to(e, end);
    } else {
        s9_jit_comp active = s9_jit_active(e);
        take_away(e, live, &active);
        if (innermost(e) != NULL)
            innermost(e)->leaves = true;
        go_to(e, way_out(e));
    }
    continue_at(e, new_block(e, "unreached"));
}

static void leave_loop_if(s9_jit_emitter *e, const s9_ir_inst *inst)
{
    LLVMBuilderRef b = e->lanes.builder;
    s9_jit_open *loop = innermost_loop(e);
    s9_jit_comp c;
    s9_jit_source(e, &inst->src[0], 1, S9_IR_TYPE_BOOL, &c);
    if (c.kind != S9_JIT_VECTOR) {
        LLVMBasicBlockRef leaving = new_block(e, "leave"), staying = new_block(e, "stay");
        LLVMBuildCondBr(b, uniform_truth(e, &c), leaving, staying);
        continue_at(e, leaving);
        leave_all(e, e->live_loop, loop->end);
        /* What comes behind a jump is never reached. */
        go_to(e, staying);
        continue_at(e, staying);
        return;
    }
    s9_jit_comp active = s9_jit_active(e), lanes = s9_jit_and(e, &active, &c);
    take_away(e, e->live_loop, &lanes);
    innermost(e)->leaves = true;
    leave_if_none(e);
}

/* ---- functions ---- */

void s9_jit_function(s9_jit_emitter *e, uint32_t number)
{
    const s9_ir_function *function = &e->ir->functions.items[number];
    s9_jit_comp cond = e->cond;
    LLVMValueRef live_loop = e->live_loop, live_function = e->live_function;
    LLVMBasicBlockRef function_end = e->function_end;
    uint32_t open_base = e->open_base, current = e->current;
    if (++e->depth > S9_JIT_MOST_DEPTH) {
        e->refused = true;
        return;
    }
    e->cond = s9_jit_active(e);
    e->live_loop = NULL;
    e->live_function = e->scan.ret_varies[number] != 0 ? all_lanes(e) : NULL;
    e->function_end = new_block(e, "end");
    e->open_base = e->open.count;
    e->current = number;
    for (uint32_t i = 0; i < function->count && !e->refused && !e->arena->failed; i++)
        s9_jit_instruction(e, function->first + i);
    go_to(e, e->function_end);
    continue_at(e, e->function_end);
    e->cond = cond;
    e->live_loop = live_loop;
    e->live_function = live_function;
    e->function_end = function_end;
    e->open_base = open_base;
    e->current = current;
    e->depth--;
}

void s9_jit_flow(s9_jit_emitter *e, const s9_ir_inst *inst, uint32_t index)
{
    switch ((s9_ir_op)inst->op) {
    case S9_IR_IF:
        begin_if(e, inst);
        break;
    case S9_IR_ELSE:
        begin_else(e);
        break;
    case S9_IR_ENDIF:
        end_if(e);
        break;
    case S9_IR_LOOP:
        begin_loop(e, inst, index);
        break;
    case S9_IR_ENDLOOP:
        end_loop(e);
        break;
    case S9_IR_BREAK:
        leave_all(e, e->live_loop, innermost_loop(e)->end);
        break;
    case S9_IR_BREAK_IF:
        leave_loop_if(e, inst);
        break;
    case S9_IR_CALL:
        s9_jit_function(e, inst->aux);
        break;
    case S9_IR_RET:
        leave_all(e, e->live_function, e->function_end);
        if (e->current == 0)
            e->may_be_gone = true;
        break;
    default:
        break;
    }
}
