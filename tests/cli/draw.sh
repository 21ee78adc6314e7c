# draw and filter: pictures, raw values, what is refused in a scene.
. "$2/tests/cli/lib.sh"

is_png() { [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "$1 is no PNG"; }

run 0 draw scene.json -o out.png
empty "$err"
is_png out.png
run 0 draw scene.json
cmp -s "$out" out.png || fail 'standard output and -o differ'
run 0 draw scene.json --raw raw.json
empty "$out"
cp raw.json "$out"
same_as draw_raw
run 0 draw --vs quad.vsa --ps coordinates.psa --mesh quad --size 4x2 -o flags.png
cmp -s flags.png out.png || fail 'flags and scene draw different pictures'
sed 's/"mesh"/"state": { "target_format": "a8r8g8b8", "clear_color": [0, 0, 0, 1] }, "mesh"/' scene.json >eight.json
run 0 draw eight.json --raw -
same_as draw_raw_eight

# Initial values of the constant table, when asked for.
run 0 filter named.psa out.png -o plain.png
run 0 filter named.psa out.png --table-defaults -o defaults.png
cmp -s plain.png defaults.png && fail 'initial values make no difference'

# Further targets lie beside the first.
sed 's/coordinates.psa/targets.psa/' scene.json >targets.json
run 0 draw targets.json -o targets.png --raw raw.json
is_png targets.png
is_png targets.1.png
says raw.json '"targets": \[ \[1, 0, 0, 1, '
run 0 draw scene.json targets.json -o drawn/
is_png drawn/scene.png
is_png drawn/targets.1.png

# A mesh in the scene, and one thread or many.
cat >triangle.json <<'END'
{
  "size": [16, 16],
  "vertex_shader": "quad.vsa", "pixel_shader": "coordinates.psa",
  "mesh": { "topology": "triangle_list",
            "vertices": { "position0": [[-1, -1, 0.5], [0, 1, 0.5], [1, -1, 0.5]], "texcoord0": [[0, 0], [0.5, 1], [1, 0]] },
            "indices": [0, 1, 2] }
}
END
run 0 draw triangle.json -j 1 -o one.png
run 0 draw triangle.json -j 4 -o four.png
cmp -s one.png four.png || fail 'the number of threads changes the picture'

wrong=1
refuse() { # MEMBERS PATTERN: a scene with these members is refused so
    printf '{ "vertex_shader": "quad.vsa", "pixel_shader": "coordinates.psa",\n%b }' "$1" >bad.json
    run $wrong draw bad.json -o bad.png
    says "$err" "$2"
    [ ! -e bad.png ] || fail "$last: a picture was written"
}
refuse '"mesh": { "builtin": "kettle" }' '^bad.json:2:[0-9]*: error: \$.mesh.builtin: "kettle" is none of quad cube sphere torus teapot'
refuse '"mesh": { "vertices": { "position0": [[0, 0]] }, "indices": [1] }' '\$.mesh.indices\[0\]: there is no vertex 1'
refuse '"mesh": { "vertices": { "place0": [[0, 0]] } }' '\$.mesh.vertices.place0: names no vertex element'
refuse '"mesh": { "topology": "squares", "vertices": { "position0": [[0, 0]] } }' '\$.mesh.topology: "squares" is none of'
wrong=3 # a file that cannot be read
refuse '"mesh": { "file": "missing.obj" }' '\$.mesh.file: cannot be used'
refuse '"mesh": { "builtin": "quad" }, "textures": { "t": { "file": "missing.png" } }' '\$.textures.t.file: cannot be used'
wrong=1
refuse '"meshes": 1' '\$.meshes: unknown member'
refuse '"mesh": { "builtin": "quad" }, "size": [0, 1]' '\$.size\[0\]: must be a whole number from 1 to 16384'
refuse '"mesh": { "builtin": "quad" }, "state": { "cull": "both" }' '\$.state.cull: "both" is none of none cw ccw'
refuse '"mesh": { "builtin": "quad" }, "state": { "culling": "cw" }' '\$.state.culling: unknown member'
refuse '"mesh": { "builtin": "quad" }, "state": { "blend": { "src": "two" } }' '\$.state.blend.src: "two" is none of zero one'
refuse '"mesh": { "builtin": "quad" }, "state": { "stencil": { "ref": 256 } }' '\$.state.stencil.ref: must be 0 to 255'
refuse '"mesh": { "builtin": "quad" }, "state": { "color_write": "rgbx" }' '\$.state.color_write: must be letters of "rgba"'
refuse '"mesh": { "builtin": "quad" }, "vs": { "camera": { "eye": [0, 0, 0] } }' '\$.vs.camera.eye: the camera.s eye and at are the same place'
refuse '"mesh": { "builtin": "quad" }, "ps": { "camera": {} }' '\$.ps.camera: unknown member'
run 1 draw --vs coordinates.psa --ps quad.vsa --mesh quad -o bad.png
says "$err" '^coordinates.psa: error: ps_2_0 is no vertex shader' '^quad.vsa: error: vs_2_0 is no pixel shader'

# All of the state is taken.
cat >state.json <<'END'
{
  "size": [8, 8],
  "vertex_shader": "quad.vsa", "pixel_shader": "coordinates.psa", "mesh": { "builtin": "quad" },
  "vs": { "camera": { "register": 0, "eye": [0, 0, -3], "at": [0, 0, 0], "fov": 60, "near": 0.1, "far": 100 } },
  "ps": { "stages": { "0": { "bump_matrix": [1, 0, 0, 1], "projected": false } } },
  "options": { "float": "ieee" },
  "state": { "cull": "none", "depth_test": true, "depth_write": false, "depth_func": "always", "depth_bias": 0,
             "blend": { "src": "src_alpha", "dst": "inv_src_alpha", "op": "add", "op_alpha": "max", "factor": [1, 1, 1, 1] },
             "alpha_test": { "func": "greater", "ref": 128 }, "color_write": ["rgb", "rgba"], "srgb_write": true,
             "clear_color": [0, 0, 0, 0], "clear_depth": 1, "clear_stencil": 3, "viewport": [0, 0, 8, 8, 0, 1],
             "shade": "flat", "clip_planes": [[1, 0, 0, 1]], "scissor": [0, 0, 8, 8], "half_pixel": true,
             "point_size": 2, "point_size_min": 1, "point_size_max": 4, "point_sprite": false,
             "fog": { "color": [1, 0, 0], "mode": "linear", "start": 0, "end": 1, "density": 1, "depth": "z" },
             "stencil": { "func": "equal", "ref": 3, "mask": 255, "write_mask": 255, "fail": "keep", "zfail": "incr",
                          "pass": "replace", "ccw": { "func": "always" } },
             "target_format": ["a8r8g8b8"] }
}
END
run 0 draw state.json -o state.png
is_png state.png

# A NaN that interpolation makes has the bits that every machine agrees on.
printf 'vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\nmov o1, v1\n' >infinite.vsa
printf 'ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n' >infinite.psa
cat >infinite.json <<'END'
{ "size": [2, 2], "vertex_shader": "infinite.vsa", "pixel_shader": "infinite.psa",
  "mesh": { "topology": "triangle_list", "vertices": { "position0": [[-1, 1, 0, 1], [3, 1, 0, 1], [-1, -3, 0, 1]],
            "texcoord0": [["inf", 0, 0, 1], ["-inf", 0, 0, 1], [0, 0, "inf", 1]] } } }
END
run 0 draw infinite.json --raw - -o infinite.png
says "$out" '"nan"'
grep -q 'ffc00000' "$out" && fail 'a NaN has the bits of this machine'

# A copy by filter is exact.
run 0 filter image.psa out.png -o copied.png
cmp -s copied.png out.png || fail 'a copy differs from its source'
"$shader9" filter image.psa - <out.png >"$out" || fail 'an image from standard input fails'
cmp -s "$out" out.png || fail 'a copy from standard input differs'
run 0 filter image.psa out.png --sampler s0.min=point --sampler s0.address=clamp,wrap --size 8x4 -o large.png
is_png large.png
printf 'ps_2_0\nmov r0, c3\nmov oC0, r0\n' >size.psa
run 0 filter size.psa out.png --define-size c3 -o size.png
is_png size.png
run 0 filter image.psa out.png one.png -o filtered/
is_png filtered/out.png
is_png filtered/one.png
run 1 filter quad.vsa out.png -o bad.png
says "$err" '^quad.vsa: error: is a vertex shader (vs_2_0); filter takes a pixel shader'
run 2 filter image.psa out.png --sampler s0.min=cubic -o bad.png
says "$err" '--sampler s0.min=cubic: "cubic" is none of'
run 1 filter image.psa scene.json -o bad.png
says "$err" '^scene.json: error: '
run 3 filter image.psa missing.png -o bad.png
# Standard output takes one target, and says so.
run 0 draw targets.json
says "$err" '^targets.json: warning: standard output takes the first of 2 render targets only' 'hint: -o OUT.png'
# Names of images that are not written are wrong usage: nothing is written under a name that says something else.
for name in picture.jpg picture.JPEG picture.tga picture.bmp picture.webp; do
    run 2 draw scene.json -o $name
    says "$err" '^shader9: error: pictures are written as PNG or DDS, not as ' 'hint: -o OUT.png or -o OUT.dds'
    [ ! -e $name ] || fail "$name is written"
    run 2 filter missing.psa missing.png -o $name
done
run 2 draw scene.json --raw raw.png
says "$err" '^shader9: error: --raw writes JSON, not png$'
run 0 draw scene.json -o picture.DDS
[ "$(head -c 3 picture.DDS)" = DDS ] || fail 'picture.DDS is no DDS'
run 2 draw --vs quad.vsa --mesh quad -o picture.png
says "$err" 'without a scene draw needs --vs, --ps and --mesh; --ps is missing$'
run 2 draw --ps tint.psa -o picture.png
says "$err" '; --vs and --mesh are missing$'
run 0 draw --help
says "$out" '  --size WxH .*16384x16384'

# What is no scene is named; below a folder only scenes are drawn.
run 1 draw quad.vsa -o bad.png
says "$err" '^quad.vsa: error: no JSON; found assembly text$' 'hint: draw takes scenes'
run 1 draw out.png -o bad.png
says "$err" '^out.png: error: no JSON; found image$'
mkdir tree
cp scene.json quad.vsa coordinates.psa out.png tree
printf '{ "lanes": [] }\n' >tree/job.json
run 0 draw -r tree -o drawn/
says "$err" '^1 done, 0 refused$'
printf '{ "mesh": \n' >tree/broken.json
run 1 draw -r tree -o drawn/
says "$err" '^1 done, 1 refused$'

# Shader or image from standard input, and what sampler 0 is.
run 0 filter image.psa out.png -o file.png
"$shader9" filter - out.png -o stdin.png <image.psa || fail 'the shader from standard input fails'
cmp -s file.png stdin.png || fail 'the shader from standard input gives another picture'
run 2 filter - - -o bad.png
run 2 filter image.psa out.png --texture s0=out.png -o bad.png
says "$err" 'sampler 0 is the image that is filtered'
run 0 filter image.psa out.png --const c99=1 -o file.png
says "$err" '^image.psa: warning: ps_2_0 has no c99'

# Vertices that make no primitive.
printf '{ "vertex_shader": "quad.vsa", "pixel_shader": "coordinates.psa", "mesh": { "vertices": { "position0": [[0, 0]], "texcoord0": [[0, 0]] } } }\n' >single.json
run 0 draw single.json -o single.png
says "$err" '^single.json:1:[0-9]*: warning: \$.mesh.vertices: nothing is drawn: a primitive has 3 vertices, here are 1'

# What the mesh of a scene lacks is told at its place.
printf 'vs_1_1\ndcl_position v0\ndcl_blendweight v1\nmov oPos, v0\nmov oD0, v1\n' >weights.vsa
printf 'ps_1_1\nmov r0, v0\n' >plain.psa
printf '{\n  "size": [4, 4], "vertex_shader": "weights.vsa", "pixel_shader": "plain.psa",\n  "mesh": { "builtin": "quad" }\n}\n' >weights.json
run 0 draw weights.json -o weights.png
says "$err" '^weights.json:3:3: warning: \$.mesh: the mesh has no blendweight0 for .* \[V361\]$'
run 0 draw --vs weights.vsa --ps plain.psa --mesh quad -o weights.png
says "$err" '^shader9: warning: the mesh has no blendweight0 for .* \[V361\]$'

finish
