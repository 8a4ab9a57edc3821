"""Measures sphere, Rosenbrock and Rastrigin in 20 dimensions against pagmo2: evaluations to 1e-8, and the error at 400,000."""

from measure import Row, number, program, run
from statistics import median

FUNCTIONS = ["sphere", "rosenbrock", "rastrigin"]
TARGET = 1e-8


def results(name, algorithm, function, seeds):
    """Returns (evaluations, best) of each seed, or nothing if the program was not built."""
    path = program(name)
    if not path:
        return []
    lines = [run([path, algorithm, function, seed]) for seed in range(1, seeds + 1)]
    return [tuple(map(float, line.split())) for line in lines]


def rows(quick):
    seeds = 1 if quick else 11
    for function in FUNCTIONS:
        what = f"{function}, evaluations to {TARGET:g}"
        for name, algorithm, contender in [("reals_skerry", "jde", "skerry jde"), ("reals_pagmo", "de", "pagmo2 de"),
                                           ("reals_pagmo", "sade", "pagmo2 sade")]:
            found = results(name, algorithm, function, seeds)
            if found:
                reached = sum(best <= TARGET for _, best in found)
                figure = number(median(evaluations for evaluations, _ in found), 4)
                yield Row(what, contender, figure, f"{reached} of {seeds} seeds")
        what = f"{function}, left after 400,000 evaluations"
        for name, algorithm, contender in [("reals_skerry", "sbx", "skerry sbx, polynomial"),
                                           ("reals_pagmo", "sga", "pagmo2 sga")]:
            found = results(name, algorithm, function, seeds)
            if found:
                yield Row(what, contender, f"{median(best for _, best in found):.2g}")
