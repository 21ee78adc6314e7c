/* SPDX-License-Identifier: MIT */
/*
 * What is needed. Each function is walked backwards, with the components of registers that are still to be read: an
 * instruction is needed when one of its results is. At every construct the components are kept that matter behind it,
 * and those that are written in it: these, and no others, go through variables there.
 */
#include "spirv/writer.h"

#include "ir/ir_build.h"

/* More than this, and the facts of blocks are not kept: everything counts as read and written everywhere. */
#define MAX_FACTS ((size_t)1 << 24)
#define MAX_LOOP_DEPTH 16u

typedef struct frame {
    uint32_t inst;      /* of the ENDIF or ENDLOOP that was passed */
    uint8_t *after;     /* what is live behind the construct */
    uint8_t *else_live; /* what is live at the beginning of the else part */
    uint8_t *written;
} frame;

typedef struct walker {
    s9_sp_writer *w;
    const s9_ir *ir;
    s9_sp_analysis *a;
    uint32_t count; /* registers */
    uint8_t *live;
    uint8_t *used;    /* by value */
    uint8_t *exit;    /* live at the end of the function */
    uint32_t *opener; /* by END of a construct: its beginning */
    struct {
        frame *items;
        uint32_t count, capacity;
    } frames;
    uint32_t base; /* frames below belong to somebody else */
    bool conservative;
    bool record;
    uint32_t loop_depth;
} walker;

const uint8_t s9_sp_helpers[S9_IR_OP_COUNT] = {
    [S9_IR_MULZ] = S9_SP_MULZ + 1,
    [S9_IR_MADZ] = S9_SP_MULZ + 1,
    [S9_IR_DOT2] = S9_SP_DOT2 + 1,
    [S9_IR_DOT3] = S9_SP_DOT3 + 1,
    [S9_IR_DOT4] = S9_SP_DOT4 + 1,
    [S9_IR_DOT2Z] = S9_SP_DOT2Z + 1,
    [S9_IR_DOT3Z] = S9_SP_DOT3Z + 1,
    [S9_IR_DOT4Z] = S9_SP_DOT4Z + 1,
    [S9_IR_MIN] = S9_SP_MIN + 1,
    [S9_IR_MAX] = S9_SP_MAX + 1,
    [S9_IR_FRC] = S9_SP_FRC + 1,
    [S9_IR_RCPZ] = S9_SP_RCPZ + 1,
    [S9_IR_RSQ] = S9_SP_RSQ + 1,
    [S9_IR_RSQZ] = S9_SP_RSQZ + 1,
    [S9_IR_EXPZ] = S9_SP_EXPZ + 1,
    [S9_IR_LOG] = S9_SP_LOG + 1,
    [S9_IR_LOGZ] = S9_SP_LOGZ + 1,
    [S9_IR_POW] = S9_SP_POW + 1,
    [S9_IR_POWZ] = S9_SP_POWZ + 1,
    [S9_IR_EXPONENT] = S9_SP_EXPONENT + 1,
    [S9_IR_EXPONENTZ] = S9_SP_EXPONENTZ + 1,
    [S9_IR_MANTISSA] = S9_SP_MANTISSA + 1,
    [S9_IR_FLOAT_TO_INT_FLOOR] = S9_SP_FTOI_FLOOR + 1,
    [S9_IR_FLOAT_TO_INT_EVEN] = S9_SP_FTOI_EVEN + 1,
    [S9_IR_FLOAT_TO_INT_AWAY] = S9_SP_FTOI_AWAY + 1,
    [S9_IR_FLOAT_TO_INT_UP] = S9_SP_FTOI_UP + 1,
};

/* ---- forwards: pairs of blocks, and what may be touched at all ---- */

static bool refuse_nesting(s9_sp_writer *w, const s9_ir_inst *inst)
{
    s9_position at = s9_program_position(w->program, &w->program->items.items[inst->item], NULL);
    s9_report(w->diagnostics, S9_ERROR, NULL, &at, NULL, "blocks nest deeper than the 1023 that SPIR-V allows");
    w->refused = true;
    return false;
}

static void note_register(s9_sp_analysis *a, uint32_t number, uint32_t component)
{
    if (component >= a->width[number])
        a->width[number] = (uint8_t)(component + 1u);
}

static void note_source(walker *k, const s9_ir_operand *source, uint32_t n, bool subroutine)
{
    s9_sp_analysis *a = k->a;
    if (source->relative != 0) {
        uint32_t number = source->relative - 1u;
        note_register(a, number, source->relative_component);
        if (subroutine)
            a->sub_read[number] |= (uint8_t)(1u << source->relative_component);
    }
    switch (source->kind) {
    case S9_IR_REG:
        for (uint32_t i = 0; i < n; i++) {
            note_register(a, source->index, source->swizzle[i]);
            if (subroutine)
                a->sub_read[source->index] |= (uint8_t)(1u << source->swizzle[i]);
        }
        break;
    case S9_IR_CONSTF:
        if (source->relative == 0 && source->index < k->ir->constf_limit && source->index >= a->constf_count)
            a->constf_count = source->index + 1u;
        break;
    case S9_IR_CONSTI:
        if (source->index >= a->consti_count)
            a->consti_count = source->index + 1u;
        break;
    case S9_IR_CONSTB:
        if (source->index >= a->constb_count)
            a->constb_count = source->index + 1u;
        break;
    default:
        break;
    }
}

static void note_destination(walker *k, const s9_ir_inst *inst, bool subroutine)
{
    s9_sp_analysis *a = k->a;
    if (inst->dst.kind != S9_IR_REG && inst->dst.kind != S9_IR_OUTPUT)
        return;
    if (inst->dst.relative != 0) {
        note_register(a, inst->dst.relative - 1u, inst->dst.relative_component);
        for (uint32_t i = 0; i < S9_IR_OUT_COUNT; i++) {
            a->width[a->first_output + i] = 4;
            if (subroutine)
                a->sub_written[a->first_output + i] = a->sub_read[a->first_output + i] = 15;
        }
        if (subroutine)
            a->sub_read[inst->dst.relative - 1u] |= (uint8_t)(1u << inst->dst.relative_component);
        return;
    }
    uint32_t number = inst->dst.index + (inst->dst.kind == S9_IR_OUTPUT ? a->first_output : 0);
    for (uint32_t i = 0; i < inst->n; i++) {
        note_register(a, number, inst->dst_components[i]);
        if (subroutine)
            a->sub_written[number] |= (uint8_t)(1u << inst->dst_components[i]);
        /* Under a predicate the old value is read. */
        if (subroutine && inst->predicate.kind != S9_IR_NONE)
            a->sub_read[number] |= (uint8_t)(1u << inst->dst_components[i]);
    }
}

static bool scan(walker *k)
{
    const s9_ir *ir = k->ir;
    s9_sp_analysis *a = k->a;
    struct {
        uint32_t *items;
        uint32_t count, capacity;
    } open = {NULL, 0, 0};
    for (uint32_t f = 0; f < ir->functions.count; f++) {
        const s9_ir_function *function = &ir->functions.items[f];
        for (uint32_t i = function->first; i < function->first + function->count; i++) {
            const s9_ir_inst *inst = &ir->insts.items[i];
            const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
            for (uint32_t j = 0; j < info->sources; j++)
                note_source(k, &inst->src[j],
                            info->shape == S9_IR_SHAPE_N ? inst->n
                                                         : s9_ir_source_components((s9_ir_op)inst->op, inst->n, j),
                            f > 0);
            if (inst->predicate.kind != S9_IR_NONE)
                note_source(k, &inst->predicate, inst->n, f > 0);
            note_destination(k, inst, f > 0);
            if ((info->flags & (S9_IRF_CONTROL | S9_IRF_EFFECT)) == 0)
                continue;
            switch (inst->op) {
            case S9_IR_IF:
            case S9_IR_LOOP:
                if (open.count >= SPV_LIMIT_NESTING)
                    return refuse_nesting(k->w, inst);
                if (!S9_PUSH(&k->w->arena, &open, i))
                    return false;
                a->has_flow = true;
                break;
            case S9_IR_ELSE:
                a->match[open.items[open.count - 1u]] = i;
                break;
            case S9_IR_ENDIF: {
                uint32_t begin = open.items[--open.count];
                k->opener[i] = begin;
                if (a->match[begin] != 0) {
                    k->opener[a->match[begin]] = begin;
                    a->match[a->match[begin]] = i;
                } else {
                    a->match[begin] = i;
                }
                break;
            }
            case S9_IR_ENDLOOP:
                k->opener[i] = open.items[--open.count];
                a->match[k->opener[i]] = i;
                break;
            case S9_IR_RET:
                a->early_return |= f == 0 && open.count > 0;
                break;
            case S9_IR_DISCARD:
                a->width[a->discarded] = 1;
                if (f > 0)
                    a->sub_written[a->discarded] = a->sub_read[a->discarded] = 1;
                break;
            default:
                break;
            }
        }
    }
    return true;
}

/* ---- backwards ---- */

static uint8_t *copy(walker *k, const uint8_t *from)
{
    uint8_t *to = s9_arena_alloc_raw(&k->w->arena, k->count);
    if (to != NULL)
        memcpy(to, from, k->count);
    return to;
}

static void read_source(walker *k, const s9_ir_operand *source, uint32_t n)
{
    if (source->relative != 0)
        k->live[source->relative - 1u] |= (uint8_t)(1u << source->relative_component);
    if (source->kind == S9_IR_VALUE)
        k->used[source->index] = 1;
    else if (source->kind == S9_IR_REG)
        for (uint32_t i = 0; i < n; i++)
            k->live[source->index] |= (uint8_t)(1u << source->swizzle[i]);
}

static void read_sources(walker *k, const s9_ir_inst *inst, const s9_ir_op_info *info)
{
    for (uint32_t j = 0; j < info->sources; j++)
        read_source(k, &inst->src[j],
                    info->shape == S9_IR_SHAPE_N ? inst->n : s9_ir_source_components((s9_ir_op)inst->op, inst->n, j));
    if (inst->predicate.kind != S9_IR_NONE)
        read_source(k, &inst->predicate, inst->n);
}

static void count_helper(walker *k, const s9_ir_inst *inst)
{
    /* Those that have no helper are counted for it: the last row. */
    k->a->helper_count[s9_sp_helper_of((s9_ir_op)inst->op)][inst->n]++;
}

/* An instruction that computes: is one of its results still read? */
static void walk_computation(walker *k, uint32_t index, const s9_ir_inst *inst)
{
    const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
    bool needed = k->conservative;
    if (inst->dst.kind == S9_IR_VALUE) {
        needed |= k->used[inst->dst.index] != 0;
    } else if (inst->dst.relative != 0) {
        k->live[inst->dst.relative - 1u] |= (uint8_t)(1u << inst->dst.relative_component);
        for (uint32_t i = 0; i < S9_IR_OUT_COUNT; i++) {
            k->live[k->a->first_output + i] = 15;
            if (k->frames.count > 0)
                k->frames.items[k->frames.count - 1u].written[k->a->first_output + i] = 15;
        }
        needed = true;
    } else {
        uint32_t number = inst->dst.index + (inst->dst.kind == S9_IR_OUTPUT ? k->a->first_output : 0), mask = 0;
        for (uint32_t i = 0; i < inst->n; i++)
            mask |= 1u << inst->dst_components[i];
        needed |= (k->live[number] & mask) != 0;
        if (needed && inst->predicate.kind == S9_IR_NONE && !k->conservative)
            k->live[number] &= (uint8_t)~mask;
        if (needed && k->frames.count > 0)
            k->frames.items[k->frames.count - 1u].written[number] |= (uint8_t)mask;
    }
    if (!needed)
        return;
    if (k->record || k->conservative) {
        k->a->needed[index] = 1;
        count_helper(k, inst);
    }
    read_sources(k, inst, info);
}

static void push_frame(walker *k, uint32_t end)
{
    frame f = {.inst = end};
    f.after = copy(k, k->live);
    f.written = s9_arena_alloc(&k->w->arena, k->count);
    if (f.after != NULL && f.written != NULL)
        (void)S9_PUSH(&k->w->arena, &k->frames, f);
    else
        k->w->arena.failed = true;
}

/* A construct is closed: what it writes, its surroundings write. */
static frame pop_frame(walker *k, uint32_t begin)
{
    frame f = k->frames.items[--k->frames.count];
    if (k->frames.count > 0) {
        uint8_t *outer = k->frames.items[k->frames.count - 1u].written;
        for (uint32_t i = 0; i < k->count; i++)
            outer[i] |= f.written[i];
    }
    if (k->record)
        k->a->facts[begin] = (s9_sp_block_facts){f.after, f.written};
    return f;
}

static void unite(walker *k, const uint8_t *with)
{
    for (uint32_t i = 0; i < k->count; i++)
        k->live[i] |= with[i];
}

/* The innermost open loop's `after`: where a break leads. */
static const uint8_t *break_live(const walker *k)
{
    for (uint32_t i = k->frames.count; i > 0; i--)
        if (k->ir->insts.items[k->frames.items[i - 1u].inst].op == S9_IR_ENDLOOP)
            return k->frames.items[i - 1u].after;
    return k->exit;
}

static void walk(walker *k, uint32_t first, uint32_t end);

/*
 * What is live at the head of a loop is what its body reads first, and what lives behind it and passes through the
 * body. One walk with what lives behind it finds the head, a second with both marks what is needed.
 */
static void walk_loop(walker *k, uint32_t begin, uint32_t end)
{
    bool record = k->record;
    k->loop_depth++;
    push_frame(k, end);
    if (k->w->arena.failed)
        return;
    k->record = false;
    walk(k, begin + 1u, end);
    k->record = record;
    if (k->w->arena.failed)
        return;
    frame *f = &k->frames.items[k->frames.count - 1u];
    unite(k, f->after);
    if (record) {
        uint8_t *after = copy(k, k->live);
        if (after == NULL)
            return;
        walk(k, begin + 1u, end);
        if (k->w->arena.failed)
            return;
        f = &k->frames.items[k->frames.count - 1u];
        unite(k, f->after);
        /* Where the body ends, what is read at its head counts, too. */
        f->after = after;
    }
    (void)pop_frame(k, begin);
    k->loop_depth--;
    const s9_ir_inst *inst = &k->ir->insts.items[begin];
    read_sources(k, inst, s9_ir_op_info_of(S9_IR_LOOP));
    if (record)
        k->a->needed[begin] = k->a->needed[end] = 1;
}

static void walk_control(walker *k, const s9_ir_inst *inst, uint32_t index)
{
    const s9_ir_op_info *info = s9_ir_op_info_of((s9_ir_op)inst->op);
    if (k->record)
        k->a->needed[index] = 1;
    switch (inst->op) {
    case S9_IR_ENDIF:
        push_frame(k, index);
        break;
    case S9_IR_ELSE: {
        frame *f = &k->frames.items[k->frames.count - 1u];
        f->else_live = copy(k, k->live);
        memcpy(k->live, f->after, k->count);
        break;
    }
    case S9_IR_IF: {
        frame f = pop_frame(k, index);
        unite(k, f.else_live != NULL ? f.else_live : f.after);
        read_sources(k, inst, info);
        break;
    }
    case S9_IR_BREAK:
        memcpy(k->live, break_live(k), k->count);
        break;
    case S9_IR_BREAK_IF:
        unite(k, break_live(k));
        read_sources(k, inst, info);
        break;
    case S9_IR_RET:
        memcpy(k->live, k->exit, k->count);
        break;
    case S9_IR_CALL:
        unite(k, k->a->sub_read);
        if (k->frames.count > 0) {
            uint8_t *written = k->frames.items[k->frames.count - 1u].written;
            for (uint32_t i = 0; i < k->count; i++)
                written[i] |= k->a->sub_written[i];
        }
        break;
    case S9_IR_DISCARD:
        k->live[k->a->discarded] = 1;
        if (k->frames.count > 0)
            k->frames.items[k->frames.count - 1u].written[k->a->discarded] = 1;
        read_sources(k, inst, info);
        break;
    default:
        break;
    }
}

/* Instructions first .. end - 1, from the last on. */
static void walk(walker *k, uint32_t first, uint32_t end)
{
    for (uint32_t i = end; i-- > first && !k->w->arena.failed;) {
        const s9_ir_inst *inst = &k->ir->insts.items[i];
        if (inst->op == S9_IR_ENDLOOP) {
            uint32_t begin = k->opener[i];
            walk_loop(k, begin, i);
            i = begin;
        } else if (inst->dst.kind == S9_IR_NONE) {
            walk_control(k, inst, i);
        } else {
            walk_computation(k, i, inst);
        }
    }
}

/* ---- without control flow ---- */

/*
 * One walk from the end finds all: registers have no variables here. It takes hardly a decision by what an instruction
 * is, since a processor guesses those wrong: every operand has a place among the bytes of components that are to be
 * read, those that are no register and no value a common one, of which nobody asks anything.
 */
typedef struct places {
    uint32_t base[S9_IR_IMM + 1]; /* by kind: the byte of number 0 */
    uint32_t keep[S9_IR_IMM + 1]; /* and the bits of the number that count */
} places;

/* Components as bits, by four of them in two bits each. */
#define BITS(i) (1u << ((i)&3u) | 1u << ((i) >> 2 & 3u) | 1u << ((i) >> 4 & 3u) | 1u << ((i) >> 6 & 3u))
#define FOUR(i) BITS(i), BITS((i) + 1u), BITS((i) + 2u), BITS((i) + 3u)
#define SIXTEEN(i) FOUR(i), FOUR((i) + 4u), FOUR((i) + 8u), FOUR((i) + 12u)
#define SIXTY_FOUR(i) SIXTEEN(i), SIXTEEN((i) + 16u), SIXTEEN((i) + 32u), SIXTEEN((i) + 48u)
static const uint8_t bits_of_four[256] = {SIXTY_FOUR(0u), SIXTY_FOUR(64u), SIXTY_FOUR(128u), SIXTY_FOUR(192u)};

/* The first n of four components as bits: in place of those behind them stands the first again. */
static inline uint32_t bits_of(uint32_t components, uint32_t n)
{
    static const uint8_t keep[5] = {0, 0x03, 0x0F, 0x3F, 0xFF}, again[5] = {0, 0x54, 0x50, 0x40, 0},
                         any[5] = {0, 15, 15, 15, 15};
    uint32_t pairs = components | components >> 6;
    pairs |= pairs >> 12;
    return bits_of_four[(pairs & keep[n]) | (pairs & 3u) * again[n]] & any[n];
}

/* Components of each source of an operation; AS_RESULT: as many as the result has. */
#define AS_RESULT 8u
enum { OF_N = AS_RESULT, OF_1 = 1, OF_D2 = 2, OF_D3 = 3, OF_D4 = 4, OF_T = 3 };
enum { NEXT_N = AS_RESULT, NEXT_1 = 1, NEXT_D2 = 2, NEXT_D3 = 3, NEXT_D4 = 4, NEXT_T = 1 };
static const uint8_t source_components[S9_IR_OP_COUNT][3] = {
#define S9_IR_OP(id, text, result, shape, sources, type0, type1, type2, flags)                \
    [S9_IR_##id] = {(sources) > 0 ? OF_##shape : 0,                                           \
                    (sources) > 1 ? (S9_IR_##id == S9_IR_SAMPLE_GRAD ? 3 : NEXT_##shape) : 0, \
                    (sources) > 2 ? (S9_IR_##id == S9_IR_SAMPLE_GRAD ? 3 : NEXT_##shape) : 0},
#include "ir/ops.def"
#undef S9_IR_OP
};

/* By index, or a number that is too high to count. */
static S9_APART void straight_apart(uint8_t *live, const s9_ir_operand *source, uint32_t *top)
{
    if (source->relative != 0)
        live[source->relative - 1u] |= (uint8_t)(1u << source->relative_component);
    else if (source->kind != S9_IR_CONSTF && source->index >= top[source->kind])
        top[source->kind] = source->index + 1u;
}

/* `top`: the highest number that is read, plus 1, by kind. */
static inline void straight_source(uint8_t *live, const s9_ir_operand *source, uint32_t n, const places *p,
                                   uint32_t limit, uint32_t *top)
{
    uint32_t kind = source->kind, index = source->index;
    uint8_t *place = live + p->base[kind] + (index & p->keep[kind]);
    uint32_t bits = bits_of(s9_ir_operand_swizzle(source), n), highest = top[kind];
    if ((source->relative | (uint32_t)(index >= limit)) != 0)
        straight_apart(live, source, top);
    else
        top[kind] = index >= highest ? index + 1u : highest;
    *place |= (uint8_t)bits;
}

/* Components of source j of an operation whose result has n. */
#define COMPONENTS(j) ((counts[j] & 7u) | (n & (0u - (counts[j] >> 3))))

static void walk_straight(walker *k)
{
    s9_sp_analysis *a = k->a;
    const s9_ir_function *function = &k->ir->functions.items[0];
    const s9_ir_inst *insts = k->ir->insts.items;
    uint8_t *live = k->live, *needed = a->needed;
    uint32_t top[S9_IR_IMM + 1] = {0}, limit = k->ir->constf_limit, first = function->first;
    /* Behind the registers: what is always needed, what nobody reads, the values. */
    uint32_t always = a->register_count, nobody = always + 1u, values = always + 2u, outputs = a->first_output;
    const places sources = {.base = {[S9_IR_NONE] = nobody,
                                     [S9_IR_VALUE] = values,
                                     [S9_IR_REG] = 0,
                                     [S9_IR_INPUT] = nobody,
                                     [S9_IR_OUTPUT] = nobody,
                                     [S9_IR_CONSTF] = nobody,
                                     [S9_IR_CONSTI] = nobody,
                                     [S9_IR_CONSTB] = nobody,
                                     [S9_IR_STAGE] = nobody,
                                     [S9_IR_IMM] = nobody},
                            .keep = {[S9_IR_VALUE] = UINT32_MAX, [S9_IR_REG] = UINT32_MAX}};
    /* What is in no register matters or not as a whole, and something without a result always does. */
    const uint32_t place_of[S9_IR_OUTPUT + 1] = {
        [S9_IR_NONE] = always, [S9_IR_VALUE] = values, [S9_IR_OUTPUT] = outputs};
    static const uint8_t whole[S9_IR_OUTPUT + 1] = {[S9_IR_NONE] = 0xFF, [S9_IR_VALUE] = 0xFF};
    static const uint8_t done[S9_IR_OUTPUT + 1] = {[S9_IR_VALUE] = 0xFF, [S9_IR_REG] = 0xFF, [S9_IR_OUTPUT] = 0xFF};
    memcpy(live + outputs, a->output_kept, S9_IR_OUT_COUNT);
    live[always] = 0xFF;
    memset(a->width, 4, a->discarded);
    a->width[a->discarded] = 1;
    for (uint32_t i = first + function->count; i-- > first;) {
        const s9_ir_inst *inst = &insts[i];
        uint32_t kind = inst->dst.kind, n = inst->n;
        uint32_t mask = bits_of(s9_ir_load_bytes(inst->dst_components), n) | whole[kind];
        uint8_t *place = live + place_of[kind] + inst->dst.index;
        if ((*place & mask) == 0)
            continue;
        if (inst->predicate.kind == S9_IR_NONE) {
            *place &= (uint8_t) ~(mask & done[kind]);
        } else {
            straight_source(live, &inst->predicate, n, &sources, limit, top);
            a->partly = a->partly || kind == S9_IR_OUTPUT;
        }
        needed[i] = 1;
        count_helper(k, inst);
        const uint8_t *counts = source_components[inst->op];
        straight_source(live, &inst->src[0], COMPONENTS(0), &sources, limit, top);
        if (counts[1] == 0)
            continue;
        straight_source(live, &inst->src[1], COMPONENTS(1), &sources, limit, top);
        if (counts[2] != 0)
            straight_source(live, &inst->src[2], COMPONENTS(2), &sources, limit, top);
    }
    a->constf_count = top[S9_IR_CONSTF];
    a->consti_count = top[S9_IR_CONSTI];
    a->constb_count = top[S9_IR_CONSTB];
}

/* ---- all ---- */

/* Without facts: every computation is needed. */
static void walk_all(walker *k)
{
    for (uint32_t i = 0; i < k->ir->insts.count; i++) {
        k->a->needed[i] = 1;
        count_helper(k, &k->ir->insts.items[i]);
    }
}

static void walk_function(walker *k, uint32_t f)
{
    const s9_ir_function *function = &k->ir->functions.items[f];
    s9_sp_analysis *a = k->a;
    memset(k->exit, 0, k->count);
    memcpy(k->exit + a->first_output, a->output_kept, S9_IR_OUT_COUNT);
    k->exit[a->discarded] = 1;
    if (f > 0)
        /* What the caller reads afterwards is not known: any component that something reads. */
        for (uint32_t i = 0; i < a->first_output; i++)
            k->exit[i] = (uint8_t)((1u << a->width[i]) - 1u);
    memcpy(k->live, k->exit, k->count);
    walk(k, function->first, function->first + function->count);
}

static uint32_t loop_depth_of(const s9_ir *ir)
{
    uint32_t depth = 0, deepest = 0;
    for (uint32_t i = 0; i < ir->insts.count; i++) {
        depth += ir->insts.items[i].op == S9_IR_LOOP;
        if (depth > deepest)
            deepest = depth;
        depth -= ir->insts.items[i].op == S9_IR_ENDLOOP;
    }
    return deepest;
}

static uint32_t block_count_of(const s9_ir *ir)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ir->insts.count; i++)
        count += ir->insts.items[i].op == S9_IR_IF || ir->insts.items[i].op == S9_IR_LOOP;
    return count;
}

bool s9_sp_analyse(s9_sp_writer *w)
{
    const s9_ir *ir = w->ir;
    s9_sp_analysis *a = &w->analysis;
    s9_arena *arena = &w->arena;
    a->first_output = ir->registers.count;
    a->discarded = ir->registers.count + S9_IR_OUT_COUNT;
    a->register_count = a->discarded + 1u;
    size_t n = a->register_count, insts = ir->insts.count;
    walker k = {.w = w, .ir = ir, .a = a, .count = a->register_count, .record = true};
    /* One block for all that is kept by the byte. */
    uint8_t *bytes = s9_arena_alloc(arena, 5 * n + ir->values.count + insts + 10u);
    if (bytes == NULL)
        return false;
    a->width = bytes;
    a->sub_read = bytes + n;
    a->sub_written = bytes + 2 * n;
    k.exit = bytes + 3 * n;
    k.live = bytes + 4 * n;
    k.used = bytes + 5 * n + 2u; /* walk_straight takes it for a part of `live` */
    a->needed = k.used + ir->values.count;
    bool flow = ir->functions.count > 1 || ir->relative_outputs || ir->uses_control;
    if (flow) {
        a->match = s9_arena_array(arena, insts + 1u, sizeof *a->match);
        a->facts = s9_arena_array(arena, insts + 1u, sizeof *a->facts);
        k.opener = s9_arena_array(arena, insts + 1u, sizeof *k.opener);
        if (arena->failed)
            return false;
    }
    if (!flow) {
        walk_straight(&k);
        return true;
    }
    a->partly = true;
    if (!scan(&k))
        return false;
    if ((loop_depth_of(ir) > MAX_LOOP_DEPTH || (size_t)block_count_of(ir) * n > MAX_FACTS)) {
        walk_all(&k);
        return !arena->failed;
    }
    for (uint32_t f = 0; f < ir->functions.count; f++)
        walk_function(&k, f);
    return !arena->failed;
}
