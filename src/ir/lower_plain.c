/* SPDX-License-Identifier: MIT */
/*
 * The common case: one operation on registers as they are. No modifier but the sign of one term or factor, no shift, no
 * predicate, no relative address: the instruction is made in its place, without an expression in between. What it makes
 * is what lower_arith.c makes of the same item.
 */
#include "ir/lower.h"

typedef struct s9_plain {
    uint8_t d3d9, ieee; /* s9_ir_op */
    uint8_t sources;    /* 0: not here */
    uint8_t positions;  /* what is read of each source: a mask; 0: that of the destination */
} s9_plain;

#define PLAIN(d3d9, ieee, sources, positions)          \
    {                                                  \
        S9_IR_##d3d9, S9_IR_##ieee, sources, positions \
    }

static const s9_plain table[S9_OP_COUNT] = {
    [S9_OP_MOV] = PLAIN(MOV, MOV, 1, 0),     [S9_OP_ADD] = PLAIN(ADD, ADD, 2, 0),
    [S9_OP_SUB] = PLAIN(SUB, SUB, 2, 0),     [S9_OP_MUL] = PLAIN(MULZ, MUL, 2, 0),
    [S9_OP_MAD] = PLAIN(MADZ, MAD, 3, 0),    [S9_OP_MIN] = PLAIN(MIN, MIN, 2, 0),
    [S9_OP_MAX] = PLAIN(MAX, MAX, 2, 0),     [S9_OP_FRC] = PLAIN(FRC, FRC, 1, 0),
    [S9_OP_ABS] = PLAIN(ABS, ABS, 1, 0),     [S9_OP_DP3] = PLAIN(DOT3Z, DOT3, 2, 7),
    [S9_OP_DP4] = PLAIN(DOT4Z, DOT4, 2, 15), [S9_OP_RCP] = PLAIN(RCPZ, RCP, 1, 1),
    [S9_OP_RSQ] = PLAIN(RSQZ, RSQ, 1, 1),    [S9_OP_EXP] = PLAIN(EXPZ, EXP, 1, 1),
    [S9_OP_LOG] = PLAIN(LOGZ, LOG, 1, 1),    [S9_OP_POW] = PLAIN(POWZ, POW, 2, 1),
};

/* Fields of tokens that are 0 here: relative address; modifier of a source; of a destination shift and saturation. */
#define RELATIVE 0x00002000u
#define SOURCE_FIELDS 0x0F000000u
#define RESULT_FIELDS (0x0F000000u | (uint32_t)S9_RESULT_SAT << 20)

/* Where the destination is; false: not a plain place. */
static inline bool destination(s9_lower *lw, uint32_t token, s9_ir_operand *out)
{
    uint32_t number = s9_operand_number(token), limit = 0, first = 0;
    bool old_vertex = !lw->pixel && lw->major < 3;
    switch (s9_lw_file(lw, token)) {
    case S9_FILE_TEMP:
        number = s9_lw_temp(lw, number);
        s9_ir_operand_put(out, S9_IR_REG, number, 0);
        return true;
    case S9_FILE_RASTOUT:
        first = S9_IR_OUT_POS;
        limit = old_vertex ? 1 : 0;
        break;
    case S9_FILE_ATTROUT:
        first = S9_IR_OUT_D;
        limit = old_vertex ? S9_IR_OUT_T - S9_IR_OUT_D : 0;
        break;
    case S9_FILE_TEXCRDOUT:
        first = S9_IR_OUT_T;
        limit = old_vertex ? 8 : 0;
        break;
    case S9_FILE_OUTPUT:
        first = S9_IR_OUT_O;
        limit = lw->pixel ? 0 : S9_IR_OUT_COUNT;
        break;
    case S9_FILE_COLOROUT:
        first = S9_IR_OUT_COLOR;
        limit = lw->pixel && lw->major >= 2 ? 4 : 0;
        break;
    default:
        break;
    }
    s9_ir_operand_put(out, S9_IR_OUTPUT, first + number, 0);
    return number < limit;
}

/* For the summary: what these instructions tell is this, and which outputs they write. */
static inline void note_input(s9_lower *lw, uint32_t number, uint32_t swizzle, uint32_t n)
{
    uint32_t read = 1u << (swizzle & 3u) | (uint32_t)(n > 1) << (swizzle >> 8 & 3u) |
                    (uint32_t)(n > 2) << (swizzle >> 16 & 3u) | (uint32_t)(n > 3) << (swizzle >> 24 & 3u);
    lw->summary.input_read[number] |= read;
}

/* A register that is new, a number of the program, and what is rare. */
static S9_APART void source_apart(s9_lower *lw, uint32_t index, uint32_t mask, s9_ir_operand *out)
{
    uint32_t token = lw->item->sources[index].token;
    if (s9_lw_file(lw, token) == S9_FILE_TEMP) {
        uint32_t swizzle = s9_lw_pick(s9_lw_spread(s9_operand_swizzle(token)), mask);
        s9_ir_operand_put(out, S9_IR_REG, s9_lw_temp(lw, s9_operand_number(token)), swizzle);
        return;
    }
    uint32_t number = s9_operand_number(token), defined;
    if (s9_lw_file(lw, token) == S9_FILE_CONST && number < lw->const_limit &&
        (defined = s9_lw_map_get(&lw->definition, number)) != 0) {
        const uint32_t *bits = lw->ir->definitions.items[defined - 1u].bits;
        uint32_t swizzle = s9_lw_pick(s9_lw_spread(s9_operand_swizzle(token)), mask);
        uint32_t words[4] = {bits[swizzle & 3u], bits[swizzle >> 8 & 3u], bits[swizzle >> 16 & 3u],
                             bits[swizzle >> 24 & 3u]};
        *out = s9_irb_imm_bits(&lw->b, s9_lw_mask_size(mask), words);
        return;
    }
    /* Without a modifier: a sign belongs to what varies. */
    uint8_t positions[4];
    s9_ir_store_bytes(positions, s9_lw_pick(S9_LW_XYZW, mask));
    *out = s9_lw_source(lw, index, s9_lw_mask_size(mask), positions);
    if (out->kind == S9_IR_INPUT)
        note_input(lw, out->index, s9_ir_operand_swizzle(out), s9_lw_mask_size(mask));
}

/* What a source without modifier names, seen through the positions of the mask. */
static inline void source(s9_lower *lw, uint32_t index, uint32_t mask, s9_ir_operand *out)
{
    uint32_t token = lw->item->sources[index].token, number = s9_operand_number(token);
    uint32_t swizzle = s9_lw_pick(s9_lw_spread(s9_operand_swizzle(token)), mask), found;
    s9_file file = s9_lw_file(lw, token);
    if (file == S9_FILE_TEMP && (found = s9_lw_map_get(&lw->temp, number)) != 0) {
        s9_ir_operand_put(out, S9_IR_REG, found - 1u, swizzle);
    } else if (file == S9_FILE_CONST && number < lw->const_limit && s9_lw_map_get(&lw->definition, number) == 0) {
        s9_ir_operand_put(out, S9_IR_CONSTF, number, swizzle);
    } else if (file == S9_FILE_INPUT && number < lw->input_limit) {
        s9_ir_operand_put(out, S9_IR_INPUT, S9_IR_IN_V + number, swizzle);
        note_input(lw, S9_IR_IN_V + number, swizzle, s9_lw_mask_size(mask));
    } else {
        source_apart(lw, index, mask, out);
    }
}

static bool has_sign(uint32_t token)
{
    return s9_operand_modifier(token) == S9_MOD_NEG;
}

/* A register whose sign is not known before the program runs: that of a number of the program would be folded. */
static bool varies(const s9_lower *lw, uint32_t token)
{
    uint32_t number = s9_operand_number(token);
    s9_file file = s9_lw_file(lw, token);
    return file == S9_FILE_TEMP || (file == S9_FILE_INPUT && number < lw->input_limit) ||
           (file == S9_FILE_CONST && number < lw->const_limit && s9_lw_map_get(&lw->definition, number) == 0);
}

bool s9_lw_plain(s9_lower *lw)
{
    const s9_item *item = lw->item;
    const s9_plain *row = &table[item->opcode];
    uint32_t token = item->destination.token, mask = s9_operand_mask(token);
    uint32_t a = item->sources[0].token, b = item->sources[1].token, c = item->sources[2].token;
    /* What has no source has a token 0 there. */
    uint32_t fields = ((a | b | c) & (RELATIVE | SOURCE_FIELDS)) | (token & (RELATIVE | RESULT_FIELDS));
    s9_ir_op op = (s9_ir_op)(lw->d3d9 ? row->d3d9 : row->ieee);
    bool swap = false, negate = false;
    if (row->sources == 0 || lw->ps1 || item->has_predicate || mask == 0)
        return false;
    if (fields != 0) {
        if (fields != (uint32_t)S9_MOD_NEG << 24 || has_sign(a) == has_sign(b) || has_sign(c))
            return false;
        if (op == S9_IR_ADD || (op == S9_IR_SUB && has_sign(b))) {
            /* a + -b, a - -b, -a + b: a sum or a difference. */
            swap = has_sign(a);
            if (!varies(lw, swap ? a : b))
                return false;
            op = op == S9_IR_SUB ? S9_IR_ADD : S9_IR_SUB;
        } else if (item->opcode == S9_OP_MUL || item->opcode == S9_OP_MAD) {
            /* One factor is negated, wherever neither is a number of the program. */
            negate = true;
            if (!varies(lw, a) || !varies(lw, b))
                return false;
        } else {
            return false;
        }
    }
    s9_ir_operand target;
    if (!destination(lw, token, &target))
        return false;
    uint32_t positions = row->positions != 0 ? row->positions : mask, n = s9_lw_mask_size(mask);
    bool scalar = row->positions != 0 && n > 1; /* one number, put into all components */
    s9_ir_operand factors[2];
    if (negate) {
        source(lw, 0, positions, &factors[0]);
        source(lw, 1, positions, &factors[1]);
        s9_ir_operand *negated = &factors[has_sign(a) ? 0 : 1];
        *negated = s9_lw_negated(lw, *negated, n);
    }
    s9_lw_summarise(lw);
    s9_ir_inst *inst = s9_irb_append(&lw->b);
    if (inst == NULL)
        return true;
    inst->op = (uint8_t)op;
    if (negate) {
        memcpy(inst->src, factors, sizeof factors);
    } else {
        source(lw, 0, positions, &inst->src[swap ? 1 : 0]);
        if (row->sources > 1)
            source(lw, 1, positions, &inst->src[swap ? 0 : 1]);
    }
    if (row->sources > 2)
        source(lw, 2, positions, &inst->src[2]);
    if (scalar) {
        inst->n = 1;
        inst->dst.kind = S9_IR_VALUE;
        inst->dst.index = lw->ir->values.count;
        (void)s9_irb_new_value(&lw->b, 1, S9_IR_TYPE_F32);
        uint32_t value = inst->dst.index;
        if ((inst = s9_irb_append(&lw->b)) == NULL)
            return true;
        inst->op = (uint8_t)S9_IR_MOV;
        inst->src[0].kind = S9_IR_VALUE;
        inst->src[0].index = value;
    }
    inst->n = (uint8_t)n;
    s9_ir_store_bytes(inst->dst_components, s9_lw_pick(S9_LW_XYZW, mask));
    inst->dst.kind = target.kind;
    inst->dst.index = target.index;
    if (target.kind == S9_IR_OUTPUT)
        lw->summary.output_written[target.index] |= mask;
    lw->summarised = lw->ir->insts.count;
    return true;
}
