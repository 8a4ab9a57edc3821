"""Writes skyscraper puzzles for other solvers: clauses for SAT solvers, data for bench/skyscraper.mzn."""

import re
from dataclasses import dataclass
from itertools import combinations


@dataclass
class Puzzle:
    """Clues of the top, the bottom, the left and the right, and givens row by row; 0 means none."""

    size: int
    clues: list[list[int]]
    givens: list[int]

    def lines_to_see(self):
        """Returns for each clue (clue, cells from the clue on)."""
        n = self.size
        for at in range(n):
            column = [row * n + at for row in range(n)]
            row = [at * n + column for column in range(n)]
            lines = (column, column[::-1], row, row[::-1])
            yield from ((side[at], line) for side, line in zip(self.clues, lines) if side[at] > 0)


def read_game_ids(text):
    return [parse(line) for line in text.splitlines() if line and not line.startswith("#")]


def parse(game_id):
    head, _, given_text = game_id.strip().partition(",")
    size_text, _, clue_text = head.partition(":")
    size = int(size_text)
    clues = [int(clue or 0) for clue in clue_text.split("/")]
    givens = []
    for word in re.findall(r"\d+|[a-z]", given_text):
        givens += [int(word)] if word.isdigit() else [0] * (ord(word) - ord("a") + 1)
    return Puzzle(size, [clues[i : i + size] for i in range(0, 4 * size, size)], givens or [0] * size**2)


def minizinc_data(puzzle):
    n = puzzle.size
    clues = [clue for side in puzzle.clues for clue in side]
    return f"n={n};\nclues=array2d(1..4,1..{n},{clues});\ngivens=array2d(1..{n},1..{n},{puzzle.givens});\n"


class Clauses:
    """A puzzle in conjunctive normal form.

    Its variables state that a cell holds a value; and for each clue that the highest of a line's first cells is at least
    a value, that a cell is seen, and that at least k of the first cells are seen. The last are a sequential counter
    (Sinz 2005), in both directions.
    """

    def __init__(self, puzzle):
        self.size = puzzle.size
        self.variables = puzzle.size**3
        self.clauses = []
        self._latin_square()
        for cell, given in enumerate(puzzle.givens):
            if given:
                self.clauses.append([self.holds(cell, given)])
        for clue, line in puzzle.lines_to_see():
            self._clue(clue, line)

    def holds(self, cell, value):
        return 1 + cell * self.size + value - 1

    def dimacs(self):
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        lines += [" ".join(map(str, clause)) + " 0" for clause in self.clauses]
        return "\n".join(lines) + "\n"

    def forbid(self, true_literals):
        """Excludes the grid of a solver's answer."""
        cells = [literal for literal in true_literals if 0 < literal <= self.size**3]
        self.clauses.append([-literal for literal in cells])

    def grid(self, true_literals):
        cells = sorted(literal for literal in true_literals if 0 < literal <= self.size**3)
        return [(literal - 1) % self.size + 1 for literal in cells]

    def _new(self):
        self.variables += 1
        return self.variables

    def _exactly_one(self, literals):
        self.clauses.append(literals)
        self.clauses += [[-a, -b] for a, b in combinations(literals, 2)]

    def _latin_square(self):
        numbers = range(self.size)
        for a in numbers:
            for b in numbers:
                self._exactly_one([self.holds(a * self.size + b, v + 1) for v in numbers])
                self._exactly_one([self.holds(a * self.size + c, b + 1) for c in numbers])
                self._exactly_one([self.holds(c * self.size + a, b + 1) for c in numbers])

    def _clue(self, clue, line):
        for distance in range(clue - 1):  # the lower visible cells need room before the highest one
            for value in range(self.size - clue + 2 + distance, self.size + 1):
                self.clauses.append([-self.holds(line[distance], value)])
        self._count(self._seen(line), clue)

    def _seen(self, line):
        """Returns for each cell of a line the literal that states that the cell is visible."""
        values = range(1, self.size + 1)
        seen = []
        reached = None  # reached[v]: the highest of the cells so far is at least v
        for cell in line:
            before, reached = reached, {v: self._new() for v in values}
            here = self._new()
            seen.append(here)
            for v in values:
                held = self.holds(cell, v)
                self.clauses += [[-held, reached[u]] for u in values if u <= v]
                at_least = [self.holds(cell, u) for u in values if u >= v]
                self.clauses.append([-reached[v], *at_least, *([before[v]] if before else [])])
                if before:
                    self.clauses += [[-before[v], reached[v]], [-held, -here, -before[v]], [-held, here, before[v]]]
            if not before:
                self.clauses.append([here])
        return seen

    def _count(self, literals, wanted):
        before = {0: None}  # before[k]: at least k of the literals so far are true; None is true, a missing entry false
        for literal in literals:
            now = {0: None}
            for k in range(1, min(len(before), wanted + 1) + 1):
                now[k] = self._new()
                stays = [before[k]] if k in before else []
                for old in stays:
                    self.clauses.append([-old, now[k]])
                less = before[k - 1]
                self.clauses.append([now[k], -literal, *([-less] if less else [])])
                self.clauses.append([-now[k], literal, *stays])
                if less:
                    self.clauses.append([-now[k], less])
            before = now
        self.clauses.append([before[wanted]])
        if wanted + 1 in before:
            self.clauses.append([-before[wanted + 1]])
