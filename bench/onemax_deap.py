"""Runs DEAP's OneMax example with the settings of the other programs: python3 onemax_deap.py GENERATIONS SEED TARGET."""

import random

import deap_search
from deap import tools

BITS = 1000


def prepare(seed, _instance):
    random.seed(seed)
    box = deap_search.toolbox()
    box.register("individual", lambda: deap_search.individual([random.randint(0, 1) for _ in range(BITS)]))
    box.register("evaluate", lambda bits: (BITS - sum(bits),))
    box.register("mate", tools.cxOnePoint)
    box.register("mutate", tools.mutFlipBit, indpb=1 / BITS)
    box.register("select", tools.selTournament, tournsize=3)
    return box


if __name__ == "__main__":
    deap_search.main(prepare, population=200, crossover_rate=0.9)
