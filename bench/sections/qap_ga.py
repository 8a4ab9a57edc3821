"""Measures a permutation GA for quadratic assignment with n = 30 in skerry, as a plain loop, in pagmo2 and in DEAP."""

import tempfile
from pathlib import Path

from contest import contenders, contest
from measure import BUILD, run

TITLE = "Quadratic assignment"
ABOUT = """A uniform instance with n = 30 (`skerry generate qap --size 30 --seed 7`), a population of 200, 200 children a generation:
tournaments of 3, partially mapped crossover at rate 0.9, a swap of two entries of half of the children, and the best parent
in place of the worst child; no local search. The target is 5 % above 1,767,616, the best cost that islands with local search
(`configs/qap/island.toml`) found in ten seconds."""
NOT_ALIKE = [
    "pagmo2 has no operators of permutations: its genome holds a random key for each facility, with one-point crossover, keys drawn anew, and "
    "(mu + lambda) replacement.",
    "DEAP makes two children of a pair and evaluates only children that changed; its cost is computed by numpy.",
]
TARGET = 1_856_000
GENERATIONS = {"skerry": 8000, "skerry, statistics of each generation kept": 8000, "plain C++ loop": 4500, "pagmo2 sga, random keys": 2500,
               "DEAP": 130}


def rows(quick):
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "uniform30.dat"
        run([BUILD / "skerry", "generate", "qap", "--size", 30, "--seed", 7, "--output", instance])
        entries = contenders("qap_ga", GENERATIONS)
        yield from contest("assignment, n = 30", entries, TARGET, 500, [instance], quick)
