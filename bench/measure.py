"""What the sections of the table share: programs run in turn, medians, rows."""

import os
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "bench"
PYTHON = "/usr/bin/python3"


@dataclass
class Row:
    """One line of the table; `lead` is how many times better than this one the first of its kind is."""

    what: str
    contender: str
    figure: str
    spread: str = ""
    lead: str = ""


def program(name):
    """The path of a benchmark program; None where it was not built, for want of a library."""
    path = BUILD / "bench" / name
    return path if path.exists() else None


def run(command, environment=None):
    """Standard output of a command; its messages go to ours."""
    done = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, **(environment or {})},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def in_turn(contenders, rounds):
    """Runs {name: function} A B C A B C ..., so that a slow minute of the machine meets all; {name: figures}."""
    figures = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, measure in contenders.items():
            figures[name].append(measure())
    return figures


def spread(figures):
    """Half the distance of the quartiles, in percent of the median."""
    if len(figures) < 4 or statistics.median(figures) == 0:
        return ""
    low, middle, high = statistics.quantiles(figures, n=4)
    return f"±{50 * (high - low) / middle:.0f} %"


def compare(what, figures, unit, lower_is_better=False):
    """A row for each of {name: figures}, with the lead of the first over it."""
    medians = {name: statistics.median(values) for name, values in figures.items()}
    first = next(iter(medians.values()))
    rows = []
    for name, middle in medians.items():
        lead = middle / first if lower_is_better else first / middle
        shown = "" if name == next(iter(medians)) else f"{number(lead)} x"
        rows.append(Row(what, name, f"{number(middle)} {unit}", spread(figures[name]), shown))
    return rows


def number(value, digits=3):
    """With that many significant digits, and thousands set off."""
    return f"{float(f'{value:.{digits}g}'):,.10f}".rstrip("0").rstrip(".")
