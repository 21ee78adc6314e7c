# run.sh BUILD SOURCE: installs what was built into a folder of its own and uses it from there as others do: through CMake
# and pkg-config, shared and static, in C and C++; looks at the symbols, pages and packages, too.
set -u
build=$1
source=$2
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
failures=0
fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
}
skip() { echo "SKIPPED: $*"; }
have() { command -v "$1" >/dev/null 2>&1; }

prefix=$place/prefix
cmake --install "$build" --prefix "$prefix" >"$place/log" 2>&1 || {
    cat "$place/log"
    exit 1
}
lib=$(dirname "$(find "$prefix" -name libshader9.a)")
version=$("$prefix/bin/shader9" --version | sed -n '1s/^shader9 //p')
kinds=static
ls "$lib"/libshader9.so.* >/dev/null 2>&1 && kinds="static shared"

# What a shared library shows: s9_ only, and every public function of its headers.
if have nm && [ "$kinds" != static ]; then
    for library in "$lib"/*.so; do
        nm -D --defined-only "$library" | awk '{ print $3 }' | sort -u >"$place/symbols"
        others=$(grep -v '^s9_' "$place/symbols")
        [ -z "$others" ] || fail "$(basename "$library") shows $(echo "$others" | head -n 5 | tr "\n" " ")"
        cat "$place/symbols" >>"$place/all"
        if have readelf; then
            readelf -d "$library" | grep -q 'SONAME.*\.so\.[0-9]' || fail "$(basename "$library") has no SONAME"
        fi
    done
    sort -u "$place/all" >"$place/symbols"
    # Declarations: S9_API, type, name and a parenthesis.
    cat "$prefix"/include/shader9/*.h | grep -v '^#' | tr '\n' ' ' | grep -o 'S9_API [a-z0-9_ *]*(' | sed 's/.*[ *]\(s9_[a-z0-9_]*\)($/\1/' |
        sort -u >"$place/declared"
    comm -23 "$place/declared" "$place/symbols" >"$place/lacking"
    comm -13 "$place/declared" "$place/symbols" >"$place/beyond"
    [ ! -s "$place/lacking" ] || fail "declared, but in no library: $(head -n 5 "$place/lacking" | tr "\n" " ")"
    [ ! -s "$place/beyond" ] || fail "visible, but in no header: $(head -n 5 "$place/beyond" | tr "\n" " ")"
    # One definition of a function in all libraries together.
    [ "$(sort "$place/all" | uniq -d)" = "" ] || fail "defined twice: $(sort "$place/all" | uniq -d | tr '\n' ' ')"
else
    skip "no shared libraries were built, or there is no nm: their symbols are not looked at"
fi

ran() { # WHAT COMMAND...: runs a program that was built
    what=$1
    shift
    LD_LIBRARY_PATH=$lib "$@" >"$place/out" 2>&1 || fail "$what: status $?: $(cat "$place/out")"
    case $(cat "$place/out") in
    "$version "[vp]s_[12]_* | quad*) ;;
    *) fail "$what says '$(cat "$place/out")'" ;;
    esac
}

for kind in $kinds; do
    components=$kind
    [ -e "$prefix/include/shader9/draw.h" ] && components="draw;$kind"
    if have c++; then
        if cmake -S "$source/tests/install" -B "$place/$kind" -DCMAKE_PREFIX_PATH="$prefix" "-DWANTED=$components" \
            >"$place/log" 2>&1 && cmake --build "$place/$kind" >>"$place/log" 2>&1; then
            ran "CMake, $kind, C" "$place/$kind/core_c"
            ran "CMake, $kind, C++" "$place/$kind/core_cxx"
            [ "$components" = "$kind" ] || ran "CMake, $kind, draw" "$place/$kind/draw_c"
            if have readelf; then
                readelf -d "$place/$kind/core_c" | grep -q 'NEEDED.*libshader9' && linked=shared || linked=static
                [ $linked = $kind ] || fail "CMake, $kind: linked $linked"
            fi
        else
            cat "$place/log"
            fail "CMake, $kind"
        fi
    else
        skip "no C++ compiler: the project that uses the $kind libraries through CMake is not built"
    fi
done

PKG_CONFIG_PATH=$(find "$prefix" -type d -name pkgconfig)
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
if have pkg-config && have cc; then
    cc -Wall -Wextra -std=c11 "$source/tests/install/core.c" $(pkg-config --cflags --libs shader9) -lm -o "$place/pc" \
        2>"$place/log" || fail "pkg-config: $(cat "$place/log")"
    ran "pkg-config" "$place/pc"
    cc -std=c11 "$source/tests/install/core.c" -static $(pkg-config --cflags --libs --static shader9) -o "$place/pcs" \
        2>"$place/log" || fail "pkg-config --static: $(cat "$place/log")"
    ran "pkg-config --static" "$place/pcs"
    if pkg-config --exists shader9-draw; then
        cc -std=c11 "$source/tests/install/draw.c" $(pkg-config --cflags --libs shader9-draw) \
            $([ "$kinds" = static ] && pkg-config --libs --static shader9-draw) -o "$place/pcd" 2>"$place/log" ||
            fail "pkg-config shader9-draw: $(cat "$place/log")"
        ran "pkg-config, draw" "$place/pcd"
    fi
else
    skip "no pkg-config: its files are not tried"
fi

# All headers together, in C and in C++.
if have cc; then
    for header in "$prefix"/include/shader9/*.h; do
        echo "#include <shader9/$(basename "$header")>"
    done >"$place/all.c"
    echo 'typedef int all_of_them;' >>"$place/all.c"
    cc -std=c11 -Wall -Wextra -Werror -I"$prefix/include" -fsyntax-only "$place/all.c" || fail "the headers together, in C"
    if have c++; then
        c++ -x c++ -Wall -Wextra -Werror -I"$prefix/include" -fsyntax-only "$place/all.c" ||
            fail "the headers together, in C++"
    fi
fi

# Pages and completions.
for page in man1/shader9.1 man1/shader9-asm.1 man7/shader9-rules.7; do
    [ -s "$prefix/share/man/$page" ] || fail "no $page"
done
for file in bash-completion/completions/shader9 zsh/site-functions/_shader9 fish/vendor_completions.d/shader9.fish; do
    [ -s "$prefix/share/$file" ] || fail "no share/$file"
done

# Nothing installed speaks of the folders it was built in.
paths=$(grep -rlI -e "$build" -e "$source" "$prefix" 2>/dev/null)
[ -z "$paths" ] || fail "these name the folders of the build: $paths"

# Packages.
generators=TGZ
if have dpkg-deb; then generators='TGZ;DEB'; else skip "no dpkg: the .deb is not made"; fi
if (cd "$place" && cpack --config "$build/CPackConfig.cmake" -G "$generators" -B "$place/packages" >"$place/log" 2>&1); then
    tar -tzf "$place"/packages/*.tar.gz >"$place/list" || fail "the .tar.gz cannot be read"
    grep -q '/bin/shader9$' "$place/list" || fail "no command in the .tar.gz"
    if have dpkg-deb; then
        dpkg-deb -c "$place"/packages/*.deb >"$place/list" || fail "the .deb cannot be read"
        grep -q ' ./usr/bin/shader9$' "$place/list" || fail "no command in the .deb"
        grep -q ' ./usr/include/shader9/shader9.h$' "$place/list" || fail "no headers in the .deb"
    fi
else
    cat "$place/log"
    fail "cpack"
fi

[ "$failures" -eq 0 ]
