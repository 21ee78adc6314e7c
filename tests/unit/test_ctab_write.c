/* SPDX-License-Identifier: MIT */
/* Constant tables that are written, from descriptions and from "//!constant" lines of assembly. */
#include "files.h"

#include "assembling.h"
#include "memory.h"

#include <shader9/reflect.h>

/* ---- what is written is what was described ---- */

static void expect_type(const s9_constant_type *a, const s9_constant_type *b)
{
    assert_int_equal(a->class_number, b->class_number);
    assert_int_equal(a->type_number, b->type_number);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->columns, b->columns);
    assert_int_equal(a->elements == 0 ? 1 : a->elements, b->elements == 0 ? 1 : b->elements);
    assert_int_equal(a->member_count, b->member_count);
    for (uint32_t i = 0; i < a->member_count; i++) {
        assert_string_equal(a->members[i].name, b->members[i].name);
        expect_type(a->members[i].type, b->members[i].type);
    }
}

static const s9_constant *find(const s9_constant_table *table, const s9_constant *like)
{
    for (size_t i = 0; i < s9_constant_table_count(table); i++) {
        const s9_constant *c = s9_constant_table_constant(table, i);
        if (strcmp(c->name, like->name) == 0 && c->set == like->set && c->first == like->first)
            return c;
    }
    return NULL;
}

static void corpus_is_written_again(void **state)
{
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    size_t tables = 0, smaller = 0;
    (void)state;
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        s9_constant_table *table = NULL, *again = NULL;
        s9_blob out = {0};
        assert_non_null(bytes);
        assert_int_equal(s9_constant_table_create(bytes, size, NULL, &table, NULL), S9_OK);
        size_t count = s9_constant_table_count(table);
        s9_constant *constants = calloc(count + 1, sizeof *constants);
        assert_non_null(constants);
        for (size_t k = 0; k < count; k++)
            constants[k] = *s9_constant_table_constant(table, count - 1 - k); /* in another order */
        uint32_t version = (uint8_t)bytes[0] | (uint32_t)(uint8_t)bytes[1] << 8 | (uint32_t)(uint8_t)bytes[2] << 16 |
                           (uint32_t)(uint8_t)bytes[3] << 24;
        s9_constant_table_source source = {sizeof source,
                                           version,
                                           s9_constant_table_creator(table),
                                           s9_constant_table_target(table),
                                           s9_constant_table_flags(table),
                                           constants,
                                           count};
        if (table != NULL) {
            tables++;
            assert_int_equal(s9_constant_table_attach(bytes, size, &source, NULL, &out), S9_OK);
            s9_diagnostics *findings = NULL;
            assert_int_equal(s9_diagnostics_create(NULL, &findings), S9_OK);
            assert_int_equal(s9_constant_table_create(out.data, out.size, NULL, &again, findings), S9_OK);
            assert_int_equal(s9_constant_table_count(again), count);
            assert_int_equal(s9_constant_table_flags(again), source.flags);
            if (source.creator != NULL)
                assert_string_equal(s9_constant_table_creator(again), source.creator);
            if (source.target != NULL)
                assert_string_equal(s9_constant_table_target(again), source.target);
            for (size_t k = 0; k < count; k++) {
                const s9_constant *c = find(again, &constants[k]);
                assert_non_null(c);
                assert_int_equal(c->count, constants[k].count);
                assert_int_equal(c->reserved, constants[k].reserved);
                expect_type(c->type, constants[k].type);
                assert_int_equal(c->default_bytes != NULL, constants[k].default_bytes != NULL && c->count != 0);
                if (c->default_bytes != NULL)
                    assert_memory_equal(c->default_bytes, constants[k].default_bytes,
                                        c->count * (c->set == S9_SET_BOOL ? 4u : 16u));
            }
            smaller += out.size <= size;
            s9_diagnostics_destroy(findings);
        }
        s9_constant_table_destroy(again);
        s9_constant_table_destroy(table);
        s9_blob_free(&out);
        free(constants);
        free(bytes);
    }
    print_message("%zu tables, %zu no larger than the compiler's\n", tables, smaller);
    assert_true(tables > 300);
    files_free(&list);
}

static void strange_descriptions_are_refused(void **state)
{
    s9_constant_type chain[40], scalar = {0, 3, 1, 1, 1, 0, NULL, {0}};
    s9_constant_member members[40];
    s9_constant c = {"a", S9_SET_FLOAT, 0, 1, 0, &scalar, NULL};
    s9_constant_table_source source = {sizeof source, 0xFFFF0200u, NULL, NULL, 0, &c, 1};
    s9_blob out = {0};
    (void)state;
    assert_int_equal(s9_constant_table_write(&source, NULL, &out), S9_OK);
    s9_blob_free(&out);
    c.first = 65536;
    assert_int_equal(s9_constant_table_write(&source, NULL, &out), S9_ERROR_ARGUMENT);
    c.first = 0;
    c.name = NULL;
    assert_int_equal(s9_constant_table_write(&source, NULL, &out), S9_ERROR_ARGUMENT);
    c.name = "a";
    c.type = NULL;
    assert_int_equal(s9_constant_table_write(&source, NULL, &out), S9_ERROR_ARGUMENT);
    scalar.rows = 70000;
    c.type = &scalar;
    assert_int_equal(s9_constant_table_write(&source, NULL, &out), S9_ERROR_ARGUMENT);
    for (size_t i = 0; i < 40; i++) {
        members[i] = (s9_constant_member){"m", &chain[i < 39 ? i + 1 : 0], {0}}; /* a circle */
        chain[i] = (s9_constant_type){5, 0, 1, 1, 1, 1, &members[i], {0}};
    }
    c.type = &chain[0];
    assert_int_equal(s9_constant_table_write(&source, NULL, &out), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_constant_type_registers(&chain[0], S9_SET_FLOAT), 0);
    scalar.rows = 1;
    c.type = &scalar;
    char *long_name = malloc(200001);
    assert_non_null(long_name);
    memset(long_name, 'x', 200000);
    long_name[200000] = '\0';
    c.name = long_name;
    assert_int_equal(s9_constant_table_write(&source, NULL, &out), S9_ERROR_UNSUPPORTED);
    free(long_name);
    source.constants = NULL;
    assert_int_equal(s9_constant_table_write(&source, NULL, &out), S9_ERROR_ARGUMENT);
    source.count = 0;
    assert_int_equal(s9_constant_table_write(&source, NULL, &out), S9_OK);
    s9_blob_free(&out);
    assert_int_equal(s9_constant_table_attach("\0\2\xFF\xFF", 4, &source, NULL, &out), S9_ERROR_INVALID);
    assert_null(out.data);
}

/* ---- assembly ---- */

static const char named[] =
    "ps_2_0\n"
    "//!constant float4 tint : c2 = 1, 0.5, -0.25, 1e3 // a remark\n"
    "dcl t0.xy\n"
    "dcl_2d s3\n"
    "//!constant sampler2D image : s3;\n"
    "//! constant, but only a remark: float x\n"
    "//!constant row_major float3x4 rows : c4 = 1,2,3,4, 5,6,7,8\n"
    "//!constant float2x3 columns : c8 = 1, 2, 3, 4, 5, 6\n"
    "//!constant struct { float3 way; struct { float a; float b[2]; } in; } lights[2] : c12, 7\n"
    "//!constant bool on : b1 = true\n"
    "//!constant int3 loops[2] : i0 = 1, 2, 3, -4\n"
    "texld r0, t0, s3\n"
    "mul r0, r0, c2\n"
    "mov oC0, r0\n";

static s9_constant_table *table_of(const s9_program *program)
{
    s9_blob tokens = {0};
    s9_constant_table *table = NULL;
    assert_int_equal(s9_encode(program, NULL, &tokens), S9_OK);
    assert_int_equal(s9_constant_table_create(tokens.data, tokens.size, NULL, &table, NULL), S9_OK);
    s9_blob_free(&tokens);
    return table;
}

static const s9_constant *by_name(const s9_constant_table *table, const char *name)
{
    for (size_t i = 0; i < s9_constant_table_count(table); i++)
        if (strcmp(s9_constant_table_constant(table, i)->name, name) == 0)
            return s9_constant_table_constant(table, i);
    fail_msg("no constant %s", name);
    return NULL;
}

static void expect_floats(const s9_constant *c, uint32_t index, float x, float y, float z, float w)
{
    float f[4];
    assert_true(s9_constant_default_float(c, index, f));
    assert_float_equal(f[0], x, 0);
    assert_float_equal(f[1], y, 0);
    assert_float_equal(f[2], z, 0);
    assert_float_equal(f[3], w, 0);
}

static void assembly_names_constants(void **state)
{
    (void)state;
    assembled a = assemble(named);
    assert_int_equal(a.result, S9_OK);
    s9_constant_table *table = table_of(a.program);
    assert_int_equal(s9_constant_table_count(table), 7);
    assert_string_equal(s9_constant_table_target(table), "ps_2_0");
    assert_string_equal(s9_constant_table_creator(table), "shader9 assembler");
    expect_floats(by_name(table, "tint"), 0, 1, 0.5f, -0.25f, 1000);
    assert_int_equal(by_name(table, "tint")->reserved, 10);
    const s9_constant *c = by_name(table, "rows");
    assert_int_equal(c->type->class_number, S9_CLASS_MATRIX_ROWS);
    assert_int_equal(c->count, 3);
    expect_floats(c, 1, 5, 6, 7, 8);
    expect_floats(c, 2, 0, 0, 0, 0);
    c = by_name(table, "columns");
    assert_int_equal(c->type->class_number, S9_CLASS_MATRIX_COLUMNS);
    assert_int_equal(c->count, 3);
    expect_floats(c, 0, 1, 4, 0, 0);
    expect_floats(c, 2, 3, 6, 0, 0);
    c = by_name(table, "lights");
    assert_int_equal(c->first, 12);
    assert_int_equal(c->count, 7);
    assert_int_equal(c->type->elements, 2);
    assert_int_equal(c->type->stride[S9_SET_FLOAT], 4);
    assert_string_equal(c->type->members[1].type->members[1].name, "b");
    char path[64];
    assert_int_not_equal(s9_constant_table_path(table, S9_SET_FLOAT, 18, path, sizeof path), 0);
    assert_string_equal(path, "lights[1].in.b[0]");
    c = by_name(table, "image");
    assert_int_equal(c->set, S9_SET_SAMPLER);
    assert_int_equal(c->first, 3);
    bool on;
    assert_true(s9_constant_default_bool(by_name(table, "on"), 0, &on) && on);
    int32_t n[4];
    assert_true(s9_constant_default_int(by_name(table, "loops"), 1, n));
    assert_int_equal(n[0], -4);
    s9_constant_table_destroy(table);

    /* Its text gives the same tokens. */
    s9_blob text = {0}, first = {0}, second = {0};
    assert_int_equal(s9_disassemble(a.program, NULL, NULL, &text), S9_OK);
    assembled again = assemble(text.data);
    assert_int_equal(again.result, S9_OK);
    assert_int_equal(s9_encode(a.program, NULL, &first), S9_OK);
    assert_int_equal(s9_encode(again.program, NULL, &second), S9_OK);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    s9_blob_free(&text);
    s9_blob_free(&first);
    s9_blob_free(&second);
    assembled_free(&again);
    assembled_free(&a);
}

/* Lines before the version statement count, too; the shader is the same but for the table. */
static void tables_change_nothing_else(void **state)
{
    (void)state;
    assembled plain = assemble("vs_1_1\ndcl_position v0\ndef c0, 1, 2, 3, 4\nadd oPos, v0, c0\n");
    assembled with = assemble("//!constant float4x4 world : c4\nvs_1_1\ndcl_position v0\n//!constant float4 x : c8\n"
                              "def c0, 1, 2, 3, 4\nadd oPos, v0, c0\n");
    s9_blob a = {0}, b = {0};
    assert_int_equal(plain.result, S9_OK);
    assert_int_equal(with.result, S9_OK);
    assert_int_equal(s9_encode(plain.program, NULL, &a), S9_OK);
    assert_int_equal(s9_encode(with.program, NULL, &b), S9_OK);
    assert_true(b.size > a.size);
    assert_memory_equal(a.data, b.data, 4);
    assert_memory_equal((const char *)a.data + 4, (const char *)b.data + 4 + (b.size - a.size), a.size - 4);
    s9_blob_free(&a);
    s9_blob_free(&b);
    assembled_free(&plain);
    assembled_free(&with);
}

static void malformed_lines_are_told(void **state)
{
    static const struct {
        const char *line, *message;
    } rows[] = {
        {"//!constant", "a type is expected"},
        {"//!constant flot4 x : c0", "a type is expected"},
        {"//!constant float5 x : c0", "one to four components"},
        {"//!constant float4x x : c0", "one to four components"},
        {"//!constant float4x44 x : c0", "one to four components"},
        {"//!constant float0 x : c0", "one to four components"},
        {"//!constant float4 : c0", "a name is expected"},
        {"//!constant float4 x c0", "':' and"},
        {"//!constant float4 x : r0", "a register is expected"},
        {"//!constant float4 x : c", "a number is expected"},
        {"//!constant float4 x : c8192", "too large"},
        {"//!constant float4 x : s0", "samplers lie in s#"},
        {"//!constant sampler x : c0", "samplers lie in s#"},
        {"//!constant sampler x : s0 = 1", "no initial value"},
        {"//!constant float4 x[0] : c0", "one element at least"},
        {"//!constant float4 x[3 : c0", "']' is expected"},
        {"//!constant float4 x[9999] : c0", "too large"},
        {"//!constant float4 x : c0 = 1, 2, 3, 4, 5", "more numbers"},
        {"//!constant float4 x : c0 = one", "a number is expected"},
        {"//!constant int x : i0 = 1.5", "a whole number"},
        {"//!constant struct x : c0", "'{' is expected"},
        {"//!constant struct { } x : c0", "one member at least"},
        {"//!constant struct { float a } x : c0", "';' is expected"},
        {"//!constant struct { float a; x : c0", "a type is expected"},
        {"//!constant float x : c0 c1", "should end here"},
        {"//!constant float4 x : c0\n//!comment 2\n//! 0x42415443 0x00000000", "and //!constant lines"},
    };
    (void)state;
    for (size_t i = 0; i < S9_COUNT(rows); i++) {
        char text[400];
        snprintf(text, sizeof text, "ps_2_0\n%s\nmov oC0, c0\n", rows[i].line);
        assembled a = assemble(text);
        if (a.result != S9_ERROR_INVALID ||
            strstr(s9_diagnostics_get(a.diagnostics, 0)->message, rows[i].message) == NULL)
            fail_msg("%s: %s", rows[i].line,
                     s9_diagnostics_count(a.diagnostics) == 0 ? "taken"
                                                              : s9_diagnostics_get(a.diagnostics, 0)->message);
        assembled_free(&a);
    }
}

static void memory_may_run_out_anywhere(void **state)
{
    size_t blocks = 0;
    (void)state;
    for (bool enough = false; !enough; blocks++) {
        memory_source m = {.fails_at = blocks};
        s9_allocator allocator = memory_allocator(&m);
        s9_program *program = NULL;
        s9_result result = s9_assemble(named, sizeof named - 1, &allocator, NULL, &program, NULL);
        s9_constant_table *table = NULL;
        s9_blob tokens = {0}, out = {0};
        enough = result == S9_OK;
        if (enough && s9_encode(program, NULL, &tokens) == S9_OK) {
            size_t inner = 0;
            for (bool done = false; !done; inner++) {
                memory_source n = {.fails_at = inner};
                s9_allocator small = memory_allocator(&n);
                s9_constant c = {"a", S9_SET_FLOAT, 0, 1, 0, NULL, NULL};
                result = s9_constant_table_create(tokens.data, tokens.size, &small, &table, NULL);
                if (result == S9_OK) {
                    c.type = s9_constant_table_constant(table, 0)->type;
                    s9_constant_table_source source = {sizeof source, 0xFFFF0200u, "me", "ps_2_0", 0, &c, 1};
                    result = s9_constant_table_attach(tokens.data, tokens.size, &source, &small, &out);
                }
                done = result == S9_OK;
                assert_true(done || result == S9_ERROR_MEMORY);
                s9_constant_table_destroy(table);
                s9_blob_free(&out);
                assert_int_equal(n.out, 0);
            }
            assert_true(inner > 3);
        } else {
            assert_int_equal(result, S9_ERROR_MEMORY);
        }
        s9_blob_free(&tokens);
        s9_program_destroy(program);
        assert_int_equal(m.out, 0);
        assert_true(blocks < 1000);
    }
    assert_true(blocks > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus_is_written_again),  cmocka_unit_test(strange_descriptions_are_refused),
        cmocka_unit_test(assembly_names_constants), cmocka_unit_test(tables_change_nothing_else),
        cmocka_unit_test(malformed_lines_are_told), cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
