vs_2_0
mov r0, c0 @
mov r1, c1 }
"text"
mov r2, é
...
.row 0x00000000
.raw 0x02000001, 0x800F0000
//!comment 2
//! 0x00000001
	mvo	r0, r1
mov r0, r1 /* never closed
mov r1, r2
