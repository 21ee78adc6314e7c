# The same pictures and numbers from every engine, and what --version says of them.
. "$2/tests/cli/lib.sh"

XDG_CACHE_HOME=$place/cache
export XDG_CACHE_HOME

run 0 --version
says "$out" '^engines: vm'
if grep -q ', jit (' "$out"; then
    for scene in brick gbuffer skinning; do
        run 0 draw "$source/examples/$scene/scene.json" --engine vm -o vm.png
        for engine in jit auto; do
            run 0 draw "$source/examples/$scene/scene.json" --engine $engine -o $engine.png
            cmp -s vm.png $engine.png || fail "$scene: another picture from $engine"
        done
        # The second time from the files of the cache.
        run 0 draw "$source/examples/$scene/scene.json" --engine jit -o again.png
        cmp -s vm.png again.png || fail "$scene: another picture from the cache"
    done
    [ -n "$(ls "$place"/cache/shader9/*.s9j 2>/dev/null)" ] || fail 'nothing was kept in the cache'
    for file in "$place"/cache/shader9/*.s9j; do
        head -c 1000 "$file" >cut && cp cut "$file"
    done
    run 0 draw "$source/examples/skinning/scene.json" --engine jit -o damaged.png
    cmp -s vm.png damaged.png || fail 'another picture with a damaged cache'
    run 0 run copy.vsa --engine vm
    cp "$out" vm.json
    run 0 run copy.vsa --engine jit
    cmp -s vm.json "$out" || fail 'other numbers from jit'
else
    echo 'SKIPPED: this build has no just-in-time compiler'
    run 1 run copy.vsa --engine jit
    says "$err" 'just-in-time compiler'
fi
finish
