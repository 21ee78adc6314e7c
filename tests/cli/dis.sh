# dis: text that gives the same tokens again, and what is no shader.
. "$2/tests/cli/lib.sh"

run 0 asm tint.psa -o tint.pso
run 0 dis tint.pso
same_as dis_tint
cp "$out" again.psa
run 0 asm again.psa
cmp -s "$out" tint.pso || fail 'the text gives other tokens'
run 0 dis --offsets tint.pso
says "$out" 'mov oC0, r0 .*0x'
run 0 dis --tokens tint.pso
says "$out" 'mov oC0, r0 .*02000001'
"$shader9" dis - <tint.pso >"$out" || fail 'dis - fails'
says "$out" 'mul r0, r0, c0'

# Constants by the names of the constant table, and floats by few digits.
cat >named.psa <<'END'
ps_2_0
//!comment 33
//! 0x42415443 0x0000001C 0x00000076 0xFFFF0200 0x00000002 0x0000001C 0x00000000 0x0000006F
//! 0x00000069 0x00000003 0x00000001 0x00000054 0x00000000 0x00000064 0x00000002 0x00000002
//! 0x00000044 0x00000000 0x00030001 0x00040001 0x00000002 0x00000000 0x000C0004 0x00010001
//! 0x00000001 0x00000000 0x746E6954 0x65635300 0x7000656E 0x5F325F73 0x79620030 0x6E616820
//! 0x00000064
def c2, 0.1, 1, 0, 0
dcl t0.xy
dcl_2d s0
texld r0, t0, s0
mul r0, r0, c0
mul r0, r0, c2.x
add r0, r0, c1
mov oC0, r0
END
run 0 asm named.psa -o named.pso
run 0 dis --names --no-comments named.pso
same_as dis_names
run 0 dis --names --exact named.pso
says "$out" 'def c2, 0.1, 1, 0, 0$'
cp "$out" again.psa
run 0 asm again.psa
cmp -s "$out" named.pso || fail 'the text with names gives other tokens'
run 0 dis --names tint.pso
same_as dis_tint

# Bytes behind the end token are no fault; the text keeps them, but for --no-comments.
cp tint.pso rubbish.pso
printf 'rubbish' >>rubbish.pso
run 0 dis rubbish.pso
says "$err" '^rubbish.pso:+0x[0-9a-f]*: warning: 7 bytes behind the end token are kept as //!trailing$'
says "$out" '//!trailing'
run 0 dis --no-comments rubbish.pso
says "$err" '^rubbish.pso:+0x[0-9a-f]*: warning: 7 bytes behind the end token are left out$'
lacks "$out" '//!trailing'
says "$out" 'mov oC0, r0'

# A stream that ends too early is refused at its place.
head -c 40 tint.pso >short.pso
run 1 dis short.pso
empty "$out"
says "$err" '^short.pso:+0x[0-9a-f]*: error: '

: >nothing
run 1 dis nothing
says "$err" '^nothing: error: ' 'the input is empty'
printf 'DXBC\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >eleven.cso
run 1 dis eleven.cso
says "$err" '^eleven.cso: error: .*DXBC' 'hint: '
finish
