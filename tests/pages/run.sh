# sh run.sh PAGE COMMAND SOURCE BINARY COMPILER FLAGS: a page of the documentation is a script. In a fresh folder that has
# the examples, with the command in PATH, its files are written and its commands run in their order; each must succeed
# and print what the page shows below it, if it shows anything. Status 1 is right where the output is shown. Pictures
# that the commands draw and the page shows must be the same, pixel for pixel. steps.awk says how a page is read.
#
# A command whose program this machine or this build lacks is skipped aloud. UPDATE=1 in the environment writes outputs
# and pictures into the page.
set -u
page=$1
shader9=$2
source=$3
binary=$4
compiler=$(command -v "$5" || echo "$5") # its place: `cc` in PATH will be what stands for it below
flags=$6
here=$source/tests/pages
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
mkdir "$place/.bin" "$place/.pc" "$place/.steps" || exit 1
cp -R "$source/examples" "$place/examples" || exit 1
printf '#!/bin/sh\nexec "%s" "$@"\n' "$shader9" >"$place/.bin/shader9"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$compiler" >"$place/.bin/cc"
chmod +x "$place/.bin/shader9" "$place/.bin/cc"
# What is installed beside the library tells compilers the same with other folders.
cat >"$place/.pc/shader9.pc" <<END
Name: shader9
Description: toolkit for Direct3D 9 shaders
Version: 0
Cflags: -I$source/include $flags
Libs: -L$binary/lib -Wl,-rpath,$binary/lib -lshader9 -lm $flags
END
LC_ALL=C
TERM=dumb
HOME=$place
PKG_CONFIG_PATH=$place/.pc
PATH=$place/.bin:$PATH
export LC_ALL TERM HOME PKG_CONFIG_PATH PATH
unset NO_COLOR XDG_CACHE_HOME 2>/dev/null || true
cd "$place" || exit 1

failures=0
fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
}

awk -v folder=.steps -f "$here/steps.awk" "$page" || exit 1

# Why a command cannot be tried here, or nothing.
lacks() { # COMMAND
    case $1 in
    *' --to spirv'*) ;;
    *' --to '*)
        shader9 translate --to glsl examples/brick/brick.psa >/dev/null 2>&1 || echo 'this build has no shading languages'
        ;;
    esac
    case $1 in
    *--optimize*)
        shader9 translate --optimize examples/brick/brick.psa -o .try 2>/dev/null || echo 'this build has no SPIRV-Tools'
        ;;
    *pkg-config*) command -v pkg-config >/dev/null 2>&1 || echo 'there is no pkg-config' ;;
    git\ *) echo 'it fetches the repository' ;;
    esac
    program=${1%%[!A-Za-z0-9_./-]*}
    case $program in
    make) echo 'it builds everything' ;;
    ./*) [ -x "$program" ] || [ -z "$skipped" ] || echo "it comes from a step that was skipped" ;;
    *) command -v "$program" >/dev/null 2>&1 || echo "there is no $program" ;;
    esac
}

commands=0
skipped=
for step in .steps/*.name .steps/*.command; do
    [ -f "$step" ] && echo "$step"
done | sort >.order
while IFS= read -r step <&3; do
    this=${step%.*}
    if [ -f "$this.name" ]; then
        name=$(cat "$this.name")
        mkdir -p "$(dirname "$name")"
        cp "$this.text" "$name" || fail "cannot write $name"
        continue
    fi
    command=$(cat "$this.command")
    reason=$(lacks "$command" | head -n 1)
    if [ -n "$reason" ]; then
        echo "SKIPPED: $(basename "$page"): $reason: $command"
        skipped=yes
        continue
    fi
    commands=$((commands + 1))
    sh -c "$command" >"$this.got" 2>&1 </dev/null
    status=$?
    if [ -s "$this.shown" ]; then
        [ "$status" -le 1 ] || fail "$command: status $status"
        if [ -z "${UPDATE:-}" ] && ! awk -f "$here/matches.awk" "$this.shown" "$this.got"; then
            fail "$command: prints something else"
            diff "$this.shown" "$this.got" | head -n 40 | sed 's/^/    /'
        fi
    elif [ "$status" -ne 0 ]; then
        fail "$command: status $status"
        head -n 10 "$this.got" | sed 's/^/    /'
    fi
done 3<.order

# A picture of the guide that the page's commands have drawn. Pixels are compared, not files: another zlib packs the same
# pixels into other bytes, so the command copies both, texel by texel.
copy_picture() { # FROM TO
    shader9 filter examples/filters/halve.psa "$1" --sampler s0.min=point --sampler s0.mag=point -o "$2"
}
for picture in $(sed 's/!\[/\n![/g' "$page" | sed -n 's/^!\[[^]]*\](\([^)]*guide\/[^)]*\.png\)).*/\1/p'); do
    name=$(basename "$picture")
    [ -f "$name" ] || continue
    kept=$(dirname "$page")/$picture
    if [ -n "${UPDATE:-}" ]; then
        mkdir -p "$(dirname "$kept")"
        cp "$name" "$kept"
    elif copy_picture "$name" .new.png && copy_picture "$kept" .kept.png; then
        cmp -s .new.png .kept.png || fail "$picture is not what the commands draw"
    else
        fail "$picture cannot be compared"
    fi
done

# Links within the repository lead somewhere.
sed -n 's/](/\n](/gp' "$page" | sed -n 's/^](\([^)#:]*\)[)#].*/\1/p' | sort -u | while IFS= read -r link; do
    [ -z "$link" ] || [ -e "$(dirname "$page")/$link" ] || echo "FAILED: there is no $link, which the page links to"
done >.links
if [ -s .links ]; then
    cat .links
    failures=$((failures + 1))
fi

if [ -n "${UPDATE:-}" ]; then
    awk -v folder=.steps -v update=1 -f "$here/steps.awk" "$page" >.page && cp .page "$page"
fi
echo "$commands commands, $failures failures"
[ "$failures" -eq 0 ]
