"""Tests islands on number-jump mazes: they are better than hill climbing at equal evaluations, and reach the known maximum."""
from statistics import mean

import pytest

from tests.support.seeds import run_seeds

#: The best averages of hill climbing within 20,000 iterations in the report.
PUBLISHED = {5: 17.92, 7: 38.58, 9: 67.10, 11: 99.66}
#: The settings are those of configs/paper/jump-maze-islands.toml.
SHORT = ("problem.temperature=0.4", "island.population=2", "island.offspring=1", "island.improve_budget=4990", "stop.generations=2",
         "stop.at_target=false")


@pytest.mark.parametrize("size", PUBLISHED)
def test_islands_beat_hill_climbing_at_20000_evaluations(size):
    islands = run_seeds("jump_maze/island.toml", f"problem.size={size}", *SHORT, seeds=100)
    assert all(run["evaluations"] <= 20_000 for run in islands)
    climbing = run_seeds("jump_maze/island.toml", "island.algorithm=hill_climbing", "island.population=1", "island.offspring=100",
                         f"problem.size={size}", "stop.generations=200", "stop.stagnation=1000", "stop.at_target=false", "migration.every=200",
                         seeds=100, ranks=1)
    reached = mean(run["best_fitness"] for run in islands)
    assert reached > PUBLISHED[size]
    assert reached > mean(run["best_fitness"] for run in climbing)


@pytest.mark.parametrize(("size", "most"), [(4, 12), (5, 21), (6, 32), (7, 45)])
def test_islands_reach_the_proven_maximum_in_every_seed(size, most):
    runs = run_seeds("jump_maze/island.toml", f"problem.size={size}", seeds=20)
    assert [run["best_fitness"] for run in runs] == [most] * 20
