import base64
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import numpy as np
import pytest
from make_trace import GENERATION_S, improvements, sample, write

import skerry
from skerry import page, run_report, run_tables
from skerry.batch import run_of
from skerry.command import main
from skerry.grid import Grid
from skerry.progress import progress

MACHINE = {
    "hosts": "node1,node1,node2",
    "source": "skerry 0.2.0",
    "mpi_library": "Open MPI v4.1.4, package: Debian",
    "hdf5_library": "1.10.8",
    "started": "2026-11-22T10:00:00Z",
    "command": "skerry run <a> & b.toml",
}


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "one.h5", sample(), target=50, attributes=MACHINE)


def cells(grid):
    return {row[0]: row[1:] for row in grid.rows}


class Page(HTMLParser):
    """What a page shows, and what it would fetch from elsewhere."""

    def __init__(self, text):
        super().__init__()
        self.open, self.headings, self.images, self.fetched, self.cells = [], [], [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "img":
            assert values["alt"]
            self.images.append(base64.b64decode(values["src"].removeprefix("data:image/svg+xml;base64,"), validate=True))
        elif tag != "meta":
            self.open.append(tag)
        self.fetched += [values[name] for name in ("href", "src") if name in values and not values[name].startswith("data:")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)
        elif self.open and self.open[-1] in ("td", "th", "pre"):
            self.cells.append(data)


def test_the_report_of_one_run(path, capsys):
    assert main(["report", str(path)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.startswith("# one: party, seed 7, 3 islands\n\n## Result\n")
    assert re.findall("^## (.*)$", told.out, re.MULTILINE) == list(run_tables.TITLES)
    assert told.out.endswith(f"\npage  {path.with_suffix('.html')}\n")
    text = path.with_suffix(".html").read_text()
    assert text == run_report.page_of(skerry.open(path)), "the same trace gives the same page"
    shown = Page(text)
    assert shown.headings == ["one: party, seed 7, 3 islands", *run_tables.TITLES, "Solution", "Configuration"]
    assert "skerry run <a> & b.toml" in shown.cells and "Jörg" in shown.cells and 'problem = "party"\n' in shown.cells
    assert shown.fetched == [] and "url(" not in re.sub(r'src="data:[^"]*"', "", text)
    assert len(shown.images) == 4
    for image in shown.images:
        assert ElementTree.fromstring(image).tag == "{http://www.w3.org/2000/svg}svg"


def test_best_and_when_it_was_found(path):
    columns, trace = sample(), skerry.open(path)
    told = cells(run_tables.result(trace, run_of(trace), progress(trace)))
    generation, island = np.unravel_index(columns["best"].argmin(), columns["best"].shape)
    assert float(told["best"][0].removesuffix(" coin")) == pytest.approx(columns["best"].min(), rel=1e-9)
    spent = columns["evaluations"][generation].sum()
    assert told["found"] == [
        f"in generation {generation}, after {spent:,} evaluations and {GENERATION_S * generation:.3g} s, on island {island}"
    ]
    missed = columns["best"].min() - 50
    reached = "reached" if missed <= 0 else "missed"
    assert told["target"][0].startswith(f"50 coin, {reached}") and told["ended by"] == ["generations"]


def test_a_target_that_was_reached_on_the_way(tmp_path):
    trace = skerry.open(write(tmp_path / "a.h5", sample(), target=90))
    steps = progress(trace)
    step = steps.first(90, minimises=True)
    told = cells(run_tables.result(trace, run_of(trace), steps))["target"][0]
    assert told.startswith(f"90 coin, reached in generation {steps.generations[step]}, after {steps.evaluations[step]:,} evaluations")


def test_islands_one_by_one(path):
    columns, trace = sample(), skerry.open(path)
    made = run_tables.islands(trace)
    found = improvements(columns)
    assert [row[0] for row in made.rows] == ["0", "1", "2"]
    for island, row in enumerate(made.rows):
        own = found["island"] == island
        assert float(row[1]) == pytest.approx(columns["best"][:, island].min(), rel=1e-9)
        assert row[2:5] == [str(found["generation"][own][-1]), str(own.sum()), "210"]


def test_many_islands_are_summed_up(tmp_path):
    columns = sample(islands=30)
    made = run_tables.islands(skerry.open(write(tmp_path / "a.h5", columns)))
    assert made.header == ["of the 30 islands", "lowest", "median", "highest"]
    bests = columns["best"].min(axis=0)
    assert [float(cell) for cell in cells(made)["best"]] == pytest.approx([bests.min(), np.median(bests), bests.max()], rel=1e-9)


def test_convergence_keeps_the_first_and_the_last_best(tmp_path):
    trace = skerry.open(write(tmp_path / "a.h5", sample(generations=200)))
    steps = progress(trace)
    rows = run_tables.convergence(trace, steps).rows
    assert len(steps.fitness) > len(rows) == run_tables.MOST_STEPS
    assert [rows[0][1], rows[-1][1]] == [str(steps.generations[0]), str(steps.generations[-1])]
    assert float(rows[-1][4]) == pytest.approx(steps.fitness[-1], rel=1e-9)


def test_diversity_from_start_to_end(path):
    columns, trace = sample(), skerry.open(path)
    told = cells(run_tables.diversity(trace, run_of(trace)))
    genotypes = columns["genotype_diversity"].mean(axis=1)
    expected = [genotypes[0], np.median(genotypes), genotypes.min(), genotypes[-1]]
    assert [float(cell) for cell in told["genotypes within an island, mean of the islands"]] == pytest.approx(expected, rel=5e-3)
    assert len(told) == 3


def test_migration_and_machine(path):
    trace = skerry.open(path)
    assert cells(run_tables.migration(trace))["bytes sent, all islands"] == ["3", "3"]
    told = cells(run_tables.machine(trace))
    assert told["hosts"] == ["node1 (2 ranks), node2 (1 rank)"] and told["MPI"] == ["Open MPI v4.1.4"]
    assert "SLURM job" not in told and told["trace"] == [str(path)]


def test_an_unfinished_run_is_told_as_far_as_it_is(tmp_path, capsys):
    path = write(tmp_path / "a.h5", sample(), unfinished=True)
    assert main(["report", str(path), "--no-figures"]) == 0
    assert "not yet: the trace is unfinished" in capsys.readouterr().out
    assert list(tmp_path.glob("*.html")) == []
    assert main(["report", str(path)]) == 0
    assert Page(path.with_suffix(".html").read_text()).headings[-1] == "Configuration"


def test_a_run_without_a_feasible_individual(tmp_path, capsys):
    columns = sample()
    columns["violation"] += 2.5
    columns["feasible"][:] = 0
    path = write(tmp_path / "a.h5", columns, target=50)
    assert main(["report", str(path), "--output", str(tmp_path / "told.html")]) == 0
    told = capsys.readouterr().out
    assert "none is feasible; the least violation is 2.5" in told and "## Convergence" not in told
    assert len(Page((tmp_path / "told.html").read_text()).images) == 4


def test_one_population(tmp_path, capsys):
    path = write(tmp_path / "a.h5", sample(islands=1), every=20)
    assert main(["report", str(path), "--format", "markdown"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("# a: party, seed 7, one population\n") and "| --- | ---: |" in told
    assert "### Cost of migration" not in told
    assert len(Page(path.with_suffix(".html").read_text()).images) == 2


def test_misuse(path, tmp_path, capsys):
    for arguments, status, text in (
        ([path, "--each"], 2, "--each is of an experiment"),
        ([path, "--output", tmp_path / "a.pdf"], 2, "the name of a page ends in .html"),
        ([path, "--output", tmp_path / "none/a.html"], 2, "there is no folder"),
        ([tmp_path, "--output", tmp_path / "a.html"], 2, "is a folder, and keeps its figures in itself"),
        ([tmp_path / "none.h5"], 3, "there is no such file"),
        ([tmp_path], 3, "holds no experiment.json"),
    ):
        assert main(["report", *map(str, arguments)]) == status
        told = capsys.readouterr()
        assert told.out == "" and text in told.err and told.err.count("\n") == 1


def test_a_page_shows_texts_as_they_are():
    table = Grid("a < b", ["<name>", "x & y"], [['"', "<script>"]])
    shown = Page(page.page("<title>", [table, page.Listing("text", "</pre>\n&amp;"), page.Note("1 < 2")]))
    assert shown.headings == ["<title>", "a < b", "text"]
    assert shown.cells == ["<name>", "x & y", '"', "<script>", "</pre>\n&amp;"]
