ps_2_0
dcl_texcoord0 t0
dcl_cube t1.xyz
dcl_3d s1
def c32, 0, 0, 0, 0
def c0, 1, 2, 3
defi i0, 1, 2.5, 3, 4
(p0) mov r0, c0
texldd r0, t0, s0, r1, r2
tex t0
mov r0, -r1_x2
mov oC4, r0
if_gt r0.x, r1.x
