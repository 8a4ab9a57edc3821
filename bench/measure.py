"""Functions that the sections of the table share: running programs in turn, medians, rows."""

import os
import re
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "bench"
PYTHON = "/usr/bin/python3"


@dataclass
class Row:
    """A line of the table. `lead` is the factor by which the first contender is better than this one; `ratio` is its
    number, and `value` that of the figure, for what is computed from rows."""

    what: str
    contender: str
    figure: str
    spread: str = ""
    lead: str = ""
    ratio: float | None = None
    value: float | None = None

    def line(self):
        return f"| {self.what} | {self.contender} | {self.figure} | {self.spread} | {self.lead} |"


#: How the title of a group of rows ends that says how fast the programs are.
PER_CPU_SECOND = "evaluations per CPU second"
HEADING = "| what | contender | figure | spread | lead of the first |\n| --- | --- | ---: | ---: | ---: |"


@dataclass
class Must:
    """What has to hold, what was measured, and whether it holds."""

    text: str
    measured: str
    held: bool

    def line(self):
        return f"| {self.text} | {self.measured} | {'held' if self.held else 'not held'} |"


def program(name):
    """Returns the path of a benchmark program; None if it was not built because a library is missing."""
    path = BUILD / "bench" / name
    return path if path.exists() else None


def run(command, environment=None):
    """Runs a command and returns its standard output; its messages go to stderr."""
    done = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, **(environment or {})},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def watch(command, environment=None):
    """Does the same, and returns the largest resident size of the process in kB, too."""
    words = [str(word) for word in command]
    with subprocess.Popen(words, env={**os.environ, **(environment or {})}, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        status = Path(f"/proc/{process.pid}/status")
        peak_kb = 0
        while process.poll() is None:
            # The kernel keeps the peak, so that only what is reached after the last look is missed.
            if found := re.search(r"VmHWM:\s*(\d+)", status.read_text(encoding="utf-8")):
                peak_kb = int(found.group(1))
            time.sleep(0.005)
        out = process.stdout.read()
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, words)
    return out, peak_kb


def in_turn(contenders, rounds):
    """Runs {name: function} in turns, A B C A B C ..., so that disturbances affect all alike; returns {name: figures}.
    """
    figures = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, measure in contenders.items():
            figures[name].append(measure())
    return figures


def spread(figures):
    """Returns half the interquartile range as a percentage of the median."""
    if len(figures) < 4 or statistics.median(figures) == 0:
        return ""
    low, middle, high = statistics.quantiles(figures, n=4)
    return f"±{50 * (high - low) / middle:.0f} %"


def compare(what, figures, unit, lower_is_better=False):
    """Returns a row for each of {name: figures}, with the factor by which the first one is better."""
    medians = {name: statistics.median(values) for name, values in figures.items()}
    first = next(iter(medians.values()))
    rows = []
    for name, middle in medians.items():
        lead = middle / first if lower_is_better else first / middle
        shown = "" if name == next(iter(medians)) else f"{number(lead)} x"
        rows.append(Row(what, name, f"{number(middle)} {unit}", spread(figures[name]), shown, lead, middle))
    return rows


def number(value, digits=3):
    """Formats a number with that many significant digits and separators of thousands."""
    return f"{float(f'{value:.{digits}g}'):,.10f}".rstrip("0").rstrip(".")
