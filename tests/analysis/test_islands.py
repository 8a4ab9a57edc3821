import numpy as np
import pytest
from make_trace import sample, write

import skerry
from skerry.figures.islands import draw_lines, draw_map
from skerry.islands import island_lines, island_map, populations


@pytest.fixture
def made(tmp_path):
    return lambda columns, **options: skerry.open(write(tmp_path / "a.h5", columns, **options))


def lines(axes):
    return {line.get_label(): line.get_ydata() for line in axes.get_lines()}


def test_each_island_has_its_own_picture_on_shared_axes(made):
    columns = sample(generations=30, islands=5)
    drawing = draw_lines(island_lines(made(columns, target=50)))
    shown = [axes for axes in drawing.axes if axes.get_lines()]
    assert [axes.get_title() for axes in shown] == [f"island {island}" for island in range(5)]
    for island, axes in enumerate(shown):
        for name in ("best", "median", "worst"):
            np.testing.assert_array_equal(lines(axes)[name], columns[name][:, island])
        assert set(lines(axes)["target"]) == {50}
    assert len({axes.get_xlim() for axes in shown}) == len({axes.get_ylim() for axes in shown}) == 1
    assert shown[0].get_xlim() == (0, 30)
    low, high = shown[0].get_ylim()
    assert low < columns["best"].min() and columns["median"].max() < high
    assert shown[0].get_ylabel() == "fitness (coin)" and shown[-1].get_xlabel() == "generation"


@pytest.mark.few(2)
@pytest.mark.parametrize("islands", [1, 2, 4, 7, 24])
def test_any_number_of_islands_has_a_place(made, islands):
    drawing = draw_lines(island_lines(made(sample(islands=islands))))
    shown = [axes for axes in drawing.axes if axes.get_lines()]
    assert len(shown) == islands
    assert sum(bool(axes.get_xlabel()) for axes in shown) == min(islands, len({axes.get_position().x0 for axes in shown}))


@pytest.mark.few(1)
@pytest.mark.parametrize("width, columns", [(1, 1), (3.5, 3), (7.2, 5), (12, 5)])
def test_small_pictures_stay_wide_enough_to_read(made, width, columns):
    drawing = draw_lines(island_lines(made(sample(islands=24))), width)
    shown = [axes for axes in drawing.axes if axes.get_lines()]
    assert len(shown) == 24 and len({round(axes.get_position().x0, 3) for axes in shown}) == columns
    assert drawing.get_size_inches()[0] == width


def test_infeasible_individuals_are_left_out(made):
    columns = sample(generations=3, islands=2)
    columns["feasible"] = np.array([[0, 5], [2, 4], [3, 5], [4, 5]])
    config = "[island]\npopulation = 4\n[[island.override]]\nislands = [1, 9]\npopulation = 5\n"
    trace = made(columns, config=config)
    assert list(populations(trace)) == [4, 5]
    islands = island_lines(trace)
    shown = {name: ~np.isnan(getattr(islands, name).median) for name in ("best", "median", "worst")}
    np.testing.assert_array_equal(shown["best"], [[False, True], [True, True], [True, True], [True, True]])
    np.testing.assert_array_equal(shown["median"], [[False, True], [True, True], [True, True], [True, True]])
    np.testing.assert_array_equal(shown["worst"], [[False, True], [False, False], [False, True], [True, True]])


def test_peaks_of_a_long_run_are_kept(made):
    columns = sample(generations=2000, islands=2)
    columns["best"][1234, 1] = 1.0
    islands = island_lines(made(columns))
    assert len(islands.best.lowest) == 501
    assert islands.best.lowest[1234 // 4, 1] == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("direction, pick", [("minimise", np.nanmin), ("maximise", np.nanmax)])
def test_a_map_holds_the_best_of_each_cell(made, direction, pick):
    random = np.random.default_rng(1)
    columns = sample(generations=1500, islands=600)
    columns["best"] = random.normal(size=(1501, 600))
    columns["violation"] = (random.random((1501, 600)) < 0.5) * 1.0
    islands = island_map(made(columns, direction=direction))
    assert (islands.generations_each, islands.islands_each) == (4, 2)
    assert islands.best.shape == (300, 376)
    feasible = np.where(columns["violation"] == 0, columns["best"], np.nan)
    for row, column in [(0, 0), (299, 375), *random.integers(0, 300, (50, 2))]:
        cell = feasible[4 * column : 4 * column + 4, 2 * row : 2 * row + 2]
        expected = np.nan if np.isnan(cell).all() else pick(cell)
        np.testing.assert_equal(islands.best[row, column], expected)


@pytest.mark.nightly
def test_a_map_is_the_same_in_pieces_of_any_size(made, monkeypatch):
    trace = made(sample(generations=1300, islands=30))
    whole = island_map(trace).best
    for size_bytes in (16 * 30, 16 * 30 * 7, 16 * 30 * 1000):
        monkeypatch.setattr("skerry.thinning.PIECE_BYTES", size_bytes)
        np.testing.assert_array_equal(island_map(trace).best, whole)
        monkeypatch.undo()


def test_a_map_is_drawn_over_generations_and_islands(made):
    columns = sample(generations=40, islands=30)
    axes, bar = draw_map(island_map(made(columns))).axes
    assert axes.get_xlim() == (0, 41) and axes.get_ylim() == (0, 30)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("generation", "island")
    assert bar.get_ylabel() == "fitness (coin) of the best"
    (mesh,) = [each for each in axes.collections if each.get_array() is not None]
    np.testing.assert_array_equal(mesh.get_array().reshape(30, 41), columns["best"].T)


def test_a_map_of_a_run_without_feasible_individuals_is_empty(made):
    columns = sample(islands=30)
    columns["violation"] += 1
    assert np.isnan(island_map(made(columns)).best).all()
    draw_map(island_map(made(columns)))
