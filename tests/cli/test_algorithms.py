"""Tests the algorithms that island.algorithm offers besides the genetic one."""
import h5py
import numpy
import pytest

from tests.support.depth import nightly
from tests.support.experiments import settings


def run(skerry, config, *values, ranks=None):
    return skerry.json("run", config, *settings(*values), "--output", "trace.h5", "--quiet", ranks=ranks)


@pytest.mark.parametrize("config", ["onemax.toml", "party.toml"])
@pytest.mark.parametrize("algorithm", ["hill_climbing", "random_restart", "random_walk"])
@pytest.mark.parametrize("ranks", [None, *nightly(3)])
def test_every_problem_can_be_searched_locally(skerry, config, algorithm, ranks):
    report = run(skerry, config, f"island.algorithm={algorithm}", "island.climb_steps=40", "island.offspring=20",
                 "stop.at_target=false", ranks=ranks)
    with h5py.File(skerry.folder / "trace.h5") as trace:
        best = trace["generation/best"][:]
        evaluations = trace["generation/evaluations"][:]
    assert (numpy.diff(evaluations, axis=0) >= 20).all(), "as many steps as a generation has children"
    assert report["islands"] == (ranks or 1) and best.shape[1] == (ranks or 1)
    assert len(set(best[:, 0])) > 1


def test_islands_of_different_algorithms_exchange_individuals(skerry):
    skerry.write("mixed.toml", (skerry.folder / "onemax.toml").read_text() +
                 "[[island.override]]\nislands = [1]\nalgorithm = 'hill_climbing'\n")
    report = run(skerry, "mixed.toml", ranks=2)
    with h5py.File(skerry.folder / report["trace"]) as trace:
        distinct = trace["generation/distinct"][:]
        best = trace["generation/best"][:]
    assert distinct[:, 1].max() == 1 and distinct[:, 0].max() > 1
    assert best[-1, 0] > best[0, 0] and best[-1, 1] > best[0, 1]


def test_survival_by_distance_to_an_ideal(skerry):
    report = run(skerry, "onemax.toml", "island.selection=reciprocal", "island.mating=round_robin",
                 "island.replacement=generational")
    assert report["generations"] == 25


def test_a_wrong_algorithm_is_told_with_those_there_are(skerry):
    skerry.refused("run", "onemax.toml", "--set", "island.algorithm=hill_climb", says='did you mean "hill_climbing"?')
