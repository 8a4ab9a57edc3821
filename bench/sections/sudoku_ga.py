"""Measures two genetic algorithms for sudoku, with box crossover and with the published operators, beside a plain loop and DEAP."""

from contest import contenders, contest
from measure import PER_CPU_SECOND, ROOT, Must, number

TITLE = "Sudoku"
ABOUT = """A population of 1,000 grids of 9x9 whose boxes are permutations that keep the givens. 1,000 children a generation: parents by
binary tournaments that the better one wins with probability 0.8, each box from either parent, and in each box with
probability 0.06 two free cells exchanged. The 50 best parents take the places of the 50 worst children. The cost is the
number of values that rows and columns lack. The puzzle is the first of `configs/instances/sudoku/levels.txt`, an easy one. "Published
operators" are those of `configs/sudoku/classic.toml` in the same algorithm: children exchange two rows, and a free cell exchanges
its value, with probability 0.06, where nothing is lost by it."""
NOT_ALIKE = [
    "pagmo2 is left out: its `sga` has neither operators of permutations nor a place for those of a user, so that it can't run this algorithm.",
    "DEAP crosses neighbours of the list of winners and makes two children of a pair; skerry and the plain loop draw both parents of each child. With "
    "published operators skerry makes two children of a pair, too.",
    "Restarts are left out.",
]
LOOP = "plain C++ loop"
GENERATIONS = {"skerry": 4000, "skerry, statistics of each generation kept": 4000, LOOP: 1500, "DEAP": 30}


def rows(quick):
    lines = (ROOT / "configs" / "instances" / "sudoku" / "levels.txt").read_text(encoding="utf-8").splitlines()
    puzzle = next(line for line in lines if not line.startswith("#"))
    yield from contest("sudoku", contenders("sudoku_ga", GENERATIONS), 0, 300, [puzzle], quick)
    in_both = {name: count for name, count in GENERATIONS.items() if name != "DEAP"}
    yield from contest("sudoku, published operators", contenders("sudoku_published", in_both), 0, 300, [puzzle], quick)


def musts(table):
    for row in table:
        if row.contender == LOOP and row.what.endswith(PER_CPU_SECOND):
            work = row.what.removesuffix(f", {PER_CPU_SECOND}")
            yield Must(f"{work}: faster than the plain C++ loop", f"{number(row.ratio)} times its evaluations per CPU second", row.ratio > 1)
