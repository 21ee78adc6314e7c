/* SPDX-License-Identifier: MIT */
/* Printing the text form. */
#include "ir/text.h"

const char *const s9_ir_texture_words[3] = {"2d", "cube", "volume"};

/* ---- options ---- */

static void print_options(const s9_ir *ir, s9_buffer *out)
{
    bool any = false;
    for (uint32_t i = 0; i < S9_OPTION_COUNT; i++) {
        const s9_option_info *info = &s9_options[i];
        uint32_t value = s9_option_value(&ir->options, i);
        if (value == 0 || (info->choices != NULL && value >= info->choice_count))
            continue;
        s9_buffer_format(out, "%s %s=", any ? "" : "options", info->name);
        if (info->choices != NULL)
            s9_buffer_format(out, "%s", info->choices[value]);
        else
            s9_buffer_format(out, "%u", (unsigned)value);
        any = true;
    }
    if (any)
        s9_buffer_char(out, '\n');
}

/* ---- the module ---- */

/* Decimal where that is exact and short, bits for what has no usual decimal. */
static void print_number(s9_buffer *out, uint32_t bits)
{
    uint32_t exponent = bits >> 23 & 0xFFu;
    if (exponent == 0xFF || (exponent == 0 && (bits & 0x7FFFFFu) != 0))
        s9_buffer_format(out, "0x%08x", (unsigned)bits);
    else
        s9_buffer_float(out, s9_bits_float(bits));
}

static void print_components(s9_buffer *out, const uint8_t *components, uint32_t n)
{
    s9_buffer_char(out, '.');
    for (uint32_t i = 0; i < n; i++)
        s9_buffer_char(out, "xyzw"[components[i] & 3u]);
}

static void print_mask(s9_buffer *out, uint32_t mask)
{
    s9_buffer_char(out, '.');
    for (uint32_t i = 0; i < 4; i++) {
        if ((mask >> i & 1u) != 0)
            s9_buffer_char(out, "xyzw"[i]);
    }
}

static void print_slot(const s9_ir *ir, s9_buffer *out, bool output, const s9_ir_slot *slot)
{
    char name[16];
    if (output)
        s9_ir_output_name(ir->version, slot->number, name);
    else
        s9_ir_input_name(ir->version, slot->number, name);
    s9_buffer_format(out, "%s %s ", output ? "output" : "input", name);
    const char *usage = slot->usage >= 0 ? s9_isa_usage_name((uint32_t)slot->usage) : NULL;
    if (usage)
        s9_buffer_format(out, "%s %u ", usage, (unsigned)slot->usage_index);
    print_mask(out, slot->mask);
    s9_buffer_text(out, slot->centroid ? " centroid" : "");
    s9_buffer_text(out, slot->partial_precision ? " pp\n" : "\n");
}

static void print_definition(s9_buffer *out, const s9_ir_definition *definition)
{
    char set = definition->kind == S9_IR_CONSTF ? 'c' : definition->kind == S9_IR_CONSTI ? 'i' : 'b';
    s9_buffer_format(out, "definition %c%u", set, (unsigned)definition->number);
    for (uint32_t i = 0; i < (set == 'b' ? 1u : 4u); i++) {
        s9_buffer_char(out, ' ');
        if (set == 'c')
            print_number(out, definition->bits[i]);
        else
            s9_buffer_format(out, "%d", (int)(int32_t)definition->bits[i]);
    }
    s9_buffer_char(out, '\n');
}

static void print_head(const s9_ir *ir, s9_buffer *out)
{
    static const char *const types[] = {"none", "f32", "i32", "bool"};
    s9_buffer_format(out, "ir %s\n", s9_isa_version(ir->version)->text);
    print_options(ir, out);
    for (uint32_t i = 0; i < S9_COUNT(ir->samplers); i++) {
        uint32_t type = ir->samplers[i];
        if (type >= S9_TEXTURE_2D && type <= S9_TEXTURE_VOLUME)
            s9_buffer_format(out, "sampler s%u %s\n", (unsigned)i, s9_ir_texture_words[type - S9_TEXTURE_2D]);
    }
    for (uint32_t i = 0; i < ir->inputs.count; i++)
        print_slot(ir, out, false, &ir->inputs.items[i]);
    for (uint32_t i = 0; i < ir->outputs.count; i++)
        print_slot(ir, out, true, &ir->outputs.items[i]);
    for (uint32_t i = 0; i < ir->definitions.count; i++)
        print_definition(out, &ir->definitions.items[i]);
    for (uint32_t i = 0; i < ir->registers.count; i++)
        s9_buffer_format(out, "register %s %s\n", ir->registers.items[i].name, types[ir->registers.items[i].type & 3]);
    for (uint32_t i = 0; i < ir->immediates.count; i++) {
        s9_buffer_text(out, i % 8 == 0 ? "immediates " : " ");
        print_number(out, ir->immediates.items[i]);
        if (i % 8 == 7 || i + 1 == ir->immediates.count)
            s9_buffer_char(out, '\n');
    }
}

/* ---- instructions ---- */

static const char *register_name(const s9_ir *ir, uint32_t index)
{
    return index < ir->registers.count ? ir->registers.items[index].name : "?";
}

/* "5", or "[a0.x+5]" */
static void print_index(const s9_ir *ir, s9_buffer *out, const s9_ir_operand *operand)
{
    if (operand->relative == 0)
        s9_buffer_format(out, "%u", (unsigned)operand->index);
    else
        s9_buffer_format(out, "[%s.%c+%u]", register_name(ir, operand->relative - 1u),
                         "xyzw"[operand->relative_component & 3u], (unsigned)operand -> index);
}

static void print_name(const s9_ir *ir, s9_buffer *out, const s9_ir_operand *operand)
{
    char name[16];
    switch ((s9_ir_kind)operand->kind) {
    case S9_IR_VALUE:
        s9_buffer_format(out, "%%%u", (unsigned)operand->index);
        break;
    case S9_IR_REG:
        s9_buffer_text(out, register_name(ir, operand->index));
        break;
    case S9_IR_INPUT:
        if (operand->relative != 0) {
            s9_buffer_text(out, "in.v");
            print_index(ir, out, operand);
        } else {
            s9_ir_input_name(ir->version, operand->index, name);
            s9_buffer_format(out, "in.%s", name);
        }
        break;
    case S9_IR_OUTPUT:
        if (operand->relative != 0) {
            s9_buffer_text(out, "out.o");
            print_index(ir, out, operand);
        } else {
            s9_ir_output_name(ir->version, operand->index, name);
            s9_buffer_format(out, "out.%s", name);
        }
        break;
    case S9_IR_CONSTF:
        s9_buffer_char(out, 'c');
        print_index(ir, out, operand);
        break;
    case S9_IR_CONSTI:
        s9_buffer_format(out, "i%u", (unsigned)operand->index);
        break;
    case S9_IR_CONSTB:
        s9_buffer_format(out, "b%u", (unsigned)operand->index);
        break;
    case S9_IR_STAGE:
        s9_buffer_format(out, "stage%u", (unsigned)operand->index);
        break;
    case S9_IR_IMM:
        s9_buffer_format(out, "#%u", (unsigned)operand->index);
        break;
    case S9_IR_NONE:
    default:
        s9_buffer_char(out, '?');
        break;
    }
}

static void print_operand(const s9_ir *ir, s9_buffer *out, const s9_ir_operand *operand, uint32_t n)
{
    print_name(ir, out, operand);
    if (operand->kind != S9_IR_STAGE) {
        print_components(out, operand->swizzle, n);
        return;
    }
    /* Seven components: by number. */
    s9_buffer_char(out, '.');
    for (uint32_t i = 0; i < n; i++)
        s9_buffer_format(out, "%u", (unsigned)operand->swizzle[i] % 10u);
}

/* The numbers that the instruction's immediates are, for readers. */
static void print_remark(const s9_ir *ir, s9_buffer *out, const s9_ir_inst *inst, const s9_ir_op_info *info)
{
    bool any = false;
    for (uint32_t i = 0; i < info->sources; i++) {
        const s9_ir_operand *operand = &inst->src[i];
        if (operand->kind != S9_IR_IMM)
            continue;
        s9_buffer_text(out, any ? ", (" : " ; (");
        any = true;
        uint32_t n = s9_ir_source_components((s9_ir_op)inst->op, inst->n, i);
        for (uint32_t k = 0; k < n && k < 4; k++) {
            uint32_t at = operand->index + operand->swizzle[k];
            s9_buffer_text(out, k > 0 ? " " : "");
            print_number(out, at < ir->immediates.count ? ir->immediates.items[at] : 0);
        }
        s9_buffer_char(out, ')');
    }
}

static void print_destination(const s9_ir *ir, s9_buffer *out, const s9_ir_inst *inst)
{
    print_name(ir, out, &inst->dst);
    if (inst->dst.kind == S9_IR_VALUE) {
        uint32_t shape = inst->dst.index < ir->values.count ? ir->values.items[inst->dst.index] : 0;
        s9_buffer_format(out, ":%c%u = ", "?fib"[shape >> 3 & 3u], (unsigned)(shape & 7u));
        return;
    }
    print_components(out, inst->dst_components, inst->n > 4 ? 4 : inst->n);
    s9_buffer_text(out, " = ");
}

static void print_instruction(const s9_ir *ir, s9_buffer *out, const s9_ir_inst *inst, uint32_t depth)
{
    if (inst->op >= S9_IR_OP_COUNT)
        return;
    const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
    for (uint32_t i = 0; i < depth && i < 40; i++)
        s9_buffer_text(out, "  ");
    if (info->result != S9_IR_TYPE_NONE)
        print_destination(ir, out, inst);
    s9_buffer_text(out, info->text);
    const char *separator = " ";
    if ((info->flags & S9_IRF_SAMPLE) != 0) {
        s9_buffer_format(out, " s%u", (unsigned)inst->aux);
        separator = ", ";
    } else if (inst->op == S9_IR_CALL) {
        s9_buffer_format(out, " %u", (unsigned)inst->aux);
    }
    for (uint32_t i = 0; i < info->sources; i++) {
        s9_buffer_text(out, separator);
        print_operand(ir, out, &inst->src[i], s9_ir_source_components((s9_ir_op)inst->op, inst->n, i));
        separator = ", ";
    }
    if (inst->predicate.kind != S9_IR_NONE) {
        s9_buffer_text(out, inst->predicate_not ? " if !" : " if ");
        print_operand(ir, out, &inst->predicate, inst->n);
    }
    s9_buffer_format(out, " @%u", (unsigned)inst->item);
    print_remark(ir, out, inst, info);
    s9_buffer_char(out, '\n');
}

static void print_function(const s9_ir *ir, s9_buffer *out, const s9_ir_function *function)
{
    uint32_t depth = 1;
    if (function->label == UINT32_MAX)
        s9_buffer_text(out, "function program\n");
    else
        s9_buffer_format(out, "function l%u\n", (unsigned)function->label);
    for (uint32_t i = 0; i < function->count && i < ir->insts.count - function->first; i++) {
        const s9_ir_inst *inst = &ir->insts.items[function->first + i];
        bool closes = inst->op == S9_IR_ELSE || inst->op == S9_IR_ENDIF || inst->op == S9_IR_ENDLOOP;
        bool opens = inst->op == S9_IR_ELSE || inst->op == S9_IR_IF || inst->op == S9_IR_LOOP;
        if (closes && depth > 1)
            depth--;
        print_instruction(ir, out, inst, depth);
        depth += opens;
    }
}

s9_result s9_ir_print(const s9_ir *ir, const s9_allocator *allocator, s9_blob *out)
{
    if (!ir || !out)
        return S9_ERROR_ARGUMENT;
    s9_buffer buffer;
    s9_buffer_init(&buffer, allocator);
    print_head(ir, &buffer);
    for (uint32_t i = 0; i < ir->functions.count; i++) {
        if (ir->functions.items[i].first <= ir->insts.count)
            print_function(ir, &buffer, &ir->functions.items[i]);
    }
    s9_result result = s9_buffer_to_blob(&buffer, out);
    s9_buffer_free(&buffer);
    return result;
}
