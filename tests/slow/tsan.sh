# tsan.sh SOURCE BUILD - builds everything with ThreadSanitizer and runs the tests in which threads meet: drawing, the
# just-in-time compiler and its caches, the command over many files, the library used from several threads. A report is
# a failure; nothing is suppressed. Skips aloud where the compiler lacks the sanitizer.
set -eu
source=$1 build=$2
mkdir -p "$build"
if ! echo 'int main(void) { return 0; }' | cc -x c -fsanitize=thread -o "$build/try" - 2>/dev/null || ! "$build/try"; then
    echo "SKIPPED: the compiler has no ThreadSanitizer: nothing is tested under it"
    exit 0
fi
launcher=
command -v ccache >/dev/null 2>&1 && launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache
# shellcheck disable=SC2086
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSHADER9_SANITIZE=thread -DSHADER9_WERROR=OFF \
    $launcher >/dev/null
tests="test_draw test_draw_pixels test_embedding test_jit test_jit_programs"
present=
for test in $tests; do
    [ "$test" != test_jit ] && [ "$test" != test_jit_programs ] || grep -q "^build bin/$test:" "$build/build.ninja" || continue
    present="$present $test"
done
# shellcheck disable=SC2086
cmake --build "$build" --target shader9-command $present
# shellcheck disable=SC2086
TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1" ctest --test-dir "$build" --output-on-failure --no-tests=error \
    -R "^($(echo $present | tr ' ' '|')|cli_batch|cli_draw|cli_engines|cli_results)\$"
