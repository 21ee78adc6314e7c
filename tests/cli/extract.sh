# extract: shaders whose names mean something to file systems and shells (tests/unit/test_effect_names.c lists them) become
# files of the named folder, one each, and nothing else.
. "$2/tests/cli/lib.sh"

cp "$source/fuzz/cases/effect/names.bin" names.fxb
count=$("$shader9" effect --json names.fxb | grep -o '"index": [0-9]*, "path"' | wc -l)
[ "$count" -gt 30 ] || fail "only $count shaders are listed"

# FOLDER holds the shaders, by names that every system can hold, and nothing else.
all_in() {
    ls -A "$1" | sed 's/^names#//' >list
    [ "$(wc -l <list)" -eq "$count" ] || fail "$1 holds $(wc -l <list) files of $count"
    [ "$(find "$1" -type f | wc -l)" -eq "$count" ] || fail "$1 holds what is no file"
    grep -v '^[A-Za-z0-9_][A-Za-z0-9_.-]*[A-Za-z0-9_]$' list >odd && fail "names that some system does not take: $(cat odd)"
    grep -i '^\(con\|prn\|aux\|nul\|com[0-9]\|lpt[0-9]\)\.' list >odd && fail "devices of Windows: $(cat odd)"
    grep '.\{201\}' list >odd && fail "names that are too long: $(cat odd)"
    tr 'A-Z' 'a-z' <list | sort | uniq -d >odd
    [ ! -s odd ] || fail "names that differ in case only: $(cat odd)"
    [ "$(cksum "$1"/* | cut -d ' ' -f 1 | sort -u | wc -l)" -eq "$count" ] || fail "a shader of $1 took another's place"
    rm -f list odd
}

mkdir inside
cd inside
for round in 1 2; do # again into the same folder: the same files
    run 0 effect --extract a/b ../names.fxb
    all_in a/b
done
run 0 translate --to spirv ../names.fxb -o words/
all_in words
run 0 effect --extract many ../names.fxb "$source/fuzz/cases/effect/sample.bin"
all_in many/*names.fxb
[ "$(ls -A | tr '\n' ' ')" = 'a many words ' ] || fail "beside the folders: $(ls -A)"
[ "$(ls -A a)" = b ] || fail "beside a/b: $(ls -A a)"
[ ! -e ../up ] && [ ! -e ../up.pso ] && [ ! -e ../../up.pso ] && [ ! -e ../b.pso ] || fail 'a name led out of the folder'
# One by its name, and one by its number.
run 0 effect --extract one '../names.fxb#..'
[ "$(ls -A one)" = __.pso ] || fail "'..' became $(ls -A one)"
run 0 effect --extract two '../names.fxb#1'
[ "$(ls -A two | wc -l)" -eq 1 ] || fail 'a number is not one shader'

# A link in the place of any of them is not followed.
rm a/b/_con.pso
echo precious >../victim
ln -s ../../../victim a/b/_con.pso
if [ -n "${UNSEEN_LINKS:-}" ]; then
    echo "SKIPPED: links of files: $UNSEEN_LINKS"
else
    run 3 effect --extract a/b ../names.fxb
    says "$err" '_con.pso: error: is a symbolic link'
    [ "$(cat ../victim)" = precious ] || fail 'what a link points to was overwritten'
fi
cd ..
finish
