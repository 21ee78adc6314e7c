/* SPDX-License-Identifier: MIT */
/* A module as bytes. Everything that generated code depends on, and nothing else. */
#include "jit/jit.h"

#include <llvm/Config/llvm-config.h>

/* Raised whenever the same module becomes other code. */
#define CODE_VERSION 7u

/* Names and padding stay out: they differ between equal modules. */
static void put_operand(s9_buffer *b, const s9_ir_operand *o)
{
    uint8_t bytes[8] = {o->kind,       o->swizzle[0],         o->swizzle[1],        o->swizzle[2],
                        o->swizzle[3], o->relative_component, (uint8_t)o->relative, (uint8_t)(o->relative >> 8)};
    s9_buffer_append(b, bytes, sizeof bytes);
    s9_buffer_u32(b, o->index);
}

static void put_instructions(s9_buffer *b, const s9_ir *ir)
{
    s9_buffer_u32(b, ir->insts.count);
    for (uint32_t i = 0; i < ir->insts.count; i++) {
        const s9_ir_inst *inst = &ir->insts.items[i];
        const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
        uint8_t bytes[8] = {inst->op,
                            inst->n,
                            inst->dst_components[0],
                            inst->dst_components[1],
                            inst->dst_components[2],
                            inst->dst_components[3],
                            inst->predicate_not,
                            0};
        s9_buffer_append(b, bytes, sizeof bytes);
        put_operand(b, &inst->dst);
        for (uint32_t j = 0; j < info->sources; j++)
            put_operand(b, &inst->src[j]);
        put_operand(b, &inst->predicate);
        s9_buffer_u32(b, inst->aux);
    }
}

static void put_slots(s9_buffer *b, const s9_ir_slot *slots, uint32_t count)
{
    s9_buffer_u32(b, count);
    for (uint32_t i = 0; i < count; i++) {
        s9_buffer_char(b, (char)slots[i].number);
        s9_buffer_char(b, (char)(slots[i].usage >= 0));
    }
}

static void put_module(s9_buffer *b, const s9_ir *ir)
{
    s9_buffer_u32(b, (uint32_t)ir->version);
    s9_buffer_u32(b, ir->constf_limit);
    s9_buffer_u32(b, ir->uses_discard);
    put_instructions(b, ir);
    s9_buffer_u32(b, ir->functions.count);
    for (uint32_t i = 0; i < ir->functions.count; i++) {
        s9_buffer_u32(b, ir->functions.items[i].first);
        s9_buffer_u32(b, ir->functions.items[i].count);
    }
    s9_buffer_u32(b, ir->registers.count);
    /* Of names it matters whether one is that of the loop counter. */
    for (uint32_t i = 0; i < ir->registers.count; i++) {
        s9_buffer_char(b, (char)ir->registers.items[i].type);
        s9_buffer_char(b, (char)(strcmp(ir->registers.items[i].name, "aL") == 0));
    }
    s9_buffer_u32(b, ir->immediates.count);
    for (uint32_t i = 0; i < ir->immediates.count; i++)
        s9_buffer_u32(b, ir->immediates.items[i]);
    s9_buffer_u32(b, ir->definitions.count);
    for (uint32_t i = 0; i < ir->definitions.count; i++) {
        s9_buffer_u32(b, ir->definitions.items[i].kind);
        s9_buffer_u32(b, ir->definitions.items[i].number);
        for (uint32_t k = 0; k < 4; k++)
            s9_buffer_u32(b, ir->definitions.items[i].bits[k]);
    }
    s9_buffer_u32(b, ir->values.count);
    s9_buffer_append(b, ir->values.items, ir->values.count);
    put_slots(b, ir->inputs.items, ir->inputs.count);
    put_slots(b, ir->outputs.items, ir->outputs.count);
}

static void put_layout(s9_buffer *b, const s9_native_layout *layout)
{
    s9_buffer_append(b, layout->inputs, sizeof layout->inputs);
    s9_buffer_append(b, layout->outputs, sizeof layout->outputs);
}

/* Two different sums over words of eight bytes. Equal sums are not trusted: the bytes are compared. */
static void sum(const char *bytes, size_t size, uint64_t out[2])
{
    uint64_t a = 0x9E3779B97F4A7C15u ^ size, b = 0xC2B2AE3D27D4EB4Fu;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        a = (a ^ word) * 0xFF51AFD7ED558CCDu;
        a ^= a >> 32;
        b = (b + word) * 0x9FB21C651E98DF25u;
        b ^= b >> 29;
    }
    out[0] = a;
    out[1] = b;
}

s9_result s9_jit_make_key(const s9_allocator *allocator, const s9_ir *ir, const s9_native_layout *layout,
                          const s9_jit_level *level, s9_jit_key *out)
{
    s9_buffer b;
    s9_blob blob = {0};
    s9_buffer_init(&b, allocator);
    s9_buffer_format(&b, "shader9 %s code %u LLVM %s %s %s %u ", s9_library_version(), CODE_VERSION,
                     LLVM_VERSION_STRING, LLVM_DEFAULT_TARGET_TRIPLE, level->name, (unsigned)sizeof(void *));
    put_module(&b, ir);
    put_layout(&b, layout);
    s9_result result = s9_buffer_to_blob(&b, &blob);
    if (result != S9_OK)
        return result;
    out->bytes = blob.data;
    out->size = blob.size;
    sum(out->bytes, out->size, out->hash);
    return S9_OK;
}
