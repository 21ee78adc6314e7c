/* SPDX-License-Identifier: MIT */
/* A preshader as compilers list it. */
#include "reflect/preshader.h"

#include <stdio.h>

/* Nine digits, whatever the locale puts between them, and exponents of two digits where two are enough. */
static void put_number(s9_buffer *out, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    for (char *at = text; *at != '\0'; at++) {
        bool exponent = *at == 'e' && (at[1] == '+' || at[1] == '-');
        bool usual = (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z') || *at == '-' || *at == '+';
        s9_buffer_char(out, usual ? *at : '.');
        if (exponent) {
            s9_buffer_char(out, *++at);
            if (at[1] == '0' && at[2] != '\0' && at[3] != '\0')
                at++;
        }
    }
}

/* The letters go round: fxc prints as many as the operation has components, though `dot` writes one only. */
static void put_components(s9_buffer *out, uint32_t first, uint32_t count)
{
    if (first == 0 && count == 4)
        return;
    s9_buffer_char(out, '.');
    for (uint32_t i = 0; i < count; i++)
        s9_buffer_char(out, "xyzw"[(first + i) % 4]);
}

/* The register in which a component lies; boolean ones have a single component. */
static void put_place(s9_buffer *out, uint32_t table, uint32_t offset)
{
    static const char *const names[] = {
        [S9_PRE_LITERAL] = "literal", [S9_PRE_INPUT] = "c", [S9_PRE_VERTEX] = "v", [S9_PRE_FLOAT] = "c",
        [S9_PRE_BOOL] = "b",          [S9_PRE_INT] = "i",   [S9_PRE_TEMP] = "r"};
    if (table != 0 && table < S9_COUNT(names))
        s9_buffer_text(out, names[table]);
    else
        s9_buffer_format(out, "table%u_", (unsigned)table);
    s9_buffer_format(out, "%u", (unsigned)(table == S9_PRE_BOOL ? offset : offset / 4));
}

/* A register with its index and components. */
static void put_target(s9_buffer *out, const s9_pre_operand *o, uint32_t count)
{
    put_place(out, o->table, o->offset);
    if (o->indexed) {
        s9_buffer_char(out, '[');
        put_place(out, o->index_table, o->index_offset);
        if (o->index_table != S9_PRE_BOOL)
            put_components(out, o->index_offset % 4, 1);
        s9_buffer_char(out, ']');
    }
    if (o->table != S9_PRE_BOOL)
        put_components(out, o->offset % 4, count);
}

/* An input of which `read` components are read. A literal has as many numbers as the operation has components. */
static void put_input(s9_buffer *out, const s9_preshader *p, const s9_pre_operand *o, uint32_t read, uint32_t shown)
{
    if (o->table != S9_PRE_LITERAL || o->indexed) {
        put_target(out, o, read);
        return;
    }
    s9_buffer_char(out, '(');
    for (uint32_t i = 0; i < shown; i++) {
        s9_buffer_text(out, i == 0 ? "" : ", ");
        put_number(out, s9_pre_literal(p, o->offset + (i < read ? i : 0))); /* a scalar is repeated */
    }
    s9_buffer_char(out, ')');
}

static void put_instruction(s9_buffer *out, const s9_preshader *p, const s9_pre_instruction *i)
{
    uint32_t inputs;
    const char *name = s9_pre_operation(i->code, &inputs);
    const s9_pre_operand *operands = &p->operands.items[i->operand];
    s9_buffer_text(out, "    ");
    if (name != NULL)
        s9_buffer_text(out, name);
    else
        s9_buffer_format(out, "op_%03x", (unsigned)i->code);
    s9_buffer_char(out, ' ');
    put_target(out, &operands[i->input_count], i->components);
    for (uint32_t k = 0; k < i->input_count; k++) {
        uint32_t width = s9_pre_width(i, k);
        s9_buffer_text(out, ", ");
        put_input(out, p, &operands[k], width, i->code == S9_PRE_DOTSWIZ ? width : i->components);
    }
    s9_buffer_char(out, '\n');
}

s9_result s9_preshader_text(const s9_preshader *preshader, const s9_allocator *allocator, s9_blob *out)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (preshader == NULL)
        return S9_ERROR_ARGUMENT;
    s9_buffer text;
    uint32_t count = preshader->instructions.count;
    s9_buffer_init(&text, allocator);
    s9_buffer_text(&text, "    preshader\n");
    for (uint32_t i = 0; i < count && !text.failed; i++)
        put_instruction(&text, preshader, &preshader->instructions.items[i]);
    s9_buffer_format(&text, "\n// approximately %u instruction%s used\n", (unsigned)count, count == 1 ? "" : "s");
    return s9_buffer_to_blob(&text, out);
}
