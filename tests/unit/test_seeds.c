/* SPDX-License-Identifier: MIT */
/*
 * Four pages of the assembly reference, sentence by sentence: the DCL token (dcl-instruction), output declarations
 * (dcl_usage of vertex shaders), the registers of vs_2_x and those of vs_3_0. What a sentence forbids is refused with a
 * message of its own; what it grants passes.
 */
#include "base/base.h"
#include "files.h"
#include "little.h"

#include <shader9/check.h>

typedef struct sentence {
    const char *says;
    const char *code; /* NULL: the program is legal */
    const char *text;
    const char *caps; /* preset, or NULL */
} sentence;

#define OUT "vs_3_0\n dcl_position v0\n dcl_position o0\n"
#define END " mov o0, v0\n"

static const sentence dcl_token[] = {
    {"sampler: bits 26 to 0 are reserved and 0", "V016", "ps_3_0\n .raw 0x0200001F, 0x90000001, 0xA00F0800\n", NULL},
    {"sampler: bits 30 to 27 are the texture type, 2D, cube and so on", NULL,
     "ps_3_0\n .raw 0x0200001F, 0x90000000, 0xA00F0800\n .raw 0x0200001F, 0x98000000, 0xA00F0801\n"
     " .raw 0x0200001F, 0xA0000000, 0xA00F0802\n",
     NULL},
    {"sampler: there are no other types", "V070", "ps_3_0\n .raw 0x0200001F, 0xA8000000, 0xA00F0800\n", NULL},
    {"sampler: bit 31 is 1", "V016", "ps_3_0\n .raw 0x0200001F, 0x10000000, 0xA00F0800\n", NULL},
    {"sampler: the destination is a number of the sampler file", "V071",
     "ps_3_0\n .raw 0x0200001F, 0x90000000, 0xA00F0810\n", NULL},
    {"sampler: it has no other field", "V171", "ps_3_0\n .raw 0x0200001F, 0x90000000, 0xA0030800\n", NULL},
    {"pixel input or texture: bits 30 to 0 are reserved and 0", "V016",
     "ps_2_0\n .raw 0x0200001F, 0x80000100, 0xB00F0000\n mov oC0, c0\n", NULL},
    {"pixel input or texture: bit 31 is 1", "V016", "ps_2_0\n .raw 0x0200001F, 0x00000000, 0xB00F0000\n mov oC0, c0\n",
     NULL},
    {"pixel input or texture: the destination is one of these", NULL,
     "ps_2_0\n .raw 0x0200001F, 0x80000000, 0xB00F0007\n .raw 0x0200001F, 0x80000000, 0x900F0001\n mov oC0, c0\n",
     NULL},
    {"pixel input or texture: no other register is declared so", "V053",
     "ps_2_0\n .raw 0x0200001F, 0x80000000, 0x800F0000\n mov oC0, c0\n", NULL},
    {"pixel input or texture: the write mask names the declared components", "V060",
     "ps_2_0\n dcl t0.xy\n mov r0, t0.z\n mov oC0, r0\n", NULL},
    {"vertex input: bits 4 to 0 are the usage", "V029",
     "vs_2_0\n .raw 0x0200001F, 0x8000001F, 0x900F0000\n mov oPos, c0\n", NULL},
    {"vertex input: bits 15 to 5 are reserved and 0", "V016",
     "vs_2_0\n .raw 0x0200001F, 0x80008005, 0x900F0000\n mov oPos, c0\n", NULL},
    {"vertex input: bits 19 to 16 are the usage index", NULL,
     "vs_2_0\n .raw 0x0200001F, 0x800F0005, 0x900F0000\n mov oPos, c0\n", NULL},
    {"vertex input: bits 30 to 20 are reserved and 0", "V016",
     "vs_2_0\n .raw 0x0200001F, 0x80100005, 0x900F0000\n mov oPos, c0\n", NULL},
    {"vertex input: bit 31 is 1", "V016", "vs_2_0\n .raw 0x0200001F, 0x00000005, 0x900F0000\n mov oPos, c0\n", NULL},
    {"vertex input: the destination is an input", "V053",
     "vs_2_0\n .raw 0x0200001F, 0x80000005, 0x800F0000\n mov oPos, c0\n", NULL},
    {"vertex input: the write mask names the declared components", "V033",
     "vs_2_0\n dcl_texcoord v0.xy\n mov oPos, v0.z\n", NULL},
    /* The page knows texcoord 0 to 7 and color 0; Windows links every usage and index. */
    {"texture of ps_3_0: bits 4 to 0 are the usage, texcoord or color", NULL,
     "ps_3_0\n .raw 0x0200001F, 0x80070005, 0x900F0000\n .raw 0x0200001F, 0x8000000A, 0x900F0001\n mov oC0, v0\n",
     NULL},
    {"texture of ps_3_0: others than the page names", NULL,
     "ps_3_0\n .raw 0x0200001F, 0x800F0005, 0x900F0000\n .raw 0x0200001F, 0x8001000A, 0x900F0001\n dcl_tangent v2\n"
     " mov oC0, v0\n",
     NULL},
    {"texture of ps_3_0: there are no other usages", "V029", "ps_3_0\n .raw 0x0200001F, 0x8000001F, 0x900F0000\n",
     NULL},
    {"texture of ps_3_0: bits 15 to 5 are reserved and 0", "V016", "ps_3_0\n .raw 0x0200001F, 0x80000025, 0x900F0000\n",
     NULL},
    {"texture of ps_3_0: bits 30 to 20 are reserved and 0", "V016",
     "ps_3_0\n .raw 0x0200001F, 0xC0000005, 0x900F0000\n", NULL},
    {"texture of ps_3_0: bit 31 is 1", "V016", "ps_3_0\n .raw 0x0200001F, 0x00000005, 0x900F0000\n", NULL},
    {"texture of ps_3_0: the write mask names the declared components", "V060",
     "ps_3_0\n dcl_texcoord v0.xy\n mov oC0, v0.z\n", NULL},
    {"face: the write mask is full", "V063", "ps_3_0\n .raw 0x0200001F, 0x80000000, 0x90011001\n", NULL},
    {"face: the result modifier is 0", "V063", "ps_3_0\n .raw 0x0200001F, 0x80000000, 0x901F1001\n", NULL},
    {"face: the shift is 0", "V063", "ps_3_0\n .raw 0x0200001F, 0x80000000, 0x910F1001\n", NULL},
    {"face: bits 30 to 0 are reserved and 0", "V016", "ps_3_0\n .raw 0x0200001F, 0x80000005, 0x900F1001\n", NULL},
    {"face: bit 31 is 1", "V016", "ps_3_0\n .raw 0x0200001F, 0x00000000, 0x900F1001\n", NULL},
    {"face: the destination is the face register", "V017", "ps_3_0\n .raw 0x0200001F, 0x80000000, 0x900F1002\n", NULL},
    {"position: bits 30 to 0 are reserved and 0", "V016", "ps_3_0\n .raw 0x0200001F, 0x80010000, 0x90031000\n", NULL},
    {"position: bit 31 is 1", "V016", "ps_3_0\n .raw 0x0200001F, 0x00000000, 0x90031000\n", NULL},
    {"position: the write mask names the declared components", NULL,
     "ps_3_0\n .raw 0x0200001F, 0x80000000, 0x90031000\n mov oC0, vPos.y\n", NULL},
    {"position: what is not declared is not read", "V062", "ps_3_0\n dcl vPos.x\n mov oC0, vPos.y\n", NULL},
    {"output: bits 4 to 0 are the usage", "V029", OUT " .raw 0x0200001F, 0x8000001F, 0xE00F0001\n" END " mov o1, v0\n",
     NULL},
    {"output: bits 15 to 5 are reserved and 0", "V016",
     OUT " .raw 0x0200001F, 0x80008005, 0xE00F0001\n" END " mov o1, v0\n", NULL},
    {"output: bits 19 to 16 are the usage index", NULL,
     OUT " .raw 0x0200001F, 0x800F0005, 0xE00F0001\n" END " mov o1, v0\n", NULL},
    {"output: bits 30 to 20 are reserved and 0", "V016",
     OUT " .raw 0x0200001F, 0x80100005, 0xE00F0001\n" END " mov o1, v0\n", NULL},
    {"output: bit 31 is 1", "V016", OUT " .raw 0x0200001F, 0x00000005, 0xE00F0001\n" END " mov o1, v0\n", NULL},
    {"output: the destination is an output", "V053", OUT " .raw 0x0200001F, 0x80000005, 0x800F0001\n" END, NULL},
    {"output: the write mask defines which components are written", "V037",
     OUT " dcl_texcoord o1.xy\n" END " mov o1, v0\n", NULL},
    {"output: several declarations may use one register", NULL,
     OUT " dcl_texcoord o10.xy\n dcl_texcoord1 o10.zw\n" END " mov o10, v0\n", NULL},
    {"output: their masks differ", "V038", OUT " dcl_texcoord o10.xy\n dcl_texcoord1 o10.yz\n" END " mov o10.xyz, v0\n",
     NULL},
    {"the output declarations cover every register that is written", "V036", OUT END " mov o1, v0\n", NULL},
};

static const sentence output_declarations[] = {
    {"any ten registers have four components, one is the position, one may be the point size", NULL,
     OUT " dcl_texcoord0 o2\n dcl_texcoord1 o3\n dcl_texcoord2 o4\n dcl_texcoord3 o5\n dcl_texcoord4 o6\n "
         "dcl_texcoord5 o7\n"
         " dcl_texcoord6 o8\n dcl_texcoord7 o9\n dcl_color0 o10\n dcl_color1 o11\n dcl_psize o1\n" END
         " mov o1, v0.x\n mov o2, v0\n mov o3, v0\n mov o4, v0\n mov o5, v0\n mov o6, v0\n mov o7, v0\n mov o8, v0\n"
         " mov o9, v0\n mov o10, v0\n mov o11, v0\n",
     NULL},
    {"there are twelve output registers", "V043", OUT " .raw 0x0200001F, 0x80000005, 0xE00F000C\n" END, NULL},
    {"a usage name goes with an index", NULL, OUT " dcl_position3 o1\n" END " mov o1, v0\n", NULL},
    {"the usages are those of inputs", "V029", OUT " dcl_weight o1\n" END " mov o1, v0\n", NULL},
    {"the indices are those of inputs", "V030", OUT " dcl_texcoord16 o1\n" END " mov o1, v0\n", NULL},
    {"oPos and oPts are replaced by declared registers", "V084", OUT END " mov oPts, v0.x\n", NULL},
    {"outputs serve for whatever is interpolated", NULL,
     OUT " dcl_blendweight o1\n dcl_sample2 o2\n" END " mov o1, v0\n mov o2, v0\n", NULL},
    {"position and psize of index 0 alone mean more than a link", NULL,
     OUT " dcl_position1 o1.xy\n dcl_texcoord o1.zw\n" END " mov o1, v0\n", NULL},
    {"positiont is taken for the position", "V040", "vs_3_0\n dcl_positiont o0\n mov o0, c0\n", NULL},
    {"with flow control every declared output is taken as written", "V045",
     OUT " dcl_texcoord o1\n" END " if b0\n mov o1, v0\n else\n mov o1.xyz, v0\n endif\n", NULL},
    {"an output is declared as position", "V040", "vs_3_0\n dcl_texcoord o0\n mov o0, c0\n", NULL},
    {"what is declared and not written has no default", "V045",
     OUT " dcl_texcoord o1\n" END " if b0\n mov o1, v0\n endif\n", NULL},
    {"one register is declared several times, each time with a mask of its own", "V038",
     OUT " dcl_color4 o3.x\n dcl_texcoord3 o3.xy\n" END " mov o3.xy, v0\n", NULL},
    {"a usage is declared once: a vector has four components and does not cross a register", "V039",
     OUT " dcl_tangent o4.xyz\n dcl_tangent o5.x\n" END " mov o4.xyz, v0\n mov o5.x, v0\n", NULL},
    {"psize has no mask", "V042", OUT " dcl_psize o6.x\n" END " mov o6.x, v0\n", NULL},
    {"no other usage shares the register of psize", "V042", OUT " dcl_psize o6\n dcl_fog o6.y\n" END " mov o6, v0.x\n",
     NULL},
    {"the position has the full mask", "V041", "vs_3_0\n dcl_position o7.xyz\n mov o7.xyz, c0\n", NULL},
    {"the position has its register alone", "V041", "vs_3_0\n dcl_position o7\n dcl_fog o7.w\n mov o7, c0\n", NULL},
    {"all four components of the position are written", "V046", "vs_3_0\n dcl_position o7\n mov o7.xyz, c0\n", NULL},
    {"without psize eleven registers are available", "V044",
     OUT " dcl_texcoord0 o2\n dcl_texcoord1 o3\n dcl_texcoord2 o4\n dcl_texcoord3 o5\n dcl_texcoord4 o6\n "
         "dcl_texcoord5 o7\n"
         " dcl_texcoord6 o8\n dcl_texcoord7 o9\n dcl_color0 o10\n dcl_color1 o11\n dcl_fog o1\n" END
         " mov o1, v0\n mov o2, v0\n mov o3, v0\n mov o4, v0\n mov o5, v0\n mov o6, v0\n mov o7, v0\n mov o8, v0\n"
         " mov o9, v0\n mov o10, v0\n mov o11, v0\n",
     NULL},
    {"pixel shaders do not see psize", "V066", "ps_3_0\n dcl_psize v0\n", NULL},
    {"there are output declarations in vs_3_0", NULL, OUT END, NULL},
    {"there are output declarations in vs_3_sw", NULL, "vs_3_sw\n dcl_position o0\n mov o0, c0\n", NULL},
    {"there are none before", "V035", "vs_2_x\n .raw 0x0200001F, 0x80000000, 0xE00F0000\n mov oPos, c0\n", NULL},
    {"declarations stand before the first executable instruction", "V019",
     "vs_3_0\n dcl_position o0\n mov o0, c0\n dcl_texcoord o1\n mov o1, c0\n", NULL},
};

#define VS2X "vs_2_x\n dcl_position v0\n dcl_normal v1\n mov oPos, v0\n"

static const sentence registers_of_vs_2_x[] = {
    {"v#: 16", "V027", VS2X " .raw 0x02000001, 0x800F0000, 0x90E40010\n", NULL},
    {"v#: read", "V092", VS2X " .raw 0x02000001, 0x900F0000, 0xA0E40000\n", NULL},
    {"v#: one port", "V115", VS2X " add r0, v0, v1\n", NULL},
    {"v#: any number of reads", NULL, VS2X " mad r0, v0, v0.x, v0.y\n", NULL},
    {"v#: no relative addressing", "V335",
     VS2X " mova a0.x, v0\n .raw 0x03000001, 0x800F0000, 0x90E42000, 0xB0000000\n", NULL},
    {"v#: declared", "V026", VS2X " mov r0, v2\n", NULL},
    {"r#: as many as the device has, at least 12", NULL, VS2X " mov r11, v0\n", "minimum"},
    {"r#: not more", "V088", VS2X " mov r12, v0\n", "minimum"},
    {"r#: read and written", NULL, VS2X " mov r0, v0\n add r0, r0, r0\n", NULL},
    {"r#: three ports", NULL, VS2X " mov r0, v0\n mov r1, v0\n mov r2, v0\n mad r3, r0, r1, r2\n", NULL},
    {"r#: no relative addressing", "V334",
     VS2X " mova a0.x, v0\n .raw 0x03000001, 0x800F0000, 0x80E42000, 0xB0000000\n", NULL},
    {"r#: no default", "V122", VS2X " mov r0, r1\n", NULL},
    {"r#: no declaration", "V053", "vs_2_x\n .raw 0x0200001F, 0x80000005, 0x800F0000\n mov oPos, c0\n", NULL},
    {"r#: four components", "V122", VS2X " mov r0.xyz, v0\n mov r1, r0\n", NULL},
    {"c#: as many as the device has, at least 256", NULL, VS2X " mov r0, c255\n", "minimum"},
    {"c#: not more", "V089", VS2X " mov r0, c256\n", "minimum"},
    {"c#: read", "V092", VS2X " mov c0, v0\n", NULL},
    {"c#: one port", "V116", VS2X " add r0, c0, c1\n", NULL},
    {"c#: two reads", NULL, VS2X " mad r0, c0, c0.x, v0\n", NULL},
    {"c#: no third", "V117", VS2X " mad r0, c0, c0.x, c0.y\n", NULL},
    {"c#: relative by a0 and aL", NULL,
     VS2X " mova a0.y, v0\n mov r0, c2[a0.y]\n loop aL, i0\n mov r0, c2[aL]\n endloop\n", NULL},
    {"c#: (0, 0, 0, 0) by default", NULL, VS2X " mov r0, c17\n", NULL},
    {"a0: written by mova", "V097", VS2X " mov a0.x, v0\n", NULL},
    {"a0: read as an index only", "V095", VS2X " mova a0, v0\n mov r0, a0\n", NULL},
    {"a0: no relative addressing", "V334", VS2X " mova a0, v0\n .raw 0x0300002E, 0xB00F2000, 0xB0000000, 0x90E40000\n",
     NULL},
    {"a0: one register", "V017", VS2X " .raw 0x0200002E, 0xB00F0001, 0x90E40000\n", NULL},
    {"a0: two reads", NULL, VS2X " mova a0.x, v0\n add r0, c0[a0.x], c0[a0.x].y\n", NULL},
    {"a0: no third", "V121", VS2X " mova a0.x, v0\n mad r0, c0[a0.x], c0[a0.x].y, c0[a0.x].z\n", NULL},
    {"a0: four components", NULL, VS2X " mova a0, v0\n mov r0, c0[a0.w]\n", NULL},
    {"a0: no default", "V123", VS2X " mov r0, c0[a0.w]\n", NULL},
    {"b#: 16", "V086", VS2X " .raw 0x01000028, 0xE0E40810\n endif\n", NULL},
    {"b#: read", "V092", VS2X " .raw 0x02000001, 0xE00F0800, 0x90E40000\n", NULL},
    {"b#: FALSE by default", NULL, VS2X " if b15\n endif\n", NULL},
    {"b#: one component", "V192", VS2X " .raw 0x01000028, 0xE0550800\n endif\n", NULL},
    {"b#: no relative addressing", "V334", VS2X " mova a0, v0\n .raw 0x02000028, 0xE0E42800, 0xB0000000\n endif\n",
     NULL},
    {"i#: read", "V092", VS2X " .raw 0x02000001, 0xF00F0000, 0x90E40000\n", NULL},
    {"i#: no relative addressing", "V334", VS2X " mova a0, v0\n .raw 0x02000026, 0xF0E42000, 0xB0000000\n endrep\n",
     NULL},
    {"i#: 16", "V086", VS2X " .raw 0x01000026, 0xF0E40010\n endrep\n", NULL},
    {"i#: (0, 0, 0, 0) by default", NULL, VS2X " rep i15\n endrep\n", NULL},
    {"aL: one register", "V017", VS2X " .raw 0x0200001B, 0xF0E40801, 0xF0E40000\n endloop\n", NULL},
    {"aL: never written", "V092", VS2X " .raw 0x02000001, 0xF00F0800, 0x90E40000\n", NULL},
    {"aL: one component", "V191", VS2X " loop aL, i0\n .raw 0x03000001, 0x800F0000, 0xA0E42000, 0xF0550800\n endloop\n",
     NULL},
    {"aL: no default", "V246", VS2X " mov r0, c0[aL]\n", NULL},
    {"aL: two reads pass", NULL, VS2X " loop aL, i0\n add r0, c0[aL], c0[aL].y\n endloop\n", NULL},
    {"aL: read by index only", "V103", VS2X " loop aL, i0\n mov r0, aL\n endloop\n", NULL},
    {"aL: two reads", "V121", VS2X " loop aL, i0\n mad r0, c0[aL], c0[aL].y, c0[aL].z\n endloop\n", NULL},
    {"p0: one register", "V017", VS2X " .raw 0x0301005E, 0xB00F1001, 0x90E40000, 0x90E40000\n", NULL},
    {"p0: read and written", NULL, VS2X " setp_gt p0, v0, v0.y\n (p0.x) mov r0, v0\n", NULL},
    {"p0: no default", "V124", VS2X " if p0.x\n endif\n", NULL},
    {"p0: four components", NULL, VS2X " setp_gt p0, v0, v0.y\n if p0.w\n endif\n (!p0.z) mov r0, v0\n", NULL},
    {"p0: written by setp", "V099", VS2X " .raw 0x02000001, 0xB00F1000, 0x90E40000\n", NULL},
    {"p0: no relative addressing", "V334",
     VS2X " mova a0, v0\n setp_gt p0, v0, v0.y\n .raw 0x02000028, 0xB0003000, 0xB0000000\n endif\n", NULL},
    {"oPos: written only", "V094", VS2X " mov r0, oPos\n", NULL},
    {"oPos: one, and oFog and oPts beside it", "V017", VS2X " .raw 0x02000001, 0xC00F0003, 0x90E40000\n", NULL},
    {"oPos: four components, no default", "V134", "vs_2_x\n dcl_position v0\n mov oPos.xyz, v0\n", NULL},
    {"oFog: written only", "V094", VS2X " mov r0, oFog\n", NULL},
    {"oPts: written only", "V094", VS2X " mov r0, oPts\n", NULL},
    {"oD#: written only", "V094", VS2X " mov r0, oD0\n", NULL},
    {"oT#: written only", "V094", VS2X " mov r0, oT7\n", NULL},
    {"oFog and oPts: not two components", "V137", VS2X " mov oPts.xy, v0\n", NULL},
    {"oD# and oT#: four components", NULL, VS2X " mov oD0, v0\n mov oD1.w, v0\n mov oT0, v0\n", NULL},
    {"oFog and oPts: one component", NULL, VS2X " mov oFog, v0.x\n mov oPts.x, v0\n", NULL},
    {"oD#: two", "V017", VS2X " .raw 0x02000001, 0xD00F0002, 0x90E40000\n", NULL},
    {"oT#: eight", "V086", VS2X " .raw 0x02000001, 0xE00F0008, 0x90E40000\n", NULL},
    {"outputs: no relative addressing", "V334",
     VS2X " mova a0.x, v0\n .raw 0x03000001, 0xE00F2000, 0xB0000000, 0x90E40000\n", NULL},
    {"outputs: no declaration", "V035", "vs_2_x\n .raw 0x0200001F, 0x80000005, 0xE00F0000\n mov oPos, c0\n", NULL},
    {"there are no samplers", "V073", VS2X " .raw 0x02000001, 0x800F0000, 0xA0E40800\n", NULL},
};

#define VS30 "vs_3_0\n dcl_position v0\n dcl_normal v1\n dcl_2d s0\n dcl_position o0\n mov o0, v0\n"

static const sentence registers_of_vs_3_0[] = {
    {"v#: 16", "V027", VS30 " .raw 0x02000001, 0x800F0000, 0x90E40010\n", NULL},
    {"v#: one port", "V115", VS30 " add r0, v0, v1\n", NULL},
    {"v#: relative by a0 and aL", NULL,
     VS30 " mova a0.x, v0\n mov r0, v0[a0.x]\n loop aL, i0\n mov r0, v0[aL]\n endloop\n", NULL},
    {"v#: read", "V092", VS30 " .raw 0x02000001, 0x900F0000, 0xA0E40000\n", NULL},
    {"v#: any number of reads", NULL, VS30 " mad r0, v0, v0.x, v0.y\n", NULL},
    {"v#: declared", "V026", VS30 " mov r0, v2\n", NULL},
    {"r#: 32", "V086", VS30 " .raw 0x02000001, 0x800F0020, 0x90E40000\n", NULL},
    {"r#: read and written, three ports", NULL, VS30 " mov r31, v0\n mov r1, v0\n mov r2, v0\n mad r3, r31, r1, r2\n",
     NULL},
    {"r#: no default", "V122", VS30 " mov r0, r1\n", NULL},
    {"r#: no relative addressing", "V334",
     VS30 " mova a0.x, v0\n .raw 0x03000001, 0x800F0000, 0x80E42000, 0xB0000000\n", NULL},
    {"c#: as many as the device has", "V089", VS30 " mov r0, c256\n", "hardware"},
    {"c#: at least 256", NULL, VS30 " mov r0, c255\n", "minimum"},
    {"c#: read", "V092", VS30 " mov c0, v0\n", NULL},
    {"c#: (0, 0, 0, 0) by default", NULL, VS30 " mov r0, c17\n", NULL},
    {"c#: one port", "V116", VS30 " add r0, c0, c1\n", NULL},
    {"c#: any number of reads", NULL, VS30 " mad r0, c0, c0.x, c0.y\n", NULL},
    {"c#: relative by a0 and aL", NULL,
     VS30 " mova a0.z, v0\n mov r0, c1[a0.z]\n loop aL, i0\n mov r0, c1[aL]\n endloop\n", NULL},
    {"a0: any number of reads", NULL, VS30 " mova a0.x, v0\n mad r0, c0[a0.x], c0[a0.x].y, c0[a0.x].z\n", NULL},
    {"a0: one register", "V017", VS30 " .raw 0x0200002E, 0xB00F0001, 0x90E40000\n", NULL},
    {"a0: four components", NULL, VS30 " mova a0, v0\n mov r0, c0[a0.w]\n", NULL},
    {"a0: no default", "V123", VS30 " mov r0, c0[a0.w]\n", NULL},
    {"b#: read", "V092", VS30 " .raw 0x02000001, 0xE00F0800, 0x90E40000\n", NULL},
    {"b#: FALSE by default", NULL, VS30 " if b15\n endif\n", NULL},
    {"i#: read", "V092", VS30 " .raw 0x02000001, 0xF00F0000, 0x90E40000\n", NULL},
    {"i#: (0, 0, 0, 0) by default", NULL, VS30 " loop aL, i15\n endloop\n", NULL},
    {"aL: any number of reads", NULL, VS30 " loop aL, i0\n mad r0, c0[aL], c0[aL].y, c0[aL].z\n endloop\n", NULL},
    {"aL: never written", "V092", VS30 " .raw 0x02000001, 0xF00F0800, 0x90E40000\n", NULL},
    {"aL: no default", "V246", VS30 " mov r0, c0[aL]\n", NULL},
    {"p0: read and written, four components", NULL,
     VS30 " setp_gt p0, v0, v0.y\n if p0.w\n endif\n (!p0.z) mov r0, v0\n", NULL},
    {"p0: no default", "V124", VS30 " if p0.x\n endif\n", NULL},
    {"b#: 16", "V086", VS30 " .raw 0x01000028, 0xE0E40810\n endif\n", NULL},
    {"i#: 16", "V086", VS30 " .raw 0x01000026, 0xF0E40010\n endrep\n", NULL},
    {"aL: one register", "V017", VS30 " .raw 0x0200001B, 0xF0E40801, 0xF0E40000\n endloop\n", NULL},
    {"p0: one register", "V017", VS30 " .raw 0x0301005E, 0xB00F1001, 0x90E40000, 0x90E40000\n", NULL},
    {"s#: 4", "V071", VS30 " .raw 0x0300005F, 0x800F0000, 0x90E40000, 0xA0E40804\n", NULL},
    {"s#: declared", "V069", VS30 " texldl r0, v0, s1\n", NULL},
    {"s#: read", "V092", VS30 " .raw 0x02000001, 0xA00F0800, 0x90E40000\n", NULL},
    {"s#: no relative addressing", "V334",
     VS30 " mova a0.x, v0\n .raw 0x0400005F, 0x800F0000, 0x90E40000, 0xA0E42800, 0xB0000000\n", NULL},
    {"s#: defaults exist", NULL, VS30 " texldl r0, v0, s0\n", NULL},
    {"s#: sampled only", "V104", VS30 " mov r0, s0\n", NULL},
    {"o#: 12", "V043", VS30 " .raw 0x02000001, 0xE00F000C, 0x90E40000\n", NULL},
    {"o#: written only", "V094", VS30 " mov r0, o0\n", NULL},
    {"o#: four components", "V046", "vs_3_0\n dcl_position o0\n mov o0.xyz, c0\n", NULL},
    {"o#: relative by aL", NULL, OUT " dcl_texcoord o1\n" END " mov o1, v0\n loop aL, i0\n mov o1[aL], v0\n endloop\n",
     NULL},
    {"o#: not by a0", "V343", OUT " dcl_texcoord o1\n" END " mova a0.x, v0\n mov o1[a0.x], v0\n", NULL},
    {"o#: declared", "V036", VS30 " mov o1, v0\n", NULL},
    {"o#: no default", "V045", OUT " dcl_texcoord o1\n" END, NULL},
    {"o#: coordinates, colours, fog and so on", NULL,
     OUT " dcl_texcoord9 o1\n dcl_color3 o2\n dcl_fog o3.x\n" END " mov o1, v0\n mov o2, v0\n mov o3.x, v0\n", NULL},
    {"the old outputs are gone", "V084", VS30 " .raw 0x02000001, 0xC00F0001, 0x90000000\n", NULL},
};

static s9_diagnostics *check_text(const char *text, const char *preset)
{
    s9_diagnostics *list = NULL;
    s9_program *program = NULL;
    s9_caps caps;
    s9_check_options options = {.struct_size = sizeof options};
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    if (preset != NULL) {
        assert_int_equal(s9_caps_preset(preset, &caps), S9_OK);
        options.caps = &caps;
    }
    if (s9_assemble(text, strlen(text), NULL, NULL, &program, list) == S9_OK)
        (void)s9_check(program, NULL, &options, list);
    s9_program_destroy(program);
    return list;
}

/* The only finding that is no note, or NULL. */
static const s9_diagnostic *only_finding(const s9_diagnostics *list)
{
    const s9_diagnostic *found = NULL;
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        if (d->continues)
            continue;
        if (found != NULL)
            return NULL;
        found = d;
    }
    return found;
}

static void read_page(const sentence *page, size_t count)
{
    size_t failures = 0;
    for (size_t i = 0; i < count; i++) {
        s9_diagnostics *list = check_text(page[i].text, page[i].caps);
        const s9_diagnostic *d = only_finding(list);
        bool good =
            page[i].code == NULL ? s9_diagnostics_count(list) == 0 : d != NULL && strcmp(d->code, page[i].code) == 0;
        if (!good) {
            failures++;
            print_message("not so: %s\n%s", page[i].says, page[i].text);
            for (size_t k = 0; k < s9_diagnostics_count(list); k++)
                print_message("    [%s] %s\n", s9_diagnostics_get(list, k)->code, s9_diagnostics_get(list, k)->message);
        }
        s9_diagnostics_destroy(list);
    }
    assert_int_equal(failures, 0);
}

#define PAGE(name)                        \
    static void page_##name(void **state) \
    {                                     \
        (void)state;                      \
        read_page(name, S9_COUNT(name));  \
    }

PAGE(dcl_token)
PAGE(output_declarations)
PAGE(registers_of_vs_2_x)
PAGE(registers_of_vs_3_0)

/* The example of the page on output declarations gives these tokens. */
static void the_example_assembles(void **state)
{
    (void)state;
    static const char text[] = "vs_3_0\n"
                               "dcl_color4     o3.x    // color4 is a semantic name.\n"
                               "dcl_texcoord3  o3.yz   // Different semantics can be packed into one register.\n"
                               "dcl_fog        o3.w\n"
                               "dcl_tangent    o4.xyz\n"
                               "dcl_positiont  o7.xyzw // positiont must be declared to some unique register\n"
                               "dcl_psize      o6      // Pointsize cannot have a mask\n";
    uint32_t expected[] = {0xFFFE0300, 0x0200001F, 0x8004000A, 0xE0010003, 0x0200001F, 0x80030005, 0xE0060003,
                           0x0200001F, 0x8000000B, 0xE0080003, 0x0200001F, 0x80000006, 0xE0070004, 0x0200001F,
                           0x80000009, 0xE00F0007, 0x0200001F, 0x80000004, 0xE00F0006, 0x0000FFFF};
    s9_program *program = NULL;
    s9_blob blob = {0};
    little_words(expected, S9_COUNT(expected));
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
    assert_int_equal(blob.size, sizeof expected);
    assert_memory_equal(blob.data, expected, sizeof expected);
    s9_blob_free(&blob);
    s9_program_destroy(program);

    /* With everything written it is legal; that the position is called positiont is remarked. */
    s9_diagnostics *list =
        check_text("vs_3_0\n dcl_color4 o3.x\n dcl_texcoord3 o3.yz\n dcl_fog o3.w\n dcl_tangent o4.xyz\n"
                   " dcl_positiont o7.xyzw\n dcl_psize o6\n mov o3, c0\n mov o4.xyz, c0\n mov o7, c0\n mov o6, c0.x\n",
                   NULL);
    assert_int_equal(s9_diagnostics_errors(list), 0);
    assert_int_equal(s9_diagnostics_warnings(list), 1);
    assert_string_equal(s9_diagnostics_get(list, 0)->code, "V040");
    s9_diagnostics_destroy(list);
}

/* Each sentence of that page that can be broken has a message of its own. */
static void messages_differ(void **state)
{
    (void)state;
    char messages[S9_COUNT(output_declarations)][200];
    size_t count = 0;
    for (size_t i = 0; i < S9_COUNT(output_declarations); i++) {
        if (output_declarations[i].code == NULL)
            continue;
        s9_diagnostics *list = check_text(output_declarations[i].text, NULL);
        const s9_diagnostic *d = only_finding(list);
        assert_non_null(d);
        snprintf(messages[count], sizeof messages[count], "%s", d->message);
        for (size_t k = 0; k < count; k++)
            assert_string_not_equal(messages[k], messages[count]);
        count++;
        s9_diagnostics_destroy(list);
    }
    assert_true(count >= 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_dcl_token),           cmocka_unit_test(page_output_declarations),
        cmocka_unit_test(page_registers_of_vs_2_x), cmocka_unit_test(page_registers_of_vs_3_0),
        cmocka_unit_test(the_example_assembles),    cmocka_unit_test(messages_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
