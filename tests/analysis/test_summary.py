import pytest
from make_runs import NAN, group, row

from skerry import grid as grids
from skerry.errors import DataError, UsageError
from skerry.summary import RunInstance, duration, grid, lines_of, number, records

REACHED = [row(5, to_target=100, target=6), row(6, to_target=300, target=6), row(9, target=6)]


def line(text, name):
    (found,) = [line for line in text.splitlines() if line.startswith(name)]
    return found[len(name) :].split()


def test_each_figure_tells_its_runs():
    text = grids.text(grid(RunInstance("type 1", [group("a", REACHED), group("b", REACHED[2:])])))
    assert text.splitlines()[0] == "## type 1 (target 6 coin)"
    assert line(text, "runs  ") == ["3", "(3)", "1", "(1)"]
    assert line(text, "reached the target, % [95 % interval]") == ["66.7", "[20.8,", "93.9]", "(3)", "0", "[0,", "79.3]", "(1)"]
    assert line(text, "evaluations to target, mean ± deviation") == ["200", "±", "141.4", "(2)", "–"]
    assert line(text, "expected running time (ERT), evaluations") == ["700", "(3)", "∞", "(1)"]
    assert line(text, "fitness of the failures, mean ± deviation") == ["9", "±", "–", "(1)", "9", "±", "–", "(1)"]
    assert all(len(each) <= 120 for each in text.splitlines())


def test_lines_that_nobody_fills_are_left_out():
    text = grids.text(grid(RunInstance("", [group("a", [row(5), row(6)])])))
    assert "target" not in text and "final fitness, best" in text


def test_published_figures_stand_beside_ours():
    groups = [group("a", REACHED, success_percent=88, seconds_mean="about 600", best_variance=2), group("b", REACHED)]
    text = grids.text(grid(RunInstance("", groups)))
    assert text.splitlines()[1].split() == ["a", "n", "published", "b", "n", "published"]
    assert line(text, "reached the target, % [95 % interval]")[4] == "88"
    assert line(text, "seconds to target, mean ± deviation")[4:6] == ["about", "600"]
    assert line(text, "best_variance")[:3] == ["4.33333", "(3)", "2"]


def test_unknown_columns_and_published_figures_are_refused():
    with pytest.raises(DataError, match="no figure 'second_mean'; did you mean 'seconds_mean'"):
        grid(RunInstance("", [group("a", REACHED, second_mean=3)]))
    with pytest.raises(UsageError, match="no figure 'nonsense'; known are"):
        lines_of(["nonsense"])
    with pytest.raises(DataError, match="no figure 'second_mean'"):
        records(RunInstance("", [group("a", REACHED, second_mean=3)]))


def test_runs_of_different_instances_are_not_mixed():
    with pytest.raises(DataError, match=r"the runs of 'x' differ in 'target' \(6, 7\)"):
        grid(RunInstance("x", [group("a", [row(5, target=6)]), group("b", [row(5, target=7)])]))
    with pytest.raises(DataError, match=r"differ in 'direction' \(maximise, minimise\)"):
        grid(RunInstance("", [group("a", [row(5), row(5, direction="maximise")])]))
    grid(RunInstance("", [group("a", [row(5, target=6)]), group("b", [row(5)])]))


def test_records_hold_every_figure():
    (record,) = records(RunInstance("type 1", [group("a", REACHED, success_percent=88)]))
    assert (record["instance"], record["group"], record["target"]) == ("type 1", "a", 6)
    assert record["success_percent"] == pytest.approx(200 / 3)
    assert (record["success_percent_runs"], record["success_percent_published"]) == (3, 88)
    assert record["evaluations_mean_runs"] == 2


@pytest.mark.parametrize(
    "value, digits, told",
    [
        (0, 3, "0"), (12345.678, 4, "12,346"), (0.0012345, 3, "0.00123"), (88.0, 3, "88"), (8262.6667, 6, "8,262.67"),
        (float("inf"), 3, "∞"), (NAN, 3, "–"), (-3.5, 3, "-3.5"), (1e-9, 3, "1.00e-09"), (0.1, 3, "0.1"),
    ],
)
def test_numbers_are_short(value, digits, told):
    assert number(value, digits) == told


def test_a_time_has_the_unit_of_a_person():
    shown = [duration(seconds) for seconds in (7.11e-05, 0.0042, 12.34, 3600, 0, 5e-9, NAN)]
    assert shown == ["71.1 µs", "4.2 ms", "12.3 s", "3,600 s", "0 s", "5 ns", "–"]
