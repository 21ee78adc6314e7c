/* SPDX-License-Identifier: MIT */
/* Lowering: declarations and definitions, then the instructions in order. */
#include "ir/lower.h"

#include <stdio.h>

/* ---- messages ---- */

static void report(s9_lower *lw, s9_severity severity, const s9_operand *operand, const char *format, va_list arguments)
    S9_PRINTF(4, 0);

static void report(s9_lower *lw, s9_severity severity, const s9_operand *operand, const char *format, va_list arguments)
{
    char message[256];
    if (!lw->diagnostics)
        return;
    (void)vsnprintf(message, sizeof message, format, arguments);
    s9_position at = s9_program_position(lw->program, lw->item, operand);
    s9_report(lw->diagnostics, severity, NULL, &at, NULL, "%s", message);
    size_t length = 0;
    const s9_span *place = lw->item ? s9_program_span(lw->program, lw->item, operand) : NULL;
    const char *line = place ? s9_program_source_line(lw->program, place, &length) : NULL;
    if (line)
        s9_report_text(lw->diagnostics, line, length);
}

void s9_lw_error(s9_lower *lw, const s9_operand *operand, const char *format, ...)
{
    va_list arguments;
    lw->invalid = true;
    va_start(arguments, format);
    report(lw, S9_ERROR, operand, format, arguments);
    va_end(arguments);
}

void s9_lw_warn(s9_lower *lw, const s9_operand *operand, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(lw, S9_WARNING, operand, format, arguments);
    va_end(arguments);
}

void s9_lw_operand_name(const s9_lower *lw, uint32_t token, char out[24])
{
    s9_file file = s9_lw_file(lw, token);
    if (file >= S9_FILE_TEMPFLOAT16)
        (void)snprintf(out, 24, "register type %u", (unsigned)s9_operand_type(token));
    else
        s9_isa_register_name(file, s9_operand_number(token), out);
}

/* ---- what must be known before the first instruction ---- */

/* Values of def, defi, defb by register; the last definition of a register counts. */
typedef struct s9_definitions {
    s9_lw_map last[3]; /* CONSTF, CONSTI, CONSTB: number of the item that defines, plus 1 */
} s9_definitions;

static const uint32_t definition_limits[3] = {S9_IR_LIMIT_CONSTF, S9_IR_LIMIT_CONSTI, S9_IR_LIMIT_CONSTB};

static int definition_kind(s9_opcode opcode)
{
    return opcode == S9_OP_DEF ? 0 : opcode == S9_OP_DEFI ? 1 : opcode == S9_OP_DEFB ? 2 : -1;
}

static void note_definition(s9_lower *lw, s9_definitions *definitions, int kind, uint32_t index)
{
    static const s9_file files[3] = {S9_FILE_CONST, S9_FILE_CONSTINT, S9_FILE_CONSTBOOL};
    const s9_operand *operand = &lw->item->destination;
    uint32_t number = s9_operand_number(operand->token);
    if (s9_lw_file(lw, operand->token) != files[kind] || s9_operand_is_relative(operand->token) ||
        number >= definition_limits[kind]) {
        char name[24];
        s9_lw_operand_name(lw, operand->token, name);
        s9_lw_error(lw, operand, "%s does not define %s", s9_isa_opcode(lw->item->opcode)->text, name);
        return;
    }
    s9_lw_map *last = &definitions->last[kind];
    if (last->count == 0 || number < last->first)
        last->first = number;
    (void)s9_lw_map_set(&lw->b.scratch, last, number, index + 1);
}

static void collect_definitions(s9_lower *lw, s9_definitions *definitions)
{
    static const s9_ir_kind kinds[3] = {S9_IR_CONSTF, S9_IR_CONSTI, S9_IR_CONSTB};
    s9_ir *ir = lw->ir;
    for (uint32_t kind = 0; kind < 3; kind++) {
        s9_lw_map *last = &definitions->last[kind];
        for (uint32_t number = last->first; number < last->count; number++) {
            if (last->items[number] == 0)
                continue;
            const s9_item *item = &lw->program->items.items[last->items[number] - 1];
            s9_ir_definition definition = {.kind = (uint8_t)kinds[kind], .number = number};
            memcpy(definition.bits, item->literals, item->literal_count * sizeof *item->literals);
            if (kinds[kind] == S9_IR_CONSTB)
                definition.bits[0] = definition.bits[0] != 0;
            (void)S9_PUSH(&ir->arena, &ir->definitions, definition);
            last->items[number] = ir->definitions.count; /* from now on: where the definition is */
        }
    }
    /* c# that are read by number become immediates. */
    lw->definition = definitions->last[0];
}

static void note_label(s9_lower *lw)
{
    const s9_operand *operand = &lw->item->sources[0];
    uint32_t number = s9_operand_number(operand->token);
    if (s9_lw_file(lw, operand->token) != S9_FILE_LABEL)
        return; /* reported where it is lowered */
    uint32_t function = lw->function_count++;
    if (s9_lw_map_get(&lw->function_of_label, number) != 0)
        s9_lw_error(lw, operand, "label l%u stands twice", (unsigned)number);
    else
        (void)s9_lw_map_set(&lw->b.scratch, &lw->function_of_label, number, function);
}

static void note_index(s9_lower *lw, const s9_operand *operand)
{
    if (!s9_operand_is_relative(operand->token))
        return;
    s9_file file = s9_operand_index(lw->program, operand).file;
    lw->uses_a0 |= file == S9_FILE_ADDR && !lw->pixel;
    lw->uses_al |= file == S9_FILE_LOOP;
}

/* Does the instruction write the whole of its destination without reading it? (ps_1_0..1_3: texture instructions) */
static bool writes_texture_whole(const s9_item *item)
{
    switch (item->opcode) {
    case S9_OP_TEXKILL:
    case S9_OP_TEXM3X2PAD:
    case S9_OP_TEXM3X3PAD:
    case S9_OP_TEXM3X2DEPTH:
        return false;
    default:
        return s9_operand_mask(item->destination.token) == 15u;
    }
}

/* ps_1_0..1_3: a t# that something reads, or writes in part, before a whole write begins with its coordinates. */
static void note_textures(s9_lower *lw, uint32_t *whole)
{
    const s9_item *item = lw->item;
    for (uint32_t i = 0; i < item->source_count; i++) {
        uint32_t token = item->sources[i].token;
        uint32_t bit = s9_operand_number(token) < 32 ? 1u << s9_operand_number(token) : 0;
        if (s9_lw_file(lw, token) == S9_FILE_TEXTURE && (*whole & bit) == 0)
            lw->coordinate_init |= bit;
    }
    if (!item->has_destination || s9_lw_file(lw, item->destination.token) != S9_FILE_TEXTURE)
        return;
    uint32_t number = s9_operand_number(item->destination.token);
    uint32_t bit = number < 32 ? 1u << number : 0;
    if (!lw->has_flow && writes_texture_whole(item))
        *whole |= bit;
    else if ((*whole & bit) == 0 && s9_isa_opcode(item->opcode)->kind == S9_OPK_ARITH)
        lw->coordinate_init |= bit;
}

/* Components of r0 that count as written by the instruction. */
static uint32_t result_components(const s9_lower *lw)
{
    uint32_t token = lw->item->destination.token;
    const s9_opcode_info *info = s9_isa_opcode(lw->item->opcode);
    if (!lw->item->has_destination || (info->flags & S9_OPF_DEST_IS_SOURCE) != 0 ||
        s9_lw_file(lw, token) != S9_FILE_TEMP || s9_operand_number(token) != 0)
        return 0;
    /* What texcrd leaves undefined counts as written: it keeps what was there. */
    return lw->item->opcode == S9_OP_TEXCOORD ? 15u : s9_operand_mask(token);
}

/* The type holds for the whole program, wherever it is declared; of several declarations the last one counts. */
static void declare_sampler(s9_lower *lw, uint32_t number)
{
    uint32_t type = s9_dcl_texture_type(lw->item->dcl);
    if (number >= S9_IR_LIMIT_SAMPLER || lw->major == 1)
        return; /* said where it is used; model 1 takes the kind of what is bound */
    if (type < S9_TEXTURE_2D || type > S9_TEXTURE_VOLUME) {
        s9_lw_warn(lw, NULL, "texture type %u is unknown, s%u takes the type of what is bound", (unsigned)type,
                   (unsigned)number);
        type = 0;
    }
    lw->ir->samplers[number] = (uint8_t)type;
}

/* One pass over the program for what lowering has to know in advance. */
static void scan(s9_lower *lw)
{
    s9_definitions definitions = {{{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}}};
    uint32_t whole = 0;
    for (uint32_t i = 0; i < lw->program->items.count; i++) {
        const s9_item *item = &lw->program->items.items[i];
        if (item->kind != S9_ITEM_INSTRUCTION)
            continue;
        lw->item = item;
        s9_opcode_kind kind = s9_isa_opcode(item->opcode)->kind;
        if (kind == S9_OPK_SETUP) {
            int defined = definition_kind(item->opcode);
            if (defined >= 0) {
                note_definition(lw, &definitions, defined, i);
                continue;
            }
            if (item->opcode == S9_OP_DCL) {
                s9_file file = s9_lw_file(lw, item->destination.token);
                lw->declares_inputs |= file == S9_FILE_INPUT;
                if (file == S9_FILE_SAMPLER && !s9_operand_is_relative(item->destination.token))
                    declare_sampler(lw, s9_operand_number(item->destination.token));
                continue;
            }
        }
        if (kind == S9_OPK_FLOW)
            lw->has_flow = true;
        if (item->opcode == S9_OP_LABEL)
            note_label(lw);
        /* What an item has not has a token 0. */
        if (s9_operand_is_relative(item->destination.token | item->sources[0].token | item->sources[1].token |
                                   item->sources[2].token | item->sources[3].token)) {
            note_index(lw, &item->destination);
            for (uint32_t k = 0; k < item->source_count; k++)
                note_index(lw, &item->sources[k]);
        }
        if (lw->ps1)
            lw->result_mask |= result_components(lw);
        if (lw->ps1_tex)
            note_textures(lw, &whole);
    }
    lw->item = NULL;
    collect_definitions(lw, &definitions);
}

/* ---- declarations ---- */

static void add_slot(s9_lower *lw, bool output, s9_ir_slot slot)
{
    if (output)
        (void)S9_PUSH(&lw->ir->arena, &lw->ir->outputs, slot);
    else
        (void)S9_PUSH(&lw->ir->arena, &lw->ir->inputs, slot);
}

static void declare(s9_lower *lw)
{
    const s9_operand *operand = &lw->item->destination;
    s9_file file = s9_lw_file(lw, operand->token);
    uint32_t number = s9_operand_number(operand->token);
    uint32_t modifiers = s9_operand_result_modifiers(operand->token);
    uint32_t usage = s9_dcl_usage(lw->item->dcl);
    bool has_usage = lw->pixel ? lw->major >= 3 : true;
    s9_ir_slot slot = {.mask = (uint8_t)s9_operand_mask(operand->token)};
    slot.usage = has_usage && usage < S9_USAGE_COUNT ? (int8_t)usage : (int8_t)-1;
    slot.usage_index = slot.usage >= 0 ? (uint8_t)s9_dcl_index(lw->item->dcl) : 0;
    slot.centroid = (modifiers & S9_RESULT_CENTROID) != 0;
    slot.partial_precision = (modifiers & S9_RESULT_PP) != 0;
    bool relative = s9_operand_is_relative(operand->token);
    bool exists = false;
    bool output = false;
    switch (relative ? S9_FILE_UNKNOWN : file) {
    case S9_FILE_SAMPLER: /* the scan has declared it */
        return;
    case S9_FILE_INPUT:
        exists = number < S9_IR_IN_T;
        slot.number = (uint8_t)(S9_IR_IN_V + number);
        break;
    case S9_FILE_TEXTURE:
        exists = lw->pixel && number < S9_IR_IN_VPOS - S9_IR_IN_T;
        slot.number = (uint8_t)(S9_IR_IN_T + number);
        break;
    case S9_FILE_MISC:
        exists = lw->pixel && number < 2;
        slot.number = (uint8_t)(S9_IR_IN_VPOS + number);
        slot.usage = -1;
        slot.usage_index = 0;
        if (number == 1) /* one number, whatever the mask field says */
            slot.mask = 1;
        break;
    case S9_FILE_OUTPUT:
        exists = !lw->pixel && number < S9_IR_OUT_COUNT;
        output = true;
        slot.number = (uint8_t)(S9_IR_OUT_O + number);
        break;
    default:
        break;
    }
    if (exists) {
        add_slot(lw, output, slot);
        return;
    }
    char name[24];
    s9_lw_operand_name(lw, operand->token, name);
    s9_lw_warn(lw, operand, "%s has no such register as %s, its declaration does nothing",
               s9_isa_version(lw->version)->text, name);
}

/* Usage of a register of a vertex shader without declarations: the fixed numbers of Direct3D 8. */
static void fixed_usage(uint32_t number, s9_ir_slot *slot)
{
    static const struct {
        uint8_t usage, index;
    } usages[16] = {
        {S9_USAGE_POSITION, 0},
        {1, 0},
        {2, 0},
        {3, 0},
        {S9_USAGE_PSIZE, 0},
        {S9_USAGE_COLOR, 0},
        {S9_USAGE_COLOR, 1},
        {S9_USAGE_TEXCOORD, 0},
        {S9_USAGE_TEXCOORD, 1},
        {S9_USAGE_TEXCOORD, 2},
        {S9_USAGE_TEXCOORD, 3},
        {S9_USAGE_TEXCOORD, 4},
        {S9_USAGE_TEXCOORD, 5},
        {S9_USAGE_TEXCOORD, 6},
        {S9_USAGE_TEXCOORD, 7},
        {S9_USAGE_POSITION, 1},
    };
    slot->usage = (int8_t)usages[number].usage;
    slot->usage_index = usages[number].index;
}

static uint32_t declared_in(const s9_ir_slot *slots, uint32_t count)
{
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < count; i++)
        numbers |= 1u << slots[i].number;
    return numbers;
}

/* Which of the masks say anything, as bits. */
static uint32_t used_in(const uint32_t *masks, uint32_t count)
{
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < count; i++)
        numbers |= (uint32_t)(masks[i] != 0) << i;
    return numbers;
}

/* Registers that are used and not declared get a slot of their own, without usage. */
static void add_undeclared(s9_lower *lw)
{
    s9_ir *ir = lw->ir;
    uint32_t missing = used_in(ir->input_read, S9_IR_IN_COUNT) & ~declared_in(ir->inputs.items, ir->inputs.count);
    for (uint32_t number = 0; missing >> number != 0; number++) {
        if ((missing >> number & 1u) == 0)
            continue;
        s9_ir_slot slot = {.number = (uint8_t)number, .usage = -1, .mask = (uint8_t)ir->input_read[number]};
        if (!lw->pixel && lw->major == 1 && !lw->declares_inputs)
            fixed_usage(number, &slot);
        add_slot(lw, false, slot);
    }
    missing = used_in(ir->output_written, S9_IR_OUT_COUNT) & ~declared_in(ir->outputs.items, ir->outputs.count);
    for (uint32_t number = 0; missing >> number != 0; number++) {
        if ((missing >> number & 1u) == 0)
            continue;
        s9_ir_slot slot = {.number = (uint8_t)number, .usage = -1, .mask = (uint8_t)ir->output_written[number]};
        add_slot(lw, true, slot);
    }
}

/* By number; slots of one register stay in the order of their declarations. Counting keeps this linear. */
static void sort_slots(s9_lower *lw, s9_ir_slot *slots, uint32_t count)
{
    uint32_t start[S9_IR_IN_COUNT + 1] = {0}, in_order = 1;
    while (in_order < count && slots[in_order - 1].number <= slots[in_order].number)
        in_order++;
    if (in_order >= count)
        return;
    s9_ir_slot *sorted = s9_arena_array(&lw->b.scratch, count, sizeof *sorted);
    if (!sorted)
        return;
    for (uint32_t i = 0; i < count; i++)
        start[slots[i].number + 1]++;
    for (uint32_t i = 0; i < S9_IR_IN_COUNT; i++)
        start[i + 1] += start[i];
    for (uint32_t i = 0; i < count; i++)
        sorted[start[slots[i].number]++] = slots[i];
    memcpy(slots, sorted, count * sizeof *slots);
}

/* ---- the instructions ---- */

/* t# of ps_1_0..1_3 begin as their coordinates where something sees that. */
static void begin_ps1(s9_lower *lw)
{
    for (uint32_t number = 0; number < 32; number++) {
        if ((lw->coordinate_init >> number & 1u) == 0)
            continue;
        uint32_t reg = s9_lw_texture_register(lw, number);
        s9_ir_operand set = s9_lw_input(lw, S9_FILE_TEXTURE, number, 4, s9_lw_xyzw);
        s9_irb_into(&lw->b, reg, 4, s9_lw_xyzw, S9_IR_MOV, set, s9_ir_no_operand(), s9_ir_no_operand());
    }
}

void s9_lw_finish_ps1(s9_lower *lw)
{
    s9_ir_inst inst = {.op = S9_IR_MOV};
    if (!lw->ps1)
        return;
    for (uint8_t i = 0; i < 4; i++) {
        if ((lw->result_mask >> i & 1u) == 0)
            continue;
        inst.src[0].swizzle[inst.n] = i;
        inst.dst_components[inst.n++] = i;
    }
    if (inst.n == 0)
        return;
    inst.dst.kind = S9_IR_OUTPUT;
    inst.dst.index = S9_IR_OUT_COLOR;
    inst.src[0].kind = S9_IR_REG;
    inst.src[0].index = s9_lw_temp(lw, 0);
    s9_irb_emit(&lw->b, inst);
}

/* Does an instruction read components of the register that another writes? */
static bool reads_result(const s9_lower *lw, const s9_item *reader, const s9_item *writer)
{
    uint32_t written = writer->destination.token;
    for (uint32_t i = 0; i < reader->source_count; i++) {
        uint32_t read = reader->sources[i].token;
        if (s9_operand_type(read) == s9_operand_type(written) &&
            s9_operand_number_field(read) == s9_operand_number_field(written) &&
            (s9_item_source_components(lw->program, reader, i) & s9_operand_mask(written)) != 0)
            return true;
    }
    return false;
}

/* The item after `index` that is no comment, when it is co-issued with it. */
static const s9_item *coissued_after(const s9_lower *lw, uint32_t index)
{
    for (uint32_t i = index + 1; i < lw->program->items.count; i++) {
        const s9_item *item = &lw->program->items.items[i];
        if (item->kind == S9_ITEM_COMMENT)
            continue;
        bool together = item->kind == S9_ITEM_INSTRUCTION && s9_token_coissue(item->words[0]) && item->has_destination;
        return together ? item : NULL;
    }
    return NULL;
}

/*
 * Both halves of a co-issued pair read before either writes. The first half waits with its write only where the second
 * reads the register, and the second only behind a waiting one.
 */
static void begin_coissue(s9_lower *lw, uint32_t index)
{
    const s9_item *first = lw->item;
    const s9_item *second = coissued_after(lw, index);
    bool continues = lw->defer && second; /* a third instruction with the bit */
    lw->defer = lw->pending.count > 0 || continues;
    if (second && first->has_destination && reads_result(lw, second, first))
        lw->defer = true;
}

static void end_coissue(s9_lower *lw, uint32_t index)
{
    if (lw->pending.count > 0 && !coissued_after(lw, index)) {
        s9_lw_flush(lw);
        lw->defer = false;
    }
}

static void lower_instruction(s9_lower *lw)
{
    s9_opcode opcode = lw->item->opcode;
    if (!lw->ps1 && s9_lw_plain(lw))
        return;
    switch (opcode) {
    case S9_OP_NOP:
    case S9_OP_PHASE: /* registers keep what they hold */
    case S9_OP_DEF:
    case S9_OP_DEFI:
    case S9_OP_DEFB:
        return;
    case S9_OP_DCL:
        declare(lw);
        return;
    default:
        break;
    }
    if (s9_lw_arithmetic_ps1(lw) || s9_lw_flow(lw) || s9_lw_texture(lw) || s9_lw_arithmetic(lw))
        return;
    s9_lw_error(lw, NULL, "%s has no meaning in %s", s9_isa_opcode(opcode)->text, s9_isa_version(lw->version)->text);
}

static void lower_item(s9_lower *lw, uint32_t index)
{
    const s9_item *item = &lw->program->items.items[index];
    if (item->kind == S9_ITEM_COMMENT)
        return;
    lw->item = item;
    lw->b.item = index;
    if (item->kind == S9_ITEM_RAW) {
        if (item->opcode == S9_OP_UNKNOWN)
            s9_lw_error(lw, NULL, "opcode %u is unknown", (unsigned)(item->words[0] & 0xFFFFu));
        else
            s9_lw_error(lw, NULL, "the operands of %s do not fit its form", s9_isa_opcode(item->opcode)->text);
        return;
    }
    if (lw->ps1)
        begin_coissue(lw, index);
    lower_instruction(lw);
    if (lw->ps1)
        end_coissue(lw, index);
}

/* Instructions that a program usually becomes, so that its lists need not grow. */
static uint32_t usual_insts(const s9_program *program)
{
    uint32_t items = program->items.count < 1u << 20 ? program->items.count : 1u << 20;
    return items + items / 2u + 8u;
}

/* What a module of so many instructions takes, and what lowering needs for itself, in one allocation. */
#define MODULE_ROOM(insts) (S9_ARENA_ROUND((insts) * (sizeof(s9_ir_inst) + 1u)) + 2048u)
#define SCRATCH_ROOM 1536u

static bool prepare(s9_lower *lw)
{
    s9_ir *ir = lw->ir;
    uint32_t insts = usual_insts(lw->program);
    /* One block for the instructions and the lists that every shader has, those of bytes behind the others. */
    enum { REGISTERS = 12, IMMEDIATES = 24, SLOTS = 10 };
    typedef struct lists {
        s9_ir_function functions[1];
        s9_ir_register registers[REGISTERS];
        uint32_t immediates[IMMEDIATES];
        s9_ir_slot inputs[SLOTS], outputs[SLOTS];
    } lists;
    _Static_assert(sizeof(lists) % _Alignof(s9_ir_inst) == 0, "instructions stand behind the lists");
    size_t size;
    if (!s9_mul_size(insts, sizeof(s9_ir_inst) + 1u, &size) || !s9_add_size(size, sizeof(lists), &size)) {
        ir->arena.failed = true;
        return false;
    }
    lists *all = s9_arena_alloc_raw(&ir->arena, size);
    if (all == NULL)
        return false;
    ir->functions.items = all->functions;
    ir->registers.items = all->registers;
    ir->immediates.items = all->immediates;
    ir->inputs.items = all->inputs;
    ir->outputs.items = all->outputs;
    ir->insts.items = (s9_ir_inst *)(void *)(all + 1);
    ir->values.items = (uint8_t *)(ir->insts.items + insts);
    ir->insts.capacity = ir->values.capacity = insts;
    ir->functions.capacity = 1;
    ir->registers.capacity = REGISTERS;
    ir->immediates.capacity = IMMEDIATES;
    ir->inputs.capacity = ir->outputs.capacity = SLOTS;
    memset(lw->scratch, 0xFF, sizeof lw->scratch);
    lw->a0 = lw->al = lw->p0 = S9_LW_NONE;
    lw->function_count = 1;
    return true;
}

static void lower_program(s9_lower *lw)
{
    s9_ir *ir = lw->ir;
    s9_ir_function program = {0, 0, UINT32_MAX};
    scan(lw);
    /* Index registers come first: operands have 16 bits for their numbers. */
    if (lw->uses_a0)
        (void)s9_lw_a0(lw);
    if (lw->uses_al)
        (void)s9_lw_al(lw);
    (void)S9_PUSH(&ir->arena, &ir->functions, program);
    if (lw->ps1_tex)
        begin_ps1(lw);
    for (uint32_t i = 0; i < lw->program->items.count && !ir->arena.failed && !lw->b.scratch.failed; i++)
        lower_item(lw, i);
    if (ir->arena.failed || lw->b.scratch.failed)
        return;
    s9_lw_close_blocks(lw);
    if (lw->function == 0 && !lw->ended)
        s9_lw_finish_ps1(lw);
    s9_ir_function *last = &ir->functions.items[ir->functions.count - 1];
    last->count = ir->insts.count - last->first;
    s9_lw_check_recursion(lw);
    s9_lw_summarise(lw);
    s9_ir_set_summary(ir, &lw->summary);
    lw->item = NULL;
    add_undeclared(lw);
    sort_slots(lw, ir->inputs.items, ir->inputs.count);
    sort_slots(lw, ir->outputs.items, ir->outputs.count);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

s9_result s9_ir_lower_with(const s9_program *program, const s9_allocator *allocator, const s9_shader_options *options,
                           size_t room, s9_ir **out, s9_diagnostics *diagnostics)
{
    if (!out)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    s9_shader_options chosen;
    if (!program || !s9_read_options(&chosen, sizeof chosen, options))
        return S9_ERROR_ARGUMENT;
    size_t all;
    if (!s9_add_size(MODULE_ROOM((size_t)usual_insts(program)) + SCRATCH_ROOM, room, &all))
        return S9_ERROR_MEMORY;
    s9_ir *ir = s9_ir_create(allocator, program->version, all);
    if (!ir)
        return S9_ERROR_MEMORY;
    chosen.struct_size = sizeof chosen;
    ir->options = chosen;

    s9_lower lw = {.ir = ir, .program = program, .diagnostics = diagnostics, .version = program->version};
    s9_irb_init(&lw.b, ir, SCRATCH_ROOM);
    lw.major = s9_version_major(lw.version);
    lw.pixel = s9_version_is_pixel(lw.version);
    lw.ps1 = lw.pixel && lw.major == 1;
    lw.ps1_tex = lw.ps1 && lw.version != S9_PS_1_4;
    lw.d3d9 = chosen.float_mode == S9_FLOAT_D3D9;
    lw.files = s9_isa_files_of_types(lw.version);
    lw.const_limit =
        lw.pixel ? least(S9_IR_LIMIT_CONSTF, s9_isa_register(lw.version, S9_FILE_CONST)->count) : S9_IR_LIMIT_CONSTF;
    lw.input_limit = least(S9_IR_IN_T - S9_IR_IN_V, s9_isa_register(lw.version, S9_FILE_INPUT)->count);
    if (prepare(&lw))
        lower_program(&lw);
    bool failed = ir->arena.failed || lw.b.scratch.failed;
    s9_irb_free(&lw.b);
    if (!failed && !lw.invalid) {
        *out = ir;
        return S9_OK;
    }
    s9_ir_destroy(ir);
    return failed ? S9_ERROR_MEMORY : S9_ERROR_INVALID;
}

s9_result s9_ir_lower(const s9_program *program, const s9_allocator *allocator, const s9_shader_options *options,
                      s9_ir **out, s9_diagnostics *diagnostics)
{
    return s9_ir_lower_with(program, allocator, options, 0, out, diagnostics);
}
