/* SPDX-License-Identifier: MIT */
/*
 * Programs that break one rule each, and the nearest programs that break none.
 *
 * A program is assembly text; `.raw` stands for what no text can say, and a program that begins with "words:" is a token
 * stream in hexadecimal. What the assembler refuses counts as found, so that rules of the text and of the tokens stand in
 * one table. The bits of tokens: r0 is 800F0000 as a destination and 80E40000 as a source.
 */
#ifndef CHECK_CASES_H
#define CHECK_CASES_H

#include <shader9/check.h>

typedef struct check_case {
    const char *code;
    s9_severity severity;
    const char *caps; /* preset, or NULL */
    const char *breaking;
    const char *legal; /* NULL: the program of the row before */
} check_case;

#define E S9_ERROR
#define W S9_WARNING
#define N S9_NOTE

/* Vertex shaders: declarations; and the position, at the end. */
#define VS10 "vs_1_0\n"
#define VS11 "vs_1_1\n dcl_position v0\n dcl_normal v1\n"
#define VS20 "vs_2_0\n dcl_position v0\n dcl_normal v1\n"
#define VS2X "vs_2_x\n dcl_position v0\n dcl_normal v1\n"
#define VS2SW "vs_2_sw\n dcl_position v0\n dcl_normal v1\n"
#define VS30 "vs_3_0\n dcl_position v0\n dcl_normal v1\n dcl_position o0\n"
#define VS3SW "vs_3_sw\n dcl_position v0\n dcl_normal v1\n dcl_position o0\n"
#define POS " mov oPos, v0\n"
#define POS3 " mov o0, v0\n"
/* Temporaries with a value. */
#define R01 " mov r0, v0\n mov r1, v0\n"
#define R012 R01 " mov r2, v0\n"
/* Pixel shaders: inputs; and the colour. */
#define PS11 "ps_1_1\n"
#define PS12 "ps_1_2\n"
#define PS13 "ps_1_3\n"
#define PS14 "ps_1_4\n"
#define PS20 "ps_2_0\n dcl t0\n dcl t1\n dcl v0\n dcl v1\n dcl_2d s0\n dcl_cube s1\n"
#define PS2X "ps_2_x\n dcl t0\n dcl t1\n dcl v0\n dcl v1\n dcl_2d s0\n dcl_cube s1\n"
#define PS2SW "ps_2_sw\n dcl t0\n dcl t1\n dcl v0\n dcl v1\n dcl_2d s0\n dcl_cube s1\n"
#define PS30 "ps_3_0\n dcl_texcoord v0\n dcl_color v1\n dcl_2d s0\n dcl_cube s1\n"
#define PS3SW "ps_3_sw\n dcl_texcoord v0\n dcl_color v1\n dcl_2d s0\n dcl_cube s1\n"
#define T01 " mov r0, t0\n mov r1, t0\n"
#define C1 " mov r0, c0\n" /* ps_1_x */
#define OC " mov oC0, r0\n"
#define OC3 " mov oC0, v0\n"

/* Repetition. */
#define X2(a) a a
#define X4(a) X2(a) X2(a)
#define X8(a) X4(a) X4(a)
#define X16(a) X8(a) X8(a)
#define X32(a) X16(a) X16(a)
#define X64(a) X32(a) X32(a)
#define X128(a) X64(a) X64(a)
#define X256(a) X128(a) X128(a)
#define X512(a) X256(a) X256(a)

static const check_case check_cases[] = {
/* ---- stream ---- */
{"V001", E, NULL, "add r0, r1, r2\n vs_1_1\n", VS11 POS},
{"V002", E, NULL, "words: FFFF0203 02000001 800F0800 A0E40000 0000FFFF", "ps_2_x\n mov oC0, c0\n"},
{"V002", N, NULL, "ps_1_0\n mov r0, c0\n", NULL},
{"V003", E, NULL, "words: FFFF0101 00000001 800F0000 A0E40000 FFFE0101 0000FFFF", PS11 C1},
{"V004", N, NULL, "words: FFFF0101 00000001 800F0000 A0E40000 0000FFFF 00000000", PS11 C1},
{"V005", E, NULL, VS11 R012 " lrp r0, r1, r2, r1\n" POS, VS20 R012 " lrp r0, r1, r2, r1\n" POS},
{"V005", E, NULL, VS11 " .raw 0x00000012, 0x800F0000, 0x80E40000, 0x80E40000, 0x80E40000\n" POS, NULL},
{"V005", E, NULL, VS20 " .raw 0x00000031\n" POS, VS20 " .raw 0x00000000\n" POS},
{"V005", E, NULL, VS20 " .raw 0x22000001, 0x800F0000, 0x90E40000\n" POS, VS20 " .raw 0x02000001, 0x800F0000, 0x90E40000\n" POS},
{"V006", E, NULL, VS20 R01 " .raw 0x02000002, 0x800F0000, 0x80E40000\n .raw 0x80E40001\n" POS, VS20 R01 " .raw 0x03000002, 0x800F0000, 0x80E40000, 0x80E40001\n" POS},
{"V006", E, NULL, VS11 R01 " .raw 0x03000002, 0x800F0000, 0x80E40000, 0x80E40001\n" POS, VS11 R01 " .raw 0x00000002, 0x800F0000, 0x80E40000, 0x80E40001\n" POS},
{"V008", E, NULL, VS2X " .raw 0x12000001, 0x800F0000, 0x90E40000\n" POS, VS2X " setp_gt p0, v0, v0\n (p0) mov r0, v0\n" POS},
{"V009", E, NULL, VS2X R01 " .raw 0x02000029, 0x80000000, 0x80000001\n endif\n" POS, VS2X R01 " .raw 0x02010029, 0x80000000, 0x80000001\n endif\n" POS},
{"V009", E, NULL, VS2X R01 " .raw 0x02070029, 0x80000000, 0x80000001\n endif\n" POS, NULL},
{"V009", E, NULL, PS20 " .raw 0x03030042, 0x800F0000, 0xB0E40000, 0xA0E40800\n" OC, PS20 " .raw 0x03020042, 0x800F0000, 0xB0E40000, 0xA0E40800\n" OC},
{"V009", E, NULL, VS20 " .raw 0x02010001, 0x800F0000, 0x90E40000\n" POS, NULL},
{"V010", E, NULL, VS20 " .raw 0x02000001, 0x000F0000, 0x90E40000\n" POS, VS20 " .raw 0x02000001, 0x800F0000, 0x90E40000\n" POS},
{"V010", E, NULL, VS20 " .raw 0x02000001, 0x800F0000, 0x90E48000\n" POS, NULL},
{"V010", E, NULL, VS20 " .raw 0x02000001, 0x800F0000, 0xC0E41000\n" POS, NULL}, /* type 20 */
{"V010", E, NULL, VS20 " .raw 0x02000001, 0x800F0000, 0x80E41000\n" POS, NULL}, /* type 16 */
{"V012", E, NULL, PS11 " .raw 0x00000001, 0x840F0000, 0xA0E40000\n", PS11 " .raw 0x00000001, 0x810F0000, 0xA0E40000\n"},
{"V012", E, NULL, VS20 " .raw 0x02000001, 0x808F0000, 0x90E40000\n" POS, VS20 " mov r0, v0\n" POS},
{"V013", E, NULL, VS11 " .raw 0x00000001, 0x800F0000, 0x9EE40000\n" POS, VS11 " .raw 0x00000001, 0x800F0000, 0x91E40000\n" POS},
{"V014", E, NULL, VS20 POS " .raw 0x0200001A, 0x80E40000, 0xE0E40800\n ret\n label l0\n ret\n", VS20 POS " callnz l0, b0\n ret\n label l0\n ret\n"},
{"V016", E, NULL, VS20 " .raw 0x0200001F, 0x00000005, 0x900F0002\n" POS, VS20 " .raw 0x0200001F, 0x80000005, 0x900F0002\n" POS},
{"V016", E, NULL, VS20 " .raw 0x0200001F, 0x80000025, 0x900F0002\n" POS, NULL},
{"V016", E, NULL, "ps_3_0\n .raw 0x0200001F, 0x80000001, 0x900F1001\n", "ps_3_0\n dcl vFace\n"},
{"V016", E, NULL, "ps_3_0\n .raw 0x0200001F, 0x90000001, 0xA00F0800\n", "ps_3_0\n dcl_2d s0\n"},
{"V017", E, NULL, VS11 POS " .raw 0x00000001, 0xD00F0002, 0x90E40000\n", VS11 POS " mov oD1, v0\n"},
{"V017", E, NULL, VS11 POS " .raw 0x00000001, 0xC00F0003, 0x90000000\n", VS11 POS " mov oPts, v0.x\n"},
{"V017", E, NULL, "ps_2_0\n mov oC0, c0\n .raw 0x02000001, 0x900F0801, 0xA0000000\n", "ps_2_0\n mov oC0, c0\n mov oDepth, c0.x\n"},
{"V017", E, NULL, "ps_3_0\n .raw 0x0200001F, 0x80000000, 0x900F1002\n", "ps_3_0\n dcl vFace\n"},
{"V018", E, NULL, VS11 R012 " mov r0, r1, r2\n" POS, VS11 R012 " mov r0, r1\n" POS},
{"V018", E, NULL, VS11 R012 " .raw 0x00000001, 0x800F0000, 0x80E40001, 0x80E40002\n" POS, NULL},
{"V018", E, NULL, VS2X " rep i0\n .raw 0x01000060, 0x90000000\n endrep\n" POS, VS2X " setp_gt p0, v0, v0\n rep i0\n breakp p0.x\n endrep\n" POS},

/* ---- order ---- */
{"V019", E, NULL, "vs_3_0\n dcl_position o0\n mov o0, c0\n dcl_normal v0\n", "vs_3_0\n dcl_position o0\n dcl_normal v0\n mov o0, c0\n"},
{"V019", E, NULL, "ps_2_0\n mov oC0, c0\n dcl_2d s0\n", "ps_2_0\n dcl_2d s0\n mov oC0, c0\n"},
{"V020", E, NULL, "ps_2_0\n mov oC0, c1\n def c0, 1, 1, 1, 1\n", "ps_2_0\n def c0, 1, 1, 1, 1\n mov oC0, c1\n"},
{"V020", W, NULL, VS20 " nop\n def c0, 1, 1, 1, 1\n" POS, VS20 " def c0, 1, 1, 1, 1\n nop\n" POS},
{"V021", E, NULL, PS11 " mov r0, v0\n tex t0\n", PS11 " tex t0\n mov r0, v0\n"},
{"V022", E, NULL, PS14 " mov r0, c0\n texld r1, t0\n", PS14 " texld r1, t0\n mov r0, c0\n"},
{"V023", E, NULL, PS14 " phase\n phase\n mov r0, c0\n", PS14 " phase\n mov r0, c0\n"},
{"V024", E, NULL, PS13 " phase\n mov r0, c0\n", PS13 " mov r0, c0\n"},
{"V024", E, NULL, PS13 " .raw 0x0000FFFD\n mov r0, c0\n", NULL},
{"V025", E, NULL, PS14 " phase\n def c0, 1, 1, 1, 1\n mov r0, c0\n", PS14 " def c0, 1, 1, 1, 1\n phase\n mov r0, c0\n"},

/* ---- vertex inputs ---- */
{"V026", E, NULL, "vs_1_1\n mov oPos, v0\n", "vs_1_1\n dcl_position v0\n mov oPos, v0\n"},
{"V026", E, NULL, "vs_3_0\n dcl_position o0\n loop aL, i0\n mov r0, v3[aL]\n endloop\n mov o0, c0\n", "vs_3_0\n dcl_position v3\n dcl_position o0\n loop aL, i0\n mov r0, v3[aL]\n endloop\n mov o0, c0\n"},
{"V027", E, NULL, VS20 " dcl_texcoord v16\n" POS, VS20 " dcl_texcoord v15\n" POS},
{"V027", E, NULL, VS20 " .raw 0x0200001F, 0x80000005, 0x900F0010\n" POS, NULL},
{"V028", E, NULL, "vs_2_0\n dcl v0\n mov oPos, v0\n", "vs_2_0\n dcl_position v0\n mov oPos, v0\n"},
{"V029", E, NULL, "vs_2_0\n dcl_weight v0\n mov oPos, c0\n", "vs_2_0\n dcl_blendweight v0\n mov oPos, c0\n"},
{"V029", E, NULL, VS20 " .raw 0x0200001F, 0x8000000E, 0x900F0002\n" POS, VS20 " .raw 0x0200001F, 0x8000000D, 0x900F0002\n" POS},
{"V030", E, NULL, "vs_2_0\n dcl_texcoord16 v0\n mov oPos, c0\n", "vs_2_0\n dcl_texcoord15 v0\n mov oPos, c0\n"},
{"V031", E, NULL, "vs_3_0\n dcl_texcoord0_centroid v0\n dcl_position o0\n mov o0, c0\n", "vs_3_0\n dcl_texcoord0 v0\n dcl_position o0\n mov o0, c0\n"},
{"V031", E, NULL, VS30 " .raw 0x0200001F, 0x80000005, 0x902F0002\n" POS3, VS30 " .raw 0x0200001F, 0x80000005, 0x900F0002\n" POS3},
{"V032", E, NULL, VS30 " .raw 0x0300001F, 0x80000005, 0x900F2002, 0xF0E40800\n" POS3, NULL},
{"V033", W, NULL, "vs_3_0\n dcl_position o0\n dcl_psize v1.x\n mov r0, v1.y\n mov o0, c0\n", "vs_3_0\n dcl_position o0\n dcl_psize v1.x\n mov r0, v1.x\n mov o0, c0\n"},
{"V034", E, NULL, VS20 " dcl_texcoord v0\n" POS, VS20 " dcl_texcoord v2\n" POS},
{"V034", W, NULL, VS20 " dcl_normal v2\n" POS, VS20 " dcl_normal1 v2\n" POS},

/* ---- vertex outputs ---- */
{"V035", E, NULL, VS20 " dcl_texcoord o0\n" POS, VS20 POS},
{"V035", E, NULL, VS20 " .raw 0x0200001F, 0x80000005, 0xE00F0000\n" POS, NULL},
{"V036", E, NULL, "vs_3_0\n dcl_position o0\n mov o0, c0\n mov o1, c0\n", "vs_3_0\n dcl_position o0\n dcl_color o1\n mov o0, c0\n mov o1, c0\n"},
{"V037", E, NULL, VS30 " dcl_texcoord o1.xy\n" POS3 " mov o1.xyz, c0\n", VS30 " dcl_texcoord o1.xy\n" POS3 " mov o1.xy, c0\n"},
{"V038", E, NULL, VS30 " dcl_texcoord0 o1.xy\n dcl_texcoord1 o1.yz\n" POS3 " mov o1.xyz, c0\n", VS30 " dcl_texcoord0 o1.xy\n dcl_texcoord1 o1.zw\n" POS3 " mov o1, c0\n"},
{"V039", E, NULL, VS30 " dcl_texcoord0 o1.xy\n dcl_texcoord0 o2.xy\n" POS3 " mov o1.xy, c0\n mov o2.xy, c0\n", VS30 " dcl_texcoord0 o1.xy\n dcl_texcoord1 o2.xy\n" POS3 " mov o1.xy, c0\n mov o2.xy, c0\n"},
{"V040", E, NULL, "vs_3_0\n dcl_texcoord o0\n mov o0, c0\n", "vs_3_0\n dcl_position o0\n mov o0, c0\n"},
{"V040", W, NULL, "vs_3_0\n dcl_positiont o0\n mov o0, c0\n", NULL},
{"V041", E, NULL, "vs_3_0\n dcl_position o0.xyz\n mov o0.xyz, c0\n", "vs_3_0\n dcl_position o0.xyzw\n mov o0, c0\n"},
{"V041", E, NULL, "vs_3_0\n dcl_position o0.xyz\n dcl_fog o0.w\n mov o0, c0\n", NULL},
{"V042", E, NULL, VS30 " dcl_psize o6.x\n" POS3 " mov o6.x, c0.x\n", VS30 " dcl_psize o6\n" POS3 " mov o6, c0.x\n"},
{"V042", E, NULL, VS30 " dcl_psize o6.xy\n" POS3 " mov o6.xy, c0.x\n", VS30 " dcl_psize1 o6.xy\n dcl_fog o6.w\n" POS3 " mov o6.xyw, c0\n"},
{"V042", E, NULL, VS30 " dcl_psize o6\n dcl_fog o6.w\n" POS3 " mov o6, c0.x\n", NULL},
{"V043", E, NULL, VS30 " dcl_texcoord o12\n" POS3, VS30 " dcl_texcoord o11\n" POS3 " mov o11, c0\n"},
{"V043", E, NULL, VS30 " .raw 0x0200001F, 0x80000005, 0xE00F000C\n" POS3, VS3SW " dcl_texcoord o12\n" POS3 " mov o12, c0\n"},
{"V043", E, NULL, VS30 POS3 " .raw 0x02000001, 0xE00F000D, 0xA0E40000\n", NULL},
{"V044", W, NULL, VS30 " dcl_texcoord0 o1.x\n dcl_texcoord1 o2.x\n dcl_texcoord2 o3.x\n dcl_texcoord3 o4.x\n dcl_texcoord4 o5.x\n dcl_texcoord5 o6.x\n dcl_texcoord6 o7.x\n"
 " dcl_texcoord7 o8.x\n dcl_texcoord8 o9.x\n dcl_texcoord9 o10.x\n dcl_texcoord10 o11.x\n" POS3 " mov o1.x, c0\n mov o2.x, c0\n mov o3.x, c0\n mov o4.x, c0\n mov o5.x, c0\n"
 " mov o6.x, c0\n mov o7.x, c0\n mov o8.x, c0\n mov o9.x, c0\n mov o10.x, c0\n mov o11.x, c0\n",
 VS30 " dcl_texcoord0 o1.x\n dcl_texcoord1 o2.x\n dcl_texcoord2 o3.x\n dcl_texcoord3 o4.x\n dcl_texcoord4 o5.x\n dcl_texcoord5 o6.x\n dcl_texcoord6 o7.x\n"
 " dcl_texcoord7 o8.x\n dcl_texcoord8 o9.x\n dcl_texcoord9 o10.x\n dcl_psize o11\n" POS3 " mov o1.x, c0\n mov o2.x, c0\n mov o3.x, c0\n mov o4.x, c0\n mov o5.x, c0\n"
 " mov o6.x, c0\n mov o7.x, c0\n mov o8.x, c0\n mov o9.x, c0\n mov o10.x, c0\n mov o11.x, c0\n"},
{"V045", W, NULL, VS30 " dcl_texcoord o1\n" POS3, VS30 " dcl_texcoord o1\n" POS3 " mov o1, c0\n"},
{"V045", W, NULL, VS30 " dcl_texcoord o1\n" POS3 " if b0\n mov o1, c0\n endif\n", VS30 " dcl_texcoord o1\n" POS3 " if b0\n mov o1, c0\n else\n mov o1, c1\n endif\n"},
{"V046", E, NULL, "vs_3_0\n dcl_position o0\n mov o0.xy, c0\n", "vs_3_0\n dcl_position o0\n mov o0.xy, c0\n mov o0.zw, c0\n"},
{"V046", E, NULL, "vs_3_0\n dcl_position o0\n", NULL},
{"V046", W, NULL, "vs_3_0\n dcl_position o0\n if b0\n mov o0, c0\n endif\n", NULL},
{"V047", E, NULL, "vs_3_0\n dcl_position o3\n dcl_color o1\n mov o3, c0\n mov o1, c0\n loop aL, i0\n mov o1[aL], c0\n endloop\n", "vs_3_0\n dcl_position o0\n dcl_color o1\n mov o0, c0\n mov o1, c0\n loop aL, i0\n mov o1[aL], c0\n endloop\n"},
{"V047", E, NULL, "vs_3_0\n dcl_position o0\n mov o0, c0\n loop aL, i0\n mov o0[aL], c0\n endloop\n", NULL},
{"V048", W, NULL, VS30 " dcl_texcoord0 o1\n dcl_texcoord1 o3\n" POS3 " mov o3, c0\n mov o1, c0\n loop aL, i0\n mov o1[aL], c0\n endloop\n", VS30 " dcl_texcoord0 o1\n dcl_texcoord1 o2\n" POS3 " mov o2, c0\n mov o1, c0\n loop aL, i0\n mov o1[aL], c0\n endloop\n"},

/* ---- pixel inputs ---- */
{"V049", E, NULL, PS14 " dcl t0\n mov r0, c0\n", PS14 " mov r0, c0\n"},
{"V049", E, NULL, PS14 " .raw 0x0000001F, 0x80000000, 0xB00F0000\n mov r0, c0\n", NULL},
{"V050", E, NULL, "ps_2_0\n mov r0, t0\n mov oC0, r0\n", "ps_2_0\n dcl t0\n mov r0, t0\n mov oC0, r0\n"},
{"V050", E, NULL, "ps_2_0\n mov r0, v1\n mov oC0, r0\n", "ps_2_0\n dcl v1\n mov r0, v1\n mov oC0, r0\n"},
{"V051", E, NULL, PS20 " dcl t8\n mov oC0, c0\n", PS20 " dcl t7\n mov oC0, c0\n"},
{"V051", E, NULL, PS20 " .raw 0x0200001F, 0x80000000, 0x900F0002\n mov oC0, c0\n", NULL},
{"V052", E, NULL, "ps_2_0\n dcl_texcoord0 t0\n mov oC0, c0\n", "ps_2_0\n dcl_pp t0\n mov oC0, c0\n"},
{"V052", E, NULL, "ps_2_0\n .raw 0x0200001F, 0x80000005, 0xB00F0000\n mov oC0, c0\n", "ps_2_0\n dcl_centroid t0\n mov oC0, c0\n"},
{"V052", E, NULL, "ps_2_0\n .raw 0x0200001F, 0x80000000, 0xB01F0000\n mov oC0, c0\n", NULL},
{"V053", E, NULL, "ps_2_0\n dcl r0\n mov oC0, c0\n", "ps_2_0\n dcl t0\n mov oC0, c0\n"},
{"V053", E, NULL, "ps_2_0\n .raw 0x0200001F, 0x80000000, 0x800F0000\n mov oC0, c0\n", NULL},
{"V054", E, NULL, "ps_3_0\n mov oC0, v0\n", "ps_3_0\n dcl_texcoord v0\n mov oC0, v0\n"},
{"V054", E, NULL, "ps_3_0\n mov oC0, vPos.x\n", "ps_3_0\n dcl vPos.x\n mov oC0, vPos.x\n"},
{"V054", E, NULL, "ps_3_0\n mov oC0, vFace\n", "ps_3_0\n dcl vFace\n mov oC0, vFace\n"},
{"V055", E, NULL, "ps_3_0\n dcl_texcoord9_pp v10\n", "ps_3_0\n dcl_texcoord9_pp v9\n"},
{"V055", E, NULL, "ps_3_0\n .raw 0x0200001F, 0x80090005, 0x900F000A\n", NULL},
{"V055", W, NULL, "ps_3_sw\n dcl_texcoord9 v10\n", "ps_3_sw\n dcl_texcoord9 v9\n"},
{"V055", E, NULL, "ps_3_sw\n .raw 0x0200001F, 0x80090005, 0x900F000E\n", NULL},
{"V056", E, NULL, "ps_3_0\n dcl_texcoord t0\n", "ps_3_0\n dcl_texcoord v0\n"},
{"V056", E, NULL, "ps_3_0\n .raw 0x0200001F, 0x80000005, 0xB00F0000\n", NULL},
{"V057", E, NULL, "ps_3_0\n dcl_position0 v0\n", "ps_3_0\n dcl_position1 v0\n"},
{"V058", E, NULL, "ps_3_0\n dcl_texcoord0 v0.xy\n dcl_texcoord1 v0.yz\n", "ps_3_0\n dcl_texcoord0 v0.xy\n dcl_texcoord1 v0.zw\n"},
{"V059", E, NULL, "ps_3_0\n dcl_texcoord0 v0.xy\n dcl_texcoord0 v1.xy\n", "ps_3_0\n dcl_texcoord0 v0.xy\n dcl_texcoord1 v1.xy\n"},
{"V060", E, NULL, "ps_3_0\n dcl_texcoord v0.xy\n mov oC0, v0.z\n", "ps_3_0\n dcl_texcoord v0.xy\n mov oC0, v0.y\n"},
{"V060", E, NULL, "ps_2_0\n dcl t0.xy\n mov r0, t0\n mov oC0, r0\n", "ps_2_0\n dcl t0.xy\n mov r0, c0\n mov r0.xy, t0\n mov oC0, r0\n"},
{"V061", E, NULL, "ps_3_0\n dcl vPos.xyz\n", "ps_3_0\n dcl vPos.xy\n"},
{"V062", E, NULL, "ps_3_0\n dcl vPos.xy\n mov oC0, vPos.z\n", "ps_3_0\n dcl vPos.xy\n mov oC0, vPos.y\n"},
{"V062", E, NULL, "ps_3_0\n dcl vPos.y\n mov oC0, vPos.x\n", NULL},
{"V063", E, NULL, "ps_3_0\n dcl vFace.x\n", "ps_3_0\n dcl vFace\n"},
{"V063", E, NULL, "ps_3_0\n .raw 0x0200001F, 0x80000000, 0x902F1001\n", NULL},
{"V064", E, NULL, "ps_3_0\n dcl_texcoord0_sat v0\n", "ps_3_0\n dcl_texcoord0_centroid_pp v0\n"},
{"V064", E, NULL, "ps_3_0\n .raw 0x0200001F, 0x80000005, 0x901F0000\n", "ps_3_0\n dcl_2d_pp s0\n"},
{"V064", E, NULL, "ps_3_0\n .raw 0x0200001F, 0x80000000, 0x90231000\n", "ps_3_0\n dcl vPos.xy\n"},
{"V065", E, NULL, "ps_3_0\n dcl_positiont o0\n", "ps_3_0\n"},
{"V065", E, NULL, "ps_3_0\n .raw 0x0200001F, 0x80000009, 0xE00F0000\n", NULL},
{"V066", E, NULL, "ps_3_0\n dcl_psize v0\n", "ps_3_0\n dcl_fog v0\n"},
{"V066", E, NULL, "ps_3_0\n dcl_psize0 v0.x\n", "ps_3_0\n dcl_psize1 v0.x\n"},
{"V067", W, NULL, "ps_2_0\n dcl t0.xw\n mov oC0, c0\n", "ps_2_0\n dcl t0.xyz\n mov oC0, c0\n"},
{"V068", W, NULL, "ps_2_0\n dcl t0.xy\n dcl t0.x\n mov oC0, c0\n", "ps_2_0\n dcl t0.xy\n dcl t1.x\n mov oC0, c0\n"},

/* ---- samplers ---- */
{"V069", E, NULL, "ps_2_0\n dcl t0\n texld r0, t0, s0\n mov oC0, r0\n", "ps_2_0\n dcl t0\n dcl_2d s0\n texld r0, t0, s0\n mov oC0, r0\n"},
{"V070", E, NULL, "ps_2_0\n dcl_3d s0\n mov oC0, c0\n", "ps_2_0\n dcl_volume s0\n mov oC0, c0\n"},
{"V070", E, NULL, "ps_2_0\n .raw 0x0200001F, 0x88000000, 0xA00F0800\n mov oC0, c0\n", NULL},
{"V071", E, NULL, "vs_3_0\n dcl_2d s4\n dcl_position o0\n mov o0, c0\n", "vs_3_0\n dcl_2d s3\n dcl_position o0\n mov o0, c0\n"},
{"V071", E, NULL, "ps_2_0\n .raw 0x0200001F, 0x90000000, 0xA00F0810\n mov oC0, c0\n", "ps_2_0\n dcl_2d s15\n mov oC0, c0\n"},
{"V072", E, NULL, "ps_2_0\n dcl_cube t0.rgb\n mov oC0, c0\n", "ps_2_0\n dcl t0.rgb\n mov oC0, c0\n"},
{"V072", E, NULL, "ps_2_0\n .raw 0x0200001F, 0x98000000, 0xB0070000\n mov oC0, c0\n", NULL},
{"V073", E, NULL, VS11 " mov r0, s0\n" POS, VS11 POS},
{"V073", E, NULL, VS20 " .raw 0x02000001, 0x800F0000, 0xA0E40800\n" POS, NULL},
{"V073", E, NULL, PS14 " .raw 0x00000042, 0x800F0000, 0xB0E40000, 0xA0E40800\n", PS14 " texld r0, t0\n"},
{"V074", E, NULL, "ps_2_0\n dcl_2d s0\n dcl_cube s0\n mov oC0, c0\n", "ps_2_0\n dcl_2d s0\n dcl_cube s1\n mov oC0, c0\n"},
{"V074", W, NULL, "ps_2_0\n dcl_2d s0\n dcl_2d s0\n mov oC0, c0\n", NULL},
{"V075", E, NULL, VS30 " dcl_2d_pp s0\n" POS3, VS30 " dcl_2d s0\n" POS3},
{"V075", E, NULL, VS30 " .raw 0x0200001F, 0x90000000, 0xA02F0800\n" POS3, NULL},

/* ---- definitions ---- */
{"V076", E, NULL, VS20 " def i0, 1, 2, 3, 4\n" POS, VS20 " defi i0, 1, 2, 3, 4\n" POS},
{"V076", E, NULL, VS20 " .raw 0x05000051, 0xF00F0000, 0x0, 0x0, 0x0, 0x0\n" POS, VS20 " def c0, 0, 0, 0, 0\n" POS},
{"V076", E, NULL, VS20 " .raw 0x05000051, 0xA0070000, 0x0, 0x0, 0x0, 0x0\n" POS, NULL},
{"V077", E, NULL, "ps_2_0\n defi i0, 1, 0, 0, 0\n mov oC0, c0\n", "ps_2_x\n defi i0, 1, 0, 0, 0\n mov oC0, c0\n"},
{"V077", E, NULL, "ps_2_0\n .raw 0x0200002F, 0xE00F0800, 0x1\n mov oC0, c0\n", NULL},
{"V078", E, NULL, VS20 " def c0, 1, 2, 3\n" POS, VS20 " def c0, 1, 2, 3, 4\n" POS},
{"V079", E, NULL, VS20 " defi i0, 1.0, 1, 10, 0\n" POS, VS20 " defi i0, 1, 1, 10, 0\n" POS},
{"V080", E, NULL, VS20 " defi i0, -1 - 1, 1, 10, 0\n" POS, VS20 " defi i0, -1, 1, 10, 0\n" POS},
{"V081", E, NULL, VS20 " defb b0, 1\n" POS, VS20 " defb b0, TRUE\n" POS},
{"V082", E, NULL, PS11 " def c8, 1, 1, 1, 1\n mov r0, c0\n", PS11 " def c7, 1, 1, 1, 1\n mov r0, c0\n"},
{"V082", E, NULL, "ps_2_0\n .raw 0x05000051, 0xA00F0020, 0x0, 0x0, 0x0, 0x0\n mov oC0, c0\n", "ps_2_0\n def c31, 0, 0, 0, 0\n mov oC0, c0\n"},
{"V082", E, NULL, "ps_3_0\n .raw 0x05000051, 0xA00F00E0, 0x0, 0x0, 0x0, 0x0\n", "ps_3_0\n def c223, 0, 0, 0, 0\n"},
{"V082", E, NULL, VS20 " .raw 0x05000030, 0xF00F0010, 0x0, 0x0, 0x0, 0x0\n" POS, VS20 " defi i15, 0, 0, 0, 0\n" POS},
{"V083", W, NULL, PS11 " def c0, 2, 0, 0, 0\n mov r0, c0\n", PS11 " def c0, 1, 0, 0, 0\n mov r0, c0\n"},

/* ---- existence ---- */
{"V084", E, NULL, PS13 " mov r0, c0\n add oC0, r0, r0\n", PS13 " mov r0, c0\n add r0, r0, r0\n"},
{"V084", E, NULL, PS13 " mov r0, c0\n .raw 0x00000002, 0x800F0800, 0x80E40000, 0x80E40000\n", NULL},
{"V084", E, NULL, VS30 POS3 " .raw 0x02000001, 0xC00F0000, 0x90E40000\n", NULL},
{"V084", E, NULL, PS30 " .raw 0x02000001, 0x800F0000, 0xB0E40000\n" OC3, PS30 OC3},
{"V085", E, NULL, PS20 T01 " mov a0.x, r0\n" OC, PS20 T01 OC},
{"V085", E, NULL, PS20 " .raw 0x02000001, 0x800F0000, 0xF0E40800\n" OC, NULL},
{"V086", E, NULL, PS13 " mov r0, c0\n mov r2, r0\n", PS13 " mov r0, c0\n mov r1, r0\n"},
{"V086", E, NULL, PS13 " .raw 0x00000001, 0x800F0005, 0xA0E40000\n mov r0, c0\n", NULL},
{"V086", E, NULL, PS20 " mov r12, t0\n mov oC0, c0\n", PS20 " mov r11, t0\n mov oC0, c0\n"},
{"V086", E, NULL, PS20 " .raw 0x02000001, 0x800F0000, 0xA0E40020\n" OC, PS20 " mov r0, c31\n" OC},
{"V086", E, NULL, VS30 " .raw 0x02000001, 0x800F0020, 0x90E40000\n" POS3, VS30 " mov r31, v0\n" POS3},
{"V086", E, NULL, VS20 " .raw 0x01000028, 0xE0E40810\n endif\n" POS, VS20 " if b15\n endif\n" POS},
{"V087", E, NULL, PS30 " .raw 0x02000001, 0x800F0804, 0x90E40000\n" OC3, PS30 " mov oC3, v0\n" OC3},
{"V087", E, NULL, PS30 " mov oC4, v0\n" OC3, NULL},
{"V088", E, "minimum", "ps_2_x\n mov r12, c0\n mov oC0, c0\n", "ps_2_x\n mov r11, c0\n mov oC0, c0\n"},
{"V088", E, "2_a", VS2X " mov r13, v0\n" POS, VS2X " mov r12, v0\n" POS},
{"V088", E, NULL, VS2X " .raw 0x02000001, 0x800F0020, 0x90E40000\n" POS, VS2X " mov r31, v0\n" POS},
{"V089", E, "hardware", VS30 " mov r0, c256\n" POS3, VS30 " mov r0, c255\n" POS3},
{"V089", E, "minimum", VS11 " mov r0, c96\n" POS, VS11 " mov r0, c95\n" POS},
{"V089", E, "hardware", VS20 " def c297, 0, 0, 0, 0\n" POS, VS20 " def c255, 0, 0, 0, 0\n" POS},
{"V090", E, NULL, PS20 " mov r1, t0\n m4x4 r0, r1, c30\n" OC, PS20 " mov r1, t0\n m4x4 r0, r1, c28\n" OC},
{"V091", E, NULL, "vs_1_1\n dcl_position v0\n m3x2 r0.xy, c0, v0\n mov oPos, v0\n", "vs_1_1\n dcl_position v0\n dcl_normal v1\n m3x2 r0.xy, c0, v0\n mov oPos, v0\n"},
{"V091", E, NULL, VS11 " mov r1, v0\n m3x2 r0.xy, c0, r1\n" POS, VS11 R012 " m3x2 r0.xy, c0, r1\n" POS},

/* ---- access ---- */
{"V092", E, NULL, VS11 R01 " mov c0, r0\n" POS, VS11 R01 POS},
{"V092", E, NULL, PS30 " mov v0, c0\n" OC3, PS30 OC3},
{"V093", E, NULL, PS20 " mov t0, c0\n mov oC0, c0\n", PS13 " mov t0, c0\n mov r0, t0\n"},
{"V094", E, NULL, VS11 POS " mov r0, oPos\n", VS11 POS " mov r0, v0\n"},
{"V094", E, NULL, PS30 OC3 " mov r0, oC0\n", PS30 OC3 " mov r0, v0\n"},
{"V095", E, NULL, VS20 " mova a0, v0\n mov r0, a0\n" POS, VS20 " mova a0, v0\n mov r0, c[a0.x]\n" POS},
{"V096", E, NULL, VS11 R01 " add a0.x, r0, r1\n" POS, VS11 R01 " mov a0.x, r0\n" POS},
{"V097", E, NULL, VS20 R01 " mov a0.x, r0\n" POS, VS20 R01 " mova a0.x, r0\n" POS},
{"V097", E, NULL, VS20 R01 " mova r1, r0\n" POS, NULL},
{"V098", E, NULL, VS11 " mov a0.y, c0.x\n" POS, VS11 " mov a0.x, c0.x\n" POS},
{"V099", E, NULL, VS2X R01 " mov p0, r0\n" POS, VS2X R01 " setp_gt p0, r0, r1\n" POS},
{"V099", E, NULL, VS2X R01 " setp_gt r1, r0, r1\n" POS, NULL},
{"V100", E, NULL, VS2X " setp_gt p0, v0, v0\n mov r0, p0\n" POS, VS2X " setp_gt p0, v0, v0\n if p0.x\n endif\n" POS},
{"V101", E, NULL, VS20 " mov r0, b0\n" POS, VS20 " if b0\n endif\n" POS},
{"V102", E, NULL, VS20 R01 " add r0, r0, i0\n" POS, VS20 R01 " rep i0\n endrep\n" POS},
{"V103", E, NULL, VS20 " loop aL, i0\n mov r0, aL\n endloop\n" POS, VS20 " loop aL, i0\n mov r0, c[aL]\n endloop\n" POS},
{"V104", E, NULL, PS20 T01 " add r0, s0, r1\n" OC, PS20 T01 " texld r0, t0, s0\n" OC},
{"V105", E, NULL, PS20 T01 " texld r0, t0, r1\n" OC, NULL},
{"V105", E, NULL, PS20 T01 " .raw 0x03000042, 0x800F0000, 0xB0E40000, 0xF0E40000\n" OC, NULL},
{"V106", E, NULL, VS20 " mov r0, l0\n" POS, VS20 " mov r0, c0\n" POS},
{"V106", E, NULL, VS20 " .raw 0x02000001, 0x800F0000, 0xA0E41000\n" POS, NULL},
{"V107", E, NULL, PS14 " texld r5, c0\n mov r0, c0\n", PS14 " texld r5, t0\n mov r0, c0\n"},
{"V107", E, NULL, PS11 " tex t0\n texbem t1, c0\n mov r0, t1\n", PS11 " tex t0\n texbem t1, t0\n mov r0, t1\n"},
{"V108", E, NULL, PS11 " tex r0\n", PS11 " tex t0\n mov r0, t0\n"},
{"V108", E, NULL, PS11 " texbem t1, v0\n mov r0, t1\n", NULL},
{"V109", E, NULL, PS14 " mov r1, c0\n phase\n texcrd r0.rgb, r1\n mov r0, c0\n", PS14 " texcrd r0.rgb, t1\n mov r0, c0\n"},
{"V109", E, NULL, PS14 " texld t1, t0\n mov r0, c0\n", PS14 " texld r1, t0\n mov r0, c0\n"},
{"V110", E, NULL, PS14 " add r0, t0, c0\n", PS14 " texcrd r0.rgb, t0\n mov r0.a, c0\n"},
{"V110", E, NULL, PS14 " mov t0, c0\n mov r0, c0\n", NULL},
{"V111", E, NULL, PS14 " mov r0, v0\n phase\n mov r0.a, v0\n", PS14 " mov r0, c0\n phase\n mov r0, v0\n"},
{"V112", E, NULL, PS14 " texld r0, r1\n phase\n mov r0.a, c0\n", PS14 " texld r0, t1\n phase\n mov r0.a, c0\n"},
{"V114", E, NULL, PS20 " texld r0, c0, s0\n" OC, PS20 " texld r0, t0, s0\n" OC},

/* ---- ports ---- */
{"V115", E, NULL, VS11 " add r0, v0, v1\n" POS, VS11 " add r0, v0, v0.y\n" POS},
{"V115", E, NULL, PS20 " add r0, v0, v1\n" OC, PS30 " add r0, v0, v0.x\n" OC3},
{"V116", E, NULL, VS30 " add r0, c0, c1\n" POS3, VS3SW " add r0, c0, c1\n" POS3},
{"V116", E, NULL, VS20 " mova a0.xy, v0\n add r0, c0[a0.x], c0[a0.y]\n" POS, VS20 " mova a0.xy, v0\n add r0, c0[a0.x], c0[a0.x].y\n" POS},
{"V117", E, NULL, PS20 " mad r0, c0.x, c0.y, c0.z\n" OC, PS30 " mad r0, c0.x, c0.y, c0.z\n" OC3},
{"V118", E, NULL, PS20 " add r0, t0, t1\n" OC, PS20 " add r0, t0, t0\n" OC},
{"V120", E, NULL, PS11 " mad r0, c0, c1, c2\n", PS11 " mad r0, c0, c1, c1\n"},
{"V120", E, NULL, PS11 " tex t0\n tex t1\n tex t2\n mad r0, t0, t1, t2\n", PS12 " tex t0\n tex t1\n tex t2\n mad r0, t0, t1, t2\n"},
{"V121", E, NULL, VS20 " mova a0.x, v0\n mad r0, c0[a0.x], c0[a0.x], c0[a0.x]\n" POS, VS20 " mova a0.x, v0\n mad r0, c0[a0.x], c0[a0.x], v0\n" POS},

/* ---- initialisation ---- */
{"V122", E, NULL, "vs_1_1\n mov oPos, r0\n", "vs_1_1\n mov r0, c0\n mov oPos, r0\n"},
{"V122", E, NULL, "ps_2_0\n mov r0.xy, c0\n mov oC0, r0\n", "ps_2_0\n mov r0.xy, c0\n mov r0.zw, c0\n mov oC0, r0\n"},
{"V122", W, NULL, VS20 " if b0\n mov r0, v0\n endif\n mov oPos, r0\n", VS20 " if b0\n mov r0, v0\n else\n mov r0, v1\n endif\n mov oPos, r0\n"},
{"V122", W, NULL, VS20 " rep i0\n mov r0, v0\n endrep\n mov oPos, r0\n", VS20 " mov r0, c0\n rep i0\n mov r0, v0\n endrep\n mov oPos, r0\n"},
{"V122", E, NULL, PS13 " mov r0.rgb, c0\n +mov r0.a, r1.a\n", PS13 " mov r1, c0\n mov r0.rgb, c0\n +mov r0.a, r1.a\n"},
{"V122", E, NULL, PS14 " mov r0, r1\n", PS14 " mov r1, c0\n mov r0, r1\n"},
{"V122", E, NULL, VS20 POS " call l0\n ret\n label l0\n mov r0, r1\n ret\n", VS20 POS " mov r1, c0\n call l0\n ret\n label l0\n mov r0, r1\n ret\n"},
{"V123", E, NULL, "vs_1_1\n mov oPos, c0[a0.x]\n", "vs_1_1\n mov a0.x, c0.x\n mov oPos, c0[a0.x]\n"},
{"V123", E, NULL, VS20 " mova a0.x, v0\n mov r0, c0[a0.y]\n" POS, VS20 " mova a0.y, v0\n mov r0, c0[a0.y]\n" POS},
{"V124", E, NULL, VS2X " (p0) mov r0, c0\n" POS, VS2X " setp_gt p0, v0, v0\n (p0) mov r0, c0\n" POS},
{"V124", E, NULL, VS2X " setp_gt p0.x, v0, v0\n if p0.y\n endif\n" POS, VS2X " setp_gt p0.x, v0, v0\n if p0.x\n endif\n" POS},
{"V125", E, NULL, PS11 " mov r0, t0\n", PS11 " tex t0\n mov r0, t0\n"},
{"V126", E, NULL, PS14 " texcrd r1.rgb, t0\n mov r0, c0\n phase\n mov r1.a, r0.a\n mov r0.a, c0.a\n", PS14 " texcrd r1.rgb, t0\n mov r0, c0\n phase\n mov r1.a, r0.r\n mov r0.a, c0.a\n"},
{"V127", E, NULL, PS14 " mov r1.xy, c0\n phase\n texld r0, r1\n", PS14 " mov r1.xyz, c0\n phase\n texld r0, r1\n"},
{"V128", E, NULL, PS14 " texcrd r0.rgb, t0\n mov r1.a, r0.a\n mov r0.a, c0\n", PS14 " texcrd r0.rgb, t0\n mov r1.a, r0.b\n mov r0.a, c0\n"},
{"V129", E, NULL, PS14 " texcrd r5.rgb, t0\n mov r0, c0\n phase\n texdepth r5\n mov r0, r5.r\n", PS14 " texcrd r5.rgb, t0\n mov r0, c0\n phase\n texdepth r5\n mov r0, c0.r\n"},
{"V130", E, NULL, PS13 " tex t0\n texm3x2pad t1, t0\n texm3x2depth t2, t0\n mov r0, t2\n", PS13 " tex t0\n texm3x2pad t1, t0\n texm3x2depth t2, t0\n mov r0, t0\n"},
{"V131", E, NULL, "ps_2_0\n def c2, 0, 0, 0, 0\n def c3, 0, 0, 0, 0\n mov r1, c0\n mov r0, c0\n sincos r0.x, r1.x, c2, c3\n mov r2, r0.z\n mov oC0, c0\n", "ps_2_0\n mov r1, c0\n mov r0, c0\n sincos r0.x, r1.x, c2, c3\n mov r2, r0.w\n mov oC0, c0\n"},
{"V132", W, NULL, VS20 " mov r1, v0\n sgn r0, r1, r2, r3\n mov oD0, r2\n" POS, VS20 " mov r1, v0\n sgn r0, r1, r2, r3\n mov oD0, r0\n" POS},
{"V133", E, NULL, "ps_2_0\n texkill r0\n mov oC0, c0\n", "ps_2_0\n mov r0, c0\n texkill r0\n mov oC0, c0\n"},
{"V133", E, NULL, "ps_2_0\n dcl t0.xy\n texkill t0\n mov oC0, c0\n", "ps_2_0\n dcl t0\n texkill t0\n mov oC0, c0\n"},
{"V133", W, NULL, "ps_2_0\n dcl t0.xyz\n texkill t0\n mov oC0, c0\n", NULL},
{"V133", E, NULL, PS14 " mov r1.rg, c0\n phase\n texkill r1\n mov r0, c0\n", PS14 " mov r1.rgb, c0\n phase\n texkill r1\n mov r0, c0\n"},

/* ---- vertex outputs before 3_0 ---- */
{"V134", E, NULL, "vs_1_1\n dcl_position v0\n mov oD0, v0\n", "vs_1_1\n dcl_position v0\n mov oPos, v0\n mov oD0, v0\n"},
{"V134", E, NULL, "vs_1_1\n mov oPos.xyz, c0\n", "vs_1_1\n mov oPos.xyz, c0\n mov oPos.w, c0\n"},
{"V134", W, NULL, "vs_2_0\n if b0\n mov oPos, c0\n endif\n", "vs_2_0\n if b0\n mov oPos, c0\n else\n mov oPos, c1\n endif\n"},
{"V135", W, NULL, "vs_1_1\n mov oPos, c0\n mov oT1, c0\n", "vs_1_1\n mov oPos, c0\n mov oT0, c0\n mov oT1, c0\n"},
{"V136", E, NULL, "vs_1_1\n mov oPos, c0\n mov oT0.yz, c0\n", "vs_1_1\n mov oPos, c0\n mov oT0.yz, c0\n mov oT0.x, c0\n"},
{"V137", E, NULL, "vs_1_1\n mov oPos, c0\n mov oFog.xy, c0.x\n", "vs_1_1\n mov oPos, c0\n mov oFog.y, c0\n"},
{"V138", E, NULL, VS11 POS " mad oFog, -v0, c150.z, c150.w\n", VS11 POS " mad oFog, -v0.x, c150.z, c150.w\n"},
{"V138", E, NULL, VS11 POS " mov oPts, c0\n", VS11 POS " dp3 oPts, v0, c0\n"},

/* ---- pixel outputs ---- */
{"V140", E, NULL, PS11 " tex t0\n", PS11 " tex t0\n mov r0, t0\n"},
{"V140", W, NULL, PS11 " mov r0.rgb, c0\n", PS11 " mov r0.rgb, c0\n mov r0.a, c0\n"},
{"V141", E, NULL, "ps_2_0\n mov r0, c0\n", "ps_2_0\n mov r0, c0\n mov oC0, r0\n"},
{"V142", E, NULL, "ps_2_0\n mov oC0, c0\n mov oC2, c0\n", "ps_2_0\n mov oC0, c0\n mov oC1, c0\n mov oC2, c0\n"},
{"V143", E, NULL, PS20 T01 " add oC0, r0, r1\n", PS30 " add oC0, v0, v0\n"},
{"V144", E, NULL, PS20 T01 " mov oC0, r0\n mov oC0, r1\n", PS2X T01 " if b0\n mov oC0, r0\n else\n mov oC0, r1\n endif\n"},
{"V145", E, NULL, PS20 T01 " mov oC0, r1\n mov oC1.rgb, r0\n", PS20 T01 " mov oC0, r1\n mov oC1, r0\n"},
{"V146", E, NULL, PS20 T01 " mov oC0, r0.x\n", PS20 T01 " mov oC0, r0\n"},
{"V146", E, NULL, PS20 T01 " mov oC0, -r0\n", NULL},
{"V147", E, NULL, PS20 T01 " mov_sat oC0, r0\n", PS20 T01 " mov oC0, r0\n"},
{"V147", W, NULL, PS20 T01 " mov_pp oC0, r0\n", NULL},
{"V148", E, NULL, PS2X T01 OC " if_gt r0.x, r0.y\n mov oC1, r0\n endif\n", PS2X T01 OC " if b0\n mov oC1, r0\n endif\n"},
{"V150", E, NULL, PS20 T01 OC " add oDepth, r0.x, r1.x\n", PS20 T01 OC " mov oDepth, r0.x\n"},
{"V150", E, NULL, PS20 T01 OC " mov oDepth, r0.x\n mov oDepth, r1.x\n", NULL},
{"V151", E, NULL, PS20 T01 OC " mov oDepth, r0\n", NULL},
{"V151", E, NULL, PS30 " mov oDepth, v0\n", PS30 " mov oDepth, v0.x\n"},
{"V152", E, NULL, PS20 T01 OC " mov oDepth.x, r0.x\n", PS20 T01 OC " mov oDepth, r0.x\n"},
{"V153", E, NULL, PS20 T01 OC " mov oDepth, -r0.x\n", NULL},
{"V153", E, NULL, PS20 T01 OC " mov_sat oDepth, r0.x\n", NULL},
{"V154", E, NULL, PS2X T01 OC " if b0\n mov oDepth, r0.x\n endif\n", PS2X T01 OC " if b0\n endif\n mov oDepth, r0.x\n"},
{"V155", E, NULL, PS30 " if b0\n mov oDepth, v0.x\n endif\n", PS30 " if b0\n mov oDepth, v0.x\n else\n mov oDepth, v0.y\n endif\n"},
{"V156", W, NULL, PS30 " mov oC0.x, v0\n", PS30 " mov oC0.x, v0\n mov oC0.yzw, v0\n"},

/* ---- masks ---- */
{"V157", E, NULL, VS20 R01 " mov r0.xxyz, r1\n" POS, VS20 R01 " mov r0.xyz, r1\n" POS},
{"V158", E, NULL, PS11 C1 " mov r0.rg, c0\n", PS11 C1 " mov r0.rgb, c0\n"},
{"V159", E, NULL, PS11 " .raw 0x00000042, 0xB0070000\n mov r0, t0\n", PS11 " tex t0\n mov r0, t0\n"},
{"V160", E, NULL, PS14 " texcrd r1.a, t0\n mov r0, c0\n", PS14 " texcrd r1.rg, t0_dw.xyw\n mov r0, c0\n"},
{"V160", W, NULL, PS14 " texcrd r1, t0\n mov r0, c0\n", PS14 " texcrd r1.rgb, t0\n mov r0, c0\n"},
{"V161", E, NULL, PS11 C1 " dp3 r0.a, v0, v1\n", PS11 C1 " dp3 r0.rgb, v0, v1\n"},
{"V162", E, NULL, PS14 " mov r0, c0\n bem r0.rgb, c0, r0\n phase\n mov r0, c0\n", PS14 " mov r0, c0\n bem r0.rg, c0, r0\n phase\n mov r0, c0\n"},
{"V163", E, NULL, PS20 T01 " texld r0.rgb, t0, s0\n" OC, PS30 " texld r0.rgb, v0, s0\n" OC3},
{"V164", E, NULL, VS11 " frc r0.x, v0\n" POS, VS11 " frc r0.xy, v0\n" POS},
{"V165", E, NULL, VS30 " mov r1, v0\n sincos r0.xyz, r1.x\n" POS3, VS30 " mov r1, v0\n sincos r0.xy, r1.x\n" POS3},
{"V166", E, NULL, VS11 " m3x2 r0, v0, c0\n" POS, VS11 " m3x2 r0.xy, v0, c0\n" POS},
{"V167", E, NULL, VS11 " m4x3 r0, v0, c0\n" POS, VS11 " m4x3 r0.xyz, v0, c0\n" POS},
{"V167", E, NULL, VS11 " m3x3 r0, v0, c0\n" POS, VS11 " m3x3 r0.xyz, v0, c0\n" POS},
{"V168", E, NULL, VS11 " m4x4 r0.xy, v0, c0\n" POS, VS11 " m4x4 r0, v0, c0\n" POS},
{"V168", E, NULL, VS11 " m3x4 r0.xyz, v0, c0\n" POS, VS11 " m3x4 r0, v0, c0\n" POS},
{"V169", E, NULL, PS20 T01 " crs r2, r0, r1\n" OC, PS20 T01 " crs r2.xz, r0, r1\n" OC},
{"V170", E, NULL, PS11 " .raw 0x00000041, 0xB0030000\n mov r0, c0\n", PS11 " texkill t0\n mov r0, c0\n"},
{"V170", W, NULL, PS20 T01 " texkill r0.xy\n" OC, PS20 T01 " texkill r0\n" OC},
{"V171", E, NULL, "ps_2_0\n dcl_2d s0.xy\n mov oC0, c0\n", "ps_2_0\n dcl_2d s0\n mov oC0, c0\n"},
{"V173", E, NULL, VS11 " mov a0.xy, c0\n" POS, VS11 " mov a0.x, c0\n" POS},

/* ---- swizzles ---- */
{"V174", E, NULL, VS20 R01 " mov r0, r1.xyzwx\n" POS, VS20 R01 " mov r0, r1.xy\n" POS},
{"V175", E, NULL, VS20 R01 " mov r0, r1.abcd\n" POS, VS20 R01 " mov r0, r1.argb\n" POS},
{"V176", E, NULL, PS11 " mov r1, c0\n mov r0, r1.r\n", PS11 " mov r1, c0\n mov r0, r1.a\n"},
{"V177", E, NULL, PS11 " mov r1, c0\n mov r0, c0\n mov r0.rgb, r1.b\n", PS11 " mov r1, c0\n mov r0, c0\n mov r0.a, r1.b\n"},
{"V178", E, NULL, PS14 " mov r1, c0\n mov r0, r1.yzxw\n", PS14 " mov r1, c0\n mov r0, r1.y\n"},
{"V179", E, NULL, PS20 " mov r1, t0\n mov r0, r1.xxyw\n" OC, PS20 " mov r1, t0\n mov r0, r1.wzyx\n" OC},
{"V180", E, "2_b", PS2X " mov r1, t0\n mov r0, r1.xxyw\n" OC, PS2X " mov r1, t0\n mov r0, r1.zxyw\n" OC},
{"V181", E, NULL, PS20 T01 " rcp r0, r1\n" OC, PS20 T01 " rcp r0, r1.w\n" OC},
{"V181", E, NULL, VS20 R01 " pow r2, r0, r1.x\n" POS, VS20 R01 " pow r2, r0.x, r1.x\n" POS},
{"V182", E, NULL, VS2X R01 " if_lt r0, r1.x\n endif\n" POS, VS2X R01 " if_lt r0.x, r1.x\n endif\n" POS},
{"V182", E, NULL, VS2X R01 " rep i0\n break_ne r0.x, r1\n endrep\n" POS, "ps_3_0\n dcl vFace\n if_lt vFace, c0.x\n endif\n"},
{"V183", E, NULL, PS20 T01 " dp2add r0, r0, r1, r1\n" OC, PS20 T01 " dp2add r0, r0, r1, r1.x\n" OC},
{"V184", E, NULL, VS30 " mov r1, v0\n sincos r0.xy, r1\n" POS3, VS30 " mov r1, v0\n sincos r0.xy, r1.x\n" POS3},
{"V185", E, NULL, VS2X " setp_gt p0, v0, v0\n if p0\n endif\n" POS, VS2X " setp_gt p0, v0, v0\n if p0.x\n endif\n" POS},
{"V186", E, NULL, VS20 R01 " crs r2.xyz, r1.yzxw, r0\n" POS, VS20 R01 " crs r2.xyz, r1, r0\n" POS},
{"V187", E, NULL, VS11 " m4x4 r0, v0, c0.xyzz\n" POS, VS11 " m4x4 r0, v0.xyzz, c0\n" POS},
{"V188", E, NULL, PS20 " texld r0, t0.yxzw, s0\n" OC, PS30 " texld r0, v0.yxzw, s0\n" OC3},
{"V188", E, NULL, PS20 " texld r0, t0, s0.x\n" OC, PS30 " texld r0, v0, s0.x\n" OC3},
{"V189", E, NULL, PS14 " texld r0, t0.yzw\n", PS14 " texld r0, t0.xyw\n"},
{"V190", E, NULL, PS14 " texld r0, t0.xyz\n texld r1, t0.xyw\n", PS14 " texld r0, t0.xyz\n texld r1, t0\n"},
{"V191", E, NULL, "ps_3_0\n dcl_texcoord v0\n loop aL, i0\n mov r0, v0[aL.x]\n endloop\n", "ps_3_0\n dcl_texcoord v0\n loop aL, i0\n mov r0, v0[aL]\n endloop\n"},
{"V191", E, NULL, "ps_3_0\n dcl_texcoord v0\n loop aL, i0\n .raw 0x03000001, 0x800F0000, 0x90E42000, 0xF0550800\n endloop\n", NULL},
{"V192", E, NULL, VS20 " rep i0.x\n endrep\n" POS, VS20 " rep i0\n endrep\n" POS},
{"V192", E, NULL, VS20 " .raw 0x01000028, 0xE0550800\n endif\n" POS, VS20 " if b0\n endif\n" POS},

/* ---- source modifiers ---- */
{"V193", E, NULL, VS11 R01 " mov r0, r1_abs\n" POS, VS30 R01 " mov r0, r1_abs\n" POS3},
{"V193", E, NULL, VS11 R01 " .raw 0x00000001, 0x800F0000, 0x8BE40001\n" POS, NULL},
{"V193", E, NULL, PS20 T01 " .raw 0x02000001, 0x800F0000, 0x84E40001\n" OC, PS11 " mov r1, c0\n mov r0, r1_bx2\n"},
{"V194", E, NULL, PS20 T01 " mov r0, 1 - r1\n" OC, PS11 " mov r1, c0\n mov r0, 1 - r1\n"},
{"V194", E, NULL, PS20 T01 " .raw 0x02000001, 0x800F0000, 0x86E40001\n" OC, NULL},
{"V195", E, NULL, PS13 " mov r1, c0\n mov r0, r1_x2\n", PS14 " mov r1, c0\n mov r0, r1_x2\n"},
{"V196", E, NULL, PS11 " mov r1, c0\n mov r0, 1-r1_bias\n", PS11 " mov r1, c0\n mov r0, r1_bias\n"},
{"V197", E, NULL, PS14 " mov r2, c0\n phase\n texld r0, -r2_dz\n", PS14 " mov r2, c0\n phase\n texld r0, r2_dz\n"},
{"V198", E, NULL, PS14 " mov r1, c0\n add r0, r1, c0_bx2\n", PS14 " mov r1, c0\n add r0, r1_bx2, c0\n"},
{"V198", E, NULL, PS14 " mov r0, -c0\n", PS14 " mov r0, c0\n"},
{"V198", W, NULL, PS11 " mov r0, -c0\n", PS11 " mov r0, c0\n"},
{"V199", E, NULL, PS11 " tex t0\n texreg2ar t1, -t0\n mov r0, t1\n", PS11 " tex t0\n texreg2ar t1, t0\n mov r0, t1\n"},
{"V199", E, NULL, PS14 " texld r0, -t0\n", PS14 " texld r0, t0\n"},
{"V200", E, NULL, PS11 " tex t0\n texbem t1, t0_bx2\n mov r0, t1\n", PS11 " tex t0\n texm3x2pad t1, t0_bx2\n texm3x2tex t2, t0_bx2\n mov r0, t2\n"},
{"V201", E, NULL, PS12 " tex t0\n texreg2gb t1, t0_bx2\n mov r0, t1\n", PS12 " tex t0\n texreg2rgb t1, t0_bx2\n mov r0, t1\n"},
{"V202", E, NULL, PS14 " .raw 0x00000042, 0x800F0000, 0xB9E40000\n", PS14 " mov r1, c0\n phase\n texld r0, r1_dz\n"},
{"V202", E, NULL, PS14 " mov r1, c0\n mov r2, c0\n mov r3, c0\n phase\n texld r0, r1_dz\n texld r4, r2_dz\n texld r5, r3_dz\n", PS14 " mov r1, c0\n mov r2, c0\n mov r3, c0\n phase\n texld r0, r1_dz\n texld r4, r2_dz\n texld r5, r3\n"},
{"V203", E, NULL, PS14 " mov r1, c0\n phase\n .raw 0x00000042, 0x800F0000, 0x8AF40001\n", PS14 " texld r0, t1_dw.xyw\n"},
{"V203", E, NULL, PS14 " .raw 0x00000042, 0x800F0000, 0xBAE40000\n", NULL},
{"V204", E, NULL, VS11 " m3x3 r0.xyz, v0, -c0\n" POS, VS11 " m3x3 r0.xyz, -v0, c0\n" POS},
{"V205", E, NULL, PS20 " texld r0, -t0, s0\n" OC, PS20 " texld r0, t0, s0\n" OC},
{"V205", W, NULL, PS30 " texld r0, -v0, s0\n" OC3, PS30 " texld r0, v0, s0\n" OC3},
{"V206", E, NULL, VS30 " dcl_2d s0\n texldl r0, v0, -s0\n" POS3, VS30 " dcl_2d s0\n texldl r0, v0, s0\n" POS3},
{"V206", E, NULL, PS20 " texld r0, t0, -s0\n" OC, NULL},
{"V207", W, NULL, PS30 " add r0, c0_abs.x, c0\n" OC3, PS30 " add r0, c0_abs.x, c0_abs\n" OC3},
{"V209", E, NULL, VS2X R01 " mov r0, !r1\n" POS, VS2X R01 " if !b0\n endif\n" POS},
{"V209", E, NULL, VS2X R01 " .raw 0x02000001, 0x800F0000, 0x8DE40001\n" POS, NULL},
{"V209", E, NULL, VS2X " .raw 0x01000026, 0xFDE40000\n endrep\n" POS, VS2X " rep i0\n endrep\n" POS},
{"V210", E, NULL, VS20 " rep -i0\n endrep\n" POS, VS20 " rep i0\n endrep\n" POS},
{"V210", E, NULL, VS20 " .raw 0x01000028, 0xE1E40800\n endif\n" POS, VS20 " if b0\n endif\n" POS},

/* ---- instruction modifiers ---- */
{"V211", E, NULL, VS20 R01 " add_sat r0, r0, r1\n" POS, VS30 R01 " add_sat r0, r0, r1\n" POS3},
{"V211", E, NULL, VS20 R01 " .raw 0x03000002, 0x801F0000, 0x80E40000, 0x80E40001\n" POS, NULL},
{"V212", E, NULL, VS30 " frc_sat r0, v0\n" POS3, VS30 " frc r0, v0\n" POS3},
{"V213", E, NULL, PS20 " texld_sat r0, t0, s0\n" OC, PS20 " texld_pp r0, t0, s0\n" OC},
{"V213", E, NULL, PS30 " frc_sat r0, v0\n" OC3, PS30 " mov_sat r0, v0\n" OC3},
{"V215", E, NULL, PS30 " add_x4 r0, v0, v0\n" OC3, PS14 " mov r0, c0\n add_x4 r0, r0, r0\n"},
{"V215", E, NULL, PS30 " .raw 0x02000001, 0x820F0000, 0x90E40000\n" OC3, NULL},
{"V216", E, NULL, PS13 " mov r1, c0\n mov_d8 r0, r1\n", PS14 " mov r1, c0\n mov_d8 r0, r1\n"},
{"V217", E, NULL, PS13 " tex_x2 t0\n mov r0, t0\n", PS13 " tex t0\n mov_x2 r0, t0\n"},
{"V217", E, NULL, PS14 " texcrd_sat r1.rgb, t0\n mov r0, c0\n", PS14 " texcrd r1.rgb, t0\n mov r0, c0\n"},
{"V218", E, NULL, PS13 " mov r1, c0\n mov_x2_x2 r0, r1\n", PS13 " mov r1, c0\n mov_x2 r0, r1\n"},
{"V219", E, NULL, VS30 R01 " add_pp r0, r0, r1\n" POS3, VS30 R01 " add r0, r0, r1\n" POS3},
{"V219", E, NULL, PS11 " .raw 0x00000001, 0x802F0000, 0xA0E40000\n", PS11 C1},
{"V220", E, NULL, PS30 " add_centroid r0, v0, v0\n" OC3, PS30 " add r0, v0, v0\n" OC3},
{"V220", E, NULL, PS30 " .raw 0x02000001, 0x804F0000, 0x90E40000\n" OC3, NULL},
{"V220", E, NULL, "ps_2_0\n .raw 0x0200001F, 0x90000000, 0xA04F0800\n mov oC0, c0\n", "ps_2_0\n dcl_2d s0\n mov oC0, c0\n"},
{"V221", E, NULL, VS30 " rep_sat i0\n endrep\n" POS3, VS30 " rep i0\n endrep\n" POS3},
{"V221", E, NULL, VS30 " .raw 0x05000051, 0xA01F0000, 0x0, 0x0, 0x0, 0x0\n" POS3, VS30 " def c0, 0, 0, 0, 0\n" POS3},
{"V221", W, NULL, PS20 " .raw 0x01000041, 0xB02F0000\n mov oC0, c0\n", PS20 " texkill t0\n mov oC0, c0\n"},
{"V222", W, NULL, VS30 " mova_sat a0.x, v0\n" POS3, VS30 " mova a0.x, v0\n" POS3},

/* ---- predication ---- */
{"V223", E, NULL, VS11 " (p0) add r0, v0, v0\n" POS, VS2X " setp_gt p0, v0, v0\n (p0) add r0, v0, v0\n" POS},
{"V223", E, NULL, VS20 " .raw 0x13000001, 0x800F0000, 0xB0E41000, 0x90E40000\n" POS, NULL},
{"V223", E, NULL, "ps_2_0\n setp_gt p0, c0, c0\n mov oC0, c0\n", "ps_2_x\n setp_gt p0, c0, c0\n mov oC0, c0\n"},
{"V224", E, "minimum", VS2X " setp_gt p0, v0, v0\n" POS, VS2X " slt r0, v0, v0\n" POS},
{"V224", E, "2_b", PS2X " setp_gt p0, t0, t0\n mov oC0, c0\n", PS2X " mov oC0, c0\n"},
{"V225", E, NULL, VS2X " setp_gt p0, v0, v0\n (p0.xy) add r0, v0, v0\n" POS, VS2X " setp_gt p0, v0, v0\n (!p0.x) add r0, v0, v0\n" POS},
{"V226", E, NULL, VS2X " setp_gt p0, v0, v0\n (p0) rep i0\n endrep\n" POS, VS2X " setp_gt p0, v0, v0\n rep i0\n endrep\n" POS},
{"V227", E, NULL, VS2X R01 " mov r2.xy, v0\n setp_gt p0, v0, v0\n (p0) sincos r2.xy, r1.x, c0, c1\n" POS, VS2X R01 " mov r2.xy, v0\n setp_gt p0, v0, v0\n (p0.x) sincos r2.xy, r1.x, c0, c1\n" POS},
{"V228", E, NULL, PS2X T01 OC " setp_gt p0, r0, r1\n (p0) mov oC1, r0\n", PS30 OC3 " setp_gt p0, v0, v0\n (p0) mov oC1, v0\n"},
{"V229", E, NULL, VS2X R012 " (b0) add r0, r1, r2\n" POS, VS2X R012 " setp_gt p0, v0, v0\n (p0) add r0, r1, r2\n" POS},
{"V229", E, NULL, VS2X " .raw 0x13000001, 0x800F0000, 0xE0E40800, 0x90E40000\n" POS, NULL},
{"V230", W, NULL, PS30 " mov r0, v0\n setp_gt p0, v0, v0\n (p0) texld r1, r0, s0\n" OC3, PS30 " mov r0, v0\n setp_gt p0, v0, v0\n (p0) texld r1, v0, s0\n" OC3},

/* ---- flow control ---- */
{"V231", E, NULL, "ps_2_0\n mov oC0, c0\n endif\n", "ps_2_x\n mov oC0, c0\n if b0\n endif\n"},
{"V231", E, NULL, "ps_2_0\n mov oC0, c0\n .raw 0x01000028, 0xE0E40800\n", NULL},
{"V231", E, NULL, VS11 " .raw 0x0000001C\n" POS, VS20 POS " ret\n"},
{"V232", E, NULL, VS20 R01 " if_lt r0.x, r1.x\n endif\n" POS, VS2X R01 " if_lt r0.x, r1.x\n endif\n" POS},
{"V232", E, NULL, VS20 " rep i0\n break\n endrep\n" POS, VS2X " rep i0\n break\n endrep\n" POS},
{"V232", E, NULL, VS20 " .raw 0x01000028, 0xB0001000\n endif\n" POS, VS20 " if b0\n endif\n" POS},
{"V233", E, "minimum", VS2X R01 " if_lt r0.x, r1.x\n endif\n" POS, VS2X " if b0\n endif\n" POS},
{"V234", E, "minimum", "ps_2_x\n mov oC0, c0\n if b0\n endif\n", "ps_2_x\n mov oC0, c0\n"},
{"V235", E, NULL, "ps_2_x\n mov oC0, c0\n loop aL, i0\n endrep\n", "ps_2_x\n mov oC0, c0\n rep i0\n endrep\n"},
{"V235", E, NULL, "ps_2_x\n mov oC0, c0\n .raw 0x0200001B, 0xF0E40800, 0xF0E40000\n endrep\n", NULL},
{"V236", E, NULL, VS20 " if b0\n mov r0, c0\n" POS, VS20 " if b0\n mov r0, c0\n endif\n" POS},
{"V236", E, NULL, VS20 " if b0\n else\n else\n endif\n" POS, VS20 " if b0\n else\n endif\n" POS},
{"V236", E, NULL, VS20 " endif\n" POS, NULL},
{"V237", E, NULL, VS20 " loop aL, i0\n endrep\n" POS, VS20 " loop aL, i0\n endloop\n" POS},
{"V237", E, NULL, VS20 " rep i0\n" POS, VS20 " rep i0\n endrep\n" POS},
{"V237", E, NULL, VS20 " endloop\n" POS, NULL},
{"V238", E, NULL, VS20 " if b0\n rep i0\n endif\n endrep\n" POS, VS20 " if b0\n rep i0\n endrep\n endif\n" POS},
{"V238", E, NULL, VS20 " rep i0\n if b0\n endrep\n endif\n" POS, NULL},
{"V239", E, NULL, VS2X " break\n" POS, VS2X " rep i0\n break\n endrep\n" POS},
{"V239", E, NULL, VS2X POS " rep i0\n call l0\n endrep\n ret\n label l0\n break\n ret\n", NULL},
{"V240", E, NULL, VS20 " loop i0, i0\n endloop\n" POS, VS20 " loop aL, i0\n endloop\n" POS},
{"V241", E, NULL, VS20 " rep b0\n endrep\n" POS, VS20 " rep i0\n endrep\n" POS},
{"V241", E, NULL, VS20 " .raw 0x01000026, 0xE0E40800\n endrep\n" POS, NULL},
{"V242", E, NULL, VS20 R01 " if r0.x\n endif\n" POS, VS20 " if b0\n endif\n" POS},
{"V242", E, NULL, VS20 R01 " .raw 0x01000028, 0x80000000\n endif\n" POS, NULL},
{"V243", E, NULL, VS2X R01 " setp p0, r0, r1\n" POS, VS2X R01 " setp_ne p0, r0, r1\n" POS},
{"V244", W, NULL, VS20 " defi i0, 300, 0, 1, 0\n loop aL, i0\n endloop\n" POS, VS20 " defi i0, 255, 0, 1, 0\n loop aL, i0\n endloop\n" POS},
{"V244", W, NULL, VS20 " defi i0, 3, 0, 1, 5\n loop aL, i0\n endloop\n" POS, VS20 " defi i0, 3, 999, 999, 5\n rep i0\n endrep\n" POS},
{"V245", W, NULL, VS30 " dcl_texcoord o1\n mov r0, v0\n if_gt r0.x, r0.y\n mov o1, c0\n endif\n" POS3, VS30 " dcl_texcoord o1\n mov r0, v0\n mov o1, c1\n if_gt r0.x, r0.y\n mov o1, c0\n endif\n" POS3},
{"V245", W, NULL, VS2X R01 " if_gt r0.x, r0.y\n mov oD0, c0\n endif\n" POS, VS2X R01 " if b0\n mov oD0, c0\n endif\n" POS},
{"V246", E, NULL, VS20 " mov r0, c[aL]\n" POS, VS20 " loop aL, i0\n mov r0, c[aL]\n endloop\n" POS},
{"V246", E, NULL, VS20 " rep i0\n mov r0, c[aL]\n endrep\n" POS, NULL},

/* ---- depth ---- */
{"V247", E, NULL, VS30 X16(" if b0\n") X8(" if b0\n") " if b0\n endif\n" X16(" endif\n") X8(" endif\n") POS3, VS30 X16(" if b0\n") X8(" if b0\n") X16(" endif\n") X8(" endif\n") POS3},
{"V248", E, NULL, VS20 X16(" if b0\n endif\n") " if b0\n endif\n" POS, VS20 X16(" if b0\n endif\n") POS},
{"V248", E, NULL, VS20 X8(" if b0\n else\n endif\n") " if b0\n endif\n" POS, VS2SW X16(" if b0\n endif\n") " if b0\n endif\n" POS},
{"V249", E, NULL, VS30 " mov r0, v0\n" X16(" if_gt r0.x, r0.y\n") X8(" if_gt r0.x, r0.y\n") " if_gt r0.x, r0.y\n endif\n" X16(" endif\n") X8(" endif\n") POS3, VS30 " mov r0, v0\n" X16(" if_gt r0.x, r0.y\n") X8(" if_gt r0.x, r0.y\n") X16(" endif\n") X8(" endif\n") POS3},
{"V250", E, "2_a", VS2X " mov r0, v0\n" X16(" if_gt r0.x, r0.y\n") X8(" if_gt r0.x, r0.y\n") " if_gt r0.x, r0.y\n endif\n" X16(" endif\n") X8(" endif\n") POS, VS2X " mov r0, v0\n" X16(" if_gt r0.x, r0.y\n") X8(" if_gt r0.x, r0.y\n") X16(" endif\n") X8(" endif\n") POS},
{"V251", E, NULL, VS20 " loop aL, i0\n loop aL, i1\n endloop\n endloop\n" POS, VS20 " loop aL, i0\n endloop\n loop aL, i1\n endloop\n" POS},
{"V252", E, NULL, VS30 X4(" rep i0\n") " rep i0\n endrep\n" X4(" endrep\n") POS3, VS30 X4(" rep i0\n") X4(" endrep\n") POS3},
{"V252", E, NULL, VS30 POS3 " rep i0\n rep i0\n rep i0\n call l0\n endrep\n endrep\n endrep\n ret\n label l0\n rep i0\n rep i0\n endrep\n endrep\n ret\n", VS30 POS3 " rep i0\n rep i0\n rep i0\n call l0\n endrep\n endrep\n endrep\n ret\n label l0\n rep i0\n endrep\n ret\n"},
{"V253", E, "2_a", VS2X " rep i0\n rep i1\n endrep\n endrep\n" POS, VS2X " rep i0\n endrep\n" POS},
{"V254", E, NULL, VS20 POS " call l0\n ret\n label l0\n call l1\n ret\n label l1\n ret\n", VS20 POS " call l0\n call l1\n ret\n label l0\n ret\n label l1\n ret\n"},
{"V255", E, NULL, VS30 POS3 " call l0\n ret\n label l0\n call l1\n ret\n label l1\n call l2\n ret\n label l2\n call l3\n ret\n label l3\n call l4\n ret\n label l4\n ret\n", VS30 POS3 " call l0\n ret\n label l0\n call l1\n ret\n label l1\n call l2\n ret\n label l2\n call l3\n ret\n label l3\n ret\n"},
{"V256", E, "minimum", VS2X POS " call l0\n ret\n label l0\n call l1\n ret\n label l1\n ret\n", VS2X POS " call l0\n ret\n label l0\n ret\n"},

/* ---- subroutines ---- */
{"V257", E, NULL, VS20 POS " call l0\n label l0\n ret\n", VS20 POS " call l0\n ret\n label l0\n ret\n"},
{"V259", E, NULL, VS20 POS " if b0\n ret\n endif\n", VS20 POS " if b0\n endif\n ret\n"},
{"V260", E, NULL, VS20 POS " ret\n mov r0, c0\n", VS20 POS " mov r0, c0\n ret\n"},
{"V261", E, NULL, VS20 POS " call l0\n ret\n label l0\n mov r0, c0\n", VS20 POS " call l0\n ret\n label l0\n mov r0, c0\n ret\n"},
{"V261", E, NULL, VS20 POS " call l0\n call l1\n ret\n label l0\n mov r0, c0\n label l1\n ret\n", NULL},
{"V262", E, NULL, VS2X POS " ret\n label l0\n ret\n label l1\n call l0\n ret\n", VS2X POS " ret\n label l1\n call l0\n ret\n label l0\n ret\n"},
{"V263", E, NULL, VS20 POS " call l3\n ret\n", VS20 POS " call l3\n ret\n label l3\n ret\n"},
{"V264", E, NULL, VS20 POS " ret\n label l0\n ret\n label l0\n ret\n", VS20 POS " ret\n label l0\n ret\n label l1\n ret\n"},
{"V265", E, NULL, VS20 POS " call l16\n ret\n", VS20 POS " call l15\n ret\n label l15\n ret\n"},
{"V266", E, NULL, VS30 POS3 " call l2048\n ret\n", VS30 POS3 " call l2047\n ret\n label l2047\n ret\n"},
{"V267", E, NULL, VS2X POS " call l0\n ret\n label l0\n mov r0, c[aL]\n ret\n", VS2X POS " loop aL, i0\n call l0\n endloop\n ret\n label l0\n mov r0, c[aL]\n ret\n"},
{"V267", E, NULL, VS2X POS " call l0\n ret\n label l0\n call l1\n ret\n label l1\n mov r0, c[aL]\n ret\n", NULL},
{"V268", E, NULL, VS20 POS " if b0\n ret\n label l0\n endif\n ret\n", VS20 POS " if b0\n endif\n ret\n label l0\n ret\n"},
{"V269", E, NULL, VS20 R01 POS " callnz l0, r0.x\n ret\n label l0\n ret\n", VS20 R01 POS " callnz l0, b0\n ret\n label l0\n ret\n"},
{"V269", E, NULL, VS20 R01 POS " .raw 0x0200001A, 0xA0E41000, 0x80000000\n ret\n label l0\n ret\n", NULL},

/* ---- size ---- */
{"V270", E, NULL, VS11 X8(" exp r0, v0.x\n") X4(" exp r0, v0.x\n") " exp r0, v0.x\n" POS, VS11 X8(" exp r0, v0.x\n") X4(" exp r0, v0.x\n") POS},
{"V271", E, NULL, VS20 X256(" mov r0, c0\n") POS, VS2SW X256(" mov r0, c0\n") POS},
{"V272", E, "hardware", VS30 X512(" mov r0, c0\n") POS3, VS30 X256(" mov r0, c0\n") POS3},
{"V273", E, NULL, PS11 X8(C1) C1, PS11 X8(C1)},
{"V273", E, NULL, PS11 " tex t0\n tex t1\n tex t2\n tex t3\n texkill t0\n mov r0, c0\n", PS11 " tex t0\n tex t1\n tex t2\n tex t3\n mov r0, c0\n"},
{"V274", E, NULL, PS14 X8(C1) C1 " phase\n mov r0, c0\n", PS14 X8(C1) " phase\n mov r0, c0\n"},
{"V275", E, NULL, PS20 X64(" mov r0, t0\n") OC, PS20 X32(" mov r0, t0\n") OC},
{"V275", E, NULL, PS20 X32(" texkill t0\n") " texkill t0\n mov oC0, c0\n", PS20 X32(" texkill t0\n") " mov oC0, c0\n"},
{"V276", E, "minimum", PS2X X64(" mov r0, t0\n") X32(" mov r0, t0\n") OC, PS2X X64(" mov r0, t0\n") OC},
{"V276", E, "minimum", PS2X X32(" texkill t0\n") " texkill t0\n mov oC0, c0\n", PS2X X32(" texkill t0\n") " mov oC0, c0\n"},
{"V277", E, "hardware", PS30 X512(" mov r0, v0\n") OC3, PS30 X512(" mov r0, v0\n")},

/* ---- co-issue ---- */
{"V279", E, NULL, VS11 R01 " add r0.rgb, r0, r1\n +add r0.a, r0, r1\n" POS, VS11 R01 " add r0.rgb, r0, r1\n add r0.a, r0, r1\n" POS},
{"V279", E, NULL, VS11 " .raw 0x40000001, 0x800F0000, 0x90E40000\n" POS, NULL},
{"V280", E, NULL, PS11 " +mov r0.a, c0\n mov r0, c0\n", PS11 " mov r0.a, c0\n mov r0, c0\n"},
{"V280", E, NULL, "words: FFFF0101 40000001 80080000 A0E40000 00000001 800F0000 A0E40000 0000FFFF", PS11 C1},
{"V281", E, NULL, PS11 C1 " mov r0.rgb, c0\n +mov r1.rgb, c1\n", PS11 C1 " mov r0.rgb, c0\n +mov r1.a, c1\n"},
{"V282", E, NULL, PS11 " mov r0, c0\n +mov r1.a, c1\n", PS11 " mov r0.rgb, c0\n +mov r0.a, c1\n"},
{"V283", E, NULL, PS11 " tex t0\n +mov r0.a, c0\n mov r0.rgb, c0\n", PS11 " tex t0\n mov r0.a, c0\n +mov r0.rgb, c0\n"},
{"V284", E, NULL, PS14 " mov r1, c0\n mov r1.a, c0\n +dp4 r0.rgb, r1, c1\n mov r0.a, c0\n", PS14 " mov r1, c0\n mov r1.a, c0\n +dp3 r0.rgb, r1, c1\n mov r0.a, c0\n"},
{"V285", E, NULL, PS11 " tex t0\n dp3 r0, t0, v0\n +mov r1.a, t0\n", PS11 " tex t0\n dp3 r0.rgb, t0, v0\n +mov r0.a, t0\n"},
{"V286", E, NULL, PS11 " mov r0.rgb, c0\n +mov r0.a, c0\n +mov r1.a, c1\n", PS11 " mov r0.rgb, c0\n +mov r0.a, c0\n mov r1.a, c1\n"},

/* ---- texture instructions of ps_1_x ---- */
{"V287", E, NULL, PS11 " tex t0\n tex t0\n mov r0, t0\n", PS11 " tex t0\n tex t1\n mov r0, t0\n"},
{"V288", E, NULL, PS11 " tex t1\n texbem t0, t1\n mov r0, t0\n", PS11 " tex t0\n texbem t1, t0\n mov r0, t1\n"},
{"V288", E, NULL, PS11 " tex t1\n texm3x2pad t1, t1\n texm3x2tex t2, t1\n mov r0, t2\n", PS11 " tex t0\n texm3x2pad t1, t0\n texm3x2tex t2, t0\n mov r0, t2\n"},
{"V289", E, NULL, PS11 " texbem t1, t0\n mov r0, t1\n", NULL},
{"V290", E, NULL, PS11 " tex t0\n texm3x2pad t1, t0\n texm3x2tex t3, t0\n mov r0, t3\n", NULL},
{"V290", E, NULL, PS11 " tex t0\n tex t1\n texm3x2pad t2, t0\n texm3x2tex t3, t1\n mov r0, t3\n", NULL},
{"V291", E, NULL, PS11 " tex t0\n texm3x2tex t2, t0\n mov r0, t2\n", NULL},
{"V291", E, NULL, PS11 " tex t0\n texm3x3pad t1, t0\n mov r0, t0\n", NULL},
{"V292", E, NULL, PS11 " tex t0\n texm3x3pad t1, t0\n texm3x3tex t2, t0\n mov r0, t2\n", PS11 " tex t0\n texm3x3pad t1, t0\n texm3x3pad t2, t0\n texm3x3tex t3, t0\n mov r0, t3\n"},
{"V292", E, NULL, PS11 " tex t0\n texm3x3pad t1, t0\n texm3x3pad t3, t0\n texm3x3tex t3, t0\n mov r0, t0\n", NULL},
{"V291", E, NULL, PS11 " tex t0\n texm3x3pad t1, t0\n texm3x3pad t3, t0\n mov r0, t0\n", NULL},
{"V291", E, NULL, PS11 " tex t0\n texm3x2pad t1, t0\n texcoord t3\n mov r0, t0\n", NULL},
{"V290", E, NULL, PS11 " tex t0\n texm3x2pad t1, t0\n texcoord t3\n texm3x2tex t2, t0\n mov r0, t0\n", NULL},
{"V293", E, NULL, PS11 " tex t0\n texm3x3pad t1, t0\n texm3x3pad t2, t0\n texm3x3spec t3, t0, t1\n mov r0, t3\n", PS11 " tex t0\n texm3x3pad t1, t0\n texm3x3pad t2, t0\n texm3x3spec t3, t0, c1\n mov r0, t3\n"},
{"V294", E, NULL, PS11 " tex t0\n texbem t1, t0\n add r0, t1, t0\n", PS11 " tex t0\n texbem t1, t0\n add r0, t1, t1\n"},
{"V295", E, NULL, PS11 " tex t0\n texdp3 t1, t0\n mov r0, t1\n", PS12 " tex t0\n texdp3 t1, t0\n mov r0, t1\n"},
{"V295", E, NULL, PS12 " tex t0\n texm3x2pad t1, t0\n texm3x2depth t2, t0\n mov r0, t0\n", PS13 " tex t0\n texm3x2pad t1, t0\n texm3x2depth t2, t0\n mov r0, t0\n"},
{"V299", E, NULL, PS14 " tex t0\n mov r0, c0\n", PS14 " texld r0, t0\n"},
{"V299", E, NULL, PS14 " .raw 0x00000042, 0xB00F0000\n mov r0, c0\n", NULL},
{"V299", E, NULL, PS14 " .raw 0x00000043, 0xB00F0001, 0xB0E40000\n mov r0, c0\n", NULL},
{"V300", E, NULL, PS14 " texld r0, t0\n texld r0, t1\n", PS14 " texld r0, t0\n phase\n texld r0, t1\n"},
{"V301", E, NULL, PS14 " texkill t0\n phase\n mov r0, c0\n", PS14 " mov r0, c0\n phase\n texkill t0\n mov r0.a, c0\n"},
{"V302", E, NULL, PS11 " texkill r0\n mov r0, c0\n", PS11 " texkill t0\n mov r0, c0\n"},
{"V302", E, NULL, PS20 " texkill v0\n mov oC0, c0\n", PS30 " texkill v0\n" OC3},
{"V303", E, NULL, PS14 " mov r4, c0\n phase\n texdepth r4\n mov r0, c0\n", PS14 " mov r5, c0\n phase\n texdepth r5\n mov r0, c0\n"},
{"V304", E, NULL, PS14 " mov r0, c0\n phase\n bem r0.rg, c0, r0\n mov r0, c0\n", PS14 " mov r0, c0\n bem r0.rg, c0, r0\n phase\n mov r0, c0\n"},
{"V304", E, NULL, PS14 " mov r0, c0\n bem r0.rg, c0, r0\n bem r0.rg, c0, r0\n phase\n mov r0, c0\n", NULL},
{"V305", E, NULL, PS14 " mov r1, c0\n phase\n texld r0, r1\n texld r2, r0\n", PS14 " mov r1, c0\n mov r0, c0\n phase\n texld r2, r1\n texld r3, r0\n mov r0.a, c0\n"},

/* ---- texture instructions of SM2 and SM3 ---- */
{"V306", E, NULL, PS20 " texld oC0, t0, s0\n", PS30 " texld oC0, v0, s0\n"},
{"V307", E, NULL, VS30 " dcl_2d s0\n dcl_texcoord o1\n texldl o1, v0, s0\n" POS3, VS30 " dcl_2d s0\n dcl_texcoord o1\n texldl r0, v0, s0\n mov o1, r0\n" POS3},
{"V309", E, "2_b", PS2X " texldd r0, t0, s0, t0, t0\n" OC, PS2X " texld r0, t0, s0\n" OC},
{"V309", E, "2_b", PS2X " dsx r0, t0\n" OC, NULL},
{"V310", E, NULL, PS2X " texldl r0, t0, s0\n" OC, PS30 " texldl r0, v0, s0\n" OC3},
{"V310", E, NULL, PS2X " .raw 0x0300005F, 0x800F0000, 0xB0E40000, 0xA0E40800\n" OC, NULL},
{"V311", E, NULL, VS30 " dcl_2d s0\n texld r0, v0, s0\n" POS3, VS30 " dcl_2d s0\n texldl r0, v0, s0\n" POS3},
{"V311", E, NULL, VS30 " dcl_2d s0\n .raw 0x03000042, 0x800F0000, 0x90E40000, 0xA0E40800\n" POS3, NULL},
{"V312", E, NULL, "ps_2_0\n dcl t0.xy\n dcl_cube s0\n texld r0, t0, s0\n mov oC0, r0\n", "ps_2_0\n dcl t0.xyz\n dcl_cube s0\n texld r0, t0, s0\n mov oC0, r0\n"},
{"V312", E, NULL, "ps_2_0\n dcl t0.xy\n dcl_2d s0\n texldp r0, t0, s0\n mov oC0, r0\n", "ps_2_0\n dcl t0\n dcl_2d s0\n texldp r0, t0, s0\n mov oC0, r0\n"},
{"V312", E, NULL, "ps_2_0\n dcl_2d s0\n mov r0.x, c0\n texld r0, r0, s0\n mov oC0, r0\n", "ps_2_0\n dcl_2d s0\n mov r0.xy, c0\n texld r0, r0, s0\n mov oC0, r0\n"},
{"V312", W, NULL, "ps_3_0\n dcl_2d s0\n if b0\n mov r0.xy, c0\n endif\n texld r0, r0, s0\n mov oC0, r0\n", "ps_3_0\n dcl_2d s0\n mov r0.xy, c0\n texld r0, r0, s0\n mov oC0, r0\n"},
{"V313", E, NULL, PS20 " texld r0, t0, s0\n" X4(" texld r0, r0, s0\n") OC, PS20 " texld r0, t0, s0\n texld r0, r0, s0\n texld r0, r0, s0\n texld r0, r0, s0\n" OC},
{"V315", E, NULL, PS30 " texld r0, v0, -s0\n" OC3, PS30 " texld r0, v0, s0.x\n" OC3},

/* ---- gradients ---- */
{"V317", E, NULL, PS30 " mov r0, v0\n if_gt r0.x, r0.y\n texld r1, r0, s0\n endif\n" OC3, PS30 " mov r0, v0\n if b0\n texld r1, r0, s0\n endif\n" OC3},
{"V317", E, NULL, PS30 " mov r0, v0\n rep i0\n break_gt r0.x, r0.y\n texld r1, r0, s0\n endrep\n" OC3, PS30 " mov r0, v0\n rep i0\n texld r1, r0, s0\n break_gt r0.x, r0.y\n endrep\n" OC3},
{"V318", E, NULL, PS30 " mov r0, v0\n if_gt r0.x, r0.y\n dsx r1, r0\n endif\n" OC3, PS30 " mov r0, v0\n if_gt r0.x, r0.y\n dsx r1, v0\n endif\n" OC3},
{"V319", E, NULL, PS30 OC3 " mov r0, v0\n setp_gt p0, v0, v0\n callnz l0, p0.x\n ret\n label l0\n dsx r1, r0\n ret\n", PS30 OC3 " mov r0, v0\n callnz l0, b0\n ret\n label l0\n dsx r1, r0\n ret\n"},

/* ---- single instructions ---- */
{"V320", E, NULL, PS12 X4(" cmp r0, v0, c0, c1\n"), PS12 X2(" cmp r0, v0, c0, c1\n") " cmp r0, v0, c0, c1\n"},
{"V321", E, NULL, PS12 " mov r0, c0\n cmp r0, r0, c0, c1\n", PS12 " mov r1, c0\n cmp r0, r1, c0, c1\n"},
{"V322", E, NULL, PS12 X4(" dp4 r0, v0, c0\n") " dp4 r0, v0, c0\n", PS12 X4(" dp4 r0, v0, c0\n")},
{"V323", E, NULL, PS11 " mov r1, c0\n cnd r0, r1, c1, c2\n", PS11 " mov r0, c0\n cnd r0, r0.a, c1, c2\n"},
{"V324", E, NULL, VS20 R01 " crs r0.xyz, r0, r1\n" POS, VS20 R01 " crs r2.xyz, r0, r1\n" POS},
{"V324", E, NULL, VS20 R01 " crs oD0.xyz, r0, r1\n" POS, NULL},
{"V325", E, NULL, VS20 R01 " nrm r0, r0\n" POS, VS20 R01 " nrm r1, r0\n" POS},
{"V326", W, NULL, VS20 R01 " pow r0, r1.x, r0.x\n" POS, VS20 R01 " pow r0, r0.x, r1.x\n" POS},
{"V327", E, NULL, VS20 R01 " sgn r0, r1, r2, r2\n" POS, VS20 R01 " sgn r0, r1, r2, r3\n" POS},
{"V327", E, NULL, VS20 R01 " sgn r0, r1, r2, c2\n" POS, NULL},
{"V328", E, NULL, VS30 " dcl_texcoord o1.xy\n sincos o1.xy, v0.x\n" POS3, VS30 " dcl_texcoord o1.xy\n sincos r0.xy, v0.x\n mov o1.xy, r0\n" POS3},
{"V328", E, NULL, VS30 R01 " sincos r0.xy, r0.x\n" POS3, NULL},
{"V329", E, NULL, VS20 R01 " sincos r0.xy, r1.x, c0, c0\n" POS, VS20 R01 " sincos r0.xy, r1.x, c0, c1\n" POS},
{"V329", E, NULL, VS20 R012 " sincos r0.xy, r1.x, r2, c0\n" POS, NULL},
{"V331", E, NULL, VS11 R01 " m4x4 r0, r0, c0\n" POS, VS11 R01 " m4x4 r1, r0, c0\n" POS},
{"V331", E, NULL, VS11 R012 " m3x2 r1.xy, v0, r0\n" POS, VS11 R012 " m3x2 r2.xy, v0, r0\n" POS},
{"V333", E, NULL, VS11 R01 " nop r0\n" POS, VS11 R01 " nop\n" POS},
{"V333", E, NULL, VS11 " .raw 0x00000000, 0x800F0000\n" POS, NULL},

/* ---- relative addressing ---- */
{"V334", E, NULL, VS30 R01 " mova a0.x, v0\n add r0, r0[a0.x], r1\n" POS3, VS30 R01 " mova a0.x, v0\n add r0, c0[a0.x], r1\n" POS3},
{"V334", E, NULL, VS20 " mova a0.x, v0\n .raw 0x03000001, 0x800F0000, 0x80E42000, 0xB0000000\n" POS, NULL},
{"V334", E, NULL, VS20 " mova a0.x, v0\n .raw 0x03000001, 0xE00F2000, 0xB0000000, 0x90E40000\n mov oT0, v0\n" POS, NULL},
{"V335", E, NULL, VS20 " mova a0.x, v0\n mov r0, v[a0.x]\n" POS, VS30 " mova a0.x, v0\n mov r0, v0[a0.x]\n" POS3},
{"V335", E, NULL, VS20 " mova a0.x, v0\n .raw 0x03000001, 0x800F0000, 0x90E42000, 0xB0000000\n" POS, NULL},
{"V336", E, NULL, PS20 " mov r0, v[aL]\n" OC, PS20 " mov r0, v0\n" OC},
{"V336", E, NULL, PS20 " .raw 0x03000001, 0x800F0000, 0x90E42000, 0xF0E40800\n" OC, NULL},
{"V337", E, NULL, PS30 " loop aL, i0\n mov r0, c[aL]\n endloop\n" OC3, PS30 " loop aL, i0\n mov r0, v0[aL]\n endloop\n" OC3},
{"V337", E, NULL, PS30 " loop aL, i0\n .raw 0x03000001, 0x800F0000, 0xA0E42000, 0xF0E40800\n endloop\n" OC3, NULL},
{"V337", E, NULL, PS30 " loop aL, i0\n .raw 0x03000001, 0x800F2800, 0xF0E40800, 0x90E40000\n endloop\n" OC3, NULL},
{"V338", E, NULL, VS20 R01 " mov r0, c[r1.x]\n" POS, VS20 R01 " mova a0.x, v0\n mov r0, c[a0.x]\n" POS},
{"V338", E, NULL, VS20 R01 " .raw 0x03000001, 0x800F0000, 0xA0E42000, 0x80000001\n" POS, NULL},
{"V339", E, NULL, VS11 " mov a0.x, v0\n mov r0, c0[a0]\n" POS, VS11 " mov a0.x, v0\n mov r0, c0[a0.x]\n" POS},
{"V340", E, NULL, VS20 " mova a0, v0\n mov r0, c0[a0.xy]\n" POS, VS20 " mova a0, v0\n mov r0, c0[a0.y]\n" POS},
{"V340", E, NULL, VS20 " mova a0, v0\n .raw 0x03000001, 0x800F0000, 0xA0E42000, 0xB0E40000\n" POS, NULL},
{"V341", E, NULL, VS30 " loop aL, i0\n mov r0, v0[aL - 3 + 5]\n endloop\n" POS3, VS30 " loop aL, i0\n mov r0, v0[aL + 1]\n endloop\n" POS3},
{"V342", E, NULL, VS30 " loop aL, i0\n mov r0, c[aL + 3.4]\n endloop\n" POS3, VS30 " loop aL, i0\n mov r0, c[aL + 3]\n endloop\n" POS3},
{"V343", W, NULL, VS30 " dcl_texcoord o1\n mova a0.x, v0\n mov o1[a0.x], v0\n" POS3, VS30 " dcl_texcoord o1\n mov o1, v0\n loop aL, i0\n mov o1[aL], v0\n endloop\n" POS3},
{"V345", W, NULL, "vs_3_0\n dcl_texcoord0 v0\n dcl_texcoord1 v2\n dcl_position o0\n loop aL, i0\n mov r0, v0[aL]\n endloop\n mov o0, c0\n", "vs_3_0\n dcl_texcoord0 v0\n dcl_texcoord1 v1\n dcl_position o0\n loop aL, i0\n mov r0, v0[aL]\n endloop\n mov o0, c0\n"},

/* ---- one fault, one finding: the special rule, and not those that follow from it ---- */
{"V306", E, NULL, PS20 " texld t1, t0, s0\n mov oC0, c0\n", PS20 " texld r1, t0, s0\n mov oC0, c0\n"},
{"V289", E, NULL, PS11 " texm3x2pad t1, t0\n texm3x2tex t2, t0\n mov r0, t2\n", PS11 " tex t0\n texm3x2pad t1, t0\n texm3x2tex t2, t0\n mov r0, t2\n"},
{"V335", E, NULL, VS20 " .raw 0x03000001, 0x800F0000, 0x90E42000, 0xB0000000\n" POS, NULL},
{"V336", E, NULL, PS20 " .raw 0x03000001, 0x800F0000, 0xA0E42000, 0xF0E40800\n" OC, NULL},
{"V259", E, NULL, VS20 POS " if b0\n ret\n mov r0, c0\n endif\n mov r1, c0\n", NULL},
{"V262", E, NULL, VS20 POS " call l0\n ret\n label l0\n call l0\n ret\n", NULL},
{"V122", E, NULL, VS11 " mov r1, r0\n mov r2, r0\n" POS, NULL},
{"V050", E, NULL, PS20 " mov r0, t2\n mov r1, t2.x\n" OC, NULL},
{"V069", E, NULL, PS20 " texld r0, t0, s7\n texld r1, t1, s7\n" OC, NULL},
{"V036", E, NULL, VS30 POS3 " mov o1.x, c0\n mov o1.y, c0\n", NULL},
{"V091", E, NULL, VS11 " m4x4 r0, v0, r1\n" POS, NULL},
{"V060", E, NULL, "ps_3_0\n dcl_texcoord v0.x\n mov oC0, v0.y\n mov oC1, v0.y\n", NULL},
{"V096", E, NULL, VS11 R01 " add a0, r0, r1\n" POS, NULL},
{"V273", E, NULL, PS11 X8(C1) X2(C1), NULL},
{"V241", E, NULL, VS20 " .raw 0x01000026, 0x80000000\n endrep\n" POS, NULL},
{"V240", E, NULL, VS20 " .raw 0x0200001B, 0xF0E40000, 0xF0E40000\n endloop\n" POS, NULL},
{"V105", E, NULL, PS20 " .raw 0x03000042, 0x800F0000, 0xB0E40000, 0xA0E40000\n" OC, NULL},
{"V041", E, NULL, "vs_3_0\n dcl_position o0.xy\n mov o0, c0\n", NULL},
{"V231", E, NULL, "ps_2_0\n mov oC0, c0\n .raw 0x02000029, 0x80000000, 0x80000001\n", NULL},
{"V085", E, NULL, PS20 " .raw 0x02000001, 0xF00F0800, 0xB0E40000\n mov oC0, c0\n", NULL},
{"V233", E, "minimum", VS2X " rep i0\n break\n endrep\n" POS, VS2X " rep i0\n endrep\n" POS},

{"V199", E, NULL, PS11 " tex t0\n .raw 0x00000045, 0xB00F0001, 0xBBE40000\n mov r0, t1\n", NULL}, /* _abs */
{"V199", E, NULL, PS11 " tex t0\n .raw 0x00000045, 0xB00F0001, 0xB6E40000\n mov r0, t1\n", NULL}, /* 1 - t0 */
{"V195", E, NULL, PS13 " tex t0\n .raw 0x00000045, 0xB00F0001, 0xB7E40000\n mov r0, t1\n", NULL}, /* _x2 */

/* ---- device ---- */
{"V358", E, "2_a", VS30 POS3, VS2X POS},
{"V358", E, "2_b", PS30 OC3, PS2X " mov oC0, c0\n"},
{"V359", E, "hardware", "ps_2_sw\n mov oC0, c0\n", "ps_2_x\n mov oC0, c0\n"},
};

/* Rules that no program breaks alone: what is found instead, or NULL where nothing is, and why. */
typedef struct check_covered {
    const char *code;
    const char *caps;  /* preset, or NULL */
    const char *found; /* NULL: nothing */
    const char *program;
    const char *reason;
} check_covered;

static const check_covered check_covered_rules[] = {
{"V007", NULL, "V279", VS11 " .raw 0x40000001, 0x800F0000, 0x90E40000\n" POS, "the text has a rule of its own for +"},
{"V011", NULL, "V336", PS20 " .raw 0x03000001, 0x800F0000, 0x90E42000, 0xF0E40800\n" OC, "the rules on relative operands say more"},
{"V015", NULL, NULL, NULL, "a comment longer than the stream is refused by the reader: there is no program"},
{"V113", NULL, NULL, "ps_3_0\n dcl vFace\n dcl_color v0\n cmp oC0, vFace, v0.x, v0\n", "accepted: Windows takes vFace as any source"},
{"V119", NULL, NULL, PS20 " mul r0, t0, t0\n" OC, "accepted: Windows takes two reads of one register"},
{"V139", NULL, NULL, "vs_2_0\n mov oPos, c0\n mov oT0.xy, c0\n", "a matter of texture stage states"},
{"V149", NULL, NULL, PS30 " if_gt v0.x, v0.y\n mov oC0, v0\n endif\n", "accepted: the next paragraph of the page provides for it"},
{"V172", NULL, NULL, VS20 R01 " rcp r0.xyz, r1.x\n" POS, "accepted: the instruction pages replicate the result"},
{"V208", NULL, NULL, PS11 " mov r1, c0\n mov r0, r1_bias\n", "a matter of run-time data"},
{"V214", NULL, "V147", PS20 T01 " mov_sat oC0, r0\n", "the rules on oC# and oDepth are more special"},
{"V258", NULL, "V257", VS20 POS " label l0\n ret\n", "a routine without ret is the same fault"},
{"V278", NULL, NULL, VS2SW " defi i0, 255, 0, 0, 0\n rep i0\n rep i0\n rep i0\n endrep\n endrep\n endrep\n" POS, "a matter of run time"},
{"V296", NULL, NULL, PS11 " tex t0\n texreg2ar t1, t0\n mov r0, t1\n", "a matter of the textures that are bound"},
{"V297", NULL, NULL, PS11 " tex t0\n texbem t1, t0\n mov r0, t1\n", "a matter of the textures that are bound"},
{"V298", NULL, NULL, PS13 " tex t0\n texm3x2pad t1, t0\n texm3x2depth t2, t0\n mov r0, t0\n", "a matter of run-time data"},
{"V308", NULL, NULL, PS30 " texldl oC0, v0, s0\n", "accepted: compilers write it"},
{"V314", NULL, NULL, PS20 " texldb r0, t0, s0\n" OC, "a matter of run-time data"},
{"V316", NULL, NULL, PS20 " texld r0, t0, s0\n" OC, "a matter of the draw call"},
{"V330", NULL, NULL, VS30 " sincos r0.xy, v0.x\n" POS3, "a matter of run-time data"},
{"V332", NULL, NULL, VS20 " lit r0, v0\n" POS, "a matter of run-time data"},
{"V344", NULL, NULL, VS11 " mov a0.x, v0\n mov r0, c0[a0.x]\n" POS, "a matter of run-time data"},
{"V357", NULL, NULL, PS11 C1, "a matter of the call that creates the shader"},
{"V360", "hardware", "V089", VS11 " add r0, v0, c256\n" POS, "a constant that the target lacks is V089"},
{"V361", NULL, NULL, VS11 POS, "a matter of the vertex declaration"},
};
#undef E
#undef W
#undef N

#endif
