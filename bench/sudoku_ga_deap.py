"""Runs the genetic algorithm for sudoku in DEAP: python3 sudoku_ga_deap.py GENERATIONS SEED TARGET PUZZLE.

DEAP has no operators for boxes, so that both are written here, on lists. It makes two children of two parents: what one
takes from a parent, the other does not."""

import random

import deap_search

SWAP_RATE = 0.06
WIN_RATE = 0.8
BOXES = [[(box // 3 * 3 + i // 3) * 9 + box % 3 * 3 + i % 3 for i in range(9)] for box in range(9)]


def cost(grid):
    held = sum(len(set(grid[row:row + 9])) for row in range(0, 81, 9)) + sum(len(set(grid[column::9])) for column in range(9))
    return (162 - held,)


def prepare(seed, puzzle):
    random.seed(seed)
    givens = [int(text) if text.isdigit() else 0 for text in puzzle]
    free = [[cell for cell in cells if givens[cell] == 0] for cells in BOXES]
    missing = [sorted(set(range(1, 10)) - {givens[cell] for cell in cells}) for cells in BOXES]

    def sample():
        grid = list(givens)
        for cells, values in zip(free, missing):
            for cell, value in zip(cells, random.sample(values, len(values))):
                grid[cell] = value
        return deap_search.individual(grid)

    def mate(a, b):
        for cells in free:
            if random.random() < 0.5:
                for cell in cells:
                    a[cell], b[cell] = b[cell], a[cell]
        return a, b

    def mutate(grid):
        for cells in free:
            if len(cells) > 1 and random.random() < SWAP_RATE:
                first, second = random.sample(cells, 2)
                grid[first], grid[second] = grid[second], grid[first]
        return (grid,)

    def select(individuals, count):
        chosen = []
        for _ in range(count):
            a, b = random.choice(individuals), random.choice(individuals)
            better, worse = (a, b) if a.fitness >= b.fitness else (b, a)
            chosen.append(better if random.random() < WIN_RATE else worse)
        return chosen

    box = deap_search.toolbox()
    box.register("individual", sample)
    box.register("evaluate", cost)
    box.register("mate", mate)
    box.register("mutate", mutate)
    box.register("select", select)
    return box


if __name__ == "__main__":
    deap_search.main(prepare, population=1000, crossover_rate=1.0, elites=50)
