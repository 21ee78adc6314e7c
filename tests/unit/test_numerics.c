/* SPDX-License-Identifier: MIT */
/*
 * The specification of numbers, row by row, with values worked out by hand: S1 .. the rows of the table of float modes
 * in their order, B1 .. the points below it, N1 .. the numbered choices. Both values of every option are tried.
 */
#include "rows.h"

#include "draw_scene.h"

#define IEEE "float=ieee"

static const rows_case cases[] = {
    /* ---- section 1 ---- */
    {"S1", ALL, "mul r0, %2, %3.x", {0, 0, 0, 0}},
    {"S1", ALL, "mul r0, %3.x, %2", {0, 0, 0, 0}},
    {"S1", ALL, "mul r0, %2.w, %2", {0, 0, 0, 0}},
    {"S1", ALL, "mul r0, -%4, %2.w", {0, 0, 0, 0}},
    {"S1", ALL, "mul r0, %2, %3.x", {QNAN, QNAN, QNAN, -0.0f}, IEEE},
    {"S1", ALL, "mul r0, %4, %2.w", {-0.0f, 0, -0.0f, -0.0f}, IEEE},
    {"S2", ALL, "mad r0, %2, %3.x, c1", {1, 1.25f, 1.5f, 1.75f}},
    {"S2", ALL, "mad r0, %2, %3.x, c1", {QNAN, QNAN, QNAN, 1.75f}, IEEE},
    {"S2", ALL, "dp3 r0, %2, %3.x", {0, 0, 0, 0}},
    {"S2", ALL, "dp4 r0, %2, %3.x", {0, 0, 0, 0}},
    {"S2", ALL, "dp4 r0, %2, %3.x", {QNAN, QNAN, QNAN, QNAN}, IEEE},
    {"S2", PIXEL, "dp2add r0, %2, %3.x, c1.y", {1.25f, 1.25f, 1.25f, 1.25f}},
    {"S2", ALL, "mov r1, %3.x\nm4x4 r0, r1, c22", {0, 0, 0, 0}},
    {"S2", ALL, "mov r1, %3.x\nm4x3 r0.xyz, r1, c22", {0, 0, 0, 9}},
    {"S2", ALL, "mov r1, %3.x\nm3x4 r0, r1, c22", {0, 0, 0, 0}},
    {"S2", ALL, "mov r1, %3.x\nm3x3 r0.xyz, r1, c22", {0, 0, 0, 9}},
    {"S2", ALL, "mov r1, %3.x\nm3x2 r0.xy, r1, c22", {0, 0, 9, 9}},
    {"S2", ALL, "mov r1, %3.x\nm4x4 r0, r1, c22", {QNAN, 0, 0, 0}, IEEE},
    {"S2", UP2, "lrp r0, %3.x, %2, %4", {2, -3, 0.5f, 4}},
    {"S2", UP2, "lrp r0, %3.x, %2, %4", {QNAN, QNAN, QNAN, 4}, IEEE},
    {"S2", VERTEX, "dst r0, %3.x, %2", {1, 0, 0, -0.0f}},
    {"S2", VERTEX, "dst r0, %3.x, %2", {1, QNAN, 0, -0.0f}, IEEE},
    {"S2", UP2, "mov r1, %3.x\nmov r2, %2\ncrs r0.xyz, r1, r2", {0, 0, 0, 9}},
    {"S2", UP2, "mov r1, %3.x\nmov r2, %2\ncrs r0.xyz, r1, r2", {QNAN, QNAN, QNAN, 9}, IEEE},
    {"S2", UP2, "mov r1, %3.x\nnrm r0.xyz, r1", {0, 0, 0, 9}},
    {"S2", UP2, "pow r0, %2.x, %3.x", {1, 1, 1, 1}},
    {"S2", VERTEX, "mov r1, c1\nmov r1.w, %3.x\nmov r1.y, %2.x\nlit r0, r1", {1, 1, 1, 1}},
    {"S2", RAW, "ps_1_2\ntex t0\ntexdp3 t1, t0\nmov r0, t1", {0, 0, 0, 0}, NULL, NULL, NULL, "t0=5 t1=2"},
    {"S2", RAW, "ps_1_2\ntex t0\ntexdp3 t1, t0\nmov r0, t1", {QNAN, QNAN, QNAN, QNAN}, IEEE, NULL, NULL, "t0=5 t1=2"},
    {"S2",
     RAW,
     "ps_1_2\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0, t3",
     {0, 0.5f, 2, 1},
     NULL,
     NULL,
     "2",
     "t0=0 t1=3"},
    {"S2", RAW, "ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1", {0, 1, 0, 1}, NULL, NULL, "22I", "t0=5"},
    {"S2", RAW, "ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", {0, 0.5f, 0, 0.5f}, NULL, NULL, "22I", "t0=5"},
    {"S2",
     RAW,
     "ps_1_4\ntexcrd r1.rgb, t1\nsub r2.rgb, r1, r1\nbem r1.rg, r1, r2\nphase\nmov r0.rgb, r1\n"
     "+ mov r0.a, v0.a",
     {0.25f, 0.5f, -1, 0.75f},
     NULL,
     NULL,
     "22I"},
    {"S3", ALL, "rcp r0, %3.x", {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX}},
    {"S3", ALL, "rcp r0, %2.w", {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX}},
    {"S3", ALL, "rcp r0, %3.x", {INF, INF, INF, INF}, IEEE},
    {"S3", ALL, "rcp r0, %2.w", {-INF, -INF, -INF, -INF}, IEEE},
    {"S4", ALL, "rcp r0, %3.w", {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX}},
    {"S4", ALL, "rcp r0, -%3.w", {-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}},
    {"S4", ALL, "rcp r0, -%3.w", {-INF, -INF, -INF, -INF}, IEEE},
    {"S5", ALL, "rsq r0, %3.x", {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX}},
    {"S5", ALL, "rsq r0, %2.w", {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX}},
    {"S5", ALL, "rsq r0, %2.w", {INF, INF, INF, INF}, IEEE},
    {"S6", ALL, "rcp r0.x, %2.x\nrcp r0.y, %2.y\nrcp r0.z, %2.z", {0, -0.0f, QNAN, 9}},
    {"S6", ALL, "rsq r0.x, %2.x\nrsq r0.y, %2.y\nrsq r0.z, %2.z", {0, 0, QNAN, 9}},
    {"S6", ALL, "rcp r0.x, %2.x\nrcp r0.y, %2.y\nrsq r0.z, %2.y\nrsq r0.w, %2.z", {0, -0.0f, 0, QNAN}, IEEE},
    {"S7", ALL, "log r0, %3.x", {-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}},
    {"S7", ALL, "log r0, %2.w", {-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}},
    {"S7", ALL, "log r0, %2.w", {-INF, -INF, -INF, -INF}, IEEE},
    {"S7", VERTEX2, "logp r0, %3.x", {-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}},
    {"S7", VERTEX2, "logp r0, %3.x", {-INF, -INF, -INF, -INF}, IEEE},
    {"S8", ALL, "log r0.xz, %2.x\nlog r0.y, %2.y\nexp r0.w, %2.y", {INF, INF, INF, 0}},
    {"S8", ALL, "log r0.xz, %2.x\nlog r0.y, %2.y\nexp r0.w, %2.y", {INF, INF, INF, 0}, IEEE},
    {"S9",
     ALL,
     "def c31, 128, 127, 1000, 0\nexp r0.x, c31.x\nexp r0.y, c31.y\nexp r0.z, c31.z\nexp r0.w, %2.x",
     {FLT_MAX, 0x1p127f, FLT_MAX, FLT_MAX}},
    {"S9",
     ALL,
     "def c31, 128, 127, 1000, 0\nexp r0.x, c31.x\nexp r0.y, c31.y\nexp r0.z, c31.z\nexp r0.w, %2.x",
     {INF, 0x1p127f, INF, INF},
     IEEE},
    {"S9", VERTEX2, "expp r0, %2.x", {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX}},
    {"S10", ALL, "add r0, %3.y, %3", {FLT_MAX, INF, 0, FLT_MAX}},
    {"S10", ALL, "add r0, %2.x, %2", {INF, QNAN, QNAN, INF}},
    {"S10", ALL, "sub r0, %2.w, %3.x", {-0.0f, -0.0f, -0.0f, -0.0f}},
    /* 1 + 2^-24 is a tie and 1 + 3 * 2^-24 another: to even. */
    {"S10", ALL, "def c31, 1, 0x33800000, 0x34400000, 0\nadd r0, c31.x, c31", {2, 1, 0x1.000004p0f, 1}},
    {"B1", ALL, "add r0, %3.w, %3.w", {2 * TINY, 2 * TINY, 2 * TINY, 2 * TINY}},
    {"B1", ALL, "mul r0, %3.w, %4", {2 * TINY, -3 * TINY, 0.5f * TINY, 4 * TINY}},
    {"B1", VERTEX, "mul r0, %3.w, c1.z\nsge r0.x, %3.w, %3.x", {1, 1.5f * TINY, 1.5f * TINY, 1.5f * TINY}},
    {"B1", PIXEL, "mul_pp r0, %4, c1.y", {2.5f, -3.75f, 0.625f, 5}},
    {"B1", PIXEL, "rcp_pp r0, c3.x", {1.0f / 3, 1.0f / 3, 1.0f / 3, 1.0f / 3}},
    /* (1 + 2^-12)^2 is 1 + 2^-11 when rounded; unrounded 2^-24 would be left. */
    {"B2", ALL, "def c31, 0x3f800800, 0x3f801000, 0, 0\nmad r0, c31.x, c31.x, -c31.y", {0, 0, 0, 0}},
    {"B2", ALL, "def c31, 1, 1e8, -1e8, 1\ndef c10, 1, 1, 1, 1\ndp4 r0, c31, c10", {1, 1, 1, 1}},
    {"B2", ALL, "def c31, 1e8, 1, -1e8, 1\ndef c10, 1, 1, 1, 1\ndp4 r0, c31, c10", {1, 1, 1, 1}},
    {"B2", ALL, "def c31, 1, 1, 1e8, -1e8\ndef c10, 1, 1, 1, 1\ndp4 r0, c31, c10", {0, 0, 0, 0}},
    {"B2", ALL, "def c31, 1e8, -1e8, 1, 0\ndef c10, 1, 1, 1, 1\ndp3 r0, c31, c10", {1, 1, 1, 1}},
    /* 0.1 (1e8 - 1) + 1, not 0.1 * 1e8 + 0.9 * 1 */
    {"B2", UP2, "def c31, 0.5, 16777216, 1, 0\nlrp r0, c31.x, c31.y, -c31.z", {8388607, 8388607, 8388607, 8388607}},
    {"B3",
     ALL,
     "def c31, 0x00400000, 0x7f000000, 0x40800000, -17\nrcp r0.x, c31.x\nrcp r0.y, c31.y\n"
     "rsq r0.z, c31.z\nexp r0.w, c31.w",
     {0x1p127f, 0x1p-127f, 0.5f, 0x1p-17f}},
    {"B3",
     ALL,
     "def c31, 0x00000001, 0x7f000000, 1, 0\nlog r0.x, c31.x\nlog r0.y, c31.y\nlog r0.z, c31.z",
     {-149, 127, 0, 9}},
    {"B3", SM3, "sincos r0.xy, %2.x", {QNAN, QNAN, 9, 9}},
    {"B3", SM3, "sincos r0.xy, %3.x", {1, 0, 9, 9}},

    /* ---- section 2 ---- */
    {"N1", ALL, "mul r0, -%4, %3.x", {0, 0, 0, 0}},
    {"N1", ALL, "mul r0, %2.w, -%3.x", {0, 0, 0, 0}},
    {"N2", UP2, "pow r0.x, %4.y, c2.x\npow r0.y, %3.x, %3.x\npow r0.z, %2.z, %3.x\npow r0.w, %3.x, c1.x", {9, 1, 1, 0}},
    {"N2",
     UP2,
     "pow r0.x, %4.y, c2.x\npow r0.y, %3.x, %3.x\npow r0.z, %2.z, %3.x\npow r0.w, %3.x, c1.x",
     {9, 1, 1, 0},
     IEEE},
    {"N2",
     UP2,
     "pow r0.x, %3.x, -c1.x\npow r0.y, %2.w, -%3.w\npow r0.z, %4.w, c18.x\npow r0.w, %4.w, -c18.x",
     {FLT_MAX, FLT_MAX, 0x1p36f, 0x1p-36f}},
    {"N2",
     UP2,
     "pow r0.x, %3.x, -c1.x\npow r0.y, %2.w, -%3.w\npow r0.z, %4.w, c18.x\npow r0.w, %4.w, -c18.x",
     {INF, INF, 0x1p36f, 0x1p-36f},
     IEEE},
    {"N2",
     UP2,
     "def c31, 64, 63.5, -80, 1\npow r0.x, %4.w, c31.x\npow r0.y, %4.w, c31.y\npow r0.z, %4.w, c31.z\n"
     "pow r0.w, %3.w, %3.x",
     {FLT_MAX, 0x1p127f, 0, 1}},
    {"N2",
     UP2,
     "def c31, 64, 63.5, -80, 1\npow r0.x, %4.w, c31.x\npow r0.y, %4.w, c31.y\npow r0.z, %4.w, c31.z",
     {INF, 0x1p127f, 0, 9},
     IEEE},
    {"N3", UP2, "def c31, 0, 0, -0, 0.5\nmov r1, c31\nnrm r0, r1", {0, 0, 0, FLT_MAX / 2}},
    {"N3", UP2, "def c31, 0, 0, -0, 0.5\nmov r1, c31\nnrm r0, r1", {QNAN, QNAN, QNAN, INF}, IEEE},
    {"N3", UP2, "mov r1, c1\nmov r1.x, %2.x\nnrm r0, r1", {0, 0, 0, 0}},
    {"N3", UP2, "mov r1, c1\nmov r1.x, %2.x\nnrm r0, r1", {QNAN, 0, 0, 0}, IEEE},
    {"N3", UP2, "def c31, 1e30, -1e30, 1, 1\nmov r1, c31\nnrm r0, r1", {0, 0, 0, 0}},
    {"N3",
     UP2,
     "def c31, 1e-30, 0, -1e-30, 1\nmov r1, c31\nnrm r0, r1",
     {1e-30f * FLT_MAX, 0, -1e-30f * FLT_MAX, FLT_MAX}},
    {"N3", UP2, "def c31, 3, 0, 4, 10\nmov r1, c31\nnrm r0, r1", {3 * 0.2f, 0, 4 * 0.2f, 2}},
    {"N4", VERTEX, "def c31, 0, 2, 0, 3\nmov r1, c31\nlit r0, r1", {1, 0, 0, 1}},
    {"N4", VERTEX, "def c31, -0, 2, 0, 3\nmov r1, c31\nlit r0, r1", {1, 0, 0, 1}},
    {"N4", VERTEX, "def c31, 1, 0, 0, 0\nmov r1, c31\nlit r0, r1", {1, 1, 0, 1}},
    {"N4", VERTEX, "def c31, 1, -2, 0, 2\nmov r1, c31\nlit r0, r1", {1, 1, 0, 1}},
    {"N4", VERTEX, "def c31, 7, 2, 0, 3\nmov r1, c31\nlit r0, r1", {1, 7, 8, 1}},
    {"N4", VERTEX, "def c31, 7, 2, 0, 3\nmov r1, c31\nmov r1.x, %2.z\nlit r0, r1", {1, 0, 0, 1}},
    {"N4", VERTEX, "def c31, 1, 0.5, 0, 130\nmov r1, c31\nlit r0, r1", {1, 1, 0x1p-128f, 1}, "lit_clamp=128"},
    {"N4", VERTEX, "def c31, 1, 0.5, 0, -130\nmov r1, c31\nlit r0, r1", {1, 1, FLT_MAX, 1}, "lit_clamp=128"},
    {"N4", VERTEX, "def c31, 1, 0.5, 0, 130\nmov r1, c31\nlit r0, r1", {1, 1, 0x1p-130f, 1}, "lit_clamp=none"},
    {"N4", VERTEX, "def c31, 1, 2, 0, -140\nmov r1, c31\nlit r0, r1", {1, 1, 0x1p-140f, 1}, "lit_clamp=none"},
    {"N5", ALL, "min r0, %2, c1", {1, -INF, 1.5f, -0.0f}},
    {"N5", ALL, "max r0, %2, c1", {INF, 1.25f, 1.5f, 1.75f}},
    {"N5", ALL, "max r0, c1, %2", {INF, 1.25f, 1.5f, 1.75f}},
    {"N5",
     ALL,
     "min r0.x, %2.w, %3.x\nmin r0.y, %3.x, %2.w\nmax r0.z, %2.w, %3.x\nmax r0.w, %3.x, %2.w",
     {0, -0.0f, -0.0f, 0}},
    {"N5", ALL, "min r0.x, %2.z, %2.z\nmax r0.y, %2.z, %2.z", {QNAN, QNAN, 9, 9}},
    {"N6", VERTEX, "slt r0, %2.z, c1\nsge r0.zw, %2.z, c1", {0, 0, 0, 0}},
    {"N6",
     UP2,
     "setp_gt p0, %2.z, c1\n(p0) mov r0, c1\nsetp_lt p0, %2.z, c1\n(p0) mov r0, c1\nsetp_ge p0, %2.z, c1\n"
     "(p0) mov r0, c1\nsetp_le p0, %2.z, c1\n(p0) mov r0, c1\nsetp_eq p0, %2.z, %2.z\n(p0) mov r0, c1\n"
     "setp_ne p0, %2.z, %2.z\n(p0.x) mov r0.z, c1",
     {9, 9, 1.5f, 9}},
    {"N6",
     UP2,
     "if_gt %2.z, c1.x\nmov r0.x, c1\nendif\nif_eq %2.z, %2.z\nmov r0.y, c1\nendif\n"
     "if_ne %2.z, %2.z\nmov r0.z, c1\nelse\nmov r0.w, c1\nendif",
     {9, 9, 1.5f, 9}},
    {"N6",
     UP2,
     "rep i0\nbreak_le %2.z, c1.x\nadd r0.x, r0.x, c1.x\nendrep\n"
     "rep i0\nbreak_ne %2.z, c1.x\nadd r0.y, r0.y, c1.x\nendrep",
     {12, 9, 9, 9}},
    {"N7", PIXEL, "cmp r0, %2, c1.x, c2.x", {1, 2, 2, 1}},
    {"N7", RAW, "ps_1_2\nmov r1, v1\ncmp r0, r1, v0, v1", {0.5f, 0.25f, 1, 0.75f}, NULL, NULL, NULL, NULL},
    {"N8", RAW, "ps_1_4\ncnd r0, v0, v1, v0", {0.5f, 0.25f, 0.5f, 0.25f}},
    {"N8", RAW, "ps_1_4\nmov r1, v0\ncnd r0, r1, v1, v0", {QNAN, 0.5f, -1, -0.0f}, NULL, NULL, NULL, "v0=8 v1=1"},
    {"N8", RAW, "ps_1_1\nmov r0, v0\ncnd r0, r0.a, v0, v1", {0.5f, 0.25f, 1, 0.75f}},
    {"N8", RAW, "ps_1_3\nmov r0, v1\ncnd r0, r0.a, v0, v1", {1, 0, 0.5f, 0.25f}},
    /* Exactly 0.5 and NaN select the second; a co-issued colour cnd the first, whatever r0.a. */
    {"N8", RAW, "ps_1_1\nmov r0, v0.r\ncnd r0, r0.a, v0, v1", {1, 0, 0.5f, 0.25f}},
    {"N8", RAW, "ps_1_1\nmov r0, v1\nmov r1.a, v0\n+ cnd r1.rgb, r0.a, v0, v1\nmov r0, r1", {0.5f, 0.25f, 1, 0.75f}},
    {"N8",
     RAW,
     "ps_1_1\nmov r0, v1\nmov r1.a, v0\n+ cnd r1.rgb, r0.a, v0, v1\nmov r0, r1",
     {1, 0, 0.5f, 0.75f},
     "cnd_coissue_quirk=off"},
    {"N8", RAW, "ps_1_1\nmov r0, v1\nmov r1.rgb, v0\n+ cnd r1.a, r0.a, v0, v1\nmov r0, r1", {0.5f, 0.25f, 1, 0.25f}},
    {"N9", VERTEX2, "sgn r0, %2, r5, r6", {1, -1, 1, 0}},
    {"N10",
     RAW,
     "vs_1_1\ndcl_position v0\ndef c31, 1.75, -2.4, 0.9999, 2\nmov a0.x, c31.x\nmov r0, c[a0.x]\n"
     "mov a0.x, c31.y\nmov r0.y, c[a0.x + 5].x\nmov a0.x, c31.z\nmov r0.z, c[a0.x + 3].x\n"
     "mov a0.x, c31.w\nmov r0.w, c[a0.x].x\nmov oPos, r0",
     {1, 2, 3, 2}},
    {"N11",
     VERTEX2,
     "def c31, 0.5, 1.5, -0.5, -1.5\nmova a0, c31\nmov r0.x, c[a0.x + 2].x\nmov r0.y, c[a0.y + 2].x\n"
     "mov r0.z, c[a0.z + 2].x\nmov r0.w, c[a0.w + 2].x",
     {2, 4, 2, 0}},
    {"N11",
     VERTEX2,
     "def c31, 0.5, 1.5, -0.5, -1.5\nmova a0, c31\nmov r0.x, c[a0.x + 2].x\nmov r0.y, c[a0.y + 2].x\n"
     "mov r0.z, c[a0.z + 2].x\nmov r0.w, c[a0.w + 2].x",
     {3, 4, 1, 0},
     "mova_ties=away"},
    {"N11",
     VERTEX2,
     "def c31, 0.5, 1.5, -0.5, -1.5\nmova a0, c31\nmov r0.x, c[a0.x + 2].x\nmov r0.y, c[a0.y + 2].x\n"
     "mov r0.z, c[a0.z + 2].x\nmov r0.w, c[a0.w + 2].x",
     {3, 4, 2, 1},
     "mova_ties=up"},
    {"N11",
     VERTEX2,
     "def c31, -2.4, -1.6, -0.4, 2.6\nmova a0, c31\nmov r0.x, c[a0.x + 2].x\n"
     "mov r0.y, c[a0.y + 2].x\nmov r0.z, c[a0.z + 2].x\nmov r0.w, c[a0.w + 2].x",
     {0, 0, 2, 5}},
    {"N12",
     VERTEX2,
     "def c31, 300, -5, 8000, 0\nmova a0.xyz, c31\nmov r0.x, c[a0.x].x\nmov r0.y, c[a0.y + 2].y\n"
     "mov r0.zw, c[a0.z].w",
     {0, 0, 0, 0}},
    {"N12", VERTEX2, "defi i6, 1, 400, 1, 0\nloop aL, i6\nmov r0, c[aL + 3]\nendloop", {0, 0, 0, 0}},
    {"N12",
     V1,
     "def c31, 1000, -9, 0, 0\nmov a0.x, c31.x\nmov r0.xy, c[a0.x]\nmov a0.x, c31.y\nmov r0.zw, c[a0.x + 2]",
     {0, 0, 0, 0}},
    {"N13",
     VERTEX2,
     "def c7, 70, 71, 72, 73\ndef c31, 7, 8, 0, 0\nmova a0.xy, c31\nmov r0, c[a0.x]\n"
     "mov r0.w, c[a0.y].x",
     {70, 71, 72, 8}},
    {"N13", V1, "def c7, 70, 71, 72, 73\ndef c31, 7, 8, 0, 0\nmov a0.x, c31.x\nmov r0, c[a0.x]", {70, 71, 72, 73}},
    {"N14", RAW, "ps_1_1\nmov r0, c2", {1, 1, 1, 1}},
    {"N14", RAW, "ps_1_1\ndef c0, -5, 0.5, 2, -0.25\nmov r0, c0", {-1, 0.5f, 1, -0.25f}},
    {"N14", RAW, "ps_1_4\ndef c0, -5, 0.5, 2, -0.25\nmov r0, c0", {-1, 0.5f, 1, -0.25f}},
    {"N14", P2, "def c31, -5, 0.5, 2, -0.25\nmov r0, c31", {-5, 0.5f, 2, -0.25f}},
    {"N15",
     RAW,
     "ps_1_4\ntexcrd r1.rgb, t0\nphase\nmul_x8 r0.rgb, r1, r1\n+ mov r0.a, v0.a",
     {32, 72, 2, 0.75f},
     NULL,
     NULL,
     NULL,
     "t0=4"},
    {"N15",
     RAW,
     "ps_1_4\ntexcrd r1.rgb, t0\nphase\nmul_x8 r0.rgb, r1, -r1\n+ mov r0.a, v0.a",
     {-8, -8, -2, 0.75f},
     "ps1_range=8",
     NULL,
     NULL,
     "t0=4"},
    {"N15", RAW, "ps_1_1\nmov_x4 r0, v0", {1, 1, 1, 1}, "ps1_range=1"},
    {"N15", RAW, "ps_1_1\nadd_x4 r1, v0, v0\nmov_d2 r0, r1", {0.5f, 0.5f, 0.5f, 0.5f}, "ps1_range=1"},
    {"N15", RAW, "ps_1_1\nadd_x4 r1, v0, v0\nmov_d2 r0, r1", {2, 1, 4, 3}},
    {"N16", V1, "def c31, 1.75, -0.25, 0, 3\nexpp r0, c31.x", {2, 0.75f, 3.363585661f, 1}},
    {"N16", V1, "def c31, 1.75, -0.25, 0, 3\nexpp r0.yw, c31.y", {9, 0.75f, 9, 1}},
    {"N16", VERTEX2, "expp r0, c3.x", {8, 8, 8, 8}},
    {"N17", V1, "def c31, 6, -0.375, 0, 3\nlogp r0, c31.x", {2, 1.5f, 2.584962501f, 1}},
    {"N17", V1, "def c31, 6, -0.375, 0, 3\nlogp r0.xyw, c31.y", {-2, 1.5f, 9, 1}},
    {"N17", V1, "logp r0, %3.x", {-FLT_MAX, 1, -FLT_MAX, 1}},
    {"N17", V1, "logp r0, %2.w", {-INF, 1, -INF, 1}, IEEE},
    {"N17", V1, "logp r0, %2.y", {INF, 1, INF, 1}},
    {"N17", V1, "logp r0, %2.x", {INF, 1, INF, 1}, IEEE},
    {"N17", V1, "logp r0, c4.x", {2, 2, 2, 2}, "logp_vs1=replicated"},
    {"N17", VERTEX2, "logp r0, c4.x", {2, 2, 2, 2}},
    {"N18", V2 | P2, "def c31, 0, 0, 0, 0\nsincos r0.x, c31.x, c5, c6", {1, 9, 9, 9}},
    {"N18", V2 | P2, "def c31, 0, 0, 0, 0\nsincos r0.y, c31.x, c5, c6", {9, 0, 9, 9}},
    {"N18", V2 | P2, "def c31, 0, 0, 0, 0\nsincos r0.xy, c31.x, c5, c6", {1, 0, 9, 9}},
    {"N19", RAW, "ps_1_1\nadd_d2_sat r0, v0, v0", {0.5f, 0.25f, 1, 0.75f}},
    {"N19", RAW, "ps_1_1\nsub_x4_sat r0, v0, v1", {0, 1, 1, 1}},
    {"N19", PIXEL | V3, "mov_sat r0, %2", {1, 0, 0, 0}},
    {"N20", RAW, "ps_1_1\nmov r0, v0\nmov r0.rgb, v1\n+ mov r0.a, r0.b", {1, 0, 0.5f, 1}},
    {"N20", RAW, "ps_1_4\nmov r0, v0\nadd r0.rgb, r0, r0.a\n+ add r0.a, r0.b, r0.g", {1.25f, 1, 1.75f, 1.25f}},
    {"N21", RAW, "ps_1_1\ntexkill t0\nmov r0, v0", {0}, NULL, "discard"},
    {"N21", RAW, "ps_1_1\ntexkill t0\nmov r0, v0", {0}, NULL, "discard", NULL, "t0=6"},
    {"N21", RAW, "ps_1_1\ntexkill t0\nmov r0, v0", {1}, NULL, "discard", NULL, "t0=7"},
    {"N21", RAW, "ps_1_1\ntexkill t0\nmov r0, v0", {0}, NULL, "discard", NULL, "t0=8"},
    {"N21", RAW, "ps_1_4\ntexcrd r1.rgb, t0\nphase\ntexkill r1\nmov r0, v0", {1}, NULL, "discard", NULL, "t0=7"},
    {"N21", RAW, "ps_1_4\nmov r2, v1\nphase\ntexkill t0\nmov r0, v0", {0}, NULL, "discard", NULL, "t0=6"},
    {"N21", RAW, "ps_2_0\ndcl t0\ntexkill t0\nmov oC0, t0", {1}, NULL, "discard", NULL, "t0=6"},
    {"N21", RAW, "ps_3_0\ndcl_texcoord v0\ntexkill v0\nmov oC0, v0", {1}, NULL, "discard", NULL, "v0=6"},
    {"N21", RAW, "ps_3_0\ndcl_texcoord v0\ntexkill v0\nmov oC0, v0", {0}, NULL, "discard", NULL, "v0=8"},
    {"N21", RAW, "ps_2_0\ndcl t0\nmov r1, t0\ntexkill r1.xyz\nmov oC0, t0", {0}, NULL, "discard", NULL, "t0=6"},
    {"N22", PIXEL, "dcl_2d s0\ntexld r0, %0, s0", {0, 0, 0, 1}, NULL, NULL, "-"},
    {"N22", PIXEL, "dcl_cube s0\ntexld r0, %0, s0", {0, 0, 0, 1}, NULL, NULL, "-"},
    {"N22", PIXEL, "dcl_volume s0\ntexld r0, %0, s0", {0, 0, 0, 0}, "unbound=0000", NULL, "-"},
    {"N22", V3, "dcl_2d s0\ntexldl r0, %0, s0", {0, 0, 0, 1}, NULL, NULL, "-"},
    {"N22", RAW, "ps_1_1\ntex t0\nmov r0, t0", {0, 0, 0, 1}, NULL, NULL, "-"},
    {"N22", RAW, "ps_1_1\ntex t0\nmov r0, t0", {0, 0, 0, 0}, "unbound=0000", NULL, "-"},
    {"N23",
     PIXEL,
     "def c31, -0.5, 0.25, -9, 1\ndcl_2d s0\nmov r1, c31\ntexld r0, r1, s0",
     {1, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "c"},
    {"N23",
     PIXEL,
     "def c31, 0.75, 0.75, 0.75, 1\ndcl_2d s0\nmov r1, c31\ntexld r0, r1, s0",
     {1, 1, 0, 1},
     NULL,
     NULL,
     "v"},
    {"N23",
     PIXEL,
     "def c31, 0.75, 0.75, -9, 1\ndcl_volume s0\nmov r1, c31\ntexld r0, r1, s0",
     {1, 1, 0, 1},
     NULL,
     NULL,
     "2"},
    {"N23",
     PIXEL,
     "def c31, 0.75, 0.75, 0.75, 1\ndcl_cube s0\nmov r1, c31\ntexld r0, r1, s0",
     {0, 0, 0, 0},
     "texture_kind_mismatch=zero",
     NULL,
     "2"},
    {"N23",
     PIXEL,
     "def c31, 0.75, 0.75, 0.75, 1\ndcl_2d s0\nmov r1, c31\ntexld r0, r1, s0",
     {1, 1, 0, 1},
     "texture_kind_mismatch=zero",
     NULL,
     "2"},
    {"N24", P3, "dcl_2d s0\ntexld r0, %0, s0.yxwz", {0, 1, 1, 0}},
    {"N24", P3, "dcl_2d s0\ntexld r0.yw, %0, s0.xxxz", {9, 1, 9, 0}},
    {"N24", V3, "dcl_2d s0\ntexldl r0, %0, s0.yxwz", {0, 1, 1, 0}},
    {"N25",
     PIXEL,
     "def c31, -2, 1, 0.5, 4\ndcl_cube s0\nmov r1, c31\ntexldp r0, r1, s0",
     {1, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "c"},
    {"N25",
     PIXEL,
     "def c31, -2, 1, 0.5, -4\ndcl_cube s0\nmov r1, c31\ntexldp r0, r1, s0",
     {0, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "c"},
    {"N26", RAW, "ps_1_1\ntex t0\nmov r0, t0", {1, 0, 0, 1}, NULL, NULL, "2"},
    {"N26", RAW, "ps_1_1\ntex t0\nmov r0, t0", {0, 0, 0, 1}, NULL, NULL, "2P"},
    {"N26", RAW, "ps_1_1\ntex t0\ntexbem t2, t0\nmov r0, t2", {0, 1, 0, 1}, NULL, NULL, "222"},
    {"N26", RAW, "ps_1_1\ntex t0\ntexbem t2, t0\nmov r0, t2", {1, 1, 0, 1}, NULL, NULL, "222P"},
    {"N26", RAW, "ps_1_1\ntex t0\ntexbeml t2, t0\nmov r0, t2", {0.5f, 0.5f, 0, 0.5f}, NULL, NULL, "222P"},
    {"N26", RAW, "ps_1_1\ntexcoord t2\nmov r0, t2", {0.5f, 1, 1, 1}, NULL, NULL, "222P"},
    {"N26", RAW, "ps_1_4\ntexld r0, t0", {1, 0, 0, 1}, NULL, NULL, "2P"},
    {"N27",
     RAW,
     "ps_1_1\ndef c0, 0, 0, 1, 0\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3spec t3, t0, c0\n"
     "mov r0, t3",
     {4, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "222c"},
    {"N27",
     RAW,
     "ps_1_1\ndef c0, 1, 0, 0, 0\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3spec t3, t0, c0\n"
     "mov r0, t3",
     {1, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "222c"},
    {"N27",
     RAW,
     "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3vspec t3, t0\nmov r0, t3",
     {4, 0.5f, 0.25f, 1},
     NULL,
     NULL,
     "222c"},
    {"N28", RAW, "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, t0", {0.5f}, NULL, "oDepth"},
    {"N28",
     RAW,
     "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, t0",
     {1},
     NULL,
     "oDepth",
     NULL,
     "t2=3"},
    {"N28",
     RAW,
     "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, t0",
     {1},
     NULL,
     "oDepth",
     NULL,
     "t1=4"},
    {"N28",
     RAW,
     "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, t0",
     {0},
     NULL,
     "oDepth",
     NULL,
     "t1=5"},
    {"N28", RAW, "ps_1_4\ntexcrd r5.rgb, t1\nphase\ntexdepth r5\nmov r0, v0", {0.5f}, NULL, "oDepth"},
    {"N28", RAW, "ps_1_4\ntexcrd r5.rgb, t0\nphase\ntexdepth r5\nmov r0, v0", {1}, NULL, "oDepth"},
    {"N28", RAW, "ps_1_4\ntexcrd r5.rgb, t3\nphase\ntexdepth r5\nmov r0, v0", {0}, NULL, "oDepth"},
    {"N28", RAW, "ps_1_4\ntexcrd r5.rgb, t2\nphase\ntexdepth r5\nmov r0, v0", {0.5f / 1.5f}, NULL, "oDepth"},
    {"N29",
     RAW,
     "ps_1_4\ntexcrd r1.rg, t0_dw.xyw\nmov r0.rg, r1\nmov r0.ba, v0",
     {1, 1, 1, 0.75f},
     NULL,
     NULL,
     NULL,
     "t0=9"},
    {"N29", RAW, "ps_1_4\ntexcrd r1.rgb, t0\nphase\ntexld r0, r1_dz", {0, 0, 0, 1}, NULL, NULL, NULL, "t0=9"},
    {"N33", RAW, "vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oFog.y, c1\nmov oPts.w, c2", {1.25f}, NULL, "oFog"},
    {"N33", RAW, "vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oFog.y, c1\nmov oPts.w, c2", {2.75f}, NULL, "oPts"},
    {"N33", RAW, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oFog, c1\nmov oPts, c2", {1}, NULL, "oFog"},
    {"N33", RAW, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oFog, c1\nmov oPts, c2", {2}, NULL, "oPts"},
    {"N36", VERTEX2, "defi i6, 2, 10, -3, 0\nloop aL, i6\nadd r0.x, r0.x, c[aL + 1].x\nendloop", {9 + 11 + 8, 9, 9, 9}},
    {"N36",
     VERTEX2,
     "loop aL, i0\nloop aL, i1\nadd r0.x, r0.x, c[aL].x\nendloop\nrep i1\nadd r0.y, r0.y, c[aL].x\n"
     "endrep\nendloop",
     {9 + 3 * (0 + 1), 9 + 2 * (10 + 7 + 4), 9, 9}},
    {"N36",
     UP2,
     "rep i3\nadd r0.x, r0.x, c1.x\nendrep\nrep i2\nadd r0.y, r0.y, c1.x\nendrep\nrep i4\n"
     "add r0.z, r0.z, c1.x\nendrep",
     {9, 9, 309, 9}},
    {"N36", VERTEX2, "loop aL, i5\nadd r0.x, r0.x, c[aL].x\nendloop", {9 + 10 + 10, 9, 9, 9}},
    {"N37", RAW, "ps_3_0\ndcl_texcoord v0.xy\nmov oC0, v0", {0.75f, 0.25f, 0.5f, 2}},
    {"N37", RAW, "ps_2_0\ndcl t0.xy\nmov r0, t0\nmov oC0, r0", {0.75f, 0.25f, 0.5f, 2}},
    {"N39",
     RAW,
     "vs_1_1\ndcl_position v0\ndef c31, 3e38, -3e38, 0x7fc00000, 0x7f800000\nmov a0.x, c31.x\n"
     "mov r0.x, c[a0.x + 3]\nmov a0.x, c31.y\nmov r0.y, c[a0.x + 3]\nmov a0.x, c31.z\n"
     "mov r0.z, c[a0.x + 3].x\nmov a0.x, c31.w\nmov r0.w, c[a0.x + 1]\nmov oPos, r0",
     {0, 0, 3, 0}},
    {"N39",
     VERTEX2,
     "def c31, 3e38, -3e38, 0x7fc00000, 0x7f800000\nmova a0, c31\nmov r0.x, c[a0.x + 3]\n"
     "mov r0.y, c[a0.y + 3]\nmov r0.z, c[a0.z + 3].x\nmov r0.w, c[a0.w + 1]",
     {0, 0, 3, 0}},
    {"N40", V3, "def c31, 20, -3, 0, 0\nmova a0.xy, c31\nmov r0.xy, v[a0.x]\nmov r0.zw, v[a0.y + 2]", {0, 0, 0, 0}},
    {"N40", V3, "def c31, 9, 4, 0, 0\nmova a0.xy, c31\nmov r0.xy, v[a0.x]\nmov r0.zw, v[a0.y]", {0, 0, 0.5f, 4}},
    {"N40", P3, "defi i6, 1, 9, 1, 0\nloop aL, i6\nmov r0, v[aL]\nendloop", {0, 0, 0, 0}},
    {"N40",
     RAW,
     "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o2\ndef c31, 1, 2, 40, -7\nmova a0, c31\n"
     "mov o0, c1\nmov o[a0.x], c2\nmov o[a0.z], c2\nmov o[a0.w], c2\nmov o[a0.y], c3",
     {3, 3.25f, 3.5f, 3.75f},
     NULL,
     "o2"},
    {"N41", UP2, "mov r0, r11", {0, 0, 0, 0}},
    {"N41", RAW, "ps_1_1\nmov r0, t0", {0.75f, 0.25f, 0.5f, 2}},
    {"N41", VERTEX2, "mov r0, c[a0.x + 3]", {3, 3.25f, 3.5f, 3.75f}},
    {"N41", UP2, "(p0) mov r0.x, c1\n(!p0) mov r0.y, c1", {9, 1.25f, 9, 9}},
    {"N42", RAW, "ps_1_4\nmov r1, v0\ntexcrd r1.rgb, t0\nmov r0, r1", {0.75f, 0.25f, 0.5f, 0.75f}},
    {"N42", RAW, "ps_1_4\nmov r1, v0\ntexcrd r1.rg, t0_dw.xyw\nmov r0, r1", {0.375f, 0.125f, 1, 0.75f}},
    {"N42", RAW, "ps_1_4\nmov r0, v0\nphase\nmov r0.rgb, v1", {1, 0, 0.5f, 0.75f}},
    {"N42", V2 | P2, "def c31, 0, 0, 0, 0\nsincos r0.x, c31.x, c5, c6", {1, 9, 9, 9}},
    {"N42", VERTEX2, "mov r5, c1\nmov r6, c2\nsgn r0, c1, r5, r6\nmov r0.x, r5.x\nmov r0.y, r6.x", {1, 2, 1, 1}},
    {"N42",
     RAW,
     "ps_1_4\ntexcrd r5.rgb, t1\nphase\ntexdepth r5\nmov r0.rgb, r5\n+ mov r0.a, v0.a",
     {0.25f, 0.5f, -1, 0.75f}},
    {"N42", RAW, "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, t2", {0.5f, 1.5f, 2, 3}, NULL, "oC0"},
    {"N43", ALL, "def c31, -1e-30, 2.75, -2.75, 5\nfrc r0.xy, c31", {1, 0.75f, 9, 9}},
    {"N43", ALL, "frc r0.xy, %2", {QNAN, QNAN, 9, 9}},
    {"N43", UP2, "def c31, -1e-30, 2.75, -2.75, 5\nfrc r0.zw, c31", {9, 9, 0.25f, 0}},
    {"N44", RAW, "ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", {0.5f, 0.5f, 0, 0.5f}},
    {"N44", RAW, "ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", {1, 1, 0, 1}, NULL, NULL, "v2"},
    {"N45", RAW, "ps_1_1\nmov r0, v0_bx2", {INF, -INF, QNAN, -1}, NULL, NULL, NULL, "v0=2"},
    {"N45", RAW, "ps_1_1\nmov r0, v0_bias", {INF, -INF, QNAN, -0.5f}, NULL, NULL, NULL, "v0=2"},
    {"N45", RAW, "ps_1_4\nmov r0, v0_x2", {INF, -INF, QNAN, -0.0f}, NULL, NULL, NULL, "v0=2"},
    {"N45", RAW, "ps_1_1\nmov r0, 1-v0", {-INF, INF, QNAN, 1}, NULL, NULL, NULL, "v0=2"},
    {"N46", RAW, "ps_1_4\ntexcrd r1.rg, t2_dw.xyw\nmov r0.rg, r1\nmov r0.ba, v0", {0.5f / 3, 0.5f, 1, 0.75f}},
    {"N46", PIXEL, "def c31, 1.5, 0.5, 0, 2\ndcl_2d s0\nmov r1, c31\ntexldp r0, r1, s0", {1, 0, 0, 1}},
    {"N47", PIXEL | V3, "mov_sat r0, %2", {1, 0, 0, 0}},
    {"N47", RAW, "ps_1_4\nmov_d8 r0, v0", {INF, -INF, QNAN, -0.0f}, NULL, NULL, NULL, "v0=2"},
    {"N47", RAW, "ps_1_4\nmov_x8 r0, v0", {0, INF, -INF, 8 * TINY}, NULL, NULL, NULL, "v0=3"},
};

/* ---- what is not one program with one result ---- */

/* Rounding and denormal flags of the caller: vm_run of the interpreter's own tests makes them hostile. */
static void environment(void)
{
    rows_elsewhere("tests/vm_run.h", "FE_UPWARD");
}
static void accuracy(void)
{
    rows_elsewhere("tests/unit/test_math.c", "test_sampled");
    rows_elsewhere("tests/slow/exhaustive_math.c", "every float");
}
/* Every case here runs on all of them. */
static void engines(void)
{
    int levels = 0;
    for (int level = 0; level < S9_VM_LEVEL_COUNT; level++)
        levels += s9_vm_kernels_of((s9_vm_level)level) != NULL;
    print_message("%d of %d instruction-set levels of the interpreter are on this machine\n", levels,
                  (int)S9_VM_LEVEL_COUNT);
    assert_true(levels > 0);
}

/* 0.5^127.9961 by default: between the other two. */
static void lit_default(void)
{
    static rows_result result;
    s9_shader_options options;
    rows_options(NULL, &options);
    const rows_case c = {.row = "N4"};
    s9_program *program =
        rows_assemble("vs_1_1\ndcl_position v0\ndef c31, 1, 0.5, 0, 130\nmov r1, c31\nlit oPos, r1\n");
    s9_shader *shader;
    assert_int_equal(s9_shader_create(program, NULL, &options, &shader, NULL), S9_OK);
    rows_run_shader(shader, &c, true, &result);
    assert_true(result.out[0][0][2] == (float)pow(0.5, (double)127.9961f));
    s9_shader_destroy(shader);
    s9_program_destroy(program);
}

/* Colours of vs_2_0 are clamped on the way, those of vs_3_0 are not, and `run` shows them as they are. */
static void colours(void)
{
    scene *s =
        new_scene(2, 2, S9_TARGET_A32B32G32R32F, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oD0, c0\nmov oD1, c0\n",
                  "ps_2_0\ndcl v0\nmov r0, v0\nmov oC0, r0\n");
    const float value[4] = {1.5f, -0.5f, 0.25f, 7};
    restart(s);
    add_full_quad(s, 0.5);
    memcpy(s->vs_constants[0], value, sizeof value);
    draw(s);
    assert_pixel(s, 0, 0, 0, 1, 0, 0.25f, 1);
    replace_shader(&s->vs, "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_color o1\nmov o0, v0\nmov o1, c0\n");
    replace_shader(&s->ps, PS_COLOR);
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    assert_pixel(s, 0, 0, 0, 1.5f, -0.5f, 0.25f, 7);
    end_scene(s);
    rows_run_case(&(rows_case){"N30",
                               RAW,
                               "vs_1_1\ndcl_position v0\nmov oPos, v0\nmov oD0, c7",
                               {7, 7.25f, 7.5f, 7.75f},
                               NULL,
                               "oD0",
                               NULL,
                               NULL});
}

/* What was never written: oD0 is white, everything else 0; a part keeps the rest of that. `run` reports nothing. */
static void unwritten(void)
{
    scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F, "vs_2_0\ndcl_position v0\nmov oPos, v0\n",
                         "ps_2_0\ndcl v0\ndcl v1\ndcl t0\nmov r0, v0\nmov oC0, r0\nmov r1, v1\nmov oC1, r1\n"
                         "mov r2, t0\nmov oC2, r2\n");
    s->targets = 3;
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    assert_pixel(s, 0, 1, 1, 1, 1, 1, 1);
    assert_pixel(s, 1, 1, 1, 0, 0, 0, 0);
    assert_pixel(s, 2, 1, 1, 0, 0, 0, 0);
    replace_shader(&s->vs, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oD0.x, c0\nmov oT0.xy, c1\n");
    s->vs_constants[1][0] = s->vs_constants[1][1] = 5;
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    assert_pixel(s, 0, 1, 1, 0, 1, 1, 1);
    assert_pixel(s, 2, 1, 1, 5, 5, 0, 0);
    end_scene(s);
}

static void run_inputs(const char *text, const s9_lane_array *given, const char *name, float want[4])
{
    float out[4][4];
    s9_lane_array inputs[8], output = {out, 16, 4, 4, NULL};
    s9_program *program = rows_assemble(text);
    s9_shader *shader;
    assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, NULL), S9_OK);
    memset(inputs, 0, sizeof inputs);
    for (uint32_t i = 0; i < s9_shader_input_count(shader) && name != NULL; i++)
        if (strcmp(s9_shader_input(shader, i)->name, name) == 0)
            inputs[i] = *given;
    s9_run_args args = {.struct_size = sizeof args, .lanes = 4, .inputs = inputs, .outputs = &output};
    assert_int_equal(s9_shader_run(shader, &args), S9_OK);
    for (int lane = 0; lane < 4; lane++)
        for (int k = 0; k < 4; k++)
            assert_true(rows_same(out[lane][k], want[k]));
    s9_shader_destroy(shader);
    s9_program_destroy(program);
}

static void missing_inputs(void)
{
    float two[2] = {5, 6};
    s9_lane_array short_one = {two, 0, 4, 2, NULL};
    run_inputs("vs_1_1\ndcl_position v0\nmov oPos, v0\n", NULL, NULL, (float[]){0, 0, 0, 1});
    run_inputs("vs_3_0\ndcl_color v3\ndcl_position o0\nmov o0, v3\n", NULL, NULL, (float[]){0, 0, 0, 1});
    run_inputs("vs_1_1\ndcl_position v0\nmov oPos, v0\n", &short_one, "v0", (float[]){5, 6, 0, 1});
    run_inputs("ps_2_0\ndcl t3\nmov r0, t3\nmov oC0, r0\n", &short_one, "t3", (float[]){5, 6, 0, 1});
    run_inputs("ps_3_0\ndcl vPos.xy\nmov oC0, vPos.xyxy\n", NULL, NULL, (float[]){0, 0, 0, 0});
    run_inputs("ps_3_0\ndcl vFace\ndef c0, 1, 0, 2, 3\ncmp oC0, vFace.x, c0, -c0\n", NULL, NULL, (float[]){1, 0, 2, 3});
}

/* NaN fog is none, infinite fog is held to [0, 1]. */
static void fog(void)
{
    scene *s = new_scene(2, 2, S9_TARGET_A32B32G32R32F, "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oFog.z, c0\n",
                         "ps_2_0\nmov oC0, c0\n");
    static const float given[4] = {NAN, INFINITY, -INFINITY, 0.25f}, want[4] = {1, 1, 0, 0.25f};
    s->state.fog = true;
    s->ps_constants[0][0] = 1;
    for (int i = 0; i < 4; i++) {
        s->vs_constants[0][2] = given[i];
        restart(s);
        add_full_quad(s, 0.5);
        draw(s);
        assert_pixel(s, 0, 0, 0, want[i], 0, 0, 0);
    }
    end_scene(s);
}

/* One component, as `run` takes it: what is not below 0 is front. And triangles of both windings. */
static void face(void)
{
    static const float given[5] = {3, 0, -0.0f, NAN, -7}, want[5] = {1, 1, 1, 1, -1};
    for (int i = 0; i < 5; i++) {
        float number = given[i];
        s9_lane_array one = {&number, 0, 4, 1, NULL};
        run_inputs("ps_3_0\ndcl vFace\ndef c0, 1, 1, 1, 1\ncmp oC0, vFace.x, c0, -c0\n", &one, "vFace",
                   (float[]){want[i], want[i], want[i], want[i]});
    }
    scene *s = new_scene(4, 4, S9_TARGET_A32B32G32R32F, VS_COPY, "ps_3_0\ndcl vFace\nmov oC0, vFace.x\n");
    for (int turned = 0; turned < 2; turned++) {
        restart(s);
        add_vertex(s, 0, 0, 0.5, 1);
        add_vertex(s, turned ? 0 : 8, turned ? 8 : 0, 0.5, 1);
        add_vertex(s, turned ? 8 : 0, turned ? 0 : 8, 0.5, 1);
        draw(s);
        assert_pixel(s, 0, 1, 1, turned ? -1 : 1, turned ? -1 : 1, turned ? -1 : 1, turned ? -1 : 1);
    }
    end_scene(s);
}

static void position(void)
{
    scene *s = new_scene(4, 3, S9_TARGET_A32B32G32R32F, VS_COPY,
                         "ps_3_0\ndcl vPos.xy\nfrc r0.zw, vPos.xyxy\nmov r0.xy, vPos\nmov oC0, r0\n");
    restart(s);
    add_full_quad(s, 0.5);
    draw(s);
    for (uint32_t y = 0; y < 3; y++)
        for (uint32_t x = 0; x < 4; x++)
            assert_pixel(s, 0, x, y, (float)x, (float)y, 0, 0);
    end_scene(s);
}

/* A count of 2^30 ends at the bound, the default one and a smaller one. */
static void steps(void)
{
    static rows_result result;
    s9_program *program = rows_assemble("vs_3_0\ndefi i0, 1073741824, 0, 0, 0\ndcl_position v0\ndcl_position o0\n"
                                        "mov o0, c1\nrep i0\nmov r0, c2\nendrep\nmov o0, c2\n");
    const rows_case c = {.row = "N38"};
    for (int i = 0; i < 2; i++) {
        s9_shader_options options;
        s9_shader *shader;
        rows_options(i == 0 ? "max_steps=1000" : NULL, &options);
        assert_int_equal(s9_shader_create(program, NULL, &options, &shader, NULL), S9_OK);
        rows_run_shader(shader, &c, true, &result);
        for (int lane = 0; lane < ROWS_LANES; lane++) {
            assert_int_equal(result.stopped[lane], 1);
            assert_true(result.out[0][lane][0] == 1);
        }
        s9_shader_destroy(shader);
    }
    s9_program_destroy(program);
    /* What needs just as many may. */
    program = rows_assemble("vs_3_0\ndefi i0, 2, 0, 0, 0\ndcl_position v0\ndcl_position o0\nmov o0, c1\nrep i0\n"
                            "mov r0, c2\nendrep\nmov o0, c2\n");
    for (int bound = 1; bound < 12; bound++) {
        s9_shader_options options = {.struct_size = sizeof options, .max_steps = (uint32_t)bound};
        s9_shader *shader;
        assert_int_equal(s9_shader_create(program, NULL, &options, &shader, NULL), S9_OK);
        rows_run_shader(shader, &c, true, &result);
        /* mov, rep, two times (mov, endrep), mov: seven at most, where the ends of loops count. */
        assert_true(result.stopped[0] == (bound < 7));
        s9_shader_destroy(shader);
    }
    s9_program_destroy(program);
}

/* Each option by each of its names: the structure of the library, and what the command takes (tests/cli/run.sh). */
static void options(void)
{
    s9_shader_options options;
    rows_options(NULL, &options);
    for (uint32_t i = 0; i < s9_option_count(); i++) {
        const s9_option_info *info = s9_option_at(i);
        assert_non_null(info);
        assert_int_equal(s9_option_get(&options, i), 0);
        assert_true(strlen(info->meaning) > 0 && strchr(info->meaning, '\n') == NULL);
        for (uint32_t k = 0; k < info->choice_count; k++) {
            assert_int_equal(s9_option_set(&options, info->name, info->choices[k]), S9_OK);
            assert_int_equal(s9_option_get(&options, i), k);
        }
        assert_int_equal(s9_option_set(&options, info->name, "nonsense"), S9_ERROR_INVALID);
        if (info->choice_count > 0)
            assert_string_equal(info->choices[0], info->default_value);
    }
    assert_null(s9_option_at(s9_option_count()));
    assert_int_equal(s9_option_set(&options, "engine", "vm"), S9_ERROR_UNSUPPORTED);
    assert_int_equal(s9_option_set(&options, "max_steps", "77"), S9_OK);
    assert_int_equal(options.max_steps, 77);
    assert_int_equal(s9_option_set(&options, "max_steps", "0"), S9_ERROR_INVALID);
    assert_int_equal(s9_option_set(&options, "max_steps", "4294967296"), S9_ERROR_INVALID);
    assert_int_equal(options.max_steps, 77);
}

static const rows_check checks[] = {
    {"B1", environment}, {"B3", accuracy},   {"B4", engines},         {"N4", lit_default},
    {"N30", colours},    {"N31", unwritten}, {"N32", missing_inputs}, {"N33", fog},
    {"N34", face},       {"N35", position},  {"N38", steps},          {"options", options},
};

/* ---- completeness ---- */

/* The names and words that the table of choices marks as options are those of the library, and back. */
static void option_names(char *text)
{
    uint32_t found = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *cell = line;
        if (sscanf(line, "| N%*u |") != 0 || strncmp(line, "| N", 3) != 0)
            continue;
        for (int i = 0; i < 3 && cell != NULL; i++)
            cell = strchr(cell + 1, '|');
        if (cell == NULL || cell[2] != '`')
            continue;
        char name[40] = "";
        sscanf(cell + 3, "%39[^`]", name);
        uint32_t i = 0;
        while (i < s9_option_count() && strcmp(s9_option_at(i)->name, name) != 0)
            i++;
        if (i == s9_option_count())
            fail_msg("the library has no option %s", name);
        char *words = strchr(cell, ':');
        for (uint32_t k = 0; words != NULL && k < s9_option_at(i)->choice_count; k++)
            if (strstr(words, s9_option_at(i)->choices[k]) == NULL)
                fail_msg("%s=%s is not in the table of choices", name, s9_option_at(i)->choices[k]);
        found++;
    }
    assert_int_equal(found + 1, s9_option_count()); /* and `float` of section 1 */
}

static void test_complete(void **state)
{
    (void)state;
    size_t size;
    char *text = files_shared("spec/numerics.md", &size);
    /* Section 1: rows of the table of modes (not its head), then points. */
    uint32_t rows = 0, points = 0;
    char *end = strstr(text, "\n## 2.");
    assert_non_null(end);
    for (char *line = strstr(text, "\n## 1."); line != NULL && line < end; line = strchr(line + 1, '\n')) {
        char row[8];
        if (strncmp(line, "\n| ", 3) == 0 && strncmp(line, "\n| |", 4) != 0) {
            snprintf(row, sizeof row, "S%u", (unsigned)++rows);
            if (!rows_has(row))
                fail_msg("no case of row %u of section 1", (unsigned)rows);
        } else if (strncmp(line, "\n- ", 3) == 0) {
            snprintf(row, sizeof row, "B%u", (unsigned)++points);
            if (!rows_has(row))
                fail_msg("no case of point %u of section 1", (unsigned)points);
        }
    }
    assert_int_equal(rows, 10);
    assert_int_equal(points, 4);
    option_names(text);
    free(text);
    rows_complete("spec/numerics.md", "N");
}

int main(void)
{
    rows_cases = cases;
    rows_case_count = sizeof cases / sizeof *cases;
    rows_checks = checks;
    rows_check_count = sizeof checks / sizeof *checks;
    return rows_main("numerics", test_complete);
}
