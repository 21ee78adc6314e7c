# valgrind.sh SOURCE BUILD - runs the tests of the core under valgrind's memcheck: a read of what nobody wrote, a leak or
# a wrong access is a failure; nothing is suppressed. TESTS is a regular expression of the tests to run (all but those
# that compute millions of numbers, which take hours there). Skips aloud where valgrind is missing.
set -eu
source=$1 build=$2
if ! command -v valgrind >/dev/null 2>&1; then
    echo "SKIPPED: valgrind is missing: nothing is tested under memcheck"
    exit 0
fi
launcher=
command -v ccache >/dev/null 2>&1 && launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache
# valgrind knows no AVX-512: its processor has the levels below.
# shellcheck disable=SC2086
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSHADER9_TESTS=OFF -DSHADER9_CORE_TESTS=ON \
    -DSHADER9_TOOL=OFF -DSHADER9_DRAW=OFF -DSHADER9_JIT=OFF -DSHADER9_CROSS=OFF -DSHADER9_WERROR=OFF \
    -DSHADER9_CORE_RUNNER="valgrind;-q;--leak-check=full;--show-leak-kinds=all;--errors-for-leak-kinds=all;--error-exitcode=99" \
    $launcher >/dev/null
cmake --build "$build" --target core-tests
ctest --test-dir "$build" -R "${TESTS:-.}" -E "${NOT_TESTS:-^test_(math|oracle|vm_random|trace|diff|sampling|hostile|roundtrip|reflect|vm_corpus|exec)$}" \
    -j "$(nproc 2>/dev/null || echo 2)" --output-on-failure --no-tests=error
