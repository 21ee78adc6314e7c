# machine.sh MACHINE SOURCE BUILD - builds the core for another machine (aarch64, s390x) or libc (musl) than this one's,
# without any library, and runs its tests, under qemu's user mode where need be. Skips aloud, and succeeds, where the
# compiler or the emulator is missing. TESTS is a regular expression of the tests to run (all).
set -eu
machine=$1 source=$2 build=$3
case $machine in
aarch64) tools="aarch64-linux-gnu-gcc qemu-aarch64" about="on 64-bit ARM" ;;
s390x) tools="s390x-linux-gnu-gcc qemu-s390x" about="on a big-endian machine (s390x)" ;;
musl) tools="musl-gcc" about="with musl" ;;
*)
    echo "machine.sh: no machine '$machine'" >&2
    exit 2
    ;;
esac
for tool in $tools; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "SKIPPED: $tool is missing: nothing is tested $about"
        exit 0
    fi
done
launcher=
command -v ccache >/dev/null 2>&1 && launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache
# shellcheck disable=SC2086
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$source/cmake/toolchain-$machine.cmake" \
    -DCMAKE_BUILD_TYPE=Release -DSHADER9_TESTS=OFF -DSHADER9_CORE_TESTS=ON -DSHADER9_TOOL=OFF -DSHADER9_DRAW=OFF \
    -DSHADER9_JIT=OFF -DSHADER9_CROSS=OFF -DSHADER9_WERROR=OFF $launcher >/dev/null
cmake --build "$build" --target core-tests
ctest --test-dir "$build" -R "${TESTS:-.}" -j "$(nproc 2>/dev/null || echo 2)" --output-on-failure
