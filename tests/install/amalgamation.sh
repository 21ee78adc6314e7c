# sh tests/install/amalgamation.sh SOURCE BUILD: the core as two files compiles without a warning, and the examples built
# on it say what they say with the library.
set -u
source=$1
build=$2
command -v python3 >/dev/null 2>&1 || {
    echo "SKIPPED: no python3: the two files are not written"
    exit 77
}
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
python3 "$source/tools/amalgamate.py" "$source" "$place" || exit 1
warnings='-std=c11 -Wall -Wextra -Wno-unused-function -Werror'
# shellcheck disable=SC2086
cc $warnings -O0 -ffp-contract=off -c "$place/shader9.c" -o "$place/shader9.o" || exit 1

# The examples include headers by their names in the library.
mkdir "$place/shader9"
for header in "$source"/include/shader9/*.h; do
    echo '#include "../shader9.h"' >"$place/shader9/$(basename "$header")"
done
failures=0
for example in embed skin; do
    # shellcheck disable=SC2086
    cc $warnings -I"$place" "$source/examples/$example/$example.c" "$place/shader9.o" -lm -o "$place/$example" || exit 1
    (cd "$source/examples/$example" && "$place/$example" >"$place/got" 2>&1) || failures=$((failures + 1))
    (cd "$source/examples/$example" && "$build/bin/example_$example" >"$place/wanted" 2>&1)
    diff "$place/wanted" "$place/got" || failures=$((failures + 1))
done
[ $failures -eq 0 ]
