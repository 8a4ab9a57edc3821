"""Runs the genetic algorithm for the quadratic assignment problem in DEAP:
python3 qap_ga_deap.py GENERATIONS SEED TARGET FILE. The cost is computed by numpy."""

import random
from pathlib import Path

import deap_search
import numpy
from deap import tools

MUTATION_RATE = 0.5


def swap(order):
    if random.random() < MUTATION_RATE:
        first, second = random.sample(range(len(order)), 2)
        order[first], order[second] = order[second], order[first]
    return (order,)


def prepare(seed, file):
    random.seed(seed)
    size, *entries = map(int, Path(file).read_text(encoding="utf-8").split())
    first, second = numpy.array(entries).reshape(2, size, size)

    box = deap_search.toolbox()
    box.register("individual", lambda: deap_search.individual(random.sample(range(size), size)))
    box.register("evaluate", lambda order: (float((first * second[numpy.ix_(order, order)]).sum()),))
    box.register("mate", tools.cxPartialyMatched)
    box.register("mutate", swap)
    box.register("select", tools.selTournament, tournsize=3)
    return box


if __name__ == "__main__":
    deap_search.main(prepare, population=200, crossover_rate=0.9, elites=1)
