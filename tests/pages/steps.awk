# The steps of a Markdown page, one below the other in FOLDER (-v folder=...), in the order of the page:
#
#   N.name, N.text       a fenced block whose info string has a second word: a file, and what is in it. The words above
#                        it must tell the reader that name, which no browser shows
#   N.command, N.shown   a line "$ COMMAND" of a fenced block, with the lines that follow a backslash; the lines below it
#
# With -v update=1 the page is printed again, each output as it is in N.got (where there is one). Outputs that the page
# does not show, or shows in part (a line "..." stands for any lines, one that ends in "..." for any line that begins so),
# stay as they are.
function number() {
    return sprintf("%s/%03d", folder, step)
}
function begin_command(line) {
    step++
    command = line
    shown = 0
    partial = 0
    text = ""
}
function end_command(   line, got) {
    if (command == "") {
        return
    }
    if (!update) {
        print command > (number() ".command")
        printf "%s", text > (number() ".shown")
        close(number() ".command")
        close(number() ".shown")
    } else if (shown && !partial && (getline line < (number() ".got")) > 0) {
        do {
            print line
        } while ((getline line < (number() ".got")) > 0)
    } else {
        printf "%s", text
    }
    command = ""
}
/^```/ {
    if (inside) {
        end_command()
        inside = 0
        file = ""
    } else {
        inside = 1
        file = ""
        if (NF >= 2) {
            step++
            file = $2
            if (index(said, file) == 0) {
                print "FAILED: the words above a block do not say that it is " file > "/dev/stderr"
                bad = 1
            }
            if (!update) {
                print file > (number() ".name")
                printf "" > (number() ".text")
            }
        }
    }
    if (update) {
        print
    }
    next
}
inside && file != "" {
    if (update) {
        print
    } else {
        print > (number() ".text")
    }
    next
}
inside && continued {
    command = command "\n" $0
    continued = $0 ~ /\\$/
    if (update) {
        print
    }
    next
}
inside && /^\$ / {
    end_command()
    if (update) {
        print
    }
    begin_command(substr($0, 3))
    continued = $0 ~ /\\$/
    next
}
inside && command != "" {
    shown = 1
    partial = partial || $0 ~ /\.\.\.$/
    text = text $0 "\n"
    next
}
/./ {
    said = $0
}
update {
    print
}
END {
    exit bad
}
