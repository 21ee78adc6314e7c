# sh tests/bench/page.sh SOURCE BUILD: the page of measurements from rows that are known: a comparison that is won, one of
# sizes, where less is better, and a case without a peer. What is not there is skipped aloud.
set -u
source=$1
folder=$2/bench-page
if ! command -v python3 >/dev/null 2>&1; then
    echo "SKIPPED: no python3: the page of measurements is not made"
    exit 77
fi
rm -rf "$folder"
mkdir -p "$folder/images" || exit 1
cat >"$folder/rows.json" <<'END'
{ "case": "assemble/corpus", "unit": "shaders/s", "shader9": 123456, "peer_name": "mojoshader", "peer": 14000, "ratio": 8.818, "goal": 8.0, "runs": 7 }
{ "case": "spirv/words", "unit": "words, median ratio", "shader9": 0.628, "peer_name": "mojoshader", "peer": 1, "ratio": 0.628, "goal": 1.0, "runs": 1 }
{ "case": "effect/open", "unit": "MB/s", "shader9": 2200, "peer_name": null, "peer": null, "ratio": null, "goal": null, "runs": 7 }
END
failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
python3 "$source/tools/bench_page.py" "$folder/rows.json" "$folder/bench.md" "$folder/images/bench.png" 2>"$folder/errors" ||
    fail "the page is not made"
for row in \
    '| assemble/corpus | shaders/s | 123 k | mojoshader | 14 k | 8.82 | 8 |' \
    '| spirv/words | words, median ratio | 0.628 | mojoshader | 1 | 0.63 (less is better) | 1 |' \
    '| effect/open | MB/s | 2.2 k |  |  |  |  |'; do
    grep -qxF "$row" "$folder/bench.md" || fail "no row $row"
done
if command -v gnuplot >/dev/null 2>&1; then
    [ "$(head -c 4 "$folder/images/bench.png" | tail -c 3)" = PNG ] || fail "the plot is no PNG"
    grep -qF '](images/bench.png)' "$folder/bench.md" || fail "the page does not show its plot"
else
    echo "SKIPPED: no gnuplot: the plot is not drawn"
    grep -q 'no gnuplot' "$folder/errors" || fail "it is not said that there is no plot"
    grep -qF 'bench.png' "$folder/bench.md" && fail "the page shows a plot that is not there"
fi
: >"$folder/empty.json"
python3 "$source/tools/bench_page.py" "$folder/empty.json" "$folder/none.md" 2>/dev/null && fail "no rows are no error"
[ $failures -eq 0 ]
