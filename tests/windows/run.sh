# run.sh COMMAND SOURCE - what is different on Windows: COMMAND runs shader9.exe (under Wine).
set -eu
command=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
    echo "windows: $*" >&2
    exit 1
}
cp "$source/examples/first_light/first_light.psa" a.psa

# Bytes stay bytes in both directions: no 0d before 0a, no end at 1a.
"$command" asm a.psa -o a.pso
"$command" asm a.psa | cmp - a.pso || fail "tokens on standard output are not those in the file"
"$command" dis - <a.pso >a.txt
grep -q "$(printf '\r')" a.txt && fail "text on standard output has carriage returns"
printf 'ps_2_0\ndef c0, 0x1a1a1a1a, 2, 3, 4\nmov r0, c0\nmov oC0, r0\n' | "$command" asm - -o sub.pso
[ "$(wc -c <sub.pso)" -eq 56 ] || fail "text on standard input is cut"
"$command" dis - <sub.pso >sub.txt && grep -q 'mov oC0' sub.txt || fail "input ends at 1a"
printf 'ps_2_0\r\ndef c0, 0x1a1a1a1a, 2, 3, 4\r\nmov r0, c0\r\nmov oC0, r0\r\n' >crlf.psa
"$command" asm crlf.psa -o crlf.pso
cmp crlf.pso sub.pso || fail "lines that end in CR LF give other tokens"

# Backslashes, drives, folders that are made.
"$command" asm 'a.psa' -o 'sub\' && cmp sub/a.pso a.pso || fail "-o 'sub\\'"
drive=$(printf 'Z:%s' "$work" | tr / '\\')
"$command" asm "$drive\\a.psa" -o "$drive\\full.pso" && cmp full.pso a.pso || fail "a path with a drive"
mkdir -p tree/x
cp a.psa tree/x/one.psa
"$command" asm -r 'tree\' -o 'out\' 2>/dev/null && cmp out/x/one.pso a.pso || fail "a folder with a backslash"
printf '%s\n' '#include "inc\b.inc"' >i.psa
mkdir inc
cp a.psa inc/b.inc
"$command" asm i.psa -o i.pso && cmp i.pso a.pso || fail "an include with a backslash"

# A result takes the place of a file; one file by two names is seen.
echo old >again.pso
"$command" asm a.psa -o again.pso && cmp again.pso a.pso || fail "a result does not replace a file"
status=0
"$command" dis --no-check a.pso -o 'A.PSO' 2>/dev/null || status=$?
[ $status -eq 2 ] || fail "a result that would replace its input in other case: status $status"
status=0
"$command" dis a.pso -o "$drive\\a.pso" 2>/dev/null || status=$?
[ $status -eq 2 ] || fail "a result that would replace its input by another path: status $status"
for left in .again* .a.pso*; do
    [ ! -e "$left" ] || fail "a temporary file stays: $left"
done

# NUL is a device, in any folder; nothing of that name is made.
"$command" asm a.psa -o NUL || fail "-o NUL"
[ ! -e NUL ] || fail "-o NUL makes a file"

# Names in UTF-8.
cp a.psa 'schön→.psa'
"$command" asm 'schön→.psa' -o 'été☀.pso' && cmp 'été☀.pso' a.pso || fail "names beyond ASCII"
"$command" check 'nicht-da-ü.psa' 2>message && fail "a missing file is found"
grep -q 'nicht-da-ü.psa' message || fail "a name in a message is not UTF-8"

# No colours but on a console.
printf 'ps_2_0\nmovv r0, c0\n' >bad.psa
"$command" check bad.psa 2>message && fail "an unknown instruction is taken"
grep -q "$(printf '\033')" message && fail "colour in a file"

# What is extracted is named as Windows can hold it (the names are the same on every system).
mkdir ex
"$command" effect --extract 'ex\' "$source/fuzz/cases/effect/sample.bin" >/dev/null 2>&1 || fail "--extract"
[ -n "$(ls ex)" ] || fail "--extract writes nothing"

# The language server's frames are bytes.
printf 'Content-Length: 58\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}Content-Length: 44\r\n\r\n{"jsonrpc":"2.0","id":2,"method":"shutdown"}Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","method":"exit"}' |
    "$command" lsp >lsp.out || fail "lsp: status $?"
head -c 16 lsp.out | grep -q '^Content-Length: ' || fail "lsp answers without a header"
grep -qc "$(printf '\r\r')" lsp.out && fail "lsp writes its line ends twice"
echo "windows: all as elsewhere"
