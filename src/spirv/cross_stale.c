/* SPDX-License-Identifier: MIT */
/*
 * SPIRV-Cross writes an expression where it is used, unless a variable that it reads is written in between. It does not
 * see that for what stands in the arguments of calls: the text would read the variable too late. Whether that happens
 * in a module is found here, so that only then every result gets a variable of its own.
 *
 * A value carries the variables that it reads through the arguments of calls, as bits; what its last use is counts, in
 * a loop that begins behind it the loop's end. A store in between to a variable with one of its bits is the fault.
 */
#include "spirv/cross_calls.h"

#include "spirv/numbers.h"

typedef struct value {
    uint64_t reads, late; /* variables that it reads; those it reads in arguments of calls */
    uint32_t variable;    /* of a pointer: what it points into */
    uint32_t made;        /* where; where its label is */
    uint32_t used;        /* last */
} value;

typedef struct module {
    const uint32_t *words;
    uint32_t count, bound;
    value *values;
    uint32_t *loops; /* ends of the loops that are open, and where they begin */
    uint32_t loop_count;
} module;

/* The last bit is that of what a loop carries itself, its counter. */
#define VARIABLES 63u
#define CARRIED ((uint64_t)1 << VARIABLES)

static uint64_t bit_of(uint32_t variable)
{
    return (uint64_t)1 << variable % VARIABLES;
}

/* Operands of an instruction that may be identifiers: the first, and one behind the last. */
static void operands(const uint32_t *at, uint32_t *first, uint32_t *end)
{
    uint32_t op = *at & 0xFFFFu, length = *at >> 16;
    bool result = op != SPV_OP_STORE && op != SPV_OP_LABEL && op < SPV_OP_PHI;
    *first = op == SPV_OP_PHI ? 3 : result ? 3 : 1;
    *end = length;
    if (op == SPV_OP_COMPOSITE_EXTRACT || op == SPV_OP_LOAD)
        *end = 4;
    else if (op == SPV_OP_VECTOR_SHUFFLE)
        *end = 5;
    else if (op == SPV_OP_EXT_INST)
        *first = 5;
    *end = *end < length ? *end : length;
}

/* What lies behind the types and constants. */
static uint32_t first_function(const module *m)
{
    uint32_t at = 5;
    while (at < m->count && (m->words[at] & 0xFFFFu) != SPV_OP_FUNCTION)
        at += m->words[at] >> 16;
    return at;
}

static void note_use(module *m, uint32_t id, uint32_t at)
{
    value *v = &m->values[id];
    uint32_t last = at;
    /* The outermost loop that begins behind it: there it is used again and again. */
    for (uint32_t i = 0; i < m->loop_count; i++)
        if (m->loops[2 * i] > v->made) {
            last = m->loops[2 * i + 1];
            break;
        }
    v->used = last > v->used ? last : v->used;
}

/* Where labels are, what pointers point into. False where more than the first function stores, or values come from
 * where control flow joins, elsewhere than at the head of a loop. */
static bool find_places(module *m, uint32_t from)
{
    uint32_t functions = 0, carried = 0;
    bool loop = false;
    for (uint32_t at = from; at < m->count; at += m->words[at] >> 16) {
        const uint32_t *i = m->words + at;
        uint32_t op = *i & 0xFFFFu;
        functions += op == SPV_OP_FUNCTION;
        if (op == SPV_OP_STORE && functions > 1)
            return false;
        carried = op == SPV_OP_LABEL ? 0 : carried + (op == SPV_OP_PHI);
        loop = op != SPV_OP_LABEL && (loop || op == SPV_OP_LOOP_MERGE);
        if (carried > 1 || (carried == 1 && !loop && op >= SPV_OP_SELECTION_MERGE && op != SPV_OP_LABEL))
            return false;
        if (op == SPV_OP_LABEL && i[1] < m->bound)
            m->values[i[1]].made = at;
        else if (op == SPV_OP_ACCESS_CHAIN && i[3] < m->bound && i[2] < m->bound)
            m->values[i[2]].variable = m->values[i[3]].variable;
        else if (op == SPV_OP_VARIABLE && i[2] < m->bound)
            m->values[i[2]].variable = i[2];
    }
    return true;
}

static bool makes_value(uint32_t op, uint32_t length)
{
    return length >= 3 && op != SPV_OP_STORE && op < SPV_OP_LOOP_MERGE && op != SPV_OP_FUNCTION_END;
}

static void find_uses(module *m, uint32_t from)
{
    m->loop_count = 0;
    for (uint32_t at = from; at < m->count; at += m->words[at] >> 16) {
        const uint32_t *i = m->words + at;
        uint32_t op = *i & 0xFFFFu, first, end;
        while (m->loop_count > 0 && m->loops[2 * m->loop_count - 1u] <= at)
            m->loop_count--;
        operands(i, &first, &end);
        for (uint32_t k = first; k < end; k++)
            if (i[k] < m->bound)
                note_use(m, i[k], at);
        if (makes_value(op, *i >> 16) && op != SPV_OP_LABEL && i[2] < m->bound)
            m->values[i[2]].made = at;
        if (op == SPV_OP_LOOP_MERGE && i[1] < m->bound) {
            m->loops[2 * m->loop_count] = at;
            m->loops[2 * m->loop_count + 1u] = m->values[i[1]].made;
            m->loop_count++;
        }
    }
}

static bool find_fault(module *m, uint32_t from)
{
    uint32_t reach[VARIABLES] = {0};
    for (uint32_t at = from; at < m->count; at += m->words[at] >> 16) {
        const uint32_t *i = m->words + at;
        uint32_t op = *i & 0xFFFFu, first, end;
        if (op == SPV_OP_STORE) {
            uint32_t into = i[1] < m->bound ? m->values[i[1]].variable : 0;
            if (reach[into % VARIABLES] > at)
                return true;
            continue;
        }
        if (!makes_value(op, *i >> 16) || i[2] >= m->bound)
            continue;
        value *v = &m->values[i[2]];
        operands(i, &first, &end);
        if (op == SPV_OP_LOAD) {
            v->reads = i[3] < m->bound ? bit_of(m->values[i[3]].variable) : 0;
            continue;
        }
        if (op == SPV_OP_ACCESS_CHAIN)
            continue;
        for (uint32_t k = first; k < end; k++)
            if (i[k] < m->bound) {
                v->reads |= m->values[i[k]].reads;
                v->late |= m->values[i[k]].late;
            }
        if (op == SPV_OP_PHI)
            v->reads |= CARRIED;
        if (op == SPV_OP_FUNCTION_CALL)
            v->late |= v->reads;
        if ((v->late & CARRIED) != 0)
            return true;
        for (uint32_t b = 0; b < VARIABLES && v->late >> b != 0; b++)
            if ((v->late >> b & 1u) != 0 && v->used > reach[b])
                reach[b] = v->used;
    }
    return false;
}

s9_result s9_cross_reads_late(const uint32_t *words, size_t count, const s9_allocator *allocator, bool *late)
{
    module m = {.words = words, .count = (uint32_t)count, .bound = count > 5 ? words[3] : 0};
    *late = true;
    if (m.bound == 0 || m.bound > count + 5)
        return S9_OK;
    uint32_t from = first_function(&m), loops = 0;
    for (uint32_t at = from; at < m.count; at += words[at] >> 16)
        loops += (words[at] & 0xFFFFu) == SPV_OP_LOOP_MERGE;
    m.values = s9_allocate_zero(allocator, m.bound, sizeof *m.values);
    m.loops = s9_allocate_zero(allocator, (size_t)loops * 2u + 2u, sizeof *m.loops);
    bool memory = m.values != NULL && m.loops != NULL;
    if (memory) {
        for (uint32_t at = 5; at < from; at += words[at] >> 16)
            if ((words[at] & 0xFFFFu) == SPV_OP_VARIABLE && words[at + 2] < m.bound)
                m.values[words[at + 2]].variable = words[at + 2];
        if (find_places(&m, from)) {
            find_uses(&m, from);
            *late = find_fault(&m, from);
        }
    }
    s9_release(allocator, m.loops);
    s9_release(allocator, m.values);
    return memory ? S9_OK : S9_ERROR_MEMORY;
}
