# diff: two shaders by their instructions and by what they compute; the job on which they differ is one for both.
. "$2/tests/cli/lib.sh"

cp -R "$source/examples" examples || exit 1
glow=examples/diff/glow.psa
edited=examples/diff/edited.psa

run 1 diff $glow $edited
same_as diff_text
run 1 diff $glow $edited --json --trace
same_as diff_json
run 0 diff $glow $glow
holds "$out" 'the same tokens'

# Text and tokens, under other names.
run 0 asm $glow -o glow.pso
run 0 diff $glow glow.pso
holds "$out" 'the same tokens'
sed 's/r1/r7/g; s/r0/r1/g' $glow >renamed.psa
run 0 diff glow.pso renamed.psa
says "$out" '^the same instructions after renumbering$' \
    '^the same on 4096 inputs (reached 6 of 6 and 6 of 6 instructions)$'
run 0 diff glow.pso renamed.psa --no-run
holds "$out" 'the same instructions after renumbering'
run 1 diff glow.pso $edited --context 0 --no-run
says "$out" '^- +0x[0-9a-f]* *if_gt r2\.x, c0\.x$' '^+        :9     if_ge r1\.x, c0\.z$' '^other instructions; nothing was run$'
lacks "$out" texld
run 0 diff - renamed.psa <$glow
says "$out" '^the same on 4096 inputs'

# The job shows the difference in both.
run 1 diff $glow $edited --write-job job.json
run 0 run $glow --job job.json
cp "$out" a.json
run 0 run $edited --job job.json
cmp -s a.json "$out" && fail 'the job shows no difference'
run 0 trace $glow --job job.json
says "$out" 'if_gt r2\.x, c0\.x .* false$'
# A result that says that they differ is written, too.
run 1 diff $glow $edited -o result.txt
empty "$out"
cmp -s result.txt "$golden/diff_text.out" || fail '-o writes something else than standard output gets'

# What is given stays: without the limit itself they are the same.
run 0 diff $glow $edited --const c3=0.5
says "$out" '^the same on 4096 inputs (reached 5 of 6 and 5 of 6 instructions)$'
printf '{ "constants": { "c3": [2] }, "textures": { "t": { "type": "2d", "size": [1, 1], "levels": [[ 1, 0.5, 0, 1 ]] } },\n"samplers": { "s0": { "texture": "t", "min": "linear" } }, "lanes": [ { "texcoord0": [0.5, 0.5] } ] }\n' >given.json
run 0 diff $glow $edited --job given.json --inputs 32
says "$out" '^the same on 32 inputs'
sed 's/1\.5/1.25/' $edited >other.psa
run 1 diff $glow other.psa --job given.json
says "$out" '"levels": \[ \[1, 0\.5, 0, 1\] \]' '"s0": { "texture": "s0", "min": "linear" }' '"texcoord0": \[0\.5, 0\.5, 0, 1\]'
sed 's/^ *//' "$out" | sed -n '/^{/,/^}/p' >printed.json
run 0 run $glow --job printed.json
run 1 diff $glow other.psa --seed 7 --inputs 100 --specials --option float=ieee --write-job ieee.json
grep -q '"options": { "float": "ieee" }' ieee.json || fail 'the job lacks the float mode'
run 0 run $glow --job ieee.json

# Small errors.
printf 'ps_2_0\ndcl t0\nmul r0, t0, c0\nmul r0, r0, c1\nmov oC0, r0\n' >left.psa
printf 'ps_2_0\ndcl t0\nmul r0, c1, t0\nmul r0, r0, c0\nmov oC0, r0\n' >right.psa
run 1 diff left.psa right.psa
run 0 diff left.psa right.psa --ulp 4
run 0 diff left.psa right.psa --tolerance 1e-5

# Comments, definitions, declarations stand apart.
printf 'ps_2_0\n//!comment 2\n//! 0x42415443 0x00000000\nmov oC0, c0\n' >table.psa
printf 'ps_2_0\n//!comment 1\n//! 0x00000001\nmov oC0, c0\n' >comment.psa
run 0 diff table.psa comment.psa
says "$out" '^@@ tables: 1 removed, 0 added @@$' '^@@ comments: 0 removed, 1 added @@$' 'comment CTAB, 8 bytes$'
run 0 diff table.psa comment.psa --no-comments
holds "$out" 'the same tokens, comments left out'

# Shaders in effects, and versions that differ.
run 0 diff 'examples/effect/sample.fxb#Main/P0/vs[0]' 'examples/effect/sample.fxb#Main/P0/vs[0]'
holds "$out" 'the same tokens'
printf 'ps_2_0\ndcl t0\nmov oC0, t0\n' >two.psa
printf 'ps_3_0\ndcl_texcoord v4\nmov oC0, v4\n' >three.psa
run 0 diff two.psa three.psa
says "$out" '^--- two\.psa ps_2_0$' '^the same on 4096 inputs'
printf 'ps_1_1\nmov r0, c0\n' >one.psa
printf 'ps_1_1\nmov r0, 1-c0\n' >one_too.psa
run 1 diff one.psa one_too.psa --no-check
says "$out" 'mov r0, 1-c0 .*->  r0=(1, 1, 1, 1)$'

# What cannot be compared, and what cannot be run.
run 1 diff two.psa examples/run/copy.vsa
says "$err" 'error: a ps_2_0 shader and a vs_3_0 shader have nothing to compare$' 'hint: both must be'
empty "$out"
printf 'ps_2_0\ncall l3\nmov oC0, c0\n' >nowhere.psa
run 1 diff nowhere.psa two.psa --no-check
says "$err" 'one of the shaders cannot be run; their instructions alone are compared$'
says "$out" '^other instructions; nothing was run$'
run 1 diff nowhere.psa two.psa --strict
run 2 diff two.psa
says "$err" 'diff takes two shaders'
run 2 diff - -
run 2 diff two.psa three.psa --tolerance -1
run 2 diff two.psa three.psa --no-run --write-job x.json
run 2 diff two.psa three.psa --inputs 0
run 3 diff two.psa missing.psa

finish
