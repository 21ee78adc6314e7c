ps_3_0
dcl v0
dcl_texcoord16 v1
dcl_texcord3 v4
dcl_texcoord0_x2 v2
dcl_pp vPos
dcl_position o0
mov r0, t0
mov r0, c[aL + 1]
mov r0, v[aL.x]
mov r0, c224
mov_x4 oC0, r0
defb b0, 1
setp p0, r0, r1
if r0.x
rep r0
callnz l0, r0
