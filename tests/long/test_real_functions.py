"""Checks that the configurations in configs/benchmarks need no more evaluations than pagmo2 in 20 dimensions."""

import statistics

import pytest

from tests.support.depth import deep
from tests.support.seeds import run_seeds

SEEDS = deep(3, 11)
# pagmo2's medians: evaluations of the better one of de and sade until 1e-8, and what sga has left after 400,000.
EVALUATIONS = {"sphere": 23_600, "rosenbrock": 212_800, "rastrigin": 37_550}
LEFT = {"sphere": 1.9e-8, "rosenbrock": 2.8, "rastrigin": 3.7e-6}


def runs(config, function):
    found = run_seeds(f"benchmarks/{config}.toml", f"problem.function={function}", seeds=SEEDS, ranks=1)
    assert len(found) == SEEDS
    return found


@pytest.mark.parametrize("function", EVALUATIONS)
def test_differential_evolution_reaches_the_target_in_every_seed(function):
    for run in runs(function, function):
        assert run["target_reached"], run["seed"]
        assert run["evaluations"] <= EVALUATIONS[function], run["seed"]


@pytest.mark.parametrize("function", LEFT)
def test_the_genetic_algorithm_gets_below_pagmos(function):
    found = runs("genetic", function)
    assert all(run["evaluations"] <= 400_100 for run in found)
    assert statistics.median(run["best_fitness"] for run in found) < LEFT[function]
