#define WORLD c4
#define BAD(d, s) mvo d, s
#define INNER(x) mov r0, x.q
#define OUTER(x) INNER(x)
#define LAST c999999
vs_2_0
BAD(r0, r1)
OUTER(r1)
dp4 r0.x, v0, WORLD
mov r0, LAST
mad r0, BAD
BAD(r0)
BAD(r0, r1
