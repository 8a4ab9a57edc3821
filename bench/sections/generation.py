"""Measures the CPU time of a generation of the party GA: a single population with 50 parents and 100 children."""

import re

import micro
from measure import compare

TITLE = "A party generation"
ABOUT = """The hybrid GA for party puzzles on generated pools of 10,000 heroes, with 50 parents and 100 children a generation. The figure is
the hundredth part of the CPU time of a run of 100 generations, including its initial population."""
NOT_ALIKE = ["""No other program is measured: nobody ships the puzzle's construction and repair. `bench/run.sh construction` compares the index of the
pool with a plain scan."""]


def rows(quick):
    table = []
    for name, values in sorted(micro.figures("party", "^generations_100", quick).items()):
        kind = re.search(r"type:(\d)", name).group(1)
        what = f"one generation of 50 + 100 individuals, type {kind}, 10,000 heroes"
        table += compare(what, {"mean of a run of 100": [value / 100 for value in values]}, "µs")
    return table
