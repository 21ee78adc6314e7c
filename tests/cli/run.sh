# run: jobs, their defaults and what is refused in them, results.
. "$2/tests/cli/lib.sh"

# Everything left out: constants and inputs have their defaults, nothing is bound.
run 0 run tint.psa
holds "$out" '{ "schema": "shader9.run/1", "version": "ps_2_0", "lanes": [ { "discarded": false, "oC0": [0.5, 2, -0.25, 1] } ] }'
empty "$err"
run 0 run copy.vsa --const c0=0.1,-0,3 --input v0=1,2
holds "$out" '{ "schema": "shader9.run/1", "version": "vs_3_0", "semantics": { "o0": "position0", "o1": "texcoord1" }, "lanes": [ { "o0": [1, 2, 0, 1], "o1": [0.1, -0, null, null] } ] }'
run 0 run copy.vsa --input position0=5,6,7,8 --input position=9
says "$out" '"o0": \[9, 0, 0, 1\]'

cat >job.json <<'END'
{
  "constants": { "c0": [1, 2, 3, 4] },
  "textures": { "t": { "type": "2d", "size": [2, 2], "levels": [[ 1,0,0,1,  0,1,0,1,  0,0,1,1,  1,1,1,1 ]] } },
  "samplers": { "s0": { "texture": "t", "min": "linear", "mag": "linear", "address": "clamp" } },
  "lanes": [ { "t0": [0.25, 0.25] }, { "t0": [0.5, 0.5] }, {} ]
}
END
run 0 run tint.psa --job job.json
same_as run_job
"$shader9" run tint.psa --job - <job.json >"$out" || fail 'the job from standard input fails'
cmp -s "$out" "$golden/run_job.out" || fail 'the job from standard input gives another result'
run 0 run tint.psa image.psa --job job.json
says "$out" '^{ "schema": "shader9.run/1", "file": "tint.psa", ' '^{ "schema": "shader9.run/1", "file": "image.psa", '
run 0 run tint.psa --job job.json --const c0=0
says "$out" '"oC0": \[0.5, 2, -0.25, 1\]'

# Numbers that JSON lacks.
printf 'ps_2_0\nmov r0, c0\nmov oC0, r0\n' >pass.psa
printf '{ "constants": { "c0": ["nan", "inf", "-inf", "0x7f800001"] } }\n' >odd.json
run 0 run pass.psa --job odd.json
says "$out" '"oC0": \["nan", "inf", "-inf", "0x7f800001"\]'
run 0 run pass.psa --const c0=0x7fc00001,1e-45,16777216,0.1
says "$out" '"oC0": \["0x7fc00001", 1e-45, 16777216, 0.1\]'

# Initial values of the constant table: only when asked for; the job and flags win.
run 0 run named.psa
says "$out" '"oC0": \[0, 0, 0, 0\]'
run 0 run named.psa --table-defaults
says "$out" '"oC0": \[0, 2, 0, 1\]'
empty "$err"
run 0 run named.psa --table-defaults --const b0=false
says "$out" '"oC0": \[0, 0, 0, 1\]'
printf '{ "constants": { "i0": 3, "c0": [1, 1, 1, 0.5] } }\n' >named.json
run 0 run named.psa --table-defaults --job named.json
says "$out" '"oC0": \[0, 3, 0, 0.5\]'
run 0 run named.psa --table-defaults --job named.json --const i0=1
says "$out" '"oC0": \[0, 1, 0, 0.5\]'

# Quads, derivatives, positions.
printf 'ps_3_0\ndcl vPos.xy\ndsx r0.x, vPos.x\ndsy r0.y, vPos.y\nmov r0.zw, vPos.xyxy\nmov oC0, r0\n' >quad.psa
printf '{ "quads": true }\n' >quads.json
run 0 run quad.psa --job quads.json
holds "$out" '{ "schema": "shader9.run/1", "version": "ps_3_0", "lanes": [ { "discarded": false, "oC0": [1, 1, 0, 0] }, { "discarded": false, "oC0": [1, 1, 1, 0] }, { "discarded": false, "oC0": [1, 1, 0, 1] }, { "discarded": false, "oC0": [1, 1, 1, 1] } ] }'
printf '{ "quads": true, "lanes": [{}, {}] }\n' >quads.json
run 1 run quad.psa --job quads.json
says "$err" '^quads.json:1:[0-9]*: error: \$.lanes: quads need a number of lanes that is a multiple of four, not 2'

# Discarded lanes list what they wrote; a lane that never ends is stopped.
printf 'ps_2_0\ndcl t0\nmov oC0, t0\ntexkill t0\n' >kill.psa
run 0 run kill.psa --no-check --input t0=-1,2,3,4
says "$out" '{ "discarded": true, "oC0": \[-1, 2, 3, 4\] }'
run 1 run loop.psa --max-steps 1000
says "$out" '"error": "max_steps"'
says "$err" '1 lane was stopped after max_steps instructions'

# Options.
printf 'ps_2_0\ndef c1, 0, 0, 0, 0\nmul r0, c0, c1.x\nmov oC0, r0\n' >zero.psa
run 0 run zero.psa --no-check --const c0=inf,1,-1,0
says "$out" '"oC0": \[0, 0, 0, 0\]'
run 0 run zero.psa --no-check --const c0=inf,1,-1,0 --option float=ieee
says "$out" '"oC0": \["nan\|"oC0": \["0xffc00000'
printf '{ "float": "ieee", "options": { "mova_ties": "away", "ps1_range": 8, "cnd_coissue_quirk": false, "max_steps": 99 } }\n' >options.json
run 0 run tint.psa --job options.json

# Shaders that break a rule run with a warning; --strict refuses them.
run 0 run illegal.psa
says "$err" '^illegal.psa:3:[0-9]*: warning: .* \[V122\]$'
says "$out" '"oC0"'
run 1 run --strict illegal.psa
says "$err" '^illegal.psa:3:[0-9]*: error: .* \[V122\]$'
empty "$out"
run 0 run --no-check illegal.psa
empty "$err"

# Warnings: registers and inputs that are not there.
printf '{\n  "constants": { "c40": [1], "i0": 3 },\n  "samplers": { "s17": {} },\n  "lanes": [ { "v1": 1 }, { "v1": 1, "normal0": [1] } ]\n}\n' >absent.json
run 0 run tint.psa --job absent.json
says "$err" '^absent.json:2:18: warning: \$.constants.c40: ps_2_0 has no c40$' '\$.constants.i0: ps_2_0 has no i0' \
    '\$.samplers.s17: ps_2_0 has no s17' '\$.lanes\[0\].v1: the ps_2_0 shader has no input v1' \
    '\$.lanes\[1\].normal0: the ps_2_0 shader has no input normal0'
lacks "$err" 'lanes\[1\].v1'

# Refused: each with its path and line.
refuse() { # JSON PATTERN: a job that is refused so
    printf '%b' "$1" >bad.json
    run 1 run tint.psa --job bad.json
    says "$err" "$2"
    empty "$out"
}
refuse '{\n  "constants": { "c0": [1, 2, 3, 4, 5] } }' '^bad.json:2:24: error: \$.constants.c0: must be 0 to 4 numbers, not 5'
refuse '{ "constants": { "i0": [1.5] } }' '\$.constants.i0\[0\]: must be an integer, not a fraction'
refuse '{ "constants": { "q0": 1 } }' '\$.constants.q0: names no constant register'
refuse '{ "constants": { "c0": ["none"] } }' '\$.constants.c0\[0\]: "none" is no number'
refuse '{ "samplers": { "s0": { "texture": "t" } } }' '\$.samplers.s0.texture: there is no texture "t"'
refuse '{ "samplers": { "s0": { "min": "cubic" } } }' '\$.samplers.s0.min: "cubic" is none of point linear anisotropic'
refuse '{ "samplers": { "s0": { "min": "none" } } }' '\$.samplers.s0.min: "none" is none of point linear anisotropic'
refuse '{ "samplers": { "s0": { "address": ["wrap", "wrapp"] } } }' '\$.samplers.s0.address\[1\]: "wrapp" is none of wrap'
refuse '{ "textures": { "t": { "levels": [[1,2,3,4]] } } }' '\$.textures.t: needs a "size"'
refuse '{ "textures": { "t": { "size": [1, 1] } } }' '\$.textures.t: needs "levels" or a "file"'
refuse '{ "textures": { "t": { "size": [2, 1], "levels": [[1,2,3,4]] } } }' '\$.textures.t.levels\[0\]: level 0 has 2 texels of four numbers, 8 in all, not 4'
refuse '{ "textures": { "t": { "size": [1, 1], "levels": [[1,2,3,4], [1,2,3,4]] } } }' '\$.textures.t.levels: a texture of this size has 1 level, not 2'
refuse '{ "textures": { "t": { "type": "3d", "size": [1, 1], "levels": [[1,2,3,4]] } } }' '\$.textures.t.type: "3d" is none of 2d cube volume'
refuse '{ "textures": { "t": { "format": "A9", "size": [1, 1], "levels": [[1,2,3,4]] } } }' '\$.textures.t.format: knows no format "A9"'
refuse '{ "stages": { "9": {} } }' '\$.stages\["9"\]: names no texture stage\|\$.stages.9: names no texture stage'
refuse '{ "lanes": [ { "q0": 1 } ] }' '\$.lanes\[0\].q0: names no input'
refuse '{ "lanes": {} }' '\$.lanes: must be a list, not an object'
refuse '{ "float": "fast" }' '\$.float: "fast" is none of d3d9 ieee'
refuse '{ "options": { "mova_ties": "sideways" } }' '\$.options.mova_ties: "sideways" is none of even away up'
refuse '{\n\n  "lane": [] }' '^bad.json:3:3: error: \$.lane: unknown member'
refuse '{ "lanes": [ 1 2 ] }' '^bad.json:1:[0-9]*: error: no JSON: '
# What ends too early ends where its last word does, whatever blank lines follow.
printf '{ "lanes": [\n  {}\n\n\n' >early.json
run 1 run tint.psa --job early.json
says "$err" '^early.json:2:5: error: no JSON: ' '^      {}$' '^        ^$'
refuse '{ "quads": true, "quads": false }' 'the member "quads" stands twice in one object'
run 3 run tint.psa --job missing.json
says "$err" '^missing.json: error: cannot open'

# Rounding to a format, levels, kinds of texture.
cat >formats.json <<'END'
{
  "textures": { "t": { "format": "R5G6B5", "size": [1, 1], "levels": [[0.5, 0.5, 0.5, 0.25]] } },
  "samplers": { "s0": { "texture": "t" } }
}
END
run 0 run image.psa --job formats.json
same_as run_format
# One fault, one message, at the name when the name is wrong.
printf '{ "options": { "max_steps": -1 } }\n' >bad.json
run 1 run tint.psa --job bad.json
[ "$(grep -c error: "$err")" -eq 1 ] || fail 'one fault, two errors'
run 2 run tint.psa --max-steps 0
says "$err" '--max-steps takes a number above 0'
printf '{ "constants": { "q0": 1 } }\n' >bad.json
run 1 run tint.psa --job bad.json
says "$err" '^bad.json:1:18: error: \$.constants.q0: names no constant register'
printf '{ "constants": { "c99999999999": 1 } }\n' >bad.json
run 0 run tint.psa --job bad.json
says "$err" 'warning: .*ps_2_0 has no c99999999999'
printf '{ "textures": { "t": { "size": [1, 1], "levels": [1, 1, 1, 1] } } }\n' >bad.json
run 1 run tint.psa --job bad.json
says "$err" '\$.textures.t.levels\[0\]: must be a list, not a number'
printf '{ "textures": { "t": { "file": "x.png", "size": [2, 2] } } }\n' >bad.json
run 1 run tint.psa --job bad.json
says "$err" '\$.textures.t.size: a texture has a file, or a size and levels, not both'

# A file that is no job is named.
run 1 run tint.psa --job tint.psa
says "$err" '^tint.psa: error: no JSON; found assembly text$' 'hint: --job takes a job'

# Names like versions, in every verb.
printf 'ps_2_a\nmov oC0, c0\n' >profile.psa
printf 'ps 2.0\nmov oC0, c0\n' >old.psa
printf 'ps_2_0x\nmov oC0, c0\n' >typo.psa
for verb in asm check info run; do
    run 1 $verb profile.psa
    says "$err" "^profile.psa:1:1: error: 'ps_2_a' is a profile of the compiler, not a version"
    run 1 $verb typo.psa
    says "$err" "^typo.psa:1:1: error: there is no version 'ps_2_0x'"
    run 1 $verb old.psa
    lacks "$err" 'unknown content'
done

# Macros and included files.
printf 'ps_2_0\n#include "one.inc"\nmov r0, c[FOO]\nmov oC0, r0\n' >macro.psa
mkdir -p inc && printf '// nothing\n' >inc/one.inc
run 0 run macro.psa -D FOO=2 -I inc --const 'C2=1, 2'
says "$out" '"oC0": \[1, 2, 0, 0\]'
run 0 check macro.psa -DFOO=2 -Iinc
run 0 info macro.psa -DFOO=2 -Iinc
run 2 run macro.psa -D 2X=2
says "$err" "-D cannot use '2X=2'"

# Numbers beyond the range of floats are infinite, beyond that of doubles, too; what is no number stays refused.
many=$(printf '%0400d' 0 | tr 0 9)
printf 'vs_1_1\ndcl_position v0\nmov oPos, c0\n' >far.vsa
for number in 1e39 1e400 1E+400 2.5e999 "$many" "$many.5" "${many}e9"; do
    printf '{ "constants": { "c0": [%s, -%s, 1e-400, 1e308] } }\n' "$number" "$number" >far.json
    run 0 run far.vsa --job far.json
    says "$out" '"oPos": \["inf", "-inf", 0, "inf"\]'
done
for number in 01e400 1e 1.e400 .5e400 1e400x +1e400 --1e400; do
    printf '{\n "constants": { "c0": [%s] } }\n' "$number" >far.json
    run 1 run far.vsa --job far.json
    says "$err" '^far.json:2:.*no JSON'
done
# The strings of a job are no numbers, whatever is in them.
printf '{ "constants": { "c0": [1e400, "1e400\\"9e999"] } }\n' >far.json
run 1 run far.vsa --job far.json
says "$err" '1e400.*9e999'
for word in null true 5 '"words"' '[]'; do
    echo "$word" >word.json
    run 1 run far.vsa --job word.json
    says "$err" '^word.json:1:1: error: .*must be an object'
    lacks "$err" 'unknown content'
    run 1 draw word.json -o word.png
    run 1 check --caps ./word.json far.vsa
done

finish
