# Results: none replaces a file that the run reads, nor another result, and a run that fails leaves everything whole.
. "$2/tests/cli/lib.sh"

# spares FILE ARGUMENTS...: wrong usage, and the file is what it was.
spares() {
    spared=$1
    shift
    cp "$spared" .before
    run 2 "$@"
    says "$err" '^shader9: error: .*\(would replace\|would be written to\)' 'hint: nothing has been written'
    cmp -s "$spared" .before || fail "$last: $spared was replaced"
    empty "$out"
    if [ "$(ls -A | grep -c '^\.[^.].*-[0-9]*$')" -ne 0 ]; then
        fail "$last: a temporary file was left"
        rm -f .*-0
    fi
}

printf 'mov oPos, v0\n' >end.inc
printf 'vs_2_0\ndcl_position v0\n#include "end.inc"\n' >own.vsa
ln -s own.vsa link.vsa
ln own.vsa hard.vsa
mkdir -p deep
printf '{ "constants": { "c0": [1, 2, 3, 4] } }\n' >job.json
"$shader9" asm own.vsa >own.vso
"$shader9" asm tint.psa >tint.pso
cp scene.json look.json

# The shader, by any name that leads to it, and what it includes; whatever option names the result.
for name in own.vsa ./own.vsa deep/../own.vsa link.vsa hard.vsa "$PWD/own.vsa" end.inc; do
    spares "$name" asm own.vsa -o "$name"
    spares "$name" asm own.vsa -o own.new --depfile "$name"
    [ -e own.new ] && fail "$last: the other result was written"
done
for verb in run trace translate info check; do
    spares own.vsa $verb own.vsa -o own.vsa
    spares end.inc $verb own.vsa -o end.inc
done
spares own.vso dis own.vso -o own.vso
spares own.vsa translate own.vsa -o own.new --reflect-out own.vsa
spares own.vsa translate --to spirv-asm own.vsa --reflect-out own.vsa
spares own.vsa translate --pair own.vsa tint.psa -o new.spv --reflect-out own.vsa
spares tint.psa translate --pair own.vsa tint.psa -o new.spv --reflect-out tint.psa
[ -e new.vert.spv ] && fail 'one of several results was written'
cp own.vsa pair.vert
cp tint.psa pair.frag
spares pair.vert translate --pair --to glsl pair.vert pair.frag -o pair.glsl
spares job.json run own.vsa --job job.json -o job.json
spares job.json trace own.vsa --job job.json -o job.json
printf '{ "caps": "minimum" }\n' >caps.json
"$shader9" check --caps ./caps.json own.vsa >/dev/null 2>&1 || printf '{}\n' >caps.json
spares caps.json asm own.vsa --caps ./caps.json -o caps.json
cp own.vsa piped.vsa
"$shader9" asm - -o piped.vsa <piped.vsa 2>"$err"
[ $? -eq 2 ] || fail 'standard input was replaced'
cmp -s own.vsa piped.vsa || fail 'the file behind standard input was replaced'

# Scenes: the scene, its shaders, its textures and its mesh.
spares look.json draw look.json -o look.json --raw new.json
spares quad.vsa draw look.json -o new.png --raw quad.vsa
spares quad.vsa draw --vs quad.vsa --ps tint.psa --mesh quad -o new.png --raw quad.vsa
run 0 draw --vs quad.vsa --ps tint.psa --mesh quad --size 8x8 -o in.png
spares in.png draw --vs quad.vsa --ps image.psa --texture s0=in.png --mesh quad --size 8x8 -o in.png
printf 'v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n' >tri.obj
if "$shader9" draw --vs quad.vsa --ps tint.psa --mesh tri.obj --size 8x8 -o new.png 2>/dev/null; then
    spares tri.obj draw --vs quad.vsa --ps tint.psa --mesh tri.obj --size 8x8 -o new.png --raw tri.obj
fi
spares in.png filter image.psa in.png -o in.png
spares image.psa filter image.psa in.png -o image.psa

# Effects: the effect itself, and what is put into it; what is compared.
cp "$source/fuzz/cases/effect/sample.bin" sample.fxb
spares sample.fxb effect --replace lonely=tint.psa sample.fxb -o sample.fxb
spares tint.psa effect --replace lonely=tint.psa sample.fxb -o tint.psa
cp "$source/examples/diff/glow.psa" "$source/examples/diff/edited.psa" .
spares glow.psa diff glow.psa edited.psa --write-job glow.psa
spares edited.psa diff glow.psa edited.psa -o ./edited.psa
run 2 diff glow.psa edited.psa -o fresh --write-job ./fresh
[ -e fresh ] && fail 'one of two results of the same name was written'

# Two results of one run.
spares own.vso asm own.vsa -o own.vso --depfile own.vso
spares own.vso asm own.vsa -o own.vso --depfile deep/../own.vso
spares own.vso translate own.vsa -o own.vso --reflect-out ./own.vso
run 2 asm own.vsa -o fresh --depfile ./fresh
says "$err" "two results of this run would be written to 'fresh'"
[ -e fresh ] && fail 'one of two results of the same name was written'
run 2 draw look.json -o fresh.png --raw fresh.png
run 2 draw --vs quad.vsa --ps targets.psa --mesh quad --size 8x8 -o fresh.png --raw fresh.1.png
[ -e fresh.png ] || [ -e fresh.1.png ] && fail 'a render target was written'

# Mirrored names meet, or lead back to an input.
mkdir -p a b
cp tint.psa a/x.psa
cp own.vsa end.inc b
cp tint.psa b/x.psa
run 2 asm -r a -r b -o met/
[ -n "$(find met -type f 2>/dev/null)" ] && fail 'results were written although two meet'
cp tint.psa b/y.asm
cp tint.psa b/y.pso.asm
"$shader9" asm b/y.asm >b/y.pso
cp b/y.pso .before
run 2 asm b/y.asm b/y.pso.asm -o b/
run 2 dis b/y.pso b/y.pso.asm -o b
cmp -s b/y.pso .before && cmp -s b/y.pso.asm tint.psa || fail 'a mirrored name replaced an input'
printf 'ps_2_0\n#include "z.pso"\n' >b/z.psa
printf 'mov oC0, c0\n' >b/z.pso
run 2 asm b/z.psa -o b/
[ "$(cat b/z.pso)" = 'mov oC0, c0' ] || fail 'a mirrored name replaced an included file'

# One result fails: the others of its input stay as they were.
echo old >kept
run 3 asm own.vsa -o kept --depfile nowhere/x.d
holds kept old
run 3 translate own.vsa -o kept --reflect-out nowhere/x.json
holds kept old
run 3 draw look.json -o kept --raw nowhere/x.json
holds kept old
echo old >three.png
mkdir three.1.png
run 3 draw --vs quad.vsa --ps targets.psa --mesh quad --size 8x8 -o three.png
says "$err" '^three.1.png: error: cannot write: '
holds three.png old
run 3 asm own.vsa -o nowhere/own.vso --depfile kept
holds kept old
cp tint.psa a/y.psa
mkdir -p some/x.pso
run 3 asm a/x.psa a/y.psa -o some/
[ -s some/y.pso ] || fail 'the result of another input was lost'
[ "$(find . -name '.*-[0-9]*' | wc -l)" -eq 0 ] || fail "temporary files were left: $(find . -name '.*-[0-9]*')"

# A file that may not become so large is an error like others.
echo old >kept
said=$(
    ulimit -f 0
    "$shader9" --version >/dev/null 2>&1 || { echo "it does not even start"; exit; }
    "$shader9" dis own.vso -o kept 2>&1
    echo "status $?"
)
case $said in
*'does not even start') echo 'SKIPPED: a limit of file sizes: ThreadSanitizer writes a file of its own when it starts' ;;
*'kept: error: cannot write: '*'status 3') ;;
*) fail "a limit of file sizes: $said" ;;
esac
holds kept old
[ "$(find . -name '.kept.*' | wc -l)" -eq 0 ] || fail 'a limit of file sizes: a temporary file was left'

# What is no regular file is no result that is replaced.
run 0 asm own.vsa -o /dev/null --depfile /dev/null

# A run that is interrupted leaves nothing behind.
mkfifo pipe.psa
"$shader9" asm --jobs 1 own.vsa pipe.psa -o stopped/ 2>/dev/null &
waiting=0
while [ -z "$(find stopped -type f 2>/dev/null)" ] && [ $waiting -lt 200 ]; do
    sleep 0.05
    waiting=$((waiting + 1))
done
kill $!
wait $! 2>/dev/null
[ -z "$(find stopped -type f)" ] || fail "an interrupted run left $(find stopped -type f)"

# Standard output that cannot be written is told, whatever prints there.
if [ -c /dev/full ]; then
    for words in 'check --explain V122' 'check --list-rules' 'check --list-rules --json' 'help' 'help asm' 'asm --help' \
        '--version' 'help --form man' 'help --form vim' 'asm own.vsa' 'asm --format hex own.vsa' 'dis own.vso' \
        'check own.vsa' 'info own.vsa' 'run own.vsa' 'trace own.vsa' 'translate --to spirv-asm own.vsa' \
        'draw --raw - look.json' 'asm own.vsa -o -'; do
        # shellcheck disable=SC2086
        "$shader9" $words >/dev/full 2>"$err"
        [ $? -eq 3 ] || fail "$words: status other than 3 where standard output is full"
        last=$words
        says "$err" '^standard output: error: cannot write: No space left on device$'
    done
fi
finish
