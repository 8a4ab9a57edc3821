"""Runs a genetic algorithm of DEAP for the programs of bench/: as bench/contender.hpp has it, costs are minimised."""

import argparse
import time

from deap import algorithms, base, creator, tools


def toolbox():
    """Returns a toolbox; the caller registers individual, evaluate, mate, mutate and select."""
    creator.create("Cost", base.Fitness, weights=(-1.0,))
    creator.create("Individual", list, fitness=creator.Cost)
    return base.Toolbox()


def individual(genes):
    return creator.Individual(genes)


def next_generation(population, box, crossover_rate, elites, plus):
    """Returns the next population, and the number of its evaluations: varAnd makes the children, as in eaSimple."""
    children = algorithms.varAnd(box.select(population, len(population)), box, crossover_rate, 1.0)
    changed = [child for child in children if not child.fitness.valid]
    for child, cost in zip(changed, box.map(box.evaluate, changed)):
        child.fitness.values = cost
    if plus:
        return tools.selBest(population + children, len(population)), len(changed)
    return tools.selBest(population, elites) + tools.selBest(children, len(children) - elites), len(changed)


def main(prepare, population, crossover_rate, elites=0, plus=False):
    """Runs the command line PROGRAM GENERATIONS SEED TARGET [INSTANCE], and prints evaluations, CPU seconds of the
    evolution, and the least cost. `prepare(seed, instance)` returns a toolbox."""
    parser = argparse.ArgumentParser()
    parser.add_argument("generations", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("target", type=lambda text: None if text == "-" else float(text))
    parser.add_argument("instance", nargs="?")
    arguments = parser.parse_args()
    box = prepare(arguments.seed, arguments.instance)
    individuals = [box.individual() for _ in range(population)]
    for one in individuals:
        one.fitness.values = box.evaluate(one)

    evaluations = 0
    start_s = time.process_time()
    best = least_cost(individuals)
    for _ in range(arguments.generations):
        if arguments.target is not None and best <= arguments.target:
            break
        individuals, evaluated = next_generation(individuals, box, crossover_rate, elites, plus)
        evaluations += evaluated
        best = least_cost(individuals)
    spent_s = time.process_time() - start_s
    print(evaluations, f"{spent_s:.6f}", f"{best:.10g}")


def least_cost(individuals):
    return min(one.fitness.values[0] for one in individuals)
