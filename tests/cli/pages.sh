# help --form: manual pages, completions and the page of rules come from the tables that --help comes from.
. "$2/tests/cli/lib.sh"

for verb in $("$shader9" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    run 0 help --form man "$verb"
    says "$out" '^\.TH SHADER9.*1 "" "shader9 ' '^\.SH SYNOPSIS$' '^\.SH EXIT STATUS$'
    # Every option of --help has its paragraph.
    "$shader9" help "$verb" >.help
    options=$(sed -n 's/^  \(-., \)*--\([a-z-]*\).*/\2/p' .help)
    for option in $options; do
        grep -q -- "\\\\fB\\\\-\\\\-$(echo "$option" | sed 's/-/\\\\-/g')\\\\fR" "$out" || fail "$verb: no --$option in the page"
    done
    if command -v groff >/dev/null 2>&1; then
        groff -man -ww -Tutf8 "$out" >/dev/null 2>.groff || fail "$verb: groff refuses the page"
        [ ! -s .groff ] || fail "$verb: $(cat .groff)"
    fi
    "$shader9" help --form bash >.bash
    grep -q "^        $verb) options='.*--help" .bash || fail "$verb: not in bash's completion"
done
run 0 help --form man
says "$out" '^\\fBshader9\\-run\\fR(1)$' '^\.BR shader9\\-rules (7),$'
run 0 help --form man rules
[ "$(grep -c '^\\fBV[0-9]*\\fR' "$out")" -eq 361 ] || fail 'not every rule has its paragraph'
run 0 help --form markdown rules
[ "$(grep -c '^### V' "$out")" -eq 361 ] || fail 'not every rule has its heading'

run 0 help --form man instructions
says "$out" '^\\fBmad d, s0, s1, s2\\fR$' '^vs_1_0 to vs_1_1: 10, vs_2_0 to vs_3_sw: 1, '
run 0 help --form markdown instructions
says "$out" '^## texldd$' '^- `texkill`: ps_1_0 to ps_2_0: t1, ps_2_x to ps_2_sw: 1/2n, ps_3_0 to ps_3_sw: 2$'

# The same pages, the list of verbs, and the version, by the words that people try first.
run 0 help instructions
cmp -s "$out" "$source/docs/instructions.md" || fail 'help instructions is another page'
run 0 help rules
cmp -s "$out" "$source/docs/rules.md" || fail 'help rules is another page'
run 0 help --help
says "$out" '^Verbs:$' 'man|markdown|bash|zsh|fish|vim|textmate'
run 0 -V
says "$out" '^shader9 [0-9]'
run 2 help nope

# The pages that lie in docs/ are those that the command writes.
for page in rules instructions; do
    run 0 help --form markdown $page
    cmp -s "$out" "$source/docs/$page.md" || fail "docs/$page.md is not up to date: make pages"
done

# Every option that a page speaks of is one of a verb (or of help, pkg-config or scripts/setup).
for verb in $("$shader9" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    "$shader9" help "$verb"
done | grep -o -- '--[a-z][a-z-]*' | sort -u >.options
printf '%s\n' --all --cflags --form --libs --version >>.options
for page in "$source"/README.md "$source"/SECURITY.md "$source"/docs/*.md "$source"/docs/guide/*.md "$source"/examples/*.md "$source"/editors/*.md; do
    grep -o '`[^`]*`' "$page" | grep -o -- '[ `]--[a-z][a-z-]*' | cut -c 2- | sort -u >.spoken
    grep -v -x -F -f .options .spoken >.wrong && fail "$page speaks of $(tr '\n' ' ' <.wrong)"
done

# The grammars that lie in editors/ are those that the command writes.
run 0 help --form vim
cmp -s "$out" "$source/editors/vim/syntax/d3d9asm.vim" || fail 'editors/vim/syntax/d3d9asm.vim is not up to date'
run 0 help --form textmate
cmp -s "$out" "$source/editors/vscode/syntaxes/d3d9asm.tmLanguage.json" || fail 'the TextMate grammar is not up to date'

for shell in bash zsh fish; do
    run 0 help --form $shell
    says "$out" 'max-errors' 'recursive'
    if command -v $shell >/dev/null 2>&1; then
        $shell -n "$out" || fail "$shell cannot read its completion"
    fi
done
# What bash offers.
if command -v bash >/dev/null 2>&1; then
    "$shader9" help --form bash >completion.bash
    offers() { # WORDS... -> the offers for the last word
        bash -c '. ./completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shader9; echo "${COMPREPLY[*]}"' bash "$@"
    }
    [ "$(offers shader9 di)" = 'dis diff' ] || fail "bash offers '$(offers shader9 di)' for di"
    [ "$(offers shader9 asm --form)" = --format ] || fail 'bash does not complete --form'
    [ "$(offers shader9 asm --format = h)" = hex ] || fail 'bash does not complete --format=h'
    [ "$(offers shader9 asm --format '')" = 'bin hex c' ] || fail 'bash does not offer the formats'
    # Words that no table of options has; of NAME=VALUE what stands behind the =.
    touch minimal.json
    [ "$(offers shader9 check --caps min)" = 'minimum minimal.json' ] || fail "bash offers '$(offers shader9 check --caps min)' for --caps"
    [ "$(offers shader9 draw --mesh tea)" = teapot ] || fail 'bash does not offer the meshes'
    [ "$(offers shader9 check --explain V36)" = "$("$shader9" check --list-rules | sed -n 's/^\(V36[0-9]\) .*/\1/p' | tr '\n' ' ' | sed 's/ $//')" ] ||
        fail 'bash does not offer the rules'
    [ "$(offers shader9 run --option mova_t)" = 'mova_ties=even mova_ties=away mova_ties=up' ] || fail 'bash does not offer the choices of arithmetic'
    [ "$(offers shader9 run --option mova_ties = a)" = away ] || fail 'bash does not complete --option mova_ties=a'
    [ "$(offers shader9 run --option = mova_ties = '')" = 'even away up' ] || fail 'bash does not complete --option=mova_ties='
    [ "$(offers shader9 run --option mova_ties =)" = 'even away up' ] || fail 'bash does not complete --option mova_ties='
    [ "$(offers shader9 filter --sampler s15.mip = '')" = 'none point linear' ] || fail 'bash does not offer the filters'
    [ "$(offers shader9 translate --state fog = '')" = 'off fixed spec uniform' ] || fail 'bash does not offer the states'
    [ "$(offers shader9 translate --sampler-type s3 = c)" = cube ] || fail 'bash does not offer the kinds of samplers'
    [ "$(offers shader9 draw --dds-format DXT)" = 'DXT1 DXT2 DXT3 DXT4 DXT5' ] || fail 'bash does not offer the formats of DDS'
    [ "$(offers shader9 help --form t)" = textmate ] || fail 'bash does not offer the forms of help'
    [ "$(offers shader9 help ru)" = 'run rules' ] || fail 'bash does not offer the pages of help'
fi
# The others have the same words, for every option that has some.
for words in 'minimum 2_a 2_b hardware software generous' 'quad cube sphere torus teapot' 'mova_ties=even mova_ties=away' \
    's0.mip=none' 'fog=off fog=fixed fog=spec fog=uniform' 'V001 V002' 'DXT1 DXT2' 'bin hex c' 'man markdown bash'; do
    for shell in bash zsh fish; do
        "$shader9" help --form $shell | grep -q -F -- "$words" || fail "$shell does not complete $words"
    done
done
if command -v fish >/dev/null 2>&1; then
    "$shader9" help --form fish >completion.fish
    fish -N -c 'source completion.fish; complete -C "shader9 check --caps hard"' >"$out" 2>/dev/null && says "$out" '^hardware'
fi

# Lines of help fit terminals, and texts are true of the verb that they stand in.
for verb in '' $("$shader9" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    # shellcheck disable=SC2086
    run 0 help $verb
    [ -z "$(LC_ALL=C awk 'length > 80' "$out")" ] || fail "$last: a line is longer than 80 columns"
done
if command -v script >/dev/null 2>&1 && command -v stty >/dev/null 2>&1; then
    script -q -c "stty cols 100; '$shader9' help diff" /dev/null >"$out" 2>/dev/null </dev/null
    tr -d '\r' <"$out" | awk 'length > 100 { exit 1 } length > 80 { wide = 1 } END { exit !wide }' ||
        fail 'help does not use the width of the terminal'
fi
squeezed() { "$shader9" "$1" --help | tr -s ' \n' '  ' >"$out"; last="$1 --help"; }
squeezed diff
says "$out" 'do not compare comment blocks' 'so many instructions (65536)' 'keep a constant at a value'
lacks "$out" 'gives other bytes' '16777216' ' --recursive ' ' --jobs '
squeezed dis
says "$out" 'the text then gives other bytes'
squeezed check
says "$out" '--pair the two files are a vertex and a pixel shader; check what passes between them'
lacks "$out" 'link them'
squeezed translate
says "$out" '--pair the two files are a vertex and a pixel shader; link them'
lacks "$out" 'check what passes' 'max_steps'
squeezed bench
says "$out" '(65536)'
lacks "$out" '16777216'
squeezed run
says "$out" '(16777216)'
lacks "$out" '65536'
run 2 asm --no-comments copy.vsa
says "$err" "an option of 'dis' 'diff'"

run 2 help --form troff
says "$err" "help --form takes man|markdown|bash|zsh|fish|vim|textmate, not troff"
run 2 help --form man nonsense
run 2 help --form markdown run
finish
