; the version is missing
mov r0, c0
mvo r1, r2
