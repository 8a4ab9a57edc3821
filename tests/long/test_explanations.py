"""Verifies explanations by the exact solver: what a step removes is in no solution, what it places is in all of them, and a
guess is refuted. SKERRY_PUZZLES names a folder with more puzzles, in files sudoku/*.txt and skyscraper/*.txt."""
import itertools
import json
import math
import os
import pathlib

import pytest

from tests.support.binary import TREE, Skerry
from tests.support.depth import deep

KINDS = ("sudoku", "skyscraper")
FOLDERS = [TREE / f"configs/instances/{kind}" for kind in KINDS]
MORE = pathlib.Path(os.environ["SKERRY_PUZZLES"]) if "SKERRY_PUZZLES" in os.environ else None
FILES = [
    *(pytest.param(folder.name, file, id=f"{folder.name}-{file.stem}") for folder in FOLDERS for file in sorted(folder.glob("*.txt"))),
    *(pytest.param(kind, file, id=file.stem) for kind in KINDS for file in sorted((MORE / kind).glob("*.txt") if MORE else [])),
]
CHUNK = 250
#: A 16x16 sudoku may take a second, and a loaded machine ten times as long.
LARGE_CHUNK = 2


class Marks:
    """The candidates of each cell (row, column), as sets, and the units of a puzzle."""

    def __init__(self, kind, size):
        self.size = size
        self.cells = {cell: set(range(1, size + 1)) for cell in itertools.product(range(1, size + 1), repeat=2)}
        self.units = [[(row, column) for column in range(1, size + 1)] for row in range(1, size + 1)]
        self.units += [[(row, column) for row in range(1, size + 1)] for column in range(1, size + 1)]
        if kind == "sudoku":
            side = math.isqrt(size)
            self.units += [[(side * band + row, side * stack + column) for row in range(1, side + 1) for column in range(1, side + 1)]
                           for band in range(side) for stack in range(side)]
        self.peers = {cell: {other for unit in self.units if cell in unit for other in unit} - {cell} for cell in self.cells}

    def start(self, givens):
        for cell in self.cells:
            self.cells[cell] = set(range(1, self.size + 1))
        self.open = set(self.cells)
        for cell, value in givens.items():
            self.place(cell, value)

    def copy(self):
        other = object.__new__(Marks)
        other.__dict__ = self.__dict__ | {"cells": {cell: set(values) for cell, values in self.cells.items()}, "open": set(self.open)}
        return other

    def place(self, cell, value):
        assert cell in self.open
        self.open.remove(cell)
        self.cells[cell] &= {value}
        for peer in self.peers[cell]:
            self.cells[peer].discard(value)

    def take(self, step):
        for removed in step["removes"]:
            cell = tuple(removed["cell"])
            assert removed["values"] and set(removed["values"]) <= self.cells[cell], step
            self.cells[cell] -= set(removed["values"])
        for placed in step["places"]:
            assert placed["value"] in self.cells[tuple(placed["cell"])], step
            self.place(tuple(placed["cell"]), placed["value"])

    def contradict(self):
        return not all(self.cells.values()) or any(
            len(set().union(*(self.cells[cell] for cell in unit))) < self.size for unit in self.units)

    def has_sequence(self, unit, clues):
        """Tells whether some sequence of a line meets its clues (near, far)."""
        def extend(values, highest, seen):
            if len(values) == self.size:
                far = [value for at, value in enumerate(values) if value > max(values[at + 1:], default=0)]
                return clues[0] in (0, seen) and clues[1] in (0, len(far))
            return any(extend((*values, value), max(highest, value), seen + (value > highest))
                       for value in self.cells[unit[len(values)]] - set(values))
        return extend((), 0, 0)


def clues_of(step):
    """The clues (near, far) of the one line that a step uses, from names such as "clue 3 on the left of row 2"."""
    clues = [0, 0]
    for name in step["clues"]:
        words = name.split()
        clues[{"top": 0, "left": 0, "bottom": 1, "right": 1}[words[4]]] = int(words[1])
    return clues


def expect_refuted(marks, guess):
    """Follows a refutation from the guess to a cell without a value, a value without a cell, or a line without a sequence."""
    marks = marks.copy()
    (removed,) = guess["removes"]
    (value,) = removed["values"]
    marks.place(tuple(removed["cell"]), value)
    *steps, last = guess["refutation"]
    for step in steps:
        if step["rule"] == "guess":
            expect_refuted(marks, step)
        marks.take(step)
    assert last["rule"] == "contradiction", guess
    if last.get("clues"):
        (name,) = last["units"]
        line, number = name.split()
        unit = marks.units[int(number) - 1 + (marks.size if line == "column" else 0)]
        assert not marks.has_sequence(unit, clues_of(last)), guess
    else:
        assert marks.contradict(), guess


def verified(kind, skerry, text):
    """Explains the puzzles of a text, verifies those with one solution, and returns how many each end has."""
    file = skerry.write("puzzles.txt", text)
    solved = [json.loads(line) for line in skerry("solve", kind, file, "--json").out.splitlines()]
    explained = [json.loads(line) for line in skerry("solve", kind, file, "--explain", "--json").out.splitlines()]
    ends = {}
    boards = {}
    for exact, found in zip(solved, explained, strict=True):
        ends[found["end"]] = ends.get(found["end"], 0) + 1
        if exact["solutions"] != 1:
            assert found["end"] == ("ambiguous" if exact["solutions"] else "contradiction"), found["index"]
            continue
        grid = {(row, column): value for row, values in enumerate(exact["grid"], 1) for column, value in enumerate(values, 1)}
        marks = boards.setdefault(len(exact["grid"]), Marks(kind, len(exact["grid"])))
        placed = {tuple(place["cell"]) for step in found["steps"] for place in step["places"]}
        given = {cell: value for cell, value in grid.items() if cell not in placed}
        if found["end"] == "open":  # the cells that no step places may be open
            given = {cell: value for cell, value in given.items() if found["candidates"][cell[0] - 1][cell[1] - 1] == [value]}
        marks.start(given)
        for step in found["steps"]:
            where = f"puzzle {found['index']}: {step}"
            assert step["places"] or step["removes"], where
            assert all(grid[tuple(place["cell"])] == place["value"] for place in step["places"]), where
            assert all(grid[tuple(gone["cell"])] not in gone["values"] for gone in step["removes"]), where
            if step["rule"] == "guess":
                expect_refuted(marks, step)
            marks.take(step)
        assert found["end"] in ("solved", "open"), found["index"]
        if found["end"] == "solved":
            assert found["grid"] == exact["grid"] and not marks.open, found["index"]
    return ends


@pytest.fixture
def skerry(tmp_path):
    return Skerry(tmp_path)


@pytest.mark.parametrize(("kind", "file"), FILES)
def test_shipped_puzzles(skerry, kind, file):
    ends = verified(kind, skerry, file.read_text())
    assert ends and set(ends) <= {"solved", "open", "ambiguous"}


@pytest.mark.parametrize(("kind", "options", "count"), [
    ("sudoku", [], deep(500, 5_000)),
    ("sudoku", ["--difficulty", "easy"], deep(100, 1_000)),
    ("sudoku", ["--size", 4], deep(50, 200)),
    ("sudoku", ["--size", 16], deep(2, 20)),
    *(("skyscraper", ["--size", size, "--difficulty", difficulty], deep(50, 250) if size < 8 else deep(5, 50))
      for size in range(4, 10) for difficulty in ("easy", "hard", "unreasonable")),
], ids=lambda value: "-".join(str(word).strip("-") for word in value) if isinstance(value, list) else str(value))
def test_generated_puzzles(skerry, kind, options, count):
    ends = {}
    chunk = LARGE_CHUNK if 16 in options else CHUNK
    for seed, first in enumerate(range(0, count, chunk), 1):
        made = skerry("generate", kind, *options, "--count", min(chunk, count - first), "--seed", seed)
        assert made.status == 0, made
        for end, puzzles in verified(kind, skerry, made.out).items():
            ends[end] = ends.get(end, 0) + puzzles
    assert sum(ends.values()) == count and set(ends) <= {"solved", "open"}
    assert ends.get("solved", 0) > 0.99 * count
