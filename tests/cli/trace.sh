# trace: what each instruction reads and writes, where values come from, where it stops; draw --pixel.
. "$2/tests/cli/lib.sh"

run 0 trace trace.psa --job trace.json --lane 1
same_as trace_lane
run 0 trace trace.psa --job trace.json --quad
same_as trace_quad
run 0 trace trace.psa --job trace.json --lane 1 --json
same_as trace_json
run 0 trace trace.psa --job trace.json --lane 1 --who oC0.x --who r1.y
same_as trace_who
run 0 trace trace.psa --job trace.json --lane 0 --who oC0.y --json
same_as trace_who_json
run 0 trace trace.vsa --input v0=1,2,0,1 --const c2=5,6,7,8
same_as trace_vertex
run 0 trace trace.vsa --input v0=1,2,0,1 --const c2=5,6,7,8 --who oPos.x
says "$out" '^oPos\.x = 7  by 6 :8 add oPos, r0, r1$' '^    c2\.x = 5  constant$' '^    a0\.x = 1  by 2 :4 mov a0\.x, v0\.w$' \
    '^    v0\.x = 1  input$' '^    c4\.x = 2  defined in the shader$'

# The values are those of run.
run 0 run trace.psa --job trace.json
sed 's/.*"lanes": \[ //; s/ \] }$//; s/}, {/}\n{/g' "$out" | sed -n 2p | sed 's/^ *//; s/ *$//' >lane
run 0 trace trace.psa --job trace.json --lane 1 --json
sed 's/.*"result": { "schema": "shader9.run\/1", "version": "ps_3_0", "lanes": \[ //; s/ \] }, "stopped".*//' "$out" >traced
cmp -s lane traced || fail "$last: the result is not that of run"

# From tokens there are byte offsets.
run 0 asm trace.vsa -o trace.vso
run 0 trace trace.vso
says "$out" '^   2  +0x28  mov a0\.x, v0\.w '
run 0 trace trace.vso --break +0x44
says "$out" '^stopped: the break was reached$'
lacks "$out" 'rcp'

# Where it stops.
run 0 trace trace.vsa --input v0=1,2,0,1 --option float=ieee --break-nan
says "$out" 'rcp r1\.w, r0\.z  *r0\.z=0  ->  r1=(_, _, _, inf)$' '^stopped: a NaN or infinity that no source held$'
lacks "$out" 'add oPos'
run 0 trace trace.psa --job trace.json --break '#6:2'
says "$out" '\[1\]  *r1\.x=1\.5 c0\.y=0\.5  ->  r1=(2, _, _, _)$' '^stopped: the break'
run 0 trace trace.psa --job trace.json --break 15
says "$out" 'dsx r2, v0' '^stopped: the break'
lacks "$out" 'setp'
run 0 trace trace.psa --job trace.json --lane 1 --break-when 'r1.x>=2'
says "$out" 'add r1\.x, r1\.x, c0\.y \[1\]' '^stopped: the break'
run 0 trace trace.psa --job trace.json --break-when p0.x=false
says "$out" 'setp_gt p0, v0, c0\.y .*p0=(false, false, false, true)$' '^stopped: the break'
run 0 trace trace.psa --job trace.json --limit 3
says "$out" '^stopped: 3 steps are kept at most; --limit N keeps more$'
run 0 trace trace.psa --job trace.json --limit 3 --json
says "$out" '"stopped": "step", "limit": 3 }$'
# What is kept takes memory, so it is bounded.
run 2 trace trace.psa --limit 1048577
says "$err" '--limit takes at most 1048576'
run 0 trace trace.psa --job trace.json --limit 1048576
run 1 trace trace.psa --job trace.json --max-steps 4 --no-check --break 3
says "$err" 'there is no instruction that is executed in line 3'
run 0 trace trace.psa --job trace.json --max-steps 4
says "$out" '^result  stopped by max_steps$'
run 0 trace trace.psa --job trace.json --who r7.x
says "$out" '^r7\.x: no instruction that was executed wrote it$'

run 0 trace trace.psa --job trace.json --limit 3 --who oC0.x
says "$out" '^oC0\.x: no instruction that was executed wrote it$' '^stopped: 3 steps are kept at most'

# What cannot be asked.
run 2 trace trace.psa --job trace.json --lane 4
says "$err" '^shader9: error: --lane 4: the job has 4 lanes$'
run 2 trace trace.vsa --quad
says "$err" 'quads'
run 1 trace trace.psa --job trace.json --break-when r9.x
says "$err" 'the shader writes no register r9'
run 2 trace trace.psa --break x
says "$err" "break cannot use 'x'" 'a line'
run 2 trace trace.psa --break-when r0.q=1
run 2 trace trace.psa --break-when r0.x=green
run 2 trace trace.psa --who 7
# A name that no version has is no register; one that another version has is not written here.
for name in foo foo.x r r.x oX.x oPos1 vFace0 r0q; do
    run 2 trace trace.psa --job trace.json --who $name
    says "$err" "who takes a register and one component, not '$name'"
    run 2 trace trace.psa --job trace.json --break-when $name
    says "$err" "break-when cannot use '$name'"
done
for name in oPos.x a0.x oDepth aL vFace p1.y oT7.w c0.x; do
    run 0 trace trace.psa --job trace.json --who $name
    says "$out" "^$name: no instruction that was executed wrote it$"
done
run 2 trace trace.psa --limit 0
run 3 trace nowhere.psa

# Many shaders: one after the other, each under its name; JSON is an object a line.
run 0 trace trace.vsa trace.vso
says "$out" '^// trace.vsa$' '^// trace.vso$'
run 0 trace trace.vsa trace.vso --json
says "$out" '^{ "schema": "shader9.trace/1", "file": "trace.vso", '

# One pixel of a scene.
printf 'vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmul oT0, v1, c0.x\n' >p.vsa
printf 'ps_2_0\ndcl t0\ndef c0, 1, 0.5, 0.25, 0.5\nmul r0, t0.x, c0\nmov oC0, r0\n' >p.psa
cat >p.json <<'END'
{ "size": [8, 8], "vertex_shader": "p.vsa", "pixel_shader": "p.psa", "vs": { "constants": { "c0": [2, 0, 0, 0] } },
  "mesh": { "topology": "triangle_list",
            "vertices": { "position0": [[-1, 1, 0.5, 1], [1, 1, 0.5, 1], [-1, -1, 0.5, 1],
                                        [-1, 1, 0.25, 1], [1, 1, 0.25, 1], [-1, -1, 0.25, 1],
                                        [-1, 1, 0.75, 1], [1, 1, 0.75, 1], [-1, -1, 0.75, 1]],
                          "texcoord0": [[0, 0], [1, 0], [0, 1], [0, 0], [1, 0], [0, 1], [0, 0], [1, 0], [0, 1]] } },
  "state": { "blend": { "src": "src_alpha", "dst": "inv_src_alpha" }, "alpha_test": { "func": "greater", "ref": 16 },
             "stencil": { "func": "always", "pass": "incr", "zfail": "decr" } } }
END
run 0 draw p.json --pixel 2,1
same_as pixel_text
run 0 draw p.json --pixel 2,1 --trace-vertices --who oPos.x
says "$out" '^  vertex 0:$' '^    oPos.x = -1  by 2 :4 mov oPos, v0$' '^      v0.x = -1  input$'
run 0 draw p.json --pixel 2,1 --json
same_as pixel_json
run 0 draw p.json --pixel 7,7
says "$out" '^pixel 7,7 of 8x8$' '^nothing covers it$' '^target 0 at the end (0, 0, 0, 0)$'
run 0 draw p.json --pixel 2,1 -o p.txt
[ -s p.txt ] || fail "$last: no explanation"
run 2 draw p.json --pixel 8,1
says "$err" 'is outside: the picture is 8x8'
run 2 draw p.json --pixel 8
run 2 draw p.json --pixel 1,1 --raw x.json
run 2 draw p.json --who r0.x
says "$err" 'who goes with --pixel'
run 1 draw p.json --pixel 2,1 --break-when r9.x
says "$err" 'the shader writes no register r9'

finish
