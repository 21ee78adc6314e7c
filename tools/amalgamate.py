#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""amalgamate.py SOURCE OUT: writes OUT/shader9.h and OUT/shader9.c, the core library as two files to copy.

The header holds the public headers of the core; the source everything behind them, the kernels of the batch interpreter
at the machine's baseline. Names that are private to a file, but occur in another file as well, get the file's name in
front of them.
"""
import os
import re
import sys

ROOMS = "base isa program bytecode asm disasm check reflect ir texture exec trace vm diff effect spirv".split()
NOT_CORE = {"draw", "image", "mesh", "jit", "cross", "container"}
# In the folders of the core, but of a library beside it.
BESIDE = re.compile(r"spirv/cross[^/]*$")

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    r"""|(?P<word>[A-Za-z_]\w*)|(?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)|(?P<space>\s+)|(?P<other>->|\.\.\.|.)""",
    re.S,
)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"].*$', re.M)
KEYWORDS = set(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool "
    "_Alignas _Static_assert define undef include ifdef ifndef endif elif error pragma defined".split()
)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def tokens(text):
    return [(m.lastgroup, m.group()) for m in TOKEN.finditer(text)]


def strip_license(text):
    return re.sub(r"^/\* SPDX-License-Identifier: MIT \*/\n", "", text)


class Header:
    """The public headers, each once, in the order in which they need each other."""

    def __init__(self, source):
        self.folder = os.path.join(source, "include")
        self.done = set()
        self.out = []

    def add(self, name):
        if name in self.done:
            return
        self.done.add(name)
        text = strip_license(read(os.path.join(self.folder, name)))
        last = 0
        for m in INCLUDE.finditer(text):
            if m.group(2).startswith("shader9/"):
                self.out.append(text[last:m.start()])
                self.add(m.group(2))
                last = m.end()
        self.out.append(text[last:])


def private_names(text):
    """Names that a source file defines for itself at file scope: functions, objects, types, constants; and its macros."""
    stream = [t for t in tokens(re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.M))
              if t[0] not in ("comment", "space")]
    names, depth, parens, statement = set(), 0, 0, []
    enum_depth = None
    for i, (kind, value) in enumerate(stream):
        if value == "{":
            if depth == 0 and any(v == "enum" for _, v in statement) and not any(v == "(" for _, v in statement):
                enum_depth = 1
            if depth == 0:
                declared(statement, names)
            depth += 1
        elif value == "}":
            depth -= 1
            if depth == 0:
                enum_depth = None
                # "} name;" closes a type, anything else a function
                following = stream[i + 1][1] if i + 1 < len(stream) else ""
                if statement and statement[0][1] == "typedef" and re.match(r"[A-Za-z_]\w*$", following):
                    names.add(following)
                if not (following == ";" or following == "," or re.match(r"[A-Za-z_]\w*$", following)
                        and statement and statement[0][1] == "typedef"):
                    statement = []
                    continue
        elif depth == 0:
            if value == ";" and parens == 0:
                declared(statement, names)
                statement = []
                continue
            parens += (value == "(") - (value == ")")
            statement.append((kind, value))
        elif enum_depth and depth == enum_depth and kind == "word" and stream[i - 1][1] in "{,":
            names.add(value)
    macros = set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, flags=re.M))
    return names - macros, macros


def declared(statement, names):
    values = [v for _, v in statement]
    for i, value in enumerate(values):
        if value in ("struct", "union", "enum") and i + 1 < len(values) and re.match(r"[A-Za-z_]\w*$", values[i + 1]):
            if values[0] == "typedef" or i + 2 == len(values):
                names.add(values[i + 1])
    if not values or values[0] not in ("static", "typedef", "S9_INLINE"):
        return
    # the word in front of the first parenthesis, bracket, = or the end
    for i, value in enumerate(values):
        if value == "(" and values[0] == "typedef" and i + 2 < len(values) and values[i + 1] == "*":
            names.add(values[i + 2])
            return
        if value == "(" and i + 2 < len(values) and values[i + 1] == "*" and values[i - 1] != "__attribute__":
            inner = next((v for v in values[i + 1:] if re.match(r"[A-Za-z_]\w*$", v) and v != "const"), None)
            if inner:
                names.add(inner)
            return
        if value == "__attribute__":
            if i > 0 and re.match(r"[A-Za-z_]\w*$", values[i - 1]):
                names.add(values[i - 1])
                return
            continue
        if value in "([=," and i > 0 and re.match(r"[A-Za-z_]\w*$", values[i - 1]) and values[i - 1] != "__attribute__":
            names.add(values[i - 1])
            if value != ",":
                return
    if re.match(r"[A-Za-z_]\w*$", values[-1]):
        names.add(values[-1])


def members(text):
    """Names of members that structures in a text declare."""
    found = set()
    for body in re.findall(r"\b(?:struct|union)\b[^;{()]*\{(.*?)\}", text, flags=re.S):
        for declaration in body.split(";"):
            declaration = re.sub(r"/\*.*?\*/", "", declaration, flags=re.S)
            found.update(re.findall(r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?:,|$)", declaration.strip()))
    return found


def rename(text, prefix, names, own_members):
    out, previous = [], ""
    for kind, value in tokens(text):
        if kind == "word" and value in names and (previous not in (".", "->") or value in own_members):
            out.append(prefix + value)
        else:
            out.append(value)
        if kind not in ("comment", "space"):
            previous = value
    return "".join(out)


GUARD = re.compile(r"^#ifndef \w+_H$", re.M)


def expand(folder, text):
    """A text with headers that are meant to be included more than once, which have no guard, in their places."""
    def replace(m):
        path = os.path.join(folder, m.group(2))
        if m.group(1) == "<" or not m.group(2).endswith(".h") or m.group(2).startswith("shader9/"):
            return m.group(0)
        header = read(path)
        return m.group(0) if GUARD.search(header) else expand(folder, strip_license(header))
    return INCLUDE.sub(replace, text)


class Source:
    def __init__(self, source):
        self.folder = os.path.join(source, "src")
        self.done = set()

    def inline(self, text, once):
        """A text with the project's own headers in place of their includes."""
        def replace(m):
            name = m.group(2)
            if name.startswith("shader9/"):
                return ""
            if m.group(1) == "<":
                return m.group(0)
            path = os.path.join(self.folder, name)
            if once and name.endswith(".h"):
                if name in self.done:
                    return ""
                self.done.add(name)
            return self.inline(strip_license(read(path)), once)
        return INCLUDE.sub(replace, text)


def main():
    source, out = sys.argv[1], sys.argv[2]
    version = re.search(r"project\(shader9 VERSION ([0-9.]+)", read(os.path.join(source, "CMakeLists.txt"))).group(1)
    title = "/* SPDX-License-Identifier: MIT */\n/* shader9 %s, the core library in two files: %s. See LICENSE. */\n"

    header = Header(source)
    for name in sorted(os.listdir(os.path.join(source, "include", "shader9"))):
        if name.endswith(".h") and name[:-2] not in NOT_CORE:
            header.add("shader9/" + name)

    files = []
    for room in ROOMS:
        folder = os.path.join(source, "src", room)
        if os.path.isdir(folder):
            files += [room + "/" + name for name in sorted(os.listdir(folder)) if name.endswith(".c") and not BESIDE.match(room + "/" + name)]
    sources = os.path.join(source, "src")
    texts = {name: expand(sources, strip_license(read(os.path.join(sources, name)))) for name in files}
    private = {name: private_names(text) for name, text in texts.items()}

    # Words that occur in the internal headers, and how many files know a name.
    shared = set()
    header_words = set()
    for room in ROOMS:
        folder = os.path.join(source, "src", room)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            if name.endswith((".h", ".def")):
                header_words |= {v for k, v in tokens(read(os.path.join(folder, name))) if k == "word"}
    header_words |= {v for k, v in tokens("".join(header.out)) if k == "word"}
    count = {}
    for name, text in texts.items():
        for word in {v for k, v in tokens(text) if k == "word"}:
            count[word] = count.get(word, 0) + 1

    body = Source(source)
    parts = []
    for name in files:
        own, macros = private[name]
        clash = {n for n in own if (count[n] > 1 or n in header_words) and n not in KEYWORDS
                 and not n.lower().startswith("s9_")}
        prefix = re.sub(r"\W", "_", name[:-2]) + "_"
        text = rename(texts[name], prefix, clash, members(texts[name]))
        parts.append("\n/* ---- %s ---- */\n" % name)
        parts.append(body.inline(text, True))
        parts.append("".join("#undef %s\n" % m for m in sorted(macros)))

    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "shader9.h"), "w", encoding="utf-8") as file:
        file.write(title % (version, "the header"))
        file.write(re.sub(r"\n{3,}", "\n\n", "".join(header.out)))
    with open(os.path.join(out, "shader9.c"), "w", encoding="utf-8") as file:
        file.write(title % (version, "the source"))
        file.write('#include "shader9.h"\n')
        file.write(re.sub(r"\n{3,}", "\n\n", "".join(parts)))


if __name__ == "__main__":
    main()
