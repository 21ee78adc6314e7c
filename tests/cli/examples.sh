# The examples: every shader is legal without a warning, every shipped texture is what its shader makes, and every
# picture is, pixel for pixel, the one in tests/golden/examples, whatever the number of threads.
. "$2/tests/cli/lib.sh"

examples=$source/examples
pictures=$source/tests/golden/examples
cp -R "$examples" examples || exit 1

# Pixels are compared, not files: another zlib packs the same pixels into other bytes. So the golden picture is copied
# by the command itself first, texel by texel.
same_picture() { # PICTURE GOLDEN
    if [ -n "${UPDATE:-}" ]; then
        cp "$1" "$2"
        return
    fi
    if [ ! -f "$2" ]; then
        fail "$2 is missing"
        return
    fi
    run 0 filter examples/filters/halve.psa "$2" --sampler s0.min=point --sampler s0.mag=point -o golden.png
    cmp -s "$1" golden.png || fail "$1 is not the picture $2"
}

run 0 check examples/*/*.vsa examples/*/*.psa
lacks "$out" warning error
lacks "$err" warning error

for text in examples/*/*.vsa examples/*/*.psa; do
    run 0 asm "$text" -o tokens.bin
    run 0 dis tokens.bin -o text.txt
    run 0 asm text.txt -o again.bin
    cmp -s tokens.bin again.bin || fail "$text: dis and asm give other tokens"
done

blank=examples/textures/blank.png
run 0 filter examples/textures/crate.psa $blank --size 256x256 -o crate.png
same_picture crate.png "$examples/textures/crate.png"
run 0 filter examples/textures/brick.psa $blank --size 256x256 -o brick.png
same_picture brick.png "$examples/textures/brick.png"
run 0 filter examples/textures/height_to_normal.psa brick.png --define-size c0 --const c1=1.2 \
    --sampler s0.address=wrap --sampler s0.min=point --sampler s0.mag=point -o brick_normal.png
same_picture brick_normal.png "$examples/textures/brick_normal.png"
run 0 filter examples/textures/terrain.psa $blank --size 256x256 -o terrain_height.png
same_picture terrain_height.png "$examples/textures/terrain.png"

for scene in examples/*/scene.json; do
    name=$(basename "$(dirname "$scene")")
    run 0 draw "$scene" --size 128x96 --jobs 1 -o "$name.png"
    empty "$err"
    run 0 draw "$scene" --size 128x96 --jobs 2 -o "two_$name.png"
    for picture in "$name".png "$name".[0-9].png; do
        [ -f "$picture" ] || continue
        cmp -s "$picture" "two_$picture" || fail "$picture differs between one thread and two"
        same_picture "$picture" "$pictures/$picture"
    done
done

run 0 filter examples/filters/edges.psa terrain.png --define-size c0 -o edges.png
same_picture edges.png "$pictures/edges.png"
run 0 filter examples/filters/gauss.psa terrain.png --define-size c0 --const c1=1,0 -o across.png
run 0 filter examples/filters/gauss.psa across.png --define-size c0 --const c1=0,1 -o blur.png
same_picture blur.png "$pictures/blur.png"

finish
