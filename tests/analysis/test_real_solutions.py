"""Checks that fronts and maps in the traces of the binary are read as they were kept, and drawn."""

import subprocess
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from commands import output_of

from skerry import map_answers, run_solutions, set_quality
from skerry.command import main
from skerry.growth import growth_of
from skerry.trace import open as load
from skerry.trade_offs import ordered
from tests.support.binary import BINARY, TREE

SHORT = ("--seed", 3, "--quiet", "--set", "migration.every=5")


def run(config, path, *options, islands=2):
    command = [BINARY, "run", TREE / "configs" / config, "--output", path, "--islands", islands, *SHORT, *options]
    subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, check=True)
    return path


@pytest.fixture(scope="module")
def zdt1(tmp_path_factory):
    return run("benchmarks/zdt1.toml", tmp_path_factory.mktemp("zdt1") / "zdt1.h5", "--set", "stop.generations=40")


@pytest.fixture(scope="module")
def mazes(tmp_path_factory):
    options = ("--set", "stop.generations=30", "--set", "island.population=50", "--set", "island.offspring=50")
    return run("jump_maze/map.toml", tmp_path_factory.mktemp("maze") / "maze.h5", *options)


def dominated(costs):
    """Whether another row is at least as good in all columns and better in one, [row]."""
    as_good = (costs[:, None] <= costs[None]).all(axis=2)
    better = (costs[:, None] < costs[None]).any(axis=2)
    return (as_good & better).any(axis=0)


def test_the_front_of_a_run_is_one(zdt1):
    front = load(zdt1).front()
    assert [objective.direction for objective in front.objectives] == ["minimise", "minimise"]
    assert front.generation == 40 and len(front) > 10 and len(front.genomes) == len(front.texts) == len(front)
    assert not dominated(front.costs).any()
    second = front.values[ordered(front), 1]
    assert (np.diff(second) < 0).all(), "what is worse in the first objective is better in the second"


def test_the_front_of_all_islands_is_no_worse_than_that_of_the_best(zdt1):
    trace = load(zdt1)
    last = growth_of(trace, "hypervolume").islands.last
    assert set_quality.of_run(trace)["hypervolume"] >= last.max() - 1e-9 > 0


def test_the_measures_are_those_of_the_engine(tmp_path):
    """Of one island after a generation, whose front is still that of all its solutions so far."""
    brief = ("--set", "stop.generations=1")
    trace = load(run("benchmarks/zdt1.toml", tmp_path / "zdt1.h5", *brief, islands=1))
    found = set_quality.of_run(trace)
    assert found["hypervolume"] == pytest.approx(float(trace.values("hypervolume")[-1, 0]), rel=1e-12) and found["hypervolume"] > 0
    assert found["front_size"] == trace.values("front_size")[-1, 0]
    trace = load(run("jump_maze/map.toml", tmp_path / "maze.h5", *brief, "--set", "island.population=50", islands=1))
    found = set_quality.of_run(trace)
    assert (found["coverage"], found["qd_score"]) == (trace.values("coverage")[-1, 0], pytest.approx(float(trace.values("qd_score")[-1, 0])))


def test_the_map_of_a_run_has_a_solution_in_each_of_its_cells(mazes):
    trace = load(mazes)
    archive = trace.archive()
    assert len(archive.features) == 2 and archive.cells == np.prod(archive.shape) and archive.centroids is None
    assert (np.diff(archive.cell) > 0).all() and 0 < archive.coverage <= 1
    for place, feature in zip(archive.places, archive.features, strict=True):
        values = archive.values[:, archive.features.index(feature)]
        widths = np.clip((values - feature.least) / (feature.most - feature.least) * feature.cells, 0, feature.cells - 1)
        np.testing.assert_array_equal(place, widths.astype(int), err_msg=feature.name)
    assert archive.fitness.max() == trace.frame("epoch")["best"].iloc[-1]
    assert all(archive.texts) and len(set(archive.texts)) == len(archive)


def test_the_map_of_all_islands_covers_what_each_does(mazes):
    trace = load(mazes)
    found = set_quality.of_run(trace)
    assert found["coverage"] >= growth_of(trace, "coverage").islands.last.max() > 0
    assert found["qd_score"] >= growth_of(trace, "qd_score").islands.last.max() - 1e-6 > 0


@pytest.mark.few(1)
@pytest.mark.parametrize("name, kind", [("zdt1", "front"), ("mazes", "map")])
def test_they_are_drawn_and_told(name, kind, request, tmp_path, capsys):
    path = request.getfixturevalue(name)
    for each in (kind, "growth"):
        assert main(["plot", "--kind", each, str(path), "--output", str(tmp_path / "a.svg")]) == 0
        assert ElementTree.parse(tmp_path / "a.svg").getroot().get("width") == "252pt"
    told = output_of(capsys, "report", path, "--html", tmp_path / "a.html")
    for grid in run_solutions.grids(load(path)):
        assert f"## {grid.title}\n" in told
    page = (tmp_path / "a.html").read_text()
    assert "this figure is left out" not in page and "part2.solution0" in page


@pytest.mark.nightly
def test_a_party_puzzle_is_drawn_with_the_cells_that_are_proven_empty(tmp_path, capsys):
    puzzle, found = TREE / "configs/party/type2.toml", tmp_path / "map.json"
    command = [BINARY, "map", puzzle, "--seconds", 2, "--output", found, "--quiet"]
    subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, check=True)
    archive = map_answers.read(found)
    assert len(archive) + len(archive.proven_empty) <= archive.cells and not set(archive.cell) & set(archive.proven_empty)
    assert main(["plot", "--kind", "map", str(found), "--output", str(tmp_path / "a.svg")]) == 0
    assert ("proven empty" in (tmp_path / "a.svg").read_text()) == (len(archive.proven_empty) > 0)
