/* SPDX-License-Identifier: MIT */
/*
 * What other tools got wrong, row by row, with the right values: pixel shaders before 2_0 (C), sampling (D), and what
 * lies between and around shaders (E).
 */
#include "rows.h"

#include "draw_scene.h"

#define ONE4(x)    \
    {              \
        x, x, x, x \
    }

static const rows_case cases[] = {
    /* ---- C: pixel shaders 1.x ---- */
    {"C01", RAW, "ps_1_1\ntexcoord t3\nmov r0, t3", {1, 0, 0.5f, 1}},
    {"C01", RAW, "ps_1_3\ntexcoord t2\nmov r0, t2", {0.5f, 1, 1, 1}},
    {"C01", RAW, "ps_1_4\ntexcrd r1.rgb, t3\nmov r0.rgb, r1\n+ mov r0.a, v0.a", {2, -1, 0.5f, 0.75f}},
    {"C02", RAW, "ps_1_4\nmov r1, v0\ntexcrd r1.rg, t2_dw.xyw\nmov r0, r1", {0.5f / 3, 0.5f, 1, 0.75f}},
    {"C02", RAW, "ps_1_4\ntexcrd r1.rgb, t2\nphase\ntexld r0, r1_dz", {0, 1, 0, 1}}, /* (0.25, 0.75) */
    {"C02", RAW, "ps_1_4\ntexld r0, t2_dw.xyw", {0, 1, 0, 1}},                       /* (1/6, 0.5) */
    {"C02", RAW, "ps_1_4\nmov r1, v0\ntexcrd r1.rg, t0_dw.xyw\nmov r0, r1", {1, 1, 1, 0.75f}, NULL, NULL, NULL, "t0=9"},
    /* t0 is (1, 0, 0, 1) and as _bx2 (1, -1, -1, 1) */
    {"C03", RAW, "ps_1_2\ntex t0\ntexdp3 t1, t0_bx2\nmov r0, t1", ONE4(0.25f - 0.5f + 1)},
    {"C03",
     RAW,
     "ps_1_1\ntex t0\ntexm3x2pad t1, t0_bx2\ntexm3x2tex t2, t0_bx2\nmov r0, t2",
     {1, 0, 0, 1}}, /* (.75, -3) */
    {"C06", RAW, "ps_1_4\nmov r0, v0\nmov r1, v1\nphase\nadd r0.rgb, r0, r1", {1.5f, 0.25f, 1.5f, 0.75f}},
    {"C07", RAW, "ps_1_1\nmov r0.rgb, v0\n+ mov r0.a, v1.a\ncnd r0, r0.a, v0, v1", {1, 0, 0.5f, 0.25f}},
    {"C07", RAW, "ps_1_3\nmov r0.rgb, v1\n+ mov r0.a, v0.a\ncnd r0, r0.a, v0, v1", {0.5f, 0.25f, 1, 0.75f}},
    {"C07", RAW, "ps_1_4\ncnd r0, v0, c1, v1", {1, 0, 1, 1}, NULL, NULL, NULL, NULL},
    {"C08", RAW, "ps_1_2\nmov r0, v1\nmov r1.a, v1\n+ cnd r1.rgb, r0.a, v0, v1\nmov r0, r1", {0.5f, 0.25f, 1, 0.25f}},
    {"C08",
     RAW,
     "ps_1_2\nmov r0, v1\nmov r1.a, v1\n+ cnd r1.rgb, r0.a, v0, v1\nmov r0, r1",
     {1, 0, 0.5f, 0.25f},
     "cnd_coissue_quirk=off"},
    {"C08", RAW, "ps_1_4\nmov r0, v1\nmov r1.a, v1\n+ cnd r1.rgb, r0, v0, v1\nmov r0, r1", {0.5f, 0, 0.5f, 0.25f}},
    {"C08", RAW, "ps_1_1\nmov r0, v1\nmov r1.rgb, v1\n+ cnd r1.a, r0.a, v0, v1\nmov r0, r1", {1, 0, 0.5f, 0.25f}},
    {"C09", RAW, "ps_1_1\nmov r0, v0\nmov r0.rgb, v1\n+ mov r0.a, r0.b", {1, 0, 0.5f, 1}},
    {"C09", RAW, "ps_1_1\nmov r0, v0\nadd r0.a, r0, r0\n+ mul r0.rgb, r0, r0.a", {0.375f, 0.1875f, 0.75f, 1.5f}},
    {"C10", RAW, "ps_1_1\nmov_x2 r0, v0", {1, 0.5f, 2, 1.5f}},
    {"C10", RAW, "ps_1_1\nmov_x4 r0, v0", {2, 1, 4, 3}},
    {"C10", RAW, "ps_1_4\nmov_x8 r0, v0", {4, 2, 8, 6}},
    {"C10", RAW, "ps_1_1\nmov_d2 r0, v0", {0.25f, 0.125f, 0.5f, 0.375f}},
    {"C10", RAW, "ps_1_4\nmov_d4 r0, v0", {0.125f, 0.0625f, 0.25f, 0.1875f}},
    {"C10", RAW, "ps_1_4\nmov_d8 r0, v0", {0.0625f, 0.03125f, 0.125f, 0.09375f}},
    {"C11", RAW, "ps_1_1\nadd_d2_sat r0, v0, v0", {0.5f, 0.25f, 1, 0.75f}},
    {"C11", RAW, "ps_1_1\nmov_x4_sat r0, v0", ONE4(1)},
    {"C12", RAW, "ps_1_1\nmov r0, -v0", {-0.5f, -0.25f, -1, -0.75f}},
    {"C12", RAW, "ps_1_1\nmov r0, v0_bias", {0, -0.25f, 0.5f, 0.25f}},
    {"C12", RAW, "ps_1_1\nmov r0, -v0_bias", {-0.0f, 0.25f, -0.5f, -0.25f}},
    {"C12", RAW, "ps_1_1\nmov r0, v0_bx2", {0, -0.5f, 1, 0.5f}},
    {"C12", RAW, "ps_1_1\nmov r0, -v0_bx2", {-0.0f, 0.5f, -1, -0.5f}},
    {"C12", RAW, "ps_1_1\nmov r0, 1-v0", {0.5f, 0.75f, 0, 0.25f}},
    {"C12", RAW, "ps_1_4\nmov r0, v0_x2", {1, 0.5f, 2, 1.5f}},
    {"C12", RAW, "ps_1_4\nmov r0, -v0_x2", {-1, -0.5f, -2, -1.5f}},
    {"C12", RAW, "ps_1_4\ntexcrd r1.rgb, t2\nphase\ntexld r0, r1_db", {0, 1, 0, 1}},
    {"C12", RAW, "ps_1_4\nmov r1, v0\ntexcrd r1.rg, t2_da.xyw\nmov r0, r1", {0.5f / 3, 0.5f, 1, 0.75f}},
    {"C12", SM3, "mov r0, -%4_abs", {-2, -3, -0.5f, -4}},
    {"C13", SM3, "mov r0, -%5_abs", {-1, -0.25f, -8, -0.0f}},
    {"C13", SM3, "mov r0, %5_abs", {1, 0.25f, 8, 0}},
    {"C14", RAW, "ps_1_2\ntexkill t0\nmov r0, v0", {0}, NULL, "discard", NULL, "t0=6"},
    {"C14", RAW, "ps_1_2\ntexkill t0\nmov r0, v0", {1}, NULL, "discard", NULL, "t0=5"},
    {"C14", RAW, "ps_1_2\ntexkill t1\nmov r0, v0", {1}, NULL, "discard"},
    {"C15", RAW, "ps_2_0\ndcl t0\ntexkill t0\nmov r0, t0\nmov oC0, r0", {1}, NULL, "discard", NULL, "t0=6"},
    {"C15", RAW, "ps_2_0\ndcl t0\ntexkill t0\nmov r0, t0\nmov oC0, r0", {0}, NULL, "discard", NULL, "t0=8"},
    {"C15", RAW, "ps_3_0\ndcl_texcoord v0\nmov r0, v0\ntexkill r0\nmov oC0, r0", {1}, NULL, "discard", NULL, "v0=7"},
    {"C16", RAW, "ps_2_0\ndcl t0\nmov r0, t0\ntexkill r0.xyz\nmov oC0, r0", {0}, NULL, "discard", NULL, "t0=6"},
    {"C16", RAW, "ps_2_0\ndcl t0\nmov r0, t0\ntexkill r0.zw\nmov oC0, r0", {1}, NULL, "discard", NULL, "t0=6"},
    /* stage 1: (0.25 + 0.5 * 1, 0.5 + 0.25 * 1) */
    {"C17", RAW, "ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1", {1, 1, 0, 1}},
    {"C17", RAW, "ps_1_1\ntex t0\ntexbem t2, t0\nmov r0, t2", {1, 1, 0, 1}, NULL, NULL, "222P"},
    {"C17", RAW, "ps_1_1\ntex t0\ntexbem t2, t0\nmov r0, t2", {0, 1, 0, 1}, NULL, NULL, "22P2"},
    {"C18", RAW, "ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", {0.5f, 0.5f, 0, 0.5f}},
    {"C18", RAW, "ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", {1, 1, 0, 1}, NULL, NULL, "v2"},
    /* r1 = (0.25, 0.5, -1): (0.25 + 0.5 * 0.25 + 0.25 * 0.5, 0.5 + 0.25 * 0.25 + 0.125 * 0.5) */
    {"C19", RAW, "ps_1_4\nmov r2, v0\ntexcrd r1.rgb, t1\nbem r2.rg, r1, r1\nmov r0, r2", {0.5f, 0.625f, 1, 0.75f}},
    {"C20",
     RAW,
     "ps_1_1\ndef c0, 0, 1, 0, 0\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3spec t3, t0, c0\n"
     "mov r0, t3",
     {3, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "222c"}, /* (0.058, -0.884, 0.464) */
    {"C20",
     RAW,
     "ps_1_1\ndef c0, 0, 0, 1, 0\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3spec t3, t0, c0\n"
     "mov r0, t3",
     {4, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "222c"},
    /* E = (1, 3, 1): R = (-0.57, -2.13, 2.48) */
    {"C21",
     RAW,
     "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3vspec t3, t0\nmov r0, t3",
     {4, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "222c"},
    {"C22", RAW, "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, v0", {0.5f}, NULL, "oDepth"},
    {"C22",
     RAW,
     "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, v0",
     {1},
     NULL,
     "oDepth",
     NULL,
     "t2=3"},
    {"C23", RAW, "ps_1_4\ntexcrd r5.rgb, t1\nphase\ntexdepth r5\nmov r0, v0", {0.5f}, NULL, "oDepth"},
    {"C23", RAW, "ps_1_4\nmov r5, v1\nphase\ntexdepth r5\nmov r0, v0", {1}, NULL, "oDepth"}, /* 1 / 0 */
    {"C23", RAW, "ps_1_4\ntexcrd r5.rgb, t2\nphase\ntexdepth r5\nmov r0, v0", {0.5f / 1.5f}, NULL, "oDepth"},
    {"C23", RAW, "ps_1_4\ntexcrd r5.rgb, t3\nphase\ntexdepth r5\nmov r0, v0", {0}, NULL, "oDepth"},
    {"C24", RAW, "ps_1_1\nmov r0, v0\nmov r1, v1", {0.5f, 0.25f, 1, 0.75f}, NULL, "oC0"},
    {"C25", RAW, "ps_1_4\nmov r0, v0", {0.5f, 0.25f, 1, 0.75f}, NULL, "oC0"},
    {"C26", RAW, "ps_1_1\ntex t0\nmov r0, t0", {0, 0.5f, 0.25f, 1}, NULL, NULL, "c"},
    {"C26", RAW, "ps_1_1\ntex t1\nmov r0, t1", {5, 0.5f, 0.25f, 1}, NULL, NULL, "2c"},
    {"C26", RAW, "ps_1_4\ntexld r1, t1\nmov r0, r1", {5, 0.5f, 0.25f, 1}, NULL, NULL, "2c"},
    {"C26", RAW, "ps_1_1\ntex t0\nmov r0, t0", {1, 0, 1, 1}, NULL, NULL, "v"},
    /* depth 0.5 there, and the reference 0.5 passes */
    {"C27", RAW, "ps_1_1\ntex t0\nmov r0, t0", ONE4(1), NULL, NULL, "d"},
    {"C27", RAW, "ps_1_4\ntexld r0, t0", ONE4(1), NULL, NULL, "d"},
    {"C27", RAW, "ps_1_1\ntex t3\nmov r0, t3", ONE4(0), NULL, NULL, "222d"}, /* 0.25 there */
    {"C28", RAW, "ps_1_1\ntex t0\nmov r0, t0", {0, 0, 0, 1}, NULL, NULL, "2P"},
    {"C28", RAW, "ps_1_1\ntexcoord t0\nmov r0, t0", {0.75f, 0.25f, 0.5f, 1}, NULL, NULL, "2P"},
    {"C28",
     RAW,
     "ps_1_2\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0, t3",
     {0.25f, 0.5f, 2, 1},
     NULL,
     NULL,
     "22P2P2P"},
    {"C28", RAW, "ps_1_4\ntexld r0, t0", {1, 0, 0, 1}, NULL, NULL, "2P"},
    {"C29",
     ALL,
     "mov r1, c1\nm3x3 r0, r1, c2",
     {2 + 1.25f * 2.25f + 1.5f * 2.5f, 3 + 1.25f * 3.25f + 1.5f * 3.5f, 4 + 1.25f * 4.25f + 1.5f * 4.5f, 9}},
    {"C29",
     ALL,
     "def c10, 1, 2, 3, 4\ndef c11, 5, 6, 7, 8\nmov r1, c1\nm3x2 r0, r1, c10",
     {1 + 2.5f + 4.5f, 5 + 7.5f + 10.5f, 9, 9}},
    {"C30",
     ALL,
     "def c10, 0, 1, 0, 0\ndef c11, 1, 0, 0, 0\ndef c12, 0, 0, 0, 1\ndef c13, 0, 0, 1, 0\nmov r0, c1\n"
     "m4x4 r0, r0, c10",
     {1.25f, 1, 1.75f, 1.5f}},

    /* ---- D: sampling ---- */
    {"D01", PIXEL, "def c31, 1.5, 0.5, 0, 2\ndcl_2d s0\nmov r1, c31\ntexldp r0, r1, s0", {1, 0, 0, 1}},
    {"D01",
     PIXEL,
     "def c31, 0.75, 2.25, 2.25, 3\ndcl_volume s0\nmov r1, c31\ntexldp r0, r1, s0",
     {0, 1, 1, 1},
     NULL,
     NULL,
     "v"},
    {"D02",
     PIXEL,
     "def c31, 1, -3, 2, 7\ndcl_cube s0\nmov r1, c31\ntexldp r0, r1, s0",
     {3, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "c"},
    {"D03", P3, "dcl_2d s0\ntexld r0, %0, s0.wxyz", {1, 1, 0, 0}},
    {"D03", P3, "dcl_2d s0\ntexldd r0, %0, s0.yyxx, %0, %0", {0, 0, 1, 1}},
    {"D03", P3, "dcl_2d s0\ntexldb r0.zw, %0, s0.wxwx", {9, 9, 1, 1}},
    {"D05",
     V3,
     "def c31, 0.75, 0.25, 0, 0\ndcl_2d s0\ndcl_cube s1\nmov r1, c31\ntexldl r0, r1, s0",
     {1, 0, 0, 1},
     NULL,
     NULL,
     "2c"},
    {"D05",
     V3,
     "def c31, 0, -1, 0, 0\ndcl_2d s0\ndcl_cube s1\nmov r1, c31\ntexldl r0, r1, s1",
     {3, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "2c"},
    {"D07", PIXEL, "dcl_2d s0\ntexld r0, %0, s0", {0, 0, 0, 1}, NULL, NULL, "-"},
    {"D07", PIXEL, "dcl_cube s0\ntexldp r0, %2, s0", {0, 0, 0, 1}, NULL, NULL, "-"},
    {"D07", PIXEL, "dcl_volume s0\ntexldb r0, %2, s0", {0, 0, 0, 1}, NULL, NULL, "-"},
    {"D08", PIXEL, "dcl_2d s0\ntexld r0, %0, s0", {1, 0, 0, 1}, NULL, NULL, "v"},
    {"D08", PIXEL, "dcl_2d s0\ntexld r0, %0, s0", {0, 0.5f, 0.25f, 1}, NULL, NULL, "c"},
    {"D08", PIXEL, "dcl_volume s0\ntexld r0, %0, s0", {0, 0, 0, 0}, "texture_kind_mismatch=zero", NULL, "2"},
    /* 0.5 is stored at (0.75, 0.25): the reference in z passes up to it */
    {"D10", PIXEL, "def c31, 0.75, 0.25, 0.4, 1\ndcl_2d s0\nmov r1, c31\ntexld r0, r1, s0", ONE4(1), NULL, NULL, "d"},
    {"D10", PIXEL, "def c31, 0.75, 0.25, 0.6, 1\ndcl_2d s0\nmov r1, c31\ntexld r0, r1, s0", ONE4(0), NULL, NULL, "d"},
    {"D10", PIXEL, "def c31, 1.5, 0.5, 0.8, 2\ndcl_2d s0\nmov r1, c31\ntexldp r0, r1, s0", ONE4(1), NULL, NULL, "d"},
    {"D10", PIXEL, "def c31, 1.5, 0.5, 1.2, 2\ndcl_2d s0\nmov r1, c31\ntexldp r0, r1, s0", ONE4(0), NULL, NULL, "d"},
    {"D10", PIXEL, "def c31, 0.75, 0.75, 7, 1\ndcl_2d s0\nmov r1, c31\ntexld r0, r1, s0", ONE4(1), NULL, NULL, "d"},
    {"D13", RAW, "ps_3_0\ndcl_texcoord v0.x\nmov oC0, v0", {0.75f, 0.25f, 0.5f, 2}},
    {"D13", RAW, "ps_2_0\ndcl t3.xy\nmov r0, t3\nmov oC0, r0", {2, -1, 0.5f, 1}},
    {"D19", PIXEL, "dcl_2d s0\ntexldb r0, %0, s0", {1, 0, 0, 1}},

    /* ---- E: interfaces ---- */
    {"E15", RAW, "vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oFog.w, c1", {1.75f}, NULL, "oFog"},
    {"E15", RAW, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oPts.z, c1", {1.5f}, NULL, "oPts"},
    {"E15", RAW, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmad oFog, c1, c2, c3", {1 * 2 + 3}, NULL, "oFog"},
    {"E17",
     RAW,
     "vs_2_0\ndcl_position v0\ndef c31, 1, 2, 3, 4\nmov oPos, v0\nmov r1, c31\nexp oFog.x, -r1.x",
     {0.5f},
     NULL,
     "oFog"},
    {"E17",
     RAW,
     "vs_1_1\ndcl_position v0\ndef c31, 1, 2, 3, 4\nmov oPos, v0\nrcp oPts.x, c31.w",
     {0.25f},
     NULL,
     "oPts"},
    {"E17", RAW, "vs_2_0\ndcl_position v0\ndef c31, 1, 2, 3, 4\nmov oPos, v0\nlog oFog.x, c31.w", {2}, NULL, "oFog"},
    {"E29", RAW, "vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v9", {3, 5, 0, 0}, NULL, "o0"},
};

/* ---- C ---- */

static s9_program *decode(const uint32_t *words, size_t size)
{
    s9_program *program = NULL;
    assert_int_equal(s9_decode(words, size, NULL, NULL, &program, NULL), S9_OK);
    return program;
}

/* texcoord and texcrd, tex and texld share opcodes and differ in length by the version. */
static void lengths(void)
{
    static const uint32_t old[] = {0xFFFF0101u, 0x42u, 0xB00F0000u, 0x41u,       0xB00F0001u, 0x40u,
                                   0xB00F0002u, 1u,    0x800F0000u, 0xB0E40000u, 0xFFFFu},
                          new[] = {0xFFFF0104u, 0x42u,   0x800F0000u, 0xB0E40000u, 0x40u,  0x80070001u,
                                   0xB0E40001u, 0xFFFDu, 0x41u,       0x800F0001u, 0xFFFFu};
    s9_program *program = decode(old, sizeof old);
    assert_int_equal(program->items.count, 4);
    s9_program_destroy(program);
    program = decode(new, sizeof new);
    assert_int_equal(program->items.count, 4);
    s9_program_destroy(program);
}

/* Constants that look like opcodes, lengths and the end. */
static void literals(void)
{
    static const uint32_t words[] = {0xFFFE0101u, 0x51u, 0xA00F0000u, 0x3F800000u, 0x0000FFFFu, 0x0001FFFEu,
                                     0x02000001u, 0x51u, 0xA00F0001u, 0xFFFE0101u, 1u,          0u,
                                     0x0F000051u, 1u,    0xC00F0000u, 0xA0E40000u, 0xFFFFu};
    s9_program *program = decode(words, sizeof words);
    s9_blob blob = {0};
    assert_int_equal(program->items.count, 3);
    assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
    assert_int_equal(blob.size, sizeof words);
    assert_memory_equal(blob.data, words, sizeof words);
    s9_blob_free(&blob);
    s9_program_destroy(program);
}

static void modifiers_on_textures(void)
{
    rows_legal("ps_1_1\ntex t0\ntexm3x2pad t1, t0_bx2\ntexm3x2tex t2, t0_bx2\nmov r0, t2\n");
    rows_refused("ps_1_1\ntex t0\ntexbem t1, t0_bx2\nmov r0, t1\n", "V200");
    rows_legal("ps_1_2\ntex t0\ntexdp3 t1, t0_bx2\nmov r0, t1\n");
    rows_refused("ps_1_2\ntex t0\ntexreg2gb t1, t0_bx2\nmov r0, t1\n", "V201");
}

static void phases(void)
{
    char text[2000] = "ps_1_4\n";
    for (int i = 0; i < 8; i++)
        strcat(text, "add r1.rgb, c0, c1\n");
    strcat(text, "phase\n");
    for (int i = 0; i < 8; i++)
        strcat(text, "add r0, c0, c1\n");
    rows_legal(text);
    strcat(text, "add r0, c0, c1\n");
    rows_judge(text, NULL, "", S9_ERROR);
    rows_judge("ps_1_4\nmov r0, c0\nphase\nmov r1, r0\nmov r0, r1\n", NULL, "", S9_ERROR); /* alpha of r0 is lost */
}

static void kill_masks(void)
{
    rows_judge("ps_1_4\ntexcrd r0.rgb, t0\nphase\ntexkill r0.xy\nmov r0, c0\n", NULL, "", S9_ERROR);
    rows_warned("ps_2_0\ndcl t0\nmov r0, t0\ntexkill r0.xy\nmov oC0, r0\n", "V170");
    rows_warned("ps_3_0\ndcl_texcoord v0\nmov r0, v0\ntexkill r0.xy\nmov oC0, r0\n", "V170");
}

/* Depth of a shader goes into the depth buffer, and is compared. */
static void depth_written(void)
{
    scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F, VS2_COPY,
                         "ps_1_4\ntexcrd r5.rgb, t0\nphase\ntexdepth r5\nmov r0, c0\n");
    restart(s);
    add_full_quad(s, 0.75);
    for (uint32_t i = 0; i < s->count; i++) {
        s->extra[i][0] = 0.25f;
        s->extra[i][1] = 1;
    }
    draw(s);
    assert_true(s9_framebuffer_depth(s->framebuffer)[3] == 0.25f);
    end_scene(s);
}

static void r0_must_be_written(void)
{
    rows_judge("ps_1_1\nmov r1, v0\n", NULL, "", S9_ERROR);
    rows_legal("ps_1_1\nmov r0, v0\n");
}

/* What ps_1_x writes to r0 reaches the target, alpha too. */
static void r0_is_the_target(void)
{
    scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F, VS2_COPY, "ps_1_1\ndef c0, 0.25, 0.5, 0.75, 1\nmov r0, c0\n");
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    assert_pixel(s, 0, 1, 1, 0.25f, 0.5f, 0.75f, 1);
    end_scene(s);
}

static void matrix_masks(void)
{
    rows_refused("vs_1_1\ndcl_position v0\nm3x2 r0, v0, c0\nmov oPos, r0\n", "V166");
    rows_refused("vs_1_1\ndcl_position v0\nm4x3 r0, v0, c0\nmov oPos, r0\n", "V167");
    rows_refused("vs_1_1\ndcl_position v0\nm4x4 r0.xy, v0, c0\nmov oPos, r0\n", "V168");
    rows_legal("vs_1_1\ndcl_position v0\nm4x4 r0, v0, c0\nmov oPos, r0\n");
}
static void matrix_in_place(void)
{
    rows_judge("vs_1_1\ndcl_position v0\nmov r0, v0\nm4x4 r0, r0, c0\nmov oPos, r0\n", NULL, "", S9_ERROR);
}

/* Direct3D 8 negates constants; the rewritten program does what it says. */
static void negated_constants(void)
{
    static const char text[] = "ps.1.1\ndef c0, 0.25, 0.5, 0.75, 1\nmov r0, -c0\n";
    static rows_result result;
    s9_assemble_options d3d8 = {.struct_size = sizeof d3d8, .dialect = S9_DIALECT_D3D8};
    s9_program *program;
    s9_shader *shader;
    assert_int_equal(s9_assemble(text, sizeof text - 1, NULL, &d3d8, &program, NULL), S9_OK);
    assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, NULL), S9_OK);
    rows_run_shader(shader, &(rows_case){.row = "C31"}, true, &result);
    for (int k = 0; k < 4; k++)
        assert_true(result.out[0][0][k] == -0.25f * (float)(k + 1));
    s9_shader_destroy(shader);
    s9_program_destroy(program);
    rows_warned("ps_1_1\ndef c0, 0.25, 0.5, 0.75, 1\nmov r0, -c0\n", "V198");
    rows_refused("ps_1_4\ndef c0, 0.25, 0.5, 0.75, 1\nmov r0, -c0\n", "V198");
}

/* The text of a program's listing. */
static char *listing(const s9_program *program)
{
    s9_blob blob = {0};
    assert_int_equal(s9_disassemble(program, NULL, NULL, &blob), S9_OK);
    char *text = calloc(1, blob.size + 1);
    assert_non_null(text);
    memcpy(text, blob.data, blob.size);
    s9_blob_free(&blob);
    return text;
}

static void modifier_before_swizzle(void)
{
    s9_program *program = rows_assemble("ps_1_4\ntexcrd r0.rgb, t0\nphase\nmov r0.rgb, r0_bx2.b\n+ mov r0.a, c0.a\n");
    char *text = listing(program);
    assert_non_null(strstr(text, "r0_bx2."));
    free(text);
    s9_program_destroy(program);
}

/* Bit 31, register types in both fields, swizzles that are no masks. */
static void tokens(void)
{
    s9_program *program = rows_assemble("vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0.xy, v0.wzyx\nmov r1, c7\n");
    s9_blob blob = {0};
    static const uint32_t want[] = {0xFFFE0300u, 0x0200001Fu, 0x80000000u, 0x900F0000u, 0x0200001Fu,
                                    0x80000000u, 0xE00F0000u, 0x02000001u, 0xE0030000u, 0x901B0000u,
                                    0x02000001u, 0x800F0001u, 0xA0E40007u, 0xFFFFu};
    assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
    assert_int_equal(blob.size, sizeof want);
    assert_memory_equal(blob.data, want, sizeof want);
    s9_blob_free(&blob);
    s9_program_destroy(program);
}

/* ---- D ---- */

static uint32_t control_of(const char *text)
{
    s9_program *program = rows_assemble(text);
    s9_blob blob = {0};
    uint32_t token = 0;
    assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
    for (size_t at = 4; at + 4 <= blob.size && (token & 0xFFFFu) != 0x42u; at += 4)
        memcpy(&token, (const char *)blob.data + at, 4);
    s9_blob_free(&blob);
    s9_program_destroy(program);
    return token >> 16 & 0xFFu;
}

/* Bit 16 projects, bit 17 biases; the bias of w is added to the sampler's. */
static void bias(void)
{
    assert_int_equal(control_of("ps_2_0\ndcl t0\ndcl_2d s0\ntexldb r0, t0, s0\nmov oC0, r0\n"), 2);
    assert_int_equal(control_of("ps_2_0\ndcl t0\ndcl_2d s0\ntexldp r0, t0, s0\nmov oC0, r0\n"), 1);
    assert_int_equal(control_of("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n"), 0);
    /* 8x8 down to 1x1, red = level; at one texel a pixel the level is the bias. */
    static float texels[4][64][4];
    const void *data[4];
    size_t sizes[4];
    for (uint32_t level = 0; level < 4; level++) {
        for (uint32_t i = 0; i < 64; i++)
            texels[level][i][0] = (float)level;
        data[level] = texels[level];
        sizes[level] = (64u >> 2 * level) * 16u;
    }
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_2D,
                            .format = S9_FORMAT_A32B32G32R32F,
                            .width = 8,
                            .height = 8,
                            .depth = 1,
                            .levels = 4,
                            .level_data = data,
                            .level_size = sizes};
    s9_texture *texture;
    assert_int_equal(s9_texture_create(NULL, &desc, &texture), S9_OK);
    scene *s =
        new_scene(8, 8, S9_TARGET_A32B32G32R32F, VS_COPY,
                  "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\nmov r0, v0\nmov r0.w, c0.x\ntexldb r1, r0, s0\nmov oC0, r1\n");
    s->sampler.texture = texture;
    s9_sampler_state_init(&s->sampler.state);
    s->sampler.state.mip = S9_FILTER_LINEAR;
    static const float cases_of[5][3] = {{0, 0, 0}, {1, 0, 1}, {0.5f, 0.25f, 0.75f}, {1, 1, 2}, {2, -0.5f, 1.5f}};
    for (int i = 0; i < 5; i++) {
        s->ps_constants[0][0] = cases_of[i][0];
        s->sampler.state.bias = cases_of[i][1];
        restart(s);
        add_full_quad(s, 0.5);
        draw(s);
        assert_true(fabsf(red(s, 3, 3) - cases_of[i][2]) < 1e-5f);
    }
    end_scene(s);
    s9_texture_destroy(texture);
}

static void vertex_samplers(void)
{
    rows_legal("vs_3_0\ndcl_position v0\ndcl_2d s3\ndcl_position o0\ntexldl r0, v0, s3\nmov o0, r0\n");
    rows_judge("vs_3_0\ndcl_position v0\ndcl_2d s4\ndcl_position o0\ntexldl r0, v0, s4\nmov o0, r0\n", "hardware", "",
               S9_ERROR);
    rows_judge("vs_3_0\ndcl_position v0\ndcl_2d s0\ndcl_position o0\ntexld r0, v0, s0\nmov o0, r0\n", NULL, "",
               S9_ERROR);
}
/* The third component of a gradient alone decides the level. */
static void cube_gradients(void)
{
    float faces[2][24][4];
    const void *data[2] = {faces[0], faces[1]};
    const size_t sizes[2] = {24 * 16, 6 * 16};
    for (int level = 0; level < 2; level++)
        for (int i = 0; i < 24; i++)
            faces[level][i][0] = (float)level;
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = S9_TEXTURE_CUBE,
                            .format = S9_FORMAT_A32B32G32R32F,
                            .width = 2,
                            .height = 2,
                            .depth = 1,
                            .levels = 2,
                            .level_data = data,
                            .level_size = sizes};
    s9_texture *texture;
    assert_int_equal(s9_texture_create(NULL, &desc, &texture), S9_OK);
    s9_sampler_binding binding = {.texture = texture};
    s9_sampler_state_init(&binding.state);
    binding.state.mip = S9_FILTER_POINT;
    for (int large = 0; large < 2; large++) {
        char text[300];
        float out[4][4];
        s9_lane_array output = {out, 16, 4, 4, NULL};
        s9_shader *shader;
        snprintf(text, sizeof text,
                 "ps_3_0\ndef c0, 1, 0, 0, 0\ndef c1, 0, 0, %d, 0\ndcl_cube s0\nmov r1, c0\n"
                 "texldd oC0, r1, s0, c1, c0.y\n",
                 large * 4);
        s9_program *program = rows_assemble(text);
        assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, NULL), S9_OK);
        s9_run_args args = {
            .struct_size = sizeof args, .lanes = 4, .samplers = &binding, .sampler_count = 1, .outputs = &output};
        assert_int_equal(s9_shader_run(shader, &args), S9_OK);
        assert_true(out[0][0] == (float)large);
        s9_shader_destroy(shader);
        s9_program_destroy(program);
    }
    s9_texture_destroy(texture);
}

static void fetch4(void)
{
    rows_elsewhere("tests/unit/test_texture.c", "test_fetch4");
}
static void depth_formats(void)
{
    /* INTZ reads raw: the same text as with D24X8, other values. */
    rows_run_case(&(rows_case){"D10",
                               P2 | P3,
                               "def c31, 0.75, 0.75, 0.9, 1\ndcl_2d s0\nmov r1, c31\ntexld r0.x, r1, s0",
                               {1, 9, 9, 9},
                               NULL,
                               NULL,
                               "z",
                               NULL});
    rows_elsewhere("tests/unit/test_texture.c", "test_depth_compare");
}
static void short_coordinates(void)
{
    float given[2] = {0.75f, 0.25f}, out[4][4];
    s9_lane_array input = {given, 0, 4, 2, NULL}, output = {out, 16, 4, 4, NULL};
    s9_program *program = rows_assemble("ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n");
    s9_shader *shader;
    assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, NULL), S9_OK);
    s9_run_args args = {.struct_size = sizeof args, .lanes = 4, .inputs = &input, .outputs = &output};
    assert_int_equal(s9_shader_run(shader, &args), S9_OK);
    assert_true(out[3][0] == 0.75f && out[3][1] == 0.25f && out[3][2] == 0 && out[3][3] == 1);
    s9_shader_destroy(shader);
    s9_program_destroy(program);
}
static void forms(void)
{
    rows_refused("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0.yx, s0\nmov oC0, r0\n", "V188");
    rows_refused("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, -t0, s0\nmov oC0, r0\n", "V205");
    rows_legal("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0.yx, s0.zwxy\nmov oC0, r0\n");
    rows_refused("vs_3_0\ndcl_position v0\ndcl_2d s0\ndcl_position o0\ntexldl r0, v0, -s0\nmov o0, r0\n", "V206");
    rows_refused("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, -s0\nmov oC0, r0\n", "V315");
    rows_warned("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, -v0, s0\nmov oC0, r0\n", "V205");
}
static void unused_samplers(void)
{
    s9_program *program =
        rows_assemble("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndcl_cube s5\ntexld r0, v0, s0\nmov oC0, r0\n");
    s9_shader *shader;
    assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, NULL), S9_OK);
    assert_int_equal(s9_shader_sampler_mask(shader), 1);
    s9_shader_destroy(shader);
    s9_program_destroy(program);
}
static void effect_samplers(void)
{
    rows_shown("D17");
}
static void declaration_words(void)
{
    static const char *const lines[] = {"dcl_texcoord_centroid v0.x", "dcl_texcoord3_pp v1",
                                        "dcl_color1_centroid_pp v2.xyz", "dcl_texcoord15 v3.w"};
    char text[300] = "ps_3_0\n";
    for (int i = 0; i < 4; i++) {
        strcat(text, lines[i]);
        strcat(text, "\n");
    }
    strcat(text, "mov oC0, v0.x\n");
    s9_program *program = rows_assemble(text);
    char *out = listing(program);
    for (int i = 0; i < 4; i++)
        if (strstr(out, lines[i]) == NULL)
            fail_msg("%s is not in\n%s", lines[i], out);
    free(out);
    s9_program_destroy(program);
}

/* ---- E ---- */

#define ELSEWHERE(function, file, word) \
    static void function(void)          \
    {                                   \
        rows_elsewhere(file, word);     \
    }
#define TRANSLATED(function, row) \
    static void function(void)    \
    {                             \
        rows_shown(row);          \
    }

ELSEWHERE(unwritten, "tests/unit/test_numerics.c", "static void unwritten")
ELSEWHERE(missing, "tests/unit/test_draw.c", "test_missing_elements")
ELSEWHERE(missing_values, "tests/unit/test_numerics.c", "static void missing_inputs")
ELSEWHERE(colours, "tests/unit/test_numerics.c", "static void colours")
ELSEWHERE(face, "tests/unit/test_numerics.c", "static void face")
ELSEWHERE(position, "tests/unit/test_numerics.c", "static void position")
ELSEWHERE(fog_modes, "tests/unit/test_draw_pixels.c", "test_fog")
ELSEWHERE(sprites, "tests/unit/test_draw.c", "point_sprite")
TRANSLATED(translated_links, "E03")
TRANSLATED(translated_centroid, "E10")
TRANSLATED(translated_point_size, "E20")
TRANSLATED(translated_outputs, "E23")
TRANSLATED(translated_position, "E26")
TRANSLATED(translated_half_pixel, "E27")
TRANSLATED(translated_pairs, "E28")
TRANSLATED(translated_projection, "D01")
TRANSLATED(translated_cubes, "D02")

/* position1 is an ordinary value on its way, whatever the register. */
static void position1(void)
{
    scene *s = new_scene(
        2, 2, S9_TARGET_A32B32G32R32F,
        "vs_3_0\ndcl_position v0\ndcl_position1 o0\ndcl_position o3\ndef c0, 5, 6, 7, 8\nmov o0, c0\nmov o3, v0\n",
        "ps_3_0\ndcl_position1 v4\nmov oC0, v4\n");
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    assert_pixel(s, 0, 1, 0, 5, 6, 7, 8);
    end_scene(s);
}
static void position_as_input(void)
{
    rows_refused("ps_3_0\ndcl_position0 v0\nmov oC0, v0\n", "V057");
    rows_legal("ps_3_0\ndcl_position1 v0\nmov oC0, v0\n");
}

/* Any usage and index link by name. */
static void semantics(void)
{
    static const char *const words[] = {"texcoord8", "texcoord15",  "psize1",    "color4",  "fog1",   "normal",
                                        "tangent",   "blendweight", "binormal3", "sample2", "depth1", "blendindices7"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char vs[300], ps[200];
        snprintf(vs, sizeof vs,
                 "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_%s o5\ndef c0, 5, 6, 7, 8\nmov o0, v0\nmov o5, c0\n",
                 words[i]);
        snprintf(ps, sizeof ps, "ps_3_0\ndcl_%s v7\nmov oC0, v7\n", words[i]);
        scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F, vs, ps);
        restart(s);
        add_full_quad(s, 0.5);
        draw(s);
        assert_pixel(s, 0, 1, 0, 5, 6, 7, 8);
        end_scene(s);
    }
}
static void input_limits(void)
{
    rows_legal("ps_2_0\ndcl t7\nmov r0, t7\nmov oC0, r0\n");
    rows_legal("ps_2_0\ndcl v1\nmov r0, v1\nmov oC0, r0\n");
    rows_judge("ps_2_0\ndcl v2\nmov r0, v2\nmov oC0, r0\n", NULL, "", S9_ERROR);
    rows_judge("ps_2_0\ndcl t8\nmov r0, t8\nmov oC0, r0\n", NULL, "", S9_ERROR);
    rows_legal("ps_3_0\ndcl_texcoord10 v9\nmov oC0, v9\n");
    rows_judge("ps_3_0\ndcl_texcoord10 v10\nmov oC0, v10\n", NULL, "", S9_ERROR);
}
static void modifier_bits(void)
{
    static const struct {
        const char *text;
        uint32_t bits;
    } flags[] = {{"ps_3_0\nmov_sat r0, c0\nmov oC0, r0\n", 1},
                 {"ps_3_0\nmov_pp r0, c0\nmov oC0, r0\n", 2},
                 {"ps_3_0\nmov_sat_pp r0, c0\nmov oC0, r0\n", 3},
                 {"ps_3_0\ndcl_texcoord_centroid v0\nmov oC0, v0\n", 4}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        s9_program *program = rows_assemble(flags[i].text);
        s9_blob blob = {0};
        uint32_t token;
        assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
        memcpy(&token, (const char *)blob.data + (flags[i].bits == 4 ? 12 : 8), 4);
        assert_int_equal(token >> 20 & 15u, flags[i].bits);
        s9_blob_free(&blob);
        s9_program_destroy(program);
    }
}
static void position_components(void)
{
    rows_legal("ps_3_0\ndcl vPos.xy\nmov oC0, vPos.xyxy\n");
    rows_judge("ps_3_0\ndcl vPos.xyzw\nmov oC0, vPos\n", NULL, "", S9_ERROR);
    rows_judge("ps_3_0\ndcl vPos.xy\nmov oC0, vPos.z\n", NULL, "", S9_ERROR);
}
/* Without oFog the factor is alpha of oD1. */
static void fog_from_specular(void)
{
    scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oD1, c1\n",
                         "ps_2_0\nmov oC0, c0\n");
    s->state.fog = true;
    s->ps_constants[0][0] = 1;
    s->vs_constants[1][3] = 0.25f;
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    assert_pixel(s, 0, 0, 0, 0.25f, 0, 0, 0);
    end_scene(s);
}
/* With oDepth the value goes to the buffer; it has no number. */
static void depth_register(void)
{
    scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F, VS_COPY, "ps_3_0\nmov oC0, c0\nmov oDepth, c1.y\n");
    s->ps_constants[1][1] = 0.125f;
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    assert_true(s9_framebuffer_depth(s->framebuffer)[0] == 0.125f);
    end_scene(s);
    rows_shown("E22");
}
static void target_gaps(void)
{
    rows_refused("ps_2_0\nmov r0, c0\nmov oC0, r0\nmov oC2, r0\n", "V142");
    rows_legal("ps_3_0\nmov oC0, c0\nmov oC2, c0\n");
}
/* vs_1_1 of Direct3D 8 without declarations: the fixed numbers. */
static void old_attributes(void)
{
    static const struct {
        const char *name;
        int usage, index;
    } fixed[] = {{"v0", 0, 0},  {"v1", 1, 0},  {"v2", 2, 0}, {"v3", 3, 0}, {"v4", 4, 0},
                 {"v5", 10, 0}, {"v6", 10, 1}, {"v7", 5, 0}, {"v8", 5, 1}, {"v14", 5, 7}};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        char text[100];
        s9_assemble_options d3d8 = {.struct_size = sizeof d3d8, .dialect = S9_DIALECT_D3D8};
        s9_program *program;
        s9_shader *shader;
        snprintf(text, sizeof text, "vs.1.1\nmov oPos, %s\n", fixed[i].name);
        assert_int_equal(s9_assemble(text, strlen(text), NULL, &d3d8, &program, NULL), S9_OK);
        assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, NULL), S9_OK);
        assert_int_equal(s9_shader_input(shader, 0)->usage, fixed[i].usage);
        assert_int_equal(s9_shader_input(shader, 0)->usage_index, fixed[i].index);
        s9_shader_destroy(shader);
        s9_program_destroy(program);
    }
}
/* Odd pairs are judged and drawn, or refused with a reason. */
static void odd_declarations(void)
{
    scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F,
                         "vs_3_0\ndcl_positiont v0\ndcl_positiont o0\ndcl_position o1\nmov o0, v0\nmov o1, v0\n",
                         "ps_3_0\ndcl vPos.xy\ndcl_positiont v0\nadd oC0, v0, vPos.xyxy\n");
    restart(s);
    add_full_quad(s, 0.5);
    (void)draw_with_allocator(s, NULL, NULL);
    end_scene(s);
}
static void undeclared(void)
{
    rows_judge("vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v9\n", NULL, "", S9_ERROR);
    float out[4][4];
    s9_lane_array inputs[4] = {{0}}, output = {out, 16, 4, 4, NULL};
    s9_program *program = rows_assemble("vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v9\n");
    s9_shader *shader;
    assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, NULL), S9_OK);
    s9_run_args args = {.struct_size = sizeof args, .lanes = 4, .inputs = inputs, .outputs = &output};
    assert_int_equal(s9_shader_run(shader, &args), S9_OK);
    assert_true(out[3][0] == 0 && out[3][1] == 0 && out[3][2] == 0 && out[3][3] == 1);
    s9_shader_destroy(shader);
    s9_program_destroy(program);
}

static const rows_check checks[] = {
    {"C03", modifiers_on_textures},
    {"C04", lengths},
    {"C05", literals},
    {"C06", phases},
    {"C16", kill_masks},
    {"C23", depth_written},
    {"C24", r0_must_be_written},
    {"C25", r0_is_the_target},
    {"C29", matrix_masks},
    {"C30", matrix_in_place},
    {"C31", negated_constants},
    {"C32", modifier_before_swizzle},
    {"C34", tokens},
    {"D01", translated_projection},
    {"D02", translated_cubes},
    {"D04", bias},
    {"D05", vertex_samplers},
    {"D06", cube_gradients},
    {"D09", fetch4},
    {"D10", depth_formats},
    {"D14", short_coordinates},
    {"D15", forms},
    {"D16", unused_samplers},
    {"D17", effect_samplers},
    {"D18", declaration_words},
    {"D19", bias},
    {"E01", unwritten},
    {"E02", missing},
    {"E02", missing_values},
    {"E03", translated_links},
    {"E04", colours},
    {"E05", position1},
    {"E06", position_as_input},
    {"E07", semantics},
    {"E08", input_limits},
    {"E09", input_limits},
    {"E10", translated_centroid},
    {"E11", modifier_bits},
    {"E12", face},
    {"E13", position},
    {"E14", position_components},
    {"E16", fog_from_specular},
    {"E18", fog_modes},
    {"E19", fog_modes},
    {"E20", translated_point_size},
    {"E21", sprites},
    {"E22", depth_register},
    {"E23", target_gaps},
    {"E23", translated_outputs},
    {"E24", old_attributes},
    {"E25", odd_declarations},
    {"E26", translated_position},
    {"E27", translated_half_pixel},
    {"E28", translated_pairs},
    {"E29", undeclared},
};

static void test_complete(void **state)
{
    (void)state;
    rows_complete("spec/pitfalls.md", "CDE");
}

int main(void)
{
    rows_cases = cases;
    rows_case_count = sizeof cases / sizeof *cases;
    rows_checks = checks;
    rows_check_count = sizeof checks / sizeof *checks;
    return rows_main("pitfalls of pixels", test_complete);
}
