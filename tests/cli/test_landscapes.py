"""Tests runs of the configurations for traps and NK landscapes, and what `check` says of their solutions."""
import pytest

from tests.support.binary import TREE

BENCHMARKS = TREE / "configs/benchmarks"


@pytest.mark.few(1)
@pytest.mark.parametrize(("config", "ranks", "settings"), [
    ("trap.toml", None, ("problem.blocks=4",)),
    ("trap.toml", 2, ("problem.blocks=4", "problem.shuffled=true", "island.crossover=uniform")),
    ("nk.toml", 2, ("problem.n=30", "problem.k=2")),
])
def test_small_landscapes_are_climbed_to_the_known_optimum(skerry, config, ranks, settings):
    chosen = [word for setting in settings for word in ("--set", setting)]
    answer = skerry.json("run", BENCHMARKS / config, *chosen, "--quiet", ranks=ranks)
    assert answer["target"] is not None and answer["best_fitness"] == answer["target"] and answer["target_reached"], answer
    checked = skerry.done("check", BENCHMARKS / config, "-", *chosen, stdin=answer["solution"])
    if config == "trap.toml":
        assert set(answer["solution"].strip()) == {"1"}
        assert "blocks with all bits set  4 of 4" in checked.out
