"""Tests runs of the configurations for traps and NK landscapes, and what `check` says of their solutions."""
import json

import pytest

from tests.support.binary import TREE

BENCHMARKS = TREE / "configs/benchmarks"


@pytest.mark.parametrize(("config", "ranks", "settings"), [
    ("trap.toml", None, ("problem.blocks=4",)),
    ("trap.toml", 2, ("problem.blocks=4", "problem.shuffled=true", "island.crossover=uniform")),
    ("nk.toml", 2, ("problem.n=30", "problem.k=2")),
])
def test_small_landscapes_are_climbed_to_the_known_optimum(skerry, config, ranks, settings):
    chosen = [word for setting in settings for word in ("--set", setting)]
    found = skerry("run", BENCHMARKS / config, *chosen, "--json", "--quiet", ranks=ranks)
    assert found.status == 0, found
    answer = json.loads(found.out)
    assert answer["target"] is not None and answer["best_fitness"] == answer["target"] and answer["target_reached"], answer
    checked = skerry("check", BENCHMARKS / config, "-", *chosen, stdin=answer["solution"])
    assert checked.status == 0, checked
    if config == "trap.toml":
        assert set(answer["solution"].strip()) == {"1"}
        assert "blocks with all bits set  4 of 4" in checked.out


def test_random_neighbours_have_no_known_optimum(skerry):
    found = skerry("run", BENCHMARKS / "nk.toml", "--set", "problem.neighbours=random", "--set", "stop.generations=5",
                   "--json", "--quiet")
    assert found.status == 0, found
    answer = json.loads(found.out)
    assert answer["target"] is None and 0.5 < answer["best_fitness"] < 1, answer
