# options: every choice of the arithmetic, by --option and in a job, gives the value that the specification has for it;
# --help and the message for a wrong name list them all with their values, the default first.
. "$2/tests/cli/lib.sh"

# gives SHADER EXPECTED [NAME VALUE [JOB]]: the output of the shader's first lane with the option as a flag, then as a member of
# a job; without an option, by default.
gives() {
    shader=$1 expected=$2 name=${3:-} value=${4:-} members=${5:-}
    job="{ $members }"
    flags=
    if [ -n "$name" ]; then
        flags="--option $name=$value"
        job="{ ${members:+$members, }\"options\": { \"$name\": \"$value\" } }"
        [ "$name" != max_steps ] || job="{ ${members:+$members, }\"options\": { \"$name\": $value } }"
    fi
    printf '%s\n' "$job" >job.json
    printf '{ %s }\n' "$members" >plain.json
    # shellcheck disable=SC2086
    run "${STATUS:-0}" run "$shader" --no-check --job plain.json $flags
    says "$out" "$expected"
    run "${STATUS:-0}" run "$shader" --no-check --job job.json
    says "$out" "$expected"
}

printf 'vs_2_0\ndef c0, 0x7f800000, 0, 0, 0\ndcl_position v0\nmul oPos, c0.x, v0\n' >float.vsa
zero='"lanes": [ { "v0": [0, 1, 0, 1] } ]'
gives float.vsa '"oPos": \[0, "inf", 0, "inf"\]' '' '' "$zero"
gives float.vsa '"oPos": \[0, "inf", 0, "inf"\]' float d3d9 "$zero"
gives float.vsa '"oPos": \["nan", "inf", "nan", "inf"\]' float ieee "$zero"

printf 'vs_2_0\ndef c0, 1, 0.5, 0, 130\ndcl_position v0\nmov r0, c0\nlit r1, r0\nlog oPos, r1.z\n' >lit.vsa
gives lit.vsa '"oPos": \[-127.99'
gives lit.vsa '"oPos": \[-127.99' lit_clamp 127.9961
gives lit.vsa '"oPos": \[-128, -128, -128, -128\]' lit_clamp 128
gives lit.vsa '"oPos": \[-130, -130, -130, -130\]' lit_clamp none

printf 'vs_2_0\ndef c0, 0.5, 1.5, -0.5, -1.5\ndef c8, 8, 0, 0, 0\ndef c9, 9, 0, 0, 0\ndef c10, 10, 0, 0, 0\ndef c11, 11, 0, 0, 0\ndef c12, 12, 0, 0, 0\ndcl_position v0\nmova a0, c0\nmov r0.x, c[a0.x + 10].x\nmov r0.y, c[a0.y + 10].x\nmov r0.z, c[a0.z + 10].x\nmov r0.w, c[a0.w + 10].x\nmov oPos, r0\n' >ties.vsa
gives ties.vsa '"oPos": \[10, 12, 10, 8\]'
gives ties.vsa '"oPos": \[10, 12, 10, 8\]' mova_ties even
gives ties.vsa '"oPos": \[11, 12, 9, 8\]' mova_ties away
gives ties.vsa '"oPos": \[11, 12, 10, 9\]' mova_ties up

printf 'ps_1_1\ndef c0, 0.25, 0.25, 0.25, 0.25\ndef c1, 1, 1, 1, 1\nmov r0, c0\nmov r1.a, c0\n+ cnd r1.rgb, r0.a, c1, c0\nmov r0, r1\n' >cnd.psa
gives cnd.psa '"oC0": \[1, 1, 1, 0.25\]'
gives cnd.psa '"oC0": \[1, 1, 1, 0.25\]' cnd_coissue_quirk on
gives cnd.psa '"oC0": \[0.25, 0.25, 0.25, 0.25\]' cnd_coissue_quirk off

printf 'ps_1_1\ndef c0, 1, 0.5, -1, 0.25\nadd_x4 r0, c0, c0\nadd_x2 r0, r0, r0\n' >range.psa
gives range.psa '"oC0": \[32, 16, -32, 8\]'
gives range.psa '"oC0": \[32, 16, -32, 8\]' ps1_range none
gives range.psa '"oC0": \[8, 8, -8, 8\]' ps1_range 8
gives range.psa '"oC0": \[1, 1, -1, 1\]' ps1_range 1

printf 'vs_1_1\ndef c0, 6, 0, 0, 0\ndcl_position v0\nlogp oPos, c0.x\n' >logp.vsa
gives logp.vsa '"oPos": \[2, 1.5, 2.58496[0-9]*, 1\]'
gives logp.vsa '"oPos": \[2, 1.5, 2.58496[0-9]*, 1\]' logp_vs1 sdk81
gives logp.vsa '"oPos": \[2.58496[0-9]*, 2.58496[0-9]*, 2.58496[0-9]*, 2.58496[0-9]*\]' logp_vs1 replicated

printf 'ps_2_0\ndcl t0\ndcl_volume s0\ntexld r0, t0, s0\nmov oC0, r0\n' >sample.psa
gives sample.psa '"oC0": \[0, 0, 0, 1\]'
gives sample.psa '"oC0": \[0, 0, 0, 1\]' unbound 0001
gives sample.psa '"oC0": \[0, 0, 0, 0\]' unbound 0000
flat='"textures": { "t": { "type": "2d", "size": [1, 1], "levels": [[ 5, 6, 7, 8 ]] } }, "samplers": { "s0": { "texture": "t" } }'
gives sample.psa '"oC0": \[5, 6, 7, 8\]' '' '' "$flat"
gives sample.psa '"oC0": \[5, 6, 7, 8\]' texture_kind_mismatch bound "$flat"
gives sample.psa '"oC0": \[0, 0, 0, 0\]' texture_kind_mismatch zero "$flat"

printf 'vs_3_0\ndefi i0, 200, 0, 0, 0\ndef c0, 1, 2, 3, 4\ndcl_position v0\ndcl_position o0\nmov o0, c0\nrep i0\nmov r0, c0\nendrep\nmov o0, c0.x\n' >steps.vsa
gives steps.vsa '"o0": \[1, 1, 1, 1\]'
STATUS=1 gives steps.vsa '"error": "max_steps"' max_steps 100
gives steps.vsa '"o0": \[1, 1, 1, 1\]' max_steps 100000

# Where they are listed.
run 2 run float.vsa --option nonsense=1
cp "$err" message
run 0 run --help
cp "$out" help
for name in 'float=d3d9|ieee' 'lit_clamp=127.9961|128|none' 'mova_ties=even|away|up' 'cnd_coissue_quirk=on|off' \
    'ps1_range=none|8|1' 'logp_vs1=sdk81|replicated' 'unbound=0001|0000' 'texture_kind_mismatch=bound|zero' 'max_steps='; do
    for place in message help; do
        grep -q -F -e "$name" "$place" || fail "$place: $name is missing"
    done
done

finish
