#define HEADER "regs.inc"
#include HEADER
#include <common.inc>
vs_3_0
DECLARE(position, v0)
dcl_position o0
#ifdef SHIFT
mov OUT, c[ BASE + SHIFT ]
#else
#error no shift
#endif
%%f regs.inc
#ifndef REGS
#define REGS
#define OUT o0
#define BASE 1 + 2 +\
  3
#endif
%%f common.inc
#include "regs.inc"
#define DECLARE(usage, reg) dcl_##usage reg
%%D SHIFT=4
