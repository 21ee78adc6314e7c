# What the command says about mistakes of jobs, scenes and flags: where they stand, why, and each once.
. "$2/tests/cli/lib.sh"

# refuses PATTERN MEMBERS: a scene with these members, in one line, is refused with one message that begins so.
scene() {
    printf '{"vertex_shader":"quad.vsa","pixel_shader":"tint.psa","mesh":{"builtin":"quad"},%s}\n' "$2" >s.json
    run 1 draw s.json -o o.png
    says "$err" "^s\\.json:1:[0-9]*: error: \\\$\\.$1"
    count=$(grep -c ': error: ' "$err")
    [ "$count" -eq 1 ] || fail "$2: $count messages"
}
job() {
    printf '%s\n' "$2" >j.json
    run 1 run copy.vsa --job j.json
    says "$err" "^j\\.json:1:[0-9]*: error: $1"
    count=$(grep -c ': error: ' "$err")
    [ "$count" -eq 1 ] || fail "$2: $count messages"
}
# points COLUMN LENGTH: the caret of the last message.
points() {
    says "$err" "^j\\.json:1:$1: "
    line=$(grep '^ *^' "$err" | head -n 1 | tr -d ' ')
    [ ${#line} -eq "$2" ] || fail "$last: the caret is $line"
}

# Numbers of the state and their limits.
scene 'state\.viewport\[2\]: the width must be above 0, and at most 262143$' '"state":{"viewport":[0,0,1e38,8,0,1]}'
scene 'state\.viewport\[3\]: the height must be above 0' '"state":{"viewport":[0,0,8,0,0,1]}'
scene 'state\.viewport\[0\]: must be -262143 to 262143$' '"state":{"viewport":["nan",0,8,8,0,1]}'
scene 'state\.viewport\[5\]: must be 0 to 1$' '"state":{"viewport":[0,0,8,8,0,"nan"]}'
scene 'state\.clear_depth: must be 0 to 1$' '"state":{"clear_depth":"nan"}'
scene 'state\.clear_depth: must be 0 to 1$' '"state":{"clear_depth":2}'
scene 'state\.point_size: must be 0 to 16384$' '"state":{"point_size":"nan"}'
scene 'state\.point_size_max: must be 0 to 16384$' '"state":{"point_size_max":1e38}'
scene 'state\.alpha_test\.ref: must be 0 to 255$' '"state":{"alpha_test":{"ref":300}}'
scene 'size\[0\]: must be a whole number from 1 to ' '"size":[-1,8]'
scene 'size\[1\]: must be a whole number from 1 to ' '"size":[8,"nan"]'
printf '{"vertex_shader":"quad.vsa","pixel_shader":"tint.psa","mesh":{"builtin":"quad"},"size":[4,4],%s}\n' \
    '"state":{"viewport":[-1,0,8,8,1,0]}' >s.json
run 0 draw s.json -o o.png

# Every cause that makes no camera.
scene 'vs\.camera\.fov: the camera.s fov must be above 0 and below 180 degrees$' '"vs":{"camera":{"fov":180}}'
scene 'vs\.camera\.near: the camera.s near must be above 0$' '"vs":{"camera":{"near":0}}'
scene 'vs\.camera\.far: the camera.s far must be above near, and finite$' '"vs":{"camera":{"near":5,"far":5}}'
scene 'vs\.camera\.eye: the camera.s eye and at are the same place$' '"vs":{"camera":{"eye":[0,0,0]}}'
scene 'vs\.camera\.at: the camera needs finite numbers here$' '"vs":{"camera":{"at":["inf",0,0]}}'
run 2 draw --vs quad.vsa --ps tint.psa --mesh quad --camera 0,0,0 -o o.png
says "$err" 'camera cannot use .0,0,0.: the camera.s eye and at are the same place$'
run 2 draw --vs quad.vsa --ps tint.psa --mesh quad --camera 1,2 -o o.png
says "$err" 'it takes three numbers, the eye$'

# Wrong names: the caret is under the name. One fault, one message.
job '\$\.constants\.q0: names no constant register' '{"constants":{"q0":[1]}}'
points 15 4
job '\$\.lanes\[0\]\.foo: names no input' '{"lanes":[{"foo":1}]}'
points 12 5
job '\$\.samplers\.0: names no sampler' '{"samplers":{"0":{}}}'
points 14 3
job 'the member "c0" stands twice in one object$' '{"constants":{"c0":[1],"c0":[2]}}'
points 24 4
job '\$\.options\.max_steps: must be a whole number from 1 to 4294967295$' '{"options":{"max_steps":-1}}'
job '\$\.options\.max_steps: must be a whole number from 1 to 4294967295$' '{"options":{"max_steps":1.5}}'
job '\$\.options\.mova_ties: "x" is none of even away up$' '{"options":{"mova_ties":"x"}}'
job '\$\.float: "x" is none of d3d9 ieee$' '{"float":"x"}'
job '\$\.textures\.t\.size: a texture has a file, or a size and levels, not both$' \
    '{"textures":{"t":{"file":"x.png","size":[2,2]}}}'
job '\$\.samplers\.s0\.min: "none" is none of point linear anisotropic$' '{"samplers":{"s0":{"min":"none"}}}'

# The named choices, in the help of every verb that runs shaders and wherever a value is missing.
for verb in run trace draw filter; do
    run 0 $verb --help
    says "$out" '^  float=d3d9|ieee ' '^  lit_clamp=127\.9961|128|none ' '^  mova_ties=even|away|up ' \
        '^  cnd_coissue_quirk=on|off ' '^  ps1_range=none|8|1 ' '^  logp_vs1=sdk81|replicated ' \
        '^  unbound=0001|0000 ' '^  texture_kind_mismatch=bound|zero ' '^  max_steps=N ' '^ *(16777216)$'
    lacks "$out" '^  engine='
    run 2 $verb --option
    says "$err" 'option needs a value' '^  mova_ties=even|away|up '
done
run 2 run copy.vsa --option mova_ties
says "$err" 'option mova_ties needs a value: mova_ties=even|away|up$'
run 2 run copy.vsa --option mova_ties=down
says "$err" "option mova_ties is even|away|up, not 'down'$"
run 2 run copy.vsa --option max_steps=0
says "$err" "option max_steps is a whole number from 1 to 4294967295, not '0'$"
run 2 run copy.vsa --option engine=vm
says "$err" "option knows no 'engine'$"

# Flags are judged before any file is read, and say why.
run 2 run nowhere.vsa --const x0=1
says "$err" 'the name is no constant register'
run 2 run nowhere.vsa --option foo=1
says "$err" "option knows no 'foo'$"
run 2 trace nowhere.vsa --const c0=1,2,3,4,5
says "$err" 'it takes at most four'
run 2 run nowhere.vsa --input v0
says "$err" "input cannot use 'v0': there is no ="
run 1 run loop.psa --max-steps 3
says "$err" 'stopped after max_steps instructions (3)$'

# Warnings are no more than --max-errors.
(printf 'ps_3_0\n' && yes 'mad r0, c0, c1, r0' | head -n 300 && echo 'mov oC0, r0') >many.psa
run 0 run many.psa
[ "$(grep -c ': warning: ' "$err")" -eq 20 ] || fail "$last: not 20 warnings"
says "$err" '^many\.psa: note: [0-9]* more warnings not shown; --max-errors 0 shows all$'
run 0 run many.psa --max-errors 0
[ "$(grep -c ': warning: ' "$err")" -ge 300 ] || fail "$last: warnings are missing"

# One file cannot be two results.
for raw in same.out ./same.out .//same.out; do
    run 2 draw --vs quad.vsa --ps tint.psa --mesh quad --size 4x4 -o same.out --raw $raw
    says "$err" 'two results of this run would be written to'
done
[ ! -e same.out ] || fail "$last: something was written"
run 0 draw --vs quad.vsa --ps targets.psa --mesh quad --size 4x4
says "$err" 'standard output takes the first of [0-9]* render targets only'

# Folders: without files, and with files that are no scenes.
mkdir none mixed
run 0 check -r none
says "$err" '^none: warning: the folder holds no file$' '^0 done, 0 refused$'
cp tint.psa mixed
run 0 draw -r mixed -o drawn/
says "$err" '^mixed: warning: the folder holds no scene$'
cp scene.json quad.vsa coordinates.psa mixed
run 0 draw -r mixed -o drawn/
says "$err" '^1 done, 0 refused$'

# Files of another kind are named, with the way out.
run 1 draw tint.psa
says "$err" '^tint\.psa: error: no JSON; found assembly text$' 'vs and --ps'
run 1 run copy.vsa --job tint.psa
says "$err" 'job takes a job'
run 1 check copy.vsa --caps tint.psa
says "$err" 'caps takes'

# Names that would steer a terminal.
name=$(printf 'e\n\033[31m.psa')
printf 'ps_2_0\nmov r9\n' >"$name"
run 1 info "$name"
says "$err" '^e\\x0a\\x1b\[31m\.psa:2:1: error: '
lacks "$err" "$(printf '\033')"

# A full disk is named as the system names it.
if [ -w /dev/full ]; then
    for verb in run trace help; do
        checks=$((checks + 1))
        last="shader9 $verb > /dev/full"
        file=copy.vsa
        [ $verb = help ] && file=
        "$shader9" $verb $file >/dev/full 2>"$err"
        status=$?
        [ $status -eq 3 ] || fail "$last: status $status"
        says "$err" 'standard output: .*cannot write: .'
    done
fi

finish
