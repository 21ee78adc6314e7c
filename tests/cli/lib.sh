# Sourced by the test scripts of this folder, which CTest runs as: sh tests/cli/NAME.sh COMMAND SOURCE.
# Each works in a copy of data/, so that paths in the output are relative and the same everywhere. Expected output lies
# in tests/golden/cli; UPDATE=1 in the environment writes it anew.
set -u
LC_ALL=C
TERM=dumb
export LC_ALL TERM
unset NO_COLOR 2>/dev/null || true

shader9=$1
source=$2
golden=$source/tests/golden/cli
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
cp -R "$source/tests/cli/data/." "$place" || exit 1
cd "$place" || exit 1
out=$place/.out
err=$place/.err
checks=0
failures=0

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
}

# run STATUS ARGUMENTS...: the command must end with that status; its output is in $out and $err.
run() {
    wanted=$1
    shift
    checks=$((checks + 1))
    last="shader9 $*"
    "$shader9" "$@" >"$out" 2>"$err"
    status=$?
    if [ "$status" -ne "$wanted" ]; then
        fail "$last: status $status, not $wanted"
        sed 's/^/    /' "$err" | head -n 20
    fi
}

# same_as NAME: standard output and error of the last run are those of golden NAME.out and NAME.err (missing: empty).
same_as() {
    for kind in out err; do
        file=$golden/$1.$kind
        eval "got=\$$kind"
        if [ -n "${UPDATE:-}" ]; then
            rm -f "$file"
            if [ -s "$got" ]; then cp "$got" "$file"; fi
        fi
        [ -f "$file" ] || file=/dev/null
        if ! cmp -s "$file" "$got"; then
            fail "$last: standard $kind differs from golden $1.$kind"
            diff "$file" "$got" | head -n 20 | sed 's/^/    /'
        fi
    done
}

# says FILE PATTERN...: a line of $out or $err matches each basic regular expression; lacks: none does.
says() {
    file=$1
    shift
    for pattern in "$@"; do
        grep -q -e "$pattern" "$file" && continue
        fail "$last: no line matches $pattern"
        head -n 20 "$file" | sed 's/^/    /'
    done
}
lacks() {
    file=$1
    shift
    for pattern in "$@"; do
        grep -q -e "$pattern" "$file" || continue
        fail "$last: a line matches $pattern"
    done
}
empty() {
    [ -s "$1" ] || return 0
    fail "$last: output where there should be none"
    head -n 5 "$1" | sed 's/^/    /'
}
# holds FILE TEXT: the file is exactly this line.
holds() {
    printf '%s\n' "$2" | cmp -s - "$1" && return 0
    fail "$last: $1 is not: $2"
    head -n 5 "$1" | sed 's/^/    /'
}

finish() {
    echo "$checks runs, $failures failures"
    [ "$failures" -eq 0 ]
    exit
}
