# awk -f matches.awk SHOWN GOT: whether GOT is what SHOWN shows. A line "..." stands for any number of lines, a line that
# ends in "..." for any line with that beginning.
function same(pattern, line) {
    if (pattern ~ /\.\.\.$/) {
        return substr(line, 1, length(pattern) - 3) == substr(pattern, 1, length(pattern) - 3)
    }
    return pattern == line
}
FNR == NR {
    shown[++n] = $0
    next
}
{
    got[++m] = $0
}
END {
    # As globs are matched: on a mismatch the latest "..." takes one line more.
    i = j = 1
    star = 0
    while (j <= m) {
        if (i <= n && shown[i] == "...") {
            star = i++
            from = j
        } else if (i <= n && same(shown[i], got[j])) {
            i++
            j++
        } else if (star) {
            i = star + 1
            j = ++from
        } else {
            exit 1
        }
    }
    while (i <= n && shown[i] == "...") {
        i++
    }
    exit i <= n
}
