vs_1_1
lrp r0, r1, r2, r3
mova a0.x, r0.x
if b0
mov o1, r0
mov r0, c[a0.y]
texldl r0, v0, s0
mov_sat r0, r1
sincos r0.xy, r1.x
dsx r0, r1
