# Many files: order, trees, threads.
. "$2/tests/cli/lib.sh"

mkdir -p tree/a/b tree/.hidden
cp copy.vsa tree/z.vsa
cp tint.psa tree/a/tint.psa
cp broken.vsa tree/a/b/broken.vsa
cp broken.vsa tree/.hidden/broken.vsa
run 1 asm --recursive tree -o built/
says "$err" '^tree/a/b/broken.vsa:4:2: error: ' '^2 done, 1 refused$'
[ "$(find built -type f | sort | tr '\n' ' ')" = 'built/a/tint.pso built/z.vso ' ] || fail "built: $(find built -type f)"
run 0 dis --recursive built -o text/
[ "$(find text -type f | sort | tr '\n' ' ')" = 'text/a/tint.pso.asm text/z.vso.asm ' ] || fail "text: $(find text -type f)"
# Without a slash a new name is a file, and many results do not fit into one.
run 2 asm -r text -o again
run 0 asm -r text -o again/
cmp -s again/a/tint.pso built/a/tint.pso || fail 'other tokens after a round trip'

# The order of results is that of the inputs, whatever the number of threads.
i=0
list=
while [ $i -lt 200 ]; do
    cp tint.psa "s$i.psa"
    list="$list s$i.psa"
    i=$((i + 1))
done
# shellcheck disable=SC2086
run 0 check --jobs 8 $list
cp "$out" .eight
# shellcheck disable=SC2086
run 0 check --jobs 1 $list
cmp -s "$out" .eight || fail 'threads change the order'
says "$err" '^200 done, 0 refused$'
[ "$(sed -n '12p' "$out")" = 's11.psa: ps_2_0, legal' ] || fail 'the order is not that of the command line'

# Files of the command line are mirrored below what they have in common; two that meet are told.
mkdir -p one/deep two
cp copy.vsa one/deep/x.vsa
cp copy.vsa two/x.vsa
run 0 asm one/deep/x.vsa two/x.vsa -o mirrored/
[ -s mirrored/one/deep/x.vso ] && [ -s mirrored/two/x.vso ] || fail 'paths are not mirrored'
cp copy.vsa two/x.asm
run 2 asm two/x.vsa two/x.asm -o meet/
says "$err" "two results of this run would be written to 'meet/x.vso'"

# Text results of many inputs, into one file.
run 0 dis built/z.vso built/a/tint.pso -o all.asm
says all.asm '^// built/z.vso$' '^// built/a/tint.pso$'
echo old >all.asm
run 3 dis built/z.vso missing.vso -o all.asm
holds all.asm old
finish
