vs_2_0
if_lt r0.x, r1.x
break
setp_gt p0, r0, r1
mov r0, v16
mov r0, c8192
dcl_texcoord o0
dcl_2d s0
texldl r0, v0, s0
rep_sat i0
add_gt r0, r1, r2
mul_satt r0, r1, r2
mov r13, r0
loop i0
