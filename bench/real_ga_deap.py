"""Runs the genetic algorithm for Rastrigin's function in DEAP: python3 real_ga_deap.py GENERATIONS SEED TARGET."""

import random

import deap_search
from deap import benchmarks, tools

DIMENSION = 20
BOUND = 5.12


def prepare(seed, _instance):
    random.seed(seed)
    box = deap_search.toolbox()
    box.register("individual", lambda: deap_search.individual([random.uniform(-BOUND, BOUND) for _ in range(DIMENSION)]))
    box.register("evaluate", benchmarks.rastrigin)
    box.register("mate", tools.cxSimulatedBinaryBounded, eta=10, low=-BOUND, up=BOUND)
    box.register("mutate", tools.mutPolynomialBounded, eta=20, low=-BOUND, up=BOUND, indpb=1 / DIMENSION)
    box.register("select", tools.selTournament, tournsize=2)
    return box


if __name__ == "__main__":
    deap_search.main(prepare, population=100, crossover_rate=0.9, plus=True)
