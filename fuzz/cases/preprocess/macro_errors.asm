#define TWO(a, b) a, b
#define INNER(r) mov r, TWO(c0
#define OUTER INNER(r0)
vs_1_1
OUTER
TWO(1)
mov TWO(r0, q7)
#endif
#if (
#undef
#define defined 1
#include
%%D 1=2
%%D G=TWO(r0, v0)
