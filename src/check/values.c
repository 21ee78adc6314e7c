/* SPDX-License-Identifier: MIT */
/*
 * V208 V314 V330 V332 V344: results that are undefined for some values. What a value is depends on the data, but where
 * constants that the shader itself defines are copied and added up, the program alone shows it. Values are followed
 * along straight stretches and forgotten wherever paths part or join.
 */
#include "check/check.h"

enum { TEMPS = 32, CONSTANTS = 256, COUNTERS = 16, LOOPS = 4 };

/* Four components, of which some are known. */
typedef struct value {
    float v[4];
    uint32_t known;
} value;

/* The range of aL in a loop; unknown when low > high. */
typedef struct counter {
    int64_t low, high;
} counter;

typedef struct values {
    s9_checker *c;
    value temps[TEMPS];
    value address;
    value constants[CONSTANTS]; /* as far as they are defined */
    counter counters[COUNTERS]; /* what a loop over i# counts through */
    counter loops[LOOPS];       /* open loops, the innermost last */
    uint32_t depth;
} values;

/* ---- what is defined ---- */

static void define_float(values *p, const s9_stmt *s)
{
    if (s->destination.number >= CONSTANTS)
        return;
    value *k = &p->constants[s->destination.number];
    k->known = 15;
    for (uint32_t i = 0; i < 4; i++) {
        k->v[i] = s9_bits_float(s->item->literals[i]);
        if (p->c->ps1) /* constants of ps_1_x are clamped when they are read */
            k->v[i] = k->v[i] < -1.0f ? -1.0f : k->v[i] > 1.0f ? 1.0f : k->v[i];
    }
}

static void define_counter(values *p, const s9_stmt *s)
{
    int32_t i[4];
    if (s->destination.number >= COUNTERS)
        return;
    memcpy(i, s->item->literals, sizeof i);
    counter *k = &p->counters[s->destination.number];
    int64_t last = (int64_t)i[1] + ((int64_t)i[0] - 1) * i[2];
    k->low = 1;
    k->high = 0;
    if (i[0] <= 0) /* no round at all */
        return;
    k->low = i[2] < 0 ? last : i[1];
    k->high = i[2] < 0 ? i[1] : last;
}

/* The last definition of a register counts, so all of them are read before the first instruction. */
static bool definitions(values *p)
{
    bool any = false;
    for (uint32_t i = 0; i < COUNTERS; i++)
        p->counters[i].low = 1;
    for (uint32_t i = 0; i < p->c->stmt_count; i++) {
        const s9_stmt *s = &p->c->stmts[i];
        if (s->kind != S9_OPK_SETUP || !s9_stmt_judged(s) || s->item->literal_count < 4)
            continue;
        any = true;
        if (s->opcode == S9_OP_DEF)
            define_float(p, s);
        else if (s->opcode == S9_OP_DEFI)
            define_counter(p, s);
    }
    return any;
}

/* ---- operands ---- */

static float modified(uint32_t modifier, float v)
{
    switch (modifier) {
    case S9_MOD_NEG:
        return -v;
    case S9_MOD_BIAS:
        return v - 0.5f;
    case S9_MOD_BIAS_NEG:
        return 0.5f - v;
    case S9_MOD_BX2:
        return 2.0f * v - 1.0f;
    case S9_MOD_BX2_NEG:
        return 1.0f - 2.0f * v;
    case S9_MOD_COMP:
        return 1.0f - v;
    case S9_MOD_X2:
        return 2.0f * v;
    case S9_MOD_X2_NEG:
        return -2.0f * v;
    case S9_MOD_ABS:
        return v < 0.0f ? -v : v;
    case S9_MOD_ABS_NEG:
        return v < 0.0f ? v : -v;
    default:
        return v;
    }
}

static const value *register_of(const values *p, const s9_use *use)
{
    if (!use->judged || use->relative)
        return NULL;
    if (use->file == S9_FILE_TEMP && use->number < TEMPS)
        return &p->temps[use->number];
    if (use->file == S9_FILE_CONST && use->number < CONSTANTS)
        return &p->constants[use->number];
    return NULL;
}

/* Component `i` of a source as the instruction sees it; false when it is not known. */
static bool source_value(const values *p, const s9_stmt *s, uint32_t index, uint32_t i, float *out)
{
    const s9_use *use = &s->sources[index];
    const value *reg = register_of(p, use);
    uint32_t component = s9_swizzle_component(s9_use_swizzle(use), i);
    if (reg == NULL || (reg->known >> component & 1u) == 0 || s9_use_modifier(use) == S9_MOD_DZ ||
        s9_use_modifier(use) == S9_MOD_DW)
        return false;
    *out = modified(s9_use_modifier(use), reg->v[component]);
    return true;
}

/* ---- the rules ---- */

static void told(values *p, uint32_t rule, const s9_stmt *s, uint32_t source, const char *what, float v,
                 const char *range)
{
    s9_found(p->c, rule, s, s->sources[source].operand, NULL, "%s is %g here; it has to be in %s", what, (double)v,
             range);
}

/* V330, V332, V314: one component of one source. */
static void ranges(values *p, const s9_stmt *s)
{
    float v;
    if (s->opcode == S9_OP_SINCOS && source_value(p, s, 0, 0, &v) && !(v >= -3.1415928f && v <= 3.1415928f))
        told(p, 330, s, 0, "the angle", v, "-pi to pi");
    else if (s->opcode == S9_OP_LIT && source_value(p, s, 0, 3, &v) && !(v >= -128.0f && v <= 128.0f))
        told(p, 332, s, 0, "the exponent", v, "-128 to 128");
    else if (s9_stmt_is_texld(p->c, s) && s9_token_controls(s->item->words[0]) == S9_TEX_BIAS &&
             source_value(p, s, 0, 3, &v)) {
        bool newer = p->c->major == 3;
        if (!(v >= (newer ? -16.0f : -3.0f) && v <= (newer ? 15.0f : 3.0f)))
            told(p, 314, s, 0, "the bias", v, newer ? "-16 to 15" : "-3 to 3");
    }
}

/* V208: modifiers of ps_1_x that are made for values from 0 to 1. Constants take none at all: V198. */
static void v208_bias(values *p, const s9_stmt *s, uint32_t source)
{
    const s9_use *use = &s->sources[source];
    uint32_t modifier = s9_use_modifier(use);
    const value *reg = register_of(p, use);
    bool expects = modifier == S9_MOD_BIAS || modifier == S9_MOD_BIAS_NEG || modifier == S9_MOD_BX2 ||
                   modifier == S9_MOD_BX2_NEG || modifier == S9_MOD_COMP;
    if (!expects || reg == NULL || use->file != S9_FILE_TEMP)
        return;
    for (uint32_t i = 0; i < 4; i++) {
        float v = reg->v[i];
        if ((use->components & reg->known) >> i & 1u && !(v >= 0.0f && v <= 1.0f)) {
            told(p, 208, s, source, "the value", v, "0 to 1");
            return;
        }
    }
}

/* V344: constants that an index leads past. */
static void v344_index(values *p, const s9_stmt *s, const s9_use *use)
{
    int64_t low = 1, high = 0, limit = s9_constant_limit(p->c);
    if (p->c->pixel || !use->judged || !use->relative || use->file != S9_FILE_CONST)
        return;
    if (use->index_file == S9_FILE_LOOP && p->depth > 0 && p->depth <= LOOPS) {
        low = p->loops[p->depth - 1].low;
        high = p->loops[p->depth - 1].high;
    } else if (use->index_file == S9_FILE_ADDR && (p->address.known >> use->index_component & 1u) != 0) {
        float v = p->address.v[use->index_component];
        if (v > -1e6f && v < 1e6f)
            low = high = (int64_t)(v < 0.0f ? v - 0.5f : v + 0.5f);
    }
    if (low > high || (low + use->number >= 0 && high + use->number < limit))
        return;
    s9_found(p->c, 344, s, use->operand, NULL, "the index reaches c%ld here, which is outside the file and reads 0",
             (long)(low + use->number < 0 ? low + use->number : high + use->number));
}

/* ---- what an instruction leaves ---- */

static bool result(const values *p, const s9_stmt *s, uint32_t i, float *out)
{
    float a, b, c;
    switch (s->opcode) {
    case S9_OP_MOV:
    case S9_OP_MOVA:
        return source_value(p, s, 0, i, out);
    case S9_OP_ADD:
    case S9_OP_SUB:
    case S9_OP_MUL:
        if (!source_value(p, s, 0, i, &a) || !source_value(p, s, 1, i, &b))
            return false;
        *out = s->opcode == S9_OP_ADD ? a + b : s->opcode == S9_OP_SUB ? a - b : a * b;
        return true;
    case S9_OP_MAD:
        if (!source_value(p, s, 0, i, &a) || !source_value(p, s, 1, i, &b) || !source_value(p, s, 2, i, &c))
            return false;
        *out = a * b + c;
        return true;
    default:
        return false;
    }
}

static void write(values *p, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    value *reg = d->file == S9_FILE_TEMP && d->number < TEMPS ? &p->temps[d->number]
                 : d->file == S9_FILE_ADDR                    ? &p->address
                                                              : NULL;
    if (reg == NULL)
        return;
    uint32_t token = d->operand->token;
    bool plain = s->predicate.operand == NULL && (s9_operand_result_modifiers(token) & S9_RESULT_SAT) == 0 &&
                 s9_operand_shift(token) == 0 && !s9_token_predicated(s->item->words[0]);
    value next = *reg;
    for (uint32_t i = 0; i < 4; i++) {
        if ((d->components >> i & 1u) == 0)
            continue;
        bool known = plain && result(p, s, i, &next.v[i]);
        next.known = (next.known & ~(1u << i)) | (uint32_t)known << i;
    }
    *reg = next;
}

static void forget(values *p)
{
    for (uint32_t i = 0; i < TEMPS; i++)
        p->temps[i].known = 0;
    p->address.known = 0;
}

static void flow(values *p, const s9_stmt *s)
{
    forget(p);
    if (s->opcode == S9_OP_LOOP) {
        const s9_use *use = &s->sources[1];
        counter unknown = {1, 0};
        if (p->depth < LOOPS)
            p->loops[p->depth] = s->source_count > 1 && use->file == S9_FILE_CONSTINT && use->number < COUNTERS
                                     ? p->counters[use->number]
                                     : unknown;
        p->depth++;
    } else if (s->opcode == S9_OP_ENDLOOP && p->depth > 0) {
        p->depth--;
    } else if (s->opcode == S9_OP_LABEL) {
        p->depth = 0;
    }
}

static void statement(values *p, const s9_stmt *s)
{
    if (s->kind == S9_OPK_FLOW || !s9_stmt_judged(s)) {
        flow(p, s);
        return;
    }
    for (uint32_t i = 0; i < s->source_count; i++) {
        v344_index(p, s, &s->sources[i]);
        if (p->c->ps1)
            v208_bias(p, s, i);
    }
    ranges(p, s);
    if (s->destination.operand != NULL && (s->flags & S9_STMT_READS_DESTINATION) == 0)
        write(p, s);
}

void s9_rules_values(s9_checker *c)
{
    values *p = s9_arena_alloc(&c->arena, sizeof *p);
    if (p == NULL)
        return;
    p->c = c;
    if (!definitions(p))
        return;
    for (uint32_t i = 0; i < c->stmt_count; i++)
        if (c->stmts[i].kind != S9_OPK_SETUP && (c->stmts[i].flags & S9_STMT_DEAD) == 0)
            statement(p, &c->stmts[i]);
}
