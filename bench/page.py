"""Writes docs/studies/performance.md from the sections that it names: each measured beside other programs, with what must hold."""

import datetime
import importlib
import os
import platform
import re
import subprocess
import sys
import textwrap
from pathlib import Path

from measure import BUILD, run

#: The sections of the page. Each has rows(quick), or page_rows(quick) where the page shows less, and may have TITLE, ABOUT (a
#: paragraph), NOT_ALIKE (sentences) and musts(rows).
SECTIONS = ["onemax", "sudoku_ga", "qap_ga", "real_ga", "generation", "migration", "epoch_costs"]
PACKAGES = ["libpagmo-dev", "python3-deap", "python3-numpy", "libopenmpi-dev"]

INTRODUCTION = """# Performance
One command measures all of this page on one machine and writes it:
```
{command}
```

The programs of one table run in turn. A figure is the median of the runs, and ± half the distance between the quartiles. In
brackets is how many times better the first program is than this one.

- CPU time is that of the evolution alone, by `getrusage`, on one thread. The memory is the largest resident size of the process.
- What a target costs is the sum over 20 seeds (DEAP on OneMax: 4), divided by the number of seeds that reached it; a cell names seeds
  that failed. The ± is that of single runs.
- *skerry* is an island of the library without statistics of each generation, since the other programs keep none.
- *plain C++ loop* is the algorithm as one writes it with the standard library alone (`bench/plain_loop.hpp`).
- *pagmo2* and *DEAP* are Debian's packages, with their own algorithms and operators if they have them.

[bench/README.md](../../bench/README.md) describes these sections and others.
"""


def first_line(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return ""


def processor():
    found = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return found.group(1) if found else platform.machine()


def compiler():
    """Returns the compiler of the benchmark programs, as CMake found it."""
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)
    return first_line([found.group(1), "--version"]) if found else "unknown"


def machine(loads):
    """Yields the lines of the table of the machine and the versions; `loads` is {section: load of the machine before it}."""
    yield f"| date | {datetime.date.today().isoformat()} |"
    yield f"| processor | {processor()}, {os.cpu_count()} cores |"
    yield f"| load before each section | {', '.join(f'{name} {load:.1f}' for name, load in loads.items())} |"
    yield f"| system | {platform.freedesktop_os_release().get('PRETTY_NAME', platform.system())} |"
    yield f"| compiler | {compiler()} |"
    yield f"| skerry | {run([BUILD / 'skerry', '--version']).splitlines()[0]} |"
    for package in PACKAGES:
        version = first_line(["dpkg-query", "--show", "--showformat=${Version}", package])
        yield f"| {package} | {version or 'not installed'} |"


def filled(text, indent=""):
    return textwrap.fill(" ".join(text.split()), 140, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def cell(row):
    """Returns the figure, its spread unless it is exact, and the lead. That no seed has failed is not said."""
    figure = re.sub(r", 0 of \d+ failed$", "", row.figure)
    spread = row.spread if row.spread != "exact" else ""
    return " ".join(filter(None, [figure, spread, f"({row.lead})" if row.lead else ""]))


def short(text):
    """Returns the line of a table without the words that its section says once."""
    text = re.sub(r" in ([\d,]+) messages \(([\d,]+) compared, ([\d,]+) moved\)", r", \1 (\2, \3)", text)
    return re.sub(r"([\d,]+) individuals of ([\d,]+ bytes) an island", r"\1 of \2", text)


def matrix(rows):
    """Yields the lines of a table with a cell for each row. Of what is measured and the contenders, the fewer are its columns."""
    whats, contenders = (list(dict.fromkeys(getattr(row, name) for row in rows)) for name in ("what", "contender"))
    shared = os.path.commonprefix(whats) if len(whats) > 1 else ""
    shared = shared[: shared.rfind(", ") + 2] if ", " in shared else ""
    cells = {(row.what, row.contender): cell(row) for row in rows}
    if len(whats) < len(contenders):
        lines = [["contender", *(what.removeprefix(shared) for what in whats)]]
        lines += [[contender, *(cells.get((what, contender), "") for what in whats)] for contender in contenders]
    else:
        lines = [["what", *contenders]]
        lines += [[what.removeprefix(shared), *(cells.get((what, contender), "") for contender in contenders)] for what in whats]
    head, *others = (short(f"| {' | '.join(line)} |") for line in lines)
    yield from [head, f"|---{'|---:' * (len(lines[0]) - 1)}|", *others]


def section_text(module, name, rows):
    yield f"\n## {getattr(module, 'TITLE', name)}"
    yield filled(getattr(module, "ABOUT", module.__doc__ or ""))
    yield ""
    yield from matrix(rows)
    if notes := getattr(module, "NOT_ALIKE", []):
        yield "\nNot like for like:\n"
        yield from (filled(f"- {note}", "  ") for note in notes)


def write(path, quick):
    """Measures the sections and writes the page to `path`."""
    musts, texts, loads = [], [], {}
    for name in SECTIONS:
        print(f"bench: {name}", file=sys.stderr)
        loads[name] = os.getloadavg()[0]
        module = importlib.import_module(f"sections.{name}")
        rows = list(getattr(module, "page_rows", module.rows)(quick))
        if hasattr(module, "musts"):
            musts += [short(must.line()) for must in module.musts(rows)]
        texts += section_text(module, name, rows)
    command = f"bench/run.sh {'--quick ' if quick else ''}--page {path}"
    lines = [INTRODUCTION.format(command=command), "## What must hold"]
    if quick:
        lines.append("It was measured with `--quick`, once and briefly: its figures mean little.\n")
    lines += ["| what must hold | measured | |", "|---|---|---|", *musts]
    lines += [*texts, "\n## Machine and versions", "| | |", "|---|---|", *machine(loads)]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
