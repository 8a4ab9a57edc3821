"""Tests the algorithms that island.algorithm offers besides the genetic one."""
import json

import h5py
import numpy
import pytest

from tests.support.traces import assert_same, contents

LOCAL_SEARCHES = ["hill_climbing", "random_restart", "random_walk"]


def run(skerry, config, *settings, ranks=None, output="trace.h5"):
    arguments = [word for setting in settings for word in ("--set", setting)]
    result = skerry("run", config, *arguments, "--output", output, "--json", "--quiet", "--force", ranks=ranks)
    assert result.status == 0, result
    return json.loads(result.out)


@pytest.mark.parametrize("config", ["onemax.toml", "party.toml"])
@pytest.mark.parametrize("algorithm", LOCAL_SEARCHES)
def test_every_problem_can_be_searched_locally(skerry, config, algorithm):
    settings = [f"island.algorithm={algorithm}", "island.climb_steps=40", "island.offspring=20", "stop.at_target=false"]
    for ranks in (None, 3):
        report = run(skerry, config, *settings, ranks=ranks)
        with h5py.File(skerry.folder / "trace.h5") as trace:
            best = trace["generation/best"][:]
            evaluations = trace["generation/evaluations"][:]
        assert (numpy.diff(evaluations, axis=0) >= 20).all(), "as many steps as a generation has children"
        assert report["islands"] == (ranks or 1) and best.shape[1] == (ranks or 1)
        assert len(set(best[:, 0])) > 1
    run(skerry, config, *settings, ranks=3, output="again.h5")
    assert_same(contents(skerry.folder / "trace.h5"), contents(skerry.folder / "again.h5"))


@pytest.mark.parametrize("algorithm", LOCAL_SEARCHES)
def test_a_search_that_was_cut_short_goes_on(skerry, algorithm):
    settings = [f"island.algorithm={algorithm}", "island.climb_steps=31", "island.population=2", "stop.at_target=false"]
    run(skerry, "onemax.toml", *settings, "stop.generations=20", ranks=2)
    run(skerry, "onemax.toml", *settings, "stop.generations=10", ranks=2, output="short.h5")
    result = skerry("resume", "short.h5", "--set", "stop.generations=20", "--quiet", ranks=2)
    assert result.status == 0, result
    assert_same(contents(skerry.folder / "trace.h5"), contents(skerry.folder / "short.h5"))


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
    settings = ["island.selection=reciprocal", "island.mating=round_robin", "island.replacement=generational"]
    assert run(skerry, "onemax.toml", *settings)["generations"] == 25


def test_a_wrong_algorithm_is_told_with_those_there_are(skerry):
    result = skerry("run", "onemax.toml", "--set", "island.algorithm=hill_climb")
    assert result.status == 2
    assert 'did you mean "hill_climbing"?' in result.err
