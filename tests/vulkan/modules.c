/* SPDX-License-Identifier: MIT */
/* Numbers of instructions and enumerants are those of the SPIR-V specification, section 3. */
#include "vulkan/modules.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT = 1, UNIFORM = 2, OUTPUT = 3 };
enum { LOCATION = 30, BUILT_IN = 11, POSITION = 0, POINT_SIZE = 1, VERTEX_INDEX = 42, LISTED = 64 };

void module_free(module_words *m)
{
    free(m->words);
    memset(m, 0, sizeof *m);
}

static void put(module_words *m, uint32_t word)
{
    if (m->count == m->capacity) {
        size_t capacity = m->capacity == 0 ? 256 : m->capacity * 2;
        uint32_t *words = m->failed ? NULL : realloc(m->words, capacity * sizeof *words);
        if (words == NULL) {
            m->failed = true;
            return;
        }
        m->words = words;
        m->capacity = capacity;
    }
    m->words[m->count++] = word;
}

static void put_all(module_words *m, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(m, words[i]);
}

/* One instruction of `count` operands. */
static void op(module_words *m, uint32_t opcode, uint32_t count, ...)
{
    va_list operands;
    va_start(operands, count);
    put(m, (count + 1) << 16 | opcode);
    for (uint32_t i = 0; i < count; i++)
        put(m, va_arg(operands, uint32_t));
    va_end(operands);
}

#define OP1(m, o, a) op(m, o, 1u, (uint32_t)(a))
#define OP2(m, o, a, b) op(m, o, 2u, (uint32_t)(a), (uint32_t)(b))
#define OP3(m, o, a, b, c) op(m, o, 3u, (uint32_t)(a), (uint32_t)(b), (uint32_t)(c))
#define OP4(m, o, a, b, c, d) op(m, o, 4u, (uint32_t)(a), (uint32_t)(b), (uint32_t)(c), (uint32_t)(d))
#define OP5(m, o, a, b, c, d, e) op(m, o, 5u, (uint32_t)(a), (uint32_t)(b), (uint32_t)(c), (uint32_t)(d), (uint32_t)(e))

/* Header, capability, memory model, and the entry point "main" with `count` variables from `first` on. */
static void begin(module_words *m, uint32_t model, uint32_t main_id, uint32_t first, uint32_t count, uint32_t bound)
{
    static const uint32_t header[] = {0x07230203u, 0x00010000u, 0};
    put_all(m, header, 3);
    put(m, bound);
    put(m, 0);
    OP1(m, 17, 1);    /* OpCapability Shader */
    OP2(m, 14, 0, 1); /* OpMemoryModel Logical GLSL450 */
    put(m, (5 + count) << 16 | 15u);
    put(m, model);
    put(m, main_id);
    put(m, 0x6E69616Du); /* "main" */
    put(m, 0);
    for (uint32_t i = 0; i < count; i++)
        put(m, first + i);
}

enum { VOID = 1, SIGNATURE, FLOAT, VECTOR, IN_POINTER, OUT_POINTER, OUT_FLOAT, ONE, ENTRY, LABEL, FREE };

static void types(module_words *m)
{
    OP1(m, 19, VOID);
    OP2(m, 33, SIGNATURE, VOID);
    OP2(m, 22, FLOAT, 32);
    OP3(m, 23, VECTOR, FLOAT, 4);
    OP3(m, 32, IN_POINTER, INPUT, VECTOR);
    OP3(m, 32, OUT_POINTER, OUTPUT, VECTOR);
    OP3(m, 32, OUT_FLOAT, OUTPUT, FLOAT);
    OP3(m, 43, FLOAT, ONE, 0x3F800000u);
}

module_words module_pass(const uint32_t *locations, uint32_t count)
{
    module_words m = {0};
    uint32_t in = FREE, out = in + count + 1, position = out + count, size = position + 1, value = size + 1;
    begin(&m, 0, ENTRY, in, 2 * count + 3, value + count + 1);
    for (uint32_t i = 0; i <= count; i++)
        OP3(&m, 71, in + i, LOCATION, i);
    for (uint32_t i = 0; i < count; i++)
        OP3(&m, 71, out + i, LOCATION, locations[i]);
    OP3(&m, 71, position, BUILT_IN, POSITION);
    OP3(&m, 71, size, BUILT_IN, POINT_SIZE);
    types(&m);
    for (uint32_t i = 0; i <= count; i++)
        OP3(&m, 59, IN_POINTER, in + i, INPUT);
    for (uint32_t i = 0; i <= count; i++)
        OP3(&m, 59, OUT_POINTER, out + i, OUTPUT);
    OP3(&m, 59, OUT_FLOAT, size, OUTPUT);
    OP4(&m, 54, VOID, ENTRY, 0, SIGNATURE);
    OP1(&m, 248, LABEL);
    for (uint32_t i = 0; i <= count; i++) {
        OP3(&m, 61, VECTOR, value + i, in + i);
        OP2(&m, 62, out + i, value + i); /* `position` follows the other outputs */
    }
    OP2(&m, 62, size, ONE);
    put(&m, 1u << 16 | 253u);
    put(&m, 1u << 16 | 56u);
    return m;
}

module_words module_show(uint32_t location)
{
    module_words m = {0};
    bool shows = location != UINT32_MAX;
    uint32_t out = FREE, in = out + 1, value = in + 1;
    begin(&m, 4, ENTRY, out, shows ? 2 : 1, value + 1);
    OP2(&m, 16, ENTRY, 7); /* OriginUpperLeft */
    OP3(&m, 71, out, LOCATION, 0);
    if (shows) {
        OP3(&m, 71, in, LOCATION, location);
        OP2(&m, 71, in, 14); /* Flat */
    }
    types(&m);
    OP3(&m, 59, OUT_POINTER, out, OUTPUT);
    if (shows)
        OP3(&m, 59, IN_POINTER, in, INPUT);
    OP4(&m, 54, VOID, ENTRY, 0, SIGNATURE);
    OP1(&m, 248, LABEL);
    if (shows) {
        OP3(&m, 61, VECTOR, value, in);
        OP2(&m, 62, out, value);
    }
    put(&m, 1u << 16 | 253u);
    put(&m, 1u << 16 | 56u);
    return m;
}

module_words module_show_smooth(uint32_t location, module_difference what)
{
    module_words m = {0};
    uint32_t out = FREE, in = out + 1, value = in + 1, difference = value + 1;
    static const uint32_t header[] = {0x07230203u, 0x00010000u, 0};
    put_all(&m, header, 3);
    put(&m, difference + 1);
    put(&m, 0);
    OP1(&m, 17, 1);
    OP1(&m, 17, 51); /* OpCapability DerivativeControl */
    OP2(&m, 14, 0, 1);
    put(&m, 7u << 16 | 15u);
    put(&m, 4);
    put(&m, ENTRY);
    put(&m, 0x6E69616Du);
    put(&m, 0);
    put(&m, out);
    put(&m, in);
    OP2(&m, 16, ENTRY, 7);
    OP3(&m, 71, out, LOCATION, 0);
    OP3(&m, 71, in, LOCATION, location);
    types(&m);
    OP3(&m, 59, OUT_POINTER, out, OUTPUT);
    OP3(&m, 59, IN_POINTER, in, INPUT);
    OP4(&m, 54, VOID, ENTRY, 0, SIGNATURE);
    OP1(&m, 248, LABEL);
    OP3(&m, 61, VECTOR, value, in);
    if (what != MODULE_VALUE)
        OP3(&m, what, VECTOR, difference, value);
    OP2(&m, 62, out, what != MODULE_VALUE ? difference : value);
    put(&m, 1u << 16 | 253u);
    put(&m, 1u << 16 | 56u);
    return m;
}

/* ---- capturing ---- */

typedef struct variable {
    uint32_t id, type, length; /* of the pointee: `type` FLOAT, VECTOR or ARRAY */
    uint32_t built_in, number; /* built_in: 1, location: 2 */
} variable;

typedef struct scan {
    uint32_t entry, void_type, signature, float_type, vector, integer;
    uint32_t constant_ids[LISTED], constant_values[LISTED], constant_types[LISTED], constants;
    uint32_t arrays[LISTED][2], array_count;        /* id, id of the length */
    uint32_t pointers[LISTED][2], pointer_count;    /* of outputs: id, pointee */
    uint32_t decorated[LISTED][3], decorated_count; /* id, 1 built-in or 2 location, number */
    variable variables[MODULE_MAX_SLOTS];
    uint32_t variable_count;
    size_t entry_at, types_at, functions_at;
} scan;

static void note(uint32_t list[][3], uint32_t *count, uint32_t a, uint32_t b, uint32_t c)
{
    if (*count < LISTED) {
        list[*count][0] = a;
        list[*count][1] = b;
        list[(*count)++][2] = c;
    }
}

static void note_pair(uint32_t list[][2], uint32_t *count, uint32_t a, uint32_t b)
{
    if (*count < LISTED) {
        list[*count][0] = a;
        list[(*count)++][1] = b;
    }
}

static bool read_module(scan *s, const uint32_t *w, size_t count)
{
    for (size_t at = 5; at < count; at += w[at] >> 16) {
        const uint32_t *o = w + at + 1;
        uint32_t opcode = w[at] & 0xFFFFu;
        if (w[at] >> 16 == 0 || at + (w[at] >> 16) > count)
            return false;
        if (opcode == 54 && s->functions_at == 0)
            s->functions_at = at;
        if (opcode >= 19 && opcode <= 33 && s->types_at == 0)
            s->types_at = at;
        if (opcode == 15 && o[0] == 0) {
            s->entry = o[1];
            s->entry_at = at;
        } else if (opcode == 19) {
            s->void_type = o[0];
        } else if (opcode == 33 && w[at] >> 16 == 3 && o[1] == s->void_type) {
            s->signature = o[0];
        } else if (opcode == 22) {
            s->float_type = o[0];
        } else if (opcode == 23 && o[1] == s->float_type && o[2] == 4) {
            s->vector = o[0];
        } else if (opcode == 21 && o[1] == 32 && o[2] == 1) {
            s->integer = o[0];
        } else if (opcode == 43 && s->constants < LISTED) {
            s->constant_types[s->constants] = o[0];
            s->constant_ids[s->constants] = o[1];
            s->constant_values[s->constants++] = o[2];
        } else if (opcode == 28) {
            note_pair(s->arrays, &s->array_count, o[0], o[2]);
        } else if (opcode == 32 && o[1] == OUTPUT) {
            note_pair(s->pointers, &s->pointer_count, o[0], o[2]);
        } else if (opcode == 71 && (o[1] == BUILT_IN || o[1] == LOCATION)) {
            note(s->decorated, &s->decorated_count, o[0], o[1] == BUILT_IN ? 1 : 2, o[2]);
        } else if (opcode == 59 && o[2] == OUTPUT && s->variable_count < MODULE_MAX_SLOTS) {
            variable *v = &s->variables[s->variable_count++];
            v->id = o[1];
            for (uint32_t i = 0; i < s->pointer_count; i++)
                if (s->pointers[i][0] == o[0])
                    v->type = s->pointers[i][1];
            for (uint32_t i = 0; i < s->array_count; i++)
                for (uint32_t k = 0; s->arrays[i][0] == v->type && k < s->constants; k++)
                    if (s->constant_ids[k] == s->arrays[i][1])
                        v->length = s->constant_values[k];
            for (uint32_t i = 0; i < s->decorated_count; i++)
                if (s->decorated[i][0] == v->id) {
                    v->built_in = s->decorated[i][1];
                    v->number = s->decorated[i][2];
                }
        }
    }
    return s->entry_at != 0 && s->types_at != 0 && s->functions_at != 0 && s->signature != 0;
}

bool module_capture(const uint32_t *w, size_t count, module_words *m, module_slot *slots, uint32_t *slot_count)
{
    scan *s = calloc(1, sizeof *s);
    bool good = s != NULL && count > 5 && read_module(s, w, count);
    *slot_count = 0;
    if (!good) {
        free(s);
        return false;
    }
    uint32_t slot_total = 0, bound = w[3], new_entry = bound++, index = bound++, buffer = bound++, runtime = bound++,
             block = bound++, block_pointer = bound++, element_pointer = bound++, index_pointer = bound++,
             float_pointer = bound++;
    for (uint32_t i = 0; i < s->variable_count; i++)
        slot_total += s->variables[i].length > 0 ? s->variables[i].length : 1;
    good = slot_total <= MODULE_MAX_SLOTS;
    put_all(m, w, s->entry_at);
    uint32_t size = w[s->entry_at] >> 16;
    put(m, (size + 1) << 16 | 15u);
    put(m, 0);
    put(m, new_entry);
    put_all(m, w + s->entry_at + 3, size - 3);
    put(m, index); /* buffers are listed from 1.4 on only */
    put_all(m, w + s->entry_at + size, s->types_at - s->entry_at - size);
    OP3(m, 71, index, BUILT_IN, VERTEX_INDEX);
    OP3(m, 71, runtime, 6, 16);  /* ArrayStride */
    OP4(m, 72, block, 0, 35, 0); /* Offset */
    OP2(m, 71, block, 3);        /* BufferBlock */
    OP3(m, 71, buffer, 34, MODULE_CAPTURE_SET);
    OP3(m, 71, buffer, 33, MODULE_CAPTURE_BINDING);
    put_all(m, w + s->types_at, s->functions_at - s->types_at);
    uint32_t integer = s->integer != 0 ? s->integer : bound++;
    uint32_t vector = s->vector != 0 ? s->vector : bound++;
    if (s->integer == 0)
        OP3(m, 21, integer, 32, 1);
    if (s->vector == 0)
        OP3(m, 23, vector, s->float_type, 4);
    OP2(m, 29, runtime, vector);
    OP2(m, 30, block, runtime);
    OP3(m, 32, block_pointer, UNIFORM, block);
    OP3(m, 32, element_pointer, UNIFORM, vector);
    OP3(m, 32, index_pointer, INPUT, integer);
    OP3(m, 32, float_pointer, OUTPUT, s->float_type);
    OP3(m, 59, index_pointer, index, INPUT);
    OP3(m, 59, block_pointer, buffer, UNIFORM);
    uint32_t numbers = bound, zero = bound + slot_total, per_vertex = zero + 1, nought = zero + 2;
    bound = zero + 3;
    for (uint32_t i = 0; i < slot_total; i++)
        OP3(m, 43, integer, numbers + i, i);
    OP3(m, 43, integer, zero, 0);
    OP3(m, 43, integer, per_vertex, slot_total);
    OP3(m, 43, s->float_type, nought, 0);
    put_all(m, w + s->functions_at, count - s->functions_at);
    OP4(m, 54, s->void_type, new_entry, 0, s->signature);
    OP1(m, 248, bound++);
    OP3(m, 57, s->void_type, bound++, s->entry);
    uint32_t vertex = bound++, base = bound++;
    OP3(m, 61, integer, vertex, index);
    OP4(m, 132, integer, base, vertex, per_vertex);
    for (uint32_t i = 0; i < s->variable_count && good; i++) {
        const variable *v = &s->variables[i];
        for (uint32_t e = 0; e < (v->length > 0 ? v->length : 1); e++) {
            uint32_t place = bound++, pointer = bound++, value = bound++, from = v->id;
            slots[*slot_count] = (module_slot){v->built_in == 1, v->number, e};
            if (v->length > 0) {
                from = bound++;
                OP4(m, 65, float_pointer, from, v->id, numbers + e);
            }
            if (v->type == vector) {
                OP3(m, 61, vector, value, from);
            } else {
                uint32_t scalar = bound++;
                OP3(m, 61, s->float_type, scalar, from);
                put(m, 7u << 16 | 80u);
                put(m, vector);
                put(m, value);
                put(m, scalar);
                for (int k = 0; k < 3; k++)
                    put(m, nought);
            }
            OP4(m, 128, integer, place, base, numbers + *slot_count);
            OP5(m, 65, element_pointer, pointer, buffer, zero, place);
            OP2(m, 62, pointer, value);
            (*slot_count)++;
        }
    }
    put(m, 1u << 16 | 253u);
    put(m, 1u << 16 | 56u);
    if (!m->failed)
        m->words[3] = bound;
    free(s);
    return good && !m->failed;
}
