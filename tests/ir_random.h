/* SPDX-License-Identifier: MIT */
/* Random modules as text, and random numbers for them: NaN, infinities, zeros and denormals among them. */
#ifndef TESTS_IR_RANDOM_H
#define TESTS_IR_RANDOM_H

#include "ir/ir.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- the generator ---- */

typedef struct visible {
    uint32_t index, n;
    char type; /* f i b */
} visible;

typedef struct generator {
    uint64_t random;
    char text[60000];
    size_t size;
    visible values[400];
    uint32_t value_count, next_value;
    uint32_t item, depth, loops, budget;
    uint32_t function, functions;
    bool pixel;
} generator;

static uint32_t pick(generator *g, uint32_t below)
{
    g->random = g->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(g->random >> 33) % below;
}

static void put(generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(generator *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(g->text + g->size, sizeof g->text - g->size, format, arguments);
    va_end(arguments);
    g->size += (size_t)n;
    if (g->size > sizeof g->text - 1)
        g->size = sizeof g->text - 1;
}

static void put_swizzle(generator *g, uint32_t n, uint32_t width)
{
    put(g, ".");
    for (uint32_t i = 0; i < n; i++)
        put(g, "%c", "xyzw"[pick(g, width)]);
}

static bool put_value(generator *g, char type, uint32_t n)
{
    uint32_t start = g->value_count > 0 ? pick(g, g->value_count) : 0;
    for (uint32_t i = 0; i < g->value_count; i++) {
        const visible *v = &g->values[(start + i) % g->value_count];
        if (v->type == type) {
            put(g, "%%%u", v->index);
            put_swizzle(g, n, v->n);
            return true;
        }
    }
    return false;
}

/* "c4" or "c[a0.y+4]" */
static void put_numbered(generator *g, const char *name, bool relative, uint32_t number)
{
    if (relative)
        put(g, "%s[a0.%c+%u]", name, "xyzw"[pick(g, 4)], number);
    else
        put(g, "%s%u", name, number);
}

static void put_source(generator *g, char type, uint32_t n)
{
    uint32_t choice = pick(g, 10);
    if (choice < 3 && put_value(g, type, n))
        return;
    if (type == 'b') {
        if (choice == 9) {
            put(g, "b%u.", pick(g, 3));
            for (uint32_t i = 0; i < n; i++)
                put(g, "x");
            return;
        }
        put(g, "p0");
        put_swizzle(g, n, 4);
    } else if (type == 'i') {
        put(g, choice == 9 ? "i%u" : "a0", pick(g, 3));
        put_swizzle(g, n, 4);
    } else if (choice < 6) {
        put(g, "r%u", pick(g, 3));
        put_swizzle(g, n, 4);
    } else if (choice == 6) {
        put(g, "#%u", pick(g, 9));
        put_swizzle(g, n, 4);
    } else if (choice == 7) {
        put_numbered(g, "c", pick(g, 4) == 0, pick(g, 7));
        put_swizzle(g, n, 4);
    } else {
        put_numbered(g, "in.v", pick(g, 8) == 0, pick(g, 3));
        put_swizzle(g, n, 4);
    }
}

static char type_letter(s9_ir_type type)
{
    return type == S9_IR_TYPE_F32 ? 'f' : type == S9_IR_TYPE_I32 ? 'i' : 'b';
}

static void put_mask(generator *g, uint32_t n)
{
    uint32_t skip = 4 - n;
    put(g, ".");
    for (uint32_t k = 0; k < 4; k++) {
        if (skip > 0 && pick(g, 4 - k) < skip)
            skip--;
        else
            put(g, "%c", "xyzw"[k]);
    }
}

static void put_computation(generator *g)
{
    const s9_ir_op_info *info;
    s9_ir_op op;
    do {
        op = (s9_ir_op)pick(g, S9_IR_OP_COUNT);
        info = s9_ir_op_info_of(op);
    } while ((info->flags & (S9_IRF_CONTROL | S9_IRF_EFFECT | S9_IRF_SAMPLE)) != 0 ||
             ((info->flags & S9_IRF_GRADIENT) != 0 && !g->pixel));
    char same = "ffffib"[pick(g, 6)], result = info->result == S9_IR_TYPE_SAME ? same : type_letter(info->result);
    uint32_t n = info->shape == S9_IR_SHAPE_N ? 1 + pick(g, 4) : 1;
    bool value = pick(g, 2) == 0 && g->value_count < 400, predicate = !value && pick(g, 4) == 0;
    if (value)
        put(g, "  %%%u:%c%u = ", g->next_value, result, n);
    else if (result == 'f' && pick(g, 3) == 0 && !g->pixel && pick(g, 3) == 0)
        put(g, "  out.o[a0.%c+%u]", "xyzw"[pick(g, 4)], pick(g, 3));
    else if (result == 'f' && pick(g, 3) == 0)
        put(g, "  out.%s%u", g->pixel ? "oC" : "o", pick(g, 3));
    else
        put(g, result == 'f' ? "  r%u" : result == 'i' ? "  a0" : "  p0", pick(g, 3));
    if (!value) {
        put_mask(g, n);
        put(g, " = ");
    }
    put(g, "%s ", info->text);
    for (uint32_t j = 0; j < info->sources; j++) {
        put(g, j > 0 ? ", " : "");
        put_source(g, info->types[j] == S9_IR_TYPE_SAME ? same : type_letter(info->types[j]),
                   s9_ir_source_components(op, n, j));
    }
    if (predicate) {
        put(g, pick(g, 2) == 0 ? " if p0" : " if !p0");
        put_swizzle(g, n, 4);
    }
    put(g, " @%u\n", g->item++);
    if (value)
        g->values[g->value_count++] = (visible){g->next_value++, n, result};
}

static void put_block(generator *g);

static void put_statement(generator *g)
{
    uint32_t choice = pick(g, 24), visible_before = g->value_count;
    if (choice < 3 && g->depth < 5) {
        put(g, "  if ");
        put_source(g, 'b', 1);
        put(g, " @%u\n", g->item++);
        g->depth++;
        put_block(g);
        g->value_count = visible_before;
        if (pick(g, 2) == 0) {
            put(g, "  else @%u\n", g->item++);
            put_block(g);
            g->value_count = visible_before;
        }
        g->depth--;
        put(g, "  endif @%u\n", g->item++);
    } else if (choice == 3 && g->depth < 4 && g->loops < 3) {
        put(g, "  loop i%u.%c @%u\n", pick(g, 3), "xyzw"[pick(g, 4)], g -> item++);
        g->depth++;
        g->loops++;
        put_block(g);
        g->value_count = visible_before;
        g->loops--;
        g->depth--;
        put(g, "  endloop @%u\n", g->item++);
    } else if (choice == 4 && g->loops > 0) {
        put(g, "  break_if ");
        put_source(g, 'b', 1);
        put(g, " @%u\n", g->item++);
    } else if (choice == 5 && g->loops > 0 && g->depth > 1 && pick(g, 3) == 0) {
        put(g, "  break @%u\n", g->item++);
    } else if (choice == 6 && g->function + 1 < g->functions) {
        put(g, "  call %u @%u\n", g->function + 1 + pick(g, g->functions - g->function - 1), g->item++);
    } else if (choice == 7 && g->depth > 0 && pick(g, 4) == 0) {
        put(g, "  ret @%u\n", g->item++);
    } else if (choice == 8 && g->pixel) {
        put(g, "  discard ");
        put_source(g, 'b', 1);
        put(g, " @%u\n", g->item++);
    } else {
        put_computation(g);
    }
}

static void put_block(generator *g)
{
    for (uint32_t n = 1 + pick(g, 8); n > 0 && g->budget > 0; n--) {
        g->budget--;
        put_statement(g);
    }
}

static void generate(generator *g, uint64_t seed)
{
    memset(g, 0, sizeof *g);
    g->random = seed * 0x9E3779B97F4A7C15u + 1;
    g->pixel = pick(g, 2) == 0;
    g->functions = 1 + pick(g, 3);
    put(g, "ir %s\ninput v0 texcoord 0 .xyzw\ninput v1 texcoord 1 .xyzw\ninput v2 texcoord 2 .xyzw\n",
        g->pixel ? "ps_3_0" : "vs_3_0");
    for (uint32_t i = 0; i < 3; i++)
        put(g, g->pixel ? "output oC%u .xyzw\n" : "output o%u texcoord %u .xyzw\n", i, i);
    put(g, "definition c2 0.5 -3 2 7\ndefinition i2 2 -1 0 3\ndefinition b1 1\n");
    put(g, "register r0 f32\nregister r1 f32\nregister r2 f32\nregister a0 i32\nregister p0 bool\n");
    put(g, "immediates 0 1 -1 0.5 0x7f800000 0x7fc00000 0x80000000 3.25 1e-40 0xffa00001 2 100\n");
    for (g->function = 0; g->function < g->functions; g->function++) {
        put(g, g->function == 0 ? "function program\n" : "function l%u\n", g->function);
        g->value_count = 0;
        g->budget = 60;
        for (uint32_t n = 4 + pick(g, 25); n > 0 && g->budget > 0; n--) {
            g->budget--;
            put_statement(g);
        }
    }
}

/* ---- numbers ---- */

static uint32_t random_word(generator *g, bool nan)
{
    static const uint32_t special[] = {0,          0x80000000, 1,          0x80000001, 0x3F800000, 0xBF800000,
                                       0x7F800000, 0xFF800000, 0x7F7FFFFF, 0x00800000, 0x3F000000, 0x40000000};
    uint32_t choice = pick(g, 16);
    if (choice == 0 && nan)
        return 0x7F800001u + pick(g, 0x7FFFFE) + (pick(g, 2) << 31);
    if (choice < 4)
        return special[pick(g, S9_COUNT(special))];
    if (choice < 6) {
        uint32_t word = pick(g, 1u << 31) << 1 | pick(g, 2);
        return (word & 0x7FFFFFFFu) > 0x7F800000u ? 0x40490FDBu : word;
    }
    return s9_float_bits((float)pick(g, 4001) / 256.0f - 4.0f);
}

#endif
