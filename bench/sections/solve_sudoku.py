"""Compares `skerry solve sudoku` with SAT solvers, MiniZinc, Gecode and, on 9x9, qqwing: one solution, and uniqueness.
"""

import re
import shutil
import tempfile
from pathlib import Path

import exact_peers
from measure import BUILD, ROOT, run
from sudoku_peers import Clauses, minizinc_data


class Instance(exact_peers.Instance):
    kind = "sudoku"
    model = ROOT / "bench" / "sudoku.mzn"

    def minizinc_data(self):
        return minizinc_data(self.text)

    def clauses(self):
        return Clauses(self.text)

    def qqwing(self):
        """Solves, and counts all solutions, because qqwing has no limit; its time is that of both."""
        words = ["qqwing", "--solve", "--count-solutions", "--one-line", "--timer"]
        out, wall_ms, _ = exact_peers.timed(words, text=self.text + "\n")
        grid = [int(symbol) for symbol in re.search(r"^\d{81}$", out, re.MULTILINE).group()]
        found = re.search(r"puzzle is unique|(\d+) solutions", out)
        self.agree(min(int(found.group(1) or 1), self.limit), grid)
        return wall_ms, 1e3 * float(re.search(r"1 puzzle solved in ([\d.]+) seconds", out).group(1))


def generated(size, count, *options):
    out = run([BUILD / "skerry", "generate", "sudoku", "--size", size, "--count", count, *options])
    return [line for line in out.splitlines() if not line.startswith("#")]


def group(what, puzzles, limit, folder, rounds):
    instances = [Instance(line, folder / f"{i}", limit) for i, line in enumerate(puzzles)]
    small = all(len(line) == 81 for line in puzzles)  # qqwing reads no other size, and Gecode takes minutes for some
    others = {"qqwing": lambda instance: instance.qqwing()} if small and shutil.which("qqwing") else {}
    return exact_peers.side_by_side(what, instances, limit, rounds, others, gecode=small)


def rows(quick):
    count, few, rounds = (2, 1, 1) if quick else (5, 3, 3)
    groups = [
        (f"solve, {difficulty} sudoku, 9x9", generated(9, count, "--difficulty", difficulty), 2)
        for difficulty in ("easy", "hard", "unreasonable")
    ]
    groups.append(("solve, 9x9 of 20 givens", generated(9, few, "--givens", 20, "--attempts", 20_000), 2))
    groups.append(("solve, 16x16 of 100 givens", generated(16, few, "--givens", 100, "--attempts", 100), 2))
    groups.append(("solve, 25x25 of 300 givens", generated(25, few, "--givens", 300), 2))
    ambiguous = generated(9, few, "--givens", 26, "--ambiguous")
    groups.append(("count up to 1,000 solutions, 9x9 of 26 random givens", ambiguous, 1000))
    table = []
    with tempfile.TemporaryDirectory() as folder:
        for i, (what, puzzles, limit) in enumerate(groups):
            (Path(folder) / f"{i}").mkdir()
            table += group(what, puzzles, limit, Path(folder) / f"{i}", rounds)
    return table
