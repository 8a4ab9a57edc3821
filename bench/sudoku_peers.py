"""Writes sudoku puzzles for other solvers: clauses for SAT solvers, data for bench/sudoku.mzn."""

from itertools import combinations


def parse(line):
    """Returns (order, givens row by row; 0 means none)."""
    order = round(len(line) ** 0.25)
    return order, [0 if symbol in ".0" else int(symbol, 36) for symbol in line]


def minizinc_data(line):
    order, givens = parse(line)
    return f"order={order};\ngivens=array2d(1..{order**2},1..{order**2},{givens});\n"


class Clauses:
    """A puzzle in conjunctive normal form: each cell has one value, each value one cell in each unit.

    This is the extended encoding of Lynce and Ouaknine, "Sudoku as a SAT problem" (AIMATH 2006).
    """

    def __init__(self, line):
        order, givens = parse(line)
        self.size = order**2
        numbers = range(self.size)
        units = [[(a, b) for b in numbers] for a in numbers] + [[(b, a) for b in numbers] for a in numbers]
        units += [
            [(row + i, column + j) for i in range(order) for j in range(order)]
            for row in range(0, self.size, order)
            for column in range(0, self.size, order)
        ]
        groups = [[self._holds(a, b, value) for value in numbers] for a in numbers for b in numbers]
        groups += [[self._holds(a, b, value) for a, b in unit] for unit in units for value in numbers]
        lines = [" ".join(map(str, group)) + " 0" for group in groups]
        lines += [f"-{a} -{b} 0" for group in groups for a, b in combinations(group, 2)]
        cells = enumerate(givens)
        lines += [f"{self._holds(*divmod(cell, self.size), given - 1)} 0" for cell, given in cells if given]
        self.lines = lines

    def _holds(self, row, column, value):
        return 1 + (row * self.size + column) * self.size + value

    def dimacs(self):
        return f"p cnf {self.size**3} {len(self.lines)}\n" + "\n".join(self.lines) + "\n"

    def forbid(self, true_literals):
        """Excludes the grid of a solver's answer."""
        self.lines.append(" ".join(f"-{literal}" for literal in true_literals if literal > 0) + " 0")

    def grid(self, true_literals):
        return [(literal - 1) % self.size + 1 for literal in sorted(true_literals) if literal > 0]
