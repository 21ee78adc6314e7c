/* SPDX-License-Identifier: MIT */
/*
 * A second, plain reading of modules: four lanes (a quad) in lock step, one number at a time, straight from the
 * definitions of src/ir/README.md and exec/exec_internal.h. What engines compute is compared with it. No sampling.
 */
#ifndef TESTS_IR_REFERENCE_H
#define TESTS_IR_REFERENCE_H

#define S9_MATH_WIDTH 1
#include "exec/exec_internal.h"
#include "exec/math.h"
#include "texture/sampling.h"

#include <math.h>
#include <stdlib.h>

/*
 * An includer that wants to know what comes of results that are only nearly right defines these before: a result of an
 * operation (a, b: the sources of the component), the operation itself, the sources of a sampling operation, and its
 * result.
 */
#ifndef REF_MOVED
#define REF_MOVED(op, s, bits) (bits)
#define REF_OP(op) (op)
#define REF_SAMPLE_MOVED_IN(r, inst, in) ((void)0)
#define REF_SAMPLE_MOVED_OUT(r, inst, in, out) ((void)0)
#endif

typedef struct reference {
    const s9_ir *ir;
    bool quads;
    const s9_constants *constants;
    const s9_sampler_binding *samplers;
    uint32_t sampler_count;
    const s9_texture_stage *stages;
    uint32_t stage_count;
    uint32_t in[S9_IR_IN_COUNT][4][4]; /* by number, component, lane */
    uint32_t out[S9_IR_OUT_COUNT][4][4];
    bool written[S9_IR_OUT_COUNT][4][4];
    uint32_t (*registers)[4][4];
    uint32_t (*values)[4][4];
    uint32_t discarded; /* a bit a lane */
    uint64_t steps;
} reference;

static inline float ref_float(uint32_t bits)
{
    return s9_bits_float(bits);
}

static const s9_ir_definition *ref_definition(const s9_ir *ir, uint32_t kind, int64_t number)
{
    for (uint32_t i = 0; i < ir->definitions.count; i++)
        if (ir->definitions.items[i].kind == kind && (int64_t)ir->definitions.items[i].number == number)
            return &ir->definitions.items[i];
    return NULL;
}

static bool ref_declared(const s9_ir *ir, bool output, int64_t number)
{
    uint32_t count = output ? ir->outputs.count : ir->inputs.count;
    for (uint32_t i = 0; i < count; i++) {
        const s9_ir_slot *slot = output ? &ir->outputs.items[i] : &ir->inputs.items[i];
        if ((int64_t)slot->number == number && slot->usage >= 0)
            return true;
    }
    return false;
}

static int64_t ref_index(const reference *r, const s9_ir_operand *o, uint32_t lane)
{
    if (o->relative == 0)
        return o->index;
    return (int64_t)o->index + (int32_t)r->registers[o->relative - 1][o->relative_component][lane];
}

static uint32_t ref_constant(const reference *r, uint32_t kind, int64_t number, uint32_t component)
{
    const s9_ir_definition *d = ref_definition(r->ir, kind, number);
    const s9_constants *c = r->constants;
    if (number < 0 || (kind == S9_IR_CONSTF && number >= (int64_t)r->ir->constf_limit))
        return 0;
    if (d != NULL)
        return d->bits[component];
    if (kind == S9_IR_CONSTF)
        return number < (int64_t)c->f_count ? s9_float_bits(c->f[number][component]) : 0;
    if (kind == S9_IR_CONSTI)
        return number < (int64_t)c->i_count ? (uint32_t)c->i[number][component] : 0;
    return number < (int64_t)c->b_count ? c->b[number] : 0;
}

/* One component of a source in one lane. Booleans are any word but 0. */
static uint32_t ref_read(const reference *r, const s9_ir_operand *o, uint32_t k, uint32_t lane)
{
    uint32_t component = o->swizzle[k];
    int64_t index = ref_index(r, o, lane);
    switch ((s9_ir_kind)o->kind) {
    case S9_IR_VALUE:
        return r->values[index][component][lane];
    case S9_IR_REG:
        return r->registers[index][component][lane];
    case S9_IR_INPUT:
        if (o->relative != 0 && (index < 0 || index >= S9_IR_IN_T || !ref_declared(r->ir, false, index)))
            return 0;
        return r->in[index][component][lane];
    case S9_IR_STAGE: {
        const s9_texture_stage *stage = index < (int64_t)r->stage_count ? &r->stages[index] : NULL;
        float value = stage == NULL      ? 0
                      : component < 4    ? stage->bump_matrix[component]
                      : component == 4   ? stage->bump_lscale
                      : component == 5   ? stage->bump_loffset
                      : stage->projected ? 1.0f
                                         : 0.0f;
        return s9_float_bits(value);
    }
    case S9_IR_IMM:
        return r->ir->immediates.items[index + component];
    default:
        return ref_constant(r, o->kind, index, component);
    }
}

static float ref_mulz(float a, float b)
{
    return a == 0 || b == 0 ? 0.0f : a * b;
}

static float ref_dot(const uint32_t *a, const uint32_t *b, uint32_t terms, bool zero_wins)
{
    float sum = 0;
    for (uint32_t i = 0; i < terms; i++) {
        float x = ref_float(a[i]), y = ref_float(b[i]), product = zero_wins ? ref_mulz(x, y) : x * y;
        sum = i == 0 ? product : sum + product;
    }
    return sum;
}

static uint32_t ref_whole(float x, double rounded)
{
    if (isnan(x))
        return 0;
    return rounded >= 2147483647.0 ? INT32_MAX : rounded <= -2147483648.0 ? 0x80000000u : (uint32_t)(int32_t)rounded;
}

/* a, b, c: the sources of one result component; dots have all of them. */
static uint32_t ref_compute(s9_ir_op op, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    float x = ref_float(a[0]), y = ref_float(b[0]), z = ref_float(c[0]), f;
    switch (op) {
    case S9_IR_MOV:
        return a[0];
    case S9_IR_SELECT:
        return a[0] != 0 ? b[0] : c[0];
    case S9_IR_LT:
        return x < y;
    case S9_IR_LE:
        return x <= y;
    case S9_IR_GT:
        return x > y;
    case S9_IR_GE:
        return x >= y;
    case S9_IR_EQ:
        return x == y;
    case S9_IR_NE:
        return x != y;
    case S9_IR_NOT:
        return a[0] == 0;
    case S9_IR_AND:
        return a[0] != 0 && b[0] != 0;
    case S9_IR_OR:
        return a[0] != 0 || b[0] != 0;
    case S9_IR_BOOL_TO_FLOAT:
        return a[0] != 0 ? 0x3F800000u : 0;
    case S9_IR_FLOAT_TO_INT_FLOOR:
        return ref_whole(x, floor((double)x));
    case S9_IR_FLOAT_TO_INT_EVEN:
        return ref_whole(x, nearbyint((double)x));
    case S9_IR_FLOAT_TO_INT_AWAY:
        return ref_whole(x, trunc((double)x + copysign(0.5, (double)x))); /* exact; round is not everywhere */
    case S9_IR_FLOAT_TO_INT_UP:
        return ref_whole(x, floor((double)x + 0.5));
    case S9_IR_IADD:
        return a[0] + b[0];
    case S9_IR_ADD:
        f = x + y;
        break;
    case S9_IR_SUB:
        f = x - y;
        break;
    case S9_IR_MUL:
        f = x * y;
        break;
    case S9_IR_MULZ:
        f = ref_mulz(x, y);
        break;
    case S9_IR_MAD:
        f = x * y;
        f = f + z;
        break;
    case S9_IR_MADZ:
        f = ref_mulz(x, y) + z;
        break;
    case S9_IR_DIV:
        f = x / y;
        break;
    case S9_IR_DOT2:
    case S9_IR_DOT2Z:
        f = ref_dot(a, b, 2, op == S9_IR_DOT2Z);
        break;
    case S9_IR_DOT3:
    case S9_IR_DOT3Z:
        f = ref_dot(a, b, 3, op == S9_IR_DOT3Z);
        break;
    case S9_IR_DOT4:
    case S9_IR_DOT4Z:
        f = ref_dot(a, b, 4, op == S9_IR_DOT4Z);
        break;
    case S9_IR_MIN:
        f = isnan(x) ? y : isnan(y) ? x : x < y ? x : y;
        break;
    case S9_IR_MAX:
        f = isnan(x) ? y : isnan(y) ? x : x >= y ? x : y;
        break;
    case S9_IR_NEG:
        f = -x;
        break;
    case S9_IR_ABS:
        f = fabsf(x);
        break;
    case S9_IR_SAT:
        f = x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
        break;
    case S9_IR_FLOOR:
        f = floorf(x);
        break;
    case S9_IR_FRC:
        f = x - floorf(x);
        break;
    case S9_IR_RCP:
        f = s9_math_rcp(x);
        break;
    case S9_IR_RCPZ:
        f = s9_math_rcpz(x);
        break;
    case S9_IR_RSQ:
        f = s9_math_rsq(x);
        break;
    case S9_IR_RSQZ:
        f = s9_math_rsqz(x);
        break;
    case S9_IR_SQRT:
        f = sqrtf(x);
        break;
    case S9_IR_EXP:
        f = s9_math_exp2(x);
        break;
    case S9_IR_EXPZ:
        f = s9_math_exp2z(x);
        break;
    case S9_IR_LOG:
        f = s9_math_log2(x);
        break;
    case S9_IR_LOGZ:
        f = s9_math_log2z(x);
        break;
    case S9_IR_POW:
        f = s9_math_pow(x, y);
        break;
    case S9_IR_POWZ:
        f = s9_math_powz(x, y);
        break;
    case S9_IR_SIN:
        f = s9_math_sin(x);
        break;
    case S9_IR_COS:
        f = s9_math_cos(x);
        break;
    case S9_IR_EXPONENT:
        f = s9_math_exponent(x);
        break;
    case S9_IR_EXPONENTZ:
        f = s9_math_exponentz(x);
        break;
    default: /* MANTISSA */
        f = s9_math_mantissa(x);
        break;
    }
    return isnan(f) ? S9_NAN_BITS : s9_float_bits(f);
}

static void ref_sample(const reference *r, const s9_ir_inst *inst, uint32_t result[4][4])
{
    static const s9_sample_mode modes[4] = {S9_SAMPLE_IMPLICIT, S9_SAMPLE_BIAS, S9_SAMPLE_LOD, S9_SAMPLE_GRADIENTS};
    const s9_shader_options *options = &r->ir->options;
    s9_sampling_rules rules = {(uint8_t)options->unbound, (uint8_t)options->texture_kind_mismatch,
                               !s9_version_is_pixel(r->ir->version)};
    s9_prepared_sampler prepared;
    s9_sampler_prepare(&prepared, inst->aux < r->sampler_count ? &r->samplers[inst->aux] : NULL, inst->texture_type,
                       &rules);
    float in[3][3][4], out[4][4];
    s9_sample_args args = {.mode = modes[inst->op - S9_IR_SAMPLE], .lanes = 4, .quads = r->quads};
    for (uint32_t j = 0; j < s9_ir_op_info_of((s9_ir_op)inst->op)->sources; j++)
        for (uint32_t k = 0; k < s9_ir_source_components((s9_ir_op)inst->op, 4, j); k++)
            for (uint32_t lane = 0; lane < 4; lane++)
                in[j][k][lane] = ref_float(ref_read(r, &inst->src[j], k, lane));
    REF_SAMPLE_MOVED_IN(r, inst, in);
    for (uint32_t k = 0; k < 3; k++) {
        args.coordinate[k] = in[0][k];
        if (args.mode == S9_SAMPLE_GRADIENTS) {
            args.ddx[k] = in[1][k];
            args.ddy[k] = in[2][k];
        }
    }
    if (args.mode == S9_SAMPLE_BIAS || args.mode == S9_SAMPLE_LOD)
        args.lod = in[1][0];
    for (uint32_t k = 0; k < 4; k++)
        args.out[k] = out[k];
    s9_sample(&prepared, &args);
    REF_SAMPLE_MOVED_OUT(r, inst, in, out);
    for (uint32_t k = 0; k < 4; k++)
        for (uint32_t lane = 0; lane < 4; lane++)
            result[k][lane] = isnan(out[k][lane]) ? S9_NAN_BITS : s9_float_bits(out[k][lane]);
}

/* Computes an instruction in all four lanes and stores it where `mask` allows. */
static void ref_arithmetic(reference *r, const s9_ir_inst *inst, uint32_t mask)
{
    s9_ir_op op = (s9_ir_op)inst->op;
    uint32_t result[4][4];
    bool guard[4][4], sampled = (s9_ir_op_info_of(op)->flags & S9_IRF_SAMPLE) != 0;
    if (sampled)
        ref_sample(r, inst, result);
    bool dot = s9_ir_op_info_of(op)->shape >= S9_IR_SHAPE_D2 && s9_ir_op_info_of(op)->shape <= S9_IR_SHAPE_D4;
    for (uint32_t lane = 0; lane < 4; lane++) {
        for (uint32_t k = 0; k < inst->n; k++) {
            uint32_t s[3][4] = {{0}};
            for (uint32_t j = 0; j < s9_ir_op_info_of(op)->sources && !sampled; j++) {
                uint32_t count = dot ? s9_ir_source_components(op, inst->n, j) : 1;
                for (uint32_t i = 0; i < count; i++)
                    s[j][i] = ref_read(r, &inst->src[j], dot ? i : k, lane);
            }
            if (op == S9_IR_DDX || op == S9_IR_DDY) {
                uint32_t low = op == S9_IR_DDX ? lane & 2u : lane & 1u, high = low + (op == S9_IR_DDX ? 1u : 2u);
                float d =
                    ref_float(ref_read(r, &inst->src[0], k, high)) - ref_float(ref_read(r, &inst->src[0], k, low));
                result[k][lane] = !r->quads ? 0 : isnan(d) ? S9_NAN_BITS : s9_float_bits(d);
            } else if (!sampled) {
                result[k][lane] = REF_MOVED(op, s, ref_compute(REF_OP(op), s[0], s[1], s[2]));
            }
            guard[k][lane] = inst->predicate.kind == S9_IR_NONE ||
                             (ref_read(r, &inst->predicate, k, lane) != 0) != inst->predicate_not;
        }
    }
    int64_t index[4];
    for (uint32_t lane = 0; lane < 4; lane++)
        index[lane] = ref_index(r, &inst->dst, lane);
    for (uint32_t lane = 0; lane < 4; lane++) {
        for (uint32_t k = 0; k < inst->n; k++) {
            if (inst->dst.kind == S9_IR_VALUE) {
                r->values[index[lane]][k][lane] = result[k][lane];
                continue;
            }
            uint32_t component = inst->dst_components[k];
            if ((mask >> lane & 1u) == 0 || !guard[k][lane])
                continue;
            if (inst->dst.kind == S9_IR_REG) {
                r->registers[index[lane]][component][lane] = result[k][lane];
            } else if (inst->dst.relative == 0 ||
                       (index[lane] >= 0 && index[lane] < S9_IR_OUT_COUNT && ref_declared(r->ir, true, index[lane]))) {
                r->out[index[lane]][component][lane] = result[k][lane];
                r->written[index[lane]][component][lane] = true;
            }
        }
    }
}

static uint32_t ref_condition(const reference *r, const s9_ir_operand *o)
{
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < 4; lane++)
        lanes |= (uint32_t)(ref_read(r, o, 0, lane) != 0) << lane;
    return lanes;
}

/* The ELSE, ENDIF or ENDLOOP that belongs to the block opened at `i`. */
static uint32_t ref_block_end(const s9_ir *ir, uint32_t i)
{
    uint32_t depth = 0;
    for (;; i++) {
        uint8_t op = ir->insts.items[i].op;
        if ((op == S9_IR_ELSE || op == S9_IR_ENDIF || op == S9_IR_ENDLOOP) && depth == 1)
            return i;
        if (op == S9_IR_IF || op == S9_IR_LOOP)
            depth++;
        else if (op == S9_IR_ENDIF || op == S9_IR_ENDLOOP)
            depth--;
        else if (op == S9_IR_ELSE && depth == 0)
            depth = 1; /* asked from an ELSE on */
    }
}

/* Runs instructions first..end-1 in the lanes of `mask` that have neither left the loop nor returned. */
static void ref_range(reference *r, uint32_t first, uint32_t end, uint32_t mask, uint32_t *broke, uint32_t *returned)
{
    for (uint32_t i = first; i < end; i++) {
        const s9_ir_inst *inst = &r->ir->insts.items[i];
        uint32_t active = mask & ~*broke & ~*returned;
        if (active == 0)
            return;
        r->steps++;
        switch ((s9_ir_op)inst->op) {
        case S9_IR_IF: {
            uint32_t holds = ref_condition(r, &inst->src[0]), middle = ref_block_end(r->ir, i), close = middle;
            ref_range(r, i + 1, middle, active & holds, broke, returned);
            if (r->ir->insts.items[middle].op == S9_IR_ELSE) {
                close = ref_block_end(r->ir, middle);
                ref_range(r, middle + 1, close, active & ~holds, broke, returned);
            }
            i = close;
            break;
        }
        case S9_IR_LOOP: {
            uint32_t close = ref_block_end(r->ir, i), left = 0;
            int32_t count = (int32_t)ref_read(r, &inst->src[0], 0, 0);
            for (int32_t turn = 0; turn < count && (active & ~left & ~*returned) != 0; turn++)
                ref_range(r, i + 1, close, active, &left, returned);
            i = close;
            break;
        }
        case S9_IR_BREAK:
            *broke |= active;
            break;
        case S9_IR_BREAK_IF:
            *broke |= active & ref_condition(r, &inst->src[0]);
            break;
        case S9_IR_CALL: {
            const s9_ir_function *f = &r->ir->functions.items[inst->aux];
            uint32_t left = 0, done = 0;
            ref_range(r, f->first, f->first + f->count, active, &left, &done);
            break;
        }
        case S9_IR_RET:
            *returned |= active;
            break;
        case S9_IR_DISCARD:
            r->discarded |= active & ref_condition(r, &inst->src[0]);
            break;
        default:
            ref_arithmetic(r, inst, active);
            break;
        }
    }
}

/* Inputs are set by the caller; everything else begins as 0. False when out of memory. */
static bool ref_run(reference *r)
{
    uint32_t left = 0, returned = 0;
    r->registers = calloc(r->ir->registers.count + 1u, sizeof *r->registers);
    r->values = calloc(r->ir->values.count + 1u, sizeof *r->values);
    memset(r->out, 0, sizeof r->out);
    memset(r->written, 0, sizeof r->written);
    r->discarded = 0;
    bool enough = r->registers != NULL && r->values != NULL;
    if (enough)
        ref_range(r, 0, r->ir->functions.items[0].count, 15, &left, &returned);
    free(r->registers);
    free(r->values);
    return enough;
}

#endif
