import xml.etree.ElementTree as ElementTree

import pytest
from make_experiment import experiment
from make_trace import sample, write

from skerry.command import main


@pytest.fixture
def traces(tmp_path):
    return [write(tmp_path / f"{seed}.h5", sample(generations=35, seed=seed), target=50) for seed in range(3)]


def plot(capsys, *arguments):
    status = main(["plot", *map(str, arguments)])
    return status, capsys.readouterr().err


def texts(path):
    return ["".join(text.itertext()) for text in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(
    "kind, seen",
    [
        ("convergence", ["fitness (coin) of the best", "generation", "target"]),
        ("diversity", ["generation", "lowest"]),
        ("islands", ["island 0", "island 2", "worst", "generation"]),
        ("migration", ["epoch", "waiting", "time of an island"]),
    ],
)
def test_every_kind_is_drawn_and_labelled(capsys, traces, tmp_path, kind, seen):
    assert plot(capsys, "--kind", kind, traces[0], "--output", tmp_path / "a.svg") == (0, "")
    assert set(seen) <= set(texts(tmp_path / "a.svg"))


def test_many_islands_are_drawn_as_a_map(capsys, tmp_path):
    path = write(tmp_path / "a.h5", sample(islands=25))
    assert plot(capsys, "--kind", "islands", path, "--output", tmp_path / "a.svg") == (0, "")
    assert "island" in texts(tmp_path / "a.svg")
    assert b"<image" in (tmp_path / "a.svg").read_bytes()


@pytest.mark.parametrize("kind", ["convergence", "diversity", "islands", "migration"])
def test_the_same_traces_give_the_same_bytes(capsys, traces, tmp_path, kind):
    for ending in ("pdf", "svg", "png"):
        written = []
        for turn in (1, 2):
            assert plot(capsys, "--kind", kind, traces[1], "--output", tmp_path / f"{turn}.{ending}") == (0, "")
            written.append((tmp_path / f"{turn}.{ending}").read_bytes())
        assert written[0] == written[1] and len(written[0]) > 5000


def test_the_default_output_is_named_after_the_kind(capsys, traces, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert plot(capsys, traces[0], "--kind", "diversity") == (0, "")
    assert (tmp_path / "diversity.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("width, points", [("single", "252pt"), ("double", "518.4pt"), ("5", "360pt")])
def test_the_width_is_as_asked(capsys, traces, tmp_path, width, points):
    assert plot(capsys, *traces, "--width", width, "--log", "--output", tmp_path / "a.svg") == (0, "")
    assert ElementTree.parse(tmp_path / "a.svg").getroot().get("width") == points


@pytest.mark.parametrize("kind", ["convergence", "diversity", "islands", "migration"])
def test_a_growing_trace_is_drawn_as_far_as_it_is_whole(capsys, tmp_path, kind):
    path = write(tmp_path / "a.h5", sample(generations=35), unfinished=True)
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


def test_an_experiment_has_a_panel_for_each_instance(capsys, tmp_path):
    folder = experiment(tmp_path / "e")
    assert plot(capsys, folder, "--output", tmp_path / "a.svg") == (0, "")
    assert {"easy", "hard", "5 islands (3 runs)", "one population (3 runs)"} <= set(texts(tmp_path / "a.svg"))


def test_mistakes_are_told_before_traces_are_read(capsys, traces, tmp_path):
    for arguments, message in (
        (["--width", "wide", traces[0]], "the width is 'wide'"),
        (["--output", tmp_path / "a.gif", traces[0]], "ends in .pdf, .svg or .png"),
        (["--kind", "islands", "--gap", traces[0]], "--gap is of --kind convergence; --kind islands is drawn"),
        (["--kind", "map", "--over", "seconds", traces[0]], "--over is of --kind convergence and diversity"),
        (["--kind", "islands", *traces], "--kind islands draws one run; 3 are named"),
    ):
        status, errors = plot(capsys, *arguments)
        assert status == 2 and message in errors and errors.count("\n") == 1


def test_runs_that_do_not_migrate_are_named_and_skipped(capsys, traces, tmp_path):
    still = write(tmp_path / "still.h5", sample(generations=5))
    status, errors = plot(capsys, "--kind", "migration", traces[0], still, "--output", tmp_path / "a.svg")
    assert status == 0 and errors == f"analysis: skipped: {still} holds no migration\n"
    status, errors = plot(capsys, "--kind", "migration", still, "--output", tmp_path / "b.svg")
    assert status == 3 and "holds no migration" in errors
