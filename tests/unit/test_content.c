/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "files.h"

#include <shader9/program.h>

/* ---- what a file holds ---- */

static void magic_numbers(void **state)
{
    (void)state;
#define BYTES(text) text, sizeof(text) - 1
    static const struct {
        const char *bytes;
        size_t size;
        s9_content content;
    } table[] = {
        {BYTES(""), S9_CONTENT_EMPTY},
        {BYTES(" \r\n\t"), S9_CONTENT_EMPTY},
        {BYTES("\0\2\xFE\xFF\xFF\xFF\0\0"), S9_CONTENT_TOKENS},
        {BYTES("\1\2\xFF\xFF\xFF\xFF\0\0rubbish"), S9_CONTENT_TOKENS},
        {BYTES("\7\3\xFF\xFF"), S9_CONTENT_TOKENS}, /* an odd minor number */
        {BYTES("\0\4\xFF\xFF"), S9_CONTENT_UNKNOWN},
        {BYTES("\1\x09\xFF\xFE\0\0\0\0"), S9_CONTENT_EFFECT},
        {BYTES("\xCF\x0B\xF0\xBC\x10\0\0\0"), S9_CONTENT_XNA_EFFECT},
        {BYTES("XNBw\5\0"), S9_CONTENT_XNB},
        {BYTES("DXBC"), S9_CONTENT_DXBC},
        {BYTES("DXBC0123456789abcdef\1\0\0\0\x2C\0\0\0\1\0\0\0\x24\0\0\0DXIL\0\0\0\0"), S9_CONTENT_DXIL},
        {BYTES("DXBC0123456789abcdef\1\0\0\0\x2C\0\0\0\1\0\0\0\x24\0\0\0SHDR\0\0\0\0"), S9_CONTENT_DXBC},
        {BYTES("DXBC0123456789abcdef\1\0\0\0\x2C\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), S9_CONTENT_DXBC},
        {BYTES("BC\xC0\xDE"), S9_CONTENT_DXIL},
        {BYTES("MGFX\x0A\0"), S9_CONTENT_MGFX},
        {BYTES("\3\2\x23\7\0\0\1\0"), S9_CONTENT_SPIRV},
        {BYTES("\7\x23\2\3\0\1\0\0"), S9_CONTENT_SPIRV},
        {BYTES("\0\2VL\0\0"), S9_CONTENT_SHADER_LIBRARY},
        {BYTES("\0\2PL\0\0"), S9_CONTENT_SHADER_LIBRARY},
        {BYTES("\0\1XT"), S9_CONTENT_TEXTURE_SHADER},
        {BYTES("\1\2XF"), S9_CONTENT_PRESHADER},
        {BYTES("\1\x10\xFF\xFE\0\0\0\0"), S9_CONTENT_EFFECT_D3D10},
        {BYTES("\x89PNG\r\n\x1A\n"), S9_CONTENT_IMAGE},
        {BYTES("\xFF\xD8\xFF\xE0"), S9_CONTENT_IMAGE},
        {BYTES("DDS |\0\0\0"), S9_CONTENT_IMAGE},
        {BYTES("PK\3\4....."), S9_CONTENT_ARCHIVE},
        {BYTES("\x1F\x8B\x08\0"), S9_CONTENT_ARCHIVE},
        {BYTES("\xFF\xFEv\0s\0_\0"), S9_CONTENT_UTF16},
        {BYTES("vcs2\0\0\0\0"), S9_CONTENT_VCS_SOURCE2},
        {BYTES("\xFE\xFF\x09\1\0\0\0\0"), S9_CONTENT_CONSOLE}, /* no UTF-16 */
        {BYTES("\xBC\xF0\x0B\xCF\0\0\0\x10"), S9_CONTENT_CONSOLE},
        {BYTES("\x10*\x11\0\0\0\0\x24"), S9_CONTENT_CONSOLE},
        {BYTES("\0\x09\xFF\xFE\0\0\0\0"), S9_CONTENT_EFFECT_OTHER},
        {BYTES("\1\x08\xFF\xFE\0\0\0\0"), S9_CONTENT_EFFECT_OTHER},
        {BYTES("KNIF\x0B\0\0\0"), S9_CONTENT_MGFX},
        {BYTES("\3\0\0\0\4\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\xFF\xFF\xFF\xFF\x20\0\0\0"), S9_CONTENT_VCS},
        {BYTES("\0\0\0\6\0\0\0\4\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\1\1\2\3\4\xFF\xFF\xFF\xFF\0\0\0\x24"),
         S9_CONTENT_CONSOLE},
        /* the number of all combos has overflowed to 0; a combo that is not there, at 0 */
        {BYTES("\6\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\1\2\3\4\xFF\xFF\xFF\xFF\x24\0\0\0"), S9_CONTENT_VCS},
        {BYTES("\4\0\0\0\2\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\2\3\4\0\0\0\0\0\0\0\0\x2C\0\0\0\4\0\0\0"),
         S9_CONTENT_VCS},
        {BYTES("\6\0\0\0\4\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\1\2\3\4\0\0\0\0\x2C\0\0\0\xFF\xFF\xFF\xFF\0\0\0\0"),
         S9_CONTENT_VCS},
        {BYTES("\6\0\0\0\4\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\1\2\3\4\0\0\0\0\x2C\0\0\0\1\0\0\0\0\0\0\0"),
         S9_CONTENT_UNKNOWN}, /* no mark behind the records */
        {BYTES("\4\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\2\3\4\x24\0\0\0\4\0\0\0\0\0\0\0"), S9_CONTENT_VCS},
        {BYTES("\4\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\2\3\4\x10\0\0\0\4\0\0\0\0\0\0\0"),
         S9_CONTENT_UNKNOWN}, /* a combo in the middle of the tables */
        {BYTES("\1\2\3\4\5\6\7"), S9_CONTENT_UNKNOWN},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++)
        if (s9_detect_content(table[i].bytes, table[i].size) != table[i].content)
            fail_msg("row %zu is taken for: %s", i, s9_content_name(s9_detect_content(table[i].bytes, table[i].size)));
    assert_int_equal(s9_detect_content(NULL, 0), S9_CONTENT_EMPTY);
}

static void texts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        s9_content content;
    } table[] = {
        {"vs_1_1\nmov oPos, v0\n", S9_CONTENT_ASSEMBLY},
        {"ps_2_a\nmov oC0, c0\n", S9_CONTENT_ASSEMBLY}, /* no such version: the assembler says so */
        {"vs 2.0\nfoo", S9_CONTENT_ASSEMBLY},
        {"PS_2_0x\nfoo", S9_CONTENT_ASSEMBLY},
        {"ps_main\nfoo", S9_CONTENT_TEXT},
        {"\xEF\xBB\xBFps.1.4\nphase", S9_CONTENT_ASSEMBLY},
        {"; a comment with a quote '\n// float4 technique\nPS_2_0 ; here\ntexld r0, t0, s0", S9_CONTENT_ASSEMBLY},
        {"/* float4 x; */\n#define OUT oC0\n#include \"x\"\n  ps_3_sw mov OUT, c0", S9_CONTENT_ASSEMBLY},
        {".version 0xFFFE0207\nnop", S9_CONTENT_ASSEMBLY},
        {"mov r0, r1\n", S9_CONTENT_ASSEMBLY}, /* no version: the assembler says so */
        {"dcl_texcoord3 v0", S9_CONTENT_ASSEMBLY},
        {"// nothing but a comment", S9_CONTENT_ASSEMBLY},
        {"#include \"shader.vsh\"\n", S9_CONTENT_ASSEMBLY},
        {"//\n// Generated by Microsoft (R) HLSL Shader Compiler 10.1\n//\n    ps_2_0\n    mov oC0, c0\n",
         S9_CONTENT_LISTING},
        {"ps_2_0\nmov oC0, c0\n// approximately 1 instruction slot used", S9_CONTENT_LISTING},
        {"    preshader\n    neg c0, c1\n    vs_2_0\n    mov oPos, c0", S9_CONTENT_LISTING},
        {"technique T\n{ pass P { vertexshader =\nasm {\n    vs_1_1\n    mov oPos, v0\n// approximately 1 instruction "
         "slot used\n};}}",
         S9_CONTENT_LISTING},
        {"// Generated by Microsoft (R) D3D Shader Disassembler\nps_4_0\ndcl_output o0.xyzw\nret\n",
         S9_CONTENT_LISTING},
        {"sampler2D s : register(s0);\nfloat4 main(float2 t : TEXCOORD0) : COLOR { return tex2D(s, t); }",
         S9_CONTENT_HLSL},
        {"technique T { pass P { VertexShader = compile\nvs_2_0 main(); } }", S9_CONTENT_HLSL},
        {"VertexShader v = asm\n{\n    vs_2_0\n    mov oPos, v0\n};\ntechnique T {}", S9_CONTENT_HLSL},
        {"static const int table[4] = { 0, 1, 2, 3 };\nfloat4 main() : COLOR { return table[1]; }", S9_CONTENT_HLSL},
        {"#version 330\nvoid main() {}", S9_CONTENT_GLSL},
        {"attribute vec4 p;\nvoid main() { gl_Position = p; }", S9_CONTENT_GLSL},
        {"const DWORD g_ps20[] =\n{\n    0xffff0200, 0x0000ffff\n};", S9_CONTENT_C_ARRAY},
        {"#if 0\n//\n// Generated by Microsoft (R) HLSL Shader Compiler\n    ps_2_0\n#endif\n\nconst BYTE g_main[] "
         "=\n{\n      0,   2, 255, "
         "255, 255, 255, 0, 0\n};",
         S9_CONTENT_C_ARRAY},
        {"static const unsigned char x[8] = { 'D', 0 };", S9_CONTENT_TEXT},
        {"uint32_t x[2] = { 0xFFFE0101u, 0xFFFFul };", S9_CONTENT_C_ARRAY},
        {"auto x[] = { 4294836736, 65535, };", S9_CONTENT_C_ARRAY},
        {"FFFE0101 0000FFFF", S9_CONTENT_C_ARRAY},
        {"0xFFFE0101, 0x0000FFFF\n", S9_CONTENT_C_ARRAY},
        {"01 01 FE FF FF FF 00 00", S9_CONTENT_C_ARRAY},
        {"Dear reader,\nthis is prose.\n", S9_CONTENT_TEXT},
        {"{ \"size\": [1, 2] }", S9_CONTENT_JSON},
        {"\xEF\xBB\xBF\n{\n  \"technique\": \"float4 vs_2_0\" }", S9_CONTENT_JSON},
        {"[ { \"vs_2_0\": 1 } ]", S9_CONTENT_JSON},
        {"[\"vec4\"]", S9_CONTENT_JSON},
        {"{}\n", S9_CONTENT_JSON},
        {"[numthreads(1, 1, 1)]\nfloat4 main() : COLOR {}", S9_CONTENT_HLSL},
        {"# Shaders\n\nA sky in float4 and vec4:\n\n    ps_2_0\n    mov oC0, c0\n", S9_CONTENT_TEXT},
        {"About shaders\n\n```\nps_2_0\nmov oC0, c0\n```\n", S9_CONTENT_TEXT},
        {"## The rules\nadd more of them\n", S9_CONTENT_TEXT},
        {"#!/bin/sh\n# assembles\nshader9 asm x\n", S9_CONTENT_TEXT},
        {"# define OUT oC0\nps_2_0\nmov OUT, c0", S9_CONTENT_ASSEMBLY},
        {"#defin OUT oC0\nps_2_0\nmov OUT, c0", S9_CONTENT_ASSEMBLY}, /* the assembler says what it should be */
        {"#include <metal_stdlib>\nfloat4 x;", S9_CONTENT_TEXT},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        s9_content content = s9_detect_content(table[i].text, strlen(table[i].text));
        if (content != table[i].content)
            fail_msg("%s\n... is taken for: %s", table[i].text, s9_content_name(content));
    }
}

static void names_and_advice(void **state)
{
    (void)state;
    for (int i = S9_CONTENT_UNKNOWN; i <= S9_CONTENT_TEXT; i++) {
        assert_true(strlen(s9_content_name((s9_content)i)) > 0);
        bool usable = i >= S9_CONTENT_TOKENS && i <= S9_CONTENT_C_ARRAY;
        assert_int_equal(s9_content_advice((s9_content)i) == NULL, usable);
    }
    assert_string_equal(s9_content_name((s9_content)99), "unknown content");
    assert_string_equal(s9_content_name(S9_CONTENT_TOKENS), "token stream");
}

static void corpus_is_recognised(void **state)
{
    (void)state;
    static const struct {
        const char *folder, *suffix;
        uint32_t contents; /* bits of those that may occur */
    } table[] = {
        {"corpus/bytecode", ".bin", 1u << S9_CONTENT_TOKENS},
        {"corpus/bytecode", ".odd", 1u << S9_CONTENT_SHADER_LIBRARY},
        {"corpus/hlsl", "", 1u << S9_CONTENT_HLSL},
        {"corpus/asm", ".asm", 1u << S9_CONTENT_ASSEMBLY | 1u << S9_CONTENT_LISTING},
        {"corpus/effects", ".xnb", 1u << S9_CONTENT_XNB},
        {"corpus/effects", "", 1u << S9_CONTENT_EFFECT | 1u << S9_CONTENT_XNA_EFFECT | 1u << S9_CONTENT_XNB},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        files_list list = files_shared_folder(table[i].folder, table[i].suffix);
        for (size_t k = 0; k < list.count; k++) {
            size_t size;
            char *bytes = files_read(list.paths[k], &size);
            assert_non_null(bytes);
            s9_content content = s9_detect_content(bytes, size);
            if ((table[i].contents >> content & 1u) == 0)
                fail_msg("%s is taken for: %s", list.paths[k], s9_content_name(content));
            free(bytes);
        }
        print_message("%s: %zu files\n", table[i].folder, list.count);
        files_free(&list);
    }
}

/* Any piece of any file is told apart without harm; what is told is of no interest. */
static void pieces_do_no_harm(void **state)
{
    (void)state;
    static const char text[] =
        "#if 0\n/* vs_2_0 */ \"'\n#endif\nconst BYTE x[] = { 0x1, -3, 7u, /* } */ 010 };\nvs_1_1 ; x\n"
        "asm { #if 1 \\\n .5 } // Generated by Microsoft\r\n#version 1\n#include <x>\n#if 0";
    for (size_t from = 0; from < sizeof text; from++)
        for (size_t to = from; to < sizeof text; to++) {
            char *piece = malloc(to - from + 1); /* its own block: a read beyond it is seen */
            assert_non_null(piece);
            memcpy(piece, text + from, to - from);
            char *exact = realloc(piece, to - from > 0 ? to - from : 1);
            s9_detect_content(exact, to - from);
            free(exact);
        }
}

/* ---- loading ---- */

static s9_program *loaded(const char *bytes, size_t size, s9_content expected)
{
    s9_program *program;
    s9_content content;
    assert_int_equal(s9_load(bytes, size, NULL, "name", &program, &content, NULL), S9_OK);
    assert_int_equal(content, expected);
    return program;
}

static void expect_mov(const char *text, s9_content expected)
{
    static const uint8_t tokens[] = {0x00, 0x02, 0xFE, 0xFF, 0x01, 0x00, 0x00, 0x02, 0x00, 0x00,
                                     0x0F, 0xC0, 0x00, 0x00, 0xE4, 0x90, 0xFF, 0xFF, 0x00, 0x00};
    s9_program *program = loaded(text, strlen(text), expected);
    s9_blob blob;
    assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
    assert_int_equal(blob.size, sizeof tokens);
    assert_memory_equal(blob.data, tokens, sizeof tokens);
    s9_blob_free(&blob);
    s9_program_destroy(program);
}

static void one_shader_in_many_dresses(void **state)
{
    (void)state;
    expect_mov("vs_2_0\nmov oPos, v0", S9_CONTENT_ASSEMBLY);
    expect_mov("\xEF\xBB\xBFvs.2.0\r\nmov oPos, v0 // approximately 1 instruction slot used\r\n", S9_CONTENT_LISTING);
    expect_mov("const DWORD x[] = { 0xfffe0200, 0x02000001, 0xc00f0000, 0x90e40000, 0x0000ffff };", S9_CONTENT_C_ARRAY);
    expect_mov("static const unsigned long x[5] = {\n  // a remark, 7\n  4294836736UL, 33554433L, 3222208512, /* 1, */ "
               "2430861312, "
               "65535, };",
               S9_CONTENT_C_ARRAY);
    expect_mov("#if 0\nconst BYTE no[] = { 1, 2, 3, 4 };\n#endif\nconst BYTE g_vs[] =\n{\n 0, 2, 254, 255, 1, 0, 0, 2, "
               "0, 0, 15, "
               "192, 0, 0, 228, 144, 255, 255, 0, 0\n};\n",
               S9_CONTENT_C_ARRAY);
    expect_mov("signed char x[] = { 0, 2, -2, -1, 1, 0, 0, 2, 0, 0, 15, -64, 0, 0, -28, -112, -1, -1, 0, 0 };",
               S9_CONTENT_C_ARRAY);
    expect_mov("const int before[] = { 1, 2 };\nstatic const uint32_t vs[] = { 0xfffe0200, 0x02000001, 0xc00f0000, "
               "0x90e40000, "
               "0x0000ffff };\nconst int after[] = { 3 };",
               S9_CONTENT_C_ARRAY);
    expect_mov("FFFE0200 02000001 C00F0000\n90E40000 0000FFFF\n", S9_CONTENT_C_ARRAY);
    expect_mov("0xFFFE0200, 0x02000001, 0xC00F0000, 0x90E40000, 0x0000FFFF", S9_CONTENT_C_ARRAY);
    expect_mov("00 02 fe ff 01 00 00 02 00 00 0f c0 00 00 e4 90 ff ff 00 00\n", S9_CONTENT_C_ARRAY);
}

static void expect_refusal(const char *bytes, size_t size, s9_content expected, const char *part)
{
    s9_program *program;
    s9_content content;
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_load(bytes, size, NULL, "name", &program, &content, list), S9_ERROR_INVALID);
    assert_null(program);
    assert_int_equal(content, expected);
    assert_true(s9_diagnostics_errors(list) >= 1);
    const s9_diagnostic *d = s9_diagnostics_get(list, 0);
    assert_string_equal(d->at.file, "name");
    if (strstr(d->message, part) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", d->message, part);
    s9_diagnostics_destroy(list);
}

static void what_is_no_shader_is_named(void **state)
{
    (void)state;
    expect_refusal(BYTES("DXBC...."), S9_CONTENT_DXBC, "DXBC");
    expect_refusal(BYTES(""), S9_CONTENT_EMPTY, "the input is empty");
    expect_refusal(BYTES("float4 main() : COLOR { return 0; }"), S9_CONTENT_HLSL, "HLSL");
    expect_refusal(BYTES("\1\x09\xFF\xFE"), S9_CONTENT_EFFECT, "fx_2_0");
    expect_refusal(BYTES("\0\4\xFF\xFF\0\0\0\0"), S9_CONTENT_UNKNOWN, "version 4.0");
    expect_refusal(BYTES("const BYTE x[] = { 68, 88, 66, 67, 0, 0 };"), S9_CONTENT_C_ARRAY, "DXBC");
    expect_refusal(BYTES("const BYTE x[] = { 0, 2, 254, 255, 1, 0 };"), S9_CONTENT_C_ARRAY, "inside a token");
    expect_refusal(BYTES("// x\nps_4_0\nret\n// Approximately 1 instruction slots used"), S9_CONTENT_LISTING, "ps_4_0");
    s9_program *program;
    assert_int_equal(s9_load(NULL, 4, NULL, NULL, &program, NULL, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_load("", 0, NULL, NULL, NULL, NULL, NULL), S9_ERROR_ARGUMENT);
}

static void several_arrays_are_mentioned(void **state)
{
    (void)state;
    static const char text[] =
        "const DWORD a[] = { 0xffff0200, 0x0000ffff };\n  const DWORD b[] = { 0xfffe0200, 0x0000ffff };";
    s9_diagnostics *list;
    s9_program *program;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_load(text, sizeof text - 1, NULL, NULL, &program, NULL, list), S9_OK);
    assert_string_equal(s9_program_version(program), "ps_2_0");
    assert_int_equal(s9_diagnostics_warnings(list), 1);
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(magic_numbers),
        cmocka_unit_test(texts),
        cmocka_unit_test(names_and_advice),
        cmocka_unit_test(corpus_is_recognised),
        cmocka_unit_test(pieces_do_no_harm),
        cmocka_unit_test(one_shader_in_many_dresses),
        cmocka_unit_test(what_is_no_shader_is_named),
        cmocka_unit_test(several_arrays_are_mentioned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
