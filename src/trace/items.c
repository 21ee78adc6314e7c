/* SPDX-License-Identifier: MIT */
/* What is known before the run: blocks and their ends, basic blocks, registers by number; and of each instruction that
 * is executed its text and operands. */
#include "trace/trace_internal.h"

#include "disasm/disasm.h"

#include <stdlib.h>

/* ---- constants that the shader defines ---- */

/* ---- the module ---- */

static bool is_control(const s9_ir_inst *inst)
{
    return (s9_ir_op_info_of((s9_ir_op)inst->op)->flags & S9_IRF_CONTROL) != 0;
}

/*
 * Moves that no instruction stands behind: t# of ps_1_0 to 1_3 begin as their coordinates, r0 of ps_1_x becomes the
 * colour at the end.
 */
static bool is_silent(const s9_tracer *t, const s9_ir_inst *inst)
{
    if (!t->ps1 || inst->op != S9_IR_MOV)
        return false;
    if (inst->dst.kind == S9_IR_OUTPUT && inst->dst.index == S9_IR_OUT_COLOR)
        return true;
    return t->ps1_tex && inst->dst.kind == S9_IR_REG && inst->src[0].kind == S9_IR_INPUT && inst->n == 4 &&
           inst->src[0].index >= S9_IR_IN_T && inst->src[0].relative == 0 &&
           t->ir->registers.items[inst->dst.index].name[0] == 't';
}

/* Ends of blocks and, for each control instruction, how many program instructions follow until the next one. */
static bool find_blocks(s9_tracer *t)
{
    const s9_ir *ir = t->ir;
    uint32_t *open = s9_arena_array(&t->scratch, ir->insts.count + 1u, sizeof *open);
    uint32_t *waiting = s9_arena_array(&t->scratch, ir->insts.count + 1u, sizeof *waiting);
    if (open == NULL || waiting == NULL)
        return false;
    uint32_t seen = 0;
    for (uint32_t f = 0; f < ir->functions.count; f++) {
        const s9_ir_function *function = &ir->functions.items[f];
        uint32_t depth = 0, end = function->first + function->count, steps = 0, owner = S9_TRACE_NONE;
        uint32_t waiting_top = 0; /* waiting[0..]: control instructions without a known end, by nesting */
        uint32_t *levels = open;  /* open[d]: the opener of the block at depth d */
        for (uint32_t i = function->first; i < end; i++) {
            const s9_ir_inst *inst = &ir->insts.items[i];
            s9_tr_place *place = &t->places[i];
            if (inst->item >= seen) {
                seen = inst->item + 1u;
                steps++;
            }
            if (!is_control(inst))
                continue;
            if (owner == S9_TRACE_NONE)
                t->functions[f].steps = steps;
            else
                t->places[owner].steps = steps;
            owner = i;
            steps = 0;
            if ((inst->op == S9_IR_ELSE || inst->op == S9_IR_ENDIF || inst->op == S9_IR_ENDLOOP) && depth > 0) {
                uint32_t opener = levels[--depth];
                t->places[opener].target = i;
                place->target = opener;
                /* What waits for this end stands behind the opener. */
                while (waiting_top > 0 && waiting[waiting_top - 1u] > opener)
                    t->places[waiting[--waiting_top]].end = i;
            }
            waiting[waiting_top++] = i;
            if (inst->op == S9_IR_IF || inst->op == S9_IR_ELSE || inst->op == S9_IR_LOOP)
                levels[depth++] = i;
        }
        if (owner == S9_TRACE_NONE)
            t->functions[f].steps = steps;
        else
            t->places[owner].steps = steps;
        while (waiting_top > 0)
            t->places[waiting[--waiting_top]].end = end;
    }
    return true;
}

static bool is_executable(const s9_item *item)
{
    if (item->kind != S9_ITEM_INSTRUCTION)
        return false;
    switch (item->opcode) {
    case S9_OP_DCL:
    case S9_OP_DEF:
    case S9_OP_DEFI:
    case S9_OP_DEFB:
    case S9_OP_LABEL:
        return false;
    default:
        return true;
    }
}

/* Which instructions of the program the module does not have (nop, ret at an end), and where they stand. */
static bool find_items(s9_tracer *t)
{
    const s9_ir *ir = t->ir;
    const s9_program *program = t->program;
    uint32_t group = 0, last = S9_TRACE_NONE; /* the last item was an instruction that others may pair with */
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        s9_tr_item *to = &t->trace->items[i];
        to->executable = is_executable(item);
        to->group = i;
        if (item->kind == S9_ITEM_COMMENT)
            continue;
        if (t->ps1 && to->executable && last != S9_TRACE_NONE && s9_token_coissue(item->words[0]))
            t->trace->items[last].next = i;
        else
            group = i;
        to->group = group;
        last = to->executable ? i : S9_TRACE_NONE;
    }
    for (uint32_t i = 0; i < ir->insts.count; i++) {
        const s9_ir_inst *inst = &ir->insts.items[i];
        if (inst->item >= program->items.count)
            return false;
        s9_tr_place *place = &t->places[i];
        place->silent = is_silent(t, inst);
        /* The end of a callnz is no instruction of its own. */
        if (inst->op == S9_IR_ENDIF)
            place->silent = ir->insts.items[place->target].item == inst->item;
        if (!place->silent)
            t->trace->items[inst->item].lowered = true;
    }
    uint32_t next = 0; /* items below it belong to functions before, or stand before the current instruction */
    for (uint32_t f = 0; f < ir->functions.count; f++) {
        const s9_ir_function *function = &ir->functions.items[f];
        if (f > 0) {
            while (next < program->items.count && program->items.items[next].opcode != S9_OP_LABEL)
                next++;
            next += next < program->items.count;
        }
        t->functions[f].first_item = next;
        for (uint32_t i = function->first; i < function->first + function->count; i++) {
            s9_tr_place *place = &t->places[i];
            if (place->silent)
                continue;
            uint32_t item = ir->insts.items[i].item;
            place->lead = next;
            place->has_leads = item > next;
            next = item >= next ? item + 1u : next;
        }
        t->functions[f].tail = next;
        while (next < program->items.count && program->items.items[next].opcode != S9_OP_LABEL)
            next++;
        t->functions[f].tail_end = next;
    }
    return true;
}

static void map_registers(s9_tracer *t)
{
    memset(t->temp, 0xFF, S9_TR_NUMBERS * sizeof *t->temp);
    memset(t->texture, 0xFF, S9_TR_NUMBERS * sizeof *t->texture);
    t->a0 = t->al = t->p0 = S9_TRACE_NONE;
    for (uint32_t i = 0; i < t->ir->registers.count; i++) {
        const s9_ir_register *reg = &t->ir->registers.items[i];
        const char *name = reg->name;
        unsigned long number = strtoul(name + 1, NULL, 10);
        memcpy(t->trace->register_names[i], name, sizeof t->trace->register_names[i]);
        t->trace->register_types[i] = (uint8_t)(reg->type == S9_IR_TYPE_I32    ? S9_TRACE_INT
                                                : reg->type == S9_IR_TYPE_BOOL ? S9_TRACE_BOOL
                                                                               : S9_TRACE_FLOAT);
        if (strcmp(name, "a0") == 0)
            t->a0 = i;
        else if (strcmp(name, "aL") == 0)
            t->al = i;
        else if (strcmp(name, "p0") == 0)
            t->p0 = i;
        else if (name[0] == 'r' && number < S9_TR_NUMBERS)
            t->temp[number] = i;
        else if (name[0] == 't' && number < S9_TR_NUMBERS)
            t->texture[number] = i;
    }
}

bool s9_tr_prepare(s9_tracer *t)
{
    const s9_ir *ir = t->ir;
    s9_trace *trace = t->trace;
    trace->item_count = t->program->items.count;
    trace->register_count = ir->registers.count;
    trace->items = s9_arena_array(&trace->arena, trace->item_count + 1u, sizeof *trace->items);
    trace->register_names = s9_arena_array(&trace->arena, ir->registers.count + 1u, sizeof *trace->register_names);
    trace->register_types = s9_arena_array(&trace->arena, ir->registers.count + 1u, 1);
    t->places = s9_arena_array(&t->scratch, ir->insts.count + 1u, sizeof *t->places);
    t->functions = s9_arena_array(&t->scratch, ir->functions.count + 1u, sizeof *t->functions);
    t->temp = s9_arena_array(&t->scratch, S9_TR_NUMBERS, sizeof *t->temp);
    t->texture = s9_arena_array(&t->scratch, S9_TR_NUMBERS, sizeof *t->texture);
    t->registers = s9_arena_array(&t->scratch, ir->registers.count + 1u, sizeof *t->registers);
    t->values = s9_arena_array(&t->scratch, ir->values.count + 1u, sizeof *t->values);
    if (trace->arena.failed || t->scratch.failed)
        return false;
    for (uint32_t r = 0; r < ir->registers.count; r++)
        for (uint32_t k = 0; k < 4; k++)
            memset(t->registers[r][k].step, 0xFF, sizeof t->registers[r][k].step);
    map_registers(t);
    for (uint32_t i = 0; i < S9_IR_OUT_COUNT; i++)
        s9_ir_output_name(ir->version, i, trace->output_names[i]);
    for (uint32_t i = 0; i < S9_IR_IN_COUNT; i++)
        s9_ir_input_name(ir->version, i, trace->input_names[i]);
    for (uint32_t i = 0; i < ir->inputs.count; i++)
        if (ir->inputs.items[i].number < S9_IR_IN_T && ir->inputs.items[i].usage >= 0)
            t->input_declared |= 1u << ir->inputs.items[i].number;
    for (uint32_t i = 0; i < ir->outputs.count; i++)
        if (ir->outputs.items[i].usage >= 0)
            t->output_declared |= 1u << ir->outputs.items[i].number;
    return find_blocks(t) && find_items(t);
}

/* ---- one instruction ---- */

static const char *copied(s9_tracer *t, const char *text, size_t length)
{
    const char *copy = s9_arena_strndup(&t->trace->arena, text, length);
    t->failed |= copy == NULL;
    return copy != NULL ? copy : "";
}

static uint8_t shown_components(const s9_tracer *t, s9_file file, const s9_operand *operand, bool destination)
{
    if (file == S9_FILE_CONSTBOOL || file == S9_FILE_LOOP ||
        (file == S9_FILE_MISC && s9_operand_number(operand->token) == 1))
        return 1;
    if (file == S9_FILE_CONSTINT || destination)
        return 4;
    (void)t;
    return s9_swizzle_is_replicate(s9_operand_swizzle(operand->token)) ? 1 : 4;
}

static bool is_read(s9_file file)
{
    return file != S9_FILE_SAMPLER && file != S9_FILE_LABEL && file != S9_FILE_UNKNOWN;
}

static void add_definitions(s9_tracer *t, s9_tr_item *to, const s9_item *item)
{
    uint32_t rows = 1, most = 0;
    if (s9_isa_matrix_rows(item->opcode) > 1)
        rows = s9_isa_matrix_rows(item->opcode);
    most = 4u * S9_MAX_SOURCES * (rows > 4 ? 4 : rows);
    for (uint32_t i = 0; i < item->source_count; i++) {
        uint32_t token = item->sources[i].token;
        s9_file file = s9_operand_file(t->program, token);
        uint8_t kind = file == S9_FILE_CONST ? S9_IR_CONSTF : file == S9_FILE_CONSTINT ? S9_IR_CONSTI : S9_IR_NONE;
        if (kind == S9_IR_NONE || s9_operand_is_relative(token))
            continue;
        for (uint32_t row = 0; row < rows; row++) {
            uint32_t number = s9_operand_number(token) + row;
            const s9_ir_definition *d = s9_ir_definition_of(t->ir, kind, number);
            if (d == NULL)
                continue;
            if (to->definitions == NULL)
                to->definitions = s9_arena_array(&t->trace->arena, most, sizeof *to->definitions);
            for (uint32_t k = 0; k < 4 && to->definitions != NULL && to->definition_count < most; k++)
                to->definitions[to->definition_count++] =
                    (s9_tr_definition){.kind = kind, .component = (uint8_t)k, .number = number, .bits = d->bits[k]};
        }
    }
}

static void add_operand(s9_tracer *t, s9_tr_item *to, const s9_operand *operand, bool destination, bool predicate,
                        const char *text, size_t length)
{
    s9_file file = s9_operand_file(t->program, operand->token);
    if (!is_read(file) || to->operand_count == S9_COUNT(to->operands))
        return;
    to->operands[to->operand_count++] = (s9_tr_operand){.name = copied(t, text, length),
                                                        .operand = operand,
                                                        .destination = destination,
                                                        .predicate = predicate,
                                                        .count = shown_components(t, file, operand, destination)};
}

static void describe_operands(s9_tracer *t, s9_tr_item *to, const s9_item *item)
{
    s9_speller speller;
    char room[S9_STATEMENT_TEXT];
    s9_speller_init(&speller, t->program);
    if (item->has_predicate) {
        const char *end = s9_spell_predicate(&speller, &item->predicate, room);
        /* "(!p0.x) ": without brackets and blank */
        add_operand(t, to, &item->predicate, false, true, room + 1, (size_t)(end - room) - 3u);
    }
    if (item->has_destination && (item->opcode == S9_OP_TEXKILL || item->opcode == S9_OP_TEXDEPTH)) {
        char name[24];
        s9_isa_register_name(s9_operand_file(t->program, item->destination.token),
                             s9_operand_number(item->destination.token), name);
        add_operand(t, to, &item->destination, true, false, name, strlen(name));
    }
    for (uint32_t i = 0; i < item->source_count; i++) {
        /* aL in `loop aL, i0` is what the loop sets. */
        if (item->opcode == S9_OP_LOOP && i == 0)
            continue;
        const char *end = s9_spell_source(&speller, item, i, false, room);
        add_operand(t, to, &item->sources[i], false, false, room, (size_t)(end - room));
    }
}

const s9_tr_item *s9_tr_item_of(s9_tracer *t, uint32_t index)
{
    s9_tr_item *to = &t->trace->items[index];
    const s9_item *item = &t->program->items.items[index];
    if (to->prepared)
        return to;
    to->prepared = true;
    s9_buffer text;
    s9_buffer_init(&text, &t->trace->allocator);
    s9_print_item(t->program, item, &text);
    t->failed |= text.failed;
    to->text = copied(t, text.failed ? "" : text.data, text.failed ? 0 : text.size);
    s9_buffer_free(&text);
    s9_position at = s9_program_position(t->program, item, NULL);
    to->instruction = item->instruction;
    to->offset = at.line != 0 ? S9_TRACE_NONE : at.offset;
    to->line = at.line;
    to->file = at.file != NULL && at.line != 0 ? copied(t, at.file, strlen(at.file)) : NULL;
    describe_operands(t, to, item);
    add_definitions(t, to, item);
    return to;
}
