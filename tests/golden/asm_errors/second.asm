vs_1_1
mov oPos, c0
ps_1_1
mov r0, c0
