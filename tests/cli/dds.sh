# DDS files: pictures written and read, textures with all that they hold, formats rounded to, what is refused.
. "$2/tests/cli/lib.sh"

is_dds() { [ "$(head -c 4 "$1")" = 'DDS ' ] || fail "$1 is no DDS"; }
words_at() { od -An -tu4 -j "$2" -N "$3" "$1" | tr -s ' \n' ' ' | sed 's/^ //; s/ $//'; }
word_is() { [ "$(words_at "$1" "$2" 4)" = "$3" ] || fail "$1: word at $2 is $(words_at "$1" "$2" 4), not $3"; }

# The name decides; what was drawn is there to the bit, and a copy through a filter is the same file.
run 0 draw scene.json -o out.dds
empty "$err"
is_dds out.dds
word_is out.dds 12 2
word_is out.dds 16 4
[ "$(wc -c <out.dds)" -eq $((128 + 4 * 2 * 4)) ] || fail 'out.dds has another size'
cat >copy.psa <<'END'
ps_2_0
dcl t0.xy
dcl_2d s0
texld r0, t0, s0
mov oC0, r0
END
run 0 filter copy.psa out.dds -o again.dds
cmp -s out.dds again.dds || fail 'a copied DDS differs'
run 0 draw scene.json -o out.png
run 0 filter copy.psa out.dds -o one.png
cmp -s one.png out.png || fail 'PNG and DDS hold different pictures'

# Formats: by name, rendered to floats where they hold more than bytes do.
run 0 filter copy.psa out.png --dds-format dxt1 -o small.dds
word_is small.dds 84 827611204
[ "$(wc -c <small.dds)" -eq $((128 + 8)) ] || fail 'small.dds has another size'
cat >large.psa <<'END'
ps_2_0
def c0, 2, -3, 0.5, 1
mov oC0, c0
END
run 0 filter large.psa out.png --size 1x1 --dds-format A16B16G16R16F -o half.dds
word_is half.dds 84 113
[ "$(od -An -tx2 -j 128 -N 8 half.dds | tr -d ' \n')" = 4000c20038003c00 ] || fail 'half.dds holds other numbers'
run 0 draw --dds-format L8 scene.json -o drawn/
is_dds drawn/scene.dds
run 0 draw --vs quad.vsa --ps targets.psa --mesh quad --size 2x2 -o targets.dds
is_dds targets.1.dds
run 2 filter copy.psa out.png --dds-format DXT9 -o bad.dds
says "$err" "knows no format 'DXT9'"
run 2 filter copy.psa out.png --dds-format DXT1 -o bad.png
says "$err" '-o OUT.dds'
run 2 filter copy.psa out.png -o odd.tga
says "$err" 'pictures are written as PNG or DDS, not as tga'

# In a job a DDS has its own kind, levels and format; numbers are rounded to blocks, too.
job() { printf '{ "textures": { "t": %s }, "samplers": { "s0": { "texture": "t" } }, "lanes": [ { "t0": [0.1, 0.1] } ] }' "$1" >job.json; }
job '{ "file": "half.dds" }'
run 0 run copy.psa --job job.json
says "$out" '"oC0": \[2, -3, 0.5, 1\]'
job '{ "file": "half.dds", "format": "A8R8G8B8" }'
run 0 run copy.psa --job job.json
says "$out" '"oC0": \[1, 0, 0.5019608, 1\]'
for format in DXT1 DXT2 DXT3 DXT4 DXT5 R8G8_B8G8 G8R8_G8B8 UYVY YUY2; do
    job '{ "size": [2, 2], "format": "'$format'", "levels": [[1,1,1,1, 1,1,1,1, 0,0,0,1, 0,0,0,1]] }'
    run 0 run copy.psa --job job.json
    says "$out" '"oC0": \[1, 1, 1, 1\]'
done
job '{ "size": [1, 1], "format": "ATI1", "levels": [[0.2, 1, 1, 1]] }'
run 0 run copy.psa --job job.json
says "$out" '"oC0": \[0.2, 0, 0, 1\]'
job '{ "size": [1, 1], "format": "ATI2", "levels": [[0.2, 0.4, 0, 0]] }'
run 0 run copy.psa --job job.json
says "$out" '"oC0": \[0.2, 0.4, 1, 1\]'
job '{ "type": "cube", "file": "half.dds" }'
run 1 run copy.psa --job job.json
says "$err" 'holds a 2d texture, not a cube one'
job '{ "file": "half.dds", "mipmaps": true }'
run 1 run copy.psa --job job.json
says "$err" 'a DDS has the levels that it has'
head -c 140 out.dds >cut.dds
job '{ "file": "cut.dds" }'
run 1 run copy.psa --job job.json
says "$err" 'cut.dds: error: this DDS cannot be read: it is cut short'
run 1 filter copy.psa cut.dds -o bad.png
says "$err" 'it is cut short'
finish
