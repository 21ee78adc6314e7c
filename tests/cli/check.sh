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
says "$err" '^illegal.pso:+0x[0-9a-f]*: error: .* \[V122\]$' '^    add r0, t0, r3' '^    native: X5036$'
run 0 check --json copy.vsa
holds "$out" '{ "schema": "shader9.check/1", "file": "copy.vsa", "version": "vs_3_0", "target": null, "legal": true, "diagnostics": [] }'
run 1 check --json illegal.psa
says "$out" '"legal": false, "diagnostics": \[ { "severity": "error", "code": "V122", "file": "illegal.psa", "line": 3, '
says "$out" '"native": \["X5036"\]'
run 1 check --json broken.vsa
says "$out" '"file": "broken.vsa", "version": "vs_2_0", "target": null, "legal": false'

# What the assembler refuses and what the rules refuse, in the order of the text.
printf 'vs_2_0\ndcl_position v0\nmov r1, r2\nmov r0.xxyz, c0\nif b0\nmov oPos, r0\nendif\nmov r4, r3\n' >several.vsa
run 1 check several.vsa
holds "$out" 'several.vsa: vs_2_0, not legal, 3 errors, 1 warning'
run 1 check --diagnostics=msvc several.vsa
holds "$err" 'several.vsa(1,1): warning V134: oPos.xyzw is not written on every path (write it on every path, or before the flow control)
several.vsa(5,1): note: it stays unwritten where this if is not taken
several.vsa(3,9): error V122: r2.xyzw is read, but never written before
several.vsa(4,8): error V157: a component is twice in the write mask '"'xxyz'"' (the order is x y z w or r g b a)
several.vsa(8,9): error V122: r3.xyzw is read, but never written before'
run 1 check --diagnostics=github several.vsa
says "$err" '^::warning file=several.vsa,line=1,col=1,endColumn=6,title=V134::oPos.xyzw is not written on every path%0Ahint: write it on every path, or before the flow control%0Anative: X5350 X4541%0Anote (line 5): it stays unwritten where this if is not taken$' \
    '^::error file=several.vsa,line=8,col=9,endColumn=10,title=V122::r3.xyzw is read, but never written before%0Anative: X5036$'
run 1 asm several.vsa -o several.vso
says "$err" '^several.vsa:3:9: error: .*V122' '^several.vsa:4:8: error: .*V157'

run 1 check copy.vsa illegal.psa
says "$out" '^copy.vsa: vs_3_0, legal$' '^illegal.psa: ps_2_0, not legal'
says "$err" '^1 done, 1 refused$'
run 1 check --diagnostics=sarif copy.vsa illegal.psa
says "$err" '"rules": \[ { "id": "V122", "shortDescription"'
lacks "$err" 'refused$'

run 0 check --list-rules
says "$out" '^V122  error '
run 0 check --list-rules --json
says "$out" '^{ "schema": "shader9.check/1", "rules": \[ { "code": "V001", '
says "$out" '"native": \["X5350", "X4541"\], "reason": "Without a position nothing can be drawn'
run 0 check --explain V122
says "$out" '^V122: ' '    severity: error' '    native:   X5036' '^Temporaries hold what' '^Breaks it:$' '^    mov oPos, r0$' \
    '^Mended:$'
run 0 check --explain v253
says "$out" '^Breaks it, with --caps minimum:$'
run 0 check --explain V360
says "$out" '^Breaks it, with --caps hardware, found as V089:$'
run 0 check --explain V361
says "$out" '^Nothing is reported of:$'
run 0 check --explain V001 --json
says "$out" '"code": "V001".*"breaking": "mov oPos, c0\\nvs_1_1\\n", "mended": "vs_1_1\\nmov oPos, c0\\n" }$'
run 2 check --explain V999
says "$err" 'there is no rule'

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
says "$out" '^copy.vsa: vs_3_0, fits.psa: ps_3_0, legal$' '^  usage  *output  *written  *input  *read$'
run 0 check --json --pair copy.vsa fits.psa
says "$out" '"file": "copy.vsa", "pair": "fits.psa", "version": "vs_3_0", "target": null, "pair_version": "ps_3_0", "pair_target": null, "legal": true'
says "$out" '"interface": \[ { "usage": "position", "index": 0, "output": "o0", "declared": "xyzw", "written": "xyzw"'
printf 'vs_3_0\ndcl_position o0\ndcl_texcoord1 o1.xy\ndcl_color o2\nmov o0, c0\nmov o1.x, c0\nmov o2.xyz, c0\nif b0\nmov o1.y, c0\nendif\n' >some.vsa
printf 'ps_3_0\ndcl_texcoord1_centroid v0.xy\ndcl_color_pp v1\nmov r0.xy, v0\nadd oC0, r0.y, v1\n' >some.psa
run 0 check --pair some.vsa some.psa
holds "$out" 'some.vsa: vs_3_0, some.psa: ps_3_0, legal, 2 warnings
  usage      output  written  input  read
  position0  o0      xyzw     -      -     for the rasteriser
  texcoord1  o1.xy   xy       v0.xy  xy    centroid, y not written on every path
  color0     o2      xyz      v1     xyzw  centroid implied, pp, w not written: undefined, here 1'
run 0 check --json --pair some.vsa some.psa
says "$out" '"output": "o2", "declared": "xyzw", "written": "xyz", "always_written": "xyz", "input": "v1", "input_declared": "xyzw", "read": "xyzw", "missing": "w", "default": 1, "centroid": false, "centroid_implied": true, "pp": true }'
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

# Names of files are any bytes: UTF-8 passes, another byte is escaped with its number, and the output is JSON.
odd=$(printf 'a\377\303\251.psa')
if printf 'ps_2_0\ndef c0, 0, 0, 0, 0\nmov oC0, c0\n' 2>/dev/null >"$odd"; then
    run 0 check --json "$odd"
    holds "$out" "$(printf '{ "schema": "shader9.check/1", "file": "a\\u00ff\303\251.psa", "version": "ps_2_0", "target": null, "legal": true, "diagnostics": [] }')"
fi
# Two shaders in the wrong order are no pair, and no shader is blamed.
run 1 check --pair tint.psa copy.vsa
says "$out" 'no pair to judge, 1 error$'
lacks "$out" 'not legal'
run 1 draw --vs tint.psa --ps copy.vsa --mesh quad -o no.png
says "$err" 'hint: --vs and vertex_shader take the vertex shader'
finish
