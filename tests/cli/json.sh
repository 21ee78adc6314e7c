# What is wrong with JSON that people write: every fault with its line, column and path, in the order of the file.
. "$2/tests/cli/lib.sh"

# A scene with a fault in nearly every member, none of which hides another.
cat >faults.json <<'END'
{
  "state": { "cull": "foo", "zzz": 1, "stencil": { "ref": 300, "odd": 1, "fail": "no" }, "scissor": [1, 2.5, "x", 4],
             "viewport": [1, 2, 3, 4, 5, 6], "blend": { "src": "up", "oops": 1 }, "color_write": ["rgb", "q", 3] },
  "size": [0, 5.5],
  "ps": { "constants": { "c0": [1, null, "a"], "q1": 1 }, "samplers": { "s0": { "odd": 1, "bias": "x" }, "t0": {} },
          "stages": { "9": {}, "1": { "odd": 1, "bump_lscale": "x", "projected": 1 } }, "odd": 1 },
  "vs": { "constants": { "i0": [1.5, "x"] }, "odd": 1, "camera": { "fov": "x", "register": 9999, "odd": 1 } },
  "textures": { "b": { "type": "4d", "format": "R5", "odd": 1 },
                "c": { "size": [2, -1], "levels": [] },
                "d": { "size": [2, 1], "levels": [[0, 0, 0, null, 0, 0, "x", 0], [1]], "odd": 1 },
                "a": { "file": "nofile.png" } },
  "mesh": { "topology": "cube", "vertices": { "position0": [[1, 2, 3], [1, null, "x"]], "foo": [[1]],
            "texcoord0": [[1]] }, "indices": [5, -1], "odd": 1 },
  "vertex_shader": "nosuch.vsa",
  "float": "x",
  "options": { "a": "b", "mova_ties": "sideways" }
}
END
# (Status 3: two of its files cannot be read.)
run 3 draw --max-errors 0 faults.json -o out.png
same_as json_faults
grep -c '^faults\.json:[0-9]*:[0-9]*: error: \$' "$err" >count
[ "$(cat count)" -eq "$(grep -c '^faults\.json' "$err")" ] || fail 'a fault of the scene has no line, column or path'
# The same, by a machine: lines and columns never go back, and what a file named there lacks stands where its name is.
run 3 draw --max-errors 0 --diagnostics=json faults.json -o out.png
awk '{ match($0, /"line": [0-9]*/); l = substr($0, RSTART + 8, RLENGTH - 8) + 0
       match($0, /"column": [0-9]*/); c = substr($0, RSTART + 10, RLENGTH - 10) + 0
       if ($0 !~ /"file": "faults.json"/) next
       if (l < line || (l == line && c < column)) exit 1
       line = l; column = c }' "$err" || fail 'faults are not in the order of the file'

# What a scene lacks stands where it begins; flags may give it.
printf '\n { "pixel_shader": "tint.psa" }\n' >bare.json
run 1 draw bare.json -o out.png
says "$err" '^bare.json:2:2: error: \$: the scene has no "vertex_shader"$' '^bare.json:2:2: error: \$: the scene has no "mesh"$' \
    'hint: --vs FILE gives one on the command line'
run 0 draw bare.json --vs quad.vsa --mesh quad -o out.png

# Jobs, and the files of --caps.
printf '{ "lanes": [ { "v0": [1, null, "x"], "q": 1 }, 3 ],\n"constants": { "c0": [1, 2, 3, 4, 5], "z": 1 },\n"odd": 1 }\n' >job.json
for verb in run trace; do
    run 1 $verb copy.vsa --job job.json
    says "$err" '^job.json:2:22: error: \$.constants.c0: ' '^job.json:2:39: error: \$.constants.z: ' '^job.json:3:1: error: \$.odd: '
done
printf '{ "lanes": [ { "v0": [1, null, "x"], "q": 1 }, 3 ] }' >job.json
run 1 run copy.vsa --job job.json
says "$err" '^job.json:1:26: error: \$.lanes\[0\].v0\[1\]: ' '^job.json:1:32: error: \$.lanes\[0\].v0\[2\]: ' \
    '^job.json:1:38: error: \$.lanes\[0\].q: ' '^job.json:1:48: error: \$.lanes\[1\]: '
printf '{ "max_vs": 3,\n "odd": 1,\n "vs_temps": -1 }' >caps.json
run 1 check --caps ./caps.json copy.vsa
says "$err" '^./caps.json:1:13: error: \$.max_vs: ' '^./caps.json:2:2: error: \$.odd: ' '^./caps.json:3:14: error: \$.vs_temps: '

# A hundred thousand faults in one line of a megabyte: each is found from where the last one was.
awk 'BEGIN { printf "{\"lanes\":[{}"; for (i = 0; i < 100000; i++) printf ",{\"q\":1}"; print "]}" }' >long.json
run 1 run copy.vsa --job long.json --max-errors 2
says "$err" '^long.json:1:15: error: \$.lanes\[1\].q: ' '99998 more errors not shown'
[ "$(wc -c <"$err")" -lt 2000 ] || fail 'a long line is shown whole'

# A NUL would hide what stands behind it; a number is rounded once, from what is written.
printf '{ "float":\n "ieee\\u0000z" }' >nul.json
run 1 run copy.vsa --job nul.json
says "$err" '^nul.json:2:.*: error: a string holds the character .u0000$'
printf '{ "constants": { "c0": [1.00000005960464477539062501, 1.000000059604644775390625, -1.00000005960464477539062501] } }' >middle.json
printf 'vs_2_0\nmov oPos, c0\n' >c0.vsa
run 0 run c0.vsa --job middle.json
says "$out" '"oPos": \[1.0000001, 1, -1.0000001, 0\]'

# Of a texture no more is read than of any file: a device has no end.
if [ -c /dev/zero ]; then
    printf '{ "textures": { "t": { "file": "/dev/zero" } } }' >endless.json
    run 3 run c0.vsa --job endless.json
    says "$err" '^/dev/zero: error: the file is larger than 256 MiB$' '^endless.json:1:32: error: '
fi
finish
