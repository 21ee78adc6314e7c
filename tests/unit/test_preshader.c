/* SPDX-License-Identifier: MIT */
/* Preshaders made by hand: each operation, operand and lie, damage, and too little memory. */
#include "files.h"
#include "memory.h"
#include "reflect/preshader.h"
#include "table_writer.h"
#include "tables.h"

#include <shader9/shader9.h>

#include <math.h>

/* ---- writing ---- */

static void put_part(s9_buffer *out, const char *fourcc, const s9_buffer *payload)
{
    s9_buffer_u32(out, 0xFFFEu | (uint32_t)(1 + payload->size / 4) << 16);
    s9_buffer_append(out, fourcc, 4);
    s9_buffer_append(out, payload->data, payload->size);
}

static void put_double(s9_buffer *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    s9_buffer_u32(out, (uint32_t)bits);
    s9_buffer_u32(out, (uint32_t)(bits >> 32));
}

/* A program: literals, then words of code. `count` instructions. */
typedef struct writing {
    const double *literals;
    uint32_t literal_count;
    uint32_t instruction_count;
    const uint32_t *code;
    uint32_t word_count;
    bool table; /* w is its constant table */
} writing;

static table_writer w;

static s9_buffer stream_of(const writing *from)
{
    s9_buffer stream, part;
    s9_buffer_init(&stream, NULL);
    s9_buffer_init(&part, NULL);
    s9_buffer_u32(&stream, 0x46580201);
    if (from->table) {
        s9_buffer_append(&part, w.bytes, w.size);
        put_part(&stream, "CTAB", &part);
        part.size = 0;
    }
    s9_buffer_u32(&part, from->literal_count);
    for (uint32_t i = 0; i < from->literal_count; i++)
        put_double(&part, from->literals[i]);
    put_part(&stream, "CLIT", &part);
    part.size = 0;
    s9_buffer_u32(&part, from->instruction_count);
    for (uint32_t i = 0; i < from->word_count; i++)
        s9_buffer_u32(&part, from->code[i]);
    put_part(&stream, "FXLC", &part);
    s9_buffer_u32(&stream, 0xFFFF);
    s9_buffer_free(&part);
    return stream;
}

static s9_preshader *read_program(const writing *from)
{
    s9_buffer stream = stream_of(from);
    s9_preshader *p = NULL;
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_result result = s9_preshader_create(stream.data, stream.size, NULL, &p, list);
    if (result != S9_OK || s9_diagnostics_count(list) != 0)
        fail_msg("%s", s9_diagnostics_count(list) == 0 ? "refused" : s9_diagnostics_get(list, 0)->message);
    s9_diagnostics_destroy(list);
    s9_buffer_free(&stream);
    return p;
}

static void has_text(const s9_preshader *p, const char *expected)
{
    s9_blob text = {0};
    assert_int_equal(s9_preshader_text(p, NULL, &text), S9_OK);
    assert_string_equal((const char *)text.data, expected);
    assert_int_equal(text.size, strlen(expected));
    s9_blob_free(&text);
}

#define OP(code, count) ((uint32_t)(code) << 20 | (count))
#define SCALAR_OP 0x80000000u
#define LIT(at) 0, S9_PRE_LITERAL, (at)
#define IN(at) 0, S9_PRE_INPUT, (at)
#define F(at) 0, S9_PRE_FLOAT, (at)
#define B(at) 0, S9_PRE_BOOL, (at)
#define I(at) 0, S9_PRE_INT, (at)
#define R(at) 0, S9_PRE_TEMP, (at)

/* ---- operations ---- */

/* Applies an operation to four literals a component: x, y, z; the results as doubles would not survive a float
 * register, so they are compared as floats. */
static void computes(uint32_t code, uint32_t inputs, const double *x, const float *expected)
{
    uint32_t words[2 + 12] = {OP(code, 4), inputs, LIT(0), LIT(4), LIT(8)};
    words[2 + 3 * inputs] = 0;
    words[3 + 3 * inputs] = S9_PRE_FLOAT;
    words[4 + 3 * inputs] = 4;
    writing program = {x, 12, 1, words, 5 + 3 * inputs, false};
    s9_preshader *p = read_program(&program);
    float f[3][4] = {{9, 9, 9, 9}, {9, 9, 9, 9}, {9, 9, 9, 9}};
    s9_preshader_args args = {.struct_size = sizeof args, .f = f, .f_count = 3};
    assert_int_equal(s9_preshader_run(p, &args), S9_OK);
    for (uint32_t i = 0; i < 4; i++) {
        bool same = isnan(expected[i]) ? isnan(f[1][i]) : s9_float_bits(f[1][i]) == s9_float_bits(expected[i]);
        if (!same)
            fail_msg("operation %x, component %u: %.9g, not %.9g", code, (unsigned)i, (double)f[1][i],
                     (double)expected[i]);
        assert_true(f[0][i] == 9 && f[2][i] == 9);
    }
    s9_preshader_destroy(p);
}

static void operations_compute(void **state)
{
    (void)state;
    const double inf = (double)INFINITY, nan = (double)NAN;
    const double x[12] = {0.25, -3, 0, -0.0, 4, -3, 1, 2, 7, 8, 9, 10};
    const double odd[12] = {nan, inf, -inf, 2, 1, nan, -inf, nan, 3, 4, 5, 6};
    computes(S9_PRE_MOV, 1, x, (const float[]){0.25f, -3, 0, -0.0f});
    computes(S9_PRE_NEG, 1, x, (const float[]){-0.25f, 3, -0.0f, 0});
    computes(S9_PRE_RCP, 1, x, (const float[]){4, -1.0f / 3, INFINITY, -INFINITY});
    computes(S9_PRE_FRC, 1, x, (const float[]){0.25f, 0, 0, 0});
    computes(S9_PRE_FRC, 1, (const double[12]){-0.25, 1.75, -3.5, 1e300}, (const float[]){0.75f, 0.75f, 0.5f, 0});
    computes(S9_PRE_EXP, 1, x, (const float[]){1.1892071f, 0.125f, 1, 1});
    computes(S9_PRE_LOG, 1, x, (const float[]){-2, 1.5849625f, 0, 0});
    computes(S9_PRE_RSQ, 1, x, (const float[]){2, 0.57735026f, INFINITY, INFINITY});
    computes(S9_PRE_SIN, 1, x, (const float[]){0.247403964f, -0.141120002f, 0, -0.0f});
    computes(S9_PRE_COS, 1, x, (const float[]){0.968912423f, -0.989992499f, 1, 1});
    computes(S9_PRE_ASIN, 1, x, (const float[]){0.25268025f, NAN, 0, -0.0f});
    computes(S9_PRE_ACOS, 1, x, (const float[]){1.31811607f, NAN, 1.57079637f, 1.57079637f});
    computes(S9_PRE_ATAN, 1, x, (const float[]){0.244978666f, -1.24904573f, 0, -0.0f});
    computes(S9_PRE_MIN, 2, x, (const float[]){0.25f, -3, 0, -0.0f});
    computes(S9_PRE_MAX, 2, x, (const float[]){4, -3, 1, 2});
    computes(S9_PRE_MIN, 2, odd, (const float[]){1, NAN, -INFINITY, NAN});
    computes(S9_PRE_MAX, 2, odd, (const float[]){1, NAN, -INFINITY, NAN});
    computes(S9_PRE_LT, 2, x, (const float[]){1, 0, 1, 1});
    computes(S9_PRE_GE, 2, x, (const float[]){0, 1, 0, 0});
    computes(S9_PRE_GE, 2, odd, (const float[]){0, 0, 1, 0});
    computes(S9_PRE_ADD, 2, x, (const float[]){4.25f, -6, 1, 2});
    computes(S9_PRE_MUL, 2, x, (const float[]){1, 9, 0, -0.0f});
    computes(S9_PRE_MUL, 2, (const double[12]){0, 1e200, 3, 0, INFINITY, 1e-200, 0.1, NAN}, /* zero does not win */
             (const float[]){NAN, 1, 0.3f, NAN});
    computes(S9_PRE_ATAN2, 2, x, (const float[]){0.062418811f, -2.3561945f, 0, -0.0f});
    computes(S9_PRE_DIV, 2, x, (const float[]){0, 0, 0, 0});
    computes(S9_PRE_CMP, 3, x, (const float[]){4, 8, 1, 2});
    computes(S9_PRE_CMP, 3, odd, (const float[]){3, NAN, 5, NAN});
    computes(S9_PRE_MOVC, 3, x, (const float[]){4, -3, 9, 10});
    computes(S9_PRE_MOVC, 3, odd, (const float[]){1, NAN, -INFINITY, NAN});
}

static void dots_give_one_component(void **state)
{
    (void)state;
    static const double literals[] = {1, 2, 3, 4, 10, 20, 30, 40};
    static const uint32_t code[] = {
        OP(S9_PRE_DOT, 3),
        2,
        LIT(0),
        LIT(4),
        F(1),
        OP(S9_PRE_DOT, 4) | SCALAR_OP,
        2,
        LIT(1),
        LIT(4),
        F(4 + 3),
        OP(S9_PRE_DOTSWIZ, 1),
        6,
        LIT(3),
        LIT(0),
        LIT(1),
        LIT(4),
        LIT(6),
        LIT(5),
        F(8),
        OP(S9_PRE_DOTSWIZ, 1),
        8,
        LIT(0),
        LIT(1),
        LIT(2),
        LIT(3),
        LIT(4),
        LIT(5),
        LIT(6),
        LIT(7),
        F(9),
    };
    writing program = {literals, 8, 4, code, S9_COUNT(code), false};
    s9_preshader *p = read_program(&program);
    float f[3][4] = {{5, 5, 5, 5}, {5, 5, 5, 5}, {5, 5, 5, 5}};
    s9_preshader_args args = {.struct_size = sizeof args, .f = f, .f_count = 3};
    assert_int_equal(s9_preshader_run(p, &args), S9_OK);
    static const float expected[3][4] = {
        {5, 10 + 40 + 90, 5, 5}, {5, 5, 5, 2 * 100}, {40 + 30 + 40, 10 + 40 + 90 + 160, 5, 5}};
    assert_memory_equal(f, expected, sizeof f);
    has_text(p, "    preshader\n"
                "    dot c0.yzw, (1, 2, 3), (10, 20, 30)\n"
                "    dot c1.wxyz, (2, 2, 2, 2), (10, 20, 30, 40)\n"
                "    d3ds_dotswiz c2.x, (4), (1), (2), (10), (30), (20)\n"
                "    d3ds_dotswiz c2.y, (1), (2), (3), (4), (10), (20), (30), (40)\n"
                "\n// approximately 4 instructions used\n");
    assert_int_equal(s9_preshader_output_count(p), 1);
    assert_int_equal(s9_preshader_output_at(p, 0)->first, 0);
    assert_int_equal(s9_preshader_output_at(p, 0)->count, 3);
    assert_null(s9_preshader_output_at(p, 1));
    s9_preshader_destroy(p);
}

/* ---- operands ---- */

static void operands_lie_in_tables(void **state)
{
    (void)state;
    static const double literals[] = {0.1, -2.5, 1e-7, 1e20, 1.0 / 3};
    static const uint32_t code[] = {
        OP(S9_PRE_MUL, 2) | SCALAR_OP,
        2,
        IN(5),
        IN(8),
        R(130), /* crosses from r32 to r33 */
        OP(S9_PRE_MOV, 2),
        1,
        R(130),
        F(6),
        OP(S9_PRE_MOV, 3),
        1,
        LIT(1),
        I(4 + 1),
        OP(S9_PRE_MOV, 3),
        1,
        IN(0),
        B(2),
        OP(S9_PRE_ADD, 4),
        2,
        IN(4),
        F(4),
        F(8),
        OP(S9_PRE_ADD, 1),
        2,
        I(5),
        B(3),
        F(12),
        OP(S9_PRE_MOV, 1),
        1,
        IN(400),
        F(13), /* not there: 0 */
        OP(S9_PRE_MOV, 1),
        1,
        LIT(0),
        F(4000),
        OP(S9_PRE_MOV, 1),
        1,
        LIT(4),
        F(14),
    };
    writing program = {literals, 5, 9, code, S9_COUNT(code), false};
    s9_preshader *p = read_program(&program);
    static const float inputs[3][4] = {{0, 2, -0.0f, 1}, {1, 2, 3, 4}, {7, 8, 9, 10}};
    float f[4][4] = {{0}};
    int32_t n[2][4] = {{0}};
    uint32_t b[5] = {7, 7, 7, 7, 7};
    s9_preshader_args args = {.struct_size = sizeof args, .inputs = inputs, .input_count = 3, .f = f, .i = n, .b = b};
    args.f_count = 4;
    args.i_count = 2;
    args.b_count = 5;
    f[3][1] = 5;
    f[1][0] = 100;
    assert_int_equal(s9_preshader_run(p, &args), S9_OK);
    assert_true(f[1][2] == 14 && f[1][3] == 16);
    assert_true(n[1][1] == -2 && n[1][2] == 0 && n[1][3] == INT32_MAX && n[1][0] == 0);
    assert_true(b[0] == 7 && b[1] == 7 && b[2] == 0 && b[3] == 1 && b[4] == 0);
    assert_true(f[2][0] == 101 && f[2][1] == 2 && f[2][2] == 17 && f[2][3] == 20);
    assert_true(f[3][0] == -2 + 1 && f[3][1] == 0 && f[3][2] == (float)(1.0 / 3));
    has_text(p, "    preshader\n"
                "    mul r32.zw, c1.y, c2.xy\n"
                "    mov c1.zw, r32.zw\n"
                "    mov i1.yzw, (-2.5, 1e-07, 1e+20)\n"
                "    mov b2, c0.xyz\n"
                "    add c2, c1, c1\n"
                "    add c3.x, i1.y, b3\n"
                "    mov c3.y, c100.x\n"
                "    mov c1000.x, (0.1)\n"
                "    mov c3.z, (0.333333333)\n"
                "\n// approximately 9 instructions used\n");
    static const s9_preshader_output outputs[] = {
        {S9_SET_FLOAT, 1, 3}, {S9_SET_FLOAT, 1000, 1}, {S9_SET_INT, 1, 1}, {S9_SET_BOOL, 2, 3}};
    assert_int_equal(s9_preshader_output_count(p), S9_COUNT(outputs));
    for (size_t i = 0; i < S9_COUNT(outputs); i++) {
        assert_int_equal(s9_preshader_output_at(p, i)->set, outputs[i].set);
        assert_int_equal(s9_preshader_output_at(p, i)->first, outputs[i].first);
        assert_int_equal(s9_preshader_output_at(p, i)->count, outputs[i].count);
    }
    s9_preshader_destroy(p);
}

static void indices_count_registers(void **state)
{
    (void)state;
    static const double literals[] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const uint32_t code[] = {
        OP(S9_PRE_MOV, 4),
        1,
        1,
        S9_PRE_INPUT,
        8,
        S9_PRE_INPUT,
        0,
        F(0), /* c0[c2.x] */
        OP(S9_PRE_MOV, 2),
        1,
        IN(8),
        R(4),
        OP(S9_PRE_MOV, 1),
        1,
        1,
        S9_PRE_TEMP,
        5,
        S9_PRE_INPUT,
        6,
        F(4), /* c1[r1.y].z */
        OP(S9_PRE_MOV, 3),
        1,
        1,
        S9_PRE_INPUT,
        10,
        S9_PRE_LITERAL,
        1,
        F(8), /* two literals, then 0 */
        OP(S9_PRE_MOV, 1),
        1,
        LIT(7),
        1,
        S9_PRE_LITERAL,
        0,
        S9_PRE_FLOAT,
        10, /* the output is indexed: c2[1].z */
        OP(S9_PRE_MOV, 1),
        1,
        LIT(6),
        1,
        S9_PRE_INPUT,
        8,
        S9_PRE_BOOL,
        1, /* b1[2] */
        OP(S9_PRE_MOV, 1),
        1,
        1,
        S9_PRE_BOOL,
        3,
        S9_PRE_INPUT,
        0,
        F(5), /* c0[b3] */
    };
    writing program = {literals, 8, 7, code, S9_COUNT(code), false};
    s9_preshader *p = read_program(&program);
    const float inputs[4][4] = {{10, 11, 12, 13}, {20, 21, 22, 23}, {1.5f, -0.5f, 1, 33}, {40, 41, 42, 43}};
    float f[4][4] = {{0}};
    uint32_t b[4] = {0};
    s9_preshader_args args = {.struct_size = sizeof args, .inputs = inputs, .input_count = 4, .f = f, .f_count = 4};
    args.b = b;
    args.b_count = 4;
    assert_int_equal(s9_preshader_run(p, &args), S9_OK);
    assert_memory_equal(f[0], inputs[2], sizeof f[0]); /* of 1.5 and 2.5 the even one */
    assert_true(f[1][0] == 22);
    assert_true(f[2][0] == 6 && f[2][1] == 7 && f[2][2] == 8);
    assert_true(f[3][2] == 8);
    assert_true(b[0] == 0 && b[1] == 0 && b[2] == 0 && b[3] == 1);
    assert_true(f[1][1] == 20);
    has_text(p, "    preshader\n"
                "    mov c0, c0[c2.x]\n"
                "    mov r1.xy, c2.xy\n"
                "    mov c1.x, c1[r1.y].z\n"
                "    mov c2.xyz, literal0[c2.z].yzw\n"
                "    mov c2[literal0.x].z, (8)\n"
                "    mov b1[c2.x], (7)\n"
                "    mov c1.y, c0[b3].x\n"
                "\n// approximately 7 instructions used\n");
    /* whatever the index is, nothing outside is read or written */
    static const float wild[] = {-1, 4, 1e9f, -1e9f, 3e38f, INFINITY, -INFINITY, NAN, 4294967296.0f, 1073741823.0f};
    for (size_t i = 0; i < S9_COUNT(wild); i++) {
        float other[4][4];
        memcpy(other, inputs, sizeof other);
        other[2][0] = other[2][1] = other[2][2] = wild[i];
        args.inputs = (const float(*)[4])other;
        assert_int_equal(s9_preshader_run(p, &args), S9_OK);
        if (!isnan(wild[i]))
            assert_true(f[0][0] == 0 && f[0][3] == 0);
    }
    s9_preshader_destroy(p);
}

static void numbers_are_rounded(void **state)
{
    (void)state;
    static const double literals[] = {0.5, 1.5, -0.5, -1.5, 2147483647.5, -1e300, NAN, 1e-300};
    static const uint32_t code[] = {
        OP(S9_PRE_MOV, 4), 1, LIT(0), I(0), OP(S9_PRE_MOV, 4), 1, LIT(4), I(4), OP(S9_PRE_MOV, 4), 1, LIT(4), B(0),
        OP(S9_PRE_MOV, 1), 1, LIT(5), F(0), OP(S9_PRE_MOV, 1), 1, LIT(7), F(1),
    };
    writing program = {literals, 8, 5, code, S9_COUNT(code), false};
    s9_preshader *p = read_program(&program);
    int32_t n[2][4];
    uint32_t b[4];
    float f[1][4];
    s9_preshader_args args = {.struct_size = sizeof args, .i = n, .i_count = 2, .b = b, .b_count = 4, .f = f};
    args.f_count = 1;
    assert_int_equal(s9_preshader_run(p, &args), S9_OK);
    static const int32_t expected[2][4] = {{0, 2, 0, -2}, {INT32_MAX, INT32_MIN, 0, 0}};
    assert_memory_equal(n, expected, sizeof n);
    assert_true(b[0] == 1 && b[1] == 1 && b[2] == 1 && b[3] == 1); /* not zero, NaN as well */
    assert_true(isinf(f[0][0]) && f[0][0] < 0 && f[0][1] == 0);
    s9_preshader_destroy(p);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    static const uint32_t code[] = {OP(S9_PRE_MOV, 1), 1, IN(0), F(0)};
    writing program = {NULL, 0, 1, code, S9_COUNT(code), false};
    s9_preshader *p = read_program(&program);
    s9_preshader_args args = {.struct_size = sizeof args, .input_count = 1};
    assert_int_equal(s9_preshader_run(p, &args), S9_ERROR_ARGUMENT);
    args = (s9_preshader_args){.struct_size = sizeof args, .f_count = 1};
    assert_int_equal(s9_preshader_run(p, &args), S9_ERROR_ARGUMENT);
    args = (s9_preshader_args){.struct_size = sizeof args, .i_count = 1};
    assert_int_equal(s9_preshader_run(p, &args), S9_ERROR_ARGUMENT);
    args = (s9_preshader_args){.struct_size = sizeof args, .b_count = 1};
    assert_int_equal(s9_preshader_run(p, &args), S9_ERROR_ARGUMENT);
    args = (s9_preshader_args){.struct_size = sizeof args};
    assert_int_equal(s9_preshader_run(NULL, &args), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_preshader_run(p, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_preshader_run(p, &args), S9_OK);
    s9_blob text;
    assert_int_equal(s9_preshader_text(NULL, NULL, &text), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_preshader_text(p, NULL, NULL), S9_ERROR_ARGUMENT);
    has_text(p, "    preshader\n    mov c0.x, c0.x\n\n// approximately 1 instruction used\n");
    assert_null(s9_preshader_inputs(p));
    s9_preshader_destroy(p);
    s9_preshader_destroy(NULL);
    assert_int_equal(s9_preshader_create(NULL, 4, NULL, &p, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_preshader_create("", 0, NULL, NULL, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_preshader_create(NULL, 0, NULL, &p, NULL), S9_ERROR_INVALID);
    assert_null(p);
}

/* ---- in a shader ---- */

static void shaders_carry_them(void **state)
{
    (void)state;
    static const uint32_t code[] = {OP(S9_PRE_NEG, 3), 1, IN(4), F(8), 0xF0F0F0F0, 0x0F0F0F0F};
    writer_begin(&w, 0x46580201);
    writer_constant(&w, "tint", FLOATS, 1, 1, writer_type(&w, VECTOR, T_FLOAT, 1, 3, 1, 0, 0), 0);
    writer_end(&w);
    writing program = {NULL, 0, 1, code, S9_COUNT(code), true};
    s9_buffer part = stream_of(&program), stream;
    s9_buffer_init(&stream, NULL);
    s9_buffer_u32(&stream, 0xFFFF0200);
    part.size -= 4; /* in a shader it has no end token */
    put_part(&stream, "PRES", &part);
    put_part(&stream, "PRES", &part);
    s9_buffer_u32(&stream, 0xFFFF);
    s9_program *shader = NULL;
    s9_reflection *r = NULL;
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_decode(stream.data, stream.size, NULL, NULL, &shader, NULL), S9_OK);
    assert_int_equal(s9_reflect_with(shader, NULL, &r, list), S9_OK);
    s9_program_destroy(shader);
    s9_buffer_free(&stream);
    s9_buffer_free(&part);
    assert_int_equal(s9_diagnostics_count(list), 1);
    assert_string_equal(s9_diagnostics_get(list, 0)->message, "another preshader: only the first one counts");
    s9_diagnostics_destroy(list);
    const s9_preshader *p = s9_reflection_preshader(r);
    assert_non_null(p);
    assert_null(s9_reflection_constant_table(r)); /* the table inside is not the shader's */
    assert_string_equal(s9_constant_table_constant(s9_preshader_inputs(p), 0)->name, "tint");
    assert_int_equal(s9_preshader_instruction_count(p), 1);
    has_text(p, "    preshader\n    neg c2.xyz, c1.xyz\n\n// approximately 1 instruction used\n");
    s9_reflection_destroy(r);
}

/* ---- lies ---- */

/* `words`: what is said first. */
static void refused(const s9_buffer *stream, const char *words)
{
    s9_preshader *p = NULL;
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_preshader_create(stream->data, stream->size, NULL, &p, list), S9_ERROR_INVALID);
    assert_null(p);
    const s9_diagnostic *d = s9_diagnostics_get(list, 0);
    if (d == NULL || strstr(d->message, words) == NULL)
        fail_msg("'%s' was expected, not '%s'", words, d == NULL ? "nothing" : d->message);
    s9_diagnostics_destroy(list);
}

static void refused_code(const uint32_t *code, uint32_t words, uint32_t count, const char *expected)
{
    static const double literals[] = {1, 2, 3};
    writing program = {literals, 3, count, code, words, false};
    s9_buffer stream = stream_of(&program);
    refused(&stream, expected);
    s9_buffer_free(&stream);
}
#define REFUSED(count, expected, ...)                                              \
    do {                                                                           \
        static const uint32_t refused_words[] = {__VA_ARGS__};                     \
        refused_code(refused_words, S9_COUNT(refused_words), (count), (expected)); \
    } while (false)

static void programs_lie(void **state)
{
    (void)state;
    REFUSED(2, "do not fit", OP(S9_PRE_MOV, 1), 1, IN(0), F(0));
    REFUSED(0xFFFFFFFF, "do not fit", OP(S9_PRE_MOV, 1), 1, IN(0), F(0));
    REFUSED(1, "0 components", OP(S9_PRE_MOV, 0), 1, IN(0), F(0));
    REFUSED(1, "5 components", OP(S9_PRE_MOV, 5), 1, IN(0), F(0));
    REFUSED(1, "inputs of an instruction", OP(S9_PRE_MOV, 1), 2, IN(0), F(0));
    REFUSED(1, "4294967295 inputs", OP(S9_PRE_MOV, 1), 0xFFFFFFFF, IN(0), F(0));
    REFUSED(1, "an operand of the preshader does not fit", OP(S9_PRE_MOV, 1), 1, IN(0), 1, S9_PRE_INPUT, 0);
    REFUSED(1, "literal 3 of 3", OP(S9_PRE_MOV, 2), 1, LIT(2), F(0));
    REFUSED(1, "reads literal", OP(S9_PRE_MOV, 4), 1, LIT(0xFFFFFFFF), F(0));
    REFUSED(1, "reads literal", OP(S9_PRE_MOV, 1), 1, 1, S9_PRE_LITERAL, 3, S9_PRE_INPUT, 0, F(0));
    REFUSED(1, "uses r16383", OP(S9_PRE_MOV, 2), 1, IN(0), R(65535));
    REFUSED(1, "uses r1073741823", OP(S9_PRE_MOV, 2), 1, R(0xFFFFFFFF), F(0));
    REFUSED(1, "uses r", OP(S9_PRE_MOV, 1), 1, 1, S9_PRE_TEMP, 65536, S9_PRE_INPUT, 0, F(0));

    s9_buffer stream;
    s9_buffer_init(&stream, NULL);
    s9_buffer_u32(&stream, 0xFFFF0200);
    refused(&stream, "begins with a version token");
    stream.size = 0;
    s9_buffer_u32(&stream, 0x46580200);
    refused(&stream, "has no instructions");
    s9_buffer_u32(&stream, 0x0001FFFE);
    refused(&stream, "ends here");
    stream.size = 4;
    s9_buffer_u32(&stream, 0x00000001);
    refused(&stream, "ends here");
    stream.size = 4;
    s9_buffer_u32(&stream, 0x0001FFFE);
    s9_buffer_append(&stream, "FXLC", 4);
    refused(&stream, "has no instructions");
    s9_buffer_free(&stream);
}

/* What can be read but not run. */
static void unknown_things_are_shown(void **state)
{
    (void)state;
    static const double literals[] = {1, 2, 3, 4};
    static const uint32_t code[] = {
        OP(S9_PRE_NOISE, 2),
        1,
        LIT(0),
        F(0),
        OP(0x123, 4),
        4,
        LIT(0),
        IN(0),
        0,
        S9_PRE_VERTEX,
        4,
        0,
        0,
        5,
        F(4),
        OP(S9_PRE_ADD, 1),
        3,
        LIT(0),
        LIT(1),
        LIT(2),
        F(8),
        OP(S9_PRE_DOTSWIZ, 1),
        2,
        LIT(0),
        LIT(1),
        F(8),
        OP(S9_PRE_DOT, 4),
        2,
        LIT(0),
        LIT(0),
        LIT(3),
        OP(S9_PRE_MOV, 1),
        1,
        7,
        99,
        8,
        S9_PRE_INPUT,
        0,
        0,
        77,
        0xFFFFFFFF,
        OP(S9_PRE_MOV, 0x1) | 0x70000,
        0,
        F(1),
    };
    /* bits without a meaning make the number of components too large */
    REFUSED(1, "components", OP(S9_PRE_MOV, 0x8001), 1, IN(0), F(0));
    writing program = {literals, 4, 7, code, S9_COUNT(code), false};
    s9_buffer stream = stream_of(&program);
    s9_preshader *p = NULL;
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_preshader_create(stream.data, stream.size, NULL, &p, list), S9_OK);
    static const char *const said[] = {"unknown operation, 0x123",  "table 3", "table 0",  "add of the preshader has",
                                       "d3ds_dotswiz of the",       "table 1", "table 99", "table 77",
                                       "mov of the preshader has 0"};
    assert_int_equal(s9_diagnostics_count(list), S9_COUNT(said));
    for (size_t i = 0; i < S9_COUNT(said); i++)
        if (strstr(s9_diagnostics_get(list, i)->message, said[i]) == NULL)
            fail_msg("'%s', not '%s'", s9_diagnostics_get(list, i)->message, said[i]);
    s9_diagnostics_destroy(list);
    s9_buffer_free(&stream);
    has_text(p, "    preshader\n"
                "    noise c0.xy, (1, 2)\n"
                "    op_123 c1, (1, 2, 3, 4), c0, v1, table0_1.yzwx\n"
                "    add c2.x, (1), (2), (3)\n"
                "    d3ds_dotswiz c2.x, (1), (2)\n"
                "    dot literal0.wxyz, (1, 2, 3, 4), (1, 2, 3, 4)\n"
                "    mov table77_1073741823.w, c0[table99_2.x].x\n"
                "    mov c0.y\n"
                "\n// approximately 7 instructions used\n");
    float f[4][4] = {{3}};
    s9_preshader_args args = {.struct_size = sizeof args, .f = f, .f_count = 4};
    assert_int_equal(s9_preshader_run(p, &args), S9_ERROR_UNSUPPORTED);
    assert_true(f[0][0] == 3);
    s9_preshader_destroy(p);
}

/* ---- damage ---- */

static const double sample_literals[] = {0.5, 2, 3, 4, -1, 1e10};
static const uint32_t sample_code[] = {
    OP(S9_PRE_RCP, 1),
    1,
    IN(4),
    R(0),
    OP(S9_PRE_MUL, 3) | SCALAR_OP,
    2,
    R(0),
    LIT(1),
    R(4),
    OP(S9_PRE_DOT, 3),
    2,
    R(4),
    IN(8),
    R(300),
    OP(S9_PRE_MOV, 4),
    1,
    1,
    S9_PRE_TEMP,
    300,
    S9_PRE_INPUT,
    0,
    F(4),
    OP(S9_PRE_CMP, 2),
    3,
    IN(0),
    LIT(0),
    LIT(4),
    I(0),
    OP(S9_PRE_DOTSWIZ, 1),
    6,
    IN(0),
    IN(1),
    IN(2),
    LIT(0),
    LIT(1),
    LIT(2),
    B(3),
    0xF0F0F0F0,
    0x0F0F0F0F,
};

static s9_buffer sample(void)
{
    writer_begin(&w, 0x46580201);
    writer_constant(&w, "a", FLOATS, 0, 1, writer_type(&w, VECTOR, T_FLOAT, 1, 4, 1, 0, 0), 0);
    writer_constant(&w, "b", FLOATS, 1, 2, writer_type(&w, VECTOR, T_FLOAT, 1, 4, 2, 0, 0), 0);
    writer_end(&w);
    writing program = {sample_literals, 6, 6, sample_code, S9_COUNT(sample_code), true};
    return stream_of(&program);
}

/* Reads a stream from a block of exactly its size, prints it and runs it with registers of exactly their number. */
static bool use_bytes(const void *bytes, size_t size, const s9_allocator *allocator)
{
    uint8_t *copy = malloc(size == 0 ? 1 : size);
    float(*inputs)[4] = calloc(3, sizeof *inputs), (*f)[4] = calloc(2, sizeof *f);
    int32_t(*n)[4] = calloc(1, sizeof *n);
    uint32_t *b = calloc(4, sizeof *b);
    assert_true(copy != NULL && inputs != NULL && f != NULL && n != NULL && b != NULL);
    memcpy(copy, bytes, size);
    s9_preshader *p = NULL;
    s9_diagnostics *list = NULL;
    bool memory = s9_diagnostics_create(allocator, &list) == S9_OK;
    s9_result result = s9_preshader_create(copy, size, allocator, &p, list);
    assert_true((result == S9_OK) == (p != NULL));
    free(copy);
    if (p != NULL) {
        s9_blob text = {0};
        assert_ptr_equal(tables_walk(s9_preshader_inputs(p), size), NULL);
        memory &= s9_preshader_text(p, allocator, &text) == S9_OK;
        s9_blob_free(&text);
        s9_preshader_args args = {.struct_size = sizeof args, .inputs = (const float(*)[4])inputs, .input_count = 3};
        args.f = f, args.i = n, args.b = b;
        args.f_count = 2, args.i_count = 1, args.b_count = 4;
        result = s9_preshader_run(p, &args);
        assert_true(result == S9_OK || result == S9_ERROR_UNSUPPORTED || (allocator && result == S9_ERROR_MEMORY));
    }
    memory &= result != S9_ERROR_MEMORY;
    s9_preshader_destroy(p);
    s9_diagnostics_destroy(list);
    free(inputs);
    free(f);
    free(n);
    free(b);
    return allocator != NULL ? memory : result == S9_OK;
}

static void programs_may_end_anywhere(void **state)
{
    (void)state;
    s9_buffer stream = sample();
    assert_true(use_bytes(stream.data, stream.size, NULL));
    for (size_t size = 0; size < stream.size - 16; size++) /* the code ends before its two odd words, and the end */
        assert_false(use_bytes(stream.data, size, NULL));
    s9_buffer_free(&stream);
}

static void programs_may_be_damaged(void **state)
{
    (void)state;
    s9_buffer stream = sample();
    uint8_t *bytes = malloc(stream.size);
    assert_non_null(bytes);
    uint32_t random = 1;
    size_t good = 0;
    for (size_t round = 0; round < 20000; round++) {
        memcpy(bytes, stream.data, stream.size);
        random = random * 1664525u + 1013904223u;
        for (uint32_t times = 1 + (random >> 28) % 4; times > 0; times--) {
            random = random * 1664525u + 1013904223u;
            size_t at = (random >> 8) % stream.size;
            random = random * 1664525u + 1013904223u;
            if (random >> 31)
                bytes[at] ^= (uint8_t)(1u << (random >> 12 & 7u));
            else
                bytes[at] = (uint8_t)(random >> 8);
        }
        good += use_bytes(bytes, stream.size, NULL);
    }
    print_message("%u of 20000 could be run\n", (unsigned)good);
    assert_true(good > 2000);
    free(bytes);
    s9_buffer_free(&stream);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    s9_buffer code, stream;
    s9_buffer_init(&code, NULL);
    for (uint32_t i = 0; i < 500; i++)
        s9_buffer_append(&code, sample_code, 4 * (S9_COUNT(sample_code) - 2));
    /* host order, and so is what stream_of takes */
    writing program = {sample_literals,           6,    3000, (const uint32_t *)(const void *)code.data,
                       (uint32_t)(code.size / 4), false};
    if (program.word_count > 0x7000)
        program.word_count = 0x7000;
    program.instruction_count = program.word_count / (S9_COUNT(sample_code) - 2) * 6;
    stream = stream_of(&program);
    s9_buffer_free(&code);
    size_t blocks = 0;
    for (bool enough = false; !enough; blocks++) {
        memory_source m = {.fails_at = blocks};
        s9_allocator allocator = memory_allocator(&m);
        enough = use_bytes(stream.data, stream.size, &allocator);
        assert_int_equal(m.out, 0);
        assert_true(blocks < 1000);
    }
    assert_true(blocks > 8);
    s9_buffer_free(&stream);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_compute),       cmocka_unit_test(dots_give_one_component),
        cmocka_unit_test(operands_lie_in_tables),   cmocka_unit_test(indices_count_registers),
        cmocka_unit_test(numbers_are_rounded),      cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(shaders_carry_them),       cmocka_unit_test(programs_lie),
        cmocka_unit_test(unknown_things_are_shown), cmocka_unit_test(programs_may_end_anywhere),
        cmocka_unit_test(programs_may_be_damaged),  cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
