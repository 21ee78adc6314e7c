ps_2_0
dcl t0.xy
dcl_2d s0
texl r0, t0, s0
mvo r1, r0
add_stat r1, r1, r0
mad r0, r1, r0, x3
mul r2, R1, tt0
dcl_texcord t1
mov oC0, r1
mov oCO, r1
mov r1, cl2
mov oDept, r1.x
mul oC0, r1, q0.xyz
mov oC0, r1.xyz_abs
