/* SPDX-License-Identifier: MIT */
/*
 * Making modules: operands, values, instructions and the pool of immediates. Used by lowering and by the text reader.
 *
 * After a failed allocation the module's arena stays marked as failed and everything here goes on without effect, so
 * that callers need to look once at the end.
 */
#ifndef S9_IR_IR_BUILD_H
#define S9_IR_IR_BUILD_H

#include "ir/ir.h"

/* Bounds of the numbers that operands may carry. */
enum {
    S9_IR_LIMIT_CONSTF = 8192,
    S9_IR_LIMIT_CONSTI = 2048,
    S9_IR_LIMIT_CONSTB = 2048,
    S9_IR_LIMIT_SAMPLER = 16,
    S9_IR_LIMIT_STAGE = 16,
    S9_IR_STAGE_COMPONENTS = 7
};
/* Components of a texture stage operand. */
enum {
    S9_IR_STAGE_M00 = 0,
    S9_IR_STAGE_M01 = 1,
    S9_IR_STAGE_M10 = 2,
    S9_IR_STAGE_M11 = 3,
    S9_IR_STAGE_LSCALE = 4,
    S9_IR_STAGE_LOFFSET = 5,
    S9_IR_STAGE_PROJECTED = 6
};

/* Immediates by content, so that equal ones share a place in the pool. */
typedef struct s9_ir_interned {
    uint32_t index, count; /* count 0: free */
} s9_ir_interned;

typedef struct s9_ir_builder {
    s9_ir *ir;
    s9_arena scratch; /* for the table below */
    struct {
        s9_ir_interned *items;
        uint32_t capacity, used;
    } interned;
    uint32_t item; /* of instructions made from now on */
} s9_ir_builder;

/* An empty module with its own arena, which has `room` bytes more; NULL when out of memory. */
s9_ir *s9_ir_create(const s9_allocator *allocator, s9_version version, size_t room);

/* `scratch` bytes of the room of the module's arena are for the builder, if it has so many. */
void s9_irb_init(s9_ir_builder *builder, s9_ir *ir, size_t scratch);
void s9_irb_free(s9_ir_builder *builder);

/* ---- operands ---- */

static inline s9_ir_operand s9_ir_no_operand(void)
{
    return (s9_ir_operand){0};
}

/*
 * Swizzles in the making are words, component i in bits 8 * i and up. The first eight bytes of an operand are written
 * and read as one where the order of bytes allows it: what is stored byte by byte, a processor reads as a whole with a
 * delay.
 */
static inline uint32_t s9_ir_swizzle_mask(uint32_t n)
{
    return n >= 4 ? UINT32_MAX : (1u << 8u * n) - 1u;
}

_Static_assert(offsetof(s9_ir_operand, kind) == 0 && offsetof(s9_ir_operand, swizzle) == 1 &&
                   offsetof(s9_ir_operand, index) == 8,
               "operands are written by their first eight bytes");

static inline uint32_t s9_ir_operand_swizzle(const s9_ir_operand *operand)
{
    if (S9_LITTLE_ENDIAN) {
        uint64_t head;
        memcpy(&head, operand, sizeof head);
        return (uint32_t)(head >> 8);
    }
    return (uint32_t)operand->swizzle[0] | (uint32_t)operand->swizzle[1] << 8 | (uint32_t)operand->swizzle[2] << 16 |
           (uint32_t)operand->swizzle[3] << 24;
}

static inline void s9_ir_operand_set_swizzle(s9_ir_operand *operand, uint32_t swizzle)
{
    if (S9_LITTLE_ENDIAN) {
        uint64_t head;
        memcpy(&head, operand, sizeof head);
        head = (head & ~((uint64_t)UINT32_MAX << 8)) | (uint64_t)swizzle << 8;
        memcpy(operand, &head, sizeof head);
        return;
    }
    for (uint32_t i = 0; i < 4; i++)
        operand->swizzle[i] = (uint8_t)(swizzle >> 8u * i);
}

/* A swizzle word as bytes. */
static inline void s9_ir_store_bytes(uint8_t out[4], uint32_t bytes)
{
    if (S9_LITTLE_ENDIAN) {
        memcpy(out, &bytes, sizeof bytes);
        return;
    }
    for (uint32_t i = 0; i < 4; i++)
        out[i] = (uint8_t)(bytes >> 8u * i);
}

static inline uint32_t s9_ir_load_bytes(const uint8_t bytes[4])
{
    return s9_read_u32(bytes);
}

/* The same in its place: a structure that is put together elsewhere is read from there with a delay, too. */
static inline void s9_ir_operand_put(s9_ir_operand *out, s9_ir_kind kind, uint32_t index, uint32_t swizzle)
{
    if (S9_LITTLE_ENDIAN) {
        uint64_t head = (uint64_t)kind | (uint64_t)swizzle << 8;
        memcpy(out, &head, sizeof head);
    } else {
        out->kind = (uint8_t)kind;
        out->relative_component = 0;
        out->relative = 0;
        s9_ir_store_bytes(out->swizzle, swizzle);
    }
    out->index = index;
}

static inline s9_ir_operand s9_ir_operand_with(s9_ir_kind kind, uint32_t index, uint32_t swizzle)
{
    s9_ir_operand operand = {0};
    if (S9_LITTLE_ENDIAN) {
        uint64_t head = (uint64_t)kind | (uint64_t)swizzle << 8;
        memcpy(&operand, &head, sizeof head);
    } else {
        operand.kind = (uint8_t)kind;
        s9_ir_operand_set_swizzle(&operand, swizzle);
    }
    operand.index = index;
    return operand;
}

/* `n` components of a thing, from x upward. */
static inline s9_ir_operand s9_ir_operand_make(s9_ir_kind kind, uint32_t index, uint32_t n)
{
    return s9_ir_operand_with(kind, index, 0x03020100u & s9_ir_swizzle_mask(n));
}

/* The operand whose component i is component picks[i] of `from`. */
static inline s9_ir_operand s9_ir_operand_pick(s9_ir_operand from, uint32_t n, const uint8_t *picks)
{
    uint32_t swizzle = s9_ir_operand_swizzle(&from), picked = 0;
    for (uint32_t i = 0; i < 4 && i < n; i++)
        picked |= (swizzle >> 8u * picks[i] & 0xFFu) << 8u * i;
    s9_ir_operand_set_swizzle(&from, picked);
    return from;
}

/* Component `component` of `from`, n times. */
static inline s9_ir_operand s9_ir_operand_spread(s9_ir_operand from, uint32_t n, uint32_t component)
{
    uint32_t chosen = s9_ir_operand_swizzle(&from) >> 8u * component & 0xFFu;
    s9_ir_operand_set_swizzle(&from, chosen * 0x01010101u & s9_ir_swizzle_mask(n));
    return from;
}

/* Type of what an operand names: NONE for immediates, which are bits. */
s9_ir_type s9_ir_operand_type(const s9_ir *ir, const s9_ir_operand *operand);

/* An immediate of n components with these bits. */
s9_ir_operand s9_irb_imm_bits(s9_ir_builder *builder, uint32_t n, const uint32_t *bits);
/* An immediate with the same number in n components. */
s9_ir_operand s9_irb_imm(s9_ir_builder *builder, uint32_t n, float value);

/* ---- instructions ---- */

/* A new instruction at the end, all zero but for its item; NULL when out of memory. It moves with the next one. */
static inline s9_ir_inst *s9_irb_append(s9_ir_builder *builder)
{
    s9_ir *ir = builder->ir;
    if (!S9_RESERVE(&ir->arena, &ir->insts))
        return NULL;
    s9_ir_inst *inst = &ir->insts.items[ir->insts.count++];
    memset(inst, 0, sizeof *inst);
    inst->item = builder->item;
    return inst;
}
/* Appends the instruction (its item is set here). */
void s9_irb_emit(s9_ir_builder *builder, s9_ir_inst inst);
/* A computation into a new value of n components, which is returned. */
s9_ir_operand s9_irb_value(s9_ir_builder *builder, s9_ir_op op, uint32_t n, s9_ir_operand a, s9_ir_operand b,
                           s9_ir_operand c);
/* A new value of that many components and type, for an instruction that the caller appends. */
s9_ir_operand s9_irb_new_value(s9_ir_builder *builder, uint32_t n, s9_ir_type type);
/* An instruction without result: control flow, discard. */
void s9_irb_control(s9_ir_builder *builder, s9_ir_op op, s9_ir_operand source, uint32_t aux);
/* A computation into components of a register, without predicate. */
void s9_irb_into(s9_ir_builder *builder, uint32_t reg, uint32_t n, const uint8_t *components, s9_ir_op op,
                 s9_ir_operand a, s9_ir_operand b, s9_ir_operand c);
/* A new register; UINT32_MAX when out of memory. */
uint32_t s9_irb_register(s9_ir_builder *builder, s9_ir_type type, const char *prefix, uint32_t number);

/* ---- the summary ---- */

/* What instructions tell about the module as a whole: masks, what is used, what is addressed relatively. */
typedef struct s9_ir_summary {
    uint32_t sampler_mask, stage_mask;
    uint32_t input_read[S9_IR_IN_COUNT];
    uint32_t output_written[S9_IR_OUT_COUNT];
    bool relative_inputs, relative_outputs, relative_constants;
    bool uses_gradients, uses_discard, uses_control;
} s9_ir_summary;

/* Adds what instructions first .. end - 1 tell; numbers out of range are passed over. */
void s9_ir_summarise_part(const s9_ir *ir, uint32_t first, uint32_t end, s9_ir_summary *summary);
void s9_ir_summarise(const s9_ir *ir, s9_ir_summary *summary);
void s9_ir_set_summary(s9_ir *ir, const s9_ir_summary *summary);

#endif
