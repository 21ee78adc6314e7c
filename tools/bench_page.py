#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench_page.py ROWS.json PAGE.md [PLOT.png]: the page of measurements and its plot, from what the bench programs print.

ROWS.json has an object a line: "case" (STAGE/CASE), "unit", "shader9" and, where there is one to compare with,
"peer_name", "peer", "ratio" (how many times as good as the peer) and "goal". The plot is drawn by gnuplot; without it
the page comes without a plot, and that is said.
"""
import json
import os
import platform
import re
import shutil
import subprocess
import sys


def command_line(*words):
    """The first line that a program prints, or None where it is not there."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = (done.stdout or done.stderr).splitlines()
    return lines[0].strip() if done.returncode == 0 and lines else None


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = re.findall(r"^model name\s*:\s*(.*)$", file.read(), re.M)
    except OSError:
        names = []
    name = names[0] if names else platform.processor() or platform.machine()
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{name}, {count} processors"


def system():
    try:
        with open("/etc/os-release", encoding="utf-8") as file:
            name = re.search(r'^PRETTY_NAME="?([^"\n]*)', file.read(), re.M)
    except OSError:
        name = None
    return (name.group(1) + ", " if name else "") + f"{platform.system()} {platform.release()}"


def package(name):
    """The version that Debian's package has here."""
    return command_line("dpkg-query", "-W", "-f", "${Version}", name)


def versions(folder):
    rows = [("shader9", command_line(os.path.join(folder, "bin", "shader9"), "--version"))]
    rows += [
        ("compiler", command_line("cc", "--version")),
        ("MojoShader (libmojoshader-dev)", package("libmojoshader-dev")),
        ("lavapipe (mesa-vulkan-drivers)", package("mesa-vulkan-drivers")),
    ]
    return [(name, version) for name, version in rows if version]


def less_is_better(row):
    """Sizes and times: a ratio below 1 is the better one."""
    return row["unit"].startswith(("words", "ns/", "us/", "ms"))


def figure(value):
    if value is None:
        return ""
    for size, suffix in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{suffix}"
    return f"{value:.3g}"


def markdown(rows, folder, plot):
    lines = [
        "# Measurements",
        "",
        "`make bench` makes this page: every stage beside its peer, both in turn in one run, medians. A ratio above 1 means",
        "that shader9 is the faster one; sizes and times are marked, where less is better. A goal is what the project asks",
        "of itself. [bench/README.md](../bench/README.md) says what each program measures and where the time goes.",
        "",
        f"Machine: {processor()}; {system()}.",
        "",
    ]
    lines += [f"- {name}: {version}" for name, version in versions(folder)]
    if plot:
        lines += ["", f"![how many times as good as the peer]({plot})"]
    lines += [
        "",
        "| case | unit | shader9 | peer | | ratio | goal |",
        "|---|---|---:|---|---:|---:|---:|",
    ]
    for row in rows:
        ratio = "" if row.get("ratio") is None else f"{row['ratio']:.2f}"
        goal = "" if row.get("goal") is None else f"{row['goal']:g}"
        if ratio and less_is_better(row):
            ratio += " (less is better)"
        lines.append(
            f"| {row['case']} | {row['unit']} | {figure(row['shader9'])} | {row.get('peer_name') or ''} "
            f"| {figure(row.get('peer'))} | {ratio} | {goal} |"
        )
    return "\n".join(lines) + "\n"


def draw(rows, path):
    compared = [row for row in rows if row.get("ratio")]
    compared.reverse()  # the first row stands at the top

    def times(row, value):
        return 1 / value if less_is_better(row) else value

    data = "\n".join(
        f'{i} {times(row, row["ratio"])} "{row["case"]} : {row["peer_name"]}"' for i, row in enumerate(compared)
    )
    goals = "\n".join(f'{times(row, row["goal"])} {i}' for i, row in enumerate(compared) if row.get("goal"))
    script = f"""
set terminal pngcairo size 1100,{140 + 26 * len(compared)} font "sans,11" noenhanced background rgb "white"
set output "{path}"
set title "shader9 beside its peers: how many times as good (logarithmic)"
set logscale x 2
set xrange [0.125:32]
set yrange [-0.8:{len(compared) - 0.2}]
set style fill solid 0.9 noborder
set grid xtics lc rgb "#dddddd"
set arrow from 1,-0.8 to 1,{len(compared) - 0.2} nohead lc rgb "#444444" lw 2
set ytics font ",10"
set key bottom right
$rows << END
{data}
END
$goals << END
{goals}
END
plot $rows using (1):1:(1 < $2 ? 1 : $2):(1 < $2 ? $2 : 1):($1-0.35):($1+0.35):($2 < 1 ? 0xd08030 : 0x3070b0):ytic(3) \\
         with boxxyerror lc rgb variable title "ratio", \\
     $goals using 1:2 with points pt 2 ps 1.2 lw 2 lc rgb "#202020" title "goal"
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main():
    if len(sys.argv) not in (3, 4):
        print("usage: bench_page.py ROWS.json PAGE.md [PLOT.png]", file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    if not rows:
        print(f"bench_page.py: {sys.argv[1]} has no rows", file=sys.stderr)
        return 1
    page = sys.argv[2]
    plot = sys.argv[3] if len(sys.argv) == 4 else None
    if plot and not shutil.which("gnuplot"):
        print("bench_page.py: no plot, for there is no gnuplot (Debian: gnuplot-nox)", file=sys.stderr)
        plot = None
    if plot and not any(row.get("ratio") for row in rows):
        print("bench_page.py: no plot, for nothing was compared with a peer", file=sys.stderr)
        plot = None
    if plot:
        draw(rows, plot)
    link = os.path.relpath(plot, os.path.dirname(page) or ".") if plot else None
    with open(page, "w", encoding="utf-8") as file:
        file.write(markdown(rows, "build-bench", link))
    return 0


if __name__ == "__main__":
    sys.exit(main())
