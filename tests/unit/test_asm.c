/* SPDX-License-Identifier: MIT */
/* What the assembler takes, and the words it makes. */
#include "assembling.h"
#include "encodings.h"
#include "memory.h"
#include "program/program.h"

/* ---- encodings ---- */

static void worked_encodings(void **state)
{
    (void)state;
    for (size_t i = 0; i < S9_COUNT(s9_encodings); i++) {
        const s9_encoding *e = &s9_encodings[i];
        expect_words(e->version, e->text, e->words, e->count);
        if (e->printed != NULL)
            expect_words(e->version, e->printed, e->words, e->count);
    }
}

/* Relative addressing in all its forms: what is written, and its plainest spelling. */
static void indices(void **state)
{
    (void)state;
    static const struct {
        const char *version, *text, *plain;
    } rows[] = {
        {"vs_2_0", "mov r0, c[10]", "mov r0, c10"},
        {"vs_2_0", "mov r0, c4[2]", "mov r0, c6"},
        {"ps_2_0", "mov r0, c[2 + 10 + 12]", "mov r0, c24"},
        {"vs_2_0", "mov r0, c[a0.x]", "mov r0, c0[a0.x]"},
        {"vs_2_0", "mov r0, c[a0.x + 3 + 7]", "mov r0, c10[a0.x]"},
        {"vs_2_0", "mov r0, c1[a0.x + 2]", "mov r0, c3[a0.x]"},
        {"vs_2_0", "mov r0, c12[aL]", "mov r0, c[12 + aL]"},
        {"vs_2_0", "mov r0, c[2 + a0.x + 12]", "mov r0, c14[a0.x]"},
        {"vs_3_0", "mov r0, c[ 2 + 1 + aL + 3 + 4 + 5 ]", "mov r0, c15[aL]"},
        {"vs_2_0", "mov r0, c8[3 + 2 + a0.w + 5 + 6 + 1]", "mov r0, c25[a0.w]"},
        {"vs_3_0", "mov r0, v1[aL + 4 + 8]", "mov r0, v13[aL]"},
        {"vs_3_0", "mov o[3 + 1 + aL], r0", "mov o4[aL], r0"},
        {"vs_3_0", "mov o1[2 + 1 + 3 + aL].xy, r0", "mov o7[aL].xy, r0"},
        {"ps_3_0", "mov r0, v[aL + 12]", "mov r0, v12[aL]"},
        {"vs_2_sw", "mov r0, c2100[a0.x]", "mov r0, c2048[52 + a0.x]"},
        {"vs_3_0", "mov r0, -c[a0.z+7]_abs.wzyx", "mov r0, -c7[a0.z].wzyx_abs"},
    };
    for (size_t i = 0; i < S9_COUNT(rows); i++)
        expect_same(rows[i].version, rows[i].text, rows[i].plain);

    static const uint32_t bare[] = {0x03000001, 0x800F0000, 0xA0E42000, 0xB0E40000};
    static const uint32_t many[] = {0x03000001, 0x800F0000, 0xA0E42000, 0xB0F40000};
    static const uint32_t high[] = {0x03000001, 0x800F0000, 0x90E42014, 0xF0E40800};
    static const uint32_t bank[] = {0x03000001, 0x800F0000, 0xB0E42834, 0xB0000000};
    expect_words("vs_2_0", "mov r0, c0[a0]", bare, S9_COUNT(bare));
    expect_words("vs_2_0", "mov r0, c0[a0.xyww]", many, S9_COUNT(many));
    expect_words("ps_3_0", "mov r0, v20[aL]", high, S9_COUNT(high));
    expect_words("vs_2_sw", "mov r0, c2100[a0.x]", bank, S9_COUNT(bank));
}

/* ---- what the native assembler takes with validation off ---- */

static void accepted_by_the_native_parser(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"vs_1_1", "dp4 r0.xw, r1.wzyx, r2.xxww"},
        {"vs_1_1", "add r0, -r0.x, -r1"},
        {"vs_1_1", "dcl_position0 v0"},
        {"vs_1_1", "dcl_normal12 v15"},
        {"vs_1_1", "add r0, v0, v1"},
        {"vs_1_1", "mov oFog, c0.x"},
        {"vs_1_1", "mov oPts, c0.x"},
        {"ps_1_1", "mov_d4 r0, r1"},
        {"ps_1_3", "mov_d8 r0, r1"},
        {"ps_1_3", "mov_sat r0, -r1_x2"},
        {"ps_1_3", "mov_x4_sat r0.a, -r1_bx2.a"},
        {"ps_1_3", "texcoord_x2 t0"},
        {"ps_1_3", "tex_x2 t0"},
        {"ps_1_3", "texreg2ar_x4 t0, t1"},
        {"ps_1_3", "texbem_d4 t1, t0"},
        {"ps_1_3", "texm3x3pad_x2 t1, t0"},
        {"ps_1_3", "texdp3tex_x8 t3, t0"},
        {"ps_1_4", "texdepth_x2 r5"},
        {"ps_1_4", "texcrd_sat r4, t3"},
        {"ps_1_3", "cnd r0, r1, r0, v0"},
        {"ps_1_3", "cmp r0, r1, r0, v0"},
        {"ps_1_4", "texcrd r0, t0"},
        {"ps_1_4", "texld r5, r0"},
        {"ps_1_4", "texld r5, c0"},
        {"ps_1_4", "bem r1.rg, c0, r0"},
        {"ps_1_4", "bem_d2 r1, c0, r0"},
        {"vs_2_0", "lrp r0, v0, c0, r1"},
        {"vs_2_0", "dp4 oPos, v0, c0"},
        {"vs_2_0", "add r0, c0[a0.x], c1[a0.y]"},
        {"vs_2_0", "nrm r0, c0"},
        {"vs_2_0", "crs r0, r1, r2"},
        {"vs_2_0", "pow r0, r1, r2"},
        {"vs_2_0", "sincos r0, r1, r2, r3"},
        {"vs_2_0", "sgn r0, r1, r2, r3"},
        {"vs_2_0", "mova a0.y, c0.z"},
        {"vs_2_0", "mova_sat a0.x, r1"},
        {"vs_3_0", "mova_sat a0.x, r1"},
        {"vs_2_0", "rep i0\nendrep"},
        {"vs_2_0", "if b0\nelse\nendif"},
        {"vs_2_0", "if !b0\nendif"},
        {"vs_2_0", "loop aL, i0\nendloop"},
        {"vs_2_0", "call l0"},
        {"vs_2_0", "callnz l0, !b0"},
        {"vs_2_0", "label l3"},
        {"vs_2_0", "call l2047"},
        {"ps_2_x", "call l2047"},
        {"vs_2_x", "if_ge r0, r1\nendif"},
        {"vs_2_x", "break_ne r0, r1"},
        {"vs_2_x", "setp_gt p0, r0, r1"},
        {"vs_2_x", "(!p0) add r2, r2, r3"},
        {"vs_2_x", "if p0.x\nendif"},
        {"vs_2_x", "callnz l0, !p0.z"},
        {"vs_2_x", "breakp p0.w"},
        {"ps_2_0", "mov r0, t0"},
        {"ps_2_0", "texkill t0"},
        {"ps_2_0", "mov oC1, c1"},
        {"ps_2_0", "mov oDepth, c0.x"},
        {"ps_2_0", "mov r31, c0"},
        {"ps_2_0", "defb b0, true"},
        {"ps_2_0", "defi i0, 1, 2, 3, 4"},
        {"ps_2_x", "texldd r0, v1, s2, r3, r4"},
        {"ps_2_x", "dsx r0, r0"},
        {"vs_3_0", "dcl_texcoord12 o11"},
        {"vs_3_0", "texldl r0, v0, s0"},
        {"vs_3_0", "mov o[ a0.x + 12 ], r0"},
        {"vs_3_0", "add_sat r0, r0, r1"},
        {"vs_3_0", "mov r2, r1_abs"},
        {"vs_3_0", "sincos r0, r1"},
        {"ps_3_0", "dcl_normal5 v0"},
        {"ps_3_0", "mov r0, vPos"},
        {"ps_3_0", "mov r0, vFace"},
        {"ps_3_0", "mov r0, v[aL + 12]"},
        {"ps_3_0", "dsx_sat r0, r1"},
        {"ps_3_0", "texldd_pp r0, r1, r2, r3, r4"},
        {"ps_3_0", "texkill v0"},
        {"ps_3_0", "add oC3, r0, r1"},
        {"vs_3_sw", "if_le v0.x, v1.y\nendif"},
        {"vs_3_sw", "break_le v1.x, r0.y"},
        {"vs_2_0", "m3x2 r0.xy, r1, c0"},
        /* what the validator refuses, and the parser leaves to it */
        {"vs_1_1", "mov c0, r0"},
        {"vs_2_0", "callnz r0, b0"},
        {"vs_2_0", "rep -i0\nendrep"},
        {"vs_2_x", "(p0.xy) add r0, r1, r2"},
        {"vs_2_x", "(p0) rep i0\nendrep"},
        {"ps_2_0", "dcl r0"},
        {"ps_2_0", "dcl_2d s0.xy"},
        {"vs_3_0", "dcl_position v[aL]"},
        {"ps_3_0", "texkill_sat r0"},
        {"ps_3_0", "dcl_texcoord_pp_centroid v0"},
        {"ps_3_0", "dcl_texcoord_centroid_pp v0"},
    };
    for (size_t i = 0; i < S9_COUNT(rows); i++)
        expect_accepted(rows[i][0], rows[i][1]);
}

/* ---- spelling ---- */

static void version_spellings(void **state)
{
    (void)state;
    for (uint32_t v = 0; v < S9_VERSION_COUNT; v++) {
        const s9_version_info *info = s9_isa_version((s9_version)v);
        for (int form = 0; form < 4; form++) {
            char text[32];
            snprintf(text, sizeof text, "%s%s", info->text, form >= 2 ? "" : "\n");
            for (char *p = text; *p != '\0'; p++) {
                if (form % 2 == 1 && *p == '_')
                    *p = '.';
                if (form >= 2 && *p >= 'a' && *p <= 'z')
                    *p = (char)(*p - 'a' + 'A');
            }
            assembled a = assemble(text);
            expect_taken(&a, text);
            assert_int_equal(a.words[0], info->token);
            assert_int_equal(a.count, 2);
            assert_string_equal(s9_program_version(a.program), info->text);
            assembled_free(&a);
        }
    }
}

static void letters_of_any_case(void **state)
{
    (void)state;
    expect_same("vs_1_1",
                "DP4 OPOS.X, V0, C[A0.X + 2]\nMOV OT3.RGB, -R1.BGRA\nMov oFOG, c0.x\nMOV OpTs, C0.x\nmov Od1, c0",
                "dp4 oPos.x, v0, c2[a0.x]\nmov oT3.xyz, -r1.zyxw\nmov oFog, c0.x\nmov oPts, c0.x\nmov oD1, c0");
    expect_same(
        "ps_3_0",
        "DCL_TEXCOORD2_PP V1.RG\nDcl_2D S3\nDCL VPOS.XY\ndcl VFACE\nDEF C3, 1E2, -.5F, 0X7FC00000, 2.\n"
        "DEFB B3, TRUE\nDEFI I2, 0xA, -1, 0, 3\nLOOP al, I2\nBREAK_GE r0.x, C3_ABS.y\nENDLOOP\nMOV_SAT_PP OC0, V1\n"
        "mov ODEPTH, r0.x\n(!P0.X) ADD R0, r0, r1",
        "dcl_texcoord2_pp v1.xy\ndcl_2d s3\ndcl vPos.xy\ndcl vFace\ndef c3, 100, -0.5, 0x7FC00000, 2\n"
        "defb b3, true\ndefi i2, 10, -1, 0, 3\nloop aL, i2\nbreak_ge r0.x, c3_abs.y\nendloop\nmov_sat_pp oC0, v1\n"
        "mov oDepth, r0.x\n(!p0.x) add r0, r0, r1");
}

static void layout_is_free(void **state)
{
    (void)state;
    expect_same("vs_2_0",
                "mov r0,c0 mov\tr1 ,\n c1\n\n  if b0 else endif mul r2,r0,\r\nr1;comment 'with \" quotes\nret",
                "mov r0, c0\nmov r1, c1\nif b0\nelse\nendif\nmul r2, r0, r1\nret");
    expect_same("vs_1_1", "mov r0, c0; \nmov r1, /* two\nlines */ c1 // the end ; of it\nadd r2, r0, - r1",
                "mov r0, c0\nmov r1, c1\nadd r2, r0, -r1");
    expect_same("ps_1_1", "mul r0.rgb, r0, r1 +\nmov r0.a, t0", "mul r0.xyz, r0, r1\n+mov r0.w, t0");
    expect_same("ps_1_1", "mul r0.rgb, r0, r1\n + mov_x2_sat r0.a, 1 - t0",
                "mul r0.xyz, r0, r1\n+mov_sat_x2 r0.w, 1-t0");
    expect_same("ps_2_x", "(p0)add r0,r0,r1\n( ! p0 . x )mov r0 . xy , r1",
                "(p0) add r0, r0, r1\n(!p0.x) mov r0.xy, r1");
    expect_same("vs_2_0", "0: mov r0, c0\n0x0010: mov r1, c0\n   12:mov r2, c0", "mov r0, c0\nmov r1, c0\nmov r2, c0");
    /* No newline at the end, a byte order mark, a NUL that the caller counted. */
    static const char marked[] = "\xEF\xBB\xBFps_2_0\r\nmov oC0, c0";
    assembled a = assemble_with(marked, sizeof marked, NULL);
    expect_taken(&a, marked);
    assert_int_equal(a.count, 5);
    assembled_free(&a);
}

static void modifiers_and_swizzles(void **state)
{
    (void)state;
    expect_same(
        "ps_1_4", "texcrd r0.rg, t1_da.xyw\nphase\ntexld r2, r0_db\nmov r1, -r2_bias.b\nmov r1, r2_x2\nmov r1, 1-r2.a",
        "texcrd r0.xy, t1_dw.xyww\nphase\ntexld r2, r0_dz\nmov r1, -r2_bias.z\nmov r1, r2_x2.xyzw\nmov r1, 1 - r2.w");
    expect_same("ps_3_0", "mov r0, v0.xxx_abs\nmov r0, -r3_abs.w\nmov r2.xyb, r1.xygb",
                "mov r0, v0_abs.x\nmov r0, -r3.w_abs\nmov r2.xyz, r1.xyyz");
    expect_same("vs_1_1", "mov r0, v0.argb", "mov r0, v0.wxyz");
    expect_same("vs_1_1", "mov r0, v0.xy", "mov r0, v0.xyyy");
}

static void literals(void **state)
{
    (void)state;
    static const uint32_t floats[] = {0x00000051, 0xA00F0000, 0xC9742400, 0x469C4000, 0x00000001, 0xE0AD78EC,
                                      0x00000051, 0xA00F0001, 0x00000000, 0x80000000, 0xBF000000, 0x3F800000};
    expect_words("vs_1_1", "def c0, -10.0e5, 2.0e4, 1.40129846e-045, -1.00000002e+020\ndef c1, 0., -0, - .5, 1.0f",
                 floats, S9_COUNT(floats));
    static const uint32_t ints[] = {0x05000030, 0xF00F0000, 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE};
    expect_words("vs_2_0", "defi i0, -2147483648, 2147483647, 0xFFFFFFFF, - 2", ints, S9_COUNT(ints));
    static const uint32_t booleans[] = {0x0200002F, 0xE00F0803, 1, 0x0200002F, 0xE00F0804, 0};
    expect_words("vs_2_0", "defb b3, TRUE\ndefb b4, False", booleans, S9_COUNT(booleans));

    assembled a = assemble("vs_1_1\ndef c0, 1e39, -1e400, 3.4028235e38, 1e-60\n");
    expect_taken(&a, "numbers out of range");
    assert_int_equal(a.words[3], 0x7F800000);
    assert_int_equal(a.words[4], 0xFF800000);
    assert_int_equal(a.words[5], 0x7F7FFFFF);
    assert_int_equal(a.words[6], 0);
    assert_int_equal(s9_diagnostics_warnings(a.diagnostics), 2);
    assembled_free(&a);
}

/* ---- extensions ---- */

static void raw_words_and_comments(void **state)
{
    (void)state;
    static const char text[] =
        "//!comment 2\n"
        "//! 0x42415443 0xFFFFFFFF\n"
        ".version 0xFFFE0207\n"
        "    .raw 0x02000001, 0x800F0000,\n 0x90E40000\n"
        "    mov r0, r1\n"
        "    //!comment 0\n"
        "    //!comment 9\n"
        "    //! 0x00000001 0x00000002 0x00000003 0x00000004 0x00000005 0x00000006 0x00000007 0x00000008\n"
        "    //! 0x0000FFFF\n"
        "//! a remark for people\n"
        "//!< and one for a documentation generator\n"
        "    .raw 0x0000FFFD\n"
        "    .raw 0x0003fffe, 0x1, 0x2, 0x3\n"
        "//!trailing 3\n"
        "//! 00 fF\n"
        "//! 7e\n";
    static const uint32_t words[] = {0xFFFE0207, 0x0002FFFE, 0x42415443, 0xFFFFFFFF, 0x02000001, 0x800F0000, 0x90E40000,
                                     0x02000001, 0x800F0000, 0x80E40001, 0x0000FFFE, 0x0009FFFE, 1,          2,
                                     3,          4,          5,          6,          7,          8,          0x0000FFFF,
                                     0x0000FFFD, 0x0003FFFE, 1,          2,          3,          0x0000FFFF};
    assembled a = assemble(text);
    expect_taken(&a, text);
    s9_blob blob = {0};
    assert_int_equal(s9_encode(a.program, NULL, &blob), S9_OK);
    assert_int_equal(blob.size, sizeof words + 3);
    assert_memory_equal(a.words, words, sizeof words);
    assert_memory_equal((const char *)blob.data + sizeof words, "\x00\xFF\x7E", 3);
    assert_string_equal(s9_program_version(a.program), "vs_2_7");
    assert_int_equal(s9_program_instruction_count(a.program), 3);
    s9_blob_free(&blob);
    assembled_free(&a);
}

/* ---- the seed example ---- */

static void six_packed_outputs(void **state)
{
    (void)state;
    size_t size;
    char *page = files_shared("seeds/001_d33698e08d5e23fc.txt", &size);
    char *example = strstr(page, "vs_3_0\n");
    assert_non_null(example);
    static const uint32_t words[] = {0xFFFE0300, 0x0200001F, 0x8004000A, 0xE0010003, 0x0200001F, 0x80030005, 0xE0060003,
                                     0x0200001F, 0x8000000B, 0xE0080003, 0x0200001F, 0x80000006, 0xE0070004, 0x0200001F,
                                     0x80000009, 0xE00F0007, 0x0200001F, 0x80000004, 0xE00F0006, 0x0000FFFF};
    assembled a = assemble(example);
    expect_taken(&a, example);
    assert_int_equal(a.count, S9_COUNT(words));
    assert_memory_equal(a.words, words, sizeof words);
    assembled_free(&a);
    free(page);
}

/* ---- positions ---- */

static void spans(void **state)
{
    (void)state;
    static const char text[] = "vs_3_0\n"
                               "dcl_position\to0.xyzw\n"
                               "  (!p0.x) mad_sat r0.xy, -c1[a0.x + 2].x, v0,\n"
                               "     c2\n";
    assembled a = assemble_with(text, sizeof text - 1,
                                &(s9_assemble_options){.struct_size = sizeof(s9_assemble_options), .name = "a.vsa"});
    expect_taken(&a, text);
    const s9_program *p = a.program;
    assert_int_equal(p->version_span.line, 1);
    assert_int_equal(p->version_span.length, 6);
    const s9_item *dcl = &p->items.items[0], *mad = &p->items.items[1];
    assert_int_equal(s9_item_span(dcl, NULL)->line, 2);
    assert_int_equal(s9_item_span(dcl, NULL)->column, 1);
    assert_int_equal(s9_item_span(dcl, NULL)->length, strlen("dcl_position\to0.xyzw"));
    assert_int_equal(s9_item_span(dcl, &dcl->destination)->column, 14);
    assert_int_equal(s9_item_span(dcl, &dcl->destination)->length, 7);
    assert_int_equal(s9_item_span(mad, NULL)->line, 3);
    assert_int_equal(s9_item_span(mad, NULL)->column, 3);
    assert_int_equal(mad->word, 4);
    assert_int_equal(s9_item_span(mad, &mad->predicate)->column, 4);
    assert_int_equal(s9_item_span(mad, &mad->predicate)->length, 5);
    assert_int_equal(s9_item_span(mad, &mad->destination)->column, 19);
    assert_int_equal(s9_item_span(mad, &mad->destination)->length, 5);
    assert_int_equal(s9_item_span(mad, &mad->sources[0])->column, 26);
    assert_int_equal(s9_item_span(mad, &mad->sources[0])->length, strlen("-c1[a0.x + 2].x"));
    assert_int_equal(s9_item_span(mad, &mad->sources[1])->column, 43);
    assert_int_equal(s9_item_span(mad, &mad->sources[2])->line, 4);
    assert_int_equal(s9_item_span(mad, &mad->sources[2])->column, 6);
    s9_position at = s9_program_position(p, mad, &mad->sources[2]);
    assert_string_equal(at.file, "a.vsa");
    size_t length;
    const char *line = s9_program_source_line(p, s9_item_span(mad, &mad->sources[2]), &length);
    assert_int_equal(length, 7);
    assert_memory_equal(line, "     c2", 7);
    assembled_free(&a);
}

/* ---- listings ---- */

static const char effect_listing[] = "//listing of all techniques and passes with embedded asm listings \n"
                                     "technique T\n{\n    pass P0\n    {\n"
                                     "        vertexshader = \n            asm {\n"
                                     "            // Generated by Microsoft (R) HLSL Shader Compiler 10.1\n"
                                     "                preshader\n"
                                     "                neg r0, c1\n"
                                     "                add c0, (1, 1, 1, 1), r0\n"
                                     "                mov c0, c0[c10.x]\n"
                                     "            // approximately 3 instructions used\n"
                                     "                vs_2_0\n"
                                     "                mov oPos, c0\n"
                                     "            };\n"
                                     "        pixelshader = asm { ps_2_0\n"
                                     "                mov oC0, c0\n"
                                     "            };\n"
                                     "    }\n}\n";

static void listings(void **state)
{
    (void)state;
    s9_assemble_options options = {.struct_size = sizeof options, .shader = 2};
    assembled a = assemble_with(effect_listing, sizeof effect_listing - 1, &options);
    expect_taken(&a, effect_listing);
    assert_int_equal(a.words[0], 0xFFFF0200);
    assert_int_equal(a.count, 5);
    assert_int_equal(a.program->version_span.line, 17);
    assert_int_equal(a.program->version_span.column, 29);
    assert_int_equal(s9_item_span(&a.program->items.items[0], NULL)->line, 18);
    assembled_free(&a);

    options.shader = 1;
    a = assemble_with(effect_listing, sizeof effect_listing - 1, &options);
    expect_taken(&a, effect_listing);
    assert_int_equal(a.words[0], 0xFFFE0200);
    assembled_free(&a);

    options.shader = 3;
    a = assemble_with(effect_listing, sizeof effect_listing - 1, &options);
    assert_int_equal(a.result, S9_ERROR_INVALID);
    assembled_free(&a);

    a = assemble(effect_listing);
    assert_int_equal(a.result, S9_ERROR_INVALID);
    assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message, "the listing holds 2 shaders");
    assert_int_equal(s9_diagnostics_count(a.diagnostics), 3);
    assembled_free(&a);

    static const char one[] = "// Level9 shader bytecode:\n    vs_2_0\n    mov oPos, c0\n\n"
                              "// approximately 1 instruction slot used\nvs_4_0\ndcl_input v0.xyzw\nret \n";
    a = assemble(one);
    expect_taken(&a, one);
    assert_int_equal(a.count, 5);
    assert_int_equal(s9_diagnostics_count(a.diagnostics), 1);
    assert_int_equal(s9_diagnostics_get(a.diagnostics, 0)->severity, S9_NOTE);
    assembled_free(&a);

    static const char preshader[] = "    preshader\n    mul r1.xyz, c0.xyz, (2, 2, 2)\n\n    ps_2_0\n    mov oC0, c0\n";
    a = assemble(preshader);
    expect_taken(&a, preshader);
    assert_int_equal(a.count, 5);
    assembled_free(&a);

    a = assemble("// Generated by Microsoft (R) HLSL Shader Compiler\ncbuffer C { float4 a; }\nvs_4_0\nret\n");
    assert_int_equal(a.result, S9_ERROR_INVALID);
    assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->code, "V002");
    assembled_free(&a);
}

/* ---- the two ways ---- */

static uint32_t seed = 0x53394153u;

static uint32_t below(uint32_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % limit;
}

/* Lines that are nearly or quite plain, put together at random, with some characters changed. */
static void short_and_long_way_agree(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "mov r0, r1",
        "    mad_sat r0.xyz, -r1.wzyx, c12, v0.x",
        "mul r0.xw,r1,c[a0.x + 5].zzzz",
        "\tadd r11, c0[aL] , -c1[a0.w].y ; comment",
        "dp3_pp r0.y, r1, r2 // comment",
        "dcl_texcoord12 v1.xy",
        "dcl_2d s3",
        "dcl t0.xyz",
        "dcl vFace",
        "dcl_position o0",
        "def c3, 1, -0.5f, .5, 1e-5",
        "def c4, -0, 1.50000001e+020, 3., 0x7FC00000",
        "texld r0, t0, s0",
        "mova a0.x, r0.x",
        "mov oPos, r0",
        "mov oC0, r0_abs",
        "mov_x2 r0, 1-r1_bx2",
        "+mov r0.a, t0",
        "if b0",
        "endif",
        "(p0) add r0, r0, r1",
        "mov r0, r1 mov r2, r3",
        "mov r0,",
        " r1",
        ", r2",
        "[1]",
        ".x",
        "/* block */",
        "/* two",
        "lines */ mov r1, r1",
        "//!comment 1",
        "//! 0x00000000",
        "phase",
        "mov r0.yx, r1.q",
        "mvo r0, r1",
        "lrp r0, r1, r2, r3",
        "",
        "nop",
        "12: nop",
        "mov r0, c0.xyzwx",
        "exp r0.x, v0.w",
        "sincos r0.xy, r1.x, c0, c1",
    };
    static const char letters[] = " \n\t\r.,;/+-!_[]()0123456789abcdxyzwrvosptiLAF#*\\\"\x80";
    for (uint32_t round = 0; round < 30000; round++) {
        char text[1024];
        size_t size =
            (size_t)snprintf(text, sizeof text, "%s\n", s9_isa_version((s9_version)below(S9_VERSION_COUNT))->text);
        for (uint32_t i = 1 + below(6); i > 0; i--) {
            const char *line = lines[below(S9_COUNT(lines))];
            size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", line, below(12) == 0 ? "" : "\n");
        }
        for (uint32_t i = below(3); i > 0; i--) {
            size_t at = 7 + below((uint32_t)size);
            if (at >= size)
                continue;
            char c = letters[below(sizeof letters - 1)];
            if (below(3) == 0)
                memmove(text + at, text + at + 1, size-- - at - 1);
            else
                text[at] = c == '#' ? '$' : c; /* a number sign takes the long way anyway */
        }
        const char *fault = ways_differ(text, size);
        if (fault != NULL)
            fail_msg("round %u: %s:\n%.*s", (unsigned)round, fault, (int)size, text);
    }
}

/* ---- arguments and memory ---- */

static void arguments(void **state)
{
    (void)state;
    s9_program *program = NULL;
    s9_assemble_options options = {.struct_size = 1};
    assert_int_equal(s9_assemble("vs_1_1", 6, NULL, NULL, NULL, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_assemble(NULL, 6, NULL, NULL, &program, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_assemble("vs_1_1", 6, NULL, &options, &program, NULL), S9_ERROR_ARGUMENT);
    options = (s9_assemble_options){.struct_size = sizeof options, .define_count = 1};
    assert_int_equal(s9_assemble("vs_1_1", 6, NULL, &options, &program, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_assemble(NULL, 0, NULL, NULL, &program, NULL), S9_ERROR_INVALID);
    assert_null(program);
    /* Without a list the result alone tells. */
    assert_int_equal(s9_assemble("vs_1_1\nmvo r0, r1", 17, NULL, NULL, &program, NULL), S9_ERROR_INVALID);
    assert_null(program);
}

static s9_result open_include(void *user, const char *name, bool system, const char *from, s9_include_file *out)
{
    int *open = user;
    (void)system;
    (void)from;
    static const char text[] = "#define TWO(a, b) a, a##b\n";
    if (strcmp(name, "two.inc") != 0)
        return S9_ERROR_IO;
    ++*open;
    out->text = text;
    out->size = sizeof text - 1;
    return S9_OK;
}

static void close_include(void *user, s9_include_file *file)
{
    int *open = user;
    (void)file;
    --*open;
}

/* Every allocation of a run fails once: an error, and nothing is left. */
static void memory_runs_out(void **state)
{
    (void)state;
    static const char head[] = "ps_3_0\n#include \"two.inc\"\n#define ONE(x) mad r0, TWO(r, x), c0\n#line 5 \"f\"\n"
                               "//!comment 1\n//! 0x00000001\n.raw 0x00000000\n"
                               "#if defined(ONE) && X\nONE(1)\n#endif\n//!trailing 1\n//! 00\n";
    s9_buffer text;
    s9_buffer_init(&text, NULL);
    s9_buffer_text(&text, head);
    for (int i = 0; i < 300; i++)
        s9_buffer_text(&text, "ONE(2)\nmov oC0, r0\n");
    size_t good_size = text.size;
    s9_buffer_text(&text, "mvo r0, r1\nONE(99)\n");

    s9_define define = {"X", "1"};
    int open = 0;
    s9_include include = {open_include, close_include, &open};
    s9_assemble_options options = {
        .struct_size = sizeof options, .name = "a", .defines = &define, .define_count = 1, .include = &include};
    for (int kind = 0; kind < 3; kind++) {
        size_t size = kind == 1 ? text.size : good_size;
        for (size_t n = 0;; n++) {
            memory_source f = {.fails_at = n};
            s9_allocator allocator = memory_allocator(&f);
            s9_diagnostics *list = NULL;
            s9_program *program = NULL;
            if (s9_diagnostics_create(kind == 2 ? NULL : &allocator, &list) == S9_OK) {
                s9_result result = kind == 2
                                       ? s9_assemble(effect_listing, sizeof effect_listing - 1, &allocator,
                                                     &(s9_assemble_options){.struct_size = sizeof options, .shader = 1},
                                                     &program, list)
                                       : s9_assemble(text.data, size, &allocator, &options, &program, list);
                if (result == S9_OK)
                    assert_true(kind != 1);
                else if (f.failed)
                    assert_true(result == S9_ERROR_MEMORY || (kind == 1 && result == S9_ERROR_INVALID));
                else
                    assert_int_equal(result, S9_ERROR_INVALID);
                assert_true((program != NULL) == (result == S9_OK));
            } else {
                assert_true(f.failed);
            }
            s9_program_destroy(program);
            s9_diagnostics_destroy(list);
            assert_int_equal(f.out, 0);
            assert_int_equal(open, 0);
            if (!f.failed)
                break;
        }
    }
    s9_buffer_free(&text);
}

/* Every prefix of a text is taken or refused, and never read beyond. */
static void cut_texts(void **state)
{
    (void)state;
    static const char text[] =
        "ps_1_4\n#define A(x) r##x\ndef c0, 0x7FC00000, 1.#INF, -1e-5, 2 ; x\ntexcrd r0.rgb, t0_dw.xyw\n"
        "phase\n(p0) mad_x2_sat A(0).rgb, 1-r1, -c[0 + 1]_bias.b, r2 +\n+mov r0.a, r1\n"
        "/* c */ // d\n//!comment 1\n//! 0x00000000\n.raw 0x0000FFFD\n#if 1\n#else\n#endif\nvs.1.1";
    for (size_t size = 0; size < sizeof text; size++) {
        char *copy = malloc(size + 1); /* of exactly this size, so that a sanitizer sees what lies behind */
        assert_non_null(copy);
        memcpy(copy, text, size);
        char *exact = realloc(copy, size > 0 ? size : 1);
        assert_non_null(exact);
        assembled a = assemble_with(exact, size, NULL);
        assembled_free(&a);
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_encodings),
        cmocka_unit_test(indices),
        cmocka_unit_test(accepted_by_the_native_parser),
        cmocka_unit_test(version_spellings),
        cmocka_unit_test(letters_of_any_case),
        cmocka_unit_test(layout_is_free),
        cmocka_unit_test(modifiers_and_swizzles),
        cmocka_unit_test(literals),
        cmocka_unit_test(raw_words_and_comments),
        cmocka_unit_test(six_packed_outputs),
        cmocka_unit_test(spans),
        cmocka_unit_test(listings),
        cmocka_unit_test(short_and_long_way_agree),
        cmocka_unit_test(arguments),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(cut_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
