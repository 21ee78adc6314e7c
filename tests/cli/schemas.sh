# The rules of docs/json.md: every result has its schema, which the page names, and members that do not apply are null.
. "$2/tests/cli/lib.sh"

# schema NAME: the last result begins with it; more results follow one a line.
schema() {
    grep -v "^{ \"schema\": \"shader9.$1/1\", " "$out" >strays
    if [ ! -s "$out" ] || [ -s strays ]; then fail "$last: not every line is of shader9.$1/1"; fi
    grep -q "^| \`shader9.$1/1\` |" "$source/docs/json.md" || fail "docs/json.md lacks shader9.$1/1"
}

# members TEXT...: the last result has them, whatever it is about.
members() {
    for member in "$@"; do
        grep -q "\"$member\": " "$out" || fail "$last: no member $member"
    done
}

printf 'ps_1_4\nmov r0, c0\n' >old.psa
printf 'ps_3_0\ndcl_texcoord v0\nif_gt v0.x, c0.x\ntexkill v0\nendif\nmov oC0, v0\n' >kill.psa
for file in copy.vsa tint.psa named.psa prepared.psa old.psa; do
    run 0 info --json $file
    schema info
    members version kind size slots total arithmetic texture phases worst best instructions registers inputs outputs samplers \
        definitions constants creator target flags flag_names preshader dependent_reads flow comments diagnostics
    lacks "$out" '"sha256"' '"file"'
done
run 0 info --json copy.vsa
says "$out" '"phases": null' '"constants": null, "creator": null, "target": null, "flags": null, "flag_names": null'
run 0 info --json --hash old.psa
says "$out" '"sha256": "' '"phases": \[ {'
for file in copy.vsa tint.psa illegal.psa broken.vsa missing; do
    [ -e $file ] || printf 'prose\n' >$file
    "$shader9" check --json $file >"$out" 2>/dev/null
    last="check --json $file"
    schema check
    members file version target legal diagnostics
done
run 0 check --json --list-rules
schema check
run 0 check --json --explain V122
schema check
run 0 run copy.vsa tint.psa
schema run
says "$out" '"file": "copy.vsa"'
for file in trace.psa trace.vsa kill.psa; do
    run 0 trace --json $file
    schema trace
    members version lane steps result stopped limit instruction offset line file text loop calls under active predicated_off \
        reads reached writes condition discards texture
    says "$out" '"result": { "schema": "shader9.run/1", "version": '
done
run 0 trace --json --limit 2 trace.psa
says "$out" '"stopped": "step", "limit": 2 }$'
[ "$(grep -o '"instruction": ' "$out" | wc -l)" -eq 2 ] || fail 'other than two steps are kept'
run 0 trace --json trace.vsa
says "$out" '"stopped": null, "limit": 16384 }$'
run 0 draw scene.json --pixel 1,1 --json
schema draw
members size pixel covered targets
run 0 draw scene.json --raw raw.json
cp raw.json "$out"
schema draw
members size targets
run 0 effect --json "$source/examples/effect/sample.fxb"
schema effect
members content compression parameters techniques shaders
run 0 diff --json tint.psa tint.psa
schema diff
says "$out" '"behaviour": null'
sed 's/mul/add/' tint.psa >other.psa
run 1 diff --json tint.psa other.psa
schema diff
members output_a output_b component a b discarded_a discarded_b job
lacks "$out" '"traces"'
run 1 diff --json --trace tint.psa other.psa
members traces limit
run 0 bench --json --runs 1 tint.psa
schema bench
members file version size instructions engine lanes runs stages stage microseconds repeats
run 0 translate tint.psa -o tint.spv --reflect-out layout.json
tr -d '\n' <layout.json | sed 's/^{ *"schema"/{ "schema"/' >"$out"
schema layout
# The page names no schema that nothing has.
for name in $(sed -n 's/^| `shader9\.\([a-z]*\)\/1` .*/\1/p' "$source/docs/json.md"); do
    case $name in
    check | info | run | trace | draw | effect | diff | bench | layout) ;;
    *) fail "docs/json.md has shader9.$name/1, which nothing prints" ;;
    esac
done
finish
