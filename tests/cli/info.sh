# info: what a shader is made of.
. "$2/tests/cli/lib.sh"

run 0 info tint.psa
same_as info_tint
run 0 info --json tint.psa
same_as info_tint_json
run 0 info --json --hash copy.vsa
same_as info_copy_json
run 0 asm copy.vsa -o copy.vso
if command -v sha256sum >/dev/null 2>&1; then
    sum=$(sha256sum <copy.vso | cut -d' ' -f1)
    says "$golden/info_copy_json.out" "\"sha256\": \"$sum\""
fi
printf 'rubbish' >>copy.vso
run 0 info --json --hash copy.vso
sed 's/"diagnostics": .*//' "$out" >.tokens
sed 's/"diagnostics": .*//' "$golden/info_copy_json.out" | cmp -s - .tokens || fail 'text, tokens and rubbish behind them give other facts'
run 0 info --json copy.vsa tint.psa
says "$out" '^{ "schema": "shader9.info/1", "file": "copy.vsa", ' '^{ "schema": "shader9.info/1", "file": "tint.psa", '
says "$err" '^2 done, 0 refused$'
run 0 info illegal.psa
says "$out" 'legal  *no'
# The constant table: names of registers and samplers, types, initial values.
run 0 info named.psa
same_as info_named
empty "$err"
run 0 info --json named.psa
same_as info_named_json
sed 's/^\(.*0x42415443 0x0000001C\) 0x0000001C/\1 0x0001C000/' named.psa >lying.psa
run 0 info lying.psa
says "$err" '^lying.psa:3:1: warning: the name of the compiler does not end inside the table$'
lacks "$out" 'Hand 1.0'
says "$out" 'tint = 0.25, 0.5, 0.75, 1$'
# The preshader: what it reads, sets and does.
run 0 info prepared.psa
same_as info_prepared
empty "$err"
run 0 info --json prepared.psa
same_as info_prepared_json
sed 's/0x434C5846/0x434C5847/' prepared.psa >lost.psa
run 0 info --json lost.psa
says "$out" '"preshader": null'
says "$err" '^lost.psa:3:1: warning: the preshader has no instructions$'
run 1 info broken.vsa
empty "$out"
finish
