import re

import numpy as np
import pytest
from commands import output_of
from make_trace import GENERATION_S, improvements, sample, write

import skerry
from skerry import run_report, run_tables
from skerry.batch import run_of
from skerry.command import main
from skerry.grid import Grid
from skerry.pages import report
from skerry.progress import progress
from tests.support.html import Html

MACHINE = {
    "hosts": "node1,node1,node2",
    "source": "skerry 0.3.0",
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


@pytest.mark.nightly
def test_the_report_of_one_run(path, capsys):
    assert main(["report", str(path)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert re.match(r"# one: party, seed 7, 3 islands\n\nThe best is [^\n]+\n\n## Result\n", told.out)
    assert re.findall("^## (.*)$", told.out, re.MULTILINE) == list(run_tables.TITLES)
    assert told.out.endswith(f"\npage  {path.with_suffix('.html')}\n")
    text = path.with_suffix(".html").read_text()
    assert text == run_report.page_of(skerry.open(path)), "the same trace gives the same page"
    shown = Html(text)
    assert shown.headings == [(1, "one: party, seed 7, 3 islands"), *((2, title) for title in (*run_tables.TITLES, "Solution", "Configuration"))]
    assert "skerry run <a> & b.toml" in shown.cells and "Jörg" in shown.texts and 'problem = "party"\n' in shown.texts
    shown.check()
    assert len(shown.pictures) == 4
    assert re.findall("#[0-9a-f]{6}", text.split("</style>")[1]) == [], "a colour that doesn't follow the reader's scheme"


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
    assert told["hosts"] == ["node1 (2 islands), node2 (1 island)"] and told["MPI"] == ["Open MPI v4.1.4"]
    assert "SLURM job" not in told and told["trace"] == [str(path)]


ONE, OTHER = "2026-01-02T03:04:05Z", "2026-01-03T03:04:05Z"
TWICE = {"processes": 3, "resumed": f"{ONE} {OTHER}".encode()}


@pytest.mark.parametrize(
    "hosts, attributes, told",
    [
        ("vm,vm,vm", {"processes": 1}, {"hosts": "vm (3 islands)", "processes": "1, whose threads are the islands"}),
        ("a,b,a", {"processes": 3}, {"hosts": "a (2 islands), b (1 island)", "processes": "3, one for each island"}),
        ("a,b,a", {"processes": 5}, {"processes": "5, one for each island and 2 that help with evaluations"}),
        ("a,b,a", {}, {"hosts": "a (2 islands), b (1 island)", "processes": None}),
        ("a,b,a", TWICE | {"resumed_on": b"1@c 3@b,a"}, {"resumed": f"{ONE} on 1 process of c; {OTHER} on 3 processes of b, a"}),
        ("a,b,a", TWICE | {"resumed_on": b"? 3@b,a"}, {"resumed": f"{ONE}; {OTHER} on 3 processes of b, a"}),
        ("a,b,a", {"resumed": ONE.encode()}, {"resumed": ONE}),
    ],
)
def test_the_machine_tells_threads_from_ranks(tmp_path, hosts, attributes, told):
    trace = skerry.open(write(tmp_path / "a.h5", sample(), attributes={"hosts": np.bytes_(hosts.encode()), **attributes}))
    found = cells(run_tables.machine(trace))
    assert {name: found[name][0] if name in found else None for name in told} == told


@pytest.mark.parametrize("name, shown", [(b"party", "party, seed 7"), (b"problem", "a problem without a name, seed 7")])
def test_a_problem_without_a_name_is_told_as_such(tmp_path, capsys, name, shown):
    path = write(tmp_path / "a.h5", sample(), attributes={"problem": np.bytes_(name)})
    assert shown in output_of(capsys, "report", path, "--no-figures")


@pytest.mark.nightly
def test_an_unfinished_run_is_told_as_far_as_it_is(tmp_path, capsys):
    path = write(tmp_path / "a.h5", sample(), unfinished=True)
    assert "not yet: the trace is unfinished" in output_of(capsys, "report", path, "--no-figures")
    assert list(tmp_path.glob("*.html")) == []
    assert main(["report", str(path)]) == 0
    assert Html(path.with_suffix(".html").read_text()).headings[-1] == (2, "Configuration")


@pytest.mark.nightly
def test_a_run_without_a_feasible_individual(tmp_path, capsys):
    columns = sample()
    columns["violation"] += 2.5
    columns["feasible"][:] = 0
    path = write(tmp_path / "a.h5", columns, target=50)
    told = output_of(capsys, "report", path, "--html", tmp_path / "told.html")
    assert "none is feasible; the least violation is 2.5" in told and "## Convergence" not in told
    assert len(Html((tmp_path / "told.html").read_text()).pictures) == 4


def test_one_population(tmp_path, capsys):
    path = write(tmp_path / "a.h5", sample(islands=1), every=20)
    told = output_of(capsys, "report", path, "--format", "markdown")
    assert told.startswith("# a: party, seed 7, one population\n") and "| --- | ---: |" in told
    assert "### Cost of migration" not in told
    assert len(Html(path.with_suffix(".html").read_text()).pictures) == 2


def test_a_page_shows_texts_as_they_are():
    table = Grid("a < b", ["<name>", "x & y"], [['"', "<script>"]])
    shown = Html(report.page("<title>", [table, report.Listing("text", "</pre>\n&amp;"), report.Note("1 < 2")], "</p><b>"))
    shown.check()
    assert shown.headings == [(1, "<title>"), (2, "a < b"), (2, "text")]
    assert shown.cells == ["<name>", "x & y", '"', "<script>"]
    assert {"</pre>\n&amp;", "1 < 2", "</p><b>"} <= set(shown.texts)


PICTURE = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20" viewBox="0 0 40 20" onload="alert(1)">
<script>alert(2)</script><style>* { fill: red }</style><foreignObject><p>x</p></foreignObject>
<defs><clipPath id="title"><rect width="9" height="9"/></clipPath></defs>
<a href="https://a.example"><text>linked</text></a>
<g clip-path="url(#title)" style="fill:url(https://b.example/#x)" onclick="alert(3)"><text x="1" y="9">1 &lt; 2</text></g>
<use href="#title"/><use xlink:href="https://c.example/#x"/><image href="https://d.example/e.png"/><image href="data:image/png;base64,AAAA"/>
</svg>"""


def test_a_picture_is_shown_without_what_runs_or_fetches(path, tmp_path):
    picture = tmp_path / "drawn.svg"
    picture.write_text(PICTURE)
    assert main(["report", str(path), "--picture", str(picture)]) == 0
    text = path.with_suffix(".html").read_text()
    shown = Html(text)
    shown.check()
    assert (2, "Picture of a solution: drawn") in shown.headings and len(shown.pictures) == 5
    drawn = text.split("Picture of a solution: drawn")[1].split("</figure>")[0]
    for gone in ("alert", "fill: red", "example", "foreignObject", "linked"):
        assert gone not in drawn
    name = re.search(r'<clipPath id="([^"]+)"', drawn)[1]
    assert f"url(#{name})" in drawn and f'href="#{name}"' in drawn and "1 &lt; 2" in drawn and "data:image/png;base64,AAAA" in drawn


@pytest.mark.few(1)
@pytest.mark.parametrize("content, told", [("<html/>", "its first element is not <svg>"), ("no picture", "the picture is no SVG"), (None, "can't be read")])
def test_what_is_no_picture_is_refused(path, tmp_path, content, told, capsys):
    picture = tmp_path / "drawn.svg"
    if content:
        picture.write_text(content)
    assert main(["report", str(path), "--picture", str(picture)]) == 3
    assert told in capsys.readouterr().err and not path.with_suffix(".html").exists()


def test_pictures_too_heavy_for_a_page_are_left_out():
    heavy = PICTURE.replace("1 &lt; 2", "x" * 700_000).encode()
    text = report.page("three", [report.Picture(heavy, f"picture {number}", themed=False) for number in range(3)])
    assert len(text.encode()) < 2_000_000 and len(Html(text).pictures) == 2
    assert "picture 2: this figure is left out" in text


@pytest.mark.few(2)
@pytest.mark.parametrize("options, sentence", [
    ({"target": 50}, "The best is 50.5 coin, which misses the target of 50 coin by 0.5, found in generation 1, after 20 evaluations and 50 ms; 40 evaluations were made."),
    ({"target": 60}, "The target of 60 coin was reached in generation 1, after 20 evaluations and 50 ms. The best is 50.5 coin."),
    ({}, "The best is 50.5 coin, found in generation 1, after 20 evaluations and 50 ms; 40 evaluations were made."),
    ({"violation": [1, 1, 1, 1]}, "No individual was feasible, in 40 evaluations."),
])
def test_the_result_is_the_first_sentence(make_run, options, sentence):
    trace = make_run([70, 50.5, 51, 51], **options)
    assert run_report.text_of(trace).splitlines()[2] == sentence
    assert sentence in Html(run_report.page_of(trace)).texts
