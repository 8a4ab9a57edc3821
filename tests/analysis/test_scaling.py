import json
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from commands import output_of, records_of
from make_experiment import experiment
from make_runs import NAN, group, row

from skerry import scaling
from skerry.errors import DataError
from skerry.figures.scaling import draw_scaling
from skerry.style import printed
from skerry.summary import RunInstance


def runs(label, islands, generations, ended=100):
    """A run for each number of generations to the target; None did not reach it, and made `ended`."""
    rows = []
    for seed, found in enumerate(generations):
        cost = NAN if found is None else float(found)
        own = {"generations": ended, "generations_to_target": cost, "evaluations": ended * islands, "evaluations_to_target": cost * islands}
        rows.append(row(1.0, target=1.0, seed=seed, islands=islands, **own | {"reached": found is not None}))
    return group(label, rows)


def instance(*groups, title="a"):
    return RunInstance(title, list(groups))


def rows_of(*groups, base="one island"):
    return scaling.rows_of([instance(*groups)], [base])


def test_generations_count_failed_runs_in_and_compare_with_the_baseline():
    one, four, eight = rows_of(
        runs("one island", 1, [80, None]), runs("8 islands, ring", 8, [5, 15]), runs("4 islands, ring", 4, [20, 70])
    )
    assert (one.is_baseline, one.generations.value, one.successes) == (True, 180, 1)
    # The islands of a series come in the order of their number.
    assert (four.series, four.islands, four.generations.value) == ("ring", 4, 45)
    assert (eight.islands, eight.generations.value, eight.evaluations.value) == (8, 10, 80)
    assert (four.sooner.value, eight.sooner.value) == (4, 18)
    assert four.sooner.low <= 4 <= four.sooner.high


def test_an_effort_without_a_success_is_a_lower_bound():
    one, ring = rows_of(runs("one island", 1, [None, None]), runs("2 islands, ring", 2, [10, 30]))
    assert str(one.generations) == "> 200" and not one.generations.reached
    assert ring.sooner.value == 10
    _, neither = rows_of(runs("one island", 1, [None, None]), runs("2 islands, ring", 2, [None]))
    assert neither.sooner is scaling.UNKNOWN and scaling.over_instances([one, neither]) == []
    _, worse = rows_of(runs("one island", 1, [50]), runs("2 islands, ring", 2, [None]))
    assert scaling.grid([worse]).rows[0][-1].startswith("< 0.5 ")
    assert scaling.told([one, ring]) == ["2 islands, ring, reach the target more than 10 times sooner than one, 6.67 to 20; 2 of 2 and 0 of 2 runs reached it."]


def test_the_axis_of_a_grid_is_one_line_with_intervals():
    """As labels of an experiment with [grid] islands = [1, 2, 8] are, of a named variant and of none."""
    for label, series in (("v, islands={}", "v"), ("islands={}", ""), ("islands={}-island.gene_rate=0.1", "island.gene_rate=0.1")):
        costs = {1: [90, 80, 100, 85], 2: [95, 40, 70, 99], 8: [9, 8, 11, 10]}
        rows = rows_of(*(runs(label.format(count), count, found) for count, found in costs.items()), base=label.format(1))
        assert {row.series for row in rows} == {series}
        sentences = scaling.told(rows)
        assert sentences[0].startswith("2 islands and one: the runs do not show who is sooner (1.17 times, ")
        assert sentences[1].startswith("8 islands reach the target 9.34 times sooner than one, ") and sentences[1].endswith("4 of 4 and 4 of 4 runs reached it.")
        (axes,) = draw_scaling(rows).axes
        lines = [line.get_xydata() for line in axes.get_lines()]
        ideal, (whole, *others) = lines[0], [line for line in lines[1:] if len(line) == 3]
        assert len(ideal) == 3 and len(whole) == 3 and others == []
        spans = [line[:, 1] for line in lines if len(line) == 2 and line[0, 0] == line[1, 0]]
        assert len(spans) == 3 and all(low < row.generations.value < high for (low, high), row in zip(spans, rows, strict=True))


def test_an_interval_holds_the_ratio_of_the_means_and_narrows_with_runs():
    random = np.random.default_rng(7)
    widths = []
    for count in (10, 200):
        _, ring = rows_of(
            runs("one island", 1, random.exponential(800, count), 10_000), runs("8 islands, ring", 8, random.exponential(100, count), 10_000)
        )
        widths.append(ring.sooner.high / ring.sooner.low)
        assert ring.sooner.low < 8 < ring.sooner.high
    assert widths[1] < widths[0]


def test_series_are_told_over_all_instances():
    pair = [runs("one island", 1, [100]), runs("2 islands, ring", 2, [50])], [runs("one island", 1, [80]), runs("2 islands, ring", 2, [10])]
    rows = scaling.rows_of([instance(*groups, title=title) for title, groups in zip("ab", pair, strict=True)], ["one island"] * 2)
    (ring,) = scaling.over_instances(rows)
    assert (ring.instances, ring.successes, ring.median, ring.least, ring.geometric_mean) == (2, 2, 5, 2, 4)


def test_a_group_of_several_numbers_of_islands_or_without_a_target_is_refused():
    both = runs("ring", 2, [5])
    both.runs = runs("ring", 2, [5, 6]).runs.assign(islands=[2, 3])
    with pytest.raises(DataError, match="2 to 3 islands"):
        rows_of(both, base=None)
    with pytest.raises(DataError, match="no target"):
        rows_of(group("ring", [row(1.0)]), base=None)


def test_an_interval_without_an_upper_bound_goes_up_to_the_edge():
    rows = rows_of(runs("one island", 1, [80, None, None]), runs("2 islands", 2, [40, 30, 20]))
    assert np.isinf(rows[0].generations.high)
    (axes,) = draw_scaling(rows).axes
    assert max(line.get_ydata().max() for line in axes.get_lines()) > rows[0].generations.value


def test_the_picture_has_a_line_for_each_series_and_repeats():
    rows = rows_of(runs("one island", 1, [80]), runs("2 islands, ring", 2, [40]), runs("2 islands, alone", 2, [None]))
    drawn = printed(draw_scaling(rows), "svg")
    assert drawn == printed(draw_scaling(rows), "svg")
    text = "".join(ElementTree.fromstring(drawn).itertext())
    assert "ring" in text and "alone" in text and "no run reached it" in text


def test_a_group_alone_is_drawn():
    (axes,) = (drawing := draw_scaling(rows_of(runs("5 islands", 5, [80, 90])))).axes
    assert any(line.get_marker() == "o" and list(line.get_xdata()) == [5] for line in axes.get_lines())
    assert not any("divided" in text.get_text() for text in drawing.legends[0].get_texts())


def test_the_command_reads_the_folder_of_an_experiment(tmp_path, capsys):
    folder = experiment(tmp_path / "islands")
    printed_text = output_of(capsys, "scaling", folder, "--baseline", "one population", "--output", tmp_path / "a.svg")
    assert "times sooner" in printed_text and "geometric mean" in printed_text and (tmp_path / "a.svg").stat().st_size > 0
    records = records_of(capsys, "scaling", folder)
    assert len(records) == 4 and {record["islands"] for record in records} == {"1", "5"}
    assert len(json.loads(output_of(capsys, "scaling", folder, "--format", "json"))) == 4
