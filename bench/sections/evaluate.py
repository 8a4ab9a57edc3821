"""Measures evaluations of grids in a CPU second: evaluation and local search of the problems, and plain loops."""

import re

import micro
from measure import compare, program

#: What each benchmark evaluates, for each puzzle.
WHAT = {
    "skyscraper": {
        "evaluation": "whole grids evaluated",
        "neighbours": "neighbours weighed, one row exchanged",
    },
    "sudoku": {
        "evaluation": "whole grids evaluated",
        "swaps": "neighbours weighed, two cells of a box swapped",
    },
    "jump_maze": {
        "random": "random mazes evaluated",
        "climbed": "neighbours of mazes of long paths evaluated",
    },
}
WAYS = {"0": "skerry", "1": "straightforward loop"}
#: The further ways of each puzzle.
OTHER_WAYS = {
    "jump_maze": {"2": "queue of looked-up jumps"},
    "skyscraper": {"2": "in lanes, baseline", "3": "in lanes, AVX2", "4": "in lanes, AVX-512"},
    "sudoku": {"2": "in lanes, baseline", "3": "in lanes, AVX2", "4": "in lanes, AVX-512"},
}


def rows(quick):
    table = []
    for puzzle, kinds in WHAT.items():
        if not program(puzzle):
            raise SystemExit("bench: evaluate needs Google Benchmark (jobs/setup.sh bench)")
        names = WAYS | OTHER_WAYS.get(puzzle, {})
        for kind, what in kinds.items():
            by_size = {}
            for name, values in micro.figures(puzzle, f"^{kind}", quick, "items_per_second").items():
                size, way = re.search(r"size:(\d+)/loop:(\d)", name).groups()
                by_size.setdefault(int(size), {})[way] = values
            for size, ways in sorted(by_size.items()):
                figures = {names[way]: ways[way] for way in sorted(ways)}
                table += compare(f"{puzzle}: {what}, {size}x{size}", figures, "/s")
    return table
