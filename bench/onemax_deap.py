"""Runs DEAP's OneMax example with the settings of the other programs: python3 onemax_deap.py GENERATIONS SEED."""

import random
import sys
import time

from deap import algorithms, base, creator, tools

BITS = 1000
POPULATION = 200


def main(generations, seed):
    random.seed(seed)
    creator.create("Fitness", base.Fitness, weights=(1.0,))
    creator.create("Individual", list, fitness=creator.Fitness)
    toolbox = base.Toolbox()
    toolbox.register("bit", random.randint, 0, 1)
    toolbox.register("individual", tools.initRepeat, creator.Individual, toolbox.bit, BITS)
    toolbox.register("population", tools.initRepeat, list, toolbox.individual)
    toolbox.register("evaluate", lambda individual: (sum(individual),))
    toolbox.register("mate", tools.cxOnePoint)
    toolbox.register("mutate", tools.mutFlipBit, indpb=1 / BITS)
    toolbox.register("select", tools.selTournament, tournsize=3)

    population = toolbox.population(n=POPULATION)
    start_s = time.process_time()
    population, log = algorithms.eaSimple(
        population, toolbox, cxpb=0.9, mutpb=1.0, ngen=generations, verbose=False
    )
    spent_s = time.process_time() - start_s
    best = max(individual.fitness.values[0] for individual in population)
    print(sum(log.select("nevals")), f"{spent_s:.6f}", best)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
