# Headers as doxygen wants them: the comments of include/shader9 are plain C comments, so that they read well where they
# stand. This makes documentation of those that describe something:
#
#   a comment above a declaration     /** ... */
#   a comment behind one              /**< ... */
#   the first comment of the header   the page of the file
#   /* ---- title ---- */             a group of what follows, up to the next title
#
# What doxygen would take for commands, tags or links inside of comments is escaped.
function escape(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/[#@%<>&]/, "\\\\&", text)
    return text
}
function flush(   i, first) {
    # A comment of its own lines, now that the line behind it is known.
    if (!held) {
        return
    }
    for (i = 1; i <= held; i++) {
        print hold[i]
    }
    held = 0
}
{
    line = $0
}
# Inside of a comment that began on a line before.
inside {
    end = index(line, "*/")
    text = end ? substr(line, 1, end - 1) : line
    text = escape(text)
    line = end ? text "*/" substr(line, end + 2) : text
    inside = !end
    if (held) {
        hold[++held] = line
    } else {
        print line
    }
    next
}
/^\/\* SPDX/ {
    print
    next
}
/^\/\* ---- .* ---- \*\/$/ {
    flush()
    title = line
    sub(/^\/\* ---- /, "", title)
    sub(/ ---- \*\/$/, "", title)
    if (open) {
        print "/** @} */"
    }
    print "/** @name " toupper(substr(title, 1, 1)) substr(title, 2)
    print " * @{ */"
    open = 1
    next
}
/^#ifdef __cplusplus/ && open {
    print "/** @} */"
    open = 0
}
{
    begin = index(line, "/*")
}
# A comment on lines of its own: what is behind it decides.
begin && substr(line, 1, begin - 1) ~ /^ *$/ {
    flush()
    end = index(line, "*/")
    text = escape(end ? substr(line, begin + 2, end - begin - 2) : substr(line, begin + 2))
    mark = "/**"
    if (!described) {
        described = 1
        mark = "/** @file\n *"
    }
    hold[held = 1] = substr(line, 1, begin - 1) mark text (end ? "*/" substr(line, end + 2) : "")
    inside = !end
    next
}
# A comment behind something.
begin {
    flush()
    end = index(line, "*/")
    text = escape(end ? substr(line, begin + 2, end - begin - 2) : substr(line, begin + 2))
    print substr(line, 1, begin - 1) "/**<" text (end ? "*/" substr(line, end + 2) : "")
    inside = !end
    next
}
{
    flush()
    print
}
END {
    flush()
}
