/* SPDX-License-Identifier: MIT */
#include "files.h"
#include "program/program.h"

static s9_program *program_of(s9_version version)
{
    s9_program *program = s9_program_create(NULL, s9_isa_version(version)->token);
    assert_non_null(program);
    return program;
}

static s9_item *append(s9_program *program, size_t count, const uint32_t *words)
{
    s9_item *item = s9_program_append(program, words, (uint32_t)count);
    assert_non_null(item);
    return item;
}
#define APPEND(program, ...) \
    append(program, sizeof((const uint32_t[]){__VA_ARGS__}) / 4, (const uint32_t[]){__VA_ARGS__})

/* ---- items ---- */

static void items_know_their_operands(void **state)
{
    (void)state;
    s9_program *p = program_of(S9_VS_3_0);
    s9_item *item = APPEND(p, 0x0001FFFE, 0x42415443);
    assert_int_equal(item->kind, S9_ITEM_COMMENT);
    assert_int_equal(item->word, 1);

    item = APPEND(p, 0x0200001F, 0x80050003, 0x900F0001);
    assert_int_equal(item->kind, S9_ITEM_INSTRUCTION);
    assert_int_equal(item->opcode, S9_OP_DCL);
    assert_int_equal(s9_dcl_usage(item->dcl), 3);
    assert_int_equal(s9_dcl_index(item->dcl), 5);
    assert_true(item->has_destination);
    assert_int_equal(item->destination.word, 5);

    /* (!p0.w) mad o0[aL], r0, c2100[a0.y], r1: every kind of extra token */
    item = APPEND(p, 0x17000004, 0xE00F2000, 0xF0E40800, 0xBDFF1000, 0x80E40000, 0xB0E42834, 0xB0550000, 0x80E40001);
    assert_int_equal(item->kind, S9_ITEM_INSTRUCTION);
    assert_int_equal(item->word, 6);
    assert_int_equal(item->instruction, 1);
    assert_true(item->destination.has_relative);
    assert_int_equal(s9_operand_index(p, &item->destination).file, S9_FILE_LOOP);
    assert_true(item->has_predicate);
    assert_int_equal(item->predicate.word, 9);
    assert_int_equal(item->source_count, 3);
    assert_false(item->sources[0].has_relative);
    assert_true(item->sources[1].has_relative);
    assert_int_equal(s9_operand_file(p, item->sources[1].token), S9_FILE_CONST);
    assert_int_equal(s9_operand_number(item->sources[1].token), 2100);
    s9_index index = s9_operand_index(p, &item->sources[1]);
    assert_int_equal(index.file, S9_FILE_ADDR);
    assert_int_equal(index.component, 1);
    assert_int_equal(item->sources[2].word, 13);

    item = APPEND(p, 0x05000051, 0xA00F0000, 1, 2, 3, 4);
    assert_int_equal(item->literal_count, 4);
    assert_int_equal(item->literals[3], 4);
    assert_int_equal(item->source_count, 0);

    s9_program_finish(p);
    assert_int_equal(s9_program_instruction_count(p), 3);
    assert_int_equal(p->end_word, 20);
    assert_int_equal(s9_program_token_bytes(p), 84);
    assert_string_equal(s9_program_version(p), "vs_3_0");
    assert_int_equal(s9_program_stage(p), S9_STAGE_VERTEX);
    s9_program_destroy(p);
}

static void what_does_not_fit_is_raw(void **state)
{
    (void)state;
    static const struct {
        s9_version version;
        s9_opcode opcode;
        uint32_t count, words[7];
    } table[] = {
        {S9_VS_2_0, S9_OP_MOV, 2, {0x01000001, 0x800F0000}},                         /* source missing */
        {S9_VS_2_0, S9_OP_MOV, 4, {0x03000001, 0x800F0000, 0xA0E40000, 0xA0E40000}}, /* one too many */
        {S9_VS_2_0, S9_OP_MOV, 3, {0x02000001, 0x800F0000, 0xA0E42000}},             /* index token missing */
        {S9_VS_2_X, S9_OP_MOV, 3, {0x12000001, 0x800F0000, 0xA0E40000}},             /* predicate missing */
        {S9_VS_3_0, S9_OP_SINCOS, 5, {0x04000025, 0x800F0000, 0x80E40001, 0x80E40002, 0x80E40003}},
        {S9_VS_3_0, S9_OP_SGN, 3, {0x02000022, 0x800F0000, 0x80E40001}},
        {S9_VS_2_0, S9_OP_SINCOS, 3, {0x02000025, 0x800F0000, 0x80E40001}},
        {S9_VS_2_0, S9_OP_DEF, 5, {0x04000051, 0xA00F0000, 1, 2, 3}},
        {S9_VS_2_0, S9_OP_DCL, 2, {0x0100001F, 0x80000000}},
        {S9_VS_2_0, S9_OP_RET, 2, {0x0100001C, 0x80000000}},
        {S9_VS_2_0, S9_OP_UNKNOWN, 1, {0x00000031}}, /* reserved opcodes */
        {S9_VS_2_0, S9_OP_UNKNOWN, 2, {0x0100004B, 0x80E40000}},
        {S9_VS_2_0, S9_OP_UNKNOWN, 3, {0x82000001, 0x800F0000, 0xA0E40000}}, /* bit 31: no opcode token */
        {S9_PS_1_4, S9_OP_TEX, 2, {0x00000042, 0x800F0000}},                 /* the form of ps_1_1 */
        {S9_PS_1_1, S9_OP_TEX, 3, {0x00000042, 0x800F0000, 0xB0E40000}},     /* the form of ps_1_4 */
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        s9_program *p = program_of(table[i].version);
        s9_item *item = s9_program_append(p, table[i].words, table[i].count);
        assert_non_null(item);
        assert_int_equal(item->kind, S9_ITEM_RAW);
        assert_int_equal(item->opcode, table[i].opcode);
        assert_int_equal(item->source_count, 0);
        assert_int_equal(item->literal_count, 0);
        assert_false(item->has_destination || item->has_predicate);
        s9_program_destroy(p);
    }
}

static void sm1_has_no_index_tokens(void **state)
{
    (void)state;
    s9_program *p = program_of(S9_VS_1_1);
    s9_item *item = APPEND(p, 0x00000001, 0x800F0000, 0xA0E4200E);
    assert_int_equal(item->kind, S9_ITEM_INSTRUCTION);
    assert_true(s9_operand_is_relative(item->sources[0].token));
    assert_false(item->sources[0].has_relative);
    s9_index index = s9_operand_index(p, &item->sources[0]);
    assert_int_equal(index.file, S9_FILE_ADDR);
    assert_int_equal(index.component, 0);
    s9_program_destroy(p);
}

static void versions_are_spelled(void **state)
{
    (void)state;
    s9_program *p = s9_program_create(NULL, 0xFFFE0207);
    assert_string_equal(s9_program_version(p), "vs_2_7");
    assert_int_equal(p->version, S9_VS_2_X);
    assert_false(p->version_exact);
    s9_program_destroy(p);
    p = s9_program_create(NULL, 0xFFFF03FF);
    assert_string_equal(s9_program_version(p), "ps_3_sw");
    assert_int_equal(s9_program_stage(p), S9_STAGE_PIXEL);
    s9_program_destroy(p);
    assert_null(s9_program_create(NULL, 0xFFFE0400));
    s9_program_destroy(NULL);
}

/* ---- positions in the input ---- */

static void places_in_text_and_tokens(void **state)
{
    (void)state;
    static const char source[] = "vs_2_0\r\n  mov r0, c0\n\nnop";
    s9_program *p = program_of(S9_VS_2_0);
    static const char *const files[] = {"a.vsa"};
    p->files = files;
    p->file_count = 1;
    s9_item *item = APPEND(p, 0x02000001, 0x800F0000, 0xA0E40000);
    s9_position at = s9_program_position(p, item, &item->sources[0]);
    assert_string_equal(at.file, "a.vsa");
    assert_int_equal(at.offset, 12);
    assert_int_equal(at.token, 3);
    assert_int_equal(at.instruction, 0);
    assert_int_equal(at.line, 0);
    at = s9_program_position(p, NULL, NULL);
    assert_int_equal(at.token, 0);
    assert_int_equal(at.instruction, S9_NO_POSITION);

    p->source = source;
    p->source_size = sizeof source - 1;
    const s9_span places[] = {{2, 3, 11, 0}, {2, 7, 2, 0}};
    assert_true(s9_program_set_spans(p, item, places, 2));
    s9_program_finish(p);
    item = &p->items.items[0];
    at = s9_program_position(p, item, &item->sources[0]); /* no place of its own: that of the statement */
    assert_int_equal(at.line, 2);
    assert_int_equal(at.column, 3);
    assert_int_equal(at.length, 11);
    assert_int_equal(at.offset, S9_NO_POSITION);
    size_t length;
    const char *line = s9_program_source_line(p, s9_item_span(item, NULL), &length);
    assert_int_equal(length, 12);
    assert_memory_equal(line, "  mov r0, c0", 12);
    s9_span span = {1, 1, 1, 0};
    line = s9_program_source_line(p, &span, &length); /* CR LF */
    assert_int_equal(length, 6);
    span.line = 3;
    assert_non_null(s9_program_source_line(p, &span, &length));
    assert_int_equal(length, 0);
    span.line = 4;
    assert_memory_equal(s9_program_source_line(p, &span, &length), "nop", 3);
    assert_int_equal(length, 3);
    span.line = 5;
    assert_null(s9_program_source_line(p, &span, &length));
    span = (s9_span){1, 1, 1, 1}; /* of another file */
    assert_null(s9_program_source_line(p, &span, &length));
    s9_program_destroy(p);
}

/* ---- components read ---- */

enum { X = 1, Y = 2, Z = 4, W = 8, XY = 3, XYZ = 7, XYZW = 15 };

static void positions_by_opcode(void **state)
{
    (void)state;
    static const struct {
        s9_version version;
        s9_opcode opcode;
        uint32_t mask;
        uint32_t positions[4];
    } table[] = {
        {S9_VS_2_0, S9_OP_MOV, XYZ, {XYZ}},
        {S9_VS_2_0, S9_OP_MAD, Y | W, {Y | W, Y | W, Y | W}},
        {S9_PS_2_0, S9_OP_CMP, Z, {Z, Z, Z}},
        {S9_VS_2_0, S9_OP_LRP, X, {X, X, X}},
        {S9_VS_2_0, S9_OP_DP3, W, {XYZ, XYZ}},
        {S9_VS_2_0, S9_OP_DP4, X, {XYZW, XYZW}},
        {S9_PS_2_0, S9_OP_DP2ADD, XYZ, {XY, XY, X}},
        {S9_VS_2_0, S9_OP_RCP, XYZW, {X}},
        {S9_VS_2_0, S9_OP_RSQ, W, {X}},
        {S9_VS_2_0, S9_OP_EXP, W, {X}},
        {S9_VS_2_0, S9_OP_LOGP, W, {X}},
        {S9_VS_2_0, S9_OP_POW, XYZW, {X, X}},
        {S9_VS_2_0, S9_OP_SINCOS, XY, {X, XYZW, XYZW}},
        {S9_VS_3_0, S9_OP_SINCOS, Y, {X}},
        {S9_VS_2_0, S9_OP_LIT, Y, {X | Y | W}},
        {S9_VS_2_0, S9_OP_DST, X, {0, 0}},
        {S9_VS_2_0, S9_OP_DST, XYZW, {Y | Z, Y | W}},
        {S9_VS_2_0, S9_OP_CRS, X, {Y | Z, Y | Z}},
        {S9_VS_2_0, S9_OP_CRS, Y, {X | Z, X | Z}},
        {S9_VS_2_0, S9_OP_CRS, Z, {XY, XY}},
        {S9_VS_2_0, S9_OP_CRS, XYZ, {XYZ, XYZ}},
        {S9_VS_2_0, S9_OP_NRM, X, {XYZ}},
        {S9_VS_2_0, S9_OP_NRM, XYZW, {XYZW}},
        {S9_VS_2_0, S9_OP_SGN, XY, {XY, 0, 0}},
        {S9_VS_2_0, S9_OP_M4X4, XYZW, {XYZW, XYZW}},
        {S9_VS_2_0, S9_OP_M4X3, XYZ, {XYZW, XYZW}},
        {S9_VS_2_0, S9_OP_M3X4, XYZW, {XYZ, XYZ}},
        {S9_VS_2_0, S9_OP_M3X2, XY, {XYZ, XYZ}},
        {S9_VS_2_0, S9_OP_MOVA, X | Z, {X | Z}},
        {S9_VS_2_X, S9_OP_SETP, Y, {Y, Y}},
        {S9_VS_2_X, S9_OP_IFC, 0, {X, X}},
        {S9_VS_2_X, S9_OP_BREAKC, 0, {X, X}},
        {S9_VS_2_X, S9_OP_BREAKP, 0, {X}},
        {S9_VS_2_0, S9_OP_IF, 0, {X}},
        {S9_VS_2_0, S9_OP_REP, 0, {X}},
        {S9_VS_2_0, S9_OP_LOOP, 0, {X, XYZ}},
        {S9_VS_2_0, S9_OP_CALL, 0, {0}},
        {S9_VS_2_0, S9_OP_CALLNZ, 0, {0, X}},
        {S9_PS_2_X, S9_OP_DSX, XY, {XY}},
        {S9_PS_2_0, S9_OP_TEX, X, {XYZW, X}},
        {S9_PS_3_0, S9_OP_TEXLDL, XYZ, {XYZW, XYZ}},
        {S9_PS_3_0, S9_OP_TEXLDD, XYZW, {XYZW, XYZW, XYZW, XYZW}},
        {S9_PS_1_4, S9_OP_TEX, XYZW, {XYZW}},
        {S9_PS_1_4, S9_OP_TEXCOORD, XY, {XY}},
        {S9_PS_1_4, S9_OP_BEM, XY, {XY, XY}},
        {S9_PS_1_4, S9_OP_CND, XY, {XY, XY, XY}},
        {S9_PS_1_2, S9_OP_CND, XYZ, {W, XYZ, XYZ}},
        {S9_PS_1_1, S9_OP_TEXBEM, XYZW, {XY}},
        {S9_PS_1_1, S9_OP_TEXBEML, XYZW, {XYZ}},
        {S9_PS_1_1, S9_OP_TEXREG2AR, XYZW, {X | W}},
        {S9_PS_1_1, S9_OP_TEXREG2GB, XYZW, {Y | Z}},
        {S9_PS_1_2, S9_OP_TEXREG2RGB, XYZW, {XYZ}},
        {S9_PS_1_2, S9_OP_TEXDP3, XYZW, {XYZ}},
        {S9_PS_1_1, S9_OP_TEXM3X3SPEC, XYZW, {XYZ, XYZ}},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        s9_program *p = program_of(table[i].version);
        s9_shape shape = s9_isa_shape(table[i].version, table[i].opcode);
        uint32_t words[8] = {s9_isa_opcode(table[i].opcode)->number}, count = 1;
        if (shape.destinations > 0)
            words[count++] = 0x80000000u | table[i].mask << 16;
        for (uint32_t k = 0; k < shape.sources; k++)
            words[count++] = 0x80E40000u;
        if (s9_version_major(table[i].version) > 1)
            words[0] |= (count - 1) << 24;
        s9_item *item = append(p, count, words);
        assert_int_equal(item->kind, S9_ITEM_INSTRUCTION);
        for (uint32_t k = 0; k < shape.sources; k++)
            if (s9_item_source_positions(p, item, k) != table[i].positions[k])
                fail_msg("%s source %u: %x", s9_isa_opcode(table[i].opcode)->text, (unsigned)k,
                         (unsigned)s9_item_source_positions(p, item, k));
        assert_int_equal(s9_item_source_positions(p, item, shape.sources), 0);
        s9_program_destroy(p);
    }
}

static void components_after_the_swizzle(void **state)
{
    (void)state;
    s9_program *p = program_of(S9_VS_2_0);
    s9_item *item = APPEND(p, 0x03000008, 0x80010000, 0x801B0001, 0x80FF0002); /* dp3 r0.x, r1.wzyx, r2.w */
    assert_int_equal(s9_item_source_components(p, item, 0), Y | Z | W);
    assert_int_equal(s9_item_source_components(p, item, 1), W);
    item = APPEND(p, 0x02000006, 0x800F0000, 0x80AA0001); /* rcp r0, r1.z */
    assert_int_equal(s9_item_source_components(p, item, 0), Z);
    s9_program_destroy(p);

    p = program_of(S9_PS_1_4);
    item = APPEND(p, 0x00000040, 0x80030000, 0xBAF40001); /* texcrd r0.xy, t1_dw.xyww: w divides */
    assert_int_equal(s9_item_source_components(p, item, 0), X | Y | W);
    item = APPEND(p, 0x00000042, 0x800F0005, 0x89540002); /* texld r5, r2_dz.xyyy: z divides */
    assert_int_equal(s9_item_source_components(p, item, 0), X | Y | Z);
    s9_program_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_know_their_operands),    cmocka_unit_test(what_does_not_fit_is_raw),
        cmocka_unit_test(sm1_has_no_index_tokens),      cmocka_unit_test(versions_are_spelled),
        cmocka_unit_test(places_in_text_and_tokens),    cmocka_unit_test(positions_by_opcode),
        cmocka_unit_test(components_after_the_swizzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
