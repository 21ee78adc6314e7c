# aarch64.sh SOURCE BUILD - builds the core for 64-bit ARM and runs the tests of execution under qemu's user mode. Skips
# aloud, and succeeds, where the compiler or the emulator is missing.
set -eu
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "SKIPPED: $tool is missing: nothing is tested on 64-bit ARM"
        exit 0
    fi
done
launcher=
command -v ccache >/dev/null 2>&1 && launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache
# shellcheck disable=SC2086
cmake -S "$1" -B "$2" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$1/cmake/toolchain-aarch64.cmake" -DCMAKE_BUILD_TYPE=Release \
    -DSHADER9_TESTS=OFF -DSHADER9_CORE_TESTS=ON -DSHADER9_TOOL=OFF -DSHADER9_DRAW=OFF -DSHADER9_JIT=OFF $launcher >/dev/null
cmake --build "$2" --target core-tests
ctest --test-dir "$2" -j "$(nproc 2>/dev/null || echo 2)" --output-on-failure
