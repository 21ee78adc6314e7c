/* SPDX-License-Identifier: MIT */
/* Blocks, loops, subroutines, discarding. */
#include "spirv/writer.h"

/* ---- registers where control flow parts and joins ---- */

static uint32_t written_in(const s9_sp_writer *w, uint32_t construct, uint32_t number)
{
    const s9_sp_block_facts *facts = &w->analysis.facts[construct];
    return facts->written != NULL ? facts->written[number] : 15u;
}

/*
 * Stores what is written in a construct and read behind it. For texts floats first: they are computed from indices, and
 * an index that had its new value already would ask for variables in between.
 */
static void flush_for(s9_sp_writer *w, uint32_t construct)
{
    const s9_sp_block_facts *facts = &w->analysis.facts[construct];
    uint32_t count = w->analysis.register_count, rounds = w->readable ? 2 : 1;
    for (uint32_t at = 0; at < count * rounds; at++) {
        uint32_t i = at < count ? at : at - count;
        if (w->readable && (w->registers[i].type == S9_SP_FLOAT) != (at < count))
            continue;
        uint32_t mask = facts->written != NULL ? facts->written[i] & (uint32_t)facts->live[i] : 15u;
        if ((mask & w->registers[i].dirty) != 0)
            s9_sp_flush(w, i, mask);
    }
}

/*
 * Keeps what is known of the registers that may change, may be loaded, or may be stored by something that leaves the
 * construct (a break, a return), which is no store on the other ways.
 */
static void save(s9_sp_writer *w, uint32_t construct)
{
    for (uint32_t i = 0; i < w->analysis.register_count; i++) {
        const s9_sp_register *r = &w->registers[i];
        if (r->width == 0 || (written_in(w, construct, i) == 0 && r->dirty == 0 && r->ref[0] != 0 && r->ref[1] != 0 &&
                              r->ref[2] != 0 && r->ref[3] != 0))
            continue;
        s9_sp_saved saved = {.number = i, .dirty = r->dirty};
        memcpy(saved.ref, r->ref, sizeof saved.ref);
        (void)S9_PUSH(&w->arena, &w->saved, saved);
    }
}

static void restore(s9_sp_writer *w, uint32_t from)
{
    for (uint32_t i = from; i < w->saved.count; i++) {
        s9_sp_register *r = &w->registers[w->saved.items[i].number];
        memcpy(r->ref, w->saved.items[i].ref, sizeof r->ref);
        r->dirty = w->saved.items[i].dirty;
    }
}

/* What is written in a construct is from here on in the variables. */
static void forget_written(s9_sp_writer *w, uint32_t construct)
{
    for (uint32_t i = 0; i < w->analysis.register_count; i++) {
        uint32_t mask = written_in(w, construct, i);
        s9_sp_register *r = &w->registers[i];
        if (r->width == 0)
            continue;
        for (uint32_t k = 0; k < 4; k++)
            if ((mask >> k & 1u) != 0)
                r->ref[k] = 0;
        r->dirty &= (uint8_t)~mask;
    }
}

/* ---- selections ---- */

static void begin_if(s9_sp_writer *w, uint32_t index)
{
    const s9_ir_inst *inst = &w->ir->insts.items[index];
    bool has_else = w->ir->insts.items[w->analysis.match[index]].op == S9_IR_ELSE;
    uint32_t condition = s9_sp_operand(w, inst, 0, 1);
    if (!has_else)
        flush_for(w, index);
    s9_sp_open open = {.inst = index, .saved = w->saved.count};
    uint32_t then = s9_sp_new_id(w, 0);
    open.merge = s9_sp_new_id(w, 0);
    open.other = has_else ? s9_sp_new_id(w, 0) : open.merge;
    open.merge_reached = !has_else;
    save(w, index);
    uint32_t *at = s9_sp_room(w, &w->code, 7);
    at[0] = s9_sp_head(SPV_OP_SELECTION_MERGE, 3);
    at[1] = open.merge;
    at[2] = 0;
    at[3] = s9_sp_head(SPV_OP_BRANCH_CONDITIONAL, 4);
    at[4] = condition;
    at[5] = then;
    at[6] = open.other;
    s9_sp_label(w, then);
    s9_sp_open_scope(w);
    (void)S9_PUSH(&w->arena, &w->open, open);
}

/* The end of a part of a selection. */
static void end_part(s9_sp_writer *w, s9_sp_open *open)
{
    if (!w->dead) {
        flush_for(w, open->inst);
        s9_sp_branch(w, open->merge);
        open->merge_reached = true;
    }
    s9_sp_close_scope(w);
    restore(w, open->saved);
    w->dead = false;
}

static void begin_else(s9_sp_writer *w)
{
    s9_sp_open *open = &w->open.items[w->open.count - 1u];
    end_part(w, open);
    s9_sp_label(w, open->other);
    s9_sp_open_scope(w);
}

static void end_if(s9_sp_writer *w)
{
    s9_sp_open *open = &w->open.items[--w->open.count];
    end_part(w, open);
    w->saved.count = open->saved;
    forget_written(w, open->inst);
    s9_sp_label(w, open->merge);
    if (!open->merge_reached) {
        s9_sp_plain(w, SPV_OP_UNREACHABLE);
        w->dead = true;
    }
}

/* ---- loops ---- */

static void begin_loop(s9_sp_writer *w, uint32_t index)
{
    const s9_ir_inst *inst = &w->ir->insts.items[index];
    uint32_t integer = s9_sp_type_id(w, S9_SP_INT, 1), zero = s9_sp_integer(w, 0);
    uint32_t count = s9_sp_operand(w, inst, 0, 1);
    flush_for(w, index);
    s9_sp_open open = {.inst = index, .saved = w->saved.count};
    save(w, index);
    forget_written(w, index);
    uint32_t header = s9_sp_new_id(w, 0), body = s9_sp_new_id(w, 0), before = w->block;
    open.header = header;
    open.merge = s9_sp_new_id(w, 0);
    open.other = s9_sp_new_id(w, 0);
    open.counter[0] = s9_sp_new_id(w, 1);
    open.counter[1] = s9_sp_new_id(w, 1);
    if (w->readable)
        s9_sp_name(w, open.counter[0], "i");
    s9_sp_branch(w, header);
    s9_sp_label(w, header);
    uint32_t *at = s9_sp_room(w, &w->code, 7);
    at[0] = s9_sp_head(SPV_OP_PHI, 7);
    at[1] = integer;
    at[2] = open.counter[0];
    at[3] = zero;
    at[4] = before;
    at[5] = open.counter[1];
    at[6] = open.other;
    uint32_t more = s9_sp_compare(w, SPV_OP_SLESS_THAN, 1, open.counter[0], count);
    at = s9_sp_room(w, &w->code, 8);
    at[0] = s9_sp_head(SPV_OP_LOOP_MERGE, 4);
    at[1] = open.merge;
    at[2] = open.other;
    at[3] = 0;
    at[4] = s9_sp_head(SPV_OP_BRANCH_CONDITIONAL, 4);
    at[5] = more;
    at[6] = body;
    at[7] = open.merge;
    s9_sp_label(w, body);
    s9_sp_open_scope(w);
    (void)S9_PUSH(&w->arena, &w->open, open);
}

static void end_loop(s9_sp_writer *w)
{
    s9_sp_open *open = &w->open.items[--w->open.count];
    uint32_t header_type = s9_sp_type_id(w, S9_SP_INT, 1), one = s9_sp_integer(w, 1);
    if (!w->dead) {
        flush_for(w, open->inst);
        s9_sp_branch(w, open->other);
    }
    s9_sp_close_scope(w);
    restore(w, open->saved);
    w->saved.count = open->saved;
    forget_written(w, open->inst);
    w->dead = false;
    s9_sp_label(w, open->other);
    uint32_t *at = s9_sp_room(w, &w->code, 5);
    at[0] = s9_sp_head(SPV_OP_IADD, 5);
    at[1] = header_type;
    at[2] = open->counter[1];
    at[3] = open->counter[0];
    at[4] = one;
    s9_sp_branch(w, open->header);
    s9_sp_label(w, open->merge);
}

static const s9_sp_open *innermost_loop(const s9_sp_writer *w)
{
    for (uint32_t i = w->open.count; i > 0; i--)
        if (w->ir->insts.items[w->open.items[i - 1u].inst].op == S9_IR_LOOP)
            return &w->open.items[i - 1u];
    return NULL;
}

static void leave_loop(s9_sp_writer *w, const s9_ir_inst *inst)
{
    const s9_sp_open *loop = innermost_loop(w);
    if (loop == NULL)
        return;
    if (inst->op == S9_IR_BREAK) {
        flush_for(w, loop->inst);
        s9_sp_branch(w, loop->merge);
        w->dead = true;
        return;
    }
    uint32_t condition = s9_sp_operand(w, inst, 0, 1);
    flush_for(w, loop->inst);
    uint32_t next = s9_sp_begin_if(w, condition);
    s9_sp_branch(w, loop->merge);
    s9_sp_label(w, next);
}

/* ---- subroutines ---- */

/* Stores what may be read when this function is left. */
static void flush_all(s9_sp_writer *w, bool registers)
{
    const s9_sp_analysis *a = &w->analysis;
    for (uint32_t i = registers ? 0 : a->first_output; i < a->register_count; i++) {
        bool kept = i < a->first_output || i == a->discarded || a->output_kept[i - a->first_output] != 0;
        if (kept && a->width[i] > 0 && w->registers[i].dirty != 0)
            s9_sp_flush(w, i, 15);
    }
}

static void call(s9_sp_writer *w, const s9_ir_inst *inst)
{
    const s9_sp_analysis *a = &w->analysis;
    for (uint32_t i = 0; i < a->register_count; i++) {
        uint32_t mask = a->sub_read[i] | (uint32_t)a->sub_written[i];
        if ((mask & w->registers[i].dirty) != 0)
            s9_sp_flush(w, i, mask);
    }
    (void)s9_sp_emit1(w, SPV_OP_FUNCTION_CALL, w->type_void, 0, w->function_ids[inst->aux]);
    for (uint32_t i = 0; i < a->register_count; i++) {
        for (uint32_t k = 0; k < 4; k++)
            if ((a->sub_written[i] >> k & 1u) != 0)
                w->registers[i].ref[k] = 0;
        w->registers[i].dirty &= (uint8_t)~a->sub_written[i];
    }
}

static void leave_function(s9_sp_writer *w)
{
    if (w->function > 0 || w->analysis.early_return) {
        flush_all(w, w->function > 0);
        s9_sp_plain(w, SPV_OP_RETURN);
    }
    w->dead = true;
}

/* ---- pixels ---- */

void s9_sp_discard(s9_sp_writer *w, const s9_ir_inst *inst)
{
    uint32_t condition = s9_sp_operand(w, inst, 0, 1);
    if (!w->pixel)
        return;
    if (w->options->version >= SPV_1_6) {
        uint32_t merge = s9_sp_begin_if(w, condition);
        s9_sp_plain(w, SPV_OP_DEMOTE);
        s9_sp_end_if(w, merge);
        return;
    }
    /* The pixel goes on, since its neighbours may need it, and is killed at the end. */
    static const uint8_t x[1] = {0};
    s9_sp_ref old;
    s9_sp_register *mark = &w->registers[w->analysis.discarded];
    s9_sp_read_register(w, w->analysis.discarded, 1, x, &old);
    if (old != S9_SP_ZERO)
        condition = s9_sp_emit2(w, SPV_OP_LOGICAL_OR, s9_sp_type_id(w, S9_SP_BOOL, 1), 1, old >> 2, condition);
    mark->ref[0] = s9_sp_ref_of(condition, 0);
    mark->dirty |= 1u;
}

void s9_sp_flow(s9_sp_writer *w, uint32_t index)
{
    const s9_ir_inst *inst = &w->ir->insts.items[index];
    switch ((s9_ir_op)inst->op) {
    case S9_IR_IF:
        begin_if(w, index);
        break;
    case S9_IR_ELSE:
        begin_else(w);
        break;
    case S9_IR_ENDIF:
        end_if(w);
        break;
    case S9_IR_LOOP:
        begin_loop(w, index);
        break;
    case S9_IR_ENDLOOP:
        end_loop(w);
        break;
    case S9_IR_BREAK:
    case S9_IR_BREAK_IF:
        leave_loop(w, inst);
        break;
    case S9_IR_CALL:
        call(w, inst);
        break;
    case S9_IR_RET:
        leave_function(w);
        break;
    default:
        s9_sp_discard(w, inst);
        break;
    }
}

/* ---- functions ---- */

static void line(s9_sp_writer *w, const s9_ir_inst *inst)
{
    if (inst->item == w->last_item || inst->item >= w->program->items.count)
        return;
    w->last_item = inst->item;
    const s9_span *span = s9_program_span(w->program, &w->program->items.items[inst->item], NULL);
    if (span == NULL || w->file_string == 0)
        return;
    uint32_t *at = s9_sp_room(w, &w->code, 4);
    at[0] = s9_sp_head(SPV_OP_LINE, 4);
    at[1] = w->file_string;
    at[2] = span->line;
    at[3] = span->column;
}

static void write_body(s9_sp_writer *w, uint32_t f)
{
    const s9_ir_function *function = &w->ir->functions.items[f];
    const s9_sp_analysis *a = &w->analysis;
    w->function = f;
    w->dead = false;
    w->last_item = UINT32_MAX;
    s9_sp_open_scope(w);
    for (uint32_t i = function->first; i < function->first + function->count && !w->arena.failed && !w->refused; i++) {
        const s9_ir_inst *inst = &w->ir->insts.items[i];
        if (w->dead) {
            /* Nothing comes here: on to where a part of an open block ends. */
            if (inst->op == S9_IR_IF && w->ir->insts.items[a->match[i]].op == S9_IR_ELSE)
                i = a->match[a->match[i]];
            else if (inst->op == S9_IR_IF || inst->op == S9_IR_LOOP)
                i = a->match[i];
            else if (inst->op == S9_IR_ELSE || inst->op == S9_IR_ENDIF || inst->op == S9_IR_ENDLOOP)
                s9_sp_flow(w, i);
            continue;
        }
        if (a->needed[i] == 0)
            continue;
        if (w->file_string != 0)
            line(w, inst);
        if (inst->dst.kind == S9_IR_NONE)
            s9_sp_flow(w, i);
        else
            s9_sp_compute(w, inst);
    }
    s9_sp_close_scope(w);
}

static void write_subroutine(s9_sp_writer *w, uint32_t f)
{
    uint32_t *at = s9_sp_room(w, &w->code, 5);
    at[0] = s9_sp_head(SPV_OP_FUNCTION, 5);
    at[1] = w->type_void;
    at[2] = w->function_ids[f];
    at[3] = 0;
    at[4] = w->type_main;
    s9_sp_label(w, s9_sp_new_id(w, 0));
    if (f > 0)
        s9_sp_forget_registers(w);
    write_body(w, f);
    if (!w->dead)
        leave_function(w);
    s9_sp_plain(w, SPV_OP_FUNCTION_END);
    if (f == 0) {
        s9_sp_name(w, w->function_ids[f], "body");
    } else if (w->names) {
        char name[16] = "l";
        uint32_t label = w->ir->functions.items[f].label, length = 1;
        char digits[10];
        uint32_t count = 0;
        do {
            digits[count++] = (char)('0' + label % 10u);
            label /= 10u;
        } while (label > 0 && count < sizeof digits);
        while (count > 0)
            name[length++] = digits[--count];
        name[length] = '\0';
        s9_sp_name(w, w->function_ids[f], name);
    }
}

void s9_sp_write_functions(s9_sp_writer *w)
{
    w->result->word_count = s9_sp_new_id(w, 0); /* label of the first block; s9_sp_assemble writes it */
    w->block = w->result->word_count;
    if (!w->analysis.early_return) {
        write_body(w, 0);
    } else {
        (void)s9_sp_emit1(w, SPV_OP_FUNCTION_CALL, w->type_void, 0, w->function_ids[0]);
    }
    s9_sp_register *saved = NULL;
    if (w->analysis.early_return) {
        /* The body writes the outputs; here they are only read. */
        size_t size = w->analysis.register_count * sizeof *saved;
        saved = s9_arena_alloc_raw(&w->arena, size);
        if (saved == NULL)
            return;
        memcpy(saved, w->registers, size);
        s9_sp_forget_registers(w);
    }
    s9_sp_open_scope(w);
    w->function = 0;
    s9_sp_finish_main(w);
    s9_sp_close_scope(w);
    s9_sp_plain(w, SPV_OP_FUNCTION_END);
    if (saved != NULL) {
        for (uint32_t i = 0; i < w->analysis.register_count; i++) {
            saved[i].variable = w->registers[i].variable;
            w->registers[i] = saved[i];
        }
        write_subroutine(w, 0);
    }
    for (uint32_t f = 1; f < w->ir->functions.count; f++)
        write_subroutine(w, f);
    s9_sp_write_helpers(w);
}
