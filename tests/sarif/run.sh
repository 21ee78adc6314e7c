# SARIF: sh tests/sarif/run.sh COMMAND SOURCE BUILD. What the command prints is validated against the official schema.
# The schema and the validator come from npm into the build folder; where they cannot be had, the test says so and skips.
set -u
LC_ALL=C
export LC_ALL
shader9=$1
source=$2
modules=$3/sarif

skip() {
    echo "SKIPPED: $*"
    exit 77
}
command -v node >/dev/null 2>&1 || skip "node is not installed"
command -v npm >/dev/null 2>&1 || skip "npm is not installed"

mkdir -p "$modules" || exit 1
lock=$modules/package-lock.json
if ! cmp -s "$source/tests/sarif/package-lock.json" "$lock" || [ ! -d "$modules/node_modules/ajv-draft-04" ]; then
    rm -f "$lock"
    cp "$source/tests/sarif/package.json" "$source/tests/sarif/.npmrc" "$modules/" || exit 1
    cp "$source/tests/sarif/package-lock.json" "$lock" || exit 1
    if ! (cd "$modules" && npm ci --prefer-offline) >"$modules/npm.log" 2>&1; then
        rm -f "$lock" # the next run tries again
        tail -n 3 "$modules/npm.log"
        skip "npm could not install what tests/sarif/package.json names"
    fi
fi
cp "$source/tests/sarif/validate.js" "$modules/" || exit 1

place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
cp -R "$source/tests/cli/data/." "$place" || exit 1
cd "$place" || exit 1
failures=0

# sarif NAME STATUS RESULTS ARGUMENTS...: the command must end with that status; its document is kept.
sarif() {
    name=$1
    wanted=$2
    results=$3
    shift 3
    "$shader9" "$@" --diagnostics=sarif >out 2>"$name.sarif"
    status=$?
    if [ "$status" -ne "$wanted" ]; then
        echo "FAILED: shader9 $*: status $status, not $wanted"
        failures=$((failures + 1))
    fi
    # A result has one level; locations have none.
    found=$(grep -o '"level":' "$name.sarif" | wc -l)
    if [ "$found" -ne "$results" ]; then
        echo "FAILED: shader9 $*: $found results, not $results"
        failures=$((failures + 1))
    fi
}

"$shader9" asm --no-check illegal.psa -o illegal.pso || exit 1
head -c 20 illegal.pso >cut.pso
printf 'vs_2_0\ndcl_position v0\ncall l0\ncall l0\nret\nlabel l0\nmov oPos, r1\nret\nlabel l0\nret\n' >notes.vsa
printf 'vs_3_0\ndcl_position o0\nmov o0, c0\n' >little.vsa
printf 'ps_3_0\ndcl_texcoord7 v0.xy\nmov oC0, v0.xyxy\n' >lacks.psa
printf 'ps_1_1\nmov r0, v0 // \303\244\nmov r0.rg, "\n' >'odd name%41.psa'
printf 'MZ no shader' >program.exe
sarif none 0 0 check copy.vsa
sarif text 1 1 check illegal.psa
sarif tokens 1 1 check illegal.pso
sarif broken 1 2 check broken.vsa
sarif cut 1 1 check cut.pso
sarif notes 1 2 check notes.vsa
sarif several 1 6 check copy.vsa illegal.psa illegal.pso broken.vsa notes.vsa
sarif pair 1 1 check --pair little.vsa lacks.psa
sarif names 1 1 check 'odd name%41.psa'
sarif target 1 2 check --caps minimum --caps hardware copy.vsa notes.vsa
sarif foreign 1 1 check program.exe
sarif missing 3 1 check none.vsa
sarif assembled 1 2 asm broken.vsa -o broken.vso

node "$modules/validate.js" ./*.sarif || failures=$((failures + 1))
[ "$failures" -eq 0 ]
