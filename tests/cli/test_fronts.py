"""Tests runs of the configurations for problems with several objectives: how near their fronts come to the true ones."""
import h5py
import pytest

from tests.support.binary import TREE

BENCHMARKS = TREE / "configs/benchmarks"


def last_statistics(skerry, config, *options):
    answer = skerry.json("run", BENCHMARKS / f"{config}.toml", "--output", "front.h5", "--force", "--quiet", *options)
    assert answer["target"] is None and answer["stop_reason"] == "generations", answer
    with h5py.File(skerry.folder / "front.h5") as trace:
        return {name: float(trace["generation"][name][-1, 0]) for name in ("front_size", "hypervolume", "igd_plus")}


@pytest.mark.few(2)
@pytest.mark.parametrize(("config", "true_volume", "share"), [
    # The square of the references less what lies below the front, and the share that is to be reached.
    ("zdt1", 121 - 1 / 3, 0.9995),
    ("zdt2", 121 - 2 / 3, 0.9995),
    ("zdt3", 128.7781, 0.9995),
    ("zdt4", 121 - 1 / 3, 0.98),
    ("zdt6", 117.5149, 0.99),
    ("dtlz2", 1.1**3 - 3.14159265 / 6, 0.85),
])
def test_a_run_reaches_the_hypervolume_of_the_true_front(skerry, config, true_volume, share):
    found = last_statistics(skerry, config)
    assert share * true_volume < found["hypervolume"] < true_volume, found
    assert 0 < found["igd_plus"] < 0.1 and found["front_size"] > 80, found


def test_two_small_islands_have_most_of_the_volume_after_25_000_evaluations(skerry):
    small = [word for key in ("population", "offspring") for word in ("--set", f"island.{key}=50")]
    skerry.done("run", BENCHMARKS / "zdt1.toml", "--islands", 2, *small, "--set", "stop.evaluations=25000", "--output", "front.h5", "--quiet")
    volume, least = 0, 1.1  # up to the references 1.1, where the true front has 0.8767
    with h5py.File(skerry.folder / "front.h5") as trace:
        for first, second in sorted(map(tuple, trace["front/objectives"])):
            if first < 1.1 and second < least:
                volume += (1.1 - first) * (least - second)
                least = second
    assert 0.870 < volume < 0.8767


@pytest.mark.nightly
def test_reference_directions_spread_more_evenly_over_three_objectives(skerry):
    crowded = last_statistics(skerry, "dtlz2")
    directed = last_statistics(skerry, "dtlz2", "--set", "island.niches=directions")
    assert directed["hypervolume"] > crowded["hypervolume"], (crowded, directed)


@pytest.mark.parametrize(("setting", "told"), [
    ("island.front_epsilon=[0.1,0.1,0.1]", "island.front_epsilon has 3 numbers, and the problem has 2 objectives"),
    ("island.front_epsilon=[0.1,0.0]", "front_epsilon has 0; its numbers are above 0"),
    ("island.front_epsilon=[]", "front_epsilon is an empty list; leave it out for none"),
])
def test_bad_keys_are_refused(skerry, setting, told):
    skerry.refused("run", BENCHMARKS / "zdt1.toml", "--set", setting, says=told)
