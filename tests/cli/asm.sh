# asm: forms of output, errors with their places, files whole or not at all.
. "$2/tests/cli/lib.sh"

run 0 asm --format hex copy.vsa
same_as asm_hex
run 0 asm --format c tint.psa
same_as asm_c
run 0 asm copy.vsa -o copy.vso
empty "$out"
empty "$err"
run 0 asm copy.vsa
cmp -s "$out" copy.vso || fail 'standard output and -o differ'
"$shader9" asm - <copy.vsa >.stdin || fail 'asm - fails'
cmp -s .stdin copy.vso || fail 'standard input gives other tokens'

# All errors, each at its place, with the line and a caret.
run 1 asm broken.vsa
empty "$out"
says "$err" '^broken.vsa:3:[0-9]*: error: ' '^broken.vsa:4:2: error: ' '^    	mvo r0, c0$' '^    	^~~$'
run 1 asm --max-errors 1 broken.vsa
says "$err" '^broken.vsa:3:' '1 more error not shown; --max-errors 0 shows all'
lacks "$err" '^broken.vsa:4:2: error'
run 1 asm --diagnostics=msvc broken.vsa
says "$err" '^broken.vsa(4,2): error V005: '
run 1 asm --diagnostics=json broken.vsa
says "$err" '^{ "severity": "error", "code": "V005", "file": "broken.vsa", "line": 4, "column": 2, "offset": null'
run 1 asm --diagnostics=sarif broken.vsa
says "$err" '^{ "$schema": ' '"version": "2.1.0"' '"startLine": 4, "startColumn": 2, "endColumn": 5'
run 0 asm --diagnostics=sarif copy.vsa -o copy.vso
says "$err" '"results": \[ \]'
run 1 asm --color=always broken.vsa
says "$err" "$(printf '\033')\[1;31merror: "
run 1 asm broken.vsa
lacks "$err" "$(printf '\033')"
"$shader9" asm --stdin-filename here.vsa - <broken.vsa 2>"$err"
says "$err" '^here.vsa:4:2: error: '

# A file that a failed run would have replaced stays whole, and nothing lies beside it.
echo old >kept.vso
run 1 asm broken.vsa -o kept.vso
holds kept.vso old
[ "$(ls -A | grep -c 'kept.vso')" -eq 1 ] || fail 'a temporary file was left'
chmod 640 kept.vso
run 0 asm copy.vsa -o kept.vso
cmp -s kept.vso copy.vso || fail 'the old file was not replaced'
[ "$(ls -l kept.vso | cut -c1-10)" = -rw-r----- ] || fail 'the mode of the file changed'
ln -s kept.vso link.vso
run 0 asm tint.psa -o link.vso
[ -L link.vso ] || fail 'a link was replaced by a file'
cmp -s kept.vso copy.vso && fail 'the file behind the link was not replaced'

# Rules: refused, unless told otherwise.
run 1 asm illegal.psa -o illegal.pso
says "$err" '^illegal.psa:3:[0-9]*: error: .* \[V122\]$'
[ ! -e illegal.pso ] || fail 'an illegal shader was written'
run 0 asm --no-check illegal.psa -o illegal.pso
[ -s illegal.pso ] || fail '--no-check wrote nothing'

# All errors: those of the parser, and those of the rules about what parses.
printf 'ps_2_0\ndcl t0\nmov oC0, t0\nif b0\nadd r1, r0, c0\nfrob r2, c0\n' >both.psa
run 1 asm both.psa
says "$err" '^both.psa:4:1: error: .* \[V231\]$' '^both.psa:5:[0-9]*: error: .*r0.*' '^both.psa:6:1: error: .* \[V005\]$'
cp "$err" .asm
run 1 check both.psa
cmp -s "$err" .asm || fail 'asm and check find different faults'
[ ! -s "$out" ] || says "$out" 'not legal'

# --no-check: whatever tokens can say, with a warning where the version lacks it; the tokens come back from the text.
# written TEXT CODE...: assembles with these warnings.
written() {
    printf "$1" >odd.psa
    shift
    rm -f odd.pso
    run 1 asm odd.psa -o odd.pso
    [ -e odd.pso ] && fail "$last: an illegal shader was written"
    run 0 asm --no-check odd.psa -o odd.pso
    for code; do
        says "$err" "warning: .* \\[$code\\]\$"
    done
    lacks "$err" 'error:'
    run 0 dis odd.pso -o odd.asm
    run 0 asm --no-check odd.asm -o odd.again
    cmp -s odd.pso odd.again || fail "$last: other tokens than those of the text"
}
written 'vs_1_1\ndcl_position v0\nnrm r0, v0\nmov oPos, v0\n' V005
written 'ps_1_4\ntex t0\nmov r0, t0\n' V299
written 'vs_1_1\nif b0\nmov oPos, c0\nendif\n' V231 V242
written 'vs_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\n' V311
written 'ps_2_0\n(p0) mov_x2 r0, 1-c0\nmov r1, c[aL+2]\nmov oC0, c0_bx2\nphase\n' V223 V215 V194 V336 V193 V024
written 'ps_1_1\ndcl_2d s0\nmov_pp r0, v0_abs\n+mov r7.a, c99\n' V049 V073 V219 V086
written 'vs_2_0\nmov c[a0.x], c0\nmov c3000, r99\nloop aL.x, i3.x\nendloop\nbreakp p0\nsetp_gt p0, c0, c1\n' V334 V191 V232
# What has no tokens is refused all the same: another register's, or none.
for line in 'mov a0, c0' 'mov o1, c0' '(p0) mov r0, c0' 'mov r5000, c0' 'frob r0' 'mov r0' 'mov_centroid r0, c0'; do
    printf 'ps_1_1\n%s\n' "$line" >odd.psa
    run 1 asm --no-check odd.psa
    says "$err" '^odd.psa:2:[0-9]*: error: '
    empty "$out"
done
run 2 run --strict --no-check tint.psa
says "$err" '--strict and --no-check exclude each other'

# The preprocessor's flags.
printf 'ps_2_0\ndef c0, VALUE, 0, 0, 1\nmov r0, c0\nmov oC0, r0\n' >define.psa
run 0 asm -D VALUE=0.5 --format hex define.psa
says "$out" '^0x3f000000$'
run 0 asm -DVALUE --format hex define.psa
lacks "$out" '^0x3f000000$'
mkdir parts
printf 'mov oC0, r0\n' >parts/end.inc
printf 'ps_2_0\ndef c0, 1, 0, 0, 1\nmov r0, c0\n#include "end.inc"\n' >include.psa
run 1 asm include.psa
says "$err" '^include.psa:4:'
run 0 asm -I parts include.psa -o include.pso
empty "$err"
run 0 asm -I parts -I missing include.psa -o include.pso
holds "$err" 'shader9: warning: -I missing: there is no such folder'
printf 'frobnicate r0\n' >parts/end.inc
run 1 asm -Iparts include.psa
says "$err" '^parts/end.inc:1:1: error: '

# What is no assembly text is named.
run 1 asm copy.vso
says "$err" '^copy.vso: error: .*token stream' 'shader9 dis'
# Where an included file is looked for.
printf 'ps_2_0\n#include "nowhere.inc"\n' >seeks.psa
run 1 asm seeks.psa
says "$err" "'nowhere.inc' cannot be read" 'hint: it is looked for beside this file, then in the folders that are given (-I DIR)'
printf 'ab\000\001cd' >bytes
run 1 asm bytes
says "$err" '^bytes: error: no assembly text; found unknown content$' 'hint: it is none of these: tokens, an effect'
# JSON and Markdown are what they are, whatever words stand in them.
printf '{ "vertex_shader": "a.vsa",\n  "technique": "vs_2_0" }\n' >job.json
printf '# How to draw\n\nadd this:\n\n    ps_2_0\n    mov oC0, c0\n' >read.me
printf 'Some words.\n\n```\nps_2_0\nmov oC0, c0\n```\n' >fence.me
printf 'Some words only.\n' >prose
for verb in asm check info dis run; do
    run 1 $verb job.json
    says "$err" '^job.json: error: .*; found JSON$' 'hint: give a shader; a job goes to --job, a scene to `draw`, a device to --caps'
    for file in read.me fence.me prose; do
        run 1 $verb $file
        says "$err" "^$file: error: .*; found text of no known kind\$" 'hint: it is neither assembly, which begins with a version'
    done
    run 1 $verb bytes
    says "$err" '^bytes: error: .*; found unknown content$'
done
run 1 check prose bytes job.json
says "$out" '^prose: no Direct3D 9 shader, 1 error$' '^bytes: no Direct3D 9 shader, 1 error$' '^job.json: no Direct3D 9 shader'
lacks "$out" 'not legal'
says "$err" 'hint: it is none of these: tokens, an effect'
# Text whose words all come from a file that it includes, or from macros, is assembly to whoever assembles it.
printf 'ps_2_0\nmov oC0, c0\n' >whole.inc
printf '#include "whole.inc"\nEND\n' >includes.psa
run 0 asm -D END= includes.psa -o includes.pso
printf 'ALL\n' >macro.psa
run 0 asm -D 'ALL=ps_2_0 mov oC0, c0' macro.psa -o macro.pso

# What the output depends on, for make and ninja; and C that a compiler takes as it is.
printf 'mov oPos, v0\n' >'a b.inc'
printf 'vs_2_0\ndcl_position v0\n#include "a b.inc"\n' >depends.vsa
run 0 asm depends.vsa -o depends.vso --depfile depends.d
[ "$(cat depends.d)" = 'depends.vso: depends.vsa a\ b.inc' ] || fail 'the rule of --depfile is another'
run 2 asm depends.vsa --depfile other.d
says "$err" '--depfile needs one input and -o FILE'
run 1 asm broken.vsa -o broken.vso --depfile broken.d
[ -e broken.d ] && fail '--depfile wrote a rule for what was refused'
run 0 asm --format c depends.vsa -o depends.h
cc -x c -std=c99 -Wall -Werror -c depends.h -o depends.o || fail 'the C array does not compile'
# The source stays, and nothing is written outside the folder of -o.
cp depends.vsa own.vsa
run 2 asm own.vsa -o own.vsa
says "$err" "a result would replace 'own.vsa', which this run reads"
cmp -s depends.vsa own.vsa || fail 'the source was replaced'
mkdir -p w/z
cp depends.vsa w/own.vsa
cp 'a b.inc' w
(cd w/z && "$shader9" asm ../own.vsa ../../depends.vsa -o outside/ 2>/dev/null) || fail 'paths that lead upwards fail'
[ -e w/z/outside/own.vso ] || [ -e w/z/outside/w/own.vso ] || fail 'a result is not below the folder of -o'
[ "$(find . -name own.vso | wc -l)" -eq 1 ] || fail 'a result is elsewhere'
run 2 asm depends.vsa ./depends.vsa -o twice/
printf 'foo\n' >first.inc
printf '#include "first.inc"\nps_2_0\nmov oC0, c0\n' >late.psa
run 1 asm late.psa
says "$err" "first.inc:1:1: error: the first statement is the version, not 'foo'"
# Included files are regular ones of a size that texts have; all verbs that read text include them.
mkfifo pipe.inc
printf '#include "pipe.inc"\nps_2_0\nmov oC0, c0\n' >pipe.psa
run 1 asm pipe.psa
says "$err" "^pipe.psa:1:1: error: 'pipe.inc' cannot be read: it is no regular file$"
lacks "$err" '-I DIR'
printf '#include "/dev/zero"\nps_2_0\n' >zero.psa
run 1 asm zero.psa
says "$err" "'/dev/zero' cannot be read: it is no regular file"
run 3 asm /dev/zero
says "$err" '^/dev/zero: error: is larger than 256 MiB, the most that is read$'
printf '#define COLOUR c1\n' >parts/colour.inc
printf '#include "colour.inc"\nps_2_0\ndef c1, 1, VALUE, 0, 1\nmov r0, COLOUR\nmov oC0, r0\n' >many.psa
for verb in asm check info run trace dis; do
    run 0 $verb -I parts -DVALUE=0.5 many.psa
done
run 1 check many.psa
says "$err" "^many.psa:1:1: error: 'colour.inc' cannot be read"

# Names of the compiler's profiles, in each verb that reads text.
printf 'ps_2_a\nmov oC0, c0\n' >profile.psa
for verb in asm check info run trace dis; do
    run 1 $verb profile.psa
    cat "$out" "$err" >said
    says said "^profile.psa:1:1: error: 'ps_2_a' is a profile of the compiler, not a version" 'hint: its shaders are written as ps_2_x'
done

# A line of a megabyte is not quoted whole.
{
    printf 'ps_2_0\n/*'
    dd if=/dev/zero bs=1000000 count=1 2>/dev/null | tr '\0' x
    printf '*/ mov r0, q1 ; '
    dd if=/dev/zero bs=1000000 count=1 2>/dev/null | tr '\0' y
    printf '\n'
} >long.psa
run 1 asm long.psa
says "$err" '^long.psa:2:1000014: error: ' '^    \.\.\.x*\*/ mov r0, q1 ; y*\.\.\.$' '^  *^~$'
[ "$(wc -c <"$err")" -lt 1000 ] || fail 'a long line is quoted whole'

# A listing of a compiler: of several shaders one is chosen by its number, and faults stand where the listing has them,
# not in the source that it was made of.
printf '//\n// Generated by Microsoft (R) HLSL Shader Compiler 10.1\n//\n    vs_2_0\n    dcl_position v0\n    mov oPos, v0\n\n// approximately 1 instruction slot used\n//\n// Generated by Microsoft (R) HLSL Shader Compiler 10.1\n//\n    ps_2_0\n    mov r0, c0\n    mov oC0, r0\n' >two.txt
run 1 asm two.txt -o two.bin
says "$err" 'a second version statement' 'hint: .*choose it by its number'
run 1 asm 'two.txt#x' -o two.bin
says "$err" "there is no 'x' in it"
run 0 asm two.txt#2 -o two.bin
run 0 info two.txt#2
says "$out" '^ps_2_0, pixel shader'
run 0 check two.txt#1
says "$out" '^two.txt#1: vs_2_0, legal$'
run 1 check two.txt#3
says "$err" 'the listing holds 2 shaders, not so many'
printf '//\n// Generated by Microsoft (R) HLSL Shader Compiler 10.1\n//\n\n#line 22 "D:\\Sprite.fx"\n    vs_2_0\n    dcl_position v0\n    movv oPos, v0\n' >lined.txt
run 1 asm lined.txt -o two.bin
says "$err" "^lined.txt:8:5: error: unknown instruction 'movv'"
# In text that nobody compiled #line counts.
printf '#line 22 "sprite.src"\nvs_2_0\ndcl_position v0\nmovv oPos, v0\n' >lined.vsa
run 1 asm lined.vsa -o two.bin
says "$err" "^sprite.src:24:1: error: unknown instruction 'movv'"
finish
