# windows.sh SOURCE BUILD - builds the library and the command for 64-bit Windows with mingw-w64 (without the
# just-in-time compiler) and runs under Wine: the tests of the core, those of the command (tests/cli), and what only
# Windows has (tests/windows/run.sh). Skips aloud, and succeeds, where compiler, Wine or libraries are missing. TESTS is
# a regular expression of the core's tests to run (all); CLI the tests of the command.
set -eu
source=$1 build=$2
for tool in x86_64-w64-mingw32-gcc wine; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "SKIPPED: $tool is missing: nothing is tested on Windows (scripts/setup --all installs it)"
        exit 0
    fi
done
mkdir -p "$build"
build=$(cd "$build" && pwd)
libraries=${SHADER9_WINDOWS_LIBRARIES:-$build/libraries}
if ! "$source/scripts/windows-libraries" "$libraries" >"$build/libraries.log" 2>&1; then
    echo "SKIPPED: jansson and libpng for Windows cannot be made (see $build/libraries.log): nothing is tested on Windows"
    exit 0
fi
launcher=
command -v ccache >/dev/null 2>&1 && launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache
# shellcheck disable=SC2086
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$source/cmake/toolchain-mingw.cmake" \
    -DSHADER9_WINDOWS_LIBRARIES="$libraries" -DCMAKE_BUILD_TYPE=Release -DSHADER9_TESTS=OFF -DSHADER9_CORE_TESTS=ON \
    -DSHADER9_JIT=OFF -DSHADER9_CROSS=OFF -DSHADER9_ASSIMP=OFF -DSHADER9_WERROR=OFF $launcher >/dev/null
cmake --build "$build" --target shader9-command core-tests

# A Windows of its own, made at the first run and kept.
export WINEPREFIX="$build/wine" WINEDEBUG=-all LC_ALL=C.UTF-8
wine cmd /c ver </dev/null >/dev/null 2>&1 || { echo "SKIPPED: Wine does not start: nothing is run on Windows"; exit 0; }
ctest --test-dir "$build" -R "${TESTS:-.}" -j "$(nproc 2>/dev/null || echo 2)" --output-on-failure --no-tests=error

printf '#!/bin/sh\nexec wine "%s/bin/shader9.exe" "$@"\n' "$build" >"$build/shader9"
chmod +x "$build/shader9"
export UNSEEN_LINKS='Wine follows those of the system below, and shows them to no program'
for name in ${CLI:-dis effect extract info run}; do
    echo "== $name"
    sh "$source/tests/cli/$name.sh" "$build/shader9" "$source"
done
echo "== windows"
sh "$source/tests/windows/run.sh" "$build/shader9" "$source"
