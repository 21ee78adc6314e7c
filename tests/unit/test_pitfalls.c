/* SPDX-License-Identifier: MIT */
/*
 * What other tools got wrong, row by row, with the right values: float rules (A), and address registers, constants and
 * flow control (B).
 */
#include "little.h"
#include "rows.h"

#define IEEE "float=ieee"
#define ONE4(x)    \
    {              \
        x, x, x, x \
    }

static const rows_case cases[] = {
    /* ---- A: float rules ---- */
    {"A01", ALL, "def c31, 0xff800000, 0, 0, 0\nmul r0, c31.x, %3.x", ONE4(0)},
    {"A01", ALL, "def c31, 0xff800000, 0, 0, 0\nmov r1, %3.x\nmad r0, r1, c31.x, c1", {1, 1.25f, 1.5f, 1.75f}},
    {"A02",
     ALL,
     "mov r1, %2\ndp4 r0.x, r1, %3.x\ndp3 r0.y, %3.x, r1\nmad r0.z, r1, %3.x, c1\nm3x3 r1.xyz, %3.x, c22\n"
     "mov r0.w, r1.y",
     {0, 0, 1.5f, 0}},
    {"A02", UP2, "lrp r0, %3.x, %2, c1", {1, 1.25f, 1.5f, 1.75f}},
    {"A03", ALL, "mul r0, %2, %2.w", ONE4(0)},
    {"A03", ALL, "mul r0, %2.w, -%2", ONE4(0)},
    {"A04", ALL, "mul r0, -%3.x, %4", ONE4(0)},
    {"A04", ALL, "mul r0, -%3.x, %4", {-0.0f, 0, -0.0f, -0.0f}, IEEE},
    {"A05", ALL, "mul r0, %2, %3.x", ONE4(0)},
    {"A05", ALL, "mul r0, %2, %3.x", {QNAN, QNAN, QNAN, -0.0f}, IEEE},
    {"A05", ALL, "mul r0, %2, %3.x", ONE4(0), "float=d3d9"},
    /* length > eps ? d / length : seed, as arithmetic, for d = 0 */
    {"A06",
     VERTEX,
     "mov r1, %3.x\ndp3 r2.x, r1, r1\nrsq r2.y, r2.x\nmul r3, r1, r2.y\nsge r2.z, -r2.x, r2.x\n"
     "mad r0, r2.z, c1, r3",
     {1, 1.25f, 1.5f, 1.75f}},
    {"A06",
     PIXEL,
     "mov r1, %3.x\ndp3 r2.x, r1, r1\nrsq r2.y, r2.x\nmul r3, r1, r2.y\ncmp r0, -r2.x, c1, r3",
     {1, 1.25f, 1.5f, 1.75f}},
    {"A08",
     ALL,
     "rcp r1.x, %3.x\nmul r0.xy, r1.x, %3.xxxx\nmul r0.z, r1.x, c2.x\nmov r0.w, r1.x",
     {0, 0, INF, FLT_MAX}},
    {"A08", ALL, "rcp r1.x, %3.x\nmul r0, r1.x, %3.x", ONE4(QNAN), IEEE},
    {"A09",
     ALL,
     "rcp r1.x, %3.x\nadd r1.y, r1.x, r1.x\nmov r0.x, r1.y\nmul r0.y, r1.y, %3.x\nmad r0.z, r1.y, %3.x, c1.x\n"
     "add r0.w, r1.x, -r1.x",
     {INF, 0, 1, 0}},
    {"A11",
     UP2,
     "rcp r0.x, %3.x\nrsq r0.y, %3.x\nlog r0.z, %3.x\npow r0.w, %3.x, %3.x",
     {FLT_MAX, FLT_MAX, -FLT_MAX, 1}},
    {"A11", UP2, "mov r1, %3.x\nnrm r0, r1", ONE4(0)},
    {"A11", VERTEX, "mov r1, %3.x\nlit r0, r1", {1, 0, 0, 1}},
    {"A12", ALL, "def c31, 0x7fc00000, 0xff800000, 0x7f800000, 0x80000000\nmov r0, c31", {QNAN, -INF, INF, -0.0f}},
    {"A13",
     ALL,
     "def c31, -4, 0.25, 0, 0\nmov r1, c31\nrsq r0.x, r1.x\nrsq r1.y, r1.y\nmov r0.y, r1.y\n"
     "mov r1.x, c31\nrsq r1, r1.x\nmov r0.zw, r1",
     {0.5f, 2, 0.5f, 0.5f}},
    {"A14", ALL, "def c31, -8, -0.5, -0, 0\nlog r0.x, c31.x\nlog r0.y, c31.y\nlog r0.z, c31.z", {3, -1, -FLT_MAX, 9}},
    {"A15",
     ALL,
     "def c31, 100, 2, 4, 0.25\nexp r0.x, c31.y\nlog r0.y, c31.z\nrcp r0.z, c31.w\nrsq r0.w, c31.z",
     {4, 2, 4, 0.5f}},
    {"A15", VERTEX2, "def c31, 100, 2, 4, 0.25\nexpp r0.xy, c31.y\nlogp r0.zw, c31.z", {4, 4, 2, 2}},
    {"A15", V1, "def c31, 100, 2, 4, 0.25\nexpp r0.xz, c31.y\nlogp r0.w, c31.z\nmov r0.w, c31.w", {4, 9, 4, 0.25f}},
    {"A16", UP2, "pow r0, -c2.x, c3.x", ONE4(8)},
    {"A17",
     UP2,
     "pow r0.x, %3.x, %3.x\npow r0.y, %2.w, %3.x\npow r0.z, -c2.x, c2.x\npow r0.w, %2.x, %2.w",
     {1, 1, 4, 1}},
    /* the length of (z, x, y), times all of it */
    {"A18", UP2, "def c31, 4, 0, 3, 10\nmov r1, c31\nnrm r0, r1.zyxw", {3 * 0.2f, 0, 4 * 0.2f, 2}},
    {"A18", UP2, "def c31, 0, 0, 0, 0.5\nmov r1, c31\nnrm r0, r1", {0, 0, 0, FLT_MAX / 2}},
    {"A19", UP2, "mov r1, %3.x\nnrm r0.xz, r1", {0, 9, 0, 9}},
    {"A19", UP2, "def c31, 3, 0, 4, 10\nmov r1, c31\nnrm r0.w, r1", {9, 9, 9, 2}},
    {"A20", UP2, "mov r1, %2.x\nnrm r0.xyz, r1", {0, 0, 0, 9}},
    {"A20", UP2, "mov r1, %2.y\nnrm r0.xyz, r1", {0, 0, 0, 9}},
    {"A20", UP2, "def c31, 1e38, -1e38, 1e38, 1\nmov r1, c31\nnrm r0, r1", ONE4(0)},
    {"A21", VERTEX, "def c31, 1, -2, 5, 2\nmov r1, c31\nlit r0, r1", {1, 1, 0, 1}},
    {"A22", VERTEX, "def c31, 3, 2, 5, 3\nmov r1, c31\nlit r0, r1", {1, 3, 8, 1}},
    {"A23", VERTEX, "def c31, 3, 2, 5, 3\nmov r1, c31\nlit r0.z, r1", {9, 9, 8, 9}},
    {"A23", VERTEX, "def c31, 3, 2, 5, 3\nmov r1, c31\nlit r0.yw, r1.yxzw", {9, 2, 9, 1}},
    {"A24", VERTEX, "def c31, 1, 0, 5, 0\nmov r1, c31\nlit r0, r1", {1, 1, 0, 1}},
    {"A24", VERTEX, "def c31, 1, -0, 5, -3\nmov r1, c31\nlit r0, r1", {1, 1, 0, 1}},
    {"A25", VERTEX, "def c31, 0, 2, 5, 3\nmov r1, c31\nlit r0, r1", {1, 0, 0, 1}},
    {"A25", VERTEX, "def c31, -0, 2, 5, 3\nmov r1, c31\nlit r0, r1", {1, 0, 0, 1}},
    {"A27", V1, "def c31, -1.5, 0, 0, 0\nexpp r0, c31.x", {0.25f, 0.5f, 0.353553391f, 1}},
    {"A27", VERTEX2, "def c31, -1.5, 0, 0, 0\nexpp r0, c31.x", ONE4(0.353553391f)},
    {"A28",
     ALL,
     "def c31, 128, 127, 1e30, 0\nexp r0.x, c31.x\nexp r0.y, c31.y\nexp r0.z, c31.z",
     {FLT_MAX, 0x1p127f, FLT_MAX, 9}},
    {"A28",
     ALL,
     "def c31, 128, 127, 1e30, 0\nexp r0.x, c31.x\nexp r0.y, c31.y\nexp r0.z, c31.z",
     {INF, 0x1p127f, INF, 9},
     IEEE},
    /* (1 + 2^-12)^2 - (1 + 2^-11), by mad and by mul and add, each twice */
    {"A29", ALL,
     "def c31, 0x3f800800, 0x3f801000, 0, 0\nmov r1, c31\nmad r0.x, r1.x, r1.x, -r1.y\n"
     "mul r2.x, r1.x, r1.x\nadd r0.y, r2.x, -r1.y\nmad r0.z, r1.x, r1.x, -r1.y\nmov r0.w, r1.z",
     ONE4(0)},
    {"A30", UP2, "def c31, 0.5, 16777216, 1, 0\nlrp r0, c31.x, c31.y, -c31.z", ONE4(8388607)},
    {"A30", UP2, "def c31, 1, 1, 1e8, 0\nlrp r0, c31.x, c31.y, c31.z", ONE4(0)},
    {"A31",
     ALL,
     "def c31, 1, 1, 1e8, -1e8\ndef c10, 1, 1, 1, 1\ndp4 r0.x, c31, c10\ndp4 r0.y, c31.wzyx, c10\n"
     "dp3 r0.z, c31.zwyx, c10\ndp3 r0.w, c31.yzwx, c10",
     {0, 2, 1, 0}},
    {"A31", ALL, "def c31, 0x3f800800, 0x3f801000, -1, 0\nmov r1, c31\ndp3 r0, r1.xyzz, r1.xzww", ONE4(0)},
    {"A32",
     UP2,
     "setp_ne p0.x, %2.z, c1.x\nsetp_eq p0.y, %2.z, c1.x\nsetp_ge p0.z, %2.z, c1.x\n"
     "setp_le p0.w, %2.z, c1.x\n(p0) mov r0, c1",
     {1, 9, 9, 9}},
    {"A33", VERTEX, "sge r0.xy, %2.z, c1\nslt r0.zw, c1, %2.z", ONE4(0)},
    {"A33", PIXEL, "cmp r0, %2.z, c1, c2", {2, 2.25f, 2.5f, 2.75f}},
    {"A33",
     ALL,
     "min r0.x, %2.z, c1\nmin r0.y, c1, %2.z\nmax r0.z, %2.z, c1\nmax r0.w, c1, %2.z",
     {1, 1.25f, 1.5f, 1.75f}},
    {"A35", VERTEX2, "sgn r0, %4, r5, r6", {1, -1, 1, 1}},
    {"A35", VERTEX2, "mov r5, c1\nmov r6, -c2\nsgn r0, %5, r5, r6", {-1, 1, 1, 0}},
    {"A36", SM3, "def c31, 5, 5, 0, 5\nmov r0, c31\nsincos r0.xy, r0.z", {1, 0, 0, 5}},
    {"A36", V2 | P2, "def c31, 5, 5, 5, 0\nmov r0, c31\nsincos r0.y, r0.w, c5, c6", {5, 0, 5, 0}},
    {"A39", PIXEL, "dsx r0.xz, %0\ndsy r0.y, %0", {0, 0, 0, 9}},
    {"A39", P3, "dsx_pp r0, %0", ONE4(0)},
    {"A40", PIXEL, "def c31, 1e8, -1e8, 1, 2\ndef c10, 1, 1, 0, 0\ndp2add r0, c31, c10, c31.z", ONE4(1)},
    {"A40", PIXEL, "def c31, 1, 1e8, -1e8, 2\ndef c10, 1, 1, 0, 0\ndp2add r0, c31, c10, c31.z", ONE4(0)},
    {"A40", PIXEL, "dp2add r0, %4, %5, c3.w", ONE4(-2 - 0.75f + 3.75f)},

    /* ---- B: address register, constants, flow control ---- */
    {"B01",
     V1,
     "def c31, 0.9, 1.5, 2.999, -0.1\nmov a0.x, c31.x\nmov r0.x, c[a0.x].x\nmov a0.x, c31.y\n"
     "mov r0.y, c[a0.x].x\nmov a0.x, c31.z\nmov r0.z, c[a0.x].x\nmov a0.x, c31.w\nmov r0.w, c[a0.x + 5].x",
     {0, 1, 2, 4}},
    {"B02",
     VERTEX2,
     "def c31, 0.9, 1.4, 2.999, -0.6\nmova a0, c31\nmov r0.x, c[a0.x].x\nmov r0.y, c[a0.y].x\n"
     "mov r0.z, c[a0.z].x\nmov r0.w, c[a0.w + 5].x",
     {1, 1, 3, 4}},
    {"B03",
     VERTEX2,
     "def c31, 0.5, 1.5, 2.5, 3.5\nmova a0, c31\nmov r0.x, c[a0.x].x\nmov r0.y, c[a0.y].x\n"
     "mov r0.z, c[a0.z].x\nmov r0.w, c[a0.w].x",
     {0, 2, 2, 4}},
    {"B04",
     V1,
     "def c31, 1.6, -1.6, 2.4, -2.4\nmov a0.x, c31.x\nmov r0.x, c[a0.x].x\nmov a0.x, c31.y\n"
     "mov r0.y, c[a0.x + 5].x\nmov a0.x, c31.z\nmov r0.z, c[a0.x].x\nmov a0.x, c31.w\n"
     "mov r0.w, c[a0.x + 5].x",
     {1, 3, 2, 2}},
    {"B05",
     V1,
     "def c31, 0.9999, 0x3f7fffff, 1, 0xb3000000\nmov a0.x, c31.x\nmov r0.x, c[a0.x].x\nmov a0.x, c31.y\n"
     "mov r0.y, c[a0.x].x\nmov a0.x, c31.z\nmov r0.z, c[a0.x].x\nmov a0.x, c31.w\nmov r0.w, c[a0.x + 5].x",
     {0, 0, 1, 4}},
    {"B07",
     VERTEX2,
     "def c31, 1, 2, 3, 4\nmova a0, c31\nmov r0.x, c[a0.w].x\nmov r0.y, c[a0.z].x\nmov r0.z, c[a0.y].x\n"
     "mov r0.w, c[a0.x].x",
     {4, 3, 2, 1}},
    {"B08", VERTEX2,
     "def c31, 256, -1, 2e9, -3e9\nmova a0, c31\nmov r0.x, c[a0.x]\nmov r0.y, c[a0.y]\n"
     "mov r0.z, c[a0.z + 3]\nmov r0.w, c[a0.w + 3]",
     ONE4(0)},
    {"B08", V1,
     "def c31, 1e30, -1, 0x7f800000, 0\nmov a0.x, c31.x\nmov r0.x, c[a0.x + 3]\nmov a0.x, c31.y\n"
     "mov r0.y, c[a0.x]\nmov a0.x, c31.z\nmov r0.z, c[a0.x + 3]\nmov r0.w, c31.w",
     ONE4(0)},
    {"B09", VERTEX2, "defi i6, 3, 255, 1, 0\nmov r0, c0.x\nloop aL, i6\nadd r0, r0, c[aL + 2]\nendloop", ONE4(0)},
    {"B09", V3, "defi i6, 3, -5, 1, 0\nmov r0, c0.x\nloop aL, i6\nadd r0, r0, v[aL]\nendloop", ONE4(0)},
    {"B10", V3, "mov r0, c300", ONE4(0)},
    {"B11",
     VERTEX2,
     "def c4, 40, 41, 42, 43\ndef c6, 60, 61, 62, 63\nmova a0, c4.x\ndef c31, 3, 4, 5, 6\nmova a0, c31\n"
     "mov r0.x, c[a0.x].x\nmov r0.y, c[a0.y].x\nmov r0.z, c[a0.z].x\nmov r0.w, c[a0.w].x",
     {3, 40, 5, 60}},
    {"B12",
     ALL,
     "def c6, 100, 0, 0, 0\nmov r1, c1\nm4x3 r0.xyz, r1, c5",
     {5 + 1.25f * 5.25f + 1.5f * 5.5f + 1.75f * 5.75f, 100, 7 + 1.25f * 7.25f + 1.5f * 7.5f + 1.75f * 7.75f, 9}},
    {"B13", ALL, "def c5, -1, -2, -3, -4\nmov r0, c5", {-1, -2, -3, -4}},
    {"B14", V1, "def c31, 18, 0, 0, 0\nmov a0.x, c31.x\nmov r0, c[a0.x + 1]", {19, 19.25f, 19.5f, 19.75f}},
    {"B15",
     VERTEX2,
     "def c9, 90, 91, 92, 93\ndef c31, 9, 0, 0, 0\nmova a0.x, c31.x\nmov r0, c[a0.x]",
     {90, 91, 92, 93}},
    {"B16",
     RAW,
     "vs_2_0\ndcl_position v0\ndef c31, 7, 0, 0, 0\ndefi i6, 2, 0, 1, 0\nmova a0.x, c31.x\nmov r0, c0\n"
     "call l0\nmov oPos, r0\nret\nlabel l0\nrep i6\nadd r0, r0, c[a0.x]\nendrep\nret",
     {14, 14.75f, 15.5f, 16.25f}},
    {"B18", P3, "defi i6, 2, 4, 2, 0\nmov r0, c0.x\nloop aL, i6\nadd r0, r0, v[aL]\nendloop", {3, -2, 1.5f, 3}},
    {"B19", RAW, "ps_1_1\nmov r0, c3", ONE4(1)},
    {"B19", RAW, "ps_1_4\nmov r0, c3", ONE4(1)},
    {"B19", RAW, "ps_1_3\ndef c3, 2, -2, 0.5, -1\nmov r0, c3", {1, -1, 0.5f, -1}},
    {"B19", P2, "mov r0, c3", {3, 3.25f, 3.5f, 3.75f}},
    {"B21",
     UP2,
     "if b0\nmov r0.x, c1\nendif\nif b1\nmov r0.y, c1\nendif\nif b2\nmov r0.z, c1\nendif\nif b3\n"
     "mov r0.w, c1\nendif",
     {9, 1.25f, 1.5f, 1.75f}},
    {"B21",
     RAW,
     "vs_2_0\ndcl_position v0\nmov r0, c2\ncallnz l0, b2\ncallnz l1, b0\nmov oPos, r0\nret\nlabel l0\n"
     "mov r0.x, c1\nret\nlabel l1\nmov r0.y, c1\nret",
     {1, 2.25f, 2.5f, 2.75f}},
    {"B22",
     UP2,
     "if !b0\nmov r0.x, c1\nelse\nmov r0.y, c1\nendif\nif !b2\nmov r0.z, c1\nelse\nmov r0.w, c1\nendif",
     {1, 9, 9, 1.75f}},
    {"B24",
     VERTEX2,
     "defi i6, 2, 10, -3, 0\nmov r0, c0\nloop aL, i6\nadd r0, r0, c[aL + 1]\nendloop",
     {19, 19.75f, 20.5f, 21.25f},
     NULL,
     NULL,
     NULL,
     NULL},
    {"B25",
     VERTEX2,
     "loop aL, i5\nadd r0.x, r0.x, c1\nendloop\nrep i0\nadd r0.y, r0.y, c1\nendrep\nloop aL, i2\n"
     "add r0.z, r0.z, c1\nendloop",
     {11, 9 + 3 * 1.25f, 9, 9}},
    {"B26",
     VERTEX2,
     "mov r0, c0.x\nloop aL, i0\nloop aL, i1\nadd r0.x, r0.x, c[aL].x\nendloop\n"
     "add r0.y, r0.y, c[aL].x\nrep i1\nadd r0.z, r0.z, c[aL].x\nendrep\nendloop\nmov r0.w, c1",
     {3, 10 + 7 + 4, 2 * (10 + 7 + 4), 1.75f}},
    {"B28",
     UP2,
     "rep i0\nadd r0.x, r0.x, c1\nif_gt r0.x, %0.x\nbreak\nendif\nadd r0.y, r0.y, c1\nendrep\n"
     "add r0.z, r0.z, c1",
     {10, 9, 10.5f, 9}},
    {"B29",
     RAW,
     "vs_3_0\ndcl_position v0\ndcl_position o0\nmov r0, c1\ncall l0\nmov o0, r0\nret\nlabel l0\ncall l1\n"
     "add r0, r0, r0\nret\nlabel l1\ncall l2\nadd r0, r0, r0\nret\nlabel l2\ncall l3\nadd r0, r0, r0\nret\n"
     "label l3\nadd r0, r0, r0\nret",
     {16, 20, 24, 28}},
    {"B30", RAW, "vs_2_0\ndcl_position v0\nmov oPos, c1\nret", {1, 1.25f, 1.5f, 1.75f}},
    {"B32", UP2, "def c31, 1, 0, 1, 0\nsetp_gt p0, c31, c0.x\n(p0) mov r0, c1", {1, 9, 1.5f, 9}},
    {"B32", UP2, "def c31, 1, 0, 1, 0\nsetp_gt p0, c31, c0.x\n(!p0) mov r0, c1", {9, 1.25f, 9, 1.75f}},
    {"B32", UP2, "def c31, 1, 0, 1, 0\nsetp_gt p0, c31, c0.x\n(!p0) mov r0.yz, c1", {9, 1.25f, 9, 9}},
    {"B33",
     VERTEX2,
     "def c31, 1, 0, 3, 4\nmova a0, c31\nsetp_gt p0, c31, c0.x\n(p0) mova a0, c7\n"
     "mov r0.x, c[a0.x].x\nmov r0.y, c[a0.y].x",
     {7, 0, 9, 9}},
    {"B34",
     UP2,
     "def c31, 1, 0, 1, 0\nsetp_gt p0, c31, c0.x\nif p0.x\nmov r0.x, c1\nendif\nif p0.y\nmov r0.y, c1\n"
     "endif\nif !p0.w\nmov r0.w, c1\nendif\nrep i0\nadd r0.z, r0.z, c1\nbreakp p0.z\nendrep",
     {1, 9, 10.5f, 1.75f}},
    {"B34", UP2, "def c31, 1, 0, 1, 0\nsetp_gt p0, c31, c0.x\nrep i0\nbreakp !p0.w\nadd r0.z, r0.z, c1\nendrep",
     ONE4(9)},
    {"B34",
     RAW,
     "vs_2_x\ndcl_position v0\ndef c31, 1, 0, 1, 0\nmov r0, c2\nsetp_gt p0, c31, c0.x\ncallnz l0, !p0.z\n"
     "callnz l1, p0.x\nmov oPos, r0\nret\nlabel l0\nmov r0.x, c1\nret\nlabel l1\nmov r0.y, c1\nret",
     {2, 1.25f, 2.5f, 2.75f}},
    {"B35",
     UP2,
     "def c31, 1, 0, 1, 0\nsetp_gt p0, c31, c0.x\nsetp_lt p0.x, c31, c0.x\n(p0.z) mov r0.xy, c1\n"
     "(p0.x) mov r0.zw, c1\n(!p0.x) mov r0.w, c1",
     {1, 1.25f, 9, 1.75f}},
    {"B36", UP2, "rep i0\nadd r0.x, r0.x, c1\nbreak\nadd r0.y, r0.y, c1\nendrep", {10, 9, 9, 9}},
    {"B37", RAW, "vs_3_0\ndcl_position v0\ndcl_position o0\nmov r31, c1\nmov o0, r31", {1, 1.25f, 1.5f, 1.75f}},
};

/* ---- what is not one program with one result ---- */

/* The words of a program, as its file has them. */
static uint32_t *words_of(const char *text, size_t *count)
{
    s9_program *program = rows_assemble(text);
    s9_blob blob = {0};
    assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
    uint32_t *words = malloc(blob.size + 4);
    assert_non_null(words);
    memcpy(words, blob.data, blob.size);
    *count = blob.size / 4;
    s9_blob_free(&blob);
    s9_program_destroy(program);
    return words;
}

static void def_bits(void)
{
    size_t count;
    uint32_t *words = words_of("ps_2_0\ndef c0, 0x7fc00000, 0xff800000, 0x7f800000, 0x7f800001\nmov oC0, c0\n", &count);
    uint32_t want[4] = {0x7FC00000u, 0xFF800000u, 0x7F800000u, 0x7F800001u};
    assert_true(count > 7);
    little_words(want, S9_COUNT(want));
    assert_memory_equal(words + 3, want, sizeof want);
    s9_program *program;
    s9_blob text = {0};
    assert_int_equal(s9_decode(words, count * 4, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_disassemble(program, NULL, NULL, &text), S9_OK);
    size_t again;
    char *copy = calloc(1, text.size + 1);
    assert_non_null(copy);
    memcpy(copy, text.data, text.size);
    uint32_t *back = words_of(copy, &again);
    assert_int_equal(again, count);
    assert_memory_equal(back, words, count * 4);
    free(back);
    free(copy);
    free(words);
    s9_blob_free(&text);
    s9_program_destroy(program);
}

static void fog(void)
{
    rows_elsewhere("tests/unit/test_numerics.c", "NaN fog is none");
    rows_elsewhere("tests/unit/test_draw_pixels.c", "test_fog");
}
static void sincos_operands(void)
{
    rows_judge("vs_2_0\ndcl_position v0\nsincos r0.xy, c0.x\nmov oPos, r0\n", NULL, "", S9_ERROR);
    rows_judge("ps_2_0\nsincos r0.xy, c0.x\nmov oC0, r0\n", NULL, "", S9_ERROR);
    rows_legal("vs_2_0\ndcl_position v0\nmov r1, v0\nsincos r0.xy, r1.x, c1, c2\nmov oPos, r0.xyxy\n");
    rows_legal("vs_3_0\ndcl_position v0\ndcl_position o0\nsincos r0.xy, v0.x\nmov o0, r0.xyxy\n");
    rows_judge("vs_3_0\ndcl_position v0\ndcl_position o0\nsincos r0.xy, v0.x, c1, c2\nmov o0, r0.xyxy\n", NULL, "",
               S9_ERROR);
}

/* The same bits as the C library's sine in double precision, rounded, for angles large and small, _pp or not. */
static void large_angles(void)
{
    static const float angles[] = {1e22f, 3.4e38f, -1e10f, 123456.78f, 3.14159274f, -0.5f, 1e-30f, 16777216.0f};
    static rows_result result;
    for (int partial = 0; partial < 2; partial++) {
        s9_program *program = rows_assemble(partial ? "ps_3_0\ndcl_texcoord v0\nsincos_pp r0.xy, v0.x\nmov oC0, r0\n"
                                                    : "ps_3_0\ndcl_texcoord v0\nsincos r0.xy, v0.x\nmov oC0, r0\n");
        s9_shader *shader;
        assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, NULL), S9_OK);
        for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
            float angle = angles[i];
#ifdef _WIN32 /* whose library takes large angles modulo a pi of 66 bits */
            if (fabsf(angle) > 1e6f)
                continue;
#endif
            s9_lane_array input = {&angle, 0, 4, 1, NULL}, output = {result.out[0], 16, 4, 4, NULL};
            s9_run_args args = {.struct_size = sizeof args, .lanes = 2, .inputs = &input, .outputs = &output};
            assert_int_equal(s9_shader_run(shader, &args), S9_OK);
            assert_true(result.out[0][1][0] == (float)cos((double)angle));
            assert_true(result.out[0][1][1] == (float)sin((double)angle));
        }
        s9_shader_destroy(shader);
        s9_program_destroy(program);
    }
}

static void derivatives(void)
{
    rows_elsewhere("tests/unit/test_exec.c", "test_quads");
}
static void hosts(void)
{
    rows_elsewhere("tests/vm_run.h", "FE_UPWARD");
    rows_elsewhere("tests/unit/test_math.c", "level");
}

/* vs_1_1: no token for a0.x; from 2_0 one. */
static void relative_tokens(void)
{
    size_t count;
    uint32_t *words = words_of("vs_1_1\nmov a0.x, c0.x\nmov r0, c[a0.x + 2]\n", &count);
    assert_int_equal(count, 8);
    little_words(words, count);
    assert_int_equal(words[6] & 0x27FFu, 0x2002u); /* relative, number 2 */
    free(words);
    words = words_of("vs_2_0\nmova a0.x, c0.x\nmov r0, c[a0.x + 2]\n", &count);
    assert_int_equal(count, 9);
    little_words(words, count);
    assert_int_equal(words[4] >> 24, 3);
    free(words);
}

static void out_of_range(void)
{
    rows_judge("vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, c300\n", "hardware", "", S9_ERROR);
    rows_judge("vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, c9000\n", "software", "", S9_ERROR);
}
static void table_defaults(void)
{
    rows_elsewhere("tests/cli/run.sh", "--table-defaults");
}

static void relative_rules(void)
{
    rows_legal("vs_1_1\ndcl_position v0\nmov a0.x, v0.x\nmov oPos, c[a0.x + 2]\n");
    rows_legal("vs_3_0\ndcl_position v0\ndcl_normal v1\ndcl_position o0\ndcl_texcoord o1\nmova a0.x, v0.x\n"
               "mov o0, v[a0.x]\nmov o1, v1\n");
    rows_legal("ps_3_0\ndcl_texcoord0 v0\ndcl_texcoord1 v1\ndefi i0, 2, 0, 1, 0\nmov r0, c0\nloop aL, i0\n"
               "add r0, r0, v[aL]\nendloop\nmov oC0, r0\n");
    rows_judge("ps_2_0\ndcl t0\nmov r0, c[a0.x]\nmov oC0, r0\n", NULL, "", S9_ERROR);
    rows_judge("ps_3_0\ndcl_texcoord0 v0\ndefi i0, 2, 0, 1, 0\nmov r0, v0\nloop aL, i0\nadd r0, r0, c[aL]\nendloop\n"
               "mov oC0, r0\n",
               NULL, "", S9_ERROR);
    rows_judge("vs_2_0\ndcl_position v0\nmova a0.x, v0.x\nmov oPos, v[a0.x]\n", NULL, "", S9_ERROR);
}

static void limits(void)
{
    static const struct {
        const char *head, *tail;
        const char *legal, *refused, *preset;
    } counts[] = {
        {"vs_1_1\ndcl_position v0\nmov oPos, ", "", "c255", "c256", "hardware"},
        {"vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, ", "", "c255", "c256", "hardware"},
        {"vs_3_sw\ndcl_position v0\ndcl_position o0\nmov o0, ", "", "c8191", "c8192", "software"},
        {"vs_3_0\ndcl_position v0\ndcl_position o0\nmov r0, v0\nif ", "\nmov r0, c0\nendif\nmov o0, r0", "b15", "b16",
         "hardware"},
        {"vs_3_0\ndcl_position v0\ndcl_position o0\nmov r0, v0\nrep ", "\nmov r0, c0\nendrep\nmov o0, r0", "i15", "i16",
         "hardware"},
        {"ps_1_1\nmov r0, ", "", "c7", "c8", "hardware"},
        {"ps_2_0\nmov r0, ", "\nmov oC0, r0", "c31", "c32", "hardware"},
        {"ps_3_0\nmov oC0, ", "", "c223", "c224", "hardware"},
        {"ps_2_x\nmov r0, c0\nif ", "\nmov r0, c1\nendif\nmov oC0, r0", "b15", "b16", "generous"},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s%s%s\n", counts[i].head, counts[i].legal, counts[i].tail);
        rows_judge(text, counts[i].preset, NULL, 0);
        snprintf(text, sizeof text, "%s%s%s\n", counts[i].head, counts[i].refused, counts[i].tail);
        rows_judge(text, counts[i].preset, "", S9_ERROR);
    }
    rows_judge("ps_2_0\nmov r0, c0\nif b0\nmov r0, c1\nendif\nmov oC0, r0\n", "hardware", "", S9_ERROR);
    rows_judge("ps_2_0\nmov r0, c0\nrep i0\nmov r0, c1\nendrep\nmov oC0, r0\n", "hardware", "", S9_ERROR);
}

/* One prepared shader, other integers and booleans at every run. */
static void every_run(void)
{
    s9_program *program = rows_assemble("vs_3_0\ndcl_position v0\ndcl_position o0\nmov r0, c0\nrep i0\nadd r0, r0, c1\n"
                                        "endrep\nif b0\nadd r0, r0, c2\nendif\nmov o0, r0\n");
    bool more = true;
    const float f[3][4] = {{0, 0, 0, 0}, {1, 1, 1, 1}, {100, 100, 100, 100}};
    for (int engine = 0; more; engine++) {
        s9_shader_options options = {.struct_size = sizeof options};
        s9_shader *shader = rows_engine(program, &options, engine, &more);
        for (uint32_t run = 0; run < 6 && shader != NULL; run++) {
            int32_t i[1][4] = {{(int32_t)run * 3, 0, 0, 0}};
            uint32_t b[1] = {run % 2 * 0x80000000u};
            float out[3][4];
            s9_lane_array input = {0}, output = {out, 16, 4, 4, NULL};
            s9_run_args args = {.struct_size = sizeof args,
                                .lanes = 3,
                                .constants = {f, 3, (const int32_t(*)[4])i, 1, b, 1},
                                .inputs = &input,
                                .outputs = &output};
            assert_int_equal(s9_shader_run(shader, &args), S9_OK);
            assert_true(out[2][3] == (float)(run * 3 + run % 2 * 100));
        }
        s9_shader_destroy(shader);
    }
    s9_program_destroy(program);
}

/* In the address token and in text. */
static void loop_counter(void)
{
    static const char text[] = "vs_2_0\ndcl_position v0\ndefi i0, 2, 0, 1, 0\nmov r0, v0\nloop aL, i0\n"
                               "add r0, r0, c[aL + 3]\nendloop\nmov oPos, r0\n";
    s9_program *program = rows_assemble(text);
    s9_blob out = {0};
    assert_int_equal(s9_disassemble(program, NULL, NULL, &out), S9_OK);
    char *copy = calloc(1, out.size + 1);
    assert_non_null(copy);
    memcpy(copy, out.data, out.size);
    assert_non_null(strstr(copy, "aL"));
    assert_null(strstr(copy, "aL."));
    free(copy);
    s9_blob_free(&out);
    s9_program_destroy(program);
    rows_legal(text);
}
static void lanes(void)
{
    rows_elsewhere("tests/unit/test_vm.c", "test_divergence");
    rows_elsewhere("tests/unit/test_exec.c", "test_dynamic_flow");
}

#define CALL(n, m) "label l" #n "\ncall l" #m "\nret\n"

static void call_depth(void)
{
    rows_legal("vs_2_0\ndcl_position v0\ncall l0\nmov oPos, v0\nret\nlabel l0\nmov r0, c0\nret\n");
    rows_judge("vs_2_0\ndcl_position v0\ncall l0\nmov oPos, v0\nret\n" CALL(0, 1) "label l1\nmov r0, c0\nret\n", NULL,
               "", S9_ERROR);
    rows_legal("vs_3_0\ndcl_position v0\ndcl_position o0\ncall l0\nmov o0, v0\nret\n" CALL(0, 1) CALL(1, 2)
                   CALL(2, 3) "label l3\nmov r0, c0\nret\n");
    rows_judge("vs_3_0\ndcl_position v0\ndcl_position o0\ncall l0\nmov o0, v0\nret\n" CALL(0, 1) CALL(1, 2) CALL(2, 3)
                   CALL(3, 4) "label l4\nmov r0, c0\nret\n",
               NULL, "", S9_ERROR);
    rows_legal("vs_2_0\ndcl_position v0\nmov oPos, v0\nret\n");
}
static void unknown_label(void)
{
    static const char text[] = "vs_2_0\ndcl_position v0\ncall l3\nmov oPos, v0\nret\n";
    rows_judge(text, NULL, "", S9_ERROR);
    s9_program *program = rows_assemble(text);
    s9_shader *shader = NULL;
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    if (s9_shader_create(program, NULL, NULL, &shader, list) != S9_OK)
        assert_true(s9_diagnostics_errors(list) > 0);
    s9_shader_destroy(shader);
    s9_diagnostics_destroy(list);
    s9_program_destroy(program);
}
static void predicates_as_sources(void)
{
    rows_legal("vs_2_x\ndcl_position v0\nmov r0, v0\nsetp_gt p0, v0, c0\nif p0.x\nmov r0, c1\nendif\ncallnz l0, !p0.z\n"
               "rep i0\nbreakp p0.w\nadd r0, r0, c1\nendrep\nmov oPos, r0\nret\nlabel l0\nmov r0, c2\nret\n");
}
static void behind_break(void)
{
    rows_legal(
        "vs_3_0\ndcl_position v0\ndcl_position o0\nmov r0, v0\nrep i0\nbreak\nadd r0, r0, c1\nendrep\nmov o0, r0\n");
}

/* mov r40, c1 / mov o0, r40 of vs_3_0 in words: r40 decodes, prints, assembles back and runs; the validator refuses it.
 */
static void far_registers(void)
{
    uint32_t words[] = {0xFFFE0300u, 0x0200001Fu, 0x80000000u, 0xE00F0000u, 0x02000001u, 0x800F0028u,
                        0xA0E40001u, 0x02000001u, 0xE00F0000u, 0x80E40028u, 0x0000FFFFu};
    s9_program *program;
    s9_blob text = {0};
    size_t count;
    little_words(words, S9_COUNT(words));
    assert_int_equal(s9_decode(words, sizeof words, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_disassemble(program, NULL, NULL, &text), S9_OK);
    char *copy = calloc(1, text.size + 1);
    assert_non_null(copy);
    memcpy(copy, text.data, text.size);
    uint32_t *back = words_of(copy, &count);
    assert_int_equal(count * 4, sizeof words);
    assert_memory_equal(back, words, sizeof words);
    rows_judge(copy, NULL, "", S9_ERROR);
    static rows_result result;
    const rows_case c = {.row = "B37"};
    s9_shader *shader;
    assert_int_equal(s9_shader_create(program, NULL, NULL, &shader, NULL), S9_OK);
    rows_run_shader(shader, &c, true, &result);
    assert_true(result.out[0][0][0] == 1 && result.out[0][0][3] == 1.75f);
    s9_shader_destroy(shader);
    free(back);
    free(copy);
    s9_blob_free(&text);
    s9_program_destroy(program);
}
static void divergent_derivatives(void)
{
    rows_refused(
        "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\nmov r0, v0\nmov r1, v0\nif_gt r0.x, r0.y\ntexld r1, r0, s0\nendif\n"
        "mov oC0, r1\n",
        "V317");
    rows_refused("ps_3_0\ndcl_texcoord v0\nmov r0, v0\nmov r1, v0\nif_gt r0.x, r0.y\ndsx r1, r0\nendif\nmov oC0, r1\n",
                 "V318");
    rows_elsewhere("tests/unit/test_vm.c", "test_derivatives");
}
static void translated_constants(void)
{
    rows_shown("A10");
}
static void translated_opcodes(void)
{
    rows_shown("A26");
}

static const rows_check checks[] = {
    {"A10", translated_constants},
    {"A12", def_bits},
    {"A26", translated_opcodes},
    {"A34", fog},
    {"A37", sincos_operands},
    {"A38", large_angles},
    {"A39", derivatives},
    {"A41", hosts},
    {"A42", fog},
    {"B06", relative_tokens},
    {"B10", out_of_range},
    {"B15", table_defaults},
    {"B17", relative_rules},
    {"B20", limits},
    {"B23", every_run},
    {"B27", loop_counter},
    {"B28", lanes},
    {"B29", call_depth},
    {"B31", unknown_label},
    {"B34", predicates_as_sources},
    {"B36", behind_break},
    {"B37", far_registers},
    {"B38", divergent_derivatives},
};

static void test_complete(void **state)
{
    (void)state;
    rows_complete("spec/pitfalls.md", "AB");
}

int main(void)
{
    rows_cases = cases;
    rows_case_count = sizeof cases / sizeof *cases;
    rows_checks = checks;
    rows_check_count = sizeof checks / sizeof *checks;
    return rows_main("pitfalls", test_complete);
}
