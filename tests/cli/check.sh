# check: verdicts, findings and rules.
. "$2/tests/cli/lib.sh"

run 0 check copy.vsa
holds "$out" 'copy.vsa: vs_3_0, legal'
empty "$err"
run 1 check illegal.psa
holds "$out" 'illegal.psa: ps_2_0, not legal, 1 error'
says "$err" '^illegal.psa:3:[0-9]*: error: .* \[V122\]$'
run 0 asm --no-check illegal.psa -o illegal.pso
run 1 check illegal.pso
says "$err" '^illegal.pso:+0x[0-9a-f]*: error: .* \[V122\]$' '^    add r0, t0, r3'
run 0 check --json copy.vsa
holds "$out" '{ "schema": "shader9.check/1", "file": "copy.vsa", "version": "vs_3_0", "legal": true, "diagnostics": [] }'
run 1 check --json illegal.psa
says "$out" '"legal": false, "diagnostics": \[ { "severity": "error", "code": "V122", "file": "illegal.psa", "line": 3, '
says "$out" '"native": \["X5036"\]'
run 1 check --json broken.vsa
says "$out" '"file": "broken.vsa", "version": null, "legal": false'
run 1 check copy.vsa illegal.psa
says "$out" '^copy.vsa: vs_3_0, legal$' '^illegal.psa: ps_2_0, not legal'
says "$err" '^1 done, 1 refused$'
run 1 check --diagnostics=sarif copy.vsa illegal.psa
says "$err" '"rules": \[ { "id": "V122", "shortDescription"'
lacks "$err" 'refused$'

run 0 check --list-rules
says "$out" '^V122  error '
run 0 check --list-rules --json
says "$out" '^{ "schema": "shader9.rules/1", "rules": \[ { "code": "V001", '
run 0 check --explain V122
says "$out" '^V122: ' '    severity: error' '    native:   X5036'

# A device's limits.
printf 'vs_3_0\ndcl_position v0\ndcl_position o0\nadd o0, v0, c256\n' >far.vsa
run 0 check far.vsa
run 1 check --caps hardware far.vsa
says "$err" '\[V089\]$'
printf '{ "vs_constants": 256 }\n' >caps.json
run 1 check --caps caps.json far.vsa
says "$err" '\[V089\]$'
printf '{\n  "vs_constants": 256,\n  "vs_constant": 1 }\n' >caps.json
run 1 check --caps caps.json far.vsa
says "$err" '^caps.json:3:3: error: $.vs_constant: unknown member' 'did you mean "vs_constants"?'

# Pairs.
printf 'ps_3_0\ndcl_texcoord1 v0.xy\nmov oC0, v0.xyxy\n' >fits.psa
printf 'ps_3_0\ndcl_texcoord7 v0.xy\nmov oC0, v0.xyxy\n' >lacks.psa
run 0 check --pair copy.vsa fits.psa
holds "$out" 'copy.vsa: vs_3_0, fits.psa: ps_3_0, legal'
run 0 check --json --pair copy.vsa fits.psa
says "$out" '"file": "copy.vsa", "pair": "fits.psa", "version": "vs_3_0", "pair_version": "ps_3_0", "legal": true'
run 1 check --pair fits.psa copy.vsa
says "$err" 'is no vertex shader but ps_3_0'
run 2 check --pair copy.vsa
says "$err" '--pair takes two files'
# With --json the findings are in the result, once.
run 1 check --json illegal.psa
says "$out" '"code": "V122"'
empty "$err"
run 1 check --caps ./illegal.psa illegal.psa
says "$err" '^./illegal.psa: error: no JSON; found assembly text$' 'hint: --caps takes'

# Render targets are a note.
printf 'ps_2_0\nmov r0, c0\nmov oC0, r0\nmov oC1, r0\n' >two.psa
printf '{ "render_targets": 1 }\n' >one.json
run 0 check --caps one.json two.psa
says "$err" '^two.psa: note: oC1 is written; the device has 1 render target$'
run 0 check --caps hardware two.psa
empty "$err"

finish
