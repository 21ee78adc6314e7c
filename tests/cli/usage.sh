# What the command says about itself, and wrong usage.
. "$2/tests/cli/lib.sh"

run 0 --version
says "$out" '^shader9 [0-9]*\.[0-9]*\.[0-9]*$'
empty "$err"
run 0 help
same_as help
for verb in asm dis check info run translate draw filter; do
    run 0 "$verb" --help
    says "$out" "^usage: shader9 $verb " '^  -o, --output FILE'
    cp "$out" .help
    run 0 help "$verb"
    cmp -s "$out" .help || fail "help $verb and $verb --help differ"
done
run 0 help asm
same_as help_asm

run 2
says "$err" '^usage: shader9 VERB'
empty "$out"
run 2 frobnicate
says "$err" "^shader9: error: unknown verb 'frobnicate'" 'the verbs are asm dis check info run trace translate draw filter'
empty "$out"
run 2 chek copy.vsa
says "$err" "did you mean 'check'?"
run 2 asm --formt hex copy.vsa
says "$err" "unknown option '--formt' for 'asm'" 'did you mean --format?'
run 2 dis --format hex copy.vsa
says "$err" "unknown option '--format' for 'dis'" "an option of 'asm'"
run 2 asm --format octal copy.vsa
says "$err" "--format takes bin|hex|c, not 'octal'"
run 2 asm --max-errors many copy.vsa
says "$err" "--max-errors takes a whole number, not 'many'"
run 2 asm copy.vsa --format
says "$err" '--format needs a value: bin|hex|c'
run 2 dis --offsets=yes copy.vsa
says "$err" '--offsets takes no value'
run 2 --json check copy.vsa
says "$err" 'a verb comes before the options'
run 2 asm
says "$err" "'asm' needs an input" 'reads standard input'
run 2 check - -
says "$err" 'standard input can be read once only'
run 2 check --explain V999
says "$err" "there is no rule 'V999'"
run 2 check --caps hardwar copy.vsa
says "$err" "--caps knows no 'hardwar'" 'minimum 2_a 2_b hardware software generous'
run 2 asm copy.vsa tint.psa
says "$err" 'many results cannot go into one file'
run 2 draw
says "$err" 'draw needs a scene, or --vs, --ps and --mesh'
run 2 filter image.psa
says "$err" 'filter needs a shader and an image'
run 2 run tint.psa --const q0=1
says "$err" "--const cannot use 'q0=1'"
run 2 run tint.psa --option mova=up
says "$err" "--option knows no 'mova'" '^ *float=d3d9|ieee  ' '^ *mova_ties=even|away|up  '
run 2 run tint.psa --option
says "$err" '--option needs a value' '^ *float=d3d9|ieee  '
run 2 run missing.psa --option mova_ties
says "$err" '--option mova_ties needs a value: mova_ties=even|away|up'
run 0 run --help
says "$out" '^  float=d3d9|ieee  ' '^  max_steps=N '
run 2 run missing.psa --const c0=1,2,3,4,5
says "$err" "cannot use 'c0=1,2,3,4,5': it takes at most four"
run 2 run missing.psa --const i0=1.5
says "$err" 'the values must be 32-bit integers'
run 2 run tint.psa --input t0=1,x
says "$err" "cannot use 't0=1,x': it takes one to four numbers"
run 2 run tint.psa --input q0=1
says "$err" "cannot use 'q0=1': the name is no input"
run 3 asm -r nosuch
says "$err" 'nosuch: error: '
run 0 check --explain V122 --json
says "$out" '^{ "schema": "shader9.check/1", "code": "V122"'
run 2 run tint.psa --option mova_ties=sideways
says "$err" '--option mova_ties is even|away|up'

run 3 asm missing.vsa
says "$err" '^missing.vsa: error: cannot open: '
run 3 asm .
says "$err" '^\.: error: is a folder, not a file$'
run 3 asm copy.vsa -o no/such/folder.vso
says "$err" 'cannot write'
# What people try first: the beginning of an option, the words of other tools, a file before the verb.
run 2 asm --out x copy.vsa
says "$err" 'did you mean --output?'
for words in 'disassemble dis' 'assemble asm' 'validate check' 'reflect info' 'render draw' 'compile translate'; do
    run 2 "${words% *}" copy.vsa
    says "$err" "did you mean '${words#* }'?"
done
run 2 copy.vsa
says "$err" "unknown verb 'copy.vsa'" 'a verb comes before the file, as in shader9 info FILE'
run 2 --verson
says "$err" 'did you mean --version?'
run 2 help asm dis
says "$err" "help takes one verb or page, not 'dis', too"
run 3 asm copy.vsa -o no/such/folder.vso
says "$err" 'hint: its folder has to be there'
# A folder where a file should be, and a file with nothing in it, for every verb.
mkdir folder
: >void
for verb in asm dis check info run trace translate draw effect bench; do
    run 3 $verb folder
    says "$err" '^folder: error: is a folder, not a file$' 'hint: --recursive DIR works on all files of a folder'
    run 1 $verb void
    says "$err" '^void:.* error: \(the text holds no shader\|the input is empty\|the file is empty\)'
    lacks "$err" 'nothing'
done
run 3 diff folder copy.vsa
says "$err" '^folder: error: is a folder, not a file$'
lacks "$err" 'recursive'
run 3 run copy.vsa --job folder
says "$err" '^folder: error: is a folder, not a file$'
lacks "$err" 'recursive'

# Standard input is read once, whatever option names it.
for words in 'draw --vs - --ps - --mesh quad' 'draw - --vs -' 'draw scene.json --vs - --texture s0=-' \
    'filter - - -o x.png' 'filter image.psa - --texture s1=- -o x.png' 'run - --job -' 'asm - -' \
    'effect --replace a=- -'; do
    # shellcheck disable=SC2086
    run 2 $words
    says "$err" 'standard input can be read once only'
done
run 0 draw --vs quad.vsa --ps tint.psa --mesh quad --size 8x8 -o in.png
run 0 filter image.psa in.png --texture s1=in.png -o a.png
"$shader9" filter image.psa in.png --texture s1=- -o b.png <in.png || fail 'a texture on standard input is not read'
cmp -s a.png b.png || fail 'a texture on standard input is another'
"$shader9" filter image.psa in.png --texture s1=- -o b.png </dev/null 2>"$err"
[ $? -eq 1 ] || fail 'an empty texture is no refusal'
says "$err" '^<stdin>: error: '

# Options that name a register warn of one that the version lacks, as --const does.
run 0 filter image.psa in.png --define-size c99 -o a.png
says "$err" '^image.psa: warning: ps_2_0 has no c99$'
run 0 filter image.psa in.png --define-size c3 -o a.png
empty "$err"
run 2 check --explain V122 copy.vsa
says "$err" 'explain is about rules; it takes no file'
run 2 check --list-rules copy.vsa
printf 'vs.1.1\nm4x4 oPos, v0, c0\n' >old.vsa
run 0 info --dialect d3d8 old.vsa
says "$out" '^  legal  *yes$'
for size in 100000x100000 0x5 5x0 16385x1 1x16385; do
    run 2 filter image.psa in.png --size $size -o a.png
    says "$err" "size cannot use '$size'"
    run 2 draw scene.json --size $size -o a.png
done
finish
