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

# Bytes behind the end token are no fault, but they are not in the text.
cp tint.pso rubbish.pso
printf 'rubbish' >>rubbish.pso
run 0 dis rubbish.pso
says "$err" '^rubbish.pso:+0x[0-9a-f]*: warning: 7 bytes behind the end token are left out'
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
