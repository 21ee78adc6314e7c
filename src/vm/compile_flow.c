/* SPDX-License-Identifier: MIT */
/* Control flow: blocks and where they end, functions and the order of calls, program instructions of basic blocks. */
#include "vm/compile.h"

/* The program instructions counted so far belong to the block that the last control instruction opened. */
static void close_steps(s9_vm_compiler *c, uint32_t next_owner)
{
    if (c->steps_owner == S9_VM_NOWHERE)
        c->program->functions[c->function].entry_steps = c->steps;
    else if (c->steps_owner < c->code.count)
        c->code.items[c->steps_owner].steps = c->steps;
    c->steps = 0;
    c->steps_owner = next_owner;
}

/* Emits a control instruction that leaves to the end of the innermost open block, which is filled in when it is known.
 */
static uint32_t emit_control(s9_vm_compiler *c, s9_vm_inst *inst)
{
    uint32_t *waiting = c->blocks.count > 0 ? &c->blocks.items[c->blocks.count - 1u].waiting : &c->waiting;
    inst->skip = *waiting;
    uint32_t index = s9_vm_emit(c, inst);
    if (!c->scratch.failed)
        *waiting = index;
    close_steps(c, index);
    return index;
}

static void arrive(s9_vm_compiler *c, uint32_t waiting, uint32_t at)
{
    while (waiting != S9_VM_NOWHERE) {
        uint32_t next = c->code.items[waiting].skip;
        c->code.items[waiting].skip = at;
        waiting = next;
    }
}

static void condition(s9_vm_compiler *c, s9_vm_inst *out, const s9_ir_inst *inst)
{
    out->src[0][0] = s9_vm_source_component(c, &inst->src[0], inst->op != S9_IR_LOOP);
    if ((out->src[0][0] & S9_VM_IS_UNIFORM) != 0)
        out->flags |= S9_VM_UNIFORM;
}

static void open_block(s9_vm_compiler *c, uint32_t opener, uint32_t own_slot)
{
    s9_vm_block block = {.opener = opener, .waiting = S9_VM_NOWHERE, .own_slot = own_slot};
    (void)S9_PUSH(&c->scratch, &c->blocks, block);
    if (c->blocks.count > c->local_depth)
        c->local_depth = c->blocks.count;
}

/* A count that differs between lanes is kept, since the loop may change the register that it came from. */
static void open_loop(s9_vm_compiler *c, const s9_ir_inst *inst)
{
    s9_vm_inst out = {.op = S9_VM_LOOP};
    uint32_t own_slot = 0;
    condition(c, &out, inst);
    if ((out.flags & S9_VM_UNIFORM) == 0) {
        own_slot = s9_vm_new_slot(c);
        s9_vm_inst copy = {.op = S9_VM_VALUE, .n = 1, .kernel = c->kernels->arithmetic[S9_IR_MOV][0]};
        copy.src[0][0] = out.src[0][0];
        copy.dst[0] = out.src[0][0] = own_slot;
        (void)s9_vm_emit(c, &copy);
    }
    open_block(c, emit_control(c, &out), own_slot);
}

static void close_block(s9_vm_compiler *c, s9_vm_op op)
{
    if (c->blocks.count == 0 || c->scratch.failed)
        return;
    s9_vm_block block = c->blocks.items[--c->blocks.count];
    s9_vm_inst out = {.op = (uint8_t)op};
    if (op == S9_VM_ENDLOOP) {
        const s9_vm_inst *loop = &c->code.items[block.opener];
        out.flags = loop->flags;
        out.src[0][0] = loop->src[0][0];
        out.target = block.opener;
    }
    uint32_t index = emit_control(c, &out);
    if (c->scratch.failed)
        return;
    c->code.items[block.opener].target = index;
    arrive(c, block.waiting, index);
    if (block.own_slot != 0)
        s9_vm_free_slot(c, block.own_slot);
}

static void alternative(s9_vm_compiler *c)
{
    if (c->blocks.count == 0 || c->scratch.failed)
        return;
    /* The ELSE takes the place of the IF: both end at the ENDIF. */
    s9_vm_block block = c->blocks.items[--c->blocks.count];
    s9_vm_inst out = {.op = S9_VM_ELSE};
    uint32_t index = emit_control(c, &out);
    if (c->scratch.failed)
        return;
    c->code.items[block.opener].target = index;
    arrive(c, block.waiting, index);
    open_block(c, index, 0);
}

void s9_vm_flow(s9_vm_compiler *c, const s9_ir_inst *inst)
{
    s9_vm_inst out = {0};
    switch ((s9_ir_op)inst->op) {
    case S9_IR_IF:
        out.op = S9_VM_IF;
        condition(c, &out, inst);
        open_block(c, emit_control(c, &out), 0);
        break;
    case S9_IR_ELSE:
        alternative(c);
        break;
    case S9_IR_ENDIF:
        close_block(c, S9_VM_ENDIF);
        break;
    case S9_IR_LOOP:
        open_loop(c, inst);
        break;
    case S9_IR_ENDLOOP:
        close_block(c, S9_VM_ENDLOOP);
        break;
    case S9_IR_BREAK:
        out.op = S9_VM_BREAK;
        (void)emit_control(c, &out);
        break;
    case S9_IR_BREAK_IF:
        out.op = S9_VM_BREAK_IF;
        condition(c, &out, inst);
        (void)emit_control(c, &out);
        break;
    case S9_IR_CALL:
        out.op = S9_VM_CALL;
        out.target = inst->aux;
        (void)emit_control(c, &out);
        break;
    case S9_IR_RET:
        out.op = S9_VM_RET;
        (void)emit_control(c, &out);
        if (c->function == 0)
            c->lanes_may_be_gone = true;
        break;
    default:
        break;
    }
}

/* ---- functions ---- */

void s9_vm_begin_function(s9_vm_compiler *c, uint32_t function)
{
    c->function = function;
    c->blocks.count = 0;
    c->waiting = S9_VM_NOWHERE;
    c->steps_owner = S9_VM_NOWHERE;
    c->steps = 0;
    c->local_depth = 0;
    c->program->functions[function].entry = c->code.count;
}

void s9_vm_end_function(s9_vm_compiler *c)
{
    if (c->scratch.failed)
        return;
    close_steps(c, S9_VM_NOWHERE);
    s9_vm_inst out = {.op = c->function == 0 ? S9_VM_END : S9_VM_RETURN};
    uint32_t index = s9_vm_emit(c, &out);
    if (c->scratch.failed)
        return;
    arrive(c, c->waiting, index);
    c->program->functions[c->function].end = index;
    c->function_depth[c->function] = c->local_depth;
}

typedef struct visit {
    uint32_t function, at; /* the instruction to look at next */
} visit;

bool s9_vm_order_functions(s9_vm_compiler *c)
{
    enum { FRESH, OPEN, DONE };
    s9_vm_program *p = c->program;
    uint32_t count = p->function_count;
    uint8_t *state = s9_arena_array(&c->scratch, count + 1u, sizeof *state);
    visit *stack = s9_arena_array(&c->scratch, count + 1u, sizeof *stack);
    uint32_t *below = s9_arena_array(&c->scratch, count + 1u, sizeof *below); /* frames of the deepest callee */
    p->callee_first = s9_arena_array(&p->arena, count + 1u, sizeof *p->callee_first);
    if (state == NULL || stack == NULL || below == NULL || p->callee_first == NULL)
        return false;
    /* Subroutines that nobody calls do not count. */
    uint32_t depth = 0;
    state[0] = OPEN;
    stack[depth++] = (visit){0, p->functions[0].entry};
    while (depth > 0) {
        visit *top = &stack[depth - 1u];
        const s9_vm_inst *inst = &c->code.items[top->at];
        if (top->at == p->functions[top->function].end) {
            uint32_t done = top->function, frames = c->function_depth[done] + below[done];
            state[done] = DONE;
            p->callee_first[p->callee_count++] = done;
            depth--;
            if (depth > 0 && below[stack[depth - 1u].function] < frames + 1u)
                below[stack[depth - 1u].function] = frames + 1u;
            if (done == 0)
                p->frame_count = frames;
            continue;
        }
        top->at++;
        if (inst->op != S9_VM_CALL)
            continue;
        if (state[inst->target] == OPEN) {
            s9_report(c->diagnostics, S9_ERROR, NULL, NULL, NULL, "a call leads back to its own subroutine");
            c->failed = true;
            return false;
        }
        if (state[inst->target] == FRESH) {
            state[inst->target] = OPEN;
            stack[depth++] = (visit){inst->target, p->functions[inst->target].entry};
        } else {
            uint32_t frames = c->function_depth[inst->target] + below[inst->target] + 1u;
            if (below[top->function] < frames)
                below[top->function] = frames;
        }
    }
    return true;
}
