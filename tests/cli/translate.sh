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

# The numbers of a layout are those of the text.
if "$shader9" translate --to glsl tint.psa >/dev/null 2>&1; then
    for row in 'hlsl 5.0 null 0' 'hlsl 5.1 1 0' 'msl 2.0 null 0' 'glsl 450 null 8' 'glsl 330 null null' 'essl 310 null 8'; do
        set -- $row
        run 0 translate --to "$1" --target "$2" tint.psa --reflect-out numbers.json -o numbers.txt
        says numbers.json "\"language\": \"$1\"" "\"kind\": \"floats\", \"name\": \"[^\"]*\", \"set\": $3, \"binding\": $4,"
    done
    # A setting is on by 1, too.
    run 0 translate --to glsl --target 450 --cross glsl-vulkan-semantics=1 --bind set=3 tint.psa --reflect-out numbers.json -o numbers.txt
    says numbers.json '"set": 3, "binding": 8,'
    says numbers.txt 'set = 3, binding = 8'
fi

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
says "$err" 'hint: --reflect-out DIR/ writes a file for each, or name one behind the file'
# The layouts of many beside the modules, or in a folder of their own.
run 0 translate sample.fxb -o apart/ --reflect-out apart/
[ "$(ls apart/*.json | wc -l)" -eq 5 ] || fail "$last: other layouts: $(ls apart)"
says 'apart/sample#Main.P0.vs.1.json' '"schema": "shader9.layout/1", "stage": "vertex"'
run 0 translate same.psa same.vsa -o stages/ --reflect-out layouts/
[ "$(ls layouts | tr '\n' ' ')" = 'same.frag.json same.vert.json ' ] || fail "$last: other names: $(ls layouts)"
says layouts/same.vert.json '"stage": "vertex"'
run 0 translate tint.psa -o alone/ --reflect-out alone/
[ -s alone/tint.frag.json ] || fail "$last: other names: $(ls alone)"
run 0 translate 'sample.fxb#Main/P0/vs[1]' -o alone/ --reflect-out alone/
cmp -s 'alone/sample#Main.P0.vs.1.json' 'apart/sample#Main.P0.vs.1.json' || fail "$last: another layout, or name, alone"
run 0 translate -r in -o out/ --reflect-out out/
[ -s out/tint.frag.json ] && [ -s out/copy.vert.json ] || fail "$last: out/ lacks a layout"
run 2 translate -r in -o out/ --reflect-out all.json
says "$err" 'cannot go into one file'
run 2 translate --pair quad.vsa tint.psa -o pair.spv --reflect-out layouts/
says "$err" '--reflect-out writes one document for both'
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
run 2 translate --pair quad.vsa tint.psa -o /dev/full
says "$err" "--pair makes two files, and '/dev/full' is none"
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

run 2 translate --state alpha_func=less --state alpha_ref=128 tint.psa -o no.spv
says "$err" "--state alpha_ref takes a number from 0 to 1, not '128'" 'hint: D3DRS_ALPHAREF divided by 255'
run 2 translate --state y_scale=0 quad.vsa -o no.spv
says "$err" "--state y_scale takes a finite number other than 0, not '0'"

# Names of the entry point.
run 0 translate --entry "vertex main" quad.vsa -o named.spv --reflect-out named.json
says named.json '"entry_point": "vertex main"'
run 2 translate --entry "$(printf 'a\tb')" quad.vsa -o no.spv
says "$err" '--entry: the name has a control character'
run 2 translate --entry "$(printf '\303')" quad.vsa -o no.spv
says "$err" '--entry: the name is no UTF-8'

# Options that can have no effect, whatever the shader.
without_effect() {
    message=$1
    shift
    run 2 translate "$@" -o no.spv
    says "$err" "$message"
    [ -e no.spv ] && fail "$last: a module was written"
}
without_effect 'location has no effect with --pair' --pair quad.vsa tint.psa --location texcoord0=5
without_effect 'state y_flip has an effect on vertex shaders only, and this is a pixel shader' tint.psa --state y_flip=fixed
without_effect 'state alpha_test has an effect on pixel shaders only' quad.vsa --state alpha_func=less
without_effect '--no-invariant has an effect on vertex shaders only' tint.psa --no-invariant
without_effect '--fine-derivatives has an effect on pixel' quad.vsa --fine-derivatives
without_effect '--sampler-type has an effect on pixel' quad.vsa --sampler-type s1=cube
without_effect 'alpha_ref has no effect where alpha_test is uniform' tint.psa --state alpha_test=uniform --state alpha_ref=0.5
without_effect 'fog_end has no effect where fog is off' tint.psa --state fog_end=2 --state fog=off
without_effect 'fog has no effect without --state fog_mode' tint.psa --state fog=fixed
without_effect 'half_pixel has no effect without --state viewport' quad.vsa --state half_pixel=fixed
without_effect 'alpha_ref has no effect without --state alpha_func' tint.psa --state alpha_ref=0.5
without_effect 'bind c has no effect with --push-constants' tint.psa --push-constants --bind c=3
without_effect 'push-offset has no effect without' tint.psa --push-offset 16
without_effect 'bind sampler has no effect without --separate' tint.psa --bind sampler=3
without_effect 'bind state has no effect where no state is uniform' tint.psa --bind state=7
without_effect 'bind stages has no effect where stages are' tint.psa --bind stages=7 --state stages=off
# Of many inputs one is enough; where there is none, no file is written.
run 0 translate quad.vsa tint.psa --state y_flip=fixed -o mixed/
run 2 translate tint.psa named.psa --state y_flip=fixed -o none/
says "$err" 'state y_flip has an effect on vertex shaders only, and there is none' 'hint: no file has been written'
[ -e none/tint.frag.spv ] && fail "$last: a module was written"
# What finds nothing in a shader passes.
run 0 translate tint.psa --compare s9 --bind i=7 --float-registers 20 --state fog=off --location texcoord7=3 -o fine.spv

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
says "$err" 'the layouts of many inputs cannot go into one file' 'hint: --reflect-out DIR/ writes'

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
run 2 translate --to msl quad.vsa --target 9
says "$err" 'the versions are 1\.2 2\.0 2\.1 2\.2 2\.3 2\.4 3\.0$'
run 2 translate --to hlsl quad.vsa --target 9
says "$err" 'the versions are 4\.0 4\.1 5\.0 5\.1 6\.0'
run 2 translate --to glsl quad.vsa --cross msl-platform=1
says "$err" 'cross msl-platform has no effect on glsl'
run 2 translate --to glsl --target 450 quad.vsa --bind set=1
says "$err" 'bind set has no effect: glsl has no descriptor sets'
run 2 translate --to hlsl quad.vsa --bind set=1
says "$err" 'hlsl has no descriptor sets before 5\.1' 'hint: --target 5\.1 has them'
run 0 translate --to hlsl --target 5.1 tint.psa --bind set=3
says "$out" 'space3'
run 2 translate --to glsl tint.psa --bind c=1
says "$err" 'glsl 330 writes no bindings down' 'hint: --target 420 does'
run 2 translate --to essl tint.psa --separate-samplers
says "$err" 'essl has no samplers apart'
run 0 translate --to glsl --lines tint.psa
says "$out" '^#line [0-9]* "tint\.psa"$'
# Entry points: one name in GLSL, identifiers in HLSL and MSL.
run 2 translate --to glsl --entry shade tint.psa
says "$err" '--entry shade is not main, the only one that there is in glsl'
run 0 translate --to glsl --entry main tint.psa
run 0 translate --to hlsl --entry shade tint.psa
says "$out" '^SPIRV_Cross_Output shade('
run 0 translate --to msl --entry shade tint.psa
says "$out" '^fragment shade_out shade('
run 2 translate --to msl --entry kernel tint.psa
says "$err" '--entry kernel is a word of the language in msl'
run 1 translate --to hlsl --entry oC0 tint.psa
says "$err" "the entry point cannot be 'oC0'"
run 0 translate --to msl tint.psa --reflect-out msl.json
says msl.json '"entry_point": "main0"'
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
