"""Measures what is left after 40,000 evaluations of twelve functions of reals: skerry's portfolio beside four algorithms of pagmo2.

The criterion, fixed before the runs: on ten of the twelve functions the median of 25 seeds is at least as good as that of the best of
pagmo2's four. What is below 1e-8 counts as solved, and as equally good."""

from measure import Row, program, run
from statistics import median

FUNCTIONS = ["ellipsoid", "rastrigin", "schwefel", "ellipsoid_turned", "cigar_turned", "rosenbrock", "rastrigin_turned", "ackley_turned",
             "griewank_turned", "g04", "g07", "g10"]
ALGORITHMS = ["cmaes", "sade", "de1220", "sga"]
SOLVED = 1e-8


def left(name, words, islands, seeds):
    """Returns the median over the seeds, at least SOLVED; None if the program was not built."""
    path = program(name)
    if not path:
        return None
    return max(SOLVED, median(float(run([path, *words, seed, islands])) for seed in range(1, seeds + 1)))


def rows(quick):
    seeds = 1 if quick else 25
    for islands in [1] if quick else [1, 4, 16]:
        held = 0
        on = f"{islands} island{'s' if islands > 1 else ''}"
        for function in FUNCTIONS:
            ours = left("box_skerry", [function], islands, seeds)
            theirs = {name: left("box_pagmo", [name, function], islands, seeds) for name in ALGORITHMS}
            found = {"skerry": ours, **{f"pagmo2 {name}": value for name, value in theirs.items()}}
            for contender, value in found.items():
                if value is not None:
                    yield Row(f"{function}, {on}", contender, f"{value:.2g}")
            if None not in found.values():
                held += ours <= min(theirs.values())
        yield Row(f"functions with the best median, {on}", "skerry", f"{held} of {len(FUNCTIONS)}")
