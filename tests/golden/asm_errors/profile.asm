ps_2_b
mov oC0, c0
