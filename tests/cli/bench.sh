# bench: the shape of its results; the times are of the machine.
. "$2/tests/cli/lib.sh"

stages='decode encode disassemble assemble check reflect lower run translate'
"$shader9" asm copy.vsa >copy.vso

run 0 bench copy.vso
empty "$err"
says "$out" '^copy.vso: vs_3_0, [0-9]* bytes, [0-9]* instructions; medians of 5 runs$'
for stage in $stages; do
    says "$out" "^  $stage  *[0-9]*\\.[0-9]* us  *[0-9]* /s"
done
says "$out" '^  run .* (64 lanes)$'
[ "$(sed -n 's/^  \([a-z]*\) .*/\1/p' "$out" | tr '\n' ' ')" = "$stages " ] || fail 'the stages are others'

run 0 bench --json --runs 3 copy.vsa tint.psa
[ "$(wc -l <"$out")" -eq 2 ] || fail 'not one object a line'
number='[0-9.e+-]*'
says "$out" '^{ "schema": "shader9.bench/1", "file": "copy.vsa", "version": "vs_3_0", "size": [0-9]*, "instructions": [0-9]*, "engine": "vm", "lanes": 64, "runs": 3, "stages": \[ { "stage": "decode", ' \
    '^{ "schema": "shader9.bench/1", "file": "tint.psa", "version": "ps_2_0"' '"stage": "translate", "microseconds": [0-9.e+-]*, "repeats": [0-9]* } \] }$'
for stage in $stages; do
    says "$out" "{ \"stage\": \"$stage\", \"microseconds\": $number, \"repeats\": [1-9][0-9]* }"
done
says "$err" '^2 done, 0 refused$'

# Illegal shaders are timed; what holds no shader is refused; a result goes to a file.
run 0 bench --runs 1 illegal.psa
says "$out" '^  check '
run 1 bench broken.vsa
empty "$out"
run 3 bench missing.psa
run 2 bench
run 2 bench --jobs 2 copy.vsa
says "$err" 'bench works on one file at a time'
run 2 bench --runs 0 copy.vsa
run 2 bench --runs 1001 copy.vsa
run 0 bench --runs 1 --json copy.vsa -o bench.json
says bench.json '"schema": "shader9.bench/1"'
run 0 bench -h
says "$out" '^usage: shader9 bench ' '--runs N' '--json'
finish
