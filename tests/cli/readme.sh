# Every command that README.md shows runs, and prints what stands below it there.
. "$2/tests/cli/lib.sh"

cp -R "$source/examples" examples || exit 1
mkdir bin && printf '#!/bin/sh\nexec "%s" "$@"\n' "$shader9" >bin/shader9 && chmod +x bin/shader9
PATH=$place/bin:$PATH
export PATH

# The blocks of the README as a list: "$ command", and the lines of its output behind it.
awk '/^```/ { open = !open; plain = length($0) == 3; next } open && plain' "$source/README.md" >blocks

# Shading languages take a library that a build may lack.
languages=1
"$shader9" translate --to glsl examples/brick/brick.psa >/dev/null 2>&1 || languages=0

compare() {
    [ -n "$command" ] || return 0
    case $languages$command in
    0*' --to '*)
        echo "SKIPPED: this build has no shading languages: $command"
        return 0
        ;;
    esac
    checks=$((checks + 1))
    last=$command
    sh -c "$command" </dev/null >"$out" 2>&1
    status=$?
    [ "$status" -le 1 ] || fail "$command: status $status"
    if [ -s shown ]; then
        cmp -s shown "$out" || {
            fail "$command: prints something else"
            diff shown "$out" | sed 's/^/    /'
        }
    elif [ "$status" -ne 0 ]; then
        fail "$command: status $status"
        head -n 5 "$out"
    fi
}

command=
: >shown
while IFS= read -r line; do
    case $line in
    '$ '*)
        compare
        command=${line#??}
        : >shown
        ;;
    *) printf '%s\n' "$line" >>shown ;;
    esac
done <blocks
compare
[ "$checks" -ge 10 ] || fail "only $checks commands were found"

# Every file that the page on jobs shows as a whole can be used.
awk -v n=0 '/^```json/ { n++; inside = 1; next } /^```/ { inside = 0 } inside { print > ("page" n ".json") }' \
    "$source/docs/jobs.md"
run 0 run examples/run/sky.psa --job page1.json
cp page2.json examples/brick/page.json
run 0 draw examples/brick/page.json -o page.png
run 0 check --caps page3.json examples/run/copy.vsa

finish
