# sh tests/textmate/run.sh SOURCE BUILD: the TextMate grammar by the engine that Visual Studio Code uses, and the Vim syntax
# file by Neovim or Vim, colour tests/textmate/sample.psa as sample.txt says. What is not there is skipped aloud.
set -u
LC_ALL=C
export LC_ALL
source=$1
modules=$2/textmate
failures=0
ran=0
skip() { echo "SKIPPED: $*"; }

mkdir -p "$modules" || exit 1
if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    skip "no node or npm: the TextMate grammar is not tried"
else
    lock=$modules/package-lock.json
    if ! cmp -s "$source/tests/textmate/package-lock.json" "$lock" || [ ! -d "$modules/node_modules/vscode-textmate" ]; then
        cp "$source/tests/textmate/package.json" "$source/tests/textmate/package-lock.json" \
            "$source/tests/textmate/.npmrc" "$modules/" || exit 1
        (cd "$modules" && npm ci --prefer-offline) >"$modules/npm.log" 2>&1 || rm -f "$lock"
    fi
    if [ ! -e "$lock" ]; then
        skip "npm could not install vscode-textmate"
    else
        cp "$source/tests/textmate/tokens.js" "$modules/" || exit 1
        ran=$((ran + 1))
        node "$modules/tokens.js" "$source/editors/vscode/syntaxes/d3d9asm.tmLanguage.json" \
            "$source/tests/textmate/sample.psa" >"$modules/got.txt" || failures=$((failures + 1))
        diff "$source/tests/textmate/sample.txt" "$modules/got.txt" || failures=$((failures + 1))
    fi
fi

# What Vim says of some places: line, column, group.
editor=
for candidate in nvim vim; do
    command -v $candidate >/dev/null 2>&1 && editor=$candidate && break
done
if [ -z "$editor" ]; then
    skip "no Neovim or Vim: the syntax file is not tried"
else
    ran=$((ran + 1))
    cat >"$modules/places.vim" <<'V'
let places = [[1, 1], [1, 18], [2, 1], [3, 1], [3, 18], [4, 13], [5, 9], [6, 1], [7, 4], [8, 1], [9, 1], [9, 11],
  \ [10, 1], [11, 10], [11, 15], [14, 5], [15, 4], [16, 1], [16, 6]]
let words = []
for [row, column] in places
  call add(words, row . ':' . column . ' ' . synIDattr(synID(row, column, 1), 'name'))
endfor
call writefile(words, $GOT)
qa!
V
    GOT=$modules/vim.txt
    export GOT
    rm -f "$GOT"
    mode=-es
    [ $editor = nvim ] && mode=--headless
    $editor -u NONE -i NONE -n $mode -c "set runtimepath+=$source/editors/vim" -c "filetype plugin on" -c "syntax on" \
        -c "edit $source/tests/textmate/sample.psa" -c "source $modules/places.vim" </dev/null >/dev/null 2>&1
    diff "$source/tests/textmate/vim.txt" "$GOT" || failures=$((failures + 1))
fi
[ $failures -eq 0 ] || exit 1
[ $ran -gt 0 ] || exit 77
