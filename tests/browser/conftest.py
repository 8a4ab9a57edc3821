import sys
from pathlib import Path

import pytest

from tests.support.browser import Browser, program

# The pages are made of the samples of the analysis' tests.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "analysis"))


@pytest.fixture(scope="session")
def browser():
    if program() is None:
        pytest.skip("no Chromium here; as root, jobs/setup.sh browser installs it")
    with Browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """The pages that are looked at, by name: of one puzzle, of several, of a run and of an experiment."""
    from make_experiment import experiment
    from make_trace import sample, write
    from make_validation import hostile, impossible, minimal, solved, undecided
    from make_validation import write as write_puzzles

    from skerry.command import main

    folder = tmp_path_factory.mktemp("pages")
    write_puzzles(folder / "one.json", solved())
    write_puzzles(folder / "many.json", solved(parties=12), impossible(), undecided(), minimal(), hostile())
    write(folder / "run.h5", sample(islands=4), target=50)
    for name in ("one", "many"):
        assert main(["validation", str(folder / f"{name}.json")]) == 0
    assert main(["report", str(folder / "run.h5")]) == 0
    assert main(["report", str(experiment(folder / "e", runs=2)), "--html", str(folder / "experiment.html")]) == 0
    return {name: folder / f"{name}.html" for name in ("one", "many", "run", "experiment")}


@pytest.fixture(scope="session")
def figures(tmp_path_factory):
    """A page with a figure of each kind, and how many there are."""
    from test_every_figure import KINDS, drawn

    from skerry import style
    from skerry.pages.report import Picture, page

    folder = tmp_path_factory.mktemp("figures")
    pictures = [Picture(style.printed(drawn(kind, "six groups", folder), "svg"), kind) for kind in KINDS]
    (folder / "figures.html").write_text(page("Figures", pictures), encoding="utf-8")
    return folder / "figures.html", len(pictures)
