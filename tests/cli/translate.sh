# translate: modules, languages, states, bindings, pairs, the layout; what is refused.
. "$2/tests/cli/lib.sh"

# A module begins with the magic number and its version.
head_of() { od -A n -t x4 -N 8 "$1" | tr -d ' \n'; }
run 0 translate tint.psa -o tint.spv --reflect-out tint.json
[ "$(head_of tint.spv)" = 0723020300010000 ] || fail "$last: no module of SPIR-V 1.0"
run 0 translate tint.psa --reflect-out -
cp "$out" both
run 0 translate tint.psa --target 1.5 -o newer.spv
[ "$(head_of newer.spv)" = 0723020300010500 ] || fail "$last: no module of SPIR-V 1.5"
checks=$((checks + 1))
cp tint.json "$out"
: >"$err"
last="the layout of tint.psa"
same_as translate_layout

# The same from tokens and from text.
run 0 asm tint.psa -o tint.pso
run 0 translate tint.pso -o again.spv
cmp -s tint.spv again.spv || fail "$last: another module than from text"

# Folders.
mkdir in
cp tint.psa copy.vsa in/
run 0 translate -r in -o out/
[ -s out/tint.frag.spv ] && [ -s out/copy.vert.spv ] || fail "$last: out/ lacks a module"
# Both stages of one name.
cp tint.psa same.psa
cp quad.vsa same.vsa
run 0 translate same.psa same.vsa -o stages/
[ "$(ls stages | tr '\n' ' ')" = 'same.frag.spv same.vert.spv ' ] || fail "$last: other names: $(ls stages)"
run 0 translate --pair same.vsa same.psa -o linked/
[ "$(ls linked | tr '\n' ' ')" = 'same.frag.spv same.vert.spv ' ] || fail "$last: other names: $(ls linked)"

# A file of several shaders: one module each in a folder, by the names that they have when asked for one by one.
cp "$source/fuzz/cases/effect/sample.bin" sample.fxb
run 1 translate sample.fxb -o sample.spv
says "$err" 'sample\.fxb: error: 5 shaders are in it, and one is wanted' \
    'hint: -o DIR/ writes a file for each, or name one behind the file: #Main/P0/vs\[0\], '
[ -e sample.spv ] && fail "$last: a module of something was written"
run 0 translate sample.fxb -o apart/
run 0 translate 'sample.fxb#Main/P0/vs[1]' -o alone/
[ "$(ls apart | tr '\n' ' ')" = "$(echo 'sample#1.P0.ps.spv sample#Main.P0.ps.spv sample#Main.P0.vs.0.spv' \
    'sample#Main.P0.vs.1.spv sample#lonely.spv') " ] || fail "$last: other names: $(ls apart)"
for name in apart/*; do
    [ "$(head_of "$name")" = 0723020300010000 ] || fail "$last: $name is no module of SPIR-V 1.0"
done
cmp -s 'apart/sample#Main.P0.vs.1.spv' 'alone/sample#Main.P0.vs.1.spv' || fail "$last: another module, or name, alone"
run 0 translate 'sample.fxb#Main/P0' -o below/
[ "$(ls below | wc -l)" -eq 3 ] || fail "$last: below/ has other modules than three"
run 1 translate sample.fxb -o apart/ --reflect-out all.json
says "$err" 'hint: without --reflect-out, name one behind the file'
mkdir effects
cp sample.fxb tint.psa effects/
run 0 translate -r effects -o all/
[ "$(ls all | wc -l)" -eq 6 ] || fail "$last: all/ has other modules than six"
rm -r apart alone below all effects

# Bindings, locations, states.
run 0 translate tint.psa --bind set=3 --bind c=7 --bind s=9 --state alpha_test=spec --state fog=uniform -o tint.spv \
    --reflect-out tint.json
says tint.json '"kind": "floats", "name": "c", "set": 3, "binding": 7' '"register": "s0"' '"binding": 9' \
    '"id": 0, "name": "alpha_func", "type": "uint", "default": 8' '"kind": "state"'
run 0 translate tint.psa --push-constants --push-offset 64 -o tint.spv --reflect-out tint.json
says tint.json '"push_constant": true, "offset": 64, "size": 16'
run 0 translate quad.vsa --location texcoord0=5 -o quad.spv --reflect-out quad.json
says quad.json '"register": "oT0", "built_in": null, "location": 5'

# Pairs.
run 0 translate --pair quad.vsa tint.psa -o pair.spv --reflect-out pair.json
[ "$(head_of pair.vert.spv)$(head_of pair.frag.spv)" = 07230203000100000723020300010000 ] || fail "$last: no two modules"
says pair.json '"schema": "shader9.layout/1", "vertex": {.*"pixel": {'
mkdir modules
run 0 translate --pair quad.vsa tint.psa -o modules/
[ -s modules/quad.vert.spv ] && [ -s modules/tint.frag.spv ] || fail "$last: modules/ lacks a module"
run 1 translate --pair tint.psa quad.vsa -o pair.spv
says "$err" '--pair takes the vertex shader first'
run 2 translate --pair quad.vsa tint.psa
says "$err" '--pair makes two modules'
run 2 translate --pair quad.vsa -o pair.spv
says "$err" '--pair takes two files'

# Wrong usage.
run 2 translate tint.psa --target 2.0
says "$err" 'there is no SPIR-V 2\.0' 'the versions are 1\.0 1\.1'
run 2 translate tint.psa --state fgo=spec
says "$err" "--state knows no 'fgo'" "did you mean 'fog'"
run 2 translate tint.psa --state fog=often
says "$err" 'takes off|fixed|spec|uniform'
run 2 translate tint.psa --state alpha_func=maybe
says "$err" 'takes never|less|equal'
run 2 translate tint.psa --state fog_color=1,2
says "$err" 'fog_color takes 3 numbers'
run 2 translate tint.psa --bind x=1
says "$err" "--bind knows no 'x'"
# Numbers that no state can have.
run 2 translate --state point_size_min=-1 quad.vsa
says "$err" "--state point_size_min takes a number from 0 up, not '-1'"
run 2 translate --state y_scale=nan quad.vsa
run 2 translate --state fog_end=inf tint.psa
says "$err" "--state fog_end takes "

# What SPIRV-Cross is told.
if "$shader9" translate --to glsl tint.psa >/dev/null 2>&1; then
    run 2 translate --to glsl --cross flip-vertex-y=maybe tint.psa
    says "$err" "--cross flip-vertex-y takes true or false, not 'maybe'"
    run 2 translate --cross flip-vertex-y=true tint.psa -o crossed.spv
    says "$err" 'SPIRV-Cross, which writes no SPIR-V'
fi

# Two values at one location, two resources at one binding: nothing could be made of such a module.
cat >two.vsa <<'END'
vs_2_0
dcl_position v0
dcl_texcoord v1
dcl_texcoord1 v2
mov oPos, v0
mov oT0, v1
mov oT1, v2
END
run 1 translate two.vsa --location texcoord1=0 -o clash.spv
says "$err" 'the outputs texcoord0 and texcoord1 would both be at location 0$'
run 1 translate two.vsa --location texcoord0=3 --location texcoord1=3 --to glsl
says "$err" 'the outputs texcoord0 and texcoord1 would both be at location 3$'
run 0 translate two.vsa --location texcoord0=1 --location texcoord1=0 -o crossed.spv
cat >bound.psa <<'END'
ps_2_0
dcl t0.xy
dcl_2d s0
dcl_2d s1
texld r0, t0, s0
texld r1, t0, s1
mad r0, r0, c0, r1
mov oC0, r0
END
run 1 translate bound.psa --bind c=0 --bind s=0 -o clash.spv
says "$err" 'the block c and the texture s0 would both be at binding 0 of set 1$'
run 1 translate bound.psa --separate-samplers --bind s=16 --bind sampler=17 -o clash.spv
says "$err" 'the image s1 and the sampler s0 would both be at binding 17 of set 1$'
run 1 translate bound.psa --bind state=17 --state fog=uniform -o clash.spv
says "$err" 'at binding 17 of set 1$'
run 0 translate bound.psa --push-constants --bind s=0 -o pushed.spv
if "$shader9" translate --to glsl tint.psa >/dev/null 2>&1; then
    # Languages count textures apart.
    run 0 translate --to glsl --target 450 bound.psa --bind s=0
    says "$out" 'binding = 0.* uniform sampler2D s0;'
fi
[ -e clash.spv ] && fail 'a module whose parts clash was written'
run 2 translate tint.psa --location texcord1=1
says "$err" "--location knows no 'texcord1'"
run 2 translate tint.psa --sampler-type s1=1d
says "$err" 'takes 2d|cube|volume'
run 2 translate tint.psa --push-offset 8
says "$err" 'takes a multiple of 16'
run 2 translate tint.psa quad.vsa --reflect-out both.json
says "$err" '--reflect-out needs one input'

# What breaks a rule is translated with a warning, and refused with --strict.
run 0 translate illegal.psa -o illegal.spv
says "$err" 'warning:'
run 1 translate --strict illegal.psa -o illegal.spv
run 0 translate --no-check illegal.psa -o illegal.spv
empty "$err"

# Languages, where the build has them.
if ! "$shader9" translate --to glsl tint.psa >/dev/null 2>&1; then
    echo "SKIPPED: this build has no shading languages"
    finish
fi
run 0 translate --to glsl --target 3.30 tint.psa
says "$out" '^#version 330$' 'oC0 = '
run 0 translate --to glsl --target 120 tint.psa
says "$out" '^#version 120$' 'texture2D(s0'
run 0 translate --to essl --target 310 tint.psa
says "$out" '^#version 310 es$'
run 0 translate --to msl tint.psa
says "$out" '#include <metal_stdlib>'
run 0 translate --to hlsl --target 4.0 tint.psa
says "$out" 'SV_Target0'
run 0 translate --to glsl sample.fxb
says "$out" '^// sample\.fxb#Main/P0/vs\[0\]$' '^// sample\.fxb#lonely$'
run 0 translate --to glsl sample.fxb -o texts/
[ "$(ls texts/*.vert | wc -l) $(ls texts/*.frag | wc -l)" = '2 3' ] || fail "$last: other texts: $(ls texts)"
[ "$(grep -c '^#version 330$' texts/*.vert texts/*.frag | grep -c ':1$')" -eq 5 ] || fail "$last: more than one in a file"
run 0 translate --to glsl named.psa
says "$out" 'tint'
run 0 translate --to glsl --pair quad.vsa tint.psa
says "$out" '^// quad\.vsa$' '^// tint\.psa$'
run 0 translate --to glsl --pair quad.vsa tint.psa -o pair.glsl
[ -s pair.vert ] && [ -s pair.frag ] || fail "$last: no pair.vert and pair.frag"
run 0 translate --to glsl quad.vsa --cross flip-vertex-y=true
says "$out" 'gl_Position\.y = -gl_Position\.y'
run 2 translate --to glsl quad.vsa --cross flip=true
says "$err" "--cross knows no 'flip'"
run 2 translate --to glsl quad.vsa --target 125
says "$err" 'glsl has no version 125' 'the versions are 120 130'
run 1 translate --to essl --target 100 targets.psa
says "$err" 'ESSL 1\.00 has no second render target'
if "$shader9" translate --to spirv-asm tint.psa >/dev/null 2>&1; then
    run 0 translate --to spirv-asm tint.psa
    says "$out" '^; SPIR-V$' 'OpEntryPoint Fragment %main "main"' 'OpName %oC0 "oC0"'
else
    echo "SKIPPED: this build has no SPIRV-Tools"
fi
if "$shader9" translate --optimize tint.psa -o small.spv 2>/dev/null; then
    run 0 translate --optimize tint.psa -o small.spv
    [ "$(head_of small.spv)" = 0723020300010000 ] || fail "$last: no module"
else
    echo "SKIPPED: this build has no optimiser"
fi

finish
