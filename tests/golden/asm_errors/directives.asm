vs_2_0
#include "none.inc"
#if 1 +
#endif
#ifdef
#endif
#else
#foo
#define 3 4
#define A(x, x) x
#line none
#line 100 "other.asm"
mvo r0, r1
#define B 1
#define B 2
#if B == 2
#error stop here, please
mvo r0, r1
