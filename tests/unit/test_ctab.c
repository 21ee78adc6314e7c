/* SPDX-License-Identifier: MIT */
/* Constant tables made by hand: every kind of entry, every kind of lie, damage, and too little memory. */
#include "files.h"
#include "memory.h"
#include "reflect/ctab.h"
#include "table_writer.h"
#include "tables.h"

#include <shader9/shader9.h>

static const uint32_t vs_3_0 = 0xFFFE0300, ps_2_0 = 0xFFFF0200;

/* One writer for all tests: it is large. */
static table_writer w;

/* A table, what it was read from, and what was said about it. */
typedef struct reading {
    s9_program *program;
    s9_reflection *reflection;
    const s9_constant_table *table;
    s9_diagnostics *diagnostics;
    size_t next; /* diagnostic not asked for yet */
} reading;

static void put_word(s9_buffer *out, uint32_t word)
{
    s9_buffer_u32(out, word);
}

static void put_block(s9_buffer *out, const char *fourcc, const uint8_t *bytes, uint32_t size)
{
    put_word(out, 0xFFFEu | (1 + size / 4) << 16);
    s9_buffer_append(out, fourcc, 4);
    s9_buffer_append(out, bytes, size / 4 * 4);
}

static reading read_stream(const s9_buffer *stream)
{
    reading r = {NULL, NULL, NULL, NULL, 0};
    assert_int_equal(s9_diagnostics_create(NULL, &r.diagnostics), S9_OK);
    assert_int_equal(s9_decode(stream->data, stream->size, NULL, NULL, &r.program, NULL), S9_OK);
    assert_int_equal(s9_reflect_with(r.program, NULL, &r.reflection, r.diagnostics), S9_OK);
    r.table = s9_reflection_constant_table(r.reflection);
    assert_ptr_equal(tables_walk(r.table, stream->size), NULL);
    return r;
}

/* A shader of nothing but the table just written. */
static reading read_table(uint32_t version)
{
    s9_buffer stream;
    s9_buffer_init(&stream, NULL);
    put_word(&stream, version);
    put_block(&stream, "CTAB", w.bytes, w.size);
    put_word(&stream, 0xFFFF);
    reading r = read_stream(&stream);
    s9_buffer_free(&stream);
    return r;
}

static void reading_free(reading *r)
{
    s9_reflection_destroy(r->reflection);
    s9_program_destroy(r->program);
    s9_diagnostics_destroy(r->diagnostics);
}

/* Nothing more was said. */
static void done(reading *r)
{
    const s9_diagnostic *d = s9_diagnostics_get(r->diagnostics, r->next);
    if (d != NULL)
        fail_msg("unexpected: %s", d->message);
    reading_free(r);
}

/* The next thing that was said holds these words; `offset` is where the fault lies in the table. */
static void said(reading *r, uint32_t offset, const char *words)
{
    const s9_diagnostic *d = s9_diagnostics_get(r->diagnostics, r->next++);
    if (d == NULL || strstr(d->message, words) == NULL)
        fail_msg("'%s' was expected, not '%s'", words, d == NULL ? "nothing" : d->message);
    assert_int_equal(d->severity, S9_WARNING);
    assert_int_equal(d->at.offset, 12 + offset);
    assert_int_equal(d->at.token, (12 + offset) / 4);
}

static void has_path(const reading *r, s9_register_set set, uint32_t number, const char *expected)
{
    char path[200];
    size_t length = s9_constant_table_path(r->table, set, number, path, sizeof path);
    assert_string_equal(path, expected);
    assert_int_equal(length, strlen(expected));
}

static uint32_t float_type(void)
{
    return writer_type(&w, VECTOR, T_FLOAT, 1, 4, 1, 0, 0);
}

/* ---- what a table holds ---- */

static void all_of_it_is_read(void **state)
{
    (void)state;
    static const float values[] = {1, 2, 3, 4, -0.5f, 0, 0, 8};
    writer_begin(&w, vs_3_0);
    writer_u32(w.bytes + 4, writer_string(&w, "Compiler 1.2"));
    writer_u32(w.bytes + 20, 0x2000A101);
    writer_u32(w.bytes + 24, writer_string(&w, "vs_3_0"));
    uint32_t value = writer_floats(&w, values, 8);
    writer_constant(&w, "pair", FLOATS, 7, 2, writer_type(&w, VECTOR, T_FLOAT, 1, 3, 2, 0, 0), value);
    writer_constant(&w, "map", SAMPLERS, 2, 1, writer_type(&w, OBJECT, T_SAMPLER2D, 1, 1, 1, 0, 0), 0);
    writer_end(&w);
    reading r = read_table(vs_3_0);
    assert_string_equal(s9_constant_table_creator(r.table), "Compiler 1.2");
    assert_string_equal(s9_constant_table_target(r.table), "vs_3_0");
    assert_int_equal(s9_constant_table_flags(r.table), 0x2000A101);
    assert_int_equal(s9_reflection_constant_count(r.reflection), 2);
    const s9_constant *c = s9_reflection_constant(r.reflection, 0);
    assert_string_equal(c->name, "pair");
    assert_int_equal(c->set, S9_SET_FLOAT);
    assert_int_equal(c->first, 7);
    assert_int_equal(c->count, 2);
    assert_int_equal(c->reserved, 30);
    assert_int_equal(c->type->class_number, S9_CLASS_VECTOR);
    assert_int_equal(c->type->type_number, T_FLOAT);
    assert_int_equal(c->type->rows, 1);
    assert_int_equal(c->type->columns, 3);
    assert_int_equal(c->type->elements, 2);
    assert_int_equal(c->type->member_count, 0);
    assert_null(c->type->members);
    float f[4];
    assert_true(s9_constant_default_float(c, 1, f));
    assert_memory_equal(f, values + 4, sizeof f);
    assert_false(s9_constant_default_float(c, 2, f));
    c = s9_constant_table_constant(r.table, 1);
    assert_string_equal(c->name, "map");
    assert_int_equal(c->set, S9_SET_SAMPLER);
    assert_null(c->default_bytes);
    assert_ptr_equal(s9_constant_table_find(r.table, S9_SET_SAMPLER, 2), c);
    assert_null(s9_constant_table_find(r.table, S9_SET_SAMPLER, 1));
    assert_null(s9_constant_table_find(r.table, S9_SET_SAMPLER, 3));
    assert_null(s9_constant_table_find(r.table, S9_SET_BOOL, 2));
    assert_null(s9_constant_table_find(r.table, (s9_register_set)17, 2));
    assert_null(s9_constant_table_constant(r.table, 2));
    done(&r);
}

static void a_shader_needs_no_table(void **state)
{
    (void)state;
    s9_buffer stream;
    s9_buffer_init(&stream, NULL);
    put_word(&stream, ps_2_0);
    put_block(&stream, "DBUG", (const uint8_t *)"CTABCTAB", 8);
    put_word(&stream, 0x0000FFFE); /* a comment of no words */
    put_word(&stream, 0xFFFF);
    reading r = read_stream(&stream);
    s9_buffer_free(&stream);
    assert_null(r.table);
    assert_int_equal(s9_reflection_constant_count(r.reflection), 0);
    assert_null(s9_reflection_constant(r.reflection, 0));
    assert_null(s9_constant_table_creator(NULL));
    assert_null(s9_constant_table_target(NULL));
    assert_int_equal(s9_constant_table_flags(NULL), 0);
    char path[4] = "xyz";
    assert_int_equal(s9_constant_table_path(NULL, S9_SET_FLOAT, 0, path, sizeof path), 0);
    assert_string_equal(path, "");
    done(&r);
}

static void an_empty_table_is_one(void **state)
{
    (void)state;
    writer_begin(&w, ps_2_0);
    reading r = read_table(ps_2_0);
    assert_non_null(r.table);
    assert_null(s9_constant_table_creator(r.table));
    assert_null(s9_constant_table_target(r.table));
    assert_int_equal(s9_constant_table_count(r.table), 0);
    done(&r);
}

/* Text has tables, too: in comment blocks that the disassembler printed. */
static void tables_survive_as_text(void **state)
{
    (void)state;
    writer_begin(&w, ps_2_0);
    writer_constant(&w, "tint", FLOATS, 3, 1, float_type(), 0);
    writer_constant(&w, "lost", FLOATS, 4, 1, 9999, 0);
    writer_end(&w);
    reading first = read_table(ps_2_0);
    s9_blob text = {0};
    assert_int_equal(s9_disassemble(first.program, NULL, NULL, &text), S9_OK);
    s9_program *program = NULL;
    s9_reflection *reflection = NULL;
    s9_diagnostics *diagnostics = NULL;
    assert_int_equal(s9_assemble(text.data, text.size, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    assert_int_equal(s9_reflect_with(program, NULL, &reflection, diagnostics), S9_OK);
    s9_program_destroy(program); /* the table does not need it any more */
    assert_string_equal(s9_reflection_constant(reflection, 0)->name, "tint");
    assert_int_equal(s9_diagnostics_count(diagnostics), 1);
    assert_int_equal(s9_diagnostics_get(diagnostics, 0)->at.offset, S9_NO_POSITION);
    assert_true(s9_diagnostics_get(diagnostics, 0)->at.line > 0);
    s9_reflection_destroy(reflection);
    s9_diagnostics_destroy(diagnostics);
    s9_blob_free(&text);
    reading_free(&first);
}

static void initial_values_are_those_of_the_register_set(void **state)
{
    (void)state;
    static const uint32_t ints[] = {1, 0xFFFFFFFE, 3, 0x80000000}, bools[] = {0, 1, 0xFFFFFFFF, 0, 0, 7};
    static const float floats[] = {0.25f, 1e30f, -1, 0};
    writer_begin(&w, vs_3_0);
    uint32_t i_value = writer_words(&w, ints, 4), b_value = writer_words(&w, bools, 6);
    uint32_t f_value = writer_floats(&w, floats, 4);
    writer_constant(&w, "b", BOOLS, 4, 6, writer_type(&w, VECTOR, T_BOOL, 1, 3, 2, 0, 0), b_value);
    writer_constant(&w, "f", FLOATS, 0, 1, writer_type(&w, SCALAR, T_INT, 1, 1, 1, 0, 0), f_value);
    writer_constant(&w, "i", INTS, 2, 1, writer_type(&w, SCALAR, T_INT, 1, 1, 1, 0, 0), i_value);
    writer_end(&w);
    reading r = read_table(vs_3_0);
    const s9_constant *b = s9_constant_table_constant(r.table, 0), *f = s9_constant_table_constant(r.table, 1),
                      *i = s9_constant_table_constant(r.table, 2);
    for (uint32_t k = 0; k < 6; k++) {
        bool value;
        assert_true(s9_constant_default_bool(b, k, &value));
        assert_int_equal(value, bools[k] != 0);
    }
    float values[4];
    int32_t numbers[4];
    bool truth = true;
    assert_true(s9_constant_default_float(f, 0, values)); /* an integer of the source, but a float register */
    assert_memory_equal(values, floats, sizeof values);
    assert_true(s9_constant_default_int(i, 0, numbers));
    assert_memory_equal(numbers, ints, sizeof numbers);
    assert_false(s9_constant_default_int(f, 0, numbers));
    assert_false(s9_constant_default_float(i, 0, values));
    assert_false(s9_constant_default_bool(i, 0, &truth));
    assert_false(truth);
    assert_false(s9_constant_default_bool(NULL, 0, &truth));
    done(&r);
}

/* struct { float w; float4x4 m[2]; bool on; } t[2] inside struct { sampler2D s; struct t; float3 v } u[3] and so on. */
static void registers_have_paths(void **state)
{
    (void)state;
    writer_begin(&w, vs_3_0);
    uint32_t f1 = writer_type(&w, SCALAR, T_FLOAT, 1, 1, 1, 0, 0), f3 = writer_type(&w, VECTOR, T_FLOAT, 1, 3, 1, 0, 0);
    uint32_t m3x4 = writer_type(&w, COLUMNS, T_FLOAT, 3, 4, 2, 0, 0);
    uint32_t rows = writer_type(&w, ROWS, T_FLOAT, 3, 4, 1, 0, 0);
    uint32_t b1 = writer_type(&w, SCALAR, T_BOOL, 1, 1, 1, 0, 0);
    uint32_t sampler = writer_type(&w, OBJECT, T_SAMPLER2D, 1, 1, 2, 0, 0);
    uint32_t inner = writer_members(&w, 3), outer = writer_members(&w, 3);
    writer_member(&w, inner, 0, writer_string(&w, "w"), f1);
    writer_member(&w, inner, 1, writer_string(&w, "m"), m3x4);
    writer_member(&w, inner, 2, writer_string(&w, "on"), b1);
    uint32_t t = writer_type(&w, STRUCT, T_VOID, 1, 14, 2, 3, inner);
    writer_member(&w, outer, 0, writer_string(&w, "s"), sampler);
    writer_member(&w, outer, 1, writer_string(&w, "t"), t);
    writer_member(&w, outer, 2, writer_string(&w, "v"), f3);
    uint32_t u = writer_type(&w, STRUCT, T_VOID, 1, 31, 3, 3, outer);
    writer_constant(&w, "u", BOOLS, 0, 54 * 3, u, 0);
    writer_constant(&w, "u", FLOATS, 16, 21 * 3, u, 0);
    writer_constant(&w, "u", SAMPLERS, 1, 6, u, 0);
    writer_constant(&w, "world", FLOATS, 100, 3, rows, 0);
    writer_constant(&w, "n", INTS, 0, 2, writer_type(&w, VECTOR, T_INT, 1, 2, 1, 0, 0), 0);
    writer_constant(&w, "a\n\x1B\xC3", FLOATS, 200, 1, f1, 0);
    writer_end(&w);
    reading r = read_table(vs_3_0);
    said(&r, w.size - 6 * 20 + 6, "reaches beyond the registers");
    said(&r, w.size - 4 * 20 + 6, "reaches beyond the registers");
    has_path(&r, S9_SET_FLOAT, 16, "u[0].t[0].w");
    has_path(&r, S9_SET_FLOAT, 17, "u[0].t[0].m[0][0]");
    has_path(&r, S9_SET_FLOAT, 20, "u[0].t[0].m[0][3]");
    has_path(&r, S9_SET_FLOAT, 21, "u[0].t[0].m[1][0]");
    has_path(&r, S9_SET_FLOAT, 25, "u[0].t[0].on");
    has_path(&r, S9_SET_FLOAT, 26, "u[0].t[1].w");
    has_path(&r, S9_SET_FLOAT, 36, "u[0].v");
    has_path(&r, S9_SET_FLOAT, 16 + 42 + 10 + 5, "u[2].t[1].m[1][0]");
    has_path(&r, S9_SET_FLOAT, 16 + 62, "u[2].v");
    has_path(&r, S9_SET_FLOAT, 16 + 63, "");
    has_path(&r, S9_SET_FLOAT, 15, "");
    has_path(&r, S9_SET_FLOAT, 101, "world[1]");
    has_path(&r, S9_SET_FLOAT, 200, "a???");
    has_path(&r, S9_SET_SAMPLER, 1, "u[0].s[0]");
    has_path(&r, S9_SET_SAMPLER, 6, "u[2].s[1]");
    has_path(&r, S9_SET_SAMPLER, 7, "");
    /* of boolean registers each component takes one: 1 + 2 * 12 + 1 of t, 2 of them, 3 of v */
    has_path(&r, S9_SET_BOOL, 0, "u[0].t[0].w");
    has_path(&r, S9_SET_BOOL, 1, "u[0].t[0].m[0][0].x");
    has_path(&r, S9_SET_BOOL, 1 + 12 + 5, "u[0].t[0].m[1][1].z"); /* a column of three */
    has_path(&r, S9_SET_BOOL, 25, "u[0].t[0].on");
    has_path(&r, S9_SET_BOOL, 53, "u[0].v.y");
    has_path(&r, S9_SET_INT, 0, "n");
    has_path(&r, S9_SET_INT, 1, "n+1"); /* compilers count components */
    char path[8];
    assert_int_equal(s9_constant_table_path(r.table, S9_SET_FLOAT, 17, path, sizeof path), 7);
    assert_string_equal(path, "u[0].t[");
    assert_int_equal(s9_constant_table_path(r.table, S9_SET_FLOAT, 17, path, 0), 0);
    assert_int_equal(s9_constant_table_path(r.table, S9_SET_FLOAT, 17, NULL, 8), 0);
    const s9_constant_type *type = s9_constant_table_constant(r.table, 1)->type;
    assert_int_equal(type->stride[S9_SET_FLOAT], 21);
    assert_int_equal(type->stride[S9_SET_BOOL], 55);
    assert_int_equal(type->stride[S9_SET_SAMPLER], 2);
    assert_int_equal(type->member_count, 3);
    assert_string_equal(type->members[1].type->members[1].name, "m");
    assert_int_equal(type->members[1].offset[S9_SET_SAMPLER], 2);
    assert_int_equal(type->members[2].offset[S9_SET_FLOAT], 20);
    done(&r);
}

static void numbers_have_names(void **state)
{
    (void)state;
    assert_string_equal(s9_constant_class_name(3), "matrix_columns");
    assert_string_equal(s9_constant_class_name(5), "struct");
    assert_null(s9_constant_class_name(6));
    assert_string_equal(s9_constant_type_name(0), "void");
    assert_string_equal(s9_constant_type_name(14), "samplerCUBE");
    assert_string_equal(s9_constant_type_name(19), "unsupported");
    assert_null(s9_constant_type_name(20));
    assert_string_equal(s9_constant_set_name(S9_SET_FLOAT), "float4");
    assert_string_equal(s9_constant_set_name(S9_SET_INT), "int4");
    assert_string_equal(s9_constant_set_name(S9_SET_BOOL), "bool");
    assert_string_equal(s9_constant_set_name(S9_SET_SAMPLER), "sampler");
    assert_string_equal(s9_constant_set_name((s9_register_set)4), "");

    assert_null(s9_compile_flag_name(0, 0));
    assert_string_equal(s9_compile_flag_name(0x8101, 0), "DEBUG");
    assert_string_equal(s9_compile_flag_name(0x8101, 1), "NO_PRESHADER");
    assert_string_equal(s9_compile_flag_name(0x8101, 2), "OPTIMIZATION_LEVEL3");
    assert_null(s9_compile_flag_name(0x8101, 3));
    assert_string_equal(s9_compile_flag_name(0xC000, 0), "OPTIMIZATION_LEVEL2");
    assert_null(s9_compile_flag_name(0xC000, 1));
    assert_string_equal(s9_compile_flag_name(0x4000, 0), "OPTIMIZATION_LEVEL0");
    assert_string_equal(s9_compile_flag_name(0x10000, 0), "USE_LEGACY_D3DX9_31_DLL");
    assert_int_equal(s9_compile_flags_unknown(0xFFFFFFFF), 0xFFFE0800);
    assert_int_equal(s9_compile_flags_unknown(0x2001F7FF), 0x20000000);
}

/* Other compilers: numbers that nobody knows, a word without meaning, names that are not sorted, members in no
 * structure. */
static void unknown_numbers_are_kept(void **state)
{
    (void)state;
    writer_begin(&w, ps_2_0);
    uint32_t members = writer_members(&w, 2);
    uint32_t f4 = float_type();
    writer_member(&w, members, 0, writer_string(&w, "a"), f4);
    writer_member(&w, members, 1, writer_string(&w, "b"), f4);
    writer_constant(&w, "z", FLOATS, 0, 2, writer_type(&w, 9, 77, 1, 8, 1, 2, members), 0);
    writer_constant(&w, "y", FLOATS, 2, 3, writer_type(&w, 9, 0, 3, 4, 0, 0, 12345678), 0);
    writer_constant(&w, "x", FLOATS, 5, 1, writer_type(&w, VECTOR, 20, 1, 4, 0, 55, 12345678), 0);
    writer_constant(&w, "s", SAMPLERS, 0, 1, writer_type(&w, 6, 99, 0, 0, 1, 0, 0), 0);
    uint32_t at = writer_end(&w);
    writer_u16(w.bytes + at + 10, 0);
    writer_u16(w.bytes + at + 20 + 10, 0xFFFF);
    reading r = read_table(ps_2_0);
    assert_int_equal(s9_constant_table_count(r.table), 4);
    const s9_constant *z = s9_constant_table_constant(r.table, 0), *x = s9_constant_table_constant(r.table, 2);
    assert_int_equal(z->type->class_number, 9);
    assert_int_equal(z->type->type_number, 77);
    assert_int_equal(z->reserved, 0);
    assert_int_equal(s9_constant_table_constant(r.table, 1)->reserved, 0xFFFF);
    assert_int_equal(x->type->type_number, 20);
    assert_int_equal(x->type->member_count, 0);
    has_path(&r, S9_SET_FLOAT, 1, "z.b");
    has_path(&r, S9_SET_FLOAT, 4, "y[2]");
    has_path(&r, S9_SET_FLOAT, 5, "x");
    has_path(&r, S9_SET_SAMPLER, 0, "s");
    done(&r);
}

/* Fewer registers than the type has: those at the end are not used. */
static void unused_registers_are_dropped(void **state)
{
    (void)state;
    writer_begin(&w, vs_3_0);
    writer_constant(&w, "world", FLOATS, 4, 3, writer_type(&w, COLUMNS, T_FLOAT, 4, 4, 1, 0, 0), 0);
    writer_constant(&w, "none", FLOATS, 7, 0, float_type(), 0);
    writer_constant(&w, "kernel", FLOATS, 7, 9, writer_type(&w, VECTOR, T_FLOAT, 1, 2, 12, 0, 0), 0);
    writer_end(&w);
    reading r = read_table(vs_3_0);
    has_path(&r, S9_SET_FLOAT, 6, "world[2]");
    has_path(&r, S9_SET_FLOAT, 7, "kernel[0]");
    has_path(&r, S9_SET_FLOAT, 15, "kernel[8]");
    has_path(&r, S9_SET_FLOAT, 16, "");
    done(&r);
}

/* ---- lies ---- */

static void headers_lie(void **state)
{
    (void)state;
    writer_begin(&w, ps_2_0);
    w.size = 24;
    reading r = read_table(ps_2_0);
    assert_null(r.table);
    said(&r, 0, "has 28 bytes, here are 24");
    done(&r);

    writer_begin(&w, vs_3_0);
    writer_constant(&w, "c", FLOATS, 0, 1, float_type(), 0);
    writer_end(&w);
    writer_u32(w.bytes, 24);
    writer_u32(w.bytes + 4, w.size);
    writer_u32(w.bytes + 24, 0xFFFFFFFF);
    r = read_table(ps_2_0);
    said(&r, 0, "size as 24 bytes, not 28");
    said(&r, 8, "version 0xfffe0300, the code of 0xffff0200");
    said(&r, 4, "name of the compiler");
    said(&r, 24, "name of the target");
    assert_null(s9_constant_table_creator(r.table));
    assert_null(s9_constant_table_target(r.table));
    assert_int_equal(s9_constant_table_count(r.table), 1);
    done(&r);

    /* more constants than there is room for: those that fit */
    writer_u32(w.bytes, 28);
    writer_u32(w.bytes + 4, 0);
    writer_u32(w.bytes + 24, 0);
    writer_u32(w.bytes + 12, 0xFFFFFFFF);
    r = read_table(vs_3_0);
    said(&r, 12, "counts 4294967295 constants");
    assert_int_equal(s9_constant_table_count(r.table), 1);
    done(&r);
    writer_u32(w.bytes + 16, 0xFFFFFFF0);
    r = read_table(vs_3_0);
    said(&r, 12, "0 of them lie inside");
    assert_int_equal(s9_constant_table_count(r.table), 0);
    done(&r);
}

static void the_first_table_counts(void **state)
{
    (void)state;
    s9_buffer stream;
    s9_buffer_init(&stream, NULL);
    put_word(&stream, ps_2_0);
    for (uint32_t i = 0; i < 3; i++) {
        writer_begin(&w, ps_2_0);
        writer_constant(&w, i == 0 ? "first" : "other", FLOATS, 0, 1, float_type(), 0);
        writer_end(&w);
        put_block(&stream, "CTAB", w.bytes, w.size);
    }
    put_word(&stream, 0xFFFF);
    reading r = read_stream(&stream);
    s9_buffer_free(&stream);
    assert_string_equal(s9_constant_table_constant(r.table, 0)->name, "first");
    said(&r, 8 + w.size - 8, "only the first one counts");
    said(&r, 2 * (8 + w.size) - 8, "only the first one counts");
    done(&r);
}

/* A table of one honest constant and one that is changed by the test, at w.bytes + the offset returned. */
static uint32_t begin_lie(void)
{
    writer_begin(&w, ps_2_0);
    uint32_t type = float_type();
    writer_constant(&w, "honest", FLOATS, 5, 1, type, 0);
    writer_constant(&w, "liar", FLOATS, 6, 1, type, 0);
    return writer_end(&w) + 20;
}

static void end_lie(uint32_t offset, const char *words, size_t left)
{
    reading r = read_table(ps_2_0);
    said(&r, offset, words);
    assert_int_equal(s9_constant_table_count(r.table), left);
    has_path(&r, S9_SET_FLOAT, 5, "honest");
    done(&r);
}

static void constants_lie(void **state)
{
    (void)state;
    uint32_t at = begin_lie();
    writer_u32(w.bytes + at, w.size);
    end_lie(at, "name does not end inside", 1);
    at = begin_lie();
    writer_u32(w.bytes + at, 0xFFFFFFFF);
    end_lie(at, "name does not end inside", 1);
    at = begin_lie();
    memset(w.bytes + writer_take(&w, 8), 'x', 8);
    writer_u32(w.bytes + at, w.size - 8);
    end_lie(at, "name does not end inside", 1);
    at = begin_lie();
    writer_u16(w.bytes + at + 4, 4);
    end_lie(at + 4, "'liar' is left out: there is no register set 4", 1);
    at = begin_lie();
    writer_u32(w.bytes + at + 12, w.size - 15);
    end_lie(at + 12, "'liar' is left out: its type does not lie inside", 1);
    at = begin_lie();
    writer_u32(w.bytes + at + 12, 0x80000000);
    end_lie(at + 12, "its type does not lie inside", 1);
    /* these are kept */
    at = begin_lie();
    writer_u16(w.bytes + at + 6, 32);
    end_lie(at + 6, "'liar' reaches beyond the registers of the version: 1 from 32 on", 2);
    at = begin_lie();
    writer_u16(w.bytes + at + 8, 2);
    end_lie(at + 8, "'liar' has 2 registers, more than the 1 of its type", 2);
    at = begin_lie();
    writer_u32(w.bytes + at + 16, w.size - 15);
    end_lie(at + 16, "initial value of constant 'liar' does not lie inside", 2);
    at = begin_lie();
    writer_u32(w.bytes + at + 16, w.size - 16); /* itself, but inside */
    reading r = read_table(ps_2_0);
    assert_non_null(s9_constant_table_constant(r.table, 1)->default_bytes);
    done(&r);
    at = begin_lie();
    writer_u32(w.bytes + at + 12, writer_type(&w, OBJECT, T_SAMPLER2D, 1, 1, 1, 0, 0));
    writer_u16(w.bytes + at + 4, SAMPLERS);
    writer_u32(w.bytes + at + 16, 28);
    end_lie(at + 16, "'liar' is a sampler", 2);
    at = begin_lie();
    writer_u32(w.bytes + at + 12, writer_type(&w, COLUMNS, T_FLOAT, 4, 5, 1, 0, 0));
    end_lie(at + 12, "'liar' has 4 rows and 5 columns", 2);
    at = begin_lie();
    writer_u32(w.bytes + at + 12, writer_type(&w, STRUCT, T_VOID, 1, 0, 1, 0, 0)); /* of nothing */
    end_lie(at + 8, "more than the 0 of its type", 2);
    at = begin_lie();
    writer_u16(w.bytes + at + 6, 0xFFFF);
    writer_u16(w.bytes + at + 8, 0xFFFF);
    writer_u32(w.bytes + at + 12, writer_type(&w, ROWS, T_FLOAT, 4, 4, 0xFFFF, 0, 0));
    end_lie(at + 6, "reaches beyond the registers", 2);
    /* names in messages are cut, and nothing in them reaches the terminal as it is */
    at = begin_lie();
    char name[100];
    memset(name, 'n', sizeof name);
    memcpy(name, "\x1B[31m\n", 6);
    name[99] = '\0';
    writer_u32(w.bytes + at, writer_string(&w, name));
    writer_u16(w.bytes + at + 4, 4);
    end_lie(at + 4, "'?[31m?nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...' is left out", 1);
}

static void members_lie(void **state)
{
    (void)state;
    uint32_t at = begin_lie();
    uint32_t f4 = float_type(), members = writer_members(&w, 2);
    writer_member(&w, members, 0, writer_string(&w, "a"), f4);
    writer_member(&w, members, 1, 0xFFFFFFF0, f4);
    writer_u32(w.bytes + at + 12, writer_type(&w, STRUCT, T_VOID, 1, 8, 1, 2, members));
    end_lie(at + 12, "a member of its type has a name that does not end", 1);
    at = begin_lie();
    writer_u32(w.bytes + at + 12, writer_type(&w, STRUCT, T_VOID, 1, 8, 1, 0xFFFF, 28));
    end_lie(at + 12, "type does not lie inside", 1);
    at = begin_lie();
    writer_u32(w.bytes + at + 12, writer_type(&w, STRUCT, T_VOID, 1, 8, 1, 1, 0xFFFFFFFF));
    end_lie(at + 12, "type does not lie inside", 1);
    at = begin_lie();
    members = writer_members(&w, 1);
    writer_member(&w, members, 0, writer_string(&w, "a"), 0xFFFFFFFF);
    writer_u32(w.bytes + at + 12, writer_type(&w, STRUCT, T_VOID, 1, 8, 1, 1, members));
    end_lie(at + 12, "type does not lie inside", 1);
}

/* A chain of structures, the last of which has a member of type `last`. The outermost. */
static uint32_t chain(uint32_t length, uint32_t last)
{
    uint32_t name = writer_string(&w, "m");
    for (uint32_t i = 0; i < length; i++) {
        uint32_t members = writer_members(&w, 2);
        writer_member(&w, members, 0, name, last);
        writer_member(&w, members, 1, name, last);
        last = writer_type(&w, STRUCT, T_VOID, 1, 8, 1, i == 0 ? 2 : 1, members);
    }
    return last;
}

static void types_go_in_circles(void **state)
{
    (void)state;
    /* itself */
    uint32_t at = begin_lie(), members = writer_members(&w, 1);
    uint32_t type = writer_type(&w, STRUCT, T_VOID, 1, 8, 1, 1, members);
    writer_member(&w, members, 0, writer_string(&w, "a"), type);
    writer_u32(w.bytes + at + 12, type);
    end_lie(at + 12, "its type contains itself", 1);
    /* through others */
    at = begin_lie();
    members = writer_members(&w, 1);
    type = writer_type(&w, STRUCT, T_VOID, 1, 8, 1, 1, members);
    writer_member(&w, members, 0, writer_string(&w, "a"), chain(5, type));
    writer_u32(w.bytes + at + 12, type);
    end_lie(at + 12, "its type contains itself", 1);
    /* as deep as it may be, and deeper, in both orders */
    at = begin_lie();
    writer_u32(w.bytes + at + 12, chain(31, float_type()));
    reading r = read_table(ps_2_0);
    assert_int_equal(s9_constant_table_count(r.table), 2);
    has_path(&r, S9_SET_FLOAT, 6, "liar.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m");
    done(&r);
    at = begin_lie();
    writer_u32(w.bytes + at + 12, chain(32, float_type()));
    end_lie(at + 12, "nested too deeply", 1);
    at = begin_lie();
    type = chain(31, float_type());
    writer_u32(w.bytes + at - 20 + 12, type);
    writer_u32(w.bytes + at + 12, chain(1, type));
    r = read_table(ps_2_0);
    said(&r, at + 12, "nested too deeply");
    done(&r);
    /* so long a chain that following it to its end would take the stack */
    at = begin_lie();
    writer_u32(w.bytes + at + 12, chain(3000, float_type()));
    end_lie(at + 12, "nested too deeply", 1);
}

/* Each of 30 types has two members of the one before: 2^30 members, if one counts them. */
static void types_that_double_are_limited(void **state)
{
    (void)state;
    uint32_t at = begin_lie(), name = writer_string(&w, "m"), type = float_type();
    for (uint32_t i = 0; i < 30; i++) {
        uint32_t members = writer_members(&w, 2);
        writer_member(&w, members, 0, name, type);
        writer_member(&w, members, 1, name, type);
        type = writer_type(&w, STRUCT, T_VOID, 1, 8, 1, 2, members);
    }
    writer_u32(w.bytes + at + 12, type);
    end_lie(at, "constants from number 1 on are left out", 1);
}

/* Thousands of constants that share one name, one structure or one initial value, all as long as the table. */
static void sharing_is_limited(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    char *name = malloc(60001);
    assert_non_null(name);
    memset(name, 'n', 60000);
    name[60000] = '\0';
    for (uint32_t what = 0; what < 4; what++) {
        writer_begin(&w, vs_3_0);
        uint32_t type = float_type(), shared = writer_string(&w, "c"), value = 0;
        uint32_t long_name = writer_string(&w, name);
        if (what == 1)
            shared = long_name;
        if (what == 2) {
            uint32_t members = writer_members(&w, 500);
            for (uint32_t i = 0; i < 500; i++)
                writer_member(&w, members, i, shared, type);
            type = writer_type(&w, STRUCT, T_VOID, 1, 2000, 1, 500, members);
        }
        if (what == 3)
            value = 28;
        for (uint32_t i = 0; i < COUNT; i++)
            writer_constant_at(&w, shared, FLOATS, i, what == 3 ? 3000 : 1, type, value);
        writer_end(&w);
        reading r = read_table(vs_3_0);
        size_t count = s9_constant_table_count(r.table);
        if (what == 0) {
            assert_int_equal(count, COUNT);
        } else {
            assert_true(count > 10 && count < COUNT);
            const s9_diagnostic *d = NULL;
            for (size_t i = 0; (d = s9_diagnostics_get(r.diagnostics, i)) != NULL; i++)
                if (strstr(d->message, "more than such a table can hold") != NULL)
                    break;
            assert_non_null(d);
        }
        reading_free(&r);
    }
    free(name);
}

static void overlaps_are_told(void **state)
{
    (void)state;
    writer_begin(&w, vs_3_0);
    uint32_t array = writer_type(&w, VECTOR, T_FLOAT, 1, 4, 10, 0, 0), one = float_type();
    writer_constant(&w, "late", FLOATS, 8, 10, array, 0);
    writer_constant(&w, "inside", FLOATS, 3, 1, one, 0);
    writer_constant(&w, "early", FLOATS, 0, 10, array, 0);
    writer_constant(&w, "beside", FLOATS, 18, 1, one, 0);
    writer_constant(&w, "first", FLOATS, 30, 1, one, 0);
    writer_constant(&w, "second", FLOATS, 30, 1, one, 0);
    writer_constant(&w, "nothing", FLOATS, 30, 0, one, 0);
    writer_constant(&w, "elsewhere", INTS, 0, 10, array, 0);
    writer_end(&w);
    reading r = read_table(vs_3_0);
    said(&r, 0, "'early' and 'inside' both have float4 register 3");
    said(&r, 0, "'early' and 'late' both have float4 register 8");
    said(&r, 0, "'first' and 'second' both have float4 register 30");
    has_path(&r, S9_SET_FLOAT, 3, "early[3]");
    has_path(&r, S9_SET_FLOAT, 9, "early[9]");
    has_path(&r, S9_SET_FLOAT, 10, "late[2]");
    has_path(&r, S9_SET_FLOAT, 17, "late[9]");
    has_path(&r, S9_SET_FLOAT, 18, "beside");
    has_path(&r, S9_SET_FLOAT, 30, "first");
    has_path(&r, S9_SET_INT, 0, "elsewhere[0]");
    done(&r);
}

static void more_registers_than_the_type(void **state)
{
    (void)state;
    writer_begin(&w, vs_3_0);
    writer_constant(&w, "x", FLOATS, 0, 4, float_type(), 0);
    writer_constant(&w, "s", FLOATS, 4, 2, writer_type(&w, OBJECT, T_SAMPLER2D, 1, 1, 1, 0, 0), 0);
    writer_end(&w);
    reading r = read_table(vs_3_0);
    has_path(&r, S9_SET_FLOAT, 0, "x");
    has_path(&r, S9_SET_FLOAT, 3, "x+3");
    has_path(&r, S9_SET_FLOAT, 4, "s");
    has_path(&r, S9_SET_FLOAT, 5, "s+1");
    assert_int_equal(s9_diagnostics_count(r.diagnostics), 2);
    reading_free(&r);
}

/* ---- damage ---- */

/* A table with something of everything. */
static void write_sample(void)
{
    static const float values[16] = {1, 0, 0, 0, 0, 1};
    writer_begin(&w, vs_3_0);
    writer_u32(w.bytes + 4, writer_string(&w, "Compiler 1.2"));
    writer_u32(w.bytes + 24, writer_string(&w, "vs_3_0"));
    uint32_t value = writer_floats(&w, values, 16);
    uint32_t f4 = float_type(), f1 = writer_type(&w, SCALAR, T_FLOAT, 1, 1, 3, 0, 0);
    uint32_t m4 = writer_type(&w, COLUMNS, T_FLOAT, 4, 4, 1, 0, 0);
    uint32_t inner = writer_members(&w, 2), outer = writer_members(&w, 2);
    writer_member(&w, inner, 0, writer_string(&w, "color"), f4);
    writer_member(&w, inner, 1, writer_string(&w, "weight"), f1);
    uint32_t light = writer_type(&w, STRUCT, T_VOID, 1, 7, 4, 2, inner);
    writer_member(&w, outer, 0, writer_string(&w, "lights"), light);
    writer_member(&w, outer, 1, writer_string(&w, "world"), m4);
    uint32_t scene = writer_type(&w, STRUCT, T_VOID, 1, 44, 1, 2, outer);
    writer_constant(&w, "flags", BOOLS, 0, 4, writer_type(&w, VECTOR, T_BOOL, 1, 4, 1, 0, 0), value);
    writer_constant(&w, "loops", INTS, 0, 1, writer_type(&w, SCALAR, T_INT, 1, 1, 1, 0, 0), value);
    writer_constant(&w, "map", SAMPLERS, 0, 1, writer_type(&w, OBJECT, T_SAMPLER2D, 1, 1, 1, 0, 0), 0);
    writer_constant(&w, "scene", FLOATS, 8, 20, scene, 0);
    writer_constant(&w, "view", FLOATS, 0, 4, m4, value);
    writer_end(&w);
}

/* Reads a table from a block of exactly its size, and everything in it. */
static size_t read_bytes(const uint8_t *bytes, uint32_t size)
{
    uint8_t *copy = malloc(size == 0 ? 1 : size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    s9_arena arena, scratch;
    s9_diagnostics *list = NULL;
    s9_arena_init(&arena, NULL);
    s9_arena_init(&scratch, NULL);
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_block block = {copy, size, list, s9_position_none()};
    const s9_constant_table *table = s9_ctab_read(&arena, &scratch, &block, vs_3_0, vs_3_0);
    const char *broken = tables_walk(table, size);
    if (broken != NULL)
        fail_msg("%s", broken);
    size_t count = s9_constant_table_count(table);
    s9_diagnostics_destroy(list);
    s9_arena_free(&arena);
    s9_arena_free(&scratch);
    free(copy);
    return count;
}

static void tables_may_end_anywhere(void **state)
{
    (void)state;
    write_sample();
    assert_int_equal(read_bytes(w.bytes, w.size), 5);
    for (uint32_t size = 0; size < w.size; size++)
        assert_true(read_bytes(w.bytes, size) < 5);
}

static void tables_may_be_damaged(void **state)
{
    (void)state;
    static uint8_t bytes[WRITER_ROOM];
    uint32_t random = 1;
    size_t kept = 0, rounds = 20000;
    write_sample();
    for (size_t round = 0; round < rounds; round++) {
        memcpy(bytes, w.bytes, w.size);
        random = random * 1664525u + 1013904223u;
        for (uint32_t times = 1 + (random >> 28) % 4; times > 0; times--) {
            random = random * 1664525u + 1013904223u;
            uint32_t at = (random >> 8) % w.size;
            random = random * 1664525u + 1013904223u;
            /* a bit, a byte, or an offset: what points somewhere else is the best lie */
            if (random >> 31)
                bytes[at] ^= (uint8_t)(1u << (random >> 12 & 7u));
            else if (random >> 30 & 1u)
                bytes[at] = (uint8_t)(random >> 8);
            else
                writer_u32(bytes + at / 4 * 4, (random >> 8) % (w.size + 8));
        }
        kept += read_bytes(bytes, w.size);
    }
    print_message("%u of %u constants were kept\n", (unsigned)kept, (unsigned)(5 * rounds));
    assert_true(kept > rounds);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    /* enough to need several blocks of memory of each kind */
    writer_begin(&w, vs_3_0);
    for (uint32_t i = 0; i < 700; i++) {
        uint32_t members = writer_members(&w, 3), name = writer_string(&w, "member");
        for (uint32_t k = 0; k < 3; k++)
            writer_member(&w, members, k, name, float_type());
        writer_constant(&w, "c", FLOATS, i % 50, 3, writer_type(&w, STRUCT, T_VOID, 1, 12, 1, 3, members), 0);
    }
    writer_end(&w);
    reading whole = read_table(vs_3_0);
    size_t blocks = 0;
    for (;; blocks++) {
        memory_source m = {.fails_at = blocks};
        s9_allocator allocator = memory_allocator(&m);
        s9_reflection *r = NULL;
        s9_diagnostics *list = NULL;
        s9_result result = s9_diagnostics_create(&allocator, &list);
        if (result == S9_OK)
            result = s9_reflect_with(whole.program, &allocator, &r, list);
        assert_true(result == S9_OK || (result == S9_ERROR_MEMORY && r == NULL));
        if (r != NULL) {
            assert_int_equal(s9_reflection_constant_count(r), 700);
            assert_ptr_equal(tables_walk(s9_reflection_constant_table(r), w.size), NULL);
        }
        s9_reflection_destroy(r);
        s9_diagnostics_destroy(list);
        assert_int_equal(m.out, 0);
        if (result == S9_OK)
            break;
        assert_true(blocks < 1000);
    }
    assert_true(blocks > 8);
    reading_free(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_it_is_read),
        cmocka_unit_test(a_shader_needs_no_table),
        cmocka_unit_test(an_empty_table_is_one),
        cmocka_unit_test(tables_survive_as_text),
        cmocka_unit_test(initial_values_are_those_of_the_register_set),
        cmocka_unit_test(registers_have_paths),
        cmocka_unit_test(numbers_have_names),
        cmocka_unit_test(unknown_numbers_are_kept),
        cmocka_unit_test(unused_registers_are_dropped),
        cmocka_unit_test(headers_lie),
        cmocka_unit_test(the_first_table_counts),
        cmocka_unit_test(constants_lie),
        cmocka_unit_test(members_lie),
        cmocka_unit_test(types_go_in_circles),
        cmocka_unit_test(types_that_double_are_limited),
        cmocka_unit_test(sharing_is_limited),
        cmocka_unit_test(overlaps_are_told),
        cmocka_unit_test(more_registers_than_the_type),
        cmocka_unit_test(tables_may_end_anywhere),
        cmocka_unit_test(tables_may_be_damaged),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
