# effect: what files of several shaders hold; their shaders by address, taken out, put in.
. "$2/tests/cli/lib.sh"

cp "$source/fuzz/cases/effect/sample.bin" sample.fxb
cp "$source/fuzz/cases/effect/xna.bin" xna.fxb
cp "$source/fuzz/cases/xnb/plain.xnb" plain.xnb
cp "$source/fuzz/cases/xnb/lzx.xnb" lzx.xnb
cp "$source/fuzz/cases/vcs/version4.vcs" old.vcs
cp "$source/fuzz/cases/vcs/version6.vcs" new.vcs
cp "$source/fuzz/cases/vcs/level9.dxbc" level9.dxbc

run 0 effect sample.fxb
same_as effect_list
run 0 effect --json sample.fxb
same_as effect_json
cp "$source/fuzz/cases/effect/parts.bin" parts.fxb
run 0 effect parts.fxb
says "$out" '^    Texture\[0\] = <x\[2\]>$' '^    PixelShader = <p\[1\]>; at first shader 0$'
run 0 effect --json parts.fxb
says "$out" '"shader": 0, "parameter": "p\[1\]", "element": 1, "expression": null, "evaluated": null'
run 0 effect old.vcs
same_as effect_vcs
run 0 effect --json old.vcs
says "$out" '^{ "schema": "shader9.effect/1", "content": ".*(.vcs)", "version": 4, "total_combos": 4'
run 0 effect level9.dxbc
says "$out" '^DXBC container$' 'ps_2_0  *20 bytes'
# What has no name goes by its number, which is an address that works.
run 0 effect --json level9.dxbc
says "$out" '"index": 0, "path": "0", "version": "ps_2_0"'
run 0 check 'level9.dxbc#0'
run 0 effect sample.fxb xna.fxb plain.xnb lzx.xnb
says "$out" '^sample.fxb: fx_2_0 effect, 10 parameters, 2 techniques, 5 shaders$' '^xna.fxb: XNA effect,' '^plain.xnb: XNB file,' \
    '^lzx.xnb: XNB file (lzx),'
run 1 effect tint.psa
says "$err" 'assembly text is one shader, and no file of several' 'hint: `shader9 info FILE` shows what it holds'
run 0 asm tint.psa -o single.pso
run 0 effect single.pso
says "$err" '^single.pso: note: the file is one shader$' 'hint: shader9 info FILE'
lacks "$out" ' $'
run 1 effect --replace 0=tint.psa single.pso -o no.fxb
says "$err" 'no Direct3D 9 effect; found token stream' 'hint: the file is one shader: `shader9 info FILE`'
run 3 effect missing.fxb old.vcs
printf '\376\377\011\001\000\000\000\020' >xbox.fxo
run 1 effect xbox.fxo
says "$err" 'content for the Xbox 360 or the PlayStation 3' 'give what was built for Windows'
printf 'vcs2\101\000\000\000' >source2.vcs
run 1 dis source2.vcs
says "$err" 'compiled shader of Source 2'

# Addresses.
run 0 check sample.fxb
same_as effect_check
run 0 check --json sample.fxb
says "$out" '"file": "sample.fxb#Main/P0/ps", "version": "ps_2_0", "target": null, "legal": true'
run 0 dis sample.fxb
says "$out" '^// sample.fxb#Main/P0/vs\[0\]$' '^// sample.fxb#lonely$'
run 0 dis --no-comments 'sample.fxb#Main/P0/ps'
same_as effect_dis
run 0 info --json 'sample.fxb#4'
says "$out" '"file": "sample.fxb#lonely"'
run 0 run 'sample.fxb#lonely' --const c1=1,2,3,4
says "$out" '"oC0": \[1, 2, 3, 4\]'
run 1 run sample.fxb
says "$err" '5 shaders are in it, and one is wanted' '#Main/P0/vs\[0\], #Main/P0/vs\[1\]'
run 1 dis 'sample.fxb#Main/P7'
says "$err" "no shader of the file is meant by 'Main/P7'"
run 0 check --pair 'sample.fxb#Main/P0/vs[1]' 'sample.fxb#lonely'
# An address of two shaders: the line does not blame the other one.
run 1 check --pair 'sample.fxb#Main/P0/vs' 'sample.fxb#Main/P0/ps'
says "$out" '^sample.fxb#Main/P0/vs: not read, sample.fxb#Main/P0/ps: ps_2_0, no pair to judge, 1 error$'
says "$err" '^sample.fxb#Main/P0/vs: error: 2 shaders are in it' '#Main/P0/vs\[0\], #Main/P0/vs\[1\]'
run 0 dis 'old.vcs#1/1'
says "$out" '^// old.vcs#1/1$' 'mov oC0, c9'
run 0 dis level9.dxbc
says "$out" 'mov oC0, c0'
run 1 dis 'tint.psa#3'
says "$err" "there is no '3' in it"
cp tint.psa 'odd#name.psa'
run 0 check 'odd#name.psa'
"$shader9" dis '-#lonely' <sample.fxb >"$out" || fail 'an address in standard input fails'
says "$out" 'mov r0, c1'

# A header with one array is that shader, whatever holds it there.
{
    echo 'const BYTE g_main[] = {'
    od -An -v -tu1 level9.dxbc | sed 's/  */, /g; s/^, //; s/$/,/'
    echo '};'
} >level9.h
run 0 dis level9.h
says "$out" 'mov oC0, c0'
lacks "$out" '#g_main'
run 0 dis 'level9.h#g_main'
says "$out" '^// level9.h#g_main$'

# Taken out: names that mean nothing to a file system, below the folder.
run 0 effect --extract parts sample.fxb
for part in Main.P0.vs.0.vso Main.P0.vs.1.vso Main.P0.ps.pso 1.P0.ps.pso lonely.pso; do
    [ -f "parts/$part" ] || fail "no parts/$part"
done
run 0 dis parts/lonely.pso
says "$out" 'mov r0, c1'
run 0 effect --extract one 'sample.fxb#lonely'
[ "$(ls one)" = lonely.pso ] || fail 'more than one shader taken out'
run 0 effect --extract many sample.fxb xna.fxb
[ -f many/xna.fxb/lonely.pso ] || fail 'no folder for each file'

# A link in the folder is not followed, be it a file or a folder of one file's shaders.
mkdir trap
echo precious >victim
ln -s ../victim trap/lonely.pso
if [ -n "${UNSEEN_LINKS:-}" ]; then
    echo "SKIPPED: links of files: $UNSEEN_LINKS"
else
    run 3 effect --extract trap 'sample.fxb#lonely'
    says "$err" '^trap/lonely.pso: error: is a symbolic link'
    [ "$(cat victim)" = precious ] || fail 'what a link points to was overwritten'
fi
rm trap/lonely.pso
mkdir elsewhere
ln -s ../elsewhere trap/xna.fxb
run 3 effect --extract trap sample.fxb xna.fxb
[ -z "$(ls elsewhere)" ] || fail 'shaders went through a link of a folder'
ln -s parts linked
run 0 effect --extract linked/ 'sample.fxb#lonely' # the user's own
# A name that is empty, as of a variable that is not set, is no folder, and not the root of all.
for option in --extract -o --replace; do
    run 2 effect $option '' sample.fxb
    says "$err" 'needs a value that is not empty'
done

# Put in, and the same file when nothing changes.
run 0 effect --replace 'Main/P0/ps=parts/Main.P0.ps.pso' sample.fxb -o same.fxb
cmp -s sample.fxb same.fxb || fail 'the same shader gives another file'
# Nor is a length in the header of an XNB file mended on the way, when nothing else changes.
{
    head -c 6 plain.xnb
    printf '\001\002\003\004'
    tail -c +11 plain.xnb
} >header.xnb
run 0 effect --extract header 'header.xnb#0'
run 0 effect --replace "0=$(echo header/*)" header.xnb -o same.xnb
cmp -s header.xnb same.xnb || fail 'the same shader gives another XNB file'
cat >red.psa <<'END'
ps_2_0
def c0, 1, 0, 0, 1
mov oC0, c0
END
# Bytes behind the end token are no part of a shader, and leaving them out is said.
run 0 asm red.psa -o junk.pso --no-check
printf junk >>junk.pso
run 0 effect --replace lonely=junk.pso sample.fxb -o junk.fxb
says "$err" '4 bytes behind the end token of what stands in the place of lonely are left out'
run 0 effect --replace 'lonely=red.psa' --replace '1/P0/ps=red.psa' xna.fxb -o red.fxb
run 0 run 'red.fxb#lonely'
says "$out" '"oC0": \[1, 0, 0, 1\]'
run 0 effect --replace 'lonely=red.psa' lzx.xnb -o red.xnb
says "$err" 'written uncompressed'
run 0 effect red.xnb
says "$out" '^XNB file, 10 parameters'
run 1 effect --replace 'lonely=copy.vsa' sample.fxb -o no.fxb
says "$err" '^copy.vsa: error: this is a vertex shader (vs_3_0), and lonely is a pixel shader: it cannot stand in its place$'
lacks "$err" '+0x'
# One shader cannot be replaced twice, by whatever address: one of the two would be lost.
run 1 effect --replace 'lonely=red.psa' --replace 'lonely=red.psa' sample.fxb -o no.fxb
says "$err" "replace: 'lonely=red.psa' and 'lonely=red.psa' are for the same shader"
run 1 effect --replace 'nosuch=red.psa' sample.fxb -o no.fxb
says "$err" "^sample.fxb: error: --replace: the effect has no shader 'nosuch'\$"
for word in lonely lonely= =red.psa; do
    run 2 effect --replace $word missing.fxb -o no.fxb
    says "$err" "takes ADDRESS=FILE, not '$word'" 'hint: --replace Main/P0/ps=new.psa'
done
[ ! -e no.fxb ] || fail 'a refused effect is written'
run 1 effect --replace 'Main=red.psa' sample.fxb -o no.fxb
says "$err" "takes the address of one shader; 'Main' means 3" 'hint: name one of them: Main/P0/vs\[0\], Main/P0/vs\[1\], Main/P0/ps'
run 2 effect --replace lonely sample.fxb -o no.fxb
run 2 effect --replace lonely=red.psa --json sample.fxb

# With an address the list has what it means, and nothing else.
run 0 effect 'sample.fxb#Main/P0/ps'
printf 'fx_2_0 effect\ntechnique Main <bool fast = true>\n  pass P0\n    PixelShader = shader 2\nshaders\n' >wanted
printf '  2    ps_2_0          128 bytes  Main/P0/ps\n' >>wanted
cmp -s wanted "$out" || fail 'the list of a shader has something else'
run 0 effect 'sample.fxb#Main/1'
says "$out" '^  pass 1$' 'Main/P0/vs\[1\]$'
lacks "$out" 'pass P0' '^parameters' '^technique 1' 'ps_2_0'
run 0 effect 'sample.fxb#color'
says "$out" '^  shared float4 color'
lacks "$out" 'world' '^technique' '^shaders$'
run 0 effect --json 'sample.fxb#lonely'
says "$out" '"parameters": \[ { "name": "lonely"' '"techniques": \[\], "shaders": \[ { "index": 4, "path": "lonely"'
lacks "$out" '"color"' '"index": 3'
run 0 effect 'sample.fxb#1'
lacks "$out" 'technique' 'parameters' '^  0 ' '^  2 '
for address in nosuch 77 Main/P0/xs Main/P9 'color/P0' 'Main[0]'; do
    run 1 effect "sample.fxb#$address"
    says "$err" "nothing in the effect is meant by '" 'hint: shader9 effect FILE lists what there is'
    run 1 effect --json "sample.fxb#$address"
done
run 0 effect old.vcs
grep '^  [0-9]' "$out" | sed 's/.* //' >combos
sed -n 's|\(.*\)/.*|\1|p' combos | sort -u >statics
while read -r combo; do
    run 0 effect "old.vcs#$combo"
    [ "$(grep -c '^  [0-9]' "$out")" = 1 ] || fail "the list of $combo has other shaders"
    says "$out" " $combo\$" "^static ${combo%/*}\$"
done <combos
while read -r static; do
    run 0 effect --json "old.vcs#$static/"
    says "$out" "\"statics\": \[ { \"static\": $static,"
done <statics
run 1 effect old.vcs#99/99
says "$err" "no shader of the file is meant by '99/99'"
run 1 effect level9.dxbc#5

# Names for constants.
cat >named.psa <<'END'
ps_2_0
//!constant float4 tint : c0 = 1, 0.5, 0, 1
mov oC0, c0
END
run 0 asm named.psa -o named.pso
run 0 info named.pso
says "$out" 'c0  *float4 tint = 1, 0.5, 0, 1'
finish
