ps_2_0
dcl s0 1
