"""Measures a GA for Rastrigin's function in 20 dimensions in skerry, as a plain loop, in pagmo2 and in DEAP."""

from contest import contenders, contest

TITLE = "Rastrigin's function"
ABOUT = """20 dimensions in [-5.12, 5.12], a population of 100, 100 children a generation: binary tournaments, simulated binary crossover
(eta 10) at rate 0.9, polynomial mutation (eta 20) of each gene at rate 1/20; the best of parents and children survive."""
NOT_ALIKE = [
    "pagmo2 and DEAP make two children of a pair; skerry and the plain loop draw both parents of each child and compute one child.",
    "The time goes to `pow` and `cos` of the C library in all programs in C++, so that they can't differ much.",
]
GENERATIONS = {"skerry": 10_000, "skerry, statistics of each generation kept": 10_000, "plain C++ loop": 10_000, "pagmo2 sga": 8000,
               "DEAP": 400}


def rows(quick):
    yield from contest("Rastrigin", contenders("real_ga", GENERATIONS), 0.01, 2000, quick=quick)
