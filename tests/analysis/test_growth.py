import numpy as np
import pytest
from commands import plot, texts
from make_solutions import front, grid_map, growing
from make_trace import sample, write

import skerry
from skerry.figures.growth import draw_growth
from skerry.figures.panels import Group, Panel
from skerry.growth import growth_of, usual_measure


def test_a_quality_is_read_by_island_with_the_best(tmp_path):
    columns = growing(coverage=(0.1, 0.4))
    run = growth_of(skerry.open(write(tmp_path / "a.h5", columns)), "coverage")
    np.testing.assert_array_equal(run.islands.highest, columns["coverage"])
    np.testing.assert_array_equal(run.curve(), columns["coverage"].max(axis=1))


def test_of_igd_plus_the_least_is_best_and_0_is_none(tmp_path):
    columns = growing(igd_plus=(0.5, 0.1))
    columns["igd_plus"][:3, 1] = 0
    run = growth_of(skerry.open(write(tmp_path / "a.h5", columns)), "igd_plus")
    assert (run.curve() > 0).all() and run.curve()[-1] == pytest.approx(0.1)
    assert run.curve()[1] == columns["igd_plus"][1, [0, 2]].min() and np.isnan(run.islands.lowest[1, 1])


def test_the_usual_measure_is_that_of_the_set(tmp_path):
    assert usual_measure(skerry.open(front(tmp_path / "f.h5"))) == "hypervolume"
    assert usual_measure(skerry.open(grid_map(tmp_path / "m.h5"))) == "coverage"
    assert usual_measure(skerry.open(write(tmp_path / "s.h5", growing(front_size=(1, 9), hypervolume=(0, 0))))) == "front_size"
    with pytest.raises(skerry.DataError, match="has neither a map nor a front that grows"):
        usual_measure(skerry.open(write(tmp_path / "n.h5", sample())))


def test_a_few_runs_have_a_picture_each_on_one_scale(tmp_path):
    paths = [write(tmp_path / f"{seed}.h5", growing(seed=seed, coverage=(0.1, 0.2 * seed))) for seed in (1, 2, 3)]
    runs = [growth_of(skerry.open(path), "coverage") for path in paths]
    drawing = draw_growth([Panel("", [Group("a", runs)])])
    assert [own.get_title() for own in drawing.axes] == ["1", "2", "3"]
    assert len({own.get_ylim() for own in drawing.axes}) == 1 and drawing.axes[0].get_ylim()[1] > 0.6
    for own, run in zip(drawing.axes, runs):
        found = {line.get_label(): line for line in own.lines}
        assert set(found) == {"island 0", "island 1", "island 2", "best island"}
        np.testing.assert_array_equal(found["best island"].get_ydata(), run.curve())
        assert found["best island"].get_linewidth() > found["island 0"].get_linewidth()


def test_many_runs_are_drawn_as_groups(tmp_path):
    tops = [0.2 + 0.05 * seed for seed in range(7)]
    paths = [write(tmp_path / f"{seed}.h5", growing(coverage=(0.1, top))) for seed, top in enumerate(tops)]
    runs = [growth_of(skerry.open(path), "coverage") for path in paths]
    (axes,) = draw_growth([Panel("", [Group("a", runs), Group("b", runs[:6])])]).axes
    found = {line.get_label(): line for line in axes.lines}
    assert found["a"].get_ydata()[-1] == pytest.approx(tops[3]) and found["b"].get_ydata()[-1] == pytest.approx((tops[2] + tops[3]) / 2)


def test_many_islands_are_a_range(tmp_path):
    run = growth_of(skerry.open(write(tmp_path / "a.h5", growing(islands=25, coverage=(0.1, 0.4)))), "coverage")
    (axes,) = draw_growth([Panel("", [Group("a", [run])])]).axes
    assert [line.get_label() for line in axes.lines] == ["best island"] and len(axes.collections) == 1


def test_the_command_draws_growth_and_tells_what_is_not_measured(capsys, tmp_path):
    path, still = front(tmp_path / "f.h5"), write(tmp_path / "still.h5", sample())
    assert plot(capsys, "--kind", "growth", path, path, "--output", tmp_path / "a.svg") == (0, "")
    assert {"hypervolume", "best island", "each island", "generation"} <= set(texts(tmp_path / "a.svg"))
    status, errors = plot(capsys, "--kind", "growth", "--measure", "front_size", path, still, "--output", tmp_path / "b.svg")
    assert status == 0 and errors.startswith(f"analysis: skipped: {still} measures no front_size: ")


def test_islands_that_own_parts_are_one_map(tmp_path):
    columns = growing(coverage=(0.1, 0.3))
    columns["coverage"][4] = columns["coverage"][5] + 0.05  # cells that were found for others, before they went home
    path = write(tmp_path / "a.h5", columns, config='[migration]\ntransfer = "home"')
    run = growth_of(skerry.open(path), "coverage")
    sums = columns["coverage"].sum(axis=1)
    assert run.parts and sums[4] > sums[5]
    np.testing.assert_allclose(run.curve()[4:], [sums[5], *sums[5:]])
    (axes,) = draw_growth([Panel("", [Group("a", [run])])]).axes
    assert "all islands together" in {line.get_label() for line in axes.lines}
