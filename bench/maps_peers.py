"""Runs MAP-Elites of another library on a problem of maps.hpp: LIBRARY PROBLEM GENERATIONS SEED. It prints evaluations,
CPU seconds, coverage and QD-score, the last from the same worst fitness as maps_skerry.

numpy: the algorithm as its authors describe it, written here with numpy alone, each batch at once.
deap:  the same with DEAP's individuals and operators, one child after another, as QDpy's examples with DEAP do.
ribs:  pyribs, from the Python package ribs.
qdpy:  QDpy, from the Python package qdpy; rastrigin only."""

import math
import random
import sys
import time

import numpy as np

EDGE = 5.12
# Name: (genes, cells of an axis, batch, isotropic step, step along the line, bounds, start, features from and to)
SPHERE = (100, 100, 540, 0.5, 0.0, None, 0.0, (-EDGE * 50, EDGE * 50))
PROBLEMS = {
    "sphere": SPHERE,
    "sphere-line": (*SPHERE[:4], 0.2, *SPHERE[5:]),
    "arm": (12, 100, 150, 0.1, 0.2, (-math.pi, math.pi), 0.0, (-12, 12)),
    "rastrigin": (3, 64, 500, None, 0.0, (-EDGE, EDGE), None, (-EDGE, EDGE)),
}
ETA, GENE_RATE = 20.0, 0.2  # of polynomial mutation on rastrigin, as in QDpy's quick start


def evaluate(problem, x):
    """Returns how much better than the worst fitness each row is, and its two features."""
    if problem == "arm":
        direction = np.cumsum(x, axis=1)
        return math.pi**2 - np.var(x, axis=1), np.stack((np.cos(direction).sum(axis=1), np.sin(direction).sum(axis=1)), axis=1)
    if problem == "rastrigin":
        worst = x.shape[1] * (20 + EDGE**2)
        return worst - (10 + x**2 - 10 * np.cos(2 * math.pi * x)).sum(axis=1), x[:, :2]
    shift = 0.4 * EDGE
    worth = 100 * (1 - ((x - shift) ** 2).sum(axis=1) / ((EDGE + shift) ** 2 * x.shape[1]))
    inside = np.abs(x) <= EDGE
    clipped = np.where(inside, x, EDGE / np.where(inside, 1, x))
    half = x.shape[1] // 2
    return worth, np.stack((clipped[:, :half].sum(axis=1), clipped[:, half:].sum(axis=1)), axis=1)


def polynomial(generator, x, low, high):
    """Polynomial mutation within bounds (Deb and Goyal 1996)."""
    draw, room = generator.random(x.shape), high - low
    below, above = (x - low) / room, (high - x) / room
    lower = (2 * draw + (1 - 2 * draw) * (1 - below) ** (ETA + 1)) ** (1 / (ETA + 1)) - 1
    upper = 1 - (2 * (1 - draw) + 2 * (draw - 0.5) * (1 - above) ** (ETA + 1)) ** (1 / (ETA + 1))
    moved = np.clip(x + np.where(draw < 0.5, lower, upper) * room, low, high)
    return np.where(generator.random(x.shape) < GENE_RATE, moved, x)


def by_numpy(problem, generations, seed):
    genes, cells, batch, step, line, bounds, start, (least, most) = PROBLEMS[problem]
    generator = np.random.default_rng(seed)
    genomes, worth = np.zeros((cells**2, genes)), np.full(cells**2, -np.inf)
    for _ in range(generations):
        filled = np.flatnonzero(worth > -np.inf)
        if len(filled) == 0 and start is None:
            x = generator.uniform(*bounds, (batch, genes))
        elif len(filled) == 0:
            x = start + step * generator.standard_normal((batch, genes))
        else:
            x = genomes[generator.choice(filled, batch)]
            if step is None:
                x = polynomial(generator, x, *bounds)
            else:
                others = genomes[generator.choice(filled, batch)]
                x = x + step * generator.standard_normal(x.shape) + line * generator.standard_normal((batch, 1)) * (others - x)
        if bounds:
            x = np.clip(x, *bounds)
        values, features = evaluate(problem, x)
        axes = np.clip(((features - least) / (most - least) * cells).astype(int), 0, cells - 1)
        at = axes[:, 0] * cells + axes[:, 1]
        order = np.argsort(values, kind="stable")  # the best of a cell is written last
        order = order[values[order] > worth[at[order]]]
        worth[at[order]], genomes[at[order]] = values[order], x[order]
    filled = worth > -np.inf
    return filled.mean(), np.maximum(worth[filled], 0).sum()


def by_deap(problem, generations, seed):
    from deap import base, creator, tools

    genes, cells, batch, step, line, bounds, start, (least, most) = PROBLEMS[problem]
    random.seed(seed)
    creator.create("Worth", base.Fitness, weights=(1.0,))
    creator.create("Individual", list, fitness=creator.Worth)
    toolbox = base.Toolbox()
    if step is None:
        toolbox.register("mutate", tools.mutPolynomialBounded, eta=ETA, low=bounds[0], up=bounds[1], indpb=GENE_RATE)
        toolbox.register("gene", random.uniform, *bounds)
    else:
        toolbox.register("mutate", tools.mutGaussian, mu=0, sigma=step, indpb=1)
        toolbox.register("gene", random.gauss, start, step)
    toolbox.register("individual", tools.initRepeat, creator.Individual, toolbox.gene, genes)
    archive = {}
    for generation in range(generations):
        elites = list(archive.values())
        for _ in range(batch):
            if generation == 0:
                child = toolbox.individual()
            else:
                child = toolbox.clone(random.choice(elites))
                if line:
                    along, other = line * random.gauss(0, 1), random.choice(elites)
                    child[:] = [a + along * (b - a) for a, b in zip(child, other)]
                toolbox.mutate(child)
                if bounds:
                    child[:] = [min(max(gene, bounds[0]), bounds[1]) for gene in child]
            values, features = evaluate(problem, np.array([child]))
            child.fitness.values = (values[0],)
            at = tuple(min(max(int((f - least) / (most - least) * cells), 0), cells - 1) for f in features[0])
            if at not in archive or child.fitness > archive[at].fitness:
                archive[at] = child
    return len(archive) / cells**2, sum(max(elite.fitness.values[0], 0) for elite in archive.values())


def by_ribs(problem, generations, seed):
    from ribs.archives import GridArchive
    from ribs.emitters import GaussianEmitter, IsoLineEmitter
    from ribs.schedulers import Scheduler

    genes, cells, batch, step, line, bounds, start, ends = PROBLEMS[problem]
    if step is None:
        sys.exit("pyribs has no polynomial mutation")
    archive = GridArchive(solution_dim=genes, dims=(cells, cells), ranges=[ends, ends], seed=seed)
    common = {"x0": [start] * genes, "bounds": bounds and [bounds] * genes, "batch_size": batch, "seed": seed + 1}
    emitter = (IsoLineEmitter(archive, iso_sigma=step, line_sigma=line, **common) if line
               else GaussianEmitter(archive, sigma=step, **common))
    scheduler = Scheduler(archive, [emitter])
    for _ in range(generations):
        scheduler.tell(*evaluate(problem, scheduler.ask()))
    return archive.stats.coverage, np.maximum(archive.data("objective"), 0).sum()


def by_qdpy(problem, generations, seed):
    from qdpy import algorithms, containers

    genes, cells, batch, step, _, bounds, _, ends = PROBLEMS[problem]
    if step is not None:
        sys.exit("QDpy is compared on rastrigin, its own quick start")
    random.seed(seed)
    np.random.seed(seed)
    grid = containers.Grid(shape=(cells, cells), max_items_per_bin=1, fitness_domain=((0.0, math.inf),),
                           features_domain=(ends, ends))
    algorithm = algorithms.RandomSearchMutPolyBounded(
        grid, budget=generations * batch, batch_size=batch, dimension=genes, optimisation_task="maximisation",
        ind_domain=bounds, sel_pb=0.5, init_pb=0.5, mut_pb=GENE_RATE, eta=ETA)

    def worth(individual):
        values, features = evaluate(problem, np.array([list(individual)]))
        return [[values[0]], list(features[0])]

    algorithm.optimise(worth)
    return len(grid) / cells**2, sum(individual.fitness.values[0] for individual in grid)


def main():
    libraries = {"numpy": by_numpy, "deap": by_deap, "ribs": by_ribs, "qdpy": by_qdpy}
    if len(sys.argv) != 5 or sys.argv[1] not in libraries or sys.argv[2] not in PROBLEMS:
        sys.exit(__doc__)
    library, problem, generations, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    started = time.process_time()
    coverage, worth = libraries[library](problem, generations, seed)
    print(generations * PROBLEMS[problem][2], f"{time.process_time() - started:.6f} {coverage:.6f} {worth:.4f}")


if __name__ == "__main__":
    main()
