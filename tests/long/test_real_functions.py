"""Checks that the configurations in configs/benchmarks need no more evaluations than pagmo2 in 20 dimensions."""

import json
import os
import pathlib
import statistics
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEEDS = 11
# Medians of pagmo2: evaluations of the better one of de and sade to reach 1e-8, and the error of sga after 400,000.
EVALUATIONS = {"sphere": 23_600, "rosenbrock": 212_800, "rastrigin": 37_550}
LEFT = {"sphere": 1.9e-8, "rosenbrock": 2.8, "rastrigin": 3.7e-6}


def runs(config, function):
    command = [os.environ["SKERRY"], "run", ROOT / f"configs/benchmarks/{config}.toml", "--repeat", str(SEEDS), "--json",
               "--quiet", "--set", "trace.enabled=false", "--set", f"problem.function={function}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
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
