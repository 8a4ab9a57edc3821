import re

import numpy as np
import pandas
import pytest
from commands import output_of
from make_runs import NAN, group, row
from make_solutions import PRICE, SYNERGY, WEIGHT, add_front, centroid_map, front, grid_map
from make_trace import sample, write

import skerry
from skerry import compare, run_report, run_solutions, set_quality
from skerry.batch import run_of
from skerry.command import main
from skerry.pages.svg import tooltips
from skerry.summary import RunInstance
from tests.support.html import Html


def cells(grid):
    return {line[0]: line[1:] for line in grid.rows}


def test_the_quality_of_a_run_is_that_of_all_islands_together(tmp_path):
    found = set_quality.of_run(skerry.open(grid_map(tmp_path / "m.h5")))
    assert (found["coverage"], found["qd_score"]) == (pytest.approx(4 / 12), 3 + 9 + 5 + 7)
    assert np.isnan([found["front_size"], found["hypervolume"], found["igd_plus"]]).all()
    found = set_quality.of_run(skerry.open(front(tmp_path / "f.h5")))
    assert (found["front_size"], found["hypervolume"], found["igd_plus"]) == (4, 1700, pytest.approx(0.01))
    assert np.isnan([*set_quality.of_run(skerry.open(write(tmp_path / "n.h5", sample()))).values()]).all()


def test_the_qd_score_counts_from_the_worst_fitness(tmp_path):
    worst = "[island]\nworst_fitness = {}\n"
    maximised = skerry.open(grid_map(tmp_path / "a.h5", violation=[0, 0, 0, 1], config=worst.format(4))).archive()
    assert set_quality.qd_score(maximised) == (9 - 4) + (5 - 4), "3 is worse, and 7 is not feasible"
    minimised = skerry.open(grid_map(tmp_path / "b.h5", direction="minimise", config=worst.format(6))).archive()
    assert set_quality.qd_score(minimised) == (6 - 3) + (6 - 5)
    assert np.isnan(set_quality.qd_score(skerry.open(grid_map(tmp_path / "c.h5", direction="minimise")).archive()))


def test_a_row_of_a_run_has_its_quality_unless_a_budget_cuts_it(tmp_path):
    trace = skerry.open(grid_map(tmp_path / "m.h5"))
    assert run_of(trace).coverage == pytest.approx(4 / 12)
    assert np.isnan(run_of(trace, budget=300).coverage)


def test_groups_are_tested_by_the_quality_that_they_have():
    low, high = (1, 2, 3, NAN), (6, 7, 8, 9)
    instance = RunInstance("", [group(name, [row(9, hypervolume=value) for value in values]) for name, values in (("b", low), ("a", high))])
    assert compare.default_measures([instance]) == ["best", "fitness_diversity", "hypervolume"]
    (test,) = compare.rank_tests([instance], ["hypervolume"])
    assert (test.a12, test.p) == (1.0, pytest.approx(1 / 35))
    assert "large: a higher" in compare.grid([test]).rows[0]
    falling = RunInstance("", [group(name, [row(9, igd_plus=value + n / 100) for n in range(4)]) for name, value in (("b", 0.5), ("a", 0.1))])
    (test,) = compare.rank_tests([falling], ["igd_plus"])
    assert test.a12 == 1.0 and "large: a lower" in compare.grid([test]).rows[0]
    assert compare.rank_tests([falling], ["coverage"]) == []
    assert [test.measure for test in compare.rank_tests([falling])] == ["best", "fitness_diversity"]


def test_the_commands_table_and_compare_tell_it(tmp_path, capsys):
    runs = [str(front(tmp_path / f"{name}.h5", values=values)) for name, values in (("a", [[50, 9]]), ("b", [[60, 9]]))]
    shown = output_of(capsys, "table", *runs)
    assert re.search(r"hypervolume of the front, median +1,305 +\(2\)", shown)
    assert "coverage" not in shown
    shown = output_of(capsys, "compare", "--label", "a", runs[0], "--label", "b", runs[1])
    assert re.search(r"b : a +hypervolume +1 : 1 +1 +1 +0\.00 +large +", shown), "one run each does not tell which is higher"


def test_the_report_tells_of_a_front(tmp_path):
    trace = skerry.open(front(tmp_path / "a.h5"))
    told, listed = run_solutions.grids(trace)
    assert cells(told)["synergy, maximised"] == ["16 at best, 1 at worst"]
    assert (cells(told)["hypervolume"], cells(told)["IGD+ of the best island"]) == (["1,700"], ["0.01"])
    assert listed.header == ["solution", "price (coins)", "synergy", "the next one"]
    assert [line[-1] for line in listed.rows] == ["5 more synergy costs 20 coins", "8 more synergy costs 40 coins", "2 more synergy costs 80 coins", ""]


def test_a_long_front_is_listed_from_end_to_end(tmp_path):
    values = np.array([[number, number**0.5] for number in range(1, 100)])
    listed = run_solutions.grids(skerry.open(front(tmp_path / "a.h5", values=values)))[1]
    assert len(listed.rows) == run_solutions.MOST_ROWS and listed.title == "Solutions: 20 of the 99 on the front"
    assert (listed.rows[0][1], listed.rows[-1][1]) == ("1", "99")
    three = run_solutions.grids(skerry.open(front(tmp_path / "b.h5", (PRICE, SYNERGY, WEIGHT), [[1, 2, 3], [3, 2, 1]])))[1]
    assert three.header == ["solution", "price (coins)", "synergy", "weight (kg)"]


def test_the_report_tells_of_a_map(tmp_path):
    told, listed = run_solutions.grids(skerry.open(grid_map(tmp_path / "a.h5", state=[1, 1, 2] + [0] * 9)))
    assert cells(told)["cells filled"] == ["4 of 12, 33.3 %"] and cells(told)["cells proven empty"] == ["1"]
    assert (cells(told)["nations"], cells(told)["leader"]) == (["1 to 4"], ["Áine, Bo <b>, Cy"])
    assert listed.rows == [["1", "1", "Bo <b>", "9"], ["11", "4", "Cy", "7"], ["5", "2", "Cy", "5"], ["0", "1", "Áine", "3"]]
    around = run_solutions.grids(skerry.open(centroid_map(tmp_path / "b.h5")))[0]
    assert cells(around)["cells"] == ["around centroids"] and cells(around)["angle (rad)"] == ["-1 to 1"]


def test_the_report_of_a_run_without_sets_is_as_before(tmp_path):
    assert run_solutions.grids(skerry.open(write(tmp_path / "a.h5", sample()))) == []
    assert run_solutions.parts(skerry.open(front(tmp_path / "b.h5", violation=[1, 1, 1, 1]))) == []


@pytest.mark.nightly
@pytest.mark.parametrize("make, heading", [(front, "Front"), (grid_map, "Map of solutions"), (centroid_map, "Map of solutions")])
def test_the_page_names_every_solution_in_the_picture(tmp_path, make, heading):
    path = make(tmp_path / "a.h5")
    trace = skerry.open(path)
    assert main(["report", str(path)]) == 0
    text = path.with_suffix(".html").read_text()
    assert text == run_report.page_of(trace), "the same trace gives the same page"
    shown = Html(text)
    shown.check()
    headings = [title for _, title in shown.headings]
    assert headings[1:3] == ["Result", heading]
    kept = trace.front() if make is front else trace.archive()
    for solution in range(len(kept)):
        assert re.search(rf'<g id="part\d+\.solution{solution}">\s*<title>[^<]*Lösung {solution}\nof two lines</title>', text)
    assert f"Lösung {len(kept) - 1}\nof two lines" in " ".join(shown.texts), "the list of every solution"


@pytest.mark.nightly
def test_the_page_tells_how_sets_grew(tmp_path):
    text = run_report.page_of(skerry.open(front(tmp_path / "a.h5")))
    for words in ("Size of the front of each island", "Hypervolume of each island", "IGD+ of each island"):
        assert words in text
    assert "Coverage of each island" not in text


def test_a_run_may_keep_both(tmp_path):
    path = grid_map(tmp_path / "a.h5")
    add_front(path, [PRICE, SYNERGY], [[1, 2]])
    assert [grid.title for grid in run_solutions.grids(skerry.open(path))][::2] == ["Map of solutions", "Front"]


def test_tooltips_are_texts_whatever_they_contain():
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><path id="b"/></g></svg>'
    made = tooltips(svg, {"a": "<script>&", "c": "none"}).decode()
    assert "&lt;script&gt;&amp;" in made and "none" not in made


def test_solutions_are_exported(tmp_path, capsys):
    path, out = front(tmp_path / "a.h5"), tmp_path / "out.csv"
    assert main(["export", str(path), "--table", "front", "--output", str(out)]) == 0
    table = pandas.read_csv(out, dtype={"genome": str})
    assert list(table.columns) == ["instance", "group", "trace", "seed", "solution", "fitness", "violation", "price", "synergy", "genome", "text"]
    assert table["price"].tolist() == [40, 60, 100, 180] and table["text"][1] == "Lösung 1\nof two lines" and table["genome"][2] == "020202"
    other = grid_map(tmp_path / "m.h5")
    assert main(["export", str(other), "--table", "archive", "--columns", "cell,leader", "--output", str(out)]) == 0
    assert pandas.read_csv(out)["leader"].tolist() == ["Áine", "Bo <b>", "Cy", "Cy"]


def test_values_named_like_other_columns_stay_apart(tmp_path):
    path = front(tmp_path / "a.h5", ({**PRICE, "name": "fitness"}, SYNERGY))
    frame = skerry.open(path).front().frame()
    assert list(frame) == ["fitness", "violation", "fitness_", "synergy", "genome", "text"]
