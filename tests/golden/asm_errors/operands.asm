vs_3_0
add r0, r1
mov r0, r1, r2
mov r0 r1
mov, r0, r1
mov r0, r1,
mov r0.yx, r1.abcde
mov r0.xyzwx, r1.
mov r0, r1.xyzwx
mov -r0, --r1
mov r0_abs, !r1
mov r, v99
mov r0, 5
nop r0
def c0, 1 2, --3, 0x12
def c0, 1.#INF, nan, 1e99, 4
mov r0, c[2 - 1]
mov r0, c[1.5]
mov r0, c[a0.x + aL]
mov r0, c[r0.x]
mov r0, r1[a0.x]
mov r0, c[a0.x
mov r0, oPso
