ps_3_0
dcl_texcoord v0
texld r0, v0, s0
dcl_cube s0
texld r1, v0, s0
dcl_2d s0
add oC0, r0, r1
