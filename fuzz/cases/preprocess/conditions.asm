ps_2_0
#define A 3
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#if defined(A) && MAX(A, 2) == 3 && (A << 2 | 1) % 5 != 0 || 1 / 0
def c0, A, .5, -1.0e-3, 0
#elif A >= 4
#error never
#else
#line 70 "else.asm"
bad
#endif
# 12 "other.asm"
dcl t0.xy ; a " quote
/* #if 0 */
add r0, c0, t0.xyxy // comment
mov oC0, r0
