/* SPDX-License-Identifier: MIT */
/* Making modules. */
#include "ir/ir_build.h"

s9_ir *s9_ir_create(const s9_allocator *allocator, s9_version version, size_t room)
{
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    if (room > 0 && s9_add_size(room, S9_ARENA_ROUND(sizeof(s9_ir)), &room))
        (void)s9_arena_reserve(&arena, room);
    s9_ir *ir = arena.failed ? NULL : s9_arena_alloc(&arena, sizeof *ir);
    if (!ir) {
        s9_arena_free(&arena);
        return NULL;
    }
    ir->arena = arena;
    ir->version = version;
    ir->options.struct_size = sizeof ir->options;
    ir->constf_limit = S9_IR_LIMIT_CONSTF;
    return ir;
}

void s9_ir_destroy(s9_ir *ir)
{
    if (!ir)
        return;
    /* The module lies in its own arena. */
    s9_arena arena = ir->arena;
    s9_arena_free(&arena);
}

void s9_irb_init(s9_ir_builder *builder, s9_ir *ir, size_t scratch)
{
    memset(builder, 0, sizeof *builder);
    builder->ir = ir;
    s9_arena_borrow(&builder->scratch, &ir->arena, scratch);
}

void s9_irb_free(s9_ir_builder *builder)
{
    s9_arena_free(&builder->scratch);
}

/* ---- immediates ---- */

static uint32_t hash_words(const uint32_t *words, uint32_t count)
{
    uint32_t hash = 2166136261u ^ count;
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * 0x9E3779B1u;
        hash ^= hash >> 15;
    }
    return hash;
}

/* The entry that holds these words, or the free one where they belong. The table is never full. */
static s9_ir_interned *find_interned(const s9_ir_builder *builder, const uint32_t *words, uint32_t count)
{
    uint32_t mask = builder->interned.capacity - 1;
    uint32_t at = hash_words(words, count) & mask;
    for (;;) {
        s9_ir_interned *entry = &builder->interned.items[at];
        if (entry->count == 0)
            return entry;
        if (entry->count == count) {
            const uint32_t *held = builder->ir->immediates.items + entry->index;
            uint32_t same = 0;
            while (same < count && held[same] == words[same])
                same++;
            if (same == count)
                return entry;
        }
        at = (at + 1) & mask;
    }
}

static bool grow_interned(s9_ir_builder *builder)
{
    uint32_t old_capacity = builder->interned.capacity;
    s9_ir_interned *old = builder->interned.items;
    if (old_capacity > 0 && builder->interned.used < old_capacity / 2)
        return true;
    uint32_t capacity = old_capacity ? old_capacity * 2 : 64;
    s9_ir_interned *items = s9_arena_array(&builder->scratch, capacity, sizeof *items);
    if (!items) {
        builder->ir->arena.failed = true;
        return false;
    }
    builder->interned.items = items;
    builder->interned.capacity = capacity;
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i].count > 0)
            *find_interned(builder, builder->ir->immediates.items + old[i].index, old[i].count) = old[i];
    }
    return true;
}

static uint32_t intern(s9_ir_builder *builder, const uint32_t *words, uint32_t count)
{
    s9_ir *ir = builder->ir;
    if (ir->arena.failed || !grow_interned(builder))
        return 0;
    s9_ir_interned *entry = find_interned(builder, words, count);
    if (entry->count > 0)
        return entry->index;
    uint32_t index = ir->immediates.count;
    for (uint32_t i = 0; i < count; i++) {
        if (!S9_PUSH(&ir->arena, &ir->immediates, words[i]))
            return 0;
    }
    *entry = (s9_ir_interned){index, count};
    builder->interned.used++;
    return index;
}

s9_ir_operand s9_irb_imm_bits(s9_ir_builder *builder, uint32_t n, const uint32_t *bits)
{
    /* Equal components share a word: (1, 1, 0) is the pair 1, 0 read as xxy. */
    uint32_t words[4];
    uint32_t count = 0, swizzle = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = 0;
        while (at < count && words[at] != bits[i])
            at++;
        if (at == count)
            words[count++] = bits[i];
        swizzle |= at << 8u * i;
    }
    return s9_ir_operand_with(S9_IR_IMM, intern(builder, words, count), swizzle);
}

s9_ir_operand s9_irb_imm(s9_ir_builder *builder, uint32_t n, float value)
{
    uint32_t word = s9_float_bits(value);
    uint32_t bits[4] = {word, word, word, word};
    return s9_irb_imm_bits(builder, n, bits);
}

/* ---- instructions ---- */

s9_ir_type s9_ir_operand_type(const s9_ir *ir, const s9_ir_operand *operand)
{
    switch ((s9_ir_kind)operand->kind) {
    case S9_IR_VALUE:
        return operand->index < ir->values.count ? (s9_ir_type)(ir->values.items[operand->index] >> 3)
                                                 : S9_IR_TYPE_NONE;
    case S9_IR_REG:
        return operand->index < ir->registers.count ? ir->registers.items[operand->index].type : S9_IR_TYPE_NONE;
    case S9_IR_INPUT:
    case S9_IR_OUTPUT:
    case S9_IR_CONSTF:
    case S9_IR_STAGE:
        return S9_IR_TYPE_F32;
    case S9_IR_CONSTI:
        return S9_IR_TYPE_I32;
    case S9_IR_CONSTB:
        return S9_IR_TYPE_BOOL;
    case S9_IR_NONE:
    case S9_IR_IMM:
    default:
        return S9_IR_TYPE_NONE;
    }
}

void s9_irb_emit(s9_ir_builder *builder, s9_ir_inst inst)
{
    inst.item = builder->item;
    (void)S9_PUSH(&builder->ir->arena, &builder->ir->insts, inst);
}

s9_ir_operand s9_irb_new_value(s9_ir_builder *builder, uint32_t n, s9_ir_type type)
{
    s9_ir *ir = builder->ir;
    s9_ir_operand operand = s9_ir_operand_make(S9_IR_VALUE, ir->values.count, n);
    (void)S9_PUSH(&ir->arena, &ir->values, (uint8_t)(n | (uint32_t)type << 3));
    return operand;
}

/* Type of the result when the sources are these: that of the table, or of the first source that has one. */
static s9_ir_type result_type(const s9_ir *ir, s9_ir_op op, const s9_ir_operand *sources)
{
    const s9_ir_op_info *info = s9_ir_op_info_of(op);
    if (info->result != S9_IR_TYPE_SAME)
        return info->result;
    for (uint32_t i = 0; i < info->sources; i++) {
        s9_ir_type type = s9_ir_operand_type(ir, &sources[i]);
        if (info->types[i] == S9_IR_TYPE_SAME && type != S9_IR_TYPE_NONE)
            return type;
    }
    return S9_IR_TYPE_F32;
}

s9_ir_operand s9_irb_value(s9_ir_builder *builder, s9_ir_op op, uint32_t n, s9_ir_operand a, s9_ir_operand b,
                           s9_ir_operand c)
{
    s9_ir_operand sources[3] = {a, b, c};
    s9_ir_operand result = s9_irb_new_value(builder, n, result_type(builder->ir, op, sources));
    s9_ir_inst *inst = s9_irb_append(builder);
    if (inst) {
        inst->op = (uint8_t)op;
        inst->n = (uint8_t)n;
        memcpy(inst->src, sources, sizeof sources);
        inst->dst.kind = S9_IR_VALUE;
        inst->dst.index = result.index;
    }
    return result;
}

void s9_irb_control(s9_ir_builder *builder, s9_ir_op op, s9_ir_operand source, uint32_t aux)
{
    s9_ir_inst inst = {.op = (uint8_t)op, .src = {source}, .aux = aux};
    s9_irb_emit(builder, inst);
}

void s9_irb_into(s9_ir_builder *builder, uint32_t reg, uint32_t n, const uint8_t *components, s9_ir_op op,
                 s9_ir_operand a, s9_ir_operand b, s9_ir_operand c)
{
    s9_ir_inst inst = {.op = (uint8_t)op, .n = (uint8_t)n, .src = {a, b, c}};
    inst.dst.kind = S9_IR_REG;
    inst.dst.index = reg;
    memcpy(inst.dst_components, components, n);
    s9_irb_emit(builder, inst);
}

uint32_t s9_irb_register(s9_ir_builder *builder, s9_ir_type type, const char *prefix, uint32_t number)
{
    s9_ir *ir = builder->ir;
    s9_ir_register entry = {.type = type};
    uint32_t index = ir->registers.count;
    size_t length = strlen(prefix);
    if (length > 4)
        length = 4;
    memcpy(entry.name, prefix, length);
    if (number != UINT32_MAX) {
        char digits[10];
        size_t count = 0;
        do {
            digits[count++] = (char)('0' + number % 10u);
            number /= 10u;
        } while (number > 0);
        while (count > 0)
            entry.name[length++] = digits[--count];
    }
    return S9_PUSH(&ir->arena, &ir->registers, entry) ? index : UINT32_MAX;
}

/* ---- the summary ---- */

static void summarise_source(s9_ir_summary *summary, const s9_ir_inst *inst, uint32_t index)
{
    const s9_ir_operand *operand = &inst->src[index];
    if (operand->kind == S9_IR_INPUT) {
        if (operand->relative != 0) {
            summary->relative_inputs = true;
        } else if (operand->index < S9_IR_IN_COUNT) {
            uint32_t n = s9_ir_source_components((s9_ir_op)inst->op, inst->n, index);
            for (uint32_t i = 0; i < n; i++)
                summary->input_read[operand->index] |= 1u << (operand->swizzle[i] & 3u);
        }
    } else if (operand->kind == S9_IR_CONSTF) {
        summary->relative_constants |= operand->relative != 0;
    } else if (operand->kind == S9_IR_STAGE && operand->index < S9_IR_LIMIT_STAGE) {
        summary->stage_mask |= 1u << operand->index;
    }
}

void s9_ir_summarise_part(const s9_ir *ir, uint32_t first, uint32_t end, s9_ir_summary *summary)
{
    /* Most sources are registers and values, which tell nothing. */
    const uint32_t telling = 1u << S9_IR_INPUT | 1u << S9_IR_CONSTF | 1u << S9_IR_STAGE;
    for (uint32_t k = first; k < end; k++) {
        const s9_ir_inst *inst = &ir->insts.items[k];
        s9_ir_op op = (s9_ir_op)inst->op;
        if (op >= S9_IR_OP_COUNT)
            continue;
        const s9_ir_op_info *info = s9_ir_op_info_of(op);
        for (uint32_t i = 0; i < info->sources; i++)
            if ((telling >> (inst->src[i].kind & 31u) & 1u) != 0)
                summarise_source(summary, inst, i);
        if (inst->dst.kind == S9_IR_OUTPUT) {
            if (inst->dst.relative != 0) {
                summary->relative_outputs = true;
            } else if (inst->dst.index < S9_IR_OUT_COUNT) {
                for (uint32_t i = 0; i < inst->n && i < 4; i++)
                    summary->output_written[inst->dst.index] |= 1u << (inst->dst_components[i] & 3u);
            }
        }
        if (info->flags == 0)
            continue;
        if ((info->flags & S9_IRF_SAMPLE) != 0 && inst->aux < S9_IR_LIMIT_SAMPLER)
            summary->sampler_mask |= 1u << inst->aux;
        if ((info->flags & S9_IRF_GRADIENT) != 0)
            summary->uses_gradients = true;
        if ((info->flags & S9_IRF_CONTROL) != 0)
            summary->uses_control = true;
        if (op == S9_IR_DISCARD)
            summary->uses_discard = true;
    }
}

void s9_ir_summarise(const s9_ir *ir, s9_ir_summary *summary)
{
    memset(summary, 0, sizeof *summary);
    s9_ir_summarise_part(ir, 0, ir->insts.count, summary);
}

void s9_ir_set_summary(s9_ir *ir, const s9_ir_summary *summary)
{
    ir->sampler_mask = summary->sampler_mask;
    ir->stage_mask = summary->stage_mask;
    memcpy(ir->input_read, summary->input_read, sizeof ir->input_read);
    memcpy(ir->output_written, summary->output_written, sizeof ir->output_written);
    ir->relative_inputs = summary->relative_inputs;
    ir->relative_outputs = summary->relative_outputs;
    ir->relative_constants = summary->relative_constants;
    ir->uses_gradients = summary->uses_gradients;
    ir->uses_discard = summary->uses_discard;
    ir->uses_control = summary->uses_control;
}
