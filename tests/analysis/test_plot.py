import sys
import warnings
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from commands import plot, texts
from make_experiment import experiment
from make_solutions import front, grid_map, growing
from make_trace import sample, write

from skerry.command import main
from tests.support.depth import nightly


@pytest.fixture
def traces(tmp_path):
    return [write(tmp_path / f"{seed}.h5", sample(generations=35, seed=seed), target=50) for seed in range(3)]


def plain(path):
    return write(path, sample(generations=35), target=50)


def mapped(path):
    return grid_map(path, state=[1, 1, 2] + [0] * 9)


#: Kind -> how its trace is written, and texts of its figure.
KINDS = {
    "convergence": (plain, ["fitness (coin) of the best", "generation", "target"]),
    "diversity": (plain, ["generation", "median of the islands"]),
    "islands": (plain, ["island 0", "island 2", "worst", "generation"]),
    "migration": (plain, ["epoch", "waiting", "time of an island"]),
    "map": (mapped, ["nations", "leader", "Bo <b>", "no solution found", "proven empty", "fitness (coin)"]),
    "front": (front, ["← better: price (coins)", "2 more synergy costs 80 coins"]),
    "growth": (mapped, ["best island", "each island", "generation"]),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("ending", ["svg", *nightly("pdf", "png")])
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_trace_gives_the_same_bytes_with_its_labels(capsys, tmp_path, kind, ending):
    make, seen = KINDS[kind]
    path = make(tmp_path / "a.h5")
    outputs = [tmp_path / f"{turn}.{ending}" for turn in (1, 2)]
    for output in outputs:
        assert plot(capsys, "--kind", kind, path, "--output", output) == (0, "")
    written, again = (output.read_bytes() for output in outputs)
    assert written == again and len(written) > 5000
    assert ending != "svg" or set(seen) <= set(texts(outputs[0]))


@pytest.mark.few(1)
@pytest.mark.parametrize(("largest", "islands"), [(1e308, 3), (sys.float_info.max, 3), (1e308, 25)])
def test_the_largest_numbers_are_drawn(capsys, tmp_path, largest, islands):
    columns = sample(generations=12, islands=islands)
    for name in ("best", "median", "mean", "worst"):
        columns[name] = np.where(np.arange(13)[:, None] < 5, largest, -largest) * np.ones(islands)
    path = write(tmp_path / "a.h5", columns)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        for words in (["convergence"], ["convergence", "--gap"], ["diversity"], ["islands"]):
            assert plot(capsys, "--kind", *words, path, "--output", tmp_path / f"{words[0]}.svg") == (0, "")
        assert main(["report", str(path), "--no-figures"]) == 0
    assert {"-1e+308" if largest == 1e308 else "-1.6e+308", "0"} <= set(texts(tmp_path / "islands.svg"))


def test_many_islands_are_drawn_as_a_map(capsys, tmp_path):
    path = write(tmp_path / "a.h5", sample(islands=25))
    assert plot(capsys, "--kind", "islands", path, "--output", tmp_path / "a.svg") == (0, "")
    assert "island" in texts(tmp_path / "a.svg")
    assert b"<image" in (tmp_path / "a.svg").read_bytes()


def test_the_default_output_is_named_after_the_kind(capsys, traces, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert plot(capsys, traces[0], "--kind", "diversity") == (0, "")
    assert (tmp_path / "diversity.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.few(1)
@pytest.mark.parametrize("width, points", [("single", "252pt"), ("double", "518.4pt"), ("5", "360pt")])
def test_the_width_is_as_asked(capsys, traces, tmp_path, width, points):
    assert plot(capsys, *traces, "--width", width, "--log", "--output", tmp_path / "a.svg") == (0, "")
    assert ElementTree.parse(tmp_path / "a.svg").getroot().get("width") == points


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ["convergence", "diversity", "islands", "migration", "growth"])
def test_a_growing_trace_is_drawn_as_far_as_it_is_whole(capsys, tmp_path, kind):
    path = write(tmp_path / "a.h5", growing(generations=35, coverage=(0.1, 0.4)), unfinished=True)
    assert plot(capsys, "--kind", kind, path, "--output", tmp_path / "a.svg") == (0, "")


def test_a_gap_is_drawn_over_evaluations(capsys, traces, tmp_path):
    assert plot(capsys, *traces, "--gap", "--over", "evaluations", "--output", tmp_path / "a.svg") == (0, "")
    assert {"gap to the target (coin)", "evaluations, all islands"} <= set(texts(tmp_path / "a.svg"))


def test_scaling_is_drawn_with_the_ideal_line(capsys, tmp_path):
    def run(islands):
        return write(tmp_path / f"{islands}.h5", sample(islands=islands, generations=20), target=90)

    groups = [argument for islands in (1, 2, 4) for argument in ("--label", f"{islands} islands" if islands > 1 else "one island", run(islands))]
    assert plot(capsys, "--kind", "scaling", *groups, "--output", tmp_path / "a.svg") == (0, "")
    assert {"islands", "generations to the target", "one island, divided by the islands"} <= set(texts(tmp_path / "a.svg"))


@pytest.mark.nightly
def test_an_experiment_has_a_panel_for_each_instance(capsys, tmp_path):
    folder = experiment(tmp_path / "e")
    assert plot(capsys, folder, "--output", tmp_path / "a.svg") == (0, "")
    assert {"easy", "hard", "5 islands (3 runs)", "one population (3 runs)"} <= set(texts(tmp_path / "a.svg"))


def test_runs_that_do_not_migrate_are_named_and_skipped(capsys, traces, tmp_path):
    still = write(tmp_path / "still.h5", sample(generations=5))
    status, errors = plot(capsys, "--kind", "migration", traces[0], still, "--output", tmp_path / "a.svg")
    assert status == 0 and errors == f"analysis: skipped: {still} holds no migration\n"
