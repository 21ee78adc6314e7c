# Every option of every verb, as its table has them, with values that it cannot have: wrong usage, status 2, a message,
# and nothing written. The kinds of arguments are told by their names in --help; one that is not known here fails, so that
# whoever adds an option says what its bad values are.
. "$2/tests/cli/lib.sh"

run 0 asm tint.psa -o tint.pso
run 0 draw --vs quad.vsa --ps tint.psa --mesh quad --size 8x8 -o in.png

# The values that are none, for the argument of an option; - when any text may be one.
bad_values() {
    case $1:$2 in
    # Names of files and of what they hold are found right or wrong when they are looked for.
    *:FILE | *:DIR | --stdin-filename:NAME | --entry:NAME) echo - ;;
    --target:VERSION) echo 'x 1.2.3 -1 99999' ;;
    --dds-format:NAME) echo 'x R5 dxt' ;;
    --caps:NAME\|FILE) echo 'x hardwar' ;;
    --mesh:NAME\|FILE) echo 'blob sphear' ;;
    --limit:N) echo 'x -1 1.5 0 1048577 4294967296' ;;
    --inputs:N | --runs:N | --max-steps:N) echo 'x -1 1.5 0 4294967296 99999999999999999999 0x10 1k' ;;
    *:N | *:BYTES) echo 'x -1 1.5 4294967296 99999999999999999999 0x10 1k +1' ;;
    *:*VALUE | *:*VALUE\]) case $1 in
        --define) echo '1x =1 a-b=1' ;;
        --option) echo 'x x=1 float float= float=x max_steps=0 max_steps=x' ;;
        --cross) echo 'x x=1 flip-vertex-y flip-vertex-y=2' ;;
        --sampler) echo 's0 s0=1 s0.min s0.min= s0.min=x s0.x=1 s16.min=point x.min=point s0.bias=x s0.mip=anisotropic' ;;
        --break-when) echo 'r0.q x.x r0.xy r0.x=y r0.x~1' ;;
        *) echo "unknown" ;;
        esac ;;
    *:REG=VALUES) case $1 in
        --input) echo 'v0 v0= v0=x v0=1,2,3,4,5 q0=1 v99=1 =1 v0=1,,2' ;;
        *) echo 'c0 c0= c0=x c0=1,2,3,4,5 q0=1 i0=1.5 b0=x =1 i0=4294967296 c0=1,,2' ;;
        esac ;;
    --state:NAME=WORD) echo 'x x=1 fog fog= fog=maybe viewport=0x0 alpha_ref=x' ;;
    --bind:NAME=N) echo 'x x=1 set set= set=x set=-1 set=4294967296' ;;
    --location:USAGE=N) echo 'x x=1 texcoord0 texcoord0= texcoord0=x texcoord0=-1 texcoord99=1' ;;
    --sampler-type:*) echo 's0 s0= s0=x s16=2d x=2d' ;;
    --compare:sN) echo 'x s16 s s-1' ;;
    --texture:sN=FILE) echo 's0 s16=in.png x=in.png =in.png' ;;
    --replace:ADDRESS=FILE) echo 'x x= =x' ;;
    --define-size:cN) echo 'x r0 c c-1 c0.x' ;;
    --explain:CODE) echo 'x V999 V' ;;
    --break:PLACE) echo 'x -1 # + 9: 9:0 9:x +0x 0x5' ;;
    --who:REG.C) echo 'x x.x r0.q r0.xy r0.' ;;
    --pixel:X,Y) echo '1 a,b -1,2 1,2,3 1, ,1 99999,1' ;;
    --camera:X,Y,Z) echo '1 1,2 a,b,c 1,2,3,4 0,0,0 nan,0,0' ;;
    --size:WxH) echo '1 0x1 1x0 16385x1 1x16385 ax1 1xa 1x1x1 -1x1' ;;
    --tolerance:X) echo 'x -1 nan inf' ;;
    *:*\|*) echo 'x' ;;
    *) echo unknown ;;
    esac
}

# What the verb works on while its options are tried, and what an option needs beside it.
inputs() {
    case $1 in
    filter) echo tint.psa in.png -o no.out ;;
    draw) echo scene.json -o no.out ;;
    diff) echo tint.psa tint.pso ;;
    effect) echo "$source/examples/effect/sample.fxb" -o no.out ;;
    lsp) ;;
    *) echo tint.psa -o no.out ;;
    esac
}
beside() {
    case $1:$2 in
    draw:--who | draw:--break | draw:--break-when | draw:--limit) echo --pixel 1,1 ;;
    draw:--dds-format | filter:--dds-format) echo -o no.dds ;;
    draw:--vs | draw:--ps | *:--explain) ;;
    translate:--cross | translate:--target) echo --to glsl ;;
    esac
}

seen=
for verb in asm dis check info run trace translate draw filter effect diff bench lsp; do
    run 0 $verb --help
    sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\) \{0,1\}\([^ ]*\).*/\2 \3/p' "$out" >options
    [ -s options ] || fail "$verb --help lists no options"
    while read -r option argument <&3; do
        if [ -z "$argument" ]; then
            # shellcheck disable=SC2046
            run 2 $verb $option=yes $(inputs $verb)
            says "$err" "^shader9: error: $option takes no value"
            continue
        fi
        case " $seen " in
        *" $option "*) ;;
        *)
            # shellcheck disable=SC2046
            run 2 $verb $(inputs $verb) $option
            says "$err" "^shader9: error: $option needs a value: "
            # shellcheck disable=SC2046
            run 2 $verb $(inputs $verb) "$option="
            says "$err" "^shader9: error: $option needs a value that is not empty: "
            ;;
        esac
        values=$(bad_values "$option" "$argument")
        [ "$values" != unknown ] || fail "$verb $option $argument: which values are bad?"
        [ "$values" != unknown ] && [ "$values" != - ] || continue
        # All of them once; that other verbs judge the same option, too, one shows.
        case " $seen " in
        *" $option "*) values=${values%% *} ;;
        *) seen="$seen $option" ;;
        esac
        for value in $values; do
            given=$(inputs $verb)
            [ "$option" != --explain ] || given=
            # shellcheck disable=SC2046
            run 2 $verb $given "$option=$value" $(beside "$verb" "$option")
            says "$err" '^shader9: error: '
            empty "$out"
            [ ! -e no.out ] && [ ! -e no.dds ] || fail "$last: something is written"
            rm -f no.out no.dds
        done
    done 3<options
done

# Values that the input decides about are wrong usage, too.
run 2 trace tint.psa --lane 3
says "$err" '^shader9: error: --lane 3: the job has 1 lane$'
run 2 trace tint.psa --quad
says "$err" '^shader9: error: --quad: the lanes of this job are no quads$'
run 2 draw scene.json --pixel 9999,1
says "$err" '^shader9: error: --pixel 9999,1 is outside: the picture is '
finish
