ps_1_3
texld r0, t0
tex t4
mov_x2_d2 r0, r1
mov r0, 1-r1_bx2
mov r2, r0
mov r0, c0_abs
cmp r0, 2-r1, c0, c8
phase
texcrd r0.rgb, t0
+mov oC0, r0
